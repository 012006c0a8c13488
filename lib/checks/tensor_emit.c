/* SPDX-License-Identifier: Apache-2.0 */
/* Reporting about a tensor: adds the arguments that all of its messages share. */
#include "checks/tensor_emit.h"

const char *ol_tensor_type_name(const struct ol_tensor *tensor)
{
    const char *name = ol_data_type_name(tensor->data_type);
    return name != NULL ? name : "UNKNOWN";
}

void ol_tensor_emit(struct ol_run *run, const struct ol_rule *rule, const struct ol_tensor *tensor,
                    const struct ol_finding *finding)
{
    struct ol_arg args[OL_TENSOR_ARGS_MAX + 2];
    struct ol_finding whole = *finding;
    struct ol_buf dims;
    if (finding->arg_count > OL_TENSOR_ARGS_MAX) {
        ol_run_fail(run, OL_ERR_BUG);
        return;
    }
    ol_run_init_buf(run, &dims);
    ol_tensor_add_dims(&dims, tensor);
    if (!ol_buf_is_ok(&dims)) {
        ol_run_fail(run, OL_ERR_NOMEM);
    } else {
        memcpy(args, finding->args, finding->arg_count * sizeof *args);
        args[finding->arg_count] = OL_ARG_WORD("type", ol_tensor_type_name(tensor));
        args[finding->arg_count + 1] = OL_ARG_WORD("dims", ol_buf_text(&dims));
        whole.args = args;
        whole.arg_count = finding->arg_count + 2;
        ol_run_emit(run, rule, &whole);
    }
    ol_buf_fini(&dims);
}

struct ol_concern ol_tensor_concerns_dims(const struct ol_rule *rule,
                                          const struct ol_message *message)
{
    (void)rule;
    (void)message;
    return (struct ol_concern){.present = 1U << OL_TensorProto_dims};
}
