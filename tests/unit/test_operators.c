/* SPDX-License-Identifier: Apache-2.0 */
/* Operators: what is found at which version, and what schemas say. */
#include "onnx/attribute_type.h"
#include "onnx/element_type.h"
#include "onnx/operators.h"
#include "unit/suites.h"

static struct ol_slice slice(const char *text)
{
    return ol_slice_from_text(text);
}

static const struct ol_operator *find(const char *op_type, int64_t version)
{
    return ol_operator_find(slice(""), slice(op_type), version, NULL);
}

/* The version of the schema in force; 0 where there is none. */
static unsigned since(const char *op_type, int64_t version)
{
    const struct ol_operator *schema = find(op_type, version);
    return schema != NULL ? schema->since : 0;
}

static enum ol_operator_verdict verdict(const char *domain, const char *op_type, int64_t version)
{
    enum ol_operator_verdict why = OL_OPERATOR_FOUND;
    (void)ol_operator_find(slice(domain), slice(op_type), version, &why);
    return why;
}

/* --- searches ------------------------------------------------------------ */

START_TEST(test_versions)
{
    static const unsigned relu[] = {0, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 6, 13, 14, 14};
    for (size_t version = 1; version < sizeof relu / sizeof *relu; version++) {
        ck_assert_uint_eq(since("Relu", (int64_t)version), relu[version]);
    }
    ck_assert_uint_eq(since("Relu", 28), 14);
    ck_assert_uint_eq(since("Abs", 28), 13); /* the first and the last of a domain */
    ck_assert_uint_eq(since("Xor", 6), 1);
    ck_assert_uint_eq(since("Gelu", 20), 20);
    ck_assert_ptr_eq(find("Conv", 11), ol_operator_find(slice("ai.onnx"), slice("Conv"), 21, NULL));
    const struct ol_operator *momentum =
        ol_operator_find(slice("ai.onnx.preview.training"), slice("Momentum"), 1, NULL);
    ck_assert_str_eq(ol_operator_text(momentum->name), "Momentum");
    ck_assert_str_eq(ol_operator_domain_name(momentum), "ai.onnx.preview.training");
    ck_assert_str_eq(ol_operator_domain_name(find("Conv", 1)), "ai.onnx");
}
END_TEST

START_TEST(test_verdicts)
{
    ck_assert_int_eq(verdict("", "Relu", 1), OL_OPERATOR_FOUND);
    ck_assert_int_eq(verdict("", "Gelu", 19), OL_OPERATOR_LATER);
    /* experimental before, and never published so */
    ck_assert_int_eq(verdict("", "ThresholdedRelu", 9), OL_OPERATOR_LATER);
    ck_assert_int_eq(verdict("", "MeanVarianceNormalization", 8), OL_OPERATOR_LATER);
    ck_assert_int_eq(verdict("", "ConstantFill", 1), OL_OPERATOR_UNKNOWN);
    /* before, an operator of onnxruntime */
    ck_assert_int_eq(verdict("", "LayerNormalization", 16), OL_OPERATOR_LATER);
    ck_assert_int_eq(verdict("", "SimplifiedLayerNormalization", 16), OL_OPERATOR_UNKNOWN);
    ck_assert_int_eq(verdict("", "Foo", 19), OL_OPERATOR_UNKNOWN);
    ck_assert_int_eq(verdict("", "relu", 19), OL_OPERATOR_UNKNOWN);
    ck_assert_int_eq(verdict("", "", 19), OL_OPERATOR_UNKNOWN);
    ck_assert_int_eq(verdict("", "Rel", 19), OL_OPERATOR_UNKNOWN);
    ck_assert_int_eq(verdict("", "Reluu", 19), OL_OPERATOR_UNKNOWN);
    ck_assert_int_eq(verdict("", "Aaa", 19), OL_OPERATOR_UNKNOWN);
    ck_assert_int_eq(verdict("", "Zzz", 19), OL_OPERATOR_UNKNOWN);
    ck_assert_int_eq(verdict("", "ZipMap", 1), OL_OPERATOR_UNKNOWN);
    ck_assert_int_eq(verdict("ai.onnx.ml", "ZipMap", 1), OL_OPERATOR_FOUND);
    ck_assert_int_eq(verdict("ai.onnx.ml", "Relu", 1), OL_OPERATOR_UNKNOWN);
    ck_assert_int_eq(verdict("ai.onnx.training", "Gradient", 1), OL_OPERATOR_UNKNOWN);
    ck_assert_int_eq(verdict("com.example", "Relu", 1), OL_OPERATOR_NO_DOMAIN);
    ck_assert_int_eq(verdict("ai.onnx.contrib", "Relu", 1), OL_OPERATOR_NO_DOMAIN);
    ck_assert_int_eq(verdict("", "Relu", 0), OL_OPERATOR_NO_VERSION);
    ck_assert_int_eq(verdict("", "Relu", -1), OL_OPERATOR_NO_VERSION);
    ck_assert_int_eq(verdict("", "Relu", 29), OL_OPERATOR_NO_VERSION);
    ck_assert_int_eq(verdict("", "Relu", INT64_MAX), OL_OPERATOR_NO_VERSION);
    ck_assert_int_eq(verdict("ai.onnx.ml", "Scaler", 6), OL_OPERATOR_NO_VERSION);
    /* a NUL in a name from a file does not end it */
    ck_assert_ptr_null(
        ol_operator_find(slice(""), (struct ol_slice){(const uint8_t *)"Relu\0x", 6}, 14, NULL));
}
END_TEST

