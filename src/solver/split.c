// split.c -- the split solver from outside: variables, clauses, questions.

#include "solver/split_inside.h"

sv_split *sv_split_new(void) {
  sv_split *s = SV_NEW(sv_split);
  s->bump = 1;
  s->next_reduction = SV_CDCL_REDUCE_UNIT;
  sv_cdcl_pace_start(&s->pace);
  return s;
}

void sv_split_free(sv_split *s) {
  if (!s) return;
  for (uint32_t i = 0; i < s->watches.n; i++) {
    sv_vec_free(s->watches.at[i]);
    sv_vec_free(s->implies.at[i]);
  }
  sv_vec_free(s->value), sv_vec_free(s->watches), sv_vec_free(s->implies), sv_vec_free(s->failed);
  sv_vec_free(s->cause), sv_vec_free(s->activity), sv_vec_free(s->phase), sv_vec_free(s->mark);
  sv_vec_free(s->model), sv_vec_free(s->heap_place);
  sv_vec_free(s->in_focus), sv_vec_free(s->focus);
  sv_vec_free(s->trail), sv_vec_free(s->starts), sv_vec_free(s->heap), sv_vec_free(s->arena);
  sv_vec_free(s->learnt), sv_vec_free(s->marked), sv_vec_free(s->level_stamp);
  sv_vec_free(s->assumed), sv_vec_free(s->proof_line);
  sv_vec_free(s->watched), sv_vec_free(s->reasons), sv_vec_free(s->lemma);
  sv_free(s);
}

int32_t sv_split_var(sv_split *s) {
  REQUIRE(!s->solving, "a hook may not add variables");
  REQUIRE(s->vars < INT32_MAX / 2 - 1, "too many variables");
  uint32_t v = ++s->vars;
  s->last = SV_SAT_UNKNOWN;
  sv_fill(s->value, 2 * v + 2);
  sv_fill(s->watches, 2 * v + 2);
  sv_fill(s->implies, 2 * v + 2);
  sv_fill(s->failed, 2 * v + 2);
  sv_fill(s->cause, v + 1);
  sv_fill(s->activity, v + 1);
  sv_fill(s->phase, v + 1);
  sv_fill(s->mark, v + 1);
  sv_fill(s->heap_place, v + 1);
  sv_fill(s->in_focus, v + 1);
  if (s->theory.learn) sv_fill(s->watched, 2 * v + 2);
  s->phase.at[v] = 1;
  sv_cdcl_heap_insert(s, v);
  return (int32_t)v;
}

uint32_t sv_split_vars(const sv_split *s) { return s->vars; }

// Into s->learnt: the literals that are not false for good, each once. False if the clause
// is true for good.
static bool prepare(sv_split *s, const int32_t *literals, uint32_t n) {
  bool needed = true;
  sv_clear(s->learnt);
  for (uint32_t i = 0; i < n; i++) {
    REQUIRE(sv_cdcl_known(s, literals[i]), "a variable that was never handed out");
    uint32_t literal = sv_cdcl_in(literals[i]);
    uint8_t mine = literal & 1 ? 2 : 1, *marks = &s->mark.at[literal >> 1];
    if (s->value.at[literal] > 0 || (*marks && *marks != mine)) needed = false;
    else if (!s->value.at[literal] && !*marks) sv_push(s->learnt, literal), *marks = mine;
  }
  for (uint32_t i = 0; i < s->learnt.n; i++) s->mark.at[s->learnt.at[i] >> 1] = 0;
  return needed;
}

void sv_split_add(sv_split *s, const int32_t *literals, uint32_t n) {
  REQUIRE(!s->solving, "a hook may not add clauses");
  s->last = SV_SAT_UNKNOWN;
  if (!prepare(s, literals, n) || s->broken) return;
  uint32_t open = s->learnt.n;
  if (open != n || !open) sv_cdcl_prove(s, s->learnt.at, open);
  if (open > 2) sv_cdcl_store(s, s->learnt.at, open, 0);
  else if (open == 2) sv_cdcl_store_binary(s, s->learnt.at[0], s->learnt.at[1]);
  else if (open == 1) sv_cdcl_assign(s, s->learnt.at[0], SV_CDCL_NO_REASON);
  else s->broken = true;
  if (open == 1 && !sv_cdcl_propagate(s)) {
    s->broken = true;
    sv_cdcl_prove(s, NULL, 0);
  }
}

static int32_t sink_var(void *s) { return sv_split_var(s); }
static void sink_add(void *s, const int32_t *literals, uint32_t n) { sv_split_add(s, literals, n); }

sv_cnf_sink sv_split_sink(sv_split *s) { return (sv_cnf_sink){sink_var, sink_add, s}; }

static uint32_t checked(const sv_split *s, int32_t literal) {
  REQUIRE(sv_cdcl_known(s, literal), "a variable that was never handed out");
  return sv_cdcl_in(literal);
}

bool sv_split_value(const sv_split *s, int32_t literal) {
  REQUIRE(s->last == SV_SAT_YES, "there is no model now");
  return s->model.at[checked(s, literal) >> 1] == (literal > 0 ? 1 : -1);
}

bool sv_split_failed(const sv_split *s, int32_t literal) {
  REQUIRE(s->last == SV_SAT_NO, "the last answer was another one");
  uint32_t wanted = checked(s, literal);
  for (uint32_t i = 0; i < s->assumed.n; i++)
    if (s->assumed.at[i] == wanted) return s->failed.at[wanted];
  REQUIRE(false, "the literal was not assumed");
  return false;
}

int sv_split_now(const sv_split *s, int32_t literal) { return s->value.at[checked(s, literal)]; }

void sv_split_set_hook(sv_split *s, const sv_split_hook *hook) {
  REQUIRE(!s->solving, "not while solving");
  s->hook = hook ? *hook : (sv_split_hook){0};
}

void sv_split_set_proof(sv_split *s, const sv_split_proof *proof) {
  REQUIRE(!s->vars, "there are variables already");
  s->proof = *proof;
}

sv_split_statistics sv_split_numbers(const sv_split *s) {
  sv_split_statistics numbers = s->numbers;
  numbers.learnt_now = s->learnt_now;
  return numbers;
}
