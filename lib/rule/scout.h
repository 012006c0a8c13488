/* SPDX-License-Identifier: Apache-2.0 */
/* Scouts: threads that run ahead of the walk along the sub-messages of a wide level, with the rules
 * that look at nothing but the level they are shown. Where those have nothing to say, a scout
 * vouches for the stretch, and the walk passes them over there. A scout itself says nothing: what
 * it would report the walk comes to report, so that findings, their order and all that is counted
 * are the same with any number of scouts. */
#ifndef OL_RULE_SCOUT_H
#define OL_RULE_SCOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "onnx/level.h"
#include "rule/shortlist.h"

struct ol_minitables;
struct ol_run;
struct ol_scouts;

/* What scouts are sent with. Everything is borrowed. */
struct ol_scout_order {
    unsigned count; /* threads for them, OL_SCOUTS_MAX at most; one more goes in the walk's own */
    uint64_t least; /* sub-messages of a level for which they are sent, */
    uint64_t threads_least; /* and for which threads are started */
    uint64_t along; /* what level that has to be: its message's bit (OL_MESSAGE_BIT); 0: any */
    unsigned depth; /* how deep that level is at least: for tests, where none is wide */
    bool is_first;  /* all go in the walk's thread, and before it: for tests, where the outcome is
                       not  to hang on who is faster */
    const struct ol_minitables *tables;
    /* Called in the thread of a scout, before it reads the file's bytes, and with NULL when it will
     * not any more; then whether some of them were gone. Either may be NULL. */
    void (*watch)(const void *bytes, size_t size);
    bool (*has_lost)(void);
};

/* Sends scouts along the sub-messages of a level that was read and is not a scout's own. NULL where
 * they would not pay, none could be sent, or some are out already. */
struct ol_scouts *ol_scouts_send(struct ol_run *run, const struct ol_level *level);

/* To be called before the walk asks for the next sub-message, where ahead stands: at the beginning
 * of a stretch that no scout has looked at, one looks at it now. */
void ol_scouts_meet(struct ol_run *run, struct ol_scouts *scouts, const struct ol_children *ahead);

/* Tells the run which rules the walk is to run in the sub-message it comes to next, with all that
 * is under it (part), and whether it needs not go into what is under it (is_idle_below), which is
 * then counted already. To be asked for each, in their order. true where it is a node that needs
 * not be read, provided that all its names are in order, that it is of an import that bound another
 * one before, and that there are no functions. */
bool ol_scouts_ask(struct ol_run *run, struct ol_scouts *scouts);

/* Whether the walk needs not go into an attribute of a node that it has read itself, a sub-message
 * of the level along which scouts are out: its own scout looks at it, and finds nothing to say. It
 * is counted then. */
bool ol_scouts_spare(struct ol_run *run, const struct ol_level *node,
                     const struct ol_level *attribute);

/* Calls the scouts back, and ends them. What they learnt of the file is added to the run's facts.
 */
void ol_scouts_recall(struct ol_run *run, struct ol_scouts *scouts);

#endif
