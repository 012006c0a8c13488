/* SPDX-License-Identifier: Apache-2.0 */
/* What a function of ours that can fail returns. A fault of the linted file is never a status: it
 * is a finding. */
#ifndef OL_BASE_STATUS_H
#define OL_BASE_STATUS_H

enum ol_status {
    OL_OK,
    OL_ERR_NOMEM, /* an allocation failed */
    OL_ERR_IO,    /* a file could not be read or written */
    OL_ERR_RULE,  /* a rule file or a configuration is wrong; a message says where */
    OL_ERR_LIMIT, /* a cap of base/limits.h was reached */
    OL_ERR_BUG    /* a state that our own code rules out */
};

/* A caller may not drop the result. */
#define OL_NODISCARD __attribute__((warn_unused_result))

#endif
