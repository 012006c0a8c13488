/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the bytes that are allocated, by the hooks of the address sanitizer. */
#include "fuzz/memory.h"

#include <stdatomic.h>
#include <stdint.h>

#include "fuzz/fuzz.h"

#define BOUND_CONSTANT ((size_t)2 * 1024 * 1024)
#define BOUND_A_BYTE   1024
#define BOUND_MAX      ((size_t)64 * 1024 * 1024)

typedef void malloc_hook(const volatile void *memory, size_t size);
typedef void free_hook(const volatile void *memory);

/* The names are the sanitizer's. NOLINTBEGIN(bugprone-reserved-identifier) */
__attribute__((weak)) int __sanitizer_install_malloc_and_free_hooks(malloc_hook *taken,
                                                                    free_hook *given);
__attribute__((weak)) size_t __sanitizer_get_allocated_size(const volatile void *memory);
/* NOLINTEND(bugprone-reserved-identifier) */

static atomic_llong now;
static atomic_llong peak;

static void take(const volatile void *memory, size_t size)
{
    (void)memory;
    long long sum =
        atomic_fetch_add_explicit(&now, (long long)size, memory_order_relaxed) + (long long)size;
    if (sum > atomic_load_explicit(&peak, memory_order_relaxed)) {
        atomic_store_explicit(&peak, sum, memory_order_relaxed); /* threads may lose a little */
    }
}

static void give(const volatile void *memory)
{
    if (memory != NULL) {
        (void)atomic_fetch_sub_explicit(&now, (long long)__sanitizer_get_allocated_size(memory),
                                        memory_order_relaxed);
    }
}

bool ol_fuzz_memory_is_counted(void)
{
    return __sanitizer_install_malloc_and_free_hooks != NULL &&
           __sanitizer_get_allocated_size != NULL;
}

void ol_fuzz_memory_init(void)
{
    if (ol_fuzz_memory_is_counted() && __sanitizer_install_malloc_and_free_hooks(take, give) == 0) {
        ol_fuzz_fail("memory cannot be counted");
    }
}

void ol_fuzz_memory_begin(void)
{
    atomic_store(&now, 0);
    atomic_store(&peak, 0);
}

void ol_fuzz_memory_check(size_t max)
{
    long long most = atomic_load(&peak);
    if (most > 0 && (unsigned long long)most > max) {
        ol_fuzz_fail("%lld bytes were allocated, and %zu are enough", most, max);
    }
}

size_t ol_fuzz_memory_bound(size_t size)
{
    size_t bound =
        size < BOUND_MAX / BOUND_A_BYTE ? BOUND_CONSTANT + size * BOUND_A_BYTE : BOUND_MAX;
    return bound < BOUND_MAX ? bound : BOUND_MAX;
}
