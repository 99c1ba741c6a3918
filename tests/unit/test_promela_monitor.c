// Tests of monitors: what is safety, and that automata agree with the meaning
// of LTL. The meaning is written down once more here, as plainly as possible,
// on lassos: words u v v v ... of valuations of p, q and r. Random formulas and
// claims are run on random lassos.

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include "base/random.h"
#include "lang/promela/claim/monitor.h"
#include "lang/promela/parse/print.h"
#include "lang/promela/promela.h"
#include "unit/unit.h"

enum { LENGTH_MAX = 8 };

// --- reading

typedef struct {
  sv_sources *sources;
  sv_diags *diags;
  sv_arena *arena;
  sv_names *names;
  pml_program *program;
  pml_monitors monitors;
} reading;

static void close_reading(reading *r) {
  sv_names_free(r->names);
  sv_arena_free(r->arena);
  sv_diags_free(r->diags);
  sv_sources_free(r->sources);
}

static reading read_text(const char *units) {
  sv_text text = {0};
  reading r = {.sources = sv_sources_new(), .arena = sv_arena_new(), .names = sv_names_new()};
  r.diags = sv_diags_new(r.sources);
  sv_text_printf(&text, "bool p, q, r; byte x; init { skip }\n%s\n", units);
  uint32_t file = sv_sources_add(r.sources, "test.pml", text.at, text.n);
  r.program = pml_parse(r.arena, r.names, r.sources, file, NULL, r.diags);
  if (!r.program) {
    sv_clear(text);
    sv_diags_render(r.diags, &text);
    fail_msg("%s", sv_text_get(&text));
  }
  r.monitors = pml_monitors_of(r.arena, r.names, r.program);
  sv_text_free(&text);
  return r;
}

static reading read_formula(const char *formula) {
  sv_text text = {0};
  sv_text_printf(&text, "ltl { %s }", formula);
  reading r = read_text(sv_text_get(&text));
  sv_text_free(&text);
  return r;
}

// --- the meaning of formulas

// Bits 0, 1, 2 of a letter are p, q, r. Position `length - 1` goes on at `loop`.
typedef struct {
  unsigned letter[LENGTH_MAX];
  uint32_t length, loop;
} lasso;

typedef struct {
  bool at[LENGTH_MAX];
} truth;

static uint32_t behind(const lasso *w, uint32_t i) { return i + 1 < w->length ? i + 1 : w->loop; }

static bool variable(const reading *r, const pml_expr *e, unsigned letter) {
  const char *name = sv_names_get(r->names, e->name);
  assert_true(name[0] >= 'p' && name[0] <= 'r' && !name[1]);
  return letter >> (name[0] - 'p') & 1;
}

// x = b || (a && next x), from x = start: until for false, weak until for true.
static truth unfold(const lasso *w, truth a, truth b, bool start) {
  truth x;
  for (uint32_t i = 0; i < w->length; i++) x.at[i] = start;
  for (uint32_t round = 0; round <= w->length; round++)
    for (uint32_t i = w->length; i-- > 0;) x.at[i] = b.at[i] || (a.at[i] && x.at[behind(w, i)]);
  return x;
}

static truth constant(bool value) {
  truth t;
  for (uint32_t i = 0; i < LENGTH_MAX; i++) t.at[i] = value;
  return t;
}

static bool connect(pml_op op, bool a, bool b) {
  switch (op) {
  case PML_E_NOT: return !a;
  case PML_E_AND: return a && b;
  case PML_E_OR: return a || b;
  case PML_E_IMPLIES: return !a || b;
  case PML_E_EQUIV:
  case PML_E_EQ: return a == b;
  case PML_E_NE: return a != b;
  default: fail_msg("operator %s", pml_op_sign(op)); return false;
  }
}

