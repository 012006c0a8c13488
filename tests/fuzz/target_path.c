/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as a field path of a model, to be looked up and explained. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "fuzz/bench.h"
#include "fuzz/setting.h"

static struct ol_linter *linter;
static struct ol_test_path model;

static void check(enum ol_status status, struct ol_buf *out)
{
    const char *text = status == OL_OK ? ol_buf_text(out) : ol_linter_error(linter);
    ol_fuzz_need(status == OL_OK || status == OL_ERR_RULE, "looking up failed");
    if (text[0] == '\0' || !ol_fuzz_is_harmless(ol_slice_from_text(text))) {
        ol_fuzz_fail("an answer that cannot be shown: %s", text);
    }
    ol_buf_fini(out);
    ol_buf_init(out);
}

static void run(const uint8_t *data, size_t size)
{
    struct ol_buf out;
    char *path = ol_test_alloc(size + 1);
    memcpy(path, data, size);
    path[size] = '\0';
    ol_buf_init(&out);
    if (ol_fuzz_has_turn(data, size, 0, 2)) {
        check(ol_linter_where(linter, model.text, path, ol_fuzz_keep, &out), &out);
    }
    if (ol_fuzz_has_turn(data, size, 1, 2)) {
        check(ol_linter_explain_node(linter, model.text, path, ol_fuzz_keep, &out), &out);
    }
    ol_buf_fini(&out);
    free(path);
}

static void set_up(void)
{
    ol_fuzz_setting_init();
    model = ol_test_path("%s/m.onnx", ol_fuzz_folder());
    ol_fuzz_need(ol_linter_new(&linter) == OL_OK, "there is no linter");
}

static void tear_down(void)
{
    ol_linter_free(linter);
}

const struct ol_fuzz_target ol_fuzz_path = {
    .name = "path",
    .seeds = OL_FUZZ_SEEDS_PATHS,
    .set_up = set_up,
    .tear_down = tear_down,
    .run = run,
};
