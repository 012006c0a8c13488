/* SPDX-License-Identifier: Apache-2.0 */
#include "damage/verdict.h"

#include <stdio.h>
#include <string.h>

/* Whether the rule is one of the list. */
static bool is_among(const char *rules, const char *rule)
{
    size_t length = strlen(rule);
    for (const char *at = rules; *at != '\0'; at += strspn(at, " ")) {
        size_t word = strcspn(at, " ");
        if (word == length && memcmp(at, rule, length) == 0) {
            return true;
        }
        at += word;
    }
    return false;
}

static bool touches(const struct ol_place *place, struct ol_stretch where)
{
    return place->file == NULL && !place->is_whole_file && place->span.offset <= where.end &&
           place->span.offset + place->span.length >= where.begin;
}

static bool is_about(const struct ol_diag *diag, const struct ol_judged_fault *fault)
{
    return is_among(fault->rules, diag->rule) && touches(&diag->place, fault->where);
}

static bool is_told(const struct ol_judged_fault *fault, const struct ol_diag_list *found)
{
    for (size_t i = 0; i < found->count; i++) {
        const struct ol_diag *diag = ol_diag_list_at(found, i);
        if (is_about(diag, fault) && diag->severity >= ol_judged_abouts[fault->kind].severity) {
            return true;
        }
    }
    return false;
}

/* Whether the judge looks for what the rule is about. */
static bool is_judged(const char *rule)
{
    for (size_t i = 0; i < OL_JUDGED_COUNT; i++) {
        if (strncmp(rule, "wire-", 5) == 0 && is_among(ol_judged_abouts[i].rules, rule)) {
            return true;
        }
    }
    return false;
}

static bool is_true(const struct ol_diag *diag, const struct ol_judge *judge)
{
    for (size_t i = 0; i < judge->fault_count; i++) {
        if (is_about(diag, &judge->faults[i])) {
            return true;
        }
    }
    return ol_judge_is_unread(judge, (size_t)diag->place.span.offset);
}

bool ol_verdict_agrees(const struct ol_judge *judge, struct ol_workbench_outcome *outcome,
                       char text[OL_VERDICT_SIZE])
{
    const struct ol_diag_list *found = &outcome->found;
    for (size_t i = 0; i < judge->fault_count; i++) {
        const struct ol_judged_fault *fault = &judge->faults[i];
        if (!is_told(fault, found)) {
            (void)snprintf(text, OL_VERDICT_SIZE, "not told: %s, at %zu+%zu",
                           ol_judged_abouts[fault->kind].text, fault->where.begin,
                           fault->where.end - fault->where.begin);
            return false;
        }
    }
    for (size_t i = 0; i < found->count; i++) {
        const struct ol_diag *diag = ol_diag_list_at(found, i);
        if (is_judged(diag->rule) && !is_true(diag, judge)) {
            (void)snprintf(text, OL_VERDICT_SIZE, "a false alarm: %s at %llu+%llu: %s", diag->rule,
                           (unsigned long long)diag->place.span.offset,
                           (unsigned long long)diag->place.span.length, diag->message);
            return false;
        }
    }
    return true;
}

bool ol_verdict_has_error(const struct ol_workbench_outcome *outcome)
{
    for (size_t i = 0; i < outcome->found.count; i++) {
        if (ol_diag_list_severity(&outcome->found, i) == OL_SEVERITY_ERROR) {
            return true;
        }
    }
    return false;
}
