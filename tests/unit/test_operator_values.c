/* SPDX-License-Identifier: Apache-2.0 */
/* The table of what operators say of their attributes' values: in order, and about attributes that
 * there are, of a type that the row can be about. */
#include <string.h>

#include "onnx/attribute_type.h"
#include "onnx/operators.h"
#include "unit/suites.h"

enum kind {
    KIND_NUMBERS,
    KIND_WORDS,
    KIND_UNIQUE,
    KIND_PERMUTATION,
    KIND_EVEN,
    KIND_ELEMENT_TYPE
};

struct row {
    const char *attribute;
    const char *operators;
    unsigned first;
    unsigned last;
    enum kind kind;
};

#define OL_LATEST                                 UINT16_MAX
#define OL_NUMBERS(name, names, from, until, ...) {name, names, from, until, KIND_NUMBERS},
#define OL_WORDS(name, names, from, until, ...)   {name, names, from, until, KIND_WORDS},
#define OL_FORM(name, names, from, until, what)   {name, names, from, until, KIND_##what},

static const struct row rows[] = {
#include "checks/operator_values.def"
};

START_TEST(test_order)
{
    for (size_t i = 1; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_msg(strcmp(rows[i - 1].attribute, rows[i].attribute) <= 0, "%s before %s",
                      rows[i - 1].attribute, rows[i].attribute);
        ck_assert_uint_le(rows[i].first, rows[i].last);
    }
}
END_TEST

static bool is_fit(const struct row *row, uint8_t type)
{
    bool is_list = type == OL_ATTRIBUTE_INTS;
    switch (row->kind) {
    case KIND_NUMBERS:
        return is_list || type == OL_ATTRIBUTE_INT;
    case KIND_WORDS:
        return type == OL_ATTRIBUTE_STRING || type == OL_ATTRIBUTE_STRINGS;
    case KIND_ELEMENT_TYPE:
        return type == OL_ATTRIBUTE_INT;
    case KIND_UNIQUE:
    case KIND_PERMUTATION:
    case KIND_EVEN:
        return is_list;
    }
    return false;
}

/* How many schemas within the row's versions declare the attribute of that operator. */
static unsigned count_declared(const struct row *row, struct ol_slice name)
{
    unsigned count = 0;
    const struct ol_operator *schema = ol_operator_at(0);
    for (size_t i = 0; schema != NULL; schema = ol_operator_at(++i)) {
        const struct ol_operator *next = ol_operator_next(schema);
        bool is_within = schema->since <= row->last && (next == NULL || next->since > row->first);
        const struct ol_operator_attribute *attribute =
            ol_operator_find_attribute(schema, ol_slice_from_text(row->attribute));
        if (is_within && attribute != NULL &&
            ol_slice_is_text(name, ol_operator_text(schema->name))) {
            ck_assert_msg(is_fit(row, attribute->type), "%s of %s %u", row->attribute,
                          ol_operator_text(schema->name), (unsigned)schema->since);
            count++;
        }
    }
    return count;
}

START_TEST(test_attributes)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *at = rows[i].operators;
        while (*at != '\0') {
            size_t size = strcspn(at, ",");
            struct ol_slice name = {(const uint8_t *)at, size};
            ck_assert_msg(count_declared(&rows[i], name) > 0, "%s of %.*s", rows[i].attribute,
                          (int)size, at);
            at += size + (at[size] == ',' ? 1 : 0);
        }
    }
}
END_TEST

Suite *suite_operator_values(void)
{
    Suite *suite = suite_create("operator_values");
    TCase *table = tcase_create("table");
    tcase_add_test(table, test_order);
    tcase_add_test(table, test_attributes);
    suite_add_tcase(suite, table);
    return suite;
}
