/* SPDX-License-Identifier: Apache-2.0 */
/* Baselines: what is read and refused, and which findings an entry stands for. */
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "policy/baseline.h"
#include "policy/baseline_key.h"
#include "tools/files.h"
#include "unit/suites.h"

#define HEAD "{\"baseline\":1,\"tool\":{\"name\":\"onnx-lint\",\"version\":\"0.2.0\"}}\n"

static struct ol_test_path folder;
static struct ol_arena *arena;
static struct ol_buf errors;
static struct ol_baseline baseline;
static struct ol_diag_list list;

static void set_up(void)
{
    folder = ol_test_new_folder();
    arena = ol_arena_new();
    ck_assert_ptr_nonnull(arena);
    ol_buf_init(&errors);
    ol_diag_list_init(&list, arena, 0);
}

static void tear_down(void)
{
    ol_diag_list_fini(&list);
    ol_buf_fini(&errors);
    ol_arena_free(arena);
    ol_test_remove_folder(folder.text);
}

static enum ol_status load_bytes(const char *text, size_t size)
{
    struct ol_test_path path = ol_test_path("%s/b.jsonl", folder.text);
    ol_test_write_file(path.text, text, size);
    return ol_baseline_load(arena, &errors, path.text, "/models", &baseline);
}

static void load(const char *text)
{
    enum ol_status status = load_bytes(text, strlen(text));
    ck_assert_msg(status == OL_OK, "%d: %s", status, ol_buf_text(&errors));
    ck_assert_uint_eq(errors.size, 0);
}

/* --- reading ------------------------------------------------------------- */

START_TEST(test_entries)
{
    load(HEAD "{\"file\":\"b.onnx\",\"rule\":\"r\",\"path\":\"graph\",\"names\":{}}\n"
              "{\"names\":{\"node\":\"n\",\"attribute\":\"a\"},\"count\":3,\"variant\":\"v\",\n"
              "\"path\":\"graph.node[1]\",\"rule\":\"r\",\"file\":\"a.onnx\"}\n");
    ck_assert_uint_eq(baseline.count, 2);
    ck_assert_str_eq(baseline.entries[0].file, "a.onnx");
    ck_assert_str_eq(baseline.entries[0].key, "r\tv\tgraph.node[1]\tattribute=a\tnode=n");
    ck_assert_uint_eq(baseline.entries[0].count, 3);
    ck_assert_str_eq(baseline.entries[1].key, "r\t\tgraph");
    ck_assert_uint_eq(baseline.entries[1].count, 1);
}
END_TEST

START_TEST(test_no_entry)
{
    load(HEAD);
    ck_assert_uint_eq(baseline.count, 0);
}
END_TEST

/* What two branches wrote and a merge put together counts once. */
START_TEST(test_equal_entries)
{
    load(HEAD "{\"file\":\"a\",\"rule\":\"r\",\"path\":\"\",\"count\":2}\n"
              "{\"file\":\"a\",\"rule\":\"r\",\"path\":\"\",\"count\":5}\n"
              "{\"file\":\"a\",\"rule\":\"r\",\"path\":\"\"}\n");
    ck_assert_uint_eq(baseline.count, 1);
    ck_assert_uint_eq(baseline.entries[0].count, 5);
}
END_TEST

START_TEST(test_escapes)
{
    load(HEAD "{\"file\":\"\\u00e9\\t\\ud83d\\ude00\\/\",\"rule\":\"r\",\"path\":\"\","
              "\"names\":{\"node\":\"\\\"\\\\\"}}");
    ck_assert_str_eq(baseline.entries[0].file, "\xC3\xA9\t\xF0\x9F\x98\x80/");
    ck_assert_str_eq(baseline.entries[0].key, "r\t\t\tnode=\"\\");
}
END_TEST

static void refuse(const char *text, const char *place)
{
    ol_buf_clear(&errors);
    ck_assert_int_eq(load_bytes(text, strlen(text)), OL_ERR_RULE);
    struct ol_test_path wanted = ol_test_path("%s/b.jsonl:%s\n", folder.text, place);
    ck_assert_str_eq(ol_buf_text(&errors), wanted.text);
}

