// infinite.c -- see infinite.h.

#include "random/infinite.h"

#include "random/components.h"
#include "random/rows.h"

#include "unit/passing.h"

// Marks: the automaton's, or one on all its edges if it has none; then "it is served, or blocked"
// for each process and each fair statement of one; then, for those that are strongly fair, "it
// could go on" and "it is served".
enum { FIRST_WISH = 16, MOST_WISHES = 24, FIRST_ABLE = 40, MOST_STRONG = 12, FIRST_SERVED = 52 };

typedef struct {
  uint32_t process, statement;  // statement 0: all of the process
  bool always;                  // whatever the property says
  uint32_t strong;              // from 1, or 0
} wish;

typedef struct {
  bool passing, cut, over;
  uint64_t marks;  // of all steps from here
} place;

struct infinite {
  const sv_net *net;
  sv_exec *exec;
  SV_VEC(wish) wishes;
  uint32_t strong;
  rows rows;
  SV_VEC(place) places;  // by state
  graph steps;           // between states; marks: of the processes that move
  sv_u32s first_step;    // by state, in `steps`; one more at the end
  uint32_t initials;     // are the first states
  sv_state *state, *next;
};

static uint64_t bit(uint32_t n) { return UINT64_C(1) << n; }

// ---- fairness

static void add_wish(infinite *x, uint32_t process, uint32_t statement, sv_fairness fairness) {
  wish w = {process, statement, fairness != SV_UNFAIR, 0};
  if (fairness == SV_STRONGLY_FAIR) w.strong = ++x->strong;
  sv_push(x->wishes, w);
}

static uint32_t actor(const sv_net_action *a) {
  return a->edge_count ? a->edges[0].process : SV_NO_PROCESS;
}

static void add_wishes(infinite *x) {
  const sv_model *m = x->net->model;
  for (uint32_t p = 0; p < x->net->processes.n; p++)
    add_wish(x, p, 0, m->templates.at[x->net->processes.at[p].template_number].fairness);
  for (uint32_t i = 0; i < x->net->actions.n; i++) {
    const sv_net_action *a = &x->net->actions.at[i];
    uint32_t statement = m->actions.at[a->action].fair;
    bool known = !statement;
    for (uint32_t k = 0; k < x->wishes.n; k++)
      known |= x->wishes.at[k].statement == statement && x->wishes.at[k].process == actor(a);
    if (!known) add_wish(x, actor(a), statement, m->fair.at[statement].fairness);
  }
}

static bool is_meant(const infinite *x, const wish *w, const sv_net_action *a, bool passive) {
  if (w->statement)
    return x->net->model->actions.at[a->action].fair == w->statement && actor(a) == w->process;
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (a->edges[i].process == w->process && (passive || !(a->edges[i].flags & SV_EDGE_PASSIVE)))
      return true;
  return false;
}

// ---- the graph of states

static bool could_go_on(const infinite *x, const sv_steps *steps, const wish *w) {
  for (uint32_t i = 0; i < steps->n; i++)
    if (is_meant(x, w, &x->net->actions.at[steps->at[i].action], false)) return true;
  return false;
}

static place look_around(const infinite *x, const sv_state *s, const sv_steps *steps) {
  place here = {.passing = is_passing(x->exec, s), .cut = sv_exec_cut(x->exec, s) != UINT32_MAX};
  here.over = !steps->n && !here.cut;
  for (uint32_t k = 0; k < x->wishes.n; k++) {
    const wish *w = &x->wishes.at[k];
    bool runs = w->process == SV_NO_PROCESS || sv_state_location(x->net, s, w->process) != 0;
    bool able = could_go_on(x, steps, w);
    bool blocked = !here.passing && !here.cut && !able;
    if (!runs || blocked) here.marks |= bit(FIRST_WISH + k);
    if (able && w->strong) here.marks |= bit(FIRST_ABLE + w->strong - 1);
  }
  return here;
}

static uint64_t served_by(const infinite *x, const sv_net_action *a) {
  uint64_t marks = 0;
  for (uint32_t k = 0; k < x->wishes.n; k++) {
    const wish *w = &x->wishes.at[k];
    if (!is_meant(x, w, a, true)) continue;
    marks |= bit(FIRST_WISH + k);
    if (w->strong) marks |= bit(FIRST_SERVED + w->strong - 1);
  }
  return marks;
}

