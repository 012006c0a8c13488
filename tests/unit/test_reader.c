/* SPDX-License-Identifier: Apache-2.0 */
/* Levels as they are read: what the scan sees, what upb's values are, the cursor and the
 * children. */
#include <stdlib.h>

#include "example/hexasm.h"
#include "onnx/reader.h"
#include "unit/suites.h"

struct fixture {
    struct ol_minitables *tables;
    struct ol_reader *reader;
    struct ol_hexasm bytes;
    struct ol_level level;
    uint8_t kinds[16]; /* of the faults reported */
    uint64_t indexes[16];
    size_t fault_count;
};

static void note_fault(void *context, const struct ol_wire_fault *fault)
{
    struct fixture *f = context;
    ck_assert_uint_lt(f->fault_count, 16);
    f->indexes[f->fault_count] = fault->index;
    f->kinds[f->fault_count++] = fault->kind;
}

static void init(struct fixture *f, const char *text)
{
    *f = (struct fixture){0};
    ck_assert_int_eq(ol_minitables_new(&f->tables), OL_OK);
    ck_assert_int_eq(ol_reader_new(f->tables, &f->reader), OL_OK);
    ck_assert_msg(ol_hexasm_init(&f->bytes, text) == OL_OK, "%s", f->bytes.error);
}

static void read_as(struct fixture *f, enum ol_message_id message, ol_wire_fault_fn *report)
{
    ol_level_init_root(&f->level, &ol_messages[message],
                       (struct ol_slice){f->bytes.bytes, f->bytes.size});
    ck_assert_int_eq(ol_reader_read(f->reader, &f->level, report, f), OL_OK);
}

static void read_text(struct fixture *f, enum ol_message_id message, const char *text)
{
    init(f, text);
    read_as(f, message, note_fault);
}

static void fini(struct fixture *f)
{
    ol_hexasm_fini(&f->bytes);
    ol_reader_free(f->reader);
    ol_minitables_free(f->tables);
}

START_TEST(test_values_are_what_readers_take)
{
    struct fixture f;
    /* ir_version 3, then 10: the last one counts; model_version is negative */
    read_text(&f, OL_MESSAGE_ModelProto,
              "08 03 08 0A 28 FF FF FF FF FF FF FF FF FF 01 12 { \"me\" }");
    ck_assert_int_eq(ol_level_integer(&f.level, OL_ModelProto_ir_version, 0), 10);
    ck_assert_int_eq(ol_level_integer(&f.level, OL_ModelProto_model_version, 0), -1);
    ck_assert(ol_slice_is_text(ol_level_text(&f.level, OL_ModelProto_producer_name), "me"));
    ck_assert_uint_eq(ol_level_occurrences(&f.level, OL_ModelProto_ir_version), 2);
    ck_assert_int_eq(ol_level_integer(&f.level, OL_ModelProto_graph, 7), 7);
    ck_assert_uint_eq(f.fault_count, 1);
    ck_assert_int_eq(f.kinds[0], OL_FAULT_SINGULAR_SCALAR_REPEATED);
    fini(&f);
}
END_TEST

START_TEST(test_int32_is_truncated_as_readers_do)
{
    struct fixture f;
    read_text(&f, OL_MESSAGE_TensorProto, "10 81 80 80 80 10");
    ck_assert_int_eq(ol_level_integer(&f.level, OL_TensorProto_data_type, 0), 1);
    ck_assert_uint_eq(f.fault_count, 1);
    ck_assert_int_eq(f.kinds[0], OL_FAULT_INT32_RANGE);
    fini(&f);
}
END_TEST

START_TEST(test_floats)
{
    struct fixture f;
    read_text(&f, OL_MESSAGE_AttributeProto, "0A { \"a\" } 15 00 00 20 C0 A0 01 01");
    ck_assert(ol_level_has(&f.level, OL_AttributeProto_f));
    ck_assert_double_eq(f.level.fields[OL_AttributeProto_f].value.number, -2.5);
    ck_assert_int_eq(ol_level_integer(&f.level, OL_AttributeProto_type, 0), 1);
    fini(&f);
}
END_TEST

