/* SPDX-License-Identifier: Apache-2.0 */
/* What is told people of the checks is held against the checks. */
#include "rule/check_docs.h"

#include <string.h>

#include "unit/suites.h"

static const char *const words[] = {"one", "two", NULL};
static const struct ol_param params[] = {
    {.name = "field", .type = OL_PARAM_FIELD, .is_required = true},
    {.name = "word", .type = OL_PARAM_WORD, .words = words},
};
static const char *const args[] = {"value", NULL};
static const char *const variants[] = {"none", NULL};
static const struct ol_check check_full = {.name = "full",
                                           .params = params,
                                           .param_count = 2,
                                           .args = args,
                                           .variants = variants,
                                           .notes = args};
static const struct ol_check check_bare = {.name = "bare"};
static const struct ol_check *const checks[] = {&check_full, &check_bare};

#define BARE "  - {check: bare, about: a, example: e}\n"
#define FULL                                \
    "checks:\n"                             \
    "  - check: full\n"                     \
    "    about: About it.\n"                \
    "    with: {field: a field, word: b}\n" \
    "    words: {word: {one: c, two: d}}\n" \
    "    placeholders: {value: e}\n"        \
    "    variants: {none: f}\n"             \
    "    notes: {value: g}\n"               \
    "    example: h\n"

/* The text of FULL with one part of it put in another's place, and the other check behind it. */
static void load(const char *before, const char *after, struct ol_buf *errors,
                 struct ol_check_docs *docs, struct ol_arena *arena)
{
    struct ol_buf text;
    struct ol_loader loader = {
        .arena = arena, .errors = errors, .checks = checks, .check_count = 2};
    const char *at = strstr(FULL, before);
    ck_assert_ptr_nonnull(at);
    ol_buf_init(&text);
    ol_buf_add_slice(&text, (struct ol_slice){(const uint8_t *)FULL, (size_t)(at - FULL)});
    ol_buf_add(&text, after);
    ol_buf_add(&text, at + strlen(before));
    ol_buf_add(&text, BARE);
    enum ol_status status = ol_check_docs_load(&loader, "checks.yaml", ol_buf_slice(&text), docs);
    ck_assert_int_eq(status, errors->size == 0 ? OL_OK : OL_ERR_RULE);
    ol_buf_fini(&text);
}

START_TEST(test_texts)
{
    struct ol_check_docs docs;
    struct ol_buf errors;
    struct ol_arena *arena = ol_arena_new();
    ol_buf_init(&errors);
    load("", "", &errors, &docs, arena);
    ck_assert_str_eq(ol_buf_text(&errors), "");
    ck_assert_uint_eq(docs.count, 2);
    const struct ol_check_doc *doc = &docs.items[0];
    ck_assert_ptr_eq(doc->check, &check_full);
    ck_assert_str_eq(doc->about, "About it.");
    ck_assert_str_eq(doc->params[0], "a field");
    ck_assert_str_eq(doc->params[1], "b");
    ck_assert_ptr_eq(doc->word_param, &params[1]);
    ck_assert_str_eq(doc->words[1], "d");
    ck_assert_str_eq(doc->args[0], "e");
    ck_assert_str_eq(doc->variants[0], "f");
    ck_assert_str_eq(doc->notes[0], "g");
    ck_assert_str_eq(doc->example, "h");
    ck_assert_ptr_eq(docs.items[1].check, &check_bare);
    ck_assert_ptr_null(docs.items[1].word_param);
    ol_buf_fini(&errors);
    ol_arena_free(arena);
}
END_TEST

START_TEST(test_refusals)
{
    static const struct {
        const char *before;
        const char *after;
        const char *errors;
    } rows[] = {
        {", word: b}", "}", "checks.yaml:4:11: error: parameter 'word' is not explained\n"},
        {"word: b}", "wrd: b}",
         "checks.yaml:4:11: error: parameter 'word' is not explained\n"
         "checks.yaml:4:28: error: unknown parameter 'wrd'; did you mean 'word'?\n"},
        {"one: c, two: d", "one: c", "checks.yaml:5:19: error: word 'two' is not explained\n"},
        {"{word: {one", "{field: {one",
         "checks.yaml:5:12: error: words are explained of one parameter that has some\n"},
        {"    placeholders: {value: e}\n", "",
         "checks.yaml:2:5: error: placeholder 'value' is not explained\n"},
        {"none: f", "none: f, few: x", "checks.yaml:7:25: error: unknown variant 'few'\n"},
        {"{value: g}", "[g]", "checks.yaml:8:12: error: 'notes' is a list; wanted: a map\n"},
        {"    example: h\n", "", "checks.yaml:2:5: error: the check lacks its key 'example'\n"},
        {"check: full", "check: ful",
         "checks.yaml:2:3: error: check 'full' is not explained\n"
         "checks.yaml:2:12: error: unknown check 'ful'; did you mean 'full'?\n"},
        {"  - check: full\n", BARE "  - check: full\n",
         "checks.yaml:2:3: error: check 'bare' is explained twice\n"},
        {"about: About it.", "about: []",
         "checks.yaml:3:12: error: 'about' is a list; wanted: lines of text\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ol_check_docs docs;
        struct ol_buf errors;
        struct ol_arena *arena = ol_arena_new();
        ol_buf_init(&errors);
        load(rows[i].before, rows[i].after, &errors, &docs, arena);
        ck_assert_str_eq(ol_buf_text(&errors), rows[i].errors);
        ol_buf_fini(&errors);
        ol_arena_free(arena);
    }
}
END_TEST

Suite *suite_check_docs(void)
{
    const TTest *const tests[] = {test_texts, test_refusals};
    return OL_SUITE_OF("check_docs", tests);
}
