/* SPDX-License-Identifier: Apache-2.0 */
/* Writes C. What explains and tests a rule comes first in the file and apart from what linting
 * reads. */
#include "rule/tables.h"

#include <inttypes.h>

/* C17 promises string literals of 4095 characters; longer texts are written as arrays. */
#define LITERAL_MAX 4000

/* --- values --- */

static void write_byte(struct ol_buf *out, uint8_t byte)
{
    if (byte == '"' || byte == '\\' || byte == '?') {
        /* ? would begin a trigraph */
        ol_buf_add_char(out, '\\');
        ol_buf_add_char(out, (char)byte);
    } else if (byte >= 0x20 && byte < 0x7F) {
        ol_buf_add_char(out, (char)byte);
    } else {
        ol_buf_addf(out, "\\%03o", byte);
    }
}

static void write_array(struct ol_buf *out, struct ol_slice text)
{
    ol_buf_add(out, "(const char[]){");
    for (size_t i = 0; i < text.size; i++) {
        ol_buf_addf(out, "%s(char)%u,", i % 24 == 0 ? "\n    " : " ", text.data[i]);
    }
    ol_buf_add(out, " 0}");
}

/* A literal, one line of source for each line of the text. */
static void write_literal(struct ol_buf *out, struct ol_slice text)
{
    ol_buf_add_char(out, '"');
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] != '\n') {
            write_byte(out, text.data[i]);
        } else {
            ol_buf_add(out, i + 1 < text.size ? "\\n\"\n    \"" : "\\n");
        }
    }
    ol_buf_add_char(out, '"');
}

static void write_text(struct ol_buf *out, const char *text)
{
    if (text == NULL) {
        ol_buf_add(out, "NULL");
        return;
    }
    struct ol_slice slice = ol_slice_from_text(text);
    if (slice.size > LITERAL_MAX) {
        write_array(out, slice);
    } else {
        write_literal(out, slice);
    }
}

/* ".name = text,"; nothing where there is no text. */
static void write_text_member(struct ol_buf *out, const char *name, const char *text)
{
    if (text != NULL) {
        ol_buf_addf(out, " .%s = ", name);
        write_text(out, text);
        ol_buf_add_char(out, ',');
    }
}

static void write_int64(struct ol_buf *out, int64_t value)
{
    if (value == INT64_MIN) {
        ol_buf_add(out, "INT64_MIN");
    } else {
        ol_buf_addf(out, "INT64_C(%" PRId64 ")", value);
    }
}

static const char *severity_constant(enum ol_severity severity)
{
    switch (severity) {
    case OL_SEVERITY_OFF:
        return "OL_SEVERITY_OFF";
    case OL_SEVERITY_INFO:
        return "OL_SEVERITY_INFO";
    case OL_SEVERITY_WARNING:
        return "OL_SEVERITY_WARNING";
    case OL_SEVERITY_ERROR:
        break;
    }
    return "OL_SEVERITY_ERROR";
}

/* ".name = name_RULE, .name_count = n,"; nothing where there is none. */
static void write_array_member(struct ol_buf *out, const char *name, const char *count_name,
                               size_t rule, size_t count)
{
    if (count > 0) {
        ol_buf_addf(out, " .%s = %s_%zu, .%s = %zu,", name, name, rule, count_name, count);
    }
}

/* --- what explains and tests --- */

static void write_references(struct ol_buf *out, const struct ol_rule_doc *doc, size_t rule)
{
    if (doc->reference_count == 0) {
        return;
    }
    ol_buf_addf(out, "static const struct ol_reference references_%zu[] = {\n", rule);
    for (size_t i = 0; i < doc->reference_count; i++) {
        ol_buf_add(out, "    {");
        write_text(out, doc->references[i].title);
        ol_buf_add(out, ", ");
        write_text(out, doc->references[i].where);
        ol_buf_add(out, "},\n");
    }
    ol_buf_add(out, "};\n");
}

