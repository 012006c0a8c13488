/* SPDX-License-Identifier: Apache-2.0 */
/* The sub-messages of a level are cut into stretches, each with a state that changes under the eyes
 * of all threads: open, taken, and quiet once a scout has vouched for it. Nobody waits: where the
 * walk comes to a stretch that is not quiet yet, it runs all rules itself. */
#include "rule/scout.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "base/budget.h"
#include "base/limits.h"
#include "onnx/reader.h"
#include "rule/run.h"

enum state {
    STATE_OPEN,
    STATE_TAKEN,
    STATE_QUIET
};

struct stretch {
    _Atomic(uint8_t) state; /* enum state */
    /* of a quiet one */
    uint64_t idle;     /* bit i: the walk needs not go into what is under its sub-message i: */
    uint64_t messages; /* so many messages in all, */
    uint64_t tensors;  /* and of these so many TensorProto */
    uint64_t unread;   /* bit i, where idle has it: sub-message i needs not be read itself, as
                          ol_scouts_ask has it */
};

static_assert(OL_SCOUT_STRETCH == 64, "idle and unread have a bit for each sub-message");

struct scout {
    struct ol_scouts *scouts;
    pthread_t thread;
    struct ol_budget budget;
    struct ol_arena *arena;
    struct ol_engine engine; /* the walk's, with what is this scout's own */
    struct ol_run *run;
};

struct ol_scouts {
    struct ol_arena *arena; /* owned; holds all of this */
    const struct ol_run *run;
    const struct ol_level *level;
    const struct ol_scout_order *order;
    struct stretch *stretches;
    size_t count;
    _Atomic(size_t) walked; /* stretches that the walk has come to */
    atomic_bool is_recalled;
    atomic_bool has_lost;
    atomic_uint_fast64_t vouched; /* sub-messages in quiet stretches */
    uint64_t next;     /* of the walk: the number of the sub-message that it asks about */
    enum ol_part part; /* of the walk, in the stretch where it is */
    uint64_t idle;     /* and its sub-messages there */
    uint64_t unread;
    struct scout members[OL_SCOUTS_MAX];
    unsigned threads;
};

/* --- what a scout does --------------------------------------------------- */

/* An ol_wire_fault_fn over the run: the walk will tell. */
static void hear_fault(void *context, const struct ol_wire_fault *fault)
{
    struct ol_run *run = context;
    (void)fault;
    run->has_spoken = true;
}

/* Whether names, operator sets and types can do without a level which rules can do without. */
static bool is_factless(const struct ol_level *level)
{
    bool is_reference = level->message->id == OL_MESSAGE_AttributeProto &&
                        ol_level_has(level, OL_AttributeProto_ref_attr_name);
    return !is_reference && !ol_is_factual(level) && level->depth < OL_DEPTH_MAX;
}

static void look_below(struct ol_run *run, const struct ol_level *level);

/* Looks at a level. Returns whether rules that are not the scout's can do without it, as far as it
 * is known: nothing is said. */
static bool look_at(struct ol_run *run, struct ol_level *level)
{
    bool is_idle = false;
    run->memos[level->depth] = NULL;
    run->tensors[level->depth].is_set = false;
    enum ol_status status = ol_reader_read(run->engine->reader, level, hear_fault, run);
    status = status == OL_OK ? ol_model_enter_imports(&run->model, level) : status;
    if (status != OL_OK) {
        ol_run_fail(run, status);
    }
    if (level->depth > run->limits.depth || !level->is_complete || level->broken.length > 0) {
        run->has_spoken = true;
    }
    if (!run->has_spoken && run->status == OL_OK) {
        is_idle = ol_run_scout(run, level);
    }
    look_below(run, level);
    ol_model_leave(&run->model, level);
    return is_idle;
}

static void look_below(struct ol_run *run, const struct ol_level *level)
{
    struct ol_children children;
    struct ol_level child;
    if ((level->present & level->message->holders) == 0) {
        return;
    }
    ol_children_init(&children, level);
    while (!run->has_spoken && run->status == OL_OK && ol_children_next(&children, &child)) {
        bool is_idle = look_at(run, &child);
        run->is_idle_below = run->is_idle_below && is_idle && is_factless(&child);
        run->below++;
        run->tensors_below += child.message->id == OL_MESSAGE_TensorProto;
    }
}

/* Enters copies of the level and of those around it, so that nobody reads what the walk's reader
 * keeps of them. NULL when memory is short. */
static const struct ol_level *enter_copies(struct ol_run *run, const struct ol_level *level)
{
    struct ol_level *copies =
        ol_arena_alloc_array(run->engine->arena, level->depth + 1, sizeof *copies);
    enum ol_status status = copies != NULL ? OL_OK : OL_ERR_NOMEM;
    for (const struct ol_level *at = level; at != NULL && status == OL_OK; at = at->parent) {
        struct ol_level *copy = &copies[at->depth];
        *copy = *at;
        copy->kept = NULL;
        copy->parent = at->parent != NULL ? &copies[at->depth - 1] : NULL;
        status = ol_model_enter_imports(&run->model, copy);
    }
    return status == OL_OK ? &copies[level->depth] : NULL;
}

