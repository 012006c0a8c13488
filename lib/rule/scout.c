/* SPDX-License-Identifier: Apache-2.0 */
/* The sub-messages of a level are cut into stretches, each with a state that changes under the eyes
 * of all threads: open, taken, and seen once a scout has looked at all of it, and then it says
 * which sub-messages it vouches for. Nobody waits: where the walk comes to a stretch that is not
 * seen yet, it runs all rules itself. */
#include "rule/scout.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "base/budget.h"
#include "base/limits.h"
#include "onnx/reader.h"
#include "rule/look.h"
#include "rule/run.h"

/* Stretches in a row in which a scout could vouch for nothing, and from then on it tries one in
 * so many. */
#define MISSES_MAX   4
#define MISSES_PAUSE 16

/* How it went lately with what a scout looked at. */
struct luck {
    unsigned misses; /* in a row */
    unsigned passed; /* not looked at since */
};

enum state {
    STATE_OPEN,
    STATE_TAKEN,
    STATE_SEEN
};

struct stretch {
    _Atomic(uint8_t) state; /* enum state */
    struct ol_looks looks;  /* of one that is seen */
};

static_assert(OL_SCOUT_STRETCH == 64, "looks have a bit for each sub-message");

struct scout {
    struct ol_scouts *scouts;
    pthread_t thread;
    struct ol_budget budget;
    struct ol_arena *arena;
    struct ol_engine engine; /* the walk's, with what is this scout's own */
    struct ol_run *run;
    bool is_lost; /* the walk's own, which could not be had */
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
    atomic_uint_fast64_t vouched; /* sub-messages for which some scout vouches */
    uint64_t next;              /* of the walk: the number of the sub-message that it asks about */
    struct ol_looks looks;      /* and what it is spared there */
    struct scout own;           /* goes in the walk's thread */
    struct luck luck;           /* with stretches, */
    struct luck attribute_luck; /* and with attributes of others */
    struct scout members[OL_SCOUTS_MAX];
    unsigned threads;
};

/* --- what a scout does --------------------------------------------------- */

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
    struct ol_twins *twins = ol_arena_alloc(scout->arena, sizeof *twins);
    if (scout->run == NULL || twins == NULL ||
        ol_reader_new(scout->scouts->order->tables, &scout->engine.reader) != OL_OK) {
        return false;
    }
    ol_run_init(scout->run, &scout->engine);
    scout->run->ir_version = walk->ir_version;
    scout->run->is_scout = true;
    scout->run->twins = twins;
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

/* Says what a scout has seen of a stretch that was taken. */
static void publish(struct ol_scouts *scouts, const struct ol_run *run, struct stretch *stretch)
{
    if (run->status == OL_OK) {
        uint64_t quiet = (uint64_t)__builtin_popcountll(stretch->looks.quiet);
        atomic_fetch_add_explicit(&scouts->vouched, quiet, memory_order_relaxed);
        atomic_store_explicit(&stretch->state, STATE_SEEN, memory_order_release);
    }
}

/* Whether a scout is to try: where something is found again and again it does rarely. */
static bool is_worth_it(struct luck *luck)
{
    if (luck->misses < MISSES_MAX) {
        return true;
    }
    luck->passed = (luck->passed + 1) % MISSES_PAUSE;
    return luck->passed == 0;
}

static void note_outcome(struct luck *luck, bool is_hit)
{
    luck->misses = is_hit ? 0 : luck->misses + (luck->misses < MISSES_MAX);
}

/* Publishes what was seen of a stretch, should one have been taken, and takes the next one, if that
 * is to be. */
static struct stretch *change(struct ol_scouts *scouts, const struct ol_run *run,
                              struct stretch *seen, struct luck *luck, size_t next)
{
    if (seen != NULL) {
        publish(scouts, run, seen);
        note_outcome(luck, (seen->looks.quiet | seen->looks.idle) != 0);
    }
    return is_worth_it(luck) && take(scouts, next) ? &scouts->stretches[next] : NULL;
}

static void look_ahead(struct ol_scouts *scouts, struct ol_run *run, const struct ol_level *level)
{
    struct ol_children children;
    struct ol_level child;
    struct stretch *taken = NULL; /* the one that is looked at; NULL: it is passed over */
    struct luck luck = {0, 0};
    ol_children_init(&children, level);
    for (uint64_t number = 0; run->status == OL_OK && ol_children_next(&children, &child);
         number++) {
        unsigned place = (unsigned)(number % OL_SCOUT_STRETCH);
        if (place == 0) {
            if (atomic_load_explicit(&scouts->is_recalled, memory_order_relaxed)) {
                return;
            }
            taken = change(scouts, run, taken, &luck, (size_t)(number / OL_SCOUT_STRETCH));
        }
        if (taken != NULL) {
            ol_look_into(run, &child, &taken->looks, place);
        }
    }
    if (taken != NULL) {
        publish(scouts, run, taken);
    }
}

