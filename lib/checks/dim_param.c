/* SPDX-License-Identifier: Apache-2.0 */
/* Check that a dim_param stands for one size in a model's graphs, or in a function, as far as
 * initializers and constants tell sizes (IR.md, Static tensor shapes). */
#include "base/trie.h"
#include "checks/declared.h"

static const char *const args_param[] = {"name", "size", "first", NULL};
static const char *const notes_param[] = {"first", "data", NULL};

enum {
    NOTE_FIRST,
    NOTE_DATA
};

/* The size that a name was given first, and where the name stands. */
struct sizing {
    int64_t size;
    struct ol_span span;
    const char *path; /* NULL: not asked for yet */
};

static void set_first(struct ol_run *run, void **place, const struct ol_dim *named, int64_t size)
{
    struct sizing *made = ol_arena_alloc(ol_run_arena(run), sizeof *made);
    if (made == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return;
    }
    made->size = size;
    made->span = named->span;
    made->path = NULL;
    *place = made;
}

/* Names of dims, each a map of struct sizing. Those of a function are its own. */
struct names {
    struct ol_trie graphs;
    struct ol_trie function;
    uint64_t begin; /* where the function begins that function is about */
};

/* The names that hold at the level. NULL when memory is short (and the run has failed). */
static struct ol_trie *names_at(struct ol_run *run, const struct ol_rule *rule,
                                const struct ol_level *level)
{
    const struct ol_level *function = ol_level_enclosing(level, OL_MESSAGE_FunctionProto);
    void **kept = ol_run_keep(run, rule);
    struct names *names = kept != NULL ? *kept : NULL;
    if (kept != NULL && names == NULL) {
        names = ol_arena_alloc(ol_run_arena(run), sizeof *names);
        *kept = names;
        if (names != NULL) {
            names->begin = UINT64_MAX;
            ol_trie_init(&names->graphs, ol_run_arena(run), false);
        }
    }
    if (names == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return NULL;
    }
    if (function == NULL) {
        return &names->graphs;
    }
    if (names->begin != function->begin) {
        names->begin = function->begin;
        ol_trie_init(&names->function, ol_run_arena(run), false);
    }
    return &names->function;
}

/* Made for the first conflict, since hardly any name has one; the root's where it may not be. */
static const char *path_of_first(struct ol_run *run, const struct ol_level *level,
                                 struct sizing *first)
{
    struct ol_note note = {.path = ""};
    if (first->path == NULL) {
        (void)ol_run_offset_note(run, level, first->span.offset, &note);
        first->path = note.path;
    }
    return first->path;
}

/* A dim that has a name, and the size that data give it. */
static void judge(struct ol_run *run, const struct ol_rule *rule, const struct ol_dim *named,
                  const struct ol_dim *sized)
{
    struct ol_trie *trie = names_at(run, rule, named->level);
    void **place = trie != NULL ? ol_trie_place(trie, named->param) : NULL;
    if (place == NULL) {
        ol_run_fail(run, OL_ERR_NOMEM);
        return;
    }
    struct sizing *first = *place;
    if (first == NULL) {
        set_first(run, place, named, sized->size);
        return;
    }
    if (first->size == sized->size || !ol_run_takes(run, rule, NULL)) {
        return;
    }
    const struct ol_note notes[] = {
        {.note = notes_param[NOTE_FIRST],
         .span = first->span,
         .path = path_of_first(run, named->level, first)},
        {.note = notes_param[NOTE_DATA],
         .span = sized->span,
         .level = sized->level,
         .field = sized->field,
         .index = sized->index},
    };
    OL_EMIT(run, rule,
            (.span = named->span, .level = named->level, .field = named->field,
             .index = OL_INDEX_NONE, .notes = notes, .note_count = sizeof notes / sizeof *notes),
            OL_ARG_TEXT("name", named->param), OL_ARG_I64("size", sized->size),
            OL_ARG_I64("first", first->size));
}

/* Goes through the dims of a declared shape and of data side by side; a rank that differs is a
 * fault of its own. */
