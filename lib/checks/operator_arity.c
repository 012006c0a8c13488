/* SPDX-License-Identifier: Apache-2.0 */
/* A node's inputs and outputs against the formal ones of its operator: how many there are, and
 * which are left out (docs/IR.md, Optional Inputs and Outputs, Variadic Inputs and Outputs). */
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "checks/operator.h"
#include "onnx/glance.h"
#include "onnx/reader.h"
#include "onnx/scope.h"

/* One of a node's two lists. */
struct side {
    const struct ol_operator_parameter *parameters;
    size_t count; /* of formal ones */
    uint8_t min;
    uint8_t max;     /* OL_OPERATOR_ANY */
    uint32_t counts; /* bit n: n is allowed; 0: all from min to max are */
    const struct ol_field *field;
};

static struct side side_of(const struct ol_operator *schema, unsigned field)
{
    bool is_input = field == OL_NodeProto_input;
    return (struct side){
        .parameters = is_input ? ol_operator_inputs(schema) : ol_operator_outputs(schema),
        .count = is_input ? schema->input_count : schema->output_count,
        .min = is_input ? schema->input_min : schema->output_min,
        .max = is_input ? schema->input_max : schema->output_max,
        .counts = is_input ? 0 : schema->output_counts,
        .field = &ol_messages[OL_MESSAGE_NodeProto].fields[field],
    };
}

/* Whether a list of the node may have so many. */
static bool takes(const struct ol_operator *schema, unsigned field, uint64_t count)
{
    bool is_input = field == OL_NodeProto_input;
    uint8_t min = is_input ? schema->input_min : schema->output_min;
    uint8_t max = is_input ? schema->input_max : schema->output_max;
    uint32_t counts = is_input ? 0 : schema->output_counts;
    return count >= min && (max == OL_OPERATOR_ANY || count <= max) &&
           (counts == 0 || (count < 32 && (counts >> count & 1) != 0));
}

/* The last formal one, where it is that which the node has too few of; else NULL. */
static const struct ol_operator_parameter *find_short(const struct side *side, uint64_t count)
{
    if (side->count == 0 || count >= side->min || count + 1 < side->count) {
        return NULL;
    }
    const struct ol_operator_parameter *last = &side->parameters[side->count - 1];
    return last->option >= OL_OPERATOR_REPEATED ? last : NULL;
}

/* The schema of a node, one of whose lists is to be looked at; NULL where that cannot be. A node
 * without any output has a fault that needs no schema. */
static const struct ol_operator *schema_of(struct ol_run *run, const struct ol_level *level,
                                           unsigned field)
{
    const struct ol_bound_operator *bound = ol_run_bound(run, level);
    if (bound->schema == NULL || !bound->is_known) {
        return NULL;
    }
    bool is_empty = field == OL_NodeProto_output && !ol_level_has(level, field);
    bool is_mistyped = (level->mistyped >> field & 1) != 0;
    return is_empty || is_mistyped ? NULL : ol_bound_operator_schema(bound);
}

/* --- operator_count ------------------------------------------------------ */

enum {
    LIST_INPUT,
    LIST_OUTPUT
};

static const char *const words_list[] = {[LIST_INPUT] = "input", [LIST_OUTPUT] = "output", NULL};

static const struct ol_param params_list[] = {
    {.name = "list", .type = OL_PARAM_WORD, .is_required = true, .words = words_list},
};

static unsigned field_of(const struct ol_rule *rule)
{
    return ol_rule_integer(rule, 0, LIST_INPUT) == LIST_INPUT ? OL_NodeProto_input
                                                              : OL_NodeProto_output;
}

/* Adds "2", "1-3", "1,5" or "3+". */
static void add_counts(struct ol_buf *buf, const struct side *side)
{
    if (side->counts != 0) {
        bool is_first = true;
        for (unsigned n = 0; n < 32; n++) {
            if (side->counts >> n & 1) {
                ol_buf_add(buf, is_first ? "" : ",");
                ol_buf_add_u64(buf, n);
                is_first = false;
            }
        }
        return;
    }
    ol_buf_add_u64(buf, side->min);
    if (side->max == OL_OPERATOR_ANY) {
        ol_buf_add_char(buf, '+');
    } else if (side->max != side->min) {
        ol_buf_add_char(buf, '-');
        ol_buf_add_u64(buf, side->max);
    }
}

