/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the list whole: what separates the paths is known at its end. */
#include "path_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* No list of changes is longer; what is was never one. */
#define BYTES_MAX (64U << 20)

static enum ol_exit refuse(const char *why)
{
    ol_message_begin();
    ol_message_add("<stdin>: ");
    ol_message_add(why);
    ol_message_end();
    return OL_EXIT_TROUBLE;
}

/* Reads all bytes, and puts a NUL behind them. */
static enum ol_exit read_all(struct ol_path_list *list)
{
    size_t capacity = 0;
    for (;;) {
        if (list->size + 1 >= capacity) {
            capacity = capacity == 0 ? 1U << 16 : capacity * 2;
            char *text = realloc(list->text, capacity);
            if (text == NULL) {
                return refuse("out of memory");
            }
            list->text = text;
        }
        ssize_t count = read(STDIN_FILENO, list->text + list->size, capacity - list->size - 1);
        if (count < 0 && errno != EINTR) {
            return refuse(strerror(errno));
        }
        if (count == 0) {
            list->text[list->size] = '\0';
            return OL_EXIT_CLEAN;
        }
        list->size += count > 0 ? (size_t)count : 0;
        if (list->size > BYTES_MAX) {
            return refuse("too long for a list of paths");
        }
    }
}

/* Ends each path with a NUL, and counts the paths; notes them where there is room for that. */
static size_t split(struct ol_path_list *list, const char **paths)
{
    size_t count = 0;
    for (size_t at = 0; at < list->size; at += strlen(list->text + at) + 1) {
        if (list->text[at] == '\0') {
            continue;
        }
        if (paths != NULL) {
            paths[count] = list->text + at;
        }
        count++;
    }
    return count;
}

enum ol_exit ol_path_list_read(struct ol_path_list *list)
{
    *list = (struct ol_path_list){0};
    enum ol_exit result = read_all(list);
    if (result != OL_EXIT_CLEAN || list->size == 0) {
        return result;
    }
    if (memchr(list->text, '\0', list->size) == NULL) {
        for (size_t i = 0; i < list->size; i++) {
            if (list->text[i] == '\n') {
                list->text[i] = '\0';
            }
        }
    }
    list->paths = calloc(split(list, NULL) + 1, sizeof *list->paths);
    if (list->paths == NULL) {
        return refuse("out of memory");
    }
    list->count = split(list, list->paths);
    return OL_EXIT_CLEAN;
}

void ol_path_list_fini(struct ol_path_list *list)
{
    free(list->paths);
    free(list->text);
    *list = (struct ol_path_list){0};
}
