/* SPDX-License-Identifier: Apache-2.0 */
/* What is counted: how much of which damage was told, and why the rest was not. */
#ifndef OL_TESTS_DAMAGE_TALLY_H
#define OL_TESTS_DAMAGE_TALLY_H

#include <stdint.h>

#include "damage/judge.h"

/* What was damaged. A flip is of a byte that has one of the roles. */
enum ol_damage {
    OL_DAMAGE_PREFIX,
    OL_DAMAGE_FLIP,
    OL_DAMAGE_DROP = OL_DAMAGE_FLIP + OL_ROLE_COUNT,
    OL_DAMAGE_DOUBLE,
    OL_DAMAGE_SWAP,
    OL_DAMAGE_COUNT
};

/* What the linter says that it did not say of the undamaged file. */
enum ol_answer {
    OL_ANSWER_TOLD,  /* an error or a warning more */
    OL_ANSWER_NOTED, /* informative findings alone */
    OL_ANSWER_SILENT,
    OL_ANSWER_COUNT
};

/* Why damage is silent and may be: found by the judge, in this order. */
enum ol_silence {
#define OL_SILENCE(id, text) OL_SILENCE_##id,
#include "damage/silences.def"
#undef OL_SILENCE
    OL_SILENCE_COUNT
};

/* The texts of silences.def. */
extern const char *const ol_silence_texts[OL_SILENCE_COUNT];

#define OL_TALLY_EXAMPLE_SIZE 240

struct ol_tally_silence {
    uint64_t count;
    char example[OL_TALLY_EXAMPLE_SIZE]; /* the first: where it was */
};

/* One damaged file. */
struct ol_tally_place {
    enum ol_damage damage;
    size_t at;   /* the byte, the size, or the offset of the field */
    uint8_t was; /* of a byte that is flipped, */
    uint8_t is;  /* and what it is now */
};

/* Of one worker, in memory that all share. */
struct ol_tally {
    struct ol_tally_place place; /* where it is, for those who see it die */
    uint64_t passed;             /* damaged files */
    uint64_t failed;
    uint64_t answers[OL_DAMAGE_COUNT][OL_ANSWER_COUNT];
    struct ol_tally_silence silences[OL_DAMAGE_COUNT][OL_SILENCE_COUNT];
    uint64_t judged[OL_JUDGED_COUNT]; /* faults that were to be told */
};

void ol_tally_add(struct ol_tally *sum, const struct ol_tally *tally);

/* "NAME: byte 7: 12 became 13". */
void ol_tally_describe(const char *name, const struct ol_tally_place *place, char *text,
                       size_t size);

/* Prints the figures, without the closing line. */
void ol_tally_print(const struct ol_tally *tally);

#endif
