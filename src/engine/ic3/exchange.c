// exchange.c -- see exchange.h.

#include "engine/ic3/exchange.h"

#include <inttypes.h>

#include "base/map.h"
#include "engine/board.h"
#include "engine/facts.h"

enum {
  FIRST_QUERIES = 300,    // before something is told; then after twice as many each time
  EASY_CONFLICTS = 1000,  // of a query that shows facts
  MOST_HEARD = 1 << 18,   // words
  MOST_TOLD = 1 << 16,    // words at a time
};

struct sv_ic3_exchange {
  const sv_circuit *circuit;
  const sv_run *run;
  sv_fact_words *words;
  sv_i32s heard;    // all of it, shown or not: later facts may help
  sv_map told;      // hashes of clauses
  bool narrowness;  // of the coding was told
  uint64_t next;    // queries
};

sv_ic3_exchange *sv_ic3_exchange_new(const sv_circuit *c, const sv_run *run) {
  if (!run->exchange) return NULL;
  sv_ic3_exchange *e = SV_NEW(sv_ic3_exchange);
  *e = (sv_ic3_exchange){.circuit = c, .run = run, .next = FIRST_QUERIES};
  e->words = sv_fact_words_new(c->coding);
  sv_exchange_rewind(run->exchange);  // with another coding what was heard is shown again
  return e;
}

void sv_ic3_exchange_free(sv_ic3_exchange *e) {
  if (!e) return;
  sv_fact_words_free(e->words);
  sv_vec_free(e->heard);
  sv_map_free(&e->told);
  sv_free(e);
}

static const sv_net *net_of(const sv_ic3_exchange *e) { return e->circuit->coding->net; }

// ---- clauses and cubes

// The cube of states that break the clause; false: there are none, it says nothing here.
static bool cube_of(const sv_ic3_exchange *e, const int32_t *clause, sv_i32s *cube) {
  sv_map seen = {0};
  bool says = true;
  sv_clear(*cube);
  for (uint32_t i = 0; clause[i] && says; i++) {
    sv_code_bit bit = SV_CODE_FALSE;
    says = sv_fact_bit(e->words, clause[i], &bit);
    uint32_t is = clause[i] > 0;  // in the clause; in the cube it is not
    if (says && sv_code_is_const(bit)) says = bit.x != is;
    if (!says || sv_code_is_const(bit)) continue;
    int32_t literal = (int32_t)sv_code_state_bit(bit) + 1;
    uint32_t before = sv_map_get(&seen, (uint64_t)literal);
    says = before == SV_MAP_NONE || before == is;
    if (before == SV_MAP_NONE) sv_push(*cube, is ? -literal : literal);
    sv_map_put(&seen, (uint64_t)literal, is);
  }
  sv_map_free(&seen);
  return says && cube->n;
}

static void know_all(const sv_ic3_exchange *e, sv_ic3 *search, const sv_i32s *facts) {
  sv_i32s cube = {0};
  for (uint32_t i = 0; i < facts->n; i++) {
    if (cube_of(e, facts->at + i, &cube)) sv_ic3_know(search, &cube);
    while (facts->at[i]) i++;
  }
  sv_vec_free(cube);
}

// ---- hearing

// Whatever the order of the literals.
static uint64_t hash_of(const int32_t *clause) {
  uint64_t h = 1;
  for (uint32_t i = 0; clause[i]; i++) h += sv_mix64((uint32_t)clause[i]);
  return h;
}

// Those that were not told before, and by nobody else.
static void add_news(sv_ic3_exchange *e, const sv_i32s *facts, sv_i32s *news) {
  for (uint32_t i = 0; i < facts->n; i++) {
    uint64_t hash = hash_of(facts->at + i);
    bool old = sv_map_get(&e->told, hash) != SV_MAP_NONE;
    sv_map_put(&e->told, hash, 1);
    for (; facts->at[i]; i++)
      if (!old) sv_push(*news, facts->at[i]);
    if (!old) sv_push(*news, 0);
  }
}

static void hear(sv_ic3_exchange *e, sv_ic3 *search) {
  uint32_t before = e->heard.n;
  sv_exchange_hear(e->run->exchange, net_of(e), &e->heard);
  if (e->heard.n == before) return;
  if (e->heard.n > MOST_HEARD) e->heard.n = before;
  sv_i32s facts = {0}, all = {0};
  for (uint32_t i = 0; i < e->heard.n; i++) sv_push(facts, e->heard.at[i]);
  add_news(e, &facts, &all);
  uint32_t kept =
      sv_facts_keep(e->words, e->circuit, SV_LIT_TRUE, e->run->limits, EASY_CONFLICTS, &facts);
  know_all(e, search, &facts);
  e->run->exchange->taken += kept;
  SV_LOG(e->run->log, 1, "ic3: takes %u facts from others", kept);
  sv_vec_free(facts);
  sv_vec_free(all);
}

// ---- telling

typedef struct {
  const sv_ic3_exchange *e;
  sv_i32s *facts;
} listing;

static void list(void *context, const sv_i32s *cube) {
  listing *l = context;
  uint32_t before = l->facts->n;
  bool has_words = before < MOST_TOLD;
  for (uint32_t i = 0; i < cube->n && has_words; i++) {
    int32_t at = cube->at[i];
    int32_t word = sv_fact_literal(l->e->words, (uint32_t)(at < 0 ? -at : at) - 1);
    has_words = word;
    sv_push(*l->facts, at < 0 ? word : -word);
  }
  if (has_words) sv_push(*l->facts, 0);
  else l->facts->n = before;
}

static void tell(sv_ic3_exchange *e, sv_ic3 *search) {
  uint64_t queries = sv_ic3_numbers(search).queries;
  uint32_t top = sv_ic3_top(search);
  if (queries < e->next || top < 2) return;
  e->next = 2 * queries;
  sv_i32s facts = {0}, news = {0};
  listing l = {e, &facts};
  sv_ic3_look(search, top / 2 + 1, list, &l);
  uint32_t kept =
      sv_facts_keep(e->words, e->circuit, SV_LIT_TRUE, e->run->limits, EASY_CONFLICTS, &facts);
  know_all(e, search, &facts);
  if (!e->narrowness) sv_facts_of_coding(e->words, &news);
  e->narrowness = true;
  add_news(e, &facts, &news);
  sv_exchange_tell(e->run->exchange, net_of(e), &news);
  SV_LOG(e->run->log, 1, "ic3: frame %u: %u clauses are inductive", top, kept);
  sv_vec_free(facts);
  sv_vec_free(news);
}

void sv_ic3_exchange_facts(sv_ic3_exchange *e, sv_ic3 *search) {
  if (!e) return;
  hear(e, search);
  tell(e, search);
}
