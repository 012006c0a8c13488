/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that libFuzzer, and AFL++'s driver for it, call: for the target whose name the
 * build gives as OL_FUZZ_PROGRAM. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "fuzz/fuzz.h"
#include "fuzz/mutate.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

/* libFuzzer's own; other drivers have none. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

#define TARGET_OF(name) ol_fuzz_##name
#define TARGET(name)    TARGET_OF(name)
static const struct ol_fuzz_target *const target = &TARGET(OL_FUZZ_PROGRAM);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (getenv("OL_FUZZ_CLOSELY") != NULL) {
        ol_fuzz_look_closely();
    }
    target->set_up();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    target->run(data, size);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    if (LLVMFuzzerMutate == NULL) {
        return size;
    }
    if (target->root == NULL) {
        return LLVMFuzzerMutate(data, size, max);
    }
    return ol_fuzz_mutate(target, &(struct ol_fuzz_input){data, size, max}, seed, LLVMFuzzerMutate);
}
