/* SPDX-License-Identifier: Apache-2.0 */
#include "damage/sample.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/files.h"
#include "tools/lint_run.h"

/* A prime, so that no kind of damage is always passed over. */
#define STRIDE   499
#define KEPT_MAX 1000

void ol_sample_offer(struct ol_sample *sample, struct ol_slice bytes, bool is_model)
{
    if (sample->seen++ % STRIDE == 0 && sample->kept < KEPT_MAX) {
        struct ol_test_path path = ol_test_path("%s/%zu-%04zu.%s", sample->folder, sample->worker,
                                                sample->kept++, is_model ? "onnx" : "pb");
        ol_test_write_file(path.text, bytes.data, bytes.size);
    }
}

static void lint(const char *folder, const char *jobs, struct ol_test_run *run)
{
    struct ol_test_args args = {NULL, 0};
    ol_test_args_add(&args, getenv("ONNX_LINT"));
    ol_test_args_add(&args, "--no-config");
    ol_test_args_add(&args, "--quiet");
    ol_test_args_add(&args, "--profile=strict");
    ol_test_args_add(&args, "--format=json");
    ol_test_args_add(&args, jobs);
    ol_test_args_add(&args, ".");
    ol_test_run_init(run, &args, folder);
    ol_test_args_free(&args);
}

/* What the program has to say to people is said four times over: sends standard error elsewhere,
 * and returns a copy of it. */
static int hush(void)
{
    int kept = dup(STDERR_FILENO);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (kept < 0 || nowhere < 0 || dup2(nowhere, STDERR_FILENO) < 0) {
        ol_test_die("/dev/null cannot be written to");
    }
    (void)close(nowhere);
    return kept;
}

bool ol_sample_is_same(const char *folder)
{
    static const char *const jobs[] = {"--jobs=2", "--jobs=3", "--jobs=16"};
    struct ol_test_run one;
    struct ol_test_names files = ol_test_list_folder(folder);
    bool is_same = files.count > 0;
    int errors = hush();
    lint(folder, "--jobs=1", &one);
    is_same = is_same && one.status <= 1 && one.out_size > 0;
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        struct ol_test_run other;
        lint(folder, jobs[i], &other);
        is_same = is_same && other.status == one.status && other.out_size == one.out_size &&
                  memcmp(other.out, one.out, one.out_size) == 0;
        ol_test_run_fini(&other);
    }
    (void)dup2(errors, STDERR_FILENO);
    (void)close(errors);
    (void)printf(
        "damage: %zu damaged files linted by the program with 1, 2, 3 and 16 threads: %s\n",
        files.count, is_same ? "the same" : "not the same, or it failed");
    ol_test_run_fini(&one);
    ol_test_names_free(&files);
    return is_same;
}
