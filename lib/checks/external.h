/* SPDX-License-Identifier: Apache-2.0 */
/* The facts about external data that its checks share: what the entries of a tensor say, where its
 * bytes are meant to be, and what was found there. Only facts that an enabled rule asks for are
 * worked out; no data file is looked at before. */
#ifndef OL_CHECKS_EXTERNAL_H
#define OL_CHECKS_EXTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/beneath.h"
#include "base/digest.h"
#include "base/trie.h"
#include "onnx/tensor.h"
#include "rule/check.h"

/* The keys that docs/ExternalData.md gives a meaning; basepath has one only while a model is in
 * memory. */
enum ol_external_key {
    OL_EXTERNAL_LOCATION,
    OL_EXTERNAL_OFFSET,
    OL_EXTERNAL_LENGTH,
    OL_EXTERNAL_CHECKSUM,
    OL_EXTERNAL_BASEPATH,
    OL_EXTERNAL_KEY_COUNT /* any other key */
};

/* The entry with one key that readers keep: the last one. */
struct ol_external_entry {
    bool is_present;
    uint64_t index;                  /* in external_data */
    struct ol_occurrence occurrence; /* of the entry */
    struct ol_span value_span;       /* of its value field */
    struct ol_slice value;
};

/* What is wrong with the text of a number: the worst of it. */
enum ol_external_number_state {
    OL_EXTERNAL_NUMBER_ABSENT,
    OL_EXTERNAL_NUMBER_GOOD,
    OL_EXTERNAL_NUMBER_SYNTAX,   /* not decimal digits */
    OL_EXTERNAL_NUMBER_NEGATIVE, /* a minus sign, then digits of a number other than 0 */
    OL_EXTERNAL_NUMBER_OVERFLOW  /* more than INT64_MAX */
};

struct ol_external_number {
    enum ol_external_number_state state;
    uint64_t value; /* GOOD; 0 where ABSENT */
};

/* One file that tensors name, whatever their number. */
struct ol_external_location {
    struct ol_slice path; /* without "." components and superfluous slashes; one at the end stays */
    uint64_t owner;       /* where the first tensor that names it begins */
    uint64_t number;      /* in the order in which they are named */
    struct ol_span entry; /* the location entry of that tensor */
    const char *entry_path;
    const struct ol_external_location
        *twin;         /* the first one that differs in the case of letters only; NULL: none */
    bool is_looked_at; /* found is filled in */
    struct ol_beneath found;
    /* The first one that was looked at and is the same file, through a link or a hard link; else
     * itself. Only there is kept what follows. */
    struct ol_external_location *file;
    bool is_digest_tried;
    enum ol_digest_state digest_state;
    struct ol_digest digest; /* of the whole file, where it is known */
    uint64_t hashed;         /* bytes of ranges that were hashed besides */
    bool has_unknown_range;  /* a tensor takes bytes of it, and nobody can say which */
};

/* The digest of a part of a file. */
struct ol_external_digest {
    enum ol_digest_state state;
    struct ol_digest digest;
};

/* What the TensorProto that is open says. */
struct ol_external_tensor {
    uint64_t begin; /* of the level */
    const struct ol_tensor *tensor;
    bool is_whole; /* every entry could be read, and has a key and a value */
    struct ol_external_entry entries[OL_EXTERNAL_KEY_COUNT];
    struct ol_external_number offset;
    struct ol_external_number length;
    struct ol_external_location
        *location; /* NULL where the tensor is not EXTERNAL, or its location not fit to open */
};

/* The bytes that one tensor takes from a file. */
struct ol_external_range {
    struct ol_external_range *next;
    struct ol_external_location *location;
    struct ol_slice name; /* of the tensor */
    struct ol_span bytes; /* in the data file; never empty */
    struct ol_span entry; /* in the model: the entry that says where the bytes begin */
    uint64_t entry_index;
    const char *holder; /* path of what holds the tensor; shared with its neighbours; NULL: the
                           tensor is the root */
    const struct ol_field *field;
    uint64_t index; /* of the tensor in field */
};

/* A place in the sorted list of ranges. */
struct ol_external_rank {
    struct ol_external_range *range;
};

/* Everything gathered over one file. */
struct ol_external {
    struct ol_external_tensor
        tensor; /* of the level that begins at tensor.begin, where has_tensor */
    bool has_tensor;
    struct ol_trie by_path;
    struct ol_trie by_folded_path;
    struct ol_trie by_inode; /* files that were looked at */
    struct ol_trie by_range; /* digests of parts of them */
    uint64_t hashed;         /* bytes, of all files that were hashed whole */
    uint64_t location_count;
    bool is_base_told;                /* that data files cannot be looked for */
    bool is_limit_told;               /* that there are too many of them */
    struct ol_external_range *ranges; /* newest first */
    size_t range_count;
    uint64_t gathered; /* where the tensor begins whose range was gathered last */
    bool has_gathered;
    const char *holder;
    uint64_t holder_begin;
    struct ol_external_rank
        *sorted; /* made when the root closes; by location, then bytes, then place in the model */
};

