/* SPDX-License-Identifier: Apache-2.0 */
/* Recognition: each message that could be a file is held against the bytes. One that fits without a
 * flaw wins over any signature, so that no name inside a model can pass it off as something else;
 * then signatures; then the best guess. */
#include "onnx/recognise.h"

#include <strings.h>

#include "onnx/fit.h"
#include "onnx/foreign.h"
#include "onnx/signature.h"
#include "wire/scan.h"
#include "wire/varint.h"

/* Below this, text could as well be the bytes of a small message. */
#define TEXT_BYTES_MIN 8

/* Shorter than this, bytes that fit nothing are shown by the faults of the wire instead. */
#define UNKNOWN_BYTES_MIN 16

/* One thing that speaks against a message weighs as much as that many good fields. */
#define BAD_WEIGHT 4

/* How much better another message must fit than the one asked for. */
#define DOUBT_MARGIN 8

#define BIT(field) (UINT32_C(1) << (field))

struct candidate {
    const struct ol_message *message;
    uint32_t core; /* fields of which a whole message has one */
    enum ol_kind kind;
    uint32_t foreign_from;
};

enum {
    PLACE_OF_OPTIONAL = 2
};

/* In the order in which equal fits are believed; a model comes first where the file is not named
 * like a tensor's. */
static const struct candidate candidates[] = {
    {&ol_messages[OL_MESSAGE_TensorProto], BIT(OL_TensorProto_data_type), OL_KIND_MESSAGE, 0},
    {&ol_messages[OL_MESSAGE_SequenceProto], BIT(OL_SequenceProto_elem_type), OL_KIND_MESSAGE, 0},
    [PLACE_OF_OPTIONAL] = {&ol_messages[OL_MESSAGE_OptionalProto], BIT(OL_OptionalProto_elem_type),
                           OL_KIND_MESSAGE, 0},
    {&ol_messages[OL_MESSAGE_MapProto], BIT(OL_MapProto_key_type), OL_KIND_MESSAGE, 0},
    {&ol_messages[OL_MESSAGE_SparseTensorProto],
     BIT(OL_SparseTensorProto_values) | BIT(OL_SparseTensorProto_indices), OL_KIND_MESSAGE, 0},
    {&ol_messages[OL_MESSAGE_ModelProto], BIT(OL_ModelProto_ir_version) | BIT(OL_ModelProto_graph),
     OL_KIND_MESSAGE, 0},
    {&ol_messages[OL_MESSAGE_OperatorSetProto], BIT(OL_OperatorSetProto_magic), OL_KIND_MESSAGE, 0},
    {&ol_messages[OL_MESSAGE_GraphProto], BIT(OL_GraphProto_node), OL_KIND_MESSAGE, 0},
    {&ol_messages[OL_MESSAGE_FunctionProto], BIT(OL_FunctionProto_node), OL_KIND_MESSAGE, 0},
};

/* Messages that are seldom a file of their own: believed where none of the others fits without a
 * flaw. */
static const struct candidate parts[] = {
    {&ol_messages[OL_MESSAGE_NodeProto], BIT(OL_NodeProto_op_type), OL_KIND_MESSAGE, 0},
    {&ol_messages[OL_MESSAGE_ValueInfoProto], BIT(OL_ValueInfoProto_type), OL_KIND_MESSAGE, 0},
    {&ol_messages[OL_MESSAGE_AttributeProto], BIT(OL_AttributeProto_type), OL_KIND_MESSAGE, 0},
    {&ol_messages[OL_MESSAGE_TypeProto],
     BIT(OL_TypeProto_tensor_type) | BIT(OL_TypeProto_sequence_type) | BIT(OL_TypeProto_map_type) |
         BIT(OL_TypeProto_opaque_type) | BIT(OL_TypeProto_sparse_tensor_type) |
         BIT(OL_TypeProto_optional_type),
     OL_KIND_MESSAGE, 0},
};

static const struct candidate foreign[] = {
    {&ol_tensorflow_graph, BIT(0), OL_KIND_TF_GRAPH, 0},
    {&ol_tensorflow_saved_model, BIT(1), OL_KIND_TF_SAVED_MODEL, 0},
    {&ol_core_ml_model, BIT(1), OL_KIND_CORE_ML, OL_CORE_ML_OPEN_FROM},
};

#define CANDIDATE_COUNT (sizeof candidates / sizeof candidates[0])
#define PART_COUNT      (sizeof parts / sizeof parts[0])
#define FOREIGN_COUNT   (sizeof foreign / sizeof foreign[0])

const char *const ol_kind_names[OL_KIND_COUNT + 1] = {
#define OL_KIND(id, name) [OL_KIND_##id] = (name),
#include "onnx/kinds.def"
#undef OL_KIND
};

