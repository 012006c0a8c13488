/* SPDX-License-Identifier: Apache-2.0 */
/* The loader of rules and profiles, over checks of the test's own. */
#include <string.h>

#include "unit/load_session.h"
#include "unit/suites.h"

/* --- a whole rule --- */

static const char whole_rule[] =
    "id: tensor-raw-short\n"
    "title: raw_data is too short\n"
    "since: 0.1.0\n"
    "severity: error\n"
    "target: [TensorProto, SparseTensorProto]\n"
    "ir: {min: 2, max: 9}\n"
    "check: tensor_check\n"
    "with:\n"
    "  fault: long\n"
    "  limit: -9223372036854775808\n"
    "  values: [1, 0xFF, -3]\n"
    "  field: dims\n"
    "  fields: [raw_data, SparseTensorProto.dims, TensorProto.name]\n"
    "  prefix: no\n"
    "message: \"{subject}: {{{actual}}} of {expected}\"\n"
    "mend: write it whole\n"
    "variants:\n"
    "  repeated: {severity: warning, message: twice, mend: \"write it once, whole\"}\n"
    "  empty: {message: nothing}\n"
    "notes:\n"
    "  first: the first is here\n"
    "supersedes: [tensor-no-data]\n"
    "explanation: |\n"
    "  Why.\n"
    "references:\n"
    "  - {title: TensorProto, where: onnx.proto}\n"
    "examples:\n"
    "  - name: short\n"
    "    kind: bad\n"
    "    root: TensorProto\n"
    "    file: a.onnx\n"
    "    ir-version: 9\n"
    "    files:\n"
    "      - {path: w.bin, bytes: \"00\"}\n"
    "      - {path: l, link: w.bin}\n"
    "      - {path: d, directory: true}\n"
    "      - {path: h, hole: 4096}\n"
    "    bytes: |\n"
    "      08 02   # dims: 2\n"
    "    expect:\n"
    "      - {at: 0, length: 2, path: \"\", variant: repeated, severity: warning}\n"
    "      - {at: file, rule: other-rule}\n"
    "  - name: empty\n"
    "    kind: good\n"
    "    root: auto\n"
    "    bytes: \"\"\n";

static void check_head(const struct ol_rule *rule)
{
    ck_assert_str_eq(rule->id, "tensor-raw-short");
    ck_assert_str_eq(rule->title, "raw_data is too short");
    ck_assert_str_eq(rule->doc->since, "0.1.0");
    ck_assert_str_eq(rule->area, "tensor");
    ck_assert_int_eq(rule->severity, OL_SEVERITY_ERROR);
    ck_assert_uint_eq(rule->targets, OL_LOAD_TENSOR_TARGETS);
    ck_assert_uint_eq(rule->ir_min, 2);
    ck_assert_uint_eq(rule->ir_max, 9);
    ck_assert_uint_eq(rule->check, 3);
}

static void check_wording(const struct ol_rule *rule)
{
    ck_assert_str_eq(rule->message, "{subject}: {{{actual}}} of {expected}");
    ck_assert_uint_eq(rule->note_count, 1);
    ck_assert_str_eq(rule->notes[0].name, "first");
    ck_assert_str_eq(rule->notes[0].message, "the first is here");
    ck_assert_uint_eq(rule->variant_count, 2);
    ck_assert_str_eq(rule->variants[0].name, "repeated");
    ck_assert_int_eq(rule->variants[0].severity, OL_SEVERITY_WARNING);
    ck_assert_str_eq(rule->variants[0].message, "twice");
    ck_assert_int_eq(rule->variants[1].severity, OL_SEVERITY_ERROR);
}

static void check_mends(const struct ol_rule *rule)
{
    const char *const *mends = rule->doc->mends;
    ck_assert_str_eq(mends[0], "write it whole");
    ck_assert_str_eq(mends[1], "write it once, whole");
    ck_assert_ptr_null(mends[2]);
    ck_assert_ptr_eq(ol_rule_mend(rule, NULL), mends[0]);
    ck_assert_ptr_eq(ol_rule_mend(rule, "repeated"), mends[1]);
    ck_assert_ptr_eq(ol_rule_mend(rule, "empty"), mends[0]);
}

static void check_item(const struct ol_param_item *item, enum ol_message_id message, unsigned field)
{
    ck_assert_uint_eq(item->message, message);
    ck_assert_uint_eq(item->field, field);
    ck_assert_str_eq(item->text, ol_messages[message].fields[field].name);
}

