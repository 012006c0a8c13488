/* SPDX-License-Identifier: Apache-2.0 */
/* --print-config: what is in force, as a configuration file that says the same. Each value has a
 * comment that says where it comes from. What was extended is not named again, since all that it
 * says stands here. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "config/config.h"
#include "config/setting.h"
#include "config/yaml_text.h"

/* Comments begin here, where the value leaves room. */
#define COMMENT_COLUMN 40

struct printer {
    struct ol_buf *out;
    const char *folder; /* the working directory */
    size_t line;        /* where the line begins */
    bool is_out_of_memory;
};

static void add_word(const struct printer *printer, const char *word)
{
    ol_buf_add(printer->out, word);
}

static void end_line(struct printer *printer)
{
    ol_buf_add_char(printer->out, '\n');
    printer->line = printer->out->size;
}

static void begin_comment(const struct printer *printer)
{
    for (size_t size = printer->out->size - printer->line; size + 2 < COMMENT_COLUMN; size++) {
        ol_buf_add_char(printer->out, ' ');
    }
    add_word(printer, "  # ");
}

/* Adds the place that the line's value comes from; NULL: nobody set it. */
static void add_origin(const struct printer *printer, const struct ol_origin *origin)
{
    begin_comment(printer);
    if (origin == NULL) {
        add_word(printer, "default");
    } else if (origin->path == NULL) {
        add_word(printer, "command line");
    } else {
        ol_text_add_path(printer->out, origin->path);
        ol_buf_addf(printer->out, ":%u:%u", origin->mark.line, origin->mark.column);
    }
}

static void end_with_origin(struct printer *printer, const struct ol_origin *origin)
{
    add_origin(printer, origin);
    end_line(printer);
}

/* The same of patterns: where they are not relative to the working directory, with the folder that
 * they are relative to. */
static void end_with_folder(struct printer *printer, const struct ol_origin *origin)
{
    add_origin(printer, origin);
    if (origin->path != NULL && strcmp(origin->folder, printer->folder) != 0) {
        add_word(printer, ", relative to ");
        ol_text_add_path(printer->out, origin->folder);
    }
    end_line(printer);
}

static void begin_setting(const struct printer *printer, enum ol_setting_id id)
{
    ol_buf_addf(printer->out, "%s:", ol_settings[id].key);
}

/* --- kinds of settings --- */

/* A value whose kind says how it is written: words and numbers stand bare. */
static void add_value(const struct printer *printer, enum ol_setting_id id, const char *text)
{
    enum ol_setting_kind kind = ol_settings[id].kind;
    bool is_bare = kind == OL_SETTING_KIND_FLAG || kind == OL_SETTING_KIND_WORD ||
                   kind == OL_SETTING_KIND_NUMBER;
    if (is_bare) {
        add_word(printer, text);
    } else {
        ol_yaml_add_scalar(printer->out, text);
    }
}

static void print_single(struct printer *printer, enum ol_setting_id id,
                         const struct ol_config_values *values)
{
    const char *fallback = ol_settings[id].fallback;
    bool is_set = values->count > 0;
    if (!is_set && fallback[0] == '\0') {
        return;
    }
    begin_setting(printer, id);
    add_word(printer, " ");
    add_value(printer, id, is_set ? values->items[0].text : fallback);
    end_with_origin(printer, is_set ? &values->items[0].origin : NULL);
}

static void print_list(struct printer *printer, enum ol_setting_id id,
                       const struct ol_config_values *values)
{
    if (values->count == 0) {
        return;
    }
    begin_setting(printer, id);
    end_line(printer);
    for (size_t i = 0; i < values->count; i++) {
        add_word(printer, "  - ");
        add_value(printer, id, values->items[i].text);
        if (ol_settings[id].kind == OL_SETTING_KIND_PATTERNS) {
            end_with_folder(printer, &values->items[i].origin);
        } else {
            end_with_origin(printer, &values->items[i].origin);
        }
    }
}

/* --- rules --- */

/* Entries of `rules`, by name and then in the order in which they count. */
struct entries {
    const struct ol_config_rule **items;
    size_t count;
};

/* Entries of one name lie in the configuration as they count, so their addresses tell. */
static int compare_entries(const void *left, const void *right)
{
    const struct ol_config_rule *a = *(const struct ol_config_rule *const *)left;
    const struct ol_config_rule *b = *(const struct ol_config_rule *const *)right;
    int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a > b) - (a < b);
}

/* The entries from place on that have the name of the first. */
static struct entries entries_at(const struct entries *all, size_t place)
{
    struct entries same = {all->items + place, 1};
    while (place + same.count < all->count &&
           strcmp(same.items[0]->name, same.items[same.count]->name) == 0) {
        same.count++;
    }
    return same;
}

