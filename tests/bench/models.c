/* SPDX-License-Identifier: Apache-2.0 */
/* The models, field by field. */
#include "models.h"

#include <stdbool.h>
#include <stdlib.h>

#include "fields.h"

#define DOMAIN "com.example"

#define DEPTH NESTED_DEPTH_MAX

static void add_import(struct bytes *out, unsigned field, const char *domain, unsigned version)
{
    struct bytes import = {0};
    if (domain != NULL) {
        add_text(&import, OPSET_DOMAIN, domain);
    }
    add_number(&import, OPSET_VERSION, version);
    add_message(out, field, &import);
    free(import.data);
}

static void add_imports(struct bytes *out, unsigned field)
{
    add_import(out, field, NULL, 17);
    add_import(out, field, DOMAIN, 1);
}

/* A FLOAT ValueInfoProto of shape [1]. */
static void add_value(struct bytes *graph, unsigned field, const char *stem, unsigned index)
{
    static const uint8_t type[] = {0x12, 0x0A, 0x0A, 0x08, 0x08, 0x01,
                                   0x12, 0x04, 0x0A, 0x02, 0x08, 0x01};
    struct bytes value = {0};
    add_name(&value, 1, stem, index);
    add(&value, type, sizeof type);
    add_message(graph, field, &value);
    free(value.data);
}

void begin_model(struct bytes *model)
{
    add_number(model, MODEL_IR_VERSION, 8);
    add_imports(model, MODEL_OPSET_IMPORT);
}

static void end_model(struct bytes *model, struct bytes *graph)
{
    add_text(graph, GRAPH_NAME, "bench");
    add_value(graph, GRAPH_INPUT, "x", 0);
    add_message(model, MODEL_GRAPH, graph);
    free(graph->data);
}

/* --- chain --------------------------------------------------------------- */

static void add_initializer(struct bytes *graph, unsigned index)
{
    struct bytes tensor = {0};
    add_number(&tensor, TENSOR_DIMS, 1);
    add_number(&tensor, TENSOR_DATA_TYPE, 1);
    add_header(&tensor, TENSOR_FLOAT_DATA, 4);
    add(&tensor, "\x00\x00\x80\x3F", 4);
    add_name(&tensor, TENSOR_NAME, "w", index);
    add_message(graph, GRAPH_INITIALIZER, &tensor);
    free(tensor.data);
}

void make_chain(struct bytes *model, unsigned nodes)
{
    struct bytes graph = {0};
    struct bytes node = {0};
    begin_model(model);
    for (unsigned i = 0; i < nodes; i++) {
        bool has_weight = i % 4 == 3;
        add_name(&node, NODE_INPUT, i == 0 ? "x" : "v", i);
        add_name(&node, NODE_INPUT,
                 has_weight ? "w"
                 : i < 2    ? "x"
                            : "v",
                 i < 2        ? 0
                 : has_weight ? i
                              : i / 2);
        add_name(&node, NODE_OUTPUT, "v", i + 1);
        add_name(&node, NODE_NAME, "node_", i);
        add_text(&node, NODE_OP_TYPE, "Add");
        add_message(&graph, GRAPH_NODE, &node);
    }
    for (unsigned i = 3; i < nodes; i += 4) {
        add_initializer(&graph, i);
    }
    for (unsigned i = 1; i < nodes; i += 2) {
        add_value(&graph, GRAPH_VALUE_INFO, "v", i);
    }
    add_value(&graph, GRAPH_OUTPUT, "v", nodes);
    end_model(model, &graph);
    free(node.data);
}

/* --- nested -------------------------------------------------------------- */

/* A node that makes a value of two others: x0 and the last one of a tower, say. */
static void add_sum(struct bytes *graph, const char *stem, unsigned left, unsigned right,
                    unsigned made)
{
    struct bytes node = {0};
    add_name(&node, NODE_INPUT, stem, left);
    add_name(&node, NODE_INPUT, "tower_", right);
    add_name(&node, NODE_OUTPUT, "v", made);
    add_text(&node, NODE_OP_TYPE, "Add");
    add_message(graph, GRAPH_NODE, &node);
    free(node.data);
}

/* Ends a node that has its inputs and outputs: it holds a subgraph. */
static void end_holder(struct bytes *graph, struct bytes *node, struct bytes *subgraph)
{
    struct bytes attribute = {0};
    add_text(node, NODE_OP_TYPE, "Repeat");
    add_text(&attribute, ATTRIBUTE_NAME, "body");
    add_message(&attribute, ATTRIBUTE_GRAPH, subgraph);
    add_number(&attribute, ATTRIBUTE_TYPE, ATTRIBUTE_TYPE_GRAPH);
    add_message(node, NODE_ATTRIBUTE, &attribute);
    add_text(node, NODE_DOMAIN, DOMAIN);
    add_message(graph, GRAPH_NODE, node);
    free(attribute.data);
    free(node->data);
}