static truth meaning(const reading *r, const lasso *w, const pml_expr *e) {
  truth a = constant(false), b = a, x = a;
  if (e->n > 0) a = meaning(r, w, e->arg[0]);
  if (e->n > 1) b = meaning(r, w, e->arg[1]);
  switch (e->op) {
  case PML_E_NUMBER: return constant(e->value);
  case PML_E_VAR:
    for (uint32_t i = 0; i < w->length; i++) x.at[i] = variable(r, e, w->letter[i]);
    return x;
  case PML_E_NEXT:
    for (uint32_t i = 0; i < w->length; i++) x.at[i] = a.at[behind(w, i)];
    return x;
  case PML_E_ALWAYS: return unfold(w, a, constant(false), true);
  case PML_E_EVENTUALLY: return unfold(w, constant(true), a, false);
  case PML_E_UNTIL: return unfold(w, a, b, false);
  case PML_E_WEAK_UNTIL: return unfold(w, a, b, true);
  case PML_E_RELEASE:  // b W (a && b)
    for (uint32_t i = 0; i < w->length; i++) x.at[i] = a.at[i] && b.at[i];
    return unfold(w, b, x, true);
  default:
    for (uint32_t i = 0; i < w->length; i++) x.at[i] = connect(e->op, a.at[i], b.at[i]);
    return x;
  }
}

// --- running monitors

static bool atom_holds(const reading *r, const pml_expr *atom, unsigned letter) {
  lasso w = {{letter}, 1, 0};
  return meaning(r, &w, atom).at[0];
}

static uint32_t decide(const reading *r, const pml_monitor *m, pml_branch b, unsigned letter) {
  while (!b.is_state) {
    assert_true(b.to < m->nodes);
    const pml_decision *d = &m->node[b.to];
    assert_true(d->atom < m->atoms);
    b = atom_holds(r, m->atom[d->atom], letter) ? d->yes : d->no;
  }
  return b.to;
}

static bool invariant_fails(const reading *r, const pml_monitor *m, const lasso *w) {
  truth t = meaning(r, w, m->body);
  for (uint32_t i = 0; i < w->length; i++)
    if (!t.at[i]) return true;
  return false;
}

// Does it arrive at bad? A state and a position that were together before end it.
static bool goes_bad(const reading *r, const pml_monitor *m, const lasso *w) {
  assert_int_not_equal(m->kind, PML_MONITOR_UNSUPPORTED);
  if (m->kind == PML_MONITOR_INVARIANT) return invariant_fails(r, m, w);
  uint32_t state = 0, at = 0;
  for (uint32_t i = 0; i <= m->states * w->length; i++) {
    if (state == m->bad) return true;
    assert_true(state < m->states);
    state = decide(r, m, m->next[state], w->letter[at]);
    at = behind(w, at);
  }
  return state == m->bad;
}

// The lasso repeats its last letter: bad before it, or stuck there?
static bool ends_badly(const reading *r, const pml_monitor *m, const lasso *w) {
  if (m->kind == PML_MONITOR_INVARIANT) return invariant_fails(r, m, w);
  uint32_t state = 0;
  for (uint32_t i = 0; i + 1 < w->length; i++) state = decide(r, m, m->next[state], w->letter[i]);
  if (state == m->bad) return true;
  unsigned last = w->letter[w->length - 1];
  bool stuck = decide(r, m, m->stuck[state], last);
  if (stuck && decide(r, m, m->next[state], last) != m->bad) assert_true(m->stutters);
  return stuck;
}

static lasso random_lasso(sv_random *random, uint32_t atoms) {
  lasso w = {.length = 1 + sv_random_below(random, LENGTH_MAX - 1)};
  w.loop = sv_random_below(random, 2) ? w.length - 1 : sv_random_below(random, w.length);
  for (uint32_t i = 0; i < w.length; i++) w.letter[i] = sv_random_below(random, 1u << atoms);
  return w;
}

// --- terms

typedef struct {
  const reading *r;
  unsigned letter;
} valuation;

static sv_term atom_term(void *context, const pml_expr *atom) {
  const valuation *v = context;
  return sv_bool_const(atom_holds(v->r, atom, v->letter));
}

