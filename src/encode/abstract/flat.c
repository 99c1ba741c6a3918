// flat.c -- conditions and effects of single actions, and what is said of states.
//
// Mirrors exec/exec_step.c: queue operations, updates, moves, then what must
// hold afterwards.

#include "encode/abstract/flat.h"

#include <stdarg.h>

#include "analysis/access/access.h"
#include "encode/abstract/flat_inside.h"

void sv_flat_refuse(sv_flat *f, const char *format, ...) {
  sv_text text = {0};
  va_list args;
  if (f->refused) return;
  va_start(args, format);
  sv_text_vprintf(&text, format, args);
  va_end(args);
  f->refused = sv_text_take(&text);
}

// ---- terms over leaves

static sv_term read_leaf(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  SV_UNUSED(T), SV_UNUSED(index);
  return sv_flat_reading(context, node);
}

sv_term sv_flat_term(sv_flat *f, sv_term t) { return sv_substitute(f->terms, t, read_leaf, f); }

bool sv_flat_is_leaf(const sv_flat *f, sv_term t) {
  sv_op op = sv_node_of(f->terms, sv_index(t)).op;
  return op == SV_OP_VAR || op == SV_OP_QLEN || op == SV_OP_QDEFER || op == SV_OP_PEEK;
}

void sv_flat_leaves(const sv_flat *f, sv_term t, sv_term_list *out) {
  sv_u32s cone = {0};
  sv_cone(f->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++)
    if (sv_flat_is_leaf(f, sv_term_of_index(cone.at[i])))
      sv_push(*out, sv_term_of_index(cone.at[i]));
  sv_vec_free(cone);
}

void sv_conjuncts(const sv_terms *T, sv_term t, sv_term_list *out) {
  sv_node node = sv_node_of(T, sv_index(t));
  if (sv_same(t, SV_TRUE)) return;
  if (node.op != SV_OP_AND || sv_negated(t)) {
    sv_push(*out, t);
    return;
  }
  for (uint32_t i = 0; i < node.n; i++) sv_conjuncts(T, node.args[i], out);
}

// ---- after an action

sv_term sv_flat_after(sv_flat *f, uint32_t action, sv_term leaf) {
  sv_node node = sv_node_of(f->terms, sv_index(leaf));
  if (node.op != SV_OP_VAR) return sv_flat_queue_after(f, action, leaf);
  sv_term after = f->actions[action].after[node.id];
  return sv_is_none(after) ? leaf : after;
}

typedef struct {
  sv_flat *f;
  uint32_t action;
} stepping;

static sv_term step_leaf(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  const stepping *s = context;
  SV_UNUSED(T), SV_UNUSED(node);
  if (!sv_flat_is_leaf(s->f, sv_term_of_index(index))) return SV_NONE;
  return sv_flat_after(s->f, s->action, sv_term_of_index(index));
}

// A term over leaves, after the action: over the leaves before it and its choices.
static sv_term later(sv_flat *f, uint32_t action, sv_term t) {
  stepping s = {f, action};
  return sv_substitute(f->terms, t, step_leaf, &s);
}

// ---- updates

static sv_term index_inside(sv_terms *T, sv_term index, uint32_t size) {
  const sv_sort_info *info = sv_sort_get(T, sv_sort_of(T, index));
  if (info->kind != SV_SORT_INT) {
    bool all = info->kind == SV_SORT_ENUM ? info->size <= size
                                          : info->size < 32 && UINT64_C(1) << info->size <= size;
    if (all && !info->is_signed) return SV_TRUE;
    index = sv_cast(T, sv_sort_int(T), index);
  }
  sv_term above = sv_app2(T, SV_OP_LE, sv_int_const(T, 0), index);
  return sv_and(T, above, sv_app2(T, SV_OP_LT, index, sv_int_const(T, size)));
}

// What is written: a variable, or the part of it that the indices name, innermost first.
typedef struct {
  uint32_t var;
  sv_sort sort;  // of the part, with its range
  sv_term_list indices;
  sv_term inside;  // the indices are
} destination;

static destination look_at_target(sv_flat *f, sv_term target) {
  sv_terms *T = f->terms;
  destination d = {.inside = SV_TRUE};
  sv_node node = sv_node_of(T, sv_index(target));
  for (; node.op == SV_OP_SELECT; node = sv_node_of(T, sv_index(node.args[0])))
    sv_push(d.indices, node.args[1]);
  assert(node.op == SV_OP_VAR);
  d.var = node.id, d.sort = node.sort;
  for (uint32_t i = d.indices.n; i-- > 0;) {
    const sv_sort_info *array = sv_sort_get(T, d.sort);
    d.indices.at[i] = sv_flat_term(f, d.indices.at[i]);
    d.inside = sv_and(T, d.inside, index_inside(T, d.indices.at[i], array->size));
    d.sort = array->element;
  }
  return d;
}

