// explain.c -- slices of runs. See explain.h.
//
// First a forward pass records for each step what was read (exec/footprint.h),
// what was overwritten and what changed; then follow backward passes. Control
// cannot be decided from a single step, so there are two kinds of backward pass:
//
//   light    control is preserved if sections are kept as a whole: the steps that
//            follow in the same section belong to a step that is kept. Where
//            others were outranked for unknown reasons, they are assumed to be
//            outranked again.
//   careful  control is a variable that every step reads, and where others were
//            outranked for unknown reasons, all steps before are needed.
//
// The first slice that replays is taken, the whole run if there is none.

#include "analysis/rewrite/explain.h"

#include "analysis/rewrite/touched.h"
#include "base/bits.h"

typedef struct {
  sv_touched touched;
  bool followed;  // the next step is one of a process that holds control
} record;

typedef struct {
  sv_exec *exec;
  const sv_net *net;
  const sv_trace *trace;
  sv_toucher touch;
  SV_VEC(record) records;  // by step
  sv_parts violation;      // what the property read, at the end
  sv_state *last;
} explanation;

// ---- the forward pass

static bool holder_moves(const explanation *e, const sv_state *s, const sv_step *step) {
  if (e->net->holder == SV_NO_VARIABLE) return false;
  int64_t holder = sv_small_get(s->cells[e->net->vars.at[e->net->holder].first_cell]);
  const sv_net_action *a = &e->net->actions.at[step->action];
  return holder && sv_edges_move(a->edges, a->edge_count, (uint32_t)holder - 1);
}

static void note_step(void *context, const sv_state *before, const sv_step *step,
                      const sv_state *after) {
  explanation *e = context;
  record f = {0};
  sv_touch_step(&e->touch, before, step, after, &f.touched);
  assert(e->records.n < e->trace->steps.n);
  if (e->records.n && holder_moves(e, before, step)) sv_last(e->records).followed = true;
  sv_push(e->records, f);
  sv_state_copy(e->net, e->last, after);
}

static void note_bad_place(explanation *e) {
  for (uint32_t p = 0; p < e->net->processes.n; p++) {
    uint32_t l = sv_state_location(e->net, e->last, p);
    if (l && sv_net_location(e->net, p, l)->bad == e->trace->property)
      return sv_touch_stand(&e->touch, p, l, &e->violation);
  }
}

static void note_violation(explanation *e) {
  const sv_property *p = &e->net->properties.at[e->trace->property];
  if (p->kind == SV_PROP_LOCATION) note_bad_place(e);
  if (p->kind != SV_PROP_INVARIANT) return;
  sv_touch_term(&e->touch, e->last, p->term, &e->violation);
}

// ---- the backward pass

typedef struct {
  sv_bits needed;        // parts
  sv_bits kept, forced;  // steps
  bool careful;
} slicing;

static void need(sv_bits *needed, const sv_parts *parts) {
  for (uint32_t i = 0; i < parts->n; i++)
    for (uint32_t p = parts->at[i].lo; p < parts->at[i].hi; p++) sv_bits_add(needed, p);
}

static void need_no_more(sv_bits *needed, const sv_parts *parts) {
  for (uint32_t i = 0; i < parts->n; i++)
    for (uint32_t p = parts->at[i].lo; p < parts->at[i].hi; p++) sv_bits_remove(needed, p);
}

static bool is_needed(const sv_bits *needed, const sv_parts *parts) {
  for (uint32_t i = 0; i < parts->n; i++)
    for (uint32_t p = parts->at[i].lo; p < parts->at[i].hi; p++)
      if (sv_bits_has(needed, p)) return true;
  return false;
}

static void keep(const explanation *e, slicing *s, uint32_t step) {
  const sv_touched *f = &e->records.at[step].touched;
  sv_bits_add(&s->kept, step);
  need_no_more(&s->needed, &f->writes);
  need(&s->needed, &f->reads);
  if (f->exclusive) need(&s->needed, &e->touch.exclusive);
  if (!s->careful || e->net->holder == SV_NO_VARIABLE) return;
  sv_bits_add(&s->needed, e->touch.map.first[e->net->holder]);
}

static void go_back(const explanation *e, slicing *s) {
  bool everything = false;
  sv_bits_clear(&s->needed);
  sv_bits_clear(&s->kept);
  need(&s->needed, &e->violation);
  bool stable = e->net->properties.at[e->trace->property].stable;
  if (s->careful && stable && e->net->holder != SV_NO_VARIABLE)
    sv_bits_add(&s->needed, e->touch.map.first[e->net->holder]);
  for (uint32_t i = e->records.n; i-- > 0;) {
    bool wanted = everything || sv_bits_has(&s->forced, i);
    if (!wanted && !is_needed(&s->needed, &e->records.at[i].touched.changes)) continue;
    keep(e, s, i);
    everything |= s->careful && e->records.at[i].touched.more;
  }
}

