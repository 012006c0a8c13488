/* SPDX-License-Identifier: Apache-2.0 */
/* Patterns of field paths: what they match, as levels and as texts, and what is none. */
#include "rule/path_pattern.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "rule/load.h"
#include "unit/load_session.h"
#include "unit/suites.h"

/* Reads the pattern as the only value of a file p.yaml; false where it was refused. */
static bool load(struct ol_load_session *session, const char *text, struct ol_path_pattern *pattern)
{
    struct ol_typed typed;
    struct ol_buf file;
    ol_typed_init(&typed, &session->loader, "p.yaml");
    ol_buf_init(&file);
    ol_buf_addf(&file, "p: \"%s\"\n", text);
    const struct ol_yaml_node *root = ol_typed_load_tree(&typed, ol_buf_slice(&file));
    ck_assert_ptr_nonnull(root);
    bool is_loaded = ol_path_pattern_load(&typed, root->first, pattern);
    ck_assert_int_eq(ol_typed_finish(&typed), is_loaded ? OL_OK : OL_ERR_RULE);
    ol_buf_fini(&file);
    return is_loaded;
}

/* Sets up the levels that a path leads through from a root message, the last one returned. NULL
 * where a step holds no message. */
static const struct ol_level *chain_of(const struct ol_message *root, const char *path,
                                       struct ol_level levels[OL_DEPTH_MAX + 1])
{
    struct ol_level *at = &levels[0];
    *at = (struct ol_level){.message = root};
    while (path[0] != '\0') {
        size_t length = strcspn(path, ".[");
        const struct ol_field *field =
            ol_field_from_name(at->message, (struct ol_slice){(const uint8_t *)path, length});
        ck_assert_ptr_nonnull(field);
        unsigned index = 0;
        path += length;
        if (path[0] == '[') {
            ck_assert_int_eq(sscanf(path, "[%u]", &index), 1);
            path = strchr(path, ']') + 1;
        }
        path += path[0] == '.' ? 1 : 0;
        if (field->of == NULL) {
            return NULL;
        }
        at[1] =
            (struct ol_level){.message = field->of, .field = field, .index = index, .parent = at};
        at++;
    }
    return at;
}

static const struct {
    const char *pattern;
    const char *path; /* from ModelProto */
    bool is_match;
} matches[] = {
    {"graph", "graph", true},
    {"graph", "", false},
    {"graph", "graph.node[0]", false},
    {"graph.node[*]", "graph.node[7]", true},
    {"graph.node", "graph.node[7]", true},
    {"graph.node[7]", "graph.node[7]", true},
    {"graph.node[7]", "graph.node[70]", false},
    {"graph.node[*].attribute", "graph.node[1].attribute[2]", true},
    {"graph.node[1].attribute[2].t", "graph.node[1].attribute[2].t", true},
    {"graph.node[1].attribute[3].t", "graph.node[1].attribute[2].t", false},
    {"*", "graph", true},
    {"*", "opset_import[0]", true},
    {"*", "graph.node[0]", false},
    {"*[2]", "opset_import[2]", true},
    {"*[2]", "graph", false},
    {"*.node", "graph.node[0]", true},
    {"**", "", true},
    {"**", "graph.node[0].attribute[0].t", true},
    {"**.node", "graph.node[0]", true},
    {"**.node", "graph.node[0].attribute[0].g.node[3]", true},
    {"**.node", "graph.node[0].attribute[0].g", false},
    {"**.node[3]", "graph.node[0].attribute[0].g.node[3]", true},
    {"**.node[3]", "graph.node[3].attribute[0].g.node[0]", false},
    {"graph.**", "graph", true},
    {"graph.**", "graph.node[0].attribute[0].t", true},
    {"graph.**", "functions[0].node[0]", false},
    {"graph.**.t", "graph.node[0].attribute[0].t", true},
    {"graph.**.node[*].**.t", "graph.node[0].attribute[0].g.node[3].attribute[1].t", true},
    {"graph.**.g.**.t", "graph.node[0].attribute[0].t", false},
    {"**.**", "graph", true},
    {"**.tensor_type.shape", "graph.input[0].type.tensor_type.shape", true},
    /* values */
    {"producer_name", "producer_name", true},
    {"graph.name", "graph.name", true},
    {"graph.node[*].input[1]", "graph.node[0].input[1]", true},
    {"graph.node[*].input[1]", "graph.node[0].input[2]", false},
    {"**.name", "graph.node[0].attribute[0].name", true},
    {"graph.node.input", "graph.node[0].input", true},
    {"graph.node.input[1]", "graph.node[0].input", false},
};

