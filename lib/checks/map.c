/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of maps: keys of the type that key_type states, each once, and a value for each
 * (onnx-data.proto, MapProto). */
#include "base/buf.h"
#include "base/limits.h"
#include "base/sort.h"
#include "checks/container.h"
#include "checks/utf8_text.h"
#include "onnx/element_type.h"

#define TARGET OL_MESSAGE_BIT(OL_MESSAGE_MapProto)

/* The type of the keys; NULL where key_type is missing or no type of keys. */
static const struct ol_element_type *key_type_of(const struct ol_level *level)
{
    int64_t number = ol_level_integer(level, OL_MapProto_key_type, OL_DATA_TYPE_UNDEFINED);
    switch (number) {
    case OL_DATA_TYPE_UINT8:
    case OL_DATA_TYPE_INT8:
    case OL_DATA_TYPE_UINT16:
    case OL_DATA_TYPE_INT16:
    case OL_DATA_TYPE_INT32:
    case OL_DATA_TYPE_INT64:
    case OL_DATA_TYPE_STRING:
    case OL_DATA_TYPE_UINT32:
    case OL_DATA_TYPE_UINT64:
        return ol_element_type_from_number(number);
    default:
        return NULL;
    }
}

static const struct ol_field *field_of(const struct ol_level *level, unsigned field)
{
    return &level->message->fields[field];
}

static bool has_both_keys(const struct ol_level *level)
{
    return ol_level_elements(level, OL_MapProto_keys) > 0 &&
           ol_level_elements(level, OL_MapProto_string_keys) > 0;
}

/* --- map_key_field ------------------------------------------------------- */

static const char *const args_field[] = {"field", "wanted", "type", NULL};
static const char *const notes_type[] = {"type", NULL};

/* A piece of a map may get its key_type from another piece. */
static void run_field(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_element_type *type = key_type_of(level);
    if (type == NULL || has_both_keys(level) || level->is_fragment) {
        return;
    }
    bool is_text = type->number == OL_DATA_TYPE_STRING;
    unsigned wanted = is_text ? OL_MapProto_string_keys : OL_MapProto_keys;
    unsigned other = is_text ? OL_MapProto_keys : OL_MapProto_string_keys;
    if (ol_level_elements(level, other) == 0) {
        return;
    }
    struct ol_note note = {
        .note = notes_type[0],
        .span = ol_level_span(level, OL_MapProto_key_type),
        .level = level,
        .field = field_of(level, OL_MapProto_key_type),
    };
    OL_EMIT(run, rule,
            (.span = ol_level_first_span(level, other), .level = level,
             .field = field_of(level, other), .index = OL_INDEX_NONE, .notes = &note,
             .note_count = 1),
            OL_ARG_WORD("field", field_of(level, other)->name),
            OL_ARG_WORD("wanted", field_of(level, wanted)->name), OL_ARG_WORD("type", type->name));
}

const struct ol_check ol_check_map_key_field = {
    .name = "map_key_field",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_field,
    .notes = notes_type,
    .run = run_field,
};

/* --- map_key_range ------------------------------------------------------- */

static const char *const args_range[] = {"value", "type", "min", "max", NULL};

/* Integers that are narrower than the field; an UINT64 takes all 64 bits of it. */
static void run_range(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_element_type *type = key_type_of(level);
    struct ol_cursor cursor;
    struct ol_element element;
    if (type == NULL || type->number == OL_DATA_TYPE_STRING || type->bits >= 64) {
        return;
    }
    ol_cursor_init(&cursor, level, OL_MapProto_keys);
    while (ol_cursor_next(&cursor, &element)) {
        int64_t value = (int64_t)element.bits;
        if (value < type->min || value > (int64_t)type->max) {
            OL_EMIT(run, rule,
                    (.span = element.span, .level = level,
                     .field = field_of(level, OL_MapProto_keys), .index = element.index),
                    OL_ARG_I64("value", value), OL_ARG_WORD("type", type->name),
                    OL_ARG_I64("min", type->min), OL_ARG_U64("max", type->max));
        }
    }
}

