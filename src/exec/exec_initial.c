// exec_initial.c -- initial states.
//
// Variables with an initial value have it, the cells of the others run through
// all values of their sorts. What remains is a filter: the init constraint and
// the invariants of the locations where the processes start.

#include "exec/exec_inside.h"

typedef struct {
  sv_u32s cells;          // cells that may start with any value
  SV_VEC(sv_sort) sorts;  // their sorts
  sv_values values;
} free_cells;

static void set_fixed(sv_exec *x, const sv_net_var *v, sv_state *s) {
  sv_code *code = sv_exec_code(x, v->init);
  sv_exec_run(x, code, (sv_view){.now = s});
  if (v->cells == 1) s->cells[v->first_cell] = sv_exec_scalar(x, code, 0);
  else memcpy(s->cells + v->first_cell, sv_exec_slice(x, code, 0), v->cells * sizeof *s->cells);
}

static void add_free(const sv_exec *x, const sv_net_var *v, free_cells *f) {
  for (uint32_t c = 0; c < v->cells; c++) {
    sv_push(f->cells, v->first_cell + c);
    sv_push(f->sorts, sv_sort_scalar(x->terms, v->sort));
  }
}

static void prepare(sv_exec *x, sv_state *s, free_cells *f) {
  for (uint32_t i = 0; i < x->net->vars.n; i++) {
    const sv_net_var *v = &x->net->vars.at[i];
    if (sv_is_none(v->init)) add_free(x, v, f);
    else set_fixed(x, v, s);
  }
  sv_fill(f->values, f->cells.n);
}

static bool passes(sv_exec *x, const sv_state *s) {
  sv_view view = {.now = s};
  if (!sv_exec_holds(x, sv_exec_code(x, x->net->init), view)) return false;
  return sv_exec_invariants_hold(x, s);
}

static sv_exec_end enumerate(sv_exec *x, free_cells *f, sv_state *s, sv_state_fn *fn,
                             void *context) {
  sv_choices_first(x->net, f->sorts.at, f->sorts.n, f->values.at);
  do {
    for (uint32_t i = 0; i < f->cells.n; i++) s->cells[f->cells.at[i]] = f->values.at[i];
    if (passes(x, s) ? !fn(context, s) : !sv_exec_goes_on(x)) return SV_EXEC_STOPPED;
  } while (sv_choices_next(x->net, f->sorts.at, f->sorts.n, f->values.at));
  return SV_EXEC_DONE;
}

sv_exec_end sv_exec_initials(sv_exec *x, sv_state_fn *fn, void *context) {
  sv_state *s = sv_state_new(x->net);
  free_cells f = {0};
  prepare(x, s, &f);
  bool finite = sv_choices_finite(x->net, f.sorts.at, f.sorts.n);
  sv_exec_end end = finite ? enumerate(x, &f, s, fn, context) : SV_EXEC_INFINITE;
  sv_vec_free(f.cells);
  sv_vec_free(f.sorts);
  sv_vec_free(f.values);
  sv_state_free(x->net, s);
  return end;
}

bool sv_exec_is_initial(sv_exec *x, const sv_state *s) {
  sv_state *expected = sv_state_new(x->net);
  free_cells f = {0};
  bool fits = true;
  prepare(x, expected, &f);
  for (uint32_t i = 0; i < f.cells.n; i++) {
    sv_value v = s->cells[f.cells.at[i]];
    fits &= sv_choices_has(x->net, f.sorts.at[i], v);
    expected->cells[f.cells.at[i]] = v;
  }
  fits = fits && sv_state_equal(x->net, s, expected) && passes(x, s);
  sv_vec_free(f.cells);
  sv_vec_free(f.sorts);
  sv_vec_free(f.values);
  sv_state_free(x->net, expected);
  return fits;
}
