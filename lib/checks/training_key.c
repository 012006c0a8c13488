/* SPDX-License-Identifier: Apache-2.0 */
/* The check that an initializer is updated once, over all entries of training_info (onnx.proto,
 * TrainingInfoProto.update_binding). */
#include "base/sort.h"
#include "base/vector.h"
#include "onnx/peek.h"
#include "onnx/reader.h"
#include "rule/check.h"

static const char *const args_unique[] = {"key", NULL};
static const char *const notes_unique[] = {"first", NULL};

/* The key of a binding in update_binding. */
struct key {
    struct ol_slice name;
    struct ol_span span;
    uint64_t entry; /* offset and index of the entry of training_info */
    uint64_t entry_index;
    uint64_t tag; /* of the binding */
    uint64_t index;
};

static int compare_keys(const void *a, const void *b)
{
    const struct key *left = a;
    const struct key *right = b;
    int order = ol_slice_compare(left->name, right->name);
    if (order != 0) {
        return order;
    }
    return left->tag < right->tag ? -1 : left->tag > right->tag;
}

static enum ol_status add_keys(struct ol_vector *keys, const struct ol_level *entry)
{
    const struct ol_field *field =
        &ol_messages[OL_MESSAGE_StringStringEntryProto].fields[OL_StringStringEntryProto_key];
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, entry, OL_TrainingInfoProto_update_binding);
    while (ol_cursor_next(&cursor, &element)) {
        struct ol_span bytes = ol_occurrence_payload(&element.occurrence);
        struct ol_peek peek = ol_peek_last(entry->bytes, bytes, field);
        struct ol_slice name = ol_peek_text(entry->bytes, &peek);
        if (name.size == 0 || peek.last.flags & OL_OCCURRENCE_CUT) {
            continue;
        }
        struct key *key = ol_vector_add(keys, sizeof *key);
        if (key == NULL) {
            return OL_ERR_NOMEM;
        }
        *key = (struct key){
            .name = name,
            .span = ol_occurrence_span(&peek.last),
            .entry = entry->tag,
            .entry_index = entry->index,
            .tag = element.occurrence.tag,
            .index = element.index,
        };
    }
    return OL_OK;
}

/* Adds the keys of all entries of a model. */
static enum ol_status gather_keys(struct ol_run *run, const struct ol_level *model,
                                  struct ol_vector *keys)
{
    struct ol_cursor cursor;
    struct ol_element element;
    enum ol_status status = OL_OK;
    ol_cursor_init(&cursor, model, OL_ModelProto_training_info);
    while (status == OL_OK && ol_cursor_next(&cursor, &element)) {
        struct ol_level entry;
        ol_level_init_child(&entry, model, &element.occurrence, element.index);
        status = ol_reader_read(ol_run_reader(run), &entry, NULL, NULL);
        if (status == OL_OK) {
            status = add_keys(keys, &entry);
        }
    }
    return status;
}

/* Sets up the levels of a key's entry and binding. */
static void open_key(const struct ol_level *model, const struct key *key, struct ol_level *entry,
                     struct ol_level *binding)
{
    ol_peek_open(entry, model, key->entry, key->entry_index);
    ol_peek_open(binding, entry, key->tag, key->index);
}

static void emit_key(struct ol_run *run, const struct ol_level *model, const struct ol_rule *rule,
                     const struct key *first, const struct key *again)
{
    struct ol_level entries[2];
    struct ol_level bindings[2];
    open_key(model, first, &entries[0], &bindings[0]);
    open_key(model, again, &entries[1], &bindings[1]);
    const struct ol_field *field = &bindings[0].message->fields[OL_StringStringEntryProto_key];
    struct ol_note note = {
        .note = notes_unique[0], .span = first->span, .level = &bindings[0], .field = field};
    OL_EMIT(run, rule,
            (.span = again->span, .level = &bindings[1], .field = field, .notes = &note,
             .note_count = 1),
            OL_ARG_TEXT("key", again->name));
}

static void run_unique(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_vector keys = {.budget = ol_arena_budget(ol_run_arena(run))};
    size_t first = 0;
    enum ol_status status = gather_keys(run, level, &keys);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    } else if (keys.count > 1) {
        struct key *items = keys.items;
        ol_sort(items, keys.count, sizeof *items, compare_keys);
        for (size_t i = 1; i < keys.count; i++) {
            if (ol_slice_compare(items[i].name, items[first].name) == 0) {
                emit_key(run, level, rule, &items[first], &items[i]);
            } else {
                first = i;
            }
        }
    }
    ol_vector_fini(&keys);
}

/* The keys of update_binding, over all entries of training_info. */
const struct ol_check ol_check_training_key_unique = {
    .name = "training_key_unique",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .args = args_unique,
    .notes = notes_unique,
    .run = run_unique,
};
