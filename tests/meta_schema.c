/* SPDX-License-Identifier: Apache-2.0 */
/* lib/onnx/schema.def and element_types.def against the tables of the specification
 * (../shared/spec), where those are present: a second transcription by hand would prove nothing. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meta.h"
#include "onnx/element_type.h"
#include "onnx/schema.h"
#include "tools/csv.h"
#include "tools/files.h"

/* The rows of the tables count, so that a table cut short is no pass. */
#define FIELDS_IN_SPEC    166
#define MESSAGES_IN_SPEC  33
#define TYPES_IN_SPEC     29
#define GATED_ENUM_VALUES 29

static const struct ol_message *find_message(const char *name)
{
    const struct ol_message *message = ol_message_from_name(ol_slice_from_text(name));
    ck_assert_msg(message != NULL, "the schema has no message %s", name);
    return message;
}

static const struct ol_field *find_field(const struct ol_message *message, const char *name)
{
    const struct ol_field *field = ol_field_from_name(message, ol_slice_from_text(name));
    ck_assert_msg(field != NULL, "%s has no field %s", message->name, name);
    return field;
}

static const char *type_name(const struct ol_field *field)
{
    static const char *const names[] = {
        [OL_TYPE_STRING] = "string", [OL_TYPE_BYTES] = "bytes",   [OL_TYPE_INT32] = "int32",
        [OL_TYPE_INT64] = "int64",   [OL_TYPE_UINT64] = "uint64", [OL_TYPE_FLOAT] = "float",
        [OL_TYPE_DOUBLE] = "double", [OL_TYPE_ENUM] = "enum",     [OL_TYPE_MESSAGE] = "message",
    };
    return field->of != NULL ? field->of->name : names[field->type];
}

static const char *label(const struct ol_field *field)
{
    if (!ol_field_is_repeated(field)) {
        return "optional";
    }
    return field->flags & OL_FIELD_PACKED ? "repeated packed" : "repeated";
}

/* The enums that fields have; the schema table does not name them. */
static bool is_enum(const char *type)
{
    return strcmp(type, "AttributeProto.AttributeType") == 0 ||
           strcmp(type, "TensorProto.DataLocation") == 0 || strcmp(type, "OperatorStatus") == 0;
}

START_TEST(test_fields)
{
    struct ol_csv csv;
    ol_csv_init(&csv, ol_test_shared_path("spec/schema_fields.csv").text, ',');
    unsigned rows = 0;
    while (ol_csv_next(&csv)) {
        const struct ol_field *field =
            find_field(find_message(ol_csv_cell(&csv, "message")), ol_csv_cell(&csv, "field"));
        const char *type = ol_csv_cell(&csv, "type");
        ck_assert_msg(field->number == strtoul(ol_csv_cell(&csv, "number"), NULL, 10),
                      "line %u: number", csv.line);
        ck_assert_msg(strcmp(type_name(field), is_enum(type) ? "enum" : type) == 0, "line %u: type",
                      csv.line);
        ck_assert_msg(strcmp(label(field), ol_csv_cell(&csv, "label")) == 0, "line %u: label",
                      csv.line);
        ck_assert_msg((field->oneof != 0) == (ol_csv_cell(&csv, "oneof")[0] != '\0'),
                      "line %u: oneof", csv.line);
        ck_assert_msg(field->since_ir == strtoul(ol_csv_cell(&csv, "since_ir"), NULL, 10),
                      "line %u: since_ir", csv.line);
        rows++;
    }
    unsigned fields = 0;
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        fields += ol_messages[i].field_count;
    }
    ck_assert_uint_eq(rows, fields);
    ck_assert_uint_eq(rows, FIELDS_IN_SPEC);
    ol_csv_fini(&csv);
}
END_TEST