static void check_with(const struct ol_param_value *with)
{
    static const size_t counts[] = {1, 1, 3, 2, 3, 1};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        ck_assert_uint_eq(with[i].count, counts[i]);
    }
    ck_assert(with[0].items[0].integer == 1 && strcmp(with[0].items[0].text, "long") == 0);
    ck_assert(with[1].items[0].integer == INT64_MIN);
    ck_assert(with[2].items[0].integer == 1 && with[2].items[1].integer == 255 &&
              with[2].items[2].integer == -3);
    /* dims is a field of both targets */
    check_item(&with[3].items[0], OL_MESSAGE_TensorProto, OL_TensorProto_dims);
    check_item(&with[3].items[1], OL_MESSAGE_SparseTensorProto, OL_SparseTensorProto_dims);
    check_item(&with[4].items[0], OL_MESSAGE_TensorProto, OL_TensorProto_raw_data);
    check_item(&with[4].items[1], OL_MESSAGE_SparseTensorProto, OL_SparseTensorProto_dims);
    check_item(&with[4].items[2], OL_MESSAGE_TensorProto, OL_TensorProto_name);
    ck_assert_str_eq(with[5].items[0].text, "no");
}

static void check_doc(const struct ol_rule_doc *doc)
{
    ck_assert_str_eq(doc->explanation, "Why.\n");
    ck_assert_str_eq(doc->targets, "SparseTensorProto, TensorProto");
    ck_assert_uint_eq(doc->reference_count, 1);
    ck_assert_str_eq(doc->references[0].where, "onnx.proto");
    ck_assert_uint_eq(doc->example_count, 2);
    const struct ol_example *good = &doc->examples[1];
    ck_assert(!good->is_bad && doc->examples[0].is_bad);
    ck_assert_str_eq(good->bytes, "");
    ck_assert_uint_eq(good->bytes_line, good->line + 3);
}

static void check_bad_example(const struct ol_example *bad)
{
    ck_assert_str_eq(bad->root, "TensorProto");
    ck_assert_str_eq(bad->file, "a.onnx");
    ck_assert_int_eq(bad->ir_version, 9);
    ck_assert_str_eq(bad->bytes, "08 02   # dims: 2\n");
    ck_assert_uint_eq(bad->line, 28);
    ck_assert_uint_eq(bad->bytes_line, 39);
    ck_assert_uint_eq(bad->file_count, 4);
    ck_assert(strcmp(bad->files[0].bytes, "00") == 0 && bad->files[0].hole == -1);
    ck_assert_str_eq(bad->files[1].link, "w.bin");
    ck_assert(bad->files[2].is_directory);
    ck_assert_int_eq(bad->files[3].hole, 4096);
}

static void check_expects(const struct ol_example *bad)
{
    ck_assert_uint_eq(bad->expect_count, 2);
    ck_assert_str_eq(bad->expect[0].at, "0");
    ck_assert_int_eq(bad->expect[0].length, 2);
    ck_assert_str_eq(bad->expect[0].path, "");
    ck_assert_str_eq(bad->expect[0].variant, "repeated");
    ck_assert_str_eq(bad->expect[0].severity, "warning");
    ck_assert_ptr_null(bad->expect[0].rule);
    ck_assert_str_eq(bad->expect[1].rule, "other-rule");
    ck_assert_int_eq(bad->expect[1].length, -1);
}

START_TEST(test_whole_rule)
{
    struct ol_load_session session;
    ol_load_session_init(&session);
    struct ol_rule rule;
    enum ol_status status =
        ol_load_rule(&session.loader, OL_LOAD_RULE_PATH, ol_slice_from_text(whole_rule), &rule);
    ck_assert_str_eq(ol_buf_text(&session.errors), "");
    ck_assert_int_eq(status, OL_OK);
    check_head(&rule);
    check_wording(&rule);
    check_mends(&rule);
    ck_assert_uint_eq(rule.supersedes_count, 1);
    ck_assert_str_eq(rule.supersedes[0], "tensor-no-data");
    check_with(rule.with);
    check_doc(rule.doc);
    check_bad_example(&rule.doc->examples[0]);
    check_expects(&rule.doc->examples[0]);
    ol_load_session_fini(&session);
}
END_TEST

