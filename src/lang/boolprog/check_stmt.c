// check_stmt.c -- every statement of a procedure: its names, its numbers of
// values, and whether it may stand where it stands.

#include "base/suggest.h"
#include "lang/boolprog/checks.h"

static void check_stmt(bp_checker *, bp_stmt *);

static void check_values(bp_checker *c, const bp_stmt *s) {
  for (uint32_t i = 0; i < s->values; i++) bp_check_expr(c, s->value[i], BP_AT_VALUE);
}

static bool once(sv_span *first, sv_span here) {
  if (first->file) return false;
  *first = here;
  return true;
}

// --- assignments

static void check_assigned_twice(bp_checker *c, const bp_stmt *s) {
  sv_map seen = {0};
  for (uint32_t i = 0; i < s->targets; i++) {
    const bp_target *t = &s->target[i];
    if (!t->var) continue;
    uint64_t key = (uint64_t)t->name.x << 1 | t->passive;
    uint32_t before = sv_map_get(&seen, key);
    if (before != SV_MAP_NONE) {
      sv_diag(c->diags, SV_ERROR, t->span, "`%s%s` is assigned twice in one step",
              bp_text_of(c, t->name), t->passive ? "$" : "");
      sv_diag(c->diags, SV_NOTE, s->target[before].span, "first here");
    } else {
      sv_map_put(&seen, key, i);
    }
  }
  sv_map_free(&seen);
}

static void check_targets(bp_checker *c, const bp_stmt *s) {
  for (uint32_t i = 0; i < s->targets; i++) {
    bp_check_target(c, &s->target[i]);
    if (s->target[i].var) once(&s->target[i].var->assigned, s->target[i].span);
  }
  check_assigned_twice(c, s);
}

static sv_span left_side(const bp_stmt *s) {
  return sv_span_join(s->target[0].span, s->target[s->targets - 1].span);
}

static void check_assign(bp_checker *c, bp_stmt *s) {
  check_targets(c, s);
  if (s->targets && s->targets != s->values)
    sv_diag(c->diags, SV_ERROR, left_side(s), "%s on the left of `:=`, but %s on the right",
            bp_count(c, s->targets, "variable"), bp_count(c, s->values, "value"));
  for (uint32_t i = 0; i < s->values; i++) {
    bool passive = i < s->targets && s->target[i].passive;
    bp_check_expr(c, s->value[i], passive ? BP_AT_PASSIVE_VALUE : BP_AT_VALUE);
  }
  if (s->condition) bp_check_expr(c, s->condition, BP_AT_CONSTRAIN);
}

// --- calls

static void explain_unknown_procedure(bp_checker *c, sv_name name) {
  static const char *const words[] = {"assume", "assert", "print", "enforce", "abortif"};
  const char *text = bp_text_of(c, name);
  bp_var *v = bp_find_var(c, name);
  if (v) {
    sv_diag(c->diags, SV_NOTE, v->span, "`%s` is a variable", text);
    return;
  }
  sv_suggestion s = sv_suggest(text);
  for (uint32_t i = 0; i < c->program->procs; i++)
    sv_suggest_try(&s, bp_text_of(c, c->program->proc[i]->name));
  for (size_t i = 0; i < SV_COUNT(words); i++) sv_suggest_try(&s, words[i]);
  if (s.best) sv_diag_hint(c->diags, "did you mean `%s`?", s.best);
  else if (!strcmp(text, "not")) sv_diag_hint(c->diags, "negation is written `!`");
}

static bool find_callee(bp_checker *c, bp_stmt *s) {
  s->proc = bp_find_proc(c, s->callee);
  if (s->proc) return true;
  if (!bp_first_time(&c->lost_procs, s->callee)) return false;
  sv_diag(c->diags, SV_ERROR, s->callee_span, "there is no procedure `%s`",
          bp_text_of(c, s->callee));
  if (bp_want_more(c)) explain_unknown_procedure(c, s->callee);
  return false;
}

static void note_declaration(bp_checker *c, const bp_proc *f) {
  if (bp_want_more(c))
    sv_diag(c->diags, SV_NOTE, f->name_span, "`%s` is declared here", bp_text_of(c, f->name));
}

