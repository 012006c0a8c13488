/* SPDX-License-Identifier: Apache-2.0 */
/* The level scan: every fault with its place, what is stepped over, and that no byte past the end
 * is read. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "example/hexasm.h"
#include "onnx/schema.h"
#include "tools/files.h"
#include "unit/suites.h"
#include "wire/scan.h"

#define OCCURRENCES_MAX 64

struct fixture {
    uint8_t *copy; /* of the very size, so that a sanitizer sees a byte too many being read */
    struct ol_scan scan;
    struct ol_buf faults; /* "name offset+length" each, joined by blanks */
    struct ol_wire_fault last;
    struct ol_occurrence occurrences[OCCURRENCES_MAX];
    size_t count;
};

static void note_fault(void *context, const struct ol_wire_fault *fault)
{
    struct fixture *f = context;
    f->last = *fault;
    ol_buf_addf(&f->faults, "%s%s %llu+%llu", f->faults.size > 0 ? " " : "",
                ol_wire_fault_names[fault->kind], (unsigned long long)fault->span.offset,
                (unsigned long long)fault->span.length);
}

/* Scans all of the bytes, as a level that says it ends declared bytes later. */
static void scan_bytes(struct fixture *f, enum ol_message_id message, struct ol_slice bytes,
                       uint64_t declared)
{
    *f = (struct fixture){.copy = ol_test_alloc(bytes.size > 0 ? bytes.size : 1)};
    ol_buf_init(&f->faults);
    if (bytes.size > 0) {
        memcpy(f->copy, bytes.data, bytes.size);
    }
    f->scan = (struct ol_scan){
        .bytes = f->copy,
        .end = bytes.size,
        .declared_end = bytes.size + declared,
        .message = &ol_messages[message],
        .report = note_fault,
        .context = f,
        .is_root = true,
    };
    size_t got = 1;
    while (got > 0 && f->count < OCCURRENCES_MAX) {
        got = ol_scan_slice(&f->scan, f->occurrences + f->count, OCCURRENCES_MAX - f->count);
        f->count += got;
    }
}

static void scan_text(struct fixture *f, enum ol_message_id message, const char *text,
                      uint64_t declared)
{
    struct ol_hexasm bytes;
    ck_assert_msg(ol_hexasm_init(&bytes, text) == OL_OK, "%s", bytes.error);
    scan_bytes(f, message, (struct ol_slice){bytes.bytes, bytes.size}, declared);
    ol_hexasm_fini(&bytes);
}

static void fini(struct fixture *f)
{
    ol_buf_fini(&f->faults);
    free(f->copy);
}

