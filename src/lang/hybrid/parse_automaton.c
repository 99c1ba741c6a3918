// parse_automaton.c -- automata of both languages.
//
//   automaton = "automaton" name { declaration | initially } { location } [ initially ] "end" ;
//   declaration = ( "contr_var" | "input_var" | "parameter" | "synclabs" ) ":" [ names ] ";" ;
//   initially = "initially" [ ":" ] state { "," state } ";" ;
//   state     = name [ "&" formula ] | formula ;
//   location  = "loc" name ":" "while" formula "wait" "{" list "}" [ ";" ] { edge } ;
//   edge      = "when" formula [ "asap" ] { "sync" labels | "do" "{" list "}" } "goto" name ";" ;
//   labels    = label { "," label } ;
//   label     = name | name "{" labels "}" ;

#include "lang/hybrid/parse.h"

typedef SV_VEC(ha_edge_tree) ha_edge_trees;
typedef SV_VEC(ha_location_tree) ha_location_trees;
typedef SV_VEC(ha_state) ha_state_list;

// --- labels

static void push_prefixed(ha_parser *p, ha_word prefix, ha_word label, ha_word_list *out) {
  const char *text = sv_arena_printf(p->in.arena, "%s%s", sv_names_get(p->names, prefix.name),
                                     sv_names_get(p->names, label.name));
  sv_push(*out, (ha_word){sv_names_cstr(p->names, text), sv_span_join(prefix.span, label.span)});
}

static bool read_label(ha_parser *p, ha_word_list *out) {
  ha_word word;
  ha_word_list inner = {0};
  if (!ha_need_name(p, "a label", &word)) return false;
  if (p->syntax != HA_PHAVER || ha_kind(p) != HA_T_LEFT_BRACE ||
      ha_ahead(p, 1)->kind != HA_T_NAME) {
    sv_push(*out, word);
    return true;
  }
  if (!ha_enter(p)) return false;
  bool good = true;
  do {
    ha_advance(p);
    good = read_label(p, &inner);
  } while (good && ha_kind(p) == HA_T_COMMA);
  ha_leave(p);
  good = good && ha_need(p, HA_T_RIGHT_BRACE, "after the labels");
  for (uint32_t i = 0; good && i < inner.n; i++) push_prefixed(p, word, inner.at[i], out);
  sv_vec_free(inner);
  return good;
}

static bool read_labels(ha_parser *p, ha_words *out) {
  ha_word_list list = {0};
  bool good;
  do good = read_label(p, &list);
  while (good && ha_take(p, HA_T_COMMA));
  ha_keep_words(p, &list, out);
  return good;
}

// --- declarations

static bool read_synclabs(ha_parser *p, ha_automaton_tree *a) {
  assert(ha_kind(p) == HA_T_SYNCLABS);
  ha_advance(p);
  if (!ha_need(p, HA_T_COLON, "after `synclabs`")) return false;
  if (ha_take(p, HA_T_SEMICOLON)) return true;
  return read_labels(p, &a->labels) && ha_need(p, HA_T_SEMICOLON, "after the labels");
}

static bool read_variables(ha_parser *p, ha_words *out) {
  ha_advance(p);
  if (!ha_need(p, HA_T_COLON, "before the variables")) return false;
  if (ha_take(p, HA_T_SEMICOLON)) return true;
  return ha_read_names(p, "a variable", out) && ha_need(p, HA_T_SEMICOLON, "after the variables");
}

// A name that `&`, `,` or the end of the list follows is a location.
static bool at_location(const ha_parser *p) {
  if (ha_kind(p) != HA_T_NAME) return false;
  switch (ha_ahead(p, 1)->kind) {
  case HA_T_AMP:
  case HA_T_AND:
  case HA_T_COMMA:
  case HA_T_SEMICOLON:
  case HA_T_RIGHT_BRACE:
  case HA_T_END_OF_FILE: return true;
  default: return false;
  }
}

// [ location ] [ "&" ] [ formula ]
static bool read_state(ha_parser *p, ha_state *out) {
  *out = (ha_state){0};
  if (at_location(p)) {
    out->where = (ha_word){ha_ahead(p, 0)->name, ha_here(p)};
    ha_advance(p);
    if (!ha_take(p, HA_T_AMP) && !ha_take(p, HA_T_AND)) return true;
  }
  out->what = ha_read_formula(p);
  return out->what != NULL;
}

