/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of what single operators say of their attributes taken together (docs/Operators.md). */
#include "checks/attribute.h"
#include "checks/operator.h"
#include "onnx/domain.h"
#include "onnx/glance.h"

/* The schema that the node is held against, where it is the one of that name in the default domain;
 * NULL otherwise, as of most nodes, which show it by their names. */
static inline const struct ol_operator *schema_named(struct ol_run *run,
                                                     const struct ol_level *level, const char *name)
{
    if (!ol_slice_is_text(ol_level_text(level, OL_NodeProto_op_type), name)) {
        return NULL;
    }
    const struct ol_bound_operator *bound = ol_run_bound(run, level);
    const struct ol_operator *schema =
        bound->schema != NULL && bound->is_known ? ol_bound_operator_schema(bound) : NULL;
    bool is_default = schema != NULL && ol_domain_is_default(bound->domain);
    return is_default && level->is_complete && level->mistyped == 0 ? schema : NULL;
}

/* The name of an attribute; false where its bytes cannot be read. */
static bool read_name(const struct ol_level *node, const struct ol_element *attribute,
                      struct ol_slice *name)
{
    bool is_whole;
    *name = ol_glance_any(node->bytes, ol_occurrence_payload(&attribute->occurrence),
                          ol_attribute_field(OL_AttributeProto_name), &is_whole);
    return is_whole && name->data != NULL;
}

/* --- operator_constant --------------------------------------------------- */

static const char *const args_constant[] = {"name", "first", NULL};
static const char *const variants_constant[] = {"several", NULL};
static const char *const notes_constant[] = {"first", NULL};

/* Every declared attribute of Constant is a form that its one value may have. Of a single attribute
 * there is nothing to say. */
static void run_constant(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    if (ol_level_occurrences(level, OL_NodeProto_attribute) == 1) {
        return;
    }
    const struct ol_operator *schema = schema_named(run, level, "Constant");
    struct ol_slice first = {NULL, 0};
    struct ol_span first_span = {0, 0};
    struct ol_cursor cursor;
    struct ol_element element;
    struct ol_slice name;
    if (schema == NULL) {
        return;
    }
    ol_cursor_init(&cursor, level, OL_NodeProto_attribute);
    while (ol_cursor_next(&cursor, &element)) {
        if (!read_name(level, &element, &name)) {
            return;
        }
        if (ol_operator_find_attribute(schema, name) == NULL || ol_slice_is_equal(name, first)) {
            continue; /* unknown ones and repetitions are faults of their own */
        }
        if (first.size == 0) {
            first = name;
            first_span = element.span;
            continue;
        }
        struct ol_note note = {
            .note = notes_constant[0],
            .span = first_span,
            .path = ol_run_path_at(run, level, first_span.offset),
        };
        OL_EMIT(run, rule,
                (.span = element.span, .level = level,
                 .field = &level->message->fields[OL_NodeProto_attribute], .index = element.index,
                 .variant = variants_constant[0], .notes = &note, .note_count = 1),
                OL_ARG_TEXT("name", name), OL_ARG_TEXT("first", first));
        return; /* one of them is to stay: which, is for the author */
    }
    if (!ol_level_has(level, OL_NodeProto_attribute)) { /* an unknown one is told as that alone */
        OL_EMIT(run, rule,
                (.span = ol_level_header(level), .level = level,
                 .field = &level->message->fields[OL_NodeProto_attribute], .index = OL_INDEX_NONE),
                OL_ARG_TEXT("name", first), OL_ARG_TEXT("first", first));
    }
}

static bool is_constant(const struct ol_rule *rule, const struct ol_outline *outline)
{
    const uint32_t wanted = OL_KNOWN_CONSTANT | OL_KNOWN_SCHEMA;
    (void)rule;
    return (outline->present & wanted) == wanted;
}

const struct ol_check ol_check_operator_constant = {
    .name = "operator_constant",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_constant,
    .variants = variants_constant,
    .notes = notes_constant,
    .may_speak = is_constant,
    .run = run_constant,
};

/* --- operator_scan ------------------------------------------------------- */

static const char *const args_scan[] = {"scanned", "inputs", "outputs", NULL};
static const char *const variants_scan[] = {"outputs", NULL};

/* Version 8 has the lengths of sequences as its first input. */
#define SCAN_WITH_LENGTHS 8

/* Of the inputs the last num_scan_inputs are scanned; those before them are carried, and each of
 * them is an output as well. */
static void judge_scan(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       const struct ol_operator *schema, const struct ol_level *attribute)
{
    int64_t scanned = ol_level_integer(attribute, OL_AttributeProto_i, 0);
    uint64_t lengths = schema->since == SCAN_WITH_LENGTHS ? 1 : 0;
    uint64_t given = ol_level_elements(level, OL_NodeProto_input);
    uint64_t inputs = given > lengths ? given - lengths : 0;
    uint64_t outputs = ol_level_elements(level, OL_NodeProto_output);
    if (!ol_level_has(attribute, OL_AttributeProto_i) || scanned < 1) {
        return; /* told by rules about the attribute itself */
    }
    bool is_too_many = (uint64_t)scanned > inputs;
    if (is_too_many || inputs - (uint64_t)scanned > outputs) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(attribute, OL_AttributeProto_i), .level = attribute,
                 .field = &attribute->message->fields[OL_AttributeProto_i],
                 .variant = is_too_many ? NULL : variants_scan[0]),
                OL_ARG_I64("scanned", scanned), OL_ARG_U64("inputs", inputs),
                OL_ARG_U64("outputs", outputs));
    }
}

static void run_scan(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_operator *schema = schema_named(run, level, "Scan");
    struct ol_cursor cursor;
    struct ol_element element;
    struct ol_slice name;
    if (schema == NULL) {
        return;
    }
    ol_cursor_init(&cursor, level, OL_NodeProto_attribute);
    while (ol_cursor_next(&cursor, &element) && read_name(level, &element, &name)) {
        if (ol_slice_is_text(name, "num_scan_inputs")) {
            struct ol_level attribute;
            ol_level_init_child(&attribute, level, &element.occurrence, element.index);
            if (ol_run_read(run, &attribute)) {
                judge_scan(run, level, rule, schema, &attribute);
            }
            return;
        }
    }
}

const struct ol_check ol_check_operator_scan = {
    .name = "operator_scan",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_scan,
    .variants = variants_scan,
    .may_speak = ol_operator_has_schema,
    .run = run_scan,
};
