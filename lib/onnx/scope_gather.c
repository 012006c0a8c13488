/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the names of a graph or function from the bytes of its members. */
#include "onnx/scope_gather.h"

#include "onnx/glance.h"
#include "onnx/members.h"
#include "onnx/peek.h"

#define OCCURRENCES_AT_ONCE 16

/* Outputs of a node that is stepped through: others are scanned. */
#define OUTPUTS_FEW 8

struct gather {
    struct ol_scopes *scopes;
    struct ol_scope *scope;
    const struct ol_level *level;
    enum ol_status status;
};

/* A definition that is about to be pushed. */
struct definition {
    struct ol_slice name;
    uint64_t tag;
    uint64_t item;
    uint64_t output;
    enum ol_definer definer;
};

static void push(struct gather *gather, const struct definition *definition, uint32_t symbol_index)
{
    struct ol_scopes *scopes = gather->scopes;
    uint32_t index = (uint32_t)scopes->values.count;
    struct ol_value *value = ol_vector_add(&scopes->values, sizeof *value);
    if (value == NULL) {
        gather->status = OL_ERR_NOMEM;
        return;
    }
    struct ol_symbol *symbol = ol_symbols_at(&scopes->symbols, symbol_index);
    *value = (struct ol_value){
        .tag = definition->tag,
        .declared = OL_NONE,
        .symbol = symbol_index,
        .before = symbol->value,
        .item = (uint32_t)definition->item,
        .output = (uint32_t)definition->output,
        .definer = (uint8_t)definition->definer,
        .scope = (uint8_t)(gather->scope - scopes->scopes),
    };
    /* an input of an algorithm is one of its own, whatever the inference graph has */
    uint32_t lowest =
        definition->definer == OL_DEFINER_INPUT ? gather->scope->begin : gather->scope->lowest;
    if (symbol->value == OL_NONE || symbol->value < lowest) {
        symbol->value = index;
        return;
    }
    value->flags = OL_VALUE_REPEATED;
    struct ol_value *first = ol_scopes_value(scopes, symbol->value);
    bool is_default = definition->definer == OL_DEFINER_INITIALIZER ||
                      definition->definer == OL_DEFINER_SPARSE_INITIALIZER;
    if (is_default && first->definer == OL_DEFINER_INPUT && first->scope == value->scope &&
        !(first->flags & OL_VALUE_INITIALIZER)) {
        first->flags |= OL_VALUE_INITIALIZER;
        first->output = index;
    }
}

static void define(struct gather *gather, const struct definition *definition)
{
    uint32_t symbol;
    if (definition->name.size == 0 || gather->status != OL_OK) {
        return;
    }
    enum ol_status status = ol_symbols_intern(&gather->scopes->symbols, definition->name, &symbol);
    bool is_countable = definition->item < OL_NONE && definition->output < OL_NONE &&
                        gather->scopes->values.count < OL_NONE - 1;
    if (status == OL_ERR_LIMIT || (status == OL_OK && !is_countable)) {
        gather->scope->is_whole = false;
    } else if (status != OL_OK) {
        gather->status = status;
    } else {
        push(gather, definition, symbol);
    }
}

/* The bytes of a member; that they are cut is noted. */
static struct ol_span payload(struct gather *gather, const struct ol_occurrence *occurrence)
{
    if (occurrence->flags & OL_OCCURRENCE_CUT) {
        gather->scope->is_whole = false;
    }
    return ol_occurrence_payload(occurrence);
}

static struct ol_span member_payload(struct gather *gather, const struct ol_member *member)
{
    gather->scope->is_whole = gather->scope->is_whole && !member->is_cut;
    return member->payload;
}

/* The text of a field in a member; what cannot be read is noted. */
static struct ol_slice member_text(struct gather *gather, struct ol_span message,
                                   const struct ol_field *field)
{
    struct ol_slice text;
    if (ol_glance_text(gather->level->bytes, message, field, &text)) {
        return text;
    }
    struct ol_peek peek = ol_peek_last(gather->level->bytes, message, field);
    if (!peek.is_whole) {
        gather->scope->is_whole = false;
        return (struct ol_slice){NULL, 0};
    }
    return ol_peek_text(gather->level->bytes, &peek);
}

static struct ol_slice name_in(struct gather *gather, struct ol_span message, enum ol_message_id id,
                               unsigned field)
{
    return member_text(gather, message, &ol_messages[id].fields[field]);
}

/* --- graphs -------------------------------------------------------------- */

static void add_inputs(struct gather *gather)
{
    struct ol_members members;
    ol_members_init(&members, gather->level, OL_GraphProto_input);
    struct ol_member member;
    while (ol_members_next(&members, &member)) {
        struct definition definition = {
            .name = name_in(gather, member_payload(gather, &member), OL_MESSAGE_ValueInfoProto,
                            OL_ValueInfoProto_name),
            .tag = member.tag,
            .item = member.index,
            .definer = OL_DEFINER_INPUT,
        };
        define(gather, &definition);
    }
}

