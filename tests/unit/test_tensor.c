/* SPDX-License-Identifier: Apache-2.0 */
/* The facts of a TensorProto level: shape, places of the values, needs, segments, and its int64
 * values. */
#include "example/hexasm.h"
#include "onnx/reader.h"
#include "onnx/tensor.h"
#include "unit/suites.h"

/* A TensorProto that was assembled and read. */
struct fixture {
    struct ol_hexasm assembled;
    struct ol_minitables *tables;
    struct ol_reader *reader;
    struct ol_level level;
    struct ol_tensor tensor;
};

static void set_up(struct fixture *fixture, const char *text)
{
    ck_assert_msg(ol_hexasm_init(&fixture->assembled, text) == OL_OK, "%s",
                  fixture->assembled.error);
    ck_assert_int_eq(ol_minitables_new(&fixture->tables), OL_OK);
    ck_assert_int_eq(ol_reader_new(fixture->tables, &fixture->reader), OL_OK);
    struct ol_slice bytes = {fixture->assembled.bytes, fixture->assembled.size};
    ol_level_init_root(&fixture->level, &ol_messages[OL_MESSAGE_TensorProto], bytes);
    ck_assert_int_eq(ol_reader_read(fixture->reader, &fixture->level, NULL, NULL), OL_OK);
    ol_tensor_read(&fixture->tensor, &fixture->level);
}

static void tear_down(struct fixture *fixture)
{
    ol_reader_free(fixture->reader);
    ol_minitables_free(fixture->tables);
    ol_hexasm_fini(&fixture->assembled);
}

static void check_dims_text(const struct ol_tensor *tensor, const char *expected)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ol_tensor_add_dims(&buf, tensor);
    ck_assert_str_eq(ol_buf_text(&buf), expected);
    ol_buf_fini(&buf);
}

START_TEST(test_scalar)
{
    struct fixture f;
    set_up(&f, "10 01 4A { 00 00 80 3F }");
    ck_assert_uint_eq(f.tensor.rank, 0);
    ck_assert(f.tensor.is_counted);
    ck_assert_uint_eq(f.tensor.elements, 1);
    ck_assert_uint_eq(f.tensor.held, 1);
    ck_assert_str_eq(f.tensor.type->name, "FLOAT");
    ck_assert(f.tensor.is_raw_known);
    ck_assert_uint_eq(f.tensor.raw_needed, 4);
    ck_assert_uint_eq(f.tensor.entries_needed, 1);
    ck_assert_uint_eq(f.tensor.raw_size, 4);
    ck_assert_uint_eq(f.tensor.filled, 1U << OL_TensorProto_raw_data);
    check_dims_text(&f.tensor, "scalar");
    tear_down(&f);
}
END_TEST

START_TEST(test_dims_in_both_forms)
{
    struct fixture f;
    set_up(&f, "08 02 @b 0A { 03 @c 04 } 10 16");
    uint64_t b = 0;
    uint64_t c = 0;
    ck_assert(ol_hexasm_find_mark(&f.assembled, "b", &b) &&
              ol_hexasm_find_mark(&f.assembled, "c", &c));
    ck_assert_uint_eq(f.tensor.rank, 3);
    ck_assert_uint_eq(f.tensor.elements, 24);
    ck_assert_int_eq(f.tensor.last_dim, 4);
    ck_assert_uint_eq(f.tensor.entries_needed, 12);
    ck_assert_uint_eq(ol_level_element_span(&f.level, OL_TensorProto_dims, 0).length, 2);
    ck_assert_uint_eq(ol_level_element_span(&f.level, OL_TensorProto_dims, 1).offset, b + 2);
    ck_assert_uint_eq(ol_level_element_span(&f.level, OL_TensorProto_dims, 2).offset, c);
    check_dims_text(&f.tensor, "[2,3,4]");
    tear_down(&f);
}
END_TEST

START_TEST(test_long_shape_is_cut)
{
    struct fixture f;
    set_up(&f, "10 01 0A { 10*01 }");
    ck_assert_uint_eq(f.tensor.rank, 10);
    ck_assert_uint_eq(f.tensor.elements, 1);
    check_dims_text(&f.tensor, "[1,1,1,1,1,1,1,1,...]");
    tear_down(&f);
}
END_TEST

