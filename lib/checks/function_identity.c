/* SPDX-License-Identifier: Apache-2.0 */
/* What tells the functions of a model apart: domain, name and, from IR 10 on, overload (onnx.proto,
 * ModelProto.functions). */
#include <stdint.h>
#include <stdlib.h>

#include "base/vector.h"
#include "checks/unique.h"
#include "onnx/domain.h"
#include "onnx/reader.h"
#include "rule/check.h"

#define IR_WITH_OVERLOADS 10

static const char *const args_function[] = {"domain", "name", "overload", NULL};
static const char *const variants_function[] = {"overload", NULL};
static const char *const notes_function[] = {"first", NULL};

/* One function. */
struct identity {
    struct ol_slice domain; /* as domains are compared */
    struct ol_slice name;
    struct ol_slice overload; /* empty where there are none yet */
    struct ol_named place;
};

static int compare_parts(const struct identity *left, const struct identity *right)
{
    int order = ol_name_compare(left->name, right->name);
    if (order == 0) {
        order = ol_name_compare(left->domain, right->domain);
    }
    return order == 0 ? ol_name_compare(left->overload, right->overload) : order;
}

static int compare_identities(const void *a, const void *b)
{
    const struct identity *left = a;
    const struct identity *right = b;
    int order = compare_parts(left, right);
    if (order != 0) {
        return order;
    }
    return left->place.tag < right->place.tag ? -1 : left->place.tag > right->place.tag;
}

/* Reads the names of every function. One without a name, or that cannot be read as a whole, is left
 * out. */
static enum ol_status gather_identities(struct ol_run *run, const struct ol_level *model,
                                        struct ol_vector *identities)
{
    struct ol_cursor cursor;
    struct ol_element element;
    struct ol_level child;
    bool has_overloads = ol_run_ir_version(run) >= IR_WITH_OVERLOADS;
    ol_cursor_init(&cursor, model, OL_ModelProto_functions);
    while (ol_cursor_next(&cursor, &element)) {
        ol_level_init_child(&child, model, &element.occurrence, element.index);
        enum ol_status status = ol_reader_read(ol_run_reader(run), &child, NULL, NULL);
        if (status != OL_OK) {
            return status;
        }
        struct ol_slice name = ol_level_text(&child, OL_FunctionProto_name);
        if (!child.is_complete || child.mistyped != 0 || name.size == 0) {
            continue;
        }
        struct identity *identity = ol_vector_add(identities, sizeof *identity);
        if (identity == NULL) {
            return OL_ERR_NOMEM;
        }
        *identity = (struct identity){
            .domain = ol_domain_canonical(ol_level_text(&child, OL_FunctionProto_domain)),
            .name = name,
            .overload = has_overloads ? ol_level_text(&child, OL_FunctionProto_overload)
                                      : (struct ol_slice){0},
            .place = {.span = ol_level_span(&child, OL_FunctionProto_name),
                      .tag = element.occurrence.tag,
                      .index = element.index},
        };
    }
    return OL_OK;
}

static void emit_identity(struct ol_run *run, const struct ol_level *model,
                          const struct ol_rule *rule, const struct identity *pair[2])
{
    struct ol_level first;
    struct ol_level again;
    ol_named_open(model, &pair[0]->place, &first);
    ol_named_open(model, &pair[1]->place, &again);
    const struct ol_field *name = &first.message->fields[OL_FunctionProto_name];
    struct ol_note note = {
        .note = notes_function[0],
        .span = pair[0]->place.span,
        .level = &first,
        .field = name,
    };
    OL_EMIT(run, rule,
            (.span = pair[1]->place.span, .level = &again, .field = name,
             .variant = pair[1]->overload.size > 0 ? variants_function[0] : NULL, .notes = &note,
             .note_count = 1),
            OL_ARG_TEXT("domain", pair[1]->domain), OL_ARG_TEXT("name", pair[1]->name),
            OL_ARG_TEXT("overload", pair[1]->overload));
}

static void run_function(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    if (ol_level_occurrences(level, OL_ModelProto_functions) < 2) {
        return;
    }
    struct ol_vector identities = {0};
    enum ol_status status = gather_identities(run, level, &identities);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    } else if (identities.count > 1) {
        struct identity *items = identities.items;
        size_t first = 0;
        qsort(items, identities.count, sizeof *items, compare_identities);
        for (size_t i = 1; i < identities.count; i++) {
            if (compare_parts(&items[i], &items[first]) == 0) {
                emit_identity(run, level, rule,
                              (const struct identity *[2]){&items[first], &items[i]});
            } else {
                first = i;
            }
        }
    }
    ol_vector_fini(&identities);
}

const struct ol_check ol_check_function_identity = {
    .name = "function_identity",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ModelProto),
    .args = args_function,
    .variants = variants_function,
    .notes = notes_function,
    .run = run_function,
};
