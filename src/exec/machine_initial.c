// machine_initial.c -- packed initial states.
//
// What starts with a constant is a patch on zero words; the other cells count
// through their values, the last one fastest. Queues are empty: all zero. The
// init constraint and the invariants of locations sort out the rest.

#include "exec/machine_inside.h"

#define TRIES_MAX (UINT64_C(1) << 62)

static void set_constant(sv_maker *m, const sv_net_var *v) {
  sv_compiler *C = &m->compiler;
  sv_clear(m->values);
  sv_code_begin(C, 0);
  sv_code_plan(C, &v->init, 1);
  sv_code_cells(C, v->init, &m->values);
  for (uint32_t i = 0; i < v->cells && !C->failed; i++) {
    if (m->values.at[i].constant)
      sv_maker_patch(m, m->program->layout->cells[v->first_cell + i], m->values.at[i].k);
    else sv_code_fail(C, "an initial value that is not constant");
  }
}

static uint32_t count_open(const sv_net *net) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < net->vars.n; i++)
    if (sv_is_none(net->vars.at[i].init)) n += net->vars.at[i].cells;
  return n;
}

static void add_open(sv_maker *m, const sv_net_var *v, sv_field *fields, sv_radix *values,
                     uint64_t *tries) {
  sv_program *p = m->program;
  int64_t lo = 0, hi = 0;
  sv_layout_range(p->net, sv_sort_scalar(p->net->model->terms, v->sort), &lo, &hi);
  for (uint32_t i = 0; i < v->cells; i++) {
    sv_radix radix = {lo, (uint64_t)hi - (uint64_t)lo + 1};
    fields[p->open_count] = p->layout->cells[v->first_cell + i];
    values[p->open_count++] = radix;
    if (radix.size > TRIES_MAX / *tries)
      sv_code_fail(&m->compiler, "more than 2^62 states to start with");
    else *tries *= radix.size;
  }
}

void sv_program_initial(sv_maker *m) {
  sv_program *p = m->program;
  uint32_t open = count_open(p->net);
  sv_field *fields = SV_ARENA_ARRAY(p->arena, sv_field, open + 1);
  sv_radix *values = SV_ARENA_ARRAY(p->arena, sv_radix, open + 1);
  uint64_t tries = 1;
  sv_clear(m->patches);
  for (uint32_t i = 0; i < p->net->vars.n && !m->compiler.failed; i++) {
    const sv_net_var *v = &p->net->vars.at[i];
    if (sv_is_none(v->init)) add_open(m, v, fields, values, &tries);
    else set_constant(m, v);
  }
  p->open = fields, p->open_values = values;
  p->start = sv_maker_keep(m, m->patches.at, m->patches.n, sizeof *m->patches.at);
  p->start_count = m->patches.n;
  assert(p->open_count <= open);
  p->init = sv_maker_condition(m, p->net->init);
}

static void set_first(const sv_program *p, uint64_t *words) {
  memset(words, 0, p->layout->words * sizeof *words);  // open cells have their lowest values
  for (uint32_t i = 0; i < p->start_count; i++) words[p->start[i].word] |= p->start[i].set;
}

// The next values of the open cells; false if these were the last.
static bool set_next(const sv_program *p, uint64_t *words) {
  for (uint32_t i = p->open_count; i--;) {
    const sv_radix *radix = &p->open_values[i];
    uint64_t digit = (uint64_t)sv_field_get(words, p->open[i]) - (uint64_t)radix->lo + 1;
    assert(digit >= 1 && digit <= radix->size);
    bool more = digit < radix->size;
    sv_field_set(words, p->open[i], more ? (int64_t)((uint64_t)radix->lo + digit) : radix->lo);
    if (more) return true;
  }
  return false;
}

sv_exec_end sv_machine_initials(sv_machine *m, sv_packed_fn *fn, void *context) {
  const sv_program *p = m->program;
  if (p->functions) return sv_machine_native_initials(m, fn, context);
  uint64_t *words = SV_NEW_ARRAY(uint64_t, p->layout->words);
  sv_exec_end end = SV_EXEC_DONE;
  set_first(p, words);
  do {
    bool initial = sv_machine_holds_at(m, p->init, words) && sv_machine_invariants_hold(m, words);
    if (initial ? !fn(context, words) : !sv_machine_goes_on(m)) end = SV_EXEC_STOPPED;
  } while (end == SV_EXEC_DONE && set_next(p, words));
  sv_free(words);
  return end;
}
