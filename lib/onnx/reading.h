/* SPDX-License-Identifier: Apache-2.0 */
/* A level that is being read: what the short way over it (onnx/reader.c) and the long way
 * (onnx/reading.c) share. */
#ifndef OL_ONNX_READING_H
#define OL_ONNX_READING_H

#include "base/limits.h"
#include "onnx/decode.h"
#include "onnx/level.h"
#include "onnx/reader.h"
#include "wire/plain.h"

/* Faults of one slice are held back until its values are known, so that what reports them can name
 * what it is about; past this many they are passed on at once, some without their index. */
#define OL_FAULTS_HELD_MAX 256

/* Singular scalars are handed to upb so many bytes at a time. */
#define OL_SCALAR_BYTES_MAX 256

/* The levels that can be open at once, and one that is looked down at from the deepest. */
#define OL_DEPTHS_KEPT (OL_DEPTH_MAX + 2)

/* What was seen of a repeated scalar's form. */
enum ol_style {
    OL_STYLE_PACKED = 1,
    OL_STYLE_UNPACKED = 2,
    OL_STYLE_ODD = 4,
    OL_STYLE_MIXED = 8
};

struct ol_reader {
    struct ol_decoder *decoder;
    enum ol_status status;             /* of the level that is being read */
    struct ol_occurrence *occurrences; /* of the slice being read */
    struct ol_wire_fault faults[OL_FAULTS_HELD_MAX];
    size_t fault_count;
    size_t scanned; /* the first so many are the scan's, in the order of the bytes; those between
                       occurrences follow */
    ol_wire_fault_fn *report;
    void *context;
    uint64_t stepped;        /* as ol_reader_take_stepped has it */
    struct ol_slice scalars; /* singular scalars for upb: in the file, or gathered; none of a level
                                that was read */
    uint32_t valued;         /* bit i: field i of the level is among them */
    uint8_t gathered[OL_SCALAR_BYTES_MAX];
    struct ol_kept
        kept[OL_DEPTHS_KEPT + 1]; /* the last one is no level's, if there were deeper ones */
};

/* How far a level has been read, and where its next occurrence is kept. */
struct ol_reading {
    uint64_t at;
    struct ol_kept *kept;
    struct ol_occurrence *slot; /* in there: of the next one */
    bool is_wide;               /* there were more than are kept */
    bool is_odd;                /* there was one that is not plain, or empty */
};

/* Reads a slice of whatever there is; false after the last one. */
bool ol_reading_slice(struct ol_reader *reader, struct ol_level *level, struct ol_reading *reading);

/* Notes a plain occurrence, with a value of so many bytes, of a field whose occurrences are looked
 * at; false, with nothing done, where there is something to say of it. */
bool ol_reading_note(struct ol_reader *reader, struct ol_level *level, const struct ol_field *field,
                     uint64_t size, bool is_first);

/* Takes a singular scalar for upb, the occurrence as a whole. */
void ol_reading_take(struct ol_reader *reader, struct ol_level *level, const struct ol_field *field,
                     struct ol_span span);

/* Has upb tell the values of the scalars that were taken. Later ones override earlier ones, as a
 * later field does in one decode. */
void ol_reading_set_values(struct ol_reader *reader, struct ol_level *level);

#endif
