// test_cegar.c -- the engine `cegar` on models that need something of it, with every switch.
//
// What each model is for stands beside it. Whatever way the abstraction is
// computed, whoever looks for predicates, the answer is the same, and a proof
// has been shown again; where infinitely many values are possible it must have
// been, asked for or not.

#include "base/random.h"
#include "engine/engine.h"
#include "unit/test_svm_kit.h"

typedef struct {
  const char *name, *text;
  sv_verdict verdict;
} sample;

static const sample samples[] = {
    {"a thermostat: one real variable, two modes, time passes by any amount",
     "var x : real = 2.0\n"
     "property warm invariant (and (>= x 1.0) (<= x 3.0))\n"
     "process heater\n  location on\n  location off\n"
     "  action heat\n    from on\n    choice d : real\n    constraint (and (>= ?d 0.0) (<= (+ x ?d) 3.0))\n"
     "    set x := (+ x ?d)\n"
     "  action cool\n    from off\n    choice d : real\n    constraint (and (>= ?d 0.0) (>= (- x ?d) 1.0))\n"
     "    set x := (- x ?d)\n"
     "  action stop\n    from on -> off\n    guard (>= x 2.5)\n"
     "  action start\n    from off -> on\n    guard (<= x 1.5)\nend\n",
     SV_HOLDS},
    {"a thermostat whose switch is late",
     "var x : real = 2.0\n"
     "property warm invariant (and (>= x 1.0) (<= x 3.0))\n"
     "process heater\n  location on\n  location off\n"
     "  action heat\n    from on\n    choice d : real\n    constraint (and (>= ?d 0.0) (<= (+ x ?d) 3.01))\n"
     "    set x := (+ x ?d)\n"
     "  action stop\n    from on -> off\n    guard (>= x 2.5)\nend\n",
     SV_VIOLATED},
    {"parity: the rational relaxation has solutions",
     "var x : int = any\nvar y : int = any\nvar z : int = any\nproperty odd assertion\n"
     "process p\n  location a\n  location b\n  location c\n"
     "  action double\n    from a -> b\n    set x := (* 2 y)\n"
     "  action fail\n    from b -> c\n    guard (= x (+ (* 2 z) 1))\n    fails odd\nend\n",
     SV_HOLDS},
    {"remainders",
     "var x : int = 0\nproperty never invariant (!= (mod x 3) 1)\naction up\n  set x := (+ x 3)\n",
     SV_HOLDS},
    {"a relation between two counters",
     "var x : int = 0\nvar y : int = 0\nproperty equal invariant (= x y)\n"
     "process p\n  location a\n  action both\n    from a -> a\n"
     "    set x := (+ x 1), y := (+ y 1)\nend\n",
     SV_HOLDS},
    {"a loop behind which the counter is what it was",
     "var x : int = 0\nproperty zero assertion\n"
     "process p\n  location up\n  location down\n  location end\n"
     "  action inc\n    from up\n    set x := (+ x 1)\n"
     "  action turn\n    from up -> down\n"
     "  action dec\n    from down\n    guard (> x 0)\n    set x := (- x 1)\n"
     "  action fail\n    from down -> end\n    guard (< x 0)\n    fails zero\nend\n",
     SV_HOLDS},
    {"wide words that wrap around",
     "var x : bv 32 = 0\nproperty even invariant (= (mod x 2) 0)\naction up\n  set x := (+ x 2)\n",
     SV_HOLDS},
    {"a violation behind many steps",
     "var x : int = 0\nproperty small invariant (< x 12)\naction up\n  set x := (+ x 1)\n",
     SV_VIOLATED},
    {"a rival with priority that is only abstractly possible takes no step away",
     "var x : int = 0\nvar bad : bool = false\nproperty good invariant (not bad)\n"
     "action rival\n  global priority 0\n  guard (and (> x 5) (< x 6))\n  set x := (+ x 1)\n"
     "action step\n  global priority 1\n  set bad := true\n",
     SV_VIOLATED},
    {"an array of numbers",
     "var a : array 2 of int = any\nvar i : int 0..1 = 0\ninit (and (>= (select a 0) 0) (>= (select a 1) 0))\n"
     "property natural invariant (>= (select a i) 0)\n"
     "action up\n  set a := (store a i (+ (select a i) 1)), i := (- 1 i)\n",
     SV_HOLDS},
};

// Options, separated by blanks; NULL ends it.
static const char *const settings[][8] = {
    {"engine", "ic3", NULL},
    {"engine", "ic3", "interpolants", "off", NULL},
    {"engine", "cegar", NULL},
    {"engine", "cegar", "inner", "ic3", "keep", "0", NULL},
    {"engine", "cegar", "inner", "explicit", NULL},
    {"engine", "cegar", "enumeration", "diagram", NULL},
    {"engine", "cegar", "clustering", "off", "sampling", "off", NULL},
    {"engine", "cegar", "inlining", "off", "locality", "off", NULL},
    {"engine", "cegar", "dont-cares", "off", NULL},
    {"engine", "cegar", "integers", "on", NULL},
    {"engine", "cegar", "integers", "on", "abstraction", "implicit", NULL},
    {"engine", "auto", NULL},
};

