/* SPDX-License-Identifier: Apache-2.0 */
/* What a configuration makes of a linter: its rules and their severities, and how files are
 * read. */
#include <string.h>

#include "base/limits.h"
#include "config/config.h"
#include "config/config_target.h"
#include "config/custom_rules.h"
#include "config/setting.h"
#include "linter.h"
#include "onnx_lint.h"
#include "policy/policy.h"
#include "policy/selector.h"

/* --- rules --------------------------------------------------------------- */

/* The built-in rules, with those of the configuration and what it changes of them. */
static enum ol_status set_rules(struct ol_linter *linter, const struct ol_config *config)
{
    const struct ol_rule *rules = NULL;
    struct ol_rule_set *set = NULL;
    size_t count = 0;
    enum ol_status status =
        ol_custom_rules_load(config, linter->arena, &linter->error, &rules, &count);
    bool is_as_before = status == OL_OK && rules == ol_rule_set_at(linter->rules, 0);
    if (is_as_before) {
        return OL_OK;
    }
    if (status == OL_OK) {
        status = ol_rule_set_new(rules, count, ol_checks, &set);
    }
    if (status == OL_OK) {
        ol_rule_set_free(linter->rules);
        linter->rules = set;
    }
    return status;
}

/* --- severities ---------------------------------------------------------- */

/* Sets cases to a severity; on is the one of the rule's own file. */
static void set_cases(struct ol_rule_set *set, const struct ol_cases *cases, const char *severity)
{
    const struct ol_rule *rule = ol_rule_set_at(set, cases->rule);
    bool is_as_written = strcmp(severity, "on") == 0;
    for (size_t place = cases->first; place < cases->first + cases->count; place++) {
        const char *variant = place == 0 ? NULL : rule->variants[place - 1].name;
        ol_rule_set_set_case(set, cases->rule, place,
                             is_as_written ? ol_profile_severity(NULL, rule, variant)
                                           : ol_severity_from_word(severity));
    }
}

/* The rules of files. All that are unknown are told. */
static enum ol_status set_rules_of_files(struct ol_linter *linter, const struct ol_config *config)
{
    struct ol_loader loader = {.arena = linter->arena, .errors = &linter->error};
    struct ol_typed typed = {.loader = &loader, .arena = linter->arena, .errors = &linter->error};
    for (size_t i = 0; i < config->rule_count; i++) {
        const struct ol_config_rule *rule = &config->rules[i];
        struct ol_cases cases;
        if (rule->origin.path == NULL) {
            continue;
        }
        typed.path = rule->origin.path;
        if (ol_cases_find(&typed, linter->rules, rule->origin.mark, rule->name, &cases) &&
            rule->severity != NULL) {
            set_cases(linter->rules, &cases, rule->severity);
        }
    }
    return ol_typed_status(&typed);
}

/* Those of the command line. */
static enum ol_status set_rules_of_options(struct ol_linter *linter, const struct ol_config *config)
{
    for (size_t i = 0; i < config->rule_count; i++) {
        const struct ol_config_rule *rule = &config->rules[i];
        struct ol_cases cases;
        if (rule->origin.path != NULL) {
            continue;
        }
        if (!ol_cases_look_up(linter->rules, rule->name, &cases)) {
            ol_buf_addf(&linter->error, "--%s: ", ol_settings[OL_SETTING_RULES].option);
            ol_linter_add_unknown_case(linter, rule->name, &linter->error);
            return ol_linter_refuse(linter);
        }
        set_cases(linter->rules, &cases, rule->severity);
    }
    return OL_OK;
}

static enum ol_status set_profile(struct ol_linter *linter, const struct ol_config *config)
{
    const char *external = ol_config_text(config, OL_SETTING_EXTERNAL);
    enum ol_status status =
        ol_linter_take_profile(linter, ol_config_text(config, OL_SETTING_PROFILE));
    if (status == OL_OK && external != NULL) {
        ol_rule_set_set_external(linter->rules, strcmp(external, "on") == 0);
    }
    return status;
}

static enum ol_status arrange(struct ol_linter *linter, const struct ol_config *config)
{
    (void)config; /* a step like the others */
    return ol_rule_set_arrange(linter->rules);
}

/* --- how files are read -------------------------------------------------- */

