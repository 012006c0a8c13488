/* SPDX-License-Identifier: Apache-2.0 */
/* Models of one graph in which one kind of thing is repeated. */
#include <stdbool.h>
#include <stdlib.h>

#include "fields.h"
#include "models.h"

#define INITIALIZERS_A_NODE 10
#define INITIALIZER_FLOATS  4
#define TENSOR_FLOAT        1

/* A FLOAT ValueInfoProto of shape [size]. */
static void add_value(struct bytes *graph, unsigned field, const char *stem, unsigned index,
                      uint8_t size)
{
    const uint8_t type[] = {0x12, 0x0A, 0x0A, 0x08, 0x08, 0x01, 0x12, 0x04, 0x0A, 0x02, 0x08, size};
    struct bytes value = {0};
    add_name(&value, 1, stem, index);
    add(&value, type, sizeof type);
    add_message(graph, field, &value);
    free(value.data);
}

/* What precedes the graph: ir_version 8, the standard operators and those of the bench. */
static void begin(struct bytes *model)
{
    struct bytes import = {0};
    add_number(model, MODEL_IR_VERSION, 8);
    add_number(&import, OPSET_VERSION, 13);
    add_message(model, MODEL_OPSET_IMPORT, &import);
    add_text(&import, OPSET_DOMAIN, "bench");
    add_number(&import, OPSET_VERSION, 1);
    add_message(model, MODEL_OPSET_IMPORT, &import);
    free(import.data);
}

/* --- nodes --------------------------------------------------------------- */

struct node_parts {
    struct bytes node;
    struct bytes attribute;
    bool is_documented;
    bool is_unlike; /* no attribute is there twice */
};

static void end_attribute(struct node_parts *parts, unsigned type)
{
    add_number(&parts->attribute, ATTRIBUTE_TYPE, type);
    if (parts->is_documented) {
        add_text(&parts->attribute, ATTRIBUTE_DOC_STRING, "bench");
    }
    add_message(&parts->node, NODE_ATTRIBUTE, &parts->attribute);
}

static void add_node(struct bytes *graph, unsigned index, struct node_parts *parts)
{
    struct bytes *node = &parts->node;
    struct bytes *attribute = &parts->attribute;
    add_name(node, NODE_INPUT, "value_", index);
    add_name(node, NODE_OUTPUT, "value_", index + 1);
    add_name(node, NODE_NAME, "bench_node_", index);
    add_text(node, NODE_OP_TYPE, "Step");
    add_text(attribute, ATTRIBUTE_NAME, "axis");
    add_number(attribute, ATTRIBUTE_I, parts->is_unlike ? index : 1);
    end_attribute(parts, ATTRIBUTE_TYPE_INT);
    add_text(attribute, ATTRIBUTE_NAME, "pads");
    add_number(attribute, ATTRIBUTE_INTS, parts->is_unlike ? index : 1);
    add_number(attribute, ATTRIBUTE_INTS, 2);
    end_attribute(parts, ATTRIBUTE_TYPE_INTS);
    add_text(attribute, ATTRIBUTE_NAME, "mode");
    if (parts->is_unlike) {
        add_name(attribute, ATTRIBUTE_S, "linear_", index);
    } else {
        add_text(attribute, ATTRIBUTE_S, "linear");
    }
    end_attribute(parts, ATTRIBUTE_TYPE_STRING);
    add_text(node, NODE_DOMAIN, "bench");
    add_message(graph, GRAPH_NODE, node);
}

static void make_steps(struct bytes *model, unsigned nodes, struct node_parts parts)
{
    struct bytes graph = {0};
    begin(model);
    if (parts.is_documented) {
        add_text(model, MODEL_PRODUCER_NAME, "bench");
        add_text(model, MODEL_PRODUCER_VERSION, "1.0.0");
        add_text(model, MODEL_DOMAIN, "com.example");
    }
    for (unsigned i = 0; i < nodes; i++) {
        add_node(&graph, i, &parts);
    }
    add_text(&graph, GRAPH_NAME, "bench");
    add_value(&graph, GRAPH_INPUT, "value_", 0, 1);
    add_value(&graph, GRAPH_OUTPUT, "value_", nodes, 1);
    add_message(model, MODEL_GRAPH, &graph);
    free(parts.attribute.data);
    free(parts.node.data);
    free(graph.data);
}

void make_nodes(struct bytes *model, unsigned nodes)
{
    make_steps(model, nodes, (struct node_parts){.is_documented = false});
}

void make_documented(struct bytes *model, unsigned nodes)
{
    make_steps(model, nodes, (struct node_parts){.is_documented = true});
}

void make_unlike(struct bytes *model, unsigned nodes)
{
    make_steps(model, nodes, (struct node_parts){.is_documented = true, .is_unlike = true});
}

/* --- wide ---------------------------------------------------------------- */

void make_wide(struct bytes *model, unsigned nodes)
{
    struct bytes graph = {0};
    begin(model);
    for (unsigned i = 0; i < nodes; i++) {
        add_text(&graph, GRAPH_NODE, "");
    }
    add_text(&graph, GRAPH_NAME, "bench");
    add_message(model, MODEL_GRAPH, &graph);
    free(graph.data);
}

/* --- initializers -------------------------------------------------------- */

static void add_initializer(struct bytes *graph, unsigned index, struct bytes *tensor)
{
    static const uint8_t zeros[4 * INITIALIZER_FLOATS];
    add_number(tensor, TENSOR_DIMS, INITIALIZER_FLOATS);
    add_number(tensor, TENSOR_DATA_TYPE, TENSOR_FLOAT);
    add_name(tensor, TENSOR_NAME, "layer/weight_", index);
    add_header(tensor, TENSOR_RAW_DATA, sizeof zeros);
    add(tensor, zeros, sizeof zeros);
    add_message(graph, GRAPH_INITIALIZER, tensor);
}

void make_initializers(struct bytes *model, unsigned initializers)
{
    struct bytes graph = {0};
    struct bytes part = {0};
    unsigned value = 0;
    begin(model);
    for (unsigned i = 0; i < initializers; value++) {
        add_name(&part, NODE_INPUT, "value_", value);
        for (unsigned end = i + INITIALIZERS_A_NODE; i < end && i < initializers; i++) {
            add_name(&part, NODE_INPUT, "layer/weight_", i);
        }
        add_name(&part, NODE_OUTPUT, "value_", value + 1);
        add_name(&part, NODE_NAME, "layer/sum_", value);
        add_text(&part, NODE_OP_TYPE, "Sum");
        add_message(&graph, GRAPH_NODE, &part);
    }
    add_text(&graph, GRAPH_NAME, "bench");
    for (unsigned i = 0; i < initializers; i++) {
        add_initializer(&graph, i, &part);
    }
    add_value(&graph, GRAPH_INPUT, "value_", 0, INITIALIZER_FLOATS);
    add_value(&graph, GRAPH_OUTPUT, "value_", value, INITIALIZER_FLOATS);
    add_message(model, MODEL_GRAPH, &graph);
    free(part.data);
    free(graph.data);
}
