/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-1 of parts of a file, and its text. The digests are those of FIPS 180 and of `sha1sum`. */
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "unit/suites.h"

static void expect_digest(const char *text, struct ol_span span, const char *wanted)
{
    FILE *file = tmpfile();
    struct ol_digest digest;
    char printed[OL_DIGEST_TEXT_BYTES];
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(text, 1, strlen(text), file), strlen(text));
    ck_assert_int_eq(fflush(file), 0);
    const uint64_t size = strlen(text);
    ck_assert_int_eq(ol_digest_file(fileno(file), size, span, &digest), OL_DIGEST_KNOWN);
    ol_digest_print(&digest, printed);
    ck_assert_str_eq(printed, wanted);
    ck_assert_int_eq(ol_digest_file(fileno(file), size, (struct ol_span){1, size}, &digest),
                     size > 0 ? OL_DIGEST_UNREADABLE : OL_DIGEST_KNOWN);
    ck_assert_int_eq(ol_digest_file(fileno(file), size + 1, span, &digest), OL_DIGEST_CHANGED);
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(test_known_digests)
{
    expect_digest("abc", (struct ol_span){0, 3}, "a9993e364706816aba3e25717850c26c9cd0d89d");
    expect_digest("xxabcyy", (struct ol_span){2, 3}, "a9993e364706816aba3e25717850c26c9cd0d89d");
    expect_digest("", (struct ol_span){0, 0}, "da39a3ee5e6b4b0d3255bfef95601890afd80709");
}
END_TEST

START_TEST(test_many_bytes)
{
    FILE *file = tmpfile();
    char chunk[10000];
    struct ol_digest digest;
    char printed[OL_DIGEST_TEXT_BYTES];
    ck_assert_ptr_nonnull(file);
    memset(chunk, 'a', sizeof chunk);
    for (int i = 0; i < 100; i++) {
        ck_assert_uint_eq(fwrite(chunk, 1, sizeof chunk, file), sizeof chunk);
    }
    ck_assert_int_eq(fflush(file), 0);
    ck_assert_int_eq(ol_digest_file(fileno(file), 1000000, (struct ol_span){0, 1000000}, &digest),
                     OL_DIGEST_KNOWN);
    ol_digest_print(&digest, printed);
    ck_assert_str_eq(printed, "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    ck_assert_int_eq(fclose(file), 0);
}
END_TEST

START_TEST(test_text)
{
    struct ol_digest lower;
    struct ol_digest upper;
    ck_assert(ol_digest_from_text(ol_slice_from_text("a9993e364706816aba3e25717850c26c9cd0d89d"),
                                  &lower));
    ck_assert(ol_digest_from_text(ol_slice_from_text("A9993E364706816ABA3E25717850C26C9CD0D89D"),
                                  &upper));
    ck_assert_mem_eq(&lower, &upper, sizeof lower);
    ck_assert(!ol_digest_from_text(ol_slice_from_text(""), &lower));
    ck_assert(!ol_digest_from_text(ol_slice_from_text("a9993e364706816aba3e25717850c26c9cd0d89"),
                                   &lower));
    ck_assert(!ol_digest_from_text(ol_slice_from_text("a9993e364706816aba3e25717850c26c9cd0d89g"),
                                   &lower));
    ck_assert(!ol_digest_from_text(ol_slice_from_text("a9993e364706816aba3e25717850c26c9cd0d89d0"),
                                   &lower));
}
END_TEST

Suite *suite_digest(void)
{
    const TTest *const tests[] = {test_known_digests, test_many_bytes, test_text};
    return OL_SUITE_OF("digest", tests);
}