/* The entry whose severity counts; NULL: none has one. */
static const struct ol_config_rule *severity_in(const struct entries *same)
{
    size_t i = same->count;
    while (i > 0 && same->items[i - 1]->severity == NULL) {
        i--;
    }
    return i > 0 ? same->items[i - 1] : NULL;
}

/* Whether something is said later of all cases of the rule of which the entry is about one. */
static bool is_overruled(const struct entries *all, const struct ol_config_rule *entry)
{
    size_t size = strcspn(entry->name, "/");
    size_t low = 0;
    size_t high = all->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strncmp(all->items[middle]->name, entry->name, size) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (entry->name[size] == '\0' || strcspn(all->items[low]->name, "/") != size ||
        all->items[low]->name[size] != '\0') {
        return false;
    }
    struct entries whole = entries_at(all, low);
    const struct ol_config_rule *later = severity_in(&whole);
    return later != NULL && later > entry;
}

/* A parameter; its value is a scalar, or a list or map in further lines. */
static void print_param(struct printer *printer, const struct ol_config_rule *rule,
                        const struct ol_yaml_node *param)
{
    struct ol_origin origin = rule->origin;
    origin.mark = param->key->mark;
    ol_yaml_add_indent(printer->out, 6);
    ol_yaml_add_key(printer->out, param->key->text, 6);
    if (param->kind == OL_YAML_SCALAR) {
        add_word(printer, " ");
        ol_yaml_add_line(printer->out, param);
        end_with_origin(printer, &origin);
        return;
    }
    end_with_origin(printer, &origin);
    ol_yaml_add_node(printer->out, param, 8);
    printer->line = printer->out->size;
}

/* Parameters of all entries for a rule: of several for one the last counts. */
static void print_with(struct printer *printer, const struct entries *same)
{
    bool is_first = true;
    for (size_t i = 0; i < same->count; i++) {
        const struct ol_yaml_node *with = same->items[i]->with;
        const struct ol_yaml_node *param = with != NULL ? with->first : NULL;
        for (; param != NULL; param = param->next) {
            bool is_last = true;
            for (size_t j = i + 1; j < same->count; j++) {
                const struct ol_yaml_node *later = same->items[j]->with;
                is_last =
                    is_last && (later == NULL || ol_yaml_member(later, param->key->text) == NULL);
            }
            if (is_first) {
                add_word(printer, "    with:");
                end_line(printer);
                is_first = false;
            }
            if (is_last) {
                print_param(printer, same->items[i], param);
            }
        }
    }
}

static void print_severity(struct printer *printer, const struct ol_config_rule *rule)
{
    ol_buf_addf(printer->out, " %s", rule->severity);
    end_with_origin(printer, &rule->origin);
}

static bool has_parameters(const struct entries *same)
{
    size_t i = 0;
    while (i < same->count && (same->items[i]->with == NULL || same->items[i]->with->count == 0)) {
        i++;
    }
    return i < same->count;
}

static void print_rule(struct printer *printer, const struct entries *all,
                       const struct entries *same)
{
    const struct ol_config_rule *severity = severity_in(same);
    bool has_params = has_parameters(same);
    if (severity != NULL ? is_overruled(all, severity) : !has_params) {
        return;
    }
    add_word(printer, "  ");
    ol_yaml_add_key(printer->out, same->items[0]->name, 2);
    if (!has_params) {
        print_severity(printer, severity);
        return;
    }
    end_line(printer);
    if (severity != NULL) {
        add_word(printer, "    severity:");
        print_severity(printer, severity);
    }
    print_with(printer, same);
}

static void print_rules(struct printer *printer, const struct ol_config *config)
{
    struct entries all = {.count = config->rule_count};
    if (all.count == 0) {
        return;
    }
    struct ol_arena *arena = ol_arena_new();
    all.items = arena != NULL ? ol_arena_alloc_array(arena, all.count, sizeof *all.items) : NULL;
    printer->is_out_of_memory = all.items == NULL;
    if (all.items == NULL) {
        ol_arena_free(arena);
        return;
    }
    for (size_t i = 0; i < all.count; i++) {
        all.items[i] = &config->rules[i];
    }
    qsort(all.items, all.count, sizeof *all.items, compare_entries);
    begin_setting(printer, OL_SETTING_RULES);
    end_line(printer);
    for (size_t i = 0; i < all.count;) {
        struct entries same = entries_at(&all, i);
        print_rule(printer, &all, &same);
        i += same.count;
    }
    ol_arena_free(arena);
}

/* --- overrides, custom rules, operator sets --- */

