/* SPDX-License-Identifier: Apache-2.0 */
/* A list of spans whose union is measured when the run is over. */
#include "rule/touched.h"

#include <stdlib.h>

#include "base/limits.h"

/* The spans in the order in which they were added. */
static struct ol_span *spans_of(const struct ol_touched *touched)
{
    return touched->spans.items;
}

void ol_touched_add(struct ol_touched *touched, struct ol_span span)
{
    size_t count = touched->spans.count;
    struct ol_span *last = count > 0 ? &spans_of(touched)[count - 1] : NULL;
    if (last != NULL && last->offset + last->length == span.offset) {
        last->length += span.length; /* the values of a list follow upon one another */
        return;
    }
    struct ol_span *added =
        count < OL_TOUCHED_MAX ? ol_vector_add(&touched->spans, sizeof span) : NULL;
    if (added != NULL) {
        *added = span;
    } else {
        touched->beyond += span.length;
    }
}

static int compare_spans(const void *left, const void *right)
{
    const struct ol_span *a = left;
    const struct ol_span *b = right;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

uint64_t ol_touched_size(struct ol_touched *touched)
{
    const struct ol_span *spans = spans_of(touched);
    uint64_t size = touched->beyond;
    uint64_t end = 0; /* of what was counted */
    if (touched->spans.count == 0) {
        return size;
    }
    qsort(touched->spans.items, touched->spans.count, sizeof *spans, compare_spans);
    for (size_t i = 0; i < touched->spans.count; i++) {
        uint64_t begin = spans[i].offset > end ? spans[i].offset : end;
        uint64_t stop = spans[i].offset + spans[i].length;
        if (stop > begin) {
            size += stop - begin;
            end = stop;
        }
    }
    return size;
}

void ol_touched_fini(struct ol_touched *touched)
{
    ol_vector_fini(&touched->spans);
}
