/* SPDX-License-Identifier: Apache-2.0 */
/* Keeping, ordering and weeding out findings. */
#include <string.h>

#include "base/limits.h"
#include "diag/diag.h"
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
static void add(struct ol_diag_list *list, uint32_t rule, uint64_t offset, uint64_t length)
{
    static const char *const ids[] = {"a", "b", "c", "d"};
    const struct ol_diag diag = {
        .rule = ids[rule],
        .rule_index = rule,
        .severity = OL_SEVERITY_ERROR,
        .message = "message",
        .place = {.span = {offset, length}, .path = ""},
    };
    ck_assert_int_eq(ol_diag_list_add(list, &diag), OL_OK);
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
        left[i] = list->diags[i].rule[0];
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
    ck_assert_int_eq(ol_diag_list_add(&list, &whole), OL_OK);
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
        ck_assert_int_eq(ol_diag_list_add(&list, &warning), OL_OK);
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
    ck_assert_int_eq(ol_diag_list_add(&list, &wide), OL_OK);
    ck_assert_int_eq(ol_diag_list_add(&list, &same), OL_OK);
    ck_assert_int_eq(ol_diag_list_add(&list, &deeper), OL_OK);
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
    ck_assert_int_eq(ol_diag_list_add(&list, &other), OL_OK);
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
        is_ok = ol_diag_list_add(&list, &diag) == OL_OK && is_ok;
    }
    ck_assert(is_ok);
    ck_assert_int_eq(ol_diag_list_finish(&list, supersedes, NULL), OL_OK);
    ck_assert_uint_eq(list.count, count);
    list_free(&list);
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
        test_superseded_on_the_same_span,
        test_superseded_on_a_containing_and_a_contained_span,
        test_not_superseded_deeper_in_the_message,
        test_not_superseded_beside,
        test_not_superseded_in_another_file,
        test_maximum,
        test_not_checked_has_a_cap,
        test_many_findings_are_weeded_out_fast,
        test_severity_names,
    };
    return OL_SUITE_OF("diag", tests);
}