/* A rule need not say how to mend it, nor say it of more than one case. */
START_TEST(test_mends)
{
    static const char rule_text[] = "id: file-empty\ntitle: t\nsince: 0.1.0\nseverity: error\n"
                                    "check: file_check\nmessage: m\nexplanation: e\n";
    struct ol_load_session session;
    struct ol_buf text;
    struct ol_rule rule;
    ol_load_session_init(&session);
    ol_buf_init(&text);
    ol_buf_add(&text, rule_text);
    ck_assert_int_eq(ol_load_rule(&session.loader, "file-empty.yaml", ol_buf_slice(&text), &rule),
                     OL_OK);
    ck_assert_ptr_null(rule.doc->mends);
    ck_assert_ptr_null(ol_rule_mend(&rule, NULL));
    ol_buf_add(&text, "mend: write it\n");
    ck_assert_int_eq(ol_load_rule(&session.loader, "file-empty.yaml", ol_buf_slice(&text), &rule),
                     OL_OK);
    ck_assert_str_eq(ol_rule_mend(&rule, NULL), "write it");
    ol_buf_fini(&text);
    ol_load_session_fini(&session);
}
END_TEST

/* A rule about the file, one for every message, and one about the bytes of each. */
START_TEST(test_targets)
{
    struct ol_load_session session;
    ol_load_session_init(&session);
    struct ol_rule rule;
    static const char about_file[] =
        "id: file-empty\ntitle: t\nsince: 0.1.0\nseverity: error\ncheck: file_check\n"
        "message: \"{subject} is empty\"\nexplanation: e\n";
    ck_assert_int_eq(
        ol_load_rule(&session.loader, "file-empty.yaml", ol_slice_from_text(about_file), &rule),
        OL_OK);
    ck_assert_uint_eq(rule.targets, 0);
    ck_assert_str_eq(rule.area, "");
    ck_assert_ptr_null(rule.doc->targets);
    ck_assert_ptr_null(rule.with);
    static const char for_any[] =
        "id: x\ntitle: t\nsince: 0.1.0\nseverity: info\ntarget: any\ncheck: any_check\n"
        "with: {field: doc_string}\nmessage: m\nexplanation: e\n";
    ck_assert_int_eq(
        ol_load_rule(&session.loader, "/a/b/x.yaml", ol_slice_from_text(for_any), &rule), OL_OK);
    ck_assert_uint_eq(rule.targets, OL_ANY_MESSAGE);
    ck_assert_str_eq(rule.area, "b");
    ck_assert_str_eq(rule.doc->targets, "every message");
    ck_assert_uint_gt(rule.with[0].count, 5);
    static const char about_bytes[] = "id: x\ntitle: t\nsince: 0.1.0\nseverity: error\n"
                                      "check: fault_check\nmessage: m\nexplanation: e\n";
    ck_assert_int_eq(
        ol_load_rule(&session.loader, "/a/b/x.yaml", ol_slice_from_text(about_bytes), &rule),
        OL_OK);
    ck_assert_uint_eq(rule.targets, 0);
    ck_assert_str_eq(rule.doc->targets, "every message");
    ol_load_session_fini(&session);
}
END_TEST

/* --- what holds between files --- */

/* Adds a rule of the given id that supersedes another (NULL: none), and has a variant "empty". */
static struct ol_rule add_rule(struct ol_load_session *session, const char *path,
                               const char *supersedes)
{
    struct ol_buf text;
    ol_buf_init(&text);
    const char *name = strrchr(path, '/') + 1;
    ol_buf_addf(
        &text,
        "id: %.*s\ntitle: t\nsince: 0.1.0\nseverity: info\ntarget: TensorProto\ncheck: tensor_check\n",
        (int)strcspn(name, "."), name);
    ol_buf_add(
        &text,
        "with: {fault: long}\nmessage: m\nvariants: {empty: {severity: warning, message: v}}\n"
        "explanation: e\n");
    if (supersedes != NULL) {
        ol_buf_addf(&text, "supersedes: [%s]\n", supersedes);
    }
    struct ol_rule rule;
    ck_assert_int_eq(ol_load_rule(&session->loader, path, ol_buf_slice(&text), &rule), OL_OK);
    ol_buf_fini(&text);
    return rule;
}

static struct ol_profile add_profile(struct ol_load_session *session, const char *path,
                                     const char *text)
{
    struct ol_profile profile;
    enum ol_status status =
        ol_load_profile(&session->loader, path, ol_slice_from_text(text), &profile);
    ck_assert_str_eq(ol_buf_text(&session->errors), "");
    ck_assert_int_eq(status, OL_OK);
    return profile;
}

