/* SPDX-License-Identifier: Apache-2.0 */
/* What the loader refuses, with the place and the words. */
#include <string.h>

#include "unit/load_session.h"
#include "unit/suites.h"

/* --- refusals: lines of a small rule, one of them replaced --- */

static const char *const small_rule[] = {
    "id: tensor-raw-short", "title: raw_data is too short",
    "since: 0.1.0",         "severity: error",
    "target: TensorProto",  "check: tensor_check",
    "with: {fault: short}", "message: \"{actual} is not {expected}\"",
    "explanation: Why.",    "",
};

#define FIFTY_BYTES   "01234567890123456789012345678901234567890123456789"
#define HUNDRED_BYTES FIFTY_BYTES FIFTY_BYTES

static const struct {
    unsigned line; /* replaced, counted from 1 */
    const char *text;
    const char *error; /* without the path; several are joined with | */
} refusals[] = {
    /* keys */
    {10, "note: {first: x}", "10:1: error: a rule has no key 'note'; did you mean 'notes'?"},
    {10, "unrelated: x", "10:1: error: a rule has no key 'unrelated'"},
    {2, "", "1:1: error: the rule lacks its key 'title'"},
    {3, "", "1:1: error: the rule lacks its key 'since'"},
    {8, "", "1:1: error: the rule lacks its key 'message' (or 'variants')"},
    {9, "", "1:1: error: the rule lacks its key 'explanation'"},
    {6, "", "1:1: error: the rule lacks its key 'check'"},
    {10, "id: again", "10:1: error: key 'id' stands here twice; first in line 1"},
    /* id, title, since, severity */
    {1, "id: Tensor_raw",
     "1:5: error: 'Tensor_raw' is no such name; wanted: lower-case words of letters and digits, joined with hyphens"},
    {1, "id: tensor-raw-long", "1:5: error: 'tensor-raw-long' is not the name of the file"},
    {1, "id: [a]", "1:5: error: 'id' is a list; wanted: one line of text"},
    {1, "id: -a",
     "1:5: error: '-a' is no such name; wanted: lower-case words of letters and digits, joined with hyphens"},
    {1, "id: a--b",
     "1:5: error: 'a--b' is no such name; wanted: lower-case words of letters and digits, joined with hyphens"},
    {1, "id: a-",
     "1:5: error: 'a-' is no such name; wanted: lower-case words of letters and digits, joined with hyphens"},
    {2, "title:", "2:7: error: 'title' is empty; wanted: one line of text"},
    {2, "title: \"a\\nb\"", "2:8: error: 'title' has several lines; wanted: one line of text"},
    {2, "title: a stop.", "2:8: error: a title has no final stop"},
    {2, "title: {a: b}", "2:8: error: 'title' is a map; wanted: one line of text"},
    {3, "since: 0.1", "3:8: error: '0.1' is no release; wanted: 0.1.0 or the like"},
    {3, "since: 1.2.3.4", "3:8: error: '1.2.3.4' is no release; wanted: 0.1.0 or the like"},
    {4, "severity: eror", "4:11: error: unknown severity 'eror'; did you mean 'error'?"},
    {4, "severity: off", "4:11: error: unknown severity 'off'; there are: info, warning, error"},
    {4, "severity: high", "4:11: error: unknown severity 'high'; there are: info, warning, error"},
    /* targets */
    {5, "", "6:8: error: the rule lacks its key 'target', which check 'tensor_check' wants"},
    {5, "target: TensorProt",
     "5:9: error: unknown message 'TensorProt'; did you mean 'TensorProto'?"},
    {5, "target: NodeProto",
     "5:9: error: check 'tensor_check' is not for NodeProto; it is for: SparseTensorProto, TensorProto"},
    {5, "target: any",
     "5:9: error: check 'tensor_check' is not for every message; it is for: SparseTensorProto, TensorProto"},
    {5, "target: [TensorProto, TensorProto]",
     "5:23: error: target 'TensorProto' stands here twice"},
    {5, "target: []", "5:9: error: 'target' is empty; wanted: a list with a member"},
    {5, "target: {a: b}", "5:9: error: 'target' is a map; wanted: a list"},
    {5, "target: [[TensorProto]]", "5:10: error: this entry is a list; wanted: one line of text"},
    /* IR range */
    {10, "ir: {min: 0}", "10:11: error: 0 is out of range: from 1 to 14"},
    {10, "ir: {max: 99}", "10:11: error: 99 is out of range: from 1 to 14"},
    {10, "ir: {}", "10:5: error: a range of IR versions has min, max or both"},
    {10, "ir: {min: 4, max: 3}", "10:5: error: a range of IR versions whose min is above its max"},
    {10, "ir: {mn: 4}", "10:6: error: a range of IR versions has no key 'mn'; did you mean 'min'?"},
    {10, "ir: 4", "10:5: error: 'ir' is a text; wanted: a map"},
    /* the check and its parameters */
    {6, "check: tensor_chek",
     "6:8: error: unknown check 'tensor_chek'; did you mean 'tensor_check'?"},
    {6, "check: file_check",
     "5:1: error: check 'file_check' is bound to no message: leave target out|7:8: error: check 'file_check' has no "
     "parameter 'fault', nor any other|8:10: error: the check has no placeholder 'actual'; it has: subject|8:10: error: the check has no "
     "placeholder 'expected'; it has: subject"},
    {7, "", "6:8: error: check 'tensor_check' wants its parameter 'fault'"},
    {7, "with: {falt: short}",
     "7:1: error: check 'tensor_check' wants its parameter 'fault'|7:8: error: check 'tensor_check' has no parameter "
     "'falt'; did you mean 'fault'?"},
    {7, "with: {fault: shrt}", "7:15: error: unknown fault 'shrt'; did you mean 'short'?"},
    {7, "with: {fault: [short]}", "7:15: error: 'fault' is a list; wanted: one line of text"},
    {7, "with: {fault: }", "7:15: error: 'fault' is empty; wanted: one line of text"},
    {7, "with: [fault]", "7:7: error: 'with' is a list; wanted: a map"},
    {7, "with: {fault: short, limit: 12x}",
     "7:29: error: 'limit' is '12x', no such number; wanted: a whole number of at most 64 bits, decimal or 0x"},
    {7, "with: {fault: short, limit: 010}",
     "7:29: error: 'limit' is '010', no such number; wanted: a whole number of at most 64 bits, decimal or 0x"},
    {7, "with: {fault: short, limit: 0x}",
     "7:29: error: 'limit' is '0x', no such number; wanted: a whole number of at most 64 bits, decimal or 0x"},
    {7, "with: {fault: short, limit: 9223372036854775808}",
     "7:29: error: 'limit' is '9223372036854775808', no such number; wanted: a whole number of at most 64 bits, decimal or 0x"},
    {7, "with: {fault: short, limit: -9223372036854775809}",
     "7:29: error: 'limit' is '-9223372036854775809', no such number; wanted: a whole number of at most 64 bits, decimal or 0x"},
    {7, "with: {fault: short, limit: 1.5}",
     "7:29: error: 'limit' is '1.5', no such number; wanted: a whole number of at most 64 bits, decimal or 0x"},
    {7, "with: {fault: short, values: []}",
     "7:30: error: 'values' is empty; wanted: a list with a member"},
    {7, "with: {fault: short, values: {a: b}}", "7:30: error: 'values' is a map; wanted: a list"},
    {7, "with: {fault: short, values: [1, 2, 0x1]}", "7:37: error: '0x1' stands here twice"},
    {7, "with: {fault: short, field: raw_dat}",
     "7:29: error: no field 'raw_dat' in TensorProto; did you mean 'raw_data'?"},
    {7, "with: {fault: short, field: TensorProto.nam}",
     "7:29: error: no field 'nam' in TensorProto; did you mean 'name'?"},
    {7, "with: {fault: short, field: TensorPrto.name}",
     "7:29: error: unknown message 'TensorPrto'; did you mean 'TensorProto'?"},
    {7, "with: {fault: short, fields: [dims, TensorProto.dims]}",
     "7:37: error: 'TensorProto.dims' stands here twice"},
    /* messages */
    {8, "message: \"{actul}\"",
     "8:10: error: the check has no placeholder 'actul'; did you mean 'actual'?"},
    {8, "message: \"{x}\"",
     "8:10: error: the check has no placeholder 'x'; it has: actual, expected, subject"},
    {8, "message: \"{actual\"",
     "8:10: error: a brace without a {name}; the sign itself is written twice"},
    {8, "message: \"{}\"",
     "8:10: error: a brace without a {name}; the sign itself is written twice"},
    {8, "message: \"a } b\"",
     "8:10: error: a brace without a {name}; the sign itself is written twice"},
    {8, "message: \"{Actual}\"",
     "8:10: error: a brace without a {name}; the sign itself is written twice"},
    {8, "message: \"is '{actual}'\"",
     "8:10: error: quotes around a placeholder: the program quotes what needs it"},
    {8, "message: \"a\\nb\"", "8:10: error: 'message' has several lines; wanted: one line of text"},
    /* mends */
    {10, "mend:", "10:6: error: 'mend' is empty; wanted: one line of text"},
    {10, "mend: [a]", "10:7: error: 'mend' is a list; wanted: one line of text"},
    {10, "mend: \"a\\nb\"", "10:7: error: 'mend' has several lines; wanted: one line of text"},
    {10, "mend: write it.", "10:7: error: a mend has no final stop"},
    {10, "mend: write {actual}", "10:7: error: a mend has no placeholders, and no braces"},
    {10, "mend: " HUNDRED_BYTES "0123456789a",
     "10:7: error: a mend of 111 bytes; it has at most 110"},
    {10, "variants: {empty: {message: x, mend: y.}}", "10:38: error: a mend has no final stop"},
    /* variants and notes */
    {10, "variants: {repeted: {message: x}}",
     "10:12: error: the check has no variant 'repeted'; did you mean 'repeated'?"},
    {10, "variants: {zzz: {message: x}}",
     "10:12: error: the check has no variant 'zzz'; it has: repeated, empty"},
    {10, "variants: {empty: {severity: error}}",
     "10:19: error: the variant lacks its key 'message'"},
    {10, "variants: {empty: {message: x, severity: off}}",
     "10:42: error: unknown severity 'off'; there are: info, warning, error"},
    {10, "variants: {empty: {message: \"{no}\"}}",
     "10:29: error: the check has no placeholder 'no'; it has: actual, expected, subject"},
    {10, "variants: {}", "10:11: error: 'variants' is empty; leave it out"},
    {10, "variants: [x]", "10:11: error: 'variants' is a list; wanted: a map"},
    {10, "notes: {frst: x}", "10:9: error: the check has no note 'frst'; did you mean 'first'?"},
    {10, "notes: {first: \"{no}\"}",
     "10:16: error: the check has no placeholder 'no'; it has: actual, expected, subject"},
    /* the rest */
    {10, "supersedes: [tensor-raw-short]", "10:14: error: a rule does not supersede itself"},
    {10, "supersedes: tensor-no-data", "10:13: error: 'supersedes' is a text; wanted: a list"},
    {10, "supersedes: [A]",
     "10:14: error: 'A' is no such name; wanted: lower-case words of letters and digits, joined with hyphens"},
    {9, "explanation: \"\"", "9:14: error: the explanation is empty"},
    {9, "explanation: []", "9:14: error: 'explanation' is a list; wanted: a text"},
    {10, "references: [{title: x}]", "10:14: error: the reference lacks its key 'where'"},
    {10, "references: [x]", "10:14: error: this entry is a text; wanted: a map"},
    /* examples, in one line of flow style */
    {10, "examples: []", "10:11: error: 'examples' is empty; wanted: a list with a member"},
    {10, "examples: [{kind: good, root: auto, bytes: \"\"}]",
     "10:12: error: the example lacks its key 'name'"},
    {10, "examples: [{name: x, kind: god, root: auto, bytes: \"\"}]",
     "10:28: error: unknown kind of example 'god'; did you mean 'good'?"},
    {10, "examples: [{name: x, kind: good, root: TensorPr, bytes: \"\"}]",
     "10:40: error: unknown message 'TensorPr'; did you mean 'TensorProto'?"},
    {10, "examples: [{name: x, kind: good, root: auto, bytes: }]",
     "10:53: error: no bytes here; an empty input is written \"\""},
    {10, "examples: [{name: x, kind: good, root: auto, bytes: [0]}]",
     "10:53: error: 'bytes' is a list; wanted: a text"},
    {10, "examples: [{name: x, kind: good, root: auto, bytes: 00\n 01}]",
     "10:53: error: bytes of several lines are written behind 'bytes: |'"},
    {10, "examples: [{name: x, kind: good, root: auto, bytes: \"\", ir-version: 0}]",
     "10:69: error: 0 is out of range: from 1 to 9223372036854775807"},
    {10, "examples: [{name: x, kind: bad, root: auto, bytes: \"\"}]",
     "10:12: error: a bad example expects a finding of its own rule"},
    {10,
     "examples: [{name: x, kind: bad, root: auto, bytes: \"\", expect: [{at: file, rule: other}]}]",
     "10:12: error: a bad example expects a finding of its own rule"},
    {10, "examples: [{name: x, kind: good, root: auto, bytes: \"\", expect: [{at: file}]}]",
     "10:12: error: a good example expects no finding"},
    {10, "examples: [{name: x, kind: good, root: auto}]",
     "10:12: error: an example has either bytes or an input"},
    {10, "examples: [{name: x, kind: good, bytes: \"\"}]",
     "10:12: error: the example lacks its key 'root'"},
    {10, "examples: [{name: x, kind: good, input: m.onnx}]",
     "10:34: error: an example of a built-in rule has bytes"},
    {10,
     "examples: [{name: x, kind: bad, root: auto, bytes: \"\", expect: [{length: 1, path: a}]}]",
     "10:65: error: an expected finding pins its place with all of: at, length, path"},
    {10, "examples: [{name: x, kind: bad, root: auto, bytes: \"\", expect: [{at: a, length: 1}]}]",
     "10:65: error: an expected finding pins its place with all of: at, length, path"},
    {10,
     "examples: [{name: x, kind: bad, root: auto, bytes: \"\", expect: [{at: 1x, length: 1, path: a}]}]",
     "10:70: error: 'at' is '1x', no such number; wanted: a whole number of at most 64 bits, decimal or 0x"},
    {10,
     "examples: [{name: x, kind: bad, root: auto, bytes: \"\", expect: [{at: file, length: 1}]}]",
     "10:65: error: a finding about the whole file ('at: file') has no length"},
    {10,
     "examples: [{name: x, kind: bad, root: auto, bytes: \"\", expect: [{at: file, severity: eror}]}]",
     "10:86: error: unknown severity 'eror'; did you mean 'error'?"},
    {10, "examples: [{name: x, kind: good, root: auto, bytes: \"\", files: [{path: a}]}]",
     "10:65: error: a side file has exactly one of: bytes, link, hard-link, directory, hole"},
    {10,
     "examples: [{name: x, kind: good, root: auto, bytes: \"\", files: [{path: a, link: b, hole: 1}]}]",
     "10:65: error: a side file has exactly one of: bytes, link, hard-link, directory, hole"},
    {10, "examples: [{name: x, kind: good, root: auto, bytes: \"\", files: [{path: a, hole: -1}]}]",
     "10:81: error: -1 is out of range: from 0 to 9223372036854775807"},
    {10,
     "examples: [{name: x, kind: good, root: auto, bytes: \"\"}, {name: x, kind: good, root: auto, bytes: \"\"}]",
     "10:58: error: a second example is named 'x'"},
};

