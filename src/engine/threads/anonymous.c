// anonymous.c -- see anonymous.h.

#include "engine/threads/anonymous.h"

#include "engine/threads/owners.h"
#include "engine/threads/saturate.h"

enum { THREAD = 1, MOST_INDEX_BITS = 16, MOST_EXACT_BITS = 8 };

// What is known from having built it before.
typedef struct {
  sv_bits lost;    // variables with any value: others write them, or numbers are kept there
  sv_bits kept;    // those that decide something
  bool keeps_all;  // that is not known yet
  sv_u32s number;  // by variable: its number in what was built
} knowledge;

typedef struct {
  const sv_model *from;
  const knowledge *known;
  sv_model *to;
  sv_terms *T;
  uint32_t first;      // the template that runs at the start
  uint32_t *offset;    // by template: its location l becomes offset + l
  uint32_t *variable;  // by variable: its new number
  uint32_t *mine;      // by variable that is an owner: the local bit "it is me"
  sv_owners owners;
  sv_saturation wide;
  // of the action at hand
  uint32_t template_number;
  SV_VEC(sv_choice_input) choices;
  sv_map chosen;         // term -> choice
  sv_term condition;     // on those choices
  uint32_t own_choices;  // those that it has by itself come first
  const char *why;
} builder;

// ---- one template

static bool find_first(builder *b) {
  for (uint32_t t = 1; t < b->from->templates.n; t++) {
    const sv_template *x = &b->from->templates.at[t];
    if (x->initial > 1 || (x->initial && b->first)) b->why = "several processes at the start";
    if (x->initial) b->first = t;
  }
  if (!b->first) b->why = "models without a process at the start";
  return !b->why;
}

static void add_locations(builder *b) {
  const sv_template *first = &b->from->templates.at[b->first];
  sv_model_template(b->to, first->name, 1, SV_UNBOUNDED, first->span);
  for (uint32_t t = 1; t < b->from->templates.n; t++) {
    const sv_template *x = &b->from->templates.at[t];
    b->offset[t] = b->to->templates.at[THREAD].locations.n - 1;
    for (uint32_t l = 1; l < x->locations.n; l++) {
      const sv_location *old = &x->locations.at[l];
      uint32_t number = sv_model_location(b->to, THREAD, old->name, old->flags, old->span);
      b->to->templates.at[THREAD].locations.at[number].bad = old->bad;
      if (!sv_is_none(old->invariant)) b->why = "invariants of locations";
    }
  }
  b->to->templates.at[THREAD].entry = b->offset[b->first] + first->entry;
}

static sv_term small_of(builder *b, uint32_t variable, int64_t value) {
  return sv_const(b->T, b->from->variables.at[variable].sort, sv_small(value));
}

static void add_owner_bit(builder *b, uint32_t v) {
  sv_model *m = b->to;
  const char *name = sv_names_get(m->names, b->from->variables.at[v].name);
  sv_name mine = sv_names_cstr(m->names, sv_arena_printf(m->arena, "has %s", name));
  b->mine[v] = sv_model_variable(m, mine, sv_sort_bool(b->T), THREAD, SV_FALSE, SV_NOWHERE);
}

static bool is_saturated(const builder *b, uint32_t v) {
  return sv_bits_has(&b->wide.variables, v) && !sv_owner_of(&b->owners, v);
}

static bool is_left_out(const builder *b, uint32_t v) {
  return sv_bits_has(&b->known->lost, v) ||
         (!b->known->keeps_all && !sv_bits_has(&b->known->kept, v));
}

static void add_variables(builder *b) {
  for (uint32_t v = 1; v < b->from->variables.n; v++) {
    const sv_variable *x = &b->from->variables.at[v];
    if (x->is_pc) {
      b->variable[v] = b->to->templates.at[THREAD].pc;
      continue;
    }
    if (is_left_out(b, v)) continue;
    uint32_t owner = x->owner == SV_GLOBAL ? SV_GLOBAL : THREAD;
    bool wide = is_saturated(b, v);
    sv_sort sort = wide ? sv_saturation_sort(&b->wide, b->T) : x->sort;
    sv_term init = wide && !sv_is_none(x->init) ? sv_saturated(&b->wide, b->T, x->init) : x->init;
    b->variable[v] = sv_model_variable(b->to, x->name, sort, owner, init, x->span);
    if (sv_owner_of(&b->owners, v)) add_owner_bit(b, v);
  }
}

