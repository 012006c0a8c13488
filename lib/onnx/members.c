/* SPDX-License-Identifier: Apache-2.0 */
/* The long way through the members of a field: by the occurrences of the level. */
#include "onnx/members.h"

bool ol_members_revisit(struct ol_members *members, struct ol_member *member)
{
    if (members->is_glancing) {
        members->is_glancing = false;
        ol_revisit_from(&members->revisit, members->level,
                        (uint64_t)(members->glance.next - members->level->bytes));
    }
    while (members->left > 0) {
        const struct ol_occurrence *occurrence = ol_revisit_next(&members->revisit);
        if (occurrence == NULL) {
            members->left = 0;
            return false;
        }
        if (occurrence->index == members->field->index) {
            members->left--;
            *member = (struct ol_member){
                .tag = occurrence->tag,
                .index = members->index++,
                .payload = ol_occurrence_payload(occurrence),
                .is_cut = (occurrence->flags & OL_OCCURRENCE_CUT) != 0,
            };
            return true;
        }
    }
    return false;
}
