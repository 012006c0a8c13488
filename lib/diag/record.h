/* SPDX-License-Identifier: Apache-2.0 */
/* A finding as a list keeps it: one piece of memory, in which a message is a template and the texts
 * for its placeholders, each of them once. */
#ifndef OL_DIAG_RECORD_H
#define OL_DIAG_RECORD_H

#include "base/buf.h"
#include "base/limits.h"
#include "diag/diag.h"

/* A place that has to do with a finding; its path is among the texts. */
struct ol_record_related {
    const char *message; /* the template; NULL: the message is among the texts */
    struct ol_span span;
};

struct ol_record {
    const char *rule;
    const char *variant;
    const char *message; /* the template; NULL: the message is among the texts */
    struct ol_span span;
    uint32_t rule_index;
    unsigned severity : 2;
    unsigned acceptance : 2;
    unsigned is_whole_file : 1;
    unsigned is_superseded : 1; /* for the list */
    unsigned has_file : 1;
    unsigned has_reason : 1;
    unsigned has_related_files : 1;
    unsigned name_count : 4;
    unsigned related_count : 4;
    /* Behind these: the pointers to file, reason, files of related places and roles of names, those
     * that there are; then the texts, each with its NUL: path, names, paths of related places, and
     * what the messages are made of. */
    struct ol_record_related related[];
};

/* One finding of a list in the form in which it is read. */
struct ol_diag_view {
    struct ol_diag diag;
    struct ol_name names[OL_NAMES_MAX];
    struct ol_related related[OL_RELATED_MAX];
    struct ol_buf text; /* the messages */
};

/* The finding as a record in the arena; the buffer is scratch. values NULL: its messages are texts;
 * else they are templates, which outlive the record. *size becomes how many bytes its messages take
 * when they are put together. NULL when memory is short. */
struct ol_record *ol_record_new(struct ol_arena *arena, struct ol_buf *scratch,
                                const struct ol_diag *diag, const struct ol_values *values,
                                size_t *size);

/* The finding of the record. The view's text has room for its messages, so that nothing can fail;
 * what is read is valid until the next reading into the view. */
const struct ol_diag *ol_record_read(const struct ol_record *record, struct ol_diag_view *view);

/* The other file that the finding is in, or NULL. */
const char *ol_record_file(const struct ol_record *record);

/* The finding's field path. */
const char *ol_record_path(const struct ol_record *record);

/* Compares the messages as strcmp does. */
int ol_record_compare_messages(const struct ol_record *a, const struct ol_record *b);

#endif
