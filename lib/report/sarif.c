/* SPDX-License-Identifier: Apache-2.0 */
/* SARIF 2.1.0: one run, whose results are written as they come. Places are regions of bytes: a
 * binary file has no lines that would mean anything. Code scanning on GitHub wants a line all the
 * same; with is_for_github each place is line 1, and the bytes stand in the properties. */
#include "report/sarif.h"

#include <inttypes.h>

#include "base/siphash.h"
#include "base/text.h"
#include "report/json_diag.h"
#include "report/place_text.h"
#include "report/uri.h"

#define SCHEMA \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

/* The form of fingerprints; it changes with what goes into them. */
#define FINGERPRINT "onnxLint/v1"

const char *ol_sarif_level(enum ol_severity severity)
{
    switch (severity) {
    case OL_SEVERITY_ERROR:
        return "error";
    case OL_SEVERITY_WARNING:
        return "warning";
    case OL_SEVERITY_INFO:
        return "note";
    case OL_SEVERITY_OFF:
        break;
    }
    return "none";
}

void ol_sarif_put_literal(struct ol_json *json, const char *key, struct ol_slice text)
{
    struct ol_buf literal;
    ol_buf_init(&literal);
    for (size_t i = 0; i < text.size; i++) {
        char c = (char)text.data[i];
        ol_buf_add_char(&literal, c);
        if (c == '{' || c == '}') {
            ol_buf_add_char(&literal, c);
        } else if (c == ']' && i + 1 < text.size && text.data[i + 1] == '(') {
            ol_buf_add_char(&literal, ' ');
        }
    }
    ol_json_key(json, key);
    ol_json_add_slice(json, ol_buf_slice(&literal));
    ol_buf_inherit(json->out, &literal);
    ol_buf_fini(&literal);
}

void ol_sarif_put_message(struct ol_json *json, const char *key, const char *text)
{
    struct ol_buf safe;
    ol_buf_init(&safe);
    ol_text_add_message(&safe, text);
    ol_json_key(json, key);
    ol_json_open(json, '{');
    ol_sarif_put_literal(json, "text", ol_buf_slice(&safe));
    ol_json_close(json, '}');
    ol_buf_inherit(json->out, &safe);
    ol_buf_fini(&safe);
}

void ol_sarif_put_location(struct ol_json *json, const char *key, const char *name)
{
    struct ol_buf uri;
    ol_buf_init(&uri);
    ol_uri_add_path(&uri, name);
    ol_json_key(json, key);
    ol_json_open(json, '{');
    ol_json_put_text(json, "uri", ol_buf_text(&uri));
    ol_json_close(json, '}');
    ol_buf_inherit(json->out, &uri);
    ol_buf_fini(&uri);
}

/* What a result of one file is written with. Fingerprints of its findings are counted in a table
 * of a slot and a quarter for each, so that all of them find a place in few steps. */
struct writer {
    struct ol_json json;
    const struct ol_report_style *style;
    const struct ol_report_file *file;
    struct ol_hash_key key; /* of the table alone: a file may choose fingerprints, but no places */
    uint64_t *hashes;       /* by slot, where counts is not 0 */
    uint32_t *counts;
    size_t slot_count;
};

static void put_bytes(struct ol_json *json, uint64_t offset, uint64_t length)
{
    ol_json_put_u64(json, "byteOffset", offset);
    ol_json_put_u64(json, "byteLength", length);
}

/* The bytes of the place: all of them where it is the file as a whole. */
static void put_region(struct writer *writer, const struct ol_place *place)
{
    struct ol_json *json = &writer->json;
    bool is_known = !place->is_whole_file || place->file == NULL;
    if (!writer->style->is_for_github && !is_known) {
        return;
    }
    ol_json_key(json, "region");
    ol_json_open(json, '{');
    if (writer->style->is_for_github) {
        ol_json_put_u64(json, "startLine", 1);
    } else if (place->is_whole_file) {
        put_bytes(json, 0, writer->file->bytes.size);
    } else {
        put_bytes(json, place->span.offset, place->span.length);
    }
    ol_json_close(json, '}');
}

static void put_physical(struct writer *writer, const struct ol_place *place)
{
    struct ol_json *json = &writer->json;
    ol_json_key(json, "physicalLocation");
    ol_json_open(json, '{');
    ol_sarif_put_location(json, "artifactLocation",
                          place->file != NULL ? place->file : writer->file->name);
    put_region(writer, place);
    ol_json_close(json, '}');
}

