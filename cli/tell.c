/* SPDX-License-Identifier: Apache-2.0 */
/* Options that ask for a text. */
#include "tell.h"

#include <string.h>
#include <sys/stat.h>

#include "completion.h"
#include "sink.h"

/* What a text is made of, and where it goes. */
struct telling {
    const struct ol_options *options;
    const struct ol_config *config; /* NULL, as the linter, where the text wants none */
    struct ol_linter *linter;
    struct ol_sink *sink;
};

/* An option, and what writes its text. */
struct teller {
    enum ol_option_id id;
    enum ol_status (*write)(const struct telling *telling);
};

/* What the option said beside its name; "" where it was bare. */
static const char *word_of(const struct telling *telling, enum ol_option_id id)
{
    return telling->options->words[id];
}

/* --- of the program ------------------------------------------------------ */

static enum ol_status write_help(const struct telling *telling)
{
    bool is_bare = word_of(telling, OL_OPTION_HELP)[0] == '\0';
    (is_bare ? ol_options_print_help : ol_options_print_manual)(telling->sink->stream);
    return OL_OK;
}

static enum ol_status write_completion(const struct telling *telling)
{
    static const enum ol_shell shells[] = {OL_SHELL_BASH, OL_SHELL_ZSH, OL_SHELL_FISH};
    size_t place = ol_options_word_index(telling->options, OL_OPTION_COMPLETION, 0);
    ol_completion_print(telling->sink->stream, shells[place]);
    return OL_OK;
}

static enum ol_status write_version(const struct telling *telling)
{
    (void)fprintf(telling->sink->stream, "onnx-lint %s\n", ol_version());
    return OL_OK;
}

static enum ol_status write_settings(const struct telling *telling)
{
    static const enum ol_setting_list forms[] = {OL_SETTING_LIST_MARKDOWN, OL_SETTING_LIST_SCHEMA};
    bool is_bare = word_of(telling, OL_OPTION_LIST_SETTINGS)[0] == '\0';
    size_t place = ol_options_word_index(telling->options, OL_OPTION_LIST_SETTINGS, 0);
    return ol_settings_list(is_bare ? OL_SETTING_LIST_TEXT : forms[place], ol_sink_write,
                            telling->sink);
}

static enum ol_status write_targets(const struct telling *telling)
{
    return ol_target_list(ol_sink_write, telling->sink);
}

static enum ol_status write_checks(const struct telling *telling)
{
    bool is_bare = word_of(telling, OL_OPTION_LIST_CHECKS)[0] == '\0';
    return ol_checks_list(is_bare ? OL_CHECK_LIST_TEXT : OL_CHECK_LIST_MARKDOWN, ol_sink_write,
                          telling->sink);
}

static const struct teller of_program[] = {
    {OL_OPTION_HELP, write_help},
    {OL_OPTION_VERSION, write_version},
    {OL_OPTION_COMPLETION, write_completion},
    {OL_OPTION_LIST_CHECKS, write_checks},
    {OL_OPTION_LIST_SETTINGS, write_settings},
    {OL_OPTION_LIST_TARGETS, write_targets},
};

/* --- of what is set up --------------------------------------------------- */

/* The name by which what is linted of a path is known. */
static const char *name_of(const struct ol_config *config, const char *path)
{
    if (strcmp(path, "-") != 0) {
        return path;
    }
    const char *name = ol_config_text(config, OL_SETTING_STDIN_FILENAME);
    return name != NULL ? name : "<stdin>";
}

static enum ol_status write_config(const struct telling *telling)
{
    const struct ol_config *config = telling->config;
    const struct ol_options *options = telling->options;
    if (options->path_count == 0) {
        return ol_config_print(config, ol_sink_write, telling->sink);
    }
    return ol_config_print_of_file(config, name_of(config, options->paths[0]), ol_sink_write,
                                   telling->sink);
}

static enum ol_status write_rule(const struct telling *telling)
{
    return ol_linter_explain_rule(telling->linter, word_of(telling, OL_OPTION_EXPLAIN),
                                  ol_sink_write, telling->sink);
}

static enum ol_status write_rules(const struct telling *telling)
{
    static const enum ol_rule_list forms[] = {OL_RULE_LIST_IDS, OL_RULE_LIST_MARKDOWN,
                                              OL_RULE_LIST_MAN};
    bool is_bare = word_of(telling, OL_OPTION_LIST_RULES)[0] == '\0';
    size_t place = ol_options_word_index(telling->options, OL_OPTION_LIST_RULES, 0);
    return ol_linter_list_rules(telling->linter, is_bare ? OL_RULE_LIST_TEXT : forms[place],
                                ol_sink_write, telling->sink);
}