static const char *counts_text(struct ol_run *run, const struct side *side)
{
    struct ol_buf buf;
    ol_run_init_buf(run, &buf);
    add_counts(&buf, side);
    const char *text = ol_run_keep_buf(run, &buf);
    ol_buf_fini(&buf);
    return text;
}

struct wanted {
    unsigned field;
    uint64_t count;
};

static bool takes_count(const struct ol_operator *schema, const void *context)
{
    const struct wanted *wanted = context;
    return takes(schema, wanted->field, wanted->count);
}

/* Whether the node has an input that it lacks as an attribute, which it once was. */
static bool is_attribute(const struct ol_level *level, const struct ol_operator *schema,
                         const struct side *side, uint64_t count)
{
    for (uint64_t i = count; i < side->min && i < side->count; i++) {
        struct ol_slice name = ol_slice_from_text(ol_operator_text(side->parameters[i].name));
        if (ol_operator_find_attribute(schema, name) == NULL && ol_operator_node_has(level, name)) {
            return true;
        }
    }
    return false;
}

/* The place of a wrong number: the first one too many, else the list. */
static struct ol_finding place_of(const struct ol_level *level, const struct side *side)
{
    struct ol_finding place = {
        .span = ol_level_header(level),
        .level = level,
        .field = side->field,
        .index = OL_INDEX_NONE,
    };
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, side->field->index);
    while (ol_cursor_next(&cursor, &element)) {
        place.span = element.span;
        if (side->max != OL_OPERATOR_ANY && element.index == side->max) {
            place.index = element.index;
            break;
        }
    }
    return place;
}

/* --- attributes that tell the number of outputs --------------------------- */

/* The attributes of Split that do, in different versions. */
static const char split_operator[] = "Split";
static const char split_number[] = "num_outputs"; /* the most there can be */
static const char split_sizes[] = "split";        /* one for each */

/* What an attribute tells. */
struct told {
    const char *attribute; /* NULL: there is none, or the outputs agree with it */
    int64_t count;
};

static struct told read_told(const struct ol_level *attribute, uint64_t outputs)
{
    struct ol_slice name = ol_level_text(attribute, OL_AttributeProto_name);
    int64_t number = ol_level_integer(attribute, OL_AttributeProto_i, 0);
    uint64_t sizes = ol_level_elements(attribute, OL_AttributeProto_ints);
    if (!attribute->is_complete || attribute->mistyped != 0) {
        return (struct told){.attribute = NULL};
    }
    if (ol_slice_is_text(name, split_number) && number > 0 && outputs > (uint64_t)number) {
        return (struct told){split_number, number};
    }
    if (ol_slice_is_text(name, split_sizes) && sizes > 0 && outputs != sizes) {
        return (struct told){split_sizes, (int64_t)sizes};
    }
    return (struct told){.attribute = NULL};
}

/* Whether attributes of the operator tell the number of its outputs. */
static bool tells_outputs(const struct ol_operator *schema)
{
    const char *op_type = ol_operator_text(schema->name);
    return op_type[0] == split_operator[0] && strcmp(op_type, split_operator) == 0;
}

/* Whether an attribute of the node has one of the names, and that is declared. */
static bool may_tell(const struct ol_level *level, const struct ol_operator *schema,
                     struct ol_span attribute)
{
    bool is_whole;
    struct ol_slice name = ol_glance_any(
        level->bytes, attribute,
        &ol_messages[OL_MESSAGE_AttributeProto].fields[OL_AttributeProto_name], &is_whole);
    return (ol_slice_is_text(name, split_number) || ol_slice_is_text(name, split_sizes)) &&
           ol_operator_find_attribute(schema, name) != NULL;
}

