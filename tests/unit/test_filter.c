/* SPDX-License-Identifier: Apache-2.0 */
/* Filters of custom rules: which levels of a model they admit, and what the loader refuses. */
#include "rule/filter.h"

#include <string.h>

#include "example/hexasm.h"
#include "rule/check.h"
#include "rule/load.h"
#include "unit/custom_rule.h"
#include "unit/suites.h"

/* --- a check that reports every level that it is shown --- */

static void run_level(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    OL_EMIT_PLAIN(run, rule, (.span = ol_level_whole(level), .level = level));
}

static const char *const no_args[] = {NULL};
static const struct ol_check check_any = {.name = "level",
                                          .trigger = OL_ON_LEVEL,
                                          .targets = OL_ANY_MESSAGE,
                                          .args = no_args,
                                          .run = run_level};
static const struct ol_check check_close = {.name = "close",
                                            .trigger = OL_ON_CLOSE,
                                            .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto) |
                                                       OL_MESSAGE_BIT(OL_MESSAGE_GraphProto),
                                            .args = no_args,
                                            .run = run_level};
static const struct ol_check check_file = {
    .name = "file", .trigger = OL_ON_FILE, .args = no_args, .run = run_level};
static const struct ol_check check_fault = {
    .name = "fault", .trigger = OL_ON_FAULT, .args = no_args, .run = run_level};
static const struct ol_check *const checks[] = {&check_any, &check_close, &check_file,
                                                &check_fault};

/* --- a model: three nodes, one with a subgraph; a function with imports of its own --- */

static const char model[] =
    "08 09\n"
    "12 { \"maker\" }\n"
    "3A {\n"
    "  0A { 0A { \"a\" } 12 { \"b\" } 1A { \"conv1\" } 22 { \"Conv\" }\n"
    "       2A { 0A { \"group\" } 18 02 A0 01 02 }\n"
    "       2A { 0A { \"kernel_shape\" } 40 03 40 03 A0 01 07 } }\n"
    "  0A { 0A { \"b\" } 12 { \"c\" } 1A { \"mine\" } 22 { \"Fuse\" } 3A { \"com.acme\" } }\n"
    "  0A { 0A { \"c\" } 12 { \"d\" } 22 { \"If\" } 3A { \"ai.onnx\" }\n"
    "       2A { 0A { \"then_branch\" } A0 01 05\n"
    "            32 { 0A { 12 { \"e\" } 22 { \"Relu\" } } 12 { \"inner\" } } } }\n"
    "  12 { \"outer\" }\n"
    "  2A { 08 02 10 01 42 { \"w\" } }\n"
    "  2A { 08 02 10 07 42 { \"v\" } 70 01 }\n"
    "}\n"
    "42 { 10 11 }  42 { 0A { \"com.acme\" } 10 03 }\n"
    "CA 01 { 0A { \"f\" } 3A { 12 { \"y\" } 22 { \"Relu\" } } 52 { \"com.acme\" } 4A { 10 0D } }\n";

/* Loads a rule that begins with the id, and has these lines. */
static enum ol_status load(struct ol_loader *loader, const char *lines, struct ol_rule *rule)
{
    struct ol_buf text;
    ol_buf_init(&text);
    ol_buf_addf(&text, "id: mine\ntitle: A title\nseverity: error\nmessage: here\n%s\n", lines);
    enum ol_status status = ol_load_rule(loader, "r.yaml", ol_buf_slice(&text), rule);
    ol_buf_fini(&text);
    return status;
}

static void loader_init(struct ol_loader *loader, struct ol_buf *errors)
{
    ol_buf_init(errors);
    *loader = (struct ol_loader){
        .arena = ol_arena_new(),
        .errors = errors,
        .checks = checks,
        .check_count = sizeof checks / sizeof checks[0],
        .is_custom = true,
    };
    ck_assert_ptr_nonnull(loader->arena);
}

