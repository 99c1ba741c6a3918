// parser.c -- programs, declarations and procedures.
//
// Recursive descent over the union grammar of seven dialects of Boolean
// programs; each function carries its production. The names of all procedures
// are collected before anything is read, because a word of the language is a
// call where a procedure is called so (SATABS prints C names as they are).

#include "lang/boolprog/parser.h"

#include "lang/boolprog/parse.h"

// --- declarations

static bool expected_name(bp_parser *p, const char *what) {
  bp_token_kind kind = bp_kind(p);
  if (kind == BP_T_TRUE || kind == BP_T_FALSE)
    bp_error_here(p, "%s is a constant and cannot name %s", bp_found(p), what);
  else if (bp_is_word(kind))
    bp_error_here(p, "%s is a word of the language and cannot name %s", bp_found(p), what);
  else bp_error_here(p, "expected the name of %s, but found %s", what, bp_found(p));
  return false;
}

static bp_var *take_variable(bp_parser *p, bp_scope scope) {
  bp_var *v = SV_ARENA_NEW(p->in.arena, bp_var);
  v->name = bp_ahead(p, 0)->name;
  v->span = bp_here(p);
  v->scope = scope;
  v->proc = p->proc;
  bp_advance(p);
  return v;
}

static bool is_underscore(const bp_parser *p) {
  return bp_kind(p) == BP_T_NAME && !strcmp(bp_name_text(p, bp_ahead(p, 0)->name), "_");
}

// The first value may be given by a constant or by `*`.
static bool init_of(const bp_expr *e, bp_init *init) {
  if (e->op == BP_CHOICE) *init = BP_INIT_ANY;
  else if (e->op == BP_CONST) *init = e->value ? BP_INIT_TRUE : BP_INIT_FALSE;
  else return false;
  return true;
}

static void bad_init(bp_parser *p, sv_span span) {
  if (bp_error(p, span, "an initial value is `0`, `1`, `T`, `F` or `*`"))
    bp_hint(p, "assign it at the beginning of `main` instead");
}

// [ ":=" expr ]
static bool read_init(bp_parser *p, bp_var *v) {
  if (bp_kind(p) == BP_T_EQ) {
    if (bp_error_here(p, "an initial value is given with `:=`, not %s", bp_found(p)))
      bp_hint(p, "`=` and `==` compare");
  } else if (bp_kind(p) != BP_T_ASSIGN) {
    return true;
  }
  bp_advance(p);
  bp_expr *e = bp_read_expr(p);
  if (!e) return false;
  v->init_span = e->span;
  if (!init_of(e, &v->init)) bad_init(p, e->span);
  bool late = p->proc && p->body_started && v->init != BP_INIT_ANY;
  if (late) {
    sv_diag(p->in.diags, SV_WARNING, v->span, "`%s` gets its initial value when `%s` is entered",
            bp_name_text(p, v->name), bp_name_text(p, p->proc->name));
    bp_hint(p, "declare it before the first statement, or assign it here");
  }
  return true;
}

// declarator = ID [ ":=" expr ] ;
static bool read_declarator(bp_parser *p, bp_scope scope) {
  if (is_underscore(p)) {
    bp_error_here(p, "`_` stands for no variable and cannot be declared");
    return false;
  }
  if (!bp_is_name(bp_kind(p))) return expected_name(p, "a variable");
  bp_var *v = take_variable(p, scope);
  if (p->proc) sv_push(p->vars, v);
  else sv_push(p->globals, v);
  return read_init(p, v);
}

// declare = "decl" [ "thread_local" ] declarator { "," declarator } ";" ;
bool bp_read_declare(bp_parser *p) {
  bp_scope scope = p->proc ? BP_LOCAL : BP_GLOBAL;
  bp_advance(p);
  if (bp_kind(p) == BP_T_THREAD_LOCAL) {
    if (!p->proc) scope = BP_THREAD_LOCAL;
    else
      sv_diag(p->in.diags, SV_WARNING, bp_here(p),
              "`thread_local` changes nothing: locals belong to one thread anyway");
    bp_advance(p);
  }
  do {
    if (!read_declarator(p, scope)) return false;
  } while (bp_take(p, BP_T_COMMA));
  if (bp_take(p, BP_T_SEMICOLON)) return true;
  bp_error(p, bp_after_last(p), "expected `,` or `;` before %s", bp_found(p));
  return !bp_is_name(bp_kind(p));
}

