/* SPDX-License-Identifier: Apache-2.0 */
/* Files and findings as keys of JSON objects, the same in json and jsonl. */
#ifndef OL_REPORT_JSON_DIAG_H
#define OL_REPORT_JSON_DIAG_H

#include "report/json_text.h"
#include "report/report.h"

/* Adds "version" and "tool" to the object that is open. */
void ol_json_put_head(struct ol_json *json);

/* Adds what a file is: "size", "kind", "ir_version" and "opset_import". */
void ol_json_put_file(struct ol_json *json, const struct ol_report_file *file);

/* Adds "not_checked", and "not_shown" and "error" where there are some. */
void ol_json_put_not_checked(struct ol_json *json, const struct ol_report_file *file);

/* Adds all of a finding: "rule" and so on; of an accepted one also "acceptance", and "reason" where
 * there is one. */
void ol_json_put_diag(struct ol_json *json, const struct ol_report_style *style,
                      const struct ol_diag *diag);

/* Adds the names as an object under that key. */
void ol_json_put_names(struct ol_json *json, const char *key, const struct ol_diag *diag);

/* Adds what there is to tell of a suppression: "kind", "message", "file", "line", "column". */
void ol_json_put_notice(struct ol_json *json, const struct ol_notice *notice);

/* Adds the numbers of a run: "files" and so on; "baseline" only where there is one. */
void ol_json_put_totals(struct ol_json *json, const struct ol_report_totals *totals);

#endif
