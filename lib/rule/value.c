/* SPDX-License-Identifier: Apache-2.0 */
/* Where values are, for related places and messages: the parts of the check contract that rest on
 * onnx/scope. */
#include "base/nearest.h"
#include "diag/wording.h"
#include "onnx/locate.h"
#include "onnx/peek.h"
#include "rule/check.h"
#include "rule/run.h"
#include "rule/subject.h"

const char *ol_run_path_at(struct ol_run *run, const struct ol_level *level, uint64_t offset)
{
    struct ol_wording out = ol_wording_plain(&run->text);
    ol_buf_clear(&run->text);
    ol_subject_add_path(&out, level, NULL, OL_INDEX_NONE);
    ol_path_add_at(&run->text, run->text.size > 0 ? "." : "", level->bytes, level->message,
                   level->begin, level->end, offset);
    return ol_run_keep_text(run);
}

bool ol_run_offset_note(struct ol_run *run, const struct ol_level *level, uint64_t offset,
                        struct ol_note *note)
{
    if (run->elsewhere_left == 0) {
        return false;
    }
    run->elsewhere_left--;
    while (level->parent != NULL) {
        level = level->parent;
    }
    ol_buf_clear(&run->text);
    note->span = ol_path_add_at(&run->text, "", level->bytes, level->message, level->begin,
                                level->end, offset);
    note->path = ol_run_keep_text(run);
    return true;
}

/* The field whose member, or whose element, defines the value. */
static const struct ol_field *member_field(const struct ol_message *holder,
                                           const struct ol_value *value)
{
    static const uint8_t fields[] = {
        [OL_DEFINER_INPUT] = OL_GraphProto_input,
        [OL_DEFINER_INITIALIZER] = OL_GraphProto_initializer,
        [OL_DEFINER_SPARSE_INITIALIZER] = OL_GraphProto_sparse_initializer,
        [OL_DEFINER_NODE] = OL_GraphProto_node,
    };
    if (holder->id != OL_MESSAGE_FunctionProto) {
        return &holder->fields[fields[value->definer]];
    }
    return &holder->fields[value->definer == OL_DEFINER_NODE ? OL_FunctionProto_node
                                                             : OL_FunctionProto_input];
}

/* The field of a member that leads to its name; NULL where the member is the name. */
static const struct ol_field *name_field(const struct ol_message *message)
{
    switch (message != NULL ? message->id : OL_MESSAGE_COUNT) {
    case OL_MESSAGE_ValueInfoProto:
        return &message->fields[OL_ValueInfoProto_name];
    case OL_MESSAGE_SparseTensorProto:
        return &message->fields[OL_SparseTensorProto_values];
    case OL_MESSAGE_TensorProto:
        return &message->fields[OL_TensorProto_name];
    default:
        return NULL;
    }
}

/* Goes from a member to its name: returns the span of the name, or of the last field that is there;
 * steps become the fields on the way. */
static struct ol_span descend(const uint8_t *bytes, struct ol_occurrence occurrence,
                              const struct ol_message *message,
                              struct ol_step steps[OL_STEPS_MAX - 1])
{
    size_t count = 0;
    for (const struct ol_field *field = name_field(message);
         field != NULL && count < OL_STEPS_MAX - 1; field = name_field(field->of)) {
        struct ol_peek peek = ol_peek_last(bytes, ol_occurrence_payload(&occurrence), field);
        if (!peek.is_found) {
            break;
        }
        steps[count++] = (struct ol_step){field, OL_INDEX_NONE};
        occurrence = peek.last;
    }
    return ol_occurrence_span(&occurrence);
}

bool ol_run_elsewhere_note(struct ol_run *run, const struct ol_level *level, struct ol_slice name,
                           struct ol_note *note)
{
    const struct ol_symbols *symbols = &run->scopes.symbols;
    uint32_t symbol = ol_symbols_find(symbols, name);
    uint64_t seen = symbol != OL_NONE ? ol_symbols_seen(symbols, symbol) : UINT64_MAX;
    if (seen == UINT64_MAX || !ol_run_offset_note(run, level, seen, note)) {
        return false;
    }
    /* names of nodes' outputs and functions' inputs stand there themselves, and what has their
     * number in a graph is no message */
    const struct ol_message *graph = &ol_messages[OL_MESSAGE_GraphProto];
    struct ol_slice bytes = run->engine->input->bytes;
    struct ol_occurrence member = ol_peek_at(bytes.data, graph, seen, bytes.size);
    if ((member.flags & OL_OCCURRENCE_KNOWN) != 0) {
        struct ol_step steps[OL_STEPS_MAX - 1] = {{0}};
        note->span = descend(bytes.data, member, graph->fields[member.index].of, steps);
        for (size_t i = 0; i < OL_STEPS_MAX - 1 && steps[i].field != NULL; i++) {
            ol_buf_addf(&run->text, ".%s", steps[i].field->name);
        }
        note->path = ol_run_keep_text(run);
    }
    return true;
}

