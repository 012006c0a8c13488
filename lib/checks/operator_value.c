/* SPDX-License-Identifier: Apache-2.0 */
/* Values of attributes against what their operators say of them. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/nearest.h"
#include "base/sort.h"
#include "base/vector.h"
#include "checks/attribute.h"
#include "checks/operator.h"
#include "onnx/element_type.h"

enum form {
    FORM_NUMBERS,
    FORM_WORDS,
    FORM_UNIQUE,
    FORM_PERMUTATION,
    FORM_EVEN,
    FORM_ELEMENT_TYPE
};

/* What operators say of an attribute in some versions. Lists have commas between their members. */
struct constraint {
    const char *attribute;
    const char *operators;
    const char *words;
    int64_t least;
    int64_t most;
    uint16_t first;
    uint16_t last;
    uint8_t form;
};

#define OL_LATEST UINT16_MAX

#define OL_NUMBERS(name, names, from, until, low, high) \
    {.attribute = (name),                               \
     .operators = names,                                \
     .first = (from),                                   \
     .last = (until),                                   \
     .form = FORM_NUMBERS,                              \
     .least = (low),                                    \
     .most = (high)},
#define OL_WORDS(name, names, from, until, list) \
    {.attribute = (name),                        \
     .operators = names,                         \
     .first = (from),                            \
     .last = (until),                            \
     .form = FORM_WORDS,                         \
     .words = (list)},
#define OL_FORM(name, names, from, until, what) \
    {.attribute = (name),                       \
     .operators = names,                        \
     .first = (from),                           \
     .last = (until),                           \
     .form = FORM_##what},

static const struct constraint constraints[] = {
#include "checks/operator_values.def"
};

#define CONSTRAINT_COUNT (sizeof constraints / sizeof *constraints)

/* Takes the next member off a list; false at its end. */
static bool next_member(const char **list, struct ol_slice *member)
{
    if (**list == '\0') {
        return false;
    }
    size_t size = strcspn(*list, ",");
    *member = (struct ol_slice){(const uint8_t *)*list, size};
    *list += size + ((*list)[size] == ',' ? 1 : 0);
    return true;
}

static bool has_member(const char *list, struct ol_slice wanted)
{
    struct ol_slice member;
    while (next_member(&list, &member)) {
        if (ol_slice_is_equal(member, wanted)) {
            return true;
        }
    }
    return false;
}

/* --- what is wrong ------------------------------------------------------- */

enum {
    VARIANT_RANGE,
    VARIANT_WORD,
    VARIANT_REPEATED,
    VARIANT_PERMUTATION,
    VARIANT_ODD,
    VARIANT_TYPE
};

static const char *const variants_value[] = {[VARIANT_RANGE] = "range",
                                             [VARIANT_WORD] = "word",
                                             [VARIANT_REPEATED] = "repeated",
                                             [VARIANT_PERMUTATION] = "permutation",
                                             [VARIANT_ODD] = "odd",
                                             [VARIANT_TYPE] = "type",
                                             NULL};

static const char *const args_value[] = {"name", "index", "value",    "least", "most",  "words",
                                         "text", "count", "operator", "since", "first", NULL};

/* One attribute of a node under a constraint. */
struct judged {
    struct ol_run *run;
    const struct ol_level *level;
    const struct ol_rule *rule;
    const struct ol_operator *schema;
    const struct constraint *constraint;
    unsigned field; /* that holds the value */
    bool is_wrong;  /* something was found */
};

/* What one finding tells. */
struct fault {
    const char *variant;
    struct ol_span span;
    uint64_t index;
    int64_t value;
    struct ol_slice text;
    const char *words;
    uint64_t count;
    uint64_t first;
};

static void emit(struct judged *judged, const struct fault *fault)
{
    const struct constraint *constraint = judged->constraint;
    judged->is_wrong = true;
    OL_EMIT(judged->run, judged->rule,
            (.span = fault->span, .level = judged->level,
             .field = ol_attribute_field(judged->field), .index = fault->index,
             .variant = fault->variant),
            OL_ARG_WORD("name", constraint->attribute), OL_ARG_U64("index", fault->index),
            OL_ARG_I64("value", fault->value), OL_ARG_I64("least", constraint->least),
            OL_ARG_I64("most", constraint->most),
            OL_ARG_WORD("words", fault->words != NULL ? fault->words : ""),
            OL_ARG_TEXT("text", fault->text), OL_ARG_U64("count", fault->count),
            OL_ARG_U64("first", fault->first),
            OL_ARG_WORD("operator", ol_operator_text(judged->schema->name)),
            OL_ARG_U64("since", judged->schema->since));
}

static bool is_right(const struct constraint *constraint, int64_t value)
{
    if (constraint->form == FORM_ELEMENT_TYPE) {
        return ol_element_type_from_number(value) != NULL;
    }
    return value >= constraint->least && value <= constraint->most;
}

/* The first number that is not as it is to be. */
static void judge_numbers(struct judged *judged)
{
    const struct constraint *constraint = judged->constraint;
    bool is_type = constraint->form == FORM_ELEMENT_TYPE;
    struct fault fault = {
        .variant = is_type                         ? variants_value[VARIANT_TYPE]
                   : constraint->most != INT64_MAX ? variants_value[VARIANT_RANGE]
                                                   : NULL,
    };
    if (judged->field == OL_AttributeProto_i) {
        fault.value = ol_level_integer(judged->level, judged->field, 0);
        fault.span = ol_level_span(judged->level, judged->field);
        if (!is_right(constraint, fault.value)) {
            emit(judged, &fault);
        }
        return;
    }
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, judged->level, judged->field);
    while (ol_cursor_next(&cursor, &element)) {
        fault.value = (int64_t)element.bits;
        fault.span = element.span;
        fault.index = element.index;
        if (!is_right(constraint, fault.value)) {
            emit(judged, &fault);
            return;
        }
    }
}

