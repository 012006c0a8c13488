/* SPDX-License-Identifier: Apache-2.0 */
/* One JSON object over a run, written file by file so that no more than one is held.
 * doc/report.schema.json says what it looks like. */
#include "report/report.h"

#include <jansson.h>

#include "base/text.h"

/* Of the form of the report, not of the program: a reader that knows it can rely on every key of
 * the schema. */
#define REPORT_VERSION 1

/* Builds values; a failed allocation sticks. */
struct maker {
    bool failed;
};

static void put(struct maker *maker, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0) {
        maker->failed = true;
    }
}

static void append(struct maker *maker, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0) {
        maker->failed = true;
    }
}

static json_t *number_value(uint64_t number)
{
    return json_integer(number < INT64_MAX ? (json_int_t)number : INT64_MAX);
}

/* Texts of findings are UTF-8 without control characters by contract, so most are copied as they
 * are. */
static json_t *text_value(const char *text)
{
    struct ol_buf safe;
    ol_buf_init(&safe);
    ol_text_add_path(&safe, text);
    json_t *value = ol_buf_is_ok(&safe) ? json_stringn(ol_buf_text(&safe), safe.size) : NULL;
    ol_buf_fini(&safe);
    return value;
}

/* A file name exactly as it was given, so that a program can open it: JSON has escapes of its own.
 * One that is no UTF-8 cannot stand in JSON, and is shown as in lines. */
static json_t *name_value(const char *name)
{
    struct ol_slice text = ol_slice_from_text(name);
    return ol_utf8_valid_length(text) == text.size ? json_stringn(name, text.size)
                                                   : text_value(name);
}

static json_t *escaped_value(struct ol_slice text)
{
    struct ol_buf escaped;
    ol_buf_init(&escaped);
    ol_text_escape(&escaped, text, 0);
    json_t *value =
        ol_buf_is_ok(&escaped) ? json_stringn(ol_buf_text(&escaped), escaped.size) : NULL;
    ol_buf_fini(&escaped);
    return value;
}

static void put_place(struct maker *maker, json_t *object, const struct ol_place *place)
{
    put(maker, object, "offset",
        place->is_whole_file ? json_null() : number_value(place->span.offset));
    put(maker, object, "length",
        place->is_whole_file ? json_null() : number_value(place->span.length));
    put(maker, object, "path", text_value(place->path));
}

static void put_other_file(struct maker *maker, json_t *object, const struct ol_place *place)
{
    if (place->file != NULL) {
        put(maker, object, "file", text_value(place->file));
    }
}

static json_t *names_value(struct maker *maker, const struct ol_diag *diag)
{
    json_t *names = json_object();
    for (size_t i = 0; i < diag->name_count; i++) {
        put(maker, names, diag->names[i].role, text_value(diag->names[i].text));
    }
    return names;
}

static json_t *related_value(struct maker *maker, const struct ol_diag *diag)
{
    json_t *list = json_array();
    for (size_t i = 0; i < diag->related_count; i++) {
        json_t *entry = json_object();
        put(maker, entry, "message", text_value(diag->related[i].message));
        put_place(maker, entry, &diag->related[i].place);
        put_other_file(maker, entry, &diag->related[i].place);
        append(maker, list, entry);
    }
    return list;
}

static json_t *diagnostics_value(struct maker *maker, const struct ol_diag_list *diags)
{
    json_t *list = json_array();
    for (size_t i = 0; diags != NULL && i < diags->count; i++) {
        const struct ol_diag *diag = &diags->diags[i];
        json_t *entry = json_object();
        put(maker, entry, "rule", text_value(diag->rule));
        if (diag->variant != NULL) {
            put(maker, entry, "variant", text_value(diag->variant));
        }
        put(maker, entry, "severity", text_value(ol_severity_name(diag->severity)));
        put(maker, entry, "message", text_value(diag->message));
        put_place(maker, entry, &diag->place);
        put(maker, entry, "names", names_value(maker, diag));
        put_other_file(maker, entry, &diag->place);
        put(maker, entry, "related", related_value(maker, diag));
        append(maker, list, entry);
    }
    return list;
}

