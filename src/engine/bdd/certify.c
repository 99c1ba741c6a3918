// certify.c -- see certify.h.

#include "engine/bdd/certify.h"

#include "engine/certify.h"

typedef struct {
  const sv_symbolic *s;
  sv_map done;  // BDD node -> number
  sv_certificate_diagram to;
} reader;

// Recursion is as deep as there are variables.
static uint32_t read_node(reader *r, sv_bdd d) {
  sv_bdds *b = r->s->bdds;
  if (sv_bdd_is_const(d)) return sv_bdd_is_true(d);
  uint32_t known = sv_map_get(&r->done, (uint64_t)d.x);
  if (known != SV_MAP_NONE) return known;
  uint32_t low = read_node(r, sv_bdd_low(b, d)), high = read_node(r, sv_bdd_high(b, d));
  uint32_t var = sv_bdd_top(b, d), number = r->to.decisions.n + 2;
  REQUIRE(var % 2 == 0 && var / 2 < r->s->coding->bits, "a set of states is over state bits");
  sv_push(r->to.decisions, (sv_decision){r->s->bit_of_pair[var / 2], low, high});
  sv_map_put(&r->done, (uint64_t)d.x, number);
  return number;
}

// Pairs are neighbours in every order, and nothing is above them.
static void read_order(reader *r) {
  sv_fill(r->to.order, r->s->coding->bits);
  for (uint32_t pair = 0; pair < r->s->coding->bits; pair++)
    r->to.order.at[sv_bdd_level(r->s->bdds, 2 * pair) / 2] = r->s->bit_of_pair[pair];
}

bool sv_bdd_certify(sv_bdd_search *x) {
  REQUIRE(x->end == SV_BDD_ENDED && !x->reduced, "only a full search can be certified");
  reader r = {.s = x->s};
  r.to.root = read_node(&r, x->reached);
  read_order(&r);
  sv_certificate c = {.net = x->s->net,
                      .coding = x->s->coding,
                      .answer = x->answer,
                      .limits = x->run->limits,
                      .diagram = &r.to};
  bool good = sv_certify(&c);
  sv_map_free(&r.done);
  sv_vec_free(r.to.decisions);
  sv_vec_free(r.to.order);
  return good;
}
