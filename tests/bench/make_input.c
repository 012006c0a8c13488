/* SPDX-License-Identifier: Apache-2.0 */
/* make_input KIND FILE: writes one of the models that the benchmark reads.
 *
 *   big        1 GB: 200 initializers of 5 MB raw_data each; the data are holes, read as zeros
 *   nodes      21 MB: 200,000 small nodes with three attributes each
 *   wide       10 MB: one graph of 5,242,880 empty nodes
 *   small      1 kB: a few nodes
 *
 * and of any size, as in chain=1000000 (see models.h):
 *
 *   chain      nodes, each of which takes what others make
 *   nested     subgraphs inside subgraphs
 *   functions  functions that call each other
 *   operators  nodes of the standard
 *   dense      the smallest items
 *   repeated   nodes that all make the same value
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "models.h"

#define WEIGHTS       200
#define WEIGHT_FLOATS 1250000
#define WEIGHT_BYTES  ((size_t)4 * WEIGHT_FLOATS)
#define NODES         200000
#define NODES_SMALL   8
#define NODES_EMPTY   5242880

/* Any model of that many parts is smaller than 2 GiB. */
#define COUNT_MAX 10000000

/* GraphProto.node: an operator of a domain of its own, with one INT, one INTS and one STRING
 * attribute. */
static void add_node(struct bytes *graph, unsigned index)
{
    static struct bytes node;
    static struct bytes attribute;
    add_name(&node, 1, "value_", index);
    add_name(&node, 2, "value_", index + 1);
    add_name(&node, 3, "bench/node_", index);
    add_text(&node, 4, "Step");
    add_text(&attribute, 1, "axis");
    add_number(&attribute, 3, 1);
    add_number(&attribute, 20, 2);
    add_message(&node, 5, &attribute);
    add_text(&attribute, 1, "pads");
    add_number(&attribute, 8, 1);
    add_number(&attribute, 8, 2);
    add_number(&attribute, 20, 7);
    add_message(&node, 5, &attribute);
    add_text(&attribute, 1, "mode");
    add_text(&attribute, 4, "linear");
    add_number(&attribute, 20, 3);
    add_message(&node, 5, &attribute);
    add_text(&node, 7, "bench");
    add_message(graph, 1, &node);
}

/* A FLOAT ValueInfoProto of shape [1]. */
static void add_value(struct bytes *graph, unsigned field, unsigned index)
{
    static const uint8_t type[] = {0x12, 0x0A, 0x0A, 0x08, 0x08, 0x01,
                                   0x12, 0x04, 0x0A, 0x02, 0x08, 0x01};
    struct bytes value = {0};
    add_name(&value, 1, "value_", index);
    add(&value, type, sizeof type);
    add_message(graph, field, &value);
    free(value.data);
}

/* What precedes the graph: ir_version 8, the standard operators and those of the bench. */
static void add_model(struct bytes *model)
{
    struct bytes import = {0};
    add_number(model, 1, 8);
    add_number(&import, 2, 13);
    add_message(model, 8, &import);
    add_text(&import, 1, "bench");
    add_number(&import, 2, 1);
    add_message(model, 8, &import);
    free(import.data);
}

static bool write_bytes(FILE *file, const struct bytes *bytes)
{
    return fwrite(bytes->data, 1, bytes->size, file) == bytes->size;
}

static bool write_graph(FILE *file, struct bytes *graph)
{
    struct bytes model = {0};
    add_model(&model);
    add_header(&model, 7, graph->size);
    bool written = write_bytes(file, &model) && write_bytes(file, graph);
    free(model.data);
    return written;
}

static bool write_nodes(FILE *file, unsigned count)
{
    struct bytes graph = {0};
    for (unsigned i = 0; i < count; i++) {
        add_node(&graph, i);
    }
    add_text(&graph, 2, "bench");
    add_value(&graph, 11, 0);
    add_value(&graph, 12, count);
    bool written = write_graph(file, &graph);
    free(graph.data);
    return written;
}

static bool write_wide(FILE *file)
{
    struct bytes graph = {0};
    for (unsigned i = 0; i < NODES_EMPTY; i++) {
        add(&graph, "\x0A\x00", 2);
    }
    add_text(&graph, 2, "bench");
    bool written = write_graph(file, &graph);
    free(graph.data);
    return written;
}

