/* SPDX-License-Identifier: Apache-2.0 */
/* Magic numbers, and the first words of texts. */
#include "onnx/signature.h"

#include "base/text.h"
#include "onnx/text_model.h"

/* How far text is looked at. */
#define TEXT_MAX 1024

struct magic {
    enum ol_kind kind;
    size_t offset;
    const char *bytes;
    size_t size;
};

static const struct magic magics[] = {
    {OL_KIND_GIT_LFS, 0, "version https://git-lfs", 23},
    {OL_KIND_ZIP, 0, "PK\x03\x04", 4},
    {OL_KIND_ZIP, 0, "PK\x05\x06", 4},
    {OL_KIND_GZIP, 0, "\x1F\x8B", 2},
    {OL_KIND_ZSTD, 0, "\x28\xB5\x2F\xFD", 4},
    {OL_KIND_XZ, 0, "\xFD\x37\x7A\x58\x5A\x00", 6},
    {OL_KIND_GGUF, 0, "GGUF", 4},
    {OL_KIND_HDF5, 0, "\x89HDF\r\n\x1A\n", 8},
    {OL_KIND_NUMPY, 0, "\x93NUMPY", 6},
};

static bool has_bytes(struct ol_slice bytes, size_t offset, const char *wanted, size_t size)
{
    return bytes.size >= offset && bytes.size - offset >= size &&
           memcmp(bytes.data + offset, wanted, size) == 0;
}

static uint64_t read_little_endian(const uint8_t *data, unsigned size)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++) {
        value |= (uint64_t)data[i] << (8 * i);
    }
    return value;
}

static bool is_bzip2(struct ol_slice bytes)
{
    return has_bytes(bytes, 0, "BZh", 3) && has_bytes(bytes, 4, "\x31\x41\x59\x26\x53\x59", 6) &&
           bytes.data[3] >= '1' && bytes.data[3] <= '9';
}

/* The header's own checksum tells it from any block with five letters in that place. */
static bool is_tar(struct ol_slice bytes)
{
    const size_t block = 512;
    const size_t checksum = 148;
    if (bytes.size < block || !has_bytes(bytes, 257, "ustar", 5)) {
        return false;
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < block; i++) {
        sum += i >= checksum && i < checksum + 8 ? ' ' : bytes.data[i];
    }
    uint64_t stated = 0;
    for (size_t i = checksum; i < checksum + 8 && bytes.data[i] >= '0' && bytes.data[i] <= '7';
         i++) {
        stated = stated * 8 + (bytes.data[i] - (unsigned)'0');
    }
    return sum == stated;
}

/* The identifier stands after the offset of the root table, which lies near the start of the
 * buffer. */
static bool is_flatbuffer(struct ol_slice bytes, const char *identifier)
{
    if (!has_bytes(bytes, 4, identifier, 4)) {
        return false;
    }
    uint64_t root = read_little_endian(bytes.data, 4);
    return root >= 8 && root < UINT64_C(1) << 24;
}

/* The length of a JSON header, and the header: padded with blanks where all of it is there. */
static bool is_safetensors(struct ol_slice bytes)
{
    const uint64_t most = 100000000; /* the format's own limit */
    if (bytes.size < 10 || bytes.data[8] != '{' || (bytes.data[9] != '"' && bytes.data[9] != '}')) {
        return false;
    }
    uint64_t length = read_little_endian(bytes.data, 8);
    if (length < 2 || length > most) {
        return false;
    }
    if (length > bytes.size - 8) {
        return true;
    }
    uint8_t last = bytes.data[8 + length - 1];
    return last == '}' || last == ' ';
}

/* Protocol 2 to 5, and an opcode that a pickled object begins with. */
static bool is_pickle(struct ol_slice bytes)
{
    if (bytes.size < 4 || bytes.data[0] != 0x80 || bytes.data[1] < 2 || bytes.data[1] > 5) {
        return false;
    }
    static const uint8_t opcodes[] = {0x95, 0x8A, '}', ']', ')', '(', 'c', 'X',
                                      'K',  'M',  'J', 'G', 'N', 'U', 'B', 'C'};
    return memchr(opcodes, bytes.data[2], sizeof opcodes) != NULL;
}

