/* SPDX-License-Identifier: Apache-2.0 */
/* Paths of files as texts: made absolute, and relative to a folder. Links are not resolved, and no
 * file is looked at, so what a path is to a pattern or a baseline does not depend on what is
 * there. */
#ifndef OL_BASE_FILE_PATH_H
#define OL_BASE_FILE_PATH_H

#include <stdbool.h>

#include "base/buf.h"

/* Adds the absolute path of the working directory, or "/" where it has none any more. */
void ol_file_path_add_working_folder(struct ol_buf *buf);

/* Sets buf to the path, which is relative to the folder unless it begins with a slash, without "."
 * and "..", double slashes and a final one: "/a/b". folder is absolute. */
void ol_file_path_set_absolute(struct ol_buf *buf, const char *folder, const char *path);

/* Cuts the last part off an absolute path that ol_file_path_set_absolute made: the folder that it
 * is in. */
void ol_file_path_cut(struct ol_buf *buf);

/* Adds what leads from a folder to a file, both as ol_file_path_set_absolute makes them: "m.onnx",
 * "a/m.onnx", "../b/m.onnx". Whether the file is beneath the folder. */
bool ol_file_path_add_relative(struct ol_buf *buf, const char *folder, const char *path);

/* Adds the path as a text that JSON can hold: as it is where it is UTF-8, else as it is shown. */
void ol_file_path_add_text(struct ol_buf *buf, const char *path);

#endif
