/* SPDX-License-Identifier: Apache-2.0 */
/* Types of values: what is made of them, what bytes declare, and what they are called. */
#include "example/hexasm.h"
#include "onnx/value_type.h"
#include "unit/suites.h"

#define TENSOR(name) ol_value_type(OL_TYPE_FORM_TENSOR, OL_DATA_TYPE_##name)

/* The name of a type, in a buffer of the caller's. */
static const char *name_of(struct ol_buf *buf, uint8_t type)
{
    ol_buf_clear(buf);
    ol_value_type_add(buf, type);
    return ol_buf_text(buf);
}

/* The type that a TypeProto of that notation (example/hexasm.h) declares. */
static uint8_t declared(const char *text)
{
    struct ol_hexasm assembled;
    ck_assert_msg(ol_hexasm_init(&assembled, text) == OL_OK, "%s", assembled.error);
    uint8_t type = ol_value_type_from_proto(assembled.bytes, (struct ol_span){0, assembled.size});
    ol_hexasm_fini(&assembled);
    return type;
}

START_TEST(test_forms)
{
    uint8_t tensor = TENSOR(FLOAT16);
    uint8_t seq = ol_value_type_seq(tensor);
    uint8_t map = ol_value_type(OL_TYPE_FORM_MAP_STRING, OL_DATA_TYPE_FLOAT);
    ck_assert_uint_eq(ol_value_type_held(seq), tensor);
    ck_assert_uint_eq(ol_value_type_held(tensor), OL_VALUE_TYPE_UNKNOWN);
    ck_assert_uint_eq(ol_value_type_held(ol_value_type_optional(tensor)), tensor);
    ck_assert_uint_eq(ol_value_type_held(ol_value_type_optional(seq)), seq);
    ck_assert_uint_eq(ol_value_type_optional(ol_value_type_optional(tensor)),
                      OL_VALUE_TYPE_UNKNOWN);
    ck_assert_uint_eq(ol_value_type_seq(seq), OL_VALUE_TYPE_UNKNOWN);
    ck_assert_uint_eq(ol_value_type_held(ol_value_type_seq(map)), map);
    ck_assert_uint_eq(ol_value_type_map_value(map), TENSOR(FLOAT));
    ck_assert_uint_eq(ol_value_type_map_value(tensor), OL_VALUE_TYPE_UNKNOWN);
    ck_assert(ol_value_type_is_seq(seq) && ol_value_type_is_seq(ol_value_type_seq(map)));
    ck_assert(!ol_value_type_is_seq(tensor) && !ol_value_type_is_optional(seq));
    ck_assert(ol_value_type_is_optional(ol_value_type_optional(seq)));
    ck_assert_uint_eq(ol_value_type(OL_TYPE_FORM_SEQ, OL_DATA_TYPE_UNDEFINED),
                      OL_VALUE_TYPE_UNKNOWN);
    ck_assert_uint_eq(ol_value_type(OL_TYPE_FORM_TENSOR, 99), OL_VALUE_TYPE_UNKNOWN);
    ck_assert_uint_eq(ol_value_type(OL_TYPE_FORM_TENSOR, -1), OL_VALUE_TYPE_UNKNOWN);
    ck_assert_uint_eq(ol_value_type(OL_TYPE_FORM_TENSOR, INT64_MAX), OL_VALUE_TYPE_UNKNOWN);
}
END_TEST

START_TEST(test_passes)
{
    uint8_t tensor = TENSOR(INT8);
    ck_assert(ol_value_type_passes(tensor, tensor));
    ck_assert(ol_value_type_passes(tensor, ol_value_type_optional(tensor)));
    ck_assert(ol_value_type_passes(ol_value_type_optional(tensor), tensor));
    ck_assert(!ol_value_type_passes(tensor, ol_value_type_seq(tensor)));
    ck_assert(!ol_value_type_passes(tensor, TENSOR(UINT8)));
}
END_TEST

