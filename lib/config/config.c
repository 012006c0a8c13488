/* SPDX-License-Identifier: Apache-2.0 */
/* What is set, and what of it is in force. */
#include "config/config.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "config/setting.h"

enum ol_status ol_config_new(struct ol_config **config)
{
    struct ol_arena *arena = ol_arena_new();
    struct ol_config *made = arena != NULL ? ol_arena_alloc(arena, sizeof *made) : NULL;
    char folder[PATH_MAX];
    if (made != NULL) {
        made->arena = arena;
        ol_buf_init(&made->errors);
        /* a working directory that was removed has no path, and nothing is beneath it */
        const char *known = getcwd(folder, sizeof folder) != NULL ? folder : ".";
        made->folder = ol_arena_copy_text(arena, ol_slice_from_text(known));
    }
    if (made == NULL || made->folder == NULL) {
        ol_arena_free(arena);
        return OL_ERR_NOMEM;
    }
    *config = made;
    return OL_OK;
}

void ol_config_free(struct ol_config *config)
{
    if (config != NULL) {
        ol_buf_fini(&config->errors);
        ol_arena_free(config->arena); /* and the configuration with it */
    }
}

const char *ol_config_error(const struct ol_config *config)
{
    return ol_buf_text(&config->errors);
}

void ol_origin_add_error(struct ol_buf *errors, const struct ol_origin *origin, const char *text)
{
    bool is_line = origin->path != NULL || errors->size > 0;
    if (origin->path != NULL) {
        ol_yaml_begin_error(errors, origin->path, origin->mark);
    }
    ol_buf_add(errors, text);
    ol_buf_add(errors, is_line ? "\n" : "");
}

/* --- adding --- */

/* An array of the arena with room for one more item behind count of them: the same one, or, at each
 * power of two, one of twice the size. NULL when memory is short. */
static void *grow(struct ol_arena *arena, void *items, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0) {
        return items;
    }
    void *grown = ol_arena_alloc_array(arena, count == 0 ? 1 : count * 2, size);
    if (grown != NULL && count > 0) {
        memcpy(grown, items, count * size);
    }
    return grown;
}

bool ol_config_add_value(struct ol_config *config, enum ol_setting_id id,
                         const struct ol_config_value *value)
{
    struct ol_config_values *values = &config->values[id];
    if (values->count > 0 && !ol_setting_is_list(id)) {
        values->items[0] = *value;
        return true;
    }
    struct ol_config_value *items =
        grow(config->arena, values->items, values->count, sizeof *items);
    if (items == NULL) {
        return false;
    }
    items[values->count++] = *value;
    values->items = items;
    return true;
}

bool ol_config_add_rule(struct ol_config *config, const struct ol_config_rule *rule)
{
    struct ol_config_rule *items =
        grow(config->arena, config->rules, config->rule_count, sizeof *items);
    if (items == NULL) {
        return false;
    }
    items[config->rule_count++] = *rule;
    config->rules = items;
    return true;
}

bool ol_config_add_override(struct ol_config *config, const struct ol_config_override *override)
{
    struct ol_config_override *items =
        grow(config->arena, config->overrides, config->override_count, sizeof *items);
    if (items == NULL) {
        return false;
    }
    items[config->override_count++] = *override;
    config->overrides = items;
    return true;
}

bool ol_config_add_opset(struct ol_config *config, const struct ol_config_opset *opset)
{
    for (size_t i = 0; i < config->opset_count; i++) {
        struct ol_config_opset *former = &config->opsets[i];
        if (strcmp(former->domain, opset->domain) == 0) {
            former->min = opset->min != 0 ? opset->min : former->min;
            former->max = opset->max != 0 ? opset->max : former->max;
            former->origin = opset->origin;
            return true;
        }
    }
    struct ol_config_opset *items =
        grow(config->arena, config->opsets, config->opset_count, sizeof *items);
    if (items == NULL) {
        return false;
    }
    items[config->opset_count++] = *opset;
    config->opsets = items;
    return true;
}

bool ol_config_add_custom_rule(struct ol_config *config, const struct ol_config_custom *custom)
{
    struct ol_config_custom *items =
        grow(config->arena, config->custom_rules, config->custom_rule_count, sizeof *items);
    if (items == NULL) {
        return false;
    }
    items[config->custom_rule_count++] = *custom;
    config->custom_rules = items;
    return true;
}

bool ol_config_add_report(struct ol_config *config, const struct ol_config_report *report)
{
    struct ol_config_report *items =
        grow(config->arena, config->reports, config->report_count, sizeof *items);
    if (items == NULL) {
        return false;
    }
    items[config->report_count++] = *report;
    config->reports = items;
    return true;
}

static bool add_all_values(struct ol_config *config, const struct ol_config *other)
{
    for (size_t id = 0; id < OL_SETTING_COUNT; id++) {
        for (size_t i = 0; i < other->values[id].count; i++) {
            if (!ol_config_add_value(config, (enum ol_setting_id)id, &other->values[id].items[i])) {
                return false;
            }
        }
    }
    return true;
}

