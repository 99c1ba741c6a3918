// test_cegar_small.c -- small random models with integers that no range bounds.
//
// Conditions, not sorts, keep their numbers near zero: so `explicit` knows the
// answer, and nobody else is told what makes it finite. Priorities, atomic
// sections, joint steps and constraints over old and new values are in them. Every
// model is asked in some of the ways below, in turn; a verdict is that of
// `explicit`. CEGAR_SEED, CEGAR_COUNT and CEGAR_WAYS in the environment choose other models, and how
// many ways each of them is asked in.

#include "base/random.h"
#include "engine/engine.h"
#include "unit/test_svm_kit.h"

static const char *const ways[][10] = {
    {"engine", "ic3", NULL},
    {"engine", "cegar", NULL},
    {"engine", "cegar", "abstraction", "implicit", "interpolants", "off", NULL},
    {"engine", "cegar", "abstraction", "cartesian", NULL},
    {"engine", "cegar", "partition", "off", "keep", "1", NULL},
    {"engine", "cegar", "locality", "off", "keep", "0", NULL},
    {"engine", "cegar", "inlining", "off", NULL},
    {"engine", "cegar", "clustering", "off", NULL},
    {"engine", "cegar", "sampling", "off", "keep", "0", NULL},
    {"engine", "cegar", "dont-cares", "off", NULL},
    {"engine", "cegar", "enumeration", "diagram", NULL},
    {"engine", "cegar", "interpolants", "off", NULL},
    {"engine", "cegar", "inner", "ic3", "keep", "2", NULL},
    {"engine", "cegar", "inner", "explicit", NULL},
    {"engine", "polyhedra", NULL},
    {"engine", "bmc", "depth", "40", NULL},
};
enum { WAYS = SV_COUNT(ways), LOW = 3, HIGH = 6, EACH = 2, DRAFTS = 64, LEAST_STATES = 8 };

// ---- models

typedef struct {
  sv_random random;
  uint32_t processes, locations;
  bool has_array, has_choice, next;
  sv_text out;
} writer;

static uint32_t below(writer *w, uint32_t n) { return sv_random_below(&w->random, n); }
static bool chance(writer *w, uint32_t percent) { return below(w, 100) < percent; }

static void write_number(writer *w, int n) {
  if (n < 0) sv_text_printf(&w->out, "(- %d)", -n);
  else sv_text_printf(&w->out, "%d", n);
}

static void write_variable(writer *w) {
  static const char *const names[] = {"x", "y", "z"};
  const char *name = names[below(w, 3)];
  if (w->has_choice && chance(w, 25)) sv_text_string(&w->out, "?d");
  else if (w->next && chance(w, 50)) sv_text_printf(&w->out, "(next %s)", name);
  else if (w->has_array && chance(w, 25)) {
    sv_text_string(&w->out, "(select a ");
    if (chance(w, 50)) sv_text_printf(&w->out, "%u)", below(w, 2));
    else sv_text_printf(&w->out, "(mod %s 2))", name);
  } else sv_text_string(&w->out, name);
}

static void write_sum(writer *w) {
  static const char *const ops[] = {"+", "+", "+", "-", "-", "*", "div", "mod"};
  bool linear = chance(w, 90);
  if (chance(w, 25)) return write_variable(w);
  sv_text_printf(&w->out, "(%s ", ops[below(w, linear ? 5 : 8)]);
  write_variable(w);
  sv_text_char(&w->out, ' ');
  if (linear && chance(w, 40)) write_variable(w);
  else write_number(w, (int)below(w, 6) - 2);
  sv_text_char(&w->out, ')');
}

static void write_comparison(writer *w) {
  static const char *const ops[] = {"<=", "<", ">=", ">", "=", "!="};
  sv_text_printf(&w->out, "(%s ", ops[below(w, chance(w, 66) ? 4 : 6)]);
  write_sum(w);
  sv_text_char(&w->out, ' ');
  if (chance(w, 70)) write_number(w, (int)below(w, 9) - 3);
  else write_variable(w);
  sv_text_char(&w->out, ')');
}

static void write_condition(writer *w) {
  uint32_t kind = below(w, 5);
  if (kind > 1) return write_comparison(w);
  sv_text_string(&w->out, kind ? "(and " : "(or ");
  write_comparison(w);
  sv_text_char(&w->out, ' ');
  write_comparison(w);
  sv_text_char(&w->out, ')');
}

