// script_hytech.c -- the commands of a HyTech script.
//
// What asks: `if empty(…)`, inclusions, `print trace to …`; in a script that
// has none of these, printing a part of the reachable states (which is how
// parameters are found: the region then holds their values). Both branches of an
// `if` are gone through; what they assign is not known behind it.

#include "lang/hybrid/check.h"

static ha_value evaluate(ha_checker *, const ha_expr *);

// --- regions

static ha_value evaluate_name(ha_checker *c, const ha_expr *e) {
  const ha_value *v = ha_get(c, e->word.name);
  if (v && v->is_unset) {
    ha_wrong(c, e->span, "the region `%s` has no value yet", ha_text(c, e->word.name));
    return ha_strange(SV_NOWHERE);
  }
  if (v) return *v;
  if (sv_map_get(&c->variables, e->word.name.x) != SV_MAP_NONE) {
    ha_wrong(c, e->span, "expected a region, but `%s` is a variable", ha_text(c, e->word.name));
  } else {
    ha_wrong(c, e->span, "there is no region `%s`", ha_text(c, e->word.name));
    ha_suggest(c, e->word.name, &c->regions);
  }
  return ha_strange(SV_NOWHERE);
}

static ha_value evaluate_reach(ha_checker *c, const ha_expr *e) {
  ha_value from = evaluate(c, e->arg[0]);
  if (from.reach == HA_STRANGE) return from;
  if (from.reach != HA_ALL || from.hidden) return ha_strange(e->span);
  return ha_reached(c, e->op == HA_E_FORWARD ? HA_REACHED : HA_REACHING, from.region, e->span);
}

static ha_value evaluate_hide(ha_checker *c, const ha_expr *e) {
  const ha_network *net = c->net;
  ha_value v = evaluate(c, e->arg[0]);
  bool *hidden = SV_ARENA_ARRAY(c->arena, bool, net->variables.n);
  for (uint32_t i = 0; i < net->variables.n; i++)
    hidden[i] =
        (v.hidden && v.hidden[i]) || (!e->words && net->variables.at[i].kind != HA_PARAMETER);
  for (uint32_t i = 0; i < e->words; i++) {
    uint32_t var = sv_map_get(&c->variables, e->list[i].name.x);
    if (var != SV_MAP_NONE) {
      hidden[var] = true;
      continue;
    }
    ha_wrong(c, e->list[i].span, "there is no variable `%s`", ha_text(c, e->list[i].name));
    ha_suggest(c, e->list[i].name, &c->variables);
  }
  v.hidden = hidden;
  return v;
}

static ha_value evaluate_parts(ha_checker *c, const ha_expr *e) {
  ha_value v = ha_plain(ha_truth(ha_space_of(c), e->op == HA_E_AND), e->span);
  for (uint32_t i = 0; i < e->n; i++) {
    ha_value part = evaluate(c, e->arg[i]);
    if (!i) v = part;
    else v = e->op == HA_E_AND ? ha_intersection(c, v, part) : ha_union(c, v, part);
  }
  v.span = e->span;
  return v;
}

static ha_value evaluate_not(ha_checker *c, const ha_expr *e) {
  ha_value v = evaluate(c, e->arg[0]);
  if (v.reach != HA_ALL || v.hidden) return ha_strange(e->span);
  return ha_plain(ha_not(ha_space_of(c), v.region), e->span);
}

static ha_value evaluate_call(ha_checker *c, const ha_expr *e) {
  for (uint32_t i = 0; i < e->n; i++) evaluate(c, e->arg[i]);
  ha_skip(c, e->word);
  return ha_strange(e->span);
}

static ha_value evaluate(ha_checker *c, const ha_expr *e) {
  ha_scope scope = {.c = c, .place = HA_IN_STATE};
  switch (e->op) {
  case HA_E_NAME: return evaluate_name(c, e);
  case HA_E_AND:
  case HA_E_OR: return evaluate_parts(c, e);
  case HA_E_NOT: return evaluate_not(c, e);
  case HA_E_FORWARD:
  case HA_E_BACKWARD: return evaluate_reach(c, e);
  case HA_E_HIDE: return evaluate_hide(c, e);
  case HA_E_CALL: return evaluate_call(c, e);
  case HA_E_NUMBER:
  case HA_E_PRIMED:
  case HA_E_NEG:
  case HA_E_ADD:
  case HA_E_SUB:
  case HA_E_MUL:
  case HA_E_DIV:
  case HA_E_TRUE:
  case HA_E_FALSE:
  case HA_E_ASAP:
  case HA_E_LT:
  case HA_E_LE:
  case HA_E_EQ:
  case HA_E_GE:
  case HA_E_GT:
  case HA_E_IN:
  case HA_E_LOC:
  case HA_E_EMPTY: break;
  }
  ha_formula *f = ha_check_formula(&scope, e);
  return f ? ha_plain(f, e->span) : ha_strange(SV_NOWHERE);
}

