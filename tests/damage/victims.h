/* SPDX-License-Identifier: Apache-2.0 */
/* The files that are damaged: every case, and real ones. */
#ifndef OL_TESTS_DAMAGE_VICTIMS_H
#define OL_TESTS_DAMAGE_VICTIMS_H

#include "tools/cases.h"

/* One file: a case, or a path. */
struct ol_victim {
    const struct ol_test_case *test; /* NULL: a real file */
    char *path;                      /* NULL: a case */
};

struct ol_victims {
    struct ol_test_cases cases;
    struct ol_victim *items;
    size_t count;
    size_t models; /* real ones among them */
    size_t data;   /* and the files of tensors beside such models */
};

/* Collects every case and, of the models beneath the folder and of the other files there, so many,
 * spread evenly over them in the order of their paths. A folder that is not there has none. */
void ol_victims_init(struct ol_victims *victims, const char *folder, size_t models, size_t data);
void ol_victims_fini(struct ol_victims *victims);

#endif
