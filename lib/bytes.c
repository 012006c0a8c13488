/* SPDX-License-Identifier: Apache-2.0 */
/* Looking at the bytes of a file: as a table, and by the path of a field; and bytes from a table.
 */
#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/input.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "base/text.h"
#include "dump/dump.h"
#include "example/hexasm.h"
#include "linter.h"
#include "onnx/field_step.h"
#include "onnx/recognise.h"
#include "onnx_lint.h"

/* Opens a file ("-": standard input), and tells which message its bytes are: NULL for none. In each
 * case ol_input_fini is to be called. */
static enum ol_status open_file(struct ol_linter *linter, const char *file, struct ol_input *input,
                                const struct ol_message **root)
{
    struct ol_file_kind kind;
    *input = (struct ol_input){0};
    ol_buf_clear(&linter->error);
    enum ol_status status = strcmp(file, "-") == 0
                                ? ol_input_open_stdin(input, NULL, &linter->error)
                                : ol_input_open(input, file, &linter->error);
    if (status == OL_OK) {
        ol_recognise(input->bytes, file, linter->type, &kind);
        *root = kind.root;
    }
    return status;
}

/* Pieces of one message that a path is looked for in. */
#define PIECES_MAX 64

/* --- dump ---------------------------------------------------------------- */

static enum ol_status refuse_offset(struct ol_linter *linter, uint64_t offset, uint64_t size)
{
    ol_buf_addf(&linter->error, "the file has %" PRIu64 " byte%s, and none at offset %" PRIu64,
                size, size == 1 ? "" : "s", offset);
    return ol_linter_refuse(linter);
}

enum ol_status ol_linter_dump(struct ol_linter *linter, const char *file, uint64_t offset,
                              const struct ol_dump_style *style, ol_write_fn *write, void *context)
{
    struct ol_input input;
    struct ol_dump dump;
    const struct ol_message *root = NULL;
    enum ol_status status = open_file(linter, file, &input, &root);
    uint64_t size = input.bytes.size;
    if (status == OL_OK && offset != OL_OFFSET_NONE && offset > size) {
        status = refuse_offset(linter, offset, size);
    }
    if (status == OL_OK) {
        ol_dump_init(&dump, input.bytes.data, style, write, context);
        status = offset == OL_OFFSET_NONE || root == NULL
                     ? ol_dump_message(&dump, root, 0, size)
                     : ol_dump_around(&dump, root, 0, size, offset);
        ol_dump_fini(&dump);
    }
    ol_input_fini(&input);
    return status;
}

/* --- where --------------------------------------------------------------- */

/* What a path leads to. */
struct found {
    struct ol_span span;  /* tag to end; of a packed element the element */
    struct ol_span value; /* without tag and length */
    uint64_t occurrences; /* from the first of which to the last it goes */
};

/* The way down a path. */
struct way {
    struct ol_reader *reader;
    struct ol_arena *arena;
    bool is_found;
    struct found found;
    /* where it goes no further, deepest of all tries */
    const struct ol_level *stuck; /* the level; NULL: behind a value */
    struct ol_field_step step;
    size_t left; /* bytes of the path from that step on; 0: it is not stuck */
};

static struct found found_in(const struct ol_element *element)
{
    struct ol_span value = element->occurrence.flags & OL_OCCURRENCE_PACKED
                               ? element->span
                               : ol_occurrence_payload(&element->occurrence);
    return (struct found){element->span, value, 1};
}

/* A repeated field as a whole, as findings have it that are about no single element. */
static struct found found_whole(const struct ol_level *level, const struct ol_field *field)
{
    const struct ol_field_state *state = &level->fields[field->index];
    struct ol_span span = ol_span_between(state->first.tag, state->last.end);
    return (struct found){span, ol_span_between(state->first.value, state->last.end),
                          state->occurrences};
}

