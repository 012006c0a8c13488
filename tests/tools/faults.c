/* SPDX-License-Identifier: Apache-2.0 */
/* A machine that lets a program down: a shared object to be loaded before the others (LD_PRELOAD),
 * which stands between the program and the C library and does what the environment says.
 *
 *   OL_FAULTS_SHORT     reads and writes are of a few bytes, and every other one is interrupted
 *   OL_FAULTS_MAPPED    PATH: when that file was mapped, OL_FAULTS_DO happens to it: cut, cut-page,
 *                       grow, touch, or replace (PATH.new takes its name)
 *   OL_FAULTS_READ      PATH: the same when somebody has first read from it, without a mapping
 *   OL_FAULTS_SWAP      PATH: before call number OL_FAULTS_AT to the file system PATH.new takes its
 *                       name, and PATH becomes PATH.old; with OL_FAULTS_BACK the next call finds
 *                       all as it was
 *   OL_FAULTS_LOG       FILE: takes a line for each file that was opened, "read PATH" or "stand
 *                       PATH" (O_PATH: to stand in it, or to look at it), "interrupted read" or
 *                       "interrupted write" for each of these, and at the end "calls NUMBER"
 *   OL_FAULTS_SECCOMP   the kernel ends the program where it writes to anything but standard output
 *                       and standard error, makes, removes or changes a file, or starts a program
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* What is read or written at once where that is short. */
#define SHORT_BYTES 3

/* --- what happens -------------------------------------------------------- */

static long calls;
static long transfers; /* calls that read or write */

static void rename_or_fail(const char *from, const char *to)
{
    if (rename(from, to) != 0) {
        (void)fprintf(stderr, "faults: %s cannot become %s\n", from, to);
        _exit(99);
    }
}

static const char *with(char *buffer, const char *path, const char *end)
{
    (void)snprintf(buffer, PATH_MAX, "%s%s", path, end);
    return buffer;
}

/* Counts a call to the file system, before it happens. */
static void count_call(void)
{
    char old[PATH_MAX];
    char new[PATH_MAX];
    const char *path = getenv("OL_FAULTS_SWAP");
    const char *at = getenv("OL_FAULTS_AT");
    int kept = errno;
    calls++;
    if (path != NULL && at != NULL) {
        long wanted = strtol(at, NULL, 10);
        (void)with(old, path, ".old");
        (void)with(new, path, ".new");
        if (calls == wanted) {
            rename_or_fail(path, old);
            rename_or_fail(new, path);
        } else if (calls == wanted + 1 && getenv("OL_FAULTS_BACK") != NULL) {
            rename_or_fail(path, new);
            rename_or_fail(old, path);
        }
    }
    errno = kept;
}

/* The path of what a descriptor has open. */
static const char *path_of(char *buffer, int descriptor)
{
    char link[64];
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t size = readlink(link, buffer, PATH_MAX - 1);
    buffer[size > 0 ? size : 0] = '\0';
    return buffer;
}

static void write_line(const char *word, const char *text)
{
    char line[PATH_MAX + 32];
    const char *log = getenv("OL_FAULTS_LOG");
    int size = snprintf(line, sizeof line, "%s %s\n", word, text);
    if (log != NULL && size > 0) {
        long file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT, 0600);
        if (syscall(SYS_write, file, line, (size_t)size) != size) {
            _exit(99);
        }
        (void)syscall(SYS_close, file);
    }
}

/* Notes what was opened. */
static int note_opened(int descriptor, int flags)
{
    char path[PATH_MAX];
    int kept = errno;
    if (descriptor >= 0 && getenv("OL_FAULTS_LOG") != NULL) {
        write_line(flags & O_PATH ? "stand" : "read", path_of(path, descriptor));
    }
    errno = kept;
    return descriptor;
}

static void do_to(const char *path, const char *what)
{
    char new[PATH_MAX];
    struct stat status = {0};
    bool is_ok = true;
    if (strcmp(what, "cut") == 0) {
        is_ok = truncate(path, 0) == 0;
    } else if (strcmp(what, "cut-page") == 0) {
        is_ok = truncate(path, sysconf(_SC_PAGESIZE)) == 0;
    } else if (strcmp(what, "grow") == 0) {
        is_ok = stat(path, &status) == 0 && truncate(path, status.st_size + 1) == 0;
    } else if (strcmp(what, "touch") == 0) {
        const struct timespec times[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
        is_ok = utimensat(AT_FDCWD, path, times, 0) == 0;
    } else {
        rename_or_fail(with(new, path, ".new"), path);
    }
    if (!is_ok) {
        (void)fprintf(stderr, "faults: %s: %s failed\n", path, what);
        _exit(99);
    }
}

/* --- the calls ----------------------------------------------------------- */

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name,clang-analyzer-valist.*): the C
 * library's names are no better, and the analyzer takes every va_list for uninitialized */

