/* SPDX-License-Identifier: Apache-2.0 */
/* Writes C. What explains and tests a rule is written as the text of its file, without a pointer
 * in it, so that it costs nothing until it is asked for; what linting reads, as structs. */
#include "rule/tables.h"

#include <inttypes.h>

#include "rule/source.h"

/* --- values --- */

static void write_byte(struct ol_buf *out, uint8_t byte)
{
    if (byte == '"' || byte == '\\' || byte == '?') {
        /* ? would begin a trigraph */
        ol_buf_add_char(out, '\\');
        ol_buf_add_char(out, (char)byte);
    } else if (byte >= 0x20 && byte < 0x7F) {
        ol_buf_add_char(out, (char)byte);
    } else if (byte == '\n') {
        ol_buf_add(out, "\\n\"\n    \""); /* one line of source for each line of the text */
    } else {
        ol_buf_addf(out, "\\%03o", byte);
    }
}

static void write_text(struct ol_buf *out, const char *text)
{
    if (text == NULL) {
        ol_buf_add(out, "NULL");
        return;
    }
    ol_buf_add_char(out, '"');
    for (size_t i = 0; text[i] != '\0'; i++) {
        write_byte(out, (uint8_t)text[i]);
    }
    ol_buf_add_char(out, '"');
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

/* --- what explains and tests: the text of each rule's file --- */

/* Goes on with the rows of the text, which have come to that offset. */
static void write_rows(struct ol_buf *out, struct ol_slice source, size_t *offset)
{
    for (size_t i = 0; i < source.size; i++, (*offset)++) {
        ol_buf_add(out, *offset > 0 && *offset % OL_SOURCE_CHUNK == 0 ? "\",\n    \"" : "");
        write_byte(out, source.data[i]);
    }
}

static void write_sources(struct ol_buf *out, const struct ol_load_set *set)
{
    size_t offset = 0;
    ol_buf_add(out, "\nconst struct ol_source ol_builtin_sources[] = {\n");
    for (size_t i = 0; i < set->rule_count; i++) {
        size_t size = set->rules[i].doc->source.size;
        ol_buf_addf(out, "    {%zu, %zu},\n", offset, size);
        offset += size;
    }
    ol_buf_add(out, set->rule_count == 0 ? "    {0, 0},\n};\n" : "};\n");
    ol_buf_addf(out, "\nconst struct ol_source ol_builtin_check_docs = {%zu, %zu};\n", offset,
                set->check_docs.size);
    ol_buf_add(out, "\nconst char ol_builtin_text[][OL_SOURCE_CHUNK + 1] = {\n    \"");
    offset = 0;
    for (size_t i = 0; i < set->rule_count; i++) {
        write_rows(out, set->rules[i].doc->source, &offset);
    }
    write_rows(out, set->check_docs, &offset);
    ol_buf_add(out, "\",\n};\n");
}

/* --- what findings say on mending --- */

static void write_mends(struct ol_buf *out, const struct ol_load_set *set)
{
    ol_buf_add(out, "\nconst char ol_builtin_mends[][OL_MEND_BYTES_MAX + 1] = {\n");
    for (size_t i = 0; i < set->rule_count; i++) {
        const char *const *mends = set->rules[i].doc->mends;
        for (size_t j = 0; j <= set->rules[i].variant_count; j++) {
            ol_buf_add(out, "    ");
            write_text(out, mends != NULL && mends[j] != NULL ? mends[j] : "");
            ol_buf_add(out, ",\n");
        }
    }
    ol_buf_add(out, set->rule_count == 0 ? "    \"\",\n};\n" : "};\n");
    ol_buf_add(out, "\nconst uint16_t ol_builtin_first_mends[] = {\n");
    size_t first = 0;
    for (size_t i = 0; i < set->rule_count; i++) {
        ol_buf_addf(out, "    %zu,\n", first);
        first += 1 + set->rules[i].variant_count;
    }
    ol_buf_add(out, set->rule_count == 0 ? "    0,\n};\n" : "};\n");
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
        write_text_member(out, "key", item->key);
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
    ol_buf_add(out, "},\n");
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
        ol_buf_addf(out, ", %s, %s},\n", entry->is_as_written ? "true" : "false",
                    severity_constant(entry->severity));
    }
    ol_buf_add(out, "};\n");
}

