/* SPDX-License-Identifier: Apache-2.0 */
/* The walk over the indices of sparse tensors, held against a plain reading of small ones made at
 * random. */
#include <string.h>

#include "base/buf.h"
#include "unit/lint_bytes.h"
#include "unit/suites.h"

#define TENSORS  4000
#define RANK_MAX 3
#define NNZ_MAX  5

/* A sparse tensor of UINT8, and what is wrong with its indices. */
struct sample {
    unsigned rank;
    unsigned nnz;
    unsigned width; /* 0: the linear form */
    int64_t dims[RANK_MAX];
    int64_t indices[NNZ_MAX * RANK_MAX];
    bool is_negative;
    bool is_past;
    bool is_unordered;
    bool is_repeated;
};

/* Numbers that are the same in every run. */
static unsigned next_number(uint32_t *state, unsigned below)
{
    *state = *state * 1664525U + 1013904223U;
    return (*state >> 16) % below;
}

static void make(struct sample *sample, uint32_t *state)
{
    memset(sample, 0, sizeof *sample);
    sample->rank = 1 + next_number(state, RANK_MAX);
    sample->nnz = next_number(state, NNZ_MAX + 1);
    sample->width = next_number(state, 2) == 0 ? 0 : sample->rank;
    int64_t size = 1;
    for (unsigned i = 0; i < sample->rank; i++) {
        sample->dims[i] = 2 + next_number(state, 2);
        size *= sample->dims[i];
    }
    if (sample->nnz > size) {
        sample->nnz = (unsigned)size;
    }
    /* mostly ascending, so that good ones are among them */
    int64_t next = 0;
    for (unsigned i = 0; i < sample->nnz * (sample->width == 0 ? 1 : sample->width); i++) {
        int64_t bound = sample->width == 0 ? size : sample->dims[i % sample->width];
        next =
            sample->width == 0 ? next + next_number(state, 4) : next_number(state, (unsigned)bound);
        sample->indices[i] =
            next_number(state, 24) == 0 ? (int64_t)next_number(state, 9) - 2 : next;
    }
}

/* The order of two indices by their first difference; 2 where a negative coordinate comes before
 * it. */
static int order_of(const int64_t *a, const int64_t *b, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        if (a[i] < 0 || b[i] < 0) {
            return 2;
        }
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

static void judge(struct sample *sample)
{
    unsigned width = sample->width == 0 ? 1 : sample->width;
    int64_t size = 1;
    for (unsigned i = 0; i < sample->rank; i++) {
        size *= sample->dims[i];
    }
    for (unsigned i = 0; i < sample->nnz * width; i++) {
        int64_t bound = sample->width == 0 ? size : sample->dims[i % width];
        sample->is_negative |= sample->indices[i] < 0;
        sample->is_past |= sample->indices[i] >= bound;
    }
    for (unsigned i = 1; i < sample->nnz; i++) {
        int order = order_of(&sample->indices[(i - 1) * width], &sample->indices[i * width], width);
        sample->is_unordered |= order == 1;
        sample->is_repeated |= order == 0;
    }
}

static void add_varint(struct ol_buf *buf, uint64_t value)
{
    for (; value > 0x7F; value >>= 7) {
        ol_buf_add_char(buf, (char)(unsigned char)(value | 0x80));
    }
    ol_buf_add_char(buf, (char)value);
}

static void add_message(struct ol_buf *buf, unsigned tag, const struct ol_buf *message)
{
    add_varint(buf, tag);
    add_varint(buf, message->size);
    ol_buf_add_slice(buf, ol_buf_slice(message));
}

static void add_indices(struct ol_buf *buf, const struct sample *sample, bool is_raw)
{
    struct ol_buf data;
    ol_buf_init(&data);
    for (unsigned i = 0; i < sample->nnz * (sample->width == 0 ? 1 : sample->width); i++) {
        uint64_t value = (uint64_t)sample->indices[i];
        for (unsigned j = 0; is_raw && j < 8; j++) {
            ol_buf_add_char(&data, (char)(unsigned char)(value >> (8 * j)));
        }
        if (!is_raw) {
            add_varint(&data, value);
        }
    }
    add_varint(buf, 0x08);
    add_varint(buf, sample->nnz);
    if (sample->width != 0) {
        add_varint(buf, 0x08);
        add_varint(buf, sample->width);
    }
    add_varint(buf, 0x10);
    add_varint(buf, 7); /* INT64 */
    if (data.size > 0) {
        add_message(buf, is_raw ? 0x4A : 0x3A, &data);
    }
    ol_buf_fini(&data);
}

static void encode(struct ol_buf *buf, const struct sample *sample, bool is_raw)
{
    struct ol_buf part;
    ol_buf_init(&part);
    add_varint(&part, 0x08);
    add_varint(&part, sample->nnz);
    ol_buf_add_slice(&part, (struct ol_slice){(const uint8_t *)"\x10\x02", 2}); /* UINT8 */
    if (sample->nnz > 0) {
        struct ol_buf data;
        ol_buf_init(&data);
        for (unsigned i = 0; i < sample->nnz; i++) {
            ol_buf_add_char(&data, 1);
        }
        add_message(&part, 0x4A, &data);
        ol_buf_fini(&data);
    }
    add_message(buf, 0x0A, &part);
    ol_buf_clear(&part);
    add_indices(&part, sample, is_raw);
    add_message(buf, 0x12, &part);
    for (unsigned i = 0; i < sample->rank; i++) {
        add_varint(buf, 0x18);
        add_varint(buf, (uint64_t)sample->dims[i]);
    }
    ol_buf_fini(&part);
}

static void check_sample(struct ol_test_linter *linter, const struct sample *sample, bool is_raw)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    encode(&buf, sample, is_raw);
    ck_assert(ol_buf_is_ok(&buf));
    ol_test_lint(linter, OL_MESSAGE_SparseTensorProto, ol_buf_slice(&buf), 0);
    const char *bound = sample->width == 0 ? "sparse-index-bound-linear" : "sparse-index-bound-dim";
    ck_assert_int_eq(ol_test_has_finding(linter, "sparse-index-negative", NULL),
                     sample->is_negative);
    ck_assert_int_eq(ol_test_has_finding(linter, bound, NULL), sample->is_past);
    ck_assert_int_eq(ol_test_has_finding(linter, "sparse-index-order", NULL), sample->is_unordered);
    ck_assert_int_eq(ol_test_has_finding(linter, "sparse-index-unique", NULL), sample->is_repeated);
    bool is_bad =
        sample->is_negative || sample->is_past || sample->is_unordered || sample->is_repeated;
    ck_assert_int_eq(ol_diag_list_count(&linter->diags, OL_SEVERITY_ERROR) > 0, is_bad);
    ol_buf_fini(&buf);
}

START_TEST(test_indices)
{
    struct ol_test_linter linter;
    uint32_t state = 1;
    unsigned good = 0;
    ol_test_linter_init(&linter);
    for (unsigned i = 0; i < TENSORS; i++) {
        struct sample sample;
        make(&sample, &state);
        judge(&sample);
        check_sample(&linter, &sample, false);
        check_sample(&linter, &sample, true);
        good += ol_diag_list_count(&linter.diags, OL_SEVERITY_ERROR) == 0 ? 1U : 0U;
    }
    ck_assert_uint_gt(good, TENSORS / 20);
    ck_assert_uint_lt(good, TENSORS - TENSORS / 20);
    ol_test_linter_fini(&linter);
}
END_TEST

Suite *suite_sparse(void)
{
    const TTest *const tests[] = {test_indices};
    return OL_SUITE_OF("sparse", tests);
}
