/* SPDX-License-Identifier: Apache-2.0 */
/* libyaml's events made into a tree. The one file that knows libyaml. */
#include "rule/yaml_tree.h"

#include <stdlib.h>
#include <string.h>

#include <yaml.h>

#include "base/limits.h"
#include "base/text.h"
#include "rule/yaml_lines.h"

/* A map or a list that is not closed yet. */
struct frame {
    struct ol_yaml_node *node;
    struct ol_yaml_node *last;      /* its last member so far */
    const struct ol_yaml_node *key; /* of a map: read, its value is to come */
};

struct builder {
    struct ol_arena *arena;
    const char *path;
    struct ol_buf *errors;
    struct ol_yaml_lines lines; /* goes with the events */
    const struct ol_yaml_node *root;
    size_t node_count;
    size_t depth;
    struct frame frames[OL_YAML_DEPTH_MAX];
};

void ol_yaml_begin_error(struct ol_buf *errors, const char *path, struct ol_mark mark)
{
    ol_text_add_path(errors, path);
    ol_buf_addf(errors, ":%u:%u: error: ", mark.line, mark.column);
}

static enum ol_status refuse(const struct builder *builder, struct ol_mark mark, const char *what)
{
    ol_yaml_begin_error(builder->errors, builder->path, mark);
    ol_buf_add(builder->errors, what);
    ol_buf_add_char(builder->errors, '\n');
    return OL_ERR_RULE;
}

static struct ol_mark mark_from_yaml(yaml_mark_t mark)
{
    return (struct ol_mark){(unsigned)mark.line + 1, (unsigned)mark.column + 1};
}

/* --- the text as a whole --- */

static enum ol_status refuse_code_point(const struct builder *builder, struct ol_mark mark,
                                        uint32_t code_point)
{
    ol_yaml_begin_error(builder->errors, builder->path, mark);
    ol_buf_addf(builder->errors, "control or format character U+%04X\n", code_point);
    return OL_ERR_RULE;
}

/* UTF-8 without control characters other than line breaks, tabs (which are white space between
 * tokens) and a byte order mark at the start. libyaml checks this too, but does not tell the line.
 */
static enum ol_status check_text(const struct builder *builder, struct ol_slice text)
{
    struct ol_mark mark = {1, 1};
    if (text.size > (size_t)OL_YAML_BYTES_MAX) {
        ol_yaml_begin_error(builder->errors, builder->path, mark);
        ol_buf_addf(builder->errors, "the file has more than %d bytes\n", OL_YAML_BYTES_MAX);
        return OL_ERR_RULE;
    }
    size_t at = 0;
    while (at < text.size) {
        uint32_t code_point = 0;
        size_t length =
            ol_utf8_length((struct ol_slice){text.data + at, text.size - at}, &code_point);
        if (length == 0) {
            ol_yaml_begin_error(builder->errors, builder->path, mark);
            ol_buf_addf(builder->errors, "byte 0x%02X is not part of UTF-8 text\n", text.data[at]);
            return OL_ERR_RULE;
        }
        bool is_break = code_point == '\n' || code_point == '\r';
        bool is_start_mark = code_point == 0xFEFF && at == 0;
        if (ol_code_point_is_control(code_point) && !is_break && code_point != '\t' &&
            !is_start_mark) {
            return refuse_code_point(builder, mark, code_point);
        }
        if (code_point == '\n') {
            mark = (struct ol_mark){mark.line + 1, 1};
        } else if (!is_start_mark) {
            mark.column++;
        }
        at += length;
    }
    return OL_OK;
}

/* --- nodes --- */

static enum ol_status check_plainness(const struct builder *builder, struct ol_mark mark,
                                      const yaml_char_t *anchor, const yaml_char_t *tag)
{
    if (anchor != NULL) {
        return refuse(builder, mark, "anchors are not used here");
    }
    if (tag != NULL) {
        return refuse(builder, mark, "tags are not used here");
    }
    return OL_OK;
}

/* A new node, counted. */
static enum ol_status add_node(struct builder *builder, enum ol_yaml_kind kind,
                               const yaml_event_t *event, struct ol_yaml_node **node)
{
    if (builder->node_count == OL_YAML_NODES_MAX) {
        ol_yaml_begin_error(builder->errors, builder->path, mark_from_yaml(event->start_mark));
        ol_buf_addf(builder->errors, "the file has more than %d keys and values\n",
                    OL_YAML_NODES_MAX);
        return OL_ERR_RULE;
    }
    builder->node_count++;
    *node = ol_arena_alloc(builder->arena, sizeof **node);
    if (*node == NULL) {
        return OL_ERR_NOMEM;
    }
    (*node)->kind = kind;
    (*node)->mark = mark_from_yaml(event->start_mark);
    (*node)->last_line = (unsigned)event->end_mark.line + 1;
    return OL_OK;
}

