/* SPDX-License-Identifier: Apache-2.0 */
/* json_schema SCHEMA FILE: whether the file is JSON that the schema allows, as an exit status. */
#include <stdio.h>
#include <stdlib.h>

#include "tools/files.h"
#include "tools/json_schema.h"

int main(int argc, char **argv)
{
    char problem[512];
    size_t size;
    if (argc != 3) {
        ol_test_die("usage: json_schema SCHEMA FILE");
    }
    char *schema = ol_test_read_file(argv[1], NULL);
    char *text = ol_test_read_file(argv[2], &size);
    bool is_valid = ol_test_json_is_valid(schema, text, size, problem, sizeof problem);
    if (!is_valid) {
        (void)fprintf(stderr, "%s: %s\n", argv[2], problem);
    }
    free(schema);
    free(text);
    return is_valid ? EXIT_SUCCESS : EXIT_FAILURE;
}
