// html_run.c -- a run for the page: who did what when, and what depends on what.
//
//   title      the violated property, or null of a plain run; `place`: of the violation
//   columns    how many lanes there are; `lives`: who lived in which, from which row to which
//   steps      each with number, who, lanes, place, statement, changes, output, bad (violates),
//              undone (fails, and so changes nothing), after (steps that it depends on, or
//              null), stands ([lane, place] of processes that moved), set (html_variables.c)
//   start      [lane, place] of processes at the start
//   messages   sent and received in which rows
//   folds      [first step, period, times]; `loop`: the first step of the cycle of a lasso
//
// Steps, rows and lanes count from 0; `number` is what people see.

#include "report/chart.h"
#include "report/fold.h"
#include "report/html.h"
#include "report/line.h"
#include "report/order.h"
#include "report/show.h"
#include "report/waits.h"

typedef struct {
  const sv_net *net;
  const sv_trace *trace;
  sv_chart chart;
  uint32_t *lane_of;  // by process
  sv_u32s *after;     // by step
  bool ordered;
  json_t *steps;
  sv_state *last;
} page_run;

static json_t *string_or_null(const char *s) { return s ? sv_json_string(s) : json_null(); }

static json_t *row_or_null(uint32_t row) {
  return row == SV_CHART_NONE ? json_null() : json_integer(row);
}

static json_t *numbers_json(const sv_u32s *numbers) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < numbers->n; i++)
    json_array_append_new(list, json_integer(numbers->at[i]));
  return list;
}

static json_t *strings_json(const sv_strings *strings) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < strings->n; i++)
    json_array_append_new(list, sv_json_string(strings->at[i]));
  return list;
}

// ---- where processes stand

static json_t *stand_json(const page_run *r, const sv_state *s, uint32_t process) {
  uint32_t at = sv_state_location(r->net, s, process);
  sv_span span = at ? sv_net_location(r->net, process, at)->span : SV_NOWHERE;
  return json_pack("[i,o]", (int)r->lane_of[process], sv_html_place(r->net->model, span));
}

static json_t *stands_json(const page_run *r, const sv_state *before, const sv_state *now) {
  json_t *list = json_array();
  for (uint32_t p = 0; p < r->net->processes.n; p++) {
    if (r->lane_of[p] == SV_CHART_NONE) continue;
    if (before && sv_state_location(r->net, before, p) == sv_state_location(r->net, now, p))
      continue;
    json_array_append_new(list, stand_json(r, now, p));
  }
  return list;
}

// ---- steps

static json_t *who_json(const page_run *r, const sv_state *before, const sv_step *step) {
  sv_text who = {0};
  sv_step_processes(r->net, before, step, &who);
  return sv_json_text(&who);
}

static void set_text(const page_run *r, json_t *object, uint32_t i) {
  const sv_chart_row *row = &r->chart.rows.at[i];
  sv_json_set(object, "statement", sv_json_string(row->statement));
  sv_json_set(object, "changes", sv_json_string(row->changes));
  sv_json_set(object, "output", string_or_null(row->output));
  sv_json_set(object, "lanes", numbers_json(&row->columns));
  sv_json_set(object, "started", numbers_json(&row->started));
  sv_json_set(object, "bad", json_boolean(row->fails));
}

static void note_step(void *context, const sv_state *before, const sv_step *step,
                      const sv_state *after) {
  page_run *r = context;
  uint32_t i = (uint32_t)json_array_size(r->steps);
  const sv_trace *t = r->trace;
  const sv_net_action *a = &r->net->actions.at[step->action];
  json_t *object = json_object();
  if (i >= r->chart.rows.n) return json_decref(object);
  sv_json_set(object, "number", json_integer(t->of ? t->numbers.at[i] : i + 1));
  sv_json_set(object, "who", who_json(r, before, step));
  sv_json_set(object, "place",
              sv_html_place(r->net->model, r->net->model->actions.at[a->action].span));
  set_text(r, object, i);
  sv_json_set(object, "undone", json_boolean(r->chart.rows.at[i].fails && a->blame_count));
  sv_json_set(object, "after", r->ordered ? numbers_json(&r->after[i]) : json_null());
  sv_json_set(object, "stands", stands_json(r, before, after));
  json_array_append_new(r->steps, object);
  sv_state_copy(r->net, r->last, after);
}

// ---- lanes and messages

