// parser.c -- the items of a program.
//
//   program  = { item } ;
//   item     = ( "const" | "param" ) name "=" expr ";" | "enum" name "{" … "}" | declaration
//            | [ [ "strong" ] "fair" ] [ "daemon" ] "process" name [ "[" name ":" range "]" ] block
//            | "function" name "(" [ type name { "," … } ] ")" [ ":" type ] ( "=" expr ";" | block )
//            | "property" name ":" formula ";" | "init" expr ";" ;

#include "lang/proc/parser.h"

#include "base/suggest.h"
#include "lang/proc/parse.h"

static bool set_value(proc_parser *p, proc_decl *d, sv_span begin) {
  proc_expr *e = proc_read_expr(p);
  if (!e) return false;
  d->value = SV_ARENA_ARRAY(p->in.arena, proc_expr *, 1);
  d->value[0] = e;
  d->values = 1;
  d->all = proc_since(p, begin);
  return true;
}

// ( "const" | "param" ) name "=" expr ";"
static bool read_constant(proc_parser *p, proc_decl_kind kind) {
  sv_span begin = proc_here(p), span;
  sv_name name;
  const char *what = kind == PROC_D_CONST ? "a constant" : "a parameter";
  proc_advance(p);
  if (proc_at_type(p)) {
    if (proc_error(p, proc_here(p), "%s has no type of its own", what))
      proc_hint(p, "write `%s N = 4;`", kind == PROC_D_CONST ? "const" : "param");
    return false;
  }
  if (!proc_need_name(p, what, &name, &span)) return false;
  proc_decl *d = proc_new_decl(p, kind, name, span);
  if (!proc_need(p, PROC_T_ASSIGN, "after the name") || !set_value(p, d, begin)) return false;
  sv_push(p->items, d);
  return proc_need(p, PROC_T_SEMICOLON, "after the value");
}

static bool read_property(proc_parser *p) {
  sv_span begin = proc_here(p), span;
  sv_name name;
  proc_advance(p);
  if (!proc_need_name(p, "a property", &name, &span)) return false;
  proc_decl *d = proc_new_decl(p, PROC_D_PROPERTY, name, span);
  if (!proc_need(p, PROC_T_COLON, "after the name of the property")) return false;
  p->formula = true;
  bool good = set_value(p, d, begin);
  p->formula = false;
  if (!good) return false;
  sv_push(p->items, d);
  return proc_need(p, PROC_T_SEMICOLON, "after the property");
}

static bool read_init(proc_parser *p) {
  sv_span begin = proc_here(p);
  proc_advance(p);
  if (proc_kind(p) == PROC_T_LEFT_BRACE) {
    if (proc_error(p, proc_here(p),
                   "`init` is followed by a condition on initial states, not by a block"))
      proc_hint(p, "write `init x < y;`; statements belong into a process");
    return false;
  }
  proc_decl *d = proc_new_decl(p, PROC_D_INIT, (sv_name){0}, begin);
  if (!set_value(p, d, begin)) return false;
  sv_push(p->items, d);
  return proc_need(p, PROC_T_SEMICOLON, "after the condition");
}

// "[" name ":" expr ".." expr "]"
static bool read_index(proc_parser *p, proc_decl *d) {
  sv_name name;
  sv_span span;
  if (!proc_take(p, PROC_T_LEFT_SQUARE)) return true;
  if (proc_kind(p) == PROC_T_NUMBER || proc_ahead(p, 1)->kind == PROC_T_RIGHT_SQUARE) {
    if (proc_error(p, proc_here(p), "a family of processes needs an index with a range"))
      proc_hint(p, "write `process %s[i : 0..N-1]`", sv_names_get(p->names, d->name));
    return false;
  }
  if (!proc_need_name(p, "an index", &name, &span)) return false;
  d->index = proc_new_decl(p, PROC_D_INDEX, name, span);
  return proc_need(p, PROC_T_COLON, "before the range of the index") &&
         proc_read_range(p, &d->first, &d->last) &&
         proc_need(p, PROC_T_RIGHT_SQUARE, "after the range of the index");
}

