// test_certify_terms.c -- invariants and inductions over terms are shown again; wrong ones are
// refused, each for its reason; and what becomes of it when the second solver is missing, slow,
// or of another opinion.
//
// The properties of a model serve as invariants: their terms are terms of the net.

#include <sys/stat.h>

#include "engine/certify_terms.h"
#include "solver/cvc5.h"
#include "unit/test_svm_kit.h"

typedef struct {
  sv_model *model;
  sv_net *net;
  sv_limits limits;
} fixture;

static fixture read_net(const char *text) {
  fixture f = {.model = kit_model(text)};
  sv_text why = {0};
  f.net = sv_net_new(f.model, (sv_net_options){0}, &why);
  assert_non_null(f.net);
  sv_text_free(&why);
  return f;
}

static void drop(fixture *f) {
  sv_net_free(f->net);
  sv_model_free(f->model);
}

static uint32_t property(const fixture *f, const char *name) {
  for (uint32_t p = 1; p < f->net->properties.n; p++)
    if (!strcmp(sv_names_get(f->model->names, f->net->properties.at[p].name), name)) return p;
  fail_msg("there is no %s", name);
  return 0;
}

// The words that say why it is not shown; "" if it is. The caller frees them.
static char *trouble_of(fixture *f, const sv_term_proof *proof, sv_certification want) {
  sv_obligations o = sv_obligations_make(NULL, &f->limits, 20);
  sv_certification have = sv_certify_terms(proof, &o);
  if (have != want) fail_msg("%d, not %d: %s", have, want, sv_text_get(&o.trouble));
  if (have == SV_CERTIFIED) assert_int_equal(o.by_z3, o.queries);
  if (have == SV_CERTIFIED && o.cvc5) assert_int_equal(o.by_cvc5, o.queries);
  char *words = sv_strdup(have == SV_CERTIFIED ? "" : sv_text_get(&o.trouble));
  sv_obligations_free(&o);
  return words;
}

static void assert_outcome(fixture *f, const sv_term_proof *proof, const char *words) {
  char *said = trouble_of(f, proof, *words ? SV_REFUTED : SV_CERTIFIED);
  if (!strstr(said, words)) fail_msg("refused, but not with '%s': %s", words, said);
  sv_free(said);
}

// The property holds by the invariants named (a list that NULL ends); "": yes, else it is refused.
static void by_invariant(fixture *f, const char *safe, const char *const *names,
                         const char *words) {
  uint32_t about = property(f, safe), n = 0;
  sv_term terms[8];
  for (; names[n]; n++) terms[n] = f->net->properties.at[property(f, names[n])].term;
  sv_term_proof proof = {.kind = SV_PROOF_INVARIANT,
                         .net = f->net,
                         .properties = &about,
                         .property_count = 1,
                         .invariants = terms,
                         .invariant_count = n};
  assert_outcome(f, &proof, words);
}

#define INVARIANT(f, safe, words, ...) \
  by_invariant(f, safe, (const char *const[]){__VA_ARGS__, NULL}, words)

static void by_induction(fixture *f, const char *safe, uint32_t steps, const char *invariant,
                         const sv_u32s *apart, const char *words) {
  uint32_t about = property(f, safe);
  sv_term term = invariant ? f->net->properties.at[property(f, invariant)].term : SV_NONE;
  sv_term_proof proof = {.kind = SV_PROOF_INDUCTION,
                         .net = f->net,
                         .properties = &about,
                         .property_count = 1,
                         .invariants = &term,
                         .invariant_count = invariant ? 1 : 0,
                         .steps = steps,
                         .apart = apart ? apart->at : NULL,
                         .apart_count = apart ? apart->n : 0};
  assert_outcome(f, &proof, words);
}

// ---- invariants

static const char integers[] = "var x : int = 0\n"
                               "var y : int = 0\n"
                               "property safe invariant (>= x 0)\n"
                               "property inv invariant (and (>= x y) (>= y 0))\n"
                               "property late invariant (and (>= x y) (>= y 1))\n"
                               "property weak invariant (>= x y)\n"
                               "property unkept invariant (and (= x y) (>= y 0))\n"
                               "process P\n"
                               "  location run\n"
                               "  action both\n"
                               "    from run\n"
                               "    choice d : int\n"
                               "    constraint (>= ?d 0)\n"
                               "    set x := (+ x (* 2 ?d))\n"
                               "    set y := (+ y ?d)\n"
                               "end\n";

