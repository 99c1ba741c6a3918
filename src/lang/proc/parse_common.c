// parse_common.c -- what must be there, and where to go on after a mistake.

#include "lang/proc/parse.h"

bool proc_need(proc_parser *p, proc_token_kind kind, const char *where) {
  if (proc_take(p, kind)) return true;
  proc_error(p, sv_cursor_gap(&p->in), "expected `%s` %s, but found %s", proc_token_text(kind),
             where, proc_found(p));
  return false;
}

bool proc_need_name(proc_parser *p, const char *what, sv_name *name, sv_span *span) {
  *name = proc_ahead(p, 0)->name;
  *span = proc_here(p);
  if (proc_take(p, PROC_T_NAME)) return true;
  if (proc_is_word(proc_kind(p))) {
    if (proc_error(p, *span, "`%s` is a word of the language and cannot be the name of %s",
                   sv_names_get(p->names, *name), what))
      proc_hint(p, "take another name, such as `%s_`", sv_names_get(p->names, *name));
  } else {
    proc_error(p, *span, "expected the name of %s, but found %s", what, proc_found(p));
  }
  return false;
}

bool proc_at_item(const proc_parser *p) {
  switch (proc_kind(p)) {
  case PROC_T_PROCESS:
  case PROC_T_DAEMON:
  case PROC_T_FUNCTION:
  case PROC_T_PROPERTY:
  case PROC_T_INIT:
  case PROC_T_PARAM:
  case PROC_T_CONST: return true;
  default: return false;
  }
}

static bool is_fair_word(const proc_parser *p, uint32_t ahead, const char *word) {
  const sv_token *t = proc_ahead(p, ahead);
  return t->kind == PROC_T_NAME && !strcmp(sv_names_get(p->names, t->name), word);
}

bool proc_at_fairness(const proc_parser *p) {
  uint32_t i = is_fair_word(p, 0, "strong");
  proc_token_kind after = proc_ahead(p, i + 1)->kind;
  return is_fair_word(p, i, "fair") && (after == PROC_T_NAME || proc_is_word(after));
}

sv_fairness proc_take_fairness(proc_parser *p) {
  if (!proc_at_fairness(p)) return SV_UNFAIR;
  bool strong = is_fair_word(p, 0, "strong");
  if (strong) proc_advance(p);
  proc_advance(p);
  return strong ? SV_STRONGLY_FAIR : SV_WEAKLY_FAIR;
}

// Skips to behind the `;` that ends the statement, or over a block that it has.
void proc_skip_statement(proc_parser *p) {
  for (uint32_t inside = 0; proc_kind(p) != PROC_T_END && !proc_at_item(p);) {
    proc_token_kind kind = proc_kind(p);
    if (kind == PROC_T_RIGHT_BRACE && !inside) return;
    proc_advance(p);
    if (kind == PROC_T_LEFT_BRACE) inside++;
    if (kind == PROC_T_RIGHT_BRACE && !--inside) return;
    if (kind == PROC_T_SEMICOLON && !inside) return;
  }
}

void proc_skip_item(proc_parser *p) {
  uint32_t inside = 0;
  for (bool first = true; proc_kind(p) != PROC_T_END; first = false) {
    proc_token_kind kind = proc_kind(p);
    if (!first && proc_at_item(p)) return;
    proc_advance(p);
    if (kind == PROC_T_LEFT_BRACE) inside++;
    if (kind == PROC_T_RIGHT_BRACE && (!inside || !--inside)) return;
    if (kind == PROC_T_SEMICOLON && !inside) return;
  }
}