// --- conditions

static bool is_region(const ha_checker *c, const ha_expr *e) {
  return e->op >= HA_E_FORWARD || (e->op == HA_E_NAME && ha_get(c, e->word.name));
}

// a <= b of regions: is there nothing in a that is not in b?
static void ask_inclusion(ha_checker *c, const ha_expr *e, const ha_expr *a, const ha_expr *b) {
  ha_ask(c, ha_difference(c, evaluate(c, a), evaluate(c, b)), e->span);
}

static void run_condition(ha_checker *c, const ha_expr *e) {
  bool compares = e->op >= HA_E_LT && e->op <= HA_E_GT && is_region(c, e->arg[0]);
  if (e->op == HA_E_AND || e->op == HA_E_OR || e->op == HA_E_NOT) {
    for (uint32_t i = 0; i < e->n; i++) run_condition(c, e->arg[i]);
  } else if (e->op == HA_E_EMPTY) {
    ha_ask(c, evaluate(c, e->arg[0]), e->span);
  } else if (compares) {
    if (e->op != HA_E_GE) ask_inclusion(c, e, e->arg[0], e->arg[1]);
    if (e->op == HA_E_GE || e->op == HA_E_EQ) ask_inclusion(c, e, e->arg[1], e->arg[0]);
  } else {
    evaluate(c, e);
  }
}

// --- commands

static void run_assign(ha_checker *c, const ha_command *k) {
  ha_value v = evaluate(c, k->value);
  if (!ha_get(c, k->name.name)) {
    ha_wrong(c, k->name.span, "there is no region `%s`", ha_text(c, k->name.name));
    sv_diag_hint(c->diags, "declare it: `var %s: region;`", ha_text(c, k->name.name));
    return;
  }
  ha_set(c, k->name, v);
}

// The hull of a set is empty where the set is.
static const ha_expr *without_hull(const ha_checker *c, const ha_expr *e) {
  while (e->op == HA_E_CALL && e->n == 1 && !strcmp(ha_text(c, e->word.name), "hull"))
    e = e->arg[0];
  return e;
}

static void run_print(ha_checker *c, const ha_command *k) {
  if (!ha_ask_by_printing(c, evaluate(c, without_hull(c, k->value)))) ha_skip(c, k->name);
}

static void run_trace(ha_checker *c, const ha_command *k) {
  ha_value v = ha_intersection(c, evaluate(c, k->value), evaluate(c, k->other));
  ha_ask(c, v, k->span);
}

static void forget(ha_checker *c, const ha_command *k) {
  if (k->kind == HA_C_ASSIGN && ha_get(c, k->name.name)) ha_set(c, k->name, ha_strange(k->span));
  for (uint32_t i = 0; i < k->inners; i++) forget(c, k->inner[i]);
}

static void run_if(ha_checker *c, const ha_command *k) {
  run_condition(c, k->value);
  for (uint32_t i = 0; i < k->inners; i++) ha_run_hytech(c, k->inner[i]);
  forget(c, k);
}

// What a loop or a command that we do not know assigns is not known.
static void skip(ha_checker *c, const ha_command *k) {
  if (!strcmp(ha_text(c, k->name.name), "prints")) return;
  ha_skip(c, k->name);
  if (!strcmp(ha_text(c, k->name.name), "printsize")) return;
  for (uint32_t i = 0; i < c->sets.n; i++) c->sets.at[i] = ha_strange(k->span);
}

void ha_run_hytech(ha_checker *c, const ha_command *k) {
  switch (k->kind) {
  case HA_C_ASSIGN: run_assign(c, k); break;
  case HA_C_PRINT: run_print(c, k); break;
  case HA_C_TRACE: run_trace(c, k); break;
  case HA_C_IF: run_if(c, k); break;
  case HA_C_SKIPPED: skip(c, k); break;
  case HA_C_AUTOMATON:
  case HA_C_VARIABLES:
  case HA_C_CONSTANT:
  case HA_C_PRODUCT:
  case HA_C_REGION:
  case HA_C_CALL: SV_UNREACHABLE();
  }
}
