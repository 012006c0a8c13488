/* SPDX-License-Identifier: Apache-2.0 */
/* From what a check found to a finding: severity and wording of the rule, path and names of the
 * level. */
#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "onnx/reader.h"
#include "rule/check.h"
#include "rule/run.h"
#include "rule/subject.h"

void ol_run_fail(struct ol_run *run, enum ol_status status)
{
    if (run->status == OL_OK) {
        run->status = status;
    }
}

bool ol_run_read(struct ol_run *run, struct ol_level *level)
{
    enum ol_status status = ol_reader_read(ol_run_reader(run), level, NULL, NULL);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    }
    return status == OL_OK;
}

bool ol_run_read_child(struct ol_run *run, const struct ol_level *level, unsigned field,
                       struct ol_level *child)
{
    enum ol_status status;
    bool is_read = ol_reader_read_child(ol_run_reader(run), level, field, child, &status);
    if (status != OL_OK) {
        ol_run_fail(run, status);
    }
    return is_read;
}

/* NULL when memory is short (and the run has failed). */
static const char *keep(struct ol_run *run, const struct ol_buf *buf)
{
    const char *kept = ol_buf_copy(buf, run->engine->arena);
    if (kept == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    return kept;
}

const char *ol_run_keep_text(struct ol_run *run)
{
    return keep(run, &run->text);
}

const char *ol_run_keep_buf(struct ol_run *run, const struct ol_buf *buf)
{
    const char *kept = keep(run, buf);
    return kept != NULL ? kept : "";
}

const char *ol_run_path(struct ol_run *run, const struct ol_level *level,
                        const struct ol_field *field, uint64_t index)
{
    ol_buf_clear(&run->text);
    if (level != NULL) {
        ol_subject_add_path(&run->text, level, field, index);
    }
    return ol_run_keep_text(run);
}

static void add_arg(struct ol_buf *buf, const struct ol_arg *arg)
{
    switch (arg->type) {
    case OL_ARG_TYPE_U64:
        ol_buf_add_u64(buf, arg->number);
        break;
    case OL_ARG_TYPE_NUMBERED:
        ol_buf_add(buf, arg->word);
        ol_buf_add_char(buf, ' ');
        ol_buf_add_u64(buf, arg->number);
        break;
    case OL_ARG_TYPE_I64:
        ol_buf_add_i64(buf, (int64_t)arg->number);
        break;
    case OL_ARG_TYPE_HEX:
        ol_buf_add(buf, "0x");
        ol_buf_add_hex(buf, arg->number);
        break;
    case OL_ARG_TYPE_WORD:
        ol_buf_add(buf, arg->word);
        break;
    case OL_ARG_TYPE_TEXT:
        ol_text_quote(buf, arg->text);
        break;
    }
}

/* Adds what a placeholder stands for. The loader has made sure that the check declares it. */
static void add_placeholder(struct ol_buf *buf, struct ol_slice name,
                            const struct ol_finding *finding)
{
    if (ol_slice_is_text(name, "subject")) {
        ol_subject_add(buf, finding->level);
        return;
    }
    for (size_t i = 0; i < finding->arg_count; i++) {
        if (ol_slice_is_text(name, finding->args[i].name)) {
            add_arg(buf, &finding->args[i]);
            return;
        }
    }
    assert(false && "a check reported without an argument that it declares");
}

/* What the text for a placeholder is made of. */
static void add_value(const void *context, struct ol_buf *out, struct ol_slice name)
{
    add_placeholder(out, name, context);
}

static const char *note_template(const struct ol_rule *rule, const char *note)
{
    for (size_t i = 0; i < rule->note_count; i++) {
        if (strcmp(rule->notes[i].name, note) == 0) {
            return rule->notes[i].message;
        }
    }
    return NULL;
}

static const char *message_template(const struct ol_rule *rule, const char *variant)
{
    for (size_t i = 0; variant != NULL && i < rule->variant_count; i++) {
        if (strcmp(rule->variants[i].name, variant) == 0) {
            return rule->variants[i].message;
        }
    }
    return variant == NULL ? rule->message : NULL;
}

/* A finding while it is put together: what it points to is gone with the next one. */
struct draft {
    struct ol_diag diag;
    struct ol_name names[OL_NAMES_MAX];
    struct ol_related related[OL_RELATED_MAX];
};

/* Adds a path to the run's scratch text, with its NUL. Where it begins. */
static size_t add_path(struct ol_buf *text, const struct ol_level *level,
                       const struct ol_field *field, uint64_t index)
{
    size_t begin = text->size;
    if (level != NULL) {
        ol_subject_add_path(text, level, field, index);
    }
    ol_buf_add_char(text, '\0');
    return begin;
}

/* Fills in path and names, in the run's scratch text. */
static void draft_place(struct ol_run *run, const struct ol_finding *finding, struct draft *draft)
{
    struct ol_diag *diag = &draft->diag;
    ol_buf_clear(&run->text);
    diag->place.path = finding->path;
    if (finding->path == NULL) {
        (void)add_path(&run->text, finding->level, finding->field, finding->index);
    }
    if (!ol_subject_names(&run->text, finding->level, draft->names, &diag->name_count)) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    diag->names = draft->names;
    if (finding->path == NULL) {
        diag->place.path = ol_buf_text(&run->text); /* the first text there */
    }
}

/* Fills in the related places, their paths in the second scratch text; a note for which the rule
 * has no text is left out. */
static void draft_related(struct ol_run *run, const struct ol_rule *rule,
                          const struct ol_finding *finding, struct draft *draft)
{
    size_t begins[OL_RELATED_MAX];
    struct ol_diag *diag = &draft->diag;
    size_t most = finding->note_count < OL_RELATED_MAX ? finding->note_count : OL_RELATED_MAX;
    ol_buf_clear(&run->related);
    for (size_t i = 0; i < most; i++) {
        const struct ol_note *note = &finding->notes[i];
        const char *message = note_template(rule, note->note);
        if (message == NULL) {
            continue;
        }
        begins[diag->related_count] =
            note->path == NULL ? add_path(&run->related, note->level, note->field, note->index) : 0;
        draft->related[diag->related_count++] = (struct ol_related){
            .message = message,
            .place = {.span = note->span, .path = note->path, .file = note->file},
        };
    }
    for (size_t i = 0; i < diag->related_count; i++) {
        struct ol_place *place = &draft->related[i].place;
        place->path = place->path != NULL ? place->path : ol_buf_text(&run->related) + begins[i];
    }
    diag->related = draft->related;
    if (!ol_buf_is_ok(&run->related)) {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
}

static enum ol_amend_reach reach_of(const struct ol_engine *engine, const struct ol_rule *rule)
{
    return engine->amend == NULL
               ? OL_AMEND_NONE
               : (enum ol_amend_reach)engine->amend->reach[ol_rule_set_index(engine->rules, rule)];
}

bool ol_run_takes(struct ol_run *run, const struct ol_rule *rule, const char *variant)
{
    const struct ol_engine *engine = run->engine;
    enum ol_amend_reach reach = reach_of(engine, rule);
    enum ol_severity severity = ol_rule_set_severity(engine->rules, rule, variant);
    if (run->status != OL_OK || message_template(rule, variant) == NULL) {
        return false;
    }
    if (reach == OL_AMEND_PLACE) {
        return true; /* what becomes of it is known when the place is */
    }
    return severity != OL_SEVERITY_OFF &&
           ol_diag_list_admit(engine->diags, severity,
                              reach == OL_AMEND_ALL ? OL_ACCEPTED_SUPPRESSED : OL_ACCEPTED_NOT);
}

/* Shows the finding to what amends it. Whether it is kept; if not it is counted, unless it is
 * off. */
static bool amend(const struct ol_engine *engine, struct ol_diag *diag)
{
    engine->amend->apply(engine->amend->context, diag);
    return diag->severity != OL_SEVERITY_OFF &&
           ol_diag_list_admit(engine->diags, diag->severity, diag->acceptance);
}

void ol_run_emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_finding *finding)
{
    const struct ol_engine *engine = run->engine;
    if (!ol_run_takes(run, rule, finding->variant)) {
        return;
    }
    struct draft draft;
    draft.diag = (struct ol_diag){
        .rule = rule->id,
        .variant = finding->variant,
        .rule_index = ol_rule_set_index(engine->rules, rule),
        .severity = ol_rule_set_severity(engine->rules, rule, finding->variant),
        .message = message_template(rule, finding->variant),
        .place = {.span = finding->span,
                  .is_whole_file = finding->is_whole_file,
                  .file = finding->file},
    };
    draft_place(run, finding, &draft);
    if (run->status != OL_OK ||
        (reach_of(engine, rule) != OL_AMEND_NONE && !amend(engine, &draft.diag))) {
        return;
    }
    draft_related(run, rule, finding, &draft);
    if (run->status == OL_OK) {
        const struct ol_values values = {.add = add_value, .context = finding};
        run->status = ol_diag_list_add(engine->diags, &draft.diag, &values);
    }
}

void ol_run_not_checked(struct ol_run *run, const struct ol_level *level, struct ol_span span,
                        const char *reason)
{
    struct ol_diag_list *diags = run->engine->diags;
    if (diags->not_checked_count >= OL_NOT_CHECKED_MAX) {
        diags->not_checked_dropped++;
        return;
    }
    const char *path = ol_run_path(run, level, NULL, OL_INDEX_NONE);
    char *kept = ol_arena_copy_text(run->engine->arena, ol_slice_from_text(reason));
    if (path == NULL || kept == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return;
    }
    struct ol_not_checked entry = {.path = path, .reason = kept, .span = span};
    if (run->status == OL_OK) {
        run->status = ol_diag_list_add_not_checked(diags, &entry);
    }
}
