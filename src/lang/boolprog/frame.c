// frame.c -- the model's variables for a program's variables.
//
// Shared globals become globals of the model; thread_local ones and the
// frames of procedures belong to the thread template. A frame variable is
// false while its procedure is not active, so that states are canonical; the
// call, or the start of a thread, gives it its first value. Only the frame of
// main gets its values at the very start.
//
// A lock is a bit, mostly a shared one, and per thread a flag that says who
// holds it: only the holder can unlock. A lock that the program gives no first
// value is free. Behind the variables of a frame stand the flags of its own
// locks, and one that says that it is active if others need to know (x$).

#include "lang/boolprog/lower.h"

#include <string.h>

static bool starts_any(const bp_lowering *l, bp_init init) {
  return init == BP_INIT_ANY || (init == BP_INIT_OPEN && l->options->init == SV_OPT_INIT_ANY);
}

sv_term bp_first_value(const bp_lowering *l, const bp_var *v) {
  if (v->init == BP_INIT_OPEN && v->locked.file) return SV_FALSE;
  if (starts_any(l, v->init)) return SV_NONE;
  return sv_bool_const(v->init == BP_INIT_TRUE);
}

static uint32_t declare(bp_lowering *l, sv_name name, uint32_t owner, sv_term init, sv_span span) {
  return sv_model_variable(l->model, name, sv_sort_bool(l->model->terms), owner, init, span);
}

static uint32_t declare_flag(bp_lowering *l, const char *lock, sv_span span) {
  const char *name = sv_arena_printf(l->model->arena, "%s.holds", lock);
  return declare(l, sv_names_cstr(l->model->names, name), l->thread, SV_FALSE, span);
}

void bp_declare_globals(bp_lowering *l) {
  const bp_vars *globals = &l->program->globals;
  l->globals = SV_NEW_ARRAY(uint32_t, globals->n + 1);
  l->holders = SV_NEW_ARRAY(uint32_t, globals->n + 1);
  for (uint32_t i = 0; i < globals->n; i++) {
    const bp_var *v = globals->at[i];
    uint32_t owner = v->scope == BP_THREAD_LOCAL ? l->thread : SV_GLOBAL;
    l->globals[i] = declare(l, v->name, owner, bp_first_value(l, v), v->span);
    if (v->locked.file)
      l->holders[i] = declare_flag(l, sv_names_get(l->model->names, v->name), v->span);
  }
}

static uint32_t uses_of(const bp_vars *vars, sv_name name) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < vars->n; i++) n += vars->at[i]->name.x == name.x;
  return n;
}

static bool is_unique(const bp_program *p, sv_name name) {
  uint32_t n = uses_of(&p->globals, name);
  for (uint32_t i = 0; i < p->procs && n < 2; i++) n += uses_of(&p->proc[i]->vars, name);
  return n == 1;
}

// Its own name where no other variable has it, else "procedure.name"; deeper
// activations of a recursive procedure are marked.
static sv_name frame_name(bp_lowering *l, const bp_proc *p, const bp_var *v, uint32_t depth) {
  sv_model *m = l->model;
  const char *text = sv_names_get(m->names, v->name);
  if (!is_unique(l->program, v->name))
    text = sv_arena_printf(m->arena, "%s.%s", sv_names_get(m->names, p->name), text);
  if (depth) text = sv_arena_printf(m->arena, "%s~%u", text, depth + 1);
  return sv_names_cstr(m->names, text);
}

static void declare_presence(bp_lowering *l, const bp_proc *p, uint32_t depth) {
  const char *name =
      sv_arena_printf(l->model->arena, "%s.active", sv_names_get(l->model->names, p->name));
  sv_term init = sv_bool_const(p == l->program->main && !depth);
  declare(l, sv_names_cstr(l->model->names, name), l->thread, init, p->name_span);
}

static uint32_t declare_frame(bp_lowering *l, const bp_proc *p, uint32_t depth) {
  uint32_t first = l->model->variables.n;
  for (uint32_t i = 0; i < p->vars.n; i++) {
    const bp_var *v = p->vars.at[i];
    bool at_start = p == l->program->main && !depth && l->live[p->index][i];
    sv_term init = at_start ? bp_first_value(l, v) : SV_FALSE;
    declare(l, frame_name(l, p, v, depth), l->thread, init, v->span);
  }
  for (uint32_t i = 0; i < p->vars.n; i++) {
    const bp_var *v = p->vars.at[i];
    const char *name = sv_names_get(l->model->names, frame_name(l, p, v, depth));
    if (v->locked.file) declare_flag(l, name, v->span);
  }
  if (l->presence[p->index]) declare_presence(l, p, depth);
  return first;
}

// Locks among the first n variables.
static uint32_t locks_before(const bp_proc *p, uint32_t n) {
  uint32_t locks = 0;
  for (uint32_t i = 0; i < n; i++) locks += p->vars.at[i]->locked.file != 0;
  return locks;
}

uint32_t bp_frame_size(const bp_lowering *l, const bp_proc *p) {
  return p->vars.n + locks_before(p, p->vars.n) + l->presence[p->index];
}

uint32_t bp_presence(bp_lowering *l, const bp_proc *p, uint32_t depth) {
  return l->presence[p->index] ? bp_frame(l, p, depth) + bp_frame_size(l, p) - 1 : 0;
}

uint32_t bp_frame(bp_lowering *l, const bp_proc *p, uint32_t depth) {
  sv_u32s *frames = &l->frames[p->index];
  sv_fill(*frames, depth >= frames->n ? depth + 1 : frames->n);
  if (!frames->at[depth]) frames->at[depth] = declare_frame(l, p, depth);
  return frames->at[depth];
}

uint32_t bp_variable(bp_lowering *l, const bp_context *c, const bp_var *v) {
  if (!v->proc) return l->globals[v->index];
  assert(v->proc == c->proc);
  return bp_frame(l, c->proc, c->depth) + v->index;
}

uint32_t bp_holder(bp_lowering *l, const bp_context *c, const bp_var *lock) {
  assert(lock->locked.file);
  if (!lock->proc) return l->holders[lock->index];
  return bp_frame(l, c->proc, c->depth) + c->proc->vars.n + locks_before(c->proc, lock->index);
}

sv_term bp_read(bp_lowering *l, const bp_context *c, const bp_var *v, uint32_t role) {
  return sv_model_var(l->model, bp_variable(l, c, v), role);
}