/* An ol_test_show_fn: the paths of what is reported. */
static void add_paths(struct ol_buf *paths, const struct ol_diag_list *diags)
{
    for (size_t i = 0; i < diags->count; i++) {
        const char *path = ol_diag_list_at(diags, i)->place.path;
        ol_buf_addf(paths, "%s%s", i == 0 ? "" : " ", path[0] == '\0' ? "." : path);
    }
}

static void check_paths(enum ol_message_id message, const char *hexasm, const char *lines,
                        const char *expected)
{
    struct ol_loader loader;
    struct ol_buf errors;
    struct ol_buf paths;
    struct ol_rule rule;
    struct ol_hexasm bytes;
    loader_init(&loader, &errors);
    ol_buf_init(&paths);
    ck_assert_int_eq(ol_hexasm_init(&bytes, hexasm), OL_OK);
    ck_assert_msg(load(&loader, lines, &rule) == OL_OK, "%s%s", lines, ol_buf_text(&errors));
    const struct ol_test_rule_run run = {message, {bytes.bytes, bytes.size}, &rule, checks};
    ol_test_lint_with_rule(&run, add_paths, &paths);
    ck_assert_msg(strcmp(ol_buf_text(&paths), expected) == 0, "%s\n  %s\n  %s", lines,
                  ol_buf_text(&paths), expected);
    ol_hexasm_fini(&bytes);
    ol_buf_fini(&paths);
    ol_buf_fini(&errors);
    ol_arena_free(loader.arena);
}

#define INNER "graph.node[2].attribute[0].g"

