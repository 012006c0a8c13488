/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers imports into a sorted array. */
#include "onnx/import.h"

#include "base/limits.h"
#include "base/sort.h"
#include "onnx/domain.h"
#include "onnx/peek.h"
#include "wire/varint.h"

void ol_imports_init(struct ol_imports *imports)
{
    *imports = (struct ol_imports){0};
    ol_symbols_init(&imports->missing);
}

void ol_imports_set_budget(struct ol_imports *imports, struct ol_budget *budget)
{
    imports->entries.budget = budget;
    ol_symbols_set_budget(&imports->missing, budget);
}

void ol_imports_fini(struct ol_imports *imports)
{
    ol_vector_fini(&imports->entries);
    ol_symbols_fini(&imports->missing);
}

static int compare_imports(const void *a, const void *b)
{
    const struct ol_import *left = a;
    const struct ol_import *right = b;
    int order = ol_slice_compare(left->domain, right->domain);
    if (order != 0) {
        return order;
    }
    if (left->version != right->version) {
        return left->version > right->version ? -1 : 1;
    }
    return left->item < right->item ? -1 : left->item > right->item;
}

static struct ol_peek peek_import(const struct ol_level *level, const struct ol_element *element,
                                  unsigned field)
{
    return ol_peek_last(level->bytes, ol_occurrence_payload(&element->occurrence),
                        &ol_messages[OL_MESSAGE_OperatorSetIdProto].fields[field]);
}

enum ol_status ol_imports_read(struct ol_imports *imports, const struct ol_level *level,
                               unsigned field)
{
    struct ol_cursor cursor;
    struct ol_element element;
    imports->entries.count = 0;
    imports->is_cut = false;
    ol_symbols_fini(&imports->missing);
    imports->is_whole =
        level->is_complete && level->overrun.length == 0 && (level->mistyped >> field & 1) == 0;
    ol_cursor_init(&cursor, level, field);
    while (!imports->is_cut && ol_cursor_next(&cursor, &element)) {
        if (element.index == OL_IMPORTS_MAX) {
            imports->is_cut = true;
            imports->is_whole = false;
            continue;
        }
        struct ol_peek domain = peek_import(level, &element, OL_OperatorSetIdProto_domain);
        struct ol_peek version = peek_import(level, &element, OL_OperatorSetIdProto_version);
        if (!domain.is_whole || !version.is_whole) {
            imports->is_whole = false;
            continue;
        }
        struct ol_import *import = ol_vector_add(&imports->entries, sizeof *import);
        if (import == NULL) {
            return OL_ERR_NOMEM;
        }
        struct ol_slice digits = ol_peek_text(level->bytes, &version);
        *import = (struct ol_import){
            .domain = ol_domain_canonical(ol_peek_text(level->bytes, &domain)),
            .version = (int64_t)ol_varint_read(digits.data, digits.size).value,
            .tag = element.occurrence.tag,
            .item = (uint32_t)element.index,
        };
    }
    ol_sort(imports->entries.items, imports->entries.count, sizeof(struct ol_import),
            compare_imports);
    return OL_OK;
}

struct ol_import *ol_imports_find(const struct ol_imports *imports, struct ol_slice domain)
{
    struct ol_import *entries = imports->entries.items;
    struct ol_slice wanted = ol_domain_canonical(domain);
    size_t begin = 0;
    size_t end = imports->entries.count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (ol_slice_compare(entries[middle].domain, wanted) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    bool is_found =
        begin < imports->entries.count && ol_slice_is_equal(entries[begin].domain, wanted);
    return is_found ? &entries[begin] : NULL;
}
