// parse_action.c -- actions and their clauses.
//
// One clause per line, each function below its production and called behind
// the line's first word (queue operations and the own edge: at it). The clauses
// of an action may come in any order; updates, queue operations and starts
// keep theirs.

#include "lang/svm/parse.h"

// action = "action" [ name ] end-of-line { clause } ;
bool svm_read_action(svm_parser *p) {
  svm_action *a = SV_ARENA_NEW(p->arena, svm_action);
  svm_token name = {0};
  a->span = p->tokens.at[p->at - 1].span;
  if (!svm_at_line_end(p) && !svm_expect_name(p, "the name of the action", &name)) return false;
  a->span = sv_span_join(a->span, name.span);
  a->name = name.name;
  a->home = p->process;
  svm_append(p->file->actions, a);
  p->action = a;
  return true;
}

static bool twice(svm_parser *p, const char *what) {
  return svm_error(p, p->tokens.at[p->at - 1].span, "this action already has %s", what);
}

// text = "text" string ;
bool svm_read_text(svm_parser *p) {
  if (p->action->text) return twice(p, "a text");
  return svm_expect_string(p, "the statement in quotes", &p->action->text);
}

// edge = [ "instance" number ] [ "passive" ] [ "releasing" ] "from" ( "any" | name { name } )
//        [ "->" name ] [ "priority" number ] ;
static bool read_edge(svm_parser *p, svm_edge *e) {
  e->fixed = svm_take_word(p, "instance");
  if (e->fixed && !svm_expect_number(p, "the number of an instance", 1000000, &e->instance))
    return false;
  e->passive = svm_take_word(p, "passive");
  e->releasing = svm_take_word(p, "releasing");
  e->span = svm_here(p)->span;
  if (!svm_take_word(p, "from")) return svm_expected(p, "`from`");
  if (!svm_take_word(p, "any") && !(e->from = svm_read_names(p, "a location, or `any`", &e->froms)))
    return false;
  if (svm_take_sign(p, "->") && !svm_expect_name(p, "a location", &e->to)) return false;
  return !svm_take_word(p, "priority") ||
         svm_expect_number(p, "a priority class", 1000000, &e->priority);
}

bool svm_read_own_edge(svm_parser *p) {
  svm_edge *e = SV_ARENA_NEW(p->arena, svm_edge);
  if (!p->action->home) {
    svm_error(p, svm_here(p)->span, "an action outside of all processes has no edges");
    svm_hint(p, "put the action into the process that moves");
    return false;
  }
  if (p->action->own) {
    svm_error(p, svm_here(p)->span, "this action already has an edge of its own process");
    svm_hint(p, "a partner's edge begins with `with`");
    return false;
  }
  if (!read_edge(p, e)) return false;
  p->action->own = e;
  return true;
}

// partner = "with" name edge ;
bool svm_read_partner(svm_parser *p) {
  svm_edge *e = SV_ARENA_NEW(p->arena, svm_edge);
  if (!p->action->home)
    return svm_error(p, svm_here(p)->span, "an action outside of all processes has no edges");
  if (!svm_expect_name(p, "the name of a process", &e->process) || !read_edge(p, e)) return false;
  e->span = e->process.span;
  svm_append(p->action->partners, e);
  return true;
}

// priority = "global" "priority" number ;
bool svm_read_priority(svm_parser *p) {
  if (!svm_take_word(p, "priority")) return svm_expected(p, "`priority`");
  return svm_expect_number(p, "a priority class", 1000000, &p->action->priority);
}

static bool read_choice(svm_parser *p, bool per_other) {
  svm_variable *c = SV_ARENA_NEW(p->arena, svm_variable);
  c->per_other = per_other;
  c->name.span = svm_here(p)->span;
  if (!svm_is_sign(p, ":") && !svm_expect_name(p, "the name of the choice", &c->name)) return false;
  if (!svm_expect_sign(p, ":") || !(c->sort = svm_read_sort(p))) return false;
  svm_append(p->action->choices, c);
  return true;
}

// choice = [ "other" ] "choice" [ name ] ":" sort ;
bool svm_read_choice(svm_parser *p) { return read_choice(p, false); }

bool svm_read_other_choice(svm_parser *p) {
  if (!svm_take_word(p, "choice")) return svm_expected(p, "`choice`");
  return read_choice(p, true);
}