static bool read_process(proc_parser *p) {
  sv_span begin = proc_here(p), span;
  sv_name name;
  sv_fairness fairness = proc_take_fairness(p);
  bool daemon = proc_take(p, PROC_T_DAEMON);
  if (!proc_need(p, PROC_T_PROCESS, daemon ? "after `daemon`" : "after `fair`")) return false;
  if (!proc_need_name(p, "a process", &name, &span)) return false;
  proc_decl *d = proc_new_decl(p, PROC_D_PROCESS, name, span);
  d->daemon = daemon;
  d->fairness = fairness;
  if (!read_index(p, d)) return false;
  bool good = proc_read_block(p, "the process", &d->body, &d->closing);
  d->all = proc_since(p, begin);
  sv_push(p->items, d);
  return good;
}

// [ type name { "," type name } ] ")"
static bool read_parameters(proc_parser *p, proc_decl *f) {
  proc_decls parameters = {0};
  bool good = true;
  while (good && proc_kind(p) != PROC_T_RIGHT) {
    proc_type type;
    sv_name name;
    sv_span span;
    good = proc_read_type(p, &type) && proc_need_name(p, "a parameter", &name, &span);
    if (!good) break;
    proc_decl *d = proc_new_decl(p, PROC_D_VAR, name, span);
    d->type = type;
    sv_push(parameters, d);
    if (!proc_take(p, PROC_T_COMMA)) break;
  }
  SV_ARENA_KEEP(p->in.arena, parameters, f->parameter, f->parameters);
  return good && proc_need(p, PROC_T_RIGHT, "after the parameters");
}

static bool read_function_body(proc_parser *p, proc_decl *d, sv_span begin) {
  d->is_block = proc_kind(p) == PROC_T_LEFT_BRACE;
  if (d->is_block) {
    bool good = proc_read_block(p, "the function", &d->body, &d->closing);
    d->all = proc_since(p, begin);
    return good;
  }
  return proc_need(p, PROC_T_ASSIGN, "or `{` after the head of the function") &&
         set_value(p, d, begin) && proc_need(p, PROC_T_SEMICOLON, "after the function");
}

static bool read_function(proc_parser *p) {
  sv_span begin = proc_here(p), span;
  sv_name name;
  proc_advance(p);
  if (!proc_need_name(p, "a function", &name, &span)) return false;
  proc_decl *d = proc_new_decl(p, PROC_D_FUNCTION, name, span);
  if (!proc_need(p, PROC_T_LEFT, "after the name of the function")) return false;
  if (!read_parameters(p, d)) return false;
  if (proc_take(p, PROC_T_COLON) && !proc_read_type(p, &d->type)) return false;
  bool good = read_function_body(p, d, begin);
  sv_push(p->items, d);
  return good;
}

// --- items

static bool no_item(proc_parser *p) {
  static const char *const words[] = {"process",  "property", "param", "const",
                                      "function", "chan",     "lock",  "init",
                                      "enum",     "bool",     "int",   "daemon"};
  if (!proc_error(p, proc_here(p), "expected a declaration, a process or a property, but found %s",
                  proc_found(p)))
    return false;
  if (proc_kind(p) == PROC_T_NAME) {
    sv_suggestion best = sv_suggest(sv_names_get(p->names, proc_ahead(p, 0)->name));
    for (size_t i = 0; i < SV_COUNT(words); i++) sv_suggest_try(&best, words[i]);
    if (best.best) proc_hint(p, "did you mean `%s`?", best.best);
    else proc_hint(p, "statements belong into a process: `process main { … }`");
  }
  if (proc_kind(p) == PROC_T_RIGHT_BRACE) proc_hint(p, "no `{` is open here");
  return false;
}

