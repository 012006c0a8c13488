/* SPDX-License-Identifier: Apache-2.0 */
/* Settings, one a line; and the public door to all three forms. */
#include "config/settings_list.h"

#include <string.h>

struct ol_slice ol_setting_help(const struct ol_setting *setting)
{
    static const char before[] = " (default: ";
    struct ol_slice help = ol_slice_from_text(setting->help);
    const char *note = strstr(setting->help, before);
    size_t size = strlen(setting->fallback);
    if (note != NULL && size > 0 &&
        strncmp(note + sizeof before - 1, setting->fallback, size) == 0 &&
        strcmp(note + sizeof before - 1 + size, ")") == 0) {
        help.size = (size_t)(note - setting->help);
    }
    return help;
}

static size_t widest(bool is_fallback)
{
    size_t most = 0;
    for (size_t i = 0; i < OL_SETTING_COUNT; i++) {
        size_t size = strlen(is_fallback ? ol_settings[i].fallback : ol_settings[i].key);
        most = size > most ? size : most;
    }
    return most;
}

static void add_padded(struct ol_buf *out, const char *text, size_t width)
{
    ol_buf_add(out, text);
    for (size_t i = strlen(text); i < width + 2; i++) {
        ol_buf_add_char(out, ' ');
    }
}

void ol_settings_add_text(struct ol_buf *out)
{
    size_t key_width = widest(false);
    size_t fallback_width = widest(true);
    for (size_t i = 0; i < OL_SETTING_COUNT; i++) {
        const struct ol_setting *setting = &ol_settings[i];
        add_padded(out, setting->key, key_width);
        add_padded(out, setting->fallback[0] != '\0' ? setting->fallback : "-", fallback_width);
        ol_buf_add_slice(out, ol_setting_help(setting));
        ol_buf_add_char(out, '\n');
    }
}

enum ol_status ol_settings_list(enum ol_setting_list form, ol_write_fn *write, void *context)
{
    struct ol_buf out;
    ol_buf_init(&out);
    enum ol_status status = OL_OK;
    switch (form) {
    case OL_SETTING_LIST_TEXT:
        ol_settings_add_text(&out);
        break;
    case OL_SETTING_LIST_MARKDOWN:
        ol_settings_add_markdown(&out);
        break;
    case OL_SETTING_LIST_SCHEMA:
        status = ol_settings_add_schema(&out);
        break;
    }
    if (status == OL_OK) {
        status = ol_buf_pass_on(&out, write, context);
    }
    ol_buf_fini(&out);
    return status;
}
