/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of field paths. */
#include "onnx/field_step.h"

#include <string.h>

/* Digits of an index that cannot overflow. */
#define INDEX_DIGITS_MAX 18

bool ol_field_step_next(const char **path, struct ol_field_step *step)
{
    const char *at = *path;
    size_t size = strcspn(at, ".[");
    *step = (struct ol_field_step){.name = {(const uint8_t *)at, size}, .index = OL_INDEX_NONE};
    at += size;
    if (*at == '[') {
        size_t digits = strspn(at + 1, "0123456789");
        if (digits == 0 || digits > INDEX_DIGITS_MAX || at[1 + digits] != ']') {
            return false;
        }
        step->index = 0;
        for (size_t i = 1; i <= digits; i++) {
            step->index = step->index * 10 + (uint64_t)(at[i] - '0');
        }
        at += digits + 2;
    }
    if (*at != '.' && *at != '\0') {
        return false;
    }
    bool has_more = *at == '.' && at[1] != '\0';
    *path = has_more ? at + 1 : at;
    return size > 0 && (has_more || *at == '\0');
}

bool ol_field_step_find(const struct ol_field_step *step, const struct ol_level *level,
                        const struct ol_field *field, uint64_t back, struct ol_element *element)
{
    bool is_repeated = ol_field_is_repeated(field);
    uint64_t count = ol_level_elements(level, field->index);
    uint64_t wanted = is_repeated ? step->index : count - 1 - back;
    struct ol_cursor cursor;
    if (wanted >= count || (is_repeated && back > 0)) {
        return false;
    }
    ol_cursor_init(&cursor, level, field->index);
    while (ol_cursor_next(&cursor, element)) {
        if (element->index == wanted) {
            return true;
        }
    }
    return false;
}

bool ol_field_step_child(const struct ol_field_step *step, const struct ol_level *level,
                         const struct ol_field *field, struct ol_level *child)
{
    struct ol_element element;
    if (!ol_field_step_find(step, level, field, 0, &element)) {
        return false;
    }
    ol_level_init_child(child, level, &element.occurrence, element.index);
    return true;
}
