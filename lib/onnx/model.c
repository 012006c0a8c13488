/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers functions into a sorted array, and binds nodes to what they name. */
#include "onnx/model.h"

#include "base/limits.h"
#include "base/sort.h"
#include "onnx/domain.h"
#include "onnx/peek.h"

#define OCCURRENCES_AT_ONCE 16

/* The IR version that brought opset_import. */
#define OPSETS_SINCE 3

void ol_model_init(struct ol_model *model)
{
    *model = (struct ol_model){.function = OL_NONE, .callee = OL_NONE};
    model->node = model->bound_node = model->declared_attribute = UINT64_MAX;
    ol_symbols_init(&model->function_domains);
    ol_imports_init(&model->imports);
    ol_imports_init(&model->function_imports);
}

void ol_model_set_budget(struct ol_model *model, struct ol_budget *budget)
{
    ol_imports_set_budget(&model->imports, budget);
    ol_imports_set_budget(&model->function_imports, budget);
    ol_symbols_set_budget(&model->function_domains, budget);
    model->functions.budget = budget;
    model->parameters.budget = budget;
    model->calls.budget = budget;
    model->unset_calls.budget = budget;
    model->handed.budget = budget;
}

void ol_model_fini(struct ol_model *model)
{
    ol_imports_fini(&model->imports);
    ol_imports_fini(&model->function_imports);
    ol_symbols_fini(&model->function_domains);
    ol_vector_fini(&model->functions);
    ol_vector_fini(&model->parameters);
    ol_vector_fini(&model->calls);
    ol_vector_fini(&model->unset_calls);
    ol_vector_fini(&model->handed);
}

static void use_import(const struct ol_imports *imports, struct ol_slice domain)
{
    struct ol_import *import = ol_imports_find(imports, domain);
    if (import != NULL) {
        import->is_used = true;
    }
}

struct ol_imports *ol_model_imports(struct ol_model *model)
{
    if (model->is_in_function) {
        return &model->function_imports;
    }
    return model->is_known ? &model->imports : NULL;
}

/* --- functions ----------------------------------------------------------- */

static int compare_identities(const struct ol_function *left, const struct ol_function *right)
{
    int order = ol_slice_compare(left->name, right->name);
    order = order != 0 ? order : ol_slice_compare(left->domain, right->domain);
    return order != 0 ? order : ol_slice_compare(left->overload, right->overload);
}

static int compare_functions(const void *a, const void *b)
{
    const struct ol_function *left = a;
    const struct ol_function *right = b;
    int order = compare_identities(left, right);
    return order != 0 ? order : left->item < right->item ? -1 : left->item > right->item;
}

static int compare_parameters(const void *a, const void *b)
{
    const struct ol_parameter *left = a;
    const struct ol_parameter *right = b;
    int order = ol_slice_compare(left->name, right->name);
    return order != 0 ? order : right->has_default - left->has_default;
}

static struct ol_parameter *first_parameter(const struct ol_model *model,
                                            const struct ol_function *function)
{
    return function->parameter_count > 0
               ? (struct ol_parameter *)model->parameters.items + function->parameters
               : NULL;
}

/* Adds an attribute of the function that is read last. */
static enum ol_status add_parameter(struct ol_model *model, struct ol_function *function,
                                    const struct ol_parameter *parameter)
{
    struct ol_parameter *added = model->parameters.count < OL_NONE - 1
                                     ? ol_vector_add(&model->parameters, sizeof *added)
                                     : NULL;
    if (added == NULL) {
        return OL_ERR_NOMEM;
    }
    *added = *parameter;
    function->parameter_count++;
    return OL_OK;
}

static enum ol_status add_default(struct ol_model *model, struct ol_function *function,
                                  const uint8_t *bytes, struct ol_span span)
{
    struct ol_peek name = ol_peek_last(
        bytes, span, &ol_messages[OL_MESSAGE_AttributeProto].fields[OL_AttributeProto_name]);
    function->is_whole = function->is_whole && name.is_whole;
    if (!name.is_found) {
        return OL_OK;
    }
    return add_parameter(
        model, function,
        &(struct ol_parameter){.name = ol_peek_text(bytes, &name), .has_default = true});
}

