/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the targets of the fuzzers over their seeds and all inputs that once showed a fault, with
 * any compiler. Usage: replay [TARGET [FILE]...]: one target alone; over those files instead. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz/memory.h"
#include "fuzz/seeds.h"

/* Under the sanitizers, which take many times as long, one seed of so many stands for the others.
 */
#define INSTRUMENTED_STRIDE 16

struct replay {
    const struct ol_fuzz_target *target;
    size_t stride;
    size_t offered;
    size_t run;
};

/* In memory of its very size, so that a sanitizer sees a byte too many being read. */
static void run_one(void *context, const char *name, const void *bytes, size_t size)
{
    struct replay *replay = context;
    bool is_crash = strncmp(name, "crash-", 6) == 0;
    if (!is_crash && replay->offered++ % replay->stride != 0) {
        return;
    }
    uint8_t *exact = ol_test_alloc(size);
    memcpy(exact, bytes, size);
    replay->target->run(exact, size);
    free(exact);
    replay->run++;
}

static void run_files(struct replay *replay, char **files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t size;
        char *bytes = ol_test_read_file(files[i], &size);
        (void)fprintf(stderr, "%s\n", files[i]);
        run_one(replay, "crash-", bytes, size);
        free(bytes);
    }
}

/* In a process of its own, whose end tells. */
static bool run_target(const struct ol_fuzz_target *target, const struct ol_test_cases *cases,
                       size_t stride)
{
    (void)fflush(stdout);
    pid_t pid = fork();
    if (pid < 0) {
        ol_test_die("no process");
    }
    if (pid == 0) {
        struct replay replay = {.target = target, .stride = stride};
        target->set_up();
        ol_fuzz_seeds(target, cases, run_one, &replay);
        target->tear_down();
        (void)printf("%s: %zu inputs of %zu\n", target->name, replay.run,
                     replay.offered > replay.run ? replay.offered : replay.run);
        exit(replay.run > 0 ? 0 : 1);
    }
    int status = 0;
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int run_one_target(int argc, char **argv, const struct ol_test_cases *cases)
{
    for (size_t i = 0; i < ol_fuzz_target_count; i++) {
        struct replay replay = {.target = ol_fuzz_targets[i], .stride = 1};
        if (strcmp(replay.target->name, argv[1]) == 0) {
            replay.target->set_up();
            if (argc > 2) {
                run_files(&replay, argv + 2, (size_t)(argc - 2));
            } else {
                ol_fuzz_seeds(replay.target, cases, run_one, &replay);
            }
            replay.target->tear_down();
            (void)printf("%s: %zu inputs\n", argv[1], replay.run);
            return 0;
        }
    }
    (void)fprintf(stderr, "there is no target %s\n", argv[1]);
    return 2;
}

int main(int argc, char **argv)
{
    struct ol_test_cases cases;
    size_t passed = 0;
    size_t failed = 0;
    const char *instrument = getenv("OL_INSTRUMENT");
    size_t stride = instrument != NULL && instrument[0] != '\0' ? INSTRUMENTED_STRIDE : 1;
    ol_fuzz_look_closely();
    ol_test_cases_init(&cases);
    if (argc > 1) {
        int status = run_one_target(argc, argv, &cases);
        ol_test_cases_fini(&cases);
        return status;
    }
    for (size_t i = 0; i < ol_fuzz_target_count; i++) {
        bool is_passed = run_target(ol_fuzz_targets[i], &cases, stride);
        passed += is_passed;
        failed += !is_passed;
        if (!is_passed) {
            (void)printf("%s: failed; tests/fuzz/replay %s tells more\n", ol_fuzz_targets[i]->name,
                         ol_fuzz_targets[i]->name);
        }
    }
    ol_test_cases_fini(&cases);
    if (!ol_fuzz_memory_is_counted()) {
        (void)printf("memory is counted in builds with the address sanitizer alone\n");
    }
    (void)printf("%zu passed, %zu failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
