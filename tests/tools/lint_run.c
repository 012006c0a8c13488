/* SPDX-License-Identifier: Apache-2.0 */
/* Running the program and reading what it reports. */
#include "tools/lint_run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/files.h"

void ol_test_args_add(struct ol_test_args *args, const char *text)
{
    if (args->count == 0) {
        const char *program = getenv("ONNX_LINT");
        args->items = ol_test_alloc(2 * sizeof *args->items);
        args->items[0] = strdup(program != NULL ? program : "onnx-lint");
        args->count = 1;
    }
    args->items = ol_test_realloc(args->items, (args->count + 2) * sizeof *args->items);
    args->items[args->count++] = strdup(text);
    args->items[args->count] = NULL;
}

void ol_test_args_free(struct ol_test_args *args)
{
    for (size_t i = 0; i < args->count; i++) {
        free(args->items[i]);
    }
    free(args->items);
    *args = (struct ol_test_args){NULL, 0};
}

static void run_child(const struct ol_test_args *args, const char *folder, const char *out)
{
    int fd = open(out, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0 && chdir(folder) == 0) {
        (void)execv(args->items[0], args->items);
    }
    _exit(127);
}

void ol_test_run_init(struct ol_test_run *run, const struct ol_test_args *args, const char *folder)
{
    struct ol_test_path scratch = ol_test_new_folder();
    struct ol_test_path out = ol_test_path("%s/out", scratch.text);
    pid_t pid = fork();
    if (pid == 0) {
        run_child(args, folder, out.text);
    }
    int status = 0;
    if (pid < 0 || waitpid(pid, &status, 0) != pid) {
        ol_test_die("%s cannot be run: %s", args->items[0], strerror(errno));
    }
    run->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (run->status == 127) {
        ol_test_die("%s cannot be run in %s", args->items[0], folder);
    }
    run->out = ol_test_read_file(out.text, &run->out_size);
    ol_test_remove_folder(scratch.text);
}

void ol_test_run_fini(struct ol_test_run *run)
{
    free(run->out);
}

json_t *ol_test_run_json(const struct ol_test_args *args, const char *folder)
{
    struct ol_test_args all = {NULL, 0};
    ol_test_args_add(&all, "--format=json");
    ol_test_args_add(&all, "--quiet");
    for (size_t i = 1; i < args->count; i++) {
        ol_test_args_add(&all, args->items[i]);
    }
    struct ol_test_run run;
    ol_test_run_init(&run, &all, folder);
    json_error_t error;
    json_t *report = json_loadb(run.out, run.out_size, JSON_REJECT_DUPLICATES, &error);
    if (run.status > 1 || report == NULL) {
        ol_test_die("onnx-lint ended with status %d and printed %zu bytes: %s", run.status,
                    run.out_size, report == NULL ? error.text : "JSON");
    }
    ol_test_run_fini(&run);
    ol_test_args_free(&all);
    return report;
}

const char *ol_test_json_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}
