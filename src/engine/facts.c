// facts.c -- see facts.h.
//
// Words are numbers: 64 for each item, cells first, then for each queue its length, the number of
// deferred messages, and the fields of its slots. Values of more than 64 bits have words for the
// lowest 64.

#include "engine/facts.h"

enum { BITS_OF_ITEM = 64, MOST_ITEMS = INT32_MAX / BITS_OF_ITEM - 1, MOST_LITERALS = 4096 };

struct sv_fact_words {
  const sv_coding *coding;
  sv_u32s first;  // by queue: its first item; and the number of all items
  sv_i32s of_bit;
};

static const sv_code_item *item_of(const sv_fact_words *w, uint32_t item) {
  const sv_net *net = w->coding->net;
  if (item < net->cells) return &w->coding->cells[item];
  uint32_t q = 0;
  while (q < net->queues.n && item >= w->first.at[q + 1]) q++;
  if (q == net->queues.n) return NULL;
  const sv_code_queue *queue = &w->coding->queues[q];
  uint32_t part = item - w->first.at[q], fields = queue->slots * net->queues.at[q].field_count;
  if (part < 2) return part ? &queue->deferred : &queue->length;
  bool in_place = queue->head.n == 1 && sv_code_is_const(queue->head.at[0]);
  return in_place && part - 2 < fields ? &queue->fields[part - 2] : NULL;
}

static int32_t word_of(uint32_t item, uint32_t k) { return (int32_t)(item * BITS_OF_ITEM + k + 1); }

static void name_bits(sv_fact_words *w, uint32_t item) {
  const sv_code_item *of = item_of(w, item);
  for (uint32_t k = 0; of && k < of->n && k < BITS_OF_ITEM; k++)
    if (!sv_code_is_const(of->at[k])) w->of_bit.at[sv_code_state_bit(of->at[k])] = word_of(item, k);
}

static uint64_t items_of(const sv_net_queue *q) {
  return 2 + (uint64_t)q->capacity * q->field_count;
}

sv_fact_words *sv_fact_words_new(const sv_coding *coding) {
  const sv_net *net = coding->net;
  sv_fact_words *w = SV_NEW(sv_fact_words);
  uint64_t items = net->cells;
  w->coding = coding;
  for (uint32_t q = 0; q <= net->queues.n; q++) {
    sv_push(w->first, (uint32_t)(items < MOST_ITEMS ? items : MOST_ITEMS));
    if (q < net->queues.n) items += items_of(&net->queues.at[q]);
  }
  sv_fill(w->of_bit, coding->bits);
  for (uint32_t i = 0; i < sv_last(w->first); i++) name_bits(w, i);
  return w;
}

void sv_fact_words_free(sv_fact_words *w) {
  if (!w) return;
  sv_vec_free(w->first);
  sv_vec_free(w->of_bit);
  sv_free(w);
}

int32_t sv_fact_literal(const sv_fact_words *w, uint32_t state_bit) {
  return w->of_bit.at[state_bit];
}

int32_t sv_fact_item_literal(const sv_fact_words *w, uint32_t item, uint32_t k) {
  uint32_t cells = w->coding->net->cells;
  uint32_t place = item < cells ? item : w->first.at[item - cells];
  return place < MOST_ITEMS && k < BITS_OF_ITEM ? word_of(place, k) : 0;
}

bool sv_fact_bit(const sv_fact_words *w, int32_t literal, sv_code_bit *out) {
  if (literal == INT32_MIN || !literal) return false;
  uint32_t word = (uint32_t)(literal < 0 ? -literal : literal) - 1;
  uint32_t item = word / BITS_OF_ITEM, k = word % BITS_OF_ITEM;
  const sv_code_item *of = item < MOST_ITEMS ? item_of(w, item) : NULL;
  if (!of) return false;
  *out = of->at[k < of->n ? k : of->n - 1];
  return true;
}

