/* SPDX-License-Identifier: Apache-2.0 */
/* The places where loaded files define or name a rule or a profile, kept until all are known. For
 * the loader's own files. */
#ifndef OL_RULE_MENTION_H
#define OL_RULE_MENTION_H

#include "rule/typed.h"

enum ol_mention_kind {
    OL_MENTION_RULE_ID,      /* the file that defines the rule */
    OL_MENTION_RULE,         /* a rule is named, with or without a variant */
    OL_MENTION_PROFILE_NAME, /* the file that defines the profile */
    OL_MENTION_PROFILE       /* a profile is named */
};

struct ol_mention {
    struct ol_mention *next;
    enum ol_mention_kind kind;
    const char *path;
    struct ol_mark mark;
    const char *name;    /* of the rule or profile */
    const char *variant; /* NULL: none named */
};

/* Notes that the file being read names something. The texts must live in the loader's arena. */
void ol_mention_add(struct ol_typed *typed, enum ol_mention_kind kind, struct ol_mark mark,
                    const char *name, const char *variant);

#endif
