/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as a configuration: it is refused with lines that say where, or a linter is made of it,
 * and what is in force is printed as a configuration that says the same. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "fuzz/bench.h"
#include "fuzz/memory.h"
#include "fuzz/setting.h"

/* YAML in nodes, and what is loaded. */
#define MEMORY_MAX ((size_t)64 * 1024 * 1024)

static struct ol_fuzz_file file;
static struct ol_fuzz_file again;

/* What is in force, without the comments that tell from where. */
static void print(const struct ol_config *config, struct ol_buf *text)
{
    ol_buf_init(text);
    ol_fuzz_need(ol_config_print(config, ol_fuzz_keep, text) == OL_OK && ol_buf_is_ok(text),
                 "the configuration cannot be printed");
    if (!ol_fuzz_is_harmless(ol_buf_slice(text))) {
        ol_fuzz_fail("a configuration that cannot be shown: %s", ol_buf_text(text));
    }
}

/* Cuts " # FILE:LINE:COLUMN" off each line. */
static void cut_comments(struct ol_buf *text)
{
    size_t kept = 0;
    for (size_t at = 0; at < text->size;) {
        char *line = text->text + at;
        size_t size = strcspn(line, "\n");
        size_t length = size;
        for (size_t i = 0; i + 1 < size; i++) {
            if (line[i] == ' ' && line[i + 1] == '#') {
                length = i; /* the last one */
            }
        }
        while (length > 0 && line[length - 1] == ' ') {
            length--;
        }
        memmove(text->text + kept, line, length);
        kept += length;
        text->text[kept++] = '\n';
        at += size + 1;
    }
    ol_buf_cut(text, kept < text->size ? kept : text->size);
}

static enum ol_status load(struct ol_config **config, const struct ol_fuzz_file *from)
{
    ol_fuzz_need(ol_config_new(config) == OL_OK, "memory is short");
    return ol_config_load(*config, from->path.text);
}

static void check_printed(const struct ol_config *config)
{
    struct ol_config *read = NULL;
    struct ol_buf first;
    struct ol_buf second;
    print(config, &first);
    ol_fuzz_file_write(&again, first.text, first.size);
    if (load(&read, &again) != OL_OK) {
        ol_fuzz_fail("what is printed is no configuration: %s%s", ol_config_error(read),
                     ol_buf_text(&first));
    }
    print(read, &second);
    cut_comments(&first);
    cut_comments(&second);
    if (strcmp(ol_buf_text(&first), ol_buf_text(&second)) != 0) {
        ol_fuzz_fail("what is printed says something else:\n%s---\n%s", ol_buf_text(&first),
                     ol_buf_text(&second));
    }
    ol_buf_fini(&first);
    ol_buf_fini(&second);
    ol_config_free(read);
}

static void run(const uint8_t *data, size_t size)
{
    struct ol_config *config = NULL;
    ol_fuzz_memory_begin();
    ol_fuzz_file_write(&file, data, size);
    enum ol_status status = load(&config, &file);
    if (status == OL_OK) {
        check_printed(config);
        ol_fuzz_setting_use(config);
    } else {
        ol_fuzz_need(status == OL_ERR_RULE || status == OL_ERR_IO, "loading failed");
        ol_fuzz_check_errors(ol_config_error(config), status == OL_ERR_IO);
    }
    ol_config_free(config);
    ol_fuzz_memory_check(MEMORY_MAX);
}

static void set_up(void)
{
    ol_fuzz_setting_init();
    ol_fuzz_file_init(&file, ".onnx-lint.yaml");
    ol_fuzz_file_init(&again, "again.yaml");
    ol_fuzz_memory_init();
}

static void tear_down(void)
{
    ol_fuzz_file_fini(&file);
    ol_fuzz_file_fini(&again);
}

const struct ol_fuzz_target ol_fuzz_config = {
    .name = "config",
    .seeds = OL_FUZZ_SEEDS_CONFIG,
    .set_up = set_up,
    .tear_down = tear_down,
    .run = run,
};
