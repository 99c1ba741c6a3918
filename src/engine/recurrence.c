// recurrence.c -- see recurrence.h.

#include "engine/recurrence.h"

#include "analysis/rewrite/record.h"

typedef struct {
  const sv_engine *engine;
  sv_model *model;
  const sv_run *run;
  sv_answer *answer;
  sv_engine_check_fn *check;
} asker;

// Takes the recurrences out of the findings.
static void set_apart(sv_answer *a, const sv_model *m, sv_u32s *apart) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < a->findings.n; i++) {
    sv_finding f = a->findings.at[i];
    if (m->properties.at[f.property].kind == SV_PROP_RECURRENCE) sv_push(*apart, f.property);
    else a->findings.at[kept++] = f;
  }
  a->findings.n = kept;
}

// Puts a finding for it back in its place.
static sv_finding *put_back(sv_answer *a, uint32_t property) {
  uint32_t i = a->findings.n;
  sv_push(a->findings, (sv_finding){0});
  for (; i && a->findings.at[i - 1].property > property; i--)
    a->findings.at[i] = a->findings.at[i - 1];
  a->findings.at[i] =
      (sv_finding){.property = property, .verdict = SV_UNKNOWN, .cause = SV_CAUSE_INCOMPLETE};
  return &a->findings.at[i];
}

static bool is_found(const sv_answer *a) {
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (a->findings.at[i].trace) return true;
  return false;
}

// ---- by recording

static void take_over(asker *k, sv_answer *b, sv_finding *f) {
  sv_answer *a = k->answer;
  uint32_t property = f->property;
  const sv_finding *g = &b->findings.at[0];
  if (b->bug) sv_answer_bug(a, "%s", b->bug);
  else if (g->verdict == SV_VIOLATED) {
    sv_trace *trace = sv_record_trace(a->net, b->net, g->trace);
    trace->property = property;
    sv_answer_violated(a, property, trace);
  } else if (g->verdict == SV_HOLDS) sv_answer_proven(f);
  else sv_answer_undecided(a, f, g->cause ? g->cause : SV_CAUSE_INCOMPLETE, g->reason);
  a->pool_full |= b->pool_full;
}

// The engine answers whether the net that records can close a loop.
static void ask_recorder(asker *k, sv_finding *f) {
  sv_text why = {0};
  sv_net *net = sv_record_new(k->answer->net, f->property, &why);
  if (!net) {
    sv_answer_undecided(k->answer, f, SV_CAUSE_UNSUPPORTED, sv_text_get(&why));
  } else {
    sv_answer *b = SV_NEW(sv_answer);
    b->engine = k->engine->name;
    b->net = net;
    b->threads = k->answer->threads;
    b->cause = SV_CAUSE_INCOMPLETE;
    sv_push(
        b->findings,
        (sv_finding){.property = f->property, .verdict = SV_UNKNOWN, .cause = SV_CAUSE_INCOMPLETE});
    sv_run again = *k->run;
    again.own_process = false;  // it may have done its work in this one before
    k->check(k->engine, k->model, &again, b);
    take_over(k, b, f);
    sv_answer_free(b);
  }
  sv_text_free(&why);
}

// ---- one after the other

static void refuse(asker *k, sv_finding *f) {
  sv_text why = {0};
  sv_text_printf(&why, "the engine '%s' does not look for infinite runs", k->engine->name);
  sv_answer_undecided(k->answer, f, SV_CAUSE_UNSUPPORTED, sv_text_get(&why));
  sv_text_free(&why);
}

static void ask(asker *k, uint32_t property) {
  sv_answer *a = k->answer;
  sv_finding *f = put_back(a, property);
  const char *open = k->model->properties.at[property].undecided;
  sv_cause hit = k->run->limits->hit;
  if (a->bug) return;
  if (open) sv_answer_undecided(a, f, SV_CAUSE_INCOMPLETE, open);
  else if (!k->engine->cycles && !k->engine->records) refuse(k, f);
  else if (hit) sv_answer_undecided(a, f, hit, sv_cause_text(hit));
  else if (is_found(a) && !k->run->options->keep_going)
    sv_answer_undecided(a, f, SV_CAUSE_STOPPED, "the search stopped at the first violation");
  else if (sv_answer_net(a, k->model, k->run)) {
    SV_LOG(k->run->log, 1, "%s: infinite runs, property %u", k->engine->name, (unsigned)property);
    if (k->engine->cycles) k->engine->cycles(k->model, k->run, a, property);
    else ask_recorder(k, f);
  }
}

void sv_recurrence_check(const sv_engine *e, sv_model *m, const sv_run *run, sv_answer *a,
                         sv_engine_check_fn *check) {
  asker k = {e, m, run, a, check};
  sv_u32s apart = {0};
  if (!e->delegates) set_apart(a, m, &apart);
  if (a->findings.n || !apart.n) check(e, m, run, a);
  for (uint32_t i = 0; i < apart.n; i++) ask(&k, apart.at[i]);
  if (apart.n) {
    a->certified = false;
    sv_answer_settle(a, NULL);
  }
  sv_vec_free(apart);
}
