/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the files that external tensors name: what they are, whether they hold the bytes, and
 * whether these are the ones that a checksum states. A fault of the file itself is told once, at
 * the first tensor that names it. */
#include <unistd.h>

#include "base/input.h"
#include "base/limits.h"
#include "checks/external.h"
#include "checks/tensor_emit.h"
#include "rule/check.h"

#define TENSOR OL_MESSAGE_BIT(OL_MESSAGE_TensorProto)

/* --- external_file ------------------------------------------------------- */

enum {
    FILE_MISSING,
    FILE_NOT_REGULAR,
    FILE_SYMLINK,
    FILE_PARENT_SYMLINK,
    FILE_OUTSIDE,
    FILE_HARDLINK,
    FILE_MODEL
};

static const char *const words_file[] = {
    "missing", "not-regular", "symlink", "parent-symlink", "outside", "hardlink", "model", NULL,
};

static const struct ol_param params_file[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_file},
};

static const char *const args_file[] = {"type", "dims", "location", "kind", "count", NULL};
static const char *const variants_file[] = {"dangling", "loop",   "blocked", "long",
                                            "inside",   "beside", NULL};

/* Whether the file is the one being linted: by its inode, else, where the bytes did not come from a
 * file, by name. */
static bool is_model(const struct ol_run *run, const struct ol_external_location *location)
{
    const struct ol_input *input = ol_run_input(run);
    if (input->is_file) {
        return location->found.device == input->device && location->found.inode == input->inode;
    }
    const char *slash = strrchr(input->name, '/');
    return ol_slice_is_text(location->path, slash != NULL ? slash + 1 : input->name);
}

static bool is_missing(enum ol_beneath_kind kind, const char **variant)
{
    if (kind == OL_BENEATH_DANGLING) {
        *variant = "dangling";
    } else if (kind == OL_BENEATH_LOOP) {
        *variant = "loop";
    } else if (kind == OL_BENEATH_BLOCKED) {
        *variant = "blocked";
    } else if (kind == OL_BENEATH_TOO_LONG) {
        *variant = "long";
    }
    return *variant != NULL || kind == OL_BENEATH_MISSING;
}

/* What stands where a file should; NULL where that is no such thing. */
static const char *word_of_kind(enum ol_beneath_kind kind)
{
    if (kind == OL_BENEATH_DIRECTORY) {
        return "directory";
    }
    if (kind == OL_BENEATH_PIPE) {
        return "pipe";
    }
    if (kind == OL_BENEATH_SOCKET) {
        return "socket";
    }
    return kind == OL_BENEATH_DEVICE ? "device" : NULL;
}

/* Whether the file has that fault; *variant names the case where it is not the main one. */
static bool has_fault(const struct ol_run *run, const struct ol_external_location *location,
                      int64_t fault, const char **variant)
{
    const struct ol_beneath *found = &location->found;
    bool is_file = found->kind == OL_BENEATH_FILE;
    switch (fault) {
    case FILE_MISSING:
        return is_missing(found->kind, variant);
    case FILE_NOT_REGULAR:
        return word_of_kind(found->kind) != NULL;
    case FILE_SYMLINK:
        if (is_file && found->is_link) {
            *variant = found->is_beside_origin ? "beside" : "inside";
        }
        return *variant != NULL || found->kind == OL_BENEATH_LINK_OUT;
    case FILE_PARENT_SYMLINK:
        return found->kind == OL_BENEATH_PARENT_OUT;
    case FILE_OUTSIDE:
        return found->kind == OL_BENEATH_OUTSIDE;
    case FILE_HARDLINK:
        return is_file && found->link_count > 1 && !is_model(run, location);
    default:
        return is_file && is_model(run, location);
    }
}

