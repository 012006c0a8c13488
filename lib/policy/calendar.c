/* SPDX-License-Identifier: Apache-2.0 */
/* Days by their dates. */
#include "policy/calendar.h"

#include <string.h>

static bool is_leap(unsigned year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static unsigned days_of_month(unsigned year, unsigned month)
{
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : days[month - 1];
}

/* The number that count digits stand for; false where they are none. */
static bool read_digits(const char *text, size_t count, unsigned *number)
{
    *number = 0;
    for (size_t i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        *number = *number * 10 + (unsigned)(text[i] - '0');
    }
    return true;
}

/* Days from 0000-03-01 to the first day of a year's March: with the leap day at the end of a year,
 * counting is even. */
static int64_t days_before_march(int64_t year)
{
    return year * 365 + year / 4 - year / 100 + year / 400;
}

bool ol_day_from_text(const char *text, int64_t *day)
{
    unsigned year;
    unsigned month;
    unsigned date;
    if (strlen(text) != 10 || text[4] != '-' || text[7] != '-' || !read_digits(text, 4, &year) ||
        !read_digits(text + 5, 2, &month) || !read_digits(text + 8, 2, &date) || year == 0 ||
        month == 0 || month > 12 || date == 0 || date > days_of_month(year, month)) {
        return false;
    }
    unsigned month_from_march = (month + 9) % 12;
    int64_t year_of_march = (int64_t)year - (month <= 2 ? 1 : 0);
    int64_t day_of_year = (153 * (int64_t)month_from_march + 2) / 5 + date - 1;
    const int64_t epoch = days_before_march(1969) + 306; /* 1970-01-01, counted the same way */
    *day = days_before_march(year_of_march) + day_of_year - epoch;
    return true;
}