static void expand(infinite *x, uint32_t s, sv_steps *steps) {
  rows_get(&x->rows, s, x->state);
  sv_exec_steps(x->exec, x->state, steps, NULL);
  place here = look_around(x, x->state, steps);
  sv_push(x->places, here);
  sv_push(x->first_step, x->steps.arcs.n);
  for (uint32_t i = 0; i < steps->n; i++) {
    sv_exec_fire(x->exec, x->state, &steps->at[i], x->next);
    uint32_t to = rows_add(&x->rows, x->next);
    uint64_t marks = served_by(x, &x->net->actions.at[steps->at[i].action]);
    sv_push(x->steps.arcs, (graph_arc){s, to, marks});
  }
}

static bool add_initial(void *context, const sv_state *s) {
  infinite *x = context;
  rows_add(&x->rows, s);
  return true;
}

infinite *infinite_new(const sv_net *net) {
  infinite *x = SV_NEW(infinite);
  sv_steps steps = {0};
  x->net = net;
  add_wishes(x);
  if (x->wishes.n > MOST_WISHES || x->strong > MOST_STRONG) {
    sv_vec_free(x->wishes);
    return sv_free(x), NULL;
  }
  x->exec = sv_exec_new(net);
  x->rows = rows_new(net);
  x->state = sv_state_new(net);
  x->next = sv_state_new(net);
  sv_exec_initials(x->exec, add_initial, x);
  x->initials = rows_count(&x->rows);
  for (uint32_t s = 0; s < rows_count(&x->rows); s++) expand(x, s, &steps);
  sv_push(x->first_step, x->steps.arcs.n);
  x->steps.nodes = rows_count(&x->rows);
  sv_steps_free(&steps);
  return x;
}

void infinite_free(infinite *x) {
  if (!x) return;
  sv_vec_free(x->wishes);
  rows_free(&x->rows);
  sv_vec_free(x->places);
  graph_free(&x->steps);
  sv_vec_free(x->first_step);
  sv_state_free(x->net, x->state);
  sv_state_free(x->net, x->next);
  sv_exec_free(x->exec);
  sv_free(x);
}

// ---- the automaton on it

typedef struct {
  infinite *x;
  const sv_property *p;
  const sv_automaton *a;
  bool *fits;       // by state and edge: its guard
  bool *for_ever;   // by state and the automaton's: it accepts this state for ever
  bool *stays;      // by state: a fair run goes on in passing states only
  uint64_t wanted;  // marks
  graph product;    // node: state times `states` plus the automaton's state
  bool *reached;    // by node
  sv_u32s waiting;  // nodes
} question;

static uint64_t marks_of(const sv_automaton *a, const sv_automaton_edge *edge) {
  return a->conditions ? edge->marks : 1;
}

static uint64_t wanted_marks(const question *q) {
  uint64_t marks = q->a->conditions ? sv_automaton_all_marks(q->a) : 1;
  for (uint32_t k = 0; k < q->x->wishes.n; k++)
    if (q->x->wishes.at[k].always || q->p->fair) marks |= bit(FIRST_WISH + k);
  return marks;
}

static void find_accepting(const question *q, const graph *g, uint64_t marks, bool *out) {
  graph_pair pairs[MOST_STRONG];
  for (uint32_t i = 0; i < q->x->strong; i++)
    pairs[i] = (graph_pair){bit(FIRST_ABLE + i), bit(FIRST_SERVED + i)};
  graph_accepting(g, marks, pairs, q->x->strong, out);
}

static bool edge_fits(const question *q, uint32_t state, uint32_t edge) {
  return q->fits[(size_t)state * q->a->edge_count + edge];
}

static void read_state(question *q, uint32_t s) {
  infinite *x = q->x;
  graph same = {.nodes = q->a->states};
  rows_get(&x->rows, s, x->state);
  for (uint32_t e = 0; e < q->a->edge_count; e++) {
    const sv_automaton_edge *edge = &q->a->edges[e];
    sv_value value = sv_exec_evaluate(x->exec, x->state, edge->guard);
    bool fits = sv_value_same(value, sv_bool_value(true));
    q->fits[(size_t)s * q->a->edge_count + e] = fits;
    if (fits) sv_push(same.arcs, (graph_arc){edge->from, edge->to, marks_of(q->a, edge)});
  }
  uint64_t marks = q->a->conditions ? sv_automaton_all_marks(q->a) : 1;
  graph_accepting(&same, marks, NULL, 0, q->for_ever + (size_t)s * q->a->states);
  graph_free(&same);
}