static void run_file(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_external_tensor *external = ol_external_tensor_of(run, level);
    if (external == NULL || external->location == NULL ||
        external->location->owner != level->begin) {
        return;
    }
    const struct ol_beneath *found = ol_external_look(run, level, external);
    const char *variant = NULL;
    if (found == NULL ||
        !has_fault(run, external->location, ol_rule_integer(rule, 0, FILE_MISSING), &variant)) {
        return;
    }
    const char *kind = word_of_kind(found->kind);
    OL_EXTERNAL_EMIT(
        run, rule, level, OL_EXTERNAL_LOCATION, (.index = OL_INDEX_NONE, .variant = variant),
        OL_ARG_TEXT("location", external->entries[OL_EXTERNAL_LOCATION].value),
        OL_ARG_WORD("kind", kind != NULL ? kind : "file"), OL_ARG_U64("count", found->link_count));
}

const struct ol_check ol_check_external_file = {
    .name = "external_file",
    .trigger = OL_ON_LEVEL,
    .targets = TENSOR,
    .params = params_file,
    .param_count = 1,
    .args = args_file,
    .variants = variants_file,
    .asks_file = true,
    .concern = ol_external_concern,
    .run = run_file,
};

/* --- external_range ------------------------------------------------------ */

enum {
    RANGE_OFFSET,
    RANGE_END,
    RANGE_OPEN_SHORT,
    RANGE_OPEN_LONG
};

static const char *const words_range[] = {"offset", "end", "open-short", "open-long", NULL};

static const struct ol_param params_range[] = {
    {.name = "past", .type = OL_PARAM_WORD, .is_required = true, .words = words_range},
};

static const char *const args_range[] = {"type",   "dims", "location",  "offset",
                                         "length", "size", "available", NULL};

/* What there is of the file, and what the tensor wants of it. */
struct reach {
    const struct ol_external_tensor *external;
    uint64_t size;      /* of the file */
    uint64_t offset;    /* at most size, but for RANGE_OFFSET */
    uint64_t available; /* bytes from offset on */
    uint64_t length;    /* bytes wanted: as stated, or as the shape needs */
    bool is_open;       /* length is missing, or 0 */
};

static void emit_reach(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule,
                       const struct reach *reach)
{
    const struct ol_arg args[] = {
        OL_ARG_TEXT("location", reach->external->entries[OL_EXTERNAL_LOCATION].value),
        OL_ARG_U64("offset", reach->offset),
        OL_ARG_U64("length", reach->length),
        OL_ARG_U64("size", reach->size),
        OL_ARG_U64("available", reach->available),
    };
    struct ol_finding finding = {
        .index = OL_INDEX_NONE,
        .args = args,
        .arg_count = sizeof args / sizeof *args,
    };
    int64_t past = ol_rule_integer(rule, 0, RANGE_OFFSET);
    if (past == RANGE_OFFSET) {
        ol_external_emit(run, rule, level, OL_EXTERNAL_OFFSET, &finding);
    } else if (reach->external->entries[OL_EXTERNAL_LENGTH].is_present) {
        ol_external_emit(run, rule, level, OL_EXTERNAL_LENGTH, &finding);
    } else if (level->is_complete) {
        finding.span = ol_level_header(level);
        finding.level = level;
        ol_tensor_emit(run, rule, reach->external->tensor, &finding);
    }
}

/* Whether what the rule is about is wrong. Where the offset lies past the end, nothing else is
 * said. */
static bool is_past(const struct reach *reach, int64_t past)
{
    const struct ol_tensor *tensor = reach->external->tensor;
    bool is_need_known = ol_external_is_need_known(reach->external);
    if (reach->offset > reach->size || past == RANGE_OFFSET) {
        return past == RANGE_OFFSET && reach->offset > reach->size;
    }
    switch (past) {
    case RANGE_END:
        return !reach->is_open && reach->length > reach->available;
    case RANGE_OPEN_SHORT:
        return reach->is_open && is_need_known && tensor->raw_needed > reach->available;
    default:
        /* one that states 0 has a rule of its own */
        return reach->is_open && reach->external->length.state == OL_EXTERNAL_NUMBER_ABSENT &&
               is_need_known && tensor->raw_needed < reach->available;
    }
}

