// parser.c -- a system as a whole.
//
//   system = { declaration } process { process }
//            "system" ( "async" | "sync" ) [ "property" name ] ";" ;
//
// Declarations may also stand between processes.

#include "lang/dve/parser.h"

#include "lang/dve/parse.h"

static void read_system_line(dve_parser *p) {
  dve_system *s = p->system;
  dve_advance(p);
  s->mode_span = dve_here(p);
  s->synchronous = dve_kind(p) == DVE_T_SYNC;
  if (!dve_take(p, DVE_T_ASYNC) && !dve_take(p, DVE_T_SYNC)) {
    dve_error_here(p, "expected `async` or `sync`, but found %s", dve_found(p));
    return;
  }
  if (dve_take(p, DVE_T_PROPERTY) && !dve_read_word(p, "the property process", &s->property))
    return;
  if (!dve_expect(p, DVE_T_SEMICOLON, "after the system")) return;
  if (dve_kind(p) != DVE_T_END) dve_error_here(p, "there is something behind the system");
}

static void skip_process(dve_parser *p) {
  while (dve_kind(p) != DVE_T_PROCESS && dve_kind(p) != DVE_T_SYSTEM && dve_kind(p) != DVE_T_END)
    dve_advance(p);
}

// Something that is neither a declaration nor a process: say so once.
static void unexpected(dve_parser *p) {
  if (dve_error_here(p, "expected a declaration, a process or `system`, but found %s",
                     dve_found(p)) &&
      dve_kind(p) == DVE_T_RIGHT_BRACE)
    dve_hint(p, "no process is open here");
  dve_advance(p);
  for (; dve_kind(p) != DVE_T_END; dve_advance(p)) {
    dve_token_kind kind = dve_kind(p);
    if (kind == DVE_T_PROCESS || kind == DVE_T_SYSTEM) return;
    if (dve_take(p, DVE_T_SEMICOLON)) return;
  }
}

static void read_items(dve_parser *p) {
  SV_VEC(dve_proc *) procs = {0};
  while (dve_kind(p) != DVE_T_SYSTEM && dve_kind(p) != DVE_T_END) {
    if (dve_at_declaration(p)) {
      uint32_t from = p->in.at;
      if (!dve_read_declaration(p)) dve_skip_declaration(p, from);
    } else if (dve_kind(p) == DVE_T_PROCESS) {
      dve_var_vec vars = p->vars;
      dve_channel_vec channels = p->channels;
      p->vars = (dve_var_vec){0};
      p->channels = (dve_channel_vec){0};
      dve_proc *proc = dve_read_process(p);
      if (proc) {
        proc->index = procs.n;
        sv_push(procs, proc);
      } else {
        skip_process(p);
      }
      p->vars = vars;
      p->channels = channels;
    } else {
      unexpected(p);
    }
  }
  dve_system *s = p->system;
  dve_keep_declared(p, &s->var, &s->vars, &s->channel, &s->channels);
  SV_ARENA_KEEP(p->in.arena, procs, s->proc, s->procs);
}

static dve_parser begin(sv_arena *arena, sv_names *names, const sv_sources *sources, uint32_t file,
                        sv_diags *diags) {
  dve_parser p = {.names = names};
  p.in =
      (sv_cursor){.arena = arena, .sources = sources, .diags = diags, .end = "the end of the text"};
  p.system = SV_ARENA_NEW(arena, dve_system);
  p.system->file = file;
  dve_scan(names, sources, file, diags, &p.in.tokens);
  if (p.in.tokens.n == 1) p.in.end = "nothing";
  return p;
}

dve_system *dve_read_system(sv_arena *arena, sv_names *names, const sv_sources *sources,
                            uint32_t file, sv_diags *diags) {
  dve_parser p = begin(arena, names, sources, file, diags);
  read_items(&p);
  bool torn = p.in.at && p.in.tokens.at[p.in.at - 1].kind == DVE_T_BAD;  // the rest is in a comment
  if (dve_kind(&p) == DVE_T_SYSTEM) read_system_line(&p);
  else if (!torn && dve_error_here(&p, "the line `system async;` is missing"))
    dve_hint(&p, "it comes last and says how the processes run");
  sv_vec_free(p.in.tokens);
  return p.system;
}

dve_expr *dve_read_alone(sv_arena *arena, sv_names *names, const sv_sources *sources, uint32_t file,
                         bool formula, sv_diags *diags) {
  dve_parser p = begin(arena, names, sources, file, diags);
  p.formula = formula;
  dve_expr *e = dve_read_expr(&p);
  if (e && dve_kind(&p) != DVE_T_END) {
    dve_error_here(&p, "expected the end of the expression, but found %s", dve_found(&p));
    e = NULL;
  }
  sv_vec_free(p.in.tokens);
  return e;
}
