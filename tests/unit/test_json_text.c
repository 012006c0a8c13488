/* SPDX-License-Identifier: Apache-2.0 */
/* The writer of JSON, held against jansson's reader. */
#include <jansson.h>

#include "report/json_text.h"
#include "unit/suites.h"

START_TEST(test_structure)
{
    struct ol_buf out;
    struct ol_json json = {.out = &out};
    ol_buf_init(&out);
    ol_json_open(&json, '{');
    ol_json_key(&json, "list");
    ol_json_open(&json, '[');
    ol_json_close(&json, ']');
    ol_json_key(&json, "values");
    ol_json_open(&json, '[');
    ol_json_add_null(&json);
    ol_json_add_bool(&json, true);
    ol_json_add_i64(&json, -1);
    ol_json_add_u64(&json, UINT64_MAX);
    ol_json_open(&json, '{');
    ol_json_close(&json, '}');
    ol_json_close(&json, ']');
    ol_json_put_u64(&json, "number", 7);
    ol_json_put_text(&json, "text", "x");
    ol_json_close(&json, '}');
    ck_assert_str_eq(ol_buf_text(&out),
                     "{\"list\":[],\"values\":[null,true,-1,9223372036854775807,{}],\"number\":7,"
                     "\"text\":\"x\"}");
    ol_buf_fini(&out);
}
END_TEST

/* What a text is written as, and whether that reads back as it. */
static void expect_text(struct ol_slice text, const char *wanted, bool is_same)
{
    struct ol_buf out;
    struct ol_json json = {.out = &out};
    ol_buf_init(&out);
    ol_json_add_slice(&json, text);
    ck_assert_str_eq(ol_buf_text(&out), wanted);
    json_t *value = json_loads(ol_buf_text(&out),
                               JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, NULL);
    ck_assert(json_is_string(value));
    if (is_same) {
        ck_assert_uint_eq(json_string_length(value), text.size);
        ck_assert_mem_eq(json_string_value(value), text.data, text.size);
    }
    json_decref(value);
    ol_buf_fini(&out);
}

START_TEST(test_escapes)
{
    static const char controls[] = "\b\t\n\v\f\r\x1f\x7f";
    expect_text(ol_slice_from_text(""), "\"\"", true);
    expect_text(ol_slice_from_text("####a#"), "\"#\\u0023\\u0023\\u0023a#\"", true);
    expect_text(ol_slice_from_text("a\"b\\c/"), "\"a\\\"b\\\\c/\"", true);
    expect_text(ol_slice_from_text(controls), "\"\\b\\t\\n\\u000B\\f\\r\\u001F\\u007F\"", true);
    expect_text((struct ol_slice){(const uint8_t *)"\0", 1}, "\"\\u0000\"", true);
    expect_text(ol_slice_from_text("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"),
                "\"\\u00E9\\u20AC\\uD83D\\uDE00\"", true);
    expect_text(ol_slice_from_text("\xF4\x8F\xBF\xBF"), "\"\\uDBFF\\uDFFF\"", true);
}
END_TEST

/* Bytes that are no UTF-8, one by one: JSON has no way to say them. */
START_TEST(test_broken)
{
    expect_text(ol_slice_from_text("a\xFF\xC0\xAF"), "\"a\\uFFFD\\uFFFD\\uFFFD\"", false);
    expect_text(ol_slice_from_text("\xED\xA0\x80"), "\"\\uFFFD\\uFFFD\\uFFFD\"", false);
    expect_text(ol_slice_from_text("\xE2\x82"), "\"\\uFFFD\\uFFFD\"", false);
}
END_TEST

/* Shown texts have their controls escaped before JSON's turn; names do not, unless they must. */
START_TEST(test_shown)
{
    struct ol_buf out;
    struct ol_json json = {.out = &out};
    ol_buf_init(&out);
    ol_json_open(&json, '[');
    ol_json_add_text(&json, "a\nb");
    ol_json_add_name(&json, "a\nb");
    ol_json_add_name(&json, "a\xFF");
    ol_json_close(&json, ']');
    ck_assert_str_eq(ol_buf_text(&out), "[\"a\\\\nb\",\"a\\nb\",\"a\\\\xFF\"]");
    ol_buf_fini(&out);
}
END_TEST

Suite *suite_json_text(void)
{
    const TTest *const tests[] = {test_structure, test_escapes, test_broken, test_shown};
    return OL_SUITE_OF("json_text", tests);
}
