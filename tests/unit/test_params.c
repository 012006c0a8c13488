/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of rules that could tell nothing, or something that is not so, are refused, and fields
 * are found where they are meant. */
#include <string.h>

#include "rule/param_text.h"
#include "unit/custom_rule.h"
#include "unit/suites.h"

struct refusal {
    const char *target;
    const char *check;
    const char *with;
    const char *error; /* without "r.yaml:6:"; "": it is taken */
};

static void check_refusals(const struct refusal *rows, size_t count)
{
    struct ol_buf out;
    struct ol_buf lines;
    ol_buf_init(&out);
    ol_buf_init(&lines);
    for (size_t i = 0; i < count; i++) {
        const struct refusal *row = &rows[i];
        ol_buf_clear(&out);
        ol_buf_clear(&lines);
        ol_buf_addf(&lines, "target: %s\ncheck: %s\nwith: %s\nmessage: x", row->target, row->check,
                    row->with);
        ol_test_custom_rule_errors(&out, ol_buf_text(&lines));
        const char *told = ol_buf_text(&out);
        bool is_told = strncmp(told, "r.yaml:6:", strlen("r.yaml:6:")) == 0;
        size_t size = strlen(row->error);
        ck_assert_msg(size == 0
                          ? told[0] == '\0'
                          : is_told && strncmp(told + strlen("r.yaml:6:"), row->error, size) == 0 &&
                                told[strlen("r.yaml:6:") + size] == '\n',
                      "%s: %s\ntold: %s\nwanted: %s", row->check, row->with, told, row->error);
    }
    ol_buf_fini(&lines);
    ol_buf_fini(&out);
}

#define CHECK_REFUSALS(rows) check_refusals((rows), sizeof(rows) / sizeof *(rows))

START_TEST(test_kinds)
{
    static const struct refusal rows[] = {
        {"NodeProto", "text_form", "{field: attribute, form: snake}",
         "15: error: NodeProto.attribute is a list of AttributeProto; wanted: a text"},
        {"NodeProto", "field_range", "{field: op_type, min: 3}",
         "15: error: NodeProto.op_type is a text; wanted: an integer or float"},
        {"AttributeProto", "field_in", "{field: f, values: 3}",
         "15: error: AttributeProto.f is a float; wanted: an integer"},
        {"AttributeProto", "field_range", "{field: f, min: 3}", ""},
        {"GraphProto", "keys_unique", "{field: node}",
         "15: error: GraphProto.node is a list of NodeProto; wanted: a list of keys (StringStringEntryProto)"},
        {"NodeProto", "field_count", "{field: op_type, max: 2}",
         "15: error: NodeProto.op_type is a text; wanted: a repeated field"},
        {"TensorProto", "texts_unique", "{field: name}",
         "15: error: TensorProto.name is a text; wanted: a repeated text"},
        {"TensorProto", "text_required", "{field: string_data, value: x}",
         "15: error: TensorProto.string_data is a list of texts; wanted: a singular text"},
        {"NodeProto", "field_ascending", "{field: input}",
         "15: error: NodeProto.input is a list of texts; wanted: a repeated integer, float or message"},
        {"ModelProto", "names_unique", "{field: graph, name: name}",
         "15: error: ModelProto.graph is a GraphProto; wanted: a repeated message"},
        {"[NodeProto, TensorProto]", "text_form", "{field: name, form: snake}", ""},
        {"any", "text_form", "{field: doc_string, form: snake}", ""},
        {"any", "text_form", "{field: node, form: snake}",
         "15: error: GraphProto.node is a list of NodeProto; wanted: a text"},
    };
    CHECK_REFUSALS(rows);
}
END_TEST

