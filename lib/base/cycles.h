/* SPDX-License-Identifier: Apache-2.0 */
/* Cycles of a directed graph: which nodes lie on one, which of them together, and a shortest way
 * round. Nothing recurses, and time and memory are in proportion to nodes and arcs. */
#ifndef OL_BASE_CYCLES_H
#define OL_BASE_CYCLES_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/vector.h"

struct ol_budget;

/* Instead of a component: the node lies on no cycle. */
#define OL_CYCLES_NONE UINT32_MAX

/* From one node to another or to itself; nodes are numbered from 0. */
struct ol_arc {
    uint32_t from;
    uint32_t to;
};

/* {0} is one that may be set up; ol_cycles_fini leaves it so, with its budget. */
struct ol_cycles {
    struct ol_budget *budget;  /* borrowed, to be set beforehand; NULL: there is none */
    size_t taken;              /* own use: from the budget, in bytes */
    const struct ol_arc *arcs; /* borrowed */
    uint32_t count;            /* of nodes */
    uint32_t *component; /* [count]: nodes of one component reach each other; OL_CYCLES_NONE for a
                            node on no cycle */
    uint32_t component_count;
    uint32_t *lowest; /* [component_count], rising: the lowest node of each */
    uint32_t *order;  /* [count]: all nodes, so that every arc that lies in no component leads
                         forward; nodes of one component stand together */
    uint32_t *begins; /* [count + 1]: where a node's arcs begin in sorted */
    uint32_t *sorted; /* indices of arcs by from, else as they were given */
    uint32_t *via;    /* [count]: own use */
    uint32_t *queue;  /* [count]: own use */
};

/* Finds the components. Every arc's ends are below count; the arcs must outlive cycles. On failure
 * there is nothing to give back: OL_ERR_NOMEM, or OL_ERR_LIMIT for 2^32 - 1 nodes or arcs and
 * more. */
enum ol_status ol_cycles_init(struct ol_cycles *cycles, const struct ol_arc *arcs, size_t arc_count,
                              size_t count) OL_NODISCARD;
void ol_cycles_fini(struct ol_cycles *cycles);

/* Puts into way (of uint32_t, emptied first) the indices of the arcs of a shortest way between two
 * nodes of one component, at least one arc: with one node twice, a shortest way round from there.
 * Of ways of one length always the same one. Costs at most a look at each arc of the component's
 * nodes. */
enum ol_status ol_cycles_way(struct ol_cycles *cycles, uint32_t from, uint32_t to,
                             struct ol_vector *way) OL_NODISCARD;

#endif
