/* SPDX-License-Identifier: Apache-2.0 */
/* The constant tables of the program are what the files of rules/ say: both are written as source
 * once more, and must give the same text. */
#include <stdlib.h>
#include <string.h>

#include "rule/load.h"
#include "rule/source.h"
#include "rule/tables.h"
#include "tools/files.h"
#include "unit/suites.h"

/* Room for more files than there are. */
#define FILES_MAX 1000

struct session {
    struct ol_loader loader;
    struct ol_load_set set;
};

enum file_kind {
    FILE_RULE,
    FILE_PROFILE,
    FILE_TARGET
};

static void load_file(struct session *session, const char *path, enum file_kind kind)
{
    size_t size = 0;
    char *text = ol_test_read_file(path, &size);
    struct ol_slice slice = {(const uint8_t *)text, size};
    struct ol_load_set *set = &session->set;
    enum ol_status status = OL_ERR_BUG;
    ck_assert_uint_lt(set->rule_count + set->profile_count + set->target_count, FILES_MAX);
    switch (kind) {
    case FILE_RULE:
        status = ol_load_rule(&session->loader, path, slice, &set->rules[set->rule_count++]);
        break;
    case FILE_PROFILE:
        status =
            ol_load_profile(&session->loader, path, slice, &set->profiles[set->profile_count++]);
        break;
    case FILE_TARGET:
        status = ol_load_target(&session->loader, path, slice, &set->targets[set->target_count++]);
        break;
    }
    ck_assert_msg(status == OL_OK, "%s", ol_buf_text(session->loader.errors));
    free(text);
}

static void load_folder(struct session *session, const char *folder)
{
    struct ol_test_path path = ol_test_source_path(folder);
    struct ol_test_names names = ol_test_list_folder(path.text);
    for (size_t i = 0; i < names.count; i++) {
        size_t length = strlen(names.names[i]);
        if (length > 5 && strcmp(names.names[i] + length - 5, ".yaml") == 0) {
            struct ol_test_path file = ol_test_path("%s/%s", path.text, names.names[i]);
            load_file(session, file.text,
                      strcmp(folder, "rules/profiles") == 0  ? FILE_PROFILE
                      : strcmp(folder, "rules/targets") == 0 ? FILE_TARGET
                                                             : FILE_RULE);
        }
    }
    ol_test_names_free(&names);
}

static void load_all(struct session *session)
{
    struct ol_test_path path = ol_test_source_path("rules");
    struct ol_test_names names = ol_test_list_folder(path.text);
    for (size_t i = 0; i < names.count; i++) {
        struct ol_test_path folder = ol_test_path("rules/%s", names.names[i]);
        if (ol_test_is_folder(ol_test_source_path(folder.text).text)) {
            load_folder(session, folder.text);
        }
    }
    ol_test_names_free(&names);
}

START_TEST(test_builtin)
{
    struct ol_buf errors;
    struct ol_buf built;
    struct ol_buf loaded;
    ol_buf_init(&errors);
    ol_buf_init(&built);
    ol_buf_init(&loaded);
    struct ol_arena *arena = ol_arena_new();
    struct session session = {
        .loader = {.arena = arena,
                   .errors = &errors,
                   .checks = ol_checks,
                   .check_count = ol_check_count},
        .set = {.rules = ol_arena_alloc_array(arena, FILES_MAX, sizeof(struct ol_rule)),
                .profiles = ol_arena_alloc_array(arena, FILES_MAX, sizeof(struct ol_profile)),
                .targets = ol_arena_alloc_array(arena, FILES_MAX, sizeof(struct ol_target))},
    };
    load_all(&session);
    enum ol_status status = ol_load_finish(&session.loader, &session.set);
    ck_assert_msg(status == OL_OK, "%s", ol_buf_text(&errors));
    ol_tables_write(&loaded, &session.set, ol_checks);

    /* each with its text as it was built in, and copied, since a set can be sorted */
    ck_assert_uint_eq(session.set.rule_count, ol_builtin_rule_count);
    ck_assert_uint_eq(session.set.profile_count, ol_builtin_profile_count);
    ck_assert_uint_eq(session.set.target_count, ol_builtin_target_count);
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        struct ol_rule whole;
        ck_assert_int_eq(ol_source_load(arena, &ol_builtin_rules[i], &whole), OL_OK);
        session.set.rules[i] = ol_builtin_rules[i];
        session.set.rules[i].doc = whole.doc;
    }
    memcpy(session.set.profiles, ol_builtin_profiles,
           ol_builtin_profile_count * sizeof *session.set.profiles);
    memcpy(session.set.targets, ol_builtin_targets,
           ol_builtin_target_count * sizeof *session.set.targets);
    ol_tables_write(&built, &session.set, ol_checks);
    ck_assert(ol_buf_is_ok(&built) && ol_buf_is_ok(&loaded));
    ck_assert_uint_eq(built.size, loaded.size);
    ck_assert(memcmp(built.text, loaded.text, built.size) == 0);
    ol_arena_free(arena);
    ol_buf_fini(&loaded);
    ol_buf_fini(&built);
    ol_buf_fini(&errors);
}
END_TEST