static void write_files(struct ol_buf *out, const struct ol_example *example, size_t rule,
                        size_t place)
{
    if (example->file_count == 0) {
        return;
    }
    ol_buf_addf(out, "static const struct ol_example_file files_%zu_%zu[] = {\n", rule, place);
    for (size_t i = 0; i < example->file_count; i++) {
        const struct ol_example_file *file = &example->files[i];
        ol_buf_add(out, "    {");
        write_text_member(out, "path", file->path);
        write_text_member(out, "bytes", file->bytes);
        write_text_member(out, "link", file->link);
        write_text_member(out, "hard_link", file->hard_link);
        ol_buf_addf(out, " .is_directory = %s, .hole = ", file->is_directory ? "true" : "false");
        write_int64(out, file->hole);
        ol_buf_add(out, "},\n");
    }
    ol_buf_add(out, "};\n");
}

static void write_expects(struct ol_buf *out, const struct ol_example *example, size_t rule,
                          size_t place)
{
    if (example->expect_count == 0) {
        return;
    }
    ol_buf_addf(out, "static const struct ol_example_expect expect_%zu_%zu[] = {\n", rule, place);
    for (size_t i = 0; i < example->expect_count; i++) {
        const struct ol_example_expect *expect = &example->expect[i];
        ol_buf_add(out, "    {");
        write_text_member(out, "rule", expect->rule);
        write_text_member(out, "variant", expect->variant);
        write_text_member(out, "severity", expect->severity);
        write_text_member(out, "at", expect->at);
        ol_buf_add(out, " .length = ");
        write_int64(out, expect->length);
        ol_buf_add_char(out, ',');
        write_text_member(out, "path", expect->path);
        ol_buf_add(out, "},\n");
    }
    ol_buf_add(out, "};\n");
}

static void write_example(struct ol_buf *out, const struct ol_example *example, size_t rule,
                          size_t place)
{
    ol_buf_addf(out, "    {.is_bad = %s, .line = %u, .bytes_line = %u,",
                example->is_bad ? "true" : "false", example->line, example->bytes_line);
    write_text_member(out, "name", example->name);
    write_text_member(out, "root", example->root);
    write_text_member(out, "file", example->file);
    ol_buf_add(out, " .ir_version = ");
    write_int64(out, example->ir_version);
    ol_buf_add(out, ", .size = ");
    write_int64(out, example->size);
    ol_buf_add_char(out, ',');
    if (example->file_count > 0) {
        ol_buf_addf(out, " .files = files_%zu_%zu, .file_count = %zu,", rule, place,
                    example->file_count);
    }
    if (example->expect_count > 0) {
        ol_buf_addf(out, " .expect = expect_%zu_%zu, .expect_count = %zu,", rule, place,
                    example->expect_count);
    }
    ol_buf_add(out, "\n     .bytes = ");
    write_text(out, example->bytes);
    ol_buf_add(out, "},\n");
}

static void write_examples(struct ol_buf *out, const struct ol_rule_doc *doc, size_t rule)
{
    for (size_t i = 0; i < doc->example_count; i++) {
        write_files(out, &doc->examples[i], rule, i);
        write_expects(out, &doc->examples[i], rule, i);
    }
    if (doc->example_count == 0) {
        return;
    }
    ol_buf_addf(out, "static const struct ol_example examples_%zu[] = {\n", rule);
    for (size_t i = 0; i < doc->example_count; i++) {
        write_example(out, &doc->examples[i], rule, i);
    }
    ol_buf_add(out, "};\n");
}

