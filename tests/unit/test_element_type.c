/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes and counts of the element types. */
#include "onnx/element_type.h"
#include "unit/suites.h"

static uint64_t raw_size(int64_t type, uint64_t elements)
{
    uint64_t bytes = 0;
    ck_assert(ol_element_type_raw_size(ol_element_type_from_number(type), elements, &bytes));
    return bytes;
}

static uint64_t entry_count(int64_t type, uint64_t elements)
{
    uint64_t entries = 0;
    ck_assert(ol_element_type_entry_count(ol_element_type_from_number(type), elements, &entries));
    return entries;
}

START_TEST(test_lookup)
{
    ck_assert_ptr_null(ol_element_type_from_number(0));
    ck_assert_ptr_null(ol_element_type_from_number(-1));
    ck_assert_ptr_null(ol_element_type_from_number(29));
    ck_assert_ptr_null(ol_element_type_from_number(INT64_MIN));
    ck_assert_ptr_null(ol_element_type_from_number(INT64_C(1) << 32 | 1));
    for (int64_t number = 1; number <= 28; number++) {
        ck_assert_int_eq(ol_element_type_from_number(number)->number, number);
    }
    ck_assert_str_eq(ol_data_type_name(0), "UNDEFINED");
    ck_assert_str_eq(ol_data_type_name(28), "FLOAT6E3M2");
    ck_assert_ptr_null(ol_data_type_name(29));
}
END_TEST

START_TEST(test_raw_size)
{
    ck_assert_uint_eq(raw_size(OL_DATA_TYPE_FLOAT, 0), 0);
    ck_assert_uint_eq(raw_size(OL_DATA_TYPE_FLOAT, 3), 12);
    ck_assert_uint_eq(raw_size(OL_DATA_TYPE_COMPLEX128, 3), 48);
    ck_assert_uint_eq(raw_size(OL_DATA_TYPE_BOOL, 3), 3);
    ck_assert_uint_eq(raw_size(OL_DATA_TYPE_INT4, 25), 13);
    ck_assert_uint_eq(raw_size(OL_DATA_TYPE_UINT2, 5), 2);
    /* ceil(6n / 8): 1, 2, 3, 3, 4 */
    static const uint64_t six_bits[] = {0, 1, 2, 3, 3, 4, 5, 6, 6, 7};
    for (uint64_t n = 0; n < sizeof six_bits / sizeof *six_bits; n++) {
        ck_assert_uint_eq(raw_size(OL_DATA_TYPE_FLOAT6E2M3, n), six_bits[n]);
    }
}
END_TEST

START_TEST(test_raw_size_at_the_limit)
{
    const struct ol_element_type *f32 = ol_element_type_from_number(OL_DATA_TYPE_FLOAT);
    const struct ol_element_type *u2 = ol_element_type_from_number(OL_DATA_TYPE_UINT2);
    uint64_t bytes = 0;
    ck_assert(ol_element_type_raw_size(f32, INT64_MAX / 4, &bytes));
    ck_assert_uint_eq(bytes, INT64_MAX / 4 * 4);
    ck_assert(!ol_element_type_raw_size(f32, INT64_MAX / 4 + 1, &bytes));
    ck_assert(!ol_element_type_raw_size(f32, UINT64_MAX, &bytes));
    ck_assert(ol_element_type_raw_size(u2, INT64_MAX, &bytes));
    ck_assert_uint_eq(bytes, INT64_C(1) << 61);
}
END_TEST

START_TEST(test_entry_count)
{
    ck_assert_uint_eq(entry_count(OL_DATA_TYPE_INT4, 25), 13);
    ck_assert_uint_eq(entry_count(OL_DATA_TYPE_INT2, 5), 2);
    ck_assert_uint_eq(entry_count(OL_DATA_TYPE_FLOAT6E3M2, 5), 5);
    ck_assert_uint_eq(entry_count(OL_DATA_TYPE_COMPLEX64, 5), 10);
    ck_assert_uint_eq(entry_count(OL_DATA_TYPE_STRING, 5), 5);
    ck_assert_uint_eq(entry_count(OL_DATA_TYPE_INT4, INT64_MAX), INT64_C(1) << 62);
    uint64_t entries;
    const struct ol_element_type *complex = ol_element_type_from_number(OL_DATA_TYPE_COMPLEX64);
    ck_assert(!ol_element_type_entry_count(complex, INT64_MAX / 2 + 1, &entries));
}
END_TEST

Suite *suite_element_type(void)
{
    const TTest *const tests[] = {test_lookup, test_raw_size, test_raw_size_at_the_limit,
                                  test_entry_count};
    return OL_SUITE_OF("element_type", tests);
}
