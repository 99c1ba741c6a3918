// implicit.c -- the search: exclude, generalise, push, until two frames are equal.

#include "engine/cegar/implicit.h"

enum { MOST_DROPS = 3 };  // failures in a row before generalisation rests

// ---- cubes

static void copy_cube(sv_literals *to, const sv_literals *from) {
  sv_clear(*to);
  for (uint32_t i = 0; i < from->n; i++) sv_push(*to, from->at[i]);
}

static uint32_t number(int32_t l) { return (uint32_t)(l < 0 ? -l : l) - 1; }

static bool is_part(const sv_literals *small, const sv_literals *large) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < small->n; i++) {
    while (k < large->n && number(large->at[k]) < number(small->at[i])) k++;
    if (k == large->n || large->at[k] != small->at[i]) return false;
  }
  return true;
}

#ifndef NDEBUG
static bool is_ascending(const sv_literals *cube) {
  for (uint32_t i = 1; i < cube->n; i++)
    if (number(cube->at[i - 1]) >= number(cube->at[i])) return false;
  return true;
}
#endif

static bool is_excluded(const sv_implicit *x, const sv_literals *cube, uint32_t level) {
  for (uint32_t i = level; i < x->frames.n; i++)
    for (uint32_t k = 0; k < x->frames.at[i].n; k++)
      if (is_part(&x->frames.at[i].at[k], cube)) return true;
  return false;
}

// Adds the clause, and forgets those that it makes superfluous.
static void add(sv_implicit *x, const sv_literals *cube, uint32_t level) {
  sv_literals copy = {0};
  assert(level && level < x->frames.n && is_ascending(cube));
  for (uint32_t i = 1; i <= level; i++)
    for (uint32_t k = 0; k < x->frames.at[i].n;) {
      if (!is_part(cube, &x->frames.at[i].at[k])) {
        k++;
        continue;
      }
      sv_vec_free(x->frames.at[i].at[k]);
      x->frames.at[i].at[k] = x->frames.at[i].at[--x->frames.at[i].n];
    }
  copy_cube(&copy, cube);
  sv_push(x->frames.at[level], copy);
  sv_implicit_add_clause(x, cube, level);
  x->bump *= 1.1;
  for (uint32_t i = 0; i < cube->n; i++) x->predicates.at[number(cube->at[i])].activity += x->bump;
}

// ---- generalisation

// Literals of the cube are added to the core until no initial state meets it.
static bool leave_start(sv_implicit *x, sv_literals *core, const sv_literals *cube) {
  while (sv_implicit_meets_start(x, core) == SV_SAT_YES) {
    uint32_t added = UINT32_MAX;
    for (uint32_t i = 0; i < cube->n && added == UINT32_MAX; i++) {
      const sv_implicit_predicate *p = &x->predicates.at[number(cube->at[i])];
      bool holds = sv_smt_holds(x->s->z, p->now) == (cube->at[i] > 0);
      if (!holds) added = i;
    }
    if (added == UINT32_MAX) return false;
    sv_push(*core, cube->at[added]);
    for (uint32_t k = core->n - 1; k && number(core->at[k - 1]) > number(core->at[k]); k--) {
      int32_t swap = core->at[k];
      core->at[k] = core->at[k - 1], core->at[k - 1] = swap;
    }
  }
  return !x->stopped;
}

// Is the clause inductive relative to the frame, and true initially? Then it shrinks to its core.
static bool shrink(sv_implicit *x, uint32_t level, sv_literals *cube) {
  sv_literals core = {0};
  bool good = sv_implicit_meets_start(x, cube) == SV_SAT_NO &&
              sv_implicit_reaches(x, level, cube, true, &core) == SV_SAT_NO &&
              leave_start(x, &core, cube);
  if (good) copy_cube(cube, &core);
  sv_vec_free(core);
  return good;
}

static bool has(const sv_literals *cube, int32_t l) {
  for (uint32_t i = 0; i < cube->n; i++)
    if (cube->at[i] == l) return true;
  return false;
}

// The literal that occurs least in recent clauses and has not been tried.
static int32_t next_to_drop(const sv_implicit *x, const sv_literals *cube,
                            const sv_literals *tried) {
  int32_t best = 0;
  for (uint32_t i = 0; i < cube->n; i++) {
    if (has(tried, cube->at[i])) continue;
    if (!best ||
        x->predicates.at[number(cube->at[i])].activity < x->predicates.at[number(best)].activity)
      best = cube->at[i];
  }
  return best;
}

