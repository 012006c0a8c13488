/* SPDX-License-Identifier: Apache-2.0 */
/* Holds what was found in an example against what it expects. */
#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "example/case.h"

/* Where a finding is expected. */
struct wanted {
    const struct ol_example_expect *expect;
    const char *rule;
    enum ol_severity severity; /* of the case, as its rule's file has it, or as the example says */
    uint64_t offset;
    bool is_whole_file;
    bool is_placed; /* offset counts */
};

/* The severity of a case as the file of its rule has it. */
static enum ol_severity severity_of(const struct ol_rule *rule, const char *variant)
{
    for (size_t i = 0; variant != NULL && i < rule->variant_count; i++) {
        if (strcmp(rule->variants[i].name, variant) == 0) {
            return rule->variants[i].severity;
        }
    }
    return rule->severity;
}

/* Finds out where an expectation is. OL_ERR_RULE, told: there is no such mark. */
static enum ol_status resolve(const struct ol_example_case *test, const struct ol_hexasm *bytes,
                              const struct ol_example_expect *expect, struct wanted *wanted,
                              struct ol_buf *errors)
{
    *wanted = (struct wanted){
        .expect = expect,
        .rule = expect->rule != NULL ? expect->rule : test->rule->id,
        .is_whole_file = expect->at != NULL && strcmp(expect->at, "file") == 0,
    };
    if (expect->at == NULL || wanted->is_whole_file) {
        return OL_OK;
    }
    wanted->is_placed = true;
    if (expect->offset >= 0) {
        wanted->offset = (uint64_t)expect->offset;
    } else if (!ol_hexasm_find_mark(bytes, expect->at, &wanted->offset)) {
        ol_example_begin_error(errors, test, expect->line, expect->column);
        ol_buf_addf(errors, "the bytes have no mark @%s\n", expect->at);
        return OL_ERR_RULE;
    }
    return OL_OK;
}

static bool is_text_as_wanted(const char *wanted, const char *actual)
{
    return wanted == NULL || (actual != NULL && strcmp(wanted, actual) == 0);
}

static bool is_place_as_wanted(const struct ol_place *place, const struct wanted *wanted)
{
    if (place->is_whole_file || wanted->is_whole_file) {
        return place->is_whole_file && wanted->is_whole_file;
    }
    const struct ol_example_expect *expect = wanted->expect;
    return (!wanted->is_placed || place->span.offset == wanted->offset) &&
           (expect->length < 0 || place->span.length == (uint64_t)expect->length) &&
           is_text_as_wanted(expect->path, place->path);
}

static bool is_as_wanted(const struct ol_diag *diag, const struct ol_rule *rule,
                         const struct wanted *wanted)
{
    const struct ol_example_expect *expect = wanted->expect;
    const char *severity = expect->severity != NULL
                               ? expect->severity
                               : ol_severity_name(severity_of(rule, diag->variant));
    return strcmp(diag->rule, wanted->rule) == 0 &&
           strcmp(ol_severity_name(diag->severity), severity) == 0 &&
           is_text_as_wanted(expect->variant, diag->variant) &&
           is_place_as_wanted(&diag->place, wanted);
}

/* --- telling differences, in the words of `expect:` ----------------------- */

static void add_id(struct ol_buf *errors, const char *rule, const char *variant)
{
    ol_buf_add(errors, rule);
    if (variant != NULL) {
        ol_buf_addf(errors, "/%s", variant);
    }
}

/* An expectation that nothing met. */
static void tell_missing(const struct ol_example_case *test, const struct wanted *wanted,
                         struct ol_buf *errors)
{
    const struct ol_example_expect *expect = wanted->expect;
    ol_example_begin_error(errors, test, expect->line, expect->column);
    ol_buf_add(errors, "not found: ");
    if (expect->severity != NULL) {
        ol_buf_addf(errors, "%s ", expect->severity);
    }
    add_id(errors, wanted->rule, expect->variant);
    if (wanted->is_whole_file) {
        ol_buf_add(errors, " for the whole file");
    }
    if (wanted->is_placed) {
        ol_buf_addf(errors, " at %s", expect->at);
        if (expect->offset < 0) {
            ol_buf_addf(errors, " (%" PRIu64 ")", wanted->offset);
        }
    }
    if (expect->length >= 0) {
        ol_buf_addf(errors, ", length %" PRId64, expect->length);
    }
    if (expect->path != NULL) {
        ol_buf_addf(errors, ", path '%s'", expect->path);
    }
    ol_buf_add_char(errors, '\n');
}

