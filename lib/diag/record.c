/* SPDX-License-Identifier: Apache-2.0 */
/* Packing findings, and reading them. */
#include "diag/record.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "diag/template.h"

/* Placeholders whose text is remembered while the messages of one finding are packed or read; one
 * that comes after so many others has its text each time. */
#define REMEMBERED_MAX 16

_Static_assert(OL_NAMES_MAX < 16 && OL_RELATED_MAX < 16, "they are counted in four bits");

struct ol_record_book *ol_record_book_new(struct ol_arena *arena, struct ol_slice bytes,
                                          ol_add_way_fn *add_way)
{
    struct ol_record_book *book = ol_arena_alloc(arena, sizeof *book);
    if (book != NULL) {
        book->arena = arena;
        book->bytes = bytes;
        book->add_way = add_way;
        struct ol_budget *budget = ol_arena_budget(arena);
        ol_words_init(&book->words, arena);
        ol_shared_init(&book->paths, budget);
        ol_shared_init(&book->names, budget);
        ol_buf_init_within(&book->draft, budget);
        ol_buf_init_within(&book->view.text, budget);
        ol_buf_init_within(&book->other, budget);
    }
    return book;
}

void ol_record_book_fini(struct ol_record_book *book)
{
    ol_shared_fini(&book->paths);
    ol_shared_fini(&book->names);
    ol_buf_fini(&book->draft);
    ol_buf_fini(&book->view.text);
    ol_buf_fini(&book->other);
}

/* --- packing ------------------------------------------------------------- */

struct packer {
    struct ol_wording out;
    const struct ol_values *values;
    struct ol_slice names[REMEMBERED_MAX];
    size_t rooms[REMEMBERED_MAX]; /* of their texts */
    size_t count;
    size_t rendered; /* bytes at most of the messages when they are put together */
};

/* Packs the number of a text that outlives the record, or 0 for NULL. */
static void pack_word(struct packer *packer, const char *text)
{
    uint32_t number = text != NULL ? ol_words_number(packer->out.words, text) : 0;
    if (text != NULL && number == 0) {
        packer->out.out->failed = true;
    }
    ol_wording_add_number(&packer->out, number);
}

static void pack_text(struct packer *packer, const char *text)
{
    ol_wording_add(&packer->out, text != NULL ? text : "");
    ol_wording_end(&packer->out);
}

/* A wording for the draft of what may be shared: packing continues there. */
static struct ol_wording begin_draft(const struct packer *packer, struct ol_buf *draft)
{
    struct ol_wording out = packer->out;
    ol_buf_clear(draft);
    draft->name_max = out.out->name_max;
    out.out = draft;
    return out;
}

/* Packs the draft. */
static void end_draft(struct packer *packer, const struct ol_wording *draft,
                      struct ol_shared *shared)
{
    packer->out.room = draft->room;
    ol_buf_inherit(packer->out.out, draft->out);
    ol_shared_add(shared, &packer->out, ol_buf_text(draft->out));
    ol_wording_end(&packer->out);
}

/* Packs a path: the finding's, or the one of related place i - 1. */
static void pack_path(struct packer *packer, struct ol_record_book *book, const char *path,
                      size_t i)
{
    struct ol_wording draft = begin_draft(packer, &book->draft);
    if (path != NULL) {
        ol_wording_add(&draft, path);
    } else if (packer->values != NULL && packer->values->add_path != NULL) {
        packer->values->add_path(packer->values->context, &draft, i);
    }
    end_draft(packer, &draft, &book->paths);
}

static void pack_names(struct packer *packer, struct ol_record_book *book,
                       const struct ol_diag *diag)
{
    struct ol_wording draft = begin_draft(packer, &book->draft);
    for (size_t i = 0; i < diag->name_count; i++) {
        const char *text = diag->names[i].text;
        ol_wording_add_role(&draft, diag->names[i].role);
        if (text != NULL) {
            ol_wording_add(&draft, text);
        } else if (packer->values != NULL && packer->values->add_name != NULL) {
            packer->values->add_name(packer->values->context, &draft, i);
        }
    }
    end_draft(packer, &draft, &book->names);
}