static const struct {
    const char *lines;
    const char *paths;
} admitted[] = {
    /* targets */
    {"check: level\ntarget: NodeProto",
     "graph.node[0] graph.node[1] graph.node[2] " INNER ".node[0] functions[0].node[0]"},
    {"check: level\ntarget: graph.node", "graph.node[0] graph.node[1] graph.node[2]"},
    {"check: level\ntarget: graph.node[1]", "graph.node[1]"},
    {"check: level\ntarget: [GraphProto, \"functions[*].node\"]",
     "graph " INNER " functions[0].node[0]"},
    {"check: level\ntarget: \"**.g.**\"", INNER " " INNER ".node[0]"},
    {"check: level\ntarget: [graph, opset_import]", "graph opset_import[0] opset_import[1]"},
    {"check: close\ntarget: \"graph.**\"",
     "graph graph.node[0] graph.node[1] graph.node[2] " INNER " " INNER ".node[0]"},
    /* conditions on texts; the default domain has two spellings */
    {"check: level\ntarget: NodeProto\nwhen: {op_type: Conv}", "graph.node[0]"},
    {"check: level\ntarget: NodeProto\nwhen: {op_type: [Relu, Conv, Add]}",
     "graph.node[0] " INNER ".node[0] functions[0].node[0]"},
    {"check: level\ntarget: graph.node\nwhen: {domain: ai.onnx}", "graph.node[0] graph.node[2]"},
    {"check: level\ntarget: graph.node\nwhen: {domain: \"\"}", "graph.node[0] graph.node[2]"},
    {"check: level\ntarget: graph.node\nwhen: {domain: {not-in: [ai.onnx]}}", "graph.node[1]"},
    {"check: level\ntarget: graph.node\nwhen: {domain: {pattern: \"ai[.]onnx\"}}",
     "graph.node[0] graph.node[2]"},
    {"check: level\ntarget: graph.node\nwhen: {name: {pattern: \"conv[0-9]+\"}}", "graph.node[0]"},
    {"check: level\ntarget: graph.node\nwhen: {name: {not-pattern: \"[a-z]+[0-9]*\"}}",
     "graph.node[2]"},
    {"check: level\ntarget: graph.node\nwhen: {name: {equals: \"\"}}", "graph.node[2]"},
    {"check: level\ntarget: graph.node\nwhen: {name: {present: no}}", "graph.node[2]"},
    {"check: level\ntarget: graph.node\nwhen: {name: {present: true}, op_type: {not-in: [Conv]}}",
     "graph.node[1]"},
    {"check: level\ntarget: graph.node\nwhen: {name: {in: [conv1, mine], not-in: conv1}}",
     "graph.node[1]"},
    /* numbers, by name and by number */
    {"check: level\ntarget: AttributeProto\nwhen: {type: INT}", "graph.node[0].attribute[0]"},
    {"check: level\ntarget: AttributeProto\nwhen: {type: [GRAPH, 7]}",
     "graph.node[0].attribute[1] graph.node[2].attribute[0]"},
    {"check: level\ntarget: AttributeProto\nwhen: {i: {min: 2}}", "graph.node[0].attribute[0]"},
    {"check: level\ntarget: AttributeProto\nwhen: {i: {max: 1}}",
     "graph.node[0].attribute[1] graph.node[2].attribute[0]"},
    {"check: level\ntarget: TensorProto\nwhen: {data_type: FLOAT}", "graph.initializer[0]"},
    {"check: level\ntarget: TensorProto\nwhen: {data_location: EXTERNAL}", "graph.initializer[1]"},
    {"check: level\ntarget: TensorProto\nwhen: {data_location: DEFAULT}", "graph.initializer[0]"},
    {"check: level\ntarget: TensorProto\nwhen: {data_type: {min: 1, max: 7, not-in: [1]}}",
     "graph.initializer[1]"},
    /* what has no single value */
    {"check: level\ntarget: NodeProto\nwhen: {attribute: {present: false}}",
     "graph.node[1] " INNER ".node[0] functions[0].node[0]"},
    {"check: level\ntarget: AttributeProto\nwhen: {g: {present: true}}",
     "graph.node[2].attribute[0]"},
    /* messages around the target; itself included */
    {"check: level\ntarget: AttributeProto\nwhen: {NodeProto.op_type: Conv}",
     "graph.node[0].attribute[0] graph.node[0].attribute[1]"},
    {"check: level\ntarget: NodeProto\nwhen: {GraphProto.name: inner}", INNER ".node[0]"},
    {"check: level\ntarget: NodeProto\nwhen: {GraphProto.name: {not-in: [inner]}}",
     "graph.node[0] graph.node[1] graph.node[2]"},
    {"check: level\ntarget: NodeProto\nwhen: {NodeProto.op_type: Fuse}", "graph.node[1]"},
    {"check: level\ntarget: NodeProto\nwhen: {ModelProto.ir_version: {min: 10}}", ""},
    {"check: level\ntarget: GraphProto\nwhen: {ModelProto.producer_name: maker}", "graph " INNER},
    /* a target without the field is passed over */
    {"check: level\ntarget: any\nwhen: {op_type: Relu}", INNER ".node[0] functions[0].node[0]"},
    {"check: level\ntarget: [GraphProto, NodeProto]\nwhen: {op_type: {not-in: [Relu]}}",
     "graph.node[0] graph.node[1] graph.node[2]"},
    /* operator sets: a function has imports of its own */
    {"check: level\ntarget: NodeProto\nwhen: {op_type: Relu}\nopset: {min: 13, max: 13}",
     "functions[0].node[0]"},
    {"check: level\ntarget: NodeProto\nwhen: {op_type: Relu, opset: {min: 14}}", INNER ".node[0]"},
    {"check: level\ntarget: NodeProto\nopset: {domain: com.acme, min: 1}",
     "graph.node[0] graph.node[1] graph.node[2] " INNER ".node[0]"},
    {"check: level\ntarget: NodeProto\nopset: {domain: com.acme, max: 2}", ""},
    {"check: level\ntarget: NodeProto\nopset: {domain: com.other, min: 1}", ""},
    {"check: level\ntarget: ModelProto\nopset: {domain: \"\", max: 17}", "."},
    {"check: level\ntarget: FunctionProto\nopset: {domain: ai.onnx, max: 13}", "functions[0]"},
    {"check: close\ntarget: GraphProto\nopset: {min: 17}", "graph " INNER},
    /* IR versions */
    {"check: level\ntarget: graph\nwhen: {ir-version: {min: 9}}", "graph"},
    {"check: level\ntarget: graph\nwhen: {ir-version: {max: 8}}", ""},
};

