// split_store.c -- clauses: keeping, simplifying and forgetting them.
//
// Clauses go away only at level 0, where no reason is ever looked at: the ones
// that stay are copied into a new arena, without literals that are false for
// good, and all watches are made anew. What to forget is decided as in Glucose
// and CaDiCaL: clauses of few levels stay, then those used lately, then about
// half of the rest.

#include "solver/split_inside.h"

#include <stdlib.h>

enum { BEST_GLUE = 2 };

static void report(sv_split *s, const uint32_t *literals, uint32_t n,
                   void (*to)(void *, const int32_t *, uint32_t)) {
  if (!to) return;
  sv_clear(s->proof_line);
  for (uint32_t i = 0; i < n; i++) sv_push(s->proof_line, sv_cdcl_out(literals[i]));
  to(s->proof.context, s->proof_line.at, n);
}

void sv_cdcl_prove(sv_split *s, const uint32_t *literals, uint32_t n) {
  report(s, literals, n, s->proof.learnt);
}

void sv_cdcl_prove_lemma(sv_split *s, const uint32_t *literals, uint32_t n) {
  s->numbers.lemmas++;
  report(s, literals, n, s->proof.lemma);
}

void sv_cdcl_store_binary(sv_split *s, uint32_t a, uint32_t b) {
  assert(a >> 1 != b >> 1);
  sv_push(s->implies.at[a ^ 1], b);
  sv_push(s->implies.at[b ^ 1], a);
}

static void attach(sv_split *s, uint32_t clause) {
  const uint32_t *literals = s->arena.at + clause + SV_CDCL_HEADER;
  assert(literals[0] >> 1 != literals[1] >> 1);
  sv_push(s->watches.at[literals[0] ^ 1], (sv_cdcl_watch){clause, literals[1]});
  sv_push(s->watches.at[literals[1] ^ 1], (sv_cdcl_watch){clause, literals[0]});
}

uint32_t sv_cdcl_store(sv_split *s, const uint32_t *literals, uint32_t n, uint32_t flags) {
  uint32_t clause = s->arena.n;
  assert(n > 2 && !(flags & SV_CDCL_DEAD));
  if (n + SV_CDCL_HEADER >= SV_CDCL_BINARY - clause) sv_out_of_memory(sizeof(uint32_t) * n);
  sv_reserve(s->arena, n + SV_CDCL_HEADER);
  s->arena.at[s->arena.n++] = n;
  s->arena.at[s->arena.n++] = flags;
  memcpy(s->arena.at + s->arena.n, literals, n * sizeof *literals);
  s->arena.n += n;
  s->learnt_now += flags >> 31;
  attach(s, clause);
  return clause;
}

// The open literals, into s->learnt; their number, or 0 if one is true.
static uint32_t open_literals(sv_split *s, const uint32_t *literals, uint32_t n) {
  sv_clear(s->learnt);
  for (uint32_t i = 0; i < n; i++) {
    int8_t value = s->value.at[literals[i]];
    if (value > 0) return 0;
    if (!value) sv_push(s->learnt, literals[i]);
  }
  return s->learnt.n;
}

static void keep_clause(sv_split *s, const uint32_t *clause) {
  uint32_t n = clause[0], flags = clause[1], open = 0;
  const uint32_t *literals = clause + SV_CDCL_HEADER;
  if (!(flags & SV_CDCL_DEAD)) open = open_literals(s, literals, n);
  assert(open != 1);  // level 0 is propagated, so a unit clause is true
  if (open == n) {
    sv_cdcl_store(s, literals, n, flags);
    return;
  }
  if (open) sv_cdcl_prove(s, s->learnt.at, open);
  if (open == 2) sv_cdcl_store_binary(s, s->learnt.at[0], s->learnt.at[1]);
  else if (open) sv_cdcl_store(s, s->learnt.at, open, flags);
  report(s, literals, n, s->proof.deleted);
}

