/* SPDX-License-Identifier: Apache-2.0 */
/* deep_decode [-n TIMES] PATH...: what a program does that simply parses: each file (of a folder,
 * each .onnx and .pb file below it) is mapped and decoded whole by upb, with mini-tables of the
 * full schema and strings left in the input. Models are ModelProto, .pb files TensorProto. The
 * yardstick of the benchmark.
 *
 * With -n each decode is done that often, in memory that stays mapped, and the last line is the
 * microseconds that the fastest one takes: what is left when the page faults of 200 MB of arena are
 * not counted, which cost little on bare metal and much in some virtual machines. */
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "onnx/schema.h"
#include "onnx/upb_compat.h"

#if OL_UPB_GENERATION == 2
#    include "upb/mini_descriptor/link.h"
#    define MAX_DEPTH (int)upb_DecodeOptions_MaxDepth(OL_DEEP_DEPTH)
#else
#    define MAX_DEPTH (int)UPB_DECODE_MAXDEPTH((unsigned)OL_DEEP_DEPTH)
#endif

#define OL_DEEP_DEPTH    100
#define DESCRIPTOR_BYTES 1024
#define FOLDERS_OPEN     16

/* nftw hands no context to its callback. */
static upb_MiniTable *tables[OL_MESSAGE_COUNT];
static unsigned long files_decoded;
static unsigned long files_failed;
static unsigned long times = 1;
static uint64_t best_ns = UINT64_MAX;

static upb_FieldType full_type(const struct ol_field *field)
{
    static const upb_FieldType types[] = {
        [OL_TYPE_STRING] = kUpb_FieldType_String,   [OL_TYPE_BYTES] = kUpb_FieldType_Bytes,
        [OL_TYPE_INT32] = kUpb_FieldType_Int32,     [OL_TYPE_INT64] = kUpb_FieldType_Int64,
        [OL_TYPE_UINT64] = kUpb_FieldType_UInt64,   [OL_TYPE_FLOAT] = kUpb_FieldType_Float,
        [OL_TYPE_DOUBLE] = kUpb_FieldType_Double,   [OL_TYPE_ENUM] = kUpb_FieldType_Int32,
        [OL_TYPE_MESSAGE] = kUpb_FieldType_Message,
    };
    return types[field->type];
}

static uint64_t modifiers(const struct ol_field *field)
{
    uint64_t set = ol_field_is_repeated(field) ? (uint64_t)kUpb_FieldModifier_IsRepeated : 0;
    return field->flags & OL_FIELD_PACKED ? set | (uint64_t)kUpb_FieldModifier_IsPacked : set;
}

static upb_MiniTable *build_table(const struct ol_message *message, upb_Arena *arena)
{
    char text[DESCRIPTOR_BYTES];
    upb_MtDataEncoder encoder = {.end = text + sizeof text};
    char *at = upb_MtDataEncoder_StartMessage(&encoder, text, 0);
    bool has_oneof = false;
    for (unsigned i = 0; i < message->field_count && at != NULL; i++) {
        const struct ol_field *field = &message->fields[i];
        has_oneof = has_oneof || field->oneof != 0;
        at = upb_MtDataEncoder_PutField(&encoder, at, full_type(field), field->number,
                                        modifiers(field));
    }
    if (at != NULL && has_oneof) {
        at = upb_MtDataEncoder_StartOneof(&encoder, at);
    }
    for (unsigned i = 0; i < message->field_count && at != NULL; i++) {
        if (message->fields[i].oneof != 0) {
            at = upb_MtDataEncoder_PutOneofField(&encoder, at, message->fields[i].number);
        }
    }
    upb_Status status;
    upb_Status_Clear(&status);
    return at == NULL ? NULL : ol_upb_table_build(text, (size_t)(at - text), arena, &status);
}

