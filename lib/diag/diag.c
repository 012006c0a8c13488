/* SPDX-License-Identifier: Apache-2.0 */
/* Keeping, ordering and weeding out findings. */
#include "diag/diag.h"

#include <stdlib.h>
#include <string.h>

#include "base/budget.h"
#include "base/checked.h"
#include "base/limits.h"
#include "diag/record.h"

const char *ol_severity_name(enum ol_severity severity)
{
    switch (severity) {
    case OL_SEVERITY_OFF:
        return "off";
    case OL_SEVERITY_INFO:
        return "info";
    case OL_SEVERITY_WARNING:
        return "warning";
    case OL_SEVERITY_ERROR:
        return "error";
    }
    return "off";
}

void ol_diag_list_init(struct ol_diag_list *list, struct ol_arena *arena, size_t max)
{
    *list = (struct ol_diag_list){.arena = arena, .max = max};
    ol_buf_init(&list->packing);
}

void ol_diag_list_lend(struct ol_diag_list *list, struct ol_slice bytes,
                       void (*add_way)(struct ol_buf *out, struct ol_slice bytes,
                                       const struct ol_way *way))
{
    list->bytes = bytes;
    list->add_way = add_way;
}

void ol_diag_list_fini(struct ol_diag_list *list)
{
    if (list->book != NULL) {
        ol_record_book_fini(list->book);
    }
    ol_buf_fini(&list->packing);
    free(list->records);
    free(list->not_checked);
    *list = (struct ol_diag_list){0};
}

/* Room for one more member of size bytes; false when memory is short. */
static bool reserve(const struct ol_diag_list *list, void **members, size_t count, size_t *capacity,
                    size_t size)
{
    if (count < *capacity) {
        return true;
    }
    size_t wanted = *capacity == 0 ? 16 : *capacity * 2;
    size_t bytes;
    struct ol_budget *budget = ol_arena_budget(list->arena);
    size_t more = (wanted - *capacity) * size;
    if (!ol_checked_mul_size(wanted, size, &bytes) || !ol_budget_take(budget, more)) {
        return false;
    }
    void *grown = realloc(*members, bytes);
    if (grown == NULL) {
        ol_budget_give(budget, more);
        return false;
    }
    *members = grown;
    *capacity = wanted;
    return true;
}

/* All findings that are kept, accepted or not. */
static size_t kept_count(const struct ol_diag_list *list)
{
    return list->count + list->accepted_count;
}

static bool is_accepted(const struct ol_record *record)
{
    return record->acceptance != OL_ACCEPTED_NOT;
}

/* Moves on to the first finding that counts and is less than an error; each is passed once. */
static bool has_victim(struct ol_diag_list *list)
{
    while (list->victim < kept_count(list) &&
           (list->records[list->victim]->severity == OL_SEVERITY_ERROR ||
            is_accepted(list->records[list->victim]))) {
        list->victim++;
    }
    return list->victim < kept_count(list);
}

static bool is_full(const struct ol_diag_list *list)
{
    return list->max != 0 && list->count >= list->max;
}

bool ol_diag_list_takes(struct ol_diag_list *list, enum ol_severity severity)
{
    return !is_full(list) || (severity == OL_SEVERITY_ERROR && has_victim(list));
}

bool ol_diag_list_takes_accepted(const struct ol_diag_list *list)
{
    return list->accepted_count < OL_ACCEPTED_MAX;
}

/* Adds the finding behind all others. */
static enum ol_status append(struct ol_diag_list *list, struct ol_record *record)
{
    void *members = list->records;
    if (!reserve(list, &members, kept_count(list), &list->capacity, sizeof(struct ol_record *))) {
        return OL_ERR_NOMEM;
    }
    list->records = members;
    list->records[kept_count(list)] = record;
    if (is_accepted(record)) {
        list->accepted_count++;
    } else {
        list->count++;
    }
    return OL_OK;
}

/* The finding as it is kept, and room to read it. NULL when memory is short. */
static struct ol_record *pack(struct ol_diag_list *list, const struct ol_diag *diag,
                              const struct ol_values *values)
{
    if (list->book == NULL) {
        list->book = ol_record_book_new(list->arena, list->bytes, list->add_way);
    }
    return list->book != NULL ? ol_record_new(list->book, &list->packing, diag, values) : NULL;
}

bool ol_diag_list_admit(struct ol_diag_list *list, enum ol_severity severity,
                        enum ol_acceptance acceptance)
{
    bool has_room = acceptance != OL_ACCEPTED_NOT ? ol_diag_list_takes_accepted(list)
                                                  : ol_diag_list_takes(list, severity);
    if (!has_room && acceptance != OL_ACCEPTED_NOT) {
        list->accepted_dropped++;
    } else if (!has_room) {
        list->dropped[severity]++;
    }
    return has_room;
}

