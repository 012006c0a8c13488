/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of types: that they are there and one kind is set, that element types are known, how deep
 * types nest. */
#include <stdint.h>

#include "checks/type_place.h"
#include "onnx/domain.h"
#include "onnx/element_type.h"

/* --- type_kind ----------------------------------------------------------- */

#define KIND_ONEOF 1

static const char *const variants_kind[] = {"inner", NULL};

/* A kind written with a wrong wire type is no kind, but that is a fault of its own. */
static bool is_kind_mistyped(const struct ol_level *level)
{
    for (unsigned i = 0; i < level->message->field_count; i++) {
        if (level->mistyped >> i & 1 && level->message->fields[i].oneof == KIND_ONEOF) {
            return true;
        }
    }
    return false;
}

/* Where a type may be left out (IR.md, Graphs), an empty one says as much as none. */
static void run_kind(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    if (level->is_complete && level->oneof_index[KIND_ONEOF] == OL_FIELD_UNKNOWN &&
        !is_kind_mistyped(level)) {
        OL_EMIT_PLAIN(
            run, rule,
            (.span = ol_level_header(level), .level = level,
             .variant = ol_type_place_of(level) == OL_TYPE_PLACE_INNER ? variants_kind[0] : NULL));
    }
}

static bool may_lack_kind(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    for (unsigned i = 0; i < outline->message->field_count; i++) {
        if (outline->present >> i & 1 && outline->message->fields[i].oneof == KIND_ONEOF) {
            return false;
        }
    }
    return true;
}

const struct ol_check ol_check_type_kind = {
    .name = "type_kind",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_TypeProto),
    .variants = variants_kind,
    .may_speak = may_lack_kind,
    .run = run_kind,
};

/* --- type_element -------------------------------------------------------- */

enum {
    ELEMENT_FIELD,
    ELEMENT_FAULT
};
enum {
    FAULT_UNKNOWN,
    FAULT_GATE
};

static const char *const words_fault[] = {
    [FAULT_UNKNOWN] = "unknown", [FAULT_GATE] = "ir-gate", NULL};

static const struct ol_param params_element[] = {
    [ELEMENT_FIELD] = {.name = "field", .type = OL_PARAM_FIELD, .is_required = true},
    [ELEMENT_FAULT] = {.name = "fault",
                       .type = OL_PARAM_WORD,
                       .is_required = true,
                       .words = words_fault},
};

static const char *const args_element[] = {"field", "value", "type", "since", "version", NULL};

/* UNDEFINED is a number of TensorProto.DataType, though no type. */
static bool is_faulty(const struct ol_rule *rule, int64_t number, int version)
{
    const struct ol_element_type *type = ol_element_type_from_number(number);
    return ol_rule_integer(rule, ELEMENT_FAULT, FAULT_UNKNOWN) == FAULT_UNKNOWN
               ? ol_data_type_name(number) == NULL
               : type != NULL && type->since_ir > version;
}

/* A field that holds a number of TensorProto.DataType. */
static void run_element(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    const struct ol_field *field = ol_rule_field(rule, ELEMENT_FIELD, level->message);
    if (field == NULL || field->type != OL_TYPE_INT32 || !ol_level_has(level, field->index)) {
        return;
    }
    int64_t value = ol_level_integer(level, field->index, 0);
    const char *name = ol_data_type_name(value);
    const struct ol_element_type *type = ol_element_type_from_number(value);
    int version = ol_run_ir_version(run);
    if (is_faulty(rule, value, version)) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, field->index), .level = level, .field = field),
                OL_ARG_WORD("field", field->name), OL_ARG_I64("value", value),
                OL_ARG_WORD("type", name != NULL ? name : ""),
                OL_ARG_U64("since", type != NULL ? type->since_ir : 0U),
                OL_ARG_I64("version", version));
    }
}

static bool may_be_faulty(const struct ol_rule *rule, const struct ol_outline *outline)
{
    const struct ol_field *field = ol_rule_field(rule, ELEMENT_FIELD, outline->message);
    int64_t kind;
    return field == NULL || !ol_outline_has_kind(outline, field, &kind) ||
           is_faulty(rule, kind, outline->ir_version);
}

const struct ol_check ol_check_type_element = {
    .name = "type_element",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_element,
    .param_count = sizeof params_element / sizeof *params_element,
    .args = args_element,
    .concern = ol_concerns_present,
    .may_speak = may_be_faulty,
    .run = run_element,
};

/* --- type_depth ---------------------------------------------------------- */

static const struct ol_param params_depth[] = {
    {.name = "max", .type = OL_PARAM_INTEGER, .is_required = true, .min = 1, .max = INT64_MAX},
};

static const char *const args_depth[] = {"max", NULL};

/* How many types lie within one another down to this level, which is one itself. */
static int64_t type_depth(const struct ol_level *level)
{
    int64_t depth = 0;
    for (; level != NULL; level = level->parent) {
        switch (level->message->id) {
        case OL_MESSAGE_TypeProto:
            depth++;
            break;
        case OL_MESSAGE_TypeProto_Sequence:
        case OL_MESSAGE_TypeProto_Map:
        case OL_MESSAGE_TypeProto_Optional:
            break;
        default:
            return depth;
        }
    }
    return depth;
}

