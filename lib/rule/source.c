/* SPDX-License-Identifier: Apache-2.0 */
/* Loads built-in rules from the text that they were built from. */
#include "rule/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "rule/check_docs.h"

/* The text of a file, while something is loaded from it. */
struct reading {
    struct ol_buf text;
    struct ol_buf errors; /* which nobody sees: rulec has found none */
    struct ol_loader loader;
};

/* Puts the rows together that hold the file. false when memory is short. */
static bool init(struct reading *reading, const struct ol_source *source, struct ol_arena *arena)
{
    size_t at = source->offset;
    size_t left = source->size;
    ol_buf_init(&reading->text);
    ol_buf_init(&reading->errors);
    reading->loader = (struct ol_loader){
        .arena = arena,
        .errors = &reading->errors,
        .checks = ol_checks,
        .check_count = ol_check_count,
        .is_partial = true,
    };
    while (left > 0) {
        size_t column = at % OL_SOURCE_CHUNK;
        size_t size = OL_SOURCE_CHUNK - column < left ? OL_SOURCE_CHUNK - column : left;
        const char *row = ol_builtin_text[at / OL_SOURCE_CHUNK];
        ol_buf_add_slice(&reading->text, (struct ol_slice){(const uint8_t *)row + column, size});
        at += size;
        left -= size;
    }
    return ol_buf_is_ok(&reading->text);
}

/* Ends it; of the status of the load makes the one to return. */
static enum ol_status fini(struct reading *reading, enum ol_status status)
{
    ol_buf_fini(&reading->text);
    ol_buf_fini(&reading->errors);
    return status == OL_ERR_RULE ? OL_ERR_BUG : status;
}

static int compare_id(const void *id, const void *rule)
{
    return strcmp(id, ((const struct ol_rule *)rule)->id);
}

size_t ol_source_place(const struct ol_rule *rule)
{
    const struct ol_rule *own =
        bsearch(rule->id, ol_builtin_rules, ol_builtin_rule_count, sizeof *own, compare_id);
    return own != NULL ? (size_t)(own - ol_builtin_rules) : SIZE_MAX;
}

/* What a rule says of one of its cases: 0 is the main one. */
static const char *mend_of_case(const struct ol_rule *rule, size_t place)
{
    if (rule->doc != NULL) {
        return rule->doc->mends != NULL ? rule->doc->mends[place] : NULL;
    }
    size_t own = ol_source_place(rule);
    const char *mend = own != SIZE_MAX ? ol_builtin_mends[ol_builtin_first_mends[own] + place] : "";
    return mend[0] != '\0' ? mend : NULL;
}

const char *ol_rule_mend(const struct ol_rule *rule, const char *variant)
{
    const char *mend = NULL;
    for (size_t i = 0; variant != NULL && i < rule->variant_count; i++) {
        if (strcmp(rule->variants[i].name, variant) == 0) {
            mend = mend_of_case(rule, i + 1);
        }
    }
    return mend != NULL ? mend : mend_of_case(rule, 0);
}

enum ol_status ol_source_load(struct ol_arena *arena, const struct ol_rule *builtin,
                              struct ol_rule *whole)
{
    size_t own = ol_source_place(builtin);
    if (own == SIZE_MAX) {
        return OL_ERR_BUG;
    }
    struct reading reading;
    struct ol_buf path;
    ol_buf_init(&path);
    ol_buf_addf(&path, "rules/%s/%s.yaml", builtin->area, builtin->id);
    enum ol_status status = OL_ERR_NOMEM;
    if (init(&reading, &ol_builtin_sources[own], arena) && ol_buf_is_ok(&path)) {
        status =
            ol_load_rule(&reading.loader, ol_buf_text(&path), ol_buf_slice(&reading.text), whole);
    }
    ol_buf_fini(&path);
    return fini(&reading, status);
}

enum ol_status ol_source_load_check_docs(struct ol_arena *arena, struct ol_check_docs *docs)
{
    struct reading reading;
    enum ol_status status = OL_ERR_NOMEM;
    if (init(&reading, &ol_builtin_check_docs, arena)) {
        status = ol_check_docs_load(&reading.loader, "rules/checks.yaml",
                                    ol_buf_slice(&reading.text), docs);
    }
    return fini(&reading, status);
}
