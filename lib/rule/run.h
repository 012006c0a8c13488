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
#include "rule/shortlist.h"
#include "rule/touched.h"

/* The levels that can be open at once, the root included. */
#define OL_LEVELS_MAX (OL_DEPTH_MAX + 1)

/* The facts of a tensor, kept as long as the level at that offset is the last one asked about at
 * its depth. */
struct ol_tensor_slot {
    bool is_set;
    uint64_t begin;
    struct ol_tensor tensor;
};

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
    struct ol_shortlist shortlists[2][OL_MESSAGE_COUNT]; /* ON_LEVEL and ON_CLOSE */
    struct ol_buf text;                                  /* scratch for paths and names */
    struct ol_scopes scopes;
    struct ol_model model;
    struct ol_types types;
    struct ol_trie undecided;            /* by pattern: how many texts it could not be tried on */
    uint64_t messages[OL_MESSAGE_COUNT]; /* of each kind that were gone into */
    bool is_partial;                     /* some level is not complete */
    uint64_t stepped;                    /* bytes of messages that could not be read */
    struct ol_touched
        touched; /* of what is stepped over, what rules took up; where that is measured */
    uint64_t bytes_elsewhere;
    unsigned elsewhere_left; /* names that may still be looked up in closed scopes */
    uint64_t steps_left;     /* for searches of nearest names */
};

/* Moves the scratch text into the arena; NULL, and the run fails, when memory is short. */
const char *ol_run_keep_text(struct ol_run *run);

#endif