START_TEST(test_deprecated)
{
    ck_assert_int_eq(verdict("", "Upsample", 9), OL_OPERATOR_FOUND);
    ck_assert_int_eq(verdict("", "Upsample", 10), OL_OPERATOR_FOUND_DEPRECATED);
    ck_assert_int_eq(verdict("", "Upsample", 28), OL_OPERATOR_FOUND_DEPRECATED);
    ck_assert_uint_eq(since("Upsample", 28), 10);
    ck_assert_int_eq(verdict("", "Scatter", 10), OL_OPERATOR_FOUND);
    ck_assert_int_eq(verdict("", "Scatter", 11), OL_OPERATOR_FOUND_DEPRECATED);
    ck_assert_int_eq(verdict("ai.onnx.ml", "TreeEnsembleRegressor", 5),
                     OL_OPERATOR_FOUND_DEPRECATED);
    /* deprecated only between two declarations */
    ck_assert_int_eq(verdict("", "GroupNormalization", 20), OL_OPERATOR_FOUND_DEPRECATED);
    ck_assert_int_eq(verdict("", "GroupNormalization", 21), OL_OPERATOR_FOUND);
    ck_assert(find("GroupNormalization", 18)->flags & OL_OPERATOR_IS_FUNCTION);
}
END_TEST

START_TEST(test_history)
{
    static const unsigned cast[] = {1, 6, 9, 13, 19, 21, 23, 24, 25};
    const struct ol_operator *schema = ol_operator_first(slice("ai.onnx"), slice("Cast"));
    for (size_t i = 0; i < sizeof cast / sizeof *cast; i++) {
        ck_assert_ptr_nonnull(schema);
        ck_assert_uint_eq(schema->since, cast[i]);
        schema = ol_operator_next(schema);
    }
    ck_assert_ptr_null(schema);
    ck_assert_ptr_null(ol_operator_next(ol_operator_first(slice("ai.onnx.ml"), slice("ZipMap"))));
    ck_assert_uint_eq(ol_operator_first(slice(""), slice("Gelu"))->since, 20);
    ck_assert_ptr_null(ol_operator_first(slice(""), slice("Foo")));
    ck_assert_ptr_null(ol_operator_first(slice("com.example"), slice("Abs")));
}
END_TEST

START_TEST(test_is_same)
{
    ck_assert(ol_operator_is_same(slice(""), slice("Relu"), 6, 12));
    ck_assert(!ol_operator_is_same(slice("ai.onnx"), slice("Relu"), 13, 14));
    ck_assert(ol_operator_is_same(slice(""), slice("Relu"), 14, 28));
    ck_assert(!ol_operator_is_same(slice(""), slice("Gelu"), 19, 20));
    ck_assert(ol_operator_is_same(slice(""), slice("Foo"), 1, 28));
    ck_assert(ol_operator_is_same(slice("com.example"), slice("Relu"), 1, 14));
    ck_assert(ol_operator_is_same(slice(""), slice("Relu"), 13, 29));
    ck_assert(ol_operator_is_same(slice(""), slice("Relu"), 0, 13));
}
END_TEST

/* --- what schemas say ---------------------------------------------------- */