START_TEST(test_scalars_that_stand_apart)
{
    struct fixture f;
    read_text(&f, OL_MESSAGE_AttributeProto,
              "15 00 00 20 C0 0A { \"a\" } 18 FD FF FF FF FF FF FF FF FF 01 A0 01 02");
    ck_assert_uint_eq(f.fault_count, 0);
    ck_assert_double_eq(f.level.fields[OL_AttributeProto_f].value.number, -2.5);
    ck_assert_int_eq(ol_level_integer(&f.level, OL_AttributeProto_i, 0), -3);
    ck_assert_int_eq(ol_level_integer(&f.level, OL_AttributeProto_type, 0), 2);
    fini(&f);
    /* more than are handed on at a time, together and apart, and the last of each counts */
    init(&f,
         "A0 01 03 500*\"\\x18\\x02\" 200*\"\\x18\\x04\\x0A\\x01a\" 18 05 22 { \"s\" } A0 01 06");
    read_as(&f, OL_MESSAGE_AttributeProto, NULL);
    ck_assert_uint_eq(ol_level_occurrences(&f.level, OL_AttributeProto_i), 701);
    ck_assert_int_eq(ol_level_integer(&f.level, OL_AttributeProto_i, 0), 5);
    ck_assert_int_eq(ol_level_integer(&f.level, OL_AttributeProto_type, 0), 6);
    fini(&f);
}
END_TEST

START_TEST(test_the_same_bytes_are_told_by_message)
{
    struct fixture f;
    init(&f, "10 81 80 80 80 10");
    for (unsigned i = 0; i < 3; i++) {
        read_as(&f, OL_MESSAGE_TensorProto, NULL); /* an int32 */
        ck_assert_int_eq(ol_level_integer(&f.level, OL_TensorProto_data_type, 0), 1);
        read_as(&f, OL_MESSAGE_OperatorSetIdProto, NULL); /* an int64 */
        ck_assert_int_eq(ol_level_integer(&f.level, OL_OperatorSetIdProto_version, 0),
                         INT64_C(0x100000001));
    }
    fini(&f);
}
END_TEST

static void expect_plain(enum ol_message_id message, const char *text, bool is_plain)
{
    struct fixture f;
    init(&f, text);
    read_as(&f, message, NULL);
    ck_assert(!f.level.is_plain); /* its texts were not looked at */
    read_as(&f, message, note_fault);
    ck_assert_msg(f.level.is_plain == is_plain, "%s", text);
    fini(&f);
}

START_TEST(test_what_is_plain)
{
    expect_plain(OL_MESSAGE_NodeProto, "0A { \"abcdefgh\" } 0A { \"b\" } 2A { A0 01 02 }", true);
    expect_plain(OL_MESSAGE_TensorProto, "08 FF 01 10 01 4A { 00 FF }", true);
    expect_plain(OL_MESSAGE_NodeProto, "0A { \"abcdefgh\" } 0A { }", false);
    expect_plain(OL_MESSAGE_NodeProto, "0A { \"abcdefgh\" } 0A { C3 A9 }", false);
    expect_plain(OL_MESSAGE_NodeProto, "1A { \"abcdefgh\" } 1A { \"b\" }", false);
    expect_plain(OL_MESSAGE_NodeProto, "1A { \"abcdefgh\" } F8 01 00", false);
    expect_plain(OL_MESSAGE_TensorProto, "0A { 02 03 }", false);
    expect_plain(OL_MESSAGE_TensorProto, "08 82 00", false);
    expect_plain(OL_MESSAGE_TensorProto, "10 FF FF FF FF FF FF FF FF FF 01", false);
    expect_plain(OL_MESSAGE_TensorProto, "70 02", false);
    expect_plain(OL_MESSAGE_TensorShapeProto_Dimension, "08 01 12 { \"N\" }", false);
    expect_plain(OL_MESSAGE_TensorProto, "08 02 4A 05 00", false);
}
END_TEST

