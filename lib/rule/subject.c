/* SPDX-License-Identifier: Apache-2.0 */
/* Names of levels, from one table of which field names which message. */
#include "rule/subject.h"

#include "base/limits.h"
#include "base/text.h"
#include "onnx/domain.h"
#include "onnx/model.h"
#include "onnx/peek.h"
#include "rule/check.h"

/* The messages that have a name of their own. */
static const struct naming {
    uint8_t message;
    uint8_t field;    /* that holds the name */
    const char *role; /* in names[] */
    const char *word; /* in a subject, where the place does not give a better one */
} namings[] = {
    {OL_MESSAGE_GraphProto, OL_GraphProto_name, "graph", "graph"},
    {OL_MESSAGE_NodeProto, OL_NodeProto_name, "node", "node"},
    {OL_MESSAGE_AttributeProto, OL_AttributeProto_name, "attribute", "attribute"},
    {OL_MESSAGE_TensorProto, OL_TensorProto_name, "tensor", "tensor"},
    {OL_MESSAGE_ValueInfoProto, OL_ValueInfoProto_name, "value", "value"},
    {OL_MESSAGE_FunctionProto, OL_FunctionProto_name, "function", "function"},
    {OL_MESSAGE_SequenceProto, OL_SequenceProto_name, "sequence", "sequence"},
    {OL_MESSAGE_MapProto, OL_MapProto_name, "map", "map"},
    {OL_MESSAGE_OptionalProto, OL_OptionalProto_name, "optional", "optional"},
    {OL_MESSAGE_TensorAnnotation, OL_TensorAnnotation_tensor_name, "tensor",
     "annotation of tensor"},
    {OL_MESSAGE_DeviceConfigurationProto, OL_DeviceConfigurationProto_name, "configuration",
     "device configuration"},
    {OL_MESSAGE_ShardingSpecProto, OL_ShardingSpecProto_tensor_name, "tensor",
     "sharding of tensor"},
    {OL_MESSAGE_OperatorProto, OL_OperatorProto_op_type, "operator", "operator"},
};

/* Places that say more of a value than its message does. */
static const struct place {
    uint8_t holder;
    uint8_t field;
    const char *word;
} places[] = {
    {OL_MESSAGE_GraphProto, OL_GraphProto_initializer, "initializer"},
    {OL_MESSAGE_GraphProto, OL_GraphProto_input, "input"},
    {OL_MESSAGE_GraphProto, OL_GraphProto_output, "output"},
    {OL_MESSAGE_GraphProto, OL_GraphProto_value_info, "value_info"},
    {OL_MESSAGE_FunctionProto, OL_FunctionProto_value_info, "value_info"},
    {OL_MESSAGE_SparseTensorProto, OL_SparseTensorProto_values, "values"},
    {OL_MESSAGE_SparseTensorProto, OL_SparseTensorProto_indices, "indices"},
    {OL_MESSAGE_FunctionProto, OL_FunctionProto_attribute_proto, "default of attribute"},
    {OL_MESSAGE_TrainingInfoProto, OL_TrainingInfoProto_initialization, "initialization graph"},
    {OL_MESSAGE_TrainingInfoProto, OL_TrainingInfoProto_algorithm, "algorithm graph"},
};

static const struct naming *naming_of(const struct ol_level *level)
{
    for (size_t i = 0; i < sizeof namings / sizeof namings[0]; i++) {
        if (namings[i].message == level->message->id) {
            return &namings[i];
        }
    }
    return NULL;
}

static const char *word_of(const struct ol_level *level, const struct naming *naming)
{
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (ol_level_is_in(level, (enum ol_message_id)places[i].holder, places[i].field)) {
            return places[i].word;
        }
    }
    return naming->word;
}

void ol_subject_add_step(struct ol_wording *out, bool has_dot, const struct ol_field *field,
                         uint64_t index)
{
    bool has_index = ol_field_is_repeated(field) && index != OL_INDEX_NONE;
    ol_wording_add_step(out, has_dot, field->name, has_index ? index : OL_WORDING_NO_INDEX);
}

/* A way is worth it for so many steps, which take 24 bytes. */
#define WAY_STEPS_MIN 9

/* The level from which a way leads down: the outermost one that is small enough. NULL: the way
 * would be short. */
static const struct ol_level *way_begin(const struct ol_level *level)
{
    if (level == NULL || level->depth < WAY_STEPS_MIN + 2) {
        return NULL;
    }
    const struct ol_level *at = level;
    while (at->parent->parent != NULL && at->parent->end - at->parent->begin <= OL_WAY_BYTES_MAX) {
        at = at->parent;
    }
    return level->depth - at->depth > WAY_STEPS_MIN ? at : NULL;
}

