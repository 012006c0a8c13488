/* SPDX-License-Identifier: Apache-2.0 */
/* Operator sets that a model or a function imports (IR.md, Operator Sets). */
#ifndef OL_ONNX_IMPORT_H
#define OL_ONNX_IMPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "base/status.h"
#include "base/vector.h"
#include "onnx/level.h"
#include "onnx/symbols.h"

/* An entry of opset_import. */
struct ol_import {
    struct ol_slice domain; /* as ol_domain_canonical writes it */
    int64_t version;
    uint64_t tag; /* offset of the entry */
    uint32_t item;
    bool is_used;   /* by a node, by a function of the domain or by one that imports it; of entries
                       with one domain the one that binds */
    bool has_nodes; /* it bound one of the nodes entered so far */
};

/* The imports of a model or a function, by domain; of one domain the highest version first, which
 * is the one that binds (onnx.proto, ModelProto.opset_import). */
struct ol_imports {
    struct ol_vector entries;  /* of struct ol_import */
    struct ol_symbols missing; /* domains that nodes name and that no entry has, as
                                  ol_domain_canonical writes them */
    bool is_whole;             /* every entry could be read */
    bool is_cut; /* there are more than OL_IMPORTS_MAX, and the rest was passed over */
};

/* The one that binds a domain ("" or "ai.onnx": the default one); NULL: not imported. */
struct ol_import *ol_imports_find(const struct ol_imports *imports, struct ol_slice domain);

void ol_imports_init(struct ol_imports *imports);

/* From now on what is kept of imports is taken from the budget, which outlives it. */
void ol_imports_set_budget(struct ol_imports *imports, struct ol_budget *budget);
void ol_imports_fini(struct ol_imports *imports);

/* Reads the imports of a model or function, which stand in that field of it: all its own, in place
 * of those that were there. */
enum ol_status ol_imports_read(struct ol_imports *imports, const struct ol_level *level,
                               unsigned field) OL_NODISCARD;

#endif
