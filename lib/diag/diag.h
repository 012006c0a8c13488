/* SPDX-License-Identifier: Apache-2.0 */
/* A finding, and the list of them for one file. The list keeps findings packed (diag/record.h), and
 * makes of one what is read here when it is asked for it. */
#ifndef OL_DIAG_DIAG_H
#define OL_DIAG_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/slice.h"
#include "base/status.h"

enum ol_severity {
    OL_SEVERITY_OFF,
    OL_SEVERITY_INFO,
    OL_SEVERITY_WARNING,
    OL_SEVERITY_ERROR
};

/* "off", "info", "warning", "error". */
const char *ol_severity_name(enum ol_severity severity);

/* Where something is. */
struct ol_place {
    struct ol_span span;
    bool is_whole_file; /* span means nothing: the finding is about the file as a whole */
    const char *path;   /* field path: "graph.initializer[3].raw_data"; "" for the root */
    const char *file;   /* the other file that the span is in; NULL for the input itself */
};

struct ol_related {
    const char *message;
    struct ol_place place; /* never the file as a whole */
};

/* A name that a person knows: role "node", "tensor", "operator" ..., text as in the model, escaped
 * as shown text is. */
struct ol_name {
    const char *role;
    const char *text;
};

/* Why a finding does not count, though it is there. */
enum ol_acceptance {
    OL_ACCEPTED_NOT,
    OL_ACCEPTED_SUPPRESSED, /* a suppression is about it */
    OL_ACCEPTED_BASELINE    /* the baseline holds it */
};

struct ol_diag {
    const char *rule;    /* id */
    const char *variant; /* NULL: the rule's main case */
    uint32_t rule_index; /* in the rule set that found it */
    enum ol_severity severity;
    const char *message;
    struct ol_place place;
    const struct ol_name *names;
    size_t name_count;
    const struct ol_related *related;
    size_t related_count;
    enum ol_acceptance acceptance;
    const char *reason; /* of the suppression; NULL elsewhere */
};

/* What was left unchecked. */
struct ol_not_checked {
    const char *path;
    const char *reason;
    struct ol_span span;
};

struct ol_wording;
struct ol_way;

/* What gives texts of a finding while it is added (diag/wording.h). */
struct ol_values {
    /* the text for the placeholder of that name (diag/template.h) */
    void (*add)(const void *context, struct ol_wording *out, struct ol_slice name);
    /* paths that are NULL: of the finding (0), of related place i - 1. NULL: they are empty */
    void (*add_path)(const void *context, struct ol_wording *out, size_t i);
    /* the text of name i, where that is NULL. NULL: it is empty */
    void (*add_name)(const void *context, struct ol_wording *out, size_t i);
    struct ol_span near; /* a part of the linted file that most of it lies in: what does takes less
                            to keep. May be empty */
    const void *context;
};

struct ol_record;
struct ol_record_book;

struct ol_diag_list {
    struct ol_arena *arena; /* borrowed */
    struct ol_record **records;
    size_t count; /* of those that count; once the list is finished, the accepted ones follow */
    size_t accepted_count;
    uint64_t accepted_dropped; /* accepted ones past OL_ACCEPTED_MAX */
    size_t capacity;
    size_t max;            /* findings kept; 0: all */
    struct ol_slice bytes; /* see ol_diag_list_lend; empty at first */
    /* the same; NULL at first */
    void (*add_way)(struct ol_buf *out, struct ol_slice bytes, const struct ol_way *way);
    struct ol_record_book *book; /* own use: what is common to the findings; NULL: there is none */
    struct ol_buf packing;       /* own use: of the finding last added */
    size_t victim;               /* own use: no finding before it is less than an error */
    uint64_t dropped[OL_SEVERITY_ERROR + 1]; /* findings not kept, by severity: past max, and those
                                                that whoever adds found one rule to have too many
                                                of, which are in dropped_by_rule as well */
    uint64_t dropped_by_rule;
    struct ol_not_checked *not_checked;
    size_t not_checked_count;
    size_t not_checked_capacity;
    uint64_t not_checked_dropped;
};