START_TEST(test_finish)
{
    struct ol_load_session session;
    ol_load_session_init(&session);
    struct ol_rule rules[] = {add_rule(&session, "r/b/b-rule.yaml", "a-rule"),
                              add_rule(&session, "r/a/a-rule.yaml", NULL)};
    struct ol_profile profiles[] = {
        add_profile(
            &session, "p/strict.yaml",
            "name: strict\ntitle: t\nextends: base\ninfo: on\nrules: {a-rule/empty: error, b-rule: off}\n"),
        add_profile(&session, "p/base.yaml",
                    "name: base\ntitle: t\ninfo: off\nrules: {a-rule: warning}\n"),
    };
    struct ol_load_set set = {
        .rules = rules, .rule_count = 2, .profiles = profiles, .profile_count = 2};
    ck_assert_int_eq(ol_load_finish(&session.loader, &set), OL_OK);
    ck_assert_str_eq(rules[0].id, "a-rule");
    ck_assert_str_eq(rules[1].id, "b-rule");
    const struct ol_profile *base = ol_profile_from_name(profiles, 2, "base");
    const struct ol_profile *strict = ol_profile_from_name(profiles, 2, "strict");
    ck_assert_ptr_eq(base, &profiles[0]);
    ck_assert_ptr_null(ol_profile_from_name(profiles, 2, "none"));
    ck_assert_uint_eq(base->entry_count, 1);
    ck_assert_uint_eq(strict->entry_count, 3);
    ck_assert_int_eq(ol_profile_severity(NULL, &rules[0], NULL), OL_SEVERITY_INFO);
    ck_assert_int_eq(ol_profile_severity(NULL, &rules[0], "empty"), OL_SEVERITY_WARNING);
    ck_assert_int_eq(ol_profile_severity(base, &rules[0], NULL), OL_SEVERITY_WARNING);
    ck_assert_int_eq(ol_profile_severity(base, &rules[0], "empty"), OL_SEVERITY_WARNING);
    ck_assert_int_eq(ol_profile_severity(base, &rules[1], NULL), OL_SEVERITY_OFF);
    ck_assert_int_eq(ol_profile_severity(base, &rules[1], "empty"), OL_SEVERITY_WARNING);
    ck_assert_int_eq(ol_profile_severity(strict, &rules[0], NULL), OL_SEVERITY_WARNING);
    ck_assert_int_eq(ol_profile_severity(strict, &rules[0], "empty"), OL_SEVERITY_ERROR);
    ck_assert_int_eq(ol_profile_severity(strict, &rules[1], "empty"), OL_SEVERITY_OFF);
    ol_load_session_fini(&session);
}
END_TEST

/* A profile takes over what it leaves open; one that says what holds for the rest begins anew. */
START_TEST(test_finish_profiles)
{
    struct ol_load_session session;
    ol_load_session_init(&session);
    struct ol_rule rule = add_rule(&session, "r/a/a-rule.yaml", NULL);
    struct ol_profile profiles[] = {
        add_profile(&session, "p/last.yaml",
                    "name: last\ntitle: t\nextends: few\ninfo: on\nexternal: on\n"
                    "rules: {a-rule/empty: on}\n"),
        add_profile(&session, "p/few.yaml",
                    "name: few\ntitle: t\nextends: closed\ninfo: off\ndefault: off\n"),
        add_profile(&session, "p/closed.yaml",
                    "name: closed\ntitle: t\nextends: base\ninfo: off\nexternal: off\n"),
        add_profile(&session, "p/base.yaml",
                    "name: base\ntitle: t\ninfo: off\nrules: {a-rule: error}\n"),
    };
    struct ol_load_set set = {
        .rules = &rule, .rule_count = 1, .profiles = profiles, .profile_count = 4};
    ck_assert_int_eq(ol_load_finish(&session.loader, &set), OL_OK);
    const struct ol_profile *base = ol_profile_from_name(profiles, 4, "base");
    const struct ol_profile *closed = ol_profile_from_name(profiles, 4, "closed");
    const struct ol_profile *few = ol_profile_from_name(profiles, 4, "few");
    const struct ol_profile *last = ol_profile_from_name(profiles, 4, "last");
    ck_assert(base->rest == OL_PROFILE_ON && base->external == OL_PROFILE_ON);
    ck_assert(closed->rest == OL_PROFILE_ON && closed->external == OL_PROFILE_OFF);
    ck_assert(few->rest == OL_PROFILE_OFF && few->external == OL_PROFILE_OFF);
    ck_assert(last->rest == OL_PROFILE_OFF && last->external == OL_PROFILE_ON);
    ck_assert_uint_eq(closed->entry_count, 1);
    ck_assert_uint_eq(few->entry_count, 0);
    ck_assert_uint_eq(last->entry_count, 1);
    ck_assert_int_eq(ol_profile_severity(closed, &rule, "empty"), OL_SEVERITY_ERROR);
    ck_assert_int_eq(ol_profile_severity(few, &rule, "empty"), OL_SEVERITY_OFF);
    ck_assert_int_eq(ol_profile_severity(last, &rule, "empty"), OL_SEVERITY_WARNING);
    ck_assert_int_eq(ol_profile_severity(last, &rule, NULL), OL_SEVERITY_OFF);
    ol_load_session_fini(&session);
}
END_TEST