static sv_answer *run(sv_model *m, const char *const *words, sv_options *o) {
  sv_text why = {0};
  const char *engine = words[1];
  sv_options_init(o);
  for (; *words; words += 2)
    if (!sv_options_set(o, words[0], words[1], &why)) fail_msg("%s", sv_text_get(&why));
  sv_limits limits = sv_limits_make(o->time > 0 ? (double)o->time : 60, 0, NULL);
  sv_run r = {.options = o, .limits = &limits};
  sv_answer *a = sv_engine_run(sv_engine_find(engine), m, &r);
  sv_text_free(&why);
  return a;
}

static const char *statistic(const sv_answer *a, const char *name) {
  for (uint32_t i = 0; i < a->statistics.n; i++)
    if (!strcmp(a->statistics.at[i].name, name)) return a->statistics.at[i].value;
  return NULL;
}

static void check(const sample *s, const char *const *words) {
  sv_options o;
  sv_model *m = kit_model(s->text);
  bool infinite = sv_model_features(m) & (SV_FEATURE_INT | SV_FEATURE_REAL);
  if (!infinite && !strcmp(words[1], "ic3")) return sv_model_free(m);  // by bits
  sv_answer *a = run(m, words, &o);
  if (a->bug || a->verdict != s->verdict)
    fail_msg("%s, %s %s %s: %s (%s)", s->name, words[1], words[2] ? words[2] : "",
             words[2] ? words[3] : "", sv_verdict_text(a->verdict), a->bug ? a->bug : a->reason);
  bool ours = strcmp(words[1], "auto");
  if (infinite && ours && a->verdict == SV_HOLDS) {
    const char *shown = statistic(a, "certificate");
    if (!shown || !strstr(shown, "queries")) fail_msg("%s: not shown again", s->name);
  }
  sv_answer_free(a);
  sv_options_free(&o);
  sv_model_free(m);
}

static void test_samples(void **state) {
  SV_UNUSED(state);
  for (uint32_t i = 0; i < SV_COUNT(samples); i++)
    for (uint32_t k = 0; k < SV_COUNT(settings); k++) check(&samples[i], settings[k]);
}

// With precise abstraction and interpolants no spurious trace comes twice.
static void test_progress(void **state) {
  SV_UNUSED(state);
  for (uint32_t i = 0; i < SV_COUNT(samples); i++) {
    sv_options o;
    sv_model *m = kit_model(samples[i].text);
    sv_answer *a = run(m, (const char *const[]){"engine", "cegar", NULL}, &o);
    if (statistic(a, "traces that came again"))
      fail_msg("%s: %s traces came again", samples[i].name, statistic(a, "traces that came again"));
    sv_answer_free(a);
    sv_options_free(&o);
    sv_model_free(m);
  }
}

// With cartesian abstraction no predicate excludes these traces: both numbers get the same value, but
// each new value is abstracted alone. The monitor does; a trace that it forbids and that comes again
// is a bug that the engine reports.
static void test_monitor(void **state) {
  SV_UNUSED(state);
  static const char *const texts[] = {
      "var x : int = 0\nvar z : int = 0\nproperty same invariant (= (> x 0) (> z 0))\n"
      "action both\n  choice d : int\n  set x := ?d, z := ?d\n",
      "var x : int = 0\nvar z : int = 0\nproperty same invariant (= (> x 0) (> z 0))\n"
      "process p\n  location a\n  location b\n"
      "  action both\n    from a -> b\n    choice d : int\n    set x := ?d, z := ?d\n"
      "  action back\n    from b -> a\n    guard (< x z)\n    set x := 1\n"
      "  action home\n    from b -> a\nend\n",
  };
  for (uint32_t i = 0; i < 2 * SV_COUNT(texts); i++) {
    sv_options o;
    sv_model *m = kit_model(texts[i / 2]);
    sv_answer *a = run(m,
                       (const char *const[]){"engine", "cegar", "abstraction", "cartesian",
                                             "interpolants", i % 2 ? "on" : "off", NULL},
                       &o);
    const char *paths = statistic(a, "spurious paths");
    if (a->bug || a->verdict != SV_HOLDS)
      fail_msg("%u: %s", i, a->bug ? a->bug : sv_verdict_text(a->verdict));
    if (!paths || strstr(paths, ", 0 by the monitor")) fail_msg("%u: %s", i, paths);
    sv_answer_free(a);
    sv_options_free(&o);
    sv_model_free(m);
  }
}

