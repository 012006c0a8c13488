/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks, and what the system tells of memory. What it does not tell is 0: nothing depends on it.
 */
#include "meter.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "message.h"

static uint64_t read_clock(clockid_t clock)
{
    struct timespec now = {0};
    (void)clock_gettime(clock, &now); /* cannot fail on Linux for these clocks */
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

static struct ol_time now(void)
{
    return (struct ol_time){read_clock(CLOCK_MONOTONIC), read_clock(CLOCK_THREAD_CPUTIME_ID)};
}

/* Books what has passed since the stage was entered. */
static void book(struct ol_meter *meter)
{
    struct ol_time time = now();
    if (!meter->is_waiting) {
        meter->stages[meter->stage].wall += time.wall - meter->last.wall;
        meter->stages[meter->stage].processor += time.processor - meter->last.processor;
    }
    meter->last = time;
}

void ol_meter_start(struct ol_meter *meter, enum ol_stage stage)
{
    struct ol_time time = now();
    *meter = (struct ol_meter){.is_on = true, .stage = stage, .begin = time.wall, .last = time};
}

void ol_meter_enter(struct ol_meter *meter, enum ol_stage stage)
{
    if (meter->is_on) {
        book(meter);
        meter->stage = stage;
        meter->is_waiting = false;
    }
}

void ol_meter_wait(struct ol_meter *meter)
{
    if (meter->is_on) {
        book(meter);
        meter->is_waiting = true;
    }
}

/* The first number in a text. */
static uint64_t read_number(const char *text)
{
    uint64_t number = 0;
    text += strcspn(text, "0123456789");
    for (; *text >= '0' && *text <= '9'; text++) {
        number = number * 10 + (uint64_t)(*text - '0');
    }
    return number;
}

void ol_meter_weigh(struct ol_meter *meter)
{
    static const char key[] = "RssAnon:";
    char line[256];
    FILE *status = meter->is_on ? fopen("/proc/self/status", "re") : NULL;
    while (status != NULL && fgets(line, sizeof line, status) != NULL) {
        if (strncmp(line, key, sizeof key - 1) == 0) {
            uint64_t bytes = read_number(line + sizeof key - 1) * 1024;
            meter->anonymous = bytes > meter->anonymous ? bytes : meter->anonymous;
        }
    }
    if (status != NULL) {
        (void)fclose(status); /* nothing was written: no error can be lost */
    }
}

void ol_meter_add(struct ol_meter *meter, const struct ol_meter *other)
{
    for (size_t i = 0; i < OL_STAGE_COUNT; i++) {
        meter->stages[i].wall += other->stages[i].wall;
        meter->stages[i].processor += other->stages[i].processor;
    }
    meter->anonymous = other->anonymous > meter->anonymous ? other->anonymous : meter->anonymous;
}

void ol_meter_pass_on(struct ol_meter *meter, struct ol_summary *summary)
{
    struct ol_measures measures = {0};
    struct rusage usage;
    if (!meter->is_on) {
        return;
    }
    ol_meter_weigh(meter);
    book(meter);
    memcpy(measures.stages, meter->stages, sizeof meter->stages);
    measures.total =
        (struct ol_time){meter->last.wall - meter->begin, read_clock(CLOCK_PROCESS_CPUTIME_ID)};
    measures.anonymous_memory = meter->anonymous;
    if (getrusage(RUSAGE_SELF, &usage) == 0) {
        measures.peak_memory = (uint64_t)usage.ru_maxrss * 1024;
    }
    ol_summary_set_measures(summary, &measures);
}

bool ol_meter_tell(struct ol_meter *meter, struct ol_summary *summary)
{
    ol_meter_pass_on(meter, summary);
    return !meter->is_on || ol_summary_print_statistics(summary, ol_message_write, stderr) == OL_OK;
}
