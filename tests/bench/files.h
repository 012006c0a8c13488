/* SPDX-License-Identifier: Apache-2.0 */
/* What is more than the bytes of one model: files with holes, which are read as zeros and take no
 * place on the disk, and folders. All return whether they were written; errno says why not. */
#ifndef OL_TESTS_BENCH_FILES_H
#define OL_TESTS_BENCH_FILES_H

#include <stdbool.h>

#include "bytes.h"

bool write_file(const char *path, const struct bytes *bytes);

/* A model without a fault, but for its size, of a node that takes that many initializers of 5 MB;
 * their raw_data are holes. 200 are 1 GB. */
bool write_weights(const char *path, unsigned tensors);

/* The same with external data: in a hole as well, in the file PATH.data. */
bool write_external(const char *path, unsigned tensors);

/* That many models of about 1 kB, in a folder that is made. */
bool write_folder(const char *path, unsigned files);

#endif