/* The size that the pointer states in its line "size N"; 0 where it has none. */
static uint64_t promised_size(struct ol_slice text)
{
    static const char key[] = "\nsize ";
    const size_t key_size = sizeof key - 1;
    size_t end = text.size < TEXT_MAX ? text.size : TEXT_MAX;
    for (size_t at = 0; at + key_size < end; at++) {
        if (memcmp(text.data + at, key, key_size) != 0) {
            continue;
        }
        uint64_t size = 0;
        for (size_t i = at + key_size; i < end && text.data[i] >= '0' && text.data[i] <= '9'; i++) {
            if (size > UINT64_MAX / 10 - 1) {
                return 0;
            }
            size = size * 10 + (text.data[i] - (unsigned)'0');
        }
        return size;
    }
    return 0;
}

bool ol_signature_is_text(struct ol_slice bytes)
{
    struct ol_slice rest = {bytes.data, bytes.size < TEXT_MAX ? bytes.size : TEXT_MAX};
    while (rest.size > 0) {
        uint32_t code_point = 0;
        size_t length = ol_utf8_length(rest, &code_point);
        if (length == 0) {
            return bytes.size > TEXT_MAX &&
                   rest.size < 4; /* a sequence cut where we stop looking */
        }
        bool is_space =
            code_point == '\t' || code_point == '\n' || code_point == '\r' || code_point == '\f';
        if ((code_point < 0x20 && !is_space) || (code_point >= 0x7F && code_point < 0xA0)) {
            return false;
        }
        rest = (struct ol_slice){rest.data + length, rest.size - length};
    }
    return bytes.size > 0;
}

static bool find_magic(struct ol_slice bytes, struct ol_file_kind *kind)
{
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++) {
        const struct magic *magic = &magics[i];
        if (has_bytes(bytes, magic->offset, magic->bytes, magic->size)) {
            kind->kind = magic->kind;
            kind->span = (struct ol_span){magic->offset, magic->size};
            return true;
        }
    }
    return false;
}

static bool find_structure(struct ol_slice bytes, struct ol_file_kind *kind)
{
    static const struct {
        enum ol_kind kind;
        bool (*is)(struct ol_slice bytes);
        struct ol_span span;
    } structures[] = {
        {OL_KIND_BZIP2, is_bzip2, {0, 10}},
        {OL_KIND_TAR, is_tar, {257, 5}},
        {OL_KIND_SAFETENSORS, is_safetensors, {0, 9}},
        {OL_KIND_PICKLE, is_pickle, {0, 2}},
    };
    for (size_t i = 0; i < sizeof structures / sizeof structures[0]; i++) {
        if (structures[i].is(bytes)) {
            kind->kind = structures[i].kind;
            kind->span = structures[i].span;
            return true;
        }
    }
    bool is_tflite = is_flatbuffer(bytes, "TFL3");
    if (is_tflite || is_flatbuffer(bytes, "ORTM")) {
        kind->kind = is_tflite ? OL_KIND_TFLITE : OL_KIND_ORT;
        kind->span = (struct ol_span){4, 4};
        return true;
    }
    return false;
}

bool ol_signature_find(struct ol_slice bytes, struct ol_file_kind *kind)
{
    if (find_magic(bytes, kind)) {
        kind->promised = kind->kind == OL_KIND_GIT_LFS ? promised_size(bytes) : 0;
        return true;
    }
    if (find_structure(bytes, kind)) {
        return true;
    }
    if (!ol_signature_is_text(bytes)) {
        return false;
    }
    return ol_text_model_find(
        (struct ol_slice){bytes.data, bytes.size < TEXT_MAX ? bytes.size : TEXT_MAX}, &kind->kind,
        &kind->span);
}
