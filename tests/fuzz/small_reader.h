/* SPDX-License-Identifier: Apache-2.0 */
/* The reader of onnx/reader.h, compiled a second time with slices of a few occurrences, so that a
 * level of any width goes through the seams between slices. */
#ifndef OL_TESTS_FUZZ_SMALL_READER_H
#define OL_TESTS_FUZZ_SMALL_READER_H

#include "onnx/reader.h"

enum ol_status ol_small_reader_new(const struct ol_minitables *tables,
                                   struct ol_reader **reader) OL_NODISCARD;
void ol_small_reader_free(struct ol_reader *reader);
enum ol_status ol_small_reader_read(struct ol_reader *reader, struct ol_level *level,
                                    ol_wire_fault_fn *report, void *context) OL_NODISCARD;

#endif
