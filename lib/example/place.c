/* SPDX-License-Identifier: Apache-2.0 */
/* Paths are reduced by their text, and then opened folder by folder without following a link. */
#include "example/place.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

/* Where the paths of an example begin. */
#define START "case"

/* Folders that are open at once while one is removed. */
#define FOLDERS_OPEN 16

/* What is being put where. */
struct writer {
    const struct ol_example_case *test;
    struct ol_buf *errors;
    int root; /* the place's folder */
};

enum ol_status ol_example_place_init(struct ol_example_place *place, struct ol_buf *error)
{
    ol_buf_init(&place->folder);
    ol_buf_init(&place->file);
    const char *parent = getenv("TMPDIR");
    ol_buf_add(&place->folder, parent != NULL && *parent != '\0' ? parent : "/tmp");
    ol_buf_add(&place->folder, "/onnx-lint-example.XXXXXX");
    if (!ol_buf_is_ok(&place->folder)) {
        return OL_ERR_NOMEM;
    }
    if (mkdtemp(place->folder.text) == NULL) {
        ol_text_add_path(error, place->folder.text);
        ol_buf_addf(error, ": cannot be made: %s", strerror(errno));
        ol_buf_clear(&place->folder); /* nothing is to be removed */
        return ol_buf_is_ok(error) ? OL_ERR_IO : OL_ERR_NOMEM;
    }
    return OL_OK;
}

static int remove_entry(const char *path, const struct stat *found, int type, struct FTW *where)
{
    (void)found;
    (void)where;
    return type == FTW_DP ? rmdir(path) : unlink(path);
}

void ol_example_place_fini(struct ol_example_place *place)
{
    if (place->folder.size > 0) {
        /* best effort: what is left is a folder of ours among temporary files */
        (void)nftw(place->folder.text, remove_entry, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS);
    }
    ol_buf_fini(&place->folder);
    ol_buf_fini(&place->file);
}

/* Closes a descriptor, if it is one, and leaves errno as it was. */
static void leave(int descriptor)
{
    int reason = errno;
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    errno = reason;
}

/* --- paths --------------------------------------------------------------- */

/* Steps out of the last component of a path; false where it has none. */
static bool step_out(struct ol_buf *path)
{
    if (path->size == 0) {
        return false;
    }
    const char *slash = strrchr(path->text, '/');
    path->size = slash != NULL ? (size_t)(slash - path->text) : 0;
    path->text[path->size] = '\0';
    return true;
}

/* Adds a path to one beneath the root, by its text: no "." and ".." are left. false where it is
 * absolute, or leads out. */
static bool add_path(struct ol_buf *path, const char *added)
{
    if (added[0] == '/') {
        return false;
    }
    while (*added != '\0') {
        size_t size = strcspn(added, "/");
        bool is_here = size == 0 || (size == 1 && added[0] == '.');
        if (size == 2 && added[0] == '.' && added[1] == '.') {
            if (!step_out(path)) {
                return false;
            }
        } else if (!is_here) {
            ol_buf_add(path, path->size > 0 ? "/" : "");
            ol_buf_add_slice(path, (struct ol_slice){(const uint8_t *)added, size});
        }
        added += size;
        added += strspn(added, "/");
    }
    return true;
}

