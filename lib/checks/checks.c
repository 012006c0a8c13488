/* SPDX-License-Identifier: Apache-2.0 */
/* The table of all checks, made from checks.def. */
#include "rule/check.h"

#define OL_CHECK(name) extern const struct ol_check ol_check_##name;
#include "checks/checks.def"
#undef OL_CHECK

/* NULL stands behind the last one, so that the table is never empty; it is not counted. */
#define OL_CHECK(name) &ol_check_##name,
const struct ol_check *const ol_checks[] = {
#include "checks/checks.def"
    NULL,
};
#undef OL_CHECK

const size_t ol_check_count = sizeof ol_checks / sizeof ol_checks[0] - 1;

#define OL_CHECK(name) PLACE_##name,
enum {
#include "checks/checks.def"
};
#undef OL_CHECK

/* The area behind the general checks begins with this one. */
const size_t ol_check_general_count = PLACE_file_concatenated;
