/* SPDX-License-Identifier: Apache-2.0 */
/* A library to be preloaded: counts what a program asks of memory and of files, the same on every
 * machine, and at its end writes one line to the file that OL_COUNT_FILE names:
 *
 *   ALLOCATIONS ALLOCATED_BYTES PEAK_BYTES PAGES READ_BYTES
 *
 * calls that gave or grew a block; the bytes asked for in them; the most that was in use at once;
 * the pages of mapped files that were touched; and the bytes that read and pread gave.
 *
 * Pages are counted as the processor meets them, not as the kernel reads them ahead: what is mapped
 * from a file is made inaccessible, and the fault makes one page readable. The system is given no
 * buffer in there by the program that this is for; it would be refused. */
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAPPINGS_MAX 64

/* The C library's own, behind what is replaced here. */
static struct {
    void *(*malloc)(size_t size);
    void *(*calloc)(size_t count, size_t size);
    void *(*realloc)(void *block, size_t size);
    void (*free)(void *block);
} library;

static atomic_ullong allocations;
static atomic_ullong allocated;
static atomic_ullong in_use;
static atomic_ullong peak;
static atomic_ullong pages;
static atomic_ullong bytes_read;

static struct mapping {
    atomic_uintptr_t begin; /* 0: free */
    atomic_uintptr_t end;
} mappings[MAPPINGS_MAX];

static uintptr_t page_size;

/* --- memory -------------------------------------------------------------- */

/* dlsym gives objects, and ISO C knows no way from those to functions. */
static void find_function(const char *name, void *function)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL) {
        abort();
    }
    memcpy(function, &found, sizeof found);
}

/* The first call comes before any constructor. glibc needs no memory to find what is there. */
static void find_library(void)
{
    if (library.free == NULL) {
        find_function("malloc", &library.malloc);
        find_function("calloc", &library.calloc);
        find_function("realloc", &library.realloc);
        find_function("free", &library.free);
    }
}

/* A block that was given, and the bytes that were asked for. */
static void *count_block(void *block, size_t asked)
{
    if (block != NULL) {
        (void)atomic_fetch_add(&allocations, 1);
        (void)atomic_fetch_add(&allocated, asked);
        size_t usable = malloc_usable_size(block);
        unsigned long long now = atomic_fetch_add(&in_use, usable) + usable;
        unsigned long long most = atomic_load(&peak);
        while (now > most && !atomic_compare_exchange_weak(&peak, &most, now)) {
        }
    }
    return block;
}

/* The C library's headers name parameters in its own way. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */

void *malloc(size_t size)
{
    find_library();
    return count_block(library.malloc(size), size);
}

void *calloc(size_t count, size_t size)
{
    find_library();
    return count_block(library.calloc(count, size), count * size);
}

void *realloc(void *block, size_t size)
{
    find_library();
    size_t before = block == NULL ? 0 : malloc_usable_size(block);
    void *grown = library.realloc(block, size);
    if (grown != NULL || size == 0) {
        (void)atomic_fetch_sub(&in_use, before);
    }
    return count_block(grown, size);
}

void free(void *block)
{
    find_library();
    if (block != NULL) {
        (void)atomic_fetch_sub(&in_use, malloc_usable_size(block));
    }
    library.free(block);
}

/* --- pages --------------------------------------------------------------- */

static struct mapping *find_mapping(uintptr_t address)
{
    for (size_t i = 0; i < MAPPINGS_MAX; i++) {
        if (address >= atomic_load(&mappings[i].begin) && address < atomic_load(&mappings[i].end)) {
            return &mappings[i];
        }
    }
    return NULL;
}

/* Lets one page be read, and counts it. */
static void take_fault(int signal_number, siginfo_t *info, void *context)
{
    uintptr_t address = (uintptr_t)info->si_addr;
    int error = errno;
    (void)context;
    if (find_mapping(address) == NULL ||
        /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
        mprotect((void *)(address - address % page_size), page_size, PROT_READ) != 0) {
        (void)signal(signal_number, SIG_DFL); /* and the fault comes again */
        return;
    }
    (void)atomic_fetch_add(&pages, 1);
    errno = error;
}

void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
    /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
    void *map = (void *)syscall(SYS_mmap, address, size, protection, flags, fd, offset);
    struct mapping *place = find_mapping(0);
    if (map == MAP_FAILED || fd < 0 || protection != PROT_READ || page_size == 0) {
        return map;
    }
    if (place == NULL || mprotect(map, size, PROT_NONE) != 0) {
        abort();
    }
    atomic_store(&place->end, (uintptr_t)map + size);
    atomic_store(&place->begin, (uintptr_t)map);
    return map;
}

int munmap(void *map, size_t size)
{
    struct mapping *place = find_mapping((uintptr_t)map);
    if (place != NULL) {
        atomic_store(&place->begin, 0);
        atomic_store(&place->end, 1);
    }
    return (int)syscall(SYS_munmap, map, size);
}

/* --- reading ------------------------------------------------------------- */

static ssize_t count_read(ssize_t size)
{
    (void)atomic_fetch_add(&bytes_read, size > 0 ? (unsigned long long)size : 0);
    return size;
}

ssize_t read(int fd, void *buffer, size_t size)
{
    return count_read((ssize_t)syscall(SYS_read, fd, buffer, size));
}

ssize_t pread(int fd, void *buffer, size_t size, off_t offset)
{
    return count_read((ssize_t)syscall(SYS_pread64, fd, buffer, size, offset));
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

/* --- begin and end ------------------------------------------------------- */

__attribute__((constructor)) static void begin(void)
{
    struct sigaction action = {.sa_sigaction = take_fault, .sa_flags = SA_SIGINFO};
    for (size_t i = 0; i < MAPPINGS_MAX; i++) {
        atomic_store(&mappings[i].end, 1); /* free: found at address 0 */
    }
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    if (sigaction(SIGSEGV, &action, NULL) != 0) {
        abort();
    }
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("OL_COUNT_FILE");
    unsigned long long counted[] = {atomic_load(&allocations), atomic_load(&allocated),
                                    atomic_load(&peak), atomic_load(&pages),
                                    atomic_load(&bytes_read)};
    FILE *file = path == NULL ? NULL : fopen(path, "w");
    if (file != NULL) {
        (void)fprintf(file, "%llu %llu %llu %llu %llu\n", counted[0], counted[1], counted[2],
                      counted[3], counted[4]);
        (void)fclose(file);
    }
}
