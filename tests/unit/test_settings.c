/* SPDX-License-Identifier: Apache-2.0 */
/* What is told of settings, and the YAML that --print-config writes. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "config/settings_form.h"
#include "config/settings_list.h"
#include "config/yaml_text.h"
#include "rule/load_rule.h"
#include "unit/suites.h"

/* --- forms --- */

static bool has_key(const struct ol_form *form, const char *name)
{
    for (size_t i = 0; i < form->key_count; i++) {
        if (strcmp(form->keys[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

START_TEST(test_rule_keys)
{
    const struct ol_form *form = ol_form_of_kind(OL_SETTING_KIND_CUSTOM_RULES);
    ck_assert_uint_gt(ol_rule_map.key_count, 0);
    for (size_t i = 0; i < ol_rule_map.key_count; i++) {
        ck_assert_msg(has_key(form, ol_rule_map.keys[i].name),
                      "settings_form.c does not tell of '%s'", ol_rule_map.keys[i].name);
    }
    ck_assert_uint_eq(form->key_count, ol_rule_map.key_count);
}
END_TEST

START_TEST(test_help)
{
    static const struct {
        const char *help;
        const char *fallback;
        const char *wanted;
    } cases[] = {
        {"form (default: gcc)", "gcc", "form"},
        {"kept (default: 10; 0: all)", "10", "kept (default: 10; 0: all)"},
        {"files (default: one)", "", "files (default: one)"},
        {"form", "gcc", "form"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ol_setting setting = {.help = cases[i].help, .fallback = cases[i].fallback};
        ck_assert(ol_slice_is_text(ol_setting_help(&setting), cases[i].wanted));
    }
}
END_TEST

/* --- YAML --- */

static const struct ol_yaml_node *read_yaml(struct ol_arena *arena, const char *text)
{
    const struct ol_yaml_node *root = NULL;
    struct ol_buf errors;
    ol_buf_init(&errors);
    enum ol_status status = ol_yaml_load(arena, "a.yaml", ol_slice_from_text(text), &errors, &root);
    ck_assert_msg(status == OL_OK, "%s%s", ol_buf_text(&errors), text);
    ol_buf_fini(&errors);
    return root;
}

/* Whether both are the same but for marks and styles. */
static bool is_equal(const struct ol_yaml_node *a, const struct ol_yaml_node *b)
{
    bool is_same = a->kind == b->kind && a->count == b->count;
    is_same = is_same && (a->kind != OL_YAML_SCALAR || strcmp(a->text, b->text) == 0);
    const struct ol_yaml_node *other = b->first;
    for (const struct ol_yaml_node *member = a->first; is_same && member != NULL;
         member = member->next) {
        is_same = a->kind != OL_YAML_MAP || strcmp(member->key->text, other->key->text) == 0;
        is_same = is_same && is_equal(member, other);
        other = other->next;
    }
    return is_same;
}

START_TEST(test_node)
{
    static const char *const texts[] = {
        "a: b\n",
        "a: {b: [c, 'd', \"e\"], f: {}, g: []}\n",
        "a: |\n  b\n\n    c\n  # no comment\n",
        "a: |+\n  b\n\n",
        "a: |-\n  b\n  c\n",
        "a: >\n  b\n  c\n\n  d\n",
        "a: |2\n    b\n  c\n",
        "a: \"\\n\\nb\\n\"\n",
        "a: ''\nb: \"\\n\"\nc: ~\n",
        "\"a: b\": '# c'\n? 'd\n\n  e'\n: - - f\n    - - g\n  - h: i\n",
        "a: b c  d\n'': e\n\"'\": '\"\\'\n",
        "a: [{b: c, d: e}, [f, [g]]]\n",
        "a:\n  - b: |\n      c\n    d:\n    - e\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct ol_arena *arena = ol_arena_new();
        struct ol_buf out;
        ol_buf_init(&out);
        const struct ol_yaml_node *root = read_yaml(arena, texts[i]);
        ol_yaml_add_node(&out, root, i % 3);
        ck_assert_msg(is_equal(root, read_yaml(arena, ol_buf_text(&out))), "%s", ol_buf_text(&out));
        ol_buf_fini(&out);
        ol_arena_free(arena);
    }
}
END_TEST

START_TEST(test_scalar)
{
    static const struct {
        const char *text;
        const char *written;
    } cases[] = {
        {"onnx-1.16", "onnx-1.16"},
        {"../a/b_c.yaml", "../a/b_c.yaml"},
        {".yaml", ".yaml"},
        {"", "\"\""},
        {"Off", "\"Off\""},
        {"null", "\"null\""},
        {".nan", "\".nan\""},
        {".inf", "\".inf\""},
        {"12", "\"12\""},
        {"-a", "\"-a\""},
        {"a b", "\"a b\""},
        {"a:", "\"a:\""},
        {"a\"\\b", "\"a\\\"\\\\b\""},
        {"a\nb", "\"a\\nb\""},
        {"\x1B[31m", "\"\\u001B[31m\""},
        {"\xC3\xA9", "\"\xC3\xA9\""},
        {"\xE2\x80\xAE", "\"\\u202E\""},
        {"\xF3\xA0\x80\x81", "\"\\U000E0001\""},
        {"caf\xE9", "\"caf\\uDCE9\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ol_buf out;
        ol_buf_init(&out);
        ol_yaml_add_scalar(&out, cases[i].text);
        ck_assert_str_eq(ol_buf_text(&out), cases[i].written);
        ol_buf_fini(&out);
    }
}
END_TEST

Suite *suite_settings(void)
{
    const TTest *const tests[] = {test_rule_keys, test_help, test_node, test_scalar};
    return OL_SUITE_OF("settings", tests);
}
