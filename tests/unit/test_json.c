/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON report, held against its schema. */
#include <stdlib.h>
#include <string.h>

#include "tools/files.h"
#include "tools/json_schema.h"
#include "unit/report_file.h"
#include "unit/suites.h"

static const struct ol_report_style style = {.position = OL_REPORT_POSITION_AUTO};

/* Adds a whole run over the files. */
static void render_run(struct ol_buf *out, const struct ol_report_file *files, size_t count)
{
    struct ol_arena *arena = ol_arena_new();
    struct ol_report_totals totals;
    ol_report_totals_init(&totals, arena);
    ol_report_json.begin(out, &style);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            ol_report_json.separate(out);
        }
        ck_assert_int_eq(ol_report_json.add_file(out, &style, &files[i]), OL_OK);
        ck_assert_int_eq(ol_report_totals_add(&totals, &files[i], i), OL_OK);
    }
    ck_assert_int_eq(ol_report_json.end(out, &style, &totals), OL_OK);
    ck_assert(ol_buf_is_ok(out));
    ol_arena_free(arena);
}

static bool is_valid(const char *text, char *problem, size_t size)
{
    char *schema = ol_test_read_file(ol_test_source_path("doc/report.schema.json").text, NULL);
    bool is_ok = ol_test_json_is_valid(schema, text, strlen(text), problem, size);
    free(schema);
    return is_ok;
}

static void expect_valid(const struct ol_report_file *files, size_t count)
{
    char problem[512] = "";
    struct ol_buf out;
    ol_buf_init(&out);
    render_run(&out, files, count);
    if (!is_valid(ol_buf_text(&out), problem, sizeof problem)) {
        ck_abort_msg("%s\n%s", problem, ol_buf_text(&out));
    }
    ol_buf_fini(&out);
}

START_TEST(test_file)
{
    const struct ol_report_opset opsets[] = {{{(const uint8_t *)"a\n", 2}, 17}};
    const struct ol_name names[] = {{"node", "n"}, {"operator", "Add"}};
    const struct ol_related related[] = {
        {"the first", {.span = {1, 2}, .path = "graph", .file = "w.bin"}}};
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 4, 1);
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    report.file.ir_version = 8;
    report.file.opsets = opsets;
    report.file.opset_count = 1;
    diag.variant = "twice";
    diag.names = names;
    diag.name_count = 2;
    diag.related = related;
    diag.related_count = 1;
    ol_test_report_add(&report, &diag);
    ck_assert_str_eq(
        ol_test_report_render(&report, &ol_report_json, style),
        "{\"path\":\"m.onnx\",\"size\":6,\"kind\":\"model\",\"ir_version\":8,"
        "\"opset_import\":[{\"domain\":\"a\\\\n\",\"version\":17}],"
        "\"diagnostics\":[{\"rule\":\"a-rule\",\"variant\":\"twice\",\"severity\":\"error\","
        "\"message\":\"it is wrong\","
        "\"offset\":4,\"length\":1,\"path\":\"graph.name\","
        "\"names\":{\"node\":\"n\",\"operator\":\"Add\"},"
        "\"related\":[{\"message\":\"the first\",\"offset\":1,\"length\":2,\"path\":\"graph\","
        "\"file\":\"w.bin\"}]}],\"accepted\":[],\"not_checked\":[]}");
    expect_valid(&report.file, 1);
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_mend)
{
    static const char *const mends[] = {"write \"it\""};
    static const struct ol_rule_doc doc = {.mends = mends};
    static const struct ol_rule rule = {.id = "a-rule", .doc = &doc};
    const struct ol_report_style with_rules = {.rules = {&rule, 1}};
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_WARNING, 0, 0);
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    ol_test_report_add(&report, &diag);
    ck_assert_ptr_nonnull(strstr(ol_test_report_render(&report, &ol_report_json, with_rules),
                                 "\"related\":[],\"mend\":\"write \\\"it\\\"\"}"));
    ck_assert_ptr_nonnull(strstr(ol_test_report_render(&report, &ol_report_jsonl, with_rules),
                                 "\"related\":[],\"mend\":\"write \\\"it\\\"\"}"));
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_whole_file)
{
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_WARNING, 0, 0);
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    diag.place.is_whole_file = true;
    diag.place.path = "";
    diag.place.file = "w.bin";
    ol_test_report_add(&report, &diag);
    ck_assert_ptr_nonnull(
        strstr(ol_test_report_render(&report, &ol_report_json, style),
               "\"offset\":null,\"length\":null,\"path\":\"\",\"names\":{},\"file\":\"w.bin\""));
    expect_valid(&report.file, 1);
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_unreadable)
{
    const struct ol_report_file file = {.name = "gone",
                                        .error = "gone: cannot be read: No such file or directory"};
    const struct ol_report_file files[] = {file, file};
    struct ol_buf out;
    ol_buf_init(&out);
    render_run(&out, files, 2);
    ck_assert_ptr_nonnull(
        strstr(ol_buf_text(&out), "{\"path\":\"gone\",\"size\":null,\"kind\":null"));
    ck_assert_ptr_nonnull(strstr(ol_buf_text(&out), "\"files\":0,\"unreadable\":2"));
    ol_buf_fini(&out);
    expect_valid(files, 2);
}
END_TEST

