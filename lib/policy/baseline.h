/* SPDX-License-Identifier: Apache-2.0 */
/* Findings that were there when a baseline was written (report/baseline.c), and are accepted since.
 * An entry knows a finding by its file, rule, field path and names, never by an offset; its message
 * only helps to tell alike ones apart. */
#ifndef OL_POLICY_BASELINE_H
#define OL_POLICY_BASELINE_H

#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "diag/diag.h"

/* Of the form that is read. */
#define OL_BASELINE_VERSION 1

struct ol_baseline_entry {
    const char *file; /* relative to the baseline's folder, as ol_file_path_add_text makes it */
    const char *key;  /* rule, variant, path and names (role=text, sorted), each with a tab before
                         it but the first */
    const char *message; /* what was said; "": not known */
    uint64_t count;      /* findings that it stands for */
};

struct ol_baseline {
    const char *folder;                /* absolute, that the file is in */
    struct ol_baseline_entry *entries; /* sorted by file, then key; none twice */
    size_t count;
};

/* The entries of one file. */
struct ol_baseline_part {
    const struct ol_baseline_entry *entries;
    size_t count;
    uint64_t total; /* findings that they stand for */
};

/* Reads a baseline. path: as it is named; folder: the absolute one that it is in. OL_ERR_RULE:
 * errors has a line for the first fault. OL_ERR_IO: errors has why, without a line break.
 * OL_ERR_NOMEM. */
enum ol_status ol_baseline_load(struct ol_arena *arena, struct ol_buf *errors, const char *path,
                                const char *folder, struct ol_baseline *baseline) OL_NODISCARD;

/* The entries about a file; path: absolute. scratch says whether memory was short. */
struct ol_baseline_part ol_baseline_find(const struct ol_baseline *baseline, const char *path,
                                         struct ol_buf *scratch);

/* Accepts the findings of a finished list that the entries stand for, each for one. Path, names and
 * message say which is which; where several could be meant, first what has all of them in common,
 * then what differs in the indexes of its path and the name of the graph, then what differs in its
 * message, then, of a node, tensor or value with a name, what differs in both; at last what differs
 * in names and message, but has the same path. *gone: findings that the entries stand for and that
 * are not there. The list is to be settled. OL_ERR_NOMEM. */
enum ol_status ol_baseline_accept(const struct ol_baseline_part *part, struct ol_diag_list *list,
                                  uint64_t *gone) OL_NODISCARD;

#endif
