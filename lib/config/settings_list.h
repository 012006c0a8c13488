/* SPDX-License-Identifier: Apache-2.0 */
/* What there is to set, told to people and to editors. Everything is written from settings.def,
 * settings_form.h and the tables that the loaders themselves read. */
#ifndef OL_CONFIG_SETTINGS_LIST_H
#define OL_CONFIG_SETTINGS_LIST_H

#include "base/buf.h"
#include "base/slice.h"
#include "base/status.h"
#include "onnx_lint.h"

/* The help of a setting without what it says of the default, where that is a value of the table. */
struct ol_slice ol_setting_help(const struct ol_setting *setting);

/* Adds one setting a line. A lack of memory sticks in out, here and below. */
void ol_settings_add_text(struct ol_buf *out);

/* Adds the whole of doc/configuration.md. */
void ol_settings_add_markdown(struct ol_buf *out);

/* Adds the whole of doc/config.schema.json. OL_ERR_NOMEM. */
enum ol_status ol_settings_add_schema(struct ol_buf *out) OL_NODISCARD;

#endif