// Sections that are never left: cycles of passing states, and who comes there through such.
static void find_sections(question *q) {
  infinite *x = q->x;
  graph inner = {.nodes = x->steps.nodes};
  for (uint32_t i = 0; i < x->steps.arcs.n; i++) {
    graph_arc a = x->steps.arcs.at[i];
    bool there = x->places.at[a.from].passing && x->places.at[a.to].passing;
    a.marks |= x->places.at[a.from].marks;
    if (there) sv_push(inner.arcs, a);
  }
  find_accepting(q, &inner, q->wanted >> FIRST_WISH << FIRST_WISH, q->stays);
  graph_free(&inner);
}

// ---- the product

static void reach(question *q, uint32_t node) {
  if (q->reached[node]) return;
  q->reached[node] = true;
  sv_push(q->waiting, node);
}

static void add_arc(question *q, uint32_t from, uint32_t state, uint32_t at, uint64_t marks) {
  uint32_t to = state * q->a->states + at;
  sv_push(q->product.arcs, (graph_arc){from, to, marks});
  reach(q, to);
}

static void move_automaton(question *q, uint32_t node, graph_arc step, uint64_t marks) {
  uint32_t at = node % q->a->states;
  for (uint32_t e = 0; e < q->a->edge_count; e++) {
    const sv_automaton_edge *edge = &q->a->edges[e];
    if (edge->from == at && edge_fits(q, step.from, e))
      add_arc(q, node, step.to, edge->to, marks | marks_of(q->a, edge));
  }
}

// Does some run from this node violate the property without ever leaving what is shown for ever?
static bool ends_badly(const question *q, uint32_t node) {
  const infinite *x = q->x;
  uint32_t s = node / q->a->states;
  if (!q->for_ever[node]) return false;
  if (x->places.at[s].over && q->p->repeats) return true;
  if (!q->p->stable || x->places.at[s].passing) return false;
  for (uint32_t i = x->first_step.at[s]; i < x->first_step.at[s + 1]; i++) {
    uint32_t to = x->steps.arcs.at[i].to;
    if (x->places.at[to].passing && q->stays[to]) return true;
  }
  return false;
}

static void expand_node(question *q, uint32_t node) {
  const infinite *x = q->x;
  uint32_t s = node / q->a->states;
  bool unseen = q->p->stable && x->places.at[s].passing;
  for (uint32_t i = x->first_step.at[s]; i < x->first_step.at[s + 1]; i++) {
    graph_arc step = x->steps.arcs.at[i];
    uint64_t marks = step.marks | x->places.at[s].marks;
    if (unseen) add_arc(q, node, step.to, node % q->a->states, marks);
    else move_automaton(q, node, step, marks);
  }
}

static bool search(question *q) {
  for (uint32_t s = 0; s < q->x->initials; s++) reach(q, s * q->a->states);
  bool found = false;
  for (uint32_t i = 0; i < q->waiting.n && !found; i++) {
    found = ends_badly(q, q->waiting.at[i]);
    expand_node(q, q->waiting.at[i]);
  }
  if (found) return true;
  bool *accepting = SV_NEW_ARRAY(bool, q->product.nodes + 1);
  find_accepting(q, &q->product, q->wanted, accepting);
  for (uint32_t i = 0; i < q->waiting.n; i++) found |= accepting[q->waiting.at[i]];
  sv_free(accepting);
  return found;
}

bool infinite_violated(infinite *x, uint32_t property, bool *cut) {
  question q = {.x = x, .p = &x->net->properties.at[property]};
  q.a = q.p->automaton;
  assert(q.p->kind == SV_PROP_RECURRENCE && q.a->conditions <= FIRST_WISH);
  uint32_t states = x->steps.nodes;
  q.wanted = wanted_marks(&q);
  q.product.nodes = states * q.a->states;
  q.fits = SV_NEW_ARRAY(bool, (size_t)states *q.a->edge_count + 1);
  q.for_ever = SV_NEW_ARRAY(bool, q.product.nodes + 1);
  q.stays = SV_NEW_ARRAY(bool, states + 1);
  q.reached = SV_NEW_ARRAY(bool, q.product.nodes + 1);
  for (uint32_t s = 0; s < states; s++) read_state(&q, s);
  if (q.p->stable) find_sections(&q);
  bool violated = search(&q);
  *cut = false;
  for (uint32_t i = 0; i < q.waiting.n; i++)
    *cut |= x->places.at[q.waiting.at[i] / q.a->states].cut;
  graph_free(&q.product);
  sv_vec_free(q.waiting);
  sv_free(q.fits);
  sv_free(q.for_ever);
  sv_free(q.stays);
  sv_free(q.reached);
  return violated;
}