static void generalise(sv_implicit *x, uint32_t level, sv_literals *cube) {
  sv_literals tried = {0}, smaller = {0};
  uint32_t failures = 0;
  int32_t l;
  while (cube->n > 1 && failures < MOST_DROPS * (1 + cube->n / 8) && !x->stopped &&
         (l = next_to_drop(x, cube, &tried))) {
    sv_clear(smaller);
    for (uint32_t i = 0; i < cube->n; i++)
      if (cube->at[i] != l) sv_push(smaller, cube->at[i]);
    sv_push(tried, l);
    if (shrink(x, level, &smaller)) {
      x->dropped += cube->n - smaller.n;
      copy_cube(cube, &smaller);
      failures = 0;
    } else {
      failures++;
    }
  }
  sv_vec_free(tried);
  sv_vec_free(smaller);
}

// Adds the clause as far up as it is inductive.
static uint32_t learn(sv_implicit *x, uint32_t level, const sv_literals *cube) {
  uint32_t to = level + 1;
  while (to < x->top && sv_implicit_reaches(x, to, cube, true, NULL) == SV_SAT_NO) to++;
  assert(to <= x->top);
  add(x, cube, to);
  return to;
}

// ---- obligations

static bool goes_before(const sv_implicit *x, uint32_t a, uint32_t b) {
  const sv_implicit_obligation *m = &x->obligations.at[a], *n = &x->obligations.at[b];
  return m->level != n->level ? m->level < n->level : m->depth > n->depth;
}

static void enqueue(sv_implicit *x, uint32_t obligation) {
  assert(obligation < x->obligations.n && x->obligations.at[obligation].level <= x->top);
  sv_push(x->queue, obligation);
  for (uint32_t i = x->queue.n - 1; i;) {
    uint32_t up = (i - 1) / 2;
    if (!goes_before(x, x->queue.at[i], x->queue.at[up])) break;
    uint32_t swap = x->queue.at[i];
    x->queue.at[i] = x->queue.at[up], x->queue.at[up] = swap;
    i = up;
  }
}

static uint32_t dequeue(sv_implicit *x) {
  assert(x->queue.n);
  uint32_t first = x->queue.at[0];
  x->queue.at[0] = sv_last(x->queue);
  x->queue.n--;
  for (uint32_t i = 0;;) {
    uint32_t best = i;
    for (uint32_t k = 2 * i + 1; k < 2 * i + 3 && k < x->queue.n; k++)
      if (goes_before(x, x->queue.at[k], x->queue.at[best])) best = k;
    if (best == i) return first;
    uint32_t swap = x->queue.at[i];
    x->queue.at[i] = x->queue.at[best], x->queue.at[best] = swap;
    i = best;
  }
}

static uint32_t oblige(sv_implicit *x, uint32_t level, uint32_t next, uint32_t action) {
  sv_implicit_obligation o = {.level = level, .next = next, .action = action};
  if (next != UINT32_MAX) o.depth = x->obligations.at[next].depth + 1;
  sv_implicit_read_cube(x, &o.cube);
  sv_push(x->obligations, o);
  enqueue(x, x->obligations.n - 1);
  return x->obligations.n - 1;
}

static void forget_obligations(sv_implicit *x) {
  for (uint32_t i = 0; i < x->obligations.n; i++) sv_vec_free(x->obligations.at[i].cube);
  sv_clear(x->obligations);
  sv_clear(x->queue);
}

// ---- a path to a violation

typedef struct {
  sv_implicit *x;
  sv_u32s chain;  // obligations
} path_view;

// A kept leaf whose value the cube knows.
static sv_term value_in(const sv_implicit *x, const sv_literals *cube, sv_term leaf, sv_sort s) {
  sv_terms *T = x->c->flat->terms;
  const sv_sort_info *info = sv_sort_get(T, s);
  if (info->kind == SV_SORT_ARRAY) {
    sv_term_list cells = {0};
    bool all = true;
    for (uint32_t i = 0; i < info->size && all; i++) {
      sv_term cell = sv_app2(T, SV_OP_SELECT, leaf, sv_int_const(T, i));
      sv_term value = value_in(x, cube, cell, info->element);
      all = !sv_is_none(value);
      if (all) sv_push(cells, value);
    }
    sv_term out = all ? sv_array(T, cells.at, cells.n) : SV_NONE;
    sv_vec_free(cells);
    return out;
  }
  for (uint32_t i = 0; i < cube->n; i++) {
    sv_term t = x->predicates.at[number(cube->at[i])].term;
    if (info->kind == SV_SORT_BOOL && sv_same(sv_positive(t), sv_positive(leaf)))
      return sv_bool_const((cube->at[i] > 0) != (sv_negated(t) != sv_negated(leaf)));
    sv_node n = sv_node_of(T, sv_index(t));
    if (cube->at[i] > 0 && n.op == SV_OP_EQ && sv_same(n.args[0], leaf) &&
        sv_is_const(T, n.args[1], NULL))
      return n.args[1];
  }
  return SV_NONE;
}

