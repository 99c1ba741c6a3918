// boppo.c -- the engine `boppo`: SAT-based symbolic simulation.
//
// B. Cook, D. Kroening, N. Sharygina: Symbolic Model Checking for Asynchronous
// Boolean Programs (SPIN 2005), for every finite model, with a
// corrected reduction. The work is done in a child process (engine/child.h), since the
// libraries behind it may end a process. docs/engine-boppo.md.

#include "engine/boppo/boppo.h"

#include <inttypes.h>

#include "engine/child.h"
#include "engine/table.h"

static sv_boppo_order order_of(const sv_options *o) {
  if (o->search == SV_OPT_SEARCH_DFS) return SV_BOPPO_DFS;
  return o->search == SV_OPT_SEARCH_BEST ? SV_BOPPO_BEST : SV_BOPPO_BFS;
}

static sv_subsume_method fixpoint_of(const sv_options *o) {
  return o->fixpoint == SV_OPT_FIXPOINT_DEPQBF ? SV_SUBSUME_DEPQBF : SV_SUBSUME_CEGAR;
}

// A reduced set is not closed under steps, so no certificate.
static sv_reducer *make_reducer(sv_boppo *x) {
  sv_opt_reduction word = x->run->options->reduction;
  if (word == SV_OPT_REDUCTION_OFF || x->run->options->certify) return NULL;
  sv_reduce_method method = word == SV_OPT_REDUCTION_CLAUSES ? SV_REDUCE_CLAUSES : SV_REDUCE_SPLIT;
  return sv_reducer_new(x->net, x->aig, method, x->asked.at, x->asked.n, x->run->limits);
}

static void prepare(sv_boppo *x) {
  const sv_net *net = x->net;
  x->arena = sv_arena_new();
  x->aig = sv_aig_new();
  x->decider = sv_decider_new(x->aig, x->run->limits);
  x->subsumer = sv_subsumer_new(x->aig, fixpoint_of(x->run->options), x->run->limits);
  x->accesses = sv_accesses_new(net);
  x->live = sv_live_new(x->accesses);
  x->move_of = SV_NEW_ARRAY(uint32_t, net->actions.n + 1);
  for (uint32_t a = 0; a < net->actions.n; a++) x->move_of[a] = SV_NO_MOVE;
  sv_boppo_open_rules(x);
  x->order = order_of(x->run->options);
  x->places = SV_ARENA_ARRAY(x->arena, uint32_t, net->processes.n + 1);
  x->bits = SV_ARENA_ARRAY(x->arena, sv_lit, x->coding->bits + 1);
  x->alive = SV_ARENA_ARRAY(x->arena, sv_lit, x->coding->bits + 1);
  x->alive_at = SV_ARENA_ARRAY(x->arena, uint32_t, x->coding->bits + 1);
  x->blaster = sv_blaster_new(x->aig, x->coding, x->bits, sv_boppo_choice, x);
  sv_bits_init(&x->cut, net->actions.n);
  sv_bits_init(&x->fired, net->actions.n);
  sv_boppo_index_actions(x);
  sv_boppo_index_bits(x);
  for (uint32_t i = 0; i < x->answer->findings.n; i++)
    if (!x->answer->findings.at[i].trace) sv_push(x->asked, x->answer->findings.at[i].property);
  x->reducer = make_reducer(x);
  SV_LOG(x->run->log, 1, "boppo: %u bits a state, %u actions, reduction %s", x->coding->bits,
         net->actions.n, x->reducer ? "on" : "off");
}

static void release(sv_boppo *x) {
  for (uint32_t i = 0; i < x->first_row[x->net->processes.n]; i++) sv_vec_free(x->leaving[i]);
  sv_free(x->leaving);
  sv_vec_free(x->unbound);
  sv_vec_free(x->states);
  sv_vec_free(x->inputs);
  sv_vec_free(x->moves);
  sv_vec_free(x->queue);
  sv_boppo_forget_known(x);
  sv_vec_free(x->parameters);
  sv_vec_free(x->rivals);
  sv_vec_free(x->asked);
  sv_vec_free(x->known);
  sv_vec_free(x->known_waits);
  sv_bits_free(&x->cut);
  sv_bits_free(&x->fired);
  sv_blaster_free(x->blaster);
  sv_decider_free(x->decider);
  sv_subsumer_free(x->subsumer);
  sv_reducer_free(x->reducer);
  sv_live_free(x->live);
  sv_accesses_free(x->accesses);
  sv_rule_fold_free(x->fold);
  sv_rules_free(x->rules);
  sv_free(x->move_of);
  sv_aig_free(x->aig);
  sv_arena_free(x->arena);
}

