/* SPDX-License-Identifier: Apache-2.0 */
/* The table of settings, and what their values can be. */
#include "config/setting.h"

#include <inttypes.h>
#include <string.h>

#include "base/glob.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "base/text.h"
#include "onnx/schema.h"

const struct ol_setting ol_settings[OL_SETTING_COUNT] = {
#define OL_SETTING(id, key, option, letter, kind, argument, fallback, help, manual) \
    {key, option, letter, OL_SETTING_KIND_##kind, argument, fallback, help, manual},
#include "config/settings.def"
#undef OL_SETTING
};

enum ol_setting_id ol_setting_from_key(const char *key)
{
    size_t id = 0;
    while (id < OL_SETTING_COUNT && strcmp(ol_settings[id].key, key) != 0) {
        id++;
    }
    return (enum ol_setting_id)id;
}

/* --- numbers --- */

bool ol_setting_number(const char *text, uint64_t *number)
{
    uint64_t value = 0;
    if (text[0] == '\0' || (text[0] == '0' && text[1] != '\0')) {
        return false;
    }
    for (const char *c = text; *c != '\0'; c++) {
        if (*c < '0' || *c > '9' || __builtin_mul_overflow(value, UINT64_C(10), &value) ||
            __builtin_add_overflow(value, (uint64_t)(*c - '0'), &value)) {
            return false;
        }
    }
    *number = value;
    return true;
}

void ol_setting_range(enum ol_setting_id id, uint64_t *min, uint64_t *max)
{
    bool is_ir_version = id == OL_SETTING_IR_VERSION || id == OL_SETTING_TARGET_IR;
    *min = is_ir_version ? OL_IR_VERSION_MIN : 0;
    *max = is_ir_version ? OL_IR_VERSION_MAX : UINT64_MAX;
    if (id == OL_SETTING_JOBS) {
        *min = 1;
        *max = OL_JOBS_MAX;
    } else if (id == OL_SETTING_MAX_DEPTH) {
        *min = 1;
        *max = OL_DEPTH_MAX;
    } else if (id == OL_SETTING_MAX_NAME) {
        *min = 1;
        *max = OL_NAME_SHOWN_MOST;
    }
}

static bool accepts_number(enum ol_setting_id id, const char *text)
{
    uint64_t number = 0;
    uint64_t min = 0;
    uint64_t max = 0;
    ol_setting_range(id, &min, &max);
    return ol_setting_number(text, &number) && number >= min && number <= max;
}

/* A number that is out of range is told the range. */
static void explain_number(struct ol_buf *why, enum ol_setting_id id, const char *text)
{
    uint64_t number = 0;
    uint64_t min = 0;
    uint64_t max = 0;
    if (!ol_setting_number(text, &number)) {
        ol_buf_add(why, " wants a number, not ");
        ol_text_quote(why, ol_slice_from_text(text));
        return;
    }
    ol_setting_range(id, &min, &max);
    ol_buf_addf(why, " wants a number from %" PRIu64 " to %" PRIu64, min, max);
}

/* --- words --- */

/* The word at the start of a list like "gcc|json", and where the next one begins; none is empty. */
static struct ol_slice next_word(const char **list)
{
    struct ol_slice word = {(const uint8_t *)*list, strcspn(*list, "|")};
    *list += word.size;
    *list += **list == '|' ? 1 : 0;
    return word;
}

size_t ol_setting_word(enum ol_setting_id id, const char *text)
{
    const char *list = ol_settings[id].argument;
    for (size_t i = 0; *list != '\0'; i++) {
        if (ol_slice_is_text(next_word(&list), text)) {
            return i;
        }
    }
    return SIZE_MAX;
}

static void explain_word(struct ol_buf *why, enum ol_setting_id id, const char *text)
{
    struct ol_nearest nearest;
    const char *list = ol_settings[id].argument;
    ol_nearest_init(&nearest, ol_slice_from_text(text));
    while (*list != '\0') {
        ol_nearest_offer_slice(&nearest, next_word(&list));
    }
    ol_buf_add(why, " does not know ");
    ol_text_quote(why, nearest.wanted);
    ol_nearest_add_question(why, &nearest, 1);
    list = ol_settings[id].argument;
    for (size_t i = 0; nearest.count == 0 && *list != '\0'; i++) {
        ol_buf_add(why, i == 0 ? "; there are: " : ", ");
        ol_buf_add_slice(why, next_word(&list));
    }
}

/* --- values --- */

const char *ol_setting_in_form(enum ol_setting_id id, const char *text)
{
    bool is_true = false;
    if (ol_settings[id].kind != OL_SETTING_KIND_FLAG || !ol_text_is_flag(text, &is_true)) {
        return text;
    }
    return is_true ? "true" : "false";
}

bool ol_setting_accepts(enum ol_setting_id id, const char *text)
{
    bool is_true = false;
    switch (ol_settings[id].kind) {
    case OL_SETTING_KIND_FLAG:
        return ol_text_is_flag(text, &is_true);
    case OL_SETTING_KIND_WORD:
        return ol_setting_word(id, text) != SIZE_MAX;
    case OL_SETTING_KIND_NUMBER:
        return accepts_number(id, text);
    case OL_SETTING_KIND_TEXT:
    case OL_SETTING_KIND_PATH:
    case OL_SETTING_KIND_PATHS:
        return text[0] != '\0';
    case OL_SETTING_KIND_PATTERNS:
        return text[0] != '\0' && ol_glob_fault(text) == NULL;
    case OL_SETTING_KIND_EXTENDS:
    case OL_SETTING_KIND_RULES:
    case OL_SETTING_KIND_CUSTOM_RULES:
    case OL_SETTING_KIND_OVERRIDES:
    case OL_SETTING_KIND_OPSETS:
    case OL_SETTING_KIND_REPORTS:
        break;
    }
    return false;
}

void ol_setting_explain(struct ol_buf *why, enum ol_setting_id id, const char *text)
{
    if (text[0] == '\0') {
        ol_buf_add(why, " wants more than an empty text");
        return;
    }
    switch (ol_settings[id].kind) {
    case OL_SETTING_KIND_FLAG:
        ol_buf_add(why, " wants true or false, not ");
        ol_text_quote(why, ol_slice_from_text(text));
        break;
    case OL_SETTING_KIND_WORD:
        explain_word(why, id, text);
        break;
    case OL_SETTING_KIND_NUMBER:
        explain_number(why, id, text);
        break;
    case OL_SETTING_KIND_PATTERNS:
        ol_buf_add(why, " does not understand ");
        ol_text_quote(why, ol_slice_from_text(text));
        ol_buf_add(why, ": ");
        ol_buf_add(why, ol_glob_fault(text));
        break;
    case OL_SETTING_KIND_TEXT:
    case OL_SETTING_KIND_PATH:
    case OL_SETTING_KIND_PATHS:
    case OL_SETTING_KIND_EXTENDS:
    case OL_SETTING_KIND_RULES:
    case OL_SETTING_KIND_CUSTOM_RULES:
    case OL_SETTING_KIND_OVERRIDES:
    case OL_SETTING_KIND_OPSETS:
    case OL_SETTING_KIND_REPORTS:
        break;
    }
}

bool ol_setting_is_list(enum ol_setting_id id)
{
    enum ol_setting_kind kind = ol_settings[id].kind;
    return kind == OL_SETTING_KIND_PATHS || kind == OL_SETTING_KIND_PATTERNS;
}

bool ol_setting_is_path(enum ol_setting_id id, const char *text)
{
    enum ol_setting_kind kind = ol_settings[id].kind;
    if (kind == OL_SETTING_KIND_PATH || kind == OL_SETTING_KIND_PATHS) {
        return true;
    }
    /* what a setting's value is a name or a file is told by its ending */
    size_t size = strlen(text);
    return (id == OL_SETTING_TARGET || kind == OL_SETTING_KIND_EXTENDS) && size > 5 &&
           strcmp(text + size - 5, ".yaml") == 0;
}

/* --- severities --- */

const char *const ol_severity_words[] = {"error", "warning", "info", "off", "on", NULL};

static const enum ol_severity severities[] = {OL_SEVERITY_ERROR, OL_SEVERITY_WARNING,
                                              OL_SEVERITY_INFO, OL_SEVERITY_OFF};

bool ol_severity_accepts(const char *word)
{
    size_t i = 0;
    while (ol_severity_words[i] != NULL && strcmp(ol_severity_words[i], word) != 0) {
        i++;
    }
    return ol_severity_words[i] != NULL;
}

void ol_severity_explain(struct ol_buf *why, const char *word)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(word));
    for (size_t i = 0; ol_severity_words[i] != NULL; i++) {
        ol_nearest_offer(&nearest, ol_severity_words[i]);
    }
    ol_text_quote(why, nearest.wanted);
    ol_buf_add(why, " is no severity");
    ol_nearest_add_question(why, &nearest, 1);
    for (size_t i = 0; nearest.count == 0 && ol_severity_words[i] != NULL; i++) {
        ol_buf_add(why, i == 0 ? "; there are: " : ", ");
        ol_buf_add(why, ol_severity_words[i]);
    }
}

enum ol_severity ol_severity_from_word(const char *word)
{
    size_t i = 0;
    while (i < sizeof severities / sizeof *severities && strcmp(ol_severity_words[i], word) != 0) {
        i++;
    }
    return i < sizeof severities / sizeof *severities ? severities[i] : OL_SEVERITY_OFF;
}