static const struct {
    enum ol_message_id message;
    const char *bytes;
    const char *faults;
} cases[] = {
    {OL_MESSAGE_ModelProto, "", ""},
    {OL_MESSAGE_ModelProto, "08 0A 3A { } 42 { 10 15 }", ""},
    /* cut */
    {OL_MESSAGE_ModelProto, "08", "truncated 1+0"},
    {OL_MESSAGE_ModelProto, "08 80 80", "truncated 3+0"},
    {OL_MESSAGE_ModelProto, "08 0A C2", "truncated 3+0"},
    {OL_MESSAGE_ModelProto, "12", "truncated 1+0"},
    {OL_MESSAGE_AttributeProto, "15 00 00 80", "truncated 4+0"},
    {OL_MESSAGE_TensorProto, "51 7*00", "truncated 8+0"},
    {OL_MESSAGE_ModelProto, "3A 7F 0A", "len-overrun 0+2"},
    {OL_MESSAGE_ModelProto, "08 0A 3A 01", "len-overrun 2+2"},
    {OL_MESSAGE_ModelProto, "3A 9*FF 01", "len-overrun 0+11"},
    {OL_MESSAGE_ModelProto, "3A 9*FF 7F", "len-overrun 0+11"},
    /* tags */
    {OL_MESSAGE_ModelProto, "00 01", "field-zero 0+1"},
    {OL_MESSAGE_ModelProto, "08 0A 07", "field-zero 2+1"},
    {OL_MESSAGE_ModelProto, "0E", "type-reserved 0+1"},
    {OL_MESSAGE_ModelProto, "0F", "type-reserved 0+1"},
    {OL_MESSAGE_ModelProto, "88 80 80 80 70 05 08 0A", "field-number-range 0+5"},
    {OL_MESSAGE_ModelProto, "88 80 80 80 10 05", "field-number-range 0+5"},
    {OL_MESSAGE_ModelProto, "F8 FF FF FF 0F 05", "unknown-field 0+6"}, /* 2^29 - 1 */
    {OL_MESSAGE_ModelProto, "88 00 0D", "tag-overlong 0+2"},
    {OL_MESSAGE_ModelProto, "88 80 80 80 80 00 0D", "tag-overlong 0+6"},
    {OL_MESSAGE_ModelProto, "10*FF 01", "varint-too-long 0+10"},
    /* varints */
    {OL_MESSAGE_ModelProto, "08 10*FF 01", "varint-too-long 1+10"},
    {OL_MESSAGE_ModelProto, "08 9*FF 02", "varint-overflow 1+10"},
    {OL_MESSAGE_ModelProto, "08 88 00", "varint-overlong 1+2"},
    {OL_MESSAGE_ModelProto, "12 81 00 61", "varint-overlong 1+2"},
    {OL_MESSAGE_TensorProto, "10 81 80 80 80 10", "int32-range 0+6"},
    {OL_MESSAGE_TensorProto, "10 4*FF 07", ""},                                /* 2^31 - 1 */
    {OL_MESSAGE_TensorProto, "10 80 80 80 80 08", "int32-negative-short 0+6"}, /* 2^31 */
    {OL_MESSAGE_TensorProto, "10 4*FF 0F", "int32-negative-short 0+6"},
    {OL_MESSAGE_TensorProto, "10 9*FF 01", ""},
    {OL_MESSAGE_TensorProto, "10 80 80 80 80 F8 4*FF 01", ""}, /* -2^31 */
    {OL_MESSAGE_TensorProto, "10 80 80 80 80 F0 4*FF 01", "int32-range 0+11"},
    {OL_MESSAGE_TensorProto, "70 07", "enum-value 0+2"},
    {OL_MESSAGE_TensorProto, "70 9*FF 01", "enum-value 0+11"},
    {OL_MESSAGE_OperatorProto, "18 02", "enum-value 0+2"},
    {OL_MESSAGE_AttributeProto, "A0 01 63", ""}, /* an open enum is not the scan's */
    /* groups */
    {OL_MESSAGE_ModelProto, "9B 06 9C 06", "group-unexpected 0+4"},
    {OL_MESSAGE_ModelProto, "9B 06 A3 06 08 01 A4 06 9C 06 08 0A", "group-unexpected 0+10"},
    {OL_MESSAGE_ModelProto, "9B 06 12 { 9C 06 } 9C 06", "group-unexpected 0+8"},
    {OL_MESSAGE_ModelProto, "0C", "group-unbalanced 0+1"},
    {OL_MESSAGE_ModelProto, "9B 06 08 01", "group-unbalanced 0+2"},
    {OL_MESSAGE_ModelProto, "9B 06 A4 06", "group-unbalanced 2+2"},
    {OL_MESSAGE_ModelProto, "9B 06 A3 06 9C 06 A4 06", "group-unbalanced 4+2"},
    {OL_MESSAGE_ModelProto, "9B 06 12 7F 9C 06", "len-overrun 2+2"},
    {OL_MESSAGE_ModelProto, "9B 06 0E 9C 06", "type-reserved 2+1"},
    {OL_MESSAGE_ModelProto, "100*0B 100*0C", "type-mismatch 0+200"},
    {OL_MESSAGE_ModelProto, "101*0B 101*0C", "depth 100+1"},
    {OL_MESSAGE_ModelProto, "0B 0C", "type-mismatch 0+2"},
    /* the schema */
    {OL_MESSAGE_ModelProto, "0A 01 07", "type-mismatch 0+3"},
    {OL_MESSAGE_ModelProto, "09 8*00 10 01", "type-mismatch 0+9 type-mismatch 9+2"},
    {OL_MESSAGE_TensorProto, "40 05", "type-mismatch 0+2"},
    {OL_MESSAGE_TensorProto, "21 8*00", "type-mismatch 0+9"},
    {OL_MESSAGE_TensorProto, "12 { 01 }",
     "type-mismatch 0+3"}, /* a singular number is never packed */
    {OL_MESSAGE_ModelProto, "98 06 01", "unknown-field 0+3"},
    {OL_MESSAGE_TensorProto, "78 01", "unknown-field 0+2"},
    {OL_MESSAGE_GraphProto, "1A { \"x\" }", "reserved-field 0+3"},
    {OL_MESSAGE_AttributeProto, "82 01 { }", "reserved-field 0+3"},
    {OL_MESSAGE_TypeProto_Opaque, "18 01", "reserved-field 0+2"},
    /* packed */
    {OL_MESSAGE_TensorProto, "22 { 00 00 00 }", "packed-bounds 0+5"},
    {OL_MESSAGE_TensorProto, "52 { 12*00 }", "packed-bounds 0+14"},
    {OL_MESSAGE_TensorProto, "3A { 05 FF }", "packed-bounds 3+1"},
    {OL_MESSAGE_TensorProto, "3A { 10*FF 01 }", "varint-too-long 2+10"},
    {OL_MESSAGE_TensorProto, "2A { 01 4*FF 0F 81 80 80 80 10 }",
     "int32-negative-short 3+5 int32-range 8+5"},
    {OL_MESSAGE_TensorProto, "2A { 81 00 }", "varint-overlong 2+2"},
    {OL_MESSAGE_TensorProto, "22 { } 3A { }", ""},
    /* text */
    {OL_MESSAGE_TensorProto, "42 { \"caf\" E9 }", "utf8 5+1"},
    {OL_MESSAGE_TensorProto, "42 { \"0123456789abcdef\" FF FF }", "utf8 18+1"},
    {OL_MESSAGE_TensorProto, "42 { ED A0 80 }", "utf8 2+1"},
    {OL_MESSAGE_TensorProto, "42 { \"a\" 00 \"b\" 01 }", "control-char 3+1"},
    {OL_MESSAGE_TensorProto, "42 { 7F }", "control-char 2+1"},
    {OL_MESSAGE_TensorProto, "42 { \"abcdefg\" C2 9F }", "control-char 9+2"},
    {OL_MESSAGE_TensorProto, "42 { 0A C3 28 }", "control-char 2+1 utf8 3+1"},
    {OL_MESSAGE_TensorProto, "62 { \"two\\nlines\" }", ""}, /* no name */
    {OL_MESSAGE_TensorProto, "32 { FF }", ""},              /* bytes */
    /* the end of the file */
    {OL_MESSAGE_ModelProto, "08 0A 00 00 00", "trailing-bytes 2+3"},
    {OL_MESSAGE_ModelProto, "08 0A 00 00 01", "field-zero 2+1"},
    {OL_MESSAGE_ModelProto, "00 00 00", "field-zero 0+1"},
};

