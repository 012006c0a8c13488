/* SPDX-License-Identifier: Apache-2.0 */
/* A dump with whole payloads is the file: assembled, it gives the same bytes. That holds for every
 * file of the Debian package libonnx-testdata, and for each case, its prefixes, and the same bytes
 * taken for another message, readable or not. Usage: dump_run [FOLDER] (instead of the package). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/walk.h"
#include "dump/dump.h"
#include "example/hexasm.h"
#include "onnx/recognise.h"
#include "tools/cases.h"
#include "tools/files.h"

/* Places at which a case is cut: fewer where it is larger than a few fields, since the time is
 * their product. */
#define PREFIXES_MAX       64
#define PREFIXES_OF_LARGER 4
#define LARGER             8192 /* bytes */

/* Under the sanitizers, which take fifty times as long, one file or case of so many stands for the
 * others: they look at the code, the plain build at every byte. */
#define INSTRUMENTED_STRIDE 32

static size_t passed;
static size_t failed;
static size_t offered;

/* Whether this file or case is one to look at. */
static bool is_due(void)
{
    const char *instrument = getenv("OL_INSTRUMENT");
    bool is_instrumented = instrument != NULL && instrument[0] != '\0';
    return offered++ % (is_instrumented ? INSTRUMENTED_STRIDE : 1) == 0;
}

/* An ol_write_fn over a buffer. */
static void keep(void *context, const char *text, size_t size)
{
    ol_buf_add_slice(context, (struct ol_slice){(const uint8_t *)text, size});
}

static bool is_kept(const struct ol_message *message, struct ol_slice bytes, bool has_braces,
                    const char *name)
{
    struct ol_buf text;
    struct ol_dump dump;
    struct ol_hexasm back;
    const struct ol_dump_style style = {.is_whole = true, .has_braces = has_braces};
    ol_buf_init(&text);
    ol_dump_init(&dump, bytes.data, &style, keep, &text);
    enum ol_status status = ol_dump_message(&dump, message, 0, bytes.size);
    ol_dump_fini(&dump);
    if (status != OL_OK || !ol_buf_is_ok(&text)) {
        ol_test_die("%s: the dump failed", name);
    }
    status = ol_hexasm_init(&back, ol_buf_text(&text));
    bool is_same = status == OL_OK && back.size == bytes.size &&
                   (bytes.size == 0 || memcmp(back.bytes, bytes.data, bytes.size) == 0);
    if (!is_same) {
        (void)printf("%s: its dump is not assembled into %zu bytes: %zu, %u:%u: %s\n", name,
                     bytes.size, back.size, back.line, back.column, back.error);
    }
    ol_hexasm_fini(&back);
    ol_buf_fini(&text);
    return is_same;
}

static void count(bool is_good)
{
    passed += is_good;
    failed += !is_good;
}

static void check(const struct ol_message *message, struct ol_slice bytes, const char *name)
{
    count(is_kept(message, bytes, false, name) && is_kept(message, bytes, true, name));
}

/* --- real files ---------------------------------------------------------- */

static bool is_wanted(void *context, const char *path, bool is_directory)
{
    (void)context;
    return is_directory || ol_walk_is_onnx(path);
}

static enum ol_status check_file(void *context, const char *path)
{
    struct ol_input input;
    struct ol_file_kind kind;
    struct ol_buf error;
    (void)context;
    if (!is_due()) {
        return OL_OK;
    }
    ol_buf_init(&error);
    if (ol_input_open(&input, path, &error) != OL_OK) {
        ol_test_die("%s", ol_buf_text(&error));
    }
    ol_recognise(input.bytes, path, NULL, &kind);
    /* With braces and without, in turns: files are much alike, and cases have both. */
    count(is_kept(kind.root, input.bytes, (passed + failed) / 2 % 2 == 0, path));
    ol_input_fini(&input);
    ol_buf_fini(&error);
    return OL_OK;
}

static enum ol_status refuse(void *context, const char *path, const char *text)
{
    (void)path;
    (void)context;
    ol_test_die("%s", text);
}

static void check_folder(const char *folder)
{
    const struct ol_walk_sink sink = {
        .add_file = check_file, .is_wanted = is_wanted, .add_error = refuse};
    size_t before = passed + failed;
    if (ol_walk(folder, &sink) != OL_OK) {
        ol_test_die("%s: out of memory", folder);
    }
    (void)printf("dump: %zu files beneath %s\n", passed + failed - before, folder);
}

/* --- cases --------------------------------------------------------------- */

/* Each beginning of the bytes, in memory of its very size. */
static void check_prefixes(const struct ol_message *message, const struct ol_hexasm *bytes,
                           const char *name)
{
    size_t step = bytes->size / (bytes->size < LARGER ? PREFIXES_MAX : PREFIXES_OF_LARGER) + 1;
    for (size_t size = 0; size < bytes->size; size += step) {
        uint8_t *copy = ol_test_alloc(size + 1);
        memcpy(copy, bytes->bytes, size);
        check(message, (struct ol_slice){copy, size}, name);
        free(copy);
    }
}

static void check_case(const struct ol_test_case *test)
{
    struct ol_hexasm bytes;
    ol_test_case_assemble(test, &bytes);
    struct ol_slice all = {bytes.bytes, bytes.size};
    const struct ol_message *message =
        ol_message_from_name(ol_slice_from_text(test->example->root));
    check(message, all, test->name);
    check(&ol_messages[OL_MESSAGE_NodeProto], all, test->name);
    check(NULL, all, test->name);
    check_prefixes(message != NULL ? message : &ol_messages[OL_MESSAGE_ModelProto], &bytes,
                   test->name);
    ol_hexasm_fini(&bytes);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : "/usr/share/libonnx-testdata";
    struct ol_test_cases cases;
    if (ol_test_is_folder(folder)) {
        check_folder(folder);
    } else {
        (void)printf("dump: %s: skipped, it is not there\n", folder);
    }
    ol_test_cases_init(&cases);
    for (size_t i = 0; i < cases.count; i++) {
        if (is_due()) {
            check_case(&cases.cases[i]);
        }
    }
    ol_test_cases_fini(&cases);
    (void)printf("%zu passed, %zu failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