bool ol_config_add_all(struct ol_config *config, const struct ol_config *other)
{
    bool is_ok = add_all_values(config, other);
    for (size_t i = 0; is_ok && i < other->rule_count; i++) {
        is_ok = ol_config_add_rule(config, &other->rules[i]);
    }
    for (size_t i = 0; is_ok && i < other->override_count; i++) {
        is_ok = ol_config_add_override(config, &other->overrides[i]);
    }
    for (size_t i = 0; is_ok && i < other->opset_count; i++) {
        is_ok = ol_config_add_opset(config, &other->opsets[i]);
    }
    for (size_t i = 0; is_ok && i < other->custom_rule_count; i++) {
        is_ok = ol_config_add_custom_rule(config, &other->custom_rules[i]);
    }
    if (other->report_count > 0) { /* reports are wanted as a whole */
        config->reports = other->reports;
        config->report_count = other->report_count;
    }
    return is_ok;
}

/* --- the command line --- */

static struct ol_origin command_line(const struct ol_config *config)
{
    return (struct ol_origin){.folder = config->folder};
}

static enum ol_status refuse(const struct ol_config *config)
{
    return ol_buf_is_ok(&config->errors) ? OL_ERR_RULE : OL_ERR_NOMEM;
}

/* ID[/VARIANT]=SEVERITY. Whether there is such a rule is known only when all rules are. */
static enum ol_status set_rule(struct ol_config *config, const struct ol_setting *setting,
                               const char *text)
{
    const char *equals = strrchr(text, '=');
    if (equals == NULL) {
        ol_buf_addf(&config->errors, "--%s wants %s, not ", setting->option, setting->argument);
        ol_text_quote(&config->errors, ol_slice_from_text(text));
        return refuse(config);
    }
    if (!ol_severity_accepts(equals + 1)) {
        ol_buf_addf(&config->errors, "--%s: ", setting->option);
        ol_severity_explain(&config->errors, equals + 1);
        return refuse(config);
    }
    struct ol_config_rule rule = {.origin = command_line(config)};
    rule.name = ol_arena_copy_text(
        config->arena, (struct ol_slice){(const uint8_t *)text, (size_t)(equals - text)});
    rule.severity = ol_arena_copy_text(config->arena, ol_slice_from_text(equals + 1));
    bool is_ok = rule.name != NULL && rule.severity != NULL && ol_config_add_rule(config, &rule);
    return is_ok ? OL_OK : OL_ERR_NOMEM;
}

enum ol_status ol_config_set(struct ol_config *config, enum ol_setting_id setting,
                             const char *value)
{
    const struct ol_setting *row = &ol_settings[setting];
    bool is_bare = value == NULL && row->kind == OL_SETTING_KIND_FLAG;
    const char *text = is_bare ? "true" : value;
    ol_buf_clear(&config->errors);
    if (text == NULL || row->option[0] == '\0') {
        return OL_ERR_BUG;
    }
    if (row->kind == OL_SETTING_KIND_RULES) {
        return set_rule(config, row, text);
    }
    if (!ol_setting_accepts(setting, text)) {
        ol_buf_addf(&config->errors, "--%s", row->option);
        ol_setting_explain(&config->errors, setting, text);
        return refuse(config);
    }
    struct ol_config_value set = {.origin = command_line(config)};
    set.text =
        ol_arena_copy_text(config->arena, ol_slice_from_text(ol_setting_in_form(setting, text)));
    if (set.text == NULL || !ol_config_add_value(config, setting, &set)) {
        return OL_ERR_NOMEM;
    }
    bool is_report = setting == OL_SETTING_FORMAT || setting == OL_SETTING_OUTPUT;
    return is_report ? ol_config_set_report(config, setting, set.text) : OL_OK;
}

/* --- what is in force --- */

const char *ol_config_warnings(const struct ol_config *config)
{
    return config->warnings != NULL ? config->warnings : "";
}

const struct ol_config_value *ol_config_value(const struct ol_config *config, enum ol_setting_id id)
{
    const struct ol_config_values *values = &config->values[id];
    return values->count > 0 ? &values->items[values->count - 1] : NULL;
}

const char *ol_config_text(const struct ol_config *config, enum ol_setting_id setting)
{
    const struct ol_config_value *value = ol_config_value(config, setting);
    const char *fallback = ol_settings[setting].fallback;
    if (value != NULL) {
        return value->text;
    }
    return fallback[0] != '\0' ? fallback : NULL;
}

size_t ol_config_word(const struct ol_config *config, enum ol_setting_id setting, size_t fallback)
{
    const char *text = ol_config_text(config, setting);
    return text != NULL ? ol_setting_word(setting, text) : fallback;
}

uint64_t ol_config_number(const struct ol_config *config, enum ol_setting_id setting,
                          uint64_t fallback)
{
    const char *text = ol_config_text(config, setting);
    uint64_t number = fallback;
    return text != NULL && ol_setting_number(text, &number) ? number : fallback;
}

bool ol_config_flag(const struct ol_config *config, enum ol_setting_id setting)
{
    const char *text = ol_config_text(config, setting);
    return text != NULL && strcmp(text, "true") == 0;
}

size_t ol_config_count(const struct ol_config *config, enum ol_setting_id setting)
{
    return config->values[setting].count;
}
