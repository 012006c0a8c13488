/* SPDX-License-Identifier: Apache-2.0 */
/* Reporting about a tensor: every message may name its type and its shape. */
#ifndef OL_CHECKS_TENSOR_EMIT_H
#define OL_CHECKS_TENSOR_EMIT_H

#include "onnx/tensor.h"
#include "rule/check.h"

/* Reports the finding with the arguments type ("FLOAT", "UNDEFINED", or "UNKNOWN" where there is no
 * such type) and dims
 * ("[2,3]" or "scalar") added to its own. A finding has at most OL_TENSOR_ARGS_MAX arguments of its
 * own. */
#define OL_TENSOR_ARGS_MAX 6
void ol_tensor_emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_tensor *tensor,
                    const struct ol_finding *finding);

/* OL_TENSOR_EMIT(run, rule, tensor, (.span = span, .level = level, .field = field),
 * OL_ARG_U64("actual", n), ...): at least one argument. */
#define OL_TENSOR_EMIT(run, rule, tensor, place, ...)                                           \
    ol_tensor_emit(                                                                             \
        (run), (rule), (tensor),                                                                \
        &(struct ol_finding){OL_EMIT_STRIP place, .args = (const struct ol_arg[]){__VA_ARGS__}, \
                             .arg_count = sizeof((const struct ol_arg[]){__VA_ARGS__}) /        \
                                          sizeof(struct ol_arg)})

/* The field of TensorProto with that index (OL_TensorProto_...). */
static inline const struct ol_field *ol_tensor_field(unsigned field)
{
    return &ol_messages[OL_MESSAGE_TensorProto].fields[field];
}

/* The concern of a check that looks at dims. */
struct ol_concern ol_tensor_concerns_dims(const struct ol_rule *rule,
                                          const struct ol_message *message);

/* The tensor's type: its name, or what stands for one that has none. */
const char *ol_tensor_type_name(const struct ol_tensor *tensor);

#endif
