/* SPDX-License-Identifier: Apache-2.0 */
/* Model-local functions in the domains of the standard. */
#include "onnx/domain.h"
#include "onnx/operators.h"
#include "rule/check.h"

static const char *const args_domain[] = {"domain", "name", NULL};
static const char *const variants_domain[] = {"added", NULL};

/* A function that bears the name of a standard operator, of whatever version, or that adds one to a
 * standard domain. Functions without a domain or a name are faulty for that alone. */
static void run_domain(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_slice name = ol_level_text(level, OL_FunctionProto_name);
    struct ol_slice domain = ol_level_text(level, OL_FunctionProto_domain);
    if (!ol_level_has(level, OL_FunctionProto_domain) || name.size == 0 ||
        !ol_domain_is_standard(domain)) {
        return;
    }
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_FunctionProto_domain), .level = level,
             .field = &level->message->fields[OL_FunctionProto_domain],
             .variant = ol_operator_first(domain, name) == NULL ? variants_domain[0] : NULL),
            OL_ARG_TEXT("domain", ol_domain_canonical(domain)), OL_ARG_TEXT("name", name));
}

const struct ol_check ol_check_function_domain = {
    .name = "function_domain",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto),
    .args = args_domain,
    .variants = variants_domain,
    .run = run_domain,
};
