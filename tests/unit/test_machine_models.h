// test_machine_models.h -- random finite models with a bit of everything.
//
// Two or three templates with pools, global and local variables of all finite
// sorts, arrays, queues of several shapes, and actions that use every part of
// an action. Terms are typed by construction. The same seed gives the same
// model. Values that are written are mostly brought into range, so that runs
// get somewhere; not always, so that ranges matter.

#ifndef SV_TEST_MACHINE_MODELS_H
#define SV_TEST_MACHINE_MODELS_H

#include <stdio.h>

#include "base/random.h"
#include "model/net.h"

enum { GEN_SORTS = 16, GEN_VARS = 12, GEN_EDGES = 2 };

typedef struct {
  sv_random rng;
  sv_model *m;
  sv_terms *T;
  sv_sort sorts[GEN_SORTS];  // scalars first
  uint32_t scalars, all_sorts;
  uint32_t templates;
  uint32_t deadlock, bad;  // properties
  // what the term at hand may speak of
  uint32_t roles[GEN_EDGES];  // templates of the edges
  uint32_t role_count;
  bool choices, next, other;
  sv_choice_input choice_list[2];
  uint32_t choice_count;
} gen;

static inline uint32_t below(gen *g, uint32_t n) { return sv_random_below(&g->rng, n); }
static inline bool chance(gen *g, uint32_t percent) { return below(g, 100) < percent; }

static inline sv_name gen_name(gen *g, const char *prefix, uint32_t n) {
  char text[32];
  snprintf(text, sizeof text, "%s%u", prefix, n);
  return sv_names_cstr(g->m->names, text);
}

static inline const sv_sort_info *info_of(const gen *g, sv_sort s) { return sv_sort_get(g->T, s); }
static inline sv_sort any_scalar(gen *g) { return g->sorts[below(g, g->scalars)]; }
static inline sv_sort any_sort(gen *g) { return g->sorts[below(g, g->all_sorts)]; }

static inline void gen_sorts(gen *g) {
  sv_terms *T = g->T;
  sv_name members[] = {sv_names_cstr(g->m->names, "red"), sv_names_cstr(g->m->names, "green"),
                       sv_names_cstr(g->m->names, "blue")};
  sv_sort color = sv_sort_enum(T, sv_names_cstr(g->m->names, "Color"), members, 3);
  const sv_sort scalars[] = {sv_sort_bool(T),
                             sv_sort_bool(T),
                             sv_sort_bv(T, 2, false),
                             sv_sort_bv(T, 3, true),
                             color,
                             sv_sort_range(T, 0, 3),
                             sv_sort_range(T, -2, 2),
                             sv_sort_range(T, 3, 5),
                             sv_sort_ref(T),
                             sv_sort_bv(T, 40, false),
                             sv_sort_bv(T, 62, true),
                             sv_sort_range(T, -(INT64_C(1) << 40), INT64_C(1) << 40)};
  g->scalars = SV_COUNT(scalars) - (chance(g, 70) ? 3 : 0);  // wide ones now and then
  memcpy(g->sorts, scalars, sizeof scalars);
  g->all_sorts = g->scalars;
  g->sorts[g->all_sorts++] = sv_sort_array(T, 3, any_scalar(g));
  g->sorts[g->all_sorts++] = sv_sort_array(T, 2, sv_sort_array(T, 2, any_scalar(g)));
  g->sorts[g->all_sorts++] = sv_sort_array(T, 2, sv_sort_range(T, 3, 5));
}

// ---- constants

static inline int64_t any_number(gen *g, int64_t lo, int64_t hi) {
  uint64_t span = (uint64_t)hi - (uint64_t)lo;
  uint64_t n = span < 1000 ? below(g, (uint32_t)span + 1) : sv_random_next(&g->rng) % (span + 1);
  return (int64_t)((uint64_t)lo + n);
}

