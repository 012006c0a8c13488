/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that serve rules about the numbers of any message: within what bounds they are, and in
 * what order. */
#include <stdint.h>

#include "checks/general_numbers.h"
#include "checks/general_within.h"

/* As an argument for a message. */
static struct ol_arg number_arg(struct ol_run *run, const char *name,
                                const struct ol_field_number *number)
{
    struct ol_buf buf;
    ol_run_init_buf(run, &buf);
    ol_field_number_add(&buf, number);
    struct ol_arg arg = OL_ARG_WORD(name, ol_run_keep_buf(run, &buf));
    ol_buf_fini(&buf);
    return arg;
}

/* --- field_range --------------------------------------------------------- */

enum {
    RANGE_FIELD,
    RANGE_MIN,
    RANGE_MAX,
    RANGE_WITHIN,
    RANGE_NOT_WITHIN
};

static const struct ol_param params_range[] = {
    [RANGE_FIELD] = {.name = "field",
                     .type = OL_PARAM_FIELD,
                     .is_required = true,
                     .takes = OL_TAKES_NUMBER},
    [RANGE_MIN] = {.name = "min", .type = OL_PARAM_INTEGER, .is_bound = true, .not_above = "max"},
    [RANGE_MAX] = {.name = "max", .type = OL_PARAM_INTEGER, .is_bound = true},
    [RANGE_WITHIN] = OL_PARAM_WITHIN,
    [RANGE_NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
};

static const char *const args_range[] = {"field", "value", "min", "max", NULL};

/* A bound that the rule states; NULL: it states none. */
static const int64_t *bound(const struct ol_rule *rule, size_t i)
{
    return rule->with[i].count > 0 ? &rule->with[i].items[0].integer : NULL;
}

static bool is_within_range(const struct ol_rule *rule, const struct ol_field_number *number)
{
    return ol_field_number_is_within(number, bound(rule, RANGE_MIN), bound(rule, RANGE_MAX));
}

static void visit_range(struct ol_run *run, const struct ol_rule *rule,
                        const struct ol_finding *place, const struct ol_field_number *number)
{
    if (ol_run_takes(run, rule, NULL)) {
        OL_EMIT(run, rule,
                (.span = place->span, .level = place->level, .field = place->field,
                 .index = place->index),
                OL_ARG_WORD("field", place->field->name), number_arg(run, "value", number),
                OL_ARG_I64("min", ol_rule_integer(rule, RANGE_MIN, INT64_MIN)),
                OL_ARG_I64("max", ol_rule_integer(rule, RANGE_MAX, INT64_MAX)));
    }
}

static void run_range(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    ol_each_number(run, level, rule, is_within_range, visit_range);
}

static bool may_be_out(const struct ol_rule *rule, const struct ol_outline *outline)
{
    return ol_may_have_number(rule, outline, is_within_range);
}

const struct ol_check ol_check_field_range = {
    .name = "field_range",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_range,
    .param_count = sizeof params_range / sizeof *params_range,
    .asks = 1U << RANGE_MIN | 1U << RANGE_MAX,
    .args = args_range,
    .within = RANGE_WITHIN,
    .concern = ol_concerns_present,
    .may_speak = may_be_out,
    .run = run_range,
};

/* --- field_ascending ----------------------------------------------------- */

enum {
    ASCENDING_FIELD,
    ASCENDING_BY,
    ASCENDING_STRICT
};

static const char *const words_no_yes[] = {"no", "yes", NULL};

static const struct ol_param params_ascending[] = {
    [ASCENDING_FIELD] = {.name = "field",
                         .type = OL_PARAM_FIELD,
                         .is_required = true,
                         .takes = OL_TAKES_NUMBER | OL_TAKES_MESSAGE | OL_TAKES_REPEATED},
    [ASCENDING_BY] = {.name = "by",
                      .type = OL_PARAM_FIELD,
                      .takes = OL_TAKES_NUMBER | OL_TAKES_SINGULAR,
                      .of = OL_OF_HELD},
    [ASCENDING_STRICT] = {.name = "strict", .type = OL_PARAM_WORD, .words = words_no_yes},
};

static const char *const args_ascending[] = {"field", "value", "before", NULL};

/* The numbers met so far. */
struct ascent {
    struct ol_run *run;
    const struct ol_rule *rule;
    struct ol_field_number last;
    bool has_last;
};

static bool is_in_order(const struct ascent *ascent, const struct ol_field_number *number)
{
    return ol_rule_integer(ascent->rule, ASCENDING_STRICT, 0) != 0
               ? ol_field_number_is_above(number, &ascent->last)
               : ol_field_number_is_at_least(number, &ascent->last);
}

static void climb(struct ascent *ascent, const struct ol_finding *place,
                  const struct ol_field_number *number)
{
    if (ascent->has_last && !is_in_order(ascent, number) &&
        ol_run_takes(ascent->run, ascent->rule, NULL)) {
        OL_EMIT(ascent->run, ascent->rule,
                (.span = place->span, .level = place->level, .field = place->field,
                 .index = place->index),
                OL_ARG_WORD("field", place->field->name), number_arg(ascent->run, "value", number),
                number_arg(ascent->run, "before", &ascent->last));
    }
    ascent->last = *number;
    ascent->has_last = true;
}

/* A number of a sub-message; one whose readers see none is passed over. */
static void climb_member(struct ascent *ascent, const struct ol_level *level,
                         const struct ol_element *element, const struct ol_field *by)
{
    struct ol_level child;
    ol_level_init_child(&child, level, &element->occurrence, element->index);
    if (!ol_run_read(ascent->run, &child) || !ol_level_shows(&child, by)) {
        return;
    }
    struct ol_field_number number = ol_field_number_of(&child, by);
    struct ol_finding place = {
        .span = ol_level_span(&child, by->index), .level = &child, .field = by};
    climb(ascent, &place, &number);
}

static void run_ascending(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    const struct ol_field *field = ol_rule_field(rule, ASCENDING_FIELD, level->message);
    if (field == NULL || !ol_field_is_repeated(field)) {
        return;
    }
    const struct ol_field *by =
        field->of != NULL ? ol_rule_field(rule, ASCENDING_BY, field->of) : NULL;
    bool has_members = by != NULL && ol_field_is_number(by) && !ol_field_is_repeated(by);
    if (ol_level_elements(level, field->index) < 2 ||
        (!has_members && !ol_field_is_number(field))) {
        return;
    }
    struct ascent ascent = {.run = run, .rule = rule};
    struct ol_finding place = {.level = level, .field = field};
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field->index);
    while (ol_cursor_next(&cursor, &element)) {
        if (has_members) {
            climb_member(&ascent, level, &element, by);
            continue;
        }
        struct ol_field_number number = ol_field_number_from_bits(field, element.bits);
        place.span = element.span;
        place.index = element.index;
        climb(&ascent, &place, &number);
    }
}

const struct ol_check ol_check_field_ascending = {
    .name = "field_ascending",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_ascending,
    .param_count = sizeof params_ascending / sizeof *params_ascending,
    .args = args_ascending,
    .concern = ol_concerns_present,
    .run = run_ascending,
};
