/* SPDX-License-Identifier: Apache-2.0 */
/* Tells which schema one node of a file is held against, and why: by its name, and by what is
 * imported where it stands. Only the levels on the way to the node are read. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/input.h"
#include "base/limits.h"
#include "base/text.h"
#include "linter.h"
#include "onnx/attribute_type.h"
#include "onnx/domain.h"
#include "onnx/element_type.h"
#include "onnx/field_step.h"
#include "onnx/model.h"
#include "onnx/reader.h"
#include "onnx/recognise.h"
#include "onnx_lint.h"

/* The way to a node. */
struct way {
    struct ol_linter *linter;
    struct ol_reader *reader;
    struct ol_arena *arena;
    struct ol_model model;
    const struct ol_level *node; /* the innermost one so far; NULL: none */
    struct ol_bound_operator bound;
    const struct ol_import *import;
    uint32_t callee;
    bool is_in_function;
};

/* --- to the node --------------------------------------------------------- */

/* Reads a level, and keeps what it says of the nodes in it. */
static enum ol_status enter(struct way *way, struct ol_level *level)
{
    enum ol_status status = ol_reader_read(way->reader, level, NULL, NULL);
    if (status == OL_OK) {
        status = ol_model_enter(&way->model, level);
    }
    if (status == OL_OK && level->message->id == OL_MESSAGE_NodeProto) {
        way->node = level;
        way->bound = *ol_model_bound(&way->model, level);
        way->import = way->model.import;
        way->callee = way->model.callee;
        way->is_in_function = way->model.is_in_function;
    }
    return status;
}

/* The member of the level that a step names, read; *child is NULL where there is none. */
static enum ol_status descend(struct way *way, const struct ol_level *level,
                              const struct ol_field_step *step, const struct ol_field *field,
                              struct ol_level **child)
{
    struct ol_level *made = ol_arena_alloc(way->arena, sizeof *made);
    *child = NULL;
    if (made == NULL) {
        return OL_ERR_NOMEM;
    }
    if (!ol_field_step_child(step, level, field, made)) {
        return OL_OK;
    }
    *child = made;
    return enter(way, made);
}

/* Goes down the path as far as it leads through messages. */
static enum ol_status follow(struct way *way, struct ol_level *root, const char *path)
{
    const char *rest = path;
    struct ol_level *level = root;
    struct ol_field_step step;
    enum ol_status status = enter(way, root);
    while (status == OL_OK && level != NULL && *rest != '\0' && level->depth < OL_DEPTH_MAX) {
        const struct ol_field *field =
            ol_field_step_next(&rest, &step) ? ol_field_from_name(level->message, step.name) : NULL;
        if (field == NULL) {
            level = NULL;
        } else if (field->type != OL_TYPE_MESSAGE) {
            break;
        } else {
            status = descend(way, level, &step, field, &level);
        }
    }
    if (status != OL_OK || (level != NULL && way->node != NULL)) {
        return status;
    }
    ol_text_quote(&way->linter->error, ol_slice_from_text(path));
    ol_buf_add(&way->linter->error, level == NULL
                                        ? " leads to nothing in the file; a path is as in findings,"
                                          " like graph.node[3]"
                                        : " leads to no node; a node's path is like graph.node[3]");
    return ol_linter_refuse(way->linter);
}

/* --- what is told -------------------------------------------------------- */

static void add_types(struct ol_buf *out, const struct ol_type_set *set)
{
    static const char *const forms[OL_TYPE_FORM_COUNT] = {
        [OL_TYPE_FORM_TENSOR] = "tensor",
        [OL_TYPE_FORM_SEQ] = "sequence",
        [OL_TYPE_FORM_OPTIONAL] = "optional",
        [OL_TYPE_FORM_OPTIONAL_SEQ] = "optional sequence",
        [OL_TYPE_FORM_MAP_INT64] = "map from INT64",
        [OL_TYPE_FORM_MAP_STRING] = "map from STRING",
        [OL_TYPE_FORM_SEQ_MAP_INT64] = "sequence of maps from INT64",
        [OL_TYPE_FORM_SEQ_MAP_STRING] = "sequence of maps from STRING",
    };
    const char *between = "";
    for (int form = 0; form < OL_TYPE_FORM_COUNT; form++) {
        const char *separator = " ";
        if (set->elements[form] == 0) {
            continue;
        }
        ol_buf_addf(out, "%s%s of", between, forms[form]);
        for (int64_t type = 1; type < OL_DATA_TYPE_COUNT; type++) {
            if (ol_type_set_has(set, (enum ol_type_form)form, type)) {
                ol_buf_addf(out, "%s%s", separator, ol_data_type_name(type));
                separator = ", ";
            }
        }
        between = "; ";
    }
}

