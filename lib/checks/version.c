/* SPDX-License-Identifier: Apache-2.0 */
/* IR gates: members that are newer than the IR version in force. Which member is tied to which
 * version stands in onnx/schema.def; here is only what it means. */
#include "checks/version.h"

#include "onnx/schema.h"

/* A number in one field that says that another one is in use; the number is as new as that
 * field. */
struct naming {
    uint8_t message;
    uint8_t field;
    uint8_t value;
    uint8_t member;
};

static const struct naming namings[] = {
    {OL_MESSAGE_AttributeProto, OL_AttributeProto_type, 11, OL_AttributeProto_sparse_tensor},
    {OL_MESSAGE_AttributeProto, OL_AttributeProto_type, 12, OL_AttributeProto_sparse_tensors},
    {OL_MESSAGE_AttributeProto, OL_AttributeProto_type, 13, OL_AttributeProto_tp},
    {OL_MESSAGE_AttributeProto, OL_AttributeProto_type, 14, OL_AttributeProto_type_protos},
    {OL_MESSAGE_SequenceProto, OL_SequenceProto_elem_type, 5, OL_SequenceProto_optional_values},
};

/* The entry that names the member in the level; NULL where none does. */
static const struct naming *find_naming(const struct ol_level *level, unsigned member)
{
    for (size_t i = 0; i < sizeof namings / sizeof *namings; i++) {
        const struct naming *naming = &namings[i];
        if (naming->message == level->message->id && naming->member == member &&
            ol_level_integer(level, naming->field, 0) == naming->value) {
            return naming;
        }
    }
    return NULL;
}

uint32_t ol_gate_used(const struct ol_level *level)
{
    uint32_t used = level->present;
    if (level->message->id != OL_MESSAGE_AttributeProto &&
        level->message->id != OL_MESSAGE_SequenceProto) {
        return used; /* none of the namings is of it */
    }
    for (size_t i = 0; i < sizeof namings / sizeof *namings; i++) {
        if (namings[i].message == level->message->id &&
            ol_level_integer(level, namings[i].field, 0) == namings[i].value) {
            used |= 1U << namings[i].member;
        }
    }
    return used;
}

/* The IR version that came with what a field holds. Operator sets had functions before models
 * had. */
static unsigned since_of_holder(const struct ol_field *field)
{
    bool is_operator_set = field->holder->id == OL_MESSAGE_OperatorSetProto && field->of != NULL;
    return is_operator_set && field->of->since_ir > field->since_ir ? field->of->since_ir
                                                                    : field->since_ir;
}

/* Whether another field of the level comes before the field's first occurrence. */
static bool is_preceded(const struct ol_level *level, const struct ol_field *field)
{
    uint64_t first =
        ol_level_has(level, field->index) ? level->fields[field->index].first.tag : level->end;
    for (unsigned i = 0; i < level->message->field_count; i++) {
        if (i != field->index && ol_level_has(level, i) && level->fields[i].first.tag < first) {
            return true;
        }
    }
    return false;
}

/* Whether something that holds the level is gated as high as the field, so that it is reported in
 * the field's place. In a file that is itself a message newer than the version, its first field
 * stands for all. */
static bool is_silenced(const struct ol_level *level, const struct ol_field *field)
{
    for (const struct ol_level *at = level; at->parent != NULL; at = at->parent) {
        if (since_of_holder(at->field) >= field->since_ir) {
            return true;
        }
    }
    return level->parent == NULL && level->message->since_ir >= field->since_ir &&
           is_preceded(level, field);
}

bool ol_gate_is_broken(const struct ol_run *run, const struct ol_level *level,
                       const struct ol_field *field)
{
    return field->since_ir > ol_run_ir_version(run) && (ol_gate_used(level) >> field->index & 1) &&
           !is_silenced(level, field);
}

void ol_gate_emit(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                  const struct ol_finding *place)
{
    const struct ol_field *field = place->field;
    const struct naming *naming = find_naming(level, field->index);
    const struct ol_field *where = naming != NULL ? &level->message->fields[naming->field] : field;
    struct ol_span span = ol_field_is_repeated(where) ? ol_level_first_span(level, where->index)
                                                      : ol_level_span(level, where->index);
    OL_EMIT(run, rule, (.span = span, .level = level, .field = where, .variant = place->variant),
            OL_ARG_WORD("field", field->name), OL_ARG_U64("since", field->since_ir),
            OL_ARG_I64("version", ol_run_ir_version(run)));
}

struct ol_concern ol_gate_concern(uint32_t fields, const struct ol_message *message)
{
    struct ol_concern concern = {.present = fields};
    for (uint32_t left = fields; left != 0; left &= left - 1) {
        int since = message->fields[__builtin_ctz(left)].since_ir;
        concern.ir_max = since - 1 > concern.ir_max ? since - 1 : concern.ir_max;
    }
    for (size_t i = 0; i < sizeof namings / sizeof *namings; i++) {
        if (namings[i].message == message->id && fields >> namings[i].member & 1) {
            concern.present |= 1U << namings[i].field;
        }
    }
    return concern;
}

