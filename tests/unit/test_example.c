/* SPDX-License-Identifier: Apache-2.0 */
/* Examples of rules: where they are put, and how differences are told. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "example/place.h"
#include "result.h"
#include "run_examples.h"
#include "tools/files.h"
#include "unit/suites.h"

/* An example of a TensorProto: two floats in four bytes. */
#define SHORT_TENSOR "08 02 10 01 @raw 4A { 00 00 80 3F }"

static struct ol_example_case case_of(const struct ol_example *example)
{
    return (struct ol_example_case){"r.yaml", NULL, example};
}

/* Puts an example somewhere; returns what is told of it, to be given back with free. */
static char *fill(struct ol_example_place *place, const struct ol_example *example)
{
    const struct ol_example_case test = case_of(example);
    struct ol_hexasm bytes;
    struct ol_buf errors;
    ol_buf_init(&errors);
    ck_assert_int_eq(ol_hexasm_init(&bytes, example->bytes), OL_OK);
    ck_assert_int_eq(ol_example_place_init(place, &errors), OL_OK);
    enum ol_status status = ol_example_place_fill(place, &test, &bytes, &errors);
    ck_assert_int_eq(status, errors.size > 0 ? OL_ERR_RULE : OL_OK);
    char *told = strdup(ol_buf_text(&errors));
    ck_assert_ptr_nonnull(told);
    ol_buf_fini(&errors);
    ol_hexasm_fini(&bytes);
    return told;
}

static struct stat look(const struct ol_example_place *place, const char *path)
{
    struct stat found;
    ck_assert_int_eq(lstat(ol_test_path("%s/%s", ol_buf_text(&place->folder), path).text, &found),
                     0);
    return found;
}

START_TEST(test_place)
{
    static const struct ol_example_file files[] = {
        {.path = "a/b.bin", .bytes = "3*00", .hole = -1},
        {.path = "../beside/./c.bin", .bytes = "", .hole = -1},
        {.path = "link", .link = "/nowhere", .hole = -1},
        {.path = "hard", .hard_link = "a/b.bin", .hole = -1},
        {.path = "folder", .is_directory = true, .hole = -1},
        {.path = "hole", .hole = 1000000},
    };
    const struct ol_example example = {.name = "x",
                                       .root = "auto",
                                       .bytes = "01 02",
                                       .size = 10,
                                       .files = files,
                                       .file_count = sizeof files / sizeof files[0]};
    struct ol_example_place place;
    char *told = fill(&place, &example);
    ck_assert_str_eq(told, "");
    free(told);
    struct stat folder;
    ck_assert_int_eq(stat(ol_buf_text(&place.folder), &folder), 0);
    ck_assert_uint_eq(folder.st_mode & 0777, 0700);
    ck_assert_int_eq(look(&place, "case/a/b.bin").st_size, 3);
    ck_assert_uint_eq(look(&place, "case/a/b.bin").st_nlink, 2);
    ck_assert_int_eq(look(&place, "beside/c.bin").st_size, 0);
    ck_assert(S_ISLNK(look(&place, "case/link").st_mode));
    ck_assert(S_ISDIR(look(&place, "case/folder").st_mode));
    ck_assert_int_eq(look(&place, "case/hole").st_size, 1000000);
    ck_assert_int_eq(look(&place, "case/m.onnx").st_size, 10);
    ck_assert_str_eq(ol_buf_text(&place.file),
                     ol_test_path("%s/case/m.onnx", ol_buf_text(&place.folder)).text);
    struct ol_test_path was = ol_test_path("%s", ol_buf_text(&place.folder));
    ol_example_place_fini(&place);
    ck_assert_int_eq(stat(was.text, &folder), -1);
    ck_assert_int_eq(errno, ENOENT);
}
END_TEST

/* What is linted may be a link to a side file, and nothing else. */
START_TEST(test_linted_link)
{
    static const struct ol_example_file files[] = {
        {.path = "m.onnx", .link = "../blobs/a", .hole = -1},
    };
    const struct ol_example example = {
        .name = "x", .root = "auto", .bytes = "01", .files = files, .file_count = 1};
    struct ol_example_place place;
    char *told = fill(&place, &example);
    ck_assert_str_eq(told, "");
    free(told);
    ck_assert(S_ISLNK(look(&place, "case/m.onnx").st_mode));
    ck_assert_int_eq(look(&place, "blobs/a").st_size, 1);
    ol_example_place_fini(&place);
}
END_TEST

