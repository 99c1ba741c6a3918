// live.c -- live variables, backwards over the edges of each process.

#include "analysis/rewrite/live.h"

typedef struct {
  sv_live *live;
  const sv_net *net;
  sv_bits reads, kills;  // variables, of one action
  sv_u32s scratch;
  sv_u32s *entering;  // by row: actions that lead there
  sv_u32s todo;       // actions to be looked at, and which are there
  sv_bits waiting;
} pass;

static void vars_in(const sv_accesses *all, const sv_parts *parts, sv_u32s *scratch, sv_bits *out) {
  sv_clear(*scratch);
  sv_parts_objects(&all->map, parts, scratch);
  for (uint32_t i = 0; i < scratch->n; i++)
    if (scratch->at[i] < out->n) sv_bits_add(out, scratch->at[i]);
}

static void vars_overwritten(const sv_accesses *all, const sv_parts *parts, sv_u32s *scratch,
                             sv_bits *out) {
  sv_parts whole = {0};
  sv_clear(*scratch);
  sv_parts_objects(&all->map, parts, scratch);
  for (uint32_t i = 0; i < scratch->n; i++) {
    uint32_t v = scratch->at[i];
    sv_clear(whole);
    sv_parts_add(&whole, all->map.first[v], all->map.first[v + 1]);
    if (v < out->n && sv_parts_subset(&whole, parts)) sv_bits_add(out, v);
  }
  sv_vec_free(whole);
}

static void load_action(pass *s, uint32_t action) {
  const sv_access *a = &s->live->all->actions[action];
  sv_bits_clear(&s->reads);
  sv_bits_clear(&s->kills);
  vars_in(s->live->all, &a->reads, &s->scratch, &s->reads);
  vars_overwritten(s->live->all, &a->surely, &s->scratch, &s->kills);
}

// row |= reads | (after & ~kills); true if it grew.
static bool flow(const pass *s, sv_bits *row, const sv_bits *after) {
  uint64_t grown = 0;
  for (uint32_t w = 0; w < sv_bits_words(row->n); w++) {
    uint64_t in = s->reads.w[w] | (after ? after->w[w] & ~s->kills.w[w] : 0);
    grown |= in & ~row->w[w];
    row->w[w] |= in;
  }
  return grown;
}

static void push_action(pass *s, uint32_t action) {
  if (sv_bits_has(&s->waiting, action)) return;
  sv_bits_add(&s->waiting, action);
  sv_push(s->todo, action);
}

static void flow_edge(pass *s, const sv_net_edge *e) {
  uint32_t first = s->live->first[e->process];
  sv_bits *rows = s->live->rows + first;
  for (uint32_t i = 0; i < e->from_count; i++) {
    uint32_t to = e->to == SV_STAY ? e->from[i] : e->to;
    if (!flow(s, &rows[e->from[i]], to ? &rows[to] : NULL)) continue;
    const sv_u32s *before = &s->entering[first + e->from[i]];
    assert(first + e->from[i] < s->live->first[e->process + 1]);
    for (uint32_t k = 0; k < before->n; k++) push_action(s, before->at[k]);
  }
}

static void index_actions(pass *s) {
  s->entering = SV_NEW_ARRAY(sv_u32s, s->live->first[s->net->processes.n] + 1);
  sv_bits_init(&s->waiting, s->net->actions.n);
  for (uint32_t a = 0; a < s->net->actions.n; a++) {
    const sv_net_action *x = &s->net->actions.at[a];
    for (uint32_t i = 0; i < x->edge_count; i++)
      if (x->edges[i].to != SV_STAY)
        sv_push(s->entering[s->live->first[x->edges[i].process] + x->edges[i].to], a);
    push_action(s, a);
  }
}

static void close_rows(pass *s) {
  index_actions(s);
  while (s->todo.n) {
    uint32_t a = sv_pop(s->todo);
    sv_bits_remove(&s->waiting, a);
    assert(sv_bits_count(&s->waiting) == s->todo.n);
    load_action(s, a);
    for (uint32_t i = 0; i < s->net->actions.at[a].edge_count; i++)
      flow_edge(s, &s->net->actions.at[a].edges[i]);
  }
  for (uint32_t i = 0; i < s->live->first[s->net->processes.n]; i++) sv_vec_free(s->entering[i]);
  sv_free(s->entering);
  sv_bits_free(&s->waiting);
  sv_vec_free(s->todo);
}