START_TEST(test_holders)
{
    static const struct refusal rows[] = {
        {"NodeProto", "text_form", "{field: TensorProto.name, form: snake}",
         "15: error: TensorProto is no target of the rule; it has: NodeProto"},
        {"NodeProto", "text_form", "{field: NodeProto.name, form: snake}", ""},
        {"GraphProto", "names_unique", "{field: node, name: name}", ""},
        {"GraphProto", "names_unique", "{field: node, name: NodeProto.name}", ""},
        {"GraphProto", "names_unique", "{field: node, name: TensorProto.name}",
         "27: error: TensorProto is not what the field holds; it holds: NodeProto"},
        {"GraphProto", "names_unique", "{field: node, name: nam}",
         "27: error: no field 'nam' in NodeProto; did you mean 'name'?"},
        {"GraphProto", "names_unique", "{field: node, name: input}",
         "27: error: NodeProto.input is a list of texts; wanted: a singular text"},
        {"GraphProto", "names_unique", "{field: node}",
         "1: error: check 'names_unique' wants its parameter 'name', a field of NodeProto"},
        {"NodeProto", "field_ascending", "{field: attribute}",
         "1: error: check 'field_ascending' wants its parameter 'by', a field of AttributeProto"},
        {"NodeProto", "field_ascending", "{field: attribute, by: type}", ""},
        {"AttributeProto", "field_ascending", "{field: ints, by: type}",
         "25: error: parameter 'by' is for a field that holds messages"},
        {"TensorProto", "text_form", "{field: name, form: snake, within: GraphProto.initializer}",
         ""},
        {"TensorProto", "text_form", "{field: name, form: snake, within: initializer}", ""},
        {"TensorProto", "text_form", "{field: name, form: snake, within: GraphProto.node}",
         "42: error: GraphProto.node is a list of NodeProto; wanted: a field that holds TensorProto"},
        {"TensorProto", "text_form", "{field: name, form: snake, within: GraphProto.initialiser}",
         "42: error: no field 'initialiser' in GraphProto; did you mean 'initializer'?"},
        {"TensorProto", "text_form",
         "{field: name, form: snake, within: [t, initializer], not-within: initializer}",
         "42: error: 'initializer' stands in 'within' as well as in 'not-within'"},
    };
    CHECK_REFUSALS(rows);
}
END_TEST

START_TEST(test_nothing_asked)
{
    static const struct refusal rows[] = {
        {"NodeProto", "text_pattern", "{field: name}",
         "1: error: check 'text_pattern' is asked nothing; it wants one of: pattern, not"},
        {"NodeProto", "text_length", "{field: name, unit: bytes}",
         "1: error: check 'text_length' is asked nothing; it wants one of: min, max"},
        {"TensorProto", "field_range", "{field: dims}",
         "1: error: check 'field_range' is asked nothing; it wants one of: min, max"},
        {"TensorProto", "field_count", "{field: dims}",
         "1: error: check 'field_count' is asked nothing; it wants one of: min, max"},
        {"ModelProto", "keys_schema", "{field: metadata_props}",
         "1: error: check 'keys_schema' is asked nothing; it wants one of: required, allowed, forbidden, values, patterns"},
        {"ModelProto", "fields_equal", "{fields: [domain]}",
         "16: error: 'fields' wants 2 fields of one message at least"},
        {"[ModelProto, NodeProto]", "fields_equal", "{fields: [producer_name, op_type]}",
         "16: error: 'fields' wants 2 fields of one message at least"},
        {"NodeProto", "fields_one_of", "{fields: name}",
         "16: error: 'fields' wants 2 fields of one message at least"},
        {"AttributeProto", "fields_exclusive", "{fields: [i]}",
         "16: error: 'fields' wants 2 fields of one message at least"},
    };
    CHECK_REFUSALS(rows);
}
END_TEST

