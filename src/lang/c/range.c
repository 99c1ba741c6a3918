// range.c -- the fix-point over actions; range_term.c has the terms.

#include "lang/c/range_inside.h"

bool c_range_fits(c_range r, uint32_t width, bool is_signed) {
  c_range all = c_range_of_width(width, is_signed);
  return !r.any && (all.any ? is_signed || r.lo >= 0 : all.lo <= r.lo && r.hi <= all.hi);
}

// ---- where ranges are kept

static uint32_t first_cell(const c_ranges *r, uint32_t template_number, uint32_t location) {
  return r->template_base[template_number] + location * r->locals[template_number];
}

static c_range *cell_of(const c_ranges *r, uint32_t variable, uint32_t location) {
  uint32_t owner = r->model->variables.at[variable].owner;
  if (owner == SV_GLOBAL) return &r->global[variable];
  return &r->local[first_cell(r, owner, location) + r->slot[variable]];
}

// Of another process it is not known where it stands.
c_range c_range_here(const c_ranges *r, const sv_node *n) {
  if (r->foreign[n->id])
    return c_range_of_sort(r, sv_sort_scalar(r->model->terms, r->model->variables.at[n->id].sort));
  if (n->role != SV_ROLE_SELF) return c_range_of_variable(r, n->id);
  return *cell_of(r, n->id, r->location);
}

static bool same(c_range a, c_range b) {
  return a.any == b.any && (a.any || (a.lo == b.lo && a.hi == b.hi));
}

c_range c_range_join(c_range a, c_range b) {
  if (a.any || b.any) return (c_range){.any = true};
  return (c_range){.lo = a.lo < b.lo ? a.lo : b.lo, .hi = a.hi > b.hi ? a.hi : b.hi};
}

// Outwards to whole bits; 0 is always in it.
static c_range rounded(c_range r) {
  if (r.any) return r;
  int64_t lo = 0, hi = 0;
  while (hi < r.hi) hi = 2 * hi + 1;
  if (r.lo < 0) lo = -1;
  while (lo > r.lo) lo *= 2;
  return (c_range){.lo = lo, .hi = hi};
}

static void touch_location(c_ranges *r, uint32_t template_number, uint32_t location) {
  r->location_version[r->location_base[template_number] + location] = ++r->version;
}

static void touch(c_ranges *r, uint32_t variable, uint32_t location) {
  uint32_t owner = r->model->variables.at[variable].owner;
  if (owner == SV_GLOBAL) r->global_version = ++r->version;
  else touch_location(r, owner, location);
}

static void reach(c_ranges *r, uint32_t template_number, uint32_t location) {
  bool *reached = &r->reached[r->location_base[template_number] + location];
  if (!*reached) touch_location(r, template_number, location);
  *reached = true;
}

// Every circle of steps has one that goes to a location with no larger number, or
// through a global variable or a start: rounding there is enough to come to an end.
static void grow(c_ranges *r, uint32_t variable, uint32_t location, c_range by) {
  bool forward = r->model->variables.at[variable].owner != SV_GLOBAL && location > r->location;
  c_range *cell = cell_of(r, variable, location), now = c_range_join(*cell, by);
  if (!forward) now = rounded(now);
  if (same(*cell, now)) return;
  *cell = now;
  touch(r, variable, location);
}

static c_range first_of(c_ranges *r, uint32_t variable) {
  const sv_variable *v = &r->model->variables.at[variable];
  if (!sv_is_none(v->init)) return c_range_of_term(r, v->init);
  return c_range_of_sort(r, sv_sort_scalar(r->model->terms, v->sort));
}

// ---- one action

static uint32_t variable_of(const sv_terms *T, sv_term target) {
  sv_node n = sv_node_of(T, sv_index(target));
  while (n.op == SV_OP_SELECT) n = sv_node_of(T, sv_index(n.args[0]));
  assert(n.op == SV_OP_VAR || n.op == SV_OP_REMOTE);
  return n.id;
}

