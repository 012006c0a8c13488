/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that serve rules about any message, by parameters: whether a field is there, and what it
 * holds. */
#include <stdint.h>

#include "checks/general_numbers.h"
#include "checks/general_within.h"
#include "onnx/enum_names.h"
#include "rule/check.h"

static const char *const args_field[] = {"field", NULL};
static const char *const args_value[] = {"field", "value", "name", NULL};
static const char *const notes_first[] = {"first", NULL};

/* Whether the level has a value in the field that takes bytes: most have. */
static bool is_filled(const struct ol_level *level, unsigned field)
{
    const struct ol_field_state *state = &level->fields[field];
    return ol_level_elements(level, field) > 0 && state->last.end > state->last.value;
}

/* Whether the level has the singular text field, and no bytes are in it. */
static bool has_empty_text(const struct ol_level *level, const struct ol_field *field)
{
    bool is_text = ol_field_is_text(field);
    return is_text && !ol_field_is_repeated(field) && ol_level_has(level, field->index) &&
           ol_level_text(level, field->index).size == 0 &&
           !(level->fields[field->index].last.flags & OL_OCCURRENCE_CUT);
}

static struct ol_arg integer_arg(const char *name, const struct ol_field *field, int64_t value)
{
    return field->type == OL_TYPE_UINT64 ? OL_ARG_U64(name, (uint64_t)value)
                                         : OL_ARG_I64(name, value);
}

/* --- field_required ------------------------------------------------------ */

enum {
    REQUIRED_FIELD,
    REQUIRED_NONEMPTY,
    REQUIRED_WITHIN,
    REQUIRED_NOT_WITHIN
};

static const char *const words_no_yes[] = {"no", "yes", NULL};

static const struct ol_param params_required[] = {
    [REQUIRED_FIELD] = {.name = "field",
                        .type = OL_PARAM_FIELD,
                        .is_required = true,
                        .is_list = true},
    [REQUIRED_NONEMPTY] = {.name = "nonempty", .type = OL_PARAM_WORD, .words = words_no_yes},
    [REQUIRED_WITHIN] = OL_PARAM_WITHIN,
    [REQUIRED_NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
};

static void require(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                    const struct ol_field *field)
{
    if (!ol_level_has(level, field->index)) {
        if (ol_level_lacks(level, field->index)) {
            OL_EMIT(run, rule,
                    (.span = ol_level_header(level), .level = level, .field = field,
                     .index = OL_INDEX_NONE),
                    OL_ARG_WORD("field", field->name));
        }
        return;
    }
    bool is_bare = ol_field_is_repeated(field) && ol_level_elements(level, field->index) == 0;
    bool must_hold = ol_rule_integer(rule, REQUIRED_NONEMPTY, 0) != 0;
    if (is_bare || (must_hold && has_empty_text(level, field))) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, field->index), .level = level, .field = field,
                 .index = OL_INDEX_NONE),
                OL_ARG_WORD("field", field->name));
    }
}

static void run_required(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    for (size_t i = 0; i < rule->with[REQUIRED_FIELD].count; i++) {
        const struct ol_param_item *item = &rule->with[REQUIRED_FIELD].items[i];
        if (item->message == level->message->id && !is_filled(level, item->field)) {
            require(run, level, rule, &level->message->fields[item->field]);
        }
    }
}

/* Where a field may be there and hold nothing, levels that have it concern the rule as well. */
static struct ol_concern concern_required(const struct ol_rule *rule,
                                          const struct ol_message *message)
{
    uint32_t fields = ol_rule_field_bits(rule, REQUIRED_FIELD, message);
    struct ol_concern concern = {.missing = fields};
    for (uint32_t left = fields; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        bool may_be_bare = ol_field_is_repeated(&message->fields[i]) ||
                           ol_rule_integer(rule, REQUIRED_NONEMPTY, 0) != 0;
        concern.present |= may_be_bare ? 1U << i : 0;
    }
    return concern;
}

/* Where all of them are there, and none is bare, as most often. */
static bool may_be_missing(const struct ol_rule *rule, const struct ol_outline *outline)
{
    uint32_t fields = ol_rule_field_bits(rule, REQUIRED_FIELD, outline->message);
    return !outline->is_plain || (fields & ~outline->present) != 0;
}

