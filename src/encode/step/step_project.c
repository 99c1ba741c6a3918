// step_project.c -- projections: every move matters for what comes later.
//
// H. Saissi, P. Bokor, N. Suri: PBMC (2015), sections 4 and 5. Where the paper
// has a formula for each pair of steps, there is a chain here: for every resource
// (analysis/access/relevance.h) and moment a literal that may be true only if a later move,
// or the property at the end, needs the value that the resource has then. So the
// formula is linear in the number of steps. A literal is only ever used to
// allow something, hence clauses in one direction are enough. Within a step
// the chain goes from the last move to the first.
//
//   needed before a move  ->  the move reads it, or it is needed after the move
//                             and the move does not overwrite it
//   the move is taken     ->  it writes something that is needed after it
//
// A run that violates a property with as few moves as possible obeys that:
// docs/engine-bmc.md, "Projections".

#include "encode/step/step_inside.h"

typedef struct {
  uint32_t move;  // of the step
  const sv_relevance_use *use;
  sv_lit when;
} use_note;

// Where a resource stands while the moves of a step are gone through backwards.
typedef struct {
  sv_lit needed;
  sv_lits reads;  // of moves from here on that the literal does not count yet
  bool used;      // an action reads it in this step, or overwrites it
} need;

struct sv_projection {
  const sv_relevance *relevance;
  sv_lit *needed;          // by resource: at the last moment; false: not asked for
  SV_VEC(use_note) notes;  // of the step, move by move
  need *now;               // by resource: scratch
  uint32_t open;           // moments before this one are done with: no property is violated there
  sv_projection_size size;
  uint64_t *writers;  // by resource: moves so far
};

sv_projection *sv_projection_new(const sv_stepper *s) {
  sv_projection *p = SV_NEW(sv_projection);
  uint32_t n = s->o.relevance->n;
  *p = (sv_projection){.relevance = s->o.relevance};
  p->needed = SV_NEW_ARRAY(sv_lit, n + 1);
  p->now = SV_NEW_ARRAY(need, n + 1);
  p->writers = SV_NEW_ARRAY(uint64_t, n + 1);
  for (uint32_t r = 0; r < n; r++) p->needed[r] = SV_LIT_FALSE;
  return p;
}

void sv_projection_free(sv_projection *p) {
  if (!p) return;
  for (uint32_t r = 0; r < p->relevance->n; r++) sv_vec_free(p->now[r].reads);
  sv_free(p->needed);
  sv_free(p->now);
  sv_free(p->writers);
  sv_vec_free(p->notes);
  sv_free(p);
}

sv_projection_size sv_unrolled_projection(const sv_unrolling *u) {
  return u->projection ? u->projection->size : (sv_projection_size){0};
}

void sv_project_roots(sv_stepper *s, sv_blaster *b, uint32_t action, sv_lits *roots) {
  const sv_relevance_uses *uses = &s->o.relevance->actions[action];
  for (uint32_t i = 0; i < uses->n; i++) {
    bool always = sv_same(uses->at[i].when, SV_TRUE);
    sv_push(s->need_roots[action], always ? 0 : roots->n);
    if (!always) sv_push(*roots, sv_blast_bool(b, uses->at[i].when));
  }
}

void sv_project_goals(sv_stepper *s, sv_blaster *b) {
  sv_lits roots = {0};
  for (uint32_t i = 0; i < s->o.relevance->goals.n; i++)
    sv_push(roots, sv_blast_bool(b, s->o.relevance->goals.at[i].when));
  sv_aig_part_init(&s->goals, s->aig, roots.at, roots.n);
  sv_vec_free(roots);
}

void sv_project_note(sv_unrolling *u, const sv_step_move *m, const sv_lit *roots) {
  const sv_relevance_uses *uses = &u->projection->relevance->actions[m->action];
  const sv_u32s *when = &u->stepper->need_roots[m->action];
  uint32_t move = sv_now_at(u)->moves.n;
  assert(when->n == uses->n);
  assert(!u->projection->notes.n || sv_last(u->projection->notes).move <= move);
  for (uint32_t i = 0; i < uses->n; i++) {
    sv_lit here = when->at[i] ? roots[when->at[i]] : SV_LIT_TRUE;
    if (!sv_lit_same(here, SV_LIT_FALSE))
      sv_push(u->projection->notes, (use_note){move, &uses->at[i], here});
  }
}

// ---- small things

static void demand(sv_unrolling *u, const sv_lits *any) {
  uint32_t before = u->ends.n;
  sv_demand(u, any->at, any->n);
  u->projection->size.clauses += u->ends.n - before;
}

