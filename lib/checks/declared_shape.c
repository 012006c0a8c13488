/* SPDX-License-Identifier: Apache-2.0 */
/* Reads declared shapes, and keeps them: many uses of one value may not read its declaration each.
 */
#include "checks/declared_shape.h"

#include "base/trie.h"
#include "checks/declared.h"

/* The level that has the dims of an item: itself, or the shape in its type. NULL: none. */
static const struct ol_level *shape_level(struct ol_run *run, const struct ol_level *item,
                                          struct ol_level inner[3])
{
    if (item->message->id != OL_MESSAGE_ValueInfoProto) {
        return item;
    }
    if (!ol_run_read_child(run, item, OL_ValueInfoProto_type, &inner[0])) {
        return NULL;
    }
    unsigned kind = inner[0].oneof_index[1];
    bool is_tensor = kind == OL_TypeProto_tensor_type || kind == OL_TypeProto_sparse_tensor_type;
    bool is_found = is_tensor && ol_run_read_child(run, &inner[0], kind, &inner[1]) &&
                    ol_run_read_child(run, &inner[1], OL_DECLARED_SHAPE, &inner[2]);
    return is_found ? &inner[2] : NULL;
}

static struct ol_declared_shape *shape_new(struct ol_run *run, uint64_t tag, size_t rank)
{
    struct ol_declared_shape *shape =
        ol_arena_alloc(ol_run_arena(run), sizeof *shape + rank * sizeof shape->dims[0]);
    if (shape == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return NULL;
    }
    shape->tag = tag;
    shape->rank = rank;
    return shape;
}

/* Reads a declaration. What cannot be read whole, or has too many dims, is kept as not known. */
static struct ol_declared_shape *shape_read(struct ol_run *run, struct ol_slice name)
{
    struct ol_level item;
    struct ol_level inner[3];
    struct ol_dims dims;
    struct ol_dim dim;
    uint64_t tag = 0;
    const struct ol_level *level =
        ol_declared_open(run, name, &tag, &item) ? shape_level(run, &item, inner) : NULL;
    uint64_t rank = OL_DECLARED_RANK_MAX + 1;
    if (level != NULL && ol_dims_is_whole(level)) {
        ol_dims_init(&dims, run, level);
        rank = ol_dims_count(&dims);
    }
    bool is_known = rank <= OL_DECLARED_RANK_MAX;
    struct ol_declared_shape *shape = shape_new(run, tag, is_known ? (size_t)rank : 0);
    for (size_t i = 0; shape != NULL && i < shape->rank && ol_dims_next(&dims, &dim); i++) {
        shape->dims[i] = dim.size;
    }
    if (shape != NULL) {
        shape->is_known = is_known;
    }
    return shape;
}

const struct ol_declared_shape *
ol_declared_shape_find(struct ol_run *run, const struct ol_rule *rule, struct ol_slice name)
{
    uint64_t tag;
    struct ol_trie *trie = ol_run_keep_trie(run, rule); /* of the shapes, by offset */
    if (trie == NULL || !ol_declared_open(run, name, &tag, NULL)) {
        return NULL;
    }
    struct ol_slice key = {(const uint8_t *)&tag, sizeof tag};
    struct ol_declared_shape *shape = ol_trie_find(trie, key);
    if (shape == NULL) {
        shape = shape_read(run, name);
        if (shape == NULL) {
            return NULL;
        }
        key.data = (const uint8_t *)&shape->tag;
        void **place = ol_trie_place(trie, key);
        if (place == NULL) {
            ol_run_fail(run, OL_ERR_NOMEM);
            return NULL;
        }
        *place = shape;
    }
    return shape->is_known ? shape : NULL;
}
