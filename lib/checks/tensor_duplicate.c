/* SPDX-License-Identifier: Apache-2.0 */
/* The check for large initializers of one graph that hold the same bytes. It reads raw_data of
 * equal size, so its rule is off by default. */
#include <stdint.h>

#include "base/input.h"
#include "base/sort.h"
#include "checks/tensor_emit.h"
#include "rule/check.h"

static const struct ol_param params[] = {
    {.name = "min-bytes",
     .type = OL_PARAM_INTEGER,
     .is_required = true,
     .min = 1,
     .max = INT64_MAX},
};

static const char *const args[] = {"bytes", "first", NULL};
static const char *const notes[] = {"first", NULL};

/* A large initializer. */
struct candidate {
    struct ol_occurrence occurrence; /* in the graph */
    uint64_t index;                  /* of the initializer */
    struct ol_slice bytes;           /* of raw_data */
    uint64_t hash;                   /* of the bytes; 0 until another of that size is met */
};

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* By size, then content, then place. */
static int compare_candidates(const void *a, const void *b)
{
    const struct candidate *left = a;
    const struct candidate *right = b;
    int order = compare_numbers(left->bytes.size, right->bytes.size);
    if (order == 0) {
        order = compare_numbers(left->hash, right->hash);
    }
    return order != 0 ? order : compare_numbers(left->index, right->index);
}

/* FNV-1a over words of eight bytes, the rest byte by byte. Only a first look: equal bytes are
 * compared. */
static uint64_t hash_bytes(struct ol_slice bytes)
{
    const uint64_t prime = 0x100000001B3;
    uint64_t hash = 0xCBF29CE484222325;
    size_t at = 0;
    for (; bytes.size - at >= sizeof hash; at += sizeof hash) {
        uint64_t word;
        memcpy(&word, bytes.data + at, sizeof word);
        hash = (hash ^ word) * prime;
        hash ^= hash >> 32;
    }
    for (; at < bytes.size; at++) {
        hash = (hash ^ bytes.data[at]) * prime;
    }
    return hash;
}

/* Reads the initializer of an occurrence. */
static bool read_initializer(struct ol_run *run, const struct ol_level *graph,
                             const struct candidate *candidate, struct ol_level *tensor)
{
    ol_level_init_child(tensor, graph, &candidate->occurrence, candidate->index);
    return ol_run_read(run, tensor);
}

/* Collects the initializers that hold at least min bytes. The array has room for all of the
 * graph. */
static size_t collect(struct ol_run *run, const struct ol_level *graph,
                      struct candidate *candidates, uint64_t min)
{
    struct ol_cursor cursor;
    struct ol_element element;
    struct ol_level tensor;
    size_t count = 0;
    ol_cursor_init(&cursor, graph, OL_GraphProto_initializer);
    while (ol_cursor_next(&cursor, &element)) {
        struct candidate candidate = {.occurrence = element.occurrence, .index = element.index};
        if (element.bytes.size < min) {
            continue;
        }
        if (!read_initializer(run, graph, &candidate, &tensor)) {
            return 0;
        }
        candidate.bytes = ol_level_text(&tensor, OL_TensorProto_raw_data);
        if (candidate.bytes.size >= min) {
            candidates[count++] = candidate;
        }
    }
    return count;
}

/* Tells that bytes of the file are read. */
static void touch(struct ol_run *run, struct ol_slice bytes)
{
    const uint8_t *file = ol_run_input(run)->bytes.data;
    ol_run_touch(run, (struct ol_span){(uint64_t)(bytes.data - file), bytes.size});
}

/* Hashes those that share their size with another, which the order puts beside them. */
static void hash_candidates(struct ol_run *run, struct candidate *candidates, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t size = candidates[i].bytes.size;
        if ((i > 0 && candidates[i - 1].bytes.size == size) ||
            (i + 1 < count && candidates[i + 1].bytes.size == size)) {
            candidates[i].hash = hash_bytes(candidates[i].bytes);
            touch(run, candidates[i].bytes);
        }
    }
}

static void emit_duplicate(struct ol_run *run, const struct ol_rule *rule,
                           const struct ol_level *graph, const struct candidate pair[2])
{
    struct ol_level first;
    struct ol_level second;
    if (!read_initializer(run, graph, &pair[0], &first) ||
        !read_initializer(run, graph, &pair[1], &second)) {
        return;
    }
    const struct ol_field *field = ol_tensor_field(OL_TensorProto_raw_data);
    struct ol_note note = {
        .note = "first",
        .span = ol_level_span(&first, OL_TensorProto_raw_data),
        .level = &first,
        .field = field,
    };
    OL_EMIT(run, rule,
            (.span = ol_level_span(&second, OL_TensorProto_raw_data), .level = &second,
             .field = field, .notes = &note, .note_count = 1),
            OL_ARG_U64("bytes", pair[1].bytes.size),
            OL_ARG_TEXT("first", ol_level_text(&first, OL_TensorProto_name)));
}

/* Reports each that equals the first of its size and hash: one comparison each, so that the whole
 * stays linear in the bytes even where a file makes hashes collide. */
static void compare_all(struct ol_run *run, const struct ol_rule *rule,
                        const struct ol_level *graph, const struct candidate *candidates,
                        size_t count)
{
    size_t first = 0;
    for (size_t i = 1; i < count; i++) {
        if (candidates[i].bytes.size != candidates[first].bytes.size ||
            candidates[i].hash != candidates[first].hash) {
            first = i;
        } else if (ol_slice_is_equal(candidates[i].bytes, candidates[first].bytes)) {
            emit_duplicate(run, rule, graph,
                           (const struct candidate[2]){candidates[first], candidates[i]});
        }
    }
}

static void run_duplicate(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    uint64_t occurrences = ol_level_occurrences(level, OL_GraphProto_initializer);
    int64_t min = ol_rule_integer(rule, 0, 1);
    if (occurrences < 2 || min < 1) {
        return;
    }
    uint64_t most = (level->end - level->begin) / (uint64_t)min;
    struct candidate *candidates = ol_arena_alloc_array(
        ol_run_arena(run), (size_t)(most < occurrences ? most : occurrences), sizeof *candidates);
    if (candidates == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return;
    }
    size_t count = collect(run, level, candidates, (uint64_t)min);
    ol_sort(candidates, count, sizeof *candidates, compare_candidates);
    hash_candidates(run, candidates, count);
    ol_sort(candidates, count, sizeof *candidates, compare_candidates);
    compare_all(run, rule, level, candidates, count);
}

const struct ol_check ol_check_tensor_duplicate = {
    .name = "tensor_duplicate",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_GraphProto),
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .args = args,
    .notes = notes,
    .run = run_duplicate,
};
