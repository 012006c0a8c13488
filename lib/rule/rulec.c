/* SPDX-License-Identifier: Apache-2.0 */
/* The build's rule compiler: reads rules, profiles and targets with the loader and writes them as
 * constant C tables.
 *
 *   rulec OUTPUT.c FILE.yaml...    a file in a folder named profiles is a profile, one in a folder
 *                                  named targets a target, checks.yaml explains the checks, and any
 *                                  other is a rule
 *   rulec --check FILE.yaml...     only tells what is wrong; the files may name rules that are not
 * among them */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "rule/check_docs.h"
#include "rule/load.h"
#include "rule/tables.h"

static int complain(const char *path, const char *what)
{
    fprintf(stderr, "%s: error: %s\n", path, what);
    return 1;
}

/* The whole file, in buf; a file past the cap is cut just behind it, which the loader then
 * refuses. */
static bool read_file(const char *path, struct ol_buf *buf)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    unsigned char chunk[8192];
    size_t size = 0;
    do {
        size = fread(chunk, 1, sizeof chunk, file);
        ol_buf_add_slice(buf, (struct ol_slice){chunk, size});
    } while (size > 0 && buf->size <= (size_t)OL_YAML_BYTES_MAX);
    bool is_read = ferror(file) == 0;
    fclose(file);
    return is_read && ol_buf_is_ok(buf);
}

/* Whether the file lies in the folder, which has a slash behind it. */
static bool is_in(const char *path, const char *folder)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return false;
    }
    size_t size = strlen(folder);
    size_t before = (size_t)(slash + 1 - path);
    return before >= size && memcmp(slash + 1 - size, folder, size) == 0 &&
           (before == size || slash[-(ptrdiff_t)size] == '/');
}

static bool is_check_docs(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strcmp(slash != NULL ? slash + 1 : path, "checks.yaml") == 0;
}

/* What is told people of the checks: only its text is kept, once it has been held against them. */
static enum ol_status load_check_docs(struct ol_loader *loader, const char *path,
                                      struct ol_slice text, struct ol_load_set *set)
{
    struct ol_check_docs docs;
    const char *copy = ol_arena_copy_text(loader->arena, text);
    if (copy == NULL) {
        return OL_ERR_NOMEM;
    }
    set->check_docs = (struct ol_slice){(const uint8_t *)copy, text.size};
    return ol_check_docs_load(loader, path, text, &docs);
}

/* Loads one file into the set, which has room for it. */
static enum ol_status load_file(struct ol_loader *loader, const char *path, struct ol_load_set *set)
{
    struct ol_buf text;
    ol_buf_init(&text);
    enum ol_status status = OL_OK;
    if (!read_file(path, &text)) {
        complain(path, strerror(errno));
        status = OL_ERR_IO;
    } else {
        struct ol_slice slice = ol_buf_slice(&text);
        if (is_in(path, "targets/")) {
            status = ol_load_target(loader, path, slice, &set->targets[set->target_count]);
            set->target_count += status == OL_OK ? 1 : 0;
        } else if (is_in(path, "profiles/")) {
            status = ol_load_profile(loader, path, slice, &set->profiles[set->profile_count]);
            set->profile_count += status == OL_OK ? 1 : 0;
        } else if (is_check_docs(path)) {
            status = load_check_docs(loader, path, slice, set);
        } else {
            status = ol_load_rule(loader, path, slice, &set->rules[set->rule_count]);
            set->rule_count += status == OL_OK ? 1 : 0;
        }
    }
    ol_buf_fini(&text);
    return status;
}

static bool load_all(struct ol_loader *loader, char **paths, size_t count, struct ol_load_set *set)
{
    set->rules = ol_arena_alloc_array(loader->arena, count, sizeof *set->rules);
    set->profiles = ol_arena_alloc_array(loader->arena, count, sizeof *set->profiles);
    set->targets = ol_arena_alloc_array(loader->arena, count, sizeof *set->targets);
    if (set->rules == NULL || set->profiles == NULL || set->targets == NULL) {
        return false;
    }
    bool is_loaded = true;
    for (size_t i = 0; i < count; i++) {
        is_loaded = load_file(loader, paths[i], set) == OL_OK && is_loaded;
    }
    /* what holds between files means something only where each file holds */
    return is_loaded && ol_load_finish(loader, set) == OL_OK;
}

/* A failure may leave half a file: make writes to a temporary one. */
static bool write_file(const char *path, const struct ol_buf *text)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    bool is_written = fwrite(ol_buf_text(text), 1, text->size, file) == text->size;
    return fclose(file) == 0 && is_written;
}

/* output NULL: only check. */
static int compile(struct ol_loader *loader, const char *output, char **paths, size_t count)
{
    struct ol_load_set set = {0};
    bool is_loaded = load_all(loader, paths, count, &set);
    fputs(ol_buf_text(loader->errors), stderr);
    if (!is_loaded) {
        return complain("rulec", "the files could not be loaded");
    }
    if (output == NULL) {
        return 0;
    }
    struct ol_buf tables;
    ol_buf_init(&tables);
    ol_tables_write(&tables, &set, loader->checks);
    int result = 0;
    if (!ol_buf_is_ok(&tables)) {
        result = complain(output, "out of memory");
    } else if (!write_file(output, &tables)) {
        result = complain(output, strerror(errno));
    }
    ol_buf_fini(&tables);
    return result;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: rulec OUTPUT.c FILE.yaml...\n       rulec --check FILE.yaml...\n", stderr);
        return 2;
    }
    struct ol_arena *arena = ol_arena_new();
    if (arena == NULL) {
        return complain("rulec", "out of memory");
    }
    bool is_check = strcmp(argv[1], "--check") == 0;
    struct ol_buf errors;
    ol_buf_init(&errors);
    struct ol_loader loader = {
        .arena = arena,
        .errors = &errors,
        .checks = ol_checks,
        .check_count = ol_check_count,
        .is_partial = is_check,
    };
    int result = compile(&loader, is_check ? NULL : argv[1], argv + 2, (size_t)argc - 2);
    ol_buf_fini(&errors);
    ol_arena_free(arena);
    return result;
}
