/* SPDX-License-Identifier: Apache-2.0 */
/* Adding up what a run accepts, and the lines about it. */
#ifndef OL_REPORT_ACCEPTED_H
#define OL_REPORT_ACCEPTED_H

#include "report/report.h"

/* Adds a file that is at that place in the order of the run. OL_ERR_NOMEM. */
enum ol_status ol_report_add_accepted(struct ol_report_totals *totals,
                                      const struct ol_report_file *file,
                                      uint64_t place) OL_NODISCARD;

/* Adds findings of the baseline in a file that is not there any more. To be called behind all that
 * are, in the order in which they are to be told. OL_ERR_NOMEM. */
enum ol_status ol_report_add_missing(struct ol_report_totals *totals, const char *name,
                                     uint64_t count) OL_NODISCARD;

/* What notices are about: "about suppressions", or "about the configuration" where not all of them
 * are about those. */
const char *ol_report_notice_subject(const struct ol_report_totals *totals);

/* Adds a line, "FILE:LINE:COLUMN: warning: MESSAGE", for each notice. */
void ol_report_tell_notices(struct ol_buf *out, const struct ol_report_totals *totals);

/* Adds the lines of the summary: nothing where nothing was accepted and there is no baseline. */
void ol_report_tell_accepted(struct ol_buf *out, const struct ol_report_totals *totals);

#endif
