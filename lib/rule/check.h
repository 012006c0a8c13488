/* SPDX-License-Identifier: Apache-2.0 */
/* The check contract: what a check in C declares, what it is shown, and how it reports. A check
 * reports a place and named arguments, never text; severity, id, path, IR gate and wording are the
 * rule's. */
#ifndef OL_RULE_CHECK_H
#define OL_RULE_CHECK_H

#include <assert.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/pattern.h"
#include "base/slice.h"
#include "base/status.h"
#include "onnx/level.h"
#include "rule/known.h"
#include "rule/outline.h"
#include "rule/rule.h"
#include "rule/target.h"

struct ol_run;

/* When a check runs. */
enum ol_trigger {
    OL_ON_FILE, /* once, after the file was recognised; level is the root, or NULL where the file is
                   no message */
    OL_ON_LEVEL, /* for each level of a target message, when all of the level was read, before its
                    sub-messages */
    OL_ON_FAULT, /* for each fault of the bytes: ol_run_fault(run) */
    OL_ON_CLOSE  /* for each level of a target message, after its sub-messages; with no target, once
                    at the end */
};

enum ol_param_type {
    OL_PARAM_INTEGER, /* a 64-bit number, decimal or 0x */
    OL_PARAM_WORD,    /* one of words */
    OL_PARAM_TEXT,
    OL_PARAM_FIELD,  /* "raw_data" for every target that has it, or "TensorProto.raw_data" */
    OL_PARAM_PATTERN /* a regular expression for whole texts; only in rules that are loaded at run
                        time */
};

/* What fields a FIELD parameter takes: of one of these types (none said: of any), and of one of
 * these labels (none said: of either). */
enum ol_takes {
    OL_TAKES_STRING = 1,
    OL_TAKES_BYTES = 2,
    OL_TAKES_INTEGER = 4, /* and enums */
    OL_TAKES_FLOAT = 8,
    OL_TAKES_MESSAGE = 16,
    OL_TAKES_ENTRY = 32, /* the message StringStringEntryProto */
    OL_TAKES_SINGULAR = 64,
    OL_TAKES_REPEATED = 128,
    OL_TAKES_TEXT = OL_TAKES_STRING | OL_TAKES_BYTES,
    OL_TAKES_NUMBER = OL_TAKES_INTEGER | OL_TAKES_FLOAT
};

/* Of which messages the fields of a FIELD parameter are. */
enum ol_param_of {
    OL_OF_TARGET, /* the rule's targets */
    OL_OF_HELD,   /* what the field of parameter 0 holds; to be given where that holds messages */
    OL_OF_HOLDER  /* what has a field that holds one of the targets */
};

struct ol_param {
    const char *name;
    enum ol_param_type type;
    bool is_required;
    bool is_list;
    const char *const *words; /* WORD: NULL-terminated */
    bool may_repeat;          /* of a list: a value may stand twice, as its place counts */
    bool takes_names; /* INTEGER: a name of the enum that the field of parameter 0 holds will do */
    bool is_map;      /* texts that stand for values of the type: {license: spdx}; not of FIELD */
    unsigned takes;   /* FIELD: OL_TAKES_..., or-ed */
    enum ol_param_of of;
    unsigned least;       /* FIELD: so many fields of one message, at least */
    bool is_alike;        /* FIELD: all of them texts, or all numbers */
    const char *fallback; /* OF_HELD: the field that is taken where none is given */
    uint32_t needed_by;   /* OF_HELD: bit i: only where parameter i is given; 0: always */
    int64_t min, max;     /* INTEGER: what it may be; both 0: anything */
    bool
        is_bound; /* INTEGER: messages may use the placeholder of its name only where it is given */
    const char *not_above; /* INTEGER: the parameter that it must not be above */
    const char *apart;     /* the parameter that must have none of its values (or keys) */
};

/* The levels of a message that a rule can have something to say of, by the fields that occur: one
 * of present does, or one of missing does not. So most rules are passed over for most levels: a
 * short cut, no more, since a check says nothing of other levels either. */
