/* SPDX-License-Identifier: Apache-2.0 */
/* The reader with small slices and without the short way over what is plain: its source, with other
 * names for what it defines. */
#include "base/limits.h"
#include "wire/plain.h"

#undef OL_SLICE_OCCURRENCES_MAX
#define OL_SLICE_OCCURRENCES_MAX 3

static const struct ol_field *never_plain(const struct ol_plain *plain, uint64_t at,
                                          uint64_t *value, uint64_t *end)
{
    (void)plain;
    *value = at;
    *end = at;
    return NULL;
}
#define ol_plain_read never_plain

#define ol_reader_new          ol_small_reader_new
#define ol_reader_free         ol_small_reader_free
#define ol_reader_read         ol_small_reader_read
#define ol_reader_take_stepped ol_small_reader_take_stepped
#define ol_reader_read_child   ol_small_reader_read_child

#include "onnx/reader.c" /* NOLINT(bugprone-suspicious-include) */
