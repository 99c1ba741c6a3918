// trace.c -- a trace, step by step, for users of the library.
//
// A trace is walked through once, when it is first asked for; what there is to say about its
// steps is kept as text. Values and processes are called what people call them (report/show.h).

#include "api/api.h"
#include "report/line.h"
#include "report/show.h"
#include "report/waits.h"

typedef SV_VEC(selvage_value) values;

typedef struct {
  selvage_step shown;
  selvage_value *changes;
} step;

struct selvage_trace {
  const sv_net *net;
  const sv_trace *trace;
  sv_arena *arena;  // of all strings and changes
  SV_VEC(step) steps;
  values initial;
  SV_VEC(selvage_wait) waits;
};

static const char *keep(selvage_trace *t, sv_text *text) {
  const char *kept = sv_arena_strndup(t->arena, sv_text_get(text), text->n);
  sv_text_free(text);
  return kept;
}

// "x = 1" as a name and a value; frees the items.
static void split(selvage_trace *t, sv_strings *items, values *out) {
  for (uint32_t i = 0; i < items->n; i++) {
    const char *item = items->at[i], *equals = strstr(item, " = ");
    assert(equals);
    selvage_value v = {.name = sv_arena_strndup(t->arena, item, (size_t)(equals - item)),
                       .value = sv_arena_strndup(t->arena, equals + 3, strlen(equals + 3))};
    sv_push(*out, v);
  }
  sv_strings_free(items);
}

typedef struct {
  selvage_trace *t;
  sv_exec *exec;
  sv_state *last;
} walk;

// Does the run end by what this step violates?
static bool ends_by(const selvage_trace *t, const sv_step *s) {
  const sv_trace *trace = t->trace;
  return trace->property && t->steps.n + 1 == trace->steps.n &&
         sv_exec_violated_by(t->net, s, trace->property);
}

static size_t number_of(const selvage_trace *t) {
  uint32_t i = t->steps.n;
  return t->trace->of && i < t->trace->numbers.n ? t->trace->numbers.at[i] : i + 1;
}

static selvage_step describe(walk *w, const sv_state *before, const sv_step *s) {
  selvage_trace *t = w->t;
  const sv_model *m = t->net->model;
  sv_text who = {0}, what = {0}, fails = {0}, output = {0};
  selvage_step out = {.number = number_of(t)};
  sv_step_processes(t->net, before, s, &who);
  sv_step_statement(t->net, s, &what);
  out.process = keep(t, &who);
  out.statement = keep(t, &what);
  out.place = sv_api_place(m, m->actions.at[t->net->actions.at[s->action].action].span);
  if (sv_show_blame(w->exec, before, s, &fails, NULL)) out.fails = keep(t, &fails);
  if (sv_show_output(w->exec, before, s, &output)) out.output = keep(t, &output);
  return out;
}

static void note_step(void *context, const sv_state *before, const sv_step *s,
                      const sv_state *after) {
  walk *w = context;
  selvage_trace *t = w->t;
  step one = {.shown = describe(w, before, s)};
  sv_strings items = {0};
  values changes = {0};
  bool undone = one.shown.fails && ends_by(t, s);
  if (!undone) sv_show_changes(t->net, before, after, SV_NO_PROCESS, &items);
  split(t, &items, &changes);
  SV_ARENA_KEEP(t->arena, changes, one.changes, one.shown.changes);
  sv_push(t->steps, one);
  sv_state_copy(t->net, w->last, after);
}

static const char *needs_of(selvage_trace *t, const sv_state *s, const sv_wait *wait) {
  sv_text all = {0};
  for (uint32_t i = 0; i < wait->needs.n; i++) {
    sv_need_text(t->net, s, &wait->needs.at[i], &all);
    sv_text_char(&all, '\n');
  }
  return keep(t, &all);
}

static void note_wait(selvage_trace *t, const sv_state *s, const sv_wait *wait) {
  const sv_model *m = t->net->model;
  sv_text who = {0}, what = {0};
  sv_show_process(t->net, s, wait->process, &who);
  selvage_wait out = {.process = keep(t, &who), .may_stay = wait->may_stay};
  out.needs = needs_of(t, s, wait);
  if (wait->action != SV_WAITS_IN_VAIN) {
    sv_step_statement(t->net, &(const sv_step){.action = wait->action}, &what);
    out.statement = keep(t, &what);
    out.place = sv_api_place(m, m->actions.at[t->net->actions.at[wait->action].action].span);
  }
  sv_push(t->waits, out);
}

