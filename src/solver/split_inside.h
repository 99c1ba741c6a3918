// split_inside.h -- the parts of the split solver, for its own files only.
//
// A literal inside is 2 * variable + (negative ? 1 : 0), variables from 1 on.
// Clauses of three and more literals lie in one array of words (the arena) and
// are named by their place in it: size, flags, literals. Binary clauses have no
// place: each literal has the list of those it implies. Why a variable has its
// value is a reason: a place, the other literal of a binary clause, or nothing.

#ifndef SV_SPLIT_INSIDE_H
#define SV_SPLIT_INSIDE_H

#include "solver/split.h"

#define SV_CDCL_NO_REASON UINT32_MAX
#define SV_CDCL_BINARY UINT32_C(0x80000000)  // the rest is the other literal
#define SV_CDCL_THEORY (UINT32_MAX - 1)      // the theory knows; see sv_cdcl_reason
enum {
  SV_CDCL_HEADER = 2,         // words before the literals
  SV_CDCL_REDUCE_UNIT = 300,  // conflicts; each pause between reductions is so much longer
};

// The second word of a clause.
#define SV_CDCL_LEARNT UINT32_C(0x80000000)
#define SV_CDCL_DEAD UINT32_C(0x40000000)
#define SV_CDCL_USED UINT32_C(0x30000000)  // 0 to 2: survives so many reductions
#define SV_CDCL_USED_ONE UINT32_C(0x10000000)
#define SV_CDCL_GLUE UINT32_C(0x0FFFFFFF)  // decision levels in it when last counted

typedef struct {
  uint32_t clause;
  uint32_t blocker;  // some literal of the clause: if it is true, no need to look
} sv_cdcl_watch;
typedef SV_VEC(sv_cdcl_watch) sv_cdcl_watches;

typedef struct {
  uint32_t level, reason;
} sv_cdcl_cause;

typedef struct {
  double slow, fast;  // moving averages of the glue of learnt clauses
  uint64_t since;     // conflicts since the last restart
  uint64_t mode_left, mode_length;
  uint64_t luby_left, luby_u, luby_v;
  bool steady;  // rare restarts (Luby) instead of frequent ones (by glue)
} sv_cdcl_pace;

struct sv_split {
  uint32_t vars;
  bool broken;  // contradictory without assumptions
  bool solving;
  sv_sat_answer last;

  // Per literal.
  SV_VEC(int8_t) value;             // 1 true, -1 false, 0 open
  SV_VEC(sv_cdcl_watches) watches;  // visited when the literal becomes true
  SV_VEC(sv_u32s) implies;          // by binary clauses
  SV_VEC(uint8_t) failed;
  // Per variable.
  SV_VEC(sv_cdcl_cause) cause;
  SV_VEC(double) activity;
  SV_VEC(uint8_t) phase;  // 1: negative first
  SV_VEC(uint8_t) mark;   // of the analysis; zero otherwise
  SV_VEC(int8_t) model;
  sv_u32s heap_place;  // place in the heap + 1
  SV_VEC(uint8_t) in_focus;

  sv_u32s trail, starts;  // starts of levels 1, 2, … in it
  uint32_t head;          // the trail is propagated up to here
  uint32_t told;          // the theory knows the trail up to here
  sv_u32s heap;           // open variables in focus (and some others), by activity
  sv_u32s focus;          // the variables that are split on; none: all are
  double bump;

  sv_u32s arena;
  uint64_t learnt_now;
  uint32_t clean;     // trail length when clauses were last simplified
  uint64_t clean_at;  // and propagations then
  uint64_t next_reduction;

  // The conflict found by propagation, and its analysis.
  uint32_t conflict, conflict_literal;  // a reason; the other literal if it is binary
  sv_u32s learnt, marked, level_stamp;
  uint32_t stamp;

  sv_u32s assumed;
  sv_cdcl_pace pace;
  sv_split_hook hook;
  sv_split_theory theory;
  SV_VEC(uint8_t) watched;  // by literal: the theory is told
  sv_i32s reasons;          // that the theory gives
  sv_u32s lemma;
  sv_split_proof proof;
  sv_i32s proof_line;
  sv_split_statistics numbers;
};

static inline uint32_t sv_cdcl_in(int32_t literal) {
  return literal > 0 ? (uint32_t)literal * 2 : (uint32_t)-literal * 2 + 1;
}
static inline int32_t sv_cdcl_out(uint32_t literal) {
  return literal & 1 ? -(int32_t)(literal >> 1) : (int32_t)(literal >> 1);
}
static inline bool sv_cdcl_known(const sv_split *s, int32_t literal) {
  return literal && literal >= -(int64_t)s->vars && literal <= (int64_t)s->vars;
}
static inline uint32_t sv_cdcl_level(const sv_split *s) { return s->starts.n; }

// The literals of a clause, by reason: all of a long one, the other of a binary one (kept
// in *other).
static inline uint32_t *sv_cdcl_literals(sv_split *s, uint32_t reason, uint32_t *other,
                                         uint32_t *n) {
  if (reason & SV_CDCL_BINARY) {
    *other = reason & ~SV_CDCL_BINARY, *n = 1;
    return other;
  }
  *n = s->arena.at[reason];
  return s->arena.at + reason + SV_CDCL_HEADER;
}

// split_trail.c: values, levels, propagation, notifications.
void sv_cdcl_assign(sv_split *, uint32_t literal, uint32_t reason);
void sv_cdcl_decide(sv_split *, uint32_t literal);  // on a new level
void sv_cdcl_new_level(sv_split *);
void sv_cdcl_back(sv_split *, uint32_t level);
bool sv_cdcl_propagate(sv_split *);  // false: there is a conflict

// split_order.c: variables by activity.
void sv_cdcl_heap_insert(sv_split *, uint32_t variable);  // unless it is out of focus
uint32_t sv_cdcl_heap_next(sv_split *);                   // an open variable, taken out; 0: none
void sv_cdcl_bump(sv_split *, uint32_t variable);
void sv_cdcl_decay(sv_split *);

// split_theory.c: what follows from the theory.
bool sv_cdcl_tell(sv_split *);  // until something follows; false: there is a conflict
void sv_cdcl_forget(sv_split *, uint32_t literal);
uint32_t sv_cdcl_reason(sv_split *, uint32_t variable);  // a clause is made of the theory's

// split_learn.c: conflicts.
// Learns a clause from the conflict, goes back, and asserts it.
void sv_cdcl_learn(sv_split *);
// The assumption is false: which assumptions make it so?
void sv_cdcl_fail(sv_split *, uint32_t assumption);

// split_store.c: clauses. Literals are distinct variables', n >= 2.
void sv_cdcl_store_binary(sv_split *, uint32_t a, uint32_t b);
uint32_t sv_cdcl_store(sv_split *, const uint32_t *literals, uint32_t n, uint32_t flags);
void sv_cdcl_prove(sv_split *, const uint32_t *literals, uint32_t n);
void sv_cdcl_prove_lemma(sv_split *, const uint32_t *literals, uint32_t n);
void sv_cdcl_simplify(sv_split *);  // at level 0, propagated, when it pays
void sv_cdcl_reduce(sv_split *);    // goes to level 0 and forgets about half of what it learnt

// split_pace.c: when to restart.
void sv_cdcl_pace_start(sv_cdcl_pace *);
void sv_cdcl_pace_conflict(sv_cdcl_pace *, uint64_t conflicts, uint32_t glue);
bool sv_cdcl_pace_restart(sv_cdcl_pace *);  // now?

#endif
