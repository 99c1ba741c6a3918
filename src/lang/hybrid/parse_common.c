// parse_common.c -- what must be there, and where to go on after a mistake.

#include "lang/hybrid/parse.h"

void ha_hint_sign(ha_parser *p) {
  if (ha_kind(p) == HA_T_AND_AND) ha_hint(p, "a conjunction is written `&`");
  if (ha_kind(p) == HA_T_OR_OR) ha_hint(p, "a disjunction is written `|`");
  if (ha_kind(p) == HA_T_ASSIGN)
    ha_hint(p, "a new value is written `x' %s 0`", p->syntax == HA_PHAVER ? "==" : "=");
}

bool ha_need(ha_parser *p, ha_token_kind kind, const char *where) {
  if (ha_take(p, kind)) return true;
  if (ha_error(p, sv_cursor_gap(&p->in), "expected `%s` %s, but found %s",
               ha_token_text(p->syntax, kind), where, ha_found(p)))
    ha_hint_sign(p);
  return false;
}

// PHAVer's models have locations and labels with these names.
static bool may_be_name(const ha_parser *p) {
  switch (ha_kind(p)) {
  case HA_T_NAME: return true;
  case HA_T_DO:
  case HA_T_GOTO:
  case HA_T_SYNC:
  case HA_T_WAIT: return p->syntax == HA_PHAVER;
  default: return false;
  }
}

bool ha_need_name(ha_parser *p, const char *what, ha_word *out) {
  *out = (ha_word){ha_ahead(p, 0)->name, ha_here(p)};
  if (may_be_name(p)) {
    ha_advance(p);
    return true;
  }
  if (ha_is_word(ha_kind(p))) {
    if (ha_error(p, out->span, "`%s` is a word of the language and cannot be the name of %s",
                 sv_names_get(p->names, out->name), what))
      ha_hint(p, "take another name, such as `%s_`", sv_names_get(p->names, out->name));
  } else {
    ha_error(p, out->span, "expected the name of %s, but found %s", what, ha_found(p));
  }
  return false;
}

bool ha_at_text(const ha_parser *p, const char *text) {
  return ha_kind(p) == HA_T_NAME && !strcmp(sv_names_get(p->names, ha_ahead(p, 0)->name), text);
}

void ha_keep_words(ha_parser *p, ha_word_list *list, ha_words *out) {
  SV_ARENA_KEEP(p->in.arena, *list, out->at, out->n);
}

bool ha_read_names(ha_parser *p, const char *what, ha_words *out) {
  ha_word_list list = {0};
  for (uint32_t i = 0; i < out->n; i++) sv_push(list, out->at[i]);
  bool good;
  do {
    ha_word word;
    good = ha_need_name(p, what, &word);
    if (good) sv_push(list, word);
  } while (good && ha_take(p, HA_T_COMMA));
  ha_keep_words(p, &list, out);
  return good;
}

void ha_skip_past_semicolon(ha_parser *p) {
  for (bool first = true; ha_kind(p) != HA_T_END_OF_FILE; first = false) {
    ha_token_kind kind = ha_kind(p);
    if (!first && (kind == HA_T_AUTOMATON || kind == HA_T_END)) return;
    ha_advance(p);
    if (kind == HA_T_SEMICOLON) return;
  }
}

ha_command *ha_new_command(ha_parser *p, ha_command_kind kind) {
  ha_command *c = SV_ARENA_NEW(p->in.arena, ha_command);
  c->kind = kind;
  c->span = ha_here(p);
  return c;
}
