/* SPDX-License-Identifier: Apache-2.0 */
/* The table of operators as a whole: that it is of one piece, and that it holds what the tables of
 * the specification hold (../shared/spec), where those are present. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "onnx/domain.h"
#include "onnx/element_type.h"
#include "onnx/operators.h"
#include "tools/csv.h"
#include "tools/files.h"
#include "unit/suites.h"

/* The rows of the tables count, so that a table cut short is no pass. */
#define SCHEMAS_IN_SPEC   642
#define TYPE_SETS_IN_SPEC 97

static struct ol_slice slice(const char *text)
{
    return ol_slice_from_text(text);
}

/* --- of one piece -------------------------------------------------------- */

static void check_parameters(const struct ol_operator *schema,
                             const struct ol_operator_parameter *list, size_t count)
{
    const char *name = ol_operator_text(schema->name);
    for (size_t i = 0; i < count; i++) {
        const char *text = ol_operator_text(list[i].name);
        for (size_t j = 0; j < i; j++) {
            ck_assert_msg(strcmp(text, ol_operator_text(list[j].name)) != 0, "%s: two %s", name,
                          text);
        }
        ck_assert_msg(i + 1 == count || list[i].option < OL_OPERATOR_REPEATED, "%s: %s", name,
                      text);
        if (list[i].variable != OL_OPERATOR_NO_VARIABLE) {
            ck_assert_uint_lt(list[i].variable, schema->variable_count);
            ck_assert_uint_eq(list[i].set, ol_operator_variables(schema)[list[i].variable].set);
        }
    }
}

START_TEST(test_each)
{
    static const struct ol_type_set empty = {{0}};
    size_t count = 0;
    for (const struct ol_operator *schema; (schema = ol_operator_at(count)) != NULL; count++) {
        const char *name = ol_operator_text(schema->name);
        const struct ol_domain *domain =
            ol_domain_from_name(slice(ol_operator_domain_name(schema)));
        ck_assert_ptr_nonnull(domain);
        ck_assert_int_ge(schema->since, domain->first);
        ck_assert_int_le(schema->since, domain->last);
        ck_assert_ptr_eq(ol_operator_find(slice(domain->name), slice(name), schema->since, NULL),
                         schema);
        const struct ol_operator *next = ol_operator_next(schema);
        ck_assert(next == NULL || (next->since > schema->since && next->name == schema->name));
        ck_assert_uint_le(schema->input_min, schema->input_max);
        ck_assert_uint_le(schema->output_min, schema->output_max);
        ck_assert(schema->output_counts >> schema->output_min & 1 || schema->output_counts == 0);
        check_parameters(schema, ol_operator_inputs(schema), schema->input_count);
        check_parameters(schema, ol_operator_outputs(schema), schema->output_count);
        for (size_t i = 0; i < schema->variable_count; i++) {
            const struct ol_type_set *set =
                ol_operator_type_set(ol_operator_variables(schema)[i].set);
            ck_assert_msg(memcmp(set, &empty, sizeof empty) != 0, "%s: an empty set", name);
        }
        for (size_t i = 1; i < schema->attribute_count; i++) {
            const struct ol_operator_attribute *list = ol_operator_attributes(schema);
            ck_assert_str_lt(ol_operator_text(list[i - 1].name), ol_operator_text(list[i].name));
        }
    }
    ck_assert_uint_eq(count, SCHEMAS_IN_SPEC);
    ck_assert_ptr_null(ol_operator_at(SIZE_MAX));
}
END_TEST

/* --- against the specification's tables ---------------------------------- */

struct named_set {
    char name[8];
    struct ol_type_set set;
};

static struct named_set sets[TYPE_SETS_IN_SPEC];

/* The next of the words with single blanks between them; false after the last and for "-". */
static bool next_word(const char **at, char *word, size_t size)
{
    size_t length = strcspn(*at, " ");
    if (length == 0 || strcmp(*at, "-") == 0) {
        return false;
    }
    ck_assert_uint_lt(length, size);
    memcpy(word, *at, length);
    word[length] = '\0';
    *at += length + ((*at)[length] == ' ');
    return true;
}

