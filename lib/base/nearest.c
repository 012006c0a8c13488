/* SPDX-License-Identifier: Apache-2.0 */
/* Edit distance with swaps of neighbours (optimal string alignment), for names of bounded
 * length. */
#include "base/nearest.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"

/* Longer than every name of ours. What is longer is near to none of them, so the cost of one offer
 * is bounded. */
#define LENGTH_MAX 64

/* A shorter text is contained in too many names to say anything. */
#define CONTAINED_MIN 4

static size_t min3(size_t a, size_t b, size_t c)
{
    size_t least = a < b ? a : b;
    return least < c ? least : c;
}

size_t ol_nearest_distance(struct ol_slice a, struct ol_slice b)
{
    if (a.size > LENGTH_MAX || b.size > LENGTH_MAX) {
        return SIZE_MAX - 1;
    }
    size_t rows[3][LENGTH_MAX + 1];
    size_t *before = rows[0];
    size_t *above = rows[1];
    size_t *row = rows[2];
    for (size_t j = 0; j <= b.size; j++) {
        above[j] = j;
        before[j] = 0;
    }
    for (size_t i = 1; i <= a.size; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b.size; j++) {
            uint8_t from = ol_text_folded(a.data[i - 1]);
            uint8_t to = ol_text_folded(b.data[j - 1]);
            row[j] = min3(above[j] + 1, row[j - 1] + 1, above[j - 1] + (from == to ? 0 : 1));
            if (i > 1 && j > 1 && from == ol_text_folded(b.data[j - 2]) &&
                ol_text_folded(a.data[i - 2]) == to && before[j - 2] + 1 < row[j]) {
                row[j] = before[j - 2] + 1;
            }
        }
        size_t *spare = before;
        before = above;
        above = row;
        row = spare;
    }
    return above[b.size];
}

static bool contains(struct ol_slice name, struct ol_slice part)
{
    return part.size >= CONTAINED_MIN && memmem(name.data, name.size, part.data, part.size) != NULL;
}

void ol_nearest_init(struct ol_nearest *nearest, struct ol_slice wanted)
{
    *nearest = (struct ol_nearest){.wanted = wanted};
}

void ol_nearest_init_strict(struct ol_nearest *nearest, struct ol_slice wanted)
{
    *nearest = (struct ol_nearest){.wanted = wanted, .is_strict = true};
}

/* Whether so many edits are few for the two texts. */
static bool is_near(const struct ol_nearest *nearest, struct ol_slice offered, size_t distance)
{
    size_t longer = offered.size > nearest->wanted.size ? offered.size : nearest->wanted.size;
    return distance <= (offered.size + 2) / 3 && distance < longer &&
           (!nearest->is_strict || distance <= 1 + offered.size / 8);
}

void ol_nearest_offer(struct ol_nearest *nearest, const char *name)
{
    ol_nearest_offer_slice(nearest, ol_slice_from_text(name));
}

void ol_nearest_offer_slice(struct ol_nearest *nearest, struct ol_slice offered)
{
    struct ol_slice wanted = nearest->wanted;
    if (wanted.size == 0 || wanted.size > LENGTH_MAX || offered.size > LENGTH_MAX) {
        return;
    }
    size_t distance = ol_nearest_distance(wanted, offered);
    if (!is_near(nearest, offered, distance)) {
        if (nearest->is_strict || !contains(offered, wanted)) {
            return;
        }
        distance = LENGTH_MAX; /* behind those that are misspelt */
    }
    size_t place = nearest->count;
    while (place > 0 && nearest->distances[place - 1] > distance) {
        place--;
    }
    if (place == OL_NEAREST_MAX) {
        return;
    }
    if (nearest->count < OL_NEAREST_MAX) {
        nearest->count++;
    }
    for (size_t i = nearest->count - 1; i > place; i--) {
        nearest->names[i] = nearest->names[i - 1];
        nearest->distances[i] = nearest->distances[i - 1];
    }
    nearest->names[place] = offered;
    nearest->distances[place] = distance;
}

void ol_nearest_add_question(struct ol_buf *buf, const struct ol_nearest *nearest, size_t most)
{
    size_t count = nearest->count < most ? nearest->count : most;
    for (size_t i = 0; i < count; i++) {
        ol_buf_add(buf, i == 0 ? "; did you mean " : i + 1 == count ? " or " : ", ");
        ol_text_quote(buf, nearest->names[i]);
    }
    if (count > 0) {
        ol_buf_add_char(buf, '?');
    }
}
