/* SPDX-License-Identifier: Apache-2.0 */
/* Paths of many offsets, found in one pass: the same as those found one by one. */
#include <string.h>

#include "onnx/locate.h"
#include "onnx/schema.h"
#include "unit/suites.h"

/* A graph: a node with an input; a node with a subgraph, in which a node has an output; a name. */
static const uint8_t graph[] = {0x0A, 0x03, 0x0A, 0x01, 'a', 0x0A, 0x0A, 0x2A, 0x08, 0x32, 0x06,
                                0x0A, 0x04, 0x12, 0x02, 'v', 'w',  0x0A, 0x00, 0x12, 0x01, 'g'};

static struct ol_locator locator_of_graph(void)
{
    struct ol_locator locator;
    ol_locator_init(&locator, graph, &ol_messages[OL_MESSAGE_GraphProto], 0, sizeof graph);
    return locator;
}

START_TEST(test_every_offset)
{
    struct ol_locator locator = locator_of_graph();
    for (uint64_t offset = 0; offset <= sizeof graph; offset++) {
        struct ol_buf found;
        struct ol_buf wanted;
        struct ol_span head;
        ol_buf_init(&found);
        ol_buf_init(&wanted);
        struct ol_span span = ol_path_add_at(
            &wanted, "", graph, &ol_messages[OL_MESSAGE_GraphProto], 0, sizeof graph, offset);
        ck_assert_int_eq(ol_locator_add(&locator, &found, offset, &head), OL_OK);
        ck_assert_str_eq(ol_buf_text(&found), ol_buf_text(&wanted));
        ck_assert_uint_eq(head.offset, span.offset);
        ol_buf_fini(&found);
        ol_buf_fini(&wanted);
    }
    ol_locator_fini(&locator);
}
END_TEST

START_TEST(test_some_offsets)
{
    static const struct {
        uint64_t offset;
        const char *path;
    } wanted[] = {
        {5, "node[1]"},
        {13, "node[1].attribute[0].g.node[0].output[0]"},
        {17, "node[2]"},
        {19, "name"},
    };
    struct ol_locator locator = locator_of_graph();
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        struct ol_buf buf;
        struct ol_span head;
        ol_buf_init(&buf);
        ck_assert_int_eq(ol_locator_add(&locator, &buf, wanted[i].offset, &head), OL_OK);
        ck_assert_str_eq(ol_buf_text(&buf), wanted[i].path);
        ck_assert_uint_eq(head.offset, wanted[i].offset);
        ck_assert_uint_eq(head.length, 2);
        ol_buf_fini(&buf);
    }
    ol_locator_fini(&locator);
}
END_TEST

/* A packed payload without a value has no element 0 that a path could name. */
START_TEST(test_empty_payload)
{
    static const uint8_t tensor[] = {0x0A, 0x00, 0x08, 0x02};
    const struct ol_message *message = &ol_messages[OL_MESSAGE_TensorProto];
    struct ol_buf buf;
    ol_buf_init(&buf);
    (void)ol_path_add_at(&buf, "", tensor, message, 0, sizeof tensor, 0);
    ck_assert_str_eq(ol_buf_text(&buf), "dims");
    ol_buf_clear(&buf);
    (void)ol_path_add_at(&buf, "", tensor, message, 0, sizeof tensor, 2);
    ck_assert_str_eq(ol_buf_text(&buf), "dims[0]");
    ol_buf_fini(&buf);
}
END_TEST

/* A way goes as far as it says, and no further than the bytes lead. */
START_TEST(test_way)
{
    static const char *const wanted[] = {"", ".node[1]", ".node[1].attribute[0]",
                                         ".node[1].attribute[0].g", ".node[1].attribute[0].g"};
    uint8_t bytes[sizeof graph + 1] = {0};
    memcpy(bytes + 1, graph, sizeof graph);
    const struct ol_slice slice = {bytes, sizeof bytes};
    struct ol_buf buf;
    ol_buf_init(&buf);
    for (uint64_t steps = 0; steps < sizeof wanted / sizeof *wanted; steps++) {
        const struct ol_way way = {OL_MESSAGE_GraphProto, {1, sizeof graph}, 11, steps};
        ol_buf_clear(&buf);
        ol_path_add_way(&buf, slice, &way);
        ck_assert_str_eq(ol_buf_text(&buf), wanted[steps]);
    }
    memset(bytes, 0xFF, sizeof bytes);
    ol_buf_clear(&buf);
    ol_path_add_way(&buf, slice,
                    &(const struct ol_way){OL_MESSAGE_GraphProto, {1, sizeof graph}, 11, 3});
    ck_assert_str_eq(ol_buf_text(&buf), "");
    ol_buf_fini(&buf);
}
END_TEST

/* No step takes more than room is made for: a dot, the name, and an index of 20 digits. */
START_TEST(test_longest_step)
{
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        for (size_t j = 0; j < ol_messages[i].field_count; j++) {
            ck_assert_uint_le(1 + strlen(ol_messages[i].fields[j].name) + 22, OL_WAY_STEP_MAX);
        }
    }
}
END_TEST

Suite *suite_locate(void)
{
    const TTest *const tests[] = {test_every_offset, test_some_offsets, test_empty_payload,
                                  test_way, test_longest_step};
    return OL_SUITE_OF("locate", tests);
}
