/* SPDX-License-Identifier: Apache-2.0 */
/* Names that are gathered, sorted, looked up, or may occur once. */
#include "checks/names.h"

#include <stdlib.h>

#include "base/hash_set.h"
#include "base/siphash.h"
#include "base/sort.h"
#include "onnx/glance.h"
#include "onnx/members.h"
#include "onnx/peek.h"

/* So few names are compared with each other; of more the hashes are. */
#define NAMES_FEW 8

/* What a sub-message with a name takes at least: two tags and lengths, and a byte. */
#define NAMED_BYTES_MIN 5

static int compare(const void *a, const void *b)
{
    const struct ol_named *left = a;
    const struct ol_named *right = b;
    int order = ol_slice_compare(left->name, right->name);
    if (order != 0) {
        return order;
    }
    return left->tag < right->tag ? -1 : left->tag > right->tag;
}

struct ol_named *ol_named_gather(const struct ol_level *level, const struct ol_field *field,
                                 const struct ol_field *name, struct ol_buf *buf, size_t *count)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field->index);
    while (ol_cursor_next(&cursor, &element)) {
        struct ol_span bytes = ol_occurrence_payload(&element.occurrence);
        struct ol_peek peek = ol_peek_last(level->bytes, bytes, name);
        struct ol_slice text = ol_peek_text(level->bytes, &peek);
        if (text.size > 0 && !(peek.last.flags & OL_OCCURRENCE_CUT)) {
            struct ol_named named = {
                .name = text,
                .span = ol_occurrence_span(&peek.last),
                .tag = element.occurrence.tag,
                .index = element.index,
            };
            ol_buf_add_slice(buf, (struct ol_slice){(const uint8_t *)&named, sizeof named});
        }
    }
    *count = ol_buf_is_ok(buf) ? buf->size / sizeof(struct ol_named) : 0;
    if (*count == 0) {
        return NULL;
    }
    /* the buffer is a whole allocation, so that it is aligned for any type */
    struct ol_named *names = (struct ol_named *)(void *)buf->text;
    ol_sort(names, *count, sizeof *names, compare);
    return names;
}

void ol_named_open(const struct ol_level *level, const struct ol_named *named,
                   struct ol_level *child)
{
    ol_peek_open(child, level, named->tag, named->index);
}

static int compare_slices(const void *a, const void *b)
{
    const struct ol_slice *left = a;
    const struct ol_slice *right = b;
    return ol_slice_compare(*left, *right);
}

void ol_names_sort(struct ol_slice *names, size_t count)
{
    ol_sort(names, count, sizeof *names, compare_slices);
}

bool ol_names_has(const struct ol_slice *names, size_t count, struct ol_slice name)
{
    return count > 0 && bsearch(&name, names, count, sizeof *names, compare_slices) != NULL;
}

static void emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_unique *unique,
                 const struct ol_named pair[2])
{
    struct ol_level first;
    struct ol_level again;
    ol_named_open(unique->level, &pair[0], &first);
    ol_named_open(unique->level, &pair[1], &again);
    struct ol_note note = {
        .note = "first",
        .span = pair[0].span,
        .level = &first,
        .field = unique->name,
    };
    OL_EMIT(run, rule,
            (.span = pair[1].span, .level = &again, .field = unique->name,
             .variant = unique->variant, .notes = &note, .note_count = 1),
            OL_ARG_TEXT(unique->arg, pair[1].name));
}

/* The names that were met so far: few of them as they are, of many the hashes. */
struct met {
    struct ol_slice few[NAMES_FEW];
    size_t count;                  /* of few */
    const struct ol_hash_key *key; /* NULL: they are few */
    struct ol_hash_set hashes;
};

/* Whether a name may have been met before. It is met now. */
static bool may_be_met(struct met *met, struct ol_slice name)
{
    if (met->key != NULL) {
        return !ol_hash_set_add(&met->hashes, ol_hash(met->key, name));
    }
    for (size_t i = 0; i < met->count; i++) {
        const struct ol_slice *other = &met->few[i];
        if (other->size == name.size && other->data[0] == name.data[0] &&
            ol_slice_is_equal(*other, name)) {
            return true;
        }
    }
    met->few[met->count++] = name;
    return false;
}

