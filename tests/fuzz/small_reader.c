/* SPDX-License-Identifier: Apache-2.0 */
/* The reader with small slices and without the short way over what is plain: its source, with other
 * names for what it defines. */
#include "base/limits.h"
#include "wire/plain.h"

#undef OL_SLICE_OCCURRENCES_MAX
#define OL_SLICE_OCCURRENCES_MAX 3

static bool never_plain(struct ol_plain *plain, uint64_t at, struct ol_plain_place *place)
{
    *place = (struct ol_plain_place){plain->fields, at, at};
    return false;
}
#define ol_plain_read never_plain

#define ol_reader_new          ol_small_reader_new
#define ol_reader_free         ol_small_reader_free
#define ol_reader_read         ol_small_reader_read
#define ol_reader_take_stepped ol_small_reader_take_stepped
#define ol_reader_read_child   ol_small_reader_read_child
#define ol_reading_slice       ol_small_reading_slice
#define ol_reading_note        ol_small_reading_note
#define ol_reading_take        ol_small_reading_take
#define ol_reading_set_values  ol_small_reading_set_values

#include "onnx/reader.c"  /* NOLINT(bugprone-suspicious-include) */
#include "onnx/reading.c" /* NOLINT(bugprone-suspicious-include) */
