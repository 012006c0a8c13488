/* SPDX-License-Identifier: Apache-2.0 */
/* Reads one level: scans it slice by slice, has upb decode the same bytes shallowly, and adds both
 * up in the level. */
#ifndef OL_ONNX_READER_H
#define OL_ONNX_READER_H

#include "base/status.h"
#include "onnx/decode.h"
#include "onnx/level.h"

/* Scratch memory of one thread: decode arena and occurrences. */
struct ol_reader;

/* Borrows the tables, which must outlive the reader. */
enum ol_status ol_reader_new(const struct ol_minitables *tables,
                             struct ol_reader **reader) OL_NODISCARD;
void ol_reader_free(struct ol_reader *reader);

/* Reads the whole level that ol_level_init_* set up. Each fault of its bytes goes to report (NULL:
 * unwanted), when what precedes it in the level is filled in. OL_ERR_BUG where upb refuses what the
 * scan found well-formed. */
enum ol_status ol_reader_read(struct ol_reader *reader, struct ol_level *level,
                              ol_wire_fault_fn *report, void *context) OL_NODISCARD;

/* How many bytes of payloads were stepped over in readings with report since the last call: of
 * fields that ol_field_is_stepped_over is true of, and of those that are unknown or mistyped. */
uint64_t ol_reader_take_stepped(struct ol_reader *reader);

/* Reads, without reporting, the sub-message that a singular message field holds (its last
 * occurrence), for checks that look down. false, with *status OL_OK, where the field does not
 * occur. Not while faults are being reported. */
bool ol_reader_read_child(struct ol_reader *reader, const struct ol_level *level, unsigned field,
                          struct ol_level *child, enum ol_status *status);

#endif
