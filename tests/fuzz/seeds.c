/* SPDX-License-Identifier: Apache-2.0 */
/* The seeds of targets. */
#include "fuzz/seeds.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/walk.h"
#include "onnx/recognise.h"

/* Real files that are larger teach a fuzzer nothing that smaller ones do not, and slow it. */
#define REAL_FILE_MAX 4096
#define REAL_FILES    "/usr/share/libonnx-testdata"

/* Cases that stand for all where no more than some bytes are wanted: one of so many. */
#define STRIDE 16

#define OL_FUZZ_TARGET(name) &ol_fuzz_##name,
const struct ol_fuzz_target *const ol_fuzz_targets[] = {
#include "fuzz/targets.def"
};
#undef OL_FUZZ_TARGET
const size_t ol_fuzz_target_count = sizeof ol_fuzz_targets / sizeof *ol_fuzz_targets;

struct sowing {
    const struct ol_fuzz_target *target;
    ol_fuzz_seed_fn *take;
    void *context;
    char letter; /* of files with a header: the header; NUL: none */
};

/* A name as that of a file. */
static struct ol_test_path flat(const char *name)
{
    struct ol_test_path path = ol_test_path("%s", name);
    for (char *c = path.text; *c != '\0'; c++) {
        bool is_kept = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                       (*c >= '0' && *c <= '9') || *c == '_';
        if (!is_kept) {
            *c = '-';
        }
    }
    return path;
}

/* Gives bytes behind a header. */
static void give(const struct sowing *sowing, const char *name, const uint8_t *header,
                 struct ol_slice bytes)
{
    size_t before = sowing->target->header;
    uint8_t *input = ol_test_alloc(before + bytes.size + 1);
    memcpy(input, header, before);
    if (bytes.size > 0) {
        memcpy(input + before, bytes.data, bytes.size);
    }
    sowing->take(sowing->context, flat(name).text, input, before + bytes.size);
    free(input);
}

/* --- messages ------------------------------------------------------------ */

/* Finds the header with which the target takes bytes for that message; false where it never does.
 */
static bool find_header(const struct ol_fuzz_target *target, const struct ol_message *message,
                        uint8_t header[8])
{
    memset(header, 0, 8);
    for (unsigned first = 0; first < 256; first++) {
        header[0] = (uint8_t)first;
        if (target->root(header, target->header) == message) {
            return true;
        }
    }
    return false;
}

static void give_message(const struct sowing *sowing, const char *name,
                         const struct ol_message *message, struct ol_slice bytes)
{
    uint8_t header[8];
    if (message != NULL && find_header(sowing->target, message, header)) {
        give(sowing, name, header, bytes);
    }
}

static void give_case(const struct sowing *sowing, const struct ol_test_case *test)
{
    struct ol_hexasm bytes;
    const uint8_t header[8] = {0};
    ol_test_case_assemble(test, &bytes);
    const struct ol_slice all = {bytes.bytes, bytes.size};
    const struct ol_message *message =
        ol_message_from_name(ol_slice_from_text(test->example->root));
    struct ol_file_kind kind;
    if (message == NULL) {
        ol_recognise(all, ol_example_file_name(test->example), NULL, &kind);
        message = kind.root;
    }
    if (sowing->target->root == NULL) {
        give(sowing, test->name, header, all);
    } else {
        give_message(sowing, test->name, message, all);
    }
    ol_hexasm_fini(&bytes);
}

static void give_cases(const struct sowing *sowing, const struct ol_test_cases *cases)
{
    bool is_external = sowing->target->seeds == OL_FUZZ_SEEDS_EXTERNAL;
    size_t stride = sowing->target->seeds == OL_FUZZ_SEEDS_BYTES ? STRIDE : 1;
    for (size_t i = 0; i < cases->count; i += stride) {
        if (!is_external || cases->cases[i].example->file_count > 0) {
            give_case(sowing, &cases->cases[i]);
        }
    }
}

static bool is_wanted(void *context, const char *path, bool is_directory)
{
    (void)context;
    return is_directory || ol_walk_is_onnx(path);
}

static enum ol_status give_real_file(void *context, const char *path)
{
    size_t size;
    struct ol_file_kind kind;
    char *bytes = ol_test_read_file(path, &size);
    const struct ol_slice all = {(const uint8_t *)bytes, size};
    if (size <= REAL_FILE_MAX) {
        ol_recognise(all, path, NULL, &kind);
        give_message(context, path + strlen(REAL_FILES), kind.root, all);
    }
    free(bytes);
    return OL_OK;
}

static enum ol_status pass_over(void *context, const char *path, const char *text)
{
    (void)context;
    (void)path;
    (void)text;
    return OL_OK;
}

static void give_real_files(struct sowing *sowing)
{
    const struct ol_walk_sink sink = {.context = sowing,
                                      .add_file = give_real_file,
                                      .is_wanted = is_wanted,
                                      .add_error = pass_over};
    if (ol_test_is_folder(REAL_FILES) && ol_walk(REAL_FILES, &sink) != OL_OK) {
        ol_test_die("memory is short");
    }
}

/* --- texts --------------------------------------------------------------- */

static void give_text(const struct sowing *sowing, const char *name, const char *text)
{
    const uint8_t header[8] = {(uint8_t)sowing->letter};
    give(sowing, name, header, ol_slice_from_text(text));
}

