/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that hold ir_version against what operator sets and contents need. Which operator set came
 * with which IR version stands in the rules. */
#include <stdint.h>
#include <string.h>

#include "checks/version.h"
#include "onnx/element_type.h"

/* Member i of each list is the IR version of the release that brought version i + 1 of that
 * domain. */
#define PARAM_RELEASES(domain)                                                            \
    {                                                                                     \
        .name = (domain), .type = OL_PARAM_INTEGER, .is_required = true, .is_list = true, \
        .may_repeat = true, .min = OL_IR_VERSION_MIN, .max = OL_IR_VERSION_MAX            \
    }

static const struct ol_param params_opset[] = {
    PARAM_RELEASES("onnx"),
    PARAM_RELEASES("ml"),
    PARAM_RELEASES("training"),
    PARAM_RELEASES("preview"),
};

#define DOMAIN_COUNT (sizeof params_opset / sizeof *params_opset)

static const char *const domains[DOMAIN_COUNT] = {"ai.onnx", "ai.onnx.ml", "ai.onnx.training",
                                                  "ai.onnx.preview"};

/* Whether the domain is one of the standard's own, known here or not: ai.onnx, or a part of it. */
static bool is_standard(struct ol_slice domain)
{
    size_t size = strlen(domains[0]);
    return domain.size >= size && memcmp(domain.data, domains[0], size) == 0 &&
           (domain.size == size || domain.data[size] == '.');
}

/* What an operator set asks of ir_version. */
struct need {
    bool
        is_known; /* false for a standard domain, or a version of one, that the lists do not have */
    int version;  /* 0: nothing */
    struct ol_slice domain;
    int64_t opset;
};

static struct need opset_need(const struct ol_rule *rule, const struct ol_level *opset)
{
    struct need need = {
        .domain = ol_level_text(opset, OL_OperatorSetIdProto_domain),
        .opset = ol_level_integer(opset, OL_OperatorSetIdProto_version, 0),
    };
    if (need.domain.size == 0) {
        need.domain = ol_slice_from_text(domains[0]);
    }
    need.is_known = !is_standard(need.domain);
    for (size_t i = 0; i < DOMAIN_COUNT; i++) {
        if (ol_slice_is_text(need.domain, domains[i])) {
            const struct ol_param_value *list = &rule->with[i];
            need.is_known = need.opset >= 1 && (uint64_t)need.opset <= list->count;
            need.version = need.is_known ? (int)list->items[need.opset - 1].integer : 0;
        }
    }
    return need;
}

/* --- opset_ir_version ---------------------------------------------------- */

static const char *const args_opset[] = {"domain", "opset", "since", "version", NULL};

static void run_opset(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    int version = ol_run_ir_version(run);
    if (!ol_level_is_in(level, OL_MESSAGE_ModelProto, OL_ModelProto_opset_import)) {
        return;
    }
    struct need need = opset_need(rule, level);
    if (need.version > version) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, OL_OperatorSetIdProto_version), .level = level,
                 .field = &level->message->fields[OL_OperatorSetIdProto_version]),
                OL_ARG_TEXT("domain", need.domain), OL_ARG_I64("opset", need.opset),
                OL_ARG_I64("since", need.version), OL_ARG_I64("version", version));
    }
}

const struct ol_check ol_check_opset_ir_version = {
    .name = "opset_ir_version",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_OperatorSetIdProto),
    .params = params_opset,
    .param_count = DOMAIN_COUNT,
    .args = args_opset,
    .asks_file = true,
    .run = run_opset,
};

/* --- ir_surplus ---------------------------------------------------------- */

static const char *const args_surplus[] = {"needed", "version", NULL};

/* What the messages that have closed need. */
struct needs {
    int version;
    bool is_unknown;
    /* by message: what levels of it are counted in, their fields and their kinds, as bits */
    uint32_t fields[OL_MESSAGE_COUNT];
    uint64_t kinds[OL_MESSAGE_COUNT];
};

static void raise_to(struct needs *needs, int version)
{
    needs->version = version > needs->version ? version : needs->version;
}

static void raise_by_element_type(struct needs *needs, const struct ol_level *level, unsigned field)
{
    const struct ol_element_type *type =
        ol_element_type_from_number(ol_level_integer(level, field, 0));
    raise_to(needs, type != NULL ? type->since_ir : OL_IR_VERSION_MIN);
}

/* What fields that occur need, or that values of others name. */
static void raise_by_fields(struct needs *needs, const struct ol_level *level)
{
    for (uint32_t left = ol_gate_used(level); left != 0; left &= left - 1) {
        raise_to(needs, level->message->fields[__builtin_ctz(left)].since_ir);
    }
}

