/* SPDX-License-Identifier: Apache-2.0 */
/* Goes through a sub-message as the walk does, without the facts that only the walk has. */
#include "rule/look.h"

#include "base/limits.h"
#include "onnx/reader.h"
#include "rule/run.h"

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

/* Whether what is under a level can be judged, and will be. */
static bool may_go_below(const struct ol_run *run, const struct ol_level *level)
{
    return run->status == OL_OK && level->depth <= run->limits.depth && level->is_complete &&
           level->broken.length == 0;
}

/* Looks at a level, but not at what is under it. Returns whether rules that are not the scout's can
 * do without it, as far as it is known: nothing is said. */
static bool look_at_itself(struct ol_run *run, struct ol_level *level)
{
    run->memos[level->depth] = NULL;
    run->tensors[level->depth].is_set = false;
    enum ol_status status = ol_reader_read(run->engine->reader, level, hear_fault, run);
    status = status == OL_OK ? ol_model_enter_imports(&run->model, level) : status;
    if (status != OL_OK) {
        ol_run_fail(run, status);
    }
    run->has_spoken = run->has_spoken || !may_go_below(run, level);
    return !run->has_spoken && ol_run_scout(run, level);
}

/* Looks at a level and at all that is under it. Returns the same. */
static bool look_at(struct ol_run *run, struct ol_level *level)
{
    bool is_idle = look_at_itself(run, level);
    look_below(run, level);
    ol_model_leave(&run->model, level);
    return is_idle;
}

/* Adds what is under a sub-message, and whether the walk needs not go into it. */
static void add_below(struct ol_run *run, uint64_t messages, uint64_t tensors, bool is_idle)
{
    run->below += messages;
    run->tensors_below += tensors;
    run->is_idle_below = run->is_idle_below && is_idle;
}

/* Looks at a sub-message of one that was looked at. of: the number of its node's operator, where it
 * is an attribute; else 0. */
static void look_at_child(struct ol_run *run, struct ol_level *child, uint32_t of)
{
    uint64_t below = run->below;
    uint64_t tensors = run->tensors_below;
    bool was_idle = run->is_idle_below;
    run->is_idle_below = true;
    bool is_idle = look_at(run, child);
    add_below(run, 1, child->message->id == OL_MESSAGE_TensorProto, is_idle && is_factless(child));
    if (run->is_idle_below && !run->has_spoken && run->status == OL_OK) {
        ol_twins_keep(run->twins, of, child, run->below - below, run->tensors_below - tensors);
    }
    run->is_idle_below = run->is_idle_below && was_idle;
}

/* Whether the sub-message is an attribute that was looked at. of: as look_at_child has it. */
static bool is_twin(struct ol_run *run, const struct ol_level *child, uint32_t of)
{
    const struct ol_twin *twin = ol_twins_find(run->twins, of, child);
    if (twin != NULL) {
        add_below(run, twin->messages, twin->tensors, true);
    }
    return twin != NULL;
}

static void look_below(struct ol_run *run, const struct ol_level *level)
{
    struct ol_children children;
    struct ol_level child;
    if ((level->present & level->message->holders) == 0) {
        return;
    }
    bool may_have_twins =
        level->message->id == OL_MESSAGE_NodeProto && level->parent == run->scouted_level;
    uint32_t number = may_have_twins ? ol_twins_operator(run->twins, level) : 0;
    ol_children_init(&children, level);
    while (!run->has_spoken && run->status == OL_OK && ol_children_next(&children, &child)) {
        uint32_t of = child.message->id == OL_MESSAGE_AttributeProto ? number : 0;
        if (!is_twin(run, &child, of)) {
            look_at_child(run, &child, of);
        }
    }
}

/* Whether facts are taken from a sub-message, which rules can do without, only if it is a node, and
 * then from its names and attributes alone. */
static bool is_passable(const struct ol_level *level)
{
    return level->message->id == OL_MESSAGE_NodeProto && level->depth < OL_DEPTH_MAX;
}

/* Begins to add up what is under a sub-message. */
static void begin(struct ol_run *run)
{
    run->has_spoken = false;
    run->is_idle_below = true;
    run->below = 0;
    run->tensors_below = 0;
}

bool ol_look_at_attribute(struct ol_run *run, const struct ol_level *node,
                          const struct ol_level *attribute)
{
    uint32_t of = ol_twins_operator(run->twins, node);
    begin(run);
    if (is_twin(run, attribute, of)) {
        return true;
    }
    struct ol_level same; /* the walk may have to read its own */
    ol_level_init_same(&same, attribute);
    look_at_child(run, &same, of);
    return run->is_idle_below && !run->has_spoken && run->status == OL_OK;
}

void ol_look_into(struct ol_run *run, struct ol_level *child, struct ol_looks *looks,
                  unsigned number)
{
    uint64_t bit = UINT64_C(1) << number;
    begin(run);
    bool is_idle = look_at_itself(run, child);
    bool is_quiet = !run->has_spoken;
    run->has_spoken = !may_go_below(run, child);
    look_below(run, child);
    ol_model_leave(&run->model, child);
    if (run->has_spoken) {
        return;
    }
    looks->quiet |= is_quiet ? bit : 0;
    if (run->is_idle_below) {
        looks->idle |= bit;
        looks->messages += run->below;
        looks->tensors += run->tensors_below;
        looks->unread |= is_quiet && is_idle && is_passable(child) ? bit : 0;
    }
}
