/* SPDX-License-Identifier: Apache-2.0 */
/* Settings, with what is said of wrong ones, and the rules told to people. */
#include "linter.h"
#include "explain_params.h"
#include "in_force.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/nearest.h"
#include "base/text.h"
#include "onnx/recognise.h"
#include "onnx_lint.h"
#include "policy/policy.h"
#include "report/explain.h"
#include "rule/check.h"
#include "rule/profile.h"
#include "rule/source.h"

const char *ol_version(void)
{
    return OL_VERSION;
}

/* --- settings ------------------------------------------------------------ */

enum ol_status ol_linter_refuse(const struct ol_linter *linter)
{
    return ol_buf_is_ok(&linter->error) ? OL_ERR_RULE : OL_ERR_NOMEM;
}

/* The last call's error text: WHAT 'value', and the nearest right name. */
static enum ol_status refuse_name(struct ol_linter *linter, const char *what,
                                  const struct ol_nearest *nearest)
{
    ol_buf_clear(&linter->error);
    ol_buf_add(&linter->error, what);
    ol_buf_add_char(&linter->error, ' ');
    ol_text_quote(&linter->error, nearest->wanted);
    ol_nearest_add_question(&linter->error, nearest, 1);
    return ol_linter_refuse(linter);
}

enum ol_status ol_linter_new(struct ol_linter **linter)
{
    struct ol_linter *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return OL_ERR_NOMEM;
    }
    made->limits = OL_LIMITS_DEFAULT;
    made->today = OL_DAY_UNKNOWN;
    ol_buf_init(&made->error);
    enum ol_status status = ol_minitables_new(&made->tables);
    if (status == OL_OK) {
        status = ol_rule_set_new(ol_builtin_rules, ol_builtin_rule_count, ol_checks, &made->rules);
    }
    if (status != OL_OK) {
        ol_linter_free(made);
        return status;
    }
    *linter = made;
    return OL_OK;
}

void ol_linter_free(struct ol_linter *linter)
{
    if (linter == NULL) {
        return;
    }
    ol_policy_free(linter->policy);
    ol_rule_set_free(linter->rules);
    ol_minitables_free(linter->tables);
    ol_buf_fini(&linter->error);
    ol_arena_free(linter->arena);
    free(linter);
}

const char *ol_linter_error(const struct ol_linter *linter)
{
    return ol_buf_text(&linter->error);
}

bool ol_linter_has_rule(const struct ol_linter *linter, const char *id)
{
    return ol_rule_set_find(linter->rules, ol_slice_from_text(id)) != NULL;
}

enum ol_status ol_linter_take_profile(struct ol_linter *linter, const char *name)
{
    const struct ol_profile *profile =
        ol_profile_from_name(ol_builtin_profiles, ol_builtin_profile_count, name);
    if (profile == NULL) {
        struct ol_nearest nearest;
        ol_nearest_init(&nearest, ol_slice_from_text(name));
        for (size_t i = 0; i < ol_builtin_profile_count; i++) {
            ol_nearest_offer(&nearest, ol_builtin_profiles[i].name);
        }
        return refuse_name(linter, "no profile", &nearest);
    }
    ol_rule_set_apply_profile(linter->rules, profile);
    return OL_OK;
}

enum ol_status ol_linter_set_profile(struct ol_linter *linter, const char *name)
{
    enum ol_status status = ol_linter_take_profile(linter, name);
    return status == OL_OK ? ol_rule_set_arrange(linter->rules) : status;
}

static bool severity_from_name(const char *name, enum ol_severity *severity)
{
    for (int i = OL_SEVERITY_OFF; i <= OL_SEVERITY_ERROR; i++) {
        if (strcmp(name, ol_severity_name((enum ol_severity)i)) == 0) {
            *severity = (enum ol_severity)i;
            return true;
        }
    }
    return false;
}

/* All rules of the run; the built-in ones are without what explains them. */
static struct ol_rule_book book_of(const struct ol_linter *linter)
{
    return (struct ol_rule_book){ol_rule_set_at(linter->rules, 0), ol_rule_set_count(linter->rules),
                                 ol_builtin_profiles, ol_builtin_profile_count};
}

