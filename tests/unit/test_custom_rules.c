/* SPDX-License-Identifier: Apache-2.0 */
/* Custom rules beside the built-in ones: where they are found, what a configuration changes of
 * them, and what is refused. */
#include "config/custom_rules.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "config/config.h"
#include "onnx_lint.h"
#include "rule/check.h"
#include "tools/files.h"
#include "unit/suites.h"

/* A folder with a configuration, and what was loaded from it. */
struct session {
    struct ol_test_path folder;
    struct ol_config *config;
    struct ol_arena *arena;
    struct ol_buf errors;
    const struct ol_rule *rules;
    size_t count;
};

static void session_init(struct session *session)
{
    *session = (struct session){.folder = ol_test_new_folder(), .arena = ol_arena_new()};
    ol_buf_init(&session->errors);
    ck_assert_ptr_nonnull(session->arena);
    ck_assert_int_eq(ol_config_new(&session->config), OL_OK);
}

static void session_fini(struct session *session)
{
    ol_buf_fini(&session->errors);
    ol_arena_free(session->arena);
    ol_config_free(session->config);
    ol_test_remove_folder(session->folder.text);
}

static void put(const struct session *session, const char *name, const char *text)
{
    struct ol_test_path path = ol_test_path("%s/%s", session->folder.text, name);
    ol_test_make_folders(path.text);
    ol_test_write_file(path.text, text, strlen(text));
}

static enum ol_status load(struct session *session, const char *config)
{
    struct ol_test_path path = ol_test_path("%s/c.yaml", session->folder.text);
    put(session, "c.yaml", config);
    ck_assert_msg(ol_config_load(session->config, path.text) == OL_OK, "%s",
                  ol_config_error(session->config));
    return ol_custom_rules_load(session->config, session->arena, &session->errors, &session->rules,
                                &session->count);
}

/* The errors without the folder; valid until the next call. */
static const char *errors_of(const struct session *session)
{
    static char text[8192];
    struct ol_test_path prefix = ol_test_path("%s/", session->folder.text);
    size_t used = 0;
    for (const char *at = ol_buf_text(&session->errors); at[0] != '\0' && used + 1 < sizeof text;) {
        if (strncmp(at, prefix.text, strlen(prefix.text)) == 0) {
            at += strlen(prefix.text);
        } else {
            text[used++] = *at++;
        }
    }
    text[used] = '\0';
    return text;
}

static const struct ol_rule *find(const struct session *session, const char *id)
{
    for (size_t i = 0; i < session->count; i++) {
        ck_assert(i == 0 || strcmp(session->rules[i - 1].id, session->rules[i].id) < 0);
        if (strcmp(session->rules[i].id, id) == 0) {
            return &session->rules[i];
        }
    }
    return NULL;
}

/* A rule as a member of a list, indented by two blanks. */
#define RULE(id)                                            \
    "- id: " id "\n  title: A title\n  severity: warning\n" \
    "  target: ModelProto\n  check: field_required\n"       \
    "  with: {field: producer_name}\n  message: \"{subject}\"\n"

START_TEST(test_nothing_of_one_s_own)
{
    struct session session;
    session_init(&session);
    ck_assert_int_eq(load(&session, "fail-on: warning\nrules: {wire-depth: off}\n"), OL_OK);
    ck_assert_ptr_eq(session.rules, ol_builtin_rules);
    ck_assert_uint_eq(session.count, ol_builtin_rule_count);
    session_fini(&session);
}
END_TEST

