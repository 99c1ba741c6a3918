// check_name.c -- what is declared, and how messages speak of it.

#include "base/suggest.h"
#include "base/text.h"
#include "lang/proc/check.h"

const char *proc_source_of(const proc_checker *c, sv_span s) {
  enum { LONGEST = 40 };
  const char *text = sv_source_text(c->sources, s.file) + s.begin;
  uint32_t length = s.end - s.begin;
  const char *end = memchr(text, '\n', length);
  uint32_t shown = end ? (uint32_t)(end - text) : length;
  if (shown > LONGEST) shown = LONGEST - 4;
  return sv_arena_printf(c->arena, "`%.*s%s`", (int)shown, text, shown < length ? " …" : "");
}

const char *proc_kind_text(const proc_decl *d) {
  switch (d->kind) {
  case PROC_D_CONST: return "a constant";
  case PROC_D_PARAM: return "a parameter";
  case PROC_D_ENUM: return "an enum";
  case PROC_D_MEMBER: return "a member of an enum";
  case PROC_D_VAR: return d->dimensions ? "an array" : "a variable";
  case PROC_D_CHAN: return "a channel";
  case PROC_D_LOCK: return "a lock";
  case PROC_D_INDEX: return "an index";
  case PROC_D_FUNCTION: return "a function";
  case PROC_D_PROCESS: return "a process";
  case PROC_D_PROPERTY: return "a property";
  case PROC_D_INIT: break;
  }
  SV_UNREACHABLE();
}

static const char *enum_text(const proc_checker *c, const proc_enum *set) {
  if (set->name.x) return sv_arena_printf(c->arena, "a `%s`", proc_name_of(c, set->name));
  return sv_arena_printf(c->arena, "one of {%s%s}", proc_name_of(c, set->member[0]->name),
                         set->members > 1 ? ", …" : "");
}

const char *proc_type_text(const proc_checker *c, const proc_type *t) {
  switch (t->kind) {
  case PROC_BOOL: return "a bool";
  case PROC_INT: return "an int";
  case PROC_ENUM: return enum_text(c, t->set);
  case PROC_BAD: return "nothing";
  }
  SV_UNREACHABLE();
}

// --- the names in sight

proc_decl *proc_lookup(const proc_checker *c, sv_name name) {
  uint32_t at = sv_map_get(&c->known, name.x);
  return at == SV_MAP_NONE || !at ? NULL : c->decls.at[at - 1];
}

void proc_declare(proc_checker *c, proc_decl *d) {
  const proc_decl *old = proc_lookup(c, d->name);
  if (!strcmp(proc_name_of(c, d->name), "_")) {
    sv_diag(c->diags, SV_ERROR, d->span, "`_` cannot be declared");
    sv_diag_hint(c->diags, "it stands for a value that is dropped, in `q ? _`");
    return;
  }
  if (old) {
    sv_diag(c->diags, SV_ERROR, d->span, "`%s` is already the name of %s", proc_name_of(c, d->name),
            proc_kind_text(old));
    sv_diag(c->diags, SV_NOTE, old->span, "it is declared here");
    return;
  }
  sv_push(c->decls, d);
  sv_map_put(&c->known, d->name.x, c->decls.n);
}

void proc_forget(proc_checker *c, uint32_t visible) {
  while (c->decls.n > visible) sv_map_put(&c->known, sv_pop(c->decls)->name.x, 0);
}

static const proc_decl *declared_later(const proc_checker *c, sv_name name) {
  for (uint32_t i = 0; i < c->program->items; i++)
    if (c->program->item[i]->name.x == name.x) return c->program->item[i];
  return NULL;
}

static const char *nearest(const proc_checker *c, sv_name name) {
  sv_suggestion best = sv_suggest(proc_name_of(c, name));
  for (uint32_t i = c->decls.n; i--;) sv_suggest_try(&best, proc_name_of(c, c->decls.at[i]->name));
  return best.best;
}

proc_decl *proc_resolve(proc_checker *c, sv_name name, sv_span span) {
  proc_decl *d = proc_lookup(c, name);
  const char *text = proc_name_of(c, name);
  if (d) return d;
  span.end = span.begin + (uint32_t)strlen(text);
  const proc_decl *later = declared_later(c, name);
  if (later && later->kind != PROC_D_PROPERTY) {
    sv_diag(c->diags, SV_ERROR, span, "`%s` is declared further down", text);
    sv_diag_hint(c->diags, "move its declaration before this line");
    return NULL;
  }
  sv_diag(c->diags, SV_ERROR, span, "nothing is called `%s` here", text);
  const char *near = nearest(c, name);
  if (near) sv_diag_hint(c->diags, "did you mean `%s`?", near);
  return NULL;
}
