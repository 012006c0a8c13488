/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the keys of metadata_props: whether they say whose they are, and whether they only look
 * like a key of the standard (IR.md, Optional Metadata; MetadataProps.md). */
#include <stdint.h>
#include <string.h>

#include "rule/check.h"

enum {
    FAULT_UNQUALIFIED,
    FAULT_NEAR_STANDARD
};

static const char *const words_fault[] = {
    [FAULT_UNQUALIFIED] = "unqualified", [FAULT_NEAR_STANDARD] = "near-standard", NULL};

static const struct ol_param params_key[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_fault},
};

static const char *const args_key[] = {"key", "standard", NULL};

/* The keys that the standard defines for models. Those about images have a prefix of their own. */
static const struct standard_key {
    const char *key;
    const char *spellings[3]; /* what is left of others that mean it, see reduce() */
} standard_keys[] = {
    {"model_author", {"author", "authors", NULL}},
    {"model_license", {"license", "licence", "licenses"}},
};

#define STANDARD_KEY_COUNT (sizeof standard_keys / sizeof *standard_keys)
#define REDUCED_MAX        16

static const char *standard_key(struct ol_slice key)
{
    for (size_t i = 0; i < STANDARD_KEY_COUNT; i++) {
        if (ol_slice_is_text(key, standard_keys[i].key)) {
            return standard_keys[i].key;
        }
    }
    return NULL;
}

/* The small letters of a key, without what separates its words; false where they do not fit. */
static bool reduce(struct ol_slice key, char reduced[REDUCED_MAX])
{
    size_t size = 0;
    for (size_t i = 0; i < key.size; i++) {
        uint8_t c = key.data[i];
        if (c == '_' || c == '-' || c == ' ' || c == '.') {
            continue;
        }
        if (size + 1 >= REDUCED_MAX) {
            return false;
        }
        reduced[size++] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    reduced[size] = '\0';
    return true;
}

/* The standard key that another spelling means: "Author", "model-license"; NULL where it is none,
 * or that key itself. */
static const char *meant_key(struct ol_slice key)
{
    static const char prefix[] = "model";
    char reduced[REDUCED_MAX];
    if (standard_key(key) != NULL || !reduce(key, reduced)) {
        return NULL;
    }
    bool has_prefix = strncmp(reduced, prefix, sizeof prefix - 1) == 0;
    const char *word = has_prefix ? reduced + sizeof prefix - 1 : reduced;
    for (size_t i = 0; i < STANDARD_KEY_COUNT; i++) {
        for (size_t k = 0; k < sizeof standard_keys[i].spellings / sizeof(char *); k++) {
            const char *spelling = standard_keys[i].spellings[k];
            if (spelling != NULL && strcmp(word, spelling) == 0) {
                return standard_keys[i].key;
            }
        }
    }
    return NULL;
}

/* Whether something stands before the first dot and behind the last one. */
static bool is_qualified(struct ol_slice key)
{
    return memchr(key.data, '.', key.size) != NULL && key.data[0] != '.' &&
           key.data[key.size - 1] != '.';
}

/* Whether that field holds metadata; NULL: none does. */
static bool is_metadata(const struct ol_field *holder)
{
    static const char name[] = "metadata_props";
    return holder != NULL && strcmp(holder->name, name) == 0;
}

static void run_key(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_field *field = &level->message->fields[OL_StringStringEntryProto_key];
    struct ol_slice key = ol_level_text(level, field->index);
    if (key.size == 0 || level->fields[field->index].last.flags & OL_OCCURRENCE_CUT ||
        !is_metadata(level->field)) {
        return;
    }
    bool is_of_model = ol_level_is_in(level, OL_MESSAGE_ModelProto, OL_ModelProto_metadata_props);
    const char *meant = is_of_model ? meant_key(key) : NULL;
    bool is_standard = is_of_model && standard_key(key) != NULL;
    bool is_faulty = ol_rule_integer(rule, 0, FAULT_UNQUALIFIED) == FAULT_UNQUALIFIED
                         ? !is_qualified(key) && !is_standard && meant == NULL
                         : meant != NULL;
    if (is_faulty) {
        OL_EMIT(run, rule,
                (.span = ol_level_span(level, field->index), .level = level, .field = field),
                OL_ARG_TEXT("key", key), OL_ARG_WORD("standard", meant != NULL ? meant : ""));
    }
}

static bool may_be_metadata(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return is_metadata(outline->holder);
}

const struct ol_check ol_check_metadata_key = {
    .name = "metadata_key",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_StringStringEntryProto),
    .params = params_key,
    .param_count = 1,
    .args = args_key,
    .may_speak = may_be_metadata,
    .run = run_key,
};