static const sv_step_move *move_at(sv_unrolling *u, uint32_t move) {
  return &sv_now_at(u)->moves.at[move];
}

static bool reads(const use_note *n) { return n->use->how & SV_NEED_READS; }
static bool writes(const use_note *n) { return n->use->how & SV_NEED_WRITES; }
static bool overwrites(const use_note *n) { return n->use->how & SV_NEED_SURELY; }

static bool is_alone(const sv_unrolling *u) {
  return u->stepper->o.semantics == SV_STEPS_INTERLEAVING;
}

// The literal, with the reads that it does not count yet.
static sv_lit settle(sv_unrolling *u, need *r) {
  if (!r->reads.n) return r->needed;
  sv_push(r->reads, r->needed);
  r->needed = sv_aig_input(u->aig);
  sv_push(r->reads, sv_lit_not(r->needed));
  demand(u, &r->reads);
  sv_clear(r->reads);
  return r->needed;
}

// ---- one move: its notes are lo .. hi-1

// It writes something that is needed behind it; a goal is needed as such.
static void demand_reason(sv_unrolling *u, uint32_t lo, uint32_t hi, const sv_step_move *m) {
  sv_projection *p = u->projection;
  sv_lits any = {0};
  if (sv_bits_has(&p->relevance->failing, m->action)) return;
  assert(lo <= hi && hi <= p->notes.n);
  sv_push(any, sv_lit_not(m->taken));
  for (uint32_t i = lo; i < hi; i++) {
    const use_note *n = &p->notes.at[i];
    need *r = &p->now[n->use->resource];
    if (!writes(n)) continue;
    sv_lit needed = is_alone(u) ? r->needed : settle(u, r);
    sv_push(any, sv_aig_and(u->aig, n->when, needed));
  }
  demand(u, &any);
  sv_vec_free(any);
}

// What it overwrites without a look is not needed before it.
static void demand_no_need(sv_unrolling *u, uint32_t lo, uint32_t hi, const use_note *n) {
  sv_projection *p = u->projection;
  need *r = &p->now[n->use->resource];
  sv_lits any = {0};
  bool always = false;
  assert(overwrites(n) && r->used);
  for (uint32_t i = lo; i < hi; i++) {
    const use_note *x = &p->notes.at[i];
    if (x->use->resource != n->use->resource || !reads(x)) continue;
    sv_push(any, x->when);
    always |= sv_lit_same(x->when, SV_LIT_TRUE);
  }
  if (!always) {
    sv_lit before = p->needed[n->use->resource];
    if (!is_alone(u)) {
      if (!r->reads.n) sv_push(r->reads, SV_LIT_FALSE);
      before = settle(u, r);
    }
    sv_push(any, sv_lit_not(move_at(u, n->move)->taken));
    sv_push(any, sv_lit_not(n->when));
    sv_push(any, sv_lit_not(before));
    demand(u, &any);
  }
  sv_vec_free(any);
}

static void add_need(sv_unrolling *u, uint32_t lo, uint32_t hi, const sv_step_move *m) {
  sv_projection *p = u->projection;
  for (uint32_t i = lo; i < hi; i++)
    if (overwrites(&p->notes.at[i])) demand_no_need(u, lo, hi, &p->notes.at[i]);
  for (uint32_t i = lo; i < hi; i++)
    if (reads(&p->notes.at[i])) {
      sv_lit taken = sv_aig_and(u->aig, m->taken, p->notes.at[i].when);
      sv_push(p->now[p->notes.at[i].use->resource].reads, taken);
    }
}

// ---- the step

// A resource that no action uses is needed before the step iff it is behind it.
static void begin_step(sv_unrolling *u) {
  sv_projection *p = u->projection;
  bool open = sv_unrolled(u) >= p->open;
  for (uint32_t r = 0; r < p->relevance->n; r++)
    p->now[r].used = open || sv_lit_same(p->needed[r], SV_LIT_FALSE);
  for (uint32_t i = 0; i < p->notes.n; i++)
    if (reads(&p->notes.at[i]) || overwrites(&p->notes.at[i]))
      p->now[p->notes.at[i].use->resource].used = true;
  for (uint32_t r = 0; r < p->relevance->n; r++)
    p->now[r].needed = p->now[r].used ? sv_aig_input(u->aig) : p->needed[r];
}

static void count_pairs(sv_projection *p) {
  for (uint32_t i = 0; i < p->notes.n; i++)
    if (reads(&p->notes.at[i])) p->size.pairs += p->writers[p->notes.at[i].use->resource];
  for (uint32_t i = 0; i < p->notes.n; i++)
    if (writes(&p->notes.at[i])) p->writers[p->notes.at[i].use->resource]++;
}

