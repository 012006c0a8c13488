/* SPDX-License-Identifier: Apache-2.0 */
#include "damage/victims.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/walk.h"
#include "tools/files.h"

/* Larger ones take minutes each, and say no more. */
#define FILE_BYTES_MAX 65536

struct paths {
    char **items;
    size_t count;
};

struct found {
    struct paths models;
    struct paths data;
};

static void add_path(struct paths *paths, const char *path)
{
    paths->items = ol_test_realloc(paths->items, (paths->count + 1) * sizeof *paths->items);
    size_t size = strlen(path) + 1;
    paths->items[paths->count] = ol_test_alloc(size);
    memcpy(paths->items[paths->count++], path, size);
}

static bool is_model(const char *path)
{
    size_t size = strlen(path);
    return size > 5 && strcmp(path + size - 5, ".onnx") == 0;
}

static bool is_wanted(void *context, const char *path, bool is_directory)
{
    (void)context;
    return is_directory || ol_walk_is_onnx(path);
}

static enum ol_status add_file(void *context, const char *path)
{
    struct found *found = context;
    struct stat about;
    if (stat(path, &about) == 0 && about.st_size <= FILE_BYTES_MAX) {
        add_path(is_model(path) ? &found->models : &found->data, path);
    }
    return OL_OK;
}

static enum ol_status refuse(void *context, const char *path, const char *text)
{
    (void)path;
    (void)context;
    ol_test_die("%s", text);
}

static void add(struct ol_victims *victims, struct ol_victim victim)
{
    victims->items = ol_test_realloc(victims->items, (victims->count + 1) * sizeof *victims->items);
    victims->items[victims->count++] = victim;
}

/* Takes over so many of the paths; returns how many. */
static size_t add_some(struct ol_victims *victims, struct paths *paths, size_t wanted)
{
    size_t taken = 0;
    for (size_t i = 0; i < paths->count; i++) {
        /* the last path of each of the equal parts that the list falls into */
        if ((i + 1) * wanted / paths->count > i * wanted / paths->count) {
            add(victims, (struct ol_victim){NULL, paths->items[i]});
            taken++;
        } else {
            free(paths->items[i]);
        }
    }
    free(paths->items);
    return taken;
}

void ol_victims_init(struct ol_victims *victims, const char *folder, size_t models, size_t data)
{
    *victims = (struct ol_victims){.count = 0};
    struct found found = {{NULL, 0}, {NULL, 0}};
    const struct ol_walk_sink sink = {
        .context = &found, .add_file = add_file, .is_wanted = is_wanted, .add_error = refuse};
    ol_test_cases_init(&victims->cases);
    for (size_t i = 0; i < victims->cases.count; i++) {
        add(victims, (struct ol_victim){&victims->cases.cases[i], NULL});
    }
    if (ol_test_is_folder(folder) && ol_walk(folder, &sink) != OL_OK) {
        ol_test_die("%s: out of memory", folder);
    }
    victims->models = add_some(victims, &found.models, models);
    victims->data = add_some(victims, &found.data, data);
}

void ol_victims_fini(struct ol_victims *victims)
{
    for (size_t i = 0; i < victims->count; i++) {
        free(victims->items[i].path);
    }
    free(victims->items);
    ol_test_cases_fini(&victims->cases);
}
