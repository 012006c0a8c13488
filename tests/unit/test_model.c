/* SPDX-License-Identifier: Apache-2.0 */
/* What a model offers to its nodes: imports and functions, and how nodes are bound to them. */
#include <stdbool.h>

#include "base/buf.h"
#include "base/limits.h"
#include "example/hexasm.h"
#include "onnx/model.h"
#include "onnx/reader.h"
#include "unit/lint_bytes.h"
#include "unit/suites.h"

/* What a node was bound to; of the node whose op_type is one letter. */
struct bound {
    int64_t version; /* of the import; 0: none */
    uint32_t callee;
    bool is_known;
    bool is_first_missing;
};

struct fixture {
    struct ol_minitables *tables;
    struct ol_reader *reader;
    struct ol_hexasm bytes;
    struct ol_model model;
    struct bound nodes[128];
};

static void note_node(struct fixture *f, const struct ol_level *level)
{
    struct ol_slice op_type = ol_level_text(level, OL_NodeProto_op_type);
    ck_assert_uint_eq(op_type.size, 1);
    f->nodes[op_type.data[0] & 0x7F] = (struct bound){
        .version = f->model.import != NULL ? f->model.import->version : 0,
        .callee = f->model.callee,
        .is_known = f->model.is_node_known,
        .is_first_missing = f->model.is_first_missing,
    };
}

/* As the engine walks; trees of these tests are a few levels deep. */
static void walk(struct fixture *f, struct ol_level *level)
{
    struct ol_children children;
    struct ol_level child;
    ck_assert_uint_lt(level->depth, 10);
    ck_assert_int_eq(ol_reader_read(f->reader, level, NULL, NULL), OL_OK);
    ck_assert_int_eq(ol_model_enter(&f->model, level), OL_OK);
    if (level->message->id == OL_MESSAGE_NodeProto) {
        note_node(f, level);
    }
    ol_children_init(&children, level);
    while (ol_children_next(&children, &child)) {
        walk(f, &child);
    }
    if (level->message->id == OL_MESSAGE_NodeProto) {
        struct ol_slice op_type = ol_level_text(level, OL_NodeProto_op_type);
        ck_assert_ptr_nonnull(op_type.data);
        ck_assert_uint_eq(ol_model_callee(&f->model, level),
                          f->nodes[op_type.data[0] & 0x7F].callee);
    }
    ol_model_leave(&f->model, level);
}

static void read_text(struct fixture *f, enum ol_message_id message, const char *text)
{
    struct ol_level root;
    *f = (struct fixture){0};
    ck_assert_int_eq(ol_minitables_new(&f->tables), OL_OK);
    ck_assert_int_eq(ol_reader_new(f->tables, &f->reader), OL_OK);
    ck_assert_msg(ol_hexasm_init(&f->bytes, text) == OL_OK, "%s", f->bytes.error);
    ol_model_init(&f->model);
    ol_level_init_root(&root, &ol_messages[message],
                       (struct ol_slice){f->bytes.bytes, f->bytes.size});
    walk(f, &root);
}

static void fini(struct fixture *f)
{
    ol_model_fini(&f->model);
    ol_hexasm_fini(&f->bytes);
    ol_reader_free(f->reader);
    ol_minitables_free(f->tables);
}

static const struct ol_import *find_import(const struct ol_imports *imports, const char *domain)
{
    return ol_imports_find(imports, ol_slice_from_text(domain));
}

static const struct ol_function *find_function(const struct ol_model *model, const char *domain,
                                               const char *name, const char *overload)
{
    uint32_t place = ol_model_find(model, ol_slice_from_text(domain), ol_slice_from_text(name),
                                   ol_slice_from_text(overload));
    return place != OL_NONE ? ol_model_function(model, place) : NULL;
}

