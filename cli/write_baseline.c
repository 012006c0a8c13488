/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a baseline: a run whose one report goes to a file that is replaced. */
#include "write_baseline.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

/* Takes the text from the line; false where it begins with something else. */
static bool takes(const char **line, const char *text)
{
    size_t size = strlen(text);
    bool is_there = strncmp(*line, text, size) == 0;
    *line += is_there ? size : 0;
    return is_there;
}

/* Whether the line is the first one of a baseline, whatever version wrote it. */
static bool is_head(const char *line)
{
    if (!takes(&line, "{\"baseline\":")) {
        return false;
    }
    size_t digits = strspn(line, "0123456789");
    line += digits;
    if (digits == 0 || !takes(&line, ",\"tool\":{\"name\":\"onnx-lint\",\"version\":\"")) {
        return false;
    }
    line += strcspn(line, "\"\\");
    return takes(&line, "\"}}") && line[0] == '\0';
}

/* Reads a line: what it begins with, as far as there is room, without its end. *last is its last
 * character, NUL where it is empty. false where there is none, or it holds a NUL. */
static bool read_line(FILE *stream, char *line, size_t room, char *last)
{
    size_t size = 0;
    int c = getc(stream);
    bool is_there = c != EOF;
    for (*last = '\0'; c != EOF && c != '\n'; c = getc(stream)) {
        if (c == '\0') {
            return false;
        }
        *last = (char)c;
        if (size + 1 < room) {
            line[size++] = (char)c;
        }
    }
    line[size] = '\0';
    return is_there;
}

/* Whether all of the lines are those of a baseline. */
static bool is_baseline(FILE *stream)
{
    char line[256];
    char last;
    if (!read_line(stream, line, sizeof line, &last) || !is_head(line)) {
        return false;
    }
    while (read_line(stream, line, sizeof line, &last)) {
        const char *begin = line;
        if (last != '\0' && (last != '}' || !takes(&begin, "{\"file\":\""))) {
            return false;
        }
    }
    return feof(stream) != 0 && ferror(stream) == 0;
}

/* Whether nothing is lost when the file is replaced: there is none, it is empty, or it is a
 * baseline. */
static bool is_replaceable(const char *file)
{
    struct stat status;
    if (stat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) {
        return true; /* opening it tells what else there is to say */
    }
    FILE *stream = fopen(file, "re");
    if (stream == NULL) {
        return false;
    }
    bool is_ours = is_baseline(stream);
    (void)fclose(stream); /* nothing was written: no error can be lost */
    return is_ours;
}

static enum ol_exit refuse(const char *why, const char *file)
{
    ol_message_begin();
    ol_message_add(why);
    ol_message_add_path(file);
    ol_message_end();
    return OL_EXIT_USAGE;
}

/* Says what was written. */
static void tell(const struct ol_summary *summary, const char *file)
{
    struct ol_counts counts = ol_summary_found(summary);
    uint64_t count = counts.errors + counts.warnings + counts.infos - ol_summary_not_kept(summary);
    (void)fprintf(stderr, "onnx-lint: wrote %" PRIu64 " finding%s to the baseline ", count,
                  count == 1 ? "" : "s");
    ol_message_add_path(file);
    ol_message_end();
}

/* Leaves the file as it was: what is too large would be refused where it is read. */
static enum ol_exit give_up(struct ol_sink *sink, const char *excess, const char *file)
{
    ol_sink_discard(sink);
    ol_message_begin();
    ol_message_add("nothing is written to ");
    ol_message_add_path(file);
    ol_message_add(": the baseline would have ");
    ol_message_add(excess);
    ol_message_add("; make one for each of several folders");
    ol_message_end();
    return OL_EXIT_TROUBLE;
}

static enum ol_exit write_report(const struct ol_batch_order *order, const char *file)
{
    const struct ol_report *report = order->outputs->report;
    struct ol_sink *sink = order->outputs->sink;
    ol_meter_enter(order->meter, OL_STAGE_REPORTING);
    bool is_ok = ol_report_begin(report, ol_sink_write, sink) == OL_OK;
    is_ok = is_ok && ol_batch_run(order);
    ol_meter_enter(order->meter, OL_STAGE_REPORTING);
    is_ok = ol_summary_finish(order->summary) == OL_OK && is_ok;
    is_ok = ol_report_end(report, order->summary, ol_sink_write, sink) == OL_OK && is_ok;
    if (!is_ok) {
        ol_sink_fail(sink); /* half a baseline is none: FILE stays as it was */
    }
    ol_meter_enter(order->meter, OL_STAGE_WRITING);
    const char *excess = is_ok ? ol_baseline_excess(sink->bytes, sink->lines) : NULL;
    if (excess != NULL) {
        return give_up(sink, excess, file);
    }
    if (!ol_sink_close(sink) ||
        ol_summary_print(order->summary, order->is_quiet, ol_message_write, stderr) != OL_OK ||
        !ol_meter_tell(order->meter, order->summary)) {
        return OL_EXIT_TROUBLE;
    }
    if (!order->is_quiet) {
        tell(order->summary, file);
    }
    return ol_summary_unreadable(order->summary) > 0 ? OL_EXIT_TROUBLE : OL_EXIT_CLEAN;
}

enum ol_exit ol_baseline_write(const struct ol_batch_order *order, const char *file)
{
    const struct ol_report_options wanted = {.baseline = file};
    struct ol_batch_order complete = *order;
    struct ol_report *report = NULL;
    struct ol_summary *summary = NULL;
    struct ol_sink sink;
    enum ol_exit result = OL_EXIT_TROUBLE;
    if (ol_sink_is_input(file, order->inputs)) {
        return refuse("--write-baseline would overwrite an input: ", file);
    }
    if (!is_replaceable(file)) {
        return refuse("--write-baseline would overwrite a file that is no baseline: ", file);
    }
    if (ol_report_new(&wanted, &report) != OL_OK || ol_summary_new(&summary) != OL_OK ||
        ol_summary_keep_statistics(summary, order->linter) != OL_OK) {
        ol_message_error("out of memory");
    } else if (ol_sink_open(&sink, file)) {
        struct ol_batch_output output = {.report = report, .sink = &sink};
        complete.outputs = &output;
        complete.output_count = 1;
        complete.summary = summary;
        result = write_report(&complete, file);
    }
    ol_summary_free(summary);
    ol_report_free(report);
    return result;
}
