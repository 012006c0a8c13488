/* SPDX-License-Identifier: Apache-2.0 */
/* Names of values: what is visible where, seen by a walk over assembled bytes. */
#include "base/buf.h"
#include "example/hexasm.h"
#include "onnx/glance.h"
#include "onnx/locate.h"
#include "onnx/peek.h"
#include "onnx/scope.h"
#include "unit/lint_bytes.h"
#include "unit/suites.h"

/* A walk that writes down, for each node, what its inputs are found to be. */
struct walk {
    struct ol_test_linter linter;
    struct ol_scopes scopes;
    struct ol_buf log;
};

static const char *const states[] = {
    [OL_USE_EMPTY] = "empty",
    [OL_USE_FOUND] = "found",
    [OL_USE_LATER] = "later",
    [OL_USE_UNKNOWN] = "unknown",
};

static void log_uses(struct walk *walk, const struct ol_level *holder, const struct ol_use *uses,
                     size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ol_buf_add_slice(&walk->log, ol_use_name(&uses[i], holder));
        ol_buf_addf(&walk->log, "=%s", states[uses[i].state]);
        if (uses[i].value != OL_NONE) {
            const struct ol_value *value = ol_scopes_value(&walk->scopes, uses[i].value);
            ol_buf_addf(&walk->log, "@%u", (unsigned)value->scope);
        }
        ol_buf_add_char(&walk->log, ' ');
    }
}

/* Visits a level and those in it, as the engine does. */
static void visit(struct walk *walk, struct ol_level *level)
{
    struct ol_children children;
    struct ol_level child;
    size_t count;
    ck_assert_uint_le(level->depth, 20);
    ck_assert_int_eq(ol_reader_read(walk->linter.reader, level, NULL, NULL), OL_OK);
    ck_assert_int_eq(ol_scopes_enter(&walk->scopes, level), OL_OK);
    if (level->message->id == OL_MESSAGE_NodeProto) {
        const struct ol_use *uses = ol_scopes_uses(&walk->scopes, level, &count);
        log_uses(walk, level, uses, count);
    }
    const struct ol_scope *scope = ol_scopes_top(&walk->scopes);
    if (scope != NULL && scope->level == level) {
        ol_buf_add(&walk->log, scope->is_whole ? "[" : "[?");
        log_uses(walk, level, scope->outputs.items, scope->outputs.count);
        ol_buf_add(&walk->log, "] ");
    }
    ol_children_init(&children, level);
    while (ol_children_next(&children, &child)) {
        visit(walk, &child);
    }
    ol_scopes_leave(&walk->scopes, level);
}

/* Walks over the text's bytes and compares what was written down. */
static void expect(enum ol_message_id message, const char *text, const char *log)
{
    struct walk walk;
    struct ol_hexasm bytes;
    struct ol_level root;
    ck_assert_int_eq(ol_hexasm_init(&bytes, text), OL_OK);
    ol_test_linter_init(&walk.linter);
    ol_scopes_init(&walk.scopes, walk.linter.reader);
    ol_buf_init(&walk.log);
    ol_level_init_root(&root, &ol_messages[message], (struct ol_slice){bytes.bytes, bytes.size});
    visit(&walk, &root);
    ck_assert_str_eq(ol_buf_text(&walk.log), log);
    if (message != OL_MESSAGE_ModelProto) {
        ck_assert_uint_eq(walk.scopes.depth, 0);
        ck_assert_uint_eq(walk.scopes.values.count, 0);
    }
    ol_buf_fini(&walk.log);
    ol_scopes_fini(&walk.scopes);
    ol_test_linter_fini(&walk.linter);
    ol_hexasm_fini(&bytes);
}

#define NODE(in, out) "0A { 0A { \"" in "\" } 12 { \"" out "\" } } "
#define HOLDER(in, out, graph) \
    "0A { 0A { \"" in "\" } 12 { \"" out "\" } 2A { 32 { " graph " } } } "
#define INPUT(name)       "5A { 0A { \"" name "\" } } "
#define OUTPUT(name)      "62 { 0A { \"" name "\" } } "
#define INITIALIZER(name) "2A { 42 { \"" name "\" } } "

START_TEST(test_order)
{
    expect(OL_MESSAGE_GraphProto,
           NODE("x", "a") NODE("a", "b") NODE("d", "c") NODE("w", "d") NODE("nix", "e")
               NODE("", "f") INPUT("x") OUTPUT("b") OUTPUT("nix") INITIALIZER("w"),
           "[b=found@0 nix=unknown ] x=found@0 a=found@0 d=later@0 w=found@0 nix=unknown =empty ");
}
END_TEST