// The variable that a target is, or is a part of.
static sv_node base_of(const sv_terms *T, sv_term target) {
  sv_node n = sv_node_of(T, sv_index(target));
  while (n.op == SV_OP_SELECT) n = sv_node_of(T, sv_index(n.args[0]));
  return n;
}

static void find_foreign(const sv_model *m, sv_bits *lost) {
  for (uint32_t i = 1; i < m->actions.n; i++) {
    const sv_action *a = &m->actions.at[i];
    for (uint32_t k = 0; k < a->update_count; k++) {
      sv_node n = base_of(m->terms, a->updates[k].target);
      if (n.op == SV_OP_REMOTE) sv_bits_add(lost, n.id);
    }
  }
}

// ---- terms

static bool is_value(const sv_terms *T, sv_sort s) {
  sv_sort_kind k = sv_sort_get(T, s)->kind;
  return k == SV_SORT_BOOL || k == SV_SORT_BV || k == SV_SORT_ENUM;
}

static sv_term new_choice(builder *b, sv_sort sort) {
  sv_model *m = b->to;
  const char *name = sv_arena_printf(m->arena, "any %u", b->choices.n);
  sv_push(b->choices, (sv_choice_input){.name = sv_names_cstr(m->names, name), .sort = sort});
  return sv_choice(b->T, sort, b->choices.n - 1);
}

static sv_term choice_for(builder *b, uint32_t index, sv_sort sort) {
  uint32_t known = sv_map_get(&b->chosen, index);
  if (known != SV_MAP_NONE) return (sv_term){known};
  sv_term any = new_choice(b, sort);
  sv_map_put(&b->chosen, index, any.x);
  return any;
}

static bool is_foreign(const builder *b, const sv_node *n) {
  bool names = n->op == SV_OP_VAR || n->op == SV_OP_NEXT;
  return n->op == SV_OP_SELF || n->op == SV_OP_ALIVE || n->op == SV_OP_REMOTE ||
         n->op == SV_OP_FIND || (names && sv_bits_has(&b->known->lost, n->id));
}

// It depends on what an anonymous thread does not know, and is no value by itself (an instance,
// a place, an array): what is made of it is any value.
static bool is_lost(const builder *b, sv_term root) {
  sv_u32s work = {0};
  bool found = false;
  sv_push(work, sv_index(root));
  while (work.n && !found) {
    sv_node n = sv_node_of(b->T, sv_pop(work));
    found = is_foreign(b, &n);
    for (uint32_t i = 0; i < n.n; i++)
      if (!is_value(b->T, sv_sort_of(b->T, n.args[i]))) sv_push(work, sv_index(n.args[i]));
  }
  sv_vec_free(work);
  return found;
}

static sv_term rewrite(builder *b, sv_term t);

// What this thread sees in an owner: constants, its own number, or OTHER.
static sv_term seen_in(builder *b, uint32_t v) {
  const sv_owner *g = sv_owner_of(&b->owners, v);
  const sv_own_number *me = &g->number[b->template_number];
  sv_term now = sv_model_var(b->to, b->variable[v], SV_ROLE_SELF);
  if (!me->known) return now;
  sv_term mine = sv_model_var(b->to, b->mine[v], SV_ROLE_SELF);
  sv_term own = small_of(b, v, me->first), other = small_of(b, v, g->other);
  // The own number never stands there by itself; where it did it would be that of somebody else.
  sv_term plain = sv_ite(b->T, sv_eq(b->T, now, own), other, now);
  sv_term held = sv_and(b->T, sv_eq(b->T, now, other), mine);
  return sv_ite(b->T, held, own, plain);
}

static sv_term put_first(void *context, sv_terms *T, uint32_t index, const sv_node *n) {
  SV_UNUSED(context);
  SV_UNUSED(index);
  return n->op == SV_OP_SELF ? sv_int_const(T, 0) : SV_NONE;
}

