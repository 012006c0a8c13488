/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as a file of rules, a profile, a target, or an example; the header, a letter, says
 * which. It is refused with lines that say where, or used: custom rules lint a few messages. */
#include <string.h>

#include "base/buf.h"
#include "example/hexasm.h"
#include "fuzz/bench.h"
#include "fuzz/memory.h"
#include "fuzz/setting.h"
#include "rule/load.h"

#define MEMORY_MAX ((size_t)64 * 1024 * 1024)

/* What custom rules are tried on: texts of example/hexasm.h. */
static const char *const texts[] = {
    "08 08 12 {\"p\"} 1A {\"1.0\"} 3A { 0A { 0A {\"x\"} 12 {\"y\"} 22 {\"Relu\"} 1A {\"n\"}"
    " 2A { 0A {\"a\"} 18 03 A0 01 02 } } 12 {\"g\"} 2A { 08 02 10 01 42 {\"w\"}"
    " 4A { 00 00 80 3F 00 00 80 3F } } 5A { 0A {\"x\"} 12 { 0A { 08 01 12 { 0A { 08 02 }"
    " 0A { 12 {\"N\"} } } } } } 62 { 0A {\"y\"} 12 { 0A { 08 01 } } } } 42 { 10 11 }"
    " 42 { 0A {\"c\"} 10 01 } 72 { 0A {\"k\"} 12 {\"v\"} }",
    "08 FF FF FF FF FF FF FF FF FF 01 12 {\"\\xFF\\x00\"} 3A { 12 { } 12 { } } 3A { }",
    "08 0A 3A { 0A { 2A { 0A {\"body\"} A0 01 05 32 { 0A { 22 {\"Add\"} } } } } }",
};
#define TEXTS (sizeof texts / sizeof *texts)

static struct ol_hexasm models[TEXTS];

static void lint(const struct ol_rule *rules, size_t count)
{
    struct ol_fuzz_bench bench;
    ol_fuzz_bench_init_rules(&bench, rules, count);
    for (size_t i = 0; i < TEXTS; i++) {
        const struct ol_fuzz_job job = {
            &ol_messages[OL_MESSAGE_ModelProto], "m.onnx", NULL, {models[i].bytes, models[i].size}};
        (void)ol_fuzz_bench_lint(&bench, &job);
    }
    ol_fuzz_bench_fini(&bench);
}

static enum ol_status load_rules(struct ol_loader *loader, struct ol_slice text)
{
    struct ol_load_set set = {0};
    loader->is_custom = true;
    enum ol_status status =
        ol_load_rules(loader, "rules/x.yaml", text, &set.rules, &set.rule_count);
    if (status == OL_OK) {
        status = ol_load_finish(loader, &set);
    }
    if (status == OL_OK && set.rule_count > 0) {
        lint(set.rules, set.rule_count);
    }
    return status;
}

static enum ol_status load(struct ol_loader *loader, char what, struct ol_slice text)
{
    struct ol_rule rule;
    struct ol_profile profile;
    struct ol_target target;
    struct ol_example example;
    switch (what) {
    case 'p':
        return ol_load_profile(loader, "rules/profiles/x.yaml", text, &profile);
    case 't':
        loader->is_custom = true;
        return ol_load_target(loader, "t.yaml", text, &target);
    case 'e':
        return ol_load_example(loader, "conformance-data/wire/x.yaml", text, &example);
    case 'b':
        return ol_load_rule(loader, "rules/model/x-model.yaml", text, &rule);
    default:
        return load_rules(loader, text);
    }
}

static void run(const uint8_t *data, size_t size)
{
    struct ol_buf errors;
    ol_buf_init(&errors);
    ol_fuzz_memory_begin();
    struct ol_loader loader = {
        .arena = ol_arena_new(),
        .errors = &errors,
        .checks = ol_checks,
        .check_count = ol_check_count,
        .is_partial = true,
    };
    ol_fuzz_need(loader.arena != NULL, "memory is short");
    enum ol_status status =
        load(&loader, (char)(size > 0 ? data[0] : 'c'), ol_fuzz_rest(&ol_fuzz_rules, data, size));
    if (status == OL_OK) {
        ol_fuzz_need(errors.size == 0, "errors are told, and the file is taken");
    } else {
        ol_fuzz_need(status == OL_ERR_RULE && ol_buf_is_ok(&errors), "loading failed");
        ol_fuzz_check_errors(ol_buf_text(&errors), false);
    }
    ol_arena_free(loader.arena);
    ol_buf_fini(&errors);
    ol_fuzz_memory_check(MEMORY_MAX);
}

static void set_up(void)
{
    for (size_t i = 0; i < TEXTS; i++) {
        ol_fuzz_need(ol_hexasm_init(&models[i], texts[i]) == OL_OK, "a model is wrong");
    }
    ol_fuzz_memory_init();
}

static void tear_down(void)
{
    for (size_t i = 0; i < TEXTS; i++) {
        ol_hexasm_fini(&models[i]);
    }
}

const struct ol_fuzz_target ol_fuzz_rules = {
    .name = "rules",
    .seeds = OL_FUZZ_SEEDS_RULES,
    .header = 1,
    .set_up = set_up,
    .tear_down = tear_down,
    .run = run,
};
