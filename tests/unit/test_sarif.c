/* SPDX-License-Identifier: Apache-2.0 */
/* SARIF, read back by jansson. tests/cli/sarif.sh has it judged by SARIF's own validator. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tools/lint_run.h"
#include "unit/report_file.h"
#include "unit/suites.h"

/* A run over one file, as JSON. */
static json_t *render(const struct ol_report_style *style, const struct ol_report_file *file)
{
    struct ol_arena *arena = ol_arena_new();
    const char *text = ol_test_report_render_run(arena, &ol_report_sarif, style, file, 1);
    for (const char *c = text; *c != '\0'; c++) {
        ck_assert(*c == '\n' || (*c >= ' ' && *c <= '~'));
    }
    json_t *log = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    ck_assert_msg(json_is_object(log), "%s", text);
    ol_arena_free(arena);
    return log;
}

static const json_t *run_of(const json_t *log)
{
    return json_array_get(json_object_get(log, "runs"), 0);
}

static const json_t *result_of(const json_t *log, size_t i)
{
    return json_array_get(json_object_get(run_of(log), "results"), i);
}

/* Compares a member of an object with JSON that is written out. */
static void expect(const json_t *object, const char *key, const char *wanted)
{
    json_t *value = json_loads(wanted, JSON_DECODE_ANY, NULL);
    char *found = json_dumps(json_object_get(object, key), JSON_ENCODE_ANY | JSON_COMPACT);
    ck_assert_msg(json_equal(json_object_get(object, key), value), "%s: %s", key, found);
    free(found);
    json_decref(value);
}

/* A file with a finding that has all there is. */
static void init_full(struct ol_test_report *report)
{
    static const struct ol_name names[] = {{"node", "n"}};
    static const struct ol_related related[] = {
        {"the first", {.span = {1, 2}, .path = "graph", .file = "/w.bin"}}};
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_INFO, 4, 1);
    ol_test_report_init(report, "abcdef", 6);
    report->file.name = "a b.onnx";
    diag.variant = "twice";
    diag.names = names;
    diag.name_count = 1;
    diag.related = related;
    diag.related_count = 1;
    ol_test_report_add(report, &diag);
}

START_TEST(test_result)
{
    const struct ol_report_style style = {.position = OL_REPORT_POSITION_AUTO};
    struct ol_test_report report;
    init_full(&report);
    json_t *log = render(&style, &report.file);
    const json_t *result = result_of(log, 0);
    expect(log, "version", "\"2.1.0\"");
    expect(result, "ruleId", "\"a-rule\"");
    expect(result, "level", "\"note\"");
    expect(result, "message", "{\"text\":\"it is wrong\"}");
    expect(result, "locations",
           "[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"a%20b.onnx\"},"
           "\"region\":{\"byteOffset\":4,\"byteLength\":1}},"
           "\"logicalLocations\":[{\"fullyQualifiedName\":\"graph.name\"}]}]");
    expect(result, "relatedLocations",
           "[{\"id\":1,\"message\":{\"text\":\"the first\"},"
           "\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"file:///w.bin\"},"
           "\"region\":{\"byteOffset\":1,\"byteLength\":2}},"
           "\"logicalLocations\":[{\"fullyQualifiedName\":\"graph\"}]}]");
    expect(result, "suppressions", "[]");
    expect(result, "properties", "{\"variant\":\"twice\",\"names\":{\"node\":\"n\"}}");
    ck_assert_ptr_null(json_object_get(result, "baselineState"));
    expect(run_of(log), "artifacts",
           "[{\"location\":{\"uri\":\"a%20b.onnx\"},\"length\":6,\"roles\":[\"analysisTarget\"],"
           "\"properties\":{\"kind\":\"model\"}}]");
    expect(run_of(log), "invocations",
           "[{\"executionSuccessful\":true,\"toolExecutionNotifications\":[]}]");
    json_decref(log);
    ol_test_report_fini(&report);
}
END_TEST

