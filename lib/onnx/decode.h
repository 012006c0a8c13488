/* SPDX-License-Identifier: Apache-2.0 */
/* upb, as this program uses it: one level at a time, decoded with a mini-table in which
 * sub-messages, repeated scalars and data stand as plain bytes, so that a decode is shallow and its
 * memory small. It tells what a reader takes from the level's singular scalars: truncation, merging
 * and the last of several are protobuf's own doing. Texts and elements of repeated fields are read
 * at their places by the scan, because a finding needs those. */
#ifndef OL_ONNX_DECODE_H
#define OL_ONNX_DECODE_H

#include "base/slice.h"
#include "base/status.h"
#include "onnx/schema.h"

/* The mini-tables of the whole schema: built once, read-only then, shared by all threads. */
struct ol_minitables;

enum ol_status ol_minitables_new(struct ol_minitables **tables) OL_NODISCARD;
void ol_minitables_free(struct ol_minitables *tables);

/* One thread's decoding of one level at a time. */
struct ol_decoder;

/* Borrows the tables, which must outlive the decoder. */
enum ol_status ol_decoder_new(const struct ol_minitables *tables,
                              struct ol_decoder **decoder) OL_NODISCARD;
void ol_decoder_free(struct ol_decoder *decoder);

/* Begins a slice of a message, forgetting the one before. */
void ol_decoder_begin(struct ol_decoder *decoder, const struct ol_message *message);

/* Adds well-formed singular scalars (whole occurrences) to the slice. OL_ERR_BUG where upb refuses
 * them: the scan has passed them. */
enum ol_status ol_decoder_add(struct ol_decoder *decoder, struct ol_slice fields) OL_NODISCARD;

/* The value of a singular integer or enum field, 0 where the slice does not hold it; of a float or
 * double field. */
int64_t ol_decoder_integer(const struct ol_decoder *decoder, unsigned field);
double ol_decoder_number(const struct ol_decoder *decoder, unsigned field);

#endif