static void write_docs(struct ol_buf *out, const struct ol_load_set *set)
{
    for (size_t i = 0; i < set->rule_count; i++) {
        ol_buf_addf(out, "\n/* %s */\n", set->rules[i].id);
        write_references(out, set->rules[i].doc, i);
        write_examples(out, set->rules[i].doc, i);
    }
    if (set->rule_count == 0) {
        return;
    }
    ol_buf_add(out, "\nstatic const struct ol_rule_doc docs[] = {\n");
    for (size_t i = 0; i < set->rule_count; i++) {
        const struct ol_rule_doc *doc = set->rules[i].doc;
        ol_buf_add(out, "    {");
        write_text_member(out, "targets", doc->targets);
        write_array_member(out, "references", "reference_count", i, doc->reference_count);
        write_array_member(out, "examples", "example_count", i, doc->example_count);
        ol_buf_add(out, "\n     .explanation = ");
        write_text(out, doc->explanation);
        ol_buf_add(out, "},\n");
    }
    ol_buf_add(out, "};\n");
}

/* --- what linting reads --- */

static void write_items(struct ol_buf *out, const struct ol_param_value *value, size_t rule,
                        size_t place)
{
    if (value->count == 0) {
        return;
    }
    ol_buf_addf(out, "static const struct ol_param_item items_%zu_%zu[] = {\n", rule, place);
    for (size_t i = 0; i < value->count; i++) {
        const struct ol_param_item *item = &value->items[i];
        ol_buf_add(out, "    {.integer = ");
        write_int64(out, item->integer);
        ol_buf_add_char(out, ',');
        write_text_member(out, "text", item->text);
        ol_buf_addf(out, " .message = %u, .field = %u},\n", (unsigned)item->message,
                    (unsigned)item->field);
    }
    ol_buf_add(out, "};\n");
}

static void write_with(struct ol_buf *out, const struct ol_rule *rule, size_t place,
                       size_t param_count)
{
    if (param_count == 0) {
        return;
    }
    for (size_t i = 0; i < param_count; i++) {
        write_items(out, &rule->with[i], place, i);
    }
    ol_buf_addf(out, "static const struct ol_param_value with_%zu[] = {", place);
    for (size_t i = 0; i < param_count; i++) {
        if (rule->with[i].count > 0) {
            ol_buf_addf(out, "{items_%zu_%zu, %zu}, ", place, i, rule->with[i].count);
        } else {
            ol_buf_add(out, "{NULL, 0}, ");
        }
    }
    ol_buf_add(out, "};\n");
}

static void write_variants(struct ol_buf *out, const struct ol_rule *rule, size_t place)
{
    if (rule->variant_count == 0) {
        return;
    }
    ol_buf_addf(out, "static const struct ol_rule_variant variants_%zu[] = {\n", place);
    for (size_t i = 0; i < rule->variant_count; i++) {
        ol_buf_add(out, "    {");
        write_text(out, rule->variants[i].name);
        ol_buf_addf(out, ", %s, ", severity_constant(rule->variants[i].severity));
        write_text(out, rule->variants[i].message);
        ol_buf_add(out, "},\n");
    }
    ol_buf_add(out, "};\n");
}

static void write_notes(struct ol_buf *out, const struct ol_rule *rule, size_t place)
{
    if (rule->note_count == 0) {
        return;
    }
    ol_buf_addf(out, "static const struct ol_rule_note notes_%zu[] = {\n", place);
    for (size_t i = 0; i < rule->note_count; i++) {
        ol_buf_add(out, "    {");
        write_text(out, rule->notes[i].name);
        ol_buf_add(out, ", ");
        write_text(out, rule->notes[i].message);
        ol_buf_add(out, "},\n");
    }
    ol_buf_add(out, "};\n");
}

static void write_supersedes(struct ol_buf *out, const struct ol_rule *rule, size_t place)
{
    if (rule->supersedes_count == 0) {
        return;
    }
    ol_buf_addf(out, "static const char *const supersedes_%zu[] = {", place);
    for (size_t i = 0; i < rule->supersedes_count; i++) {
        write_text(out, rule->supersedes[i]);
        ol_buf_add(out, ", ");
    }
    ol_buf_add(out, "};\n");
}