static enum ol_status add_member(struct ol_model *model, struct ol_function *function,
                                 const uint8_t *bytes, const struct ol_occurrence *occurrence)
{
    struct ol_span span = ol_occurrence_payload(occurrence);
    struct ol_slice text = {bytes + span.offset, (size_t)span.length};
    switch (occurrence->index) {
    case OL_FunctionProto_name:
        function->name = text;
        break;
    case OL_FunctionProto_domain:
        function->domain = ol_domain_canonical(text);
        break;
    case OL_FunctionProto_overload:
        function->overload = text;
        break;
    case OL_FunctionProto_input:
        function->inputs += function->inputs < UINT32_MAX;
        break;
    case OL_FunctionProto_output:
        function->outputs += function->outputs < UINT32_MAX;
        break;
    case OL_FunctionProto_attribute:
        return text.size > 0 ? add_parameter(model, function, &(struct ol_parameter){.name = text})
                             : OL_OK;
    case OL_FunctionProto_attribute_proto:
        return add_default(model, function, bytes, span);
    default:
        break;
    }
    return OL_OK;
}

/* Reads the head of a function: its nodes are stepped over. */
static enum ol_status read_function(struct ol_model *model, const uint8_t *bytes,
                                    struct ol_function *function)
{
    struct ol_occurrence occurrences[OCCURRENCES_AT_ONCE];
    struct ol_scan scan = {
        .bytes = bytes,
        .at = function->begin,
        .end = function->end,
        .declared_end = function->end,
        .message = &ol_messages[OL_MESSAGE_FunctionProto],
    };
    enum ol_status status = OL_OK;
    size_t count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    while (count > 0 && status == OL_OK) {
        for (size_t i = 0; i < count && status == OL_OK; i++) {
            if (occurrences[i].flags & OL_OCCURRENCE_KNOWN) {
                status = add_member(model, function, bytes, &occurrences[i]);
            }
        }
        count = ol_scan_slice(&scan, occurrences, OCCURRENCES_AT_ONCE);
    }
    bool is_scanned = !scan.stopped && scan.overrun.length == 0 && scan.mistyped == 0;
    function->is_whole = function->is_whole && is_scanned;
    if (function->parameter_count > 1) {
        ol_sort(first_parameter(model, function), function->parameter_count,
                sizeof(struct ol_parameter), compare_parameters);
    }
    return status;
}

