// print.c -- see print.h.

#include "lang/boolprog/print.h"

// --- from the source

typedef struct {
  const char *at, *end;
  bool gap;  // white space or a comment was skipped
} cursor;

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static bool at_comment(const cursor *c, char second) {
  return c->end - c->at >= 2 && c->at[0] == '/' && c->at[1] == second;
}

static void skip_block_comment(cursor *c) {
  for (c->at += 2; c->at < c->end; c->at++) {
    if (c->end - c->at < 2 || c->at[0] != '*' || c->at[1] != '/') continue;
    c->at += 2;
    return;
  }
}

static void skip_gap(cursor *c) {
  c->gap = false;
  for (;; c->gap = true) {
    if (c->at < c->end && is_blank(*c->at)) c->at++;
    else if (at_comment(c, '/'))
      while (c->at < c->end && *c->at != '\n') c->at++;
    else if (at_comment(c, '*')) skip_block_comment(c);
    else return;
  }
}

// Copies one byte, or a whole {braced name}, where white space counts.
static void copy_some(cursor *c, sv_text *out) {
  const char *from = c->at++;
  if (*from == '{')
    while (c->at < c->end && c->at[-1] != '}') c->at++;
  sv_text_bytes(out, from, (size_t)(c->at - from));
}

void bp_print_source(const sv_sources *sources, sv_span span, sv_text *out) {
  if (!span.file) return;
  const char *text = sv_source_text(sources, span.file);
  cursor c = {text + span.begin, text + span.end, false};
  skip_gap(&c);
  while (c.at < c.end) {
    copy_some(&c, out);
    skip_gap(&c);
    if (c.gap && c.at < c.end) sv_text_char(out, ' ');
  }
}

void bp_print_stmt(const sv_sources *sources, const bp_stmt *s, sv_text *out) {
  bp_print_source(sources, s->head, out);
}

// --- from the tree

static void print_variable(const sv_names *names, const bp_expr *e, sv_text *out) {
  if (e->primed) sv_text_char(out, '\'');
  sv_text_string(out, sv_names_get(names, e->name));
  if (e->passive) sv_text_char(out, '$');
}

static void print_operand(const sv_names *names, const bp_expr *e, sv_text *out) {
  bool parens = e->n > 0 && e->op != BP_NOT && e->op != BP_SCHOOSE;
  if (parens) sv_text_char(out, '(');
  bp_print_expr(names, e, out);
  if (parens) sv_text_char(out, ')');
}

static void print_infix(const sv_names *names, const bp_expr *e, const char *sign, sv_text *out) {
  for (uint32_t i = 0; i < e->n; i++) {
    if (i) sv_text_printf(out, " %s ", sign);
    print_operand(names, e->arg[i], out);
  }
}

static void print_schoose(const sv_names *names, const bp_expr *e, sv_text *out) {
  sv_text_string(out, "schoose[");
  bp_print_expr(names, e->arg[0], out);
  sv_text_string(out, ", ");
  bp_print_expr(names, e->arg[1], out);
  sv_text_char(out, ']');
}

static void print_conditional(const sv_names *names, const bp_expr *e, sv_text *out) {
  print_operand(names, e->arg[0], out);
  sv_text_string(out, " ? ");
  print_operand(names, e->arg[1], out);
  sv_text_string(out, " : ");
  print_operand(names, e->arg[2], out);
}

static void print_temporal(const sv_names *names, const bp_expr *e, sv_text *out) {
  static const char *const words[] = {"",      "always",    "eventually", "next",
                                      "until", "weakuntil", "release"};
  if (e->n > 1) print_infix(names, e, words[e->temporal], out);
  else sv_text_printf(out, "%s ", words[e->temporal]), print_operand(names, e->arg[0], out);
}

void bp_print_expr(const sv_names *names, const bp_expr *e, sv_text *out) {
  switch (e->op) {
  case BP_CONST: sv_text_char(out, e->value ? 'T' : 'F'); return;
  case BP_VAR: print_variable(names, e, out); return;
  case BP_CHOICE: sv_text_char(out, '*'); return;
  case BP_NOT:
    sv_text_char(out, '!');
    print_operand(names, e->arg[0], out);
    return;
  case BP_AND: print_infix(names, e, "&", out); return;
  case BP_OR: print_infix(names, e, "|", out); return;
  case BP_XOR: print_infix(names, e, "^", out); return;
  case BP_EQ: print_infix(names, e, "=", out); return;
  case BP_NE: print_infix(names, e, "!=", out); return;
  case BP_IMPLIES: print_infix(names, e, "=>", out); return;
  case BP_ITE: print_conditional(names, e, out); return;
  case BP_SCHOOSE: print_schoose(names, e, out); return;
  case BP_TEMPORAL: print_temporal(names, e, out); return;
  }
  SV_UNREACHABLE();
}
