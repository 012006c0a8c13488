/* SPDX-License-Identifier: Apache-2.0 */
/* Paths of files, part by part. */
#include "base/file_path.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

void ol_file_path_add_working_folder(struct ol_buf *buf)
{
    char folder[PATH_MAX];
    bool is_known = getcwd(folder, sizeof folder) != NULL && folder[0] == '/';
    ol_buf_add(buf, is_known ? folder : "/");
}

/* Cuts the text to that many bytes. */
static void cut_to(struct ol_buf *buf, size_t size)
{
    if (ol_buf_is_ok(buf) && size < buf->size) {
        buf->size = size;
        buf->text[size] = '\0';
    }
}

/* Takes off the last part and its slash. */
static void cut_part(struct ol_buf *buf)
{
    const char *text = ol_buf_text(buf);
    const char *slash = strrchr(text, '/');
    cut_to(buf, slash != NULL ? (size_t)(slash - text) : 0);
}

/* Adds the parts of a path, each with a slash before it. */
static void add_parts(struct ol_buf *buf, const char *path)
{
    while (*path != '\0') {
        size_t size = strcspn(path, "/");
        if (size == 2 && memcmp(path, "..", 2) == 0) {
            cut_part(buf);
        } else if (size > 0 && !(size == 1 && path[0] == '.')) {
            ol_buf_add_char(buf, '/');
            ol_buf_add_slice(buf, (struct ol_slice){(const uint8_t *)path, size});
        }
        path += size;
        path += *path == '/' ? 1 : 0;
    }
}

void ol_file_path_set_absolute(struct ol_buf *buf, const char *folder, const char *path)
{
    ol_buf_clear(buf);
    if (path[0] != '/') {
        add_parts(buf, folder);
    }
    add_parts(buf, path);
    if (buf->size == 0) {
        ol_buf_add_char(buf, '/');
    }
}

void ol_file_path_cut(struct ol_buf *buf)
{
    cut_part(buf);
    if (buf->size == 0) {
        ol_buf_add_char(buf, '/');
    }
}

/* What two paths have in common, in bytes, up to the end of a part. */
static size_t common_size(const char *a, const char *b)
{
    size_t common = 0;
    size_t i = 0;
    for (; a[i] != '\0' && a[i] == b[i]; i++) {
        if (a[i] == '/') {
            common = i;
        }
    }
    bool is_end = (a[i] == '\0' || a[i] == '/') && (b[i] == '\0' || b[i] == '/');
    return is_end ? i : common;
}

bool ol_file_path_add_relative(struct ol_buf *buf, const char *folder, const char *path)
{
    const char *from = strcmp(folder, "/") == 0 ? "" : folder;
    size_t common = common_size(from, path);
    bool is_beneath = from[common] == '\0' && path[common] != '\0';
    for (const char *rest = from + common; *rest != '\0'; rest++) {
        if (*rest == '/') {
            ol_buf_add(buf, "../");
        }
    }
    const char *rest = path + common;
    ol_buf_add(buf, *rest == '/' ? rest + 1 : rest);
    return is_beneath;
}

void ol_file_path_add_text(struct ol_buf *buf, const char *path)
{
    struct ol_slice text = ol_slice_from_text(path);
    if (ol_utf8_valid_length(text) == text.size) {
        ol_buf_add(buf, path);
    } else {
        ol_text_add_path(buf, path);
    }
}