const struct ol_check ol_check_field_required = {
    .name = "field_required",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_required,
    .param_count = sizeof params_required / sizeof *params_required,
    .args = args_field,
    .within = REQUIRED_WITHIN,
    .concern = concern_required,
    .may_speak = may_be_missing,
    .run = run_required,
};

/* --- field_nonempty ------------------------------------------------------ */

static const struct ol_param params_field[] = {
    {.name = "field",
     .type = OL_PARAM_FIELD,
     .is_required = true,
     .takes = OL_TAKES_TEXT | OL_TAKES_SINGULAR},
};

static void run_nonempty(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    const struct ol_field *field = ol_rule_field(rule, 0, level->message);
    if (field != NULL && has_empty_text(level, field)) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, field->index), .level = level, .field = field),
                OL_ARG_WORD("field", field->name));
    }
}

static bool may_be_empty(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return !outline->is_plain;
}

const struct ol_check ol_check_field_nonempty = {
    .name = "field_nonempty",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_field,
    .param_count = 1,
    .args = args_field,
    .concern = ol_concerns_present,
    .may_speak = may_be_empty,
    .run = run_nonempty,
};

/* --- field_absent -------------------------------------------------------- */

enum {
    ABSENT_FIELDS,
    ABSENT_WITHIN,
    ABSENT_NOT_WITHIN
};