START_TEST(test_everywhere)
{
    struct session session;
    session_init(&session);
    put(&session, "one.yaml",
        "id: own-one\ntitle: A title\nseverity: error\ntarget: ModelProto\n"
        "check: field_required\nwith: {field: domain}\nmessage: x\n");
    put(&session, "more.yaml", RULE("own-two") RULE("own-three"));
    put(&session, "folder/b.yaml", RULE("own-b"));
    put(&session, "folder/a.yaml", RULE("own-a"));
    put(&session, "folder/.hidden.yaml", "no rule\n");
    put(&session, "folder/notes.txt", "no rule\n");
    put(&session, "folder/inner/c.yaml", "no rule\n");
    ck_assert_int_eq(load(&session, "rule-files: [one.yaml, more.yaml, folder, folder/a.yaml]\n"
                                    "custom-rules:\n" RULE("own-four")),
                     OL_OK);
    static const char *const ids[] = {"own-one",  "own-two", "own-three",
                                      "own-four", "own-a",   "own-b"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        const struct ol_rule *rule = find(&session, ids[i]);
        ck_assert_ptr_nonnull(rule);
        ck_assert_str_eq(rule->area, "custom");
        ck_assert(rule->doc != NULL && rule->doc->is_custom);
        ck_assert_ptr_nonnull(strstr(rule->doc->path, session.folder.text));
        ck_assert_ptr_null(rule->doc->since);
    }
    ck_assert_uint_eq(session.count, ol_builtin_rule_count + sizeof ids / sizeof ids[0]);
    ck_assert_uint_eq(find(&session, "own-three")->doc->line, 8);
    ck_assert_ptr_null(find(&session, "wire-depth")->doc);
    session_fini(&session);
}
END_TEST

START_TEST(test_files_of_options)
{
    struct session session;
    session_init(&session);
    put(&session, "o.yaml", RULE("own-option"));
    struct ol_test_path path = ol_test_path("%s/o.yaml", session.folder.text);
    ck_assert_int_eq(ol_config_set(session.config, OL_SETTING_RULE_FILES, path.text), OL_OK);
    ck_assert_int_eq(ol_custom_rules_load(session.config, session.arena, &session.errors,
                                          &session.rules, &session.count),
                     OL_OK);
    ck_assert_ptr_nonnull(find(&session, "own-option"));
    session_fini(&session);
}
END_TEST

/* The value of a parameter that is one number. */
static int64_t integer_of(const struct ol_rule *rule, const char *param)
{
    const struct ol_check *check = ol_checks[rule->check];
    for (size_t i = 0; i < check->param_count; i++) {
        if (strcmp(check->params[i].name, param) == 0) {
            ck_assert_uint_eq(rule->with[i].count, 1);
            return rule->with[i].items[0].integer;
        }
    }
    ck_abort_msg("no parameter %s", param);
}

START_TEST(test_changed_parameters)
{
    struct session session;
    session_init(&session);
    ck_assert_int_eq(load(&session,
                          "custom-rules:\n"
                          "- {id: own-range, title: A title, severity: error, target: ModelProto,\n"
                          "   check: field_range, with: {field: model_version, min: 1, max: 5},\n"
                          "   message: \"{value}\"}\n"
                          "rules: {own-range: {with: {max: 7}}}\n"),
                     OL_OK);
    const struct ol_rule *rule = find(&session, "own-range");
    ck_assert_ptr_nonnull(rule);
    ck_assert_int_eq(integer_of(rule, "max"), 7);
    ck_assert_int_eq(integer_of(rule, "min"), 1);
    ck_assert_str_eq(rule->with[0].items[0].text, "model_version");
    session_fini(&session);
}
END_TEST

/* A built-in rule is changed as a copy, step by step where several files say something. */
START_TEST(test_changed_builtin)
{
    struct session session;
    session_init(&session);
    put(&session, "base.yaml", "rules: {model-version-form: {with: {min: 3, max: 8}}}\n");
    ck_assert_int_eq(load(&session, "extends: base.yaml\n"
                                    "rules: {model-version-form: {with: {min: 4}}}\n"),
                     OL_OK);
    const struct ol_rule *rule = find(&session, "model-version-form");
    ck_assert_ptr_nonnull(rule);
    ck_assert_uint_eq(session.count, ol_builtin_rule_count);
    ck_assert_int_eq(integer_of(rule, "min"), 4);
    ck_assert_int_eq(integer_of(rule, "max"), 8);
    ck_assert_ptr_null(rule->doc);
    session_fini(&session);
}
END_TEST

