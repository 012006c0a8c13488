/* SPDX-License-Identifier: Apache-2.0 */
/* Files that tests read and write. Everything here ends the program with a message where it cannot
 * be done, since a test that lacks its files proves nothing. */
#ifndef OL_TESTS_TOOLS_FILES_H
#define OL_TESTS_TOOLS_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Paths are kept in arrays of that size; longer ones are fatal. */
#define OL_TEST_PATH_MAX 1024

struct ol_test_path {
    char text[OL_TEST_PATH_MAX];
};

/* Ends the program with status 99, which automake takes for a hard error. */
__attribute__((format(printf, 1, 2), noreturn)) void ol_test_die(const char *format, ...);

/* malloc and realloc that end the program where memory is short. */
void *ol_test_alloc(size_t size);
void *ol_test_realloc(void *memory, size_t size);

__attribute__((format(printf, 1, 2))) struct ol_test_path ol_test_path(const char *format, ...);

/* A path below the project's root ($OL_SRCDIR, or the current folder), and one below ../shared. */
struct ol_test_path ol_test_source_path(const char *relative);
struct ol_test_path ol_test_shared_path(const char *relative);

bool ol_test_is_file(const char *path);
bool ol_test_is_folder(const char *path);

/* The bytes of a file with a NUL behind them; the caller frees them. *size may be asked for with
 * NULL. */
char *ol_test_read_file(const char *path, size_t *size);

void ol_test_write_file(const char *path, const void *bytes, size_t size);

/* Makes the folders that lead to path. */
void ol_test_make_folders(const char *path);

/* The names in a folder, in order. */
struct ol_test_names {
    char **names;
    size_t count;
};

struct ol_test_names ol_test_list_folder(const char *path);
void ol_test_names_free(struct ol_test_names *names);

/* A new empty folder, to be removed with all that is in it by ol_test_remove_folder. */
struct ol_test_path ol_test_new_folder(void);
void ol_test_remove_folder(const char *path);

#endif