START_TEST(test_contradictions)
{
    static const struct refusal rows[] = {
        {"TensorProto", "field_count", "{field: dims, min: 5, max: 3}",
         "26: error: 'min' is above 'max'"},
        {"TensorProto", "field_count", "{field: dims, min: 3, max: 3}", ""},
        {"TensorProto", "field_count", "{field: dims, min: -1}",
         "26: error: -1 is out of range: from 0 to 9223372036854775807"},
        {"TensorProto", "field_range", "{field: dims, min: 1, max: -1}",
         "26: error: 'min' is above 'max'"},
        {"NodeProto", "text_length", "{field: name, min: 9, max: 8}",
         "26: error: 'min' is above 'max'"},
        {"ModelProto", "number_required", "{field: model_version, max: 0}",
         "35: error: 0 is out of range: from 1 to 9223372036854775807"},
        {"ModelProto", "keys_schema", "{field: metadata_props, required: [b, a], forbidden: [a]}",
         "41: error: 'a' stands in 'required' as well as in 'forbidden'"},
        {"ModelProto", "keys_schema",
         "{field: metadata_props, forbidden: [a], values: {a: semver}}",
         "55: error: 'a' stands in 'values' as well as in 'forbidden'"},
        {"NodeProto", "text_pattern", "{field: name, pattern: [a, b], not: b}",
         "30: error: 'b' stands in 'pattern' as well as in 'not'"},
        {"ModelProto", "fields_equal", "{fields: [domain, ir_version]}",
         "16: error: 'ir_version' is no text, and fields before it are"},
        {"ModelProto", "fields_equal", "{fields: [ir_version, domain]}",
         "16: error: 'domain' is a text, and the fields before it are none"},
        {"NodeProto", "fields_equal", "{fields: [name, input]}",
         "23: error: NodeProto.input is a list of texts; wanted: a singular text or integer"},
    };
    CHECK_REFUSALS(rows);
}
END_TEST

START_TEST(test_keys)
{
    static const struct refusal rows[] = {
        {"NodeProto", "keys_schema", "{field: attribute, key: name, required: [kernel_shape]}", ""},
        {"NodeProto", "keys_schema", "{field: attribute, required: [kernel_shape]}",
         "1: error: check 'keys_schema' wants its parameter 'key', a field of AttributeProto"},
        {"NodeProto", "keys_schema", "{field: attribute, key: name, values: {mode: lower}}",
         "1: error: check 'keys_schema' wants its parameter 'value', a field of AttributeProto"},
        {"NodeProto", "keys_schema",
         "{field: attribute, key: name, value: s, values: {mode: lower}}", ""},
        {"NodeProto", "keys_schema", "{field: attribute, key: ints, required: [a]}",
         "31: error: AttributeProto.ints is a list of integers; wanted: a singular text"},
        {"NodeProto", "keys_schema", "{field: input, required: [a]}",
         "15: error: NodeProto.input is a list of texts; wanted: a repeated message"},
        {"ModelProto", "keys_schema", "{field: metadata_props, required: [a]}", ""},
        {"ModelProto", "keys_schema", "{field: metadata_props, wanted: [a]}",
         "31: error: check 'keys_schema' has no parameter 'wanted'; it has: field, key, value, required, allowed, forbidden, values, patterns"},
    };
    CHECK_REFUSALS(rows);
}
END_TEST

START_TEST(test_flags)
{
    static const struct refusal rows[] = {
        {"NodeProto", "field_required", "{field: name, nonempty: true}", ""},
        {"NodeProto", "field_required", "{field: name, nonempty: no}", ""},
        {"NodeProto", "field_required", "{field: name, nonempty: perhaps}",
         "31: error: unknown nonempty 'perhaps'; there are: no, yes"},
    };
    CHECK_REFUSALS(rows);
}
END_TEST

/* A message must not name a bound that is not given. */
START_TEST(test_bounds_in_messages)
{
    static const struct ol_test_custom_rule_row rows[] = {
        {"target: TensorProto\ncheck: field_count\nwith: {field: dims, min: 1}\n"
         "message: '{count} of {min} to {max}'",
         "r.yaml:7:10: error: the message names {max}, and 'with' does not give it\n"},
        {"target: TensorProto\ncheck: field_count\nwith: {field: dims, max: 1}\n"
         "message: '{count}'\nvariants: {few: {message: '{min}'}}",
         "r.yaml:8:27: error: the message names {min}, and 'with' does not give it\n"},
        {"target: TensorProto\ncheck: field_range\nwith: {field: dims, max: 1}\nmessage: '{{min}}'",
         ""},
        {"target: TensorProto\ncheck: field_range\nwith: {field: dims, max: 1}\nmessage: '{min}'",
         "r.yaml:7:10: error: the message names {min}, and 'with' does not give it\n"},
        {"target: ModelProto\ncheck: number_required\nwith: {field: ir_version}\n"
         "message: '{value} {max}'",
         "r.yaml:7:10: error: the message names {max}, and 'with' does not give it\n"},
    };
    ol_test_check_custom_rules(rows, sizeof rows / sizeof *rows);
}
END_TEST

