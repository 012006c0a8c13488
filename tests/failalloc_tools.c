/* SPDX-License-Identifier: Apache-2.0 */
/* What is not linting, as often as it takes allocations, each time with another one failing, until
 * none fails: no crash, no leak, and the failure is told. Dumping, finding a field, assembling,
 * lists and explanations, and a run against a baseline. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "failing.h"
#include "onnx_lint.h"
#include "tools/files.h"
#include "tools/runner.h"

/* A node that takes an unknown value, two inputs of one name, and an operator set. */
static const char model[] =
    "\x08\x08\x3A\x22\x0A\x0E\x0A\x01x\x0A\x01z\x12\x01y\x22\x03"
    "Add\x12\x01g\x5A\x03\x0A\x01x\x5A\x03\x0A\x01x\x62\x03\x0A\x01y\x42\x02\x10\x11";

static const char text[] = "08 08  @here 3A { 12 { \"g\" } } # a graph\n3*00\n";

/* What a way works on: a linter that is new each time, and files. */
struct ground {
    struct ol_linter *linter;
    struct ol_test_path model;
    struct ol_test_path text;
    struct ol_test_path baseline;
};

/* What is written, and thrown away. */
static void swallow(void *context, const char *bytes, size_t size)
{
    size_t *total = context;
    *total += size + (bytes == NULL);
}

static enum ol_status dump(struct ground *ground)
{
    const struct ol_dump_style whole = {.is_whole = true, .has_braces = true};
    const struct ol_dump_style cut = {0};
    size_t total = 0;
    enum ol_status status =
        ol_linter_dump(ground->linter, ground->model.text, OL_OFFSET_NONE, &whole, swallow, &total);
    return status == OL_OK
               ? ol_linter_dump(ground->linter, ground->model.text, 6, &cut, swallow, &total)
               : status;
}

static enum ol_status find(struct ground *ground)
{
    size_t total = 0;
    return ol_linter_where(ground->linter, ground->model.text, "graph.node[0].input[1]", swallow,
                           &total);
}

static enum ol_status assemble(struct ground *ground)
{
    size_t total = 0;
    return ol_linter_assemble(ground->linter, ground->text.text, swallow, &total);
}

static enum ol_status list_rules(struct ground *ground)
{
    static const enum ol_rule_list forms[] = {OL_RULE_LIST_TEXT, OL_RULE_LIST_IDS};
    size_t total = 0;
    enum ol_status status = OL_OK;
    for (size_t i = 0; status == OL_OK && i < sizeof forms / sizeof *forms; i++) {
        status = ol_linter_list_rules(ground->linter, forms[i], swallow, &total);
    }
    return status;
}

static enum ol_status list_settings(struct ground *ground)
{
    static const enum ol_setting_list forms[] = {OL_SETTING_LIST_TEXT, OL_SETTING_LIST_MARKDOWN};
    size_t total = 0;
    (void)ground;
    enum ol_status status = ol_target_list(swallow, &total);
    for (size_t i = 0; status == OL_OK && i < sizeof forms / sizeof *forms; i++) {
        status = ol_settings_list(forms[i], swallow, &total);
    }
    return status;
}

static enum ol_status list_checks(struct ground *ground)
{
    size_t total = 0;
    (void)ground;
    return ol_checks_list(OL_CHECK_LIST_TEXT, swallow, &total);
}

static enum ol_status explain(struct ground *ground)
{
    size_t total = 0;
    return ol_linter_explain_rule(ground->linter, "tensor-raw-length-short", swallow, &total);
}

static enum ol_status explain_node(struct ground *ground)
{
    size_t total = 0;
    return ol_linter_explain_node(ground->linter, ground->model.text, "graph.node[0]", swallow,
                                  &total);
}

/* Lints the model into a report, or (NULL) against the baseline. */
static enum ol_status lint(struct ground *ground, const struct ol_report_options *options,
                           ol_write_fn *write, void *context)
{
    struct ol_worker *worker = NULL;
    struct ol_result *result = NULL;
    struct ol_report *report = NULL;
    struct ol_summary *summary = NULL;
    enum ol_status status = ol_linter_set_profile(ground->linter, "recommended");
    status = status == OL_OK ? ol_worker_new(ground->linter, &worker) : status;
    status = status == OL_OK ? ol_worker_lint_path(worker, ground->model.text, &result) : status;
    status = status == OL_OK ? ol_report_new(options, &report) : status;
    status = status == OL_OK ? ol_summary_new(&summary) : status;
    status = status == OL_OK ? ol_report_begin(report, write, context) : status;
    status = status == OL_OK ? ol_report_add(report, result, write, context) : status;
    status = status == OL_OK ? ol_summary_add(summary, result, 0) : status;
    status = status == OL_OK ? ol_summary_finish(summary) : status;
    status = status == OL_OK ? ol_report_end(report, summary, write, context) : status;
    if (status == OL_OK && ol_result_error(result) != NULL) {
        status = strstr(ol_result_error(result), "memory") != NULL ? OL_ERR_NOMEM : OL_ERR_BUG;
    }
    ol_summary_free(summary);
    ol_report_free(report);
    ol_result_free(result);
    ol_worker_free(worker);
    return status;
}

