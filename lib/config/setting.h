/* SPDX-License-Identifier: Apache-2.0 */
/* What values a setting can have: the one judge of what a file and the command line say. */
#ifndef OL_CONFIG_SETTING_H
#define OL_CONFIG_SETTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "diag/diag.h"
#include "onnx_lint.h"

/* The setting with that key; OL_SETTING_COUNT where there is none. */
enum ol_setting_id ol_setting_from_key(const char *key);

/* Whether a text can be the value of a setting of one of the kinds FLAG to PATTERNS, or one of its
 * values. */
bool ol_setting_accepts(enum ol_setting_id id, const char *text);

/* The accepted text as it is kept: of a FLAG "true" or "false", whatever word was given for it. */
const char *ol_setting_in_form(enum ol_setting_id id, const char *text);

/* Adds why it does not: what follows the name of the setting, " does not know 'jsn'; did you mean
 * 'json'?". */
void ol_setting_explain(struct ol_buf *why, enum ol_setting_id id, const char *text);

/* Whether the setting holds a list of values, all of which count. */
bool ol_setting_is_list(enum ol_setting_id id);

/* Whether a value that the setting accepts is the path of a file: one that a configuration names
 * relative to its folder. */
bool ol_setting_is_path(enum ol_setting_id id, const char *text);

/* The place of a word in the list of a WORD; SIZE_MAX where it is not in it. */
size_t ol_setting_word(enum ol_setting_id id, const char *text);

/* The least and the largest number that a NUMBER can be. */
void ol_setting_range(enum ol_setting_id id, uint64_t *min, uint64_t *max);

/* Reads decimal digits: no sign, no blank, no other base, and no 0 before another digit, which
 * readers of YAML take for octal. */
bool ol_setting_number(const char *text, uint64_t *number);

/* What a rule can be set to: "error", "warning", "info", "off" and "on", which is as severe as the
 * rule's own file says. NULL ends them. */
extern const char *const ol_severity_words[];

bool ol_severity_accepts(const char *word);

/* Adds why it does not: "'eror' is no severity; did you mean 'error'?". */
void ol_severity_explain(struct ol_buf *why, const char *word);

/* The severity that an accepted word other than "on" means. */
enum ol_severity ol_severity_from_word(const char *word);

#endif
