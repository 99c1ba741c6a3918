// abstract_step.c -- one abstract action from one step of the flat system.
//
// What the step does to kept things it does in the abstract model as well;
// where that depends on data, the new value is a choice that is tied to the data
// bit by bit. The rest is one elimination problem: conditions over data, what
// predicates mean before and after, and that the state before is legal. Its
// conjuncts are split by what they speak of: those over kept things only are
// the action's guard, as they are.

#include "encode/abstract/abstract_inside.h"
#include "encode/abstract/eliminate_inside.h"

typedef struct {
  sv_building *b;
  const sv_concrete_step *s;
  sv_abstract_choices choices;
  SV_VEC(sv_update) updates;
  SV_VEC(sv_queue_op) ops;
  sv_term_list fields;     // of all operations, one after the other
  sv_term guard, effect;   // kept only; effect: with choices
  sv_term_list conjuncts;  // over data, proxies put in
  sv_term_list news;       // what new values are: likewise
  sv_term_list kept;       // conjuncts over kept things only, as in the net
  sv_u32s changed;         // predicates that the step may change
} making;

static void conjoin(making *k, sv_term_list *list, sv_term t) {
  sv_conjuncts(k->b->T, sv_building_hide(k->b, t), list);
}

// ---- choices

static bool mentions_choice(const sv_terms *T, sv_term t) {
  sv_u32s cone = {0};
  bool found = false;
  sv_cone(T, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && !found; i++)
    found = sv_node_of(T, cone.at[i]).op == SV_OP_CHOICE;
  sv_vec_free(cone);
  return found;
}

static void mark_choices(making *k, sv_term t) {
  sv_building *b = k->b;
  sv_u32s cone = {0};
  if (sv_is_none(t)) return;
  sv_cone(b->T, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node n = sv_node_of(b->T, cone.at[i]);
    uint32_t bits;
    if (n.op == SV_OP_CHOICE && n.id < b->kept_choices.n &&
        sv_sort_bits(b->f->net, n.sort, &bits) && (bits <= b->a->options.keep || bits == 1))
      sv_bits_add(&b->kept_choices, n.id);
  }
  sv_vec_free(cone);
}

static const sv_net_action *source_of(const making *k) {
  return k->s->action == UINT32_MAX ? NULL : &k->b->f->net->actions.at[k->s->action];
}

static uint32_t queue_op_count(const making *k) {
  return source_of(k) ? source_of(k)->queue_op_count : 0;
}

// Small choices stay choices where kept things depend on them.
static void keep_choices(making *k) {
  sv_building *b = k->b;
  sv_bits_free(&b->kept_choices);
  sv_bits_init(&b->kept_choices, k->s->choices->n);
  for (uint32_t v = 0; v < b->f->net->vars.n; v++)
    if (sv_bits_has(&b->a->kept, v)) mark_choices(k, k->s->after[v]);
  for (uint32_t i = 0; i < queue_op_count(k); i++) {
    const sv_queue_op *op = &source_of(k)->queue_ops[i];
    mark_choices(k, op->queue);
    mark_choices(k, op->slot);
    for (uint32_t f = 0; f < op->field_count; f++) mark_choices(k, op->fields[f]);
  }
  for (uint32_t c = 0; c < k->s->choices->n; c++) {
    sv_push(k->choices.kept, k->choices.inputs.n);
    if (sv_bits_has(&b->kept_choices, c))
      sv_push(k->choices.inputs,
              (sv_choice_input){.sort = sv_building_sort(b, k->s->choices->at[c])});
  }
}

static sv_term new_choice(making *k, sv_sort s) {
  sv_push(k->choices.inputs, (sv_choice_input){.sort = sv_building_sort(k->b, s)});
  return sv_choice(k->b->T, s, SV_NEW_CHOICE + k->choices.inputs.n - 1);
}

static sv_term translated(making *k, sv_term t) {
  return sv_building_translate(k->b, &k->choices, t);
}

// A scalar value of this sort in the abstract model: as it is, or chosen.
static sv_term value_of(making *k, sv_sort s, sv_term value) {
  sv_building *b = k->b;
  uint32_t bits;
  if (sv_building_is_kept(b, value)) return translated(k, value);
  if (!sv_sort_bits(b->f->net, s, &bits)) {
    sv_building_fail(b, "a value with too many possibilities is kept");
    return SV_TRUE;
  }
  sv_term chosen = new_choice(k, s);
  sv_term moved = sv_sort_get(b->T, s)->kind == SV_SORT_INT ? value : sv_cast(b->T, s, value);
  if (sv_is_none(moved)) moved = value;
  for (uint32_t i = 0; i < bits; i++) {
    sv_term is = sv_bit_of(b->T, b->f->net, chosen, i);
    sv_term was = sv_bit_of_sort(b->T, b->f->net, moved, s, i);
    conjoin(k, &k->news, sv_eq(b->T, is, was));
  }
  return translated(k, chosen);
}

