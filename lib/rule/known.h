/* SPDX-License-Identifier: Apache-2.0 */
/* What the walk over a file knows of a node, or of an attribute, as bits of an outline beside those
 * of the fields: most nodes have nothing odd about them that is for rules about names and operators
 * to tell, and are then passed over by them. What may_speak of a check finds here of names is
 * known to the walk alone, so that such a check asks the file (struct ol_check); what is known of
 * operators a scout knows as well. */
#ifndef OL_RULE_KNOWN_H
#define OL_RULE_KNOWN_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "wire/descriptor.h"

enum ol_known {
    /* of a node that opens */
    OL_KNOWN_FIRST_BOUND = 1 << 18, /* it is the first one here that its import binds */
    OL_KNOWN_CONSTANT = 1 << 19,    /* it is a Constant of the default domain */
    /* of that, and of a level that closes */
    OL_KNOWN_CALL = 1 << 20, /* it calls a function of the model; of one that closes: it may */
    OL_KNOWN_IN_FUNCTION = 1 << 21, /* it is in a function, or is one */
    /* of a node that opens */
    OL_KNOWN_MAY_BE_EMPTY = 1 << 22, /* a name of its inputs or outputs; also where not told */
    OL_KNOWN_UNFOUND = 1 << 23,      /* a name that it takes is defined nowhere */
    OL_KNOWN_AGAIN = 1 << 24,        /* a name that it defines has a definition before */
    OL_KNOWN_UNIMPORTED = 1 << 25,   /* it is the first one here of a domain that is not imported */
    OL_KNOWN_STANDARD = 1 << 26,     /* it names an operator of a domain of the standard */
    OL_KNOWN_UNSETTLED = 1 << 27,    /* its schema is deprecated or experimental */
    /* of that, and of its attributes */
    OL_KNOWN_SCHEMA = 1 << 28, /* its operator has a schema (ol_model_bound) */
    /* of an attribute */
    OL_KNOWN_DECLARED = 1 << 29, /* that schema declares it */
    /* of a node or graph that closes */
    OL_KNOWN_MISFIT = 1 << 30 /* types do not fit (struct ol_types) */
};

static_assert(OL_FIELDS_MAX <= 18, "no field has the bit of what is known");

struct ol_run;
struct ol_level;

/* Whether a node is a Constant of the default domain, whatever is imported: OL_KNOWN_CONSTANT. */
bool ol_known_is_constant(const struct ol_level *node);

/* What is known of operators alone: of CONSTANT, SCHEMA, STANDARD, UNSETTLED and DECLARED. */
uint32_t ol_known_operator(struct ol_run *run, const struct ol_level *level);

/* What is known of a level that opens, and of one that closes: enum ol_known, or-ed. */
uint32_t ol_known_of(struct ol_run *run, const struct ol_level *level);
uint32_t ol_known_at_close(const struct ol_run *run, const struct ol_level *level);

#endif