START_TEST(test_faults)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        scan_text(&f, cases[i].message, cases[i].bytes, 0);
        ck_assert_msg(strcmp(ol_buf_text(&f.faults), cases[i].faults) == 0,
                      "%s: found '%s', expected '%s'", cases[i].bytes, ol_buf_text(&f.faults),
                      cases[i].faults);
        fini(&f);
    }
}
END_TEST

START_TEST(test_every_kind_is_named)
{
    for (unsigned kind = 0; kind < OL_FAULT_COUNT; kind++) {
        ck_assert_uint_gt(strlen(ol_wire_fault_names[kind]), 0);
    }
}
END_TEST

START_TEST(test_fault_details)
{
    struct fixture f;
    scan_text(&f, OL_MESSAGE_ModelProto, "08 0A 3A 7F 0A", 0);
    ck_assert_uint_eq(f.last.declared, 127);
    ck_assert_uint_eq(f.last.available, 1);
    ck_assert_uint_eq(f.last.number, 7);
    ck_assert_str_eq(f.last.field->name, "graph");
    fini(&f);

    scan_text(&f, OL_MESSAGE_AttributeProto, "15 00 00 80", 0);
    ck_assert_uint_eq(f.last.declared, 4);
    ck_assert_uint_eq(f.last.available, 3);
    fini(&f);

    scan_text(&f, OL_MESSAGE_ModelProto, "3A 9*FF 02", 0); /* more than 64 bits */
    ck_assert_uint_eq(f.last.declared, UINT64_MAX);
    fini(&f);

    scan_text(&f, OL_MESSAGE_TensorProto, "10 81 80 80 80 10", 0);
    ck_assert_uint_eq(f.last.declared, (UINT64_C(1) << 32) + 1);
    fini(&f);

    scan_text(&f, OL_MESSAGE_TensorProto, "42 { \"a\" C2 85 }", 0);
    ck_assert_uint_eq(f.last.declared, 0x85);
    fini(&f);
}
END_TEST

