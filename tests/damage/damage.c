/* SPDX-License-Identifier: Apache-2.0 */
/* Damages every case and some hundred real files in every way that takes one step, and holds what
 * the linter says against a judge that shares no code with it (doc/damage.md). Usage:
 *
 *     damage [--jobs=N] [--part=K/N] [--only=TEXT] [--all-values] [--silent] [--off=RULE] [FOLDER]
 *
 * FOLDER holds the real files, in place of the package libonnx-testdata; the files are taken of
 * which the place in the list is K, counted from 1, and every N behind it, and whose name has the
 * text; each byte gets all other values instead of nine; each silent flip of a tag or a length
 * is told; a rule is off, which the run has to miss. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "damage/changes.h"
#include "damage/victims.h"
#include "tools/files.h"

#define MODELS         200
#define DATA_FILES     200
#define WORKERS_MAX    64
#define HARD_ERROR     99 /* what ol_test_die ends with */
#define COMPLAINTS_MAX 10

struct options {
    const char *folder;
    const char *only;
    const char *off;
    size_t jobs;
    size_t part; /* of so many parts, from 0 */
    size_t parts;
    bool has_all_values;
    bool lists_silent;
};

/* What one worker shows of itself. */
struct worker {
    struct ol_tally tally;
    size_t victim; /* that it is at */
    size_t done;
};

/* In memory that all processes share. */
struct board {
    atomic_size_t next; /* the victim that nobody has taken */
    struct worker workers[WORKERS_MAX];
};

struct run {
    const struct options *options;
    const struct ol_victims *victims;
    struct board *board;
    const char *samples; /* the folder that samples are put in */
};

static const char *name_of(const struct ol_victim *victim)
{
    return victim->test != NULL ? victim->test->name : victim->path;
}

/* --- one victim --------------------------------------------------------- */

static void change_folder(const char *path)
{
    if (chdir(path) != 0) {
        ol_test_die("%s: cannot be entered: %s", path, strerror(errno));
    }
}

static void damage_case(struct ol_workbench *workbench, struct ol_trial *trial,
                        const struct ol_test_case *test, bool has_all_values)
{
    struct ol_hexasm bytes;
    struct ol_example_place place;
    ol_test_case_assemble(test, &bytes);
    ol_test_case_place(test, &bytes, &place);
    change_folder(ol_test_path("%s/case", ol_buf_text(&place.folder)).text);
    ol_workbench_set_case(workbench, test);
    trial->is_model = workbench->type == NULL || strcmp(workbench->type->name, "ModelProto") == 0;
    ol_changes_try(trial, (struct ol_slice){bytes.bytes, bytes.size}, has_all_values);
    change_folder("/");
    ol_example_place_fini(&place);
    ol_hexasm_fini(&bytes);
}

static void damage_file(struct ol_workbench *workbench, struct ol_trial *trial, const char *path,
                        bool has_all_values)
{
    size_t size = 0;
    char *bytes = ol_test_read_file(path, &size);
    struct ol_test_path folder = ol_test_path("%s", path);
    char *slash = strrchr(folder.text, '/');
    if (slash == NULL) {
        ol_test_die("%s: a path without a folder", path);
    }
    *slash = '\0';
    change_folder(folder.text);
    workbench->file = slash + 1;
    workbench->type = NULL;
    workbench->ir_version = 0;
    workbench->target = NULL;
    trial->is_model = strstr(workbench->file, ".onnx") != NULL;
    ol_changes_try(trial, (struct ol_slice){(const uint8_t *)bytes, size}, has_all_values);
    free(bytes);
}

static bool is_due(const struct run *run, size_t index)
{
    return index % run->options->parts == run->options->part &&
           strstr(name_of(&run->victims->items[index]), run->options->only) != NULL;
}

/* Takes victims until there are none. */
static void work(const struct run *run, struct worker *worker)
{
    struct ol_workbench workbench;
    struct ol_sample sample = {.folder = run->samples,
                               .worker = (size_t)(worker - run->board->workers)};
    struct ol_trial trial = {.workbench = &workbench,
                             .tally = &worker->tally,
                             .sample = &sample,
                             .lists_silent = run->options->lists_silent,
                             .complaints_left = COMPLAINTS_MAX};
    ol_workbench_init(&workbench, false, run->options->off);
    for (;;) {
        size_t index = atomic_fetch_add(&run->board->next, 1);
        if (index >= run->victims->count) {
            break;
        }
        if (is_due(run, index)) {
            const struct ol_victim *victim = &run->victims->items[index];
            worker->victim = index;
            trial.name = name_of(victim);
            if (victim->test != NULL) {
                damage_case(&workbench, &trial, victim->test, run->options->has_all_values);
            } else {
                damage_file(&workbench, &trial, victim->path, run->options->has_all_values);
            }
            worker->done++;
        }
    }
    ol_trial_fini(&trial);
    ol_workbench_fini(&workbench);
}

/* --- workers ------------------------------------------------------------- */

static pid_t start(const struct run *run, struct worker *worker)
{
    (void)fflush(stdout);
    pid_t pid = fork();
    if (pid < 0) {
        ol_test_die("no process can be made: %s", strerror(errno));
    }
    if (pid == 0) {
        work(run, worker);
        (void)fflush(stdout);
        exit(EXIT_SUCCESS);
    }
    return pid;
}

