/* SPDX-License-Identifier: Apache-2.0 */
/* Where a type stands: the main graph has to say more of its inputs and outputs than other places
 * have to of their values. */
#ifndef OL_CHECKS_TYPE_PLACE_H
#define OL_CHECKS_TYPE_PLACE_H

#include "rule/check.h"

enum ol_type_place {
    OL_TYPE_PLACE_MAIN,  /* of an input or output of the main graph */
    OL_TYPE_PLACE_INNER, /* of an entry of value_info, or of an input or output of another graph */
    OL_TYPE_PLACE_OTHER  /* of an attribute, or of a message that stands alone */
};

/* The place of a ValueInfoProto, of its type, or of a tensor type that is its type. What is nested
 * deeper, in a sequence, is OTHER. */
enum ol_type_place ol_type_place_of(const struct ol_level *level);

#endif