static void expect_terms(const reading *r, const pml_monitor *m) {
  sv_terms *terms = sv_terms_new(r->names);
  sv_sort sort = sv_sort_bv(terms, 10, false);
  for (uint32_t s = 0; s < m->states; s++)
    for (unsigned letter = 0; letter < 8; letter++) {
      valuation v = {r, letter};
      sv_term obs = sv_const(terms, sort, sv_small(s));
      uint32_t next = decide(r, m, m->next[s], letter);
      assert_true(sv_same(pml_monitor_next(m, terms, obs, atom_term, &v),
                          sv_const(terms, sort, sv_small(next))));
      assert_true(sv_same(pml_monitor_bad_now(m, terms, obs, atom_term, &v),
                          sv_bool_const(next == m->bad)));
      bool stuck = decide(r, m, m->stuck[s], letter);
      assert_true(
          sv_same(pml_monitor_stuck_now(m, terms, obs, atom_term, &v), sv_bool_const(stuck)));
    }
  sv_terms_free(terms);
}

// --- random formulas

static void write_formula(sv_random *random, uint32_t size, bool live, sv_text *out) {
  static const char *const unary[] = {"!", "[]", "X ", "<>"};
  static const char *const binary[] = {"&&", "||", "->", "W", "V", "<->", "U"};
  if (size <= 1) {
    uint32_t atom = sv_random_below(random, 20);
    sv_text_string(out, atom == 0       ? "true"
                        : atom == 1     ? "false"
                        : atom % 3 == 0 ? "p"
                        : atom % 3 == 1 ? "q"
                                        : "r");
  } else if (size == 2 || sv_random_below(random, 3) == 0) {
    sv_text_string(out, unary[sv_random_below(random, live ? 4 : 3)]);
    sv_text_char(out, '(');
    write_formula(random, size - 1, live, out);
    sv_text_char(out, ')');
  } else {
    uint32_t left = 1 + sv_random_below(random, size - 2);
    sv_text_char(out, '(');
    write_formula(random, left, live, out);
    sv_text_printf(out, ") %s (", binary[sv_random_below(random, live ? 7 : 5)]);
    write_formula(random, size - 1 - left, live, out);
    sv_text_char(out, ')');
  }
}

typedef struct {
  uint32_t safe, violated, caught, satisfied, ended;
} tally;

static bool some(const reading *r, const lasso *w,
                 bool (*test)(const reading *, const pml_monitor *, const lasso *)) {
  for (uint32_t i = 0; i < r->monitors.n; i++)
    if (test(r, &r->monitors.at[i], w)) return true;
  return false;
}

static bool some_live(const reading *r) {
  for (uint32_t i = 0; i < r->monitors.n; i++)
    if (r->monitors.at[i].live) return true;
  return false;
}

static void run_formula(const reading *r, const char *text, sv_random *random, tally *t) {
  const pml_expr *formula = r->program->ltl[0]->formula;
  bool live = some_live(r);
  t->safe += !live;
  for (uint32_t i = 0; i < r->monitors.n && !strchr(text, 'X'); i++)
    if (r->monitors.at[i].stutters && !r->monitors.at[i].live) fail_msg("stutters: %s", text);
  for (uint32_t k = 0; k < 40; k++) {
    lasso w = random_lasso(random, 3);
    bool holds = meaning(r, &w, formula).at[0];
    bool bad = some(r, &w, goes_bad);
    if (bad && holds) fail_msg("bad without a reason: %s", text);
    if (!live && !bad && !holds) fail_msg("missed: %s", text);
    if (!holds) t->violated++, t->caught += bad;
    else t->satisfied++;
    if (w.loop != w.length - 1) continue;
    t->ended++;
    if (some(r, &w, ends_badly) != !holds) fail_msg("wrong at the end of a run: %s", text);
  }
}

