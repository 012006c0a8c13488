/* SPDX-License-Identifier: Apache-2.0 */
/* Workers claim inputs in order and leave the text of their findings in a ring of slots; the
 * calling thread takes the texts out in order and writes them. A worker that is a whole ring ahead
 * of the writing waits, so no more than a ring of texts is ever held. */
#include "batch.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "message.h"
#include "progress.h"
#include "signals.h"

/* Slots of the ring for each worker: enough that one slow file does not stop the others at once. */
#define SLOTS_PER_JOB 8

/* What is left of an input when it was linted. */
struct slot {
    bool is_done;
    char *text; /* findings; NULL: there is nothing to write for this input */
    size_t size;
    char *error;           /* why it could not be read; NULL: it could */
    bool is_out_of_memory; /* no text, or no error, for want of memory */
};

struct batch {
    const struct ol_batch_order *order;
    pthread_mutex_t lock; /* of all below, and of the summary */
    pthread_cond_t done;  /* a slot was filled, or a worker ended */
    pthread_cond_t room;  /* a slot was emptied, or the run is to stop */
    struct slot *slots;
    size_t slot_count;
    size_t claimed; /* inputs that a worker took */
    size_t written; /* inputs whose slots were taken out */
    size_t finished;
    size_t workers; /* running */
    bool is_stopping;
    bool has_failed;
    struct ol_progress progress; /* the writer's alone */
    bool has_separator_due;      /* the writer's alone */
};

/* --- workers ------------------------------------------------------------- */

/* The next input that nobody works on; false when there is none left. */
static bool claim(struct batch *batch, size_t *index)
{
    (void)pthread_mutex_lock(&batch->lock);
    size_t total = batch->order->targets->count;
    while (!batch->is_stopping && batch->claimed < total &&
           batch->claimed - batch->written >= batch->slot_count) {
        (void)pthread_cond_wait(&batch->room, &batch->lock);
    }
    bool is_claimed = !batch->is_stopping && batch->claimed < total;
    if (is_claimed) {
        *index = batch->claimed++;
    }
    (void)pthread_mutex_unlock(&batch->lock);
    return is_claimed;
}

static void publish(struct batch *batch, size_t index, const struct slot *slot)
{
    (void)pthread_mutex_lock(&batch->lock);
    batch->slots[index % batch->slot_count] = *slot;
    batch->slots[index % batch->slot_count].is_done = true;
    batch->finished++;
    (void)pthread_cond_signal(&batch->done);
    (void)pthread_mutex_unlock(&batch->lock);
}

/* Turns a result into text; false when memory is short. */
static bool render(const struct batch *batch, const struct ol_result *result, struct slot *slot)
{
    FILE *stream = open_memstream(&slot->text, &slot->size);
    if (stream == NULL) {
        return false;
    }
    enum ol_status status = ol_report_add(batch->order->report, result, ol_message_write, stream);
    bool is_ok = status == OL_OK && ferror(stream) == 0;
    if (fclose(stream) != 0 || !is_ok) {
        free(slot->text);
        slot->text = NULL;
        return false;
    }
    return true;
}

static bool sum_up(struct batch *batch, const struct ol_result *result, size_t index)
{
    (void)pthread_mutex_lock(&batch->lock);
    enum ol_status status = ol_summary_add(batch->order->summary, result, index);
    (void)pthread_mutex_unlock(&batch->lock);
    return status == OL_OK;
}

static void lint(struct batch *batch, struct ol_worker *worker, size_t index, struct slot *slot)
{
    const char *path = batch->order->targets->members[index].path;
    struct ol_result *result = NULL;
    ol_signals_set_reading(path);
    enum ol_status status = strcmp(path, "-") == 0
                                ? ol_worker_lint_stdin(worker, batch->order->stdin_name, &result)
                                : ol_worker_lint_path(worker, path, &result);
    if (status != OL_OK) {
        slot->is_out_of_memory = true;
    } else {
        const char *error = ol_result_error(result);
        slot->error = error != NULL ? strdup(error) : NULL;
        bool is_told = error == NULL || slot->error != NULL;
        slot->is_out_of_memory =
            !sum_up(batch, result, index) || !render(batch, result, slot) || !is_told;
        ol_result_free(result);
    }
    ol_signals_set_reading(NULL);
}

