/* SPDX-License-Identifier: Apache-2.0 */
/* A list of paths that standard input holds, as Git and find write it. */
#ifndef OL_CLI_PATH_LIST_H
#define OL_CLI_PATH_LIST_H

#include <stddef.h>

#include "message.h"

struct ol_path_list {
    const char **paths; /* into text */
    size_t count;
    char *text; /* own use */
    size_t size;
};

/* Reads the list to the end: paths that each end with a NUL, or, where there is no NUL, with a line
 * break. Empty ones are passed over. Tells what is wrong. In each case ol_path_list_fini is to be
 * called. */
enum ol_exit ol_path_list_read(struct ol_path_list *list);
void ol_path_list_fini(struct ol_path_list *list);

#endif
