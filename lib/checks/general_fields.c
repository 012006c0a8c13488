/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that serve rules about several fields of any message: one of them must be there, or they
 * must agree. */
#include <stdint.h>

#include "checks/general_texts.h"
#include "checks/general_within.h"

enum {
    FIELDS,
    WITHIN,
    NOT_WITHIN,
    SEVERAL,      /* of fields_one_of */
    NOT = SEVERAL /* of fields_equal */
};

static const char *const words_no_yes[] = {"no", "yes", NULL};

/* Walks the list of fields: the next one that the message has; NULL after the last. */
static const struct ol_field *next_field(const struct ol_level *level, const struct ol_rule *rule,
                                         size_t *next)
{
    while (*next < rule->with[FIELDS].count) {
        const struct ol_param_item *item = &rule->with[FIELDS].items[(*next)++];
        if (item->message == level->message->id) {
            return &level->message->fields[item->field];
        }
    }
    return NULL;
}

/* --- fields_one_of ------------------------------------------------------- */

static const struct ol_param params_one_of[] = {
    [FIELDS] = {.name = "fields",
                .type = OL_PARAM_FIELD,
                .is_required = true,
                .is_list = true,
                .least = 2},
    [WITHIN] = OL_PARAM_WITHIN,
    [NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
    [SEVERAL] = {.name = "several", .type = OL_PARAM_WORD, .words = words_no_yes},
};

static const char *const args_one_of[] = {"fields", "field", "first", NULL};
static const char *const variants_one_of[] = {"several", NULL};

/* "a, b, c" */
static const char *list_fields(struct ol_run *run, const struct ol_level *level,
                               const struct ol_rule *rule)
{
    struct ol_buf buf;
    size_t next = 0;
    ol_run_init_buf(run, &buf);
    for (const struct ol_field *field = next_field(level, rule, &next); field != NULL;
         field = next_field(level, rule, &next)) {
        if (buf.size > 0) {
            ol_buf_add_char(&buf, ',');
            ol_buf_add_char(&buf, ' ');
        }
        ol_buf_add(&buf, field->name);
    }
    const char *text = ol_run_keep_buf(run, &buf);
    ol_buf_fini(&buf);
    return text;
}

static void report_one_of(struct ol_run *run, const struct ol_rule *rule,
                          const struct ol_finding *place, const struct ol_field *first)
{
    if (ol_run_takes(run, rule, place->variant)) {
        OL_EMIT(run, rule,
                (.span = place->span, .level = place->level, .field = place->field,
                 .index = OL_INDEX_NONE, .variant = place->variant),
                OL_ARG_WORD("fields", list_fields(run, place->level, rule)),
                OL_ARG_WORD("field", place->field != NULL ? place->field->name : ""),
                OL_ARG_WORD("first", first != NULL ? first->name : ""));
    }
}

/* A field beside one that stands before it in the list. */
static void report_several(struct ol_run *run, const struct ol_level *level,
                           const struct ol_rule *rule, const struct ol_field *field,
                           const struct ol_field *first)
{
    struct ol_finding place = {
        .span = ol_level_first_span(level, field->index),
        .level = level,
        .field = field,
        .variant = ol_rule_has_variant(rule, variants_one_of[0]) ? variants_one_of[0] : NULL,
    };
    report_one_of(run, rule, &place, first);
}

static void run_one_of(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *first = NULL;
    bool has_own = false;
    bool lacks_all = true;
    bool may_be_several = ol_rule_integer(rule, SEVERAL, 0) != 0;
    size_t next = 0;
    for (const struct ol_field *field = next_field(level, rule, &next); field != NULL;
         field = next_field(level, rule, &next)) {
        has_own = true;
        lacks_all = lacks_all && ol_level_lacks(level, field->index);
        if (ol_level_elements(level, field->index) == 0) {
            continue;
        }
        if (first == NULL) {
            first = field;
        } else if (!may_be_several) {
            report_several(run, level, rule, field, first);
        }
    }
    if (has_own && lacks_all) {
        struct ol_finding place = {.span = ol_level_header(level), .level = level};
        report_one_of(run, rule, &place, NULL);
    }
}

const struct ol_check ol_check_fields_one_of = {
    .name = "fields_one_of",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_one_of,
    .param_count = sizeof params_one_of / sizeof *params_one_of,
    .args = args_one_of,
    .variants = variants_one_of,
    .within = WITHIN,
    .run = run_one_of,
};

/* --- fields_equal -------------------------------------------------------- */

static const struct ol_param params_equal[] = {
    [FIELDS] = {.name = "fields",
                .type = OL_PARAM_FIELD,
                .is_required = true,
                .is_list = true,
                .takes = OL_TAKES_TEXT | OL_TAKES_INTEGER | OL_TAKES_SINGULAR,
                .least = 2,
                .is_alike = true},
    [WITHIN] = OL_PARAM_WITHIN,
    [NOT_WITHIN] = OL_PARAM_NOT_WITHIN,
    [NOT] = {.name = "not", .type = OL_PARAM_WORD, .words = words_no_yes},
};

static const char *const args_equal[] = {"field", "value", "first", "wanted", NULL};
static const char *const notes_equal[] = {"first", NULL};

/* What readers see, and see whole; others are not compared. */
static bool is_comparable(const struct ol_level *level, const struct ol_field *field)
{
    return ol_level_shows(level, field) &&
           !(level->fields[field->index].last.flags & OL_OCCURRENCE_CUT);
}

static bool is_equal(const struct ol_level *level, const struct ol_field *a,
                     const struct ol_field *b)
{
    if (ol_field_is_text(a)) {
        return ol_slice_is_equal(ol_level_text(level, a->index), ol_level_text(level, b->index));
    }
    return ol_level_integer(level, a->index, 0) == ol_level_integer(level, b->index, 0);
}

static struct ol_arg value_arg(const char *name, const struct ol_level *level,
                               const struct ol_field *field)
{
    if (ol_field_is_text(field)) {
        return OL_ARG_TEXT(name, ol_level_text(level, field->index));
    }
    int64_t value = ol_level_integer(level, field->index, 0);
    return field->type == OL_TYPE_UINT64 ? OL_ARG_U64(name, (uint64_t)value)
                                         : OL_ARG_I64(name, value);
}

static void report_pair(struct ol_run *run, const struct ol_level *level,
                        const struct ol_rule *rule, const struct ol_field *field,
                        const struct ol_field *first)
{
    struct ol_note note = {
        .note = notes_equal[0],
        .span = ol_level_span(level, first->index),
        .level = level,
        .field = first,
    };
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, field->index), .level = level, .field = field,
             .notes = &note, .note_count = 1),
            OL_ARG_WORD("field", field->name), value_arg("value", level, field),
            OL_ARG_WORD("first", first->name), value_arg("wanted", level, first));
}

