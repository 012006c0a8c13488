/* SPDX-License-Identifier: Apache-2.0 */
/* A node's attributes against those that its operator declares. */
#include <stdint.h>
#include <string.h>

#include "base/nearest.h"
#include "base/text.h"
#include "checks/attribute.h"
#include "checks/operator.h"
#include "onnx/glance.h"
#include "onnx/members.h"

/* The schema that an attribute of a node is held against; NULL where there is none, where it holds
 * for no node, or where the attribute cannot be told. */
static const struct ol_operator *schema_of(struct ol_run *run, const struct ol_level *level)
{
    if (!ol_level_is_in(level, OL_MESSAGE_NodeProto, OL_NodeProto_attribute) ||
        !level->is_complete || (level->mistyped >> OL_AttributeProto_name & 1) != 0) {
        return NULL;
    }
    const struct ol_bound_operator *bound = ol_run_bound(run, level->parent);
    return bound->is_known ? ol_bound_operator_schema(bound) : NULL;
}

/* --- operator_attribute_unknown ------------------------------------------ */

enum {
    UNKNOWN_UNTIL,
    UNKNOWN_FROM,
    UNKNOWN_INPUT
};

static const char *const variants_unknown[] = {
    [UNKNOWN_UNTIL] = "until", [UNKNOWN_FROM] = "from", [UNKNOWN_INPUT] = "input", NULL};

static const char *const args_unknown[] = {"name",  "operator", "domain", "version", "since",
                                           "first", "last",     "input",  "nearest", NULL};

static bool declares(const struct ol_operator *schema, const void *context)
{
    return ol_operator_find_attribute(schema, *(const struct ol_slice *)context) != NULL;
}

/* The version from which on, up to the one in force, the operator has an input of that name. */
static unsigned input_since(const struct ol_bound_operator *bound, struct ol_slice name)
{
    const struct ol_operator *schema = ol_operator_first(bound->domain, bound->op_type);
    unsigned since = 0;
    for (; schema != NULL && schema->since <= bound->schema->since;
         schema = ol_operator_next(schema)) {
        bool is_input = ol_operator_named_input(schema, name) != NULL && !declares(schema, &name);
        since = !is_input ? 0 : since == 0 ? schema->since : since;
    }
    return since;
}

/* A question for the declared attribute whose name comes nearest, or "". */
static const char *nearest_attribute(struct ol_run *run, const struct ol_operator *schema,
                                     struct ol_slice name)
{
    const struct ol_operator_attribute *attributes = ol_operator_attributes(schema);
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, name);
    for (size_t i = 0; i < schema->attribute_count; i++) {
        const char *text = ol_operator_text(attributes[i].name);
        if (!ol_run_offer_nearest(run, &nearest, ol_slice_from_text(text))) {
            break;
        }
    }
    return ol_run_nearest_question(run, &nearest);
}

static void emit_unknown(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule, const struct ol_operator *schema)
{
    const struct ol_bound_operator *bound = ol_run_bound(run, level->parent);
    struct ol_slice name = ol_level_text(level, OL_AttributeProto_name);
    const struct ol_operator_parameter *input = ol_operator_named_input(schema, name);
    struct ol_versions versions = {.is_known = false};
    const char *variant = variants_unknown[UNKNOWN_INPUT];
    if (input != NULL) {
        versions.first = input_since(bound, name);
    } else {
        versions = ol_operator_versions(bound, declares, &name);
        variant = ol_operator_variant(&versions);
    }
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_AttributeProto_name), .level = level,
             .field = ol_attribute_field(OL_AttributeProto_name), .variant = variant),
            OL_ARG_TEXT("name", name), OL_ARG_WORD("operator", ol_operator_text(schema->name)),
            OL_ARG_WORD("domain", ol_operator_domain_name(schema)),
            OL_ARG_I64("version", bound->version), OL_ARG_U64("since", schema->since),
            OL_ARG_U64("first", versions.first), OL_ARG_U64("last", versions.last),
            OL_ARG_WORD("input", input != NULL ? ol_operator_text(input->name) : ""),
            OL_ARG_WORD("nearest", variant == NULL ? nearest_attribute(run, schema, name) : ""));
}

/* Whether an attribute is the writer's own, which no operator declares. */
static bool is_private(struct ol_slice name)
{
    return name.size >= 2 && memcmp(name.data, "__", 2) == 0;
}

static void run_unknown(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    if (ol_run_declared(run, level) != NULL ||
        !ol_level_is_in(level, OL_MESSAGE_NodeProto, OL_NodeProto_attribute)) {
        return;
    }
    const struct ol_operator *schema = schema_of(run, level);
    if (schema == NULL) {
        return;
    }
    struct ol_slice name = ol_level_text(level, OL_AttributeProto_name);
    if ((schema->flags & OL_OPERATOR_IS_UNCHECKED) == 0 && name.size > 0 && !is_private(name)) {
        emit_unknown(run, level, rule, schema);
    }
}

static bool is_undeclared(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & (OL_KNOWN_SCHEMA | OL_KNOWN_DECLARED)) == OL_KNOWN_SCHEMA;
}

const struct ol_check ol_check_operator_attribute_unknown = {
    .name = "operator_attribute_unknown",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_AttributeProto),
    .args = args_unknown,
    .variants = variants_unknown,
    .may_speak = is_undeclared,
    .run = run_unknown,
};

/* --- operator_attribute_type --------------------------------------------- */

static const char *const args_type[] = {"name",  "type",  "expected", "operator",
                                        "since", "first", "last",     NULL};

struct typed {
    struct ol_slice name;
    int64_t type;
};

