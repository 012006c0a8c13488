/* SPDX-License-Identifier: Apache-2.0 */
/* The tables that build-aux/make-operators writes from operators.txt, for operators.c alone. */
#ifndef OL_ONNX_OPERATOR_TABLES_H
#define OL_ONNX_OPERATOR_TABLES_H

#include "onnx/operators.h"

/* The versions of one operator: ol_operators from this first one up to that of the next name. */
struct ol_operator_name {
    uint16_t text;
    uint16_t first;
};

/* The operators of one domain: ol_operator_names from this first one up to that of the next
 * domain, in the order of their bytes. */
struct ol_operator_domain {
    uint16_t text;
    uint16_t first;
};

extern const char ol_operator_texts[];
extern const struct ol_type_set ol_operator_type_sets[];
extern const struct ol_operator_variable ol_operator_variable_table[];
extern const struct ol_operator_parameter ol_operator_parameter_table[];
extern const struct ol_operator_attribute ol_operator_attribute_table[];
extern const struct ol_operator ol_operator_table[];
extern const size_t ol_operator_count;

/* Both with one row more, which says where the last one ends. */
extern const struct ol_operator_name ol_operator_names[];
extern const struct ol_operator_domain ol_operator_domains[];
extern const size_t ol_operator_domain_count;

#endif
