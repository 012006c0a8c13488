/* SPDX-License-Identifier: Apache-2.0 */
/* What levels are called. */
#include <string.h>

#include "base/limits.h"
#include "diag/wording.h"
#include "onnx/locate.h"
#include "onnx/reader.h"
#include "rule/subject.h"
#include "unit/suites.h"

/* A model whose graph 'g' has a node 'n' (If) with an attribute 'b', an initializer 'w', and a
 * sparse one 's'. */
static const uint8_t model[] = {
    0x3A, 33,  0x0A, 14, 0x1A, 1, 'n', 0x22, 2, 'I',  'f', 0x2A, 5, 0x0A, 1, 'b', 0x42, 0, 0x12,
    1,    'g', 0x2A, 5,  0x42, 1, 'w', 0x10, 1, 0x7A, 5,   0x0A, 3, 0x42, 1, 's',
};

/* A model with what is told together with its holder, or with more than its name: a graph 'g' with
 * a node 'n' of an operator "a) [", which has an unnamed graph in attribute 'b' and a sharding of
 * 'x'; an unnamed training graph; and an overload of function 'f'. */
static const uint8_t odd[] = {
    0x3A, 0x1C, 0x0A, 0x17, 0x1A, 1,    'n', 0x22, 4,    'a',  ')', ' ',  '[',  0x2A, 5,
    0x0A, 1,    'b',  0x32, 0,    0x52, 5,   0x12, 3,    0x0A, 1,   'x',  0x12, 1,    'g',
    0xA2, 1,    2,    0x12, 0,    0xCA, 1,   6,    0x0A, 1,    'f', 0x6A, 1,    'v',
};

struct chain {
    struct ol_slice bytes;
    struct ol_minitables *tables;
    struct ol_reader *reader;
    struct ol_level levels[5];
};

