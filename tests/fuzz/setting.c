/* SPDX-License-Identifier: Apache-2.0 */
/* A folder with a model and a configuration. */
#include "fuzz/setting.h"

#include <stdlib.h>
#include <string.h>

#include "example/hexasm.h"
#include "fuzz/bench.h"
#include "result.h"

/* Has nothing that it needs, a tensor that is too short, odd names, and an operator that is none.
 */
static const char model[] = "08 07  3A { 0A { 0A {\"x\"} 12 {\"y\"} 22 {\"Nix\"} 1A {\"n\"} }"
                            " 12 {\"g\"} 2A { 08 02 10 01 42 {\"w 1\"} 4A { 00 00 80 3F } }"
                            " 2A { 08 FF FF FF FF FF FF FF FF FF 01 10 63 42 {\"w 1\"} }"
                            " 5A { 0A {\"x\"} 12 { 0A { 08 01 } } } 62 { 0A {\"y\"} } }"
                            " 42 { 10 11 } 72 { 0A {\"k\"} 12 {\"v\"} } 72 { 0A {\"k\"} }";
static const char base[] = "fail-on: warning\nrules:\n  tensor-raw-length-short: warning\n";
static const char rules[] = "id: x-model-doc\ntitle: no text\nseverity: warning\n"
                            "target: ModelProto\ncheck: field_required\n"
                            "with: {field: doc_string}\nmessage: 'it has no {field}'\n"
                            "explanation: why\n";
static const char suppress[] = "- rule: tensor-raw-length-short\n  reason: it is so\n"
                               "  paths: 'graph.**'\n";
static const char baseline[] =
    "{\"baseline\":1,\"tool\":{\"name\":\"onnx-lint\",\"version\":\"0\"}}\n";

static void put(const char *name, const char *text)
{
    struct ol_test_path path = ol_test_path("%s/%s", ol_fuzz_folder(), name);
    ol_test_make_folders(path.text);
    ol_test_write_file(path.text, text, strlen(text));
}

static struct ol_test_path model_path(void)
{
    return ol_test_path("%s/m.onnx", ol_fuzz_folder());
}

void ol_fuzz_setting_init(void)
{
    struct ol_hexasm bytes;
    ol_fuzz_need(ol_hexasm_init(&bytes, model) == OL_OK, "the model is wrong");
    ol_test_write_file(model_path().text, bytes.bytes, bytes.size);
    ol_hexasm_fini(&bytes);
    put("base.yaml", base);
    put("rules/ok.yaml", rules);
    put("suppress.yaml", suppress);
    put("baseline.json", baseline);
}

/* Whether the line has ":LINE:COLUMN: error: ", or another word, in it. */
static bool is_error_line(const char *line, size_t size)
{
    for (size_t at = 0; at + 4 < size; at++) {
        size_t digits = strspn(line + at + 1, "0123456789");
        const char *next = line + at + 1 + digits;
        if (line[at] == ':' && digits > 0 && *next == ':') {
            size_t more = strspn(next + 1, "0123456789");
            if (more > 0 && strncmp(next + 1 + more, ": error: ", 9) == 0) {
                return true;
            }
        }
    }
    return false;
}

void ol_fuzz_check_errors(const char *errors, bool may_be_line)
{
    if (errors[0] == '\0' || !ol_fuzz_is_harmless(ol_slice_from_text(errors))) {
        ol_fuzz_fail("an error that cannot be shown: %s", errors);
    }
    while (*errors != '\0') {
        size_t size = strcspn(errors, "\n");
        if (!is_error_line(errors, size) && !(may_be_line && errors[size] == '\0')) {
            ol_fuzz_fail("an error that says no place: %s", errors);
        }
        errors += size + (errors[size] == '\n' ? 1 : 0);
    }
}

static void lint(const struct ol_linter *linter)
{
    struct ol_worker *worker = NULL;
    struct ol_result *result = NULL;
    struct ol_summary *summary = NULL;
    struct ol_buf text;
    ol_buf_init(&text);
    ol_fuzz_need(ol_worker_new(linter, &worker) == OL_OK &&
                     ol_worker_lint_path(worker, model_path().text, &result) == OL_OK &&
                     ol_summary_new(&summary) == OL_OK &&
                     ol_summary_add(summary, result, 0) == OL_OK &&
                     ol_summary_finish(summary) == OL_OK &&
                     ol_summary_print(summary, false, ol_fuzz_keep, &text) == OL_OK,
                 "the model cannot be linted");
    if (ol_result_error(result) != NULL) {
        ol_fuzz_fail("linting ends: %s", ol_result_error(result));
    }
    (void)ol_fuzz_digest(&result->diags, result->input.size);
    ol_fuzz_need(ol_fuzz_is_harmless(ol_buf_slice(&text)), "a summary that cannot be shown");
    ol_buf_fini(&text);
    ol_result_free(result);
    ol_summary_free(summary);
    ol_worker_free(worker);
}

void ol_fuzz_setting_use(const struct ol_config *config)
{
    struct ol_linter *linter = NULL;
    ol_fuzz_need(ol_linter_new(&linter) == OL_OK, "there is no linter");
    enum ol_status status = ol_linter_configure(linter, config);
    if (status == OL_OK) {
        lint(linter);
    } else {
        ol_fuzz_need(status == OL_ERR_RULE || status == OL_ERR_IO, "configuring failed");
        ol_fuzz_check_errors(ol_linter_error(linter), true);
    }
    ol_linter_free(linter);
}