START_TEST(test_what_is_no_baseline)
{
    static const char none[] = "1:1: error: no baseline: one is written by --write-baseline";
    refuse("", none);
    refuse("x", none);
    refuse("{}", none);
    refuse("[1]", none);
    refuse("{\"version\":1}", none);
    refuse("\x08\x08:\x10", none);
    refuse("{\"baseline\":2,\"tool\":{}}",
           "1:13: error: the baseline has form 2, and form 1 is what this program reads: write it "
           "anew with --write-baseline");
    refuse("{\"baseline\":0}", "1:13: error: wanted: a whole number from 1 to 500000");
    refuse("{\"baseline\":99999999999999999999999999}",
           "1:13: error: wanted: a whole number from 1 to 500000");
    refuse("{\"baseline\":1", "1:14: error: ',' is missing here");
}
END_TEST

START_TEST(test_wrong_entries)
{
    refuse(HEAD "{\"file\":\"a\",\"path\":\"\"}", "2:1: error: the entry lacks its key 'rule'");
    refuse(HEAD "{\"fil\":\"a\"}",
           "2:2: error: an entry of a baseline has no key 'fil'; did you mean 'file'?");
    refuse(HEAD "{\"file\":\"a\",\"file\":\"b\"}", "2:12: error: key 'file' is there twice");
    refuse(HEAD "{\"file\":\"a\",\"rule\":\"r\",\"path\":\"\",\"count\":0}",
           "2:42: error: wanted: a whole number from 1 to 500000");
    refuse(HEAD "{\"file\":\"a\",\"rule\":\"r\",\"path\":\"\",\"count\":-1}",
           "2:42: error: wanted: a whole number from 1 to 500000");
    refuse(HEAD "{\"file\":\"a\",\"rule\":\"r\\n\"}",
           "2:20: error: the text holds a control character");
    refuse(HEAD "{\"file\":\"\\x\"}", "2:10: error: no such escape in a text");
    refuse(HEAD "{\"file\":\"\\u0000\"}", "2:10: error: no such escape in a text");
    refuse(HEAD "{\"file\":\"\\ud83d\"}", "2:10: error: no such escape in a text");
    refuse(HEAD "{\"file\":\"\xFF\"}", "2:9: error: the text is no UTF-8");
    refuse(HEAD "{\"file\":\"a\n\"}", "2:9: error: the text does not end on its line");
    refuse(HEAD "{\"file\":\"a", "2:9: error: the text does not end on its line");
    refuse(HEAD "{\"file\":7}", "2:9: error: '\"' is missing here");
    refuse(HEAD "<<<<<<< mine\n", "2:1: error: '{' is missing here");
    refuse(HEAD "{\"file\":\"a\",\"rule\":\"r\",\"path\":\"\",\"names\":[]}",
           "2:42: error: '{' is missing here");
}
END_TEST

START_TEST(test_missing_file)
{
    struct ol_test_path path = ol_test_path("%s/none.jsonl", folder.text);
    ck_assert_int_eq(ol_baseline_load(arena, &errors, path.text, "/models", &baseline), OL_ERR_IO);
    struct ol_test_path wanted =
        ol_test_path("%s: cannot be opened: No such file or directory", path.text);
    ck_assert_str_eq(ol_buf_text(&errors), wanted.text);
}
END_TEST

/* A million entries, in which nothing is wrong but their number. */
START_TEST(test_too_many_entries)
{
    static const char line[] = "{\"file\":\"a\",\"rule\":\"r\",\"path\":\"p\"}\n";
    struct ol_buf text;
    ol_buf_init(&text);
    ol_buf_add(&text, HEAD);
    for (size_t i = 0; i < 1000000; i++) {
        ol_buf_add(&text, line);
    }
    ck_assert_int_eq(load_bytes(ol_buf_text(&text), text.size), OL_ERR_RULE);
    struct ol_test_path wanted = ol_test_path(
        "%s/b.jsonl:500002:1: error: the baseline has more than 500000 entries\n", folder.text);
    ck_assert_str_eq(ol_buf_text(&errors), wanted.text);
    ol_buf_fini(&text);
}
END_TEST

