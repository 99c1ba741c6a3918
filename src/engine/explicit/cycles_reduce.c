// cycles_reduce.c -- fewer interleavings in the search for infinite runs.
//
// docs/reduction.md, "Infinite runs": a stubborn set may be taken in a state if
// none of its enabled members is visible or closes a loop of its process's
// control flow (a proviso that needs no stack: R. Kurshan et al., Static
// partial order reduction, TACAS 1998). So what is fired is a function of the
// state, whatever the automaton does and however often it is asked.

#include "analysis/reduction/stubborn.h"
#include "engine/explicit/cycles.h"
#include "engine/explicit/guards.h"

struct sv_cycles_reduction {
  sv_guards *guards;
  sv_reduction *tables;
  sv_stubborn *stubborn;
  sv_bits keeps;  // actions that are taken together with all others only
  bool shared;    // tables and bits belong to another
  uint32_t *location, *chosen;
};

// ---- loops of control flow

typedef struct {
  const sv_net *net;
  uint32_t process;
  uint8_t *met;  // by location: 1 on the path, 2 left
  sv_bits *out;
} flow;

static void follow(flow *f, uint32_t location);

static void follow_edge(flow *f, uint32_t action, const sv_net_edge *e, uint32_t location) {
  bool leaves = false;
  for (uint32_t i = 0; i < e->from_count; i++) leaves |= e->from[i] == location;
  if (e->process != f->process || !leaves) return;
  uint32_t to = e->to == SV_STAY ? location : e->to;
  if (f->met[to] == 1) sv_bits_add(f->out, action);
  else if (!f->met[to]) follow(f, to);
}

static void follow(flow *f, uint32_t location) {
  f->met[location] = 1;
  for (uint32_t a = 0; a < f->net->actions.n; a++)
    for (uint32_t e = 0; e < f->net->actions.at[a].edge_count; e++)
      follow_edge(f, a, &f->net->actions.at[a].edges[e], location);
  f->met[location] = 2;
}

// Every cycle of states moves some process around a cycle of its locations, which has an action
// that leads back to where a depth-first walk came from; or it has an action without a process.
static void add_loops(const sv_net *net, sv_bits *out) {
  for (uint32_t p = 0; p < net->processes.n; p++) {
    uint32_t n = sv_net_locations(net, p);
    flow f = {net, p, SV_NEW_ARRAY(uint8_t, n), out};
    for (uint32_t l = 0; l < n; l++)
      if (!f.met[l]) follow(&f, l);
    sv_free(f.met);
  }
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (!net->actions.at[a].edge_count) sv_bits_add(out, a);
}

// ---- where it is allowed

// Others than Promela's, which give way where they cannot go on.
static bool has_exclusive_sections(const sv_net *net) {
  for (uint32_t p = 0; p < net->processes.n; p++)
    for (uint32_t l = 1; l < sv_net_locations(net, p); l++)
      if (sv_net_location(net, p, l)->flags & (SV_LOC_BLOCKING | SV_LOC_COMMITTED)) return true;
  return false;
}

static const char *refusal(const sv_cycles *c) {
  enum { MOST_LOCATIONS = 1 << 13 };  // the walk above goes so deep
  const sv_options *o = c->run->options;
  if (o->reduction == SV_OPT_REDUCTION_OFF) return "--reduction off";
  if (c->net->processes.n < 2) return "there is one process only";
  if (!c->property->stutters) return "the automaton may see how often a state is repeated";
  if (c->fairness.n) return "fairness";
  if (has_exclusive_sections(c->net)) return "blocking or committed locations";
  for (uint32_t p = 0; p < c->net->processes.n; p++)
    if (sv_net_locations(c->net, p) > MOST_LOCATIONS) return "a process has too many locations";
  for (uint32_t a = 0; a < c->net->actions.n; a++)
    if (c->net->actions.at[a].priority) return "global priorities";
  return NULL;
}

static sv_reduction *make_tables(const sv_cycles *c, sv_text *why) {
  sv_u32s guards = {0};
  for (uint32_t i = 0; i < c->guards; i++) sv_push(guards, c->first_guard + i);
  sv_reduction *r = sv_reduction_new(c->net, guards.at, guards.n, why);
  sv_vec_free(guards);
  return r;
}

static void set_buffers(struct sv_cycles_reduction *r, const sv_net *net) {
  r->stubborn = sv_stubborn_new(r->tables);
  r->location = SV_NEW_ARRAY(uint32_t, net->processes.n);
  r->chosen = SV_NEW_ARRAY(uint32_t, net->actions.n);
}

struct sv_cycles_reduction *sv_cycles_reduction_share(const sv_cycles *lead) {
  struct sv_cycles_reduction *r = SV_NEW(struct sv_cycles_reduction);
  *r = *lead->reduction;
  r->shared = true;
  r->guards = sv_guards_share(r->guards);
  set_buffers(r, lead->net);
  return r;
}

struct sv_cycles_reduction *sv_cycles_reduction_new(const sv_cycles *c, sv_text *why) {
  const char *no = refusal(c);
  if (no) return sv_text_string(why, no), NULL;
  struct sv_cycles_reduction *r = SV_NEW(struct sv_cycles_reduction);
  sv_bits_init(&r->keeps, c->net->actions.n);
  r->guards = sv_guards_new(c->layout, why);
  if (r->guards) r->tables = make_tables(c, why);
  if (!r->tables) return sv_cycles_reduction_free(r), NULL;
  set_buffers(r, c->net);
  if (!c->fan) add_loops(c->net, &r->keeps);
  for (uint32_t a = 0; a < c->net->actions.n; a++)
    if (sv_reduction_sees(r->tables, a)) sv_bits_add(&r->keeps, a);
  return r;
}

void sv_cycles_reduction_free(struct sv_cycles_reduction *r) {
  if (!r) return;
  sv_stubborn_free(r->stubborn);
  if (!r->shared) sv_reduction_free(r->tables), sv_bits_free(&r->keeps);
  sv_guards_free(r->guards);
  sv_free(r->location);
  sv_free(r->chosen);
  sv_free(r);
}

// ---- in a state

static bool guard_holds(void *context, uint32_t action) { return sv_guards_hold(context, action); }

static void read_locations(const sv_cycles *c, const uint64_t *state) {
  for (uint32_t p = 0; p < c->net->processes.n; p++) {
    uint32_t cell = c->net->vars.at[c->net->processes.at[p].pc].first_cell;
    c->reduction->location[p] = (uint32_t)sv_field_get(state, c->layout->cells[cell]);
  }
}

uint32_t sv_cycles_select(sv_cycles *c, const uint64_t *state, const uint32_t *enabled, uint32_t n,
                          const uint32_t **chosen) {
  struct sv_cycles_reduction *r = c->reduction;
  read_locations(c, state);
  sv_guards_load(r->guards, state);
  uint32_t k =
      sv_stubborn_select(r->stubborn, enabled, n, r->location, guard_holds, r->guards, r->chosen);
  bool all = k == n;
  for (uint32_t i = 0; i < k && !all; i++) all = sv_bits_has(&r->keeps, r->chosen[i]);
  *chosen = all ? enabled : r->chosen;
  c->reduced += !all;
  return all ? n : k;
}

bool sv_cycles_overflow(const sv_cycles *c) {
  return c->overflowed || (c->machine && sv_machine_overflow(c->machine)) ||
         (c->reduction && sv_guards_overflow(c->reduction->guards));
}
