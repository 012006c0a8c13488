/* SPDX-License-Identifier: Apache-2.0 */
/* Workers claim inputs in order and leave the texts of their findings in a ring of slots; the
 * calling thread takes the texts out in order and writes them. A worker that is a whole ring ahead
 * of the writing waits, so no more than a ring of texts is ever held; and one whose text grows long
 * waits until it is the next to be written, and then writes by itself. */
#include "batch.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "held.h"
#include "message.h"
#include "progress.h"
#include "signals.h"

/* Slots of the ring for each worker: enough that one slow file does not stop the others at once. */
#define SLOTS_PER_JOB 8

/* Bytes of one text that wait for their turn in memory. */
#define HELD_MAX ((size_t)256 * 1024)

/* What is left of an input when it was linted. */
struct slot {
    bool is_done;
    struct ol_held *held;  /* one for each output; NULL: there is nothing to write for this input */
    char *error;           /* why it could not be read; NULL: it could */
    bool has_changed;      /* after it was linted, and while it was reported on */
    bool is_out_of_memory; /* no text, or no error, for want of memory */
};

struct batch {
    const struct ol_batch_order *order;
    size_t scouts;        /* for each worker, of the threads that have no file of their own */
    pthread_mutex_t lock; /* of all below, and of the summary */
    pthread_cond_t done;  /* a slot was filled, or a worker ended */
    pthread_cond_t room;  /* a slot was emptied, or the run is to stop */
    pthread_cond_t turn;  /* the next input may be written, or the run is to stop */
    struct slot *slots;
    size_t slot_count;
    size_t claimed; /* inputs that a worker took */
    size_t taken;   /* inputs whose slots were taken out */
    size_t written; /* inputs that were dealt with: the next one may be written */
    size_t finished;
    size_t workers; /* running */
    bool is_stopping;
    bool is_writing_directly; /* a worker writes: no progress is shown meanwhile */
    bool has_failed;
    struct ol_progress progress; /* of whoever writes */
    struct ol_meter meter;       /* of the workers that have ended */
};

/* What one thread works with. */
struct hand {
    struct batch *batch;
    struct ol_worker *worker;
    struct ol_meter meter;
};

/* --- workers ------------------------------------------------------------- */

