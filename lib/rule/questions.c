/* SPDX-License-Identifier: Apache-2.0 */
/* What checks may ask of the run, and of their rule's parameters. What only the walk over the whole
 * file knows goes through ol_run_ask: a scout (rule/scout.h) that meets such a question leaves the
 * matter to the walk. */
#include <assert.h>
#include <string.h>

#include "base/trie.h"
#include "rule/check.h"
#include "rule/run.h"

const struct ol_wire_fault *ol_run_fault(const struct ol_run *run)
{
    return run->fault;
}

int ol_run_ir_version(const struct ol_run *run)
{
    return run->ir_version;
}

bool ol_run_is_whole(struct ol_run *run)
{
    ol_run_ask(run);
    return !run->is_partial;
}

uint64_t ol_run_messages(struct ol_run *run, enum ol_message_id message)
{
    ol_run_ask(run);
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
    ol_run_ask(run);
    return &run->scopes;
}

/* Where bytes of that length are remembered. */
static size_t clean_place(const struct ol_rule *rule, struct ol_span span)
{
    return (size_t)(((uintptr_t)rule / sizeof *rule + span.length) % OL_CLEAN_MAX);
}

bool ol_run_is_clean(const struct ol_run *run, const struct ol_rule *rule,
                     const struct ol_level *level, struct ol_span span)
{
    const struct ol_clean *clean = &run->clean[clean_place(rule, span)];
    return clean->rule == rule && clean->span.length == span.length &&
           memcmp(level->bytes + clean->span.offset, level->bytes + span.offset,
                  (size_t)span.length) == 0;
}

void ol_run_note_clean(struct ol_run *run, const struct ol_rule *rule, struct ol_span span)
{
    if (span.length <= OL_CLEAN_BYTES_MAX) {
        run->clean[clean_place(rule, span)] = (struct ol_clean){rule, span};
    }
}

const struct ol_bound_operator *ol_run_bound(struct ol_run *run, const struct ol_level *node)
{
    return ol_model_bound(&run->model, node);
}

const struct ol_operator_attribute *ol_run_declared(struct ol_run *run,
                                                    const struct ol_level *attribute)
{
    return ol_model_declared(&run->model, attribute);
}

bool ol_run_has_distinct(const struct ol_run *run, const struct ol_level *level,
                         const struct ol_field *field)
{
    const struct ol_scopes *scopes = &run->scopes;
    const struct ol_scope *top = scopes->depth > 0 ? &scopes->scopes[scopes->depth - 1] : NULL;
    return top != NULL && top->level == level && (top->distinct >> field->index & 1) != 0;
}

const struct ol_hash_key *ol_run_hash_key(const struct ol_run *run)
{
    return &run->scopes.symbols.key;
}

struct ol_model *ol_run_model(struct ol_run *run)
{
    ol_run_ask(run);
    return &run->model;
}

const struct ol_types *ol_run_types(struct ol_run *run)
{
    ol_run_ask(run);
    assert(ol_rule_set_needs_types(run->engine->rules));
    return &run->types;
}

struct ol_external **ol_run_external(struct ol_run *run)
{
    ol_run_ask(run);
    return &run->external;
}

struct ol_devices **ol_run_devices(struct ol_run *run)
{
    ol_run_ask(run);
    return &run->devices;
}

struct ol_function_attributes **ol_run_function_attributes(struct ol_run *run)
{
    ol_run_ask(run);
    return &run->function_attributes;
}

void **ol_run_keep(struct ol_run *run, const struct ol_rule *rule)
{
    ol_run_ask(run);
    return ol_run_cache(run, rule);
}

void **ol_run_cache(struct ol_run *run, const struct ol_rule *rule)
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
