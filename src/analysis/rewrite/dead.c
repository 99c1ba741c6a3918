// dead.c -- resets of dead variables.
//
// Backwards, live.h says where a variable is dead; forwards, a small analysis
// here says where it may differ from the value at which it rests, so that
// resets stand only where they change something. An update that is followed
// by a reset is dropped, unless it decides whether the action is possible, and
// choices that only such updates used get one value. That may free what they
// read, so everything is done a second time.

#include "analysis/rewrite/dead.h"

#include "analysis/access/reads.h"
#include "analysis/rewrite/live.h"
#include "analysis/rewrite/rewrite.h"

enum { MOST_BITS = 1 << 28, ROUNDS = 2 };

typedef struct {
  const sv_net *net;
  sv_net *out;
  sv_terms *terms;
  sv_accesses *all;
  sv_live *live;
  sv_term *rest;     // by variable: where it rests; SV_NONE: it is never reset
  sv_u32s *owned;    // by process: its variables that may be reset
  sv_bits *dirty;    // by place (live->first): variables that may differ from rest
  sv_bits foreign;   // variables that are written without their process
  sv_u32s *leaving;  // by place: actions that leave it
  sv_u32s todo;      // actions to be looked at, and which are there
  sv_bits waiting;
  const sv_net_action *action;
  sv_bits resets;  // of this action
  sv_bits asked;   // variables of which its constraint asks the next value
  uint32_t places;
} resetter;

// ---- where variables rest

// Initial values in the model may be terms that have no meaning in a net.
static sv_term resting_value(const resetter *s, const sv_net_var *v) {
  const sv_variable *model = &s->net->model->variables.at[v->variable];
  sv_term init = model->init;
  if (s->net->processes.at[v->process].entry) init = v->init;
  else if (sv_is_none(init) || !sv_is_const(s->terms, init, NULL)) init = SV_NONE;
  return sv_is_none(init) ? sv_default_term(s->terms, v->sort) : init;
}

// A slice changes the sorts of what is irrelevant: those variables are not reset.
static bool may_rest(const resetter *s, uint32_t var) {
  const sv_net_var *v = &s->net->vars.at[var];
  if (v->process == SV_NO_PROCESS || v->is_pc || var == s->net->holder || !v->variable)
    return false;
  return sv_sort_same(v->sort, s->net->model->variables.at[v->variable].sort) &&
         !sv_bits_has(&s->live->permanent, var);
}

static void find_rests(resetter *s) {
  s->rest = SV_NEW_ARRAY(sv_term, s->net->vars.n + 1);
  s->owned = SV_NEW_ARRAY(sv_u32s, s->net->processes.n + 1);
  for (uint32_t v = 0; v < s->net->vars.n; v++) {
    if (!may_rest(s, v)) continue;
    s->rest[v] = resting_value(s, &s->net->vars.at[v]);
    assert(!sv_is_none(s->rest[v]) && s->net->vars.at[v].process < s->net->processes.n);
    sv_push(s->owned[s->net->vars.at[v].process], v);
  }
}

// ---- what an action does to a variable

static bool writes_rest(const resetter *s, const sv_update *u, uint32_t var) {
  return sv_node_of(s->terms, sv_index(u->target)).op == SV_OP_VAR &&
         sv_same(u->value, s->rest[var]);
}

// May the variable differ from its rest after the action's own updates?
static bool is_dirty_after(const resetter *s, uint32_t var, bool before) {
  bool dirty = before;
  for (uint32_t i = 0; i < s->action->update_count; i++) {
    const sv_update *u = &s->action->updates[i];
    if (sv_target_var(s->terms, u->target) == var) dirty = !writes_rest(s, u, var);
  }
  return dirty;
}

static uint32_t updates_of(const resetter *s, uint32_t var, const sv_update **last) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->action->update_count; i++)
    if (sv_target_var(s->terms, s->action->updates[i].target) == var)
      *last = &s->action->updates[i], n++;
  return n;
}

// What the action gives to the variable as one term over the old state;
// SV_NONE if it has none.
static sv_term next_value(const resetter *s, uint32_t var) {
  const sv_update *u = NULL;
  uint32_t n = updates_of(s, var, &u);
  if (!n) return sv_net_var_term(s->net, var);
  bool whole = sv_node_of(s->terms, sv_index(u->target)).op == SV_OP_VAR;
  return n == 1 && whole ? u->value : SV_NONE;
}

