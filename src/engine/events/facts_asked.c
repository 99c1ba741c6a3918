// facts_asked.c -- see facts_asked.h.

#include "engine/events/facts_asked.h"

enum { MOST_ASKED = 60 };
static const double most_seconds = 2, part = 0.2;  // of what is left

typedef struct {
  sv_model *m;
  const sv_net *net;
  sv_invariants asked;
  sv_u32s properties;  // parallel
} questions;

// The process whose location the item is; SV_NO_PROCESS: it is something else.
static uint32_t process_at(const sv_net *net, uint32_t item) {
  for (uint32_t p = 0; p < net->processes.n; p++)
    if (net->vars.at[net->processes.at[p].pc].first_cell == item) return p;
  return SV_NO_PROCESS;
}

static sv_term stands_at(const questions *q, uint32_t process, int64_t location) {
  sv_terms *T = q->m->terms;
  const sv_net_process *p = &q->net->processes.at[process];
  uint32_t pc = q->m->templates.at[p->template_number].pc;
  sv_sort sort = q->m->variables.at[pc].sort;
  sv_term counter = sv_remote(T, sort, pc, sv_int_const(T, p->instance));
  return sv_eq(T, counter, sv_const(T, sort, sv_small(location)));
}

static void ask_about(questions *q, const sv_invariant_clause *c) {
  uint32_t one = process_at(q->net, c->item);
  uint32_t other = c->when == SV_INVARIANT_ALWAYS ? one : process_at(q->net, c->when);
  if (q->asked.n >= MOST_ASKED || one == SV_NO_PROCESS || other == SV_NO_PROCESS) return;
  sv_terms *T = q->m->terms;
  sv_term there = stands_at(q, one, c->value);
  if (c->when != SV_INVARIANT_ALWAYS) there = sv_and(T, there, stands_at(q, other, c->is));
  sv_text name = {0};
  sv_text_printf(&name, "fact %u", q->asked.n);
  sv_name word = sv_names_cstr(q->m->names, sv_text_get(&name));
  sv_push(q->asked, *c);
  sv_push(q->properties, sv_model_property(q->m, word, SV_PROP_INVARIANT, sv_not(there),
                                           sv_names_get(q->m->names, word), SV_NOWHERE));
  sv_text_free(&name);
}

// A range of places is that each other one is never entered.
static void ask_about_range(questions *q, const sv_invariant_clause *c) {
  uint32_t process = process_at(q->net, c->item);
  if (process == SV_NO_PROCESS) return;
  uint32_t n = sv_net_locations(q->net, process);
  for (uint32_t l = 0; l < n; l++) {
    bool out = c->kind == SV_INVARIANT_AT_LEAST ? l < c->value : l > c->value;
    sv_invariant_clause never = {SV_INVARIANT_IS_NOT, c->when, c->item, c->is, l};
    if (out) ask_about(q, &never);
  }
}

static void list_questions(questions *q, const sv_invariants *guesses) {
  for (uint32_t i = 0; i < guesses->n; i++) {
    if (guesses->at[i].kind == SV_INVARIANT_IS_NOT) ask_about(q, &guesses->at[i]);
    else ask_about_range(q, &guesses->at[i]);
  }
}

static void set_options(const questions *q, const sv_run *run, sv_options *o) {
  sv_text why = {0};
  sv_options_init(o);
  o->threads = run->options->threads, o->pool = run->options->pool;
  o->seed = run->options->seed;
  o->keep_going = true;
  sv_options_set(o, "--deadlock", "off", &why);
  for (uint32_t i = 0; i < q->properties.n; i++) {
    sv_name name = q->m->properties.at[q->properties.at[i]].name;
    sv_options_set(o, "--property", sv_names_get(q->m->names, name), &why);
  }
  sv_text_free(&why);
}

static void keep_shown(const questions *q, const sv_answer *a, sv_invariants *shown) {
  for (uint32_t i = 0; i < a->findings.n && !a->bug; i++)
    for (uint32_t k = 0; k < q->properties.n; k++)
      if (a->findings.at[i].property == q->properties.at[k] &&
          a->findings.at[i].verdict == SV_HOLDS)
        sv_push(*shown, q->asked.at[k]);
}

void sv_events_facts_ask(sv_model *m, const sv_net *net, const sv_invariants *guesses,
                         const sv_run *run, const char *engine, sv_invariants *shown) {
  questions q = {.m = m, .net = net};
  uint32_t before = m->properties.n;
  list_questions(&q, guesses);
  if (q.asked.n) {
    sv_options options;
    set_options(&q, run, &options);
    double left = sv_limits_left(run->limits) * part;
    sv_limits limits = sv_limits_part(run->limits, left < most_seconds ? left : most_seconds);
    sv_run one = {.options = &options, .limits = &limits, .log = run->log};
    sv_answer *a = sv_engine_run(sv_engine_find(engine), m, &one);
    keep_shown(&q, a, shown);
    sv_answer_free(a);
    sv_options_free(&options);
  }
  m->properties.n = before;
  sv_vec_free(q.asked);
  sv_vec_free(q.properties);
}