static void add_initializers(struct gather *gather)
{
    struct ol_members members;
    ol_members_init(&members, gather->level, OL_GraphProto_initializer);
    struct ol_member member;
    while (ol_members_next(&members, &member)) {
        struct definition definition = {
            .name = name_in(gather, member_payload(gather, &member), OL_MESSAGE_TensorProto,
                            OL_TensorProto_name),
            .tag = member.tag,
            .item = member.index,
            .definer = OL_DEFINER_INITIALIZER,
        };
        define(gather, &definition);
    }
}

/* The name of a sparse initializer is that of its values. */
static void add_sparse_initializers(struct gather *gather)
{
    const struct ol_field *values =
        &ol_messages[OL_MESSAGE_SparseTensorProto].fields[OL_SparseTensorProto_values];
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, gather->level, OL_GraphProto_sparse_initializer);
    while (ol_cursor_next(&cursor, &element)) {
        struct ol_peek peek =
            ol_peek_last(gather->level->bytes, payload(gather, &element.occurrence), values);
        if (!peek.is_whole) {
            gather->scope->is_whole = false;
        } else if (peek.is_found) {
            struct definition definition = {
                .name = name_in(gather, payload(gather, &peek.last), OL_MESSAGE_TensorProto,
                                OL_TensorProto_name),
                .tag = element.occurrence.tag,
                .item = element.index,
                .definer = OL_DEFINER_SPARSE_INITIALIZER,
            };
            define(gather, &definition);
        }
    }
}

/* Notes where a value is declared; of several entries the first, value_info before output. */
static void declare(struct gather *gather, unsigned field, const struct ol_member *member)
{
    struct ol_slice name = name_in(gather, member_payload(gather, member),
                                   OL_MESSAGE_ValueInfoProto, OL_ValueInfoProto_name);
    uint32_t index = ol_scope_find(gather->scopes, gather->scope, name);
    if (index == OL_NONE || member->index >= OL_NONE) {
        return;
    }
    struct ol_value *value = ol_scopes_value(gather->scopes, index);
    bool is_own = &gather->scopes->scopes[value->scope] == gather->scope;
    if (!is_own || value->declared != OL_NONE) {
        return;
    }
    struct ol_vector *declarations = &gather->scopes->declarations;
    struct ol_declaration *declaration = ol_vector_add(declarations, sizeof *declaration);
    if (declaration == NULL) {
        gather->status = OL_ERR_NOMEM;
        return;
    }
    /* there are no more of them than values */
    *declaration = (struct ol_declaration){.tag = member->tag, .item = (uint32_t)member->index};
    value->declared = (uint32_t)(declarations->count - 1);
    value->flags |= field == OL_GraphProto_output ? OL_VALUE_DECLARED_OUTPUT : 0;
}

/* Resolves an output where it is to be defined: in this graph or function alone. */
static void add_output(struct gather *gather, struct ol_slice name, uint64_t tag)
{
    struct ol_use *use = ol_vector_add(&gather->scope->outputs, sizeof *use);
    if (use == NULL) {
        gather->status = OL_ERR_NOMEM;
        return;
    }
    uint32_t value = ol_scope_find(gather->scopes, gather->scope, name);
    *use = (struct ol_use){
        .tag = tag,
        .value = value,
        .state = name.size == 0     ? OL_USE_EMPTY
                 : value == OL_NONE ? OL_USE_UNKNOWN
                                    : OL_USE_FOUND,
    };
    if (value != OL_NONE) {
        struct ol_value *made = ol_scopes_value(gather->scopes, value);
        use->is_repeated = (made->flags & OL_VALUE_OUTPUT) != 0;
        made->flags |= OL_VALUE_USED | OL_VALUE_OUTPUT;
    }
}

static void add_declarations(struct gather *gather, unsigned field)
{
    struct ol_members members;
    ol_members_init(&members, gather->level, field);
    struct ol_member member;
    while (gather->status == OL_OK && ol_members_next(&members, &member)) {
        declare(gather, field, &member);
    }
}

static void add_graph_outputs(struct gather *gather)
{
    const struct ol_field *name =
        &ol_messages[OL_MESSAGE_ValueInfoProto].fields[OL_ValueInfoProto_name];
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, gather->level, OL_GraphProto_output);
    while (gather->status == OL_OK && ol_cursor_next(&cursor, &element)) {
        struct ol_peek peek =
            ol_peek_last(gather->level->bytes, payload(gather, &element.occurrence), name);
        bool is_known = peek.is_whole && peek.is_found;
        add_output(gather,
                   is_known ? ol_peek_text(gather->level->bytes, &peek) : (struct ol_slice){0},
                   peek.is_found ? peek.last.tag : element.occurrence.tag);
    }
}