/* Opens a folder in a folder, which is made where it is not there. -1: errno says why not. */
static int open_folder(int parent, const char *name, size_t size)
{
    char text[NAME_MAX + 1];
    if (size > NAME_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(text, name, size);
    text[size] = '\0';
    if (mkdirat(parent, text, 0700) != 0 && errno != EEXIST) {
        return -1;
    }
    return openat(parent, text, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Opens the folder that a path beneath the root leads to, making it, and tells the last component.
 * -1: errno says why not. */
static int open_parent(int root, const char *path, const char **last)
{
    int folder = dup(root);
    for (const char *slash = strchr(path, '/'); folder >= 0 && slash != NULL;
         slash = strchr(path, '/')) {
        int next = open_folder(folder, path, (size_t)(slash - path));
        leave(folder);
        folder = next;
        path = slash + 1;
    }
    *last = path;
    return folder;
}

/* --- writing ------------------------------------------------------------- */

/* Tells why a file of the example cannot be there. */
static enum ol_status refuse(const struct writer *writer, unsigned line, unsigned column,
                             const char *path, const char *why)
{
    ol_example_begin_error(writer->errors, writer->test, line, column);
    ol_text_quote(writer->errors, ol_slice_from_text(path));
    ol_buf_addf(writer->errors, " %s\n", why);
    return OL_ERR_RULE;
}

static enum ol_status refuse_for_errno(const struct writer *writer, unsigned line, unsigned column,
                                       const char *path)
{
    const char *reason = strerror(errno);
    ol_example_begin_error(writer->errors, writer->test, line, column);
    ol_text_quote(writer->errors, ol_slice_from_text(path));
    ol_buf_addf(writer->errors, " cannot be made: %s\n", reason);
    return OL_ERR_RULE;
}

/* Writes bytes to a new file, or to one that is a file already, which then is size bytes long. */
static bool write_bytes(int folder, const char *name, struct ol_slice bytes, int64_t size)
{
    int file = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    size_t at = 0;
    bool is_ok = file >= 0;
    while (is_ok && at < bytes.size) {
        ssize_t part = write(file, bytes.data + at, bytes.size - at);
        is_ok = part > 0 || (part < 0 && errno == EINTR);
        at += part > 0 ? (size_t)part : 0;
    }
    is_ok = is_ok && ftruncate(file, size) == 0;
    leave(file);
    return is_ok;
}

static bool add_hard_link(const struct writer *writer, int folder, const char *name,
                          const char *target)
{
    const char *last;
    int other = open_parent(writer->root, target, &last);
    bool is_linked = other >= 0 && linkat(other, last, folder, name, 0) == 0;
    leave(other);
    return is_linked;
}

/* Makes one side file in an open folder. false: errno says why not, unless *status says more. */
static bool make_side_file(const struct writer *writer, const struct ol_example_file *file,
                           int folder, const char *name, enum ol_status *status)
{
    if (file->is_directory) {
        return mkdirat(folder, name, 0700) == 0 || errno == EEXIST;
    }
    if (file->link != NULL) {
        return symlinkat(file->link, folder, name) == 0;
    }
    if (file->hard_link != NULL) {
        struct ol_buf target;
        ol_buf_init(&target);
        ol_buf_add(&target, START);
        bool is_inside = add_path(&target, file->hard_link);
        errno = EXDEV;
        if (!ol_buf_is_ok(&target)) {
            *status = OL_ERR_NOMEM;
        }
        bool is_linked = is_inside && *status == OL_OK &&
                         add_hard_link(writer, folder, name, ol_buf_text(&target));
        ol_buf_fini(&target);
        return is_linked;
    }
    if (file->hole >= 0) {
        return write_bytes(folder, name, (struct ol_slice){NULL, 0}, file->hole);
    }
    struct ol_hexasm bytes;
    *status = ol_example_assemble(writer->test, file->bytes, file->bytes_line, file->bytes_column,
                                  &bytes, writer->errors);
    bool is_written =
        *status == OL_OK &&
        write_bytes(folder, name, (struct ol_slice){bytes.bytes, bytes.size}, (int64_t)bytes.size);
    int reason = errno;
    ol_hexasm_fini(&bytes);
    errno = reason;
    return is_written;
}

static enum ol_status write_side_file(const struct writer *writer,
                                      const struct ol_example_file *file)
{
    struct ol_buf path;
    const char *last;
    int folder = -1;
    enum ol_status status = OL_OK;
    ol_buf_init(&path);
    ol_buf_add(&path, START);
    bool is_inside = add_path(&path, file->path) && path.size > 0;
    if (!ol_buf_is_ok(&path)) {
        status = OL_ERR_NOMEM;
    } else if (!is_inside) {
        status = refuse(writer, file->line, file->column, file->path,
                        "leads out of the folder of the example");
    } else {
        folder = open_parent(writer->root, ol_buf_text(&path), &last);
        bool is_made = folder >= 0 && make_side_file(writer, file, folder, last, &status);
        if (!is_made && status == OL_OK) {
            status = refuse_for_errno(writer, file->line, file->column, file->path);
        }
    }
    leave(folder);
    ol_buf_fini(&path);
    return status;
}

/* Where a side file made a link of the name that is to be linted, adds what the link says to the
 * folder of the path. */
static bool follow_link(const struct writer *writer, struct ol_buf *path)
{
    char target[PATH_MAX];
    const char *last;
    int folder = open_parent(writer->root, ol_buf_text(path), &last);
    ssize_t size = folder >= 0 ? readlinkat(folder, last, target, sizeof target - 1) : -1;
    leave(folder);
    if (size < 0) {
        return true; /* it is no link, or opening will tell */
    }
    target[size] = '\0';
    return step_out(path) && add_path(path, target);
}

/* Writes what is linted; behind the side files, since its name may be a link to one. */
static enum ol_status write_linted(const struct writer *writer, const char *name,
                                   struct ol_slice bytes)
{
    const struct ol_example *example = writer->test->example;
    struct ol_buf path;
    const char *last;
    enum ol_status status = OL_OK;
    ol_buf_init(&path);
    ol_buf_add(&path, START);
    bool is_inside = add_path(&path, name) && path.size > strlen(START) &&
                     follow_link(writer, &path) && path.size > 0;
    if (!ol_buf_is_ok(&path)) {
        status = OL_ERR_NOMEM;
    } else if (!is_inside) {
        status = refuse(writer, example->line, example->column, name,
                        "leads out of the folder of the example");
    } else {
        int64_t size = example->size > 0 ? example->size : (int64_t)bytes.size;
        int folder = open_parent(writer->root, ol_buf_text(&path), &last);
        if (folder < 0 || !write_bytes(folder, last, bytes, size)) {
            status = refuse_for_errno(writer, example->line, example->column, name);
        }
        leave(folder);
    }
    ol_buf_fini(&path);
    return status;
}

enum ol_status ol_example_place_fill(struct ol_example_place *place,
                                     const struct ol_example_case *test,
                                     const struct ol_hexasm *bytes, struct ol_buf *errors)
{
    const struct ol_example *example = test->example;
    const char *folder = ol_buf_text(&place->folder);
    const char *name = ol_example_file_name(example);
    struct writer writer = {.test = test, .errors = errors};
    enum ol_status status = OL_OK;
    writer.root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int start = writer.root >= 0 ? open_folder(writer.root, START, strlen(START)) : -1;
    if (start < 0) {
        status = refuse_for_errno(&writer, example->line, example->column, folder);
    }
    leave(start);
    for (size_t i = 0; status == OL_OK && i < example->file_count; i++) {
        status = write_side_file(&writer, &example->files[i]);
    }
    if (status == OL_OK) {
        status = write_linted(&writer, name, (struct ol_slice){bytes->bytes, bytes->size});
    }
    leave(writer.root);
    ol_buf_addf(&place->file, "%s/" START "/%s", folder, name);
    return ol_buf_is_ok(&place->file) && ol_buf_is_ok(errors) ? status : OL_ERR_NOMEM;
}
