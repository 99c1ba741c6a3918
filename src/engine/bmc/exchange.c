// exchange.c -- see exchange.h.

#include "engine/bmc/exchange.h"

#include "engine/board.h"

enum { MOST_HEARD = 1 << 18, MOST_BITS = 64 };

sv_bmc_exchange sv_bmc_exchange_make(const sv_coding *coding, const sv_run *run) {
  sv_bmc_exchange e = {0};
  if (run->exchange) e.words = sv_fact_words_new(coding);
  return e;
}

void sv_bmc_exchange_free(sv_bmc_exchange *e) {
  sv_fact_words_free(e->words);
  sv_vec_free(e->facts);
  sv_vec_free(e->heard);
}

// ---- telling: comparisons as clauses over bits

typedef struct {
  const sv_fact_words *words;
  const sv_coding *coding;
  sv_i32s *out;
  uint32_t begin;   // of the clause that is being made
  bool says, fits;  // something; it has words
} teller;

static const sv_code_item *item_of(const teller *t, uint32_t item) {
  uint32_t cells = t->coding->net->cells;
  return item < cells ? &t->coding->cells[item] : &t->coding->queues[item - cells].length;
}

// "Bit k of the item is not that."
static void say_not(teller *t, uint32_t item, uint32_t k, bool that) {
  sv_code_bit bit = item_of(t, item)->at[k];
  int32_t word = sv_fact_item_literal(t->words, item, k);
  if (sv_code_is_const(bit)) {
    t->says &= bit.x == that;
    return;
  }
  t->fits &= word != 0;
  sv_push(*t->out, that ? -word : word);
}

static void say_differs(teller *t, uint32_t item, int64_t value) {
  for (uint32_t k = 0; k < item_of(t, item)->n; k++) say_not(t, item, k, (uint64_t)value >> k & 1);
}

static void begin_clause(teller *t, const sv_invariant_clause *f) {
  t->begin = t->out->n;
  t->says = t->fits = true;
  if (f->when != SV_INVARIANT_ALWAYS) say_differs(t, f->when, f->is);
}

static void end_clause(teller *t) {
  if (t->says && t->fits) sv_push(*t->out, 0);
  else t->out->n = t->begin;
}

// A number is larger than another one if from some bit on it is, where it was not smaller at any bit
// above; the sign counts the other way round.
static void say_bound(teller *t, const sv_invariant_clause *f, bool at_most) {
  uint32_t n = item_of(t, f->item)->n;
  uint64_t flip = UINT64_C(1) << (n - 1), value = (uint64_t)f->value ^ flip;
  for (uint32_t k = 0; k < n; k++) {
    if ((value >> k & 1) == at_most) continue;
    begin_clause(t, f);
    say_not(t, f->item, k, at_most ^ (flip >> k & 1));
    for (uint32_t j = k + 1; j < n; j++)
      if ((value >> j & 1) == at_most) say_not(t, f->item, j, at_most ^ (flip >> j & 1));
    end_clause(t);
  }
}

// The item has a code for the value.
static bool has_code(const teller *t, uint32_t item, int64_t value) {
  uint32_t n = item_of(t, item)->n;
  int64_t rest = n && n <= MOST_BITS ? value >> (n - 1) : 1;
  return rest == 0 || rest == -1;
}

static void say(teller *t, const sv_invariant_clause *f) {
  if (!has_code(t, f->item, f->value)) return;
  if (f->when != SV_INVARIANT_ALWAYS && !has_code(t, f->when, f->is)) return;
  if (f->kind != SV_INVARIANT_IS_NOT) {
    say_bound(t, f, f->kind == SV_INVARIANT_AT_MOST);
    return;
  }
  begin_clause(t, f);
  say_differs(t, f->item, f->value);
  end_clause(t);
}

void sv_bmc_tell(const sv_bmc_exchange *e, const sv_coding *coding, const sv_invariants *invariants,
                 const sv_run *run) {
  if (!e->words) return;
  sv_i32s facts = {0};
  teller t = {.words = e->words, .coding = coding, .out = &facts};
  for (uint32_t i = 0; i < invariants->n; i++) say(&t, &invariants->at[i]);
  sv_exchange_tell(run->exchange, coding->net, &facts);
  sv_vec_free(facts);
}

// ---- hearing

static sv_lit all_of(const sv_invariants *invariants, const sv_circuit *c) {
  sv_word_maker maker = {c->aig, sv_arena_new()};
  sv_lits all = {0};
  for (uint32_t i = 0; i < invariants->n; i++) {
    sv_lit parts[2];
    sv_invariant_literals(&maker, c->coding, c->state.at, &invariants->at[i], parts);
    sv_push(all, sv_aig_or(c->aig, parts[0], parts[1]));
  }
  sv_lit whole = sv_aig_and_all(c->aig, all.at, all.n);
  sv_vec_free(all);
  sv_arena_free(maker.arena);
  return whole;
}

static uint32_t show(const sv_bmc_exchange *e, const sv_coding *coding,
                     const sv_invariants *invariants, uint64_t conflicts, sv_limits *limits,
                     sv_i32s *facts) {
  sv_text why = {0};
  uint32_t kept = 0;
  sv_circuit *c = sv_circuit_new(coding, SV_SELECT_BINARY, &why);
  if (c && !c->uncoded_steps.n)
    kept = sv_facts_keep(e->words, c, all_of(invariants, c), limits, conflicts, facts);
  sv_circuit_free(c);
  sv_text_free(&why);
  return kept;
}

bool sv_bmc_hear(sv_bmc_exchange *e, const sv_coding *coding, const sv_invariants *invariants,
                 uint64_t conflicts, const sv_run *run) {
  uint32_t before = e->heard.n;
  if (!e->words) return false;
  sv_exchange_hear(run->exchange, coding->net, &e->heard);
  if (e->heard.n > MOST_HEARD) e->heard.n = before;
  if (e->heard.n == before) return false;
  sv_i32s facts = {0};
  for (uint32_t i = 0; i < e->heard.n; i++) sv_push(facts, e->heard.at[i]);
  uint32_t kept = show(e, coding, invariants, conflicts, run->limits, &facts);
  SV_LOG(run->log, 1, "bmc: takes %u facts from others", kept);
  if (kept <= e->count) return sv_vec_free(facts), false;
  sv_vec_free(e->facts);
  e->facts = facts;
  run->exchange->taken += kept - e->count;
  e->count = kept;
  e->generation++;
  return true;
}

void sv_bmc_facts(const sv_bmc_exchange *e, sv_aig *aig, const sv_lit *state, sv_lits *out) {
  sv_lit clause;
  for (uint32_t i = 0; i < e->facts.n; i++) {
    if (sv_fact_clause(e->words, aig, state, e->facts.at + i, &clause)) sv_push(*out, clause);
    while (e->facts.at[i]) i++;
  }
}
