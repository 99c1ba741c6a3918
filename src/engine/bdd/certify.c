// certify.c -- see certify.h.

#include "engine/bdd/certify.h"

#include "engine/certify.h"

typedef struct {
  const sv_bdd_search *x;
  const sv_lit *now;
} reader;

static sv_lit lit_of_var(void *context, uint32_t var) {
  const reader *r = context;
  REQUIRE(var % 2 == 0 && var / 2 < r->x->s->coding->bits, "a set of states is over state bits");
  return r->now[r->x->s->bit_of_pair[var / 2]];
}

static const char *read_set(void *context, sv_aig *g, const sv_lit *now, sv_lit *out) {
  reader r = {context, now};
  *out = sv_diagram_to_aig(r.x->s->bdds, r.x->reached, g, lit_of_var, &r);
  return NULL;
}

bool sv_bdd_certify(sv_bdd_search *x) {
  REQUIRE(x->end == SV_BDD_ENDED && !x->reduced, "only a full search can be certified");
  sv_certificate c = {.net = x->s->net,
                      .coding = x->s->coding,
                      .answer = x->answer,
                      .limits = x->run->limits,
                      .set = read_set,
                      .context = x};
  return sv_certify(&c);
}
