/* SPDX-License-Identifier: Apache-2.0 */
/* Linting of bytes in memory with every rule on, and what must hold of the findings. */
#ifndef OL_TESTS_FUZZ_BENCH_H
#define OL_TESTS_FUZZ_BENCH_H

#include "diag/diag.h"
#include "onnx/reader.h"
#include "onnx_lint.h"
#include "rule/rule_set.h"

struct ol_fuzz_bench {
    struct ol_minitables *tables;
    struct ol_reader *reader;
    struct ol_rule_set *rules;
    struct ol_matcher *matcher;
};

/* With the built-in rules, each as severe as its file says and those that are off by default
 * informative; or with rules that were loaded. */
void ol_fuzz_bench_init(struct ol_fuzz_bench *bench);
void ol_fuzz_bench_init_rules(struct ol_fuzz_bench *bench, const struct ol_rule *rules,
                              size_t count);
void ol_fuzz_bench_fini(struct ol_fuzz_bench *bench);

/* What to lint: of a message, or as it is recognised (NULL). name and directory are those of the
 * input; directory may be NULL. */
struct ol_fuzz_job {
    const struct ol_message *type;
    const char *name;
    const char *directory;
    struct ol_slice bytes;
};

/* Lints it, fails where a finding is wrong in itself, and gives a
 * number that is the same for the same findings. */
uint64_t ol_fuzz_bench_lint(const struct ol_fuzz_bench *bench, const struct ol_fuzz_job *job);

/* The number of a list of findings in a file of that many bytes; fails where one is wrong. */
uint64_t ol_fuzz_digest(const struct ol_diag_list *found, uint64_t size);

/* A linter with the same rules on, for workers. The caller owns it. type: as of
 * ol_linter_set_type, or NULL. */
struct ol_linter *ol_fuzz_linter(const char *type);

/* Whether the text is UTF-8 that shows nothing but printed signs, and line breaks. */
bool ol_fuzz_is_harmless(struct ol_slice text);

#endif