static enum ol_status write_baseline(struct ground *ground)
{
    const struct ol_report_options options = {.baseline = ground->baseline.text};
    size_t total = 0;
    ol_linter_prepare_baseline(ground->linter);
    return lint(ground, &options, swallow, &total);
}

static enum ol_status use_baseline(struct ground *ground)
{
    const struct ol_report_options options = {.format = "json", .has_baseline = true};
    struct ol_config *config = NULL;
    size_t total = 0;
    enum ol_status status = ol_config_new(&config);
    status = status == OL_OK ? ol_config_set(config, OL_SETTING_BASELINE, ground->baseline.text)
                             : status;
    status = status == OL_OK ? ol_linter_configure(ground->linter, config) : status;
    status = status == OL_OK ? lint(ground, &options, swallow, &total) : status;
    ol_linter_free(ground->linter);
    ground->linter = NULL;
    ol_config_free(config);
    return status;
}

static const struct {
    const char *name;
    enum ol_status (*go)(struct ground *ground);
} ways[] = {
    {"dump", dump},
    {"where", find},
    {"assemble", assemble},
    {"list rules", list_rules},
    {"list settings", list_settings},
    {"list checks", list_checks},
    {"explain", explain},
    {"explain node", explain_node},
    {"write a baseline", write_baseline},
    {"use a baseline", use_baseline},
};

/* Appends to a file. */
static void keep(void *context, const char *bytes, size_t size)
{
    struct ol_test_path *file = context;
    FILE *stream = fopen(file->text, "ab");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(bytes, 1, size, stream), size);
    ck_assert_int_eq(fclose(stream), 0);
}

static void make_baseline(struct ground *ground)
{
    const struct ol_report_options options = {.baseline = ground->baseline.text};
    ck_assert_int_eq(ol_linter_new(&ground->linter), OL_OK);
    ol_linter_prepare_baseline(ground->linter);
    ck_assert_int_eq(lint(ground, &options, keep, &ground->baseline), OL_OK);
    ol_linter_free(ground->linter);
    ground->linter = NULL;
}

START_TEST(test_way)
{
    struct ol_test_path folder = ol_test_new_folder();
    struct ground ground = {
        .model = ol_test_path("%s/m.onnx", folder.text),
        .text = ol_test_path("%s/m.txt", folder.text),
        .baseline = ol_test_path("%s/b.jsonl", folder.text),
    };
    ol_test_write_file(ground.model.text, model, sizeof model - 1);
    ol_test_write_file(ground.text.text, text, sizeof text - 1);
    make_baseline(&ground);
    bool has_failed = true;
    unsigned long n = 0;
    ol_failing_begin(0); /* a linter alone: some of its blocks come from the C library */
    ck_assert_int_eq(ol_linter_new(&ground.linter), OL_OK);
    ol_linter_free(ground.linter);
    const long usual = ol_failing_end(&has_failed);
    has_failed = true;
    while (has_failed) {
        ol_failing_begin(0); /* tests/failalloc.c lets that fail */
        ck_assert_int_eq(ol_linter_new(&ground.linter), OL_OK);
        long blocks = ol_failing_end(&has_failed);
        n++;
        ol_failing_begin(n);
        enum ol_status status = ways[_i].go(&ground);
        ol_linter_free(ground.linter);
        long left = blocks + ol_failing_end(&has_failed); /* before Check allocates */
        ck_assert_msg(status == (has_failed ? OL_ERR_NOMEM : OL_OK),
                      "%s: allocation %lu: status %d", ways[_i].name, n, (int)status);
        ck_assert_msg(left == usual, "%s: allocation %lu: %ld blocks are left", ways[_i].name, n,
                      left - usual);
    }
    ck_assert_uint_gt(n, 1);
    ol_test_remove_folder(folder.text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("failalloc_tools");
    TCase *tcase = tcase_create("failalloc_tools");
    tcase_set_timeout(tcase, OL_TEST_SECONDS_MAX);
    tcase_add_loop_test(tcase, test_way, 0, (int)(sizeof ways / sizeof *ways));
    suite_add_tcase(suite, tcase);
    return ol_test_runner_run(ol_test_runner_new(suite, true));
}