/* The key with that name. */
enum ol_external_key ol_external_key_from_text(struct ol_slice text);

/* Reads the text of an offset or a length. */
struct ol_external_number ol_external_number_from_text(struct ol_slice text);

/* The key and the value of a StringStringEntryProto level; false where it is no entry of external
 * data, or lacks one of them, or was cut. */
bool ol_external_pair(const struct ol_level *level, enum ol_external_key *key,
                      struct ol_slice *value);

/* The concern of a check of what tensors say about external data, and whether it may speak: of
 * tensors and entries that have to do with it. */
struct ol_concern ol_external_concern(const struct ol_rule *rule, const struct ol_message *message);
bool ol_external_may_speak(const struct ol_rule *rule, const struct ol_outline *outline);

/* What is gathered over the file; NULL when memory is short (and the run has failed). */
struct ol_external *ol_external_of(struct ol_run *run);

/* The facts of a TensorProto level with data_location EXTERNAL, computed once for all of its rules;
 * NULL where it is not EXTERNAL, and when memory is short (and the run has failed). They hold until
 * the next tensor. */
struct ol_external_tensor *ol_external_tensor_of(struct ol_run *run, const struct ol_level *level);

/* Notes, once, that a limit of base/limits.h leaves external data unchecked. Something was gathered
 * before. */
void ol_external_tell_limit(struct ol_run *run, const struct ol_level *level);

/* What the tensor's location leads to, looked at once for each file; NULL where it is not fit to
 * open, where there is no directory to start from, or where it may not be looked at, by the system
 * or by the profile: this is then noted as not checked. With ol_external_open it is the only way to
 * any other file. */
const struct ol_beneath *ol_external_look(struct ol_run *run, const struct ol_level *level,
                                          const struct ol_external_tensor *external);

/* Opens the file that ol_external_look found; the caller closes it. */
enum ol_status ol_external_open(struct ol_run *run, const struct ol_external_location *location,
                                int *descriptor) OL_NODISCARD;

/* Whether it is known how many bytes the tensor needs: raw_needed. What a segment needs is left to
 * the rules about segments. */
bool ol_external_is_need_known(const struct ol_external_tensor *external);

/* Whether nothing is known against the bytes that the entries name: offset and length are good or
 * absent, length is what the shape needs, or is absent (or 0, which readers take for absent; ruling
 * D27) while the need is known. Then *bytes is the range. */
bool ol_external_range_of(const struct ol_external_tensor *external, struct ol_span *bytes);

/* Reports at the value of the entry with that key, which is present, adding the arguments type and
 * dims (see checks/tensor_emit.h). Span, level and field of the finding are filled in here. */
void ol_external_emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_level *level,
                      enum ol_external_key key, const struct ol_finding *finding);

/* OL_EXTERNAL_EMIT(run, rule, level, key, (.variant = variant), OL_ARG_U64("actual", n), ...): at
 * least one argument.
 */
#define OL_EXTERNAL_EMIT(run, rule, level, key, place, ...)                                     \
    ol_external_emit(                                                                           \
        (run), (rule), (level), (key),                                                          \
        &(struct ol_finding){OL_EMIT_STRIP place, .args = (const struct ol_arg[]){__VA_ARGS__}, \
                             .arg_count = sizeof((const struct ol_arg[]){__VA_ARGS__}) /        \
                                          sizeof(struct ol_arg)})

/* What can be wrong with the text of a location, as bits of a set. */
enum ol_external_path_fault {
    OL_EXTERNAL_PATH_EMPTY = 1,
    OL_EXTERNAL_PATH_UTF8 = 2,
    OL_EXTERNAL_PATH_CONTROL = 4,
    OL_EXTERNAL_PATH_URI = 8,
    OL_EXTERNAL_PATH_DRIVE = 16,    /* of Windows: a drive or a share */
    OL_EXTERNAL_PATH_ABSOLUTE = 32, /* from a slash, or a single backslash */
    OL_EXTERNAL_PATH_DOTDOT = 64,
    OL_EXTERNAL_PATH_BACKSLASH = 128,
    OL_EXTERNAL_PATH_DOT = 256, /* "." components, superfluous slashes */
    OL_EXTERNAL_PATH_HASH = 512,
    OL_EXTERNAL_PATH_RESERVED = 1024 /* what Windows refuses */
};

/* The faults of a location, each told once: one that follows from another is left out. */
unsigned ol_external_path_faults(struct ol_slice path);

/* Whether a location with these faults is not to be looked at. */
bool ol_external_path_is_unfit(unsigned faults);

#endif