static json_t *lives_json(const page_run *r) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < r->chart.lives.n; i++) {
    const sv_chart_life *l = &r->chart.lives.at[i];
    json_array_append_new(
        list, json_pack("{s:o,s:i,s:o,s:o,s:o,s:o}", "name", sv_json_string(l->name), "lane",
                        (int)l->column, "born", row_or_null(l->born), "died", row_or_null(l->died),
                        "place", string_or_null(l->place), "waits", strings_json(&l->waits)));
  }
  return list;
}

static json_t *messages_json(const page_run *r) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < r->chart.messages.n; i++) {
    const sv_chart_message *m = &r->chart.messages.at[i];
    json_array_append_new(
        list, json_pack("{s:o,s:o,s:i,s:o,s:i,s:o}", "label", sv_json_string(m->label), "queue",
                        sv_json_string(m->queue), "sent", (int)m->sent, "received",
                        row_or_null(m->received), "from", (int)m->from, "to",
                        m->received == SV_CHART_NONE ? json_null() : json_integer(m->to)));
  }
  return list;
}

static json_t *folds_json(const page_run *r) {
  json_t *list = json_array();
  sv_folds folds = {0};
  sv_find_folds(r->net, r->trace, &folds);
  for (uint32_t i = 0; i < folds.n; i++)
    json_array_append_new(list, json_pack("[i,i,i]", (int)folds.at[i].first,
                                          (int)folds.at[i].period, (int)folds.at[i].times));
  sv_vec_free(folds);
  return list;
}

static void set_lanes(page_run *r) {
  for (uint32_t p = 0; p < r->net->processes.n; p++) r->lane_of[p] = SV_CHART_NONE;
  for (uint32_t i = 0; i < r->chart.lives.n; i++) {
    const sv_chart_life *l = &r->chart.lives.at[i];
    if (l->process < r->net->processes.n) r->lane_of[l->process] = l->column;
  }
}

// ---- the whole

// What is violated, why, and where.
static void set_title(const page_run *r, json_t *run) {
  const sv_model *m = r->net->model;
  uint32_t property = r->trace->property;
  sv_text title = {0}, blame = {0};
  sv_span span = property ? m->properties.at[property].span : SV_NOWHERE;
  if (property) sv_property_text(m, property, &title);
  bool blamed = property && sv_show_trace_blame(r->net, r->trace, &blame, &span);
  sv_json_set(run, "title", property ? sv_json_text(&title) : json_null());
  sv_json_set(run, "blame", blamed ? sv_json_text(&blame) : json_null());
  sv_json_set(run, "place", sv_html_place(m, span));
  sv_text_free(&title);
  sv_text_free(&blame);
}

static void replay(page_run *r, json_t *run) {
  sv_exec *exec = sv_exec_new(r->net);
  sv_text why = {0};
  bool replayed = sv_trace_replay(exec, r->trace, note_step, r, &why);
  sv_json_set(run, "broken", replayed ? json_null() : sv_json_string(sv_text_get(&why)));
  sv_text_free(&why);
  sv_exec_free(exec);
}

static json_t *describe(page_run *r) {
  json_t *run = json_object();
  set_title(r, run);
  sv_json_set(run, "columns", json_integer(r->chart.columns));
  sv_json_set(run, "lives", lives_json(r));
  sv_json_set(run, "messages", messages_json(r));
  sv_json_set(run, "folds", folds_json(r));
  sv_json_set(run, "loop", r->trace->lasso ? json_integer(r->trace->loop) : json_null());
  sv_json_set(run, "of", r->trace->of ? json_integer(r->trace->of) : json_null());
  sv_json_set(run, "start", stands_json(r, NULL, r->trace->initial));
  sv_json_set(run, "steps", r->steps);
  replay(r, run);
  sv_html_set_variables(run, r->net, r->trace);
  return run;
}

json_t *sv_html_run(const sv_net *net, const sv_trace *trace) {
  page_run r = {.net = net,
                .trace = trace,
                .lane_of = SV_NEW_ARRAY(uint32_t, net->processes.n + 1),
                .after = SV_NEW_ARRAY(sv_u32s, trace->steps.n + 1),
                .steps = json_array(),
                .last = sv_state_new(net)};
  sv_state_copy(net, r.last, trace->initial);
  sv_chart_collect(net, trace, &r.chart);
  set_lanes(&r);
  r.ordered = sv_order_steps(net, trace, r.after);
  json_t *run = describe(&r);
  for (uint32_t i = 0; i < trace->steps.n; i++) sv_vec_free(r.after[i]);
  sv_chart_free(&r.chart);
  sv_state_free(net, r.last);
  sv_free(r.after);
  sv_free(r.lane_of);
  return run;
}