static void test_integers(void **unused) {
  SV_UNUSED(unused);
  fixture f = read_net(integers);
  INVARIANT(&f, "safe", "", "inv");
  INVARIANT(&f, "safe", "", "safe");  // it is kept by itself: both is nonnegative
  INVARIANT(&f, "safe", "initial", "late");
  INVARIANT(&f, "safe", "a state violates", "weak");
  INVARIANT(&f, "safe", "a successor is missing (action both)", "unkept");
  INVARIANT(&f, "unkept", "a state violates", "inv");
  drop(&f);
}

// Two clocks and a deadline: time passes by any amount.
static const char reals[] = "var x : real = 0\n"
                            "var y : real = 1/2\n"
                            "property safe invariant (< x 1)\n"
                            "property inv invariant (=> (at P 0 busy) (and (<= x 2/3) (< x 1)))\n"
                            "property both invariant (and (<= x 2/3) (= (- y x) 1/2))\n"
                            "property tight invariant (and (< x 2/3) (= (- y x) 1/2))\n"
                            "property shifted invariant (and (<= x 2/3) (= (- y x) 1/3))\n"
                            "process P\n"
                            "  location busy invariant (<= x 2/3)\n"
                            "  location done\n"
                            "  action elapse\n"
                            "    from busy\n"
                            "    choice d : real\n"
                            "    constraint (> ?d 0)\n"
                            "    set x := (+ x ?d)\n"
                            "    set y := (+ y ?d)\n"
                            "  action stop\n"
                            "    from busy -> done\n"
                            "end\n";

static void test_reals(void **unused) {
  SV_UNUSED(unused);
  fixture f = read_net(reals);
  INVARIANT(&f, "safe", "", "both");
  INVARIANT(&f, "safe", "a successor is missing (action elapse)", "tight");
  INVARIANT(&f, "safe", "initial", "shifted");
  INVARIANT(&f, "safe", "a state violates", "inv");  // says nothing of `done`
  drop(&f);
}

// Messages are never smaller than those before, in a queue without bound and in a short one.
#define QUEUE(CAPACITY)                                       \
  "queue q capacity " CAPACITY " of int\n"                    \
  "var sent : int = 0\n"                                      \
  "var got : int = 0\n"                                       \
  "property safe invariant (>= got 0)\n"                      \
  "property inv invariant (and (>= got 0) (>= sent 0) "       \
  "(=> (> (len q) 0) (>= (peek q 0 0) 0)) "                   \
  "(=> (> (len q) 1) (>= (peek q 1 0) 0)))\n"                 \
  "property first invariant (and (>= got 0) (>= sent 0) "     \
  "(=> (> (len q) 0) (>= (peek q 0 0) 0)))\n"                 \
  "property short invariant (and (>= got 0) (< (len q) 2))\n" \
  "process S\n  location run\n"                               \
  "  action send\n    from run\n"                             \
  "    enqueue q : sent\n    set sent := (+ sent 1)\nend\n"   \
  "process R\n  location run\n"                               \
  "  action receive\n    from run\n"                          \
  "    guard (> (len q) 0)\n    dequeue q\n    set got := (peek q 0 0)\nend\n"

static void test_queues(void **unused) {
  SV_UNUSED(unused);
  fixture bounded = read_net(QUEUE("2")), endless = read_net(QUEUE("unbounded"));
  INVARIANT(&bounded, "safe", "", "inv");
  INVARIANT(&bounded, "safe", "a successor is missing (action receive)", "first");
  INVARIANT(&bounded, "safe", "a successor is missing (action send)", "short");
  INVARIANT(&endless, "safe", "a successor is missing (action receive)", "inv");  // a third message
  drop(&bounded);
  drop(&endless);
}

