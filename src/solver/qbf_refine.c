// qbf_refine.c -- two blocks by counterexample-guided refinement.
//
// The owner of the outer block wants the formula true (exists) or false
// (forall): its *goal*. `guess` knows, for the inner moves y seen so far, that
// the goal is reached against each of them, and proposes outer values x.
// `check` looks for a move y against which x does not reach the goal. If there
// is none, x wins; if there is one, the goal against y, a formula over the outer
// variables and a fresh copy of the gates, goes to `guess`. When `guess` has no
// proposal left, the outer owner loses. (Janota, Marques-Silva, SAT 2011.)

#include "solver/qbf_inside.h"
#include "solver/sat.h"

// What a literal is in a copy: its value is known, or it is another literal.
enum { IS_FALSE = INT32_MIN + 1, IS_TRUE = -IS_FALSE };

typedef struct {
  sv_qbf *q;
  sv_sat *guess, *check;
  sv_i32s outer;  // variables of the outer block
  sv_i32s copy;   // per variable: what it is in guess; 0: a gate not copied yet
  sv_i32s moves;  // assumptions: the outer values
  sv_i32s line;   // a clause being made
  sv_i32s some;   // literals of which one must be true
} game;

static uint32_t vars(const game *g) { return g->q->block_of.n - 1; }

// Makes one of several clauses false: a new variable for each, and their disjunction. A
// clause of one literal needs no variable.
static int32_t violated(sv_sat *s, const int32_t *clause, uint32_t n) {
  if (n == 1) return -clause[0];
  int32_t all_false = sv_sat_var(s);
  for (uint32_t i = 0; i < n; i++) sv_sat_add(s, (int32_t[]){-all_false, -clause[i]}, 2);
  return all_false;
}

static void send_all(const sv_i32s *list, sv_sat *to) {
  const int32_t *clause;
  uint32_t n;
  for (uint32_t at = 0; (clause = sv_qbf_next(list, &at, &n));) sv_sat_add(to, clause, n);
}

static void make_check(game *g) {
  const int32_t *clause;
  uint32_t n;
  for (uint32_t v = 1; v <= vars(g); v++) sv_sat_var(g->check);
  send_all(&g->q->definitions, g->check);
  if (sv_qbf_outer_forall(g->q)) {
    send_all(&g->q->clauses, g->check);
    return;
  }
  sv_clear(g->some);
  for (uint32_t at = 0; (clause = sv_qbf_next(&g->q->clauses, &at, &n));)
    sv_push(g->some, violated(g->check, clause, n));
  sv_sat_add(g->check, g->some.at, g->some.n);
}

static void make_guess(game *g) {
  sv_fill(g->copy, vars(g) + 1);
  for (uint32_t v = 1; v <= vars(g); v++) {
    if (g->q->block_of.at[v]) continue;
    sv_push(g->outer, (int32_t)v);
    g->copy.at[v] = sv_sat_var(g->guess);
  }
}

static int32_t copied(const game *g, int32_t literal) {
  int32_t is = g->copy.at[literal > 0 ? literal : -literal];
  return literal > 0 ? is : -is;
}

// Inner variables get their values in the move, gates are forgotten.
static void start_copy(game *g) {
  for (uint32_t v = 1; v <= vars(g); v++) {
    if (g->q->block_of.at[v] == SV_QBF_GATE) g->copy.at[v] = 0;
    else if (g->q->block_of.at[v])
      g->copy.at[v] = sv_sat_value(g->check, (int32_t)v) ? IS_TRUE : IS_FALSE;
  }
}

// A definition that leaves only one gate, and that without a value, gives it one. Since
// gates are defined in order, one pass finds nearly all constants.
static void find_constants(game *g) {
  const int32_t *clause;
  uint32_t n;
  for (uint32_t at = 0; (clause = sv_qbf_next(&g->q->definitions, &at, &n));) {
    int32_t open = 0;
    uint32_t opens = 0;
    for (uint32_t i = 0; i < n && opens < 2; i++) {
      int32_t is = copied(g, clause[i]);
      if (is == IS_TRUE) opens = 2;
      else if (is != IS_FALSE) open = clause[i], opens++;
    }
    if (opens == 1 && !copied(g, open))
      g->copy.at[open > 0 ? open : -open] = open > 0 ? IS_TRUE : IS_FALSE;
  }
}

