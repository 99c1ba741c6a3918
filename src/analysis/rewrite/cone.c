// cone.c -- the cone of influence as a closure over objects and actions.
//
// A work list of objects; actions are closed as soon as they come in. An
// update counts only if its variable is relevant: what an action does to
// irrelevant variables, and reads for it alone, stays outside.

#include "analysis/rewrite/cone.h"

#include "analysis/access/reads.h"

typedef struct {
  const sv_accesses *all;
  const sv_net *net;
  sv_relevant *out;
  sv_reader reader;
  sv_u32s todo;      // objects whose writers are not in yet
  sv_u32s pending;   // actions not closed yet
  bool sections_in;  // actions inside sections have been added
} closure;

static void add_object(closure *c, uint32_t object) {
  if (object == c->net->holder || sv_bits_has(&c->out->objects, object)) return;
  sv_bits_add(&c->out->objects, object);
  assert(object < c->all->map.objects);
  sv_push(c->todo, object);
}

static void add_parts(closure *c, const sv_parts *parts) {
  sv_u32s objects = {0};
  sv_parts_objects(&c->all->map, parts, &objects);
  for (uint32_t i = 0; i < objects.n; i++) add_object(c, objects.at[i]);
  sv_vec_free(objects);
}

static void add_term(closure *c, sv_term t) {
  sv_parts parts = {0};
  sv_reader_term(&c->reader, t, NULL, &parts, NULL);
  sv_parts_seal(&parts);
  add_parts(c, &parts);
  sv_vec_free(parts);
}

static void add_action(closure *c, uint32_t action) {
  if (sv_bits_has(&c->out->actions, action)) return;
  sv_bits_add(&c->out->actions, action);
  sv_push(c->pending, action);
}

// ---- control

static bool inside_section(const sv_net *net, const sv_net_action *a) {
  const unsigned sections = SV_LOC_YIELDING | SV_LOC_BLOCKING | SV_LOC_COMMITTED;
  for (uint32_t i = 0; i < a->edge_count; i++)
    for (uint32_t f = 0; f < a->edges[i].from_count; f++)
      if (sv_net_location(net, a->edges[i].process, a->edges[i].from[f])->flags & sections)
        return true;
  return false;
}

static void add_sections(closure *c) {
  if (c->sections_in) return;
  c->sections_in = true;
  add_parts(c, &c->all->blocking);
  for (uint32_t a = 0; a < c->net->actions.n; a++)
    if (inside_section(c->net, &c->net->actions.at[a])) add_action(c, a);
}

static void add_rivals(closure *c, uint32_t action) {
  const sv_net_action *a = &c->net->actions.at[action];
  if (!a->priority && !c->all->actions[action].priority.n) return;
  for (uint32_t b = 0; b < c->net->actions.n; b++)
    if (c->net->actions.at[b].priority < a->priority || sv_competes(a, &c->net->actions.at[b]))
      add_action(c, b);
}

// New values that decide whether the action is possible.
static void add_checked(closure *c, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->update_count; i++)
    if (sv_update_may_fail(c->net->model->terms, &a->updates[i]))
      add_object(c, sv_target_var(c->net->model->terms, a->updates[i].target));
  add_term(c, a->constraint);  // with the variables of which it asks the next value
}

static void close_action(closure *c, uint32_t action) {
  add_parts(c, &c->all->actions[action].enabling);
  add_checked(c, &c->net->actions.at[action]);
  add_rivals(c, action);
  add_sections(c);
}

// ---- writers

static void close_writer(closure *c, uint32_t action, uint32_t object) {
  const sv_net_action *a = &c->net->actions.at[action];
  sv_parts indices = {0};
  add_action(c, action);
  for (uint32_t i = 0; i < a->update_count; i++) {
    if (sv_target_var(c->net->model->terms, a->updates[i].target) != object) continue;
    sv_reader_indices(&c->reader, a->updates[i].target, &indices);
    add_term(c, a->updates[i].value);
  }
  sv_parts_seal(&indices);
  add_parts(c, &indices);
  sv_vec_free(indices);
}

static void close_object(closure *c, uint32_t object) {
  sv_parts whole = {0};
  sv_parts_add(&whole, c->all->map.first[object], c->all->map.first[object + 1]);
  for (uint32_t a = 0; a < c->net->actions.n; a++)
    if (sv_parts_overlap(&c->all->actions[a].writes, &whole)) close_writer(c, a, object);
  sv_vec_free(whole);
}

static void close_all(closure *c) {
  while (c->todo.n || c->pending.n) {
    if (c->pending.n) close_action(c, sv_pop(c->pending));
    else close_object(c, sv_pop(c->todo));
  }
}

// ---- roots

