/* SPDX-License-Identifier: Apache-2.0 */
/* Which of the rules that are bound to a message concern levels of one outline. A model has many
 * levels and few outlines, so the answers are kept: a node is then shown to the few rules that can
 * say something of it, and the others are not even asked. */
#ifndef OL_RULE_SHORTLIST_H
#define OL_RULE_SHORTLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "rule/rule_set.h"

/* Rules are run in one go, or in two parts, by scouts and the walk behind them (rule/scout.h). */
enum ol_part {
    OL_PART_ALL,
    OL_PART_LEVEL, /* ON_LEVEL, and what the level shows is all that matters */
    OL_PART_FILE,  /* the others */
    OL_PART_COUNT
};

/* Answers that are kept for one message; another one takes the place of one of them. */
#define OL_SHORTLIST_WAY_BITS 4
#define OL_SHORTLIST_WAYS     (1 << OL_SHORTLIST_WAY_BITS)

/* What is needed of a binding to run its rule. */
struct ol_turn {
    void (*run)(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule);
    const struct ol_rule *rule;
};

/* How much the rules of OL_PART_FILE need levels of an outline. */
enum ol_need {
    OL_NEED_NONE,
    OL_NEED_ONCE, /* it is enough to show them one: the message is in once of their checks */
    OL_NEED_EACH
};

/* The answer for levels whose outlines have that key: rules, in their order. */
struct ol_answer {
    uint64_t key;          /* 0: none is kept here */
    struct ol_turn *begin; /* as many as there are bindings; NULL: none were needed here */
    struct ol_turn *end;
    enum ol_need need; /* for a scout: what the walk needs of such a level, */
    bool is_seen;      /* and whether it met one */
};

/* One file's answers about one list of bindings; all zero at first. */
struct ol_shortlist {
    struct ol_answer answers[OL_SHORTLIST_WAYS];
};

/* Where the answer for outlines of that key is kept, if it is. Neighbouring numbers are spread by
 * 2^64 divided by the golden ratio (Knuth's multiplicative hashing). */
static inline unsigned ol_shortlist_way(uint64_t key)
{
    return (unsigned)(key * UINT64_C(11400714819323198485) >> (64 - OL_SHORTLIST_WAY_BITS));
}

/* The answer for a level of that key, valid until the next one is added; NULL where none is kept.
 * Part and IR version are the same for all answers of a shortlist. */
static inline struct ol_answer *ol_shortlist_find(struct ol_shortlist *shortlist, uint64_t key)
{
    struct ol_answer *answer = &shortlist->answers[ol_shortlist_way(key)];
    return answer->key == key ? answer : NULL;
}

/* What those of the bindings need that belong to OL_PART_FILE. */
enum ol_need ol_shortlist_need(const struct ol_bindings *bindings,
                               const struct ol_outline *outline);

/* Asks each binding of a part whether it concerns levels of an outline, and keeps the answer under
 * its key. NULL when memory is short. */
struct ol_answer *ol_shortlist_add(struct ol_shortlist *shortlist,
                                   const struct ol_bindings *bindings, enum ol_part part,
                                   const struct ol_outline *outline, struct ol_arena *arena);

#endif
