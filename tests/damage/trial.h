/* SPDX-License-Identifier: Apache-2.0 */
/* One file as it is, against which the same file damaged is held. */
#ifndef OL_TESTS_DAMAGE_TRIAL_H
#define OL_TESTS_DAMAGE_TRIAL_H

#include "damage/judge.h"
#include "damage/sample.h"
#include "damage/tally.h"
#include "damage/workbench.h"

/* Processor time for one damaged file, which takes less than a millisecond: a linter that needs
 * more hangs, and the process ends by a signal. */
#define OL_TRIAL_SECONDS_MAX 60

/* A finding as numbers: alike where rule and severity are; where message and path are as well; and
 * where the place is, too. */
struct ol_finding_key {
    uint64_t kind;
    uint64_t loose;
    uint64_t placed;
};

struct ol_finding_keys {
    struct ol_finding_key *keys;
    size_t count;
    size_t room;
};

struct ol_trial {
    const char *name; /* of the file */
    const struct ol_workbench *workbench;
    struct ol_tally *tally;
    struct ol_sample *sample;
    bool lists_silent;             /* flips of tags and lengths that are silent are printed */
    bool is_model;                 /* it is to be named so where it is put into a file */
    unsigned complaints_left;      /* that are printed */
    struct ol_judge before;        /* of the file as it is */
    struct ol_judge after;         /* of the damaged file */
    const struct ol_message *kind; /* what the file is taken for; NULL: no message */
    struct ol_finding_keys known;  /* findings of the file as it is */
    struct ol_finding_keys found;  /* own use: of the damaged file */
    bool is_good;                  /* neither warnings nor errors */
};

/* One damaged file. */
struct ol_damaged {
    struct ol_slice bytes;
    struct ol_tally_place place;
    bool is_moved;     /* findings may be elsewhere without being others */
    bool is_unchanged; /* readers take nothing else from it, and the same rules have to speak */
};

/* Begins with a file; the bytes are borrowed until the next. All zero but what stands
 * before complaints_left, and that, is a trial that has not begun. */
void ol_trial_begin(struct ol_trial *trial, struct ol_slice bytes);
void ol_trial_fini(struct ol_trial *trial);

/* Lints a damaged file, judges what is said of it, and counts. */
void ol_trial_run(struct ol_trial *trial, const struct ol_damaged *damaged);

#endif
