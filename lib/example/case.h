/* SPDX-License-Identifier: Apache-2.0 */
/* An example of a rule, to be run: what it consists of, and what is told of it. */
#ifndef OL_EXAMPLE_CASE_H
#define OL_EXAMPLE_CASE_H

#include "base/buf.h"
#include "base/status.h"
#include "example/hexasm.h"
#include "rule/rule.h"
#include "rule/rule_set.h"

/* All borrowed. */
struct ol_example_case {
    const char *path;           /* of the file that the example stands in, as messages show it */
    const struct ol_rule *rule; /* that it belongs to; NULL: any rule may be expected */
    const struct ol_example *example;
};

/* Begins a line about an example: "PATH:LINE:COLUMN: error: example 'NAME': ". The caller adds the
 * rest, with the line break. */
void ol_example_begin_error(struct ol_buf *errors, const struct ol_example_case *test,
                            unsigned line, unsigned column);

/* Assembles a text of the example's file that begins at that place there. OL_ERR_RULE: it is wrong,
 * and one line was added to errors; OL_ERR_NOMEM. In each case ol_hexasm_fini is to be called. */
enum ol_status ol_example_assemble(const struct ol_example_case *test, const char *text,
                                   unsigned line, unsigned column, struct ol_hexasm *bytes,
                                   struct ol_buf *errors) OL_NODISCARD;

/* The name that an example with bytes is linted under, relative to the folder that it is put in. */
const char *ol_example_file_name(const struct ol_example *example);

/* Changes a set in which all rules are as a profile has them to what the example is linted with: of
 * custom rules its own and those that it expects, so that a rule that joins others changes
 * nothing for their examples; and of the cases of these also those that are off because they are
 * informative. The set is to be arranged. OL_ERR_RULE: the example expects a rule that the set
 * lacks, and one line was added to errors. */
enum ol_status ol_example_set_severities(const struct ol_example_case *test,
                                         struct ol_rule_set *rules,
                                         struct ol_buf *errors) OL_NODISCARD;

/* Compares what was found with what the example expects: all of it, and nothing else. OL_ERR_RULE:
 * it differs, and a line for each difference was added to errors; OL_ERR_NOMEM. bytes gives the
 * marks; NULL for an example with an input. */
enum ol_status ol_example_compare(const struct ol_example_case *test,
                                  const struct ol_rule_set *rules, const struct ol_hexasm *bytes,
                                  const struct ol_diag_list *found,
                                  struct ol_buf *errors) OL_NODISCARD;

#endif
