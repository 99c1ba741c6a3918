// findings.c -- what a check found, as diagnostics of an editor.
//
// A violation stands where the model's author will look: an assertion at the
// step that fails it, a deadlock where the first process waits, everything
// else where the property is stated. The run is its related information, one
// entry for each step; of a long run the last steps.

#include "report/json_kit.h"
#include "report/line.h"
#include "report/show.h"
#include "report/waits.h"
#include "serve/notes.h"

enum { MOST_STEPS = 200 };

typedef struct {
  sv_atlas *atlas;
  const sv_net *net;
  uint64_t number, from;  // of the step; the first one that is told
  json_t *related;
  sv_state *last;
  sv_span place;  // of the last step
} walk;

static json_t *text_json(sv_text *t) {
  json_t *j = sv_json_string(sv_text_get(t));
  sv_text_free(t);
  return j;
}

// "3. thread[1]: free := !taken (free = true)"
static json_t *step_text(const walk *w, const sv_state *before, const sv_step *step,
                         const sv_state *after) {
  const sv_net_action *a = &w->net->actions.at[step->action];
  sv_text t = {0};
  sv_strings changes = {0};
  sv_text_printf(&t, "%llu. ", (unsigned long long)w->number);
  sv_step_processes(w->net, before, step, &t);
  sv_text_string(&t, ": ");
  sv_step_statement(w->net, step, &t);
  sv_show_changes(w->net, before, after, a->edge_count ? a->edges[0].process : UINT32_MAX,
                  &changes);
  if (changes.n) {
    sv_text_string(&t, " (");
    sv_show_join(&changes, &t);
    sv_text_char(&t, ')');
  }
  sv_strings_free(&changes);
  return text_json(&t);
}

static void tell_step(void *context, const sv_state *before, const sv_step *step,
                      const sv_state *after) {
  walk *w = context;
  const sv_net_action *a = &w->net->actions.at[step->action];
  sv_span span = w->net->model->actions.at[a->action].span;
  w->number++;
  w->place = span;
  sv_state_copy(w->net, w->last, after);
  if (w->number < w->from) return;
  json_array_append_new(w->related,
                        sv_atlas_related(w->atlas, span, step_text(w, before, step, after)));
}

static sv_span wait_place(const sv_net *net, const sv_wait *wait) {
  if (wait->action == SV_WAITS_IN_VAIN) return SV_NOWHERE;
  return net->model->actions.at[net->actions.at[wait->action].action].span;
}

// Who waits for what, in the last state; the place is that of the first.
static void tell_waits(walk *w, sv_text *message) {
  sv_waits waits = {0};
  sv_span first = SV_NOWHERE;
  sv_list_waits(w->net, w->last, &waits);
  for (uint32_t i = 0; i < waits.n; i++) {
    const sv_wait *wait = &waits.at[i];
    sv_span span = wait_place(w->net, wait);
    sv_text t = {0};
    sv_show_process(w->net, w->last, wait->process, &t);
    sv_text_string(&t, " waits");
    for (uint32_t k = 0; k < wait->needs.n; k++) {
      sv_text_string(&t, k ? ", " : ": ");
      sv_need_text(w->net, w->last, &wait->needs.at[k], &t);
    }
    sv_text_printf(message, "\n%s", sv_text_get(&t));
    json_array_append_new(w->related, sv_atlas_related(w->atlas, span, text_json(&t)));
    if (!first.file) first = span;
  }
  if (first.file) w->place = first;
  sv_waits_free(&waits);
}

static void tell_run(walk *w, const sv_trace *trace) {
  sv_exec *exec = sv_exec_new(w->net);
  sv_text why = {0};
  sv_state_copy(w->net, w->last, trace->initial);
  sv_trace_replay(exec, trace, tell_step, w, &why);
  sv_text_free(&why);
  sv_exec_free(exec);
}

static sv_span violated_at(const walk *w, const sv_property *p) {
  bool here = p->kind == SV_PROP_ASSERTION || p->kind == SV_PROP_DEADLOCK || !p->span.file;
  return here && w->place.file ? w->place : p->span;
}

static void note_violated(sv_atlas *atlas, const sv_answer *answer, const sv_finding *f,
                          json_t *notes) {
  const sv_net *net = sv_finding_net(answer, f);
  const sv_property *p = &net->model->properties.at[f->property];
  uint64_t steps = f->trace->steps.n;
  walk w = {.atlas = atlas, .net = net, .related = json_array(), .last = sv_state_new(net)};
  w.from = steps > MOST_STEPS ? steps - MOST_STEPS + 1 : 1;
  sv_text message = {0}, blame = {0};
  sv_span at = SV_NOWHERE;
  sv_text_string(&message, "violated: ");
  sv_property_text(net->model, f->property, &message);
  if (p->text) sv_text_printf(&message, ": %s", p->text);
  tell_run(&w, f->trace);
  if (sv_show_trace_blame(net, f->trace, &blame, &at))
    sv_text_printf(&message, "\n%s", sv_text_get(&blame));
  if (p->kind == SV_PROP_DEADLOCK) tell_waits(&w, &message);
  sv_atlas_note(atlas, notes, at.file ? at : violated_at(&w, p), 1, text_json(&message), w.related);
  sv_text_free(&blame);
  sv_state_free(net, w.last);
}

static void note_unknown(sv_atlas *atlas, const sv_model *m, const sv_finding *f, json_t *notes) {
  sv_text message = {0};
  sv_text_string(&message, "unknown: ");
  sv_property_text(m, f->property, &message);
  const char *reason = f->reason ? f->reason : f->cause ? sv_cause_text(f->cause) : NULL;
  if (reason) sv_text_printf(&message, ": %s", reason);
  sv_atlas_note(atlas, notes, m->properties.at[f->property].span, 3, text_json(&message), NULL);
}

// Hints that fade what they are about.
static void note_unreached(sv_atlas *atlas, const sv_answer *a, json_t *notes) {
  for (uint32_t i = 0; i < a->unreached.n; i++) {
    if (!sv_atlas_edited(atlas, a->unreached.at[i]).file) continue;
    json_t *note =
        sv_atlas_note(atlas, notes, a->unreached.at[i], 4, json_string("never reached"), NULL);
    sv_json_set(note, "tags", json_pack("[i]", 1));
  }
  for (uint32_t i = 0; i < a->remarks.n; i++)
    sv_atlas_note(atlas, notes, a->remarked.at[i], 4, sv_json_string(a->remarks.at[i]), NULL);
}

json_t *sv_notes_of_answer(sv_atlas *atlas, const selvage_answer *answer) {
  json_t *notes = json_object();
  const sv_answer *a = answer->answer;
  if (!a) return notes;
  for (uint32_t i = 0; i < a->findings.n; i++) {
    const sv_finding *f = &a->findings.at[i];
    if (f->verdict == SV_VIOLATED && f->trace) note_violated(atlas, a, f, notes);
    else if (f->verdict == SV_UNKNOWN && a->verdict == SV_UNKNOWN)
      note_unknown(atlas, answer->model->model, f, notes);
  }
  note_unreached(atlas, a, notes);
  return notes;
}