static json_t *not_checked_value(struct maker *maker, const struct ol_diag_list *diags)
{
    json_t *list = json_array();
    for (size_t i = 0; diags != NULL && i < diags->not_checked_count; i++) {
        json_t *entry = json_object();
        put(maker, entry, "path", text_value(diags->not_checked[i].path));
        put(maker, entry, "reason", text_value(diags->not_checked[i].reason));
        append(maker, list, entry);
    }
    return list;
}

static json_t *opsets_value(struct maker *maker, const struct ol_report_file *file)
{
    json_t *list = json_array();
    for (size_t i = 0; i < file->opset_count; i++) {
        json_t *entry = json_object();
        put(maker, entry, "domain", escaped_value(file->opsets[i].domain));
        put(maker, entry, "version", json_integer(file->opsets[i].version));
        append(maker, list, entry);
    }
    return list;
}

static json_t *file_value(struct maker *maker, const struct ol_report_file *file)
{
    json_t *value = json_object();
    put(maker, value, "path", name_value(file->name));
    put(maker, value, "size", file->kind != NULL ? number_value(file->bytes.size) : json_null());
    put(maker, value, "kind", file->kind != NULL ? text_value(file->kind) : json_null());
    put(maker, value, "ir_version",
        file->ir_version != 0 ? json_integer(file->ir_version) : json_null());
    put(maker, value, "opset_import", opsets_value(maker, file));
    put(maker, value, "diagnostics", diagnostics_value(maker, file->list));
    put(maker, value, "not_checked", not_checked_value(maker, file->list));
    if (file->error != NULL) {
        put(maker, value, "error", text_value(file->error));
    }
    return value;
}

static int add_dumped(const char *text, size_t size, void *context)
{
    struct ol_buf *out = context;
    ol_buf_add_slice(out, (struct ol_slice){(const uint8_t *)text, size});
    return ol_buf_is_ok(out) ? 0 : -1;
}

/* Adds the value's text, and gives the value up. */
static enum ol_status add_value(struct ol_buf *out, const struct maker *maker, json_t *value)
{
    bool is_ok = value != NULL && !maker->failed &&
                 json_dump_callback(value, add_dumped, out, JSON_COMPACT | JSON_ENSURE_ASCII) == 0;
    json_decref(value);
    return is_ok ? OL_OK : OL_ERR_NOMEM;
}

static void begin(struct ol_buf *out)
{
    ol_buf_addf(
        out, "{\"version\":%d,\"tool\":{\"name\":\"onnx-lint\",\"version\":\"%s\"},\"files\":[\n",
        REPORT_VERSION, OL_VERSION);
}

static void separate(struct ol_buf *out)
{
    ol_buf_add(out, ",\n");
}

static enum ol_status add_file(struct ol_buf *out, const struct ol_report_style *style,
                               const struct ol_report_file *file)
{
    (void)style; /* nothing of it shows in JSON */
    struct maker maker = {.failed = false};
    json_t *value = file_value(&maker, file);
    return add_value(out, &maker, value);
}

static enum ol_status end(struct ol_buf *out, const struct ol_report_totals *totals)
{
    struct maker maker = {.failed = false};
    json_t *summary = json_object();
    put(&maker, summary, "files", number_value(totals->files));
    put(&maker, summary, "unreadable", number_value(totals->unreadable));
    put(&maker, summary, "errors", number_value(totals->counts.errors));
    put(&maker, summary, "warnings", number_value(totals->counts.warnings));
    put(&maker, summary, "infos", number_value(totals->counts.infos));
    put(&maker, summary, "not_shown", number_value(totals->dropped));
    put(&maker, summary, "not_checked", number_value(totals->unchecked));
    ol_buf_add(out, "\n],\"summary\":");
    enum ol_status status = add_value(out, &maker, summary);
    ol_buf_add(out, "}\n");
    return status;
}

const struct ol_reporter ol_report_json = {
    .name = "json",
    .begin = begin,
    .separate = separate,
    .add_file = add_file,
    .end = end,
};
