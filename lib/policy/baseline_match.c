/* SPDX-License-Identifier: Apache-2.0 */
/* Findings of a file against the entries of a baseline about it, in passes: what can only be meant
 * is paired before what may be. */
#include <stdlib.h>
#include <string.h>

#include "base/lower_bound.h"
#include "policy/baseline.h"
#include "policy/baseline_key.h"

/* What both sides must have in common in a pass, beside rule, variant and the fields of the path.
 */
struct pass {
    bool has_indexes; /* of the path, and the name of the graph */
    bool has_names;
    bool has_message;
    bool is_for_named; /* only what a node, tensor or value of that name is known by */
};

/* Without indexes and message a name has to say which one is meant. The last pass is for what got a
 * name, or another one, when its model was written anew; a message says names as well. */
static const struct pass passes[] = {
    {.has_indexes = true, .has_names = true, .has_message = true},
    {.has_names = true, .has_message = true},
    {.has_indexes = true, .has_names = true},
    {.has_names = true, .is_for_named = true},
    {.has_indexes = true},
};

/* An entry that stands for more than was found so far. */
struct candidate {
    const char *key; /* of the pass */
    size_t index;
    size_t next; /* at the first of equal ones: where to look on from */
};

struct matching {
    const struct ol_baseline_part *part;
    struct ol_diag_list *list;
    struct ol_arena *arena; /* of the pass */
    struct ol_buf key;
    uint64_t *left;               /* by entry: findings that it can still stand for */
    struct candidate *candidates; /* sorted by key */
    size_t candidate_count;
};

/* Whether the pass is for what has that whole key. */
static bool is_for(const struct pass *pass, const char *whole)
{
    return !pass->is_for_named || ol_baseline_key_is_named(whole);
}

/* Adds a message. An index stands in it as well, where what it is about has no name: "node #3". */
static void add_message(struct ol_buf *key, const char *message, bool has_indexes)
{
    const char *at = message;
    for (const char *sign = strstr(at, " #"); !has_indexes && sign != NULL;
         sign = strstr(at, " #")) {
        ol_buf_add_slice(key, (struct ol_slice){(const uint8_t *)at, (size_t)(sign + 2 - at)});
        at = sign + 2 + strspn(sign + 2, "0123456789");
    }
    ol_buf_add(key, at);
}

/* Turns a whole key into the one of a pass; NULL when memory is short. */
static const char *keep_key(struct matching *matching, const struct pass *pass, const char *whole,
                            const char *message)
{
    struct ol_buf key;
    ol_buf_init(&key);
    if (!pass->has_names) {
        ol_baseline_key_add_nameless(&key, whole);
    } else if (pass->has_indexes) {
        ol_buf_add(&key, whole);
    } else {
        ol_baseline_key_add_loose(&key, whole);
    }
    if (pass->has_message) {
        ol_buf_add_char(&key, '\t');
        add_message(&key, message, pass->has_indexes);
    }
    const char *kept = ol_buf_copy(&key, matching->arena);
    ol_buf_fini(&key);
    return kept;
}