/* Puts a node where the tree goes on: the root, a key, a value or a list member. */
static enum ol_status attach(struct builder *builder, struct ol_yaml_node *node)
{
    if (builder->depth == 0) {
        builder->root = node;
        return OL_OK;
    }
    struct frame *frame = &builder->frames[builder->depth - 1];
    if (frame->node->kind == OL_YAML_MAP && frame->key == NULL) {
        if (node->kind != OL_YAML_SCALAR) {
            return refuse(builder, node->mark, "a key is a plain word, not a map or a list");
        }
        if (node->style == OL_YAML_PLAIN && strcmp(node->text, "<<") == 0) {
            return refuse(builder, node->mark, "merge keys are not used here");
        }
        frame->key = node;
        return OL_OK;
    }
    node->key = frame->key;
    frame->key = NULL;
    if (frame->last == NULL) {
        frame->node->first = node;
    } else {
        frame->last->next = node;
    }
    frame->last = node;
    frame->node->count++;
    return OL_OK;
}

static enum ol_yaml_style style_from_yaml(yaml_scalar_style_t style)
{
    switch (style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE:
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
        return OL_YAML_QUOTED;
    case YAML_LITERAL_SCALAR_STYLE:
        return OL_YAML_LITERAL;
    case YAML_FOLDED_SCALAR_STYLE:
        return OL_YAML_FOLDED;
    case YAML_ANY_SCALAR_STYLE:
    case YAML_PLAIN_SCALAR_STYLE:
        break;
    }
    return OL_YAML_PLAIN;
}

static struct ol_mark text_mark(struct builder *builder, const struct ol_yaml_node *node)
{
    struct ol_mark mark = node->mark;
    switch (node->style) {
    case OL_YAML_QUOTED:
        mark.column++;
        break;
    case OL_YAML_LITERAL:
    case OL_YAML_FOLDED:
        return ol_yaml_block_mark(&builder->lines, mark.line, node->text);
    case OL_YAML_PLAIN:
        break;
    }
    return mark;
}

/* Escapes in quotes can say what check_text kept out. */
static enum ol_status check_scalar(const struct builder *builder, struct ol_mark mark,
                                   struct ol_slice text)
{
    size_t at = 0;
    while (at < text.size) {
        uint32_t code_point = 0;
        size_t length =
            ol_utf8_length((struct ol_slice){text.data + at, text.size - at}, &code_point);
        if (length == 0) {
            return refuse(builder, mark, "an escape that is not part of UTF-8 text");
        }
        if (ol_code_point_is_control(code_point) && code_point != '\n') {
            return refuse_code_point(builder, mark, code_point);
        }
        at += length;
    }
    return OL_OK;
}

static enum ol_status read_scalar(struct builder *builder, const yaml_event_t *event)
{
    struct ol_mark mark = mark_from_yaml(event->start_mark);
    enum ol_status status =
        check_plainness(builder, mark, event->data.scalar.anchor, event->data.scalar.tag);
    if (status != OL_OK) {
        return status;
    }
    struct ol_slice text = {event->data.scalar.value, event->data.scalar.length};
    status = check_scalar(builder, mark, text);
    if (status != OL_OK) {
        return status;
    }
    struct ol_yaml_node *node = NULL;
    status = add_node(builder, OL_YAML_SCALAR, event, &node);
    if (status != OL_OK) {
        return status;
    }
    node->style = style_from_yaml(event->data.scalar.style);
    node->text = ol_arena_copy_text(builder->arena, text);
    if (node->text == NULL) {
        return OL_ERR_NOMEM;
    }
    node->text_mark = text_mark(builder, node);
    return attach(builder, node);
}