/* Whether the node has more or fewer outputs than an attribute of it tells. */
static struct told find_told(struct ol_run *run, const struct ol_level *level,
                             const struct ol_operator *schema)
{
    struct told told = {.attribute = NULL};
    struct ol_cursor cursor;
    struct ol_element element;
    struct ol_level attribute;
    ol_cursor_init(&cursor, level, OL_NodeProto_attribute);
    while (told.attribute == NULL && ol_cursor_next(&cursor, &element)) {
        if (!may_tell(level, schema, ol_occurrence_payload(&element.occurrence))) {
            continue;
        }
        ol_level_init_child(&attribute, level, &element.occurrence, element.index);
        enum ol_status status = ol_reader_read(ol_run_reader(run), &attribute, NULL, NULL);
        if (status != OL_OK) {
            ol_run_fail(run, status);
            break;
        }
        told = read_told(&attribute, ol_level_elements(level, OL_NodeProto_output));
    }
    return told;
}

static const char *const variants_count[] = {"until", "from", "told", NULL};

static const char *const args_count[] = {"actual", "expected", "operator", "domain",    "version",
                                         "since",  "first",    "last",     "attribute", NULL};

static void emit_count(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       const struct side *side, const struct told *told)
{
    const struct ol_bound_operator *bound = ol_run_bound(run, level);
    struct wanted wanted = {.field = side->field->index,
                            .count = ol_level_elements(level, side->field->index)};
    struct ol_versions versions = {.is_known = false};
    if (told->attribute == NULL) {
        versions = ol_operator_versions(bound, takes_count, &wanted);
    }
    struct ol_finding place = place_of(level, side);
    OL_EMIT(
        run, rule,
        (.span = place.span, .level = level, .field = side->field, .index = place.index,
         .variant = told->attribute != NULL ? variants_count[2] : ol_operator_variant(&versions)),
        OL_ARG_U64("actual", wanted.count), OL_ARG_WORD("expected", counts_text(run, side)),
        OL_ARG_WORD("operator", ol_operator_text(bound->schema->name)),
        OL_ARG_WORD("domain", ol_operator_domain_name(bound->schema)),
        OL_ARG_I64("version", bound->version), OL_ARG_U64("since", bound->schema->since),
        OL_ARG_U64("first", versions.first), OL_ARG_U64("last", versions.last),
        OL_ARG_WORD("attribute", told->attribute != NULL ? told->attribute : ""));
}

static void run_count(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    unsigned field = field_of(rule);
    uint64_t count = ol_level_elements(level, field);
    const struct ol_operator *schema = ol_run_bound(run, level)->schema;
    if (schema == NULL) {
        return;
    }
    bool is_taken = takes(schema, field, count);
    bool is_told = is_taken && field == OL_NodeProto_output && tells_outputs(schema);
    if ((is_taken && !is_told) || schema_of(run, level, field) == NULL) {
        return; /* most nodes */
    }
    struct told told = {.attribute = NULL};
    if (is_told) {
        told = find_told(run, level, schema);
    }
    if (is_taken && told.attribute == NULL) {
        return;
    }
    struct side side = side_of(schema, field);
    if (is_taken) {
        side.min = side.max =
            (uint8_t)(told.count < OL_OPERATOR_ANY ? told.count : OL_OPERATOR_ANY - 1);
    } else if (find_short(&side, count) != NULL ||
               (field == OL_NodeProto_input && is_attribute(level, schema, &side, count))) {
        return;
    }
    emit_count(run, level, rule, &side, &told);
}

const struct ol_check ol_check_operator_count = {
    .name = "operator_count",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .params = params_list,
    .param_count = 1,
    .args = args_count,
    .variants = variants_count,
    .may_speak = ol_operator_has_schema,
    .run = run_count,
};

/* --- operator_variadic --------------------------------------------------- */

static const char *const args_variadic[] = {"list",     "parameter", "actual", "least",
                                            "operator", "since",     NULL};