static void find_asked(resetter *s) {
  sv_u32s cone = {0};
  sv_bits_clear(&s->asked);
  if (sv_same(s->action->constraint, SV_TRUE)) return;
  sv_cone(s->terms, &s->action->constraint, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node node = sv_node_of(s->terms, cone.at[i]);
    if (node.op == SV_OP_NEXT) sv_bits_add(&s->asked, node.id);
  }
  sv_vec_free(cone);
}

static bool is_dead(const resetter *s, const sv_net_edge *e, uint32_t var) {
  uint32_t targets = e->to == SV_STAY ? e->from_count : 1;
  for (uint32_t i = 0; i < targets; i++) {
    uint32_t to = e->to == SV_STAY ? e->from[i] : e->to;
    if (!to || sv_live_at(s->live, e->process, to, var)) return false;
  }
  return true;
}

// Takes up an action: what may be reset in it.
static void load_action(resetter *s, uint32_t action) {
  s->action = &s->net->actions.at[action];
  sv_bits_clear(&s->resets);
  find_asked(s);
  for (uint32_t i = 0; i < s->action->edge_count; i++) {
    const sv_net_edge *e = &s->action->edges[i];
    const sv_u32s *owned = &s->owned[e->process];
    for (uint32_t k = 0; k < owned->n; k++) {
      uint32_t v = owned->at[k];
      if (sv_bits_has(&s->asked, v) && sv_is_none(next_value(s, v))) continue;
      if (is_dead(s, e, v)) sv_bits_add(&s->resets, v);
    }
  }
}

// ---- where variables may differ from their rest

static void mark_foreign(resetter *s) {
  for (uint32_t a = 0; a < s->net->actions.n; a++) {
    const sv_net_action *x = &s->net->actions.at[a];
    for (uint32_t i = 0; i < x->update_count; i++) {
      uint32_t v = sv_target_var(s->terms, x->updates[i].target);
      if (v == SV_NO_VARIABLE) continue;
      uint32_t p = s->net->vars.at[v].process;
      if (p != SV_NO_PROCESS && !sv_edge_of(x, p)) sv_bits_add(&s->foreign, v);
    }
  }
}

static void mark_beginnings(resetter *s) {
  for (uint32_t p = 0; p < s->net->processes.n; p++)
    for (uint32_t k = 0; k < s->owned[p].n; k++) {
      uint32_t v = s->owned[p].at[k], entry = s->net->processes.at[p].entry;
      sv_term idle = sv_default_term(s->terms, s->net->vars.at[v].sort);
      if (!sv_same(idle, s->rest[v])) sv_bits_add(&s->dirty[s->live->first[p]], v);
      if (entry && !sv_same(s->net->vars.at[v].init, s->rest[v]))
        sv_bits_add(&s->dirty[s->live->first[p] + entry], v);
    }
}

static bool is_dirty(const resetter *s, const sv_net_edge *e, uint32_t from, uint32_t var) {
  return sv_bits_has(&s->foreign, var) ||
         sv_bits_has(&s->dirty[s->live->first[e->process] + from], var);
}

static void push_action(resetter *s, uint32_t action) {
  if (sv_bits_has(&s->waiting, action)) return;
  sv_bits_add(&s->waiting, action);
  sv_push(s->todo, action);
}

static void flow_edge(resetter *s, const sv_net_edge *e) {
  const sv_u32s *owned = &s->owned[e->process];
  for (uint32_t f = 0; f < e->from_count; f++) {
    uint32_t to = s->live->first[e->process] + (e->to == SV_STAY ? e->from[f] : e->to);
    assert(to < s->live->first[e->process + 1]);
    bool grew = false;
    for (uint32_t k = 0; k < owned->n; k++) {
      uint32_t v = owned->at[k];
      if (sv_bits_has(&s->dirty[to], v) || sv_bits_has(&s->resets, v)) continue;
      if (!is_dirty_after(s, v, is_dirty(s, e, e->from[f], v))) continue;
      sv_bits_add(&s->dirty[to], v);
      grew = true;
    }
    for (uint32_t k = 0; grew && k < s->leaving[to].n; k++) push_action(s, s->leaving[to].at[k]);
  }
}

