/* SPDX-License-Identifier: Apache-2.0 */
/* Reads what a tensor says of its external data, and keeps one record of each file that is
 * named. */
#include "checks/external.h"

#include "base/checked.h"
#include "base/input.h"
#include "base/limits.h"
#include "checks/tensor_emit.h"

#define OCCURRENCES_AT_ONCE 8

enum ol_external_key ol_external_key_from_text(struct ol_slice text)
{
    static const char *const keys[] = {
        [OL_EXTERNAL_LOCATION] = "location", [OL_EXTERNAL_OFFSET] = "offset",
        [OL_EXTERNAL_LENGTH] = "length",     [OL_EXTERNAL_CHECKSUM] = "checksum",
        [OL_EXTERNAL_BASEPATH] = "basepath",
    };
    unsigned key = 0;
    while (key < OL_EXTERNAL_KEY_COUNT && !ol_slice_is_text(text, keys[key])) {
        key++;
    }
    return (enum ol_external_key)key;
}

/* docs/ExternalData.md: decimal, in bytes; docs/ExternalDataSecurity.md: not negative. */
struct ol_external_number ol_external_number_from_text(struct ol_slice text)
{
    struct ol_external_number number = {OL_EXTERNAL_NUMBER_GOOD, 0};
    bool is_negative = text.size > 1 && text.data[0] == '-';
    if (text.size == 0) {
        number.state = OL_EXTERNAL_NUMBER_SYNTAX;
    }
    for (size_t i = is_negative ? 1 : 0; i < text.size; i++) {
        unsigned digit = (unsigned)text.data[i] - '0';
        if (digit > 9) {
            return (struct ol_external_number){OL_EXTERNAL_NUMBER_SYNTAX, 0};
        }
        if (!ol_checked_mul(number.value, 10, &number.value) ||
            !ol_checked_add(number.value, digit, &number.value) || number.value > INT64_MAX) {
            number.state = OL_EXTERNAL_NUMBER_OVERFLOW;
            number.value = 0; /* the digits behind it still have to be digits */
        }
    }
    if (is_negative) {
        /* -0 is no negative number, and no plain one */
        bool is_zero = number.state == OL_EXTERNAL_NUMBER_GOOD && number.value == 0;
        number.state = is_zero ? OL_EXTERNAL_NUMBER_SYNTAX : OL_EXTERNAL_NUMBER_NEGATIVE;
    }
    return number;
}

bool ol_external_pair(const struct ol_level *level, enum ol_external_key *key,
                      struct ol_slice *value)
{
    const unsigned both =
        1U << OL_StringStringEntryProto_key | 1U << OL_StringStringEntryProto_value;
    if (!ol_level_is_in(level, OL_MESSAGE_TensorProto, OL_TensorProto_external_data) ||
        (level->present & both) != both ||
        (level->fields[OL_StringStringEntryProto_key].last.flags & OL_OCCURRENCE_CUT) != 0 ||
        (level->fields[OL_StringStringEntryProto_value].last.flags & OL_OCCURRENCE_CUT) != 0) {
        return false;
    }
    *key = ol_external_key_from_text(ol_level_text(level, OL_StringStringEntryProto_key));
    *value = ol_level_text(level, OL_StringStringEntryProto_value);
    return true;
}

struct ol_concern ol_external_concern(const struct ol_rule *rule, const struct ol_message *message)
{
    (void)rule;
    return message->id != OL_MESSAGE_TensorProto
               ? OL_CONCERNS_ALL
               : (struct ol_concern){.present = 1U << OL_TensorProto_data_location |
                                                1U << OL_TensorProto_external_data};
}

bool ol_external_may_speak(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return outline->message->id != OL_MESSAGE_StringStringEntryProto ||
           ol_outline_is_in(outline, OL_MESSAGE_TensorProto, OL_TensorProto_external_data);
}

struct ol_external *ol_external_of(struct ol_run *run)
{
    struct ol_external **place = ol_run_external(run);
    if (*place == NULL) {
        struct ol_arena *arena = ol_run_arena(run);
        *place = ol_arena_alloc(arena, sizeof **place);
        if (*place == NULL) {
            ol_run_fail(run, OL_ERR_NOMEM);
            return NULL;
        }
        ol_trie_init(&(*place)->by_path, arena, false);
        ol_trie_init(&(*place)->by_folded_path, arena, true);
        ol_trie_init(&(*place)->by_inode, arena, false);
        ol_trie_init(&(*place)->by_range, arena, false);
    }
    return *place;
}