struct ol_concern {
    uint32_t present; /* bit i: field i of the message; OL_CONCERN_ROOT: the level is a root */
    uint32_t missing;
    unsigned least; /* so many of present have to occur together; 0: one of them will do */
    int ir_max; /* in files of a newer IR version there is nothing to say; 0: that does not matter
                 */
};

#define OL_CONCERN_ROOT (UINT32_C(1) << 31)
static_assert(OL_FIELDS_MAX < 31, "no field has the bit of roots");

#define OL_CONCERNS_ALL ((struct ol_concern){.present = UINT32_MAX, .missing = UINT32_MAX})

struct ol_check {
    const char *name;
    enum ol_trigger trigger;
    uint64_t
        targets; /* messages a rule may bind it to; OL_ANY_MESSAGE; 0 for ON_FILE and ON_FAULT */
    const struct ol_param *params;
    size_t param_count;
    uint32_t asks; /* bit i: parameter i; one of them has to be given. 0: none */
    const char *const
        *args; /* placeholders that messages may use, NULL-terminated; {subject} always exists */
    const char *const *variants; /* names that it may report, NULL-terminated; NULL: none */
    const char *const *notes;    /* related places that it may give, NULL-terminated; NULL: none */
    /* the parameter that says which fields have to hold the levels that a rule is about (not given:
     * any, or none); the next one says which must not. 0: it has neither */
    unsigned within;
    bool needs_types; /* it asks ol_run_types: where no such check is on, nobody pays */
    bool asks_file;   /* it asks what only the walk over the whole file knows (ol_run_scopes,
                         ol_run_model, ol_run_keep, ol_run_match and the like), so that no scout
                         runs it (rule/scout.h). Where it is not set, what the check says of an
                         attribute of a node, and of what is in it, hangs on nothing of the node but
                         what operator it names (rule/twins.h) */
    /* messages of which it is enough to run it on one level of each outline, where the level is
     * complete and refers to no attribute of a function: what it does then hangs on the outline
     * alone, and a second time changes nothing. So that a scout can spare the walk the others */
    uint64_t once;
    bool claims_gates; /* its rules gate the fields of parameter 0, so that no other rule does */
    /* of which levels it is worth while to run it; NULL: of all. ON_LEVEL and ON_CLOSE only */
    struct ol_concern (*concern)(const struct ol_rule *rule, const struct ol_message *message);
    /* whether it can have something to say of levels with that outline, among those that concern
     * it; NULL: of any. Asked once for many levels, so what it can tell costs nothing. Like concern
     * a short cut, no more: run says nothing of other levels either */
    bool (*may_speak)(const struct ol_rule *rule, const struct ol_outline *outline);
    void (*run)(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule);
};

#define OL_ANY_MESSAGE (OL_MESSAGE_BIT(OL_MESSAGE_COUNT) - 1)

/* The checks, in the order of checks.def; lint.c hands them to the engine. */
extern const struct ol_check *const ol_checks[];
extern const size_t ol_check_count;

/* The first so many serve rules about any message, by parameters. */
extern const size_t ol_check_general_count;

struct ol_function;

enum ol_arg_type {
    OL_ARG_TYPE_U64,
    OL_ARG_TYPE_I64,
    OL_ARG_TYPE_NUMBERED, /* a word of our own and an unsigned number: "field 7" */
    OL_ARG_TYPE_WORD,     /* text of our own making, printed as it is */
    OL_ARG_TYPE_TEXT,     /* text from a file: printed quoted and escaped */
    OL_ARG_TYPE_FUNCTION, /* what a function is called, as ol_run_add_function says */
    OL_ARG_TYPE_HEX       /* an unsigned number, printed as 0x... */
};

struct ol_arg {
    const char *name;
    enum ol_arg_type type;
    uint64_t number;
    const char *word;
    struct ol_slice text;
    const struct ol_function *function;
};

#define OL_ARG_U64(key, value) \
    ((struct ol_arg){.name = (key), .type = OL_ARG_TYPE_U64, .number = (value)})
#define OL_ARG_NUMBERED(key, before, value) \
    ((struct ol_arg){                       \
        .name = (key), .type = OL_ARG_TYPE_NUMBERED, .word = (before), .number = (value)})