/* The errors without the path that each begins with, joined with |. */
static void add_bare_errors(struct ol_buf *bare, const char *errors, const char *path)
{
    while (errors[0] != '\0') {
        ck_assert(strncmp(errors, path, strlen(path)) == 0 && errors[strlen(path)] == ':');
        errors += strlen(path) + 1;
        size_t size = strcspn(errors, "\n");
        ol_buf_add(bare, bare->size > 0 ? "|" : "");
        ol_buf_add_slice(bare, (struct ol_slice){(const uint8_t *)errors, size});
        errors += size + 1;
    }
}

START_TEST(test_refusals)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        struct ol_load_session session;
        struct ol_buf text;
        struct ol_buf bare;
        ol_load_session_init(&session);
        ol_buf_init(&text);
        ol_buf_init(&bare);
        for (unsigned line = 1; line <= sizeof small_rule / sizeof small_rule[0]; line++) {
            ol_buf_add(&text, line == refusals[i].line ? refusals[i].text : small_rule[line - 1]);
            ol_buf_add_char(&text, '\n');
        }
        struct ol_rule rule;
        enum ol_status status =
            ol_load_rule(&session.loader, OL_LOAD_RULE_PATH, ol_buf_slice(&text), &rule);
        add_bare_errors(&bare, ol_buf_text(&session.errors), OL_LOAD_RULE_PATH);
        ck_assert_str_eq(ol_buf_text(&bare), refusals[i].error);
        ck_assert_int_eq(status, OL_ERR_RULE);
        ol_buf_fini(&bare);
        ol_buf_fini(&text);
        ol_load_session_fini(&session);
    }
}
END_TEST

