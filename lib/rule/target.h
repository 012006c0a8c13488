/* SPDX-License-Identifier: Apache-2.0 */
/* A target: what models are to load with, such as a release of ONNX. One file of rules/targets/
 * each, or of a user's. */
#ifndef OL_RULE_TARGET_H
#define OL_RULE_TARGET_H

#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

/* The versions of one operator set that a target has. */
struct ol_target_opset {
    const char *domain; /* "ai.onnx" for the default one */
    int64_t min;        /* 0: no bound */
    int64_t max;        /* 0: no bound */
};

/* What a target makes of domains that it does not list. */
enum ol_target_others {
    OL_TARGET_OTHERS_ALLOWED,
    OL_TARGET_OTHERS_CUSTOM, /* allowed, but not those of the standard */
    OL_TARGET_OTHERS_REFUSED
};

struct ol_target {
    const char *name; /* NULL: bounds that have no name */
    const char *title;
    int64_t ir_version; /* the newest that it reads; 0: no bound */
    enum ol_target_others others;
    const struct ol_target_opset *opsets;
    size_t opset_count;
};

/* The targets that ship with the program: the releases of ONNX, oldest first. */
extern const struct ol_target ol_builtin_targets[];
extern const size_t ol_builtin_target_count;

/* The target of that name, or NULL. "1.16" stands for "onnx-1.16", and a patch release for the
 * release that it mends: "onnx-1.16.2" for "onnx-1.16", where there is no target of its own. */
const struct ol_target *ol_target_from_name(const struct ol_target *targets, size_t count,
                                            const char *name);

/* What a target says of a domain, however the default one is spelled; NULL: nothing. */
const struct ol_target_opset *ol_target_opset(const struct ol_target *target,
                                              struct ol_slice domain);

/* The oldest of the targets that has a version of an operator set, or an IR version; NULL where
 * none has. */
const struct ol_target *ol_target_first_with_opset(const struct ol_target *targets, size_t count,
                                                   struct ol_slice domain, int64_t version);
const struct ol_target *ol_target_first_with_ir(const struct ol_target *targets, size_t count,
                                                int64_t version);

#endif
