// step_project.c -- projections: every move matters for what comes later.
//
// H. Saissi, P. Bokor, N. Suri: PBMC (2015), sections 4 and 5. Where the paper
// has a formula for each pair of steps, there is a chain here: for every resource
// (analysis/needs.h) and moment a literal that may be true only if a later move,
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

#include "encode/step_inside.h"

typedef struct {
  uint32_t move;  // of the step
  const sv_need_use *use;
  sv_lit when;
} use_note;

// Where a resource stands while the moves of a step are gone through backwards.
typedef struct {
  sv_lit needed;
  sv_lits reads;  // of moves from here on that the literal does not count yet
  bool touched;   // somebody reads it in this step, or overwrites it
} need;

struct sv_projection {
  const sv_needs *needs;
  sv_lit *needed;        // by resource: at the last moment; false: nobody asks
  SV_VEC(use_note) notes;  // of the step, move by move
  need *now;             // by resource: scratch
  uint32_t open;         // moments before this one are done with: no property is violated there
  sv_projection_size size;
  uint64_t *writers;     // by resource: moves so far
};

sv_projection *sv_projection_new(const sv_stepper *s) {
  sv_projection *p = SV_NEW(sv_projection);
  uint32_t n = s->o.needs->n;
  *p = (sv_projection){.needs = s->o.needs};
  p->needed = SV_NEW_ARRAY(sv_lit, n + 1);
  p->now = SV_NEW_ARRAY(need, n + 1);
  p->writers = SV_NEW_ARRAY(uint64_t, n + 1);
  for (uint32_t r = 0; r < n; r++) p->needed[r] = SV_LIT_FALSE;
  return p;
}

void sv_projection_free(sv_projection *p) {
  if (!p) return;
  for (uint32_t r = 0; r < p->needs->n; r++) sv_vec_free(p->now[r].reads);
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
  const sv_need_uses *uses = &s->o.needs->actions[action];
  for (uint32_t i = 0; i < uses->n; i++) {
    bool always = sv_same(uses->at[i].when, SV_TRUE);
    sv_push(s->need_roots[action], always ? 0 : roots->n);
    if (!always) sv_push(*roots, sv_blast_bool(b, uses->at[i].when));
  }
}