static void index_actions(resetter *s) {
  s->leaving = SV_NEW_ARRAY(sv_u32s, s->live->first[s->net->processes.n] + 1);
  sv_bits_init(&s->waiting, s->net->actions.n);
  for (uint32_t a = 0; a < s->net->actions.n; a++) {
    const sv_net_action *x = &s->net->actions.at[a];
    for (uint32_t i = 0; i < x->edge_count; i++)
      for (uint32_t k = 0; k < x->edges[i].from_count; k++)
        sv_push(s->leaving[s->live->first[x->edges[i].process] + x->edges[i].from[k]], a);
    push_action(s, a);
  }
}

static void close_dirty(resetter *s) {
  index_actions(s);
  while (s->todo.n) {
    uint32_t a = sv_pop(s->todo);
    sv_bits_remove(&s->waiting, a);
    assert(!sv_bits_has(&s->waiting, a) && sv_bits_count(&s->waiting) == s->todo.n);
    load_action(s, a);
    for (uint32_t i = 0; i < s->action->edge_count; i++) flow_edge(s, &s->action->edges[i]);
  }
  for (uint32_t i = 0; i < s->live->first[s->net->processes.n]; i++) sv_vec_free(s->leaving[i]);
  sv_free(s->leaving);
  sv_bits_free(&s->waiting);
  sv_vec_free(s->todo);
}

// ---- the new net

// May the variable differ from its rest where the action begins?
static bool is_dirty_before(const resetter *s, uint32_t var) {
  const sv_net_edge *e = sv_edge_of(s->action, s->net->vars.at[var].process);
  assert(e);  // only the action's own processes are reset
  for (uint32_t f = 0; f < e->from_count; f++)
    if (is_dirty(s, e, e->from[f], var)) return true;
  return false;
}

// Keeps the updates that matter. A variable to be reset stays in `resets` if
// it needs it.
static uint32_t keep_updates(resetter *s, sv_update *kept, sv_bits *written) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->action->update_count; i++) {
    const sv_update *u = &s->action->updates[i];
    uint32_t v = sv_target_var(s->terms, u->target);
    bool reset = v != SV_NO_VARIABLE && sv_bits_has(&s->resets, v);
    if (reset && !sv_update_may_fail(s->terms, u)) continue;
    if (reset) sv_bits_add(written, v);
    kept[n++] = *u;
  }
  return n;
}

static sv_term replace_next(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  const resetter *s = context;
  SV_UNUSED(T), SV_UNUSED(index);
  if (node->op != SV_OP_NEXT || !sv_bits_has(&s->resets, node->id)) return SV_NONE;
  return next_value(s, node->id);
}

// Variables without need are taken out of `resets`.
static void drop_needless(resetter *s) {
  for (uint32_t v = sv_bits_next(&s->resets, 0); v != UINT32_MAX;
       v = sv_bits_next(&s->resets, v + 1))
    if (!is_dirty_after(s, v, is_dirty_before(s, v))) sv_bits_remove(&s->resets, v);
}

static void write_action(resetter *s, sv_net_action a) {
  uint32_t count = sv_bits_count(&s->resets);
  sv_update *updates = SV_ARENA_ARRAY(s->out->arena, sv_update, a.update_count + count + 1);
  sv_bits written;
  sv_bits_init(&written, s->net->vars.n);
  uint32_t n = keep_updates(s, updates, &written);
  assert(n <= a.update_count);
  for (uint32_t v = sv_bits_next(&s->resets, 0); v != UINT32_MAX;
       v = sv_bits_next(&s->resets, v + 1))
    if (sv_bits_has(&written, v) || is_dirty_before(s, v))
      updates[n++] = (sv_update){sv_net_var_term(s->net, v), s->rest[v]};
  a.constraint = sv_substitute(s->terms, a.constraint, replace_next, s);
  a.updates = updates;
  a.update_count = n;
  sv_narrow_choices(s->out, &a);
  s->places += count;
  sv_bits_free(&written);
  sv_push(s->out->actions, a);
}

