/* SPDX-License-Identifier: Apache-2.0 */
/* Suppressions: read, and held against findings. */
#include "policy/suppression.h"

#include <string.h>

#include "base/input.h"
#include "base/limits.h"
#include "base/text.h"
#include "policy/calendar.h"
#include "rule/load.h"
#include "rule/subject.h"

/* --- reading ------------------------------------------------------------- */

/* A suppression while it is read. */
struct reading {
    struct ol_suppression out; /* first: the texts of its keys are put there */
    const struct ol_rule_set *rules;
};

/* One name of a rule or of a case of one, or a list of them. */
static void load_rule(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct reading *reading = out;
    bool is_list = node->kind == OL_YAML_LIST;
    struct ol_cases *cases = ol_typed_alloc(typed, is_list ? node->count : 1, sizeof *cases);
    size_t count = 0;
    if (is_list && node->count == 0) {
        ol_typed_refuse(typed, node->mark, "rule is empty; wanted: a rule, or a list of rules");
    }
    for (const struct ol_yaml_node *member = is_list ? node->first : node;
         cases != NULL && member != NULL; member = is_list ? member->next : NULL) {
        const char *name = NULL;
        if (ol_typed_line(typed, member, &name) &&
            ol_cases_find(typed, reading->rules, member->mark, name, &cases[count])) {
            count++;
        }
    }
    reading->out.cases = cases;
    reading->out.case_count = count;
}

static void load_files(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct reading *reading = out;
    reading->out.scope.patterns = ol_selector_load_files(typed, node, &reading->out.scope.count);
}

static void load_paths(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct reading *reading = out;
    reading->out.paths = ol_selector_load_paths(typed, node, &reading->out.path_count);
}

static bool is_role(const char *name)
{
    for (size_t i = 0; ol_subject_role(i) != NULL; i++) {
        if (strcmp(ol_subject_role(i), name) == 0) {
            return true;
        }
    }
    return false;
}

static void refuse_role(struct ol_typed *typed, const struct ol_yaml_node *key)
{
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(key->text));
    for (size_t i = 0; ol_subject_role(i) != NULL; i++) {
        ol_nearest_offer(&nearest, ol_subject_role(i));
    }
    ol_typed_refuse_unknown(typed, key->mark, "role of a name", &nearest);
}

static void load_names(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct reading *reading = out;
    if (!ol_typed_is_kind(typed, node, OL_YAML_MAP)) {
        return;
    }
    struct ol_name *names = ol_typed_alloc(typed, node->count, sizeof *names);
    size_t count = 0;
    for (const struct ol_yaml_node *member = node->first; names != NULL && member != NULL;
         member = member->next) {
        if (!is_role(member->key->text)) {
            refuse_role(typed, member->key);
        } else if (ol_typed_line(typed, member, &names[count].text)) {
            names[count++].role = member->key->text;
        }
    }
    if (node->count == 0) {
        ol_typed_refuse(typed, node->mark, "names is empty; wanted: a map of roles to texts");
    }
    reading->out.names = names;
    reading->out.name_count = count;
}

static void load_expires(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct reading *reading = out;
    const char *text = NULL;
    if (!ol_typed_line(typed, node, &text)) {
        return;
    }
    if (!ol_day_from_text(text, &reading->out.last_day)) {
        ol_typed_refuse_text(typed, node->mark, "", text,
                             " is no day; wanted: a date such as 2027-06-30");
        return;
    }
    reading->out.expires = text;
}

static void load_reason(struct ol_typed *typed, const struct ol_yaml_node *node, void *out)
{
    struct reading *reading = out;
    const char *text = NULL;
    if (!ol_typed_line(typed, node, &text)) {
        return;
    }
    if (text[strspn(text, " ")] == '\0') {
        ol_typed_refuse(typed, node->mark, "the reason is blank; say why this is accepted");
    }
    reading->out.reason = text;
}

static void load_one(struct ol_typed *typed, const struct ol_yaml_node *node,
                     struct reading *reading)
{
    static const struct ol_typed_key keys[] = {
        {.name = "rule", .form = OL_TYPED_CALL, .is_required = true, .load = load_rule},
        {.name = "files", .form = OL_TYPED_CALL, .load = load_files},
        {.name = "paths", .form = OL_TYPED_CALL, .load = load_paths},
        {.name = "names", .form = OL_TYPED_CALL, .load = load_names},
        {.name = "reason", .form = OL_TYPED_CALL, .is_required = true, .load = load_reason},
        {.name = "expires", .form = OL_TYPED_CALL, .load = load_expires},
    };
    static const struct ol_typed_map map = {"suppression", keys, sizeof keys / sizeof keys[0]};
    reading->out.mark = node->mark;
    ol_typed_load_map(typed, node, &map, reading);
}

