// machine.c -- how long one successor takes.
//
// Four processes of five locations with two locals each pass a token around
// and count; a state has a dozen small variables. All reachable states are
// collected once, then loaded and fired again and again.
//
//   cc -O2 -DNDEBUG -Isrc bench/machine.c <libselvage> -lgmp && ./a.out

#include <stdio.h>
#include <time.h>

#include "exec/machine.h"

enum { STATES_MAX = 1 << 17, ROUNDS = 20 };

static sv_name name(sv_model *m, const char *s) { return sv_names_cstr(m->names, s); }
static sv_term number(sv_model *m, int64_t n) { return sv_int_const(m->terms, n); }
static sv_term is(sv_model *m, uint32_t v, int64_t n) {
  return sv_eq(m->terms, sv_model_var(m, v, 0), number(m, n));
}

static void act(sv_model *m, uint32_t from, uint32_t to, sv_term guard, sv_update *updates,
                uint32_t n) {
  sv_edge edge = {
      .template_number = 1, .instance = SV_ANY_INSTANCE, .from = &from, .from_count = 1, .to = to};
  sv_action a = {.name = name(m, "step"),
                 .edges = &edge,
                 .edge_count = 1,
                 .guard = guard,
                 .updates = updates,
                 .update_count = n};
  sv_model_action(m, &a);
}

static sv_model *token_ring(void) {
  sv_model *m = sv_model_new();
  sv_terms *T = m->terms;
  sv_sort small = sv_sort_range(T, 0, 3), b = sv_sort_bool(T);
  uint32_t p = sv_model_template(m, name(m, "P"), 4, 4, SV_NOWHERE), l[6];
  for (uint32_t i = 1; i <= 5; i++) l[i] = sv_model_location(m, p, name(m, "L"), 0, SV_NOWHERE);
  uint32_t x = sv_model_variable(m, name(m, "x"), small, p, number(m, 0), SV_NOWHERE);
  uint32_t want = sv_model_variable(m, name(m, "want"), b, p, SV_FALSE, SV_NOWHERE);
  uint32_t turn = sv_model_variable(m, name(m, "turn"), small, SV_GLOBAL, number(m, 0), SV_NOWHERE);
  uint32_t busy = sv_model_variable(m, name(m, "busy"), b, SV_GLOBAL, SV_FALSE, SV_NOWHERE);
  uint32_t count =
      sv_model_variable(m, name(m, "count"), small, SV_GLOBAL, number(m, 0), SV_NOWHERE);
  sv_term vx = sv_model_var(m, x, 0), vt = sv_model_var(m, turn, 0), vb = sv_model_var(m, busy, 0);
  sv_term vw = sv_model_var(m, want, 0), vc = sv_model_var(m, count, 0), one = number(m, 1);
  sv_term mine = sv_eq(T, vt, sv_self(T, 0)),
          bumped = sv_app2(T, SV_OP_MOD, sv_app2(T, SV_OP_ADD, vt, one), number(m, 4));
  act(m, l[1], l[2], SV_TRUE, (sv_update[]){{vw, SV_TRUE}}, 1);
  act(m, l[2], l[3], sv_and(T, mine, sv_not(vb)), (sv_update[]){{vb, SV_TRUE}}, 1);
  act(m, l[2], l[1], is(m, x, 3), (sv_update[]){{vx, number(m, 0)}, {vw, SV_FALSE}}, 2);
  act(m, l[3], l[4], sv_app2(T, SV_OP_LT, vx, number(m, 3)),
      (sv_update[]){{vx, sv_app2(T, SV_OP_ADD, vx, one)}}, 1);
  act(m, l[3], l[5], is(m, x, 3),
      (sv_update[]){{vc, sv_app2(T, SV_OP_MOD, sv_app2(T, SV_OP_ADD, vc, vx), number(m, 4))}}, 1);
  act(m, l[4], l[5], sv_and(T, vb, vw), (sv_update[]){{vc, vx}}, 1);
  act(m, l[5], l[1], SV_TRUE, (sv_update[]){{vb, SV_FALSE}, {vw, SV_FALSE}, {vt, bumped}}, 3);
  return m;
}

typedef struct {
  uint32_t words, states;
  uint64_t *seen;
  sv_map known;  // hash of a state; collisions do not matter here
  uint64_t fired, sum;
} search;

static void add(search *s, const uint64_t *state) {
  uint64_t hash = sv_hash_bytes(state, s->words * sizeof *state, 0);
  if (s->states == STATES_MAX || sv_map_get(&s->known, hash) != SV_MAP_NONE) return;
  sv_map_put(&s->known, hash, s->states);
  memcpy(s->seen + (size_t)s->words * s->states++, state, s->words * sizeof *state);
}

static bool add_initial(void *context, const uint64_t *state) { return add(context, state), true; }
static bool add_successor(void *context, const uint64_t *state, uint64_t choice) {
  SV_UNUSED(choice);
  return add(context, state), true;
}
static bool count_successor(void *context, const uint64_t *state, uint64_t choice) {
  search *s = context;
  s->fired++;
  s->sum += state[0] ^ choice;
  return true;
}

static void expand(sv_machine *machine, search *s, uint32_t i, sv_successor_fn *fn) {
  uint32_t n;
  sv_machine_load(machine, s->seen + (size_t)s->words * i);
  const uint32_t *enabled = sv_machine_enabled(machine, &n);
  for (uint32_t a = 0; a < n; a++) sv_machine_fire(machine, enabled[a], fn, s);
}

static void measure(sv_machine *machine, search *s) {
  clock_t start = clock();
  for (uint32_t round = 0; round < ROUNDS; round++)
    for (uint32_t i = 0; i < s->states; i++) expand(machine, s, i, count_successor);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  printf("%u states of %u words, %.1f ns per state, %.1f ns per successor (sum %llx)\n", s->states,
         s->words, seconds * 1e9 / ((double)s->states * ROUNDS), seconds * 1e9 / (double)s->fired,
         (unsigned long long)s->sum);
}

int main(void) {
  sv_text why = {0};
  sv_model *m = token_ring();
  sv_net *net = sv_net_new(m, (sv_net_options){0}, &why);
  sv_layout *layout = net ? sv_layout_new(net, false, &why) : NULL;
  sv_program *program = layout ? sv_program_new(layout, &why) : NULL;
  if (!program) return fprintf(stderr, "%s\n", sv_text_get(&why)), 1;
  sv_machine *machine = sv_machine_new(program);
  search s = {.words = layout->words};
  s.seen = SV_NEW_ARRAY(uint64_t, (size_t)STATES_MAX * s.words);
  sv_machine_initials(machine, add_initial, &s);
  for (uint32_t i = 0; i < s.states; i++) expand(machine, &s, i, add_successor);
  measure(machine, &s);
  sv_free(s.seen);
  sv_map_free(&s.known);
  sv_machine_free(machine);
  sv_program_free(program);
  sv_layout_free(layout);
  sv_net_free(net);
  sv_model_free(m);
  return 0;
}
