/* SPDX-License-Identifier: Apache-2.0 */
#include "damage/tally.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const damages[OL_DAMAGE_COUNT] = {
    [OL_DAMAGE_PREFIX] = "prefixes",
    [OL_DAMAGE_FLIP + OL_ROLE_TAG] = "flips of tags",
    [OL_DAMAGE_FLIP + OL_ROLE_LENGTH] = "flips of lengths",
    [OL_DAMAGE_FLIP + OL_ROLE_NUMBER] = "flips of numbers",
    [OL_DAMAGE_FLIP + OL_ROLE_TEXT] = "flips of texts",
    [OL_DAMAGE_FLIP + OL_ROLE_DATA] = "flips of data",
    [OL_DAMAGE_FLIP + OL_ROLE_UNREAD] = "flips of bytes that cannot be read",
    [OL_DAMAGE_DROP] = "fields dropped",
    [OL_DAMAGE_DOUBLE] = "fields doubled",
    [OL_DAMAGE_SWAP] = "fields swapped",
};

const char *const ol_silence_texts[OL_SILENCE_COUNT] = {
#define OL_SILENCE(id, text) [OL_SILENCE_##id] = (text),
#include "damage/silences.def"
#undef OL_SILENCE
};

void ol_tally_describe(const char *name, const struct ol_tally_place *place, char *text,
                       size_t size)
{
    static const char *const words[OL_DAMAGE_COUNT] = {
        [OL_DAMAGE_PREFIX] = "the first bytes:",
        [OL_DAMAGE_DROP] = "dropped the field at",
        [OL_DAMAGE_DOUBLE] = "doubled the field at",
        [OL_DAMAGE_SWAP] = "swapped with the one behind it the field at",
    };
    if (words[place->damage] == NULL) {
        (void)snprintf(text, size, "%s: byte %zu: %02x became %02x", name, place->at, place->was,
                       place->is);
    } else {
        (void)snprintf(text, size, "%s: %s %zu", name, words[place->damage], place->at);
    }
}

static void add_silence(struct ol_tally_silence *sum, const struct ol_tally_silence *silence)
{
    if (sum->count == 0) {
        memcpy(sum->example, silence->example, sizeof sum->example);
    }
    sum->count += silence->count;
}

void ol_tally_add(struct ol_tally *sum, const struct ol_tally *tally)
{
    sum->passed += tally->passed;
    sum->failed += tally->failed;
    for (size_t i = 0; i < OL_DAMAGE_COUNT; i++) {
        for (size_t j = 0; j < OL_ANSWER_COUNT; j++) {
            sum->answers[i][j] += tally->answers[i][j];
        }
        for (size_t j = 0; j < OL_SILENCE_COUNT; j++) {
            add_silence(&sum->silences[i][j], &tally->silences[i][j]);
        }
    }
    for (size_t i = 0; i < OL_JUDGED_COUNT; i++) {
        sum->judged[i] += tally->judged[i];
    }
}

static double percent(uint64_t part, uint64_t all)
{
    return all == 0 ? 0 : 100 * (double)part / (double)all;
}

static uint64_t count_answers(const struct ol_tally *tally, size_t damage)
{
    uint64_t all = 0;
    for (size_t i = 0; i < OL_ANSWER_COUNT; i++) {
        all += tally->answers[damage][i];
    }
    return all;
}

static void print_answers(const struct ol_tally *tally)
{
    (void)printf("%-36s %10s %8s %8s %8s\n", "", "", "told", "noted", "silent");
    for (size_t i = 0; i < OL_DAMAGE_COUNT; i++) {
        uint64_t all = count_answers(tally, i);
        const uint64_t *answers = tally->answers[i];
        (void)printf("%-36s %10" PRIu64 " %7.2f%% %7.2f%% %7.2f%%\n", damages[i], all,
                     percent(answers[OL_ANSWER_TOLD], all), percent(answers[OL_ANSWER_NOTED], all),
                     percent(answers[OL_ANSWER_SILENT], all));
    }
}

static void print_silences(const struct ol_tally *tally, size_t damage)
{
    uint64_t all = count_answers(tally, damage);
    (void)printf("\nsilent %s:\n", damages[damage]);
    for (size_t i = 0; i < OL_SILENCE_COUNT; i++) {
        const struct ol_tally_silence *silence = &tally->silences[damage][i];
        if (silence->count > 0) {
            (void)printf("%10" PRIu64 " %7.3f%%  %s\n%20s%s\n", silence->count,
                         percent(silence->count, all), ol_silence_texts[i], "such as ",
                         silence->example);
        }
    }
}

void ol_tally_print(const struct ol_tally *tally)
{
    print_answers(tally);
    for (size_t i = 0; i < OL_DAMAGE_COUNT; i++) {
        if (tally->answers[i][OL_ANSWER_SILENT] > 0) {
            print_silences(tally, i);
        }
    }
    (void)printf("\nfaults that the judge found, each of them told by its rule at its place:\n");
    for (size_t i = 0; i < OL_JUDGED_COUNT; i++) {
        (void)printf("%10" PRIu64 "  %s\n", tally->judged[i], ol_judged_abouts[i].text);
    }
}
