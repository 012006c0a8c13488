/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the pairs, and reads dims of either form. */
#include "checks/declared.h"

#include "onnx/peek.h"
#include "onnx/reader.h"

/* Opens the item of a graph or function at that offset. */
static bool open_item(struct ol_run *run, const struct ol_level *holder, uint64_t tag,
                      uint64_t index, struct ol_level *item)
{
    ol_peek_open(item, holder, tag, index);
    return ol_run_read(run, item);
}

bool ol_declared_entry(struct ol_run *run, const struct ol_value *value, struct ol_level *entry)
{
    const struct ol_scopes *scopes = ol_run_scopes(run);
    const struct ol_scope *scope = &scopes->scopes[value->scope];
    const struct ol_declaration *declaration = ol_scopes_declaration(scopes, value);
    return declaration != NULL && scope->level != NULL &&
           open_item(run, scope->level, declaration->tag, declaration->item, entry);
}

static bool open_definition(struct ol_run *run, const struct ol_level *graph,
                            const struct ol_value *value, struct ol_level *item)
{
    return value->definer != OL_DEFINER_NODE &&
           open_item(run, graph, value->tag, value->item, item);
}

/* For an initializer. Only the first one of a name is the input's default. */
static bool open_input(struct ol_run *run, const struct ol_level *item, struct ol_level *other)
{
    struct ol_scopes *scopes = ol_run_scopes(run);
    uint32_t index = ol_scopes_definition(scopes, item);
    if (index == OL_NONE || !(ol_scopes_value(scopes, index)->flags & OL_VALUE_REPEATED)) {
        return false;
    }
    const struct ol_value *first = ol_scopes_value(scopes, ol_scopes_value(scopes, index)->before);
    return first->definer == OL_DEFINER_INPUT && first->output == index &&
           open_definition(run, item->parent, first, other);
}

static bool open_for_entry(struct ol_run *run, const struct ol_level *item,
                           const struct ol_value *value, struct ol_level *other)
{
    const struct ol_declaration *declaration = ol_scopes_declaration(ol_run_scopes(run), value);
    return declaration != NULL && declaration->tag == item->tag &&
           open_definition(run, item->parent, value, other);
}

static bool open_for_output(struct ol_run *run, const struct ol_level *item,
                            const struct ol_scope *scope, struct ol_level *other)
{
    if (item->index >= scope->outputs.count) {
        return false;
    }
    const struct ol_use *use = (const struct ol_use *)scope->outputs.items + item->index;
    if (use->state != OL_USE_FOUND || use->is_repeated) {
        return false;
    }
    const struct ol_value *value = ol_scopes_value(ol_run_scopes(run), use->value);
    if (&ol_run_scopes(run)->scopes[value->scope] != scope) {
        return false; /* an algorithm that returns a value of the inference graph */
    }
    bool has_entry = value->declared != OL_NONE && !(value->flags & OL_VALUE_DECLARED_OUTPUT);
    return has_entry ? ol_declared_entry(run, value, other)
                     : open_definition(run, item->parent, value, other);
}

bool ol_declared_other(struct ol_run *run, const struct ol_level *item, struct ol_level *other)
{
    struct ol_scopes *scopes = ol_run_scopes(run);
    const struct ol_scope *scope = ol_scopes_top(scopes);
    if (scope == NULL || scope->level != item->parent ||
        item->parent->message->id != OL_MESSAGE_GraphProto) {
        return false;
    }
    switch (item->field->index) {
    case OL_GraphProto_initializer:
    case OL_GraphProto_sparse_initializer:
        return open_input(run, item, other);
    case OL_GraphProto_output:
        return open_for_output(run, item, scope, other);
    case OL_GraphProto_value_info: {
        if (!scope->has_odd_entry) {
            return false; /* those of values that nodes make have no other one */
        }
        uint32_t index = ol_scope_find(scopes, scope, ol_level_text(item, OL_ValueInfoProto_name));
        return index != OL_NONE && open_for_entry(run, item, ol_scopes_value(scopes, index), other);
    }
    default:
        return false;
    }
}