/* The field that stands before that one in the list and must not have its value, or has to: NULL
 * where nothing is wrong. */
static const struct ol_field *at_odds_with(const struct ol_level *level, const struct ol_rule *rule,
                                           const struct ol_field *field)
{
    bool must_differ = ol_rule_integer(rule, NOT, 0) != 0;
    size_t next = 0;
    for (const struct ol_field *before = next_field(level, rule, &next); before != field;
         before = next_field(level, rule, &next)) {
        if (!is_comparable(level, before)) {
            continue;
        }
        if (is_equal(level, before, field) == must_differ) {
            return before;
        }
        if (!must_differ) {
            return NULL; /* what is like the first is like them all */
        }
    }
    return NULL;
}

static void run_equal(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    size_t next = 0;
    for (const struct ol_field *field = next_field(level, rule, &next); field != NULL;
         field = next_field(level, rule, &next)) {
        const struct ol_field *other =
            is_comparable(level, field) ? at_odds_with(level, rule, field) : NULL;
        if (other != NULL) {
            report_pair(run, level, rule, field, other);
        }
    }
}

const struct ol_check ol_check_fields_equal = {
    .name = "fields_equal",
    .trigger = OL_ON_LEVEL,
    .targets = OL_ANY_MESSAGE,
    .params = params_equal,
    .param_count = sizeof params_equal / sizeof *params_equal,
    .args = args_equal,
    .notes = notes_equal,
    .within = WITHIN,
    .run = run_equal,
};
