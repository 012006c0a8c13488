/* SPDX-License-Identifier: Apache-2.0 */
/* Levels, from the root down: what a reader keeps of each, and the faults that it tells, are the
 * same however the level is sliced. The header: the message. */
#include <inttypes.h>
#include <string.h>

#include "base/limits.h"
#include "fuzz/fuzz.h"
#include "fuzz/small_reader.h"
#include "onnx/reading.h"

#define LEVELS_MAX 2000 /* of one input */

static struct ol_minitables *tables;
static struct ol_reader *large;
static struct ol_reader *small;

/* Faults that a reading told: their number and a sum that their order does not change, since a
 * slice tells those between its occurrences behind those within them. */
struct faults {
    uint64_t count;
    uint64_t sum;
    uint64_t indexed; /* the same with their indexes, which are known where not too many are held */
};

static const struct ol_message *root(const uint8_t *header, size_t size)
{
    return &ol_messages[size > 0 ? header[0] % OL_MESSAGE_COUNT : 0];
}

static void take_fault(void *context, const struct ol_wire_fault *fault)
{
    struct faults *faults = context;
    const uint64_t what[] = {fault->kind,           fault->number,
                             fault->span.offset,    fault->span.length,
                             fault->declared,       fault->related.offset,
                             fault->related.length, fault->wire_type,
                             fault->available,      fault->related_field != NULL};
    faults->count++;
    uint64_t hash = ol_fuzz_hash(OL_FUZZ_HASH, what, sizeof what);
    faults->sum += hash;
    faults->indexed += ol_fuzz_hash(hash, &fault->index, sizeof fault->index);
}

static bool is_same_place(const struct ol_occurrence *a, const struct ol_occurrence *b)
{
    return a->tag == b->tag && a->value == b->value && a->end == b->end && a->flags == b->flags;
}

static void compare_field(const struct ol_level *a, const struct ol_level *b, unsigned i)
{
    const struct ol_field_state *x = &a->fields[i];
    const struct ol_field_state *y = &b->fields[i];
    if (x->occurrences != y->occurrences || x->surplus != y->surplus ||
        x->value.integer != y->value.integer ||
        memcmp(&x->first, &y->first, sizeof x->first) != 0 || !is_same_place(&x->last, &y->last)) {
        ol_fuzz_fail("%s.%s @0x%" PRIx64 " is not the same in small slices", a->message->name,
                     a->message->fields[i].name, a->tag);
    }
}

static void compare(const struct ol_level *a, const struct ol_level *b)
{
    ol_fuzz_need(a->present == b->present && a->mistyped == b->mistyped && a->unread == b->unread &&
                     a->is_complete == b->is_complete && a->overrun.offset == b->overrun.offset &&
                     a->overrun.length == b->overrun.length && a->broken.offset == b->broken.offset,
                 "a level is not the same in small slices");
    for (unsigned i = 0; i < a->message->field_count; i++) {
        if (ol_level_has(a, i)) {
            compare_field(a, b, i);
        }
    }
}

/* Reads a level both ways, and those below it. */
static void descend(struct ol_level *level, unsigned *left)
{
    struct ol_level other = *level;
    struct faults faults = {0};
    struct faults other_faults = {0};
    ol_fuzz_need(ol_reader_read(large, level, take_fault, &faults) == OL_OK &&
                     ol_small_reader_read(small, &other, take_fault, &other_faults) == OL_OK,
                 "a level cannot be read");
    compare(level, &other);
    ol_fuzz_need(faults.count == other_faults.count && faults.sum == other_faults.sum,
                 "faults are not the same in small slices");
    ol_fuzz_need(faults.indexed == other_faults.indexed || faults.count > OL_FAULTS_HELD_MAX,
                 "faults have not the same indexes in small slices");
    struct ol_children children;
    struct ol_level child;
    ol_children_init(&children, level);
    while (level->depth<OL_DEPTH_MAX && * left> 0 && ol_children_next(&children, &child)) {
        --*left;
        descend(&child, left);
    }
}

static void run(const uint8_t *data, size_t size)
{
    struct ol_level level;
    unsigned left = LEVELS_MAX;
    ol_level_init_root(&level, root(data, size), ol_fuzz_rest(&ol_fuzz_level, data, size));
    descend(&level, &left);
}

static void set_up(void)
{
    ol_fuzz_need(ol_minitables_new(&tables) == OL_OK && ol_reader_new(tables, &large) == OL_OK &&
                     ol_small_reader_new(tables, &small) == OL_OK,
                 "a reader cannot be made");
}

static void tear_down(void)
{
    ol_reader_free(large);
    ol_small_reader_free(small);
    ol_minitables_free(tables);
}

const struct ol_fuzz_target ol_fuzz_level = {
    .name = "level",
    .seeds = OL_FUZZ_SEEDS_CASES,
    .header = 1,
    .root = root,
    .set_up = set_up,
    .tear_down = tear_down,
    .run = run,
};
