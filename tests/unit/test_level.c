/* SPDX-License-Identifier: Apache-2.0 */
/* Where a level stands: its spans, and the levels that hold it. How it is read is
 * tests/unit/test_reader.c's. */
#include <string.h>

#include "onnx/level.h"
#include "unit/suites.h"

/* A graph with one initializer of six bytes, at 4. */
static const uint8_t bytes[] = {0x12, 0x01, 'g',  0x10, 0x2A, 0x06,
                                0x08, 0x02, 0x10, 0x01, 0x4A, 0x00};

static struct ol_occurrence initializer(void)
{
    return (struct ol_occurrence){.tag = 4,
                                  .value = 6,
                                  .end = 12,
                                  .number = 5,
                                  .index = OL_GraphProto_initializer,
                                  .wire_type = OL_WIRE_LEN,
                                  .flags = OL_OCCURRENCE_KNOWN};
}

static void init(struct ol_level *graph, struct ol_level *tensor)
{
    struct ol_occurrence occurrence = initializer();
    ol_level_init_root(graph, &ol_messages[OL_MESSAGE_GraphProto],
                       (struct ol_slice){bytes, sizeof bytes});
    ol_level_init_child(tensor, graph, &occurrence, 3);
}

START_TEST(test_root)
{
    struct ol_level graph;
    struct ol_level tensor;
    init(&graph, &tensor);
    ck_assert_ptr_null(graph.parent);
    ck_assert_ptr_null(graph.field);
    ck_assert_uint_eq(graph.depth, 0);
    ck_assert_uint_eq(graph.begin, 0);
    ck_assert_uint_eq(graph.end, sizeof bytes);
    ck_assert_uint_eq(graph.declared_end, sizeof bytes);
    struct ol_span header = ol_level_header(&graph);
    ck_assert_uint_eq(header.offset, 0);
    ck_assert_uint_eq(header.length, 0);
    ck_assert_uint_eq(ol_level_whole(&graph).length, sizeof bytes);
}
END_TEST

START_TEST(test_child)
{
    struct ol_level graph;
    struct ol_level tensor;
    init(&graph, &tensor);
    ck_assert_ptr_eq(tensor.parent, &graph);
    ck_assert_ptr_eq(tensor.message, &ol_messages[OL_MESSAGE_TensorProto]);
    ck_assert_uint_eq(tensor.index, 3);
    ck_assert_uint_eq(tensor.depth, 1);
    struct ol_span header = ol_level_header(&tensor);
    ck_assert_uint_eq(header.offset, 4);
    ck_assert_uint_eq(header.length, 2);
    struct ol_span whole = ol_level_whole(&tensor);
    ck_assert_uint_eq(whole.offset, 4);
    ck_assert_uint_eq(whole.length, 8);
    ck_assert_mem_eq(ol_level_bytes(&tensor, (struct ol_span){6, 2}).data, "\x08\x02", 2);
}
END_TEST

START_TEST(test_child_that_is_cut)
{
    struct ol_level graph;
    struct ol_level tensor;
    uint8_t cut[sizeof bytes];
    memcpy(cut, bytes, sizeof bytes);
    cut[5] = 0x20; /* 32 bytes are declared, 6 are there */
    struct ol_occurrence occurrence = initializer();
    occurrence.flags |= OL_OCCURRENCE_CUT;
    ol_level_init_root(&graph, &ol_messages[OL_MESSAGE_GraphProto],
                       (struct ol_slice){cut, sizeof cut});
    ol_level_init_child(&tensor, &graph, &occurrence, 0);
    ck_assert_uint_eq(tensor.end, 12);
    ck_assert_uint_eq(tensor.declared_end, 38);
}
END_TEST

START_TEST(test_holders)
{
    struct ol_level graph;
    struct ol_level tensor;
    init(&graph, &tensor);
    ck_assert(ol_level_is_in(&tensor, OL_MESSAGE_GraphProto, OL_GraphProto_initializer));
    ck_assert(!ol_level_is_in(&tensor, OL_MESSAGE_GraphProto, OL_GraphProto_input));
    ck_assert(!ol_level_is_in(&tensor, OL_MESSAGE_AttributeProto, OL_AttributeProto_t));
    ck_assert(!ol_level_is_in(&graph, OL_MESSAGE_ModelProto, OL_ModelProto_graph));
    ck_assert_ptr_eq(ol_level_enclosing(&tensor, OL_MESSAGE_GraphProto), &graph);
    ck_assert_ptr_eq(ol_level_enclosing(&tensor, OL_MESSAGE_TensorProto), &tensor);
    ck_assert_ptr_null(ol_level_enclosing(&tensor, OL_MESSAGE_ModelProto));
}
END_TEST

START_TEST(test_fields_that_do_not_occur)
{
    struct ol_level graph;
    struct ol_level tensor;
    init(&graph, &tensor);
    ck_assert(!ol_level_has(&tensor, OL_TensorProto_dims));
    ck_assert_uint_eq(ol_level_occurrences(&tensor, OL_TensorProto_dims), 0);
    ck_assert_uint_eq(ol_level_elements(&tensor, OL_TensorProto_dims), 0);
    ck_assert_int_eq(ol_level_integer(&tensor, OL_TensorProto_data_type, -5), -5);
    ck_assert_uint_eq(ol_level_text(&tensor, OL_TensorProto_name).size, 0);
}
END_TEST

Suite *suite_level(void)
{
    const TTest *const tests[] = {test_root, test_child, test_child_that_is_cut, test_holders,
                                  test_fields_that_do_not_occur};
    return OL_SUITE_OF("level", tests);
}