// As it is; but what an earlier round made is freed with that round's net.
static void copy_action(resetter *s, sv_net_action a) {
  sv_update *updates = SV_ARENA_ARRAY(s->out->arena, sv_update, a.update_count + 1);
  sv_sort *choices = SV_ARENA_ARRAY(s->out->arena, sv_sort, a.choice_count + 1);
  for (uint32_t i = 0; i < a.update_count; i++) updates[i] = a.updates[i];
  for (uint32_t i = 0; i < a.choice_count; i++) choices[i] = a.choices[i];
  a.updates = updates;
  a.choices = choices;
  sv_push(s->out->actions, a);
}

static void write_actions(resetter *s) {
  for (uint32_t a = 0; a < s->net->actions.n; a++) {
    load_action(s, a);
    drop_needless(s);
    if (sv_bits_empty(&s->resets)) copy_action(s, *s->action);
    else write_action(s, *s->action);
  }
}

// A variable that may begin with any value and is dead there begins with its rest.
static void write_variables(resetter *s) {
  sv_parts parts = {0};
  sv_access_term(s->all, s->net->init, &parts);
  for (uint32_t v = 0; v < s->net->vars.n; v++) {
    sv_net_var var = s->net->vars.at[v];
    uint32_t entry = var.process == SV_NO_PROCESS ? 0 : s->net->processes.at[var.process].entry;
    sv_parts own = {0};
    sv_parts_add(&own, s->all->map.first[v], s->all->map.first[v + 1]);
    if (entry && sv_is_none(var.init) && !sv_is_none(s->rest[v]) &&
        !sv_live_at(s->live, var.process, entry, v) && !sv_parts_overlap(&parts, &own))
      var.init = s->rest[v], s->places++;
    sv_vec_free(own);
    sv_push(s->out->vars, var);
  }
  sv_vec_free(parts);
}

// ---- all of it

static void set_up(resetter *s) {
  uint32_t n = s->net->vars.n;
  s->all = sv_accesses_new(s->net);
  s->live = sv_live_new(s->all);
  s->out = sv_net_like(s->net);
  find_rests(s);
  uint32_t rows = s->live->first[s->net->processes.n];
  s->dirty = SV_NEW_ARRAY(sv_bits, rows + 1);
  for (uint32_t i = 0; i < rows; i++) sv_bits_init(&s->dirty[i], n);
  sv_bits_init(&s->foreign, n);
  sv_bits_init(&s->resets, n);
  sv_bits_init(&s->asked, n);
}

static void release(resetter *s) {
  for (uint32_t i = 0; i < s->live->first[s->net->processes.n]; i++) sv_bits_free(&s->dirty[i]);
  for (uint32_t p = 0; p < s->net->processes.n; p++) sv_vec_free(s->owned[p]);
  sv_free(s->dirty);
  sv_free(s->owned);
  sv_free(s->rest);
  sv_bits_free(&s->foreign);
  sv_bits_free(&s->resets);
  sv_bits_free(&s->asked);
  sv_live_free(s->live);
  sv_accesses_free(s->all);
}

static bool is_too_large(const sv_net *net) {
  uint64_t rows = 0;
  for (uint32_t p = 0; p < net->processes.n; p++) rows += sv_net_locations(net, p);
  return rows * net->vars.n > MOST_BITS;
}

static sv_net *reset_once(const sv_net *net, uint32_t *places) {
  resetter s = {.net = net, .terms = net->model->terms};
  set_up(&s);
  mark_foreign(&s);
  mark_beginnings(&s);
  close_dirty(&s);
  write_variables(&s);
  write_actions(&s);
  assert(s.out->actions.n == net->actions.n && s.out->vars.n == net->vars.n);
  release(&s);
  *places += s.places;
  if (s.places) return s.out;
  sv_net_free(s.out);
  return NULL;
}

sv_net *sv_dead_new(const sv_net *net, uint32_t *places) {
  sv_net *best = NULL;
  *places = 0;
  if (is_too_large(net)) return NULL;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    sv_net *better = reset_once(best ? best : net, places);
    if (!better) break;
    if (best) sv_net_free(best);
    best = better;
  }
  return best;
}
