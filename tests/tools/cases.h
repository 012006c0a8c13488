/* SPDX-License-Identifier: Apache-2.0 */
/* The cases that the rules bring along (their examples) and those of conformance-data/, as one
 * list. */
#ifndef OL_TESTS_TOOLS_CASES_H
#define OL_TESTS_TOOLS_CASES_H

#include <stdbool.h>
#include <stddef.h>

#include "onnx_lint.h"
#include "rule/rule.h"
#include "tools/files.h"
#include "tools/hexasm.h"

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

/* The severity of a rule's main case (variant NULL) or of a variant, as its file says. */
enum ol_severity ol_test_severity(const struct ol_rule *rule, const char *variant);

/* Assembles the bytes of a case; an error of the text is fatal, with the line of the source. */
void ol_test_case_assemble(const struct ol_test_case *test, struct ol_hexasm *bytes);

/* Puts a case into a folder, to be linted as the path in file, relative to folder/case. The case's
 * side files may stand beside that folder ("../x"), but not above. */
void ol_test_case_write(const struct ol_test_case *test, const char *folder,
                        const struct ol_hexasm *bytes);

/* The name that a case is linted under. */
const char *ol_test_case_file(const struct ol_test_case *test);

/* A linter set up for a case: its root, its IR version, the cases of severity info of its own rule
 * and of the rules that it expects switched on. NULL, with the status in *status, where memory is
 * short. */
struct ol_linter *ol_test_case_linter(const struct ol_test_case *test, enum ol_status *status);

#endif