// ---- random models without bounds on their numbers

typedef struct {
  sv_random random;
  bool real;
  sv_text out;
} writer;

static uint32_t below(writer *w, uint32_t n) { return sv_random_below(&w->random, n); }

static void write_number(writer *w, int n) {
  const char *behind = w->real ? ".0" : "";
  if (n < 0) sv_text_printf(&w->out, "(- %d%s)", -n, behind);
  else sv_text_printf(&w->out, "%d%s", n, behind);
}

static void write_sum(writer *w) {
  static const char *const terms[] = {"x", "y", "(+ x y)", "(- x y)", "(- y)", "(+ x x)"};
  sv_text_printf(&w->out, "(+ %s ", terms[below(w, SV_COUNT(terms))]);
  write_number(w, (int)below(w, 5) - 2);
  sv_text_char(&w->out, ')');
}

static void write_condition(writer *w) {
  static const char *const ops[] = {"<=", "<", ">=", ">", "=", "!="};
  sv_text_printf(&w->out, "(%s ", ops[below(w, below(w, 3) ? 4 : 6)]);
  write_sum(w);
  sv_text_char(&w->out, ' ');
  write_number(w, (int)below(w, 9) - 3);
  sv_text_char(&w->out, ')');
}

static void write_action(writer *w, uint32_t n) {
  bool chooses = !below(w, 3);
  sv_text_printf(&w->out, "  action a%u\n    from l%u -> l%u\n", n, below(w, 2), below(w, 2));
  if (chooses) {
    sv_text_printf(&w->out, "    choice d : %s\n    constraint (and (>= ?d ",
                   w->real ? "real" : "int");
    write_number(w, 0);
    sv_text_printf(&w->out, ") (<= (+ ?d %s) ", below(w, 2) ? "x" : "y");
    write_number(w, (int)below(w, 6));
    sv_text_string(&w->out, "))\n");
  }
  sv_text_string(&w->out, "    guard ");
  write_condition(w);
  sv_text_printf(&w->out, "\n    set %s := ", below(w, 2) ? "x" : "y");
  if (chooses) sv_text_printf(&w->out, "(+ %s ?d)", below(w, 2) ? "x" : "y");
  else write_sum(w);
  sv_text_char(&w->out, '\n');
}

static sv_model *write_model(uint64_t seed) {
  writer w = {.random = {.state = seed}, .real = seed % 2};
  const char *sort = w.real ? "real" : "int", *zero = w.real ? "0.0" : "0";
  sv_text_printf(&w.out, "var x : %s = %s\nvar y : %s = %s\n", sort, zero, sort, zero);
  sv_text_string(&w.out, "property p invariant (or (at P 0 l0) ");
  write_condition(&w);
  sv_text_string(&w.out, ")\nprocess P\n  location l0\n  location l1\n");
  for (uint32_t i = 0; i < 3; i++) write_action(&w, i);
  sv_text_string(&w.out, "end\n");
  sv_model *m = kit_model(sv_text_get(&w.out));
  sv_text_free(&w.out);
  return m;
}

// No proof of something that another way has a run for; bmc knows all runs of a few steps.
static void test_infinite(void **state) {
  SV_UNUSED(state);
  static const char *const ways[][8] = {
      {"engine", "bmc", "depth", "6", "time", "1", NULL},
      {"engine", "ic3", "time", "1", NULL},
      {"engine", "cegar", "time", "1", NULL},
  };
  enum { MODELS = 20, WAYS = SV_COUNT(ways) };
  uint32_t decided[WAYS] = {0};
  for (uint64_t seed = 1; seed <= MODELS; seed++) {
    sv_verdict verdicts[WAYS];
    for (uint32_t i = 0; i < WAYS; i++) {
      sv_options o;
      sv_model *m = write_model(seed);
      sv_answer *a = run(m, ways[i], &o);
      if (a->bug) fail_msg("seed %u, %s: %s", (unsigned)seed, ways[i][1], a->bug);
      verdicts[i] = a->verdict;
      decided[i] += a->verdict != SV_UNKNOWN;
      for (uint32_t k = 0; k < i; k++)
        if (verdicts[k] != SV_UNKNOWN && verdicts[i] != SV_UNKNOWN && verdicts[k] != verdicts[i])
          fail_msg("seed %u: %s does not agree with %s", (unsigned)seed, ways[i][1], ways[k][1]);
      sv_answer_free(a);
      sv_options_free(&o);
      sv_model_free(m);
    }
  }
  printf("of %d decided: %u by bmc, %u by ic3, %u by cegar\n", MODELS, decided[0], decided[1],
         decided[2]);
  assert_true(decided[1] + decided[2] > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_samples), cmocka_unit_test(test_progress),
      cmocka_unit_test(test_monitor), cmocka_unit_test(test_infinite)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