// --- procedures

// type = "void" | "bool" [ "<" NUM ">" ] ;
static bool read_type(bp_parser *p, uint32_t *results) {
  *results = 0;
  if (bp_take(p, BP_T_VOID)) return true;
  *results = 1;
  bp_advance(p);
  if (!bp_take(p, BP_T_LESS) && !bp_take(p, BP_T_NE)) return true;
  const char *digits = bp_name_text(p, bp_ahead(p, 0)->name);
  if (bp_kind(p) != BP_T_NUMBER) {
    bp_error_here(p, "expected the number of results, but found %s", bp_found(p));
    return false;
  }
  *results = 0;
  for (const char *d = digits; *d && *results <= BP_RESULTS_MAX; d++)
    *results = *results * 10 + (uint32_t)(*d - '0');
  if (!*results || *results > BP_RESULTS_MAX) {
    if (bp_error_here(p, "`bool<%s>` is not between `bool<1>` and `bool<%d>`", digits,
                      BP_RESULTS_MAX) &&
        !*results)
      bp_hint(p, "a procedure without results is `void`");
    *results = 1;
  }
  bp_advance(p);
  if (bp_take(p, BP_T_GREATER)) return true;
  bp_error_here(p, "expected `>` after the number of results, but found %s", bp_found(p));
  return false;
}

static bool read_parameter(bp_parser *p) {
  if (bp_kind(p) == BP_T_BOOL || bp_kind(p) == BP_T_DECL) {
    if (bp_error_here(p, "parameters are written without %s", bp_found(p)))
      bp_hint(p, "every variable is Boolean: `void f(x, y)`");
    bp_advance(p);
  }
  if (!bp_is_name(bp_kind(p))) return expected_name(p, "a parameter");
  sv_push(p->vars, take_variable(p, BP_PARAMETER));
  return true;
}

// "(" [ ID { "," ID } ] ")"
static bool read_parameters(bp_parser *p) {
  sv_span opening = bp_here(p);
  const char *name = bp_name_text(p, p->proc->name);
  if (!bp_take(p, BP_T_LEFT)) {
    bp_error_here(p, "expected `(` after the procedure name `%s`, but found %s", name, bp_found(p));
    return false;
  }
  if (bp_take(p, BP_T_RIGHT)) return true;
  do {
    if (!read_parameter(p)) return false;
  } while (bp_take(p, BP_T_COMMA));
  p->proc->params = p->vars.n;
  if (bp_take(p, BP_T_RIGHT)) return true;
  if (bp_error_here(p, "expected `,` or `)` in the parameters, but found %s", bp_found(p)))
    bp_note(p, opening, "they begin here");
  return false;
}

static void collect_enforce(bp_parser *p, bp_proc *f) {
  bp_expr_vec found = {0};
  for (uint32_t i = 0; i < f->body.n; i++)
    if (f->body.at[i]->kind == BP_ENFORCE) sv_push(found, f->body.at[i]->condition);
  SV_ARENA_KEEP(p->in.arena, found, f->enforce, f->enforces);
}

// "begin" body "end"
static void read_procedure_body(bp_parser *p) {
  bp_proc *f = p->proc;
  bp_opener open = {BP_T_BEGIN, bp_here(p), NULL, false};
  f->begin_span = bp_here(p);
  if (!bp_take(p, BP_T_BEGIN)) bp_error_here(p, "expected `begin`, but found %s", bp_found(p));
  p->open = &open;
  p->body_started = false;
  bp_read_body(p, &f->body);
  p->open = NULL;
  f->end_span = bp_here(p);
  if (!bp_take(p, BP_T_END_WORD) && !p->torn &&
      bp_error_here(p, "expected `end` before %s", bp_found(p)))
    bp_note(p, f->begin_span, "to close this `begin` of `%s`", bp_name_text(p, f->name));
  collect_enforce(p, f);
}

