/* SPDX-License-Identifier: Apache-2.0 */
/* Targets: the releases that are built in, what files of a user's may say, and who came first. */
#include <string.h>

#include "rule/target.h"
#include "unit/load_session.h"
#include "unit/suites.h"

/* Released Versions of docs/Versioning.md, once more: a slip in a file shows here. */
static const struct {
    const char *name;
    int64_t ir_version;
    int64_t onnx;
    int64_t ml;
    int64_t training; /* 0: none yet */
} releases[] = {
    {"onnx-1.0", 3, 1, 1, 0},    {"onnx-1.1", 3, 5, 1, 0},    {"onnx-1.1.2", 3, 6, 1, 0},
    {"onnx-1.2", 3, 7, 1, 0},    {"onnx-1.3", 3, 8, 1, 0},    {"onnx-1.4", 4, 9, 1, 0},
    {"onnx-1.5", 5, 10, 1, 0},   {"onnx-1.6", 6, 11, 2, 0},   {"onnx-1.7", 7, 12, 2, 1},
    {"onnx-1.8", 7, 13, 2, 1},   {"onnx-1.9", 7, 14, 2, 1},   {"onnx-1.10", 8, 15, 2, 1},
    {"onnx-1.11", 8, 16, 3, 1},  {"onnx-1.12", 8, 17, 3, 1},  {"onnx-1.13", 8, 18, 3, 1},
    {"onnx-1.14", 9, 19, 3, 1},  {"onnx-1.15", 9, 20, 4, 1},  {"onnx-1.16", 10, 21, 5, 1},
    {"onnx-1.17", 10, 22, 5, 1}, {"onnx-1.18", 11, 23, 5, 1}, {"onnx-1.19", 12, 24, 5, 1},
    {"onnx-1.20", 13, 25, 5, 1}, {"onnx-1.21", 13, 26, 5, 1}, {"onnx-1.22", 13, 27, 5, 1},
};

static int64_t newest(const struct ol_target *target, const char *domain)
{
    const struct ol_target_opset *opset = ol_target_opset(target, ol_slice_from_text(domain));
    return opset != NULL ? opset->max : 0;
}

START_TEST(test_releases)
{
    ck_assert_uint_eq(ol_builtin_target_count, sizeof releases / sizeof *releases);
    for (size_t i = 0; i < ol_builtin_target_count; i++) {
        const struct ol_target *target = &ol_builtin_targets[i];
        ck_assert_str_eq(target->name, releases[i].name); /* oldest first */
        ck_assert_int_eq(strncmp(target->title, "ONNX ", 5), 0);
        ck_assert_str_eq(target->title + 5, target->name + strlen("onnx-"));
        ck_assert_int_eq(target->ir_version, releases[i].ir_version);
        ck_assert_int_eq(newest(target, ""), releases[i].onnx);
        ck_assert_int_eq(newest(target, "ai.onnx"), releases[i].onnx);
        ck_assert_int_eq(newest(target, "ai.onnx.ml"), releases[i].ml);
        ck_assert_int_eq(newest(target, "ai.onnx.training"), releases[i].training);
        ck_assert_int_eq(newest(target, "ai.onnx.preview.training"), releases[i].training);
        ck_assert_int_eq(newest(target, "com.example"), 0);
        ck_assert_ptr_eq(
            ol_target_from_name(ol_builtin_targets, ol_builtin_target_count, releases[i].name),
            target);
    }
    ck_assert_ptr_null(ol_target_from_name(ol_builtin_targets, ol_builtin_target_count, "onnx-1"));
}
END_TEST

