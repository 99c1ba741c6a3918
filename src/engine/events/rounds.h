// rounds.h -- the engine `events` from inside.

#ifndef SV_EVENTS_ROUNDS_H
#define SV_EVENTS_ROUNDS_H

#include "encode/events/order_solver.h"
#include "encode/events/unwound.h"
#include "engine/engine.h"
#include "engine/events/facts.h"

typedef enum {
  SV_EVENTS_GOING,
  SV_EVENTS_PROVED,
  SV_EVENTS_BOUND,   // --bound
  SV_EVENTS_FOUND,   // stopped at a violation
  SV_EVENTS_CUT,     // runs are cut: there is nothing to prove
  SV_EVENTS_FULL,    // a pool is full, and larger ones will be tried
  SV_EVENTS_LIMIT,   // time, memory, interrupt
  SV_EVENTS_LARGE,   // the formula is too large
  SV_EVENTS_BROKEN,  // our own bug: see the answer
} sv_events_end;

// The formula of one unwinding, and the solver that has it.
typedef struct {
  sv_unwound unwound;
  sv_token_trace tokens;
  sv_cnf *cnf;
  sv_order_solver *solver;
  sv_i32s frontier;  // by spot: it is reached; 0: there is none
  sv_i32s uses;      // by fact: it is used; 0: it is said nowhere
  sv_bits used;      // facts on which the last answer "no" rests
  uint64_t clauses, cycles;
  uint64_t conflicts;  // of one question; 0: any number
  bool gave_up;        // by itself: more patience will not help
  bool keeps;          // all clauses, to be written
  sv_i32s kept;        // a zero behind each
  bool states;         // all but those that say what an order is, to be asked again
  sv_i32s stated;
  uint32_t edges;  // of the order, before it was closed
  const char *dump;
  sv_text unwritten;  // why the last question could not be written
} sv_events_formula;

// Processes that change nothing by changing places: the first one begins before the second.
typedef struct {
  uint32_t first, second;
} sv_twins;
typedef SV_VEC(sv_twins) sv_twin_list;

// False: too large.
bool sv_events_formula_init(sv_events_formula *, const sv_unwinding *, const sv_twin_list *,
                            const sv_unwound_facts *, const uint32_t *about, uint32_t n,
                            const sv_run *);
void sv_events_formula_free(sv_events_formula *);
// Can one of these happen without any frontier? After SV_SAT_NO, *core has the spots whose
// frontiers must be given up before it can; none: it never happens.
sv_sat_answer sv_events_ask(sv_events_formula *, const uint32_t *about, uint32_t n, sv_limits *,
                            sv_u32s *core);
// Assumes these facts (NULL: all).
void sv_events_assume_facts(const sv_events_formula *, const sv_bits *those, sv_i32s *out);
// A literal: one of these happens, with frontiers or without.
int32_t sv_events_goal(sv_events_formula *, const uint32_t *about, uint32_t n);
// After SV_SAT_YES.
uint32_t sv_events_found(const sv_events_formula *, const uint32_t *about, uint32_t n);
// Is a question of this name written as a script, not as clauses?
bool sv_events_dumps_terms(const char *path);
bool sv_events_value(const sv_events_formula *, sv_lit);
sv_model_fn sv_events_literal;  // context: the formula

// twins.c: all that can be said of the net. What follows from it is added to the formula, whose order must not be closed.
void sv_events_find_twins(const sv_unwinding *, sv_twin_list *out);
void sv_events_order_twins(sv_events_formula *, const sv_twin_list *, sv_cnf_sink);

// linearise.c: the events before the violation, one after the other, as steps of `net`: the unwinding's, or the one that
// it was made of, with the same actions and fewer variables. NULL: some number in it cannot be written down.
sv_trace *sv_events_trace(const sv_events_formula *, const sv_net *net, uint32_t property);

typedef struct {
  const sv_net *net;     // that is unwound
  const sv_net *traces;  // of which traces are made
  const sv_run *run;
  sv_answer *answer;
  sv_unwinding *unwinding;
  sv_twin_list twins;
  sv_model *model;
  sv_events_facts facts;
  sv_bits used;     // facts on which the proof rests
  sv_u32s asked;    // properties that are not yet violated
  sv_u32s unknown;  // that cannot be asked for
  bool knows_cuts;
  uint32_t room;       // in queues without bound; 0: there are none
  bool last_room;      // more is not tried
  uint32_t rounds;     // that were answered
  uint32_t abandoned;  // that were not, as they took too long
  uint64_t conflicts;  // for one question
  uint32_t events, frontiers, moments;
  uint64_t links, clauses, cycles, lemmas;
  sv_events_end end;
  char *certificate;  // what became of --certify; owned
} sv_events;

void sv_events_rounds(sv_events *);
// certify.c: asks once more, another solver, whether any of these can happen; notes what it says.
void sv_events_certify(sv_events *, sv_events_formula *, const sv_u32s *about);

#endif
