/* SPDX-License-Identifier: Apache-2.0 */
/* Output to a file goes through a temporary one beside it, which then takes its name: a reader sees
 * the old or the new report, never half of one. */
#include "sink.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"
#include "signals.h"

#define TEMPORARY_SUFFIX ".XXXXXX"

/* A report is known by its first line, which is never longer. */
#define HEAD_BYTES ((size_t)64 * 1024)

/* The id of a rule is shorter. */
#define RULE_BYTES 256

/* A link may lead to a link, but so often only in a circle. */
#define LINKS_MAX 40

static bool tell_error(const char *what, const char *name, int error)
{
    ol_message_begin();
    ol_message_add(what);
    if (name != NULL) {
        ol_message_add_path(name);
    } else {
        ol_message_add("standard output");
    }
    ol_message_add(": ");
    ol_message_add(strerror(error));
    ol_message_end();
    return false;
}

/* Writes all of it. A signal that comes in between is no failure, as it is to the C library's own
 * streams. */
static ssize_t write_bytes(void *cookie, const char *bytes, size_t size)
{
    int descriptor = (int)(intptr_t)cookie;
    size_t written = 0;
    while (written < size) {
        ssize_t part = write(descriptor, bytes + written, size - written);
        if (part == 0 || (part < 0 && errno != EINTR)) {
            break;
        }
        written += part > 0 ? (size_t)part : 0;
    }
    return (ssize_t)written;
}

static int close_bytes(void *cookie)
{
    return close((int)(intptr_t)cookie);
}

/* Makes the stream, which closes the descriptor in the end; false, with errno, where that fails. */
static bool open_stream(struct ol_sink *sink, int descriptor)
{
    static const cookie_io_functions_t calls = {.write = write_bytes, .close = close_bytes};
    void *cookie = (void *)(intptr_t)descriptor; /* NOLINT(performance-no-int-to-ptr) */
    sink->descriptor = descriptor;
    sink->stream = descriptor >= 0 ? fopencookie(cookie, "w", calls) : NULL;
    if (sink->stream != NULL && isatty(descriptor) != 0) {
        (void)setvbuf(sink->stream, NULL, _IOLBF, 0); /* only that people see each line at once */
    }
    return sink->stream != NULL;
}

/* The permissions that the file has, or that a new one gets. */
static mode_t wanted_mode(const struct stat *status, bool exists)
{
    if (exists) {
        return status->st_mode & 0777;
    }
    mode_t mask = umask(0);
    (void)umask(mask);
    return 0666 & ~mask;
}

/* Opens the temporary file; false, with errno, where that fails. */
static bool open_temporary(struct ol_sink *sink, mode_t mode)
{
    size_t size = strlen(sink->target) + sizeof TEMPORARY_SUFFIX;
    sink->temporary = malloc(size);
    if (sink->temporary == NULL) {
        return false;
    }
    (void)snprintf(sink->temporary, size, "%s%s", sink->target, TEMPORARY_SUFFIX);
    int descriptor = mkostemp(sink->temporary, O_CLOEXEC);
    if (descriptor < 0) {
        free(sink->temporary);
        sink->temporary = NULL;
        return false;
    }
    /* One for which there is no place would only be left behind by a signal. */
    (void)ol_signals_add_temporary(sink->temporary);
    bool is_open = fchmod(descriptor, mode) == 0 && open_stream(sink, descriptor);
    if (!is_open) {
        int error = errno;
        (void)close(descriptor);
        errno = error;
    }
    return is_open;
}

static void forget_temporary(struct ol_sink *sink)
{
    ol_signals_take_temporary(sink->temporary);
    free(sink->temporary);
    free(sink->target);
    sink->temporary = NULL;
    sink->target = NULL;
}

/* The path of a file that is not there yet, with that of its folder resolved, so that two names for
 * one file are seen to be one. NULL, with errno, where that fails. Owned by the caller. */
static char *resolve_new(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    char *folder = slash == NULL   ? strdup(".")
                   : slash == path ? strdup("/")
                                   : strndup(path, (size_t)(slash - path));
    char *resolved = folder != NULL ? realpath(folder, NULL) : NULL;
    char *target = NULL;
    if (resolved != NULL && asprintf(&target, "%s/%s", resolved, name) < 0) {
        target = NULL;
    }
    free(folder);
    free(resolved);
    return target;
}

/* What a link leads to, as a path from where the link's own is from; path itself, and *is_link
 * false, where it is no link. NULL, with errno, where that fails. Owned by the caller. */
static char *read_link(const char *path, bool *is_link)
{
    char text[PATH_MAX + 1];
    ssize_t size = readlink(path, text, sizeof text - 1);
    *is_link = size >= 0;
    if (!*is_link) {
        return errno == EINVAL || errno == ENOENT ? strdup(path) : NULL;
    }
    text[size] = '\0';
    const char *slash = strrchr(path, '/');
    char *target = NULL;
    if (text[0] == '/' || slash == NULL) {
        return strdup(text);
    }
    return asprintf(&target, "%.*s/%s", (int)(slash - path), path, text) >= 0 ? target : NULL;
}

