/* SPDX-License-Identifier: Apache-2.0 */
/* What nodes take: their inputs are resolved when they open, and what depends on what is noted. */
#include "onnx/scope_nodes.h"

#include "onnx/glance.h"
#include "wire/varint.h"

/* Adds a varint. */
static bool pack(struct ol_vector *bytes, uint32_t number)
{
    for (bool is_more = true; is_more; number >>= 7) {
        uint8_t *byte = ol_vector_add(bytes, 1);
        if (byte == NULL) {
            return false;
        }
        is_more = number >= 0x80;
        *byte = (uint8_t)((number & 0x7F) | (is_more ? 0x80 : 0));
    }
    return true;
}

/* Notes, once for a node that takes several of its outputs, which node another one depends on. Most
 * are near: an arc is kept as how far its end is behind that of the one before, and its beginning
 * before its end, modulo 2^32. */
static enum ol_status note_arc(struct ol_scope *scope, uint32_t from)
{
    const struct ol_arc *last = &scope->last_arc;
    if (scope->arcs.count > 0 && last->from == from && last->to == scope->at) {
        return OL_OK;
    }
    if (!pack(&scope->arcs, scope->at - last->to) || !pack(&scope->arcs, scope->at - from)) {
        return OL_ERR_NOMEM;
    }
    scope->last_arc = (struct ol_arc){.from = from, .to = scope->at};
    return OL_OK;
}

bool ol_scope_unpack_arcs(const struct ol_scope *scope, struct ol_vector *arcs)
{
    const uint8_t *bytes = scope->arcs.items;
    uint32_t to = 0;
    for (size_t at = 0; at < scope->arcs.count;) {
        struct ol_varint step = ol_varint_read(bytes + at, scope->arcs.count - at);
        at += step.length;
        struct ol_varint way = ol_varint_read(bytes + at, scope->arcs.count - at);
        at += way.length;
        struct ol_arc *arc = ol_vector_add(arcs, sizeof *arc);
        if (arc == NULL) {
            return false;
        }
        to += (uint32_t)step.value;
        *arc = (struct ol_arc){.from = to - (uint32_t)way.value, .to = to};
    }
    return true;
}

/* Notes a value that is defined later, once for inputs in a row of the innermost node; use is its
 * last one so far. */
static enum ol_status note_later(struct ol_scopes *scopes, struct ol_scope *scope,
                                 const struct ol_use *use)
{
    const struct ol_scope *top = &scopes->scopes[scopes->depth - 1];
    size_t number = scopes->uses.count - top->use_begin;
    if (number > 1 && use[-1].value == use->value) {
        return OL_OK;
    }
    struct ol_later *later = ol_vector_add(&scope->later, sizeof *later);
    if (later == NULL) {
        return OL_ERR_NOMEM;
    }
    *later = (struct ol_later){
        .from = use->tag,
        .node = scope->at,
        .value = use->value,
        .input = scope == top ? (uint32_t)(number - 1) : OL_NONE,
    };
    return OL_OK;
}

/* Notes the use in the scope that defines the value: what its nodes depend on, and in which
 * order. */
static enum ol_status note_use(struct ol_scopes *scopes, const struct ol_use *use)
{
    struct ol_value *value = ol_scopes_value(scopes, use->value);
    struct ol_scope *scope = &scopes->scopes[value->scope];
    value->flags |= OL_VALUE_USED;
    if (value->definer != OL_DEFINER_NODE || scope->at == OL_NONE) {
        return OL_OK;
    }
    enum ol_status status = note_arc(scope, value->item);
    return status == OL_OK && use->state == OL_USE_LATER ? note_later(scopes, scope, use) : status;
}

/* Adds an input of the innermost node; NULL when memory is short. */
static struct ol_use *resolve(struct ol_scopes *scopes, struct ol_slice name, uint64_t tag)
{
    struct ol_use *use = ol_vector_add(&scopes->uses, sizeof *use);
    if (use != NULL) {
        *use = ol_scopes_resolve(scopes, name);
        use->tag = tag;
    }
    return use;
}

/* Adds an input of the innermost node, and what it means for the scope. */
static enum ol_status add_use(struct ol_scopes *scopes, struct ol_scope *scope,
                              const struct ol_level *node, struct ol_extent input)
{
    struct ol_span name = ol_span_between(input.value, input.end);
    const struct ol_use *use = resolve(scopes, ol_level_bytes(node, name), input.tag);
    if (use == NULL) {
        return OL_ERR_NOMEM;
    }
    scope->has_empty = scope->has_empty || use->state == OL_USE_EMPTY;
    scope->has_unfound = scope->has_unfound || use->state == OL_USE_UNKNOWN;
    return use->value != OL_NONE ? note_use(scopes, use) : OL_OK;
}

/* Finds the values that the node makes: they stand behind those of the nodes before it. */
static void find_made(const struct ol_scopes *scopes, struct ol_scope *scope)
{
    const struct ol_value *values = scopes->values.items;
    uint32_t made = scope->made;
    while (made < scope->end && values[made].item < scope->at) {
        made++;
    }
    scope->made = made;
    scope->has_again = false;
    for (; made < scope->end && values[made].item == scope->at; made++) {
        scope->has_again = scope->has_again || values[made].before != OL_NONE;
    }
    scope->made_count = made - scope->made;
}

