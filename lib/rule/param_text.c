/* SPDX-License-Identifier: Apache-2.0 */
/* What parameters take, and what they are. */
#include "rule/param_text.h"

#include <string.h>

#include "base/text.h"
#include "rule/param_field.h"
#include "rule/typed.h"

/* --- what is taken ------------------------------------------------------- */

static void add_integer(struct ol_buf *buf, const struct ol_param *param)
{
    ol_buf_add(buf, param->takes_names ? "a number or its name" : "a number");
    if (param->min == 0 && param->max == 0) {
        return;
    }
    ol_buf_add(buf, " from ");
    ol_buf_add_i64(buf, param->min);
    ol_buf_add(buf, param->max == INT64_MAX ? " on" : " to ");
    if (param->max != INT64_MAX) {
        ol_buf_add_i64(buf, param->max);
    }
}

static void add_word(struct ol_buf *buf, const struct ol_param *param, size_t words_most)
{
    size_t count = 0;
    while (param->words[count] != NULL) {
        count++;
    }
    if (ol_typed_is_no_yes(param->words)) {
        ol_buf_add(buf, "yes or no");
        return;
    }
    ol_buf_add(buf, count > words_most ? "a word" : "");
    for (size_t i = 0; i < count && count <= words_most; i++) {
        const char *separator = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        ol_buf_addf(buf, "%s%s", separator, param->words[i]);
    }
}

void ol_param_add_takes(struct ol_buf *buf, const struct ol_param *param, size_t words_most)
{
    switch (param->type) {
    case OL_PARAM_INTEGER:
        add_integer(buf, param);
        break;
    case OL_PARAM_WORD:
        add_word(buf, param, words_most);
        break;
    case OL_PARAM_TEXT:
        ol_buf_add(buf, "a text");
        break;
    case OL_PARAM_FIELD:
        ol_param_add_field(buf, param);
        break;
    case OL_PARAM_PATTERN:
        ol_buf_add(buf, "a pattern");
        break;
    }
    ol_buf_add(buf, param->is_map ? ", for each key" : param->is_list ? ", or a list of them" : "");
    ol_buf_add(buf, param->is_required ? "; must be given" : "");
}

/* --- what is given ------------------------------------------------------- */

static void add_item(struct ol_buf *buf, const struct ol_param *param,
                     const struct ol_param_item *item)
{
    if (item->key != NULL) {
        ol_text_quote(buf, ol_slice_from_text(item->key));
        ol_buf_add(buf, ": ");
    }
    if (param->type == OL_PARAM_TEXT || param->type == OL_PARAM_PATTERN) {
        ol_text_quote(buf, ol_slice_from_text(item->text));
    } else if (param->of == OL_OF_HOLDER) {
        ol_buf_addf(buf, "%s.%s", ol_messages[item->message].name, item->text);
    } else {
        ol_buf_add(buf, item->text);
    }
}

/* Whether the field of that name was added already, as one of another message. */
static bool is_added(const struct ol_param *param, const struct ol_param_value *value, size_t place)
{
    for (size_t i = 0; i < place; i++) {
        if (param->type == OL_PARAM_FIELD && param->of != OL_OF_HOLDER &&
            strcmp(value->items[i].text, value->items[place].text) == 0) {
            return true;
        }
    }
    return false;
}

void ol_param_add_value(struct ol_buf *buf, const struct ol_param *param,
                        const struct ol_param_value *value)
{
    size_t count = 0;
    for (size_t i = 0; i < value->count; i++) {
        count += is_added(param, value, i) ? 0 : 1;
    }
    bool has_brackets = count > 1 || (param->is_map && count > 0);
    const char *separator = "";
    ol_buf_add(buf, !has_brackets ? "" : param->is_map ? "{" : "[");
    for (size_t i = 0; i < value->count; i++) {
        if (!is_added(param, value, i)) {
            ol_buf_add(buf, separator);
            add_item(buf, param, &value->items[i]);
            separator = ", ";
        }
    }
    ol_buf_add(buf, !has_brackets ? "" : param->is_map ? "}" : "]");
}
