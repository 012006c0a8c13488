/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the inputs before any is linted, so that their number is known and none can be written
 * to. */
#include "discover.h"

#include <stdlib.h>
#include <string.h>

#include "path_list.h"

/* The search at one operand. */
struct search {
    struct ol_inputs *inputs;
    const char *operand;
    size_t excluded;     /* found in it, but passed over */
    bool is_passed_over; /* all of it */
    bool is_ok;
};

static bool reserve(struct ol_inputs *inputs)
{
    if (inputs->count < inputs->capacity) {
        return true;
    }
    size_t capacity = inputs->capacity == 0 ? 16 : inputs->capacity * 2;
    struct ol_found_input *members = reallocarray(inputs->members, capacity, sizeof *members);
    if (members == NULL) {
        return false;
    }
    inputs->members = members;
    inputs->capacity = capacity;
    return true;
}

/* Adds an input, or (error not NULL) what could not be looked at. */
static bool add(struct ol_inputs *inputs, const char *path, const char *error)
{
    if (!reserve(inputs)) {
        return false;
    }
    char *place = strdup(path);
    char *why = error != NULL ? strdup(error) : NULL;
    if (place == NULL || (why == NULL) != (error == NULL)) {
        free(place);
        free(why);
        return false;
    }
    inputs->members[inputs->count++] = why == NULL
                                           ? (struct ol_found_input){.path = place}
                                           : (struct ol_found_input){.error = why, .place = place};
    return true;
}

static bool add_found(void *context, enum ol_found found, const char *path, const char *error)
{
    struct search *search = context;
    switch (found) {
    case OL_FOUND_FILE:
    case OL_FOUND_ERROR:
        search->is_ok = add(search->inputs, path, error);
        break;
    case OL_FOUND_EXCLUDED:
        search->excluded++;
        search->is_passed_over = search->is_passed_over || strcmp(path, search->operand) == 0;
        break;
    }
    return search->is_ok;
}

/* Says that an operand, a directory, holds nothing to lint. */
static void tell_empty(const struct search *search, const struct ol_config *config)
{
    bool is_default = ol_config_count(config, OL_SETTING_INCLUDE) == 0;
    (void)fputs(is_default ? "onnx-lint: no *.onnx or *.pb file in "
                           : "onnx-lint: no file to lint in ",
                stderr);
    ol_message_add_path(search->operand);
    ol_message_add(search->excluded > 0 ? " that is not excluded" : "");
    ol_message_end();
}

/* Adds the inputs of an operand. */
static bool add_operand(struct ol_inputs *inputs, const struct ol_config *config,
                        const char *operand)
{
    if (strcmp(operand, "-") == 0) {
        return add(inputs, operand, NULL);
    }
    size_t before = inputs->count;
    struct search search = {.inputs = inputs, .operand = operand, .is_ok = true};
    if (ol_find_inputs(config, operand, add_found, &search) != OL_OK || !search.is_ok) {
        return false;
    }
    if (search.is_passed_over) {
        inputs->passed_over++;
    } else if (inputs->count == before) {
        tell_empty(&search, config);
    }
    return true;
}

/* An ol_found_fn: what is excluded is no matter of the operand's. */
static bool add_changed(void *context, enum ol_found found, const char *path, const char *error)
{
    struct ol_inputs *inputs = context;
    inputs->is_short = found != OL_FOUND_EXCLUDED && !add(inputs, path, error);
    return !inputs->is_short;
}

/* Adds what there is to lint because those paths have changed. */
static enum ol_exit add_all_changed(struct ol_inputs *inputs, const struct ol_config *config,
                                    const char *const *paths, size_t count)
{
    if (ol_find_changed(config, paths, count, add_changed, inputs) != OL_OK || inputs->is_short) {
        ol_message_error("out of memory");
        return OL_EXIT_TROUBLE;
    }
    if (inputs->count == 0 && !ol_config_flag(config, OL_SETTING_QUIET)) {
        (void)fputs("onnx-lint: nothing to lint: no model has changed, nor the data of one\n",
                    stderr);
    }
    return OL_EXIT_CLEAN;
}

enum ol_exit ol_inputs_add_changed(struct ol_inputs *inputs, const struct ol_config *config,
                                   const char *const *operands, size_t count)
{
    struct ol_path_list list;
    if (count != 1 || strcmp(operands[0], "-") != 0) {
        return add_all_changed(inputs, config, operands, count);
    }
    enum ol_exit result = ol_path_list_read(&list);
    if (result == OL_EXIT_CLEAN) {
        result = add_all_changed(inputs, config, list.paths, list.count);
    }
    ol_path_list_fini(&list);
    return result;
}

bool ol_inputs_add(struct ol_inputs *inputs, const struct ol_config *config,
                   const char *const *operands, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!add_operand(inputs, config, operands[i])) {
            return false;
        }
    }
    if (inputs->passed_over > 0 && !ol_config_flag(config, OL_SETTING_QUIET)) {
        (void)fprintf(stderr, "onnx-lint: %zu of %zu named %s excluded, and passed over\n",
                      inputs->passed_over, count,
                      count == 1 ? "file or directory is" : "files and directories are");
    }
    return true;
}

void ol_inputs_fini(struct ol_inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++) {
        free(inputs->members[i].path);
        free(inputs->members[i].error);
        free(inputs->members[i].place);
    }
    free(inputs->members);
    *inputs = (struct ol_inputs){0};
}

bool ol_inputs_has_stdin_twice(const struct ol_inputs *inputs)
{
    size_t count = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        if (inputs->members[i].path != NULL && strcmp(inputs->members[i].path, "-") == 0) {
            count++;
        }
    }
    return count > 1;
}
