/* SPDX-License-Identifier: Apache-2.0 */
/* The directory walk, over fts(3). */
#include "base/walk.h"

#include <errno.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/text.h"

static bool has_extension(const char *name, const char *extension)
{
    size_t size = strlen(extension);
    size_t length = strlen(name);
    return length > size && strcmp(name + length - size, extension) == 0;
}

bool ol_walk_is_onnx(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    return has_extension(name, ".onnx") || has_extension(name, ".pb");
}

/* A link is what it leads to: a file is linted, a directory is not entered, a dangling link is told
 * of when opened. */
static bool is_link_to_directory(const FTSENT *entry)
{
    return ol_walk_is_directory(entry->fts_accpath);
}

static int compare(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static enum ol_status tell_error(const struct ol_walk_sink *sink, const char *path,
                                 int error_number)
{
    struct ol_buf text;
    ol_buf_init(&text);
    ol_text_add_path(&text, path);
    ol_buf_add(&text, ": cannot be read: ");
    ol_buf_add(&text, strerror(error_number));
    enum ol_status result = ol_buf_is_ok(&text)
                                ? sink->add_error(sink->context, path, ol_buf_text(&text))
                                : OL_ERR_NOMEM;
    ol_buf_fini(&text);
    return result;
}

static enum ol_status visit_file(const struct ol_walk_sink *sink, const FTSENT *entry)
{
    return sink->is_wanted(sink->context, entry->fts_path, false)
               ? sink->add_file(sink->context, entry->fts_path)
               : OL_OK;
}

static enum ol_status visit(const struct ol_walk_sink *sink, FTS *walk, FTSENT *entry)
{
    switch (entry->fts_info) {
    case FTS_D:
        if (entry->fts_level > FTS_ROOTLEVEL &&
            !sink->is_wanted(sink->context, entry->fts_path, true)) {
            (void)fts_set(walk, entry, FTS_SKIP); /* fails for unknown instructions only */
        }
        return OL_OK;
    case FTS_F:
    case FTS_DEFAULT: /* a pipe, socket or device, as opening it will tell */
        return visit_file(sink, entry);
    case FTS_SL:
    case FTS_SLNONE:
        return is_link_to_directory(entry) ? OL_OK : visit_file(sink, entry);
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS:
        return tell_error(sink, entry->fts_path, entry->fts_errno);
    default: /* directories that are left */
        return OL_OK;
    }
}

bool ol_walk_is_directory(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

enum ol_status ol_walk(const char *directory, const struct ol_walk_sink *sink)
{
    struct ol_buf root; /* fts wants text that it could write to */
    ol_buf_init(&root);
    ol_buf_add(&root, directory);
    enum ol_status result = ol_buf_is_ok(&root) ? OL_OK : OL_ERR_NOMEM;
    char *roots[] = {root.text, NULL};
    FTS *walk = NULL;
    if (result == OL_OK) {
        walk = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, compare);
        if (walk == NULL) {
            result = errno == ENOMEM ? OL_ERR_NOMEM : tell_error(sink, directory, errno);
        }
    }
    while (walk != NULL && result == OL_OK) {
        errno = 0;
        FTSENT *entry = fts_read(walk);
        if (entry == NULL) {
            result = errno == 0        ? OL_OK
                     : errno == ENOMEM ? OL_ERR_NOMEM
                                       : tell_error(sink, directory, errno);
            break;
        }
        result = visit(sink, walk, entry);
    }
    if (walk != NULL) {
        (void)fts_close(walk); /* with FTS_NOCHDIR there is no directory to return to */
    }
    ol_buf_fini(&root);
    return result;
}