static sv_term known(void *context, sv_term leaf, uint32_t time) {
  const path_view *v = context;
  sv_implicit *x = v->x;
  if (time >= v->chain.n || !sv_abstraction_is_kept(x->c->a, leaf)) return SV_NONE;
  return value_in(x, &x->obligations.at[v->chain.at[time]].cube, leaf,
                  sv_sort_of(x->c->flat->terms, leaf));
}

// The obligations from this one on: actions, and what is met at the end.
static void judge(sv_implicit *x, uint32_t first) {
  sv_cegar *c = x->c;
  path_view v = {.x = x};
  sv_u32s actions = {0};
  const sv_implicit_obligation *last = NULL;
  for (uint32_t i = first; i != UINT32_MAX; i = last->next) {
    last = &x->obligations.at[i];
    sv_push(v.chain, i);
    if (last->next != UINT32_MAX) sv_push(actions, last->action);
  }
  assert(last && last->target < x->targets.n);
  sv_implicit_target target = x->targets.at[last->target];
  uint32_t property = target.property;
  bool state = property && c->net->properties.at[property].kind != SV_PROP_ASSERTION;
  if (!state) sv_push(actions, property ? last->action : target.action);
  sv_path_plan plan = {.actions = actions.at,
                       .n = actions.n,
                       .end = state ? sv_flat_bad(c->flat, property) : SV_TRUE,
                       .known = known,
                       .context = &v};
  uint32_t asked = c->asked.n;
  sv_cegar_judge(c, &plan, property);
  if (c->asked.n < asked || (!property && sv_bits_has(&c->cut, target.action)))
    sv_implicit_drop_target(x, last->target);
  sv_vec_free(actions);
  sv_vec_free(v.chain);
}

// ---- the search

typedef enum { BLOCKED, REFINED, STOPPED } blocking;

static blocking refine(sv_implicit *x, uint32_t obligation) {
  judge(x, obligation);
  forget_obligations(x);
  if (x->c->end != SV_CEGAR_GOING) return STOPPED;
  sv_implicit_take_predicates(x);
  return REFINED;
}

// One obligation: its cube is excluded, or has predecessors.
static blocking handle(sv_implicit *x, uint32_t i) {
  uint32_t level = x->obligations.at[i].level;
  sv_literals core = {0}, *cube = &x->obligations.at[i].cube;
  if (is_excluded(x, cube, level)) return BLOCKED;
  sv_sat_answer starts = sv_implicit_meets_start(x, cube);
  if (starts == SV_SAT_YES) return refine(x, i);
  if (starts == SV_SAT_UNKNOWN) return STOPPED;
  assert(level);
  sv_sat_answer answer = sv_implicit_reaches(x, level - 1, cube, true, &core);
  if (answer == SV_SAT_YES) {
    oblige(x, level - 1, i, sv_implicit_read_action(x));
    enqueue(x, i);
  } else if (answer == SV_SAT_NO && leave_start(x, &core, cube)) {
    generalise(x, level - 1, &core);
    uint32_t to = x->stopped ? level : learn(x, level - 1, &core);
    x->blocked++;
    if (to < x->top) {
      x->obligations.at[i].level = to + 1;
      enqueue(x, i);
    }
  }
  sv_vec_free(core);
  return x->stopped ? STOPPED : BLOCKED;
}

static blocking block_all(sv_implicit *x) {
  blocking b = BLOCKED;
  while (x->queue.n && b == BLOCKED && !x->stopped) {
    if (!sv_cegar_polls(x->c)) return STOPPED;
    b = handle(x, dequeue(x));
  }
  return x->stopped ? STOPPED : b;
}

// Excludes all violations from the last frame.
static bool clean_top(sv_implicit *x) {
  uint32_t which;
  while (!x->stopped && x->c->end == SV_CEGAR_GOING) {
    sv_sat_answer answer = sv_implicit_meets_target(x, x->top, &which);
    if (answer == SV_SAT_NO) return true;
    if (answer == SV_SAT_UNKNOWN) return false;
    uint32_t i = oblige(x, x->top, UINT32_MAX, sv_implicit_read_action(x));
    x->obligations.at[i].target = which;
    if (block_all(x) == STOPPED) return false;
    forget_obligations(x);
  }
  return false;
}

