/* SPDX-License-Identifier: Apache-2.0 */
/* The walk over one file. */
#include "rule/engine.h"

#include "rule/check.h"
#include "rule/filter.h"
#include "rule/run.h"

static void run_binding(struct ol_run *run, const struct ol_binding *binding,
                        const struct ol_level *level)
{
    const struct ol_filter *filter = binding->rule->filter;
    if (filter == NULL || ol_filter_admits(run, filter, level)) {
        binding->check->run(run, level, binding->rule);
    }
}

/* Runs what is bound to a trigger without a message. A rule sees only the IR versions that it is
 * for, and a custom one only what its filter admits. */
static void run_bindings(struct ol_run *run, enum ol_trigger trigger, const struct ol_level *level)
{
    struct ol_bindings bindings =
        ol_rule_set_bindings(run->engine->rules, trigger, OL_MESSAGE_COUNT);
    for (size_t i = 0; i < bindings.count && run->status == OL_OK; i++) {
        const struct ol_binding *binding = &bindings.items[i];
        if (run->ir_version >= binding->ir_min && run->ir_version <= binding->ir_max) {
            run_binding(run, binding, level);
        }
    }
}

/* The rules that concern levels like that one, where it was not known; NULL, and the run fails,
 * when memory is short. */
static struct ol_answer *ask_rules(struct ol_run *run, enum ol_part part, enum ol_trigger trigger,
                                   const struct ol_level *level, uint32_t present)
{
    unsigned message = level->message->id;
    struct ol_shortlist **list = &run->shortlists[part][trigger == OL_ON_CLOSE][message];
    struct ol_answer *answer = NULL;
    struct ol_bindings bindings = ol_rule_set_bindings(run->engine->rules, trigger, message);
    struct ol_outline outline = ol_outline_of(level, present, run->ir_version);
    *list = *list != NULL ? *list : ol_arena_alloc(run->engine->arena, sizeof **list);
    if (*list != NULL) {
        answer = ol_shortlist_add(*list, &bindings, part, &outline, run->engine->arena);
    }
    if (answer == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    return answer;
}

/* The rules of the part that concern the level; NULL when memory is short. */
static inline struct ol_answer *find_rules(struct ol_run *run, enum ol_part part,
                                           enum ol_trigger trigger, const struct ol_level *level,
                                           uint32_t present)
{
    struct ol_shortlist *list = run->shortlists[part][trigger == OL_ON_CLOSE][level->message->id];
    struct ol_answer *answer =
        list != NULL ? ol_shortlist_find(list, ol_outline_key(level, present)) : NULL;
    return answer != NULL ? answer : ask_rules(run, part, trigger, level, present);
}

static void run_answer(struct ol_run *run, const struct ol_answer *answer,
                       const struct ol_level *level)
{
    const struct ol_turn *turn = answer != NULL ? answer->begin : NULL;
    for (; answer != NULL && turn < answer->end && run->status == OL_OK; turn++) {
        turn->run(run, level, turn->rule);
    }
}

void ol_run_turns(struct ol_run *run, enum ol_trigger trigger, const struct ol_level *level)
{
    uint32_t present =
        level->present | (level->parent == NULL ? OL_CONCERN_ROOT : 0) |
        (trigger == OL_ON_CLOSE ? ol_known_at_close(run, level) : ol_known_of(run, level));
    run_answer(run, find_rules(run, run->part, trigger, level, present), level);
}

/* What the walk needs of levels of that outline: of those that open, and of those that close. */
static enum ol_need need_of(const struct ol_run *run, const struct ol_outline *outline)
{
    const struct ol_rule_set *rules = run->engine->rules;
    unsigned message = outline->message->id;
    struct ol_bindings opening = ol_rule_set_bindings(rules, OL_ON_LEVEL, message);
    struct ol_bindings closing = ol_rule_set_bindings(rules, OL_ON_CLOSE, message);
    enum ol_need first = ol_shortlist_need(&opening, outline);
    enum ol_need last = ol_shortlist_need(&closing, outline);
    return first > last ? first : last;
}

bool ol_run_scout(struct ol_run *run, const struct ol_level *level)
{
    uint32_t present =
        level->present | ol_known_operator(run, level) | ol_known_at_close(run, level);
    struct ol_answer *answer = find_rules(run, OL_PART_LEVEL, OL_ON_LEVEL, level, present);
    if (answer == NULL) {
        return false;
    }
    if (!answer->is_seen) {
        struct ol_outline outline = ol_outline_of(level, present, run->ir_version);
        answer->need = need_of(run, &outline);
    }
    bool was_seen = answer->is_seen;
    answer->is_seen = true;
    run_answer(run, answer, level);
    return answer->need == OL_NEED_NONE || (answer->need == OL_NEED_ONCE && was_seen);
}

/* An ol_wire_fault_fn over the run. */
static void show_fault(void *context, const struct ol_wire_fault *fault)
{
    struct ol_run *run = context;
    run->fault = fault;
    run_bindings(run, OL_ON_FAULT, run->fault_level);
    run->fault = NULL;
}

/* The message nests deeper than is read: said, and not gone into. */
static void show_depth(struct ol_run *run, const struct ol_level *level)
{
    struct ol_wire_fault fault = {
        .kind = OL_FAULT_DEPTH,
        .wire_type = OL_WIRE_LEN,
        .number = level->field->number,
        .field = level->field,
        .index = ol_field_is_repeated(level->field) ? level->index : OL_INDEX_NONE,
        .span = ol_level_whole(level),
        .declared = level->depth,
    };
    run->fault_level = level->parent;
    run->is_partial = true;
    show_fault(run, &fault);
    ol_run_not_checked(run, level, ol_level_whole(level), "it nests deeper than is read");
    ol_scopes_miss_uses(&run->scopes);
}

/* The version in force, from the root: only a model says it. */
static int ir_version_of(const struct ol_run *run, const struct ol_level *root,
                         struct ol_engine_facts *facts)
{
    if (root->message->id == OL_MESSAGE_ModelProto) {
        facts->has_ir_version = ol_level_has(root, OL_ModelProto_ir_version);
        facts->ir_version = ol_level_integer(root, OL_ModelProto_ir_version, 0);
        if (facts->ir_version >= OL_IR_VERSION_MIN) {
            return facts->ir_version > OL_IR_VERSION_MAX ? OL_IR_VERSION_MAX
                                                         : (int)facts->ir_version;
        }
    }
    return run->engine->ir_version != 0 ? run->engine->ir_version : OL_IR_VERSION_MAX;
}

/* Passes a node by that a scout vouches for: all that is left to do is to resolve its names. false,
 * with nothing done, where it has to be read after all. */
static bool pass_by(struct ol_run *run, const struct ol_level *node)
{
    struct ol_operator_name name;
    const struct ol_operator *schema;
    if (!ol_scopes_resolve_unread(&run->scopes, node, &name)) {
        return false;
    }
    bool needs_types = ol_rule_set_needs_types(run->engine->rules);
    if (!ol_model_may_pass(&run->model, &name, &schema) ||
        (needs_types && !ol_types_pass_node(&run->types, node, schema))) {
        ol_scopes_leave(&run->scopes, node);
        return false;
    }
    run->messages[OL_MESSAGE_NodeProto]++;
    run->passed++;
    enum ol_status status = ol_scopes_pass_node(&run->scopes, node);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    }
    return true;
}