static bool link_table(const struct ol_message *message)
{
    upb_MiniTable *table = tables[message->id];
    for (unsigned i = 0; i < message->field_count; i++) {
        const struct ol_field *field = &message->fields[i];
        if (field->of == NULL) {
            continue;
        }
        /* upb looks fields up as const and links them as not const */
        ol_upb_field *place =
            (ol_upb_field *)(uintptr_t)ol_upb_field_by_number(table, field->number);
#if OL_UPB_GENERATION == 2
        if (!upb_MiniTable_SetSubMessage(table, place, tables[field->of->id])) {
            return false;
        }
#else
        upb_MiniTable_SetSubMessage(table, place, tables[field->of->id]);
#endif
    }
    return true;
}

static bool build_tables(upb_Arena *arena)
{
    bool is_built = true;
    for (size_t i = 0; i < OL_MESSAGE_COUNT && is_built; i++) {
        tables[i] = build_table(&ol_messages[i], arena);
        is_built = tables[i] != NULL;
    }
    for (size_t i = 0; i < OL_MESSAGE_COUNT && is_built; i++) {
        is_built = link_table(&ol_messages[i]);
    }
    return is_built;
}

static bool has_suffix(const char *path, const char *suffix)
{
    size_t length = strlen(path);
    return length >= strlen(suffix) && strcmp(path + length - strlen(suffix), suffix) == 0;
}

static bool decode(const char *path, const char *bytes, size_t size)
{
    const upb_MiniTable *table =
        tables[has_suffix(path, ".pb") ? OL_MESSAGE_TensorProto : OL_MESSAGE_ModelProto];
    upb_Arena *arena = upb_Arena_Init(NULL, 0, &upb_alloc_global);
    upb_Message *message = arena == NULL ? NULL : ol_upb_message_new(table, arena);
    bool is_decoded = message != NULL && upb_Decode(bytes, size, message, table, NULL,
                                                    (int)kUpb_DecodeOption_AliasString | MAX_DEPTH,
                                                    arena) == kUpb_DecodeStatus_Ok;
    if (arena != NULL) {
        upb_Arena_Free(arena);
    }
    return is_decoded;
}

static uint64_t now_ns(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static bool decode_times(const char *path, const char *bytes, size_t size)
{
    bool is_decoded = true;
    for (unsigned long i = 0; i < times && is_decoded; i++) {
        uint64_t begin = now_ns();
        is_decoded = decode(path, bytes, size);
        uint64_t taken = now_ns() - begin;
        best_ns = taken < best_ns ? taken : best_ns;
    }
    return is_decoded;
}

static void decode_file(const char *path, size_t size)
{
    bool is_decoded = size == 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && size > 0) {
        void *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (map != MAP_FAILED) {
            is_decoded = decode_times(path, map, size);
            (void)munmap(map, size);
        }
    }
    if (fd >= 0) {
        (void)close(fd);
    }
    files_decoded += is_decoded;
    files_failed += !is_decoded;
}

static int visit(const char *path, const struct stat *stat, int type, struct FTW *place)
{
    if (type == FTW_F &&
        (place->level == 0 || has_suffix(path, ".onnx") || has_suffix(path, ".pb"))) {
        decode_file(path, (size_t)stat->st_size);
    }
    return 0;
}

int main(int argc, char **argv)
{
    upb_Arena *arena = upb_Arena_Init(NULL, 0, &upb_alloc_global);
    if (arena == NULL || !build_tables(arena)) {
        (void)fputs("deep_decode: the mini-tables cannot be built\n", stderr);
        return 3;
    }
    int first = 1;
    if (argc > 3 && strcmp(argv[1], "-n") == 0) {
        times = strtoul(argv[2], NULL, 10);
        first = 3;
        /* freed memory is kept for the next decode */
        (void)mallopt(M_MMAP_THRESHOLD, INT_MAX);
        (void)mallopt(M_TRIM_THRESHOLD, INT_MAX);
    }
    for (int i = first; i < argc; i++) {
        if (nftw(argv[i], visit, FOLDERS_OPEN, FTW_PHYS) != 0) {
            perror(argv[i]);
            return 3;
        }
    }
    (void)printf("%lu decoded, %lu refused\n", files_decoded, files_failed);
    if (first > 1) {
        (void)printf("%lu\n", (unsigned long)(best_ns / 1000));
    }
    upb_Arena_Free(arena);
    return 0;
}