// guard = "guard" term ;          several guards must all hold
bool svm_read_guard(svm_parser *p) {
  return svm_append_term(p, &p->action->guards, svm_read_term(p, "a condition"));
}

// constraint = "constraint" term ;
bool svm_read_constraint(svm_parser *p) {
  return svm_append_term(p, &p->action->constraints, svm_read_term(p, "a condition"));
}

// set = "set" term ":=" term { "," term ":=" term } ;
bool svm_read_set(svm_parser *p) {
  do {
    svm_update *u = SV_ARENA_NEW(p->arena, svm_update);
    if (!(u->target = svm_read_term(p, "what is set")) || !svm_expect_sign(p, ":=")) return false;
    if (!(u->value = svm_read_term(p, "a value"))) return false;
    svm_append(p->action->updates, u);
  } while (svm_take_sign(p, ","));
  return true;
}

static bool read_fields(svm_parser *p, svm_queue_op *q) {
  if (!svm_take_sign(p, ":")) return true;
  while (!svm_at_line_end(p)) {
    if (!svm_append_term(p, &q->fields, svm_read_term(p, "a field"))) return false;
    svm_take_sign(p, ",");
  }
  return true;
}

// queue-op = ( "enqueue" | "dequeue" | "defer" | "flush" | "empty" ) term [ "slot" term ]
//            [ ":" { term } ] ;
bool svm_read_queue_op(svm_parser *p) {
  svm_queue_op *q = SV_ARENA_NEW(p->arena, svm_queue_op);
  if (!svm_expect_name(p, "an operation", &q->verb)) return false;
  if (!(q->queue = svm_read_term(p, "a queue"))) return false;
  if (svm_take_word(p, "slot") && !(q->slot = svm_read_term(p, "a slot"))) return false;
  if (!read_fields(p, q)) return false;
  svm_append(p->action->queue_ops, q);
  return true;
}

static bool read_argument(svm_parser *p, svm_start *s) {
  svm_argument *a = SV_ARENA_NEW(p->arena, svm_argument);
  if (!svm_expect_name(p, "a variable of the started process", &a->name)) return false;
  if (!svm_expect_sign(p, ":=") || !(a->value = svm_read_term(p, "a value"))) return false;
  svm_append(s->arguments, a);
  return true;
}

// start = "start" name [ "at" name ] [ "with" name ":=" term { "," name ":=" term } ]
//         [ "result" term ] ;
bool svm_read_start(svm_parser *p) {
  svm_start *s = SV_ARENA_NEW(p->arena, svm_start);
  if (!svm_expect_name(p, "the name of a process", &s->process)) return false;
  if (svm_take_word(p, "at") && !svm_expect_name(p, "a location", &s->at)) return false;
  if (svm_take_word(p, "with")) {
    do {
      if (!read_argument(p, s)) return false;
    } while (svm_take_sign(p, ","));
  }
  if (svm_take_word(p, "result") && !(s->result = svm_read_term(p, "where the number goes")))
    return false;
  svm_append(p->action->starts, s);
  return true;
}

// fails = "fails" name ;
bool svm_read_fails(svm_parser *p) {
  if (p->action->fails.name.x) return twice(p, "a property that it fails");
  return svm_expect_name(p, "the name of a property", &p->action->fails);
}

// print = "print" string [ ":" { term } ] ;
bool svm_read_print(svm_parser *p) {
  if (p->action->print) return twice(p, "something to print");
  if (!svm_expect_string(p, "the format in quotes", &p->action->print)) return false;
  if (!svm_take_sign(p, ":")) return true;
  while (!svm_at_line_end(p)) {
    if (!svm_append_term(p, &p->action->prints, svm_read_term(p, "a value"))) return false;
    svm_take_sign(p, ",");
  }
  return true;
}

// cut = "cut" string ;
bool svm_read_cut(svm_parser *p) {
  if (p->action->cut) return twice(p, "a cut");
  return svm_expect_string(p, "the reason in quotes", &p->action->cut);
}

// fair = ( "fair" | "strong" ) name ;
bool svm_read_fair(svm_parser *p) {
  if (p->action->fair.name.x) return twice(p, "a fair statement");
  return svm_expect_name(p, "the name of a statement", &p->action->fair);
}

bool svm_read_strong(svm_parser *p) {
  if (!svm_read_fair(p)) return false;
  return p->action->strong = true;
}