static void lint_level(struct ol_run *run, struct ol_level *level, struct ol_engine_facts *facts);

/* The sub-messages of a level; scouts are those that were sent along them, NULL: none. */
static void lint_children(struct ol_run *run, const struct ol_level *level,
                          struct ol_scouts *scouts)
{
    struct ol_children children;
    struct ol_level child;
    if ((level->present & level->message->holders) == 0 || run->is_idle_below) {
        return;
    }
    ol_children_init(&children, level);
    while (run->status == OL_OK) {
        if (scouts != NULL) {
            ol_scouts_meet(run, scouts, &children);
        }
        if (!ol_children_next(&children, &child)) {
            break;
        }
        if (scouts != NULL && ol_scouts_ask(run, scouts) && pass_by(run, &child)) {
            continue;
        }
        if (run->scouts != NULL && ol_scouts_spare(run, level, &child)) {
            continue;
        }
        if (child.depth > run->limits.depth) {
            run->stepped += child.end - child.begin;
            show_depth(run, &child);
        } else {
            lint_level(run, &child, NULL);
        }
    }
    if (scouts != NULL) {
        run->part = OL_PART_ALL;
        run->is_idle_below = false;
    }
}

/* Says what of a level cannot be judged, whatever rules are on. */
static void tell_unread(struct ol_run *run, const struct ol_level *level)
{
    if (level->unread < level->end) {
        run->stepped += level->end - level->unread;
        ol_run_not_checked(run, level, ol_span_between(level->unread, level->end),
                           "the bytes from here to the end of the message cannot be read");
    }
    if (level->overrun.length > 0 && level->declared_end <= level->end) {
        ol_run_not_checked(
            run, level, level->overrun,
            "a length overruns its message, and what it swallows cannot be told apart");
    }
    if (level->broken.length > 0) {
        ol_run_not_checked(run, level, level->broken,
                           "a packed list breaks off, and the rest of it cannot be read");
    }
    if (level->is_fragment && !level->parent->is_fragment) {
        ol_run_not_checked(run, level, ol_level_header(level),
                           "it is one piece of a message, and is not judged as a whole");
    }
}

