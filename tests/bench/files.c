/* SPDX-License-Identifier: Apache-2.0 */
/* Files with holes, and folders. */
#include "files.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fields.h"
#include "models.h"

#define WEIGHT_FLOATS  1250000
#define WEIGHT_BYTES   ((uint64_t)4 * WEIGHT_FLOATS)
#define WEIGHT_SPACING ((uint64_t)77 * 65536) /* of external ones: as all systems can map them */
#define TENSOR_FLOAT   1
#define EXTERNAL       1
#define FOLDER_NODES   8

bool write_file(const char *path, const struct bytes *bytes)
{
    FILE *file = fopen(path, "wb");
    bool written = file != NULL && fwrite(bytes->data, 1, bytes->size, file) == bytes->size;
    return file != NULL && fclose(file) == 0 && written;
}

/* --- weights ------------------------------------------------------------- */

/* A FLOAT ValueInfoProto of the shape that all weights have. */
static void add_value(struct bytes *graph, unsigned field, const char *name)
{
    struct bytes part = {0};
    struct bytes inside = {0};
    struct bytes value = {0};
    add_number(&inside, 1, WEIGHT_FLOATS);
    add_message(&part, 1, &inside); /* dim */
    add_number(&inside, 1, TENSOR_FLOAT);
    add_message(&inside, 2, &part); /* elem_type and shape */
    add_message(&part, 1, &inside);
    add_text(&value, 1, name);
    add_message(&value, 2, &part);
    add_message(graph, field, &value);
    free(part.data);
    free(inside.data);
    free(value.data);
}

/* What a graph begins with: a node that takes all weights; and what it ends with. */
static void make_ends(unsigned tensors, struct bytes *head, struct bytes *tail)
{
    struct bytes node = {0};
    add_text(&node, NODE_INPUT, "x");
    for (unsigned i = 0; i < tensors; i++) {
        add_name(&node, NODE_INPUT, "weight_", i);
    }
    add_text(&node, NODE_OUTPUT, "y");
    add_text(&node, NODE_OP_TYPE, "Sum");
    add_message(head, GRAPH_NODE, &node);
    add_text(head, GRAPH_NAME, "bench");
    add_value(tail, GRAPH_INPUT, "x");
    add_value(tail, GRAPH_OUTPUT, "y");
    free(node.data);
}

/* A tensor up to its data. */
static void make_tensor(struct bytes *tensor, unsigned index)
{
    tensor->size = 0;
    add_number(tensor, TENSOR_DIMS, WEIGHT_FLOATS);
    add_number(tensor, TENSOR_DATA_TYPE, TENSOR_FLOAT);
    add_name(tensor, TENSOR_NAME, "weight_", index);
}

/* An initializer up to its data. */
static void make_initializer(struct bytes *initializer, unsigned index)
{
    struct bytes tensor = {0};
    make_tensor(&tensor, index);
    add_header(&tensor, TENSOR_RAW_DATA, WEIGHT_BYTES);
    initializer->size = 0;
    add_header(initializer, GRAPH_INITIALIZER, tensor.size + WEIGHT_BYTES);
    add(initializer, tensor.data, tensor.size);
    free(tensor.data);
}

static bool write_bytes(FILE *file, const struct bytes *bytes)
{
    return fwrite(bytes->data, 1, bytes->size, file) == bytes->size;
}

bool write_weights(const char *path, unsigned tensors)
{
    struct bytes head = {0};
    struct bytes tail = {0};
    struct bytes part = {0};
    uint64_t size = 0;
    make_ends(tensors, &head, &tail);
    for (unsigned i = 0; i < tensors; i++) {
        make_initializer(&part, i);
        size += part.size + WEIGHT_BYTES;
    }
    part.size = 0;
    begin_model(&part);
    add_header(&part, MODEL_GRAPH, head.size + size + tail.size);
    FILE *file = fopen(path, "wb");
    bool written = file != NULL && write_bytes(file, &part) && write_bytes(file, &head);
    for (unsigned i = 0; i < tensors && written; i++) {
        make_initializer(&part, i);
        written = write_bytes(file, &part) && fseeko(file, (off_t)WEIGHT_BYTES, SEEK_CUR) == 0;
    }
    written = written && write_bytes(file, &tail);
    free(head.data);
    free(tail.data);
    free(part.data);
    return file != NULL && fclose(file) == 0 && written;
}

/* --- external ------------------------------------------------------------ */

static void add_entry(struct bytes *tensor, const char *key, const char *value)
{
    struct bytes entry = {0};
    add_text(&entry, ENTRY_KEY, key);
    add_text(&entry, ENTRY_VALUE, value);
    add_message(tensor, TENSOR_EXTERNAL_DATA, &entry);
    free(entry.data);
}

static void add_external(struct bytes *graph, unsigned index, const char *location)
{
    char number[32];
    struct bytes tensor = {0};
    make_tensor(&tensor, index);
    add_entry(&tensor, "location", location);
    (void)snprintf(number, sizeof number, "%" PRIu64, index * WEIGHT_SPACING);
    add_entry(&tensor, "offset", number);
    (void)snprintf(number, sizeof number, "%" PRIu64, WEIGHT_BYTES);
    add_entry(&tensor, "length", number);
    add_number(&tensor, TENSOR_DATA_LOCATION, EXTERNAL);
    add_message(graph, GRAPH_INITIALIZER, &tensor);
    free(tensor.data);
}

bool write_external(const char *path, unsigned tensors)
{
    char data[PATH_MAX];
    struct bytes model = {0};
    struct bytes graph = {0};
    struct bytes tail = {0};
    int length = snprintf(data, sizeof data, "%s.data", path);
    if (length < 0 || (size_t)length >= sizeof data) {
        return false;
    }
    const char *slash = strrchr(data, '/');
    make_ends(tensors, &graph, &tail);
    for (unsigned i = 0; i < tensors; i++) {
        add_external(&graph, i, slash == NULL ? data : slash + 1);
    }
    add(&graph, tail.data, tail.size);
    begin_model(&model);
    add_message(&model, MODEL_GRAPH, &graph);
    FILE *file = fopen(data, "wb");
    bool written =
        file != NULL &&
        ftruncate(fileno(file), (off_t)((tensors - 1) * WEIGHT_SPACING + WEIGHT_BYTES)) == 0;
    written = file != NULL && fclose(file) == 0 && written && write_file(path, &model);
    free(model.data);
    free(graph.data);
    free(tail.data);
    return written;
}

/* --- folders ------------------------------------------------------------- */

bool write_folder(const char *path, unsigned files)
{
    char name[PATH_MAX];
    struct bytes model = {0};
    make_nodes(&model, FOLDER_NODES);
    bool written = mkdir(path, 0777) == 0;
    for (unsigned i = 0; i < files && written; i++) {
        int length = snprintf(name, sizeof name, "%s/model_%05u.onnx", path, i);
        written = length > 0 && (size_t)length < sizeof name && write_file(name, &model);
    }
    free(model.data);
    return written;
}
