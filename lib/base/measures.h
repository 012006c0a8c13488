/* SPDX-License-Identifier: Apache-2.0 */
/* What a run cost, as a caller with a clock has measured it: the library has none. */
#ifndef OL_BASE_MEASURES_H
#define OL_BASE_MEASURES_H

#include <stdint.h>

enum ol_stage {
    OL_STAGE_STARTING,  /* options, configuration, rules */
    OL_STAGE_FINDING,   /* files */
    OL_STAGE_LINTING,   /* reading included */
    OL_STAGE_REPORTING, /* findings into text */
    OL_STAGE_WRITING,   /* the text to where it goes */
    OL_STAGE_COUNT
};

/* In nanoseconds. */
struct ol_time {
    uint64_t wall;
    uint64_t processor;
};

struct ol_measures {
    struct ol_time total;                  /* of the process */
    struct ol_time stages[OL_STAGE_COUNT]; /* added up over the threads */
    uint64_t peak_memory;                  /* bytes, mapped files included; 0: not known */
    uint64_t anonymous_memory;             /* bytes, mapped files excluded; 0: not known */
};

#endif
