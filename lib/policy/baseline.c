/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a baseline: one JSON object a line, the first of which says what the file is. */
#include "policy/baseline.h"

#include <stdlib.h>
#include <string.h>

#include "base/file_path.h"
#include "base/input.h"
#include "base/limits.h"
#include "base/lower_bound.h"
#include "base/nearest.h"
#include "base/text.h"
#include "base/vector.h"
#include "policy/baseline_key.h"
#include "policy/json_reader.h"

/* A baseline while it is read. */
struct reading {
    struct ol_arena *arena;
    struct ol_json_reader json;
    struct ol_vector entries; /* struct ol_baseline_entry */
    struct ol_buf key;
    struct ol_name names[OL_BASELINE_NAMES_MAX];
    size_t name_count;
};

/* The keys of an entry. */
enum key {
    KEY_FILE,
    KEY_RULE,
    KEY_VARIANT,
    KEY_PATH,
    KEY_NAMES,
    KEY_MESSAGE,
    KEY_COUNT,
    KEYS
};

static const char *const key_names[] = {"file",  "rule",    "variant", "path",
                                        "names", "message", "count"};

/* The last text, kept; NULL, and a fault, when memory is short. */
static const char *keep(struct reading *reading)
{
    const char *kept = ol_buf_copy(&reading->json.string, reading->arena);
    if (kept == NULL && reading->json.status == OL_OK) {
        reading->json.status = OL_ERR_NOMEM;
    }
    return kept;
}

/* Reads a text that a key is made of: none that a tab or another control character could be hidden
 * in. */
static const char *read_text(struct reading *reading)
{
    size_t begin = reading->json.at;
    if (!ol_json_reader_string(&reading->json)) {
        return NULL;
    }
    const char *text = ol_buf_text(&reading->json.string);
    for (size_t i = 0; text[i] != '\0'; i++) {
        if ((uint8_t)text[i] < 0x20) {
            ol_json_reader_fail(&reading->json, begin, "the text holds a control character");
            return NULL;
        }
    }
    return keep(reading);
}

static void read_names(struct reading *reading)
{
    struct ol_json_reader *json = &reading->json;
    bool is_first = true;
    if (!ol_json_reader_wants(json, '{')) {
        return;
    }
    for (; ol_json_reader_member(json, is_first); is_first = false) {
        if (reading->name_count == OL_BASELINE_NAMES_MAX) {
            ol_json_reader_fail(json, json->at, "an entry has no more than 12 names");
            return;
        }
        struct ol_name *name = &reading->names[reading->name_count];
        name->role = keep(reading);
        name->text = read_text(reading);
        if (json->status != OL_OK) {
            return;
        }
        reading->name_count++;
    }
}

/* The place of a key in the table; KEYS, and a fault, where it is none or was there before. */
static enum key find_key(struct reading *reading, size_t begin, unsigned seen)
{
    struct ol_json_reader *json = &reading->json;
    struct ol_slice name = ol_buf_slice(&json->string);
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, name);
    for (enum key key = KEY_FILE; key < KEYS; key++) {
        if (!ol_slice_is_text(name, key_names[key])) {
            ol_nearest_offer(&nearest, key_names[key]);
        } else if ((seen >> key & 1) == 0) {
            return key;
        } else if (ol_json_reader_refuse(json, begin)) {
            ol_buf_addf(json->errors, "key '%s' is there twice\n", key_names[key]);
            return KEYS;
        }
    }
    if (ol_json_reader_refuse(json, begin)) {
        ol_buf_add(json->errors, "an entry of a baseline has no key ");
        ol_text_quote(json->errors, name);
        ol_nearest_add_question(json->errors, &nearest, 1);
        ol_buf_add_char(json->errors, '\n');
    }
    return KEYS;
}

