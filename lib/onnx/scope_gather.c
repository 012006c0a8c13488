/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the names of a graph or function from the bytes of its members. */
#include "onnx/scope_gather.h"

#include "base/hash_set.h"
#include "base/siphash.h"
#include "onnx/glance.h"
#include "onnx/members.h"
#include "onnx/peek.h"

#define OCCURRENCES_AT_ONCE 16

/* What a member with a name takes at least: two tags and lengths, and a byte. */
#define NAMED_BYTES_MIN 5

/* Whether so few nodes have one name is as quickly found out by who asks (checks/names.c). */
#define NODES_FEW 8

struct gather {
    struct ol_scopes *scopes;
    struct ol_scope *scope;
    const struct ol_level *level;
    enum ol_status status;
    uint8_t place;     /* of the scope, among those that are open */
    uint32_t name_key; /* of fields of nodes, as ol_glance_key has them */
    uint32_t output_key;
    uint32_t stops;           /* the same fields, as ol_glance_skip has them */
    struct ol_hash_set names; /* of nodes, by their hashes */
    bool are_distinct;        /* these; false where they are not looked at */
};

/* A definition that is about to be pushed. */
struct definition {
    struct ol_slice name;
    uint64_t tag;
    uint64_t item;
    uint64_t output;
    enum ol_definer definer;
};

static inline void push(struct gather *gather, const struct definition *definition,
                        uint32_t symbol_index)
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
        .scope = gather->place,
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

/* Notes that a member is cut, if it is. */
static void note_cut(struct gather *gather, bool is_cut)
{
    if (is_cut) {
        gather->scope->is_whole = false;
    }
}

/* The bytes of a member; that they are cut is noted. */
static struct ol_span payload(struct gather *gather, const struct ol_occurrence *occurrence)
{
    note_cut(gather, (occurrence->flags & OL_OCCURRENCE_CUT) != 0);
    return ol_occurrence_payload(occurrence);
}

static struct ol_span member_payload(struct gather *gather, const struct ol_member *member)
{
    note_cut(gather, member->is_cut);
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

/* Notes where a value is declared; of several entries the first, value_info before output. false
 * where none is, or it was declared before. */
static bool declare(struct gather *gather, unsigned field, const struct ol_member *member)
{
    struct ol_slice name = name_in(gather, member_payload(gather, member),
                                   OL_MESSAGE_ValueInfoProto, OL_ValueInfoProto_name);
    uint32_t index = ol_scope_find(gather->scopes, gather->scope, name);
    bool is_entry = field != OL_GraphProto_output;
    if (index == OL_NONE || member->index >= OL_NONE) {
        gather->scope->has_odd_entry = gather->scope->has_odd_entry || is_entry;
        return false;
    }
    struct ol_value *value = ol_scopes_value(gather->scopes, index);
    bool is_own = value->scope == gather->place;
    bool is_odd = is_entry && (!is_own || value->definer != OL_DEFINER_NODE);
    gather->scope->has_odd_entry = gather->scope->has_odd_entry || is_odd;
    if (!is_own || value->declared != OL_NONE) {
        return false;
    }
    struct ol_vector *declarations = &gather->scopes->declarations;
    struct ol_declaration *declaration = ol_vector_add(declarations, sizeof *declaration);
    if (declaration == NULL) {
        gather->status = OL_ERR_NOMEM;
        return false;
    }
    /* there are no more of them than values */
    *declaration = (struct ol_declaration){.tag = member->tag, .item = (uint32_t)member->index};
    value->declared = (uint32_t)(declarations->count - 1);
    value->flags |= is_entry ? 0 : OL_VALUE_DECLARED_OUTPUT;
    return true;
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
        bool has_entry = made->declared != OL_NONE && !(made->flags & OL_VALUE_DECLARED_OUTPUT);
        gather->scope->has_odd_entry = gather->scope->has_odd_entry || has_entry;
        use->is_repeated = (made->flags & OL_VALUE_OUTPUT) != 0;
        made->flags |= OL_VALUE_USED | OL_VALUE_OUTPUT;
    }
}

