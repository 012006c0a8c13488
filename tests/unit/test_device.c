/* SPDX-License-Identifier: Apache-2.0 */
/* Several devices: which shapes sharded axes are held against, and that a node of any width is
 * checked in time. */
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "example/hexasm.h"
#include "unit/lint_bytes.h"
#include "unit/suites.h"

#define SPECS 20000

/* A graph whose node says that axis 2 of x is sharded; members define x. */
static bool is_axis_told(struct ol_test_linter *linter, const char *members)
{
    struct ol_hexasm bytes;
    struct ol_buf text;
    ol_buf_init(&text);
    ol_buf_add(&text, "12 { \"g\" } 0A { 0A { \"x\" } 12 { \"y\" } 22 { \"Relu\" } 52 { 12 { "
                      "0A { \"x\" } 22 { 08 02 12 { 18 02 } } } } } ");
    ol_buf_add(&text, members);
    ck_assert_msg(ol_hexasm_init(&bytes, ol_buf_text(&text)) == OL_OK, "%s", members);
    ol_test_lint(linter, OL_MESSAGE_GraphProto, (struct ol_slice){bytes.bytes, bytes.size}, 0);
    bool is_told = ol_test_has_finding(linter, "dev-axis-range", NULL);
    ol_hexasm_fini(&bytes);
    ol_buf_fini(&text);
    return is_told;
}

static const struct {
    const char *members;
    bool is_told;
} shapes[] = {
    {"", false},
    /* an input: of rank 2, of rank 3 */
    {"5A { 0A { \"x\" } 12 { 0A { 08 01 12 { 0A 00 0A 00 } } } }", true},
    {"5A { 0A { \"x\" } 12 { 0A { 08 01 12 { 0A 00 0A 00 0A 00 } } } }", false},
    /* the same, with other fields before and behind the shape */
    {"5A { 0A { \"x\" } 1A { \"doc\" } 12 { 32 { \"d\" } 0A { 12 { 0A 00 } 08 01 } } }", true},
    /* no shape; one in two pieces; the last of two kinds of type; no tensor */
    {"5A { 0A { \"x\" } 12 { 0A { 08 01 } } }", false},
    {"5A { 0A { \"x\" } 12 { 0A { 08 01 12 { 0A 00 } 12 { 0A 00 } } } }", false},
    {"5A { 0A { \"x\" } 12 { 0A { 08 01 12 { 0A 00 0A 00 } } 42 { 08 01 12 { 0A 00 } } } }", true},
    {"5A { 0A { \"x\" } 12 { 22 { 0A { 0A { 08 01 12 { 0A 00 } } } } } }", false},
    /* a sparse tensor */
    {"5A { 0A { \"x\" } 12 { 42 { 08 01 12 { 0A 00 } } } }", true},
    /* an initializer: dims one by one, packed, one too many to tell, cut */
    {"2A { 08 01 08 02 10 01 42 { \"x\" } }", true},
    {"2A { 08 01 08 02 08 03 10 01 42 { \"x\" } }", false},
    {"2A { 0A { 01 02 } 10 01 42 { \"x\" } }", true},
    {"2A { 0A { 01 02 03 } 10 01 42 { \"x\" } }", false},
    {"2A { 10 01 42 { \"x\" } 0A { 01 80 } }", false},
    {"2A { 42 { \"x\" } 0A { 65*01 } }", false},
    /* a sparse initializer */
    {"7A { 0A { 08 01 10 01 42 { \"x\" } } 18 04 18 04 }", true},
    /* an output of a node, which value_info or output declares */
    {"0A { 12 { \"x\" } 22 { \"Constant\" } } 6A { 0A { \"x\" } 12 { 0A { 12 { 0A 00 } } } }",
     true},
    {"0A { 12 { \"x\" } 22 { \"Constant\" } } 62 { 0A { \"x\" } 12 { 0A { 12 { 0A 00 } } } }",
     true},
    {"0A { 12 { \"x\" } 22 { \"Constant\" } }", false},
};

START_TEST(test_declared_shapes)
{
    struct ol_test_linter linter;
    ol_test_linter_init(&linter);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        ck_assert_msg(is_axis_told(&linter, shapes[i].members) == shapes[i].is_told, "%s",
                      shapes[i].members);
    }
    ol_test_linter_fini(&linter);
}
END_TEST

/* A rank that counts as known only up to a limit. */
START_TEST(test_many_dims)
{
    struct ol_test_linter linter;
    struct ol_hexasm bytes;
    ol_test_linter_init(&linter);
    for (unsigned rank = 64; rank <= 65; rank++) {
        char text[400];
        (void)snprintf(text, sizeof text,
                       "12 { \"g\" } 0A { 0A { \"x\" } 12 { \"y\" } 52 { 12 { 0A { \"x\" } "
                       "22 { 08 7F 12 { 18 02 } } } } } 2A { 10 01 42 { \"x\" } 0A { %u*01 } }",
                       rank);
        ck_assert_int_eq(ol_hexasm_init(&bytes, text), OL_OK);
        ol_test_lint(&linter, OL_MESSAGE_GraphProto, (struct ol_slice){bytes.bytes, bytes.size}, 0);
        ck_assert_int_eq(ol_test_has_finding(&linter, "dev-axis-range", NULL), rank == 64);
        ol_hexasm_fini(&bytes);
    }
    ol_test_linter_fini(&linter);
}
END_TEST

/* Names of 4 bytes: "n" and three digits in base 32. */
static void add_name(struct ol_buf *buf, const char *tag, unsigned number)
{
    ol_buf_addf(buf, "%s { \"n%c%c%c\" } ", tag, '0' + (int)(number & 31),
                '0' + (int)(number >> 5 & 31), '0' + (int)(number >> 10 & 31));
}

START_TEST(test_wide_node)
{
    struct ol_test_linter linter;
    struct ol_hexasm bytes;
    struct ol_buf text;
    ol_buf_init(&text);
    for (unsigned i = 0; i < SPECS; i++) {
        add_name(&text, "0A", i);
    }
    ol_buf_add(&text, "12 { \"y\" } 22 { \"Sum\" } 52 { ");
    for (unsigned i = SPECS; i > 0; i--) {
        ol_buf_add(&text, "12 { ");
        add_name(&text, "0A", i);
        ol_buf_add(&text, "} ");
    }
    ol_buf_add(&text, "}");
    ol_test_linter_init(&linter);
    ck_assert_int_eq(ol_hexasm_init(&bytes, ol_buf_text(&text)), OL_OK);
    ol_test_lint(&linter, OL_MESSAGE_NodeProto, (struct ol_slice){bytes.bytes, bytes.size}, 0);
    unsigned unknown = 0;
    for (size_t i = 0; i < linter.diags.count; i++) {
        unknown += strcmp(ol_diag_list_at(&linter.diags, i)->rule, "dev-shard-tensor") == 0;
    }
    ck_assert_uint_eq(unknown, 1);
    ol_hexasm_fini(&bytes);
    ol_buf_fini(&text);
    ol_test_linter_fini(&linter);
}
END_TEST

Suite *suite_device(void)
{
    const TTest *const tests[] = {test_declared_shapes, test_many_dims, test_wide_node};
    return OL_SUITE_OF("device", tests);
}
