// chart.c -- arranges a trace as a message sequence chart. See chart.h.
//
// Messages are followed through their queues by position: every queue has a
// shadow that holds, instead of each message, its number in the chart, and
// that goes through the same operations.

#include "report/chart.h"

#include "report/line.h"
#include "report/report.h"
#include "report/show.h"
#include "report/waits.h"

enum { MOST_ORDERED = 5000 };  // steps

typedef struct {
  const sv_net *net;
  sv_exec *exec;
  sv_chart *chart;
  uint32_t *column_of;  // by process; the last one is the environment
  uint32_t *life_of;    // by process: its current life
  sv_u32s *shadows;     // by queue
  uint32_t *deferred;   // by queue
} collector;

// ---- Lives ------------------------------------------------------------------------

static uint32_t column_of(collector *c, uint32_t process) {
  if (c->column_of[process] == SV_CHART_NONE) c->column_of[process] = c->chart->columns++;
  return c->column_of[process];
}

static void begin_life(collector *c, uint32_t process, uint32_t row, char *name) {
  c->life_of[process] = c->chart->lives.n;
  sv_push(c->chart->lives, (sv_chart_life){.name = name,
                                           .process = process,
                                           .column = column_of(c, process),
                                           .born = row,
                                           .died = SV_CHART_NONE});
}

static void be_born(collector *c, const sv_state *s, uint32_t process, uint32_t row) {
  sv_text name = {0};
  sv_show_process(c->net, s, process, &name);
  begin_life(c, process, row, sv_text_take(&name));
}

static uint32_t environment(collector *c) {
  uint32_t process = c->net->processes.n;
  if (c->column_of[process] == SV_CHART_NONE)
    begin_life(c, process, SV_CHART_NONE, sv_strdup("environment"));
  return c->column_of[process];
}

static void note_lives(collector *c, const sv_state *before, const sv_state *after,
                       sv_chart_row *row) {
  uint32_t number = c->chart->rows.n;
  for (uint32_t p = 0; p < c->net->processes.n; p++) {
    bool lived = sv_state_location(c->net, before, p), lives = sv_state_location(c->net, after, p);
    if (lived && !lives) c->chart->lives.at[c->life_of[p]].died = number;
    if (lived || !lives) continue;
    be_born(c, after, p, number);
    sv_push(row->started, c->life_of[p]);
  }
}

static void note_places(collector *c, const sv_state *last) {
  for (uint32_t p = 0; p < c->net->processes.n; p++) {
    uint32_t at = sv_state_location(c->net, last, p);
    if (!at) continue;
    const sv_location *location = sv_net_location(c->net, p, at);
    sv_text place = {0};
    sv_place_text(c->net->model, location->span, &place);
    if (!place.n) sv_text_string(&place, sv_names_get(c->net->model->names, location->name));
    c->chart->lives.at[c->life_of[p]].place = sv_text_take(&place);
  }
}

// ---- Messages ---------------------------------------------------------------------

typedef struct {
  collector *c;
  const sv_state *before;
  const sv_step *step;
  uint32_t row, column;
} moment;

static int64_t number_of(const moment *m, sv_term term) {
  int64_t n;
  sv_value v = sv_exec_evaluate_step(m->c->exec, m->before, m->step, term);
  return sv_number_to_i64(sv_terms_numbers(m->c->net->model->terms), v, &n) ? n : -1;
}

static char *label_of(const moment *m, uint32_t queue, const sv_queue_op *op) {
  sv_text label = {0};
  sv_values fields = {0};
  for (uint32_t i = 0; i < op->field_count; i++)
    sv_push(fields, sv_exec_evaluate_step(m->c->exec, m->before, m->step, op->fields[i]));
  if (fields.n) sv_show_message(m->c->net, queue, fields.at, &label);
  sv_vec_free(fields);
  return sv_text_take(&label);
}

static void send(const moment *m, uint32_t queue, uint32_t at, const sv_queue_op *op) {
  sv_u32s *shadow = &m->c->shadows[queue];
  const sv_net *net = m->c->net;
  REQUIRE(at <= shadow->n, "a message is put behind the end");
  sv_chart_message message = {
      .sent = m->row,
      .from = m->column,
      .received = SV_CHART_NONE,
      .label = label_of(m, queue, op),
      .queue = sv_strdup(sv_names_get(net->model->names, net->queues.at[queue].name))};
  sv_push(*shadow, 0);
  memmove(shadow->at + at + 1, shadow->at + at, (shadow->n - at - 1) * sizeof *shadow->at);
  shadow->at[at] = m->c->chart->messages.n;
  sv_push(m->c->chart->messages, message);
}

