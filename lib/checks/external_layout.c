/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the whole set of external tensors: how the bytes that they take lie in their files. The
 * ranges are gathered as tensors close, and looked through when the root closes. */
#include "base/buf.h"
#include "base/limits.h"
#include "base/sort.h"
#include "checks/external.h"
#include "rule/check.h"

enum {
    LAYOUT_OVERLAP,
    LAYOUT_SHARED,
    LAYOUT_GAP,
    LAYOUT_TAIL
};
enum {
    PARAM_FAULT,
    PARAM_BYTES
};

static const char *const words_layout[] = {"overlap", "shared", "gap", "tail", NULL};

static const struct ol_param params_layout[] = {
    [PARAM_FAULT] = {.name = "fault",
                     .type = OL_PARAM_WORD,
                     .is_required = true,
                     .words = words_layout},
    /* the least that is reported; 1 where not given */
    [PARAM_BYTES] = {.name = "bytes", .type = OL_PARAM_INTEGER, .min = 1, .max = INT64_MAX},
};

static const char *const args_layout[] = {"tensor", "other", "location", "bytes",
                                          "offset", "end",   NULL};
static const char *const notes_layout[] = {"other", NULL};

/* --- gathering ----------------------------------------------------------- */

/* The path of what holds the tensor: one text for all initializers of a graph. NULL: it is the
 * root, or memory is short. */
static const char *holder_path(struct ol_run *run, struct ol_external *all,
                               const struct ol_level *level)
{
    if (level->parent == NULL) {
        return NULL;
    }
    if (all->holder == NULL || all->holder_begin != level->parent->begin) {
        all->holder = ol_run_path(run, level->parent, NULL, OL_INDEX_NONE);
        all->holder_begin = level->parent->begin;
    }
    return all->holder;
}

/* Keeps the range that the tensor takes, where that is known. Its file was looked at. */
static void gather(struct ol_run *run, const struct ol_level *level)
{
    const struct ol_external_tensor *external = ol_external_tensor_of(run, level);
    struct ol_external *all = external != NULL ? ol_external_of(run) : NULL;
    if (all == NULL || external->location == NULL ||
        (all->has_gathered && all->gathered == level->begin)) {
        return;
    }
    all->has_gathered = true;
    all->gathered = level->begin;
    struct ol_span bytes;
    bool is_known = external->is_whole && ol_external_range_of(external, &bytes);
    if (!is_known || external->length.state == OL_EXTERNAL_NUMBER_ABSENT) {
        /* without a length, readers take all that follows */
        external->location->file->has_unknown_range = true;
    }
    if (!is_known || bytes.length == 0) {
        return;
    }
    if (all->range_count >= OL_EXTERNAL_RANGES_MAX) {
        ol_external_tell_limit(run, level);
        return;
    }
    struct ol_external_range *range = ol_arena_alloc(ol_run_arena(run), sizeof *range);
    if (range == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return;
    }
    const struct ol_external_entry *entry = &external->entries[OL_EXTERNAL_OFFSET];
    entry = entry->is_present ? entry : &external->entries[OL_EXTERNAL_LENGTH];
    entry = entry->is_present ? entry : &external->entries[OL_EXTERNAL_LOCATION];
    *range = (struct ol_external_range){
        .next = all->ranges,
        .location = external->location,
        .name = ol_level_text(level, OL_TensorProto_name),
        .bytes = bytes,
        .entry = ol_occurrence_span(&entry->occurrence),
        .entry_index = entry->index,
        .holder = holder_path(run, all, level),
        .field = level->field,
        .index = level->index,
    };
    all->ranges = range;
    all->range_count++;
}

static int compare(const void *a, const void *b)
{
    const struct ol_external_range *left = ((const struct ol_external_rank *)a)->range;
    const struct ol_external_range *right = ((const struct ol_external_rank *)b)->range;
    const uint64_t keys[][2] = {
        {left->location->file->number, right->location->file->number},
        {left->bytes.offset, right->bytes.offset},
        {right->bytes.length, left->bytes.length}, /* the longest first */
        {left->entry.offset, right->entry.offset},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] < keys[i][1] ? -1 : 1;
        }
    }
    return 0;
}

/* Sorts what was gathered, once; false when memory is short (and the run has failed). */
static bool sort_ranges(struct ol_run *run, struct ol_external *all)
{
    if (all->sorted != NULL) {
        return true;
    }
    all->sorted = ol_arena_alloc_array(ol_run_arena(run), all->range_count, sizeof *all->sorted);
    if (all->sorted == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return false;
    }
    size_t count = 0;
    for (struct ol_external_range *range = all->ranges; range != NULL; range = range->next) {
        all->sorted[count++].range = range;
    }
    ol_sort(all->sorted, count, sizeof *all->sorted, compare);
    return true;
}