// A term that is compared with an owner, or becomes one: a thread's number is that of instance 0.
static sv_term see(builder *b, sv_term t) {
  sv_node n = sv_node_of(b->T, sv_index(t));
  if (n.op == SV_OP_CONST) return t;
  if (sv_is_own_number(b->T, t)) return sv_substitute(b->T, t, put_first, NULL);
  if (n.op == SV_OP_VAR) return seen_in(b, n.id);
  if (n.op == SV_OP_CAST) {
    sv_sort to = n.sort;
    return sv_cast(b->T, to, see(b, n.args[0]));
  }
  REQUIRE(n.op == SV_OP_ITE, "owners are copied and compared only");
  sv_term condition = n.args[0], yes = n.args[1], no = n.args[2];
  condition = rewrite(b, condition);
  yes = see(b, yes);
  no = see(b, no);
  return sv_ite(b->T, condition, yes, no);
}

static sv_term new_variable(builder *b, const sv_node *n) {
  uint32_t to = b->variable[n->id];
  sv_sort sort = b->to->variables.at[to].sort;
  return n->op == SV_OP_VAR ? sv_var(b->T, sort, to, n->role) : sv_next(b->T, sort, to, n->role);
}

static sv_term rewrite_variable(builder *b, uint32_t index, const sv_node *n) {
  sv_term to = new_variable(b, n), condition;
  if (!is_saturated(b, n->id)) return to;
  sv_term outside = choice_for(b, index, n->sort);
  to = sv_unsaturated(&b->wide, b->T, to, outside, &condition);
  b->condition = sv_and(b->T, b->condition, condition);
  return to;
}

static sv_term own_place(const builder *b) {
  return sv_model_var(b->to, b->to->templates.at[THREAD].pc, SV_ROLE_SELF);
}

static sv_term rewrite_place(builder *b, const sv_node *n) {
  uint32_t t = sv_sort_get(b->T, n->sort)->size;
  int64_t place = sv_small_get(n->value);
  return sv_const(b->T, sv_sort_loc(b->T, THREAD), sv_small(place ? place + b->offset[t] : 0));
}

static bool becomes_any(const builder *b, const sv_node *n) {
  if (!is_value(b->T, n->sort)) return false;
  bool any = is_foreign(b, n);
  for (uint32_t i = 0; i < n->n && !any; i++)
    any = !is_value(b->T, sv_sort_of(b->T, n->args[i])) && is_lost(b, n->args[i]);
  return any;
}

static bool is_any(const builder *b, sv_term t) {
  sv_node n = sv_node_of(b->T, sv_index(t));
  return n.op == SV_OP_CHOICE && n.id >= b->own_choices;
}

// Nothing but any values and constants is in it. A mask says something about the outcome.
static bool is_of_any(const builder *b, sv_term rebuilt) {
  sv_node n = sv_node_of(b->T, sv_index(rebuilt));
  bool some = false, masks = n.op == SV_OP_BVAND || n.op == SV_OP_SHR;
  bool all = n.n > 0 && !masks && is_value(b->T, n.sort);
  sv_value v;
  for (uint32_t i = 0; i < n.n && all; i++) {
    some |= is_any(b, n.args[i]);
    all = is_any(b, n.args[i]) || sv_is_const(b->T, n.args[i], &v);
  }
  return some && all;
}

// Products and quotients of wide numbers have no small diagrams.
static bool is_hard(const builder *b, sv_term rebuilt) {
  sv_node n = sv_node_of(b->T, sv_index(rebuilt));
  bool shifts = n.op == SV_OP_SHL || n.op == SV_OP_SHR;
  bool product = n.op == SV_OP_MUL || n.op == SV_OP_DIV || n.op == SV_OP_MOD || shifts;
  const sv_sort_info *sort = sv_sort_get(b->T, n.sort);
  sv_value v;
  if (!product || sort->kind != SV_SORT_BV || sort->size <= MOST_EXACT_BITS) return false;
  return !sv_is_const(b->T, n.args[1], &v) && (shifts || !sv_is_const(b->T, n.args[0], &v));
}

static bool compares_owner(const builder *b, const sv_node *n) {
  return n->op == SV_OP_EQ &&
         (sv_owner_in(&b->owners, n->args[0]) || sv_owner_in(&b->owners, n->args[1]));
}