START_TEST(test_imports)
{
    struct fixture f;
    /* the default one under both names, the highest version binding; x; behind the graph */
    read_text(
        &f, OL_MESSAGE_ModelProto,
        "3A { 0A { 22 { \"A\" } } 0A { 22 { \"B\" } 3A { \"x\" } } 0A { 22 { \"C\" } 3A { \"y\" } } "
        " 0A { 22 { \"D\" } 3A { \"y\" } } } "
        "42 { 10 0D } 42 { 0A { \"x\" } 10 02 } 42 { 0A { \"ai.onnx\" } 10 11 } 42 { 0A { \"z\" } }");
    const struct ol_imports *imports = &f.model.imports;
    ck_assert(f.model.is_known && f.model.is_whole && imports->is_whole);
    ck_assert_uint_eq(imports->entries.count, 4);
    ck_assert_int_eq(find_import(imports, "")->version, 17);
    ck_assert_uint_eq(find_import(imports, "ai.onnx")->item, 2);
    ck_assert_ptr_null(find_import(imports, "y"));
    ck_assert(find_import(imports, "x")->is_used && !find_import(imports, "z")->is_used);
    ck_assert_int_eq(f.nodes['A'].version, 17);
    ck_assert_int_eq(f.nodes['B'].version, 2);
    ck_assert(!f.nodes['B'].is_first_missing);
    ck_assert_int_eq(f.nodes['C'].version, 0);
    ck_assert(f.nodes['C'].is_first_missing && !f.nodes['D'].is_first_missing);
    ck_assert_uint_ne(ol_symbols_find(&imports->missing, ol_slice_from_text("y")), OL_NONE);
    ck_assert(!f.model.misses_nodes);
    fini(&f);
}
END_TEST

START_TEST(test_functions)
{
    struct fixture f;
    read_text(
        &f, OL_MESSAGE_ModelProto,
        "3A { 0A { 22 { \"F\" } 3A { \"d\" } } 0A { 22 { \"F\" } 3A { \"d\" } 42 { \"o\" } } } "
        "42 { 10 11 } 42 { 0A { \"d\" } 10 01 } "
        "CA 01 { 0A { \"F\" } 52 { \"d\" } 6A { \"o\" } 22 { \"a\" } 22 { \"b\" } 2A { \"c\" } } "
        "CA 01 { 0A { \"F\" } 52 { \"d\" } 6A { \"p\" } } "
        "CA 01 { 0A { \"G\" } 52 { \"d\" } } "
        "CA 01 { 0A { \"G\" } 52 { \"d\" } 22 { \"again\" } }");
    const struct ol_model *model = &f.model;
    ck_assert_uint_eq(model->functions.count, 4);
    ck_assert_ptr_null(find_function(model, "d", "F", ""));
    ck_assert_ptr_null(find_function(model, "e", "G", ""));
    const struct ol_function *function = find_function(model, "d", "F", "o");
    ck_assert_uint_eq(function->inputs, 2);
    ck_assert_uint_eq(function->outputs, 1);
    ck_assert_uint_eq(function->item, 0);
    ck_assert(function->is_called && function->is_whole);
    ck_assert_uint_eq(find_function(model, "d", "G", "")->item, 2);
    ck_assert(!find_function(model, "d", "G", "")->is_called);
    uint32_t named = ol_model_find_name(model, ol_slice_from_text("d"), ol_slice_from_text("F"));
    ck_assert_uint_eq(ol_model_function(model, named)->item, 0);
    ck_assert_uint_eq(ol_model_function(model, named + 1)->item, 1);
    ck_assert_uint_eq(ol_model_find_name(model, ol_slice_from_text("d"), ol_slice_from_text("H")),
                      OL_NONE);
    ck_assert_uint_eq(model->calls.count, 0); /* graphs are not noted as callers */
    fini(&f);
}
END_TEST