// The variable, which is `whole` by now, with the value in that part.
static sv_term store(sv_terms *T, const destination *d, sv_term whole, sv_term value) {
  sv_term_list rows = {0};
  sv_push(rows, whole);
  for (uint32_t i = d->indices.n; i-- > 1;) {
    sv_term row = sv_app2(T, SV_OP_SELECT, sv_last(rows), d->indices.at[i]);
    sv_push(rows, row);
  }
  for (uint32_t i = 0; i < d->indices.n; i++)
    value = sv_app3(T, SV_OP_STORE, rows.at[d->indices.n - 1 - i], d->indices.at[i], value);
  sv_vec_free(rows);
  return value;
}

static void make_update(sv_flat *f, sv_flat_action *a, const sv_update *u) {
  sv_terms *T = f->terms;
  destination d = look_at_target(f, u->target);
  sv_term value = sv_flat_term(f, u->value), *after = &a->after[d.var];
  sv_term whole = sv_is_none(*after) ? sv_net_var_term(f->net, d.var) : *after;
  if (sv_update_may_fail(T, &(sv_update){u->target, value})) {
    sv_term fits = sv_flat_in_sort(T, value, d.sort);
    a->possible = sv_and(T, a->possible, sv_implies(T, d.inside, fits));
  }
  *after = store(T, &d, whole, value);
  sv_vec_free(d.indices);
}

// ---- one action

sv_term sv_flat_at(sv_flat *f, uint32_t process, const uint32_t *locations, uint32_t n) {
  sv_term any = SV_FALSE;
  for (uint32_t i = 0; i < n; i++)
    any = sv_or(f->terms, any, sv_net_at(f->net, process, locations[i]));
  return any;
}

sv_term sv_flat_admitted(sv_flat *f, uint32_t action) {
  const sv_net_action *source = sv_flat_source(f, action);
  sv_term all = SV_TRUE;
  for (uint32_t i = 0; i < source->edge_count; i++) {
    const sv_net_edge *e = &source->edges[i];
    all = sv_and(f->terms, all, sv_flat_at(f, e->process, e->from, e->from_count));
  }
  return sv_and(f->terms, all, sv_flat_term(f, source->guard));
}

static void make_moves(sv_flat *f, sv_flat_action *a, const sv_net_action *source) {
  for (uint32_t i = 0; i < source->edge_count; i++) {
    const sv_net_edge *e = &source->edges[i];
    uint32_t pc = f->net->processes.at[e->process].pc;
    if (e->to == SV_STAY) continue;
    a->after[pc] = sv_const(f->terms, f->net->vars.at[pc].sort, sv_small(e->to));
  }
}

static sv_term replace_next(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  const stepping *s = context;
  SV_UNUSED(T), SV_UNUSED(index);
  if (node->op != SV_OP_NEXT) return SV_NONE;
  return sv_flat_after(s->f, s->action, sv_net_var_term(s->f->net, node->id));
}

// A conjunct that says after the step what it says before is nothing new in a legal state.
static sv_term invariants_after(sv_flat *f, uint32_t action) {
  sv_term_list all = {0};
  sv_term news = SV_TRUE;
  sv_conjuncts(f->terms, f->invariants, &all);
  for (uint32_t i = 0; i < all.n; i++) {
    sv_term after = later(f, action, all.at[i]);
    if (!sv_same(after, all.at[i])) news = sv_and(f->terms, news, after);
  }
  sv_vec_free(all);
  return news;
}

static void list_choices(sv_flat *f, sv_flat_action *a, const sv_net_action *source) {
  for (uint32_t i = 0; i < source->choice_count; i++) {
    sv_push(a->choices, source->choices[i]);
    sv_term fits =
        sv_flat_in_sort(f->terms, sv_choice(f->terms, source->choices[i], i), source->choices[i]);
    if (!sv_is_none(fits)) a->possible = sv_and(f->terms, a->possible, fits);
  }
}