static void leave_error(struct batch *batch, const char *error, struct slot *slot)
{
    slot->error = strdup(error);
    slot->is_out_of_memory = slot->error == NULL;
    (void)pthread_mutex_lock(&batch->lock);
    ol_summary_add_unreadable(batch->order->summary);
    (void)pthread_mutex_unlock(&batch->lock);
}

static void *work(void *context)
{
    struct batch *batch = context;
    struct ol_worker *worker = NULL;
    size_t index = 0;
    bool is_ok = ol_worker_new(batch->order->linter, &worker) == OL_OK;
    while (is_ok && claim(batch, &index)) {
        const struct ol_target *target = &batch->order->targets->members[index];
        struct slot slot = {.is_done = true};
        if (target->path != NULL) {
            lint(batch, worker, index, &slot);
        } else {
            leave_error(batch, target->error, &slot);
        }
        publish(batch, index, &slot);
    }
    ol_worker_free(worker);
    (void)pthread_mutex_lock(&batch->lock);
    batch->workers--;
    (void)pthread_cond_signal(&batch->done);
    (void)pthread_mutex_unlock(&batch->lock);
    return NULL;
}

/* --- the writer ---------------------------------------------------------- */

/* A moment from now, by the clock of the condition. */
static struct timespec next_look(void)
{
    struct timespec when = {0};
    (void)clock_gettime(CLOCK_MONOTONIC,
                        &when); /* cannot fail on Linux; a zero means looking at once */
    when.tv_nsec += OL_PROGRESS_INTERVAL_MS * 1000000L;
    if (when.tv_nsec >= 1000000000L) {
        when.tv_sec++;
        when.tv_nsec -= 1000000000L;
    }
    return when;
}

/* Waits for the next input in order; false where nobody is left to lint it. */
static bool take(struct batch *batch, struct slot *slot)
{
    (void)pthread_mutex_lock(&batch->lock);
    struct slot *next = &batch->slots[batch->written % batch->slot_count];
    while (!next->is_done && batch->workers > 0) {
        if (!batch->progress.is_wanted) {
            (void)pthread_cond_wait(&batch->done, &batch->lock);
            continue;
        }
        struct timespec when = next_look();
        (void)pthread_cond_timedwait(&batch->done, &batch->lock, &when);
        ol_progress_show(&batch->progress, batch->finished, batch->order->targets->count);
    }
    bool is_taken = next->is_done;
    if (is_taken) {
        *slot = *next;
        *next = (struct slot){.is_done = false};
        batch->written++;
        (void)pthread_cond_broadcast(&batch->room);
    }
    (void)pthread_mutex_unlock(&batch->lock);
    return is_taken;
}

static void tell_error(struct batch *batch, const struct ol_target *target, const struct slot *slot)
{
    ol_progress_hide(&batch->progress);
    ol_sink_flush(batch->order->sink); /* what was found before is read before */
    ol_message_begin();
    if (slot->error != NULL) {
        ol_message_add(slot->error);
    } else {
        ol_message_add_path(target->path != NULL ? target->path : "");
        ol_message_add(": out of memory");
        batch->has_failed = true;
    }
    ol_message_end();
}

static void write_text(struct batch *batch, const struct slot *slot)
{
    struct ol_sink *sink = batch->order->sink;
    ol_progress_hide(&batch->progress);
    if (batch->has_separator_due &&
        ol_report_separate(batch->order->report, ol_sink_write, sink) != OL_OK) {
        batch->has_failed = true;
    }
    ol_sink_write(sink, slot->text, slot->size);
    batch->has_separator_due = true;
}

