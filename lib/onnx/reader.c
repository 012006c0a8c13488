/* SPDX-License-Identifier: Apache-2.0 */
/* Scan, decode and add up: the two views of one level brought together. */
#include "onnx/reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "wire/plain.h"

/* Faults of one slice are held back until its values are known, so that what reports them can name
 * what it is about; past this many they are passed on at once. */
#define FAULTS_HELD_MAX 256

/* Singular scalars are handed to upb so many bytes at a time. */
#define SCALAR_BYTES_MAX 256

/* The levels that can be open at once, and one that is looked down at from the deepest. */
#define DEPTHS_KEPT (OL_DEPTH_MAX + 2)

/* What was seen of a repeated scalar's form. */
enum style {
    STYLE_PACKED = 1,
    STYLE_UNPACKED = 2,
    STYLE_ODD = 4,
    STYLE_MIXED = 8
};

struct ol_reader {
    struct ol_decoder *decoder;
    enum ol_status status;             /* of the level that is being read */
    struct ol_occurrence *occurrences; /* of the slice being read */
    struct ol_wire_fault faults[FAULTS_HELD_MAX];
    size_t fault_count;
    size_t scanned; /* the first so many are the scan's, in the order of the bytes; those between
                       occurrences follow */
    ol_wire_fault_fn *report;
    void *context;
    uint64_t stepped;        /* as ol_reader_take_stepped has it */
    struct ol_slice scalars; /* singular scalars for upb: in the file, or gathered */
    uint32_t valued;         /* bit i: field i of the level is among them */
    uint8_t gathered[SCALAR_BYTES_MAX];
    struct ol_kept
        kept[DEPTHS_KEPT + 1]; /* the last one is no level's, if there were deeper ones */
};

/* How far a level has been read, and where its next occurrence is kept. */
struct progress {
    uint64_t at;
    struct ol_occurrence *slot;
    const struct ol_occurrence *slots_end;
    bool is_wide; /* there were more than are kept */
};

enum ol_status ol_reader_new(const struct ol_minitables *tables, struct ol_reader **reader)
{
    struct ol_reader *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return OL_ERR_NOMEM;
    }
    enum ol_status status = ol_decoder_new(tables, &made->decoder);
    made->occurrences = malloc(OL_SLICE_OCCURRENCES_MAX * sizeof *made->occurrences);
    if (status != OL_OK || made->occurrences == NULL) {
        ol_reader_free(made);
        return OL_ERR_NOMEM;
    }
    *reader = made;
    return OL_OK;
}

void ol_reader_free(struct ol_reader *reader)
{
    if (reader != NULL) {
        ol_decoder_free(reader->decoder);
        free(reader->occurrences);
    }
    free(reader);
}

static void pass_faults_on(struct ol_reader *reader)
{
    for (size_t i = 0; i < reader->fault_count; i++) {
        reader->report(reader->context, &reader->faults[i]);
    }
    reader->fault_count = 0;
    reader->scanned = 0;
}

static void hold_fault(void *context, const struct ol_wire_fault *fault)
{
    struct ol_reader *reader = context;
    if (reader->fault_count == FAULTS_HELD_MAX) {
        pass_faults_on(reader);
    }
    reader->faults[reader->fault_count++] = *fault;
}

/* A fault between two occurrences: the later one is where it is, the earlier one, where there is
 * one, is related. */
static void hold_pair(struct ol_reader *reader, enum ol_wire_fault_kind kind,
                      const struct ol_occurrence *occurrence, const struct ol_wire_fault *about)
{
    if (reader->report == NULL) {
        return;
    }
    struct ol_wire_fault fault = *about;
    fault.kind = (uint8_t)kind;
    fault.wire_type = occurrence->wire_type;
    fault.number = occurrence->number;
    fault.span = ol_occurrence_span(occurrence);
    hold_fault(reader, &fault);
}

/* At most one member of a oneof is on the wire, and that once (language guide, "Oneof": readers
 * keep the last). */
static void note_oneof(struct ol_reader *reader, struct ol_level *level,
                       const struct ol_field *field, const struct ol_occurrence *occurrence)
{
    uint8_t before = level->oneof_index[field->oneof];
    if (before != OL_FIELD_UNKNOWN) {
        const struct ol_field *other = &level->message->fields[before];
        const struct ol_wire_fault about = {
            .field = field,
            .index = OL_INDEX_NONE,
            .related = ol_level_span(level, before),
            .related_field = other,
        };
        hold_pair(reader, other == field ? OL_FAULT_ONEOF_REPEATED : OL_FAULT_ONEOF_MULTIPLE,
                  occurrence, &about);
    }
    level->oneof_index[field->oneof] = field->index;
}

