/* SPDX-License-Identifier: Apache-2.0 */
/* A finding as a list keeps it: one piece of memory, in which a message is a template and the texts
 * for its placeholders, each of them once, and all texts are packed (diag/wording.h). */
#ifndef OL_DIAG_RECORD_H
#define OL_DIAG_RECORD_H

#include "base/buf.h"
#include "base/limits.h"
#include "diag/diag.h"
#include "diag/shared.h"
#include "diag/wording.h"
#include "diag/words.h"

/* One finding of a list in the form in which it is read. */
struct ol_diag_view {
    struct ol_diag diag;
    struct ol_name names[OL_NAMES_MAX];
    struct ol_related related[OL_RELATED_MAX];
    struct ol_buf text; /* its texts */
};

/* What the records of one list have in common. */
struct ol_record_book {
    struct ol_arena *arena; /* borrowed */
    struct ol_words words;
    struct ol_shared paths;
    struct ol_shared names; /* lists of them */
    struct ol_slice bytes;  /* that names in records are places in, and ways lead through */
    ol_add_way_fn *add_way; /* NULL: there are no ways */
    struct ol_buf draft;    /* what may come to be shared, while it is packed */
    struct ol_diag_view view;
    struct ol_buf other; /* the text of a second finding, while two are compared */
};

struct ol_record {
    struct ol_record_book *book;
    struct ol_span span;
    uint32_t rule_index;
    unsigned severity : 2;
    unsigned acceptance : 2;
    unsigned is_whole_file : 1;
    unsigned is_superseded : 1; /* for the list */
    unsigned has_file : 1;
    unsigned has_reason : 1;
    unsigned has_related_files : 1;
    unsigned has_near : 1;
    unsigned name_count : 4;
    unsigned related_count : 4;
    /* The numbers of the words for rule, variant, message, file and reason (those that there can
     * be), 0 for none; the offset of what is near, if there is that; of each related place the
     * numbers for message and file, and its span. Then the texts, each with its NUL: path, the list
     * of names if there are any, paths of related places, and what the messages are made of. Paths
     * and names may begin with what is shared. */
    char packed[];
};

/* A new book in the arena, or NULL when memory is short. bytes outlive it, and may be empty;
 * add_way finds ways in them (NULL: none are kept). Its buffers are to be given back. */
struct ol_record_book *ol_record_book_new(struct ol_arena *arena, struct ol_slice bytes,
                                          ol_add_way_fn *add_way);
void ol_record_book_fini(struct ol_record_book *book);

/* The finding as a record of the book; the buffer is scratch, and names are cut as it says. values
 * NULL: its messages are texts; else they are templates, which outlive the record. NULL when memory
 * is short. */
struct ol_record *ol_record_new(struct ol_record_book *book, struct ol_buf *scratch,
                                const struct ol_diag *diag, const struct ol_values *values);

/* The finding of the record, in the book's view: nothing can fail, as there is room for its texts
 * already. What is read is valid until the next reading or comparing of messages in the book. */
const struct ol_diag *ol_record_read(const struct ol_record *record);

/* The other file that the finding is in, or NULL. */
const char *ol_record_file(const struct ol_record *record);

/* The dots of the finding's field path. */
size_t ol_record_path_dots(const struct ol_record *record);

/* Compare the ids of rules, and messages and then field paths, as strcmp does. */
int ol_record_compare_rules(const struct ol_record *a, const struct ol_record *b);
int ol_record_compare_texts(const struct ol_record *a, const struct ol_record *b);

#endif
