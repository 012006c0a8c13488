/* SPDX-License-Identifier: Apache-2.0 */
/* The cases that the rules bring along (their examples) and those of conformance-data/, as one
 * list. */
#ifndef OL_TESTS_TOOLS_CASES_H
#define OL_TESTS_TOOLS_CASES_H

#include <stdbool.h>
#include <stddef.h>

#include "example/case.h"
#include "example/place.h"
#include "rule/rule.h"
#include "tools/files.h"

struct ol_test_case {
    const char *name;           /* "RULE/CASE", "wire/CASE", "valid/CASE" */
    const char *source;         /* the file that it stands in */
    const struct ol_rule *rule; /* the rule that it is about; NULL for those of wire/ and valid/ */
    const struct ol_example *example;
};

struct ol_test_cases {
    struct ol_arena *arena; /* holds everything */
    struct ol_test_case *cases;
    size_t count;
};

/* All cases: those of the built-in rules in the order of their ids, then those of
 * conformance-data/. A file that cannot be loaded is fatal. */
void ol_test_cases_init(struct ol_test_cases *list);
void ol_test_cases_fini(struct ol_test_cases *list);

/* The built-in rule with that id, or NULL. */
const struct ol_rule *ol_test_find_rule(const char *id);

/* The same as what the program runs for --test-rules. */
struct ol_example_case ol_test_case_example(const struct ol_test_case *test);

/* Assembles the bytes of a case; an error of the text is fatal, with the line of the source. */
void ol_test_case_assemble(const struct ol_test_case *test, struct ol_hexasm *bytes);

/* Puts a case into a folder of its own, to be linted as place->file. That it cannot be put there is
 * fatal. The caller gives the folder back. */
void ol_test_case_place(const struct ol_test_case *test, const struct ol_hexasm *bytes,
                        struct ol_example_place *place);

#endif