/* --- matching ------------------------------------------------------------ */

/* Adds an error at a path, with a node's name (NULL: none). */
static void add_error(const char *rule, const char *path, const char *node, const char *message)
{
    const struct ol_name name = {"node", node};
    const struct ol_diag diag = {
        .rule = rule,
        .severity = OL_SEVERITY_ERROR,
        .message = message,
        .place = {.span = {list.count * 10, 4}, .path = path},
        .names = &name,
        .name_count = node != NULL ? 1 : 0,
    };
    ck_assert_int_eq(ol_diag_list_add(&list, &diag, NULL), OL_OK);
}

/* Adds one whose message does not matter. */
static void add(const char *rule, const char *path, const char *node)
{
    add_error(rule, path, node, "message");
}

/* Adds a finding of which only path and message matter. */
static void add_said(const char *path, const char *message)
{
    add_error("r", path, NULL, message);
}

/* Accepts what the baseline has of a.onnx, and compares the paths of what is left. */
static void check_left(const char *paths, uint64_t gone_wanted)
{
    struct ol_buf scratch;
    struct ol_buf left;
    uint64_t gone = 0;
    ol_buf_init(&scratch);
    ol_buf_init(&left);
    struct ol_baseline_part part = ol_baseline_find(&baseline, "/models/a.onnx", &scratch);
    ck_assert_int_eq(ol_baseline_accept(&part, &list, &gone), OL_OK);
    ol_diag_list_settle(&list, 0);
    for (size_t i = 0; i < list.count; i++) {
        ol_buf_add(&left, ol_diag_list_at(&list, i)->place.path);
        ol_buf_add_char(&left, ' ');
    }
    ck_assert_str_eq(ol_buf_text(&left), paths);
    ck_assert_uint_eq(gone, gone_wanted);
    ol_buf_fini(&left);
    ol_buf_fini(&scratch);
}

#define ENTRY(path, rest) "{\"file\":\"a.onnx\",\"rule\":\"r\",\"path\":\"" path "\"" rest "}\n"

/* What add says. */
#define SAID ",\"message\":\"message\""

START_TEST(test_same_paths)
{
    load(HEAD ENTRY("graph.node[0]", "") ENTRY("graph.node[2]", ""));
    add("r", "graph.node[0]", NULL);
    add("r", "graph.node[2]", NULL);
    check_left("", 0);
    ck_assert_uint_eq(list.accepted_count, 2);
    ck_assert_int_eq(ol_diag_list_at(&list, 0)->acceptance, OL_ACCEPTED_BASELINE);
}
END_TEST

/* An inserted node moves the others: as many as there were are accepted, no more. */
START_TEST(test_moved_paths)
{
    load(HEAD ENTRY("graph.node[0]", ",\"names\":{\"node\":\"n\"}")
             ENTRY("graph.node[1]", ",\"names\":{\"node\":\"m\"}"));
    add("r", "graph.node[1]", "n");
    add("r", "graph.node[2]", "m");
    add("r", "graph.node[3]", "m");
    check_left("graph.node[3] ", 0);
}
END_TEST

START_TEST(test_exact_paths_come_first)
{
    load(HEAD ENTRY("graph.node[4]", ""));
    add("r", "graph.node[1]", NULL);
    add("r", "graph.node[4]", NULL);
    check_left("graph.node[1] ", 0);
}
END_TEST

START_TEST(test_other_findings)
{
    load(HEAD ENTRY("graph.node[0]", ",\"variant\":\"v\"") ENTRY("graph.node[0].input[0]", "")
             ENTRY("graph.node[0]", ",\"names\":{\"node\":\"n\"}"));
    add("r", "graph.node[1]", NULL);
    add("s", "graph.node[0].input[0]", NULL);
    add("r", "graph.node[2]", "m");
    check_left("graph.node[1] graph.node[0].input[0] graph.node[2] ", 3);
}
END_TEST

