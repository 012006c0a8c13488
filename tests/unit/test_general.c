/* SPDX-License-Identifier: Apache-2.0 */
/* The general checks, as custom rules use them: what is told, at which bytes, in which words. */
#include <string.h>

#include "rule/check_docs.h"
#include "rule/source.h"
#include "unit/custom_rule.h"
#include "unit/suites.h"

struct row {
    enum ol_message_id message;
    const char *lines;    /* of the rule */
    const char *bytes;    /* hexasm */
    const char *findings; /* "" where it is good */
};

static void check_rows(const struct row *rows, size_t count)
{
    struct ol_buf out;
    ol_buf_init(&out);
    for (size_t i = 0; i < count; i++) {
        ol_buf_clear(&out);
        ol_test_custom_rule(&out, rows[i].message, rows[i].lines, rows[i].bytes);
        ck_assert_msg(strcmp(ol_buf_text(&out), rows[i].findings) == 0,
                      "%s\n%s\ntold:\n%swanted:\n%s", rows[i].lines, rows[i].bytes,
                      ol_buf_text(&out), rows[i].findings);
    }
    ol_buf_fini(&out);
}

#define CHECK_ROWS(rows) check_rows((rows), sizeof(rows) / sizeof *(rows))

#define NODE  OL_MESSAGE_NodeProto
#define MODEL OL_MESSAGE_ModelProto

START_TEST(test_text_pattern)
{
    static const char both[] =
        "target: NodeProto\ncheck: text_pattern\n"
        "with: {field: name, pattern: ['[a-z]+', '[A-Z]+'], not: [tmp, '(?i).*x']}\n"
        "message: '{field} {value} {pattern}'\n"
        "variants: {not: {severity: warning, message: 'not {value} {pattern}'}}";
    static const char plain[] = "target: NodeProto\ncheck: text_pattern\n"
                                "with: {field: input, not: 'a.*'}\nmessage: '{value}'";
    static const struct row rows[] = {
        {NODE, both, "1A { \"abc\" }", ""},
        {NODE, both, "1A { \"ABC\" }", ""},
        {NODE, both, "22 { \"Relu\" }", ""},
        {NODE, both, "1A { \"\" }", ""},
        {NODE, both, "22 { \"R\" } 1A { \"aB\" }", "3+4 name: name 'aB' '[a-z]+'\n"},
        {NODE, both, "1A { \"tmp\" }", "0+5 name [not]: not 'tmp' 'tmp'\n"},
        {NODE, both, "1A { \"abX\" } 1A { \"abx\" }", "5+5 name [not]: not 'abx' '(?i).*x'\n"},
        {NODE, plain, "0A { \"b\" } 0A { \"ab\" } 0A { \"a\" }",
         "3+4 input[1]: 'ab'\n7+3 input[2]: 'a'\n"},
    };
    CHECK_ROWS(rows);
}
END_TEST

/* What readers see is what counts: of a oneof the last member, and no text that is no text. */
START_TEST(test_what_readers_see)
{
    static const char dim[] = "08 02 12 { \"n\" }";
    static const char range[] = "target: TensorShapeProto.Dimension\ncheck: field_range\n"
                                "with: {field: dim_value, min: 3}\nmessage: '{value}'";
    static const char in[] = "target: TensorShapeProto.Dimension\ncheck: field_in\n"
                             "with: {field: dim_value, values: 3}\nmessage: '{value}'";
    static const char ascending[] = "target: TensorShapeProto\ncheck: field_ascending\n"
                                    "with: {field: dim, by: dim_value}\nmessage: '{value}'";
    static const char keys[] = "target: ModelProto\ncheck: keys_schema\n"
                               "with: {field: metadata_props, patterns: {k: '[a-z]+'}, values: {l: "
                               "number}}\nmessage: '{key}'";
    static const struct row rows[] = {
        {OL_MESSAGE_TensorShapeProto_Dimension, range, dim, ""},
        {OL_MESSAGE_TensorShapeProto_Dimension, range, "12 { \"n\" } 08 02", "3+2 dim_value: 2\n"},
        {OL_MESSAGE_TensorShapeProto_Dimension, in, dim, ""},
        {OL_MESSAGE_TensorShapeProto, ascending, "0A { 08 05 } 0A { 08 02 12 { \"n\" } }", ""},
        {MODEL, keys, "72 { 0A { \"k\" } 12 { FF } } 72 { 0A { \"l\" } 12 { FF } }", ""},
        {MODEL, keys, "72 { 0A { \"k\" } 12 { \"9\" } }", "5+3 metadata_props[0].value: 'k'\n"},
    };
    CHECK_ROWS(rows);
}
END_TEST

