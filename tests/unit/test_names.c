/* SPDX-License-Identifier: Apache-2.0 */
/* The names of sub-messages: gathered in order, and told where they repeat. */
#include <stdio.h>

#include "checks/names.h"
#include "example/hexasm.h"
#include "onnx/reader.h"
#include "unit/lint_bytes.h"
#include "unit/suites.h"

static const struct ol_field *key_field(void)
{
    return &ol_messages[OL_MESSAGE_StringStringEntryProto].fields[OL_StringStringEntryProto_key];
}

START_TEST(test_gather)
{
    struct ol_test_linter linter;
    struct ol_hexasm bytes;
    struct ol_level level;
    struct ol_level child;
    struct ol_buf buf;
    size_t count;
    ol_test_linter_init(&linter);
    /* metadata_props: b, none, empty, a (after another key, which it replaces), bb */
    ck_assert_int_eq(
        ol_hexasm_init(&bytes, "82 01 { 0A \"\\x01b\" } 82 01 { 12 00 } 82 01 { 0A 00 } "
                               "@a 82 01 { 0A { \"z\" } 0A { \"a\" } } 82 01 { 0A { \"bb\" } }"),
        OL_OK);
    ol_level_init_root(&level, &ol_messages[OL_MESSAGE_GraphProto],
                       (struct ol_slice){bytes.bytes, bytes.size});
    ck_assert_int_eq(ol_reader_read(linter.reader, &level, NULL, NULL), OL_OK);
    ol_buf_init(&buf);
    const struct ol_named *names = ol_named_gather(
        &level, &ol_messages[OL_MESSAGE_GraphProto].fields[OL_GraphProto_metadata_props],
        key_field(), &buf, &count);
    ck_assert_uint_eq(count, 3);
    ck_assert(ol_slice_is_text(names[0].name, "a"));
    ck_assert(ol_slice_is_text(names[1].name, "b"));
    ck_assert(ol_slice_is_text(names[2].name, "bb"));
    uint64_t at;
    ck_assert(ol_hexasm_find_mark(&bytes, "a", &at));
    ck_assert_uint_eq(names[0].tag, at);
    ck_assert_uint_eq(names[0].index, 3);
    ck_assert_uint_eq(names[0].span.offset, at + 6);
    ck_assert_uint_eq(names[0].span.length, 3);
    ol_named_open(&level, &names[0], &child);
    ck_assert_uint_eq(child.tag, at);
    ck_assert_uint_eq(child.index, 3);
    ck_assert_ptr_eq(child.message, &ol_messages[OL_MESSAGE_StringStringEntryProto]);
    ol_buf_fini(&buf);
    ol_hexasm_fini(&bytes);
    ol_test_linter_fini(&linter);
}
END_TEST

START_TEST(test_compare)
{
    ck_assert_int_eq(ol_slice_compare(ol_slice_from_text(""), ol_slice_from_text("")), 0);
    ck_assert_int_eq(ol_slice_compare(ol_slice_from_text("ab"), ol_slice_from_text("ab")), 0);
    ck_assert_int_lt(ol_slice_compare(ol_slice_from_text("b"), ol_slice_from_text("aa")), 0);
    ck_assert_int_gt(ol_slice_compare(ol_slice_from_text("b"), ol_slice_from_text("a")), 0);
}
END_TEST

/* A hundred thousand keys, half of them twice: each later one is told, in time that shows that none
 * is searched for. */
START_TEST(test_many)
{
    enum {
        KEYS = 100000
    };
    struct ol_test_linter linter;
    struct ol_buf bytes;
    ol_test_linter_init(&linter);
    ol_buf_init(&bytes);
    for (unsigned i = 0; i < KEYS; i++) {
        char key[8];
        int size = snprintf(key, sizeof key, "%06u", i < KEYS / 2 ? i : i - KEYS / 2 + KEYS / 4);
        ck_assert_int_eq(size, 6);
        ol_buf_add_slice(&bytes, (struct ol_slice){(const uint8_t *)"\x82\x01\x08\x0A\x06", 5});
        ol_buf_add(&bytes, key);
    }
    ol_test_lint(&linter, OL_MESSAGE_TensorProto, ol_buf_slice(&bytes), 0);
    size_t told = 0;
    for (size_t i = 0; i < linter.diags.count; i++) {
        told += ol_diag_list_at(&linter.diags, i)->related_count == 1 ? 1U : 0U;
    }
    ck_assert_uint_eq(told, KEYS / 4);
    ol_buf_fini(&bytes);
    ol_test_linter_fini(&linter);
}
END_TEST

Suite *suite_names(void)
{
    const TTest *const tests[] = {test_gather, test_compare, test_many};
    return OL_SUITE_OF("names", tests);
}
