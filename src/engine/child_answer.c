// child_answer.c -- whole answers as bytes.
//
// What the parent makes of them goes through the same doors as what an engine
// says: a violation through the referee, and an overall verdict that is not the
// one of the findings is malformed.

#include "engine/child_wire.h"

static void put_findings(sv_text *t, const sv_answer *a) {
  sv_wire_put(t, a->findings.n);
  for (uint32_t i = 0; i < a->findings.n; i++) {
    const sv_finding *f = &a->findings.at[i];
    sv_wire_put(t, f->property);
    sv_wire_put(t, f->verdict);
    sv_wire_put(t, f->cause);
    sv_wire_put_string(t, f->reason);
    sv_wire_put(t, f->trace != NULL);
    if (f->trace) sv_wire_put_trace(t, a->net, f->trace);
  }
}

static void put_lists(sv_text *t, const sv_answer *a) {
  sv_wire_put(t, a->unreached.n);
  for (uint32_t i = 0; i < a->unreached.n; i++) {
    sv_wire_put(t, a->unreached.at[i].file);
    sv_wire_put(t, a->unreached.at[i].begin);
    sv_wire_put(t, a->unreached.at[i].end);
    sv_wire_put_string(t, a->unreached_names.at[i]);
  }
  sv_wire_put(t, a->remarks.n);
  for (uint32_t i = 0; i < a->remarks.n; i++) {
    sv_wire_put(t, a->remarked.at[i].file);
    sv_wire_put(t, a->remarked.at[i].begin);
    sv_wire_put(t, a->remarked.at[i].end);
    sv_wire_put_string(t, a->remarks.at[i]);
  }
  sv_wire_put(t, a->coverage.n);
  for (uint32_t i = 0; i < a->coverage.n; i++) sv_wire_put(t, a->coverage.at[i]);
  sv_wire_put(t, a->statistics.n);
  for (uint32_t i = 0; i < a->statistics.n; i++) {
    sv_wire_put_string(t, a->statistics.at[i].name);
    sv_wire_put_string(t, a->statistics.at[i].value);
  }
}

// Traces of recursive programs may be over the companion without a bound.
static bool is_of_companion(const sv_model *m, const sv_answer *a) {
  return a->net && m->unbounded && a->net->model == m->unbounded;
}

void sv_wire_put_answer(sv_text *t, const sv_model *m, const sv_answer *a) {
  sv_wire_put_string(t, a->engine);
  sv_wire_put(t, a->verdict);
  sv_wire_put(t, a->cause);
  sv_wire_put_string(t, a->reason);
  sv_wire_put_string(t, a->details);
  sv_wire_put_string(t, a->bug);
  sv_wire_put_string(t, a->unwritten);
  sv_wire_put_string(t, a->states);
  sv_wire_put_string(t, a->transitions);
  sv_wire_put(t, a->depth);
  sv_wire_put(t, a->reach);
  sv_wire_put(t, a->complete);
  sv_wire_put(t, a->pool_full);
  sv_wire_put(t, a->certified);
  sv_wire_put(t, a->net != NULL);
  sv_wire_put(t, is_of_companion(m, a));
  sv_wire_put(t, a->threads);
  put_findings(t, a);
  put_lists(t, a);
}

// ---- reading

static uint32_t get_below(sv_wire *w, uint64_t limit) {
  uint64_t x = sv_wire_get(w);
  if (x >= limit) return w->bad = true, 0;
  return (uint32_t)x;
}

// A string that outlives the answer, as the model does.
static const char *get_name(sv_wire *w, sv_model *m) {
  char *s = sv_wire_get_string(w);
  if (!s) return w->bad = true, "";
  const char *name = sv_names_get(m->names, sv_names_cstr(m->names, s));
  sv_free(s);
  return name;
}

static void get_engine(sv_wire *w, sv_model *m, sv_answer *a) {
  const char *name = get_name(w, m);
  const sv_engine *e = sv_engine_find(name);
  a->engine = e ? e->name : name;
}

static void take_string(sv_wire *w, char **to) {
  sv_free(*to);
  *to = sv_wire_get_string(w);
}

// The net that the child's traces speak of, made when there is one: it takes its time.
typedef struct {
  sv_model *model;
  const sv_run *run;
  bool has;
  uint32_t threads;
} spoken_of;

static spoken_of get_net(sv_wire *w, sv_model *m, const sv_run *run, sv_answer *a) {
  spoken_of n = {m, run, get_below(w, 2), 0};
  bool of_companion = get_below(w, 2);
  if (of_companion && !m->unbounded) w->bad = true;
  else if (of_companion) n.model = m->unbounded;
  n.threads = get_below(w, UINT32_MAX);
  bool other = a->net && (a->threads != n.threads || a->net->model != n.model);
  if (other) sv_net_free(a->net), a->net = NULL;
  a->threads = n.threads;
  return n;
}

// Without limits: they may be why the child has ended.
static bool make_net(const spoken_of *n, sv_answer *a) {
  if (a->net || !n->has) return a->net;
  sv_options options;
  sv_options_copy(&options, n->run->options);
  options.threads = n->threads;
  sv_run same = *n->run;
  sv_limits none = {0};
  same.options = &options;
  same.limits = &none;
  bool built = sv_answer_net(a, n->model, &same);
  sv_options_free(&options);
  return built;
}

