/* SPDX-License-Identifier: Apache-2.0 */
/* What a TensorProto level states, worked out once for every rule that asks: its shape and element
 * count, its type, where its values are, and how many bytes or entries they need. */
#ifndef OL_ONNX_TENSOR_H
#define OL_ONNX_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"
#include "onnx/element_type.h"
#include "onnx/level.h"

/* Dimensions that are kept, and shown, of a tensor. */
#define OL_TENSOR_DIMS_KEPT 8

/* A TensorProto.Segment, read as readers merge repeated ones. */
struct ol_segment {
    bool is_present;
    bool has_begin;
    bool has_end;
    int64_t begin; /* elements */
    int64_t end;
};

struct ol_tensor {
    /* Shape. */
    uint64_t rank;                     /* number of dims; 0 is a scalar */
    int64_t dims[OL_TENSOR_DIMS_KEPT]; /* the first ones, as stated */
    int64_t last_dim;                  /* the innermost; 1 for a scalar */
    uint64_t negative_dims;            /* how many are below 0 */
    bool has_zero_dim;
    bool is_overflowing;   /* the dims other than 0 multiply to more than INT64_MAX */
    uint64_t overflow_dim; /* index of the dim where they do */
    bool is_counted;       /* elements is known: the level is complete, no dim is negative, and the
                            * product fits       (a 0 makes it 0, whatever the others are) */
    uint64_t elements;     /* of the whole shape; 1 for a scalar; 0 where not is_counted */

    /* Type. */
    bool has_data_type;
    int64_t data_type;                  /* as stated; 0 where missing */
    const struct ol_element_type *type; /* NULL where missing, UNDEFINED or no known number */

    /* Place of the values. */
    bool is_external;       /* data_location is EXTERNAL */
    bool is_location_known; /* false where data_location is no declared value (readers then take
                               DEFAULT) */
    bool has_external;      /* external_data has entries */
    bool has_raw;           /* raw_data is present, be it empty */
    uint64_t raw_size;      /* bytes of raw_data; 0 where not has_raw */
    uint32_t filled; /* bit i: TensorProto field i holds values (raw_data not empty, or a typed
                        field with entries) */
    unsigned filled_count; /* bits of filled */
    bool is_cut; /* raw_data or a typed field is cut short by a fault that the wire rules report */
    struct ol_segment segment;

    /* Need. held is what this message has to hold: end - begin with a segment, else elements. */
    bool is_held_known; /* is_counted, and with a segment 0 <= begin <= end <= elements */
    uint64_t held;
    bool is_raw_known;   /* raw_needed is: is_held_known, the type is known and not STRING, and the
                            size fits int64 */
    uint64_t raw_needed; /* bytes of raw_data, or of external data */
    bool is_entries_known;   /* entries_needed is: is_held_known, the type is known, and the count
                                fits int64 */
    uint64_t entries_needed; /* of the type's typed field */
};

/* Fills in the facts of a TensorProto level that was read. Touches dims and the segment, never
 * values. */
void ol_tensor_read(struct ol_tensor *tensor, const struct ol_level *level);

/* Whether the field (OL_TensorProto_...) holds values. */
static inline bool ol_tensor_is_filled(const struct ol_tensor *tensor, unsigned field)
{
    return tensor->filled >> field & 1;
}

/* Adds "[2,3]", or "scalar" where there are no dims; long shapes are cut with "...". */
void ol_tensor_add_dims(struct ol_buf *buf, const struct ol_tensor *tensor);

/* Goes through the values of an INT64 tensor, in raw_data (little-endian; a rest under 8 bytes is
 * no value) where that is not empty, else in int64_data (packed or not). A tensor of another type,
 * or an external one, has none. */
struct ol_int64s {
    const struct ol_level *level;
    unsigned field; /* OL_TensorProto_raw_data or OL_TensorProto_int64_data */
    bool is_empty;
    struct ol_span raw;      /* the bytes still to come */
    struct ol_cursor cursor; /* used for int64_data */
    uint64_t index;          /* of the next value */
};

void ol_int64s_init(struct ol_int64s *values, const struct ol_tensor *tensor,
                    const struct ol_level *level);

/* The next value and its place: its 8 bytes, or its element. false after the last. */
bool ol_int64s_next(struct ol_int64s *values, int64_t *value, struct ol_span *span);

#endif