static void make_action(sv_flat *f, uint32_t number) {
  sv_terms *T = f->terms;
  const sv_net_action *source = sv_flat_source(f, number);
  sv_flat_action *a = &f->actions[number];
  stepping s = {f, number};
  a->after = SV_ARENA_ARRAY(f->arena, sv_term, f->net->vars.n + 1);
  a->possible = sv_flat_admitted(f, number);
  list_choices(f, a, source);
  a->possible = sv_and(T, a->possible, sv_flat_operations(f, number));
  for (uint32_t i = 0; i < source->update_count; i++) make_update(f, a, &source->updates[i]);
  make_moves(f, a, source);
  sv_term constraint = sv_flat_term(f, sv_substitute(T, source->constraint, replace_next, &s));
  a->possible = sv_and(T, a->possible, constraint);
  a->possible = sv_and(T, a->possible, invariants_after(f, number));
  if (a->choices.n > source->choice_count)
    sv_flat_refuse(f, "an invariant of a location reads messages that were deferred");
}

// ---- states

static sv_term invariants_of(sv_flat *f) {
  sv_term all = SV_TRUE;
  for (uint32_t p = 0; p < f->net->processes.n; p++)
    for (uint32_t l = 0; l < sv_net_locations(f->net, p); l++) {
      sv_term invariant = f->net->location_invariants[p][l];
      if (sv_is_none(invariant)) continue;
      sv_term there = sv_net_at(f->net, p, l);
      all = sv_and(f->terms, all, sv_implies(f->terms, there, sv_flat_term(f, invariant)));
    }
  return all;
}

sv_term sv_flat_start(sv_flat *f, sv_term leaf) {
  sv_node node = sv_node_of(f->terms, sv_index(leaf));
  if (node.op == SV_OP_VAR) return f->net->vars.at[node.id].init;
  return sv_const(f->terms, node.sort, sv_sort_default(f->terms, node.sort));
}

sv_term sv_flat_within(sv_flat *f, sv_term leaf) {
  sv_node node = sv_node_of(f->terms, sv_index(leaf));
  if (node.op != SV_OP_VAR) return sv_flat_queue_within(f, leaf);
  sv_term within = sv_flat_in_sort(f->terms, leaf, node.sort);
  return sv_is_none(within) ? SV_TRUE : within;
}

static sv_term initial_of(sv_flat *f) {
  sv_terms *T = f->terms;
  sv_term all = sv_and(T, sv_flat_term(f, f->net->init), f->invariants);
  for (uint32_t v = 0; v < f->net->vars.n; v++) {
    sv_term leaf = sv_net_var_term(f->net, v), start = sv_flat_start(f, leaf);
    all = sv_and(T, all, sv_is_none(start) ? sv_flat_within(f, leaf) : sv_eq(T, leaf, start));
  }
  for (uint32_t q = 0; q < f->net->queues.n; q++) {
    sv_term ref = sv_const(T, sv_sort_ref(T), sv_small((int64_t)q + 1));
    sv_op ops[2] = {SV_OP_QLEN, SV_OP_QDEFER};
    for (uint32_t i = 0; i < 2; i++)
      all = sv_and(T, all, sv_eq(T, sv_flat_term(f, sv_app1(T, ops[i], ref)), sv_int_const(T, 0)));
  }
  return all;
}

// ---- all of it

static void find_deferring(sv_flat *f) {
  sv_bits_init(&f->deferring, f->net->queues.n);
  for (uint32_t a = 0; a < f->net->actions.n; a++)
    for (uint32_t i = 0; i < sv_flat_source(f, a)->queue_op_count; i++)
      if (sv_flat_source(f, a)->queue_ops[i].verb == SV_DEFER) sv_bits_all(&f->deferring);
}

sv_flat *sv_flat_new(const sv_net *net) {
  sv_flat *f = SV_NEW(sv_flat);
  *f = (sv_flat){.net = net, .terms = net->model->terms, .arena = sv_arena_new()};
  f->actions = SV_ARENA_ARRAY(f->arena, sv_flat_action, net->actions.n + 1);
  find_deferring(f);
  f->invariants = invariants_of(f);
  f->initial = initial_of(f);
  for (uint32_t a = 0; a < net->actions.n && !f->refused; a++) make_action(f, a);
  if (!f->refused) sv_flat_open_control(f);
  for (uint32_t a = 0; a < net->actions.n && !f->refused; a++)
    f->actions[a].enabled = sv_and(f->terms, f->actions[a].possible, f->actions[a].allowed);
  return f;
}

void sv_flat_free(sv_flat *f) {
  if (!f) return;
  for (uint32_t a = 0; a < f->net->actions.n; a++) {
    sv_vec_free(f->actions[a].choices);
    sv_vec_free(f->actions[a].inventions);
  }
  sv_flat_close_control(f);
  sv_bits_free(&f->deferring);
  sv_arena_free(f->arena);
  sv_free(f->refused);
  sv_free(f);
}
