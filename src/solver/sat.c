// sat.c -- CaDiCaL through its C interface (IPASIR with a few functions more).
//
// The library aborts on misuse with a message of its own; our checks come first
// and name our functions. The clauses' literals go straight into the solver.

#include "solver/sat.h"

#include <ccadical.h>
#include <limits.h>

struct sv_sat {
  CCaDiCaL *inner;
  uint32_t vars;
  sv_sat_answer last;  // SV_SAT_UNKNOWN also while clauses are being added
  sv_i32s assumed;     // in the last call
  uint64_t solves;
  double seconds;
};

sv_sat *sv_sat_new(void) {
  sv_sat *s = SV_NEW(sv_sat);
  s->inner = ccadical_init();
  ccadical_set_option(s->inner, "quiet", 1);
  return s;
}

sv_sat *sv_sat_new_steady(void) {
  sv_sat *s = sv_sat_new();
  ccadical_set_option(s->inner, "elim", 0);
  return s;
}

void sv_sat_free(sv_sat *s) {
  if (!s) return;
  ccadical_release(s->inner);
  sv_vec_free(s->assumed);
  sv_free(s);
}

int32_t sv_sat_var(sv_sat *s) {
  REQUIRE(s->vars < INT32_MAX - 1, "too many variables");
  s->last = SV_SAT_UNKNOWN;
  return (int32_t)++s->vars;
}

uint32_t sv_sat_vars(const sv_sat *s) { return s->vars; }

static bool known(const sv_sat *s, int32_t literal) {
  return literal && literal >= -(int64_t)s->vars && literal <= (int64_t)s->vars;
}

void sv_sat_add(sv_sat *s, const int32_t *literals, uint32_t n) {
  s->last = SV_SAT_UNKNOWN;
  for (uint32_t i = 0; i < n; i++) {
    REQUIRE(known(s, literals[i]), "a variable that was never handed out");
    ccadical_add(s->inner, literals[i]);
  }
  ccadical_add(s->inner, 0);
}

static int32_t sink_var(void *s) { return sv_sat_var(s); }
static void sink_add(void *s, const int32_t *literals, uint32_t n) { sv_sat_add(s, literals, n); }

sv_cnf_sink sv_sat_sink(sv_sat *s) { return (sv_cnf_sink){sink_var, sink_add, s}; }

static int asked_to_stop(void *watch) { return sv_sat_watch_stops(watch); }

static void set_limits(sv_sat *s, const sv_sat_limits *limits, sv_sat_watch *watch) {
  if (!limits) return;
  if (limits->run || limits->stop) ccadical_set_terminate(s->inner, watch, asked_to_stop);
  if (limits->conflicts)
    ccadical_limit(s->inner, "conflicts",
                   limits->conflicts < INT_MAX ? (int)limits->conflicts : INT_MAX);
}

sv_sat_answer sv_sat_solve(sv_sat *s, const int32_t *assumptions, uint32_t n,
                           const sv_sat_limits *limits) {
  double start = sv_now();
  sv_sat_watch watch = sv_sat_watch_make(limits);
  s->last = SV_SAT_UNKNOWN;
  if (sv_sat_watch_stops(&watch)) return s->last;
  sv_clear(s->assumed);
  for (uint32_t i = 0; i < n; i++) {
    REQUIRE(known(s, assumptions[i]), "a variable that was never handed out");
    sv_push(s->assumed, assumptions[i]);
    ccadical_assume(s->inner, assumptions[i]);
  }
  set_limits(s, limits, &watch);
  int result = ccadical_solve(s->inner);
  ccadical_set_terminate(s->inner, NULL, NULL);
  s->solves++;
  s->seconds += sv_now() - start;
  return s->last = result == 10 ? SV_SAT_YES : result == 20 ? SV_SAT_NO : SV_SAT_UNKNOWN;
}

bool sv_sat_value(const sv_sat *s, int32_t literal) {
  REQUIRE(s->last == SV_SAT_YES, "there is no model now");
  REQUIRE(known(s, literal), "a variable that was never handed out");
  // What the sign of the answer to a negative literal means differs between versions.
  bool positive = ccadical_val(s->inner, literal > 0 ? literal : -literal) > 0;
  return positive == (literal > 0);
}

bool sv_sat_failed(const sv_sat *s, int32_t literal) {
  REQUIRE(s->last == SV_SAT_NO, "the last answer was another one");
  for (uint32_t i = 0; i < s->assumed.n; i++)
    if (s->assumed.at[i] == literal) return ccadical_failed(s->inner, literal);
  REQUIRE(false, "the literal was not assumed");
  return false;
}

sv_sat_statistics sv_sat_numbers(const sv_sat *s) {
  return (sv_sat_statistics){.solves = s->solves,
                             .active = (uint64_t)ccadical_active(s->inner),
                             .irredundant = (uint64_t)ccadical_irredundant(s->inner),
                             .seconds = s->seconds};
}
