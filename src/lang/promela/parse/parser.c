// parser.c -- the units of a model: declarations, processes, formulas.
//
// One look over all tokens comes first and collects the names of proctypes and
// typedefs: `P:x` is a remote variable if P is a proctype and else a label,
// and `T x` is a declaration only if T is a type.

#include "lang/promela/parse/parser.h"

#include "base/suggest.h"
#include "lang/promela/parse/parse.h"

static void collect_names(pml_parser *p, const pml_tokens *tokens) {
  for (uint32_t i = 0; i + 1 < tokens->n; i++) {
    pml_token_kind kind = tokens->at[i].kind;
    const pml_token *next = &tokens->at[i + 1];
    p->torn |= kind == PML_T_BAD;
    if (next->kind != PML_T_NAME) continue;
    if (kind == PML_T_PROCTYPE || kind == PML_T_D_PROCTYPE)
      sv_map_put(&p->proctypes, next->name.x, 1);
    if (kind == PML_T_TYPEDEF) sv_map_put(&p->typedefs, next->name.x, 1);
  }
}

// --- processes

static pml_proc *new_proc(pml_parser *p, pml_proc_kind kind) {
  pml_proc *proc = SV_ARENA_NEW(p->arena, pml_proc);
  proc->kind = kind;
  proc->name = pml_now(p)->name;
  proc->name_span = pml_here(p);
  return proc;
}

static bool read_priority(pml_parser *p, pml_proc *proc) {
  if (!pml_take(p, PML_T_PRIORITY)) return true;
  proc->priority = pml_now(p)->value;
  p->program->uses_priority = true;
  if (pml_take(p, PML_T_NUMBER)) return true;
  pml_error_here(p, "expected a number after `priority`, but found %s", pml_found(p));
  return false;
}

// "provided" "(" expr ")"
static bool read_provided(pml_parser *p, pml_proc *proc) {
  if (!pml_take(p, PML_T_PROVIDED)) return true;
  sv_span opening = pml_here(p);
  if (!pml_open_paren(p, "after `provided`")) return false;
  proc->provided = pml_read_expr(p);
  return proc->provided && pml_close_paren(p, opening);
}

static void add_proc(pml_parser *p, pml_proc *proc, uint32_t from) {
  proc->span = pml_since(p, from);
  SV_ARENA_KEEP(p->arena, p->labels, proc->label, proc->labels);
  for (uint32_t i = 0; i < proc->labels; i++) proc->label[i]->proc = proc;
  sv_push(p->units, (pml_unit){.kind = PML_U_PROC, .span = proc->span, .proc = proc});
}

static bool read_proc_body(pml_parser *p, pml_proc *proc, const char *where, uint32_t from) {
  p->in.parens = 0;
  sv_clear(p->labels);
  if (!pml_read_body(p, where, &proc->body)) return false;
  add_proc(p, proc, from);
  return true;
}

// "(" [ decl_list ] ")"
static bool read_parameters(pml_parser *p, pml_proc *proc) {
  sv_span opening = pml_here(p);
  if (!pml_open_paren(p, "after the name of a proctype")) return false;
  pml_var_vec params = {0};
  bool good =
      pml_kind(p) == PML_T_RIGHT || pml_read_decl_list(p, PML_PARAMETER, PML_T_RIGHT, &params);
  SV_ARENA_KEEP(p->arena, params, proc->var, proc->vars);
  proc->params = proc->vars;
  return good && pml_close_paren(p, opening);
}

// "active" [ "[" expr "]" ]
static bool read_active(pml_parser *p, pml_proc *proc) {
  if (!pml_take(p, PML_T_ACTIVE)) return true;
  proc->is_active = true;
  proc->active = 1;
  sv_span opening = pml_here(p);
  if (!pml_take(p, PML_T_LEFT_SQUARE)) return true;
  proc->count = pml_read_expr(p);
  return proc->count && pml_expect_close(p, PML_T_RIGHT_SQUARE, opening, "[");
}