START_TEST(test_occurrences)
{
    struct fixture f;
    scan_text(&f, OL_MESSAGE_TensorProto, "08 AC 02 0A { 01 02 03 } 22 { 8*00 } 45 4*00 98 06 01",
              0);
    ck_assert_uint_eq(f.count, 5);
    ck_assert(f.occurrences[0].tag == 0 && f.occurrences[0].value == 1 &&
              f.occurrences[0].end == 3);
    ck_assert_uint_eq(f.occurrences[0].index, OL_TensorProto_dims);
    ck_assert_uint_eq(f.occurrences[0].flags, OL_OCCURRENCE_KNOWN);
    ck_assert(f.occurrences[1].value == 5 && f.occurrences[1].end == 8 &&
              f.occurrences[1].elements == 3);
    ck_assert_uint_eq(f.occurrences[1].flags, OL_OCCURRENCE_KNOWN | OL_OCCURRENCE_PACKED);
    ck_assert_uint_eq(f.occurrences[2].elements, 2);
    ck_assert_uint_eq(f.occurrences[3].flags, OL_OCCURRENCE_OPAQUE); /* name as fixed32 */
    ck_assert_uint_eq(f.occurrences[4].flags, OL_OCCURRENCE_OPAQUE);
    ck_assert_uint_eq(f.occurrences[4].index, OL_FIELD_UNKNOWN);
    ck_assert(f.scan.mistyped != 0 && !f.scan.stopped);
    fini(&f);
}
END_TEST

START_TEST(test_bytes_go_on_after_a_fault)
{
    struct fixture f;
    scan_text(&f, OL_MESSAGE_ModelProto, "98 06 01 9B 06 9C 06 88 00 03 08 0A", 0);
    ck_assert_uint_eq(f.count, 4);
    ck_assert_uint_eq(f.occurrences[3].index, OL_ModelProto_ir_version);
    ck_assert(!f.scan.stopped && f.scan.at == f.scan.end);
    fini(&f);

    /* what stops a level stands at the fault; a cut payload is the last that is read */
    scan_text(&f, OL_MESSAGE_ModelProto, "08 0A 0E 08 0B", 0);
    ck_assert(f.count == 1 && f.scan.stopped && f.scan.at == 2);
    fini(&f);
    scan_text(&f, OL_MESSAGE_ModelProto, "08 0A 3A 05 0A 00", 0);
    ck_assert(f.count == 2 && f.scan.stopped && f.scan.at == f.scan.end);
    ck_assert_uint_eq(f.occurrences[1].flags,
                      OL_OCCURRENCE_KNOWN | OL_OCCURRENCE_CUT | OL_OCCURRENCE_OPAQUE);
    fini(&f);

    /* padding is no part of the message */
    scan_text(&f, OL_MESSAGE_ModelProto, "08 0A 00 00", 0);
    ck_assert(f.count == 1 && !f.scan.stopped && f.scan.at == f.scan.end);
    fini(&f);
}
END_TEST

/* The bytes end where an enclosing length that was reported already is cut: nothing is said
 * again. */
START_TEST(test_a_cut_level_is_quiet)
{
    static const char *const cut[] = {"08",       "08 0A 12", "12 05 \"ab\"", "12 80",
                                      "08 0A C2", "9B 06 08", "15 00"};
    for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
        struct fixture f;
        scan_text(&f, OL_MESSAGE_ModelProto, cut[i], 5);
        ck_assert_msg(f.faults.size == 0, "%s: %s", cut[i], ol_buf_text(&f.faults));
        ck_assert(f.scan.stopped);
        fini(&f);
    }
    struct fixture f;
    scan_text(&f, OL_MESSAGE_ModelProto, "12 08 \"abc\"", 5); /* just what is declared above */
    ck_assert_uint_eq(f.faults.size, 0);
    fini(&f);
    scan_text(&f, OL_MESSAGE_ModelProto, "12 09 \"abc\"", 5);
    ck_assert_str_eq(ol_buf_text(&f.faults), "len-overrun 0+2");
    fini(&f);
    scan_text(&f, OL_MESSAGE_ModelProto, "08 0A 0E", 5); /* what is there is looked at */
    ck_assert_str_eq(ol_buf_text(&f.faults), "type-reserved 2+1");
    fini(&f);
}
END_TEST

START_TEST(test_zeros_within_a_file_are_no_padding)
{
    static const uint8_t zeros[] = {0x08, 0x0A, 0, 0};
    struct fixture f = {0};
    struct ol_occurrence occurrence;
    struct ol_scan scan = {.bytes = zeros,
                           .end = 4,
                           .declared_end = 4,
                           .message = &ol_messages[OL_MESSAGE_ModelProto],
                           .report = note_fault,
                           .context = &f};
    while (ol_scan_slice(&scan, &occurrence, 1) == 1) {
    }
    ck_assert_str_eq(ol_buf_text(&f.faults), "field-zero 2+1");
    ol_buf_fini(&f.faults);
}
END_TEST

