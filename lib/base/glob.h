/* SPDX-License-Identifier: Apache-2.0 */
/* Patterns for file names, close to those of .gitignore: `*` and `?` stop at a slash, `**` between
 * slashes is any number of folders and at the end all that is in one, `[a-z]` and `[!a-z]` are
 * sets, a backslash takes the next character as it is. `?` and sets take one character of UTF-8, or
 * one byte that is none. A pattern without a slash, a final one excepted, is about the last part of
 * a path; one with a slash about the path beneath a folder. A final slash means folders, and all
 * that is in them. Letters are told apart by case, and a leading dot is a character as any other.
 */
#ifndef OL_BASE_GLOB_H
#define OL_BASE_GLOB_H

#include <stdbool.h>
#include <stddef.h>

/* What is wrong with a pattern: words without a final stop; NULL: nothing. */
const char *ol_glob_fault(const char *pattern);

/* Whether the pattern, which has no fault, is about the path or about a folder on the way to it.
 * The path is relative to the pattern's folder and has no "." or ".." in it; a slash behind it says
 * that it is a folder's. One that begins with a slash lies elsewhere: only a pattern without a
 * slash, or with a leading `**`, can be about that. In time, the product of both lengths. */
bool ol_glob_matches(const char *pattern, const char *path);

/* The same, but about the path itself: a folder on the way to it does not count. For walks, which
 * ask about each folder before they enter it. */
bool ol_glob_is_about(const char *pattern, const char *path);

#endif