/* Code scanning wants a line. */
START_TEST(test_github_profile)
{
    const struct ol_report_style style = {.is_for_github = true};
    struct ol_test_report report;
    init_full(&report);
    json_t *log = render(&style, &report.file);
    const json_t *result = result_of(log, 0);
    expect(result, "locations",
           "[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"a%20b.onnx\"},"
           "\"region\":{\"startLine\":1}},"
           "\"logicalLocations\":[{\"fullyQualifiedName\":\"graph.name\"}],"
           "\"properties\":{\"byteOffset\":4,\"byteLength\":1}}]");
    ck_assert_ptr_nonnull(
        json_object_get(json_object_get(result, "partialFingerprints"), "primaryLocationLineHash"));
    json_decref(log);
    report.list.count = 0;
    report.list.accepted_count = 1;
    log = render(&style, &report.file);
    ck_assert_ptr_null(result_of(log, 0));
    json_decref(log);
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_whole_file)
{
    const struct ol_report_style style = {.has_baseline = true};
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_WARNING, 0, 0);
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    diag.place.is_whole_file = true;
    diag.place.path = "";
    ol_test_report_add(&report, &diag);
    diag.place.file = "w.bin";
    ol_test_report_add(&report, &diag);
    json_t *log = render(&style, &report.file);
    expect(result_of(log, 0), "locations",
           "[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"m.onnx\"},"
           "\"region\":{\"byteOffset\":0,\"byteLength\":6}}}]");
    expect(result_of(log, 1), "locations",
           "[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"w.bin\"}}}]");
    expect(result_of(log, 1), "baselineState", "\"new\"");
    json_decref(log);
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_accepted)
{
    const struct ol_report_style style = {.has_baseline = true};
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 4, 1);
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    diag.acceptance = OL_ACCEPTED_SUPPRESSED;
    diag.reason = "it is known";
    ol_test_report_add(&report, &diag);
    diag.acceptance = OL_ACCEPTED_BASELINE;
    diag.reason = NULL;
    ol_test_report_add(&report, &diag);
    report.list.count = 0;
    report.list.accepted_count = 2;
    json_t *log = render(&style, &report.file);
    expect(result_of(log, 0), "suppressions",
           "[{\"kind\":\"external\",\"status\":\"accepted\",\"justification\":\"it is known\"}]");
    expect(result_of(log, 0), "baselineState", "\"new\"");
    expect(result_of(log, 1), "suppressions", "[]");
    expect(result_of(log, 1), "baselineState", "\"unchanged\"");
    json_decref(log);
    ol_test_report_fini(&report);
}
END_TEST

static const char *fingerprint(const json_t *result)
{
    return ol_test_json_text(json_object_get(result, "partialFingerprints"), "onnxLint/v1");
}

/* A finding is the same one after bytes before it came or went; those of a file that are alike are
 * numbered. */
START_TEST(test_fingerprints)
{
    static const struct ol_name names[] = {{"node", "n"}};
    const struct ol_report_style style = {.position = OL_REPORT_POSITION_AUTO};
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 4, 1);
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    ol_test_report_add(&report, &diag);
    diag.place.span = (struct ol_span){1, 3};
    diag.message = "it is wrong by 3";
    ol_test_report_add(&report, &diag);
    diag.names = names;
    diag.name_count = 1;
    ol_test_report_add(&report, &diag);
    json_t *log = render(&style, &report.file);
    const char *first = fingerprint(result_of(log, 0));
    const char *second = fingerprint(result_of(log, 1));
    ck_assert_uint_eq(strlen(first), 18);
    ck_assert_int_eq(strncmp(first, second, 16), 0);
    ck_assert_str_eq(first + 16, ":1");
    ck_assert_str_eq(second + 16, ":2");
    ck_assert_int_ne(strncmp(first, fingerprint(result_of(log, 2)), 16), 0);
    ck_assert_str_eq(fingerprint(result_of(log, 2)) + 16, ":1");
    json_decref(log);
    ol_test_report_fini(&report);
}
END_TEST

