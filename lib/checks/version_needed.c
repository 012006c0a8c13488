/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that hold ir_version against what operator sets and contents need. Which operator set came
 * with which IR version stands in the rules. */
#include <stdint.h>
#include <string.h>

#include "base/limits.h"
#include "checks/version.h"
#include "onnx/element_type.h"
#include "onnx/reader.h"

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
    .run = run_opset,
};

/* --- ir_surplus ---------------------------------------------------------- */

static const char *const args_surplus[] = {"needed", "version", NULL};

/* The search for what a model needs; ended where it is unknown, or as much as there is. */
struct search {
    struct ol_run *run;
    const struct ol_rule *rule;
    int version; /* in force */
    int needed;  /* by what was seen so far */
    bool is_unknown;
};

static bool is_over(const struct search *search)
{
    return search->is_unknown || search->needed >= search->version;
}

static void raise_to(struct search *search, int version)
{
    search->needed = version > search->needed ? version : search->needed;
}

static void raise_by_element_type(struct search *search, const struct ol_level *level,
                                  unsigned field)
{
    const struct ol_element_type *type =
        ol_element_type_from_number(ol_level_integer(level, field, 0));
    raise_to(search, type != NULL ? type->since_ir : OL_IR_VERSION_MIN);
}

/* What the level's own fields need. */
static void raise_by_level(struct search *search, const struct ol_level *level)
{
    uint32_t used = ol_gate_used(level);
    for (unsigned i = 0; used >> i != 0; i++) {
        raise_to(search, used >> i & 1 ? level->message->fields[i].since_ir : OL_IR_VERSION_MIN);
    }
    switch (level->message->id) {
    case OL_MESSAGE_TensorProto:
        raise_by_element_type(search, level, OL_TensorProto_data_type);
        break;
    case OL_MESSAGE_TypeProto_Tensor:
        raise_by_element_type(search, level, OL_TypeProto_Tensor_elem_type);
        break;
    case OL_MESSAGE_TypeProto_SparseTensor:
        raise_by_element_type(search, level, OL_TypeProto_SparseTensor_elem_type);
        break;
    case OL_MESSAGE_GraphProto:
        /* Until IR 3 each initializer is an input too. Whether these are is not looked at: they may
         * need IR 4. */
        raise_to(search, ol_level_has(level, OL_GraphProto_initializer) ? 4 : OL_IR_VERSION_MIN);
        break;
    case OL_MESSAGE_OperatorSetIdProto: {
        struct need need = opset_need(search->rule, level);
        search->is_unknown = search->is_unknown || !need.is_known;
        raise_to(search, need.version);
        break;
    }
    default:
        break;
    }
}

/* Goes through a level that was read and all below it, at most OL_DEPTH_MAX deep. */
static void search_level(struct search *search, const struct ol_level *level)
{
    struct ol_children children;
    struct ol_level child;
    raise_by_level(search, level);
    search->is_unknown = search->is_unknown || !level->is_complete || level->depth >= OL_DEPTH_MAX;
    if (is_over(search)) {
        return;
    }
    ol_children_init(&children, level);
    while (!is_over(search) && ol_children_next(&children, &child)) {
        if (!ol_run_read(search->run, &child)) {
            return;
        }
        search_level(search, &child);
    }
}

/* Reads the file a second time; only where the rule is on. */
static void run_surplus(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    struct search search = {
        .run = run, .rule = rule, .version = ol_run_ir_version(run), .needed = OL_IR_VERSION_MIN};
    if (ol_level_integer(level, OL_ModelProto_ir_version, 0) != search.version) {
        return; /* none, or one that is not known */
    }
    search_level(&search, level);
    if (!is_over(&search)) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, OL_ModelProto_ir_version), .level = level,
                 .field = &level->message->fields[OL_ModelProto_ir_version]),
                OL_ARG_I64("needed", search.needed), OL_ARG_I64("version", search.version));
    }
}

const struct ol_check ol_check_ir_surplus = {
    .name = "ir_surplus",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .params = params_opset,
    .param_count = DOMAIN_COUNT,
    .args = args_surplus,
    .run = run_surplus,
};