/* --- nodes --------------------------------------------------------------- */

/* Adds the outputs of a node that can be stepped through; false, and none was added, where it has
 * to be scanned. */
static bool add_plain_node(struct gather *gather, struct ol_span node, uint64_t item)
{
    const uint32_t number = ol_messages[OL_MESSAGE_NodeProto].fields[OL_NodeProto_output].number;
    const uint32_t key = ol_glance_key(number, OL_WIRE_LEN);
    const uint8_t *bytes = gather->level->bytes;
    struct ol_glance glance = ol_glance_at(bytes, node);
    struct output {
        const uint8_t *tag;
        struct ol_slice name;
    } outputs[OUTPUTS_FEW];
    size_t count = 0;
    while (ol_glance_next(&glance)) {
        if (glance.key >> 3 != number) {
            continue;
        }
        if (glance.key != key || count == OUTPUTS_FEW) {
            return false;
        }
        outputs[count++] = (struct output){glance.tag, ol_glance_payload(&glance)};
    }
    for (size_t i = 0; ol_glance_is_whole(&glance) && i < count; i++) {
        struct definition definition = {
            .name = outputs[i].name,
            .tag = (uint64_t)(outputs[i].tag - bytes),
            .item = item,
            .output = i,
            .definer = OL_DEFINER_NODE,
        };
        define(gather, &definition);
    }
    return ol_glance_is_whole(&glance);
}

static void add_node(struct gather *gather, const struct ol_member *node)
{
    struct ol_occurrence occurrences[OCCURRENCES_AT_ONCE];
    struct ol_span bytes = member_payload(gather, node);
    if (add_plain_node(gather, bytes, node->index)) {
        return;
    }
    struct ol_scan scan = {
        .bytes = gather->level->bytes,
        .at = bytes.offset,
        .end = bytes.offset + bytes.length,
        .declared_end = bytes.offset + bytes.length,
        .message = &ol_messages[OL_MESSAGE_NodeProto],
    };
    uint64_t output = 0;
    size_t count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    while (count > 0) {
        for (size_t i = 0; i < count; i++) {
            const struct ol_occurrence *at = &occurrences[i];
            if (!(at->flags & OL_OCCURRENCE_KNOWN) || at->index != OL_NodeProto_output) {
                continue;
            }
            struct definition definition = {
                .name = ol_level_bytes(gather->level, payload(gather, at)),
                .tag = at->tag,
                .item = node->index,
                .output = output++,
                .definer = OL_DEFINER_NODE,
            };
            define(gather, &definition);
        }
        count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    }
    bool is_whole = !scan.stopped && scan.overrun.length == 0 &&
                    (scan.mistyped >> OL_NodeProto_output & 1) == 0;
    gather->scope->is_whole = gather->scope->is_whole && is_whole;
}

static void add_nodes(struct gather *gather, unsigned field)
{
    struct ol_members members;
    ol_members_init(&members, gather->level, field);
    struct ol_member member;
    while (gather->status == OL_OK && ol_members_next(&members, &member)) {
        add_node(gather, &member);
    }
}

/* --- functions ----------------------------------------------------------- */

static void add_function_inputs(struct gather *gather)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, gather->level, OL_FunctionProto_input);
    while (gather->status == OL_OK && ol_cursor_next(&cursor, &element)) {
        struct definition definition = {
            .name = element.bytes,
            .tag = element.occurrence.tag,
            .item = element.index,
            .definer = OL_DEFINER_INPUT,
        };
        define(gather, &definition);
    }
}

static void add_function_outputs(struct gather *gather)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, gather->level, OL_FunctionProto_output);
    while (gather->status == OL_OK && ol_cursor_next(&cursor, &element)) {
        add_output(gather, element.bytes, element.occurrence.tag);
    }
}

enum ol_status ol_scope_gather(struct ol_scopes *scopes, struct ol_scope *scope)
{
    struct gather gather = {.scopes = scopes, .scope = scope, .level = scope->level};
    if (scope->level->message->id == OL_MESSAGE_FunctionProto) {
        add_function_inputs(&gather);
        scope->made = (uint32_t)scopes->values.count;
        add_nodes(&gather, OL_FunctionProto_node);
        scope->end = (uint32_t)scopes->values.count;
        add_declarations(&gather, OL_FunctionProto_value_info);
        add_function_outputs(&gather);
        return gather.status;
    }
    add_inputs(&gather);
    add_initializers(&gather);
    add_sparse_initializers(&gather);
    scope->made = (uint32_t)scopes->values.count;
    add_nodes(&gather, OL_GraphProto_node);
    scope->end = (uint32_t)scopes->values.count;
    add_declarations(&gather, OL_GraphProto_value_info);
    add_declarations(&gather, OL_GraphProto_output);
    add_graph_outputs(&gather);
    return gather.status;
}