const struct ol_check ol_check_map_key_range = {
    .name = "map_key_range",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_range,
    .run = run_range,
};

/* --- map_key_sign -------------------------------------------------------- */

static const char *const args_sign[] = {"value", "stored", "count", NULL};

/* UINT64 keys that are negative in the field, an int64. Told once for a map. */
static void run_sign(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_element_type *type = key_type_of(level);
    struct ol_cursor cursor;
    struct ol_element element;
    struct ol_element first = {.index = 0};
    uint64_t count = 0;
    if (type == NULL || type->number != OL_DATA_TYPE_UINT64) {
        return;
    }
    ol_cursor_init(&cursor, level, OL_MapProto_keys);
    while (ol_cursor_next(&cursor, &element)) {
        if ((int64_t)element.bits < 0 && ++count == 1) {
            first = element;
        }
    }
    if (count > 0) {
        OL_EMIT(run, rule,
                (.span = first.span, .level = level, .field = field_of(level, OL_MapProto_keys),
                 .index = first.index),
                OL_ARG_U64("value", first.bits), OL_ARG_I64("stored", (int64_t)first.bits),
                OL_ARG_U64("count", count));
    }
}

const struct ol_check ol_check_map_key_sign = {
    .name = "map_key_sign",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_sign,
    .run = run_sign,
};

/* --- map_key_text -------------------------------------------------------- */

static const char *const args_text[] = {OL_UTF8_ARGS, NULL};

static void run_text(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    ol_utf8_emit(run, rule, level, field_of(level, OL_MapProto_string_keys));
}

const struct ol_check ol_check_map_key_text = {
    .name = "map_key_text",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_text,
    .run = run_text,
};

/* --- map_key_unique ------------------------------------------------------ */

static const char *const args_unique[] = {"key", NULL};
static const char *const notes_first[] = {"first", NULL};

struct key {
    struct ol_slice text; /* of string_keys */
    uint64_t bits;        /* of keys */
    uint64_t index;
    struct ol_span span;
};

static int compare_values(const struct key *a, const struct key *b)
{
    if (a->bits != b->bits) {
        return a->bits < b->bits ? -1 : 1;
    }
    if (a->text.size != b->text.size) {
        return a->text.size < b->text.size ? -1 : 1;
    }
    return a->text.size == 0 ? 0 : memcmp(a->text.data, b->text.data, a->text.size);
}

static int compare_keys(const void *a, const void *b)
{
    const struct key *left = a;
    const struct key *right = b;
    int order = compare_values(left, right);
    if (order != 0) {
        return order;
    }
    return left->index < right->index ? -1 : left->index > right->index;
}

/* Adds the keys of a field, sorted: by value, then place. Cut ones are left out. */
static struct key *gather_keys(struct ol_run *run, const struct ol_level *level, unsigned field,
                               struct ol_buf *buf, size_t *count)
{
    struct ol_cursor cursor;
    struct ol_element element;
    *count = 0;
    ol_cursor_init(&cursor, level, field);
    while (ol_cursor_next(&cursor, &element)) {
        bool is_text = field == OL_MapProto_string_keys;
        struct key key = {.bits = element.bits, .index = element.index, .span = element.span};
        if ((element.occurrence.flags & OL_OCCURRENCE_CUT) != 0 && is_text) {
            continue;
        }
        if (element.index == OL_MAP_KEYS_MAX) {
            ol_run_not_checked(run, level, element.span, OL_REASON_MAP_KEYS);
            break;
        }
        if (is_text) {
            key.text = element.bytes;
        }
        ol_buf_add_slice(buf, (struct ol_slice){(const uint8_t *)&key, sizeof key});
    }
    if (!ol_buf_is_ok(buf)) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return NULL;
    }
    /* the buffer is a whole allocation, so that it is aligned for any type */
    struct key *keys = (struct key *)(void *)buf->text;
    *count = buf->size / sizeof *keys;
    ol_sort(keys, *count, sizeof *keys, compare_keys);
    return keys;
}