static void write_rule(struct ol_buf *out, const struct ol_rule *rule, size_t place,
                       size_t param_count)
{
    ol_buf_add(out, "    {");
    write_text_member(out, "id", rule->id);
    write_text_member(out, "title", rule->title);
    write_text_member(out, "since", rule->since);
    write_text_member(out, "area", rule->area);
    ol_buf_addf(out, "\n     .severity = %s, .targets = UINT64_C(0x%" PRIx64 "),",
                severity_constant(rule->severity), rule->targets);
    ol_buf_addf(out, " .ir_min = %u, .ir_max = %u, .check = %u,", (unsigned)rule->ir_min,
                (unsigned)rule->ir_max, (unsigned)rule->check);
    if (param_count > 0) {
        ol_buf_addf(out, " .with = with_%zu,", place);
    }
    write_text_member(out, "message", rule->message);
    write_array_member(out, "variants", "variant_count", place, rule->variant_count);
    write_array_member(out, "notes", "note_count", place, rule->note_count);
    write_array_member(out, "supersedes", "supersedes_count", place, rule->supersedes_count);
    ol_buf_addf(out, " .doc = &docs[%zu]},\n", place);
}

static void write_rules(struct ol_buf *out, const struct ol_load_set *set,
                        const struct ol_check *const *checks)
{
    for (size_t i = 0; i < set->rule_count; i++) {
        const struct ol_rule *rule = &set->rules[i];
        write_with(out, rule, i, checks[rule->check]->param_count);
        write_variants(out, rule, i);
        write_notes(out, rule, i);
        write_supersedes(out, rule, i);
    }
    ol_buf_add(out, "\nconst struct ol_rule ol_builtin_rules[] = {\n");
    for (size_t i = 0; i < set->rule_count; i++) {
        write_rule(out, &set->rules[i], i, checks[set->rules[i].check]->param_count);
    }
    ol_buf_add(out, set->rule_count == 0 ? "    {0},\n};\n" : "};\n");
    ol_buf_addf(out, "const size_t ol_builtin_rule_count = %zu;\n", set->rule_count);
}

static void write_entries(struct ol_buf *out, const struct ol_profile *profile, size_t place)
{
    if (profile->entry_count == 0) {
        return;
    }
    ol_buf_addf(out, "static const struct ol_profile_entry entries_%zu[] = {\n", place);
    for (size_t i = 0; i < profile->entry_count; i++) {
        const struct ol_profile_entry *entry = &profile->entries[i];
        ol_buf_add(out, "    {");
        write_text(out, entry->rule);
        ol_buf_add(out, ", ");
        write_text(out, entry->variant);
        ol_buf_addf(out, ", %s},\n", severity_constant(entry->severity));
    }
    ol_buf_add(out, "};\n");
}

static void write_profiles(struct ol_buf *out, const struct ol_load_set *set)
{
    for (size_t i = 0; i < set->profile_count; i++) {
        write_entries(out, &set->profiles[i], i);
    }
    ol_buf_add(out, "\nconst struct ol_profile ol_builtin_profiles[] = {\n");
    for (size_t i = 0; i < set->profile_count; i++) {
        const struct ol_profile *profile = &set->profiles[i];
        ol_buf_add(out, "    {");
        write_text_member(out, "name", profile->name);
        write_text_member(out, "title", profile->title);
        write_text_member(out, "extends", profile->extends);
        ol_buf_addf(out, " .is_info_on = %s,", profile->is_info_on ? "true" : "false");
        write_array_member(out, "entries", "entry_count", i, profile->entry_count);
        ol_buf_add(out, "},\n");
    }
    ol_buf_add(out, set->profile_count == 0 ? "    {0},\n};\n" : "};\n");
    ol_buf_addf(out, "const size_t ol_builtin_profile_count = %zu;\n", set->profile_count);
}

void ol_tables_write(struct ol_buf *out, const struct ol_load_set *set,
                     const struct ol_check *const *checks)
{
    ol_buf_add(
        out,
        "/* Written by rulec from rules/. Do not edit. */\n#include \"rule/profile.h\"\n#include "
        "\"rule/rule.h\"\n");
    write_docs(out, set);
    write_rules(out, set, checks);
    write_profiles(out, set);
}
