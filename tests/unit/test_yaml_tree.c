/* SPDX-License-Identifier: Apache-2.0 */
/* The strict tree over libyaml's events. */
#include <string.h>

#include "base/limits.h"
#include "rule/yaml_tree.h"
#include "unit/suites.h"

/* Loads text and gives the tree (NULL: refused); the errors are in errors. */
static const struct ol_yaml_node *load(struct ol_arena *arena, struct ol_slice text,
                                       struct ol_buf *errors)
{
    const struct ol_yaml_node *root = NULL;
    enum ol_status status = ol_yaml_load(arena, "a.yaml", text, errors, &root);
    ck_assert_msg(status == (errors->size > 0 ? OL_ERR_RULE : OL_OK), "status %d", (int)status);
    return status == OL_OK ? root : NULL;
}

/* Where the text of a scalar begins, whatever stands before it. */
START_TEST(test_text_marks)
{
    static const char text[] = "plain: a\n"
                               "quoted: 'a'\n"
                               "block: |\n"
                               "\n"
                               "\n"
                               "    a\n"
                               "      b\n"
                               "deeper:\n"
                               "  - |2\n"
                               "      two blanks, then a text\n"
                               "  - empty: |\n"
                               "last: |-\n"
                               "   c";
    static const struct ol_mark want[] = {{1, 8}, {2, 10}, {4, 5}, {13, 4}};
    static const char *const keys[] = {"plain", "quoted", "block", "last"};
    struct ol_arena *arena = ol_arena_new();
    struct ol_buf errors;
    ol_buf_init(&errors);
    const struct ol_yaml_node *root = load(arena, ol_slice_from_text(text), &errors);
    ck_assert_ptr_nonnull(root);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct ol_yaml_node *node = ol_yaml_member(root, keys[i]);
        ck_assert_uint_eq(node->text_mark.line, want[i].line);
        ck_assert_uint_eq(node->text_mark.column, want[i].column);
    }
    const struct ol_yaml_node *indented = ol_yaml_member(root, "deeper")->first;
    ck_assert_str_eq(indented->text, "  two blanks, then a text\n");
    ck_assert_uint_eq(indented->text_mark.line, 10);
    ck_assert_uint_eq(indented->text_mark.column, 5);
    const struct ol_yaml_node *empty = indented->next->first;
    ck_assert_str_eq(empty->text, "");
    ck_assert_uint_eq(empty->text_mark.line, 12);
    ol_buf_fini(&errors);
    ol_arena_free(arena);
}
END_TEST

START_TEST(test_tree)
{
    static const char text[] = "# a comment\n"
                               "id: no\n"
                               "list: [1, 'two', \"th\\u0072ee\"]\n"
                               "bytes: |\n"
                               "  08 02  # dims\n"
                               "\n"
                               "  10\n"
                               "folded: >\n"
                               "  a\n"
                               "  b\n"
                               "map: {a: {b: c}, d: }\n";
    struct ol_arena *arena = ol_arena_new();
    struct ol_buf errors;
    ol_buf_init(&errors);
    const struct ol_yaml_node *root = load(arena, ol_slice_from_text(text), &errors);
    ck_assert_ptr_nonnull(root);
    ck_assert_int_eq(root->kind, OL_YAML_MAP);
    ck_assert_uint_eq(root->count, 5);
    ck_assert_ptr_null(root->key);

    const struct ol_yaml_node *id = ol_yaml_member(root, "id");
    ck_assert_str_eq(id->text, "no");
    ck_assert_int_eq(id->style, OL_YAML_PLAIN);
    ck_assert_uint_eq(id->mark.line, 2);
    ck_assert_uint_eq(id->mark.column, 5);
    ck_assert_str_eq(id->key->text, "id");
    ck_assert_uint_eq(id->key->mark.column, 1);

    const struct ol_yaml_node *list = ol_yaml_member(root, "list");
    ck_assert_int_eq(list->kind, OL_YAML_LIST);
    ck_assert_uint_eq(list->count, 3);
    ck_assert_ptr_null(list->first->key);
    ck_assert_str_eq(list->first->next->text, "two");
    ck_assert_int_eq(list->first->next->style, OL_YAML_QUOTED);
    ck_assert_str_eq(list->first->next->next->text, "three");
    ck_assert_ptr_null(list->first->next->next->next);

    const struct ol_yaml_node *bytes = ol_yaml_member(root, "bytes");
    ck_assert_str_eq(bytes->text, "08 02  # dims\n\n10\n");
    ck_assert_int_eq(bytes->style, OL_YAML_LITERAL);
    ck_assert_uint_eq(bytes->mark.line, 4);
    ck_assert_int_eq(ol_yaml_member(root, "folded")->style, OL_YAML_FOLDED);

    const struct ol_yaml_node *map = ol_yaml_member(root, "map");
    ck_assert_str_eq(map->first->first->text, "c");
    ck_assert_str_eq(ol_yaml_member(map, "d")->text, "");
    ck_assert_ptr_null(ol_yaml_member(map, "e"));
    ol_buf_fini(&errors);
    ol_arena_free(arena);
}
END_TEST

