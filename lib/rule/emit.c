/* SPDX-License-Identifier: Apache-2.0 */
/* From what a check found to a finding: severity and wording of the rule, path and names of the
 * level. */
#include <assert.h>
#include <string.h>

#include "diag/wording.h"
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
    struct ol_wording out = ol_wording_plain(&run->text);
    ol_buf_clear(&run->text);
    if (level != NULL) {
        ol_subject_add_path(&out, level, field, index);
    }
    return ol_run_keep_text(run);
}

static void add_arg(struct ol_wording *out, const struct ol_arg *arg)
{
    switch (arg->type) {
    case OL_ARG_TYPE_U64:
        ol_wording_add_u64(out, arg->number);
        break;
    case OL_ARG_TYPE_NUMBERED:
        ol_wording_add(out, arg->word);
        ol_wording_add(out, " ");
        ol_wording_add_u64(out, arg->number);
        break;
    case OL_ARG_TYPE_I64:
        ol_wording_add_i64(out, (int64_t)arg->number);
        break;
    case OL_ARG_TYPE_HEX:
        ol_wording_add_hex(out, arg->number);
        break;
    case OL_ARG_TYPE_WORD:
        ol_wording_add(out, arg->word);
        break;
    case OL_ARG_TYPE_TEXT:
        ol_wording_quote(out, arg->text);
        break;
    case OL_ARG_TYPE_FUNCTION:
        ol_subject_add_function(out, arg->function);
        break;
    }
}

/* A finding while it is put together: what it points to is gone with the next one. */
struct draft {
    struct ol_run *run;
    const struct ol_finding *finding;
    struct ol_diag diag;
    struct ol_subject_name found[OL_NAMES_MAX];
    struct ol_name names[OL_NAMES_MAX];
    const struct ol_note *notes[OL_RELATED_MAX];
    struct ol_related related[OL_RELATED_MAX];
};

/* Adds what a placeholder stands for. The loader has made sure that the check declares it. */
static void add_value(const void *context, struct ol_wording *out, struct ol_slice name)
{
    const struct ol_finding *finding = ((const struct draft *)context)->finding;
    if (ol_slice_is_text(name, "subject")) {
        ol_subject_add(out, finding->level);
        return;
    }
    for (size_t i = 0; i < finding->arg_count; i++) {
        if (ol_slice_is_text(name, finding->args[i].name)) {
            add_arg(out, &finding->args[i]);
            return;
        }
    }
    assert(false && "a check reported without an argument that it declares");
}

/* Adds the path of a place. */
static void add_place(struct ol_wording *out, const struct ol_note *note)
{
    if (note->path != NULL) {
        ol_wording_add(out, note->path);
        return;
    }
    ol_subject_add_path(out, note->level, note->field, note->index);
    for (size_t i = 0; i < OL_STEPS_MAX && note->below[i].field != NULL; i++) {
        ol_subject_add_step(out, true, note->below[i].field, note->below[i].index);
    }
}

/* Adds the path of the finding (0), or of related place i - 1. */
static void add_path(const void *context, struct ol_wording *out, size_t i)
{
    const struct draft *draft = context;
    const struct ol_finding *finding = draft->finding;
    if (i > 0) {
        add_place(out, draft->notes[i - 1]);
    } else if (finding->path != NULL) {
        ol_wording_add(out, finding->path);
    } else if (finding->at != NULL) {
        add_place(out, finding->at);
    } else {
        ol_subject_add_path(out, finding->level, finding->field, finding->index);
    }
}