struct ol_parameter *ol_model_parameter(const struct ol_model *model,
                                        const struct ol_function *function, struct ol_slice name)
{
    struct ol_parameter *parameters = first_parameter(model, function);
    size_t begin = 0;
    size_t end = function->parameter_count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (ol_slice_compare(parameters[middle].name, name) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    bool is_found =
        begin < function->parameter_count && ol_slice_is_equal(parameters[begin].name, name);
    return is_found ? &parameters[begin] : NULL;
}

/* A function without a name can be called by none, costs three bytes of the file, and is to cost no
 * memory. Takes back the one that was added last. */
static void drop_function(struct ol_model *model, const struct ol_function *function)
{
    model->parameters.count = function->parameters;
    model->functions.count--;
}

static enum ol_status read_functions(struct ol_model *model, const struct ol_level *level)
{
    struct ol_cursor cursor;
    struct ol_element element;
    enum ol_status status = OL_OK;
    model->is_whole = level->is_complete && level->overrun.length == 0 &&
                      (level->mistyped >> OL_ModelProto_functions & 1) == 0;
    ol_cursor_init(&cursor, level, OL_ModelProto_functions);
    while (status == OL_OK && ol_cursor_next(&cursor, &element) && element.index < OL_NONE - 1) {
        struct ol_function *function = ol_vector_add(&model->functions, sizeof *function);
        if (function == NULL) {
            return OL_ERR_NOMEM;
        }
        *function = (struct ol_function){
            .domain = ol_domain_canonical((struct ol_slice){NULL, 0}),
            .tag = element.occurrence.tag,
            .begin = element.occurrence.value,
            .end = element.occurrence.end,
            .item = (uint32_t)element.index,
            .number = (uint32_t)model->functions.count - 1,
            .parameters = (uint32_t)model->parameters.count,
            .is_whole = (element.occurrence.flags & OL_OCCURRENCE_CUT) == 0,
        };
        uint32_t symbol;
        status = read_function(model, level->bytes, function);
        if (status == OL_OK && function->domain.size < OL_NONE) {
            status = ol_symbols_intern(&model->function_domains, function->domain, &symbol);
        }
        use_import(&model->imports, function->domain);
        model->is_whole = model->is_whole && function->is_whole;
        if (function->name.size == 0) {
            drop_function(model, function);
        }
    }
    ol_sort(model->functions.items, model->functions.count, sizeof(struct ol_function),
            compare_functions);
    return status;
}

/* The place of the first function that does not stand before that one. */
static uint32_t lower_bound(const struct ol_model *model, const struct ol_function *wanted)
{
    size_t begin = 0;
    size_t end = model->functions.count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (compare_identities(ol_model_function(model, (uint32_t)middle), wanted) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return (uint32_t)begin;
}

uint32_t ol_model_find(const struct ol_model *model, struct ol_slice domain, struct ol_slice name,
                       struct ol_slice overload)
{
    const struct ol_function wanted = {
        .domain = ol_domain_canonical(domain), .name = name, .overload = overload};
    uint32_t place = lower_bound(model, &wanted);
    bool is_found = place < model->functions.count &&
                    compare_identities(ol_model_function(model, place), &wanted) == 0;
    return is_found ? place : OL_NONE;
}

uint32_t ol_model_find_name(const struct ol_model *model, struct ol_slice domain,
                            struct ol_slice name)
{
    const struct ol_function wanted = {.domain = ol_domain_canonical(domain), .name = name};
    uint32_t place = lower_bound(model, &wanted);
    if (place == model->functions.count) {
        return OL_NONE;
    }
    const struct ol_function *function = ol_model_function(model, place);
    bool is_found = ol_slice_is_equal(function->name, name) &&
                    ol_slice_is_equal(function->domain, wanted.domain);
    return is_found ? place : OL_NONE;
}

static enum ol_status enter_function(struct ol_model *model, const struct ol_level *level)
{
    enum ol_status status = ol_model_enter_imports(model, level);
    if (model->is_known) {
        /* of several with one identity, calls are told of the first: they are the same to callers
         */
        model->function = ol_model_find(model, ol_level_text(level, OL_FunctionProto_domain),
                                        ol_level_text(level, OL_FunctionProto_name),
                                        ol_level_text(level, OL_FunctionProto_overload));
    }
    const struct ol_import *imports = model->function_imports.entries.items;
    for (size_t i = 0; i < model->function_imports.entries.count; i++) {
        use_import(&model->imports, imports[i].domain);
    }
    return status;
}

/* --- nodes --------------------------------------------------------------- */

uint32_t ol_model_callee(const struct ol_model *model, const struct ol_level *node)
{
    if (model->functions.count == 0) {
        return OL_NONE;
    }
    return ol_model_find(model, ol_level_text(node, OL_NodeProto_domain),
                         ol_level_text(node, OL_NodeProto_op_type),
                         ol_level_text(node, OL_NodeProto_overload));
}

static bool is_node_known(const struct ol_level *level)
{
    uint32_t names =
        1U << OL_NodeProto_domain | 1U << OL_NodeProto_op_type | 1U << OL_NodeProto_overload;
    return level->is_complete && (level->mistyped & names) == 0;
}

/* The import of a domain: mostly the one that bound the node that was entered last. */
static struct ol_import *find_import(const struct ol_model *model, const struct ol_imports *imports,
                                     struct ol_slice domain)
{
    bool is_same = model->import != NULL && model->import_of == imports &&
                   ol_slice_is_equal(model->import->domain, ol_domain_canonical(domain));
    return is_same ? model->import : ol_imports_find(imports, domain);
}

void ol_model_bind(struct ol_model *model, const struct ol_level *level)
{
    struct ol_slice op_type = ol_level_text(level, OL_NodeProto_op_type);
    struct ol_slice domain = ol_level_text(level, OL_NodeProto_domain);
    const struct ol_imports *imports = ol_model_imports(model);
    model->bound_node = level->begin;
    bool is_entered = model->node == level->begin;
    bool is_known = is_entered ? model->is_node_known : is_node_known(level);
    model->unbound = (struct ol_bound_operator){.op_type = op_type};
    model->bound = &model->unbound;
    if (!is_known || imports == NULL || !imports->is_whole) {
        return;
    }
    const struct ol_import *import = is_entered && model->import_of == imports
                                         ? model->import
                                         : find_import(model, imports, domain);
    bool is_implied = import == NULL && !model->is_in_function && model->is_opset_implied &&
                      ol_domain_is_default(domain);
    if (import != NULL) {
        model->bound = ol_bound_operators_find(&model->bound_operators, import->domain, op_type,
                                               import->version);
    } else if (is_implied) {
        model->bound = ol_bound_operators_find(
            &model->bound_operators, ol_domain_canonical((struct ol_slice){NULL, 0}), op_type, 1);
    }
}

void ol_model_declare(struct ol_model *model, const struct ol_level *attribute)
{
    model->declared_attribute = attribute->begin;
    model->declared = NULL;
    model->is_declarable = false;
    if (ol_level_is_in(attribute, OL_MESSAGE_NodeProto, OL_NodeProto_attribute)) {
        const struct ol_operator *schema = ol_model_bound(model, attribute->parent)->schema;
        model->is_declarable = schema != NULL;
        model->declared = schema != NULL
                              ? ol_operator_find_attribute(
                                    schema, ol_level_text(attribute, OL_AttributeProto_name))
                              : NULL;
    }
}

/* Binds a node to the operator set that it names. */
static enum ol_status bind_import(struct ol_model *model, const struct ol_level *level)
{
    struct ol_slice domain = ol_domain_canonical(ol_level_text(level, OL_NodeProto_domain));
    struct ol_imports *imports = ol_model_imports(model);
    model->import = imports != NULL ? find_import(model, imports, domain) : NULL;
    model->import_of = imports;
    model->is_first_missing = false;
    model->is_first_bound = false;
    if (model->import != NULL) {
        model->is_first_bound = !model->import->has_nodes;
        model->import->has_nodes = true;
        model->import->is_used = true;
    } else if (imports != NULL && model->is_node_known && domain.size < OL_NONE) {
        size_t known = imports->missing.symbols.count;
        uint32_t symbol;
        enum ol_status status = ol_symbols_intern(&imports->missing, domain, &symbol);
        model->is_first_missing = status == OL_OK && symbol == known;
        return status;
    }
    return OL_OK;
}

bool ol_model_may_pass(struct ol_model *model, const struct ol_operator_name *name,
                       const struct ol_operator **schema)
{
    const struct ol_imports *imports = &model->imports;
    if (model->is_in_function || !model->is_known || !imports->is_whole ||
        model->functions.count > 0) {
        return false;
    }
    const struct ol_import *import = find_import(model, imports, name->domain);
    if (import == NULL || !import->has_nodes) {
        return false;
    }
    *schema = ol_bound_operator_schema(ol_bound_operators_find(
        &model->bound_operators, import->domain, name->op_type, import->version));
    model->bound_node = UINT64_MAX; /* what it borrowed may have lost its place */
    return true;
}

static enum ol_status add_call(struct ol_model *model, const struct ol_level *level)
{
    const struct ol_function *caller = ol_model_function(model, model->function);
    if (level->tag < caller->begin || level->tag >= caller->end) {
        return OL_OK; /* in another function of that identity */
    }
    struct ol_call *call = ol_vector_add(&model->calls, sizeof *call);
    if (call == NULL) {
        return OL_ERR_NOMEM;
    }
    *call = (struct ol_call){
        .caller = model->function,
        .callee = model->callee,
        .tag = ol_level_has(level, OL_NodeProto_op_type)
                   ? level->fields[OL_NodeProto_op_type].last.tag
                   : level->tag,
    };
    return OL_OK;
}

/* Binds a node to the operator set and the function that it names. */
static enum ol_status enter_node(struct ol_model *model, const struct ol_level *level)
{
    model->node = level->begin;
    model->is_node_known = is_node_known(level);
    model->callee = ol_model_callee(model, level);
    enum ol_status status = bind_import(model, level);
    if (model->callee == OL_NONE || status != OL_OK) {
        return status;
    }
    ol_model_function(model, model->callee)->is_called = true;
    return model->function != OL_NONE ? add_call(model, level) : OL_OK;
}

/* Where a node hands an attribute of its function on to an operator that cannot do without, calls
 * of the function cannot either. */
static void note_need(struct ol_model *model, const struct ol_level *level)
{
    if (model->function == OL_NONE || !ol_level_has(level, OL_AttributeProto_ref_attr_name) ||
        !ol_level_is_in(level, OL_MESSAGE_NodeProto, OL_NodeProto_attribute) ||
        ol_model_callee(model, level->parent) != OL_NONE) {
        return;
    }
    const struct ol_operator_attribute *declared = ol_model_declared(model, level);
    struct ol_parameter *parameter =
        ol_model_parameter(model, ol_model_function(model, model->function),
                           ol_level_text(level, OL_AttributeProto_ref_attr_name));
    if (declared != NULL && declared->is_required && parameter != NULL) {
        parameter->is_needed = true;
    }
}

static enum ol_status read_imports(struct ol_model *model, const struct ol_level *level)
{
    model->is_known = true;
    enum ol_status status = ol_imports_read(&model->imports, level, OL_ModelProto_opset_import);
    model->is_opset_implied = model->imports.is_whole && model->imports.entries.count == 0 &&
                              ol_level_has(level, OL_ModelProto_ir_version) &&
                              ol_level_integer(level, OL_ModelProto_ir_version, 0) < OPSETS_SINCE;
    return status;
}

enum ol_status ol_model_enter_imports(struct ol_model *model, const struct ol_level *level)
{
    unsigned message = level->message->id;
    if (message != OL_MESSAGE_ModelProto && message != OL_MESSAGE_FunctionProto) {
        return OL_OK;
    }
    model->import = NULL; /* it may be one of those that are read anew */
    model->node = UINT64_MAX;
    if (message == OL_MESSAGE_ModelProto) {
        return read_imports(model, level);
    }
    model->is_in_function = true;
    model->function = OL_NONE;
    return ol_imports_read(&model->function_imports, level, OL_FunctionProto_opset_import);
}

enum ol_status ol_model_enter(struct ol_model *model, const struct ol_level *level)
{
    enum ol_status status;
    if (!level->is_complete || level->depth >= OL_DEPTH_MAX) {
        model->misses_nodes = true;
    }
    switch (level->message->id) {
    case OL_MESSAGE_ModelProto:
        status = ol_model_enter_imports(model, level);
        return status == OL_OK ? read_functions(model, level) : status;
    case OL_MESSAGE_FunctionProto:
        return enter_function(model, level);
    case OL_MESSAGE_NodeProto:
        return enter_node(model, level);
    case OL_MESSAGE_AttributeProto:
        note_need(model, level);
        return OL_OK;
    default:
        return OL_OK;
    }
}

void ol_model_leave(struct ol_model *model, const struct ol_level *level)
{
    if (level->message->id == OL_MESSAGE_FunctionProto) {
        model->is_in_function = false;
        model->function = OL_NONE;
    }
}
