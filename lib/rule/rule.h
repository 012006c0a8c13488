/* SPDX-License-Identifier: Apache-2.0 */
/* A rule as the engine runs it: what one YAML file of rules/ says, typed and verified. The built-in
 * ones are constant tables that rulec wrote at build time; custom ones are loaded at run time by
 * the same loader (rule/load.h). */
#ifndef OL_RULE_RULE_H
#define OL_RULE_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag/diag.h"

struct ol_filter;
struct ol_pattern;
struct ol_target;

/* A value of `with:` for one parameter of the check. */
struct ol_param_item {
    int64_t integer;  /* INTEGER, or the place in the parameter's closed list of WORDs */
    bool is_huge;     /* INTEGER: it is above INT64_MAX, and integer has its bits */
    const char *text; /* the scalar as written; for FIELD the field's name */
    uint8_t message;  /* FIELD: enum ol_message_id */
    uint8_t field;    /* FIELD: index in that message */
    const struct ol_pattern *pattern; /* PATTERN: compiled */
    const char *key;                  /* of a map: what the value stands for; NULL elsewhere */
};

/* All values of one parameter: one item for a scalar, one for each member of a list or a map. count
 * 0: not given. */
struct ol_param_value {
    const struct ol_param_item *items;
    size_t count;
};

struct ol_rule_variant {
    const char *name;
    enum ol_severity severity;
    const char *message; /* template */
};

struct ol_rule_note {
    const char *name;
    const char *message; /* template of a related place */
};

/* A file that an example puts beside the linted one: exactly one of bytes, link, hard-link,
 * directory and hole. */
struct ol_example_file {
    const char *path;      /* relative to the linted file's directory */
    const char *bytes;     /* hexasm text */
    const char *link;      /* a symbolic link to that target */
    const char *hard_link; /* one more name of that side file, which stands before it */
    bool is_directory;
    int64_t hole;                      /* a sparse file of that many bytes; -1: none */
    unsigned line, column;             /* of its entry in the rule's file */
    unsigned bytes_line, bytes_column; /* of the first character of bytes */
};

/* One expected finding. */
struct ol_example_expect {
    const char *rule;     /* NULL: the rule that the example belongs to */
    const char *variant;  /* NULL: any */
    const char *severity; /* NULL: the rule's default */
    const char *at; /* mark, decimal offset, or "file" for a finding about the whole file; NULL: not
                       pinned, of an example with input */
    int64_t offset; /* what at says as a number; -1: it is none */
    int64_t length; /* bytes; -1: not pinned */
    const char *path;      /* NULL: not pinned */
    unsigned line, column; /* in the rule's file */
};

struct ol_example {
    const char *name;
    bool is_bad;
    const char *root; /* message of the bytes, or "auto": as the tool recognises it */
    const char
        *file; /* name to lint it under; NULL: "m.onnx" for a ModelProto or auto, else "m.pb" */
    int64_t ir_version;             /* --ir-version; 0: not given */
    const char *target_name;        /* NULL: there is no target */
    const struct ol_target *target; /* one of its own; NULL: the built-in one of that name */
    const char *bytes;              /* hexasm text; NULL: there is an input */
    const char *input; /* a file to lint in place of bytes, its path relative to the folder of the
                          rule's file; NULL: bytes */
    int64_t size; /* the linted file is that long, with a hole of zeros behind bytes; 0: as long as
                     bytes are */
    const struct ol_example_file *files;
    size_t file_count;
    const struct ol_example_expect *expect;
    size_t expect_count;
    unsigned line, column;             /* of the example in the rule's file */
    unsigned bytes_line, bytes_column; /* of the first character of bytes */
};

struct ol_reference {
    const char *title;
    const char *where;
};

/* What is needed only to explain or to test a rule. Linting never touches it: of a built-in rule it
 * is read from the text of the rule's file when somebody asks. */
struct ol_rule_doc {
    struct ol_slice source; /* the text of the rule's file */
    const char *path;       /* of that file, as messages show it */
    unsigned line, column;  /* of the rule in it */
    const char *since;      /* the release that brought it: "0.1.0" */
    const char *targets; /* names of the messages: "GraphProto, TensorProto", "every message"; NULL:
                            about the file */
    const char *where;   /* what else a custom rule says of where it applies, as it is written;
                            NULL: nothing */
    bool is_custom;      /* a custom rule: without since and explanation if it says none */
    const char *const *mends; /* what to do about a finding, in one line: of the main case, then of
                                 each variant, NULL where it is the main case's; NULL: of none */
    const char *explanation;
    const struct ol_reference *references;
    size_t reference_count;
    const struct ol_example *examples;
    size_t example_count;
};

struct ol_rule {
    const char *id;
    const char *title;
    const char *area; /* the folder of its file: "tensor" */
    enum ol_severity severity;
    uint64_t targets; /* messages: OL_MESSAGE_BIT(id), or-ed; 0 for rules about the file */
    uint8_t ir_min;   /* 0: from the first */
    uint8_t ir_max;   /* 0: to the newest */
    const struct ol_filter
        *filter;    /* what else a custom rule says of where it applies; NULL: nothing */
    uint16_t check; /* index into ol_checks */
    const struct ol_param_value *with; /* one for each parameter of the check, in its order */
    const char *message; /* template of the main case; NULL where every case is a variant */
    const struct ol_rule_variant *variants;
    size_t variant_count;
    const struct ol_rule_note *notes;
    size_t note_count;
    const char *const *supersedes; /* ids */
    size_t supersedes_count;
    const struct ol_rule_doc *doc; /* NULL in ol_builtin_rules: rule/source.h gives it */
};

/* Whether it is a custom one. */
static inline bool ol_rule_is_custom(const struct ol_rule *rule)
{
    return rule->doc != NULL && rule->doc->is_custom;
}

/* What to do about a finding of a rule, in the main case (variant NULL) or a variant: a line
 * without a final stop. A built-in rule need not have its doc for that. NULL: the rule does not
 * say. */
const char *ol_rule_mend(const struct ol_rule *rule, const char *variant);

/* The rules that ship with the program, sorted by id. */
extern const struct ol_rule ol_builtin_rules[];
extern const size_t ol_builtin_rule_count;

#endif
