/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of what nothing uses. A graph tells when it closes, an inference graph with training
 * information when the model does. */
#include "onnx/scope.h"
#include "rule/check.h"

/* The scope whose values are to be judged now; NULL: none. */
static const struct ol_scope *closing_scope(struct ol_run *run, const struct ol_level *level)
{
    struct ol_scopes *scopes = ol_run_scopes(run);
    const struct ol_scope *scope = ol_scopes_top(scopes);
    if (scope == NULL || scope->misses_uses) {
        return NULL;
    }
    bool is_kept = scopes->keeps_inference && scopes->depth == 1 &&
                   ol_level_is_in(level, OL_MESSAGE_ModelProto, OL_ModelProto_graph);
    bool is_closing =
        level->message->id == OL_MESSAGE_ModelProto ? scope->level == NULL : scope->level == level;
    return is_closing && !is_kept ? scope : NULL;
}

static const char *const args_unused[] = {"name", NULL};

/* --- initializer_unused -------------------------------------------------- */

/* Whether the value is of an inference graph that stands behind the training information whose
 * scope closes: its nodes were not visited yet, and may use it. */
static bool is_yet_to_be_visited(const struct ol_scopes *scopes, const struct ol_scope *scope,
                                 uint32_t value)
{
    return value < scope->begin && scopes->scopes[0].level == NULL &&
           scopes->scopes[0].tag > scope->tag;
}

static bool is_unused_initializer(const struct ol_scopes *scopes, const struct ol_scope *scope,
                                  const struct ol_value *value)
{
    if (value->definer != OL_DEFINER_INITIALIZER &&
        value->definer != OL_DEFINER_SPARSE_INITIALIZER) {
        return false;
    }
    if (value->flags & OL_VALUE_REPEATED) { /* an input's default, or a duplicate */
        if (is_yet_to_be_visited(scopes, scope, value->before)) {
            return false;
        }
        value = ol_scopes_value(scopes, value->before);
    }
    return !(value->flags & OL_VALUE_USED);
}

static void run_initializer(struct ol_run *run, const struct ol_level *level,
                            const struct ol_rule *rule)
{
    const struct ol_scopes *scopes = ol_run_scopes(run);
    const struct ol_scope *scope = closing_scope(run, level);
    if (scope == NULL) {
        return;
    }
    for (uint32_t i = scope->begin; i < scope->end; i++) {
        const struct ol_value *value = ol_scopes_value(scopes, i);
        if (value->definer == OL_DEFINER_NODE) {
            return;
        }
        if (is_unused_initializer(scopes, scope, value) && ol_run_takes(run, rule, NULL)) {
            struct ol_note place = ol_run_value_note(run, i, NULL);
            OL_EMIT(run, rule, (.span = place.span, .level = level, .at = &place),
                    OL_ARG_TEXT("name", ol_scopes_name(scopes, value)));
        }
    }
}

const struct ol_check ol_check_initializer_unused = {
    .name = "initializer_unused",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_GraphProto) | OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .args = args_unused,
    .asks_file = true,
    .run = run_initializer,
};

/* --- node_unused --------------------------------------------------------- */

/* Whether one of the node's outputs, which are the values from *at on, is used. Moves *at behind
 * them. */
static bool is_used(const struct ol_scopes *scopes, const struct ol_scope *scope, uint64_t node,
                    uint32_t *at)
{
    bool is_any_used = false;
    bool is_any_named = false;
    for (; *at < scope->end && ol_scopes_value(scopes, *at)->item == node; ++*at) {
        const struct ol_value *value = ol_scopes_value(scopes, *at);
        if (value->flags & OL_VALUE_REPEATED) {
            value = ol_scopes_value(scopes, value->before);
        }
        is_any_named = true;
        is_any_used = is_any_used || (value->flags & OL_VALUE_USED) != 0;
    }
    return is_any_used || !is_any_named; /* one that makes nothing is told by a rule of its own */
}

/* Whether any node is unused, of those whose outputs are the values from at on. */
static bool is_any_unused(const struct ol_scopes *scopes, const struct ol_scope *scope, uint32_t at)
{
    while (at < scope->end) {
        if (!is_used(scopes, scope, ol_scopes_value(scopes, at)->item, &at)) {
            return true;
        }
    }
    return false;
}

static void run_node(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_scopes *scopes = ol_run_scopes(run);
    const struct ol_scope *scope = closing_scope(run, level);
    if (scope == NULL || scope->level != level || scope->outputs.count == 0) {
        return; /* where nothing goes out, that is the fault, and not each node */
    }
    bool is_function = level->message->id == OL_MESSAGE_FunctionProto;
    unsigned field = is_function ? OL_FunctionProto_node : OL_GraphProto_node;
    uint32_t at = scope->begin;
    while (at < scope->end && ol_scopes_value(scopes, at)->definer != OL_DEFINER_NODE) {
        at++;
    }
    if (!is_any_unused(scopes, scope, at)) {
        return; /* without a pass over the level */
    }
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field);
    while (ol_cursor_next(&cursor, &element)) {
        if (is_used(scopes, scope, element.index, &at)) {
            continue;
        }
        struct ol_level node;
        ol_level_init_child(&node, level, &element.occurrence, element.index);
        if (!ol_run_read(run, &node)) {
            return;
        }
        OL_EMIT_PLAIN(run, rule, (.span = ol_level_header(&node), .level = &node));
    }
}

/* Nodes of graphs and functions; those of an inference graph with training information are not
 * judged, as they are not at hand when the model closes. */
const struct ol_check ol_check_node_unused = {
    .name = "node_unused",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_GraphProto) | OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto),
    .asks_file = true,
    .run = run_node,
};
