/* SPDX-License-Identifier: Apache-2.0 */
/* Where a custom rule applies, in words. */
#include "base/limits.h"
#include "rule/filter.h"

/* Adds a node as YAML has it within a line; the members of a map or list without its braces where
 * it is the outermost one. */
static void add_node(struct ol_buf *out, const struct ol_yaml_node *node, unsigned depth)
{
    if (node->kind == OL_YAML_SCALAR) {
        bool is_plain = node->style == OL_YAML_PLAIN;
        ol_buf_add(out, is_plain ? "" : "\"");
        ol_buf_add(out, node->text);
        ol_buf_add(out, is_plain ? "" : "\"");
        return;
    }
    if (depth > OL_YAML_DEPTH_MAX) {
        return;
    }
    bool is_list = node->kind == OL_YAML_LIST;
    ol_buf_add(out, depth == 0 ? "" : is_list ? "[" : "{");
    for (const struct ol_yaml_node *member = node->first; member != NULL; member = member->next) {
        if (!is_list) {
            ol_buf_add(out, member->key->text);
            ol_buf_add(out, ": ");
        }
        add_node(out, member, depth + 1);
        ol_buf_add(out, member->next != NULL ? ", " : "");
    }
    ol_buf_add(out, depth == 0 ? "" : is_list ? "]" : "}");
}

static void add_part(struct ol_buf *out, const char *word, const struct ol_yaml_node *node)
{
    if (node != NULL) {
        ol_buf_add(out, out->size > 0 ? "; " : "");
        ol_buf_add(out, word);
        add_node(out, node, 0);
    }
}

const char *ol_filter_text(struct ol_typed *typed, const struct ol_filter_keys *keys,
                           const struct ol_attachment *attachment)
{
    struct ol_buf text;
    const char *kept = NULL;
    bool is_opset_inside = keys->when != NULL && keys->opset != NULL &&
                           ol_yaml_member(keys->when, "opset") == keys->opset;
    ol_buf_init(&text);
    for (size_t i = 0; i < attachment->path_count; i++) {
        ol_buf_add(&text, i == 0 ? "" : ", ");
        ol_buf_add(&text, attachment->paths[i].text);
    }
    add_part(&text, "when ", keys->when);
    add_part(&text, "opset ", is_opset_inside ? NULL : keys->opset);
    if (text.size > 0) {
        kept = ol_buf_copy(&text, typed->arena);
    }
    typed->is_out_of_memory =
        typed->is_out_of_memory || !ol_buf_is_ok(&text) || (text.size > 0 && kept == NULL);
    ol_buf_fini(&text);
    return kept;
}