static void write_clamped(writer *w) {
  sv_text sum = {0}, before = w->out;
  w->out = sum;
  write_sum(w);
  sum = w->out, w->out = before;
  sv_text_printf(&w->out, "(ite (and (<= (- %u) %s) (<= %s %u)) %s %u)", below(w, LOW),
                 sv_text_get(&sum), sv_text_get(&sum), 1 + below(w, HIGH - 1), sv_text_get(&sum),
                 below(w, 3));
  sv_text_free(&sum);
}

static void write_edge(writer *w) {
  uint32_t from = below(w, w->locations), to = below(w, w->locations);
  sv_text_printf(&w->out, "from l%u -> l%u", from, to);
  if (chance(w, 30)) sv_text_printf(&w->out, " priority %u", below(w, 3));
  sv_text_char(&w->out, '\n');
}

static void write_edges(writer *w, uint32_t process) {
  sv_text_string(&w->out, "    ");
  write_edge(w);
  if (w->processes < 2 || !chance(w, 15)) return;
  sv_text_printf(&w->out, "    with P%u %s", 1 - process, chance(w, 40) ? "passive " : "");
  write_edge(w);
}

// Values that leave the range by a constraint, or become something else by a condition.
static void write_action(writer *w, uint32_t process, uint32_t number) {
  static const char *const names[] = {"x", "y", "z"};
  const char *target = names[below(w, 3)];
  bool checked = chance(w, 35), second = chance(w, 25);
  sv_text_printf(&w->out, "  action a%u\n", number);
  write_edges(w, process);
  if (chance(w, 20)) sv_text_printf(&w->out, "    global priority %u\n", below(w, 2));
  w->has_choice = chance(w, 35);
  if (w->has_choice)
    sv_text_printf(&w->out, "    choice d : int %s\n", chance(w, 50) ? "0..2" : "-2..1");
  bool chooses = w->has_choice;
  w->has_choice = false;
  if (chance(w, 45))
    sv_text_string(&w->out, "    guard "), write_condition(w), sv_text_char(&w->out, '\n');
  w->has_choice = chooses;
  if (checked || chance(w, 20)) {
    sv_text_string(&w->out, "    constraint (and ");
    w->next = true;
    if (chance(w, 40)) write_condition(w);
    else sv_text_string(&w->out, "true");
    w->next = false;
    sv_text_printf(&w->out, " (and (<= (- %d) (next %s)) (<= (next %s) %d)))\n", LOW, target,
                   target, HIGH);
  }
  sv_text_printf(&w->out, "    set %s := ", target);
  if (checked) write_sum(w);
  else write_clamped(w);
  if (second && w->has_array) {
    sv_text_printf(&w->out, ", (select a (mod %s 2)) := ", names[below(w, 3)]);
    write_clamped(w);
  }
  sv_text_char(&w->out, '\n');
  if (chance(w, 12)) sv_text_string(&w->out, "    fails never\n");
  w->has_choice = false;
}

static void write_process(writer *w, uint32_t number) {
  static const char *const flags[] = {"",          "",          "",          " yielding",
                                      " yielding", " blocking", " committed"};
  bool atomic = chance(w, 50);
  uint32_t actions = 3 + below(w, 3);
  sv_text_printf(&w->out, "process P%u\n", number);
  for (uint32_t l = 0; l < w->locations; l++)
    sv_text_printf(&w->out, "  location l%u%s\n", l,
                   atomic ? flags[below(w, SV_COUNT(flags))] : "");
  for (uint32_t i = 0; i < actions; i++) write_action(w, number, i);
  sv_text_string(&w->out, "end\n");
}

static sv_model *write_model(uint64_t seed) {
  writer w = {.random = {.state = seed * 2 + 1}};
  w.processes = 1 + below(&w, 2), w.locations = 2 + below(&w, 2), w.has_array = chance(&w, 25);
  sv_text_printf(&w.out, "var x : int = %u\nvar y : int = 0\nvar z : int = %u\n", below(&w, 3),
                 below(&w, 2));
  if (w.has_array) sv_text_string(&w.out, "var a : array 2 of int = (fill 0)\n");
  sv_text_string(&w.out, "property never assertion\nproperty p invariant (or ");
  if (chance(&w, 50)) sv_text_printf(&w.out, "(at P0 0 l%u) ", below(&w, w.locations));
  else write_comparison(&w), sv_text_char(&w.out, ' ');
  write_condition(&w);
  sv_text_string(&w.out, ")\n");
  for (uint32_t i = 0; i < w.processes; i++) write_process(&w, i);
  if (getenv("CEGAR_PRINT"))
    printf("// seed %llu\n%s\n", (unsigned long long)seed, sv_text_get(&w.out));
  sv_model *m = kit_model(sv_text_get(&w.out));
  sv_text_free(&w.out);
  return m;
}