static inline void gen_bounds(const gen *g, sv_sort s, int64_t *lo, int64_t *hi) {
  const sv_sort_info *info = info_of(g, s);
  *lo = 0, *hi = 1;
  if (info->kind == SV_SORT_BV && info->is_signed)
    *hi = (INT64_C(1) << (info->size - 1)) - 1, *lo = -*hi - 1;
  else if (info->kind == SV_SORT_BV) *hi = (INT64_C(1) << info->size) - 1;
  else if (info->kind == SV_SORT_ENUM) *hi = (int64_t)info->size - 1;
  else if (info->kind == SV_SORT_INT)
    *lo = info->ranged ? info->lo : -3, *hi = info->ranged ? info->hi : 6;
  else if (info->kind == SV_SORT_REF) *hi = 0;
}

static inline sv_term gen_constant(gen *g, sv_sort s) {
  const sv_sort_info *info = info_of(g, s);
  int64_t lo, hi;
  if (info->kind == SV_SORT_ARRAY) return sv_array_fill(g->T, s, gen_constant(g, info->element));
  gen_bounds(g, s, &lo, &hi);
  return sv_const(g->T, s, sv_number_int(sv_terms_numbers(g->T), any_number(g, lo, hi)));
}

// ---- leaves

static inline sv_term gen_term(gen *g, sv_sort s, uint32_t depth);
static inline sv_term gen_int(gen *g, uint32_t depth) {
  return gen_term(g, sv_sort_int(g->T), depth);
}

// A number of an instance: computed, or found by where it stands.
static inline sv_term gen_instance(gen *g, uint32_t variable, uint32_t depth) {
  if (chance(g, 65)) return gen_int(g, depth);
  uint32_t pc = g->m->templates.at[g->m->variables.at[variable].owner].pc;
  sv_sort sort = g->m->variables.at[pc].sort;
  return sv_find(g->T, pc, gen_term(g, sort, depth));
}

// A role in which a variable or queue of this owner can be named, or UINT32_MAX.
static inline uint32_t gen_role(gen *g, uint32_t owner) {
  if (owner == SV_GLOBAL) return 0;
  if (g->other && g->role_count && g->roles[0] == owner && chance(g, 40)) return SV_ROLE_OTHER;
  uint32_t first = g->role_count ? below(g, g->role_count) : 0;
  for (uint32_t i = 0; i < g->role_count; i++)
    if (g->roles[(first + i) % g->role_count] == owner) return (first + i) % g->role_count;
  return UINT32_MAX;
}

static inline sv_term name_variable(gen *g, uint32_t v, uint32_t role) {
  bool after = g->next && chance(g, 60);
  return after ? sv_next(g->T, g->m->variables.at[v].sort, v, role) : sv_model_var(g->m, v, role);
}

static inline sv_term gen_variable(gen *g, sv_sort s, uint32_t depth) {
  uint32_t n = g->m->variables.n, first = below(g, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t v = (first + i) % n;
    if (!v || !sv_sort_fits(g->T, g->m->variables.at[v].sort, s)) continue;
    uint32_t role = gen_role(g, g->m->variables.at[v].owner);
    if (role != UINT32_MAX) return name_variable(g, v, role);
    if (depth) return sv_remote(g->T, g->m->variables.at[v].sort, v, gen_instance(g, v, depth - 1));
  }
  return gen_constant(g, s);
}

static inline sv_term gen_choice(gen *g, sv_sort s) {
  for (uint32_t i = 0; g->choices && i < g->choice_count; i++)
    if (sv_sort_fits(g->T, g->choice_list[i].sort, s) && (g->other || !g->choice_list[i].per_other))
      return sv_choice(g->T, g->choice_list[i].sort, i);
  return SV_NONE;
}

static inline sv_term gen_leaf(gen *g, sv_sort s) {
  sv_term choice = chance(g, 50) ? gen_choice(g, s) : SV_NONE;
  if (!sv_is_none(choice)) return choice;
  return chance(g, 75) ? gen_variable(g, s, 0) : gen_constant(g, s);
}

// ---- queues

