/* SPDX-License-Identifier: Apache-2.0 */
/* Facts about a rule in words, shared by the forms in which rules are told. */
#ifndef OL_REPORT_RULE_FACTS_H
#define OL_REPORT_RULE_FACTS_H

#include "report/explain.h"

/* "error", or "error; warning for variant 'repeated'" where a variant differs. */
void ol_rule_facts_add_severity(struct ol_buf *out, const struct ol_rule *rule);

/* "checker, recommended: on; strict: error": each profile, with those that make the same of the
 * rule; on where every case is as severe as the rule says. */
void ol_rule_facts_add_profiles(struct ol_buf *out, const struct ol_rule_book *book,
                                const struct ol_rule *rule);

/* "TensorProto; IR versions 3 to 9", and of a custom rule what else it says of where it applies. */
void ol_rule_facts_add_scope(struct ol_buf *out, const struct ol_rule *rule);

/* "error at 'raw', 6 bytes, raw_data" */
void ol_rule_facts_add_expect(struct ol_buf *out, const struct ol_rule *rule,
                              const struct ol_example_expect *expect);

/* Takes one line of a text at a time: false at its end. The last line break makes no empty line. */
bool ol_rule_facts_next_line(const char **text, struct ol_slice *line);

/* Goes through the areas in the order of their names: the one after area ("" for the first), or
 * NULL. */
const char *ol_rule_facts_next_area(const struct ol_rule_book *book, const char *area);

#endif