// ---- the answer

static const char *cut_text(const sv_boppo *x, bool *only_full) {
  const char *text = NULL;
  *only_full = true;
  for (uint32_t a = sv_bits_next(&x->cut, 0); a != UINT32_MAX; a = sv_bits_next(&x->cut, a + 1)) {
    const sv_net_action *action = &x->net->actions.at[a];
    if (!text || !action->full) text = action->cut;
    *only_full &= action->full;
  }
  return text;
}

static void say_covered(const sv_boppo *x, sv_text *t) {
  if (x->order == SV_BOPPO_BFS && !sv_boppo_reduced(x))
    sv_text_printf(t, "no violation within %u steps", x->covered);
  else sv_text_printf(t, "no violation in %" PRIu64 " symbolic states", x->visited);
}

static sv_cause say_limit(const sv_boppo *x, sv_text *t) {
  sv_cause cause = x->run->limits->hit ? x->run->limits->hit : SV_CAUSE_GAVE_UP;
  sv_text_printf(t, "%s; ", sv_cause_text(cause));
  say_covered(x, t);
  return cause;
}

static sv_cause word(const sv_boppo *x, const char *cut, sv_text *t) {
  switch (x->end) {
  case SV_BOPPO_ENDED:
    if (!x->answer->findings.n) sv_text_string(t, "there is no property to check; ");
    else if (x->bounded) say_covered(x, t), sv_text_string(t, "; ");
    else if (cut) sv_text_printf(t, "no violation; not covered: %s; ", cut);
    sv_text_printf(t, "%" PRIu64 " symbolic states", x->states.n - x->remade);
    if (!x->answer->findings.n) return SV_CAUSE_NONE;
    return x->bounded ? SV_CAUSE_DEPTH : cut ? SV_CAUSE_BOUND : SV_CAUSE_NONE;
  case SV_BOPPO_FOUND: sv_text_string(t, sv_cause_text(SV_CAUSE_STOPPED)); return SV_CAUSE_STOPPED;
  case SV_BOPPO_FULL:
    sv_text_printf(t, "no violation; not covered: %s", cut);
    return SV_CAUSE_BOUND;
  case SV_BOPPO_LIMIT: return say_limit(x, t);
  case SV_BOPPO_REFUSED:
    sv_text_printf(t, "%s is too large a question; ", x->why);
    say_covered(x, t);
    return SV_CAUSE_SIZE;
  case SV_BOPPO_GOING:
  case SV_BOPPO_BROKEN: sv_text_string(t, sv_cause_text(SV_CAUSE_BUG)); return SV_CAUSE_BUG;
  }
  SV_UNREACHABLE();
}

static void add_comparisons(const sv_boppo *x) {
  sv_subsume_statistics n = sv_subsume_numbers(x->subsumer);
  sv_answer_statistic(x->answer, "comparisons",
                      "%" PRIu64 ": %" PRIu64 " same, %" PRIu64 " refuted, %" PRIu64
                      " by structure, %" PRIu64 " solved, %" PRIu64 " given up, %.2f s",
                      n.asked, n.same, n.refuted, n.structural, n.solved, n.gave_up, n.seconds);
}

static void add_diagrams(const sv_boppo *x) {
  sv_sets_statistics n = sv_sets_numbers(x->sets);
  sv_answer_statistic(x->answer, "diagrams",
                      "%" PRIu64 " sets, %" PRIu64 " were too large, %.2f s%s", n.made, n.too_large,
                      n.seconds, sv_sets_work(x->sets) ? "" : ", then given up");
}

static void add_reduction(const sv_boppo *x) {
  sv_reduce_statistics n = sv_reduce_numbers(x->reducer);
  sv_answer_statistic(
      x->answer, "reduction",
      "used in %" PRIu64 " of %" PRIu64 " states, made up for in %" PRIu64 "; %" PRIu64
      " SAT calls, %" PRIu64 " of %" PRIu64 " decisions by the hook, %.2f s",
      n.reduced, n.states, x->made_up, n.sat_calls, n.hooked, n.decisions, n.seconds);
}

