// lower_points.c -- which channels can a variable hold?
//
// Andersen's analysis, without flow: a cell for every variable (fields of
// structures: one for all structures) and for every message field; a set of
// channel families per cell, with 0 for "a number that may be no channel" and
// UNSET for "nothing yet"; assignments, arguments, sends and receives pass sets on until nothing
// changes. Channels travel through numbers and numbers through `chan`
// variables: see lower_number.c.

#include "lang/promela/lower/lower.h"

const pml_var *pml_last_of(const pml_expr *e) {
  while (e->field) e = e->field;
  return e->var;
}

// The element of a set that says: no channel has been stored here.
static uint32_t unset_in(const pml_lowering *l) { return l->channels.n; }

static uint32_t cell_of(pml_lowering *l, const pml_var *v) {
  uint32_t known = sv_map_get(&l->cell_of, pml_key(v));
  if (known != SV_MAP_NONE) return known;
  sv_map_put(&l->cell_of, pml_key(v), l->point_cells);
  return l->point_cells++;
}

// --- layout

static void number_cells(pml_lowering *l) {
  for (uint32_t i = 0; i < l->leaves.n; i++) cell_of(l, l->leaves.at[i]->last);
  for (uint32_t f = 1; f < l->channels.n; f++) {
    l->channels.at[f]->cell = l->point_cells;
    l->point_cells += l->channels.at[f]->fields;
  }
}

// Arguments of `run` are values of parameters; an active process has none.
static bool starts_unset(const pml_leaf *leaf) {
  const pml_var *v = leaf->last;
  if (leaf->root->scope == PML_PARAMETER) return leaf->root->proc->active > 0;
  return leaf->root != v || v->late || (!v->init && v->lists < leaf->cells);
}

static void begin(pml_lowering *l) {
  number_cells(l);
  l->points = SV_NEW_ARRAY(sv_bits, l->point_cells + 1);
  for (uint32_t i = 0; i < l->point_cells; i++) sv_bits_init(&l->points[i], l->channels.n + 1);
  for (uint32_t i = 0; i < l->leaves.n; i++) {
    const pml_leaf *leaf = l->leaves.at[i];
    bool number = leaf->last->type.kind != PML_CHAN;
    if (leaf->family || number) sv_bits_add(&l->points[cell_of(l, leaf->last)], leaf->family);
    else if (starts_unset(leaf)) sv_bits_add(&l->points[cell_of(l, leaf->last)], unset_in(l));
  }
  for (uint32_t f = 1; f < l->channels.n; f++)
    for (uint32_t k = 0; k < l->channels.at[f]->fields; k++)
      if (!l->channels.at[f]->is_chan[k]) sv_bits_add(&l->points[l->channels.at[f]->cell + k], 0);
}

// --- flow of channels

static bool flow(pml_lowering *l, uint32_t to, uint32_t from) {
  return to != from && sv_bits_join(&l->points[to], &l->points[from]);
}

static bool add(pml_lowering *l, uint32_t to, uint32_t what) {
  bool known = sv_bits_has(&l->points[to], what);
  sv_bits_add(&l->points[to], what);
  return !known;
}

static bool is_variable(const pml_expr *e) {
  while (e && e->field) e = e->field;
  return e && e->var && e->var->type.kind != PML_STRUCT;
}

// What is computed is a number, and no channel as far as the analysis goes.
static bool flow_value(pml_lowering *l, uint32_t to, const pml_expr *from) {
  if (from->op == PML_E_COND) {
    bool changed = flow_value(l, to, from->arg[1]);
    return flow_value(l, to, from->arg[2]) || changed;
  }
  if (from->op == PML_E_EVAL) return flow_value(l, to, from->arg[0]);
  if (from->op == PML_E_VAR && is_variable(from)) return flow(l, to, cell_of(l, pml_last_of(from)));
  if (from->op != PML_E_NUMBER || from->value) return add(l, to, 0);
  return add(l, to, unset_in(l));
}

