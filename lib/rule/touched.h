/* SPDX-License-Identifier: Apache-2.0 */
/* Which bytes of payloads the rules of a run took up, for statistics: the reader steps over
 * payloads, and several rules may read the same one. */
#ifndef OL_RULE_TOUCHED_H
#define OL_RULE_TOUCHED_H

#include <stdint.h>

#include "base/slice.h"
#include "base/vector.h"

/* {0} is an empty one; ol_touched_fini gives its memory back. */
struct ol_touched {
    struct ol_vector spans;
    uint64_t beyond; /* bytes of spans that were not kept */
};

/* Adds a span. Past OL_TOUCHED_MAX spans that do not follow upon one another, or when memory is
 * short, what is added is counted as if nothing else had read it. */
void ol_touched_add(struct ol_touched *touched, struct ol_span span);

/* How many bytes were added, each counted once. Puts the spans in order. */
uint64_t ol_touched_size(struct ol_touched *touched);

void ol_touched_fini(struct ol_touched *touched);

#endif