// ---- answers

typedef struct {
  uint32_t asked, decided;
} tally;

static sv_answer *run(sv_model *m, const char *const *words, long seconds, sv_options *o) {
  sv_text why = {0};
  const char *engine = words[1];
  sv_options_init(o);
  o->deadlock = SV_OPT_TRISTATE_OFF;
  o->keep_going = true;
  for (; *words; words += 2)
    if (!sv_options_set(o, words[0], words[1], &why)) fail_msg("%s", sv_text_get(&why));
  sv_limits limits = sv_limits_make((double)seconds, 0, NULL);
  sv_run r = {.options = o, .limits = &limits, .own_process = true};
  sv_answer *a = sv_engine_run(sv_engine_find(engine), m, &r);
  sv_text_free(&why);
  return a;
}

// Most drafts have a state or two: the first that has more is the model of the seed.
static sv_answer *draw(uint64_t seed, uint64_t *drawn, sv_model **m, sv_options *o) {
  static const char *const words[] = {"engine", "explicit", "reduction", "off", NULL};
  for (uint32_t k = 0;; k++) {
    *drawn = seed * DRAFTS + k;
    *m = write_model(*drawn);
    sv_answer *a = run(*m, words, 60, o);
    uint64_t states = a->states ? strtoull(a->states, NULL, 10) : 0;
    if (states >= LEAST_STATES || k + 1 == DRAFTS) return a;
    sv_answer_free(a);
    sv_options_free(o);
    sv_model_free(*m);
  }
}

static void compare(uint64_t seed, const sv_answer *a, uint64_t drawn, uint32_t way,
                    tally *tallies) {
  sv_options o;
  sv_model *m = write_model(drawn);
  sv_answer *b = run(m, ways[way], 2, &o);
  if (b->bug) fail_msg("seed %llu, way %u: %s", (unsigned long long)seed, way, b->bug);
  assert_int_equal(a->findings.n, b->findings.n);
  for (uint32_t i = 0; i < a->findings.n; i++) {
    sv_verdict have = b->findings.at[i].verdict, want = a->findings.at[i].verdict;
    if (want == SV_UNKNOWN)
      fail_msg("seed %llu is not small: %s", (unsigned long long)seed, a->reason);
    if (have != SV_UNKNOWN && have != want)
      fail_msg("seed %llu, way %u (%s %s %s): property %u %s, but explicit says %s",
               (unsigned long long)seed, way, ways[way][1], ways[way][2] ? ways[way][2] : "",
               ways[way][2] ? ways[way][3] : "", b->findings.at[i].property, sv_verdict_text(have),
               sv_verdict_text(want));
    tallies[way].asked++, tallies[way].decided += have != SV_UNKNOWN;
  }
  sv_answer_free(b);
  sv_options_free(&o);
  sv_model_free(m);
}

static void look(uint64_t seed, uint32_t each, tally *tallies) {
  uint64_t drawn;
  sv_options o;
  sv_model *m;
  sv_answer *a = draw(seed, &drawn, &m, &o);
  for (uint32_t k = 0; k < each; k++)
    compare(seed, a, drawn, (uint32_t)((seed * each + k) % WAYS), tallies);
  sv_answer_free(a);
  sv_options_free(&o);
  sv_model_free(m);
}

static uint64_t number_of(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : otherwise;
}

static void test_small(void **state) {
  SV_UNUSED(state);
  uint64_t first = number_of("CEGAR_SEED", 1), count = number_of("CEGAR_COUNT", 24);
  uint32_t each = (uint32_t)number_of("CEGAR_WAYS", EACH);
  tally tallies[WAYS] = {0};
  for (uint64_t seed = first; seed < first + count; seed++) look(seed, each, tallies);
  for (uint32_t i = 0; i < WAYS; i++)
    printf("%s %s %s: %u of %u decided\n", ways[i][1], ways[i][2] ? ways[i][2] : "",
           ways[i][2] ? ways[i][3] : "", tallies[i].decided, tallies[i].asked);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_small)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