START_TEST(test_missing_and_mismatched)
{
    struct fixture f;
    read_text(&f, OL_MESSAGE_TensorProto, "12 { 01 } 08 02");
    ck_assert(!ol_level_has(&f.level, OL_TensorProto_data_type));
    ck_assert(ol_level_has(&f.level, OL_TensorProto_dims));
    ck_assert_int_eq(f.kinds[0], OL_FAULT_TYPE_MISMATCH);
    fini(&f);
}
END_TEST

START_TEST(test_oneof_is_seen_on_the_wire)
{
    struct fixture f;
    read_text(&f, OL_MESSAGE_TensorShapeProto_Dimension, "08 01 12 { \"N\" } 12 { \"M\" }");
    ck_assert_uint_eq(f.fault_count, 2);
    ck_assert_int_eq(f.kinds[0], OL_FAULT_ONEOF_MULTIPLE);
    ck_assert_int_eq(f.kinds[1], OL_FAULT_ONEOF_REPEATED);
    ck_assert_uint_eq(f.level.oneof_index[1], OL_TensorShapeProto_Dimension_dim_param);
    fini(&f);
}
END_TEST

START_TEST(test_slices_add_up)
{
    struct fixture f;
    /* more occurrences than a slice holds, and one field longer than a slice, between versions of
     * one scalar */
    read_text(&f, OL_MESSAGE_ModelProto,
              "08 03 9000*\"\\x42\\x00\" 28 05 12 { 70000*\"x\" } 9000*\"\\x42\\x00\" 08 09");
    ck_assert_int_eq(ol_level_integer(&f.level, OL_ModelProto_ir_version, 0), 9);
    ck_assert_int_eq(ol_level_integer(&f.level, OL_ModelProto_model_version, 0), 5);
    ck_assert_uint_eq(ol_level_text(&f.level, OL_ModelProto_producer_name).size, 70000);
    ck_assert_uint_eq(ol_level_occurrences(&f.level, OL_ModelProto_opset_import), 18000);
    ck_assert(f.level.is_complete);
    ck_assert_uint_eq(f.fault_count, 1);
    fini(&f);
}
END_TEST

static void expect_elements(struct fixture *f, unsigned field, const int64_t *values,
                            const uint64_t *offsets, size_t count)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, &f->level, field);
    for (size_t i = 0; i < count; i++) {
        ck_assert(ol_cursor_next(&cursor, &element));
        ck_assert_int_eq((int64_t)element.bits, values[i]);
        ck_assert_uint_eq(element.span.offset, offsets[i]);
        ck_assert_uint_eq(element.index, i);
    }
    ck_assert(!ol_cursor_next(&cursor, &element));
}

START_TEST(test_cursor_reads_packed_and_unpacked)
{
    struct fixture f;
    read_text(&f, OL_MESSAGE_TensorProto, "08 05 10 01 0A { 07 AC 02 } 0A { } 08 09");
    ck_assert_uint_eq(ol_level_elements(&f.level, OL_TensorProto_dims), 4);
    expect_elements(&f, OL_TensorProto_dims, (const int64_t[]){5, 7, 300, 9},
                    (const uint64_t[]){0, 6, 7, 11}, 4);
    fini(&f);
}
END_TEST

START_TEST(test_cursor_stops_at_a_cut_payload)
{
    struct fixture f;
    read_text(&f, OL_MESSAGE_TensorProto, "3A { 01 02 80 }");
    expect_elements(&f, OL_TensorProto_int64_data, (const int64_t[]){1, 2},
                    (const uint64_t[]){2, 3}, 2);
    ck_assert_int_eq(f.kinds[0], OL_FAULT_PACKED_BOUNDS);
    fini(&f);
}
END_TEST