static const struct {
    const char *config;
    const char *file;  /* f.yaml; NULL: there is none */
    const char *error; /* several lines are joined with | */
} refusals[] = {
    {"custom-rules:\n" RULE("wire-depth"), NULL,
     "c.yaml:2:7: error: 'wire-depth' is a built-in rule, of rules/wire/wire-depth.yaml: give this "
     "one another id"},
    {"custom-rules:\n" RULE("own-x") RULE("own-x"), NULL,
     "c.yaml:9:7: error: 'own-x' is defined twice; first in c.yaml:2:7"},
    {"rule-files: f.yaml\ncustom-rules:\n" RULE("own-x"), RULE("own-x"),
     "f.yaml:1:7: error: 'own-x' is defined twice; first in c.yaml:3:7"},
    {"custom-rules:\n" RULE("own-x") "  supersedes: [wire-dept]\n", NULL,
     "c.yaml:9:16: error: unknown rule 'wire-dept'; did you mean 'wire-depth'?"},
    {"custom-rules:\n" RULE("own-x") "  supersedes: [own-x]\n", NULL,
     "c.yaml:9:16: error: a rule does not supersede itself"},
    {"rules: {own-x: {with: {feld: domain, field: domai}}}\ncustom-rules:\n" RULE("own-x"), NULL,
     "c.yaml:1:24: error: check 'field_required' has no parameter 'feld'; did you mean 'field'?|"
     "c.yaml:1:45: error: no field 'domai' in ModelProto; did you mean 'domain'?"},
    {"rules: {own-x: {with: {}}}\ncustom-rules:\n" RULE("own-x"), NULL,
     "c.yaml:1:23: error: 'with' is empty; leave it out"},
    {"rule-files: f.yaml\n", "[]\n", "f.yaml:1:1: error: the list of rules is empty"},
    {"rule-files: f.yaml\n", "- a\n", "f.yaml:1:3: error: this entry is a text; wanted: a map"},
    {"rule-files: f.yaml\n", "id: own-x\n",
     "f.yaml:1:1: error: the rule lacks its key 'title'|"
     "f.yaml:1:1: error: the rule lacks its key 'severity'|"
     "f.yaml:1:1: error: the rule lacks its key 'check'|"
     "f.yaml:1:1: error: the rule lacks its key 'message' (or 'variants')"},
    {"rule-files: f.yaml\ncustom-rules:\n" RULE("own_x"), "- {id: 1}\n",
     "c.yaml:3:7: error: 'own_x' is no such name; wanted: lower-case words of letters and digits, "
     "joined with hyphens|"
     "f.yaml:1:3: error: the rule lacks its key 'title'|"
     "f.yaml:1:3: error: the rule lacks its key 'severity'|"
     "f.yaml:1:3: error: the rule lacks its key 'check'|"
     "f.yaml:1:3: error: the rule lacks its key 'message' (or 'variants')|"
     "f.yaml:1:8: error: '1' is no such name; wanted: lower-case words of letters and digits, "
     "joined with hyphens"},
};

START_TEST(test_refusals)
{
    struct session session;
    session_init(&session);
    if (refusals[_i].file != NULL) {
        put(&session, "f.yaml", refusals[_i].file);
    }
    ck_assert_int_eq(load(&session, refusals[_i].config), OL_ERR_RULE);
    char *errors = strdup(errors_of(&session));
    ck_assert_ptr_nonnull(errors);
    size_t size = strlen(errors);
    ck_assert(size > 0 && errors[size - 1] == '\n');
    errors[size - 1] = '\0';
    for (char *end = strchr(errors, '\n'); end != NULL; end = strchr(end, '\n')) {
        *end = '|';
    }
    ck_assert_str_eq(errors, refusals[_i].error);
    free(errors);
    session_fini(&session);
}
END_TEST

