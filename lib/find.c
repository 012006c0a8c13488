/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the inputs: what is named, and what directories hold. */
#include "find.h"

#include <string.h>

#include "base/file_path.h"
#include "base/glob.h"
#include "base/walk.h"
#include "config/config.h"

/* The search at one path. */
struct search {
    const struct ol_config *config;
    ol_found_fn *found;
    void *context;
    struct ol_buf absolute; /* scratch */
    struct ol_buf relative; /* scratch */
    bool is_ended;
};

/* A path as it is seen from the folder of a pattern, a directory's with a slash behind it. */
static const char *see(struct search *search, const struct ol_config_value *pattern,
                       const char *path, bool is_directory)
{
    ol_file_path_set_absolute(&search->absolute, search->config->folder, path);
    ol_buf_clear(&search->relative);
    bool is_beneath = ol_file_path_add_relative(&search->relative, pattern->origin.folder,
                                                ol_buf_text(&search->absolute));
    struct ol_buf *seen = is_beneath ? &search->relative : &search->absolute;
    if (is_directory) {
        ol_buf_add_char(seen, '/');
    }
    return ol_buf_text(seen);
}

typedef bool match_fn(const char *pattern, const char *path);

/* Whether one of the patterns of a setting matches. */
static bool has_match(struct search *search, enum ol_setting_id setting, match_fn *is_match,
                      const char *path, bool is_directory)
{
    const struct ol_config_values *patterns = &search->config->values[setting];
    for (size_t i = 0; i < patterns->count; i++) {
        const struct ol_config_value *pattern = &patterns->items[i];
        if (is_match(pattern->text, see(search, pattern, path, is_directory))) {
            return true;
        }
    }
    return false;
}

/* Of what a walk finds: the path itself, since a folder on the way was asked about, or named. */
static bool is_excluded(struct search *search, const char *path, bool is_directory)
{
    return has_match(search, OL_SETTING_EXCLUDE, ol_glob_is_about, path, is_directory);
}

static enum ol_status tell_of(struct search *search, enum ol_found found, const char *path,
                              const char *error)
{
    if (!ol_buf_is_ok(&search->absolute) || !ol_buf_is_ok(&search->relative)) {
        return OL_ERR_NOMEM;
    }
    search->is_ended = search->is_ended || !search->found(search->context, found, path, error);
    return search->is_ended ? OL_ERR_LIMIT : OL_OK;
}

/* Tells of what could be looked at. */
static enum ol_status tell(struct search *search, enum ol_found found, const char *path)
{
    return tell_of(search, found, path, NULL);
}

/* --- the walk ------------------------------------------------------------ */

static bool is_wanted(void *context, const char *path, bool is_directory)
{
    if (!is_directory) {
        return ol_walk_is_onnx(path) ||
               has_match(context, OL_SETTING_INCLUDE, ol_glob_matches, path, false);
    }
    if (is_excluded(context, path, true)) {
        (void)tell(context, OL_FOUND_EXCLUDED, path); /* what ends the search, the next one tells */
        return false;
    }
    return true;
}

static enum ol_status add_file(void *context, const char *path)
{
    return tell(context, is_excluded(context, path, false) ? OL_FOUND_EXCLUDED : OL_FOUND_FILE,
                path);
}

static enum ol_status add_error(void *context, const char *path, const char *text)
{
    return tell_of(context, OL_FOUND_ERROR, path, text);
}

static enum ol_status find(struct search *search, const char *path)
{
    bool is_directory = ol_walk_is_directory(path);
    if (ol_config_flag(search->config, OL_SETTING_FORCE_EXCLUDE) &&
        has_match(search, OL_SETTING_EXCLUDE, ol_glob_matches, path, is_directory)) {
        return tell(search, OL_FOUND_EXCLUDED, path);
    }
    if (!is_directory) {
        return tell(search, OL_FOUND_FILE, path);
    }
    const struct ol_walk_sink sink = {
        .context = search,
        .is_wanted = is_wanted,
        .add_file = add_file,
        .add_error = add_error,
    };
    return ol_walk(path, &sink);
}

static struct search search_of(const struct ol_config *config, ol_found_fn *found, void *context)
{
    struct search search = {.config = config, .found = found, .context = context};
    ol_buf_init(&search.absolute);
    ol_buf_init(&search.relative);
    return search;
}

/* Ends a search that came to that status, and says what it came to. */
static enum ol_status end(struct search *search, enum ol_status status)
{
    bool is_ok = ol_buf_is_ok(&search->absolute) && ol_buf_is_ok(&search->relative);
    ol_buf_fini(&search->absolute);
    ol_buf_fini(&search->relative);
    if (search->is_ended) {
        return OL_OK;
    }
    return is_ok ? status : OL_ERR_NOMEM;
}

enum ol_status ol_find_inputs(const struct ol_config *config, const char *path, ol_found_fn *found,
                              void *context)
{
    struct search search = search_of(config, found, context);
    return end(&search, find(&search, path));
}

/* --- one folder ---------------------------------------------------------- */

static bool is_wanted_here(void *context, const char *path, bool is_directory)
{
    return !is_directory && is_wanted(context, path, false) &&
           !has_match(context, OL_SETTING_EXCLUDE, ol_glob_matches, path, false);
}

static enum ol_status add_file_here(void *context, const char *path)
{
    return tell(context, OL_FOUND_FILE, path);
}

enum ol_status ol_find_in_folder(const struct ol_config *config, const char *folder,
                                 ol_found_fn *found, void *context)
{
    struct search search = search_of(config, found, context);
    const struct ol_walk_sink sink = {
        .context = &search,
        .is_wanted = is_wanted_here,
        .add_file = add_file_here,
        .add_error = add_error,
    };
    return end(&search, ol_walk(folder, &sink));
}

enum ol_status ol_find_is_input(const struct ol_config *config, const char *path, bool *is_input)
{
    struct search search = search_of(config, NULL, NULL);
    *is_input = is_wanted(&search, path, false);
    return end(&search, OL_OK);
}
