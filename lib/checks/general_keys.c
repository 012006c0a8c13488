/* SPDX-License-Identifier: Apache-2.0 */
/* The check that serves rules about the keys of any list of messages that have one, such as
 * metadata_props, external_data and the attributes of a node: which there must, may and must not
 * be, and what their values are. */
#include <stdint.h>

#include "base/limits.h"
#include "base/nearest.h"
#include "base/text.h"
#include "checks/text_form.h"
#include "onnx/peek.h"
#include "rule/check.h"

enum {
    KEYS_FIELD,
    KEYS_KEY,
    KEYS_VALUE,
    KEYS_REQUIRED,
    KEYS_ALLOWED,
    KEYS_FORBIDDEN,
    KEYS_VALUES,
    KEYS_PATTERNS
};

static const struct ol_param params_keys[] = {
    [KEYS_FIELD] = {.name = "field",
                    .type = OL_PARAM_FIELD,
                    .is_required = true,
                    .takes = OL_TAKES_MESSAGE | OL_TAKES_REPEATED},
    [KEYS_KEY] = {.name = "key",
                  .type = OL_PARAM_FIELD,
                  .takes = OL_TAKES_TEXT | OL_TAKES_SINGULAR,
                  .of = OL_OF_HELD,
                  .fallback = "key"},
    [KEYS_VALUE] = {.name = "value",
                    .type = OL_PARAM_FIELD,
                    .takes = OL_TAKES_TEXT | OL_TAKES_SINGULAR,
                    .of = OL_OF_HELD,
                    .fallback = "value",
                    .needed_by = 1U << KEYS_VALUES | 1U << KEYS_PATTERNS},
    [KEYS_REQUIRED] = {.name = "required",
                       .type = OL_PARAM_TEXT,
                       .is_list = true,
                       .apart = "forbidden"},
    [KEYS_ALLOWED] = {.name = "allowed",
                      .type = OL_PARAM_TEXT,
                      .is_list = true,
                      .apart = "forbidden"},
    [KEYS_FORBIDDEN] = {.name = "forbidden", .type = OL_PARAM_TEXT, .is_list = true},
    [KEYS_VALUES] = {.name = "values",
                     .type = OL_PARAM_WORD,
                     .is_map = true,
                     .words = ol_text_form_words,
                     .apart = "forbidden"},
    [KEYS_PATTERNS] = {.name = "patterns",
                       .type = OL_PARAM_PATTERN,
                       .is_map = true,
                       .apart = "forbidden"},
};

static const char *const args_keys[] = {"field", "key", "value", "form", "nearest", NULL};

enum {
    CASE_MISSING,
    CASE_UNKNOWN,
    CASE_FORBIDDEN,
    CASE_VALUE
};

static const char *const variants_keys[] = {[CASE_MISSING] = "missing",
                                            [CASE_UNKNOWN] = "unknown",
                                            [CASE_FORBIDDEN] = "forbidden",
                                            [CASE_VALUE] = "value",
                                            NULL};

/* One entry of the list. */
struct entry {
    const struct ol_level *level; /* of the entry */
    const struct ol_field *key_field;
    const struct ol_field *value_field; /* NULL: nothing is asked of values */
    struct ol_peek key_peek;
    struct ol_peek value_peek;
    struct ol_slice key;
    struct ol_slice value;
};

static bool is_listed(const struct ol_param_value *list, struct ol_slice key)
{
    for (size_t i = 0; i < list->count; i++) {
        if (ol_slice_is_text(key, list->items[i].text)) {
            return true;
        }
    }
    return false;
}

static bool is_in_map(const struct ol_param_value *map, struct ol_slice key)
{
    for (size_t i = 0; i < map->count; i++) {
        if (ol_slice_is_text(key, map->items[i].key)) {
            return true;
        }
    }
    return false;
}

