/* SPDX-License-Identifier: Apache-2.0 */
/* Every cap of the program, each with its reason. */
#ifndef OL_BASE_LIMITS_H
#define OL_BASE_LIMITS_H

/* Messages below the root: the default of protobuf's C++ reader and of upb. Rule wire-depth reports
 * a deeper one. */
#define OL_DEPTH_MAX 100

/* Graphs and functions that can be open at once: one takes three messages (graph, node, attribute),
 * and an inference graph may stay open for training. */
#define OL_SCOPES_MAX (OL_DEPTH_MAX / 3 + 3)

/* A level is scanned and decoded in slices of at most this many occurrences and bytes, so that
 * memory is bounded by a slice and not by the widest level. */
#define OL_SLICE_OCCURRENCES_MAX 4096
#define OL_SLICE_BYTES_MAX       65536

/* upb counts with int: a slice that spans more is cut (payloads count, since they lie within the
 * decoded range). */
#define OL_SLICE_SPAN_MAX 1073741824

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

/* Related places of one file that are found again by their offset, such as the definition in a
 * closed graph of a name that is unknown: finding the path takes a pass over the levels on the
 * way. */
#define OL_ELSEWHERE_MAX 32

/* Payloads of one file that statistics tell apart, so that what several rules read counts once. */
#define OL_TOUCHED_MAX 65536

/* Bytes of an untrusted name that are shown; what follows is cut, and the cut is shown. */
#define OL_NAME_SHOWN_MAX 120

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

/* Bytes of data files that are hashed for the checksums of one input: a sparse file states any
 * size, a hostile file names many of them, and so many bytes take minutes to read. */
#define OL_HASHED_BYTES_MAX ((uint64_t)64 * 1024 * 1024 * 1024)

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

/* Standard input is kept in memory, since a pipe cannot be mapped. */
#define OL_STDIN_BYTES_MAX (4ULL * 1024 * 1024 * 1024)

#endif
