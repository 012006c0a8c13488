/* SPDX-License-Identifier: Apache-2.0 */
/* The forms of texts: what is written as one, numbers, versions, days, addresses and digests. */
#include <string.h>

#include "base/text.h"
#include "checks/text_form.h"

/* A place in a text that is read from left to right. */
struct reading {
    struct ol_slice text;
    size_t at;
};

static bool is_at_end(const struct reading *reading)
{
    return reading->at == reading->text.size;
}

/* The byte that is next; 0 at the end. */
static uint8_t next_byte(const struct reading *reading)
{
    return is_at_end(reading) ? 0 : reading->text.data[reading->at];
}

/* Passes over the byte where it is next. */
static bool take(struct reading *reading, char c)
{
    bool is_next = !is_at_end(reading) && next_byte(reading) == (uint8_t)c;
    reading->at += is_next;
    return is_next;
}

/* Passes over digits, and says how many. */
static size_t take_digits(struct reading *reading)
{
    size_t begin = reading->at;
    while (ol_byte_is_digit(next_byte(reading))) {
        reading->at++;
    }
    return reading->at - begin;
}

/* A whole number without zeros in front. */
static bool take_natural(struct reading *reading)
{
    bool has_zero = next_byte(reading) == '0';
    size_t digits = take_digits(reading);
    return digits == 1 || (digits > 1 && !has_zero);
}

bool ol_text_is_integer(struct ol_slice text)
{
    struct reading reading = {text, 0};
    (void)take(&reading, '-');
    return take_natural(&reading) && is_at_end(&reading);
}

bool ol_text_is_decimal(struct ol_slice text)
{
    struct reading reading = {text, 0};
    (void)take(&reading, '-');
    bool is_right = take_natural(&reading);
    if (is_right && take(&reading, '.')) {
        is_right = take_digits(&reading) > 0;
    }
    if (is_right && (take(&reading, 'e') || take(&reading, 'E'))) {
        (void)(take(&reading, '+') || take(&reading, '-'));
        is_right = take_digits(&reading) > 0;
    }
    return is_right && is_at_end(&reading);
}

/* --- semver (semver.org, 2.0.0) -------------------------------------------- */

/* Identifiers with dots between them. A number among them has no zeros in front, unless that does
 * not matter. */
static bool take_identifiers(struct reading *reading, bool is_zero_allowed)
{
    do {
        size_t begin = reading->at;
        bool is_number = true;
        for (uint8_t c = next_byte(reading);
             ol_byte_is_letter(c) || ol_byte_is_digit(c) || c == '-'; c = next_byte(reading)) {
            is_number = is_number && ol_byte_is_digit(c);
            reading->at++;
        }
        size_t size = reading->at - begin;
        bool has_zero = is_number && size > 1 && reading->text.data[begin] == '0';
        if (size == 0 || (has_zero && !is_zero_allowed)) {
            return false;
        }
    } while (take(reading, '.'));
    return true;
}

bool ol_text_is_semver(struct ol_slice text)
{
    struct reading reading = {text, 0};
    bool is_right = take_natural(&reading) && take(&reading, '.') && take_natural(&reading) &&
                    take(&reading, '.') && take_natural(&reading);
    if (is_right && take(&reading, '-')) {
        is_right = take_identifiers(&reading, false);
    }
    if (is_right && take(&reading, '+')) {
        is_right = take_identifiers(&reading, true);
    }
    return is_right && is_at_end(&reading);
}

/* --- days and times (ISO 8601, RFC 3339) ----------------------------------- */

/* A number of exactly so many digits, which has to be within bounds. */
static bool take_number(struct reading *reading, size_t digits, unsigned min, unsigned max,
                        unsigned *number)
{
    *number = 0;
    for (size_t i = 0; i < digits; i++, reading->at++) {
        if (!ol_byte_is_digit(next_byte(reading))) {
            return false;
        }
        *number = *number * 10 + (next_byte(reading) - (unsigned)'0');
    }
    return *number >= min && *number <= max;
}

static unsigned days_of(unsigned year, unsigned month)
{
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && is_leap ? 1U : 0U);
}

