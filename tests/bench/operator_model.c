/* SPDX-License-Identifier: Apache-2.0 */
/* A network of the standard's operators. */
#include <stdlib.h>

#include "fields.h"
#include "models.h"

#define LAYERS_TO_IF 50 /* a node If after so many layers */
#define TYPE_FLOAT   1
#define TYPE_BOOL    9

#define INTS(...) (const unsigned[]){__VA_ARGS__}, sizeof(const unsigned[]){__VA_ARGS__} / 4

struct tensor_type {
    unsigned type;
    unsigned rank;
    unsigned dims[4];
};

static const struct tensor_type image = {TYPE_FLOAT, 4, {1, 4, 4, 4}};
static const struct tensor_type row = {TYPE_FLOAT, 2, {1, 64}};
static const struct tensor_type filter = {TYPE_FLOAT, 4, {4, 4, 3, 3}};
static const struct tensor_type bias = {TYPE_FLOAT, 1, {4}};
static const struct tensor_type matrix = {TYPE_FLOAT, 2, {64, 64}};
static const struct tensor_type flag = {TYPE_BOOL, 0, {0}};

/* A graph that grows by nodes of the standard. */
struct layers {
    struct bytes graph;
    struct bytes node;
    struct bytes attributes; /* of node */
    unsigned value;          /* of v, the one that was made last */
    unsigned nodes;
};

static void add_shaped(struct bytes *out, unsigned field, const char *stem, unsigned index,
                       const struct tensor_type *type)
{
    struct bytes value = {0};
    struct bytes shape = {0};
    struct bytes inside = {0};
    for (unsigned i = 0; i < type->rank; i++) {
        add_number(&inside, 1, type->dims[i]);
        add_message(&shape, 1, &inside);
    }
    add_number(&inside, 1, type->type);
    add_message(&inside, 2, &shape);
    add_message(&value, 1, &inside);
    add(&shape, value.data, value.size);
    value.size = 0;
    add_name(&value, 1, stem, index);
    add_message(&value, 2, &shape);
    add_message(out, field, &value);
    free(value.data);
    free(shape.data);
    free(inside.data);
}

/* An initializer of zeros. */
static void add_weight(struct bytes *graph, const char *stem, const struct tensor_type *type)
{
    static const uint8_t zeros[4];
    struct bytes tensor = {0};
    unsigned count = 1;
    for (unsigned i = 0; i < type->rank; i++) {
        count *= type->dims[i];
        add_number(&tensor, TENSOR_DIMS, type->dims[i]);
    }
    add_number(&tensor, TENSOR_DATA_TYPE, type->type);
    add_name(&tensor, TENSOR_NAME, stem, 0);
    add_header(&tensor, TENSOR_RAW_DATA, (uint64_t)count * 4);
    for (unsigned i = 0; i < count; i++) {
        add(&tensor, zeros, sizeof zeros);
    }
    add_message(graph, GRAPH_INITIALIZER, &tensor);
    free(tensor.data);
}

static void attribute_ints(struct layers *layers, const char *name, const unsigned *values,
                           size_t count)
{
    struct bytes attribute = {0};
    add_text(&attribute, ATTRIBUTE_NAME, name);
    for (size_t i = 0; i < count; i++) {
        add_number(&attribute, ATTRIBUTE_INTS, values[i]);
    }
    add_number(&attribute, ATTRIBUTE_TYPE, ATTRIBUTE_TYPE_INTS);
    add_message(&layers->attributes, NODE_ATTRIBUTE, &attribute);
    free(attribute.data);
}

static void attribute_int(struct layers *layers, const char *name, unsigned value)
{
    struct bytes attribute = {0};
    add_text(&attribute, ATTRIBUTE_NAME, name);
    add_number(&attribute, ATTRIBUTE_I, value);
    add_number(&attribute, ATTRIBUTE_TYPE, ATTRIBUTE_TYPE_INT);
    add_message(&layers->attributes, NODE_ATTRIBUTE, &attribute);
    free(attribute.data);
}

/* The attribute's value is 1.0. */
static void attribute_one(struct layers *layers, const char *name)
{
    struct bytes attribute = {0};
    add_text(&attribute, ATTRIBUTE_NAME, name);
    add_varint(&attribute, ATTRIBUTE_F << 3 | 5);
    add(&attribute, "\x00\x00\x80\x3F", 4);
    add_number(&attribute, ATTRIBUTE_TYPE, ATTRIBUTE_TYPE_FLOAT);
    add_message(&layers->attributes, NODE_ATTRIBUTE, &attribute);
    free(attribute.data);
}

static void take(struct layers *layers, unsigned value)
{
    add_name(&layers->node, NODE_INPUT, "v", value);
}

/* Ends a node that makes a number of values; what was taken and its attributes are there. Returns
 * the first one. */
