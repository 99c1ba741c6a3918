// parse_trans.c -- transitions of a process.
//
//   transition = [ name ] "->" name "{" [ guard ] [ sync ] [ effect ] "}" ;
//   guard      = "guard" expr { "," expr } ";" ;
//   sync       = "sync" [ name "->" ] name ( "!" | "?" ) [ values ] ";" ;
//   effect     = "effect" variable "=" expr { "," variable "=" expr } ";" ;
//
// The source state may be left out: then it is that of the transition before.
// Commas between transitions and the last semicolon may be missing.

#include "lang/dve/parse.h"

static bool read_guard(dve_parser *p, dve_trans *t) {
  if (!dve_take(p, DVE_T_GUARD)) return true;
  dve_expr_vec guards = {0};
  bool ok = dve_read_exprs(p, &guards);
  SV_ARENA_KEEP(p->in.arena, guards, t->guard, t->guards);
  return ok && dve_expect(p, DVE_T_SEMICOLON, "after the guard");
}

// --- sync

static bool read_direction(dve_parser *p, dve_trans *t) {
  t->direction = dve_kind(p) == DVE_T_EXCLAM ? DVE_SEND : DVE_RECEIVE;
  if (dve_take(p, DVE_T_EXCLAM) || dve_take(p, DVE_T_QUESTION)) return true;
  if (dve_error_here(p, "expected `!` or `?` after the channel, but found %s", dve_found(p)))
    dve_hint(p, "`c!e` sends, `c?x` receives");
  return false;
}

static bool read_values(dve_parser *p, dve_trans *t) {
  dve_expr_vec values = {0};
  bool braces = dve_take(p, DVE_T_LEFT_BRACE), ok = true;
  if (dve_kind(p) != DVE_T_SEMICOLON) {
    do {
      dve_expr *e = t->direction == DVE_SEND ? dve_read_expr(p) : dve_read_variable(p);
      ok = e != NULL;
      if (ok) sv_push(values, e);
    } while (ok && braces && dve_take(p, DVE_T_COMMA));
  }
  SV_ARENA_KEEP(p->in.arena, values, t->value, t->values);
  return ok && (!braces || dve_expect(p, DVE_T_RIGHT_BRACE, "after the values"));
}

static bool read_sync(dve_parser *p, dve_trans *t) {
  sv_span begin = dve_here(p);
  if (!dve_take(p, DVE_T_SYNC)) return true;
  if (!dve_read_word(p, "a channel", &t->channel_name)) return false;
  if (dve_take(p, DVE_T_ARROW)) {
    t->of = t->channel_name;
    if (!dve_read_word(p, "a channel of that process after `->`", &t->channel_name)) return false;
  }
  if (!read_direction(p, t) || !read_values(p, t)) return false;
  t->sync_span = dve_since(p, begin);
  if (dve_kind(p) == DVE_T_COMMA) {
    if (dve_error_here(p, "several values are written in braces"))
      dve_hint(p, "`c!{a, b}` and `c?{x, y}`");
    return false;
  }
  return dve_expect(p, DVE_T_SEMICOLON, "after the synchronisation");
}

// --- effect

static bool read_assignment(dve_parser *p, dve_effect *e) {
  if (dve_kind(p) == DVE_T_INCREMENT || dve_kind(p) == DVE_T_DECREMENT)
    return dve_read_expr(p) != NULL;  // says that there is no such operator
  e->target = dve_read_variable(p);
  if (!e->target) return false;
  if (!dve_take(p, DVE_T_ASSIGN)) {
    if (dve_error_here(p, "expected `=` in an effect, but found %s", dve_found(p)))
      dve_hint(p, "effects are assignments, separated by commas: `x = x + 1, y = 0`");
    return false;
  }
  e->value = dve_read_expr(p);
  return e->value != NULL;
}