/* --- entries ------------------------------------------------------------- */

/* The last key and the last value of an entry; occurrences of zeros where there are none. */
struct pair {
    struct ol_occurrence key;
    struct ol_occurrence value;
    bool is_whole;
};

static struct pair read_pair(const struct ol_level *level, const struct ol_occurrence *entry)
{
    struct pair pair = {.is_whole = !(entry->flags & OL_OCCURRENCE_CUT)};
    struct ol_occurrence occurrences[OCCURRENCES_AT_ONCE];
    struct ol_scan scan = {
        .bytes = level->bytes,
        .at = entry->value,
        .end = entry->end,
        .declared_end = entry->end,
        .message = &ol_messages[OL_MESSAGE_StringStringEntryProto],
    };
    size_t count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    while (count > 0) {
        for (size_t i = 0; i < count; i++) {
            const struct ol_occurrence *occurrence = &occurrences[i];
            if (occurrence->flags & OL_OCCURRENCE_KNOWN) {
                bool is_key = occurrence->index == OL_StringStringEntryProto_key;
                *(is_key ? &pair.key : &pair.value) = *occurrence;
            }
            pair.is_whole = pair.is_whole && !(occurrence->flags & OL_OCCURRENCE_CUT);
        }
        count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    }
    pair.is_whole = pair.is_whole && !scan.stopped && pair.key.end != 0 && pair.value.end != 0;
    return pair;
}

static struct ol_slice payload(const struct ol_level *level, const struct ol_occurrence *occurrence)
{
    return ol_level_bytes(level, ol_occurrence_payload(occurrence));
}

static void read_entries(struct ol_external_tensor *external, const struct ol_level *level)
{
    struct ol_cursor cursor;
    struct ol_element element;
    external->is_whole = level->is_complete;
    ol_cursor_init(&cursor, level, OL_TensorProto_external_data);
    while (ol_cursor_next(&cursor, &element)) {
        struct pair pair = read_pair(level, &element.occurrence);
        if (!pair.is_whole) {
            external->is_whole = false;
            continue;
        }
        enum ol_external_key key = ol_external_key_from_text(payload(level, &pair.key));
        if (key != OL_EXTERNAL_KEY_COUNT) {
            external->entries[key] = (struct ol_external_entry){
                .is_present = true,
                .index = element.index,
                .occurrence = element.occurrence,
                .value_span = ol_occurrence_span(&pair.value),
                .value = payload(level, &pair.value),
            };
        }
    }
}

static struct ol_external_number read_number(const struct ol_external_entry *entry)
{
    return entry->is_present ? ol_external_number_from_text(entry->value)
                             : (struct ol_external_number){OL_EXTERNAL_NUMBER_ABSENT, 0};
}

/* --- locations ----------------------------------------------------------- */

/* The path without "." components and superfluous slashes: itself, or a copy; "." where nothing is
 * left. A slash stays at the end where only a folder can be meant. */
static struct ol_slice normalise(struct ol_arena *arena, struct ol_slice path, unsigned faults)
{
    if (!(faults & OL_EXTERNAL_PATH_DOT)) {
        return path;
    }
    uint8_t *copy = ol_arena_alloc(arena, path.size);
    size_t size = 0;
    for (size_t at = 0; copy != NULL && at < path.size;) {
        size_t begin = at;
        while (at < path.size && path.data[at] != '/') {
            at++;
        }
        size_t length = at - begin;
        if (length > 1 || (length == 1 && path.data[begin] != '.')) {
            if (size > 0) {
                copy[size++] = '/';
            }
            memcpy(copy + size, path.data + begin, length);
            size += length;
        }
        at++;
    }
    if (copy != NULL && size == 0) {
        copy[size++] = '.'; /* a path with such a fault has at least one byte */
    } else if (copy != NULL && ol_beneath_wants_folder(path)) {
        copy[size++] = '/'; /* the path has one there as well */
    }
    return (struct ol_slice){copy, size};
}