static enum ol_status refuse_rule(struct ol_linter *linter, struct ol_slice id)
{
    struct ol_rule_book rules = book_of(linter);
    ol_buf_clear(&linter->error);
    ol_explain_unknown(&linter->error, &rules, id);
    return ol_linter_refuse(linter);
}

void ol_linter_add_unknown_case(const struct ol_linter *linter, const char *name,
                                struct ol_buf *why)
{
    const char *slash = strchr(name, '/');
    struct ol_slice id = {(const uint8_t *)name,
                          slash != NULL ? (size_t)(slash - name) : strlen(name)};
    const struct ol_rule *rule = ol_rule_set_find(linter->rules, id);
    if (rule == NULL || slash == NULL) {
        struct ol_rule_book rules = book_of(linter);
        ol_explain_unknown(why, &rules, id);
    } else {
        ol_explain_unknown_variant(why, rule, ol_slice_from_text(slash + 1));
    }
}

static enum ol_status refuse_severity(struct ol_linter *linter, const char *name)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(name));
    for (int i = OL_SEVERITY_ERROR; i >= OL_SEVERITY_OFF; i--) {
        ol_nearest_offer(&nearest, ol_severity_name((enum ol_severity)i));
    }
    ol_buf_clear(&linter->error);
    ol_text_quote(&linter->error, nearest.wanted);
    ol_buf_add(&linter->error, " is no severity");
    ol_nearest_add_question(&linter->error, &nearest, 1);
    for (int i = OL_SEVERITY_ERROR; nearest.count == 0 && i >= OL_SEVERITY_OFF; i--) {
        ol_buf_add(&linter->error, i == OL_SEVERITY_ERROR ? "; there are: " : ", ");
        ol_buf_add(&linter->error, ol_severity_name((enum ol_severity)i));
    }
    return ol_linter_refuse(linter);
}

enum ol_status ol_linter_set_rule(struct ol_linter *linter, const char *name, const char *severity)
{
    enum ol_severity wanted = OL_SEVERITY_OFF;
    if (!severity_from_name(severity, &wanted)) {
        return refuse_severity(linter, severity);
    }
    if (!ol_rule_set_override(linter->rules, ol_slice_from_text(name), wanted)) {
        ol_buf_clear(&linter->error);
        ol_linter_add_unknown_case(linter, name, &linter->error);
        return ol_linter_refuse(linter);
    }
    return ol_rule_set_arrange(linter->rules);
}

enum ol_status ol_linter_set_type(struct ol_linter *linter, const char *type)
{
    linter->type = ol_message_from_type_name(ol_slice_from_text(type));
    if (linter->type != NULL) {
        return OL_OK;
    }
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(type));
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        ol_nearest_offer(&nearest, ol_message_type_name(&ol_messages[i]));
    }
    return refuse_name(linter, "no type", &nearest);
}

enum ol_status ol_linter_set_target(struct ol_linter *linter, const char *name)
{
    const struct ol_target *target =
        ol_target_from_name(ol_builtin_targets, ol_builtin_target_count, name);
    if (target == NULL) {
        struct ol_nearest nearest;
        ol_nearest_init(&nearest, ol_slice_from_text(name));
        for (size_t i = 0; i < ol_builtin_target_count; i++) {
            ol_nearest_offer(&nearest, ol_builtin_targets[i].name);
        }
        return refuse_name(linter, "no target", &nearest);
    }
    linter->target = target;
    return OL_OK;
}

enum ol_status ol_linter_set_ir_version(struct ol_linter *linter, uint64_t ir_version)
{
    if (ir_version >= OL_IR_VERSION_MIN && ir_version <= OL_IR_VERSION_MAX) {
        linter->ir_version = (int)ir_version;
        return OL_OK;
    }
    ol_buf_clear(&linter->error);
    ol_buf_addf(&linter->error, "no IR version %" PRIu64 ": %d to %d are known", ir_version,
                OL_IR_VERSION_MIN, OL_IR_VERSION_MAX);
    return ol_linter_refuse(linter);
}

enum ol_status ol_linter_set_max_diagnostics(struct ol_linter *linter, uint64_t max)
{
    linter->limits.findings = max > SIZE_MAX ? SIZE_MAX : (size_t)max;
    return OL_OK;
}

void ol_linter_set_today(struct ol_linter *linter, int64_t day)
{
    linter->today = day;
}

