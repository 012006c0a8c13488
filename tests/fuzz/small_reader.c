/* SPDX-License-Identifier: Apache-2.0 */
/* The reader with small slices: its source, with other names for what it defines. */
#include "base/limits.h"

#undef OL_SLICE_OCCURRENCES_MAX
#define OL_SLICE_OCCURRENCES_MAX 3

#define ol_reader_new          ol_small_reader_new
#define ol_reader_free         ol_small_reader_free
#define ol_reader_read         ol_small_reader_read
#define ol_reader_take_stepped ol_small_reader_take_stepped
#define ol_reader_read_child   ol_small_reader_read_child
#define ol_children_init       ol_small_children_init
#define ol_children_next       ol_small_children_next

#include "onnx/reader.c" /* NOLINT(bugprone-suspicious-include) */
