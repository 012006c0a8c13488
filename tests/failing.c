/* SPDX-License-Identifier: Apache-2.0 */
/* The wrappers. */
#include "failing.h"

#include <stddef.h>

/* The linker's names for the wrapped functions and for the real ones. */
/* NOLINTBEGIN(bugprone-reserved-identifier) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_reallocarray(void *memory, size_t count, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_reallocarray(void *memory, size_t count, size_t size);
void __wrap_free(void *memory);
const char *__lsan_default_suppressions(void);
/* NOLINTEND(bugprone-reserved-identifier) */

/* What the wrappers count; they have no other place for it. */
static unsigned long allocations_left; /* until one fails; 0: none fails */
static bool has_failed_once;
static long blocks;
static long blocks_before;

/* The upb of grpc 1.51.1 loses the scratch memory of its table builder where that cannot grow: said
 * to the leak sanitizer. */
const char *__lsan_default_suppressions(void)
{
    return "leak:upb_MtDecoder_PushItem\n";
}

static bool is_to_fail(void)
{
    bool fails = allocations_left == 1;
    allocations_left -= allocations_left > 0;
    has_failed_once = has_failed_once || fails;
    return fails;
}

void *__wrap_malloc(size_t size)
{
    void *memory = is_to_fail() ? NULL : __real_malloc(size);
    blocks += memory != NULL;
    return memory;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *memory = is_to_fail() ? NULL : __real_calloc(count, size);
    blocks += memory != NULL;
    return memory;
}

void *__wrap_realloc(void *memory, size_t size)
{
    bool is_new = memory == NULL;
    void *grown = is_to_fail() ? NULL : __real_realloc(memory, size);
    blocks += is_new && grown != NULL;
    return grown;
}

void *__wrap_reallocarray(void *memory, size_t count, size_t size)
{
    bool is_new = memory == NULL;
    void *grown = is_to_fail() ? NULL : __real_reallocarray(memory, count, size);
    blocks += is_new && grown != NULL;
    return grown;
}

void __wrap_free(void *memory)
{
    blocks -= memory != NULL;
    __real_free(memory);
}

void ol_failing_begin(unsigned long n)
{
    blocks_before = blocks;
    has_failed_once = false;
    allocations_left = n;
}

long ol_failing_end(bool *has_failed)
{
    allocations_left = 0;
    *has_failed = has_failed_once;
    return blocks - blocks_before;
}