static void check_counts(bp_checker *c, const bp_stmt *s) {
  const bp_proc *f = s->proc;
  const char *name = bp_text_of(c, f->name);
  if (s->values != f->params) {
    sv_diag(c->diags, SV_ERROR, s->callee_span, "`%s` takes %s, but %u %s given", name,
            bp_count(c, f->params, "argument"), s->values, s->values == 1 ? "is" : "are");
    note_declaration(c, f);
  }
  if (s->targets && !f->results) {
    sv_diag(c->diags, SV_ERROR, left_side(s), "`%s` is `void`: it returns nothing to assign", name);
    note_declaration(c, f);
  } else if (s->targets && s->targets != f->results) {
    sv_diag(c->diags, SV_ERROR, left_side(s), "`%s` returns %s, but there %s %s to take %s", name,
            bp_count(c, f->results, "value"), s->targets == 1 ? "is" : "are",
            bp_count(c, s->targets, "variable"), f->results == 1 ? "it" : "them");
    note_declaration(c, f);
    if (s->targets < f->results)
      sv_diag_hint(c->diags, "`_` drops a result: `x, _ := %s(…)`", name);
  }
}

static void check_call(bp_checker *c, bp_stmt *s) {
  check_targets(c, s);
  for (uint32_t i = 0; i < s->targets; i++)
    if (s->target[i].passive)
      sv_diag(c->diags, SV_ERROR, s->target[i].span, "a call cannot assign to other threads");
  check_values(c, s);
  if (find_callee(c, s)) check_counts(c, s);
}

static void check_return(bp_checker *c, bp_stmt *s) {
  const bp_proc *f = c->proc;
  const char *name = bp_text_of(c, f->name);
  check_values(c, s);
  if (s->values == f->results) return;
  if (!f->results)
    sv_diag(c->diags, SV_ERROR, s->span, "`%s` is `void`, but this `return` has %s", name,
            bp_count(c, s->values, "value"));
  else
    sv_diag(c->diags, SV_ERROR, s->span, "`%s` returns %s, but this `return` has %s", name,
            bp_count(c, f->results, "value"), s->values ? bp_count(c, s->values, "value") : "none");
  note_declaration(c, f);
}

// --- jumps

static bp_label *label_of(bp_checker *c, bp_proc *f, sv_name name) {
  if (f == c->proc) {
    uint32_t i = sv_map_get(&c->labels, name.x);
    return i == SV_MAP_NONE ? NULL : f->label[i];
  }
  for (uint32_t i = 0; i < f->labels; i++)
    if (f->label[i]->name.x == name.x) return f->label[i];
  return NULL;
}

static void explain_unknown_label(bp_checker *c, sv_name name) {
  sv_suggestion s = sv_suggest(bp_text_of(c, name));
  for (uint32_t i = 0; i < c->program->procs; i++) {
    bp_label *there = label_of(c, c->program->proc[i], name);
    if (!there) continue;
    sv_diag(c->diags, SV_NOTE, there->span, "this one stands in `%s`, where no jump leads",
            bp_text_of(c, c->program->proc[i]->name));
    return;
  }
  for (uint32_t i = 0; i < c->proc->labels; i++)
    sv_suggest_try(&s, bp_text_of(c, c->proc->label[i]->name));
  if (s.best) sv_diag_hint(c->diags, "did you mean `%s`?", s.best);
}

static void check_goto(bp_checker *c, bp_stmt *s) {
  for (uint32_t i = 0; i < s->jumps; i++) {
    bp_jump *j = &s->jump[i];
    j->label = label_of(c, c->proc, j->name);
    if (j->label || !bp_first_time(&c->lost_labels, j->name)) continue;
    sv_diag(c->diags, SV_ERROR, j->span, "`%s` has no label `%s`", bp_text_of(c, c->proc->name),
            bp_text_of(c, j->name));
    if (bp_want_more(c)) explain_unknown_label(c, j->name);
  }
}

// --- locks and other statements on variables

static void check_named_variables(bp_checker *c, bp_stmt *s, const char *word) {
  for (uint32_t i = 0; i < s->targets; i++) {
    bp_target *t = &s->target[i];
    if (t->drop) sv_diag(c->diags, SV_ERROR, t->span, "`%s` needs a variable, not `_`", word);
    bp_check_target(c, t);
    if (t->passive && t->var)
      sv_diag(c->diags, SV_ERROR, t->span, "`%s` cannot name a variable of other threads", word);
  }
}

