/* SPDX-License-Identifier: Apache-2.0 */
/* A whole lint of a file in a folder with data files, links, holes and what is no file, for its
 * locations to name. The header: the message. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz/bench.h"
#include "fuzz/fuzz.h"
#include "fuzz/memory.h"
#include "fuzz/ways.h"

#define AGAIN_ONE_OF 32
#define WAYS_ONE_OF  512

/* Sizes of data files, in bytes; the hole is larger than any range that fits a signed number of 32
 * bits. */
#define DATA_SIZE 64
#define HOLE_SIZE ((off_t)3 << 30)

static struct ol_fuzz_bench bench;
static struct ol_fuzz_ways ways;
static struct ol_test_path folder; /* that of the input */

static const struct ol_message *root(const uint8_t *header, size_t size)
{
    static const enum ol_message_id roots[] = {OL_MESSAGE_AttributeProto, OL_MESSAGE_ModelProto,
                                               OL_MESSAGE_TensorProto, OL_MESSAGE_SequenceProto,
                                               OL_MESSAGE_GraphProto};
    size_t which = size > 0 ? header[0] % (sizeof roots / sizeof *roots) : 0;
    return &ol_messages[roots[which]];
}

static void put_data(const char *name)
{
    uint8_t data[DATA_SIZE];
    for (unsigned i = 0; i < DATA_SIZE; i++) {
        data[i] = (uint8_t)(i * 37);
    }
    struct ol_test_path path = ol_test_path("%s/%s", ol_fuzz_folder(), name);
    ol_test_make_folders(path.text);
    ol_test_write_file(path.text, data, sizeof data);
}

static void put_link(const char *name, const char *to)
{
    struct ol_test_path path = ol_test_path("%s/%s", ol_fuzz_folder(), name);
    ol_test_make_folders(path.text);
    if (symlink(to, path.text) != 0) {
        ol_test_die("%s: cannot be linked: %s", path.text, strerror(errno));
    }
}

static void put_odd_files(void)
{
    struct ol_test_path fifo = ol_test_path("%s/case/fifo", ol_fuzz_folder());
    struct ol_test_path hole = ol_test_path("%s/case/hole", ol_fuzz_folder());
    struct ol_test_path empty = ol_test_path("%s/case/empty", ol_fuzz_folder());
    ol_test_write_file(empty.text, "", 0);
    ol_test_write_file(hole.text, "", 0);
    if (truncate(hole.text, HOLE_SIZE) != 0 || mkfifo(fifo.text, 0600) != 0) {
        ol_test_die("%s: cannot be made: %s", fifo.text, strerror(errno));
    }
}

static void set_up(void)
{
    static const char *const files[] = {
        "case/w.bin",      "case/v.bin", "case/W.bin",  "case/data/w.bin", "case/sub/w.bin",
        "case/real/w.bin", "case/m.pb",  "case/.w",     "case/aux.bin",    "case/w1:2.bin",
        "case/t",          "secret.bin", "other/w.bin", "blobs/bb"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        put_data(files[i]);
    }
    put_link("case/near", "w.bin");
    put_link("case/far", "../secret.bin");
    put_link("case/link.bin", "/etc/passwd");
    put_link("case/loop", "loop");
    put_link("case/dirin", "data");
    put_link("case/dirout", "../other");
    put_odd_files();
    folder = ol_test_path("%s/case", ol_fuzz_folder());
    ol_fuzz_bench_init(&bench);
    ol_fuzz_ways_init(&ways, NULL, "case/m.onnx");
    ol_fuzz_memory_init();
}

static void tear_down(void)
{
    ol_fuzz_ways_fini(&ways);
    ol_fuzz_bench_fini(&bench);
}

static void run(const uint8_t *data, size_t size)
{
    const struct ol_slice bytes = ol_fuzz_rest(&ol_fuzz_external, data, size);
    const struct ol_fuzz_job job = {root(data, size), ways.file.path.text, folder.text, bytes};
    ol_fuzz_memory_begin();
    uint64_t hash = ol_fuzz_bench_lint(&bench, &job);
    ol_fuzz_memory_check(ol_fuzz_memory_bound(bytes.size));
    if (ol_fuzz_is_chosen(data, size, AGAIN_ONE_OF)) {
        ol_fuzz_need(ol_fuzz_bench_lint(&bench, &job) == hash, "a second time it is not the same");
    }
    if (ol_fuzz_is_chosen(data, size, WAYS_ONE_OF)) {
        ol_fuzz_ways_check(&ways, bytes);
    }
}

const struct ol_fuzz_target ol_fuzz_external = {
    .name = "external",
    .seeds = OL_FUZZ_SEEDS_EXTERNAL,
    .header = 1,
    .root = root,
    .set_up = set_up,
    .tear_down = tear_down,
    .run = run,
};