/* Patch releases, and names without the front part. */
START_TEST(test_other_names)
{
    static const struct {
        const char *name;
        const char *target; /* NULL: none */
    } rows[] = {
        {"onnx-1.12.0", "onnx-1.12"},
        {"onnx-1.8.1", "onnx-1.8"},
        {"1.12", "onnx-1.12"},
        {"1.10.2", "onnx-1.10"},
        {"onnx-1.1.2", "onnx-1.1.2"},
        {"1.1.2", "onnx-1.1.2"},
        {"1.1.1", "onnx-1.1"},
        {"onnx-1.12.", NULL},
        {"onnx-1.12.x", NULL},
        {"onnx-1.120", NULL},
        {"1", NULL},
        {"", NULL},
        {"onnx-", NULL},
        {"onnx-onnx-1.12", NULL},
        {"1.8.1rc1", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct ol_target *target =
            ol_target_from_name(ol_builtin_targets, ol_builtin_target_count, rows[i].name);
        ck_assert_msg((target != NULL) == (rows[i].target != NULL), "%s", rows[i].name);
        if (target != NULL) {
            ck_assert_str_eq(target->name, rows[i].target);
        }
    }
}
END_TEST

static const char *first_with_ir(int64_t version)
{
    const struct ol_target *target =
        ol_target_first_with_ir(ol_builtin_targets, ol_builtin_target_count, version);
    return target != NULL ? target->name : "none";
}

static const char *first_with_opset(const char *domain, int64_t version)
{
    const struct ol_target *target = ol_target_first_with_opset(
        ol_builtin_targets, ol_builtin_target_count, ol_slice_from_text(domain), version);
    return target != NULL ? target->name : "none";
}

START_TEST(test_first)
{
    ck_assert_str_eq(first_with_ir(3), "onnx-1.0");
    ck_assert_str_eq(first_with_ir(8), "onnx-1.10");
    ck_assert_str_eq(first_with_ir(10), "onnx-1.16");
    ck_assert_str_eq(first_with_ir(99), "none");
    ck_assert_str_eq(first_with_opset("", 2), "onnx-1.1");
    ck_assert_str_eq(first_with_opset("ai.onnx", 17), "onnx-1.12");
    ck_assert_str_eq(first_with_opset("ai.onnx.ml", 4), "onnx-1.15");
    ck_assert_str_eq(first_with_opset("ai.onnx.preview", 1), "onnx-1.22");
    ck_assert_str_eq(first_with_opset("ai.onnx.ml", 9), "none");
    ck_assert_str_eq(first_with_opset("com.example", 1), "none");
}
END_TEST

/* Loads a user's target; the errors without the path. */
static enum ol_status load(struct ol_load_session *session, const char *text,
                           struct ol_target *target)
{
    ol_load_session_init(session);
    session->loader.is_custom = true;
    return ol_load_target(&session->loader, "engine.yaml", ol_slice_from_text(text), target);
}

START_TEST(test_own)
{
    struct ol_load_session session;
    struct ol_target target;
    ck_assert_int_eq(load(&session,
                          "name: engine-2.1\nopsets:\n  '': {min: 13, max: 17}\n  ai.onnx.ml: 3\n"
                          "  com.example: {min: 2}\nother-domains: refused\n",
                          &target),
                     OL_OK);
    ck_assert_str_eq(target.name, "engine-2.1");
    ck_assert_ptr_null(target.title);
    ck_assert_int_eq(target.ir_version, 0);
    ck_assert_int_eq(target.others, OL_TARGET_OTHERS_REFUSED);
    ck_assert_uint_eq(target.opset_count, 3);
    ck_assert_str_eq(target.opsets[0].domain, "ai.onnx");
    ck_assert_int_eq(target.opsets[0].min, 13);
    ck_assert_int_eq(target.opsets[0].max, 17);
    ck_assert_int_eq(target.opsets[1].min, 0);
    ck_assert_int_eq(target.opsets[1].max, 3);
    ck_assert_int_eq(target.opsets[2].min, 2);
    ck_assert_int_eq(target.opsets[2].max, 0);
    ol_load_session_fini(&session);
    ck_assert_int_eq(load(&session, "name: engine\nir-version: 8\n", &target), OL_OK);
    ck_assert_int_eq(target.others, OL_TARGET_OTHERS_ALLOWED);
    ol_load_session_fini(&session);
}
END_TEST

START_TEST(test_refusals)
{
    static const struct {
        const char *text;
        const char *error;
    } cases[] = {
        {"title: x\n", "1:1: error: the target lacks its key 'name'\n"},
        {"name: Engine\n", "1:7: error: 'Engine' is no such name; wanted: lower-case letters, then "
                           "digits, full stops and hyphens as well\n"},
        {"name: 1.16\n", "1:7: error: '1.16' is no such name; wanted: lower-case letters, then "
                         "digits, full stops and hyphens as well\n"},
        {"name: a\nopset: {}\n",
         "2:1: error: a target has no key 'opset'; did you mean 'opsets'?\n"},
        {"name: a\nir-version: 0\n", "2:13: error: 0 is out of range: from 1 to 14\n"},
        {"name: a\nir-version: 88\n", "2:13: error: 88 is out of range: from 1 to 14\n"},
        {"name: a\ntitle: b\n",
         "1:1: error: the target bounds nothing; give ir-version, opsets or other-domains\n"},
        {"name: a\nother-domains: allowed\n",
         "1:1: error: the target bounds nothing; give ir-version, opsets or other-domains\n"},
        {"name: a\nopsets: [ai.onnx]\n", "2:9: error: 'opsets' is a list; wanted: a map\n"},
        {"name: a\nopsets: {ai.onnx: -1}\n",
         "2:19: error: -1 is out of range: from 1 to 2147483647\n"},
        {"name: a\nopsets: {ai.onnx: {mn: 1}}\n",
         "2:20: error: a range of versions has no key 'mn'; did you mean 'min'?\n"},
        {"name: a\nopsets: {ai.onnx: {}}\n",
         "2:19: error: a range of versions has min, max or both\n"},
        {"name: a\nopsets: {ai.onnx: {min: 9, max: 8}}\n", "2:19: error: min is above max\n"},
        {"name: a\nopsets: {ai.onnx: 1, '': 2}\n",
         "2:22: error: '' is the default domain, which is there already\n"},
        {"name: a\nother-domains: refuse\n", "2:16: error: unknown treatment of other domains "
                                             "'refuse'; did you mean 'refused'?\n"},
        {"name: a\nreferences: [{title: x}]\n",
         "2:14: error: the reference lacks its key 'where'\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ol_load_session session;
        struct ol_target target;
        ck_assert_int_eq(load(&session, cases[i].text, &target), OL_ERR_RULE);
        const char *errors = ol_buf_text(&session.errors);
        ck_assert_int_eq(strncmp(errors, "engine.yaml:", strlen("engine.yaml:")), 0);
        ck_assert_str_eq(errors + strlen("engine.yaml:"), cases[i].error);
        ol_load_session_fini(&session);
    }
}
END_TEST

/* One that ships bears the name of its file. */
START_TEST(test_name_of_file)
{
    struct ol_load_session session;
    struct ol_target target;
    ol_load_session_init(&session);
    ck_assert_int_eq(ol_load_target(&session.loader, "rules/targets/onnx-1.16.yaml",
                                    ol_slice_from_text("name: onnx-1.17\nir-version: 10\n"),
                                    &target),
                     OL_ERR_RULE);
    ck_assert_str_eq(
        ol_buf_text(&session.errors),
        "rules/targets/onnx-1.16.yaml:1:7: error: 'onnx-1.17' is not the name of the file\n");
    ol_load_session_fini(&session);
}
END_TEST

Suite *suite_target(void)
{
    const TTest *const tests[] = {test_releases, test_other_names, test_first,
                                  test_own,      test_refusals,    test_name_of_file};
    return OL_SUITE_OF("target", tests);
}