static bool takes(uint8_t set, enum ol_type_form form, int64_t type)
{
    return ol_type_set_has(ol_operator_type_set(set), form, type);
}

START_TEST(test_counts)
{
    const struct ol_operator *batch = find("BatchNormalization", 9);
    ck_assert_uint_eq(batch->output_min, 1);
    ck_assert_uint_eq(batch->output_max, 5);
    ck_assert_uint_eq(batch->output_counts, 1U << 1 | 1U << 5);
    ck_assert_uint_eq(find("BatchNormalization", 15)->output_counts, 1U << 1 | 1U << 3);
    ck_assert_uint_eq(find("Add", 14)->output_counts, 0);
    const struct ol_operator *clip = find("Clip", 13);
    ck_assert_uint_eq(clip->input_min, 1);
    ck_assert_uint_eq(clip->input_max, 3);
    const struct ol_operator *constant = find("Constant", 13);
    ck_assert_uint_eq(constant->input_count, 0);
    ck_assert_uint_eq(constant->input_max, 0);
    ck_assert_ptr_null(ol_operator_input(constant, 0));
    /* Loop: one loop-carried value was wanted until version 11 */
    ck_assert_uint_eq(find("Loop", 10)->input_min, 3);
    ck_assert_uint_eq(find("Loop", 11)->input_min, 2);
    ck_assert_uint_eq(find("Loop", 11)->input_max, OL_OPERATOR_ANY);
    ck_assert_uint_eq(find("SequenceMap", 17)->input_min, 1);
}
END_TEST

START_TEST(test_parameters)
{
    const struct ol_operator *loop = find("Loop", 13);
    const struct ol_operator_parameter *input = ol_operator_input(loop, 0);
    ck_assert_str_eq(ol_operator_text(input->name), "M");
    ck_assert_uint_eq(input->option, OL_OPERATOR_OPTIONAL);
    ck_assert_uint_eq(input->least, 0);
    input = ol_operator_input(loop, UINT64_MAX);
    ck_assert_ptr_eq(input, ol_operator_input(loop, 2));
    ck_assert_uint_eq(input->option, OL_OPERATOR_MIXED);
    ck_assert_uint_eq(input->least, 0);
    ck_assert_uint_eq(ol_operator_output(loop, 7)->least, 1);
    const struct ol_operator *concat = find("Concat", 13);
    ck_assert_uint_eq(ol_operator_input(concat, 9)->option, OL_OPERATOR_REPEATED);
    ck_assert_ptr_null(ol_operator_output(concat, 1));
    ck_assert_ptr_eq(ol_operator_find_input(concat, slice("inputs")), ol_operator_input(concat, 0));
    ck_assert_ptr_null(ol_operator_find_output(concat, slice("inputs")));
    ck_assert_ptr_nonnull(ol_operator_find_output(concat, slice("concat_result")));
    ck_assert_ptr_null(ol_operator_find_input(concat, slice("axis")));
    ck_assert_ptr_null(ol_operator_find_input(concat, slice("")));
    /* an input and an attribute of one name, an input and an output of one name */
    ck_assert_ptr_nonnull(ol_operator_find_input(find("BatchNormalization", 9), slice("mean")));
    ck_assert_ptr_nonnull(ol_operator_find_output(find("BatchNormalization", 9), slice("mean")));
    ck_assert_ptr_nonnull(ol_operator_find_input(find("Split", 1), slice("split")));
    ck_assert_ptr_nonnull(ol_operator_find_attribute(find("Split", 1), slice("split")));
    ck_assert_ptr_null(ol_operator_find_attribute(find("Split", 13), slice("split")));
}
END_TEST

