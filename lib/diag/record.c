/* SPDX-License-Identifier: Apache-2.0 */
/* Packing findings, and reading them. */
#include "diag/record.h"

#include <assert.h>
#include <string.h>

#include "diag/template.h"

/* Placeholders whose text is remembered while the messages of one finding are packed or read; one
 * that comes after so many others has its text each time. */
#define REMEMBERED_MAX 16

_Static_assert(OL_NAMES_MAX < 16 && OL_RELATED_MAX < 16, "they are counted in four bits");

/* --- packing ------------------------------------------------------------- */

struct packer {
    struct ol_buf *texts;
    const struct ol_values *values;
    struct ol_slice names[REMEMBERED_MAX];
    size_t sizes[REMEMBERED_MAX]; /* of their texts */
    size_t count;
    size_t rendered; /* bytes of the messages when they are put together, each with its NUL */
};

static void pack_text(struct ol_buf *texts, const char *text)
{
    ol_buf_add(texts, text != NULL ? text : "");
    ol_buf_add_char(texts, '\0');
}

/* Packs the text for a placeholder, unless it is there; returns its size. */
static size_t pack_value(struct packer *packer, struct ol_slice name)
{
    for (size_t i = 0; i < packer->count; i++) {
        if (ol_slice_is_equal(packer->names[i], name)) {
            return packer->sizes[i];
        }
    }
    size_t before = packer->texts->size;
    packer->values->add(packer->values->context, packer->texts, name);
    size_t size = packer->texts->size - before;
    ol_buf_add_char(packer->texts, '\0');
    if (packer->count < REMEMBERED_MAX) {
        packer->names[packer->count] = name;
        packer->sizes[packer->count++] = size;
    }
    return size;
}

static void pack_message(struct packer *packer, const char *message)
{
    packer->rendered++;
    if (packer->values == NULL) {
        pack_text(packer->texts, message);
        return;
    }
    for (struct ol_template_part part = ol_template_next(&message); part.kind != OL_TEMPLATE_END;
         part = ol_template_next(&message)) {
        packer->rendered +=
            part.kind == OL_TEMPLATE_NAME ? pack_value(packer, part.text) : part.text.size;
    }
}

static void pack_texts(struct packer *packer, const struct ol_diag *diag)
{
    ol_buf_clear(packer->texts);
    pack_text(packer->texts, diag->place.path);
    for (size_t i = 0; i < diag->name_count; i++) {
        pack_text(packer->texts, diag->names[i].text);
    }
    for (size_t i = 0; i < diag->related_count; i++) {
        pack_text(packer->texts, diag->related[i].place.path);
    }
    pack_message(packer, diag->message);
    for (size_t i = 0; i < diag->related_count; i++) {
        pack_message(packer, diag->related[i].message);
    }
}

static bool has_related_files(const struct ol_diag *diag)
{
    for (size_t i = 0; i < diag->related_count; i++) {
        if (diag->related[i].place.file != NULL) {
            return true;
        }
    }
    return false;
}

/* Where the pointers of a record begin, and how many there are. */
static const char **pointers(struct ol_record *record)
{
    return (void *)(record->related + record->related_count);
}

static size_t pointer_count(const struct ol_record *record)
{
    return (size_t)record->has_file + record->has_reason +
           (record->has_related_files ? record->related_count : 0U) + record->name_count;
}

static void pack_pointers(struct ol_record *record, const struct ol_diag *diag)
{
    const char **at = pointers(record);
    if (record->has_file) {
        *at++ = diag->place.file;
    }
    if (record->has_reason) {
        *at++ = diag->reason;
    }
    for (size_t i = 0; record->has_related_files && i < record->related_count; i++) {
        *at++ = diag->related[i].place.file;
    }
    for (size_t i = 0; i < record->name_count; i++) {
        *at++ = diag->names[i].role;
    }
}

struct ol_record *ol_record_new(struct ol_arena *arena, struct ol_buf *scratch,
                                const struct ol_diag *diag, const struct ol_values *values,
                                size_t *size)
{
    assert(diag->name_count <= OL_NAMES_MAX && diag->related_count <= OL_RELATED_MAX);
    struct packer packer = {.texts = scratch, .values = values};
    pack_texts(&packer, diag);
    const struct ol_record head = {
        .rule = diag->rule,
        .variant = diag->variant,
        .message = values != NULL ? diag->message : NULL,
        .span = diag->place.span,
        .rule_index = diag->rule_index,
        .severity = (unsigned)diag->severity & 3U,
        .acceptance = (unsigned)diag->acceptance & 3U,
        .is_whole_file = diag->place.is_whole_file,
        .has_file = diag->place.file != NULL,
        .has_reason = diag->reason != NULL,
        .has_related_files = has_related_files(diag),
        .name_count = (unsigned)diag->name_count & 15U,
        .related_count = (unsigned)diag->related_count & 15U,
    };
    size_t fixed = sizeof head + diag->related_count * sizeof *head.related +
                   pointer_count(&head) * sizeof(const char *);
    struct ol_record *record =
        ol_buf_is_ok(scratch) ? ol_arena_alloc(arena, fixed + scratch->size) : NULL;
    if (record == NULL) {
        return NULL;
    }
    *record = head;
    for (size_t i = 0; i < diag->related_count; i++) {
        record->related[i] = (struct ol_record_related){
            .message = values != NULL ? diag->related[i].message : NULL,
            .span = diag->related[i].place.span,
        };
    }
    pack_pointers(record, diag);
    memcpy((char *)record + fixed, scratch->text, scratch->size);
    *size = packer.rendered;
    return record;
}

/* --- reading ------------------------------------------------------------- */

