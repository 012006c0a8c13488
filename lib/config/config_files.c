/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration files, each with those that it extends: what they say is put together so that a
 * file counts more than all that it extends, and of a list of those the last one most. A file that
 * several extend is read once, where the first of them names it. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/input.h"
#include "base/limits.h"
#include "base/text.h"
#include "config/load_config.h"
#include "config/setting.h"

#define CONFIG_NAME ".onnx-lint.yaml"

/* What people call it as well. */
#define OTHER_NAME ".onnx-lint.yml"

/* A file that was begun. */
struct config_file {
    const struct config_file *former; /* begun before it */
    const struct config_file *from;   /* the one that names it; NULL: none does */
    const char *path;                 /* as shown */
    dev_t device;
    ino_t inode;
    bool is_open; /* it is not read to the end: it, or what it extends, is being read */
};

struct session {
    struct ol_config *config;
    struct ol_config total; /* what all files say so far */
    const struct config_file *last;
    size_t file_count;
    uint64_t byte_count;
    bool has_errors; /* told in the errors of config */
};

static enum ol_status read_file(struct session *session, const struct ol_input *input,
                                struct config_file *file);

/* --- one that is extended --- */

static const struct config_file *find_file(const struct session *session,
                                           const struct ol_input *input)
{
    const struct config_file *file = session->last;
    while (file != NULL && (file->device != input->device || file->inode != input->inode)) {
        file = file->former;
    }
    return file;
}

static struct config_file *add_file(struct session *session, const struct ol_input *input,
                                    const struct config_file *from)
{
    struct config_file *file = ol_arena_alloc(session->config->arena, sizeof *file);
    if (file == NULL) {
        return NULL;
    }
    *file = (struct config_file){.former = session->last,
                                 .from = from,
                                 .path = input->path,
                                 .device = input->device,
                                 .inode = input->inode,
                                 .is_open = true};
    session->last = file;
    session->file_count++;
    session->byte_count += input->size;
    return file;
}

/* "a.yaml extends itself: by b.yaml, by a.yaml" */
static void add_way(struct ol_buf *buf, const struct config_file *file,
                    const struct config_file *to)
{
    if (file != to) {
        add_way(buf, file->from, to);
        ol_buf_add(buf, ", which extends ");
    }
    ol_text_add_path(buf, file->path);
}

static void refuse_cycle(struct ol_typed *typed, struct ol_mark mark,
                         const struct config_file *file, const struct config_file *again)
{
    if (ol_typed_begin_error(typed, mark)) {
        ol_buf_add(typed->errors, "files that extend each other: ");
        add_way(typed->errors, file, again);
        ol_buf_add(typed->errors, ", which extends ");
        ol_text_add_path(typed->errors, again->path);
        ol_buf_add_char(typed->errors, '\n');
    }
}

static size_t depth_of(const struct config_file *file)
{
    size_t depth = 0;
    for (; file->from != NULL; file = file->from) {
        depth++;
    }
    return depth;
}

/* Whether there is room for one more file; tells where there is not. */
static bool has_room(const struct session *session, struct ol_typed *typed, struct ol_mark mark,
                     const struct ol_input *input, const struct config_file *from)
{
    if (session->file_count == OL_CONFIG_FILES_MAX) {
        if (ol_typed_begin_error(typed, mark)) {
            ol_buf_addf(typed->errors, "more than %d files\n", OL_CONFIG_FILES_MAX);
        }
        return false;
    }
    if (depth_of(from) == OL_CONFIG_DEPTH_MAX) {
        if (ol_typed_begin_error(typed, mark)) {
            ol_buf_addf(typed->errors, "more than %d files, each of which extends the next\n",
                        OL_CONFIG_DEPTH_MAX);
        }
        return false;
    }
    if (input->size > (uint64_t)OL_CONFIG_BYTES_MAX - session->byte_count) {
        if (ol_typed_begin_error(typed, mark)) {
            ol_buf_addf(typed->errors, "the files have more than %d bytes in all\n",
                        OL_CONFIG_BYTES_MAX);
        }
        return false;
    }
    return true;
}

/* Reads what an open file names. */
static enum ol_status extend_input(struct session *session, struct ol_typed *typed,
                                   const struct ol_yaml_node *node, const struct ol_input *input,
                                   const struct config_file *from)
{
    const struct config_file *known = find_file(session, input);
    if (known != NULL) {
        if (known->is_open) {
            refuse_cycle(typed, node->mark, from, known);
        }
        return OL_OK;
    }
    if (!has_room(session, typed, node->mark, input, from)) {
        return OL_OK;
    }
    struct config_file *file = add_file(session, input, from);
    return file == NULL ? OL_ERR_NOMEM : read_file(session, input, file);
}