/* The members of a list with a blank behind each comma, in the run's arena. */
static const char *spaced(struct ol_run *run, const char *list)
{
    struct ol_buf buf;
    ol_run_init_buf(run, &buf);
    for (; *list != '\0'; list++) {
        ol_buf_add_char(&buf, *list);
        if (*list == ',') {
            ol_buf_add_char(&buf, ' ');
        }
    }
    const char *text = ol_run_keep_buf(run, &buf);
    ol_buf_fini(&buf);
    return text;
}

/* The first text that is none of the words. One that is cut is a fault of its own. */
static void judge_words(struct judged *judged)
{
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, judged->level, judged->field);
    while (ol_cursor_next(&cursor, &element)) {
        if (element.bytes.size > 0 && !(element.occurrence.flags & OL_OCCURRENCE_CUT) &&
            !has_member(judged->constraint->words, element.bytes)) {
            emit(judged, &(struct fault){.variant = variants_value[VARIANT_WORD],
                                         .span = element.span,
                                         .index = element.index,
                                         .text = element.bytes,
                                         .words = spaced(judged->run, judged->constraint->words)});
            return;
        }
    }
}

/* A number of a list, and where it stands. */
struct number {
    int64_t value;
    uint64_t index;
    struct ol_span span;
};

static int compare_numbers(const void *a, const void *b)
{
    const struct number *left = a;
    const struct number *right = b;
    if (left->value != right->value) {
        return left->value < right->value ? -1 : 1;
    }
    return left->index < right->index ? -1 : left->index > right->index;
}

/* The first number, by value, that stands there twice. */
static void find_repeated(struct judged *judged, const struct number *numbers, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (numbers[i].value == numbers[i - 1].value) {
            emit(judged, &(struct fault){.variant = variants_value[VARIANT_REPEATED],
                                         .span = numbers[i].span,
                                         .index = numbers[i].index,
                                         .value = numbers[i].value,
                                         .first = numbers[i - 1].index});
            return;
        }
    }
}

/* The first number, by value, that is out of place in a permutation. */
static void find_misplaced(struct judged *judged, const struct number *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (numbers[i].value != (int64_t)i) {
            emit(judged, &(struct fault){.variant = variants_value[VARIANT_PERMUTATION],
                                         .span = numbers[i].span,
                                         .index = numbers[i].index,
                                         .value = numbers[i].value,
                                         .count = count - 1});
            return;
        }
    }
}

static void judge_list(struct judged *judged)
{
    struct ol_vector numbers = {.budget = ol_arena_budget(ol_run_arena(judged->run))};
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, judged->level, judged->field);
    while (ol_cursor_next(&cursor, &element)) {
        struct number *number = ol_vector_add(&numbers, sizeof *number);
        if (number == NULL) {
            ol_run_fail(judged->run, OL_ERR_NOMEM);
            break;
        }
        *number = (struct number){(int64_t)element.bits, element.index, element.span};
    }
    if (numbers.count > 1) {
        ol_sort(numbers.items, numbers.count, sizeof(struct number), compare_numbers);
    }
    if (judged->constraint->form == FORM_PERMUTATION) {
        find_misplaced(judged, numbers.items, numbers.count);
    } else {
        find_repeated(judged, numbers.items, numbers.count);
    }
    ol_vector_fini(&numbers);
}

static void judge_count(struct judged *judged)
{
    uint64_t count = ol_level_elements(judged->level, judged->field);
    if (count % 2 != 0) {
        emit(judged, &(struct fault){.variant = variants_value[VARIANT_ODD],
                                     .span = ol_level_span(judged->level, judged->field),
                                     .index = OL_INDEX_NONE,
                                     .count = count});
    }
}

