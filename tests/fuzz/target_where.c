/* SPDX-License-Identifier: Apache-2.0 */
/* From places to paths and back: the field that holds an offset has a path, and that path leads to
 * a field inside the file. The header: the message; the offset; what becomes of the path. */
#include <string.h>

#include "base/buf.h"
#include "fuzz/bench.h"
#include "fuzz/setting.h"
#include "onnx/field_step.h"
#include "onnx/locate.h"
#include "onnx/recognise.h"
#include "wire/scan.h"

/* Pieces of a singular message, from the last one on, that paths are looked for in: as in bytes.c.
 */
#define PIECES_MAX 64

static struct ol_fuzz_file file;
static struct ol_linter *linters[6]; /* by the message */

static const enum ol_message_id roots[] = {OL_MESSAGE_ModelProto,        OL_MESSAGE_TensorProto,
                                           OL_MESSAGE_SparseTensorProto, OL_MESSAGE_SequenceProto,
                                           OL_MESSAGE_MapProto,          OL_MESSAGE_GraphProto};
static const char *const types[] = {"model", "tensor", "sparse-tensor", "sequence", "map", "graph"};
#define ROOTS (sizeof roots / sizeof *roots)

static const struct ol_message *root(const uint8_t *header, size_t size)
{
    return &ol_messages[roots[size > 0 ? header[0] % ROOTS : 0]];
}

/* Whether the path is one of fields and elements: unknown fields have none. */
static bool is_path(const char *path)
{
    struct ol_field_step step;
    while (*path != '\0') {
        if (!ol_field_step_next(&path, &step)) {
            return false;
        }
    }
    return true;
}

/* What is gone down to an offset. */
struct way {
    const struct ol_message *message;
    uint64_t begin;
    uint64_t end;
};

/* Goes down a level; false where the way ends, or at a message of so many pieces that paths may not
 * lead into the one that holds the offset. */
static bool go_down(struct way *way, const uint8_t *bytes, uint64_t offset, bool *has_many)
{
    struct ol_scan scan = {.bytes = bytes,
                           .at = way->begin,
                           .end = way->end,
                           .declared_end = way->end,
                           .message = way->message};
    struct ol_occurrence read;
    struct ol_occurrence holds = {0};
    uint64_t counts[OL_FIELDS_MAX] = {0};
    while (ol_scan_slice(&scan, &read, 1) == 1) {
        if (read.flags & OL_OCCURRENCE_KNOWN) {
            counts[read.index]++;
            holds = offset > read.tag && offset < read.end ? read : holds;
        }
    }
    if (holds.end == 0) {
        return false;
    }
    const struct ol_field *field = &way->message->fields[holds.index];
    *has_many = !ol_field_is_repeated(field) && counts[holds.index] > PIECES_MAX;
    *way = (struct way){field->of, holds.value, holds.end};
    return !*has_many && field->of != NULL;
}

static bool has_many_pieces(const struct ol_message *message, struct ol_slice bytes,
                            uint64_t offset)
{
    struct way way = {message, 0, bytes.size};
    bool has_many = false;
    while (go_down(&way, bytes.data, offset, &has_many)) {
    }
    return has_many;
}

static enum ol_status look_up(struct ol_linter *linter, const char *path)
{
    struct ol_buf out;
    ol_buf_init(&out);
    enum ol_status status = ol_linter_where(linter, file.path.text, path, ol_fuzz_keep, &out);
    if (status == OL_OK) {
        ol_fuzz_need(ol_buf_is_ok(&out) && out.size > 1 && out.text[out.size - 1] == '\n' &&
                         ol_fuzz_is_harmless(ol_buf_slice(&out)),
                     "a place that cannot be shown");
    } else {
        ol_fuzz_need(status == OL_ERR_RULE, "looking up failed");
        const char *error = ol_linter_error(linter);
        ol_fuzz_need(error[0] != '\0' && strchr(error, '\n') == NULL &&
                         ol_fuzz_is_harmless(ol_slice_from_text(error)),
                     "an error that cannot be shown");
    }
    ol_buf_fini(&out);
    return status;
}

/* A path that leads nowhere, or elsewhere: cut, or with another number in it. */
static void bend(struct ol_buf *path, uint8_t how)
{
    size_t at = how * path->size / 256;
    if (how % 3 == 0) {
        ol_buf_cut(path, at);
    } else if (path->size > 0) {
        path->text[at] = (char)('0' + how % 10);
    }
}

static void run(const uint8_t *data, size_t size)
{
    struct ol_buf path;
    struct ol_file_kind kind;
    const struct ol_message *message = root(data, size);
    const struct ol_slice bytes = ol_fuzz_rest(&ol_fuzz_where, data, size);
    struct ol_linter *linter = linters[size > 0 ? data[0] % ROOTS : 0];
    uint64_t offset = size > 1 && bytes.size > 0 ? data[1] * (bytes.size - 1) / 255 : 0;
    ol_fuzz_file_write(&file, bytes.data, bytes.size);
    ol_buf_init(&path);
    struct ol_span span = ol_path_add_at(&path, "", bytes.data, message, 0, bytes.size, offset);
    ol_fuzz_need(span.offset <= bytes.size && span.length <= bytes.size - span.offset,
                 "the field at an offset leaves the bytes");
    /* bytes that are plainly something else are not read as what was asked for */
    ol_recognise(bytes, file.path.text, message, &kind);
    if (ol_fuzz_has_turn(data, size, 0, 2) && kind.root == message && path.size > 0 &&
        is_path(path.text) && look_up(linter, path.text) != OL_OK &&
        !has_many_pieces(message, bytes, offset)) {
        ol_fuzz_fail("the path of offset %llu, %s, leads to nothing: %s",
                     (unsigned long long)offset, path.text, ol_linter_error(linter));
    }
    if (ol_fuzz_has_turn(data, size, 1, 2)) {
        bend(&path, size > 2 ? data[2] : 0);
        (void)look_up(linter, ol_buf_text(&path));
    }
    ol_buf_fini(&path);
}

static void set_up(void)
{
    ol_fuzz_file_init(&file, "m");
    for (size_t i = 0; i < ROOTS; i++) {
        ol_fuzz_need(ol_linter_new(&linters[i]) == OL_OK &&
                         ol_linter_set_type(linters[i], types[i]) == OL_OK,
                     "there is no linter");
    }
}

static void tear_down(void)
{
    for (size_t i = 0; i < ROOTS; i++) {
        ol_linter_free(linters[i]);
    }
    ol_fuzz_file_fini(&file);
}

const struct ol_fuzz_target ol_fuzz_where = {
    .name = "where",
    .seeds = OL_FUZZ_SEEDS_CASES,
    .header = 3,
    .root = root,
    .set_up = set_up,
    .tear_down = tear_down,
    .run = run,
};