enum ol_status ol_diag_list_add(struct ol_diag_list *list, const struct ol_diag *diag,
                                const struct ol_values *values)
{
    if (!ol_diag_list_admit(list, diag->severity, diag->acceptance)) {
        return OL_OK;
    }
    struct ol_record *record = pack(list, diag, values);
    if (record == NULL) {
        return OL_ERR_NOMEM;
    }
    if (!is_accepted(record) && is_full(list)) {
        list->dropped[list->records[list->victim]->severity]++;
        list->records[list->victim] = record;
        return OL_OK;
    }
    return append(list, record);
}

const struct ol_diag *ol_diag_list_at(const struct ol_diag_list *list, size_t i)
{
    return ol_record_read(list->records[i]);
}

uint32_t ol_diag_list_rule_index(const struct ol_diag_list *list, size_t i)
{
    return list->records[i]->rule_index;
}

enum ol_severity ol_diag_list_severity(const struct ol_diag_list *list, size_t i)
{
    return (enum ol_severity)list->records[i]->severity;
}

enum ol_acceptance ol_diag_list_acceptance(const struct ol_diag_list *list, size_t i)
{
    return (enum ol_acceptance)list->records[i]->acceptance;
}

void ol_diag_list_accept(struct ol_diag_list *list, size_t i)
{
    list->records[i]->acceptance = OL_ACCEPTED_BASELINE;
}

enum ol_status ol_diag_list_add_not_checked(struct ol_diag_list *list,
                                            const struct ol_not_checked *entry)
{
    if (list->not_checked_count >= OL_NOT_CHECKED_MAX) {
        list->not_checked_dropped++;
        return OL_OK;
    }
    void *members = list->not_checked;
    if (!reserve(list, &members, list->not_checked_count, &list->not_checked_capacity,
                 sizeof *list->not_checked)) {
        return OL_ERR_NOMEM;
    }
    list->not_checked = members;
    list->not_checked[list->not_checked_count++] = *entry;
    return OL_OK;
}

