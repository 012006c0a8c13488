/* SPDX-License-Identifier: Apache-2.0 */
/* Licence expressions of SPDX. */
#ifndef OL_CHECKS_LICENSES_H
#define OL_CHECKS_LICENSES_H

#include <stdbool.h>

#include "base/slice.h"

/* Whether the text is a licence expression (SPDX 2.3, annex D): "MIT", "Apache-2.0 OR (MIT AND
 * LicenseRef-ours)", "GPL-2.0-or-later WITH Classpath-exception-2.0". Identifiers must be on the
 * lists of licenses.def, in any case of letters, or begin with LicenseRef- or DocumentRef-. Takes
 * time in proportion to the text. */
bool ol_license_is_expression(struct ol_slice text);

#endif
