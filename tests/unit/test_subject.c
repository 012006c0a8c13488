/* SPDX-License-Identifier: Apache-2.0 */
/* What levels are called. */
#include "onnx/reader.h"
#include "rule/subject.h"
#include "unit/suites.h"

/* A model whose graph 'g' has a node 'n' (If) with an attribute 'b', and an initializer 'w'. */
static const uint8_t model[] = {
    0x3A, 26,  0x0A, 14, 0x1A, 1, 'n', 0x22, 2, 'I',  'f', 0x2A, 5,    0x0A,
    1,    'b', 0x42, 0,  0x12, 1, 'g', 0x2A, 5, 0x42, 1,   'w',  0x10, 1,
};

struct chain {
    struct ol_minitables *tables;
    struct ol_reader *reader;
    struct ol_level levels[4];
};

/* Reads down the path of field indexes, taking the first occurrence of each. */
static struct ol_level *descend(struct chain *chain, const unsigned *fields, size_t count)
{
    struct ol_children children;
    ol_level_init_root(&chain->levels[0], &ol_messages[OL_MESSAGE_ModelProto],
                       (struct ol_slice){model, sizeof model});
    ck_assert_int_eq(ol_reader_read(chain->reader, &chain->levels[0], NULL, NULL), OL_OK);
    for (size_t i = 0; i < count; i++) {
        ol_children_init(&children, &chain->levels[i]);
        do {
            ck_assert(ol_children_next(&children, &chain->levels[i + 1]));
        } while (chain->levels[i + 1].field->index != fields[i]);
        ck_assert_int_eq(ol_reader_read(chain->reader, &chain->levels[i + 1], NULL, NULL), OL_OK);
    }
    return &chain->levels[count];
}

static void expect(const unsigned *fields, size_t count, const char *path, const char *subject)
{
    struct chain chain;
    struct ol_buf buf;
    ck_assert_int_eq(ol_minitables_new(&chain.tables), OL_OK);
    ck_assert_int_eq(ol_reader_new(chain.tables, &chain.reader), OL_OK);
    struct ol_level *level = descend(&chain, fields, count);
    ol_buf_init(&buf);
    ol_subject_add_path(&buf, level, NULL, 0);
    ck_assert_str_eq(ol_buf_text(&buf), path);
    ol_buf_clear(&buf);
    ol_subject_add(&buf, level);
    ck_assert_str_eq(ol_buf_text(&buf), subject);
    ol_buf_fini(&buf);
    ol_reader_free(chain.reader);
    ol_minitables_free(chain.tables);
}

START_TEST(test_root)
{
    expect(NULL, 0, "", "model");
}
END_TEST

START_TEST(test_named)
{
    expect((const unsigned[]){OL_ModelProto_graph}, 1, "graph", "graph 'g'");
    expect((const unsigned[]){OL_ModelProto_graph, OL_GraphProto_initializer}, 2,
           "graph.initializer[0]", "initializer 'w'");
    expect((const unsigned[]){OL_ModelProto_graph, OL_GraphProto_node, OL_NodeProto_attribute}, 3,
           "graph.node[0].attribute[0]", "attribute 'b' of node 'n' (If)");
}
END_TEST

START_TEST(test_names)
{
    struct chain chain;
    const struct ol_name *names;
    size_t count;
    struct ol_arena *arena = ol_arena_new();
    ck_assert_int_eq(ol_minitables_new(&chain.tables), OL_OK);
    ck_assert_int_eq(ol_reader_new(chain.tables, &chain.reader), OL_OK);
    const unsigned fields[] = {OL_ModelProto_graph, OL_GraphProto_node, OL_NodeProto_attribute};
    ck_assert(ol_subject_names(arena, descend(&chain, fields, 3), &names, &count));
    ck_assert_uint_eq(count, 4);
    ck_assert_str_eq(names[0].role, "graph");
    ck_assert_str_eq(names[1].role, "node");
    ck_assert_str_eq(names[1].text, "n");
    ck_assert_str_eq(names[2].role, "operator");
    ck_assert_str_eq(names[3].role, "attribute");
    ol_reader_free(chain.reader);
    ol_minitables_free(chain.tables);
    ol_arena_free(arena);
}
END_TEST

Suite *suite_subject(void)
{
    const TTest *const tests[] = {test_root, test_named, test_names};
    return OL_SUITE_OF("subject", tests);
}
