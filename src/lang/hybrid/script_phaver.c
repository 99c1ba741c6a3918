// script_phaver.c -- the commands of a PHAVer script.
//
// What asks: is_empty, is_reachable, is_intersecting, contains. What computes
// with sets: reachable, regions, intersection_assign, difference_assign,
// initial_states, copies. Everything else is skipped by name.

#include "lang/hybrid/check.h"

// --- constants, products, regions

static void run_constant(ha_checker *c, const ha_command *k) {
  ha_scope scope = {.c = c, .place = HA_IN_CONSTANT};
  ha_sum value;
  if (!ha_check_sum(&scope, k->value, &value)) return;
  assert(!value.n);
  sv_map_put(&c->constants, k->name.name.x, c->values.n);
  sv_push(c->values, value.constant);
}

// False: reported. The members of products are members of their product.
static bool add_members(ha_checker *c, ha_word word, sv_u32s *members) {
  const ha_product *p = ha_product_of(c, word);
  if (!p) return false;
  for (uint32_t i = 0; i < p->members.n; i++) {
    uint32_t a = p->members.at[i];
    if (ha_has(members, a)) {
      ha_wrong(c, word.span, "`%s` is in this product already",
               ha_text(c, c->net->automata.at[a].word.name));
      return false;
    }
    sv_push(*members, a);
  }
  return true;
}

static void run_product(ha_checker *c, const ha_command *k) {
  sv_u32s members = {0};
  const ha_value *set = k->words.n == 1 ? ha_get(c, k->words.at[0].name) : NULL;
  if (set) {
    ha_set(c, k->name, *set);
    return;
  }
  if (sv_map_get(&c->product_names, k->name.name.x) != SV_MAP_NONE) {
    ha_wrong(c, k->name.span, "a second automaton `%s`", ha_text(c, k->name.name));
    return;
  }
  bool good = true;
  for (uint32_t i = 0; i < k->words.n; i++) good = add_members(c, k->words.at[i], &members) && good;
  if (good) ha_make_product(c, k->name.name, members.at, members.n);
  sv_vec_free(members);
}

static void run_region(ha_checker *c, const ha_command *k) {
  const ha_product *p = ha_product_of(c, k->object);
  if (!p) return;
  ha_formula *f = ha_check_states(c, &k->states, NULL, p);
  if (!f) return;
  ha_value v = ha_plain(f, k->span);
  v.of = p->name;
  v.name = k->name.name;
  ha_set(c, k->name, v);
}

// --- methods

static const ha_value *need_set(ha_checker *c, ha_word word) {
  const ha_value *v = ha_get(c, word.name);
  if (v) return v;
  ha_wrong(c, word.span, "there is no region `%s`", ha_text(c, word.name));
  ha_suggest(c, word.name, &c->regions);
  return NULL;
}

static ha_value reach(ha_checker *c, const ha_product *p, ha_formula *from, sv_span span) {
  ha_value v = ha_reached(c, HA_REACHED, from, span);
  v.of = p->name;
  return v;
}

// name = object.reachable; name = object.reachable(states);
static void run_reachable(ha_checker *c, const ha_command *k) {
  const ha_product *p = ha_product_of(c, k->object);
  const ha_value *from = k->argument.name.x ? need_set(c, k->argument) : NULL;
  if (!p || (k->argument.name.x && !from)) return;
  bool plain = !from || (from->reach == HA_ALL && !from->hidden);
  ha_formula *start = from ? from->region : ha_initially(c, p);
  if (k->name.name.x) ha_set(c, k->name, plain ? reach(c, p, start, k->span) : ha_strange(k->span));
}

// name = object.is_reachable(target); it asks, and gives reachable states.
static void run_is_reachable(ha_checker *c, const ha_command *k) {
  const ha_product *p = ha_product_of(c, k->object);
  const ha_value *target = need_set(c, k->argument);
  if (!p || !target) return;
  ha_value all = reach(c, p, ha_initially(c, p), k->span);
  ha_ask(c, ha_intersection(c, all, *target), k->span);
  if (k->name.name.x) ha_set(c, k->name, all);
}