#define OL_ARG_I64(key, value) \
    ((struct ol_arg){.name = (key), .type = OL_ARG_TYPE_I64, .number = (uint64_t)(value)})
#define OL_ARG_HEX(key, value) \
    ((struct ol_arg){.name = (key), .type = OL_ARG_TYPE_HEX, .number = (value)})
#define OL_ARG_WORD(key, value) \
    ((struct ol_arg){.name = (key), .type = OL_ARG_TYPE_WORD, .word = (value)})
#define OL_ARG_TEXT(key, value) \
    ((struct ol_arg){.name = (key), .type = OL_ARG_TYPE_TEXT, .text = (value)})

#define OL_ARG_FUNCTION(key, value) \
    ((struct ol_arg){.name = (key), .type = OL_ARG_TYPE_FUNCTION, .function = (value)})

/* A field on the way to a place; index OL_INDEX_NONE: the field as a whole. */
struct ol_step {
    const struct ol_field *field;
    uint64_t index;
};

/* Fields of a path below the one of a level. */
#define OL_STEPS_MAX 3

/* A related place: note names the rule's template for it. */
struct ol_note {
    const char *note;
    struct ol_span span;
    const struct ol_level *level; /* NULL: path is given, or field is of the root */
    const struct ol_field *field; /* NULL: the level itself */
    uint64_t index;
    struct ol_step below[OL_STEPS_MAX]; /* below that field, up to one whose field is NULL */
    const char *path;                   /* instead of the fields; it is copied */
    const char *file;                   /* NULL: the input; lives in the run's arena */
};

/* What a check found. level and field make the path: level, then field (NULL: the level itself)
 * and, where the field is repeated, index (OL_INDEX_NONE: the field as a whole). */
struct ol_finding {
    struct ol_span span;
    bool is_whole_file;
    const struct ol_level *level;
    const struct ol_field *field;
    uint64_t index;
    const struct ol_note *at; /* instead of field: the place whose path it has */
    const char *path;    /* instead of level and field, for places no longer open; it is copied */
    const char *file;    /* the other file that the span is in; NULL: the input */
    const char *variant; /* NULL: the main case */
    const struct ol_arg *args;
    size_t arg_count;
    const struct ol_note *notes;
    size_t note_count;
};

/* Reports. Where the case (rule or variant) is off it does nothing. A failure sticks in the run,
 * and the engine stops. */
void ol_run_emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_finding *finding);

/* Tell that the rule reads bytes of a payload that the reader steps over, an element of one (of any
 * field; it is known which are stepped over), or bytes of another file: for statistics alone. */
void ol_run_touch(struct ol_run *run, struct ol_span span);
void ol_run_touch_element(struct ol_run *run, const struct ol_field *field,
                          const struct ol_element *element);
void ol_run_touch_elsewhere(struct ol_run *run, uint64_t size);

/* Whether a finding of that case (variant NULL: the main one) would be kept. Where it would not, it
 * is counted, and need not be reported: to be asked before what costs memory or time for each
 * finding, such as a related place, is made. Of a rule whose findings a configuration judges by
 * their places it says that each would be. */
bool ol_run_takes(struct ol_run *run, const struct ol_rule *rule, const char *variant);

/* OL_EMIT(run, rule, (.span = span, .level = level, .field = field), OL_ARG_U64("actual", n), ...):
 * at least one argument; OL_EMIT_PLAIN where there is none. */
#define OL_EMIT_STRIP(...) __VA_ARGS__
#define OL_EMIT(run, rule, place, ...)                                                           \
    ol_run_emit((run), (rule),                                                                   \
                &(struct ol_finding){OL_EMIT_STRIP place,                                        \
                                     .args = (const struct ol_arg[]){__VA_ARGS__},               \
                                     .arg_count = sizeof((const struct ol_arg[]){__VA_ARGS__}) / \
                                                  sizeof(struct ol_arg)})
#define OL_EMIT_PLAIN(run, rule, place) \
    ol_run_emit((run), (rule), &(struct ol_finding){OL_EMIT_STRIP place})

