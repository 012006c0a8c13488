/* SPDX-License-Identifier: Apache-2.0 */
/* What is told people of the checks that a rule can use: rules/checks.yaml, held against the
 * descriptors of the checks. */
#ifndef OL_RULE_CHECK_DOCS_H
#define OL_RULE_CHECK_DOCS_H

#include "rule/check.h"
#include "rule/load.h"

/* Texts lie in the order in which the descriptor has what they are about. */
struct ol_check_doc {
    const struct ol_check *check;
    const char *about;
    const char *const *params;
    const char *const *args;
    const char *const *variants;
    const char *const *notes;
    const struct ol_param *word_param; /* whose words are explained; NULL: none */
    const char *const *words;
    const char *example; /* target, with and message of a rule that uses it, as YAML */
};

struct ol_check_docs {
    const struct ol_check_doc *items; /* in the order of the file */
    size_t count;
};

/* Loads the file. It is refused where a general check, or a parameter, placeholder, variant or note
 * of a check that it names, is not explained, or there is none such. Lives in the loader's arena.
 * OL_ERR_RULE, OL_ERR_NOMEM. */
enum ol_status ol_check_docs_load(struct ol_loader *loader, const char *path, struct ol_slice text,
                                  struct ol_check_docs *docs) OL_NODISCARD;

#endif
