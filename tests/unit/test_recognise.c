/* SPDX-License-Identifier: Apache-2.0 */
/* What bytes are taken for: whole messages and damaged ones, other formats, and messages that look
 * like those. */
#include <stdlib.h>
#include <string.h>

#include "example/hexasm.h"
#include "onnx/recognise.h"
#include "tools/files.h"
#include "unit/suites.h"

#define MODEL                                                                                                           \
    "08 0A 3A { 0A { 0A { \"x\" } 12 { \"y\" } 22 { \"Relu\" } } 12 { \"g\" } 5A { 0A { \"x\" } 12 { 0A { 08 01 } } } " \
    "62 { 0A { \"y\" } 12 { 0A { 08 01 } } } } 42 { 10 15 } "
#define FLOATS "08 02 10 01 4A { 8*00 } "

static const struct {
    const char *bytes;
    const char *filename; /* NULL: none */
    const char *type;     /* NULL: none */
    const char *name;     /* what it is taken for */
    bool is_wrong;        /* another message than asked for */
} cases[] = {
    /* whole messages, by what is in them */
    {MODEL, "m.onnx", NULL, "model", false},
    {MODEL, "M.ONNX", NULL, "model", false},
    {MODEL, "m.pb", NULL, "model", false},
    {MODEL, NULL, NULL, "model", false},
    {FLOATS "42 { \"w\" }", "t.pb", NULL, "tensor", false},
    {FLOATS, NULL, NULL, "tensor", false},
    {"0A { \"s\" } 10 01 1A { " FLOATS " } 1A { " FLOATS " }", "s.pb", NULL, "sequence", false},
    {"10 01 1A { " FLOATS " }", "s.pb", NULL, "sequence", false},
    {"0A { \"s\" } 10 01", "s.pb", NULL, "sequence", false},
    {"0A { \"o\" } 10 03 2A { 10 01 1A { " FLOATS " } }", "o.pb", NULL, "optional", false},
    {"0A { \"o\" } 10 00", "o.pb", NULL, "optional", false},
    {"10 03 2A { 10 01 } 2A { 10 01 }", "s.pb", NULL, "sequence",
     false}, /* an optional has one value */
    {"0A { \"m\" } 10 07 18 01 18 02 2A { 10 01 1A { " FLOATS " } }", "m.pb", NULL, "map", false},
    {"10 07 1A { 01 02 } 2A { 10 01 1A { " FLOATS " } }", "m.pb", NULL, "map", false},
    {"10 08 22 { \"key\" } 2A { 10 01 1A { " FLOATS " } }", "m.pb", NULL, "map", false},
    {"0A { " FLOATS " } 12 { 08 02 10 07 4A { 16*00 } } 18 05", "s.pb", NULL, "sparse-tensor",
     false},
    {"0A { \"ONNXOPSET\" } 10 03 22 { \"a.b\" } 28 01 42 { 0A { \"Op\" } 10 01 18 01 }", "o.pb",
     NULL, "opset", false},
    {"0A { 0A { \"x\" } 12 { \"y\" } 22 { \"Relu\" } } 12 { \"g\" }", "g.pb", NULL, "graph", false},
    {"0A { \"f\" } 22 { \"x\" } 2A { \"y\" } 3A { 0A { \"x\" } 12 { \"y\" } 22 { \"Relu\" } } 52 { \"d\" }",
     "f.pb", NULL, "function", false},
    {"0A { \"x\" } 12 { \"y\" } 22 { \"Relu\" }", "n.pb", NULL, "node", false},
    {"0A { \"axis\" } 18 01 A0 01 02", "a.pb", NULL, "attribute", false},
    {"0A { \"x\" } 12 { 0A { 08 01 12 { 0A { 08 01 } } } }", "v.pb", NULL, "value-info", false},
    {"0A { 08 01 12 { 0A { 08 02 } 0A { 12 { \"N\" } } } }", "t.pb", NULL, "type", false},
    {"22 { 0A { 0A { 08 01 12 { 0A { 08 02 } } } } }", "t.pb", NULL, "type", false},
    {"4A { 0A { 0A { 08 01 } } } 32 { \"TENSOR\" }", NULL, NULL, "type", false},

    /* asked for by type or name, and damaged: still what they should be */
    {"08", "m.onnx", NULL, "model", false},
    {"08 0A 3A 7F 0A 02", "m.onnx", NULL, "model", false},
    {"3A 7F 0A", "m.onnx", NULL, "model", false},
    {"0E", "m.onnx", NULL, "model", false},
    {"00 01", "m.onnx", NULL, "model", false},
    {"0A 01 07", "m.onnx", NULL, "model", false},
    {"98 06 01", "m.onnx", NULL, "model", false},
    {"200*FF", "m.onnx", NULL, "model", false},
    {"64*00", "m.onnx", NULL, "model", false},
    {"9B 06 9C 06 " MODEL, "m.onnx", NULL, "model", false},
    {MODEL "0E 55 55 55", "m.onnx", NULL, "model", false},
    {MODEL "00 00 00 00", "m.bin", NULL, "model", false},
    {MODEL MODEL, "m.onnx", NULL, "model", false},
    {"08 0A 12 { FF } 3A 05 0A", "m.bin", NULL, "model", false},
    {"40 05 " FLOATS, "t.pb", NULL, "tensor", false},
    {"08 02 08 03 10 01 4A 7F 00", "t.pb", NULL, "tensor", false},
    {"08 01", NULL, "TensorShapeProto.Dimension", "TensorShapeProto.Dimension", false},
    {"08 02 12 { FF }", "x", "type", "type", false},
    {"\"no message at all\"", "x", "node", "node", false},

    /* another message than asked for */
    {FLOATS "42 { \"w\" }", "w.onnx", NULL, "tensor", true},
    {"10 01 4A { 4*00 }", "w.onnx", NULL, "tensor", true},
    {FLOATS "42 { \"w\" }", "w.pb", "model", "tensor", true},
    {"0A { \"s\" } 10 01 1A { " FLOATS " } 1A { " FLOATS " }", "s.onnx", NULL, "sequence", true},
    {"0A { 0A { \"x\" } 12 { \"y\" } 22 { \"Relu\" } } 12 { \"g\" } 62 { 0A { \"y\" } }", "g.onnx",
     NULL, "graph", true},
    {MODEL, "m.onnx", "tensor", "model", true},
    {MODEL, "m.onnx", "node", "model", true},
    {"0A { \"x\" } 12 { 0A { 08 01 12 { 0A { 08 01 } } } }", "v.onnx", NULL, "value-info", true},
    {"0A { \"x\" } 12 { \"y\" } 22 { \"Relu\" }", "n.pb", "value-info", "node", true},
    {"0A { \"f\" } 22 { \"x\" } 2A { \"y\" } 3A { 0A { \"x\" } 12 { \"y\" } 22 { \"Relu\" } } 52 { \"d\" }",
     "f.pb", "graph", "function", true},
    {"0A { \"axis\" } 18 01 A0 01 02", "a.pb", "type", "attribute", true},
    {"0A { 08 01 12 { 0A { 08 02 } 0A { 08 02 } 0A { 08 02 } } }", "t.pb", "node", "type", true},

    /* other formats */
    {"", "m.onnx", NULL, "empty", false},
    {"", NULL, "tensor", "empty", false},
    {"\"version https://git-lfs.github.com/spec/v1\\noid sha256:0\\nsize 12\\n\"", "m.onnx", NULL,
     "git-lfs-pointer", false},
    {"\"<!doctype HTML><p>\"", "m.onnx", NULL, "html", false},
    {"EF BB BF \"  <html>\"", "m.onnx", NULL, "html", false},
    {"\"\\n\\n<html><body>moved</body></html>\"", "m.onnx", NULL, "html", false},
    {"\"<?xml version='1.0'?><net name='a'></net>\"", "m.onnx", NULL, "xml", false},
    {"\"<Error><Code>AccessDenied</Code></Error>\"", NULL, NULL, "xml", false},
    {"\"ir_version: 8\\n\"", "m.onnx", NULL, "textproto", false},
    {"\"# text\\n\\ngraph {\\n  node {\\n\"", NULL, NULL, "textproto", false},
    {"\"dims: 2\\ndata_type: 1\\n\"", "t.pb", NULL, "textproto", false},
    {"\"{ \\x22irVersion\\x22: 8 }\"", "m.onnx", NULL, "json", false},
    {"\"<\\n  ir_version: 8,\\n>\\ng (float[N] x) => (float[N] y) {}\"", "m.onnx", NULL,
     "onnx-text", false},
    {"\"agraph (float[N] x) => (float[N] y) {}\"", "m.onnx", NULL, "onnx-text", false},
    {"\"PK\" 03 04 20*00", "m.onnx", NULL, "zip", false},
    {"1F 8B 08 20*00", "m.onnx", NULL, "gzip", false},
    {"28 B5 2F FD 20*00", "m.onnx", NULL, "zstd", false},
    {"\"BZh9\" 31 41 59 26 53 59", "m.onnx", NULL, "bzip2", false},
    {"FD \"7zXZ\" 00 20*00", "m.onnx", NULL, "xz", false},
    {"1C 00 00 00 \"TFL3\" 24*00", "m.onnx", NULL, "tflite", false},
    {"18 00 00 00 \"ORTM\" 24*00", "m.onnx", NULL, "ort", false},
    {"\"GGUF\" 03 00 00 00", "m.onnx", NULL, "gguf", false},
    {"89 \"HDF\\x0D\\n\" 1A \"\\n\"", "m.onnx", NULL, "hdf5", false},
    {"93 \"NUMPY\" 01 00", "m.onnx", NULL, "numpy", false},
    {"80 04 95 10 7*00", "m.onnx", NULL, "pickle", false},
    {"02 7*00 \"{}\"", "m.onnx", NULL, "safetensors", false},
    {"08 04 12 { 0A { 0A { \"in\" } } 52 { 0A { \"out\" } } } A2 1F { }", "m.onnx", NULL, "core-ml",
     false},
    {"0A { 0A { \"x\" } 12 { \"Placeholder\" } 2A { 0A { \"T\" } 12 { 30 01 } } } 22 { 08 01 }",
     "f.pb", NULL, "tensorflow-graph", false},
    {"08 01 12 { 0A { 22 { \"serve\" } } 12 { 0A { 0A { \"x\" } 12 { \"Add\" } 2A { 0A { \"T\" } } } } }",
     "s.pb", NULL, "tensorflow-saved-model", false},
    {"\"plain text\"", "m.onnx", NULL, "text", false},
    {"\"plain text\"", NULL, NULL, "text", false},
    {"89 \"PNG\" 0D 0A 1A 0A 00 00 00 0D \"IHDR\"", "m.bin", NULL, "unknown", false},

    /* messages that have the marks of other formats in them */
    {"08 0A 12 { \"TFL3\" } " MODEL, "m.onnx", NULL, "model", false},
    {"08 0A 12 { \"ORTM\" } " MODEL, "m.bin", NULL, "model", false},
    {"12 { \"<html>\" } " MODEL, "m.onnx", NULL, "model", false},
    {"62 { \"version https://git-lfs\" } " FLOATS, "t.pb", NULL, "tensor", false},
    {"10 02 08 80 02 4A { 248*00 \"ustar\\x0000\" }", "t.pb", NULL, "tensor", false},
    {"28 B5 2F 08 0A " MODEL, "m.onnx", NULL, "model", false},
    {"80 02 01 " MODEL, "m.onnx", NULL, "model",
     false}, /* an unknown field of a pickle's first bytes */
    {"0A { \"html\" } 10 01 1A { " FLOATS " } 1A { " FLOATS " }", NULL, NULL, "sequence", false},
};

