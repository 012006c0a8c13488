/* SPDX-License-Identifier: Apache-2.0 */
/* What a policy tells when the run is over. */
#include <string.h>

#include "base/file_path.h"
#include "base/input.h"
#include "base/text.h"
#include "diag/notice.h"
#include "policy/policy.h"
#include "policy/policy_parts.h"

size_t ol_policy_use_count(const struct ol_policy *policy)
{
    return policy->suppressions.count + policy->overrides.count;
}

bool ol_policy_has_baseline(const struct ol_policy *policy)
{
    return policy->has_baseline;
}

size_t ol_policy_baseline_count(const struct ol_policy *policy)
{
    return policy->baseline.count;
}

/* --- files that are not there -------------------------------------------- */

/* Whether the pattern names one path: it has a slash before its end, and no wildcard. One without a
 * slash is about files anywhere beneath the folder. */
static bool is_one_path(const char *pattern)
{
    const char *slash = strchr(pattern, '/');
    return slash != NULL && slash[1] != '\0' && strpbrk(pattern, "*?[\\") == NULL;
}

/* Whether nothing is there of the name, which is relative to the folder. path takes the absolute
 * one. */
static bool is_missing(struct ol_buf *path, const char *folder, const char *name)
{
    ol_file_path_set_absolute(path, folder, name[0] == '/' ? name + 1 : name);
    return ol_buf_is_ok(path) && ol_input_is_missing(ol_buf_text(path));
}

/* Words that a pattern names nothing. NULL when memory is short. */
static const char *word_no_file(struct ol_arena *arena, const struct ol_file_scope *scope,
                                const char *pattern)
{
    struct ol_buf out;
    ol_buf_init(&out);
    ol_buf_add(&out, "files: ");
    ol_text_quote(&out, ol_slice_from_text(pattern));
    ol_buf_add(&out, " names no file in ");
    ol_text_add_path(&out, scope->folder);
    const char *kept = ol_buf_is_ok(&out)
                           ? ol_arena_copy_text(arena, ol_slice_from_text(ol_buf_text(&out)))
                           : NULL;
    ol_buf_fini(&out);
    return kept;
}

/* Notices, as they are made. */
struct notices {
    struct ol_arena *arena;
    struct ol_notice *items; /* room for all there can be */
    size_t count;
    struct ol_buf path;
};

/* Tells the patterns of a suppression or an override that name nothing. A file that is linted need
 * not be there (standard input), so an only pattern that is about one is not told. */
static bool add_missing(struct notices *notices, const struct ol_file_scope *scope, uint8_t uses,
                        const struct ol_notice *where)
{
    bool is_used = scope->count == 1 && (uses & OL_USE_FILE) != 0;
    for (size_t i = 0; i < scope->count && !is_used; i++) {
        const char *pattern = scope->patterns[i];
        if (!is_one_path(pattern) || !is_missing(&notices->path, scope->folder, pattern)) {
            continue;
        }
        struct ol_notice *notice = &notices->items[notices->count++];
        *notice = *where;
        notice->kind = OL_NOTICE_NO_FILE;
        notice->message = word_no_file(notices->arena, scope, pattern);
        if (notice->message == NULL) {
            return false;
        }
    }
    return ol_buf_is_ok(&notices->path);
}

/* --- notices ------------------------------------------------------------- */

/* What there is to tell of a suppression; nothing where it did what it is for. That it has expired
 * is so whichever files are linted; that it matches nothing, only where it could have. */
static bool add_use(struct notices *notices, const struct ol_policy *policy,
                    const struct ol_suppression *suppression, uint8_t uses)
{
    bool is_expired = (uses & OL_USE_EXPIRED) != 0;
    bool is_unused = (uses & OL_USE_ABOUT) != 0 && (uses & OL_USE_MATCHED) == 0;
    if (!is_expired && !is_unused) {
        return true;
    }
    return ol_suppression_notice(notices->arena, policy->rules, suppression,
                                 is_expired ? OL_NOTICE_EXPIRED : OL_NOTICE_UNUSED,
                                 (uses & OL_USE_MISSED) != 0, &notices->items[notices->count++]);
}

