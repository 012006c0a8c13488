/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that hold the versions of a model against what it is to load with. */
#include <stdint.h>

#include "onnx/domain.h"
#include "onnx/model.h"
#include "rule/check.h"

/* --- target_ir_version --------------------------------------------------- */

static const char *const args_ir[] = {"version", "max", "target", "origin", NULL};

static void run_ir(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_target *target = ol_run_target(run);
    int64_t version = ol_level_integer(level, OL_ModelProto_ir_version, 0);
    if (target == NULL || target->ir_version == 0 || version <= target->ir_version) {
        return;
    }
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_ModelProto_ir_version), .level = level,
             .field = &level->message->fields[OL_ModelProto_ir_version]),
            OL_ARG_I64("version", version), OL_ARG_I64("max", target->ir_version),
            OL_ARG_WORD("target", ol_run_target_name(run)),
            OL_ARG_WORD("origin", ol_run_ir_origin(run, version)));
}

const struct ol_check ol_check_target_ir_version = {
    .name = "target_ir_version",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .args = args_ir,
    .asks_file = true,
    .run = run_ir,
};

/* --- target_opset -------------------------------------------------------- */

static const char *const args_opset[] = {"domain", "version", "min", "max",
                                         "target", "origin",  NULL};

enum {
    VARIANT_OLD,
    VARIANT_MISSING,
    VARIANT_REFUSED
};

static const char *const variants_opset[] = {
    [VARIANT_OLD] = "old", [VARIANT_MISSING] = "missing", [VARIANT_REFUSED] = "refused", NULL};

/* The case of a domain that the target does not list; NULL: it is no fault. Functions of the model
 * bring their domains along. */
static const char *unlisted_variant(struct ol_run *run, struct ol_slice domain)
{
    const struct ol_model *model = ol_run_model(run);
    enum ol_target_others others = ol_run_target(run)->others;
    if (others == OL_TARGET_OTHERS_ALLOWED) {
        return NULL;
    }
    if (others == OL_TARGET_OTHERS_CUSTOM) {
        return ol_domain_is_standard(domain) ? variants_opset[VARIANT_MISSING] : NULL;
    }
    bool may_be_brought = (model->is_known && !model->is_whole) ||
                          ol_symbols_find(&model->function_domains, domain) != OL_NONE;
    return may_be_brought ? NULL : variants_opset[VARIANT_REFUSED];
}

/* The versions that a model or a function imports. One below 1, or that is no int32, is a fault of
 * its own. */
static void run_opset(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_target *target = ol_run_target(run);
    int64_t version = ol_level_integer(level, OL_OperatorSetIdProto_version, 0);
    if (target == NULL || version < 1 || version > INT32_MAX) {
        return;
    }
    struct ol_slice domain =
        ol_domain_canonical(ol_level_text(level, OL_OperatorSetIdProto_domain));
    const struct ol_target_opset *opset = ol_target_opset(target, domain);
    bool is_new = opset != NULL && opset->max > 0 && version > opset->max;
    bool is_old = opset != NULL && version < opset->min;
    const char *variant = opset == NULL ? unlisted_variant(run, domain)
                          : is_old      ? variants_opset[VARIANT_OLD]
                                        : NULL;
    if ((!is_new && variant == NULL) || !ol_run_takes(run, rule, variant)) {
        return;
    }
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_OperatorSetIdProto_version), .level = level,
             .field = &level->message->fields[OL_OperatorSetIdProto_version], .variant = variant),
            OL_ARG_TEXT("domain", domain), OL_ARG_I64("version", version),
            OL_ARG_I64("min", opset != NULL ? opset->min : 0),
            OL_ARG_I64("max", opset != NULL ? opset->max : 0),
            OL_ARG_WORD("target", ol_run_target_name(run)),
            OL_ARG_WORD("origin", ol_run_opset_origin(run, domain, version)));
}

const struct ol_check ol_check_target_opset = {
    .name = "target_opset",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_OperatorSetIdProto),
    .args = args_opset,
    .variants = variants_opset,
    .asks_file = true,
    .run = run_opset,
};
