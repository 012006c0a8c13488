/* SPDX-License-Identifier: Apache-2.0 */
/* Keys of findings in a baseline. */
#include "policy/baseline_key.h"

#include <string.h>

#include "base/limits.h"

/* Sorts by role; they are few. */
static void sort_names(const struct ol_name **names, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const struct ol_name *name = names[i];
        size_t place = i;
        for (; place > 0 && strcmp(names[place - 1]->role, name->role) > 0; place--) {
            names[place] = names[place - 1];
        }
        names[place] = name;
    }
}

void ol_baseline_key_add(struct ol_buf *out, const struct ol_baseline_key *key)
{
    const struct ol_name *names[OL_BASELINE_NAMES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < key->name_count && count < OL_BASELINE_NAMES_MAX; i++) {
        names[count++] = &key->names[i];
    }
    sort_names(names, count);
    ol_buf_add(out, key->rule);
    ol_buf_add_char(out, '\t');
    ol_buf_add(out, key->variant != NULL ? key->variant : "");
    ol_buf_add_char(out, '\t');
    ol_buf_add(out, key->path);
    for (size_t i = 0; i < count; i++) {
        ol_buf_add_char(out, '\t');
        ol_buf_add(out, names[i]->role);
        ol_buf_add_char(out, '=');
        ol_buf_add(out, names[i]->text);
    }
}

void ol_baseline_key_add_diag(struct ol_buf *out, const struct ol_diag *diag)
{
    struct ol_name names[OL_BASELINE_NAMES_MAX];
    struct ol_baseline_key key = {diag->rule, diag->variant, diag->place.path, names, 0};
    for (size_t i = 0; i < diag->name_count && key.name_count < OL_BASELINE_NAMES_MAX; i++) {
        if (ol_diag_is_innermost(diag, i)) {
            names[key.name_count++] = diag->names[i];
        }
    }
    ol_baseline_key_add(out, &key);
}

/* Where the path begins in a key. */
static const char *path_in(const char *key)
{
    return strchr(strchr(key, '\t') + 1, '\t') + 1;
}

bool ol_baseline_key_is_named(const char *key)
{
    static const char *const roles[] = {"\tnode=", "\ttensor=", "\tvalue="};
    for (const char *name = path_in(key) + strcspn(path_in(key), "\t"); *name == '\t';
         name += 1 + strcspn(name + 1, "\t")) {
        for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
            size_t size = strlen(roles[i]);
            if (strncmp(name, roles[i], size) == 0 && name[size] != '\t' && name[size] != '\0') {
                return true;
            }
        }
    }
    return false;
}

void ol_baseline_key_add_nameless(struct ol_buf *out, const char *key)
{
    const char *end = path_in(key) + strcspn(path_in(key), "\t");
    ol_buf_add_slice(out, (struct ol_slice){(const uint8_t *)key, (size_t)(end - key)});
}

void ol_baseline_key_add_loose(struct ol_buf *out, const char *key)
{
    const char *path = path_in(key);
    size_t size = strcspn(path, "\t");
    ol_buf_add_slice(out, (struct ol_slice){(const uint8_t *)key, (size_t)(path - key)});
    for (size_t i = 0; i < size; i++) {
        if (path[i] == '[') {
            i += strcspn(path + i, "]\t");
        } else {
            ol_buf_add_char(out, path[i]);
        }
    }
    for (const char *name = path + size; *name == '\t'; name += 1 + strcspn(name + 1, "\t")) {
        if (strncmp(name + 1, "graph=", 6) != 0) {
            ol_buf_add_slice(out,
                             (struct ol_slice){(const uint8_t *)name, 1 + strcspn(name + 1, "\t")});
        }
    }
}
