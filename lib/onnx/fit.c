/* SPDX-License-Identifier: Apache-2.0 */
/* Counts what speaks for and against a message type, over the level scan. */
#include "onnx/fit.h"

#include "wire/scan.h"

#define FIELDS_MAX 512
#define DEPTH_MAX  4
#define SLICE_MAX  16

/* A name that goes on past the window after so many bytes is none. */
#define NAME_BYTES_MAX 4096

struct look {
    struct ol_fit *fit;
    uint32_t foreign_from;
    unsigned fields_left;
    unsigned depth;
};

/* Whether a fault speaks against the message, and not just against the care or the disk of whoever
 * wrote it. */
static bool is_against(const struct look *look, const struct ol_wire_fault *fault)
{
    switch ((enum ol_wire_fault_kind)fault->kind) {
    case OL_FAULT_TRUNCATED:
    case OL_FAULT_LEN_OVERRUN:
        return look->depth > 0; /* a file may be cut, a message within a whole one may not */
    case OL_FAULT_UNKNOWN_FIELD:
        return look->foreign_from == 0 || fault->number < look->foreign_from;
    case OL_FAULT_TRAILING_BYTES:
    case OL_FAULT_VARINT_OVERFLOW:
    case OL_FAULT_VARINT_OVERLONG:
    case OL_FAULT_TAG_OVERLONG:
    case OL_FAULT_INT32_NEGATIVE_SHORT:
    case OL_FAULT_SINGULAR_SCALAR_REPEATED:
    case OL_FAULT_SINGULAR_MESSAGE_REPEATED:
    case OL_FAULT_ONEOF_MULTIPLE:
    case OL_FAULT_ONEOF_REPEATED:
    case OL_FAULT_PACKING_STYLE:
    case OL_FAULT_PACKED_MIXED:
        return false;
    case OL_FAULT_FIELD_ZERO:
    case OL_FAULT_FIELD_NUMBER_RANGE:
    case OL_FAULT_TYPE_RESERVED:
    case OL_FAULT_VARINT_TOO_LONG:
    case OL_FAULT_INT32_RANGE:
    case OL_FAULT_GROUP_UNEXPECTED:
    case OL_FAULT_GROUP_UNBALANCED:
    case OL_FAULT_TYPE_MISMATCH:
    case OL_FAULT_RESERVED_FIELD:
    case OL_FAULT_PACKED_BOUNDS:
    case OL_FAULT_UTF8:
    case OL_FAULT_CONTROL_CHAR:
    case OL_FAULT_ENUM_VALUE:
    case OL_FAULT_DEPTH:
    case OL_FAULT_COUNT:
        break;
    }
    return true;
}

static void count_fault(void *context, const struct ol_wire_fault *fault)
{
    struct look *look = context;
    if (!is_against(look, fault)) {
        return;
    }
    look->fit->bad++;
    if (look->depth == 0 && look->fit->first_bad.length == 0) {
        look->fit->first_bad = fault->span;
    }
}

/* A packed payload where the schema has none declared says little: any text is a list of
 * varints. */
static bool is_evidence(const struct ol_field *field, const struct ol_occurrence *occurrence)
{
    return (occurrence->flags & OL_OCCURRENCE_PACKED) == 0 || (field->flags & OL_FIELD_PACKED) != 0;
}

static void look_at_level(struct look *look, struct ol_scan *scan);

static void look_at_child(struct look *look, const struct ol_scan *parent,
                          const struct ol_occurrence *occurrence)
{
    const struct ol_field *field = &parent->message->fields[occurrence->index];
    struct ol_scan scan = {
        .bytes = parent->bytes,
        .at = occurrence->value,
        .end = occurrence->end,
        .declared_end = occurrence->flags & OL_OCCURRENCE_CUT ? UINT64_MAX : occurrence->end,
        .message = field->of,
        .report = count_fault,
        .context = look,
    };
    look->depth++;
    look_at_level(look, &scan);
    look->depth--;
}

static bool is_endless_name(const struct ol_field *field, const struct ol_occurrence *occurrence)
{
    return (field->flags & OL_FIELD_NAME) != 0 && (occurrence->flags & OL_OCCURRENCE_CUT) != 0 &&
           occurrence->end - occurrence->value > NAME_BYTES_MAX;
}

/* Counts one occurrence and, with its sub-message, what that holds. */
static void look_at_occurrence(struct look *look, const struct ol_scan *scan,
                               const struct ol_occurrence *occurrence)
{
    if ((occurrence->flags & OL_OCCURRENCE_KNOWN) == 0) {
        return;
    }
    const struct ol_field *field = &scan->message->fields[occurrence->index];
    bool is_good = is_evidence(field, occurrence);
    look->fit->good += is_good;
    look->fit->bad += is_endless_name(field, occurrence);
    if (look->depth == 0) {
        uint32_t bit = UINT32_C(1) << field->index;
        look->fit->repeated += (look->fit->present & bit) != 0 && !ol_field_is_repeated(field);
        look->fit->present |= bit;
    }
    if (is_good && field->of != NULL && look->depth < DEPTH_MAX) {
        look_at_child(look, scan, occurrence);
    }
}

/* Adds up one level; calls itself, through look_at_child, at most DEPTH_MAX deep. */
static void look_at_level(struct look *look, struct ol_scan *scan)
{
    struct ol_occurrence occurrences[SLICE_MAX];
    size_t count = SLICE_MAX;
    while (count > 0) {
        count = ol_scan_slice(scan, occurrences,
                              look->fields_left < SLICE_MAX ? look->fields_left : SLICE_MAX);
        look->fields_left -= (unsigned)count;
        for (size_t i = 0; i < count; i++) {
            look_at_occurrence(look, scan, &occurrences[i]);
        }
    }
}

void ol_fit(struct ol_slice bytes, const struct ol_message *message, uint32_t foreign_from,
            struct ol_fit *fit)
{
    *fit = (struct ol_fit){.message = message};
    struct look look = {.fit = fit, .foreign_from = foreign_from, .fields_left = FIELDS_MAX};
    struct ol_scan scan = {
        .bytes = bytes.data,
        .end = bytes.size < OL_FIT_WINDOW ? bytes.size : OL_FIT_WINDOW,
        .declared_end = bytes.size,
        .message = message,
        .report = count_fault,
        .context = &look,
        .is_root = true,
    };
    look_at_level(&look, &scan);
}
