/* SPDX-License-Identifier: Apache-2.0 */
/* Tarjan's components with a stack of our own, and a search in breadth inside one of them. */
#include "base/cycles.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/budget.h"

/* Instead of an arc. */
#define NO_ARC UINT32_MAX

/* The search in depth. Of a node that is open, component is the number at which it was entered. */
struct search {
    struct ol_cycles *cycles;
    uint32_t *low;  /* the lowest number that is reached from a node; 0: not entered yet, CLOSED:
                       its component is known */
    uint32_t *next; /* place in sorted of the arc to look at next */
    uint32_t *path; /* the nodes from the first one to where the search is */
    uint32_t depth;
    uint32_t entered;
    uint32_t open;   /* order begins with that many nodes whose component is not known yet, */
    uint32_t closed; /* and ends with the others, which begin here */
};

#define CLOSED UINT32_MAX

/* Puts the arcs in order by counting. */
static void sort_arcs(struct ol_cycles *cycles, size_t arc_count)
{
    uint32_t *begins = cycles->begins;
    for (size_t i = 0; i < arc_count; i++) {
        begins[cycles->arcs[i].from]++;
    }
    uint32_t sum = 0;
    for (size_t i = 0; i <= cycles->count; i++) {
        sum += begins[i];
        begins[i] = sum;
    }
    for (size_t i = arc_count; i > 0; i--) {
        cycles->sorted[--begins[cycles->arcs[i - 1].from]] = (uint32_t)(i - 1);
    }
}

static uint32_t target(const struct ol_cycles *cycles, uint32_t place)
{
    return cycles->arcs[cycles->sorted[place]].to;
}

static void enter(struct search *search, uint32_t node)
{
    search->cycles->component[node] = ++search->entered;
    search->low[node] = search->entered;
    search->next[node] = search->cycles->begins[node];
    search->path[search->depth++] = node;
    search->cycles->order[search->open++] = node;
}

static bool has_loop(const struct ol_cycles *cycles, uint32_t node)
{
    for (uint32_t i = cycles->begins[node]; i < cycles->begins[node + 1]; i++) {
        if (target(cycles, i) == node) {
            return true;
        }
    }
    return false;
}

/* Takes the component that was entered at root off the open nodes. */
static void close_component(struct search *search, uint32_t root)
{
    struct ol_cycles *cycles = search->cycles;
    uint32_t *order = cycles->order;
    uint32_t component = OL_CYCLES_NONE;
    uint32_t node;
    if (order[search->open - 1] != root || has_loop(cycles, root)) {
        component = cycles->component_count++;
    }
    do {
        node = order[--search->open];
        order[--search->closed] = node;
        cycles->component[node] = component;
        search->low[node] = CLOSED;
    } while (node != root);
}

static void lower(uint32_t *low, uint32_t to)
{
    if (to < *low) {
        *low = to;
    }
}

static void search_from(struct search *search, uint32_t first)
{
    const struct ol_cycles *cycles = search->cycles;
    enter(search, first);
    while (search->depth > 0) {
        uint32_t node = search->path[search->depth - 1];
        if (search->next[node] < cycles->begins[node + 1]) {
            uint32_t to = target(cycles, search->next[node]++);
            if (search->low[to] == 0) {
                enter(search, to);
            } else {
                lower(&search->low[node], search->low[to]);
            }
            continue;
        }
        search->depth--;
        if (search->low[node] == cycles->component[node]) {
            close_component(search, node);
        }
        if (search->depth > 0) {
            lower(&search->low[search->path[search->depth - 1]], search->low[node]);
        }
    }
}

/* Numbers the components by their lowest nodes; names is scratch. */
static void number_components(struct ol_cycles *cycles, uint32_t *names)
{
    uint32_t named = 0;
    for (uint32_t i = 0; i < cycles->component_count; i++) {
        names[i] = OL_CYCLES_NONE;
    }
    for (uint32_t node = 0; node < cycles->count; node++) {
        uint32_t component = cycles->component[node];
        if (component == OL_CYCLES_NONE) {
            continue;
        }
        if (names[component] == OL_CYCLES_NONE) {
            names[component] = named;
            cycles->lowest[named++] = node;
        }
        cycles->component[node] = names[component];
    }
}

/* Zeros; never for 0 items, so that NULL is a failure. */
static uint32_t *new_array(struct ol_cycles *cycles, size_t count)
{
    size_t size = (count > 0 ? count : 1) * sizeof(uint32_t);
    if (!ol_budget_take(cycles->budget, size)) {
        return NULL;
    }
    cycles->taken += size;
    return calloc(1, size);
}