/* Says why a step leads nowhere: the message has no such field, or not so many, or none here. */
static enum ol_status refuse_path(struct ol_linter *linter, const struct way *way, const char *path)
{
    struct ol_buf *error = &linter->error;
    const struct ol_level *level = way->stuck;
    const struct ol_field_step *step = &way->step;
    const struct ol_field *field =
        level != NULL ? ol_field_from_name(level->message, step->name) : NULL;
    ol_text_quote(error, ol_slice_from_text(path));
    ol_buf_add(error, " leads to nothing: ");
    if (level == NULL) {
        ol_text_quote(error, step->name);
        ol_buf_add(error, " is no part of a value");
    } else if (field == NULL) {
        struct ol_nearest nearest;
        ol_nearest_init(&nearest, step->name);
        for (size_t i = 0; i < level->message->field_count; i++) {
            ol_nearest_offer(&nearest, level->message->fields[i].name);
        }
        ol_buf_addf(error, "%s has no field ", level->message->name);
        ol_text_quote(error, step->name);
        ol_nearest_add_question(error, &nearest, 1);
    } else if (ol_field_is_repeated(field) && ol_level_has(level, field->index) &&
               ol_level_elements(level, field->index) == 0) {
        ol_buf_addf(error, "%s has no element", field->name);
    } else if (ol_field_is_repeated(field) && ol_level_has(level, field->index)) {
        uint64_t count = ol_level_elements(level, field->index);
        ol_buf_addf(error, "%s has %" PRIu64 " element%s, written %s[0]%s", field->name, count,
                    count == 1 ? "" : "s", field->name, count == 1 ? "" : " and so on");
    } else {
        struct ol_span header = ol_level_header(level);
        ol_buf_addf(error, "%s is absent; its %s begins at @0x%" PRIx64 "+%" PRIu64, field->name,
                    level->message->name, header.offset, header.length);
    }
    return ol_linter_refuse(linter);
}

/* Reads the sub-message that an element holds. */
static enum ol_status enter(struct way *way, const struct ol_level *parent,
                            const struct ol_element *element, struct ol_level **child)
{
    *child = ol_arena_alloc(way->arena, sizeof **child);
    if (*child == NULL) {
        return OL_ERR_NOMEM;
    }
    ol_level_init_child(*child, parent, &element->occurrence, element->index);
    return ol_reader_read(way->reader, *child, NULL, NULL);
}

/* Notes that a try ends before that part of the path. */
static void note_stuck(struct way *way, const struct ol_level *level, const char *path)
{
    if (way->left == 0 || strlen(path) < way->left) {
        way->stuck = level;
        way->left = strlen(path);
        (void)ol_field_step_next(&path, &way->step);
    }
}

/* Goes down a path, which is well-formed and not empty. A singular message that is written in
 * several pieces may have the rest of the path in any of them: the last one is looked into first.
 */
static enum ol_status descend(struct way *way, const struct ol_level *level, const char *path)
{
    struct ol_field_step step;
    struct ol_element element;
    const char *rest = path;
    enum ol_status status = OL_OK;
    uint64_t piece = 0;
    (void)ol_field_step_next(&rest, &step);
    const struct ol_field *field = ol_field_from_name(level->message, step.name);
    if (*rest == '\0' && field != NULL && ol_field_is_repeated(field) &&
        step.index == OL_INDEX_NONE && ol_level_has(level, field->index)) {
        way->found = found_whole(level, field);
        way->is_found = true;
        return OL_OK;
    }
    while (status == OL_OK && field != NULL && !way->is_found && piece < PIECES_MAX &&
           ol_field_step_find(&step, level, field, piece, &element)) {
        struct ol_level *child;
        piece++;
        if (*rest == '\0') {
            way->found = found_in(&element);
            way->is_found = true;
        } else if (field->type != OL_TYPE_MESSAGE || level->depth >= OL_DEPTH_MAX) {
            note_stuck(way, NULL, rest);
        } else {
            status = enter(way, level, &element, &child);
            status = status == OL_OK ? descend(way, child, rest) : status;
        }
    }
    if (piece == 0) {
        note_stuck(way, level, path);
    }
    return status;
}

static bool is_path(const char *path)
{
    struct ol_field_step step;
    bool is_ok = true;
    while (is_ok && *path != '\0') {
        is_ok = ol_field_step_next(&path, &step);
    }
    return is_ok;
}

static enum ol_status follow(struct ol_linter *linter, struct way *way, struct ol_level *root,
                             const char *path)
{
    if (!is_path(path)) {
        ol_text_quote(&linter->error, ol_slice_from_text(path));
        ol_buf_add(&linter->error, " is no path; one is as in findings: graph.node[3].input[0]");
        return ol_linter_refuse(linter);
    }
    enum ol_status status = ol_reader_read(way->reader, root, NULL, NULL);
    way->found = (struct found){ol_level_whole(root), ol_level_whole(root), 1};
    if (status != OL_OK || *path == '\0') {
        return status;
    }
    status = descend(way, root, path);
    return status != OL_OK || way->is_found ? status : refuse_path(linter, way, path);
}

