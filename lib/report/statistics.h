/* SPDX-License-Identifier: Apache-2.0 */
/* What a run read and what it cost, added up for --statistics. */
#ifndef OL_REPORT_STATISTICS_H
#define OL_REPORT_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/measures.h"
#include "base/status.h"
#include "report/json_text.h"
#include "report/report.h"

struct ol_report_statistics {
    uint64_t rules_on;
    const char *const *ids; /* of the rules, by rule_index; borrowed */
    uint64_t *findings;     /* of each rule: those that count and were kept */
    size_t rule_count;
    struct ol_report_reading reading; /* of all files */
    uint64_t size;                    /* bytes of all files that were read */
    struct ol_measures measures;      /* all 0 until somebody sets them */
};

/* Makes statistics for rules of these ids, which are to live as long; NULL when memory is short. */
struct ol_report_statistics *ol_report_statistics_new(struct ol_arena *arena,
                                                      const char *const *ids, size_t count);

/* Adds a file that was read. */
void ol_report_statistics_add(struct ol_report_statistics *statistics,
                              const struct ol_report_file *file);

/* Adds the lines for standard error, of totals that have statistics. OL_ERR_NOMEM. */
enum ol_status ol_report_statistics_tell(struct ol_buf *out,
                                         const struct ol_report_totals *totals) OL_NODISCARD;

/* Adds the object that doc/report.schema.json describes as summary.statistics, of totals that have
 * them. A shortness of memory is the buffer's. */
void ol_report_statistics_put(struct ol_json *json, const struct ol_report_totals *totals);

#endif
