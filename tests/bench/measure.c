/* SPDX-License-Identifier: Apache-2.0 */
/* measure RUNS FILE COMMAND...: runs a command RUNS times with its output thrown away, and prints
 * one line:
 *
 *   MICROSECONDS CPU_MICROSECONDS RSS_ANON_KB PAGES STATUS
 *
 * the shortest wall time, the shortest processor time, the most anonymous memory seen resident, the
 * pages of FILE that were read into a page cache that held none of them before (of the first run;
 * FILE "-": not asked, 0), and the exit status. */
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

struct result {
    uint64_t microseconds;
    uint64_t cpu_microseconds;
    uint64_t rss_anon_kb;
    int status;
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
    if (null >= 0 && dup2(null, STDOUT_FILENO) >= 0 && dup2(null, STDERR_FILENO) >= 0) {
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

int main(int argc, char **argv)
{
    unsigned long runs = argc < 4 ? 0 : strtoul(argv[1], NULL, 10);
    if (runs == 0) {
        (void)fputs("Usage: measure RUNS FILE|- COMMAND...\n", stderr);
        return 2;
    }
    int fd = -1;
    if (strcmp(argv[2], "-") != 0) {
        fd = open(argv[2], O_RDONLY | O_CLOEXEC);
        if (fd < 0) {
            perror(argv[2]);
            return 3;
        }
        drop_pages(fd);
    }
    /* the first run fills the page cache and is watched; the others are timed */
    struct result watched;
    if (!run(argv + 3, true, &watched)) {
        perror("measure");
        return 3;
    }
    uint64_t pages = fd < 0 ? 0 : count_pages(fd);
    uint64_t best = UINT64_MAX;
    uint64_t best_cpu = UINT64_MAX;
    for (unsigned long i = 0; i < runs; i++) {
        struct result timed;
        if (!run(argv + 3, false, &timed)) {
            perror("measure");
            return 3;
        }
        best = timed.microseconds < best ? timed.microseconds : best;
        best_cpu = timed.cpu_microseconds < best_cpu ? timed.cpu_microseconds : best_cpu;
    }
    (void)printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %d\n", best, best_cpu,
                 watched.rss_anon_kb, pages, watched.status);
    return 0;
}