/* A node that gets a name, or another one, is the same at its place; a name that is still there is
 * followed first, wherever it went. */
START_TEST(test_renamed_nodes)
{
    load(HEAD ENTRY("graph.node[0]", "") ENTRY("graph.node[1]", ",\"names\":{\"node\":\"n\"}")
             ENTRY("graph.node[2]", ",\"names\":{\"node\":\"m\"}"));
    add("r", "graph.node[0]", "first");
    add("r", "graph.node[1]", "m");
    add("r", "graph.node[2]", "other");
    add("r", "graph.node[5]", "new");
    check_left("graph.node[2] graph.node[5] ", 1);
}
END_TEST

START_TEST(test_counts)
{
    load(HEAD ENTRY("graph.node[0]", SAID ",\"count\":2")
             ENTRY("graph.node[9]", SAID ",\"count\":3"));
    for (size_t i = 0; i < 6; i++) {
        add("r", "graph.node[0]", NULL);
    }
    check_left("graph.node[0] ", 0);
    ck_assert_uint_eq(list.accepted_count, 5);
}
END_TEST

START_TEST(test_gone)
{
    load(HEAD ENTRY("graph.node[0]", SAID ",\"count\":2") ENTRY("graph.name", SAID));
    add("r", "graph.node[7]", NULL);
    check_left("", 2);
}
END_TEST

/* Findings that differ in nothing but index and message are known by what is said of them: when one
 * is mended, and there is another one elsewhere, that one is new. */
START_TEST(test_messages)
{
    load(HEAD ENTRY("graph.initializer[1].name", ",\"message\":\"v\"")
             ENTRY("graph.initializer[2].name", ",\"message\":\"u\"")
                 ENTRY("graph.initializer[3].name", ",\"message\":\"mended\""));
    add_said("graph.initializer[0].name", "new");
    add_said("graph.initializer[2].name", "v");
    add_said("graph.initializer[4].name", "u");
    check_left("graph.initializer[0].name ", 1);
}
END_TEST

/* What is at the same place is the same, whatever is said of it or whatever it is called now. */
START_TEST(test_exact_path)
{
    load(HEAD ENTRY("graph.node[0]", ",\"names\":{\"node\":\"n\"},\"message\":\"was\"")
             ENTRY("graph.node[1]", ",\"message\":\"was\""));
    add("r", "graph.node[0]", NULL);
    add("r", "graph.node[1]", "m");
    check_left("", 0);
}
END_TEST

/* A node of that name may stand anywhere and be spoken of in other words; one that has but its
 * operator in common may be another one. */
START_TEST(test_names_without_messages)
{
    load(HEAD ENTRY("graph.node[0]", ",\"names\":{\"node\":\"n\"},\"message\":\"was\"")
             ENTRY("graph.node[1]", ",\"names\":{\"operator\":\"Relu\"},\"message\":\"was\"")
                 ENTRY("graph.node[2]", ",\"names\":{\"node\":\"\"},\"message\":\"was\""));
    const struct ol_name relu = {"operator", "Relu"};
    const struct ol_diag diag = {
        .rule = "r",
        .severity = OL_SEVERITY_ERROR,
        .message = "is",
        .place = {.span = {1, 1}, .path = "graph.node[4]"},
        .names = &relu,
        .name_count = 1,
    };
    ck_assert_int_eq(ol_diag_list_add(&list, &diag, NULL), OL_OK);
    add("r", "graph.node[5]", "n");
    add("r", "graph.node[6]", "");
    check_left("graph.node[4] graph.node[6] ", 2);
}
END_TEST

/* What comes to stand in a named one's place does not take its entry. */
START_TEST(test_names_come_before_places)
{
    load(HEAD ENTRY("graph.node[0]", ",\"names\":{\"node\":\"n\"},\"message\":\"was\""));
    add("r", "graph.node[0]", "inserted");
    add("r", "graph.node[1]", "n");
    check_left("graph.node[0] ", 0);
}
END_TEST