void ol_diag_list_init(struct ol_diag_list *list, struct ol_arena *arena, size_t max);

/* Lends the list the bytes of the linted file, which outlive it: of a name that lies in them it
 * then keeps the place alone, and of many steps of a path the way (diag/wording.h), if there is
 * what finds them again (add_way not NULL). Both are read again with the finding, so that they are
 * shown as they are by then, should the file have changed. To be called before findings are
 * added. */
void ol_diag_list_lend(struct ol_diag_list *list, struct ol_slice bytes,
                       void (*add_way)(struct ol_buf *out, struct ol_slice bytes,
                                       const struct ol_way *way));

/* Gives the arrays back; the arena stays. */
void ol_diag_list_fini(struct ol_diag_list *list);

/* Whether a finding of that severity would be kept: there is room, or it is an error and a lesser
 * finding can go for it, so that a flood of warnings hides no error. */
bool ol_diag_list_takes(struct ol_diag_list *list, enum ol_severity severity);

/* Whether one more accepted finding would be kept, which takes no room from those that count. */
bool ol_diag_list_takes_accepted(const struct ol_diag_list *list);

/* Whether such a finding would be kept; if not it is counted, without the cost of wording. */
bool ol_diag_list_admit(struct ol_diag_list *list, enum ol_severity severity,
                        enum ol_acceptance acceptance);

/* Adds a copy of the finding, with its message, path, names, and those of related places. Other
 * texts (rule, variant, roles, files and the reason) are to live as long as the list, and to stay
 * where they are. values not NULL: its messages are templates, which live as long, and are put
 * together when the finding is asked for. What is not taken is counted. */
enum ol_status ol_diag_list_add(struct ol_diag_list *list, const struct ol_diag *diag,
                                const struct ol_values *values) OL_NODISCARD;
enum ol_status ol_diag_list_add_not_checked(struct ol_diag_list *list,
                                            const struct ol_not_checked *entry) OL_NODISCARD;

/* Finding i of the list, accepted ones included. What it points to is valid until the next call for
 * the list. */
const struct ol_diag *ol_diag_list_at(const struct ol_diag_list *list, size_t i);

/* What is often asked of finding i, without the cost of its texts. */
uint32_t ol_diag_list_rule_index(const struct ol_diag_list *list, size_t i);
enum ol_severity ol_diag_list_severity(const struct ol_diag_list *list, size_t i);
enum ol_acceptance ol_diag_list_acceptance(const struct ol_diag_list *list, size_t i);

/* Accepts finding i because the baseline holds it: ol_diag_list_settle then puts it behind those
 * that count. */
void ol_diag_list_accept(struct ol_diag_list *list, size_t i);

/* Tells whether the rule with the first index supersedes the one with the second. */
typedef bool ol_supersedes_fn(const void *context, uint32_t rule, uint32_t other);

/* Puts findings in the order of their places (whole-file ones first, wider before narrower, then
 * rule id), drops repetitions of one rule at one span and path with one message, and drops what
 * another finding supersedes on the same, a containing or a contained span; within a contained one
 * only what its path has no deeper in the message, since a fault further down is another fault.
 * Accepted findings supersede as others do, and come to stand behind them. */
enum ol_status ol_diag_list_finish(struct ol_diag_list *list, ol_supersedes_fn *supersedes,
                                   const void *context) OL_NODISCARD;

/* Puts the accepted findings behind the others, each in the order of their places, and drops (and
 * counts) what counts past max (0: nothing), errors last: to be called on a finished list in which
 * more was accepted. */
void ol_diag_list_settle(struct ol_diag_list *list, size_t max);

/* Accepted findings of the finished list for that reason, those that were not kept included. */
uint64_t ol_diag_list_count_accepted(const struct ol_diag_list *list,
                                     enum ol_acceptance acceptance);

/* Whether name i of the finding is the innermost of its role: the one that a reader knows it by. */
bool ol_diag_is_innermost(const struct ol_diag *diag, size_t i);

/* How many findings of a finished list have exactly that severity, those past max included and the
 * accepted ones not. */
uint64_t ol_diag_list_count(const struct ol_diag_list *list, enum ol_severity severity);

#endif
