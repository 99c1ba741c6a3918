// cycles.c -- the search for a component with all marks. See cycles.h.
//
// Nodes are numbered as they are met; a node whose component is finished is
// dead. `roots` holds the components that are still open along the path, each
// with the marks inside of it and on the arc that leads into it; an arc back
// joins all components behind its target.

#include "engine/explicit/cycles.h"

#define DEAD UINT32_MAX

typedef struct {
  uint64_t node;
  uint32_t begin, next;  // its arcs, and the one to be tried
} frame;

typedef struct {
  sv_cycles *c;
  sv_u32s order;  // by node: 0 not met, DEAD, else its number
  uint32_t count;
  SV_VEC(frame) path;
  sv_u64s live;   // nodes that are not dead, in order
  sv_u32s roots;  // numbers of the first nodes of open components
  sv_u64s marks;  // per root: inside, then on the way into it
  sv_cycle_arcs arcs;
  bool found, done;  // done: every initial state was searched from
  sv_map part;       // with pairs: the nodes of the fair part that was found
  uint64_t *wanted;  // marks of the cycle that is to be shown
  uint64_t depth;
} tarjan;

static uint32_t number_of(tarjan *t, uint64_t node) {
  if (t->order.n <= node) sv_fill(t->order, node + 1 + node / 2);
  return t->order.at[node];
}

static uint64_t *inside_of(tarjan *t, uint32_t root) {
  return t->marks.at + (size_t)root * 2 * t->c->mark_words;
}

static bool enter(tarjan *t, uint64_t node, const uint64_t *marks) {
  uint32_t words = t->c->mark_words;
  if (sv_cycles_late(t->c)) return false;
  number_of(t, node);
  t->order.at[node] = ++t->count;
  sv_push(t->live, node);
  sv_push(t->roots, t->count);
  for (uint32_t i = 0; i < words; i++) sv_push(t->marks, 0);
  for (uint32_t i = 0; i < words; i++) sv_push(t->marks, marks ? marks[i] : 0);
  uint32_t begin = t->arcs.at.n;
  sv_push(t->path, (frame){node, begin, begin});
  if (t->path.n > t->depth) t->depth = t->path.n;
  return sv_cycles_expand(t->c, node, &t->arcs);
}

static bool is_complete(const sv_cycles *c, const uint64_t *marks) {
  for (uint32_t i = 0; i < c->mark_words; i++)
    if (c->complete[i] & ~marks[i]) return false;
  return true;
}

// An arc to a node of an open component: all behind that one are one component.
static void join(tarjan *t, uint32_t number, uint32_t arc) {
  uint32_t words = t->c->mark_words;
  uint64_t *all = t->c->marks;
  memcpy(all, sv_arc_marks(t->c, &t->arcs, arc), words * sizeof *all);
  while (sv_last(t->roots) > number) {
    const uint64_t *gone = inside_of(t, t->roots.n - 1);
    for (uint32_t i = 0; i < words; i++) all[i] |= gone[i] | gone[words + i];
    t->roots.n--;
    t->marks.n -= 2 * words;
  }
  uint64_t *inside = inside_of(t, t->roots.n - 1);
  for (uint32_t i = 0; i < words; i++) inside[i] |= all[i];
  t->found = !t->c->pairs && is_complete(t->c, inside);
}

// The component that begins with this node is finished: all its nodes are live.
static void judge(tarjan *t, uint64_t first) {
  sv_u64s part = {0};
  uint32_t n = t->live.n;
  if (!is_complete(t->c, inside_of(t, t->roots.n - 1))) return;
  while (t->live.at[--n] != first) continue;
  t->found = sv_cycles_fair_part(t->c, t->live.at + n, t->live.n - n, &part, t->wanted);
  for (uint32_t i = 0; t->found && i < part.n; i++) sv_map_put(&t->part, part.at[i], 1);
  sv_vec_free(part);
}

static void leave(tarjan *t) {
  frame top = sv_last(t->path);
  if (sv_cycles_has_colours(t->c)) sv_cycles_leave(t->c, top.node, &t->arcs, top.begin);
  bool is_root = sv_last(t->roots) == t->order.at[top.node];
  if (is_root && t->c->pairs) judge(t, top.node);
  if (t->found || t->c->limit) return;  // the path still leads there
  t->path.n--;
  sv_arcs_cut(t->c, &t->arcs, top.begin);
  if (!is_root) return;
  uint64_t node;
  do t->order.at[node = sv_pop(t->live)] = DEAD;
  while (node != top.node);
  t->roots.n--;
  t->marks.n -= 2 * t->c->mark_words;
}