static tally run_formulas(uint64_t seed, uint32_t count, bool live) {
  sv_random random = {seed};
  sv_text text = {0};
  tally t = {0};
  for (uint32_t i = 0; i < count; i++) {
    sv_clear(text);
    write_formula(&random, 1 + sv_random_below(&random, 12), live, &text);
    reading r = read_formula(sv_text_get(&text));
    run_formula(&r, sv_text_get(&text), &random, &t);
    for (uint32_t k = 0; i % 10 == 0 && k < r.monitors.n; k++)
      if (r.monitors.at[k].kind == PML_MONITOR_AUTOMATON) expect_terms(&r, &r.monitors.at[k]);
    close_reading(&r);
  }
  sv_text_free(&text);
  return t;
}

static void test_random_safety(void **state) {
  SV_UNUSED(state);
  tally t = run_formulas(1, 6000, false);
  assert_true(t.safe > 1000 && t.violated > 10000 && t.satisfied > 5000 && t.ended > 10000);
}

static void test_random_formulas(void **state) {
  SV_UNUSED(state);
  tally t = run_formulas(2, 6000, true);
  assert_true(t.safe > 200 && t.safe < 5700 && t.caught > 5000 && t.caught < t.violated);
}

// --- classes of formulas

// Per part: i invariant, s safety, l liveness, u unsupported.
static void expect_parts(const char *formula, const char *wanted) {
  reading r = read_formula(formula);
  char got[20] = "";
  assert_true(r.monitors.n < sizeof got);
  for (uint32_t i = 0; i < r.monitors.n; i++) {
    const pml_monitor *m = &r.monitors.at[i];
    got[i] = m->kind == PML_MONITOR_INVARIANT     ? 'i'
             : m->kind == PML_MONITOR_UNSUPPORTED ? 'u'
             : m->live                            ? 'l'
                                                  : 's';
    assert_int_equal(m->part, i);
    assert_int_equal(m->parts, r.monitors.n);
    assert_true(!m->why == (got[i] == 'i' || got[i] == 's'));
  }
  if (strcmp(got, wanted)) fail_msg("%s is %s, not %s", formula, got, wanted);
  close_reading(&r);
}

static void test_classes(void **state) {
  SV_UNUSED(state);
  expect_parts("[] p", "i");
  expect_parts("[] (p -> q)", "i");
  expect_parts("! <> p", "i");
  expect_parts("! (<> (p || q))", "i");
  expect_parts("[] [] p", "i");
  expect_parts("p", "s");
  expect_parts("p W q", "s");
  expect_parts("p V q", "s");
  expect_parts("! (p U q)", "s");
  expect_parts("X X p", "s");
  expect_parts("[] (p -> X q)", "s");
  expect_parts("[] (p -> (q W r))", "s");
  expect_parts("(<> p) -> (q W r)", "s");
  expect_parts("(p U q) -> r", "s");
  expect_parts("p U q", "l");
  expect_parts("<> p", "l");
  expect_parts("[] <> p", "l");
  expect_parts("! [] p", "l");
  expect_parts("! (p W q)", "l");
  expect_parts("[] (p -> <> q)", "l");
  expect_parts("([] p) <-> q", "l");
}

static void test_parts(void **state) {
  SV_UNUSED(state);
  expect_parts("[] p && <> q", "il");
  expect_parts("[] (p && <> q)", "il");
  expect_parts("! (<> p || (q U r))", "is");
  expect_parts("! ([] p -> <> q)", "ii");
  expect_parts("p && [] q && (p W r) && <> r", "sisl");
  expect_parts("[] (p && q)", "i");
}

static void test_simplified(void **state) {
  SV_UNUSED(state);
  expect_parts("(p U q) || ! (p U q)", "s");
  expect_parts("(<> p) || true", "s");
  expect_parts("(<> p) && false", "ls");
  expect_parts("p U (q || p)", "s");
  expect_parts("false U p", "s");
  expect_parts("([] p) || (p U q) || ([] p)", "l");
}

