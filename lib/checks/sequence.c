/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of sequences: that a type is stated, and that all values are of one (onnx-data.proto,
 * SequenceProto). */
#include "checks/container.h"
#include "checks/general_within.h"
#include "checks/sequence_type.h"
#include "checks/tensor_emit.h"
#include "onnx/reader.h"

#define TARGET OL_MESSAGE_BIT(OL_MESSAGE_SequenceProto)

static const char *const notes_first[] = {"first", NULL};

/* --- sequence_undefined -------------------------------------------------- */

static const char *const args_undefined[] = {"field", "type", NULL};
static const char *const variants_undefined[] = {"empty", NULL};

/* elem_type is 0: what values there are have no type; where there are none, it is only odd. */
static void run_undefined(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    struct ol_container container;
    ol_container_read(&container, level);
    if (!container.has_type || container.type != OL_ELEMENT_UNDEFINED || level->is_fragment ||
        (container.first == NULL && !container.is_empty)) {
        return;
    }
    const struct ol_field *field = container.first;
    int64_t kind = field == NULL ? OL_ELEMENT_UNDEFINED : ol_element_kind_from_field(field);
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_SequenceProto_elem_type), .level = level,
             .field = &level->message->fields[OL_SequenceProto_elem_type],
             .variant = field == NULL ? variants_undefined[0] : NULL),
            OL_ARG_WORD("field", field == NULL ? "" : field->name),
            OL_ARG_WORD("type", ol_element_kind_name(kind)));
}

const struct ol_check ol_check_sequence_undefined = {
    .name = "sequence_undefined",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_undefined,
    .variants = variants_undefined,
    .run = run_undefined,
};

/* --- sequence_types ------------------------------------------------------ */

enum {
    TYPES_FIELDS,
    TYPES_WITHIN,
    TYPES_NOT_WITHIN
};