// What the variables of the process are worth behind the action, if nothing writes them.
static void pass_locals(c_ranges *r, uint32_t owner, uint32_t to) {
  const sv_model *m = r->model;
  for (uint32_t v = 1; v < m->variables.n; v++) {
    const sv_variable *x = &m->variables.at[v];
    if (x->owner != owner || x->is_pc || r->written[v] || r->foreign[v]) continue;
    grow(r, v, to, c_range_of_term(r, sv_var(m->terms, x->sort, v, SV_ROLE_SELF)));
  }
}

static void pass_updates(c_ranges *r, const sv_action *a, uint32_t to) {
  const sv_terms *T = r->model->terms;
  for (uint32_t i = 0; i < a->update_count; i++) {
    uint32_t v = variable_of(T, a->updates[i].target);
    if (r->foreign[v]) continue;
    bool whole = sv_node_of(T, sv_index(a->updates[i].target)).op == SV_OP_VAR;
    grow(r, v, to, c_range_of_term(r, a->updates[i].value));
    r->written[v] |= whole;
  }
}

static void pass_start(c_ranges *r, const sv_start *s) {
  const sv_model *m = r->model;
  uint32_t entry = s->at ? s->at : m->templates.at[s->template_number].entry;
  uint32_t here = r->location;
  for (uint32_t v = 1; v < m->variables.n; v++) {
    if (m->variables.at[v].owner != s->template_number || m->variables.at[v].is_pc) continue;
    c_range first = first_of(r, v);
    for (uint32_t i = 0; i < s->argument_count; i++)
      if (s->arguments[i].variable == v) first = c_range_of_term(r, s->arguments[i].value);
    r->location = UINT32_MAX;
    grow(r, v, entry, first);
    r->location = here;
  }
  reach(r, s->template_number, entry);
}

void c_ranges_enter(c_ranges *r, const sv_action *a) {
  r->template_number = a->edges[0].template_number;
  r->location = a->edges[0].from[0];
  r->stamp++;
}

bool c_ranges_restrict(c_ranges *r, const sv_action *a) {
  enum { ROUNDS = 3 };
  c_ranges_enter(r, a);
  for (int i = 0; i < ROUNDS; i++)
    if (!c_range_restrict(r, a->guard) || !c_range_restrict(r, a->constraint)) return false;
  return true;
}

// Does it see anything that changed since it was looked at?
static bool is_due(c_ranges *r, const sv_action *a, uint32_t *seen) {
  const sv_edge *e = &a->edges[0];
  assert(e->from_count == 1);
  uint32_t from = r->location_base[e->template_number] + e->from[0];
  if (!r->reached[from] || (*seen >= r->global_version && *seen >= r->location_version[from]))
    return false;
  *seen = r->version;
  return true;
}

static void pass(c_ranges *r, const sv_action *a) {
  const sv_edge *e = &a->edges[0];
  if (!c_ranges_restrict(r, a)) return;
  reach(r, e->template_number, e->to);
  pass_updates(r, a, e->to);
  pass_locals(r, e->template_number, e->to);
  for (uint32_t i = 0; i < a->update_count; i++)
    r->written[variable_of(r->model->terms, a->updates[i].target)] = false;
  for (uint32_t i = 0; i < a->start_count; i++) pass_start(r, &a->starts[i]);
}

// ---- all of it