/* Numbers of 64 bits without a sign are listed as what they are. */
START_TEST(test_large_numbers)
{
#define HUGE_NUMBERS "5A { FF FF FF FF FF FF FF FF FF 01 01 }"
    static const char minus[] = "target: TensorProto\ncheck: field_not_in\n"
                                "with: {field: uint64_data, values: [-1, 3]}\nmessage: '{value}'";
    static const char huge[] =
        "target: TensorProto\ncheck: field_not_in\n"
        "with: {field: uint64_data, values: [18446744073709551615]}\nmessage: '{value}'";
    static const char listed[] =
        "target: TensorProto\ncheck: field_in\n"
        "with: {field: uint64_data, values: [0xFFFFFFFFFFFFFFFF, -1]}\nmessage: '{value}'";
    static const char both[] = "target: TensorProto\ncheck: field_not_in\n"
                               "with: {field: dims, values: [-1]}\nmessage: '{value}'";
    static const struct row rows[] = {
        {OL_MESSAGE_TensorProto, minus, HUGE_NUMBERS, ""},
        {OL_MESSAGE_TensorProto, huge, HUGE_NUMBERS, "2+10 uint64_data[0]: 18446744073709551615\n"},
        {OL_MESSAGE_TensorProto, listed, HUGE_NUMBERS, "12+1 uint64_data[1]: 1\n"},
        {OL_MESSAGE_TensorProto, both, "0A { FF FF FF FF FF FF FF FF FF 01 01 }",
         "2+10 dims[0]: -1\n"},
    };
    CHECK_ROWS(rows);
}
END_TEST

/* Rules ask no pattern where they are not about the text, and one that is too long uses nothing
 * up. */
START_TEST(test_pattern_spared)
{
    static const char slow[] = "22 { \"Relu\" } 1A { 300*61 }";
    static const struct row rows[] = {
        {NODE,
         "target: NodeProto\nwhen: {name: {pattern: '(?:(?=a)a)*'}, op_type: Add}\n"
         "check: field_required\nwith: {field: domain}\nmessage: none",
         slow, ""},
        {NODE,
         "target: graph.node\nwhen: {name: {pattern: '(?:(?=a)a)*'}}\n"
         "check: field_required\nwith: {field: domain}\nmessage: none",
         slow, ""},
        {NODE,
         "target: NodeProto\nwhen: {name: {pattern: '(?:(?=a)a)*'}}\nopset: {min: 1}\n"
         "check: field_required\nwith: {field: domain}\nmessage: none",
         slow, ""},
    };
    CHECK_ROWS(rows);
    struct ol_buf out;
    struct ol_buf bytes;
    ol_buf_init(&out);
    ol_buf_init(&bytes);
    for (int i = 0; i < 20; i++) {
        ol_buf_add(&bytes, "0A { 65537*61 } ");
    }
    ol_buf_add(&bytes, "0A { \"B\" }");
    ol_test_custom_rule(&out, NODE,
                        "target: NodeProto\ncheck: text_pattern\n"
                        "with: {field: input, pattern: '[a-z]+'}\nmessage: '{value}'",
                        ol_buf_text(&bytes));
    ck_assert_ptr_nonnull(
        strstr(ol_buf_text(&out), "not checked: a text is too long for a pattern"));
    ck_assert_ptr_null(strstr(ol_buf_text(&out), "is tried no more"));
    ck_assert_ptr_nonnull(strstr(ol_buf_text(&out), " input[20]: 'B'\n"));
    ol_buf_fini(&bytes);
    ol_buf_fini(&out);
}
END_TEST

