/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the standard has a node's operator: in the version of the operator set that is imported,
 * in another one, or in none. */
#include <stdint.h>

#include "base/nearest.h"
#include "checks/operator.h"
#include "onnx/domain.h"

/* --- experimental operators ---------------------------------------------- */

/* Operators that were in the default operator set on trial, were never part of a version of it, and
 * are gone. */
static const char *const removed[] = {
    "ATen",        "Affine",          "ConstantFill",
    "Crop",        "DynamicSlice",    "Embedding",
    "FC",          "GRUUnit",         "GivenTensorFill",
    "ImageScaler", "LoopIndexTensor", "ParametricSoftplus",
    "Scale",       "ScaledTanh",
};

/* Operators that were there on trial before a version of the set took them in. */
static const char *const early[] = {"MeanVarianceNormalization", "ThresholdedRelu"};

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

static bool is_listed(const char *const *list, size_t count, struct ol_slice name)
{
    for (size_t i = 0; i < count; i++) {
        if (ol_slice_is_text(name, list[i])) {
            return true;
        }
    }
    return false;
}

/* What an operator on trial is, in the order of variants_experimental. */
enum trial {
    TRIAL_REMOVED,
    TRIAL_EARLY,
    TRIAL_NOW, /* in the version that is imported */
    TRIAL_NONE
};

static const char *const variants_experimental[] = {
    [TRIAL_REMOVED] = "removed", [TRIAL_EARLY] = "early", NULL};

static enum trial find_trial(const struct ol_bound_operator *bound)
{
    if (!bound->is_known) {
        return TRIAL_NONE;
    }
    if (bound->schema != NULL) {
        return bound->schema->flags & OL_OPERATOR_IS_EXPERIMENTAL ? TRIAL_NOW : TRIAL_NONE;
    }
    if ((bound->verdict != OL_OPERATOR_UNKNOWN && bound->verdict != OL_OPERATOR_LATER) ||
        !ol_domain_is_default(bound->domain)) {
        return TRIAL_NONE;
    }
    if (bound->verdict == OL_OPERATOR_UNKNOWN &&
        is_listed(removed, COUNT_OF(removed), bound->op_type)) {
        return TRIAL_REMOVED;
    }
    return bound->verdict == OL_OPERATOR_LATER && is_listed(early, COUNT_OF(early), bound->op_type)
               ? TRIAL_EARLY
               : TRIAL_NONE;
}

/* --- nodes without an operator ------------------------------------------- */

/* Whether the standard is to have the operator: no function of the model is called by that name,
 * whatever its overload. */
static bool is_standards(struct ol_run *run, const struct ol_bound_operator *bound)
{
    const struct ol_model *model = ol_run_model(run);
    return (!model->is_known || model->is_whole) &&
           ol_model_find_name(model, bound->domain, bound->op_type) == OL_NONE;
}

static struct ol_finding place_of(const struct ol_level *level, const char *variant)
{
    return (struct ol_finding){
        .span = ol_level_span(level, OL_NodeProto_op_type),
        .level = level,
        .field = &level->message->fields[OL_NodeProto_op_type],
        .variant = variant,
    };
}

#define EMIT_OPERATOR(run, rule, bound, place, ...)                                            \
    OL_EMIT(run, rule,                                                                         \
            (.span = (place).span, .level = (place).level, .field = (place).field,             \
             .variant = (place).variant),                                                      \
            OL_ARG_TEXT("operator", (bound)->op_type), OL_ARG_TEXT("domain", (bound)->domain), \
            OL_ARG_I64("version", (bound)->version), __VA_ARGS__)

static bool is_in_force(const struct ol_operator *schema, int64_t version)
{
    const struct ol_operator *next = ol_operator_next(schema);
    return schema->since <= version && (next == NULL || next->since > version) &&
           (schema->flags & OL_OPERATOR_IS_DEPRECATED) == 0;
}