/* --explain-node PATH FILE */
static enum ol_status write_node(const struct telling *telling)
{
    return ol_linter_explain_node(telling->linter, telling->options->paths[0],
                                  word_of(telling, OL_OPTION_EXPLAIN_NODE), ol_sink_write,
                                  telling->sink);
}

static const struct teller of_linter[] = {
    {OL_OPTION_PRINT_CONFIG, write_config},
    {OL_OPTION_EXPLAIN, write_rule},
    {OL_OPTION_LIST_RULES, write_rules},
    {OL_OPTION_EXPLAIN_NODE, write_node},
};

/* --- which, and how it ends ---------------------------------------------- */

/* The first of count tellers whose option was given; NULL: none was. */
static const struct teller *find(const struct teller *tellers, size_t count,
                                 const struct ol_options *options)
{
    size_t i = 0;
    while (i < count && !ol_options_has(options, tellers[i].id)) {
        i++;
    }
    return i < count ? &tellers[i] : NULL;
}

/* Tells why the text was not written, and says how the program ends for it. */
static enum ol_exit refuse(const struct telling *telling, enum ol_option_id id,
                           enum ol_status status)
{
    struct ol_option option;
    if (status != OL_ERR_RULE && status != OL_ERR_IO) {
        ol_message_error(status == OL_ERR_NOMEM ? "out of memory" : "internal failure");
        return OL_EXIT_TROUBLE;
    }
    ol_message_begin();
    if (status == OL_ERR_RULE && ol_option_at((size_t)OL_SETTING_COUNT + id, &option)) {
        ol_message_add("--");
        ol_message_add(option.name);
        ol_message_add(": ");
    }
    ol_message_add(ol_linter_error(telling->linter));
    ol_message_end();
    return status == OL_ERR_RULE ? OL_EXIT_USAGE : OL_EXIT_TROUBLE;
}

static enum ol_exit tell(const struct telling *telling, const struct teller *teller)
{
    struct ol_sink sink;
    struct telling complete = *telling;
    if (!ol_sink_open(&sink, NULL)) {
        return OL_EXIT_TROUBLE;
    }
    complete.sink = &sink;
    enum ol_status status = teller->write(&complete);
    bool is_written = ol_sink_close(&sink);
    if (status != OL_OK) {
        return refuse(&complete, teller->id, status);
    }
    return is_written ? OL_EXIT_CLEAN : OL_EXIT_TROUBLE;
}

/* Whether the option may have the paths that it has; else why not is told. */
static bool has_wanted_paths(enum ol_option_id id, const struct ol_options *options)
{
    struct stat status;
    if (id == OL_OPTION_EXPLAIN_NODE && options->path_count != 1) {
        ol_message_error("--explain-node wants one file");
        return false;
    }
    if (id != OL_OPTION_PRINT_CONFIG || options->path_count == 0) {
        return true;
    }
    if (options->path_count > 1) {
        ol_message_error("--print-config wants one file at most");
        return false;
    }
    if (stat(options->paths[0], &status) == 0 && S_ISDIR(status.st_mode)) {
        ol_message_begin();
        ol_message_add("--print-config wants a file, and this is a directory: ");
        ol_message_add_path(options->paths[0]);
        ol_message_end();
        return false;
    }
    return true;
}

bool ol_tell(const struct ol_options *options, enum ol_exit *result)
{
    const struct telling telling = {.options = options};
    const struct teller *teller = find(of_program, sizeof of_program / sizeof *of_program, options);
    if (teller != NULL) {
        *result = tell(&telling, teller);
    }
    return teller != NULL;
}

bool ol_tell_from_linter(struct ol_linter *linter, const struct ol_config *config,
                         const struct ol_options *options, enum ol_exit *result)
{
    const struct telling telling = {.options = options, .config = config, .linter = linter};
    const struct teller *teller = find(of_linter, sizeof of_linter / sizeof *of_linter, options);
    if (teller == NULL) {
        return false;
    }
    *result = has_wanted_paths(teller->id, options) ? tell(&telling, teller) : OL_EXIT_USAGE;
    return true;
}