static enum ol_status open_frame(struct builder *builder, const yaml_event_t *event)
{
    bool is_map = event->type == YAML_MAPPING_START_EVENT;
    struct ol_mark mark = mark_from_yaml(event->start_mark);
    enum ol_status status = is_map
                                ? check_plainness(builder, mark, event->data.mapping_start.anchor,
                                                  event->data.mapping_start.tag)
                                : check_plainness(builder, mark, event->data.sequence_start.anchor,
                                                  event->data.sequence_start.tag);
    if (status != OL_OK) {
        return status;
    }
    if (builder->depth == OL_YAML_DEPTH_MAX) {
        ol_yaml_begin_error(builder->errors, builder->path, mark);
        ol_buf_addf(builder->errors, "maps and lists are nested more than %d deep\n",
                    OL_YAML_DEPTH_MAX);
        return OL_ERR_RULE;
    }
    struct ol_yaml_node *node = NULL;
    status = add_node(builder, is_map ? OL_YAML_MAP : OL_YAML_LIST, event, &node);
    if (status == OL_OK) {
        status = attach(builder, node);
    }
    if (status == OL_OK) {
        builder->frames[builder->depth] = (struct frame){.node = node};
        builder->depth++;
    }
    return status;
}

/* A key of a map while keys are compared. */
struct key {
    const struct ol_yaml_node *node;
};

static int compare_keys(const void *a, const void *b)
{
    const struct ol_yaml_node *left = ((const struct key *)a)->node;
    const struct ol_yaml_node *right = ((const struct key *)b)->node;
    int order = strcmp(left->text, right->text);
    if (order != 0) {
        return order;
    }
    if (left->mark.line != right->mark.line) {
        return left->mark.line < right->mark.line ? -1 : 1;
    }
    return left->mark.column < right->mark.column ? -1 : left->mark.column > right->mark.column;
}

static enum ol_status check_keys(struct builder *builder, const struct ol_yaml_node *map)
{
    struct key *keys = ol_arena_alloc_array(builder->arena, map->count, sizeof *keys);
    if (keys == NULL) {
        return OL_ERR_NOMEM;
    }
    size_t count = 0;
    for (const struct ol_yaml_node *member = map->first; member != NULL; member = member->next) {
        keys[count].node = member->key;
        count++;
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < count; i++) {
        const struct ol_yaml_node *first = keys[i - 1].node;
        const struct ol_yaml_node *second = keys[i].node;
        if (strcmp(first->text, second->text) == 0) {
            ol_yaml_begin_error(builder->errors, builder->path, second->mark);
            ol_buf_add(builder->errors, "key ");
            ol_text_quote(builder->errors, ol_slice_from_text(second->text));
            ol_buf_addf(builder->errors, " stands here twice; first in line %u\n",
                        first->mark.line);
            return OL_ERR_RULE;
        }
    }
    return OL_OK;
}

static enum ol_status close_frame(struct builder *builder)
{
    if (builder->depth == 0) {
        return OL_ERR_BUG; /* libyaml pairs its events */
    }
    builder->depth--;
    const struct ol_yaml_node *node = builder->frames[builder->depth].node;
    return node->kind == OL_YAML_MAP ? check_keys(builder, node) : OL_OK;
}

/* --- events --- */

static enum ol_status open_document(const struct builder *builder, const yaml_event_t *event)
{
    struct ol_mark mark = mark_from_yaml(event->start_mark);
    if (builder->root != NULL) {
        return refuse(builder, mark, "a second document in the file");
    }
    if (event->data.document_start.version_directive != NULL ||
        event->data.document_start.tag_directives.start !=
            event->data.document_start.tag_directives.end) {
        return refuse(builder, mark, "directives are not used here");
    }
    return OL_OK;
}

static enum ol_status add_event(struct builder *builder, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return open_document(builder, event);
    case YAML_ALIAS_EVENT:
        return refuse(builder, mark_from_yaml(event->start_mark),
                      "aliases are not used here; a text that begins with * stands in quotes");
    case YAML_SCALAR_EVENT:
        return read_scalar(builder, event);
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        return open_frame(builder, event);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return close_frame(builder);
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        break;
    }
    return OL_OK;
}

/* What is mostly meant where libyaml's words do not say it; "" elsewhere. */
static const char *hint(const struct builder *builder, const yaml_parser_t *parser)
{
    bool is_alias =
        parser->context != NULL && strcmp(parser->context, "while scanning an alias") == 0;
    if (is_alias) {
        return "; a text that begins with * stands in quotes";
    }
    const struct ol_slice text = builder->lines.text;
    const uint8_t *line = text.data;
    for (size_t i = 0; i < parser->problem_mark.line && line != NULL; i++) {
        line = memchr(line, '\n', text.size - (size_t)(line - text.data));
        line = line != NULL ? line + 1 : NULL;
    }
    while (line != NULL && line < text.data + text.size && line[0] == ' ') {
        line++;
    }
    bool is_tab = line != NULL && line < text.data + text.size && line[0] == '\t';
    if (is_tab) {
        return "; lines are indented with blanks, not with tabs";
    }
    bool is_sign = parser->problem != NULL &&
                   strcmp(parser->problem, "found character that cannot start any token") == 0;
    return is_sign ? "; a text that begins with it stands in quotes" : "";
}

