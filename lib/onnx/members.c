/* SPDX-License-Identifier: Apache-2.0 */
/* The long ways through the members of a field: by a full glance at what stands between them, and
 * where that is not plain by the occurrences of the level. */
#include "onnx/members.h"

/* Goes on by occurrences, from where the glance ended. */
static bool revisit(struct ol_members *members, struct ol_member *member)
{
    if (members->is_glancing) {
        members->is_glancing = false;
        ol_revisit_from(&members->revisit, members->level,
                        (uint64_t)(members->glance.next - members->level->bytes));
        members->glance.next = members->glance.end;
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

bool ol_members_step(struct ol_members *members, struct ol_member *member)
{
    struct ol_glance glance = members->glance; /* of which only next is kept */
    bool is_found = false;
    while (members->is_glancing && !is_found && ol_glance_next(&glance)) {
        is_found = glance.key == members->key;
    }
    members->glance.next = glance.next;
    if (!is_found) {
        return revisit(members, member);
    }
    const uint8_t *bytes = members->level->bytes;
    members->left--;
    *member = (struct ol_member){
        .tag = (uint64_t)(glance.tag - bytes),
        .index = members->index++,
        .payload =
            ol_span_between((uint64_t)(glance.value - bytes), (uint64_t)(glance.next - bytes)),
    };
    return true;
}
