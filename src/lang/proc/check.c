// check.c -- the items of a program. See check.h.

#include "lang/proc/check.h"

// --- declarations, in the order of the text

static void check_constant(proc_checker *c, proc_decl *d) {
  const char *what =
      d->kind == PROC_D_CONST ? "the value of a constant" : "the value of a parameter";
  d->type.kind = PROC_BAD;
  if (proc_check_expr(c, d->value[0]) && proc_need_constant(c, d->value[0], what, &d->number)) {
    d->type = d->value[0]->type;
    if (d->kind == PROC_D_PARAM && d->type.kind == PROC_ENUM)
      sv_diag(c->diags, SV_ERROR, d->value[0]->span, "a parameter is a number or a truth value");
  }
  proc_declare(c, d);
}

static void check_instances(proc_checker *c, proc_decl *d) {
  int64_t last;
  d->instances = 1;
  if (!d->index) return;
  d->index->type = (proc_type){.kind = PROC_INT};
  bool good = proc_need_range(c, d->first, d->last, &d->lo, &last);
  if (!good) return;
  sv_span span = sv_span_join(d->first->span, d->last->span);
  if (last < d->lo) {
    sv_diag(c->diags, SV_ERROR, span, "the range %lld..%lld is empty", (long long)d->lo,
            (long long)last);
    sv_diag_hint(c->diags, "there must be at least one process `%s`", proc_name_of(c, d->name));
  } else if (last - d->lo >= PROC_INSTANCES_MAX) {
    sv_diag(c->diags, SV_ERROR, span, "more than %d processes `%s`", PROC_INSTANCES_MAX,
            proc_name_of(c, d->name));
  } else {
    d->instances = (uint32_t)(last - d->lo + 1);
  }
}

static void check_head(proc_checker *c, proc_decl *f) {
  f->order = ++c->functions;
  for (uint32_t i = 0; i < f->parameters; i++) {
    f->parameter[i]->owner = f;
    proc_check_type(c, &f->parameter[i]->type);
  }
  if (f->type.span.file) proc_check_type(c, &f->type);
  else if (!f->is_block)
    sv_diag(c->diags, SV_ERROR, f->span, "the type of the value of `%s` is missing",
            proc_name_of(c, f->name));
  proc_declare(c, f);
}

static void check_enum(proc_checker *c, proc_decl *d) {
  proc_type t = {.kind = PROC_ENUM, .set = d->set};
  proc_declare(c, d);
  proc_check_type(c, &t);
}

static void check_declaration(proc_checker *c, proc_decl *d) {
  switch (d->kind) {
  case PROC_D_CONST: check_constant(c, d); break;
  case PROC_D_PARAM:
    check_constant(c, d);
    proc_set_parameter(c, d);
    break;
  case PROC_D_ENUM: check_enum(c, d); break;
  case PROC_D_VAR: proc_check_variable(c, d); break;
  case PROC_D_LOCK:
    proc_check_sizes(c, d);
    proc_declare(c, d);
    break;
  case PROC_D_CHAN:
    proc_check_channel(c, d);
    proc_declare(c, d);
    break;
  case PROC_D_FUNCTION: check_head(c, d); break;
  case PROC_D_PROCESS:
    check_instances(c, d);
    proc_declare(c, d);
    break;
  case PROC_D_MEMBER:
  case PROC_D_INDEX:
  case PROC_D_PROPERTY:
  case PROC_D_INIT: break;
  }
}

// --- bodies

static void check_function(proc_checker *c, proc_decl *f) {
  uint32_t visible = c->decls.n;
  c->function = f;
  for (uint32_t i = 0; i < f->parameters; i++) proc_declare(c, f->parameter[i]);
  if (f->is_block) proc_check_block(c, &f->body, true);
  else proc_check_value(c, &f->type, f->value[0], "the result");
  if (f->is_block && f->type.kind != PROC_BAD && !proc_always_returns(&f->body)) {
    sv_diag(c->diags, SV_ERROR, f->closing, "`%s` can end without a `return`",
            proc_name_of(c, f->name));
    sv_diag(c->diags, SV_NOTE, f->span, "it returns %s", proc_type_text(c, &f->type));
  }
  proc_forget(c, visible);
  c->function = NULL;
}

