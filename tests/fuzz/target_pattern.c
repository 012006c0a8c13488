/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as a regular expression, and the rest of the input, behind a line break, as the text
 * that it is held against; then both as a pattern for file names. A pattern matches or not, the
 * same each time, and is refused with a place in it. */
#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "base/pattern.h"
#include "fuzz/bench.h"
#include "fuzz/fuzz.h"

static struct ol_matcher *matcher;

static enum ol_match match(const struct ol_pattern *pattern, struct ol_slice text)
{
    enum ol_match outcome = OL_MATCH_UNKNOWN;
    ol_matcher_begin(matcher);
    ol_fuzz_need(ol_matcher_match(matcher, pattern, text, &outcome) == OL_OK, "memory is short");
    return outcome;
}

static void try_pattern(const char *text, struct ol_slice rest)
{
    const struct ol_pattern *pattern = NULL;
    size_t offset = 0;
    const char *why = NULL;
    struct ol_arena *arena = ol_arena_new();
    ol_fuzz_need(arena != NULL, "memory is short");
    enum ol_status status = ol_pattern_compile(arena, text, &pattern, &offset, &why);
    if (status == OL_OK) {
        ol_fuzz_need(match(pattern, rest) == match(pattern, rest), "a second time it is not so");
    } else {
        ol_fuzz_need(status == OL_ERR_RULE && offset <= strlen(text) && why != NULL &&
                         ol_fuzz_is_harmless(ol_slice_from_text(why)),
                     "a pattern is refused without a place or a reason");
    }
    ol_arena_free(arena);
}

static void try_glob(const char *text, struct ol_slice rest)
{
    const char *fault = ol_glob_fault(text);
    char *path = ol_test_alloc(rest.size + 1);
    for (size_t i = 0; i < rest.size; i++) {
        path[i] = (char)(rest.data[i] != 0 ? rest.data[i] : '/');
    }
    path[rest.size] = '\0';
    if (fault == NULL) {
        bool is_about = ol_glob_is_about(text, path);
        ol_fuzz_need(!is_about || ol_glob_matches(text, path),
                     "it is about it, and does not match");
    } else {
        ol_fuzz_need(fault[0] != '\0', "a pattern is refused without a reason");
    }
    free(path);
}

static void run(const uint8_t *data, size_t size)
{
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    size_t length = end != NULL ? (size_t)(end - data) : size;
    size_t rest = end != NULL ? length + 1 : size;
    char *text = ol_test_alloc(length + 1);
    memcpy(text, data, length);
    text[length] = '\0';
    try_pattern(text, (struct ol_slice){data + rest, size - rest});
    try_glob(text, (struct ol_slice){data + rest, size - rest});
    free(text);
}

static void set_up(void)
{
    ol_fuzz_need(ol_matcher_new(&matcher) == OL_OK, "there is no matcher");
}

static void tear_down(void)
{
    ol_matcher_free(matcher);
}

const struct ol_fuzz_target ol_fuzz_pattern = {
    .name = "pattern",
    .seeds = OL_FUZZ_SEEDS_PATTERNS,
    .set_up = set_up,
    .tear_down = tear_down,
    .run = run,
};
