/* SPDX-License-Identifier: Apache-2.0 */
/* One file being linted: what the engine and the functions of the check contract share. Checks see
 * it only through rule/check.h. */
#ifndef OL_RULE_RUN_H
#define OL_RULE_RUN_H

#include "base/buf.h"
#include "base/limits.h"
#include "base/trie.h"
#include "onnx/model.h"
#include "onnx/node_types.h"
#include "onnx/scope.h"
#include "onnx/tensor.h"
#include "rule/check.h"
#include "rule/engine.h"
#include "rule/scout.h"
#include "rule/shortlist.h"
#include "rule/touched.h"
#include "rule/twins.h"

/* The levels that can be open at once, the root included. */
#define OL_LEVELS_MAX (OL_DEPTH_MAX + 1)

/* The facts of a tensor, kept as long as the level at that offset is the last one asked about at
 * its depth. */
struct ol_tensor_slot {
    bool is_set;
    uint64_t begin;
    struct ol_tensor tensor;
};

/* Bytes in which a rule has found nothing. */
struct ol_clean {
    const struct ol_rule *rule;
    struct ol_span span;
};

/* How many of them are remembered; longer ones are not. */
#define OL_CLEAN_MAX       32
#define OL_CLEAN_BYTES_MAX 1024

struct ol_run {
    const struct ol_engine *engine;
    struct ol_limits limits;
    uint32_t *per_rule;    /* findings that were kept, by rule; NULL: nobody counts them */
    enum ol_status status; /* the first failure of ours; the engine stops on it */
    int ir_version;        /* in force */
    const struct ol_wire_fault *fault; /* being shown; NULL outside OL_ON_FAULT */
    const struct ol_level *fault_level;
    struct ol_external *external;
    struct ol_devices *devices;
    struct ol_function_attributes *function_attributes;
    void **kept; /* by rule; NULL until one of them keeps something */
    void *memos[OL_LEVELS_MAX + 1];
    struct ol_tensor_slot
        tensors[OL_LEVELS_MAX + 1]; /* one more: sparse checks look down from the deepest level */
    enum ol_part part;              /* the rules that run where the walk is */
    bool is_idle_below; /* none of them concerns what is below, nor do the facts of the file */
    /* for ON_LEVEL and ON_CLOSE: ol_rule_set_targets, and lists where one was needed */
    uint64_t targets[2];
    struct ol_shortlist *shortlists[OL_PART_COUNT][2][OL_MESSAGE_COUNT];
    struct ol_clean clean[OL_CLEAN_MAX];
    struct ol_buf text; /* scratch for paths and names */
    struct ol_scopes scopes;
    struct ol_model model;
    struct ol_types types;
    struct ol_trie undecided;            /* by pattern: how many texts it could not be tried on */
    uint64_t messages[OL_MESSAGE_COUNT]; /* of each kind that were gone into */
    uint64_t passed_over; /* messages other than TensorProto that a scout has gone into instead */
    bool is_partial;      /* some level is not complete */
    uint64_t stepped;     /* bytes of messages that could not be read */
    struct ol_touched
        touched; /* of what is stepped over, what rules took up; where that is measured */
    uint64_t bytes_elsewhere;
    unsigned elsewhere_left;  /* names that may still be looked up in closed scopes */
    uint64_t steps_left;      /* for searches of nearest names */
    struct ol_scouts *scouts; /* those that are out; NULL: none */
    uint64_t scouted;         /* as facts have it */
    uint64_t vouched;
    uint64_t passed;
    bool has_lost;
    bool is_scout;          /* this is a scout's run: it reports nothing */
    struct ol_twins *twins; /* of a scout, for the nodes of the level along which it was sent */
    const struct ol_level *scouted_level;
    uint64_t below;         /* of a scout: messages under the sub-message that it looks at, */
    uint64_t tensors_below; /* and TensorProto among them */
    bool has_spoken;        /* a scout would have something to say, or would have to ask the walk */
};

/* The messages that names, types, functions and operator sets are about. Most levels are others. */
#define OL_FACTUAL                                                                          \
    (OL_MESSAGE_BIT(OL_MESSAGE_ModelProto) | OL_MESSAGE_BIT(OL_MESSAGE_TrainingInfoProto) | \
     OL_MESSAGE_BIT(OL_MESSAGE_GraphProto) | OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto) |     \
     OL_MESSAGE_BIT(OL_MESSAGE_NodeProto) | OL_MESSAGE_BIT(OL_MESSAGE_TensorAnnotation))

static inline bool ol_is_factual(const struct ol_level *level)
{
    return OL_FACTUAL >> level->message->id & 1;
}

/* A run of the engine, at its start; what it holds is given back at its end. */
void ol_run_init(struct ol_run *run, const struct ol_engine *engine);
void ol_run_fini(struct ol_run *run);

/* The same as ol_run_level, of a level that may concern some rule. */
void ol_run_turns(struct ol_run *run, enum ol_trigger trigger, const struct ol_level *level);

/* Runs the rules that are bound to a trigger and the level's message, belong to the part that is
 * run, and concern the level. */
static inline void ol_run_level(struct ol_run *run, enum ol_trigger trigger,
                                const struct ol_level *level)
{
    bool is_root = level->parent == NULL;
    if (is_root || (run->targets[trigger == OL_ON_CLOSE] >> level->message->id & 1)) {
        ol_run_turns(run, trigger, level);
    }
}

/* For a scout: runs the rules of OL_PART_LEVEL on a level that is no root. Returns whether those of
 * OL_PART_FILE can do without it; the answer is no for the first level of an outline that some rule
 * is to see once. */
bool ol_run_scout(struct ol_run *run, const struct ol_level *level);

/* To be called where something is asked that only the walk over the whole file knows: a scout does
 * not vouch for what it was needed for. */
static inline void ol_run_ask(struct ol_run *run)
{
    run->has_spoken = run->has_spoken || run->is_scout;
}

/* Moves the scratch text into the arena; NULL, and the run fails, when memory is short. */
const char *ol_run_keep_text(struct ol_run *run);

#endif
