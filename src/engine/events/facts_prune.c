// facts_prune.c -- actions that are never taken, since no state in which they could be fits the facts.
//
// Such an action has no event, is in no life, and fails no property: much of what a frontier may do is gone. All
// facts are there at once, over one state; an action is asked for with the place of its process known. On which facts
// the answer rests is noted.

#include "encode/bits/blast.h"
#include "encode/graph/tseitin.h"
#include "engine/events/facts.h"
#include "solver/sat.h"

enum { PATIENCE = 500 /* conflicts of one question */ };

typedef struct sv_facts_prover {
  sv_aig *aig;
  sv_sat *sat;
  sv_cnf *cnf;
  sv_lit *state;  // by bit
  sv_i32s uses;   // by fact
} prover;

static void say_all(prover *p, const sv_events_facts *f) {
  for (uint32_t i = 0; i < f->all.n; i++) {
    sv_lit fact = f->said.say(f->said.context, i, p->aig, p->state);
    int32_t use = sv_cnf_variable(p->cnf), clause[] = {-use, 0};
    if (!sv_lit_is_const(fact)) clause[1] = sv_cnf_literal(p->cnf, fact);
    if (!sv_lit_same(fact, SV_LIT_TRUE)) sv_sat_add(p->sat, clause, clause[1] ? 2 : 1);
    sv_push(p->uses, use);
  }
}

static sv_lit stands_at(const prover *p, const sv_molds *molds, uint32_t process,
                        uint32_t location) {
  uint32_t place = sv_molds_place_of_process(molds, process);
  sv_lit here = SV_LIT_TRUE;
  for (uint32_t i = 0; i < sv_molds_widths(molds)[place]; i++) {
    bool is = sv_molds_location_bit(molds, process, location, i);
    here = sv_aig_and(p->aig, here, sv_lit_not_if(p->state[sv_molds_bits(molds, place)[i]], !is));
  }
  return here;
}

// What others see of a process comes from where it stands.
static void set_observer(prover *p, const sv_molds *molds, const sv_observer *o) {
  const uint32_t *bits = sv_molds_bits(molds, o->place);
  for (uint32_t i = 0; i < sv_molds_widths(molds)[o->place]; i++) {
    p->state[bits[i]] = SV_LIT_FALSE;
    for (uint32_t l = 0; l < o->class_of.n; l++)
      if (o->class_of.at[l] >> i & 1)
        p->state[bits[i]] =
            sv_aig_or(p->aig, p->state[bits[i]], stands_at(p, molds, o->process, l));
  }
}

static prover *prover_of(sv_events_facts *f, const sv_molds *molds) {
  if (f->prover) return f->prover;
  prover *p = f->prover = SV_NEW(prover);
  uint32_t bits = sv_molds_all_bits(molds);
  p->aig = sv_aig_new();
  p->sat = sv_sat_new();
  p->cnf = sv_cnf_new(p->aig, sv_sat_sink(p->sat));
  p->state = SV_NEW_ARRAY(sv_lit, bits + 1);
  for (uint32_t b = 0; b < bits; b++) p->state[b] = sv_aig_input(p->aig);
  for (uint32_t i = 0; i < sv_molds_observers(molds); i++)
    set_observer(p, molds, sv_molds_observer(molds, i));
  say_all(p, f);
  return p;
}

void sv_events_facts_end(sv_events_facts *f) {
  prover *p = f->prover;
  if (!p) return;
  sv_cnf_free(p->cnf);
  sv_sat_free(p->sat);
  sv_aig_free(p->aig);
  sv_vec_free(p->uses);
  sv_free(p->state);
  sv_free(p);
  f->prover = NULL;
}

// The action is possible, over the prover's state.
static sv_lit copy_enabled(prover *p, const sv_molds *molds, const sv_mold *mold) {
  const sv_aig *graph = sv_molds_graph(molds);
  sv_lit *now = SV_NEW_ARRAY(sv_lit, sv_aig_nodes(graph) + 1);
  sv_lits roots = {0};
  const sv_net *net = sv_molds_coding(molds)->net;
  for (uint32_t k = 0; k < net->actions.at[mold->action].choice_count; k++)
    for (uint32_t i = 0; i < sv_blast_choice_bits(net, mold->action, k); i++)
      now[sv_lit_node(sv_molds_choice(molds, k, i))] = sv_aig_input(p->aig);
  for (uint32_t b = 0; b < sv_molds_all_bits(molds); b++)
    now[sv_lit_node(sv_molds_input(molds, b))] = p->state[b];
  sv_fill(roots, mold->part.roots.n);
  sv_aig_part_copy(&mold->part, graph, p->aig, now, roots.at);
  sv_lit enabled = roots.at[SV_ROOT_ENABLED];
  sv_vec_free(roots);
  sv_free(now);
  return enabled;
}

static void stand(const prover *p, const sv_molds *molds, const sv_mold *mold, sv_i32s *assumed) {
  if (mold->process == UINT32_MAX) return;
  uint32_t place = sv_molds_place_of_process(molds, mold->process);
  for (uint32_t i = 0; i < sv_molds_widths(molds)[place]; i++) {
    int32_t bit = sv_cnf_literal(p->cnf, p->state[sv_molds_bits(molds, place)[i]]);
    bool is = sv_molds_location_bit(molds, mold->process, mold->location, i);
    sv_push(*assumed, is ? bit : -bit);
  }
}

bool sv_events_facts_exclude(void *context, const sv_mold *mold) {
  sv_events_facts *f = context;
  const sv_molds *molds = f->molds;
  prover *p = prover_of(f, molds);
  sv_lit enabled = copy_enabled(p, molds, mold);
  sv_i32s assumed = {0};
  if (!sv_lit_is_const(enabled)) sv_push(assumed, sv_cnf_literal(p->cnf, enabled));
  stand(p, molds, mold, &assumed);
  for (uint32_t i = 0; i < p->uses.n; i++) sv_push(assumed, p->uses.at[i]);
  sv_sat_limits limits = {.run = f->limits, .conflicts = PATIENCE};
  bool never = sv_sat_solve(p->sat, assumed.at, assumed.n, &limits) == SV_SAT_NO;
  for (uint32_t i = 0; i < p->uses.n && never; i++)
    if (sv_sat_failed(p->sat, p->uses.at[i])) sv_bits_add(&f->used, i);
  sv_vec_free(assumed);
  return never;
}