static void keep_procedure(bp_parser *p, sv_span begin) {
  bp_proc *f = p->proc;
  f->span = bp_since(p, begin);
  SV_ARENA_KEEP(p->in.arena, p->vars, f->vars.at, f->vars.n);
  SV_ARENA_KEEP(p->in.arena, p->labels, f->label, f->labels);
  for (uint32_t i = 0; i < f->vars.n; i++) f->vars.at[i]->index = i;
  f->index = p->procs.n;
  sv_push(p->procs, f);
}

// `assume(e)` stays the statement even where such a procedure takes a parameter.
static void warn_uncallable(bp_parser *p) {
  bp_token_kind kind = bp_kind(p);
  bool condition = kind == BP_T_ASSUME || kind == BP_T_ASSERT || kind == BP_T_ENFORCE ||
                   kind == BP_T_ABORTIF || kind == BP_T_CONSTRAIN || kind == BP_T_PRINT;
  if (!condition || bp_ahead(p, 2)->kind == BP_T_RIGHT) return;
  sv_diag(p->in.diags, SV_WARNING, bp_here(p), "the procedure %s is never called", bp_found(p));
  bp_hint(p, "`%s(e)` is a statement of the language", bp_token_text(kind));
}

// After a broken head: to the body if there is one, else to the next procedure.
static void skip_head(bp_parser *p) {
  while (bp_kind(p) != BP_T_BEGIN && bp_kind(p) != BP_T_END && !bp_at_procedure(p)) bp_advance(p);
  if (bp_kind(p) == BP_T_BEGIN) read_procedure_body(p);
}

// procedure = [ "dfs" ] [ type ] ID "(" [ ID { "," ID } ] ")" "begin" body "end" ;
static void read_procedure(bp_parser *p) {
  sv_span begin = bp_here(p);
  bp_proc *f = p->proc = SV_ARENA_NEW(p->in.arena, bp_proc);
  f->dfs = bp_kind(p) == BP_T_DFS && bp_ahead(p, 1)->kind != BP_T_LEFT;
  if (f->dfs) bp_advance(p);
  bool typed = bp_kind(p) == BP_T_VOID || bp_kind(p) == BP_T_BOOL;
  bool good = !typed || read_type(p, &f->results);
  if (good && bp_kind(p) != BP_T_NAME && !bp_is_word(bp_kind(p)))
    good = expected_name(p, "a procedure");
  if (good) {
    warn_uncallable(p);
    f->name = bp_ahead(p, 0)->name;
    f->name_span = bp_here(p);
    bp_advance(p);
    good = read_parameters(p);
  }
  if (good) read_procedure_body(p);
  else skip_head(p);
  bp_take(p, BP_T_SEMICOLON);
  keep_procedure(p, begin);
  p->proc = NULL;
}

// --- the program

// lhs { "," lhs } ":=" exprs ";" between the declarations.
static void read_top_assignment(bp_parser *p) {
  bp_stmt *s = bp_read_assignment(p);
  if (!s) {
    bp_recover(p);
    return;
  }
  if (s->kind == BP_CALL || s->condition)
    bad_init(p, s->kind == BP_CALL ? s->callee_span : s->condition->span);
  for (uint32_t i = 0; s->kind == BP_ASSIGN && i < s->values; i++) {
    bp_init init;
    if (!init_of(s->value[i], &init)) bad_init(p, s->value[i]->span);
  }
  sv_push(p->inits, s);
  if (!bp_take(p, BP_T_SEMICOLON))
    bp_error(p, bp_after_last(p), "expected `;` before %s", bp_found(p));
}

// Skips to where a declaration or procedure may begin.
static void skip_to_top_item(bp_parser *p) {
  while (bp_kind(p) != BP_T_END && bp_kind(p) != BP_T_DECL && !bp_at_procedure(p)) bp_advance(p);
}

