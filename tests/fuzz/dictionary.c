/* SPDX-License-Identifier: Apache-2.0 */
/* The words that inputs are made of. */
#include "fuzz/dictionary.h"

#include "onnx/schema.h"
#include "onnx_lint.h"
#include "rule/check.h"
#include "rule/rule.h"

/* Words of single checks and of notations, which no table has. */
static const char *const wire_words[] = {
    "location",
    "offset",
    "length",
    "checksum",
    "basepath",
    "ai.onnx",
    "ai.onnx.ml",
    "w.bin",
    "v.bin",
    "hole",
    "fifo",
    "empty",
    "near",
    "far",
    "loop",
    "dirin",
    "dirout",
    "data/w.bin",
    "../w.bin",
    "Constant",
    "If",
    "Loop",
    "Scan",
    "Conv",
    "Relu",
    "SequenceEmpty",
    "then_branch",
    "body",
    "value",
    "to",
    "tensor(float)",
    "SCALE_TENSOR",
    "ZERO_POINT_TENSOR",
    "Image.BitmapPixelFormat",
};
static const char *const text_words[] = {
    "id: ",
    "title: ",
    "severity: ",
    "target: ",
    "when: ",
    "opset: ",
    "ir: ",
    "check: ",
    "with: ",
    "message: ",
    "mend: ",
    "variants: ",
    "notes: ",
    "examples: ",
    "expect: ",
    "root: ",
    "bytes: ",
    "files: ",
    "paths: ",
    "names: ",
    "reason: ",
    "expires: ",
    "rule: ",
    "error",
    "warning",
    "info",
    "off",
    "on",
    "{min: 1}",
    "max: ",
    "pattern: ",
    "in: ",
    "present: ",
    "equals: ",
    "domain: ",
    "graph.**",
    "node[*]",
    "[0]",
    "{subject}",
    "{field}",
    "- {",
    "  - ",
    "|\\x0A",
    "200*00",
    "@mark",
    "\\\\x00",
    "\\\"baseline\\\":1",
    "<<: ",
    "&a ",
    "*a",
    "!!str ",
    "---\\x0A",
    "(?=",
    "(?<!",
    "\\\\p{L}",
    "{2,3}",
    "**/",
    "[!a-z]",
    "2027-06-30",
};

static void add(struct ol_buf *out, const char *word)
{
    if (word[0] != '\0') {
        ol_buf_addf(out, "\"%s\"\n", word);
    }
}

static void add_list(struct ol_buf *out, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add(out, words[i]);
    }
}

void ol_fuzz_dictionary_wire(struct ol_buf *out)
{
    add_list(out, wire_words, sizeof wire_words / sizeof *wire_words);
    /* the tags of all fields */
    for (unsigned number = 1; number <= OL_FIELD_NUMBER_MAX; number++) {
        for (unsigned wire_type = 0; wire_type <= 5; wire_type++) {
            unsigned tag = number << 3 | wire_type;
            if (tag < 0x80) {
                ol_buf_addf(out, "\"\\x%02X\"\n", tag);
            } else {
                ol_buf_addf(out, "\"\\x%02X\\x%02X\"\n", (tag & 0x7F) | 0x80, tag >> 7);
            }
        }
    }
}

static void add_messages(struct ol_buf *out)
{
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        add(out, ol_messages[i].name);
        for (size_t j = 0; j < ol_messages[i].field_count; j++) {
            add(out, ol_messages[i].fields[j].name);
        }
    }
}

void ol_fuzz_dictionary_text(struct ol_buf *out)
{
    add_list(out, text_words, sizeof text_words / sizeof *text_words);
    for (size_t i = 0; i < OL_SETTING_COUNT; i++) {
        ol_buf_addf(out, "\"%s: \"\n", ol_settings[i].key);
    }
    for (size_t i = 0; i < ol_check_count; i++) {
        add(out, ol_checks[i]->name);
        for (size_t j = 0; j < ol_checks[i]->param_count; j++) {
            add(out, ol_checks[i]->params[j].name);
        }
    }
    for (size_t i = 0; i < ol_builtin_rule_count; i += 8) { /* more would be more of the same */
        add(out, ol_builtin_rules[i].id);
    }
    add_messages(out);
}
