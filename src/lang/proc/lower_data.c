// lower_data.c -- variables, channels and locks, and what is stored in them.

#include "lang/proc/lower.h"
#include "lang/unique.h"

enum { GLOBAL_NAMES = 0 };

static const char *name_of(const proc_lowering *l, sv_name name) {
  return sv_names_get(l->model->names, name);
}

// --- sorts

static sv_sort enum_sort(proc_lowering *l, proc_enum *set) {
  sv_name *members = SV_ARENA_ARRAY(l->arena, sv_name, set->members);
  sv_text text = {0};
  for (uint32_t i = 0; i < set->members; i++) {
    members[i] = set->member[i]->name;
    sv_text_printf(&text, "%s%s", i ? ", " : "{", name_of(l, members[i]));
  }
  sv_text_char(&text, '}');
  sv_name name = set->name.x ? set->name : sv_names_cstr(l->model->names, sv_text_get(&text));
  sv_text_free(&text);
  return sv_sort_enum(l->terms, name, members, set->members);
}

sv_sort proc_sort(proc_lowering *l, const proc_type *t) {
  if (t->kind == PROC_BOOL) return sv_sort_bool(l->terms);
  if (t->kind == PROC_ENUM) return enum_sort(l, t->set);
  return t->ranged ? sv_sort_range(l->terms, t->lo, t->hi) : sv_sort_int(l->terms);
}

static sv_sort array_sort(proc_lowering *l, const proc_decl *d, sv_sort element) {
  for (uint32_t i = d->dimensions; i--;) element = sv_sort_array(l->terms, d->length[i], element);
  return element;
}

// --- stored values

static sv_term wrapped(proc_lowering *l, const proc_type *t, sv_term value) {
  sv_term lo = sv_int_const(l->terms, t->lo);
  sv_term size = sv_int_const(l->terms, t->hi - t->lo + 1);
  sv_term above = sv_app2(l->terms, SV_OP_SUB, value, lo);
  return sv_app2(l->terms, SV_OP_ADD, sv_app2(l->terms, SV_OP_MOD, above, size), lo);
}

sv_term proc_stored(proc_lowering *l, const proc_type *t, sv_term value, const char *what) {
  int64_t lo, hi;
  if (t->kind != PROC_INT || !t->ranged) return value;
  if (proc_bounds(l->terms, value, &lo, &hi) && lo >= t->lo && hi <= t->hi) return value;
  if (t->wraps) return wrapped(l, t, value);
  proc_fails(l, PROC_FAULT_RANGE, proc_out_of(l, value, what, t->lo, t->hi, l->step->span));
  return value;
}

sv_term proc_stored_value(proc_lowering *l, const proc_type *t, const proc_expr *e) {
  sv_term value = proc_term(l, e);
  const char *text = proc_text_of(l, e->span);
  return proc_stored(l, t, value, sv_arena_printf(l->arena, "the value %s", text));
}

// --- initial values

static void bad_initial(proc_lowering *l, const proc_decl *d) {
  const char *of = l->process && l->process->index
                       ? sv_arena_printf(l->arena, " of `%s[%lld]`", name_of(l, l->process->name),
                                         (long long)(l->process->lo + l->instance))
                       : "";
  sv_diag(l->diags, SV_ERROR, d->all, "the initial value of `%s`%s is not in its range",
          name_of(l, d->name), of);
}

// Element i; the value has been checked to be a constant.
static sv_term initial_element(proc_lowering *l, const proc_decl *d, uint32_t i) {
  const proc_expr *e = d->value[d->init == PROC_LIST ? i : 0];
  if (d->init == PROC_EACH) d->each->term = sv_int_const(l->terms, i);
  return proc_stored_value(l, &d->type, e);
}

static sv_term initial_array(proc_lowering *l, const proc_decl *d, sv_sort sort) {
  if (d->init == PROC_FILL) {
    sv_term element = initial_element(l, d, 0);
    for (uint32_t i = d->dimensions; i--;) {
      sv_sort part = array_sort(l, d, proc_sort(l, &d->type));
      for (uint32_t k = 0; k < i; k++) part = sv_sort_get(l->terms, part)->element;
      element = sv_array_fill(l->terms, part, element);
    }
    return element;
  }
  SV_UNUSED(sort);
  sv_term *element = SV_ARENA_ARRAY(l->arena, sv_term, d->length[0]);
  for (uint32_t i = 0; i < d->length[0]; i++) element[i] = initial_element(l, d, i);
  return sv_array(l->terms, element, d->length[0]);
}

static bool any_fault(const proc_step *s) {
  for (int i = 0; i < PROC_FAULT_COUNT; i++)
    if (!sv_same(s->bad[i], SV_FALSE)) return true;
  return false;
}

