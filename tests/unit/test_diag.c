/* SPDX-License-Identifier: Apache-2.0 */
/* Keeping, ordering and weeding out findings. */
#include <string.h>

#include "base/budget.h"
#include "base/limits.h"
#include "diag/diag.h"
#include "diag/wording.h"
#include "unit/suites.h"

/* A list with an arena of its own. */
static struct ol_diag_list list_new(size_t max)
{
    struct ol_diag_list list;
    struct ol_arena *arena = ol_arena_new();
    ck_assert_ptr_nonnull(arena);
    ol_diag_list_init(&list, arena, max);
    return list;
}

static void list_free(struct ol_diag_list *list)
{
    struct ol_arena *arena = list->arena;
    ol_diag_list_fini(list);
    ol_arena_free(arena);
}

/* Adds an error of the rule with that index, whose id is its letter. */
static void add_error(struct ol_diag_list *list, uint32_t rule, struct ol_span span,
                      enum ol_acceptance acceptance)
{
    static const char *const ids[] = {"a", "b", "c", "d"};
    const struct ol_diag diag = {
        .rule = ids[rule],
        .rule_index = rule,
        .severity = OL_SEVERITY_ERROR,
        .message = "message",
        .place = {.span = span, .path = ""},
        .acceptance = acceptance,
    };
    ck_assert_int_eq(ol_diag_list_add(list, &diag, NULL), OL_OK);
}

static void add(struct ol_diag_list *list, uint32_t rule, uint64_t offset, uint64_t length)
{
    add_error(list, rule, (struct ol_span){offset, length}, OL_ACCEPTED_NOT);
}

/* Rule 0 supersedes rule 1; the others supersede nothing. */
static bool supersedes(const void *context, uint32_t rule, uint32_t other)
{
    return context == NULL && rule == 0 && other == 1;
}

/* Finishes the list and compares the ids that are left. */
static void check_left(struct ol_diag_list *list, const char *ids)
{
    char left[16] = "";
    ck_assert_int_eq(ol_diag_list_finish(list, supersedes, NULL), OL_OK);
    ck_assert_uint_lt(list->count, sizeof left);
    for (size_t i = 0; i < list->count; i++) {
        left[i] = ol_diag_list_at(list, i)->rule[0];
    }
    ck_assert_str_eq(left, ids);
}

START_TEST(test_order)
{
    struct ol_diag_list list = list_new(0);
    add(&list, 2, 20, 4);
    add(&list, 1, 10, 2);
    add(&list, 3, 10, 8);
    add(&list, 2, 10, 8);
    const struct ol_diag whole = {.rule = "w",
                                  .rule_index = 3,
                                  .severity = OL_SEVERITY_INFO,
                                  .message = "m",
                                  .place = {.is_whole_file = true}};
    ck_assert_int_eq(ol_diag_list_add(&list, &whole, NULL), OL_OK);
    check_left(&list, "wcdbc");
    ck_assert_uint_eq(ol_diag_list_count(&list, OL_SEVERITY_ERROR), 4);
    ck_assert_uint_eq(ol_diag_list_count(&list, OL_SEVERITY_INFO), 1);
    ck_assert_uint_eq(ol_diag_list_count(&list, OL_SEVERITY_WARNING), 0);
    list_free(&list);
}
END_TEST

START_TEST(test_a_flood_of_warnings_hides_no_error)
{
    struct ol_diag_list list = list_new(3);
    struct ol_diag warning = {.rule = "d",
                              .rule_index = 3,
                              .severity = OL_SEVERITY_WARNING,
                              .message = "",
                              .place = {.path = ""}};
    for (uint64_t i = 0; i < 5; i++) {
        warning.place.span = (struct ol_span){i, 1};
        ck_assert_int_eq(ol_diag_list_add(&list, &warning, NULL), OL_OK);
    }
    add(&list, 2, 10, 1);
    add(&list, 2, 11, 1);
    ck_assert_uint_eq(list.dropped[OL_SEVERITY_WARNING], 4);
    add(&list, 2, 12, 1);
    ck_assert(!ol_diag_list_takes(&list, OL_SEVERITY_ERROR));
    add(&list, 2, 13, 1);
    ck_assert_uint_eq(list.dropped[OL_SEVERITY_WARNING], 5);
    ck_assert_uint_eq(list.dropped[OL_SEVERITY_ERROR], 1);
    check_left(&list, "ccc");
    list_free(&list);
}
END_TEST