/* The C library's function of that name. */
#define REAL(type, name)                                    \
    static type *real;                                      \
    if (real == NULL) {                                     \
        *(void **)(void *)&real = dlsym(RTLD_NEXT, (name)); \
    }

/* Opening may make a file, and then has a mode. */
static mode_t mode_of(int flags, va_list arguments)
{
    return flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
}

typedef int open_fn(const char *path, int flags, ...);
typedef int openat_fn(int directory, const char *path, int flags, ...);
typedef int stat_fn(const char *path, struct stat *status);
typedef int fstat_fn(int descriptor, struct stat *status);
typedef int fstatat_fn(int directory, const char *path, struct stat *status, int flags);
typedef ssize_t readlinkat_fn(int directory, const char *path, char *buffer, size_t size);
typedef ssize_t read_fn(int descriptor, void *buffer, size_t size);
typedef ssize_t write_fn(int descriptor, const void *buffer, size_t size);
typedef ssize_t pread_fn(int descriptor, void *buffer, size_t size, off_t offset);
typedef void *mmap_fn(void *place, size_t size, int access, int flags, int file, off_t offset);
typedef long syscall_fn(long number, ...);

int open(const char *path, int flags, ...)
{
    REAL(open_fn, "open")
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    count_call();
    return note_opened(real(path, flags, mode), flags);
}

int openat(int directory, const char *path, int flags, ...)
{
    REAL(openat_fn, "openat")
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    count_call();
    return note_opened(real(directory, path, flags, mode), flags);
}

int stat(const char *path, struct stat *status)
{
    REAL(stat_fn, "stat")
    count_call();
    return real(path, status);
}

int lstat(const char *path, struct stat *status)
{
    REAL(stat_fn, "lstat")
    count_call();
    return real(path, status);
}

int fstat(int descriptor, struct stat *status)
{
    REAL(fstat_fn, "fstat")
    count_call();
    return real(descriptor, status);
}

int fstatat(int directory, const char *path, struct stat *status, int flags)
{
    REAL(fstatat_fn, "fstatat")
    count_call();
    return real(directory, path, status, flags);
}

ssize_t readlinkat(int directory, const char *path, char *buffer, size_t size)
{
    REAL(readlinkat_fn, "readlinkat")
    count_call();
    return real(directory, path, buffer, size);
}

/* openat2 has no function of its own. */
long syscall(long number, ...)
{
    REAL(syscall_fn, "syscall")
    long given[6];
    va_list arguments;
    va_start(arguments, number);
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        given[i] = va_arg(arguments, long);
    }
    va_end(arguments);
    bool is_opening = number == SYS_openat2;
    if (is_opening) {
        count_call();
    }
    long result = real(number, given[0], given[1], given[2], given[3], given[4], given[5]);
    if (is_opening && result >= 0) {
        uint64_t flags = 0;
        memcpy(&flags, (const void *)given[2], sizeof flags); /* of struct open_how the first */
        (void)note_opened((int)result, (int)flags);
    }
    return result;
}

/* How much of it is read or written; 0: nothing, since a signal comes in between. */
static size_t shorten(size_t size, const char *what)
{
    if (getenv("OL_FAULTS_SHORT") == NULL) {
        return size;
    }
    if (++transfers % 2 == 1) {
        write_line("interrupted", what);
        errno = EINTR;
        return 0;
    }
    return size < SHORT_BYTES ? size : SHORT_BYTES;
}

ssize_t read(int descriptor, void *buffer, size_t size)
{
    REAL(read_fn, "read")
    size_t some = shorten(size, "read");
    return some == 0 && size > 0 ? -1 : real(descriptor, buffer, some);
}

ssize_t write(int descriptor, const void *buffer, size_t size)
{
    REAL(write_fn, "write")
    size_t some = shorten(size, "write");
    return some == 0 && size > 0 ? -1 : real(descriptor, buffer, some);
}

/* Something happens to the file that an environment variable names, if that is what is open. */
static void do_to_opened(int file, const char *variable)
{
    const char *path = getenv(variable);
    const char *what = getenv("OL_FAULTS_DO");
    char opened[PATH_MAX];
    if (file >= 0 && path != NULL && what != NULL && strcmp(path_of(opened, file), path) == 0) {
        do_to(path, what);
    }
}

ssize_t pread(int descriptor, void *buffer, size_t size, off_t offset)
{
    REAL(pread_fn, "pread")
    static bool has_read;
    size_t some = shorten(size, "read");
    ssize_t count = some == 0 && size > 0 ? -1 : real(descriptor, buffer, some, offset);
    if (!has_read) {
        do_to_opened(descriptor, "OL_FAULTS_READ");
        has_read = true;
    }
    return count;
}

