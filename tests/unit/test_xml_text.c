/* SPDX-License-Identifier: Apache-2.0 */
/* Text inside XML. */
#include "report/xml_text.h"
#include "unit/suites.h"

START_TEST(test_slice)
{
    static const char *const rows[][2] = {
        {"", ""},
        {"a b", "a b"},
        {"<a href=\"x\">&'", "&lt;a href=&quot;x&quot;&gt;&amp;'"},
        {"]]>", "]]&gt;"},
        {"a\nb", "a&#10;b"},
        {"\t\r\x01\x1b[31m\x7f", "\\x09\\x0D\\x01\\x1B[31m\\x7F"},
        {"\xC2\x85\xE2\x80\xAE", "\\u{85}\\u{202E}"},
        {"\xEF\xBF\xBE\xEF\xBF\xBF", "\\u{FFFE}\\u{FFFF}"},
        {"\xC3\xA9\xF0\x9F\x98\x80", "\xC3\xA9\xF0\x9F\x98\x80"},
        {"\xFF\xED\xA0\x80", "\\xFF\\xED\\xA0\\x80"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ol_buf out;
        ol_buf_init(&out);
        ol_xml_add_slice(&out, ol_slice_from_text(rows[i][0]));
        ck_assert_str_eq(ol_buf_text(&out), rows[i][1]);
        ol_buf_fini(&out);
    }
}
END_TEST

/* A shown text cannot break its line: its controls are escaped first. */
START_TEST(test_attributes)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_xml_put_text(&out, "name", "a\nb\\");
    ol_xml_put_u64(&out, "line", UINT64_MAX);
    ck_assert_str_eq(ol_buf_text(&out), " name=\"a\\nb\\\\\" line=\"18446744073709551615\"");
    ol_buf_fini(&out);
}
END_TEST

Suite *suite_xml_text(void)
{
    const TTest *const tests[] = {test_slice, test_attributes};
    return OL_SUITE_OF("xml_text", tests);
}
