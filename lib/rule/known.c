/* SPDX-License-Identifier: Apache-2.0 */
/* Asks names, operator sets and types for what is odd about a level. */
#include "rule/known.h"

#include "onnx/domain.h"
#include "rule/run.h"

bool ol_known_is_constant(const struct ol_level *node)
{
    return ol_slice_is_text(ol_level_text(node, OL_NodeProto_op_type), "Constant") &&
           ol_domain_is_default(ol_level_text(node, OL_NodeProto_domain));
}

/* What is known of the operator set that a node names its operator in. */
static uint32_t schema_of(struct ol_model *model, const struct ol_level *node)
{
    const unsigned odd = OL_OPERATOR_IS_DEPRECATED | OL_OPERATOR_IS_EXPERIMENTAL;
    const struct ol_bound_operator *bound = ol_model_bound(model, node);
    if (!bound->is_known || bound->verdict == OL_OPERATOR_NO_DOMAIN) {
        return 0;
    }
    if (bound->schema == NULL) {
        return OL_KNOWN_STANDARD;
    }
    return OL_KNOWN_STANDARD | OL_KNOWN_SCHEMA |
           ((bound->schema->flags & odd) != 0 ? (unsigned)OL_KNOWN_UNSETTLED : 0);
}

/* What is known of the names of a node; NULL: nothing, as there is no graph around it. */
static uint32_t names_of(const struct ol_scope *scope)
{
    if (scope == NULL) {
        return OL_KNOWN_MAY_BE_EMPTY;
    }
    return (scope->has_empty ? (unsigned)OL_KNOWN_MAY_BE_EMPTY : 0) |
           (scope->has_unfound ? (unsigned)OL_KNOWN_UNFOUND : 0) |
           (scope->has_again ? (unsigned)OL_KNOWN_AGAIN : 0);
}

uint32_t ol_known_operator(struct ol_run *run, const struct ol_level *level)
{
    struct ol_model *model = &run->model;
    if (level->message->id == OL_MESSAGE_NodeProto) {
        return schema_of(model, level) |
               (ol_known_is_constant(level) ? (unsigned)OL_KNOWN_CONSTANT : 0);
    }
    if (level->message->id == OL_MESSAGE_AttributeProto &&
        ol_level_is_in(level, OL_MESSAGE_NodeProto, OL_NodeProto_attribute) &&
        ol_model_bound(model, level->parent)->schema != NULL) {
        bool is_declared = ol_model_declared(model, level) != NULL;
        return (model->is_declarable ? (unsigned)OL_KNOWN_SCHEMA : 0) |
               (is_declared ? (unsigned)OL_KNOWN_DECLARED : 0);
    }
    return 0;
}

/* What is known of the imports and functions that a node entered last has to do with. */
static uint32_t model_of(const struct ol_model *model)
{
    return (model->is_first_missing ? (unsigned)OL_KNOWN_UNIMPORTED : 0) |
           (model->is_first_bound ? (unsigned)OL_KNOWN_FIRST_BOUND : 0) |
           (model->callee != OL_NONE ? (unsigned)OL_KNOWN_CALL : 0) |
           (model->is_in_function ? (unsigned)OL_KNOWN_IN_FUNCTION : 0);
}

uint32_t ol_known_of(struct ol_run *run, const struct ol_level *level)
{
    if (level->message->id != OL_MESSAGE_NodeProto) {
        return ol_known_operator(run, level);
    }
    const struct ol_scope *scope = ol_scopes_top(&run->scopes);
    bool is_open = scope != NULL && scope->level == level->parent;
    return ol_known_operator(run, level) | names_of(is_open ? scope : NULL) | model_of(&run->model);
}

uint32_t ol_known_at_close(const struct ol_run *run, const struct ol_level *level)
{
    bool is_node = level->message->id == OL_MESSAGE_NodeProto;
    bool may_misfit = is_node || level->message->id == OL_MESSAGE_GraphProto;
    return (may_misfit && run->types.faults.count > 0 ? (unsigned)OL_KNOWN_MISFIT : 0) |
           (is_node && run->model.functions.count > 0 ? (unsigned)OL_KNOWN_CALL : 0) |
           (run->model.is_in_function ? (unsigned)OL_KNOWN_IN_FUNCTION : 0);
}
