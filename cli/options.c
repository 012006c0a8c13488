/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the command line as GNU programs do: options and operands in any order, "--name=value" or
 * "--name value", unambiguous beginnings of names, one-letter options together, and "--" before
 * operands that begin with a hyphen. */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "onnx_lint.h"

/* Of one option's list of words. */
#define WORDS_MAX      16
#define WORDS_SIZE_MAX 160

const struct ol_option ol_option_table[OL_OPTION_COUNT] = {
#define OL_OPTION(id, name, letter, kind, argument, help, manual) \
    {name, letter, OL_OPTION_KIND_##kind, argument, help, manual},
#include "options.def"
#undef OL_OPTION
};

struct reading {
    struct ol_options *options;
    int argc;
    char **argv;
    int at; /* the next argument */
    bool has_options_ended;
};

/* The words of a list like "gcc|json", in storage and names. */
struct word_list {
    char storage[WORDS_SIZE_MAX];
    const char *names[WORDS_MAX];
    size_t count;
};

static void split_words(struct word_list *list, const char *argument)
{
    list->count = 0;
    (void)snprintf(list->storage, sizeof list->storage, "%s", argument);
    char *word = list->storage;
    while (word != NULL && *word != '\0' && list->count < WORDS_MAX) {
        list->names[list->count++] = word;
        word = strchr(word, '|');
        if (word != NULL) {
            *word++ = '\0';
        }
    }
}

static bool find_word(const struct word_list *list, const char *word, size_t *index)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->names[i], word) == 0) {
            *index = i;
            return true;
        }
    }
    return false;
}

/* Ends a message about a name that is unknown: with the one that was meant, or with what is
 * listed. */
static void suggest(const char *word, const char *const *names, size_t count)
{
    const char *nearest = ol_nearest_name(word, names, count);
    if (nearest != NULL) {
        ol_message_add("; did you mean ");
        ol_message_add_quoted(nearest);
        ol_message_add("?");
    } else {
        for (size_t i = 0; i < count; i++) {
            ol_message_add(i == 0 ? "; there are: " : ", ");
            ol_message_add(names[i]);
        }
    }
    ol_message_end();
}

static bool refuse_word(const struct ol_option *option, const char *value,
                        const struct word_list *list)
{
    ol_message_begin();
    ol_message_add("--");
    ol_message_add(option->name);
    ol_message_add(" does not know ");
    ol_message_add_quoted(value);
    suggest(value, list->names, list->count);
    return false;
}

static bool refuse_value(const struct ol_option *option, const char *what, const char *value)
{
    ol_message_begin();
    ol_message_add("--");
    ol_message_add(option->name);
    ol_message_add(what);
    if (value != NULL) {
        ol_message_add(", not ");
        ol_message_add_quoted(value);
    }
    ol_message_end();
    return false;
}

static bool refuse_out_of_memory(void)
{
    ol_message_error("out of memory");
    return false;
}

/* Decimal digits only: no sign, no blank, no other base. */
static bool read_number(const char *text, uint64_t *number)
{
    uint64_t value = 0;
    if (*text == '\0') {
        return false;
    }
    for (const char *c = text; *c != '\0'; c++) {
        if (*c < '0' || *c > '9' || __builtin_mul_overflow(value, UINT64_C(10), &value) ||
            __builtin_add_overflow(value, (uint64_t)(*c - '0'), &value)) {
            return false;
        }
    }
    *number = value;
    return true;
}

