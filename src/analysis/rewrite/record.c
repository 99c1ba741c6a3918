// record.c -- makes the recording net. See record.h.
//
// The automaton has one more state, *lost*, which every step may lead to and
// which has no marks: so the automaton keeps no step from being possible, and
// who may move is what it was. A run that ends goes on with a step that does
// nothing, of a class behind all others.

#include "analysis/rewrite/record_inside.h"
#include "analysis/rewrite/rewrite.h"

enum { MOST_CELLS = 4096 };

typedef struct {
  const sv_net *net;
  const sv_property *property;
  sv_net *out;
  sv_terms *T;
  sv_sort states;  // of the automaton
  uint32_t at;     // variables: the automaton's state
  uint32_t saved;  // a state is recorded
  uint32_t copy;   // of variable 0; the others follow
  uint32_t queue;  // first variable of the copies of queues
  uint32_t first_mark;
  uint32_t marks;
  uint32_t first_pair;  // strong fairness: "could go on" and "was served" of each in turn
  sv_requirements fairness;
  sv_record_moves *moves;   // NULL without fairness
  sv_record_terms content;  // of queues: what their copies copy
} recorder;

static sv_term var(const recorder *r, uint32_t v) { return sv_net_var_term(r->out, v); }
static sv_term number(const recorder *r, uint32_t q) {
  return sv_const(r->T, r->states, sv_small(q));
}
static sv_sort boolean(const recorder *r) { return sv_sort_bool(r->T); }

// ---- variables

static uint32_t add_variable(recorder *r, const char *name, sv_sort sort, uint32_t cells) {
  sv_net_var v = {.name = sv_names_cstr(r->net->model->names, name),
                  .sort = sort,
                  .process = SV_NO_PROCESS,
                  .first_cell = r->out->cells,
                  .cells = cells,
                  .init = sv_default_term(r->T, sort)};
  r->out->cells += cells;
  sv_push(r->out->vars, v);
  return r->out->vars.n - 1;
}

static void add_content(recorder *r, sv_term t) {
  sv_push(r->content, t);
  add_variable(r, "_recorded", sv_sort_of(r->T, t), 1);
}

// The length, and every slot; behind the last message a slot reads its default.
static void add_queue(recorder *r, uint32_t q) {
  const sv_net_queue *queue = &r->net->queues.at[q];
  sv_term ref = sv_const(r->T, sv_sort_ref(r->T), sv_small(q + 1));
  sv_term length = sv_app1(r->T, SV_OP_QLEN, ref);
  sv_sort counts = sv_sort_range(r->T, 0, queue->capacity);
  if (queue->capacity) add_content(r, sv_cast(r->T, counts, length));
  for (uint32_t i = 0; i < queue->capacity; i++)
    for (uint32_t f = 0; f < queue->field_count; f++)
      add_content(r, sv_peek(r->T, queue->fields[f], ref, sv_int_const(r->T, i), f));
}

static void add_variables(recorder *r) {
  for (uint32_t v = 0; v < r->net->vars.n; v++) sv_push(r->out->vars, r->net->vars.at[v]);
  r->at = add_variable(r, "_automaton", r->states, 1);
  r->out->vars.at[r->at].init = number(r, 0);
  r->saved = add_variable(r, "_recording", boolean(r), 1);
  r->copy = r->out->vars.n;
  for (uint32_t v = 0; v < r->net->vars.n; v++)
    add_variable(r, "_recorded", r->net->vars.at[v].sort, r->net->vars.at[v].cells);
  add_variable(r, "_recorded", r->states, 1);
  r->queue = r->out->vars.n;
  for (uint32_t q = 0; q < r->net->queues.n; q++) add_queue(r, q);
  r->first_mark = r->out->vars.n;
  for (uint32_t i = 0; i < r->marks; i++) add_variable(r, "_mark", boolean(r), 1);
  r->first_pair = r->out->vars.n;
  for (uint32_t i = 0; i < r->fairness.n; i++) {
    if (!r->fairness.at[i].strong) continue;
    add_variable(r, "_able", boolean(r), 1);
    add_variable(r, "_served", boolean(r), 1);
  }
}

// ---- actions