START_TEST(test_admits)
{
    check_paths(OL_MESSAGE_ModelProto, model, admitted[_i].lines, admitted[_i].paths);
}
END_TEST

/* Files that are no models: paths begin at their own fields, and nothing is imported. */
START_TEST(test_other_roots)
{
    static const char node[] =
        "0A { \"a\" } 22 { \"Conv\" } 2A { 0A { \"group\" } 18 02 A0 01 02 }";
    check_paths(OL_MESSAGE_NodeProto, node, "check: level\ntarget: [\"attribute[0]\"]",
                "attribute[0]");
    check_paths(OL_MESSAGE_NodeProto, node, "check: level\ntarget: [graph.node]", "");
    check_paths(OL_MESSAGE_NodeProto, node,
                "check: level\ntarget: AttributeProto\nwhen: {NodeProto.op_type: Conv}",
                "attribute[0]");
    check_paths(OL_MESSAGE_NodeProto, node,
                "check: level\ntarget: NodeProto\nwhen: {GraphProto.name: {present: false}}", "");
    check_paths(OL_MESSAGE_NodeProto, node, "check: level\ntarget: NodeProto\nopset: {max: 99}",
                "");
}
END_TEST

/* Below IR version 3 nothing was imported: the default operator set is of version 1. */
START_TEST(test_implied_opset)
{
    check_paths(OL_MESSAGE_ModelProto, "08 02 3A { 0A { 22 { \"Relu\" } } 12 { \"g\" } }",
                "check: level\ntarget: NodeProto\nopset: {max: 1}", "graph.node[0]");
    check_paths(OL_MESSAGE_ModelProto, "08 03 3A { 0A { 22 { \"Relu\" } } 12 { \"g\" } }",
                "check: level\ntarget: NodeProto\nopset: {max: 1}", "");
}
END_TEST

/* The domain of a model is a name of another sort than that of a node. */
START_TEST(test_domains_of_two_sorts)
{
    static const char nodes[] =
        "08 09 3A { 0A { 22 { \"A\" } } 0A { 22 { \"B\" } 3A { \"ai.onnx\" } } 12 { \"g\" } }";
    check_paths(OL_MESSAGE_ModelProto, nodes,
                "check: level\ntarget: [ModelProto, NodeProto]\nwhen: {domain: ai.onnx}",
                "graph.node[0] graph.node[1]");
    check_paths(OL_MESSAGE_ModelProto, nodes,
                "check: level\ntarget: [ModelProto, NodeProto]\nwhen: {domain: {not-in: [\"\"]}}",
                "");
    check_paths(OL_MESSAGE_ModelProto, nodes,
                "check: level\ntarget: [ModelProto, NodeProto]\n"
                "when: {domain: {not-in: [ai.onnx]}}",
                ".");
}
END_TEST

/* Nothing holds of a text that is no text, but that it is there. */
START_TEST(test_broken_text)
{
    static const char broken[] = "22 { \"Relu\" } 1A { FF }";
    check_paths(OL_MESSAGE_NodeProto, broken,
                "check: level\ntarget: NodeProto\nwhen: {name: {not-pattern: x}}", "");
    check_paths(OL_MESSAGE_NodeProto, broken,
                "check: level\ntarget: NodeProto\nwhen: {name: {not-in: [x]}}", "");
    check_paths(OL_MESSAGE_NodeProto, broken,
                "check: level\ntarget: NodeProto\nwhen: {name: {present: true}}", ".");
    check_paths(OL_MESSAGE_NodeProto, "22 { \"Relu\" } 1A { \"y\" }",
                "check: level\ntarget: NodeProto\nwhen: {name: {not-in: [x], not-pattern: x}}",
                ".");
}
END_TEST

