/* SPDX-License-Identifier: Apache-2.0 */
/* hexasm [FILE]: assembles a file, or standard input, to standard output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/hexasm.h"

/* The whole stream as a C string, or NULL where it cannot be had. The caller frees it. */
static char *read_stream(FILE *stream)
{
    size_t size = 0;
    size_t capacity = 4096;
    char *text = malloc(capacity);
    while (text != NULL) {
        size += fread(text + size, 1, capacity - size - 1, stream);
        if (size < capacity - 1) {
            break;
        }
        capacity *= 2;
        char *more = realloc(text, capacity);
        if (more == NULL) {
            free(text);
        }
        text = more;
    }
    if (text == NULL || ferror(stream) != 0 || memchr(text, '\0', size) != NULL) {
        free(text);
        return NULL;
    }
    text[size] = '\0';
    return text;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "-";
    if (argc > 2 || strcmp(name, "--help") == 0) {
        (void)fputs(
            "Usage: hexasm [FILE]\nAssembles commented hex (tests/tools/hexasm.h) to standard output.\n",
            stderr);
        return 2;
    }
    FILE *stream = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
    char *text = stream == NULL ? NULL : read_stream(stream);
    if (stream != NULL && stream != stdin) {
        (void)fclose(stream);
    }
    if (text == NULL) {
        (void)fprintf(stderr, "hexasm: %s: cannot be read as text\n", name);
        return 3;
    }
    struct ol_hexasm out;
    bool assembled = ol_hexasm_init(&out, text);
    if (!assembled) {
        (void)fprintf(stderr, "%s:%s\n", name, out.error);
    }
    bool written =
        assembled && fwrite(out.bytes, 1, out.size, stdout) == out.size && fflush(stdout) == 0;
    ol_hexasm_fini(&out);
    free(text);
    return written ? 0 : 1;
}