static void unexpected_at_top(bp_parser *p) {
  bp_token_kind kind = bp_kind(p);
  if (kind == BP_T_BOOL || kind == BP_T_THREAD_LOCAL) {
    if (bp_error_here(p, "variables are not declared with %s", bp_found(p)))
      bp_hint(p, kind == BP_T_BOOL ? "write `decl x, y;`" : "write `decl thread_local x;`");
  } else if (kind == BP_T_END_WORD) {
    if (bp_error_here(p, "this `end` closes nothing") && p->procs.n)
      bp_note(p, p->procs.at[p->procs.n - 1]->end_span, "the procedure before it ends here");
  } else if (bp_error_here(p, "expected a declaration or a procedure, but found %s", bp_found(p))) {
    bp_hint(p, "statements stand in procedures: `void main() begin … end`");
  }
  bp_advance(p);
  skip_to_top_item(p);
}

static bool at_top_assignment(const bp_parser *p) {
  bp_token_kind next = bp_ahead(p, 1)->kind;
  return bp_is_name(bp_kind(p)) && (next == BP_T_ASSIGN || next == BP_T_COMMA);
}

// A procedure without a type, as in the grammar of the 2007 paper.
static bool at_untyped_procedure(const bp_parser *p) {
  if (!bp_is_name(bp_kind(p)) || bp_ahead(p, 1)->kind != BP_T_LEFT) return false;
  uint32_t i = 2;
  while (bp_is_name(bp_ahead(p, i)->kind) || bp_ahead(p, i)->kind == BP_T_COMMA) i++;
  return bp_ahead(p, i)->kind == BP_T_RIGHT && bp_ahead(p, i + 1)->kind == BP_T_BEGIN;
}

// program = { declare | procedure | assignment ";" } ;
static void read_items(bp_parser *p) {
  while (bp_kind(p) != BP_T_END) {
    if (bp_kind(p) == BP_T_DECL) {
      if (!bp_read_declare(p)) bp_recover(p);
    } else if (bp_at_procedure(p) || at_untyped_procedure(p)) {
      read_procedure(p);
    } else if (at_top_assignment(p)) {
      read_top_assignment(p);
    } else if (!bp_take(p, BP_T_SEMICOLON)) {
      unexpected_at_top(p);
    }
  }
}

// A block in braces or a comment without end has been reported by the scanner.
static void find_torn_text(bp_parser *p) {
  for (uint32_t i = 0; i < p->in.tokens.n; i++) {
    const sv_token *t = &p->in.tokens.at[i];
    if (t->kind != BP_T_BAD) continue;
    const char *text = sv_source_text(p->in.sources, t->span.file) + t->span.begin;
    if (text[0] == '{' || text[0] == '}' || (text[0] == '/' && text[1] == '*')) p->torn = true;
  }
}

static void collect_procedures(bp_parser *p) {
  for (p->in.at = 0; bp_kind(p) != BP_T_END; bp_advance(p)) {
    if (bp_kind(p) != BP_T_VOID && bp_kind(p) != BP_T_BOOL) continue;
    uint32_t i = bp_kind(p) == BP_T_BOOL && bp_ahead(p, 1)->kind == BP_T_LESS ? 4 : 1;
    if (bp_ahead(p, i + 1)->kind != BP_T_LEFT || !bp_ahead(p, i)->name.x) continue;
    sv_map_put(&p->procedures, bp_ahead(p, i)->name.x, 1);
  }
  p->in.at = 0;
}

bp_program *bp_read_program(sv_arena *arena, sv_names *names, const sv_sources *sources,
                            uint32_t file, sv_diags *diags) {
  bp_parser p = {.names = names};
  p.in =
      (sv_cursor){.arena = arena, .sources = sources, .diags = diags, .end = "the end of the file"};
  bp_program *program = p.program = SV_ARENA_NEW(arena, bp_program);
  program->file = file;
  bp_scan(names, sources, file, diags, &p.in.tokens);
  find_torn_text(&p);
  collect_procedures(&p);
  read_items(&p);
  assert(p.in.depth == 0);
  SV_ARENA_KEEP(p.in.arena, p.globals, program->globals.at, program->globals.n);
  SV_ARENA_KEEP(p.in.arena, p.procs, program->proc, program->procs);
  SV_ARENA_KEEP(p.in.arena, p.inits, program->init, program->inits);
  for (uint32_t i = 0; i < program->globals.n; i++) program->globals.at[i]->index = i;
  sv_vec_free(p.in.tokens);
  sv_map_free(&p.procedures);
  return program;
}
