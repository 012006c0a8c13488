/* SPDX-License-Identifier: Apache-2.0 */
/* The target of a run. */
#include "config/config_target.h"

#include <inttypes.h>
#include <string.h>

#include "base/input.h"
#include "base/nearest.h"
#include "base/text.h"
#include "config/config.h"
#include "config/setting.h"
#include "rule/target.h"

/* Begins what there is to tell of a setting: of the command line with the option. */
static void begin_why(struct ol_buf *why, enum ol_setting_id id, const struct ol_origin *origin)
{
    ol_buf_init(why);
    if (origin->path == NULL) {
        ol_buf_addf(why, "--%s: ", ol_settings[id].option);
    }
}

/* Tells it, and gives it up. */
static enum ol_status refuse(struct ol_buf *errors, const struct ol_origin *origin,
                             struct ol_buf *why)
{
    bool is_ok = ol_buf_is_ok(why);
    ol_origin_add_error(errors, origin, ol_buf_text(why));
    ol_buf_fini(why);
    return is_ok ? OL_ERR_RULE : OL_ERR_NOMEM;
}

/* --- by name, or a file -------------------------------------------------- */

static enum ol_status refuse_name(struct ol_buf *errors, const struct ol_config_value *value)
{
    struct ol_buf why;
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(value->text));
    for (size_t i = 0; i < ol_builtin_target_count; i++) {
        ol_nearest_offer(&nearest, ol_builtin_targets[i].name);
    }
    begin_why(&why, OL_SETTING_TARGET, &value->origin);
    ol_buf_add(&why, "no target ");
    ol_text_quote(&why, nearest.wanted);
    ol_nearest_add_question(&why, &nearest, 1);
    for (size_t i = 0; nearest.count == 0 && i < ol_builtin_target_count; i++) {
        ol_buf_add(&why, i == 0 ? "; there are: " : ", ");
        ol_buf_add(&why, ol_builtin_targets[i].name);
    }
    ol_buf_add(&why, nearest.count == 0 ? "; a file ends in .yaml" : "");
    return refuse(errors, &value->origin, &why);
}

/* A file that cannot be read is told with the place that names it. */
static enum ol_status load_file(struct ol_loader *loader, const struct ol_config_value *value,
                                struct ol_target *target)
{
    struct ol_input input;
    struct ol_buf why;
    begin_why(&why, OL_SETTING_TARGET, &value->origin);
    enum ol_status status = ol_input_open(&input, value->text, &why);
    if (status == OL_OK) {
        status = ol_load_target(loader, value->text, input.bytes, target);
    } else if (status == OL_ERR_IO) {
        status = refuse(loader->errors, &value->origin, &why);
    }
    ol_buf_fini(&why);
    ol_input_fini(&input); /* what was loaded is in the arena */
    return status;
}

static enum ol_status find(struct ol_loader *loader, const struct ol_config_value *value,
                           struct ol_target *target)
{
    if (ol_setting_is_path(OL_SETTING_TARGET, value->text)) {
        return load_file(loader, value, target);
    }
    const struct ol_target *found =
        ol_target_from_name(ol_builtin_targets, ol_builtin_target_count, value->text);
    if (found == NULL) {
        return refuse_name(loader->errors, value);
    }
    *target = *found;
    return OL_OK;
}

/* --- the list ------------------------------------------------------------ */

static size_t widest_name(void)
{
    size_t width = 0;
    for (size_t i = 0; i < ol_builtin_target_count; i++) {
        size_t size = strlen(ol_builtin_targets[i].name);
        width = size > width ? size : width;
    }
    return width;
}

enum ol_status ol_target_list(ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    int width = (int)widest_name();
    for (size_t i = 0; i < ol_builtin_target_count; i++) {
        const struct ol_target *target = &ol_builtin_targets[i];
        ol_buf_addf(&out, "%-*s  IR %" PRId64, width, target->name, target->ir_version);
        for (size_t j = 0; j < target->opset_count; j++) {
            ol_buf_addf(&out, ", %s %" PRId64, target->opsets[j].domain, target->opsets[j].max);
        }
        ol_buf_add_char(&out, '\n');
    }
    return ol_buf_pass_on(&out, write, context);
}

/* --- bounds that are set ------------------------------------------------- */

/* merged: what the bounds that are set came to over those of the target. */
static enum ol_status check_bounds(struct ol_buf *errors, const struct ol_config_opset *set,
                                   const struct ol_target_opset *merged)
{
    struct ol_buf why;
    if (merged->max == 0 || merged->min <= merged->max) {
        return OL_OK;
    }
    begin_why(&why, OL_SETTING_TARGET_OPSET, &set->origin);
    ol_buf_add(&why, "versions of ");
    ol_text_quote(&why, ol_slice_from_text(merged->domain));
    ol_buf_addf(&why, " from %" PRId64 " to %" PRId64 ": min is above max", merged->min,
                merged->max);
    if (set->min == 0 || set->max == 0) {
        ol_buf_addf(&why, ", which is the target's %s", set->min == 0 ? "min" : "max");
    }
    return refuse(errors, &set->origin, &why);
}

/* Puts what is set of domains in place of what the target says of them, bound by bound. */
static enum ol_status set_opsets(struct ol_loader *loader, const struct ol_config *config,
                                 struct ol_target *target)
{
    struct ol_target_opset *opsets = ol_arena_alloc_array(
        loader->arena, target->opset_count + config->opset_count, sizeof *opsets);
    enum ol_status status = opsets != NULL ? OL_OK : OL_ERR_NOMEM;
    size_t count = target->opset_count;
    for (size_t i = 0; status == OL_OK && i < count; i++) {
        opsets[i] = target->opsets[i];
    }
    for (size_t i = 0; status == OL_OK && i < config->opset_count; i++) {
        const struct ol_config_opset *set = &config->opsets[i];
        const char *domain = set->domain[0] != '\0' ? set->domain : "ai.onnx";
        const struct ol_target_opset *old = ol_target_opset(target, ol_slice_from_text(domain));
        size_t place = old != NULL ? (size_t)(old - target->opsets) : count++;
        opsets[place].domain = domain;
        opsets[place].min = set->min != 0 ? set->min : opsets[place].min;
        opsets[place].max = set->max != 0 ? set->max : opsets[place].max;
        status = check_bounds(loader->errors, set, &opsets[place]);
    }
    target->opsets = opsets;
    target->opset_count = count;
    return status;
}

enum ol_status ol_config_target(const struct ol_config *config, struct ol_arena *arena,
                                struct ol_buf *errors, const struct ol_target **target)
{
    struct ol_loader loader = {.arena = arena, .errors = errors, .is_custom = true};
    const struct ol_config_value *named = ol_config_value(config, OL_SETTING_TARGET);
    uint64_t ir_version = ol_config_number(config, OL_SETTING_TARGET_IR, 0);
    *target = NULL;
    if (named == NULL && ir_version == 0 && config->opset_count == 0) {
        return OL_OK;
    }
    struct ol_target *made = ol_arena_alloc(arena, sizeof *made);
    enum ol_status status = made != NULL ? OL_OK : OL_ERR_NOMEM;
    if (status == OL_OK && named != NULL) {
        status = find(&loader, named, made);
    }
    if (status == OL_OK && config->opset_count > 0) {
        status = set_opsets(&loader, config, made);
    }
    if (status != OL_OK) {
        return ol_buf_is_ok(errors) ? status : OL_ERR_NOMEM;
    }
    made->ir_version = ir_version != 0 ? (int64_t)ir_version : made->ir_version;
    *target = made;
    return OL_OK;
}