// Bit vectors wrap around, arrays are looked at cell by cell.
static const char bits[] = "var a : array 3 of bv 8 = (array (bv 8 1) (bv 8 1) (bv 8 1))\n"
                           "var i : int 0..2 = 0\n"
                           "property safe invariant (not (= (select a 1) (bv 8 0)))\n"
                           "property odd invariant (and (= (mod (select a 0) (bv 8 2)) (bv 8 1)) "
                           "(= (mod (select a 1) (bv 8 2)) (bv 8 1)) "
                           "(= (mod (select a 2) (bv 8 2)) (bv 8 1)))\n"
                           "property some invariant (= (mod (select a 1) (bv 8 2)) (bv 8 1))\n"
                           "property two invariant (and (= (mod (select a 1) (bv 8 2)) (bv 8 1)) "
                           "(= (mod (select a 2) (bv 8 2)) (bv 8 1)))\n"
                           "process P\n"
                           "  location run\n"
                           "  action turn\n"
                           "    from run\n"
                           "    choice k : int 0..2\n"
                           "    set i := ?k\n"
                           "    set (select a i) := (+ (select a i) (bv 8 2))\n"
                           "  action copy\n"
                           "    from run\n"
                           "    set (select a 1) := (select a 2)\n"
                           "end\n";

static void test_bits(void **unused) {
  SV_UNUSED(unused);
  fixture f = read_net(bits);
  INVARIANT(&f, "safe", "", "odd");
  INVARIANT(&f, "safe", "", "two");
  INVARIANT(&f, "safe", "a successor is missing (action copy)", "some");
  drop(&f);
}

// ---- failing actions, cuts, deadlocks

static const char failing[] = "var x : int = 0\n"
                              "property claim assertion\n"
                              "property dead deadlock\n"
                              "property inv invariant (>= x 0)\n"
                              "property weak invariant (>= x -5)\n"
                              "process P\n"
                              "  location run\n"
                              "  action grow\n"
                              "    from run\n"
                              "    set x := (+ x 1)\n"
                              "  action fail\n"
                              "    from run\n"
                              "    guard (= x -1)\n"
                              "    fails claim\n"
                              "end\n";

static void test_failing(void **unused) {
  SV_UNUSED(unused);
  fixture f = read_net(failing);
  INVARIANT(&f, "claim", "", "inv");
  INVARIANT(&f, "dead", "", "inv");
  INVARIANT(&f, "claim", "a step violates a property (action fail)", "weak");
  drop(&f);
}

static void test_cut(void **unused) {
  SV_UNUSED(unused);
  fixture f =
      read_net("var x : int = 0\n"
               "property safe invariant (>= x 0)\n"
               "property less invariant (and (>= x 0) (< x 3))\n"
               "process P\n  location run\n"
               "  action grow\n    from run\n    guard (< x 3)\n    set x := (+ x 1)\n"
               "  action enough\n    from run\n    guard (= x 3)\n    cut \"this far\"\nend\n");
  INVARIANT(&f, "safe", "cut", "safe");
  INVARIANT(&f, "safe", "a successor is missing (action grow)", "less");
  drop(&f);
}

// ---- induction

// x counts 0 1 2 0 ..., but from 5 on it would go astray; y is none of its business.
static const char counter[] =
    "var x : int = 0\n"
    "var y : int = 0\n"
    "property safe invariant (not (= x 9))\n"
    "property small invariant (and (>= x 0) (<= x 2))\n"
    "property wrong invariant (and (>= x 0) (<= x 1))\n"
    "property two invariant (not (= x 2))\n"
    "process P\n"
    "  location run\n"
    "  action up\n    from run\n    guard (not (= x 2))\n    set x := (+ x 1)\n"
    "  action round\n    from run\n    guard (= x 2)\n    set x := 0\n"
    "end\n";

static void test_induction(void **unused) {
  SV_UNUSED(unused);
  fixture f = read_net(counter);
  by_induction(&f, "safe", 0, "small", NULL, "");
  by_induction(&f, "safe", 0, "wrong", NULL, "a successor is missing (action up)");
  by_induction(&f, "safe", 3, NULL, NULL, "one step more");  // from 5, 6, 7, 8 to 9
  by_induction(&f, "two", 1, NULL, NULL, "one step more");
  by_induction(&f, "two", 2, NULL, NULL, "a run violates");
  drop(&f);
}

// Two steps are enough: x = 1 is left at once, and never entered by others.
static const char short_way[] = "var x : int 0..3 = 0\n"
                                "property safe invariant (not (= x 3))\n"
                                "process P\n"
                                "  location run\n"
                                "  action flip\n    from run\n    guard (= x 0)\n    set x := 0\n"
                                "  action one\n    from run\n    guard (= x 1)\n    set x := 2\n"
                                "  action two\n    from run\n    guard (= x 2)\n    set x := 3\n"
                                "end\n";