START_TEST(test_repetitions_are_dropped)
{
    struct ol_diag_list list = list_new(0);
    add(&list, 2, 10, 2);
    add(&list, 2, 10, 2);
    add(&list, 2, 10, 3);
    check_left(&list, "cc");
    list_free(&list);
}
END_TEST

/* Two fields that are missing are told at the one place where the message begins. */
START_TEST(test_other_paths_are_no_repetitions)
{
    struct ol_diag_list list = list_new(0);
    static const char *const paths[] = {"b", "a", "b"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const struct ol_diag diag = {.rule = "c",
                                     .rule_index = 2,
                                     .severity = OL_SEVERITY_ERROR,
                                     .message = "something is missing",
                                     .place = {.span = {10, 2}, .path = paths[i]}};
        ck_assert_int_eq(ol_diag_list_add(&list, &diag, NULL), OL_OK);
    }
    check_left(&list, "cc");
    ck_assert_str_eq(ol_diag_list_at(&list, 0)->place.path, "a");
    ck_assert_str_eq(ol_diag_list_at(&list, 1)->place.path, "b");
    list_free(&list);
}
END_TEST

START_TEST(test_superseded_on_the_same_span)
{
    struct ol_diag_list list = list_new(0);
    add(&list, 1, 10, 2);
    add(&list, 0, 10, 2);
    add(&list, 2, 10, 2);
    check_left(&list, "ac");
    list_free(&list);
}
END_TEST

START_TEST(test_superseded_on_a_containing_and_a_contained_span)
{
    struct ol_diag_list list = list_new(0);
    add(&list, 1, 0, 100);
    add(&list, 0, 10, 2);
    add(&list, 0, 200, 100);
    add(&list, 2, 205, 20);
    add(&list, 1, 210, 2);
    check_left(&list, "aac");
    list_free(&list);
}
END_TEST

START_TEST(test_not_superseded_deeper_in_the_message)
{
    struct ol_diag_list list = list_new(0);
    const struct ol_diag wide = {
        .rule = "a", .rule_index = 0, .message = "", .place = {.span = {0, 100}, .path = "graph"}};
    const struct ol_diag same = {
        .rule = "b", .rule_index = 1, .message = "", .place = {.span = {5, 2}, .path = "producer"}};
    const struct ol_diag deeper = {.rule = "b",
                                   .rule_index = 1,
                                   .message = "",
                                   .place = {.span = {9, 2}, .path = "graph.name"}};
    ck_assert_int_eq(ol_diag_list_add(&list, &wide, NULL), OL_OK);
    ck_assert_int_eq(ol_diag_list_add(&list, &same, NULL), OL_OK);
    ck_assert_int_eq(ol_diag_list_add(&list, &deeper, NULL), OL_OK);
    check_left(&list, "ab");
    list_free(&list);
}
END_TEST

START_TEST(test_not_superseded_beside)
{
    struct ol_diag_list list = list_new(0);
    add(&list, 0, 10, 2);
    add(&list, 1, 12, 2);
    add(&list, 1, 11, 3);
    check_left(&list, "abb");
    list_free(&list);
}
END_TEST

START_TEST(test_not_superseded_in_another_file)
{
    struct ol_diag_list list = list_new(0);
    add(&list, 0, 10, 2);
    const struct ol_diag other = {.rule = "b",
                                  .rule_index = 1,
                                  .severity = OL_SEVERITY_ERROR,
                                  .message = "m",
                                  .place = {.span = {10, 2}, .path = "", .file = "w.bin"}};
    ck_assert_int_eq(ol_diag_list_add(&list, &other, NULL), OL_OK);
    check_left(&list, "ab");
    list_free(&list);
}
END_TEST

START_TEST(test_maximum)
{
    struct ol_diag_list list = list_new(3);
    for (uint64_t i = 0; i < 10; i++) {
        add(&list, 2, 10 * i, 2);
    }
    check_left(&list, "ccc");
    ck_assert_uint_eq(list.dropped[OL_SEVERITY_ERROR], 7);
    ck_assert_uint_eq(ol_diag_list_count(&list, OL_SEVERITY_ERROR), 10);
    list_free(&list);
}
END_TEST

