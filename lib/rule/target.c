/* SPDX-License-Identifier: Apache-2.0 */
/* What a target says, and how checks ask for it. */
#include "rule/target.h"

#include <inttypes.h>
#include <string.h>

#include "onnx/domain.h"
#include "rule/run.h"

#define RELEASE_PREFIX "onnx-"

static bool is_digits(struct ol_slice text)
{
    bool is_number = text.size > 0;
    for (size_t i = 0; i < text.size; i++) {
        is_number = is_number && text.data[i] >= '0' && text.data[i] <= '9';
    }
    return is_number;
}

/* Whether the text is a release "1.16" that has ".2" behind it, or nothing. */
static bool is_patch_of(struct ol_slice text, struct ol_slice release)
{
    if (text.size < release.size || memcmp(text.data, release.data, release.size) != 0) {
        return false;
    }
    struct ol_slice rest = {text.data + release.size, text.size - release.size};
    if (rest.size == 0) {
        return true;
    }
    return rest.data[0] == '.' && is_digits((struct ol_slice){rest.data + 1, rest.size - 1});
}

const struct ol_target *ol_target_from_name(const struct ol_target *targets, size_t count,
                                            const char *name)
{
    const size_t prefix = sizeof RELEASE_PREFIX - 1;
    struct ol_slice wanted = ol_slice_from_text(name);
    const struct ol_target *release = NULL;
    for (size_t i = 0; i < count; i++) {
        struct ol_slice own = ol_slice_from_text(targets[i].name);
        if (ol_slice_is_equal(own, wanted)) {
            return &targets[i];
        }
        if (strncmp(targets[i].name, RELEASE_PREFIX, prefix) == 0) {
            bool has_prefix = strncmp(name, RELEASE_PREFIX, prefix) == 0;
            struct ol_slice version = ol_slice_from_text(name + (has_prefix ? prefix : 0));
            struct ol_slice number = ol_slice_from_text(targets[i].name + prefix);
            release = is_patch_of(version, number) ? &targets[i] : release;
        }
    }
    return release;
}

const struct ol_target_opset *ol_target_opset(const struct ol_target *target,
                                              struct ol_slice domain)
{
    for (size_t i = 0; i < target->opset_count; i++) {
        if (ol_domain_is_equal(ol_slice_from_text(target->opsets[i].domain), domain)) {
            return &target->opsets[i];
        }
    }
    return NULL;
}

const struct ol_target *ol_target_first_with_opset(const struct ol_target *targets, size_t count,
                                                   struct ol_slice domain, int64_t version)
{
    for (size_t i = 0; i < count; i++) {
        const struct ol_target_opset *opset = ol_target_opset(&targets[i], domain);
        if (opset != NULL && version <= opset->max) {
            return &targets[i];
        }
    }
    return NULL;
}

const struct ol_target *ol_target_first_with_ir(const struct ol_target *targets, size_t count,
                                                int64_t version)
{
    for (size_t i = 0; i < count; i++) {
        if (version <= targets[i].ir_version) {
            return &targets[i];
        }
    }
    return NULL;
}

/* --- for checks ---------------------------------------------------------- */

const struct ol_target *ol_run_target(const struct ol_run *run)
{
    return run->engine->target;
}

const char *ol_run_target_name(const struct ol_run *run)
{
    return run->engine->target->name != NULL ? run->engine->target->name : "the target";
}

static const char *origin(struct ol_run *run, const struct ol_target *release, int64_t version)
{
    if (release == NULL) {
        return "";
    }
    ol_buf_clear(&run->text);
    ol_buf_addf(&run->text, " (%" PRId64 " came with %s)", version, release->name);
    const char *text = ol_run_keep_text(run);
    return text != NULL ? text : "";
}

const char *ol_run_opset_origin(struct ol_run *run, struct ol_slice domain, int64_t version)
{
    const struct ol_engine *engine = run->engine;
    return origin(
        run, ol_target_first_with_opset(engine->releases, engine->release_count, domain, version),
        version);
}

const char *ol_run_ir_origin(struct ol_run *run, int64_t version)
{
    const struct ol_engine *engine = run->engine;
    return origin(run, ol_target_first_with_ir(engine->releases, engine->release_count, version),
                  version);
}