// [ active ] ( "proctype" | "D_proctype" ) name parameters [ priority ] [ provided ] body
static bool read_proctype(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_proc *proc = new_proc(p, PML_PROCTYPE);
  if (!read_active(p, proc)) return false;
  proc->deterministic = pml_kind(p) == PML_T_D_PROCTYPE;
  if (!proc->deterministic && pml_kind(p) != PML_T_PROCTYPE)
    return pml_expect(p, PML_T_PROCTYPE, "after `active`");
  pml_advance(p);
  proc->name = pml_expect_name(p, "a name after `proctype`", &proc->name_span);
  return proc->name.x && read_parameters(p, proc) && read_priority(p, proc) &&
         read_provided(p, proc) && read_priority(p, proc) &&
         read_proc_body(p, proc, "before the body of a proctype", from);
}

// "init" [ priority ] body
static bool read_init(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_proc *proc = new_proc(p, PML_INIT);
  proc->is_active = true;
  proc->active = 1;
  pml_advance(p);
  return read_priority(p, proc) && read_proc_body(p, proc, "after `init`", from);
}

// "never" [ name ] body
static bool read_never(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_proc *proc = new_proc(p, PML_NEVER);
  pml_advance(p);
  if (pml_kind(p) == PML_T_NAME) {
    proc->name = pml_now(p)->name;
    proc->name_span = pml_here(p);
    pml_advance(p);
  }
  return read_proc_body(p, proc, "after `never`", from);
}

// ( "trace" | "notrace" ) body
static bool read_trace(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_proc *proc = new_proc(p, pml_kind(p) == PML_T_TRACE ? PML_TRACE : PML_NOTRACE);
  pml_advance(p);
  return read_proc_body(p, proc, "after `trace`", from);
}

// --- formulas

// "ltl" [ name ] "{" formula [ ";" ] "}"
static bool read_ltl(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_ltl *l = SV_ARENA_NEW(p->arena, pml_ltl);
  l->name_span = pml_here(p);
  pml_advance(p);
  if (pml_kind(p) == PML_T_NAME) {
    l->name = pml_now(p)->name;
    l->name_span = pml_here(p);
    pml_advance(p);
  }
  sv_span opening = pml_here(p);
  if (!pml_expect(p, PML_T_LEFT_BRACE, "before an ltl formula")) return false;
  p->formula = true;
  l->formula = pml_read_expr(p);
  p->formula = false;
  p->in.parens = 0;
  while (l->formula && pml_take(p, PML_T_SEMICOLON)) continue;
  if (!l->formula || !pml_expect_close(p, PML_T_RIGHT_BRACE, opening, "{")) return false;
  l->span = pml_since(p, from);
  sv_push(p->units, (pml_unit){.kind = PML_U_LTL, .span = l->span, .ltl = l});
  return true;
}

// --- units

static bool read_globals(pml_parser *p) {
  uint32_t from = p->in.at;
  pml_var_vec vars = {0};
  bool good = pml_read_vars(p, PML_GLOBAL, &vars);
  pml_unit u = {.kind = PML_U_VARS};
  SV_ARENA_KEEP(p->arena, vars, u.var, u.vars);
  u.span = pml_since(p, from);
  if (u.vars) sv_push(p->units, u);
  return good;
}

static bool unknown_unit(pml_parser *p) {
  if (pml_kind(p) == PML_T_RIGHT_BRACE) {
    pml_error_here(p, "this `}` closes nothing");
    pml_advance(p);
    return true;
  }
  if (!pml_error_here(p, "expected a declaration or a proctype, but found %s", pml_found(p)))
    return false;
  sv_suggestion s = sv_suggest(pml_name_text(p, pml_now(p)->name));
  for (uint32_t i = 0; pml_word_text(i); i++) sv_suggest_try(&s, pml_word_text(i));
  if (pml_ahead(p, 1)->kind == PML_T_NAME && s.best) pml_hint(p, "did you mean `%s`?", s.best);
  else pml_hint(p, "statements stand inside of processes");
  return false;
}