/* A question for the operator of that version of the domain whose name comes nearest, or "". */
static const char *nearest_operator(struct ol_run *run, const struct ol_bound_operator *bound)
{
    struct ol_nearest nearest;
    const struct ol_operator *schema = ol_operator_at(0);
    ol_nearest_init(&nearest, bound->op_type);
    for (size_t i = 0; schema != NULL; schema = ol_operator_at(++i)) {
        struct ol_slice name = ol_slice_from_text(ol_operator_text(schema->name));
        if (is_in_force(schema, bound->version) &&
            ol_slice_is_text(bound->domain, ol_operator_domain_name(schema)) &&
            !ol_run_offer_nearest(run, &nearest, name)) {
            break;
        }
    }
    return ol_run_nearest_question(run, &nearest);
}

/* The oldest schema of that name in another domain of the standard; NULL where there is none. */
static const struct ol_operator *find_elsewhere(struct ol_slice op_type)
{
    const struct ol_operator *found = NULL;
    const struct ol_domain *domain = ol_domain_at(0);
    for (size_t i = 0; domain != NULL && found == NULL; domain = ol_domain_at(++i)) {
        found = ol_operator_first(ol_slice_from_text(domain->name), op_type);
    }
    return found;
}

/* --- operator_unknown ---------------------------------------------------- */

enum {
    UNKNOWN_CONTRIB,
    UNKNOWN_DOMAIN
};

static const char *const variants_unknown[] = {
    [UNKNOWN_CONTRIB] = "contrib", [UNKNOWN_DOMAIN] = "domain", NULL};

static const char *const args_unknown[] = {"operator", "domain", "version",
                                           "nearest",  "other",  NULL};

static const struct ol_param params_contrib[] = {
    {.name = "contrib", .type = OL_PARAM_TEXT, .is_list = true},
};

/* Whether a runtime has the operator in the default domain, of its own accord. */
static bool is_contrib(const struct ol_rule *rule, const struct ol_bound_operator *bound)
{
    for (size_t i = 0; i < rule->with[0].count; i++) {
        if (ol_slice_is_text(bound->op_type, rule->with[0].items[i].text)) {
            return ol_domain_is_default(bound->domain);
        }
    }
    return false;
}

/* Nothing is guessed about versions to come: that is said at the first node of each import. */
static void note_new_version(struct ol_run *run, const struct ol_level *level,
                             const struct ol_bound_operator *bound)
{
    const struct ol_domain *domain = ol_domain_from_name(bound->domain);
    if (ol_run_model(run)->is_first_bound && domain != NULL && bound->version > domain->last) {
        ol_run_not_checked(run, level, ol_level_span(level, OL_NodeProto_op_type),
                           OL_REASON_OPSET_NEW);
    }
}

static void run_unknown(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    const struct ol_bound_operator *bound = ol_run_bound(run, level);
    if (bound->is_known && bound->verdict == OL_OPERATOR_NO_VERSION) {
        note_new_version(run, level, bound);
        return;
    }
    if (!bound->is_known || bound->verdict != OL_OPERATOR_UNKNOWN ||
        find_trial(bound) != TRIAL_NONE || !is_standards(run, bound)) {
        return;
    }
    const struct ol_operator *other = find_elsewhere(bound->op_type);
    const char *variant = is_contrib(rule, bound) ? variants_unknown[UNKNOWN_CONTRIB]
                          : other != NULL         ? variants_unknown[UNKNOWN_DOMAIN]
                                                  : NULL;
    struct ol_finding place = place_of(level, variant);
    EMIT_OPERATOR(run, rule, bound, place,
                  OL_ARG_WORD("nearest", variant == NULL ? nearest_operator(run, bound) : ""),
                  OL_ARG_WORD("other", other != NULL ? ol_operator_domain_name(other) : ""));
}

/* Nodes of the standard's domains without a schema. */
static bool is_not_there(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & (OL_KNOWN_STANDARD | OL_KNOWN_SCHEMA)) == OL_KNOWN_STANDARD;
}

const struct ol_check ol_check_operator_unknown = {
    .name = "operator_unknown",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .params = params_contrib,
    .param_count = 1,
    .args = args_unknown,
    .variants = variants_unknown,
    .may_speak = is_not_there,
    .run = run_unknown,
};

/* --- operator_new -------------------------------------------------------- */

static const char *const args_new[] = {"operator", "domain", "version", "since", NULL};
static const char *const variants_new[] = {"contrib", NULL};