static void run_range(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_external_tensor *external = ol_external_tensor_of(run, level);
    if (external == NULL || !external->is_whole || external->location == NULL ||
        external->offset.state > OL_EXTERNAL_NUMBER_GOOD ||
        external->length.state > OL_EXTERNAL_NUMBER_GOOD) {
        return;
    }
    const struct ol_tensor *tensor = external->tensor;
    bool is_open = external->length.value == 0;
    if (!is_open && ol_external_is_need_known(external) &&
        external->length.value != tensor->raw_needed) {
        return; /* the length is wrong in itself, and reported as that */
    }
    const struct ol_beneath *found = ol_external_look(run, level, external);
    if (found == NULL || found->kind != OL_BENEATH_FILE) {
        return;
    }
    struct reach reach = {
        .external = external,
        .size = found->size,
        .offset = external->offset.value,
        .available =
            external->offset.value < found->size ? found->size - external->offset.value : 0,
        .length = is_open ? tensor->raw_needed : external->length.value,
        .is_open = is_open,
    };
    if (is_past(&reach, ol_rule_integer(rule, 0, RANGE_OFFSET))) {
        emit_reach(run, level, rule, &reach);
    }
}

const struct ol_check ol_check_external_range = {
    .name = "external_range",
    .trigger = OL_ON_LEVEL,
    .targets = TENSOR,
    .params = params_range,
    .param_count = 1,
    .args = args_range,
    .asks_file = true,
    .concern = ol_external_concern,
    .run = run_range,
};

/* --- external_checksum --------------------------------------------------- */

static const char *const args_checksum[] = {"type", "dims", "location", "stated", "actual", NULL};
static const char *const variants_checksum[] = {"range", NULL};

/* Whether one more file of that size is too much to be hashed for one input. */
static bool is_too_much(struct ol_run *run, uint64_t size)
{
    uint64_t most = ol_run_limits(run)->hashed;
    const struct ol_external *all = *ol_run_external(run);
    return most != 0 && (size > most || all->hashed > most - size);
}

/* The digest of a part of the file. */
static enum ol_digest_state hash(struct ol_run *run, const struct ol_external_location *file,
                                 struct ol_span span, struct ol_digest *digest)
{
    int descriptor;
    if (ol_external_open(run, file, &descriptor) != OL_OK) {
        return OL_DIGEST_UNREADABLE;
    }
    ol_run_touch_elsewhere(run, span.length);
    enum ol_digest_state state = ol_digest_file(descriptor, file->found.size, span, digest);
    (void)close(descriptor); /* nothing was written: no error can be lost */
    return state;
}

/* The digest of the whole file, computed once for each file; false where it is not known, which is
 * noted. */
static bool read_digest(struct ol_run *run, const struct ol_level *level,
                        struct ol_external_location *file)
{
    if (!file->is_digest_tried) {
        file->is_digest_tried = true;
        struct ol_span whole = {0, file->found.size};
        file->digest_state = OL_DIGEST_TOO_MUCH;
        if (!is_too_much(run, whole.length)) {
            (*ol_run_external(run))->hashed += whole.length;
            file->digest_state = hash(run, file, whole, &file->digest);
        }
        if (file->digest_state != OL_DIGEST_KNOWN) {
            ol_run_not_checked(run, level, file->entry, ol_digest_failure(file->digest_state));
        }
    }
    return file->digest_state == OL_DIGEST_KNOWN;
}

/* The digest of bytes that lie in the file, computed once for all tensors that take them; NULL when
 * memory is short (and the run has failed). Hashes no more in all than twice the file, so that many
 * tensors cannot make the work more than linear. */
