/* SPDX-License-Identifier: Apache-2.0 */
/* The data files that the tensors of a file name, as texts: nothing is said of what they lead to.
 */
#ifndef OL_ONNX_LOCATIONS_H
#define OL_ONNX_LOCATIONS_H

#include <stdbool.h>

#include "base/slice.h"
#include "wire/descriptor.h"

/* Takes the location of one tensor, borrowed from the bytes. Returning false ends the search. */
typedef bool ol_location_fn(void *context, struct ol_slice location);

/* Goes through the bytes of a message in order, and hands on what each entry "location" of external
 * data says, as often as it is said: also in entries that a later one overrides. What cannot be
 * read is passed over, and so is what nests deeper than OL_DEPTH_MAX. Takes one pass, and touches
 * no bulk data. */
void ol_locations_visit(struct ol_slice bytes, const struct ol_message *root, ol_location_fn *visit,
                        void *context);

#endif