/* The mark that names the offset, else the offset. */
static void add_at(struct ol_buf *errors, const struct ol_hexasm *bytes, uint64_t offset)
{
    for (size_t i = 0; i < bytes->mark_count; i++) {
        if (bytes->marks[i].offset == offset) {
            ol_buf_add(errors, bytes->marks[i].name);
            return;
        }
    }
    ol_buf_add_u64(errors, offset);
}

/* A finding that nothing expects, as the entry that would expect it. */
static void tell_unexpected(const struct ol_example_case *test, const struct ol_hexasm *bytes,
                            const struct ol_rule *rule, const struct ol_diag *diag,
                            struct ol_buf *errors)
{
    const struct ol_example *example = test->example;
    bool is_own = test->rule != NULL && strcmp(test->rule->id, rule->id) == 0;
    ol_example_begin_error(errors, test, example->line, example->column);
    ol_buf_add(errors, "not expected: {");
    if (!is_own) {
        ol_buf_addf(errors, "rule: %s, ", diag->rule);
    }
    if (diag->variant != NULL) {
        ol_buf_addf(errors, "variant: %s, ", diag->variant);
    }
    if (diag->severity != severity_of(rule, diag->variant)) {
        ol_buf_addf(errors, "severity: %s, ", ol_severity_name(diag->severity));
    }
    if (diag->place.is_whole_file) {
        ol_buf_add(errors, "at: file");
    } else {
        if (bytes != NULL) {
            ol_buf_add(errors, "at: ");
            add_at(errors, bytes, diag->place.span.offset);
            ol_buf_addf(errors, ", length: %" PRIu64 ", ", diag->place.span.length);
        }
        ol_buf_addf(errors, "path: \"%s\"", diag->place.path);
    }
    ol_buf_addf(errors, "}: %s\n", diag->message);
}

/* The finding that meets an expectation and was not taken for another; found->count: none. */
static size_t find_meeting(const struct ol_rule_set *rules, const struct ol_diag_list *found,
                           const bool *is_paired, const struct wanted *wanted)
{
    size_t place = 0;
    while (place < found->count) {
        const struct ol_diag *diag = ol_diag_list_at(found, place);
        const struct ol_rule *rule = ol_rule_set_at(rules, diag->rule_index);
        if (!is_paired[place] && is_as_wanted(diag, rule, wanted)) {
            break;
        }
        place++;
    }
    return place;
}

enum ol_status ol_example_compare(const struct ol_example_case *test,
                                  const struct ol_rule_set *rules, const struct ol_hexasm *bytes,
                                  const struct ol_diag_list *found, struct ol_buf *errors)
{
    enum ol_status status = OL_OK;
    bool *is_paired = ol_arena_alloc_array(found->arena, found->count, sizeof *is_paired);
    if (is_paired == NULL) {
        return OL_ERR_NOMEM;
    }
    for (size_t i = 0; i < test->example->expect_count; i++) {
        struct wanted wanted;
        if (resolve(test, bytes, &test->example->expect[i], &wanted, errors) != OL_OK) {
            status = OL_ERR_RULE;
            continue;
        }
        size_t place = find_meeting(rules, found, is_paired, &wanted);
        if (place < found->count) {
            is_paired[place] = true;
        } else {
            tell_missing(test, &wanted, errors);
            status = OL_ERR_RULE;
        }
    }
    for (size_t i = 0; i < found->count; i++) {
        const struct ol_diag *diag = ol_diag_list_at(found, i);
        if (!is_paired[i]) {
            const struct ol_rule *rule = ol_rule_set_at(rules, diag->rule_index);
            tell_unexpected(test, bytes, rule, diag, errors);
            status = OL_ERR_RULE;
        }
    }
    return ol_buf_is_ok(errors) ? status : OL_ERR_NOMEM;
}
