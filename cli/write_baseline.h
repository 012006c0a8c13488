/* SPDX-License-Identifier: Apache-2.0 */
/* --write-baseline */
#ifndef OL_CLI_WRITE_BASELINE_H
#define OL_CLI_WRITE_BASELINE_H

#include "batch.h"
#include "message.h"

/* Lints, and writes what is found to FILE, which is new, empty or a baseline. order: all but
 * outputs and summary, which are its own. */
enum ol_exit ol_baseline_write(const struct ol_batch_order *order, const char *file);

#endif
