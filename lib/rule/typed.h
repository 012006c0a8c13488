/* SPDX-License-Identifier: Apache-2.0 */
/* From the YAML tree to C structs: closed maps, lists, lines, numbers and words, each refused at
 * its place when it is something else. Functions that return bool say whether the value is there;
 * why not was told. */
#ifndef OL_RULE_TYPED_H
#define OL_RULE_TYPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/nearest.h"
#include "diag/diag.h"
#include "rule/yaml_tree.h"

struct ol_loader;

/* Where an error was told, and where its line begins in the errors. */
struct ol_typed_error {
    struct ol_mark mark;
    size_t offset;
};

/* One file being read. Errors are collected, up to a cap; a lack of memory sticks and silences
 * everything. */
struct ol_typed {
    struct ol_loader *loader;
    struct ol_arena *arena; /* the loader's */
    struct ol_buf *errors;  /* the loader's */
    const char *path;
    const char *name;   /* of the file, without folders and ending: the id of what it defines */
    const char *folder; /* the name of the folder it is in, "" where the path names none */
    unsigned error_count;
    bool is_out_of_memory;
    struct ol_typed_error told[OL_RULE_ERRORS_MAX];
};

/* A member of a closed map. Exactly one of LINE, BLOCK, CALL says how it is read. */
enum ol_typed_form {
    OL_TYPED_LINE,  /* a text of one line, put at offset as const char * */
    OL_TYPED_BLOCK, /* a text of one or more lines, put at offset as const char * */
    OL_TYPED_CALL   /* load reads it */
};

struct ol_typed_key {
    const char *name;
    enum ol_typed_form form;
    bool is_required;
    size_t offset; /* in out */
    void (*load)(struct ol_typed *typed, const struct ol_yaml_node *node, void *out);
};

struct ol_typed_map {
    const char *what; /* "rule", "example": for messages */
    const struct ol_typed_key *keys;
    size_t key_count;
};

/* Reads a closed map: refuses unknown keys, tells missing ones, then reads the members in the order
 * of the table (not of the file), so that a later key can rely on an earlier one. */
void ol_typed_load_map(struct ol_typed *typed, const struct ol_yaml_node *node,
                       const struct ol_typed_map *map, void *out);

/* Whether a map has an unknown key that comes near to the name of one which it lacks: that one is
 * not missing as well. */
bool ol_typed_is_misspelt(const struct ol_yaml_node *node, const struct ol_typed_map *map,
                          const char *name);

/* Reads a list into an array of its members of size bytes each, which load fills from zero. NULL
 * and *count 0 where it is no list, is empty (both told) or memory is short. */
typedef void ol_typed_load_fn(struct ol_typed *typed, const struct ol_yaml_node *node, void *out);
void *ol_typed_load_list(struct ol_typed *typed, const struct ol_yaml_node *node, size_t size,
                         ol_typed_load_fn *load, size_t *count);

bool ol_typed_is_kind(struct ol_typed *typed, const struct ol_yaml_node *node,
                      enum ol_yaml_kind kind);

/* A scalar that is not empty and has one line. */
bool ol_typed_line(struct ol_typed *typed, const struct ol_yaml_node *node, const char **text);

/* Whether the text is a whole number up to 2^64-1, in decimal or with 0x in hexadecimal. */
bool ol_typed_u64_from_text(const char *text, uint64_t *value);

/* A whole number from min to max, decimal or 0x. */
bool ol_typed_integer(struct ol_typed *typed, const struct ol_yaml_node *node, int64_t min,
                      int64_t max, int64_t *value);

/* A word of a NULL-terminated list; *place is its index. Where the list is no and yes, any word for
 * one of them is taken (base/text.h). what: "severity", for the message. */
bool ol_typed_word(struct ol_typed *typed, const struct ol_yaml_node *node, const char *what,
                   const char *const *words, size_t *place);

/* Whether the words are those of a question: no, then yes, and nothing else. */
bool ol_typed_is_no_yes(const char *const *words);

/* A line of lower-case words of letters and digits joined with hyphens. */
bool ol_typed_kebab(struct ol_typed *typed, const struct ol_yaml_node *node, const char **text);

/* The name that a file gives to what it defines: kebab-case, and the name of the file. */
bool ol_typed_own_name(struct ol_typed *typed, const struct ol_yaml_node *node, const char **text);

/* "info", "warning", "error" and, where it is allowed, "off". */
bool ol_typed_severity(struct ol_typed *typed, const struct ol_yaml_node *node, bool is_off_allowed,
                       enum ol_severity *severity);

/* Memory in the arena, zeroed; NULL when it is short, which sticks. */
void *ol_typed_alloc(struct ol_typed *typed, size_t count, size_t size);

/* Tells an error: text alone; text, a quoted text of the file, more text; "unknown WHAT 'text'"
 * with the nearest names.
 * */
void ol_typed_refuse(struct ol_typed *typed, struct ol_mark mark, const char *what);
void ol_typed_refuse_text(struct ol_typed *typed, struct ol_mark mark, const char *before,
                          const char *text, const char *after);
void ol_typed_refuse_unknown(struct ol_typed *typed, struct ol_mark mark, const char *what,
                             const struct ol_nearest *nearest);

/* Whether no more errors are told, so that searching for their words is idle. */
bool ol_typed_is_silent(const struct ol_typed *typed);

/* Begins an error of several parts, to be written to typed->errors and ended with a line break;
 * false where no more are told. */
bool ol_typed_begin_error(struct ol_typed *typed, struct ol_mark mark);

/* Begins reading a file: its path, name and folder. */
void ol_typed_init(struct ol_typed *typed, struct ol_loader *loader, const char *path);

/* Reads the file's text into a tree whose root is a map; NULL, which was told, where it is none. */
const struct ol_yaml_node *ol_typed_load_tree(struct ol_typed *typed, struct ol_slice text);

/* The same of a file that may hold nothing at all: then it is NULL, and nothing was told. */
const struct ol_yaml_node *ol_typed_load_tree_any(struct ol_typed *typed, struct ol_slice text);

/* What the reading came to: OL_OK, OL_ERR_RULE or OL_ERR_NOMEM. */
enum ol_status ol_typed_status(const struct ol_typed *typed) OL_NODISCARD;

/* As ol_typed_status, when the file has been read: puts its errors in the order of their places. */
enum ol_status ol_typed_finish(struct ol_typed *typed) OL_NODISCARD;

#endif