// ---- kept things

static sv_term variable(const sv_building *b, uint32_t v) {
  sv_term t = sv_net_var_term(b->f->net, v);
  return t;
}

static void update_cells(making *k, sv_sort s, sv_term target, sv_term value) {
  sv_building *b = k->b;
  const sv_sort_info *info = sv_sort_get(b->T, s);
  if (info->kind != SV_SORT_ARRAY) {
    sv_update u = {translated(k, target), value_of(k, s, value)};
    sv_push(k->updates, u);
    return;
  }
  for (uint32_t i = 0; i < info->size; i++) {
    sv_term at = sv_int_const(b->T, i);
    update_cells(k, info->element, sv_app2(b->T, SV_OP_SELECT, target, at),
                 sv_app2(b->T, SV_OP_SELECT, value, at));
  }
}

static void update_variable(making *k, uint32_t v) {
  sv_building *b = k->b;
  sv_term after = k->s->after[v];
  if (sv_is_none(after) || sv_same(after, variable(b, v))) return;
  if (sv_building_is_kept(b, after)) {
    sv_update u = {translated(k, variable(b, v)), translated(k, after)};
    sv_push(k->updates, u);
  } else {
    update_cells(k, b->f->net->vars.at[v].sort, variable(b, v), after);
  }
}

// The queues it may be about: all kept, or none of them.
static bool op_is_kept(making *k, sv_term ref, sv_term *one) {
  sv_building *b = k->b;
  uint32_t n = 0, kept = 0;
  for (uint32_t q = 0; q < b->f->net->queues.n; q++) {
    sv_term constant = sv_const(b->T, sv_sort_ref(b->T), sv_small((int64_t)q + 1));
    if (sv_same(sv_flat_ref_is(b->f, ref, q), SV_FALSE)) continue;
    n++;
    kept += sv_bits_has(&b->a->kept_queues, q);
    *one = constant;
  }
  if (kept && kept < n) sv_building_fail(b, "a reference to queues with and without bound");
  return kept;
}

static void add_op(making *k, const sv_queue_op *op) {
  sv_building *b = k->b;
  sv_term one = SV_NONE, ref = sv_flat_term(b->f, op->queue);
  if (!op_is_kept(k, ref, &one)) return;
  sv_value v;
  bool known = sv_is_const(b->T, one, &v);
  assert(known), (void)known;
  uint32_t q = (uint32_t)sv_small_get(v) - 1;
  const sv_net_queue *queue = &b->f->net->queues.at[q];
  sv_queue_op made = {.verb = op->verb, .queue = value_of(k, sv_sort_ref(b->T), ref)};
  sv_sort slots = sv_sort_range(b->T, 0, queue->capacity);
  if (!sv_is_none(op->slot)) made.slot = value_of(k, slots, sv_flat_term(b->f, op->slot));
  for (uint32_t i = 0; i < op->field_count && i < queue->field_count; i++) {
    if (!sv_bits_has(&b->a->kept_fields[q], i)) continue;
    sv_push(k->fields, value_of(k, queue->fields[i], sv_flat_term(b->f, op->fields[i])));
    made.field_count++;
  }
  sv_push(k->ops, made);
}

static void make_kept(making *k) {
  for (uint32_t v = 0; v < k->b->f->net->vars.n; v++)
    if (sv_bits_has(&k->b->a->kept, v)) update_variable(k, v);
  for (uint32_t i = 0; i < queue_op_count(k); i++) add_op(k, &source_of(k)->queue_ops[i]);
  const sv_term *fields = k->fields.at;
  for (uint32_t i = 0; i < k->ops.n; i++) {
    k->ops.at[i].fields = fields;
    fields += k->ops.at[i].field_count;
  }
}

// ---- conditions

static void make_conditions(making *k) {
  sv_building *b = k->b;
  sv_term_list all = {0};
  sv_conjuncts(b->T, k->s->enabled, &all);
  for (uint32_t i = 0; i < all.n; i++) {
    if (!sv_building_is_kept(b, all.at[i])) {
      conjoin(k, &k->conjuncts, all.at[i]);
      continue;
    }
    sv_term t = translated(k, all.at[i]);
    if (mentions_choice(b->T, all.at[i])) k->effect = sv_and(b->T, k->effect, t);
    else k->guard = sv_and(b->T, k->guard, t);
    sv_push(k->kept, all.at[i]);
  }
  sv_vec_free(all);
}