START_TEST(test_subgraphs)
{
    /* the inner graph sees what is before its node, not what the node makes, and not what a graph
     * beside it has; its own x hides the outer one */
    expect(OL_MESSAGE_GraphProto,
           NODE("x", "a") HOLDER("a", "b", NODE("a", "i") NODE("b", "j") OUTPUT("i") OUTPUT("a"))
               HOLDER("b", "c", INPUT("x") NODE("x", "k") NODE("i", "l")) INPUT("x"),
           "[] x=found@0 a=found@0 [i=found@1 a=unknown ] a=found@0 b=later@0 b=found@0 [] "
           "x=found@1 i=unknown ");
}
END_TEST

START_TEST(test_later_inside_but_earlier_around)
{
    expect(OL_MESSAGE_GraphProto, HOLDER("x", "b", NODE("x", "i") NODE("i", "x")) INPUT("x"),
           "[] x=found@0 [] x=found@0 i=found@1 ");
}
END_TEST

START_TEST(test_functions_see_nothing_around)
{
    /* a model with a function f(a) -> b; w is the graph's */
    expect(OL_MESSAGE_ModelProto,
           "3A { " NODE("w", "y") INITIALIZER("w") "} "
                                                   "CA 01 { 22 { \"a\" } 2A { \"b\" } 3A { 0A { "
                                                   "\"a\" } 0A { \"w\" } 12 { \"b\" } } }",
           "[] w=found@0 [b=found@0 ] a=found@0 w=unknown ");
}
END_TEST

START_TEST(test_training_sees_the_inference_graph)
{
    static const char training[] = "A2 01 { 0A { 0A { 0A { \"w\" } 12 { \"v\" } } } "
                                   "12 { 0A { 0A { \"w\" } 0A { \"y\" } 12 { \"u\" } } } } ";
    static const char graph[] = "3A { " NODE("w", "y") INITIALIZER("w") "} ";
    struct ol_buf text;
    ol_buf_init(&text);
    ol_buf_addf(&text, "%s%s", graph, training);
    expect(OL_MESSAGE_ModelProto, ol_buf_text(&text),
           "[] w=found@0 [] w=unknown [] w=found@0 y=found@0 ");
    /* the other way round in the bytes */
    ol_buf_clear(&text);
    ol_buf_addf(&text, "%s%s", training, graph);
    expect(OL_MESSAGE_ModelProto, ol_buf_text(&text),
           "[] w=unknown [] w=found@0 y=found@0 [] w=found@0 ");
    ol_buf_fini(&text);
}
END_TEST

START_TEST(test_what_cannot_be_read_is_no_definition)
{
    /* a node whose bytes break off, a list of a wrong wire type, and a graph around which nothing
     * is known */
    expect(OL_MESSAGE_GraphProto, "0A { 12 05 } " NODE("z", "y"), "[?] z=unknown ");
    expect(OL_MESSAGE_GraphProto, "58 01 " NODE("z", "y"), "[?] z=unknown ");
    expect(OL_MESSAGE_AttributeProto, "32 { " NODE("z", "y") "}", "[?] z=unknown ");
}
END_TEST

START_TEST(test_repeated_definitions)
{
    struct walk walk;
    struct ol_hexasm bytes;
    struct ol_level root;
    ck_assert_int_eq(
        ol_hexasm_init(&bytes, INPUT("x") INITIALIZER("x") INITIALIZER("x") NODE("x", "x")), OL_OK);
    ol_test_linter_init(&walk.linter);
    ol_scopes_init(&walk.scopes, walk.linter.reader);
    ol_level_init_root(&root, &ol_messages[OL_MESSAGE_GraphProto],
                       (struct ol_slice){bytes.bytes, bytes.size});
    ck_assert_int_eq(ol_reader_read(walk.linter.reader, &root, NULL, NULL), OL_OK);
    ck_assert_int_eq(ol_scopes_enter(&walk.scopes, &root), OL_OK);
    const struct ol_scope *scope = ol_scopes_top(&walk.scopes);
    ck_assert_uint_eq(scope->end - scope->begin, 4);
    const struct ol_value *first = ol_scopes_value(&walk.scopes, scope->begin);
    ck_assert_uint_eq(first->definer, OL_DEFINER_INPUT);
    ck_assert_uint_eq(first->flags, OL_VALUE_INITIALIZER);
    ck_assert_uint_eq(first->output, 1);
    for (uint32_t i = 1; i < 4; i++) {
        const struct ol_value *value = ol_scopes_value(&walk.scopes, scope->begin + i);
        ck_assert_uint_eq(value->flags, OL_VALUE_REPEATED);
        ck_assert_uint_eq(value->before, scope->begin);
    }
    ck_assert_uint_eq(ol_scope_find(&walk.scopes, scope, ol_slice_from_text("x")), scope->begin);
    ol_scopes_leave(&walk.scopes, &root);
    ol_scopes_fini(&walk.scopes);
    ol_test_linter_fini(&walk.linter);
    ol_hexasm_fini(&bytes);
}
END_TEST

