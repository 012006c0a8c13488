/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that a sparse initializer is what the graph input of its name says. */
#include "checks/unique.h"
#include "onnx/element_type.h"
#include "onnx/reader.h"

static const char *const args_declared[] = {"name", "index", "actual", "declared", NULL};
static const char *const variants_declared[] = {"kind", "type", "rank", "dim", NULL};
static const char *const notes_declared[] = {"input", NULL};

/* A sparse initializer and its input, both open, all levels read. */
struct pair {
    struct ol_run *run;
    const struct ol_rule *rule;
    struct ol_level sparse;
    struct ol_level values;
    struct ol_level input;
    struct ol_level type;   /* TypeProto */
    struct ol_level tensor; /* TypeProto.SparseTensor */
    struct ol_level shape;
};

static bool read_child(struct ol_run *run, const struct ol_level *level, unsigned field,
                       struct ol_level *child)
{
    enum ol_status status;
    bool is_read = ol_reader_read_child(ol_run_reader(run), level, field, child, &status);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    }
    return is_read;
}

/* What differs: the place in the initializer, and in the declaration. */
struct difference {
    struct ol_finding place;
    struct ol_span declared_span;
    const struct ol_level *declared_level;
    const struct ol_field *declared_field;
    struct ol_arg actual;
    struct ol_arg declared;
};

static void emit(const struct pair *pair, const struct difference *difference)
{
    struct ol_note note = {
        .note = notes_declared[0],
        .span = difference->declared_span,
        .level = difference->declared_level,
        .field = difference->declared_field,
    };
    const struct ol_finding *place = &difference->place;
    OL_EMIT(pair->run, pair->rule,
            (.span = place->span, .level = place->level, .field = place->field,
             .index = place->index, .variant = place->variant, .notes = &note, .note_count = 1),
            OL_ARG_TEXT("name", ol_level_text(&pair->values, OL_TensorProto_name)),
            OL_ARG_U64("index", place->index), difference->actual, difference->declared);
}

/* The kind of the input's type: to be sparse_tensor_type. */
static bool is_kind_equal(const struct pair *pair)
{
    uint8_t kind = pair->type.oneof_index[1];
    if (kind == OL_TypeProto_sparse_tensor_type || kind == OL_FIELD_UNKNOWN) {
        return true;
    }
    const struct ol_field *fields = ol_messages[OL_MESSAGE_TypeProto].fields;
    emit(pair, &(struct difference){
                   .place = {.span = ol_level_header(&pair->sparse),
                             .level = &pair->sparse,
                             .variant = variants_declared[0]},
                   .declared_span = ol_level_span(&pair->type, kind),
                   .declared_level = &pair->type,
                   .declared_field = &fields[kind],
                   .actual = OL_ARG_WORD("actual", fields[OL_TypeProto_sparse_tensor_type].name),
                   .declared = OL_ARG_WORD("declared", fields[kind].name),
               });
    return false;
}

static void compare_types(const struct pair *pair)
{
    int64_t actual =
        ol_level_integer(&pair->values, OL_TensorProto_data_type, OL_DATA_TYPE_UNDEFINED);
    int64_t declared = ol_level_integer(&pair->tensor, OL_TypeProto_SparseTensor_elem_type,
                                        OL_DATA_TYPE_UNDEFINED);
    const struct ol_element_type *actual_type = ol_element_type_from_number(actual);
    const struct ol_element_type *declared_type = ol_element_type_from_number(declared);
    if (actual_type == NULL || declared_type == NULL || actual == declared) {
        return; /* an unknown type is said by rules of its own */
    }
    emit(pair,
         &(struct difference){
             .place = {.span = ol_level_span(&pair->values, OL_TensorProto_data_type),
                       .level = &pair->values,
                       .field = &pair->values.message->fields[OL_TensorProto_data_type],
                       .variant = variants_declared[1]},
             .declared_span = ol_level_span(&pair->tensor, OL_TypeProto_SparseTensor_elem_type),
             .declared_level = &pair->tensor,
             .declared_field = &pair->tensor.message->fields[OL_TypeProto_SparseTensor_elem_type],
             .actual = OL_ARG_WORD("actual", actual_type->name),
             .declared = OL_ARG_WORD("declared", declared_type->name),
         });
}

static bool is_rank_equal(const struct pair *pair)
{
    uint64_t actual = ol_level_elements(&pair->sparse, OL_SparseTensorProto_dims);
    uint64_t declared = ol_level_elements(&pair->shape, OL_TensorShapeProto_dim);
    bool has_dims = actual > 0;
    if (actual == declared || !has_dims || !pair->sparse.is_complete || !pair->shape.is_complete) {
        return actual == declared;
    }
    emit(pair, &(struct difference){
                   .place = {.span = ol_level_first_span(&pair->sparse, OL_SparseTensorProto_dims),
                             .level = &pair->sparse,
                             .field = &pair->sparse.message->fields[OL_SparseTensorProto_dims],
                             .variant = variants_declared[2]},
                   .declared_span = ol_level_header(&pair->shape),
                   .declared_level = &pair->tensor,
                   .declared_field = &pair->tensor.message->fields[OL_TypeProto_SparseTensor_shape],
                   .actual = OL_ARG_U64("actual", actual),
                   .declared = OL_ARG_U64("declared", declared),
               });
    return false;
}