/* The form of a repeated scalar: as declared, and one form only. Each is said once for a field. */
static void note_style(struct ol_reader *reader, struct ol_level *level,
                       const struct ol_field *field, const struct ol_occurrence *occurrence)
{
    struct ol_field_state *state = &level->fields[field->index];
    bool packed = (occurrence->flags & OL_OCCURRENCE_PACKED) != 0;
    bool declared_packed = (field->flags & OL_FIELD_PACKED) != 0;
    struct ol_wire_fault about = {.field = field,
                                  .index = packed ? OL_INDEX_NONE : state->elements};
    if (packed != declared_packed && !(state->style & STYLE_ODD)) {
        state->style |= STYLE_ODD;
        hold_pair(reader, OL_FAULT_PACKING_STYLE, occurrence, &about);
    }
    bool mixed = packed ? state->style != 0 && state->style != STYLE_ODD
                        : (state->style & STYLE_PACKED) != 0;
    if (mixed && !(state->style & STYLE_MIXED)) {
        state->style |= STYLE_MIXED;
        about.related = ol_level_first_span(level, field->index);
        about.related_field = field;
        hold_pair(reader, OL_FAULT_PACKED_MIXED, occurrence, &about);
    }
    state->style |= packed ? STYLE_PACKED : STYLE_UNPACKED;
}

/* Counts a payload that is stepped over by its length. Levels are read with reports once. */
static void step_over(struct ol_reader *reader, enum ol_wire_type wire_type, uint64_t size)
{
    if (reader->report != NULL && wire_type == OL_WIRE_LEN) {
        reader->stepped += size;
    }
}

/* What has to be said or counted of an occurrence, but for most fields: of their form, oneof and
 * repetition. */
static void note_occurrence(struct ol_reader *reader, struct ol_level *level,
                            const struct ol_field *field, const struct ol_occurrence *occurrence,
                            bool is_first)
{
    if (field->oneof != 0) {
        note_oneof(reader, level, field, occurrence);
    } else if (!ol_field_is_repeated(field) && !is_first) {
        const struct ol_wire_fault about = {
            .field = field,
            .index = OL_INDEX_NONE,
            .related = ol_level_first_span(level, field->index),
            .related_field = field,
        };
        hold_pair(reader,
                  field->type == OL_TYPE_MESSAGE ? OL_FAULT_SINGULAR_MESSAGE_REPEATED
                                                 : OL_FAULT_SINGULAR_SCALAR_REPEATED,
                  occurrence, &about);
    }
    if (ol_field_is_packable(field)) {
        note_style(reader, level, field, occurrence);
    }
    if (ol_field_is_stepped_over(field)) {
        step_over(reader, (enum ol_wire_type)occurrence->wire_type,
                  occurrence->end - occurrence->value);
    }
    if (occurrence->flags & OL_OCCURRENCE_BAD && level->broken.length == 0) {
        level->broken = ol_occurrence_span(occurrence);
    }
}

/* The state of a field that occurs for the first time, but for how often it does. */
static inline void begin_field(struct ol_field_state *state, struct ol_extent first)
{
    state->first = first;
    state->style = 0;
    state->value.integer = 0;
}

/* Adds one known occurrence to the level's state. */
static void add_occurrence(struct ol_reader *reader, struct ol_level *level,
                           const struct ol_field *field, const struct ol_occurrence *occurrence)
{
    struct ol_field_state *state = &level->fields[field->index];
    bool is_first = !ol_level_has(level, field->index);
    if (is_first) {
        begin_field(state, ol_occurrence_extent(occurrence));
        state->occurrences = 0;
        state->elements = 0;
        level->present |= 1U << field->index;
    }
    if (field->form & OL_FIELD_IS_NOTED || occurrence->flags & OL_OCCURRENCE_BAD ||
        (!is_first && !ol_field_is_repeated(field))) {
        note_occurrence(reader, level, field, occurrence, is_first);
    }
    state->occurrences++;
    state->elements += occurrence->elements;
    state->last = *occurrence;
}

/* Has upb tell the values of the scalars that were taken. Later ones override earlier ones, as a
 * later field does in one decode. */
static void set_values(struct ol_reader *reader, struct ol_level *level)
{
    if (reader->status == OL_OK) {
        reader->status = ol_decoder_set(reader->decoder, level, reader->valued, reader->scalars);
    }
    reader->scalars.size = 0;
    reader->valued = 0;
}

/* Puts a scalar behind those that it does not stand next to in the file. */
static void gather_scalar(struct ol_reader *reader, struct ol_level *level, struct ol_slice scalar)
{
    if (reader->scalars.size + scalar.size > SCALAR_BYTES_MAX) {
        set_values(reader, level);
        reader->scalars = scalar;
        return;
    }
    if (reader->scalars.data != reader->gathered) {
        memcpy(reader->gathered, reader->scalars.data, reader->scalars.size);
        reader->scalars.data = reader->gathered;
    }
    memcpy(reader->gathered + reader->scalars.size, scalar.data, scalar.size);
    reader->scalars.size += scalar.size;
}