#define TWO_OUTPUTS "12 { \"a\" } 12 { \"b\" } "
#define TEN_OUTPUTS TWO_OUTPUTS TWO_OUTPUTS TWO_OUTPUTS TWO_OUTPUTS TWO_OUTPUTS

/* Outputs are found on both sides of what is not plain, and where it breaks off those before. */
START_TEST(test_odd_nodes)
{
    expect(OL_MESSAGE_GraphProto,
           "0A { 12 { \"a\" } 8A 00 { \"x\" } 12 { \"b\" } 22 { 200*61 } 12 { \"c\" } } "
           "0A { 12 { 200*64 } 12 { \"e\" } } " INPUT("x") OUTPUT("a") OUTPUT("b") OUTPUT("c")
               OUTPUT("e") OUTPUT("f"),
           "[a=found@0 b=found@0 c=found@0 e=found@0 f=unknown ] x=found@0 ");
    expect(OL_MESSAGE_GraphProto, "0A { 12 { \"a\" } 10 01 12 { \"b\" } } " OUTPUT("a") OUTPUT("b"),
           "[?a=found@0 b=found@0 ] ");
    expect(OL_MESSAGE_GraphProto, "0A { 12 { \"a\" } 22 05 41 } " OUTPUT("a"), "[?a=found@0 ] ");
    expect(OL_MESSAGE_GraphProto, "0A { 12 { \"a\" } 22 } " OUTPUT("a"), "[?a=found@0 ] ");
    /* more of them than are looked at in one go */
    expect(OL_MESSAGE_GraphProto,
           "0A { " TEN_OUTPUTS "10 01 " TEN_OUTPUTS TEN_OUTPUTS "12 { \"c\" } } " OUTPUT("c"),
           "[?c=found@0 ] ");
}
END_TEST

/* What is known of a graph's names when it has been entered. */
static uint32_t distinct_in(const char *nodes, const char *others)
{
    struct ol_test_linter linter;
    struct ol_scopes scopes;
    struct ol_hexasm bytes;
    struct ol_level root;
    struct ol_buf text;
    ol_buf_init(&text);
    ol_buf_addf(&text, "%s %s", nodes, others);
    ck_assert_int_eq(ol_hexasm_init(&bytes, ol_buf_text(&text)), OL_OK);
    ol_test_linter_init(&linter);
    ol_scopes_init(&scopes, linter.reader);
    ol_level_init_root(&root, &ol_messages[OL_MESSAGE_GraphProto],
                       (struct ol_slice){bytes.bytes, bytes.size});
    ck_assert_int_eq(ol_reader_read(linter.reader, &root, NULL, NULL), OL_OK);
    ck_assert_int_eq(ol_scopes_enter(&scopes, &root), OL_OK);
    uint32_t distinct = ol_scopes_top(&scopes)->distinct;
    ol_scopes_leave(&scopes, &root);
    ol_scopes_fini(&scopes);
    ol_test_linter_fini(&linter);
    ol_hexasm_fini(&bytes);
    ol_buf_fini(&text);
    return distinct;
}

#define NAMED(name) "0A { 12 { \"o" name "\" } 1A { \"" name "\" } } "
#define EIGHT \
    NAMED("1") NAMED("2") NAMED("3") NAMED("4") NAMED("5") NAMED("6") NAMED("7") NAMED("8")
#define ENTRY(name) "6A { 0A { \"" name "\" } } "