static int compare_candidates(const void *left, const void *right)
{
    const struct candidate *a = left;
    const struct candidate *b = right;
    int order = strcmp(a->key, b->key);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

/* Lists the entries that are not used up, by their keys in the pass. */
static enum ol_status list_candidates(struct matching *matching, const struct pass *pass)
{
    const struct ol_baseline_part *part = matching->part;
    matching->candidate_count = 0;
    matching->candidates =
        ol_arena_alloc_array(matching->arena, part->count, sizeof *matching->candidates);
    if (matching->candidates == NULL) {
        return OL_ERR_NOMEM;
    }
    for (size_t i = 0; i < part->count; i++) {
        if (matching->left[i] == 0 || !is_for(pass, part->entries[i].key)) {
            continue;
        }
        struct candidate candidate = {
            .key = keep_key(matching, pass, part->entries[i].key, part->entries[i].message),
            .index = i,
        };
        if (candidate.key == NULL) {
            return OL_ERR_NOMEM;
        }
        matching->candidates[matching->candidate_count++] = candidate;
    }
    if (matching->candidate_count > 0) {
        qsort(matching->candidates, matching->candidate_count, sizeof *matching->candidates,
              compare_candidates);
    }
    for (size_t i = 0; i < matching->candidate_count; i++) {
        matching->candidates[i].next = i;
    }
    return OL_OK;
}

static int compare_key(const void *key, const void *candidate)
{
    return strcmp(key, ((const struct candidate *)candidate)->key);
}

/* The first candidate with that key, or candidate_count. */
static size_t find_candidate(const struct matching *matching, const char *key)
{
    size_t count = matching->candidate_count;
    size_t place =
        ol_lower_bound(key, matching->candidates, count, sizeof *matching->candidates, compare_key);
    bool is_found = place < count && strcmp(matching->candidates[place].key, key) == 0;
    return is_found ? place : count;
}

/* Accepts the finding at that place if there is an entry for it. Equal ones are used up from the
 * first on, so that none is looked at twice in vain. */
static void match_one(struct matching *matching, size_t place, const char *key)
{
    size_t first = find_candidate(matching, key);
    if (first == matching->candidate_count) {
        return;
    }
    size_t at = matching->candidates[first].next;
    if (at == matching->candidate_count || strcmp(matching->candidates[at].key, key) != 0) {
        return;
    }
    size_t entry = matching->candidates[at].index;
    ol_diag_list_accept(matching->list, place);
    matching->left[entry]--;
    matching->candidates[first].next = matching->left[entry] > 0 ? at : at + 1;
}

static enum ol_status match_all(struct matching *matching, const struct pass *pass)
{
    enum ol_status status = list_candidates(matching, pass);
    for (size_t i = 0;
         status == OL_OK && matching->candidate_count > 0 && i < matching->list->count; i++) {
        if (ol_diag_list_acceptance(matching->list, i) != OL_ACCEPTED_NOT) {
            continue;
        }
        const struct ol_diag *diag = ol_diag_list_at(matching->list, i);
        ol_buf_clear(&matching->key);
        ol_baseline_key_add_diag(&matching->key, diag);
        if (!ol_buf_is_ok(&matching->key)) {
            return OL_ERR_NOMEM;
        }
        const char *whole = ol_buf_text(&matching->key);
        if (!is_for(pass, whole)) {
            continue;
        }
        const char *key = keep_key(matching, pass, whole, diag->message);
        if (key == NULL) {
            return OL_ERR_NOMEM;
        }
        match_one(matching, i, key);
    }
    return status;
}

/* One pass, with memory of its own. */
static enum ol_status run_pass(struct matching *matching, const struct pass *pass)
{
    matching->arena = ol_arena_new();
    if (matching->arena == NULL) {
        return OL_ERR_NOMEM;
    }
    enum ol_status status = match_all(matching, pass);
    ol_arena_free(matching->arena);
    return status;
}

enum ol_status ol_baseline_accept(const struct ol_baseline_part *part, struct ol_diag_list *list,
                                  uint64_t *gone)
{
    struct matching matching = {.part = part, .list = list};
    struct ol_arena *arena = ol_arena_new();
    *gone = 0;
    matching.left =
        arena != NULL ? ol_arena_alloc_array(arena, part->count, sizeof *matching.left) : NULL;
    enum ol_status status = matching.left != NULL ? OL_OK : OL_ERR_NOMEM;
    for (size_t i = 0; status == OL_OK && i < part->count; i++) {
        matching.left[i] = part->entries[i].count;
    }
    ol_buf_init(&matching.key);
    for (size_t i = 0; status == OL_OK && i < sizeof passes / sizeof *passes; i++) {
        status = run_pass(&matching, &passes[i]);
    }
    for (size_t i = 0; status == OL_OK && i < part->count; i++) {
        *gone += matching.left[i];
    }
    ol_buf_fini(&matching.key);
    ol_arena_free(arena);
    return status;
}
