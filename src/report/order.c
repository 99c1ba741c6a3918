// order.c -- see order.h.
//
// Everything that is read or written is an object: a cell, and of each queue its tail and
// its head. An object knows its last writer and who read it since. What follows from
// other dependences is found by vector clocks (Mattern, "Virtual Time and Global States of
// Distributed Systems", 1989): a step knows, for each process, the last step of it that
// came before.

#include "report/order.h"

#include <stdlib.h>

#include "analysis/access/relations.h"
#include "exec/footprint.h"

enum { MOST_TIMES = 40000000 };  // entries of all clocks
#define NO_STEP UINT32_MAX

typedef struct {
  uint32_t writer;
  sv_u32s readers;  // since then
} object;

typedef struct {
  sv_u32s sends, receives;  // steps; a message that was there at the start has no sender
  bool mixed;               // used in other ways than by its two ends
} line;

typedef struct {
  const sv_net *net;
  sv_exec *exec;
  sv_accesses *accesses;
  sv_queue_ends *ends;
  object *objects;
  line *lines;          // by queue
  uint32_t *clocks;     // by step, then by lane: 1 + the last step that it knows of
  uint32_t lanes;       // processes, and one for what no process does
  uint32_t *last;       // by lane: its last step
  sv_u32s *before;      // by step
  sv_footprint prints;  // scratch
  uint32_t taken;
} ordering;

static uint32_t lane_of(const ordering *o, const sv_step *step) {
  const sv_net_action *a = &o->net->actions.at[step->action];
  return a->edge_count ? a->edges[0].process : o->net->processes.n;
}

// ---- objects

static void depend(ordering *o, uint32_t on) {
  sv_u32s *list = &o->before[o->taken];
  if (on != NO_STEP && on != o->taken) sv_push(*list, on);
}

static void reads(ordering *o, uint32_t number) {
  object *x = &o->objects[number];
  depend(o, x->writer);
  if (!x->readers.n || sv_last(x->readers) != o->taken) sv_push(x->readers, o->taken);
}

static void writes(ordering *o, uint32_t number) {
  object *x = &o->objects[number];
  depend(o, x->writer);
  for (uint32_t i = 0; i < x->readers.n; i++) depend(o, x->readers.at[i]);
  sv_clear(x->readers);
  x->writer = o->taken;
}

static uint32_t pc_of(const ordering *o, uint32_t process) {
  return o->net->vars.at[o->net->processes.at[process].pc].first_cell;
}

// ---- queues

static bool is_end(const ordering *o, const sv_parts *ends, uint32_t queue) {
  return sv_parts_has(ends, o->accesses->map.first[sv_queue_object(&o->accesses->map, queue)]);
}

static void send(ordering *o, uint32_t queue) {
  line *l = &o->lines[queue];
  uint32_t capacity = o->net->queues.at[queue].capacity;
  if (capacity != SV_UNBOUNDED && l->sends.n >= capacity && l->sends.n - capacity < l->receives.n)
    depend(o, l->receives.at[l->sends.n - capacity]);
  sv_push(l->sends, o->taken);
  writes(o, o->net->cells + 2 * queue);
}

static void receive(ordering *o, uint32_t queue) {
  line *l = &o->lines[queue];
  if (l->receives.n < l->sends.n) depend(o, l->sends.at[l->receives.n]);
  sv_push(l->receives, o->taken);
  writes(o, o->net->cells + 2 * queue + 1);
}

static void use_queue(ordering *o, uint32_t action, uint32_t queue, bool changed) {
  const sv_queue_ends *ends = &o->ends[action];
  if (o->lines[queue].mixed) {
    (changed ? writes : reads)(o, o->net->cells + 2 * queue);
  } else if (is_end(o, &ends->sends, queue)) {
    send(o, queue);
  } else {
    assert(is_end(o, &ends->receives, queue));
    receive(o, queue);
  }
}

static bool came_before(const sv_u32s *list, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (list->at[i] == list->at[n]) return true;
  return false;
}

static void use_queues(ordering *o, uint32_t action, const sv_state *before,
                       const sv_state *after) {
  const sv_u32s *queues = &o->prints.queues;
  for (uint32_t i = 0; i < queues->n; i++) {
    uint32_t q = queues->at[i];
    if (!came_before(queues, i))
      use_queue(o, action, q, !sv_queue_equal(&before->queues[q], &after->queues[q]));
  }
}

// A queue that some step uses otherwise than by its ends, or with several messages at once.
static void note_mixed(void *context, const sv_state *before, const sv_step *step,
                       const sv_state *after) {
  ordering *o = context;
  sv_exec_footprint(o->exec, before, step, after, &o->prints);
  const sv_queue_ends *ends = &o->ends[step->action];
  for (uint32_t i = 0; i < o->prints.queues.n; i++) {
    uint32_t q = o->prints.queues.at[i];
    uint32_t was = before->queues[q].messages, is = after->queues[q].messages;
    bool one = (is == was + 1 && is_end(o, &ends->sends, q)) ||
               (was == is + 1 && is_end(o, &ends->receives, q));
    if (!one) o->lines[q].mixed = true;
  }
}