/* Takes a singular scalar for upb, so that it looks at nothing else: one behind the other, at their
 * place in the file if they stand together there, as nearly all do. */
static inline void take_scalar(struct ol_reader *reader, struct ol_level *level,
                               const struct ol_field *field, struct ol_span span)
{
    struct ol_slice scalar = ol_level_bytes(level, span);
    if (reader->scalars.size == 0) {
        reader->scalars = scalar;
    } else if (scalar.data == reader->scalars.data + reader->scalars.size &&
               reader->scalars.size + scalar.size <= SCALAR_BYTES_MAX) {
        reader->scalars.size += scalar.size;
    } else {
        gather_scalar(reader, level, scalar);
    }
    reader->valued |= 1U << field->index;
}

/* Gives the held faults of an occurrence of a repeated field its index. Faults and occurrences are
 * both in the order of the bytes, so *next only moves on. Values within a packed payload stay
 * without. */
static void index_faults(struct ol_reader *reader, const struct ol_level *level,
                         const struct ol_occurrence *occurrence, size_t *next)
{
    uint8_t field = occurrence->index;
    bool has_index = occurrence->flags & OL_OCCURRENCE_KNOWN &&
                     !(occurrence->flags & OL_OCCURRENCE_PACKED) &&
                     ol_field_is_repeated(&level->message->fields[field]);
    for (; *next < reader->scanned && reader->faults[*next].span.offset < occurrence->end;
         ++*next) {
        if (has_index) {
            reader->faults[*next].index = ol_level_elements(level, field);
        }
    }
}

static void add_slice(struct ol_reader *reader, struct ol_level *level, size_t count)
{
    size_t fault = 0;
    reader->scanned = reader->fault_count;
    for (size_t i = 0; i < count; i++) {
        const struct ol_occurrence *occurrence = &reader->occurrences[i];
        if (fault < reader->scanned) {
            index_faults(reader, level, occurrence, &fault);
        }
        if (!(occurrence->flags & OL_OCCURRENCE_KNOWN)) {
            step_over(reader, (enum ol_wire_type)occurrence->wire_type,
                      occurrence->end - occurrence->value);
            continue;
        }
        const struct ol_field *field = &level->message->fields[occurrence->index];
        add_occurrence(reader, level, field, occurrence);
        /* what upb would refuse it is not given */
        if (ol_field_is_valued(field) && !(occurrence->flags & OL_OCCURRENCE_OPAQUE)) {
            take_scalar(reader, level, field, ol_occurrence_span(occurrence));
        }
    }
    if (reader->valued != 0) {
        set_values(reader, level);
    }
}

/* Keeps the occurrences of a slice. */
static void keep_slice(const struct ol_reader *reader, struct progress *progress, size_t count)
{
    size_t room = (size_t)(progress->slots_end - progress->slot);
    size_t kept = count < room ? count : room;
    memcpy(progress->slot, reader->occurrences, kept * sizeof *reader->occurrences);
    progress->slot += kept;
    progress->is_wide = progress->is_wide || kept < count;
}

/* What note_occurrence does of a plain occurrence where it has nothing to say; false, with nothing
 * done, where it has. */
static bool note_plain(struct ol_reader *reader, struct ol_level *level,
                       const struct ol_field *field, uint64_t size)
{
    struct ol_field_state *state = &level->fields[field->index];
    if (field->oneof != 0) {
        if (level->oneof_index[field->oneof] != OL_FIELD_UNKNOWN) {
            return false;
        }
        level->oneof_index[field->oneof] = field->index;
    } else if (!ol_field_is_repeated(field) && ol_level_has(level, field->index)) {
        return false;
    }
    if (ol_field_is_packable(field)) {
        if (field->flags & OL_FIELD_PACKED || state->style & STYLE_PACKED) {
            return false;
        }
        state->style = STYLE_UNPACKED;
    }
    if (ol_field_is_stepped_over(field)) {
        step_over(reader, ol_field_wire_type(field), size);
    }
    return true;
}

/* Adds a plain occurrence, as add_occurrence does, from its tag, its value and its end; false, with
 * nothing done, where there is something to say of it. */