START_TEST(test_not_checked)
{
    const struct ol_not_checked entry = {.path = "graph", .reason = "nobody looked"};
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    ck_assert_int_eq(ol_diag_list_add_not_checked(&report.list, &entry), OL_OK);
    ck_assert_ptr_nonnull(
        strstr(ol_test_report_render(&report, &ol_report_json, style),
               "\"not_checked\":[{\"path\":\"graph\",\"reason\":\"nobody looked\"}]"));
    expect_valid(&report.file, 1);
    ol_test_report_fini(&report);
}
END_TEST

/* Bytes that no text of ours holds still make valid JSON, without a control character. */
START_TEST(test_accepted)
{
    struct ol_test_report report;
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_WARNING, 4, 1);
    ol_test_report_init(&report, "abcdef", 6);
    ol_test_report_add(&report, &diag);
    diag.acceptance = OL_ACCEPTED_SUPPRESSED;
    diag.reason = "it is \"known\"";
    ol_test_report_add(&report, &diag);
    diag.acceptance = OL_ACCEPTED_BASELINE;
    diag.reason = NULL;
    ol_test_report_add(&report, &diag);
    const char *text = ol_test_report_render(&report, &ol_report_json, style);
    static const char finding[] =
        "{\"rule\":\"a-rule\",\"severity\":\"warning\",\"message\":\"it is wrong\",\"offset\":4,"
        "\"length\":1,\"path\":\"graph.name\",\"names\":{},\"related\":[]";
    struct ol_buf wanted;
    ol_buf_init(&wanted);
    ol_buf_addf(
        &wanted,
        "\"diagnostics\":[%s}],\"accepted\":[%s,\"acceptance\":\"suppressed\","
        "\"reason\":\"it is \\\"known\\\"\"},%s,\"acceptance\":\"baseline\"}],\"not_checked\"",
        finding, finding, finding);
    ck_assert_ptr_nonnull(strstr(text, ol_buf_text(&wanted)));
    ol_buf_fini(&wanted);
    expect_valid(&report.file, 1);
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_hostile_texts)
{
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_INFO, UINT64_MAX, UINT64_MAX);
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    diag.message = "\xFF\x80 \x01\"\\\xC2\x85";
    report.file.name = "\xC0\xAF\n";
    ol_test_report_add(&report, &diag);
    const char *text = ol_test_report_render(&report, &ol_report_json, style);
    for (const char *c = text; *c != '\0'; c++) {
        ck_assert(*c >= ' ' && *c <= '~');
    }
    expect_valid(&report.file, 1);
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_no_file)
{
    struct ol_buf out;
    ol_buf_init(&out);
    render_run(&out, NULL, 0);
    ck_assert_str_eq(
        ol_buf_text(&out),
        "{\"version\":1,\"tool\":{\"name\":\"onnx-lint\",\"version\":\"" OL_VERSION
        "\"},\"files\":[\n\n],\"notices\":[],"
        "\"summary\":{\"files\":0,\"unreadable\":0,\"errors\":0,\"warnings\":0,\"infos\":0,"
        "\"not_shown\":0,\"not_checked\":0,\"suppressed\":0}}\n");
    ol_buf_fini(&out);
    expect_valid(NULL, 0);
}
END_TEST

/* The validator refuses what it should: a test that cannot fail proves nothing. */
START_TEST(test_validator)
{
    static const char *const wrong[] = {
        "",
        "[]",
        "{}",
        "{\"version\":1,\"tool\":{\"name\":\"onnx-lint\",\"version\":\"1\"},\"files\":[{}],\"notices\":[],\"summary\":{}}",
        "{\"version\":2,\"tool\":{\"name\":\"onnx-lint\",\"version\":\"1\"},\"files\":[],\"notices\":[],\"summary\":{\"files\":0,"
        "\"unreadable\":0,\"errors\":0,\"warnings\":0,\"infos\":0,\"not_shown\":0,\"not_checked\":0,\"suppressed\":0}}",
        "{\"version\":1,\"tool\":{\"name\":\"onnx-lint\",\"version\":\"1\"},\"files\":[],\"notices\":[],\"summary\":{\"files\":-1,"
        "\"unreadable\":0,\"errors\":0,\"warnings\":0,\"infos\":0,\"not_shown\":0,\"not_checked\":0,\"suppressed\":0}}",
        "{\"version\":1,\"tool\":{\"name\":\"onnx-lint\",\"version\":\"1\"},\"files\":[],\"notices\":[],\"summary\":{\"files\":0,"
        "\"unreadable\":0,\"errors\":0,\"warnings\":0,\"infos\":0,\"not_shown\":0,\"not_checked\":0,\"suppressed\":0,\"more\":0}}",
    };
    char problem[512];
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ck_assert_msg(!is_valid(wrong[i], problem, sizeof problem), "%s", wrong[i]);
    }
    ck_assert(!ol_test_json_is_valid("{\"pattern\":\"x\"}", "1", 1, problem, sizeof problem));
}
END_TEST

Suite *suite_json(void)
{
    const TTest *const tests[] = {test_file,          test_mend,        test_whole_file,
                                  test_unreadable,    test_not_checked, test_accepted,
                                  test_hostile_texts, test_no_file,     test_validator};
    return OL_SUITE_OF("json", tests);
}