static enum ol_status extend_file(struct session *session, struct ol_config_reading *reading,
                                  const struct ol_yaml_node *node, const struct config_file *from)
{
    struct ol_typed *typed = &reading->typed;
    const char *path = ol_config_join(reading, node->text);
    if (path == NULL) {
        return OL_ERR_NOMEM;
    }
    struct ol_input input;
    struct ol_buf why;
    ol_buf_init(&why);
    enum ol_status status = ol_input_open(&input, path, &why);
    if (status == OL_OK) {
        status = extend_input(session, typed, node, &input, from);
    } else if (status == OL_ERR_IO) {
        status = OL_OK;
        if (ol_typed_begin_error(typed, node->mark)) {
            ol_buf_add(typed->errors, ol_buf_text(&why));
            ol_buf_add_char(typed->errors, '\n');
        }
    }
    ol_input_fini(&input);
    ol_buf_fini(&why);
    return status;
}

/* --- profiles --- */

/* Refuses what is no profile, nor a file. */
static void refuse_profile(struct ol_typed *typed, const struct ol_yaml_node *node)
{
    if (!ol_typed_begin_error(typed, node->mark)) {
        return;
    }
    ol_buf_add(typed->errors, "extends");
    ol_setting_explain(typed->errors, OL_SETTING_PROFILE, node->text);
    ol_buf_add(typed->errors,
               strpbrk(node->text, "./") != NULL ? "; a file to extend ends in .yaml\n" : "\n");
}

static void refuse_second_profile(struct ol_typed *typed, const struct ol_yaml_node *node,
                                  const char *first)
{
    bool is_external = strcmp(first, "no-external") == 0 || strcmp(node->text, "no-external") == 0;
    if (ol_typed_begin_error(typed, node->mark)) {
        ol_buf_addf(typed->errors, "profile '%s' would undo '%s', since each sets all rules%s\n",
                    node->text, first,
                    is_external ? "; in place of no-external write external: off" : "");
    }
}

/* --- what a file extends --- */

struct extending {
    struct session *session;
    const struct config_file *from;
    const char *profile; /* of the list; NULL: none so far */
    enum ol_status status;
};

static void extend_profile(struct ol_config_reading *reading, const struct ol_yaml_node *node,
                           struct extending *extending)
{
    struct ol_config_value value = {node->text, ol_config_origin(reading, node->mark)};
    if (!ol_setting_accepts(OL_SETTING_PROFILE, node->text)) {
        refuse_profile(&reading->typed, node);
        return;
    }
    if (extending->profile != NULL) {
        refuse_second_profile(&reading->typed, node, extending->profile);
        return;
    }
    extending->profile = node->text;
    ol_config_keep(reading,
                   ol_config_add_value(&extending->session->total, OL_SETTING_PROFILE, &value));
}

/* One of `extends`. */
static void extend(struct ol_config_reading *reading, const struct ol_yaml_node *node, void *out)
{
    struct extending *extending = out;
    const char *text = NULL;
    if (extending->status != OL_OK || !ol_typed_line(&reading->typed, node, &text)) {
        return;
    }
    if (ol_setting_is_path(OL_SETTING_EXTENDS, text)) {
        extending->status = extend_file(extending->session, reading, node, extending->from);
    } else {
        extend_profile(reading, node, extending);
    }
}

/* --- a file --- */

/* The absolute path of the folder that the file is in, whatever links lead there; as named, where
 * it has none any more. */
static const char *folder_of(struct ol_arena *arena, const struct ol_input *input)
{
    char real[PATH_MAX];
    const char *folder = realpath(input->directory, real) != NULL ? real : input->directory;
    return ol_arena_copy_text(arena, ol_slice_from_text(folder));
}

static enum ol_status read_members(struct session *session, struct ol_config_reading *reading,
                                   const struct ol_input *input, const struct config_file *file)
{
    const struct ol_yaml_node *root = ol_typed_load_tree_any(&reading->typed, input->bytes);
    if (root == NULL) {
        return OL_OK; /* the status of typed says why */
    }
    struct extending extending = {.session = session, .from = file};
    ol_config_load_map(reading, root);
    const struct ol_yaml_node *extends = reading->extends;
    if (extends != NULL && extends->count > OL_CONFIG_FILES_MAX) {
        if (ol_typed_begin_error(&reading->typed, extends->mark)) {
            ol_buf_addf(reading->typed.errors, "more than %d files\n", OL_CONFIG_FILES_MAX);
        }
    } else if (extends != NULL) {
        ol_config_load_each(reading, extends, extend, &extending);
    }
    return extending.status;
}

/* Adds what a file says to the total, behind all that it extends. Errors of its content are told,
 * and noted in the session. */