/* Whether a name that counts may have been met before another one. */
static bool meet_all(struct met *met, const struct ol_unique *unique)
{
    const uint8_t *bytes = unique->level->bytes;
    struct ol_members members;
    struct ol_member member;
    ol_members_init(&members, unique->level, unique->field->index);
    while (ol_members_next(&members, &member)) {
        struct ol_slice name;
        if (!ol_glance_text(bytes, member.payload, unique->name, &name)) {
            struct ol_peek peek = ol_peek_last(bytes, member.payload, unique->name);
            bool is_cut = (peek.last.flags & OL_OCCURRENCE_CUT) != 0;
            name = is_cut ? (struct ol_slice){NULL, 0} : ol_peek_text(bytes, &peek);
        }
        if (name.size > 0 && may_be_met(met, name)) {
            return true;
        }
    }
    return false;
}

/* Whether the gathering of values (onnx/scope_gather.c) found that all of the names differ. */
static bool are_known_distinct(const struct ol_run *run, const struct ol_unique *unique)
{
    bool is_name =
        unique->name == &ol_messages[OL_MESSAGE_NodeProto].fields[OL_NodeProto_name] ||
        unique->name == &ol_messages[OL_MESSAGE_ValueInfoProto].fields[OL_ValueInfoProto_name];
    return is_name && ol_run_has_distinct(run, unique->level, unique->field);
}

/* Whether it is worth a look if two of the names, more than NAMES_FEW, are alike. */
static bool may_have_twins(struct ol_run *run, const struct ol_unique *unique, uint64_t count)
{
    if (are_known_distinct(run, unique)) {
        return false;
    }
    struct met met = {.key = ol_run_hash_key(run)};
    uint64_t most = (unique->level->end - unique->level->begin) / NAMED_BYTES_MIN;
    enum ol_status status = ol_hash_set_init(&met.hashes, (size_t)(count < most ? count : most),
                                             ol_arena_budget(ol_run_arena(run)));
    if (status != OL_OK) {
        ol_run_fail(run, status);
        return false;
    }
    bool may_have = meet_all(&met, unique);
    ol_hash_set_fini(&met.hashes);
    return may_have;
}

/* Whether two of the names, no more than NAMES_FEW, are alike. This is asked for the attributes of
 * each node, and many nodes have the same ones. */
static bool has_twins(struct ol_run *run, const struct ol_rule *rule,
                      const struct ol_unique *unique)
{
    const struct ol_field_state *state = &unique->level->fields[unique->field->index];
    struct ol_span span = ol_span_between(state->first.tag, state->last.end);
    struct met met;
    if (ol_run_is_clean(run, rule, unique->level, span)) {
        return false;
    }
    met.count = 0;
    met.key = NULL;
    bool has = meet_all(&met, unique);
    if (!has) {
        ol_run_note_clean(run, rule, span);
    }
    return has;
}

void ol_unique_emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_unique *unique)
{
    uint64_t occurrences = ol_level_occurrences(unique->level, unique->field->index);
    if (occurrences < 2 || !(occurrences <= NAMES_FEW ? has_twins(run, rule, unique)
                                                      : may_have_twins(run, unique, occurrences))) {
        return;
    }
    struct ol_buf buf;
    size_t count;
    size_t first = 0;
    ol_run_init_buf(run, &buf);
    const struct ol_named *names =
        ol_named_gather(unique->level, unique->field, unique->name, &buf, &count);
    if (!ol_buf_is_ok(&buf)) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    for (size_t i = 1; i < count; i++) {
        if (ol_slice_compare(names[i].name, names[first].name) == 0) {
            emit(run, rule, unique, (struct ol_named[2]){names[first], names[i]});
        } else {
            first = i;
        }
    }
    ol_buf_fini(&buf);
}
