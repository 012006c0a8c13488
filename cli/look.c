/* SPDX-License-Identifier: Apache-2.0 */
/* The operands of --dump, --where and --assemble, and what comes of them. */
#include "look.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sink.h"

bool ol_look_is_wanted(const struct ol_options *options)
{
    return ol_options_has(options, OL_OPTION_DUMP) || ol_options_has(options, OL_OPTION_WHERE) ||
           ol_options_has(options, OL_OPTION_ASSEMBLE);
}

/* Ends the output, and says how the program ends. */
static enum ol_exit finish(const struct ol_linter *linter, struct ol_sink *sink,
                           enum ol_status status)
{
    enum ol_exit result = ol_sink_close(sink) ? OL_EXIT_CLEAN : OL_EXIT_TROUBLE;
    if (status == OL_ERR_RULE || status == OL_ERR_IO) {
        ol_message_begin();
        ol_message_add(ol_linter_error(linter));
        ol_message_end();
        return status == OL_ERR_IO ? OL_EXIT_TROUBLE : OL_EXIT_USAGE;
    }
    if (status != OL_OK) {
        ol_message_error(status == OL_ERR_NOMEM ? "out of memory" : "internal failure");
        return OL_EXIT_TROUBLE;
    }
    return result;
}

/* Reads a number of bytes, decimal or with 0x, as findings print it; a "+LENGTH" behind it is
 * passed over. */
static bool read_offset(const char *text, uint64_t *offset)
{
    unsigned base = 10;
    uint64_t value = 0;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        text += 2;
    }
    size_t size = strspn(text, base == 16 ? "0123456789abcdefABCDEF" : "0123456789");
    size_t rest = text[size] == '+' ? 1 + strspn(text + size + 1, "0123456789") : 0;
    if (size == 0 || size > 16 || text[size + rest] != '\0') {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        unsigned digit =
            text[i] <= '9' ? (unsigned)(text[i] - '0') : (unsigned)(text[i] | 0x20) - 'a' + 10U;
        value = value * base + digit;
    }
    *offset = value;
    return true;
}

/* --dump FILE[@OFFSET]: a file of that whole name comes first. */
static enum ol_exit dump(struct ol_linter *linter, const struct ol_options *options)
{
    const char *operand = options->paths[0];
    const char *at = strrchr(operand, '@');
    uint64_t offset = OL_OFFSET_NONE;
    struct ol_sink sink;
    bool has_offset =
        at != NULL && at > operand && access(operand, F_OK) != 0 && read_offset(at + 1, &offset);
    char *file = strndup(operand, has_offset ? (size_t)(at - operand) : strlen(operand));
    if (file == NULL) {
        ol_message_error("out of memory");
        return OL_EXIT_TROUBLE;
    }
    if (!ol_sink_open(&sink, NULL)) {
        free(file);
        return OL_EXIT_TROUBLE;
    }
    const struct ol_dump_style style = {
        .is_whole = ol_options_word_index(options, OL_OPTION_DUMP_PAYLOAD, 0) == 1,
        .has_braces = ol_options_word_index(options, OL_OPTION_DUMP_LENGTHS, 0) == 1,
    };
    enum ol_status status = ol_linter_dump(linter, file, offset, &style, ol_sink_write, &sink);
    free(file);
    return finish(linter, &sink, status);
}

static enum ol_exit where(struct ol_linter *linter, const struct ol_options *options)
{
    struct ol_sink sink;
    if (!ol_sink_open(&sink, NULL)) {
        return OL_EXIT_TROUBLE;
    }
    enum ol_status status =
        ol_linter_where(linter, options->paths[0], options->paths[1], ol_sink_write, &sink);
    return finish(linter, &sink, status);
}

static enum ol_exit assemble(struct ol_linter *linter, const struct ol_options *options)
{
    struct ol_sink sink;
    if (!ol_sink_open(&sink, NULL)) {
        return OL_EXIT_TROUBLE;
    }
    enum ol_status status = ol_linter_assemble(linter, options->paths[0], ol_sink_write, &sink);
    return finish(linter, &sink, status);
}

enum ol_exit ol_look(struct ol_linter *linter, const struct ol_options *options)
{
    bool is_where = ol_options_has(options, OL_OPTION_WHERE);
    bool is_dump = ol_options_has(options, OL_OPTION_DUMP);
    if (options->path_count != (is_where ? 2 : 1)) {
        ol_message_error(is_where  ? "--where wants a file and a field path"
                         : is_dump ? "--dump wants one file"
                                   : "--assemble wants one file");
        return OL_EXIT_USAGE;
    }
    if (is_where) {
        return where(linter, options);
    }
    return is_dump ? dump(linter, options) : assemble(linter, options);
}
