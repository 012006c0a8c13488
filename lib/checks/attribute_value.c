/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of what attributes hold: whether the value is where `type` says, is there at all, and is
 * of the form that its type wants. */
#include <stdint.h>

#include "checks/attribute.h"
#include "checks/utf8_text.h"

#define TARGET OL_MESSAGE_BIT(OL_MESSAGE_AttributeProto)

static const char *const args_type_field[] = {"type", "field", NULL};

/* --- attribute_type_mismatch --------------------------------------------- */

static const char *const args_mismatch[] = {"type", "field", "expected", "needed", NULL};
static const char *const notes_type[] = {"type", NULL};

/* Where there are several values, that is the fault. */
static void run_mismatch(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    struct ol_attribute attribute = ol_attribute_read(level);
    if (!level->is_complete || attribute.is_mistyped || attribute.is_reference ||
        attribute.type == NULL || attribute.value_count != 1 ||
        attribute.value->index == attribute.type->field) {
        return;
    }
    struct ol_note note = {
        .note = "type",
        .span = ol_level_span(level, OL_AttributeProto_type),
        .level = level,
        .field = ol_attribute_field(OL_AttributeProto_type),
    };
    OL_EMIT(run, rule,
            (.span = ol_level_first_span(level, attribute.value->index), .level = level,
             .field = attribute.value, .notes = &note, .note_count = 1),
            OL_ARG_WORD("type", attribute.type->name), OL_ARG_WORD("field", attribute.value->name),
            OL_ARG_WORD("expected", ol_attribute_field(attribute.type->field)->name),
            OL_ARG_WORD("needed", ol_attribute_type_from_field(attribute.value->index)->name));
}

const struct ol_check ol_check_attribute_type_mismatch = {
    .name = "attribute_type_mismatch",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_mismatch,
    .notes = notes_type,
    .may_speak = ol_attribute_may_be_odd,
    .run = run_mismatch,
};

/* --- attribute_value_missing, attribute_list_empty ----------------------- */

/* The field that `type` names, of an attribute that has no value at all though it is no reference;
 * NULL where there is a value, or where that cannot be said. */
static const struct ol_field *find_missing(const struct ol_level *level,
                                           const struct ol_attribute *attribute)
{
    bool is_bare = level->is_complete && attribute->value_count == 0 && !attribute->is_mistyped &&
                   !attribute->is_reference && attribute->type != NULL;
    return is_bare ? ol_attribute_field(attribute->type->field) : NULL;
}

/* Whether writers of proto3 leave a value out where it is zero or empty. */
static bool is_scalar(const struct ol_field *field)
{
    return field->type != OL_TYPE_MESSAGE && !ol_field_is_repeated(field);
}

static void emit_missing(struct ol_run *run, const struct ol_rule *rule,
                         const struct ol_finding *place, const struct ol_attribute_type *type)
{
    struct ol_span span = ol_level_has(place->level, place->field->index)
                              ? ol_level_span(place->level, place->field->index)
                              : ol_level_header(place->level);
    OL_EMIT(run, rule,
            (.span = span, .level = place->level, .field = place->field, .index = OL_INDEX_NONE,
             .variant = place->variant),
            OL_ARG_WORD("type", type->name), OL_ARG_WORD("field", place->field->name));
}

static const char *const variants_missing[] = {"scalar", NULL};

static void run_missing(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    struct ol_attribute attribute = ol_attribute_read(level);
    const struct ol_field *field = find_missing(level, &attribute);
    if (field != NULL && !attribute.is_default && !ol_field_is_repeated(field)) {
        const char *variant = is_scalar(field) ? variants_missing[0] : NULL;
        emit_missing(run, rule,
                     &(struct ol_finding){.level = level, .field = field, .variant = variant},
                     attribute.type);
    }
}

const struct ol_check ol_check_attribute_value_missing = {
    .name = "attribute_value_missing",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_type_field,
    .variants = variants_missing,
    .may_speak = ol_attribute_may_be_odd,
    .run = run_missing,
};

