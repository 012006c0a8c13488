/* SPDX-License-Identifier: Apache-2.0 */
/* Where a type stands, from the levels around it. */
#include "checks/type_place.h"

/* Whether the graph is the model's own: the root of the file or what ModelProto.graph holds,
 * neither a graph of an attribute nor one of training. */
static bool is_main_graph(const struct ol_level *graph)
{
    return graph->parent == NULL ||
           ol_level_is_in(graph, OL_MESSAGE_ModelProto, OL_ModelProto_graph);
}

static enum ol_type_place place_of_value(const struct ol_level *value)
{
    if (value->parent == NULL) {
        return OL_TYPE_PLACE_OTHER;
    }
    bool is_io = ol_level_is_in(value, OL_MESSAGE_GraphProto, OL_GraphProto_input) ||
                 ol_level_is_in(value, OL_MESSAGE_GraphProto, OL_GraphProto_output);
    return is_io && is_main_graph(value->parent) ? OL_TYPE_PLACE_MAIN : OL_TYPE_PLACE_INNER;
}

enum ol_type_place ol_type_place_of(const struct ol_level *level)
{
    const struct ol_level *type = level;
    if (ol_level_is_in(level, OL_MESSAGE_TypeProto, OL_TypeProto_tensor_type) ||
        ol_level_is_in(level, OL_MESSAGE_TypeProto, OL_TypeProto_sparse_tensor_type)) {
        if (!ol_level_shows(level->parent, level->field)) {
            return OL_TYPE_PLACE_OTHER;
        }
        type = level->parent;
    }
    if (ol_level_is_in(type, OL_MESSAGE_ValueInfoProto, OL_ValueInfoProto_type)) {
        return place_of_value(type->parent);
    }
    return type->message->id == OL_MESSAGE_ValueInfoProto ? place_of_value(type)
                                                          : OL_TYPE_PLACE_OTHER;
}
