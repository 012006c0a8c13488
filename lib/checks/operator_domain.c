/* SPDX-License-Identifier: Apache-2.0 */
/* Domains whose operators are not known here, or may change. */
#include <string.h>

#include "onnx/domain.h"
#include "onnx/model.h"
#include "rule/check.h"

static const char *const args_domain[] = {"domain", NULL};

/* Reports the domain of a node, which has one. */
static void emit_domain(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_NodeProto_domain), .level = level,
             .field = &level->message->fields[OL_NodeProto_domain]),
            OL_ARG_TEXT("domain", ol_level_text(level, OL_NodeProto_domain)));
}

/* Whether the node is the first one, under an import, of a domain that it names. */
static bool is_first(struct ol_run *run, const struct ol_level *level)
{
    const struct ol_model *model = ol_run_model(run);
    return model->is_first_bound && model->is_node_known && model->import != NULL &&
           ol_level_text(level, OL_NodeProto_domain).size > 0;
}

static struct ol_concern concern_domain(const struct ol_rule *rule,
                                        const struct ol_message *message)
{
    (void)rule;
    (void)message;
    return (struct ol_concern){.present = 1U << OL_NodeProto_domain};
}

static bool is_first_bound(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & OL_KNOWN_FIRST_BOUND) != 0;
}

/* --- operator_domain_unknown --------------------------------------------- */

static void run_unknown(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    if (!is_first(run, level)) {
        return;
    }
    struct ol_slice domain = ol_level_text(level, OL_NodeProto_domain);
    if (!ol_domain_is_standard(domain) &&
        ol_symbols_find(&ol_run_model(run)->function_domains, domain) == OL_NONE) {
        emit_domain(run, level, rule);
    }
}

const struct ol_check ol_check_operator_domain_unknown = {
    .name = "operator_domain_unknown",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_domain,
    .asks_file = true,
    .concern = concern_domain,
    .may_speak = is_first_bound,
    .run = run_unknown,
};

/* --- operator_domain_preview --------------------------------------------- */

/* The domain that operators on trial are in, and those within it. */
static const char preview[] = "ai.onnx.preview";

static void run_preview(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    if (!is_first(run, level)) {
        return;
    }
    struct ol_slice domain = ol_level_text(level, OL_NodeProto_domain);
    size_t size = sizeof preview - 1;
    if (domain.size >= size && memcmp(domain.data, preview, size) == 0 &&
        (domain.size == size || domain.data[size] == '.')) {
        emit_domain(run, level, rule);
    }
}

const struct ol_check ol_check_operator_domain_preview = {
    .name = "operator_domain_preview",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_domain,
    .asks_file = true,
    .concern = concern_domain,
    .may_speak = is_first_bound,
    .run = run_preview,
};
