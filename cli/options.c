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

static const struct ol_option table[OL_OPTION_COUNT] = {
#define OL_OPTION(id, name, letter, kind, argument, help, manual) \
    {name, letter, OL_OPTION_KIND_##kind, argument, help, manual},
#include "options.def"
#undef OL_OPTION
};

/* How the value of a setting is told and asked for. */
static enum ol_option_kind kind_of_setting(const struct ol_setting *setting)
{
    if (setting->kind == OL_SETTING_KIND_FLAG) {
        return OL_OPTION_KIND_FLAG;
    }
    return setting->kind == OL_SETTING_KIND_WORD ? OL_OPTION_KIND_WORD : OL_OPTION_KIND_TEXT;
}

bool ol_option_at(size_t row, struct ol_option *option)
{
    if (row >= OL_SETTING_COUNT) {
        *option = table[row - OL_SETTING_COUNT];
        return true;
    }
    const struct ol_setting *setting = &ol_settings[row];
    *option = (struct ol_option){
        .name = setting->option,
        .letter = setting->letter,
        .kind = kind_of_setting(setting),
        .argument = setting->argument,
        .help = setting->help,
        .manual = setting->manual,
    };
    return setting->option[0] != '\0';
}

struct reading {
    struct ol_options *options;
    struct ol_config *config;
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

static bool refuse_value(const struct ol_option *option, const char *what)
{
    ol_message_begin();
    ol_message_add("--");
    ol_message_add(option->name);
    ol_message_add(what);
    ol_message_end();
    return false;
}

static bool refuse_out_of_memory(void)
{
    ol_message_error("out of memory");
    return false;
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

/* Puts a setting into the configuration. */
static bool take_setting(struct reading *reading, size_t row, const char *value)
{
    enum ol_status status = ol_config_set(reading->config, (enum ol_setting_id)row, value);
    if (status == OL_ERR_RULE) {
        ol_message_begin();
        ol_message_add(ol_config_error(reading->config));
        ol_message_end();
        return false;
    }
    return status == OL_OK || refuse_out_of_memory();
}

/* Takes the value of an option that has one. */
static bool take_value(struct reading *reading, size_t row, const char *value)
{
    struct word_list list;
    size_t index;
    if (row < OL_SETTING_COUNT) {
        return take_setting(reading, row, value);
    }
    const struct ol_option *option = &table[row - OL_SETTING_COUNT];
    switch (option->kind) {
    case OL_OPTION_KIND_FLAG:
        return refuse_value(option, " takes no argument");
    case OL_OPTION_KIND_WORD:
    case OL_OPTION_KIND_MAYBE:
        split_words(&list, option->argument);
        if (!find_word(&list, value, &index)) {
            return refuse_word(option, value, &list);
        }
        break;
    case OL_OPTION_KIND_TEXT:
        if (*value == '\0') {
            return refuse_value(option, " wants more than an empty text");
        }
        break;
    }
    reading->options->words[row - OL_SETTING_COUNT] = value;
    return true;
}

static bool is_bare(const struct ol_option *option)
{
    return option->kind == OL_OPTION_KIND_FLAG || option->kind == OL_OPTION_KIND_MAYBE;
}

/* Takes an option, with its value where one stands in the same argument (else NULL), or in the next
 * one. */
static bool take_option(struct reading *reading, size_t row, const char *value)
{
    struct ol_option option;
    (void)ol_option_at(row, &option); /* the row was found by its name */
    if (value == NULL && is_bare(&option)) {
        if (row < OL_SETTING_COUNT) {
            return take_setting(reading, row, NULL);
        }
        reading->options->words[row - OL_SETTING_COUNT] = "";
        return true;
    }
    if (value == NULL) {
        if (reading->at >= reading->argc) {
            ol_message_error("--%s wants an argument: %s", option.name, option.argument);
            return false;
        }
        value = reading->argv[reading->at++];
    }
    return take_value(reading, row, value);
}

static bool refuse_name(const char *name)
{
    const char *names[OL_OPTION_ROWS];
    size_t count = 0;
    for (size_t row = 0; row < OL_OPTION_ROWS; row++) {
        struct ol_option option;
        if (ol_option_at(row, &option)) {
            names[count++] = option.name;
        }
    }
    const char *nearest = ol_nearest_name(name + strspn(name, "-"), names, count);
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
static bool find_option(const char *name, size_t size, size_t *found)
{
    size_t count = 0;
    for (size_t row = 0; row < OL_OPTION_ROWS; row++) {
        struct ol_option option;
        if (ol_option_at(row, &option) && strncmp(option.name, name, size) == 0) {
            *found = row;
            if (option.name[size] == '\0') {
                return true;
            }
            count++;
        }
    }
    return count == 1 && size > 0;
}

static bool take_long(struct reading *reading, const char *argument)
{
    const char *name = argument + 2;
    size_t size = strcspn(name, "=");
    size_t row = 0;
    if (find_option(name, size, &row)) {
        return take_option(reading, row, name[size] == '=' ? name + size + 1 : NULL);
    }
    char *shown = strndup(argument, size + 2);
    bool is_taken = shown != NULL ? refuse_name(shown) : refuse_out_of_memory();
    free(shown);
    return is_taken;
}

static bool find_letter(char letter, size_t *found, struct ol_option *option)
{
    for (size_t row = 0; row < OL_OPTION_ROWS; row++) {
        if (ol_option_at(row, option) && option->letter == letter) {
            *found = row;
            return true;
        }
    }
    return false;
}

/* Letters of one argument: flags together, or one with its value after it. */
static bool take_short(struct reading *reading, const char *argument)
{
    for (const char *letter = argument + 1; *letter != '\0'; letter++) {
        struct ol_option option;
        size_t row = 0;
        if (!find_letter(*letter, &row, &option)) {
            return refuse_name(argument);
        }
        if (!is_bare(&option)) {
            return take_option(reading, row, letter[1] != '\0' ? letter + 1 : NULL);
        }
        if (!take_option(reading, row, NULL)) {
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

/* Options that ask for something else than a report, each for another thing. */
static const enum ol_option_id deeds[] = {
    OL_OPTION_PRINT_CONFIG, OL_OPTION_WRITE_BASELINE, OL_OPTION_LIST_SETTINGS,
    OL_OPTION_LIST_TARGETS, OL_OPTION_LIST_RULES,     OL_OPTION_LIST_CHECKS,
    OL_OPTION_EXPLAIN,      OL_OPTION_EXPLAIN_NODE,   OL_OPTION_DUMP,
    OL_OPTION_WHERE,        OL_OPTION_ASSEMBLE,       OL_OPTION_TEST_RULES,
    OL_OPTION_COMPLETION,
};

/* Options that mean something only with another one. */
static const struct dependent {
    enum ol_option_id option;
    enum ol_option_id with;
} dependents[] = {
    {OL_OPTION_DUMP_PAYLOAD, OL_OPTION_DUMP},
    {OL_OPTION_DUMP_LENGTHS, OL_OPTION_DUMP},
};

/* Refuses options of which one would silently do nothing beside another, or alone. */
static bool is_consistent(const struct ol_options *options)
{
    enum ol_option_id first = OL_OPTION_COUNT;
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        if (!ol_options_has(options, deeds[i])) {
            continue;
        }
        if (first != OL_OPTION_COUNT) {
            ol_message_error("--%s and --%s ask for two things; give one of them",
                             table[first].name, table[deeds[i]].name);
            return false;
        }
        first = deeds[i];
    }
    for (size_t i = 0; i < sizeof dependents / sizeof *dependents; i++) {
        if (ol_options_has(options, dependents[i].option) &&
            !ol_options_has(options, dependents[i].with)) {
            ol_message_error("--%s means nothing without --%s", table[dependents[i].option].name,
                             table[dependents[i].with].name);
            return false;
        }
    }
    return true;
}

bool ol_options_read(struct ol_options *options, struct ol_config *config, int argc, char **argv)
{
    *options = (struct ol_options){0};
    struct reading reading = {
        .options = options, .config = config, .argc = argc, .argv = argv, .at = 1};
    while (reading.at < argc) {
        if (!take_argument(&reading, argv[reading.at++])) {
            return false;
        }
    }
    return ol_options_has(options, OL_OPTION_HELP) || ol_options_has(options, OL_OPTION_VERSION) ||
           is_consistent(options);
}

void ol_options_fini(struct ol_options *options)
{
    free(options->paths);
    *options = (struct ol_options){0};
}

size_t ol_options_word_index(const struct ol_options *options, enum ol_option_id id,
                             size_t fallback)
{
    struct word_list list;
    size_t index = fallback;
    if (options->words[id] != NULL) {
        split_words(&list, table[id].argument);
        if (!find_word(&list, options->words[id], &index)) {
            return fallback;
        }
    }
    return index;
}