static void add_declarations(struct gather *gather, unsigned field)
{
    struct ol_members members;
    struct ol_member member;
    bool are_distinct = true;
    ol_members_init(&members, gather->level, field);
    while (gather->status == OL_OK && ol_members_next(&members, &member)) {
        are_distinct = declare(gather, field, &member) && are_distinct;
    }
    gather->scope->distinct |= (uint32_t)are_distinct << field;
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

/* How many of a level's members can have names. */
static uint64_t most_names(const struct ol_level *level)
{
    return (level->end - level->begin) / NAMED_BYTES_MIN;
}

/* The names of the nodes are met by their hashes, as long as these differ: the rule about them
 * (node-name-duplicate) is then spared a pass of its own over all nodes. */
static void begin_names(struct gather *gather, uint64_t nodes)
{
    uint64_t most = most_names(gather->level);
    if (nodes > NODES_FEW && gather->status == OL_OK) {
        gather->status = ol_hash_set_init(&gather->names, (size_t)(nodes < most ? nodes : most),
                                          gather->scopes->values.budget);
        gather->are_distinct = gather->status == OL_OK;
    }
}

static void end_names(struct gather *gather, unsigned field)
{
    gather->scope->distinct |= (uint32_t)gather->are_distinct << field;
    if (gather->names.slots != NULL) {
        ol_hash_set_fini(&gather->names);
    }
}

static void meet_name(struct gather *gather, struct ol_slice name)
{
    if (gather->are_distinct && name.size > 0) {
        uint64_t hash = ol_hash(&gather->scopes->symbols.key, name);
        gather->are_distinct = ol_hash_set_add(&gather->names, hash);
    }
}

static void add_node_output(struct gather *gather, struct ol_slice name, uint64_t tag,
                            uint64_t item, uint64_t output)
{
    struct definition definition = {
        .name = name,
        .tag = tag,
        .item = item,
        .output = output,
        .definer = OL_DEFINER_NODE,
    };
    define(gather, &definition);
}

/* Adds what is left of a node from an offset on; outputs are those before it, and name is the last
 * one so far. Returns the name that the node has. */
static struct ol_slice scan_node(struct gather *gather, const struct ol_member *node,
                                 uint64_t offset, uint64_t outputs, struct ol_slice name)
{
    struct ol_occurrence occurrences[OCCURRENCES_AT_ONCE];
    struct ol_scan scan = {
        .bytes = gather->level->bytes,
        .at = offset,
        .end = node->payload.offset + node->payload.length,
        .declared_end = node->payload.offset + node->payload.length,
        .message = &ol_messages[OL_MESSAGE_NodeProto],
    };
    size_t count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    while (count > 0) {
        for (size_t i = 0; i < count; i++) {
            const struct ol_occurrence *at = &occurrences[i];
            if (!(at->flags & OL_OCCURRENCE_KNOWN)) {
                continue;
            }
            if (at->index == OL_NodeProto_output) {
                struct ol_slice text = ol_level_bytes(gather->level, payload(gather, at));
                add_node_output(gather, text, at->tag, node->index, outputs++);
            } else if (at->index == OL_NodeProto_name) {
                name = at->flags & OL_OCCURRENCE_CUT
                           ? (struct ol_slice){NULL, 0}
                           : ol_level_bytes(gather->level, ol_occurrence_payload(at));
            }
        }
        count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    }
    bool is_whole = !scan.stopped && scan.overrun.length == 0 &&
                    (scan.mistyped >> OL_NodeProto_output & 1) == 0;
    gather->scope->is_whole = gather->scope->is_whole && is_whole;
    return name;
}

/* Adds a node: steps through it as far as it is plain, and scans what is left. */
static void add_node(struct gather *gather, const struct ol_member *node)
{
    const uint8_t *begin = gather->level->bytes + node->payload.offset;
    const ptrdiff_t size = (ptrdiff_t)node->payload.length;
    const uint32_t stops = gather->stops;
    struct ol_slice name = {NULL, 0};
    uint64_t outputs = 0;
    ptrdiff_t from = 0;
    ptrdiff_t at = ol_glance_skip(begin, from, size, stops);
    while (at <= size - 2) {
        struct ol_glanced field = ol_glance_field(begin + at, begin + size);
        if (field.next == NULL) {
            break;
        }
        struct ol_slice text = {field.value, (size_t)(field.next - field.value)};
        if (field.key == gather->output_key) {
            uint64_t tag = node->payload.offset + (uint64_t)at;
            add_node_output(gather, text, tag, node->index, outputs++);
        } else if (field.key == gather->name_key) {
            name = text;
        } else if (field.key >> 3 == gather->output_key >> 3 ||
                   field.key >> 3 == gather->name_key >> 3) {
            break; /* of another wire type */
        }
        from = field.next - begin;
        at = ol_glance_skip(begin, from, size, stops);
    }
    if (at != size) {
        name = scan_node(gather, node, node->payload.offset + (uint64_t)from, outputs, name);
    }
    meet_name(gather, name);
}

static void add_nodes(struct gather *gather, unsigned field)
{
    struct ol_members members;
    struct ol_member member;
    ol_members_init(&members, gather->level, field);
    begin_names(gather, members.left);
    while (gather->status == OL_OK && ol_members_next(&members, &member)) {
        note_cut(gather, member.is_cut);
        add_node(gather, &member);
    }
    end_names(gather, field);
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

/* Makes room for the names of the first graph of a file, mostly the one that has nearly all. */
static void expect_names(struct gather *gather)
{
    const struct ol_level *graph = gather->level;
    uint64_t inputs = ol_level_occurrences(graph, OL_GraphProto_input);
    uint64_t initializers = ol_level_occurrences(graph, OL_GraphProto_initializer);
    uint64_t names = ol_level_occurrences(graph, OL_GraphProto_node) +
                     (inputs > initializers ? inputs : initializers);
    uint64_t most = most_names(graph);
    if (gather->scopes->symbols.symbols.count == 0) {
        gather->status =
            ol_symbols_expect(&gather->scopes->symbols, (size_t)(names < most ? names : most));
    }
}

enum ol_status ol_scope_gather(struct ol_scopes *scopes, struct ol_scope *scope)
{
    const struct ol_field *fields = ol_messages[OL_MESSAGE_NodeProto].fields;
    const uint32_t name = fields[OL_NodeProto_name].number;
    const uint32_t output = fields[OL_NodeProto_output].number;
    struct gather gather = {
        .scopes = scopes,
        .scope = scope,
        .level = scope->level,
        .place = (uint8_t)(scope - scopes->scopes),
        .name_key = ol_glance_key(name, OL_WIRE_LEN),
        .output_key = ol_glance_key(output, OL_WIRE_LEN),
        .stops = 1U | 1U << name | 1U << output,
    };
    if (scope->level->message->id == OL_MESSAGE_FunctionProto) {
        add_function_inputs(&gather);
        scope->made = (uint32_t)scopes->values.count;
        add_nodes(&gather, OL_FunctionProto_node);
        scope->end = (uint32_t)scopes->values.count;
        add_declarations(&gather, OL_FunctionProto_value_info);
        add_function_outputs(&gather);
        return gather.status;
    }
    expect_names(&gather);
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
