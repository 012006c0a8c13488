/* SPDX-License-Identifier: Apache-2.0 */
/* The walk over one file, and the questions that checks may ask of the run. */
#include "rule/engine.h"

#include <assert.h>

#include "base/trie.h"
#include "rule/check.h"
#include "rule/filter.h"
#include "rule/run.h"

const struct ol_wire_fault *ol_run_fault(const struct ol_run *run)
{
    return run->fault;
}

int ol_run_ir_version(const struct ol_run *run)
{
    return run->ir_version;
}

bool ol_run_is_whole(const struct ol_run *run)
{
    return !run->is_partial;
}

uint64_t ol_run_messages(const struct ol_run *run, enum ol_message_id message)
{
    return run->messages[message];
}

struct ol_arena *ol_run_arena(struct ol_run *run)
{
    return run->engine->arena;
}

const struct ol_limits *ol_run_limits(const struct ol_run *run)
{
    return &run->limits;
}

void ol_run_init_buf(const struct ol_run *run, struct ol_buf *buf)
{
    ol_buf_init_within(buf, ol_arena_budget(run->engine->arena));
    buf->name_max = run->limits.name_shown;
}

struct ol_reader *ol_run_reader(struct ol_run *run)
{
    return run->engine->reader;
}

const struct ol_input *ol_run_input(const struct ol_run *run)
{
    return run->engine->input;
}

const struct ol_file_kind *ol_run_kind(const struct ol_run *run)
{
    return run->engine->kind;
}

struct ol_scopes *ol_run_scopes(struct ol_run *run)
{
    return &run->scopes;
}

struct ol_model *ol_run_model(struct ol_run *run)
{
    return &run->model;
}

const struct ol_types *ol_run_types(const struct ol_run *run)
{
    assert(ol_rule_set_needs_types(run->engine->rules));
    return &run->types;
}

struct ol_external **ol_run_external(struct ol_run *run)
{
    return &run->external;
}

struct ol_devices **ol_run_devices(struct ol_run *run)
{
    return &run->devices;
}

struct ol_function_attributes **ol_run_function_attributes(struct ol_run *run)
{
    return &run->function_attributes;
}

void **ol_run_keep(struct ol_run *run, const struct ol_rule *rule)
{
    if (run->kept == NULL) {
        run->kept = ol_arena_alloc_array(run->engine->arena, ol_rule_set_count(run->engine->rules),
                                         sizeof *run->kept);
        if (run->kept == NULL) {
            ol_run_fail(run, OL_ERR_NOMEM);
            return NULL;
        }
    }
    return &run->kept[ol_rule_set_index(run->engine->rules, rule)];
}

struct ol_trie *ol_run_keep_trie(struct ol_run *run, const struct ol_rule *rule)
{
    void **kept = ol_run_keep(run, rule);
    if (kept == NULL) {
        return NULL;
    }
    if (*kept == NULL) {
        struct ol_trie *made = ol_arena_alloc(run->engine->arena, sizeof *made);
        if (made == NULL) {
            ol_run_fail(run, OL_ERR_NOMEM);
            return NULL;
        }
        ol_trie_init(made, run->engine->arena, false);
        *kept = made;
    }
    return *kept;
}

void **ol_run_memo(struct ol_run *run, const struct ol_level *level)
{
    return &run->memos[level->depth];
}

bool ol_run_is_external_allowed(const struct ol_run *run)
{
    return ol_rule_set_is_external_allowed(run->engine->rules);
}

bool ol_run_is_gate_claimed(const struct ol_run *run, const struct ol_field *field)
{
    return ol_rule_set_is_gate_claimed(run->engine->rules, field);
}

bool ol_run_is_superseded(const struct ol_run *run, const struct ol_rule *rule,
                          const struct ol_check *by)
{
    return ol_rule_set_is_superseded(run->engine->rules, rule, by);
}

const struct ol_tensor *ol_run_tensor(struct ol_run *run, const struct ol_level *level)
{
    assert(level->message->id == OL_MESSAGE_TensorProto && level->depth <= OL_LEVELS_MAX);
    struct ol_tensor_slot *slot = &run->tensors[level->depth];
    if (!slot->is_set || slot->begin != level->begin) {
        ol_tensor_read(&slot->tensor, level);
        slot->is_set = true;
        slot->begin = level->begin;
    }
    return &slot->tensor;
}

void ol_run_touch(struct ol_run *run, struct ol_span span)
{
    if (run->engine->is_measured && span.length > 0) {
        ol_touched_add(&run->touched, span);
    }
}

void ol_run_touch_element(struct ol_run *run, const struct ol_field *field,
                          const struct ol_element *element)
{
    const struct ol_occurrence *occurrence = &element->occurrence;
    if (ol_field_is_stepped_over(field) && occurrence->wire_type == OL_WIRE_LEN) {
        ol_run_touch(run, occurrence->flags & OL_OCCURRENCE_PACKED
                              ? element->span
                              : ol_occurrence_payload(occurrence));
    }
}

void ol_run_touch_elsewhere(struct ol_run *run, uint64_t size)
{
    run->bytes_elsewhere += size;
}

const struct ol_field *ol_rule_field(const struct ol_rule *rule, size_t i,
                                     const struct ol_message *message)
{
    for (size_t j = 0; j < rule->with[i].count; j++) {
        if (rule->with[i].items[j].message == message->id) {
            return &message->fields[rule->with[i].items[j].field];
        }
    }
    return NULL;
}

