/* SPDX-License-Identifier: Apache-2.0 */
/* Finds what is to be linted when files have changed: the models among them, and those that take
 * their data from one of the others. Such a model lies in the folder of its data or in one above
 * it, since a location leads downwards. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file_path.h"
#include "base/input.h"
#include "base/trie.h"
#include "base/vector.h"
#include "base/walk.h"
#include "config/config.h"
#include "find.h"
#include "onnx/locations.h"
#include "onnx/recognise.h"

struct changes {
    const struct ol_config *config;
    ol_found_fn *found;
    void *context;
    struct ol_arena *arena;
    struct ol_trie files;   /* what has changed, by absolute path */
    struct ol_trie told;    /* inputs that were told, the same way */
    struct ol_trie folders; /* to be searched for models, the same way */
    struct ol_vector order; /* of char *: the same folders */
    struct ol_buf path;     /* scratch: an absolute path */
    struct ol_buf text;     /* scratch */
    const char *folder;     /* whose models are being read; absolute */
    bool is_named;          /* the model that is being read names a file that has changed */
    bool is_ended;          /* the search was ended from outside */
    enum ol_status status;
};

/* Notes a failure of ours, the first one. Returns whether there is none. */
static bool note(struct changes *changes, enum ol_status status)
{
    changes->status = changes->status == OL_OK ? status : changes->status;
    return changes->status == OL_OK;
}

/* Adds an absolute path to a set. Returns its copy where it is new there; NULL where it is not, and
 * when memory is short (which is noted). */
static const char *add_to(struct changes *changes, struct ol_trie *set, const char *path)
{
    struct ol_slice key = ol_slice_from_text(path);
    if (ol_trie_find(set, key) != NULL) {
        return NULL;
    }
    char *copy = ol_arena_copy_text(changes->arena, key);
    void **place = copy != NULL ? ol_trie_place(set, ol_slice_from_text(copy)) : NULL;
    if (place == NULL) {
        (void)note(changes, OL_ERR_NOMEM);
        return NULL;
    }
    *place = copy;
    return copy;
}

/* The absolute form of a path; valid until the next call. */
static const char *absolute(struct changes *changes, const char *path)
{
    ol_file_path_set_absolute(&changes->path, changes->config->folder, path);
    return ol_buf_text(&changes->path);
}

/* Hands on what was found, an input only once. */
static bool tell(void *context, enum ol_found found, const char *path, const char *error)
{
    struct changes *changes = context;
    if (found == OL_FOUND_FILE &&
        add_to(changes, &changes->told, absolute(changes, path)) == NULL) {
        return changes->status == OL_OK;
    }
    changes->is_ended = changes->is_ended || !changes->found(changes->context, found, path, error);
    return !changes->is_ended;
}

/* --- what has changed ---------------------------------------------------- */

/* Adds the folder that holds a path, and those above it up to the working directory; where that is
 * no folder above it, only the one. */
static void add_folders(struct changes *changes, const char *path)
{
    const char *top = changes->config->folder;
    size_t size = strcmp(top, "/") == 0 ? 0 : strlen(top);
    bool is_beneath = strncmp(path, top, size) == 0 && path[size] == '/';
    ol_file_path_set_absolute(&changes->path, "/", path);
    do {
        ol_file_path_cut(&changes->path);
        const char *added = add_to(changes, &changes->folders, ol_buf_text(&changes->path));
        const char **place = added != NULL ? ol_vector_add(&changes->order, sizeof *place) : NULL;
        if (place == NULL) {
            (void)note(changes, added != NULL ? OL_ERR_NOMEM : OL_OK);
            return; /* known, and so are those above it */
        }
        *place = added;
    } while (is_beneath && strcmp(ol_buf_text(&changes->path), top) != 0);
}

/* Takes one path that has changed: a file, or one that is gone, is looked for in models as well. */
static void take(struct changes *changes, const char *path)
{
    bool is_input = false;
    bool is_gone = access(path, F_OK) != 0;
    if (ol_walk_is_directory(path)) {
        (void)note(changes, ol_find_inputs(changes->config, path, tell, changes));
        return;
    }
    const char *added = add_to(changes, &changes->files, absolute(changes, path));
    if (added != NULL) {
        add_folders(changes, added);
    }
    if (note(changes, ol_find_is_input(changes->config, path, &is_input)) && is_input && !is_gone) {
        (void)note(changes, ol_find_inputs(changes->config, path, tell, changes));
    }
}