/* Reasons for what checks leave unchecked; they hold no texts themselves. */
#define OL_REASON_EXTERNAL_INDICES "indices of a sparse tensor in an external file are not read"
#define OL_REASON_EXTERNAL_OFF     "an external data file: no file but the linted one is opened"
#define OL_REASON_IMPORTS          "a list of operator sets has more entries than are looked at"
#define OL_REASON_MAP_KEYS         "a map has more keys than are compared with each other"
#define OL_REASON_OPSET_NEW        "nodes of an operator set that is newer than those known here"
#define OL_REASON_PATTERN_SPENT    "patterns have taken as many steps as one file is given"
#define OL_REASON_PATTERN          "a pattern takes too many steps for a text"
#define OL_REASON_PATTERN_LONG     "a text is too long for a pattern"
#define OL_REASON_PATTERN_END      "a pattern takes too many steps, and is tried no more in this file"
#define OL_REASON_SPARSE_RANK      "a sparse tensor has more dims than indices are compared with"

/* Notes that something was not checked, and why: a word of our own. */
void ol_run_not_checked(struct ol_run *run, const struct ol_level *level, struct ol_span span,
                        const char *reason);

/* Makes a failure of ours stick in the run. */
void ol_run_fail(struct ol_run *run, enum ol_status status);

/* The fault being shown; only during OL_ON_FAULT. */
const struct ol_wire_fault *ol_run_fault(const struct ol_run *run);

/* The IR version in force: of the model, else --ir-version, else the newest known. */
int ol_run_ir_version(const struct ol_run *run);

/* What models are to load with; NULL: nobody asked. */
const struct ol_target *ol_run_target(const struct ol_run *run);

/* What that target is called in messages. */
const char *ol_run_target_name(const struct ol_run *run);

/* Which release of ONNX brought a version of an operator set, or an IR version, as the end of a
 * message: " (10 came with onnx-1.16)"; "" where that is not known. */
const char *ol_run_opset_origin(struct ol_run *run, struct ol_slice domain, int64_t version);
const char *ol_run_ir_origin(struct ol_run *run, int64_t version);

const struct ol_limits *ol_run_limits(const struct ol_run *run);

/* Sets up a buffer for what grows with the file, or is to be shown: its memory is the file's, and
 * names in it are cut as in all findings. */
void ol_run_init_buf(const struct ol_run *run, struct ol_buf *buf);

/* Whether all of the levels that were gone into so far could be read to their ends, and none is a
 * piece of a message. */
bool ol_run_is_whole(struct ol_run *run);

/* How many messages of that kind were gone into so far. */
uint64_t ol_run_messages(struct ol_run *run, enum ol_message_id message);

/* Memory that lives as long as the file's report. */
struct ol_arena *ol_run_arena(struct ol_run *run);

/* Path of a level's field as in findings, in the run's arena; NULL when memory is short (and the
 * run has failed). */
const char *ol_run_path(struct ol_run *run, const struct ol_level *level,
                        const struct ol_field *field, uint64_t index);

/* A text that was put together, in the run's arena; "" when memory is short (and the run has
 * failed). */
const char *ol_run_keep_buf(struct ol_run *run, const struct ol_buf *buf);

struct ol_reader;
struct ol_scopes;
struct ol_model;
struct ol_types;
struct ol_input;
struct ol_tensor;
struct ol_trie;
struct ol_external;
struct ol_devices;
struct ol_function_attributes;
struct ol_file_kind;
struct ol_bound_operator;
struct ol_hash_key;
struct ol_operator_attribute;
struct ol_nearest;

struct ol_reader *ol_run_reader(struct ol_run *run);
const struct ol_input *ol_run_input(const struct ol_run *run);
const struct ol_file_kind *ol_run_kind(const struct ol_run *run);

/* Reads, without reporting, a level that was set up, for checks that look down: its faults are told
 * when the engine comes to it. false when it cannot (and the run has failed). */
bool ol_run_read(struct ol_run *run, struct ol_level *level);

/* The same for the sub-message that a singular field of a level holds. false where the field does
 * not occur, as well. */