/* Room for one more text; false when memory is short. */
static bool append(const char ***list, size_t *count, const char *text)
{
    const char **grown = *list;
    if ((*count & (*count - 1)) == 0) { /* full at each power of two */
        size_t capacity = *count == 0 ? 1 : *count * 2;
        grown = reallocarray(*list, capacity, sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        *list = grown;
    }
    grown[(*count)++] = text;
    return true;
}

/* Takes the value of an option that has one. */
static bool take_value(struct reading *reading, enum ol_option_id id, const char *value)
{
    const struct ol_option *option = &ol_option_table[id];
    struct ol_options *options = reading->options;
    struct word_list list;
    size_t index;
    switch (option->kind) {
    case OL_OPTION_KIND_FLAG:
        return refuse_value(option, " takes no argument", NULL);
    case OL_OPTION_KIND_WORD:
    case OL_OPTION_KIND_MAYBE:
        split_words(&list, option->argument);
        if (!find_word(&list, value, &index)) {
            return refuse_word(option, value, &list);
        }
        break;
    case OL_OPTION_KIND_NUMBER:
        if (!read_number(value, &options->numbers[id])) {
            return refuse_value(option, " wants a number", value);
        }
        break;
    case OL_OPTION_KIND_TEXT:
        if (*value == '\0') {
            return refuse_value(option, " wants more than an empty text", NULL);
        }
        break;
    }
    options->words[id] = value;
    if (id == OL_OPTION_RULE && !append(&options->rules, &options->rule_count, value)) {
        return refuse_out_of_memory();
    }
    return true;
}

/* Takes an option, with its value where one stands in the same argument (else NULL), or in the next
 * one. */
static bool take_option(struct reading *reading, enum ol_option_id id, const char *value)
{
    const struct ol_option *option = &ol_option_table[id];
    bool is_bare = option->kind == OL_OPTION_KIND_FLAG || option->kind == OL_OPTION_KIND_MAYBE;
    if (value == NULL && is_bare) {
        reading->options->words[id] = "";
        return true;
    }
    if (value == NULL) {
        if (reading->at >= reading->argc) {
            ol_message_error("--%s wants an argument: %s", option->name, option->argument);
            return false;
        }
        value = reading->argv[reading->at++];
    }
    return take_value(reading, id, value);
}

static bool refuse_name(const char *name)
{
    const char *names[OL_OPTION_COUNT];
    for (size_t i = 0; i < OL_OPTION_COUNT; i++) {
        names[i] = ol_option_table[i].name;
    }
    const char *nearest = ol_nearest_name(name + strspn(name, "-"), names, OL_OPTION_COUNT);
    ol_message_begin();
    ol_message_add("unknown option ");
    ol_message_add_quoted(name);
    if (nearest != NULL) {
        ol_message_add("; did you mean '--");
        ol_message_add(nearest);
        ol_message_add("'?");
    } else {
        ol_message_add("; see 'onnx-lint --help'");
    }
    ol_message_end();
    return false;
}

/* The option whose name is, or alone begins with, the first size bytes of name. */
static bool find_option(const char *name, size_t size, enum ol_option_id *id)
{
    size_t found = 0;
    for (size_t i = 0; i < OL_OPTION_COUNT; i++) {
        if (strncmp(ol_option_table[i].name, name, size) == 0) {
            *id = (enum ol_option_id)i;
            if (ol_option_table[i].name[size] == '\0') {
                return true;
            }
            found++;
        }
    }
    return found == 1 && size > 0;
}

static bool take_long(struct reading *reading, const char *argument)
{
    const char *name = argument + 2;
    size_t size = strcspn(name, "=");
    enum ol_option_id id = OL_OPTION_COUNT;
    if (find_option(name, size, &id)) {
        return take_option(reading, id, name[size] == '=' ? name + size + 1 : NULL);
    }
    char *shown = strndup(argument, size + 2);
    bool is_taken = shown != NULL ? refuse_name(shown) : refuse_out_of_memory();
    free(shown);
    return is_taken;
}

/* Letters of one argument: flags together, or one with its value after it. */
static bool take_short(struct reading *reading, const char *argument)
{
    for (const char *letter = argument + 1; *letter != '\0'; letter++) {
        size_t id = 0;
        while (id < OL_OPTION_COUNT && ol_option_table[id].letter != *letter) {
            id++;
        }
        if (id == OL_OPTION_COUNT) {
            return refuse_name(argument);
        }
        enum ol_option_kind kind = ol_option_table[id].kind;
        bool is_bare = kind == OL_OPTION_KIND_FLAG || kind == OL_OPTION_KIND_MAYBE;
        if (!is_bare) {
            return take_option(reading, (enum ol_option_id)id,
                               letter[1] != '\0' ? letter + 1 : NULL);
        }
        if (!take_option(reading, (enum ol_option_id)id, NULL)) {
            return false;
        }
    }
    return true;
}

static bool take_argument(struct reading *reading, const char *argument)
{
    bool is_operand = reading->has_options_ended || argument[0] != '-' || argument[1] == '\0';
    if (is_operand) {
        return append(&reading->options->paths, &reading->options->path_count, argument) ||
               refuse_out_of_memory();
    }
    if (strcmp(argument, "--") == 0) {
        reading->has_options_ended = true;
        return true;
    }
    return argument[1] == '-' ? take_long(reading, argument) : take_short(reading, argument);
}

bool ol_options_read(struct ol_options *options, int argc, char **argv)
{
    *options = (struct ol_options){0};
    struct reading reading = {.options = options, .argc = argc, .argv = argv, .at = 1};
    while (reading.at < argc) {
        if (!take_argument(&reading, argv[reading.at++])) {
            return false;
        }
    }
    return true;
}

void ol_options_fini(struct ol_options *options)
{
    free(options->rules);
    free(options->paths);
    *options = (struct ol_options){0};
}

size_t ol_options_word_index(const struct ol_options *options, enum ol_option_id id,
                             size_t fallback)
{
    struct word_list list;
    size_t index = fallback;
    if (options->words[id] != NULL) {
        split_words(&list, ol_option_table[id].argument);
        if (!find_word(&list, options->words[id], &index)) {
            return fallback;
        }
    }
    return index;
}