static void run_depth(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    int64_t max = ol_rule_integer(rule, 0, INT64_MAX);
    if (type_depth(level) - 1 == max) { /* those below it are not told again */
        OL_EMIT(run, rule, (.span = ol_level_header(level), .level = level),
                OL_ARG_I64("max", max));
    }
}

/* A type that is within no other one is not deep. */
static bool may_be_deep(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    const uint64_t types = OL_MESSAGE_BIT(OL_MESSAGE_TypeProto_Sequence) |
                           OL_MESSAGE_BIT(OL_MESSAGE_TypeProto_Map) |
                           OL_MESSAGE_BIT(OL_MESSAGE_TypeProto_Optional);
    return outline->holder != NULL && (types >> outline->holder->holder->id & 1) != 0;
}

const struct ol_check ol_check_type_depth = {
    .name = "type_depth",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_TypeProto),
    .params = params_depth,
    .param_count = sizeof params_depth / sizeof *params_depth,
    .args = args_depth,
    .may_speak = may_be_deep,
    .run = run_depth,
};

/* --- type_part ----------------------------------------------------------- */

enum {
    PART_FIELD,
    PART_PLACE
};

static const char *const words_place[] = {
    [OL_TYPE_PLACE_MAIN] = "main", [OL_TYPE_PLACE_INNER] = "inner", NULL};

static const struct ol_param params_part[] = {
    [PART_FIELD] = {.name = "field", .type = OL_PARAM_FIELD, .is_required = true},
    [PART_PLACE] = {.name = "place",
                    .type = OL_PARAM_WORD,
                    .is_required = true,
                    .words = words_place},
};

static const char *const args_part[] = {"field", NULL};

/* The type of a value is missing, or the shape in it. */
static void run_part(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = ol_rule_field(rule, PART_FIELD, level->message);
    int64_t place = ol_rule_integer(rule, PART_PLACE, OL_TYPE_PLACE_MAIN);
    if (field != NULL && ol_level_lacks(level, field->index) && ol_type_place_of(level) == place) {
        OL_EMIT(run, rule,
                (.span = ol_level_header(level), .level = level, .field = field,
                 .index = OL_INDEX_NONE),
                OL_ARG_WORD("field", field->name));
    }
}

static struct ol_concern concern_part(const struct ol_rule *rule, const struct ol_message *message)
{
    return (struct ol_concern){.missing = ol_rule_field_bits(rule, PART_FIELD, message)};
}

const struct ol_check ol_check_type_part = {
    .name = "type_part",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ValueInfoProto) |
               OL_MESSAGE_BIT(OL_MESSAGE_TypeProto_Tensor) |
               OL_MESSAGE_BIT(OL_MESSAGE_TypeProto_SparseTensor),
    .params = params_part,
    .param_count = sizeof params_part / sizeof *params_part,
    .args = args_part,
    .concern = concern_part,
    .run = run_part,
};

/* --- type_sparse_io ------------------------------------------------------ */

static void run_sparse_io(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    const struct ol_field *field = &level->message->fields[OL_TypeProto_sparse_tensor_type];
    if (ol_level_shows(level, field) && ol_type_place_of(level) == OL_TYPE_PLACE_MAIN) {
        OL_EMIT_PLAIN(run, rule,
                      (.span = ol_level_span(level, field->index), .level = level, .field = field));
    }
}

static struct ol_concern concern_sparse_io(const struct ol_rule *rule,
                                           const struct ol_message *message)
{
    (void)rule;
    (void)message;
    return (struct ol_concern){.present = 1U << OL_TypeProto_sparse_tensor_type};
}

const struct ol_check ol_check_type_sparse_io = {
    .name = "type_sparse_io",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_TypeProto),
    .concern = concern_sparse_io,
    .run = run_sparse_io,
};

/* --- type_opaque_default ------------------------------------------------- */

static const char *const args_opaque[] = {"name", NULL};

/* A named opaque type whose domain is the default one, said or left out. */
static void run_opaque_default(struct ol_run *run, const struct ol_level *level,
                               const struct ol_rule *rule)
{
    const struct ol_field *domain = &level->message->fields[OL_TypeProto_Opaque_domain];
    struct ol_slice name = ol_level_text(level, OL_TypeProto_Opaque_name);
    bool has_domain = ol_level_has(level, domain->index);
    if (name.size == 0 || !level->is_complete ||
        (!has_domain && !ol_level_lacks(level, domain->index)) ||
        !ol_domain_is_default(ol_level_text(level, domain->index))) {
        return;
    }
    OL_EMIT(run, rule,
            (.span = has_domain ? ol_level_span(level, domain->index) : ol_level_header(level),
             .level = level, .field = domain),
            OL_ARG_TEXT("name", name));
}

const struct ol_check ol_check_type_opaque_default = {
    .name = "type_opaque_default",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_TypeProto_Opaque),
    .args = args_opaque,
    .run = run_opaque_default,
};