START_TEST(test_matches)
{
    for (size_t i = 0; i < sizeof matches / sizeof matches[0]; i++) {
        struct ol_load_session session;
        struct ol_path_pattern pattern;
        struct ol_level levels[OL_DEPTH_MAX + 1];
        ol_load_session_init(&session);
        ck_assert_msg(load(&session, matches[i].pattern, &pattern), "%s",
                      ol_buf_text(&session.errors));
        ck_assert_msg(!matches[i].is_match ||
                          ol_path_pattern_covers_text(&pattern, matches[i].path),
                      "%s of %s", matches[i].path, matches[i].pattern);
        const struct ol_level *level =
            chain_of(&ol_messages[OL_MESSAGE_ModelProto], matches[i].path, levels);
        ck_assert_msg(level == NULL ||
                          ol_path_pattern_matches_level(&pattern, level) == matches[i].is_match,
                      "level %s of %s", matches[i].path, matches[i].pattern);
        ol_load_session_fini(&session);
    }
}
END_TEST

/* A place is covered where the pattern leads to it or to one above it; never where it leads to one
 * beneath it or beside it. */
static const struct {
    const char *pattern;
    const char *path;
    bool is_covered;
} covered[] = {
    {"graph", "graph.node[0].input[1]", true},
    {"graph", "functions[0].node[0]", false},
    {"graph", "", false},
    {"graph.node[7]", "graph.node[7].op_type", true},
    {"graph.node[7]", "graph.node[70].op_type", false},
    {"graph.node[7].op_type", "graph.node[7]", false},
    {"graph.initializer[*]", "graph.initializer[3].dims[0]", true},
    {"graph.initializer[*]", "graph.input[3].name", false},
    {"*", "graph.node[0].input[1]", true},
    {"*.node", "graph.node[0].input[1]", true},
    {"*.node", "graph.input[0].name", false},
    {"**.t", "graph.node[0].attribute[0].t.raw_data", true},
    {"**.t", "graph.node[0].attribute[0].type", false},
    {"**", "", true},
    {"graph.name", "graph.name", true},
    {"graph.node.input[1]", "graph.node[0].input[2]", false},
    {"graph.node.input[1]", "graph.node[0].input", false},
};

START_TEST(test_covers)
{
    for (size_t i = 0; i < sizeof covered / sizeof covered[0]; i++) {
        struct ol_load_session session;
        struct ol_path_pattern pattern;
        ol_load_session_init(&session);
        ck_assert_msg(load(&session, covered[i].pattern, &pattern), "%s",
                      ol_buf_text(&session.errors));
        ck_assert_msg(ol_path_pattern_covers_text(&pattern, covered[i].path) ==
                          covered[i].is_covered,
                      "%s of %s", covered[i].path, covered[i].pattern);
        ol_load_session_fini(&session);
    }
}
END_TEST

/* From other roots, a path begins at their fields. */
START_TEST(test_roots)
{
    struct ol_load_session session;
    struct ol_path_pattern pattern;
    struct ol_level levels[OL_DEPTH_MAX + 1];
    ol_load_session_init(&session);
    ck_assert(load(&session, "node[*].attribute", &pattern));
    ck_assert(ol_path_pattern_matches_level(
        &pattern, chain_of(&ol_messages[OL_MESSAGE_GraphProto], "node[0].attribute[3]", levels)));
    ck_assert(
        !ol_path_pattern_matches_level(&pattern, chain_of(&ol_messages[OL_MESSAGE_ModelProto],
                                                          "graph.node[0].attribute[3]", levels)));
    ck_assert(load(&session, "**", &pattern));
    ck_assert(ol_path_pattern_matches_level(
        &pattern, chain_of(&ol_messages[OL_MESSAGE_TensorProto], "", levels)));
    ol_load_session_fini(&session);
}
END_TEST