static inline sv_term gen_static_queue(gen *g, uint32_t depth) {
  uint32_t n = g->m->queues.n, first = below(g, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t q = (first + i) % n;
    if (!q) continue;
    uint32_t role = gen_role(g, g->m->queues.at[q].owner);
    if (role == UINT32_MAX) continue;
    return sv_queue(g->T, q, role, g->m->queues.at[q].indexed ? gen_int(g, depth) : SV_NONE);
  }
  return sv_const(g->T, sv_sort_ref(g->T), sv_small(0));
}

static inline sv_term gen_queue(gen *g, uint32_t depth) {
  return chance(g, 60) ? gen_static_queue(g, depth) : gen_term(g, sv_sort_ref(g->T), depth);
}

// The family if the reference names one outright, else 0.
static inline uint32_t family_of(const gen *g, sv_term ref) {
  sv_node node = sv_node_of(g->T, sv_index(ref));
  return node.op == SV_OP_QUEUE ? node.id : 0;
}

// A field of a known queue has its sort; what a computed reference leads to may not.
static inline sv_term gen_peek(gen *g, sv_sort s, uint32_t depth) {
  uint32_t field = below(g, 3);
  sv_term queue = gen_queue(g, depth),
          slot = chance(g, 60) ? sv_int_const(g->T, 0) : gen_int(g, depth);
  const sv_queue_family *q = &g->m->queues.at[family_of(g, queue)];
  if (!family_of(g, queue)) return sv_peek(g->T, s, queue, slot, field);
  for (field = 0; field < q->field_count; field++)
    if (sv_sort_fits(g->T, q->fields[field], s)) return sv_peek(g->T, s, queue, slot, field);
  return gen_leaf(g, s);
}

// ---- terms

static inline sv_term gen_binary(gen *g, sv_op op, sv_sort s, uint32_t depth) {
  return sv_app2(g->T, op, gen_term(g, s, depth), gen_term(g, s, depth));
}

static inline sv_sort any_ordered(gen *g) {
  sv_sort s = any_scalar(g);
  sv_sort_kind kind = info_of(g, s)->kind;
  return kind == SV_SORT_BV || kind == SV_SORT_INT || kind == SV_SORT_ENUM ? s : sv_sort_int(g->T);
}

static inline sv_term gen_cast(gen *g, sv_sort s, uint32_t depth) {
  sv_sort from = any_scalar(g);
  if (info_of(g, from)->kind == SV_SORT_REF) from = sv_sort_int(g->T);
  return sv_cast(g->T, s, gen_term(g, from, depth));
}

static inline sv_term gen_bool(gen *g, uint32_t depth) {
  sv_sort s = sv_sort_bool(g->T);
  switch (below(g, 9)) {
  case 0: return sv_and(g->T, gen_term(g, s, depth), gen_term(g, s, depth));
  case 1: return sv_or(g->T, gen_term(g, s, depth), gen_term(g, s, depth));
  case 2: return sv_not(gen_term(g, s, depth));
  case 3:
  case 4: {
    sv_sort t = any_sort(g);
    return gen_binary(g, SV_OP_EQ, t, depth);
  }
  case 5: {
    sv_sort t = any_ordered(g);
    return gen_binary(g, SV_OP_LT, t, depth);
  }
  case 6: {
    sv_sort t = any_ordered(g);
    return gen_binary(g, SV_OP_LE, t, depth);
  }
  case 7: return sv_app1(g->T, SV_OP_QFULL, gen_queue(g, depth));
  default: return gen_cast(g, s, depth);
  }
}

static inline sv_term gen_bits(gen *g, sv_sort s, uint32_t depth) {
  static const sv_op ops[] = {SV_OP_ADD,   SV_OP_SUB,  SV_OP_MUL,   SV_OP_DIV, SV_OP_MOD,
                              SV_OP_BVAND, SV_OP_BVOR, SV_OP_BVXOR, SV_OP_SHL, SV_OP_SHR};
  uint32_t k = below(g, SV_COUNT(ops) + 3);
  if (k < SV_COUNT(ops)) return gen_binary(g, ops[k], s, depth);
  if (k == SV_COUNT(ops)) return sv_app1(g->T, SV_OP_NEG, gen_term(g, s, depth));
  if (k == SV_COUNT(ops) + 1) return sv_app1(g->T, SV_OP_BVNOT, gen_term(g, s, depth));
  return gen_cast(g, s, depth);
}