// Where nothing can move any more at the end.
static void note_waits(selvage_trace *t, const sv_state *last) {
  const sv_trace *trace = t->trace;
  bool deadlock =
      trace->property && t->net->properties.at[trace->property].kind == SV_PROP_DEADLOCK;
  if (!deadlock && !(trace->lasso && trace->loop == trace->steps.n)) return;
  sv_waits waits = {0};
  sv_list_waits(t->net, last, &waits);
  for (uint32_t i = 0; i < waits.n; i++) note_wait(t, last, &waits.at[i]);
  sv_waits_free(&waits);
}

static selvage_trace *new_trace(const sv_net *net, const sv_trace *trace) {
  selvage_trace *t = SV_NEW(selvage_trace);
  *t = (selvage_trace){.net = net, .trace = trace, .arena = sv_arena_new()};
  sv_strings items = {0};
  sv_text why = {0};
  sv_show_initial(net, trace->initial, &items);
  split(t, &items, &t->initial);
  walk w = {t, sv_exec_new(net), sv_state_new(net)};
  sv_state_copy(net, w.last, trace->initial);
  if (sv_trace_replay(w.exec, trace, note_step, &w, &why)) note_waits(t, w.last);
  sv_exec_free(w.exec);
  sv_state_free(net, w.last);
  sv_text_free(&why);
  return t;
}

void sv_api_trace_free(selvage_trace *t) {
  if (!t) return;
  sv_vec_free(t->steps);
  sv_vec_free(t->initial);
  sv_vec_free(t->waits);
  sv_arena_free(t->arena);
  sv_free(t);
}

// ---- The traces of an answer ------------------------------------------------------------

static const selvage_trace *told(selvage_answer *a, uint32_t slot, const sv_net *net,
                                 const sv_trace *trace) {
  uint32_t slots = (a->answer ? a->answer->findings.n : 0) + 1;
  sv_fill(a->told, slots);
  if (!a->told.at[slot] && trace) a->told.at[slot] = new_trace(net, trace);
  return a->told.at[slot];
}

const selvage_trace *selvage_answer_trace(selvage_answer *a, size_t i) {
  REQUIRE(a, "needs an answer");
  if (!a->answer || i >= a->answer->findings.n) return NULL;
  const sv_finding *f = &a->answer->findings.at[i];
  return told(a, (uint32_t)i, sv_finding_net(a->answer, f), f->trace);
}

const selvage_trace *selvage_answer_first_trace(selvage_answer *a) {
  REQUIRE(a, "needs an answer");
  if (a->trace) return told(a, a->answer ? a->answer->findings.n : 0, a->net, a->trace);
  for (uint32_t i = 0; a->answer && i < a->answer->findings.n; i++)
    if (a->answer->findings.at[i].trace) return selvage_answer_trace(a, i);
  return NULL;
}

const char *selvage_trace_property(const selvage_trace *t) {
  uint32_t property = t->trace->property;
  const sv_model *m = t->net->model;
  return property ? sv_names_get(m->names, t->net->properties.at[property].name) : NULL;
}

int selvage_trace_initial(const selvage_trace *t, size_t i, selvage_value *out) {
  if (i < t->initial.n) *out = t->initial.at[i];
  return i < t->initial.n;
}

size_t selvage_trace_length(const selvage_trace *t) { return t->steps.n; }

int selvage_trace_step(const selvage_trace *t, size_t i, selvage_step *out) {
  if (i < t->steps.n) *out = t->steps.at[i].shown;
  return i < t->steps.n;
}

int selvage_trace_change(const selvage_trace *t, size_t i, size_t k, selvage_value *out) {
  bool there = i < t->steps.n && k < t->steps.at[i].shown.changes;
  if (there) *out = t->steps.at[i].changes[k];
  return there;
}

int selvage_trace_wait(const selvage_trace *t, size_t i, selvage_wait *out) {
  if (i < t->waits.n) *out = t->waits.at[i];
  return i < t->waits.n;
}

int selvage_trace_loop(const selvage_trace *t, size_t *first) {
  if (t->trace->lasso) *first = t->trace->loop;
  return t->trace->lasso;
}
