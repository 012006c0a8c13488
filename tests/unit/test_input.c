/* SPDX-License-Identifier: Apache-2.0 */
/* Opening files and standard input. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/input.h"
#include "tools/files.h"
#include "unit/suites.h"

/* The folder of each test. */
static struct ol_test_path room;

static struct ol_test_path in_room(const char *name)
{
    return ol_test_path("%s/%s", room.text, name);
}

static void add_file(const char *name, const char *text)
{
    struct ol_test_path path = in_room(name);
    ol_test_make_folders(path.text);
    ol_test_write_file(path.text, text, strlen(text));
}

/* Opens name and expects a failure whose text is "ROOM/NAME: WHAT". */
static void refuse(const char *name, const char *what)
{
    struct ol_input input;
    struct ol_buf error;
    struct ol_test_path path = in_room(name);
    ol_buf_init(&error);
    ck_assert_int_eq(ol_input_open(&input, path.text, &error), OL_ERR_IO);
    ck_assert_str_eq(ol_buf_text(&error), ol_test_path("%s: %s", path.text, what).text);
    ck_assert_uint_eq(input.bytes.size, 0);
    ol_input_fini(&input);
    ol_buf_fini(&error);
}

START_TEST(test_regular_file)
{
    room = ol_test_new_folder();
    add_file("m.onnx", "bytes");
    struct ol_input input;
    struct ol_buf error;
    ol_buf_init(&error);
    struct ol_test_path path = in_room("m.onnx");
    ck_assert_int_eq(ol_input_open(&input, path.text, &error), OL_OK);
    ck_assert_str_eq(input.name, path.text);
    ck_assert_str_eq(input.path, path.text);
    ck_assert_str_eq(input.directory, room.text);
    ck_assert(ol_slice_is_text(input.bytes, "bytes"));
    ck_assert_uint_eq(input.size, 5);
    struct stat status;
    ck_assert_int_eq(stat(path.text, &status), 0);
    ck_assert(input.is_file && input.device == status.st_dev && input.inode == status.st_ino);
    ol_input_fini(&input);
    ol_input_fini(&input);

    add_file("empty.onnx", "");
    ck_assert_int_eq(ol_input_open(&input, in_room("empty.onnx").text, &error), OL_OK);
    ck_assert(input.is_file && input.bytes.size == 0 && input.size == 0);
    ol_input_fini(&input);
    ol_buf_fini(&error);
    ol_test_remove_folder(room.text);
}
END_TEST

/* Opens the path of no file, and expects that directory. */
static void expect_directory(const char *path, const char *directory)
{
    struct ol_input input;
    struct ol_buf error;
    ol_buf_init(&error);
    ck_assert_int_eq(ol_input_open(&input, path, &error), OL_ERR_IO); /* there is none of them */
    ck_assert_str_eq(input.directory, directory);
    ol_input_fini(&input);
    ol_buf_fini(&error);
}

START_TEST(test_directory_is_that_of_the_path)
{
    expect_directory("x.onnx", ".");
    expect_directory("./x.onnx", ".");
    expect_directory("a/b/x.onnx", "a/b");
    expect_directory("../x.onnx", "..");
    expect_directory("/x.onnx", "/");
    expect_directory("a//x.onnx", "a/");
}
END_TEST