static inline sv_term gen_integer(gen *g, uint32_t depth) {
  static const sv_op ops[] = {SV_OP_ADD, SV_OP_SUB, SV_OP_MUL, SV_OP_DIV, SV_OP_MOD};
  sv_sort s = sv_sort_int(g->T);
  uint32_t k = below(g, SV_COUNT(ops) + 6);
  if (k < SV_COUNT(ops)) return gen_binary(g, ops[k], s, depth);
  switch (k - (uint32_t)SV_COUNT(ops)) {
  case 0: return sv_app1(g->T, SV_OP_NEG, gen_int(g, depth));
  case 1: return sv_app1(g->T, SV_OP_QLEN, gen_queue(g, depth));
  case 2: return sv_app1(g->T, SV_OP_QDEFER, gen_queue(g, depth));
  case 3: return sv_alive(g->T, 1 + below(g, g->templates));
  case 4: return g->role_count ? sv_self(g->T, below(g, g->role_count)) : gen_cast(g, s, depth);
  default: return gen_cast(g, s, depth);
  }
}

static inline sv_term gen_index(gen *g, uint32_t depth) {
  if (chance(g, 30)) return sv_int_const(g->T, below(g, 3));
  return gen_term(g, chance(g, 60) ? sv_sort_int(g->T) : any_ordered(g), depth);
}

static inline sv_term gen_array(gen *g, sv_sort s, uint32_t depth) {
  const sv_sort_info *info = info_of(g, s);
  uint32_t k = below(g, 4);
  if (k == 0) return sv_array_fill(g->T, s, gen_term(g, info->element, depth));
  if (k == 1) {
    sv_term elements[4];
    for (uint32_t i = 0; i < info->size; i++) elements[i] = gen_term(g, info->element, depth);
    return sv_array(g->T, elements, info->size);
  }
  sv_term array = gen_term(g, s, depth), index = gen_index(g, depth);
  return sv_app3(g->T, SV_OP_STORE, array, index, gen_term(g, info->element, depth));
}

// An element of some array with elements of this sort; none if there are none.
static inline sv_term gen_element(gen *g, sv_sort s, uint32_t depth) {
  for (uint32_t i = g->scalars; i < g->all_sorts; i++)
    if (sv_sort_fits(g->T, info_of(g, g->sorts[i])->element, s) && chance(g, 60)) {
      sv_term array = gen_term(g, g->sorts[i], depth);
      return sv_app2(g->T, SV_OP_SELECT, array, gen_index(g, depth));
    }
  const sv_sort_info *nested = info_of(g, g->sorts[g->all_sorts - 2]);
  if (!sv_sort_fits(g->T, info_of(g, nested->element)->element, s)) return SV_NONE;
  sv_term inner = sv_app2(g->T, SV_OP_SELECT, gen_term(g, g->sorts[g->all_sorts - 2], depth),
                          gen_index(g, depth));
  return sv_app2(g->T, SV_OP_SELECT, inner, gen_index(g, depth));
}

static inline sv_term gen_branching(gen *g, sv_sort s, uint32_t depth) {
  sv_term c = gen_term(g, sv_sort_bool(g->T), depth);
  return sv_ite(g->T, c, gen_term(g, s, depth), gen_term(g, s, depth));
}

static inline sv_term gen_term(gen *g, sv_sort s, uint32_t depth) {
  const sv_sort_info *info = info_of(g, s);
  if (!depth || chance(g, 25)) return gen_leaf(g, s);
  depth--;
  if (chance(g, 12)) return gen_branching(g, s, depth);
  if (chance(g, 10)) return gen_variable(g, s, depth + 1);
  if (chance(g, 10) && info->kind != SV_SORT_ARRAY) return gen_peek(g, s, depth);
  sv_term element = chance(g, 12) ? gen_element(g, s, depth) : SV_NONE;
  if (!sv_is_none(element)) return element;
  switch (info->kind) {
  case SV_SORT_BOOL: return gen_bool(g, depth);
  case SV_SORT_BV: return gen_bits(g, s, depth);
  case SV_SORT_ENUM: return gen_cast(g, s, depth);
  case SV_SORT_INT: return gen_integer(g, depth);
  case SV_SORT_ARRAY: return gen_array(g, s, depth);
  case SV_SORT_REF: return gen_queue(g, depth);
  case SV_SORT_LOC:
  case SV_SORT_REAL: break;
  }
  return gen_leaf(g, s);
}

