// order_lemmas.c -- see order_lemmas.h.

#include "encode/events/order_lemmas.h"

enum { FEW = 24 /* literals of a reason that are tried one by one */ };

void sv_order_lemmas_free(sv_order_lemmas *o) { sv_vec_free(o->atoms); }

// What the solver's model says about terms.
static void list_said(const sv_order_lemmas *o, sv_i32s *out) {
  sv_clear(*out);
  for (uint32_t i = 0; i < o->atoms.n; i++) {
    sv_order_atom a = o->atoms.at[i];
    bool is_true = sv_split_value(o->split, a.literal);
    if (is_true) sv_push(*out, a.literal);
    else if (a.both) sv_push(*out, -a.literal);
  }
}

static sv_sat_answer ask(sv_order_lemmas *o, const sv_i32s *said, const sv_sat_limits *limits) {
  sv_sat_limits patience = {.run = limits ? limits->run : NULL};
  return sv_smt_clauses_solve(o->smt, said->at, said->n, &patience);
}

static void keep_failed(sv_order_lemmas *o, sv_i32s *reason) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < reason->n; i++)
    if (sv_smt_clauses_failed(o->smt, reason->at[i])) reason->at[kept++] = reason->at[i];
  reason->n = kept;
}

// Leaves out one literal after the other, as long as the rest cannot be.
static void shrink(sv_order_lemmas *o, sv_i32s *reason, const sv_sat_limits *limits) {
  if (reason->n > FEW) return;
  for (uint32_t i = reason->n; i-- > 0 && reason->n > 1;) {
    sv_i32s rest = {0};
    for (uint32_t k = 0; k < reason->n; k++)
      if (k != i) sv_push(rest, reason->at[k]);
    if (ask(o, &rest, limits) == SV_SAT_NO) {
      keep_failed(o, &rest);
      sv_clear(*reason);
      for (uint32_t k = 0; k < rest.n; k++) sv_push(*reason, rest.at[k]);
      if (i > reason->n) i = reason->n;
    }
    sv_vec_free(rest);
  }
}

static void learn(sv_order_lemmas *o, const sv_i32s *reason) {
  sv_i32s lemma = {0};
  for (uint32_t i = 0; i < reason->n; i++) sv_push(lemma, -reason->at[i]);
  sv_split_add(o->split, lemma.at, lemma.n);
  o->lemmas++;
  sv_vec_free(lemma);
}

static void leave_out(sv_i32s *said, const sv_i32s *reason) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < said->n; i++) {
    bool blamed = false;
    for (uint32_t k = 0; k < reason->n; k++) blamed |= said->at[i] == reason->at[k];
    if (!blamed) said->at[kept++] = said->at[i];
  }
  said->n = kept;
}

// YES: the terms can be as the model has it. NO: lemmas were learnt.
static sv_sat_answer look_at_model(sv_order_lemmas *o, sv_i32s *said, const sv_sat_limits *limits) {
  sv_sat_answer first = ask(o, said, limits), answer = first;
  while (answer == SV_SAT_NO) {
    sv_i32s reason = {0};
    for (uint32_t i = 0; i < said->n; i++) sv_push(reason, said->at[i]);
    keep_failed(o, &reason);
    shrink(o, &reason, limits);
    learn(o, &reason);
    leave_out(said, &reason);
    bool always = !reason.n;
    sv_vec_free(reason);
    answer = always ? SV_SAT_YES : ask(o, said, limits);
  }
  return first;
}

sv_sat_answer sv_order_lemmas_solve(sv_order_lemmas *o, const int32_t *assumptions, uint32_t n,
                                    const sv_sat_limits *limits) {
  sv_i32s said = {0};
  sv_sat_answer answer, terms = SV_SAT_NO;
  o->terms_unknown = false;
  do {
    answer = sv_split_solve(o->split, assumptions, n, limits);
    if (answer != SV_SAT_YES) break;
    o->models++;
    list_said(o, &said);
    terms = look_at_model(o, &said, limits);
    o->terms_unknown = terms == SV_SAT_UNKNOWN;
  } while (terms == SV_SAT_NO);
  sv_vec_free(said);
  return answer == SV_SAT_YES ? terms : answer;
}
