/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the operator sets that a model or a function imports. */
#include <stdint.h>
#include <stdlib.h>

#include "base/vector.h"
#include "checks/unique.h"
#include "onnx/domain.h"
#include "onnx/reader.h"
#include "rule/check.h"

/* --- opset_version ------------------------------------------------------- */

static const char *const args_version[] = {"domain", "version", "first", "last", NULL};

/* A version of a standard domain that is newer than those known. One below 1, or that is no int32,
 * is a fault of its own. */
static void run_version(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule)
{
    const struct ol_field *field = &level->message->fields[OL_OperatorSetIdProto_version];
    struct ol_slice name = ol_level_text(level, OL_OperatorSetIdProto_domain);
    const struct ol_domain *domain = ol_domain_from_name(name);
    int64_t version = ol_level_integer(level, field->index, 0);
    if (domain != NULL && version >= domain->first && version > domain->last &&
        version <= INT32_MAX) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, field->index), .level = level, .field = field),
                OL_ARG_WORD("domain", domain->name), OL_ARG_I64("version", version),
                OL_ARG_I64("first", domain->first), OL_ARG_I64("last", domain->last));
    }
}

const struct ol_check ol_check_opset_version = {
    .name = "opset_version",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_OperatorSetIdProto),
    .args = args_version,
    .run = run_version,
};

/* --- opset_duplicate ----------------------------------------------------- */

static const char *const args_duplicate[] = {"domain", "version", "first", NULL};
enum {
    VARIANT_SAME,
    VARIANT_FUNCTION
};

static const char *const variants_duplicate[] = {
    [VARIANT_SAME] = "same", [VARIANT_FUNCTION] = "function", NULL};
static const char *const notes_duplicate[] = {"first", NULL};

/* One import. */
struct import {
    struct ol_slice domain; /* as domains are compared */
    int64_t version;
    uint64_t tag;
    uint64_t index;
};

static int compare_imports(const void *a, const void *b)
{
    const struct import *left = a;
    const struct import *right = b;
    int order = ol_name_compare(left->domain, right->domain);
    if (order != 0) {
        return order;
    }
    return left->tag < right->tag ? -1 : left->tag > right->tag;
}

/* Reads every import of the level. One whose bytes cannot be read, or that is only a piece of one,
 * is left out. */
static enum ol_status gather_imports(struct ol_run *run, const struct ol_level *level,
                                     unsigned field, struct ol_vector *imports)
{
    struct ol_cursor cursor;
    struct ol_element element;
    struct ol_level child;
    ol_cursor_init(&cursor, level, field);
    while (ol_cursor_next(&cursor, &element)) {
        ol_level_init_child(&child, level, &element.occurrence, element.index);
        enum ol_status status = ol_reader_read(ol_run_reader(run), &child, NULL, NULL);
        if (status != OL_OK) {
            return status;
        }
        if (!child.is_complete || child.mistyped != 0) {
            continue;
        }
        struct import *import = ol_vector_add(imports, sizeof *import);
        if (import == NULL) {
            return OL_ERR_NOMEM;
        }
        *import = (struct import){
            .domain = ol_domain_canonical(ol_level_text(&child, OL_OperatorSetIdProto_domain)),
            .version = ol_level_integer(&child, OL_OperatorSetIdProto_version, 0),
            .tag = element.occurrence.tag,
            .index = element.index,
        };
    }
    return OL_OK;
}

/* Sets up, and reads, the level of an import; false when that fails. */
static bool open_import(struct ol_run *run, const struct ol_level *level,
                        const struct import *import, struct ol_level *child)
{
    ol_named_open(level, &(struct ol_named){.tag = import->tag, .index = import->index}, child);
    enum ol_status status = ol_reader_read(ol_run_reader(run), child, NULL, NULL);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    }
    return status == OL_OK;
}

/* The domain of an import, or where it is left out the import as a whole. */
static struct ol_span domain_span(const struct ol_level *import)
{
    return ol_level_has(import, OL_OperatorSetIdProto_domain)
               ? ol_level_span(import, OL_OperatorSetIdProto_domain)
               : ol_level_header(import);
}

static void emit_import(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule, const struct import pair[2])
{
    struct ol_level first;
    struct ol_level again;
    if (!open_import(run, level, &pair[0], &first) || !open_import(run, level, &pair[1], &again)) {
        return;
    }
    const struct ol_field *domain = &first.message->fields[OL_OperatorSetIdProto_domain];
    const char *variant = NULL;
    if (level->message->id == OL_MESSAGE_FunctionProto) {
        variant = variants_duplicate[VARIANT_FUNCTION];
    } else if (pair[0].version == pair[1].version) {
        variant = variants_duplicate[VARIANT_SAME];
    }
    struct ol_note note = {
        .note = notes_duplicate[0],
        .span = domain_span(&first),
        .level = &first,
        .field = domain,
    };
    OL_EMIT(run, rule,
            (.span = domain_span(&again), .level = &again, .field = domain, .variant = variant,
             .notes = &note, .note_count = 1),
            OL_ARG_TEXT("domain", pair[1].domain), OL_ARG_I64("version", pair[1].version),
            OL_ARG_I64("first", pair[0].version));
}

/* Imports of one domain; each is held against the first. */
static void run_duplicate(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    unsigned field = level->message->id == OL_MESSAGE_ModelProto ? OL_ModelProto_opset_import
                                                                 : OL_FunctionProto_opset_import;
    if (ol_level_occurrences(level, field) < 2) {
        return;
    }
    struct ol_vector imports = {0};
    enum ol_status status = gather_imports(run, level, field, &imports);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    } else if (imports.count > 1) {
        struct import *items = imports.items;
        size_t first = 0;
        qsort(items, imports.count, sizeof *items, compare_imports);
        for (size_t i = 1; i < imports.count; i++) {
            if (ol_slice_is_equal(items[i].domain, items[first].domain)) {
                emit_import(run, level, rule, (struct import[2]){items[first], items[i]});
            } else {
                first = i;
            }
        }
    }
    ol_vector_fini(&imports);
}

const struct ol_check ol_check_opset_duplicate = {
    .name = "opset_duplicate",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto) | OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto),
    .args = args_duplicate,
    .variants = variants_duplicate,
    .notes = notes_duplicate,
    .run = run_duplicate,
};