// Where the automaton is, and where it goes in this step: its edges that fit.
static sv_term edges(const recorder *r, sv_term to, uint64_t marks) {
  const sv_automaton *a = r->property->automaton;
  sv_term some = SV_FALSE;
  for (uint32_t e = 0; e < a->edge_count; e++) {
    if (marks && !(a->edges[e].marks & marks)) continue;
    sv_term here = sv_eq(r->T, var(r, r->at), number(r, a->edges[e].from));
    sv_term there = sv_eq(r->T, to, number(r, a->edges[e].to));
    sv_term fits = sv_and(r->T, sv_and(r->T, here, there), a->edges[e].guard);
    some = sv_or(r->T, some, fits);
  }
  return some;
}

typedef struct {
  const sv_net_action *action;
  bool ends;                  // it repeats the last state
  sv_term to, save, passing;  // passing: the automaton rests
  SV_VEC(sv_update) updates;
} step;

static sv_term mark_of(const recorder *r, const step *s, uint32_t mark) {
  uint32_t conditions = r->property->automaton->conditions;
  if (mark < conditions)
    return sv_and(r->T, sv_not(s->passing), edges(r, s->to, UINT64_C(1) << mark));
  const sv_requirement *q = &r->fairness.at[mark - conditions];
  if (s->ends || sv_requirement_served(r->net, q, s->action)) return SV_TRUE;
  sv_term idle = q->process == SV_NO_PROCESS ? SV_FALSE : sv_net_at(r->net, q->process, 0);
  sv_term passing = sv_record_passing(r->net, s->action);
  sv_term waits = sv_or(r->T, r->moves->cut, sv_record_able(r->net, r->moves, q, SV_FALSE));
  return sv_or(r->T, idle, sv_and(r->T, sv_not(passing), sv_not(waits)));
}

// A run that ends leaves nobody out.
static sv_term able_of(const recorder *r, const step *s, const sv_requirement *q) {
  if (s->ends) return SV_FALSE;
  return sv_record_able(r->net, r->moves, q, sv_record_passing(r->net, s->action));
}

static sv_term served_of(const recorder *r, const step *s, const sv_requirement *q) {
  return !s->ends && sv_requirement_served(r->net, q, s->action) ? SV_TRUE : SV_FALSE;
}

static void set(const recorder *r, step *s, uint32_t v, sv_term value) {
  sv_push(s->updates, (sv_update){var(r, v), value});
}

// Noted since the state was recorded.
static void note(const recorder *r, step *s, uint32_t v, sv_term saved, sv_term met) {
  set(r, s, v, sv_and(r->T, saved, sv_or(r->T, var(r, v), met)));
}

static void note_pairs(const recorder *r, step *s, sv_term saved) {
  uint32_t v = r->first_pair;
  for (uint32_t i = 0; i < r->fairness.n; i++) {
    const sv_requirement *q = &r->fairness.at[i];
    if (!q->strong) continue;
    note(r, s, v++, saved, able_of(r, s, q));
    note(r, s, v++, saved, served_of(r, s, q));
  }
}

static void record(recorder *r, step *s) {
  sv_term saved = sv_or(r->T, var(r, r->saved), s->save);
  uint32_t n = r->net->vars.n;
  for (uint32_t v = 0; v < n; v++)
    set(r, s, r->copy + v, sv_ite(r->T, s->save, var(r, v), var(r, r->copy + v)));
  set(r, s, r->copy + n, sv_ite(r->T, s->save, var(r, r->at), var(r, r->copy + n)));
  for (uint32_t i = 0; i < r->content.n; i++)
    set(r, s, r->queue + i, sv_ite(r->T, s->save, r->content.at[i], var(r, r->queue + i)));
  for (uint32_t m = 0; m < r->marks; m++) note(r, s, r->first_mark + m, saved, mark_of(r, s, m));
  note_pairs(r, s, saved);
  set(r, s, r->at, s->to);
  set(r, s, r->saved, saved);
}

static sv_term allowed(const recorder *r, const step *s) {
  sv_term lost = sv_eq(r->T, s->to, number(r, r->property->automaton->states));
  sv_term moves = sv_or(r->T, lost, edges(r, s->to, 0));
  sv_term rests = sv_eq(r->T, s->to, var(r, r->at));
  sv_term once = sv_not(sv_and(r->T, s->save, var(r, r->saved)));
  return sv_and(r->T, once, sv_ite(r->T, s->passing, rests, moves));
}

