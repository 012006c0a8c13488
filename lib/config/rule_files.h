/* SPDX-License-Identifier: Apache-2.0 */
/* The files that custom rules are in: those that are named, and those of folders that are. */
#ifndef OL_CONFIG_RULE_FILES_H
#define OL_CONFIG_RULE_FILES_H

#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/status.h"
#include "base/vector.h"

/* Adds the path (a const char *), or, where it is that of a folder, those of all files in it that
 * end in .yaml, in the order of their names; what begins with a full stop is passed over. What is
 * there already is not added again. The texts live in the arena. OL_ERR_IO: the folder cannot be
 * read, or has no such file; OL_ERR_LIMIT: they are more than OL_CUSTOM_RULES_MAX. Then error holds
 * "PATH: what: why" without a line break. OL_ERR_NOMEM. The caller gives the vector back. */
enum ol_status ol_rule_files_add(struct ol_vector *files, struct ol_arena *arena, const char *path,
                                 struct ol_buf *error) OL_NODISCARD;

#endif
