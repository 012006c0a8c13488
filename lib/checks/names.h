/* SPDX-License-Identifier: Apache-2.0 */
/* The names that the sub-messages of one repeated field have: in order, and those that occur
 * twice. */
#ifndef OL_CHECKS_NAMES_H
#define OL_CHECKS_NAMES_H

#include "base/buf.h"
#include "rule/check.h"

/* The name of one sub-message. */
struct ol_named {
    struct ol_slice name;
    struct ol_span span; /* of the field with the name */
    uint64_t tag;        /* of the sub-message */
    uint64_t index;
};

/* Adds to buf a struct ol_named for each sub-message of the repeated field that has a text in its
 * field name, sorted by text (shorter first, then bytes), then place. Absent, empty and cut texts
 * are left out. Returns them, with their number in *count; they live in buf. NULL, and *count 0,
 * where there is none or memory is short (buf tells). */
struct ol_named *ol_named_gather(const struct ol_level *level, const struct ol_field *field,
                                 const struct ol_field *name, struct ol_buf *buf, size_t *count);

/* Sets up (does not read) the level of a gathered sub-message. */
void ol_named_open(const struct ol_level *level, const struct ol_named *named,
                   struct ol_level *child);

/* Sorts names as ol_slice_compare orders them, and looks one up among sorted ones. */
void ol_names_sort(struct ol_slice *names, size_t count);
bool ol_names_has(const struct ol_slice *names, size_t count, struct ol_slice name);

/* What is to be distinct: the text that field name has in each sub-message that field holds. */
struct ol_unique {
    const struct ol_level *level;
    const struct ol_field *field; /* repeated, of the level's message */
    const struct ol_field *name;  /* a string, of the message that field holds */
    const char *arg;              /* the message's placeholder for the text */
    const char *variant;          /* the case to report; NULL: the main one */
};

/* Reports each sub-message whose text an earlier one has, at that text, with the note "first".
 * Absent, empty and cut texts are left out: rules of their own are about those. Takes n log n time
 * and memory in proportion to the names where two are alike; else hardly more than a look at each.
 */
void ol_unique_emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_unique *unique);

#endif
