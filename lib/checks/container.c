/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that sequences and optionals share: their values are in the field that elem_type names,
 * how deep they nest, and which of the two a file is. */
#include "checks/container.h"

#include "onnx/recognise.h"

_Static_assert((unsigned)OL_SequenceProto_elem_type == (unsigned)OL_OptionalProto_elem_type &&
                   (unsigned)OL_SequenceProto_tensor_values ==
                       (unsigned)OL_OptionalProto_tensor_value &&
                   (unsigned)OL_SequenceProto_optional_values ==
                       (unsigned)OL_OptionalProto_optional_value &&
                   OL_SequenceProto_optional_values - OL_SequenceProto_tensor_values ==
                       OL_ELEMENT_OPTIONAL - OL_ELEMENT_TENSOR,
               "one_field_for_each_kind");

const char *ol_element_kind_name(int64_t kind)
{
    static const char *const names[OL_ELEMENT_KIND_COUNT] = {
        [OL_ELEMENT_UNDEFINED] = "UNDEFINED",
        [OL_ELEMENT_TENSOR] = "TENSOR",
        [OL_ELEMENT_SPARSE_TENSOR] = "SPARSE_TENSOR",
        [OL_ELEMENT_SEQUENCE] = "SEQUENCE",
        [OL_ELEMENT_MAP] = "MAP",
        [OL_ELEMENT_OPTIONAL] = "OPTIONAL",
    };
    return kind >= 0 && kind < OL_ELEMENT_KIND_COUNT ? names[kind] : NULL;
}

static const struct ol_field *field_of_kind(const struct ol_level *level, int64_t kind)
{
    return &level->message->fields[ol_element_kind_field(kind)];
}

void ol_container_read(struct ol_container *container, const struct ol_level *level)
{
    *container = (struct ol_container){
        .has_type = ol_level_has(level, OL_CONTAINER_TYPE),
        .type = ol_level_integer(level, OL_CONTAINER_TYPE, OL_ELEMENT_UNDEFINED),
    };
    if (ol_element_kind_is_stated(container->type)) {
        container->named = field_of_kind(level, container->type);
    }
    container->is_empty = true;
    for (int64_t kind = OL_ELEMENT_TENSOR; kind < OL_ELEMENT_KIND_COUNT; kind++) {
        const struct ol_field *field = field_of_kind(level, kind);
        container->is_empty = container->is_empty && ol_level_lacks(level, field->index);
        if (!ol_container_is_filled(level, field)) {
            continue;
        }
        container->filled_count++;
        if (container->first == NULL || level->fields[field->index].first.tag <
                                            level->fields[container->first->index].first.tag) {
            container->first = field;
        }
    }
}

struct ol_span ol_container_header(const struct ol_level *level, const struct ol_field *field)
{
    const struct ol_extent *first = &level->fields[field->index].first;
    return ol_span_between(first->tag, first->value);
}

/* --- container_field ----------------------------------------------------- */

static const char *const args_field[] = {"field", "wanted", "type", "named", NULL};
static const char *const notes_type[] = {"type", NULL};

/* All values are in one field, and elem_type names another one. Pieces of a message may get
 * elem_type from another piece. */
static void run_field(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_container container;
    ol_container_read(&container, level);
    if (container.named == NULL || container.filled_count != 1 ||
        container.first == container.named || level->is_fragment) {
        return;
    }
    struct ol_note note = {
        .note = notes_type[0],
        .span = ol_level_span(level, OL_CONTAINER_TYPE),
        .level = level,
        .field = &level->message->fields[OL_CONTAINER_TYPE],
    };
    OL_EMIT(
        run, rule,
        (.span = ol_container_header(level, container.first), .level = level,
         .field = container.first, .index = OL_INDEX_NONE, .notes = &note, .note_count = 1),
        OL_ARG_WORD("field", container.first->name),
        OL_ARG_WORD("wanted", ol_element_kind_name(ol_element_kind_from_field(container.first))),
        OL_ARG_WORD("type", ol_element_kind_name(container.type)),
        OL_ARG_WORD("named", container.named->name));
}

const struct ol_check ol_check_container_field = {
    .name = "container_field",
    .trigger = OL_ON_LEVEL,
    .targets = OL_CONTAINERS,
    .args = args_field,
    .notes = notes_type,
    .run = run_field,
};