/* A new record of the file that the tensor names first. */
static struct ol_external_location *add_location(struct ol_run *run, const struct ol_level *level,
                                                 const struct ol_external_entry *entry,
                                                 struct ol_slice path)
{
    struct ol_external *all = *ol_run_external(run);
    struct ol_external_location *location = ol_arena_alloc(ol_run_arena(run), sizeof *location);
    void **folded = ol_trie_place(&all->by_folded_path, path);
    const char *entry_path = ol_run_path(
        run, level, &level->message->fields[OL_TensorProto_external_data], entry->index);
    if (location == NULL || folded == NULL || entry_path == NULL) {
        return NULL;
    }
    location->path = path;
    location->file = location;
    location->owner = level->begin;
    location->number = all->location_count++;
    location->entry = ol_occurrence_span(&entry->occurrence);
    location->entry_path = entry_path;
    location->twin = *folded;
    if (*folded == NULL) {
        *folded = location;
    }
    return location;
}

void ol_external_tell_limit(struct ol_run *run, const struct ol_level *level)
{
    struct ol_external *all = *ol_run_external(run);
    if (!all->is_limit_told) {
        all->is_limit_told = true;
        ol_run_not_checked(run, level, ol_level_header(level),
                           ol_beneath_unknown(OL_BENEATH_TOO_MANY));
    }
}

/* The record of the file that the tensor names; NULL where its path is not fit to open, or memory
 * is short. */
static struct ol_external_location *find_location(struct ol_run *run, const struct ol_level *level,
                                                  const struct ol_external_entry *entry)
{
    struct ol_external *all = *ol_run_external(run);
    unsigned faults =
        entry->is_present ? ol_external_path_faults(entry->value) : OL_EXTERNAL_PATH_EMPTY;
    if (ol_external_path_is_unfit(faults)) {
        return NULL;
    }
    struct ol_slice path = normalise(ol_run_arena(run), entry->value, faults);
    if (path.data != NULL && all->location_count >= OL_EXTERNAL_FILES_MAX) {
        struct ol_external_location *known = ol_trie_find(&all->by_path, path);
        if (known == NULL) {
            ol_external_tell_limit(run, level);
        }
        return known;
    }
    void **place = path.data != NULL ? ol_trie_place(&all->by_path, path) : NULL;
    if (place != NULL && *place == NULL) {
        *place = add_location(run, level, entry, path);
    }
    if (place == NULL || *place == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return NULL;
    }
    return *place;
}

struct ol_external_tensor *ol_external_tensor_of(struct ol_run *run, const struct ol_level *level)
{
    if (!ol_level_has(level, OL_TensorProto_data_location)) {
        return NULL; /* the usual tensor: DEFAULT */
    }
    const struct ol_tensor *tensor = ol_run_tensor(run, level);
    if (tensor == NULL || !tensor->is_external) {
        return NULL;
    }
    struct ol_external *all = ol_external_of(run);
    if (all == NULL) {
        return NULL;
    }
    struct ol_external_tensor *external = &all->tensor;
    if (!all->has_tensor || external->begin != level->begin) {
        *external = (struct ol_external_tensor){.begin = level->begin};
        all->has_tensor = true;
        read_entries(external, level);
        external->offset = read_number(&external->entries[OL_EXTERNAL_OFFSET]);
        external->length = read_number(&external->entries[OL_EXTERNAL_LENGTH]);
        external->location = find_location(run, level, &external->entries[OL_EXTERNAL_LOCATION]);
    }
    external->tensor = tensor;
    return external;
}

/* --- the file ------------------------------------------------------------ */

/* The name of the linted file in its directory: what external data may be a neighbour of, in the
 * cache of a hub. */
static struct ol_beneath_base base_of(const struct ol_run *run)
{
    const struct ol_input *input = ol_run_input(run);
    struct ol_beneath_base base = {.directory = input->directory};
    if (input->directory != NULL) {
        const char *slash = strrchr(input->name, '/');
        base.origin = slash != NULL ? slash + 1 : input->name;
    }
    return base;
}

