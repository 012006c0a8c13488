/* SPDX-License-Identifier: Apache-2.0 */
/* The attributes that a function declares: names in `attribute`, and defaults in `attribute_proto`.
 * They are gathered once for each function. */
#ifndef OL_CHECKS_FUNCTION_ATTRIBUTES_H
#define OL_CHECKS_FUNCTION_ATTRIBUTES_H

#include "rule/check.h"

/* Small, since a name takes three bytes of the file. */
struct ol_function_attribute {
    struct ol_slice name;
    uint64_t tag;      /* of the name, or of the default */
    uint32_t index;    /* in its list */
    uint32_t typed_at; /* of the first one of a name: where in items the first default of that
                          name stands that has a type; UINT32_MAX: none does */
    uint8_t type;      /* of a default: enum ol_attribute_type_number; 0: none that is known */
    bool is_default;
    bool is_again;   /* an earlier one has the name */
    bool is_used;    /* kept by check function_attribute_unused */
    bool is_clashed; /* kept by check function_attribute_clash */
};

struct ol_function_attributes {
    struct ol_function_attribute *items; /* by name, then place */
    size_t count;
    size_t capacity;
    uint64_t begin;      /* of the function's bytes, which tells functions apart */
    bool is_whole;       /* all of them could be read */
    bool is_body_whole;  /* so could the body, as far as it was visited */
    uint64_t steps_left; /* for searches of similar names, of the whole file */
};

/* What the function declares; the level is a FunctionProto that is open. Lives until the next
 * function is asked about. NULL for NULL, and when memory is short (and the run has failed). */
struct ol_function_attributes *ol_function_attributes(struct ol_run *run,
                                                      const struct ol_level *function);

/* The first one of that name; NULL where there is none. */
struct ol_function_attribute *
ol_function_attributes_find(const struct ol_function_attributes *attributes, struct ol_slice name);

#endif