// ---- predicates

static sv_term next_of(const sv_building *b, uint32_t v) {
  return sv_next(b->T, b->f->net->vars.at[v].sort, v, 0);
}

static sv_term after_leaf(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  making *k = context;
  sv_building *b = k->b;
  sv_term leaf = sv_term_of_index(index);
  SV_UNUSED(T);
  if (!sv_flat_is_leaf(b->f, leaf)) return SV_NONE;
  if (node->op != SV_OP_VAR)
    return k->s->action == UINT32_MAX ? SV_NONE : sv_flat_after(b->f, k->s->action, leaf);
  sv_term after = k->s->after[node->id];
  if (sv_bits_has(&b->a->kept, node->id)) return after;
  return sv_is_none(after) && b->a->options.locality ? SV_NONE : next_of(b, node->id);
}

// What the data variables are after the step.
static void define_next(making *k, sv_term t) {
  sv_building *b = k->b;
  sv_u32s cone = {0};
  sv_cone(b->T, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node n = sv_node_of(b->T, cone.at[i]);
    if (n.op != SV_OP_NEXT) continue;
    sv_term after = k->s->after[n.id], leaf = sv_term_of_index(cone.at[i]);
    if (sv_is_none(after)) after = variable(b, n.id);
    conjoin(k, &k->conjuncts, sv_eq(b->T, leaf, after));
  }
  sv_vec_free(cone);
}

static void make_predicate(making *k, uint32_t j) {
  sv_building *b = k->b;
  sv_term now = b->a->predicates.at[j], later = sv_substitute(b->T, now, after_leaf, k);
  if (sv_same(now, later)) return;
  sv_push(k->changed, j);
  define_next(k, later);
  sv_term defined = sv_eq(b->T, sv_free_term(b->T, sv_free_after(j)), sv_building_hide(b, later));
  sv_push(k->news, defined);
}

// ---- the problem

static bool is_state_leaf(const sv_building *b, sv_term t) {
  return sv_free_number(b->T, t) == UINT32_MAX && sv_flat_is_leaf(b->f, t);
}

static void push_within(making *k, sv_term_list *all) {
  sv_building *b = k->b;
  sv_term_list leaves = {0};
  sv_map seen = {0};
  uint32_t n = all->n;
  for (uint32_t i = 0; i < n; i++) sv_flat_leaves(b->f, all->at[i], &leaves);
  for (uint32_t i = 0; i < leaves.n; i++) {
    if (!is_state_leaf(b, leaves.at[i]) || sv_map_get(&seen, leaves.at[i].x) != SV_MAP_NONE)
      continue;
    sv_map_put(&seen, leaves.at[i].x, 0);
    uint32_t first = all->n;
    conjoin(k, all, sv_flat_within(b->f, leaves.at[i]));
    for (uint32_t c = first; c < all->n; c++) sv_map_put(&b->e->constant, all->at[c].x, 1);
  }
  sv_map_free(&seen);
  sv_vec_free(leaves);
}

// What is known of proxies that the problem mentions, and of the kept state.
static void set_known(making *k, const sv_term_list *all) {
  sv_building *b = k->b;
  sv_u32s free = {0};
  sv_clear(b->e->known);
  for (uint32_t i = 0; i < all->n; i++) sv_eliminate_leaves(b->T, all->at[i], NULL, &free);
  for (uint32_t i = 0; i < free.n; i++)
    if (free.at[i] >= SV_PROXY_BASE)
      sv_push(b->e->known, sv_eq(b->T, sv_free_term(b->T, free.at[i]),
                                 b->proxies.at[free.at[i] - SV_PROXY_BASE]));
  for (uint32_t i = 0; i < k->kept.n && b->e->known.n; i++) sv_push(b->e->known, k->kept.at[i]);
  sv_vec_free(free);
}

static sv_bdd solve(making *k, const sv_term_list *news, uint32_t first, uint32_t end,
                    sv_bdd care) {
  sv_building *b = k->b;
  sv_term_list all = {0};
  for (uint32_t i = 0; i < k->conjuncts.n; i++) sv_push(all, k->conjuncts.at[i]);
  for (uint32_t i = first; i < end; i++) sv_push(all, news->at[i]);
  for (uint32_t i = 0; i < b->definitions.n; i++) sv_push(all, b->definitions.at[i]);
  for (uint32_t i = 0; i < b->legal.n; i++) sv_push(all, b->legal.at[i]);
  push_within(k, &all);
  set_known(k, &all);
  sv_bdd out = sv_eliminate(b->e, all.at, all.n, care);
  sv_vec_free(all);
  return out;
}