START_TEST(test_negative_dim)
{
    struct fixture f;
    set_up(&f, "08 00 08 9*FF 01 10 01");
    ck_assert_uint_eq(f.tensor.negative_dims, 1);
    ck_assert(!f.tensor.is_counted);
    ck_assert(!f.tensor.is_raw_known);
    ck_assert(!f.tensor.is_entries_known);
    check_dims_text(&f.tensor, "[0,-1]");
    tear_down(&f);
}
END_TEST

START_TEST(test_product_at_the_limit)
{
    struct fixture f;
    /* INT64_MAX itself fits */
    set_up(&f, "08 8*FF 7F 08 01 10 02");
    ck_assert(f.tensor.is_counted);
    ck_assert_uint_eq(f.tensor.elements, INT64_MAX);
    ck_assert_uint_eq(f.tensor.raw_needed, INT64_MAX);
    tear_down(&f);
    /* 2^32 times 2^31 is one too many */
    set_up(&f, "08 80 80 80 80 10 08 80 80 80 80 08 10 02");
    ck_assert(f.tensor.is_overflowing);
    ck_assert_uint_eq(f.tensor.overflow_dim, 1);
    ck_assert(!f.tensor.is_counted);
    tear_down(&f);
}
END_TEST

START_TEST(test_zero_is_folded_first)
{
    static const char *const texts[] = {
        "08 00 08 80 80 80 80 10 08 80 80 80 80 10 10 01",
        "08 80 80 80 80 10 08 80 80 80 80 10 08 00 10 01",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct fixture f;
        set_up(&f, texts[i]);
        ck_assert(f.tensor.is_overflowing);
        ck_assert(f.tensor.has_zero_dim);
        ck_assert(f.tensor.is_counted);
        ck_assert_uint_eq(f.tensor.elements, 0);
        ck_assert_uint_eq(f.tensor.raw_needed, 0);
        tear_down(&f);
    }
}
END_TEST

START_TEST(test_byte_size_past_int64)
{
    struct fixture f;
    set_up(&f, "08 8*80 40 10 01"); /* 2^62 floats */
    ck_assert(f.tensor.is_counted);
    ck_assert(!f.tensor.is_raw_known);
    ck_assert(f.tensor.is_entries_known);
    tear_down(&f);
}
END_TEST

START_TEST(test_types)
{
    struct fixture f;
    set_up(&f, "08 01");
    ck_assert(!f.tensor.has_data_type);
    ck_assert_ptr_null(f.tensor.type);
    tear_down(&f);
    set_up(&f, "10 63");
    ck_assert(f.tensor.has_data_type);
    ck_assert_int_eq(f.tensor.data_type, 99);
    ck_assert_ptr_null(f.tensor.type);
    tear_down(&f);
    set_up(&f, "08 03 10 08"); /* STRING has no width */
    ck_assert(!f.tensor.is_raw_known);
    ck_assert_uint_eq(f.tensor.entries_needed, 3);
    tear_down(&f);
}
END_TEST

START_TEST(test_places)
{
    struct fixture f;
    set_up(&f, "10 01 22 { 4*00 } 4A 00 2A { } 32 00");
    ck_assert(f.tensor.has_raw);
    ck_assert_uint_eq(f.tensor.filled_count, 2);
    ck_assert(ol_tensor_is_filled(&f.tensor, OL_TensorProto_float_data));
    ck_assert(ol_tensor_is_filled(&f.tensor, OL_TensorProto_string_data));
    ck_assert(!ol_tensor_is_filled(&f.tensor, OL_TensorProto_int32_data));
    ck_assert(!f.tensor.is_external);
    ck_assert(f.tensor.is_location_known);
    tear_down(&f);
    set_up(&f, "10 01 70 01 6A { }");
    ck_assert(f.tensor.is_external);
    ck_assert(f.tensor.has_external);
    tear_down(&f);
    set_up(&f, "10 01 70 07");
    ck_assert(!f.tensor.is_external);
    ck_assert(!f.tensor.is_location_known);
    tear_down(&f);
}
END_TEST