static void receive(const moment *m, uint32_t queue, uint32_t at) {
  sv_u32s *shadow = &m->c->shadows[queue];
  REQUIRE(at < shadow->n, "a message is taken that is not there");
  sv_chart_message *message = &m->c->chart->messages.at[shadow->at[at]];
  message->received = m->row;
  message->to = m->column;
  memmove(shadow->at + at, shadow->at + at + 1, (shadow->n - at - 1) * sizeof *shadow->at);
  shadow->n--;
}

// The step was taken, so every operation was possible.
static void note_queue_op(const moment *m, const sv_queue_op *op) {
  int64_t ref = number_of(m, op->queue);
  if (ref < 1 || ref > m->c->net->queues.n) return;
  uint32_t queue = (uint32_t)ref - 1, *deferred = &m->c->deferred[queue];
  sv_u32s *shadow = &m->c->shadows[queue];
  int64_t slot = sv_is_none(op->slot) ? -1 : number_of(m, op->slot);
  switch (op->verb) {
  case SV_ENQUEUE: send(m, queue, slot < 0 ? shadow->n : *deferred + (uint32_t)slot, op); break;
  case SV_DEQUEUE: receive(m, queue, *deferred + (slot < 0 ? 0 : (uint32_t)slot)); break;
  case SV_DEFER: ++*deferred; break;
  case SV_FLUSH: *deferred = 0; break;
  case SV_EMPTY: *deferred = 0, sv_clear(*shadow); break;
  }
}

// ---- Rows -------------------------------------------------------------------------

static void note_movers(collector *c, const sv_net_action *a, sv_chart_row *row) {
  uint32_t movers = c->net->model->actions.at[a->action].edge_count;
  for (uint32_t i = 0; i < movers; i++) sv_push(row->columns, column_of(c, a->edges[i].process));
  if (!movers) sv_push(row->columns, environment(c));
}

static void describe(collector *c, const sv_state *before, const sv_step *step,
                     const sv_state *after, sv_chart_row *row) {
  const sv_net_action *a = &c->net->actions.at[step->action];
  sv_text t = {0};
  sv_place_text(c->net->model, c->net->model->actions.at[a->action].span, &t);
  row->place = sv_text_take(&t);
  sv_step_statement(c->net, step, &t);
  row->statement = sv_text_take(&t);
  sv_strings changes = {0};
  if (sv_show_blame(c->exec, before, step, &t, NULL)) {
    sv_text_string(&t, " (fails)");
  } else {
    sv_show_changes(c->net, before, after, a->edge_count ? a->edges[0].process : SV_NO_PROCESS,
                    &changes);
    sv_show_join(&changes, &t);
  }
  sv_strings_free(&changes);
  row->changes = sv_text_take(&t);
  if (sv_show_output(c->exec, before, step, &t) && t.n) row->output = sv_text_take(&t);
  sv_text_free(&t);
}

static void note_step(void *context, const sv_state *before, const sv_step *step,
                      const sv_state *after) {
  collector *c = context;
  const sv_net_action *a = &c->net->actions.at[step->action];
  sv_chart_row row = {0};
  describe(c, before, step, after, &row);
  note_movers(c, a, &row);
  note_lives(c, before, after, &row);
  moment now = {c, before, step, c->chart->rows.n, row.columns.at[0]};
  for (uint32_t i = 0; i < a->queue_op_count; i++) note_queue_op(&now, &a->queue_ops[i]);
  sv_push(c->chart->rows, row);
}

// In a deadlock: "waits: acquire(m): m is held by P"; "idle: ..." where it may stay for ever.
static void note_waits(collector *c, const sv_state *last) {
  sv_waits waits = {0};
  sv_list_waits(c->net, last, &waits);
  for (uint32_t i = 0; i < waits.n; i++) {
    const sv_wait *w = &waits.at[i];
    sv_text t = {0};
    sv_text_string(&t, w->may_stay ? "idle: " : "waits: ");
    if (w->action != SV_WAITS_IN_VAIN)
      sv_step_statement(c->net, &(const sv_step){.action = w->action}, &t);
    else sv_text_string(&t, "nothing leads on");
    for (uint32_t k = 0; k < w->needs.n; k++) {
      sv_text_string(&t, k ? ", " : ": ");
      sv_need_text(c->net, last, &w->needs.at[k], &t);
    }
    sv_push(c->chart->lives.at[c->life_of[w->process]].waits, sv_text_take(&t));
  }
  sv_waits_free(&waits);
}