/* What cannot be read is no absent field, and one that another of its oneof replaces is. */
START_TEST(test_unreadable)
{
    check_paths(OL_MESSAGE_NodeProto, "22 { \"Relu\" } FF",
                "check: level\ntarget: NodeProto\nwhen: {name: {present: false}}", "");
    check_paths(OL_MESSAGE_NodeProto, "22 { \"Relu\" } FF",
                "check: level\ntarget: NodeProto\nwhen: {op_type: Relu}", ".");
    check_paths(OL_MESSAGE_TypeProto, "0A { 08 01 } 22 { }",
                "check: level\ntarget: TypeProto\nwhen: {tensor_type: {present: false}}", ".");
}
END_TEST

static const struct {
    const char *lines; /* from line 5 on */
    const char *error; /* without the path; several are joined with | */
} refusals[] = {
    {"check: level\ntarget: graph.name",
     "6:9: error: 'graph.name' leads to no message, but to a value: end the path at the message "
     "that holds it, and name the field in 'with'"},
    {"check: close\ntarget: opset_import",
     "6:9: error: check 'close' is not for OperatorSetIdProto; it is for: GraphProto, NodeProto"},
    {"check: close\ntarget: graph.node[*].attribute[*].*", ""},
    {"check: close\ntarget: \"graph.input[*].**\"",
     "6:9: error: check 'close' is not for what the path leads to; it is for: GraphProto, "
     "NodeProto"},
    {"check: level\ntarget: [graph, graph]", "6:17: error: target 'graph' stands here twice"},
    {"check: level\ntarget: nodeProto",
     "6:9: error: no field 'nodeProto' in any message that a file can be; did you mean "
     "'NodeProto'?"},
    {"check: level\ntarget: NodeProt",
     "6:9: error: unknown message 'NodeProt'; did you mean 'NodeProto'?"},
    {"check: file\ntarget: graph",
     "6:1: error: check 'file' is bound to no message: leave target out"},
    {"check: file\nwhen: {op_type: Conv}",
     "6:1: error: check 'file' is shown no message: leave 'when' and 'opset' out"},
    {"check: fault\nopset: {min: 3}",
     "6:1: error: check 'fault' is shown no message: leave 'when' and 'opset' out"},
    {"check: level\ntarget: NodeProto\nwhen: {}", "7:7: error: 'when' is empty; leave it out"},
    {"check: level\ntarget: NodeProto\nwhen: [op_type]",
     "7:7: error: 'when' is a list; wanted: a map"},
    {"check: level\ntarget: NodeProto\nwhen: {op_typ: Conv}",
     "7:8: error: no field 'op_typ' in NodeProto; did you mean 'op_type'?"},
    {"check: level\ntarget: NodeProto\nwhen: {ir_version: {min: 3}}",
     "7:8: error: no field 'ir_version' in NodeProto; did you mean 'ir-version'?"},
    {"check: level\ntarget: NodeProto\nwhen: {GraphProto.opsets: 1}",
     "7:8: error: no field 'opsets' in GraphProto"},
    {"check: level\ntarget: NodeProto\nwhen: {xyzzy: 1}",
     "7:8: error: no field 'xyzzy' in NodeProto; of a message around it, write Message.field"},
    {"check: level\ntarget: [NodeProto, GraphProto]\nwhen: {xyzzy: 1}",
     "7:8: error: no field 'xyzzy' in any of the rule's targets; of a message around it, write "
     "Message.field"},
    {"check: level\ntarget: NodeProto\nwhen: {op_type: [Conv, [Relu]]}",
     "7:24: error: this entry is a list; wanted: one line of text"},
    {"check: level\ntarget: NodeProto\nwhen: {op_type: }",
     "7:17: error: 'op_type' is empty; wanted: one line of text"},
    {"check: level\ntarget: NodeProto\nwhen: {op_type: []}",
     "7:17: error: 'op_type' has an empty list of values"},
    {"check: level\ntarget: NodeProto\nwhen: {op_type: {}}",
     "7:17: error: 'op_type' has an empty condition"},
    {"check: level\ntarget: NodeProto\nwhen: {op_type: {equal: Conv}}",
     "7:18: error: a condition has no key 'equal'; did you mean 'equals'?"},
    {"check: level\ntarget: NodeProto\nwhen: {op_type: {equals: Conv, in: [Relu]}}",
     "7:32: error: 'in' stands beside 'equals': keep one of them"},
    {"check: level\ntarget: NodeProto\nwhen: {op_type: {in: Conv}}",
     "7:22: error: 'in' is a text; wanted: a list"},
    {"check: level\ntarget: NodeProto\nwhen: {op_type: {min: 3}}",
     "7:18: error: 'min' can be asked of whole numbers alone"},
    {"check: level\ntarget: NodeProto\nwhen: {op_type: {present: some}}",
     "7:27: error: unknown value of 'present' 'some'; there are: no, yes"},
    {"check: level\ntarget: NodeProto\nwhen: {attribute: Conv}",
     "7:19: error: field 'attribute' has no single value to ask for; wanted: {present: true} or "
     "{present: false}"},
    {"check: level\ntarget: NodeProto\nwhen: {attribute: {in: [a]}}",
     "7:24: error: field 'attribute' has no single value to ask for; wanted: {present: true} or "
     "{present: false}"},
    {"check: level\ntarget: AttributeProto\nwhen: {i: {pattern: x}}",
     "7:12: error: 'pattern' can be asked of texts alone"},
    {"check: level\ntarget: AttributeProto\nwhen: {i: 1.5}",
     "7:11: error: 'i' is '1.5', no such number; wanted: a whole number of at most 64 bits, decimal or "
     "0x"},
    {"check: level\ntarget: AttributeProto\nwhen: {i: {min: 3, max: 2}}",
     "7:25: error: the max of 'i' is below its min"},
    {"check: level\ntarget: AttributeProto\nwhen: {type: FLOT}",
     "7:14: error: unknown type 'FLOT'; did you mean 'FLOAT'?"},
    {"check: level\ntarget: NodeProto\nwhen: {NodePoto.op_type: Conv}",
     "7:8: error: unknown message 'NodePoto'; did you mean 'NodeProto'?"},
    {"check: level\ntarget: NodeProto\nwhen: {TensorProto.name: w}",
     "7:8: error: 'TensorProto' never stands around a target of the rule"},
    {"check: level\ntarget: NodeProto\nwhen: {GraphProto.nam: w}",
     "7:8: error: no field 'nam' in GraphProto; did you mean 'name'?"},
    {"check: level\ntarget: [AttributeProto, ValueInfoProto]\nwhen: {type: INT}",
     "7:8: error: field 'type' is not the same in all of the rule's targets"},
    {"check: level\ntarget: NodeProto\nopset: {}",
     "7:8: error: a range of operator sets has min, max or both"},
    {"check: level\ntarget: NodeProto\nopset: {min: 5, max: 4}",
     "7:8: error: a range of operator sets whose min is above its max"},
    {"check: level\ntarget: NodeProto\nopset: {min: 0}",
     "7:14: error: 0 is out of range: from 1 to 9223372036854775807"},
    {"check: level\ntarget: NodeProto\nopset: {mn: 4}",
     "7:9: error: a range of operator sets has no key 'mn'; did you mean 'min'?"},
    {"check: level\ntarget: NodeProto\nopset: {min: 4}\nwhen: {opset: {min: 4}}",
     "8:8: error: 'opset' says what a key of the rule says already"},
    {"check: level\ntarget: NodeProto\nir: {min: 4}\nwhen: {ir-version: {min: 4}}",
     "8:8: error: 'ir-version' says what a key of the rule says already"},
    {"check: level\ntarget: NodeProto\nwhen: {ir-version: {min: 40}}",
     "7:26: error: 40 is out of range: from 1 to 14"},
};