static enum ol_status find_components(struct ol_cycles *cycles, uint32_t *next)
{
    struct search search = {
        .cycles = cycles,
        .low = cycles->via,
        .next = next,
        .path = cycles->queue,
        .closed = cycles->count,
    };
    for (uint32_t node = 0; node < cycles->count; node++) {
        if (search.low[node] == 0) {
            search_from(&search, node);
        }
    }
    cycles->lowest = new_array(cycles, cycles->component_count);
    if (cycles->lowest == NULL) {
        return OL_ERR_NOMEM;
    }
    number_components(cycles, next);
    for (uint32_t node = 0; node < cycles->count; node++) {
        cycles->via[node] = NO_ARC;
    }
    return OL_OK;
}

enum ol_status ol_cycles_init(struct ol_cycles *cycles, const struct ol_arc *arcs, size_t arc_count,
                              size_t count)
{
    if (arc_count >= UINT32_MAX || count >= UINT32_MAX) {
        return OL_ERR_LIMIT;
    }
    *cycles = (struct ol_cycles){
        .budget = cycles->budget,
        .arcs = arcs,
        .count = (uint32_t)count,
    };
    cycles->component = new_array(cycles, count);
    cycles->order = new_array(cycles, count);
    cycles->begins = new_array(cycles, count + 1);
    cycles->sorted = new_array(cycles, arc_count);
    cycles->via = new_array(cycles, count);
    cycles->queue = new_array(cycles, count);
    uint32_t *next = new_array(cycles, count);
    enum ol_status status = OL_ERR_NOMEM;
    if (cycles->component != NULL && cycles->order != NULL && cycles->begins != NULL &&
        cycles->sorted != NULL && cycles->via != NULL && cycles->queue != NULL && next != NULL) {
        sort_arcs(cycles, arc_count);
        status = find_components(cycles, next);
    }
    free(next);
    if (status != OL_OK) {
        ol_cycles_fini(cycles);
    }
    return status;
}

void ol_cycles_fini(struct ol_cycles *cycles)
{
    free(cycles->component);
    free(cycles->lowest);
    free(cycles->order);
    free(cycles->begins);
    free(cycles->sorted);
    free(cycles->via);
    free(cycles->queue);
    ol_budget_give(cycles->budget, cycles->taken);
    *cycles = (struct ol_cycles){.budget = cycles->budget};
}

/* --- the way round ------------------------------------------------------- */

/* Searches from a node until an arc leads to the other, and returns that arc; via says by which one
 * each node of the queue was reached. */
static uint32_t search_way(struct ol_cycles *cycles, uint32_t from, uint32_t to, uint32_t *queued)
{
    uint32_t *queue = cycles->queue;
    uint32_t tail = 0;
    uint32_t last = NO_ARC;
    queue[tail++] = from;
    for (uint32_t head = 0; head < tail && last == NO_ARC; head++) {
        uint32_t end = cycles->begins[queue[head] + 1];
        for (uint32_t i = cycles->begins[queue[head]]; i < end && last == NO_ARC; i++) {
            uint32_t node = target(cycles, i);
            if (node == to) {
                last = cycles->sorted[i];
            } else if (node != from && cycles->via[node] == NO_ARC &&
                       cycles->component[node] == cycles->component[from]) {
                cycles->via[node] = cycles->sorted[i];
                queue[tail++] = node;
            }
        }
    }
    *queued = tail;
    return last;
}

/* Writes down the way that ends with the arc last. */
static enum ol_status trace(const struct ol_cycles *cycles, uint32_t from, uint32_t last,
                            struct ol_vector *way)
{
    uint32_t arc = last;
    while (arc != NO_ARC) {
        uint32_t *step = ol_vector_add(way, sizeof *step);
        if (step == NULL) {
            return OL_ERR_NOMEM;
        }
        *step = arc;
        arc = cycles->arcs[arc].from == from ? NO_ARC : cycles->via[cycles->arcs[arc].from];
    }
    uint32_t *steps = way->items;
    for (size_t i = 0; i < way->count / 2; i++) {
        uint32_t step = steps[i];
        steps[i] = steps[way->count - 1 - i];
        steps[way->count - 1 - i] = step;
    }
    return OL_OK;
}

enum ol_status ol_cycles_way(struct ol_cycles *cycles, uint32_t from, uint32_t to,
                             struct ol_vector *way)
{
    uint32_t queued;
    uint32_t last = search_way(cycles, from, to, &queued);
    way->count = 0;
    enum ol_status status = trace(cycles, from, last, way);
    for (uint32_t i = 0; i < queued; i++) {
        cycles->via[cycles->queue[i]] = NO_ARC;
    }
    return status;
}
