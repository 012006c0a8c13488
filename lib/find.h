/* SPDX-License-Identifier: Apache-2.0 */
/* What finding inputs and finding what has changed share: made by find.c, used by find_changed.c.
 */
#ifndef OL_FIND_H
#define OL_FIND_H

#include "onnx_lint.h"

/* Finds what ol_find_inputs would find directly in a folder, the excluded left out, and also where
 * the folder itself lies in what is excluded. OL_ERR_NOMEM. */
enum ol_status ol_find_in_folder(const struct ol_config *config, const char *folder,
                                 ol_found_fn *found, void *context) OL_NODISCARD;

/* Sets *is_input to whether a file of that name is one that directories are searched for. The file
 * need not exist. OL_ERR_NOMEM. */
enum ol_status ol_find_is_input(const struct ol_config *config, const char *path,
                                bool *is_input) OL_NODISCARD;

#endif
