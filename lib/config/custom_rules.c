/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers custom rules and puts them beside the built-in ones. */
#include "config/custom_rules.h"

#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/vector.h"
#include "config/config.h"
#include "config/rule_files.h"
#include "rule/check.h"
#include "rule/load.h"

/* What is being gathered. */
struct gathering {
    const struct ol_config *config;
    struct ol_loader loader;
    struct ol_vector rules; /* of struct ol_rule */
    size_t bytes;           /* of the files so far */
    enum ol_status status;
};

/* A fault of a rule is kept in mind, so that more of them are told; any other ends it all. */
static void take(struct gathering *gathering, enum ol_status status)
{
    if (gathering->status == OL_OK || (status != OL_OK && status != OL_ERR_RULE)) {
        gathering->status = status;
    }
}

static bool is_over(struct gathering *gathering)
{
    if (gathering->status == OL_ERR_RULE &&
        gathering->loader.errors->size > OL_CUSTOM_RULE_ERRORS_MAX) {
        ol_buf_add(gathering->loader.errors, "too many errors; the rest is not told\n");
        gathering->status = OL_ERR_LIMIT;
    }
    return gathering->status != OL_OK && gathering->status != OL_ERR_RULE;
}

/* Tells an error at the place of a setting. */
static void refuse_setting(struct gathering *gathering, const struct ol_origin *origin,
                           const struct ol_buf *text, enum ol_status status)
{
    ol_origin_add_error(gathering->loader.errors, origin, ol_buf_text(text));
    take(gathering, ol_buf_is_ok(text) ? status : OL_ERR_NOMEM);
}

static void refuse_count(struct gathering *gathering, const struct ol_origin *origin)
{
    struct ol_buf text;
    ol_buf_init(&text);
    ol_buf_addf(&text, "with these there are more than %d custom rules", OL_CUSTOM_RULES_MAX);
    refuse_setting(gathering, origin, &text, OL_ERR_LIMIT);
    ol_buf_fini(&text);
}

static void add_rule(struct gathering *gathering, const struct ol_rule *rule)
{
    struct ol_rule *place = ol_vector_add(&gathering->rules, sizeof *place);
    if (place == NULL) {
        take(gathering, OL_ERR_NOMEM);
        return;
    }
    *place = *rule;
}

/* --- rules in the configuration ------------------------------------------ */

static void add_config_rules(struct gathering *gathering)
{
    const struct ol_config *config = gathering->config;
    if (config->custom_rule_count > OL_CUSTOM_RULES_MAX) {
        refuse_count(gathering, &config->custom_rules[OL_CUSTOM_RULES_MAX].origin);
        return;
    }
    for (size_t i = 0; i < config->custom_rule_count && !is_over(gathering); i++) {
        const struct ol_config_custom *custom = &config->custom_rules[i];
        struct ol_rule rule;
        enum ol_status status =
            ol_load_rule_node(&gathering->loader, custom->origin.path, custom->rule, &rule);
        take(gathering, status);
        if (status == OL_OK) {
            add_rule(gathering, &rule);
        }
    }
}

/* --- rules in files ------------------------------------------------------ */

static void add_file_rules(struct gathering *gathering, const char *path, struct ol_slice text,
                           const struct ol_origin *origin)
{
    struct ol_rule *rules = NULL;
    size_t count = 0;
    enum ol_status status = ol_load_rules(&gathering->loader, path, text, &rules, &count);
    take(gathering, status);
    if (status == OL_OK && gathering->rules.count + count > OL_CUSTOM_RULES_MAX) {
        refuse_count(gathering, origin);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        add_rule(gathering, &rules[i]);
    }
}

static void add_file(struct gathering *gathering, const char *path, const struct ol_origin *origin)
{
    struct ol_input input;
    struct ol_buf error;
    ol_buf_init(&error);
    enum ol_status status = ol_input_open(&input, path, &error);
    if (status != OL_OK) {
        refuse_setting(gathering, origin, &error, status);
    } else if (input.bytes.size > (size_t)OL_CUSTOM_RULE_BYTES_MAX - gathering->bytes) {
        ol_text_add_path(&error, path);
        ol_buf_addf(&error, ": with this file, rules take more than %d bytes",
                    OL_CUSTOM_RULE_BYTES_MAX);
        refuse_setting(gathering, origin, &error, OL_ERR_LIMIT);
    } else {
        gathering->bytes += input.bytes.size;
        add_file_rules(gathering, path, input.bytes, origin);
    }
    ol_input_fini(&input);
    ol_buf_fini(&error);
}