static void check_lock(bp_checker *c, bp_stmt *s, const char *word) {
  check_named_variables(c, s, word);
  c->program->locks = true;
  if (s->kind == BP_LOCK) c->has_lock = true;
  else once(&c->unlock, s->span);
  bp_var *v = s->target[0].var;
  if (!v || !once(&v->locked, s->span) || v->scope == BP_GLOBAL) return;
  sv_diag(c->diags, SV_WARNING, s->target[0].span,
          "`%s` belongs to one thread: locking it keeps no other thread out",
          bp_text_of(c, v->name));
  sv_diag_hint(c->diags, "declare the lock outside the procedures");
}

static void check_start(bp_checker *c, bp_stmt *s) {
  c->program->starts_threads = true;
  check_stmt(c, s->inner);
  if (s->inner->kind == BP_CALL && !s->inner->targets && s->inner->proc)
    s->inner->proc->started = true;
}

static void report_unsupported(bp_checker *c, const bp_stmt *s) {
  uint32_t bit = UINT32_C(1) << s->kind;
  if (c->reported & bit) return;
  c->reported |= bit;
  static const char *const word[] = {"sync", "wait", "broadcast", "signal"};
  sv_diag(c->diags, SV_UNSUPPORTED, s->span, "`%s` has no agreed meaning and is not checked",
          word[s->kind - BP_SYNC]);
  sv_diag_hint(c->diags, "shared variables with `assume` in an atomic section can express it");
}

static void check_branches(bp_checker *c, bp_stmt *s) {
  for (uint32_t i = 0; i < s->arms; i++) {
    bp_check_expr(c, s->arm[i].condition, BP_AT_VALUE);
    bp_check_block(c, &s->arm[i].body);
  }
  bp_check_block(c, &s->otherwise);
}

static void check_loop(bp_checker *c, bp_stmt *s) {
  bp_check_expr(c, s->condition, BP_AT_VALUE);
  bp_check_block(c, &s->body);
}

// Only those at the beginning of a procedure were collected there.
static void check_enforce(bp_checker *c, bp_stmt *s) {
  bp_check_expr(c, s->condition, BP_AT_VALUE);
  const bp_block *body = &c->proc->body;
  for (uint32_t i = 0; i < body->n; i++) {
    if (body->at[i] == s) return;
    if (body->at[i]->kind != BP_ENFORCE && body->at[i]->kind != BP_NOTHING) break;
  }
  sv_diag(c->diags, SV_ERROR, s->span, "`enforce` must come before all other statements");
  sv_diag_hint(c->diags, "it holds for the whole procedure; use `assume` for one place");
}

static void check_stmt(bp_checker *c, bp_stmt *s) {
  switch (s->kind) {
  case BP_NOTHING:
  case BP_SKIP:
  case BP_END_THREAD: return;
  case BP_ASSIGN: check_assign(c, s); return;
  case BP_CALL: check_call(c, s); return;
  case BP_RETURN: check_return(c, s); return;
  case BP_GOTO: check_goto(c, s); return;
  case BP_ASSUME:
  case BP_ASSERT:
  case BP_ABORTIF: bp_check_expr(c, s->condition, BP_AT_VALUE); return;
  case BP_ENFORCE: check_enforce(c, s); return;
  case BP_IF: check_branches(c, s); return;
  case BP_WHILE: check_loop(c, s); return;
  case BP_START: check_start(c, s); return;
  case BP_ATOMIC_BEGIN: c->program->atomics = c->has_atomic_begin = true; return;
  case BP_ATOMIC_END:
    c->program->atomics = true;
    once(&c->atomic_end, s->span);
    return;
  case BP_LOCK: check_lock(c, s, "lock"); return;
  case BP_UNLOCK: check_lock(c, s, "unlock"); return;
  case BP_DEAD: check_named_variables(c, s, "dead"); return;
  case BP_PRINT: check_values(c, s); return;
  case BP_SYNC:
    check_named_variables(c, s, "sync");
    report_unsupported(c, s);
    return;
  case BP_WAIT:
  case BP_BROADCAST:
  case BP_SIGNAL: report_unsupported(c, s); return;
  }
  SV_UNREACHABLE();
}

void bp_check_block(bp_checker *c, const bp_block *b) {
  for (uint32_t i = 0; i < b->n; i++) check_stmt(c, b->at[i]);
}