static void add_parameters(struct ol_buf *out, const char *what, const struct ol_operator *schema,
                           const struct ol_operator_parameter *parameters, size_t count)
{
    const struct ol_operator_variable *variables = ol_operator_variables(schema);
    for (size_t i = 0; i < count; i++) {
        const struct ol_operator_parameter *parameter = &parameters[i];
        ol_buf_addf(out, "%s %zu: %s", what, i, ol_operator_text(parameter->name));
        if (parameter->option == OL_OPERATOR_OPTIONAL) {
            ol_buf_add(out, ", optional");
        } else if (parameter->option != OL_OPERATOR_SINGLE) {
            ol_buf_addf(out, ", variadic, %u or more", (unsigned)parameter->least);
        }
        ol_buf_add(out, ", ");
        if (parameter->variable != OL_OPERATOR_NO_VARIABLE) {
            ol_buf_add(out, ol_operator_text(variables[parameter->variable].name));
        } else {
            add_types(out, ol_operator_type_set(parameter->set));
        }
        ol_buf_add_char(out, '\n');
    }
}

static void add_signature(struct ol_buf *out, const struct ol_operator *schema)
{
    const struct ol_operator_attribute *attributes = ol_operator_attributes(schema);
    const struct ol_operator_variable *variables = ol_operator_variables(schema);
    add_parameters(out, "input", schema, ol_operator_inputs(schema), schema->input_count);
    add_parameters(out, "output", schema, ol_operator_outputs(schema), schema->output_count);
    for (size_t i = 0; i < schema->attribute_count; i++) {
        ol_buf_addf(out, "attribute %s: %s%s\n", ol_operator_text(attributes[i].name),
                    ol_attribute_types[attributes[i].type].name,
                    attributes[i].is_required ? ", required" : "");
    }
    for (size_t i = 0; i < schema->variable_count; i++) {
        ol_buf_addf(out, "type %s: ", ol_operator_text(variables[i].name));
        add_types(out, ol_operator_type_set(variables[i].set));
        ol_buf_add_char(out, '\n');
    }
}

/* Which import binds the node's domain. */
static void add_import(struct ol_buf *out, const struct way *way)
{
    struct ol_slice domain = ol_level_text(way->node, OL_NodeProto_domain);
    ol_buf_add(out, "domain: ");
    ol_text_escape(out, ol_domain_canonical(domain), OL_NAME_SHOWN_MAX);
    ol_buf_add(out, domain.size == 0 ? ", as the node names none\n" : "\n");
    ol_buf_add(out, "version: ");
    if (way->import != NULL) {
        ol_buf_addf(out, "%" PRId64 ", by opset_import[%" PRIu32 "] of the %s\n",
                    way->import->version, way->import->item,
                    way->is_in_function ? "function around it" : "model");
    } else if (way->bound.is_known) {
        ol_buf_addf(out, "%" PRId64 ", as there is no opset_import at that IR version\n",
                    way->bound.version);
    } else {
        ol_buf_addf(out, "none, as the domain is not imported by the %s\n",
                    way->is_in_function ? "function around it" : "model");
    }
    if (way->callee != OL_NONE) {
        ol_buf_addf(out, "function: functions[%" PRIu32 "] of the model bears its name\n",
                    ol_model_function(&way->model, way->callee)->item);
    }
}

static void add_range(struct ol_buf *out, const struct way *way)
{
    const struct ol_operator *schema = way->bound.schema;
    const struct ol_operator *next = ol_operator_next(schema);
    ol_buf_addf(out, "schema: %s as of version %u", ol_operator_text(schema->name),
                (unsigned)schema->since);
    if (next != NULL) {
        ol_buf_addf(out, ", in force until %u; version %u changes it", next->since - 1U,
                    (unsigned)next->since);
    } else {
        ol_buf_add(out, ", the newest");
    }
    ol_buf_add(out, schema->flags & OL_OPERATOR_IS_DEPRECATED ? "; deprecated" : "");
    ol_buf_add(out, schema->flags & OL_OPERATOR_IS_EXPERIMENTAL ? "; experimental" : "");
    ol_buf_add(out, schema->flags & OL_OPERATOR_IS_FUNCTION
                        ? "; the standard has a body of simpler operators for it\n"
                        : "\n");
}

