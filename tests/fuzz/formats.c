/* SPDX-License-Identifier: Apache-2.0 */
/* Reports, read as what they claim to be. */
#include "fuzz/formats.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/bench.h"
#include "fuzz/fuzz.h"

/* Bytes of a report that are shown. */
#define SHOWN_MAX 2000

static void fail(const char *format, const char *what, struct ol_slice text)
{
    int shown = text.size < SHOWN_MAX ? (int)text.size : SHOWN_MAX;
    ol_fuzz_fail("a report in %s %s: %.*s", format, what, shown, (const char *)text.data);
}

/* --- JSON ---------------------------------------------------------------- */

static json_t *read_json(const char *format, struct ol_slice text)
{
    json_error_t error;
    json_t *read = json_loadb((const char *)text.data, text.size, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(read)) {
        fail(format, error.text, text);
    }
    return read;
}

static void check_json(const char *format, struct ol_slice text, const char *list)
{
    json_t *read = read_json(format, text);
    if (!json_is_array(json_object_get(read, list))) {
        fail(format, "lacks its list", text);
    }
    json_decref(read);
}

/* --- lines --------------------------------------------------------------- */

/* Takes the next line, without its break, off the text. */
static struct ol_slice take_line(struct ol_slice *text)
{
    const uint8_t *line_break = memchr(text->data, '\n', text->size);
    size_t size = line_break != NULL ? (size_t)(line_break - text->data) : text->size;
    struct ol_slice line = {text->data, size};
    size_t taken = line_break != NULL ? size + 1 : size;
    *text = (struct ol_slice){text->data + taken, text->size - taken};
    return line;
}

static bool begins(struct ol_slice text, const char *with)
{
    size_t size = strlen(with);
    return text.size >= size && memcmp(text.data, with, size) == 0;
}

/* Reads ":" and digits backwards. */
static bool takes_number(const struct ol_slice line, size_t *at)
{
    size_t end = *at;
    while (*at > 0 && line.data[*at - 1] >= '0' && line.data[*at - 1] <= '9') {
        --*at;
    }
    if (*at == end || *at == 0 || line.data[*at - 1] != ':') {
        return false;
    }
    --*at;
    return true;
}

/* PATH:LINE:COLUMN: SEVERITY: MESSAGE, with [RULE] at the end unless it is a note. The first
 * ":LINE:COLUMN: SEVERITY: " of a line is the one that counts, whatever stands in the texts. */
static bool is_gcc_line(struct ol_slice line)
{
    static const char *const words[] = {": error: ", ": warning: ", ": note: "};
    for (size_t at = 0; at < line.size; at++) {
        struct ol_slice rest = {line.data + at, line.size - at};
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            size_t end = at;
            if (begins(rest, words[i]) && takes_number(line, &end) && takes_number(line, &end)) {
                return end > 0 && (i == 2 || line.data[line.size - 1] == ']');
            }
        }
    }
    return false;
}

/* What a workflow takes for a command begins a line, and is one of these. */
static bool is_github_line(struct ol_slice line)
{
    return begins(line, "::error ") || begins(line, "::warning ") || begins(line, "::notice ");
}

static void check_lines(const char *format, struct ol_slice text,
                        bool (*is_right)(struct ol_slice line))
{
    if (text.size > 0 && text.data[text.size - 1] != '\n') {
        fail(format, "ends within a line", text);
    }
    while (text.size > 0) {
        struct ol_slice line = take_line(&text);
        if (!is_right(line)) {
            fail(format, "has a line that is none", line);
        }
    }
}

static bool is_json_line(struct ol_slice line)
{
    json_decref(read_json("jsonl", line));
    return true;
}

/* --- all ----------------------------------------------------------------- */

const char *const ol_fuzz_formats[] = {"gcc",   "text",   "json",  "jsonl",
                                       "sarif", "github", "junit", "checkstyle"};
const size_t ol_fuzz_format_count = sizeof ol_fuzz_formats / sizeof *ol_fuzz_formats;

void ol_fuzz_check_output(const char *format, struct ol_slice text)
{
    if (!ol_fuzz_is_harmless(text)) {
        fail(format, "has in it what a terminal could act on", text);
    }
    if (strcmp(format, "json") == 0) {
        check_json(format, text, "files");
    } else if (strcmp(format, "sarif") == 0) {
        check_json(format, text, "runs");
    } else if (strcmp(format, "jsonl") == 0) {
        check_lines(format, text, is_json_line);
    } else if (strcmp(format, "gcc") == 0) {
        check_lines(format, text, is_gcc_line);
    } else if (strcmp(format, "github") == 0) {
        check_lines(format, text, is_github_line);
    } else if (strcmp(format, "junit") == 0 || strcmp(format, "checkstyle") == 0) {
        if (!ol_fuzz_is_xml(text)) {
            fail(format, "is no XML", text);
        }
    }
}
