/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the attributes that functions declare, and of references to them. What a function
 * declares is kept in order, so that a name is looked up in a sorted list. */
#include "checks/function_attributes.h"

#include "base/limits.h"
#include "base/lower_bound.h"
#include "base/nearest.h"
#include "base/sort.h"
#include "checks/attribute.h"
#include "checks/function_place.h"
#include "onnx/peek.h"

static int compare(const void *a, const void *b)
{
    const struct ol_function_attribute *left = a;
    const struct ol_function_attribute *right = b;
    int order = ol_slice_compare(left->name, right->name);
    if (order != 0) {
        return order;
    }
    return left->tag < right->tag ? -1 : left->tag > right->tag;
}

static void add(struct ol_function_attributes *attributes,
                const struct ol_function_attribute *attribute)
{
    if (attribute->name.size > 0 && attributes->count < attributes->capacity) {
        attributes->items[attributes->count++] = *attribute;
    }
}

static void add_names(struct ol_function_attributes *attributes, const struct ol_level *function)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, function, OL_FunctionProto_attribute);
    while (ol_cursor_next(&cursor, &element)) {
        if (element.occurrence.flags & OL_OCCURRENCE_CUT) {
            attributes->is_whole = false;
            continue;
        }
        add(attributes, &(struct ol_function_attribute){.name = element.bytes,
                                                        .tag = element.occurrence.tag,
                                                        .index = (uint32_t)element.index});
    }
}

static void add_default(struct ol_function_attributes *attributes, const struct ol_level *level)
{
    const struct ol_attribute_type *type = ol_attribute_type(level);
    struct ol_function_attribute attribute = {
        .name = ol_level_text(level, OL_AttributeProto_name),
        .tag = level->tag,
        .index = (uint32_t)level->index,
        .type = type != NULL ? type->number : OL_ATTRIBUTE_UNDEFINED,
        .is_default = true,
    };
    if (!level->is_complete || level->mistyped >> OL_AttributeProto_name & 1) {
        attributes->is_whole = false;
    }
    if (attribute.name.size > 0 &&
        !(level->fields[OL_AttributeProto_name].last.flags & OL_OCCURRENCE_CUT)) {
        add(attributes, &attribute);
    }
}

static void add_defaults(struct ol_run *run, struct ol_function_attributes *attributes,
                         const struct ol_level *function)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, function, OL_FunctionProto_attribute_proto);
    while (ol_cursor_next(&cursor, &element)) {
        struct ol_level level;
        ol_level_init_child(&level, function, &element.occurrence, element.index);
        if (!ol_run_read(run, &level)) {
            return;
        }
        add_default(attributes, &level);
    }
}

/* Puts them in order, and finds out which names and types belong together. */
static void sort(struct ol_function_attributes *attributes)
{
    struct ol_function_attribute *items = attributes->items;
    ol_sort(items, attributes->count, sizeof *items, compare);
    size_t first = 0;
    for (size_t i = 0; i < attributes->count; i++) {
        items[i].is_again = i > 0 && ol_slice_compare(items[i].name, items[first].name) == 0;
        if (!items[i].is_again) {
            first = i;
            items[i].typed_at = UINT32_MAX;
        }
        if (items[i].type != OL_ATTRIBUTE_UNDEFINED && items[first].typed_at == UINT32_MAX) {
            items[first].typed_at = (uint32_t)i;
        }
    }
}

#define NAMED_SIZE_MIN 3 /* payload of an AttributeProto with the shortest name */

/* How many of a list can have names: empty ones, of two bytes, are to cost no memory. */
static size_t count_named(const struct ol_level *function, unsigned field, size_t least)
{
    struct ol_cursor cursor;
    struct ol_element element;
    size_t count = 0;
    ol_cursor_init(&cursor, function, field);
    while (count < UINT32_MAX && ol_cursor_next(&cursor, &element)) {
        count += element.bytes.size >= least;
    }
    return count;
}

