/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of OperatorSetProto: what its operators must say of themselves (onnx-operators.proto). */
#include <stdint.h>

#include "base/sort.h"
#include "base/vector.h"
#include "checks/names.h"
#include "onnx/reader.h"
#include "rule/check.h"

enum {
    VARIANT_NAME,
    VARIANT_SINCE,
    VARIANT_NEW,
    VARIANT_DUPLICATE
};

static const char *const args_operator[] = {"name", "since", "version", NULL};
static const char *const variants_operator[] = {[VARIANT_NAME] = "op-type",
                                                [VARIANT_SINCE] = "since-version",
                                                [VARIANT_NEW] = "too-new",
                                                [VARIANT_DUPLICATE] = "duplicate",
                                                NULL};
static const char *const notes_operator[] = {"first", NULL};

/* One operator that has both. */
struct operator_version {
    struct ol_slice name;
    int64_t since;
    struct ol_named place;
};

/* The run of the check over one operator set. */
struct set {
    struct ol_run *run;
    const struct ol_rule *rule;
    const struct ol_level *level;
    int64_t version; /* opset_version; INT64_MAX where it is not there */
    struct ol_vector operators;
};

static int compare_parts(const struct operator_version *left, const struct operator_version *right)
{
    int order = ol_slice_compare(left->name, right->name);
    if (order != 0) {
        return order;
    }
    return left->since < right->since ? -1 : left->since > right->since;
}

static int compare_operators(const void *a, const void *b)
{
    const struct operator_version *left = a;
    const struct operator_version *right = b;
    int order = compare_parts(left, right);
    if (order != 0) {
        return order;
    }
    return left->place.tag < right->place.tag ? -1 : left->place.tag > right->place.tag;
}

/* Reports a fault of one operator at a field, or where that is missing. */
static void emit_operator(const struct set *set, const struct ol_level *level, unsigned field,
                          unsigned variant)
{
    OL_EMIT(
        set->run, set->rule,
        (.span = ol_level_has(level, field) ? ol_level_span(level, field) : ol_level_header(level),
         .level = level, .field = &level->message->fields[field],
         .variant = variants_operator[variant]),
        OL_ARG_TEXT("name", ol_level_text(level, OL_OperatorProto_op_type)),
        OL_ARG_I64("since", ol_level_integer(level, OL_OperatorProto_since_version, 0)),
        OL_ARG_I64("version", set->version));
}

/* Whether the operator says its name and version, and one that the set can hold. */
static bool check_operator(const struct set *set, const struct ol_level *level)
{
    bool has_name = ol_level_text(level, OL_OperatorProto_op_type).size > 0;
    int64_t since = ol_level_integer(level, OL_OperatorProto_since_version, 0);
    if (!level->is_complete || level->mistyped != 0) {
        return false;
    }
    if (!has_name) {
        emit_operator(set, level, OL_OperatorProto_op_type, VARIANT_NAME);
    }
    if (since <= 0) {
        emit_operator(set, level, OL_OperatorProto_since_version, VARIANT_SINCE);
    } else if (since > set->version) {
        emit_operator(set, level, OL_OperatorProto_since_version, VARIANT_NEW);
    }
    return has_name && since > 0;
}

static enum ol_status check_operators(struct set *set)
{
    struct ol_cursor cursor;
    struct ol_element element;
    struct ol_level child;
    ol_cursor_init(&cursor, set->level, OL_OperatorSetProto_operator);
    while (ol_cursor_next(&cursor, &element)) {
        ol_level_init_child(&child, set->level, &element.occurrence, element.index);
        enum ol_status status = ol_reader_read(ol_run_reader(set->run), &child, NULL, NULL);
        if (status != OL_OK) {
            return status;
        }
        if (!check_operator(set, &child)) {
            continue;
        }
        struct operator_version *operator= ol_vector_add(&set->operators, sizeof *operator);
        if (operator== NULL) {
            return OL_ERR_NOMEM;
        }
        *operator=(struct operator_version){
            .name = ol_level_text(&child, OL_OperatorProto_op_type),
            .since = ol_level_integer(&child, OL_OperatorProto_since_version, 0),
            .place = {.span = ol_level_span(&child, OL_OperatorProto_op_type),
                      .tag = element.occurrence.tag,
                      .index = element.index},
        };
    }
    return OL_OK;
}

static void emit_again(const struct set *set, const struct operator_version *pair[2])
{
    struct ol_level first;
    struct ol_level again;
    ol_named_open(set->level, &pair[0]->place, &first);
    ol_named_open(set->level, &pair[1]->place, &again);
    const struct ol_field *name = &first.message->fields[OL_OperatorProto_op_type];
    struct ol_note note = {
        .note = notes_operator[0],
        .span = pair[0]->place.span,
        .level = &first,
        .field = name,
    };
    OL_EMIT(set->run, set->rule,
            (.span = pair[1]->place.span, .level = &again, .field = name,
             .variant = variants_operator[VARIANT_DUPLICATE], .notes = &note, .note_count = 1),
            OL_ARG_TEXT("name", pair[1]->name), OL_ARG_I64("since", pair[1]->since),
            OL_ARG_I64("version", set->version));
}

static void run_operators(struct ol_run *run, const struct ol_level *level,
                          const struct ol_rule *rule)
{
    struct set set = {
        .run = run,
        .rule = rule,
        .level = level,
        .operators.budget = ol_arena_budget(ol_run_arena(run)),
        .version = ol_level_integer(level, OL_OperatorSetProto_opset_version, INT64_MAX),
    };
    enum ol_status status = check_operators(&set);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    } else if (set.operators.count > 1) {
        struct operator_version *items = set.operators.items;
        size_t first = 0;
        ol_sort(items, set.operators.count, sizeof *items, compare_operators);
        for (size_t i = 1; i < set.operators.count; i++) {
            if (compare_parts(&items[i], &items[first]) == 0) {
                emit_again(&set, (const struct operator_version *[2]){&items[first], &items[i]});
            } else {
                first = i;
            }
        }
    }
    ol_vector_fini(&set.operators);
}

const struct ol_check ol_check_operator_set = {
    .name = "operator_set",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_OperatorSetProto),
    .args = args_operator,
    .variants = variants_operator,
    .notes = notes_operator,
    .run = run_operators,
};
