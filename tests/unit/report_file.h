/* SPDX-License-Identifier: Apache-2.0 */
/* A linted file made by hand, for the tests of reporters. */
#ifndef OL_TESTS_UNIT_REPORT_FILE_H
#define OL_TESTS_UNIT_REPORT_FILE_H

#include "report/report.h"

/* The file "m.onnx" with these bytes, and no findings yet. */
struct ol_test_report {
    struct ol_arena *arena;
    struct ol_diag_list list;
    struct ol_report_file file;
};

void ol_test_report_init(struct ol_test_report *report, const char *bytes, size_t size);
void ol_test_report_fini(struct ol_test_report *report);

/* A finding of rule "a-rule" with the message "it is wrong" at length bytes from offset; path is
 * "graph.name". */
struct ol_diag ol_test_diag(enum ol_severity severity, uint64_t offset, uint64_t length);

void ol_test_report_add(struct ol_test_report *report, const struct ol_diag *diag);

/* What the reporter makes of the file alone. Valid until the next call of ol_test_report_fini. */
const char *ol_test_report_render(struct ol_test_report *report, const struct ol_reporter *reporter,
                                  struct ol_report_style style);

/* What the reporter makes of a run over the files, copied to the arena. */
const char *ol_test_report_render_run(struct ol_arena *arena, const struct ol_reporter *reporter,
                                      const struct ol_report_style *style,
                                      const struct ol_report_file *files, size_t count);

#endif