static void check_variadic(struct ol_run *run, const struct ol_level *level,
                           const struct ol_rule *rule, unsigned list)
{
    unsigned field = list == LIST_INPUT ? OL_NodeProto_input : OL_NodeProto_output;
    const struct ol_operator *schema = schema_of(run, level, field);
    if (schema == NULL) {
        return;
    }
    uint64_t count = ol_level_elements(level, field);
    struct side side = side_of(schema, field);
    const struct ol_operator_parameter *parameter = find_short(&side, count);
    if (parameter == NULL) {
        return;
    }
    struct ol_finding place = place_of(level, &side);
    OL_EMIT(run, rule,
            (.span = place.span, .level = level, .field = side.field, .index = OL_INDEX_NONE),
            OL_ARG_WORD("list", words_list[list]),
            OL_ARG_WORD("parameter", ol_operator_text(parameter->name)),
            OL_ARG_U64("actual", count + 1 - side.count), OL_ARG_U64("least", parameter->least),
            OL_ARG_WORD("operator", ol_operator_text(schema->name)),
            OL_ARG_U64("since", schema->since));
}

static void run_variadic(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    const struct ol_operator *schema = ol_run_bound(run, level)->schema;
    if (schema == NULL) {
        return;
    }
    if (ol_level_elements(level, OL_NodeProto_input) < schema->input_min) {
        check_variadic(run, level, rule, LIST_INPUT);
    }
    if (ol_level_elements(level, OL_NodeProto_output) < schema->output_min) {
        check_variadic(run, level, rule, LIST_OUTPUT);
    }
}

const struct ol_check ol_check_operator_variadic = {
    .name = "operator_variadic",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_variadic,
    .may_speak = ol_operator_has_schema,
    .run = run_variadic,
};

/* --- operator_empty ------------------------------------------------------ */

static const char *const args_empty[] = {"index", "parameter", "operator", "since", NULL};

/* Whether it is plain, without a pass over the node, that no name of the list is empty. */
static bool is_full(struct ol_run *run, const struct ol_level *level, unsigned field)
{
    if (ol_level_elements(level, field) == 1) {
        return ol_level_text(level, field).size > 0;
    }
    if (field != OL_NodeProto_input) {
        return false;
    }
    size_t count;
    const struct ol_use *uses = ol_scopes_uses(ol_run_scopes(run), level, &count);
    for (size_t i = 0; i < count; i++) {
        if (uses[i].state == OL_USE_EMPTY) {
            return false;
        }
    }
    return count == ol_level_elements(level, field);
}

/* Each name that is empty though its formal parameter is not optional. */
static void run_empty(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    unsigned field = field_of(rule);
    const struct ol_operator *schema = schema_of(run, level, field);
    if (schema == NULL || !ol_level_has(level, field) || is_full(run, level, field)) {
        return;
    }
    struct side side = side_of(schema, field);
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field);
    while (ol_cursor_next(&cursor, &element) && element.index < side.count) {
        const struct ol_operator_parameter *parameter = &side.parameters[element.index];
        if (element.bytes.size > 0 || parameter->option != OL_OPERATOR_SINGLE) {
            continue;
        }
        OL_EMIT(run, rule,
                (.span = element.span, .level = level, .field = side.field, .index = element.index),
                OL_ARG_U64("index", element.index),
                OL_ARG_WORD("parameter", ol_operator_text(parameter->name)),
                OL_ARG_WORD("operator", ol_operator_text(schema->name)),
                OL_ARG_U64("since", schema->since));
    }
}

static struct ol_concern concern_empty(const struct ol_rule *rule, const struct ol_message *message)
{
    (void)message;
    return (struct ol_concern){.present = 1U << field_of(rule)};
}

static bool may_be_empty(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & OL_KNOWN_SCHEMA) != 0 &&
           (outline->present & OL_KNOWN_MAY_BE_EMPTY) != 0;
}

const struct ol_check ol_check_operator_empty = {
    .name = "operator_empty",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .params = params_list,
    .param_count = 1,
    .args = args_empty,
    .asks_file = true,
    .concern = concern_empty,
    .may_speak = may_be_empty,
    .run = run_empty,
};