/* Reads down the path of field indexes, taking the first occurrence of each. */
static struct ol_level *descend(struct chain *chain, const unsigned *fields, size_t count)
{
    struct ol_children children;
    ol_level_init_root(&chain->levels[0], &ol_messages[OL_MESSAGE_ModelProto], chain->bytes);
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

static void expect_in(struct ol_slice bytes, const unsigned *fields, size_t count, const char *path,
                      const char *subject)
{
    struct chain chain = {.bytes = bytes};
    struct ol_buf buf;
    ck_assert_int_eq(ol_minitables_new(&chain.tables), OL_OK);
    ck_assert_int_eq(ol_reader_new(chain.tables, &chain.reader), OL_OK);
    struct ol_level *level = descend(&chain, fields, count);
    ol_buf_init(&buf);
    struct ol_wording out = ol_wording_plain(&buf);
    ol_subject_add_path(&out, level, NULL, 0);
    ck_assert_str_eq(ol_buf_text(&buf), path);
    ol_buf_clear(&buf);
    ol_subject_add(&out, level);
    ck_assert_str_eq(ol_buf_text(&buf), subject);
    ol_buf_fini(&buf);
    ol_reader_free(chain.reader);
    ol_minitables_free(chain.tables);
}

static void expect(const unsigned *fields, size_t count, const char *path, const char *subject)
{
    expect_in((struct ol_slice){model, sizeof model}, fields, count, path, subject);
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
    expect((const unsigned[]){OL_ModelProto_graph, OL_GraphProto_sparse_initializer}, 2,
           "graph.sparse_initializer[0]", "sparse initializer 's'");
    expect((const unsigned[]){OL_ModelProto_graph, OL_GraphProto_node, OL_NodeProto_attribute}, 3,
           "graph.node[0].attribute[0]", "attribute 'b' of node 'n' (If)");
}
END_TEST

START_TEST(test_odd)
{
    struct ol_slice bytes = {odd, sizeof odd};
    expect_in(bytes, (const unsigned[]){OL_ModelProto_graph, OL_GraphProto_node}, 2,
              "graph.node[0]", "node 'n' ('a) [')");
    expect_in(bytes,
              (const unsigned[]){OL_ModelProto_graph, OL_GraphProto_node, OL_NodeProto_attribute,
                                 OL_AttributeProto_g},
              4, "graph.node[0].attribute[0].g", "graph of attribute 'b' of node 'n' ('a) [')");
    expect_in(bytes,
              (const unsigned[]){OL_ModelProto_graph, OL_GraphProto_node,
                                 OL_NodeProto_device_configurations,
                                 OL_NodeDeviceConfigurationProto_sharding_spec},
              4, "graph.node[0].device_configurations[0].sharding_spec[0]",
              "sharding of tensor 'x' of node 'n' ('a) [')");
    expect_in(bytes,
              (const unsigned[]){OL_ModelProto_training_info, OL_TrainingInfoProto_algorithm}, 2,
              "training_info[0].algorithm", "algorithm graph");
    expect_in(bytes, (const unsigned[]){OL_ModelProto_functions}, 1, "functions[0]",
              "function 'f' (overload 'v')");
}
END_TEST

START_TEST(test_names)
{
    struct chain chain = {.bytes = {model, sizeof model}};
    struct ol_subject_name names[OL_NAMES_MAX];
    ck_assert_int_eq(ol_minitables_new(&chain.tables), OL_OK);
    ck_assert_int_eq(ol_reader_new(chain.tables, &chain.reader), OL_OK);
    const unsigned fields[] = {OL_ModelProto_graph, OL_GraphProto_node, OL_NodeProto_attribute};
    ck_assert_uint_eq(ol_subject_names(descend(&chain, fields, 3), names), 4);
    ck_assert_str_eq(names[0].role, "graph");
    ck_assert_str_eq(names[1].role, "node");
    ck_assert(ol_slice_is_text(names[1].text, "n"));
    ck_assert_str_eq(names[2].role, "operator");
    ck_assert_str_eq(names[3].role, "attribute");
    ol_reader_free(chain.reader);
    ol_minitables_free(chain.tables);
}
END_TEST

#define TOWER_GRAPHS 20
#define TOWER_LEVELS (1 + 3 * TOWER_GRAPHS)

/* A graph in the second attribute of the second node of the graph around it, and so on. */
struct tower {
    uint8_t bytes[1000];
    size_t begin; /* it grows towards the front */
    struct ol_minitables *tables;
    struct ol_reader *reader;
    struct ol_level levels[TOWER_LEVELS];
};

static void prepend(struct tower *tower, const uint8_t *bytes, size_t size)
{
    ck_assert_uint_ge(tower->begin, size);
    tower->begin -= size;
    memcpy(tower->bytes + tower->begin, bytes, size);
}

/* Makes what is there a field of two bytes of length. */
static void wrap(struct tower *tower, uint8_t tag)
{
    size_t size = sizeof tower->bytes - tower->begin;
    const uint8_t head[] = {tag, (uint8_t)(size | 0x80), (uint8_t)(size >> 7)};
    prepend(tower, head, sizeof head);
}

static void tower_init(struct tower *tower)
{
    static const uint8_t tags[] = {0x32, 0x2A,
                                   0x0A}; /* AttributeProto.g, its node's, its graph's */
    tower->begin = sizeof tower->bytes;
    prepend(tower, (const uint8_t *)"\x0A\x00", 2); /* a node */
    for (size_t i = 1; i < TOWER_GRAPHS; i++) {
        for (size_t j = 0; j < sizeof tags; j++) {
            wrap(tower, tags[j]);
            if (j > 0) {
                prepend(tower, (const uint8_t[]){tags[j], 0}, 2); /* the first one is empty */
            }
        }
    }
    wrap(tower, 0x3A);
    ck_assert_int_eq(ol_minitables_new(&tower->tables), OL_OK);
    ck_assert_int_eq(ol_reader_new(tower->tables, &tower->reader), OL_OK);
    struct ol_slice bytes = {tower->bytes + tower->begin, sizeof tower->bytes - tower->begin};
    ol_level_init_root(&tower->levels[0], &ol_messages[OL_MESSAGE_ModelProto], bytes);
    static const uint8_t fields[] = {OL_AttributeProto_g, OL_GraphProto_node,
                                     OL_NodeProto_attribute};
    for (size_t i = 0; i < TOWER_LEVELS - 1; i++) {
        struct ol_cursor cursor;
        struct ol_element element;
        ck_assert_int_eq(ol_reader_read(tower->reader, &tower->levels[i], NULL, NULL), OL_OK);
        if (i + 2 < TOWER_LEVELS) {
            ol_cursor_init(&cursor, &tower->levels[i],
                           i == 0 ? OL_ModelProto_graph : fields[i % 3]);
            while (ol_cursor_next(&cursor, &element)) {
                ol_level_init_child(&tower->levels[i + 1], &tower->levels[i], &element.occurrence,
                                    element.index);
            }
        }
    }
}

/* Packs the path of a level as findings have it: with a way where there can be one. Returns the
 * room that it wants. */
static size_t pack_path(struct ol_buf *packed, struct ol_words *words, const struct ol_level *level)
{
    struct ol_wording out = {
        .out = packed, .words = words, .has_ways = true, .near = ol_subject_near(level)};
    ol_buf_clear(packed);
    ol_subject_add_path(&out, level, NULL, 0);
    ol_wording_end(&out);
    return out.room;
}

/* A way leads where the steps do, wherever it is worth it; and what is kept does not grow with the
 * depth. */
START_TEST(test_ways)
{
    static struct tower tower;
    struct ol_words words;
    struct ol_arena *arena = ol_arena_new();
    struct ol_buf plain;
    struct ol_buf packed;
    tower_init(&tower);
    ol_words_init(&words, arena);
    ol_buf_init(&plain);
    ol_buf_init(&packed);
    const struct ol_slice bytes = {tower.levels[0].bytes, (size_t)tower.levels[0].end};
    struct ol_unpacking with = {.words = &words, .bytes = bytes, .add_way = ol_path_add_way};
    for (size_t i = 0; i + 1 < TOWER_LEVELS; i++) {
        const struct ol_level *level = &tower.levels[i];
        struct ol_wording out = ol_wording_plain(&plain);
        ol_buf_clear(&plain);
        ol_subject_add_path(&out, level, NULL, 0);
        size_t room = pack_path(&packed, &words, level);
        ck_assert_uint_le(packed.size, 34);
        ck_assert_int_eq(ol_subject_near(level).length > 0, i > 10);
        with.near = ol_subject_near(level).offset;
        ck_assert_uint_eq(ol_packed_dots(packed.text, &with), i > 1 ? i - 1 : 0);
        size_t begin = plain.size + 1;
        ol_wording_end(&out);
        ol_packed_add(&plain, packed.text, &with);
        ck_assert_str_eq(plain.text, plain.text + begin);
        ck_assert_uint_le(plain.size - begin, room);
    }
    ol_buf_fini(&plain);
    ol_buf_fini(&packed);
    ol_arena_free(arena);
    ol_reader_free(tower.reader);
    ol_minitables_free(tower.tables);
}
END_TEST

Suite *suite_subject(void)
{
    const TTest *const tests[] = {test_root, test_named, test_odd, test_names, test_ways};
    return OL_SUITE_OF("subject", tests);
}
