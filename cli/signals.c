/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers that call nothing but what POSIX allows in them. */
#include "signals.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "onnx_lint.h"

/* The only data of the program that is neither constant nor passed on: a handler is given
 * nothing. */
static _Atomic(const char *) temporaries[OL_REPORTS_MAX];
static _Thread_local const char *volatile reading;

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
    ssize_t written = write(STDERR_FILENO, text, size);
    (void)written;
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

/* A file that another program cuts short while it is mapped cannot be told from here to its
 * reader. */
static void end_on_bus_error(int signal_number)
{
    static const char before[] = "onnx-lint: error: ";
    static const char after[] = "a file was cut short while it was read\n";
    (void)signal_number;
    remove_temporaries();
    write_error(before, sizeof before - 1);
    if (reading != NULL) {
        write_path(reading);
    }
    write_error(after, sizeof after - 1);
    _exit(OL_EXIT_TROUBLE);
}

/* The handler was reset when it was entered: the signal ends the program as it would have. */
static void end_on_stop(int signal_number)
{
    remove_temporaries();
    (void)raise(signal_number);
}

/* What a parent chose to ignore stays ignored (nohup). */
static void install(int signal_number, void (*handler)(int))
{
    struct sigaction old;
    struct sigaction action = {.sa_flags = (int)SA_RESETHAND};
    action.sa_handler = handler;
    (void)sigemptyset(&action.sa_mask);
    if (sigaction(signal_number, NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
        (void)sigaction(signal_number, &action, NULL);
    }
}

void ol_signals_install(void)
{
    (void)signal(SIGPIPE, SIG_IGN);
    install(SIGBUS, end_on_bus_error);
    install(SIGHUP, end_on_stop);
    install(SIGINT, end_on_stop);
    install(SIGTERM, end_on_stop);
}

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