bool ol_run_read_child(struct ol_run *run, const struct ol_level *level, unsigned field,
                       struct ol_level *child);

/* The facts of the TensorProto level that is open at this depth, computed once for all of its rules
 * (onnx/tensor.h). NULL when memory is short (and the run has failed). */
const struct ol_tensor *ol_run_tensor(struct ol_run *run, const struct ol_level *level);

/* Where the checks of external data keep what they gather over the whole file (checks/external.h);
 * NULL at first. */
struct ol_external **ol_run_external(struct ol_run *run);

/* The same for the checks of several devices (checks/device.h). */
struct ol_devices **ol_run_devices(struct ol_run *run);

/* The same for what the function that is open declares (checks/function_attributes.h). */
struct ol_function_attributes **ol_run_function_attributes(struct ol_run *run);

/* The names of values that are defined and used (onnx/scope.h), and the operator sets and functions
 * of the model (onnx/model.h), at the place that is being visited: the level that a check is shown
 * has been entered, and its sub-messages not yet (ON_LEVEL) or no more (ON_CLOSE). */
struct ol_scopes *ol_run_scopes(struct ol_run *run);
struct ol_model *ol_run_model(struct ol_run *run);

/* For a rule that judges some bytes of a level by themselves: whether it has found nothing in the
 * same bytes elsewhere, as is noted by the other function and remembered for a while. Nodes of one
 * operator often have the same attributes. */
bool ol_run_is_clean(const struct ol_run *run, const struct ol_rule *rule,
                     const struct ol_level *level, struct ol_span span);
void ol_run_note_clean(struct ol_run *run, const struct ol_rule *rule, struct ol_span span);

/* The schema that a node has, and what it declares of an attribute (ol_model_bound and
 * ol_model_declared of onnx/model.h). A scout knows them as well. */
const struct ol_bound_operator *ol_run_bound(struct ol_run *run, const struct ol_level *node);
const struct ol_operator_attribute *ol_run_declared(struct ol_run *run,
                                                    const struct ol_level *attribute);

/* Whether it is known of a field of a graph or function, such as node, that no two of its members
 * have the same name. Where it is not, as a scout does not know it, the level's bytes tell. */
bool ol_run_has_distinct(const struct ol_run *run, const struct ol_level *level,
                         const struct ol_field *field);

/* The key of hashes that a check makes of its own; it differs from file to file. */
const struct ol_hash_key *ol_run_hash_key(const struct ol_run *run);

/* The types of values (onnx/node_types.h); ON_CLOSE of a node or graph, what does not fit there.
 * Only for a check that needs_types. */
const struct ol_types *ol_run_types(struct ol_run *run);

/* A related place: where the value of that index (ol_scopes_value) gets its name; as long as its
 * scope is open. */
struct ol_note ol_run_value_note(struct ol_run *run, uint32_t index, const char *note);

/* The path of what stands at an offset inside a level, in the run's arena. NULL when memory is
 * short (and the run has failed). Costs a pass over the levels on the way: not for every element of
 * a list. */
const char *ol_run_path_at(struct ol_run *run, const struct ol_level *level, uint64_t offset);

/* Gives a note its place: what stands at an offset of the file, open or not. false where many were
 * asked for already (OL_ELSEWHERE_MAX). */
bool ol_run_offset_note(struct ol_run *run, const struct ol_level *level, uint64_t offset,
                        struct ol_note *note);

/* A related place for a name that is unknown: where a scope that has closed defines it. false where
 * none is known, or many were asked for already (OL_ELSEWHERE_MAX). */
bool ol_run_elsewhere_note(struct ol_run *run, const struct ol_level *level, struct ol_slice name,
                           struct ol_note *note);

/* Adds what a level is called where its kind is clear: "'conv1' (Conv)", "#3 (Conv)". */
void ol_run_add_label(struct ol_buf *buf, const struct ol_level *level);

/* Adds what a function is called: "'f' (domain 'com.example', overload 'v')". The default domain
 * and an empty overload are left out. */
void ol_run_add_function(struct ol_buf *buf, const struct ol_function *function);