/* One initializer up to its data, which are a hole. */
static bool write_weight(FILE *file, const struct bytes *tensor)
{
    struct bytes head = {0};
    add_header(&head, 5, tensor->size + WEIGHT_BYTES);
    bool written = write_bytes(file, &head) && write_bytes(file, tensor) &&
                   fseeko(file, (off_t)WEIGHT_BYTES, SEEK_CUR) == 0;
    free(head.data);
    return written;
}

static void make_weight(struct bytes *tensor, unsigned index)
{
    char name[32];
    (void)snprintf(name, sizeof name, "weight_%03u", index);
    tensor->size = 0;
    add_number(tensor, 1, WEIGHT_FLOATS);
    add_number(tensor, 2, 1);
    add_text(tensor, 8, name);
    add_header(tensor, 9, WEIGHT_BYTES);
}

static bool write_big(FILE *file)
{
    struct bytes head = {0};
    struct bytes tensor = {0};
    struct bytes tail = {0};
    make_weight(&tensor, 0);
    add_header(&tail, 5, tensor.size + WEIGHT_BYTES);
    uint64_t weights = (uint64_t)WEIGHTS * (tail.size + tensor.size + WEIGHT_BYTES);
    tail.size = 0;
    add_text(&tail, 2, "bench");
    add_value(&tail, 11, 0);
    add_value(&tail, 12, 0);
    add_model(&head);
    add_header(&head, 7, weights + tail.size);
    bool written = write_bytes(file, &head);
    for (unsigned i = 0; i < WEIGHTS && written; i++) {
        make_weight(&tensor, i);
        written = write_weight(file, &tensor);
    }
    written = written && write_bytes(file, &tail);
    free(head.data);
    free(tensor.data);
    free(tail.data);
    return written;
}

static bool write_model(FILE *file, void (*make)(struct bytes *model, unsigned count),
                        unsigned count)
{
    struct bytes model = {0};
    make(&model, count);
    bool written = write_bytes(file, &model);
    free(model.data);
    return written;
}

static bool write_all_nodes(FILE *file)
{
    return write_nodes(file, NODES);
}

static bool write_small(FILE *file)
{
    return write_nodes(file, NODES_SMALL);
}

static const struct kind {
    const char *name;
    bool (*write)(FILE *file); /* of one size; NULL: of any */
    void (*make)(struct bytes *model, unsigned count);
} kinds[] = {
    {"big", write_big, NULL},
    {"nodes", write_all_nodes, NULL},
    {"wide", write_wide, NULL},
    {"small", write_small, NULL},
    {"chain=", NULL, make_chain},
    {"nested=", NULL, make_nested},
    {"functions=", NULL, make_functions},
    {"dense=", NULL, make_dense},
    {"operators=", NULL, make_operators},
    {"repeated=", NULL, make_repeated},
};

/* The kind that a word asks for, with the count behind "=" in it; NULL: none. */
static const struct kind *find_kind(const char *word, unsigned *count)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i].name);
        if (strncmp(word, kinds[i].name, length) == 0) {
            char *end = NULL;
            unsigned long number = strtoul(word + length, &end, 10);
            *count = (unsigned)number;
            bool is_counted = end != word + length && number > 0 && number <= COUNT_MAX;
            return *end == '\0' && is_counted == (kinds[i].make != NULL) ? &kinds[i] : NULL;
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    unsigned count = 0;
    const struct kind *kind = argc == 3 ? find_kind(argv[1], &count) : NULL;
    if (kind == NULL) {
        (void)fputs("Usage: make_input big|nodes|wide|small FILE\n"
                    "       make_input chain|nested|functions|dense|operators|repeated=N FILE\n",
                    stderr);
        return 2;
    }
    FILE *file = fopen(argv[2], "wb");
    bool written = file != NULL &&
                   (kind->make != NULL ? write_model(file, kind->make, count) : kind->write(file));
    if (file == NULL || fclose(file) != 0 || !written) {
        perror(argv[2]);
        return 3;
    }
    return 0;
}