/* What is refused, and the one line that tells it. */
static const struct {
    const char *text;
    const char *error;
} refusals[] = {
    {"", "a.yaml:1:1: error: the file is empty\n"},
    {"# nothing\n", "a.yaml:1:1: error: the file is empty\n"},
    {"a: &x b\n", "a.yaml:1:4: error: anchors are not used here\n"},
    {"a: b\nc: &x [d]\n", "a.yaml:2:4: error: anchors are not used here\n"},
    {"a: &x {d: e}\n", "a.yaml:1:4: error: anchors are not used here\n"},
    {"a: b\nc: *x\n",
     "a.yaml:2:4: error: aliases are not used here; a text that begins with * stands in quotes\n"},
    {"a: !!str b\n", "a.yaml:1:4: error: tags are not used here\n"},
    {"a: !x [b]\n", "a.yaml:1:4: error: tags are not used here\n"},
    {"a: ! b\n", "a.yaml:1:4: error: tags are not used here\n"},
    {"%YAML 1.1\n---\na: b\n", "a.yaml:1:1: error: directives are not used here\n"},
    {"%TAG ! tag:x,2000:\n---\na: b\n", "a.yaml:1:1: error: directives are not used here\n"},
    {"a: b\n---\nc: d\n", "a.yaml:2:1: error: a second document in the file\n"},
    {"a: b\n<<: {c: d}\n", "a.yaml:2:1: error: merge keys are not used here\n"},
    {"a: b\n? [c]\n: d\n", "a.yaml:2:3: error: a key is a plain word, not a map or a list\n"},
    {"{a: b}: c\n", "a.yaml:1:1: error: a key is a plain word, not a map or a list\n"},
    {"a: b\nc: d\na: e\n", "a.yaml:3:1: error: key 'a' stands here twice; first in line 1\n"},
    {"x: {k: 1, \"k\": 2}\n", "a.yaml:1:11: error: key 'k' stands here twice; first in line 1\n"},
    {"a: 'b\n",
     "a.yaml:2:1: error: while scanning a quoted scalar, found unexpected end of stream\n"},
    {"a: b\n c: d\n", "a.yaml:2:3: error: mapping values are not allowed in this context\n"},
    {"a: [b\n",
     "a.yaml:2:1: error: while parsing a flow sequence, did not find expected ',' or ']'\n"},
    {"a: @b\n",
     "a.yaml:1:4: error: while scanning for the next token, found character that cannot start any token; a text that begins with it stands in quotes\n"},
    {"a:\n\tb: c\n",
     "a.yaml:2:1: error: while scanning for the next token, found character that cannot start any token; lines are indented with blanks, not with tabs\n"},
    {"a: [*.b]\n",
     "a.yaml:1:6: error: while scanning an alias, did not find expected alphabetic or numeric character; a text that begins with * stands in quotes\n"},
    {"a: \xC3\xA9\xFF\n", "a.yaml:1:5: error: byte 0xFF is not part of UTF-8 text\n"},
    {"a: b\nc: \xED\xA0\x80\n", "a.yaml:2:4: error: byte 0xED is not part of UTF-8 text\n"},
    {"a: b\x1B[31m\n", "a.yaml:1:5: error: control or format character U+001B\n"},
    {"a: b\n# \xE2\x80\xAE hidden\n", "a.yaml:2:3: error: control or format character U+202E\n"},
    {"a: \xC2\x85\n", "a.yaml:1:4: error: control or format character U+0085\n"},
    {"a: b\nb: \"\\e[31m\"\n", "a.yaml:2:4: error: control or format character U+001B\n"},
    {"a: \"x\\0y\"\n", "a.yaml:1:4: error: control or format character U+0000\n"},
    {"a: \"\\t\"\n", "a.yaml:1:4: error: control or format character U+0009\n"},
    {"a: |\n  x\ty\n", "a.yaml:1:4: error: control or format character U+0009\n"},
    {"\"\\u202e\": b\n", "a.yaml:1:1: error: control or format character U+202E\n"},
};

START_TEST(test_refusals)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        struct ol_arena *arena = ol_arena_new();
        struct ol_buf errors;
        ol_buf_init(&errors);
        ck_assert_msg(load(arena, ol_slice_from_text(refusals[i].text), &errors) == NULL,
                      "case %zu", i);
        ck_assert_str_eq(ol_buf_text(&errors), refusals[i].error);
        ol_buf_fini(&errors);
        ol_arena_free(arena);
    }
}
END_TEST

/* A NUL is a byte of the text like any other: it ends nothing. */
START_TEST(test_nul)
{
    static const char text[] = "a: b\n\0c: d\n";
    struct ol_arena *arena = ol_arena_new();
    struct ol_buf errors;
    ol_buf_init(&errors);
    ck_assert_ptr_null(
        load(arena, (struct ol_slice){(const uint8_t *)text, sizeof text - 1}, &errors));
    ck_assert_str_eq(ol_buf_text(&errors),
                     "a.yaml:2:1: error: control or format character U+0000\n");
    ol_buf_fini(&errors);
    ol_arena_free(arena);
}
END_TEST

