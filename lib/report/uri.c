/* SPDX-License-Identifier: Apache-2.0 */
/* Percent-encoding. */
#include "report/uri.h"

#include <string.h>

#include "base/text.h"

static bool is_plain(uint8_t byte)
{
    uint8_t letter = ol_text_folded(byte);
    return (letter >= 'a' && letter <= 'z') || (byte >= '0' && byte <= '9') ||
           (byte != '\0' && strchr("-._~/", byte) != NULL);
}

void ol_uri_add_path(struct ol_buf *out, const char *path)
{
    if (path[0] == '/') {
        ol_buf_add(out, "file://");
    }
    while (strncmp(path, "./", 2) == 0) {
        path += 1 + strspn(path + 1, "/");
    }
    struct ol_slice name = ol_slice_from_text(path);
    for (size_t i = 0; i < name.size; i++) {
        if (is_plain(name.data[i])) {
            ol_buf_add_char(out, (char)name.data[i]);
        } else {
            ol_buf_addf(out, "%%%02X", name.data[i]);
        }
    }
}