bool ha_read_states(ha_parser *p, ha_states *out) {
  ha_state_list list = {0};
  bool good;
  do {
    ha_state state;
    good = read_state(p, &state);
    if (good) sv_push(list, state);
  } while (good && ha_take(p, HA_T_COMMA));
  SV_ARENA_KEEP(p->in.arena, list, out->at, out->n);
  return good;
}

static bool read_initially(ha_parser *p, ha_automaton_tree *a) {
  assert(ha_kind(p) == HA_T_INITIALLY);
  sv_span begin = ha_here(p);
  ha_advance(p);
  ha_take(p, HA_T_COLON);
  if (a->has_initially) {
    ha_error(p, begin, "a second `initially`");
    return false;
  }
  a->has_initially = true;
  return ha_read_states(p, &a->initially) && ha_need(p, HA_T_SEMICOLON, "after the initial states");
}

// True if something was read; *good says whether it was right.
static bool read_declaration(ha_parser *p, ha_automaton_tree *a, bool *good) {
  switch (ha_kind(p)) {
  case HA_T_SYNCLABS: *good = read_synclabs(p, a); return true;
  case HA_T_CONTROL: *good = read_variables(p, &a->control); return true;
  case HA_T_INPUT: *good = read_variables(p, &a->input); return true;
  case HA_T_PARAMETER: *good = read_variables(p, &a->parameters); return true;
  case HA_T_INITIALLY: *good = read_initially(p, a); return true;
  case HA_T_SEMICOLON: ha_advance(p); return true;
  default: return false;
  }
}

// --- edges

static bool read_change(ha_parser *p, ha_edge_tree *e) {
  assert(ha_kind(p) == HA_T_DO);
  sv_span begin = ha_here(p);
  ha_advance(p);
  if (e->change) {
    ha_error(p, begin, "a second `do`");
    return false;
  }
  if (!ha_need(p, HA_T_LEFT_BRACE, "after `do`")) return false;
  e->change = ha_read_list(p, HA_T_RIGHT_BRACE);
  return e->change && ha_need(p, HA_T_RIGHT_BRACE, "after the changes");
}

static bool read_sync(ha_parser *p, ha_edge_tree *e) {
  assert(ha_kind(p) == HA_T_SYNC);
  sv_span begin = ha_here(p);
  ha_advance(p);
  if (e->labels.n) {
    ha_error(p, begin, "a second `sync`");
    return false;
  }
  if (p->syntax == HA_PHAVER) return read_labels(p, &e->labels);
  ha_word_list one = {0};
  ha_word word;
  if (!ha_need_name(p, "a label", &word)) return false;
  sv_push(one, word);
  ha_keep_words(p, &one, &e->labels);
  return true;
}

static void add_asap(ha_parser *p, ha_edge_tree *e) {
  assert(ha_kind(p) == HA_T_ASAP && e->guard);
  sv_span span = ha_here(p);
  ha_advance(p);
  ha_expr *both[2] = {e->guard, ha_new_expr(p, HA_E_ASAP, span, NULL, 0)};
  e->guard = ha_new_expr(p, HA_E_AND, ha_since(p, e->guard->span), both, 2);
}

static bool read_edge(ha_parser *p, ha_edge_tree *e) {
  assert(ha_kind(p) == HA_T_WHEN);
  sv_span begin = ha_here(p);
  ha_advance(p);
  *e = (ha_edge_tree){.guard = ha_read_formula(p)};
  if (!e->guard) return false;
  if (ha_kind(p) == HA_T_ASAP) add_asap(p, e);
  for (;;) {
    if (ha_kind(p) == HA_T_SYNC && !read_sync(p, e)) return false;
    if (ha_kind(p) == HA_T_DO && !read_change(p, e)) return false;
    if (ha_kind(p) != HA_T_SYNC && ha_kind(p) != HA_T_DO) break;
  }
  if (!ha_need(p, HA_T_GOTO, "after the guard, `sync` and `do`")) return false;
  if (!ha_need_name(p, "a location", &e->to)) return false;
  e->span = ha_since(p, begin);
  if (p->syntax == HA_PHAVER && !e->labels.n) {
    if (ha_error(p, e->span, "an edge without a label"))
      ha_hint(p, "write `sync TAU` where nothing is to be synchronised");
    return ha_take(p, HA_T_SEMICOLON);
  }
  return ha_need(p, HA_T_SEMICOLON, "after the edge");
}

