/* SPDX-License-Identifier: Apache-2.0 */
/* The check behind every rule about the bytes of a message: the scan finds, a rule picks what it is
 * about. */
#include <string.h>

#include "rule/check.h"

enum {
    FAULT,
    NUMBER,
    MESSAGE
};

static const struct ol_param params[] = {
    [FAULT] = {.name = "fault",
               .type = OL_PARAM_WORD,
               .is_required = true,
               .is_list = true,
               .words = ol_wire_fault_names},
    [NUMBER] = {.name = "number", .type = OL_PARAM_INTEGER},
    [MESSAGE] = {.name = "message", .type = OL_PARAM_TEXT},
};

/* field: its name, or its number where the message has none. length: of the faulty bytes. declared,
 * available and missing are bytes; value is what was read, read what a reader of 32 bits makes of
 * it, byte the same as a code unit or code point. other: the field of the first member of a oneof.
 * limit: the messages within one another that are gone into. */
static const char *const args[] = {"field",    "number",    "wire_type", "expected", "length",
                                   "declared", "available", "missing",   "value",    "read",
                                   "byte",     "message",   "other",     "limit",    NULL};

/* file: a length overruns the file itself. tag: the bytes end within a tag. repeated: a oneof's
 * same member again. */
static const char *const variants[] = {"file", "repeated", "tag", NULL};
static const char *const notes[] = {"first", NULL};

static const char *wire_type_name(unsigned wire_type)
{
    static const char *const names[] = {
        [OL_WIRE_VARINT] = "varint",        [OL_WIRE_FIXED64] = "fixed64",
        [OL_WIRE_LEN] = "length-delimited", [OL_WIRE_START_GROUP] = "start-group",
        [OL_WIRE_END_GROUP] = "end-group",  [OL_WIRE_FIXED32] = "fixed32",
    };
    return wire_type < sizeof names / sizeof names[0] ? names[wire_type] : "reserved";
}

static const char *expected_name(const struct ol_field *field)
{
    return field != NULL ? wire_type_name(ol_field_wire_type(field)) : "none";
}

static bool is_wanted(const struct ol_rule *rule, const struct ol_wire_fault *fault,
                      const struct ol_level *level)
{
    bool is_named = false;
    for (size_t i = 0; i < rule->with[FAULT].count; i++) {
        is_named = is_named || rule->with[FAULT].items[i].integer == fault->kind;
    }
    return is_named && ol_rule_integer(rule, NUMBER, fault->number) == fault->number &&
           (rule->with[MESSAGE].count == 0 ||
            strcmp(rule->with[MESSAGE].items[0].text, level->message->name) == 0);
}

/* The case that the fault is; NULL for the main one, also where the rule does not tell it apart. */
static const char *variant_of(const struct ol_rule *rule, const struct ol_wire_fault *fault,
                              const struct ol_level *level)
{
    const char *variant = NULL;
    if (fault->kind == OL_FAULT_LEN_OVERRUN && level->parent == NULL) {
        variant = "file";
    } else if (fault->kind == OL_FAULT_TRUNCATED && fault->number == 0) {
        variant = "tag";
    } else if (fault->kind == OL_FAULT_ONEOF_REPEATED) {
        variant = "repeated";
    }
    return variant != NULL && ol_rule_has_variant(rule, variant) ? variant : NULL;
}

static struct ol_arg field_arg(const struct ol_wire_fault *fault)
{
    return fault->field != NULL ? OL_ARG_WORD("field", fault->field->name)
                                : OL_ARG_NUMBERED("field", "field", fault->number);
}

static void run_fault(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_wire_fault *fault = ol_run_fault(run);
    if (!is_wanted(rule, fault, level)) {
        return;
    }
    const struct ol_note first = {
        .note = "first",
        .span = fault->related,
        .level = level,
        .field = fault->related_field,
        .index = OL_INDEX_NONE,
    };
    OL_EMIT(
        run, rule,
        (.span = fault->span, .level = level, .field = fault->field, .index = fault->index,
         .variant = variant_of(rule, fault, level), .notes = &first,
         .note_count = fault->related.length > 0),
        field_arg(fault), OL_ARG_U64("number", fault->number),
        OL_ARG_WORD("wire_type", wire_type_name(fault->wire_type)),
        OL_ARG_WORD("expected", expected_name(fault->field)),
        OL_ARG_U64("length", fault->span.length), OL_ARG_U64("declared", fault->declared),
        OL_ARG_U64("available", fault->available),
        OL_ARG_U64("missing",
                   fault->declared > fault->available ? fault->declared - fault->available : 0),
        OL_ARG_I64("value", fault->declared),
        OL_ARG_I64("read", (int32_t)(uint32_t)fault->declared), OL_ARG_HEX("byte", fault->declared),
        OL_ARG_U64("limit", ol_run_limits(run)->depth),
        OL_ARG_WORD("message", level->message->name),
        OL_ARG_WORD("other", fault->related_field != NULL ? fault->related_field->name : "none"));
}

const struct ol_check ol_check_wire_fault = {
    .name = "wire_fault",
    .trigger = OL_ON_FAULT,
    .params = params,
    .param_count = sizeof params / sizeof params[0],
    .args = args,
    .variants = variants,
    .notes = notes,
    .run = run_fault,
};
