/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the inputs before any is linted, so that their number is known and none can be written
 * to. */
#include "discover.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "onnx_lint.h"

struct search {
    struct ol_targets *targets;
    bool is_ok;
};

static bool reserve(struct ol_targets *targets)
{
    if (targets->count < targets->capacity) {
        return true;
    }
    size_t capacity = targets->capacity == 0 ? 16 : targets->capacity * 2;
    struct ol_target *members = reallocarray(targets->members, capacity, sizeof *members);
    if (members == NULL) {
        return false;
    }
    targets->members = members;
    targets->capacity = capacity;
    return true;
}

static bool add(struct ol_targets *targets, const char *path, const char *error)
{
    if (!reserve(targets)) {
        return false;
    }
    char *copy = strdup(path != NULL ? path : error);
    if (copy == NULL) {
        return false;
    }
    targets->members[targets->count++] =
        path != NULL ? (struct ol_target){.path = copy} : (struct ol_target){.error = copy};
    return true;
}

static bool add_found(void *context, const char *path, const char *error)
{
    struct search *search = context;
    search->is_ok = add(search->targets, path, error);
    return search->is_ok;
}

bool ol_targets_add(struct ol_targets *targets, const char *operand)
{
    if (strcmp(operand, "-") == 0) {
        return add(targets, operand, NULL);
    }
    size_t before = targets->count;
    struct search search = {.targets = targets, .is_ok = true};
    if (ol_find_inputs(operand, add_found, &search) != OL_OK || !search.is_ok) {
        return false;
    }
    if (targets->count == before) {
        (void)fputs("onnx-lint: no *.onnx or *.pb file in ", stderr);
        ol_message_add_path(operand);
        ol_message_end();
    }
    return true;
}

void ol_targets_fini(struct ol_targets *targets)
{
    for (size_t i = 0; i < targets->count; i++) {
        free(targets->members[i].path);
        free(targets->members[i].error);
    }
    free(targets->members);
    *targets = (struct ol_targets){0};
}

bool ol_targets_has_stdin_twice(const struct ol_targets *targets)
{
    size_t count = 0;
    for (size_t i = 0; i < targets->count; i++) {
        if (targets->members[i].path != NULL && strcmp(targets->members[i].path, "-") == 0) {
            count++;
        }
    }
    return count > 1;
}