static bool push_level(sv_implicit *x, uint32_t level) {
  sv_literals cube = {0}, core = {0};
  for (uint32_t k = 0; k < x->frames.at[level].n && !x->stopped;) {
    uint32_t before = x->frames.at[level].n;
    copy_cube(&cube, &x->frames.at[level].at[k]);
    if (sv_implicit_reaches(x, level, &cube, false, &core) == SV_SAT_NO &&
        leave_start(x, &core, &cube)) {
      add(x, &core, level + 1);
      x->pushed++;
    }
    k += x->frames.at[level].n == before;
  }
  sv_vec_free(cube);
  sv_vec_free(core);
  return !x->frames.at[level].n;
}

static bool propagate(sv_implicit *x) {
  for (uint32_t level = 1; level < x->top && !x->stopped; level++)
    if (push_level(x, level)) {
      x->proved = level + 1;
      return !x->stopped;
    }
  return false;
}

static void report(const sv_implicit *x) {
  sv_answer *a = x->c->answer;
  sv_answer_statistic(a, "levels", "%u", x->top);
  sv_answer_statistic(a, "clauses", "%llu learnt, %llu pushed, %llu literals dropped",
                      (unsigned long long)x->clauses, (unsigned long long)x->pushed,
                      (unsigned long long)x->dropped);
  sv_answer_statistic(a, "queries", "%llu", (unsigned long long)x->queries);
}

// Atoms of the initial states and of violations are predicates from the start.
static void seed(sv_cegar *c) {
  sv_term_list all = {0};
  sv_conjuncts(c->flat->terms, c->flat->initial, &all);
  for (uint32_t i = 0; i < all.n; i++) sv_abstraction_add(c->a, all.at[i], &(bool){false});
  for (uint32_t i = 0; i < c->asked.n; i++) {
    sv_term bad = sv_flat_bad(c->flat, c->asked.at[i]);
    sv_abstraction_add(c->a, bad, &(bool){false});
    for (uint32_t a = 0; a < c->net->actions.n; a++)
      if (c->net->actions.at[a].fails == c->asked.at[i])
        sv_abstraction_add(c->a, c->flat->actions[a].enabled, &(bool){false});
  }
  sv_vec_free(all);
}

static bool is_deep_enough(sv_implicit *x) {
  int64_t most = x->c->run->options->depth;
  if (!most || x->top < most) return false;
  sv_cegar_stop(x->c, SV_CAUSE_DEPTH, "no violation within %u steps", x->top);
  return true;
}

// The clauses that are inductive, as terms of the net.
static void hand_out(const sv_implicit *x) {
  sv_terms *T = x->c->flat->terms;
  assert(x->proved && x->proved <= x->top && !x->frames.at[x->proved - 1].n);
  for (uint32_t i = x->proved; i < x->frames.n; i++)
    for (uint32_t k = 0; k < x->frames.at[i].n; k++) {
      const sv_literals *cube = &x->frames.at[i].at[k];
      sv_term all = SV_TRUE;
      for (uint32_t l = 0; l < cube->n; l++) {
        sv_term t = x->predicates.at[number(cube->at[l])].term;
        all = sv_and(T, all, cube->at[l] < 0 ? sv_not(t) : t);
      }
      sv_push(x->c->invariant, sv_not(all));
    }
  x->c->has_invariant = true;
}

void sv_cegar_implicit(sv_cegar *c) {
  seed(c);
  sv_implicit *x = sv_implicit_new(c);
  if (!x) return;
  while (c->end == SV_CEGAR_GOING && clean_top(x)) {
    SV_LOG(c->run->log, 1, "cegar: level %u, %u predicates, %llu clauses", x->top, x->predicates.n,
           (unsigned long long)x->clauses);
    sv_progress_tick(c->run->progress, &(sv_progress_report){.phase = "cegar",
                                                             .depth = x->top,
                                                             .depth_of = "frame",
                                                             .size = x->clauses,
                                                             .size_of = "clauses"});
    c->depth = x->top;
    if (is_deep_enough(x)) break;
    x->top++;
    sv_implicit_open_level(x);
    if (propagate(x)) c->end = SV_CEGAR_PROVED;
  }
  if (c->end == SV_CEGAR_PROVED) hand_out(x);
  c->rounds = x->top;
  report(x);
  sv_implicit_free(x);
}