START_TEST(test_messages)
{
    static const struct {
        const char *pattern;
        uint64_t messages;
    } cases[] = {
        {"graph", OL_MESSAGE_BIT(OL_MESSAGE_GraphProto)},
        {"graph.node", OL_MESSAGE_BIT(OL_MESSAGE_NodeProto)},
        {"**.t", OL_MESSAGE_BIT(OL_MESSAGE_TensorProto)},
        {"**.type", OL_MESSAGE_BIT(OL_MESSAGE_TypeProto)},
        {"functions[*].attribute_proto", OL_MESSAGE_BIT(OL_MESSAGE_AttributeProto)},
        {"graph.node[*].name", 0},
        {"**.elem_type", OL_MESSAGE_BIT(OL_MESSAGE_TypeProto)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ol_load_session session;
        struct ol_path_pattern pattern;
        ol_load_session_init(&session);
        ck_assert(load(&session, cases[i].pattern, &pattern));
        ck_assert_uint_eq(ol_path_pattern_messages(&pattern), cases[i].messages);
        ol_load_session_fini(&session);
    }
}
END_TEST

static const struct {
    const char *pattern;
    const char *error;
} refusals[] = {
    {"grap", "no field 'grap' in any message that a file can be; did you mean 'graph'?"},
    {"nodeproto",
     "no field 'nodeproto' in any message that a file can be; did you mean 'NodeProto'?"},
    {"graph.nod[*]", "no field 'nod' in GraphProto; did you mean 'node'?"},
    {"**.attribut.t", "no field 'attribut' behind '**'; did you mean 'attribute'?"},
    {"graph.*.xyzzy", "no field 'xyzzy' behind 'graph.*'"},
    {"graph.name.size", "'graph.name' leads to no message, so no step can follow"},
    {"graph[0].node", "'graph[0]' is no list: leave the brackets out"},
    {"graph[*].node", "'graph[*]' is no list: leave the brackets out"},
    {"**[0]", "'**[0]' is no list: leave the brackets out"},
    {"graph.node[", "'[' is no element of a list; wanted: [3] or [*]"},
    {"graph.node[]", "'[]' is no element of a list; wanted: [3] or [*]"},
    {"graph.node[-1]", "'[-1]' is no element of a list; wanted: [3] or [*]"},
    {"graph.node[0x7]", "'[0x7]' is no element of a list; wanted: [3] or [*]"},
    {"graph.node[01]", "'[01]' is no element of a list; wanted: [3] or [*]"},
    {"graph.node[99999999999999999999]",
     "'[99999999999999999999]' is no element of a list; wanted: [3] or [*]"},
    {"graph.node[0]attribute", "a full stop is missing behind 'node[0]'"},
    {"functions[*].*_proto", "no field '*_proto' in FunctionProto"},
    {"graph..node", "an empty step in path 'graph..node'"},
    {"graph.", "an empty step in path 'graph.'"},
    {".graph", "an empty step in path '.graph'"},
};

START_TEST(test_refusals)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        struct ol_load_session session;
        struct ol_path_pattern pattern;
        struct ol_buf expected;
        ol_load_session_init(&session);
        ol_buf_init(&expected);
        ol_buf_addf(&expected, "p.yaml:1:4: error: %s\n", refusals[i].error);
        ck_assert(!load(&session, refusals[i].pattern, &pattern));
        ck_assert_str_eq(ol_buf_text(&session.errors), ol_buf_text(&expected));
        ol_buf_fini(&expected);
        ol_load_session_fini(&session);
    }
}
END_TEST

/* Patterns of as many steps as there may be, against the deepest level: no time worth naming, and
 * one more step is refused. */
START_TEST(test_bounds)
{
    struct ol_load_session session;
    struct ol_path_pattern pattern;
    struct ol_level levels[OL_DEPTH_MAX + 1];
    struct ol_buf text;
    struct ol_buf path;
    ol_load_session_init(&session);
    ol_buf_init(&text);
    ol_buf_init(&path);
    for (int i = 0; i < OL_PATH_STEPS_MAX; i++) {
        ol_buf_add(&text, i == 0 ? "**" : i % 2 == 0 ? ".**" : ".*");
    }
    ol_buf_add(&path, "graph");
    for (int i = 0; i < 33; i++) {
        ol_buf_add(&path, ".node[0].attribute[0].g");
    }
    ck_assert(load(&session, ol_buf_text(&text), &pattern));
    ck_assert_uint_eq(pattern.count, OL_PATH_STEPS_MAX);
    for (int i = 0; i < 1000; i++) {
        ck_assert(ol_path_pattern_covers_text(&pattern, ol_buf_text(&path)));
        ck_assert(ol_path_pattern_matches_level(
            &pattern, chain_of(&ol_messages[OL_MESSAGE_ModelProto], ol_buf_text(&path), levels)));
    }
    ol_buf_add(&text, ".*");
    ck_assert(!load(&session, ol_buf_text(&text), &pattern));
    ck_assert_str_eq(ol_buf_text(&session.errors),
                     "p.yaml:1:4: error: a path has no more than 60 steps\n");
    ol_buf_fini(&path);
    ol_buf_fini(&text);
    ol_load_session_fini(&session);
}
END_TEST

Suite *suite_path_pattern(void)
{
    const TTest *const tests[] = {test_matches,  test_covers,   test_roots,
                                  test_messages, test_refusals, test_bounds};
    return OL_SUITE_OF("path_pattern", tests);
}
