// parse_hytech.c -- declarations and scripts of HyTech.
//
//   item    = "var" { names ":" type ";" } | automaton | command ;
//   command = name ":=" region ";"
//           | "print" [ "omit" … "locations" ] region ";"
//           | "print" "trace" "to" region "using" region ";"
//           | "prints" text ";" | "printsize" region ";"
//           | "if" region "then" { command } [ "else" { command } ] "endif" ";"
//           | name … ";" ;                         anything else, which is skipped
//
// Regions are formulas with more primaries (parse_expr.c). `while … endwhile`
// is skipped as a whole.

#include "lang/hybrid/parse.h"

// --- declarations

static bool read_group(ha_parser *p, ha_commands *out) {
  ha_command *c = ha_new_command(p, HA_C_VARIABLES);
  if (!ha_read_names(p, "a variable", &c->words)) return false;
  if (!ha_need(p, HA_T_COLON, "and a type after the variables")) return false;
  if (!ha_need_name(p, "a type", &c->type)) return false;
  c->span = ha_since(p, c->span);
  sv_push(*out, c);
  return ha_need(p, HA_T_SEMICOLON, "after the type");
}

// names ":", so that a command that follows is not taken for a declaration.
static bool at_group(const ha_parser *p) {
  uint32_t i = 0;
  while (ha_ahead(p, i)->kind == HA_T_NAME && ha_ahead(p, i + 1)->kind == HA_T_COMMA) i += 2;
  return ha_ahead(p, i)->kind == HA_T_NAME && ha_ahead(p, i + 1)->kind == HA_T_COLON;
}

static bool read_var(ha_parser *p, ha_commands *out) {
  assert(ha_kind(p) == HA_T_VAR);
  ha_advance(p);
  do {
    if (!read_group(p, out)) return false;
  } while (at_group(p));
  return true;
}

// --- commands

static ha_expr *read_region(ha_parser *p) {
  bool before = p->regions;
  p->regions = true;
  ha_expr *e = ha_read_formula(p);
  p->regions = before;
  return e;
}

static bool read_assign(ha_parser *p, ha_command *c) {
  c->kind = HA_C_ASSIGN;
  ha_advance(p);
  c->value = read_region(p);
  return c->value && ha_need(p, HA_T_SEMICOLON, "after the region");
}

static bool need_text(ha_parser *p, const char *word, const char *where) {
  if (ha_at_text(p, word)) {
    ha_advance(p);
    return true;
  }
  ha_error_here(p, "expected `%s` %s, but found %s", word, where, ha_found(p));
  return false;
}

static bool read_trace(ha_parser *p, ha_command *c) {
  c->kind = HA_C_TRACE;
  ha_advance(p);
  if (!need_text(p, "to", "after `print trace`")) return false;
  if (!(c->value = read_region(p))) return false;
  if (!need_text(p, "using", "after the region")) return false;
  c->other = read_region(p);
  return c->other && ha_need(p, HA_T_SEMICOLON, "after the command");
}

// omit all locations, omit a, b locations
static void skip_omit(ha_parser *p) {
  while (ha_kind(p) != HA_T_END_OF_FILE && ha_kind(p) != HA_T_SEMICOLON) {
    bool last = ha_at_text(p, "locations");
    ha_advance(p);
    if (last) return;
  }
}

static bool read_print(ha_parser *p, ha_command *c) {
  assert(ha_kind(p) == HA_T_PRINT);
  c->kind = HA_C_PRINT;
  ha_advance(p);
  if (ha_at_text(p, "trace")) return read_trace(p, c);
  if (ha_at_text(p, "omit")) skip_omit(p);
  c->value = read_region(p);
  return c->value && ha_need(p, HA_T_SEMICOLON, "after the region");
}

static bool skip_command(ha_parser *p, ha_command *c) {
  c->kind = HA_C_SKIPPED;
  ha_skip_past_semicolon(p);
  return true;
}

// while condition do … endwhile ;
static bool skip_loop(ha_parser *p, ha_command *c) {
  c->kind = HA_C_SKIPPED;
  while (ha_kind(p) != HA_T_ENDWHILE && ha_kind(p) != HA_T_END_OF_FILE) ha_advance(p);
  if (!ha_need(p, HA_T_ENDWHILE, "after the loop")) return false;
  ha_take(p, HA_T_SEMICOLON);
  return true;
}

static bool read_command(ha_parser *, ha_commands *);

// After a mistake in an `if`: behind its end.
static bool skip_if(ha_parser *p) {
  while (ha_kind(p) != HA_T_ENDIF && ha_kind(p) != HA_T_END_OF_FILE) ha_advance(p);
  return false;
}

static bool read_if(ha_parser *p, ha_command *c) {
  assert(ha_kind(p) == HA_T_IF);
  ha_commands inner = {0};
  bool good = true;
  c->kind = HA_C_IF;
  ha_advance(p);
  if (!(c->value = read_region(p))) return skip_if(p);
  if (!ha_need(p, HA_T_THEN, "after the condition") || !ha_enter(p)) return skip_if(p);
  while (good && ha_kind(p) != HA_T_ENDIF && ha_kind(p) != HA_T_END_OF_FILE)
    good = ha_take(p, HA_T_ELSE) || read_command(p, &inner);
  ha_leave(p);
  SV_ARENA_KEEP(p->in.arena, inner, c->inner, c->inners);
  if (!good) return skip_if(p);
  if (!ha_need(p, HA_T_ENDIF, "after the commands")) return false;
  ha_take(p, HA_T_SEMICOLON);
  return true;
}

static bool no_command(ha_parser *p) {
  if (!ha_error_here(p, "expected `var`, an automaton or a command, but found %s", ha_found(p)))
    return false;
  if (ha_kind(p) == HA_T_END || ha_kind(p) == HA_T_LOC) ha_hint(p, "no automaton is open here");
  return false;
}

static bool read_command(ha_parser *p, ha_commands *out) {
  ha_command *c = ha_new_command(p, HA_C_SKIPPED);
  c->name = (ha_word){ha_ahead(p, 0)->name, ha_here(p)};
  bool good;
  switch (ha_kind(p)) {
  case HA_T_SEMICOLON: ha_advance(p); return true;
  case HA_T_PRINT: good = read_print(p, c); break;
  case HA_T_IF: good = read_if(p, c); break;
  case HA_T_WHILE: good = skip_loop(p, c); break;
  case HA_T_PRINTS:
  case HA_T_PRINTSIZE: good = skip_command(p, c); break;
  case HA_T_NAME:
    if (ha_ahead(p, 1)->kind != HA_T_ASSIGN) {
      good = skip_command(p, c);
      break;
    }
    ha_advance(p);
    good = read_assign(p, c);
    break;
  default: return no_command(p);
  }
  c->span = ha_since(p, c->span);
  if (good) sv_push(*out, c);
  return good;
}

bool ha_read_hytech(ha_parser *p, ha_commands *out) {
  switch (ha_kind(p)) {
  case HA_T_VAR: return read_var(p, out);
  case HA_T_AUTOMATON: return ha_read_automaton(p, out);
  default: return read_command(p, out);
  }
}
