/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of optionals: elem_type says whether there is a value (OptionalProto.elem_type). */
#include "checks/container.h"

#define TARGET OL_MESSAGE_BIT(OL_MESSAGE_OptionalProto)

static const char *const args[] = {"field", "type", NULL};
static const char *const notes_type[] = {"type", NULL};

/* --- optional_absent ----------------------------------------------------- */

/* elem_type is 0, for an absent value, and there is one. */
static void run_absent(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_container container;
    ol_container_read(&container, level);
    if (!container.has_type || container.type != OL_ELEMENT_UNDEFINED || level->is_fragment) {
        return;
    }
    struct ol_note note = {
        .note = notes_type[0],
        .span = ol_level_span(level, OL_OptionalProto_elem_type),
        .level = level,
        .field = &level->message->fields[OL_OptionalProto_elem_type],
    };
    for (int64_t kind = OL_ELEMENT_TENSOR; kind < OL_ELEMENT_KIND_COUNT; kind++) {
        const struct ol_field *field = &level->message->fields[ol_element_kind_field(kind)];
        if (ol_container_is_filled(level, field)) {
            OL_EMIT(run, rule,
                    (.span = ol_container_header(level, field), .level = level, .field = field,
                     .notes = &note, .note_count = 1),
                    OL_ARG_WORD("field", field->name),
                    OL_ARG_WORD("type", ol_element_kind_name(kind)));
        }
    }
}

const struct ol_check ol_check_optional_absent = {
    .name = "optional_absent",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args,
    .notes = notes_type,
    .run = run_absent,
};

/* --- optional_value ------------------------------------------------------ */

/* elem_type names a field, and no value is in that one nor in another. */
static void run_value(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_container container;
    ol_container_read(&container, level);
    if (container.named == NULL || !container.is_empty) {
        return;
    }
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_OptionalProto_elem_type), .level = level,
             .field = &level->message->fields[OL_OptionalProto_elem_type]),
            OL_ARG_WORD("field", container.named->name),
            OL_ARG_WORD("type", ol_element_kind_name(container.type)));
}

const struct ol_check ol_check_optional_value = {
    .name = "optional_value",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args,
    .run = run_value,
};
