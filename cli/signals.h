/* SPDX-License-Identifier: Apache-2.0 */
/* What must be done when a signal ends the program. */
#ifndef OL_CLI_SIGNALS_H
#define OL_CLI_SIGNALS_H

#include <stdbool.h>

struct ol_guard;

/* From now on a closed pipe is an error of the write, a mapped file that was cut short and that
 * nobody watches ends the program with a message and exit status 3, and a program that is stopped
 * leaves no temporary file. */
void ol_signals_install(void);

/* Adds a file to remove when a signal ends the program; false where OL_REPORTS_MAX were added. The
 * path is borrowed until it is taken away. */
bool ol_signals_add_temporary(const char *path);
void ol_signals_take_temporary(const char *path);

/* Where the watched bytes of a thread are cut off meanwhile, it reads zeros in their place. */
extern const struct ol_guard ol_signals_guard;

/* What the calling thread is reading, for the message; NULL: nothing. Borrowed until the thread's
 * next call. */
void ol_signals_set_reading(const char *path);

#endif