// (6.6): every new value on its own.
static sv_bdd solve_apart(making *k, sv_bdd care) {
  sv_building *b = k->b;
  sv_bdd all = solve(k, &k->news, 0, 0, care);
  for (uint32_t i = 0; i < k->news.n; i++) {
    sv_bdd one = solve(k, &k->news, i, i + 1, care);
    sv_bdd_set(b->bdds, &all, sv_bdd_and(b->bdds, all, one));
    sv_bdd_drop(b->bdds, one);
  }
  return all;
}

// ---- the monitor

static void watch(making *k) {
  sv_building *b = k->b;
  const sv_monitor *w = b->monitor;
  if (!b->out->monitor) return;
  const sv_variable *v = &b->m->variables.at[b->out->monitor];
  sv_term at = sv_var(b->T, v->sort, b->out->monitor, 0), to = sv_int_const(b->T, 0);
  for (uint32_t i = 0; i < w->steps.n; i++) {
    const sv_monitor_step *s = &w->steps.at[i];
    if (s->action != k->s->action) continue;
    sv_term here = sv_eq(b->T, at, sv_int_const(b->T, s->from));
    if (s->forbidden) k->guard = sv_and(b->T, k->guard, sv_not(here));
    else to = sv_ite(b->T, here, sv_int_const(b->T, s->to), to);
  }
  sv_update u = {at, to};
  sv_push(k->updates, u);
}

// ---- earlier steps that do the same to kept things

static bool same_effect(const making *k, const sv_earlier_step *x) {
  if (!sv_same(x->guard, k->guard) || !sv_same(x->effect, k->effect) || k->ops.n) return false;
  if (x->updates.n != k->updates.n || x->inputs != k->choices.inputs.n ||
      x->changed.n != k->changed.n)
    return false;
  if (k->changed.n && memcmp(x->changed.at, k->changed.at, k->changed.n * sizeof *k->changed.at))
    return false;
  return !k->updates.n ||
         !memcmp(x->updates.at, k->updates.at, k->updates.n * sizeof *k->updates.at);
}

// What they have is not looked for again (U in 6.8); with a monitor actions are told apart.
static sv_bdd care_of(making *k) {
  sv_building *b = k->b;
  sv_bdd care = SV_BDD_TRUE;
  if (k->s->fails || b->out->monitor || !b->a->options.structure.dont_cares) return care;
  for (uint32_t i = 0; i < b->earlier.n; i++)
    if (same_effect(k, &b->earlier.at[i]))
      sv_bdd_set(b->bdds, &care, sv_bdd_minus(b->bdds, care, b->earlier.at[i].relation));
  return care;
}

static void remember(making *k, sv_bdd relation) {
  sv_building *b = k->b;
  sv_earlier_step x = {.guard = k->guard,
                       .effect = k->effect,
                       .inputs = k->choices.inputs.n,
                       .relation = sv_bdd_keep(b->bdds, relation)};
  for (uint32_t i = 0; i < k->updates.n; i++) sv_push(x.updates, k->updates.at[i]);
  for (uint32_t i = 0; i < k->changed.n; i++) sv_push(x.changed, k->changed.at[i]);
  sv_push(b->earlier, x);
}

// ---- new values of predicates

static bool has_new_choice(const sv_building *b, uint32_t var) {
  uint32_t free = sv_map_get(&b->e->frees, var);
  return free >= SV_PROXY_BASE && mentions_choice(b->T, b->proxies.at[free - SV_PROXY_BASE]);
}

// Everything in the relation that the step chooses, but for predicate j.
static sv_bdd chosen_besides(const making *k, sv_bdd relation, uint32_t j) {
  sv_building *b = k->b;
  sv_u32s support = {0}, chosen = {0};
  sv_bdd_support(b->bdds, relation, &support);
  for (uint32_t i = 0; i < support.n; i++) {
    uint32_t free = sv_map_get(&b->e->frees, support.at[i]);
    bool after = free < SV_PROXY_BASE && free % 2 && free != sv_free_after(j);
    if (after || has_new_choice(b, support.at[i])) sv_push(chosen, support.at[i]);
  }
  sv_bdd cube = sv_bdd_cube(b->bdds, chosen.at, chosen.n);
  sv_vec_free(support);
  sv_vec_free(chosen);
  return cube;
}

