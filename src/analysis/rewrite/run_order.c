// run_order.c -- see run_order.h.

#include "analysis/rewrite/run_order.h"

#include "analysis/rewrite/touched.h"
#include "base/bits.h"

#define NO_STEP UINT32_MAX

typedef struct {
  uint32_t writer;  // the last one, or NO_STEP
  sv_u32s readers;  // since then
} user;

typedef struct {
  sv_toucher touch;
  sv_run_order *order;
  user *users;       // by part
  uint32_t *last;    // by process: its last step, or NO_STEP
  uint32_t barrier;  // the last step that everything is in an order with, or NO_STEP
  uint32_t steps;
  SV_VEC(sv_bits) before;  // by step: all that come before it
} builder;

// ---- what a step looks at and writes

// Of program counters and of who holds control, which every action writes, only changes count.
static bool counts_if_changed(const builder *b, uint32_t object) {
  const sv_net *net = b->touch.net;
  return object < net->vars.n && (net->vars.at[object].is_pc || object == net->holder);
}

static void add_writes(const builder *b, const sv_touched *t, sv_parts *out) {
  sv_parts_append(out, &t->changes);
  for (uint32_t i = 0; i < t->writes.n; i++)
    if (!counts_if_changed(b, sv_object_of_part(&b->touch.map, t->writes.at[i].lo)))
      sv_parts_add(out, t->writes.at[i].lo, t->writes.at[i].hi);
  sv_parts_seal(out);
}

static void add_control(const builder *b, const sv_touched *t, sv_parts *reads) {
  const sv_net *net = b->touch.net;
  if (t->exclusive) sv_parts_append(reads, &b->touch.exclusive);
  if (net->holder != SV_NO_VARIABLE) {
    uint32_t part = b->touch.map.first[net->holder];
    sv_parts_add(reads, part, part + 1);
  }
  sv_parts_seal(reads);
}

// ---- links

static char *name_of(const builder *b, uint32_t part) {
  const sv_net *net = b->touch.net;
  const sv_part_map *map = &b->touch.map;
  uint32_t object = sv_object_of_part(map, part);
  sv_text name = {0};
  if (object >= net->vars.n)
    sv_text_string(&name,
                   sv_names_get(net->model->names, net->queues.at[object - net->vars.n].name));
  else if (object == net->holder) sv_text_string(&name, "control");
  else if (net->vars.at[object].is_pc) sv_cell_name(net, net->vars.at[object].first_cell, &name);
  else sv_cell_name(net, net->vars.at[object].first_cell + part - map->first[object], &name);
  return sv_text_take(&name);
}

static void add_link(builder *b, uint32_t from, uint32_t to, sv_run_link_kind kind, uint32_t part) {
  if (from == NO_STEP || from == to) return;
  char *what = kind == SV_RUN_VALUE || kind == SV_RUN_CHANGE ? name_of(b, part) : NULL;
  sv_push(b->order->links, (sv_run_link){from, to, kind, what});
}

static void look_at(builder *b, uint32_t step, const sv_parts *reads) {
  for (uint32_t i = 0; i < reads->n; i++)
    for (uint32_t p = reads->at[i].lo; p < reads->at[i].hi; p++) {
      add_link(b, b->users[p].writer, step, SV_RUN_VALUE, p);
      sv_push(b->users[p].readers, step);
    }
}

static void write_anew(builder *b, uint32_t step, const sv_parts *writes) {
  for (uint32_t i = 0; i < writes->n; i++)
    for (uint32_t p = writes->at[i].lo; p < writes->at[i].hi; p++) {
      user *u = &b->users[p];
      add_link(b, u->writer, step, SV_RUN_CHANGE, p);
      for (uint32_t k = 0; k < u->readers.n; k++)
        add_link(b, u->readers.at[k], step, SV_RUN_CHANGE, p);
      u->writer = step;
      sv_clear(u->readers);
    }
}

static void put_apart(builder *b, uint32_t step, bool barrier) {
  add_link(b, b->barrier, step, SV_RUN_UNKNOWN, 0);
  if (!barrier) return;
  for (uint32_t i = b->barrier == NO_STEP ? 0 : b->barrier; i < step; i++)
    add_link(b, i, step, SV_RUN_UNKNOWN, 0);
  b->barrier = step;
}

static void follow_processes(builder *b, uint32_t step, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count; i++) {
    uint32_t *last = &b->last[a->edges[i].process];
    add_link(b, *last, step, SV_RUN_PROCESS, 0);
    *last = step;
  }
}

// Of the step's links those that do not follow from others, one for each step before: what
// one comes after by way of another one needs no link of its own.
static void reduce(builder *b, uint32_t first) {
  uint32_t kept = first, level = 0;
  sv_bits known;
  sv_bits_init(&known, b->steps + 1);
  for (uint32_t i = first; i < b->order->links.n; i++) {
    uint32_t from = b->order->links.at[i].from;
    sv_bits_join(&known, &b->before.at[from]);
    if (b->order->level.at[from] >= level) level = b->order->level.at[from] + 1;
  }
  for (uint32_t i = first; i < b->order->links.n; i++) {
    sv_run_link link = b->order->links.at[i];
    bool old = sv_bits_has(&known, link.from);
    sv_bits_add(&known, link.from);
    if (old) sv_free(link.what);
    else b->order->links.at[kept++] = link;
  }
  b->order->links.n = kept;
  sv_push(b->before, known);
  sv_push(b->order->level, level);
}

static void note_step(void *context, const sv_state *before, const sv_step *step,
                      const sv_state *after) {
  builder *b = context;
  uint32_t number = b->order->level.n, first = b->order->links.n;
  sv_touched t = {0};
  sv_parts writes = {0};
  sv_touch_step(&b->touch, before, step, after, &t);
  add_writes(b, &t, &writes);
  add_control(b, &t, &t.reads);
  follow_processes(b, number, &b->touch.net->actions.at[step->action]);
  put_apart(b, number, t.more);
  look_at(b, number, &t.reads);
  write_anew(b, number, &writes);
  reduce(b, first);
  sv_vec_free(writes);
  sv_touched_free(&t);
}

// ---- all of it

bool sv_run_order_init(sv_run_order *order, sv_exec *exec, const sv_trace *trace, sv_text *why) {
  builder b = {.order = order, .barrier = NO_STEP, .steps = trace->steps.n};
  *order = (sv_run_order){0};
  sv_toucher_init(&b.touch, exec);
  b.users = SV_NEW_ARRAY(user, b.touch.map.parts + 1);
  for (uint32_t p = 0; p < b.touch.map.parts; p++) b.users[p].writer = NO_STEP;
  b.last = SV_NEW_ARRAY(uint32_t, b.touch.net->processes.n + 1);
  for (uint32_t p = 0; p < b.touch.net->processes.n; p++) b.last[p] = NO_STEP;
  bool good = sv_trace_replay(exec, trace, note_step, &b, why);
  for (uint32_t p = 0; p < b.touch.map.parts; p++) sv_vec_free(b.users[p].readers);
  for (uint32_t i = 0; i < b.before.n; i++) sv_bits_free(&b.before.at[i]);
  sv_vec_free(b.before);
  sv_free(b.users);
  sv_free(b.last);
  sv_toucher_free(&b.touch);
  return good;
}

void sv_run_order_free(sv_run_order *order) {
  for (uint32_t i = 0; i < order->links.n; i++) sv_free(order->links.at[i].what);
  sv_vec_free(order->links);
  sv_vec_free(order->level);
}