static sv_term replace(void *context, sv_terms *T, uint32_t index, sv_term rebuilt) {
  builder *b = context;
  sv_node n = sv_node_of(T, index);
  sv_sort_kind kind = sv_sort_get(T, n.sort)->kind;
  if (becomes_any(b, &n)) return choice_for(b, index, n.sort);
  // What stands above is any value; until then, some place.
  if (is_foreign(b, &n)) return kind == SV_SORT_LOC ? own_place(b) : SV_NONE;
  if (compares_owner(b, &n)) {
    sv_term x = n.args[0], y = n.args[1];
    x = see(b, x);
    y = see(b, y);
    return sv_eq(T, x, y);
  }
  if (is_of_any(b, rebuilt) || is_hard(b, rebuilt)) return choice_for(b, index, n.sort);
  // What is left out stands below something that is any value.
  if ((n.op == SV_OP_VAR || n.op == SV_OP_NEXT) && !b->variable[n.id])
    return is_value(T, n.sort) ? choice_for(b, index, n.sort) : SV_NONE;
  if (n.op == SV_OP_VAR || n.op == SV_OP_NEXT) return rewrite_variable(b, index, &n);
  return n.op == SV_OP_CONST && kind == SV_SORT_LOC ? rewrite_place(b, &n) : SV_NONE;
}

static sv_term rewrite(builder *b, sv_term t) {
  if (sv_is_none(t)) return t;
  sv_term to = sv_rewrite(b->T, t, replace, b);
  if (sv_is_none(to)) b->why = "numbers of processes";
  return to;
}

// ---- actions

typedef SV_VEC(sv_update) updates;

// An index that is lost may be any, also one outside, where nothing is written.
static sv_term rewrite_index(builder *b, sv_term t) {
  sv_sort sort = sv_sort_of(b->T, t);
  if (is_value(b->T, sort) || !is_lost(b, t)) return rewrite(b, t);
  return sv_cast(b->T, sort, new_choice(b, sv_sort_bv(b->T, MOST_INDEX_BITS, false)));
}

static sv_term rewrite_target(builder *b, sv_term t) {
  sv_node n = sv_node_of(b->T, sv_index(t));
  if (n.op == SV_OP_VAR) return new_variable(b, &n);
  if (n.op != SV_OP_SELECT) return rewrite(b, t);
  sv_term array = n.args[0], index = n.args[1];
  array = rewrite_target(b, array);
  index = rewrite_index(b, index);
  return sv_app2(b->T, SV_OP_SELECT, array, index);
}

typedef struct {
  const builder *b;
  uint32_t variable;
} owned_by_other;

static sv_term assume_other(void *context, sv_terms *T, uint32_t index, const sv_node *n) {
  const owned_by_other *o = context;
  const sv_owner *g = sv_owner_of(&o->b->owners, o->variable);
  SV_UNUSED(index);
  if (n->op != SV_OP_VAR) return SV_NONE;
  if (n->id == o->b->mine[o->variable]) return SV_FALSE;
  return n->id == o->b->variable[o->variable] ? sv_const(T, n->sort, sv_small(g->other)) : SV_NONE;
}

// Somebody else has it, and loses it by this step: he must be told.
static bool may_take_away(builder *b, uint32_t v, sv_term guard, sv_term stays_other) {
  owned_by_other o = {b, v};
  sv_term takes = sv_and(b->T, guard, sv_not(stays_other));
  return !sv_same(sv_substitute(b->T, takes, assume_other, &o), SV_FALSE);
}

static void update_owner(builder *b, uint32_t v, sv_term value, sv_term guard, updates *out) {
  const sv_owner *g = sv_owner_of(&b->owners, v);
  const sv_own_number *me = &g->number[b->template_number];
  sv_term now = see(b, value), other = small_of(b, v, g->other), after = now;
  sv_term stays_other = sv_eq(b->T, now, other);
  if (me->known) {
    sv_term mine = sv_eq(b->T, now, small_of(b, v, me->first));
    after = sv_ite(b->T, mine, other, now);
    sv_push(*out, (sv_update){sv_model_var(b->to, b->mine[v], SV_ROLE_SELF), mine});
  }
  sv_push(*out, (sv_update){sv_model_var(b->to, b->variable[v], SV_ROLE_SELF), after});
  if (!may_take_away(b, v, guard, stays_other)) return;
  sv_term theirs = sv_model_var(b->to, b->mine[v], SV_ROLE_OTHER);
  sv_push(*out, (sv_update){theirs, sv_and(b->T, stays_other, theirs)});
}

// A value for a variable: any, where it is no more than that.
static sv_term rewrite_value(builder *b, uint32_t variable, sv_term t) {
  sv_term value = rewrite(b, t);
  if (sv_is_none(value) || !is_saturated(b, variable)) return value;
  if (!is_any(b, value)) return sv_saturated(&b->wide, b->T, value);
  return choice_for(b, UINT32_MAX - variable, sv_saturation_sort(&b->wide, b->T));
}