static sv_term initial_value(proc_lowering *l, const proc_decl *d, sv_sort sort) {
  proc_step step;
  if (d->init == PROC_FREE) return SV_NONE;
  proc_begin_step(l, &step, d->span);
  sv_term t = d->dimensions ? initial_array(l, d, sort) : initial_element(l, d, 0);
  if (!any_fault(&step)) return t;
  bad_initial(l, d);
  return SV_NONE;
}

bool proc_declares_in_step(const proc_decl *d) { return d->init != PROC_FREE && !d->head; }

static uint32_t declare(proc_lowering *l, proc_decl *d, uint32_t owner, const char *name) {
  sv_sort sort = array_sort(l, d, proc_sort(l, &d->type));
  bool in_step = owner && proc_declares_in_step(d);
  sv_term init = in_step ? SV_NONE : initial_value(l, d, sort);
  sv_name unique = sv_unique_name(l->model, &l->names_used, owner, name, '~');
  return sv_model_variable(l->model, unique, sort, owner, init, d->span);
}

// --- variables of processes and functions

static sv_term function_local(proc_lowering *l, proc_decl *d) {
  if (d->stamp != l->number) {
    const char *name =
        sv_arena_printf(l->arena, "%s.%s", name_of(l, d->owner->name), name_of(l, d->name));
    d->variable = SV_ARENA_NEW(l->arena, uint32_t);
    d->variable[0] = declare(l, d, l->template_number, name);
    d->stamp = l->number;
  }
  return sv_model_var(l->model, d->variable[0], 0);
}

sv_term proc_variable(proc_lowering *l, proc_decl *d) {
  if (!d->owner) return sv_model_var(l->model, d->variable[0], 0);
  if (d->owner->kind == PROC_D_PROCESS) return sv_model_var(l->model, d->variable[l->instance], 0);
  return sv_is_none(d->term) ? function_local(l, d) : d->term;
}

void proc_lower_locals(proc_lowering *l) {
  const proc_decl *p = l->process;
  for (uint32_t i = 0; i < p->locals; i++) {
    proc_decl *d = p->local[i];
    if (!d->variable) d->variable = SV_ARENA_ARRAY(l->arena, uint32_t, p->instances);
    d->variable[l->instance] = declare(l, d, l->template_number, name_of(l, d->name));
  }
}

// --- channels and locks

static void lower_channel(proc_lowering *l, proc_decl *d) {
  sv_sort *fields = SV_ARENA_ARRAY(l->arena, sv_sort, d->fields);
  for (uint32_t i = 0; i < d->fields; i++) fields[i] = proc_sort(l, &d->field[i]);
  uint32_t capacity = d->room ? d->capacity : SV_UNBOUNDED;
  d->variable[0] = sv_model_queue(l->model, d->name, SV_GLOBAL, d->dimensions ? d->length[0] : 1,
                                  d->dimensions > 0, capacity, fields, d->fields, d->span);
}

// "free", then the names of all processes.
static const sv_words *lock_words(proc_lowering *l) {
  sv_name *names = SV_ARENA_ARRAY(l->arena, sv_name, l->processes + 1);
  uint32_t n = 0;
  names[n++] = sv_names_cstr(l->model->names, "free");
  for (uint32_t t = 1; t < l->model->templates.n; t++) names[n++] = l->model->templates.at[t].name;
  return sv_model_words(l->model, names, n);
}

// The number of the process that holds it, from 1; 0 if it is free.
static void lower_lock(proc_lowering *l, proc_decl *d) {
  sv_sort sort = array_sort(l, d, sv_sort_range(l->terms, 0, l->processes));
  sv_term init = sv_int_const(l->terms, 0);
  for (uint32_t i = d->dimensions; i--;) {
    sv_sort part = sort;
    for (uint32_t k = 0; k < i; k++) part = sv_sort_get(l->terms, part)->element;
    init = sv_array_fill(l->terms, part, init);
  }
  d->variable[0] = sv_model_variable(l->model, d->name, sort, SV_GLOBAL, init, d->span);
  l->model->variables.at[d->variable[0]].words = lock_words(l);
}

void proc_lower_globals(proc_lowering *l) {
  for (uint32_t i = 0; i < l->program->items; i++) {
    proc_decl *d = l->program->item[i];
    if (d->kind != PROC_D_VAR && d->kind != PROC_D_LOCK && d->kind != PROC_D_CHAN) continue;
    d->variable = SV_ARENA_NEW(l->arena, uint32_t);
    if (d->kind == PROC_D_VAR) d->variable[0] = declare(l, d, SV_GLOBAL, name_of(l, d->name));
    if (d->kind == PROC_D_LOCK) lower_lock(l, d);
    if (d->kind == PROC_D_CHAN) lower_channel(l, d);
  }
}
