/* SPDX-License-Identifier: Apache-2.0 */
/* upb, as this program uses it: one level at a time, decoded with a mini-table of the message's
 * singular scalars, which are all that it is given, so that a decode is shallow and takes no
 * memory. It tells what a reader takes from them: truncation and the last of several are protobuf's
 * own doing. Texts and elements of repeated fields are read at their places by the scan, because a
 * finding needs those. */
#ifndef OL_ONNX_DECODE_H
#define OL_ONNX_DECODE_H

#include "base/slice.h"
#include "base/status.h"
#include "onnx/schema.h"

struct ol_level;

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

/* Sets the values of some fields of a level (bit i: of field i) by their well-formed singular
 * scalars, whole occurrences and nothing else. OL_ERR_BUG where upb refuses them: the scan has
 * passed them. */
enum ol_status ol_decoder_set(struct ol_decoder *decoder, struct ol_level *level, uint32_t fields,
                              struct ol_slice scalars) OL_NODISCARD;

#endif
