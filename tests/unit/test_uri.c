/* SPDX-License-Identifier: Apache-2.0 */
/* File names as URI references. */
#include "report/uri.h"
#include "unit/suites.h"

START_TEST(test_paths)
{
    static const char *const rows[][2] = {
        {"m.onnx", "m.onnx"},
        {"models/a-b_c~1.onnx", "models/a-b_c~1.onnx"},
        {"./m.onnx", "m.onnx"},
        {".//./m.onnx", "m.onnx"},
        {"../m.onnx", "../m.onnx"},
        {"/work/m.onnx", "file:///work/m.onnx"},
        {"<stdin>", "%3Cstdin%3E"},
        {"a b#c?d%e.onnx", "a%20b%23c%3Fd%25e.onnx"},
        {"http://x", "http%3A//x"},
        {"c:m.onnx", "c%3Am.onnx"},
        {"\xC3\xA9\n\xFF\".onnx", "%C3%A9%0A%FF%22.onnx"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ol_buf out;
        ol_buf_init(&out);
        ol_uri_add_path(&out, rows[i][0]);
        ck_assert_str_eq(ol_buf_text(&out), rows[i][1]);
        ol_buf_fini(&out);
    }
}
END_TEST

Suite *suite_uri(void)
{
    const TTest *const tests[] = {test_paths};
    return OL_SUITE_OF("uri", tests);
}