/* Gives the files of a folder of the repository whose names end so, and those of folders in it. */
static void give_folder(const struct sowing *sowing, const char *folder, const char *end,
                        unsigned depth)
{
    struct ol_test_path path = ol_test_source_path(folder);
    if (!ol_test_is_folder(path.text)) {
        return;
    }
    struct ol_test_names names = ol_test_list_folder(path.text);
    for (size_t i = 0; i < names.count; i++) {
        struct ol_test_path inner = ol_test_path("%s/%s", folder, names.names[i]);
        struct ol_test_path file = ol_test_source_path(inner.text);
        size_t length = strlen(inner.text);
        if (depth > 0 && ol_test_is_folder(file.text)) {
            give_folder(sowing, inner.text, end, depth - 1);
        } else if (ol_test_is_file(file.text) && length > strlen(end) &&
                   strcmp(inner.text + length - strlen(end), end) == 0) {
            char *text = ol_test_read_file(file.text, NULL);
            give_text(sowing, inner.text, text);
            free(text);
        }
    }
    ol_test_names_free(&names);
}

static void give_configurations(struct sowing *sowing)
{
    give_folder(sowing, "tests/fuzz/seeds/config", ".yaml", 0);
    give_folder(sowing, "examples/policy", ".yaml", 0);
}

static void give_rules(struct sowing *sowing)
{
    sowing->letter = 'c';
    give_folder(sowing, "examples/policy/rules", ".yaml", 0);
    give_folder(sowing, "rules/external", ".yaml", 0);
    give_folder(sowing, "rules/wire", ".yaml", 0);
    give_folder(sowing, "tests/fuzz/seeds/rules", ".yaml", 0);
    sowing->letter = 'b';
    give_folder(sowing, "rules/model", ".yaml", 0);
    sowing->letter = 'p';
    give_folder(sowing, "rules/profiles", ".yaml", 0);
    sowing->letter = 't';
    give_folder(sowing, "rules/targets", ".yaml", 0);
    sowing->letter = 'e';
    give_folder(sowing, "conformance-data/wire", ".yaml", 0);
}

static void give_policies(struct sowing *sowing)
{
    sowing->letter = 's';
    give_folder(sowing, "tests/fuzz/seeds/policy", ".yaml", 0);
    sowing->letter = 'b';
    give_folder(sowing, "tests/fuzz/seeds/policy", ".jsonl", 0);
}

static void give_assembly(const struct sowing *sowing, const struct ol_test_cases *cases)
{
    for (size_t i = 0; i < cases->count; i++) {
        if (cases->cases[i].example->bytes != NULL) {
            give_text(sowing, cases->cases[i].name, cases->cases[i].example->bytes);
        }
    }
}

static void give_paths(const struct sowing *sowing, const struct ol_test_cases *cases)
{
    size_t count = 0;
    give_text(sowing, "graph", "graph.node[0].attribute[0]");
    for (size_t i = 0; i < cases->count; i++) {
        const struct ol_example *example = cases->cases[i].example;
        for (size_t j = 0; j < example->expect_count; j++) {
            if (example->expect[j].path != NULL) {
                give_text(sowing, ol_test_path("path-%zu", count++).text, example->expect[j].path);
            }
        }
    }
}

static void give_patterns(const struct sowing *sowing)
{
    static const char *const patterns[] = {"[a-z_][a-z0-9_]*\nabc_1",
                                           "(a+)+b\naaaaaaaaaaaaaaaaaaaaaaaac",
                                           "\\d{4}-\\d\\d-\\d\\d\n2026-11-30",
                                           "(?i)(?:conv|relu)\\d*\nConv2",
                                           "(?=a)(?!b)(?<=c)(?<!d).*\nab",
                                           "\\p{L}+\\p{Nd}?\n\xC3\xA9t\xC3\xA9",
                                           "models/**/[!a-c]?.onnx\nmodels/a/b/dx.onnx",
                                           "**/*.pb\nx/y.pb",
                                           "^a|b$\nb",
                                           "(?<name>a|b){2,3}?\nabab"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        give_text(sowing, ol_test_path("pattern-%zu", i).text, patterns[i]);
    }
}

/* --- all ----------------------------------------------------------------- */

/* Inputs that once showed a fault, as they are. */
static void give_crashes(const struct sowing *sowing)
{
    struct ol_test_path path =
        ol_test_source_path(ol_test_path("tests/fuzz/crashes/%s", sowing->target->name).text);
    if (!ol_test_is_folder(path.text)) {
        return;
    }
    struct ol_test_names names = ol_test_list_folder(path.text);
    for (size_t i = 0; i < names.count; i++) {
        size_t size;
        char *bytes =
            ol_test_read_file(ol_test_path("%s/%s", path.text, names.names[i]).text, &size);
        sowing->take(sowing->context, ol_test_path("crash-%s", names.names[i]).text, bytes, size);
        free(bytes);
    }
    ol_test_names_free(&names);
}

void ol_fuzz_seeds(const struct ol_fuzz_target *target, const struct ol_test_cases *cases,
                   ol_fuzz_seed_fn *take, void *context)
{
    struct sowing sowing = {.target = target, .take = take, .context = context};
    give_crashes(&sowing);
    switch (target->seeds) {
    case OL_FUZZ_SEEDS_CASES:
        give_real_files(&sowing);
        give_cases(&sowing, cases);
        break;
    case OL_FUZZ_SEEDS_EXTERNAL:
    case OL_FUZZ_SEEDS_BYTES:
        give_cases(&sowing, cases);
        break;
    case OL_FUZZ_SEEDS_CONFIG:
        give_configurations(&sowing);
        break;
    case OL_FUZZ_SEEDS_RULES:
        give_rules(&sowing);
        break;
    case OL_FUZZ_SEEDS_POLICY:
        give_policies(&sowing);
        break;
    case OL_FUZZ_SEEDS_ASSEMBLY:
        give_assembly(&sowing, cases);
        break;
    case OL_FUZZ_SEEDS_PATHS:
        give_paths(&sowing, cases);
        break;
    case OL_FUZZ_SEEDS_PATTERNS:
        give_patterns(&sowing);
        break;
    }
}