// unit = proctype | init | never | trace | ltl | typedef | inline | mtype | vars | C | ";" ;
static bool read_unit(pml_parser *p) {
  switch (pml_kind(p)) {
  case PML_T_ACTIVE:
  case PML_T_PROCTYPE:
  case PML_T_D_PROCTYPE: return read_proctype(p);
  case PML_T_INIT: return read_init(p);
  case PML_T_NEVER: return read_never(p);
  case PML_T_TRACE:
  case PML_T_NOTRACE: return read_trace(p);
  case PML_T_LTL: return read_ltl(p);
  case PML_T_TYPEDEF: return pml_read_typedef(p);
  case PML_T_INLINE: return pml_read_inline(p);
  case PML_T_C_CODE:
  case PML_T_C_DECL:
  case PML_T_C_STATE:
  case PML_T_C_TRACK: return pml_skip_c(p);
  case PML_T_SEMICOLON:
  case PML_T_ARROW: return pml_advance(p), true;
  default: break;
  }
  if (pml_at_mtype_set(p)) return pml_read_mtype(p);
  if (pml_at_declaration(p)) return read_globals(p);
  return unknown_unit(p);
}

static bool begins_unit(const pml_parser *p) {
  switch (pml_kind(p)) {
  case PML_T_END:
  case PML_T_ACTIVE:
  case PML_T_PROCTYPE:
  case PML_T_D_PROCTYPE:
  case PML_T_INIT:
  case PML_T_NEVER:
  case PML_T_TRACE:
  case PML_T_NOTRACE:
  case PML_T_LTL:
  case PML_T_TYPEDEF:
  case PML_T_INLINE: return true;
  default: return false;
  }
}

// To the next unit; declarations count where a line begins outside of braces.
static void skip_unit(pml_parser *p, uint32_t from) {
  uint32_t depth = 0;
  p->in.parens = 0;
  p->open = NULL;
  for (uint32_t i = from; i < p->in.at; i++) {
    if (p->in.token[i].kind == PML_T_LEFT_BRACE) depth++;
    if (p->in.token[i].kind == PML_T_RIGHT_BRACE && depth) depth--;
  }
  if (p->in.at == from) pml_advance(p);
  for (; !begins_unit(p); pml_advance(p)) {
    if (!depth && pml_now(p)->newline && pml_at_declaration(p)) return;
    if (pml_kind(p) == PML_T_LEFT_BRACE) depth++;
    if (pml_kind(p) == PML_T_RIGHT_BRACE && depth) depth--;
  }
}

// --- the whole

static void keep_program(pml_parser *p) {
  pml_program *program = p->program;
  SV_ARENA_KEEP(p->arena, p->units, program->unit, program->units);
  program->calls = p->report->calls.n;
  program->call = SV_ARENA_ARRAY(p->arena, pml_call, program->calls);
  if (program->calls)
    memcpy(program->call, p->report->calls.at, program->calls * sizeof *program->call);
}

pml_program *pml_read_program(pml_reporter *report, const pml_tokens *tokens) {
  pml_parser p = {.arena = report->arena, .names = report->names, .report = report};
  p.program = SV_ARENA_NEW(p.arena, pml_program);
  p.in = (pml_stream){tokens->at, tokens->n, 0, 0};
  collect_names(&p, tokens);
  while (pml_kind(&p) != PML_T_END && !p.stopped && sv_diags_go_on(p.report->diags)) {
    uint32_t from = p.in.at;
    if (!read_unit(&p)) skip_unit(&p, from);
  }
  keep_program(&p);
  sv_map_free(&p.proctypes);
  sv_map_free(&p.typedefs);
  sv_map_free(&p.inlines);
  sv_vec_free(p.inlined);
  sv_vec_free(p.labels);
  return p.program;
}