/* Runs the workers to the end; one that dies leaves its victim, and another goes on. */
static void look_after(const struct run *run, const pid_t *started)
{
    pid_t pids[WORKERS_MAX];
    size_t running = run->options->jobs;
    memcpy(pids, started, running * sizeof *pids);
    while (running > 0) {
        int status = 0;
        pid_t pid = waitpid(-1, &status, 0);
        size_t i = 0;
        while (i < run->options->jobs && pids[i] != pid) {
            i++;
        }
        if (pid < 0 || i == run->options->jobs) {
            ol_test_die("a worker is lost: %s", strerror(errno));
        }
        running--;
        if (WIFEXITED(status) && WEXITSTATUS(status) == HARD_ERROR) {
            ol_test_die("a worker could not go on");
        }
        if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS) {
            struct worker *worker = &run->board->workers[i];
            char text[OL_TALLY_EXAMPLE_SIZE];
            ol_tally_describe(name_of(&run->victims->items[worker->victim]), &worker->tally.place,
                              text, sizeof text);
            worker->tally.failed++;
            (void)printf("FAIL %s: the linter %s %d\n", text,
                         WIFSIGNALED(status) ? "was ended by signal" : "ended with status",
                         WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
            pids[i] = start(run, worker);
            running++;
        }
    }
}

static int finish(const struct run *run)
{
    static struct ol_tally sum;
    size_t done = 0;
    for (size_t i = 0; i < run->options->jobs; i++) {
        ol_tally_add(&sum, &run->board->workers[i].tally);
        done += run->board->workers[i].done;
    }
    (void)printf("damage: %zu of %zu files: %zu cases, %zu real models and %zu real data files\n\n",
                 done, run->victims->count, run->victims->cases.count, run->victims->models,
                 run->victims->data);
    ol_tally_print(&sum);
    (void)putchar('\n');
    sum.failed += !ol_sample_is_same(run->samples);
    (void)printf("%llu passed, %llu failed\n", (unsigned long long)sum.passed,
                 (unsigned long long)sum.failed);
    return sum.failed > 0 || sum.passed == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int damage(const struct options *options)
{
    struct ol_victims victims;
    pid_t pids[WORKERS_MAX];
    ol_victims_init(&victims, options->folder, MODELS, DATA_FILES);
    struct ol_test_path samples = ol_test_new_folder();
    struct run run = {
        options, &victims,
        mmap(NULL, sizeof(struct board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0),
        samples.text};
    if (run.board == MAP_FAILED) {
        ol_test_die("memory is short");
    }
    if (victims.models == 0) {
        (void)printf("damage: %s: no real files, the cases alone\n", options->folder);
    }
    for (size_t i = 0; i < options->jobs; i++) {
        pids[i] = start(&run, &run.board->workers[i]);
    }
    look_after(&run, pids);
    int status = finish(&run);
    ol_test_remove_folder(samples.text);
    (void)munmap(run.board, sizeof *run.board);
    ol_victims_fini(&victims);
    return status;
}

/* --- options ------------------------------------------------------------- */

/* The text behind "--NAME=", or NULL where it is another argument. */
static const char *value_of(const char *argument, const char *name)
{
    size_t length = strlen(name);
    return strncmp(argument, name, length) == 0 ? argument + length : NULL;
}

static size_t read_number(const char *text, size_t most)
{
    char *end = NULL;
    unsigned long number = strtoul(text, &end, 10);
    if (*text == '\0' || *end != '\0' || number == 0 || number > most) {
        ol_test_die("%s: no number from 1 to %zu", text, most);
    }
    return (size_t)number;
}

static void read_part(struct options *options, const char *text)
{
    struct ol_test_path part = ol_test_path("%s", text);
    char *slash = strchr(part.text, '/');
    if (slash == NULL) {
        ol_test_die("%s: no part such as 1/20", text);
    }
    *slash = '\0';
    options->parts = read_number(slash + 1, SIZE_MAX);
    options->part = read_number(part.text, options->parts) - 1;
}

static void read_option(struct options *options, const char *argument)
{
    const char *jobs = value_of(argument, "--jobs=");
    const char *part = value_of(argument, "--part=");
    const char *only = value_of(argument, "--only=");
    const char *off = value_of(argument, "--off=");
    if (jobs != NULL) {
        options->jobs = read_number(jobs, WORKERS_MAX);
    } else if (part != NULL) {
        read_part(options, part);
    } else if (only != NULL) {
        options->only = only;
    } else if (off != NULL) {
        options->off = off;
    } else if (strcmp(argument, "--silent") == 0) {
        options->lists_silent = true;
    } else if (strcmp(argument, "--all-values") == 0) {
        options->has_all_values = true;
    } else if (argument[0] == '-') {
        ol_test_die("%s: no such option", argument);
    } else {
        options->folder = argument;
    }
}

int main(int argc, char **argv)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct options options = {
        .folder = "/usr/share/libonnx-testdata",
        .only = "",
        .parts = 1,
        .jobs = processors < 1             ? 1
                : processors > WORKERS_MAX ? WORKERS_MAX
                                           : (size_t)processors,
    };
    for (int i = 1; i < argc; i++) {
        read_option(&options, argv[i]);
    }
    return damage(&options);
}