/* --- dims ---------------------------------------------------------------- */

static unsigned dims_field(const struct ol_dims *dims)
{
    return dims->level->message->id == OL_MESSAGE_TensorProto ? (unsigned)OL_TensorProto_dims
                                                              : (unsigned)OL_SparseTensorProto_dims;
}

void ol_dims_init(struct ol_dims *dims, struct ol_run *run, const struct ol_level *level)
{
    dims->run = run;
    dims->level = level;
    dims->is_shape = level->message->id == OL_MESSAGE_TensorShapeProto;
    if (dims->is_shape) {
        ol_children_init(&dims->children, level);
    } else {
        ol_cursor_init(&dims->cursor, level, dims_field(dims));
    }
}

uint64_t ol_dims_count(const struct ol_dims *dims)
{
    return dims->is_shape ? ol_level_occurrences(dims->level, OL_TensorShapeProto_dim)
                          : ol_level_elements(dims->level, dims_field(dims));
}

bool ol_dims_is_whole(const struct ol_level *level)
{
    return level->is_complete && level->broken.length == 0;
}

/* What a Dimension says. */
static struct ol_dim dim_from_level(const struct ol_level *level)
{
    const struct ol_field *fields = level->message->fields;
    unsigned member = level->oneof_index[1];
    struct ol_dim dim = {
        .size = -1, .span = ol_level_whole(level), .level = level, .index = level->index};
    if (member == OL_TensorShapeProto_Dimension_dim_value) {
        int64_t size = ol_level_integer(level, member, -1);
        dim.size = size < 0 ? -1 : size;
    } else if (member == OL_TensorShapeProto_Dimension_dim_param) {
        dim.param = ol_level_text(level, member);
    }
    if (member != OL_FIELD_UNKNOWN) {
        dim.span = ol_level_span(level, member);
        dim.field = &fields[member];
    }
    return dim;
}

bool ol_dims_next(struct ol_dims *dims, struct ol_dim *dim)
{
    struct ol_element element;
    if (dims->is_shape) {
        if (!ol_children_next(&dims->children, &dims->dim) || !ol_run_read(dims->run, &dims->dim)) {
            return false;
        }
        *dim = dim_from_level(&dims->dim);
        return true;
    }
    if (!ol_cursor_next(&dims->cursor, &element)) {
        return false;
    }
    int64_t size = (int64_t)element.bits;
    *dim = (struct ol_dim){
        .size = size < 0 ? -1 : size,
        .span = element.span,
        .level = dims->level,
        .field = &dims->level->message->fields[dims_field(dims)],
        .index = element.index,
    };
    return true;
}

/* --- shapes -------------------------------------------------------------- */

bool ol_declared_open(struct ol_run *run, struct ol_slice name, uint64_t *tag,
                      struct ol_level *item)
{
    const struct ol_scopes *scopes = ol_run_scopes(run);
    uint32_t index = ol_scopes_resolve(scopes, name).value;
    const struct ol_value *value = index != OL_NONE ? ol_scopes_value(scopes, index) : NULL;
    const struct ol_level *graph = value != NULL ? scopes->scopes[value->scope].level : NULL;
    if (graph == NULL) {
        return false;
    }
    bool is_item = value->definer != OL_DEFINER_NODE && graph->message->id == OL_MESSAGE_GraphProto;
    const struct ol_declaration *declaration = ol_scopes_declaration(scopes, value);
    *tag = is_item ? value->tag : declaration != NULL ? declaration->tag : UINT64_MAX;
    if (item == NULL || *tag == UINT64_MAX) {
        return *tag != UINT64_MAX;
    }
    return is_item ? open_definition(run, graph, value, item) : ol_declared_entry(run, value, item);
}