/* libyaml's texts are its own constants; nothing of the file is in them. */
static enum ol_status refuse_syntax(const struct builder *builder, const yaml_parser_t *parser)
{
    if (parser->error == YAML_MEMORY_ERROR) {
        return OL_ERR_NOMEM;
    }
    ol_yaml_begin_error(builder->errors, builder->path, mark_from_yaml(parser->problem_mark));
    if (parser->context != NULL) {
        ol_buf_add(builder->errors, parser->context);
        ol_buf_add(builder->errors, ", ");
    }
    ol_buf_add(builder->errors, parser->problem != NULL ? parser->problem : "no YAML");
    ol_buf_add(builder->errors, hint(builder, parser));
    ol_buf_add_char(builder->errors, '\n');
    return OL_ERR_RULE;
}

static enum ol_status read_events(struct builder *builder, yaml_parser_t *parser)
{
    bool is_end = false;
    while (!is_end) {
        yaml_event_t event;
        if (yaml_parser_parse(parser, &event) == 0) {
            return refuse_syntax(builder, parser);
        }
        is_end = event.type == YAML_STREAM_END_EVENT;
        enum ol_status status = add_event(builder, &event);
        yaml_event_delete(&event);
        if (status != OL_OK) {
            return status;
        }
    }
    return OL_OK;
}

/* libyaml would count the byte order mark as a column, so that the next line seems less indented.
 */
static struct ol_slice without_start_mark(struct ol_slice text)
{
    static const uint8_t mark[] = {0xEF, 0xBB, 0xBF};
    bool has_mark = text.size >= sizeof mark && memcmp(text.data, mark, sizeof mark) == 0;
    return has_mark ? (struct ol_slice){text.data + sizeof mark, text.size - sizeof mark} : text;
}

/* A document that begins, and holds nothing, is a plain scalar without a letter. */
static bool is_nothing(const struct ol_yaml_node *root)
{
    return root != NULL && root->kind == OL_YAML_SCALAR && root->style == OL_YAML_PLAIN &&
           root->text[0] == '\0';
}

enum ol_status ol_yaml_load_any(struct ol_arena *arena, const char *path, struct ol_slice text,
                                struct ol_buf *errors, const struct ol_yaml_node **root)
{
    struct builder builder = {
        .arena = arena, .path = path, .errors = errors, .lines = {.text = text, .line = 1}};
    enum ol_status status = check_text(&builder, text);
    if (status != OL_OK) {
        return ol_buf_is_ok(errors) ? status : OL_ERR_NOMEM;
    }
    yaml_parser_t parser;
    if (yaml_parser_initialize(&parser) == 0) {
        return OL_ERR_NOMEM;
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    text = without_start_mark(text);
    yaml_parser_set_input_string(&parser, text.size == 0 ? (const unsigned char *)"" : text.data,
                                 text.size);
    status = read_events(&builder, &parser);
    yaml_parser_delete(&parser);
    *root = is_nothing(builder.root) ? NULL : builder.root;
    return ol_buf_is_ok(errors) ? status : OL_ERR_NOMEM;
}

enum ol_status ol_yaml_load(struct ol_arena *arena, const char *path, struct ol_slice text,
                            struct ol_buf *errors, const struct ol_yaml_node **root)
{
    enum ol_status status = ol_yaml_load_any(arena, path, text, errors, root);
    if (status == OL_OK && *root == NULL) {
        ol_yaml_begin_error(errors, path, (struct ol_mark){1, 1});
        ol_buf_add(errors, "the file is empty\n");
        status = ol_buf_is_ok(errors) ? OL_ERR_RULE : OL_ERR_NOMEM;
    }
    return status;
}

const struct ol_yaml_node *ol_yaml_member(const struct ol_yaml_node *map, const char *key)
{
    for (const struct ol_yaml_node *member = map->first; member != NULL; member = member->next) {
        if (strcmp(member->key->text, key) == 0) {
            return member;
        }
    }
    return NULL;
}