static bool step(tarjan *t) {
  frame *top = &sv_last(t->path);
  if (top->next == t->arcs.at.n) return leave(t), !t->found && !t->c->limit;
  uint32_t arc = top->next++;
  uint64_t node = t->arcs.at.at[arc].node;
  uint32_t number = number_of(t, node);
  if (!number) return enter(t, node, sv_arc_marks(t->c, &t->arcs, arc));
  if (number != DEAD) join(t, number, arc);
  return !t->found;
}

static bool search_from(void *context, uint64_t node) {
  tarjan *t = context;
  if (number_of(t, node)) return true;
  if (!enter(t, node, NULL)) return false;
  while (t->path.n)
    if (!step(t)) return false;
  return true;
}

// ---- the run that was found

static bool is_inside(void *context, uint64_t node) {
  tarjan *t = context;
  uint32_t number = number_of(t, node);
  return number && number != DEAD && number >= sv_last(t->roots);
}

static bool is_part(void *context, uint64_t node) {
  const tarjan *t = context;
  return sv_map_get(&t->part, node) != SV_MAP_NONE;
}

// The path to the first node of the component.
static sv_trace *make_trace(tarjan *t) {
  SV_VEC(sv_cycle_arc) stem = {0};
  for (uint32_t i = 0; i < t->path.n; i++) {
    if (t->order.at[t->path.at[i].node] == sv_last(t->roots)) break;
    sv_push(stem, t->arcs.at.at[t->path.at[i].next - 1]);
  }
  sv_inside_fn *inside = t->c->pairs ? is_part : is_inside;
  sv_trace *trace =
      sv_cycles_trace(t->c, t->path.at[0].node, stem.at, stem.n, inside, t, t->wanted);
  sv_vec_free(stem);
  return trace;
}

// ---- all of it

bool sv_cycles_search(sv_cycles *c, sv_answer *a, uint32_t property, bool last) {
  tarjan t = {.c = c, .wanted = SV_NEW_ARRAY(uint64_t, c->mark_words)};
  memcpy(t.wanted, c->complete, c->mark_words * sizeof *t.wanted);
  t.done = sv_cycles_initials(c, search_from, &t);
  sv_cycles_end end = {.found = t.found, .done = t.done, .depth = t.depth};
  end.states = t.count;
  if (t.found) end.trace = make_trace(&t);
  bool silent = !last && !t.found && !sv_cycles_knows(c);
  bool over = silent || sv_cycles_conclude(c, &end, a, property);
  sv_vec_free(t.order);
  sv_vec_free(t.path);
  sv_vec_free(t.live);
  sv_vec_free(t.roots);
  sv_vec_free(t.marks);
  sv_map_free(&t.part);
  sv_free(t.wanted);
  sv_arcs_free(&t.arcs);
  return over;
}

// What a team does costs two to four times the processor time of one thread, which also reduces more.
static uint32_t threads(const sv_options *o) {
  enum { LEAST_TEAM = 3 };
  return o->jobs >= LEAST_TEAM ? (uint32_t)o->jobs : 1;
}

// False: with all variables, please; of an infinite model these are listed.
static bool check(const sv_run *run, sv_answer *a, uint32_t property, bool whole) {
  sv_text why = {0};
  bool over = true;
  uint32_t jobs = threads(run->options);
  sv_cycles *c =
      sv_cycles_new(a->net, &a->net->properties.at[property], run, whole, jobs > 1, &why);
  if (c) {
    c->reduction = sv_cycles_reduction_new(c, &why);
    if (!c->reduction) sv_answer_statistic(a, "infinite runs not reduced", "%s", sv_text_get(&why));
    bool bits = run->options->store == SV_OPT_STORE_BITSTATE;
    if (bits && c->pairs)
      sv_answer_statistic(a, "infinite runs not in bits", "strong fairness judges components");
    over = bits && !c->pairs ? sv_cycles_nested(c, a, property)
           : jobs > 1        ? sv_cycles_team(c, jobs, a, property)
                             : sv_cycles_search(c, a, property, true);
  } else if (sv_infinite_model(a->net->model)) over = false;
  else
    sv_answer_undecided(a, sv_answer_finding(a, property), SV_CAUSE_UNSUPPORTED, sv_text_get(&why));
  sv_cycles_free(c);
  sv_text_free(&why);
  return over;
}

void sv_explicit_cycles(sv_model *m, const sv_run *run, sv_answer *a, uint32_t property) {
  if (run->ranks)
    sv_answer_undecided(a, sv_answer_finding(a, property), SV_CAUSE_UNSUPPORTED,
                        "infinite runs are not searched for by several ranks");
  else if (check(run, a, property, false)) return;
  else if (sv_infinite_model(m)) sv_cycles_list(run, a, property);
  else check(run, a, property, true);
}