START_TEST(test_refusals)
{
    struct ol_loader loader;
    struct ol_buf errors;
    struct ol_buf expected;
    struct ol_rule rule;
    bool is_right = refusals[_i].error[0] == '\0';
    loader_init(&loader, &errors);
    ol_buf_init(&expected);
    ol_buf_addf(&expected, is_right ? "" : "r.yaml:%s\n", refusals[_i].error);
    ck_assert_int_eq(load(&loader, refusals[_i].lines, &rule), is_right ? OL_OK : OL_ERR_RULE);
    ck_assert_str_eq(ol_buf_text(&errors), ol_buf_text(&expected));
    ol_buf_fini(&expected);
    ol_buf_fini(&errors);
    ol_arena_free(loader.arena);
}
END_TEST

/* A pattern that is none is refused with the place that the library tells. */
START_TEST(test_refused_pattern)
{
    struct ol_loader loader;
    struct ol_buf errors;
    struct ol_rule rule;
    loader_init(&loader, &errors);
    ck_assert_int_eq(
        load(&loader, "check: level\ntarget: NodeProto\nwhen: {name: {pattern: \"a(\"}}", &rule),
        OL_ERR_RULE);
    ck_assert_ptr_nonnull(strstr(ol_buf_text(&errors), "r.yaml:7:24: error: "));
    ol_buf_fini(&errors);
    ol_arena_free(loader.arena);
}
END_TEST

