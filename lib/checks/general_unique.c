/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that serve rules about any message, by parameters: keys, names and texts that occur
 * once. */
#include <stdint.h>

#include "base/sort.h"
#include "checks/names.h"

static const char *const notes_first[] = {"first", NULL};

/* --- keys_unique --------------------------------------------------------- */

static const struct ol_param params_keys[] = {
    {.name = "field",
     .type = OL_PARAM_FIELD,
     .is_required = true,
     .takes = OL_TAKES_ENTRY | OL_TAKES_REPEATED},
};

static const char *const args_key[] = {"key", NULL};

static void run_keys(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = ol_rule_field(rule, 0, level->message);
    const struct ol_message *entry = &ol_messages[OL_MESSAGE_StringStringEntryProto];
    if (field != NULL && ol_level_has(level, field->index) && field->of == entry &&
        ol_field_is_repeated(field)) {
        const struct ol_field *key = &entry->fields[OL_StringStringEntryProto_key];
        ol_unique_emit(
            run, rule,
            &(struct ol_unique){.level = level, .field = field, .name = key, .arg = "key"});
    }
}

const struct ol_check ol_check_keys_unique = {
    .name = "keys_unique",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_keys,
    .param_count = 1,
    .args = args_key,
    .notes = notes_first,
    .concern = ol_concerns_present,
    .run = run_keys,
};

/* --- names_unique -------------------------------------------------------- */

enum {
    PARAM_FIELD,
    PARAM_NAME
};

static const struct ol_param params_names[] = {
    [PARAM_FIELD] = {.name = "field",
                     .type = OL_PARAM_FIELD,
                     .is_required = true,
                     .takes = OL_TAKES_MESSAGE | OL_TAKES_REPEATED},
    [PARAM_NAME] = {.name = "name",
                    .type = OL_PARAM_FIELD,
                    .is_required = true,
                    .takes = OL_TAKES_STRING | OL_TAKES_SINGULAR,
                    .of = OL_OF_HELD},
};

static const char *const args_names[] = {"name", NULL};
static void run_names(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = ol_rule_field(rule, PARAM_FIELD, level->message);
    if (field == NULL || !ol_level_has(level, field->index) || field->of == NULL ||
        !ol_field_is_repeated(field)) {
        return;
    }
    const struct ol_field *name = ol_rule_field(rule, PARAM_NAME, field->of);
    if (name != NULL && name->type == OL_TYPE_STRING && !ol_field_is_repeated(name)) {
        ol_unique_emit(run, rule,
                       &(struct ol_unique){
                           .level = level, .field = field, .name = name, .arg = args_names[0]});
    }
}

const struct ol_check ol_check_names_unique = {
    .name = "names_unique",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_names,
    .param_count = sizeof params_names / sizeof *params_names,
    .args = args_names,
    .notes = notes_first,
    .concern = ol_concerns_present,
    .run = run_names,
};

/* --- texts_unique -------------------------------------------------------- */

static const struct ol_param params_texts[] = {
    {.name = "field",
     .type = OL_PARAM_FIELD,
     .is_required = true,
     .takes = OL_TAKES_TEXT | OL_TAKES_REPEATED},
};

static const char *const args_texts[] = {"field", "name", NULL};
static const char *const variants_texts[] = {"empty", NULL};

/* One text of the field. Small, since a text takes three bytes of the file. */
struct entry {
    const uint8_t *text;
    uint32_t size;
    uint32_t index;
    uint8_t head; /* bytes of tag and length, which stand before the text */
};

static struct ol_slice text_of(const struct entry *entry)
{
    return (struct ol_slice){entry->text, entry->size};
}

static struct ol_span span_of(const struct ol_level *level, const struct entry *entry)
{
    uint64_t offset = (uint64_t)(entry->text - level->bytes);
    return ol_span_between(offset - entry->head, offset + entry->size);
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *left = a;
    const struct entry *right = b;
    int order = ol_slice_compare(text_of(left), text_of(right));
    if (order != 0) {
        return order;
    }
    return left->index < right->index ? -1 : left->index > right->index;
}

/* Adds the texts that are not empty to buf, and tells of those that are. */
static void gather_entries(struct ol_run *run, const struct ol_rule *rule,
                           const struct ol_finding *place, struct ol_buf *buf)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, place->level, place->field->index);
    while (ol_cursor_next(&cursor, &element)) {
        if (element.occurrence.flags & OL_OCCURRENCE_CUT || element.bytes.size > UINT32_MAX ||
            element.index > UINT32_MAX) {
            continue;
        }
        if (element.bytes.size == 0) {
            OL_EMIT(run, rule,
                    (.span = element.span, .level = place->level, .field = place->field,
                     .index = element.index, .variant = variants_texts[0]),
                    OL_ARG_WORD("field", place->field->name), OL_ARG_TEXT("name", element.bytes));
            continue;
        }
        struct entry entry = {
            .text = element.bytes.data,
            .size = (uint32_t)element.bytes.size,
            .index = (uint32_t)element.index,
            .head = (uint8_t)(element.occurrence.value - element.occurrence.tag),
        };
        ol_buf_add_slice(buf, (struct ol_slice){(const uint8_t *)&entry, sizeof entry});
    }
    if (!ol_buf_is_ok(buf)) {
        ol_run_fail(run, OL_ERR_NOMEM);
        ol_buf_clear(buf);
    }
}

static void emit_again(struct ol_run *run, const struct ol_rule *rule,
                       const struct ol_finding *place, const struct entry pair[2])
{
    struct ol_note note = {
        .note = "first",
        .span = span_of(place->level, &pair[0]),
        .level = place->level,
        .field = place->field,
        .index = pair[0].index,
    };
    OL_EMIT(run, rule,
            (.span = span_of(place->level, &pair[1]), .level = place->level, .field = place->field,
             .index = pair[1].index, .notes = &note, .note_count = 1),
            OL_ARG_WORD("field", place->field->name), OL_ARG_TEXT("name", text_of(&pair[1])));
}

/* The texts of a repeated field. */
static void run_texts(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = ol_rule_field(rule, 0, level->message);
    if (field == NULL || (field->type != OL_TYPE_STRING && field->type != OL_TYPE_BYTES) ||
        !ol_field_is_repeated(field) || !ol_level_has(level, field->index)) {
        return;
    }
    struct ol_finding place = {.level = level, .field = field};
    struct ol_buf buf;
    ol_run_init_buf(run, &buf);
    gather_entries(run, rule, &place, &buf);
    size_t count = buf.size / sizeof(struct entry);
    if (count > 1) {
        /* the buffer is a whole allocation, so that it is aligned for any type */
        struct entry *entries = (struct entry *)(void *)buf.text;
        size_t first = 0;
        ol_sort(entries, count, sizeof *entries, compare_entries);
        for (size_t i = 1; i < count; i++) {
            if (ol_slice_is_equal(text_of(&entries[i]), text_of(&entries[first]))) {
                emit_again(run, rule, &place, (struct entry[2]){entries[first], entries[i]});
            } else {
                first = i;
            }
        }
    }
    ol_buf_fini(&buf);
}

const struct ol_check ol_check_texts_unique = {
    .name = "texts_unique",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_texts,
    .param_count = 1,
    .args = args_texts,
    .variants = variants_texts,
    .notes = notes_first,
    .concern = ol_concerns_present,
    .run = run_texts,
};
