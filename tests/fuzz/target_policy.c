/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as a file of suppressions, or as a baseline: the header, a letter, says which. */
#include "fuzz/bench.h"
#include "fuzz/memory.h"
#include "fuzz/setting.h"
#include "policy/policy.h"

#define MEMORY_MAX ((size_t)64 * 1024 * 1024)

static struct ol_fuzz_file file;
static struct ol_fuzz_bench bench; /* for its rules */

/* Whether the file is taken; where it is not, errors are told as they should be. A linter, which
 * takes longer, need not be made to know that. */
static bool is_taken(const struct ol_config *config)
{
    struct ol_buf errors;
    struct ol_policy *policy = NULL;
    ol_buf_init(&errors);
    enum ol_status status = ol_policy_new(config, bench.rules, false, &errors, &policy);
    if (status != OL_OK) {
        ol_fuzz_need(status == OL_ERR_RULE || status == OL_ERR_IO, "loading failed");
        ol_fuzz_check_errors(ol_buf_text(&errors), status == OL_ERR_IO);
    }
    ol_policy_free(policy);
    ol_buf_fini(&errors);
    return status == OL_OK;
}

static void run(const uint8_t *data, size_t size)
{
    struct ol_config *config = NULL;
    const struct ol_slice text = ol_fuzz_rest(&ol_fuzz_policy, data, size);
    bool is_baseline = size > 0 && data[0] == 'b';
    ol_fuzz_memory_begin();
    ol_fuzz_file_write(&file, text.data, text.size);
    ol_fuzz_need(ol_config_new(&config) == OL_OK, "memory is short");
    ol_fuzz_need(ol_config_set(config, is_baseline ? OL_SETTING_BASELINE : OL_SETTING_SUPPRESSIONS,
                               file.path.text) == OL_OK,
                 "the setting is refused");
    if (is_taken(config)) {
        ol_fuzz_setting_use(config);
    }
    ol_config_free(config);
    ol_fuzz_memory_check(MEMORY_MAX);
}

static void set_up(void)
{
    ol_fuzz_setting_init();
    ol_fuzz_bench_init(&bench);
    ol_fuzz_file_init(&file, "accepted");
    ol_fuzz_memory_init();
}

static void tear_down(void)
{
    ol_fuzz_file_fini(&file);
    ol_fuzz_bench_fini(&bench);
}

const struct ol_fuzz_target ol_fuzz_policy = {
    .name = "policy",
    .seeds = OL_FUZZ_SEEDS_POLICY,
    .header = 1,
    .set_up = set_up,
    .tear_down = tear_down,
    .run = run,
};