struct ol_span ol_subject_near(const struct ol_level *level)
{
    const struct ol_level *from = way_begin(level);
    return from != NULL ? ol_span_between(from->begin, from->end) : (struct ol_span){0, 0};
}

/* Adds the way to the level around one, so that what lies beside it has the same way. */
static void add_way(struct ol_wording *out, const struct ol_level *from,
                    const struct ol_level *level)
{
    const struct ol_way way = {
        .kind = from->message->id,
        .within = ol_span_between(from->begin, from->end),
        .offset = level->parent->begin - 1,
        .steps = level->parent->depth - from->depth,
    };
    ol_wording_add_way(out, &way);
}

void ol_subject_add_path(struct ol_wording *out, const struct ol_level *level,
                         const struct ol_field *field, uint64_t index)
{
    const struct ol_level *chain[OL_DEPTH_MAX + 2];
    const struct ol_level *from = out->has_ways ? way_begin(level) : NULL;
    size_t depth = 0;
    for (const struct ol_level *at = level;
         at != NULL && at->parent != NULL && depth < OL_DEPTH_MAX + 2; at = at->parent) {
        chain[depth++] = at;
    }
    for (size_t i = depth; i > 0; i--) {
        const struct ol_level *at = chain[i - 1];
        ol_subject_add_step(out, i < depth, at->field, at->index);
        if (at == from) {
            add_way(out, from, level);
            i = 2; /* what is left is the innermost step */
        }
    }
    if (field != NULL) {
        ol_subject_add_step(out, depth > 0, field, index);
    }
}

/* Adds "'name'", or "#index" for an unnamed member of a list. */
static void add_name(struct ol_wording *out, const char *separator, const struct ol_level *level,
                     struct ol_slice name)
{
    if (name.size > 0) {
        ol_wording_add(out, separator);
        ol_wording_quote(out, name);
    } else if (level->field != NULL && ol_field_is_repeated(level->field)) {
        ol_wording_add(out, separator);
        ol_wording_add(out, "#");
        ol_wording_add_u64(out, level->index);
    }
}

/* Whether the text can be shown without quotes: it imitates nothing of a message. */
static bool is_word(struct ol_slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = ol_text_folded(text.data[i]);
        bool is_letter = c >= 'a' && c <= 'z';
        bool is_digit = c >= '0' && c <= '9';
        if (!is_letter && !is_digit && c != '_' && c != '.' && c != '-' && c != ':') {
            return false;
        }
    }
    return true;
}

/* Adds " (Conv)" after a node. */
static void add_operator(struct ol_wording *out, const struct ol_level *level)
{
    struct ol_slice op_type = ol_level_text(level, OL_NodeProto_op_type);
    if (op_type.size > 0) {
        ol_wording_add(out, " (");
        if (is_word(op_type)) {
            ol_wording_escape(out, op_type);
        } else {
            ol_wording_quote(out, op_type);
        }
        ol_wording_add(out, ")");
    }
}

/* Adds " (overload 'v')" after a function, and its domain where one is given. */
static void add_identity(struct ol_wording *out, struct ol_slice domain, struct ol_slice overload)
{
    const char *separator = " (";
    if (!ol_domain_is_default(domain)) {
        ol_wording_add(out, separator);
        ol_wording_add(out, "domain ");
        ol_wording_quote(out, domain);
        separator = ", ";
    }
    if (overload.size > 0) {
        ol_wording_add(out, separator);
        ol_wording_add(out, "overload ");
        ol_wording_quote(out, overload);
        separator = ", ";
    }
    ol_wording_add(out, separator[0] == ',' ? ")" : "");
}

void ol_subject_add_function(struct ol_wording *out, const struct ol_function *function)
{
    ol_wording_quote(out, function->name);
    add_identity(out, function->domain, function->overload);
}

void ol_run_add_function(struct ol_buf *buf, const struct ol_function *function)
{
    struct ol_wording out = ol_wording_plain(buf);
    ol_subject_add_function(&out, function);
}

void ol_run_add_label(struct ol_buf *buf, const struct ol_level *level)
{
    struct ol_wording out = ol_wording_plain(buf);
    const struct naming *naming = naming_of(level);
    if (naming != NULL) {
        add_name(&out, "", level, ol_level_text(level, naming->field));
    }
    if (level->message->id == OL_MESSAGE_NodeProto) {
        add_operator(&out, level);
    }
}

