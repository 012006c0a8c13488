/* SPDX-License-Identifier: Apache-2.0 */
/* The forms that rules can want of a text: one list of words for all checks. */
#ifndef OL_CHECKS_TEXT_FORM_H
#define OL_CHECKS_TEXT_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

enum ol_text_form {
#define OL_TEXT_FORM(id, word, accepts) OL_TEXT_FORM_##id,
#include "checks/text_forms.def"
#undef OL_TEXT_FORM
    OL_TEXT_FORM_COUNT
};

/* Their words, by number, NULL-terminated: what a parameter `form` takes. */
extern const char *const ol_text_form_words[];

/* The functions that tell them, by number. */
typedef bool ol_text_form_fn(struct ol_slice text);
extern ol_text_form_fn *const ol_text_form_tells[OL_TEXT_FORM_COUNT];

/* Whether the text, which is not empty, is of that form. Takes time in proportion to the text. */
static inline bool ol_text_has_form(enum ol_text_form form, struct ol_slice text)
{
    return ol_text_form_tells[form](text);
}

/* What the forms are about, by their words in text_forms.def. None of the texts may be empty. */
bool ol_text_is_filled(struct ol_slice text);
bool ol_text_is_domain(struct ol_slice text);
bool ol_text_is_reverse_dns(struct ol_slice text);
bool ol_text_is_plain(struct ol_slice text);
bool ol_text_is_no_number(struct ol_slice text);
bool ol_text_is_file_name(struct ol_slice text);
bool ol_text_is_snake(struct ol_slice text);
bool ol_text_is_upper_snake(struct ol_slice text);
bool ol_text_is_kebab(struct ol_slice text);
bool ol_text_is_camel(struct ol_slice text);
bool ol_text_is_pascal(struct ol_slice text);
bool ol_text_is_lower(struct ol_slice text);
bool ol_text_is_upper(struct ol_slice text);
bool ol_text_is_integer(struct ol_slice text);
bool ol_text_is_decimal(struct ol_slice text);
bool ol_text_is_semver(struct ol_slice text);
bool ol_text_is_date(struct ol_slice text);
bool ol_text_is_date_time(struct ol_slice text);
bool ol_text_is_url(struct ol_slice text);
bool ol_text_is_sha1(struct ol_slice text);
bool ol_text_is_sha256(struct ol_slice text);
bool ol_text_is_uuid(struct ol_slice text);

static inline bool ol_byte_is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

static inline bool ol_byte_is_letter(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

#endif