static inline bool add_plain(struct ol_reader *reader, struct ol_level *level,
                             const struct ol_field *field, struct ol_extent place)
{
    size_t index = field->index;
    struct ol_field_state *state = &level->fields[index];
    unsigned form = field->form;
    if (level->present >> index & 1) {
        if ((form & (OL_FIELD_IS_NOTED | OL_FIELD_IS_REPEATED)) != OL_FIELD_IS_REPEATED &&
            !note_plain(reader, level, field, place.end - place.value)) {
            return false;
        }
        state->occurrences++;
        state->elements++;
    } else {
        begin_field(state, place);
        if (form & OL_FIELD_IS_NOTED &&
            !note_plain(reader, level, field, place.end - place.value)) {
            return false;
        }
        state->occurrences = 1;
        state->elements = 1;
        level->present |= 1U << index;
    }
    ol_plain_set(&state->last, field, place.tag, place.value, place.end);
    if (form & OL_FIELD_IS_VALUED) {
        take_scalar(reader, level, field, ol_span_between(place.tag, place.end));
    }
    return true;
}

/* The short way: reads what is plain and nothing is to be said of, up to what is not. */
static void read_plain(struct ol_reader *reader, struct ol_level *level, struct progress *progress)
{
    const struct ol_plain plain = {level->bytes, level->end, level->message,
                                   reader->report != NULL};
    struct ol_occurrence *slot = progress->slot;
    uint64_t at = progress->at;
    while (true) {
        struct ol_extent place = {.tag = at};
        const struct ol_field *field = ol_plain_read(&plain, at, &place.value, &place.end);
        if (field == NULL || !add_plain(reader, level, field, place)) {
            break;
        }
        if (slot < progress->slots_end) {
            ol_plain_set(slot++, field, place.tag, place.value, place.end);
        } else {
            progress->is_wide = true;
        }
        if (place.value == place.end) {
            level->is_plain = false;
        }
        at = place.end;
    }
    progress->slot = slot;
    progress->at = at;
}

/* The long way: reads a slice of whatever there is; false after the last one. */
static bool read_slice(struct ol_reader *reader, struct ol_level *level, struct progress *progress)
{
    struct ol_scan scan = {
        .bytes = level->bytes,
        .at = progress->at,
        .end = level->end,
        .declared_end = level->declared_end,
        .message = level->message,
        .report = reader->report != NULL ? hold_fault : NULL,
        .context = reader,
        .is_root = level->parent == NULL,
    };
    size_t count = ol_scan_slice(&scan, reader->occurrences, OL_SLICE_OCCURRENCES_MAX);
    progress->at = scan.at;
    level->is_plain = false;
    add_slice(reader, level, count);
    keep_slice(reader, progress, count);
    if (scan.stopped) {
        level->is_complete = false;
        level->unread = scan.at;
        level->overrun = scan.overrun;
    }
    level->mistyped |= scan.mistyped;
    if (reader->status == OL_OK && reader->report != NULL) {
        pass_faults_on(reader);
    }
    return count > 0 && !scan.stopped && scan.at < scan.end && reader->status == OL_OK;
}

/* Makes a level ready to be read. */
static inline void begin_level(struct ol_reader *reader, struct ol_level *level)
{
    reader->fault_count = 0;
    reader->status = OL_OK;
    reader->scalars.size = 0;
    reader->valued = 0;
    level->kept = NULL;
    level->mistyped = 0;
    level->overrun = (struct ol_span){0, 0};
    level->unread = level->end;
    level->is_complete = !level->is_fragment && level->declared_end <= level->end;
    level->is_plain = reader->report != NULL; /* until something odd is met */
}

enum ol_status ol_reader_read(struct ol_reader *reader, struct ol_level *level,
                              ol_wire_fault_fn *report, void *context)
{
    struct ol_kept *kept = &reader->kept[level->depth < DEPTHS_KEPT ? level->depth : DEPTHS_KEPT];
    struct progress progress = {.at = level->begin,
                                .slot = kept->occurrences,
                                .slots_end = kept->occurrences + OL_OCCURRENCES_KEPT};
    kept->begin = OL_KEPT_NONE; /* what is there is not another level's any more */
    reader->report = report;
    reader->context = context;
    begin_level(reader, level);
    do {
        read_plain(reader, level, &progress);
    } while (progress.at < level->end && read_slice(reader, level, &progress));
    level->is_plain = level->is_plain && level->is_complete;
    if (reader->valued != 0) {
        set_values(reader, level);
    }
    if (!progress.is_wide && level->depth < DEPTHS_KEPT) {
        kept->begin = level->begin;
        kept->count = (size_t)(progress.slot - kept->occurrences);
        level->kept = kept;
    }
    return reader->status;
}

uint64_t ol_reader_take_stepped(struct ol_reader *reader)
{
    uint64_t stepped = reader->stepped;
    reader->stepped = 0;
    return stepped;
}

bool ol_reader_read_child(struct ol_reader *reader, const struct ol_level *level, unsigned field,
                          struct ol_level *child, enum ol_status *status)
{
    *status = OL_OK;
    if (!ol_level_has(level, field)) {
        return false;
    }
    ol_level_init_child(child, level, &level->fields[field].last, 0);
    *status = ol_reader_read(reader, child, NULL, NULL);
    return *status == OL_OK;
}