START_TEST(test_not_checked_has_a_cap)
{
    struct ol_diag_list list = list_new(0);
    const struct ol_not_checked entry = {.path = "graph", .reason = "too deep"};
    for (size_t i = 0; i < OL_NOT_CHECKED_MAX + 5; i++) {
        ck_assert_int_eq(ol_diag_list_add_not_checked(&list, &entry), OL_OK);
    }
    ck_assert_uint_eq(list.not_checked_count, OL_NOT_CHECKED_MAX);
    ck_assert_uint_eq(list.not_checked_dropped, 5);
    list_free(&list);
}
END_TEST

START_TEST(test_many_findings_are_weeded_out_fast)
{
    /* were the cost a square, the test would time out */
    const uint64_t count = 300000;
    struct ol_diag_list list = list_new(0);
    struct ol_diag diag = {
        .rule = "c", .rule_index = 2, .severity = OL_SEVERITY_ERROR, .message = "m"};
    bool is_ok = true;
    for (uint64_t i = 0; i < count; i++) {
        diag.place = (struct ol_place){.span = {(i * 7919) % count * 10, 9}, .path = ""};
        is_ok = ol_diag_list_add(&list, &diag, NULL) == OL_OK && is_ok;
    }
    ck_assert(is_ok);
    ck_assert_int_eq(ol_diag_list_finish(&list, supersedes, NULL), OL_OK);
    ck_assert_uint_eq(list.count, count);
    list_free(&list);
}
END_TEST

/* Adds an accepted error. */
static void add_accepted(struct ol_diag_list *list, uint32_t rule, uint64_t offset, uint64_t length)
{
    add_error(list, rule, (struct ol_span){offset, length}, OL_ACCEPTED_SUPPRESSED);
}

START_TEST(test_accepted_come_last)
{
    struct ol_diag_list list = list_new(0);
    add_accepted(&list, 2, 30, 2);
    add(&list, 3, 20, 2);
    add_accepted(&list, 2, 10, 2);
    add(&list, 2, 40, 2);
    check_left(&list, "dc");
    ck_assert_uint_eq(list.accepted_count, 2);
    ck_assert_uint_eq(ol_diag_list_at(&list, 2)->place.span.offset, 10);
    ck_assert_uint_eq(ol_diag_list_at(&list, 3)->place.span.offset, 30);
    ck_assert_uint_eq(ol_diag_list_count(&list, OL_SEVERITY_ERROR), 2);
    ck_assert_uint_eq(ol_diag_list_count_accepted(&list, OL_ACCEPTED_SUPPRESSED), 2);
    ck_assert_uint_eq(ol_diag_list_count_accepted(&list, OL_ACCEPTED_BASELINE), 0);
    list_free(&list);
}
END_TEST

START_TEST(test_accepted_supersede)
{
    struct ol_diag_list list = list_new(0);
    add_accepted(&list, 0, 10, 2);
    add(&list, 1, 10, 2);
    add(&list, 0, 20, 2);
    add_accepted(&list, 1, 20, 2);
    check_left(&list, "a");
    ck_assert_uint_eq(list.accepted_count, 1);
    ck_assert_str_eq(ol_diag_list_at(&list, 1)->rule, "a");
    list_free(&list);
}
END_TEST

/* Of two that say the same, the one that counts stays. */
START_TEST(test_accepted_repetition)
{
    struct ol_diag_list list = list_new(0);
    add_accepted(&list, 2, 10, 2);
    add(&list, 2, 10, 2);
    add_accepted(&list, 2, 10, 2);
    check_left(&list, "c");
    ck_assert_uint_eq(list.accepted_count, 0);
    list_free(&list);
}
END_TEST