START_TEST(test_refused)
{
    room = ol_test_new_folder();
    ck_assert_int_eq(mkdir(in_room("folder.onnx").text, 0700), 0);
    ck_assert_int_eq(mkfifo(in_room("fifo.onnx").text, 0600), 0);
    ck_assert_int_eq(symlink("nowhere", in_room("dangling.onnx").text), 0);
    ck_assert_int_eq(symlink("loop.onnx", in_room("loop.onnx").text), 0);
    refuse("missing.onnx", "cannot be opened: No such file or directory");
    refuse("folder.onnx", "is a directory, not a regular file");
    refuse("fifo.onnx", "is a pipe, not a regular file"); /* and nobody ever writes to it */
    refuse("dangling.onnx", "cannot be opened: No such file or directory");
    refuse("loop.onnx", "cannot be opened: Too many levels of symbolic links");
    refuse("folder.onnx/x", "cannot be opened: No such file or directory");

    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct ol_test_path path = in_room("socket");
    ck_assert_uint_lt(strlen(path.text), sizeof address.sun_path);
    memcpy(address.sun_path, path.text, strlen(path.text) + 1);
    ck_assert_int_eq(bind(fd, (const struct sockaddr *)&address, sizeof address), 0);
    refuse("socket", "is a socket, not a regular file");
    ck_assert_int_eq(close(fd), 0);

    if (geteuid() != 0) { /* nothing is forbidden to root */
        add_file("secret.onnx", "x");
        ck_assert_int_eq(chmod(in_room("secret.onnx").text, 0), 0);
        refuse("secret.onnx", "cannot be opened: Permission denied");
    }
    ol_test_remove_folder(room.text);

    struct ol_input input;
    struct ol_buf error;
    ol_buf_init(&error);
    ck_assert_int_eq(ol_input_open(&input, "/dev/null", &error), OL_ERR_IO);
    ck_assert_str_eq(ol_buf_text(&error), "/dev/null: is a device, not a regular file");
    ol_input_fini(&input);
    ol_buf_clear(&error);
    ck_assert_int_eq(ol_input_open(&input, "a\nb: error: c", &error), OL_ERR_IO);
    ck_assert_ptr_null(strchr(ol_buf_text(&error), '\n')); /* a name forges no line */
    ol_input_fini(&input);
    ol_buf_clear(&error);
    ck_assert_int_eq(ol_input_open(&input, "", &error), OL_ERR_IO);
    ol_input_fini(&input);
    ol_buf_fini(&error);
}
END_TEST

/* A file past 2 GiB: all of it is there, and none of it is read. */
START_TEST(test_large_file)
{
    const uint64_t size = UINT64_C(5) * 1024 * 1024 * 1024;
    room = ol_test_new_folder();
    add_file("large.onnx", "begin");
    ck_assert_int_eq(truncate(in_room("large.onnx").text, (off_t)size), 0);
    struct ol_input input;
    struct ol_buf error;
    ol_buf_init(&error);
    ck_assert_int_eq(ol_input_open(&input, in_room("large.onnx").text, &error), OL_OK);
    ck_assert_uint_eq(input.size, size);
    ck_assert_uint_eq(input.bytes.size, size);
    ck_assert_uint_eq(input.bytes.data[0], 'b');
    ck_assert_uint_eq(input.bytes.data[size - 1], 0);
    ol_input_fini(&input);
    ol_buf_fini(&error);
    ol_test_remove_folder(room.text);
}
END_TEST

/* Puts fd in the place of standard input. */
static void take_as_stdin(int fd)
{
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(dup2(fd, STDIN_FILENO), STDIN_FILENO);
    ck_assert_int_eq(close(fd), 0);
}

START_TEST(test_stdin_is_a_file)
{
    room = ol_test_new_folder();
    add_file("m.onnx", "0123456789");
    struct ol_input input;
    struct ol_buf error;
    ol_buf_init(&error);
    take_as_stdin(open(in_room("m.onnx").text, O_RDONLY | O_CLOEXEC));
    ck_assert_int_eq(ol_input_open_stdin(&input, NULL, &error), OL_OK);
    ck_assert_str_eq(input.name, "<stdin>");
    ck_assert(input.path == NULL && input.directory == NULL && input.is_file);
    ck_assert(ol_slice_is_text(input.bytes, "0123456789"));
    ol_input_fini(&input);

    /* what somebody read already is not there any more */
    ck_assert_int_eq(lseek(STDIN_FILENO, 4, SEEK_SET), 4);
    ck_assert_int_eq(ol_input_open_stdin(&input, "models/m.onnx", &error), OL_OK);
    ck_assert_str_eq(input.name, "models/m.onnx");
    ck_assert_str_eq(input.directory, "models");
    ck_assert(ol_slice_is_text(input.bytes, "456789"));
    ol_input_fini(&input);

    take_as_stdin(open(room.text, O_RDONLY | O_CLOEXEC));
    ck_assert_int_eq(ol_input_open_stdin(&input, NULL, &error), OL_ERR_IO);
    ck_assert_str_eq(ol_buf_text(&error), "<stdin>: cannot be read: Is a directory");
    ol_input_fini(&input);
    ol_buf_fini(&error);
    ol_test_remove_folder(room.text);
}
END_TEST

