/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers that call nothing but what POSIX allows in them, and mmap, which is a bare system call.
 */
#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "message.h"
#include "onnx_lint.h"

/* The only data of the program that is neither constant nor passed on: a handler is given
 * nothing. */
static _Atomic(const char *) temporaries[OL_REPORTS_MAX];
static _Thread_local const char *volatile reading;
static _Thread_local volatile uintptr_t watched_begin; /* of the bytes of a mapped file */
static _Thread_local volatile uintptr_t watched_end;   /* 0: none are watched */
static _Thread_local volatile sig_atomic_t has_lost;   /* some of them were gone */

static void remove_temporaries(void)
{
    for (size_t i = 0; i < OL_REPORTS_MAX; i++) {
        const char *path = temporaries[i];
        if (path != NULL) {
            (void)unlink(path);
        }
    }
}

/* Where standard error is gone as well there is nobody to tell. */
static void write_error(const char *text, size_t size)
{
    for (size_t written = 0; written < size;) {
        ssize_t part = write(STDERR_FILENO, text + written, size - written);
        if (part == 0 || (part < 0 && errno != EINTR)) {
            return;
        }
        written += part > 0 ? (size_t)part : 0;
    }
}

/* The path with everything but printable ASCII as '?', and the second of "##", which could begin a
 * command for a CI system, since a handler cannot escape it properly. */
static void write_path(const char *path)
{
    char shown[256];
    size_t size = 0;
    while (path[size] != '\0' && size < sizeof shown) {
        bool is_printable = path[size] >= ' ' && path[size] <= '~';
        bool is_second = size > 0 && path[size] == '#' && path[size - 1] == '#';
        shown[size] = '?';
        if (is_printable && !is_second) {
            shown[size] = path[size];
        }
        size++;
    }
    write_error(shown, size);
    write_error(": ", 2);
}

static void end_on_bus_error(void)
{
    static const char before[] = "onnx-lint: error: ";
    static const char after[] = "a file was cut short while it was read\n";
    remove_temporaries();
    write_error(before, sizeof before - 1);
    if (reading != NULL) {
        write_path(reading);
    }
    write_error(after, sizeof after - 1);
    _exit(OL_EXIT_TROUBLE);
}

/* Puts zeros in place of what is gone: from the page on that could not be read. */
static bool replace_lost(uintptr_t address)
{
    uintptr_t page = address - (address - watched_begin) % (uintptr_t)sysconf(_SC_PAGESIZE);
    void *place = (void *)page; /* NOLINT(performance-no-int-to-ptr) */
    return mmap(place, watched_end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                0) != MAP_FAILED;
}

/* Another program cuts a file short while it is mapped. The thread that reads it goes on with
 * zeros, and learns of it by has_lost; other threads need not know. */
static void take_bus_error(int signal_number, siginfo_t *info, void *context)
{
    uintptr_t address = (uintptr_t)info->si_addr;
    (void)signal_number;
    (void)context;
    bool is_watched = info->si_code == BUS_ADRERR && address >= watched_begin &&
                      address < watched_end; /* a signal that was sent has no address */
    if (!is_watched || !replace_lost(address)) {
        end_on_bus_error();
    }
    has_lost = 1;
}

/* The handler was reset when it was entered: the signal ends the program as it would have. */
static void end_on_stop(int signal_number)
{
    remove_temporaries();
    (void)raise(signal_number);
}

/* What a parent chose to ignore stays ignored (nohup). */
static void install(int signal_number)
{
    struct sigaction old;
    struct sigaction action = {.sa_flags = (int)SA_RESETHAND};
    action.sa_handler = end_on_stop;
    (void)sigemptyset(&action.sa_mask);
    if (sigaction(signal_number, NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
        (void)sigaction(signal_number, &action, NULL);
    }
}

void ol_signals_install(void)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO};
    action.sa_sigaction = take_bus_error;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGBUS, &action, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
    install(SIGHUP);
    install(SIGINT);
    install(SIGTERM);
}

/* An ol_guard's watch. */
static void watch(const void *bytes, size_t size)
{
    watched_end = 0;
    watched_begin = (uintptr_t)bytes;
    has_lost = 0;
    watched_end = bytes != NULL ? (uintptr_t)bytes + size : 0;
}

/* An ol_guard's has_lost. */
static bool tell_lost(void)
{
    return has_lost != 0;
}

const struct ol_guard ol_signals_guard = {watch, tell_lost};

/* Puts a path where another one stands, or none. */
static bool replace_temporary(const char *old, const char *path)
{
    for (size_t i = 0; i < OL_REPORTS_MAX; i++) {
        if (temporaries[i] == old) {
            temporaries[i] = path;
            return true;
        }
    }
    return false;
}

bool ol_signals_add_temporary(const char *path)
{
    return replace_temporary(NULL, path);
}

void ol_signals_take_temporary(const char *path)
{
    (void)replace_temporary(path, NULL); /* one that could not be added is not there */
}

void ol_signals_set_reading(const char *path)
{
    reading = path;
}