/* Reads the members of an entry; texts that are not there are "". */
static unsigned read_members(struct reading *reading, const char *texts[KEYS],
                             struct ol_baseline_entry *entry)
{
    struct ol_json_reader *json = &reading->json;
    unsigned seen = 0;
    while (json->status == OL_OK) {
        size_t begin = json->at;
        if (!ol_json_reader_member(json, seen == 0)) {
            break;
        }
        enum key key = find_key(reading, begin, seen);
        if (key == KEYS) {
            break;
        }
        seen |= 1U << key;
        if (key == KEY_NAMES) {
            read_names(reading);
        } else if (key == KEY_COUNT) {
            (void)ol_json_reader_number(json, OL_BASELINE_ENTRIES_MAX, &entry->count);
        } else if (key == KEY_FILE) {
            texts[key] = ol_json_reader_string(json) ? keep(reading) : NULL;
        } else {
            texts[key] = read_text(reading);
        }
    }
    return seen;
}

static void add_entry(struct reading *reading, const char *const texts[KEYS],
                      struct ol_baseline_entry *entry)
{
    ol_buf_clear(&reading->key);
    ol_baseline_key_add(&reading->key, &(struct ol_baseline_key){
                                           texts[KEY_RULE], texts[KEY_VARIANT], texts[KEY_PATH],
                                           reading->names, reading->name_count});
    entry->file = texts[KEY_FILE];
    entry->message = texts[KEY_MESSAGE];
    entry->key = ol_buf_copy(&reading->key, reading->arena);
    struct ol_baseline_entry *place =
        entry->key != NULL ? ol_vector_add(&reading->entries, sizeof *entry) : NULL;
    if (place == NULL) {
        reading->json.status = OL_ERR_NOMEM;
        return;
    }
    *place = *entry;
}

static void read_entry(struct reading *reading)
{
    static const enum key required[] = {KEY_FILE, KEY_RULE, KEY_PATH};
    struct ol_json_reader *json = &reading->json;
    struct ol_baseline_entry entry = {.count = 1};
    const char *texts[KEYS] = {"", "", "", "", "", "", ""};
    size_t begin = json->at;
    reading->name_count = 0;
    if (reading->entries.count == OL_BASELINE_ENTRIES_MAX) {
        if (ol_json_reader_refuse(json, begin)) {
            ol_buf_addf(json->errors, "the baseline has more than %d entries\n",
                        OL_BASELINE_ENTRIES_MAX);
        }
        return;
    }
    if (!ol_json_reader_wants(json, '{')) {
        return;
    }
    unsigned seen = read_members(reading, texts, &entry);
    for (size_t i = 0; i < sizeof required / sizeof *required; i++) {
        if ((seen >> required[i] & 1) == 0 && ol_json_reader_refuse(json, begin)) {
            ol_buf_addf(json->errors, "the entry lacks its key '%s'\n", key_names[required[i]]);
        }
    }
    if (json->status == OL_OK) {
        add_entry(reading, texts, &entry);
    }
}

/* {"baseline":1,"tool":{"name":...,"version":...}} */
static void read_head(struct reading *reading)
{
    static const char what[] = "no baseline: one is written by --write-baseline";
    struct ol_json_reader *json = &reading->json;
    uint64_t version = 0;
    if (!ol_json_reader_takes(json, '{') || !ol_json_reader_takes(json, '"')) {
        ol_json_reader_fail(json, 0, what);
        return;
    }
    json->at--;
    if (!ol_json_reader_member(json, true)) {
        return;
    }
    if (strcmp(ol_buf_text(&json->string), "baseline") != 0) {
        ol_json_reader_fail(json, 0, what);
        return;
    }
    size_t begin = json->at;
    if (!ol_json_reader_number(json, OL_BASELINE_ENTRIES_MAX, &version)) {
        return;
    }
    if (version != OL_BASELINE_VERSION && ol_json_reader_refuse(json, begin)) {
        ol_buf_addf(json->errors,
                    "the baseline has form %llu, and form %d is what this program "
                    "reads: write it anew with --write-baseline\n",
                    (unsigned long long)version, OL_BASELINE_VERSION);
    }
    while (ol_json_reader_member(json, false)) {
        bool is_first = true; /* what wrote it is for people: its texts are not looked at */
        for (bool is_open = ol_json_reader_wants(json, '{');
             is_open && ol_json_reader_member(json, is_first); is_first = false) {
            is_open = ol_json_reader_string(json);
        }
    }
}

/* --- the whole ----------------------------------------------------------- */