/* Why there is no schema. */
static void add_lack(struct ol_buf *out, const struct way *way)
{
    const struct ol_bound_operator *bound = &way->bound;
    const struct ol_domain *domain = ol_domain_from_name(bound->domain);
    ol_buf_add(out, "schema: none, as ");
    if (!bound->is_known) {
        ol_buf_add(out, "no version is known\n");
        return;
    }
    switch ((enum ol_operator_verdict)bound->verdict) {
    case OL_OPERATOR_LATER:
        ol_buf_addf(out, "the operator exists from version %u on\n",
                    (unsigned)ol_operator_first(bound->domain, bound->op_type)->since);
        break;
    case OL_OPERATOR_UNKNOWN:
        ol_buf_add(out, "no version of the domain has an operator of that name\n");
        break;
    case OL_OPERATOR_NO_VERSION:
        ol_buf_addf(out, "the versions known here are %" PRId64 " to %" PRId64 "\n", domain->first,
                    domain->last);
        break;
    case OL_OPERATOR_NO_DOMAIN:
        ol_buf_add(out, "the domain is none of the standard's\n");
        break;
    case OL_OPERATOR_FOUND:
    case OL_OPERATOR_FOUND_DEPRECATED:
        break;
    }
}

static void add_node(struct ol_buf *out, const struct way *way)
{
    struct ol_slice name = ol_level_text(way->node, OL_NodeProto_name);
    ol_buf_add(out, "node: ");
    if (name.size > 0) {
        ol_text_quote(out, name);
        ol_buf_add_char(out, ' ');
    }
    ol_buf_add_char(out, '(');
    ol_text_escape(out, ol_level_text(way->node, OL_NodeProto_op_type), OL_NAME_SHOWN_MAX);
    ol_buf_add(out, ")\n");
    add_import(out, way);
    if (way->bound.schema != NULL) {
        add_range(out, way);
        add_signature(out, way->bound.schema);
    } else {
        add_lack(out, way);
    }
}

/* --- one file ------------------------------------------------------------ */

static enum ol_status explain(struct way *way, const struct ol_input *input, const char *name,
                              const char *path, struct ol_buf *out)
{
    struct ol_file_kind kind;
    ol_recognise(input->bytes, name, way->linter->type, &kind);
    struct ol_level *root = ol_arena_alloc(way->arena, sizeof *root);
    if (root == NULL) {
        return OL_ERR_NOMEM;
    }
    if (kind.root == NULL) {
        ol_buf_add(&way->linter->error, "the file is no ONNX message");
        return ol_linter_refuse(way->linter);
    }
    ol_level_init_root(root, kind.root, input->bytes);
    enum ol_status status = follow(way, root, path);
    if (status == OL_OK) {
        add_node(out, way);
    }
    return status;
}

static enum ol_status explain_file(struct ol_linter *linter, const char *file, const char *path,
                                   struct ol_buf *out)
{
    struct ol_input input = {0};
    struct way way = {.linter = linter, .arena = ol_arena_new(), .callee = OL_NONE};
    ol_model_init(&way.model);
    enum ol_status status = way.arena != NULL ? OL_OK : OL_ERR_NOMEM;
    if (status == OL_OK) {
        status = ol_reader_new(linter->tables, &way.reader);
    }
    if (status == OL_OK) {
        status = strcmp(file, "-") == 0 ? ol_input_open_stdin(&input, NULL, &linter->error)
                                        : ol_input_open(&input, file, &linter->error);
    }
    if (status == OL_OK) {
        status = explain(&way, &input, file, path, out);
    }
    ol_model_fini(&way.model);
    ol_reader_free(way.reader);
    ol_input_fini(&input);
    ol_arena_free(way.arena);
    return status;
}

enum ol_status ol_linter_explain_node(struct ol_linter *linter, const char *file, const char *path,
                                      ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_buf_clear(&linter->error);
    enum ol_status status = explain_file(linter, file, path, &out);
    if (status == OL_OK) {
        status = ol_buf_pass_on(&out, write, context);
    }
    ol_buf_fini(&out);
    return status;
}
