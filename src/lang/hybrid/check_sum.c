// check_sum.c -- names and sums: what they mean, and that they are linear.

#include "base/suggest.h"
#include "lang/hybrid/check.h"

// --- names

void ha_suggest(ha_checker *c, sv_name wanted, const sv_map *among) {
  sv_suggestion best = sv_suggest(ha_text(c, wanted));
  for (uint32_t i = 1; i <= sv_names_count(c->names); i++)
    if (sv_map_get(among, i) != SV_MAP_NONE) sv_suggest_try(&best, ha_text(c, (sv_name){i}));
  if (best.best) sv_diag_hint(c->diags, "did you mean `%s`?", best.best);
}

// PHAVer: does the automaton, or one of the product, declare it?
static bool is_visible(const ha_scope *s, uint32_t var) {
  const ha_network *net = s->c->net;
  if (s->automaton) return ha_declares(s->automaton, var);
  for (uint32_t i = 0; s->product && i < s->product->members.n; i++)
    if (ha_declares(&net->automata.at[s->product->members.at[i]], var)) return true;
  return !s->product;
}

static bool unknown(ha_scope *s, ha_word word) {
  ha_checker *c = s->c;
  if (sv_map_get(&c->regions, word.name.x) != SV_MAP_NONE) {
    ha_wrong(c, word.span, "`%s` is a region, no number", ha_text(c, word.name));
    return false;
  }
  ha_wrong(c, word.span, "there is no variable `%s`", ha_text(c, word.name));
  ha_suggest(c, word.name, &c->variables);
  return false;
}

static bool invisible(ha_scope *s, ha_word word) {
  ha_checker *c = s->c;
  if (!s->automaton) {
    ha_wrong(c, word.span, "no automaton of `%s` has a variable `%s`", ha_text(c, s->product->name),
             ha_text(c, word.name));
    return false;
  }
  ha_wrong(c, word.span, "`%s` does not declare the variable `%s`",
           ha_text(c, s->automaton->word.name), ha_text(c, word.name));
  sv_diag_hint(c->diags, "a variable of another automaton is declared with `input_var: %s;`",
               ha_text(c, word.name));
  return false;
}

static bool find_variable(ha_scope *s, ha_word word, uint32_t *var) {
  ha_checker *c = s->c;
  if (s->place == HA_IN_CONSTANT) {
    ha_wrong(c, word.span, "`%s` is no constant", ha_text(c, word.name));
    return false;
  }
  *var = sv_map_get(&c->variables, word.name.x);
  if (*var == SV_MAP_NONE) return unknown(s, word);
  return is_visible(s, *var) || invisible(s, word);
}

// HyTech writes the rate of x as dx.
static bool is_rate_name(const ha_scope *s, ha_word word, ha_word *variable) {
  const char *text = ha_text(s->c, word.name);
  if (s->place != HA_IN_RATES || s->c->net->syntax != HA_HYTECH || *text != 'd') return false;
  variable->name = sv_names_find(s->c->names, text + 1, strlen(text) - 1);
  variable->span = word.span;
  return variable->name.x && sv_map_get(&s->c->variables, variable->name.x) != SV_MAP_NONE;
}

static bool check_name(ha_scope *s, const ha_expr *e, ha_sum *out) {
  ha_checker *c = s->c;
  ha_word rate;
  uint32_t var, constant = sv_map_get(&c->constants, e->word.name.x);
  if (is_rate_name(s, e->word, &rate)) {
    if (!find_variable(s, rate, &var)) return false;
    *out = ha_single(ha_space_of(c), var, true);
    return true;
  }
  if (constant != SV_MAP_NONE) {
    *out = ha_constant(c->values.at[constant]);
    return true;
  }
  if (!find_variable(s, e->word, &var)) return false;
  if (s->place == HA_IN_RATES) {
    ha_refuse(c, e->span, "rates that depend on a value (`%s`) are not supported",
              ha_text(c, e->word.name));
    sv_diag_hint(c->diags, "the rates of a linear hybrid automaton lie between constants");
    return false;
  }
  *out = ha_single(ha_space_of(c), var, false);
  return true;
}

