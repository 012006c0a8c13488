/* SPDX-License-Identifier: Apache-2.0 */
/* Lists files of rules. */
#include "config/rule_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "base/walk.h"

static const char **file_at(const struct ol_vector *files, size_t i)
{
    return (const char **)files->items + i;
}

static enum ol_status refuse(struct ol_buf *error, const char *path, const char *what,
                             const char *why)
{
    ol_text_add_path(error, path);
    ol_buf_addf(error, ": %s%s", what, why);
    return ol_buf_is_ok(error) ? OL_ERR_IO : OL_ERR_NOMEM;
}

static enum ol_status add_file(struct ol_vector *files, const char *path, struct ol_buf *error)
{
    for (size_t i = 0; i < files->count; i++) {
        if (strcmp(*file_at(files, i), path) == 0) {
            return OL_OK;
        }
    }
    if (files->count >= OL_CUSTOM_RULES_MAX) {
        ol_text_add_path(error, path);
        ol_buf_addf(error, ": with this file, there are more than %d of rules",
                    OL_CUSTOM_RULES_MAX);
        return ol_buf_is_ok(error) ? OL_ERR_LIMIT : OL_ERR_NOMEM;
    }
    const char **place = ol_vector_add(files, sizeof *place);
    if (place == NULL) {
        return OL_ERR_NOMEM;
    }
    *place = path;
    return OL_OK;
}

static bool is_rule_file(const char *name)
{
    size_t size = strlen(name);
    return name[0] != '.' && size > 5 && strcmp(name + size - 5, ".yaml") == 0;
}

/* "folder/name" in the arena; NULL when memory is short. */
static const char *join(struct ol_arena *arena, const char *folder, const char *name)
{
    struct ol_buf path;
    ol_buf_init(&path);
    ol_buf_add(&path, folder);
    ol_buf_add(&path, folder[strlen(folder) - 1] == '/' ? "" : "/");
    ol_buf_add(&path, name);
    const char *kept = ol_buf_copy(&path, arena);
    ol_buf_fini(&path);
    return kept;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Adds the paths in a folder that is open, in any order. */
static enum ol_status list(DIR *folder, const char *path, struct ol_arena *arena,
                           struct ol_vector *found, struct ol_buf *error)
{
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(folder);
        if (entry == NULL) {
            return errno == 0 ? OL_OK : refuse(error, path, "cannot be read: ", strerror(errno));
        }
        if (!is_rule_file(entry->d_name)) {
            continue;
        }
        const char *joined = join(arena, path, entry->d_name);
        enum ol_status status = joined != NULL ? add_file(found, joined, error) : OL_ERR_NOMEM;
        if (status != OL_OK) {
            return status;
        }
    }
}

static enum ol_status add_folder(struct ol_vector *files, struct ol_arena *arena, const char *path,
                                 struct ol_buf *error)
{
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return errno == ENOMEM ? OL_ERR_NOMEM
                               : refuse(error, path, "cannot be read: ", strerror(errno));
    }
    struct ol_vector found = {0};
    enum ol_status status = list(folder, path, arena, &found, error);
    (void)closedir(folder); /* it was only read */
    if (status == OL_OK && found.count == 0) {
        status = refuse(error, path, "no file in this folder ends in .yaml", "");
    }
    if (status == OL_OK) {
        qsort(found.items, found.count, sizeof(const char *), compare);
    }
    for (size_t i = 0; status == OL_OK && i < found.count; i++) {
        status = add_file(files, *file_at(&found, i), error);
    }
    ol_vector_fini(&found);
    return status;
}

enum ol_status ol_rule_files_add(struct ol_vector *files, struct ol_arena *arena, const char *path,
                                 struct ol_buf *error)
{
    if (path[0] != '\0' && ol_walk_is_directory(path)) {
        return add_folder(files, arena, path, error);
    }
    const char *kept = ol_arena_copy_text(arena, ol_slice_from_text(path));
    return kept != NULL ? add_file(files, kept, error) : OL_ERR_NOMEM;
}