/* Whether the graph belongs to a node, and it is not known in which one it will run: that of an
 * attribute that stands alone, or of a function's default. */
static bool is_detached(const struct ol_scopes *scopes)
{
    return scopes->scopes[scopes->depth - 1].is_subgraph &&
           (scopes->depth == 1 || scopes->scopes[scopes->depth - 2].at == OL_NONE);
}

/* Says that names which seem to be unknown are not told in a graph or function, unless it is said
 * of one around it, or it is a piece, which is said as well. */
static void tell_partial_scope(struct ol_run *run, const struct ol_level *level)
{
    const struct ol_scopes *scopes = &run->scopes;
    const struct ol_scope *top = ol_scopes_top(&run->scopes);
    if (top == NULL || top->level != level || top->is_whole || level->is_fragment ||
        (scopes->depth > 1 && !scopes->scopes[scopes->depth - 2].is_whole)) {
        return;
    }
    ol_run_not_checked(
        run, level, ol_level_header(level),
        level->is_complete && is_detached(scopes)
            ? "the graph around it is not known, and may define what it uses"
            : "not all of its definitions can be read, so names that seem unknown are not told");
}

/* Brings the facts about names, functions and operator sets to where the level is. */
static void enter(struct ol_run *run, const struct ol_level *level)
{
    enum ol_status status = ol_model_enter(&run->model, level);
    if (status == OL_OK && level->is_complete && !ol_is_factual(level)) {
        return;
    }
    status = status == OL_OK ? ol_scopes_enter(&run->scopes, level) : status;
    if (status != OL_OK) {
        ol_run_fail(run, status);
        return;
    }
    if (ol_rule_set_needs_types(run->engine->rules)) {
        ol_types_enter(&run->types, level);
    }
    tell_partial_scope(run, level);
}

/* Brings what is known of a level up to what its sub-messages said. */
static void close_level(struct ol_run *run, const struct ol_level *level)
{
    if (run->status != OL_OK || !ol_is_factual(level) ||
        !ol_rule_set_needs_types(run->engine->rules)) {
        return;
    }
    enum ol_status status = ol_types_close(&run->types, level);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    }
}

/* After a failure the facts are left as they are: nobody asks for them any more. */
static void leave(struct ol_run *run, const struct ol_level *level)
{
    if (run->status == OL_OK && ol_is_factual(level)) {
        ol_scopes_leave(&run->scopes, level);
        ol_model_leave(&run->model, level);
    }
}

/* One level: its bytes, its rules, its sub-messages (at most as deep as the limit), its closing
 * rules. */