struct reader {
    const char *at; /* the next text */
    struct ol_slice names[REMEMBERED_MAX];
    const char *texts[REMEMBERED_MAX];
    size_t count;
};

static const char *const *pointers_of(const struct ol_record *record)
{
    return (const void *)(record->related + record->related_count);
}

const char *ol_record_path(const struct ol_record *record)
{
    return (const char *)(pointers_of(record) + pointer_count(record));
}

const char *ol_record_file(const struct ol_record *record)
{
    return record->has_file ? pointers_of(record)[0] : NULL;
}

static const char *read_text(struct reader *reader)
{
    const char *text = reader->at;
    reader->at = text + strlen(text) + 1;
    return text;
}

/* The text for a placeholder. */
static const char *read_value(struct reader *reader, struct ol_slice name)
{
    for (size_t i = 0; i < reader->count; i++) {
        if (ol_slice_is_equal(reader->names[i], name)) {
            return reader->texts[i];
        }
    }
    const char *text = read_text(reader);
    if (reader->count < REMEMBERED_MAX) {
        reader->names[reader->count] = name;
        reader->texts[reader->count++] = text;
    }
    return text;
}

/* The next piece of a message whose template is left from *message on; false at its end. */
static bool next_piece(struct reader *reader, const char **message, struct ol_slice *piece)
{
    struct ol_template_part part = ol_template_next(message);
    *piece = part.kind == OL_TEMPLATE_NAME ? ol_slice_from_text(read_value(reader, part.text))
                                           : part.text;
    return part.kind != OL_TEMPLATE_END;
}

/* The message of a template, put together in the buffer, which has room. */
static const char *read_message(struct reader *reader, const char *message, struct ol_buf *text)
{
    if (message == NULL) {
        return read_text(reader);
    }
    size_t begin = text->size;
    struct ol_slice piece;
    while (next_piece(reader, &message, &piece)) {
        ol_buf_add_slice(text, piece);
    }
    ol_buf_add_char(text, '\0');
    return ol_buf_text(text) + begin;
}

static void read_pointers(const struct ol_record *record, struct ol_diag_view *view)
{
    const char *const *at = pointers_of(record);
    view->diag.place.file = record->has_file ? *at++ : NULL;
    view->diag.reason = record->has_reason ? *at++ : NULL;
    for (size_t i = 0; i < record->related_count; i++) {
        view->related[i].place.file = record->has_related_files ? *at++ : NULL;
    }
    for (size_t i = 0; i < record->name_count; i++) {
        view->names[i].role = *at++;
    }
}

static void read_texts(const struct ol_record *record, struct ol_diag_view *view)
{
    struct reader reader = {.at = ol_record_path(record)};
    ol_buf_clear(&view->text);
    view->diag.place.path = read_text(&reader);
    for (size_t i = 0; i < record->name_count; i++) {
        view->names[i].text = read_text(&reader);
    }
    for (size_t i = 0; i < record->related_count; i++) {
        view->related[i].place.path = read_text(&reader);
    }
    view->diag.message = read_message(&reader, record->message, &view->text);
    for (size_t i = 0; i < record->related_count; i++) {
        view->related[i].message = read_message(&reader, record->related[i].message, &view->text);
    }
}

const struct ol_diag *ol_record_read(const struct ol_record *record, struct ol_diag_view *view)
{
    view->diag = (struct ol_diag){
        .rule = record->rule,
        .variant = record->variant,
        .rule_index = record->rule_index,
        .severity = (enum ol_severity)record->severity,
        .place = {.span = record->span, .is_whole_file = record->is_whole_file},
        .names = view->names,
        .name_count = record->name_count,
        .related = view->related,
        .related_count = record->related_count,
        .acceptance = (enum ol_acceptance)record->acceptance,
    };
    for (size_t i = 0; i < record->related_count; i++) {
        view->related[i].place.span = record->related[i].span;
    }
    read_pointers(record, view);
    read_texts(record, view);
    return &view->diag;
}

/* --- comparing messages -------------------------------------------------- */

/* A message that is read piece by piece. */
struct pieces {
    struct reader reader;
    const char *message; /* what is left of the template; NULL: of the text there is nothing left */
    struct ol_slice left;
};

static struct pieces pieces_of(const struct ol_record *record)
{
    struct pieces pieces = {.reader = {.at = ol_record_path(record)}, .message = record->message};
    for (size_t i = 0; i < 1U + record->name_count + record->related_count; i++) {
        (void)read_text(&pieces.reader);
    }
    if (record->message == NULL) {
        pieces.left = ol_slice_from_text(read_text(&pieces.reader));
    }
    return pieces;
}

static bool has_more(struct pieces *pieces)
{
    while (pieces->left.size == 0 && pieces->message != NULL) {
        if (!next_piece(&pieces->reader, &pieces->message, &pieces->left)) {
            pieces->message = NULL;
        }
    }
    return pieces->left.size > 0;
}

static void advance(struct pieces *pieces, size_t size)
{
    pieces->left.data += size;
    pieces->left.size -= size;
}

int ol_record_compare_messages(const struct ol_record *a, const struct ol_record *b)
{
    struct pieces first = pieces_of(a);
    struct pieces second = pieces_of(b);
    bool has_first = has_more(&first);
    bool has_second = has_more(&second);
    while (has_first && has_second) {
        size_t size = first.left.size < second.left.size ? first.left.size : second.left.size;
        int order = memcmp(first.left.data, second.left.data, size);
        if (order != 0) {
            return order;
        }
        advance(&first, size);
        advance(&second, size);
        has_first = has_more(&first);
        has_second = has_more(&second);
    }
    return has_first - has_second;
}