/* The path of a file that is not there yet, as resolve_new gives it, through links that lead
 * there. */
static char *follow_new(const char *path)
{
    char *at = strdup(path);
    for (int i = 0; at != NULL && i < LINKS_MAX; i++) {
        bool is_link = false;
        char *next = read_link(at, &is_link);
        free(at);
        at = next;
        if (at != NULL && !is_link) {
            char *target = resolve_new(at);
            free(at);
            return target;
        }
    }
    errno = at != NULL ? ELOOP : errno;
    free(at);
    return NULL;
}

/* Notes where the stream writes to, so that another output to the same place is seen. What
 * /dev/null swallows cannot be mixed up. */
static void set_place(struct ol_sink *sink)
{
    struct stat status;
    struct stat sinkhole;
    if (fstat(sink->descriptor, &status) != 0) {
        return;
    }
    bool is_swallowed = S_ISCHR(status.st_mode) && stat("/dev/null", &sinkhole) == 0 &&
                        status.st_rdev == sinkhole.st_rdev;
    sink->has_place = !is_swallowed;
    sink->device = status.st_dev;
    sink->inode = status.st_ino;
}

bool ol_sink_open(struct ol_sink *sink, const char *path)
{
    struct stat status;
    *sink = (struct ol_sink){.name = path, .descriptor = STDOUT_FILENO};
    if (path == NULL) {
        if (!open_stream(sink, STDOUT_FILENO)) {
            return tell_error("cannot write ", NULL, errno);
        }
        set_place(sink);
        return true;
    }
    bool exists = stat(path, &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) {
        /* a device or a pipe: there is nothing to replace */
        if (!open_stream(sink, open(path, O_WRONLY | O_CLOEXEC))) {
            return tell_error("cannot write ", path, errno);
        }
        set_place(sink);
        return true;
    }
    if (exists) {
        sink->has_place = true;
        sink->device = status.st_dev;
        sink->inode = status.st_ino;
    }
    /* Through a link, what it leads to is replaced, not the link. */
    sink->target = exists ? realpath(path, NULL) : follow_new(path);
    if (sink->target != NULL && open_temporary(sink, wanted_mode(&status, exists))) {
        return true;
    }
    int error = errno;
    if (sink->temporary != NULL) {
        (void)unlink(sink->temporary);
    }
    forget_temporary(sink);
    return tell_error("cannot write ", path, error);
}

bool ol_sink_is_same(const struct ol_sink *sink, const struct ol_sink *other)
{
    if (sink->target != NULL && other->target != NULL) {
        return strcmp(sink->target, other->target) == 0;
    }
    return sink->has_place && other->has_place && sink->device == other->device &&
           sink->inode == other->inode;
}

bool ol_sink_is_input(const char *path, const struct ol_inputs *inputs)
{
    struct stat output;
    if (stat(path, &output) != 0 || !S_ISREG(output.st_mode)) {
        return false;
    }
    for (size_t i = 0; i < inputs->count; i++) {
        const char *input = inputs->members[i].path;
        struct stat status;
        if (input == NULL) {
            continue;
        }
        int result = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &status) : stat(input, &status);
        if (result == 0 && status.st_dev == output.st_dev && status.st_ino == output.st_ino) {
            return true;
        }
    }
    return false;
}

/* Goes back from *size over one byte of the set, as often as there is one. */
static void step_back(const char *text, size_t *size, const char *set)
{
    while (*size > 0 && strchr(set, text[*size - 1]) != NULL && text[*size - 1] != '\0') {
        (*size)--;
    }
}

/* Takes the text off the end of the line, where it is there. */
static bool take_end(const char *line, size_t *size, const char *text)
{
    size_t length = strlen(text);
    if (*size < length || memcmp(line + *size - length, text, length) != 0) {
        return false;
    }
    *size -= length;
    return true;
}

/* Whether the line, without its end, names a severity, perhaps in colour; *place is where. */
static bool has_severity(const char *line, size_t size, size_t *place)
{
    static const char *const severities[] = {
        "error: ", "warning: ", "note: ", "error:\33[0m ", "warning:\33[0m ", "note:\33[0m "};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof severities / sizeof *severities; i++) {
        const char *found = memmem(line, size, severities[i], strlen(severities[i]));
        first = first == NULL || (found != NULL && found < first) ? found : first;
    }
    *place = first != NULL ? (size_t)(first - line) : 0;
    return first != NULL;
}

/* Whether the line ends with a place of bytes: " @0xOFFSET+LENGTH)" or "(@0xOFFSET+LENGTH)". */
static bool ends_with_place(const char *line, size_t size)
{
    if (!take_end(line, &size, ")")) {
        return false;
    }
    step_back(line, &size, "0123456789");
    if (!take_end(line, &size, "+")) {
        return false;
    }
    step_back(line, &size, "0123456789abcdef");
    return take_end(line, &size, "@0x") && size > 0 &&
           (line[size - 1] == ' ' || line[size - 1] == '(');
}

