/* SPDX-License-Identifier: Apache-2.0 */
/* Why the bad files are bad. Each has a row in tests/corpus/bad.tsv for each reason that a peer
 * gives, or that was found beside it and looked at: its class, and the rule that is to tell it.
 *
 *   - form: areas 1 to 8 and 10 of the catalogue. Is to be found.
 *   - operator: area 9 but op-inference. Is to be found once the program has the rule.
 *   - inference: types and shapes that follow from operators. Likewise.
 *   - outside: a runtime's own limits. Is never asked for.
 */
#include "corpus_bad.h"

#include <stdio.h>
#include <string.h>

enum reason_class {
    CLASS_FORM,
    CLASS_OPERATOR,
    CLASS_INFERENCE,
    CLASS_OUTSIDE,
    CLASS_COUNT
};

static const char *const class_names[CLASS_COUNT] = {"form", "operator", "inference", "outside"};

struct bad {
    struct ol_corpus_rows rows;
    size_t asked[CLASS_COUNT];
    size_t found[CLASS_COUNT];
    size_t waiting[CLASS_COUNT]; /* reasons that are not asked for */
    size_t files;
    size_t files_found;                /* with each reason that is asked for */
    size_t files_waiting[CLASS_COUNT]; /* without any, by the class of their first */
    size_t failed;
};

static enum reason_class find_class(const struct ol_corpus_row *row)
{
    for (unsigned i = 0; i < CLASS_COUNT; i++) {
        if (strcmp(class_names[i], row->said) == 0) {
            return i;
        }
    }
    ol_test_die("bad.tsv: %s: '%s' is no class", row->path, row->said);
}

static bool is_asked(const struct ol_corpus_row *row)
{
    enum reason_class reason = find_class(row);
    return reason == CLASS_FORM || (reason != CLASS_OUTSIDE && ol_corpus_has_rule(row->rule));
}

/* What the rows of one file come to. */
struct reasons {
    size_t all;
    size_t asked;
    size_t found;
    enum reason_class first;
};

static struct reasons check_reasons(struct bad *bad, const char *path, const json_t *file)
{
    struct reasons reasons = {.first = CLASS_COUNT};
    for (size_t i = 0; i < bad->rows.count; i++) {
        struct ol_corpus_row *row = &bad->rows.items[i];
        if (strcmp(row->path, path) != 0) {
            continue;
        }
        enum reason_class reason = find_class(row);
        bool is_found = ol_corpus_has_error(file, row->rule);
        row->is_seen = true;
        reasons.first = reasons.all == 0 ? reason : reasons.first;
        reasons.all++;
        if (!is_asked(row)) {
            bad->waiting[reason]++;
            continue;
        }
        reasons.asked++;
        reasons.found += is_found;
        bad->asked[reason]++;
        bad->found[reason] += is_found;
        if (!is_found) {
            (void)printf("  %s: no error of %s\n", path, row->rule);
        }
    }
    return reasons;
}

static void check_file(struct bad *bad, const char *path, const json_t *file)
{
    struct reasons reasons = check_reasons(bad, path, file);
    bad->files++;
    if (reasons.all == 0) {
        (void)printf("  %s: is bad, and bad.tsv does not say why\n", path);
        bad->failed++;
    } else if (reasons.asked > 0) {
        bad->files_found += reasons.found == reasons.asked;
    } else {
        bad->files_waiting[reasons.first]++;
    }
    if (reasons.asked == 0 && ol_corpus_has_error(file, NULL)) {
        (void)printf("  %s: has an error, which none of its reasons in bad.tsv is\n", path);
        ol_corpus_print_errors(file);
        bad->failed++;
    }
}

static void print_bad(const struct bad *bad)
{
    (void)printf("corpus: bad files: %zu of %zu reasons in areas 1 to 8 and 10 are found; %zu of "
                 "%zu about operators are, %zu wait for operators; %zu need inference; %zu are "
                 "outside the form (tests/corpus/bad.tsv)\n",
                 bad->found[CLASS_FORM], bad->asked[CLASS_FORM],
                 bad->found[CLASS_OPERATOR] + bad->found[CLASS_INFERENCE],
                 bad->asked[CLASS_OPERATOR] + bad->asked[CLASS_INFERENCE],
                 bad->waiting[CLASS_OPERATOR], bad->waiting[CLASS_INFERENCE],
                 bad->waiting[CLASS_OUTSIDE]);
    (void)printf("corpus: bad files: of %zu, %zu have the errors that they should; %zu more wait "
                 "for operators, %zu for inference, and %zu are outside the form\n",
                 bad->files, bad->files_found, bad->files_waiting[CLASS_OPERATOR],
                 bad->files_waiting[CLASS_INFERENCE], bad->files_waiting[CLASS_OUTSIDE]);
}

void ol_corpus_check_bad(struct ol_corpus_tally *tally, const json_t *by_path)
{
    struct bad bad = {.files = 0};
    ol_corpus_rows_init(&bad.rows, "tests/corpus/bad.tsv", "class");
    struct ol_csv csv;
    ol_csv_init(&csv, ol_corpus_labels_path().text, '\t');
    while (ol_csv_next(&csv)) {
        const char *path = ol_csv_cell(&csv, "stored");
        if (ol_corpus_is_bad(ol_csv_cell(&csv, "label"))) {
            check_file(&bad, path, json_object_get(by_path, path));
        } else if (json_object_get(by_path, path) != NULL) {
            (void)check_reasons(&bad, path, json_object_get(by_path, path));
        }
    }
    ol_csv_fini(&csv);
    bad.failed += ol_corpus_rows_count_unseen(&bad.rows, "stands in bad.tsv, but is not linted");
    print_bad(&bad);
    for (unsigned i = 0; i < CLASS_COUNT; i++) {
        ol_corpus_count(tally, bad.found[i], bad.asked[i]);
    }
    tally->failed += bad.failed;
    ol_corpus_rows_fini(&bad.rows);
}