static void print_override(struct printer *printer, const struct ol_config_override *override)
{
    const char *dash = "  - ";
    if (override->file_count > 0) {
        ol_buf_addf(printer->out, "%sfiles:", dash);
        end_with_folder(printer, &override->origin);
        for (size_t i = 0; i < override->file_count; i++) {
            add_word(printer, "      - ");
            ol_yaml_add_scalar(printer->out, override->files[i]);
            end_line(printer);
        }
        dash = "    ";
    }
    if (override->paths != NULL) {
        ol_buf_addf(printer->out, "%spaths:", dash);
        end_with_origin(printer, &override->origin);
        ol_yaml_add_node(printer->out, override->paths, 6);
        printer->line = printer->out->size;
        dash = "    ";
    }
    ol_buf_addf(printer->out, "%srules:", dash);
    end_line(printer);
    for (size_t i = 0; i < override->rule_count; i++) {
        const struct ol_config_rule *rule = &override->rules[i];
        add_word(printer, "      ");
        ol_yaml_add_key(printer->out, rule->name, 6);
        print_severity(printer, rule);
    }
}

static void print_overrides(struct printer *printer, const struct ol_config *config)
{
    if (config->override_count > 0) {
        begin_setting(printer, OL_SETTING_OVERRIDES);
        end_line(printer);
    }
    for (size_t i = 0; i < config->override_count; i++) {
        print_override(printer, &config->overrides[i]);
    }
}

static void print_custom_rules(struct printer *printer, const struct ol_config *config)
{
    if (config->custom_rule_count > 0) {
        begin_setting(printer, OL_SETTING_CUSTOM_RULES);
        end_line(printer);
    }
    for (size_t i = 0; i < config->custom_rule_count; i++) {
        const struct ol_config_custom *custom = &config->custom_rules[i];
        add_word(printer, "  -");
        end_with_origin(printer, &custom->origin);
        ol_yaml_add_node(printer->out, custom->rule, 4);
        printer->line = printer->out->size;
    }
}

static void print_opsets(struct printer *printer, const struct ol_config *config)
{
    if (config->opset_count > 0) {
        begin_setting(printer, OL_SETTING_TARGET_OPSET);
        end_line(printer);
    }
    for (size_t i = 0; i < config->opset_count; i++) {
        const struct ol_config_opset *opset = &config->opsets[i];
        add_word(printer, "  ");
        ol_yaml_add_key(printer->out, opset->domain[0] == '\0' ? "ai.onnx" : opset->domain, 2);
        add_word(printer, " {");
        if (opset->min != 0) {
            add_word(printer, "min: ");
            ol_buf_add_i64(printer->out, opset->min);
        }
        if (opset->max != 0) {
            add_word(printer, opset->min != 0 ? ", max: " : "max: ");
            ol_buf_add_i64(printer->out, opset->max);
        }
        add_word(printer, "}");
        end_with_origin(printer, &opset->origin);
    }
}

/* An only report of the command line is what format and output say. */
static void print_reports(struct printer *printer, const struct ol_config *config)
{
    if (config->report_count == 0 ||
        (config->report_count == 1 && config->reports[0].origin.path == NULL)) {
        return;
    }
    begin_setting(printer, OL_SETTING_REPORTS);
    end_line(printer);
    for (size_t i = 0; i < config->report_count; i++) {
        const struct ol_config_report *report = &config->reports[i];
        ol_buf_addf(printer->out, "  - format: %s", report->format);
        end_with_origin(printer, &report->origin);
        if (report->output != NULL) {
            add_word(printer, "    output: ");
            ol_yaml_add_scalar(printer->out, report->output);
            end_line(printer);
        }
    }
}

static void print_setting(struct printer *printer, const struct ol_config *config,
                          enum ol_setting_id id)
{
    switch (ol_settings[id].kind) {
    case OL_SETTING_KIND_FLAG:
    case OL_SETTING_KIND_WORD:
    case OL_SETTING_KIND_NUMBER:
    case OL_SETTING_KIND_TEXT:
    case OL_SETTING_KIND_PATH:
        print_single(printer, id, &config->values[id]);
        break;
    case OL_SETTING_KIND_PATHS:
    case OL_SETTING_KIND_PATTERNS:
        print_list(printer, id, &config->values[id]);
        break;
    case OL_SETTING_KIND_RULES:
        print_rules(printer, config);
        break;
    case OL_SETTING_KIND_CUSTOM_RULES:
        print_custom_rules(printer, config);
        break;
    case OL_SETTING_KIND_OVERRIDES:
        print_overrides(printer, config);
        break;
    case OL_SETTING_KIND_OPSETS:
        print_opsets(printer, config);
        break;
    case OL_SETTING_KIND_REPORTS:
        print_reports(printer, config);
        break;
    case OL_SETTING_KIND_EXTENDS:
        break;
    }
}

enum ol_status ol_config_print(const struct ol_config *config, ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    struct printer printer = {.out = &out, .folder = config->folder};
    for (size_t i = 0; i < OL_SETTING_COUNT; i++) {
        print_setting(&printer, config, (enum ol_setting_id)i);
    }
    out.failed = out.failed || printer.is_out_of_memory;
    return ol_buf_pass_on(&out, write, context);
}
