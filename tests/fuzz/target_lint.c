/* SPDX-License-Identifier: Apache-2.0 */
/* A whole lint, with every rule on, of each kind of root: a target for each that files usually
 * have, and one for the others and for recognition, whose header chooses. */
#include "fuzz/bench.h"
#include "fuzz/fuzz.h"
#include "fuzz/memory.h"
#include "fuzz/ways.h"
#include "onnx/recognise.h"

/* Inputs, on the average, of which one is linted again, and in all the ways. */
#define AGAIN_ONE_OF 32
#define WAYS_ONE_OF  512

static struct ol_fuzz_bench bench;
static struct ol_fuzz_ways ways;

static void lint(const struct ol_message *message, const char *name, struct ol_slice bytes)
{
    const struct ol_fuzz_job job = {message, name, NULL, bytes};
    ol_fuzz_memory_begin();
    uint64_t hash = ol_fuzz_bench_lint(&bench, &job);
    ol_fuzz_memory_check(ol_fuzz_memory_bound(bytes.size));
    if (ol_fuzz_is_chosen(bytes.data, bytes.size, AGAIN_ONE_OF)) {
        ol_fuzz_need(ol_fuzz_bench_lint(&bench, &job) == hash, "a second time it is not the same");
    }
}

static void set_up(const char *type)
{
    ol_fuzz_bench_init(&bench);
    ol_fuzz_ways_init(&ways, type, "m");
    ol_fuzz_memory_init();
}

static void tear_down(void)
{
    ol_fuzz_ways_fini(&ways);
    ol_fuzz_bench_fini(&bench);
}

static void run(const struct ol_message *message, const uint8_t *data, size_t size)
{
    const struct ol_slice bytes = {data, size};
    lint(message, "m", bytes);
    if (ol_fuzz_is_chosen(data, size, WAYS_ONE_OF)) {
        ol_fuzz_ways_check(&ways, bytes);
    }
}

/* The targets of one message each. */
#define LINT_TARGET(id, message, type)                                          \
    static const struct ol_message *root_##id(const uint8_t *data, size_t size) \
    {                                                                           \
        (void)data;                                                             \
        (void)size;                                                             \
        return &ol_messages[OL_MESSAGE_##message];                              \
    }                                                                           \
    static void set_up_##id(void)                                               \
    {                                                                           \
        set_up(type);                                                           \
    }                                                                           \
    static void run_##id(const uint8_t *data, size_t size)                      \
    {                                                                           \
        run(&ol_messages[OL_MESSAGE_##message], data, size);                    \
    }                                                                           \
    const struct ol_fuzz_target ol_fuzz_lint_##id = {                           \
        .name = "lint_" #id,                                                    \
        .seeds = OL_FUZZ_SEEDS_CASES,                                           \
        .root = root_##id,                                                      \
        .set_up = set_up_##id,                                                  \
        .tear_down = tear_down,                                                 \
        .run = run_##id,                                                        \
    };

LINT_TARGET(model, ModelProto, "model")
LINT_TARGET(tensor, TensorProto, "tensor")
LINT_TARGET(sparse_tensor, SparseTensorProto, "sparse-tensor")
LINT_TARGET(sequence, SequenceProto, "sequence")
LINT_TARGET(map, MapProto, "map")
LINT_TARGET(optional, OptionalProto, "optional")

/* --- the others, and recognition ----------------------------------------- */

static const enum ol_message_id others[] = {OL_MESSAGE_GraphProto,      OL_MESSAGE_NodeProto,
                                            OL_MESSAGE_FunctionProto,   OL_MESSAGE_ValueInfoProto,
                                            OL_MESSAGE_TypeProto,       OL_MESSAGE_AttributeProto,
                                            OL_MESSAGE_OperatorSetProto};
#define OTHERS (sizeof others / sizeof *others)

/* Headers past those of the others leave it open what the bytes are, under names that suggest
 * something or nothing. */
static const char *const names[] = {"m", "m.onnx", "m.pb", "input_0.pb", "model.onnx.data"};
#define NAMES (sizeof names / sizeof *names)

static const struct ol_message *root_any(const uint8_t *data, size_t size)
{
    size_t which = size > 0 ? data[0] % (OTHERS + NAMES) : OTHERS;
    return &ol_messages[which < OTHERS ? others[which] : OL_MESSAGE_ModelProto];
}

static void set_up_any(void)
{
    set_up(NULL);
}

static void run_any(const uint8_t *data, size_t size)
{
    const struct ol_slice bytes = ol_fuzz_rest(&ol_fuzz_lint_any, data, size);
    size_t which = size > 0 ? data[0] % (OTHERS + NAMES) : OTHERS;
    if (which < OTHERS) {
        lint(&ol_messages[others[which]], "m", bytes);
    } else {
        lint(NULL, names[which - OTHERS], bytes);
    }
    if (ol_fuzz_is_chosen(data, size, WAYS_ONE_OF)) {
        ol_fuzz_ways_check(&ways, bytes);
    }
}

const struct ol_fuzz_target ol_fuzz_lint_any = {
    .name = "lint_any",
    .seeds = OL_FUZZ_SEEDS_CASES,
    .header = 1,
    .root = root_any,
    .set_up = set_up_any,
    .tear_down = tear_down,
    .run = run_any,
};
