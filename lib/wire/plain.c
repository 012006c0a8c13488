/* SPDX-License-Identifier: Apache-2.0 */
/* What the short way wants seldom: numbers of several bytes. */
#include "wire/plain.h"

struct ol_plain_varint ol_plain_varint_read(const uint8_t *bytes, uint64_t at, uint64_t end)
{
    struct ol_varint varint = ol_varint_read(bytes + at, end - at);
    bool is_plain = varint.status == OL_VARINT_OK && !varint.overlong && !varint.overflow;
    return (struct ol_plain_varint){varint.value, is_plain ? varint.length : 0};
}