static unsigned make(struct layers *layers, const char *operator, unsigned outputs)
{
    unsigned first = layers->value + 1;
    for (unsigned i = 0; i < outputs; i++) {
        add_name(&layers->node, NODE_OUTPUT, "v", ++layers->value);
    }
    add_name(&layers->node, NODE_NAME, "layer/node_", layers->nodes++);
    add_text(&layers->node, NODE_OP_TYPE, operator);
    add(&layers->node, layers->attributes.data, layers->attributes.size);
    layers->attributes.size = 0;
    add_message(&layers->graph, GRAPH_NODE, &layers->node);
    return first;
}

static void reshape(struct layers *layers, const struct tensor_type *type)
{
    unsigned taken = layers->value;
    attribute_ints(layers, "value_ints", type->dims, type->rank);
    unsigned shape = make(layers, "Constant", 1);
    take(layers, taken);
    take(layers, shape);
    (void)make(layers, "Reshape", 1);
}

/* Convolution, and what goes with it. */
static void add_image_layers(struct layers *layers)
{
    unsigned taken = layers->value;
    take(layers, taken);
    add_name(&layers->node, NODE_INPUT, "filter_", 0);
    add_name(&layers->node, NODE_INPUT, "bias_", 0);
    attribute_ints(layers, "dilations", INTS(1, 1));
    attribute_int(layers, "group", 1);
    attribute_ints(layers, "kernel_shape", INTS(3, 3));
    attribute_ints(layers, "pads", INTS(1, 1, 1, 1));
    attribute_ints(layers, "strides", INTS(1, 1));
    take(layers, make(layers, "Conv", 1));
    add_shaped(&layers->graph, GRAPH_VALUE_INFO, "v", layers->value, &image);
    unsigned activated = make(layers, "Relu", 1);
    take(layers, activated);
    take(layers, taken);
    unsigned sum = make(layers, "Add", 1);
    add_shaped(&layers->graph, GRAPH_VALUE_INFO, "v", sum, &image);
    take(layers, sum);
    attribute_int(layers, "axis", 1);
    unsigned half = make(layers, "Split", 2);
    take(layers, half);
    take(layers, half + 1);
    attribute_int(layers, "axis", 1);
    (void)make(layers, "Concat", 1);
}

/* A product of matrices, and what goes with it. */
static void add_row_layers(struct layers *layers)
{
    reshape(layers, &row);
    take(layers, layers->value);
    add_name(&layers->node, NODE_INPUT, "matrix_", 0);
    attribute_one(layers, "alpha");
    attribute_one(layers, "beta");
    attribute_int(layers, "transB", 1);
    take(layers, make(layers, "Gemm", 1));
    add_shaped(&layers->graph, GRAPH_VALUE_INFO, "v", layers->value, &row);
    attribute_int(layers, "to", TYPE_FLOAT);
    (void)make(layers, "Cast", 1);
    reshape(layers, &image);
}

/* A graph of one node, which takes a value of the graph around it. */
static void add_branch(struct layers *layers, const char *name, const char *operator)
{
    struct bytes attribute = {0};
    struct bytes graph = {0};
    struct bytes node = {0};
    add_name(&node, NODE_INPUT, "v", layers->value);
    add_name(&node, NODE_OUTPUT, operator, layers->nodes);
    add_text(&node, NODE_OP_TYPE, operator);
    add_message(&graph, GRAPH_NODE, &node);
    add_text(&graph, GRAPH_NAME, name);
    add_shaped(&graph, GRAPH_OUTPUT, operator, layers->nodes++, &image);
    add_text(&attribute, ATTRIBUTE_NAME, name);
    add_message(&attribute, ATTRIBUTE_GRAPH, &graph);
    add_number(&attribute, ATTRIBUTE_TYPE, ATTRIBUTE_TYPE_GRAPH);
    add_message(&layers->attributes, NODE_ATTRIBUTE, &attribute);
    free(attribute.data);
    free(graph.data);
    free(node.data);
}

void make_operators(struct bytes *model, unsigned nodes)
{
    struct layers layers = {.value = 0};
    begin_model(model);
    add_shaped(&layers.graph, GRAPH_INPUT, "v", 0, &image);
    add_shaped(&layers.graph, GRAPH_INPUT, "is_", 0, &flag);
    add_weight(&layers.graph, "filter_", &filter);
    add_weight(&layers.graph, "bias_", &bias);
    add_weight(&layers.graph, "matrix_", &matrix);
    for (unsigned i = 1; layers.nodes < nodes; i++) {
        add_image_layers(&layers);
        add_row_layers(&layers);
        if (i % LAYERS_TO_IF == 0) {
            add_name(&layers.node, NODE_INPUT, "is_", 0);
            add_branch(&layers, "then_branch", "Relu");
            add_branch(&layers, "else_branch", "Identity");
            (void)make(&layers, "If", 1);
        }
    }
    add_shaped(&layers.graph, GRAPH_OUTPUT, "v", layers.value, &image);
    add_text(&layers.graph, GRAPH_NAME, "bench");
    add_message(model, MODEL_GRAPH, &layers.graph);
    free(layers.graph.data);
    free(layers.node.data);
    free(layers.attributes.data);
}