/* The bits of "12 , 16 to 19"; 0 where the cell holds names. */
static uint32_t reserved_bits(const char *cell)
{
    uint32_t bits = 0;
    unsigned long last = 0;
    while (*cell >= '0' && *cell <= '9') {
        char *end;
        unsigned long number = strtoul(cell, &end, 10);
        ck_assert_uint_le(number, OL_FIELD_NUMBER_MAX);
        for (unsigned long n = last != 0 ? last : number; n <= number; n++) {
            bits |= UINT32_C(1) << n;
        }
        last = strncmp(end, " to ", 4) == 0 ? number : 0;
        cell = end + strcspn(end, "0123456789");
    }
    return bits;
}

START_TEST(test_reserved)
{
    uint32_t reserved[OL_MESSAGE_COUNT] = {0};
    struct ol_csv csv;
    ol_csv_init(&csv, ol_test_shared_path("spec/schema_reserved.csv").text, ',');
    while (ol_csv_next(&csv)) {
        reserved[find_message(ol_csv_cell(&csv, "message"))->id] |=
            reserved_bits(ol_csv_cell(&csv, "reserved"));
    }
    ol_csv_fini(&csv);
    ck_assert_uint_eq(reserved[OL_MESSAGE_AttributeProto], 0xF1000);
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        ck_assert_msg(ol_messages[i].reserved == reserved[i], "%s: reserved numbers",
                      ol_messages[i].name);
    }
}
END_TEST

/* "1/2" elements an entry are two entries an element. */
static void check_packing(const struct ol_element_type *type, const char *cell)
{
    unsigned per_entry = 1;
    unsigned entries = 1;
    if (strncmp(cell, "1/", 2) == 0) {
        entries = (unsigned)strtoul(cell + 2, NULL, 10);
    } else {
        per_entry = (unsigned)strtoul(cell, NULL, 10);
    }
    ck_assert_msg(type->per_entry == per_entry && type->entries == entries,
                  "%s: elements per entry", type->name);
}

static void check_element_type(const struct ol_csv *csv, const struct ol_element_type *type)
{
    const char *name = ol_csv_cell(csv, "name");
    ck_assert_str_eq(type->name, name);
    ck_assert_msg(type->bits == strtoul(ol_csv_cell(csv, "bits"), NULL, 10), "%s: bits", name);
    ck_assert_msg((type->bits != 0) == (strcmp(ol_csv_cell(csv, "raw_data_allowed"), "yes") == 0),
                  "%s: raw_data", name);
    ck_assert_msg(type->since_ir == strtoul(ol_csv_cell(csv, "since_ir"), NULL, 10), "%s: since_ir",
                  name);
    ck_assert_str_eq(ol_messages[OL_MESSAGE_TensorProto].fields[type->field].name,
                     ol_csv_cell(csv, "typed_field"));
    check_packing(type, ol_csv_cell(csv, "elements_per_entry"));
    const char *min = ol_csv_cell(csv, "entry_min");
    if (*min != '\0') {
        ck_assert_msg(type->min == strtoll(min, NULL, 10), "%s: min", name);
        ck_assert_msg(type->max == strtoull(ol_csv_cell(csv, "entry_max"), NULL, 10), "%s: max",
                      name);
    }
}

START_TEST(test_element_types)
{
    struct ol_csv csv;
    ol_csv_init(&csv, ol_test_shared_path("spec/element_types.csv").text, ',');
    unsigned rows = 0;
    for (; ol_csv_next(&csv); rows++) {
        long long number = strtoll(ol_csv_cell(&csv, "number"), NULL, 10);
        ck_assert_int_eq(number, rows);
        if (number > 0) {
            const struct ol_element_type *type = ol_element_type_from_number(number);
            ck_assert_msg(type != NULL, "there is no element type %lld", number);
            check_element_type(&csv, type);
        }
    }
    ck_assert_uint_eq(rows, TYPES_IN_SPEC);
    ck_assert_uint_eq(rows, OL_DATA_TYPE_COUNT);
    ol_csv_fini(&csv);
}
END_TEST

/* How a row of ir_gates.csv gates: nothing older than the first version can be. */
static enum ol_gate row_gate(const struct ol_csv *csv)
{
    if (strtoul(ol_csv_cell(csv, "since_ir"), NULL, 10) <= OL_IR_VERSION_MIN) {
        return OL_GATE_NONE;
    }
    return strncmp(ol_csv_cell(csv, "note"), "explicit", strlen("explicit")) == 0 ? OL_GATE_EXPLICIT
                                                                                  : OL_GATE_DERIVED;
}

