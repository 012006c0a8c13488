/* SPDX-License-Identifier: Apache-2.0 */
#include "damage/trial.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "damage/verdict.h"
#include "tools/files.h"

/* --- findings as keys ---------------------------------------------------- */

static struct ol_finding_key key_of(const struct ol_diag *diag)
{
    struct ol_finding_key key;
    key.kind = ol_workbench_digest_text(OL_DIGEST_BEGIN, diag->rule);
    key.kind = ol_workbench_digest(key.kind, &diag->severity, sizeof diag->severity);
    key.loose = ol_workbench_digest_text(key.kind, diag->message);
    key.loose = ol_workbench_digest_text(key.loose, diag->place.path);
    key.placed = diag->place.is_whole_file
                     ? key.loose
                     : ol_workbench_digest(key.loose, &diag->place.span, sizeof diag->place.span);
    return key;
}

static void collect(struct ol_finding_keys *keys, const struct ol_diag_list *found)
{
    if (found->count > keys->room) {
        keys->room = found->count;
        keys->keys = ol_test_realloc(keys->keys, keys->room * sizeof *keys->keys);
    }
    keys->count = found->count;
    for (size_t i = 0; i < found->count; i++) {
        keys->keys[i] = key_of(ol_diag_list_at(found, i));
    }
}

static bool is_known(const struct ol_finding_keys *known, const struct ol_finding_key *key,
                     bool is_moved)
{
    for (size_t i = 0; i < known->count; i++) {
        if (is_moved ? known->keys[i].loose == key->loose : known->keys[i].placed == key->placed) {
            return true;
        }
    }
    return false;
}

static enum ol_answer answer_of(const struct ol_trial *trial, const struct ol_damaged *damaged,
                                const struct ol_diag_list *found)
{
    enum ol_answer answer = OL_ANSWER_SILENT;
    for (size_t i = 0; i < found->count; i++) {
        if (!is_known(&trial->known, &trial->found.keys[i], damaged->is_moved)) {
            if (ol_diag_list_severity(found, i) > OL_SEVERITY_INFO) {
                return OL_ANSWER_TOLD;
            }
            answer = OL_ANSWER_NOTED;
        }
    }
    return answer;
}

/* --- why it is silent ---------------------------------------------------- */

static bool is_flip(const struct ol_damaged *damaged)
{
    return damaged->place.damage >= OL_DAMAGE_FLIP && damaged->place.damage < OL_DAMAGE_DROP;
}

static bool has_same_frames(const struct ol_judge *before, const struct ol_judge *after)
{
    if (before->field_count != after->field_count) {
        return false;
    }
    for (size_t i = 0; i < after->field_count; i++) {
        const struct ol_judged_field *was = &before->fields[i];
        const struct ol_judged_field *is = &after->fields[i];
        if (was->tag != is->tag || was->middle != is->middle || was->value != is->value ||
            was->end != is->end || was->parent != is->parent) {
            return false;
        }
    }
    return true;
}

/* Of two readings in which all fields are at the same places: what differs. */
static enum ol_silence compare_fields(const struct ol_judge *before, const struct ol_judge *after)
{
    for (size_t i = 0; i < after->field_count; i++) {
        if (before->fields[i].number != after->fields[i].number) {
            return OL_SILENCE_OTHER_FIELD;
        }
        if (before->fields[i].wire_type != after->fields[i].wire_type) {
            return OL_SILENCE_PACKED;
        }
    }
    return OL_SILENCE_VALUE;
}

static enum ol_silence why_flip(const struct ol_trial *trial, const struct ol_damaged *damaged)
{
    const struct ol_judge *before = &trial->before;
    const struct ol_judge *after = &trial->after;
    if (damaged->place.damage == OL_DAMAGE_FLIP + OL_ROLE_UNREAD) {
        return OL_SILENCE_UNREAD;
    }
    if (has_same_frames(before, after)) {
        return compare_fields(before, after);
    }
    if (after->field_count == before->field_count) {
        return OL_SILENCE_MOVED_FIELDS;
    }
    return after->field_count < before->field_count ? OL_SILENCE_FEWER_FIELDS
                                                    : OL_SILENCE_MORE_FIELDS;
}

static enum ol_silence why_silent(const struct ol_trial *trial, const struct ol_damaged *damaged,
                                  const struct ol_workbench_outcome *outcome)
{
    if (damaged->bytes.size == trial->before.size && !is_flip(damaged) &&
        memcmp(damaged->bytes.data, trial->before.bytes, trial->before.size) == 0) {
        return OL_SILENCE_SAME;
    }
    if (outcome->root != trial->kind) {
        return OL_SILENCE_OTHER_KIND;
    }
    if (outcome->root == NULL) {
        return OL_SILENCE_STILL_BAD;
    }
    for (size_t i = 0; i < trial->after.fault_count; i++) {
        if (ol_judged_abouts[trial->after.faults[i].kind].severity > OL_SEVERITY_INFO) {
            return OL_SILENCE_STILL_BAD;
        }
    }
    if (damaged->place.damage == OL_DAMAGE_PREFIX || damaged->place.damage == OL_DAMAGE_DROP) {
        return OL_SILENCE_LEFT;
    }
    if (damaged->place.damage == OL_DAMAGE_DOUBLE) {
        return OL_SILENCE_LIST;
    }
    return damaged->place.damage == OL_DAMAGE_SWAP ? OL_SILENCE_ORDER : why_flip(trial, damaged);
}

/* --- what is said and counted -------------------------------------------- */

