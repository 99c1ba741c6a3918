// cycles_net.c -- the net in which infinite runs are looked for.
//
// Guards of the automaton become invariants, so that the machine evaluates them
// and analyses know who reads what. Then values are left out that decide neither
// what is enabled nor what the automaton sees (slice.h), what is fixed from the
// start becomes constant (constants.h), and dead values are forgotten (dead.h):
// docs/reduction.md, "Infinite runs". A run of what remains is a run of the net,
// step for step, with the same letters and the same actions enabled.

#include "analysis/rewrite/constants.h"
#include "analysis/rewrite/dead.h"
#include "analysis/rewrite/slice.h"
#include "engine/explicit/cycles.h"

static uint32_t guard_number(sv_cycles *c, sv_term guard) {
  for (uint32_t i = c->first_guard; i < c->guarded.properties.n; i++)
    if (sv_same(c->guarded.properties.at[i].term, guard)) return i - c->first_guard;
  sv_push(c->guarded.properties, (sv_property){.kind = SV_PROP_INVARIANT, .term = guard});
  return c->guarded.properties.n - 1 - c->first_guard;
}

// A net of our own that shares everything but the list of properties.
static void add_guards(sv_cycles *c, const sv_net *net) {
  c->guarded = *net;
  c->guarded.properties.at = NULL;
  c->guarded.properties.n = c->guarded.properties.cap = 0;
  for (uint32_t i = 0; i < net->properties.n; i++)
    sv_push(c->guarded.properties, net->properties.at[i]);
  c->first_guard = c->guarded.properties.n;
  for (uint32_t e = 0; e < c->automaton->edge_count; e++)
    sv_push(c->guard_of, guard_number(c, c->automaton->edges[e].guard));
  c->guards = c->guarded.properties.n - c->first_guard;
}

static bool may_slice(const sv_cycles *c) {
  enum { MOST_ACTIONS = 200000 };
  return !c->whole && c->run->options->reduction != SV_OPT_REDUCTION_OFF &&
         c->net->actions.n <= MOST_ACTIONS;
}

static bool may_forget(const sv_cycles *c) {
  return may_slice(c) && c->run->options->merge == SV_OPT_ON_OFF_ON;
}

static void set_slice(sv_cycles *c) {
  if (!may_slice(c)) return;
  uint32_t property = (uint32_t)(c->property - c->answers->properties.at);
  sv_accesses *all = sv_accesses_new(c->net);
  sv_relevant *relevant = sv_relevant_new(all, &property, 1);
  c->slice = sv_slice_new(c->net, relevant);
  if (c->slice) c->net = c->slice;
  sv_relevant_free(relevant);
  sv_accesses_free(all);
}

static void set_constants(sv_cycles *c) {
  enum { MOST_ACTIONS = 8192 };
  uint32_t count;
  if (!may_forget(c) || c->net->actions.n > MOST_ACTIONS || c->net->processes.n < 2) return;
  c->propagated = sv_constants_new(c->net, &count);
  if (c->propagated) c->net = c->propagated;
}

static void set_dead(sv_cycles *c) {
  uint32_t resets;
  if (!may_forget(c)) return;
  c->forgetful = sv_dead_new(c->net, &resets);
  if (c->forgetful) c->net = c->forgetful;
}

void sv_cycles_make_net(sv_cycles *c, const sv_net *net) {
  REQUIRE(c->property > net->properties.at && c->property < net->properties.at + net->properties.n,
          "a property of the net");
  c->answers = net;
  add_guards(c, net);
  c->net = &c->guarded;
  set_slice(c);
  set_constants(c);
  set_dead(c);
}

void sv_cycles_free_net(sv_cycles *c) {
  sv_net_free(c->forgetful);
  sv_net_free(c->propagated);
  sv_net_free(c->slice);
  sv_vec_free(c->guarded.properties);
}