/* Adds what one value of rule-files names, but for the files that were read before. */
static void add_files(struct gathering *gathering, struct ol_vector *files,
                      const struct ol_config_value *value)
{
    struct ol_buf error;
    size_t begin = files->count;
    ol_buf_init(&error);
    enum ol_status status = ol_rule_files_add(files, gathering->loader.arena, value->text, &error);
    if (status != OL_OK) {
        refuse_setting(gathering, &value->origin, &error, status);
    }
    for (size_t i = begin; i < files->count && !is_over(gathering); i++) {
        add_file(gathering, ((const char *const *)files->items)[i], &value->origin);
    }
    ol_buf_fini(&error);
}

static void add_all_files(struct gathering *gathering)
{
    const struct ol_config_values *values = &gathering->config->values[OL_SETTING_RULE_FILES];
    struct ol_vector files = {0};
    for (size_t i = 0; i < values->count && !is_over(gathering); i++) {
        add_files(gathering, &files, &values->items[i]);
    }
    ol_vector_fini(&files);
}

/* --- all rules ----------------------------------------------------------- */

static int compare_id(const void *id, const void *rule)
{
    return strcmp(id, ((const struct ol_rule *)rule)->id);
}

/* Puts all rules into one array, sorted, with the names in them verified. */
static void arrange(struct gathering *gathering, struct ol_load_set *set)
{
    const struct ol_vector *custom = &gathering->rules;
    set->rule_count = ol_builtin_rule_count + custom->count;
    set->rules = ol_arena_alloc_array(gathering->loader.arena, set->rule_count, sizeof *set->rules);
    if (set->rules == NULL) {
        take(gathering, OL_ERR_NOMEM);
        return;
    }
    memcpy(set->rules, ol_builtin_rules, ol_builtin_rule_count * sizeof *set->rules);
    if (custom->count > 0) {
        memcpy(set->rules + ol_builtin_rule_count, custom->items,
               custom->count * sizeof *set->rules);
    }
    take(gathering, ol_load_finish(&gathering->loader, set));
}

/* Gives rules the parameters that the configuration changes. */
static void change_parameters(struct gathering *gathering, const struct ol_load_set *set)
{
    const struct ol_config *config = gathering->config;
    for (size_t i = 0; i < config->rule_count && !is_over(gathering); i++) {
        const struct ol_config_rule *wanted = &config->rules[i];
        if (wanted->with == NULL) {
            continue;
        }
        struct ol_rule *rule =
            bsearch(wanted->name, set->rules, set->rule_count, sizeof *rule, compare_id);
        struct ol_rule changed;
        if (rule == NULL) {
            continue; /* told by who sets its severity */
        }
        enum ol_status status =
            ol_load_with(&gathering->loader, wanted->origin.path, wanted->with, rule, &changed);
        take(gathering, status);
        if (status == OL_OK) {
            *rule = changed;
        }
    }
}

static bool is_plain(const struct ol_config *config)
{
    for (size_t i = 0; i < config->rule_count; i++) {
        if (config->rules[i].with != NULL) {
            return false;
        }
    }
    return config->custom_rule_count == 0 && config->values[OL_SETTING_RULE_FILES].count == 0;
}

enum ol_status ol_custom_rules_load(const struct ol_config *config, struct ol_arena *arena,
                                    struct ol_buf *errors, const struct ol_rule **rules,
                                    size_t *count)
{
    struct gathering gathering = {
        .config = config,
        .loader = {.arena = arena,
                   .errors = errors,
                   .checks = ol_checks,
                   .check_count = ol_check_count,
                   .is_custom = true},
    };
    struct ol_load_set set = {0};
    *rules = ol_builtin_rules;
    *count = ol_builtin_rule_count;
    if (is_plain(config)) {
        return OL_OK;
    }
    add_config_rules(&gathering);
    if (!is_over(&gathering)) {
        add_all_files(&gathering);
    }
    /* what holds between rules means something only where each of them holds */
    if (gathering.status == OL_OK) {
        arrange(&gathering, &set);
    }
    if (gathering.status == OL_OK) {
        change_parameters(&gathering, &set);
    }
    ol_vector_fini(&gathering.rules);
    if (gathering.status == OL_OK) {
        *rules = set.rules;
        *count = set.rule_count;
    }
    return gathering.status == OL_ERR_LIMIT ? OL_ERR_RULE : gathering.status;
}
