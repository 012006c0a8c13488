/* SPDX-License-Identifier: Apache-2.0 */
/* The reports of a run: `reports` of a file, and --format and --output, which may be given several
 * times. */
#include "base/text.h"
#include "config/load_config.h"
#include "config/setting.h"

/* --- the command line --- */

static enum ol_status refuse(struct ol_config *config, const char *option, const char *why)
{
    ol_buf_addf(&config->errors, "--%s %s", option, why);
    return ol_buf_is_ok(&config->errors) ? OL_ERR_RULE : OL_ERR_NOMEM;
}

/* A format begins a report, but for that of an --output that stands before it. */
static enum ol_status set_format(struct ol_config *config, const char *text)
{
    struct ol_config_report *last =
        config->report_count > 0 ? &config->reports[config->report_count - 1] : NULL;
    if (last != NULL && last->format == NULL) {
        last->format = text;
        return OL_OK;
    }
    if (config->report_count == OL_REPORTS_MAX) {
        return refuse(config, "format", "is given too often");
    }
    const struct ol_config_report report = {.format = text, .origin = {.folder = config->folder}};
    return ol_config_add_report(config, &report) ? OL_OK : OL_ERR_NOMEM;
}

/* An output belongs to the report before it. */
static enum ol_status set_output(struct ol_config *config, const char *text)
{
    if (config->report_count == 0) {
        const struct ol_config_report report = {.output = text,
                                                .origin = {.folder = config->folder}};
        return ol_config_add_report(config, &report) ? OL_OK : OL_ERR_NOMEM;
    }
    struct ol_config_report *last = &config->reports[config->report_count - 1];
    if (last->output != NULL) {
        return refuse(config, "output", "is given twice for one report: each wants a --format");
    }
    last->output = text;
    return OL_OK;
}

enum ol_status ol_config_set_report(struct ol_config *config, enum ol_setting_id setting,
                                    const char *text)
{
    if (config->report_count > 0 && config->reports[0].origin.path != NULL) {
        config->report_count = 0; /* what the command line wants is in place of a file's */
        config->reports = NULL;
    }
    return setting == OL_SETTING_FORMAT ? set_format(config, text) : set_output(config, text);
}

/* --- files --- */

struct report_reading {
    struct ol_config_reading *reading;
    struct ol_config_report report;
};

static void load_format(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct report_reading *loading = out;
    (void)typed; /* it is the reading's */
    (void)ol_config_load_text(loading->reading, node, OL_SETTING_FORMAT, "format",
                              &loading->report.format);
}

static void load_output(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct report_reading *loading = out;
    const char *text = NULL;
    (void)typed;
    if (ol_config_load_text(loading->reading, node, OL_SETTING_OUTPUT, "output", &text)) {
        loading->report.output = ol_config_join(loading->reading, text);
        loading->report.output_mark = node->mark;
        ol_config_keep(loading->reading, loading->report.output != NULL);
    }
}

/* Whether a report that has no file is there already. */
static bool has_standard_output(const struct ol_config *config)
{
    for (size_t i = 0; i < config->report_count; i++) {
        if (config->reports[i].output == NULL) {
            return true;
        }
    }
    return false;
}

static void load_report(struct ol_config_reading *reading, const struct ol_yaml_node *node,
                        void *out)
{
    static const struct ol_typed_key keys[] = {
        {.name = "format", .form = OL_TYPED_CALL, .is_required = true, .load = load_format},
        {.name = "output", .form = OL_TYPED_CALL, .load = load_output},
    };
    static const struct ol_typed_map map = {"report", keys, sizeof keys / sizeof keys[0]};
    struct ol_typed *typed = &reading->typed;
    struct report_reading loading = {.reading = reading,
                                     .report = {.origin = ol_config_origin(reading, node->mark)}};
    (void)out; /* the layer is the reading's */
    unsigned errors = typed->error_count;
    ol_typed_load_map(typed, node, &map, &loading);
    if (typed->error_count > errors) {
        return;
    }
    if (loading.report.output == NULL && has_standard_output(&reading->layer)) {
        ol_typed_refuse(typed, node->mark,
                        "a second report without output: one can go to standard output");
    } else if (reading->layer.report_count == OL_REPORTS_MAX) {
        ol_typed_refuse(typed, node->mark, "more reports than a run can write");
    } else {
        ol_config_keep(reading, ol_config_add_report(&reading->layer, &loading.report));
    }
}

void ol_config_load_reports(struct ol_config_reading *reading, const struct ol_yaml_node *node)
{
    ol_config_load_each(reading, node, load_report, NULL);
}

/* --- what is in force --- */

static void set_place(struct ol_wanted_report *report, const char *file, struct ol_mark mark)
{
    report->file = file;
    report->line = mark.line;
    report->column = mark.column;
}

size_t ol_config_reports(const struct ol_config *config,
                         struct ol_wanted_report reports[OL_REPORTS_MAX])
{
    bool is_single = config->report_count == 0 ||
                     (config->report_count == 1 && config->reports[0].origin.path == NULL);
    if (is_single) {
        const struct ol_config_value *output = ol_config_value(config, OL_SETTING_OUTPUT);
        reports[0] = (struct ol_wanted_report){.format = ol_config_text(config, OL_SETTING_FORMAT)};
        if (output != NULL) {
            reports[0].output = output->text;
            set_place(&reports[0], output->origin.path, output->origin.mark);
        }
        return 1;
    }
    for (size_t i = 0; i < config->report_count; i++) {
        const struct ol_config_report *report = &config->reports[i];
        reports[i] = (struct ol_wanted_report){.format = report->format, .output = report->output};
        set_place(&reports[i], report->origin.path, report->output_mark);
    }
    return config->report_count;
}