/* Whether all that the level could need is counted already; from now on it is. */
static bool count(struct needs *needs, const struct ol_level *level)
{
    uint32_t *fields = &needs->fields[level->message->id];
    uint64_t *kinds = &needs->kinds[level->message->id];
    uint64_t kind = UINT64_C(1) << ol_kind_of(level);
    bool is_counted = (level->present & ~*fields) == 0 && (*kinds & kind) != 0;
    *fields |= level->present;
    *kinds |= kind;
    return is_counted && level->message->id != OL_MESSAGE_OperatorSetIdProto;
}

/* What the level itself needs. */
static void raise_by_level(struct needs *needs, const struct ol_rule *rule,
                           const struct ol_level *level)
{
    if (count(needs, level)) {
        return;
    }
    raise_by_fields(needs, level);
    switch (level->message->id) {
    case OL_MESSAGE_TensorProto:
        raise_by_element_type(needs, level, OL_TensorProto_data_type);
        break;
    case OL_MESSAGE_TypeProto_Tensor:
        raise_by_element_type(needs, level, OL_TypeProto_Tensor_elem_type);
        break;
    case OL_MESSAGE_TypeProto_SparseTensor:
        raise_by_element_type(needs, level, OL_TypeProto_SparseTensor_elem_type);
        break;
    case OL_MESSAGE_GraphProto:
        /* Until IR 3 each initializer is an input too. Whether these are is not looked at: they may
         * need IR 4. */
        raise_to(needs, ol_level_has(level, OL_GraphProto_initializer) ? 4 : OL_IR_VERSION_MIN);
        break;
    case OL_MESSAGE_OperatorSetIdProto: {
        struct need need = opset_need(rule, level);
        needs->is_unknown = needs->is_unknown || !need.is_known;
        raise_to(needs, need.version);
        break;
    }
    default:
        break;
    }
}

static struct needs *needs_of(struct ol_run *run, const struct ol_rule *rule)
{
    void **kept = ol_run_keep(run, rule);
    if (kept != NULL && *kept == NULL) {
        *kept = ol_arena_alloc(ol_run_arena(run), sizeof(struct needs));
        if (*kept == NULL) {
            ol_run_fail(run, OL_ERR_NOMEM);
        }
    }
    return kept != NULL ? *kept : NULL;
}

/* All but fields that every version has, or that hold nothing which came later. */
static struct ol_concern concern_surplus(const struct ol_rule *rule,
                                         const struct ol_message *message)
{
    (void)rule;
    uint32_t fields = 0;
    for (unsigned i = 0; i < message->field_count; i++) {
        fields |= message->fields[i].since_ir > OL_IR_VERSION_MIN ? 1U << i : 0;
    }
    struct ol_concern concern = ol_gate_concern(fields, message);
    concern.ir_max = 0;
    switch (message->id) {
    case OL_MESSAGE_ModelProto:
    case OL_MESSAGE_OperatorSetIdProto:
        return OL_CONCERNS_ALL;
    case OL_MESSAGE_TensorProto:
        concern.present |= 1U << OL_TensorProto_data_type;
        break;
    case OL_MESSAGE_TypeProto_Tensor:
        concern.present |= 1U << OL_TypeProto_Tensor_elem_type;
        break;
    case OL_MESSAGE_TypeProto_SparseTensor:
        concern.present |= 1U << OL_TypeProto_SparseTensor_elem_type;
        break;
    case OL_MESSAGE_GraphProto:
        concern.present |= 1U << OL_GraphProto_initializer;
        break;
    default:
        break;
    }
    return concern;
}

/* The model closes last. */
static void run_surplus(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    int version = ol_run_ir_version(run);
    struct needs *needs = needs_of(run, rule);
    if (needs == NULL) {
        return;
    }
    raise_by_level(needs, rule, level);
    if (level->message->id == OL_MESSAGE_ModelProto && needs->version < version &&
        !needs->is_unknown && ol_run_is_whole(run) &&
        ol_level_integer(level, OL_ModelProto_ir_version, 0) == version) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, OL_ModelProto_ir_version), .level = level,
                 .field = &level->message->fields[OL_ModelProto_ir_version]),
                OL_ARG_I64("needed", needs->version), OL_ARG_I64("version", version));
    }
}

const struct ol_check ol_check_ir_surplus = {
    .name = "ir_surplus",
    .trigger = OL_ON_CLOSE,
    .targets = OL_ANY_MESSAGE,
    .params = params_opset,
    .param_count = DOMAIN_COUNT,
    .args = args_surplus,
    .asks_file = true,
    .once = OL_MESSAGE_BIT(OL_MESSAGE_AttributeProto) | OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .concern = concern_surplus,
    .run = run_surplus,
};
