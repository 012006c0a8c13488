/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that serve rules about the texts of any message: patterns, and how long texts are. */
#include <stdint.h>

#include "checks/general_texts.h"
#include "checks/general_within.h"

/* --- text_pattern -------------------------------------------------------- */

enum {
    PATTERN_FIELD,
    PATTERN_PATTERN,
    PATTERN_NOT,
    PATTERN_WITHIN,
    PATTERN_NOT_WITHIN
};

static const struct ol_param params_pattern[] = {
    [PATTERN_FIELD] = {.name = "field",
                       .type = OL_PARAM_FIELD,
                       .is_required = true,
                       .takes = OL_TAKES_TEXT},
    [PATTERN_PATTERN] = {.name = "pattern",
                         .type = OL_PARAM_PATTERN,
                         .is_list = true,
                         .apart = "not"},
    [PATTERN_NOT] = {.name = "not", .type = OL_PARAM_PATTERN, .is_list = true},
    [PATTERN_WITHIN] = OL_PARAM_WITHIN,
    [PATTERN_NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
};

static const char *const args_pattern[] = {"field", "value", "pattern", NULL};
static const char *const variants_pattern[] = {"not", NULL};

static void report_pattern(struct ol_run *run, const struct ol_rule *rule,
                           const struct ol_finding *place, struct ol_slice text,
                           const char *pattern)
{
    OL_EMIT(run, rule,
            (.span = place->span, .level = place->level, .field = place->field,
             .index = place->index, .variant = place->variant),
            OL_ARG_WORD("field", place->field->name), OL_ARG_TEXT("value", text),
            OL_ARG_TEXT("pattern", ol_slice_from_text(pattern)));
}

/* One of `pattern` has to match where there is any, and none of `not`. What is undecided is told as
 * not checked, and is no fault. */
static void visit_pattern(struct ol_run *run, const struct ol_rule *rule,
                          const struct ol_finding *place, struct ol_slice text)
{
    const struct ol_param_value *wanted = &rule->with[PATTERN_PATTERN];
    const struct ol_param_value *unwanted = &rule->with[PATTERN_NOT];
    bool is_wanted = wanted->count == 0;
    for (size_t i = 0; i < wanted->count && !is_wanted; i++) {
        is_wanted = ol_run_matches(run, place->level, place->span, wanted->items[i].pattern, text);
    }
    if (!is_wanted) {
        report_pattern(run, rule, place, text, wanted->items[0].text);
        return;
    }
    for (size_t i = 0; i < unwanted->count; i++) {
        const struct ol_pattern *pattern = unwanted->items[i].pattern;
        if (ol_run_match(run, place->level, place->span, pattern, text) == OL_MATCH_YES) {
            struct ol_finding unwanted_place = *place;
            unwanted_place.variant =
                ol_rule_has_variant(rule, variants_pattern[0]) ? variants_pattern[0] : NULL;
            report_pattern(run, rule, &unwanted_place, text, unwanted->items[i].text);
            return;
        }
    }
}

static void run_pattern(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    static const struct ol_text_visit visit = {.visit = visit_pattern};
    ol_each_text(run, level, rule, &visit);
}

const struct ol_check ol_check_text_pattern = {
    .name = "text_pattern",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_pattern,
    .param_count = sizeof params_pattern / sizeof *params_pattern,
    .asks = 1U << PATTERN_PATTERN | 1U << PATTERN_NOT,
    .args = args_pattern,
    .variants = variants_pattern,
    .asks_file = true,
    .within = PATTERN_WITHIN,
    .concern = ol_concerns_present,
    .run = run_pattern,
};

/* --- text_length --------------------------------------------------------- */

enum {
    LENGTH_FIELD,
    LENGTH_MIN,
    LENGTH_MAX,
    LENGTH_UNIT,
    LENGTH_WITHIN,
    LENGTH_NOT_WITHIN
};

enum {
    UNIT_BYTES,
    UNIT_CHARACTERS
};

static const char *const words_unit[] = {
    [UNIT_BYTES] = "bytes", [UNIT_CHARACTERS] = "characters", NULL};

static const struct ol_param params_length[] = {
    [LENGTH_FIELD] = {.name = "field",
                      .type = OL_PARAM_FIELD,
                      .is_required = true,
                      .takes = OL_TAKES_TEXT},
    [LENGTH_MIN] = {.name = "min",
                    .type = OL_PARAM_INTEGER,
                    .max = INT64_MAX,
                    .is_bound = true,
                    .not_above = "max"},
    [LENGTH_MAX] = {.name = "max", .type = OL_PARAM_INTEGER, .max = INT64_MAX, .is_bound = true},
    [LENGTH_UNIT] = {.name = "unit", .type = OL_PARAM_WORD, .words = words_unit},
    [LENGTH_WITHIN] = OL_PARAM_WITHIN,
    [LENGTH_NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
};

static const char *const args_length[] = {"field", "value", "actual", "min", "max", NULL};
static const char *const variants_length[] = {"short", NULL};

/* The bytes that begin a character of UTF-8. */
static uint64_t count_characters(struct ol_slice text)
{
    uint64_t count = 0;
    for (size_t i = 0; i < text.size; i++) {
        count += (text.data[i] & 0xC0) != 0x80;
    }
    return count;
}

static void visit_length(struct ol_run *run, const struct ol_rule *rule,
                         const struct ol_finding *place, struct ol_slice text)
{
    bool is_bytes = ol_rule_integer(rule, LENGTH_UNIT, UNIT_BYTES) == UNIT_BYTES;
    uint64_t length = is_bytes ? text.size : count_characters(text);
    int64_t min = ol_rule_integer(rule, LENGTH_MIN, 0);
    int64_t max = ol_rule_integer(rule, LENGTH_MAX, INT64_MAX);
    bool is_short = min > 0 && length < (uint64_t)min;
    if (!is_short && max >= 0 && length <= (uint64_t)max) {
        return;
    }
    bool is_own = is_short && ol_rule_has_variant(rule, variants_length[0]);
    OL_EMIT(run, rule,
            (.span = place->span, .level = place->level, .field = place->field,
             .index = place->index, .variant = is_own ? variants_length[0] : NULL),
            OL_ARG_WORD("field", place->field->name), OL_ARG_TEXT("value", text),
            OL_ARG_U64("actual", length), OL_ARG_I64("min", min), OL_ARG_I64("max", max));
}

static void run_length(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    static const struct ol_text_visit visit = {.visit = visit_length, .takes_empty = true};
    ol_each_text(run, level, rule, &visit);
}

const struct ol_check ol_check_text_length = {
    .name = "text_length",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_length,
    .param_count = sizeof params_length / sizeof *params_length,
    .asks = 1U << LENGTH_MIN | 1U << LENGTH_MAX,
    .args = args_length,
    .variants = variants_length,
    .within = LENGTH_WITHIN,
    .concern = ol_concerns_present,
    .run = run_length,
};