START_TEST(test_kinds)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ol_hexasm bytes;
        struct ol_file_kind kind;
        const struct ol_message *type = NULL;
        ck_assert_msg(ol_hexasm_init(&bytes, cases[i].bytes) == OL_OK, "%s: %s", cases[i].bytes,
                      bytes.error);
        if (cases[i].type != NULL) {
            type = ol_message_from_type_name(ol_slice_from_text(cases[i].type));
            ck_assert_ptr_nonnull(type);
        }
        ol_recognise((struct ol_slice){bytes.bytes, bytes.size}, cases[i].filename, type, &kind);
        ck_assert_msg(strcmp(ol_file_kind_name(&kind), cases[i].name) == 0,
                      "%s: found %s, expected %s", cases[i].bytes, ol_file_kind_name(&kind),
                      cases[i].name);
        bool is_wrong = kind.root != NULL && kind.asked != NULL && kind.root != kind.asked;
        ck_assert_msg(is_wrong == cases[i].is_wrong, "%s", cases[i].bytes);
        ck_assert((kind.kind == OL_KIND_MESSAGE) == (kind.root != NULL));
        ck_assert_uint_le(kind.span.offset + kind.span.length, bytes.size);
        ck_assert_msg(kind.span.length > 0 || kind.kind == OL_KIND_EMPTY ||
                          !(kind.root == NULL || is_wrong),
                      "%s", cases[i].bytes);
        ol_hexasm_fini(&bytes);
    }
}
END_TEST

