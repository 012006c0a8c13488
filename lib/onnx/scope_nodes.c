/* SPDX-License-Identifier: Apache-2.0 */
/* What nodes take: their inputs are resolved when they open, and what depends on what is noted. */
#include "onnx/scope_nodes.h"

/* Notes, once for a node that takes several of its outputs, which node another one depends on. */
static enum ol_status note_arc(struct ol_scope *scope, uint32_t from)
{
    if (scope->arcs.count > 0) {
        const struct ol_arc *last =
            (const struct ol_arc *)scope->arcs.items + (scope->arcs.count - 1);
        if (last->from == from && last->to == scope->at) {
            return OL_OK;
        }
    }
    struct ol_arc *arc = ol_vector_add(&scope->arcs, sizeof *arc);
    if (arc == NULL) {
        return OL_ERR_NOMEM;
    }
    *arc = (struct ol_arc){.from = from, .to = scope->at};
    return OL_OK;
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

/* Adds an input of the innermost node. */
static enum ol_status add_use(struct ol_scopes *scopes, const struct ol_level *node,
                              const struct ol_occurrence *input)
{
    struct ol_use *use = ol_vector_add(&scopes->uses, sizeof *use);
    if (use == NULL) {
        return OL_ERR_NOMEM;
    }
    *use = ol_scopes_resolve(scopes, ol_level_bytes(node, ol_occurrence_payload(input)));
    use->tag = input->tag;
    return use->value != OL_NONE ? note_use(scopes, use) : OL_OK;
}

enum ol_status ol_scope_enter_node(struct ol_scopes *scopes, const struct ol_level *level)
{
    struct ol_scope *scope = ol_scopes_top(scopes);
    if (scope == NULL || scope->level != level->parent) {
        return OL_OK; /* a node file: nothing around it is known */
    }
    scope->at = level->index < OL_NONE ? (uint32_t)level->index : OL_NONE;
    scope->use_begin = scopes->uses.count;
    while (scope->made < scope->end && ol_scopes_value(scopes, scope->made)->item < scope->at) {
        scope->made++;
    }
    scope->made_count = 0;
    for (uint32_t i = scope->made; i < scope->end && ol_scopes_value(scopes, i)->item == scope->at;
         i++) {
        scope->made_count++;
    }
    if (!ol_level_has(level, OL_NodeProto_input)) {
        return OL_OK;
    }
    const struct ol_field_state *inputs = &level->fields[OL_NodeProto_input];
    enum ol_status status = add_use(scopes, level, &inputs->first);
    struct ol_revisit revisit;
    ol_revisit_from(&revisit, level, inputs->first.end);
    for (uint64_t left = inputs->occurrences - 1; left > 0 && status == OL_OK;) {
        const struct ol_occurrence *next = ol_revisit_next(&revisit);
        if (next == NULL) {
            break;
        }
        if (next->index == OL_NodeProto_input) {
            status = add_use(scopes, level, next);
            left--;
        }
    }
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