static void complain(struct ol_trial *trial, const struct ol_damaged *damaged, const char *what)
{
    char text[OL_TALLY_EXAMPLE_SIZE];
    trial->tally->failed++;
    if (trial->complaints_left > 0) {
        trial->complaints_left--;
        ol_tally_describe(trial->name, &damaged->place, text, sizeof text);
        (void)printf("FAIL %s: %s\n", text, what);
        (void)fflush(stdout);
    }
}

static int compare_kinds(const void *a, const void *b)
{
    uint64_t left = ((const struct ol_finding_key *)a)->kind;
    uint64_t right = ((const struct ol_finding_key *)b)->kind;
    return left < right ? -1 : left > right;
}

/* Whether the same rules spoke, as often: which of two fields is the one too many may depend on
 * their order. */
static bool is_same_found(struct ol_finding_keys *known, struct ol_finding_keys *found)
{
    if (known->count != found->count) {
        return false;
    }
    qsort(known->keys, known->count, sizeof *known->keys, compare_kinds);
    qsort(found->keys, found->count, sizeof *found->keys, compare_kinds);
    for (size_t i = 0; i < known->count; i++) {
        if (known->keys[i].kind != found->keys[i].kind) {
            return false;
        }
    }
    return true;
}

/* Judges the damaged bytes as what the linter took them for; NULL: nothing is wrong with what it
 * says. */
static const char *judge_outcome(struct ol_trial *trial, const struct ol_damaged *damaged,
                                 struct ol_workbench_outcome *outcome, char text[OL_VERDICT_SIZE])
{
    if (outcome->problem != NULL) {
        return outcome->problem;
    }
    if (outcome->root == NULL) {
        return ol_verdict_has_error(outcome) ? NULL : "no message, and no error";
    }
    ol_judge_read(&trial->after, ol_shape_find(outcome->root->name), damaged->bytes.data,
                  damaged->bytes.size);
    return ol_verdict_agrees(&trial->after, outcome, text) ? NULL : text;
}

static void count_silence(struct ol_trial *trial, const struct ol_damaged *damaged,
                          enum ol_silence why)
{
    struct ol_tally_silence *silence = &trial->tally->silences[damaged->place.damage][why];
    if (silence->count++ == 0) {
        ol_tally_describe(trial->name, &damaged->place, silence->example, sizeof silence->example);
    }
    if (trial->lists_silent && (damaged->place.damage == OL_DAMAGE_FLIP + OL_ROLE_TAG ||
                                damaged->place.damage == OL_DAMAGE_FLIP + OL_ROLE_LENGTH)) {
        char text[OL_TALLY_EXAMPLE_SIZE];
        ol_tally_describe(trial->name, &damaged->place, text, sizeof text);
        (void)printf("silent %s: %s\n", text, ol_silence_texts[why]);
    }
}

static void count(struct ol_trial *trial, const struct ol_damaged *damaged,
                  const struct ol_workbench_outcome *outcome)
{
    struct ol_tally *tally = trial->tally;
    tally->passed++;
    for (size_t i = 0; i < trial->after.fault_count && outcome->root != NULL; i++) {
        tally->judged[trial->after.faults[i].kind]++;
    }
    if (damaged->is_moved && !trial->is_good) {
        return; /* what moved cannot be told from what is new */
    }
    enum ol_answer answer = answer_of(trial, damaged, &outcome->found);
    tally->answers[damaged->place.damage][answer]++;
    if (answer == OL_ANSWER_SILENT) {
        count_silence(trial, damaged, why_silent(trial, damaged, outcome));
    }
}

void ol_trial_run(struct ol_trial *trial, const struct ol_damaged *damaged)
{
    static const struct itimerval limit = {.it_value = {.tv_sec = OL_TRIAL_SECONDS_MAX}};
    struct ol_workbench_outcome outcome;
    char text[OL_VERDICT_SIZE];
    trial->tally->place = damaged->place;
    (void)setitimer(ITIMER_PROF, &limit, NULL);
    ol_sample_offer(trial->sample, damaged->bytes, trial->is_model);
    ol_workbench_lint(trial->workbench, damaged->bytes, &outcome);
    ol_workbench_lint_again(trial->workbench, damaged->bytes, &outcome);
    const char *problem = judge_outcome(trial, damaged, &outcome, text);
    collect(&trial->found, &outcome.found);
    if (problem == NULL && damaged->is_unchanged) {
        problem = is_same_found(&trial->known, &trial->found)
                      ? NULL
                      : "other rules speak, though fields were only swapped";
    }
    if (problem != NULL) {
        complain(trial, damaged, problem);
    } else {
        count(trial, damaged, &outcome);
    }
    ol_workbench_outcome_fini(&outcome);
}

void ol_trial_begin(struct ol_trial *trial, struct ol_slice bytes)
{
    struct ol_workbench_outcome outcome;
    ol_workbench_lint(trial->workbench, bytes, &outcome);
    ol_workbench_lint_again(trial->workbench, bytes, &outcome);
    trial->kind = outcome.root;
    collect(&trial->known, &outcome.found);
    trial->is_good = true;
    for (size_t i = 0; i < outcome.found.count; i++) {
        trial->is_good =
            trial->is_good && ol_diag_list_severity(&outcome.found, i) <= OL_SEVERITY_INFO;
    }
    ol_workbench_outcome_fini(&outcome);
    ol_judge_read(&trial->before, trial->kind != NULL ? ol_shape_find(trial->kind->name) : NULL,
                  bytes.data, bytes.size);
}

void ol_trial_fini(struct ol_trial *trial)
{
    ol_judge_fini(&trial->before);
    ol_judge_fini(&trial->after);
    free(trial->known.keys);
    free(trial->found.keys);
}