/* The holder that a thing is told together with: an attribute with its node, a tensor with its
 * attribute or its sparse tensor's holder, an unnamed graph with its attribute, a sharding with its
 * node. NULL: none. */
static const struct ol_level *holder_told(const struct ol_level *level)
{
    enum ol_message_id id = (enum ol_message_id)level->message->id;
    if (id == OL_MESSAGE_ShardingSpecProto) {
        return ol_level_enclosing(level, OL_MESSAGE_NodeProto);
    }
    if (id == OL_MESSAGE_GraphProto && ol_level_text(level, OL_GraphProto_name).size == 0) {
        return level->parent != NULL && level->parent->message->id == OL_MESSAGE_AttributeProto
                   ? level->parent
                   : NULL;
    }
    if (level->parent == NULL ||
        (id != OL_MESSAGE_AttributeProto && id != OL_MESSAGE_TensorProto)) {
        return NULL;
    }
    if (level->parent->message->id == OL_MESSAGE_SparseTensorProto) {
        return level->parent->parent != NULL &&
                       level->parent->parent->message->id == OL_MESSAGE_AttributeProto
                   ? level->parent->parent
                   : NULL;
    }
    return level->parent->message->id == OL_MESSAGE_GraphProto ? NULL : level->parent;
}

static bool is_sparse_initializer(const struct ol_level *level)
{
    return ol_level_is_in(level, OL_MESSAGE_GraphProto, OL_GraphProto_sparse_initializer);
}

/* Its name is that of its values. */
static struct ol_slice sparse_name(const struct ol_level *level)
{
    const unsigned values = OL_SparseTensorProto_values;
    if (!ol_level_has(level, values)) {
        return (struct ol_slice){NULL, 0};
    }
    struct ol_peek peek =
        ol_peek_last(level->bytes, ol_occurrence_payload(&level->fields[values].last),
                     &ol_messages[OL_MESSAGE_TensorProto].fields[OL_TensorProto_name]);
    return ol_peek_text(level->bytes, &peek);
}

void ol_subject_add(struct ol_wording *out, const struct ol_level *level)
{
    const struct naming *naming = NULL;
    const struct ol_level *named = level;
    while (named != NULL && (naming = naming_of(named)) == NULL && !is_sparse_initializer(named)) {
        named = named->parent;
    }
    if (named == NULL) {
        const char *word = level == NULL                                 ? "file"
                           : level->message->id == OL_MESSAGE_ModelProto ? "model"
                                                                         : NULL;
        ol_wording_add_word(out, word != NULL ? word : level->message->name);
        return;
    }
    if (naming == NULL) {
        ol_wording_add_word(out, "sparse initializer");
        add_name(out, " ", named, sparse_name(named));
        return;
    }
    /* a chain of holders is at most graph, attribute, node: no recursion deeper than three */
    ol_wording_add_word(out, word_of(named, naming));
    add_name(out, " ", named, ol_level_text(named, naming->field));
    if (named->message->id == OL_MESSAGE_NodeProto) {
        add_operator(out, named);
    } else if (named->message->id == OL_MESSAGE_FunctionProto) {
        add_identity(out, (struct ol_slice){0}, ol_level_text(named, OL_FunctionProto_overload));
    }
    const struct ol_level *holder = holder_told(named);
    if (holder != NULL) {
        ol_wording_add(out, " of ");
        ol_subject_add(out, holder);
    }
}

const char *ol_subject_role(size_t i)
{
    return i < sizeof namings / sizeof namings[0] ? namings[i].role : NULL;
}

size_t ol_subject_names(const struct ol_level *level, struct ol_subject_name names[OL_NAMES_MAX])
{
    struct ol_subject_name found[OL_NAMES_MAX]; /* innermost first */
    size_t count = 0;
    for (; level != NULL && count + 2 <= OL_NAMES_MAX; level = level->parent) {
        const struct naming *naming = naming_of(level);
        struct ol_slice op_type = {NULL, 0};
        if (level->message->id == OL_MESSAGE_NodeProto) {
            op_type = ol_level_text(level, OL_NodeProto_op_type);
        }
        if (op_type.size > 0) {
            found[count++] = (struct ol_subject_name){"operator", op_type};
        }
        struct ol_slice name =
            naming != NULL ? ol_level_text(level, naming->field) : (struct ol_slice){NULL, 0};
        if (name.size > 0) {
            found[count++] = (struct ol_subject_name){naming->role, name};
        }
    }
    for (size_t i = 0; i < count; i++) {
        names[i] = found[count - 1 - i];
    }
    return count;
}