/* Makes a node the one that is visited. */
static void visit(struct ol_scopes *scopes, struct ol_scope *scope, const struct ol_level *node)
{
    scope->at = node->index < OL_NONE ? (uint32_t)node->index : OL_NONE;
    scope->use_begin = scopes->uses.count;
    find_made(scopes, scope);
}

enum ol_status ol_scope_enter_node(struct ol_scopes *scopes, const struct ol_level *level)
{
    struct ol_scope *scope = ol_scopes_top(scopes);
    if (scope == NULL || scope->level != level->parent) {
        return OL_OK; /* a node file: nothing around it is known */
    }
    visit(scopes, scope, level);
    scope->has_empty = scope->made_count != ol_level_elements(level, OL_NodeProto_output);
    scope->has_unfound = false;
    if (!ol_level_has(level, OL_NodeProto_input)) {
        return OL_OK;
    }
    const struct ol_field_state *inputs = &level->fields[OL_NodeProto_input];
    enum ol_status status = add_use(scopes, scope, level, inputs->first);
    struct ol_revisit revisit;
    ol_revisit_from(&revisit, level, inputs->first.end);
    for (uint64_t left = inputs->occurrences - 1; left > 0 && status == OL_OK;) {
        const struct ol_occurrence *next = ol_revisit_next(&revisit);
        if (next == NULL) {
            break;
        }
        if (next->index == OL_NodeProto_input) {
            status = add_use(scopes, scope, level, ol_occurrence_extent(next));
            left--;
        }
    }
    return status;
}

/* Resolves the inputs of a node that was not read, without noting that they are used. false where
 * one of them has no name or is not found, something has no place among plain fields, or memory is
 * short. *outputs: how many it has. */
static bool resolve_unread(struct ol_scopes *scopes, const struct ol_level *node,
                           struct ol_operator_name *name, uint32_t *outputs)
{
    const struct ol_field *fields = node->message->fields;
    const uint32_t input = ol_glance_key(fields[OL_NodeProto_input].number, OL_WIRE_LEN);
    const uint32_t output = ol_glance_key(fields[OL_NodeProto_output].number, OL_WIRE_LEN);
    const uint32_t domain = ol_glance_key(fields[OL_NodeProto_domain].number, OL_WIRE_LEN);
    const uint32_t op_type = ol_glance_key(fields[OL_NodeProto_op_type].number, OL_WIRE_LEN);
    struct ol_glance glance = ol_glance_at(node->bytes, ol_span_between(node->begin, node->end));
    *outputs = 0;
    *name = (struct ol_operator_name){{NULL, 0}, {NULL, 0}};
    while (ol_glance_next(&glance)) {
        if (glance.key == input) {
            const struct ol_use *use =
                resolve(scopes, ol_glance_payload(&glance), (uint64_t)(glance.tag - node->bytes));
            if (use == NULL || use->state != OL_USE_FOUND) {
                return false;
            }
        } else if (glance.key == output) {
            ++*outputs;
        } else if (glance.key == domain) {
            name->domain = ol_glance_payload(&glance);
        } else if (glance.key == op_type) {
            name->op_type = ol_glance_payload(&glance);
        }
    }
    return ol_glance_is_whole(&glance);
}

bool ol_scopes_resolve_unread(struct ol_scopes *scopes, const struct ol_level *node,
                              struct ol_operator_name *name)
{
    struct ol_scope *scope = ol_scopes_top(scopes);
    uint32_t outputs;
    if (scope == NULL || scope->level != node->parent) {
        return false;
    }
    visit(scopes, scope, node);
    bool is_in_order = !scope->has_again && scope->at != OL_NONE &&
                       resolve_unread(scopes, node, name, &outputs) && outputs == scope->made_count;
    if (!is_in_order) {
        ol_scope_leave_node(scopes, node);
    }
    return is_in_order;
}

enum ol_status ol_scopes_pass_node(struct ol_scopes *scopes, const struct ol_level *node)
{
    const struct ol_scope *scope = ol_scopes_top(scopes);
    const struct ol_use *uses = scopes->uses.items;
    enum ol_status status = OL_OK;
    for (size_t i = scope->use_begin; i < scopes->uses.count && status == OL_OK; i++) {
        status = note_use(scopes, &uses[i]);
    }
    ol_scope_leave_node(scopes, node);
    return status;
}

void ol_scope_leave_node(struct ol_scopes *scopes, const struct ol_level *level)
{
    struct ol_scope *scope = ol_scopes_top(scopes);
    if (scope != NULL && scope->level == level->parent) {
        scope->at = OL_NONE;
        scopes->uses.count = scope->use_begin;
    }
}

const struct ol_use *ol_scopes_uses(const struct ol_scopes *scopes, const struct ol_level *node,
                                    size_t *count)
{
    const struct ol_scope *scope = scopes->depth > 0 ? &scopes->scopes[scopes->depth - 1] : NULL;
    if (scope == NULL || scope->level != node->parent) {
        *count = 0;
        return NULL;
    }
    *count = scopes->uses.count - scope->use_begin;
    return *count > 0 ? (const struct ol_use *)scopes->uses.items + scope->use_begin : NULL;
}

uint32_t ol_scopes_made(const struct ol_scopes *scopes, const struct ol_level *node,
                        uint32_t *count)
{
    const struct ol_scope *scope = scopes->depth > 0 ? &scopes->scopes[scopes->depth - 1] : NULL;
    bool is_open = scope != NULL && scope->level == node->parent && scope->at == node->index;
    *count = is_open ? scope->made_count : 0;
    return is_open ? scope->made : OL_NONE;
}