static enum ol_status read_file(struct session *session, const struct ol_input *input,
                                struct config_file *file)
{
    struct ol_arena *arena = session->config->arena;
    struct ol_buf errors;
    ol_buf_init(&errors);
    struct ol_loader loader = {.arena = arena, .errors = &errors};
    struct ol_config_reading reading = {.layer = {.arena = arena}};
    ol_typed_init(&reading.typed, &loader, input->path);
    reading.folder = folder_of(arena, input);
    ol_config_keep(&reading, reading.folder != NULL);
    file->path = reading.typed.path;
    enum ol_status status = read_members(session, &reading, input, file);
    enum ol_status content = ol_typed_finish(&reading.typed);
    file->is_open = false;
    if (status == OL_OK && content == OL_ERR_RULE) {
        session->has_errors = true;
        ol_buf_add(&session->config->errors, ol_buf_text(&errors));
    } else if (status == OL_OK) {
        status = content;
    }
    if (status == OL_OK && !ol_config_add_all(&session->total, &reading.layer)) {
        status = OL_ERR_NOMEM;
    }
    ol_buf_fini(&errors);
    return status;
}

/* Puts what the files say beneath what the command line does. */
static enum ol_status take_total(struct session *session)
{
    struct ol_config *config = session->config;
    struct ol_config *total = &session->total;
    if (!ol_config_add_all(total, config)) {
        return OL_ERR_NOMEM;
    }
    struct ol_buf errors = config->errors;
    const char *folder = config->folder;
    *config = *total;
    config->errors = errors;
    config->folder = folder;
    config->is_loaded = true;
    return OL_OK;
}

static enum ol_status load_input(struct ol_config *config, const struct ol_input *input)
{
    struct session session = {.config = config, .total = {.arena = config->arena}};
    struct config_file *file = add_file(&session, input, NULL);
    if (file == NULL) {
        return OL_ERR_NOMEM;
    }
    enum ol_status status = read_file(&session, input, file);
    if (!ol_buf_is_ok(&config->errors)) {
        status = OL_ERR_NOMEM;
    }
    if (status != OL_OK) {
        return status;
    }
    return session.has_errors ? OL_ERR_RULE : take_total(&session);
}

enum ol_status ol_config_load(struct ol_config *config, const char *path)
{
    struct ol_input input;
    ol_buf_clear(&config->errors);
    if (config->is_loaded) {
        return OL_ERR_BUG;
    }
    enum ol_status status = ol_input_open(&input, path, &config->errors);
    if (status == OL_OK) {
        status = load_input(config, &input);
    }
    ol_input_fini(&input);
    return status;
}

/* --- looking for one --- */

/* Whether something of that name is there. A folder that may not be looked into holds nothing that
 * we could be meant to read. */
static bool is_there(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

/* Sets path to what leads from the working directory to a file of that name so many folders above.
 * Whether something is there. */
static bool find_above(struct ol_buf *path, size_t steps, const char *name)
{
    static const char up[] = "../";
    ol_buf_clear(path);
    for (size_t i = 0; i < steps; i++) {
        ol_buf_add(path, up);
    }
    ol_buf_add(path, name);
    return ol_buf_is_ok(path) && is_there(ol_buf_text(path));
}

/* A file that was meant for a configuration, and is passed over for its name. */
static void warn_of_name(struct ol_buf *warnings, const char *path)
{
    ol_text_add_path(warnings, path);
    ol_buf_add(warnings,
               ": warning: this file is not read; a configuration is named " CONFIG_NAME "\n");
}

/* Looks in the working directory and upwards: path is the first one that is there. Where there is
 * none it is left empty. */
static void look_upwards(const struct ol_config *config, struct ol_buf *path,
                         struct ol_buf *warnings)
{
    size_t depth = 0;
    for (const char *c = config->folder; *c != '\0'; c++) {
        depth += c[0] == '/' && c[1] != '\0' ? 1 : 0;
    }
    for (size_t steps = 0; steps <= depth; steps++) {
        if (find_above(path, steps, OTHER_NAME)) {
            warn_of_name(warnings, ol_buf_text(path));
        }
        if (find_above(path, steps, CONFIG_NAME)) {
            return;
        }
    }
    ol_buf_clear(path);
}

enum ol_status ol_config_find(struct ol_config *config)
{
    struct ol_buf path;
    struct ol_buf warnings;
    ol_buf_clear(&config->errors);
    ol_buf_init(&path);
    ol_buf_init(&warnings);
    look_upwards(config, &path, &warnings);
    bool is_ok = ol_buf_is_ok(&path) && ol_buf_is_ok(&warnings);
    enum ol_status status = is_ok ? OL_OK : OL_ERR_NOMEM;
    if (is_ok && path.size > 0) {
        status = ol_config_load(config, ol_buf_text(&path));
    }
    if (is_ok && warnings.size > 0) {
        config->warnings =
            ol_arena_copy_text(config->arena, ol_slice_from_text(ol_buf_text(&warnings)));
        status = config->warnings != NULL ? status : OL_ERR_NOMEM;
    }
    ol_buf_fini(&path);
    ol_buf_fini(&warnings);
    return status;
}