static void test_steps(void **unused) {
  SV_UNUSED(unused);
  fixture f = read_net(short_way);
  by_induction(&f, "safe", 0, NULL, NULL, "one step more");
  by_induction(&f, "safe", 1, NULL, NULL, "one step more");
  by_induction(&f, "safe", 2, NULL, NULL, "");
  by_induction(&f, "safe", 3, NULL, NULL, "");
  drop(&f);
}

// Unreachable states wait in a loop: only different ones lead out of it.
static const char loop[] = "var x : int 0..3 = 0\n"
                           "property safe invariant (not (= x 3))\n"
                           "process P\n"
                           "  location run\n"
                           "  action stay\n    from run\n    guard (= x 0)\n    set x := 0\n"
                           "  action wait\n    from run\n    guard (= x 1)\n    set x := 1\n"
                           "  action leave\n    from run\n    guard (= x 1)\n    set x := 3\n"
                           "end\n";

static void test_apart(void **unused) {
  SV_UNUSED(unused);
  fixture f = read_net(loop);
  uint32_t pair[] = {0, 1};
  sv_u32s apart = {.at = pair, .n = 2, .cap = 2};
  by_induction(&f, "safe", 1, NULL, NULL, "one step more");
  by_induction(&f, "safe", 1, NULL, &apart, "");
  by_induction(&f, "safe", 2, NULL, NULL, "one step more");
  drop(&f);
}

// ---- runs that end

static void by_end(fixture *f, const char *safe, uint32_t steps, sv_semantics semantics,
                   const char *words) {
  uint32_t about = property(f, safe);
  sv_term_proof proof = {.kind = SV_PROOF_END,
                         .net = f->net,
                         .properties = &about,
                         .property_count = 1,
                         .steps = steps,
                         .semantics = semantics};
  assert_outcome(f, &proof, words);
}

static void test_end(void **unused) {
  SV_UNUSED(unused);
  fixture f = read_net("var x : int = 0\n"
                       "property safe invariant (< x 10)\n"
                       "property three invariant (< x 3)\n"
                       "process P\n  location a\n  location b\n  location c\n"
                       "  action one\n    from a -> b\n    set x := (+ x 1)\n"
                       "  action two\n    from b -> c\n    set x := (+ x 1)\nend\n"
                       "process Q\n  location a\n  location b\n"
                       "  action three\n    from a -> b\n    set x := (+ x 1)\nend\n");
  by_end(&f, "safe", 3, SV_STEPS_INTERLEAVING, "runs go on");
  by_end(&f, "safe", 4, SV_STEPS_INTERLEAVING, "");
  by_end(&f, "three", 4, SV_STEPS_INTERLEAVING, "a run violates");
  by_end(&f, "safe", 2, SV_STEPS_PROCESS, "runs go on");
  by_end(&f, "safe", 4, SV_STEPS_PROCESS, "");
  drop(&f);
}

// ---- solvers that are missing, slow or wrong

static char *make_solver(const char *body) {
  char folder[] = "/tmp/selvage-cvc5-XXXXXX";
  assert_non_null(mkdtemp(folder));
  sv_text path = {0};
  sv_text_printf(&path, "%s/cvc5", folder);
  FILE *out = fopen(sv_text_get(&path), "w");
  fprintf(out, "#!/bin/sh\n%s\n", body);
  fclose(out);
  chmod(sv_text_get(&path), 0755);
  sv_text_free(&path);
  return sv_strdup(folder);
}

static void remove_solver(char *folder) {
  sv_text path = {0};
  sv_text_printf(&path, "%s/cvc5", folder);
  unlink(sv_text_get(&path));
  rmdir(folder);
  sv_text_free(&path);
  sv_free(folder);
}

