/* SPDX-License-Identifier: Apache-2.0 */
/* The configuration of a run: what files and the command line say, each value with the place that
 * it comes from, and which of them is in force. settings.def is the table of what there is to set;
 * the public functions on struct ol_config are in onnx_lint.h. */
#ifndef OL_CONFIG_CONFIG_H
#define OL_CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "onnx_lint.h"
#include "rule/load.h"
#include "rule/yaml_tree.h"

/* Where a value comes from. */
struct ol_origin {
    const char *path; /* of the file, as it is shown; NULL: the command line */
    struct ol_mark mark;
    const char *folder; /* absolute, of the file: what its patterns are relative to; of the command
                           line the working directory; "." where that has no path */
};

/* Adds an error about what was set there: a line with that place; of the command line the text
 * alone, without a line break unless lines stand before it. */
void ol_origin_add_error(struct ol_buf *errors, const struct ol_origin *origin, const char *text);

/* One value of a setting, as text: of FLAG "true" or "false", of NUMBER decimal, of PATH and PATHS
 * the path to open. */
struct ol_config_value {
    const char *text;
    struct ol_origin origin;
};

/* Values of one setting, those that count least first. A setting of one value has one at most: the
 * one in force. */
struct ol_config_values {
    struct ol_config_value *items;
    size_t count;
};

/* What a configuration says of one rule. */
struct ol_config_rule {
    const char *name;     /* ID or ID/VARIANT */
    const char *severity; /* "error", "warning", "info", "off", "on"; NULL: as before */
    const struct ol_yaml_node
        *with; /* the map of changed parameters, of the tree of the file; NULL: none */
    struct ol_origin origin;
};

/* One of `overrides`: severities for the files and places that it is about. */
struct ol_config_override {
    const char *const *files; /* patterns; none: all files */
    size_t file_count;
    const struct ol_yaml_node
        *paths; /* the list of field paths, as written; NULL: wherever in the file */
    const struct ol_config_rule *rules;
    size_t rule_count;
    struct ol_origin origin;
};

/* Bounds of one domain's versions. There is one for each domain; the bounds of several files are
 * put together, and the origin is that of the last file that has one. */
struct ol_config_opset {
    const char *domain; /* "" for the default one, however it was written */
    int64_t min;        /* 0: none */
    int64_t max;        /* 0: none */
    struct ol_origin origin;
};

/* One of `custom-rules`: the map of the rule. */
struct ol_config_custom {
    const struct ol_yaml_node *rule;
    struct ol_origin origin;
};

/* One of `reports`, or what --format and --output ask for. */
struct ol_config_report {
    const char *format; /* NULL: what `format` says */
    const char *output; /* NULL: of an only one of the command line, what `output` says; else
                           standard output */
    struct ol_origin origin;
    struct ol_mark output_mark; /* of the output, in the file of the origin */
};

struct ol_config {
    struct ol_arena *arena;                           /* owned; everything lives here */
    struct ol_buf errors;                             /* of the last call that was refused */
    struct ol_config_values values[OL_SETTING_COUNT]; /* of the kinds FLAG to PATTERNS */
    struct ol_config_rule *rules; /* in the order in which they count: of several for a case the
                                     last; those of the command line last of all */
    size_t rule_count;
    struct ol_config_override *overrides;
    size_t override_count;
    struct ol_config_opset *opsets;
    size_t opset_count;
    struct ol_config_custom *custom_rules;
    size_t custom_rule_count;
    struct ol_config_report *reports; /* those that count most: of the command line, else of the
                                         last file that has some; none: what `format` and `output`
                                         say */
    size_t report_count;
    const char *folder;   /* the working directory */
    const char *warnings; /* lines about what was found and not read; NULL: none */
    bool is_loaded;       /* a file was read */
};

/* Adds what counts more than all that is there: a value of a list; the value of a setting that has
 * one, in place of the former. false when memory is short, as below. */
bool ol_config_add_value(struct ol_config *config, enum ol_setting_id id,
                         const struct ol_config_value *value) OL_NODISCARD;
bool ol_config_add_rule(struct ol_config *config, const struct ol_config_rule *rule) OL_NODISCARD;
bool ol_config_add_override(struct ol_config *config,
                            const struct ol_config_override *override) OL_NODISCARD;
bool ol_config_add_opset(struct ol_config *config,
                         const struct ol_config_opset *opset) OL_NODISCARD;
bool ol_config_add_custom_rule(struct ol_config *config,
                               const struct ol_config_custom *custom) OL_NODISCARD;

bool ol_config_add_report(struct ol_config *config,
                          const struct ol_config_report *report) OL_NODISCARD;

/* Notes that the command line has --format or --output with that value, which lives in the arena.
 * OL_ERR_RULE where it cannot be said to which report it belongs, or there are too many. */
enum ol_status ol_config_set_report(struct ol_config *config, enum ol_setting_id setting,
                                    const char *text) OL_NODISCARD;

/* Adds all that another configuration says, which then counts more. Its arena is the same. */
bool ol_config_add_all(struct ol_config *config, const struct ol_config *other) OL_NODISCARD;

/* The value in force of a setting that has one; NULL where nobody sets it. */
const struct ol_config_value *ol_config_value(const struct ol_config *config,
                                              enum ol_setting_id id);

#endif