static void lint_level(struct ol_run *run, struct ol_level *level, struct ol_engine_facts *facts)
{
    run->memos[level->depth] = NULL;
    run->tensors[level->depth].is_set = false;
    run->fault_level = level;
    enum ol_status status = ol_reader_read(run->engine->reader, level, show_fault, run);
    if (status != OL_OK) {
        ol_run_fail(run, status);
        return;
    }
    run->messages[level->message->id]++;
    run->is_partial = run->is_partial || !level->is_complete;
    if (facts != NULL) {
        run->ir_version = ir_version_of(run, level, facts);
    }
    bool may_send = run->scouts == NULL && (level->present & level->message->holders) != 0;
    struct ol_scouts *scouts = may_send ? ol_scouts_send(run, level) : NULL;
    tell_unread(run, level);
    enter(run, level);
    ol_run_level(run, OL_ON_LEVEL, level);
    lint_children(run, level, scouts);
    ol_scouts_recall(run, scouts);
    close_level(run, level);
    ol_run_level(run, OL_ON_CLOSE, level);
    leave(run, level);
}

/* Adds up what was read. Of a file that is no message nothing is. */
static void measure(struct ol_run *run, struct ol_engine_facts *facts)
{
    uint64_t size = run->engine->input->bytes.size;
    facts->messages = run->passed_over;
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        facts->messages += run->messages[i];
    }
    facts->tensors = run->messages[OL_MESSAGE_TensorProto];
    facts->bytes_elsewhere = run->bytes_elsewhere;
    facts->scouted = run->scouted;
    facts->vouched = run->vouched;
    facts->passed = run->passed;
    facts->has_lost = run->has_lost;
    uint64_t stepped = run->stepped + ol_reader_take_stepped(run->engine->reader);
    if (run->engine->is_measured && facts->messages > 0) {
        uint64_t read = size - stepped + ol_touched_size(&run->touched);
        facts->bytes_read = read < size ? read : size; /* past OL_TOUCHED_MAX it can be too much */
    }
}

/* Everything that grows with the file takes from its budget. */
static void set_budget(struct ol_run *run, struct ol_budget *budget)
{
    ol_scopes_set_budget(&run->scopes, budget);
    ol_model_set_budget(&run->model, budget);
    ol_types_set_budget(&run->types, budget);
    run->touched.spans.budget = budget;
}

void ol_run_init(struct ol_run *run, const struct ol_engine *engine)
{
    *run = (struct ol_run){
        .engine = engine,
        .limits = engine->limits != NULL ? *engine->limits : OL_LIMITS_DEFAULT,
        .ir_version = engine->ir_version != 0 ? engine->ir_version : OL_IR_VERSION_MAX,
        .targets = {ol_rule_set_targets(engine->rules, OL_ON_LEVEL),
                    ol_rule_set_targets(engine->rules, OL_ON_CLOSE)},
        .steps_left = OL_NEAREST_STEPS_MAX,
        .elsewhere_left = OL_ELSEWHERE_MAX,
    };
    ol_run_init_buf(run, &run->text);
    ol_scopes_init(&run->scopes, engine->reader);
    ol_model_init(&run->model);
    ol_types_init(&run->types, &run->scopes, &run->model);
    set_budget(run, ol_arena_budget(engine->arena));
}

void ol_run_fini(struct ol_run *run)
{
    ol_touched_fini(&run->touched);
    ol_types_fini(&run->types);
    ol_model_fini(&run->model);
    ol_scopes_fini(&run->scopes);
    ol_buf_fini(&run->text);
}

enum ol_status ol_engine_lint(const struct ol_engine *engine, struct ol_engine_facts *facts)
{
    struct ol_run run;
    struct ol_level root;
    const struct ol_message *message = engine->kind->root;
    *facts = (struct ol_engine_facts){0};
    ol_run_init(&run, engine);
    engine->diags->packing.name_max = run.limits.name_shown;
    if (message != NULL) {
        ol_level_init_root(&root, message, engine->input->bytes);
    }
    run_bindings(&run, OL_ON_FILE, message != NULL ? &root : NULL);
    if (message != NULL) {
        lint_level(&run, &root, facts);
    }
    run_bindings(&run, OL_ON_CLOSE, message != NULL ? &root : NULL);
    measure(&run, facts);
    ol_run_fini(&run);
    /* what was found before a failure is shown, and in order as well */
    enum ol_status status =
        ol_diag_list_finish(engine->diags, ol_rule_set_supersedes, engine->rules);
    return run.status != OL_OK ? run.status : status;
}
