/* SPDX-License-Identifier: Apache-2.0 */
/* make_input KIND=N FILE: writes one of the models that the benchmark reads, of any size, as in
 * chain=1000000 (see models.h, and files.h for the last ones):
 *
 *   nodes         nodes of a domain of its own, with three attributes each; eight are 1 kB
 *   documented    the same with a text for each attribute
 *   unlike        the same, and no attribute is there twice
 *   wide          empty nodes
 *   initializers  small initializers
 *   chain         nodes, each of which takes what others make
 *   nested        subgraphs inside subgraphs, as deep as is read; nested=N/D: D deep
 *   functions     functions that call each other
 *   operators     nodes of the standard
 *   dense         the smallest items
 *   repeated      nodes that all make the same value
 *   repeatedlong  the same with long names
 *   repeateddeep  two such nodes in each of N subgraphs; repeateddeep=N/D: nested, D deep
 *   towers        two such nodes in the innermost of nested subgraphs, N times; towers=N/D: D deep
 *   weights       initializers of 5 MB, in a file with holes
 *   external      the same as external data, in FILE.data
 *   folder        models of 1 kB; FILE is a folder
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "files.h"
#include "models.h"

#define COUNT_MAX 10000000

struct size {
    unsigned count;
    unsigned depth; /* 0: none is said */
};

static bool write_made(const char *path, struct size size,
                       void (*make)(struct bytes *model, unsigned subgraphs, unsigned depth))
{
    struct bytes model = {0};
    make(&model, size.count, size.depth == 0 ? NESTED_DEPTH_MAX : size.depth);
    bool written = write_file(path, &model);
    free(model.data);
    return written;
}

static bool write_nested(const char *path, struct size size)
{
    return write_made(path, size, make_nested);
}

static bool write_repeated_deep(const char *path, struct size size)
{
    return write_made(path, size, make_repeated_deep);
}

static bool write_towers(const char *path, struct size size)
{
    return write_made(path, size, make_towers);
}

static const struct kind {
    const char *name;
    void (*make)(struct bytes *model, unsigned count); /* or one of these two */
    bool (*write)(const char *path, unsigned count);
    bool (*write_deep)(const char *path, struct size size);
} kinds[] = {
    {"chain=", make_chain, NULL, NULL},
    {"dense=", make_dense, NULL, NULL},
    {"documented=", make_documented, NULL, NULL},
    {"unlike=", make_unlike, NULL, NULL},
    {"external=", NULL, write_external, NULL},
    {"folder=", NULL, write_folder, NULL},
    {"functions=", make_functions, NULL, NULL},
    {"initializers=", make_initializers, NULL, NULL},
    {"nested=", NULL, NULL, write_nested},
    {"nodes=", make_nodes, NULL, NULL},
    {"operators=", make_operators, NULL, NULL},
    {"repeated=", make_repeated, NULL, NULL},
    {"repeateddeep=", NULL, NULL, write_repeated_deep},
    {"repeatedlong=", make_repeated_long, NULL, NULL},
    {"towers=", NULL, NULL, write_towers},
    {"weights=", NULL, write_weights, NULL},
    {"wide=", make_wide, NULL, NULL},
};

/* A number of at most MAX, which is not 0; NULL: there is none. */
static const char *read_number(const char *text, unsigned max, unsigned *number)
{
    char *end = NULL;
    unsigned long value = strtoul(text, &end, 10);
    *number = (unsigned)value;
    return end != text && value > 0 && value <= max ? end : NULL;
}

/* The kind that a word asks for, and the size behind "=" in it; NULL: none. */
static const struct kind *find_kind(const char *word, struct size *size)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i].name);
        if (strncmp(word, kinds[i].name, length) == 0) {
            const char *end = read_number(word + length, COUNT_MAX, &size->count);
            if (end != NULL && *end == '/' && kinds[i].write_deep != NULL) {
                end = read_number(end + 1, NESTED_DEPTH_MAX, &size->depth);
            }
            return end != NULL && *end == '\0' ? &kinds[i] : NULL;
        }
    }
    return NULL;
}

static bool write_kind(const struct kind *kind, const char *path, struct size size)
{
    if (kind->write != NULL) {
        return kind->write(path, size.count);
    }
    if (kind->write_deep != NULL) {
        return kind->write_deep(path, size);
    }
    struct bytes model = {0};
    kind->make(&model, size.count);
    bool written = write_file(path, &model);
    free(model.data);
    return written;
}

int main(int argc, char **argv)
{
    struct size size = {0, 0};
    const struct kind *kind = argc == 3 ? find_kind(argv[1], &size) : NULL;
    if (kind == NULL) {
        (void)fputs("Usage: make_input KIND=N FILE, where KIND is one of\n", stderr);
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            (void)fprintf(stderr, "  %s\n", kinds[i].name);
        }
        return 2;
    }
    if (!write_kind(kind, argv[2], size)) {
        perror(argv[2]);
        return 3;
    }
    return 0;
}
