/* SPDX-License-Identifier: Apache-2.0 */
/* Days of the Gregorian calendar. */
#ifndef OL_POLICY_CALENDAR_H
#define OL_POLICY_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

/* Reads "YYYY-MM-DD": the days from 1970-01-01 on. false where there is no such day. */
bool ol_day_from_text(const char *text, int64_t *day);

#endif