START_TEST(test_attributes)
{
    const struct ol_operator_attribute *to =
        ol_operator_find_attribute(find("Cast", 1), slice("to"));
    ck_assert(to->is_required);
    ck_assert_uint_eq(to->type, OL_ATTRIBUTE_STRING);
    ck_assert_uint_eq(ol_operator_find_attribute(find("Cast", 6), slice("to"))->type,
                      OL_ATTRIBUTE_INT);
    const struct ol_operator *constant = find("Constant", 12);
    ck_assert_uint_eq(constant->attribute_count, 8);
    ck_assert_uint_eq(ol_operator_find_attribute(constant, slice("value"))->type,
                      OL_ATTRIBUTE_TENSOR);
    ck_assert_uint_eq(ol_operator_find_attribute(constant, slice("sparse_value"))->type,
                      OL_ATTRIBUTE_SPARSE_TENSOR);
    ck_assert(!ol_operator_find_attribute(constant, slice("value"))->is_required);
    ck_assert_ptr_null(ol_operator_find_attribute(constant, slice("valu")));
    ck_assert_ptr_null(ol_operator_find_attribute(find("Relu", 14), slice("axis")));
    ck_assert_uint_eq(ol_operator_find_attribute(find("Optional", 15), slice("type"))->type,
                      OL_ATTRIBUTE_TYPE_PROTO);
    ck_assert(find("LayerNormalization", 17)->flags & OL_OPERATOR_IS_UNCHECKED);
    ck_assert(find("Upsample", 1)->flags & OL_OPERATOR_IS_EXPERIMENTAL);
    ck_assert_uint_eq(find("Gelu", 20)->flags, OL_OPERATOR_IS_FUNCTION);
}
END_TEST

START_TEST(test_types)
{
    const struct ol_operator *add = find("Add", 13);
    const struct ol_operator_parameter *a = ol_operator_input(add, 0);
    ck_assert_uint_eq(a->variable, 0);
    ck_assert_uint_eq(ol_operator_input(add, 1)->variable, 0);
    ck_assert_str_eq(ol_operator_text(ol_operator_variables(add)[0].name), "T");
    ck_assert_uint_eq(ol_operator_variables(add)[0].set, a->set);
    ck_assert(takes(a->set, OL_TYPE_FORM_TENSOR, OL_DATA_TYPE_BFLOAT16));
    ck_assert(!takes(a->set, OL_TYPE_FORM_TENSOR, OL_DATA_TYPE_INT8));
    ck_assert(!takes(a->set, OL_TYPE_FORM_SEQ, OL_DATA_TYPE_FLOAT));
    ck_assert(!takes(a->set, OL_TYPE_FORM_TENSOR, 0));
    ck_assert(!takes(a->set, OL_TYPE_FORM_TENSOR, -1));
    ck_assert(!takes(a->set, OL_TYPE_FORM_TENSOR, 33));
    const struct ol_operator_parameter *k = ol_operator_input(find("TopK", 11), 1);
    ck_assert_uint_eq(k->variable, OL_OPERATOR_NO_VARIABLE);
    ck_assert(takes(k->set, OL_TYPE_FORM_TENSOR, OL_DATA_TYPE_INT64));
    const struct ol_operator_parameter *v = ol_operator_input(find("Loop", 25), 2);
    ck_assert(takes(v->set, OL_TYPE_FORM_OPTIONAL, OL_DATA_TYPE_INT2));
    ck_assert(!takes(v->set, OL_TYPE_FORM_OPTIONAL_SEQ, OL_DATA_TYPE_INT2));
    ck_assert(takes(v->set, OL_TYPE_FORM_OPTIONAL_SEQ, OL_DATA_TYPE_BFLOAT16));
    const struct ol_operator *maps =
        ol_operator_find(slice("ai.onnx.ml"), slice("DictVectorizer"), 1, NULL);
    uint8_t map = ol_operator_input(maps, 0)->set;
    ck_assert(takes(map, OL_TYPE_FORM_MAP_STRING, OL_DATA_TYPE_INT64));
    ck_assert(!takes(map, OL_TYPE_FORM_MAP_INT64, OL_DATA_TYPE_INT64));
    /* what real models break, so that rules soften it */
    uint8_t constant = ol_operator_output(find("Constant", 8), 0)->set;
    ck_assert(!takes(constant, OL_TYPE_FORM_TENSOR, OL_DATA_TYPE_INT64));
    constant = ol_operator_output(find("Constant", 9), 0)->set;
    ck_assert(takes(constant, OL_TYPE_FORM_TENSOR, OL_DATA_TYPE_INT64));
    /* a variable that nothing bears */
    ck_assert_uint_eq(find("Tile", 1)->variable_count, 2);
}
END_TEST

Suite *suite_operators(void)
{
    const TTest *const tests[] = {test_versions,   test_verdicts,   test_deprecated,
                                  test_history,    test_is_same,    test_counts,
                                  test_parameters, test_attributes, test_types};
    return OL_SUITE_OF("operators", tests);
}