START_TEST(test_stdin_is_a_pipe)
{
    enum {
        SIZE = 200000
    };
    int ends[2];
    ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
    char *bytes = ol_test_alloc(SIZE);
    for (size_t i = 0; i < SIZE; i++) {
        bytes[i] = (char)(i % 251);
    }
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        size_t written = 0;
        while (written < SIZE) {
            ssize_t count = write(ends[1], bytes + written, SIZE - written);
            if (count < 0) {
                _exit(1);
            }
            written += (size_t)count;
        }
        _exit(0);
    }
    ck_assert_int_eq(close(ends[1]), 0);
    take_as_stdin(ends[0]);
    struct ol_input input;
    struct ol_buf error;
    ol_buf_init(&error);
    ck_assert_int_eq(ol_input_open_stdin(&input, NULL, &error), OL_OK);
    ck_assert_uint_eq(input.size, SIZE);
    ck_assert_int_eq(memcmp(input.bytes.data, bytes, SIZE), 0);
    ck_assert(!input.is_file);
    ol_input_fini(&input);
    ol_buf_fini(&error);
    free(bytes);
}
END_TEST

START_TEST(test_stdin_is_closed)
{
    struct ol_input input;
    struct ol_buf error;
    ol_buf_init(&error);
    ck_assert_int_eq(close(STDIN_FILENO), 0);
    ck_assert_int_eq(ol_input_open_stdin(&input, NULL, &error), OL_ERR_IO);
    ck_assert_str_eq(ol_buf_text(&error), "<stdin>: cannot be read: Bad file descriptor");
    ol_input_fini(&input);
    ol_buf_fini(&error);
}
END_TEST

START_TEST(test_bytes)
{
    struct ol_input input;
    ol_input_init_bytes(&input, "m.onnx", NULL, ol_slice_from_text("abc"));
    ck_assert(!input.is_file && input.size == 3 && input.directory == NULL && input.path == NULL);
    ol_input_fini(&input);
}
END_TEST

/* What was written to after it was opened, and what stands at its path now. */
START_TEST(test_has_changed)
{
    room = ol_test_new_folder();
    add_file("m.onnx", "bytes");
    struct ol_input input;
    struct ol_buf error;
    ol_buf_init(&error);
    struct ol_test_path path = in_room("m.onnx");
    ck_assert_int_eq(ol_input_open(&input, path.text, &error), OL_OK);
    ck_assert(!ol_input_has_changed(&input));
    ck_assert_int_eq(truncate(path.text, 6), 0);
    ck_assert(ol_input_has_changed(&input));
    ol_input_fini(&input);
    ck_assert_int_eq(ol_input_open(&input, path.text, &error), OL_OK);
    const struct timespec times[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    ck_assert_int_eq(utimensat(AT_FDCWD, path.text, times, 0), 0);
    ck_assert(ol_input_has_changed(&input));
    ol_input_fini(&input);
    ck_assert_int_eq(ol_input_open(&input, path.text, &error), OL_OK);
    add_file("other.onnx", "other bytes");
    ck_assert_int_eq(rename(in_room("other.onnx").text, path.text), 0);
    ck_assert(!ol_input_has_changed(&input));
    ck_assert(ol_slice_is_text((struct ol_slice){input.bytes.data, 5}, "bytes"));
    ol_input_fini(&input);
    ol_input_init_bytes(&input, "m.onnx", NULL, ol_slice_from_text("bytes"));
    ck_assert(!ol_input_has_changed(&input));
    ol_input_fini(&input);
    ol_buf_fini(&error);
    ol_test_remove_folder(room.text);
}
END_TEST

Suite *suite_input(void)
{
    const TTest *const tests[] = {
        test_regular_file,    test_directory_is_that_of_the_path,
        test_refused,         test_large_file,
        test_stdin_is_a_file, test_stdin_is_a_pipe,
        test_stdin_is_closed, test_bytes,
        test_has_changed,
    };
    return OL_SUITE_OF("input", tests);
}