static void add_choices(recorder *r, sv_net_action *a) {
  uint32_t n = a->choice_count;
  sv_sort *choices = SV_ARENA_ARRAY(r->out->arena, sv_sort, n + 2);
  uint32_t *inputs = SV_ARENA_ARRAY(r->out->arena, uint32_t, n + 2);
  for (uint32_t i = 0; i < n; i++) choices[i] = a->choices[i], inputs[i] = a->choice_inputs[i];
  choices[n] = r->states, choices[n + 1] = boolean(r);
  inputs[n] = inputs[n + 1] = UINT32_MAX;
  a->choices = choices;
  a->choice_inputs = inputs;
  a->choice_count = n + 2;
}

static void add_action(recorder *r, sv_net_action a, bool ends) {
  step s = {.action = &a, .ends = ends};
  if (a.cut) {
    sv_push(r->out->actions, a);
    return;
  }
  s.passing = r->property->stable ? sv_record_passing(r->net, &a) : SV_FALSE;
  s.to = sv_choice(r->T, r->states, a.choice_count);
  s.save = sv_choice(r->T, boolean(r), a.choice_count + 1);
  for (uint32_t i = 0; i < a.update_count; i++) sv_push(s.updates, a.updates[i]);
  record(r, &s);
  sv_net_action made = a;
  made.constraint = sv_and(r->T, a.constraint, allowed(r, &s));
  add_choices(r, &made);
  SV_ARENA_KEEP(r->out->arena, s.updates, made.updates, made.update_count);
  sv_push(r->out->actions, made);
}

static uint32_t last_class(const sv_net *net) {
  uint32_t last = 0;
  for (uint32_t i = 0; i < net->actions.n; i++)
    if (net->actions.at[i].priority > last) last = net->actions.at[i].priority;
  return last;
}

static void add_actions(recorder *r) {
  for (uint32_t i = 0; i < r->net->actions.n; i++) add_action(r, r->net->actions.at[i], false);
  sv_net_action end = {.guard = SV_TRUE, .constraint = SV_TRUE, .priority = last_class(r->net) + 1};
  if (r->property->repeats) add_action(r, end, true);
}

// ---- the invariant

static sv_term same_value(const recorder *r, sv_term a, sv_term b) {
  const sv_sort_info *info = sv_sort_get(r->T, sv_sort_of(r->T, a));
  if (info->kind != SV_SORT_ARRAY) return sv_eq(r->T, a, b);
  sv_term all = SV_TRUE;
  for (uint32_t i = 0, n = info->size; i < n; i++) {
    sv_term at = sv_int_const(r->T, i);
    sv_term x = sv_app2(r->T, SV_OP_SELECT, a, at), y = sv_app2(r->T, SV_OP_SELECT, b, at);
    all = sv_and(r->T, all, same_value(r, x, y));
  }
  return all;
}

static void set_invariant(recorder *r, uint32_t property) {
  sv_term closed = var(r, r->saved);
  for (uint32_t v = 0; v < r->net->vars.n; v++)
    closed = sv_and(r->T, closed, same_value(r, var(r, v), var(r, r->copy + v)));
  sv_term same = sv_eq(r->T, var(r, r->at), var(r, r->copy + r->net->vars.n));
  sv_term lost = sv_eq(r->T, var(r, r->at), number(r, r->property->automaton->states));
  closed = sv_and(r->T, closed, sv_and(r->T, same, sv_not(lost)));
  for (uint32_t i = 0; i < r->content.n; i++)
    closed = sv_and(r->T, closed, sv_eq(r->T, r->content.at[i], var(r, r->queue + i)));
  for (uint32_t m = 0; m < r->marks; m++) closed = sv_and(r->T, closed, var(r, r->first_mark + m));
  for (uint32_t v = r->first_pair; v < r->out->vars.n; v += 2)
    closed = sv_and(r->T, closed, sv_or(r->T, sv_not(var(r, v)), var(r, v + 1)));
  sv_property *p = &r->out->properties.at[property];
  p->kind = SV_PROP_INVARIANT;
  p->term = sv_not(closed);
  p->stable = p->repeats = p->fair = false;
  p->automaton = NULL;
}

// ---- the whole

static bool defers(const sv_net *net) {
  for (uint32_t i = 0; i < net->actions.n; i++)
    for (uint32_t k = 0; k < net->actions.at[i].queue_op_count; k++)
      if (net->actions.at[i].queue_ops[k].verb == SV_DEFER) return true;
  return false;
}

