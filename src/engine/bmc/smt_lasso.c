// smt_lasso.c -- loops of a net that follows an automaton, closed by terms.
//
// As lasso.c has it for bits, for data without bounds: the state in which the loop begins and ends
// is guessed once, by a constant for each cell. Queues are compared moment by moment, since equal
// ones need not have equal parts; so it is guessed, too, at which of the moments with these cells
// the loop begins. Where no value comes back there is no loop, whatever the run breaks: not to find
// one shows nothing (docs/model.md).

#include <stdio.h>

#include "analysis/rewrite/follow.h"
#include "engine/bmc/smt.h"

struct sv_bmc_terms_lasso {
  sv_smt_unroll *runs;
  uint32_t property;
  sv_u32s cells;        // that are compared
  sv_smt_terms guess;   // their values where the loop begins and ends
  sv_smt_terms begins;  // by moment: the loop begins here
  sv_smt_term open;     // at the last moment looked at, or before
  sv_smt_term moved;    // a step was taken since
  sv_smt_terms met;     // by set: since then
  sv_smt_terms closes;  // by moment
};

static sv_smt *solver_of(const sv_bmc_terms_lasso *x) { return x->runs->s->z; }

static sv_smt_term new_constant(const sv_bmc_terms_lasso *x, const char *what, uint32_t number,
                                sv_smt_sort sort) {
  char name[48];
  snprintf(name, sizeof name, "loop.%s.%u", what, (unsigned)number);
  return sv_smt_const(solver_of(x), name, sort);
}

// What only says what the last step was is the same after each round, if not before the first.
static void list_cells(sv_bmc_terms_lasso *x) {
  const sv_smt_net *s = x->runs->s;
  for (uint32_t v = 0; v < s->net->vars.n; v++) {
    const sv_net_var *var = &s->net->vars.at[v];
    if (sv_follow_is_note(s->net, v)) continue;
    for (uint32_t c = var->first_cell; c < var->first_cell + var->cells; c++)
      if (!sv_smt_same(s->now.cells[c], s->next.cells[c])) sv_push(x->cells, c);
  }
}

sv_bmc_terms_lasso *sv_bmc_terms_lasso_new(sv_smt_unroll *runs, uint32_t property) {
  sv_bmc_terms_lasso *x = SV_NEW(sv_bmc_terms_lasso);
  const sv_smt_net *s = runs->s;
  *x = (sv_bmc_terms_lasso){.runs = runs, .property = property};
  x->open = x->moved = sv_smt_truth(s->z, false);
  list_cells(x);
  for (uint32_t i = 0; i < x->cells.n; i++) {
    sv_smt_sort sort = sv_smt_sort_of(s->z, s->now.cells[x->cells.at[i]]);
    sv_push(x->guess, new_constant(x, "cell", i, sort));
  }
  for (uint32_t set = sv_follow_sets(s->net); set < s->net->properties.n; set++)
    sv_push(x->met, sv_smt_truth(s->z, false));
  return x;
}

void sv_bmc_terms_lasso_free(sv_bmc_terms_lasso *x) {
  if (!x) return;
  sv_vec_free(x->cells);
  sv_vec_free(x->guess);
  sv_vec_free(x->begins);
  sv_vec_free(x->met);
  sv_vec_free(x->closes);
  sv_free(x);
}

static sv_smt_term fits(const sv_bmc_terms_lasso *x, uint32_t depth) {
  sv_smt *z = solver_of(x);
  sv_smt_terms all = {0};
  for (uint32_t i = 0; i < x->cells.n; i++) {
    sv_smt_term here = sv_smt_at(x->runs, x->runs->s->now.cells[x->cells.at[i]], depth);
    sv_push(all, sv_smt_eq(z, here, x->guess.at[i]));
  }
  sv_smt_term t = sv_smt_and_all(z, all.at, all.n);
  sv_vec_free(all);
  return t;
}

// With --grow the last steps may be empty, and show again what the one before them showed.
static void note_step(sv_bmc_terms_lasso *x, uint32_t depth) {
  sv_smt *z = solver_of(x);
  sv_smt_term inside = sv_smt_and(z, x->open, sv_smt_moves_at(x->runs, depth - 1));
  x->moved = sv_smt_or(z, x->moved, inside);
  for (uint32_t i = 0; i < x->met.n; i++) {
    uint32_t set = sv_follow_sets(x->runs->s->net) + i;
    sv_smt_term outside = sv_smt_violated_at(x->runs, set, depth);
    sv_smt_term here = sv_smt_and(z, inside, sv_smt_not(z, outside));
    x->met.at[i] = sv_smt_or(z, x->met.at[i], here);
  }
}

// The queues are again as they were where the loop began.
static sv_smt_term returns(const sv_bmc_terms_lasso *x, uint32_t depth) {
  sv_smt *z = solver_of(x);
  if (!x->runs->s->net->queues.n) return x->open;
  sv_smt_term any = sv_smt_truth(z, false);
  for (uint32_t a = 0; a < depth; a++) {
    sv_smt_term same = sv_smt_same_queues(x->runs, a, depth);
    any = sv_smt_or(z, any, sv_smt_and(z, x->begins.at[a], same));
  }
  return any;
}

static void look_at(sv_bmc_terms_lasso *x, uint32_t depth) {
  sv_smt *z = solver_of(x);
  if (depth) note_step(x, depth);
  sv_smt_term here = fits(x, depth);
  sv_smt_term closes = sv_smt_and(z, sv_smt_and(z, here, x->moved), returns(x, depth));
  for (uint32_t i = 0; i < x->met.n; i++) closes = sv_smt_and(z, closes, x->met.at[i]);
  sv_smt_term chosen = new_constant(x, "begins", depth, sv_smt_bool(z));
  sv_smt_term begins = sv_smt_and(z, sv_smt_and(z, chosen, here), sv_smt_not(z, x->open));
  x->open = sv_smt_or(z, x->open, begins);
  sv_push(x->begins, begins);
  sv_push(x->closes, closes);
}

sv_smt_term sv_bmc_terms_lasso_closes(sv_bmc_terms_lasso *x, uint32_t depth) {
  while (x->closes.n <= depth) look_at(x, x->closes.n);
  return x->closes.at[depth];
}

bool sv_bmc_terms_lasso_is(const sv_bmc_terms_lasso *x, uint32_t property) {
  return x && x->property == property;
}

uint32_t sv_bmc_terms_lasso_begin(const sv_bmc_terms_lasso *x) {
  uint32_t i = 0;
  while (i < x->begins.n && !sv_smt_holds(solver_of(x), x->begins.at[i])) i++;
  return i;
}
