/* SPDX-License-Identifier: Apache-2.0 */
/* The types of attributes: from numbers and fields, and against the table of the specification
 * (../shared/spec), where that is present. */
#include <stdlib.h>
#include <string.h>

#include "onnx/attribute_type.h"
#include "tools/csv.h"
#include "tools/files.h"
#include "unit/suites.h"

START_TEST(test_numbers)
{
    ck_assert_ptr_null(ol_attribute_type_from_number(OL_ATTRIBUTE_UNDEFINED));
    ck_assert_ptr_null(ol_attribute_type_from_number(-1));
    ck_assert_ptr_null(ol_attribute_type_from_number(OL_ATTRIBUTE_TYPE_COUNT));
    ck_assert_ptr_null(ol_attribute_type_from_number(INT64_C(1) << 32 | 1));
    for (int64_t number = 1; number < OL_ATTRIBUTE_TYPE_COUNT; number++) {
        ck_assert_int_eq(ol_attribute_type_from_number(number)->number, number);
    }
}
END_TEST

/* Lists are named for what they hold, and so are their fields. */
START_TEST(test_fields)
{
    unsigned count = 0;
    uint32_t fields = 0;
    for (unsigned i = 0; i < OL_AttributeProto_COUNT; i++) {
        const struct ol_field *field = &ol_messages[OL_MESSAGE_AttributeProto].fields[i];
        const struct ol_attribute_type *type = ol_attribute_type_from_field(i);
        if (type != NULL) {
            bool is_list = type->name[strlen(type->name) - 1] == 'S';
            ck_assert_uint_eq(type->field, i);
            ck_assert_msg(ol_field_is_repeated(field) == is_list, "%s", type->name);
            count++;
            fields |= UINT32_C(1) << i;
        }
    }
    ck_assert_uint_eq(count, OL_ATTRIBUTE_TYPE_COUNT - 1);
    ck_assert_uint_eq(fields, OL_ATTRIBUTE_VALUE_FIELDS);
    ck_assert_ptr_null(ol_attribute_type_from_field(OL_AttributeProto_name));
    ck_assert_ptr_null(ol_attribute_type_from_field(OL_AttributeProto_ref_attr_name));
}
END_TEST

START_TEST(test_names_are_those_of_the_specification)
{
    struct ol_csv csv;
    unsigned rows = 0;
    ol_csv_init(&csv, ol_test_shared_path("spec/schema_enums.csv").text, ',');
    while (ol_csv_next(&csv)) {
        if (strcmp(ol_csv_cell(&csv, "enum"), "AttributeProto.AttributeType") != 0) {
            continue;
        }
        long number = strtol(ol_csv_cell(&csv, "number"), NULL, 10);
        const struct ol_attribute_type *type = ol_attribute_type_from_number(number);
        ck_assert_str_eq(type != NULL ? type->name : "UNDEFINED", ol_csv_cell(&csv, "value"));
        rows++;
    }
    ck_assert_uint_eq(rows, OL_ATTRIBUTE_TYPE_COUNT);
    ol_csv_fini(&csv);
}
END_TEST

Suite *suite_attribute_type(void)
{
    Suite *suite = suite_create("attribute_type");
    TCase *tcase = tcase_create("attribute_type");
    tcase_add_test(tcase, test_numbers);
    tcase_add_test(tcase, test_fields);
    if (ol_test_is_file(ol_test_shared_path("spec/schema_enums.csv").text)) {
        tcase_add_test(tcase, test_names_are_those_of_the_specification);
    }
    suite_add_tcase(suite, tcase);
    return suite;
}
