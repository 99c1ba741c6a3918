// starve.c -- see starve.h.
//
// What a process could do is what exec lists in the states of the loop; being part of somebody
// else's step, as a receiver is, counts as moving, but not as being able to (docs/model.md,
// "Fairness").

#include "report/starve.h"

#include "report/line.h"
#include "report/show.h"

typedef struct {
  const sv_net *net;
  const sv_trace *trace;
  sv_exec *exec;
  uint32_t step;           // the next one of the replay
  uint32_t *times;         // by process: states of the loop in which it could move
  uint32_t *first;         // by process: the action that it could take first
  bool *moves, *is_there;  // by process
  bool infinite;           // some steps could not be listed
} walk;

static bool is_own(const sv_net_action *a, uint32_t process) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (a->edges[i].process == process && !sv_edge_is_passive(&a->edges[i])) return true;
  return false;
}

static void look_around(walk *w, const sv_state *s) {
  sv_steps steps = {0};
  sv_exec_steps(w->exec, s, &steps, &w->infinite);
  for (uint32_t p = 0; p < w->net->processes.n; p++) {
    w->is_there[p] &= sv_state_location(w->net, s, p) != 0;
    for (uint32_t i = 0; i < steps.n; i++) {
      if (!is_own(&w->net->actions.at[steps.at[i].action], p)) continue;
      if (!w->times[p]++) w->first[p] = steps.at[i].action;
      break;
    }
  }
  sv_steps_free(&steps);
}

static void see(void *context, const sv_state *before, const sv_step *step, const sv_state *after) {
  walk *w = context;
  SV_UNUSED(after);
  if (w->step++ < w->trace->loop) return;
  const sv_net_action *a = &w->net->actions.at[step->action];
  for (uint32_t i = 0; i < a->edge_count; i++) w->moves[a->edges[i].process] = true;
  look_around(w, before);
}

static void line(const walk *w, const sv_style *style, uint32_t p, sv_text *out) {
  sv_text who = {0}, where = {0}, statement = {0}, text = {0}, often = {0};
  sv_strings behind = {0};
  uint32_t states = w->trace->steps.n - w->trace->loop;
  const sv_net_action *a = &w->net->actions.at[w->first[p]];
  sv_show_process(w->net, w->trace->initial, p, &who);
  sv_place_text(w->net->model, w->net->model->actions.at[a->action].span, &where);
  sv_step_statement(w->net, &(const sv_step){.action = w->first[p]}, &statement);
  if (w->times[p] == states) sv_text_string(&often, "it starves: it could all the time");
  else sv_text_printf(&often, "it starves: it could in %u of %u states", w->times[p], states);
  sv_push(behind, sv_text_take(&often));
  sv_line_head(style, &text, "never", sv_text_get(&who), sv_style_lane(p), sv_text_get(&where),
               sv_text_get(&statement));
  sv_line_behind(style, &text, &behind);
  sv_text_string(out, sv_text_get(&text));
  sv_strings_free(&behind);
  sv_text_free(&text);
  sv_text_free(&who);
  sv_text_free(&where);
  sv_text_free(&statement);
}

void sv_report_starving(const sv_style *style, const sv_net *net, const sv_trace *trace,
                        sv_text *out) {
  uint32_t n = net->processes.n;
  walk w = {.net = net, .trace = trace, .exec = sv_exec_new(net)};
  sv_exec *referee = sv_exec_new(net);
  sv_text why = {0};
  w.times = SV_NEW_ARRAY(uint32_t, n + 1);
  w.first = SV_NEW_ARRAY(uint32_t, n + 1);
  w.moves = SV_NEW_ARRAY(bool, n + 1);
  w.is_there = SV_NEW_ARRAY(bool, n + 1);
  for (uint32_t p = 0; p < n; p++) w.is_there[p] = true;
  if (sv_trace_replay(referee, trace, see, &w, &why))
    for (uint32_t p = 0; p < n; p++)
      if (w.is_there[p] && w.times[p] && !w.moves[p]) line(&w, style, p, out);
  sv_free(w.times);
  sv_free(w.first);
  sv_free(w.moves);
  sv_free(w.is_there);
  sv_exec_free(w.exec);
  sv_exec_free(referee);
  sv_text_free(&why);
}
