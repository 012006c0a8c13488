/* SPDX-License-Identifier: Apache-2.0 */
/* Adding up the findings past --max-diagnostics, and the lines about them. */
#ifndef OL_REPORT_CUT_H
#define OL_REPORT_CUT_H

#include "report/report.h"

/* Adds a file that is at that place in the order of the run. OL_ERR_NOMEM. */
enum ol_status ol_report_add_cut(struct ol_report_totals *totals, const struct ol_report_file *file,
                                 uint64_t place) OL_NODISCARD;

/* Adds a line for each of the first files that lost findings, and one for the others. */
void ol_report_tell_cut(struct ol_buf *out, const struct ol_report_totals *totals);

#endif