/* A number of MiB in bytes; what is too large for any is left out. */
static uint64_t bytes_from_mib(uint64_t mib)
{
    return mib > UINT64_MAX >> 20 ? 0 : mib << 20;
}

static void set_limits(struct ol_linter *linter, const struct ol_config *config)
{
    struct ol_limits *limits = &linter->limits;
    uint64_t per_rule = ol_config_number(config, OL_SETTING_MAX_PER_RULE, 0);
    uint64_t memory = ol_config_number(config, OL_SETTING_MAX_MEMORY, UINT64_MAX);
    limits->findings_per_rule =
        per_rule > SIZE_MAX || linter->writes_baseline ? 0 : (size_t)per_rule;
    limits->depth = (unsigned)ol_config_number(config, OL_SETTING_MAX_DEPTH, OL_DEPTH_MAX);
    limits->name_shown = (size_t)ol_config_number(config, OL_SETTING_MAX_NAME, OL_NAME_SHOWN_MAX);
    limits->hashed =
        bytes_from_mib(ol_config_number(config, OL_SETTING_MAX_EXTERNAL, OL_HASHED_MIB_MAX));
    if (memory == UINT64_MAX) {
        limits->memory = OL_MEMORY_AUTOMATIC;
    } else {
        uint64_t bytes = bytes_from_mib(memory);
        limits->memory = bytes < SIZE_MAX ? (size_t)bytes : 0;
    }
}

static enum ol_status set_reading(struct ol_linter *linter, const struct ol_config *config)
{
    const char *type = ol_config_text(config, OL_SETTING_TYPE);
    uint64_t ir_version = ol_config_number(config, OL_SETTING_IR_VERSION, 0);
    uint64_t max = ol_config_number(config, OL_SETTING_MAX_DIAGNOSTICS, 0);
    set_limits(linter, config);
    linter->is_measured = ol_config_flag(config, OL_SETTING_STATISTICS);
    enum ol_status status = ol_linter_set_max_diagnostics(
        linter, linter->writes_baseline ? OL_BASELINE_ENTRIES_MAX : max);
    if (status == OL_OK && type != NULL) {
        status = ol_linter_set_type(linter, type);
    }
    if (status == OL_OK && ir_version != 0) {
        status = ol_linter_set_ir_version(linter, ir_version);
    }
    return status;
}

static enum ol_status set_target(struct ol_linter *linter, const struct ol_config *config)
{
    return ol_config_target(config, linter->arena, &linter->error, &linter->target);
}

static enum ol_status set_policy(struct ol_linter *linter, const struct ol_config *config)
{
    ol_policy_free(linter->policy);
    linter->policy = NULL;
    return ol_policy_new(config, linter->rules, linter->writes_baseline, &linter->error,
                         &linter->policy);
}

/* --- all of it ----------------------------------------------------------- */

/* Whether the next step is taken: after errors in files, so that all are told at once, but not
 * after one of the command line, which is a single line without an end. */
static bool goes_on(const struct ol_linter *linter, enum ol_status status)
{
    const struct ol_buf *error = &linter->error;
    bool is_line = error->size > 0 && error->text[error->size - 1] == '\n';
    return status == OL_OK || (status == OL_ERR_RULE && is_line);
}

enum ol_status ol_linter_configure(struct ol_linter *linter, const struct ol_config *config)
{
    typedef enum ol_status step_fn(struct ol_linter * linter, const struct ol_config *config);
    static step_fn *const steps[] = {set_profile, set_rules_of_files, set_rules_of_options,
                                     arrange,     set_reading,        set_target,
                                     set_policy};
    ol_buf_clear(&linter->error);
    linter->config = config;
    linter->arena = linter->arena != NULL ? linter->arena : ol_arena_new();
    enum ol_status status = linter->arena != NULL ? set_rules(linter, config) : OL_ERR_NOMEM;
    bool is_next = status == OL_OK; /* without its rules nothing else can be judged */
    for (size_t i = 0; is_next && i < sizeof steps / sizeof *steps; i++) {
        enum ol_status step = steps[i](linter, config);
        is_next = goes_on(linter, step);
        status = step == OL_OK || (status == OL_ERR_RULE && is_next) ? status : step;
    }
    return ol_buf_is_ok(&linter->error) ? status : OL_ERR_NOMEM;
}
