/* SPDX-License-Identifier: Apache-2.0 */
/* What must be done when a signal ends the program. */
#ifndef OL_CLI_SIGNALS_H
#define OL_CLI_SIGNALS_H

/* From now on a closed pipe is an error of the write, a mapped file that was cut short ends the
 * program with a message and exit status 3, and a program that is stopped leaves no temporary file.
 */
void ol_signals_install(void);

/* The file to remove when a signal ends the program; NULL: none. Borrowed until the next call. */
void ol_signals_set_temporary(const char *path);

/* What the calling thread is reading, for the message; NULL: nothing. Borrowed until the thread's
 * next call. */
void ol_signals_set_reading(const char *path);

#endif
