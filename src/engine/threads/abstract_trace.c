// abstract_trace.c -- abstract counterexamples in words.
//
// A numbered list of thread states, each with the one or two before it in the list that
// are behind it, and what changed against the first of them; the violating one comes last.

#include "engine/threads/history.h"

enum { MOST_POINTS = 500 };

typedef struct {
  sv_thread_point point;
  sv_thread_behind behind;  // its points are not used
  uint32_t first, second;   // entries that are behind it
  uint32_t number;          // in the list, from 1; 0: not written yet
} entry;

typedef struct {
  sv_thread_sets *x;
  SV_VEC(entry) entries;
  uint32_t numbers;
  sv_text *out;
} teller;

// ---- what is behind what

static bool same_point(const sv_thread_sets *x, const sv_thread_point *a,
                       const sv_thread_point *b) {
  bool same = a->batch == b->batch;
  for (uint32_t i = 0; i < x->own_pairs.n && same; i++)
    same = a->values[2 * x->own_pairs.at[i]] == b->values[2 * x->own_pairs.at[i]];
  for (uint32_t i = 0; i < x->global_pairs.n && same; i++)
    same = a->values[2 * x->global_pairs.at[i]] == b->values[2 * x->global_pairs.at[i]];
  return same;
}

static uint32_t add_entry(teller *t, sv_thread_point p /*taken*/) {
  for (uint32_t i = 0; i < t->entries.n; i++)
    if (same_point(t->x, &t->entries.at[i].point, &p)) return sv_thread_point_free(&p), i;
  sv_push(t->entries, (entry){.point = p});
  return t->entries.n - 1;
}

static bool collect(teller *t) {
  for (uint32_t i = 0; i < t->entries.n; i++) {
    sv_thread_behind behind;
    if (t->entries.n > MOST_POINTS) return false;
    if (!sv_thread_look_behind(t->x, &t->entries.at[i].point, &behind)) return false;
    uint32_t first = behind.n > 0 ? add_entry(t, behind.first) : 0;
    uint32_t second = behind.n > 1 ? add_entry(t, behind.second) : 0;
    t->entries.at[i].behind = behind;
    t->entries.at[i].first = first;
    t->entries.at[i].second = second;
  }
  return true;
}

// ---- words

static sv_state *state_of(const teller *t, const sv_thread_point *p) {
  const sv_thread_sets *x = t->x;
  const sv_thread_system *s = x->s;
  sv_state *state = sv_state_new(s->net);
  uint8_t *bits = SV_NEW_ARRAY(uint8_t, s->coding->bits + 1);
  sv_coding_encode(s->coding, state, bits);
  for (uint32_t i = 0; i < sv_thread_real_globals(s); i++)
    bits[s->state_bit_of_global[i]] = p->values[2 * x->global_pairs.at[i]];
  for (uint32_t i = 0; i < s->locals; i++)
    bits[s->state_bit_of_local[i]] = p->values[2 * x->own_pairs.at[i]];
  sv_coding_decode(s->coding, bits, state);
  sv_free(bits);
  return state;
}

// Variables of the globals and the thread that are not as before; all if there is no before.
static void put_changes(const teller *t, const sv_state *state, const sv_state *before) {
  const sv_net *net = t->x->s->net;
  const sv_model *m = net->model;
  const char *separator = ": ";
  for (uint32_t i = 0; i < net->vars.n; i++) {
    const sv_net_var *v = &net->vars.at[i];
    if ((v->process && v->process != SV_NO_PROCESS) || v->is_pc || !v->variable) continue;
    for (uint32_t c = v->first_cell; c < v->first_cell + v->cells; c++) {
      if (before && sv_value_same(state->cells[c], before->cells[c])) continue;
      sv_text_printf(t->out, "%s%s", separator,
                     sv_names_get(m->names, m->variables.at[v->variable].name));
      if (v->cells > 1) sv_text_printf(t->out, "[%u]", c - v->first_cell);
      sv_text_string(t->out, " = ");
      sv_cell_value(net, c, state->cells[c], t->out);
      separator = ", ";
    }
  }
}

static void put_statement(const teller *t, uint32_t action) {
  const sv_action *a = &t->x->s->model->actions.at[t->x->s->actions.at[action].action];
  sv_text_printf(t->out, "`%s`", a->text ? a->text : sv_names_get(t->x->s->model->names, a->name));
}

static void put_origin(const teller *t, const entry *e) {
  uint32_t first = t->entries.at[e->first].number, second = t->entries.at[e->second].number;
  switch (t->x->batches.at[e->point.batch].origin.how) {
  case SV_THREAD_FIRST: sv_text_string(t->out, "the first thread"); return;
  case SV_THREAD_STEPPED: sv_text_printf(t->out, "%u takes ", first); break;
  case SV_THREAD_STARTED_BY: sv_text_printf(t->out, "started by %u, ", first); break;
  case SV_THREAD_RETURNED:
    sv_text_printf(t->out, "%u returns to the caller %u, ", first, second);
    break;
  case SV_THREAD_PASSED:
  case SV_THREAD_TOLD: sv_text_printf(t->out, "%u sees %u take ", first, second); break;
  }
  put_statement(t, e->behind.action);
}

static void put_entry(teller *t, entry *e) {
  const sv_template *template = &t->x->s->model->templates.at[1];
  sv_state *state = state_of(t, &e->point);
  sv_state *before = e->behind.n ? state_of(t, &t->entries.at[e->first].point) : NULL;
  uint32_t location = t->x->batches.at[e->point.batch].location;
  e->number = ++t->numbers;
  sv_text_printf(t->out, "  %3u  ", e->number);
  put_origin(t, e);
  sv_text_printf(t->out, "; at %s",
                 sv_names_get(t->x->s->model->names, template->locations.at[location].name));
  put_changes(t, state, before);
  sv_text_char(t->out, '\n');
  sv_state_free(t->x->s->net, state);
  if (before) sv_state_free(t->x->s->net, before);
}

// Those behind come first: their batches are earlier.
static void put_entries(teller *t) {
  for (uint32_t n = 0; n < t->entries.n; n++) {
    entry *next = NULL;
    for (uint32_t i = 0; i < t->entries.n; i++) {
      entry *e = &t->entries.at[i];
      if (!e->number && (!next || e->point.batch < next->point.batch)) next = e;
    }
    put_entry(t, next);
  }
}

void sv_thread_describe(sv_thread_sets *x, uint32_t property, sv_text *out) {
  teller t = {.x = x, .out = out};
  sv_thread_point bad;
  uint32_t action;
  if (!sv_thread_find_violation(x, property, &bad, &action)) return;
  add_entry(&t, bad);
  const sv_model *m = x->s->model;
  if (collect(&t)) {
    sv_text_printf(out, "  thread states, and what is behind each:\n");
    put_entries(&t);
    sv_text_printf(out, "  %u violates %s", t.entries.at[0].number,
                   sv_names_get(m->names, m->properties.at[property].name));
    if (action != UINT32_MAX) sv_text_string(out, " with "), put_statement(&t, action);
    sv_text_char(out, '\n');
  }
  for (uint32_t i = 0; i < t.entries.n; i++) sv_thread_point_free(&t.entries.at[i].point);
  sv_vec_free(t.entries);
}
