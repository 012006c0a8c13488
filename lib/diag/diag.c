/* SPDX-License-Identifier: Apache-2.0 */
/* Keeping, ordering and weeding out findings. */
#include "diag/diag.h"

#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/limits.h"

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
}

void ol_diag_list_fini(struct ol_diag_list *list)
{
    free(list->diags);
    free(list->not_checked);
    *list = (struct ol_diag_list){0};
}

/* Room for one more member of size bytes; false when memory is short. */
static bool reserve(void **members, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    size_t wanted = *capacity == 0 ? 16 : *capacity * 2;
    size_t bytes;
    void *grown = ol_checked_mul_size(wanted, size, &bytes) ? realloc(*members, bytes) : NULL;
    if (grown == NULL) {
        return false;
    }
    *members = grown;
    *capacity = wanted;
    return true;
}

/* Moves on to the first finding that is less than an error; each is passed once. */
static bool has_victim(struct ol_diag_list *list)
{
    while (list->victim < list->count && list->diags[list->victim].severity == OL_SEVERITY_ERROR) {
        list->victim++;
    }
    return list->victim < list->count;
}

static bool is_full(const struct ol_diag_list *list)
{
    return list->max != 0 && list->count >= list->max;
}

bool ol_diag_list_takes(struct ol_diag_list *list, enum ol_severity severity)
{
    return !is_full(list) || (severity == OL_SEVERITY_ERROR && has_victim(list));
}

enum ol_status ol_diag_list_add(struct ol_diag_list *list, const struct ol_diag *diag)
{
    if (!ol_diag_list_takes(list, diag->severity)) {
        list->dropped[diag->severity]++;
        return OL_OK;
    }
    if (is_full(list)) {
        list->dropped[list->diags[list->victim].severity]++;
        list->diags[list->victim] = *diag;
        return OL_OK;
    }
    void *members = list->diags;
    if (!reserve(&members, list->count, &list->capacity, sizeof *list->diags)) {
        return OL_ERR_NOMEM;
    }
    list->diags = members;
    list->diags[list->count++] = *diag;
    return OL_OK;
}

enum ol_status ol_diag_list_add_not_checked(struct ol_diag_list *list,
                                            const struct ol_not_checked *entry)
{
    if (list->not_checked_count >= OL_NOT_CHECKED_MAX) {
        list->not_checked_dropped++;
        return OL_OK;
    }
    void *members = list->not_checked;
    if (!reserve(&members, list->not_checked_count, &list->not_checked_capacity,
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
static int compare_files(const struct ol_place *a, const struct ol_place *b)
{
    if (a->file == NULL || b->file == NULL) {
        return (a->file != NULL) - (b->file != NULL);
    }
    return strcmp(a->file, b->file);
}

/* By file and place, the wider of two that begin together first. */
static int compare_places(const struct ol_place *a, const struct ol_place *b)
{
    int order = compare_files(a, b);
    if (order == 0) {
        order = (b->is_whole_file - a->is_whole_file);
    }
    if (order == 0 && !a->is_whole_file) {
        order = compare_u64(a->span.offset, b->span.offset);
        order = order != 0 ? order : compare_u64(b->span.length, a->span.length);
    }
    return order;
}

static int compare_diags(const void *left, const void *right)
{
    const struct ol_diag *a = left;
    const struct ol_diag *b = right;
    int order = compare_places(&a->place, &b->place);
    order = order != 0 ? order : strcmp(a->rule, b->rule);
    return order != 0 ? order : strcmp(a->message, b->message);
}

static void drop_repetitions(struct ol_diag_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (kept == 0 || compare_diags(&list->diags[kept - 1], &list->diags[i]) != 0) {
            list->diags[kept++] = list->diags[i];
        }
    }
    list->count = kept;
}

/* Whether b, which does not begin before a, lies within a. */
static bool contains(const struct ol_place *a, const struct ol_place *b)
{
    if (compare_files(a, b) != 0) {
        return false;
    }
    return a->is_whole_file || b->span.offset + b->span.length <= a->span.offset + a->span.length;
}

/* Whether the inner of two nested places is no deeper in the message than the outer one. */
static bool is_no_deeper(const struct ol_place *inner, const struct ol_place *outer)
{
    const char *a = inner->path;
    const char *b = outer->path;
    while (a != NULL && (a = strchr(a, '.')) != NULL) {
        b = b != NULL ? strchr(b, '.') : NULL;
        if (b == NULL) {
            return false;
        }
        a++;
        b++;
    }
    return true;
}

/* Marks, among the findings in order, those that another one on the same, a containing or a
 * contained span supersedes. Spans of one file nest, so the findings around the current one form a
 * stack: the cost is the count times the depth. */
static void mark_superseded(const struct ol_diag_list *list, size_t *open, bool *is_dropped,
                            ol_supersedes_fn *supersedes, const void *context)
{
    size_t depth = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct ol_diag *diag = &list->diags[i];
        while (depth > 0 && !contains(&list->diags[open[depth - 1]].place, &diag->place)) {
            depth--;
        }
        for (size_t j = 0; j < depth; j++) {
            const struct ol_diag *outer = &list->diags[open[j]];
            is_dropped[i] =
                is_dropped[i] || (supersedes(context, outer->rule_index, diag->rule_index) &&
                                  is_no_deeper(&diag->place, &outer->place));
            is_dropped[open[j]] =
                is_dropped[open[j]] || supersedes(context, diag->rule_index, outer->rule_index);
        }
        open[depth++] = i;
    }
}

static void drop_marked(struct ol_diag_list *list, const bool *is_dropped)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!is_dropped[i]) {
            list->diags[kept++] = list->diags[i];
        }
    }
    list->count = kept;
}

enum ol_status ol_diag_list_finish(struct ol_diag_list *list, ol_supersedes_fn *supersedes,
                                   const void *context)
{
    if (list->count == 0) {
        return OL_OK;
    }
    qsort(list->diags, list->count, sizeof *list->diags, compare_diags);
    drop_repetitions(list);
    size_t *open = calloc(list->count + 1, sizeof *open);
    bool *is_dropped = calloc(list->count + 1, sizeof *is_dropped);
    bool is_ok = open != NULL && is_dropped != NULL;
    if (is_ok) {
        mark_superseded(list, open, is_dropped, supersedes, context);
        drop_marked(list, is_dropped);
    }
    free(open);
    free(is_dropped);
    return is_ok ? OL_OK : OL_ERR_NOMEM;
}

uint64_t ol_diag_list_count(const struct ol_diag_list *list, enum ol_severity severity)
{
    uint64_t count = list->dropped[severity];
    for (size_t i = 0; i < list->count; i++) {
        count += list->diags[i].severity == severity;
    }
    return count;
}