static void lay_out(c_ranges *r) {
  const sv_model *m = r->model;
  r->slot = SV_NEW_ARRAY(uint32_t, m->variables.n);
  r->locals = SV_NEW_ARRAY(uint32_t, m->templates.n);
  r->template_base = SV_NEW_ARRAY(uint32_t, m->templates.n);
  r->location_base = SV_NEW_ARRAY(uint32_t, m->templates.n);
  for (uint32_t v = 1; v < m->variables.n; v++)
    if (m->variables.at[v].owner) r->slot[v] = r->locals[m->variables.at[v].owner]++;
  uint32_t cells = 0, locations = 0;
  for (uint32_t t = 1; t < m->templates.n; t++) {
    r->template_base[t] = cells;
    r->location_base[t] = locations;
    cells += r->locals[t] * m->templates.at[t].locations.n;
    locations += m->templates.at[t].locations.n;
  }
  r->local = SV_NEW_ARRAY(c_range, cells + 1);
  r->reached = SV_NEW_ARRAY(bool, locations + 1);
  r->location_version = SV_NEW_ARRAY(uint32_t, locations + 1);
  r->global = SV_NEW_ARRAY(c_range, m->variables.n);
  r->written = SV_NEW_ARRAY(bool, m->variables.n);
  r->foreign = SV_NEW_ARRAY(bool, m->variables.n);
  for (uint32_t i = 1; i <= sv_terms_count(m->terms); i++) {
    sv_node n = sv_node_of(m->terms, i);
    bool meets = n.op == SV_OP_REMOTE || n.op == SV_OP_FIND;
    if (meets || (n.op == SV_OP_VAR && n.role == SV_ROLE_OTHER)) r->foreign[n.id] = true;
  }
}

static void begin(c_ranges *r) {
  const sv_model *m = r->model;
  for (uint32_t v = 1; v < m->variables.n; v++) {
    const sv_variable *x = &m->variables.at[v];
    if (x->owner == SV_GLOBAL) grow(r, v, 0, first_of(r, v));
    else if (!x->is_pc && m->templates.at[x->owner].initial)
      grow(r, v, m->templates.at[x->owner].entry, first_of(r, v));
  }
  for (uint32_t t = 1; t < m->templates.n; t++)
    if (m->templates.at[t].initial) reach(r, t, m->templates.at[t].entry);
}

static void make_all_variables(const sv_model *m) {
  for (uint32_t v = 1; v < m->variables.n; v++)
    if (!m->variables.at[v].is_pc) (void)sv_var(m->terms, m->variables.at[v].sort, v, SV_ROLE_SELF);
}

c_ranges *c_ranges_new(const sv_model *m) {
  c_ranges *r = SV_NEW(c_ranges);
  r->model = m;
  make_all_variables(m);  // no term is made from here on
  r->terms = sv_terms_count(m->terms) + 1;
  r->known = SV_NEW_ARRAY(c_range, r->terms);
  r->stamped = SV_NEW_ARRAY(uint32_t, r->terms);
  r->stamp = 1;
  lay_out(r);
  begin(r);
  uint32_t *seen = SV_NEW_ARRAY(uint32_t, m->actions.n);
  for (uint32_t before = 0; before != r->version;) {
    before = r->version;
    for (uint32_t i = 1; i < m->actions.n; i++)
      if (is_due(r, &m->actions.at[i], &seen[i])) pass(r, &m->actions.at[i]);
  }
  sv_free(seen);
  return r;
}

void c_ranges_free(c_ranges *r) {
  if (!r) return;
  sv_free(r->slot), sv_free(r->locals), sv_free(r->template_base), sv_free(r->location_base);
  sv_free(r->local), sv_free(r->reached), sv_free(r->global), sv_free(r->written),
      sv_free(r->foreign);
  sv_free(r->known), sv_free(r->stamped), sv_free(r->location_version);
  sv_free(r);
}

c_range c_range_of_variable(const c_ranges *r, uint32_t variable) {
  const sv_variable *x = &r->model->variables.at[variable];
  if (x->owner == SV_GLOBAL) return r->global[variable];
  if (r->foreign[variable]) return c_range_of_sort(r, sv_sort_scalar(r->model->terms, x->sort));
  c_range all = {0};
  for (uint32_t l = 1; l < r->model->templates.at[x->owner].locations.n; l++)
    all = c_range_join(all, *cell_of(r, variable, l));
  return all;
}
