/* SPDX-License-Identifier: Apache-2.0 */
/* The files of the built-in rules, word for word: what explains and tests a rule is loaded from
 * there, by the one loader, when somebody asks for it. */
#ifndef OL_RULE_SOURCE_H
#define OL_RULE_SOURCE_H

#include <stdint.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/status.h"
#include "rule/rule.h"

/* C promises string literals of 4095 characters, so the text is cut into rows of that many. */
#define OL_SOURCE_CHUNK 4000

/* A rule's file in the text. */
struct ol_source {
    uint32_t offset;
    uint32_t size;
};

/* By rule, in the order of ol_builtin_rules; the rows end in a zero that is no part of the text. */
extern const struct ol_source ol_builtin_sources[];
extern const struct ol_source ol_builtin_check_docs; /* rules/checks.yaml, behind them */
extern const char ol_builtin_text[][OL_SOURCE_CHUNK + 1];

/* The mends of a rule's doc, "" for NULL: those of rule i from row ol_builtin_first_mends[i]. Rows
 * of one length need no pointers, so that they too cost nothing at start. */
extern const char ol_builtin_mends[][OL_MEND_BYTES_MAX + 1];
extern const uint16_t ol_builtin_first_mends[];

/* The place of a rule, which may be a copy, in ol_builtin_rules; SIZE_MAX: it is none of them. */
size_t ol_source_place(const struct ol_rule *rule);

/* Loads one of ol_builtin_rules, or a copy of one, once more from the text of its file, with its
 * doc. Everything lives in the arena. OL_ERR_NOMEM; OL_ERR_BUG for a text that rulec would have
 * refused. */
enum ol_status ol_source_load(struct ol_arena *arena, const struct ol_rule *builtin,
                              struct ol_rule *whole) OL_NODISCARD;

struct ol_check_docs;

/* The same of what is told people of the checks. */
enum ol_status ol_source_load_check_docs(struct ol_arena *arena,
                                         struct ol_check_docs *docs) OL_NODISCARD;

#endif