// What is unknown has a cause, and nothing else has.
static sv_cause get_cause(sv_wire *w, sv_verdict verdict) {
  sv_cause cause = get_below(w, SV_CAUSE_COUNT);
  if ((verdict == SV_UNKNOWN) != (cause != SV_CAUSE_NONE)) w->bad = true;
  return cause;
}

// A companion has the same properties, by name and, as it is lowered alike, by number.
static bool is_the_same(const sv_model *m, const sv_model *spoken, uint32_t property) {
  return m == spoken ||
         (property < spoken->properties.n &&
          spoken->properties.at[property].name.x == m->properties.at[property].name.x);
}

static void get_finding(sv_wire *w, const sv_model *m, const spoken_of *net, sv_answer *a) {
  sv_finding *f = sv_answer_finding(a, (uint32_t)sv_wire_get(w));
  sv_verdict verdict = get_below(w, SV_UNKNOWN + 1);
  sv_cause cause = get_cause(w, verdict);
  char *reason = sv_wire_get_string(w);
  bool has_trace = get_below(w, 2);
  if (!f || has_trace != (verdict == SV_VIOLATED)) w->bad = true;
  if (!w->bad && has_trace && !is_the_same(m, net->model, f->property)) w->bad = true;
  if (has_trace && !w->bad && !make_net(net, a)) w->bad = true;
  if (!w->bad) {
    sv_free(f->reason);
    f->reason = reason;
    f->verdict = has_trace ? SV_UNKNOWN : verdict;
    f->cause = has_trace ? SV_CAUSE_INCOMPLETE : cause;
    reason = NULL;
  }
  sv_free(reason);
  sv_trace *trace = has_trace && !w->bad ? sv_wire_get_trace(w, a->net) : NULL;
  if (trace) sv_answer_violated(a, f->property, trace);
}

static char *get_place(sv_wire *w, sv_span *span) {
  span->file = get_below(w, UINT32_MAX);
  span->begin = get_below(w, UINT32_MAX);
  span->end = get_below(w, UINT32_MAX);
  char *text = sv_wire_get_string(w);
  return text ? text : sv_strdup("");
}

static void get_unreached(sv_wire *w, sv_answer *a) {
  sv_span span;
  uint32_t n = get_below(w, w->n);
  for (uint32_t i = 0; i < n && !w->bad; i++) {
    sv_push(a->unreached_names, get_place(w, &span));
    sv_push(a->unreached, span);
  }
  n = get_below(w, w->n);
  for (uint32_t i = 0; i < n && !w->bad; i++) {
    sv_push(a->remarks, get_place(w, &span));
    sv_push(a->remarked, span);
  }
}

static void get_coverage(sv_wire *w, sv_model *m, sv_answer *a) {
  uint32_t n = get_below(w, w->n);
  if (n && n != m->actions.n) w->bad = true;
  sv_clear(a->coverage);
  a->covered = m;
  for (uint32_t i = 0; i < n && !w->bad; i++)
    sv_push(a->coverage, (unsigned char)get_below(w, SV_COVER_TAKEN + 1));
}

static void get_statistics(sv_wire *w, sv_model *m, sv_answer *a) {
  uint32_t n = get_below(w, w->n);
  for (uint32_t i = 0; i < n && !w->bad; i++) {
    const char *name = get_name(w, m);
    char *value = sv_wire_get_string(w);
    sv_answer_statistic(a, name, "%s", value ? value : "");
    sv_free(value);
  }
}

static bool is_consistent(const sv_answer *a) {
  sv_verdict worst = SV_HOLDS;
  if (a->bug || !a->findings.n) return true;
  for (uint32_t i = 0; i < a->findings.n; i++) {
    sv_verdict v = a->findings.at[i].verdict;
    if (v == SV_VIOLATED || (v == SV_UNKNOWN && worst == SV_HOLDS)) worst = v;
  }
  return worst == a->verdict;
}

bool sv_wire_get_answer(sv_wire *w, sv_model *m, const sv_run *run, sv_answer *a) {
  get_engine(w, m, a);
  sv_verdict verdict = get_below(w, SV_UNKNOWN + 1);
  sv_cause cause = get_cause(w, verdict);
  char *reason = sv_wire_get_string(w);
  take_string(w, &a->details);
  take_string(w, &a->bug);
  take_string(w, &a->unwritten);
  take_string(w, &a->states);
  take_string(w, &a->transitions);
  a->depth = sv_wire_get(w);
  a->reach = sv_wire_get(w);
  a->complete = get_below(w, 2);
  a->pool_full = get_below(w, 2);
  a->certified = get_below(w, 2);
  spoken_of net = get_net(w, m, run, a);
  uint64_t n = sv_wire_get(w);
  if (n != a->findings.n) w->bad = true;
  for (uint32_t i = 0; i < n && !w->bad; i++) get_finding(w, m, &net, a);
  get_unreached(w, a);
  get_coverage(w, m, a);
  get_statistics(w, m, a);
  sv_free(a->reason);
  a->reason = reason;
  a->verdict = verdict;
  a->cause = cause;
  return !w->bad && w->next == w->n && is_consistent(a);
}
