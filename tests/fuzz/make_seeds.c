/* SPDX-License-Identifier: Apache-2.0 */
/* make_seeds FOLDER [TARGET]...: writes the seeds of all targets, or of some, as files, each into
 * the folder of its target's name in FOLDER, and the dictionaries wire.dict and text.dict. */
#include <stdio.h>
#include <string.h>

#include "fuzz/dictionary.h"
#include "fuzz/seeds.h"

struct corpus {
    const char *folder;
    size_t count;
};

static void write_seed(void *context, const char *name, const void *bytes, size_t size)
{
    struct corpus *corpus = context;
    struct ol_test_path path = ol_test_path("%s/%s", corpus->folder, name);
    ol_test_make_folders(path.text);
    ol_test_write_file(path.text, bytes, size);
    corpus->count++;
}

static void write_dictionary(const char *folder, const char *name, void (*make)(struct ol_buf *out))
{
    struct ol_buf text;
    ol_buf_init(&text);
    make(&text);
    ol_fuzz_need(ol_buf_is_ok(&text), "memory is short");
    ol_test_write_file(ol_test_path("%s/%s", folder, name).text, text.text, text.size);
    ol_buf_fini(&text);
}

static bool is_asked(const char *name, int count, char **names)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return count == 0;
}

int main(int argc, char **argv)
{
    struct ol_test_cases cases;
    if (argc < 2 || argv[1][0] == '-') {
        (void)fputs("Usage: make_seeds FOLDER [TARGET]...\n", stderr);
        return 2;
    }
    ol_test_cases_init(&cases);
    for (size_t i = 0; i < ol_fuzz_target_count; i++) {
        const struct ol_fuzz_target *target = ol_fuzz_targets[i];
        struct ol_test_path folder = ol_test_path("%s/%s", argv[1], target->name);
        struct corpus corpus = {.folder = folder.text};
        if (is_asked(target->name, argc - 2, argv + 2)) {
            ol_fuzz_seeds(target, &cases, write_seed, &corpus);
            (void)printf("%s: %zu seeds\n", target->name, corpus.count);
        }
    }
    write_dictionary(argv[1], "wire.dict", ol_fuzz_dictionary_wire);
    write_dictionary(argv[1], "text.dict", ol_fuzz_dictionary_text);
    ol_test_cases_fini(&cases);
    return 0;
}