/* They take no room from those that count, are no victims, and have a cap of their own. */
START_TEST(test_accepted_and_the_maximum)
{
    struct ol_diag_list list = list_new(2);
    struct ol_diag accepted = {.rule = "d",
                               .rule_index = 3,
                               .severity = OL_SEVERITY_INFO,
                               .message = "",
                               .place = {.path = ""},
                               .acceptance = OL_ACCEPTED_SUPPRESSED};
    for (uint64_t i = 0; i < OL_ACCEPTED_MAX + 7; i++) {
        accepted.place.span = (struct ol_span){i, 1};
        ck_assert_int_eq(ol_diag_list_add(&list, &accepted, NULL), OL_OK);
    }
    ck_assert(!ol_diag_list_takes_accepted(&list));
    add(&list, 2, 10, 1);
    add(&list, 2, 11, 1);
    ck_assert(!ol_diag_list_takes(&list, OL_SEVERITY_ERROR));
    add(&list, 2, 12, 1);
    ck_assert_uint_eq(list.dropped[OL_SEVERITY_ERROR], 1);
    check_left(&list, "cc");
    ck_assert_uint_eq(list.accepted_count, OL_ACCEPTED_MAX);
    ck_assert_uint_eq(list.accepted_dropped, 7);
    ck_assert_uint_eq(ol_diag_list_count_accepted(&list, OL_ACCEPTED_SUPPRESSED),
                      OL_ACCEPTED_MAX + 7);
    list_free(&list);
}
END_TEST

/* What is past the maximum after a baseline goes from the end, errors last. */
START_TEST(test_settle)
{
    struct ol_diag_list list = list_new(0);
    struct ol_diag warning = {.rule = "d",
                              .rule_index = 3,
                              .severity = OL_SEVERITY_WARNING,
                              .message = "",
                              .place = {.span = {0, 1}, .path = ""}};
    ck_assert_int_eq(ol_diag_list_add(&list, &warning, NULL), OL_OK);
    warning.place.span.offset = 20;
    ck_assert_int_eq(ol_diag_list_add(&list, &warning, NULL), OL_OK);
    add(&list, 2, 10, 1);
    add(&list, 2, 30, 1);
    add(&list, 1, 40, 1);
    check_left(&list, "dcdcb");
    ol_diag_list_accept(&list, 0);
    ol_diag_list_settle(&list, 3);
    check_left(&list, "ccb");
    ck_assert_uint_eq(list.dropped[OL_SEVERITY_WARNING], 1);
    ck_assert_uint_eq(list.accepted_count, 1);
    ol_diag_list_settle(&list, 1);
    check_left(&list, "c");
    ck_assert_uint_eq(list.dropped[OL_SEVERITY_ERROR], 2);
    ck_assert_uint_eq(list.accepted_count, 1);
    ck_assert_int_eq(ol_diag_list_at(&list, 1)->acceptance, OL_ACCEPTED_BASELINE);
    list_free(&list);
}
END_TEST

/* The text for a placeholder of the templates below; each is asked for once. */
static void add_value(const void *context, struct ol_wording *out, struct ol_slice name)
{
    const char *const *subject = context;
    ol_wording_add(out, ol_slice_is_text(name, "subject") ? *subject : "2");
}

