// check_name.c -- scopes and names.
//
// There is a global scope and one for each process; variables, channels,
// processes and states do not get in each other's way.

#include "base/suggest.h"
#include "lang/dve/check_inside.h"

const char *dve_text(const dve_checker *c, sv_name name) { return sv_names_get(c->names, name); }

static uint64_t key(const dve_proc *scope, dve_kind_of_name kind, sv_name name) {
  uint64_t place = scope ? scope->index + 1u : 0;
  return place << 36 | (uint64_t)kind << 32 | name.x;
}

static const char *kind_text(dve_kind_of_name kind) {
  static const char *const text[] = {"variable", "channel", "process", "state"};
  return text[kind];
}

// --- one kind of names in one scope

static uint32_t count(const dve_checker *c, const dve_proc *scope, dve_kind_of_name kind) {
  switch (kind) {
  case DVE_K_VAR: return scope ? scope->vars : c->system->vars;
  case DVE_K_CHANNEL: return scope ? scope->channels : c->system->channels;
  case DVE_K_PROC: return scope ? 0 : c->system->procs;
  case DVE_K_STATE: return scope ? scope->states : 0;
  }
  SV_UNREACHABLE();
}

static dve_word word_at(const dve_checker *c, const dve_proc *scope, dve_kind_of_name kind,
                        uint32_t i) {
  switch (kind) {
  case DVE_K_VAR: return (scope ? scope->var : c->system->var)[i]->word;
  case DVE_K_CHANNEL: return (scope ? scope->channel : c->system->channel)[i]->word;
  case DVE_K_PROC: return c->system->proc[i]->word;
  case DVE_K_STATE: return scope->state[i].word;
  }
  SV_UNREACHABLE();
}

bool dve_declare(dve_checker *c, const dve_proc *scope, dve_kind_of_name kind, dve_word word,
                 uint32_t place) {
  uint32_t known = dve_lookup(c, scope, kind, word.name);
  if (known == SV_MAP_NONE) return sv_map_put(&c->table, key(scope, kind, word.name), place), true;
  sv_diag(c->diags, SV_ERROR, word.span, "the %s `%s` is declared twice", kind_text(kind),
          dve_text(c, word.name));
  sv_diag(c->diags, SV_NOTE, word_at(c, scope, kind, known).span, "the first one is here");
  return false;
}

uint32_t dve_lookup(const dve_checker *c, const dve_proc *scope, dve_kind_of_name kind,
                    sv_name name) {
  return sv_map_get(&c->table, key(scope, kind, name));
}

// --- unknown names

static void suggest_from(dve_checker *c, sv_suggestion *best, const dve_proc *scope,
                         dve_kind_of_name kind) {
  for (uint32_t i = 0; i < count(c, scope, kind); i++)
    sv_suggest_try(best, dve_text(c, word_at(c, scope, kind, i).name));
}

// Another process has it: it needs to be named.
static bool hint_owner(dve_checker *c, const dve_proc *scope, dve_kind_of_name kind,
                       dve_word word) {
  const char *name = dve_text(c, word.name);
  for (uint32_t i = 0; kind == DVE_K_VAR && !scope && i < c->system->procs; i++) {
    const dve_proc *p = c->system->proc[i];
    if (p == c->proc || dve_lookup(c, p, kind, word.name) == SV_MAP_NONE) continue;
    sv_diag_hint(c->diags, "the one of process `%s` is written `%s->%s`", dve_text(c, p->word.name),
                 dve_text(c, p->word.name), name);
    return true;
  }
  return false;
}

void dve_undeclared(dve_checker *c, const dve_proc *scope, dve_kind_of_name kind, dve_word word) {
  const char *name = dve_text(c, word.name);
  if (scope)
    sv_diag(c->diags, SV_ERROR, word.span, "process `%s` has no %s `%s`",
            dve_text(c, scope->word.name), kind_text(kind), name);
  else sv_diag(c->diags, SV_ERROR, word.span, "there is no %s `%s`", kind_text(kind), name);
  sv_suggestion best = sv_suggest(name);
  if (!scope && c->proc) suggest_from(c, &best, c->proc, kind);
  suggest_from(c, &best, scope, kind);
  if (hint_owner(c, scope, kind, word)) return;
  if (best.best) sv_diag_hint(c->diags, "did you mean `%s`?", best.best);
}

dve_proc *dve_find_proc(dve_checker *c, dve_word word) {
  uint32_t i = dve_lookup(c, NULL, DVE_K_PROC, word.name);
  if (i != SV_MAP_NONE) return c->system->proc[i];
  dve_undeclared(c, NULL, DVE_K_PROC, word);
  return NULL;
}

uint32_t dve_find_state(dve_checker *c, const dve_proc *p, dve_word word) {
  uint32_t i = dve_lookup(c, p, DVE_K_STATE, word.name);
  if (i != SV_MAP_NONE) return i;
  dve_undeclared(c, p, DVE_K_STATE, word);
  if (dve_lookup(c, p, DVE_K_VAR, word.name) != SV_MAP_NONE)
    sv_diag_hint(c->diags, "its variable is written `%s->%s`", dve_text(c, p->word.name),
                 dve_text(c, word.name));
  return i;
}

dve_channel *dve_find_channel(dve_checker *c, dve_word of, dve_word word) {
  const dve_proc *scope = c->proc;
  if (of.name.x) {
    scope = dve_find_proc(c, of);
    if (!scope) return NULL;
  }
  uint32_t i = scope ? dve_lookup(c, scope, DVE_K_CHANNEL, word.name) : SV_MAP_NONE;
  if (i != SV_MAP_NONE) return scope->channel[i];
  if (!of.name.x) {
    i = dve_lookup(c, NULL, DVE_K_CHANNEL, word.name);
    if (i != SV_MAP_NONE) return c->system->channel[i];
  }
  dve_undeclared(c, of.name.x ? scope : NULL, DVE_K_CHANNEL, word);
  return NULL;
}