static bool add_all(struct notices *notices, const struct ol_policy *policy, const uint8_t *uses)
{
    const struct ol_suppressions *suppressions = &policy->suppressions;
    const struct ol_overrides *overrides = &policy->overrides;
    bool is_ok = true;
    for (size_t i = 0; i < suppressions->count && is_ok; i++) {
        const struct ol_suppression *item = &suppressions->items[i];
        const struct ol_notice where = {
            .file = item->path, .line = item->mark.line, .column = item->mark.column};
        is_ok = add_use(notices, policy, item, uses[i]) &&
                add_missing(notices, &item->scope, uses[i], &where);
    }
    for (size_t i = 0; i < overrides->count && is_ok; i++) {
        const struct ol_override *item = &overrides->items[i];
        const struct ol_notice where = {.file = item->origin.path,
                                        .line = item->origin.mark.line,
                                        .column = item->origin.mark.column};
        is_ok = add_missing(notices, &item->scope, uses[suppressions->count + i], &where);
    }
    return is_ok;
}

/* The most notices that there can be. */
static size_t room_for(const struct ol_policy *policy)
{
    size_t count = policy->suppressions.count;
    for (size_t i = 0; i < policy->suppressions.count; i++) {
        count += policy->suppressions.items[i].scope.count;
    }
    for (size_t i = 0; i < policy->overrides.count; i++) {
        count += policy->overrides.items[i].scope.count;
    }
    return count;
}

enum ol_status ol_policy_notices(const struct ol_policy *policy, const uint8_t *uses,
                                 struct ol_arena *arena, const struct ol_notice **notices,
                                 size_t *count)
{
    struct notices made = {.arena = arena};
    *count = 0;
    made.items = ol_arena_alloc_array(arena, room_for(policy), sizeof *made.items);
    if (made.items == NULL) {
        return OL_ERR_NOMEM;
    }
    ol_buf_init(&made.path);
    bool is_ok = add_all(&made, policy, uses);
    ol_buf_fini(&made.path);
    *notices = made.items;
    *count = is_ok ? made.count : 0;
    return is_ok ? OL_OK : OL_ERR_NOMEM;
}

/* --- the baseline -------------------------------------------------------- */

/* The file of an entry, relative to the working directory. NULL when memory is short. */
static const char *name_of(const struct ol_policy *policy, struct ol_arena *arena,
                           const char *absolute)
{
    struct ol_buf name;
    ol_buf_init(&name);
    (void)ol_file_path_add_relative(&name, policy->working_folder, absolute);
    const char *kept = ol_buf_is_ok(&name)
                           ? ol_arena_copy_text(arena, ol_slice_from_text(ol_buf_text(&name)))
                           : NULL;
    ol_buf_fini(&name);
    return kept;
}

/* Whether the entry's file is not there. A name that is no UTF-8 stands escaped in a baseline, and
 * cannot be looked up. */
static bool is_file_missing(const struct ol_baseline *baseline, size_t entry, struct ol_buf *path)
{
    const char *file = baseline->entries[entry].file;
    return strchr(file, '\\') == NULL && is_missing(path, baseline->folder, file);
}

enum ol_status ol_policy_missing(const struct ol_policy *policy, const uint8_t *is_seen,
                                 struct ol_arena *arena, const struct ol_policy_missing **missing,
                                 size_t *count)
{
    const struct ol_baseline *baseline = &policy->baseline;
    struct ol_policy_missing *made = ol_arena_alloc_array(arena, baseline->count, sizeof *made);
    struct ol_buf path;
    bool is_ok = made != NULL;
    *count = 0;
    ol_buf_init(&path);
    for (size_t i = 0, next = 0; is_ok && i < baseline->count; i = next) {
        struct ol_policy_missing file = {0};
        for (next = i; next < baseline->count &&
                       strcmp(baseline->entries[next].file, baseline->entries[i].file) == 0;
             next++) {
            file.count += baseline->entries[next].count;
        }
        if (is_seen[i] == 0 && is_file_missing(baseline, i, &path)) {
            file.name = name_of(policy, arena, ol_buf_text(&path));
            is_ok = file.name != NULL;
            made[(*count)++] = file;
        }
    }
    is_ok = is_ok && ol_buf_is_ok(&path);
    ol_buf_fini(&path);
    *missing = made;
    return is_ok ? OL_OK : OL_ERR_NOMEM;
}
