/* SPDX-License-Identifier: Apache-2.0 */
/* The one loader of rules and profiles: built-in ones at build time (rule/rulec.c), a user's at run
 * time. A rule that it lets through is whole: its check exists, its parameters, targets, variants,
 * notes and placeholders are what the check declares. */
#ifndef OL_RULE_LOAD_H
#define OL_RULE_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "rule/check.h"
#include "rule/profile.h"
#include "rule/yaml_tree.h"

/* A place where a file names a rule, verified when all rules are known. */
struct ol_mention;

/* What several loads share. The caller fills the first five members; the rest is zero at first. */
struct ol_loader {
    struct ol_arena *arena; /* everything loaded lives here */
    struct ol_buf *errors;  /* one line for each error: "path:line:column: error: ..." */
    const struct ol_check *const *checks;
    size_t check_count;
    bool is_partial;             /* a rule that is not among those loaded may be named */
    struct ol_mention *mentions; /* newest first */
};

/* Loads one rule. The path gives the area (its folder) and the id (its name), and stands in
 * messages. OL_ERR_RULE: the errors tell why; rule must not be used. */
enum ol_status ol_load_rule(struct ol_loader *loader, const char *path, struct ol_slice text,
                            struct ol_rule *rule) OL_NODISCARD;

/* Loads an example that stands in a file of its own (conformance-data/), with the keys of one in a
 * rule. */
enum ol_status ol_load_example(struct ol_loader *loader, const char *path, struct ol_slice text,
                               struct ol_example *example) OL_NODISCARD;

/* Loads one profile, its own entries alone. */
enum ol_status ol_load_profile(struct ol_loader *loader, const char *path, struct ol_slice text,
                               struct ol_profile *profile) OL_NODISCARD;

/* All that was loaded, when nothing more is to come. */
struct ol_load_set {
    struct ol_rule *rules;
    size_t rule_count;
    struct ol_profile *profiles;
    size_t profile_count;
};

/* Sorts rules by id and profiles by name, verifies that ids and names are unique and that every
 * rule, variant and profile that is named exists, and gives profiles what they take over
 * from those that they extend. */
enum ol_status ol_load_finish(struct ol_loader *loader, const struct ol_load_set *set) OL_NODISCARD;

#endif