bool sv_fact_clause(const sv_fact_words *w, sv_aig *aig, const sv_lit *state, const int32_t *clause,
                    sv_lit *out) {
  sv_code_bit bit;
  *out = SV_LIT_FALSE;
  for (uint32_t i = 0; clause[i]; i++) {
    if (i == MOST_LITERALS || !sv_fact_bit(w, clause[i], &bit)) return false;
    sv_lit is = sv_code_is_const(bit) ? sv_lit_const(bit.x) : state[sv_code_state_bit(bit)];
    *out = sv_aig_or(aig, *out, clause[i] < 0 ? sv_lit_not(is) : is);
  }
  return true;
}

// ---- what a coding says

static void say(sv_i32s *facts, int32_t a, int32_t b) {
  sv_push(*facts, a);
  if (b) sv_push(*facts, b);
  sv_push(*facts, 0);
}

static void say_item(uint32_t item, const sv_code_item *wide, const sv_code_item *narrow,
                     sv_i32s *facts) {
  for (uint32_t k = 0; k < wide->n && k < BITS_OF_ITEM; k++) {
    if (sv_code_is_const(wide->at[k])) continue;
    sv_code_bit is = narrow->at[k < narrow->n ? k : narrow->n - 1];
    int32_t word = word_of(item, k);
    if (sv_code_is_const(is)) {
      say(facts, is.x ? word : -word, 0);
    } else if (k >= narrow->n) {
      say(facts, word, -word_of(item, k - 1));
      say(facts, -word, word_of(item, k - 1));
    }
  }
}

void sv_facts_of_coding(const sv_fact_words *w, sv_i32s *facts) {
  sv_text why = {0};
  sv_coding *all = sv_coding_new(w->coding->net, NULL, SV_QUEUE_SHIFTING, &why);
  sv_fact_words *wide = all ? sv_fact_words_new(all) : NULL;
  for (uint32_t i = 0; wide && i < sv_last(w->first); i++) {
    const sv_code_item *there = item_of(wide, i), *here = item_of(w, i);
    if (there && here) say_item(i, there, here, facts);
  }
  sv_fact_words_free(wide);
  sv_coding_free(all);
  sv_text_free(&why);
}

// ---- showing them again

// Of each clause that speaks of this net: where it begins, and what it says now and next.
typedef struct {
  sv_u32s begins;
  sv_lits now, next;
} guessed;

static void read_clauses(const sv_fact_words *w, const sv_circuit *c, const sv_i32s *facts,
                         guessed *g) {
  for (uint32_t i = 0; i < facts->n; i++) {
    sv_lit now, next;
    bool known = sv_fact_clause(w, c->aig, c->state.at, facts->at + i, &now) &&
                 sv_fact_clause(w, c->aig, c->next.at, facts->at + i, &next);
    if (known && !sv_lit_same(now, SV_LIT_TRUE)) {
      sv_push(g->begins, i);
      sv_push(g->now, now);
      sv_push(g->next, next);
    }
    while (facts->at[i]) i++;
  }
}

static uint32_t keep(sv_i32s *facts, const guessed *g, const bool *dropped) {
  uint32_t kept = 0, to = 0;
  for (uint32_t k = 0; k < g->begins.n; k++) {
    if (dropped[k]) continue;
    kept++;
    for (uint32_t i = g->begins.at[k];; i++) {
      facts->at[to++] = facts->at[i];
      if (!facts->at[i]) break;
    }
  }
  facts->n = to;
  return kept;
}

uint32_t sv_facts_keep(const sv_fact_words *w, const sv_circuit *c, sv_lit known, sv_limits *limits,
                       uint64_t conflicts, sv_i32s *facts) {
  guessed g = {0};
  REQUIRE(!facts->n || !sv_last(*facts), "a zero stands behind the last fact");
  read_clauses(w, c, facts, &g);
  bool *dropped = SV_NEW_ARRAY(bool, g.now.n + 1);
  sv_guesses all = {.circuit = c,
                    .now = g.now.at,
                    .next = g.next.at,
                    .n = g.now.n,
                    .known = known,
                    .limits = limits,
                    .conflicts = conflicts,
                    .one_by_one = true};
  sv_inductive_part(&all, dropped);
  uint32_t kept = keep(facts, &g, dropped);
  sv_free(dropped);
  sv_vec_free(g.begins);
  sv_vec_free(g.now);
  sv_vec_free(g.next);
  return kept;
}