static void write_place(const struct found *found, const char *path, ol_write_fn *write,
                        void *context, struct ol_buf *line)
{
    ol_buf_addf(line, "@0x%" PRIx64 "+%" PRIu64 " ", found->span.offset, found->span.length);
    ol_text_escape(line, ol_slice_from_text(path), 0);
    ol_buf_addf(line,
                "%soffset %" PRIu64 ", length %" PRIu64 ", value at %" PRIu64 ", length %" PRIu64,
                path[0] != '\0' ? ": " : "", found->span.offset, found->span.length,
                found->value.offset, found->value.length);
    if (found->occurrences > 1) {
        ol_buf_addf(line, ", %" PRIu64 " fields from there to its end", found->occurrences);
    }
    ol_buf_add_char(line, '\n');
    if (ol_buf_is_ok(line)) {
        write(context, ol_buf_text(line), line->size);
    }
}

enum ol_status ol_linter_where(struct ol_linter *linter, const char *file, const char *path,
                               ol_write_fn *write, void *context)
{
    struct ol_input input;
    struct ol_level level;
    struct ol_buf line;
    struct way way = {.arena = ol_arena_new()};
    const struct ol_message *root = NULL;
    enum ol_status status = open_file(linter, file, &input, &root);
    ol_buf_init(&line);
    if (status == OL_OK && root == NULL) {
        ol_buf_add(&linter->error, "the file is no ONNX message");
        status = ol_linter_refuse(linter);
    }
    if (status == OL_OK) {
        status = way.arena != NULL ? ol_reader_new(linter->tables, &way.reader) : OL_ERR_NOMEM;
    }
    if (status == OL_OK) {
        ol_level_init_root(&level, root, input.bytes);
        status = follow(linter, &way, &level, path);
    }
    if (status == OL_OK) {
        write_place(&way.found, path, write, context, &line);
        status = ol_buf_is_ok(&line) ? OL_OK : OL_ERR_NOMEM;
    }
    ol_buf_fini(&line);
    ol_reader_free(way.reader);
    ol_input_fini(&input);
    ol_arena_free(way.arena);
    return status;
}

/* --- assemble ------------------------------------------------------------ */

/* Reads a file of text into memory, with a terminating NUL. */
static enum ol_status read_text(struct ol_linter *linter, const char *file, struct ol_buf *text)
{
    struct ol_input input;
    const struct ol_message *root = NULL;
    enum ol_status status = open_file(linter, file, &input, &root);
    if (status == OL_OK) {
        const uint8_t *nul =
            input.bytes.size > 0 ? memchr(input.bytes.data, 0, input.bytes.size) : NULL;
        ol_buf_add_slice(text, input.bytes);
        status = ol_buf_is_ok(text) ? OL_OK : OL_ERR_NOMEM;
        if (status == OL_OK && nul != NULL) {
            ol_text_add_path(&linter->error, file);
            ol_buf_add(&linter->error, ": no text of bytes: it has a byte 0 in it");
            status = ol_linter_refuse(linter);
        }
    }
    ol_input_fini(&input);
    return status;
}

enum ol_status ol_linter_assemble(struct ol_linter *linter, const char *file, ol_write_fn *write,
                                  void *context)
{
    struct ol_hexasm bytes;
    struct ol_buf text;
    ol_buf_init(&text);
    enum ol_status status = read_text(linter, file, &text);
    if (status == OL_OK) {
        status = ol_hexasm_init(&bytes, ol_buf_text(&text));
        if (status == OL_ERR_RULE) {
            ol_text_add_path(&linter->error, file);
            ol_buf_addf(&linter->error, ":%u:%u: error: %s", bytes.line, bytes.column, bytes.error);
            status = ol_linter_refuse(linter);
        } else if (status == OL_OK && bytes.size > 0) {
            write(context, (const char *)bytes.bytes, bytes.size);
        }
        ol_hexasm_fini(&bytes);
    }
    ol_buf_fini(&text);
    return status;
}
