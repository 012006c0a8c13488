/* SPDX-License-Identifier: Apache-2.0 */
/* The members of a configuration file, by the table of settings. */
#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "config/load_config.h"
#include "config/setting.h"

struct ol_origin ol_config_origin(const struct ol_config_reading *reading, struct ol_mark mark)
{
    return (struct ol_origin){reading->typed.path, mark, reading->folder};
}

void ol_config_keep(struct ol_config_reading *reading, bool is_kept)
{
    if (!is_kept) {
        reading->typed.is_out_of_memory = true;
    }
}

const char *ol_config_join(struct ol_config_reading *reading, const char *path)
{
    const char *slash = strrchr(reading->typed.path, '/');
    if (path[0] == '/' || slash == NULL) {
        return path;
    }
    size_t folder_size = (size_t)(slash - reading->typed.path) + 1;
    size_t size = strlen(path) + 1;
    char *joined = ol_typed_alloc(&reading->typed, folder_size + size, 1);
    if (joined != NULL) {
        memcpy(joined, reading->typed.path, folder_size);
        memcpy(joined + folder_size, path, size);
    }
    return joined;
}

bool ol_config_has_room(struct ol_config_reading *reading, const struct ol_yaml_node *node)
{
    if (node->kind != OL_YAML_LIST || node->count <= OL_CONFIG_LIST_MAX) {
        return true;
    }
    if (ol_typed_begin_error(&reading->typed, node->mark)) {
        ol_buf_addf(reading->typed.errors, "the list has more than %d members\n",
                    OL_CONFIG_LIST_MAX);
    }
    return false;
}

void ol_config_load_each(struct ol_config_reading *reading, const struct ol_yaml_node *node,
                         ol_config_load_fn *load, void *out)
{
    if (node->kind != OL_YAML_LIST) {
        load(reading, node, out);
        return;
    }
    for (const struct ol_yaml_node *member = node->first; member != NULL; member = member->next) {
        load(reading, member, out);
    }
}

bool ol_config_load_text(struct ol_config_reading *reading, const struct ol_yaml_node *node,
                         enum ol_setting_id id, const char *name, const char **text)
{
    struct ol_typed *typed = &reading->typed;
    if (!ol_typed_line(typed, node, text)) {
        return false;
    }
    if (ol_setting_accepts(id, *text)) {
        return true;
    }
    if (ol_typed_begin_error(typed, node->mark)) {
        ol_buf_add(typed->errors, name);
        ol_setting_explain(typed->errors, id, *text);
        ol_buf_add_char(typed->errors, '\n');
    }
    return false;
}

/* One value of a setting (an enum ol_setting_id). */
static void load_value(struct ol_config_reading *reading, const struct ol_yaml_node *node,
                       void *out)
{
    const enum ol_setting_id *id = out;
    struct ol_config_value value = {.origin = ol_config_origin(reading, node->mark)};
    if (!ol_config_load_text(reading, node, *id, ol_settings[*id].key, &value.text)) {
        return;
    }
    value.text = ol_setting_in_form(*id, value.text);
    if (ol_setting_is_path(*id, value.text)) {
        value.text = ol_config_join(reading, value.text);
    }
    ol_config_keep(reading,
                   value.text != NULL && ol_config_add_value(&reading->layer, *id, &value));
}

/* One of custom-rules, whose map is read when all files are known. */
static void load_custom_rule(struct ol_config_reading *reading, const struct ol_yaml_node *node,
                             void *out)
{
    struct ol_config *layer = out;
    struct ol_config_custom custom = {node, ol_config_origin(reading, node->mark)};
    if (ol_typed_is_kind(&reading->typed, node, OL_YAML_MAP)) {
        ol_config_keep(reading, ol_config_add_custom_rule(layer, &custom));
    }
}

static void load_setting(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct ol_config_reading *reading = out;
    enum ol_setting_id id = ol_setting_from_key(node->key->text);
    (void)typed; /* it is the reading's */
    switch (ol_settings[id].kind) {
    case OL_SETTING_KIND_FLAG:
    case OL_SETTING_KIND_WORD:
    case OL_SETTING_KIND_NUMBER:
    case OL_SETTING_KIND_TEXT:
    case OL_SETTING_KIND_PATH:
        load_value(reading, node, &id);
        break;
    case OL_SETTING_KIND_PATHS:
    case OL_SETTING_KIND_PATTERNS:
        if (ol_config_has_room(reading, node)) {
            ol_config_load_each(reading, node, load_value, &id);
        }
        break;
    case OL_SETTING_KIND_EXTENDS:
        reading->extends = node;
        break;
    case OL_SETTING_KIND_RULES:
        ol_config_load_rules(reading, node);
        break;
    case OL_SETTING_KIND_CUSTOM_RULES:
        ol_config_load_each(reading, node, load_custom_rule, &reading->layer);
        break;
    case OL_SETTING_KIND_OVERRIDES:
        ol_config_load_overrides(reading, node);
        break;
    case OL_SETTING_KIND_OPSETS:
        ol_config_load_opsets(reading, node);
        break;
    case OL_SETTING_KIND_REPORTS:
        ol_config_load_reports(reading, node);
        break;
    }
}

void ol_config_load_map(struct ol_config_reading *reading, const struct ol_yaml_node *root)
{
    static const struct ol_typed_key keys[] = {
#define OL_SETTING(id, key, option, letter, kind, argument, fallback, help, manual) \
    {.name = key, .form = OL_TYPED_CALL, .load = load_setting},
#include "config/settings.def"
#undef OL_SETTING
    };
    static const struct ol_typed_map map = {"configuration", keys, OL_SETTING_COUNT};
    ol_typed_load_map(&reading->typed, root, &map, reading);
}