// More often true than any term.
static inline sv_term gen_condition(gen *g) {
  sv_term a = gen_term(g, sv_sort_bool(g->T), 3);
  return chance(g, 50) ? a : sv_or(g->T, a, gen_term(g, sv_sort_bool(g->T), 2));
}

// ---- declarations

static inline void gen_templates(gen *g) {
  static const unsigned flags[] = {
      0, 0, 0, SV_LOC_END, SV_LOC_STOP, SV_LOC_YIELDING, SV_LOC_BLOCKING, SV_LOC_COMMITTED};
  bool control = chance(g, 40);
  g->templates = 1 + below(g, 3);
  for (uint32_t t = 1; t <= g->templates; t++) {
    uint32_t initial = t == 1 ? 1 + below(g, 2) : below(g, 3), spare = below(g, 2);
    uint32_t pool = chance(g, 15) ? SV_UNBOUNDED : initial + spare ? initial + spare : 1;
    sv_model_template(g->m, gen_name(g, "T", t), initial, pool, SV_NOWHERE);
    for (uint32_t l = 0, n = 2 + below(g, 3); l < n; l++)
      sv_model_location(g->m, t, gen_name(g, "L", l), flags[l ? below(g, control ? 8 : 5) : 0],
                        SV_NOWHERE);
  }
}

static inline void gen_variables(gen *g) {
  for (uint32_t i = 0; i < GEN_VARS; i++) {
    sv_sort s = any_sort(g);
    uint32_t owner = chance(g, 50) ? SV_GLOBAL : 1 + below(g, g->templates);
    int64_t lo, hi;
    gen_bounds(g, sv_sort_scalar(g->T, s), &lo, &hi);
    bool any = chance(g, 12) && hi - lo < 4 && sv_sort_cells(g->T, s) < 3;
    sv_model_variable(g->m, gen_name(g, "v", i), s, owner, any ? SV_NONE : gen_constant(g, s),
                      SV_NOWHERE);
  }
}

static inline void gen_queues(gen *g) {
  for (uint32_t i = 0, n = below(g, 4); i < n; i++) {
    sv_sort fields[3];
    uint32_t count = below(g, 4);
    for (uint32_t f = 0; f < count; f++) fields[f] = any_scalar(g);
    bool indexed = chance(g, 40);
    sv_model_queue(g->m, gen_name(g, "q", i),
                   chance(g, 60) ? SV_GLOBAL : 1 + below(g, g->templates), indexed ? 2 : 1, indexed,
                   below(g, 4), fields, count, SV_NOWHERE);
  }
}

static inline void speak_of(gen *g, uint32_t role_count, bool choices, bool next, bool other) {
  g->role_count = role_count, g->choices = choices, g->next = next, g->other = other;
}

static inline void gen_invariants(gen *g) {
  if (!chance(g, 25)) return;
  for (uint32_t t = 1; t <= g->templates; t++) {
    g->roles[0] = t;
    speak_of(g, 1, false, false, false);
    for (uint32_t l = 1; l < g->m->templates.at[t].locations.n; l++) {
      sv_term invariant = gen_condition(g);
      if (chance(g, 30)) g->m->templates.at[t].locations.at[l].invariant = invariant;
    }
  }
}

