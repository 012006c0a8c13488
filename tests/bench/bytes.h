/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of protobuf, written from the inside out. The program ends where memory is short. */
#ifndef OL_TESTS_BENCH_BYTES_H
#define OL_TESTS_BENCH_BYTES_H

#include <stddef.h>
#include <stdint.h>

struct bytes {
    uint8_t *data;
    size_t size;
    size_t capacity;
};

void add(struct bytes *out, const void *data, size_t size);
void add_varint(struct bytes *out, uint64_t value);

/* A field with a number in it. */
void add_number(struct bytes *out, unsigned field, uint64_t value);

/* The tag and length of a field that is still to be written. */
void add_header(struct bytes *out, unsigned field, uint64_t length);

/* A field with inside's bytes, which is empty then. */
void add_message(struct bytes *out, unsigned field, struct bytes *inside);

void add_text(struct bytes *out, unsigned field, const char *text);

/* A text that ends in a number: "value_7". */
void add_name(struct bytes *out, unsigned field, const char *stem, unsigned index);

#endif
