/* SPDX-License-Identifier: Apache-2.0 */
/* Domains of operators: the default one, the standard's own and their versions, and when two
 * spellings are one domain. */
#ifndef OL_ONNX_DOMAIN_H
#define OL_ONNX_DOMAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

/* A domain of the standard, and the versions of its operator set. */
struct ol_domain {
    const char *name;
    int64_t first;
    int64_t last; /* the newest that is known here */
};

/* Whether it is the default domain: the empty string, or "ai.onnx". */
bool ol_domain_is_default(struct ol_slice domain);

/* The spelling by which domains are compared: "ai.onnx" for both spellings of the default domain,
 * else the domain itself. */
struct ol_slice ol_domain_canonical(struct ol_slice domain);

/* Whether two texts name one domain. */
bool ol_domain_is_equal(struct ol_slice a, struct ol_slice b);

/* The standard's domain of that name; NULL where the standard has none. Not every name that begins
 * with "ai.onnx." is one: ai.onnx.contrib is a vendor's. */
const struct ol_domain *ol_domain_from_name(struct ol_slice domain);

/* Every domain of the standard, the default one first; NULL from the end on. */
const struct ol_domain *ol_domain_at(size_t i);

/* Whether the domain is one of the standard's own. */
bool ol_domain_is_standard(struct ol_slice domain);

#endif