// ---- permanent readers

static bool belongs_to_edge(const sv_net *net, const sv_net_action *a, uint32_t var) {
  uint32_t p = net->vars.at[var].process;
  return p != SV_NO_PROCESS && sv_edge_of(a, p);
}

static void read_by_strangers(pass *s) {
  for (uint32_t a = 0; a < s->net->actions.n; a++) {
    load_action(s, a);
    for (uint32_t v = sv_bits_next(&s->reads, 0); v != UINT32_MAX;
         v = sv_bits_next(&s->reads, v + 1))
      if (!belongs_to_edge(s->net, &s->net->actions.at[a], v)) sv_bits_add(&s->live->permanent, v);
  }
}

static void read_by_term(pass *s, sv_term t, sv_bits *out) {
  sv_parts parts = {0};
  sv_access_term(s->live->all, t, &parts);
  vars_in(s->live->all, &parts, &s->scratch, out);
  sv_vec_free(parts);
}

static void read_by_properties(pass *s) {
  for (uint32_t i = 1; i < s->net->properties.n; i++)
    if (s->net->properties.at[i].kind == SV_PROP_INVARIANT)
      read_by_term(s, s->net->properties.at[i].term, &s->live->permanent);
}

// A process's own variables in the invariant of its place are live there.
static void read_by_invariant(pass *s, uint32_t p, uint32_t l) {
  if (sv_is_none(s->net->location_invariants[p][l])) return;
  sv_bits_clear(&s->reads);
  read_by_term(s, s->net->location_invariants[p][l], &s->reads);
  for (uint32_t v = sv_bits_next(&s->reads, 0); v != UINT32_MAX;
       v = sv_bits_next(&s->reads, v + 1)) {
    if (s->net->vars.at[v].process == p) sv_bits_add(&s->live->rows[s->live->first[p] + l], v);
    else sv_bits_add(&s->live->permanent, v);
  }
}

// ---- the whole

static void init_rows(sv_live *live) {
  const sv_net *net = live->all->net;
  uint32_t rows = 0;
  live->first = SV_NEW_ARRAY(uint32_t, net->processes.n + 1);
  for (uint32_t p = 0; p < net->processes.n; p++)
    live->first[p] = rows, rows += sv_net_locations(net, p);
  live->first[net->processes.n] = rows;
  live->rows = SV_NEW_ARRAY(sv_bits, rows + 1);
  for (uint32_t i = 0; i < rows; i++) sv_bits_init(&live->rows[i], net->vars.n);
  sv_bits_init(&live->permanent, net->vars.n);
}

sv_live *sv_live_new(const sv_accesses *all) {
  const sv_net *net = all->net;
  sv_live *live = SV_NEW(sv_live);
  live->all = all;
  init_rows(live);
  pass s = {.live = live, .net = net};
  sv_bits_init(&s.reads, net->vars.n);
  sv_bits_init(&s.kills, net->vars.n);
  read_by_strangers(&s);
  read_by_properties(&s);
  for (uint32_t p = 0; p < net->processes.n; p++)
    for (uint32_t l = 1; l < sv_net_locations(net, p); l++) read_by_invariant(&s, p, l);
  close_rows(&s);
  sv_bits_free(&s.reads);
  sv_bits_free(&s.kills);
  sv_vec_free(s.scratch);
  return live;
}

void sv_live_free(sv_live *live) {
  if (!live) return;
  for (uint32_t i = 0; i < live->first[live->all->net->processes.n]; i++)
    sv_bits_free(&live->rows[i]);
  sv_bits_free(&live->permanent);
  sv_free(live->rows);
  sv_free(live->first);
  sv_free(live);
}

bool sv_live_at(const sv_live *live, uint32_t process, uint32_t location, uint32_t var) {
  const sv_net *net = live->all->net;
  REQUIRE(process < net->processes.n && location < sv_net_locations(net, process), "no such place");
  REQUIRE(var < net->vars.n, "no such variable");
  if (net->vars.at[var].process != process || net->vars.at[var].is_pc) return true;
  return sv_bits_has(&live->permanent, var) ||
         sv_bits_has(&live->rows[live->first[process] + location], var);
}
