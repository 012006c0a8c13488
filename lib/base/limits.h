/* SPDX-License-Identifier: Apache-2.0 */
/* Every cap of the program, each with its reason. Those that a setting can change are the members
 * of struct ol_limits, at the end. */
#ifndef OL_BASE_LIMITS_H
#define OL_BASE_LIMITS_H

#include <stddef.h>
#include <stdint.h>

/* Messages below the root: the default of protobuf's C++ reader and of upb. Rule wire-depth reports
 * a deeper one. No setting goes beyond it, since what is kept for each open level has its place in
 * tables of that size, and the walk has its stack. */
#define OL_DEPTH_MAX 100

/* Graphs and functions that can be open at once: one takes three messages (graph, node, attribute),
 * and an inference graph may stay open for training. */
#define OL_SCOPES_MAX (OL_DEPTH_MAX / 3 + 3)

/* A level is scanned and decoded in slices of at most this many occurrences, so that memory is
 * bounded by a slice and not by the widest level. */
#define OL_SLICE_OCCURRENCES_MAX 4096

/* Occurrences of one level that are kept while it is open, so that nobody scans it again: nodes and
 * attributes, which are many, have fewer; levels that have more are scanned again. */
#define OL_OCCURRENCES_KEPT 64

/* Scouts of one file (rule/scout.h): threads for them, sub-messages that they take at a time, bytes
 * that each may keep, from how many sub-messages of a level on there is one, and from how many on
 * threads are started for more: that takes as long as some hundred levels. What is kept is a table
 * for each message, and does not grow with the file. */
#define OL_SCOUTS_MAX          3
#define OL_SCOUT_STRETCH       64
#define OL_SCOUT_BYTES_MAX     4194304 /* 4 MiB */
#define OL_SCOUT_LEAST         128
#define OL_SCOUT_THREADS_LEAST 4096

/* Findings kept for one file unless --max-diagnostics says otherwise; the rest is counted. */
#define OL_DIAGNOSTICS_MAX_DEFAULT 10000

/* Suppressed findings kept for one file, to be shown among those that were accepted, and to
 * supersede what their rules supersede; the rest is counted. A rule that fires everywhere, and is
 * suppressed everywhere, would fill the memory otherwise. */
#define OL_ACCEPTED_MAX 10000

/* Field paths of overrides and suppressions that findings of one file are held against, all
 * together: some seconds. A hostile file has millions of findings, and a list may have thousands of
 * paths. */
#define OL_AMEND_STEPS_MAX 200000000

/* Entries of not_checked[] kept for one file; the rest is counted. */
#define OL_NOT_CHECKED_MAX 1000

/* Names that one finding has: the innermost ones. */
#define OL_NAMES_MAX 12

/* Related places of one finding. */
#define OL_RELATED_MAX 8

/* Steps (a byte of one name against a byte of another) that searches for the nearest name take in
 * one file, all together: a third of a second. */
#define OL_NEAREST_STEPS_MAX 200000000

/* Bytes of the message through which a finding keeps the way to its place, instead of the steps of
 * its path (diag/wording.h): so many are gone through again, at most, each time that the path is
 * read. In a larger message each step is kept, in three bytes. */
#define OL_WAY_BYTES_MAX 16384

/* Related places of one file that are found again by their offset, such as the definition in a
 * closed graph of a name that is unknown: finding the path takes a pass over the levels on the
 * way. */
#define OL_ELSEWHERE_MAX 32

/* Payloads of one file that statistics tell apart, so that what several rules read counts once. */
#define OL_TOUCHED_MAX 65536

/* Bytes of an untrusted name that are shown; what follows is cut, and the cut is shown. A finding
 * has several names, and is to fit a few lines; more than the second would make a flood of any
 * hostile file. */
#define OL_NAME_SHOWN_MAX  120
#define OL_NAME_SHOWN_MOST 4096

/* Lines are counted only so far into a file: counting would read the weights. */
#define OL_LINES_COUNTED_MAX 67108864 /* 64 MiB */

/* The largest column that stock editors read without overflow. */
#define OL_COLUMN_MAX 2147483647

/* Dims of a sparse tensor whose indices are held against them, so that they fit a fixed table;
 * NumPy stops at 64. */
#define OL_SPARSE_RANK_MAX 256

/* Keys of one map that are compared with each other: a key may take a single byte of the file, and
 * takes some fifty of memory. The largest vocabularies in use have some hundred thousand. */
#define OL_MAP_KEYS_MAX 1048576

/* Entries of one opset_import that are looked at. Models have some ten, and a hostile file has one
 * in two bytes, which takes forty of memory. */
#define OL_IMPORTS_MAX 65536

/* External data: files that are looked at, and tensors whose ranges are compared. Each costs some
 * hundred bytes of memory, and a hostile file names one in twenty. Large models have thousands. */
#define OL_EXTERNAL_FILES_MAX  65536
#define OL_EXTERNAL_RANGES_MAX 524288

/* Data files of one input that are hashed for their checksums, in MiB, each and together: a sparse
 * file states any size, a hostile file names many of them, and so many bytes take minutes to
 * read. */
#define OL_HASHED_MIB_MAX 65536

/* Nesting, scalars and whole size of a YAML file that is loaded at run time. */
#define OL_YAML_DEPTH_MAX 32
#define OL_YAML_BYTES_MAX (4 * 1024 * 1024)
#define OL_YAML_NODES_MAX 200000

/* Files that one configuration is put together from: how many, how far one extends another, and
 * their bytes in all. */
