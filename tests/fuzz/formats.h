/* SPDX-License-Identifier: Apache-2.0 */
/* Reports, read as what they claim to be. */
#ifndef OL_TESTS_FUZZ_FORMATS_H
#define OL_TESTS_FUZZ_FORMATS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

/* The names of all formats. */
extern const char *const ol_fuzz_formats[];
extern const size_t ol_fuzz_format_count;

/* Fails where the text, a whole report without colours, is not what its format says: JSON, JSON
 * lines, SARIF, XML, lines that editors and workflows know; or has a byte in it that a terminal
 * could act on. */
void ol_fuzz_check_output(const char *format, struct ol_slice text);

/* Whether the text is a well-formed document of XML 1.0 without a document type. */
bool ol_fuzz_is_xml(struct ol_slice text);

#endif