static const char *state_constant(enum ol_profile_state state)
{
    return state == OL_PROFILE_OFF ? "OL_PROFILE_OFF" : "OL_PROFILE_ON";
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
        ol_buf_addf(out, " .is_info_on = %s, .rest = %s, .external = %s,",
                    profile->is_info_on ? "true" : "false", state_constant(profile->rest),
                    state_constant(profile->external));
        write_array_member(out, "entries", "entry_count", i, profile->entry_count);
        ol_buf_add(out, "},\n");
    }
    ol_buf_add(out, set->profile_count == 0 ? "    {0},\n};\n" : "};\n");
    ol_buf_addf(out, "const size_t ol_builtin_profile_count = %zu;\n", set->profile_count);
}

static void write_opsets(struct ol_buf *out, const struct ol_target *target, size_t place)
{
    if (target->opset_count == 0) {
        return;
    }
    ol_buf_addf(out, "static const struct ol_target_opset opsets_%zu[] = {\n", place);
    for (size_t i = 0; i < target->opset_count; i++) {
        const struct ol_target_opset *opset = &target->opsets[i];
        ol_buf_add(out, "    {");
        write_text(out, opset->domain);
        ol_buf_add(out, ", ");
        write_int64(out, opset->min);
        ol_buf_add(out, ", ");
        write_int64(out, opset->max);
        ol_buf_add(out, "},\n");
    }
    ol_buf_add(out, "};\n");
}

static const char *others_constant(enum ol_target_others others)
{
    switch (others) {
    case OL_TARGET_OTHERS_ALLOWED:
        return "OL_TARGET_OTHERS_ALLOWED";
    case OL_TARGET_OTHERS_CUSTOM:
        return "OL_TARGET_OTHERS_CUSTOM";
    case OL_TARGET_OTHERS_REFUSED:
        break;
    }
    return "OL_TARGET_OTHERS_REFUSED";
}

static void write_targets(struct ol_buf *out, const struct ol_load_set *set)
{
    for (size_t i = 0; i < set->target_count; i++) {
        write_opsets(out, &set->targets[i], i);
    }
    ol_buf_add(out, "\nconst struct ol_target ol_builtin_targets[] = {\n");
    for (size_t i = 0; i < set->target_count; i++) {
        const struct ol_target *target = &set->targets[i];
        ol_buf_add(out, "    {");
        write_text_member(out, "name", target->name);
        write_text_member(out, "title", target->title);
        ol_buf_add(out, " .ir_version = ");
        write_int64(out, target->ir_version);
        ol_buf_addf(out, ", .others = %s,", others_constant(target->others));
        write_array_member(out, "opsets", "opset_count", i, target->opset_count);
        ol_buf_add(out, "},\n");
    }
    ol_buf_add(out, set->target_count == 0 ? "    {0},\n};\n" : "};\n");
    ol_buf_addf(out, "const size_t ol_builtin_target_count = %zu;\n", set->target_count);
}

void ol_tables_write(struct ol_buf *out, const struct ol_load_set *set,
                     const struct ol_check *const *checks)
{
    ol_buf_add(
        out,
        "/* Written by rulec from rules/. Do not edit. */\n#include \"rule/profile.h\"\n#include "
        "\"rule/rule.h\"\n#include \"rule/source.h\"\n#include \"rule/target.h\"\n");
    write_sources(out, set);
    write_mends(out, set);
    write_rules(out, set, checks);
    write_profiles(out, set);
    write_targets(out, set);
}
