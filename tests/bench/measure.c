/* SPDX-License-Identifier: Apache-2.0 */
/* measure RUNS FILE COMMAND... [-- COMMAND...]...: runs commands with their output thrown away, and
 * prints one line for each:
 *
 *   MICROSECONDS CPU_MICROSECONDS RSS_ANON_KB PAGES STATUS
 *
 * the shortest wall time, the shortest processor time, the most anonymous memory seen resident, the
 * pages of FILE that its first run read into a page cache that held none of them before (FILE "-":
 * not asked, 0), and the exit status, or the first that was another than that of the first run.
 *
 * Each is run once and watched, which fills the page cache, and then RUNS times by turns, so that
 * what else the machine does meets all of them alike. What has taken seconds already is not run
 * again: then the time of the watched run counts as well. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Between two looks at the memory of the command, in nanoseconds. */
#define SAMPLE_NS 200000

/* Microseconds: from then on, watching a run costs a small part of it; and what all runs of a
 * command may take before it is run no more. */
#define WATCHED_US_MIN 500000
#define SPENT_US_MAX   2500000

#define COMMANDS_MAX 4

struct result {
    uint64_t microseconds;
    uint64_t cpu_microseconds;
    uint64_t rss_anon_kb;
    int status;
};

struct measured {
    char **command;
    struct result best;
    uint64_t spent;
    uint64_t pages;
};

static uint64_t now_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static uint64_t time_us(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* RssAnon of a process in kB; 0 when it is gone. */
static uint64_t read_rss_anon(int status_fd)
{
    char text[4096];
    ssize_t size = pread(status_fd, text, sizeof text - 1, 0);
    if (size <= 0) {
        return 0;
    }
    text[size] = '\0';
    const char *line = strstr(text, "RssAnon:");
    return line == NULL ? 0 : strtoull(line + strlen("RssAnon:"), NULL, 10);
}

static void run_child(char **command)
{
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (command[0] != NULL && null >= 0 && dup2(null, STDOUT_FILENO) >= 0 &&
        dup2(null, STDERR_FILENO) >= 0) {
        (void)execvp(command[0], command);
    }
    _exit(127);
}

/* Runs the command; with sampling, its memory is watched, which costs it some time. */
static bool run(char **command, bool sampling, struct result *result)
{
    uint64_t begin = now_us();
    pid_t pid = fork();
    if (pid < 0) {
        return false;
    }
    if (pid == 0) {
        run_child(command);
    }
    int status = 0;
    struct rusage used = {0};
    result->rss_anon_kb = 0;
    if (sampling) {
        char path[64];
        (void)snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        while (wait4(pid, &status, WNOHANG, &used) == 0) {
            uint64_t kb = read_rss_anon(fd);
            result->rss_anon_kb = kb > result->rss_anon_kb ? kb : result->rss_anon_kb;
            (void)nanosleep(&(struct timespec){.tv_nsec = SAMPLE_NS}, NULL);
        }
        (void)close(fd);
    } else if (wait4(pid, &status, 0, &used) < 0) {
        return false;
    }
    result->microseconds = now_us() - begin;
    result->cpu_microseconds = time_us(used.ru_utime) + time_us(used.ru_stime);
    result->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return true;
}

/* Drops the file's pages from the page cache. */
static void drop_pages(int fd)
{
    (void)fsync(fd);
    (void)posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
}

/* How many pages of the file are in the page cache. */
static uint64_t count_pages(int fd)
{
    struct stat stat;
    if (fstat(fd, &stat) != 0 || stat.st_size == 0) {
        return 0;
    }
    size_t size = (size_t)stat.st_size;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t count = (size + page - 1) / page;
    uint64_t found = 0;
    unsigned char *resident = malloc(count);
    void *map = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
    if (resident != NULL && map != MAP_FAILED && mincore(map, size, resident) == 0) {
        for (size_t i = 0; i < count; i++) {
            found += resident[i] & 1;
        }
    }
    if (map != MAP_FAILED) {
        (void)munmap(map, size);
    }
    free(resident);
    return found;
}

/* The first run, which is watched. */
static bool watch(struct measured *measured, int fd)
{
    if (fd >= 0) {
        drop_pages(fd);
        if (count_pages(fd) != 0) {
            (void)fputs("measure: the file stays in the page cache\n", stderr);
            return false;
        }
    }
    if (!run(measured->command, true, &measured->best)) {
        perror("measure");
        return false;
    }
    measured->pages = fd < 0 ? 0 : count_pages(fd);
    measured->spent = measured->best.microseconds;
    if (measured->spent < WATCHED_US_MIN) {
        measured->best.microseconds = UINT64_MAX;
        measured->best.cpu_microseconds = UINT64_MAX;
    }
    return true;
}

static bool run_again(struct measured *measured)
{
    struct result timed;
    if (measured->spent > SPENT_US_MAX) {
        return true;
    }
    if (!run(measured->command, false, &timed)) {
        perror("measure");
        return false;
    }
    struct result *best = &measured->best;
    measured->spent += timed.microseconds;
    best->microseconds = smaller(best->microseconds, timed.microseconds);
    best->cpu_microseconds = smaller(best->cpu_microseconds, timed.cpu_microseconds);
    best->status = best->status != 0 ? best->status : timed.status;
    return true;
}

/* Cuts the words at each "--"; 0: a command is empty, or there are too many. */
static size_t cut_commands(char **words, struct measured *measured)
{
    size_t count = 0;
    while (*words != NULL && count < COMMANDS_MAX) {
        measured[count++].command = words;
        if (strcmp(*words, "--") == 0) {
            return 0;
        }
        while (*words != NULL && strcmp(*words, "--") != 0) {
            words++;
        }
        if (*words != NULL) {
            *words++ = NULL;
        }
    }
    return *words == NULL ? count : 0;
}

int main(int argc, char **argv)
{
    struct measured measured[COMMANDS_MAX] = {0};
    unsigned long runs = argc < 4 ? 0 : strtoul(argv[1], NULL, 10);
    size_t count = runs == 0 ? 0 : cut_commands(argv + 3, measured);
    if (count == 0) {
        (void)fputs("Usage: measure RUNS FILE|- COMMAND... [-- COMMAND...]...\n", stderr);
        return 2;
    }
    int fd = -1;
    if (strcmp(argv[2], "-") != 0) {
        fd = open(argv[2], O_RDONLY | O_CLOEXEC);
        if (fd < 0) {
            perror(argv[2]);
            return 3;
        }
    }
    bool is_run = true;
    for (size_t i = 0; i < count && is_run; i++) {
        is_run = watch(&measured[i], fd);
    }
    for (size_t i = 0; i < runs * count && is_run; i++) {
        is_run = run_again(&measured[i % count]);
    }
    for (size_t i = 0; i < count && is_run; i++) {
        const struct result *best = &measured[i].best;
        (void)printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %d\n", best->microseconds,
                     best->cpu_microseconds, best->rss_anon_kb, measured[i].pages, best->status);
    }
    return is_run ? 0 : 3;
}
