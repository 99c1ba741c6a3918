// tseitin.h -- what the SAT solvers of the house have in common.
//
// A variable is 1, 2, 3 …; a literal is a variable or its negative, as in
// DIMACS; 0 is no literal. Solvers hand out variables themselves, so that
// each part that adds clauses can have new ones. sv_cnf_sink is the face that an
// encoder needs: it works for every solver (and for a file or a test).

#ifndef SV_CNF_H
#define SV_CNF_H

#include "base/limits.h"
#include "base/vec.h"

typedef SV_VEC(int32_t) sv_i32s;

typedef enum {
  SV_SAT_UNKNOWN,  // a limit was reached
  SV_SAT_YES,      // satisfiable
  SV_SAT_NO,       // unsatisfiable, under the assumptions
} sv_sat_answer;

// When to give up; a zeroed one (or NULL for it) never does.
typedef struct {
  sv_limits *run;               // time, memory, interrupt of the whole run; may be NULL
  uint64_t conflicts;           // of this call; 0: any number
  bool (*stop)(void *context);  // asked now and then; may be NULL
  void *context;
} sv_sat_limits;

// Asks limits, but the clock and the memory only every few milliseconds.
typedef struct {
  const sv_sat_limits *limits;  // may be NULL
  double next;
} sv_sat_watch;

sv_sat_watch sv_sat_watch_make(const sv_sat_limits *);
bool sv_sat_watch_stops(sv_sat_watch *);

typedef struct {
  int32_t (*var)(void *solver);
  void (*add)(void *solver, const int32_t *literals, uint32_t n);
  void *solver;
} sv_cnf_sink;

static inline int32_t sv_cnf_var(const sv_cnf_sink *to) { return to->var(to->solver); }
static inline void sv_cnf_add(const sv_cnf_sink *to, const int32_t *literals, uint32_t n) {
  to->add(to->solver, literals, n);
}
#define sv_cnf_clause(to, ...)                     \
  sv_cnf_add((to), (const int32_t[]){__VA_ARGS__}, \
             sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t))

#endif
