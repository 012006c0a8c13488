/* SPDX-License-Identifier: Apache-2.0 */
/* make_input KIND FILE: writes one of the models that the benchmark reads.
 *
 *   big     1 GB: 200 initializers of 5 MB raw_data each; the data are holes of the file, which
 * read as zeros nodes   21 MB: 200,000 small nodes with three attributes each wide    10 MB: one
 * graph of 5,242,880 empty nodes small   1 kB: a few nodes
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEIGHTS       200
#define WEIGHT_FLOATS 1250000
#define WEIGHT_BYTES  ((size_t)4 * WEIGHT_FLOATS)
#define NODES         200000
#define NODES_SMALL   8
#define NODES_EMPTY   5242880

/* Bytes that grow. The program ends where memory is short. */
struct bytes {
    uint8_t *data;
    size_t size;
    size_t capacity;
};

static void add(struct bytes *out, const void *data, size_t size)
{
    if (size > out->capacity - out->size) {
        out->capacity = (out->size + size) * 2;
        uint8_t *grown = realloc(out->data, out->capacity);
        if (grown == NULL) {
            (void)fputs("make_input: memory is short\n", stderr);
            exit(3);
        }
        out->data = grown;
    }
    memcpy(out->data + out->size, data, size);
    out->size += size;
}

static void add_varint(struct bytes *out, uint64_t value)
{
    uint8_t byte;
    do {
        byte = (uint8_t)((value & 0x7F) | (value > 0x7F ? 0x80 : 0));
        add(out, &byte, 1);
        value >>= 7;
    } while (value > 0);
}

static void add_number(struct bytes *out, unsigned field, uint64_t value)
{
    add_varint(out, (uint64_t)field << 3);
    add_varint(out, value);
}

static void add_header(struct bytes *out, unsigned field, uint64_t length)
{
    add_varint(out, (uint64_t)field << 3 | 2);
    add_varint(out, length);
}

static void add_message(struct bytes *out, unsigned field, struct bytes *inside)
{
    add_header(out, field, inside->size);
    add(out, inside->data, inside->size);
    inside->size = 0;
}

static void add_text(struct bytes *out, unsigned field, const char *text)
{
    add_header(out, field, strlen(text));
    add(out, text, strlen(text));
}

static void add_name(struct bytes *out, unsigned field, const char *stem, unsigned index)
{
    char name[32];
    (void)snprintf(name, sizeof name, "%s%u", stem, index);
    add_text(out, field, name);
}

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

static bool write_kind(FILE *file, const char *kind)
{
    if (strcmp(kind, "big") == 0) {
        return write_big(file);
    }
    if (strcmp(kind, "wide") == 0) {
        return write_wide(file);
    }
    return write_nodes(file, strcmp(kind, "nodes") == 0 ? NODES : NODES_SMALL);
}

int main(int argc, char **argv)
{
    if (argc != 3 || strstr(" big nodes wide small ", argv[1]) == NULL) {
        (void)fputs("Usage: make_input big|nodes|wide|small FILE\n", stderr);
        return 2;
    }
    FILE *file = fopen(argv[2], "wb");
    bool written = file != NULL && write_kind(file, argv[1]);
    if (file == NULL || fclose(file) != 0 || !written) {
        perror(argv[2]);
        return 3;
    }
    return 0;
}