START_TEST(test_children_in_order)
{
    struct fixture f;
    struct ol_children children;
    struct ol_level child;
    read_text(&f, OL_MESSAGE_GraphProto, "0A { } 12 { \"g\" } 2A { 10 01 } 0A { 22 { \"Relu\" } }");
    ol_children_init(&children, &f.level);
    ck_assert(ol_children_next(&children, &child));
    ck_assert(child.message->id == OL_MESSAGE_NodeProto && child.index == 0 &&
              child.begin == child.end);
    ck_assert(ol_children_next(&children, &child));
    ck_assert(child.message->id == OL_MESSAGE_TensorProto && child.index == 0 && child.tag == 5);
    ck_assert(ol_children_next(&children, &child));
    ck_assert(child.message->id == OL_MESSAGE_NodeProto && child.index == 1);
    ck_assert_int_eq(ol_reader_read(f.reader, &child, NULL, NULL), OL_OK);
    ck_assert(ol_slice_is_text(ol_level_text(&child, OL_NodeProto_op_type), "Relu"));
    ck_assert(!ol_children_next(&children, &child));
    fini(&f);
}
END_TEST

START_TEST(test_overrun_is_clamped_and_said_once)
{
    struct fixture f;
    struct ol_children children;
    struct ol_level child;
    /* the graph says 200 bytes, and the node in it 100: one cut, one fault */
    read_text(&f, OL_MESSAGE_ModelProto, "08 08 3A C8 01 12 { \"g\" } 0A 64 22 { \"Re\" }");
    ck_assert_uint_eq(f.fault_count, 1);
    ck_assert_int_eq(f.kinds[0], OL_FAULT_LEN_OVERRUN);
    ck_assert(!f.level.is_complete || f.level.declared_end == f.level.end);
    ol_children_init(&children, &f.level);
    ck_assert(ol_children_next(&children, &child));
    ck_assert_uint_eq(child.declared_end, child.begin + 200);
    ck_assert_int_eq(ol_reader_read(f.reader, &child, note_fault, &f), OL_OK);
    ck_assert_uint_eq(f.fault_count, 1);
    ck_assert(!child.is_complete);
    fini(&f);
}
END_TEST

START_TEST(test_faults_know_their_index)
{
    struct fixture f;
    read_text(&f, OL_MESSAGE_NodeProto, "0A { \"a\" } 0A { FF } 12 { \"y\" }");
    ck_assert_uint_eq(f.fault_count, 1);
    ck_assert_int_eq(f.kinds[0], OL_FAULT_UTF8);
    ck_assert_uint_eq(f.indexes[0], 1);
    fini(&f);
}
END_TEST

START_TEST(test_read_child)
{
    struct fixture f;
    struct ol_level child;
    enum ol_status status;
    read_text(&f, OL_MESSAGE_SparseTensorProto, "0A { 08 02 10 07 } 18 04");
    ck_assert(
        ol_reader_read_child(f.reader, &f.level, OL_SparseTensorProto_values, &child, &status));
    ck_assert_int_eq(ol_level_integer(&child, OL_TensorProto_data_type, 0), 7);
    ck_assert(
        !ol_reader_read_child(f.reader, &f.level, OL_SparseTensorProto_indices, &child, &status));
    ck_assert_int_eq(status, OL_OK);
    fini(&f);
}
END_TEST

Suite *suite_reader(void)
{
    const TTest *const tests[] = {
        test_values_are_what_readers_take,
        test_int32_is_truncated_as_readers_do,
        test_floats,
        test_scalars_that_stand_apart,
        test_the_same_bytes_are_told_by_message,
        test_what_is_plain,
        test_missing_and_mismatched,
        test_oneof_is_seen_on_the_wire,
        test_slices_add_up,
        test_cursor_reads_packed_and_unpacked,
        test_cursor_stops_at_a_cut_payload,
        test_children_in_order,
        test_overrun_is_clamped_and_said_once,
        test_faults_know_their_index,
        test_read_child,
    };
    return OL_SUITE_OF("reader", tests);
}
