/* SPDX-License-Identifier: Apache-2.0 */
/* A table of fixed size for each message: a file whose levels are all different costs two looks at
 * each rule instead of one. */
#include "rule/shortlist.h"

#include <stdbool.h>

#include "rule/filter.h"
#include "rule/run.h"

/* Whether the field that holds a level is one of those that parameter i names. */
static bool is_among(const struct ol_field *holder, const struct ol_rule *rule, size_t i)
{
    for (size_t k = 0; holder != NULL && k < rule->with[i].count; k++) {
        const struct ol_param_item *item = &rule->with[i].items[k];
        if (item->message == holder->holder->id && item->field == holder->index) {
            return true;
        }
    }
    return false;
}

/* Whether the rule applies to what the field holds; NULL: to a root. */
static bool is_within(const struct ol_field *holder, const struct ol_binding *binding)
{
    const struct ol_rule *rule = binding->rule;
    size_t i = binding->check->within;
    return i == 0 || ((rule->with[i].count == 0 || is_among(holder, rule, i)) &&
                      !is_among(holder, rule, i + 1));
}

static bool is_concerned(const struct ol_binding *binding, const struct ol_outline *outline)
{
    const struct ol_concern *concern = &binding->concern;
    unsigned least = concern->least != 0 ? concern->least : 1;
    bool has_enough = (unsigned)__builtin_popcount(outline->present & concern->present) >= least;
    return (has_enough || (~outline->present & concern->missing) != 0) &&
           outline->ir_version >= binding->ir_min && outline->ir_version <= binding->ir_max &&
           is_within(outline->holder, binding) &&
           (binding->check->may_speak == NULL || binding->check->may_speak(binding->rule, outline));
}

static bool is_in(const struct ol_binding *binding, enum ol_part part)
{
    bool is_of_level = binding->check->trigger == OL_ON_LEVEL && !binding->check->asks_file &&
                       binding->rule->filter == NULL;
    return part == OL_PART_ALL || is_of_level == (part == OL_PART_LEVEL);
}

/* A turn of a custom rule that says what levels it is about. */
static void run_filtered(struct ol_run *run, const struct ol_level *level,
                         const struct ol_rule *rule)
{
    if (ol_filter_admits(run, rule->filter, level)) {
        ol_rule_set_check(run->engine->rules, rule)->run(run, level, rule);
    }
}

enum ol_need ol_shortlist_need(const struct ol_bindings *bindings, const struct ol_outline *outline)
{
    enum ol_need need = OL_NEED_NONE;
    for (size_t i = 0; i < bindings->count && need != OL_NEED_EACH; i++) {
        const struct ol_binding *binding = &bindings->items[i];
        if (is_in(binding, OL_PART_FILE) && is_concerned(binding, outline)) {
            bool is_once = (binding->check->once >> outline->message->id & 1) != 0;
            need = is_once ? OL_NEED_ONCE : OL_NEED_EACH;
        }
    }
    return need;
}

struct ol_answer *ol_shortlist_add(struct ol_shortlist *shortlist,
                                   const struct ol_bindings *bindings, enum ol_part part,
                                   const struct ol_outline *outline, struct ol_arena *arena)
{
    struct ol_answer *answer = &shortlist->answers[ol_shortlist_way(outline->key)];
    if (answer->begin == NULL) {
        answer->begin = ol_arena_alloc_array(arena, bindings->count, sizeof *answer->begin);
        if (answer->begin == NULL) {
            return NULL;
        }
    }
    struct ol_turn *end = answer->begin;
    for (size_t i = 0; i < bindings->count; i++) {
        const struct ol_binding *binding = &bindings->items[i];
        if (is_in(binding, part) && is_concerned(binding, outline)) {
            *end++ = (struct ol_turn){
                .run = binding->rule->filter == NULL ? binding->check->run : run_filtered,
                .rule = binding->rule,
            };
        }
    }
    answer->key = outline->key;
    answer->end = end;
    answer->need = OL_NEED_EACH;
    answer->is_seen = false;
    return answer;
}