static bool check_primed(ha_scope *s, const ha_expr *e, ha_sum *out) {
  uint32_t var;
  bool hytech = s->c->net->syntax == HA_HYTECH;
  if (s->place == HA_IN_STATE || s->place == HA_IN_CONSTANT ||
      (hytech && s->place == HA_IN_RATES)) {
    ha_wrong(s->c, e->span, "`%s'` has no meaning here", ha_text(s->c, e->word.name));
    if (s->place == HA_IN_RATES)
      sv_diag_hint(s->c->diags, "HyTech writes the rate as `d%s`", ha_text(s->c, e->word.name));
    else
      sv_diag_hint(s->c->diags, "a value after a jump stands in `do {…}`%s",
                   hytech ? "" : ", a rate in `wait {…}`");
    return false;
  }
  if (!find_variable(s, e->word, &var)) return false;
  *out = ha_single(ha_space_of(s->c), var, true);
  return true;
}

// --- sums

static bool check_product(ha_scope *s, const ha_expr *e, ha_sum a, ha_sum b, ha_sum *out) {
  ha_space space = ha_space_of(s->c);
  if (a.n && b.n) {
    ha_wrong(s->c, e->span, "the product of two variables is not linear");
    return false;
  }
  *out = a.n ? ha_times(space, b.constant, a) : ha_times(space, a.constant, b);
  return true;
}

static bool check_quotient(ha_scope *s, const ha_expr *e, ha_sum a, ha_sum b, ha_sum *out) {
  ha_space space = ha_space_of(s->c);
  if (b.n) {
    ha_wrong(s->c, e->span, "a division by a variable is not linear");
    return false;
  }
  if (!ha_sign(space.numbers, b.constant)) {
    ha_wrong(s->c, e->span, "a division by zero");
    return false;
  }
  *out = ha_times(space, sv_number_quot(space.numbers, sv_small(1), b.constant), a);
  return true;
}

static bool check_binary(ha_scope *s, const ha_expr *e, ha_sum *out) {
  ha_sum a, b;
  if (!ha_check_sum(s, e->arg[0], &a) || !ha_check_sum(s, e->arg[1], &b)) return false;
  if (e->op == HA_E_MUL) return check_product(s, e, a, b, out);
  if (e->op == HA_E_DIV) return check_quotient(s, e, a, b, out);
  *out = ha_add_times(ha_space_of(s->c), a, sv_small(e->op == HA_E_ADD ? 1 : -1), b);
  return true;
}

static bool no_number(ha_scope *s, const ha_expr *e) {
  ha_wrong(s->c, e->span, "expected a number, but this is a condition");
  return false;
}

bool ha_check_sum(ha_scope *s, const ha_expr *e, ha_sum *out) {
  switch (e->op) {
  case HA_E_NUMBER: *out = ha_constant(e->number); return true;
  case HA_E_NAME: return check_name(s, e, out);
  case HA_E_PRIMED: return check_primed(s, e, out);
  case HA_E_NEG:
    if (!ha_check_sum(s, e->arg[0], out)) return false;
    *out = ha_times(ha_space_of(s->c), sv_small(-1), *out);
    return true;
  case HA_E_ADD:
  case HA_E_SUB:
  case HA_E_MUL:
  case HA_E_DIV: return check_binary(s, e, out);
  case HA_E_LOC:
    ha_wrong(s->c, e->span, "a location can only be compared: `loc[%s] = name`",
             ha_text(s->c, e->word.name));
    return false;
  case HA_E_TRUE:
  case HA_E_FALSE:
  case HA_E_ASAP:
  case HA_E_NOT:
  case HA_E_AND:
  case HA_E_OR:
  case HA_E_LT:
  case HA_E_LE:
  case HA_E_EQ:
  case HA_E_GE:
  case HA_E_GT:
  case HA_E_IN:
  case HA_E_FORWARD:
  case HA_E_BACKWARD:
  case HA_E_HIDE:
  case HA_E_EMPTY:
  case HA_E_CALL: return no_number(s, e);
  }
  SV_UNREACHABLE();
}
