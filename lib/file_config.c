/* SPDX-License-Identifier: Apache-2.0 */
/* The configuration of one file: what overrides say of all of it stands among the rules, as if it
 * had been said there. */
#include <stdlib.h>
#include <string.h>

#include "base/file_path.h"
#include "base/text.h"
#include "config/config.h"
#include "onnx_lint.h"
#include "policy/selector.h"

/* Arrays for all that there is. */
struct folded {
    struct ol_config_rule *rules;
    size_t rule_count;
    struct ol_config_override *overrides;
    size_t override_count;
};

static void add_rules(struct folded *folded, const struct ol_config_rule *rules, size_t count)
{
    if (count > 0) {
        memcpy(folded->rules + folded->rule_count, rules, count * sizeof *rules);
        folded->rule_count += count;
    }
}

/* Adds what files say of rules, or what the command line says of them, which counts most. */
static void add_rules_of(struct folded *folded, const struct ol_config *config, bool is_file)
{
    for (size_t i = 0; i < config->rule_count; i++) {
        if ((config->rules[i].origin.path != NULL) == is_file) {
            add_rules(folded, &config->rules[i], 1);
        }
    }
}

/* Adds the overrides that are about the file. One about places stays what it is, without its files;
 * what is said later of the whole file counts more than it, and so has to stay behind it. */
static bool add_overrides(struct folded *folded, const struct ol_config *config, const char *path)
{
    struct ol_buf scratch;
    ol_buf_init(&scratch);
    for (size_t i = 0; i < config->override_count; i++) {
        const struct ol_config_override *override = &config->overrides[i];
        const struct ol_file_scope scope = {override->files, override->file_count,
                                            override->origin.folder};
        if (!ol_file_scope_has(&scope, path, &scratch)) {
            continue;
        }
        if (override->paths == NULL && folded->override_count == 0) {
            add_rules(folded, override->rules, override->rule_count);
            continue;
        }
        struct ol_config_override *kept = &folded->overrides[folded->override_count++];
        *kept = *override;
        kept->file_count = override->paths != NULL ? 0 : override->file_count;
    }
    bool is_ok = ol_buf_is_ok(&scratch);
    ol_buf_fini(&scratch);
    return is_ok;
}

/* The configuration of the file, which borrows of that of the run. */
static enum ol_status fold(struct ol_arena *arena, const struct ol_config *config, const char *file,
                           struct ol_config *result)
{
    struct folded folded = {0};
    struct ol_buf path;
    size_t count = config->rule_count;
    for (size_t i = 0; i < config->override_count; i++) {
        count += config->overrides[i].rule_count;
    }
    folded.rules = ol_arena_alloc_array(arena, count, sizeof *folded.rules);
    folded.overrides =
        ol_arena_alloc_array(arena, config->override_count, sizeof *folded.overrides);
    if (folded.rules == NULL || folded.overrides == NULL) {
        return OL_ERR_NOMEM;
    }
    ol_buf_init(&path);
    ol_file_path_set_absolute(&path, config->folder, file);
    add_rules_of(&folded, config, true);
    bool is_ok = ol_buf_is_ok(&path) && add_overrides(&folded, config, ol_buf_text(&path));
    add_rules_of(&folded, config, false);
    ol_buf_fini(&path);
    *result = *config;
    result->rules = folded.rules;
    result->rule_count = folded.rule_count;
    result->overrides = folded.overrides;
    result->override_count = folded.override_count;
    return is_ok ? OL_OK : OL_ERR_NOMEM;
}

static enum ol_status write_heading(const char *file, ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_buf_add(&out, "# of the file ");
    ol_text_add_path(&out, file);
    ol_buf_add_char(&out, '\n');
    return ol_buf_pass_on(&out, write, context);
}

enum ol_status ol_config_print_of_file(const struct ol_config *config, const char *file,
                                       ol_write_fn *write, void *context)
{
    struct ol_config of_file;
    struct ol_arena *arena = ol_arena_new();
    enum ol_status status = arena != NULL ? fold(arena, config, file, &of_file) : OL_ERR_NOMEM;
    status = status == OL_OK ? write_heading(file, write, context) : status;
    status = status == OL_OK ? ol_config_print(&of_file, write, context) : status;
    ol_arena_free(arena);
    return status;
}
