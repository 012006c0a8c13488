/* SPDX-License-Identifier: Apache-2.0 */
/* IR gates: every gated member of the schema, at the version before it and at its own. */
#include <string.h>

#include "base/buf.h"
#include "unit/lint_bytes.h"
#include "unit/suites.h"

/* Whether the finding is of a rule that gates by IR version. */
static bool is_gate(const struct ol_test_linter *linter, const struct ol_diag *diag)
{
    const struct ol_rule *rule = ol_rule_set_at(linter->rules, diag->rule_index);
    const struct ol_check *check = ol_checks[rule->check];
    bool is_rest = strcmp(check->name, "ir_gate_rest") == 0;
    return is_rest || (check->claims_gates &&
                       (diag->variant == NULL || strcmp(diag->variant, "duplicate") != 0));
}

/* The gate finding, or NULL; there must not be two. */
static const struct ol_diag *find_gate(const struct ol_test_linter *linter)
{
    const size_t none = linter->diags.count;
    size_t found = none;
    for (size_t i = 0; i < linter->diags.count; i++) {
        const struct ol_diag *diag = ol_diag_list_at(&linter->diags, i);
        if (is_gate(linter, diag)) {
            ck_assert_msg(found == none, "%s is a second one", diag->rule);
            found = i;
        }
    }
    return found != none ? ol_diag_list_at(&linter->diags, found) : NULL;
}

/* The field with the shortest value that its type has. */
static struct ol_slice encode(const struct ol_field *field, uint8_t bytes[16])
{
    unsigned wire_type = ol_field_is_varint(field) ? OL_WIRE_VARINT : OL_WIRE_LEN;
    size_t size = 0;
    size_t value = 1;
    if (field->type == OL_TYPE_FLOAT || field->type == OL_TYPE_DOUBLE) {
        wire_type = field->type == OL_TYPE_FLOAT ? OL_WIRE_FIXED32 : OL_WIRE_FIXED64;
        value = field->type == OL_TYPE_FLOAT ? 4 : 8;
    }
    uint32_t tag = field->number << 3 | wire_type;
    memset(bytes, 0, 16);
    for (; tag > 0x7F; tag >>= 7) {
        bytes[size++] = (uint8_t)(tag | 0x80);
    }
    bytes[size++] = (uint8_t)tag;
    return (struct ol_slice){bytes, size + value};
}

static void check_field(struct ol_test_linter *linter, const struct ol_field *field)
{
    uint8_t bytes[16];
    struct ol_slice slice = encode(field, bytes);
    enum ol_message_id message = (enum ol_message_id)field->holder->id;
    ol_test_lint(linter, message, slice, field->since_ir);
    ck_assert_msg(find_gate(linter) == NULL, "%s.%s", field->holder->name, field->name);
    if (field->since_ir == 1) {
        return;
    }
    ol_test_lint(linter, message, slice, field->since_ir - 1);
    const struct ol_diag *gate = find_gate(linter);
    ck_assert_msg(gate != NULL, "%s.%s has no gate", field->holder->name, field->name);
    ck_assert_uint_eq(gate->place.span.offset, 0);
    ck_assert_uint_eq(gate->place.span.length, slice.size);
    ck_assert_ptr_nonnull(strstr(gate->place.path, field->name));
    bool is_sharp = gate->severity == OL_SEVERITY_ERROR;
    ck_assert_msg(!is_sharp || field->gate == OL_GATE_EXPLICIT, "%s", gate->rule);
    ck_assert_msg(field->gate != OL_GATE_EXPLICIT || gate->severity >= OL_SEVERITY_WARNING, "%s",
                  gate->rule);
}

START_TEST(test_fields)
{
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        for (size_t j = 0; j < ol_messages[i].field_count; j++) {
            check_field(&linter, &ol_messages[i].fields[j]);
        }
    }
    ol_test_linter_fini(&linter);
}
END_TEST

