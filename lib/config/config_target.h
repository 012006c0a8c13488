/* SPDX-License-Identifier: Apache-2.0 */
/* The target of a run, from the settings target, target-ir and target-opset. */
#ifndef OL_CONFIG_CONFIG_TARGET_H
#define OL_CONFIG_CONFIG_TARGET_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/status.h"

struct ol_config;
struct ol_target;

/* Puts the target together, in the arena: what the file or release says, except where target-ir and
 * target-opset say something else, each domain by itself. *target is NULL where none of the three
 * is set. OL_ERR_RULE: the target is none that is known, or its file is wrong, or minimum and
 * maximum of a domain contradict each other; OL_ERR_IO: its file cannot be read. Then errors tells
 * why, as ol_config_error would. */
enum ol_status ol_config_target(const struct ol_config *config, struct ol_arena *arena,
                                struct ol_buf *errors,
                                const struct ol_target **target) OL_NODISCARD;

#endif