/* Sets up what is the scout's own; false when memory is short. */
static bool prepare(struct scout *scout)
{
    const struct ol_run *walk = scout->scouts->run;
    scout->budget = (struct ol_budget){.max = OL_SCOUT_BYTES_MAX};
    scout->arena = ol_arena_new();
    if (scout->arena == NULL) {
        return false;
    }
    ol_arena_set_budget(scout->arena, &scout->budget);
    scout->engine = *walk->engine;
    scout->engine.arena = scout->arena;
    scout->engine.diags = NULL; /* nothing is reported */
    scout->engine.amend = NULL;
    scout->engine.matcher = NULL;
    scout->engine.reader = NULL;
    scout->run = ol_arena_alloc(scout->arena, sizeof *scout->run);
    if (scout->run == NULL ||
        ol_reader_new(scout->scouts->order->tables, &scout->engine.reader) != OL_OK) {
        return false;
    }
    ol_run_init(scout->run, &scout->engine);
    scout->run->ir_version = walk->ir_version;
    scout->run->is_scout = true;
    scout->run->part = OL_PART_LEVEL;
    return true;
}

static void discharge(struct scout *scout)
{
    if (scout->engine.reader != NULL) {
        ol_run_fini(scout->run);
        ol_reader_free(scout->engine.reader);
    }
    ol_arena_free(scout->arena);
}

/* Takes a stretch that nobody has, and that the walk will not come to at once. */
static bool take(struct ol_scouts *scouts, size_t stretch)
{
    size_t walked = atomic_load_explicit(&scouts->walked, memory_order_relaxed);
    uint8_t open = STATE_OPEN;
    return (walked == 0 || stretch > walked) &&
           atomic_compare_exchange_strong(&scouts->stretches[stretch].state, &open, STATE_TAKEN);
}

/* Vouches for a stretch that was taken, of so many sub-messages, if nothing was to be said of it.
 */
static void vouch(struct ol_scouts *scouts, const struct ol_run *run, struct stretch *stretch,
                  uint64_t members)
{
    if (!run->has_spoken && run->status == OL_OK) {
        atomic_fetch_add_explicit(&scouts->vouched, members, memory_order_relaxed);
        atomic_store_explicit(&stretch->state, STATE_QUIET, memory_order_release);
    }
}

/* Whether facts are taken from a sub-message, which rules can do without, only if it is a node, and
 * then from its names and attributes alone. */
static bool is_passable(const struct ol_level *level)
{
    return level->message->id == OL_MESSAGE_NodeProto && level->depth < OL_DEPTH_MAX;
}

/* Looks at a sub-message of a stretch that was taken: the one of that number in it. */
static void look_into(struct ol_run *run, struct ol_level *child, struct stretch *stretch,
                      unsigned number)
{
    run->is_idle_below = true;
    run->below = 0;
    run->tensors_below = 0;
    bool is_idle = look_at(run, child);
    if (run->is_idle_below) {
        stretch->idle |= UINT64_C(1) << number;
        stretch->messages += run->below;
        stretch->tensors += run->tensors_below;
        stretch->unread |= (uint64_t)(is_idle && is_passable(child)) << number;
    }
}

static void look_ahead(struct ol_scouts *scouts, struct ol_run *run, const struct ol_level *level)
{
    struct ol_children children;
    struct ol_level child;
    struct stretch *taken = NULL; /* the one that is looked at; NULL: it is passed over */
    uint64_t number = 0;
    ol_children_init(&children, level);
    for (; run->status == OL_OK && ol_children_next(&children, &child); number++) {
        unsigned place = (unsigned)(number % OL_SCOUT_STRETCH);
        if (place == 0) {
            size_t stretch = (size_t)(number / OL_SCOUT_STRETCH);
            if (taken != NULL) {
                vouch(scouts, run, taken, OL_SCOUT_STRETCH);
            }
            if (atomic_load_explicit(&scouts->is_recalled, memory_order_relaxed)) {
                return;
            }
            taken = take(scouts, stretch) ? &scouts->stretches[stretch] : NULL;
            run->has_spoken = false;
        }
        if (taken != NULL && !run->has_spoken) {
            look_into(run, &child, taken, place);
        }
    }
    if (taken != NULL && number > 0) {
        vouch(scouts, run, taken, (number - 1) % OL_SCOUT_STRETCH + 1);
    }
}

/* Where something cannot be had there is one scout less. */
static void go(struct scout *scout)
{
    const struct ol_level *level =
        prepare(scout) ? enter_copies(scout->run, scout->scouts->level) : NULL;
    if (level != NULL) {
        look_ahead(scout->scouts, scout->run, level);
    }
    discharge(scout);
}