static void add_name(const void *context, struct ol_wording *out, size_t i)
{
    ol_wording_escape(out, ((const struct draft *)context)->found[i].text);
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

static void draft_names(struct draft *draft)
{
    draft->diag.names = draft->names;
    draft->diag.name_count = ol_subject_names(draft->finding->level, draft->found);
    for (size_t i = 0; i < draft->diag.name_count; i++) {
        draft->names[i] = (struct ol_name){.role = draft->found[i].role};
    }
}

/* Fills in the related places; a note for which the rule has no text is left out. */
static void draft_related(struct draft *draft, const struct ol_rule *rule)
{
    const struct ol_finding *finding = draft->finding;
    struct ol_diag *diag = &draft->diag;
    diag->related = draft->related;
    for (size_t i = 0; i < finding->note_count && i < OL_RELATED_MAX; i++) {
        const struct ol_note *note = &finding->notes[i];
        const char *message = note_template(rule, note->note);
        if (message != NULL) {
            draft->notes[diag->related_count] = note;
            draft->related[diag->related_count++] = (struct ol_related){
                .message = message,
                .place = {.span = note->span, .file = note->file},
            };
        }
    }
}

static enum ol_amend_reach reach_of(const struct ol_engine *engine, const struct ol_rule *rule)
{
    return engine->amend == NULL
               ? OL_AMEND_NONE
               : (enum ol_amend_reach)engine->amend->reach[ol_rule_set_index(engine->rules, rule)];
}

/* Whether as many findings of the rule were kept as are wanted. */
static bool has_enough(struct ol_run *run, const struct ol_rule *rule)
{
    size_t most = run->limits.findings_per_rule;
    if (most == 0) {
        return false;
    }
    if (run->per_rule == NULL) {
        const struct ol_engine *engine = run->engine;
        run->per_rule = ol_arena_alloc_array(engine->arena, ol_rule_set_count(engine->rules),
                                             sizeof *run->per_rule);
    }
    if (run->per_rule == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return true;
    }
    return run->per_rule[ol_rule_set_index(run->engine->rules, rule)] >= most;
}

/* Whether a finding of that severity is to be kept; if not it is counted. */
static bool admit(struct ol_run *run, const struct ol_rule *rule, enum ol_severity severity,
                  enum ol_acceptance acceptance)
{
    struct ol_diag_list *diags = run->engine->diags;
    if (acceptance == OL_ACCEPTED_NOT && has_enough(run, rule)) {
        diags->dropped[severity]++;
        diags->dropped_by_rule++;
        return false;
    }
    return ol_diag_list_admit(diags, severity, acceptance);
}

bool ol_run_takes(struct ol_run *run, const struct ol_rule *rule, const char *variant)
{
    if (run->is_scout) {
        run->has_spoken = true;
        return false;
    }
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
           admit(run, rule, severity,
                 reach == OL_AMEND_ALL ? OL_ACCEPTED_SUPPRESSED : OL_ACCEPTED_NOT);
}

/* Shows the finding, with its path and names as texts, to what amends it. Whether it is kept; if
 * not it is counted, unless it is off. */
static bool amend(struct draft *draft, const struct ol_rule *rule)
{
    struct ol_run *run = draft->run;
    struct ol_diag *diag = &draft->diag;
    struct ol_wording out = ol_wording_plain(&run->text);
    size_t begins[OL_NAMES_MAX];
    ol_buf_clear(&run->text);
    add_path(draft, &out, 0);
    for (size_t i = 0; i < diag->name_count; i++) {
        ol_wording_end(&out);
        begins[i] = run->text.size;
        add_name(draft, &out, i);
    }
    if (!ol_buf_is_ok(&run->text)) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return false;
    }
    diag->place.path = ol_buf_text(&run->text);
    for (size_t i = 0; i < diag->name_count; i++) {
        draft->names[i].text = diag->place.path + begins[i];
    }
    run->engine->amend->apply(run->engine->amend->context, diag);
    diag->place.path = NULL; /* from here on they are packed */
    for (size_t i = 0; i < diag->name_count; i++) {
        draft->names[i].text = NULL;
    }
    return diag->severity != OL_SEVERITY_OFF && admit(run, rule, diag->severity, diag->acceptance);
}

void ol_run_emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_finding *finding)
{
    const struct ol_engine *engine = run->engine;
    if (!ol_run_takes(run, rule, finding->variant)) {
        return;
    }
    struct draft draft;
    draft.run = run;
    draft.finding = finding;
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
    draft_names(&draft);
    if (reach_of(engine, rule) != OL_AMEND_NONE && !amend(&draft, rule)) {
        return;
    }
    draft_related(&draft, rule);
    const struct ol_values values = {
        .add = add_value,
        .add_path = add_path,
        .add_name = add_name,
        .context = &draft,
        .near = ol_subject_near(finding->level),
    };
    run->status = ol_diag_list_add(engine->diags, &draft.diag, &values);
    if (run->per_rule != NULL && draft.diag.acceptance == OL_ACCEPTED_NOT) {
        run->per_rule[draft.diag.rule_index]++;
    }
}

void ol_run_not_checked(struct ol_run *run, const struct ol_level *level, struct ol_span span,
                        const char *reason)
{
    if (run->is_scout) {
        run->has_spoken = true;
        return;
    }
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