static void check_process(proc_checker *c, proc_decl *p) {
  uint32_t visible = c->decls.n;
  c->process = p;
  if (p->index) proc_declare(c, p->index);
  proc_check_block(c, &p->body, true);
  p->locals = c->locals.n;
  p->local = SV_ARENA_ARRAY(c->arena, proc_decl *, c->locals.n + 1);
  for (uint32_t i = 0; i < c->locals.n; i++) p->local[i] = c->locals.at[i];
  p->labels = c->labels.n;
  p->label = SV_ARENA_ARRAY(c->arena, proc_label *, c->labels.n + 1);
  for (uint32_t i = 0; i < c->labels.n; i++) p->label[i] = c->labels.at[i];
  sv_clear(c->locals);
  sv_clear(c->labels);
  proc_forget(c, visible);
  c->process = NULL;
}

static void check_property_name(proc_checker *c, const proc_decl *d) {
  static const char *const taken[] = {"deadlock", "division", "index", "locks", "range"};
  const char *name = proc_name_of(c, d->name);
  for (size_t i = 0; i < SV_COUNT(taken); i++)
    if (!strcmp(name, taken[i])) {
      sv_diag(c->diags, SV_ERROR, d->span, "`%s` is checked in every program: take another name",
              name);
      return;
    }
  for (uint32_t i = 0; c->program->item[i] != d; i++) {
    const proc_decl *other = c->program->item[i];
    if (other->kind != PROC_D_PROPERTY || other->name.x != d->name.x) continue;
    sv_diag(c->diags, SV_ERROR, d->span, "there is already a property `%s`", name);
    sv_diag(c->diags, SV_NOTE, other->span, "here");
    return;
  }
}

static void check_observer(proc_checker *c, proc_decl *d) {
  c->observer = true;
  if (d->kind == PROC_D_PROPERTY) check_property_name(c, d);
  proc_need_kind(c, d->value[0], PROC_BOOL, d->kind == PROC_D_PROPERTY ? "a property" : "`init`");
  c->observer = false;
}

static void check_bodies(proc_checker *c, proc_decl_kind kind) {
  for (uint32_t i = 0; i < c->program->items; i++) {
    proc_decl *d = c->program->item[i];
    if (d->kind != kind) continue;
    if (kind == PROC_D_FUNCTION) check_function(c, d);
    else if (kind == PROC_D_PROCESS) check_process(c, d);
    else check_observer(c, d);
  }
}

static void check_any_process(proc_checker *c, sv_span here) {
  for (uint32_t i = 0; i < c->program->items; i++)
    if (c->program->item[i]->kind == PROC_D_PROCESS) return;
  sv_diag(c->diags, SV_ERROR, here, "there is no process");
  sv_diag_hint(c->diags, "write `process main { … }`");
}

void proc_check(sv_arena *arena, sv_names *names, const sv_sources *sources, sv_diags *diags,
                const proc_sets *sets, proc_program *program) {
  proc_checker c = {.arena = arena,
                    .names = names,
                    .sources = sources,
                    .diags = diags,
                    .sets = sets,
                    .program = program};
  for (uint32_t i = 0; i < program->items; i++) check_declaration(&c, program->item[i]);
  proc_check_sets(&c);
  check_bodies(&c, PROC_D_FUNCTION);
  check_bodies(&c, PROC_D_PROCESS);
  check_bodies(&c, PROC_D_PROPERTY);
  check_bodies(&c, PROC_D_INIT);
  check_any_process(&c, program->items ? program->item[program->items - 1]->span : SV_NOWHERE);
  sv_map_free(&c.known);
  sv_vec_free(c.decls);
  sv_vec_free(c.locals);
  sv_vec_free(c.labels);
}