#define OL_CONFIG_FILES_MAX 100
#define OL_CONFIG_DEPTH_MAX 16
#define OL_CONFIG_BYTES_MAX OL_YAML_BYTES_MAX

/* Members of a list of files or patterns in a configuration: each file of a run is held against
 * each pattern. */
#define OL_CONFIG_LIST_MAX 1000

/* Domains of a map of opset bounds: they are compared with each other. */
#define OL_CONFIG_DOMAINS_MAX 256

/* Members of a list that is a parameter of a rule: they are compared with each other. */
#define OL_RULE_LIST_MAX 1000

/* A regular expression: its bytes and the nesting of its groups. So large a one compiles in less
 * than a millisecond, whatever it says. */
#define OL_PATTERN_BYTES_MAX   1000
#define OL_PATTERN_NESTING_MAX 20

/* What matching may take, so that it is linear in the bytes of the text. Numbers for the states
 * that the pattern may be in at one byte, of which each takes six: they are compared with each
 * other, and so many cost a microsecond or two a byte. Names take ten states. */
#define OL_PATTERN_WORKSPACE 600

/* Looks ahead or behind from one text: so many, or so many that they pass over that many bytes
 * together, which takes the worst ones some milliseconds. What they need beside the stack, in
 * KiB. */
#define OL_PATTERN_LOOKS_MIN    4
#define OL_PATTERN_LOOK_BYTES   2048
#define OL_PATTERN_HEAP_KIB_MAX 256

/* What the quicker algorithm may try before the sure one is asked: steps of a text of so many bytes
 * at most. A step can pass over the whole text, so that together they cost two microseconds a byte.
 */
#define OL_PATTERN_QUICK_BYTES_MAX    256
#define OL_PATTERN_QUICK_STEPS        32
#define OL_PATTERN_QUICK_STEPS_A_BYTE 8

/* Bytes of a text that is matched at all: the worst pattern takes half a second for it. */
#define OL_PATTERN_TEXT_MAX 65536

/* Texts that a pattern of one rule may leave undecided in one file; then it is tried no more
 * there. */
#define OL_PATTERN_UNKNOWN_MAX 16

/* What the sure algorithm may take over all texts and patterns of one file: bytes of text, each
 * times the bytes of the compiled pattern. Of the worst patterns so much takes a second, of usual
 * ones a tenth: a megabyte and a half of texts that are too long for the quicker one. */
#define OL_PATTERN_FILE_STEPS_MAX 300000000

/* Targets, and conditions, of one rule: they are asked one after the other at every level that the
 * rule is about. */
#define OL_RULE_TARGETS_MAX 100

/* Bytes of what a rule says on mending: a line that stands below each of its findings. */
#define OL_MEND_BYTES_MAX 110

/* Custom rules in one run. Each is asked at the levels that it is about, and a level may be
 * two bytes of the file. Policies have some ten. */
#define OL_CUSTOM_RULES_MAX 1000

/* Bytes of all files of custom rules, and of what is told of faults in them. */
#define OL_CUSTOM_RULE_BYTES_MAX  OL_YAML_BYTES_MAX
#define OL_CUSTOM_RULE_ERRORS_MAX 65536

/* Errors told of one YAML file: more are told after these are mended. */
#define OL_RULE_ERRORS_MAX 50

/* Whole size, and entries, of a baseline: as many as some hundred models at their worst have. It is
 * kept in memory while a run lasts. */
#define OL_BASELINE_MIB_MAX     64
#define OL_BASELINE_BYTES_MAX   (OL_BASELINE_MIB_MAX * 1024 * 1024)
#define OL_BASELINE_ENTRIES_MAX 500000

/* Files that are named of those in which findings of a baseline are gone. */
#define OL_GONE_FILES_MAX 20

/* Files that are named of those with more findings than are shown. */
#define OL_CUT_FILES_MAX 20

/* Standard input is kept in memory, since a pipe cannot be mapped. */
#define OL_STDIN_BYTES_MAX (4ULL * 1024 * 1024 * 1024)

/* Memory for one file unless --max-memory says otherwise: so many MiB, or where that is more so
 * many times the size of the file. It is for what grows with the file, beside some MiB that each
 * thread takes for any. Models take once or twice their size of metadata; what is made to take most
 * takes it twenty times, and a stranger's file of some MiB is not to take the machine's memory. */
#define OL_MEMORY_MIB_DEFAULT   56
#define OL_MEMORY_TIMES_DEFAULT 6

/* In place of a number of bytes: as above. */
#define OL_MEMORY_AUTOMATIC SIZE_MAX

/* The caps that a setting can change. */
struct ol_limits {
    unsigned depth;           /* messages below the root: OL_DEPTH_MAX at most */
    size_t findings;          /* kept for one file; 0: all */
    size_t findings_per_rule; /* of them, of one rule; 0: all */
    size_t name_shown;        /* bytes */
    uint64_t hashed;          /* bytes of data files, each and together; 0: any number */
    size_t memory;            /* bytes for one file; 0: any number; or OL_MEMORY_AUTOMATIC */
};

#define OL_LIMITS_DEFAULT                            \
    ((struct ol_limits){                             \
        .depth = OL_DEPTH_MAX,                       \
        .findings = OL_DIAGNOSTICS_MAX_DEFAULT,      \
        .name_shown = OL_NAME_SHOWN_MAX,             \
        .hashed = (uint64_t)OL_HASHED_MIB_MAX << 20, \
        .memory = OL_MEMORY_AUTOMATIC,               \
    })

#endif