static void rewrite_update(builder *b, const sv_update *u, sv_term guard, updates *out) {
  sv_node base = base_of(b->T, u->target);
  if (is_foreign(b, &base) || is_left_out(b, base.id)) return;  // nobody reads it
  if (base.op == SV_OP_VAR && sv_owner_of(&b->owners, base.id)) {
    update_owner(b, base.id, u->value, guard, out);
    return;
  }
  sv_update to = {rewrite_target(b, u->target), rewrite_value(b, base.id, u->value)};
  if (sv_is_none(to.target)) b->why = "numbers of processes";
  else sv_push(*out, to);
}

static const sv_start *rewrite_starts(builder *b, const sv_action *a) {
  sv_start *starts = SV_ARENA_ARRAY(b->to->arena, sv_start, a->start_count + 1);
  for (uint32_t i = 0; i < a->start_count; i++) {
    const sv_start *x = &a->starts[i];
    const sv_template *t = &b->from->templates.at[x->template_number];
    sv_argument *arguments = SV_ARENA_ARRAY(b->to->arena, sv_argument, x->argument_count + 1);
    uint32_t n = 0;
    for (uint32_t k = 0; k < x->argument_count; k++)
      if (b->variable[x->arguments[k].variable])
        arguments[n++] =
            (sv_argument){b->variable[x->arguments[k].variable],
                          rewrite_value(b, x->arguments[k].variable, x->arguments[k].value)};
    starts[i] = *x;
    starts[i].template_number = THREAD;
    starts[i].at = b->offset[x->template_number] + (x->at ? x->at : t->entry);
    starts[i].arguments = arguments;
    starts[i].argument_count = n;
    if (!sv_is_none(x->result)) b->why = "numbers of processes";
  }
  return starts;
}

static const sv_edge *rewrite_edge(builder *b, const sv_edge *e) {
  sv_edge *edge = SV_ARENA_NEW(b->to->arena, sv_edge);
  const sv_template *t = &b->from->templates.at[e->template_number];
  uint32_t offset = b->offset[e->template_number];
  uint32_t n = e->from_count ? e->from_count : t->locations.n - 1;
  uint32_t *from = SV_ARENA_ARRAY(b->to->arena, uint32_t, n + 1);
  for (uint32_t i = 0; i < n; i++) from[i] = offset + (e->from_count ? e->from[i] : i + 1);
  *edge = *e;
  edge->template_number = THREAD;
  edge->from = from;
  edge->from_count = n;
  edge->to = e->to ? offset + e->to : 0;
  return edge;
}

// Choices cannot be in a guard, so guards become constraints.
static void rewrite_action(builder *b, const sv_action *from) {
  updates changes = {0};
  sv_action a = *from;
  if (a.edge_count != 1) {
    b->why = "steps of several processes";
    return;
  }
  b->template_number = a.edges[0].template_number;
  sv_clear(b->choices);
  sv_map_clear(&b->chosen);
  for (uint32_t i = 0; i < a.choice_count; i++) sv_push(b->choices, a.choices[i]);
  b->own_choices = a.choice_count;
  b->condition = SV_TRUE;
  a.guard = SV_TRUE;
  sv_term guard = rewrite(b, from->guard);
  sv_term constraint = sv_and(b->T, guard, rewrite(b, from->constraint));
  for (uint32_t i = 0; i < a.update_count; i++)
    rewrite_update(b, &from->updates[i], guard, &changes);
  a.edges = rewrite_edge(b, &from->edges[0]);
  a.starts = rewrite_starts(b, from);
  a.constraint = sv_and(b->T, constraint, b->condition);
  a.updates = changes.at;
  a.update_count = changes.n;
  a.choices = b->choices.at;
  a.choice_count = b->choices.n;
  a.waits = SV_NONE;
  a.print = NULL;
  a.print_count = a.blame_count = a.passed_count = 0;
  if (!b->why) sv_model_action(b->to, &a);
  sv_vec_free(changes);
}

// ---- all of it