// Into g->line: the clause in the copy. False if it is true.
static bool copy_clause(game *g, const int32_t *clause, uint32_t n) {
  sv_clear(g->line);
  for (uint32_t i = 0; i < n; i++) {
    int32_t is = copied(g, clause[i]);
    if (is == IS_TRUE) return false;
    if (is == IS_FALSE) continue;
    if (!is) {
      g->copy.at[clause[i] > 0 ? clause[i] : -clause[i]] = sv_sat_var(g->guess);
      is = copied(g, clause[i]);
    }
    sv_push(g->line, is);
  }
  return true;
}

static void copy_all(game *g, const sv_i32s *list) {
  const int32_t *clause;
  uint32_t n;
  for (uint32_t at = 0; (clause = sv_qbf_next(list, &at, &n));)
    if (copy_clause(g, clause, n)) sv_sat_add(g->guess, g->line.at, g->line.n);
}

// One of the clauses is violated in the copy.
static void copy_violation(game *g) {
  const int32_t *clause;
  uint32_t n;
  sv_clear(g->some);
  for (uint32_t at = 0; (clause = sv_qbf_next(&g->q->clauses, &at, &n));) {
    if (!copy_clause(g, clause, n)) continue;
    if (!g->line.n) return;  // always violated
    sv_push(g->some, violated(g->guess, g->line.at, g->line.n));
  }
  sv_sat_add(g->guess, g->some.at, g->some.n);
}

static void teach(game *g) {
  start_copy(g);
  find_constants(g);
  copy_all(g, &g->q->definitions);
  if (sv_qbf_outer_forall(g->q)) copy_violation(g);
  else copy_all(g, &g->q->clauses);
}

// Only values that were needed to refute all inner moves.
static void keep_values(game *g) {
  for (uint32_t i = 0; i < g->moves.n; i++) {
    int32_t move = g->moves.at[i];
    bool needed = sv_sat_failed(g->check, move);
    g->q->value.at[move > 0 ? move : -move] = (int8_t)(!needed ? 0 : move > 0 ? 1 : -1);
  }
}

static void propose(game *g) {
  sv_clear(g->moves);
  for (uint32_t i = 0; i < g->outer.n; i++) {
    int32_t v = g->outer.at[i];
    sv_push(g->moves, sv_sat_value(g->guess, g->copy.at[v]) ? v : -v);
  }
}

static sv_sat_answer play(game *g, const sv_sat_limits *limits) {
  bool forall = sv_qbf_outer_forall(g->q);
  for (;;) {
    g->q->numbers.rounds++;
    sv_sat_answer answer = sv_sat_solve(g->guess, NULL, 0, limits);
    if (answer == SV_SAT_UNKNOWN) return answer;
    if (answer == SV_SAT_NO) return forall ? SV_SAT_YES : SV_SAT_NO;
    propose(g);
    answer = sv_sat_solve(g->check, g->moves.at, g->moves.n, limits);
    if (answer == SV_SAT_UNKNOWN) return answer;
    if (answer == SV_SAT_NO) break;
    teach(g);
  }
  g->q->outer_won = true;
  keep_values(g);
  return forall ? SV_SAT_NO : SV_SAT_YES;
}

sv_sat_answer sv_qbf_refine(sv_qbf *q, const sv_sat_limits *limits) {
  sv_sat_limits inner = limits ? *limits : (sv_sat_limits){0};
  inner.conflicts = 0;
  game g = {.q = q, .guess = sv_sat_new(), .check = sv_sat_new()};
  make_guess(&g);
  make_check(&g);
  sv_sat_answer answer = play(&g, &inner);
  sv_sat_free(g.guess);
  sv_sat_free(g.check);
  sv_vec_free(g.outer);
  sv_vec_free(g.copy);
  sv_vec_free(g.moves);
  sv_vec_free(g.line);
  sv_vec_free(g.some);
  return answer;
}