/* Adds a type as ONNX spells it, "seq(tensor(float))", to a set. */
static void add_type(struct ol_type_set *set, const char *type)
{
    static const char *const opens[OL_TYPE_FORM_COUNT] = {
        [OL_TYPE_FORM_TENSOR] = "tensor(",
        [OL_TYPE_FORM_SEQ] = "seq(tensor(",
        [OL_TYPE_FORM_OPTIONAL] = "optional(tensor(",
        [OL_TYPE_FORM_OPTIONAL_SEQ] = "optional(seq(tensor(",
        [OL_TYPE_FORM_MAP_INT64] = "map(int64,",
        [OL_TYPE_FORM_MAP_STRING] = "map(string,",
        [OL_TYPE_FORM_SEQ_MAP_INT64] = "seq(map(int64,",
        [OL_TYPE_FORM_SEQ_MAP_STRING] = "seq(map(string,",
    };
    for (size_t form = 0; form < OL_TYPE_FORM_COUNT; form++) {
        const char *element = type + strlen(opens[form]);
        if (strncmp(type, opens[form], strlen(opens[form])) != 0) {
            continue;
        }
        size_t length = strcspn(element, ")");
        for (int64_t number = 1; number < OL_DATA_TYPE_COUNT; number++) {
            const char *name = ol_data_type_name(number);
            if (strlen(name) == length && strncasecmp(element, name, length) == 0) {
                set->elements[form] |= UINT32_C(1) << number;
                return;
            }
        }
    }
    ck_abort_msg("a type that is not known: %s", type);
}

static void read_sets(void)
{
    struct ol_csv csv;
    ol_csv_init(&csv, ol_test_shared_path("spec/operator_type_sets.tsv").text, '\t');
    size_t count = 0;
    for (; ol_csv_next(&csv); count++) {
        ck_assert_uint_lt(count, TYPE_SETS_IN_SPEC);
        sets[count] = (struct named_set){{0}, {{0}}};
        (void)snprintf(sets[count].name, sizeof sets->name, "%s", ol_csv_cell(&csv, "set"));
        const char *at = ol_csv_cell(&csv, "types");
        for (char type[64]; next_word(&at, type, sizeof type);) {
            add_type(&sets[count].set, type);
        }
    }
    ck_assert_uint_eq(count, TYPE_SETS_IN_SPEC);
    ol_csv_fini(&csv);
}

static bool is_set(uint8_t place, const struct ol_type_set *wanted)
{
    return memcmp(ol_operator_type_set(place), wanted, sizeof *wanted) == 0;
}

static void check_variables(const struct ol_operator *schema, const char *cell, unsigned line)
{
    size_t count = 0;
    for (char word[64]; next_word(&cell, word, sizeof word); count++) {
        ck_assert_uint_lt(count, schema->variable_count);
        const struct ol_operator_variable *variable = &ol_operator_variables(schema)[count];
        char *sign = strchr(word, '=');
        *sign = '\0';
        ck_assert_str_eq(ol_operator_text(variable->name), word);
        size_t i = 0;
        while (i < TYPE_SETS_IN_SPEC && strcmp(sets[i].name, sign + 1) != 0) {
            i++;
        }
        ck_assert_uint_lt(i, TYPE_SETS_IN_SPEC);
        ck_assert_msg(is_set(variable->set, &sets[i].set), "line %u: types of %s", line, word);
    }
    ck_assert_uint_eq(count, schema->variable_count);
}

/* The name with its mark, as the table writes it. */
static void write_parameter(const struct ol_operator_parameter *parameter, char *text, size_t size)
{
    static const char *const marks[] = {"", "?", "*", "*!"};
    char least[8] = "";
    if (parameter->option >= OL_OPERATOR_REPEATED && parameter->least != 1) {
        (void)snprintf(least, sizeof least, "%u", parameter->least);
    }
    (void)snprintf(text, size, "%s%s%s", ol_operator_text(parameter->name),
                   marks[parameter->option], least);
}

/* type: one that ONNX spells out, or the name of a type variable. */
static void check_type(const struct ol_operator *schema,
                       const struct ol_operator_parameter *parameter, const char *type)
{
    if (strchr(type, '(') == NULL) {
        ck_assert_uint_lt(parameter->variable, schema->variable_count);
        ck_assert_str_eq(ol_operator_text(ol_operator_variables(schema)[parameter->variable].name),
                         type);
        return;
    }
    struct ol_type_set set = {{0}};
    add_type(&set, type);
    ck_assert_uint_eq(parameter->variable, OL_OPERATOR_NO_VARIABLE);
    ck_assert(is_set(parameter->set, &set));
}

