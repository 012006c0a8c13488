/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes that grow, and the fields of protobuf. */
#include "bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void add(struct bytes *out, const void *data, size_t size)
{
    if (size > out->capacity - out->size) {
        out->capacity = (out->size + size) * 2;
        uint8_t *grown = realloc(out->data, out->capacity);
        if (grown == NULL) {
            (void)fputs("make_input: memory is short\n", stderr);
            exit(3);
        }
        out->data = grown;
    }
    if (size > 0) {
        memcpy(out->data + out->size, data, size);
        out->size += size;
    }
}

void add_varint(struct bytes *out, uint64_t value)
{
    uint8_t byte;
    do {
        byte = (uint8_t)((value & 0x7F) | (value > 0x7F ? 0x80 : 0));
        add(out, &byte, 1);
        value >>= 7;
    } while (value > 0);
}

void add_number(struct bytes *out, unsigned field, uint64_t value)
{
    add_varint(out, (uint64_t)field << 3);
    add_varint(out, value);
}

void add_header(struct bytes *out, unsigned field, uint64_t length)
{
    add_varint(out, (uint64_t)field << 3 | 2);
    add_varint(out, length);
}

void add_message(struct bytes *out, unsigned field, struct bytes *inside)
{
    add_header(out, field, inside->size);
    add(out, inside->data, inside->size);
    inside->size = 0;
}

void add_text(struct bytes *out, unsigned field, const char *text)
{
    add_header(out, field, strlen(text));
    add(out, text, strlen(text));
}

void add_name(struct bytes *out, unsigned field, const char *stem, unsigned index)
{
    char name[160];
    (void)snprintf(name, sizeof name, "%s%u", stem, index);
    add_text(out, field, name);
}