static void run_list_empty(struct ol_run *run, const struct ol_level *level,
                           const struct ol_rule *rule)
{
    struct ol_attribute attribute = ol_attribute_read(level);
    const struct ol_field *field = find_missing(level, &attribute);
    if (field != NULL && ol_field_is_repeated(field)) {
        emit_missing(run, rule, &(struct ol_finding){.level = level, .field = field},
                     attribute.type);
    }
}

const struct ol_check ol_check_attribute_list_empty = {
    .name = "attribute_list_empty",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_type_field,
    .may_speak = ol_attribute_may_be_odd,
    .run = run_list_empty,
};

/* --- attribute_default --------------------------------------------------- */

enum {
    DEFAULT_NAME,
    DEFAULT_TYPE,
    DEFAULT_SEVERAL,
    DEFAULT_REFERENCE
};

static const char *const variants_default[] = {[DEFAULT_NAME] = "name",
                                               [DEFAULT_TYPE] = "type",
                                               [DEFAULT_SEVERAL] = "several",
                                               [DEFAULT_REFERENCE] = "reference",
                                               NULL};

static void emit_default(struct ol_run *run, const struct ol_rule *rule, unsigned variant,
                         const struct ol_finding *place)
{
    OL_EMIT(run, rule,
            (.span = place->span, .level = place->level, .field = place->field,
             .index = OL_INDEX_NONE, .variant = variants_default[variant]),
            OL_ARG_WORD("field", place->field->name));
}

/* A text field that is missing, or there and empty. */
static void check_default_name(struct ol_run *run, const struct ol_level *level,
                               const struct ol_rule *rule)
{
    unsigned field = OL_AttributeProto_name;
    struct ol_finding place = {.level = level, .field = ol_attribute_field(field)};
    if (ol_level_lacks(level, field)) {
        place.span = ol_level_header(level);
        emit_default(run, rule, DEFAULT_NAME, &place);
    } else if (ol_level_has(level, field) && ol_level_text(level, field).size == 0 &&
               !(level->fields[field].last.flags & OL_OCCURRENCE_CUT)) {
        place.span = ol_level_span(level, field);
        emit_default(run, rule, DEFAULT_NAME, &place);
    }
}

/* Each value behind the first one. */
static void check_default_values(struct ol_run *run, const struct ol_level *level,
                                 const struct ol_rule *rule, const struct ol_field *first)
{
    for (int64_t number = OL_ATTRIBUTE_UNDEFINED + 1; number < OL_ATTRIBUTE_TYPE_COUNT; number++) {
        unsigned field = ol_attribute_types[number].field;
        if (field != first->index && ol_level_elements(level, field) > 0) {
            emit_default(run, rule, DEFAULT_SEVERAL,
                         &(struct ol_finding){.span = ol_level_first_span(level, field),
                                              .level = level,
                                              .field = ol_attribute_field(field)});
        }
    }
}

/* What every attribute owes, a default owes as well; and it is a value, not a reference. */
static void run_default(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    if (!ol_attribute_is_default(level)) {
        return;
    }
    struct ol_attribute attribute = ol_attribute_read(level);
    check_default_name(run, level, rule);
    if (ol_level_lacks(level, OL_AttributeProto_type)) {
        emit_default(run, rule, DEFAULT_TYPE,
                     &(struct ol_finding){.span = ol_level_header(level),
                                          .level = level,
                                          .field = ol_attribute_field(OL_AttributeProto_type)});
    }
    if (attribute.is_reference) {
        emit_default(
            run, rule, DEFAULT_REFERENCE,
            &(struct ol_finding){.span = ol_level_span(level, OL_AttributeProto_ref_attr_name),
                                 .level = level,
                                 .field = ol_attribute_field(OL_AttributeProto_ref_attr_name)});
    }
    if (attribute.value != NULL) {
        check_default_values(run, level, rule, attribute.value);
    }
    const struct ol_field *missing = find_missing(level, &attribute);
    if (missing != NULL && !ol_field_is_repeated(missing)) {
        OL_EMIT(run, rule,
                (.span = ol_level_header(level), .level = level, .field = missing,
                 .index = OL_INDEX_NONE),
                OL_ARG_WORD("field", missing->name));
    }
}