START_TEST(test_pattern_undecided)
{
    /* each text would take more looks than are taken; the last note says that it ends there */
    struct ol_buf out;
    struct ol_buf bytes;
    ol_buf_init(&out);
    ol_buf_init(&bytes);
    ol_buf_add(&bytes, "0A { \"b\" }");
    for (int i = 0; i < 40; i++) {
        ol_buf_add(&bytes, " 0A { 300*61 }");
    }
    ol_test_custom_rule(&out, NODE,
                        "target: NodeProto\ncheck: text_pattern\n"
                        "with: {field: input, pattern: '(?:(?=a)a)*', not: '(?:(?=a)a)*()'}\n"
                        "message: '{value}'",
                        ol_buf_text(&bytes));
    unsigned notes = 0;
    for (const char *at = strstr(ol_buf_text(&out), "not checked"); at != NULL;
         at = strstr(at + 1, "not checked")) {
        notes++;
    }
    ck_assert_uint_eq(notes, 32); /* 16 of each pattern */
    ck_assert_ptr_nonnull(strstr(ol_buf_text(&out), "0+3 input[0]: 'b'\n"));
    ck_assert_ptr_null(strstr(ol_buf_text(&out), "input[1]"));
    ck_assert_ptr_nonnull(strstr(ol_buf_text(&out), "is tried no more in this file"));
    ol_buf_fini(&bytes);
    ol_buf_fini(&out);
}
END_TEST