struct ol_note ol_run_value_note(struct ol_run *run, uint32_t index, const char *note)
{
    const struct ol_value *value = ol_scopes_value(&run->scopes, index);
    const struct ol_level *level = run->scopes.scopes[value->scope].level;
    const struct ol_message *holder =
        level != NULL ? level->message : &ol_messages[OL_MESSAGE_GraphProto];
    const struct ol_field *member = member_field(holder, value);
    struct ol_slice bytes = run->engine->input->bytes;
    struct ol_note made = {
        .note = note, .level = level, .field = member, .index = value->item, .path = NULL};
    struct ol_step *below = made.below;
    if (level == NULL) { /* an inference graph that has closed is the model's */
        made.field = &ol_messages[OL_MESSAGE_ModelProto].fields[OL_ModelProto_graph];
        *below++ = (struct ol_step){member, value->item};
    }
    if (value->definer == OL_DEFINER_NODE) {
        const struct ol_field *output =
            &ol_messages[OL_MESSAGE_NodeProto].fields[OL_NodeProto_output];
        *below = (struct ol_step){output, value->output};
        struct ol_occurrence name = ol_peek_at(bytes.data, output->holder, value->tag, bytes.size);
        made.span = ol_occurrence_span(&name);
    } else {
        struct ol_occurrence item = ol_peek_at(bytes.data, holder, value->tag, bytes.size);
        made.span = descend(bytes.data, item, member->of, below);
    }
    return made;
}

/* Whether two names differ in their digits alone: value 17 is no misspelt value 18. */
static bool is_numbered_sibling(struct ol_slice a, struct ol_slice b)
{
    size_t i = 0;
    size_t j = 0;
    for (;;) {
        while (i < a.size && a.data[i] >= '0' && a.data[i] <= '9') {
            i++;
        }
        while (j < b.size && b.data[j] >= '0' && b.data[j] <= '9') {
            j++;
        }
        if (i == a.size || j == b.size || a.data[i] != b.data[j]) {
            return i == a.size && j == b.size;
        }
        i++;
        j++;
    }
}

/* What an offer costs beside the comparison, so that offers are few in all. */
#define OFFER_STEPS 32

bool ol_run_offer_nearest(struct ol_run *run, struct ol_nearest *nearest, struct ol_slice name)
{
    uint64_t steps = OFFER_STEPS + (uint64_t)name.size * nearest->wanted.size;
    if (steps > run->steps_left) {
        run->steps_left = 0;
        return false;
    }
    run->steps_left -= steps;
    if (name.size > 0 && !is_numbered_sibling(name, nearest->wanted)) {
        ol_nearest_offer_slice(nearest, name);
    }
    return true;
}

const char *ol_run_nearest_question(struct ol_run *run, const struct ol_nearest *nearest)
{
    ol_buf_clear(&run->text);
    ol_nearest_add_question(&run->text, nearest, 1);
    return ol_run_keep_text(run);
}

/* Names looked at in one search, the innermost ones first. */
#define OFFERS_AT_ONCE 20000

const char *ol_run_nearest_value(struct ol_run *run, struct ol_slice name)
{
    struct ol_scopes *scopes = &run->scopes;
    const struct ol_scope *top = ol_scopes_top(scopes);
    struct ol_nearest nearest;
    ol_nearest_init_strict(&nearest, name);
    uint32_t floor = top != NULL ? top->floor : 0;
    uint32_t index = top != NULL ? top->end : 0;
    bool has_steps = true;
    for (uint32_t i = 0; i < OFFERS_AT_ONCE && index > floor && has_steps; i++) {
        struct ol_slice offered = ol_scopes_name(scopes, ol_scopes_value(scopes, --index));
        /* what may not be offered costs a look as well */
        has_steps = ol_run_offer_nearest(
            run, &nearest,
            ol_scopes_is_before(scopes, index) ? offered : (struct ol_slice){NULL, 0});
    }
    return ol_run_nearest_question(run, &nearest);
}
