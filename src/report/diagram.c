// diagram.c -- a run as pictures: the diagram of the model, once for each state of the run.

#include "model/diagram.h"

#include "exec/exec.h"
#include "report/line.h"
#include "report/report.h"
#include "report/show.h"

typedef struct {
  sv_exec *exec;
  uint32_t steps;
  sv_text *out;
} walk;

static void draw(walk *w, const sv_state *s, const char *title) {
  const sv_net *net = sv_exec_net(w->exec);
  bool *active = SV_NEW_ARRAY(bool, net->standing.n + 1);
  for (uint32_t n = 0; n < net->standing.n; n++)
    active[n] = sv_small_get(sv_exec_evaluate(w->exec, s, net->standing.at[n])) != 0;
  sv_diagram_print(net->model, title, active, w->out);
  sv_free(active);
}

static void draw_step(void *context, const sv_state *before, const sv_step *step,
                      const sv_state *after) {
  walk *w = context;
  const sv_net *net = sv_exec_net(w->exec);
  sv_text title = {0};
  SV_UNUSED(before);
  sv_text_printf(&title, "%u: ", ++w->steps);
  if (net->actions.at[step->action].edge_count) {
    sv_show_process(net, after, net->actions.at[step->action].edges[0].process, &title);
    sv_text_string(&title, ": ");
  }
  sv_step_statement(net, step, &title);
  draw(w, after, sv_text_get(&title));
  sv_text_free(&title);
}

void sv_report_diagrams(const sv_net *net, const sv_trace *trace, sv_text *out) {
  walk w = {sv_exec_new(net), 0, out};
  sv_text why = {0};
  draw(&w, trace->initial, "0: start");
  sv_trace_replay(w.exec, trace, draw_step, &w, &why);
  sv_text_free(&why);
  sv_exec_free(w.exec);
}