static bool flow_expr(pml_lowering *l, const pml_var *to, const pml_expr *from) {
  return to->type.kind != PML_STRUCT && flow_value(l, cell_of(l, to), from);
}

typedef bool pass(pml_lowering *, uint32_t variable_cell, uint32_t field_cell);

static bool into_field(pml_lowering *l, uint32_t v, uint32_t f) { return flow(l, f, v); }
static bool out_of_field(pml_lowering *l, uint32_t v, uint32_t f) { return flow(l, v, f); }

// The channels inside of a variable of this kind meet fields from *at on.
static bool meet_var(pml_lowering *l, const pml_channel *c, const pml_var *v, bool whole,
                     uint32_t *at, pass *step) {
  bool changed = false;
  uint32_t times = whole ? (uint32_t)v->length : 1;
  for (uint32_t k = 0; k < times; k++) {
    if (v->type.kind == PML_STRUCT) {
      for (uint32_t i = 0; i < v->type.record->fields; i++)
        changed |= meet_var(l, c, v->type.record->field[i], true, at, step);
    } else {
      if (*at < c->fields) changed |= step(l, cell_of(l, v), c->cell + *at);
      ++*at;
    }
  }
  return changed;
}

static bool meet_fields(pml_lowering *l, const pml_channel *c, pml_expr *const *arg, uint32_t n,
                        pass *step) {
  bool changed = false;
  uint32_t at = 0;
  for (uint32_t i = 0; i < n; i++)
    if (arg[i]->op == PML_E_VAR) changed |= meet_var(l, c, pml_last_of(arg[i]), false, &at, step);
    else {
      if (step == into_field && at < c->fields) changed |= flow_value(l, c->cell + at, arg[i]);
      at++;
    }
  for (; step == into_field && at < c->fields; at++) changed |= add(l, c->cell + at, unset_in(l));
  return changed;
}

static bool flow_message(pml_lowering *l, const pml_stmt *s) {
  bool changed = false;
  sv_bits families;
  sv_bits_init(&families, l->channels.n + 1);
  pml_channels_of(l, s->target, &families);
  for (uint32_t f = 1; f < l->channels.n; f++)
    if (sv_bits_has(&families, f))
      changed |= meet_fields(l, l->channels.at[f], s->message, s->messages,
                             s->kind == PML_S_SEND ? into_field : out_of_field);
  sv_bits_free(&families);
  return changed;
}

// Each round receives a message and sends it again.
static bool flow_round(pml_lowering *l, const pml_stmt *s) {
  pml_expr *what = s->target;
  pml_stmt message = {.kind = PML_S_RECEIVE, .target = s->value, .message = &what, .messages = 1};
  bool changed = flow_message(l, &message);
  message.kind = PML_S_SEND;
  return flow_message(l, &message) || changed;
}

static bool flow_initial(pml_lowering *l, const pml_var *v) {
  bool changed = v->init && flow_expr(l, v, v->init);
  for (uint32_t i = 0; i < v->lists; i++) changed |= flow_expr(l, v, v->list[i]);
  return changed;
}

static bool flow_runs(pml_lowering *l, const pml_expr *e) {
  bool changed = false;
  if (!e) return false;
  for (uint32_t i = 0; i < e->n; i++) {
    changed |= flow_runs(l, e->arg[i]);
    if (e->op == PML_E_RUN && i < e->proc->params)
      changed |= flow_expr(l, e->proc->var[i], e->arg[i]);
  }
  return changed;
}

static bool flow_block(pml_lowering *l, const pml_block *b);

