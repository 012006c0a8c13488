/* SPDX-License-Identifier: Apache-2.0 */
/* A finding, and the list of them for one file. Everything a finding points to lives in the arena
 * of its list. */
#ifndef OL_DIAG_DIAG_H
#define OL_DIAG_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
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
    struct ol_place place;
};

/* A name that a person knows: role "node", "tensor", "operator" ..., text as in the model, escaped
 * as shown text is. */
struct ol_name {
    const char *role;
    const char *text;
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
};

/* What was left unchecked. */
struct ol_not_checked {
    const char *path;
    const char *reason;
    struct ol_span span;
};

struct ol_diag_list {
    struct ol_arena *arena; /* borrowed */
    struct ol_diag *diags;
    size_t count;
    size_t capacity;
    size_t max;    /* findings kept; 0: all */
    size_t victim; /* own use: no finding before it is less than an error */
    uint64_t dropped[OL_SEVERITY_ERROR + 1]; /* findings past max, by severity */
    struct ol_not_checked *not_checked;
    size_t not_checked_count;
    size_t not_checked_capacity;
    uint64_t not_checked_dropped;
};

void ol_diag_list_init(struct ol_diag_list *list, struct ol_arena *arena, size_t max);

/* Gives the arrays back; the arena stays. */
void ol_diag_list_fini(struct ol_diag_list *list);

/* Whether a finding of that severity would be kept: there is room, or it is an error and a lesser
 * finding can go for it, so that a flood of warnings hides no error. */
bool ol_diag_list_takes(struct ol_diag_list *list, enum ol_severity severity);

/* Adds copies of the structs; the texts must already live in the arena. */
enum ol_status ol_diag_list_add(struct ol_diag_list *list, const struct ol_diag *diag) OL_NODISCARD;
enum ol_status ol_diag_list_add_not_checked(struct ol_diag_list *list,
                                            const struct ol_not_checked *entry) OL_NODISCARD;

/* Tells whether the rule with the first index supersedes the one with the second. */
typedef bool ol_supersedes_fn(const void *context, uint32_t rule, uint32_t other);

/* Puts findings in the order of their places (whole-file ones first, wider before narrower, then
 * rule id), drops repetitions of one rule at one span with one message, and drops what another
 * finding supersedes on the same, a containing or a contained span; within a contained one only
 * what its path has no deeper in the message, since a fault further down is another fault. */
enum ol_status ol_diag_list_finish(struct ol_diag_list *list, ol_supersedes_fn *supersedes,
                                   const void *context) OL_NODISCARD;

/* How many findings have exactly that severity, those past max included. */
uint64_t ol_diag_list_count(const struct ol_diag_list *list, enum ol_severity severity);

#endif