static void add_bad_locations(closure *c, uint32_t property) {
  for (uint32_t p = 0; p < c->net->processes.n; p++)
    for (uint32_t l = 1; l < sv_net_locations(c->net, p); l++)
      if (sv_net_location(c->net, p, l)->bad == property) add_object(c, c->net->processes.at[p].pc);
}

// Every action can be a step of an infinite run, and whether it is enabled decides who can go on
// and which runs end.
static void add_runs(closure *c, const sv_automaton *automaton) {
  for (uint32_t e = 0; e < automaton->edge_count; e++) add_term(c, automaton->edges[e].guard);
  for (uint32_t p = 0; p < c->net->processes.n; p++) add_object(c, c->net->processes.at[p].pc);
  for (uint32_t a = 0; a < c->net->actions.n; a++) add_action(c, a);
}

static void add_property(closure *c, uint32_t property) {
  REQUIRE(property && property < c->net->properties.n, "no such property");
  const sv_property *p = &c->net->properties.at[property];
  switch (p->kind) {
  case SV_PROP_INVARIANT: add_term(c, p->term); return;
  case SV_PROP_LOCATION: add_bad_locations(c, property); return;
  case SV_PROP_ASSERTION:
    for (uint32_t a = 0; a < c->net->actions.n; a++)
      if (c->net->actions.at[a].fails == property) add_action(c, a);
    return;
  case SV_PROP_RECURRENCE: add_runs(c, p->automaton); return;
  case SV_PROP_DEADLOCK: c->out->everything = true; return;
  }
  SV_UNREACHABLE();
}

// What restricts the initial states, and cut actions.
static void add_common(closure *c) {
  if (!sv_same(c->net->init, SV_TRUE)) add_term(c, c->net->init);
  for (uint32_t p = 0; p < c->net->processes.n; p++) {
    sv_term t = c->net->location_invariants[p][c->net->processes.at[p].entry];
    if (!sv_is_none(t)) add_term(c, t), add_object(c, c->net->processes.at[p].pc);
  }
  for (uint32_t a = 0; a < c->net->actions.n; a++)
    if (c->net->actions.at[a].cut) add_action(c, a);
}

// Relevant actions need relevant objects only, and who writes those is relevant.
SV_ASSERT_ONLY static bool is_closed(const closure *c) {
  sv_u32s objects = {0};
  bool good = true;
  for (uint32_t a = 0; a < c->net->actions.n && good; a++) {
    bool in = sv_bits_has(&c->out->actions, a);
    sv_clear(objects);
    sv_parts_objects(&c->all->map, in ? &c->all->actions[a].enabling : &c->all->actions[a].writes,
                     &objects);
    for (uint32_t i = 0; i < objects.n; i++)
      good &= objects.at[i] == c->net->holder || sv_bits_has(&c->out->objects, objects.at[i]) == in;
  }
  sv_vec_free(objects);
  return good;
}

// Where processes stand, and what the list of the answer tells about.
static void add_control(closure *c) {
  const sv_net *net = c->net;
  for (uint32_t p = 0; p < net->processes.n; p++) add_object(c, net->processes.at[p].pc);
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (net->model->actions.at[net->actions.at[a].action].item_count) add_action(c, a);
}

static sv_relevant *find_relevant(const sv_accesses *all, const uint32_t *properties, uint32_t n,
                                  bool control) {
  closure c = {.all = all, .net = all->net, .out = SV_NEW(sv_relevant)};
  sv_bits_init(&c.out->objects, all->map.objects);
  sv_bits_init(&c.out->actions, all->net->actions.n);
  sv_reader_init(&c.reader, &all->map);
  add_common(&c);
  for (uint32_t i = 0; i < n; i++) add_property(&c, properties[i]);
  if (control) add_control(&c);
  if (c.out->everything) sv_bits_all(&c.out->objects), sv_bits_all(&c.out->actions);
  else close_all(&c);
  assert(c.out->everything || is_closed(&c));
  if (all->net->holder != SV_NO_VARIABLE) sv_bits_remove(&c.out->objects, all->net->holder);
  sv_vec_free(c.todo);
  sv_vec_free(c.pending);
  sv_reader_free(&c.reader);
  return c.out;
}

sv_relevant *sv_relevant_new(const sv_accesses *all, const uint32_t *properties, uint32_t n) {
  return find_relevant(all, properties, n, false);
}

sv_relevant *sv_relevant_control(const sv_accesses *all, const uint32_t *properties, uint32_t n) {
  return find_relevant(all, properties, n, true);
}

void sv_relevant_free(sv_relevant *r) {
  if (!r) return;
  sv_bits_free(&r->objects);
  sv_bits_free(&r->actions);
  sv_free(r);
}
