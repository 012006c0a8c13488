/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the metadata that tell how a model's images are stored (MetadataProps.md). */
#include "base/nearest.h"
#include "base/text.h"
#include "onnx/members.h"
#include "onnx/peek.h"
#include "onnx/reader.h"
#include "rule/check.h"

static const char *const pixel_formats[] = {"Gray8", "Rgb8", "Bgr8", "Rgba8", "Bgra8", NULL};
static const char *const gammas[] = {"Linear", "SRGB", NULL};
static const char *const pixel_ranges[] = {"NominalRange_0_255", "Normalized_0_1", "Normalized_1_1",
                                           "NominalRange_16_235", NULL};

/* Keys and values are compared without case. */
static const struct image_key {
    const char *key;
    const char *const *values; /* NULL-terminated */
} image_keys[] = {
    {"Image.BitmapPixelFormat", pixel_formats},
    {"Image.ColorSpaceGamma", gammas},
    {"Image.NominalPixelRange", pixel_ranges},
};

#define IMAGE_KEYS (sizeof image_keys / sizeof *image_keys)

/* The place in image_keys; IMAGE_KEYS where it is none of them. */
static size_t find_key(struct ol_slice key)
{
    size_t i = 0;
    while (i < IMAGE_KEYS && !ol_text_is_equal_folded(key, ol_slice_from_text(image_keys[i].key))) {
        i++;
    }
    return i;
}

/* --- image_value --------------------------------------------------------- */

static const char *const args_value[] = {"key", "value", "nearest", NULL};

/* The listed value that comes nearest; NULL where the text is a listed value itself. */
static const char *nearest_value(const char *const *values, struct ol_slice text)
{
    const char *nearest = values[0];
    size_t least = SIZE_MAX;
    for (size_t i = 0; values[i] != NULL; i++) {
        struct ol_slice listed = ol_slice_from_text(values[i]);
        size_t distance = ol_nearest_distance(text, listed);
        if (ol_text_is_equal_folded(text, listed)) {
            return NULL;
        }
        if (distance < least) {
            least = distance;
            nearest = values[i];
        }
    }
    return nearest;
}

/* An entry of the model's metadata. A value that is no UTF-8 is a fault of its own. */
static void run_value(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    size_t key = find_key(ol_level_text(level, OL_StringStringEntryProto_key));
    if (key == IMAGE_KEYS || !level->is_complete ||
        !ol_level_is_in(level, OL_MESSAGE_ModelProto, OL_ModelProto_metadata_props)) {
        return;
    }
    const struct ol_field *field = &level->message->fields[OL_StringStringEntryProto_value];
    struct ol_slice value = ol_level_text(level, field->index);
    const char *nearest = nearest_value(image_keys[key].values, value);
    bool is_there = ol_level_has(level, field->index);
    if (nearest != NULL && (is_there || ol_level_lacks(level, field->index)) &&
        ol_utf8_valid_length(value) == value.size) {
        OL_EMIT(run, rule,
                (.span = is_there ? ol_level_span(level, field->index) : ol_level_header(level),
                 .level = level, .field = field),
                OL_ARG_WORD("key", image_keys[key].key), OL_ARG_TEXT("value", value),
                OL_ARG_WORD("nearest", nearest));
    }
}

const struct ol_check ol_check_image_value = {
    .name = "image_value",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_StringStringEntryProto),
    .args = args_value,
    .run = run_value,
};

/* --- image_metadata ------------------------------------------------------ */

static const char *const args_metadata[] = {"keys", NULL};

/* Types in one another that are looked into; real ones nest two or three deep. */
#define TYPES_MAX 8

/* The keys that the model lacks, as a list in the run's arena; NULL where it has all of them, or a
 * failure sticks in the run. */