static bool read_effect(dve_parser *p, dve_trans *t) {
  if (!dve_take(p, DVE_T_EFFECT)) return true;
  SV_VEC(dve_effect) effects = {0};
  bool ok;
  do {
    dve_effect e = {0};
    ok = read_assignment(p, &e);
    if (ok) sv_push(effects, e);
  } while (ok && dve_take(p, DVE_T_COMMA));
  SV_ARENA_KEEP(p->in.arena, effects, t->effect, t->effects);
  return ok && dve_expect(p, DVE_T_SEMICOLON, "after the effect");
}

// --- a transition

static bool read_parts(dve_parser *p, dve_trans *t) {
  if (!read_guard(p, t) || !read_sync(p, t) || !read_effect(p, t)) return false;
  dve_token_kind kind = dve_kind(p);
  if (kind == DVE_T_GUARD || kind == DVE_T_SYNC || kind == DVE_T_EFFECT) {
    if (dve_error_here(p, "%s stands in the wrong place", dve_found(p)))
      dve_hint(p, "a transition has at most one of each, in this order: "
                  "`guard …; sync …; effect …;`");
    return false;
  }
  if (dve_expect(p, DVE_T_RIGHT_BRACE, "at the end of the transition")) return true;
  return dve_kind(p) == DVE_T_COMMA || dve_kind(p) == DVE_T_SEMICOLON;  // only that was missing
}

static bool read_ends(dve_parser *p, dve_trans *t, const dve_word *last) {
  t->span = dve_here(p);
  if (dve_kind(p) == DVE_T_ARROW && last) t->from = *last;
  else if (!dve_read_word(p, "the state where a transition begins", &t->from)) return false;
  if (dve_kind(p) == DVE_T_WIDE_ARROW) {
    if (dve_error_here(p, "probabilistic transitions are not part of this language"))
      dve_hint(p, "write one transition `->` for each outcome: every choice is then possible");
    return false;
  }
  if (!dve_expect(p, DVE_T_ARROW, "between the two states of a transition")) return false;
  return dve_read_word(p, "the state where the transition ends", &t->to);
}

static bool read_transition(dve_parser *p, dve_trans *t, const dve_word *last) {
  if (!read_ends(p, t, last)) return false;
  if (!dve_expect(p, DVE_T_LEFT_BRACE, "before the parts of a transition")) return false;
  bool ok = read_parts(p, t);
  t->span = dve_since(p, t->span);
  return ok;
}

// Past the `}` of the transition that began at a token, or up to what ends the process.
static void skip_transition(dve_parser *p, uint32_t from) {
  uint32_t open = 0;
  for (uint32_t i = from; i < p->in.at; i++) {
    if (p->in.tokens.at[i].kind == DVE_T_LEFT_BRACE) open++;
    if (p->in.tokens.at[i].kind == DVE_T_RIGHT_BRACE && open) open--;
  }
  for (; dve_kind(p) != DVE_T_END; dve_advance(p)) {
    if (dve_kind(p) == DVE_T_PROCESS || dve_kind(p) == DVE_T_SYSTEM) return;
    if (dve_kind(p) == DVE_T_LEFT_BRACE) open++;
    if (dve_kind(p) == DVE_T_RIGHT_BRACE && open-- <= 1) return dve_advance(p);
  }
}

void dve_read_transitions(dve_parser *p) {
  dve_trans_vec all = {0};
  bool more = true;
  while (more) {
    dve_trans t = {0};
    uint32_t from = p->in.at;
    if (!read_transition(p, &t, all.n ? &sv_last(all).from : NULL)) skip_transition(p, from);
    else sv_push(all, t);
    more = dve_take(p, DVE_T_COMMA) || dve_kind(p) == DVE_T_NAME || dve_kind(p) == DVE_T_ARROW;
  }
  if (dve_kind(p) != DVE_T_RIGHT_BRACE) dve_expect(p, DVE_T_SEMICOLON, "after the transitions");
  SV_ARENA_KEEP(p->in.arena, all, p->proc->trans, p->proc->transs);
}