START_TEST(test_files_that_cannot_be_read)
{
    struct session session;
    session_init(&session);
    put(&session, "empty/none.txt", "");
    ck_assert_int_eq(load(&session, "rule-files:\n- gone.yaml\n"), OL_ERR_IO);
    ck_assert_str_eq(errors_of(&session),
                     "c.yaml:2:3: error: gone.yaml: cannot be opened: No such file or directory\n");
    session_fini(&session);
    session_init(&session);
    put(&session, "empty/none.txt", "");
    ck_assert_int_eq(load(&session, "rule-files: empty\n"), OL_ERR_IO);
    ck_assert_str_eq(errors_of(&session),
                     "c.yaml:1:13: error: empty: no file in this folder ends in .yaml\n");
    session_fini(&session);
    /* of an option the text alone */
    session_init(&session);
    struct ol_test_path path = ol_test_path("%s/gone.yaml", session.folder.text);
    ck_assert_int_eq(ol_config_set(session.config, OL_SETTING_RULE_FILES, path.text), OL_OK);
    ck_assert_int_eq(ol_custom_rules_load(session.config, session.arena, &session.errors,
                                          &session.rules, &session.count),
                     OL_ERR_IO);
    ck_assert_str_eq(errors_of(&session), "gone.yaml: cannot be opened: No such file or directory");
    session_fini(&session);
}
END_TEST

/* A million rules end in one message, however they are spread over files. */
START_TEST(test_too_many)
{
    struct session session;
    struct ol_buf text;
    session_init(&session);
    ol_buf_init(&text);
    for (int i = 0; i <= OL_CUSTOM_RULES_MAX; i++) {
        ol_buf_addf(&text,
                    "- {id: own-r%d, title: T, severity: error, target: ModelProto, "
                    "check: field_required, with: {field: domain}, message: x}\n",
                    i);
    }
    put(&session, "f.yaml", ol_buf_text(&text));
    ck_assert_int_eq(load(&session, "rule-files: f.yaml\n"), OL_ERR_RULE);
    ck_assert_str_eq(errors_of(&session),
                     "f.yaml:1:1: error: the list has 1001 rules; a run takes no more than 1000\n");
    session_fini(&session);

    session_init(&session);
    ol_buf_clear(&text);
    ol_buf_add(&text, "rule-files: f.yaml\ncustom-rules:\n");
    for (int i = 0; i < OL_CUSTOM_RULES_MAX; i++) {
        ol_buf_addf(&text,
                    "- {id: own-r%d, title: T, severity: error, target: ModelProto, "
                    "check: field_required, with: {field: domain}, message: x}\n",
                    i);
    }
    put(&session, "f.yaml", RULE("own-x"));
    ck_assert_int_eq(load(&session, ol_buf_text(&text)), OL_ERR_RULE);
    ck_assert_str_eq(errors_of(&session),
                     "c.yaml:1:13: error: with these there are more than 1000 custom rules\n");
    ol_buf_fini(&text);
    session_fini(&session);
}
END_TEST

Suite *suite_custom_rules(void)
{
    Suite *suite = suite_create("custom_rules");
    TCase *tcase = tcase_create("custom_rules");
    tcase_add_test(tcase, test_nothing_of_one_s_own);
    tcase_add_test(tcase, test_everywhere);
    tcase_add_test(tcase, test_files_of_options);
    tcase_add_test(tcase, test_changed_parameters);
    tcase_add_test(tcase, test_changed_builtin);
    tcase_add_loop_test(tcase, test_refusals, 0, (int)(sizeof refusals / sizeof refusals[0]));
    tcase_add_test(tcase, test_files_that_cannot_be_read);
    tcase_add_test(tcase, test_too_many);
    suite_add_tcase(suite, tcase);
    return suite;
}