/* Finds the record of the same file under another name. */
static void join_file(struct ol_run *run, struct ol_external *all,
                      struct ol_external_location *location)
{
    struct inode {
        uint64_t device;
        uint64_t number;
    } *inode = ol_arena_alloc(ol_run_arena(run), sizeof *inode);
    void **place = NULL;
    if (inode != NULL) {
        inode->device = (uint64_t)location->found.device;
        inode->number = (uint64_t)location->found.inode;
        struct ol_slice key = {(const uint8_t *)inode, sizeof *inode};
        place = ol_trie_place(&all->by_inode, key);
    }
    if (place == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return;
    }
    if (*place == NULL) {
        *place = location;
    }
    location->file = *place;
}

/* Looks at the file, where that is allowed. Returns why nobody can say what it is; NULL where it is
 * known. */
static const char *look(const struct ol_run *run, struct ol_external_location *location)
{
    if (!ol_run_is_external_allowed(run)) {
        location->found.kind = OL_BENEATH_NO_BASE;
        return OL_REASON_EXTERNAL_OFF;
    }
    struct ol_beneath_base base = base_of(run);
    ol_beneath_look(&base, location->path, &location->found);
    return ol_beneath_unknown(location->found.kind);
}

const struct ol_beneath *ol_external_look(struct ol_run *run, const struct ol_level *level,
                                          const struct ol_external_tensor *external)
{
    struct ol_external_location *location = external->location;
    struct ol_external *all = ol_external_of(run);
    if (location == NULL || all == NULL) {
        return NULL;
    }
    if (!location->is_looked_at) {
        location->is_looked_at = true;
        const char *reason = look(run, location);
        if (location->found.kind == OL_BENEATH_FILE) {
            join_file(run, all, location);
        }
        /* one word about the directory is enough where it is nobody's choice */
        bool is_base =
            location->found.kind == OL_BENEATH_NO_BASE && ol_run_is_external_allowed(run);
        if (reason != NULL && !(is_base && all->is_base_told)) {
            all->is_base_told = all->is_base_told || is_base;
            ol_run_not_checked(run, level, location->entry, reason);
        }
    }
    return ol_beneath_unknown(location->found.kind) == NULL ? &location->found : NULL;
}

enum ol_status ol_external_open(struct ol_run *run, const struct ol_external_location *location,
                                int *descriptor)
{
    if (!ol_run_is_external_allowed(run)) {
        return OL_ERR_IO; /* nothing was found that could be opened */
    }
    struct ol_beneath_base base = base_of(run);
    return ol_beneath_open(&base, location->path, &location->found, descriptor);
}

/* --- ranges and reports -------------------------------------------------- */

bool ol_external_is_need_known(const struct ol_external_tensor *external)
{
    return external->tensor->is_raw_known && !external->tensor->segment.is_present;
}

bool ol_external_range_of(const struct ol_external_tensor *external, struct ol_span *bytes)
{
    const struct ol_tensor *tensor = external->tensor;
    bool is_need_known = ol_external_is_need_known(external);
    bool has_offset = external->offset.state == OL_EXTERNAL_NUMBER_GOOD ||
                      external->offset.state == OL_EXTERNAL_NUMBER_ABSENT;
    bool has_length =
        external->length.state == OL_EXTERNAL_NUMBER_GOOD && external->length.value > 0;
    bool is_length_open =
        external->length.state == OL_EXTERNAL_NUMBER_ABSENT ||
        (external->length.state == OL_EXTERNAL_NUMBER_GOOD && external->length.value == 0);
    if (!has_offset || (!has_length && !(is_length_open && is_need_known)) ||
        (has_length && is_need_known && external->length.value != tensor->raw_needed)) {
        return false;
    }
    uint64_t length = has_length ? external->length.value : tensor->raw_needed;
    *bytes = (struct ol_span){external->offset.value, length};
    return length <= INT64_MAX - external->offset.value;
}

void ol_external_emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_level *level,
                      enum ol_external_key key, const struct ol_finding *finding)
{
    struct ol_external_tensor *external = ol_external_tensor_of(run, level);
    if (external == NULL) {
        return; /* the run has failed */
    }
    const struct ol_external_entry *entry = &external->entries[key];
    struct ol_level child;
    struct ol_finding placed = *finding;
    ol_level_init_child(&child, level, &entry->occurrence, entry->index);
    placed.span = entry->value_span;
    placed.level = &child;
    placed.field = &child.message->fields[OL_StringStringEntryProto_value];
    ol_tensor_emit(run, rule, external->tensor, &placed);
}