/* The next input that nobody works on; false when there is none left. */
static bool claim(struct batch *batch, size_t *index)
{
    (void)pthread_mutex_lock(&batch->lock);
    size_t total = batch->order->inputs->count;
    while (!batch->is_stopping && batch->claimed < total &&
           batch->claimed - batch->taken >= batch->slot_count) {
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
    batch->is_writing_directly = batch->is_writing_directly && batch->written != index;
    (void)pthread_cond_signal(&batch->done);
    (void)pthread_mutex_unlock(&batch->lock);
}

/* --- texts --------------------------------------------------------------- */

/* Writes what an output is next to get. Only for whoever has the turn. */
static bool write_text(struct ol_batch_output *output, const char *text, size_t size)
{
    bool is_ok = true;
    if (output->has_separator_due) {
        is_ok = ol_report_separate(output->report, ol_sink_write, output->sink) == OL_OK;
        output->has_separator_due = false;
    }
    ol_sink_write(output->sink, text, size);
    return is_ok;
}

/* A result on its way into the text for one output. */
struct rendering {
    struct batch *batch;
    struct ol_batch_output *output;
    struct ol_held *held;
    size_t index; /* of the input */
    const struct ol_found_input *input;
    struct ol_meter *meter;
    bool has_turn;
    bool has_failed;
};

/* Waits until all inputs before were written; false where the run is to stop. */
static bool wait_for_turn(struct batch *batch, size_t index)
{
    (void)pthread_mutex_lock(&batch->lock);
    while (!batch->is_stopping && batch->written != index) {
        (void)pthread_cond_wait(&batch->turn, &batch->lock);
    }
    bool has_turn = batch->written == index;
    if (has_turn) {
        batch->is_writing_directly = true;
        ol_progress_hide(&batch->progress);
    }
    (void)pthread_mutex_unlock(&batch->lock);
    return has_turn;
}

/* An ol_write_fn: keeps a short text, and writes a long one when its turn has come. */
static void take_text(void *context, const char *text, size_t size)
{
    struct rendering *rendering = context;
    struct ol_held *held = rendering->held;
    if (!rendering->has_turn && held->size + size > HELD_MAX && !rendering->has_failed) {
        ol_meter_wait(rendering->meter);
        rendering->has_turn = wait_for_turn(rendering->batch, rendering->index);
        rendering->has_failed =
            !rendering->has_turn ||
            (held->size > 0 && !write_text(rendering->output, held->text, held->size));
        held->size = 0;
    }
    if (rendering->has_failed) {
        return;
    }
    ol_meter_enter(rendering->meter, rendering->has_turn ? OL_STAGE_WRITING : OL_STAGE_REPORTING);
    rendering->has_failed = rendering->has_turn ? !write_text(rendering->output, text, size)
                                                : !ol_held_add(held, text, size);
    ol_meter_enter(rendering->meter, OL_STAGE_REPORTING);
}

/* Turns a result, or (NULL) that an input led to none, into text. */
static enum ol_status report(struct rendering *rendering, const struct ol_result *result)
{
    const struct ol_report *report = rendering->output->report;
    const struct ol_found_input *input = rendering->input;
    return result != NULL
               ? ol_report_add(report, result, take_text, rendering)
               : ol_report_add_unreadable(report, input->place, input->error, take_text, rendering);
}

/* So for one output; false when memory is short. */
static bool render_one(struct rendering *rendering, const struct ol_result *result)
{
    struct ol_batch_output *output = rendering->output;
    bool is_ok = report(rendering, result) == OL_OK && !rendering->has_failed;
    if (rendering->has_turn) {
        output->has_separator_due = true;
        if (!is_ok) {
            ol_sink_fail(output->sink); /* half of a text is no report */
        }
    } else if (!is_ok) {
        rendering->held->size = 0;
    }
    return is_ok;
}

static bool render(struct hand *hand, const struct ol_result *result, size_t index,
                   struct slot *slot)
{
    struct batch *batch = hand->batch;
    size_t count = batch->order->output_count;
    slot->held = calloc(count, sizeof *slot->held);
    bool is_ok = slot->held != NULL;
    ol_meter_enter(&hand->meter, OL_STAGE_REPORTING);
    for (size_t i = 0; slot->held != NULL && i < count; i++) {
        struct rendering rendering = {
            .batch = batch,
            .output = &batch->order->outputs[i],
            .held = &slot->held[i],
            .index = index,
            .input = &batch->order->inputs->members[index],
            .meter = &hand->meter,
        };
        is_ok = render_one(&rendering, result) && is_ok;
    }
    ol_meter_wait(&hand->meter);
    return is_ok;
}

static bool sum_up(struct batch *batch, const struct ol_result *result, size_t index)
{
    (void)pthread_mutex_lock(&batch->lock);
    enum ol_status status = ol_summary_add(batch->order->summary, result, index);
    (void)pthread_mutex_unlock(&batch->lock);
    return status == OL_OK;
}

static void lint(struct hand *hand, size_t index, struct slot *slot)
{
    struct batch *batch = hand->batch;
    struct ol_worker *worker = hand->worker;
    const char *path = batch->order->inputs->members[index].path;
    struct ol_result *result = NULL;
    ol_signals_set_reading(path);
    ol_meter_enter(&hand->meter, OL_STAGE_LINTING);
    enum ol_status status = strcmp(path, "-") == 0
                                ? ol_worker_lint_stdin(worker, batch->order->stdin_name, &result)
                                : ol_worker_lint_path(worker, path, &result);
    ol_meter_wait(&hand->meter);
    ol_meter_weigh(&hand->meter);
    if (status != OL_OK) {
        slot->is_out_of_memory = true;
    } else {
        const char *error = ol_result_error(result);
        slot->error = error != NULL ? strdup(error) : NULL;
        bool is_told = error == NULL || slot->error != NULL;
        slot->is_out_of_memory =
            !sum_up(batch, result, index) || !render(hand, result, index, slot) || !is_told;
        slot->has_changed = error == NULL && ol_result_has_changed(result);
        ol_meter_enter(&hand->meter, OL_STAGE_LINTING);
        ol_result_free(result);
        ol_meter_wait(&hand->meter);
    }
    ol_signals_set_reading(NULL);
}

static void leave_error(struct hand *hand, size_t index, struct slot *slot)
{
    struct batch *batch = hand->batch;
    const struct ol_found_input *input = &batch->order->inputs->members[index];
    slot->error = strdup(input->error);
    (void)pthread_mutex_lock(&batch->lock);
    enum ol_status status =
        ol_summary_add_unreadable(batch->order->summary, input->place, input->error, index);
    (void)pthread_mutex_unlock(&batch->lock);
    slot->is_out_of_memory =
        status != OL_OK || !render(hand, NULL, index, slot) || slot->error == NULL;
}

static void *work(void *context)
{
    struct batch *batch = context;
    struct hand hand = {.batch = batch};
    size_t index = 0;
    if (batch->order->meter->is_on) {
        ol_meter_start(&hand.meter, OL_STAGE_LINTING);
    }
    bool is_ok = ol_worker_new(batch->order->linter, &hand.worker) == OL_OK;
    if (is_ok) {
        ol_worker_set_guard(hand.worker, &ol_signals_guard);
        ol_worker_set_scouts(hand.worker, batch->scouts, OL_SCOUTING_WIDE);
    }
    ol_meter_wait(&hand.meter);
    while (is_ok && claim(batch, &index)) {
        struct slot slot = {.is_done = true};
        if (batch->order->inputs->members[index].path != NULL) {
            lint(&hand, index, &slot);
        } else {
            leave_error(&hand, index, &slot);
        }
        publish(batch, index, &slot);
    }
    ol_worker_free(hand.worker);
    (void)pthread_mutex_lock(&batch->lock);
    ol_meter_add(&batch->meter, &hand.meter);
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
    struct slot *next = &batch->slots[batch->taken % batch->slot_count];
    while (!next->is_done && batch->workers > 0) {
        if (!batch->progress.is_wanted) {
            (void)pthread_cond_wait(&batch->done, &batch->lock);
            continue;
        }
        struct timespec when = next_look();
        (void)pthread_cond_timedwait(&batch->done, &batch->lock, &when);
        if (!batch->is_writing_directly) {
            ol_progress_show(&batch->progress, batch->finished, batch->order->inputs->count);
        }
    }
    bool is_taken = next->is_done;
    if (is_taken) {
        *slot = *next;
        *next = (struct slot){.is_done = false};
        batch->taken++;
        (void)pthread_cond_broadcast(&batch->room);
    }
    (void)pthread_mutex_unlock(&batch->lock);
    return is_taken;
}

static void tell_error(struct batch *batch, const struct ol_found_input *input,
                       const struct slot *slot)
{
    ol_progress_hide(&batch->progress);
    for (size_t i = 0; i < batch->order->output_count; i++) {
        ol_sink_flush(batch->order->outputs[i].sink); /* what was found before is read before */
    }
    ol_message_begin();
    if (slot->error != NULL) {
        ol_message_add(slot->error);
    } else {
        ol_message_add_path(input->path != NULL ? input->path : "");
        ol_message_add(slot->is_out_of_memory ? ": out of memory"
                                              : ": was changed while it was reported on: its "
                                                "findings may stand at wrong places");
        batch->has_failed = true;
    }
    ol_message_end();
}

static void write_slot(struct batch *batch, const struct slot *slot)
{
    ol_progress_hide(&batch->progress);
    for (size_t i = 0; slot->held != NULL && i < batch->order->output_count; i++) {
        struct ol_batch_output *output = &batch->order->outputs[i];
        if (slot->held[i].size > 0) {
            batch->has_failed =
                !write_text(output, slot->held[i].text, slot->held[i].size) || batch->has_failed;
            output->has_separator_due = true;
        }
    }
}

/* Whether nobody is left to write for. */
static bool is_over(const struct batch *batch)
{
    for (size_t i = 0; i < batch->order->output_count; i++) {
        if (batch->order->outputs[i].sink->error == 0) {
            return false;
        }
    }
    return true;
}

/* Gives the turn to the next input. */
static void pass_turn(struct batch *batch)
{
    (void)pthread_mutex_lock(&batch->lock);
    batch->written++;
    (void)pthread_cond_broadcast(&batch->turn);
    (void)pthread_mutex_unlock(&batch->lock);
}

/* Writes input after input; ends when all are written, or none can be. */
static void write_all(struct batch *batch)
{
    const struct ol_inputs *inputs = batch->order->inputs;
    bool has_ended = false;
    for (size_t i = 0; i < inputs->count && !has_ended; i++) {
        struct slot slot;
        if (!take(batch, &slot)) {
            ol_message_error("out of memory");
            batch->has_failed = true;
            break;
        }
        ol_meter_enter(batch->order->meter, OL_STAGE_WRITING);
        write_slot(batch, &slot);
        ol_meter_wait(batch->order->meter);
        if (slot.error != NULL || slot.is_out_of_memory || slot.has_changed) {
            tell_error(batch, &inputs->members[i], &slot);
        }
        ol_held_free(slot.held, batch->order->output_count);
        free(slot.error);
        has_ended = is_over(batch); /* asked while no worker can be writing */
        pass_turn(batch);
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
    (void)pthread_cond_broadcast(&batch->turn);
    (void)pthread_mutex_unlock(&batch->lock);
    for (size_t i = 0; i < count; i++) {
        (void)pthread_join(threads[i], NULL);
    }
}

static bool init(struct batch *batch, const struct ol_batch_order *order, size_t jobs)
{
    pthread_condattr_t attributes;
    *batch = (struct batch){
        .order = order, .slot_count = jobs * SLOTS_PER_JOB, .scouts = (order->jobs - jobs) / jobs};
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
    (void)pthread_cond_init(&batch->turn, NULL);
    (void)pthread_condattr_destroy(&attributes);
    ol_progress_init(&batch->progress, order->is_quiet);
    return true;
}

static void fini(struct batch *batch)
{
    for (size_t i = 0; i < batch->slot_count; i++) {
        ol_held_free(batch->slots[i].held, batch->order->output_count);
        free(batch->slots[i].error);
    }
    free(batch->slots);
    (void)pthread_cond_destroy(&batch->room);
    (void)pthread_cond_destroy(&batch->turn);
    (void)pthread_cond_destroy(&batch->done);
    (void)pthread_mutex_destroy(&batch->lock);
}

bool ol_batch_run(const struct ol_batch_order *order)
{
    pthread_t threads[OL_JOBS_MAX];
    size_t jobs = order->jobs < order->inputs->count ? order->jobs : order->inputs->count;
    struct batch batch;
    if (order->inputs->count == 0) {
        return true;
    }
    if (!init(&batch, order, jobs)) {
        ol_message_error("out of memory");
        return false;
    }
    ol_meter_wait(order->meter);
    /* One input fits the ring, so a thread of its own would only cost time. */
    size_t started = 0;
    if (order->inputs->count == 1) {
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
    ol_meter_add(order->meter, &batch.meter);
    fini(&batch);
    return !batch.has_failed;
}