static void rewrite_properties(builder *b) {
  sv_clear(b->choices);
  sv_map_clear(&b->chosen);
  for (uint32_t i = 1; i < b->from->properties.n; i++) {
    sv_property p = b->from->properties.at[i];
    if (p.kind == SV_PROP_RECURRENCE) b->why = "properties of infinite runs";
    p.term = rewrite(b, p.term);
    sv_push(b->to->properties, p);
  }
  b->to->init = rewrite(b, b->from->init);
  if (b->choices.n) b->why = "properties that look into processes";
}

static void release(builder *b) {
  sv_free(b->offset);
  sv_free(b->variable);
  sv_free(b->mine);
  sv_owners_free(&b->owners);
  sv_saturation_free(&b->wide);
  sv_vec_free(b->choices);
  sv_map_free(&b->chosen);
}

static sv_model *build(const sv_model *from, knowledge *known, const char **why) {
  builder b = {.from = from, .to = sv_model_shell(from), .T = from->terms};
  b.known = known;
  b.offset = SV_NEW_ARRAY(uint32_t, from->templates.n);
  b.variable = SV_NEW_ARRAY(uint32_t, from->variables.n);
  b.mine = SV_NEW_ARRAY(uint32_t, from->variables.n);
  if (from->queues.n > 1) b.why = "queues";
  if (from->process_limit) b.why = "languages that limit the number of processes";
  if (!b.why && find_first(&b)) {
    sv_owners_find(&b.owners, from);
    sv_saturation_find(&b.wide, from);
    add_locations(&b);
    add_variables(&b);
    rewrite_properties(&b);
    for (uint32_t i = 1; i < from->actions.n && !b.why; i++)
      rewrite_action(&b, &from->actions.at[i]);
  }
  sv_clear(known->number);
  for (uint32_t v = 0; v < from->variables.n; v++) sv_push(known->number, b.variable[v]);
  release(&b);
  if (!b.why) return b.to;
  *why = b.why;
  sv_model_free(b.to);
  return NULL;
}

// A variable that gets any value from us somewhere, and nothing but constants elsewhere, is any
// value itself. True: there are more of them.
static bool find_lost(const sv_model *from, const sv_model *built, knowledge *known) {
  sv_bits any, other;
  uint32_t before = sv_bits_count(&known->lost);
  sv_value v;
  sv_bits_init(&any, built->variables.n);
  sv_bits_init(&other, built->variables.n);
  for (uint32_t i = 1; i < built->actions.n; i++) {
    const sv_action *a = &built->actions.at[i];
    for (uint32_t k = 0; k < a->update_count; k++) {
      uint32_t to = base_of(built->terms, a->updates[k].target).id;
      sv_node n = sv_node_of(built->terms, sv_index(a->updates[k].value));
      bool is_any = n.op == SV_OP_CHOICE && n.id >= from->actions.at[i].choice_count;
      if (is_any) sv_bits_add(&any, to);
      else if (!sv_is_const(built->terms, a->updates[k].value, &v)) sv_bits_add(&other, to);
    }
  }
  for (uint32_t x = 1; x < from->variables.n; x++) {
    uint32_t to = known->number.at[x];
    if (to && sv_bits_has(&any, to) && !sv_bits_has(&other, to)) sv_bits_add(&known->lost, x);
  }
  sv_bits_free(&any);
  sv_bits_free(&other);
  return sv_bits_count(&known->lost) > before;
}

static void find_kept(const sv_model *from, sv_model *built, knowledge *known) {
  sv_bits read;
  sv_threads_find_read(built, &read);
  for (uint32_t x = 1; x < from->variables.n; x++)
    if (known->number.at[x] && sv_bits_has(&read, known->number.at[x]))
      sv_bits_add(&known->kept, x);
  sv_bits_free(&read);
}

sv_model *sv_threads_anonymise(const sv_model *from, const char **why) {
  knowledge known = {.keeps_all = true};
  sv_bits_init(&known.lost, from->variables.n);
  sv_bits_init(&known.kept, from->variables.n);
  find_foreign(from, &known.lost);
  sv_model *m = build(from, &known, why);
  while (m && find_lost(from, m, &known)) {
    sv_model_free(m);
    m = build(from, &known, why);
  }
  if (m) {
    find_kept(from, m, &known);
    known.keeps_all = false;
    sv_model_free(m);
    m = build(from, &known, why);
  }
  sv_bits_free(&known.lost);
  sv_bits_free(&known.kept);
  sv_vec_free(known.number);
  return m;
}
