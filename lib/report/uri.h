/* SPDX-License-Identifier: Apache-2.0 */
/* File names as URI references. */
#ifndef OL_REPORT_URI_H
#define OL_REPORT_URI_H

#include "base/buf.h"

/* Adds a file name as a URI reference (RFC 3986): file:///... for an absolute one, else a relative
 * reference, without "./" before it. Every byte but those that mean themselves in any URI is
 * percent-encoded, so a name of any bytes can be had back. */
void ol_uri_add_path(struct ol_buf *out, const char *path);

#endif