static void clean_binary(sv_split *s, uint32_t literal) {
  sv_u32s *list = &s->implies.at[literal];
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->n; i++)
    if (!s->value.at[literal] && !s->value.at[list->at[i]]) list->at[kept++] = list->at[i];
  list->n = kept;
}

// Every clause is watched twice, and no watch leads elsewhere.
SV_ASSERT_ONLY static bool is_watched_twice(const sv_split *s) {
  uint64_t watches = 0, clauses = 0;
  for (uint32_t at = 0; at < s->arena.n; at += s->arena.at[at] + SV_CDCL_HEADER) clauses++;
  for (uint32_t literal = 2; literal < s->watches.n; literal++) {
    const sv_cdcl_watches *list = &s->watches.at[literal];
    for (uint32_t i = 0; i < list->n; i++) {
      const uint32_t *literals = s->arena.at + list->at[i].clause + SV_CDCL_HEADER;
      if (literals[0] != (literal ^ 1) && literals[1] != (literal ^ 1)) return false;
    }
    watches += list->n;
  }
  return watches == 2 * clauses;
}

static void rebuild(sv_split *s) {
  sv_u32s old = s->arena;
  assert(!sv_cdcl_level(s) && s->head == s->trail.n);
  assert(is_watched_twice(s));
  bool fixed_more = s->clean < s->trail.n;
  for (uint32_t i = s->clean; i < s->trail.n; i++) sv_cdcl_prove(s, s->trail.at + i, 1);
  s->arena = (sv_u32s){0};
  sv_reserve(s->arena, old.n + 1);
  s->learnt_now = 0;
  for (uint32_t literal = 2; literal < s->watches.n; literal++) {
    sv_clear(s->watches.at[literal]);
    if (fixed_more) clean_binary(s, literal);
  }
  uint32_t old_words = old.n;
  for (uint32_t at = 0; at < old.n; at += old.at[at] + SV_CDCL_HEADER) keep_clause(s, old.at + at);
  sv_vec_free(old);
  s->clean = s->trail.n;
  assert(is_watched_twice(s) && s->arena.n <= old_words), SV_UNUSED(old_words);
  s->clean_at = s->numbers.propagations;
}

void sv_cdcl_simplify(sv_split *s) {
  assert(!sv_cdcl_level(s) && s->head == s->trail.n);
  if (s->clean < s->trail.n && s->numbers.propagations - s->clean_at > s->arena.n / 8) rebuild(s);
}

typedef struct {
  uint32_t glue, size, clause;
} candidate;
typedef SV_VEC(candidate) candidates;

// Worst first; among equals the older one.
static int worse(const void *left, const void *right) {
  const candidate *a = left, *b = right;
  if (a->glue != b->glue) return a->glue > b->glue ? -1 : 1;
  if (a->size != b->size) return a->size > b->size ? -1 : 1;
  return a->clause < b->clause ? -1 : 1;
}

static void find_candidates(sv_split *s, candidates *list) {
  for (uint32_t at = 0; at < s->arena.n; at += s->arena.at[at] + SV_CDCL_HEADER) {
    uint32_t flags = s->arena.at[at + 1], glue = flags & SV_CDCL_GLUE;
    if (!(flags & SV_CDCL_LEARNT) || glue <= BEST_GLUE) continue;
    if (flags & SV_CDCL_USED) s->arena.at[at + 1] -= SV_CDCL_USED_ONE;
    else sv_push(*list, (candidate){glue, s->arena.at[at], at});
  }
}

void sv_cdcl_reduce(sv_split *s) {
  candidates list = {0};
  sv_cdcl_back(s, 0);
  find_candidates(s, &list);
  if (list.n) qsort(list.at, list.n, sizeof *list.at, worse);
  for (uint32_t i = 0; i < list.n - list.n / 4; i++)
    s->arena.at[list.at[i].clause + 1] |= SV_CDCL_DEAD;
  sv_vec_free(list);
  rebuild(s);
  s->numbers.reductions++;
  s->next_reduction = s->numbers.conflicts + SV_CDCL_REDUCE_UNIT * (s->numbers.reductions + 1);
}