static void expect_size(const char *formula, uint32_t states, uint32_t atoms) {
  reading r = read_formula(formula);
  const pml_monitor *m = &r.monitors.at[0];
  assert_int_equal(m->kind, PML_MONITOR_AUTOMATON);
  if (m->states != states || m->atoms != atoms)
    fail_msg("%s has %u states and %u atoms", formula, m->states, m->atoms);
  close_reading(&r);
}

static void test_sizes(void **state) {
  SV_UNUSED(state);
  expect_size("p", 3, 1);
  expect_size("p W q", 3, 2);
  expect_size("[] (p -> (q W r))", 3, 3);
  expect_size("[] (p -> X q)", 3, 2);
  expect_size("[] (p -> X X q)", 5, 2);
  expect_size("(x < 3) W (x >= 3)", 1, 1);
  expect_size("(x == 3) || X ! (x != 3)", 4, 1);
  expect_size("(x == 1 + 2) W (x == 1 + 2 || x == 4)", 3, 2);
}

// A run that stops has no lack of progress while it repeats its last state.
static void test_progress(void **state) {
  SV_UNUSED(state);
  reading r = read_text("never { p; np_ }");
  assert_int_equal(r.monitors.at[0].kind, PML_MONITOR_AUTOMATON);
  assert_true(r.monitors.at[0].progress && r.monitors.at[0].stutters);
  close_reading(&r);
  r = read_text("never { p; q }");
  assert_false(r.monitors.at[0].progress);
  close_reading(&r);
}

static void expect_reason(const char *units, const char *words, const char *place) {
  reading r = read_text(units);
  const pml_monitor *m = &r.monitors.at[r.monitors.n - 1];
  assert_int_equal(m->kind, PML_MONITOR_UNSUPPORTED);
  if (!strstr(m->why, words)) fail_msg("%s: %s", units, m->why);
  const char *text = sv_source_text(r.sources, m->why_span.file) + m->why_span.begin;
  if (strncmp(text, place, strlen(place))) fail_msg("%s: at %s", units, text);
  close_reading(&r);
}

static void test_unsupported(void **state) {
  SV_UNUSED(state);
  expect_reason("ltl { [] ((<> p) == 1) }", "temporal operator inside", "(<> p)");
  expect_reason("ltl { [] !timeout }", "timeout", "timeout");
  expect_reason("ltl { p W timeout }", "timeout", "timeout");
  expect_reason("never { p; x = 1 }", "changes variables", "x = 1");
  expect_reason("never { byte y; p }", "with variables", "byte y");
  expect_reason("never { d_step { p; q } }", "d_step", "d_step");
  expect_reason("never { p unless { q } }", "unless", "p unless");
}

static void test_too_large(void **state) {
  SV_UNUSED(state);
  sv_text text = {0};
  sv_text_string(&text, "ltl { [] (p -> (");
  for (int i = 0; i < 70; i++) sv_text_printf(&text, "%s(x == %d) W q", i ? " || " : "", i);
  sv_text_string(&text, ")) }");
  expect_reason(sv_text_get(&text), "too many different conditions", "(x == ");
  sv_clear(text);
  sv_text_string(&text, "ltl { [] (p -> ");
  for (int i = 0; i < 14; i++) sv_text_string(&text, "X ");
  sv_text_string(&text, "q) }");
  expect_reason(sv_text_get(&text), "too many states", "(p -> X");
  sv_clear(text);
  sv_text_string(&text, "never { p");
  for (int i = 0; i < 400; i++) sv_text_string(&text, "; q");
  sv_text_string(&text, " }");
  expect_reason(sv_text_get(&text), "too large", "q");
  sv_text_free(&text);
}

// --- claims

// Letters: p, q, r, "." for none, "a" for p and q. The last one repeats.
static lasso word(const char *letters) {
  lasso w = {.length = (uint32_t)strlen(letters)};
  assert_true(w.length <= LENGTH_MAX);
  for (uint32_t i = 0; i < w.length; i++)
    w.letter[i] = letters[i] == '.' ? 0 : letters[i] == 'a' ? 3 : 1u << (letters[i] - 'p');
  w.loop = w.length - 1;
  return w;
}