START_TEST(test_opset_domains)
{
    static const struct {
        const char *domain;
        const char *error;
    } rows[] = {
        {"ai.onx", "unknown domain 'ai.onx'; did you mean 'ai.onnx'?"},
        {"ai.onnx.lm", "unknown domain 'ai.onnx.lm'; did you mean 'ai.onnx.ml'?"},
        {"AI.ONNX", "unknown domain 'AI.ONNX'; did you mean 'ai.onnx'?"},
        {"ai.onnx", NULL},
        {"''", NULL},
        {"ai.onnx.preview", NULL},
        {"ai.onnx.contrib", NULL},
        {"com.microsoft", NULL},
    };
    struct ol_buf out;
    struct ol_buf wanted;
    struct ol_buf lines;
    ol_buf_init(&out);
    ol_buf_init(&wanted);
    ol_buf_init(&lines);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ol_buf_clear(&out);
        ol_buf_clear(&wanted);
        ol_buf_clear(&lines);
        ol_buf_addf(&lines,
                    "target: NodeProto\nopset: {domain: %s, min: 2}\ncheck: field_required\n"
                    "with: {field: name}\nmessage: x",
                    rows[i].domain);
        if (rows[i].error != NULL) {
            ol_buf_addf(&wanted, "r.yaml:5:17: error: %s\n", rows[i].error);
        }
        ol_test_custom_rule_errors(&out, ol_buf_text(&lines));
        ck_assert_str_eq(ol_buf_text(&out), ol_buf_text(&wanted));
    }
    ol_buf_fini(&lines);
    ol_buf_fini(&wanted);
    ol_buf_fini(&out);
}
END_TEST

START_TEST(test_takes)
{
    static const char *const flag[] = {"no", "yes", NULL};
    static const char *const words[] = {"a", "b", "c", NULL};
    static const struct {
        struct ol_param param;
        size_t words_most;
        const char *text;
    } rows[] = {
        {{.type = OL_PARAM_INTEGER}, 9, "a number"},
        {{.type = OL_PARAM_INTEGER, .max = INT64_MAX}, 9, "a number from 0 on"},
        {{.type = OL_PARAM_INTEGER, .min = 1, .max = 14, .is_list = true, .is_required = true},
         9,
         "a number from 1 to 14, or a list of them; must be given"},
        {{.type = OL_PARAM_WORD, .words = flag}, 0, "yes or no"},
        {{.type = OL_PARAM_WORD, .words = words}, 3, "a, b or c"},
        {{.type = OL_PARAM_WORD, .words = words, .is_map = true}, 2, "a word, for each key"},
        {{.type = OL_PARAM_FIELD}, 9, "a field"},
        {{.type = OL_PARAM_FIELD, .takes = OL_TAKES_REPEATED}, 9, "a repeated field"},
        {{.type = OL_PARAM_FIELD, .takes = OL_TAKES_INTEGER}, 9, "an integer"},
        {{.type = OL_PARAM_PATTERN, .is_list = true}, 9, "a pattern, or a list of them"},
        {{.type = OL_PARAM_TEXT}, 9, "a text"},
    };
    struct ol_buf out;
    ol_buf_init(&out);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ol_buf_clear(&out);
        ol_param_add_takes(&out, &rows[i].param, rows[i].words_most);
        ck_assert_str_eq(ol_buf_text(&out), rows[i].text);
    }
    ol_buf_fini(&out);
}
END_TEST

Suite *suite_params(void)
{
    const TTest *const tests[] = {
        test_kinds, test_holders, test_nothing_asked,      test_contradictions,
        test_keys,  test_flags,   test_bounds_in_messages, test_opset_domains,
        test_takes,
    };
    return OL_SUITE_OF("params", tests);
}