START_TEST(test_allowed)
{
    static const char *const texts[] = {
        "\xEF\xBB\xBF- a\n", "a: b\r\nc: d\r\n", "---\na: b\n...\n",
        "a:\t b\n",          "'<<': b\n",        "a: \xE4\xB8\xAD\xE6\x96\x87\n",
        "- a\n- a\n",        "just a text\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct ol_arena *arena = ol_arena_new();
        struct ol_buf errors;
        ol_buf_init(&errors);
        ck_assert_msg(load(arena, ol_slice_from_text(texts[i]), &errors) != NULL, "case %zu: %s", i,
                      ol_buf_text(&errors));
        ol_buf_fini(&errors);
        ol_arena_free(arena);
    }
}
END_TEST

/* Loads what a caps test built and expects the error (NULL: none). */
static void expect(const struct ol_buf *text, const char *error)
{
    struct ol_arena *arena = ol_arena_new();
    struct ol_buf errors;
    ol_buf_init(&errors);
    ck_assert(ol_buf_is_ok(text));
    const struct ol_yaml_node *root = load(arena, ol_buf_slice(text), &errors);
    ck_assert_str_eq(ol_buf_text(&errors), error == NULL ? "" : error);
    ck_assert((root == NULL) == (error != NULL));
    ol_buf_fini(&errors);
    ol_arena_free(arena);
}

START_TEST(test_depth)
{
    for (size_t depth = OL_YAML_DEPTH_MAX; depth <= OL_YAML_DEPTH_MAX + 1; depth++) {
        struct ol_buf text;
        ol_buf_init(&text);
        for (size_t i = 0; i < depth; i++) {
            ol_buf_add_char(&text, '[');
        }
        for (size_t i = 0; i < depth; i++) {
            ol_buf_add_char(&text, ']');
        }
        expect(&text, depth <= OL_YAML_DEPTH_MAX
                          ? NULL
                          : "a.yaml:1:33: error: maps and lists are nested more than 32 deep\n");
        ol_buf_fini(&text);
    }
}
END_TEST

START_TEST(test_node_count)
{
    struct ol_buf text;
    ol_buf_init(&text);
    for (size_t i = 1; i < OL_YAML_NODES_MAX; i++) {
        ol_buf_add(&text, "- a\n");
    }
    expect(&text, NULL);
    ol_buf_add(&text, "- a\n");
    expect(&text, "a.yaml:200000:3: error: the file has more than 200000 keys and values\n");
    ol_buf_fini(&text);
}
END_TEST

/* As many keys as fit must not cost the square of their number. */
START_TEST(test_many_keys)
{
    struct ol_buf text;
    ol_buf_init(&text);
    for (size_t i = 0; i < OL_YAML_NODES_MAX / 2 - 2; i++) {
        ol_buf_addf(&text, "k%zu: v\n", i);
    }
    expect(&text, NULL);
    ol_buf_add(&text, "k7: v\n");
    expect(&text, "a.yaml:99999:1: error: key 'k7' stands here twice; first in line 8\n");
    ol_buf_fini(&text);
}
END_TEST

START_TEST(test_size)
{
    struct ol_buf text;
    ol_buf_init(&text);
    ol_buf_add(&text, "a: b\n#");
    while (text.size < (size_t)OL_YAML_BYTES_MAX) {
        ol_buf_add_char(&text, 'x');
    }
    expect(&text, NULL);
    ol_buf_add_char(&text, 'x');
    expect(&text, "a.yaml:1:1: error: the file has more than 4194304 bytes\n");
    ol_buf_fini(&text);
}
END_TEST

/* The path and the keys of a message cannot forge another line. */
START_TEST(test_escapes)
{
    struct ol_arena *arena = ol_arena_new();
    struct ol_buf errors;
    ol_buf_init(&errors);
    const struct ol_yaml_node *root = NULL;
    struct ol_slice text = ol_slice_from_text("\"a\\nb\": c\n\"a\\nb\": d\n");
    ck_assert_int_eq(ol_yaml_load(arena, "x\ny.yaml", text, &errors, &root), OL_ERR_RULE);
    ck_assert_str_eq(ol_buf_text(&errors),
                     "x\\ny.yaml:2:1: error: key 'a\\nb' stands here twice; first in line 1\n");
    ol_buf_fini(&errors);
    ol_arena_free(arena);
}
END_TEST

Suite *suite_yaml_tree(void)
{
    const TTest *const tests[] = {test_tree,      test_text_marks, test_refusals, test_nul,
                                  test_allowed,   test_depth,      test_size,     test_node_count,
                                  test_many_keys, test_escapes};
    return OL_SUITE_OF("yaml_tree", tests);
}