/* Whether the line, without its end, is a finding of ours: in the form gcc,
 * PATH:LINE:COLUMN: SEVERITY: MESSAGE (FIELD @0xOFFSET+LENGTH) [RULE], where a finding about a file
 * as a whole is at 1:1 and has no bytes, or, with the next line, in the form text. Other tools
 * write such lines too, but for the bytes and the rules. */
static bool is_finding(const char *line, size_t size, const char *next,
                       const struct ol_linter *linter)
{
    char rule[RULE_BYTES] = "";
    size_t severity = 0;
    if (memchr(line, '\0', size) != NULL || !take_end(line, &size, "]")) {
        return false;
    }
    size_t end = size;
    step_back(line, &size, "abcdefghijklmnopqrstuvwxyz0123456789-");
    size_t length = end - size;
    if (length == 0 || length >= sizeof rule || !take_end(line, &size, " [") ||
        !has_severity(line, size, &severity)) {
        return false;
    }
    if (ends_with_place(line, size)) {
        return true;
    }
    memcpy(rule, line + end - length, length);
    bool is_whole = memmem(line, severity, ":1:1:", 5) != NULL;
    bool is_text = strncmp(next, "  at ", 5) == 0;
    return (is_whole || is_text) && ol_linter_has_rule(linter, rule);
}

/* Whether what the file begins with is the beginning of a report. */
static bool is_report(const char *head, size_t size, const struct ol_linter *linter)
{
    /* How the first line begins, and what it holds further on. */
    static const struct {
        const char *start;
        const char *mark;
    } forms[] = {
        {"{\"version\":", ",\"tool\":{\"name\":\"onnx-lint\","},
        {"{\"type\":\"run\",\"version\":", ",\"tool\":{\"name\":\"onnx-lint\","},
        {"{\"$schema\":", "\"tool\":{\"driver\":{\"name\":\"onnx-lint\","},
        {"<?xml ", "<!-- onnx-lint -->"},
        {"::", ",title=onnx-lint"},
    };
    const char *end = memchr(head, '\n', size);
    size_t line = end != NULL ? (size_t)(end - head) : 0;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t start = strlen(forms[i].start);
        if (line > start && memcmp(head, forms[i].start, start) == 0 &&
            memmem(head, line, forms[i].mark, strlen(forms[i].mark)) != NULL) {
            return true;
        }
    }
    return end != NULL && is_finding(head, line, end + 1, linter);
}

bool ol_sink_is_replaceable(const char *path, const struct ol_linter *linter)
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) {
        return true; /* opening it tells what else there is to say */
    }
    char head[HEAD_BYTES + 1];
    FILE *stream = fopen(path, "re");
    if (stream == NULL) {
        return false;
    }
    size_t size = fread(head, 1, HEAD_BYTES, stream);
    head[size] = '\0';
    bool is_ours = ferror(stream) == 0 && is_report(head, size, linter);
    (void)fclose(stream); /* nothing was written: no error can be lost */
    return is_ours;
}

static void note_error(struct ol_sink *sink)
{
    if (sink->error == 0) {
        sink->error = errno != 0 ? errno : EIO;
    }
}

void ol_sink_fail(struct ol_sink *sink)
{
    errno = ENOMEM;
    if (sink->error == 0) {
        note_error(sink);
    }
}

static uint64_t count_lines(const char *text, size_t size)
{
    uint64_t count = 0;
    const char *end = text + size;
    for (const char *at = text; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++) {
        count++;
    }
    return count;
}

void ol_sink_write(void *context, const char *text, size_t size)
{
    struct ol_sink *sink = context;
    errno = 0;
    sink->bytes += size;
    sink->lines += count_lines(text, size);
    if (sink->error == 0 && fwrite(text, 1, size, sink->stream) != size) {
        note_error(sink);
    }
}

void ol_sink_flush(struct ol_sink *sink)
{
    errno = 0;
    if (sink->error == 0 && (fflush(sink->stream) != 0 || ferror(sink->stream) != 0)) {
        note_error(sink);
    }
}

/* Gives the finished file its name, or throws it away. */
static void replace_target(struct ol_sink *sink)
{
    errno = 0;
    if (sink->error == 0 && rename(sink->temporary, sink->target) != 0) {
        note_error(sink);
    }
    if (sink->error != 0) {
        (void)unlink(sink->temporary);
    }
    forget_temporary(sink);
}

void ol_sink_discard(struct ol_sink *sink)
{
    sink->error = ECANCELED; /* so that the file is not replaced */
    (void)fclose(sink->stream);
    if (sink->temporary != NULL) {
        replace_target(sink);
    }
}

bool ol_sink_close(struct ol_sink *sink)
{
    ol_sink_flush(sink);
    errno = 0;
    if (fclose(sink->stream) != 0) {
        note_error(sink);
    }
    if (sink->temporary != NULL) {
        replace_target(sink);
    }
    if (sink->error != 0 && sink->error != EPIPE) {
        return tell_error("cannot write ", sink->name, sink->error);
    }
    return sink->error == 0;
}