START_TEST(test_distinct)
{
    const uint32_t node = 1U << OL_GraphProto_node;
    const uint32_t entry = 1U << OL_GraphProto_value_info;
    ck_assert_uint_eq(distinct_in(EIGHT, "") & node, 0); /* too few to be looked at */
    ck_assert_uint_eq(distinct_in(EIGHT, NAMED("9")) & node, node);
    ck_assert_uint_eq(distinct_in(EIGHT, "0A { 12 { \"x\" } } 0A { 1A 00 } 0A 00") & node, node);
    ck_assert_uint_eq(distinct_in(EIGHT, NAMED("3")) & node, 0);
    /* the last name is the one that counts, whatever stands between */
    ck_assert_uint_eq(distinct_in(EIGHT, "0A { 1A { \"3\" } 1A { \"9\" } }") & node, node);
    ck_assert_uint_eq(distinct_in(EIGHT, "0A { 1A { \"9\" } 1A { \"3\" } }") & node, 0);
    ck_assert_uint_eq(distinct_in(EIGHT, "0A { 1A { \"9\" } 8A 00 00 1A { \"3\" } }") & node, 0);
    ck_assert_uint_eq(distinct_in(EIGHT, "0A { 1A { \"3\" } 8A 00 00 }") & node, 0);
    ck_assert_uint_eq(distinct_in(EIGHT, "0A { 1A { \"3\" } 18 01 }") & node, 0);
    ck_assert_uint_eq(distinct_in(EIGHT, "0A { 1A { \"9\" } 1A 05 33 }") & node, node);
    ck_assert_uint_eq(distinct_in(EIGHT, "0A { 9A 00 { \"3\" } }") & node, 0);
    ck_assert_uint_eq(distinct_in(EIGHT, ENTRY("o1") ENTRY("o2")) & entry, entry);
    ck_assert_uint_eq(distinct_in(EIGHT, ENTRY("o1") ENTRY("o2") ENTRY("o1")) & entry, 0);
    ck_assert_uint_eq(distinct_in(EIGHT, ENTRY("o1") ENTRY("nix")) & entry, 0);
    ck_assert_uint_eq(distinct_in(EIGHT, ENTRY("o1") "6A { 0A { \"o2\" } 0A }") & entry, 0);
}
END_TEST

/* --- peek, locate -------------------------------------------------------- */

START_TEST(test_peek)
{
    struct ol_hexasm bytes;
    const struct ol_field *name =
        &ol_messages[OL_MESSAGE_ValueInfoProto].fields[OL_ValueInfoProto_name];
    ck_assert_int_eq(
        ol_hexasm_init(&bytes, "0A { \"a\" } 1A { \"doc\" } 0A { \"bc\" } 08 01 0A 05"), OL_OK);
    struct ol_peek peek = ol_peek_last(bytes.bytes, (struct ol_span){0, 12}, name);
    ck_assert(peek.is_found && peek.is_whole);
    ck_assert(ol_slice_is_text(ol_peek_text(bytes.bytes, &peek), "bc"));
    peek = ol_peek_last(bytes.bytes, (struct ol_span){0, 14}, name); /* with one as a varint */
    ck_assert(peek.is_found && !peek.is_whole);
    peek = ol_peek_last(bytes.bytes, (struct ol_span){3, 5}, name);
    ck_assert(!peek.is_found && peek.is_whole);
    ck_assert_uint_eq(ol_peek_text(bytes.bytes, &peek).size, 0);
    peek = ol_peek_last(bytes.bytes, (struct ol_span){14, 2}, name); /* longer than there is */
    ck_assert(!peek.is_whole);
    struct ol_occurrence occurrence = ol_peek_at(bytes.bytes, name->holder, 8, bytes.size);
    ck_assert_uint_eq(occurrence.value, 10);
    ck_assert_uint_eq(occurrence.end, 12);
    ol_hexasm_fini(&bytes);
}
END_TEST

/* Holds a glance at a message against a peek: where it tells, it tells the same. */
static void expect_glance(const char *text, bool is_told)
{
    struct ol_hexasm bytes;
    const struct ol_field *name =
        &ol_messages[OL_MESSAGE_ValueInfoProto].fields[OL_ValueInfoProto_name];
    ck_assert_int_eq(ol_hexasm_init(&bytes, text), OL_OK);
    struct ol_span message = {0, bytes.size};
    struct ol_slice glanced;
    ck_assert_msg(ol_glance_text(bytes.bytes, message, name, &glanced) == is_told, "%s", text);
    if (is_told) {
        struct ol_peek peek = ol_peek_last(bytes.bytes, message, name);
        struct ol_slice peeked = ol_peek_text(bytes.bytes, &peek);
        ck_assert(peek.is_whole);
        ck_assert_uint_eq(glanced.size, peeked.size);
        ck_assert_ptr_eq(glanced.data, peeked.data);
    }
    ol_hexasm_fini(&bytes);
}