static inline void gen_properties(gen *g) {
  sv_sort s = sv_sort_bool(g->T);
  speak_of(g, 0, false, false, false);
  sv_model_property(g->m, gen_name(g, "p", 1), SV_PROP_INVARIANT, gen_term(g, s, 4), "",
                    SV_NOWHERE);
  sv_model_property(g->m, gen_name(g, "p", 2), SV_PROP_INVARIANT, gen_term(g, s, 2), "",
                    SV_NOWHERE);
  g->deadlock =
      sv_model_property(g->m, gen_name(g, "p", 3), SV_PROP_DEADLOCK, SV_NONE, "", SV_NOWHERE);
  g->bad = sv_model_property(g->m, gen_name(g, "p", 4), SV_PROP_LOCATION, SV_NONE, "", SV_NOWHERE);
  sv_model_property(g->m, gen_name(g, "p", 5), SV_PROP_ASSERTION, SV_NONE, "", SV_NOWHERE);
  g->m->templates.at[1].locations.at[1 + below(g, 2)].bad = g->bad;
  if (chance(g, 20)) g->m->init = gen_condition(g);
}

// ---- actions

static inline sv_edge gen_edge(gen *g, uint32_t template_number, uint32_t *from) {
  uint32_t locations = g->m->templates.at[template_number].locations.n - 1;
  sv_edge e = {.template_number = template_number, .instance = SV_ANY_INSTANCE, .from = from};
  for (uint32_t l = 1; l <= locations && !chance(g, 20); l++)
    if (chance(g, 60)) from[e.from_count++] = l;
  e.to = below(g, locations + 1);
  e.priority = chance(g, 15);
  if (chance(g, 10)) e.flags = 1 + below(g, 3);
  return e;
}

// Brings a value into the range of its target.
static inline sv_term gen_tamed(gen *g, sv_sort target, uint32_t depth) {
  const sv_sort_info *info = info_of(g, target);
  sv_term t = gen_term(g, target, depth);
  if (!info->ranged || chance(g, 15)) return t;
  sv_term size = sv_int_const(g->T, info->hi - info->lo + 1);
  return sv_app2(g->T, SV_OP_ADD, sv_app2(g->T, SV_OP_MOD, t, size), sv_int_const(g->T, info->lo));
}

static inline uint32_t any_target(gen *g) {
  for (;;) {
    uint32_t v = 1 + below(g, g->m->variables.n - 1);
    if (!g->m->variables.at[v].is_pc) return v;
  }
}

static inline sv_update gen_update(gen *g) {
  uint32_t v = any_target(g);
  sv_sort s = g->m->variables.at[v].sort;
  bool after = g->next, others = g->other;
  g->next = false, g->other = others && chance(g, 30);
  uint32_t role = gen_role(g, g->m->variables.at[v].owner);
  g->other = role == SV_ROLE_OTHER;
  sv_term target =
      role == UINT32_MAX ? sv_remote(g->T, s, v, gen_int(g, 1)) : sv_model_var(g->m, v, role);
  while (info_of(g, s)->kind == SV_SORT_ARRAY && chance(g, 75)) {
    sv_term part = sv_app2(g->T, SV_OP_SELECT, target, gen_index(g, 1));
    if (sv_node_of(g->T, sv_index(part)).op != SV_OP_SELECT) break;  // known to be out of bounds
    target = part;
    s = info_of(g, s)->element;
  }
  sv_update u = {target, gen_tamed(g, s, 3)};
  g->next = after, g->other = others;
  return u;
}

static inline sv_queue_op gen_queue_op(gen *g, sv_term *fields) {
  sv_queue_op op = {.verb = (sv_queue_verb)below(g, 4), .slot = SV_NONE, .fields = fields};
  if (chance(g, 50)) op.verb = SV_ENQUEUE;
  op.queue = chance(g, 75) ? gen_static_queue(g, 1) : gen_term(g, sv_sort_ref(g->T), 2);
  uint32_t family = family_of(g, op.queue);
  if (op.verb == SV_ENQUEUE || op.verb == SV_DEQUEUE)
    if (chance(g, 35)) op.slot = gen_int(g, 1);
  if (op.verb != SV_ENQUEUE) return op;
  op.field_count = family ? g->m->queues.at[family].field_count : below(g, 4);
  for (uint32_t f = 0; f < op.field_count; f++)
    fields[f] = gen_tamed(g, family ? g->m->queues.at[family].fields[f] : any_scalar(g), 2);
  return op;
}