static const struct ol_param params_absent[] = {
    [ABSENT_FIELDS] = {.name = "field",
                       .type = OL_PARAM_FIELD,
                       .is_required = true,
                       .is_list = true},
    [ABSENT_WITHIN] = OL_PARAM_WITHIN,
    [ABSENT_NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
};

static void run_absent(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    for (size_t i = 0; i < rule->with[ABSENT_FIELDS].count; i++) {
        const struct ol_param_item *item = &rule->with[ABSENT_FIELDS].items[i];
        if (item->message == level->message->id && ol_level_has(level, item->field)) {
            const struct ol_field *field = &level->message->fields[item->field];
            OL_EMIT(
                run, rule,
                (.span = ol_level_first_span(level, item->field), .level = level, .field = field),
                OL_ARG_WORD("field", field->name));
        }
    }
}

const struct ol_check ol_check_field_absent = {
    .name = "field_absent",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_absent,
    .param_count = sizeof params_absent / sizeof *params_absent,
    .args = args_field,
    .within = ABSENT_WITHIN,
    .concern = ol_concerns_present,
    .run = run_absent,
};

/* --- field_in, field_not_in ---------------------------------------------- */

enum {
    IN_FIELD,
    IN_VALUES,
    IN_WITHIN,
    IN_NOT_WITHIN
};

static const struct ol_param params_in[] = {
    [IN_FIELD] = {.name = "field",
                  .type = OL_PARAM_FIELD,
                  .is_required = true,
                  .takes = OL_TAKES_INTEGER},
    [IN_VALUES] = {.name = "values",
                   .type = OL_PARAM_INTEGER,
                   .is_required = true,
                   .is_list = true,
                   .takes_names = true},
    [IN_WITHIN] = OL_PARAM_WITHIN,
    [IN_NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
};

static bool has_value(const struct ol_rule *rule, const struct ol_field_number *number)
{
    bool is_huge = number->field->type == OL_TYPE_UINT64 && number->integer < 0;
    for (size_t i = 0; i < rule->with[IN_VALUES].count; i++) {
        const struct ol_param_item *item = &rule->with[IN_VALUES].items[i];
        if (item->integer == number->integer && item->is_huge == is_huge) {
            return true;
        }
    }
    return false;
}

/* Reports a whole number where being among the values, or not, is not what is wanted. */
static void emit_value(struct ol_run *run, const struct ol_rule *rule,
                       const struct ol_finding *place, const struct ol_field_number *number)
{
    const char *name = ol_enum_name(place->field, number->integer);
    OL_EMIT(
        run, rule,
        (.span = place->span, .level = place->level, .field = place->field, .index = place->index),
        OL_ARG_WORD("field", place->field->name),
        integer_arg("value", place->field, number->integer),
        OL_ARG_WORD("name", name != NULL ? name : ""));
}

static bool is_in(const struct ol_rule *rule, const struct ol_field_number *number)
{
    return !ol_field_is_varint(number->field) || has_value(rule, number);
}

static void run_in(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    ol_each_number(run, level, rule, is_in, emit_value);
}

static bool may_be_out(const struct ol_rule *rule, const struct ol_outline *outline)
{
    return ol_may_have_number(rule, outline, is_in);
}

const struct ol_check ol_check_field_in = {
    .name = "field_in",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_in,
    .param_count = sizeof params_in / sizeof *params_in,
    .args = args_value,
    .within = IN_WITHIN,
    .concern = ol_concerns_present,
    .may_speak = may_be_out,
    .run = run_in,
};

static bool is_not_in(const struct ol_rule *rule, const struct ol_field_number *number)
{
    return !ol_field_is_varint(number->field) || !has_value(rule, number);
}

static void run_not_in(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    ol_each_number(run, level, rule, is_not_in, emit_value);
}

static bool may_be_in(const struct ol_rule *rule, const struct ol_outline *outline)
{
    return ol_may_have_number(rule, outline, is_not_in);
}

const struct ol_check ol_check_field_not_in = {
    .name = "field_not_in",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_in,
    .param_count = sizeof params_in / sizeof *params_in,
    .args = args_value,
    .within = IN_WITHIN,
    .concern = ol_concerns_present,
    .may_speak = may_be_in,
    .run = run_not_in,
};

/* --- fields_exclusive ---------------------------------------------------- */

enum {
    EXCLUSIVE_FIELDS,
    EXCLUSIVE_WITHIN,
    EXCLUSIVE_NOT_WITHIN
};

static const struct ol_param params_exclusive[] = {
    [EXCLUSIVE_FIELDS] = {.name = "fields",
                          .type = OL_PARAM_FIELD,
                          .is_required = true,
                          .is_list = true,
                          .least = 2},
    [EXCLUSIVE_WITHIN] = OL_PARAM_WITHIN,
    [EXCLUSIVE_NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
};

static const char *const args_exclusive[] = {"field", "first", NULL};

/* The next field of the list that has a value in the level (an empty packed payload is none); NULL
 * after the last. *next is where to go on. */
static const struct ol_field *next_present(const struct ol_level *level, const struct ol_rule *rule,
                                           size_t *next)
{
    while (*next < rule->with[0].count) {
        const struct ol_param_item *item = &rule->with[0].items[(*next)++];
        if (item->message == level->message->id && ol_level_elements(level, item->field) > 0) {
            return &level->message->fields[item->field];
        }
    }
    return NULL;
}

/* The field of the list that comes first in the bytes, where the level has two of them or more;
 * NULL where not. */
static const struct ol_field *first_of_several(const struct ol_level *level,
                                               const struct ol_rule *rule)
{
    size_t next = 0;
    size_t count = 0;
    const struct ol_field *first = NULL;
    for (const struct ol_field *field = next_present(level, rule, &next); field != NULL;
         field = next_present(level, rule, &next)) {
        count++;
        if (first == NULL ||
            level->fields[field->index].first.tag < level->fields[first->index].first.tag) {
            first = field;
        }
    }
    return count > 1 ? first : NULL;
}

static void run_exclusive(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    const struct ol_field *first = first_of_several(level, rule);
    size_t next = 0;
    const struct ol_field *field = first != NULL ? next_present(level, rule, &next) : NULL;
    for (; field != NULL; field = next_present(level, rule, &next)) {
        if (field == first) {
            continue;
        }
        struct ol_note note = {
            .note = "first",
            .span = ol_level_first_span(level, first->index),
            .level = level,
            .field = first,
        };
        OL_EMIT(run, rule,
                (.span = ol_level_first_span(level, field->index), .level = level, .field = field,
                 .notes = &note, .note_count = 1),
                OL_ARG_WORD("field", field->name), OL_ARG_WORD("first", first->name));
    }
}

static struct ol_concern concern_exclusive(const struct ol_rule *rule,
                                           const struct ol_message *message)
{
    return (struct ol_concern){
        .present = ol_rule_field_bits(rule, EXCLUSIVE_FIELDS, message),
        .least = 2,
    };
}

const struct ol_check ol_check_fields_exclusive = {
    .name = "fields_exclusive",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_exclusive,
    .param_count = sizeof params_exclusive / sizeof *params_exclusive,
    .args = args_exclusive,
    .notes = notes_first,
    .within = EXCLUSIVE_WITHIN,
    .concern = concern_exclusive,
    .run = run_exclusive,
};
