/* SPDX-License-Identifier: Apache-2.0 */
/* Paths beneath a directory: what each kind of name leads to, in the way of the kernel and in the
 * portable one. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/beneath.h"
#include "unit/suites.h"

/* The folder of each test: room/model is the base, room/outside lies beside it. */
static char room[PATH_MAX];

static const char *in_room(const char *name)
{
    static char path[2 * PATH_MAX];
    ck_assert_int_lt(snprintf(path, sizeof path, "%s/%s", room, name), (int)sizeof path);
    return path;
}

static void add_directory(const char *name)
{
    ck_assert_int_eq(mkdir(in_room(name), 0700), 0);
}

static void add_file(const char *name, const char *text)
{
    FILE *file = fopen(in_room(name), "we");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void add_link(const char *name, const char *target)
{
    ck_assert_int_eq(symlink(target, in_room(name)), 0);
}

static void set_up(void)
{
    const char *temporary = getenv("TMPDIR");
    ck_assert_int_lt(
        snprintf(room, sizeof room, "%s/beneath.XXXXXX", temporary != NULL ? temporary : "/tmp"),
        (int)sizeof room);
    ck_assert_ptr_nonnull(mkdtemp(room));
    add_directory("model");
    add_directory("model/sub");
    add_directory("outside");
    add_file("model/m.onnx", "model");
    add_file("model/w.bin", "weights");
    add_file("model/sub/v.bin", "more");
    add_file("outside/secret.bin", "secret");
}

static void tear_down(void)
{
    char command[PATH_MAX + 32];
    ck_assert_int_lt(snprintf(command, sizeof command, "rm -rf '%s'", room), (int)sizeof command);
    ck_assert_int_eq(system(command), 0);
}

static struct ol_beneath look_in(const char *directory, const char *origin, struct ol_slice path)
{
    char base_path[2 * PATH_MAX];
    struct ol_beneath found[2];
    ck_assert_int_lt(snprintf(base_path, sizeof base_path, "%s", in_room(directory)),
                     (int)sizeof base_path);
    for (int is_portable = 0; is_portable <= 1; is_portable++) {
        struct ol_beneath_base base = {
            .directory = base_path, .origin = origin, .is_portable = is_portable != 0};
        ol_beneath_look(&base, path, &found[is_portable]);
    }
    ck_assert_int_eq(found[0].kind, found[1].kind);
    ck_assert_int_eq(found[0].is_link, found[1].is_link);
    ck_assert_int_eq(found[0].is_beside_origin, found[1].is_beside_origin);
    ck_assert_uint_eq(found[0].size, found[1].size);
    ck_assert_uint_eq(found[0].link_count, found[1].link_count);
    return found[0];
}

static struct ol_beneath look(const char *path)
{
    return look_in("model", "m.onnx", ol_slice_from_text(path));
}

static void expect(const char *path, enum ol_beneath_kind kind)
{
    struct ol_beneath found = look(path);
    ck_assert_msg(found.kind == kind, "%s: kind %d, not %d", path, (int)found.kind, (int)kind);
}

/* Reads what the path names through ol_beneath_open, in both ways. */
static void expect_text(const char *directory, const char *origin, const char *path,
                        const char *text)
{
    char base_path[2 * PATH_MAX];
    ck_assert_int_lt(snprintf(base_path, sizeof base_path, "%s", in_room(directory)),
                     (int)sizeof base_path);
    for (int is_portable = 0; is_portable <= 1; is_portable++) {
        struct ol_beneath_base base = {
            .directory = base_path, .origin = origin, .is_portable = is_portable != 0};
        struct ol_beneath found;
        int descriptor = -1;
        char buffer[64] = "";
        ol_beneath_look(&base, ol_slice_from_text(path), &found);
        ck_assert_int_eq(ol_beneath_open(&base, ol_slice_from_text(path), &found, &descriptor),
                         OL_OK);
        ck_assert_int_ge(read(descriptor, buffer, sizeof buffer - 1), 0);
        ck_assert_str_eq(buffer, text);
        ck_assert_int_eq(close(descriptor), 0);
    }
}

START_TEST(test_finds_files)
{
    struct ol_beneath found = look("w.bin");
    ck_assert_int_eq(found.kind, OL_BENEATH_FILE);
    ck_assert_uint_eq(found.size, 7);
    ck_assert_uint_eq(found.link_count, 1);
    ck_assert(!found.is_link);
    expect("sub/v.bin", OL_BENEATH_FILE);
    expect("./sub//./v.bin", OL_BENEATH_FILE);
    expect_text("model", "m.onnx", "sub/v.bin", "more");
}
END_TEST

START_TEST(test_refuses_paths_that_leave)
{
    expect("", OL_BENEATH_REFUSED);
    expect("/etc/passwd", OL_BENEATH_REFUSED);
    expect("//w.bin", OL_BENEATH_REFUSED);
    expect("..", OL_BENEATH_REFUSED);
    expect("../outside/secret.bin", OL_BENEATH_REFUSED);
    expect("sub/../w.bin", OL_BENEATH_REFUSED);
    expect("sub/..", OL_BENEATH_REFUSED);
    struct ol_slice cut = {(const uint8_t *)"w.bin\0.safe", 11};
    ck_assert_int_eq(look_in("model", NULL, cut).kind, OL_BENEATH_REFUSED);
    add_file("model/v1..2.bin", "x");
    expect("v1..2.bin", OL_BENEATH_FILE);
}
END_TEST

START_TEST(test_tells_what_is_missing)
{
    expect("none.bin", OL_BENEATH_MISSING);
    expect("none/w.bin", OL_BENEATH_MISSING);
    expect("w.bin/x", OL_BENEATH_BLOCKED);
    expect("w.bin/", OL_BENEATH_BLOCKED);
    expect("sub/v.bin//.", OL_BENEATH_BLOCKED);
    expect("sub/", OL_BENEATH_DIRECTORY);
    expect("none/", OL_BENEATH_MISSING);
    ck_assert_int_eq(look_in("nowhere", NULL, ol_slice_from_text("w.bin")).kind,
                     OL_BENEATH_MISSING);
    ck_assert_int_eq(look_in("model/w.bin", NULL, ol_slice_from_text("w.bin")).kind,
                     OL_BENEATH_BLOCKED);
}
END_TEST

START_TEST(test_takes_long_names)
{
    char name[2 * PATH_MAX];
    memset(name, 'a', sizeof name);
    name[255] = '\0';
    expect(name, OL_BENEATH_MISSING);
    name[255] = 'a';
    name[256] = '\0';
    expect(name, OL_BENEATH_TOO_LONG);
    for (size_t i = 0; i < sizeof name; i += 2) {
        name[i] = '.';
        name[i + 1] = '/';
    }
    name[sizeof name - 1] = '\0';
    expect(name, OL_BENEATH_TOO_LONG);
    name[PATH_MAX - 6] = '\0';
    memcpy(name + PATH_MAX - 6, "w.bin", sizeof "w.bin");
    expect(name, OL_BENEATH_FILE);
}
END_TEST

START_TEST(test_knows_what_is_no_file)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    expect(".", OL_BENEATH_DIRECTORY);
    expect("sub", OL_BENEATH_DIRECTORY);
    expect("sub/", OL_BENEATH_DIRECTORY);
    ck_assert_int_eq(mkfifo(in_room("model/pipe"), 0600), 0);
    expect("pipe", OL_BENEATH_PIPE); /* and does not wait for a writer */
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_ge(descriptor, 0);
    ck_assert_int_lt(
        snprintf(address.sun_path, sizeof address.sun_path, "%s", in_room("model/socket")),
        (int)sizeof address.sun_path);
    ck_assert_int_eq(bind(descriptor, (const struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(close(descriptor), 0);
    expect("socket", OL_BENEATH_SOCKET);
    struct ol_beneath_base base = {.directory = "/dev"};
    struct ol_beneath found;
    ol_beneath_look(&base, ol_slice_from_text("null"), &found);
    ck_assert_int_eq(found.kind, OL_BENEATH_DEVICE);
    ck_assert_int_eq(ol_beneath_open(&base, ol_slice_from_text("null"), &found, &descriptor),
                     OL_ERR_IO);
}
END_TEST

START_TEST(test_follows_links_that_stay)
{
    char target[2 * PATH_MAX];
    add_link("model/link.bin", "w.bin");
    add_link("model/sub/up.bin", "../w.bin");
    add_link("model/alias", "sub");
    add_link("model/twice", "link.bin");
    ck_assert_int_lt(snprintf(target, sizeof target, "%s", in_room("model/w.bin")),
                     (int)sizeof target);
    add_link("model/whole.bin", target);
    const char *const links[] = {"link.bin", "sub/up.bin", "alias/up.bin", "twice", "whole.bin"};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        struct ol_beneath found = look(links[i]);
        ck_assert_int_eq(found.kind, OL_BENEATH_FILE);
        ck_assert(found.is_link && !found.is_beside_origin);
        ck_assert_uint_eq(found.size, 7);
        expect_text("model", "m.onnx", links[i], "weights");
    }
    struct ol_beneath found = look("alias/v.bin");
    ck_assert_int_eq(found.kind, OL_BENEATH_FILE);
    ck_assert(!found.is_link);
    expect("alias", OL_BENEATH_DIRECTORY);
}
END_TEST

START_TEST(test_finds_links_that_leave)
{
    add_link("model/out.bin", "../outside/secret.bin");
    add_link("model/gone.bin", "../outside/none.bin");
    add_link("model/root.bin", "/etc/passwd");
    add_link("model/up", "..");
    add_link("model/far", "../outside");
    add_link("model/behind.bin", "far/secret.bin");
    add_link("model/behind", "far");
    add_link("model/back.bin", "../model/w.bin");
    expect("out.bin", OL_BENEATH_LINK_OUT);
    expect("gone.bin", OL_BENEATH_LINK_OUT);
    expect("root.bin", OL_BENEATH_LINK_OUT);
    expect("up", OL_BENEATH_LINK_OUT);
    expect("far/secret.bin", OL_BENEATH_PARENT_OUT);
    expect("far/none.bin", OL_BENEATH_PARENT_OUT);
    expect("up/model/w.bin", OL_BENEATH_PARENT_OUT);
    expect("behind.bin", OL_BENEATH_OUTSIDE);
    expect("behind/secret.bin", OL_BENEATH_OUTSIDE);
    expect("back.bin", OL_BENEATH_FILE); /* where a link ends is what counts */
}
END_TEST

START_TEST(test_tells_dead_links)
{
    add_link("model/dead.bin", "none.bin");
    add_link("model/dead", "none");
    add_link("model/a", "b");
    add_link("model/b", "a");
    add_link("model/self", "self/x");
    add_link("model/blocked", "w.bin/x");
    expect("dead.bin", OL_BENEATH_DANGLING);
    expect("dead/w.bin", OL_BENEATH_DANGLING);
    expect("a", OL_BENEATH_LOOP);
    expect("a/w.bin", OL_BENEATH_LOOP);
    expect("self", OL_BENEATH_LOOP);
    expect("blocked", OL_BENEATH_BLOCKED);
}
END_TEST

START_TEST(test_follows_as_many_links_as_the_system)
{
    char name[32];
    char target[32];
    for (int i = 0; i < 45; i++) {
        (void)snprintf(name, sizeof name, "model/l%d", i);
        (void)snprintf(target, sizeof target, "l%d", i + 1);
        add_link(name, i == 44 ? "w.bin" : target);
    }
    expect("l5", OL_BENEATH_FILE); /* forty links */
    expect("l4", OL_BENEATH_LOOP);
}
END_TEST

START_TEST(test_accepts_the_hub_layout)
{
    add_directory("cache");
    add_directory("cache/blobs");
    add_directory("cache/snapshots");
    add_directory("cache/snapshots/1");
    add_file("cache/blobs/aa", "model");
    add_file("cache/blobs/bb", "data");
    add_link("cache/snapshots/1/model.onnx", "../../blobs/aa");
    add_link("cache/snapshots/1/model.onnx_data", "../../blobs/bb");
    add_link("cache/snapshots/1/other.bin", "../../../outside/secret.bin");
    add_file("cache/snapshots/1/plain.onnx", "model");
    const char *snapshot = "cache/snapshots/1";
    struct ol_slice data = ol_slice_from_text("model.onnx_data");
    struct ol_beneath found = look_in(snapshot, "model.onnx", data);
    ck_assert_int_eq(found.kind, OL_BENEATH_FILE);
    ck_assert(found.is_link && found.is_beside_origin);
    ck_assert_uint_eq(found.size, 4);
    expect_text(snapshot, "model.onnx", "model.onnx_data", "data");
    ck_assert_int_eq(look_in(snapshot, "model.onnx", ol_slice_from_text("other.bin")).kind,
                     OL_BENEATH_LINK_OUT);
    ck_assert_int_eq(look_in(snapshot, "plain.onnx", data).kind, OL_BENEATH_LINK_OUT);
    ck_assert_int_eq(look_in(snapshot, NULL, data).kind, OL_BENEATH_LINK_OUT);
}
END_TEST

START_TEST(test_counts_hard_links)
{
    char first[2 * PATH_MAX];
    ck_assert_int_lt(snprintf(first, sizeof first, "%s", in_room("model/w.bin")),
                     (int)sizeof first);
    ck_assert_int_eq(link(first, in_room("outside/same.bin")), 0);
    ck_assert_uint_eq(look("w.bin").link_count, 2);
}
END_TEST

START_TEST(test_keeps_out_of_magic_links)
{
    struct ol_beneath_base base = {.directory = "/proc/self"};
    struct ol_beneath found;
    ol_beneath_look(&base, ol_slice_from_text("cwd/w.bin"), &found);
    ck_assert_int_eq(found.kind, OL_BENEATH_PARENT_OUT);
    ol_beneath_look(&base, ol_slice_from_text("exe"), &found);
    ck_assert_int_eq(found.kind, OL_BENEATH_LINK_OUT);
    ol_beneath_look(&base, ol_slice_from_text("root/etc/passwd"), &found);
    ck_assert_int_eq(found.kind, OL_BENEATH_PARENT_OUT);
}
END_TEST

START_TEST(test_tells_what_it_may_not_see)
{
    ck_assert_int_eq(chmod(in_room("model/sub"), 0), 0);
    if (geteuid() != 0) { /* nothing is denied to root */
        expect("sub/v.bin", OL_BENEATH_DENIED);
    }
    ck_assert_int_eq(chmod(in_room("model/sub"), 0700), 0);
    ck_assert_int_eq(chmod(in_room("model/w.bin"), 0), 0);
    expect("w.bin", OL_BENEATH_FILE); /* looking needs no permission to read */
}
END_TEST

START_TEST(test_opens_only_what_was_found)
{
    char path[2 * PATH_MAX];
    char other[2 * PATH_MAX];
    ck_assert_int_lt(snprintf(path, sizeof path, "%s", in_room("model")), (int)sizeof path);
    for (int is_portable = 0; is_portable <= 1; is_portable++) {
        struct ol_beneath_base base = {.directory = path, .is_portable = is_portable != 0};
        struct ol_slice name = ol_slice_from_text("w.bin");
        struct ol_beneath found;
        int descriptor = -1;
        ol_beneath_look(&base, name, &found);
        add_file("model/next.bin", "other!!");
        ck_assert_int_lt(snprintf(other, sizeof other, "%s", in_room("model/next.bin")),
                         (int)sizeof other);
        ck_assert_int_eq(rename(other, in_room("model/w.bin")), 0);
        ck_assert_int_eq(ol_beneath_open(&base, name, &found, &descriptor), OL_ERR_IO);
        ol_beneath_look(&base, name, &found);
        ck_assert_int_eq(unlink(in_room("model/w.bin")), 0);
        ck_assert_int_eq(mkfifo(in_room("model/w.bin"), 0600), 0);
        ck_assert_int_eq(ol_beneath_open(&base, name, &found, &descriptor), OL_ERR_IO);
        ck_assert_int_eq(unlink(in_room("model/w.bin")), 0);
        add_file("model/w.bin", "weights");
    }
}
END_TEST

Suite *suite_beneath(void)
{
    const TTest *const tests[] = {test_finds_files,
                                  test_refuses_paths_that_leave,
                                  test_tells_what_is_missing,
                                  test_takes_long_names,
                                  test_knows_what_is_no_file,
                                  test_follows_links_that_stay,
                                  test_finds_links_that_leave,
                                  test_tells_dead_links,
                                  test_follows_as_many_links_as_the_system,
                                  test_accepts_the_hub_layout,
                                  test_counts_hard_links,
                                  test_keeps_out_of_magic_links,
                                  test_tells_what_it_may_not_see,
                                  test_opens_only_what_was_found,
                                  NULL};
    Suite *suite = suite_create("beneath");
    TCase *tcase = tcase_create("beneath");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    for (size_t i = 0; tests[i] != NULL; i++) {
        tcase_add_test(tcase, tests[i]);
    }
    suite_add_tcase(suite, tcase);
    return suite;
}