static int compare_u64(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Findings in another file than the input come after those in the input, by its name. */
static int compare_files(const struct ol_record *a, const struct ol_record *b)
{
    if (!a->has_file || !b->has_file) {
        return (int)a->has_file - (int)b->has_file;
    }
    return strcmp(ol_record_file(a), ol_record_file(b));
}

/* By file and place, the wider of two that begin together first. */
static int compare_places(const struct ol_record *a, const struct ol_record *b)
{
    int order = compare_files(a, b);
    if (order == 0) {
        order = (int)b->is_whole_file - (int)a->is_whole_file;
    }
    if (order == 0 && !a->is_whole_file) {
        order = compare_u64(a->span.offset, b->span.offset);
        order = order != 0 ? order : compare_u64(b->span.length, a->span.length);
    }
    return order;
}

static int compare_records(const struct ol_record *a, const struct ol_record *b)
{
    int order = compare_places(a, b);
    order = order != 0 ? order : ol_record_compare_rules(a, b);
    return order != 0 ? order : ol_record_compare_texts(a, b);
}

/* By place; of equal ones those that count first, so that what repeats them is what goes. */
static int compare_kept(const void *left, const void *right)
{
    const struct ol_record *a = *(const struct ol_record *const *)left;
    const struct ol_record *b = *(const struct ol_record *const *)right;
    int order = compare_records(a, b);
    return order != 0 ? order : is_accepted(a) - is_accepted(b);
}

/* Those that count, then the accepted ones. */
static int compare_settled(const void *left, const void *right)
{
    const struct ol_record *a = *(const struct ol_record *const *)left;
    const struct ol_record *b = *(const struct ol_record *const *)right;
    int order = is_accepted(a) - is_accepted(b);
    return order != 0 ? order : compare_records(a, b);
}

/* Sorts the findings. Most come in order, and then no memory is taken for it. */
static void sort(struct ol_diag_list *list, int (*compare)(const void *left, const void *right))
{
    size_t total = kept_count(list);
    for (size_t i = 1; i < total; i++) {
        if (compare(&list->records[i - 1], &list->records[i]) > 0) {
            qsort(list->records, total, sizeof(struct ol_record *), compare);
            return;
        }
    }
}

/* Of all findings the first ones are left: counts them anew. */
static void recount(struct ol_diag_list *list, size_t kept)
{
    list->count = 0;
    list->accepted_count = 0;
    for (size_t i = 0; i < kept; i++) {
        if (is_accepted(list->records[i])) {
            list->accepted_count++;
        } else {
            list->count++;
        }
    }
}

static void drop_repetitions(struct ol_diag_list *list)
{
    size_t total = kept_count(list);
    size_t kept = 0;
    for (size_t i = 0; i < total; i++) {
        if (kept == 0 || compare_records(list->records[kept - 1], list->records[i]) != 0) {
            list->records[kept++] = list->records[i];
        }
    }
    recount(list, kept);
}

/* Whether b, which does not begin before a, lies within a. */
static bool contains(const struct ol_record *a, const struct ol_record *b)
{
    if (compare_files(a, b) != 0) {
        return false;
    }
    return a->is_whole_file || b->span.offset + b->span.length <= a->span.offset + a->span.length;
}

/* Whether the inner of two nested places is no deeper in the message than the outer one. */
static bool is_no_deeper(const struct ol_record *inner, const struct ol_record *outer)
{
    return ol_record_path_dots(inner) <= ol_record_path_dots(outer);
}

/* Marks, of a finding and of one around it, the one that the other supersedes. */
static void mark(struct ol_record *inner, struct ol_record *outer, ol_supersedes_fn *supersedes,
                 const void *context)
{
    if (supersedes(context, outer->rule_index, inner->rule_index) && is_no_deeper(inner, outer)) {
        inner->is_superseded = true;
    }
    if (supersedes(context, inner->rule_index, outer->rule_index)) {
        outer->is_superseded = true;
    }
}

/* Marks, among the findings in order, those that another one on the same, a containing or a
 * contained span supersedes. Spans of one file nest, so the findings around the current one form a
 * stack: the cost is the count times the depth. */
static enum ol_status mark_superseded(const struct ol_diag_list *list, ol_supersedes_fn *supersedes,
                                      const void *context)
{
    void *members = NULL;
    size_t capacity = 0;
    size_t depth = 0;
    enum ol_status status = OL_OK;
    for (size_t i = 0; status == OL_OK && i < kept_count(list); i++) {
        struct ol_record *record = list->records[i];
        struct ol_record **open = members;
        while (depth > 0 && !contains(open[depth - 1], record)) {
            depth--;
        }
        for (size_t j = 0; j < depth; j++) {
            mark(record, open[j], supersedes, context);
        }
        if (reserve(list, &members, depth, &capacity, sizeof(struct ol_record *))) {
            open = members;
            open[depth++] = record;
        } else {
            status = OL_ERR_NOMEM;
        }
    }
    free(members);
    return status;
}

static void drop_marked(struct ol_diag_list *list)
{
    size_t total = kept_count(list);
    size_t kept = 0;
    for (size_t i = 0; i < total; i++) {
        if (!list->records[i]->is_superseded) {
            list->records[kept++] = list->records[i];
        }
    }
    recount(list, kept);
}

enum ol_status ol_diag_list_finish(struct ol_diag_list *list, ol_supersedes_fn *supersedes,
                                   const void *context)
{
    if (kept_count(list) == 0) {
        return OL_OK;
    }
    sort(list, compare_kept);
    drop_repetitions(list);
    enum ol_status status = mark_superseded(list, supersedes, context);
    if (status == OL_OK) {
        drop_marked(list);
        ol_diag_list_settle(list, 0);
    }
    return status;
}

/* Drops findings of a settled list from its end until excess of them are gone; lesser ones than
 * errors alone where are_errors_kept. Returns how many are still to go. */
static size_t drop_last(struct ol_diag_list *list, size_t excess, bool are_errors_kept)
{
    size_t total = kept_count(list);
    size_t to = total;
    for (size_t i = total; i > 0; i--) {
        struct ol_record *record = list->records[i - 1];
        if (excess > 0 && !is_accepted(record) &&
            (record->severity != OL_SEVERITY_ERROR || !are_errors_kept)) {
            list->dropped[record->severity]++;
            excess--;
        } else {
            list->records[--to] = record;
        }
    }
    memmove(list->records, list->records + to, (total - to) * sizeof(struct ol_record *));
    recount(list, total - to);
    return excess;
}

void ol_diag_list_settle(struct ol_diag_list *list, size_t max)
{
    size_t total = kept_count(list);
    if (total == 0) {
        return;
    }
    recount(list, total);
    if (list->accepted_count > 0) {
        sort(list, compare_settled);
    }
    if (max != 0 && list->count > max) {
        size_t excess = drop_last(list, list->count - max, true);
        if (excess > 0) {
            (void)drop_last(list, excess, false);
        }
    }
}

uint64_t ol_diag_list_count_accepted(const struct ol_diag_list *list, enum ol_acceptance acceptance)
{
    uint64_t count = acceptance == OL_ACCEPTED_SUPPRESSED ? list->accepted_dropped : 0;
    for (size_t i = 0; i < list->accepted_count; i++) {
        count += list->records[list->count + i]->acceptance == acceptance;
    }
    return count;
}

bool ol_diag_is_innermost(const struct ol_diag *diag, size_t i)
{
    for (size_t j = i + 1; j < diag->name_count; j++) {
        if (strcmp(diag->names[j].role, diag->names[i].role) == 0) {
            return false;
        }
    }
    return true;
}

uint64_t ol_diag_list_count(const struct ol_diag_list *list, enum ol_severity severity)
{
    uint64_t count = list->dropped[severity];
    for (size_t i = 0; i < list->count; i++) {
        count += list->records[i]->severity == severity;
    }
    return count;
}
