/* SPDX-License-Identifier: Apache-2.0 */
/* Searches in the tables of operators. */
#include "onnx/operators.h"

#include <string.h>

#include "onnx/domain.h"
#include "onnx/operator_tables.h"

/* --- tables -------------------------------------------------------------- */

const char *ol_operator_text(uint16_t place)
{
    return &ol_operator_texts[place];
}

const struct ol_type_set *ol_operator_type_set(uint8_t place)
{
    return &ol_operator_type_sets[place];
}

const struct ol_operator *ol_operator_at(size_t i)
{
    return i < ol_operator_count ? &ol_operator_table[i] : NULL;
}

const char *ol_operator_domain_name(const struct ol_operator *schema)
{
    return ol_operator_text(ol_operator_domains[schema->domain].text);
}

const struct ol_operator_parameter *ol_operator_inputs(const struct ol_operator *schema)
{
    return &ol_operator_parameter_table[schema->inputs];
}

const struct ol_operator_parameter *ol_operator_outputs(const struct ol_operator *schema)
{
    return &ol_operator_parameter_table[schema->outputs];
}

const struct ol_operator_attribute *ol_operator_attributes(const struct ol_operator *schema)
{
    return &ol_operator_attribute_table[schema->attributes];
}

const struct ol_operator_variable *ol_operator_variables(const struct ol_operator *schema)
{
    return &ol_operator_variable_table[schema->variables];
}

/* --- searches ------------------------------------------------------------ */

/* Less than, equal to or greater than 0 as the bytes come before, are or come after the text. */
static int compare(struct ol_slice bytes, const char *text)
{
    size_t size = strlen(text);
    size_t common = bytes.size < size ? bytes.size : size;
    int order = common > 0 ? memcmp(bytes.data, text, common) : 0;
    return order != 0 ? order : (bytes.size > size) - (bytes.size < size);
}

/* The place of a name among those of a domain; that of the table's last row where it is none. */
static size_t find_family(struct ol_slice domain, struct ol_slice op_type)
{
    const struct ol_operator_domain *end = &ol_operator_domains[ol_operator_domain_count];
    const struct ol_operator_domain *row = ol_operator_domains;
    struct ol_slice spelling = ol_domain_canonical(domain);
    while (row < end && !ol_slice_is_text(spelling, ol_operator_text(row->text))) {
        row++;
    }
    size_t low = row->first;
    size_t high = row < end ? row[1].first : low;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(op_type, ol_operator_text(ol_operator_names[middle].text));
        if (order == 0) {
            return middle;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return end->first;
}

const struct ol_operator *ol_operator_first(struct ol_slice domain, struct ol_slice op_type)
{
    return ol_operator_at(ol_operator_names[find_family(domain, op_type)].first);
}

const struct ol_operator *ol_operator_next(const struct ol_operator *schema)
{
    const struct ol_operator *next = schema + 1;
    return next < &ol_operator_table[ol_operator_names[schema->family + 1].first] ? next : NULL;
}

const struct ol_operator *ol_operator_find(struct ol_slice domain, struct ol_slice op_type,
                                           int64_t version, enum ol_operator_verdict *verdict)
{
    const struct ol_domain *standard = ol_domain_from_name(domain);
    const struct ol_operator *found = NULL;
    enum ol_operator_verdict why = OL_OPERATOR_FOUND;
    if (standard == NULL) {
        why = OL_OPERATOR_NO_DOMAIN;
    } else if (version < standard->first || version > standard->last) {
        why = OL_OPERATOR_NO_VERSION;
    } else {
        const struct ol_operator *schema = ol_operator_first(domain, op_type);
        why = schema == NULL ? OL_OPERATOR_UNKNOWN : OL_OPERATOR_LATER;
        for (; schema != NULL && schema->since <= version; schema = ol_operator_next(schema)) {
            found = schema;
        }
        if (found != NULL) {
            why = found->flags & OL_OPERATOR_IS_DEPRECATED ? OL_OPERATOR_FOUND_DEPRECATED
                                                           : OL_OPERATOR_FOUND;
        }
    }
    if (verdict != NULL) {
        *verdict = why;
    }
    return found;
}

bool ol_operator_is_same(struct ol_slice domain, struct ol_slice op_type, int64_t version_a,
                         int64_t version_b)
{
    enum ol_operator_verdict why_a;
    enum ol_operator_verdict why_b;
    const struct ol_operator *a = ol_operator_find(domain, op_type, version_a, &why_a);
    const struct ol_operator *b = ol_operator_find(domain, op_type, version_b, &why_b);
    return a == b || why_a == OL_OPERATOR_NO_VERSION || why_b == OL_OPERATOR_NO_VERSION;
}

/* --- within a schema ----------------------------------------------------- */

static const struct ol_operator_parameter *parameter_at(const struct ol_operator_parameter *first,
                                                        size_t count, uint64_t i)
{
    if (i < count) {
        return &first[i];
    }
    const struct ol_operator_parameter *last = count > 0 ? &first[count - 1] : NULL;
    return last != NULL && last->option >= OL_OPERATOR_REPEATED ? last : NULL;
}

const struct ol_operator_parameter *ol_operator_input(const struct ol_operator *schema, uint64_t i)
{
    return parameter_at(ol_operator_inputs(schema), schema->input_count, i);
}

const struct ol_operator_parameter *ol_operator_output(const struct ol_operator *schema, uint64_t i)
{
    return parameter_at(ol_operator_outputs(schema), schema->output_count, i);
}

const struct ol_operator_attribute *ol_operator_find_attribute(const struct ol_operator *schema,
                                                               struct ol_slice name)
{
    const struct ol_operator_attribute *attributes = ol_operator_attributes(schema);
    for (size_t i = 0; i < schema->attribute_count && name.size > 0; i++) {
        const char *text = ol_operator_text(attributes[i].name);
        if ((uint8_t)text[0] == name.data[0] && ol_slice_is_text(name, text)) {
            return &attributes[i];
        }
    }
    return NULL;
}

static const struct ol_operator_parameter *find_parameter(const struct ol_operator_parameter *first,
                                                          size_t count, struct ol_slice name)
{
    for (size_t i = 0; i < count; i++) {
        if (ol_slice_is_text(name, ol_operator_text(first[i].name))) {
            return &first[i];
        }
    }
    return NULL;
}

const struct ol_operator_parameter *ol_operator_find_input(const struct ol_operator *schema,
                                                           struct ol_slice name)
{
    return find_parameter(ol_operator_inputs(schema), schema->input_count, name);
}

const struct ol_operator_parameter *ol_operator_find_output(const struct ol_operator *schema,
                                                            struct ol_slice name)
{
    return find_parameter(ol_operator_outputs(schema), schema->output_count, name);
}