/* Paths and links that would lead out of the folder, each as the second of two side files. */
START_TEST(test_leading_out)
{
    static const struct {
        struct ol_example_file files[2];
        const char *file;
        const char *told;
    } cases[] = {
        {{{.path = "a", .is_directory = true}, {.path = "../../x", .bytes = "", .hole = -1}},
         NULL,
         "r.yaml:7:5: error: example 'x': '../../x' leads out of the folder of the example\n"},
        {{{.path = "a", .is_directory = true}, {.path = "a/../../../x", .bytes = "", .hole = -1}},
         NULL,
         "r.yaml:7:5: error: example 'x': 'a/../../../x' leads out of the folder of the example\n"},
        {{{.path = "a", .is_directory = true}, {.path = "/tmp/x", .bytes = "", .hole = -1}},
         NULL,
         "r.yaml:7:5: error: example 'x': '/tmp/x' leads out of the folder of the example\n"},
        {{{.path = "a", .link = ".."}, {.path = "a/x", .bytes = "", .hole = -1}},
         NULL,
         "r.yaml:7:5: error: example 'x': 'a/x' cannot be made: Not a directory\n"},
        {{{.path = "a", .link = "/tmp"}, {.path = "a/b/x", .is_directory = true, .hole = -1}},
         NULL,
         "r.yaml:7:5: error: example 'x': 'a/b/x' cannot be made: Not a directory\n"},
        {{{.path = "a", .link = "/tmp/x"}, {.path = "a", .bytes = "", .hole = -1}},
         NULL,
         "r.yaml:7:5: error: example 'x': 'a' cannot be made: Too many levels of symbolic links\n"},
        {{{.path = "a", .is_directory = true}, {.path = "h", .hard_link = "../../x", .hole = -1}},
         NULL,
         "r.yaml:7:5: error: example 'x': 'h' cannot be made: Invalid cross-device link\n"},
        {{{.path = "a", .is_directory = true}, {.path = "m.onnx", .link = "/tmp/x", .hole = -1}},
         NULL,
         "r.yaml:3:5: error: example 'x': 'm.onnx' leads out of the folder of the example\n"},
        {{{.path = "a", .link = "/tmp/x"}, {.path = "m.onnx", .link = "a", .hole = -1}},
         NULL,
         "r.yaml:3:5: error: example 'x': 'm.onnx' cannot be made: Too many levels of symbolic "
         "links\n"},
        {{{.path = "a", .is_directory = true}, {.path = "b", .is_directory = true, .hole = -1}},
         "../../x.onnx",
         "r.yaml:3:5: error: example 'x': '../../x.onnx' leads out of the folder of the example\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ol_example_file files[2] = {cases[i].files[0], cases[i].files[1]};
        files[0].hole = -1;
        files[1].line = 7;
        files[1].column = 5;
        const struct ol_example example = {.name = "x",
                                           .root = "auto",
                                           .file = cases[i].file,
                                           .bytes = "01",
                                           .files = files,
                                           .file_count = 2,
                                           .line = 3,
                                           .column = 5};
        struct ol_example_place place;
        char *told = fill(&place, &example);
        ck_assert_str_eq(told, cases[i].told);
        free(told);
        ol_example_place_fini(&place);
    }
}
END_TEST

START_TEST(test_no_place)
{
    struct ol_example_place place;
    struct ol_buf error;
    const char *was = getenv("TMPDIR");
    char *kept = was != NULL ? strdup(was) : NULL;
    ol_buf_init(&error);
    ck_assert_int_eq(setenv("TMPDIR", "/nowhere/at/all", 1), 0);
    ck_assert_int_eq(ol_example_place_init(&place, &error), OL_ERR_IO);
    const char *head = "/nowhere/at/all/onnx-lint-example.";
    const char *text = ol_buf_text(&error);
    ck_assert_int_eq(strncmp(text, head, strlen(head)), 0);
    ck_assert_ptr_nonnull(strstr(text, ": cannot be made: No such file or directory"));
    ol_example_place_fini(&place);
    ol_buf_fini(&error);
    ck_assert_int_eq(kept != NULL ? setenv("TMPDIR", kept, 1) : unsetenv("TMPDIR"), 0);
    free(kept);
}
END_TEST

/* --- differences --------------------------------------------------------- */

/* Runs an example of no rule, and compares what is told. */
static void check_told(const struct ol_example *example, const char *told)
{
    const struct ol_example_case test = case_of(example);
    struct ol_linter *linter = NULL;
    struct ol_buf errors;
    ol_buf_init(&errors);
    ck_assert_int_eq(ol_linter_new(&linter), OL_OK);
    enum ol_status status = ol_linter_run_example(linter, &test, &errors, NULL);
    ck_assert_str_eq(ol_buf_text(&errors), told);
    ck_assert_int_eq(status, told[0] == '\0' ? OL_OK : OL_ERR_RULE);
    ol_buf_fini(&errors);
    ol_linter_free(linter);
}

/* The same for an example of one expectation. */
static void check_expect(struct ol_example_expect expect, const char *told)
{
    expect.line = 9;
    expect.column = 11;
    const struct ol_example example = {.name = "two floats",
                                       .is_bad = true,
                                       .root = "TensorProto",
                                       .bytes = SHORT_TENSOR,
                                       .expect = &expect,
                                       .expect_count = 1,
                                       .line = 3,
                                       .column = 5};
    check_told(&example, told);
}

#define NOT_EXPECTED                                                                              \
    "r.yaml:3:5: error: example 'two floats': not expected: {rule: tensor-raw-length-short, at: " \
    "raw, length: 6, path: \"raw_data\"}: tensor: FLOAT [2] needs 8 bytes of raw_data, found 4\n"

START_TEST(test_differences)
{
    const char *rule = "tensor-raw-length-short";
    check_expect(
        (struct ol_example_expect){
            .rule = rule, .at = "raw", .offset = -1, .length = 6, .path = "raw_data"},
        "");
    check_expect(
        (struct ol_example_expect){
            .rule = rule, .at = "4", .offset = 4, .length = 6, .path = "raw_data"},
        "");
    check_expect(
        (struct ol_example_expect){
            .rule = rule, .at = "raw", .offset = -1, .length = 5, .path = "raw_data"},
        "r.yaml:9:11: error: example 'two floats': not found: tensor-raw-length-short at "
        "raw (4), length 5, path 'raw_data'\n" NOT_EXPECTED);
    check_expect((struct ol_example_expect){.rule = rule,
                                            .severity = "warning",
                                            .at = "0x5",
                                            .offset = 5,
                                            .length = 6,
                                            .path = "x"},
                 "r.yaml:9:11: error: example 'two floats': not found: warning "
                 "tensor-raw-length-short at 0x5, length 6, path 'x'\n" NOT_EXPECTED);
    check_expect(
        (struct ol_example_expect){.rule = "file-html", .at = "file", .offset = -1, .length = -1},
        "r.yaml:9:11: error: example 'two floats': not found: file-html for the whole "
        "file\n" NOT_EXPECTED);
    check_expect(
        (struct ol_example_expect){.rule = rule, .at = "row", .offset = -1, .length = 6},
        "r.yaml:9:11: error: example 'two floats': the bytes have no mark @row\n" NOT_EXPECTED);
    check_expect((struct ol_example_expect){.rule = "no-such-rule", .at = "raw", .offset = -1},
                 "r.yaml:9:11: error: example 'two floats': there is no rule no-such-rule\n");
    check_expect((struct ol_example_expect){.at = "raw", .offset = -1},
                 "r.yaml:9:11: error: example 'two floats': there is no rule that the example "
                 "belongs to; name one\n");
}
END_TEST

START_TEST(test_broken_bytes)
{
    const struct ol_example example = {.name = "x",
                                       .root = "TensorProto",
                                       .bytes = "08 02\n10 0\n",
                                       .bytes_line = 12,
                                       .bytes_column = 9};
    check_told(&example, "r.yaml:13:12: error: example 'x': want two hex digits\n");
    static const struct ol_example_file file = {
        .path = "a", .bytes = "00 }", .hole = -1, .bytes_line = 20, .bytes_column = 16};
    const struct ol_example with_file = {
        .name = "x", .root = "TensorProto", .bytes = "", .files = &file, .file_count = 1};
    check_told(&with_file, "r.yaml:20:19: error: example 'x': '}' without '{'\n");
}
END_TEST

START_TEST(test_inputs)
{
    const struct ol_example missing = {
        .name = "x", .root = "auto", .input = "/nowhere/m.onnx", .line = 3, .column = 5};
    check_told(&missing, "r.yaml:3:5: error: example 'x': /nowhere/m.onnx: cannot be opened: No "
                         "such file or directory\n");
    struct ol_test_path folder = ol_test_new_folder();
    struct ol_test_path rules = ol_test_path("%s/r.yaml", folder.text);
    struct ol_test_path tensor = ol_test_path("%s/t.pb", folder.text);
    ol_test_write_file(tensor.text, "\x08\x02\x10\x01\x4A\x04\x00\x00\x80\x3F", 10);
    struct ol_example_expect expect = {.rule = "tensor-raw-length-short",
                                       .offset = -1,
                                       .length = -1,
                                       .path = "raw_data",
                                       .line = 9,
                                       .column = 11};
    const struct ol_example example = {.name = "x",
                                       .is_bad = true,
                                       .root = "TensorProto",
                                       .input = "t.pb",
                                       .expect = &expect,
                                       .expect_count = 1};
    const struct ol_example_case test = {rules.text, NULL, &example};
    struct ol_linter *linter = NULL;
    struct ol_buf errors;
    ol_buf_init(&errors);
    ck_assert_int_eq(ol_linter_new(&linter), OL_OK);
    ck_assert_int_eq(ol_linter_run_example(linter, &test, &errors, NULL), OL_OK);
    expect.path = "dims";
    ck_assert_int_eq(ol_linter_run_example(linter, &test, &errors, NULL), OL_ERR_RULE);
    ck_assert_str_eq(
        ol_buf_text(&errors),
        ol_test_path("%s:9:11: error: example 'x': not found: tensor-raw-length-short, path "
                     "'dims'\n%s:0:0: error: example 'x': not expected: {rule: "
                     "tensor-raw-length-short, path: \"raw_data\"}: tensor: FLOAT [2] needs 8 "
                     "bytes of raw_data, found 4\n",
                     rules.text, rules.text)
            .text);
    ol_buf_fini(&errors);
    ol_linter_free(linter);
    ol_test_remove_folder(folder.text);
}
END_TEST

Suite *suite_example(void)
{
    const TTest *const tests[] = {test_place,    test_linted_link, test_leading_out,
                                  test_no_place, test_differences, test_broken_bytes,
                                  test_inputs};
    return OL_SUITE_OF("example", tests);
}