START_TEST(test_text_length)
{
    static const char both[] = "target: NodeProto\ncheck: text_length\n"
                               "with: {field: name, min: 2, max: 3}\n"
                               "message: '{field} {value} {actual} {min} {max}'\n"
                               "variants: {short: {severity: info, message: '{actual} < {min}'}}";
    static const char characters[] = "target: NodeProto\ncheck: text_length\n"
                                     "with: {field: input, max: 1, unit: characters}\n"
                                     "message: '{actual}'";
    static const char bytes[] = "target: TensorProto\ncheck: text_length\n"
                                "with: {field: raw_data, min: 3}\nmessage: '{actual}'";
    static const struct row rows[] = {
        {NODE, both, "1A { \"ab\" }", ""},
        {NODE, both, "1A { \"abc\" }", ""},
        {NODE, both, "22 { \"x\" }", ""},
        {NODE, both, "1A { \"abcd\" }", "0+6 name: name 'abcd' 4 2 3\n"},
        {NODE, both, "1A { \"a\" }", "0+3 name [short]: 1 < 2\n"},
        {NODE, both, "1A { }", "0+2 name [short]: 0 < 2\n"},
        {NODE, characters, "0A { \"\\xC3\\xA9\" } 0A { \"ab\" }", "4+4 input[1]: 2\n"},
        {OL_MESSAGE_TensorProto, bytes, "4A { FF FE }", "0+4 raw_data: 2\n"},
        {OL_MESSAGE_TensorProto, bytes, "4A { FF FE 00 }", ""},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(test_text_form)
{
    static const char lines[] = "target: NodeProto\ncheck: text_form\n"
                                "with: {field: output, form: [snake, upper-snake]}\n"
                                "message: '{field} {value}'";
    static const struct row rows[] = {
        {NODE, lines, "12 { \"a_b\" } 12 { \"A_B\" } 12 { \"a_B\" } 12 { }",
         "10+5 output[2]: output 'a_B'\n"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(test_keys)
{
    static const char lines[] = "target: ModelProto\ncheck: keys_schema\n"
                                "with:\n"
                                "  field: metadata_props\n"
                                "  required: [license]\n"
                                "  allowed: [team, site]\n"
                                "  forbidden: [secret]\n"
                                "  values: {license: spdx, version: semver}\n"
                                "  patterns: {team: '[a-z]+'}\n"
                                "message: '{field} {key} {value} {form}'\n"
                                "variants:\n"
                                "  missing: {severity: error, message: 'missing {key}'}\n"
                                "  unknown: {severity: error, message: 'unknown {key}{nearest}'}\n"
                                "  forbidden: {severity: error, message: 'forbidden {key}'}";
    static const char main_case[] =
        "target: any\ncheck: keys_schema\n"
        "with: {field: metadata_props, required: [a, b], forbidden: c}\n"
        "message: '{key}'";
    static const char beside[] = "target: TensorProto\ncheck: keys_schema\n"
                                 "with: {field: external_data, values: {location: file-name}}\n"
                                 "message: '{value}'";
    static const char named[] =
        "target: NodeProto\ncheck: keys_schema\n"
        "with: {field: attribute, key: name, value: s, required: [kernel_shape], forbidden: auto_pad,"
        " patterns: {mode: 'near|far'}}\n"
        "message: '{field} {key} {value} {form}'";
    static const struct row rows[] = {
        {NODE, named, "2A { 0A { \"kernel_shape\" } 40 03 }", ""},
        {NODE, named, "22 { \"Conv\" }", "0+0 attribute: attribute 'kernel_shape' '' \n"},
        {NODE, named, "2A { 0A { \"pads\" } } 2A { 0A { \"group\" } }",
         "8+9 attribute: attribute 'kernel_shape' '' \n"},
        {NODE, named, "2A { 0A { \"auto_pad\" } } 2A { 0A { \"kernel_shape\" } }",
         "2+10 attribute[0].name: attribute 'auto_pad' '' \n"},
        {NODE, named, "2A { 0A { \"kernel_shape\" } } 2A { 0A { \"mode\" } 22 { \"close\" } }",
         "24+7 attribute[1].s: attribute 'mode' 'close' near|far\n"},
        {NODE, named, "2A { 0A { \"kernel_shape\" } } 2A { 0A { \"mode\" } 22 { \"far\" } }", ""},
        {MODEL, lines, "72 { 0A { \"license\" } 12 { \"MIT\" } }", ""},
        {MODEL, lines, "08 08", "0+0 metadata_props [missing]: missing 'license'\n"},
        {MODEL, lines, "72 { 0A { \"license\" } 12 { \"mine\" } }",
         "11+6 metadata_props[0].value: metadata_props 'license' 'mine' spdx\n"},
        {MODEL, lines, "72 { 0A { \"license\" } }",
         "0+2 metadata_props[0].value: metadata_props 'license' '' spdx\n"},
        {MODEL, lines,
         "72 { 0A { \"license\" } 12 { \"MIT\" } } 72 { 0A { \"version\" } 12 { \"1\" } }",
         "27+3 metadata_props[1].value: metadata_props 'version' '1' semver\n"},
        {MODEL, lines,
         "72 { 0A { \"license\" } 12 { \"MIT\" } } 72 { 0A { \"team\" } 12 { \"A\" } }",
         "24+3 metadata_props[1].value: metadata_props 'team' 'A' [a-z]+\n"},
        {MODEL, lines, "72 { 0A { \"license\" } 12 { \"MIT\" } } 72 { 0A { \"tema\" } }",
         "18+6 metadata_props[1].key [unknown]: unknown 'tema'; did you mean 'team'?\n"},
        {MODEL, lines, "72 { 0A { \"license\" } 12 { \"MIT\" } } 72 { 0A { \"secret\" } }",
         "18+8 metadata_props[1].key [forbidden]: forbidden 'secret'\n"},
        /* nothing is missing where a key cannot be read */
        {MODEL, lines, "72 { 08 01 }", ""},
        {OL_MESSAGE_GraphProto, main_case, "82 01 { 0A { \"a\" } } 82 01 { 0A { \"c\" } }",
         "6+6 metadata_props: 'b'\n9+3 metadata_props[1].key: 'c'\n"},
        {OL_MESSAGE_TensorProto, beside, "6A { 0A { \"location\" } 12 { \"w/a.bin\" } }",
         "12+9 external_data[0].value: 'w/a.bin'\n"},
        {OL_MESSAGE_TensorProto, beside, "6A { 0A { \"location\" } 12 { \"a.bin\" } }", ""},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(test_different_fields)
{
    static const char differ[] =
        "target: ModelProto\ncheck: fields_equal\n"
        "with: {fields: [producer_name, domain, producer_version], not: yes}\n"
        "message: '{field} {value} {first} {wanted}'";
    static const struct row rows[] = {
        {MODEL, differ, "12 { \"a\" } 22 { \"b\" } 1A { \"c\" }", ""},
        {MODEL, differ, "12 { \"a\" } 22 { \"b\" } 1A { \"b\" }",
         "6+3 producer_version: producer_version 'b' domain 'b'\n"},
        {MODEL, differ, "12 { \"a\" } 22 { \"a\" } 1A { \"a\" }",
         "3+3 domain: domain 'a' producer_name 'a'\n"
         "6+3 producer_version: producer_version 'a' producer_name 'a'\n"},
        {MODEL, differ, "1A { \"a\" }", ""},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(test_fields)
{
    static const char one_of[] =
        "target: NodeProto\ncheck: fields_one_of\n"
        "with: {fields: [name, doc_string]}\n"
        "message: 'none of {fields}'\n"
        "variants: {several: {severity: error, message: '{field} {first}'}}";
    static const char any_of[] = "target: NodeProto\ncheck: fields_one_of\n"
                                 "with: {fields: [name, doc_string], several: yes}\n"
                                 "message: 'none of {fields}'";
    static const char equal[] = "target: ModelProto\ncheck: fields_equal\n"
                                "with: {fields: [producer_name, domain]}\n"
                                "message: '{field} {value} {first} {wanted}'";
    static const char numbers[] = "target: ModelProto\ncheck: fields_equal\n"
                                  "with: {fields: [ir_version, model_version]}\n"
                                  "message: '{value} {wanted}'";
    static const struct row rows[] = {
        {NODE, one_of, "1A { \"n\" }", ""},
        {NODE, one_of, "32 { \"d\" }", ""},
        {NODE, one_of, "22 { \"x\" }", "0+0 .: none of name, doc_string\n"},
        {NODE, one_of, "32 { \"d\" } 1A { \"n\" }", "0+3 doc_string [several]: doc_string name\n"},
        {NODE, any_of, "32 { \"d\" } 1A { \"n\" }", ""},
        {NODE, any_of, "22 { \"x\" }", "0+0 .: none of name, doc_string\n"},
        {MODEL, equal, "12 { \"a\" } 22 { \"a\" }", ""},
        {MODEL, equal, "22 { \"a\" }", ""},
        {MODEL, equal, "22 { \"b\" } 12 { \"a\" }", "0+3 domain: domain 'b' producer_name 'a'\n"},
        {MODEL, numbers, "08 08 28 09", "2+2 model_version: 9 8\n"},
        {MODEL, numbers, "08 08 28 08", ""},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(test_numbers)
{
    static const char ascending[] = "target: AttributeProto\ncheck: field_ascending\n"
                                    "with: {field: ints, strict: yes}\n"
                                    "message: '{field} {value} {before}'";
    static const char floats[] = "target: AttributeProto\ncheck: field_ascending\n"
                                 "with: {field: floats}\nmessage: '{value} {before}'";
    static const char by[] = "target: ModelProto\ncheck: field_ascending\n"
                             "with: {field: opset_import, by: OperatorSetIdProto.version}\n"
                             "message: '{field} {value} {before}'";
    static const char range[] = "target: AttributeProto\ncheck: field_range\n"
                                "with: {field: f, min: 0, max: 1}\nmessage: '{value} {min} {max}'";
    static const char range_of_all[] = "target: AttributeProto\ncheck: field_range\n"
                                       "with: {field: floats, max: 1}\nmessage: '{value}'";
    static const char count[] = "target: NodeProto\ncheck: field_count\n"
                                "with: {field: input, min: 1, max: 2}\n"
                                "message: '{field} {count} {min} {max}'\n"
                                "variants: {few: {severity: error, message: 'few {count}'}}";
    static const char names[] = "target: TensorProto\ncheck: field_in\n"
                                "with: {field: data_type, values: [FLOAT, 7]}\n"
                                "message: '{value} {name}'";
    static const char each[] = "target: AttributeProto\ncheck: field_not_in\n"
                               "with: {field: ints, values: [2, -1]}\nmessage: '{value}'";
    static const struct row rows[] = {
        {OL_MESSAGE_AttributeProto, each, "42 { 01 02 } 40 FF FF FF FF FF FF FF FF FF 01",
         "3+1 ints[1]: 2\n4+11 ints[2]: -1\n"},
        {OL_MESSAGE_AttributeProto, ascending, "42 { 01 02 03 }", ""},
        {OL_MESSAGE_AttributeProto, ascending, "40 05 42 { 06 06 02 }",
         "5+1 ints[2]: ints 6 6\n6+1 ints[3]: ints 2 6\n"},
        {OL_MESSAGE_AttributeProto, floats, "3A { 00 00 80 3F 00 00 00 3F }",
         "6+4 floats[1]: 0.5 1\n"},
        {OL_MESSAGE_AttributeProto, floats, "3A { 00 00 80 3F 00 00 80 3F }", ""},
        {MODEL, by, "42 { 10 02 } 42 { 0A { \"a\" } } 42 { 10 01 }",
         "11+2 opset_import[2].version: version 1 2\n"},
        {MODEL, by, "42 { 10 01 } 42 { 10 02 }", ""},
        {OL_MESSAGE_AttributeProto, range, "15 00 00 00 3F", ""},
        {OL_MESSAGE_AttributeProto, range, "15 00 00 C0 3F", "0+5 f: 1.5 0 1\n"},
        {OL_MESSAGE_AttributeProto, range, "15 00 00 C0 7F", "0+5 f: NaN 0 1\n"},
        {OL_MESSAGE_AttributeProto, range_of_all, "3D 00 00 C0 3F 3D 00 00 80 FF",
         "0+5 floats[0]: 1.5\n"},
        {NODE, count, "0A { \"a\" }", ""},
        {NODE, count, "22 { \"x\" }", "0+0 input [few]: few 0\n"},
        {NODE, count, "0A { } 0A { } 0A { }", "4+2 input: input 3 1 2\n"},
        {OL_MESSAGE_TensorProto, names, "10 01", ""},
        {OL_MESSAGE_TensorProto, names, "10 07", ""},
        {OL_MESSAGE_TensorProto, names, "10 0B", "0+2 data_type: 11 DOUBLE\n"},
        {OL_MESSAGE_TensorProto, names, "10 63", "0+2 data_type: 99 \n"},
    };
    CHECK_ROWS(rows);
}
END_TEST

START_TEST(test_refusals)
{
    static const struct ol_test_custom_rule_row rows[] = {
        {"target: NodeProto\ncheck: text_pattern\nwith: {field: name, pattern: 'a('}\nmessage: x",
         "r.yaml:6:30: error: 'a(' is no pattern, at its byte 3: missing closing parenthesis\n"},
        {"target: ModelProto\ncheck: keys_schema\n"
         "with: {field: metadata_props, values: {a: semvar}}\nmessage: x",
         "r.yaml:6:43: error: unknown values 'semvar'; did you mean 'semver'?\n"},
        {"target: ModelProto\ncheck: keys_schema\n"
         "with: {field: metadata_props, values: [semver]}\nmessage: x",
         "r.yaml:6:39: error: 'values' is a list; wanted: a map\n"},
        {"target: ModelProto\ncheck: keys_schema\n"
         "with: {field: metadata_props, values: {}}\nmessage: x",
         "r.yaml:6:39: error: 'values' is empty; wanted: a map with a member\n"},
        {"target: TensorProto\ncheck: field_in\n"
         "with: {field: data_type, values: FLOAT23}\nmessage: x",
         "r.yaml:6:34: error: unknown data_type 'FLOAT23'; did you mean 'FLOAT'?\n"},
        {"target: NodeProto\ncheck: text_form\nwith: {field: name, form: snaky}\nmessage: x",
         "r.yaml:6:27: error: unknown form 'snaky'; did you mean 'snake'?\n"},
    };
    ol_test_check_custom_rules(rows, sizeof rows / sizeof *rows);
}
END_TEST

/* What doc/checks.md shows is a rule that loads. */
START_TEST(test_documented_examples)
{
    struct ol_check_docs docs;
    struct ol_buf out;
    struct ol_buf lines;
    struct ol_arena *arena = ol_arena_new();
    bool has_forms = false;
    ck_assert_int_eq(ol_source_load_check_docs(arena, &docs), OL_OK);
    ck_assert_uint_ge(docs.count, ol_check_general_count);
    ol_buf_init(&out);
    ol_buf_init(&lines);
    for (size_t i = 0; i < docs.count; i++) {
        const struct ol_check_doc *doc = &docs.items[i];
        ol_buf_clear(&lines);
        ol_buf_addf(&lines, "check: %s\n", doc->check->name);
        ck_assert_msg(strstr(doc->example, ol_buf_text(&lines)) != NULL, "%s", doc->example);
        ol_test_custom_rule_errors(&out, doc->example);
        ck_assert_str_eq(ol_buf_text(&out), "");
        has_forms = has_forms || doc->word_param != NULL;
    }
    ck_assert(has_forms);
    ol_buf_fini(&lines);
    ol_buf_fini(&out);
    ol_arena_free(arena);
}
END_TEST

Suite *suite_general(void)
{
    const TTest *const tests[] = {
        test_text_pattern,
        test_pattern_undecided,
        test_pattern_spared,
        test_what_readers_see,
        test_large_numbers,
        test_text_length,
        test_text_form,
        test_keys,
        test_different_fields,
        test_fields,
        test_numbers,
        test_refusals,
        test_documented_examples,
    };
    return OL_SUITE_OF("general", tests);
}
