/* SPDX-License-Identifier: Apache-2.0 */
/* The rules told to people: one explained, all listed, all as a reference. Everything is written to
 * a buffer, in which a lack of memory sticks. */
#ifndef OL_REPORT_EXPLAIN_H
#define OL_REPORT_EXPLAIN_H

#include "base/buf.h"
#include "base/slice.h"
#include "rule/profile.h"
#include "rule/rule.h"

/* What there is to tell of. */
struct ol_rule_book {
    const struct ol_rule *rules; /* sorted by id */
    size_t rule_count;
    const struct ol_profile *profiles;
    size_t profile_count;
};

/* The severity in force for a case of a rule: the main one (variant NULL) or a variant. */
typedef enum ol_severity ol_severity_fn(const void *context, const struct ol_rule *rule,
                                        const char *variant);

/* One rule a line: id, severities ("error", "error/warning" where variants differ), whether it is
 * "on", "off" or "partly" on, title, what is in force for its variants ("; variants: empty=off,
 * ..."), and of a custom rule the file ("; in policy.yaml"). The last line counts: "3 rules: 1
 * error, 1 warning, 0 info, 1 off", each rule by its most severe case. */
void ol_explain_list(struct ol_buf *out, const struct ol_rule_book *book, ol_severity_fn *severity,
                     const void *context);

/* One id a line. */
void ol_explain_ids(struct ol_buf *out, const struct ol_rule_book *book);

/* The rule with that id ("ID", or "ID/VARIANT" for a variant that it has), or NULL. */
const struct ol_rule *ol_explain_find(const struct ol_rule_book *book, const char *id);

/* "no rule 'ID'; did you mean 'a' or 'b'?" and where all rules are to be seen, without a line
 * break. */
void ol_explain_unknown(struct ol_buf *out, const struct ol_rule_book *book, struct ol_slice id);

/* "rule ID has no variant 'NAME'", and the nearest one or all there are, without a line break. */
void ol_explain_unknown_variant(struct ol_buf *out, const struct ol_rule *rule,
                                struct ol_slice name);

/* A parameter of the rule's check. */
struct ol_explained_param {
    const char *name;
    const char *takes; /* "a number from 1 on; must be given" */
    const char *value; /* in force; "" where none is given */
    const char *about; /* what it is for; NULL: nothing is told of it */
};

struct ol_explained_params {
    const char *check;
    const struct ol_explained_param *items;
    size_t count;
};

/* All about one rule that has its doc, as plain text within OL_WRAP_COLUMNS (but for the bytes of
 * examples) or as Markdown. params: of its check; NULL: nothing is told of them. */
void ol_explain_rule_text(struct ol_buf *out, const struct ol_rule_book *book,
                          const struct ol_rule *rule, const struct ol_explained_params *params);
void ol_explain_rule_markdown(struct ol_buf *out, const struct ol_rule_book *book,
                              const struct ol_rule *rule);

/* The whole reference by area: rules/README.md, for which all rules have their docs; and the
 * section RULES of the manual page (roff, man macros), for which they need none. */
void ol_explain_all_markdown(struct ol_buf *out, const struct ol_rule_book *book);
void ol_explain_all_man(struct ol_buf *out, const struct ol_rule_book *book);

#endif