/* What the small rule lets through. */
START_TEST(test_accepted)
{
    static const struct {
        unsigned line;
        const char *text;
    } cases[] = {
        {10, ""},
        {8, "variants: {empty: {message: x}}"},
        {7, "with: {fault: short, values: 7}"},
        {7, "with: {fault: short, field: TensorProto.name}"},
        {8, "message: \"{{actual}} '{actual} and {expected}'\""},
        {10, "supersedes: [tensor-no-data]"},
        {10, "mend: " HUNDRED_BYTES "0123456789"},
        {8, "variants: {empty: {message: x, mend: y}}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ol_load_session session;
        struct ol_buf text;
        ol_load_session_init(&session);
        ol_buf_init(&text);
        for (unsigned line = 1; line <= sizeof small_rule / sizeof small_rule[0]; line++) {
            ol_buf_add(&text, line == cases[i].line ? cases[i].text : small_rule[line - 1]);
            ol_buf_add_char(&text, '\n');
        }
        struct ol_rule rule;
        ck_assert_int_eq(
            ol_load_rule(&session.loader, OL_LOAD_RULE_PATH, ol_buf_slice(&text), &rule), OL_OK);
        ol_buf_fini(&text);
        ol_load_session_fini(&session);
    }
}
END_TEST

START_TEST(test_root)
{
    struct ol_load_session session;
    ol_load_session_init(&session);
    struct ol_rule rule;
    ck_assert_int_eq(ol_load_rule(&session.loader, "a.yaml", ol_slice_from_text("- a\n"), &rule),
                     OL_ERR_RULE);
    ck_assert_str_eq(ol_buf_text(&session.errors),
                     "a.yaml:1:1: error: the file is a list; wanted: a map, as KEY: VALUE\n");
    ol_load_session_fini(&session);
}
END_TEST

/* A hostile file does not fill the screen. */
START_TEST(test_error_cap)
{
    struct ol_load_session session;
    struct ol_buf text;
    ol_load_session_init(&session);
    ol_buf_init(&text);
    for (unsigned i = 0; i < 50000; i++) {
        ol_buf_addf(&text, "key%u: v\n", i);
    }
    struct ol_rule rule;
    ck_assert_int_eq(ol_load_rule(&session.loader, "a.yaml", ol_buf_slice(&text), &rule),
                     OL_ERR_RULE);
    size_t lines = 0;
    for (size_t i = 0; i < session.errors.size; i++) {
        lines += session.errors.text[i] == '\n' ? 1 : 0;
    }
    ck_assert_uint_eq(lines, 51);
    ck_assert_ptr_nonnull(
        strstr(ol_buf_text(&session.errors), "too many errors; the rest is not told\n"));
    ol_buf_fini(&text);
    ol_load_session_fini(&session);
}
END_TEST

START_TEST(test_profile_refusals)
{
    static const struct {
        const char *text;
        const char *error;
    } cases[] = {
        {"name: one\ntitle: t\n", "p/one.yaml:1:1: error: the profile lacks its key 'info'\n"},
        {"name: two\ntitle: t\ninfo: on\n",
         "p/one.yaml:1:7: error: 'two' is not the name of the file\n"},
        {"name: one\ntitle: t\ninfo: yes\n",
         "p/one.yaml:3:7: error: unknown state of info 'yes'; there are: off, on\n"},
        {"name: one\ntitle: t\ninfo: on\nrules: {a: high}\n",
         "p/one.yaml:4:12: error: unknown severity 'high'; there are: info, warning, error, off, on\n"},
        {"name: one\ntitle: t\ninfo: on\ndefault: none\n",
         "p/one.yaml:4:10: error: unknown state of rules that are not listed 'none'; there are: off, on\n"},
        {"name: one\ntitle: t\ninfo: on\nexternal: no\n",
         "p/one.yaml:4:11: error: unknown state of external data 'no'; did you mean 'on'?\n"},
        {"name: one\ntitle: t\ninfo: on\nrules: [a]\n",
         "p/one.yaml:4:8: error: 'rules' is a list; wanted: a map\n"},
        {"name: one\ntitle: t\ninfo: on\nrule: {}\n",
         "p/one.yaml:4:1: error: a profile has no key 'rule'; did you mean 'rules'?\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ol_load_session session;
        ol_load_session_init(&session);
        struct ol_profile profile;
        ck_assert_int_eq(ol_load_profile(&session.loader, "p/one.yaml",
                                         ol_slice_from_text(cases[i].text), &profile),
                         OL_ERR_RULE);
        ck_assert_str_eq(ol_buf_text(&session.errors), cases[i].error);
        ol_load_session_fini(&session);
    }
}
END_TEST

Suite *suite_load_refusals(void)
{
    const TTest *const tests[] = {test_refusals, test_accepted, test_root, test_error_cap,
                                  test_profile_refusals};
    return OL_SUITE_OF("load_refusals", tests);
}