/* Packs the text for a placeholder, unless it is there; returns its room. */
static size_t pack_value(struct packer *packer, struct ol_slice name)
{
    for (size_t i = 0; i < packer->count; i++) {
        if (ol_slice_is_equal(packer->names[i], name)) {
            return packer->rooms[i];
        }
    }
    size_t before = packer->out.room;
    packer->values->add(packer->values->context, &packer->out, name);
    size_t room = packer->out.room - before;
    ol_wording_end(&packer->out);
    if (packer->count < REMEMBERED_MAX) {
        packer->names[packer->count] = name;
        packer->rooms[packer->count++] = room;
    }
    return room;
}

static void pack_message(struct packer *packer, const char *message)
{
    if (packer->values == NULL) {
        pack_text(packer, message);
        return;
    }
    packer->rendered++;
    for (struct ol_template_part part = ol_template_next(&message); part.kind != OL_TEMPLATE_END;
         part = ol_template_next(&message)) {
        packer->rendered +=
            part.kind == OL_TEMPLATE_NAME ? pack_value(packer, part.text) : part.text.size;
    }
}

static void pack_texts(struct packer *packer, struct ol_record_book *book,
                       const struct ol_diag *diag)
{
    pack_path(packer, book, diag->place.path, 0);
    if (diag->name_count > 0) {
        pack_names(packer, book, diag);
    }
    for (size_t i = 0; i < diag->related_count; i++) {
        pack_path(packer, book, diag->related[i].place.path, i + 1);
    }
    pack_message(packer, diag->message);
    for (size_t i = 0; i < diag->related_count; i++) {
        pack_message(packer, diag->related[i].message);
    }
}