static bool may_be_default(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return ol_outline_is_in(outline, OL_MESSAGE_FunctionProto, OL_FunctionProto_attribute_proto);
}

static const char *const args_field[] = {"field", NULL};

const struct ol_check ol_check_attribute_default = {
    .name = "attribute_default",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_field,
    .variants = variants_default,
    .may_speak = may_be_default,
    .run = run_default,
};

/* --- attribute_utf8 ------------------------------------------------------ */

static const char *const args_utf8[] = {OL_UTF8_ARGS, NULL};

/* Texts that readers take for the value: where there is no type, or it names the field. */
static bool is_value(const struct ol_level *level, const struct ol_attribute_type *type,
                     unsigned field)
{
    return ol_level_has(level, field) && (type == NULL || type->field == field);
}

static void run_utf8(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_attribute_type *type = ol_attribute_type(level);
    if (is_value(level, type, OL_AttributeProto_s)) {
        ol_utf8_emit(run, rule, level, ol_attribute_field(OL_AttributeProto_s));
    }
    if (is_value(level, type, OL_AttributeProto_strings)) {
        ol_utf8_emit(run, rule, level, ol_attribute_field(OL_AttributeProto_strings));
    }
}

static struct ol_concern concern_utf8(const struct ol_rule *rule, const struct ol_message *message)
{
    (void)rule;
    (void)message;
    return (struct ol_concern){.present =
                                   1U << OL_AttributeProto_s | 1U << OL_AttributeProto_strings};
}

const struct ol_check ol_check_attribute_utf8 = {
    .name = "attribute_utf8",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_utf8,
    .concern = concern_utf8,
    .run = run_utf8,
};

/* --- attribute_nonfinite ------------------------------------------------- */

#define FLOAT_SIGN     0x80000000U
#define FLOAT_EXPONENT 0x7F800000U
#define FLOAT_MANTISSA 0x007FFFFFU

static const char *const args_nonfinite[] = {"field", "index", "value", "count", NULL};

static const char *word_of(uint64_t bits)
{
    if ((bits & FLOAT_MANTISSA) != 0) {
        return "NaN";
    }
    return (bits & FLOAT_SIGN) != 0 ? "-infinity" : "infinity";
}

/* One finding for the field: the first such number, and how many there are. */
static void check_numbers(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule, unsigned field)
{
    if (!ol_level_has(level, field)) {
        return;
    }
    struct ol_cursor cursor;
    struct ol_element element;
    struct ol_element first = {.index = 0};
    uint64_t count = 0;
    ol_cursor_init(&cursor, level, field);
    while (ol_cursor_next(&cursor, &element)) {
        if ((element.bits & FLOAT_EXPONENT) == FLOAT_EXPONENT && count++ == 0) {
            first = element;
        }
    }
    if (count > 0) {
        OL_EMIT(run, rule,
                (.span = first.span, .level = level, .field = ol_attribute_field(field),
                 .index = first.index),
                OL_ARG_WORD("field", ol_attribute_field(field)->name),
                OL_ARG_U64("index", first.index), OL_ARG_WORD("value", word_of(first.bits)),
                OL_ARG_U64("count", count));
    }
}

static void run_nonfinite(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    check_numbers(run, level, rule, OL_AttributeProto_f);
    check_numbers(run, level, rule, OL_AttributeProto_floats);
}

static struct ol_concern concern_nonfinite(const struct ol_rule *rule,
                                           const struct ol_message *message)
{
    (void)rule;
    (void)message;
    return (struct ol_concern){.present =
                                   1U << OL_AttributeProto_f | 1U << OL_AttributeProto_floats};
}

const struct ol_check ol_check_attribute_nonfinite = {
    .name = "attribute_nonfinite",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_nonfinite,
    .concern = concern_nonfinite,
    .run = run_nonfinite,
};
