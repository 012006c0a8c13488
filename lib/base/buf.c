/* SPDX-License-Identifier: Apache-2.0 */
/* Text that grows by doubling, while it is short. */
#include "base/buf.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/budget.h"

#define CAPACITY_MIN 128

/* From there on a buffer grows by half. */
#define DOUBLED_MAX ((size_t)1024 * 1024)

void ol_buf_init(struct ol_buf *buf)
{
    *buf = (struct ol_buf){0};
}

void ol_buf_init_within(struct ol_buf *buf, struct ol_budget *budget)
{
    *buf = (struct ol_buf){.budget = budget};
}

void ol_buf_fini(struct ol_buf *buf)
{
    ol_budget_give(buf->budget, buf->capacity);
    free(buf->text);
    *buf = (struct ol_buf){0};
}

void ol_buf_clear(struct ol_buf *buf)
{
    buf->size = 0;
    if (buf->text != NULL) {
        buf->text[0] = '\0';
    }
}

void ol_buf_cut(struct ol_buf *buf, size_t size)
{
    if (size < buf->size) {
        buf->size = size;
        buf->text[size] = '\0';
    }
}

bool ol_buf_is_ok(const struct ol_buf *buf)
{
    return !buf->failed;
}

void ol_buf_inherit(struct ol_buf *buf, const struct ol_buf *part)
{
    buf->failed = buf->failed || part->failed;
}

const char *ol_buf_text(const struct ol_buf *buf)
{
    return buf->text != NULL ? buf->text : "";
}

struct ol_slice ol_buf_slice(const struct ol_buf *buf)
{
    return (struct ol_slice){(const uint8_t *)ol_buf_text(buf), buf->size};
}

const char *ol_buf_copy(const struct ol_buf *buf, struct ol_arena *arena)
{
    return ol_buf_is_ok(buf) ? ol_arena_copy_text(arena, ol_buf_slice(buf)) : NULL;
}

bool ol_buf_reserve(struct ol_buf *buf, size_t size)
{
    if (buf->failed) {
        return false;
    }
    if (size < buf->capacity - buf->size) {
        return true;
    }
    if (size > SIZE_MAX / 2 - buf->size - 1) {
        buf->failed = true;
        return false;
    }
    size_t capacity = buf->capacity > CAPACITY_MIN ? buf->capacity : CAPACITY_MIN;
    while (capacity <= buf->size + size) {
        capacity += capacity < DOUBLED_MAX ? capacity : capacity / 2;
    }
    size_t more = capacity - buf->capacity;
    bool may_grow = ol_budget_take(buf->budget, more);
    char *text = may_grow ? realloc(buf->text, capacity) : NULL;
    if (text == NULL) {
        ol_budget_give(buf->budget, may_grow ? more : 0);
        buf->failed = true;
        return false;
    }
    text[buf->size] = '\0';
    buf->text = text;
    buf->capacity = capacity;
    return true;
}

void ol_buf_add_slice(struct ol_buf *buf, struct ol_slice bytes)
{
    if (!ol_buf_reserve(buf, bytes.size)) {
        return;
    }
    if (bytes.size > 0) {
        memcpy(buf->text + buf->size, bytes.data, bytes.size);
    }
    buf->size += bytes.size;
    buf->text[buf->size] = '\0';
}

void ol_buf_add(struct ol_buf *buf, const char *text)
{
    ol_buf_add_slice(buf, ol_slice_from_text(text));
}

void ol_buf_add_char(struct ol_buf *buf, char c)
{
    ol_buf_add_slice(buf, (struct ol_slice){(const uint8_t *)&c, 1});
}

void ol_buf_add_u64(struct ol_buf *buf, uint64_t value)
{
    uint8_t digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (uint8_t)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    ol_buf_add_slice(buf, (struct ol_slice){digits + at, sizeof digits - at});
}

void ol_buf_add_i64(struct ol_buf *buf, int64_t value)
{
    ol_buf_addf(buf, "%" PRId64, value);
}

void ol_buf_add_hex(struct ol_buf *buf, uint64_t value)
{
    ol_buf_addf(buf, "%" PRIx64, value);
}

void ol_buf_addf(struct ol_buf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (size < 0 || !ol_buf_reserve(buf, (size_t)size)) {
        buf->failed = true;
        return;
    }
    va_start(args, format);
    (void)vsnprintf(buf->text + buf->size, (size_t)size + 1, format, args);
    va_end(args);
    buf->size += (size_t)size;
}

enum ol_status ol_buf_pass_on(struct ol_buf *buf,
                              void (*write)(void *context, const char *text, size_t size),
                              void *context)
{
    bool is_ok = ol_buf_is_ok(buf);
    if (is_ok && buf->size > 0) {
        write(context, buf->text, buf->size);
    }
    ol_buf_fini(buf);
    return is_ok ? OL_OK : OL_ERR_NOMEM;
}
