/* SPDX-License-Identifier: Apache-2.0 */
/* The same input in every way in which a run takes one. */
#include "fuzz/ways.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "fuzz/bench.h"
#include "fuzz/formats.h"
#include "result.h"

#define THREADS  3
#define PIPE_MAX 4096 /* bytes that any pipe takes at once */

void ol_fuzz_ways_init(struct ol_fuzz_ways *ways, const char *type, const char *name)
{
    ways->linter = ol_fuzz_linter(type);
    ol_fuzz_file_init(&ways->file, name);
    ways->reports = ol_test_alloc(ol_fuzz_format_count * sizeof *ways->reports);
    for (size_t i = 0; i < ol_fuzz_format_count; i++) {
        const struct ol_report_options options = {.format = ol_fuzz_formats[i],
                                                  .fail_on = OL_FAIL_ON_ERROR};
        ol_fuzz_need(ol_report_new(&options, &ways->reports[i]) == OL_OK, "there is no report");
    }
}

void ol_fuzz_ways_fini(struct ol_fuzz_ways *ways)
{
    for (size_t i = 0; i < ol_fuzz_format_count; i++) {
        ol_report_free(ways->reports[i]);
    }
    free(ways->reports);
    ol_fuzz_file_fini(&ways->file);
    ol_linter_free(ways->linter);
}

/* Writes the whole report of a run over this one input, and reads it. */
static void check_report(const struct ol_report *report, const char *format,
                         const struct ol_result *result)
{
    struct ol_buf text;
    struct ol_summary *summary = NULL;
    ol_buf_init(&text);
    bool is_ok = ol_summary_new(&summary) == OL_OK;
    if (is_ok) {
        ol_summary_keep_entries(summary);
        is_ok = ol_report_begin(report, ol_fuzz_keep, &text) == OL_OK &&
                ol_report_add(report, result, ol_fuzz_keep, &text) == OL_OK &&
                ol_summary_add(summary, result, 0) == OL_OK &&
                ol_summary_finish(summary) == OL_OK &&
                ol_report_end(report, summary, ol_fuzz_keep, &text) == OL_OK;
    }
    ol_fuzz_need(is_ok && ol_buf_is_ok(&text), "a report cannot be written");
    ol_fuzz_check_output(format, ol_buf_slice(&text));
    ol_summary_free(summary);
    ol_buf_fini(&text);
}

static uint64_t digest(struct ol_result *result)
{
    if (ol_result_error(result) != NULL) {
        ol_fuzz_fail("linting ends: %s", ol_result_error(result));
    }
    uint64_t hash = ol_fuzz_digest(&result->diags, result->input.size);
    ol_result_free(result);
    return hash;
}

/* The checks that take turns. */
enum turns {
    TURN_REPORTS,
    TURN_SCOUT,
    TURN_STDIN,
    TURN_PIPE,
    TURN_THREADS,
    TURNS
};

static bool has_turn(struct ol_slice bytes, enum turns which)
{
    return ol_fuzz_has_turn(bytes.data, bytes.size, which, TURNS);
}

static uint64_t lint_path(const struct ol_fuzz_ways *ways, bool is_reported,
                          enum ol_scouting scouting)
{
    struct ol_worker *worker = NULL;
    struct ol_result *result = NULL;
    ol_fuzz_need(ol_worker_new(ways->linter, &worker) == OL_OK, "memory is short");
    ol_worker_set_scouts(worker, scouting == OL_SCOUTING_ROOT, scouting);
    ol_fuzz_need(ol_worker_lint_path(worker, ways->file.path.text, &result) == OL_OK,
                 "memory is short");
    for (size_t i = 0; is_reported && i < ol_fuzz_format_count; i++) {
        check_report(ways->reports[i], ol_fuzz_formats[i], result);
    }
    uint64_t hash = digest(result);
    ol_worker_free(worker);
    return hash;
}

/* With the descriptor, which is closed, in the place of standard input. */
static uint64_t lint_stdin(const struct ol_fuzz_ways *ways, int descriptor)
{
    struct ol_worker *worker = NULL;
    struct ol_result *result = NULL;
    int kept = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    ol_fuzz_need(dup2(descriptor, STDIN_FILENO) == STDIN_FILENO, "no standard input");
    ol_fuzz_need(ol_worker_new(ways->linter, &worker) == OL_OK &&
                     ol_worker_lint_stdin(worker, ways->file.path.text, &result) == OL_OK,
                 "memory is short");
    uint64_t hash = digest(result);
    ol_worker_free(worker);
    (void)close(descriptor);
    (void)(kept >= 0 ? dup2(kept, STDIN_FILENO) : close(STDIN_FILENO));
    if (kept >= 0) {
        (void)close(kept);
    }
    return hash;
}

static int open_pipe(struct ol_slice bytes)
{
    int ends[2];
    ol_fuzz_need(pipe2(ends, O_CLOEXEC) == 0 &&
                     write(ends[1], bytes.data, bytes.size) == (ssize_t)bytes.size,
                 "no pipe");
    (void)close(ends[1]);
    return ends[0];
}

struct task {
    const struct ol_fuzz_ways *ways;
    uint64_t hash;
};

static void *lint_in_thread(void *context)
{
    struct task *task = context;
    task->hash = lint_path(task->ways, false, OL_SCOUTING_NONE);
    return NULL;
}

static void check_threads(const struct ol_fuzz_ways *ways, uint64_t hash)
{
    pthread_t threads[THREADS];
    struct task tasks[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        tasks[i].ways = ways;
        ol_fuzz_need(pthread_create(&threads[i], NULL, lint_in_thread, &tasks[i]) == 0,
                     "no thread");
    }
    for (size_t i = 0; i < THREADS; i++) {
        (void)pthread_join(threads[i], NULL);
        ol_fuzz_need(tasks[i].hash == hash, "several threads find something else");
    }
}

void ol_fuzz_ways_check(struct ol_fuzz_ways *ways, struct ol_slice bytes)
{
    ol_fuzz_file_write(&ways->file, bytes.data, bytes.size);
    uint64_t hash = lint_path(ways, has_turn(bytes, TURN_REPORTS), OL_SCOUTING_NONE);
    for (int at = OL_SCOUTING_ROOT; at <= OL_SCOUTING_NODES; at++) {
        ol_fuzz_need(!has_turn(bytes, TURN_SCOUT) ||
                         lint_path(ways, false, (enum ol_scouting)at) == hash,
                     "with a scout there are other findings");
    }
    if (has_turn(bytes, TURN_STDIN)) {
        int again = open(ways->file.path.text, O_RDONLY | O_CLOEXEC);
        ol_fuzz_need(lint_stdin(ways, again) == hash,
                     "a file as standard input has other findings");
    }
    if (has_turn(bytes, TURN_PIPE) && bytes.size <= PIPE_MAX) {
        ol_fuzz_need(lint_stdin(ways, open_pipe(bytes)) == hash, "a pipe has other findings");
    }
    if (has_turn(bytes, TURN_THREADS)) {
        check_threads(ways, hash);
    }
}
