/* SPDX-License-Identifier: Apache-2.0 */
/* A fresh folder for one example: the bytes and the side files are written there, and nowhere
 * else, whatever paths and links the example names. */
#ifndef OL_EXAMPLE_PLACE_H
#define OL_EXAMPLE_PLACE_H

#include "base/buf.h"
#include "base/status.h"
#include "example/case.h"

struct ol_example_place {
    struct ol_buf folder; /* absolute where $TMPDIR is; holds the folder "case", in which the paths
                             of an example begin */
    struct ol_buf file;   /* the path to lint */
};

/* Makes an empty folder beneath $TMPDIR, or else /tmp, that is for its owner alone. OL_ERR_IO: one
 * line without an end was added to error; OL_ERR_NOMEM. In each case ol_example_place_fini is to be
 * called, which removes the folder with all that is in it. */
enum ol_status ol_example_place_init(struct ol_example_place *place,
                                     struct ol_buf *error) OL_NODISCARD;
void ol_example_place_fini(struct ol_example_place *place);

/* Puts an example with bytes there, once. Side files may stand beside the folder "case" ("../x"),
 * but not above it. OL_ERR_RULE: it cannot be put there, and one line was added to errors;
 * OL_ERR_NOMEM. */
enum ol_status ol_example_place_fill(struct ol_example_place *place,
                                     const struct ol_example_case *test,
                                     const struct ol_hexasm *bytes,
                                     struct ol_buf *errors) OL_NODISCARD;

#endif