/* --- reporting ----------------------------------------------------------- */

/* Adds the path of the entry that says where the range begins, as findings show it. */
static void add_path(struct ol_buf *buf, const struct ol_external_range *range)
{
    if (range->field != NULL) {
        ol_buf_addf(buf, "%s%s%s", range->holder, range->holder[0] != '\0' ? "." : "",
                    range->field->name);
        if (ol_field_is_repeated(range->field)) {
            ol_buf_addf(buf, "[%llu]", (unsigned long long)range->index);
        }
        ol_buf_add_char(buf, '.');
    }
    ol_buf_addf(buf, "external_data[%llu]", (unsigned long long)range->entry_index);
}

static uint64_t end_of(const struct ol_external_range *range)
{
    return range->bytes.offset + range->bytes.length;
}

/* Reports a range beside the other one that makes it a fault; NULL: there is none. bytes is the
 * size of the fault. */
static void emit_range(struct ol_run *run, const struct ol_rule *rule,
                       const struct ol_external_range *const pair[2], uint64_t bytes)
{
    const struct ol_external_range *range = pair[0];
    const struct ol_external_range *other = pair[1];
    struct ol_note note = {.note = "other", .index = OL_INDEX_NONE};
    struct ol_buf path;
    struct ol_buf other_path;
    ol_run_init_buf(run, &path);
    ol_run_init_buf(run, &other_path);
    add_path(&path, range);
    if (other != NULL) {
        add_path(&other_path, other);
        note.span = other->entry;
        note.path = ol_buf_text(&other_path);
    }
    if (ol_buf_is_ok(&path) && ol_buf_is_ok(&other_path)) {
        OL_EMIT(run, rule,
                (.span = range->entry, .path = ol_buf_text(&path), .index = OL_INDEX_NONE,
                 .notes = &note, .note_count = other != NULL ? 1 : 0),
                OL_ARG_TEXT("tensor", range->name),
                OL_ARG_TEXT("other", other != NULL ? other->name : range->name),
                OL_ARG_TEXT("location", range->location->path), OL_ARG_U64("bytes", bytes),
                OL_ARG_U64("offset", range->bytes.offset), OL_ARG_U64("end", end_of(range)));
    } else {
        ol_run_fail(run, OL_ERR_NOMEM);
    }
    ol_buf_fini(&path);
    ol_buf_fini(&other_path);
}

/* The ranges of one file, in the order of their bytes, as they are gone through. */
struct sweep {
    const struct ol_external_range
        *alike; /* the first of those that are the same as the last one */
    const struct ol_external_range *widest; /* the one that reaches furthest */
};

static bool is_alike(const struct ol_external_range *a, const struct ol_external_range *b)
{
    return a->bytes.offset == b->bytes.offset && a->bytes.length == b->bytes.length;
}

/* Takes the next range of the file. Each is reported at most once, at the one that stands later in
 * the model. */
static void check_next(struct ol_run *run, const struct ol_rule *rule, struct sweep *sweep,
                       const struct ol_external_range *range)
{
    int64_t fault = ol_rule_integer(rule, PARAM_FAULT, LAYOUT_OVERLAP);
    const struct ol_external_range *widest = sweep->widest;
    bool is_shared = sweep->alike != NULL && is_alike(sweep->alike, range);
    if (is_shared) {
        if (fault == LAYOUT_SHARED) {
            emit_range(run, rule, (const struct ol_external_range *[]){range, sweep->alike},
                       range->bytes.length);
        }
        return;
    }
    sweep->alike = range;
    if (widest != NULL && range->bytes.offset < end_of(widest)) {
        uint64_t end = end_of(range) < end_of(widest) ? end_of(range) : end_of(widest);
        bool is_later = range->entry.offset > widest->entry.offset;
        if (fault == LAYOUT_OVERLAP) {
            emit_range(run, rule,
                       (const struct ol_external_range *[]){is_later ? range : widest,
                                                            is_later ? widest : range},
                       end - range->bytes.offset);
        }
    } else if (widest != NULL && fault == LAYOUT_GAP && !range->location->file->has_unknown_range &&
               range->bytes.offset - end_of(widest) >=
                   (uint64_t)ol_rule_integer(rule, PARAM_BYTES, 1)) {
        emit_range(run, rule, (const struct ol_external_range *[]){range, widest},
                   range->bytes.offset - end_of(widest));
    }
    if (widest == NULL || end_of(range) > end_of(widest)) {
        sweep->widest = range;
    }
}

