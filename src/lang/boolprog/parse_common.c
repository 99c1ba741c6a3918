// parse_common.c -- where bodies end, and where to go on after a mistake.

#include "lang/boolprog/parse.h"

bool bp_is_name(bp_token_kind kind) { return kind == BP_T_NAME || bp_is_soft_word(kind); }

const char *bp_name_text(const bp_parser *p, sv_name name) { return sv_names_get(p->names, name); }

bool bp_declared(const bp_parser *p, sv_name name) {
  return sv_map_get(&p->procedures, name.x) != SV_MAP_NONE;
}

bool bp_at_procedure(const bp_parser *p) {
  uint32_t i = bp_kind(p) == BP_T_DFS ? 1 : 0;
  if (bp_ahead(p, i)->kind == BP_T_VOID) return true;  // nothing else starts so
  if (bp_ahead(p, i)->kind != BP_T_BOOL) return false;
  bp_token_kind next = bp_ahead(p, i + 1)->kind;
  return next == BP_T_LESS || next == BP_T_NE || bp_ahead(p, i + 2)->kind == BP_T_LEFT;
}

bool bp_ends_body(const bp_parser *p) {
  switch (bp_kind(p)) {
  case BP_T_END:
  case BP_T_END_WORD:
  case BP_T_FI:
  case BP_T_OD:
  case BP_T_ELSE:
  case BP_T_ELSIF: return true;
  default: return bp_at_procedure(p);
  }
}

// Steps over one token; *inside counts the `then` and `do` met on the way, so
// that a construct whose head was lost is skipped with all its body.
// Returns true when the statement is over.
static bool skip_one(bp_parser *p, uint32_t *inside) {
  bp_token_kind kind = bp_kind(p);
  bp_advance(p);
  if (kind == BP_T_THEN || kind == BP_T_DO) ++*inside;
  if (kind == BP_T_SEMICOLON) return !*inside;
  if (kind != BP_T_FI && kind != BP_T_OD) return false;
  assert(*inside);
  if (--*inside) return false;
  bp_take(p, BP_T_SEMICOLON);
  return true;
}

void bp_recover(bp_parser *p) {
  uint32_t inside = 0;
  for (;;) {
    bp_token_kind kind = bp_kind(p);
    if (kind == BP_T_END || kind == BP_T_END_WORD || bp_at_procedure(p)) return;
    if (!inside && (kind == BP_T_DECL || bp_ends_body(p))) return;
    if (skip_one(p, &inside)) return;
  }
}
