/* SPDX-License-Identifier: Apache-2.0 */
/* Tests about the rules, the catalogue and the tests themselves. */
#include <stdio.h>

#include "meta.h"
#include "tools/runner.h"

/* A message of Check is at most 4 kB long. */
#define COMPLAINTS_SHOWN_MAX 2000

void ol_meta_tell(struct ol_buf *complaints)
{
    (void)fprintf(stderr, "%s%s", ol_buf_text(complaints), complaints->size > 0 ? "\n" : "");
    ck_assert_msg(complaints->size == 0, "%.*s", COMPLAINTS_SHOWN_MAX, ol_buf_text(complaints));
    ol_buf_fini(complaints);
}

int main(void)
{
    Suite *suite = suite_create("meta");
    ol_meta_add_rules(suite);
    ol_meta_add_profiles(suite);
    ol_meta_add_catalogue(suite);
    ol_meta_add_schema(suite);
    return ol_test_runner_run(ol_test_runner_new(suite, true));
}
