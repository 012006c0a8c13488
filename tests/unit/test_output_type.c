/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of outputs that no type variable tells: that operators bear them, and that they say
 * what the table of the specification says (../shared/spec), where that is present. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "onnx/node_types.h"
#include "onnx/output_type.h"
#include "onnx/value_type.h"
#include "tools/csv.h"
#include "tools/files.h"
#include "unit/suites.h"

/* The rows of the table count, so that a table cut short is no pass. */
#define ROWS_IN_SPEC 51

/* --- of one piece -------------------------------------------------------- */

START_TEST(test_each)
{
    for (size_t i = 0; ol_output_type_at(i) != NULL; i++) {
        const struct ol_output_type *rule = ol_output_type_at(i);
        const struct ol_operator *schema =
            ol_operator_first(ol_slice_from_text(rule->domain), ol_slice_from_text(rule->op_type));
        size_t fitting = 0;
        for (; schema != NULL; schema = ol_operator_next(schema)) {
            if (!ol_output_type_fits(rule, schema)) {
                continue;
            }
            fitting++;
            ck_assert_msg(rule->output == OL_OUTPUT_ANY ||
                              ol_operator_output(schema, rule->output) != NULL,
                          "%s: output %u", rule->op_type, rule->output);
            for (size_t j = 0; rule->steps[j].kind != OL_OUTPUT_NO_STEP; j++) {
                ck_assert_uint_lt(j, OL_OUTPUT_STEPS_MAX);
                ck_assert_uint_lt(rule->steps[j].input, OL_OUTPUT_INPUTS_MAX);
            }
        }
        ck_assert_msg(fitting > 0, "%s: no schema", rule->op_type);
    }
}
END_TEST

START_TEST(test_signatures)
{
    static const struct {
        const char *name;
        int64_t version;
        enum ol_subgraph_signature signature;
    } expected[] = {
        {"If", 1, OL_SUBGRAPH_IF},       {"Loop", 21, OL_SUBGRAPH_LOOP},
        {"Scan", 8, OL_SUBGRAPH_SCAN_8}, {"Scan", 9, OL_SUBGRAPH_SCAN},
        {"Scan", 25, OL_SUBGRAPH_SCAN},  {"SequenceMap", 17, OL_SUBGRAPH_SEQUENCE_MAP},
        {"Relu", 17, OL_SUBGRAPH_NONE},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const struct ol_operator *schema =
            ol_operator_find(ol_slice_from_text(""), ol_slice_from_text(expected[i].name),
                             expected[i].version, NULL);
        ck_assert_int_eq(ol_subgraph_signature_of(schema), expected[i].signature);
    }
}
END_TEST

/* --- the table of the specification -------------------------------------- */

