// parse_phaver.c -- commands of PHAVer.
//
//   command = name ":=" sum ";"                                   a constant
//           | name "=" name { "&" name } ";"                      a product, or another name
//           | name "=" name "." "{" state { "," state } "}" ";"   a region
//           | [ name "=" ] name "." method [ "(" name … ")" ] ";"
//           | "echo" text ";"
//           | name "=" ( number | "true" | "false" ) ";"          a setting of PHAVer
//           | name [ "(" … ")" ] ";" ;                            anything else
//
// Methods and settings are told apart later (script_phaver.c): those that mean
// nothing to us are skipped with a warning, whatever their arguments.

#include "lang/hybrid/parse.h"

// A command that is skipped: its words, up to and with the `;`.
static bool skip_command(ha_parser *p, ha_command *c) {
  c->kind = HA_C_SKIPPED;
  while (ha_kind(p) != HA_T_SEMICOLON && ha_kind(p) != HA_T_END_OF_FILE &&
         ha_kind(p) != HA_T_AUTOMATON)
    ha_advance(p);
  return ha_need(p, HA_T_SEMICOLON, "after the command");
}

static bool read_constant(ha_parser *p, ha_command *c) {
  assert(ha_kind(p) == HA_T_ASSIGN);
  c->kind = HA_C_CONSTANT;
  ha_advance(p);
  c->value = ha_read_formula(p);
  return c->value && ha_need(p, HA_T_SEMICOLON, "after the constant");
}

static bool read_product(ha_parser *p, ha_command *c) {
  ha_word_list list = {0};
  bool good = true;
  c->kind = HA_C_PRODUCT;
  sv_push(list, c->object);
  while (good && ha_take(p, HA_T_AMP)) {
    ha_word word;
    good = ha_need_name(p, "an automaton", &word);
    if (good) sv_push(list, word);
  }
  ha_keep_words(p, &list, &c->words);
  return good && ha_need(p, HA_T_SEMICOLON, "after the product");
}

static bool read_region(ha_parser *p, ha_command *c) {
  assert(ha_kind(p) == HA_T_LEFT_BRACE);
  c->kind = HA_C_REGION;
  ha_advance(p);
  if (ha_kind(p) != HA_T_RIGHT_BRACE && !ha_read_states(p, &c->states)) return false;
  return ha_need(p, HA_T_RIGHT_BRACE, "after the states") &&
         ha_need(p, HA_T_SEMICOLON, "after the region");
}

// Behind `object .`.
static bool read_method(ha_parser *p, ha_command *c) {
  c->kind = HA_C_CALL;
  if (!ha_need_name(p, "a command", &c->method)) return false;
  if (ha_kind(p) == HA_T_LEFT && ha_ahead(p, 1)->kind == HA_T_NAME &&
      ha_ahead(p, 2)->kind == HA_T_RIGHT) {
    ha_advance(p);
    c->argument = (ha_word){ha_ahead(p, 0)->name, ha_here(p)};
    ha_advance(p);
    ha_advance(p);
  } else if (ha_kind(p) != HA_T_SEMICOLON) {
    return skip_command(p, c);
  }
  return ha_need(p, HA_T_SEMICOLON, "after the command");
}

static bool read_object(ha_parser *p, ha_command *c) {
  assert(ha_kind(p) == HA_T_DOT);
  ha_advance(p);
  return ha_kind(p) == HA_T_LEFT_BRACE ? read_region(p, c) : read_method(p, c);
}

// Behind `name =`.
static bool read_value(ha_parser *p, ha_command *c) {
  ha_advance(p);
  if (ha_kind(p) != HA_T_NAME) return skip_command(p, c);
  if (!ha_need_name(p, "an automaton or a region", &c->object)) return false;
  if (ha_kind(p) == HA_T_DOT) return read_object(p, c);
  return read_product(p, c);
}

static bool no_command(ha_parser *p) {
  if (!ha_error_here(p, "expected an automaton or a command, but found %s", ha_found(p)))
    return false;
  if (ha_kind(p) == HA_T_END || ha_kind(p) == HA_T_LOC) ha_hint(p, "no automaton is open here");
  return false;
}

static bool read_command(ha_parser *p, ha_commands *out) {
  ha_command *c = ha_new_command(p, HA_C_SKIPPED);
  bool echo = ha_kind(p) == HA_T_ECHO;
  if (ha_kind(p) != HA_T_NAME && !echo) return no_command(p);
  c->name = (ha_word){ha_ahead(p, 0)->name, ha_here(p)};
  ha_advance(p);
  bool good;
  switch (ha_kind(p)) {
  case HA_T_ASSIGN: good = read_constant(p, c); break;
  case HA_T_EQ: good = read_value(p, c); break;
  case HA_T_DOT:
    c->object = c->name;
    c->name = (ha_word){0};
    good = read_object(p, c);
    break;
  default: good = skip_command(p, c); break;
  }
  c->span = ha_since(p, c->span);
  if (good) sv_push(*out, c);
  return good;
}

bool ha_read_phaver(ha_parser *p, ha_commands *out) {
  switch (ha_kind(p)) {
  case HA_T_AUTOMATON: return ha_read_automaton(p, out);
  case HA_T_SEMICOLON: ha_advance(p); return true;
  default: return read_command(p, out);
  }
}