/* Adds the members of the file's list behind those that are there. */
static void load_all(struct ol_typed *typed, const struct ol_yaml_node *root,
                     const struct ol_rule_set *rules, const char *folder,
                     struct ol_suppressions *suppressions)
{
    if (!ol_typed_is_kind(typed, root, OL_YAML_LIST)) {
        return;
    }
    size_t before = suppressions->count;
    struct ol_suppression *items = ol_typed_alloc(typed, before + root->count, sizeof *items);
    if (items == NULL) {
        return;
    }
    if (before > 0) {
        memcpy(items, suppressions->items, before * sizeof *items);
    }
    size_t count = before;
    for (const struct ol_yaml_node *node = root->first; node != NULL; node = node->next) {
        struct reading reading = {.rules = rules,
                                  .out = {.path = typed->path, .scope = {.folder = folder}}};
        load_one(typed, node, &reading);
        items[count++] = reading.out;
    }
    suppressions->items = items;
    suppressions->count = count;
}

/* Reads the text of a file. The tree borrows nothing of it. */
static enum ol_status load_text(struct ol_typed *typed, struct ol_slice text,
                                const struct ol_rule_set *rules, const char *folder,
                                struct ol_suppressions *suppressions)
{
    const struct ol_yaml_node *root = NULL;
    enum ol_status status = ol_typed_status(typed);
    if (status == OL_OK) {
        status = ol_yaml_load_any(typed->arena, typed->path, text, typed->errors, &root);
    }
    if (status != OL_OK) {
        return status;
    }
    if (root != NULL) {
        load_all(typed, root, rules, folder, suppressions);
    }
    return ol_typed_finish(typed);
}

enum ol_status ol_suppressions_load(struct ol_arena *arena, struct ol_buf *errors,
                                    const struct ol_rule_set *rules, const char *path,
                                    const char *folder, struct ol_suppressions *suppressions)
{
    struct ol_loader loader = {.arena = arena, .errors = errors};
    struct ol_typed typed;
    struct ol_input input;
    ol_typed_init(&typed, &loader, path);
    enum ol_status status = ol_input_open(&input, path, errors);
    if (status == OL_OK && input.bytes.size > (size_t)OL_CONFIG_BYTES_MAX - suppressions->size) {
        ol_text_add_path(errors, path);
        ol_buf_addf(errors, ": the files of suppressions have more than %d bytes in all",
                    OL_CONFIG_BYTES_MAX);
        status = OL_ERR_IO;
    } else if (status == OL_OK) {
        suppressions->size += input.bytes.size;
        status = load_text(&typed, input.bytes, rules, folder, suppressions);
    }
    ol_input_fini(&input);
    return status;
}

/* --- matching ------------------------------------------------------------ */

/* Whether the innermost name of that role is the text. */
static bool has_name(const struct ol_diag *diag, const struct ol_name *name)
{
    for (size_t i = diag->name_count; i > 0; i--) {
        if (strcmp(diag->names[i - 1].role, name->role) == 0) {
            return strcmp(diag->names[i - 1].text, name->text) == 0;
        }
    }
    return false;
}

bool ol_suppression_matches(const struct ol_suppression *suppression, const struct ol_diag *diag)
{
    for (size_t i = 0; i < suppression->name_count; i++) {
        if (!has_name(diag, &suppression->names[i])) {
            return false;
        }
    }
    return ol_selector_has_path(suppression->paths, suppression->path_count, diag->place.path);
}

/* --- telling ------------------------------------------------------------- */

/* "the suppression of RULE", and how many rules more. */
static void add_subject(struct ol_buf *out, const struct ol_rule_set *rules,
                        const struct ol_suppression *suppression)
{
    ol_buf_add(out, "the suppression of ");
    ol_buf_add(out, ol_rule_set_at(rules, suppression->cases[0].rule)->id);
    if (suppression->case_count > 1) {
        ol_buf_addf(out, " and %zu more", suppression->case_count - 1);
    }
}

bool ol_suppression_notice(struct ol_arena *arena, const struct ol_rule_set *rules,
                           const struct ol_suppression *suppression, enum ol_notice_kind kind,
                           bool is_missed, struct ol_notice *notice)
{
    struct ol_buf out;
    ol_buf_init(&out);
    add_subject(&out, rules, suppression);
    switch (kind) {
    case OL_NOTICE_UNUSED:
        ol_buf_add(&out, " matched nothing; remove it, or see whether it is about the right place");
        break;
    case OL_NOTICE_EXPIRED:
        ol_buf_add(&out, " has expired on ");
        ol_buf_add(&out, suppression->expires);
        ol_buf_add(&out, is_missed ? ", and what it was about counts again"
                                   : "; remove it, or give it another day");
        break;
    case OL_NOTICE_NO_FILE:
        break; /* that is said of a pattern, in policy_notices.c */
    }
    *notice = (struct ol_notice){
        .kind = kind,
        .file = suppression->path,
        .line = suppression->mark.line,
        .column = suppression->mark.column,
        .message = ol_buf_copy(&out, arena),
    };
    ol_buf_fini(&out);
    return notice->message != NULL;
}
