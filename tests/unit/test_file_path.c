/* SPDX-License-Identifier: Apache-2.0 */
/* Paths of files as texts. */
#include "base/file_path.h"
#include "unit/suites.h"

static void check_absolute(const char *folder, const char *path, const char *wanted)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ol_file_path_set_absolute(&buf, folder, path);
    ck_assert_str_eq(ol_buf_text(&buf), wanted);
    ol_buf_fini(&buf);
}

START_TEST(test_absolute)
{
    check_absolute("/a/b", "m.onnx", "/a/b/m.onnx");
    check_absolute("/a/b", "./c//m.onnx", "/a/b/c/m.onnx");
    check_absolute("/a/b", "../m.onnx", "/a/m.onnx");
    check_absolute("/a/b", "../../../../m.onnx", "/m.onnx");
    check_absolute("/a/b", "/m.onnx", "/m.onnx");
    check_absolute("/a/b", "/", "/");
    check_absolute("/a/b", "", "/a/b");
    check_absolute("/a/b", "c/", "/a/b/c");
    check_absolute("/", ".", "/");
    check_absolute("/a", "...", "/a/...");
    check_absolute("/a", "..b", "/a/..b");
}
END_TEST

static void check_relative(const char *folder, const char *path, const char *wanted,
                           bool is_beneath)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ck_assert_int_eq(ol_file_path_add_relative(&buf, folder, path), is_beneath);
    ck_assert_str_eq(ol_buf_text(&buf), wanted);
    ol_buf_fini(&buf);
}

START_TEST(test_relative)
{
    check_relative("/a", "/a/m.onnx", "m.onnx", true);
    check_relative("/a", "/a/b/m.onnx", "b/m.onnx", true);
    check_relative("/", "/m.onnx", "m.onnx", true);
    check_relative("/", "/a/m.onnx", "a/m.onnx", true);
    check_relative("/a/b", "/a/m.onnx", "../m.onnx", false);
    check_relative("/a/b", "/c/m.onnx", "../../c/m.onnx", false);
    check_relative("/a/bc", "/a/b/m.onnx", "../b/m.onnx", false);
    check_relative("/a/b", "/a/bc/m.onnx", "../bc/m.onnx", false);
    check_relative("/a/b", "/a/b", "", false);
}
END_TEST

START_TEST(test_cut)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ol_file_path_set_absolute(&buf, "/a", "b/c");
    ol_file_path_cut(&buf);
    ck_assert_str_eq(ol_buf_text(&buf), "/a/b");
    ol_file_path_cut(&buf);
    ol_file_path_cut(&buf);
    ck_assert_str_eq(ol_buf_text(&buf), "/");
    ol_file_path_cut(&buf);
    ck_assert_str_eq(ol_buf_text(&buf), "/");
    ol_buf_fini(&buf);
}
END_TEST

START_TEST(test_working_folder)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ol_file_path_add_working_folder(&buf);
    ck_assert_int_eq(ol_buf_text(&buf)[0], '/');
    ol_buf_fini(&buf);
}
END_TEST

Suite *suite_file_path(void)
{
    Suite *suite = suite_create("file_path");
    TCase *tcase = tcase_create("file_path");
    tcase_add_test(tcase, test_absolute);
    tcase_add_test(tcase, test_relative);
    tcase_add_test(tcase, test_cut);
    tcase_add_test(tcase, test_working_folder);
    suite_add_tcase(suite, tcase);
    return suite;
}
