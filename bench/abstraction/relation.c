// relation.c -- see relation.h.
//
// The events of the engine `bdd` (all of them, with every value of every sort coded) are
// relations over the bits that they use. With all other bits kept as they are, and only between
// legal codes, their union is the relation of the model.

#include "relation.h"

#include <setjmp.h>

#include "engine/bdd/system.h"

enum { MOST_NODES = 100000000 };

typedef struct {
  jmp_buf out;
} failure;

static void out_of_nodes(void *context, const char *why) {
  failure *f = context;
  SV_UNUSED(why);
  longjmp(f->out, 1);
}

static uint64_t mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * UINT64_C(0x9E3779B97F4A7C15);
  return h ^ h >> 29;
}

typedef struct {
  const sv_symbolic *s;
  sv_map known;  // node -> its place
  sv_u64s hashes;
} hashing;

// A variable by the bit of the state, and whether it is the one after the step.
static uint64_t name_of(const sv_symbolic *s, uint32_t var) {
  assert(var < 2 * s->coding->bits);
  return 2 * (uint64_t)s->bit_of_pair[var / 2] + var % 2;
}

static uint64_t hash_of(hashing *h, sv_bdd x) {
  sv_bdds *b = h->s->bdds;
  if (sv_bdd_is_const(x)) return sv_bdd_is_true(x) ? 3 : 5;
  uint32_t at = sv_map_get(&h->known, (uint32_t)x.x);
  if (at != SV_MAP_NONE) return h->hashes.at[at];
  uint64_t low = hash_of(h, sv_bdd_low(b, x)), high = hash_of(h, sv_bdd_high(b, x));
  uint64_t all = mix(mix(mix(11, name_of(h->s, sv_bdd_top(b, x))), low), high);
  sv_map_put(&h->known, (uint32_t)x.x, h->hashes.n);
  sv_push(h->hashes, all);
  return all;
}

// The step and all it leaves alone.
static sv_bdd framed(sv_symbolic *s, const sv_bdd_relation *r) {
  sv_bdds *b = s->bdds;
  sv_bdd all = sv_bdd_keep(b, r->rel);
  uint32_t changed = r->n;
  for (uint32_t pair = s->coding->bits; pair-- > 0;) {
    if (changed && r->pairs[changed - 1] == pair) {
      changed--;
      continue;
    }
    sv_bdd now = sv_bdd_var(b, 2 * pair), next = sv_bdd_var(b, 2 * pair + 1);
    sv_bdd same = sv_bdd_iff(b, now, next);
    sv_bdd_and_to(b, &all, same);
    sv_bdd_drop(b, now), sv_bdd_drop(b, next), sv_bdd_drop(b, same);
  }
  assert(!changed);
  return all;
}

static sv_bdd all_steps(sv_symbolic *s, sv_bdd legal) {
  sv_bdd all = SV_BDD_FALSE;
  for (uint32_t i = 0; i < s->events.n; i++) {
    sv_bdd one = framed(s, &s->events.at[i].relation);
    sv_bdd_and_to(s->bdds, &one, legal);
    sv_bdd_or_to(s->bdds, &all, one);
    sv_bdd_drop(s->bdds, one);
  }
  return all;
}

static uint64_t number_of(sv_symbolic *s) {
  hashing h = {.s = s};
  sv_bdd legal = sv_symbolic_bool(s, sv_blast_legal(s->blaster));
  sv_bdd steps = all_steps(s, legal);
  uint64_t n = mix(hash_of(&h, steps), hash_of(&h, s->initial));
  for (uint32_t p = 1; p < s->net->properties.n; p++) {
    sv_bdd bad = sv_symbolic_violations(s, legal, p);
    n = mix(n, hash_of(&h, bad));
  }
  sv_map_free(&h.known);
  sv_vec_free(h.hashes);
  return n | 1;
}

uint64_t relation_number(sv_model *m, sv_limits *limits) {
  sv_options options;
  sv_options_init(&options);
  failure f;
  sv_text why = {0};
  uint64_t n = 0;
  sv_run run = {.options = &options, .limits = limits};
  sv_symbolic_options o = {.order = SV_OPT_ORDER_SOURCE,
                           .relation_nodes = MOST_NODES,
                           .fail = out_of_nodes,
                           .context = &f};
  sv_net *net = sv_net_new(m, (sv_net_options){0}, &why);
  if (net && !setjmp(f.out)) {
    sv_symbolic *s = sv_symbolic_new(net, &run, NULL, &o, &why);
    assert(!s || !s->outside.n);
    if (s && !s->demands.n) n = number_of(s);
    sv_symbolic_free(s);
  }
  return n;
}
