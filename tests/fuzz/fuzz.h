/* SPDX-License-Identifier: Apache-2.0 */
/* What fuzzers of this folder share. A target is a function that takes any bytes and ends the
 * process where what must hold does not; entry.c makes a fuzzer of one of them, replay.c runs all
 * of them over their seeds. */
#ifndef OL_TESTS_FUZZ_FUZZ_H
#define OL_TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"
#include "onnx/schema.h"
#include "tools/files.h"

/* Where the seeds of a target come from. */
enum ol_fuzz_seeds {
    OL_FUZZ_SEEDS_CASES, /* the bytes of all cases, and of real files, of the target's messages */
    OL_FUZZ_SEEDS_EXTERNAL, /* of the cases that have files beside them */
    OL_FUZZ_SEEDS_CONFIG,   /* configurations */
    OL_FUZZ_SEEDS_RULES,    /* files of rules, profiles and targets */
    OL_FUZZ_SEEDS_POLICY,   /* baselines and suppressions */
    OL_FUZZ_SEEDS_ASSEMBLY, /* the texts of cases */
    OL_FUZZ_SEEDS_PATHS,    /* field paths */
    OL_FUZZ_SEEDS_PATTERNS, /* regular expressions with texts */
    OL_FUZZ_SEEDS_BYTES     /* no more than the bytes of some cases, as a stock of bytes */
};

struct ol_fuzz_target {
    const char *name;
    enum ol_fuzz_seeds seeds;
    size_t header; /* bytes at the beginning of an input that choose how the rest is taken */
    /* The message that the rest is, by the header, of which there may be less; NULL: any, or none.
     * Itself NULL: the input is no message. */
    const struct ol_message *(*root)(const uint8_t *header, size_t size);
    void (*set_up)(void); /* once, before the first input */
    void (*tear_down)(void);
    void (*run)(const uint8_t *data, size_t size);
};

/* All targets: ol_fuzz_NAME for each line of targets.def. */
#define OL_FUZZ_TARGET(name) extern const struct ol_fuzz_target ol_fuzz_##name;
#include "fuzz/targets.def"
#undef OL_FUZZ_TARGET

/* Ends the process as a crash does, with a line on standard error. */
__attribute__((format(printf, 1, 2), noreturn)) void ol_fuzz_fail(const char *format, ...);

/* Fails where the condition does not hold. */
static inline void ol_fuzz_need(bool is_so, const char *what)
{
    if (!is_so) {
        ol_fuzz_fail("%s", what);
    }
}

/* A number from bytes, the same in every run: hash is that of what precedes them. */
#define OL_FUZZ_HASH UINT64_C(0xCBF29CE484222325)
uint64_t ol_fuzz_hash(uint64_t hash, const void *data, size_t size);

/* Whether this input is one of those, one of so many on the average, that get a check that takes
 * long. */
bool ol_fuzz_is_chosen(const uint8_t *data, size_t size, unsigned one_of);

/* Whether this input gets that one, counted from 0, of so many checks that take turns: each input
 * gets one of them, and one input of thirty-two gets all. The bytes alone decide, so that a fault
 * is shown again by its input. */
bool ol_fuzz_has_turn(const uint8_t *data, size_t size, unsigned which, unsigned count);

/* Has inputs looked at more closely from now on: each gets all checks that take turns, and sixteen
 * times as many get those for a share of them. For a run over few inputs. */
void ol_fuzz_look_closely(void);

/* The part of an input behind the header. */
struct ol_slice ol_fuzz_rest(const struct ol_fuzz_target *target, const uint8_t *data, size_t size);

/* Takes an input apart. What lies behind its end is zero. */
struct ol_fuzz_feed {
    const uint8_t *data;
    size_t size;
};

uint8_t ol_fuzz_take_byte(struct ol_fuzz_feed *feed);
uint64_t ol_fuzz_take_number(struct ol_fuzz_feed *feed);

/* A file that is written anew for each input, in a folder of the process that is removed at its
 * end. */
struct ol_fuzz_file {
    struct ol_test_path path;
    int descriptor;
    size_t size;
};

/* The folder, made when first asked for. */
const char *ol_fuzz_folder(void);

void ol_fuzz_file_init(struct ol_fuzz_file *file, const char *name);
void ol_fuzz_file_fini(struct ol_fuzz_file *file);
void ol_fuzz_file_write(struct ol_fuzz_file *file, const void *bytes, size_t size);

/* An ol_write_fn over a struct ol_buf. */
void ol_fuzz_keep(void *context, const char *text, size_t size);

#endif