/* Every prefix of bytes with all forms in them: each is at most one fault, and offsets stay within
 * the bytes. */
START_TEST(test_prefixes)
{
    static const char sample[] =
        "08 02 08 80 01 0A { 01 02 } 10 01 1A { 08 00 10 02 } 22 { 8*00 } 25 4*00 2A { 05 9*FF 01 } "
        "32 { \"bytes\" } 42 { \"name\" } 4A { 16*AB } 51 8*01 9B 06 9C 06 6A { 0A { \"k\" } } 70 00";
    struct ol_hexasm bytes;
    ck_assert_msg(ol_hexasm_init(&bytes, sample) == OL_OK, "%s", bytes.error);
    for (size_t size = 0; size <= bytes.size; size++) {
        struct fixture f;
        scan_bytes(&f, OL_MESSAGE_TensorProto, (struct ol_slice){bytes.bytes, size}, 0);
        uint64_t end = 0;
        for (size_t i = 0; i < f.count; i++) {
            const struct ol_occurrence *occurrence = &f.occurrences[i];
            ck_assert(occurrence->tag == end && occurrence->tag < occurrence->value &&
                      occurrence->value <= occurrence->end && occurrence->end <= size);
            end = occurrence->end;
        }
        ck_assert(f.scan.stopped ? f.faults.size > 0 : end == size);
        ck_assert(f.faults.size == 0 || f.last.span.offset + f.last.span.length <= size);
        fini(&f);
    }
    ol_hexasm_fini(&bytes);
}
END_TEST

/* Each byte of the sample in turn takes each value: whatever it is, the scan ends within the
 * bytes. */
START_TEST(test_flips)
{
    static const char sample[] =
        "08 02 0A { 01 02 } 10 01 22 { 8*00 } 2A { 05 9*FF 01 } 42 { \"name\" } 51 8*01 9B 06 9C 06";
    struct ol_hexasm bytes;
    ck_assert_msg(ol_hexasm_init(&bytes, sample) == OL_OK, "%s", bytes.error);
    for (size_t at = 0; at < bytes.size; at++) {
        uint8_t before = bytes.bytes[at];
        for (unsigned value = 0; value < 256; value++) {
            bytes.bytes[at] = (uint8_t)value;
            struct fixture f;
            scan_bytes(&f, OL_MESSAGE_TensorProto, (struct ol_slice){bytes.bytes, bytes.size}, 0);
            ck_assert(f.scan.at <= f.scan.end);
            ck_assert(f.faults.size == 0 || f.last.span.offset + f.last.span.length <= bytes.size);
            fini(&f);
        }
        bytes.bytes[at] = before;
    }
    ol_hexasm_fini(&bytes);
}
END_TEST

/* A slice ends at a number of occurrences, and the next one goes on there. */
START_TEST(test_slices)
{
    const size_t count = 10000;
    uint8_t *bytes = ol_test_alloc(2 * count);
    struct ol_occurrence *occurrences =
        ol_test_alloc(OL_SLICE_OCCURRENCES_MAX * sizeof *occurrences);
    for (size_t i = 0; i < count; i++) {
        bytes[2 * i] = 0x0A; /* an empty node */
        bytes[2 * i + 1] = 0;
    }
    struct ol_scan scan = {.bytes = bytes,
                           .end = 2 * count,
                           .declared_end = 2 * count,
                           .message = &ol_messages[OL_MESSAGE_GraphProto]};
    size_t total = 0;
    size_t got = ol_scan_slice(&scan, occurrences, OL_SLICE_OCCURRENCES_MAX);
    while (got > 0) {
        ck_assert_uint_le(got, OL_SLICE_OCCURRENCES_MAX);
        ck_assert_uint_eq(occurrences[0].tag, 2 * total);
        total += got;
        got = ol_scan_slice(&scan, occurrences, OL_SLICE_OCCURRENCES_MAX);
    }
    ck_assert_uint_eq(total, count);
    free(occurrences);
    free(bytes);
}
END_TEST

Suite *suite_scan(void)
{
    const TTest *const tests[] = {
        test_faults,
        test_every_kind_is_named,
        test_fault_details,
        test_occurrences,
        test_bytes_go_on_after_a_fault,
        test_a_cut_level_is_quiet,
        test_zeros_within_a_file_are_no_padding,
        test_prefixes,
        test_flips,
        test_slices,
    };
    return OL_SUITE_OF("scan", tests);
}
