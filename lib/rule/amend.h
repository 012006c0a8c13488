/* SPDX-License-Identifier: Apache-2.0 */
/* What a configuration makes of single findings, by the place that they are at: another severity
 * (`overrides` with paths) or acceptance (a suppression). Made for each file by lib/policy. */
#ifndef OL_RULE_AMEND_H
#define OL_RULE_AMEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag/diag.h"

/* What is made of the findings of a rule in a file. */
enum ol_amend_reach {
    OL_AMEND_NONE,  /* nothing */
    OL_AMEND_PLACE, /* it depends on the place */
    OL_AMEND_ALL    /* all that are on are suppressed, wherever they are */
};

struct ol_amend {
    void *context;
    const uint8_t *reach; /* by rule index: enum ol_amend_reach */
    /* Is shown a finding of a rule that it reaches, with path and names but before it is worded,
     * and may change severity (OFF: there is none), acceptance and reason. Its texts are gone after
     * the call. */
    void (*apply)(void *context, struct ol_diag *diag);
};

#endif
