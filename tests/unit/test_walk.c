/* SPDX-License-Identifier: Apache-2.0 */
/* Walking directories. */
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/walk.h"
#include "tools/files.h"
#include "unit/suites.h"

/* The folder of each test. */
static struct ol_test_path room;

static struct ol_test_path in_room(const char *name)
{
    return ol_test_path("%s/%s", room.text, name);
}

static void add_file(const char *name)
{
    struct ol_test_path path = in_room(name);
    ol_test_make_folders(path.text);
    ol_test_write_file(path.text, "", 0);
}

struct found {
    struct ol_buf files; /* without the room, a blank before each */
    struct ol_buf errors;
    size_t left; /* files taken before the walk is ended */
};

static enum ol_status add_found(void *context, const char *path)
{
    struct found *found = context;
    if (found->left-- == 0) {
        return OL_ERR_LIMIT;
    }
    ck_assert_int_eq(strncmp(path, room.text, strlen(room.text)), 0);
    ol_buf_addf(&found->files, " %s", path + strlen(room.text));
    return OL_OK;
}

static enum ol_status add_error(void *context, const char *path, const char *text)
{
    ck_assert_int_eq(strncmp(text, path, strlen(path)), 0);
    struct found *found = context;
    ol_buf_addf(&found->errors, "%s\n", text);
    return OL_OK;
}

/* All but what is called unwanted. */
static bool is_wanted(void *context, const char *path, bool is_directory)
{
    (void)context;
    return strstr(path, "unwanted") == NULL && (is_directory || ol_walk_is_onnx(path));
}

static enum ol_status walk(struct found *found, const char *directory, size_t most)
{
    *found = (struct found){.left = most};
    const struct ol_walk_sink sink = {
        .context = found, .add_file = add_found, .is_wanted = is_wanted, .add_error = add_error};
    return ol_walk(directory, &sink);
}

static void fini(struct found *found)
{
    ol_buf_fini(&found->files);
    ol_buf_fini(&found->errors);
}

START_TEST(test_walk)
{
    struct found found;
    room = ol_test_new_folder();
    add_file("b.onnx");
    add_file("a/z.pb");
    add_file("a/Z.onnx");
    add_file("a/.hidden.onnx");
    add_file("a/notes.txt");
    add_file("a/onnx");
    add_file("a/x.onnx.bak");
    add_file("c/d/e/f.onnx");
    add_file("c/unwanted/f.onnx");
    add_file("c/unwanted.onnx");
    add_file("\xC3\xA9.onnx");
    ck_assert_int_eq(mkdir(in_room("folder.onnx").text, 0700), 0);
    ck_assert_int_eq(mkfifo(in_room("fifo.onnx").text, 0600), 0);
    ck_assert_int_eq(symlink("..", in_room("a/up").text), 0);      /* a loop */
    ck_assert_int_eq(symlink("..", in_room("a/up.onnx").text), 0); /* one that looks like a file */
    ck_assert_int_eq(symlink("../b.onnx", in_room("a/link.onnx").text), 0);
    ck_assert_int_eq(symlink("nowhere", in_room("a/gone.onnx").text), 0);

    ck_assert_int_eq(walk(&found, room.text, SIZE_MAX), OL_OK);
    ck_assert_str_eq(ol_buf_text(&found.files),
                     " /a/.hidden.onnx /a/Z.onnx /a/gone.onnx /a/link.onnx /a/z.pb /b.onnx"
                     " /c/d/e/f.onnx /fifo.onnx /\xC3\xA9.onnx");
    ck_assert_str_eq(ol_buf_text(&found.errors), "");
    fini(&found);

    /* a slash at the end is not doubled; a link that is named is followed */
    ck_assert_int_eq(walk(&found, in_room("c/").text, SIZE_MAX), OL_OK);
    ck_assert_str_eq(ol_buf_text(&found.files), " /c/d/e/f.onnx");
    fini(&found);
    ck_assert_int_eq(symlink("c/d", in_room("named").text), 0);
    ck_assert(ol_walk_is_directory(in_room("named").text));
    ck_assert_int_eq(walk(&found, in_room("named").text, SIZE_MAX), OL_OK);
    ck_assert_str_eq(ol_buf_text(&found.files), " /named/e/f.onnx");
    fini(&found);

    ck_assert_int_eq(walk(&found, room.text, 2), OL_ERR_LIMIT);
    ck_assert_str_eq(ol_buf_text(&found.files), " /a/.hidden.onnx /a/Z.onnx");
    fini(&found);
    ol_test_remove_folder(room.text);
}
END_TEST

START_TEST(test_walk_tells_errors)
{
    struct found found;
    room = ol_test_new_folder();
    ck_assert(!ol_walk_is_directory(in_room("missing").text));
    ck_assert_int_eq(walk(&found, in_room("missing").text, SIZE_MAX), OL_OK);
    ck_assert_str_eq(
        ol_buf_text(&found.errors),
        ol_test_path("%s/missing: cannot be read: No such file or directory\n", room.text).text);
    fini(&found);
    if (geteuid() != 0) {
        add_file("closed/a.onnx");
        add_file("open/a.onnx");
        ck_assert_int_eq(chmod(in_room("closed").text, 0), 0);
        ck_assert_int_eq(walk(&found, room.text, SIZE_MAX), OL_OK);
        ck_assert_int_eq(chmod(in_room("closed").text, 0700), 0);
        ck_assert_str_eq(ol_buf_text(&found.files), " /open/a.onnx");
        ck_assert_str_eq(
            ol_buf_text(&found.errors),
            ol_test_path("%s/closed: cannot be read: Permission denied\n", room.text).text);
        fini(&found);
    }
    ol_test_remove_folder(room.text);
}
END_TEST

Suite *suite_walk(void)
{
    const TTest *const tests[] = {test_walk, test_walk_tells_errors};
    return OL_SUITE_OF("walk", tests);
}