/* Room for as many as the function can have. What an earlier function needed is used again. */
static bool reserve(struct ol_run *run, struct ol_function_attributes *attributes, size_t most)
{
    if (attributes->items == NULL || attributes->capacity < most) {
        attributes->items =
            ol_arena_alloc_array(ol_run_arena(run), most, sizeof *attributes->items);
        attributes->capacity = attributes->items != NULL ? most : 0;
    }
    if (attributes->items == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    return attributes->items != NULL;
}

static void gather(struct ol_run *run, const struct ol_level *function,
                   struct ol_function_attributes *attributes)
{
    size_t most = count_named(function, OL_FunctionProto_attribute, 1) +
                  count_named(function, OL_FunctionProto_attribute_proto, NAMED_SIZE_MIN);
    uint32_t lists = 1U << OL_FunctionProto_attribute | 1U << OL_FunctionProto_attribute_proto;
    attributes->count = 0;
    attributes->begin = function->begin;
    attributes->is_whole = function->is_complete && (function->mistyped & lists) == 0;
    attributes->is_body_whole = function->is_complete;
    if (reserve(run, attributes, most < UINT32_MAX ? most : UINT32_MAX)) {
        add_names(attributes, function);
        add_defaults(run, attributes, function);
        sort(attributes);
    }
}

struct ol_function_attributes *ol_function_attributes(struct ol_run *run,
                                                      const struct ol_level *function)
{
    struct ol_function_attributes **slot = ol_run_function_attributes(run);
    bool is_new = *slot == NULL;
    if (function == NULL) {
        return NULL;
    }
    if (is_new) {
        *slot = ol_arena_alloc(ol_run_arena(run), sizeof **slot);
        if (*slot == NULL) {
            ol_run_fail(run, OL_ERR_NOMEM);
            return NULL;
        }
        (*slot)->steps_left = OL_NEAREST_STEPS_MAX;
    }
    if (is_new || (*slot)->begin != function->begin) {
        gather(run, function, *slot);
    }
    return (*slot)->items != NULL ? *slot : NULL;
}

static int compare_with_name(const void *name, const void *attribute)
{
    return ol_slice_compare(*(const struct ol_slice *)name,
                            ((const struct ol_function_attribute *)attribute)->name);
}

struct ol_function_attribute *
ol_function_attributes_find(const struct ol_function_attributes *attributes, struct ol_slice name)
{
    size_t place = ol_lower_bound(&name, attributes->items, attributes->count,
                                  sizeof *attributes->items, compare_with_name);
    struct ol_function_attribute *found = &attributes->items[place];
    return place < attributes->count && ol_slice_is_equal(found->name, name) ? found : NULL;
}

/* The field of a default that occurs. */
static struct ol_span default_span(const struct ol_level *level, unsigned field)
{
    struct ol_peek peek = ol_peek_last(level->bytes, ol_span_between(level->begin, level->end),
                                       ol_attribute_field(field));
    return ol_occurrence_span(&peek.last);
}

/* Where a declaration is: place is to be given a level to use for a default. */
static struct ol_finding place_of(const struct ol_level *function,
                                  const struct ol_function_attribute *attribute,
                                  struct ol_level *place)
{
    if (!attribute->is_default) {
        return (struct ol_finding){.span = ol_function_member_span(function, attribute->tag),
                                   .level = function,
                                   .field = &function->message->fields[OL_FunctionProto_attribute],
                                   .index = attribute->index};
    }
    ol_peek_open(place, function, attribute->tag, attribute->index);
    return (struct ol_finding){.span = default_span(place, OL_AttributeProto_name),
                               .level = place,
                               .field = ol_attribute_field(OL_AttributeProto_name)};
}

/* The same as a related place. */
static struct ol_note note_of(const char *note, const struct ol_finding *place)
{
    return (struct ol_note){.note = note,
                            .span = place->span,
                            .level = place->level,
                            .field = place->field,
                            .index = place->index};
}

/* --- function_attribute_duplicate ---------------------------------------- */

static const char *const args_name[] = {"name", NULL};
static const char *const notes_first[] = {"first", NULL};

static void emit_duplicate(struct ol_run *run, const struct ol_level *function,
                           const struct ol_rule *rule, const struct ol_function_attribute pair[2])
{
    struct ol_level first_level;
    struct ol_level level;
    struct ol_finding first = place_of(function, &pair[0], &first_level);
    struct ol_finding place = place_of(function, &pair[1], &level);
    struct ol_note note = note_of("first", &first);
    OL_EMIT(run, rule,
            (.span = place.span, .level = place.level, .field = place.field, .index = place.index,
             .notes = &note, .note_count = 1),
            OL_ARG_TEXT("name", pair[1].name));
}

static void run_duplicate(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    const struct ol_function_attributes *attributes = ol_function_attributes(run, level);
    size_t first = 0;
    for (size_t i = 0; attributes != NULL && i < attributes->count; i++) {
        const struct ol_function_attribute *items = attributes->items;
        if (items[i].is_again) {
            emit_duplicate(run, level, rule,
                           (const struct ol_function_attribute[2]){items[first], items[i]});
        } else {
            first = i;
        }
    }
}

const struct ol_check ol_check_function_attribute_duplicate = {
    .name = "function_attribute_duplicate",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto),
    .args = args_name,
    .notes = notes_first,
    .asks_file = true,
    .run = run_duplicate,
};

