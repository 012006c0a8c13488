/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that serve rules about any message, by parameters: numbers and texts that must be there,
 * and how many there may be. */
#include <stdint.h>

#include "rule/check.h"

/* --- number_required ----------------------------------------------------- */

enum {
    NUMBER_FIELD,
    NUMBER_MAX
};
enum {
    NUMBER_ZERO,
    NUMBER_NEGATIVE,
    NUMBER_ABOVE
};

static const struct ol_param params_number[] = {
    [NUMBER_FIELD] = {.name = "field",
                      .type = OL_PARAM_FIELD,
                      .is_required = true,
                      .takes = OL_TAKES_INTEGER | OL_TAKES_SINGULAR},
    [NUMBER_MAX] =
        {.name = "max", .type = OL_PARAM_INTEGER, .min = 1, .max = INT64_MAX, .is_bound = true},
};

static const char *const args_number[] = {"field", "value", "max", NULL};
static const char *const variants_number[] = {
    [NUMBER_ZERO] = "zero", [NUMBER_NEGATIVE] = "negative", [NUMBER_ABOVE] = "above", NULL};

/* A singular number that is to be there and positive. The main case is that it is missing; a case
 * that the rule does not tell apart is not its own. */
static void run_number(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = ol_rule_field(rule, NUMBER_FIELD, level->message);
    if (field == NULL || !ol_field_is_varint(field) || ol_field_is_repeated(field)) {
        return;
    }
    bool is_there = ol_level_has(level, field->index);
    int64_t value = ol_level_integer(level, field->index, 0);
    int64_t max = ol_rule_integer(rule, NUMBER_MAX, INT64_MAX);
    if ((!is_there && !ol_level_lacks(level, field->index)) || (value > 0 && value <= max)) {
        return;
    }
    const char *variant = NULL;
    if (is_there) {
        variant = variants_number[value == 0  ? NUMBER_ZERO
                                  : value < 0 ? NUMBER_NEGATIVE
                                              : NUMBER_ABOVE];
    }
    OL_EMIT(run, rule,
            (.span = is_there ? ol_level_span(level, field->index) : ol_level_header(level),
             .level = level, .field = field, .variant = variant),
            OL_ARG_WORD("field", field->name), OL_ARG_I64("value", value), OL_ARG_I64("max", max));
}

const struct ol_check ol_check_number_required = {
    .name = "number_required",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_number,
    .param_count = sizeof params_number / sizeof *params_number,
    .args = args_number,
    .variants = variants_number,
    .run = run_number,
};

/* --- text_required ------------------------------------------------------- */

enum {
    TEXT_FIELD,
    TEXT_VALUE
};

static const struct ol_param params_text[] = {
    [TEXT_FIELD] = {.name = "field",
                    .type = OL_PARAM_FIELD,
                    .is_required = true,
                    .takes = OL_TAKES_TEXT | OL_TAKES_SINGULAR},
    [TEXT_VALUE] = {.name = "value", .type = OL_PARAM_TEXT, .is_required = true},
};

static const char *const args_text[] = {"field", "value", "wanted", NULL};
static const char *const variants_text[] = {"missing", NULL};

/* A singular text that is to be that one. */
static void run_text(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = ol_rule_field(rule, TEXT_FIELD, level->message);
    if (field == NULL || !ol_field_is_text(field) || ol_field_is_repeated(field)) {
        return;
    }
    const char *wanted = rule->with[TEXT_VALUE].items[0].text;
    bool is_there = ol_level_has(level, field->index);
    bool is_wrong = is_there ? !ol_slice_is_text(ol_level_text(level, field->index), wanted)
                             : ol_level_lacks(level, field->index);
    if (is_wrong) {
        OL_EMIT(run, rule,
                (.span = is_there ? ol_level_span(level, field->index) : ol_level_header(level),
                 .level = level, .field = field, .variant = is_there ? NULL : variants_text[0]),
                OL_ARG_WORD("field", field->name),
                OL_ARG_TEXT("value", ol_level_text(level, field->index)),
                OL_ARG_TEXT("wanted", ol_slice_from_text(wanted)));
    }
}

const struct ol_check ol_check_text_required = {
    .name = "text_required",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_text,
    .param_count = sizeof params_text / sizeof *params_text,
    .args = args_text,
    .variants = variants_text,
    .run = run_text,
};

/* --- field_count --------------------------------------------------------- */

enum {
    COUNT_FIELD,
    COUNT_MIN,
    COUNT_MAX
};

static const struct ol_param params_count[] = {
    [COUNT_FIELD] = {.name = "field",
                     .type = OL_PARAM_FIELD,
                     .is_required = true,
                     .takes = OL_TAKES_REPEATED},
    [COUNT_MIN] = {.name = "min",
                   .type = OL_PARAM_INTEGER,
                   .max = INT64_MAX,
                   .is_bound = true,
                   .not_above = "max"},
    [COUNT_MAX] = {.name = "max", .type = OL_PARAM_INTEGER, .max = INT64_MAX, .is_bound = true},
};

static const char *const args_count[] = {"field", "count", "min", "max", NULL};
static const char *const variants_count[] = {"few", NULL};

/* A repeated field that has more elements than that, or fewer; told where the last of them is. */
static void run_count(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = ol_rule_field(rule, COUNT_FIELD, level->message);
    int64_t min = ol_rule_integer(rule, COUNT_MIN, 0);
    int64_t max = ol_rule_integer(rule, COUNT_MAX, INT64_MAX);
    if (field == NULL || max < 0) {
        return;
    }
    bool is_there = ol_level_has(level, field->index);
    uint64_t count = ol_level_elements(level, field->index);
    bool is_few = min > 0 && count < (uint64_t)min && level->is_complete &&
                  !(level->mistyped >> field->index & 1);
    if (!is_few && count <= (uint64_t)max) {
        return;
    }
    bool is_own = is_few && ol_rule_has_variant(rule, variants_count[0]);
    OL_EMIT(run, rule,
            (.span = is_there ? ol_level_span(level, field->index) : ol_level_header(level),
             .level = level, .field = field, .index = OL_INDEX_NONE,
             .variant = is_own ? variants_count[0] : NULL),
            OL_ARG_WORD("field", field->name), OL_ARG_U64("count", count), OL_ARG_I64("min", min),
            OL_ARG_I64("max", max));
}

const struct ol_check ol_check_field_count = {
    .name = "field_count",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_count,
    .param_count = sizeof params_count / sizeof *params_count,
    .asks = 1U << COUNT_MIN | 1U << COUNT_MAX,
    .args = args_count,
    .variants = variants_count,
    .run = run_count,
};