/* Everything that a finding has is there again, its messages put together. */
START_TEST(test_templates)
{
    const char *const subject = "node 'n'";
    struct ol_diag_list list = list_new(0);
    const struct ol_name names[] = {{"graph", "g"}, {"node", "n"}};
    const struct ol_related related[] = {
        {"{count}", {.span = {7, 3}, .path = "a"}},
        {"{{{subject}}}", {.span = {9, 2}, .path = "", .file = "f.bin"}},
    };
    const struct ol_diag diag = {
        .rule = "r",
        .variant = "v",
        .rule_index = 3,
        .severity = OL_SEVERITY_WARNING,
        .message = "{subject} has {count} of {count}",
        .place = {.span = {5, 6}, .path = "graph", .file = "d.bin"},
        .names = names,
        .name_count = 2,
        .related = related,
        .related_count = 2,
        .acceptance = OL_ACCEPTED_SUPPRESSED,
        .reason = "known",
    };
    const struct ol_values values = {.add = add_value, .context = &subject};
    ck_assert_int_eq(ol_diag_list_add(&list, &diag, &values), OL_OK);
    add(&list, 1, 0, 1);
    const struct ol_diag *read = ol_diag_list_at(&list, 0);
    ck_assert_str_eq(read->rule, "r");
    ck_assert_str_eq(read->variant, "v");
    ck_assert_uint_eq(read->rule_index, 3);
    ck_assert_int_eq(read->severity, OL_SEVERITY_WARNING);
    ck_assert_str_eq(read->message, "node 'n' has 2 of 2");
    ck_assert_uint_eq(read->place.span.length, 6);
    ck_assert_str_eq(read->place.path, "graph");
    ck_assert_str_eq(read->place.file, "d.bin");
    ck_assert_uint_eq(read->name_count, 2);
    ck_assert_str_eq(read->names[1].role, "node");
    ck_assert_str_eq(read->names[1].text, "n");
    ck_assert_uint_eq(read->related_count, 2);
    ck_assert_str_eq(read->related[0].message, "2");
    ck_assert_str_eq(read->related[0].place.path, "a");
    ck_assert_ptr_null(read->related[0].place.file);
    ck_assert_str_eq(read->related[1].message, "{node 'n'}");
    ck_assert_uint_eq(read->related[1].place.span.offset, 9);
    ck_assert_str_eq(read->related[1].place.file, "f.bin");
    ck_assert_int_eq(read->acceptance, OL_ACCEPTED_SUPPRESSED);
    ck_assert_str_eq(read->reason, "known");
    ck_assert_str_eq(ol_diag_list_at(&list, 1)->message, "message");
    list_free(&list);
}
END_TEST

static const uint8_t lent[] = "....the outer name..the inner name";

static void show_steps(struct ol_buf *out, struct ol_slice bytes, const struct ol_way *way)
{
    ck_assert_ptr_eq(bytes.data, lent);
    ck_assert_uint_eq(way->within.offset, 20);
    for (uint64_t i = 0; i < way->steps; i++) {
        ol_buf_add(out, ".step");
    }
}

/* A path of as many steps as the context says. */
static void add_steps(const void *context, struct ol_wording *out, size_t i)
{
    const struct ol_way way = {1, {20, 14}, 21, *(const uint64_t *)context - i};
    ck_assert(out->has_ways);
    ol_wording_add_step(out, false, "node", i);
    ol_wording_add_way(out, &way);
}

static void add_lent_name(const void *context, struct ol_wording *out, size_t i)
{
    (void)context;
    ol_wording_escape(out, (struct ol_slice){lent + (i == 0 ? 4 : 20), 14});
}

/* Ways and places near them are read from the bytes, and compared as they read. */
START_TEST(test_ways)
{
    static const uint64_t steps[] = {3, 2, 3};
    struct ol_diag_list list = list_new(0);
    const struct ol_name names[] = {{"graph", NULL}, {"node", NULL}};
    const struct ol_related related = {.message = "m"};
    const struct ol_diag diag = {.rule = "r",
                                 .message = "m",
                                 .severity = OL_SEVERITY_ERROR,
                                 .names = names,
                                 .name_count = 2,
                                 .related = &related,
                                 .related_count = 1};
    ol_diag_list_lend(&list, (struct ol_slice){lent, sizeof lent}, show_steps);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const struct ol_values values = {.add_path = add_steps,
                                         .add_name = add_lent_name,
                                         .context = &steps[i],
                                         .near = {20, 14}};
        ck_assert_int_eq(ol_diag_list_add(&list, &diag, &values), OL_OK);
    }
    check_left(&list, "rr");
    const struct ol_diag *read = ol_diag_list_at(&list, 1);
    ck_assert_str_eq(read->place.path, "node[0].step.step.step");
    ck_assert_str_eq(read->related[0].place.path, "node[1].step.step");
    ck_assert_str_eq(read->names[0].text, "the outer name");
    ck_assert_str_eq(read->names[1].text, "the inner name");
    ck_assert_str_eq(ol_diag_list_at(&list, 0)->place.path, "node[0].step.step");
    list_free(&list);
}
END_TEST