/* Where something cannot be had there is one scout less. */
static void go(struct scout *scout)
{
    const struct ol_level *level =
        prepare(scout) ? enter_copies(scout->run, scout->scouts->level) : NULL;
    if (level != NULL) {
        scout->run->scouted_level = level;
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
static void start(struct ol_scouts *scouts, uint64_t children)
{
    const struct ol_scout_order *order = scouts->order;
    unsigned count = children >= order->threads_least ? order->count : 0;
    for (unsigned i = 0; i < count && i < OL_SCOUTS_MAX; i++) {
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
    if (order == NULL || run->scouts != NULL || run->engine->is_measured) {
        return NULL; /* what is read is measured in one thread */
    }
    uint64_t children = count_children(level);
    bool is_asked_for = level->depth >= order->depth &&
                        (order->along == 0 || (order->along >> level->message->id & 1) != 0);
    if (children == 0 || children < order->least || !is_asked_for) {
        return NULL;
    }
    struct ol_scouts *scouts = assemble(run, level, children);
    if (scouts != NULL) {
        start(scouts, children);
    }
    run->scouts = scouts;
    return scouts;
}

/* The scout that goes in the walk's own thread; NULL where it cannot be had. */
static struct ol_run *own_scout(struct ol_scouts *scouts)
{
    struct scout *own = &scouts->own;
    if (own->scouts == NULL) {
        own->scouts = scouts;
        bool is_ready = prepare(own) && enter_copies(own->run, scouts->level) != NULL;
        own->is_lost = !is_ready;
        if (is_ready) {
            own->run->scouted_level = scouts->level;
        }
    }
    return own->is_lost || own->run->status != OL_OK ? NULL : own->run;
}

/* Looks at a stretch that no other scout has taken, just before the walk goes there: where nothing
 * is to be said of nodes, as nearly everywhere, both together are quicker than the walk alone. All
 * else the walk has to read even then. */
static void look_here(struct ol_scouts *scouts, size_t number, const struct ol_children *ahead)
{
    struct stretch *stretch = &scouts->stretches[number];
    struct ol_children children = *ahead;
    struct ol_level child;
    if (!ol_children_next(&children, &child) || child.message->id != OL_MESSAGE_NodeProto ||
        !is_worth_it(&scouts->luck)) {
        return;
    }
    struct ol_run *run = own_scout(scouts);
    if (run == NULL) {
        return;
    }
    unsigned members = 0;
    do {
        ol_look_into(run, &child, &stretch->looks, members++);
    } while (members < OL_SCOUT_STRETCH && run->status == OL_OK &&
             ol_children_next(&children, &child));
    publish(scouts, run, stretch);
    note_outcome(&scouts->luck, stretch->looks.quiet != 0);
}

/* The walk comes to a stretch, which no other scout takes any more. */
static void enter_stretch(struct ol_run *run, struct ol_scouts *scouts, size_t number,
                          const struct ol_children *ahead)
{
    struct stretch *stretch = &scouts->stretches[number];
    uint8_t state = STATE_OPEN;
    atomic_store_explicit(&scouts->walked, number + 1, memory_order_relaxed);
    if (atomic_compare_exchange_strong(&stretch->state, &state, STATE_TAKEN)) {
        look_here(scouts, number, ahead);
        state = atomic_load_explicit(&stretch->state, memory_order_relaxed);
    }
    scouts->looks = (struct ol_looks){0};
    if (state == STATE_SEEN) {
        scouts->looks = stretch->looks;
        run->passed_over += stretch->looks.messages - stretch->looks.tensors;
        run->messages[OL_MESSAGE_TensorProto] += stretch->looks.tensors;
    }
}

void ol_scouts_meet(struct ol_run *run, struct ol_scouts *scouts, const struct ol_children *ahead)
{
    size_t stretch = (size_t)(scouts->next / OL_SCOUT_STRETCH);
    if (scouts->next % OL_SCOUT_STRETCH == 0 && stretch < scouts->count) {
        enter_stretch(run, scouts, stretch, ahead);
    }
}

bool ol_scouts_ask(struct ol_run *run, struct ol_scouts *scouts)
{
    unsigned place = (unsigned)(scouts->next++ % OL_SCOUT_STRETCH);
    run->part = (scouts->looks.quiet >> place & 1) != 0 ? OL_PART_FILE : OL_PART_ALL;
    run->is_idle_below = (scouts->looks.idle >> place & 1) != 0;
    return (scouts->looks.unread >> place & 1) != 0;
}

bool ol_scouts_spare(struct ol_run *run, const struct ol_level *node,
                     const struct ol_level *attribute)
{
    struct ol_scouts *scouts = run->scouts;
    if (node->parent != scouts->level || run->part != OL_PART_ALL || !node->is_complete ||
        node->message->id != OL_MESSAGE_NodeProto ||
        attribute->message->id != OL_MESSAGE_AttributeProto ||
        !is_worth_it(&scouts->attribute_luck)) {
        return false;
    }
    struct ol_run *own = own_scout(scouts);
    bool is_spared = own != NULL && ol_look_at_attribute(own, node, attribute);
    note_outcome(&scouts->attribute_luck, is_spared);
    if (is_spared) {
        run->passed_over += own->below - own->tensors_below;
        run->messages[OL_MESSAGE_TensorProto] += own->tensors_below;
    }
    return is_spared;
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
    discharge(&scouts->own);
    run->has_lost = run->has_lost || atomic_load(&scouts->has_lost);
    run->scouted += scouts->next;
    run->vouched += atomic_load(&scouts->vouched);
    run->scouts = NULL;
    ol_arena_free(scouts->arena);
}