static void note_messages(ordering *o, const sv_state *initial) {
  for (uint32_t q = 0; q < o->net->queues.n; q++)
    for (uint32_t m = 0; m < initial->queues[q].messages; m++) sv_push(o->lines[q].sends, NO_STEP);
}

// ---- what follows from other dependences

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static uint32_t *clock_of(const ordering *o, uint32_t step) {
  return o->clocks + (size_t)step * o->lanes;
}

static bool knows(const ordering *o, const sv_trace *trace, uint32_t step, uint32_t earlier) {
  return clock_of(o, step)[lane_of(o, &trace->steps.at[earlier])] > earlier;
}

// Keeps those which no other one of them knows; the latest come first.
static void reduce(ordering *o, const sv_trace *trace) {
  sv_u32s *list = &o->before[o->taken], kept = {0};
  uint32_t *clock = clock_of(o, o->taken);
  if (list->n) qsort(list->at, list->n, sizeof *list->at, ascending);
  for (uint32_t i = list->n; i-- > 0;) {
    bool follows = i + 1 < list->n && list->at[i] == list->at[i + 1];
    for (uint32_t k = 0; k < kept.n && !follows; k++)
      follows = knows(o, trace, kept.at[k], list->at[i]);
    if (!follows) sv_push(kept, list->at[i]);
  }
  for (uint32_t k = 0; k < kept.n; k++) {
    const uint32_t *its = clock_of(o, kept.at[k]);
    for (uint32_t l = 0; l < o->lanes; l++)
      if (its[l] > clock[l]) clock[l] = its[l];
  }
  clock[lane_of(o, &trace->steps.at[o->taken])] = o->taken + 1;
  if (kept.n) qsort(kept.at, kept.n, sizeof *kept.at, ascending);
  sv_vec_free(*list);
  *list = kept;
}

typedef struct {
  ordering *o;
  const sv_trace *trace;
} walk;

static void use_cells(ordering *o) {
  const sv_footprint *t = &o->prints;
  for (uint32_t i = 0; i < t->reads.n; i++)
    for (uint32_t c = 0; c < t->reads.at[i].n; c++) reads(o, t->reads.at[i].first + c);
  for (uint32_t i = 0; i < t->stands.n; i++) reads(o, pc_of(o, t->stands.at[i].process));
  for (uint32_t i = 0; i < t->writes.n; i++)
    for (uint32_t c = 0; c < t->writes.at[i].n; c++) writes(o, t->writes.at[i].first + c);
}

static void note_step(void *context, const sv_state *before, const sv_step *step,
                      const sv_state *after) {
  walk *w = context;
  ordering *o = w->o;
  uint32_t lane = lane_of(o, step);
  sv_exec_footprint(o->exec, before, step, after, &o->prints);
  depend(o, o->last[lane]);
  if (o->prints.more && o->taken) depend(o, o->taken - 1);
  use_cells(o);
  use_queues(o, step->action, before, after);
  reduce(o, w->trace);
  o->last[lane] = o->taken++;
}

// ---- the whole

static void set_up(ordering *o, const sv_net *net, uint32_t steps, sv_u32s *before) {
  uint32_t objects = net->cells + 2 * net->queues.n;
  *o = (ordering){.net = net,
                  .exec = sv_exec_new(net),
                  .accesses = sv_accesses_new(net),
                  .objects = SV_NEW_ARRAY(object, objects + 1),
                  .lines = SV_NEW_ARRAY(line, net->queues.n + 1),
                  .lanes = net->processes.n + 1,
                  .before = before};
  o->ends = sv_queue_ends_new(o->accesses);
  o->clocks = SV_NEW_ARRAY(uint32_t, (size_t)steps * o->lanes + 1);
  o->last = SV_NEW_ARRAY(uint32_t, o->lanes);
  for (uint32_t i = 0; i < objects; i++) o->objects[i].writer = NO_STEP;
  for (uint32_t i = 0; i < o->lanes; i++) o->last[i] = NO_STEP;
}

static void tear_down(ordering *o) {
  const sv_net *net = o->net;
  for (uint32_t i = 0; i < net->cells + 2 * net->queues.n; i++) sv_vec_free(o->objects[i].readers);
  for (uint32_t q = 0; q < net->queues.n; q++)
    sv_vec_free(o->lines[q].sends), sv_vec_free(o->lines[q].receives);
  sv_free(o->objects);
  sv_free(o->lines);
  sv_free(o->clocks);
  sv_free(o->last);
  sv_queue_ends_free(o->accesses, o->ends);
  sv_accesses_free(o->accesses);
  sv_footprint_free(&o->prints);
  sv_exec_free(o->exec);
}

bool sv_order_steps(const sv_net *net, const sv_trace *trace, sv_u32s *before) {
  uint32_t n = trace->steps.n;
  if (((uint64_t)n + 1) * (net->processes.n + 1) > MOST_TIMES) return false;
  ordering o;
  sv_text why = {0};
  set_up(&o, net, n, before);
  note_messages(&o, trace->initial);
  walk w = {&o, trace};
  bool done = sv_trace_replay(o.exec, trace, note_mixed, &o, &why) &&
              sv_trace_replay(o.exec, trace, note_step, &w, &why);
  for (uint32_t i = 0; i < n && !done; i++) sv_clear(before[i]);
  tear_down(&o);
  sv_text_free(&why);
  return done;
}
