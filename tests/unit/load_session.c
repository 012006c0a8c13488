/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that only the tests of the loader know. */
#include "unit/load_session.h"

#include "unit/suites.h"

static const char *const fault_words[] = {"short", "long", NULL};
static const struct ol_param params[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = fault_words},
    {.name = "limit", .type = OL_PARAM_INTEGER},
    {.name = "values", .type = OL_PARAM_INTEGER, .is_list = true},
    {.name = "field", .type = OL_PARAM_FIELD},
    {.name = "fields", .type = OL_PARAM_FIELD, .is_list = true},
    {.name = "prefix", .type = OL_PARAM_TEXT},
};
static const char *const args[] = {"actual", "expected", NULL};
static const char *const variants[] = {"repeated", "empty", NULL};
static const char *const notes[] = {"first", NULL};

static const struct ol_check check_tensor = {
    .name = "tensor_check",
    .trigger = OL_ON_LEVEL,
    .targets = OL_LOAD_TENSOR_TARGETS,
    .params = params,
    .param_count = sizeof params / sizeof params[0],
    .args = args,
    .variants = variants,
    .notes = notes,
};
static const char *const no_args[] = {NULL};
static const struct ol_check check_file = {
    .name = "file_check", .trigger = OL_ON_FILE, .args = no_args};
static const struct ol_check check_any = {.name = "any_check",
                                          .trigger = OL_ON_LEVEL,
                                          .targets = OL_ANY_MESSAGE,
                                          .params = params + 3,
                                          .param_count = 1,
                                          .args = args};
static const struct ol_check check_fault = {
    .name = "fault_check", .trigger = OL_ON_FAULT, .args = no_args};
static const struct ol_check *const checks[] = {&check_any, &check_fault, &check_file,
                                                &check_tensor};

void ol_load_session_init(struct ol_load_session *session)
{
    ol_buf_init(&session->errors);
    session->loader = (struct ol_loader){
        .arena = ol_arena_new(),
        .errors = &session->errors,
        .checks = checks,
        .check_count = sizeof checks / sizeof checks[0],
    };
    ck_assert_ptr_nonnull(session->loader.arena);
}

void ol_load_session_fini(struct ol_load_session *session)
{
    ol_buf_fini(&session->errors);
    ol_arena_free(session->loader.arena);
}