/* --- function_attribute_clash -------------------------------------------- */

static const char *const args_clash[] = {"name", "field", NULL};
static const char *const notes_clash[] = {"value", NULL};

static void emit_clash(struct ol_run *run, const struct ol_level *function,
                       const struct ol_rule *rule, const struct ol_function_attribute *attribute,
                       const struct ol_finding *value)
{
    struct ol_level level;
    struct ol_finding place = place_of(function, attribute, &level);
    struct ol_note note = note_of("value", value);
    OL_EMIT(run, rule,
            (.span = place.span, .level = place.level, .field = place.field, .index = place.index,
             .notes = &note, .note_count = 1),
            OL_ARG_TEXT("name", attribute->name), OL_ARG_WORD("field", value->field->name));
}

/* Looks up each name of a list of the function's. */
static void check_clashes(struct ol_run *run, const struct ol_level *function,
                          const struct ol_rule *rule, unsigned field)
{
    struct ol_function_attributes *attributes = ol_function_attributes(run, function);
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, function, field);
    while (attributes != NULL && ol_cursor_next(&cursor, &element)) {
        struct ol_function_attribute *attribute =
            ol_function_attributes_find(attributes, element.bytes);
        if (attribute == NULL || attribute->is_clashed) {
            continue;
        }
        attribute->is_clashed = true;
        emit_clash(run, function, rule, attribute,
                   &(struct ol_finding){.span = element.span,
                                        .level = function,
                                        .field = &function->message->fields[field],
                                        .index = element.index});
    }
}

static void run_clash(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_function_attributes *attributes = ol_function_attributes(run, level);
    for (size_t i = 0; attributes != NULL && i < attributes->count; i++) {
        attributes->items[i].is_clashed = false;
    }
    check_clashes(run, level, rule, OL_FunctionProto_input);
    check_clashes(run, level, rule, OL_FunctionProto_output);
}

const struct ol_check ol_check_function_attribute_clash = {
    .name = "function_attribute_clash",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto),
    .args = args_clash,
    .notes = notes_clash,
    .asks_file = true,
    .run = run_clash,
};

/* --- function_attribute_undeclared --------------------------------------- */

/* The function around an attribute of its body; NULL for a default, and where there is none. */
static const struct ol_level *function_around(const struct ol_level *level)
{
    return ol_attribute_is_default(level) ? NULL
                                          : ol_level_enclosing(level, OL_MESSAGE_FunctionProto);
}

/* Declared names that one search looks at. */
#define OFFERS_MAX 1000

/* A question with the nearest name that is declared; "" where none is near. */
static const char *nearest_question(struct ol_run *run, struct ol_function_attributes *attributes,
                                    struct ol_slice name)
{
    struct ol_nearest nearest;
    ol_nearest_init_strict(&nearest, name);
    for (size_t i = 0; i < attributes->count && i < OFFERS_MAX; i++) {
        struct ol_slice offered = attributes->items[i].name;
        uint64_t steps = 1 + (uint64_t)offered.size * name.size;
        if (!attributes->items[i].is_again && steps <= attributes->steps_left) {
            attributes->steps_left -= steps;
            ol_nearest_offer_slice(&nearest, offered);
        }
    }
    return ol_run_nearest_question(run, &nearest);
}

static const char *const args_undeclared[] = {"name", "function", "question", NULL};

static void run_undeclared(struct ol_run *run, const struct ol_level *level,
                           const struct ol_rule *rule)
{
    const struct ol_field *field = ol_attribute_field(OL_AttributeProto_ref_attr_name);
    struct ol_slice name = ol_level_text(level, field->index);
    const struct ol_level *function = name.size > 0 ? function_around(level) : NULL;
    struct ol_function_attributes *attributes = ol_function_attributes(run, function);
    if (attributes == NULL || !attributes->is_whole ||
        level->fields[field->index].last.flags & OL_OCCURRENCE_CUT ||
        ol_function_attributes_find(attributes, name) != NULL) {
        return;
    }
    struct ol_function called = {
        .domain = ol_level_text(function, OL_FunctionProto_domain),
        .name = ol_level_text(function, OL_FunctionProto_name),
        .overload = ol_level_text(function, OL_FunctionProto_overload),
    };
    OL_EMIT(run, rule, (.span = ol_level_span(level, field->index), .level = level, .field = field),
            OL_ARG_TEXT("name", name), OL_ARG_FUNCTION("function", &called),
            OL_ARG_WORD("question", nearest_question(run, attributes, name)));
}

