/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a SARIF report, for its own files. */
#ifndef OL_REPORT_SARIF_H
#define OL_REPORT_SARIF_H

#include "report/json_text.h"
#include "report/report.h"

/* A level of SARIF: "error", "warning", "note" or "none". */
const char *ol_sarif_level(enum ol_severity severity);

/* Adds a key with a text that means itself. In texts of SARIF braces are placeholders and
 * [text](number) is a link (3.11): braces are doubled, and no bracket stays next to a
 * parenthesis. */
void ol_sarif_put_literal(struct ol_json *json, const char *key, struct ol_slice text);

/* Adds a key whose value is a message object: {"text": ...}, a text that is shown to people. */
void ol_sarif_put_message(struct ol_json *json, const char *key, const char *text);

/* Adds "artifactLocation" or another key: the file's URI. */
void ol_sarif_put_location(struct ol_json *json, const char *key, const char *name);

/* Adds "rules": all of the style. */
void ol_sarif_put_rules(struct ol_json *json, const struct ol_report_style *style);

/* Adds "artifacts" and "invocations": what was read, and what kept files from being checked. */
void ol_sarif_put_run(struct ol_json *json, const struct ol_report_totals *totals);

#endif