/* What follows the last range of a file that was looked at. */
static void check_tail(struct ol_run *run, const struct ol_rule *rule,
                       const struct ol_external_range *widest)
{
    const struct ol_external_location *location = widest->location->file;
    if (location->is_looked_at && location->found.kind == OL_BENEATH_FILE &&
        !location->has_unknown_range && location->found.size > end_of(widest) &&
        location->found.size - end_of(widest) >= (uint64_t)ol_rule_integer(rule, PARAM_BYTES, 1)) {
        emit_range(run, rule, (const struct ol_external_range *[]){widest, NULL},
                   location->found.size - end_of(widest));
    }
}

static void check_layout(struct ol_run *run, const struct ol_rule *rule, struct ol_external *all)
{
    bool is_tail = ol_rule_integer(rule, PARAM_FAULT, LAYOUT_OVERLAP) == LAYOUT_TAIL;
    size_t at = 0;
    while (at < all->range_count) {
        const struct ol_external_location *file = all->sorted[at].range->location->file;
        struct sweep sweep = {NULL, NULL};
        for (; at < all->range_count && all->sorted[at].range->location->file == file; at++) {
            check_next(run, rule, &sweep, all->sorted[at].range);
        }
        if (is_tail) {
            check_tail(run, rule, sweep.widest);
        }
    }
}

static void run_layout(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_external **all = ol_run_external(run);
    if (level->message->id == OL_MESSAGE_TensorProto) {
        /* which file it is, and how large, no other rule may have asked */
        const struct ol_external_tensor *external = ol_external_tensor_of(run, level);
        if (external != NULL) {
            (void)ol_external_look(run, level, external);
        }
        gather(run, level);
    }
    if (level->parent == NULL && *all != NULL && sort_ranges(run, *all)) {
        check_layout(run, rule, *all);
    }
}

/* Tensors are gathered, and judged when the root closes. */
static struct ol_concern concern_layout(const struct ol_rule *rule,
                                        const struct ol_message *message)
{
    (void)rule;
    struct ol_concern concern = {.present = OL_CONCERN_ROOT};
    if (message->id == OL_MESSAGE_TensorProto) {
        concern.present |= 1U << OL_TensorProto_data_location;
    }
    return concern;
}

/* Messages that hold a TensorProto at some depth, and can be a root. */
#define TARGETS                                                                                 \
    (OL_MESSAGE_BIT(OL_MESSAGE_TensorProto) | OL_MESSAGE_BIT(OL_MESSAGE_SparseTensorProto) |    \
     OL_MESSAGE_BIT(OL_MESSAGE_ModelProto) | OL_MESSAGE_BIT(OL_MESSAGE_GraphProto) |            \
     OL_MESSAGE_BIT(OL_MESSAGE_FunctionProto) | OL_MESSAGE_BIT(OL_MESSAGE_NodeProto) |          \
     OL_MESSAGE_BIT(OL_MESSAGE_AttributeProto) | OL_MESSAGE_BIT(OL_MESSAGE_TrainingInfoProto) | \
     OL_MESSAGE_BIT(OL_MESSAGE_SequenceProto) | OL_MESSAGE_BIT(OL_MESSAGE_MapProto) |           \
     OL_MESSAGE_BIT(OL_MESSAGE_OptionalProto))

const struct ol_check ol_check_external_layout = {
    .name = "external_layout",
    .trigger = OL_ON_CLOSE,
    .targets = TARGETS,
    .params = params_layout,
    .param_count = sizeof params_layout / sizeof *params_layout,
    .args = args_layout,
    .notes = notes_layout,
    .asks_file = true,
    .concern = concern_layout,
    .run = run_layout,
};

/* --- external_case ------------------------------------------------------- */

static const char *const args_case[] = {"type", "dims", "location", "other", NULL};

static void run_case(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_external_tensor *external = ol_external_tensor_of(run, level);
    if (external == NULL || external->location == NULL ||
        external->location->owner != level->begin || external->location->twin == NULL) {
        return;
    }
    const struct ol_external_location *twin = external->location->twin;
    struct ol_note note = {
        .note = "other",
        .span = twin->entry,
        .path = twin->entry_path,
        .index = OL_INDEX_NONE,
    };
    OL_EXTERNAL_EMIT(run, rule, level, OL_EXTERNAL_LOCATION,
                     (.index = OL_INDEX_NONE, .notes = &note, .note_count = 1),
                     OL_ARG_TEXT("location", external->entries[OL_EXTERNAL_LOCATION].value),
                     OL_ARG_TEXT("other", twin->path));
}

const struct ol_check ol_check_external_case = {
    .name = "external_case",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_TensorProto),
    .args = args_case,
    .notes = notes_layout,
    .asks_file = true,
    .concern = ol_external_concern,
    .run = run_case,
};