// `proces p {` looks like a declaration with a type of that name.
static bool at_misspelt_item(const proc_parser *p) {
  if (proc_kind(p) != PROC_T_NAME) return false;
  proc_token_kind after = proc_ahead(p, 2)->kind;
  return after == PROC_T_LEFT_BRACE || after == PROC_T_COLON || after == PROC_T_LEFT;
}

static bool read_item(proc_parser *p) {
  switch (proc_kind(p)) {
  case PROC_T_SEMICOLON: proc_advance(p); return true;
  case PROC_T_CONST: return read_constant(p, PROC_D_CONST);
  case PROC_T_PARAM: return read_constant(p, PROC_D_PARAM);
  case PROC_T_PROPERTY: return read_property(p);
  case PROC_T_INIT: return read_init(p);
  case PROC_T_DAEMON:
  case PROC_T_PROCESS: return read_process(p);
  case PROC_T_FUNCTION: return read_function(p);
  case PROC_T_LOCK:
  case PROC_T_CHAN: return proc_read_declaration(p, &p->items);
  case PROC_T_ENUM:
    if (proc_ahead(p, 1)->kind != PROC_T_LEFT_BRACE) return proc_read_enum(p, &p->items);
    return proc_read_declaration(p, &p->items);
  default: break;
  }
  if (proc_at_fairness(p)) return read_process(p);
  if (proc_at_type(p) && !at_misspelt_item(p)) return proc_read_declaration(p, &p->items);
  return no_item(p);
}

static bool is_taken(const proc_parser *p, sv_name name) {
  for (uint32_t i = 0; i < p->items.n; i++)
    if (p->items.at[i]->kind == PROC_D_PROPERTY && p->items.at[i]->name.x == name.x) return true;
  return false;
}

// A name that no property has yet: reach, reach2, …
static sv_name goal_name(proc_parser *p, sv_names *names, const char *first) {
  sv_name name = sv_names_cstr(names, first);
  for (uint32_t n = 2; is_taken(p, name); n++)
    name = sv_names_cstr(names, sv_arena_printf(p->in.arena, "%s%u", first, n));
  return name;
}

// What the command line asks, as a property behind those of the file.
static void read_goal(proc_parser *p, sv_names *names, const sv_sources *sources,
                      const proc_goal *goal) {
  sv_clear(p->in.tokens);
  p->in.at = p->in.depth = 0;
  bool formula = !strcmp(goal->name, "ltl");
  p->in.end = formula ? "the end of the formula" : "the end of the expression";
  proc_scan(names, sources, goal->source, p->in.diags, &p->in.tokens);
  sv_span begin = proc_here(p);
  sv_name name = goal_name(p, names, goal->name);
  proc_decl *d = proc_new_decl(p, PROC_D_PROPERTY, name, begin);
  p->formula = d->timed = formula;
  d->never = !strcmp(goal->name, "reach");
  if (!set_value(p, d, begin)) return;
  if (proc_kind(p) != PROC_T_END)
    proc_error(p, proc_here(p), "expected %s, but found %s", p->in.end, proc_found(p));
  sv_push(p->items, d);
}

proc_program *proc_read_program(sv_arena *arena, sv_names *names, const sv_sources *sources,
                                uint32_t file, const proc_sets *sets, sv_diags *diags) {
  proc_parser p = {.names = names};
  p.in =
      (sv_cursor){.arena = arena, .sources = sources, .diags = diags, .end = "the end of the file"};
  p.program = SV_ARENA_NEW(arena, proc_program);
  proc_scan(names, sources, file, diags, &p.in.tokens);
  while (proc_kind(&p) != PROC_T_END)
    if (!read_item(&p)) proc_skip_item(&p);
  for (uint32_t i = 0; i < sets->goals; i++) read_goal(&p, names, sources, &sets->goal[i]);
  SV_ARENA_KEEP(arena, p.items, p.program->item, p.program->items);
  sv_vec_free(p.in.tokens);
  return p.program;
}
