/* SPDX-License-Identifier: Apache-2.0 */
/* What a baseline knows a finding by, as one text. */
#ifndef OL_POLICY_BASELINE_KEY_H
#define OL_POLICY_BASELINE_KEY_H

#include <stddef.h>

#include "base/buf.h"
#include "diag/diag.h"

/* As many as a finding has at most. */
#define OL_BASELINE_NAMES_MAX 12

/* None of the texts holds a tab. */
struct ol_baseline_key {
    const char *rule;
    const char *variant; /* NULL or "": the main case */
    const char *path;
    const struct ol_name *names; /* in any order, no role twice */
    size_t name_count;
};

/* Adds the key: names in the order of their roles. */
void ol_baseline_key_add(struct ol_buf *out, const struct ol_baseline_key *key);

/* Adds that of a finding. */
void ol_baseline_key_add_diag(struct ol_buf *out, const struct ol_diag *diag);

/* Whether the names of a key hold that of a node, tensor or value, which says what is meant
 * wherever it stands; that of an operator, or of a graph, does not. */
bool ol_baseline_key_is_named(const char *key);

/* Adds rule, variant and path of a key, without the names. */
void ol_baseline_key_add_nameless(struct ol_buf *out, const char *key);

/* Adds a key without the indexes of its path, and without the name of the graph, which exporters
 * change from version to version. */
void ol_baseline_key_add_loose(struct ol_buf *out, const char *key);

#endif
