/* SPDX-License-Identifier: Apache-2.0 */
/* Any text, assembled: it is refused with a place, or gives bytes whose dump gives them again. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "dump/dump.h"
#include "example/hexasm.h"
#include "fuzz/bench.h"
#include "fuzz/fuzz.h"
#include "fuzz/memory.h"

/* Bytes that are dumped: repetitions make a short text long. */
#define DUMPED_MAX 65536

/* How many times all repetitions of a text may repeat, but for one input of so many: the megabytes
 * that they make take up to a second. */
#define REPEATED_MAX  4096
#define LARGER_ONE_OF 1024

/* The bytes, twice while their buffer grows, and as many marks as there may be. */
#define MEMORY_MAX (3 * OL_HEXASM_BYTES_MAX + ((size_t)1 << 20))

static void check_again(const struct ol_hexasm *bytes)
{
    struct ol_buf text;
    struct ol_dump dump;
    struct ol_hexasm back;
    const struct ol_dump_style style = {.is_whole = true};
    ol_buf_init(&text);
    ol_dump_init(&dump, bytes->bytes, &style, ol_fuzz_keep, &text);
    enum ol_status status = ol_dump_message(&dump, NULL, 0, bytes->size);
    ol_dump_fini(&dump);
    ol_fuzz_need(status == OL_OK && ol_hexasm_init(&back, ol_buf_text(&text)) == OL_OK &&
                     back.size == bytes->size &&
                     (back.size == 0 || memcmp(back.bytes, bytes->bytes, back.size) == 0),
                 "the bytes are not the same again");
    ol_hexasm_fini(&back);
    ol_buf_fini(&text);
}

/* Sets the counts of repetitions, "COUNT*", that make too much to 1, with zeros before it. */
static void shorten(char *text)
{
    uint64_t repeated = 1;
    for (char *end = strchr(text, '*'); end != NULL; end = strchr(end + 1, '*')) {
        char *begin = end;
        while (begin > text && begin[-1] >= '0' && begin[-1] <= '9') {
            begin--;
        }
        uint64_t count = strtoull(begin, NULL, 10); /* the largest there is for a larger one */
        if (count > REPEATED_MAX / repeated) {
            memset(begin, '0', (size_t)(end - begin));
            end[-1] = '1';
        } else if (count > 1) {
            repeated *= count;
        }
    }
}

static void run(const uint8_t *data, size_t size)
{
    struct ol_hexasm bytes;
    char *text = ol_test_alloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    if (!ol_fuzz_is_chosen(data, size, LARGER_ONE_OF)) {
        shorten(text);
    }
    ol_fuzz_memory_begin();
    enum ol_status status = ol_hexasm_init(&bytes, text);
    if (status == OL_OK) {
        ol_fuzz_need(bytes.size <= OL_HEXASM_BYTES_MAX && bytes.bytes != NULL, "too many bytes");
        for (size_t i = 0; i < bytes.mark_count; i++) {
            ol_fuzz_need(bytes.marks[i].offset <= bytes.size, "a mark lies behind the bytes");
        }
        if (bytes.size <= DUMPED_MAX) {
            check_again(&bytes);
        }
    } else {
        ol_fuzz_need(status == OL_ERR_RULE && bytes.line > 0 && bytes.column > 0 &&
                         bytes.error[0] != '\0' &&
                         ol_fuzz_is_harmless(ol_slice_from_text(bytes.error)),
                     "an error without a place, or that cannot be shown");
    }
    ol_hexasm_fini(&bytes);
    free(text);
    ol_fuzz_memory_check(MEMORY_MAX);
}

static void set_up(void)
{
    ol_fuzz_memory_init();
}

static void tear_down(void)
{
}

const struct ol_fuzz_target ol_fuzz_assemble = {
    .name = "assemble",
    .seeds = OL_FUZZ_SEEDS_ASSEMBLY,
    .set_up = set_up,
    .tear_down = tear_down,
    .run = run,
};