static const struct {
    const char *name;
    enum ol_message_id message;
} types[] = {
    {"model", OL_MESSAGE_ModelProto},
    {"tensor", OL_MESSAGE_TensorProto},
    {"sparse-tensor", OL_MESSAGE_SparseTensorProto},
    {"sequence", OL_MESSAGE_SequenceProto},
    {"map", OL_MESSAGE_MapProto},
    {"optional", OL_MESSAGE_OptionalProto},
    {"graph", OL_MESSAGE_GraphProto},
    {"node", OL_MESSAGE_NodeProto},
    {"function", OL_MESSAGE_FunctionProto},
    {"value-info", OL_MESSAGE_ValueInfoProto},
    {"type", OL_MESSAGE_TypeProto},
    {"attribute", OL_MESSAGE_AttributeProto},
    {"opset", OL_MESSAGE_OperatorSetProto},
};

const struct ol_message *ol_message_from_type_name(struct ol_slice name)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (ol_slice_is_text(name, types[i].name)) {
            return &ol_messages[types[i].message];
        }
    }
    return ol_message_from_name(name);
}

const char *ol_message_type_name(const struct ol_message *message)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (types[i].message == message->id) {
            return types[i].name;
        }
    }
    return message->name;
}

const char *ol_file_kind_name(const struct ol_file_kind *kind)
{
    return kind->root != NULL ? ol_message_type_name(kind->root) : ol_kind_names[kind->kind];
}

static bool has_extension(const char *filename, const char *extension)
{
    size_t size = filename != NULL ? strlen(filename) : 0;
    size_t wanted = strlen(extension);
    return size > wanted && strcasecmp(filename + size - wanted, extension) == 0;
}

/* The last value of a varint field of the root and the contents of a LEN field, near the start;
 * false: there is none.
 */
static bool find_field(struct ol_slice bytes, const struct ol_message *message, unsigned index,
                       struct ol_occurrence *found)
{
    struct ol_scan scan = {
        .bytes = bytes.data,
        .end = bytes.size < OL_FIT_WINDOW ? bytes.size : OL_FIT_WINDOW,
        .declared_end = bytes.size,
        .message = message,
    };
    struct ol_occurrence occurrences[OL_FIELDS_MAX];
    size_t count = ol_scan_slice(&scan, occurrences, OL_FIELDS_MAX);
    for (size_t i = 0; i < count; i++) {
        if (occurrences[i].index == index && (occurrences[i].flags & OL_OCCURRENCE_KNOWN) != 0) {
            *found = occurrences[i];
            return true;
        }
    }
    return false;
}

/* An OptionalProto and a SequenceProto of at most one value have the same fields. A sequence is
 * what holds a tensor, or nothing of a stated type; optionals are mostly of the other types, or of
 * no type when they hold nothing. Where that leaves both, the name of an optional in ONNX's own
 * test data begins with the word. */
static bool is_rather_optional(struct ol_slice bytes)
{
    static const char word[] = "optional";
    struct ol_occurrence found;
    const struct ol_message *message = &ol_messages[OL_MESSAGE_OptionalProto];
    if (find_field(bytes, message, OL_OptionalProto_name, &found) &&
        found.end - found.value >= sizeof word - 1 &&
        memcmp(bytes.data + found.value, word, sizeof word - 1) == 0) {
        return true;
    }
    if (!find_field(bytes, message, OL_OptionalProto_elem_type, &found)) {
        return false;
    }
    uint64_t type = ol_varint_read(bytes.data + found.value, found.end - found.value).value;
    return type == 0 || (type >= 3 && type <= 5);
}

/* What the values of one field say beyond their form: the magic of an operator set, the element
 * types of sequences and optionals, which are few. */
static int weigh_values(struct ol_slice bytes, const struct ol_fit *fit)
{
    struct ol_occurrence found;
    if (fit->message->id == OL_MESSAGE_OperatorSetProto) {
        static const char magic[] = "ONNXOPSET";
        bool is_magic = find_field(bytes, fit->message, OL_OperatorSetProto_magic, &found) &&
                        ol_slice_is_text((struct ol_slice){bytes.data + found.value,
                                                           (size_t)(found.end - found.value)},
                                         magic);
        return is_magic ? BAD_WEIGHT : -BAD_WEIGHT;
    }
    bool is_sequence = fit->message->id == OL_MESSAGE_SequenceProto;
    if ((is_sequence && find_field(bytes, fit->message, OL_SequenceProto_elem_type, &found)) ||
        (fit->message->id == OL_MESSAGE_OptionalProto &&
         find_field(bytes, fit->message, OL_OptionalProto_elem_type, &found))) {
        uint64_t type = ol_varint_read(bytes.data + found.value, found.end - found.value).value;
        return type > 5 ? -BAD_WEIGHT : 0;
    }
    return 0;
}

static int score_of(struct ol_slice bytes, const struct ol_fit *fit)
{
    return (int)fit->good - BAD_WEIGHT * (int)fit->bad - (int)fit->repeated +
           weigh_values(bytes, fit);
}

