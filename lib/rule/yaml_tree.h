/* SPDX-License-Identifier: Apache-2.0 */
/* A YAML file as a tree of maps, lists and scalars, each with its place in the file. Stricter than
 * YAML: one document, no anchors, aliases, tags, directives or merge keys, no key twice in a map,
 * scalars for keys; every scalar is the text that was written, whatever YAML would make of it (`no`
 * is two letters), and holds no control character but line breaks. Which text is a number, a name
 * or a list is said by who reads the tree (rule/typed.h). */
#ifndef OL_RULE_YAML_TREE_H
#define OL_RULE_YAML_TREE_H

#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/slice.h"
#include "base/status.h"

/* A place in a text file, counted from 1; the column in characters. */
struct ol_mark {
    unsigned line;
    unsigned column;
};

enum ol_yaml_kind {
    OL_YAML_SCALAR,
    OL_YAML_LIST,
    OL_YAML_MAP
};

enum ol_yaml_style {
    OL_YAML_PLAIN,
    OL_YAML_QUOTED,
    OL_YAML_LITERAL,
    OL_YAML_FOLDED
};

struct ol_yaml_node {
    enum ol_yaml_kind kind;
    enum ol_yaml_style style; /* SCALAR */
    struct ol_mark mark;      /* where it begins */
    struct ol_mark text_mark; /* SCALAR: where its text begins: behind a quote, or in the lines
                                 below '|' behind their indentation */
    unsigned last_line;       /* SCALAR: where it ends */
    const char *text;         /* SCALAR: UTF-8 with a terminating NUL and none before */
    const struct ol_yaml_node *key;   /* the scalar that names it in a map; NULL elsewhere */
    const struct ol_yaml_node *first; /* MAP, LIST: the first member; NULL: none */
    const struct ol_yaml_node *next;  /* the next member of what holds it; NULL: none */
    size_t count;                     /* MAP, LIST: members */
};

/* Reads a whole file. The tree lives in the arena. path is only for messages. OL_ERR_RULE: the text
 * is no such YAML, or a cap of base/limits.h was reached; one line was added to errors.
 * OL_ERR_NOMEM: memory is short. */
enum ol_status ol_yaml_load(struct ol_arena *arena, const char *path, struct ol_slice text,
                            struct ol_buf *errors, const struct ol_yaml_node **root) OL_NODISCARD;

/* As ol_yaml_load, but a file may hold nothing, or nothing but comments: then *root is NULL. */
enum ol_status ol_yaml_load_any(struct ol_arena *arena, const char *path, struct ol_slice text,
                                struct ol_buf *errors,
                                const struct ol_yaml_node **root) OL_NODISCARD;

/* The member of a map with that key, or NULL. */
const struct ol_yaml_node *ol_yaml_member(const struct ol_yaml_node *map, const char *key);

/* Begins a line of errors: "path:line:column: error: ". */
void ol_yaml_begin_error(struct ol_buf *errors, const char *path, struct ol_mark mark);

#endif
