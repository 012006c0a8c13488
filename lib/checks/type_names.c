/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the names when they are wanted first. */
#include "checks/type_names.h"

#include "onnx/operators.h"
#include "onnx/value_type.h"

struct names {
    const char *types[UINT8_MAX + 1];
    const char *sets[UINT8_MAX + 1];
};

static struct names *names_of(struct ol_run *run, const struct ol_rule *rule)
{
    void **kept = ol_run_keep(run, rule);
    if (kept == NULL) {
        return NULL;
    }
    if (*kept == NULL) {
        *kept = ol_arena_alloc(ol_run_arena(run), sizeof(struct names));
        if (*kept == NULL) {
            ol_run_fail(run, OL_ERR_NOMEM);
        }
    }
    return *kept;
}

const char *ol_type_name(struct ol_run *run, const struct ol_rule *rule, uint8_t type)
{
    struct names *names = names_of(run, rule);
    if (names != NULL && names->types[type] == NULL) {
        struct ol_buf buf;
        ol_run_init_buf(run, &buf);
        ol_value_type_add(&buf, type);
        names->types[type] = ol_run_keep_buf(run, &buf);
        ol_buf_fini(&buf);
    }
    return names != NULL ? names->types[type] : "";
}

const char *ol_type_set_name(struct ol_run *run, const struct ol_rule *rule, uint8_t set)
{
    struct names *names = names_of(run, rule);
    if (names != NULL && names->sets[set] == NULL) {
        struct ol_buf buf;
        ol_run_init_buf(run, &buf);
        ol_value_type_add_set(&buf, ol_operator_type_set(set));
        names->sets[set] = ol_run_keep_buf(run, &buf);
        ol_buf_fini(&buf);
    }
    return names != NULL ? names->sets[set] : "";
}