/* Writes input after input; ends when all are written, or none can be. */
static void write_all(struct batch *batch)
{
    const struct ol_targets *targets = batch->order->targets;
    for (size_t i = 0; i < targets->count && batch->order->sink->error == 0; i++) {
        struct slot slot;
        if (!take(batch, &slot)) {
            ol_message_error("out of memory");
            batch->has_failed = true;
            break;
        }
        if (slot.text != NULL && slot.size > 0) {
            write_text(batch, &slot);
        }
        if (slot.error != NULL || slot.is_out_of_memory) {
            tell_error(batch, &targets->members[i], &slot);
        }
        free(slot.text);
        free(slot.error);
    }
    ol_progress_hide(&batch->progress);
}

/* --- start and end ------------------------------------------------------- */

/* Starts up to jobs threads; fewer, where the system has no more. Returns how many. */
static size_t start_workers(struct batch *batch, pthread_t *threads, size_t jobs)
{
    size_t started = 0;
    (void)pthread_mutex_lock(&batch->lock);
    while (started < jobs && pthread_create(&threads[started], NULL, work, batch) == 0) {
        started++;
    }
    batch->workers = started;
    (void)pthread_mutex_unlock(&batch->lock);
    return started;
}

static void stop_workers(struct batch *batch, const pthread_t *threads, size_t count)
{
    (void)pthread_mutex_lock(&batch->lock);
    batch->is_stopping = true;
    (void)pthread_cond_broadcast(&batch->room);
    (void)pthread_mutex_unlock(&batch->lock);
    for (size_t i = 0; i < count; i++) {
        (void)pthread_join(threads[i], NULL);
    }
}

static bool init(struct batch *batch, const struct ol_batch_order *order, size_t jobs)
{
    pthread_condattr_t attributes;
    *batch = (struct batch){.order = order, .slot_count = jobs * SLOTS_PER_JOB};
    batch->slots = calloc(batch->slot_count, sizeof *batch->slots);
    if (batch->slots == NULL) {
        return false;
    }
    /* On Linux none of these can fail with attributes that are valid. */
    (void)pthread_condattr_init(&attributes);
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    (void)pthread_mutex_init(&batch->lock, NULL);
    (void)pthread_cond_init(&batch->done, &attributes);
    (void)pthread_cond_init(&batch->room, NULL);
    (void)pthread_condattr_destroy(&attributes);
    ol_progress_init(&batch->progress, order->is_quiet);
    return true;
}

static void fini(struct batch *batch)
{
    for (size_t i = 0; i < batch->slot_count; i++) {
        free(batch->slots[i].text);
        free(batch->slots[i].error);
    }
    free(batch->slots);
    (void)pthread_cond_destroy(&batch->room);
    (void)pthread_cond_destroy(&batch->done);
    (void)pthread_mutex_destroy(&batch->lock);
}

bool ol_batch_run(const struct ol_batch_order *order)
{
    pthread_t threads[OL_BATCH_JOBS_MAX];
    size_t jobs = order->jobs < order->targets->count ? order->jobs : order->targets->count;
    struct batch batch;
    if (order->targets->count == 0) {
        return true;
    }
    if (!init(&batch, order, jobs)) {
        ol_message_error("out of memory");
        return false;
    }
    /* One input fits the ring, so a thread of its own would only cost time. */
    size_t started = 0;
    if (order->targets->count == 1) {
        batch.workers = 1;
        (void)work(&batch);
    } else {
        started = start_workers(&batch, threads, jobs);
        batch.has_failed = started == 0;
    }
    if (batch.has_failed) {
        ol_message_error("cannot start a thread");
    } else {
        write_all(&batch);
    }
    stop_workers(&batch, threads, started);
    fini(&batch);
    return !batch.has_failed;
}