void sv_project_note(sv_unrolling *u, const sv_move *m, const sv_lit *roots) {
  const sv_need_uses *uses = &u->projection->needs->actions[m->action];
  const sv_u32s *when = &u->stepper->need_roots[m->action];
  uint32_t move = sv_now_at(u)->moves.n;
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

static const sv_move *move_at(sv_unrolling *u, uint32_t move) {
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
static void demand_reason(sv_unrolling *u, uint32_t lo, uint32_t hi, const sv_move *m) {
  sv_projection *p = u->projection;
  sv_lits any = {0};
  if (sv_bits_has(&p->needs->goals, m->action)) return;
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

static void add_need(sv_unrolling *u, uint32_t lo, uint32_t hi, const sv_move *m) {
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

// A resource that nobody touches is needed before the step iff it is behind it.
static void begin_step(sv_unrolling *u) {
  sv_projection *p = u->projection;
  bool open = sv_unrolled(u) >= p->open;
  for (uint32_t r = 0; r < p->needs->n; r++)
    p->now[r].touched = open || sv_lit_same(p->needed[r], SV_LIT_FALSE);
  for (uint32_t i = 0; i < p->notes.n; i++)
    if (reads(&p->notes.at[i]) || overwrites(&p->notes.at[i]))
      p->now[p->notes.at[i].use->resource].touched = true;
  for (uint32_t r = 0; r < p->needs->n; r++)
    p->now[r].needed = p->now[r].touched ? sv_aig_input(u->aig) : p->needed[r];
}

static void count_pairs(sv_projection *p) {
  for (uint32_t i = 0; i < p->notes.n; i++)
    if (reads(&p->notes.at[i])) p->size.pairs += p->writers[p->notes.at[i].use->resource];
  for (uint32_t i = 0; i < p->notes.n; i++)
    if (writes(&p->notes.at[i])) p->writers[p->notes.at[i].use->resource]++;
}

// ---- properties

static sv_lit condition_at(sv_unrolling *u, const sv_need_use *use, uint32_t depth) {
  sv_lit out = SV_LIT_TRUE;
  if (sv_same(use->when, SV_TRUE)) return out;
  sv_step_over(u, u->moments.at[depth].state);  // no other condition: somebody holds control
  sv_stencil_copy(&u->stepper->held, u->stepper->aig, u->aig, u->now, &out);
  return out;
}

// By resource: what is violated at the depth and reads it.
static void add_violations(sv_unrolling *u, uint32_t property, uint32_t depth, sv_lits *by) {
  const sv_need_uses *uses = &u->projection->needs->properties[property];
  if (!uses->n) return;
  sv_lit bad = sv_unrolled_bad(u, property, depth);
  for (uint32_t i = 0; i < uses->n; i++) {
    sv_lit here = sv_aig_and(u->aig, bad, condition_at(u, &uses->at[i], depth));
    sv_push(by[uses->at[i].resource], here);
  }
}

static void free_lists(sv_lits *by, uint32_t n) {
  for (uint32_t r = 0; r < n; r++) sv_vec_free(by[r]);
  sv_free(by);
}

// Before the step: a property may be violated there already, unless that was asked.
static void close_step(sv_unrolling *u) {
  sv_projection *p = u->projection;
  uint32_t depth = sv_unrolled(u), n = p->needs->n;
  sv_lits *by = SV_NEW_ARRAY(sv_lits, n + 1);
  for (uint32_t q = 1; depth >= p->open && q < p->needs->net->properties.n; q++)
    add_violations(u, q, depth, by);
  for (uint32_t r = 0; r < n; r++) {
    need *x = &p->now[r];
    if (!x->touched) continue;
    for (uint32_t i = 0; i < by[r].n; i++) sv_push(x->reads, by[r].at[i]);
    sv_push(x->reads, x->needed);
    sv_push(x->reads, sv_lit_not(p->needed[r]));
    demand(u, &x->reads);
    sv_clear(x->reads);
  }
  free_lists(by, n);
}

void sv_project_step(sv_unrolling *u) {
  sv_projection *p = u->projection;
  const sv_moment *m = sv_now_at(u);
  begin_step(u);
  sv_lit *after = SV_NEW_ARRAY(sv_lit, p->needs->n + 1);
  for (uint32_t r = 0; r < p->needs->n; r++) after[r] = p->now[r].needed;
  for (uint32_t hi = p->notes.n, k = m->moves.n; k--;) {
    uint32_t lo = hi;
    while (lo && p->notes.at[lo - 1].move == k) lo--;
    demand_reason(u, lo, hi, &m->moves.at[k]);
    add_need(u, lo, hi, &m->moves.at[k]);
    hi = lo;
  }
  close_step(u);
  count_pairs(p);
  memcpy(p->needed, after, p->needs->n * sizeof *after);
  sv_clear(p->notes);
  sv_free(after);
}

sv_lit sv_unrolled_end(sv_unrolling *u, const uint32_t *properties, uint32_t n) {
  sv_projection *p = u->projection;
  uint32_t depth = sv_unrolled(u);
  sv_lits *by = SV_NEW_ARRAY(sv_lits, p->needs->n + 1);
  sv_lit end = sv_aig_input(u->aig);
  for (uint32_t i = 0; i < n; i++) add_violations(u, properties[i], depth, by);
  for (uint32_t r = 0; r < p->needs->n; r++) {
    sv_push(by[r], sv_lit_not(p->needed[r]));
    sv_push(by[r], sv_lit_not(end));
    demand(u, &by[r]);
  }
  free_lists(by, p->needs->n);
  p->open = depth + 1;
  return end;
}
