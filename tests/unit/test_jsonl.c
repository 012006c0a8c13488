/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of JSON, held against their schema, and that against the schema of the whole report. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tools/files.h"
#include "tools/json_schema.h"
#include "unit/report_file.h"
#include "unit/suites.h"

static const struct ol_report_style style = {.position = OL_REPORT_POSITION_AUTO};

/* Whether each line is what the schema allows; and how many there are. */
static size_t expect_valid(const char *text)
{
    char *schema = ol_test_read_file(ol_test_source_path("doc/report-line.schema.json").text, NULL);
    char problem[512] = "";
    size_t count = 0;
    while (*text != '\0') {
        const char *end = strchr(text, '\n');
        ck_assert_ptr_nonnull(end);
        size_t size = (size_t)(end - text);
        ck_assert_msg(ol_test_json_is_valid(schema, text, size, problem, sizeof problem),
                      "%s\n%.*s", problem, (int)size, text);
        text = end + 1;
        count++;
    }
    free(schema);
    return count;
}

static void expect_run(const struct ol_report_file *files, size_t count, size_t lines,
                       const char *wanted)
{
    struct ol_arena *arena = ol_arena_new();
    const char *text = ol_test_report_render_run(arena, &ol_report_jsonl, &style, files, count);
    ck_assert_uint_eq(expect_valid(text), lines);
    ck_assert_msg(strstr(text, wanted) != NULL, "%s", text);
    ol_arena_free(arena);
}

START_TEST(test_file)
{
    const struct ol_not_checked entry = {.path = "graph", .reason = "nobody looked"};
    const struct ol_related related[] = {{"the first", {.span = {1, 2}, .path = "graph"}}};
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 4, 1);
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    diag.variant = "twice";
    diag.related = related;
    diag.related_count = 1;
    ol_test_report_add(&report, &diag);
    ck_assert_int_eq(ol_diag_list_add_not_checked(&report.list, &entry), OL_OK);
    expect_run(&report.file, 1, 4,
               "{\"type\":\"file\",\"input\":\"m.onnx\",\"size\":6,\"kind\":\"model\","
               "\"ir_version\":null,\"opset_import\":[],"
               "\"not_checked\":[{\"path\":\"graph\",\"reason\":\"nobody looked\"}]}\n"
               "{\"type\":\"diagnostic\",\"input\":\"m.onnx\",\"rule\":\"a-rule\",\"variant\":"
               "\"twice\",\"severity\":\"error\",\"message\":\"it is wrong\",\"offset\":4,"
               "\"length\":1,\"path\":\"graph.name\",\"names\":{},\"related\":[{\"message\":"
               "\"the first\",\"offset\":1,\"length\":2,\"path\":\"graph\"}]}\n");
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_accepted)
{
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 4, 1);
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    diag.acceptance = OL_ACCEPTED_SUPPRESSED;
    diag.reason = "it is known";
    ol_test_report_add(&report, &diag);
    report.list.count = 0;
    report.list.accepted_count = 1;
    expect_run(&report.file, 1, 4,
               "{\"type\":\"accepted\",\"input\":\"m.onnx\",\"rule\":\"a-rule\"");
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_unreadable)
{
    const struct ol_report_file file = {.name = "a\n\xFF", .error = "it cannot be read"};
    expect_run(&file, 1, 3,
               "{\"type\":\"file\",\"input\":\"a\\\\n\\\\xFF\",\"size\":null,\"kind\":null,"
               "\"ir_version\":null,\"opset_import\":[],\"not_checked\":[],\"error\":\"it cannot "
               "be read\"}\n{\"type\":\"summary\",\"files\":0,\"unreadable\":1,");
    expect_run(NULL, 0, 2, "{\"type\":\"run\",\"version\":1,\"tool\":{\"name\":\"onnx-lint\"");
}
END_TEST

static json_t *load_schema(const char *path)
{
    json_t *schema = json_load_file(ol_test_source_path(path).text, 0, NULL);
    ck_assert(json_is_object(schema));
    return schema;
}

/* Every key of the one object but those left out is a key of the line of that type, and said of in
 * the same words. */
static void expect_keys(json_t *lines, const char *type, json_t *whole, const char *left_out)
{
    json_t *line = json_object_get(json_object_get(lines, "$defs"), type);
    json_t *keys = json_object_get(line, "properties");
    const char *key;
    json_t *value;
    size_t count = 0;
    json_object_foreach(json_object_get(whole, "properties"), key, value)
    {
        if (strstr(left_out, key) == NULL) {
            ck_assert_msg(json_equal(json_object_get(keys, key), value), "%s: %s", type, key);
            count++;
        }
    }
    ck_assert_uint_gt(count, 1);
    ck_assert_str_eq(json_string_value(json_object_get(json_object_get(keys, "type"), "const")),
                     type);
}

/* Both schemas say the same: a key that json gets is one of jsonl as well. */
START_TEST(test_schemas)
{
    static const char *const shared[] = {"size", "offset", "path", "other_file", "not_checked"};
    json_t *report = load_schema("doc/report.schema.json");
    json_t *lines = load_schema("doc/report-line.schema.json");
    json_t *defs = json_object_get(report, "$defs");
    expect_keys(lines, "run", report, "files notices summary");
    expect_keys(lines, "file", json_object_get(defs, "file"), "path diagnostics accepted");
    expect_keys(lines, "diagnostic", json_object_get(defs, "diagnostic"), "acceptance reason");
    expect_keys(lines, "accepted", json_object_get(defs, "diagnostic"), "");
    expect_keys(lines, "notice", json_object_get(defs, "notice"), "");
    expect_keys(lines, "summary", json_object_get(defs, "summary"), "");
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        ck_assert(json_equal(json_object_get(defs, shared[i]),
                             json_object_get(json_object_get(lines, "$defs"), shared[i])));
    }
    json_decref(report);
    json_decref(lines);
}
END_TEST

Suite *suite_jsonl(void)
{
    const TTest *const tests[] = {test_file, test_accepted, test_unreadable, test_schemas};
    return OL_SUITE_OF("jsonl", tests);
}