static void emit_again(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       const struct key pair[2], unsigned field)
{
    struct ol_note note = {
        .note = notes_first[0],
        .span = pair[0].span,
        .level = level,
        .field = field_of(level, field),
        .index = pair[0].index,
    };
    bool is_unsigned = ol_level_integer(level, OL_MapProto_key_type, OL_DATA_TYPE_UNDEFINED) ==
                       OL_DATA_TYPE_UINT64;
    struct ol_arg key = field == OL_MapProto_string_keys ? OL_ARG_TEXT("key", pair[1].text)
                        : is_unsigned                    ? OL_ARG_U64("key", pair[1].bits)
                                                         : OL_ARG_I64("key", (int64_t)pair[1].bits);
    OL_EMIT(run, rule,
            (.span = pair[1].span, .level = level, .field = field_of(level, field),
             .index = pair[1].index, .notes = &note, .note_count = 1),
            key);
}

static void find_again(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       unsigned field)
{
    struct ol_buf buf;
    size_t count;
    size_t first = 0;
    if (ol_level_elements(level, field) < 2) {
        return;
    }
    ol_run_init_buf(run, &buf);
    const struct key *keys = gather_keys(run, level, field, &buf, &count);
    for (size_t i = 1; i < count; i++) {
        if (compare_values(&keys[i], &keys[first]) == 0) {
            emit_again(run, level, rule, (struct key[2]){keys[first], keys[i]}, field);
        } else {
            first = i;
        }
    }
    ol_buf_fini(&buf);
}

static void run_unique(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    find_again(run, level, rule, OL_MapProto_keys);
    find_again(run, level, rule, OL_MapProto_string_keys);
}

const struct ol_check ol_check_map_key_unique = {
    .name = "map_key_unique",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_unique,
    .notes = notes_first,
    .run = run_unique,
};

/* --- map_count ----------------------------------------------------------- */

static const char *const args_count[] = {"keys", "values", "field", NULL};

/* How many values the sequence holds in the field that its elem_type names; false where that cannot
 * be told, or another field holds values. */
static bool count_values(const struct ol_level *values, uint64_t *count)
{
    struct ol_container container;
    ol_container_read(&container, values);
    bool is_undefined = container.has_type && container.type == OL_ELEMENT_UNDEFINED;
    bool is_stray = container.first != NULL &&
                    (container.filled_count > 1 || container.first != container.named);
    if (!values->is_complete || is_stray || (container.named == NULL && !is_undefined) ||
        (container.named != NULL && values->mistyped >> container.named->index & 1) != 0) {
        return false;
    }
    *count = container.named != NULL ? ol_level_elements(values, container.named->index) : 0;
    return true;
}

static void run_count(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const uint32_t key_fields = UINT32_C(1) << OL_MapProto_keys | UINT32_C(1)
                                                                      << OL_MapProto_string_keys;
    struct ol_level values;
    uint64_t count = 0;
    if (!level->is_complete || has_both_keys(level) || (level->mistyped & key_fields) != 0) {
        return;
    }
    if (!ol_run_read_child(run, level, OL_MapProto_values, &values)) {
        return;
    }
    uint64_t keys = ol_level_elements(level, OL_MapProto_keys) +
                    ol_level_elements(level, OL_MapProto_string_keys);
    if (count_values(&values, &count) && keys != count) {
        bool is_text = ol_level_elements(level, OL_MapProto_string_keys) > 0;
        unsigned field = is_text ? OL_MapProto_string_keys : OL_MapProto_keys;
        OL_EMIT(run, rule,
                (.span = ol_level_header(&values), .level = level,
                 .field = field_of(level, OL_MapProto_values)),
                OL_ARG_U64("keys", keys), OL_ARG_U64("values", count),
                OL_ARG_WORD("field", field_of(level, field)->name));
    }
}

const struct ol_check ol_check_map_count = {
    .name = "map_count",
    .trigger = OL_ON_LEVEL,
    .targets = TARGET,
    .args = args_count,
    .run = run_count,
};
