/* SPDX-License-Identifier: Apache-2.0 */
/* The engine with rules and checks of the test's own: when each runs, at which IR versions, and how
 * a failure ends it. */
#include <stdio.h>
#include <string.h>

#include "example/hexasm.h"
#include "rule/check.h"
#include "rule/engine.h"
#include "unit/suites.h"

/* What ran since lint began, in order; a check has no other way to tell. */
static char log_text[512];

static void note(const char *when, const struct ol_level *level)
{
    size_t used = strlen(log_text);
    (void)snprintf(log_text + used, sizeof log_text - used, "%s%s:%s", used > 0 ? " " : "", when,
                   level != NULL ? level->message->name : "-");
}

static void run_file(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    (void)run;
    (void)rule;
    note("file", level);
}

static void run_level(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    (void)run;
    (void)rule;
    note("level", level);
}

static void run_close(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    (void)run;
    (void)rule;
    note("close", level);
}

static void run_fault(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    (void)rule;
    note(ol_wire_fault_names[ol_run_fault(run)->kind], level);
}

/* Fails like a check whose memory is short. */
static void run_failing(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    (void)rule;
    note("failing", level);
    ol_run_fail(run, OL_ERR_NOMEM);
}

static void run_emitting(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    OL_EMIT(run, rule, (.span = ol_level_whole(level), .level = level), OL_ARG_U64("number", 7),
            OL_ARG_TEXT("text", ol_slice_from_text("a\nb")));
}

#define TYPES (OL_MESSAGE_BIT(OL_MESSAGE_TypeProto) | OL_MESSAGE_BIT(OL_MESSAGE_TypeProto_Sequence))

static const char *const emitting_args[] = {"number", "text", NULL};
static const struct ol_check checks[] = {
    {.name = "file", .trigger = OL_ON_FILE, .run = run_file},
    {.name = "level", .trigger = OL_ON_LEVEL, .targets = OL_ANY_MESSAGE, .run = run_level},
    {.name = "close", .trigger = OL_ON_CLOSE, .targets = OL_ANY_MESSAGE, .run = run_close},
    {.name = "fault", .trigger = OL_ON_FAULT, .run = run_fault},
    {.name = "failing", .trigger = OL_ON_LEVEL, .targets = OL_ANY_MESSAGE, .run = run_failing},
    {.name = "emitting",
     .trigger = OL_ON_LEVEL,
     .targets = OL_ANY_MESSAGE,
     .args = emitting_args,
     .run = run_emitting},
};
static const struct ol_check *const check_table[] = {&checks[0], &checks[1], &checks[2],
                                                     &checks[3], &checks[4], &checks[5]};

/* A rule whose id is its place, bound to a check. */
static struct ol_rule rule_for(const char *id, uint16_t check, uint64_t targets)
{
    return (struct ol_rule){.id = id,
                            .severity = OL_SEVERITY_ERROR,
                            .targets = targets,
                            .check = check,
                            .message = "{subject}: {number} of {text}"};
}

/* Lints a TypeProto written in hexasm with the rules; returns the engine's status. */
static enum ol_status lint(const char *text, const struct ol_rule *rules, size_t count,
                           struct ol_diag_list *diags)
{
    struct ol_hexasm bytes;
    struct ol_minitables *tables;
    struct ol_reader *reader;
    struct ol_rule_set *set;
    struct ol_input input;
    struct ol_engine_facts facts;
    log_text[0] = '\0';
    ck_assert_int_eq(ol_hexasm_init(&bytes, text), OL_OK);
    ck_assert_int_eq(ol_minitables_new(&tables), OL_OK);
    ck_assert_int_eq(ol_reader_new(tables, &reader), OL_OK);
    ck_assert_int_eq(ol_rule_set_new(rules, count, check_table, &set), OL_OK);
    ck_assert_int_eq(ol_rule_set_arrange(set), OL_OK);
    ol_input_init_bytes(&input, "t.pb", NULL, (struct ol_slice){bytes.bytes, bytes.size});
    const struct ol_file_kind kind = {.kind = OL_KIND_MESSAGE,
                                      .root = &ol_messages[OL_MESSAGE_TypeProto]};
    const struct ol_engine engine = {.rules = set,
                                     .reader = reader,
                                     .arena = diags->arena,
                                     .input = &input,
                                     .kind = &kind,
                                     .ir_version = 8,
                                     .diags = diags};
    enum ol_status status = ol_engine_lint(&engine, &facts);
    ol_input_fini(&input);
    ol_rule_set_free(set);
    ol_reader_free(reader);
    ol_minitables_free(tables);
    ol_hexasm_fini(&bytes);
    return status;
}

static void list_init(struct ol_diag_list *list)
{
    struct ol_arena *arena = ol_arena_new();
    ck_assert_ptr_nonnull(arena);
    ol_diag_list_init(list, arena, 0);
}

static void list_fini(struct ol_diag_list *list)
{
    struct ol_arena *arena = list->arena;
    ol_diag_list_fini(list);
    ol_arena_free(arena);
}

#define COUNT(rules) (sizeof(rules) / sizeof *(rules))

