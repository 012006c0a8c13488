/* SPDX-License-Identifier: Apache-2.0 */
/* Loads what a policy is made of, and tells of it when the run is over. */
#include "policy/policy.h"

#include <stdlib.h>
#include <string.h>

#include "base/file_path.h"
#include "base/limits.h"
#include "policy/policy_parts.h"

/* --- loading ------------------------------------------------------------- */

/* The absolute folder that a file is in; NULL when memory is short. */
static const char *folder_of(struct ol_policy *policy, const char *path)
{
    struct ol_buf buf;
    ol_buf_init(&buf);
    ol_file_path_set_absolute(&buf, policy->working_folder, path);
    ol_file_path_cut(&buf);
    const char *folder = ol_buf_copy(&buf, policy->arena);
    ol_buf_fini(&buf);
    return folder;
}

/* Passes on what was told of a file that the configuration names: where it could not be read, with
 * the place that names it. */
static enum ol_status pass_on(const struct ol_origin *origin, struct ol_buf *why,
                              enum ol_status status, struct ol_buf *errors)
{
    if (status == OL_ERR_IO) {
        ol_origin_add_error(errors, origin, ol_buf_text(why));
    } else {
        ol_buf_add(errors, ol_buf_text(why)); /* lines of the file itself */
    }
    bool is_ok = ol_buf_is_ok(why);
    ol_buf_fini(why);
    return is_ok ? status : OL_ERR_NOMEM;
}

static enum ol_status load_suppressions(struct ol_policy *policy, const struct ol_config *config,
                                        struct ol_buf *errors)
{
    const struct ol_config_values *files = &config->values[OL_SETTING_SUPPRESSIONS];
    enum ol_status status = OL_OK;
    for (size_t i = 0; status == OL_OK && i < files->count; i++) {
        const struct ol_config_value *file = &files->items[i];
        const char *folder = folder_of(policy, file->text);
        struct ol_buf why;
        ol_buf_init(&why);
        status = OL_ERR_NOMEM;
        if (i == OL_CONFIG_FILES_MAX) {
            ol_buf_addf(&why, "more than %d files of suppressions", OL_CONFIG_FILES_MAX);
            status = OL_ERR_IO;
        } else if (folder != NULL) {
            status = ol_suppressions_load(policy->arena, &why, policy->rules, file->text, folder,
                                          &policy->suppressions);
        }
        status = pass_on(&file->origin, &why, status, errors);
    }
    return status;
}

static enum ol_status load_baseline(struct ol_policy *policy, const struct ol_config *config,
                                    struct ol_buf *errors)
{
    const struct ol_config_values *files = &config->values[OL_SETTING_BASELINE];
    if (files->count == 0) {
        return OL_OK;
    }
    const struct ol_config_value *file = &files->items[files->count - 1];
    const char *folder = folder_of(policy, file->text);
    if (folder == NULL) {
        return OL_ERR_NOMEM;
    }
    struct ol_buf why;
    ol_buf_init(&why);
    policy->has_baseline = true;
    enum ol_status status =
        ol_baseline_load(policy->arena, &why, file->text, folder, &policy->baseline);
    return pass_on(&file->origin, &why, status, errors);
}

static int compare_refs(const void *left, const void *right)
{
    const struct ol_suppression_ref *a = left;
    const struct ol_suppression_ref *b = right;
    if (a->cases.rule != b->cases.rule) {
        return a->cases.rule < b->cases.rule ? -1 : 1;
    }
    return a->suppression < b->suppression ? -1 : a->suppression > b->suppression;
}

/* Lists the suppressions by rule. */
static enum ol_status index_suppressions(struct ol_policy *policy)
{
    size_t count = 0;
    for (size_t i = 0; i < policy->suppressions.count; i++) {
        count += policy->suppressions.items[i].case_count;
    }
    policy->refs = ol_arena_alloc_array(policy->arena, count, sizeof *policy->refs);
    if (policy->refs == NULL) {
        return OL_ERR_NOMEM;
    }
    for (size_t i = 0; i < policy->suppressions.count; i++) {
        const struct ol_suppression *suppression = &policy->suppressions.items[i];
        for (size_t j = 0; j < suppression->case_count; j++) {
            policy->refs[policy->ref_count++] =
                (struct ol_suppression_ref){suppression->cases[j], i};
        }
    }
    if (count > 0) {
        qsort(policy->refs, count, sizeof *policy->refs, compare_refs);
    }
    return OL_OK;
}

/* Reads all three, so that each tells what is wrong with it. */
static enum ol_status load(struct ol_policy *policy, const struct ol_config *config,
                           bool without_baseline, struct ol_buf *errors)
{
    enum ol_status results[3] = {OL_OK, OL_OK, OL_OK};
    results[0] =
        ol_overrides_load(policy->arena, errors, config, policy->rules, &policy->overrides);
    results[1] = load_suppressions(policy, config, errors);
    if (!without_baseline) {
        results[2] = load_baseline(policy, config, errors);
    }
    for (size_t i = 0; i < 3; i++) {
        if (results[i] != OL_OK) {
            return results[i];
        }
    }
    return ol_buf_is_ok(errors) ? index_suppressions(policy) : OL_ERR_NOMEM;
}

static bool is_wanted(const struct ol_config *config, bool without_baseline)
{
    return config->override_count > 0 || config->values[OL_SETTING_SUPPRESSIONS].count > 0 ||
           (!without_baseline && config->values[OL_SETTING_BASELINE].count > 0);
}

enum ol_status ol_policy_new(const struct ol_config *config, const struct ol_rule_set *rules,
                             bool without_baseline, struct ol_buf *errors,
                             struct ol_policy **policy)
{
    *policy = NULL;
    if (!is_wanted(config, without_baseline)) {
        return OL_OK;
    }
    struct ol_arena *arena = ol_arena_new();
    struct ol_policy *made = arena != NULL ? ol_arena_alloc(arena, sizeof *made) : NULL;
    if (made == NULL) {
        ol_arena_free(arena);
        return OL_ERR_NOMEM;
    }
    struct ol_buf folder;
    ol_buf_init(&folder);
    ol_file_path_add_working_folder(&folder);
    made->arena = arena;
    made->rules = rules;
    made->working_folder = ol_buf_copy(&folder, arena);
    ol_buf_fini(&folder);
    enum ol_status status =
        made->working_folder != NULL ? load(made, config, without_baseline, errors) : OL_ERR_NOMEM;
    if (status != OL_OK) {
        ol_policy_free(made);
        return status;
    }
    *policy = made;
    return OL_OK;
}

void ol_policy_free(struct ol_policy *policy)
{
    if (policy != NULL) {
        ol_arena_free(policy->arena);
    }
}