// Z3 and this program about an invariant that is right.
static sv_certification with_solver(const char *body, const char *words, uint32_t *by_cvc5) {
  char *folder = body ? make_solver(body) : sv_strdup("/nowhere"), *old = sv_strdup(getenv("PATH"));
  sv_text path = {0};
  sv_text_printf(&path, "%s%s%s", folder, body ? ":" : "", body ? old : "");
  setenv("PATH", sv_text_get(&path), 1);
  fixture f = read_net(integers);
  uint32_t about = property(&f, "safe");
  sv_term term = f.net->properties.at[property(&f, "inv")].term;
  sv_term_proof proof = {.kind = SV_PROOF_INVARIANT,
                         .net = f.net,
                         .properties = &about,
                         .property_count = 1,
                         .invariants = &term,
                         .invariant_count = 1};
  sv_obligations o = sv_obligations_make(NULL, &f.limits, 1);
  assert_int_equal(o.cvc5, body != NULL);
  sv_certification out = sv_certify_terms(&proof, &o);
  if (!strstr(sv_text_get(&o.trouble), words)) fail_msg("said: %s", sv_text_get(&o.trouble));
  *by_cvc5 = o.by_cvc5;
  sv_obligations_free(&o);
  setenv("PATH", old, 1);
  if (body) remove_solver(folder);
  else sv_free(folder);
  sv_free(old);
  sv_text_free(&path);
  drop(&f);
  return out;
}

static void test_other_solver(void **unused) {
  SV_UNUSED(unused);
  uint32_t by;
  assert_int_equal(with_solver(NULL, "", &by), SV_CERTIFIED);
  assert_int_equal(by, 0);
  assert_int_equal(with_solver("echo unsat", "", &by), SV_CERTIFIED);
  assert_true(by > 0);
  assert_int_equal(with_solver("echo unknown", "", &by), SV_CERTIFIED);
  assert_int_equal(by, 0);
  assert_int_equal(with_solver("echo '(error \"no\")'; echo unsat", "", &by), SV_CERTIFIED);
  assert_int_equal(by, 0);
  assert_int_equal(with_solver("echo unsat; kill -9 $$", "", &by), SV_CERTIFIED);
  assert_int_equal(by, 0);
  assert_int_equal(with_solver("sleep 60", "", &by), SV_CERTIFIED);
  assert_int_equal(by, 0);
  assert_int_equal(with_solver("echo sat", "do not agree (cvc5 says so)", &by), SV_REFUTED);
}

// A limit that was reached before decides nothing, and neither solver is blamed.
static void test_limit(void **unused) {
  SV_UNUSED(unused);
  fixture f = read_net(integers);
  static const volatile int now = 1;
  f.limits = sv_limits_make(0, 0, &now);
  uint32_t about = property(&f, "safe");
  sv_term term = f.net->properties.at[property(&f, "inv")].term;
  sv_term_proof proof = {.kind = SV_PROOF_INVARIANT,
                         .net = f.net,
                         .properties = &about,
                         .property_count = 1,
                         .invariants = &term,
                         .invariant_count = 1};
  char *said = trouble_of(&f, &proof, SV_NOT_DECIDED);
  assert_non_null(strstr(said, "interrupt"));
  sv_free(said);
  drop(&f);
}

// What cannot be written down is not decided: the middle of a queue without bound.
static void test_middle(void **unused) {
  SV_UNUSED(unused);
  fixture f =
      read_net("queue q capacity unbounded of int\n"
               "property safe invariant (>= (len q) 0)\n"
               "process P\n  location run\n"
               "  action send\n    from run\n    enqueue q : 1\n"
               "  action take\n    from run\n    guard (> (len q) 1)\n    dequeue q slot 1\nend\n");
  uint32_t about = property(&f, "safe");
  sv_term_proof proof = {
      .kind = SV_PROOF_INVARIANT, .net = f.net, .properties = &about, .property_count = 1};
  char *said = trouble_of(&f, &proof, SV_NOT_DECIDED);
  assert_non_null(strstr(said, "middle"));
  sv_free(said);
  drop(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_integers),     cmocka_unit_test(test_reals),
      cmocka_unit_test(test_queues),       cmocka_unit_test(test_bits),
      cmocka_unit_test(test_failing),      cmocka_unit_test(test_cut),
      cmocka_unit_test(test_induction),    cmocka_unit_test(test_steps),
      cmocka_unit_test(test_apart),        cmocka_unit_test(test_end),
      cmocka_unit_test(test_other_solver), cmocka_unit_test(test_limit),
      cmocka_unit_test(test_middle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