/* A node that takes one value and holds a subgraph. */
static void add_holder(struct bytes *graph, unsigned taken, const char *stem, unsigned made,
                       struct bytes *subgraph)
{
    struct bytes node = {0};
    add_name(&node, NODE_INPUT, "v", taken);
    add_name(&node, NODE_OUTPUT, stem, made);
    end_holder(graph, &node, subgraph);
}

/* The subgraphs [first, first + depth), from the innermost one outwards. Each begins with a value
 * made of the one that the graph around it begins with, and of the tower before. */
static void make_tower(struct bytes *graph, unsigned tower, unsigned first, unsigned depth)
{
    struct bytes inner = {0};
    for (unsigned i = first + depth; i-- > first;) {
        struct bytes outer = {0};
        bool is_outermost = i == first;
        add_sum(&outer, is_outermost ? "x" : "v", is_outermost ? 0 : i - 1, tower, i);
        if (inner.size > 0) {
            add_holder(&outer, i, "held_", i, &inner);
        }
        add_name(&outer, GRAPH_NAME, "body_", i);
        add_value(&outer, GRAPH_OUTPUT, i + 1 < first + depth ? "held_" : "v", i);
        free(inner.data);
        inner = outer;
    }
    *graph = inner;
}

void make_nested(struct bytes *model, unsigned subgraphs, unsigned depth)
{
    struct bytes graph = {0};
    struct bytes node = {0};
    unsigned towers = 0;
    begin_model(model);
    add_name(&node, NODE_INPUT, "x", 0);
    add_name(&node, NODE_OUTPUT, "tower_", 0);
    add_text(&node, NODE_OP_TYPE, "Relu");
    add_message(&graph, GRAPH_NODE, &node);
    for (unsigned i = 0; i < subgraphs; i += depth, towers++) {
        struct bytes tower;
        make_tower(&tower, towers, i, subgraphs - i < depth ? subgraphs - i : depth);
        add_sum(&graph, "tower_", towers, towers, subgraphs + towers);
        add_holder(&graph, subgraphs + towers, "tower_", towers + 1, &tower);
        free(tower.data);
    }
    add_value(&graph, GRAPH_OUTPUT, "tower_", towers);
    end_model(model, &graph);
    free(node.data);
}

/* --- functions ----------------------------------------------------------- */

/* A node that makes a value of one other; function: which one it calls, or, past the last one, an
 * operator. */
static void add_call(struct bytes *out, unsigned field, const char *taken, const char *made,
                     unsigned function, unsigned functions)
{
    struct bytes node = {0};
    add_text(&node, NODE_INPUT, taken);
    add_text(&node, NODE_OUTPUT, made);
    if (function < functions) {
        add_name(&node, NODE_OP_TYPE, "Block", function);
        add_text(&node, NODE_DOMAIN, DOMAIN);
    } else {
        add_text(&node, NODE_OP_TYPE, "Relu");
    }
    add_message(out, field, &node);
    free(node.data);
}

void make_functions(struct bytes *model, unsigned functions)
{
    struct bytes graph = {0};
    struct bytes function = {0};
    begin_model(model);
    for (unsigned i = 0; i < functions; i++) {
        add_name(&function, FUNCTION_NAME, "Block", i);
        add_text(&function, FUNCTION_INPUT, "a");
        add_text(&function, FUNCTION_OUTPUT, "c");
        add_call(&function, FUNCTION_NODE, "a", "b", i + 1, functions);
        add_call(&function, FUNCTION_NODE, "b", "c", i + 2, functions);
        add_imports(&function, FUNCTION_OPSET_IMPORT);
        add_text(&function, FUNCTION_DOMAIN, DOMAIN);
        add_message(model, MODEL_FUNCTIONS, &function);
    }
    add_call(&graph, GRAPH_NODE, "x0", "y0", 0, functions);
    add_value(&graph, GRAPH_OUTPUT, "y", 0);
    end_model(model, &graph);
    free(function.data);
}

/* --- dense --------------------------------------------------------------- */

static void repeat(struct bytes *out, unsigned field, const char *text, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        add_text(out, field, text);
    }
}

/* Calls without attributes, in a graph as deep as is read. */
static void make_calls(struct bytes *graph, unsigned calls)
{
    struct bytes node = {0};
    struct bytes attribute = {0};
    for (unsigned i = 0; i < calls; i++) {
        add_text(&node, NODE_OP_TYPE, "F");
        add_text(&node, NODE_DOMAIN, DOMAIN);
        add_message(graph, GRAPH_NODE, &node);
    }
    for (unsigned i = 0; i < DEPTH; i++) {
        add_message(&attribute, ATTRIBUTE_GRAPH, graph);
        add_message(&node, NODE_ATTRIBUTE, &attribute);
        add_message(graph, GRAPH_NODE, &node);
    }
    free(attribute.data);
    free(node.data);
}

