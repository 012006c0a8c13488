/* SPDX-License-Identifier: Apache-2.0 */
/* Front coding: of a text that begins as one of the last long ones did, the rest is kept. Of lists
 * that are cut, as those of the innermost names are, one begins as another one goes on. */
#include "diag/shared.h"

#include <string.h>

#include "diag/wording.h"

/* Bytes that are worth a reference, which takes some six. */
#define COMMON_MIN 12

/* A text that has more than so many bytes for itself is kept for those that follow. */
#define OWN_MAX 24

void ol_shared_init(struct ol_shared *shared, struct ol_budget *budget)
{
    *shared = (struct ol_shared){.next = 0};
    ol_buf_init_within(&shared->kept, budget);
    ol_buf_init_within(&shared->whole, budget);
    for (size_t i = 0; i < OL_SHARED_LAST; i++) {
        ol_buf_init_within(&shared->last[i].text, budget);
    }
}

void ol_shared_fini(struct ol_shared *shared)
{
    ol_buf_fini(&shared->kept);
    ol_buf_fini(&shared->whole);
    for (size_t i = 0; i < OL_SHARED_LAST; i++) {
        ol_buf_fini(&shared->last[i].text);
    }
}

/* What has most in common with the text: a part of one of the last texts, from its start or from
 * some name on. */
static struct ol_shared_part find(const struct ol_shared *shared, const char *packed)
{
    struct ol_shared_part best = {0, 0, 0};
    for (size_t i = 0; i < OL_SHARED_LAST; i++) {
        const char *text = ol_buf_text(&shared->last[i].text);
        for (const char *at = text; at != NULL; at = ol_packed_next_name(at)) {
            size_t length = ol_packed_common(packed, at);
            if (length > best.length) {
                best = (struct ol_shared_part){shared->last[i].begin, (size_t)(at - text), length};
            }
        }
    }
    return best;
}

/* Lets the reference lead to the text that has at least its last byte and refers to none for it, so
 * that reading takes no more steps than there are bytes. */
static void settle(const struct ol_shared *shared, struct ol_shared_part *reference)
{
    while (reference->length > 0) {
        const char *at = shared->kept.text + reference->begin;
        struct ol_shared_part inner = ol_packed_part(&at);
        if (reference->skipped + reference->length > inner.length) {
            return;
        }
        reference->begin = inner.begin;
        reference->skipped += inner.skipped;
    }
}

/* Adds a text: the reference, where it is worth it, and the rest. */
static void add(struct ol_wording *out, const struct ol_shared_part *reference,
                struct ol_slice packed)
{
    size_t skipped = 0;
    if (reference->length >= COMMON_MIN) {
        ol_wording_add_part(out, reference);
        skipped = reference->length;
    }
    ol_buf_add_slice(out->out, (struct ol_slice){packed.data + skipped, packed.size - skipped});
}

/* Keeps the text; returns a reference to it as a whole. */
static struct ol_shared_part keep(struct ol_shared *shared, const struct ol_shared_part *reference,
                                  struct ol_slice packed)
{
    struct ol_wording out = {.out = &shared->kept};
    struct ol_buf *text = &shared->last[shared->next].text;
    size_t begin = shared->kept.size;
    add(&out, reference, packed);
    ol_wording_end(&out);
    ol_buf_clear(text);
    ol_buf_add_slice(text, packed);
    ol_buf_inherit(&shared->kept, text);
    shared->last[shared->next].begin = begin;
    shared->next = (shared->next + 1) % OL_SHARED_LAST;
    return (struct ol_shared_part){begin, 0, packed.size};
}

void ol_shared_add(struct ol_shared *shared, struct ol_wording *out, const char *packed)
{
    struct ol_slice text = ol_slice_from_text(packed);
    struct ol_shared_part reference = {0, 0, 0};
    if (!ol_buf_is_ok(&shared->kept)) {
        out->out->failed = true; /* what was to be kept last is not there */
        return;
    }
    if (text.size >= COMMON_MIN) {
        reference = find(shared, packed);
        settle(shared, &reference);
    }
    if (text.size - reference.length > OWN_MAX) {
        reference = keep(shared, &reference, text);
    }
    add(out, &reference, text);
    ol_buf_clear(&shared->whole);
    if (!ol_buf_is_ok(&shared->kept) || !ol_buf_reserve(&shared->whole, text.size)) {
        out->out->failed = true;
    }
}

/* Fills a piece of memory with as many bytes of a text, which begin at that one. */
static void fill(const struct ol_shared *shared, const char *packed, size_t from, char *piece,
                 size_t size)
{
    while (size > 0) {
        struct ol_shared_part reference = ol_packed_part(&packed);
        size_t end = from + size;
        if (end > reference.length) {
            size_t begin = from > reference.length ? from : reference.length;
            memcpy(piece + (begin - from), packed + (begin - reference.length), end - begin);
            size = begin - from;
        }
        from += reference.skipped;
        packed = shared->kept.text + reference.begin;
    }
}

const char *ol_shared_read(struct ol_shared *shared, const char *packed)
{
    const char *rest = packed;
    size_t size = ol_packed_part(&rest).length;
    if (size == 0) {
        return packed;
    }
    size += strlen(rest);
    fill(shared, packed, 0, shared->whole.text, size);
    shared->whole.text[size] = '\0';
    return shared->whole.text;
}