START_TEST(test_gates)
{
    struct ol_csv csv;
    ol_csv_init(&csv, ol_test_shared_path("spec/ir_gates.csv").text, ',');
    unsigned messages = 0;
    unsigned fields = 0;
    while (ol_csv_next(&csv)) {
        const char *kind = ol_csv_cell(&csv, "kind");
        const char *member = ol_csv_cell(&csv, "member");
        unsigned since = (unsigned)strtoul(ol_csv_cell(&csv, "since_ir"), NULL, 10);
        if (strcmp(kind, "message") == 0) {
            const struct ol_message *message = find_message(ol_csv_cell(&csv, "message"));
            ck_assert_msg(message->since_ir == since && message->gate == row_gate(&csv),
                          "line %u: gate", csv.line);
            messages++;
        } else if (strcmp(kind, "field") == 0 && strchr(member, ' ') == NULL) {
            const struct ol_field *field =
                find_field(find_message(ol_csv_cell(&csv, "message")), member);
            ck_assert_msg(field->since_ir == since && field->gate == row_gate(&csv),
                          "line %u: gate", csv.line);
            fields++;
        }
    }
    ck_assert_uint_eq(messages, MESSAGES_IN_SPEC);
    ck_assert_uint_eq(messages, OL_MESSAGE_COUNT);
    ck_assert_uint_eq(fields, FIELDS_IN_SPEC);
    ol_csv_fini(&csv);
}
END_TEST

START_TEST(test_gated_data_types)
{
    struct ol_csv csv;
    ol_csv_init(&csv, ol_test_shared_path("spec/ir_gates.csv").text, ',');
    unsigned rows = 0;
    while (ol_csv_next(&csv)) {
        if (strcmp(ol_csv_cell(&csv, "message"), "TensorProto.DataType") != 0) {
            continue;
        }
        rows++;
        const char *member = ol_csv_cell(&csv, "member");
        for (int64_t number = 1; number < OL_DATA_TYPE_COUNT; number++) {
            const struct ol_element_type *type = ol_element_type_from_number(number);
            ck_assert_msg(strcmp(type->name, member) != 0 ||
                              type->since_ir == strtoul(ol_csv_cell(&csv, "since_ir"), NULL, 10),
                          "%s: since_ir", member);
        }
    }
    ck_assert_uint_eq(rows, GATED_ENUM_VALUES);
    ol_csv_fini(&csv);
}
END_TEST

START_TEST(test_enums)
{
    struct ol_csv csv;
    ol_csv_init(&csv, ol_test_shared_path("spec/schema_enums.csv").text, ',');
    unsigned types = 0;
    while (ol_csv_next(&csv)) {
        const char *name = ol_csv_cell(&csv, "enum");
        long long number = strtoll(ol_csv_cell(&csv, "number"), NULL, 10);
        if (strcmp(name, "TensorProto.DataType") == 0) {
            ck_assert_str_eq(ol_data_type_name(number), ol_csv_cell(&csv, "value"));
            types++;
        } else if (strcmp(name, "Version") == 0) {
            ck_assert_int_le(number, OL_IR_VERSION_MAX);
        }
    }
    ck_assert_uint_eq(types, TYPES_IN_SPEC);
    ol_csv_fini(&csv);
}
END_TEST

void ol_meta_add_schema(Suite *suite)
{
    if (!ol_test_is_folder(ol_test_shared_path("spec").text)) {
        (void)puts("meta: ../shared/spec is absent: the schema is not compared with it");
        return;
    }
    TCase *tcase = tcase_create("schema");
    tcase_add_test(tcase, test_fields);
    tcase_add_test(tcase, test_reserved);
    tcase_add_test(tcase, test_element_types);
    tcase_add_test(tcase, test_gates);
    tcase_add_test(tcase, test_gated_data_types);
    tcase_add_test(tcase, test_enums);
    suite_add_tcase(suite, tcase);
}