/* The thread of a scout. */
static void *go_in_thread(void *context)
{
    struct scout *scout = context;
    struct ol_scouts *scouts = scout->scouts;
    const struct ol_scout_order *order = scouts->order;
    struct ol_slice bytes = scouts->run->engine->input->bytes;
    if (order->watch != NULL) {
        order->watch(bytes.data, bytes.size);
    }
    go(scout);
    if (order->has_lost != NULL && order->has_lost()) {
        atomic_store(&scouts->has_lost, true);
    }
    if (order->watch != NULL) {
        order->watch(NULL, 0);
    }
    return NULL;
}

/* --- what the walk does -------------------------------------------------- */

static uint64_t count_children(const struct ol_level *level)
{
    uint64_t count = 0;
    for (uint32_t left = level->present & level->message->holders; left != 0; left &= left - 1) {
        count += level->fields[__builtin_ctz(left)].occurrences;
    }
    return count;
}

static struct ol_scouts *assemble(const struct ol_run *run, const struct ol_level *level,
                                  uint64_t children)
{
    struct ol_arena *arena = ol_arena_new();
    struct ol_scouts *scouts = arena != NULL ? ol_arena_alloc(arena, sizeof *scouts) : NULL;
    if (scouts == NULL) {
        ol_arena_free(arena);
        return NULL;
    }
    scouts->arena = arena;
    scouts->run = run;
    scouts->level = level;
    scouts->order = run->engine->scouts;
    scouts->count = (size_t)((children - 1) / OL_SCOUT_STRETCH + 1);
    scouts->stretches = ol_arena_alloc_array(arena, scouts->count, sizeof *scouts->stretches);
    if (scouts->stretches == NULL) {
        ol_arena_free(arena);
        return NULL;
    }
    return scouts;
}

/* Starts as many as are wanted, or as the system has threads for. */
static void start(struct ol_scouts *scouts)
{
    const struct ol_scout_order *order = scouts->order;
    for (unsigned i = 0; i < order->count && i < OL_SCOUTS_MAX; i++) {
        struct scout *scout = &scouts->members[i];
        scout->scouts = scouts;
        if (order->is_first) {
            go(scout);
        } else if (pthread_create(&scout->thread, NULL, go_in_thread, scout) == 0) {
            scouts->threads++;
        } else {
            return;
        }
    }
}

struct ol_scouts *ol_scouts_send(struct ol_run *run, const struct ol_level *level)
{
    const struct ol_scout_order *order = run->engine->scouts;
    if (order == NULL || order->count == 0 || run->scouts != NULL || run->engine->is_measured) {
        return NULL; /* what is read is measured in one thread */
    }
    uint64_t children = count_children(level);
    if (children == 0 || children < order->least) {
        return NULL;
    }
    struct ol_scouts *scouts = assemble(run, level, children);
    if (scouts != NULL) {
        start(scouts);
    }
    run->scouts = scouts;
    return scouts;
}

/* The walk comes to a stretch, which no scout takes any more. */
static void enter_stretch(struct ol_run *run, struct ol_scouts *scouts, size_t number)
{
    struct stretch *stretch = &scouts->stretches[number];
    uint8_t state = STATE_OPEN;
    atomic_store_explicit(&scouts->walked, number + 1, memory_order_relaxed);
    (void)atomic_compare_exchange_strong(&stretch->state, &state, STATE_TAKEN);
    scouts->part = state == STATE_QUIET ? OL_PART_FILE : OL_PART_ALL;
    scouts->idle = state == STATE_QUIET ? stretch->idle : 0;
    scouts->unread = state == STATE_QUIET ? stretch->unread : 0;
    if (state == STATE_QUIET) {
        run->passed_over += stretch->messages - stretch->tensors;
        run->messages[OL_MESSAGE_TensorProto] += stretch->tensors;
    }
}

bool ol_scouts_ask(struct ol_run *run, struct ol_scouts *scouts)
{
    size_t stretch = (size_t)(scouts->next / OL_SCOUT_STRETCH);
    unsigned place = (unsigned)(scouts->next % OL_SCOUT_STRETCH);
    if (place == 0 && stretch < scouts->count) {
        enter_stretch(run, scouts, stretch);
    }
    scouts->next++;
    run->part = scouts->part;
    run->is_idle_below = (scouts->idle >> place & 1) != 0;
    return (scouts->unread >> place & 1) != 0;
}

void ol_scouts_recall(struct ol_run *run, struct ol_scouts *scouts)
{
    if (scouts == NULL) {
        return;
    }
    atomic_store(&scouts->is_recalled, true);
    for (unsigned i = 0; i < scouts->threads; i++) {
        (void)pthread_join(scouts->members[i].thread, NULL);
    }
    run->has_lost = run->has_lost || atomic_load(&scouts->has_lost);
    run->scouted += scouts->next;
    run->vouched += atomic_load(&scouts->vouched);
    run->scouts = NULL;
    ol_arena_free(scouts->arena);
}