static bool declares_type(const struct ol_operator *schema, const void *context)
{
    const struct typed *typed = context;
    const struct ol_operator_attribute *attribute = ol_operator_find_attribute(schema, typed->name);
    return attribute != NULL && attribute->type == typed->type;
}

static void run_type(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_operator_attribute *declared = ol_run_declared(run, level);
    int64_t number = ol_level_integer(level, OL_AttributeProto_type, OL_ATTRIBUTE_UNDEFINED);
    if (declared == NULL || number == declared->type) {
        return;
    }
    const struct ol_attribute_type *type = ol_attribute_type_from_number(number);
    const struct ol_operator *schema = schema_of(run, level);
    if (schema == NULL || type == NULL) {
        return; /* no type, or none that there is, is a fault of its own */
    }
    const struct ol_bound_operator *bound = ol_run_bound(run, level->parent);
    struct typed typed = {ol_level_text(level, OL_AttributeProto_name), number};
    struct ol_versions versions = ol_operator_versions(bound, declares_type, &typed);
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_AttributeProto_type), .level = level,
             .field = ol_attribute_field(OL_AttributeProto_type),
             .variant = ol_operator_variant(&versions)),
            OL_ARG_TEXT("name", typed.name), OL_ARG_WORD("type", type->name),
            OL_ARG_WORD("expected", ol_attribute_types[declared->type].name),
            OL_ARG_WORD("operator", ol_operator_text(schema->name)),
            OL_ARG_U64("since", schema->since), OL_ARG_U64("first", versions.first),
            OL_ARG_U64("last", versions.last));
}

static bool is_declared(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & OL_KNOWN_DECLARED) != 0;
}

const struct ol_check ol_check_operator_attribute_type = {
    .name = "operator_attribute_type",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_AttributeProto),
    .args = args_type,
    .variants = ol_operator_variants,
    .may_speak = is_declared,
    .run = run_type,
};

/* --- operator_attribute_required ----------------------------------------- */

static const char *const args_required[] = {"name", "type", "operator", "domain", "since", NULL};

/* The attributes of a node by their place in its schema. */
struct present {
    uint64_t declared; /* bit i: it has the declared attribute i */
    bool is_whole;     /* every name could be read */
};

static struct present find_present(const struct ol_level *level, const struct ol_operator *schema)
{
    const struct ol_field *field = ol_attribute_field(OL_AttributeProto_name);
    const struct ol_operator_attribute *attributes = ol_operator_attributes(schema);
    struct present present = {.is_whole = true};
    struct ol_members members;
    struct ol_member member;
    ol_members_init(&members, level, OL_NodeProto_attribute);
    while (ol_members_next(&members, &member)) {
        bool is_whole;
        const struct ol_operator_attribute *found = ol_operator_find_attribute(
            schema, ol_glance_any(level->bytes, member.payload, field, &is_whole));
        present.is_whole = present.is_whole && is_whole;
        if (found != NULL) {
            present.declared |= (uint64_t)1 << (found - attributes);
        }
    }
    return present;
}

static uint64_t required_of(const struct ol_operator *schema)
{
    const struct ol_operator_attribute *attributes = ol_operator_attributes(schema);
    uint64_t required = 0;
    for (size_t i = 0; i < schema->attribute_count && i < 64; i++) {
        required |= (uint64_t)(attributes[i].is_required ? 1 : 0) << i;
    }
    return required;
}

/* Whether the node is written for a later version, in which the attribute is an input: then it has
 * an input too many, and that is the fault. */
static bool is_input_later(const struct ol_level *level, const struct ol_operator *schema,
                           struct ol_slice name)
{
    const struct ol_operator *next = schema;
    bool has_more = schema->input_max != OL_OPERATOR_ANY &&
                    ol_level_elements(level, OL_NodeProto_input) > schema->input_max;
    while (has_more && next != NULL && declares(next, &name)) {
        next = ol_operator_next(next);
    }
    return has_more && next != NULL && ol_operator_named_input(next, name) != NULL;
}

static void run_required(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    const struct ol_bound_operator *bound = ol_run_bound(run, level);
    const struct ol_operator *schema = bound->schema;
    if (schema == NULL || (schema->flags & OL_OPERATOR_HAS_REQUIRED) == 0 || !bound->is_known ||
        ol_bound_operator_schema(bound) == NULL ||
        (level->mistyped >> OL_NodeProto_attribute & 1) != 0) {
        return;
    }
    uint64_t required = required_of(schema);
    const struct ol_operator_attribute *attributes = ol_operator_attributes(schema);
    struct present present = find_present(level, schema);
    for (size_t i = 0; i < schema->attribute_count && i < 64 && present.is_whole; i++) {
        struct ol_slice name = ol_slice_from_text(ol_operator_text(attributes[i].name));
        if ((required & ~present.declared) >> i == 0) {
            break;
        }
        if (((required & ~present.declared) >> i & 1) == 0 || is_input_later(level, schema, name)) {
            continue;
        }
        OL_EMIT(run, rule,
                (.span = ol_level_header(level), .level = level,
                 .field = &level->message->fields[OL_NodeProto_attribute], .index = OL_INDEX_NONE),
                OL_ARG_WORD("name", ol_operator_text(attributes[i].name)),
                OL_ARG_WORD("type", ol_attribute_types[attributes[i].type].name),
                OL_ARG_WORD("operator", ol_operator_text(schema->name)),
                OL_ARG_WORD("domain", ol_operator_domain_name(schema)),
                OL_ARG_U64("since", schema->since));
    }
}

const struct ol_check ol_check_operator_attribute_required = {
    .name = "operator_attribute_required",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_required,
    .may_speak = ol_operator_has_schema,
    .run = run_required,
};