/* Messages are compared as they read, however they are put together. */
START_TEST(test_messages_are_compared)
{
    struct ol_diag_list list = list_new(0);
    static const char *const subjects[] = {"ab", "a", "abc"};
    static const char *const templates[] = {"{subject}c", "{subject}b{{", "{subject}"};
    struct ol_diag diag = {.rule = "c", .rule_index = 2, .severity = OL_SEVERITY_ERROR};
    for (size_t i = 0; i < 3; i++) {
        const struct ol_values values = {.add = add_value, .context = &subjects[i]};
        diag.message = templates[i];
        ck_assert_int_eq(ol_diag_list_add(&list, &diag, &values), OL_OK);
    }
    diag.message = "ab";
    ck_assert_int_eq(ol_diag_list_add(&list, &diag, NULL), OL_OK);
    check_left(&list, "ccc");
    ck_assert_str_eq(ol_diag_list_at(&list, 0)->message, "ab");
    ck_assert_str_eq(ol_diag_list_at(&list, 1)->message, "abc");
    ck_assert_str_eq(ol_diag_list_at(&list, 2)->message, "ab{");
    list_free(&list);
}
END_TEST

/* Wherever memory runs short while a long finding is added, the one before can still be read. */
START_TEST(test_short_memory_spares_what_is_kept)
{
    char text[3000] = "";
    memset(text, 'x', sizeof text - 1);
    const struct ol_name name = {"graph", "g"};
    struct ol_diag diag = {.rule = "a",
                           .severity = OL_SEVERITY_ERROR,
                           .message = "message",
                           .place = {.span = {0, 1}, .path = "graph.node[1].name"},
                           .names = &name,
                           .name_count = 1};
    size_t failed = 0;
    for (size_t more = 0; more < 200000; more += 500) {
        struct ol_diag_list list = list_new(0);
        struct ol_budget budget = {.max = 0};
        ol_arena_set_budget(list.arena, &budget);
        ck_assert_int_eq(ol_diag_list_add(&list, &diag, NULL), OL_OK);
        struct ol_diag longer = diag;
        longer.message = text;
        longer.place.path = text;
        budget.max = budget.used + more;
        failed += ol_diag_list_add(&list, &longer, NULL) == OL_ERR_NOMEM;
        const struct ol_diag *kept = ol_diag_list_at(&list, 0);
        ck_assert_str_eq(kept->message, "message");
        ck_assert_str_eq(kept->place.path, "graph.node[1].name");
        ck_assert_str_eq(kept->names[0].text, "g");
        list_free(&list);
    }
    ck_assert_uint_gt(failed, 0);
    ck_assert_uint_lt(failed, 400);
}
END_TEST

START_TEST(test_innermost_names)
{
    const struct ol_name names[] = {{"graph", "a"}, {"node", "b"}, {"graph", "c"}};
    const struct ol_diag diag = {.names = names, .name_count = 3};
    ck_assert(!ol_diag_is_innermost(&diag, 0));
    ck_assert(ol_diag_is_innermost(&diag, 1));
    ck_assert(ol_diag_is_innermost(&diag, 2));
}
END_TEST

START_TEST(test_severity_names)
{
    ck_assert_str_eq(ol_severity_name(OL_SEVERITY_OFF), "off");
    ck_assert_str_eq(ol_severity_name(OL_SEVERITY_INFO), "info");
    ck_assert_str_eq(ol_severity_name(OL_SEVERITY_WARNING), "warning");
    ck_assert_str_eq(ol_severity_name(OL_SEVERITY_ERROR), "error");
}
END_TEST

Suite *suite_diag(void)
{
    const TTest *const tests[] = {
        test_order,
        test_a_flood_of_warnings_hides_no_error,
        test_repetitions_are_dropped,
        test_other_paths_are_no_repetitions,
        test_superseded_on_the_same_span,
        test_superseded_on_a_containing_and_a_contained_span,
        test_not_superseded_deeper_in_the_message,
        test_not_superseded_beside,
        test_not_superseded_in_another_file,
        test_maximum,
        test_not_checked_has_a_cap,
        test_many_findings_are_weeded_out_fast,
        test_accepted_come_last,
        test_accepted_supersede,
        test_accepted_repetition,
        test_accepted_and_the_maximum,
        test_settle,
        test_templates,
        test_ways,
        test_messages_are_compared,
        test_short_memory_spares_what_is_kept,
        test_innermost_names,
        test_severity_names,
    };
    return OL_SUITE_OF("diag", tests);
}