static void note_last(collector *c, const sv_trace *trace, const sv_state *last) {
  const sv_net *net = c->net;
  note_places(c, last);
  if (!trace->property) return;
  sv_text t = {0};
  sv_property_text(net->model, trace->property, &t);
  c->chart->verdict = sv_text_take(&t);
  if (net->properties.at[trace->property].kind == SV_PROP_DEADLOCK) note_waits(c, last);
  if (trace->steps.n)
    sv_last(c->chart->rows).fails =
        sv_exec_violated_by(net, &sv_last(trace->steps), trace->property);
}

typedef struct {
  collector *c;
  sv_state *last;
} walk;

static void walk_step(void *context, const sv_state *before, const sv_step *step,
                      const sv_state *after) {
  walk *w = context;
  note_step(w->c, before, step, after);
  sv_state_copy(w->c->net, w->last, after);
}

static void go_through(collector *c, const sv_trace *trace) {
  sv_text why = {0};
  walk w = {c, sv_state_new(c->net)};
  sv_state_copy(c->net, w.last, trace->initial);
  for (uint32_t p = 0; p < c->net->processes.n; p++)
    if (sv_state_location(c->net, trace->initial, p)) be_born(c, trace->initial, p, SV_CHART_NONE);
  if (sv_trace_replay(c->exec, trace, walk_step, &w, &why)) note_last(c, trace, w.last);
  sv_state_free(c->net, w.last);
  sv_text_free(&why);
}

void sv_chart_collect(const sv_net *net, const sv_trace *trace, sv_chart *out) {
  uint32_t n = net->processes.n + 1;
  *out = (sv_chart){.title = net->model->title};
  collector c = {.net = net,
                 .exec = sv_exec_new(net),
                 .chart = out,
                 .column_of = SV_NEW_ARRAY(uint32_t, n),
                 .life_of = SV_NEW_ARRAY(uint32_t, n),
                 .shadows = SV_NEW_ARRAY(sv_u32s, net->queues.n + 1),
                 .deferred = SV_NEW_ARRAY(uint32_t, net->queues.n + 1)};
  for (uint32_t p = 0; p < n; p++) c.column_of[p] = SV_CHART_NONE;
  go_through(&c, trace);
  for (uint32_t q = 0; q < net->queues.n; q++) sv_vec_free(c.shadows[q]);
  sv_free(c.column_of);
  sv_free(c.life_of);
  sv_free(c.shadows);
  sv_free(c.deferred);
  sv_exec_free(c.exec);
}

static void free_row(sv_chart_row *row) {
  sv_free(row->place);
  sv_free(row->statement);
  sv_free(row->changes);
  sv_free(row->output);
  sv_vec_free(row->columns);
  sv_vec_free(row->started);
}

void sv_chart_free(sv_chart *chart) {
  for (uint32_t i = 0; i < chart->rows.n; i++) free_row(&chart->rows.at[i]);
  for (uint32_t i = 0; i < chart->lives.n; i++)
    sv_free(chart->lives.at[i].name), sv_free(chart->lives.at[i].place),
        sv_strings_free(&chart->lives.at[i].waits);
  for (uint32_t i = 0; i < chart->messages.n; i++)
    sv_free(chart->messages.at[i].label), sv_free(chart->messages.at[i].queue);
  sv_vec_free(chart->rows);
  sv_vec_free(chart->lives);
  sv_vec_free(chart->messages);
  sv_free(chart->verdict);
  *chart = (sv_chart){0};
}

bool sv_report_order(const sv_net *net, const sv_trace *trace, sv_text *out, sv_text *why) {
  if (trace->steps.n > MOST_ORDERED) {
    sv_text_printf(why, "a run of more than %u steps is not drawn as an order", MOST_ORDERED);
    return false;
  }
  sv_run_order order;
  sv_chart chart;
  sv_exec *exec = sv_exec_new(net);
  bool good = sv_run_order_init(&order, exec, trace, why);
  sv_chart_collect(net, trace, &chart);
  chart.order = &order;
  if (good) sv_chart_draw(&chart, out);
  sv_chart_free(&chart);
  sv_run_order_free(&order);
  sv_exec_free(exec);
  return good;
}

void sv_report_chart(const sv_net *net, const sv_trace *trace, sv_text *out) {
  sv_chart chart;
  sv_chart_collect(net, trace, &chart);
  sv_chart_draw(&chart, out);
  sv_chart_free(&chart);
}