static bool flow_stmt(pml_lowering *l, const pml_stmt *s) {
  bool changed = flow_runs(l, s->value);
  if (s->kind == PML_S_ASSIGN && s->target->op == PML_E_VAR)
    changed |= flow_expr(l, pml_last_of(s->target), s->value);
  if (s->kind == PML_S_SEND || s->kind == PML_S_RECEIVE) changed |= flow_message(l, s);
  if (s->kind == PML_S_FOR_IN && sv_map_get(&l->counters, pml_key(s)) != SV_MAP_NONE)
    changed |= flow_round(l, s);
  for (uint32_t i = 0; i < s->vars; i++) changed |= flow_initial(l, s->var[i]);
  changed |= flow_block(l, &s->body);
  for (uint32_t i = 0; i < s->options; i++) changed |= flow_block(l, &s->option[i]);
  return changed;
}

static bool flow_block(pml_lowering *l, const pml_block *b) {
  bool changed = false;
  for (uint32_t i = 0; i < b->n; i++) changed |= flow_stmt(l, b->at[i]);
  return changed;
}

static bool flow_globals(pml_lowering *l) {
  bool changed = false;
  for (uint32_t i = 0; i < l->program->globals; i++)
    changed |= flow_initial(l, l->program->global[i]);
  return changed;
}

void pml_find_points(pml_lowering *l) {
  begin(l);
  for (bool changed = true; changed;) {
    changed = flow_globals(l);
    for (uint32_t i = 0; i < l->program->procs; i++)
      if (l->program->proc[i]->kind <= PML_INIT)
        changed |= flow_block(l, &l->program->proc[i]->body);
  }
}

// --- questions

void pml_channels_of(pml_lowering *l, const pml_expr *e, sv_bits *out) {
  if (e->op == PML_E_STDIN) return;
  const pml_var *v = pml_last_of(e);
  if (!e->field) {
    const pml_leaf *leaf = pml_leaf_at(l, v, 0);
    if (!leaf->variable && leaf->family) {
      sv_bits_add(out, leaf->family);
      return;
    }
  }
  sv_bits_join(out, &l->points[cell_of(l, v)]);
}

// A channel in a variable that never changes is known; else the sets tell.
bool pml_maybe_unset(pml_lowering *l, const pml_expr *e) {
  sv_bits found;
  sv_bits_init(&found, l->channels.n + 1);
  pml_channels_of(l, e, &found);
  bool unset = sv_bits_has(&found, 0) || sv_bits_has(&found, unset_in(l));
  sv_bits_free(&found);
  return unset;
}

static bool can_end(const pml_lowering *l, const pml_channel *c) {
  if (c->leaf->root->scope == PML_GLOBAL) return false;
  const pml_process *p = &l->process[c->leaf->root->proc->index];
  for (uint32_t i = 0; i < p->offers.n; i++)
    if (!p->offers.at[i].arc->stmt) return true;
  return false;
}

// No process outlives its own channels: only a variable can hold those of another process.
bool pml_maybe_gone(pml_lowering *l, const pml_expr *e) {
  sv_bits found;
  bool gone = false;
  if (e->op == PML_E_STDIN || (!e->field && !pml_leaf_at(l, e->var, 0)->variable)) return false;
  sv_bits_init(&found, l->channels.n + 1);
  pml_channels_of(l, e, &found);
  for (uint32_t f = 1; f < l->channels.n; f++)
    gone |= sv_bits_has(&found, f) && can_end(l, l->channels.at[f]);
  sv_bits_free(&found);
  return gone;
}

bool pml_has_channels(const pml_lowering *l, bool buffer) {
  for (uint32_t f = 1; f < l->channels.n; f++)
    if (!l->channels.at[f]->capacity == !buffer) return true;
  return false;
}

const sv_bits *pml_points_of(pml_lowering *l, const pml_var *v) {
  return &l->points[cell_of(l, v)];
}

bool pml_maybe_rendezvous(pml_lowering *l, const pml_expr *e) {
  sv_bits families;
  bool found = false;
  sv_bits_init(&families, l->channels.n + 1);
  pml_channels_of(l, e, &families);
  for (uint32_t f = 1; f < l->channels.n; f++)
    found |= sv_bits_has(&families, f) && !l->channels.at[f]->capacity;
  sv_bits_free(&families);
  return found;
}
