/* SPDX-License-Identifier: Apache-2.0 */
/* Typed values from a YAML tree, by tables of keys. */
#include "rule/typed.h"

#include <string.h>

#include "base/limits.h"
#include "base/text.h"
#include "rule/load.h"

/* Keys of a map that are listed where one is unknown and none is near. */
#define KEYS_LISTED_MAX 6

/* --- the file --- */

void ol_typed_init(struct ol_typed *typed, struct ol_loader *loader, const char *path)
{
    *typed = (struct ol_typed){
        .loader = loader, .arena = loader->arena, .errors = loader->errors, .path = path};
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    const char *folder = slash == NULL ? path : slash;
    while (folder > path && folder[-1] != '/') {
        folder--;
    }
    struct ol_slice stem = ol_slice_from_text(name);
    if (stem.size > 5 && strcmp(name + stem.size - 5, ".yaml") == 0) {
        stem.size -= 5;
    }
    size_t folder_size = slash == NULL ? 0 : (size_t)(slash - folder);
    typed->path = ol_arena_copy_text(typed->arena, ol_slice_from_text(path));
    typed->name = ol_arena_copy_text(typed->arena, stem);
    typed->folder =
        ol_arena_copy_text(typed->arena, (struct ol_slice){(const uint8_t *)folder, folder_size});
    typed->is_out_of_memory = typed->path == NULL || typed->name == NULL || typed->folder == NULL;
}

static const char *kind_name(const struct ol_yaml_node *node)
{
    switch (node->kind) {
    case OL_YAML_SCALAR:
        return node->text[0] == '\0' ? "is empty" : "is a text";
    case OL_YAML_LIST:
        return "is a list";
    case OL_YAML_MAP:
        return "is a map";
    }
    return "is something else";
}

/* What reading a tree came to: the root, which is a map, or NULL. */
static const struct ol_yaml_node *take_tree(struct ol_typed *typed, enum ol_status status,
                                            const struct ol_yaml_node *root)
{
    if (status == OL_ERR_RULE) {
        typed->error_count++;
    } else if (status != OL_OK) {
        typed->is_out_of_memory = true;
    }
    if (status != OL_OK || root == NULL || root->kind == OL_YAML_MAP) {
        return status == OL_OK ? root : NULL;
    }
    if (ol_typed_begin_error(typed, root->mark)) {
        ol_buf_addf(typed->errors, "the file %s; wanted: a map, as KEY: VALUE\n", kind_name(root));
    }
    return NULL;
}

const struct ol_yaml_node *ol_typed_load_tree(struct ol_typed *typed, struct ol_slice text)
{
    if (typed->is_out_of_memory) {
        return NULL;
    }
    const struct ol_yaml_node *root = NULL;
    enum ol_status status = ol_yaml_load(typed->arena, typed->path, text, typed->errors, &root);
    return take_tree(typed, status, root);
}

const struct ol_yaml_node *ol_typed_load_tree_any(struct ol_typed *typed, struct ol_slice text)
{
    if (typed->is_out_of_memory) {
        return NULL;
    }
    const struct ol_yaml_node *root = NULL;
    enum ol_status status = ol_yaml_load_any(typed->arena, typed->path, text, typed->errors, &root);
    return take_tree(typed, status, root);
}

void *ol_typed_alloc(struct ol_typed *typed, size_t count, size_t size)
{
    void *memory = ol_arena_alloc_array(typed->arena, count, size);
    if (memory == NULL) {
        typed->is_out_of_memory = true;
    }
    return memory;
}

/* --- scalars --- */

/* "'title' is a map, but one line of text is wanted" */
static void refuse_value(struct ol_typed *typed, const struct ol_yaml_node *node, const char *is,
                         const char *wanted)
{
    if (!ol_typed_begin_error(typed, node->mark)) {
        return;
    }
    if (node->key != NULL) {
        ol_text_quote(typed->errors, ol_slice_from_text(node->key->text));
    } else {
        ol_buf_add(typed->errors, "this entry");
    }
    ol_buf_addf(typed->errors, " %s; wanted: %s\n", is, wanted);
}

bool ol_typed_is_kind(struct ol_typed *typed, const struct ol_yaml_node *node,
                      enum ol_yaml_kind kind)
{
    static const char *const names[] = {"a text", "a list", "a map"};
    if (node->kind != kind) {
        refuse_value(typed, node, kind_name(node), names[kind]);
        return false;
    }
    return true;
}