static void compare(struct ol_run *run, const struct ol_rule *rule, const struct ol_level *shape,
                    const struct ol_level *data)
{
    struct ol_dims dims[2];
    struct ol_dim named;
    struct ol_dim sized;
    ol_dims_init(&dims[0], run, shape);
    ol_dims_init(&dims[1], run, data);
    if (!ol_dims_is_whole(shape) || !ol_dims_is_whole(data) ||
        ol_dims_count(&dims[0]) != ol_dims_count(&dims[1])) {
        return;
    }
    while (ol_dims_next(&dims[0], &named) && ol_dims_next(&dims[1], &sized)) {
        if (named.param.size > 0 && sized.size >= 0) {
            judge(run, rule, &named, &sized);
        }
    }
}

/* The declaration of a value, and the data that it has. */
static void compare_entry(struct ol_run *run, const struct ol_rule *rule,
                          const struct ol_level *entry, const struct ol_level *data)
{
    struct ol_level type;
    struct ol_level tensor;
    struct ol_level shape;
    bool is_sparse = data->message->id == OL_MESSAGE_SparseTensorProto;
    unsigned kind =
        is_sparse ? (unsigned)OL_TypeProto_sparse_tensor_type : (unsigned)OL_TypeProto_tensor_type;
    if (ol_run_read_child(run, entry, OL_ValueInfoProto_type, &type) &&
        type.oneof_index[1] == kind && ol_run_read_child(run, &type, kind, &tensor) &&
        ol_run_read_child(run, &tensor, OL_DECLARED_SHAPE, &shape)) {
        compare(run, rule, &shape, data);
    }
}

/* Finds and reads the tensor that a Constant holds; false where the node is none, or holds its
 * value in another form. */
static bool open_constant(struct ol_run *run, const struct ol_level *node,
                          struct ol_level *attribute, struct ol_level *tensor)
{
    if (!ol_known_is_constant(node)) {
        return false;
    }
    struct ol_cursor cursor;
    struct ol_element element;
    ol_cursor_init(&cursor, node, OL_NodeProto_attribute);
    while (ol_cursor_next(&cursor, &element)) {
        ol_level_init_child(attribute, node, &element.occurrence, element.index);
        if (!ol_run_read(run, attribute)) {
            return false;
        }
        if (ol_slice_is_text(ol_level_text(attribute, OL_AttributeProto_name), "value")) {
            return ol_run_read_child(run, attribute, OL_AttributeProto_t, tensor);
        }
    }
    return false;
}

static void run_node(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const struct ol_scopes *scopes = ol_run_scopes(run);
    uint32_t count;
    uint32_t made = ol_scopes_made(scopes, level, &count);
    struct ol_level entry;
    struct ol_level attribute;
    struct ol_level tensor;
    if (count == 1 && ol_scopes_value(scopes, made)->declared != OL_NONE &&
        open_constant(run, level, &attribute, &tensor) &&
        ol_declared_entry(run, ol_scopes_value(scopes, made), &entry)) {
        compare_entry(run, rule, &entry, &tensor);
    }
}

static void run_param(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    struct ol_level other;
    if (level->message->id == OL_MESSAGE_NodeProto) {
        run_node(run, level, rule);
    } else if (ol_declared_other(run, level, &other)) {
        bool is_entry = level->message->id == OL_MESSAGE_ValueInfoProto;
        const struct ol_level *entry = is_entry ? level : &other;
        const struct ol_level *data = is_entry ? &other : level;
        if (data->message->id != OL_MESSAGE_ValueInfoProto) {
            compare_entry(run, rule, entry, data);
        }
    }
}

/* Of nodes only a Constant has data of its own. */
static bool may_have_data(const struct ol_rule *rule, const struct ol_outline *outline)
{
    (void)rule;
    return outline->message->id != OL_MESSAGE_NodeProto ||
           (outline->present & OL_KNOWN_CONSTANT) != 0;
}

const struct ol_check ol_check_dim_param_size = {
    .name = "dim_param_size",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_ValueInfoProto) | OL_MESSAGE_BIT(OL_MESSAGE_TensorProto) |
               OL_MESSAGE_BIT(OL_MESSAGE_SparseTensorProto) | OL_MESSAGE_BIT(OL_MESSAGE_NodeProto),
    .args = args_param,
    .notes = notes_param,
    .asks_file = true,
    .may_speak = may_have_data,
    .run = run_param,
};
