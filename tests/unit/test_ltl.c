// Tests of model/ltl.h: formulas become automata that accept just their words.
//
// Random formulas are kept as trees of our own and judged on random words that
// end in a loop; the automaton of the formula has to accept the word iff the
// formula is true of it, and the automaton of its negation iff it is not.

#define _POSIX_C_SOURCE 200809L

#include "model/ltl.h"

#include "base/map.h"
#include "base/random.h"
#include "unit/unit.h"

enum { ATOMS = 3, MOST = 24, WORD = 12 };

typedef enum { ATOM, NOT, AND, OR, NEXT, UNTIL, RELEASE, EVENTUALLY, ALWAYS, WEAK } kind;

typedef struct {
  kind op;
  uint32_t a, b;
} tree_node;

typedef struct {
  tree_node at[MOST];
  uint32_t n;
} tree;

typedef struct {
  uint32_t letters[WORD];
  uint32_t n, loop;
} word;

typedef struct {
  sv_names *names;
  sv_terms *terms;
  sv_ltl *l;
  sv_arena *arena;
  sv_term atoms[ATOMS];
} kit;

static void open_kit(kit *k) {
  k->names = sv_names_new();
  k->terms = sv_terms_new(k->names);
  k->l = sv_ltl_new(k->terms);
  k->arena = sv_arena_new();
  for (uint32_t i = 0; i < ATOMS; i++)
    k->atoms[i] = sv_var(k->terms, sv_sort_bool(k->terms), i + 1, 0);
}

static void close_kit(kit *k) {
  sv_arena_free(k->arena);
  sv_ltl_free(k->l);
  sv_terms_free(k->terms);
  sv_names_free(k->names);
}

// ---- random formulas and words

static uint32_t grow(tree *t, sv_random *r, uint32_t depth) {
  tree_node n = {.op = ATOM, .a = sv_random_below(r, ATOMS)};
  if (depth && t->n + 8 < MOST) {
    n.op = (kind)sv_random_below(r, WEAK + 1);
    if (n.op != ATOM) n.a = grow(t, r, depth - 1);
    if (n.op == AND || n.op == OR || n.op == UNTIL || n.op == RELEASE || n.op == WEAK)
      n.b = grow(t, r, depth - 1);
  }
  assert_true(t->n < MOST);
  t->at[t->n] = n;
  return t->n++;
}

static void spell(word *w, sv_random *r) {
  w->n = 1 + sv_random_below(r, WORD);
  w->loop = sv_random_below(r, w->n);
  for (uint32_t i = 0; i < w->n; i++) w->letters[i] = sv_random_below(r, 1 << ATOMS);
}

static sv_formula formula(kit *k, const tree *t, uint32_t i) {
  tree_node n = t->at[i];
  if (n.op == ATOM) return sv_ltl_leaf(k->l, k->atoms[n.a]);
  sv_formula a = formula(k, t, n.a);
  switch (n.op) {
  case NOT: return sv_ltl_not(k->l, a);
  case NEXT: return sv_ltl_next(k->l, a);
  case EVENTUALLY: return sv_ltl_eventually(k->l, a);
  case ALWAYS: return sv_ltl_always(k->l, a);
  case AND: return sv_ltl_and(k->l, a, formula(k, t, n.b));
  case OR: return sv_ltl_or(k->l, a, formula(k, t, n.b));
  case UNTIL: return sv_ltl_until(k->l, a, formula(k, t, n.b));
  case RELEASE: return sv_ltl_release(k->l, a, formula(k, t, n.b));
  case WEAK: return sv_ltl_weak_until(k->l, a, formula(k, t, n.b));
  case ATOM: break;
  }
  SV_UNREACHABLE();
}

// ---- truth

static bool step_of(kind op, bool a, bool b, bool rest) {
  switch (op) {
  case EVENTUALLY: return a || rest;
  case ALWAYS: return a && rest;
  case UNTIL: return b || (a && rest);
  case WEAK: return b || (a && rest);
  case RELEASE: return b && (a || rest);
  case ATOM:
  case NOT:
  case AND:
  case OR:
  case NEXT: break;
  }
  SV_UNREACHABLE();
}

