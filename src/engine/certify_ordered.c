// certify_ordered.c -- see certify_ordered.h.

#include "engine/certify_ordered.h"

#include "encode/graph/tseitin.h"
#include "solver/split.h"

typedef struct {
  const sv_ordered_question *of;
  sv_split *split;
  sv_cnf *cnf;
  sv_i32s order;  // variables of the inputs
  sv_i32s pairs;  // literals: first, second, first, second …
} asker;

static int32_t first_open(void *context, const sv_split *s) {
  const asker *a = context;
  for (uint32_t i = 0; i < a->order.n; i++)
    if (!sv_split_now(s, a->order.at[i])) return a->order.at[i];
  return 0;
}

static void write_clauses(asker *a) {
  int32_t condition = sv_cnf_literal(a->cnf, a->of->condition);
  for (uint32_t i = 0; i < a->of->n; i++) {
    sv_push(a->pairs, sv_cnf_literal(a->cnf, a->of->pairs[i].in));
    sv_push(a->pairs, -sv_cnf_literal(a->cnf, a->of->pairs[i].out));
  }
  sv_split_add(a->split, &condition, 1);
}

// Everything else is a function of the inputs.
static void set_order(asker *a) {
  sv_split_hook hook = {.decide = first_open, .context = a};
  for (uint32_t i = 0; i < a->of->input_count; i++) {
    int32_t variable = sv_cnf_find(a->cnf, a->of->inputs[i]);
    if (variable) sv_push(a->order, variable);
  }
  sv_split_set_hook(a->split, &hook);
  sv_split_focus(a->split, a->order.at, a->order.n);
}

static sv_sat_answer ask_each(asker *a, uint64_t *questions) {
  sv_sat_limits limits = {.run = a->of->limits};
  sv_sat_answer answer = SV_SAT_NO;
  for (uint32_t i = 0; i < a->pairs.n && answer == SV_SAT_NO; i += 2) {
    answer = sv_split_solve(a->split, a->pairs.at + i, 2, &limits);
    ++*questions;
  }
  return answer;
}

sv_sat_answer sv_ordered_ask(const sv_ordered_question *of, sv_ordered_numbers *numbers) {
  asker a = {.of = of, .split = sv_split_new()};
  a.cnf = sv_cnf_new(of->aig, sv_split_sink(a.split));
  write_clauses(&a);
  set_order(&a);
  sv_sat_answer answer = ask_each(&a, &numbers->questions);
  numbers->conflicts += sv_split_numbers(a.split).conflicts;
  sv_cnf_free(a.cnf);
  sv_split_free(a.split);
  sv_vec_free(a.order);
  sv_vec_free(a.pairs);
  return answer;
}
