/* SPDX-License-Identifier: Apache-2.0 */
/* The forms of texts, each with texts that are of it and texts that are not. */
#include "checks/text_form.h"

#include <stdlib.h>
#include <string.h>

#include "checks/licenses.h"
#include "unit/suites.h"

static const struct {
    const char *form;
    const char *good[12];
    const char *bad[24];
} rows[] = {
    {"identifier", {"a", "_a1", "A_b"}, {"1a", "a-b", "a b"}},
    {"domain", {"ai.onnx", "com", "a-b.c"}, {"a..b", ".a", "a.", "a/b", "a b", "1.2"}},
    {"reverse-dns", {"ai.onnx", "com.example.x"}, {"com", "a."}},
    {"plain-text", {"a < b", "list<b>", "`<b>`"}, {"<b>", "a <!-- b", "</div>"}},
    {"not-number", {"a", "1a", "."}, {"1", "-1.5", "0x1F"}},
    {"file-name", {"a.bin", "..a", "a b"}, {".", "..", "a/b", "/a", "a\\b"}},
    {"snake",
     {"a", "a1", "a_b", "conv2d_1"},
     {"A", "a__b", "_a", "a_", "1a", "a-b", "aB", "\xC3\xA9"}},
    {"upper-snake", {"A", "A1_B"}, {"a", "A__B", "_A", "A_", "1A"}},
    {"kebab", {"a", "a-b", "a1-2"}, {"a--b", "-a", "a-", "a_b", "A"}},
    {"camel", {"a", "aB", "maxPool2d"}, {"A", "a_b", "1a", "a-b"}},
    {"pascal", {"A", "AbC", "MaxPool2d"}, {"a", "A_b", "1A"}},
    {"lower", {"a b", "a1_", "\xC3\xA9"}, {"aB"}},
    {"upper", {"A B", "A1_"}, {"Ab"}},
    {"text", {"a", " a "}, {" ", "\t\n"}},
    {"integer", {"0", "-7", "120"}, {"", "-", "01", "+1", "1.0", "1 ", "--1"}},
    {"number",
     {"0", "-0.5", "1e5", "2.5E-3", "10.00"},
     {"", ".5", "5.", "1e", "1e+", "0x1", "1,5", "nan"}},
    {"semver",
     {"0.0.0", "1.2.3", "1.0.0-rc.1", "1.0.0-0.a-b+001", "1.0.0+20130313144700", "1.0.0--"},
     {"1", "1.2", "1.2.3.4", "01.2.3", "1.02.3", "v1.2.3", "1.2.3-", "1.2.3-01", "1.2.3-a..b",
      "1.2.3+", "1.2.3+a+b", "1.2.3 "}},
    {"date",
     {"2024-02-29", "2000-02-29", "2026-12-31", "0001-01-01"},
     {"2023-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00",
      "2026-1-1", "20260101", "2026-01-01T00:00:00Z", "26-01-01"}},
    {"date-time",
     {"2026-02-28T14:00:00Z", "2026-02-28t14:00:60.25+05:30", "2026-02-28T23:59:59-00:00"},
     {"2026-02-28", "2026-02-30T00:00:00Z", "2026-02-28T24:00:00Z", "2026-02-28T14:60:00Z",
      "2026-02-28T14:00:61Z", "2026-02-28T14:00:00", "2026-02-28T14:00Z", "2026-02-28T14:00:00.Z",
      "2026-02-28T14:00:00+25:00", "2026-02-28 14:00:00Z"}},
    {"url",
     {"https://example.com/a?b=c#d", "http://localhost:80", "s3://bucket/key%20", "http://[::1]/",
      "git+ssh://x"},
     {"example.com", "https:/example.com", "https://", "://a", "1a://b", "https:///a",
      "https://a b", "https://a/%2", "https://a/%zz", "https://\xC3\xA9", "https://a/<b>",
      "mailto:a@b", "ht"}},
    {"sha1",
     {"da39a3ee5e6b4b0d3255bfef95601890afd80709", "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709"},
     {"da39a3ee5e6b4b0d3255bfef95601890afd8070", "da39a3ee5e6b4b0d3255bfef95601890afd8070g"}},
    {"sha256",
     {"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
     {"da39a3ee5e6b4b0d3255bfef95601890afd80709"}},
    {"uuid",
     {"123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"},
     {"123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400",
      "123e4567-e89b-12d3-a456-4266141740000", "123e4567-e89b-12d3-a4564-26614174000",
      "{123e4567-e89b-12d3-a456-42661417400}"}},
    {"spdx",
     {"MIT", "apache-2.0", "Apache-2.0 OR MIT", "(MIT)", "((MIT AND 0BSD) or (ISC))", "GPL-2.0+",
      "GPL-2.0-or-later WITH Classpath-exception-2.0", "LicenseRef-ours",
      "DocumentRef-theirs:LicenseRef-1.0 AND ZPL-2.1", "(MIT WITH AdditionRef-x)", "  MIT  "},
     {"Apache",
      "MIT OR",
      "OR MIT",
      "MIT MIT",
      "(MIT",
      "MIT)",
      "()",
      "MIT WITH",
      "MIT WITH MIT",
      "MIT And ISC",
      "(MIT AND ISC) WITH Classpath-exception-2.0",
      "+",
      "MIT++",
      "LicenseRef-",
      "DocumentRef-x",
      "DocumentRef-x:MIT",
      "MIT, ISC",
      "MIT/ISC",
      " ",
      "Classpath-exception-2.0",
      "MIT OR (ISC",
      "DocumentRef-:LicenseRef-a"}},
};

static enum ol_text_form form_from_word(const char *word)
{
    size_t i = 0;
    while (ol_text_form_words[i] != NULL && strcmp(ol_text_form_words[i], word) != 0) {
        i++;
    }
    ck_assert_msg(i < OL_TEXT_FORM_COUNT, "%s", word);
    return (enum ol_text_form)i;
}

/* The text in memory of just its size, so that a look beyond it is found out. */
static bool has_form(enum ol_text_form form, const char *text)
{
    size_t size = strlen(text);
    uint8_t *copy = malloc(size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text, size);
    bool result = ol_text_has_form(form, (struct ol_slice){copy, size});
    free(copy);
    return result;
}

START_TEST(test_forms)
{
    ck_assert_uint_eq(sizeof rows / sizeof *rows, OL_TEXT_FORM_COUNT);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum ol_text_form form = form_from_word(rows[i].form);
        for (size_t k = 0; rows[i].good[k] != NULL; k++) {
            ck_assert_msg(has_form(form, rows[i].good[k]), "%s: %s", rows[i].form, rows[i].good[k]);
        }
        for (size_t k = 0; rows[i].bad[k] != NULL; k++) {
            ck_assert_msg(rows[i].bad[k][0] == '\0' || !has_form(form, rows[i].bad[k]), "%s: %s",
                          rows[i].form, rows[i].bad[k]);
        }
    }
}
END_TEST

/* Looking up halves the list, so each identifier has to be found where it stands. */
START_TEST(test_license_list)
{
    static const char *const ids[] = {
#define OL_LICENSE(id)           id,
#define OL_LICENSE_EXCEPTION(id) "MIT WITH " id,
#include "checks/licenses.def"
#undef OL_LICENSE
#undef OL_LICENSE_EXCEPTION
    };
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        ck_assert_msg(ol_license_is_expression(ol_slice_from_text(ids[i])), "%s", ids[i]);
    }
}
END_TEST

Suite *suite_text_form(void)
{
    const TTest *const tests[] = {test_forms, test_license_list};
    return OL_SUITE_OF("text_form", tests);
}