/* --- container_fields ---------------------------------------------------- */

static const char *const args_fields[] = {"field", "first", NULL};
static const char *const notes_first[] = {"first", NULL};

/* Values in two fields or more: told at each but the one that elem_type names, or else at each but
 * the first. An optional that states to be absent may have none, and a check of its own tells
 * so. */
static void run_fields(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_container container;
    ol_container_read(&container, level);
    bool is_absent = level->message->id == OL_MESSAGE_OptionalProto && container.has_type &&
                     container.type == OL_ELEMENT_UNDEFINED;
    if (container.filled_count < 2 || is_absent) {
        return;
    }
    const struct ol_field *kept =
        ol_container_is_filled(level, container.named) ? container.named : container.first;
    struct ol_note note = {
        .note = notes_first[0],
        .span = ol_container_header(level, kept),
        .level = level,
        .field = kept,
        .index = OL_INDEX_NONE,
    };
    for (int64_t kind = OL_ELEMENT_TENSOR; kind < OL_ELEMENT_KIND_COUNT; kind++) {
        const struct ol_field *field = field_of_kind(level, kind);
        if (field != kept && ol_container_is_filled(level, field)) {
            OL_EMIT(run, rule,
                    (.span = ol_container_header(level, field), .level = level, .field = field,
                     .index = OL_INDEX_NONE, .notes = &note, .note_count = 1),
                    OL_ARG_WORD("field", field->name), OL_ARG_WORD("first", kept->name));
        }
    }
}

const struct ol_check ol_check_container_fields = {
    .name = "container_fields",
    .trigger = OL_ON_LEVEL,
    .targets = OL_CONTAINERS,
    .args = args_fields,
    .notes = notes_first,
    .run = run_fields,
};

/* --- container_depth ----------------------------------------------------- */

static const struct ol_param params_depth[] = {
    {.name = "max", .type = OL_PARAM_INTEGER, .is_required = true, .min = 1, .max = INT64_MAX},
};

static const char *const args_depth[] = {"max", NULL};

/* Sequences, maps and optionals are held by each other alone, and by no other message: the depth of
 * the level is how many lie around it. Those further in are not told again. */
static void run_depth(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    int64_t max = ol_rule_integer(rule, 0, INT64_MAX);
    if ((int64_t)level->depth == max) {
        OL_EMIT(run, rule, (.span = ol_level_header(level), .level = level),
                OL_ARG_I64("max", max));
    }
}

const struct ol_check ol_check_container_depth = {
    .name = "container_depth",
    .trigger = OL_ON_LEVEL,
    .targets = OL_CONTAINERS | OL_MESSAGE_BIT(OL_MESSAGE_MapProto),
    .params = params_depth,
    .param_count = sizeof params_depth / sizeof *params_depth,
    .args = args_depth,
    .run = run_depth,
};

/* --- container_ambiguous ------------------------------------------------- */

static const char *const args_ambiguous[] = {"taken", "other", NULL};

/* A file that nobody said the type of, and that has no value field twice: of a sequence with one
 * element, or none, every byte is that of an optional as well. */
static void run_ambiguous(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    if (level->parent != NULL || !level->is_complete || ol_run_kind(run)->asked != NULL) {
        return;
    }
    for (int64_t kind = OL_ELEMENT_TENSOR; kind < OL_ELEMENT_KIND_COUNT; kind++) {
        if (ol_level_occurrences(level, ol_element_kind_field(kind)) > 1) {
            return;
        }
    }
    bool is_sequence = level->message->id == OL_MESSAGE_SequenceProto;
    enum ol_message_id other = is_sequence ? OL_MESSAGE_OptionalProto : OL_MESSAGE_SequenceProto;
    OL_EMIT(run, rule, (.is_whole_file = true, .level = level),
            OL_ARG_WORD("taken", level->message->name),
            OL_ARG_WORD("other", ol_messages[other].name));
}

const struct ol_check ol_check_container_ambiguous = {
    .name = "container_ambiguous",
    .trigger = OL_ON_LEVEL,
    .targets = OL_CONTAINERS,
    .args = args_ambiguous,
    .run = run_ambiguous,
};