uint32_t ol_rule_field_bits(const struct ol_rule *rule, size_t i, const struct ol_message *message)
{
    uint32_t bits = 0;
    for (size_t j = 0; j < rule->with[i].count; j++) {
        const struct ol_param_item *item = &rule->with[i].items[j];
        bits |= item->message == message->id ? 1U << item->field : 0;
    }
    return bits;
}

struct ol_concern ol_concerns_present(const struct ol_rule *rule, const struct ol_message *message)
{
    return (struct ol_concern){.present = ol_rule_field_bits(rule, 0, message)};
}

static inline void run_binding(struct ol_run *run, const struct ol_binding *binding,
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

/* Runs what is bound to a trigger and the level's message, and concerns the level. */
static void run_level(struct ol_run *run, enum ol_trigger trigger, const struct ol_level *level)
{
    unsigned message = level->message->id;
    struct ol_bindings bindings = ol_rule_set_bindings(run->engine->rules, trigger, message);
    if (bindings.count == 0) {
        return;
    }
    uint32_t present = level->present | (level->parent == NULL ? OL_CONCERN_ROOT : 0);
    struct ol_chosen chosen =
        ol_shortlist_find(&run->shortlists[trigger == OL_ON_CLOSE][message], &bindings, present,
                          run->ir_version, run->engine->arena);
    if (chosen.items == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    for (size_t i = 0; i < chosen.count && run->status == OL_OK; i++) {
        run_binding(run, chosen.items[i], level);
    }
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

static void lint_level(struct ol_run *run, struct ol_level *level, struct ol_engine_facts *facts);

static void lint_children(struct ol_run *run, const struct ol_level *level)
{
    struct ol_children children;
    struct ol_level child;
    if ((level->present & level->message->holders) == 0) {
        return;
    }
    ol_children_init(&children, level);
    while (run->status == OL_OK && ol_children_next(&children, &child)) {
        if (child.depth > run->limits.depth) {
            run->stepped += child.end - child.begin;
            show_depth(run, &child);
        } else {
            lint_level(run, &child, NULL);
        }
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

/* The messages that names, types, functions and operator sets are about. Most levels are others. */
#define FACTUAL                                                                             \
    (OL_MESSAGE_BIT(OL_MESSAGE_ModelProto) | OL_MESSAGE_BIT(OL_MESSAGE_TrainingInfoProto) | \
     OL_MESSAGE_BIT(OL_MESSAGE_GraphProto) | OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto) |     \
     OL_MESSAGE_BIT(OL_MESSAGE_NodeProto) | OL_MESSAGE_BIT(OL_MESSAGE_TensorAnnotation))

static bool is_factual(const struct ol_level *level)
{
    return FACTUAL >> level->message->id & 1;
}

/* Brings the facts about names, functions and operator sets to where the level is. */
static void enter(struct ol_run *run, const struct ol_level *level)
{
    enum ol_status status = ol_model_enter(&run->model, level);
    if (status == OL_OK && level->is_complete && !is_factual(level)) {
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
    if (run->status != OL_OK || !is_factual(level) ||
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
    if (run->status == OL_OK && is_factual(level)) {
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
    tell_unread(run, level);
    enter(run, level);
    run_level(run, OL_ON_LEVEL, level);
    lint_children(run, level);
    close_level(run, level);
    run_level(run, OL_ON_CLOSE, level);
    leave(run, level);
}

/* Adds up what was read. Of a file that is no message nothing is. */
static void measure(struct ol_run *run, struct ol_engine_facts *facts)
{
    uint64_t size = run->engine->input->bytes.size;
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        facts->messages += run->messages[i];
    }
    facts->tensors = run->messages[OL_MESSAGE_TensorProto];
    facts->bytes_elsewhere = run->bytes_elsewhere;
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

enum ol_status ol_engine_lint(const struct ol_engine *engine, struct ol_engine_facts *facts)
{
    struct ol_run run = {
        .engine = engine,
        .limits = engine->limits != NULL ? *engine->limits : OL_LIMITS_DEFAULT,
    };
    struct ol_level root;
    const struct ol_message *message = engine->kind->root;
    *facts = (struct ol_engine_facts){0};
    run.ir_version = engine->ir_version != 0 ? engine->ir_version : OL_IR_VERSION_MAX;
    run.steps_left = OL_NEAREST_STEPS_MAX;
    run.elsewhere_left = OL_ELSEWHERE_MAX;
    ol_run_init_buf(&run, &run.text);
    engine->diags->packing.name_max = run.limits.name_shown;
    ol_scopes_init(&run.scopes, engine->reader);
    ol_model_init(&run.model);
    ol_types_init(&run.types, &run.scopes, &run.model);
    set_budget(&run, ol_arena_budget(engine->arena));
    if (message != NULL) {
        ol_level_init_root(&root, message, engine->input->bytes);
    }
    run_bindings(&run, OL_ON_FILE, message != NULL ? &root : NULL);
    if (message != NULL) {
        lint_level(&run, &root, facts);
    }
    run_bindings(&run, OL_ON_CLOSE, message != NULL ? &root : NULL);
    measure(&run, facts);
    ol_touched_fini(&run.touched);
    ol_types_fini(&run.types);
    ol_model_fini(&run.model);
    ol_scopes_fini(&run.scopes);
    ol_buf_fini(&run.text);
    /* what was found before a failure is shown, and in order as well */
    enum ol_status status =
        ol_diag_list_finish(engine->diags, ol_rule_set_supersedes, engine->rules);
    return run.status != OL_OK ? run.status : status;
}