// To the next edge or location.
static void skip_edge(ha_parser *p) {
  for (bool first = true; ha_kind(p) != HA_T_END_OF_FILE; first = false) {
    switch (ha_kind(p)) {
    case HA_T_WHEN:
    case HA_T_LOC:
    case HA_T_INITIALLY:
    case HA_T_AUTOMATON:
    case HA_T_END:
      if (!first) return;
      break;
    default: break;
    }
    ha_advance(p);
  }
}

static void read_edges(ha_parser *p, ha_location_tree *l) {
  ha_edge_trees edges = {0};
  ha_edge_tree e;
  while (ha_kind(p) == HA_T_WHEN) {
    if (read_edge(p, &e)) sv_push(edges, e);
    else skip_edge(p);
  }
  SV_ARENA_KEEP(p->in.arena, edges, l->edge, l->edges);
}

// --- locations

static bool read_location(ha_parser *p, ha_location_tree *l) {
  assert(ha_kind(p) == HA_T_LOC);
  *l = (ha_location_tree){0};
  ha_advance(p);
  if (!ha_need_name(p, "a location", &l->word)) return false;
  if (!ha_need(p, HA_T_COLON, "after the name of the location")) return false;
  if (!ha_need(p, HA_T_WHILE, "and the invariant")) return false;
  if (!(l->invariant = ha_read_formula(p))) return false;
  if (!ha_need(p, HA_T_WAIT, "and the rates after the invariant")) return false;
  if (!ha_need(p, HA_T_LEFT_BRACE, "after `wait`")) return false;
  if (!(l->rates = ha_read_list(p, HA_T_RIGHT_BRACE))) return false;
  if (!ha_need(p, HA_T_RIGHT_BRACE, "after the rates")) return false;
  ha_take(p, HA_T_SEMICOLON);
  read_edges(p, l);
  return true;
}

static void no_part(ha_parser *p) {
  if (!ha_error_here(p, "expected a location or `end`, but found %s", ha_found(p))) return;
  if (ha_kind(p) == HA_T_END_OF_FILE || ha_kind(p) == HA_T_AUTOMATON)
    ha_hint(p, "an automaton ends with `end`");
  if (ha_kind(p) == HA_T_VAR) ha_hint(p, "variables are declared before the first automaton");
}

// One location, declaration or mistake. False: the file goes on with something else.
static bool read_part(ha_parser *p, ha_automaton_tree *a, ha_location_trees *locations) {
  ha_location_tree l;
  bool right = true;
  if (ha_kind(p) == HA_T_LOC) {
    right = read_location(p, &l);
    if (right) sv_push(*locations, l);
    else skip_edge(p);
  } else if (ha_kind(p) == HA_T_WHEN) {
    skip_edge(p);  // the location before it was wrong
  } else if (read_declaration(p, a, &right)) {
    if (!right) ha_skip_past_semicolon(p);
  } else {
    no_part(p);
    if (ha_kind(p) == HA_T_END_OF_FILE || ha_kind(p) == HA_T_AUTOMATON) return false;
    skip_edge(p);
  }
  return true;
}

bool ha_read_automaton(ha_parser *p, ha_commands *out) {
  assert(ha_kind(p) == HA_T_AUTOMATON);
  ha_command *c = ha_new_command(p, HA_C_AUTOMATON);
  ha_automaton_tree *a = SV_ARENA_NEW(p->in.arena, ha_automaton_tree);
  ha_location_trees locations = {0};
  ha_advance(p);
  if (!ha_need_name(p, "an automaton", &a->word)) return false;
  bool good = true;
  while (good && ha_kind(p) != HA_T_END) good = read_part(p, a, &locations);
  if (good) ha_advance(p);
  SV_ARENA_KEEP(p->in.arena, locations, a->location, a->locations);
  c->automaton = a;
  c->span = a->word.span;
  sv_push(*out, c);
  return good;
}
