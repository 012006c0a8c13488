/* SPDX-License-Identifier: Apache-2.0 */
/* The types that a node takes and makes, against the schema of its operator (docs/IR.md, Nodes). */
#include <string.h>

#include "checks/function_place.h"
#include "checks/type_names.h"
#include "onnx/node_types.h"
#include "onnx/value_type.h"
#include "rule/check.h"

enum {
    VARIANT_MAIN,
    VARIANT_CLASH,
    VARIANT_HELD,
    VARIANT_STATED,
    VARIANT_MADE,
    VARIANT_DECLARED,
    VARIANT_CONSTANT,
    VARIANT_ERF
};

enum {
    NOTE_DEFINITION,
    NOTE_OTHER,
    NOTE_DECLARED
};

static const char *const variants_type[] = {"clash",    "held",     "stated", "made",
                                            "declared", "constant", "erf",    NULL};
static const char *const notes_type[] = {
    [NOTE_DEFINITION] = "definition", [NOTE_OTHER] = "other", [NOTE_DECLARED] = "declared", NULL};
static const char *const args_type[] = {"side",    "formal",    "name",    "type", "operator",
                                        "version", "variable",  "wanted",  "role", "partner",
                                        "other",   "attribute", "allowed", NULL};

/* The schema before which Constant is said to have been for floating point alone, and the version
 * of Erf whose published types have changed. */
#define CONSTANT_OF_ANY_TYPE 9
#define ERF_WITHOUT_INTEGERS 13

/* One fault of a node that closes, on its way to a finding. */
struct telling {
    struct ol_run *run;
    const struct ol_rule *rule;
    const struct ol_level *node;
    const struct ol_type_fault *fault;
    struct ol_note notes[2];
    size_t note_count;
};

static bool is_operator(const struct ol_operator *schema, const char *name)
{
    return strcmp(ol_operator_text(schema->name), name) == 0;
}

static unsigned variant_of(const struct ol_type_fault *fault)
{
    static const uint8_t variants[OL_TYPE_FAULT_COUNT] = {
        [OL_TYPE_FAULT_CLASH] = VARIANT_CLASH,       [OL_TYPE_FAULT_HELD] = VARIANT_HELD,
        [OL_TYPE_FAULT_STATED] = VARIANT_STATED,     [OL_TYPE_FAULT_MADE] = VARIANT_MADE,
        [OL_TYPE_FAULT_DECLARED] = VARIANT_DECLARED,
    };
    const struct ol_operator *schema = fault->schema;
    if (fault->kind == OL_TYPE_FAULT_MADE && schema->since < CONSTANT_OF_ANY_TYPE &&
        is_operator(schema, "Constant")) {
        return VARIANT_CONSTANT;
    }
    if (fault->kind == OL_TYPE_FAULT_SET && schema->since == ERF_WITHOUT_INTEGERS &&
        is_operator(schema, "Erf")) {
        return VARIANT_ERF;
    }
    return variants[fault->kind];
}

/* Where an operand stands in the node, and its name. An output's definition is its value. */
static struct ol_span operand_at(const struct telling *telling, bool is_output, uint32_t index,
                                 uint32_t value, struct ol_slice *name)
{
    const struct ol_scopes *scopes = ol_run_scopes(telling->run);
    size_t count;
    const struct ol_use *uses = ol_scopes_uses(scopes, telling->node, &count);
    if (!is_output && index < count) {
        *name = ol_use_name(&uses[index], telling->node);
        return ol_use_span(&uses[index], telling->node);
    }
    *name = ol_scopes_name(scopes, ol_scopes_value(scopes, value));
    return ol_function_member_span(telling->node, ol_scopes_value(scopes, value)->tag);
}

/* Adds where the value gets its name. */
static void add_definition(struct telling *telling, unsigned note, uint32_t value)
{
    if (value != OL_NONE) {
        telling->notes[telling->note_count++] =
            ol_run_value_note(telling->run, value, notes_type[note]);
    }
}