/* A type as the table writes it: "INT64", "seq(map(INT64,FLOAT))". */
static void add_type(struct ol_buf *buf, uint8_t type)
{
    struct ol_buf name;
    ol_buf_init(&name);
    ol_value_type_add(&name, type);
    for (const char *c = ol_buf_text(&name); *c != '\0'; c++) {
        bool is_form = strncmp(c, "seq(", 4) == 0 || strncmp(c, "map(", 4) == 0;
        for (size_t n = is_form ? 3 : 0; n > 0; n--) {
            ol_buf_add_char(buf, *c++);
        }
        ol_buf_add_char(buf, *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
    }
    ol_buf_fini(&name);
}

static const char *word_of(const struct ol_output_step *step)
{
    static const char *const words[] = {
        [OL_OUTPUT_UNKNOWN] = "unknown",
        [OL_OUTPUT_ALWAYS] = "default:",
        [OL_OUTPUT_ATTRIBUTE] = "attr:",
        [OL_OUTPUT_ATTRIBUTE_OR_ZERO] = "attr:",
        [OL_OUTPUT_ATTRIBUTE_NAME] = "attr-name:",
        [OL_OUTPUT_ATTRIBUTE_TENSOR] = "tensor-attr:",
        [OL_OUTPUT_ATTRIBUTE_SPARSE] = "sparse-attr:",
        [OL_OUTPUT_ATTRIBUTE_SEQ] = "seq-of-attr:",
        [OL_OUTPUT_ATTRIBUTE_OPTIONAL] = "optional-of-type-attr:",
        [OL_OUTPUT_IF] = "const-if:",
        [OL_OUTPUT_IF_FILLED] = "const-if:",
        [OL_OUTPUT_INPUT] = "input:",
        [OL_OUTPUT_INPUT_SEQ] = "seq-of-input:",
        [OL_OUTPUT_INPUT_OPTIONAL] = "optional-of-input:",
        [OL_OUTPUT_INPUT_HELD] = "element-of-input:",
        [OL_OUTPUT_INPUT_OPENED] = "element-of-optional-input:",
        [OL_OUTPUT_INPUT_MAP_VALUE] = "map-value-of-input:",
        [OL_OUTPUT_INPUT_SWAPPED] = "swap-input:",
        [OL_OUTPUT_HOLDS_INPUT] = "", /* of the note */
    };
    return step->kind < sizeof words / sizeof *words && words[step->kind] != NULL
               ? words[step->kind]
               : "";
}

static void add_step(struct ol_buf *buf, const struct ol_output_step *step)
{
    const char *word = word_of(step);
    ol_buf_add(buf, buf->size > 0 && *word != '\0' ? " " : "");
    ol_buf_add(buf, word);
    if (step->attribute != NULL) {
        ol_buf_add(buf, step->attribute);
    }
    if (step->kind == OL_OUTPUT_IF || step->kind == OL_OUTPUT_IF_FILLED) {
        ol_buf_add_char(buf, '=');
    }
    if (step->type != OL_VALUE_TYPE_UNKNOWN) {
        add_type(buf, step->type);
    }
    if (step->kind >= OL_OUTPUT_INPUT && step->kind <= OL_OUTPUT_INPUT_SWAPPED) {
        ol_buf_add_u64(buf, step->input);
    }
    if (step->kind == OL_OUTPUT_INPUT_SWAPPED) {
        ol_buf_add(buf, "{STRING=INT64,INT64=STRING}");
    }
}

/* The steps of CastMap, which the table writes as one. */
static void add_texts(struct ol_buf *buf, const struct ol_output_step *steps)
{
    ol_buf_addf(buf, "string-attr:%s{", steps[0].attribute);
    for (size_t i = 0; steps[i].kind == OL_OUTPUT_ATTRIBUTE_TEXT; i++) {
        ol_buf_addf(buf, "%s%s=", i > 0 ? "," : "", steps[i].text);
        add_type(buf, steps[i].type);
    }
    ol_buf_add_char(buf, '}');
}

static void add_steps(struct ol_buf *buf, const struct ol_output_type *rule)
{
    const struct ol_output_step *step = rule->steps;
    if (step->kind == OL_OUTPUT_ATTRIBUTE_TEXT) {
        add_texts(buf, step);
        while (step->kind == OL_OUTPUT_ATTRIBUTE_TEXT) {
            step++;
        }
    }
    for (; step->kind != OL_OUTPUT_NO_STEP; step++) {
        if (step->kind != OL_OUTPUT_AGREED && step->kind != OL_OUTPUT_HOLDS_INPUT) {
            add_step(buf, step);
        }
    }
}

/* Whether the rule is the one of the row, whose steps are then compared. */
static bool is_row(const struct ol_output_type *rule, const struct ol_csv *csv)
{
    const char *until = ol_csv_cell(csv, "until");
    const char *output = ol_csv_cell(csv, "output");
    return strcmp(rule->domain, ol_csv_cell(csv, "domain")) == 0 &&
           strcmp(rule->op_type, ol_csv_cell(csv, "operator")) == 0 &&
           rule->since == strtol(ol_csv_cell(csv, "since"), NULL, 10) &&
           rule->until == strtol(until, NULL, 10) &&
           (rule->output == OL_OUTPUT_ANY
                ? strcmp(output, "*") == 0
                : rule->output == strtol(output, NULL, 10) && strcmp(output, "*") != 0);
}

START_TEST(test_specification)
{
    struct ol_csv csv;
    size_t rows = 0;
    ol_csv_init(&csv, ol_test_shared_path("spec/output_types.tsv").text, '\t');
    for (; ol_csv_next(&csv); rows++) {
        const struct ol_output_type *rule = ol_output_type_at(rows);
        ck_assert_msg(rule != NULL && is_row(rule, &csv), "line %u: not the next rule", csv.line);
        if (rule->steps[0].kind != OL_OUTPUT_SUBGRAPH) {
            struct ol_buf buf;
            ol_buf_init(&buf);
            add_steps(&buf, rule);
            ck_assert_str_eq(ol_buf_text(&buf), ol_csv_cell(&csv, "rule"));
            ol_buf_fini(&buf);
        }
    }
    ck_assert_uint_eq(rows, ROWS_IN_SPEC);
    ck_assert_ptr_null(ol_output_type_at(rows));
    ol_csv_fini(&csv);
}
END_TEST

Suite *suite_output_type(void)
{
    const TTest *const tests[] = {test_each, test_signatures};
    Suite *suite = OL_SUITE_OF("output_type", tests);
    if (!ol_test_is_folder(ol_test_shared_path("spec").text)) {
        (void)puts("output types: ../shared/spec is absent: the rules are not compared with it");
        return suite;
    }
    TCase *tcase = tcase_create("specification");
    tcase_add_test(tcase, test_specification);
    suite_add_tcase(suite, tcase);
    return suite;
}
