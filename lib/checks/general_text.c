/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that serve rules about the texts of any message: of what form they are, and whether they
 * are among those listed. */
#include "base/nearest.h"
#include "base/text.h"
#include "checks/general_texts.h"
#include "checks/general_within.h"
#include "checks/text_form.h"

static void report_text(struct ol_run *run, const struct ol_rule *rule,
                        const struct ol_finding *place, struct ol_slice text)
{
    OL_EMIT(
        run, rule,
        (.span = place->span, .level = place->level, .field = place->field, .index = place->index),
        OL_ARG_WORD("field", place->field->name), OL_ARG_TEXT("value", text));
}

/* --- text_form ----------------------------------------------------------- */

enum {
    FORM_FIELD,
    FORM_FORM,
    FORM_WITHIN,
    FORM_NOT_WITHIN
};

static const struct ol_param params_form[] = {
    [FORM_FIELD] = {.name = "field",
                    .type = OL_PARAM_FIELD,
                    .is_required = true,
                    .takes = OL_TAKES_TEXT},
    [FORM_FORM] = {.name = "form",
                   .type = OL_PARAM_WORD,
                   .is_required = true,
                   .is_list = true,
                   .words = ol_text_form_words},
    [FORM_WITHIN] = OL_PARAM_WITHIN,
    [FORM_NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
};

static const char *const args_form[] = {"field", "value", NULL};

/* Whether the first of the forms will do: most rules take one, and most texts have it. */
static bool has_first_form(const struct ol_rule *rule, struct ol_slice text)
{
    return ol_text_has_form((enum ol_text_form)rule->with[FORM_FORM].items[0].integer, text);
}

/* Whether any of them will do. */
static bool has_form(const struct ol_rule *rule, struct ol_slice text)
{
    for (size_t i = 0; i < rule->with[FORM_FORM].count; i++) {
        int64_t form = rule->with[FORM_FORM].items[i].integer;
        if (ol_text_has_form((enum ol_text_form)form, text)) {
            return true;
        }
    }
    return false;
}

static void run_form(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    static const struct ol_text_visit visit = {.is_fine = has_form, .visit = report_text};
    if (!ol_is_text_fine(level, rule, has_first_form)) {
        ol_each_text(run, level, rule, &visit);
    }
}

const struct ol_check ol_check_text_form = {
    .name = "text_form",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_form,
    .param_count = sizeof params_form / sizeof *params_form,
    .args = args_form,
    .within = FORM_WITHIN,
    .concern = ol_concerns_present,
    .run = run_form,
};

/* --- text_in, text_not_in ------------------------------------------------ */

enum {
    IN_FIELD,
    IN_VALUES,
    IN_FOLD,
    IN_WITHIN,
    IN_NOT_WITHIN
};

static const char *const words_no_yes[] = {"no", "yes", NULL};

static const struct ol_param params_in[] = {
    [IN_FIELD] = {.name = "field",
                  .type = OL_PARAM_FIELD,
                  .is_required = true,
                  .takes = OL_TAKES_TEXT},
    [IN_VALUES] = {.name = "values", .type = OL_PARAM_TEXT, .is_required = true, .is_list = true},
    [IN_FOLD] = {.name = "fold", .type = OL_PARAM_WORD, .words = words_no_yes},
    [IN_WITHIN] = OL_PARAM_WITHIN,
    [IN_NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
};

static const char *const args_in[] = {"field", "value", "nearest", NULL};

static bool is_listed(const struct ol_rule *rule, struct ol_slice text)
{
    bool is_folded = ol_rule_integer(rule, IN_FOLD, 0) != 0;
    for (size_t i = 0; i < rule->with[IN_VALUES].count; i++) {
        const char *value = rule->with[IN_VALUES].items[i].text;
        if (text.size > 0 && ol_text_folded(text.data[0]) != ol_text_folded((uint8_t)value[0])) {
            continue; /* as most are not, and that without their length */
        }
        struct ol_slice listed = ol_slice_from_text(value);
        if (is_folded ? ol_text_is_equal_folded(text, listed) : ol_slice_is_equal(text, listed)) {
            return true;
        }
    }
    return false;
}

static void report_in(struct ol_run *run, const struct ol_rule *rule,
                      const struct ol_finding *place, struct ol_slice text)
{
    const char *nearest = "";
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < rule->with[IN_VALUES].count; i++) {
        const char *listed = rule->with[IN_VALUES].items[i].text;
        size_t distance = ol_nearest_distance(text, ol_slice_from_text(listed));
        if (distance < least) {
            least = distance;
            nearest = listed;
        }
    }
    OL_EMIT(
        run, rule,
        (.span = place->span, .level = place->level, .field = place->field, .index = place->index),
        OL_ARG_WORD("field", place->field->name), OL_ARG_TEXT("value", text),
        OL_ARG_WORD("nearest", nearest));
}

static void run_in(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    static const struct ol_text_visit visit = {.is_fine = is_listed, .visit = report_in};
    if (!ol_is_text_fine(level, rule, is_listed)) {
        ol_each_text(run, level, rule, &visit);
    }
}

const struct ol_check ol_check_text_in = {
    .name = "text_in",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_in,
    .param_count = sizeof params_in / sizeof *params_in,
    .args = args_in,
    .within = IN_WITHIN,
    .concern = ol_concerns_present,
    .run = run_in,
};

static bool is_not_listed(const struct ol_rule *rule, struct ol_slice text)
{
    return !is_listed(rule, text);
}

static void run_not_in(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    static const struct ol_text_visit visit = {.is_fine = is_not_listed, .visit = report_text};
    if (!ol_is_text_fine(level, rule, is_not_listed)) {
        ol_each_text(run, level, rule, &visit);
    }
}

const struct ol_check ol_check_text_not_in = {
    .name = "text_not_in",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_in,
    .param_count = sizeof params_in / sizeof *params_in,
    .args = args_form,
    .within = IN_WITHIN,
    .concern = ol_concerns_present,
    .run = run_not_in,
};
