/* SPDX-License-Identifier: Apache-2.0 */
/* Loads built-in rules from the text that they were built from. */
#include "rule/source.h"

#include "base/buf.h"
#include "rule/load.h"

/* Puts the rows together that hold the file. */
static void add_source(struct ol_buf *text, const struct ol_source *source)
{
    size_t at = source->offset;
    size_t left = source->size;
    while (left > 0) {
        size_t column = at % OL_SOURCE_CHUNK;
        size_t size = OL_SOURCE_CHUNK - column < left ? OL_SOURCE_CHUNK - column : left;
        const char *row = ol_builtin_text[at / OL_SOURCE_CHUNK];
        ol_buf_add_slice(text, (struct ol_slice){(const uint8_t *)row + column, size});
        at += size;
        left -= size;
    }
}

enum ol_status ol_source_load(struct ol_arena *arena, const struct ol_rule *builtin,
                              struct ol_rule *whole)
{
    struct ol_buf text;
    struct ol_buf path;
    struct ol_buf errors;
    struct ol_loader loader = {
        .arena = arena,
        .errors = &errors,
        .checks = ol_checks,
        .check_count = ol_check_count,
        .is_partial = true,
    };
    ol_buf_init(&text);
    ol_buf_init(&path);
    ol_buf_init(&errors);
    add_source(&text, &ol_builtin_sources[builtin - ol_builtin_rules]);
    ol_buf_addf(&path, "rules/%s/%s.yaml", builtin->area, builtin->id);
    enum ol_status status = OL_ERR_NOMEM;
    if (ol_buf_is_ok(&text) && ol_buf_is_ok(&path)) {
        struct ol_slice slice = {(const uint8_t *)ol_buf_text(&text), text.size};
        status = ol_load_rule(&loader, ol_buf_text(&path), slice, whole);
    }
    ol_buf_fini(&errors);
    ol_buf_fini(&path);
    ol_buf_fini(&text);
    return status == OL_ERR_RULE ? OL_ERR_BUG : status;
}