static int compare_entries(const void *left, const void *right)
{
    const struct ol_baseline_entry *a = left;
    const struct ol_baseline_entry *b = right;
    int order = strcmp(a->file, b->file);
    order = order != 0 ? order : strcmp(a->key, b->key);
    order = order != 0 ? order : strcmp(a->message, b->message);
    return order != 0 ? order : (a->count < b->count) - (a->count > b->count);
}

/* Sorts the entries, and keeps of equal ones the one that stands for most: a line that is there
 * twice, because a file was named twice or two branches were merged, says nothing new. */
static enum ol_status take_entries(struct reading *reading, struct ol_baseline *baseline)
{
    size_t count = reading->entries.count;
    struct ol_baseline_entry *items = ol_arena_alloc_array(reading->arena, count, sizeof *items);
    if (items == NULL) {
        return OL_ERR_NOMEM;
    }
    baseline->entries = items;
    if (count == 0) {
        return OL_OK;
    }
    memcpy(items, reading->entries.items, count * sizeof *items);
    qsort(items, count, sizeof *items, compare_entries);
    for (size_t i = 0; i < count; i++) {
        const struct ol_baseline_entry *last =
            baseline->count > 0 ? &items[baseline->count - 1] : NULL;
        if (last == NULL || strcmp(last->file, items[i].file) != 0 ||
            strcmp(last->key, items[i].key) != 0 || strcmp(last->message, items[i].message) != 0) {
            items[baseline->count++] = items[i];
        }
    }
    return OL_OK;
}

static enum ol_status read_all(struct reading *reading, struct ol_baseline *baseline)
{
    struct ol_json_reader *json = &reading->json;
    if (json->text.size > OL_BASELINE_BYTES_MAX) {
        if (ol_json_reader_refuse(json, 0)) {
            ol_buf_addf(json->errors, "the baseline has more than %d bytes\n",
                        OL_BASELINE_BYTES_MAX);
        }
        return json->status;
    }
    read_head(reading);
    while (json->status == OL_OK && !ol_json_reader_is_end(json)) {
        read_entry(reading);
    }
    return json->status == OL_OK ? take_entries(reading, baseline) : json->status;
}

enum ol_status ol_baseline_load(struct ol_arena *arena, struct ol_buf *errors, const char *path,
                                const char *folder, struct ol_baseline *baseline)
{
    struct ol_input input;
    struct reading reading = {.arena = arena};
    *baseline = (struct ol_baseline){.folder = folder};
    enum ol_status status = ol_input_open(&input, path, errors);
    if (status == OL_OK) {
        ol_buf_init(&reading.key);
        ol_json_reader_init(&reading.json, path, input.bytes, errors);
        status = read_all(&reading, baseline);
        ol_json_reader_fini(&reading.json);
        ol_buf_fini(&reading.key);
        ol_vector_fini(&reading.entries);
    }
    ol_input_fini(&input);
    return status;
}

/* --- one file ------------------------------------------------------------ */

static int compare_file(const void *file, const void *entry)
{
    return strcmp(file, ((const struct ol_baseline_entry *)entry)->file);
}

/* The same, but the entries of the file itself are below it. */
static int compare_behind_file(const void *file, const void *entry)
{
    int order = compare_file(file, entry);
    return order != 0 ? order : 1;
}

struct ol_baseline_part ol_baseline_find(const struct ol_baseline *baseline, const char *path,
                                         struct ol_buf *scratch)
{
    struct ol_buf relative;
    ol_buf_init(&relative);
    (void)ol_file_path_add_relative(&relative, baseline->folder, path);
    ol_buf_clear(scratch);
    ol_file_path_add_text(scratch, ol_buf_text(&relative));
    ol_buf_inherit(scratch, &relative);
    ol_buf_fini(&relative);
    const char *file = ol_buf_text(scratch);
    size_t size = sizeof *baseline->entries;
    size_t first = ol_lower_bound(file, baseline->entries, baseline->count, size, compare_file);
    size_t end =
        ol_lower_bound(file, baseline->entries, baseline->count, size, compare_behind_file);
    struct ol_baseline_part part = {&baseline->entries[first], end - first, 0};
    for (size_t i = 0; i < part.count; i++) {
        part.total += part.entries[i].count;
    }
    return part;
}
