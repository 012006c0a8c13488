/* SPDX-License-Identifier: Apache-2.0 */
/* What there is to tell of a file that configures a run, when the run is over. */
#ifndef OL_DIAG_NOTICE_H
#define OL_DIAG_NOTICE_H

enum ol_notice_kind {
    OL_NOTICE_UNUSED,  /* a suppression that matched nothing */
    OL_NOTICE_EXPIRED, /* a suppression that has expired */
    OL_NOTICE_NO_FILE  /* one, or an override, for a file that is not there */
};

struct ol_notice {
    enum ol_notice_kind kind;
    const char *file; /* as it was named */
    unsigned line;
    unsigned column;
    const char *message;
};

#endif
