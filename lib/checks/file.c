/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the file as a whole: what it is, how large it is, and whether it is one message. */
#include <string.h>

#include "base/input.h"
#include "onnx/recognise.h"
#include "rule/check.h"

/* --- file_kind ----------------------------------------------------------- */

static const struct ol_param params_kind[] = {
    {.name = "kind",
     .type = OL_PARAM_WORD,
     .is_required = true,
     .is_list = true,
     .words = ol_kind_names},
};
static const char *const args_kind[] = {"kind", "size", "promised", NULL};

/* Reports a file of one of the kinds; as the variant of the kind's name where the rule has one. */
static void run_kind(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_file_kind *kind = ol_run_kind(run);
    const char *name = ol_kind_names[kind->kind];
    for (size_t i = 0; i < rule->with[0].count; i++) {
        if (rule->with[0].items[i].integer == kind->kind) {
            OL_EMIT(run, rule,
                    (.span = kind->span, .is_whole_file = kind->span.length == 0, .level = level,
                     .variant = ol_rule_has_variant(rule, name) ? name : NULL),
                    OL_ARG_WORD("kind", name), OL_ARG_U64("size", ol_run_input(run)->size),
                    OL_ARG_U64("promised", kind->promised));
        }
    }
}

const struct ol_check ol_check_file_kind = {
    .name = "file_kind",
    .trigger = OL_ON_FILE,
    .params = params_kind,
    .param_count = sizeof params_kind / sizeof params_kind[0],
    .args = args_kind,
    .variants = ol_kind_names,
    .run = run_kind,
};

/* --- file_wrong_message -------------------------------------------------- */

static const char *const args_wrong[] = {"asked", "found", "by", NULL};

static void run_wrong(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_file_kind *kind = ol_run_kind(run);
    if (kind->root != NULL && kind->asked != NULL && kind->root != kind->asked) {
        OL_EMIT(run, rule, (.span = kind->span, .level = level),
                OL_ARG_WORD("asked", kind->asked->name), OL_ARG_WORD("found", kind->root->name),
                OL_ARG_WORD("by", kind->is_asked_by_name ? "name" : "--type"));
    }
}

const struct ol_check ol_check_file_wrong_message = {
    .name = "file_wrong_message",
    .trigger = OL_ON_FILE,
    .args = args_wrong,
    .run = run_wrong,
};

/* --- file_size ----------------------------------------------------------- */

enum {
    SIZE_MOST,
    SIZE_MESSAGE
};

static const struct ol_param params_size[] = {
    [SIZE_MOST] = {.name = "most", .type = OL_PARAM_INTEGER, .is_required = true, .max = INT64_MAX},
    [SIZE_MESSAGE] = {.name = "message", .type = OL_PARAM_TEXT},
};
static const char *const args_size[] = {"size", "most", NULL};

/* Reports a file of more bytes than most that is a message: of the named kind, where one is
 * named. */
static void run_size(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    uint64_t size = ol_run_input(run)->size;
    int64_t most = ol_rule_integer(rule, SIZE_MOST, INT64_MAX);
    if (level == NULL || most < 0 || size <= (uint64_t)most ||
        (rule->with[SIZE_MESSAGE].count > 0 &&
         strcmp(rule->with[SIZE_MESSAGE].items[0].text, level->message->name) != 0)) {
        return;
    }
    OL_EMIT(run, rule, (.is_whole_file = true, .level = level), OL_ARG_U64("size", size),
            OL_ARG_I64("most", most));
}

const struct ol_check ol_check_file_size = {
    .name = "file_size",
    .trigger = OL_ON_FILE,
    .params = params_size,
    .param_count = sizeof params_size / sizeof params_size[0],
    .args = args_size,
    .run = run_size,
};

/* --- file_concatenated --------------------------------------------------- */

/* The offset of a field's second occurrence; the level's end where there is none. */
static uint64_t second_tag(const struct ol_level *level, unsigned field)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, level, field);
    if (ol_cursor_next(&cursor, &element) && ol_cursor_next(&cursor, &element)) {
        return element.span.offset;
    }
    return level->end;
}

/* The offset where a field occurs that the level begins with, later than after and not later than
 * most; else most. */
static uint64_t restart(const struct ol_level *level, uint64_t after, uint64_t most)
{
    struct ol_occurrence occurrence;
    struct ol_scan scan = {
        .bytes = level->bytes,
        .at = level->begin,
        .end = most,
        .declared_end = most,
        .message = level->message,
    };
    uint32_t first = 0;
    while (ol_scan_slice(&scan, &occurrence, 1) == 1) {
        first = first == 0 ? occurrence.number : first;
        if (occurrence.tag > after && occurrence.number == first) {
            return occurrence.tag;
        }
    }
    return most;
}

/* Two messages written one after the other: two fields or more that occur once in a message occur
 * again, all after the first of each. One such field alone is only repeated. */
static void run_concatenated(struct ol_run *run, const struct ol_level *level,
                             const struct ol_rule *rule)
{
    unsigned repeated = 0;
    uint64_t last_first = 0;
    uint64_t first_second = level->end;
    unsigned fields = level->parent == NULL ? level->message->field_count : 0; /* of a file */
    for (unsigned i = 0; i < fields; i++) {
        if (!ol_field_is_repeated(&level->message->fields[i]) &&
            ol_level_occurrences(level, i) > 1) {
            uint64_t first = level->fields[i].first.tag;
            uint64_t second = second_tag(level, i);
            repeated++;
            last_first = first > last_first ? first : last_first;
            first_second = second < first_second ? second : first_second;
        }
    }
    if (repeated >= 2 && last_first < first_second) {
        uint64_t offset = restart(level, last_first, first_second);
        OL_EMIT_PLAIN(run, rule, (.span = ol_span_between(offset, level->end), .level = level));
    }
}

static struct ol_concern concern_root(const struct ol_rule *rule, const struct ol_message *message)
{
    (void)rule;
    (void)message;
    return (struct ol_concern){.present = OL_CONCERN_ROOT};
}

const struct ol_check ol_check_file_concatenated = {
    .name = "file_concatenated",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .concern = concern_root,
    .run = run_concatenated,
};
