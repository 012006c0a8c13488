/* SPDX-License-Identifier: Apache-2.0 */
/* Base-128 varints (protobuf encoding, "Base 128 Varints"). */
#ifndef OL_WIRE_VARINT_H
#define OL_WIRE_VARINT_H

#include <stddef.h>
#include <stdint.h>

#define OL_VARINT_BYTES_MAX 10

enum ol_varint_status {
    OL_VARINT_OK,
    OL_VARINT_CUT,     /* the bytes end within it */
    OL_VARINT_TOO_LONG /* an eleventh byte would follow */
};

struct ol_varint {
    uint64_t value;   /* the low 64 bits */
    uint8_t length;   /* bytes read */
    uint8_t status;   /* enum ol_varint_status */
    uint8_t overflow; /* not 0 when the tenth byte holds bits past the 64th */
    uint8_t overlong; /* not 0 when a shorter form exists */
};

/* Reads the varint at data, of which size bytes may be read. */
static inline struct ol_varint ol_varint_read(const uint8_t *data, uint64_t size)
{
    struct ol_varint varint = {.status = OL_VARINT_CUT};
    if (size > 0 && data[0] < 0x80) {
        return (struct ol_varint){.value = data[0], .length = 1, .status = OL_VARINT_OK};
    }
    for (uint8_t i = 0; i < OL_VARINT_BYTES_MAX && i < size; i++) {
        uint8_t byte = data[i];
        varint.value |= (uint64_t)(byte & 0x7F) << (7 * i);
        varint.length = (uint8_t)(i + 1);
        if (byte < 0x80) {
            varint.status = OL_VARINT_OK;
            varint.overlong = byte == 0;
            varint.overflow = i == OL_VARINT_BYTES_MAX - 1 && byte > 1;
            return varint;
        }
    }
    if (varint.length == OL_VARINT_BYTES_MAX) {
        varint.status = OL_VARINT_TOO_LONG;
    }
    return varint;
}

#endif