/* The keys of a location: where it is in the file, and in the model. */
static void put_place(struct writer *writer, const struct ol_place *place)
{
    struct ol_json *json = &writer->json;
    put_physical(writer, place);
    if (place->path[0] != '\0') {
        ol_json_key(json, "logicalLocations");
        ol_json_open(json, '[');
        ol_json_open(json, '{');
        ol_json_put_text(json, "fullyQualifiedName", place->path);
        ol_json_close(json, '}');
        ol_json_close(json, ']');
    }
    if (writer->style->is_for_github && !place->is_whole_file) {
        ol_json_key(json, "properties");
        ol_json_open(json, '{');
        put_bytes(json, place->span.offset, place->span.length);
        ol_json_close(json, '}');
    }
}

static void put_locations(struct writer *writer, const struct ol_diag *diag)
{
    struct ol_json *json = &writer->json;
    ol_json_key(json, "locations");
    ol_json_open(json, '[');
    ol_json_open(json, '{');
    put_place(writer, &diag->place);
    ol_json_close(json, '}');
    ol_json_close(json, ']');
    if (diag->related_count == 0) {
        return;
    }
    ol_json_key(json, "relatedLocations");
    ol_json_open(json, '[');
    for (size_t i = 0; i < diag->related_count; i++) {
        ol_json_open(json, '{');
        ol_json_put_u64(json, "id", i + 1);
        ol_sarif_put_message(json, "message", diag->related[i].message);
        put_place(writer, &diag->related[i].place);
        ol_json_close(json, '}');
    }
    ol_json_close(json, ']');
}

/* A number that stays when bytes before the finding come or go: of the rule, the path and the
 * names. */
static uint64_t fingerprint(struct writer *writer, const struct ol_diag *diag)
{
    static const struct ol_hash_key key = {{0, 0}};
    struct ol_buf text;
    ol_buf_init(&text);
    ol_buf_addf(&text, "%s\n%s\n", diag->rule, diag->variant != NULL ? diag->variant : "");
    ol_buf_addf(&text, "%s\n", diag->place.path);
    for (size_t i = 0; i < diag->name_count; i++) {
        ol_buf_addf(&text, "%s\n%s\n", diag->names[i].role, diag->names[i].text);
    }
    uint64_t hash = ol_hash(&key, ol_buf_slice(&text));
    ol_buf_inherit(writer->json.out, &text);
    ol_buf_fini(&text);
    return hash;
}

/* Counts one more finding of that fingerprint: the first is number 1. Findings that have one hash,
 * by chance or made so, are told apart by their numbers all the same. */
static uint64_t count_up(struct writer *writer, uint64_t hash)
{
    const struct ol_slice bytes = {(const uint8_t *)&hash, sizeof hash};
    size_t at = (size_t)(ol_hash(&writer->key, bytes) % writer->slot_count);
    while (writer->counts[at] != 0 && writer->hashes[at] != hash) {
        at = at + 1 < writer->slot_count ? at + 1 : 0;
    }
    writer->hashes[at] = hash;
    return ++writer->counts[at];
}

static void put_fingerprint(struct ol_json *json, const char *key, uint64_t hash, uint64_t number)
{
    ol_json_key(json, key);
    ol_buf_addf(json->out, "\"%016" PRIx64 ":%" PRIu64 "\"", hash, number);
    json->has_comma_due = true;
}

static void put_fingerprints(struct writer *writer, const struct ol_diag *diag)
{
    struct ol_json *json = &writer->json;
    uint64_t hash = fingerprint(writer, diag);
    uint64_t number = count_up(writer, hash);
    ol_json_key(json, "partialFingerprints");
    ol_json_open(json, '{');
    put_fingerprint(json, FINGERPRINT, hash, number);
    if (writer->style->is_for_github) {
        /* Else the upload takes one of the line, which all findings of a file share. */
        put_fingerprint(json, "primaryLocationLineHash", hash, number);
    }
    ol_json_close(json, '}');
}

/* What was decided about the finding before. All results of a run have these, or none has. */
static void put_state(struct writer *writer, const struct ol_diag *diag)
{
    struct ol_json *json = &writer->json;
    ol_json_key(json, "suppressions");
    ol_json_open(json, '[');
    if (diag->acceptance == OL_ACCEPTED_SUPPRESSED) {
        ol_json_open(json, '{');
        ol_json_put_text(json, "kind", "external");
        ol_json_put_text(json, "status", "accepted");
        if (diag->reason != NULL) {
            ol_json_put_text(json, "justification", diag->reason);
        }
        ol_json_close(json, '}');
    }
    ol_json_close(json, ']');
    if (writer->style->has_baseline) {
        ol_json_put_text(json, "baselineState",
                         diag->acceptance == OL_ACCEPTED_BASELINE ? "unchanged" : "new");
    }
}

static void put_properties(struct writer *writer, const struct ol_diag *diag)
{
    struct ol_json *json = &writer->json;
    if (diag->variant == NULL && diag->name_count == 0) {
        return;
    }
    ol_json_key(json, "properties");
    ol_json_open(json, '{');
    if (diag->variant != NULL) {
        ol_json_put_text(json, "variant", diag->variant);
    }
    if (diag->name_count > 0) {
        ol_json_put_names(json, "names", diag);
    }
    ol_json_close(json, '}');
}