const struct ol_check ol_check_function_attribute_undeclared = {
    .name = "function_attribute_undeclared",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_AttributeProto),
    .args = args_undeclared,
    .asks_file = true,
    .concern = ol_concerns_reference,
    .run = run_undeclared,
};

/* --- function_attribute_type --------------------------------------------- */

static const char *const args_type[] = {"name", "type", "default", NULL};
static const char *const notes_default[] = {"default", NULL};

/* The default that the reference refers to, where it has a type and that is another one; NULL:
 * none. */
static const struct ol_function_attribute *find_other_type(struct ol_run *run,
                                                           const struct ol_level *function,
                                                           struct ol_slice name,
                                                           const struct ol_attribute_type *type)
{
    const struct ol_function_attributes *attributes = ol_function_attributes(run, function);
    const struct ol_function_attribute *first =
        attributes != NULL ? ol_function_attributes_find(attributes, name) : NULL;
    if (first == NULL || first->typed_at == UINT32_MAX) {
        return NULL;
    }
    const struct ol_function_attribute *found = &attributes->items[first->typed_at];
    return found->type != type->number ? found : NULL;
}

static void run_type(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = ol_attribute_field(OL_AttributeProto_type);
    const struct ol_attribute_type *type = ol_attribute_type(level);
    struct ol_slice name = ol_level_text(level, OL_AttributeProto_ref_attr_name);
    const struct ol_level *function = name.size > 0 && type != NULL ? function_around(level) : NULL;
    const struct ol_function_attribute *found = find_other_type(run, function, name, type);
    if (found == NULL) {
        return;
    }
    struct ol_level opened;
    struct ol_finding place = place_of(function, found, &opened);
    place.span = default_span(&opened, OL_AttributeProto_type);
    place.field = field;
    struct ol_note note = note_of("default", &place);
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, field->index), .level = level, .field = field,
             .notes = &note, .note_count = 1),
            OL_ARG_TEXT("name", name), OL_ARG_WORD("type", type->name),
            OL_ARG_WORD("default", ol_attribute_types[found->type].name));
}

const struct ol_check ol_check_function_attribute_type = {
    .name = "function_attribute_type",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_AttributeProto),
    .args = args_type,
    .notes = notes_default,
    .asks_file = true,
    .concern = ol_concerns_reference,
    .run = run_type,
};

/* --- function_attribute_unused ------------------------------------------- */

/* Takes down what a level of the body tells. */
static void note_use(struct ol_function_attributes *attributes, const struct ol_level *level)
{
    if (!level->is_complete || level->depth == OL_DEPTH_MAX) {
        attributes->is_body_whole = false;
    }
    if (level->message->id == OL_MESSAGE_AttributeProto) {
        struct ol_function_attribute *attribute = ol_function_attributes_find(
            attributes, ol_level_text(level, OL_AttributeProto_ref_attr_name));
        if (attribute != NULL) {
            attribute->is_used = true;
        }
    }
}

/* Runs when levels close: those of the body come first, and the function last. */
static void run_unused(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    bool has_functions = ol_run_messages(run, OL_MESSAGE_FunctionProto) > 0;
    const struct ol_level *function = has_functions ? function_around(level) : NULL;
    struct ol_function_attributes *attributes = ol_function_attributes(run, function);
    if (attributes == NULL) {
        return;
    }
    if (level != function) {
        note_use(attributes, level);
        return;
    }
    bool is_known = attributes->is_whole && attributes->is_body_whole;
    for (size_t i = 0; is_known && i < attributes->count; i++) {
        const struct ol_function_attribute *attribute = &attributes->items[i];
        if (!attribute->is_again && !attribute->is_used) {
            struct ol_level opened;
            struct ol_finding place = place_of(function, attribute, &opened);
            OL_EMIT(run, rule,
                    (.span = place.span, .level = place.level, .field = place.field,
                     .index = place.index),
                    OL_ARG_TEXT("name", attribute->name));
        }
    }
}

static bool is_in_function(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & OL_KNOWN_IN_FUNCTION) != 0;
}

const struct ol_check ol_check_function_attribute_unused = {
    .name = "function_attribute_unused",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto) | OL_MESSAGE_BIT(OL_MESSAGE_GraphProto) |
               OL_MESSAGE_BIT(OL_MESSAGE_NodeProto) | OL_MESSAGE_BIT(OL_MESSAGE_AttributeProto),
    .args = args_name,
    .asks_file = true,
    .once = OL_MESSAGE_BIT(OL_MESSAGE_AttributeProto),
    .may_speak = is_in_function,
    .run = run_unused,
};