static void pack_numbers(struct packer *packer, const struct ol_record *head,
                         const struct ol_diag *diag)
{
    bool has_templates = packer->values != NULL;
    pack_word(packer, diag->rule);
    pack_word(packer, diag->variant);
    pack_word(packer, has_templates ? diag->message : NULL);
    if (head->has_file) {
        pack_word(packer, diag->place.file);
    }
    if (head->has_reason) {
        pack_word(packer, diag->reason);
    }
    if (head->has_near) {
        ol_wording_add_number(&packer->out, packer->out.near.offset);
    }
    for (size_t i = 0; i < diag->related_count; i++) {
        const struct ol_related *related = &diag->related[i];
        pack_word(packer, has_templates ? related->message : NULL);
        if (head->has_related_files) {
            pack_word(packer, related->place.file);
        }
        ol_wording_add_number(&packer->out, related->place.span.offset);
        ol_wording_add_number(&packer->out, related->place.span.length);
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

/* Makes room for reading a finding whose texts take so many bytes, and for comparing it. */
static bool make_room(struct ol_record_book *book, size_t room, size_t name_max)
{
    ol_buf_clear(&book->view.text);
    ol_buf_clear(&book->other);
    book->view.text.name_max = name_max;
    book->other.name_max = name_max;
    bool has_room = ol_buf_reserve(&book->view.text, room) && ol_buf_reserve(&book->other, room);
    book->view.text.failed = false; /* what was there suffices for the findings there are */
    book->other.failed = false;
    return has_room;
}

struct ol_record *ol_record_new(struct ol_record_book *book, struct ol_buf *scratch,
                                const struct ol_diag *diag, const struct ol_values *values)
{
    assert(diag->name_count <= OL_NAMES_MAX && diag->related_count <= OL_RELATED_MAX);
    struct packer packer = {.out = {.out = scratch,
                                    .words = &book->words,
                                    .bytes = book->bytes,
                                    .has_ways = book->add_way != NULL},
                            .values = values};
    if (values != NULL) {
        packer.out.near = values->near;
    }
    const struct ol_record head = {
        .book = book,
        .span = diag->place.span,
        .rule_index = diag->rule_index,
        .severity = (unsigned)diag->severity & 3U,
        .acceptance = (unsigned)diag->acceptance & 3U,
        .is_whole_file = diag->place.is_whole_file,
        .has_file = diag->place.file != NULL,
        .has_reason = diag->reason != NULL,
        .has_related_files = has_related_files(diag),
        .has_near = packer.out.near.length > 0,
        .name_count = (unsigned)diag->name_count & 15U,
        .related_count = (unsigned)diag->related_count & 15U,
    };
    ol_buf_clear(scratch);
    pack_numbers(&packer, &head, diag);
    pack_texts(&packer, book, diag);
    struct ol_record *record =
        ol_buf_is_ok(scratch) &&
                make_room(book, packer.out.room + packer.rendered, scratch->name_max)
            ? ol_arena_alloc(book->arena, sizeof *record + scratch->size)
            : NULL;
    if (record != NULL) {
        *record = head;
        memcpy(record->packed, scratch->text, scratch->size);
    }
    return record;
}

/* --- reading ------------------------------------------------------------- */

struct reader {
    struct ol_record_book *book;
    const char *at; /* the next number or text */
    uint64_t near;
    struct ol_slice names[REMEMBERED_MAX];
    const char *texts[REMEMBERED_MAX];
    size_t count;
};

static struct reader reader_of(const struct ol_record *record)
{
    return (struct reader){.book = record->book, .at = record->packed};
}

static const char *read_word(struct reader *reader)
{
    uint64_t number = ol_packed_number(&reader->at);
    return number != 0 ? ol_words_at(&reader->book->words, number).text : NULL;
}

static const char *skip_text(struct reader *reader)
{
    const char *text = reader->at;
    reader->at = text + strlen(text) + 1;
    return text;
}

/* Adds a packed text; shared is what it may begin with. */
static void unpack(const struct reader *reader, const char *text, struct ol_shared *shared,
                   struct ol_buf *out)
{
    const struct ol_record_book *book = reader->book;
    const struct ol_unpacking with = {&book->words, shared, book->bytes, book->add_way,
                                      reader->near};
    ol_packed_add(out, text, &with);
}

/* The next text, in the buffer, which has room. */
static const char *read_text(struct reader *reader, struct ol_shared *shared, struct ol_buf *out)
{
    size_t begin = out->size;
    unpack(reader, skip_text(reader), shared, out);
    ol_buf_add_char(out, '\0');
    return ol_buf_text(out) + begin;
}

static void read_names(struct reader *reader, struct ol_name *names, size_t count,
                       struct ol_buf *out)
{
    struct ol_record_book *book = reader->book;
    const struct ol_unpacking with = {&book->words, &book->names, book->bytes, NULL, reader->near};
    const char *roles[OL_NAMES_MAX];
    size_t begin = out->size;
    ol_packed_add_names(out, skip_text(reader), &with, roles);
    const char *text = ol_buf_text(out) + begin;
    for (size_t i = 0; i < count; i++) {
        names[i] = (struct ol_name){.role = roles[i], .text = text};
        text += strlen(text) + 1;
    }
}

/* The packed text for a placeholder. */
static const char *find_value(struct reader *reader, struct ol_slice name)
{
    for (size_t i = 0; i < reader->count; i++) {
        if (ol_slice_is_equal(reader->names[i], name)) {
            return reader->texts[i];
        }
    }
    const char *text = skip_text(reader);
    if (reader->count < REMEMBERED_MAX) {
        reader->names[reader->count] = name;
        reader->texts[reader->count++] = text;
    }
    return text;
}

/* The message of a template (NULL: a text), put together in the buffer, which has room. */
static const char *read_message(struct reader *reader, const char *message, struct ol_buf *out)
{
    if (message == NULL) {
        return read_text(reader, NULL, out);
    }
    size_t begin = out->size;
    for (struct ol_template_part part = ol_template_next(&message); part.kind != OL_TEMPLATE_END;
         part = ol_template_next(&message)) {
        if (part.kind == OL_TEMPLATE_NAME) {
            unpack(reader, find_value(reader, part.text), NULL, out);
        } else {
            ol_buf_add_slice(out, part.text);
        }
    }
    ol_buf_add_char(out, '\0');
    return ol_buf_text(out) + begin;
}

/* Reads what precedes the texts into the view. Messages become their templates. */
static void read_numbers(struct reader *reader, const struct ol_record *record,
                         struct ol_diag_view *view)
{
    view->diag.rule = read_word(reader);
    view->diag.variant = read_word(reader);
    view->diag.message = read_word(reader);
    view->diag.place.file = record->has_file ? read_word(reader) : NULL;
    view->diag.reason = record->has_reason ? read_word(reader) : NULL;
    reader->near = record->has_near ? ol_packed_number(&reader->at) : 0;
    for (size_t i = 0; i < record->related_count; i++) {
        struct ol_related *related = &view->related[i];
        related->message = read_word(reader);
        related->place.file = record->has_related_files ? read_word(reader) : NULL;
        related->place.span.offset = ol_packed_number(&reader->at);
        related->place.span.length = ol_packed_number(&reader->at);
    }
}

static void read_texts(struct reader *reader, const struct ol_record *record,
                       struct ol_diag_view *view)
{
    struct ol_buf *out = &view->text;
    struct ol_shared *paths = &reader->book->paths;
    view->diag.place.path = read_text(reader, paths, out);
    if (record->name_count > 0) {
        read_names(reader, view->names, record->name_count, out);
    }
    for (size_t i = 0; i < record->related_count; i++) {
        view->related[i].place.path = read_text(reader, paths, out);
    }
    view->diag.message = read_message(reader, view->diag.message, out);
    for (size_t i = 0; i < record->related_count; i++) {
        view->related[i].message = read_message(reader, view->related[i].message, out);
    }
}

const struct ol_diag *ol_record_read(const struct ol_record *record)
{
    struct ol_diag_view *view = &record->book->view;
    struct reader reader = reader_of(record);
    view->diag = (struct ol_diag){
        .rule_index = record->rule_index,
        .severity = (enum ol_severity)record->severity,
        .place = {.span = record->span, .is_whole_file = record->is_whole_file},
        .names = view->names,
        .name_count = record->name_count,
        .related = view->related,
        .related_count = record->related_count,
        .acceptance = (enum ol_acceptance)record->acceptance,
    };
    ol_buf_clear(&view->text);
    read_numbers(&reader, record, view);
    read_texts(&reader, record, view);
    return &view->diag;
}

/* --- comparing ----------------------------------------------------------- */

const char *ol_record_file(const struct ol_record *record)
{
    struct reader reader = reader_of(record);
    for (size_t i = 0; record->has_file && i < 3; i++) {
        (void)read_word(&reader); /* rule, variant, message */
    }
    return record->has_file ? read_word(&reader) : NULL;
}

int ol_record_compare_rules(const struct ol_record *a, const struct ol_record *b)
{
    struct reader first = reader_of(a);
    struct reader second = reader_of(b);
    const char *rule = read_word(&first);
    const char *other = read_word(&second);
    return rule == other ? 0 : strcmp(rule, other);
}

static void skip_numbers(struct reader *reader, size_t count)
{
    for (; count > 0; count--) {
        (void)ol_packed_number(&reader->at);
    }
}

/* Moves to the texts; returns the template. */
static const char *skip_to_texts(struct reader *reader, const struct ol_record *record)
{
    skip_numbers(reader, 2); /* rule and variant */
    const char *message = read_word(reader);
    skip_numbers(reader, (size_t)record->has_file + record->has_reason);
    reader->near = record->has_near ? ol_packed_number(&reader->at) : 0;
    skip_numbers(reader, record->related_count * ((size_t)3 + record->has_related_files));
    return message;
}

size_t ol_record_path_dots(const struct ol_record *record)
{
    struct reader reader = reader_of(record);
    (void)skip_to_texts(&reader, record);
    const struct ol_unpacking with = {.words = &record->book->words,
                                      .shared = &record->book->paths};
    return ol_packed_dots(reader.at, &with);
}

/* Puts message and path of the record in the buffer, which has room. */
static void add_texts(const struct ol_record *record, struct ol_buf *out)
{
    struct reader reader = reader_of(record);
    const char *message = skip_to_texts(&reader, record);
    const char *path = skip_text(&reader);
    for (size_t i = record->name_count > 0 ? 0 : 1; i <= record->related_count; i++) {
        (void)skip_text(&reader); /* names, and paths of related places */
    }
    ol_buf_clear(out);
    (void)read_message(&reader, message, out);
    unpack(&reader, path, &record->book->paths, out);
}

int ol_record_compare_texts(const struct ol_record *a, const struct ol_record *b)
{
    struct ol_buf *first = &a->book->view.text;
    struct ol_buf *second = &a->book->other;
    add_texts(a, first);
    add_texts(b, second);
    int order = strcmp(ol_buf_text(first), ol_buf_text(second));
    return order != 0 ? order
                      : strcmp(first->text + strlen(first->text) + 1,
                               second->text + strlen(second->text) + 1);
}