START_TEST(test_sets)
{
    struct ol_type_set set = {.elements = {[OL_TYPE_FORM_TENSOR] = 1U << OL_DATA_TYPE_INT64}};
    struct ol_buf buf;
    ol_buf_init(&buf);
    ck_assert_uint_eq(ol_value_type_only(&set), TENSOR(INT64));
    ol_value_type_add_set(&buf, &set);
    ck_assert_str_eq(ol_buf_text(&buf), "int64");
    set.elements[OL_TYPE_FORM_SEQ] = 1U << OL_DATA_TYPE_FLOAT;
    ck_assert_uint_eq(ol_value_type_only(&set), OL_VALUE_TYPE_UNKNOWN);
    ck_assert(ol_value_type_is_in(ol_value_type_seq(TENSOR(FLOAT)), &set));
    ck_assert(!ol_value_type_is_in(TENSOR(FLOAT), &set));
    ol_buf_clear(&buf);
    ol_value_type_add_set(&buf, &set);
    ck_assert_str_eq(ol_buf_text(&buf), "int64 or seq(float)");
    set.elements[OL_TYPE_FORM_TENSOR] |= 0x1FFE;
    ol_buf_clear(&buf);
    ol_value_type_add_set(&buf, &set);
    ck_assert_str_eq(ol_buf_text(&buf), "float, uint8, int8, uint16, int16, int32, int64, string, "
                                        "bool, float16, double and 2 more");
    ol_buf_fini(&buf);
}
END_TEST

START_TEST(test_names)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ck_assert_str_eq(name_of(&buf, TENSOR(FLOAT8E4M3FN)), "float8e4m3fn");
    ck_assert_str_eq(name_of(&buf, ol_value_type_optional(ol_value_type_seq(TENSOR(BOOL)))),
                     "optional(seq(bool))");
    ck_assert_str_eq(name_of(&buf, ol_value_type(OL_TYPE_FORM_SEQ_MAP_INT64, OL_DATA_TYPE_FLOAT)),
                     "seq(map(int64,float))");
    ol_buf_fini(&buf);
}
END_TEST

START_TEST(test_declared)
{
    ck_assert_uint_eq(declared("0A { 08 07 }"), TENSOR(INT64));
    ck_assert_uint_eq(declared("42 { 08 01 }"), TENSOR(FLOAT)); /* sparse */
    ck_assert_uint_eq(declared("22 { 0A { 0A { 08 01 } } }"), ol_value_type_seq(TENSOR(FLOAT)));
    ck_assert_uint_eq(declared("4A { 0A { 22 { 0A { 0A { 08 01 } } } } }"),
                      ol_value_type_optional(ol_value_type_seq(TENSOR(FLOAT))));
    ck_assert_uint_eq(declared("22 { 0A { 2A { 08 08 12 { 0A { 08 01 } } } } }"),
                      ol_value_type(OL_TYPE_FORM_SEQ_MAP_STRING, OL_DATA_TYPE_FLOAT));
    /* nothing that an operator takes */
    ck_assert_uint_eq(declared("2A { 08 06 12 { 0A { 08 01 } } }"), OL_VALUE_TYPE_UNKNOWN);
    ck_assert_uint_eq(declared("22 { 0A { 22 { 0A { 0A { 08 01 } } } } }"), OL_VALUE_TYPE_UNKNOWN);
    ck_assert_uint_eq(declared("3A { }"), OL_VALUE_TYPE_UNKNOWN); /* opaque */
    /* nothing that says it */
    ck_assert_uint_eq(declared("0A { }"), OL_VALUE_TYPE_UNKNOWN);
    ck_assert_uint_eq(declared("0A { 08 00 }"), OL_VALUE_TYPE_UNKNOWN);
    ck_assert_uint_eq(declared("22 { }"), OL_VALUE_TYPE_UNKNOWN);
    ck_assert_uint_eq(declared("0A 05 08 07"), OL_VALUE_TYPE_UNKNOWN);
    /* the last one counts */
    ck_assert_uint_eq(declared("22 { 0A { 0A { 08 01 } } } 0A { 08 07 }"), TENSOR(INT64));
    /* deeper than types go */
    ck_assert_uint_eq(
        declared("4A { 0A { 4A { 0A { 4A { 0A { 4A { 0A { 0A { 08 01 } } } } } } } } }"),
        OL_VALUE_TYPE_UNKNOWN);
}
END_TEST

Suite *suite_value_type(void)
{
    const TTest *const tests[] = {test_forms, test_passes, test_sets, test_names, test_declared};
    return OL_SUITE_OF("value_type", tests);
}