bool ol_typed_line(struct ol_typed *typed, const struct ol_yaml_node *node, const char **text)
{
    static const char wanted[] = "one line of text";
    if (node->kind != OL_YAML_SCALAR || node->text[0] == '\0') {
        refuse_value(typed, node, kind_name(node), wanted);
        return false;
    }
    if (strchr(node->text, '\n') != NULL) {
        refuse_value(typed, node, "has several lines", wanted);
        return false;
    }
    *text = node->text;
    return true;
}

static bool load_block(struct ol_typed *typed, const struct ol_yaml_node *node, const char **text)
{
    if (node->kind != OL_YAML_SCALAR || node->text[0] == '\0') {
        refuse_value(typed, node, kind_name(node), "lines of text");
        return false;
    }
    *text = node->text;
    return true;
}

/* The value of a digit, or base where it is none. */
static unsigned digit_value(char c, unsigned base)
{
    unsigned value = base;
    if (c >= '0' && c <= '9') {
        value = (unsigned)(c - '0');
    } else if (c >= 'a' && c <= 'f') {
        value = (unsigned)(c - 'a') + 10;
    } else if (c >= 'A' && c <= 'F') {
        value = (unsigned)(c - 'A') + 10;
    }
    return value < base ? value : base;
}

/* Decimal without leading zeros, with or without a minus, or 0x and hexadecimal digits. */
static bool integer_from_text(const char *text, int64_t *value)
{
    bool is_negative = text[0] == '-';
    const char *digits = is_negative ? text + 1 : text;
    unsigned base = 10;
    if (!is_negative && digits[0] == '0' && digits[1] == 'x') {
        base = 16;
        digits += 2;
    } else if (digits[0] == '0' && digits[1] != '\0') {
        return false;
    }
    if (digits[0] == '\0') {
        return false;
    }
    int64_t sum = 0;
    for (; digits[0] != '\0'; digits++) {
        unsigned digit = digit_value(digits[0], base);
        if (digit == base || __builtin_mul_overflow(sum, (int64_t)base, &sum)) {
            return false;
        }
        int64_t step = is_negative ? -(int64_t)digit : (int64_t)digit;
        if (__builtin_add_overflow(sum, step, &sum)) {
            return false;
        }
    }
    *value = sum;
    return true;
}

/* "'max' is 'three', no such number; wanted: ..." */
static void refuse_number(struct ol_typed *typed, const struct ol_yaml_node *node)
{
    struct ol_buf is;
    ol_buf_init(&is);
    if (node->kind == OL_YAML_SCALAR && node->text[0] != '\0') {
        ol_buf_add(&is, "is ");
        ol_text_quote(&is, ol_slice_from_text(node->text));
        ol_buf_add(&is, ", no such number");
    } else {
        ol_buf_add(&is, kind_name(node));
    }
    typed->is_out_of_memory = typed->is_out_of_memory || !ol_buf_is_ok(&is);
    refuse_value(typed, node, ol_buf_text(&is), "a whole number of at most 64 bits, decimal or 0x");
    ol_buf_fini(&is);
}

bool ol_typed_u64_from_text(const char *text, uint64_t *value)
{
    unsigned base = text[0] == '0' && text[1] == 'x' ? 16 : 10;
    const char *digits = base == 16 ? text + 2 : text;
    uint64_t sum = 0;
    if (digits[0] == '\0' || (base == 10 && digits[0] == '0' && digits[1] != '\0')) {
        return false;
    }
    for (; digits[0] != '\0'; digits++) {
        unsigned digit = digit_value(digits[0], base);
        if (digit == base || __builtin_mul_overflow(sum, (uint64_t)base, &sum) ||
            __builtin_add_overflow(sum, (uint64_t)digit, &sum)) {
            return false;
        }
    }
    *value = sum;
    return true;
}

bool ol_typed_integer(struct ol_typed *typed, const struct ol_yaml_node *node, int64_t min,
                      int64_t max, int64_t *value)
{
    int64_t number = 0;
    if (node->kind != OL_YAML_SCALAR || !integer_from_text(node->text, &number)) {
        refuse_number(typed, node);
        return false;
    }
    if (number < min || number > max) {
        if (ol_typed_begin_error(typed, node->mark)) {
            ol_buf_add_i64(typed->errors, number);
            ol_buf_add(typed->errors, " is out of range: from ");
            ol_buf_add_i64(typed->errors, min);
            ol_buf_add(typed->errors, " to ");
            ol_buf_add_i64(typed->errors, max);
            ol_buf_add_char(typed->errors, '\n');
        }
        return false;
    }
    *value = number;
    return true;
}