/* Built-in rules are constant tables, which have no place for a filter. */
START_TEST(test_builtin_rules_have_none)
{
    static const char lines[] = "since: 0.1.0\nexplanation: Why.\ncheck: level\n"
                                "target: NodeProto\nwhen: {op_type: Conv}\nopset: {min: 3}";
    struct ol_loader loader;
    struct ol_buf errors;
    struct ol_rule rule;
    loader_init(&loader, &errors);
    loader.is_custom = false;
    ck_assert_int_eq(load(&loader, lines, &rule), OL_ERR_RULE);
    ck_assert_str_eq(ol_buf_text(&errors),
                     "r.yaml:1:5: error: 'mine' is not the name of the file\n"
                     "r.yaml:9:1: error: 'when' is for rules that are loaded at run time, not for "
                     "built-in ones\n"
                     "r.yaml:10:1: error: 'opset' is for rules that are loaded at run time, not "
                     "for built-in ones\n");
    ol_buf_fini(&errors);
    ol_arena_free(loader.arena);
}
END_TEST

/* What --explain says of it. */
START_TEST(test_text)
{
    struct ol_loader loader;
    struct ol_buf errors;
    struct ol_rule rule;
    loader_init(&loader, &errors);
    ck_assert_int_eq(load(&loader,
                          "check: level\ntarget: [graph.node, FunctionProto]\n"
                          "when: {domain: {not-in: [\"\", com.acme]}, opset: {min: 3}}",
                          &rule),
                     OL_OK);
    ck_assert_str_eq(rule.doc->targets, "FunctionProto, NodeProto");
    ck_assert_str_eq(rule.doc->where,
                     "graph.node; when domain: {not-in: [\"\", com.acme]}, opset: {min: 3}");
    ck_assert_int_eq(load(&loader, "check: level\ntarget: NodeProto", &rule), OL_OK);
    ck_assert_ptr_null(rule.doc->where);
    ck_assert_ptr_null(rule.filter);
    ol_buf_fini(&errors);
    ol_arena_free(loader.arena);
}
END_TEST

Suite *suite_filter(void)
{
    Suite *suite = suite_create("filter");
    TCase *tcase = tcase_create("filter");
    tcase_add_loop_test(tcase, test_admits, 0, (int)(sizeof admitted / sizeof admitted[0]));
    tcase_add_loop_test(tcase, test_refusals, 0, (int)(sizeof refusals / sizeof refusals[0]));
    tcase_add_test(tcase, test_other_roots);
    tcase_add_test(tcase, test_implied_opset);
    tcase_add_test(tcase, test_unreadable);
    tcase_add_test(tcase, test_domains_of_two_sorts);
    tcase_add_test(tcase, test_broken_text);
    tcase_add_test(tcase, test_refused_pattern);
    tcase_add_test(tcase, test_builtin_rules_have_none);
    tcase_add_test(tcase, test_text);
    suite_add_tcase(suite, tcase);
    return suite;
}