START_TEST(test_faults_make_it_unsure)
{
    struct fixture f;
    set_up(&f, "08 02 10 01 22 { 5*00 }"); /* a float and a quarter */
    ck_assert(f.tensor.is_cut);
    tear_down(&f);
    set_up(&f, "10 01 08"); /* cut: a dim may follow */
    ck_assert(!f.tensor.is_counted);
    tear_down(&f);
    set_up(&f, "10 01 0A { 02 80 }");
    ck_assert(!f.tensor.is_counted);
    tear_down(&f);
}
END_TEST

START_TEST(test_segment)
{
    struct fixture f;
    set_up(&f, "08 0A 10 06 1A { 08 02 10 05 }");
    ck_assert(f.tensor.segment.is_present);
    ck_assert(f.tensor.is_held_known);
    ck_assert_uint_eq(f.tensor.elements, 10);
    ck_assert_uint_eq(f.tensor.held, 3);
    ck_assert_uint_eq(f.tensor.raw_needed, 12);
    tear_down(&f);
    set_up(&f, "08 0A 10 06 1A { 08 02 } 1A { 10 05 }"); /* merged by readers */
    ck_assert_uint_eq(f.tensor.held, 3);
    tear_down(&f);
    static const char *const wrong[] = {
        "08 0A 10 06 1A { 08 02 }",
        "08 0A 10 06 1A { 10 02 }",
        "08 0A 10 06 1A { 08 05 10 04 }",
        "08 0A 10 06 1A { 08 05 10 0B }",
        "08 0A 10 06 1A { 08 9*FF 01 10 01 }",
        "08 0A 10 06 1A { 08 8*80 80 01 10 8*FF 7F }",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        set_up(&f, wrong[i]);
        ck_assert(f.tensor.is_counted);
        ck_assert(!f.tensor.is_held_known);
        ck_assert(!f.tensor.is_raw_known);
        tear_down(&f);
    }
}
END_TEST

/* The int64 values that a tensor has, compared with those expected. */
static void check_int64s(const char *text, const int64_t *expected, size_t count)
{
    struct fixture f;
    struct ol_int64s values;
    struct ol_span span;
    int64_t value;
    size_t seen = 0;
    set_up(&f, text);
    ol_int64s_init(&values, &f.tensor, &f.level);
    while (ol_int64s_next(&values, &value, &span)) {
        ck_assert_uint_lt(seen, count);
        ck_assert_int_eq(value, expected[seen]);
        seen++;
        ck_assert_uint_eq(values.index, seen);
        ck_assert_uint_le(span.offset + span.length, f.assembled.size);
    }
    ck_assert_uint_eq(seen, count);
    tear_down(&f);
}

START_TEST(test_int64_values)
{
    static const int64_t expected[] = {1, -1, 258};
    check_int64s("08 03 10 07 3A { 01 9*FF 01 82 02 }", expected, 3);
    check_int64s("08 03 10 07 38 01 38 9*FF 01 42 { } 3A { 82 02 }", expected, 3);
    check_int64s("08 03 10 07 4A { 01 7*00 8*FF 02 01 6*00 }", expected, 3);
    check_int64s("08 02 10 07 4A { 01 7*00 8*FF 02 01 }", expected, 2);
    check_int64s("08 01 10 07", expected, 0);
    check_int64s("08 01 10 06 3A { 01 }", expected, 0);
    check_int64s("08 01 10 07 70 01 3A { 01 }", expected, 0);
}
END_TEST

Suite *suite_tensor(void)
{
    const TTest *const tests[] = {
        test_scalar,
        test_dims_in_both_forms,
        test_long_shape_is_cut,
        test_negative_dim,
        test_product_at_the_limit,
        test_zero_is_folded_first,
        test_byte_size_past_int64,
        test_types,
        test_places,
        test_faults_make_it_unsure,
        test_segment,
        test_int64_values,
    };
    return OL_SUITE_OF("tensor", tests);
}