struct verdict {
    struct ol_fit fit;
    const struct candidate *candidate;
    int score;
};

/* The best of a list of candidates; of equal ones preferred, else the first. */
static struct verdict find_best(struct ol_slice bytes, const struct candidate *list, size_t count,
                                const struct ol_message *preferred)
{
    struct verdict best = {.candidate = NULL};
    for (size_t i = 0; i < count; i++) {
        struct verdict verdict = {.candidate = &list[i]};
        ol_fit(bytes, list[i].message, list[i].foreign_from, &verdict.fit);
        verdict.score = score_of(bytes, &verdict.fit);
        if (best.candidate == NULL || verdict.score > best.score ||
            (verdict.score == best.score && list[i].message == preferred)) {
            best = verdict;
        }
    }
    return best;
}

/* Without a flaw, and with enough in it to say so. */
static bool is_clean(const struct verdict *verdict)
{
    return verdict->fit.bad == 0 && (verdict->fit.present & verdict->candidate->core) != 0 &&
           verdict->fit.good >= 2;
}

/* Whether the bytes are the other message beyond doubt, and not just a damaged one of those asked
 * for. */
static bool is_other(const struct ol_fit *asked, int asked_score, const struct verdict *best)
{
    return best->fit.message != asked->message && is_clean(best) && asked->bad > 0 &&
           best->score - asked_score >= DOUBT_MARGIN;
}

/* The message that fits best where the caller takes any. */
static struct verdict find_best_message(struct ol_slice bytes, const char *filename)
{
    enum ol_message_id first =
        has_extension(filename, ".pb") ? OL_MESSAGE_TensorProto : OL_MESSAGE_ModelProto;
    struct verdict best = find_best(bytes, candidates, CANDIDATE_COUNT, &ol_messages[first]);
    if (best.fit.message->id == OL_MESSAGE_SequenceProto && is_rather_optional(bytes)) {
        struct verdict optional = find_best(bytes, &candidates[PLACE_OF_OPTIONAL], 1, NULL);
        if (optional.score == best.score) {
            return optional;
        }
    }
    if (!is_clean(&best)) {
        struct verdict part = find_best(bytes, parts, PART_COUNT, NULL);
        return is_clean(&part) ? part : best;
    }
    return best;
}

static void set_message(struct ol_file_kind *kind, const struct ol_message *root)
{
    kind->kind = OL_KIND_MESSAGE;
    kind->root = root;
}

/* Bytes that fit no message well and have no signature. */
static void settle_rest(struct ol_slice bytes, const struct verdict *best, bool is_asked_for,
                        struct ol_file_kind *kind)
{
    struct verdict other = find_best(bytes, foreign, FOREIGN_COUNT, NULL);
    if (is_clean(&other) && other.fit.good >= 3) {
        kind->kind = other.candidate->kind;
        kind->span = (struct ol_span){0, 1};
        return;
    }
    if (!is_asked_for && bytes.size >= TEXT_BYTES_MIN && ol_signature_is_text(bytes)) {
        kind->kind = OL_KIND_TEXT;
        kind->span = (struct ol_span){0, TEXT_BYTES_MIN};
    } else if (kind->asked != NULL) {
        set_message(kind, kind->asked);
    } else if (bytes.size >= UNKNOWN_BYTES_MIN && best->fit.good <= best->fit.bad) {
        kind->kind = OL_KIND_UNKNOWN;
        kind->span = (struct ol_span){0, TEXT_BYTES_MIN};
    } else {
        set_message(kind, best->fit.message);
    }
}

void ol_recognise(struct ol_slice bytes, const char *filename, const struct ol_message *type,
                  struct ol_file_kind *kind)
{
    const struct ol_message *by_name =
        has_extension(filename, ".onnx") ? &ol_messages[OL_MESSAGE_ModelProto] : NULL;
    *kind = (struct ol_file_kind){.kind = OL_KIND_EMPTY,
                                  .asked = type != NULL ? type : by_name,
                                  .is_asked_by_name = type == NULL && by_name != NULL};
    if (bytes.size == 0) {
        return;
    }
    struct ol_fit fit = {.message = NULL};
    if (kind->asked != NULL) {
        ol_fit(bytes, kind->asked, 0, &fit);
        if (fit.bad == 0 && fit.good > 0) {
            set_message(kind, kind->asked); /* whatever else it might be */
            return;
        }
    }
    struct verdict best = find_best_message(bytes, filename);
    if (kind->asked != NULL) {
        if (is_other(&fit, score_of(bytes, &fit), &best)) {
            set_message(kind, best.fit.message);
            kind->span = fit.first_bad.length > 0 ? fit.first_bad : (struct ol_span){0, 1};
            return;
        }
    } else if (is_clean(&best)) {
        set_message(kind, best.fit.message);
        return;
    }
    if (!ol_signature_find(bytes, kind)) {
        settle_rest(bytes, &best, type != NULL, kind);
    }
}
