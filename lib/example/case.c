/* SPDX-License-Identifier: Apache-2.0 */
/* What an example is made of, and which rules are on for it. */
#include "example/case.h"

#include <string.h>

#include "base/text.h"
#include "rule/yaml_tree.h"

void ol_example_begin_error(struct ol_buf *errors, const struct ol_example_case *test,
                            unsigned line, unsigned column)
{
    ol_yaml_begin_error(errors, test->path, (struct ol_mark){line, column});
    ol_buf_add(errors, "example ");
    ol_text_quote(errors, ol_slice_from_text(test->example->name));
    ol_buf_add(errors, ": ");
}

enum ol_status ol_example_assemble(const struct ol_example_case *test, const char *text,
                                   unsigned line, unsigned column, struct ol_hexasm *bytes,
                                   struct ol_buf *errors)
{
    enum ol_status status = ol_hexasm_init(bytes, text);
    if (status == OL_ERR_RULE) {
        /* every line of a block begins in the same column; what is not a block has one line */
        ol_example_begin_error(errors, test, line + bytes->line - 1, column + bytes->column - 1);
        ol_buf_addf(errors, "%s\n", bytes->error);
    }
    return status;
}

const char *ol_example_file_name(const struct ol_example *example)
{
    if (example->file != NULL) {
        return example->file;
    }
    return strcmp(example->root, "auto") == 0 || strcmp(example->root, "ModelProto") == 0 ? "m.onnx"
                                                                                          : "m.pb";
}

/* --- severities ---------------------------------------------------------- */

static void set_case(struct ol_rule_set *rules, const struct ol_rule *rule, size_t place,
                     enum ol_severity severity)
{
    ol_rule_set_set_case(rules, ol_rule_set_index(rules, rule), place, severity);
}

static bool is_custom(const struct ol_rule *rule)
{
    return rule->doc != NULL && rule->doc->is_custom;
}

static void turn_off_custom(struct ol_rule_set *rules)
{
    for (size_t i = 0; i < ol_rule_set_count(rules); i++) {
        const struct ol_rule *rule = ol_rule_set_at(rules, i);
        for (size_t place = 0; is_custom(rule) && place <= rule->variant_count; place++) {
            set_case(rules, rule, place, OL_SEVERITY_OFF);
        }
    }
}

/* Turns on what is off because it is informative, and of a custom rule all of it; leaves the rest
 * of a built-in one as the profile has it. */
static void turn_on(struct ol_rule_set *rules, const struct ol_rule *rule)
{
    if (rule->message != NULL && (is_custom(rule) || rule->severity == OL_SEVERITY_INFO)) {
        set_case(rules, rule, 0, rule->severity);
    }
    for (size_t i = 0; i < rule->variant_count; i++) {
        set_case(rules, rule, i + 1, rule->variants[i].severity);
    }
}

enum ol_status ol_example_set_severities(const struct ol_example_case *test,
                                         struct ol_rule_set *rules, struct ol_buf *errors)
{
    const struct ol_example *example = test->example;
    turn_off_custom(rules);
    const char *own = test->rule != NULL ? test->rule->id : NULL;
    if (own != NULL) {
        turn_on(rules, ol_rule_set_find(rules, ol_slice_from_text(own)));
    }
    for (size_t i = 0; i < example->expect_count; i++) {
        const struct ol_example_expect *expect = &example->expect[i];
        const char *id = expect->rule != NULL ? expect->rule : own;
        const struct ol_rule *rule =
            id != NULL ? ol_rule_set_find(rules, ol_slice_from_text(id)) : NULL;
        if (rule == NULL) {
            ol_example_begin_error(errors, test, expect->line, expect->column);
            ol_buf_addf(errors, "there is no rule %s\n",
                        id != NULL ? id : "that the example belongs to; name one");
            return OL_ERR_RULE;
        }
        turn_on(rules, rule);
    }
    return OL_OK;
}