/* Everything that is allowed or spoken of is known. */
static bool is_known(const struct ol_rule *rule, struct ol_slice key)
{
    return is_listed(&rule->with[KEYS_ALLOWED], key) ||
           is_listed(&rule->with[KEYS_REQUIRED], key) || is_in_map(&rule->with[KEYS_VALUES], key) ||
           is_in_map(&rule->with[KEYS_PATTERNS], key);
}

/* Reports an entry; a case that the rule does not tell apart is its main one. form: what the value
 * should be, NULL where it is not about that. */
static void report_entry(struct ol_run *run, const struct ol_rule *rule, const struct entry *entry,
                         int which, const char *form)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, entry->key);
    for (size_t i = 0; which == CASE_UNKNOWN && i < rule->with[KEYS_ALLOWED].count; i++) {
        ol_nearest_offer(&nearest, rule->with[KEYS_ALLOWED].items[i].text);
    }
    const struct ol_peek *peek = which == CASE_VALUE ? &entry->value_peek : &entry->key_peek;
    OL_EMIT(
        run, rule,
        (.span = peek->is_found ? ol_occurrence_span(&peek->last) : ol_level_header(entry->level),
         .level = entry->level,
         .field = which == CASE_VALUE ? entry->value_field : entry->key_field,
         .variant = ol_rule_has_variant(rule, variants_keys[which]) ? variants_keys[which] : NULL),
        OL_ARG_WORD("field", entry->level->field->name), OL_ARG_TEXT("key", entry->key),
        OL_ARG_TEXT("value", entry->value), OL_ARG_WORD("form", form != NULL ? form : ""),
        OL_ARG_WORD("nearest", ol_run_nearest_question(run, &nearest)));
}

/* Whether all of the value was read, and is the text that its field is to hold. */
static bool is_readable(const struct entry *entry)
{
    return entry->value_peek.is_whole && (entry->value_field->type != OL_TYPE_STRING ||
                                          ol_utf8_valid_length(entry->value) == entry->value.size);
}

/* What the value should be and is not; NULL where it is right. */
static const char *wrong_form(struct ol_run *run, const struct ol_rule *rule,
                              const struct entry *entry)
{
    for (size_t i = 0; i < rule->with[KEYS_VALUES].count; i++) {
        const struct ol_param_item *item = &rule->with[KEYS_VALUES].items[i];
        enum ol_text_form form = (enum ol_text_form)item->integer;
        if (ol_slice_is_text(entry->key, item->key) &&
            (entry->value.size == 0 || !ol_text_has_form(form, entry->value))) {
            return item->text;
        }
    }
    for (size_t i = 0; i < rule->with[KEYS_PATTERNS].count; i++) {
        const struct ol_param_item *item = &rule->with[KEYS_PATTERNS].items[i];
        if (ol_slice_is_text(entry->key, item->key) &&
            !ol_run_matches(run, entry->level, ol_level_whole(entry->level), item->pattern,
                            entry->value)) {
            return item->text;
        }
    }
    return NULL;
}

static void check_entry(struct ol_run *run, const struct ol_rule *rule, const struct entry *entry)
{
    if (is_listed(&rule->with[KEYS_FORBIDDEN], entry->key)) {
        report_entry(run, rule, entry, CASE_FORBIDDEN, NULL);
        return;
    }
    if (rule->with[KEYS_ALLOWED].count > 0 && !is_known(rule, entry->key)) {
        report_entry(run, rule, entry, CASE_UNKNOWN, NULL);
        return;
    }
    const char *form = is_readable(entry) ? wrong_form(run, rule, entry) : NULL;
    if (form != NULL) {
        report_entry(run, rule, entry, CASE_VALUE, form);
    }
}

/* Reads the entry; false where its key cannot be told: one that is cut or of a wrong type, or none,
 * is a fault of its own. */
