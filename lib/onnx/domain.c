/* SPDX-License-Identifier: Apache-2.0 */
/* The table of the standard's domains, and how domains are compared. */
#include "onnx/domain.h"

#include <stddef.h>

#define OL_DOMAIN(domain_name, first_version, last_version) \
    {.name = (domain_name), .first = (first_version), .last = (last_version)},

static const struct ol_domain domains[] = {
#include "onnx/domains.def"
};

bool ol_domain_is_default(struct ol_slice domain)
{
    return domain.size == 0 || ol_slice_is_text(domain, domains[0].name);
}

struct ol_slice ol_domain_canonical(struct ol_slice domain)
{
    return domain.size == 0 ? ol_slice_from_text(domains[0].name) : domain;
}

bool ol_domain_is_equal(struct ol_slice a, struct ol_slice b)
{
    return ol_slice_is_equal(ol_domain_canonical(a), ol_domain_canonical(b));
}

const struct ol_domain *ol_domain_from_name(struct ol_slice domain)
{
    struct ol_slice name = ol_domain_canonical(domain);
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++) {
        if (ol_slice_is_text(name, domains[i].name)) {
            return &domains[i];
        }
    }
    return NULL;
}

const struct ol_domain *ol_domain_at(size_t i)
{
    return i < sizeof domains / sizeof *domains ? &domains[i] : NULL;
}

bool ol_domain_is_standard(struct ol_slice domain)
{
    return ol_domain_from_name(domain) != NULL;
}