void make_dense(struct bytes *model, unsigned count)
{
    struct bytes graph = {0};
    struct bytes inside = {0};
    begin_model(model);
    repeat(model, MODEL_OPSET_IMPORT, "", count);
    make_calls(&graph, count);
    repeat(&inside, NODE_INPUT, "", count);
    repeat(&inside, NODE_OUTPUT, "v", count);
    add_message(&graph, GRAPH_NODE, &inside);
    end_model(model, &graph);
    add_text(&inside, FUNCTION_NAME, "F");
    add_text(&inside, FUNCTION_DOMAIN, DOMAIN);
    add_text(&inside, FUNCTION_ATTRIBUTE, "p");
    add_message(model, MODEL_FUNCTIONS, &inside);
    add_text(&inside, FUNCTION_NAME, "G");
    add_text(&inside, FUNCTION_DOMAIN, DOMAIN);
    repeat(&inside, FUNCTION_INPUT, "a", count);
    repeat(&inside, FUNCTION_ATTRIBUTE, "", count);
    add_message(model, MODEL_FUNCTIONS, &inside);
    repeat(model, MODEL_FUNCTIONS, "", count);
    free(inside.data);
}

/* --- repeated ------------------------------------------------------------ */

static void make_repeated_named(struct bytes *model, unsigned nodes, const char *stem,
                                const char *output)
{
    struct bytes graph = {0};
    struct bytes node = {0};
    begin_model(model);
    for (unsigned i = 0; i < nodes; i++) {
        add_text(&node, NODE_INPUT, "x0");
        add_text(&node, NODE_OUTPUT, output);
        add_name(&node, NODE_NAME, stem, i);
        add_text(&node, NODE_OP_TYPE, "Relu");
        add_message(&graph, GRAPH_NODE, &node);
    }
    add_value(&graph, GRAPH_OUTPUT, "y", 0);
    end_model(model, &graph);
    free(node.data);
}

void make_repeated(struct bytes *model, unsigned nodes)
{
    make_repeated_named(model, nodes, "bench/node_", "y0");
}

/* 110 bytes, so that a name with its number has some 115. */
#define LONG_STEM                                             \
    "encoder/block/of/the/network/that/was/exported/with/all" \
    "/the/names/of/its/modules/and/scopes/for/every/layer/n_"

void make_repeated_long(struct bytes *model, unsigned nodes)
{
    make_repeated_named(model, nodes, LONG_STEM, LONG_STEM "output");
}

/* Two nodes with names that make the same value. */
static void add_twins(struct bytes *graph, unsigned index)
{
    struct bytes node = {0};
    for (unsigned i = 0; i < 2; i++) {
        add_text(&node, NODE_INPUT, "x0");
        add_name(&node, NODE_OUTPUT, "v", index);
        add_name(&node, NODE_NAME, i == 0 ? "bench/node_" : "bench/twin_", index);
        add_text(&node, NODE_OP_TYPE, "Relu");
        add_message(graph, GRAPH_NODE, &node);
    }
    free(node.data);
}

void make_repeated_deep(struct bytes *model, unsigned subgraphs, unsigned depth)
{
    struct bytes graph = {0};
    struct bytes inner = {0};
    begin_model(model);
    add_twins(&graph, subgraphs);
    for (unsigned i = 0; i < subgraphs; i++) {
        struct bytes outer = {0};
        add_twins(&outer, i);
        if (inner.size > 0) {
            add_holder(&outer, i, "held_", i, &inner);
        }
        add_name(&outer, GRAPH_NAME, "bench/graph_", i);
        add_value(&outer, GRAPH_OUTPUT, "v", i);
        free(inner.data);
        inner = outer;
        if ((i + 1) % depth == 0 || i + 1 == subgraphs) {
            add_holder(&graph, subgraphs, "tower_", i, &inner);
        }
    }
    add_value(&graph, GRAPH_OUTPUT, "v", subgraphs);
    end_model(model, &graph);
    free(inner.data);
}

/* --- towers -------------------------------------------------------------- */

/* A node with a name that holds a subgraph. */
static void add_named_holder(struct bytes *graph, unsigned index, struct bytes *subgraph)
{
    struct bytes node = {0};
    add_text(&node, NODE_INPUT, "x0");
    add_name(&node, NODE_OUTPUT, "held_", index);
    add_name(&node, NODE_NAME, "bench/holder_", index);
    end_holder(graph, &node, subgraph);
}

void make_towers(struct bytes *model, unsigned towers, unsigned depth)
{
    struct bytes graph = {0};
    begin_model(model);
    for (unsigned i = 0; i < towers; i++) {
        struct bytes inner = {0};
        for (unsigned level = 0; level < depth; level++) {
            struct bytes outer = {0};
            unsigned index = i * depth + level;
            if (level == 0) {
                add_twins(&outer, index);
            } else {
                add_named_holder(&outer, index, &inner);
            }
            add_name(&outer, GRAPH_NAME, "bench/graph_", index);
            add_value(&outer, GRAPH_OUTPUT, level == 0 ? "v" : "held_", index);
            free(inner.data);
            inner = outer;
        }
        add_named_holder(&graph, towers * depth + i, &inner);
        free(inner.data);
    }
    add_value(&graph, GRAPH_OUTPUT, "held_", towers * depth);
    end_model(model, &graph);
}