static const struct ol_param params_types[] = {
    [TYPES_FIELDS] = {.name = "fields",
                      .type = OL_PARAM_FIELD,
                      .is_required = true,
                      .is_list = true},
    [TYPES_WITHIN] = OL_PARAM_WITHIN,
    [TYPES_NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
};

static const char *const args_types[] = {"field", "type", "at", "first", "index", NULL};

/* The values of one field, held against the one that shows most of its type, of several the
 * first. */
struct comparison {
    struct ol_run *run;
    const struct ol_rule *rule;
    const struct ol_level *level;
    const struct ol_message *message; /* of the values */
    struct ol_value_type model;
    const char *paths[OL_VALUE_TYPE_MAX]; /* of what the model's parts state, where it was needed */
};

/* Sets up the levels of a type's parts down to the last one wanted. */
static void open_parts(const struct ol_level *level, const struct ol_value_type *type, size_t last,
                       struct ol_level levels[OL_VALUE_TYPE_MAX])
{
    for (size_t i = 0; i <= last; i++) {
        ol_level_init_child(&levels[i], i == 0 ? level : &levels[i - 1], &type->parts[i].occurrence,
                            i == 0 ? type->index : 0);
    }
}

/* As open_parts, and reads them, so that what is in them can be named. */
static void read_parts(struct ol_run *run, const struct ol_level *level,
                       const struct ol_value_type *type, size_t last,
                       struct ol_level levels[OL_VALUE_TYPE_MAX])
{
    open_parts(level, type, last, levels);
    for (size_t i = 0; i <= last; i++) {
        ol_run_read(run, &levels[i]);
    }
}

static void emit_difference(struct comparison *comparison, const struct ol_value_type *type,
                            size_t at)
{
    const struct ol_type_part *part = &type->parts[at];
    const struct ol_type_part *model = &comparison->model.parts[at];
    struct ol_level levels[OL_VALUE_TYPE_MAX];
    if (comparison->paths[at] == NULL) {
        open_parts(comparison->level, &comparison->model, at, levels);
        comparison->paths[at] =
            ol_run_path(comparison->run, &levels[at], model->field, OL_INDEX_NONE);
    }
    struct ol_note note = {
        .note = notes_first[0],
        .span = model->span,
        .path = comparison->paths[at],
    };
    read_parts(comparison->run, comparison->level, type, at, levels);
    OL_EMIT(comparison->run, comparison->rule,
            (.span = part->span, .level = &levels[at], .field = part->field, .notes = &note,
             .note_count = 1),
            OL_ARG_WORD("field", part->field->name), OL_ARG_WORD("type", ol_type_part_name(part)),
            OL_ARG_U64("at", type->index), OL_ARG_WORD("first", ol_type_part_name(model)),
            OL_ARG_U64("index", comparison->model.index));
}

static void compare_value(struct comparison *comparison, const struct ol_element *element)
{
    struct ol_value_type type;
    ol_value_type_read(&type, comparison->level->bytes, comparison->message, element);
    size_t at = ol_value_type_compare(&comparison->model, &type);
    if (at < OL_VALUE_TYPE_MAX) {
        emit_difference(comparison, &type, at);
    } else if (type.known > comparison->model.known) {
        comparison->model = type;
        memset(comparison->paths, 0, sizeof comparison->paths);
    }
}

static void run_types(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    for (size_t i = 0; i < rule->with[TYPES_FIELDS].count; i++) {
        const struct ol_param_item *item = &rule->with[TYPES_FIELDS].items[i];
        const struct ol_field *field = &ol_messages[item->message].fields[item->field];
        struct comparison comparison = {
            .run = run, .rule = rule, .level = level, .message = field->of};
        struct ol_cursor cursor;
        struct ol_element element;
        if (field->holder != level->message || field->of == NULL ||
            ol_level_occurrences(level, field->index) < 2) {
            continue;
        }
        ol_cursor_init(&cursor, level, field->index);
        while (ol_cursor_next(&cursor, &element)) {
            compare_value(&comparison, &element);
        }
    }
}

const struct ol_check ol_check_sequence_types = {
    .name = "sequence_types",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .params = params_types,
    .param_count = sizeof params_types / sizeof *params_types,
    .args = args_types,
    .notes = notes_first,
    .within = TYPES_WITHIN,
    .run = run_types,
};

/* --- sequence_shapes ----------------------------------------------------- */

static const char *const args_shapes[] = {"type", "dims", "first", "count", NULL};

/* Whether two shapes are the same in all that is kept of them. */
static bool is_same_shape(const struct ol_tensor *a, const struct ol_tensor *b)
{
    uint64_t kept = a->rank < OL_TENSOR_DIMS_KEPT ? a->rank : OL_TENSOR_DIMS_KEPT;
    return a->rank == b->rank && memcmp(a->dims, b->dims, (size_t)kept * sizeof *a->dims) == 0 &&
           a->last_dim == b->last_dim && a->elements == b->elements;
}

/* The tensors of a sequence, and the first two that differ in shape. */
struct shapes {
    uint64_t count; /* that differ from the first */
    struct ol_tensor first;
    struct ol_tensor other;
    struct ol_level first_level;
    struct ol_level other_level;
};

static void gather_shapes(struct ol_run *run, const struct ol_level *level, struct shapes *shapes)
{
    struct ol_children children;
    struct ol_level child;
    struct ol_tensor tensor;
    bool is_first = true;
    ol_children_init(&children, level);
    while (ol_children_next(&children, &child)) {
        if (child.field->index != OL_SequenceProto_tensor_values) {
            continue;
        }
        if (!ol_run_read(run, &child)) {
            return;
        }
        ol_tensor_read(&tensor, &child);
        if (is_first) {
            shapes->first = tensor;
            shapes->first_level = child;
            is_first = false;
        } else if (!is_same_shape(&tensor, &shapes->first) && ++shapes->count == 1) {
            shapes->other = tensor;
            shapes->other_level = child;
        }
    }
}

/* Told once for a sequence: shapes may differ. */
static void run_shapes(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct shapes shapes;
    struct ol_buf dims;
    if (ol_level_occurrences(level, OL_SequenceProto_tensor_values) < 2) {
        return;
    }
    shapes.count = 0;
    gather_shapes(run, level, &shapes);
    if (shapes.count == 0) {
        return;
    }
    struct ol_note note = {
        .note = notes_first[0],
        .span = ol_level_header(&shapes.first_level),
        .level = &shapes.first_level,
    };
    ol_run_init_buf(run, &dims);
    ol_tensor_add_dims(&dims, &shapes.first);
    if (!ol_buf_is_ok(&dims)) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    OL_TENSOR_EMIT(run, rule, &shapes.other,
                   (.span = ol_level_header(&shapes.other_level), .level = &shapes.other_level,
                    .notes = &note, .note_count = 1),
                   OL_ARG_WORD("first", ol_buf_text(&dims)), OL_ARG_U64("count", shapes.count));
    ol_buf_fini(&dims);
}

const struct ol_check ol_check_sequence_shapes = {
    .name = "sequence_shapes",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_shapes,
    .notes = notes_first,
    .run = run_shapes,
};
