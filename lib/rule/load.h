/* SPDX-License-Identifier: Apache-2.0 */
/* The one loader of rules and profiles: built-in ones at build time (rule/rulec.c), custom ones at
 * run time. A rule that it lets through is whole: its check exists, its parameters, targets,
 * variants, notes and placeholders are what the check declares. */
#ifndef OL_RULE_LOAD_H
#define OL_RULE_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "rule/check.h"
#include "rule/profile.h"
#include "rule/target.h"
#include "rule/yaml_tree.h"

/* A place where a file names a rule, verified when all rules are known. */
struct ol_mention;

/* What several loads share. The caller fills the first five members; the rest is zero at first. */
struct ol_loader {
    struct ol_arena *arena; /* everything loaded lives here */
    struct ol_buf *errors;  /* one line for each error: "path:line:column: error: ..." */
    const struct ol_check *const *checks;
    size_t check_count;
    bool is_partial; /* a rule that is not among those loaded may be named */
    bool is_custom;  /* rules are custom ones: filters, patterns; any file name, no since */
    struct ol_mention *mentions; /* newest first */
};

/* Loads one rule. The path gives the area (its folder) and the id (its name), and stands in
 * messages. OL_ERR_RULE: the errors tell why; rule must not be used. */
enum ol_status ol_load_rule(struct ol_loader *loader, const char *path, struct ol_slice text,
                            struct ol_rule *rule) OL_NODISCARD;

/* Loads a file of custom rules (is_custom): one rule, or a list of them. They are put into an array
 * in the loader's arena. */
enum ol_status ol_load_rules(struct ol_loader *loader, const char *path, struct ol_slice text,
                             struct ol_rule **rules, size_t *count) OL_NODISCARD;

/* Loads one custom rule that stands in a file of another kind, from its map. */
enum ol_status ol_load_rule_node(struct ol_loader *loader, const char *path,
                                 const struct ol_yaml_node *node,
                                 struct ol_rule *rule) OL_NODISCARD;

/* A copy of a rule with other values for some parameters of its check (`with:` of a rule in a
 * configuration). */
enum ol_status ol_load_with(struct ol_loader *loader, const char *path,
                            const struct ol_yaml_node *with, const struct ol_rule *rule,
                            struct ol_rule *changed) OL_NODISCARD;

/* Loads an example that stands in a file of its own (conformance-data/), with the keys of one in a
 * rule. */
enum ol_status ol_load_example(struct ol_loader *loader, const char *path, struct ol_slice text,
                               struct ol_example *example) OL_NODISCARD;

/* Loads one profile, its own entries alone. */
enum ol_status ol_load_profile(struct ol_loader *loader, const char *path, struct ol_slice text,
                               struct ol_profile *profile) OL_NODISCARD;

/* Loads one target. A user's (is_custom) may be in a file of any name. */
enum ol_status ol_load_target(struct ol_loader *loader, const char *path, struct ol_slice text,
                              struct ol_target *target) OL_NODISCARD;

/* All that was loaded, when nothing more is to come. */
struct ol_load_set {
    struct ol_rule *rules;
    size_t rule_count;
    struct ol_profile *profiles;
    size_t profile_count;
    struct ol_target *targets;
    size_t target_count;
    struct ol_slice check_docs; /* the text of checks.yaml; of size 0: none */
};

/* Sorts rules by id, profiles by name and targets by the numbers in their names, verifies that ids
 * and names are unique and that every rule, variant and profile that is named exists, and gives
 * profiles what they take over from those that they extend. */
enum ol_status ol_load_finish(struct ol_loader *loader, const struct ol_load_set *set) OL_NODISCARD;

#endif