// name = object.initial_states; object.initial_states(states);
static void run_initial(ha_checker *c, const ha_command *k) {
  ha_product *p = ha_product_of(c, k->object);
  if (!p) return;
  if (!k->argument.name.x) {
    ha_value v = ha_plain(ha_initially(c, p), k->span);
    v.of = p->name;
    if (k->name.name.x) ha_set(c, k->name, v);
    return;
  }
  const ha_value *v = need_set(c, k->argument);
  if (!v) return;
  if (v->reach == HA_ALL && !v->hidden) p->initially = v->region;
  else ha_refuse(c, k->span, "initial states that were computed are not supported");
}

typedef ha_value operation(ha_checker *, ha_value, ha_value);

static void run_assign(ha_checker *c, const ha_command *k, operation *f) {
  const ha_value *a = need_set(c, k->object), *b = need_set(c, k->argument);
  if (a && b) ha_set(c, k->object, f(c, *a, *b));
}

static void run_is_empty(ha_checker *c, const ha_command *k) {
  const ha_value *v = need_set(c, k->object);
  if (v && !ha_ask(c, *v, k->span)) ha_skip(c, k->method);
}

static void run_is_intersecting(ha_checker *c, const ha_command *k) {
  const ha_value *a = need_set(c, k->object), *b = need_set(c, k->argument);
  if (a && b && !ha_ask(c, ha_intersection(c, *a, *b), k->span)) ha_skip(c, k->method);
}

// a.contains(b): is b without a empty?
static void run_contains(ha_checker *c, const ha_command *k) {
  const ha_value *a = need_set(c, k->object), *b = need_set(c, k->argument);
  if (a && b && !ha_ask(c, ha_difference(c, *b, *a), k->span)) ha_skip(c, k->method);
}

typedef struct {
  const char *name;
  bool argument;  // it must have one
  void (*run)(ha_checker *, const ha_command *);
} method;

static void run_intersection(ha_checker *c, const ha_command *k) {
  run_assign(c, k, ha_intersection);
}
static void run_difference(ha_checker *c, const ha_command *k) { run_assign(c, k, ha_difference); }

static const method methods[] = {
    {"reachable", false, run_reachable},
    {"is_reachable", true, run_is_reachable},
    {"is_reachable_fb", true, run_is_reachable},
    {"initial_states", false, run_initial},
    {"intersection_assign", true, run_intersection},
    {"difference_assign", true, run_difference},
    {"is_empty", false, run_is_empty},
    {"is_intersecting", true, run_is_intersecting},
    {"contains", true, run_contains},
};

// A command that is skipped may have changed a region; that of an automaton changes the answer.
static void skip(ha_checker *c, const ha_command *k) {
  static const char *const changing[] = {"reverse", "invariant_assign", "add_label"};
  ha_word word = k->method.name.x ? k->method : k->name;
  const char *name = ha_text(c, word.name);
  for (size_t i = 0; i < SV_COUNT(changing); i++)
    if (k->method.name.x && !strcmp(changing[i], name)) {
      ha_refuse(c, word.span, "`%s`, which changes the automaton, is not supported", name);
      return;
    }
  if (strcmp(name, "echo") != 0) ha_skip(c, word);
  if (!k->method.name.x) return;
  if (ha_get(c, k->object.name) && strcmp(name, "print") != 0)
    ha_set(c, k->object, ha_strange(k->span));
  if (k->name.name.x) ha_set(c, k->name, ha_strange(k->span));
}

static void run_method(ha_checker *c, const ha_command *k) {
  const char *name = ha_text(c, k->method.name);
  for (size_t i = 0; i < SV_COUNT(methods); i++) {
    if (strcmp(methods[i].name, name) != 0) continue;
    if (methods[i].argument && !k->argument.name.x)
      ha_wrong(c, k->method.span, "`%s` needs a region: `%s(name)`", name, name);
    else methods[i].run(c, k);
    return;
  }
  skip(c, k);
}

void ha_run_phaver(ha_checker *c, const ha_command *k) {
  switch (k->kind) {
  case HA_C_CONSTANT: run_constant(c, k); break;
  case HA_C_PRODUCT: run_product(c, k); break;
  case HA_C_REGION: run_region(c, k); break;
  case HA_C_CALL: run_method(c, k); break;
  case HA_C_SKIPPED: skip(c, k); break;
  case HA_C_AUTOMATON:
  case HA_C_VARIABLES:
  case HA_C_ASSIGN:
  case HA_C_PRINT:
  case HA_C_TRACE:
  case HA_C_IF: SV_UNREACHABLE();
  }
}