START_TEST(test_order)
{
    const struct ol_rule rules[] = {rule_for("a", 0, 0), rule_for("b", 1, TYPES),
                                    rule_for("c", 2, TYPES), rule_for("d", 2, 0),
                                    rule_for("e", 3, 0)};
    struct ol_diag_list diags;
    list_init(&diags);
    /* a sequence of a tensor type, and an unknown field behind */
    ck_assert_int_eq(lint("22 { 0A { 0A { 08 01 } } } 78 01", rules, COUNT(rules), &diags), OL_OK);
    ck_assert_str_eq(
        log_text, "file:TypeProto unknown-field:TypeProto level:TypeProto level:TypeProto.Sequence "
                  "level:TypeProto close:TypeProto close:TypeProto.Sequence close:TypeProto "
                  "close:TypeProto");
    list_fini(&diags);
}
END_TEST

START_TEST(test_targets)
{
    const struct ol_rule rules[] = {rule_for("a", 1, OL_MESSAGE_BIT(OL_MESSAGE_TypeProto_Tensor))};
    struct ol_diag_list diags;
    list_init(&diags);
    ck_assert_int_eq(lint("22 { 0A { 0A { 08 01 } } }", rules, COUNT(rules), &diags), OL_OK);
    ck_assert_str_eq(log_text, "level:TypeProto.Tensor");
    list_fini(&diags);
}
END_TEST

START_TEST(test_ir_bounds)
{
    struct ol_rule rules[] = {rule_for("a", 1, TYPES), rule_for("b", 1, TYPES),
                              rule_for("c", 1, TYPES), rule_for("d", 1, TYPES)};
    rules[0].ir_min = 8;
    rules[1].ir_min = 9;
    rules[2].ir_max = 8;
    rules[3].ir_max = 7;
    struct ol_diag_list diags;
    list_init(&diags);
    ck_assert_int_eq(lint("", rules, COUNT(rules), &diags), OL_OK);
    ck_assert_str_eq(log_text, "level:TypeProto level:TypeProto");
    list_fini(&diags);
}
END_TEST

START_TEST(test_rules_that_are_off_do_not_run)
{
    struct ol_rule rules[] = {rule_for("a", 1, TYPES), rule_for("b", 2, TYPES)};
    rules[0].severity = OL_SEVERITY_OFF;
    struct ol_diag_list diags;
    list_init(&diags);
    ck_assert_int_eq(lint("", rules, COUNT(rules), &diags), OL_OK);
    ck_assert_str_eq(log_text, "close:TypeProto");
    list_fini(&diags);
}
END_TEST

START_TEST(test_failure_stops)
{
    const struct ol_rule rules[] = {rule_for("a", 4, TYPES), rule_for("b", 1, TYPES),
                                    rule_for("c", 2, TYPES)};
    struct ol_diag_list diags;
    list_init(&diags);
    ck_assert_int_eq(lint("22 { 0A { } }", rules, COUNT(rules), &diags), OL_ERR_NOMEM);
    ck_assert_str_eq(log_text, "failing:TypeProto");
    list_fini(&diags);
}
END_TEST

START_TEST(test_what_a_finding_says)
{
    const struct ol_rule rules[] = {
        rule_for("a", 5, OL_MESSAGE_BIT(OL_MESSAGE_TypeProto_Sequence))};
    struct ol_diag_list diags;
    list_init(&diags);
    ck_assert_int_eq(lint("22 { 0A { } }", rules, COUNT(rules), &diags), OL_OK);
    ck_assert_uint_eq(diags.count, 1);
    const struct ol_diag *diag = ol_diag_list_at(&diags, 0);
    ck_assert_str_eq(diag->rule, "a");
    ck_assert_ptr_null(diag->variant);
    ck_assert_int_eq(diag->severity, OL_SEVERITY_ERROR);
    ck_assert_str_eq(diag->place.path, "sequence_type");
    ck_assert_uint_eq(diag->place.span.offset, 0);
    ck_assert_uint_eq(diag->place.span.length, 4);
    ck_assert_ptr_nonnull(strstr(diag->message, ": 7 of 'a\\nb'"));
    list_fini(&diags);
}
END_TEST

START_TEST(test_a_superseded_finding_is_dropped)
{
    static const char *const superseded[] = {"b"};
    struct ol_rule rules[] = {rule_for("a", 5, OL_MESSAGE_BIT(OL_MESSAGE_TypeProto_Sequence)),
                              rule_for("b", 5, OL_MESSAGE_BIT(OL_MESSAGE_TypeProto))};
    rules[0].supersedes = superseded;
    rules[0].supersedes_count = 1;
    struct ol_diag_list diags;
    list_init(&diags);
    ck_assert_int_eq(lint("22 { 0A { } }", rules, COUNT(rules), &diags), OL_OK);
    /* that of the root, whose bytes are the same, is dropped; that of the element type is not */
    ck_assert_uint_eq(diags.count, 2);
    ck_assert_str_eq(ol_diag_list_at(&diags, 0)->rule, "a");
    ck_assert_str_eq(ol_diag_list_at(&diags, 1)->place.path, "sequence_type.elem_type");
    list_fini(&diags);
}
END_TEST

Suite *suite_engine(void)
{
    const TTest *const tests[] = {
        test_order,
        test_targets,
        test_ir_bounds,
        test_rules_that_are_off_do_not_run,
        test_failure_stops,
        test_what_a_finding_says,
        test_a_superseded_finding_is_dropped,
    };
    return OL_SUITE_OF("engine", tests);
}