/* A declared size that is known, and another one here. */
static void compare_dim(const struct pair *pair, const struct ol_element *actual,
                        struct ol_level *dim)
{
    enum ol_status status = ol_reader_read(ol_run_reader(pair->run), dim, NULL, NULL);
    if (status != OL_OK) {
        ol_run_fail(pair->run, status);
        return;
    }
    unsigned field = OL_TensorShapeProto_Dimension_dim_value;
    int64_t declared = ol_level_integer(dim, field, 0);
    if (dim->oneof_index[1] != field || declared < 0 || declared == (int64_t)actual->bits) {
        return;
    }
    emit(pair, &(struct difference){
                   .place = {.span = actual->span,
                             .level = &pair->sparse,
                             .field = &pair->sparse.message->fields[OL_SparseTensorProto_dims],
                             .index = actual->index,
                             .variant = variants_declared[3]},
                   .declared_span = ol_level_span(dim, field),
                   .declared_level = dim,
                   .declared_field = &dim->message->fields[field],
                   .actual = OL_ARG_I64("actual", (int64_t)actual->bits),
                   .declared = OL_ARG_I64("declared", declared),
               });
}

static void compare_shapes(struct pair *pair)
{
    if (!read_child(pair->run, &pair->tensor, OL_TypeProto_SparseTensor_shape, &pair->shape) ||
        !is_rank_equal(pair)) {
        return;
    }
    struct ol_cursor dims;
    struct ol_element element;
    struct ol_children declared;
    struct ol_level dim;
    ol_cursor_init(&dims, &pair->sparse, OL_SparseTensorProto_dims);
    ol_children_init(&declared, &pair->shape);
    while (ol_cursor_next(&dims, &element) && ol_children_next(&declared, &dim)) {
        compare_dim(pair, &element, &dim);
    }
}

/* The first input of that name, whose place in the list is *at; NULL where there is none. */
static struct ol_named *find_input(struct ol_named *inputs, size_t count, struct ol_slice name)
{
    size_t begin = 0;
    size_t end = count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (ol_name_compare(inputs[middle].name, name) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin < count && ol_name_compare(inputs[begin].name, name) == 0 ? &inputs[begin] : NULL;
}

/* Compares the sparse initializer in pair->sparse with its input. Only the first one of a name is
 * compared: further ones are duplicates, and reading one long declaration for each of them would
 * not be linear. */
static void compare(struct pair *pair, const struct ol_level *graph, struct ol_named *inputs,
                    size_t count)
{
    if (!read_child(pair->run, &pair->sparse, OL_SparseTensorProto_values, &pair->values)) {
        return;
    }
    struct ol_named *input =
        find_input(inputs, count, ol_level_text(&pair->values, OL_TensorProto_name));
    if (input == NULL || input->tag == UINT64_MAX) {
        return;
    }
    ol_named_open(graph, input, &pair->input);
    input->tag = UINT64_MAX;
    enum ol_status status = ol_reader_read(ol_run_reader(pair->run), &pair->input, NULL, NULL);
    if (status != OL_OK) {
        ol_run_fail(pair->run, status);
    } else if (read_child(pair->run, &pair->input, OL_ValueInfoProto_type, &pair->type) &&
               is_kind_equal(pair) &&
               read_child(pair->run, &pair->type, OL_TypeProto_sparse_tensor_type, &pair->tensor)) {
        compare_types(pair);
        compare_shapes(pair);
    }
}

static void run_declared(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    if (!ol_level_has(level, OL_GraphProto_sparse_initializer) ||
        !ol_level_has(level, OL_GraphProto_input)) {
        return;
    }
    struct pair pair = {.run = run, .rule = rule};
    struct ol_buf buf;
    size_t count;
    ol_buf_init(&buf);
    struct ol_named *inputs = ol_named_gather(
        level, &level->message->fields[OL_GraphProto_input],
        &ol_messages[OL_MESSAGE_ValueInfoProto].fields[OL_ValueInfoProto_name], &buf, &count);
    if (!ol_buf_is_ok(&buf)) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, OL_GraphProto_sparse_initializer);
    while (count > 0 && ol_cursor_next(&cursor, &element)) {
        ol_level_init_child(&pair.sparse, level, &element.occurrence, element.index);
        enum ol_status status = ol_reader_read(ol_run_reader(run), &pair.sparse, NULL, NULL);
        if (status != OL_OK) {
            ol_run_fail(run, status);
            break;
        }
        compare(&pair, level, inputs, count);
    }
    ol_buf_fini(&buf);
}

const struct ol_check ol_check_sparse_declared = {
    .name = "sparse_declared",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_GraphProto),
    .args = args_declared,
    .variants = variants_declared,
    .notes = notes_declared,
    .run = run_declared,
};