static void add_statistics(const sv_boppo *x) {
  sv_answer *a = x->answer;
  sv_decide_statistics d = sv_decide_numbers(x->decider);
  uint32_t inputs = 0;
  for (uint32_t i = 0; i < x->inputs.n; i++) inputs += x->inputs.at[i] != UINT32_MAX;
  sv_answer_statistic(a, "symbolic states", "%" PRIu64, x->states.n - x->remade);
  sv_answer_statistic(a, "dropped", "%" PRIu64, x->dropped);
  sv_answer_statistic(a, "joined", "%" PRIu64, x->joined);
  sv_answer_statistic(a, "remade", "%" PRIu64, x->remade);
  sv_answer_statistic(a, "bits of a state", "%u", x->coding->bits);
  sv_answer_statistic(a, "nodes", "%u", sv_aig_nodes(x->aig));
  sv_answer_statistic(a, "choice inputs", "%u", inputs);
  sv_answer_statistic(a, "guards", "%" PRIu64 " asked, %" PRIu64 " by SAT, %.2f s", d.asked,
                      d.calls, d.seconds);
  add_comparisons(x);
  if (x->sets) add_diagrams(x);
  if (x->reducer) add_reduction(x);
  else if (x->run->options->reduction != SV_OPT_REDUCTION_OFF)
    sv_answer_statistic(a, "reduction", "off: --certify needs all states");
}

static void certify(sv_boppo *x) {
  sv_answer *a = x->answer;
  if (a->verdict != SV_HOLDS || !a->complete || !x->run->options->certify) return;
  sv_boppo_forget_known(x);  // for there is one package of diagrams only
  a->certified = sv_boppo_certify(x);
  if (a->bug) sv_answer_close(a, SV_CAUSE_BUG, NULL);
}

static void close_search(sv_boppo *x) {
  sv_answer *a = x->answer;
  sv_text reason = {0};
  bool only_full;
  const char *cut = cut_text(x, &only_full);
  a->complete = x->end == SV_BOPPO_ENDED && !cut && !x->bounded;
  a->pool_full =
      cut && only_full && !x->bounded && (x->end == SV_BOPPO_ENDED || x->end == SV_BOPPO_FULL);
  for (uint32_t i = 0; i < x->states.n; i++)
    if (x->states.at[i].depth > a->depth) a->depth = x->states.at[i].depth;
  if (x->order == SV_BOPPO_BFS && !sv_boppo_reduced(x)) a->reach = x->covered;
  if (a->complete && !sv_boppo_reduced(x))
    sv_answer_unreached(a, x->net, &x->fired, x->states.n > 0);
  sv_cause cause = word(x, cut, &reason);
  sv_answer_close(a, cause, sv_text_get(&reason));
  SV_LOG(x->run->log, 1, "boppo: %u symbolic states, depth %u: %s", x->states.n, (unsigned)a->depth,
         sv_text_get(&reason));
  add_statistics(x);
  certify(x);
  sv_text_free(&reason);
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_text why = {0};
  if (!sv_answer_net(a, m, run)) return;
  sv_boppo x = {.net = a->net, .run = run, .answer = a};
  x.coding = sv_coding_new(a->net, NULL, SV_QUEUE_SHIFTING, &why);
  if (!x.coding) {
    sv_answer_refuse(a, run, SV_CAUSE_SIZE, sv_text_get(&why));
  } else {
    prepare(&x);
    sv_boppo_search(&x);
    close_search(&x);
    release(&x);
  }
  sv_coding_free(x.coding);
  sv_text_free(&why);
}

const sv_engine sv_engine_boppo = {
    .name = "boppo",
    .options = "search reduction fixpoint join joint depth",
    .summary =
        "symbolic simulation with SAT, fix-point with QBF (BOPPO with a corrected reduction)",
    .refuses = SV_FEATURE_INT | SV_FEATURE_REAL | SV_FEATURE_QUEUE,
    .searches = SV_SEARCH(AUTO) | SV_SEARCH(BFS) | SV_SEARCH(DFS) | SV_SEARCH(BEST),
    .isolated = true,
    .check = check,
    .records = true,
    .forgets = true,
};
