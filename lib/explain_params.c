/* SPDX-License-Identifier: Apache-2.0 */
/* What a rule's check is told: from its descriptor, and where the check is for everybody from
 * rules/checks.yaml. */
#include "explain_params.h"

#include "rule/check_docs.h"
#include "rule/param_text.h"
#include "rule/source.h"

/* What is told people of the check; NULL: nothing. */
static const struct ol_check_doc *doc_of(const struct ol_check_docs *docs,
                                         const struct ol_check *check)
{
    for (size_t i = 0; i < docs->count; i++) {
        if (docs->items[i].check == check) {
            return &docs->items[i];
        }
    }
    return NULL;
}

/* The text in the arena, and the buffer empty; NULL where memory is short. */
static const char *keep(struct ol_arena *arena, struct ol_buf *buf)
{
    const char *text =
        ol_buf_is_ok(buf) ? ol_arena_copy_text(arena, ol_slice_from_text(ol_buf_text(buf))) : NULL;
    ol_buf_clear(buf);
    return text;
}

static enum ol_status fill(struct ol_arena *arena, const struct ol_rule *rule,
                           const struct ol_check_doc *doc, struct ol_explained_param *items)
{
    const struct ol_check *check = ol_checks[rule->check];
    enum ol_status status = OL_OK;
    struct ol_buf buf;
    ol_buf_init(&buf);
    for (size_t i = 0; i < check->param_count && status == OL_OK; i++) {
        items[i].name = check->params[i].name;
        items[i].about = doc != NULL ? doc->params[i] : NULL;
        ol_param_add_takes(&buf, &check->params[i], SIZE_MAX);
        items[i].takes = keep(arena, &buf);
        ol_param_add_value(&buf, &check->params[i], &rule->with[i]);
        items[i].value = keep(arena, &buf);
        status = items[i].takes != NULL && items[i].value != NULL ? OL_OK : OL_ERR_NOMEM;
    }
    ol_buf_fini(&buf);
    return status;
}

enum ol_status ol_explain_params(struct ol_arena *arena, const struct ol_rule *rule,
                                 struct ol_explained_params *params)
{
    const struct ol_check *check = ol_checks[rule->check];
    struct ol_check_docs docs;
    *params = (struct ol_explained_params){.check = check->name};
    if (check->param_count == 0) {
        return OL_OK;
    }
    struct ol_explained_param *items =
        ol_arena_alloc_array(arena, check->param_count, sizeof *items);
    enum ol_status status = items != NULL ? ol_source_load_check_docs(arena, &docs) : OL_ERR_NOMEM;
    if (status == OL_OK) {
        status = fill(arena, rule, doc_of(&docs, check), items);
        params->items = items;
        params->count = check->param_count;
    }
    return status;
}