void *mmap(void *place, size_t size, int access, int flags, int file, off_t offset)
{
    REAL(mmap_fn, "mmap")
    void *mapped = real(place, size, access, flags, file, offset);
    do_to_opened(file, "OL_FAULTS_MAPPED");
    return mapped;
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name,clang-analyzer-valist.*) */

/* --- what the kernel refuses --------------------------------------------- */

#if defined(__x86_64__)
#    define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#    define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static const int refused[] = {
#ifdef SYS_open
    SYS_creat,     SYS_rename,          SYS_unlink,
    SYS_link,      SYS_symlink,         SYS_mkdir,
    SYS_rmdir,     SYS_mknod,           SYS_chmod,
    SYS_chown,     SYS_lchown,          SYS_utime,
    SYS_utimes,    SYS_futimesat,       SYS_fork,
    SYS_vfork,
#endif
    SYS_truncate,  SYS_ftruncate,       SYS_renameat2,
    SYS_unlinkat,  SYS_linkat,          SYS_symlinkat,
    SYS_mkdirat,   SYS_mknodat,         SYS_fchmod,
    SYS_fchmodat,  SYS_fchown,          SYS_fchownat,
    SYS_utimensat, SYS_fallocate,       SYS_pwrite64,
    SYS_pwritev,   SYS_pwritev2,        SYS_sendfile,
    SYS_splice,    SYS_copy_file_range, SYS_setxattr,
    SYS_lsetxattr, SYS_fsetxattr,       SYS_removexattr,
    SYS_socket,    SYS_connect,         SYS_execve,
    SYS_execveat,  SYS_ptrace,          SYS_kill,
    SYS_mount,     SYS_io_setup,        SYS_process_vm_writev,
};

#define LOAD(member)               BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define RETURN(what)               BPF_STMT(BPF_RET | BPF_K, (what))
#define JUMP(test, value, yes, no) BPF_JUMP(BPF_JMP | (test) | BPF_K, (value), (yes), (no))

/* Ends the program where it makes that call with a flag in that argument. The argument's lower half
 * is the first on the machines that there are. */
#define REFUSE_FLAGS(number, argument, flags)                                           \
    JUMP(BPF_JEQ, (number), 0, 4), LOAD(args[argument]), JUMP(BPF_JSET, (flags), 0, 1), \
        RETURN(SECCOMP_RET_KILL_PROCESS), RETURN(SECCOMP_RET_ALLOW)

/* Ends the program where it makes that call for another descriptor than 1 and 2. */
#define REFUSE_OTHERS(number)                                                         \
    JUMP(BPF_JEQ, (number), 0, 5), LOAD(args[0]), JUMP(BPF_JEQ, STDOUT_FILENO, 2, 0), \
        JUMP(BPF_JEQ, STDERR_FILENO, 1, 0), RETURN(SECCOMP_RET_KILL_PROCESS),         \
        RETURN(SECCOMP_RET_ALLOW)

#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

static size_t add(struct sock_filter *filter, size_t count, struct sock_filter step)
{
    filter[count] = step;
    return count + 1;
}

static void refuse_writing(void)
{
#ifdef ARCHITECTURE
    static const struct sock_filter fixed[] = {
        LOAD(arch),
        JUMP(BPF_JEQ, ARCHITECTURE, 1, 0),
        RETURN(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
        /* its flags lie in memory, where the kernel's filter cannot look: the program does without
         */
        JUMP(BPF_JEQ, SYS_openat2, 0, 1),
        RETURN(SECCOMP_RET_ERRNO | ENOSYS),
        REFUSE_FLAGS(SYS_openat, 2, WRITES),
#    ifdef SYS_open
        REFUSE_FLAGS(SYS_open, 1, WRITES),
#    endif
        REFUSE_OTHERS(SYS_write),
        REFUSE_OTHERS(SYS_writev),
    };
    struct sock_filter
        filter[sizeof fixed / sizeof *fixed + 2 * sizeof refused / sizeof *refused + 1];
    size_t count = sizeof fixed / sizeof *fixed;
    memcpy(filter, fixed, sizeof fixed);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        count = add(filter, count, (struct sock_filter)JUMP(BPF_JEQ, (unsigned)refused[i], 0, 1));
        count = add(filter, count, (struct sock_filter)RETURN(SECCOMP_RET_KILL_PROCESS));
    }
    count = add(filter, count, (struct sock_filter)RETURN(SECCOMP_RET_ALLOW));
    const struct sock_fprog program = {.len = (unsigned short)count, .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0) {
        return;
    }
#endif
    (void)fputs("faults: there is no seccomp here\n", stderr);
    _exit(77);
}

__attribute__((constructor)) static void begin(void)
{
    if (getenv("OL_FAULTS_SECCOMP") != NULL) {
        refuse_writing();
    }
}

__attribute__((destructor)) static void end(void)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%ld", calls);
    write_line("calls", text);
}