START_TEST(test_finish_names)
{
    struct ol_load_session session;
    ol_load_session_init(&session);
    struct ol_rule rules[] = {add_rule(&session, "r/a/a-rule.yaml", "b-rul"),
                              add_rule(&session, "r/b/b-rule.yaml", NULL),
                              add_rule(&session, "r/c/b-rule.yaml", NULL)};
    struct ol_profile profiles[] = {
        add_profile(
            &session, "p/one.yaml",
            "name: one\ntitle: t\nextends: tow\ninfo: on\nrules: {a-rule/empti: error, c: off}\n"),
        add_profile(&session, "p/two.yaml", "name: two\ntitle: t\ninfo: off\nextends: three\n"),
        add_profile(&session, "p/three.yaml", "name: three\ntitle: t\ninfo: off\nextends: two\n"),
    };
    struct ol_load_set set = {
        .rules = rules, .rule_count = 3, .profiles = profiles, .profile_count = 3};
    ck_assert_int_eq(ol_load_finish(&session.loader, &set), OL_ERR_RULE);
    ck_assert_str_eq(
        ol_buf_text(&session.errors),
        "r/c/b-rule.yaml:1:5: error: 'b-rule' is defined twice; first in r/b/b-rule.yaml\n"
        "r/a/a-rule.yaml:11:14: error: unknown rule 'b-rul'; did you mean 'b-rule'?\n"
        "p/one.yaml:3:10: error: unknown profile 'tow'; did you mean 'two'?\n"
        "p/one.yaml:5:9: error: rule 'a-rule' has no variant 'empti'; did you mean 'empty'?\n"
        "p/one.yaml:5:30: error: unknown rule 'c'\n"
        "p/two.yaml:1:7: error: the profile extends itself\n"
        "p/three.yaml:1:7: error: the profile extends itself\n");
    ol_load_session_fini(&session);
}
END_TEST

/* Files of which only some are given: what they name elsewhere is not known, what is known must
 * fit. */
START_TEST(test_finish_partial)
{
    struct ol_load_session session;
    ol_load_session_init(&session);
    session.loader.is_partial = true;
    struct ol_rule rule = add_rule(&session, "r/a/a-rule.yaml", "elsewhere");
    struct ol_profile profile =
        add_profile(&session, "p/one.yaml",
                    "name: one\ntitle: t\nextends: two\ninfo: on\nrules: {c/x: error}\n");
    struct ol_load_set set = {
        .rules = &rule, .rule_count = 1, .profiles = &profile, .profile_count = 1};
    ck_assert_int_eq(ol_load_finish(&session.loader, &set), OL_OK);
    ol_load_session_fini(&session);
}
END_TEST

/* --- robustness: whatever the bytes, a rule or a clean refusal --- */

static void load_anything(struct ol_slice text)
{
    struct ol_load_session session;
    ol_load_session_init(&session);
    struct ol_rule rule;
    enum ol_status status = ol_load_rule(&session.loader, OL_LOAD_RULE_PATH, text, &rule);
    ck_assert(status == OL_OK ? session.errors.size == 0
                              : status == OL_ERR_RULE && session.errors.size > 0);
    if (status == OL_OK) {
        struct ol_load_set set = {.rules = &rule, .rule_count = 1};
        session.loader.is_partial = true;
        status = ol_load_finish(&session.loader, &set);
        ck_assert(status == OL_OK || status == OL_ERR_RULE);
    }
    ol_load_session_fini(&session);
}

START_TEST(test_prefixes)
{
    for (size_t size = 0; size < sizeof whole_rule; size++) {
        load_anything((struct ol_slice){(const uint8_t *)whole_rule, size});
    }
}
END_TEST

START_TEST(test_flips)
{
    static const uint8_t masks[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF};
    uint8_t text[sizeof whole_rule - 1];
    memcpy(text, whole_rule, sizeof text);
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] ^= masks[_i];
        load_anything((struct ol_slice){text, sizeof text});
        text[i] ^= masks[_i];
    }
}
END_TEST

Suite *suite_load(void)
{
    const TTest *const tests[] = {test_whole_rule,     test_mends,           test_targets,
                                  test_finish,         test_finish_profiles, test_finish_names,
                                  test_finish_partial, test_prefixes};
    Suite *suite = OL_SUITE_OF("load", tests);
    TCase *flips = tcase_create("flips");
    tcase_add_loop_test(flips, test_flips, 0, 9);
    suite_add_tcase(suite, flips);
    return suite;
}
