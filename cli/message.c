/* SPDX-License-Identifier: Apache-2.0 */
/* Messages go to standard error unbuffered by us; where even that fails there is nobody to tell. */
#include "message.h"

#include <stdarg.h>

#include "onnx_lint.h"

void ol_message_write(void *stream, const char *text, size_t size)
{
    (void)fwrite(text, 1, size, stream);
}

void ol_message_begin(void)
{
    ol_message_add("onnx-lint: error: ");
}

void ol_message_begin_at(const char *file, unsigned line, unsigned column)
{
    ol_message_add_path(file);
    (void)fprintf(stderr, ":%u:%u: error: ", line, column);
}

void ol_message_add(const char *text)
{
    (void)fputs(text, stderr);
}

void ol_message_add_quoted(const char *text)
{
    if (ol_write_quoted(text, ol_message_write, stderr) != OL_OK) {
        ol_message_add("'...'");
    }
}

void ol_message_add_path(const char *path)
{
    if (ol_write_path(path, ol_message_write, stderr) != OL_OK) {
        ol_message_add("...");
    }
}

void ol_message_end(void)
{
    ol_message_add("\n");
}

void ol_message_error(const char *format, ...)
{
    va_list args;
    ol_message_begin();
    va_start(args, format);
    (void)vfprintf(stderr, format, args);
    va_end(args);
    ol_message_end();
}