static void check_list(const struct ol_operator *schema, const struct ol_operator_parameter *list,
                       size_t list_count, const char *cell)
{
    size_t count = 0;
    for (char word[128]; next_word(&cell, word, sizeof word); count++) {
        ck_assert_uint_lt(count, list_count);
        char *type = strchr(word, ':');
        *type++ = '\0';
        char text[128];
        write_parameter(&list[count], text, sizeof text);
        ck_assert_str_eq(text, word);
        check_type(schema, &list[count], type);
    }
    ck_assert_uint_eq(count, list_count);
}

static void check_bounds(const char *cell, unsigned min, unsigned max, uint32_t counts)
{
    char text[32];
    if (counts != 0) {
        (void)snprintf(text, sizeof text, "%u,%u", min, max);
        ck_assert_uint_eq(counts, 1U << min | 1U << max);
    } else if (max == OL_OPERATOR_ANY) {
        (void)snprintf(text, sizeof text, "%u-inf", min);
    } else {
        (void)snprintf(text, sizeof text, "%u-%u", min, max);
    }
    ck_assert_str_eq(cell, text);
}

static void check_attributes(const struct ol_operator *schema, const char *cell)
{
    static const char *const types[] = {
        "",     "float",   "int",     "string", "tensor",        "graph",          "floats",
        "ints", "strings", "tensors", "graphs", "sparse_tensor", "sparse_tensors", "type_proto",
    };
    size_t count = 0;
    bool has_required = false;
    for (char word[128]; next_word(&cell, word, sizeof word); count++) {
        ck_assert_uint_lt(count, schema->attribute_count);
        const struct ol_operator_attribute *attribute = &ol_operator_attributes(schema)[count];
        char text[128];
        (void)snprintf(text, sizeof text, "%s%s:%s", ol_operator_text(attribute->name),
                       attribute->is_required ? "!" : "", types[attribute->type]);
        ck_assert_str_eq(text, word);
        has_required = has_required || attribute->is_required;
    }
    ck_assert_uint_eq(count, schema->attribute_count);
    ck_assert_int_eq((schema->flags & OL_OPERATOR_HAS_REQUIRED) != 0, has_required);
}

static void check_flags(const struct ol_operator *schema, const char *cell)
{
    static const char *const names[] = {"deprecated", "experimental", "function", "unchecked"};
    char text[64] = "";
    size_t size = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (schema->flags >> i & 1) {
            size += (size_t)snprintf(&text[size], sizeof text - size, "%s%s", size > 0 ? "," : "",
                                     names[i]);
        }
    }
    ck_assert_str_eq(size > 0 ? text : "-", cell);
}

START_TEST(test_specification)
{
    read_sets();
    struct ol_csv csv;
    ol_csv_init(&csv, ol_test_shared_path("spec/operators.tsv").text, '\t');
    size_t rows = 0;
    for (; ol_csv_next(&csv); rows++) {
        long version = strtol(ol_csv_cell(&csv, "since"), NULL, 10);
        const struct ol_operator *schema =
            ol_operator_find(slice(ol_csv_cell(&csv, "domain")),
                             slice(ol_csv_cell(&csv, "operator")), version, NULL);
        ck_assert_msg(schema != NULL && schema->since == version, "line %u: no such schema",
                      csv.line);
        check_flags(schema, ol_csv_cell(&csv, "flags"));
        check_bounds(ol_csv_cell(&csv, "inputs_min-max"), schema->input_min, schema->input_max, 0);
        check_bounds(ol_csv_cell(&csv, "outputs_min-max"), schema->output_min, schema->output_max,
                     schema->output_counts);
        check_variables(schema, ol_csv_cell(&csv, "type_variables"), csv.line);
        check_list(schema, ol_operator_inputs(schema), schema->input_count,
                   ol_csv_cell(&csv, "inputs"));
        check_list(schema, ol_operator_outputs(schema), schema->output_count,
                   ol_csv_cell(&csv, "outputs"));
        check_attributes(schema, ol_csv_cell(&csv, "attributes"));
    }
    ck_assert_uint_eq(rows, SCHEMAS_IN_SPEC);
    ol_csv_fini(&csv);
}
END_TEST

Suite *suite_operator_tables(void)
{
    const TTest *const tests[] = {test_each};
    Suite *suite = OL_SUITE_OF("operator_tables", tests);
    if (!ol_test_is_folder(ol_test_shared_path("spec").text)) {
        (void)puts("operators: ../shared/spec is absent: the table is not compared with it");
        return suite;
    }
    TCase *tcase = tcase_create("specification");
    tcase_add_test(tcase, test_specification);
    suite_add_tcase(suite, tcase);
    return suite;
}