START_TEST(test_pointer_states_a_size)
{
    static const struct {
        const char *text;
        uint64_t size;
    } pointers[] = {
        {"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 102400\n", 102400},
        {"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 18446744073709551615\n",
         0},
        {"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 99999999999999999999999\n",
         0},
        {"version https://git-lfs.github.com/spec/v1\nsize many\n", 0},
        {"version https://git-lfs.github.com/spec/v1\n", 0},
    };
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++) {
        struct ol_file_kind kind;
        ol_recognise(ol_slice_from_text(pointers[i].text), "m.onnx", NULL, &kind);
        ck_assert_int_eq(kind.kind, OL_KIND_GIT_LFS);
        ck_assert_uint_eq(kind.promised, pointers[i].size);
    }
}
END_TEST

/* Every prefix of a model named like one is a model, and of bytes of any name a message or nothing
 * known. */
START_TEST(test_prefixes)
{
    struct ol_hexasm bytes;
    ck_assert_int_eq(ol_hexasm_init(&bytes, MODEL), OL_OK);
    for (size_t size = 1; size <= bytes.size; size++) {
        struct ol_file_kind kind;
        uint8_t *copy = ol_test_alloc(size);
        memcpy(copy, bytes.bytes, size);
        ol_recognise((struct ol_slice){copy, size}, "m.onnx", NULL, &kind);
        ck_assert_ptr_eq(kind.root, &ol_messages[OL_MESSAGE_ModelProto]);
        ol_recognise((struct ol_slice){copy, size}, NULL, NULL, &kind);
        ck_assert_ptr_eq(kind.root, &ol_messages[OL_MESSAGE_ModelProto]);
        free(copy);
    }
    ol_hexasm_fini(&bytes);
}
END_TEST