static void expect_claim(const char *body, const char *letters, bool violated) {
  sv_text text = {0};
  sv_text_printf(&text, "never { %s }", body);
  reading r = read_text(sv_text_get(&text));
  lasso w = word(letters);
  const pml_monitor *m = &r.monitors.at[0];
  if (m->kind == PML_MONITOR_UNSUPPORTED) fail_msg("%s: %s", body, m->why);
  if (m->live) fail_msg("%s is said to need cycles", body);
  if (goes_bad(&r, m, &w) != violated || ends_badly(&r, m, &w) != violated)
    fail_msg("%s on %s", body, letters);
  expect_terms(&r, m);
  close_reading(&r);
  sv_text_free(&text);
}

// Each was tried with Spin, on `x = 1; x = 2; x = 3`: p, q, r are x == 0, 1, 2.
static void test_claim_steps(void **state) {
  SV_UNUSED(state);
  expect_claim("p; q; r", "pqr.", true);
  expect_claim("p", "pqr.", true);
  expect_claim("q", "pqr.", false);
  expect_claim("p; r", "pqr.", false);
  expect_claim("p; p; p", "p", true);
  expect_claim("p; q; q; q; q", "pq", true);
  expect_claim("skip", "pqr.", true);
  expect_claim("skip; skip; r", "pqr.", true);
  expect_claim("do :: p od", "p", false);
}

static void test_claim_atomic(void **state) {
  SV_UNUSED(state);
  expect_claim("atomic { p; q }", "pqr.", false);
  expect_claim("atomic { p; p }", "pqr.", true);
  expect_claim("atomic { p; p; p }; q; r", "pqr.", true);
  expect_claim("atomic { p; p; p }; p", "pqr.", false);
  expect_claim("p; atomic { q; q; r }; skip", "pqr.", false);
  expect_claim("p; atomic { q; assert(0) }; p", "pqr.", true);
  expect_claim("p; atomic { q; assert(q) }; r", "pqr.", true);
  expect_claim("p; atomic { q; assert(q) }; q", "pqr.", false);
  expect_claim("p; q; assert(q); p", "pqr.", true);
  expect_claim("p; q; assert(r); p", "pqr.", false);
  expect_claim("atomic { if :: p :: q fi; p }; q; r", "pqr.", true);
  expect_claim("atomic { if :: p -> goto L :: q fi; p }; L: q; r", "pqr.", true);
  expect_claim("atomic { p; goto L; r }; r; L: q; r", "pqr.", true);
  expect_claim("atomic { do :: p od }; q", "pqr.", false);
  expect_claim("atomic { do :: p :: p -> break od }; q", "pqr.", true);
}

static void test_claim_jumps(void **state) {
  SV_UNUSED(state);
  expect_claim("p; if :: q; goto L :: p; skip fi; p; L: r", "pqr.", true);
  expect_claim("p; if :: goto L :: r fi; p; L: q; r", "pqr.", false);
  expect_claim("p; if :: goto L :: p fi; p; L: r", "pqr.", true);
  expect_claim("p; do :: break :: p od; r", "pqr.", true);
  expect_claim("p; L: goto M; M: q; r", "pqr.", true);
  expect_claim("p; accept: goto M; M: q; r", "pqr.", false);
  expect_claim("p; accept: goto M; M: r", "pqr.", true);
  expect_claim("p; { q; r }; !r", "pqr.", true);
  expect_claim("p; printf(\"hi\"); r", "pqr.", true);
  expect_claim("if :: q :: else fi", "pqr.", true);
  expect_claim("p; if :: else -> q fi; r", "pqr.", false);
  expect_claim("p; if :: p :: else -> r fi; !r", "pqr.", true);
  expect_claim("p; if :: q :: else -> p fi; r", "pqr.", true);
  expect_claim("p; if :: if :: p :: else fi :: else -> p fi; r", "pqr.", true);
  expect_claim("p; if :: if :: p :: r fi :: else -> r fi; !r", "pqr.", true);
  expect_claim("p; if :: atomic { q; p } :: else -> skip; !p fi", "pqr.", false);
}

