/* SPDX-License-Identifier: Apache-2.0 */
/* Words for the parts of a rule. */
#include "report/rule_facts.h"

#include <string.h>

void ol_rule_facts_add_severity(struct ol_buf *out, const struct ol_rule *rule)
{
    /* what holds for most, then the variants that differ */
    bool has_main = rule->message != NULL || rule->variant_count == 0;
    enum ol_severity main = has_main ? rule->severity : rule->variants[0].severity;
    ol_buf_add(out, ol_severity_name(main));
    for (size_t i = 0; i < rule->variant_count; i++) {
        if (rule->variants[i].severity != main) {
            ol_buf_addf(out, "; %s for variant '%s'", ol_severity_name(rule->variants[i].severity),
                        rule->variants[i].name);
        }
    }
}

/* What a profile makes of all cases of a rule. */
struct verdict {
    bool is_as_written;
    bool is_off;
};

static void add_to_verdict(struct verdict *verdict, enum ol_severity in_force, enum ol_severity own)
{
    verdict->is_as_written = verdict->is_as_written && in_force == own;
    verdict->is_off = verdict->is_off && in_force == OL_SEVERITY_OFF;
}

static void add_profile(struct ol_buf *out, const struct ol_profile *profile,
                        const struct ol_rule *rule)
{
    struct verdict verdict = {true, true};
    if (rule->message != NULL) {
        add_to_verdict(&verdict, ol_profile_severity(profile, rule, NULL), rule->severity);
    }
    for (size_t i = 0; i < rule->variant_count; i++) {
        const struct ol_rule_variant *variant = &rule->variants[i];
        add_to_verdict(&verdict, ol_profile_severity(profile, rule, variant->name),
                       variant->severity);
    }
    if (verdict.is_as_written || verdict.is_off) {
        ol_buf_add(out, verdict.is_as_written ? "on" : "off");
        return;
    }
    const char *separator = "";
    if (rule->message != NULL) {
        ol_buf_add(out, ol_severity_name(ol_profile_severity(profile, rule, NULL)));
        separator = ", ";
    }
    for (size_t i = 0; i < rule->variant_count; i++) {
        const char *name = rule->variants[i].name;
        ol_buf_addf(out, "%s%s for variant '%s'", separator,
                    ol_severity_name(ol_profile_severity(profile, rule, name)), name);
        separator = ", ";
    }
}

/* Whether two profiles make the same of every case of a rule. */
static bool is_same(const struct ol_profile *profile, const struct ol_profile *other,
                    const struct ol_rule *rule)
{
    bool is_equal = rule->message == NULL || ol_profile_severity(profile, rule, NULL) ==
                                                 ol_profile_severity(other, rule, NULL);
    for (size_t i = 0; i < rule->variant_count; i++) {
        const char *name = rule->variants[i].name;
        is_equal = is_equal && ol_profile_severity(profile, rule, name) ==
                                   ol_profile_severity(other, rule, name);
    }
    return is_equal;
}

/* The first profile from place on that makes the same of a rule as the one given. */
static size_t next_same(const struct ol_rule_book *book, size_t given, size_t place,
                        const struct ol_rule *rule)
{
    while (place < book->profile_count &&
           !is_same(&book->profiles[given], &book->profiles[place], rule)) {
        place++;
    }
    return place;
}

void ol_rule_facts_add_profiles(struct ol_buf *out, const struct ol_rule_book *book,
                                const struct ol_rule *rule)
{
    const char *separator = "";
    for (size_t i = 0; i < book->profile_count; i++) {
        if (next_same(book, i, 0, rule) < i) {
            continue; /* told with that one */
        }
        ol_buf_addf(out, "%s%s", separator, book->profiles[i].name);
        for (size_t j = next_same(book, i, i + 1, rule); j < book->profile_count;
             j = next_same(book, i, j + 1, rule)) {
            ol_buf_addf(out, ", %s", book->profiles[j].name);
        }
        ol_buf_add(out, ": ");
        add_profile(out, &book->profiles[i], rule);
        separator = "; ";
    }
}

void ol_rule_facts_add_scope(struct ol_buf *out, const struct ol_rule *rule)
{
    ol_buf_add(out, rule->doc->targets != NULL ? rule->doc->targets : "the file");
    unsigned min = rule->ir_min;
    unsigned max = rule->ir_max;
    if (min != 0 && max != 0) {
        ol_buf_addf(out, "; IR versions %u to %u", min, max);
    } else if (min != 0) {
        ol_buf_addf(out, "; IR version %u and later", min);
    } else if (max != 0) {
        ol_buf_addf(out, "; IR version %u and before", max);
    }
    if (rule->doc->where != NULL) {
        ol_buf_addf(out, "; %s", rule->doc->where);
    }
}

static const char *expect_severity(const struct ol_rule *rule,
                                   const struct ol_example_expect *expect)
{
    if (expect->severity != NULL) {
        return expect->severity;
    }
    for (size_t i = 0; expect->variant != NULL && i < rule->variant_count; i++) {
        if (strcmp(rule->variants[i].name, expect->variant) == 0) {
            return ol_severity_name(rule->variants[i].severity);
        }
    }
    return ol_severity_name(rule->severity);
}

void ol_rule_facts_add_expect(struct ol_buf *out, const struct ol_rule *rule,
                              const struct ol_example_expect *expect)
{
    if (expect->rule != NULL) {
        ol_buf_addf(out, "%s", expect->rule);
    } else {
        ol_buf_add(out, expect_severity(rule, expect));
    }
    if (expect->variant != NULL) {
        ol_buf_addf(out, " (%s)", expect->variant);
    }
    if (expect->at != NULL && strcmp(expect->at, "file") == 0) {
        ol_buf_add(out, " for the whole file");
    } else if (expect->at != NULL) {
        ol_buf_addf(out, " at %s", expect->at);
    }
    if (expect->length >= 0) {
        ol_buf_add(out, ", length ");
        ol_buf_add_i64(out, expect->length);
    }
    if (expect->path != NULL && expect->path[0] != '\0') {
        ol_buf_addf(out, ", %s", expect->path);
    }
}

bool ol_rule_facts_next_line(const char **text, struct ol_slice *line)
{
    if ((*text)[0] == '\0') {
        return false;
    }
    size_t size = strcspn(*text, "\n");
    *line = (struct ol_slice){(const uint8_t *)*text, size};
    *text += size + ((*text)[size] == '\n' ? 1 : 0);
    return true;
}

const char *ol_rule_facts_next_area(const struct ol_rule_book *book, const char *area)
{
    const char *next = NULL;
    for (size_t i = 0; i < book->rule_count; i++) {
        const char *own = book->rules[i].area;
        if (strcmp(own, area) > 0 && (next == NULL || strcmp(own, next) < 0)) {
            next = own;
        }
    }
    return next;
}
