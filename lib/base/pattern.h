/* SPDX-License-Identifier: Apache-2.0 */
/* Regular expressions (PCRE2's), bounded: a pattern is compiled once and matches whole texts, in
 * steps that grow with the text and no faster. */
#ifndef OL_BASE_PATTERN_H
#define OL_BASE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/slice.h"
#include "base/status.h"

struct ol_pattern; /* compiled; read-only, shared by threads; lives in the arena */
struct ol_matcher; /* what matching needs, for one thread */

/* Compiles a pattern of at most OL_PATTERN_BYTES_MAX bytes of UTF-8. OL_ERR_RULE: it is none, or
 * has in it what is not supported: back references, recursion, atomic and conditional groups,
 * verbs, callouts, \K, \C and the option x. *offset says at which byte, counted from 0, and *why in
 * words that live in the arena or are static. OL_ERR_NOMEM. */
enum ol_status ol_pattern_compile(struct ol_arena *arena, const char *text,
                                  const struct ol_pattern **pattern, size_t *offset,
                                  const char **why) OL_NODISCARD;

enum ol_match {
    OL_MATCH_NO,
    OL_MATCH_YES,
    OL_MATCH_UNKNOWN /* it takes more steps than the text is worth, or the text is longer than
                        OL_PATTERN_TEXT_MAX */
};

/* OL_ERR_NOMEM. The caller owns it. */
enum ol_status ol_matcher_new(struct ol_matcher **matcher) OL_NODISCARD;
void ol_matcher_free(struct ol_matcher *matcher);

/* Begins a file: what matching may take is for one file (OL_PATTERN_FILE_STEPS_MAX). */
void ol_matcher_begin(struct ol_matcher *matcher);

/* Whether matching has taken all of that, so that long texts are not decided any more. */
bool ol_matcher_is_spent(const struct ol_matcher *matcher);

/* Whether the text as a whole matches. A text that is no UTF-8 is matched as bytes would be: it
 * does not match. OL_ERR_NOMEM. */
enum ol_status ol_matcher_match(struct ol_matcher *matcher, const struct ol_pattern *pattern,
                                struct ol_slice text, enum ol_match *match) OL_NODISCARD;

#endif