/* The name, among those that are visible at the place that is being visited, that comes nearest to
 * one that is unknown, as a question that ends the message ("; did you mean 'x'?"), or "". The
 * searches of one file are bounded together (OL_NEAREST_STEPS_MAX). */
const char *ol_run_nearest_value(struct ol_run *run, struct ol_slice name);

/* The same among names that a check picks (base/nearest.h), one after the other; an empty one
 * stands for what is passed over. false: the file has had its steps. Then the question. */
bool ol_run_offer_nearest(struct ol_run *run, struct ol_nearest *nearest, struct ol_slice name);
const char *ol_run_nearest_question(struct ol_run *run, const struct ol_nearest *nearest);

/* A pointer for what the rule gathers over the whole file, NULL until the rule sets it. What it
 * points to lives in the run's arena. NULL when memory is short (and the run has failed). */
void **ol_run_keep(struct ol_run *run, const struct ol_rule *rule);

/* The same, for what only saves time: a scout has its own. */
void **ol_run_cache(struct ol_run *run, const struct ol_rule *rule);

/* As ol_run_keep, where that is a table by key. */
struct ol_trie *ol_run_keep_trie(struct ol_run *run, const struct ol_rule *rule);

/* A pointer for whatever facts the rules of one level share, NULL until one of them sets it: there
 * is one for each depth, and it is NULL again when the next level opens there. What it points to
 * lives in the run's arena. */
void **ol_run_memo(struct ol_run *run, const struct ol_level *level);

/* Whether a rule that is on and runs that check supersedes the rule: for faults that follow from
 * another one, whose places do not nest. */
bool ol_run_is_superseded(const struct ol_run *run, const struct ol_rule *rule,
                          const struct ol_check *by);

/* Whether anything but the linted file may be looked at or opened; where not, that is to be noted
 * as not checked. */
bool ol_run_is_external_allowed(const struct ol_run *run);

/* Whether a rule of the rule set, on or off, whose check claims gates names the field. */
bool ol_run_is_gate_claimed(const struct ol_run *run, const struct ol_field *field);

/* Whether a text as a whole is what a PATTERN parameter wants. That it takes more steps than a text
 * is worth (base/pattern.h) is noted as not checked at the span; after OL_PATTERN_UNKNOWN_MAX such
 * texts of a file the pattern is tried no more there. */
enum ol_match ol_run_match(struct ol_run *run, const struct ol_level *level, struct ol_span span,
                           const struct ol_pattern *pattern, struct ol_slice text);

/* The same, where a text that is undecided is taken to match. */
bool ol_run_matches(struct ol_run *run, const struct ol_level *level, struct ol_span span,
                    const struct ol_pattern *pattern, struct ol_slice text);

/* The values of parameter i of a rule: ol_rule_integer where it is a single INTEGER or WORD;
 * fallback where not given. */
static inline int64_t ol_rule_integer(const struct ol_rule *rule, size_t i, int64_t fallback)
{
    return rule->with[i].count > 0 ? rule->with[i].items[0].integer : fallback;
}

/* Whether the rule tells that case of its check apart. */
static inline bool ol_rule_has_variant(const struct ol_rule *rule, const char *variant)
{
    for (size_t i = 0; i < rule->variant_count; i++) {
        if (strcmp(rule->variants[i].name, variant) == 0) {
            return true;
        }
    }
    return false;
}

/* The fields that a FIELD parameter names in the message, as bits. */
uint32_t ol_rule_field_bits(const struct ol_rule *rule, size_t i, const struct ol_message *message);

/* The concern of a check that looks at the fields of parameter 0 where they occur. */
struct ol_concern ol_concerns_present(const struct ol_rule *rule, const struct ol_message *message);

/* The field that a single FIELD parameter names in the message; NULL where it has none. */
static inline const struct ol_field *ol_rule_field(const struct ol_rule *rule, size_t i,
                                                   const struct ol_message *message)
{
    for (size_t j = 0; j < rule->with[i].count; j++) {
        if (rule->with[i].items[j].message == message->id) {
            return &message->fields[rule->with[i].items[j].field];
        }
    }
    return NULL;
}

#endif
