/* SPDX-License-Identifier: Apache-2.0 */
/* Searches through the versions of one operator. */
#include "base/text.h"
#include "checks/attribute.h"
#include "checks/operator.h"
#include "onnx/domain.h"
#include "onnx/peek.h"

bool ol_operator_has_schema(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & OL_KNOWN_SCHEMA) != 0;
}

const char *const ol_operator_variants[] = {"until", "from", NULL};

const char *ol_operator_variant(const struct ol_versions *versions)
{
    if (!versions->is_known) {
        return NULL;
    }
    return ol_operator_variants[versions->is_earlier ? 0 : 1];
}

static unsigned last_version(const struct ol_bound_operator *bound,
                             const struct ol_operator *schema)
{
    const struct ol_operator *next = ol_operator_next(schema);
    const struct ol_domain *domain = ol_domain_from_name(bound->domain);
    return next != NULL ? next->since - 1U : (unsigned)(domain != NULL ? domain->last : 0);
}

static bool is_usable(const struct ol_operator *schema)
{
    return (schema->flags & OL_OPERATOR_IS_DEPRECATED) == 0;
}

struct ol_versions ol_operator_versions(const struct ol_bound_operator *bound,
                                        ol_schema_fn *is_such, const void *context)
{
    struct ol_versions versions = {.is_known = false};
    const struct ol_operator *schema = ol_operator_first(bound->domain, bound->op_type);
    bool is_open = false; /* the schema before was such */
    for (; schema != NULL; schema = ol_operator_next(schema)) {
        bool is_later = schema->since > bound->schema->since;
        bool is_wanted = is_usable(schema) && schema != bound->schema && is_such(schema, context);
        if (is_later && versions.is_known && !is_open) {
            break;
        }
        if (is_wanted && !is_open) {
            versions.is_known = true;
            versions.is_earlier = !is_later;
            versions.first = schema->since;
        }
        versions.last = is_wanted ? last_version(bound, schema) : versions.last;
        is_open = is_wanted;
    }
    return versions;
}

bool ol_operator_node_has(const struct ol_level *node, struct ol_slice name)
{
    const struct ol_field *field = ol_attribute_field(OL_AttributeProto_name);
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, node, OL_NodeProto_attribute);
    while (ol_cursor_next(&cursor, &element)) {
        struct ol_span span = ol_occurrence_payload(&element.occurrence);
        struct ol_peek peek = ol_peek_last(node->bytes, span, field);
        if (ol_text_is_equal_folded(ol_peek_text(node->bytes, &peek), name)) {
            return true;
        }
    }
    return false;
}

const struct ol_operator_parameter *ol_operator_named_input(const struct ol_operator *schema,
                                                            struct ol_slice name)
{
    const struct ol_operator_parameter *inputs = ol_operator_inputs(schema);
    for (size_t i = 0; i < schema->input_count; i++) {
        if (ol_text_is_equal_folded(name, ol_slice_from_text(ol_operator_text(inputs[i].name)))) {
            return &inputs[i];
        }
    }
    return NULL;
}