/* Of what has no name a message says the index, which moves with it. */
START_TEST(test_moved_indexes_in_messages)
{
    load(HEAD ENTRY("graph.node[0]", ",\"message\":\"node #0 (Relu): input 'a #1'\""));
    add_said("graph.node[12]", "node #12 (Relu): input 'b'");
    add_said("graph.node[13]", "node #13 (Relu): input 'a #1'");
    check_left("graph.node[12] ", 0);
}
END_TEST

/* Exporters change the name of the graph from version to version. */
START_TEST(test_renamed_graph)
{
    load(HEAD ENTRY("graph.node[0]", ",\"names\":{\"graph\":\"torch-jit\",\"node\":\"n\"}"));
    add("r", "graph.node[3]", "n");
    check_left("", 0);
}
END_TEST

START_TEST(test_other_file)
{
    load(HEAD "{\"file\":\"b.onnx\",\"rule\":\"r\",\"path\":\"graph\"}\n"
              "{\"file\":\"c/a.onnx\",\"rule\":\"r\",\"path\":\"graph\"}\n");
    add("r", "graph", NULL);
    check_left("graph ", 0);
}
END_TEST

/* Many that differ in indexes alone, in no more time than their number. */
START_TEST(test_many)
{
    enum {
        MANY = 100000
    };
    struct ol_buf text;
    ol_buf_init(&text);
    ol_buf_add(&text, HEAD);
    for (size_t i = 0; i < MANY; i++) {
        ol_buf_addf(&text, ENTRY("graph.node[%zu]", SAID), i);
    }
    ck_assert_int_eq(load_bytes(ol_buf_text(&text), text.size), OL_OK);
    for (size_t i = 0; i <= MANY; i++) {
        ol_buf_clear(&text);
        ol_buf_addf(&text, "graph.node[%zu]", i + MANY);
        add("r", ol_arena_copy_text(arena, ol_buf_slice(&text)), NULL);
    }
    check_left("graph.node[200000] ", 0);
    ol_buf_fini(&text);
}
END_TEST

START_TEST(test_loose_keys)
{
    static const char *const keys[][2] = {
        {"r\tv\tgraph.node[1].input[22]\tnode=a[1]", "r\tv\tgraph.node.input\tnode=a[1]"},
        {"r\t\t", "r\t\t"},
        {"r\t\tgraph[", "r\t\tgraph"},
        {"r\t\tgraph\tgraph=g\tnode=n", "r\t\tgraph\tnode=n"},
        {"r\t\tgraph\tgraph=", "r\t\tgraph"},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct ol_buf out;
        ol_buf_init(&out);
        ol_baseline_key_add_loose(&out, keys[i][0]);
        ck_assert_str_eq(ol_buf_text(&out), keys[i][1]);
        ol_buf_fini(&out);
    }
}
END_TEST

Suite *suite_baseline(void)
{
    const TTest *const tests[] = {test_entries,
                                  test_no_entry,
                                  test_equal_entries,
                                  test_escapes,
                                  test_wrong_entries,
                                  test_missing_file,
                                  test_too_many_entries,
                                  test_what_is_no_baseline,
                                  test_same_paths,
                                  test_moved_paths,
                                  test_exact_paths_come_first,
                                  test_other_findings,
                                  test_counts,
                                  test_gone,
                                  test_renamed_graph,
                                  test_renamed_nodes,
                                  test_other_file,
                                  test_many,
                                  test_loose_keys,
                                  test_messages,
                                  test_exact_path,
                                  test_names_without_messages,
                                  test_names_come_before_places,
                                  test_moved_indexes_in_messages};
    Suite *suite = suite_create("baseline");
    TCase *tcase = tcase_create("baseline");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 20);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        tcase_add_test(tcase, tests[i]);
    }
    suite_add_tcase(suite, tcase);
    return suite;
}