/* --- the models that name it --------------------------------------------- */

/* An ol_location_fn: ends the search where the location leads to something that has changed. */
static bool compare(void *context, struct ol_slice location)
{
    struct changes *changes = context;
    if (location.size == 0 || memchr(location.data, 0, location.size) != NULL) {
        return true; /* leads to no file */
    }
    ol_buf_clear(&changes->text);
    ol_buf_add_slice(&changes->text, location);
    ol_file_path_set_absolute(&changes->path, changes->folder, ol_buf_text(&changes->text));
    changes->is_named = ol_trie_find(&changes->files, ol_buf_slice(&changes->path)) != NULL;
    return !changes->is_named;
}

/* Sets is_named to whether a model names something that has changed. One that cannot be read may,
 * and linting it tells why. */
static void read_model(struct changes *changes, const char *path)
{
    struct ol_file_kind kind;
    struct ol_input input = {0};
    struct ol_buf error;
    ol_buf_init(&error);
    changes->is_named = false;
    enum ol_status status = ol_input_open(&input, path, &error);
    if (status == OL_OK) {
        ol_recognise(input.bytes, path, NULL, &kind);
        if (kind.root != NULL) {
            ol_locations_visit(input.bytes, kind.root, compare, changes);
        }
    } else if (status == OL_ERR_IO) {
        changes->is_named = true;
    } else {
        (void)note(changes, status);
    }
    ol_input_fini(&input);
    ol_buf_fini(&error);
}

/* Takes what there is in a folder: a model is told under the path that leads to it from the working
 * directory. */
static bool look_at(void *context, enum ol_found found, const char *name, const char *error)
{
    struct changes *changes = context;
    struct ol_buf shown;
    if (found != OL_FOUND_FILE) {
        return tell(changes, found, name, error);
    }
    const char *path = absolute(changes, name);
    if (ol_trie_find(&changes->told, ol_slice_from_text(path)) != NULL) {
        return true;
    }
    ol_buf_init(&shown);
    if (!ol_file_path_add_relative(&shown, changes->config->folder, path)) {
        ol_buf_clear(&shown);
        ol_buf_add(&shown, path);
    }
    if (note(changes, ol_buf_is_ok(&shown) ? OL_OK : OL_ERR_NOMEM)) {
        read_model(changes, ol_buf_text(&shown));
        if (changes->is_named && changes->status == OL_OK) {
            (void)tell(changes, OL_FOUND_FILE, ol_buf_text(&shown), NULL);
        }
    }
    ol_buf_fini(&shown);
    return changes->status == OL_OK && !changes->is_ended;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void search_folders(struct changes *changes)
{
    const char **folders = changes->order.items;
    if (changes->order.count > 1) {
        qsort(folders, changes->order.count, sizeof *folders, compare_texts);
    }
    for (size_t i = 0; i < changes->order.count && changes->status == OL_OK && !changes->is_ended;
         i++) {
        changes->folder = folders[i];
        if (ol_walk_is_directory(folders[i])) { /* it may be gone as well */
            (void)note(changes, ol_find_in_folder(changes->config, folders[i], look_at, changes));
        }
    }
}

enum ol_status ol_find_changed(const struct ol_config *config, const char *const *paths,
                               size_t count, ol_found_fn *found, void *context)
{
    struct changes changes = {
        .config = config, .found = found, .context = context, .arena = ol_arena_new()};
    if (changes.arena == NULL) {
        return OL_ERR_NOMEM;
    }
    ol_trie_init(&changes.files, changes.arena, false);
    ol_trie_init(&changes.told, changes.arena, false);
    ol_trie_init(&changes.folders, changes.arena, false);
    ol_buf_init(&changes.path);
    ol_buf_init(&changes.text);
    for (size_t i = 0; i < count && changes.status == OL_OK && !changes.is_ended; i++) {
        take(&changes, paths[i]);
    }
    search_folders(&changes);
    bool is_ok = ol_buf_is_ok(&changes.path) && ol_buf_is_ok(&changes.text);
    (void)note(&changes, is_ok ? OL_OK : OL_ERR_NOMEM);
    ol_buf_fini(&changes.path);
    ol_buf_fini(&changes.text);
    ol_vector_fini(&changes.order);
    ol_arena_free(changes.arena);
    return changes.is_ended ? OL_OK : changes.status;
}