static bool is_infinite(const sv_net *net) {
  for (uint32_t q = 0; q < net->queues.n; q++)
    if (net->queues.at[q].capacity == SV_UNBOUNDED) return true;
  return sv_model_features(net->model) & (SV_FEATURE_INT | SV_FEATURE_REAL | SV_FEATURE_QUEUE);
}

static const char *refusal(const recorder *r) {
  const sv_net *net = r->net;
  const sv_property *p = r->property;
  if (is_infinite(net)) return "infinite runs are recorded in finite models only";
  if (defers(net)) return "deferred messages are not recorded";
  if (net->cells > MOST_CELLS) return "the state is too large to be recorded";
  if ((p->repeats || r->fairness.n) && !sv_record_knows_ends(net))
    return "runs that end are not recorded where locations are committed or joint actions have "
           "priorities";
  if (p->stable && sv_record_may_stay(net)) return "a section that may never end is not recorded";
  return NULL;
}

static bool find_moves(recorder *r, sv_text *why) {
  if (!r->fairness.n) return true;
  return (r->moves = sv_record_moves_new(r->net, &r->fairness, why));
}

static uint32_t bits_for(uint32_t n) {
  uint32_t bits = 1;
  while (UINT32_C(1) << bits < n) bits++;
  return bits;
}

sv_net *sv_record_new(const sv_net *net, uint32_t property, sv_text *why) {
  recorder r = {.net = net, .property = &net->properties.at[property], .T = net->model->terms};
  REQUIRE(r.property->kind == SV_PROP_RECURRENCE, "only recurrences need a record");
  sv_fairness_of(net, r.property, &r.fairness);
  const char *no = refusal(&r);
  if (no) sv_text_string(why, no);
  if (!no && find_moves(&r, why)) {
    uint32_t states = r.property->automaton->states + 1;
    r.states = sv_sort_bv(r.T, bits_for(states), false);
    r.marks = r.property->automaton->conditions + r.fairness.n;
    r.out = sv_net_like(net);
    add_variables(&r);
    add_actions(&r);
    set_invariant(&r, property);
  }
  sv_record_moves_free(r.moves);
  sv_vec_free(r.fairness);
  sv_vec_free(r.content);
  return r.out;
}

// ---- back

static bool records(const sv_net *recording, const sv_step *s) {
  uint32_t last = recording->actions.at[s->action].choice_count - 1;
  return sv_value_same(s->choices[last], sv_bool_value(true));
}

static void push_again(const sv_net *net, sv_trace *t) {
  uint32_t end = t->steps.n, begin = t->loop;
  t->loop = end;
  for (uint32_t i = begin; i < end; i++) {
    sv_step again = t->steps.at[i];
    sv_trace_push(net, t, &again);
  }
}

// Engines may forget who holds control where that makes no difference; then the loop
// closes in its second round.
static bool closes(const sv_net *net, const sv_trace *t) {
  sv_exec *x = sv_exec_new(net);
  sv_state *at = sv_state_new(net), *next = sv_state_new(net), *begin = sv_state_new(net);
  sv_state_copy(net, at, t->initial);
  bool good = true;
  for (uint32_t i = 0; i < t->steps.n && good; i++) {
    if (i == t->loop) sv_state_copy(net, begin, at);
    good = sv_exec_enabled(x, at, &t->steps.at[i]);
    if (good) sv_exec_fire(x, at, &t->steps.at[i], next);
    sv_state_copy(net, at, next);
  }
  good &= t->loop == t->steps.n || sv_state_equal(net, at, begin);
  sv_state_free(net, at);
  sv_state_free(net, next);
  sv_state_free(net, begin);
  sv_exec_free(x);
  return good;
}

sv_trace *sv_record_trace(const sv_net *net, const sv_net *recording, const sv_trace *from) {
  sv_trace *t = sv_trace_new(net, from->initial);
  t->lasso = true;
  t->loop = UINT32_MAX;
  for (uint32_t i = 0; i < from->steps.n; i++) {
    const sv_step *s = &from->steps.at[i];
    if (records(recording, s)) t->loop = t->steps.n;
    if (s->action < net->actions.n) sv_trace_push(net, t, s);
  }
  if (t->loop > t->steps.n) t->loop = 0;
  if (t->loop < t->steps.n && !closes(net, t)) push_again(net, t);
  return t;
}
