/* SPDX-License-Identifier: Apache-2.0 */
/* A strict reader of protobuf and of the schema that shares nothing with lib/: what it finds wrong
 * with bytes, the linter has to tell, and the linter has to tell nothing of the kind that it does
 * not find. It is slow and simple on purpose. */
#ifndef OL_TESTS_DAMAGE_JUDGE_H
#define OL_TESTS_DAMAGE_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "damage/shape.h"
#include "diag/diag.h"

enum ol_judged_kind {
#define OL_JUDGED(id, severity, text, rules) OL_JUDGED_##id,
#include "damage/judged.def"
#undef OL_JUDGED
    OL_JUDGED_COUNT
};

struct ol_judged_about {
    const char *text;
    enum ol_severity severity;
    const char *rules; /* ids with blanks between them */
};

/* The rows of judged.def. */
extern const struct ol_judged_about ol_judged_abouts[OL_JUDGED_COUNT];

/* A part of the bytes: offsets from the start of the file. */
struct ol_stretch {
    size_t begin;
    size_t end;
};

struct ol_judged_fault {
    enum ol_judged_kind kind;
    const char *rules;       /* as in the row of judged.def, or of them the one that it must be */
    struct ol_stretch where; /* a finding about it touches this */
};

/* Instead of an index: none. */
#define OL_JUDGED_NONE SIZE_MAX

/* One occurrence of a field. */
struct ol_judged_field {
    size_t tag;    /* offsets of the tag, */
    size_t middle; /* of what is behind it, */
    size_t value;  /* of the value (behind the length, where there is one) */
    size_t end;    /* and of what is behind that */
    size_t parent; /* index of the field that holds it, or OL_JUDGED_NONE */
    size_t next;   /* index of what is behind it and all that it holds */
    uint32_t number;
    unsigned wire_type;
    const struct ol_shape_field *shape; /* of type NONE: the message has none of that number, or
                                           one of another wire type */
};

/* What a byte is. */
enum ol_judged_role {
    OL_ROLE_UNREAD, /* behind a fault that ends its message, or the value of an unknown field */
    OL_ROLE_TAG,
    OL_ROLE_LENGTH,
    OL_ROLE_NUMBER, /* a varint or a number of fixed width */
    OL_ROLE_TEXT,   /* of a string field */
    OL_ROLE_DATA,   /* of a bytes field, or packed */
    OL_ROLE_COUNT
};

struct ol_judge {
    const uint8_t *bytes;
    size_t size;
    struct ol_judged_fault *faults;
    size_t fault_count;
    size_t fault_room;
    struct ol_judged_field *fields; /* each followed by what it holds */
    size_t field_count;
    size_t field_room;
    struct ol_stretch *unread; /* what cannot be judged */
    size_t unread_count;
    size_t unread_room;
    uint8_t *roles; /* enum ol_judged_role of each byte */
    size_t role_room;
};

/* Judges bytes as that message; NULL: they are none, and nothing is read. All zero is an empty
 * judge; its memory is used again by the next call. The bytes are borrowed. */
void ol_judge_read(struct ol_judge *judge, const struct ol_shape *root, const uint8_t *bytes,
                   size_t size);
void ol_judge_fini(struct ol_judge *judge);

/* Adds a fault; rules NULL: any of its kind. */
void ol_judge_blame(struct ol_judge *judge, enum ol_judged_kind kind, const char *rules,
                    struct ol_stretch where);

/* Whether the offset is in, or at an edge of, a part that could not be judged. */
bool ol_judge_is_unread(const struct ol_judge *judge, size_t offset);

#endif