/* What built-in rules say on mending is where their files say it, though they are without docs. */
START_TEST(test_mends)
{
    struct ol_arena *arena = ol_arena_new();
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        const struct ol_rule *rule = &ol_builtin_rules[i];
        struct ol_rule copy = *rule;
        struct ol_rule whole;
        ck_assert_int_eq(ol_source_load(arena, rule, &whole), OL_OK);
        ck_assert_ptr_null(rule->doc);
        ck_assert_pstr_eq(ol_rule_mend(&copy, NULL), ol_rule_mend(&whole, NULL));
        for (size_t j = 0; j < rule->variant_count; j++) {
            const char *name = rule->variants[j].name;
            ck_assert_pstr_eq(ol_rule_mend(&copy, name), ol_rule_mend(&whole, name));
        }
    }
    ol_arena_free(arena);
    const struct ol_rule other = {.id = "no-such-rule"};
    ck_assert_ptr_null(ol_rule_mend(&other, NULL));
}
END_TEST

/* Values that C source has trouble with. */
START_TEST(test_values)
{
    static const char source[] = "\"q\" \\ ?\?= \xC3\xA9\nb";
    static const char *const mends[] = {"\?\?", NULL};
    static const struct ol_rule_variant variants[] = {{"v", OL_SEVERITY_INFO, "m"}};
    static const struct ol_rule_doc doc = {.source = {(const uint8_t *)source, sizeof source - 1},
                                           .mends = mends};
    static const struct ol_rule_doc mute = {.source = {NULL, 0}};
    static const struct ol_param_item items[] = {
        {.integer = INT64_MIN, .text = "x", .message = 3, .field = 4}};
    static const struct ol_param_value with[] = {{NULL, 0}, {items, 1}};
    static const struct ol_param params[2] = {{.name = "a"}, {.name = "b"}};
    static const struct ol_check check = {.name = "c", .params = params, .param_count = 2};
    static const struct ol_check *const checks[] = {&check};
    struct ol_rule rules[] = {{.id = "a",
                               .with = with,
                               .doc = &doc,
                               .targets = UINT64_MAX,
                               .variants = variants,
                               .variant_count = 1},
                              {.id = "b", .with = with, .doc = &mute}};
    struct ol_load_set set = {.rules = rules, .rule_count = 2};
    struct ol_buf out;
    ol_buf_init(&out);
    ol_tables_write(&out, &set, checks);
    ck_assert_ptr_nonnull(
        strstr(ol_buf_text(&out), "\"\\\"q\\\" \\\\ \\?\\?= \\303\\251\\n\"\n    \"b\",\n};"));
    ck_assert_ptr_nonnull(
        strstr(ol_buf_text(&out), "ol_builtin_sources[] = {\n    {0, 14},\n    {14, 0},\n};"));
    ck_assert_ptr_nonnull(strstr(
        ol_buf_text(&out), "ol_builtin_mends[][OL_MEND_BYTES_MAX + 1] = {\n    \"\\?\\?\",\n    "
                           "\"\",\n    \"\",\n};"));
    ck_assert_ptr_nonnull(
        strstr(ol_buf_text(&out), "ol_builtin_first_mends[] = {\n    0,\n    2,\n};"));
    ck_assert_ptr_nonnull(strstr(
        ol_buf_text(&out), "{.integer = INT64_MIN, .text = \"x\", .message = 3, .field = 4}"));
    ck_assert_ptr_nonnull(strstr(ol_buf_text(&out), "with_0[] = {{NULL, 0}, {items_0_1, 1}, };"));
    ck_assert_ptr_nonnull(strstr(ol_buf_text(&out), ".targets = UINT64_C(0xffffffffffffffff)"));
    ck_assert_ptr_nonnull(strstr(ol_buf_text(&out), "ol_builtin_rule_count = 2;"));
    ck_assert_ptr_nonnull(strstr(ol_buf_text(&out), "ol_builtin_profile_count = 0;"));
    ck_assert_ptr_nonnull(strstr(ol_buf_text(&out), "ol_builtin_target_count = 0;"));
    ol_buf_fini(&out);
}
END_TEST

Suite *suite_tables(void)
{
    const TTest *const tests[] = {test_builtin, test_mends, test_values};
    return OL_SUITE_OF("tables", tests);
}