/* A number that names a member is as new as the member. */
START_TEST(test_numbers)
{
    static const struct {
        enum ol_message_id message;
        uint8_t bytes[3];
        size_t size;
        int since;
        const char *rule;
    } cases[] = {
        {OL_MESSAGE_AttributeProto, {0xA0, 0x01, 11}, 3, 6, "attr-type-ir-gate-sparse"},
        {OL_MESSAGE_AttributeProto, {0xA0, 0x01, 12}, 3, 6, "attr-type-ir-gate-sparse"},
        {OL_MESSAGE_AttributeProto, {0xA0, 0x01, 13}, 3, 8, "attr-type-ir-gate-typeproto"},
        {OL_MESSAGE_AttributeProto, {0xA0, 0x01, 14}, 3, 8, "attr-type-ir-gate-typeproto"},
        {OL_MESSAGE_SequenceProto, {0x10, 5}, 2, 8, "ir-field-gate-release"},
    };
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ol_slice bytes = {cases[i].bytes, cases[i].size};
        ol_test_lint(&linter, cases[i].message, bytes, cases[i].since);
        ck_assert_ptr_null(find_gate(&linter));
        ol_test_lint(&linter, cases[i].message, bytes, cases[i].since - 1);
        ck_assert_ptr_nonnull(find_gate(&linter));
        ck_assert_str_eq(find_gate(&linter)->rule, cases[i].rule);
    }
    ol_test_linter_fini(&linter);
}
END_TEST

START_TEST(test_outermost)
{
    /* ModelProto.functions (8) with a node that has an overload (10): at 7 the node's gate is newer
     * than the function's, so both are told, and name and node of the function are not */
    static const uint8_t bytes[] = {0x08, 7,    0xCA, 0x01, 9, 0x0A, 1,
                                    'f',  0x3A, 4,    0x42, 2, 'o',  'o'};
    struct ol_test_linter linter;
    size_t gates = 0;
    ol_test_linter_init(&linter);
    ol_test_lint(&linter, OL_MESSAGE_ModelProto, (struct ol_slice){bytes, sizeof bytes}, 0);
    for (size_t i = 0; i < linter.diags.count; i++) {
        gates += is_gate(&linter, ol_diag_list_at(&linter.diags, i)) ? 1U : 0U;
    }
    ck_assert_uint_eq(gates, 2);
    ck_assert(ol_test_has_finding(&linter, "func-ir-gate", NULL));
    ck_assert(ol_test_has_finding(&linter, "node-overload-ir-gate", NULL));
    ol_test_linter_fini(&linter);
}
END_TEST

/* Functions of an operator set are older than those of a model. */
START_TEST(test_operator_set_function)
{
    static const uint8_t bytes[] = {0x4A, 3, 0x0A, 1, 'f'};
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    ol_test_lint(&linter, OL_MESSAGE_OperatorSetProto, (struct ol_slice){bytes, sizeof bytes}, 3);
    ck_assert_ptr_null(find_gate(&linter));
    ol_test_linter_fini(&linter);
}
END_TEST

static const struct ol_rule *builtin_rule(const char *id)
{
    for (size_t i = 0; i < ol_builtin_rule_count; i++) {
        if (strcmp(ol_builtin_rules[i].id, id) == 0) {
            return &ol_builtin_rules[i];
        }
    }
    ck_abort_msg("no rule %s", id);
}

/* The two rules that compare ir_version with operator sets know the same releases. */
START_TEST(test_tables)
{
    const struct ol_rule *old = builtin_rule("opset-ir-too-old");
    const struct ol_rule *new = builtin_rule("ir-needlessly-new");
    ck_assert_uint_eq(ol_checks[old->check]->param_count, ol_checks[new->check]->param_count);
    for (size_t i = 0; i < ol_checks[old->check]->param_count; i++) {
        ck_assert_uint_eq(old->with[i].count, new->with[i].count);
        for (size_t j = 0; j < old->with[i].count; j++) {
            ck_assert_int_eq(old->with[i].items[j].integer, new->with[i].items[j].integer);
            ck_assert(j == 0 || old->with[i].items[j].integer >= old->with[i].items[j - 1].integer);
        }
    }
}
END_TEST

Suite *suite_version(void)
{
    const TTest *const tests[] = {test_fields, test_numbers, test_outermost,
                                  test_operator_set_function, test_tables};
    return OL_SUITE_OF("version", tests);
}