/* The message; for code scanning, which shows neither bytes nor field paths, with the place in it.
 */
static void put_message(struct writer *writer, const struct ol_diag *diag)
{
    if (!writer->style->is_for_github) {
        ol_sarif_put_message(&writer->json, "message", diag->message);
        return;
    }
    struct ol_buf text;
    ol_buf_init(&text);
    ol_place_text_add(&text, diag->message, &diag->place);
    ol_sarif_put_message(&writer->json, "message", ol_buf_text(&text));
    ol_buf_inherit(writer->json.out, &text);
    ol_buf_fini(&text);
}

static void put_result(struct writer *writer, const struct ol_diag *diag)
{
    struct ol_json *json = &writer->json;
    ol_json_open(json, '{');
    ol_json_put_text(json, "ruleId", diag->rule);
    if (diag->rule_index < writer->style->rules.count) {
        ol_json_put_u64(json, "ruleIndex", diag->rule_index);
    }
    ol_json_put_text(json, "level", ol_sarif_level(diag->severity));
    put_message(writer, diag);
    put_locations(writer, diag);
    put_fingerprints(writer, diag);
    if (!writer->style->is_for_github) {
        put_state(writer, diag);
    }
    put_properties(writer, diag);
    ol_json_close(json, '}');
}

static void begin(struct ol_buf *out, const struct ol_report_style *style)
{
    struct ol_json json = {.out = out};
    ol_json_open(&json, '{');
    ol_json_put_text(&json, "$schema", SCHEMA);
    ol_json_put_text(&json, "version", "2.1.0");
    ol_json_key(&json, "runs");
    ol_json_open(&json, '[');
    ol_json_open(&json, '{');
    ol_json_key(&json, "tool");
    ol_json_open(&json, '{');
    ol_json_key(&json, "driver");
    ol_json_open(&json, '{');
    ol_json_put_text(&json, "name", "onnx-lint");
    ol_json_put_text(&json, "semanticVersion", OL_VERSION);
    ol_buf_add_char(out, '\n'); /* a report is known by its first line */
    ol_sarif_put_rules(&json, style);
    ol_json_close(&json, '}');
    ol_json_close(&json, '}');
    ol_json_put_text(&json, "columnKind", "unicodeCodePoints");
    ol_json_key(&json, "results");
    ol_json_open(&json, '[');
    ol_buf_add_char(out, '\n');
}

static void separate(struct ol_buf *out)
{
    ol_buf_add(out, ",\n");
}

/* Sets up the table for so many findings. */
static enum ol_status set_up_counts(struct writer *writer, struct ol_arena *arena, size_t count)
{
    writer->slot_count = count + count / 4 + 1;
    writer->hashes = ol_arena_alloc_array(arena, writer->slot_count, sizeof *writer->hashes);
    writer->counts = ol_arena_alloc_array(arena, writer->slot_count, sizeof *writer->counts);
    writer->key = ol_hash_key_new();
    return writer->hashes != NULL && writer->counts != NULL ? OL_OK : OL_ERR_NOMEM;
}

/* Code scanning would make an alert of an accepted finding, so it is shown none. */
static enum ol_status add_file(struct ol_buf *out, const struct ol_report_style *style,
                               const struct ol_report_file *file)
{
    const struct ol_diag_list *list = file->list;
    size_t count = style->is_for_github && list != NULL ? list->count : ol_report_all_count(list);
    struct writer writer = {.json = {.out = out}, .style = style, .file = file};
    struct ol_arena *arena = ol_arena_new();
    enum ol_status status = arena != NULL ? set_up_counts(&writer, arena, count) : OL_ERR_NOMEM;
    for (size_t i = 0; status == OL_OK && i < count; i++) {
        writer.json.has_comma_due = false;
        if (i > 0) {
            separate(out);
        }
        put_result(&writer, ol_diag_list_at(list, i));
        ol_report_relieve(style, out);
    }
    ol_arena_free(arena);
    return status;
}

static enum ol_status end(struct ol_buf *out, const struct ol_report_style *style,
                          const struct ol_report_totals *totals)
{
    struct ol_json json = {.out = out, .has_comma_due = true};
    (void)style;
    ol_buf_add(out, "\n]");
    ol_sarif_put_run(&json, totals);
    ol_buf_add(out, "}]}\n");
    return OL_OK;
}

const struct ol_reporter ol_report_sarif = {
    .name = "sarif",
    .needs_rules = true,
    .needs_entries = true,
    .begin = begin,
    .separate = separate,
    .add_file = add_file,
    .end = end,
};
