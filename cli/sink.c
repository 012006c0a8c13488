/* SPDX-License-Identifier: Apache-2.0 */
/* Output to a file goes through a temporary one beside it, which then takes its name: a reader sees
 * the old or the new report, never half of one. */
#include "sink.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"
#include "signals.h"

#define TEMPORARY_SUFFIX ".XXXXXX"

/* A report is known by its first line, which is never longer. */
#define HEAD_BYTES ((size_t)64 * 1024)

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
    ol_signals_set_temporary(sink->temporary);
    sink->stream = fchmod(descriptor, mode) == 0 ? fdopen(descriptor, "w") : NULL;
    if (sink->stream == NULL) {
        int error = errno;
        (void)close(descriptor);
        errno = error;
    }
    return sink->stream != NULL;
}

static void forget_temporary(struct ol_sink *sink)
{
    ol_signals_set_temporary(NULL);
    free(sink->temporary);
    free(sink->target);
    sink->temporary = NULL;
    sink->target = NULL;
}

bool ol_sink_open(struct ol_sink *sink, const char *path)
{
    *sink = (struct ol_sink){.name = path, .stream = stdout};
    if (path == NULL) {
        return true;
    }
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) {
        sink->stream = fopen(path, "we"); /* a device or a pipe: there is nothing to replace */
        return sink->stream != NULL || tell_error("cannot write ", path, errno);
    }
    /* Through a link, what it leads to is replaced, not the link. */
    sink->target = exists ? realpath(path, NULL) : strdup(path);
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

bool ol_sink_is_target(const char *path, const struct ol_targets *targets)
{
    struct stat output;
    if (stat(path, &output) != 0 || !S_ISREG(output.st_mode)) {
        return false;
    }
    for (size_t i = 0; i < targets->count; i++) {
        const char *input = targets->members[i].path;
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

/* Whether the line, without its end, is a finding: PATH:LINE:COLUMN: SEVERITY: MESSAGE [RULE],
 * perhaps in colour. */
static bool is_finding(const char *line, size_t size)
{
    static const char *const severities[] = {
        "error: ", "warning: ", "note: ", "error:\33[0m ", "warning:\33[0m ", "note:\33[0m "};
    if (size == 0 || line[size - 1] != ']' || memchr(line, '\0', size) != NULL) {
        return false;
    }
    size--;
    size_t end = size;
    step_back(line, &size, "abcdefghijklmnopqrstuvwxyz0123456789-");
    bool has_rule = size < end && size >= 2 && memcmp(line + size - 2, " [", 2) == 0;
    for (size_t i = 0; has_rule && i < sizeof severities / sizeof *severities; i++) {
        if (memmem(line, size, severities[i], strlen(severities[i])) != NULL) {
            return true;
        }
    }
    return false;
}

/* Whether what the file begins with is the beginning of a report. */
static bool is_report(const char *head, size_t size)
{
    static const char json[] = "{\"version\":";
    static const char tool[] = ",\"tool\":{\"name\":\"onnx-lint\",";
    const char *end = memchr(head, '\n', size);
    size_t line = end != NULL ? (size_t)(end - head) : 0;
    if (line >= sizeof json && memcmp(head, json, sizeof json - 1) == 0) {
        return memmem(head, line, tool, sizeof tool - 1) != NULL;
    }
    return is_finding(head, line);
}

bool ol_sink_is_replaceable(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) {
        return true; /* opening it tells what else there is to say */
    }
    char head[HEAD_BYTES];
    FILE *stream = fopen(path, "re");
    if (stream == NULL) {
        return false;
    }
    size_t size = fread(head, 1, sizeof head, stream);
    bool is_ours = ferror(stream) == 0 && is_report(head, size);
    (void)fclose(stream); /* nothing was written: no error can be lost */
    return is_ours;
}

static void note_error(struct ol_sink *sink)
{
    if (sink->error == 0) {
        sink->error = errno != 0 ? errno : EIO;
    }
}

void ol_sink_write(void *context, const char *text, size_t size)
{
    struct ol_sink *sink = context;
    errno = 0;
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
