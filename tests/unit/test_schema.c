/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of schema.def. That they say what the specification says is tests/meta's to prove. */
#include <string.h>

#include "onnx/schema.h"
#include "unit/suites.h"

START_TEST(test_tables_are_consistent)
{
    for (unsigned id = 0; id < OL_MESSAGE_COUNT; id++) {
        const struct ol_message *message = &ol_messages[id];
        ck_assert_uint_eq(message->id, id);
        ck_assert_uint_le(message->field_count, OL_FIELDS_MAX);
        for (unsigned i = 0; i < message->field_count; i++) {
            const struct ol_field *field = &message->fields[i];
            ck_assert_uint_eq(field->index, i);
            ck_assert_ptr_eq(field->holder, message);
            ck_assert_ptr_eq(ol_message_field(message, field->number), field);
            ck_assert_int_eq(field->of != NULL, field->type == OL_TYPE_MESSAGE);
            ck_assert_uint_le(field->oneof, OL_ONEOFS_MAX);
            ck_assert_uint_eq(message->reserved >> field->number & 1, 0);
            ck_assert_msg(i == 0 || field[-1].number < field->number, "%s.%s", message->name,
                          field->name);
        }
    }
}
END_TEST

START_TEST(test_lookup_by_number)
{
    const struct ol_message *tensor = &ol_messages[OL_MESSAGE_TensorProto];
    ck_assert_str_eq(ol_message_field(tensor, 9)->name, "raw_data");
    ck_assert_ptr_null(ol_message_field(tensor, 0));
    ck_assert_ptr_null(ol_message_field(tensor, 15));
    ck_assert_ptr_null(ol_message_field(tensor, OL_FIELD_NUMBER_MAX));
    ck_assert_ptr_null(ol_message_field(tensor, OL_FIELD_NUMBER_MAX + 1));
    ck_assert_ptr_null(ol_message_field(tensor, UINT32_MAX));
}
END_TEST

START_TEST(test_lookup_by_name)
{
    const struct ol_message *segment =
        ol_message_from_name(ol_slice_from_text("TensorProto.Segment"));
    ck_assert_ptr_eq(segment, &ol_messages[OL_MESSAGE_TensorProto_Segment]);
    ck_assert_ptr_eq(ol_field_from_name(segment, ol_slice_from_text("end")),
                     &segment->fields[OL_TensorProto_Segment_end]);
    ck_assert_ptr_null(ol_field_from_name(segment, ol_slice_from_text("en")));
    ck_assert_ptr_null(ol_message_from_name(ol_slice_from_text("Tensor")));
    ck_assert_ptr_null(ol_message_from_name((struct ol_slice){NULL, 0}));
}
END_TEST

START_TEST(test_packable)
{
    const struct ol_message *tensor = &ol_messages[OL_MESSAGE_TensorProto];
    ck_assert(ol_field_is_packable(&tensor->fields[OL_TensorProto_dims]));
    ck_assert(ol_field_is_packable(&tensor->fields[OL_TensorProto_float_data]));
    ck_assert(!ol_field_is_packable(&tensor->fields[OL_TensorProto_string_data]));
    ck_assert(!ol_field_is_packable(&tensor->fields[OL_TensorProto_data_type]));
    ck_assert(!ol_field_is_packable(&tensor->fields[OL_TensorProto_external_data]));
    ck_assert(!ol_field_is_packable(&tensor->fields[OL_TensorProto_raw_data]));
}
END_TEST

Suite *suite_schema(void)
{
    const TTest *const tests[] = {test_tables_are_consistent, test_lookup_by_number,
                                  test_lookup_by_name, test_packable};
    return OL_SUITE_OF("schema", tests);
}
