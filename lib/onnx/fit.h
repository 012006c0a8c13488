/* SPDX-License-Identifier: Apache-2.0 */
/* How well bytes fit a message type: the quiet look that recognition is made of. */
#ifndef OL_ONNX_FIT_H
#define OL_ONNX_FIT_H

#include <stdint.h>

#include "base/slice.h"
#include "wire/descriptor.h"

/* How far into a file one looks: enough to tell all messages apart, and little next to linting
 * it. */
#define OL_FIT_WINDOW ((size_t)64 * 1024)

/* What was found. The numbers count fields of the root and of the sub-messages that were looked
 * into. */
struct ol_fit {
    const struct ol_message *message;
    unsigned good;            /* fields that the schema has, with a value that it allows */
    unsigned bad;             /* what no writer of that message would have written */
    unsigned repeated;        /* singular fields of the root that occur once more */
    uint32_t present;         /* bit i: field i of the root occurs */
    struct ol_span first_bad; /* in the root; of length 0 where there is none */
};

/* Looks at the beginning of the bytes (a bounded number of fields and bytes, a bounded depth) as
 * the message. foreign_from: numbers from there on that the message does not have count for
 * nothing, for messages of other projects that have large numbers; 0: none. */
void ol_fit(struct ol_slice bytes, const struct ol_message *message, uint32_t foreign_from,
            struct ol_fit *fit);

#endif