static const char *missing_keys(struct ol_run *run, const struct ol_level *model)
{
    bool has_key[IMAGE_KEYS + 1] = {false};
    struct ol_children children;
    struct ol_level entry;
    ol_children_init(&children, model);
    while (ol_children_next(&children, &entry)) {
        if (entry.field->index != OL_ModelProto_metadata_props) {
            continue;
        }
        if (!ol_run_read(run, &entry)) {
            return NULL;
        }
        has_key[find_key(ol_level_text(&entry, OL_StringStringEntryProto_key))] = true;
    }
    struct ol_buf list;
    const char *kept = NULL;
    ol_run_init_buf(run, &list);
    for (size_t i = 0; i < IMAGE_KEYS; i++) {
        if (!has_key[i]) {
            ol_buf_add(&list, list.size > 0 ? "," : "");
            ol_buf_add(&list, list.size > 0 ? "\x20" : "");
            ol_buf_add(&list, image_keys[i].key);
        }
    }
    if (list.size > 0 || !ol_buf_is_ok(&list)) {
        kept = ol_run_keep_buf(run, &list);
    }
    ol_buf_fini(&list);
    return kept;
}

/* The fields in which a type holds another one. */
static const struct nesting {
    uint8_t kind; /* field of TypeProto */
    uint8_t part; /* field of that kind's message */
} nestings[] = {
    {OL_TypeProto_sequence_type, OL_TypeProto_Sequence_elem_type},
    {OL_TypeProto_optional_type, OL_TypeProto_Optional_elem_type},
    {OL_TypeProto_map_type, OL_TypeProto_Map_value_type},
};

/* What is looked for, and where it is told. */
struct search {
    struct ol_run *run;
    const struct ol_rule *rule;
    const char *keys;
};

/* Tells of the type, or of a type in it (down to that many), whose denotation is IMAGE; false where
 * there is none. The level was read. */
static bool tell_image(const struct search *search, const struct ol_level *type, unsigned levels)
{
    const struct ol_field *field = &type->message->fields[OL_TypeProto_denotation];
    if (ol_slice_is_text(ol_level_text(type, field->index), "IMAGE")) {
        OL_EMIT(search->run, search->rule,
                (.span = ol_level_span(type, field->index), .level = type, .field = field),
                OL_ARG_WORD("keys", search->keys));
        return true;
    }
    for (size_t i = 0; levels > 0 && i < sizeof nestings / sizeof *nestings; i++) {
        struct ol_level kind;
        struct ol_level part;
        if (ol_level_shows(type, &type->message->fields[nestings[i].kind]) &&
            ol_run_read_child(search->run, type, nestings[i].kind, &kind) &&
            ol_run_read_child(search->run, &kind, nestings[i].part, &part)) {
            return tell_image(search, &part, levels - 1);
        }
    }
    return false;
}

/* The inputs and the outputs of a graph, in the order of the bytes. */
struct values {
    struct ol_members lists[2];
    struct ol_member next[2]; /* of each list, where there is one */
    bool has_next[2];
};

static void open_values(struct values *values, const struct ol_level *graph)
{
    ol_members_init(&values->lists[0], graph, OL_GraphProto_input);
    ol_members_init(&values->lists[1], graph, OL_GraphProto_output);
    for (size_t i = 0; i < 2; i++) {
        values->has_next[i] = ol_members_next(&values->lists[i], &values->next[i]);
    }
}

/* Sets up, without reading it, the level of the next one; false behind the last. */
static bool next_value(struct values *values, struct ol_level *value)
{
    size_t i =
        !values->has_next[0] || (values->has_next[1] && values->next[1].tag < values->next[0].tag);
    if (!values->has_next[i]) {
        return false;
    }
    ol_peek_open(value, values->lists[i].level, values->next[i].tag, values->next[i].index);
    values->has_next[i] = ol_members_next(&values->lists[i], &values->next[i]);
    return true;
}

/* The first image among the inputs and outputs of the model's graph: one is told, since the
 * metadata are for all of them. */
static void run_metadata(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    struct ol_level graph;
    if (!level->is_complete || !ol_run_read_child(run, level, OL_ModelProto_graph, &graph)) {
        return;
    }
    struct search search = {run, rule, missing_keys(run, level)};
    struct values values;
    struct ol_level value;
    struct ol_level type;
    bool is_told = search.keys == NULL;
    open_values(&values, &graph);
    while (!is_told && next_value(&values, &value)) {
        if (ol_run_read(run, &value) &&
            ol_run_read_child(run, &value, OL_ValueInfoProto_type, &type)) {
            is_told = tell_image(&search, &type, TYPES_MAX);
        }
    }
}

const struct ol_check ol_check_image_metadata = {
    .name = "image_metadata",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .args = args_metadata,
    .run = run_metadata,
};