START_TEST(test_glance)
{
    expect_glance("", true);
    expect_glance("0A { \"a\" }", true);
    expect_glance("0A { \"a\" } 1A { \"doc\" } 0A { \"bc\" } 12 00", true);
    expect_glance("0A { 200*61 } 18 80 01 2D 00 00 00 00 31 00 00 00 00 00 00 00 00", true);
    expect_glance("A2 01 { 0A { \"a\" } } 0A 00", true); /* an unknown field */
    expect_glance("0A { \"a\" } A0 01 05 0A { \"b\" } A0 01 85 01", true);
    expect_glance("0A { \"a\" } A0 01", false);
    expect_glance("0A { \"a\" } A0 00 05", false);
    expect_glance("18 05 0A { \"a\" } 18", false);
    expect_glance("12 05 0A", false);
    expect_glance("0A 81 00 61", true);         /* a length in more bytes than it needs */
    expect_glance("08 01 0A { \"a\" }", false); /* of the wrong type */
    expect_glance("8A 00 { \"a\" }", false);    /* a tag in more bytes than it needs */
    expect_glance("0A { \"a\" } 0B 0C", false); /* a group */
    expect_glance("0A { \"a\" } 02 00", false); /* the number 0 */
    expect_glance("0A { \"a\" } 0A 02 61", false);
    expect_glance("0A { \"a\" } 0A", false);
    expect_glance("0A { \"a\" } 18 80", false);
    expect_glance("0A { \"a\" } 2D 00 00 00", false);
    expect_glance("0A { \"a\" } 31 00 00 00 00 00 00 00", false);
    expect_glance("0A { \"a\" } 0A FF FF FF FF FF FF FF FF FF 02", false);
}
END_TEST

static void expect_path(const struct ol_hexasm *bytes, const char *mark, const char *path,
                        uint64_t length)
{
    struct ol_buf buf;
    uint64_t offset;
    ck_assert(ol_hexasm_find_mark(bytes, mark, &offset));
    ol_buf_init(&buf);
    struct ol_span span = ol_path_add_at(
        &buf, "", bytes->bytes, &ol_messages[OL_MESSAGE_GraphProto], 0, bytes->size, offset);
    ck_assert_str_eq(ol_buf_text(&buf), path);
    ck_assert_uint_eq(span.length, length);
    ol_buf_fini(&buf);
}

START_TEST(test_locate)
{
    struct ol_hexasm bytes;
    ck_assert_int_eq(
        ol_hexasm_init(&bytes, NODE("a", "b") "12 { \"g\" } @node 0A { @in 0A { \"x\" } @again "
                                              "0A { @inside \"y\" } 2A { 32 { 12 01 @deep 68 } } } "
                                              "@unknown B8 3E 01"),
        OL_OK);
    expect_path(&bytes, "node", "node[1]", 15);
    expect_path(&bytes, "in", "node[1].input[0]", 3);
    expect_path(&bytes, "again", "node[1].input[1]", 3);
    expect_path(&bytes, "inside", "node[1].input[1]", 3);
    expect_path(&bytes, "deep", "node[1].attribute[0].g.name", 3);
    expect_path(&bytes, "unknown", "", 0);
    ol_hexasm_fini(&bytes);
}
END_TEST

Suite *suite_scope(void)
{
    Suite *suite = suite_create("scope");
    TCase *tcase = tcase_create("scope");
    tcase_add_test(tcase, test_order);
    tcase_add_test(tcase, test_subgraphs);
    tcase_add_test(tcase, test_later_inside_but_earlier_around);
    tcase_add_test(tcase, test_functions_see_nothing_around);
    tcase_add_test(tcase, test_training_sees_the_inference_graph);
    tcase_add_test(tcase, test_what_cannot_be_read_is_no_definition);
    tcase_add_test(tcase, test_repeated_definitions);
    tcase_add_test(tcase, test_odd_nodes);
    tcase_add_test(tcase, test_distinct);
    tcase_add_test(tcase, test_peek);
    tcase_add_test(tcase, test_glance);
    tcase_add_test(tcase, test_locate);
    suite_add_tcase(suite, tcase);
    return suite;
}
