/* SPDX-License-Identifier: Apache-2.0 */
/* Finds files beneath a directory. */
#ifndef OL_BASE_WALK_H
#define OL_BASE_WALK_H

#include <stdbool.h>

#include "base/status.h"

/* Who is told. path and text are borrowed for the call. */
struct ol_walk_sink {
    void *context;
    /* A file to lint: directory, then the part that the walk added. Another result than OL_OK ends
     * the walk. */
    enum ol_status (*add_file)(void *context, const char *path);
    /* Whether a file is one to lint, or a directory one to enter; the directory that the walk
     * begins with is entered unasked. */
    bool (*is_wanted)(void *context, const char *path, bool is_directory);
    /* Something could not be entered or examined: "PATH: what: why" without a final newline. */
    enum ol_status (*add_error)(void *context, const char *path, const char *text);
};

/* Whether path names a directory, through links or not. */
bool ol_walk_is_directory(const char *path);

/* Whether a file name ends as those of ONNX do, in .onnx or .pb, with something before that. */
bool ol_walk_is_onnx(const char *path);

/* Tells the sink of each file beneath the directory that it wants, names in one directory in the
 * order of their bytes. Links to files count as files, and so does what is no regular file, which
 * opening will tell; links to directories beneath it are not followed, so no loop is entered. Only
 * what the sink returns and memory can make it fail. */
enum ol_status ol_walk(const char *directory, const struct ol_walk_sink *sink) OL_NODISCARD;

#endif