static void run_new(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_bound_operator *bound = ol_run_bound(run, level);
    if (!bound->is_known || bound->verdict != OL_OPERATOR_LATER ||
        find_trial(bound) != TRIAL_NONE || !is_standards(run, bound)) {
        return;
    }
    struct ol_finding place = place_of(level, is_contrib(rule, bound) ? variants_new[0] : NULL);
    EMIT_OPERATOR(run, rule, bound, place,
                  OL_ARG_U64("since", ol_operator_first(bound->domain, bound->op_type)->since));
}

const struct ol_check ol_check_operator_new = {
    .name = "operator_new",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .params = params_contrib,
    .param_count = 1,
    .args = args_new,
    .variants = variants_new,
    .may_speak = is_not_there,
    .run = run_new,
};

/* --- operator_deprecated ------------------------------------------------- */

static const char *const args_deprecated[] = {"operator", "domain",  "version", "since",
                                              "next",     "instead", NULL};
static const char *const variants_deprecated[] = {"revised", NULL};

/* Pairs: an operator, and what took its place. */
static const struct ol_param params_deprecated[] = {
    {.name = "instead", .type = OL_PARAM_TEXT, .is_list = true, .may_repeat = true},
};

static const char *instead_of(const struct ol_rule *rule, struct ol_slice op_type)
{
    for (size_t i = 0; i + 1 < rule->with[0].count; i += 2) {
        if (ol_slice_is_text(op_type, rule->with[0].items[i].text)) {
            return rule->with[0].items[i + 1].text;
        }
    }
    return "?";
}

static void run_deprecated(struct ol_run *run, const struct ol_level *level,
                           const struct ol_rule *rule)
{
    const struct ol_bound_operator *bound = ol_run_bound(run, level);
    if (!bound->is_known || bound->verdict != OL_OPERATOR_FOUND_DEPRECATED) {
        return;
    }
    const struct ol_operator *next = ol_operator_next(bound->schema);
    struct ol_finding place = place_of(level, next != NULL ? variants_deprecated[0] : NULL);
    EMIT_OPERATOR(run, rule, bound, place, OL_ARG_U64("since", bound->schema->since),
                  OL_ARG_U64("next", next != NULL ? next->since : 0),
                  OL_ARG_WORD("instead", instead_of(rule, bound->op_type)));
}

static bool is_unsettled(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & OL_KNOWN_UNSETTLED) != 0;
}

const struct ol_check ol_check_operator_deprecated = {
    .name = "operator_deprecated",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .params = params_deprecated,
    .param_count = 1,
    .args = args_deprecated,
    .variants = variants_deprecated,
    .may_speak = is_unsettled,
    .run = run_deprecated,
};

/* --- operator_experimental ----------------------------------------------- */

static void run_experimental(struct ol_run *run, const struct ol_level *level,
                             const struct ol_rule *rule)
{
    const struct ol_bound_operator *bound = ol_run_bound(run, level);
    enum trial trial = find_trial(bound);
    if (trial == TRIAL_NONE || (trial != TRIAL_NOW && !is_standards(run, bound))) {
        return;
    }
    const struct ol_operator *first = ol_operator_first(bound->domain, bound->op_type);
    struct ol_finding place =
        place_of(level, trial != TRIAL_NOW ? variants_experimental[trial] : NULL);
    EMIT_OPERATOR(run, rule, bound, place, OL_ARG_U64("since", first != NULL ? first->since : 0));
}

static bool may_be_on_trial(const struct ol_rule *rule, const struct ol_outline *outline)
{
    return is_unsettled(rule, outline) || is_not_there(rule, outline);
}

const struct ol_check ol_check_operator_experimental = {
    .name = "operator_experimental",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_new,
    .variants = variants_experimental,
    .may_speak = may_be_on_trial,
    .run = run_experimental,
};

/* --- operator_since ------------------------------------------------------ */

static void run_since(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_bound_operator *bound = ol_run_bound(run, level);
    if (bound->schema != NULL) {
        struct ol_finding place = place_of(level, NULL);
        EMIT_OPERATOR(run, rule, bound, place, OL_ARG_U64("since", bound->schema->since));
    }
}

const struct ol_check ol_check_operator_since = {
    .name = "operator_since",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_new,
    .may_speak = ol_operator_has_schema,
    .run = run_since,
};