// By position: is node i of the tree true there?
static void judge(const tree *t, const word *w, uint32_t i, bool *out) {
  tree_node n = t->at[i];
  bool a[WORD] = {0}, b[WORD] = {0};
  if (n.op != ATOM) judge(t, w, n.a, a);
  bool two = n.op == AND || n.op == OR || n.op == UNTIL || n.op == RELEASE || n.op == WEAK;
  if (two) judge(t, w, n.b, b);
  bool greatest = n.op == ALWAYS || n.op == RELEASE || n.op == WEAK;
  for (uint32_t k = 0; k < w->n; k++) {
    uint32_t next = k + 1 < w->n ? k + 1 : w->loop;
    out[k] = n.op == ATOM   ? w->letters[k] >> n.a & 1
             : n.op == NOT  ? !a[k]
             : n.op == AND  ? a[k] && b[k]
             : n.op == OR   ? a[k] || b[k]
             : n.op == NEXT ? a[next]
                            : greatest;
  }
  for (uint32_t round = 0; n.op >= UNTIL && round <= w->n; round++)
    for (uint32_t k = w->n; k-- > 0;) {
      uint32_t next = k + 1 < w->n ? k + 1 : w->loop;
      out[k] = step_of(n.op, a[k], b[k], out[next]);
    }
}

// ---- automata

typedef struct {
  const kit *k;
  const word *w;
  const sv_automaton *a;
} reading;

static bool holds(const kit *k, sv_term t, uint32_t letter) {
  if (sv_negated(t)) return !holds(k, sv_not(t), letter);
  if (sv_same(t, SV_TRUE)) return true;
  sv_node n = sv_node_of(k->terms, sv_index(t));
  if (n.op == SV_OP_VAR) return letter >> (n.id - 1) & 1;
  assert_int_equal(n.op, SV_OP_AND);
  for (uint32_t i = 0; i < n.n; i++)
    if (!holds(k, n.args[i], letter)) return false;
  return true;
}

static bool fits(void *context, uint32_t letter, uint32_t edge) {
  const reading *r = context;
  return holds(r->k, r->a->edges[edge].guard, r->w->letters[letter]);
}

static bool accepts(const kit *k, const sv_automaton *a, const word *w) {
  reading r = {k, w, a};
  return sv_automaton_accepts(a, w->n, w->loop, fits, &r);
}

static uint32_t total_states;

static void try_formula(sv_random *r, uint32_t words) {
  kit k;
  tree t = {.n = 0};
  open_kit(&k);
  uint32_t top = grow(&t, r, 1 + sv_random_below(r, 4));
  sv_formula f = formula(&k, &t, top);
  sv_automaton *yes = sv_ltl_automaton(k.l, f, k.arena);
  sv_automaton *no = sv_ltl_automaton(k.l, sv_ltl_not(k.l, f), k.arena);
  for (uint32_t i = 0; yes && no && i < words; i++) {
    word w;
    bool truth[WORD];
    spell(&w, r);
    judge(&t, &w, top, truth);
    assert_int_equal(accepts(&k, yes, &w), truth[0]);
    assert_int_equal(accepts(&k, no, &w), !truth[0]);
  }
  total_states += yes ? yes->states : 0;
  close_kit(&k);
}

static void test_random_formulas(void **state) {
  SV_UNUSED(state);
  const char *count = getenv("LTL_FORMULAS");
  uint32_t n = count ? (uint32_t)atoi(count) : 2000;
  for (uint32_t seed = 1; seed <= n; seed++) {
    sv_random r = {seed};
    try_formula(&r, 12);
  }
  print_message("%u states of automata over %u formulas\n", total_states, n);
}

// ---- sizes of well-known ones

static void test_sizes(void **state) {
  SV_UNUSED(state);
  kit k;
  open_kit(&k);
  sv_formula p = sv_ltl_leaf(k.l, k.atoms[0]), q = sv_ltl_leaf(k.l, k.atoms[1]);
  sv_formula always_eventually = sv_ltl_always(k.l, sv_ltl_eventually(k.l, p));
  sv_automaton *a = sv_ltl_automaton(k.l, always_eventually, k.arena);
  assert_int_equal(a->states, 1);
  assert_int_equal(a->conditions, 1);
  a = sv_ltl_automaton(k.l, sv_ltl_not(k.l, always_eventually), k.arena);
  assert_int_equal(a->states, 2);
  // Response: p leads to q.
  sv_formula response =
      sv_ltl_always(k.l, sv_ltl_or(k.l, sv_ltl_not(k.l, p), sv_ltl_eventually(k.l, q)));
  a = sv_ltl_automaton(k.l, response, k.arena);
  assert_true(a->states <= 2);
  a = sv_ltl_automaton(k.l, sv_ltl_not(k.l, response), k.arena);
  assert_int_equal(a->states, 2);
  a = sv_ltl_automaton(k.l, sv_ltl_until(k.l, p, q), k.arena);
  assert_int_equal(a->states, 2);
  a = sv_ltl_automaton(k.l, sv_ltl_leaf(k.l, SV_FALSE), k.arena);
  assert_int_equal(a->edge_count, 0);
  close_kit(&k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_formulas),
      cmocka_unit_test(test_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