static bool read_entry(const struct ol_level *level, const struct ol_rule *rule,
                       const struct ol_element *element, struct ol_level *child,
                       struct entry *entry)
{
    struct ol_span bytes = ol_occurrence_payload(&element->occurrence);
    ol_peek_open(child, level, element->occurrence.tag, element->index);
    *entry = (struct entry){
        .level = child,
        .key_field = ol_rule_field(rule, KEYS_KEY, child->message),
        .value_field = ol_rule_field(rule, KEYS_VALUE, child->message),
    };
    entry->key_peek = ol_peek_last(level->bytes, bytes, entry->key_field);
    entry->key = ol_peek_text(level->bytes, &entry->key_peek);
    if (entry->value_field != NULL) {
        entry->value_peek = ol_peek_last(level->bytes, bytes, entry->value_field);
        entry->value = ol_peek_text(level->bytes, &entry->value_peek);
    }
    return entry->key_peek.is_whole && entry->key.size > 0;
}

static void note_found(const struct ol_rule *rule, struct ol_slice key, bool *found)
{
    for (size_t i = 0; i < rule->with[KEYS_REQUIRED].count; i++) {
        found[i] = found[i] || ol_slice_is_text(key, rule->with[KEYS_REQUIRED].items[i].text);
    }
}

static void report_missing(struct ol_run *run, const struct ol_level *level,
                           const struct ol_rule *rule, const struct ol_field *field,
                           const struct ol_param_item *item)
{
    bool is_own = ol_rule_has_variant(rule, variants_keys[CASE_MISSING]);
    OL_EMIT(run, rule,
            (.span = ol_level_has(level, field->index) ? ol_level_span(level, field->index)
                                                       : ol_level_header(level),
             .level = level, .field = field, .index = OL_INDEX_NONE,
             .variant = is_own ? variants_keys[CASE_MISSING] : NULL),
            OL_ARG_WORD("field", field->name), OL_ARG_TEXT("key", ol_slice_from_text(item->text)),
            OL_ARG_TEXT("value", ol_slice_from_text("")), OL_ARG_WORD("form", ""),
            OL_ARG_WORD("nearest", ""));
}

static void run_keys(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = ol_rule_field(rule, KEYS_FIELD, level->message);
    if (field == NULL || ol_rule_field(rule, KEYS_KEY, field->of) == NULL) {
        return;
    }
    bool found[OL_RULE_LIST_MAX] = {false};
    bool is_whole = level->is_complete && !(level->mistyped >> field->index & 1);
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field->index);
    while (ol_cursor_next(&cursor, &element)) {
        struct ol_level child;
        struct entry entry;
        if (read_entry(level, rule, &element, &child, &entry)) {
            note_found(rule, entry.key, found);
            check_entry(run, rule, &entry);
        } else {
            is_whole = is_whole && entry.key_peek.is_whole;
        }
    }
    for (size_t i = 0; is_whole && i < rule->with[KEYS_REQUIRED].count; i++) {
        if (!found[i]) {
            report_missing(run, level, rule, field, &rule->with[KEYS_REQUIRED].items[i]);
        }
    }
}

/* Keys that are required can be missing where there is no entry at all. */
static struct ol_concern concern_keys(const struct ol_rule *rule, const struct ol_message *message)
{
    struct ol_concern concern = ol_concerns_present(rule, message);
    concern.missing = rule->with[KEYS_REQUIRED].count > 0 ? concern.present : 0;
    return concern;
}

const struct ol_check ol_check_keys_schema = {
    .name = "keys_schema",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_keys,
    .param_count = sizeof params_keys / sizeof *params_keys,
    .asks = 1U << KEYS_REQUIRED | 1U << KEYS_ALLOWED | 1U << KEYS_FORBIDDEN | 1U << KEYS_VALUES |
            1U << KEYS_PATTERNS,
    .args = args_keys,
    .variants = variants_keys,
    .asks_file = true,
    .concern = concern_keys,
    .run = run_keys,
};