static void judge(struct judged *judged)
{
    switch ((enum form)judged->constraint->form) {
    case FORM_NUMBERS:
    case FORM_ELEMENT_TYPE:
        judge_numbers(judged);
        break;
    case FORM_WORDS:
        judge_words(judged);
        break;
    case FORM_UNIQUE:
    case FORM_PERMUTATION:
        judge_list(judged);
        break;
    case FORM_EVEN:
        judge_count(judged);
        break;
    }
}

/* --- operator_value ------------------------------------------------------ */

/* The first constraint whose attribute does not come before that name; they stand in the order of
 * the names. */
static size_t first_about(const char *name)
{
    size_t begin = 0;
    size_t end = CONSTRAINT_COUNT;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (strcmp(constraints[middle].attribute, name) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

static bool is_about(const struct constraint *constraint, const struct ol_bound_operator *bound)
{
    return bound->version >= constraint->first && bound->version <= constraint->last &&
           has_member(constraint->operators, bound->op_type);
}

/* Constraints of one attribute of one operator. */
struct known {
    const struct ol_operator *schema; /* NULL: nothing is known here */
    const struct ol_operator_attribute *declared;
    int64_t version; /* of the operator set */
    size_t first;
    uint64_t about; /* bit i: constraint first + i */
    struct ol_span
        right; /* the attribute met last with nothing wrong about it; of length 0: none */
};

/* So many are kept, so that they are looked for once for an operator and not once for a node. */
#define KNOWN_MAX 64

static struct known find_known(const struct ol_bound_operator *bound,
                               const struct ol_operator_attribute *declared)
{
    const char *name = ol_operator_text(declared->name);
    struct known known = {
        .schema = bound->schema,
        .declared = declared,
        .version = bound->version,
        .first = first_about(name),
    };
    for (size_t i = known.first;
         i < CONSTRAINT_COUNT && strcmp(constraints[i].attribute, name) == 0; i++) {
        assert(i - known.first < 64);
        known.about |= (uint64_t)(is_about(&constraints[i], bound) ? 1 : 0) << (i - known.first);
    }
    return known;
}

/* What is known of an attribute; NULL when memory is short (and the run has failed). */
static struct known *known_of(struct ol_run *run, const struct ol_rule *rule,
                              const struct ol_bound_operator *bound,
                              const struct ol_operator_attribute *declared)
{
    void **kept = ol_run_cache(run, rule);
    if (kept != NULL && *kept == NULL) {
        *kept = ol_arena_alloc_array(ol_run_arena(run), KNOWN_MAX, sizeof(struct known));
    }
    if (kept == NULL || *kept == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return NULL;
    }
    size_t place = (uintptr_t)declared / sizeof *declared % KNOWN_MAX;
    struct known *known = (struct known *)*kept + place;
    if (known->schema != bound->schema || known->declared != declared ||
        known->version != bound->version) {
        *known = find_known(bound, declared);
    }
    return known;
}

/* Whether a level has the same bytes as another one of the file, as many nodes of an operator have
 * the same attributes. */
static bool is_same(const struct ol_level *level, struct ol_span other)
{
    uint64_t length = level->end - level->begin;
    return length == other.length && length > 0 &&
           memcmp(level->bytes + level->begin, level->bytes + other.offset, (size_t)length) == 0;
}

/* A value of the declared type; where it is in another field, or a reference, nothing is said. */
static void run_value(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_operator_attribute *declared = ol_run_declared(run, level);
    if (declared == NULL || !level->is_complete ||
        ol_level_integer(level, OL_AttributeProto_type, declared->type) != declared->type ||
        ol_level_has(level, OL_AttributeProto_ref_attr_name)) {
        return;
    }
    const struct ol_bound_operator *bound = ol_run_bound(run, level->parent);
    struct known *known = known_of(run, rule, bound, declared);
    unsigned field = ol_attribute_types[declared->type].field;
    if (known == NULL || known->about == 0 || !ol_level_has(level, field) ||
        is_same(level, known->right)) {
        return;
    }
    struct judged judged = {
        .run = run, .level = level, .rule = rule, .schema = bound->schema, .field = field};
    for (uint64_t left = known->about; left != 0; left &= left - 1) {
        judged.constraint = &constraints[known->first + (size_t)__builtin_ctzll(left)];
        judge(&judged);
    }
    if (!judged.is_wrong) {
        known->right = ol_span_between(level->begin, level->end);
    }
}

static bool is_declared(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & OL_KNOWN_DECLARED) != 0;
}

const struct ol_check ol_check_operator_value = {
    .name = "operator_value",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_AttributeProto),
    .args = args_value,
    .variants = variants_value,
    .may_speak = is_declared,
    .run = run_value,
};