// Where the state before decides it: what it becomes. The relation then speaks of it no more.
static bool is_decided(making *k, sv_bdd *relation, uint32_t j, sv_bdd *value) {
  sv_building *b = k->b;
  sv_bdd var = sv_bdd_var(b->bdds, 2 * j + 1), cube = chosen_besides(k, *relation, j);
  sv_bdd rest = sv_bdd_exists(b->bdds, *relation, cube);
  sv_bdd yes = sv_bdd_and_exists(b->bdds, rest, var, var);
  sv_bdd_set(b->bdds, &rest, sv_bdd_minus(b->bdds, rest, var));
  sv_bdd no = sv_bdd_exists(b->bdds, rest, var);
  bool decided = sv_bdd_disjoint(b->bdds, yes, no);
  *value = SV_BDD_FALSE;
  if (decided) {
    sv_bdd any = sv_bdd_or(b->bdds, yes, no);
    *value = sv_bdd_simplify(b->bdds, yes, any);
    sv_bdd_set(b->bdds, relation, sv_bdd_exists(b->bdds, *relation, var));
    sv_bdd_drop(b->bdds, any);
  }
  sv_bdd_drop(b->bdds, var);
  sv_bdd_drop(b->bdds, cube);
  sv_bdd_drop(b->bdds, rest);
  sv_bdd_drop(b->bdds, yes);
  sv_bdd_drop(b->bdds, no);
  return decided;
}

static void update_predicate(making *k, sv_bdd *relation, uint32_t j) {
  sv_building *b = k->b;
  sv_bdd value;
  sv_update u = {.target = sv_var(b->T, sv_sort_bool(b->T), b->out->predicates.at[j], 0)};
  if (is_decided(k, relation, j, &value)) {
    u.value = translated(k, sv_eliminator_term(b->e, value));
  } else {
    sv_map_put(&k->choices.after, j, k->choices.inputs.n);
    sv_push(k->choices.inputs, (sv_choice_input){.sort = sv_sort_bool(b->T)});
    u.value = sv_choice(b->T, sv_sort_bool(b->T), k->choices.inputs.n - 1);
  }
  sv_bdd_drop(b->bdds, value);
  sv_push(k->updates, u);
}

// ---- all of it

static void add_action(making *k, sv_term relation) {
  sv_building *b = k->b;
  const sv_net_action *source = source_of(k);
  sv_action action = {.choices = k->choices.inputs.at,
                      .choice_count = k->choices.inputs.n,
                      .guard = k->guard,
                      .constraint = sv_and(b->T, k->effect, translated(k, relation)),
                      .updates = k->updates.at,
                      .update_count = k->updates.n,
                      .queue_ops = k->ops.at,
                      .queue_op_count = k->ops.n,
                      .fails = k->s->fails};
  if (source) {
    const sv_action *of = &b->f->net->model->actions.at[source->action];
    action.name = of->name, action.span = of->span, action.text = of->text;
  }
  sv_model_action(b->m, &action);
  sv_push(b->out->actions, k->s->action);
}

void sv_building_step(sv_building *b, const sv_concrete_step *s) {
  making k = {.b = b, .s = s, .guard = SV_TRUE, .effect = SV_TRUE};
  keep_choices(&k);
  make_kept(&k);
  make_conditions(&k);
  for (uint32_t j = 0; j < b->a->predicates.n; j++) make_predicate(&k, j);
  watch(&k);
  if (!sv_same(k.guard, SV_FALSE) && !b->failed) {
    sv_bdd care = care_of(&k);
    sv_bdd relation =
        b->a->options.cartesian ? solve_apart(&k, care) : solve(&k, &k.news, 0, k.news.n, care);
    if (b->e->failed)
      sv_building_fail(b, "limit reached: the solver did not finish an abstraction");
    sv_bdd_set(b->bdds, &relation, sv_bdd_and(b->bdds, relation, care));
    if (!b->failed) remember(&k, relation);
    if (!b->failed && !sv_bdd_is_false(relation)) {
      for (uint32_t i = 0; i < k.changed.n; i++) update_predicate(&k, &relation, k.changed.at[i]);
      add_action(&k, sv_eliminator_term(b->e, relation));
    }
    sv_bdd_drop(b->bdds, relation);
    sv_bdd_drop(b->bdds, care);
  }
  sv_vec_free(k.choices.kept);
  sv_vec_free(k.choices.inputs);
  sv_map_free(&k.choices.after);
  sv_vec_free(k.updates);
  sv_vec_free(k.ops);
  sv_vec_free(k.fields);
  sv_vec_free(k.conjuncts);
  sv_vec_free(k.news);
  sv_vec_free(k.kept);
  sv_vec_free(k.changed);
}