// ---- properties

typedef struct {
  sv_lit *goals;  // by goal: its condition at a depth
  sv_lit held;
  sv_lits *by;  // by resource: goals that are reached and read it
} goals_reached;

static goals_reached begin_goals(sv_unrolling *u, uint32_t depth) {
  const sv_stepper *s = u->stepper;
  goals_reached x = {.goals = SV_NEW_ARRAY(sv_lit, s->goals.roots.n + 1),
                     .by = SV_NEW_ARRAY(sv_lits, s->o.relevance->n + 1)};
  sv_step_over(u, u->frames.at[depth].state);
  sv_aig_part_copy(&s->goals, s->aig, u->aig, u->now, x.goals);
  sv_aig_part_copy(&s->held, s->aig, u->aig, u->now, &x.held);
  return x;
}

static void add_goals(sv_unrolling *u, uint32_t property, uint32_t depth, goals_reached *x) {
  const sv_relevance *relevance = u->projection->relevance;
  if (relevance->net->properties.at[property].kind == SV_PROP_ASSERTION) return;
  sv_lit bad = sv_unrolled_bad(u, property, depth);
  for (uint32_t g = 0; g < relevance->goals.n; g++) {
    const sv_relevance_goal *goal = &relevance->goals.at[g];
    if (goal->property != property) continue;
    sv_lit here = sv_aig_and(u->aig, bad, x->goals[g]), held = sv_aig_and(u->aig, here, x->held);
    for (uint32_t i = 0; i < goal->uses.n; i++)
      sv_push(x->by[goal->uses.at[i].resource],
              sv_same(goal->uses.at[i].when, SV_TRUE) ? here : held);
  }
}

static void free_goals(goals_reached *x, uint32_t n) {
  for (uint32_t r = 0; r < n; r++) sv_vec_free(x->by[r]);
  sv_free(x->by);
  sv_free(x->goals);
}

// Before the step: a property may be violated there already, unless that was asked.
static void close_step(sv_unrolling *u) {
  sv_projection *p = u->projection;
  uint32_t depth = sv_unrolled(u), n = p->relevance->n;
  bool open = depth >= p->open;
  goals_reached x = {0};
  if (open) x = begin_goals(u, depth);
  for (uint32_t q = 1; open && q < p->relevance->net->properties.n; q++) add_goals(u, q, depth, &x);
  for (uint32_t r = 0; r < n; r++) {
    need *now = &p->now[r];
    if (!now->used) continue;
    for (uint32_t i = 0; open && i < x.by[r].n; i++) sv_push(now->reads, x.by[r].at[i]);
    sv_push(now->reads, now->needed);
    sv_push(now->reads, sv_lit_not(p->needed[r]));
    demand(u, &now->reads);
    sv_clear(now->reads);
  }
  if (open) free_goals(&x, n);
}

void sv_project_step(sv_unrolling *u) {
  sv_projection *p = u->projection;
  const sv_frame *m = sv_now_at(u);
  assert(!p->notes.n || sv_last(p->notes).move < m->moves.n);
  begin_step(u);
  sv_lit *after = SV_NEW_ARRAY(sv_lit, p->relevance->n + 1);
  for (uint32_t r = 0; r < p->relevance->n; r++) after[r] = p->now[r].needed;
  for (uint32_t hi = p->notes.n, k = m->moves.n; k--;) {
    uint32_t lo = hi;
    while (lo && p->notes.at[lo - 1].move == k) lo--;
    demand_reason(u, lo, hi, &m->moves.at[k]);
    add_need(u, lo, hi, &m->moves.at[k]);
    hi = lo;
  }
  close_step(u);
  count_pairs(p);
  memcpy(p->needed, after, p->relevance->n * sizeof *after);
  sv_clear(p->notes);
  sv_free(after);
}

sv_lit sv_unrolled_end(sv_unrolling *u, const uint32_t *properties, uint32_t n) {
  sv_projection *p = u->projection;
  uint32_t depth = sv_unrolled(u);
  assert(depth + 1 >= p->open);
  sv_lit end = sv_aig_input(u->aig);
  goals_reached x = begin_goals(u, depth);
  for (uint32_t i = 0; i < n; i++) add_goals(u, properties[i], depth, &x);
  for (uint32_t r = 0; r < p->relevance->n; r++) {
    sv_push(x.by[r], sv_lit_not(p->needed[r]));
    sv_push(x.by[r], sv_lit_not(end));
    demand(u, &x.by[r]);
  }
  free_goals(&x, p->relevance->n);
  p->open = depth + 1;
  return end;
}