START_TEST(test_names)
{
    for (size_t i = 0; i < OL_MESSAGE_COUNT; i++) {
        const struct ol_message *message = &ol_messages[i];
        ck_assert_ptr_eq(ol_message_from_type_name(ol_slice_from_text(message->name)), message);
        ck_assert_ptr_eq(
            ol_message_from_type_name(ol_slice_from_text(ol_message_type_name(message))), message);
    }
    ck_assert_str_eq(ol_message_type_name(&ol_messages[OL_MESSAGE_OperatorSetProto]), "opset");
    ck_assert_str_eq(ol_message_type_name(&ol_messages[OL_MESSAGE_TensorProto_Segment]),
                     "TensorProto.Segment");
    ck_assert_ptr_null(ol_message_from_type_name(ol_slice_from_text("Model")));
    for (unsigned kind = 0; kind < OL_KIND_COUNT; kind++) {
        ck_assert_ptr_nonnull(ol_kind_names[kind]);
    }
}
END_TEST

/* A large message is judged by its beginning; a field that goes on past what is looked at is not
 * held against it. */
START_TEST(test_large)
{
    struct ol_hexasm bytes;
    struct ol_file_kind kind;
    ck_assert_int_eq(
        ol_hexasm_init(
            &bytes,
            "08 0A 3A { 2A { 08 02 10 02 42 { \"w\" } 4A { 300000*00 } } 62 { 0A { \"w\" } } } 42 { 10 15 }"),
        OL_OK);
    ol_recognise((struct ol_slice){bytes.bytes, bytes.size}, NULL, NULL, &kind);
    ck_assert_ptr_eq(kind.root, &ol_messages[OL_MESSAGE_ModelProto]);
    ol_hexasm_fini(&bytes);
    ck_assert_int_eq(ol_hexasm_init(&bytes, "08 80 80 08 10 07 3A { 131072*05 } 42 { \"w\" }"),
                     OL_OK);
    ol_recognise((struct ol_slice){bytes.bytes, bytes.size}, NULL, NULL, &kind);
    ck_assert_ptr_eq(kind.root, &ol_messages[OL_MESSAGE_TensorProto]);
    ol_hexasm_fini(&bytes);
}
END_TEST

Suite *suite_recognise(void)
{
    const TTest *const tests[] = {test_kinds, test_pointer_states_a_size, test_prefixes, test_names,
                                  test_large};
    return OL_SUITE_OF("recognise", tests);
}