/* "unknown severity 'eror'; did you mean 'error'?" or, where none is near, all words there are. */
static void refuse_word(struct ol_typed *typed, const struct ol_yaml_node *node, const char *what,
                        const char *const *words)
{
    if (ol_typed_is_silent(typed)) {
        return;
    }
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(node->text));
    for (size_t i = 0; words[i] != NULL; i++) {
        ol_nearest_offer(&nearest, words[i]);
    }
    if (nearest.count > 0) {
        ol_typed_refuse_unknown(typed, node->mark, what, &nearest);
        return;
    }
    if (!ol_typed_begin_error(typed, node->mark)) {
        return;
    }
    ol_buf_addf(typed->errors, "unknown %s ", what);
    ol_text_quote(typed->errors, nearest.wanted);
    ol_buf_add(typed->errors, words[0] != NULL ? "; there are: " : "; there are none");
    for (size_t i = 0; words[i] != NULL; i++) {
        ol_buf_addf(typed->errors, "%s%s", i == 0 ? "" : ", ", words[i]);
    }
    ol_buf_add_char(typed->errors, '\n');
}

bool ol_typed_is_no_yes(const char *const *words)
{
    return words[0] != NULL && words[1] != NULL && words[2] == NULL &&
           strcmp(words[0], "no") == 0 && strcmp(words[1], "yes") == 0;
}

bool ol_typed_word(struct ol_typed *typed, const struct ol_yaml_node *node, const char *what,
                   const char *const *words, size_t *place)
{
    const char *text = NULL;
    if (!ol_typed_line(typed, node, &text)) {
        return false;
    }
    for (size_t i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], text) == 0) {
            *place = i;
            return true;
        }
    }
    bool is_yes = false;
    if (ol_typed_is_no_yes(words) && ol_text_is_flag(text, &is_yes)) {
        *place = is_yes ? 1 : 0;
        return true;
    }
    refuse_word(typed, node, what, words);
    return false;
}

static bool is_kebab(const char *text)
{
    bool is_start = true;
    for (size_t i = 0; text[i] != '\0'; i++) {
        bool is_letter = text[i] >= 'a' && text[i] <= 'z';
        bool is_digit = text[i] >= '0' && text[i] <= '9';
        if (text[i] == '-' ? is_start : !is_letter && !(is_digit && i > 0)) {
            return false;
        }
        is_start = text[i] == '-';
    }
    return !is_start;
}

bool ol_typed_kebab(struct ol_typed *typed, const struct ol_yaml_node *node, const char **text)
{
    const char *line = NULL;
    if (!ol_typed_line(typed, node, &line)) {
        return false;
    }
    if (!is_kebab(line)) {
        ol_typed_refuse_text(
            typed, node->mark, "", line,
            " is no such name; wanted: lower-case words of letters and digits, joined with hyphens");
        return false;
    }
    *text = line;
    return true;
}

bool ol_typed_own_name(struct ol_typed *typed, const struct ol_yaml_node *node, const char **text)
{
    if (!ol_typed_kebab(typed, node, text)) {
        return false;
    }
    if (strcmp(*text, typed->name) != 0) {
        ol_typed_refuse_text(typed, node->mark, "", *text, " is not the name of the file");
        return false;
    }
    return true;
}

bool ol_typed_severity(struct ol_typed *typed, const struct ol_yaml_node *node, bool is_off_allowed,
                       enum ol_severity *severity)
{
    static const char *const words[] = {"info", "warning", "error", "off", NULL};
    static const char *const words_on[] = {"info", "warning", "error", NULL};
    static const enum ol_severity severities[] = {OL_SEVERITY_INFO, OL_SEVERITY_WARNING,
                                                  OL_SEVERITY_ERROR, OL_SEVERITY_OFF};
    size_t place = 0;
    if (!ol_typed_word(typed, node, "severity", is_off_allowed ? words : words_on, &place)) {
        return false;
    }
    *severity = severities[place];
    return true;
}

/* --- maps and lists --- */

static const struct ol_typed_key *key_from_name(const struct ol_typed_map *map, const char *name)
{
    for (size_t i = 0; i < map->key_count; i++) {
        if (strcmp(map->keys[i].name, name) == 0) {
            return &map->keys[i];
        }
    }
    return NULL;
}

