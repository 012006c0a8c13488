/* SPDX-License-Identifier: Apache-2.0 */
/* Matching texts of a file with the patterns of rules. */
#include "base/limits.h"
#include "base/pattern.h"
#include "base/trie.h"
#include "rule/run.h"

/* How many texts of the file a pattern left undecided. */
struct undecided {
    const struct ol_pattern *pattern;
    unsigned count;
};

static struct ol_slice key_of(const struct ol_pattern *const *pattern)
{
    return (struct ol_slice){(const uint8_t *)pattern, sizeof *pattern};
}

/* The pattern's entry, which is made where there is none; NULL when memory is short (and the run
 * has failed). */
static struct undecided *entry_of(struct ol_run *run, const struct ol_pattern *pattern)
{
    struct ol_arena *arena = run->engine->arena;
    struct undecided *entry = ol_trie_find(&run->undecided, key_of(&pattern));
    if (entry != NULL) {
        return entry;
    }
    if (run->undecided.arena == NULL) {
        ol_trie_init(&run->undecided, arena, false);
    }
    entry = ol_arena_alloc(arena, sizeof *entry);
    void **place = NULL;
    if (entry != NULL) {
        entry->pattern = pattern;
        place = ol_trie_place(&run->undecided, key_of(&entry->pattern));
    }
    if (place == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return NULL;
    }
    *place = entry;
    return entry;
}

/* A text that is too long says nothing of the pattern: it is told, and does not count. */
static void note_undecided(struct ol_run *run, const struct ol_level *level, struct ol_span span,
                           const struct ol_pattern *pattern, struct ol_slice text)
{
    if (text.size > OL_PATTERN_TEXT_MAX) {
        ol_run_not_checked(run, level, span, OL_REASON_PATTERN_LONG);
        return;
    }
    struct undecided *entry = entry_of(run, pattern);
    if (entry != NULL) {
        bool is_spent = ol_matcher_is_spent(*run->engine->matcher);
        entry->count = is_spent ? OL_PATTERN_UNKNOWN_MAX : entry->count + 1;
        ol_run_not_checked(run, level, span,
                           is_spent                                ? OL_REASON_PATTERN_SPENT
                           : entry->count < OL_PATTERN_UNKNOWN_MAX ? OL_REASON_PATTERN
                                                                   : OL_REASON_PATTERN_END);
    }
}

enum ol_match ol_run_match(struct ol_run *run, const struct ol_level *level, struct ol_span span,
                           const struct ol_pattern *pattern, struct ol_slice text)
{
    enum ol_match match = OL_MATCH_UNKNOWN;
    ol_run_ask(run);
    if (run->is_scout) {
        return match;
    }
    struct ol_matcher **matcher = run->engine->matcher;
    const struct undecided *entry = ol_trie_find(&run->undecided, key_of(&pattern));
    if (entry != NULL && entry->count >= OL_PATTERN_UNKNOWN_MAX) {
        return OL_MATCH_UNKNOWN;
    }
    enum ol_status status = *matcher == NULL ? ol_matcher_new(matcher) : OL_OK;
    if (status == OL_OK) {
        status = ol_matcher_match(*matcher, pattern, text, &match);
    }
    if (status != OL_OK) {
        ol_run_fail(run, status);
    } else if (match == OL_MATCH_UNKNOWN) {
        note_undecided(run, level, span, pattern, text);
    }
    return match;
}

bool ol_run_matches(struct ol_run *run, const struct ol_level *level, struct ol_span span,
                    const struct ol_pattern *pattern, struct ol_slice text)
{
    return ol_run_match(run, level, span, pattern, text) != OL_MATCH_NO;
}