static const struct ol_external_digest *
digest_of_range(struct ol_run *run, struct ol_external_location *file, struct ol_span bytes)
{
    const uint64_t parts[] = {file->number, bytes.offset, bytes.length};
    struct ol_external *all = *ol_run_external(run);
    struct ol_slice key = {(const uint8_t *)parts, sizeof parts};
    struct ol_external_digest *known = ol_trie_find(&all->by_range, key);
    if (known != NULL) {
        return known;
    }
    uint64_t *kept = ol_arena_alloc(ol_run_arena(run), sizeof parts);
    struct ol_external_digest *made = ol_arena_alloc(ol_run_arena(run), sizeof *made);
    void **place = NULL;
    if (kept != NULL && made != NULL) {
        memcpy(kept, parts, sizeof parts);
        key.data = (const uint8_t *)kept;
        place = ol_trie_place(&all->by_range, key);
    }
    if (place == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return NULL;
    }
    *place = made;
    made->state = OL_DIGEST_TOO_MUCH;
    if (bytes.length <= 2 * file->found.size - file->hashed) {
        file->hashed += bytes.length;
        made->state = hash(run, file, bytes, &made->digest);
    }
    return made;
}

/* Whether the digest, which is not that of the file, is that of the tensor's own bytes, as another
 * reading has it: *variant is then the case. False where that is not known, which is
 * noted. */
static bool judge_range(struct ol_run *run, const struct ol_level *level,
                        const struct ol_digest *stated, const char **variant)
{
    const struct ol_external_tensor *external = ol_external_tensor_of(run, level);
    struct ol_external_location *file = external->location->file;
    struct ol_span bytes;
    if (!ol_external_range_of(external, &bytes) || bytes.offset > file->found.size ||
        bytes.length > file->found.size - bytes.offset) {
        return true; /* there are no such bytes */
    }
    const struct ol_external_digest *own = digest_of_range(run, file, bytes);
    if (own == NULL) {
        return false;
    }
    if (own->state != OL_DIGEST_KNOWN) {
        const struct ol_external_entry *entry = &external->entries[OL_EXTERNAL_CHECKSUM];
        ol_run_not_checked(run, level, ol_occurrence_span(&entry->occurrence),
                           ol_digest_failure(own->state));
        return false;
    }
    if (memcmp(&own->digest, stated, sizeof *stated) == 0) {
        *variant = "range";
    }
    return true;
}

static void run_checksum(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    const struct ol_external_tensor *external = ol_external_tensor_of(run, level);
    struct ol_digest stated;
    if (external == NULL || external->location == NULL ||
        !external->entries[OL_EXTERNAL_CHECKSUM].is_present ||
        !ol_digest_from_text(external->entries[OL_EXTERNAL_CHECKSUM].value, &stated)) {
        return;
    }
    const struct ol_beneath *found = ol_external_look(run, level, external);
    struct ol_external_location *file = external->location->file;
    const char *variant = NULL;
    if (found == NULL || found->kind != OL_BENEATH_FILE || !read_digest(run, level, file) ||
        memcmp(&file->digest, &stated, sizeof stated) == 0 ||
        !judge_range(run, level, &stated, &variant)) {
        return;
    }
    char actual[OL_DIGEST_TEXT_BYTES];
    ol_digest_print(&file->digest, actual);
    OL_EXTERNAL_EMIT(run, rule, level, OL_EXTERNAL_CHECKSUM,
                     (.index = OL_INDEX_NONE, .variant = variant),
                     OL_ARG_TEXT("location", external->entries[OL_EXTERNAL_LOCATION].value),
                     OL_ARG_TEXT("stated", external->entries[OL_EXTERNAL_CHECKSUM].value),
                     OL_ARG_WORD("actual", actual));
}

const struct ol_check ol_check_external_checksum = {
    .name = "external_checksum",
    .trigger = OL_ON_LEVEL,
    .targets = TENSOR,
    .args = args_checksum,
    .variants = variants_checksum,
    .asks_file = true,
    .concern = ol_external_concern,
    .run = run_checksum,
};