START_TEST(test_hostile)
{
    const struct ol_report_style style = {.position = OL_REPORT_POSITION_AUTO};
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, UINT64_MAX, UINT64_MAX);
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    diag.message = "{0} of [a](1) \x01\xFF\"\\";
    report.file.name = "\xC0\xAF\n";
    report.file.error = "not all of it: {1}";
    ol_test_report_add(&report, &diag);
    json_t *log = render(&style, &report.file);
    /* Braces and links would be taken for those of a template. */
    expect(result_of(log, 0), "message",
           "{\"text\":\"{{0}} of [a] (1) \\\\x01\\\\xFF\\\\\\\"\\\\\\\\\"}");
    expect(run_of(log), "invocations",
           "[{\"executionSuccessful\":false,\"toolExecutionNotifications\":[{\"level\":\"error\","
           "\"message\":{\"text\":\"not all of it: {{1}}\"},\"locations\":[{\"physicalLocation\":"
           "{\"artifactLocation\":{\"uri\":\"%C0%AF%0A\"}}}]}]}]");
    json_decref(log);
    ol_test_report_fini(&report);
}
END_TEST

#define B_HELP                                                                                 \
    "\"To mend: write it.\\n\\nTo mend variant empty: name it.\\n\\nThe first `{{` paragraph." \
    "\\n\\nThe second.\\n\\n- A page: chapter 1\\n\""

/* Rules are those of the run, whatever was found. */
START_TEST(test_rules)
{
    static const struct ol_reference references[] = {{"A page", "chapter 1"}};
    static const char *const mends[] = {"write it", NULL, "name it"};
    static const struct ol_rule_doc terse = {.mends = mends};
    static const struct ol_rule_doc doc = {
        .since = "0.1.0",
        .mends = mends,
        .explanation = "The first `{` paragraph.\n\nThe second.\n",
        .references = references,
        .reference_count = 1,
    };
    static const struct ol_rule_variant variants[] = {{"twice", OL_SEVERITY_WARNING, "m"},
                                                      {"empty", OL_SEVERITY_WARNING, "m"}};
    static const struct ol_rule rules[] = {
        {.id = "a-rule",
         .title = "t",
         .area = "graph",
         .severity = OL_SEVERITY_INFO,
         .doc = &terse},
        {.id = "b-rule",
         .title = "u",
         .area = "node",
         .severity = OL_SEVERITY_ERROR,
         .variants = variants,
         .variant_count = 2,
         .doc = &doc},
    };
    const struct ol_report_style style = {.rules = {rules, 2}};
    struct ol_diag diag = ol_test_diag(OL_SEVERITY_ERROR, 0, 1);
    struct ol_test_report report;
    ol_test_report_init(&report, "abcdef", 6);
    diag.rule = "b-rule";
    diag.rule_index = 1;
    ol_test_report_add(&report, &diag);
    json_t *log = render(&style, &report.file);
    expect(result_of(log, 0), "ruleIndex", "1");
    expect(json_object_get(json_object_get(run_of(log), "tool"), "driver"), "rules",
           "[{\"id\":\"a-rule\",\"shortDescription\":{\"text\":\"t\"},"
           "\"help\":{\"text\":\"To mend: write it.\\n\\n\",\"markdown\":\"To mend: write "
           "it.\\n\\n\"},"
           "\"defaultConfiguration\":{\"enabled\":false,\"level\":\"note\"},"
           "\"properties\":{\"tags\":[\"graph\"]}},"
           "{\"id\":\"b-rule\",\"shortDescription\":{\"text\":\"u\"},"
           "\"fullDescription\":{\"text\":\"The first `{{` paragraph.\"},"
           "\"help\":{\"text\":" B_HELP ",\"markdown\":" B_HELP "},"
           "\"defaultConfiguration\":{\"enabled\":true,\"level\":\"error\"},"
           "\"properties\":{\"tags\":[\"node\"],\"since\":\"0.1.0\","
           "\"variants\":{\"twice\":\"warning\",\"empty\":\"warning\"}}}]");
    json_decref(log);
    ol_test_report_fini(&report);
}
END_TEST

Suite *suite_sarif(void)
{
    const TTest *const tests[] = {test_result,   test_github_profile, test_whole_file,
                                  test_accepted, test_fingerprints,   test_hostile,
                                  test_rules};
    return OL_SUITE_OF("sarif", tests);
}