/* Adds where an output of the node is declared. */
static void add_declaration(struct telling *telling, uint32_t index)
{
    const struct ol_value *value = ol_scopes_value(ol_run_scopes(telling->run), index);
    const struct ol_level *holder = telling->node->parent;
    bool is_graph = holder->message->id == OL_MESSAGE_GraphProto;
    unsigned field = !is_graph                                 ? OL_FunctionProto_value_info
                     : value->flags & OL_VALUE_DECLARED_OUTPUT ? OL_GraphProto_output
                                                               : OL_GraphProto_value_info;
    const struct ol_declaration *declaration =
        ol_scopes_declaration(ol_run_scopes(telling->run), value);
    if (declaration != NULL) {
        telling->notes[telling->note_count++] = (struct ol_note){
            .note = notes_type[NOTE_DECLARED],
            .span = ol_function_member_span(holder, declaration->tag),
            .level = holder,
            .field = &holder->message->fields[field],
            .index = declaration->item,
        };
    }
}

/* The name of the formal parameter that an operand is for. */
static const char *formal_of(const struct ol_operator *schema, bool is_output, uint32_t index)
{
    const struct ol_operator_parameter *parameter =
        is_output ? ol_operator_output(schema, index) : ol_operator_input(schema, index);
    return parameter != NULL ? ol_operator_text(parameter->name) : "";
}

static const char *variable_of(const struct ol_type_fault *fault)
{
    const struct ol_operator_parameter *parameter = fault->parameter;
    return parameter != NULL && parameter->variable != OL_OPERATOR_NO_VARIABLE
               ? ol_operator_text(ol_operator_variables(fault->schema)[parameter->variable].name)
               : "";
}

static void emit(struct telling *telling)
{
    static const char *const sides[] = {"input", "output"};
    const struct ol_type_fault *fault = telling->fault;
    struct ol_run *run = telling->run;
    unsigned variant = variant_of(fault);
    struct ol_slice name;
    struct ol_slice other = {NULL, 0};
    struct ol_span span = operand_at(telling, fault->is_output, fault->index, fault->value, &name);
    if (fault->is_output) {
        add_declaration(telling, fault->value);
    } else {
        add_definition(telling, NOTE_DEFINITION, fault->value);
    }
    if (fault->by != OL_NONE) {
        (void)operand_at(telling, fault->is_by_output, fault->by, fault->by_value, &other);
        add_definition(telling, NOTE_OTHER, fault->by_value);
    }
    unsigned field = fault->is_output ? OL_NodeProto_output : OL_NodeProto_input;
    OL_EMIT(
        run, telling->rule,
        (.span = span, .level = telling->node, .field = &telling->node->message->fields[field],
         .index = fault->index,
         .variant = variant == VARIANT_MAIN ? NULL : variants_type[variant - 1],
         .notes = telling->notes, .note_count = telling->note_count),
        OL_ARG_WORD("side", sides[fault->is_output]),
        OL_ARG_WORD("formal", ol_operator_text(fault->parameter->name)), OL_ARG_TEXT("name", name),
        OL_ARG_WORD("type", ol_type_name(run, telling->rule, fault->type)),
        OL_ARG_WORD("operator", ol_operator_text(fault->schema->name)),
        OL_ARG_U64("version", fault->schema->since), OL_ARG_WORD("variable", variable_of(fault)),
        OL_ARG_WORD("wanted", ol_type_name(run, telling->rule, fault->wanted)),
        OL_ARG_WORD("role", sides[fault->is_by_output]),
        OL_ARG_WORD("partner", fault->by != OL_NONE
                                   ? formal_of(fault->schema, fault->is_by_output, fault->by)
                                   : ""),
        OL_ARG_TEXT("other", other),
        OL_ARG_WORD("attribute", fault->attribute != NULL ? fault->attribute : ""),
        OL_ARG_WORD("allowed", ol_type_set_name(run, telling->rule, fault->parameter->set)));
}

static void run_type(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_types *types = ol_run_types(run);
    for (size_t i = 0; i < types->faults.count; i++) {
        struct telling telling = {
            .run = run, .rule = rule, .node = level, .fault = ol_types_fault(types, i)};
        if (telling.fault->kind <= OL_TYPE_FAULT_DECLARED) {
            emit(&telling);
        }
    }
}

static bool is_misfit(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return (outline->present & OL_KNOWN_MISFIT) != 0;
}

const struct ol_check ol_check_operator_type = {
    .name = "operator_type",
    .trigger = OL_ON_CLOSE,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_type,
    .variants = variants_type,
    .notes = notes_type,
    .needs_types = true,
    .asks_file = true,
    .may_speak = is_misfit,
    .run = run_type,
};