static bool take_date(struct reading *reading)
{
    unsigned year = 0;
    unsigned month = 0;
    unsigned day = 0;
    return take_number(reading, 4, 0, 9999, &year) && take(reading, '-') &&
           take_number(reading, 2, 1, 12, &month) && take(reading, '-') &&
           take_number(reading, 2, 1, days_of(year, month), &day);
}

static bool take_clock(struct reading *reading)
{
    unsigned part = 0;
    return take_number(reading, 2, 0, 23, &part) && take(reading, ':') &&
           take_number(reading, 2, 0, 59, &part);
}

/* Seconds (60 where one is inserted), their fraction, and the zone. */
static bool take_seconds_and_zone(struct reading *reading)
{
    unsigned seconds = 0;
    if (!take(reading, ':') || !take_number(reading, 2, 0, 60, &seconds) ||
        (take(reading, '.') && take_digits(reading) == 0)) {
        return false;
    }
    if (take(reading, 'Z') || take(reading, 'z')) {
        return true;
    }
    return (take(reading, '+') || take(reading, '-')) && take_clock(reading);
}

bool ol_text_is_date(struct ol_slice text)
{
    struct reading reading = {text, 0};
    return take_date(&reading) && is_at_end(&reading);
}

bool ol_text_is_date_time(struct ol_slice text)
{
    struct reading reading = {text, 0};
    return take_date(&reading) && (take(&reading, 'T') || take(&reading, 't')) &&
           take_clock(&reading) && take_seconds_and_zone(&reading) && is_at_end(&reading);
}

/* --- addresses (RFC 3986) -------------------------------------------------- */

static bool is_hex(uint8_t c)
{
    uint8_t folded = ol_text_folded(c);
    return ol_byte_is_digit(c) || (folded >= 'a' && folded <= 'f');
}

static bool is_among(uint8_t c, const char *bytes)
{
    return c != 0 && strchr(bytes, c) != NULL;
}

/* The bytes that may stand in an address, escapes of others among them. */
static bool has_url_bytes(struct ol_slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        bool is_escape =
            c == '%' && text.size - i > 2 && is_hex(text.data[i + 1]) && is_hex(text.data[i + 2]);
        bool is_own =
            ol_byte_is_letter(c) || ol_byte_is_digit(c) || is_among(c, "-._~:/?#[]@!$&'()*+,;=");
        if (!is_escape && !is_own) {
            return false;
        }
    }
    return true;
}

/* How many bytes of the text are a scheme. */
static size_t scheme_size(struct ol_slice text)
{
    size_t at = 0;
    while (at < text.size &&
           (ol_byte_is_letter(text.data[at]) ||
            (at > 0 && (ol_byte_is_digit(text.data[at]) || is_among(text.data[at], "+-."))))) {
        at++;
    }
    return at;
}

/* With a scheme and a host: "https://example.com/a". */
bool ol_text_is_url(struct ol_slice text)
{
    size_t at = scheme_size(text);
    if (at == 0 || text.size - at < 4 || memcmp(text.data + at, "://", 3) != 0) {
        return false;
    }
    struct ol_slice rest = {text.data + at + 3, text.size - at - 3};
    return !is_among(rest.data[0], "/?#:@") && has_url_bytes(rest);
}

/* --- digests and the like --------------------------------------------------- */

static bool is_hex_of(struct ol_slice text, size_t size)
{
    for (size_t i = 0; i < text.size; i++) {
        if (!is_hex(text.data[i])) {
            return false;
        }
    }
    return text.size == size;
}

bool ol_text_is_sha1(struct ol_slice text)
{
    return is_hex_of(text, 40);
}

bool ol_text_is_sha256(struct ol_slice text)
{
    return is_hex_of(text, 64);
}

/* 8-4-4-4-12 digits. */
bool ol_text_is_uuid(struct ol_slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        bool is_hyphen = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_hyphen ? text.data[i] != '-' : !is_hex(text.data[i])) {
            return false;
        }
    }
    return text.size == 36;
}