bool ol_gate_may_break(const struct ol_outline *outline, uint32_t fields)
{
    uint32_t used = outline->present;
    for (size_t i = 0; i < sizeof namings / sizeof *namings; i++) {
        if (namings[i].message == outline->message->id && outline->kind == namings[i].value) {
            used |= 1U << namings[i].member;
        }
    }
    for (uint32_t left = used & fields; left != 0; left &= left - 1) {
        if (outline->message->fields[__builtin_ctz(left)].since_ir > outline->ir_version) {
            return true;
        }
    }
    return false;
}

/* --- ir_gate ------------------------------------------------------------- */

enum {
    GATE_FIELDS,
    GATE_EARLIER
};

static const struct ol_param params_gate[] = {
    [GATE_FIELDS] = {.name = "fields",
                     .type = OL_PARAM_FIELD,
                     .is_required = true,
                     .is_list = true},
    [GATE_EARLIER] = {.name = "earlier", .type = OL_PARAM_FIELD, .is_list = true},
};

static const char *const args_gate[] = {"field", "since", "version", NULL};
static const char *const variants_gate[] = {"earlier", NULL};

/* Whether the field is among those that some builds of ONNX had before the standard schema. */
static bool is_earlier(const struct ol_rule *rule, const struct ol_field *field)
{
    for (size_t i = 0; i < rule->with[GATE_EARLIER].count; i++) {
        const struct ol_param_item *item = &rule->with[GATE_EARLIER].items[i];
        if (item->message == field->holder->id && item->field == field->index) {
            return true;
        }
    }
    return false;
}

static void run_gate(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    uint32_t used = ol_gate_used(level);
    for (size_t i = 0; i < rule->with[GATE_FIELDS].count; i++) {
        const struct ol_param_item *item = &rule->with[GATE_FIELDS].items[i];
        if (item->message != level->message->id || (used >> item->field & 1) == 0) {
            continue;
        }
        const struct ol_field *field = &level->message->fields[item->field];
        if (ol_gate_is_broken(run, level, field)) {
            const char *variant = is_earlier(rule, field) ? variants_gate[0] : NULL;
            ol_gate_emit(run, level, rule,
                         &(struct ol_finding){.field = field, .variant = variant});
        }
    }
}

static struct ol_concern concern_gate(const struct ol_rule *rule, const struct ol_message *message)
{
    return ol_gate_concern(ol_rule_field_bits(rule, GATE_FIELDS, message), message);
}

static bool may_gate(const struct ol_rule *rule, const struct ol_outline *outline)
{
    return ol_gate_may_break(outline, ol_rule_field_bits(rule, GATE_FIELDS, outline->message));
}

const struct ol_check ol_check_ir_gate = {
    .name = "ir_gate",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_gate,
    .param_count = sizeof params_gate / sizeof *params_gate,
    .args = args_gate,
    .variants = variants_gate,
    .claims_gates = true,
    .concern = concern_gate,
    .may_speak = may_gate,
    .run = run_gate,
};

/* --- ir_gate_rest -------------------------------------------------------- */

enum {
    SOURCE_EXPLICIT,
    SOURCE_DERIVED
};

static const char *const words_source[] = {
    [SOURCE_EXPLICIT] = "explicit", [SOURCE_DERIVED] = "derived", NULL};

static const struct ol_param params_rest[] = {
    {.name = "source", .type = OL_PARAM_WORD, .is_required = true, .words = words_source},
};

static uint8_t gate_of(const struct ol_rule *rule)
{
    return ol_rule_integer(rule, 0, SOURCE_EXPLICIT) == SOURCE_EXPLICIT ? OL_GATE_EXPLICIT
                                                                        : OL_GATE_DERIVED;
}

static void run_rest(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    int version = ol_run_ir_version(run);
    uint8_t gate = gate_of(rule);
    for (uint32_t left = ol_gate_used(level); left != 0; left &= left - 1) {
        const struct ol_field *field = &level->message->fields[__builtin_ctz(left)];
        if (field->since_ir > version && field->gate == gate &&
            !ol_run_is_gate_claimed(run, field) && !is_silenced(level, field)) {
            ol_gate_emit(run, level, rule, &(struct ol_finding){.field = field});
        }
    }
}

/* The fields that are gated as the rule's are, as bits. */
static uint32_t gated_fields(const struct ol_rule *rule, const struct ol_message *message)
{
    uint32_t fields = 0;
    for (unsigned i = 0; i < message->field_count; i++) {
        fields |= message->fields[i].gate == gate_of(rule) ? 1U << i : 0;
    }
    return fields;
}

static struct ol_concern concern_rest(const struct ol_rule *rule, const struct ol_message *message)
{
    return ol_gate_concern(gated_fields(rule, message), message);
}

static bool may_gate_rest(const struct ol_rule *rule, const struct ol_outline *outline)
{
    return ol_gate_may_break(outline, gated_fields(rule, outline->message));
}

const struct ol_check ol_check_ir_gate_rest = {
    .name = "ir_gate_rest",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_rest,
    .param_count = sizeof params_rest / sizeof *params_rest,
    .args = args_gate,
    .concern = concern_rest,
    .may_speak = may_gate_rest,
    .run = run_rest,
};
