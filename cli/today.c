/* SPDX-License-Identifier: Apache-2.0 */
/* The day that suppressions are held against. */
#include "today.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#define SECONDS_PER_DAY 86400

/* The seconds that a text of digits stands for; false where it is none. */
static bool read_seconds(const char *text, int64_t *seconds)
{
    char *end;
    errno = 0;
    intmax_t value = strtoimax(text, &end, 10);
    bool is_number = text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
    *seconds = is_number && value <= INT64_MAX ? (int64_t)value : 0;
    return is_number;
}

bool ol_today_set(struct ol_linter *linter)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    int64_t seconds = (int64_t)time(NULL);
    if (epoch != NULL && *epoch != '\0' && !read_seconds(epoch, &seconds)) {
        ol_message_begin();
        ol_message_add("SOURCE_DATE_EPOCH wants seconds since 1970, not ");
        ol_message_add_quoted(epoch);
        ol_message_end();
        return false;
    }
    ol_linter_set_today(linter, seconds / SECONDS_PER_DAY);
    return true;
}
