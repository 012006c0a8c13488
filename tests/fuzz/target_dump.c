/* SPDX-License-Identifier: Apache-2.0 */
/* The dump of any bytes as any message is assembled back into the same bytes, and shows nothing
 * that a terminal could act on; so does one around an offset. The header: the message; the offset.
 */
#include <string.h>

#include "base/buf.h"
#include "dump/dump.h"
#include "example/hexasm.h"
#include "fuzz/bench.h"
#include "fuzz/fuzz.h"
#include "fuzz/memory.h"

static const struct ol_message *root(const uint8_t *header, size_t size)
{
    size_t which = size > 0 ? header[0] % (OL_MESSAGE_COUNT + 1) : 0;
    return which < OL_MESSAGE_COUNT ? &ol_messages[which] : NULL;
}

/* The dumps that take turns. */
enum dumps {
    DUMP_WHOLE,
    DUMP_BRACES,
    DUMP_CUT,
    DUMP_AROUND,
    DUMPS
};

/* Dumps the bytes, whole, or around an offset. */
static void dump(const struct ol_message *message, struct ol_slice bytes,
                 const struct ol_dump_style *style, uint64_t offset, struct ol_buf *text)
{
    struct ol_dump dump;
    ol_buf_init(text);
    ol_dump_init(&dump, bytes.data, style, ol_fuzz_keep, text);
    enum ol_status status = offset == OL_OFFSET_NONE
                                ? ol_dump_message(&dump, message, 0, bytes.size)
                                : ol_dump_around(&dump, message, 0, bytes.size, offset);
    ol_dump_fini(&dump);
    ol_fuzz_need(status == OL_OK && ol_buf_is_ok(text), "the dump failed");
    if (!ol_fuzz_is_harmless(ol_buf_slice(text))) {
        ol_fuzz_fail("a dump that cannot be shown: %s", ol_buf_text(text));
    }
}

static void check_whole(const struct ol_message *message, struct ol_slice bytes, bool has_braces)
{
    struct ol_buf text;
    struct ol_hexasm back;
    const struct ol_dump_style style = {.is_whole = true, .has_braces = has_braces};
    dump(message, bytes, &style, OL_OFFSET_NONE, &text);
    enum ol_status status = ol_hexasm_init(&back, ol_buf_text(&text));
    if (status != OL_OK || back.size != bytes.size ||
        (bytes.size > 0 && memcmp(back.bytes, bytes.data, bytes.size) != 0)) {
        ol_fuzz_fail("%u:%u: %s: not assembled into the same bytes: %s", back.line, back.column,
                     back.error, ol_buf_text(&text));
    }
    ol_hexasm_fini(&back);
    ol_buf_fini(&text);
}

static void run(const uint8_t *data, size_t size)
{
    struct ol_buf text;
    const struct ol_message *message = root(data, size);
    const struct ol_slice bytes = ol_fuzz_rest(&ol_fuzz_dump, data, size);
    const struct ol_dump_style style = {0};
    ol_fuzz_memory_begin();
    if (ol_fuzz_has_turn(data, size, DUMP_WHOLE, DUMPS)) {
        check_whole(message, bytes, false);
    }
    if (ol_fuzz_has_turn(data, size, DUMP_BRACES, DUMPS)) {
        check_whole(message, bytes, true);
    }
    if (message != NULL && ol_fuzz_has_turn(data, size, DUMP_AROUND, DUMPS)) {
        uint64_t offset = size > 1 ? data[1] * bytes.size / 255 : 0;
        dump(message, bytes, &style, offset, &text);
        ol_buf_fini(&text);
    }
    if (ol_fuzz_has_turn(data, size, DUMP_CUT, DUMPS)) {
        dump(message, bytes, &style, OL_OFFSET_NONE, &text);
        ol_buf_fini(&text);
    }
    ol_fuzz_memory_check(ol_fuzz_memory_bound(bytes.size));
}

static void set_up(void)
{
    ol_fuzz_memory_init();
}

static void tear_down(void)
{
}

const struct ol_fuzz_target ol_fuzz_dump = {
    .name = "dump",
    .seeds = OL_FUZZ_SEEDS_CASES,
    .header = 2,
    .root = root,
    .set_up = set_up,
    .tear_down = tear_down,
    .run = run,
};