// Steps that a kept one brings along, because its process then holds control.
static bool force_sections(const explanation *e, slicing *s) {
  bool grown = false;
  for (uint32_t i = 0; i + 1 < e->records.n; i++) {
    bool here = sv_bits_has(&s->kept, i) || sv_bits_has(&s->forced, i);
    if (!here || !e->records.at[i].followed || sv_bits_has(&s->kept, i + 1)) continue;
    if (sv_bits_has(&s->forced, i + 1)) continue;
    sv_bits_add(&s->forced, i + 1);
    grown = true;
  }
  return grown;
}

static sv_trace *part_of(const sv_net *net, const sv_trace *trace, const sv_bits *kept) {
  sv_trace *part = sv_trace_new(net, trace->initial);
  part->property = trace->property;
  part->of = trace->of ? trace->of : trace->steps.n;
  for (uint32_t i = 0; i < trace->steps.n; i++) {
    if (!sv_bits_has(kept, i)) continue;
    sv_trace_push(net, part, &trace->steps.at[i]);
    sv_push(part->numbers, trace->of ? trace->numbers.at[i] : i + 1);
  }
  return part;
}

// The slice, or NULL if the referee refuses it.
static sv_trace *slice(const explanation *e, bool careful) {
  slicing s = {.careful = careful};
  sv_bits_init(&s.needed, e->touch.map.parts);
  sv_bits_init(&s.kept, e->records.n);
  sv_bits_init(&s.forced, e->records.n);
  bool by_step = e->net->properties.at[e->trace->property].kind == SV_PROP_ASSERTION;
  if (by_step && e->records.n) sv_bits_add(&s.forced, e->records.n - 1);
  do go_back(e, &s);
  while (!careful && force_sections(e, &s));
  sv_trace *part = part_of(e->net, e->trace, &s.kept);
  sv_text why = {0};
  bool good = sv_trace_replay(e->exec, part, NULL, NULL, &why);
  sv_text_free(&why);
  sv_bits_free(&s.needed);
  sv_bits_free(&s.kept);
  sv_bits_free(&s.forced);
  if (good) return part;
  sv_trace_free(e->net, part);
  return NULL;
}

static sv_trace *whole(const explanation *e) {
  sv_bits all;
  sv_bits_init(&all, e->trace->steps.n);
  sv_bits_all(&all);
  sv_trace *part = part_of(e->net, e->trace, &all);
  part->lasso = e->trace->lasso;
  part->loop = e->trace->loop;
  sv_bits_free(&all);
  return part;
}

// ---- all of it

static void prepare(explanation *e) {
  sv_toucher_init(&e->touch, e->exec);
  e->last = sv_state_new(e->net);
  sv_state_copy(e->net, e->last, e->trace->initial);
}

static void dispose(explanation *e) {
  for (uint32_t i = 0; i < e->records.n; i++) sv_touched_free(&e->records.at[i].touched);
  sv_vec_free(e->records);
  sv_vec_free(e->violation);
  sv_state_free(e->net, e->last);
  sv_toucher_free(&e->touch);
}

static sv_trace *find_slice(explanation *e, sv_explain_effort *effort) {
  sv_trace *part = NULL;
  uint32_t property = e->trace->property;
  // Where every process stands matters in a deadlock, and every step of a loop.
  if (!property || e->net->properties.at[property].kind == SV_PROP_DEADLOCK || e->trace->lasso)
    return *effort = SV_EXPLAIN_WHOLE, whole(e);
  note_violation(e);
  for (*effort = SV_EXPLAIN_LIGHT; !part && *effort != SV_EXPLAIN_WHOLE;)
    if (!(part = slice(e, *effort == SV_EXPLAIN_CAREFUL))) ++*effort;
  return part ? part : whole(e);
}

sv_trace *sv_explain(sv_exec *exec, const sv_trace *trace, sv_explain_effort *effort,
                     sv_text *why) {
  explanation e = {.exec = exec, .net = sv_exec_net(exec), .trace = trace};
  sv_explain_effort ignored;
  sv_trace *part = NULL;
  prepare(&e);
  if (sv_trace_replay(exec, trace, note_step, &e, why))
    part = find_slice(&e, effort ? effort : &ignored);
  dispose(&e);
  return part;
}