static void add_keys(struct ol_buf *out, const struct ol_typed_map *map)
{
    for (size_t i = 0; i < map->key_count; i++) {
        ol_buf_addf(out, "%s%s", i == 0 ? "; there are: " : ", ", map->keys[i].name);
    }
}

static void refuse_key(struct ol_typed *typed, const struct ol_yaml_node *key,
                       const struct ol_typed_map *map)
{
    if (ol_typed_is_silent(typed)) {
        return;
    }
    struct ol_nearest nearest;
    ol_nearest_init(&nearest, ol_slice_from_text(key->text));
    for (size_t i = 0; i < map->key_count; i++) {
        ol_nearest_offer(&nearest, map->keys[i].name);
    }
    if (ol_typed_begin_error(typed, key->mark)) {
        bool is_vowel = strchr("aeiou", map->what[0]) != NULL;
        ol_buf_addf(typed->errors, "%s %s has no key ", is_vowel ? "an" : "a", map->what);
        ol_text_quote(typed->errors, nearest.wanted);
        ol_nearest_add_question(typed->errors, &nearest, 1);
        if (nearest.count == 0 && map->key_count <= KEYS_LISTED_MAX) {
            add_keys(typed->errors, map);
        }
        ol_buf_add_char(typed->errors, '\n');
    }
}

static void put_text(void *out, size_t offset, const char *text)
{
    memcpy((char *)out + offset, &text, sizeof text);
}

static void load_member(struct ol_typed *typed, const struct ol_yaml_node *node,
                        const struct ol_typed_key *key, void *out)
{
    const char *text = NULL;
    switch (key->form) {
    case OL_TYPED_LINE:
        if (ol_typed_line(typed, node, &text)) {
            put_text(out, key->offset, text);
        }
        break;
    case OL_TYPED_BLOCK:
        if (load_block(typed, node, &text)) {
            put_text(out, key->offset, text);
        }
        break;
    case OL_TYPED_CALL:
        key->load(typed, node, out);
        break;
    }
}

bool ol_typed_is_misspelt(const struct ol_yaml_node *node, const struct ol_typed_map *map,
                          const char *name)
{
    for (const struct ol_yaml_node *member = node->first; member != NULL; member = member->next) {
        struct ol_nearest nearest;
        if (key_from_name(map, member->key->text) == NULL) {
            ol_nearest_init(&nearest, ol_slice_from_text(member->key->text));
            ol_nearest_offer(&nearest, name);
            if (nearest.count > 0) {
                return true;
            }
        }
    }
    return false;
}

void ol_typed_load_map(struct ol_typed *typed, const struct ol_yaml_node *node,
                       const struct ol_typed_map *map, void *out)
{
    if (!ol_typed_is_kind(typed, node, OL_YAML_MAP)) {
        return;
    }
    for (const struct ol_yaml_node *member = node->first; member != NULL; member = member->next) {
        if (key_from_name(map, member->key->text) == NULL) {
            refuse_key(typed, member->key, map);
        }
    }
    for (size_t i = 0; i < map->key_count; i++) {
        const struct ol_typed_key *key = &map->keys[i];
        const struct ol_yaml_node *member = ol_yaml_member(node, key->name);
        if (member != NULL) {
            load_member(typed, member, key, out);
        } else if (key->is_required && !ol_typed_is_misspelt(node, map, key->name) &&
                   ol_typed_begin_error(typed, node->mark)) {
            ol_buf_addf(typed->errors, "the %s lacks its key '%s'\n", map->what, key->name);
        }
    }
}

void *ol_typed_load_list(struct ol_typed *typed, const struct ol_yaml_node *node, size_t size,
                         ol_typed_load_fn *load, size_t *count)
{
    *count = 0;
    if (!ol_typed_is_kind(typed, node, OL_YAML_LIST)) {
        return NULL;
    }
    if (node->count == 0) {
        refuse_value(typed, node, "is empty", "a list with a member");
        return NULL;
    }
    char *items = ol_typed_alloc(typed, node->count, size);
    if (items == NULL) {
        return NULL;
    }
    size_t i = 0;
    for (const struct ol_yaml_node *member = node->first; member != NULL; member = member->next) {
        load(typed, member, items + i * size);
        i++;
    }
    *count = node->count;
    return items;
}