static inline sv_start gen_start(gen *g, sv_argument *arguments) {
  sv_start s = {
      .template_number = 1 + below(g, g->templates), .arguments = arguments, .result = SV_NONE};
  if (chance(g, 30)) s.at = 1 + below(g, g->m->templates.at[s.template_number].locations.n - 1);
  for (uint32_t v = 1; v < g->m->variables.n && s.argument_count < GEN_VARS; v++)
    if (g->m->variables.at[v].owner == s.template_number && !g->m->variables.at[v].is_pc &&
        chance(g, 50))
      arguments[s.argument_count++] = (sv_argument){v, gen_tamed(g, g->m->variables.at[v].sort, 2)};
  for (uint32_t v = 1; v < g->m->variables.n && chance(g, 40); v++)
    if (g->m->variables.at[v].owner == SV_GLOBAL &&
        sv_sort_fits(g->T, g->m->variables.at[v].sort, sv_sort_int(g->T)))
      s.result = sv_model_var(g->m, v, 0);
  return s;
}

static inline void gen_choices(gen *g, bool acting) {
  g->choice_count = chance(g, 30) ? 1 + below(g, 2) : 0;
  for (uint32_t i = 0; i < g->choice_count; i++) {
    sv_sort s = g->sorts[below(g, 9)];
    g->choice_list[i] = (sv_choice_input){
        .name = gen_name(g, "c", i), .sort = s, .per_other = acting && i == 1 && chance(g, 30)};
  }
}

static inline void gen_action(gen *g, uint32_t number) {
  sv_edge edges[GEN_EDGES];
  uint32_t from[GEN_EDGES][8];
  sv_update updates[4];
  sv_queue_op ops[2];
  sv_term fields[2][4];
  sv_start starts[2];
  sv_argument arguments[2][GEN_VARS];
  sv_action a = {.name = gen_name(g, "a", number),
                 .edges = edges,
                 .updates = updates,
                 .queue_ops = ops,
                 .starts = starts};
  a.edge_count = chance(g, 8) ? 0 : chance(g, 20) ? 2 : 1;
  for (uint32_t i = 0; i < a.edge_count; i++) {
    g->roles[i] = 1 + below(g, g->templates);
    edges[i] = gen_edge(g, g->roles[i], from[i]);
  }
  if (chance(g, 10)) edges[0].instance = 0;
  gen_choices(g, a.edge_count > 0);
  a.choices = g->choice_list, a.choice_count = g->choice_count;
  speak_of(g, a.edge_count, false, false, false);
  a.guard = chance(g, 40) ? SV_TRUE : gen_condition(g);
  speak_of(g, a.edge_count, true, false, true);
  for (uint32_t n = below(g, 4); a.update_count < n;) updates[a.update_count++] = gen_update(g);
  g->other = false;
  for (uint32_t n = g->m->queues.n > 1 && chance(g, 50) ? 1 + below(g, 2) : 0; a.queue_op_count < n;
       a.queue_op_count++)
    ops[a.queue_op_count] = gen_queue_op(g, fields[a.queue_op_count]);
  for (uint32_t n = chance(g, 12) ? 1 + below(g, 2) : 0; a.start_count < n; a.start_count++)
    starts[a.start_count] = gen_start(g, arguments[a.start_count]);
  speak_of(g, a.edge_count, true, true, chance(g, 20));
  a.constraint = chance(g, 25) ? gen_condition(g) : SV_TRUE;
  a.priority = chance(g, 10);
  if (chance(g, 5)) a.fails = 5;
  if (chance(g, 4)) a.cut = "a bound";
  sv_model_action(g->m, &a);
}

static inline sv_model *gen_model(uint64_t seed) {
  gen g = {.rng = {seed}, .m = sv_model_new()};
  g.T = g.m->terms;
  gen_sorts(&g);
  gen_templates(&g);
  gen_variables(&g);
  gen_queues(&g);
  gen_properties(&g);
  gen_invariants(&g);
  for (uint32_t i = 0, n = 6 + below(&g, 12); i < n; i++) gen_action(&g, i);
  return g.m;
}

#endif