static void test_claim_acceptance(void **state) {
  SV_UNUSED(state);
  expect_claim("p; accept_all: do :: skip od", "p", true);
  expect_claim("p; accept_all: skip; goto accept_all", "p", true);
  expect_claim("q; accept_all: do :: skip od", "pq", false);
  expect_claim("accept_1: do :: p -> goto accept_2 :: else od; accept_2: goto accept_1", "p", true);
  reading r = read_text("never { accept: do :: p :: q -> break od }");
  lasso stays = word("p"), leaves = word("pq"), ends = word("pr");
  const pml_monitor *m = &r.monitors.at[0];
  assert_true(m->live);
  assert_false(goes_bad(&r, m, &stays));
  assert_true(ends_badly(&r, m, &stays));
  assert_true(goes_bad(&r, m, &leaves));
  assert_false(ends_badly(&r, m, &ends));
  close_reading(&r);
}

// A claim in the form of `spin -f`, and the formula whose violations it finds.
static void expect_same(const char *formula, const char *claim) {
  sv_text text = {0};
  sv_text_printf(&text, "ltl { %s } never { %s }", formula, claim);
  reading r = read_text(sv_text_get(&text));
  sv_random random = {7};
  const pml_monitor *m = &r.monitors.at[r.monitors.n - 1];
  assert_non_null(m->claim);
  for (uint32_t k = 0; k < 500; k++) {
    lasso w = random_lasso(&random, 3);
    bool holds = meaning(&r, &w, r.program->ltl[0]->formula).at[0];
    bool bad = goes_bad(&r, m, &w);
    if (bad && holds) fail_msg("%s: bad without a reason", claim);
    if (!m->live && bad == holds) fail_msg("%s: missed", claim);
    if (w.loop == w.length - 1 && ends_badly(&r, m, &w) == holds) fail_msg("%s: at the end", claim);
  }
  close_reading(&r);
  sv_text_free(&text);
}

static void test_claims_of_formulas(void **state) {
  SV_UNUSED(state);
  expect_same("[] p", "T0: do :: atomic { (! (p)) -> assert(!(! (p))) } :: (1) -> goto T0 od; "
                      "accept_all: skip");
  expect_same("p W q", "T0: do :: atomic { (!p && !q) -> assert(!(!p && !q)) } "
                       ":: (!q) -> goto T0 od; accept_all: skip");
  expect_same("[] (p -> (q W r))",
              "T0: do :: (! ((q)) && ! ((r)) && (p)) -> goto accept_all "
              ":: (! ((r)) && (p)) -> goto T1 :: (1) -> goto T0 od; "
              "T1: do :: (! ((q)) && ! ((r))) -> goto accept_all :: (! ((r))) -> goto T1 od; "
              "accept_all: skip");
  expect_same("<> p", "accept_init: T0: do :: (! (p)) -> goto T0 od");
  expect_same("[] <> p", "T0: do :: (! (p)) -> goto accept_S4 :: (1) -> goto T0 od; "
                         "accept_S4: do :: (! (p)) -> goto accept_S4 od");
  expect_same("p U q", "accept_init: T0: do :: (!q) -> goto T0 "
                       ":: atomic { (!p && !q) -> assert(!(!p && !q)) } od; accept_all: skip");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_safety),    cmocka_unit_test(test_random_formulas),
      cmocka_unit_test(test_classes),          cmocka_unit_test(test_parts),
      cmocka_unit_test(test_simplified),       cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_progress),         cmocka_unit_test(test_unsupported),
      cmocka_unit_test(test_too_large),        cmocka_unit_test(test_claim_steps),
      cmocka_unit_test(test_claim_atomic),     cmocka_unit_test(test_claim_jumps),
      cmocka_unit_test(test_claim_acceptance), cmocka_unit_test(test_claims_of_formulas),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
