/* SPDX-License-Identifier: Apache-2.0 */
/* Who says what of a rule. */
#include "in_force.h"

#include <string.h>

#include "base/text.h"
#include "policy/selector.h"

struct telling {
    struct ol_buf *out;
    const struct ol_config *config;
    const struct ol_rule_set *rules;
    const struct ol_rule *rule;
    uint32_t index;
};

/* ", by FILE:LINE:COLUMN" or ", by the command line", and the end of the line. */
static void end_line(const struct telling *telling, const struct ol_origin *origin,
                     struct ol_mark mark)
{
    ol_buf_add(telling->out, ", by ");
    if (origin->path == NULL) {
        ol_buf_add(telling->out, "the command line\n");
        return;
    }
    ol_text_add_path(telling->out, origin->path);
    ol_buf_addf(telling->out, ":%u:%u\n", mark.line, mark.column);
}

/* Whether the entry sets the severity of a case of the rule. */
static bool is_about(const struct telling *telling, const struct ol_config_rule *entry,
                     size_t place)
{
    struct ol_cases cases;
    return entry->severity != NULL && ol_cases_look_up(telling->rules, entry->name, &cases) &&
           ol_cases_has(&cases, telling->index, place);
}

/* The entry of `rules` that counts for a case; NULL: the profile does. */
static const struct ol_config_rule *find_setter(const struct telling *telling, size_t place)
{
    size_t i = telling->config->rule_count;
    while (i > 0 && !is_about(telling, &telling->config->rules[i - 1], place)) {
        i--;
    }
    return i > 0 ? &telling->config->rules[i - 1] : NULL;
}

/* "  " or "  VARIANT: " */
static void begin_case(const struct telling *telling, size_t place)
{
    ol_buf_add(telling->out, "  ");
    if (place > 0) {
        ol_buf_addf(telling->out, "%s: ", telling->rule->variants[place - 1].name);
    }
}

/* The severity of each case; the main one, unless every case is a variant, comes first. */
static void add_severities(const struct telling *telling)
{
    size_t count = ol_rule_set_case_count(telling->rules, telling->index);
    for (size_t place = telling->rule->message == NULL ? 1 : 0; place < count; place++) {
        const struct ol_config_rule *setter = find_setter(telling, place);
        begin_case(telling, place);
        ol_buf_add(telling->out,
                   ol_severity_name(ol_rule_set_case(telling->rules, telling->index, place)));
        if (setter != NULL) {
            end_line(telling, &setter->origin, setter->origin.mark);
        } else {
            ol_buf_addf(telling->out, ", by the profile %s\n",
                        ol_config_text(telling->config, OL_SETTING_PROFILE));
        }
    }
}

/* Whether an entry behind that one changes the parameter too. */
static bool is_changed_later(const struct telling *telling, size_t entry, const char *name)
{
    bool is_changed = false;
    for (size_t i = entry + 1; i < telling->config->rule_count; i++) {
        const struct ol_config_rule *later = &telling->config->rules[i];
        is_changed =
            is_changed || (later->with != NULL && strcmp(later->name, telling->rule->id) == 0 &&
                           ol_yaml_member(later->with, name) != NULL);
    }
    return is_changed;
}

static void add_params(const struct telling *telling)
{
    for (size_t i = 0; i < telling->config->rule_count; i++) {
        const struct ol_config_rule *entry = &telling->config->rules[i];
        bool is_own = entry->with != NULL && strcmp(entry->name, telling->rule->id) == 0;
        for (const struct ol_yaml_node *param = is_own ? entry->with->first : NULL; param != NULL;
             param = param->next) {
            if (!is_changed_later(telling, i, param->key->text)) {
                ol_buf_addf(telling->out, "  parameter %s", param->key->text);
                end_line(telling, &entry->origin, param->key->mark);
            }
        }
    }
}

/* One entry of an override. The command line counts more, so that nothing is told of the cases that
 * it names. */
static void add_override(const struct telling *telling, const struct ol_config_override *override,
                         const struct ol_config_rule *entry)
{
    size_t count = ol_rule_set_case_count(telling->rules, telling->index);
    for (size_t place = 0; place < count; place++) {
        const struct ol_config_rule *setter = find_setter(telling, place);
        if (!is_about(telling, entry, place) || (setter != NULL && setter->origin.path == NULL)) {
            continue;
        }
        ol_buf_addf(telling->out, "  %s ",
                    override->paths != NULL ? "at some places" : "in some files");
        ol_buf_add(telling->out, entry->name);
        ol_buf_addf(telling->out, "=%s", entry->severity);
        end_line(telling, &entry->origin, entry->origin.mark);
        return;
    }
}

static void add_overrides(const struct telling *telling)
{
    for (size_t i = 0; i < telling->config->override_count; i++) {
        const struct ol_config_override *override = &telling->config->overrides[i];
        for (size_t j = 0; j < override->rule_count; j++) {
            add_override(telling, override, &override->rules[j]);
        }
    }
}

void ol_in_force_add(struct ol_buf *out, const struct ol_config *config,
                     const struct ol_rule_set *rules, uint32_t index)
{
    const struct telling telling = {out, config, rules, ol_rule_set_at(rules, index), index};
    ol_buf_add(out, "\nIn force:\n");
    add_severities(&telling);
    add_params(&telling);
    add_overrides(&telling);
}