/* F calls G in a subgraph, with its own imports; G takes required and optional attributes. */
START_TEST(test_bodies)
{
    struct fixture f;
    read_text(
        &f, OL_MESSAGE_ModelProto,
        "42 { 10 11 } 42 { 0A { \"u\" } 10 01 } "
        "CA 01 { 0A { \"F\" } 4A { 10 0D } 4A { 0A { \"u\" } 10 01 } "
        "  3A { 22 { \"I\" } 2A { 32 { 0A { 22 { \"G\" } } 0A { 22 { \"K\" } 3A { \"k\" } } } } } } "
        "CA 01 { 0A { \"G\" } 32 { \"b\" } 32 { \"a\" } 5A { 0A { \"c\" } 18 01 } 5A { 0A { \"a\" } 18 01 } "
        "  3A { 22 { \"L\" } } }");
    const struct ol_model *model = &f.model;
    ck_assert_int_eq(f.nodes['I'].version, 13);
    ck_assert_uint_ne(f.nodes['G'].callee, OL_NONE);
    ck_assert(f.nodes['K'].is_first_missing);
    ck_assert_int_eq(f.nodes['L'].version, 0);
    ck_assert(f.nodes['L'].is_first_missing); /* each function has its own imports */
    ck_assert(find_import(&model->imports, "u")->is_used);
    ck_assert_uint_eq(model->calls.count, 1);
    const struct ol_call *call = model->calls.items;
    ck_assert_uint_eq(call->callee, f.nodes['G'].callee);
    ck_assert_ptr_eq(ol_model_function(model, call->caller), find_function(model, "", "F", ""));
    ck_assert_uint_eq(f.bytes.bytes[call->tag], 0x22);
    ck_assert_uint_eq(f.bytes.bytes[call->tag + 2], 'G');
    const struct ol_function *function = find_function(model, "", "G", "");
    ck_assert_uint_eq(function->parameter_count, 4);
    ck_assert(ol_model_parameter(model, function, ol_slice_from_text("a"))->has_default);
    ck_assert(!ol_model_parameter(model, function, ol_slice_from_text("b"))->has_default);
    ck_assert(ol_model_parameter(model, function, ol_slice_from_text("c"))->has_default);
    ck_assert_ptr_null(ol_model_parameter(model, function, ol_slice_from_text("d")));
    fini(&f);
}
END_TEST

/* A function that is the root: its imports are known, the model is not. */
START_TEST(test_function_alone)
{
    struct fixture f;
    read_text(&f, OL_MESSAGE_FunctionProto,
              "0A { \"F\" } 4A { 10 0D } 3A { 22 { \"A\" } } 3A { 22 { \"B\" } 3A { \"x\" } }");
    ck_assert(!f.model.is_known && !f.model.is_in_function);
    ck_assert_int_eq(f.nodes['A'].version, 13);
    ck_assert(f.nodes['B'].is_first_missing);
    ck_assert_ptr_null(ol_model_imports(&f.model));
    fini(&f);
}
END_TEST

START_TEST(test_what_cannot_be_read)
{
    struct fixture f;
    /* an import with a domain that is a number, a function that is cut, a node with a domain that
     * is a number */
    read_text(&f, OL_MESSAGE_ModelProto,
              "42 { 08 01 10 02 } CA 01 { 0A { \"F\" } 4A 7F } "
              "3A { 0A { 22 { \"A\" } 38 01 } }");
    ck_assert(!f.model.imports.is_whole);
    ck_assert(!f.model.is_whole);
    ck_assert(f.model.misses_nodes);
    ck_assert(!f.nodes['A'].is_known && !f.nodes['A'].is_first_missing);
    ck_assert(!find_function(&f.model, "", "F", "")->is_whole);
    fini(&f);
}
END_TEST

/* Entries of opset_import past those that are looked at. */
START_TEST(test_bound_of_imports)
{
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    for (uint32_t more = 0; more < 2; more++) {
        struct ol_buf buf;
        ol_buf_init(&buf);
        for (uint32_t i = 0; i < OL_IMPORTS_MAX + more; i++) {
            ol_buf_add_slice(&buf, (struct ol_slice){(const uint8_t *)"\x42\x00", 2});
        }
        ck_assert(ol_buf_is_ok(&buf));
        ol_test_lint(&linter, OL_MESSAGE_ModelProto, ol_buf_slice(&buf), 0);
        ck_assert_uint_eq(linter.diags.not_checked_count, more);
        ol_buf_fini(&buf);
    }
    ol_test_linter_fini(&linter);
}
END_TEST

/* A function without a name cannot be called, and is not kept. */
START_TEST(test_nameless_function)
{
    struct fixture f;
    read_text(&f, OL_MESSAGE_ModelProto, "CA 01 { 32 { \"p\" } } CA 01 { 0A { \"F\" } }");
    ck_assert(f.model.is_whole);
    ck_assert_uint_eq(f.model.functions.count, 1);
    ck_assert_uint_eq(f.model.parameters.count, 0);
    ck_assert_uint_eq(ol_model_function(&f.model, 0)->item, 1);
    ck_assert_uint_eq(ol_model_function(&f.model, 0)->number, 0);
    fini(&f);
}
END_TEST

Suite *suite_model(void)
{
    const TTest *const tests[] = {
        test_imports,          test_functions,           test_bodies,
        test_function_alone,   test_what_cannot_be_read, test_bound_of_imports,
        test_nameless_function};
    return OL_SUITE_OF("model", tests);
}