void ol_linter_prepare_baseline(struct ol_linter *linter)
{
    linter->writes_baseline = true;
}

#define NUMBER_TEXT_OF(number) #number
#define NUMBER_TEXT(number)    NUMBER_TEXT_OF(number)

const char *ol_baseline_excess(uint64_t bytes, uint64_t lines)
{
    if (lines > (uint64_t)OL_BASELINE_ENTRIES_MAX + 1) { /* the first line is none */
        return "more than " NUMBER_TEXT(OL_BASELINE_ENTRIES_MAX) " entries";
    }
    return bytes > OL_BASELINE_MIB_MAX * 1024 * 1024
               ? "more than " NUMBER_TEXT(OL_BASELINE_MIB_MAX) " MiB"
               : NULL;
}

/* --- rules, told to people ----------------------------------------------- */

/* An ol_severity_fn over the rule set. */
static enum ol_severity severity_in_force(const void *context, const struct ol_rule *rule,
                                          const char *variant)
{
    return ol_rule_set_severity(context, rule, variant);
}

/* A rule with what explains it: a custom one has it, a built-in one is loaded again from its file.
 */
static enum ol_status load_whole(struct ol_arena *arena, const struct ol_rule *rule,
                                 struct ol_rule *whole)
{
    if (rule->doc != NULL) {
        *whole = *rule;
        return OL_OK;
    }
    return ol_source_load(arena, rule, whole);
}

/* Adds every rule as Markdown, each with what explains it. */
static enum ol_status add_markdown(const struct ol_linter *linter, struct ol_buf *out)
{
    struct ol_rule_book rules = book_of(linter);
    struct ol_arena *arena = ol_arena_new();
    struct ol_rule *whole =
        arena != NULL ? ol_arena_alloc_array(arena, rules.rule_count, sizeof *whole) : NULL;
    enum ol_status status = whole != NULL ? OL_OK : OL_ERR_NOMEM;
    for (size_t i = 0; status == OL_OK && i < rules.rule_count; i++) {
        status = load_whole(arena, &rules.rules[i], &whole[i]);
    }
    if (status == OL_OK) {
        rules.rules = whole;
        ol_explain_all_markdown(out, &rules);
    }
    ol_arena_free(arena);
    return status;
}

enum ol_status ol_linter_list_rules(const struct ol_linter *linter, enum ol_rule_list form,
                                    ol_write_fn *write, void *context)
{
    struct ol_buf out;
    struct ol_rule_book rules = book_of(linter);
    enum ol_status status = OL_OK;
    ol_buf_init(&out);
    switch (form) {
    case OL_RULE_LIST_TEXT:
        ol_explain_list(&out, &rules, severity_in_force, linter->rules);
        break;
    case OL_RULE_LIST_IDS:
        ol_explain_ids(&out, &rules);
        break;
    case OL_RULE_LIST_MARKDOWN:
        status = add_markdown(linter, &out);
        break;
    case OL_RULE_LIST_MAN:
        ol_explain_all_man(&out, &rules);
        break;
    }
    if (status != OL_OK) {
        ol_buf_fini(&out);
        return status;
    }
    return ol_buf_pass_on(&out, write, context);
}

enum ol_status ol_linter_explain_rule(struct ol_linter *linter, const char *id, ol_write_fn *write,
                                      void *context)
{
    struct ol_buf out;
    struct ol_rule_book rules = book_of(linter);
    const struct ol_rule *rule = ol_explain_find(&rules, id);
    if (rule == NULL) {
        return refuse_rule(linter, ol_slice_from_text(id));
    }
    struct ol_rule whole;
    struct ol_arena *arena = ol_arena_new();
    struct ol_explained_params params;
    enum ol_status status = arena != NULL ? load_whole(arena, rule, &whole) : OL_ERR_NOMEM;
    if (status == OL_OK) {
        status = ol_explain_params(arena, rule, &params);
    }
    if (status == OL_OK) {
        ol_buf_init(&out);
        ol_explain_rule_text(&out, &rules, &whole, &params);
        if (linter->config != NULL) {
            ol_in_force_add(&out, linter->config, linter->rules,
                            ol_rule_set_index(linter->rules, rule));
        }
        status = ol_buf_pass_on(&out, write, context);
    }
    ol_arena_free(arena);
    return status;
}
