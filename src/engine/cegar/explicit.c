// explicit.c -- rounds: an abstract model, an engine that checks it, a trace to be judged.

#include "engine/cegar/cegar.h"

typedef struct {
  sv_cegar *c;
  const sv_abstract_model *x;
  const sv_net *abstract;     // of the inner engine's answer
  SV_VEC(sv_state *) states;  // along the abstract trace
  sv_u32s cell_of;            // by net variable: its first cell in the abstract net
} trace_view;

// ---- what the abstract trace knows

static void push_state(void *context, const sv_state *before, const sv_step *step,
                       const sv_state *after) {
  trace_view *v = context;
  SV_UNUSED(before), SV_UNUSED(step);
  sv_push(v->states, sv_state_new(v->abstract));
  sv_state_copy(v->abstract, sv_last(v->states), after);
}

static void find_cells(trace_view *v) {
  const sv_net *net = v->c->net;
  sv_fill(v->cell_of, net->vars.n + 1);
  for (uint32_t i = 0; i < net->vars.n; i++) {
    v->cell_of.at[i] = UINT32_MAX;
    for (uint32_t k = 0; k < v->abstract->vars.n && v->x->variables.at[i]; k++)
      if (v->abstract->vars.at[k].variable == v->x->variables.at[i])
        v->cell_of.at[i] = v->abstract->vars.at[k].first_cell;
  }
}

static sv_term cells_term(sv_terms *T, sv_sort s, const sv_value **cells) {
  const sv_sort_info *info = sv_sort_get(T, s);
  if (info->kind != SV_SORT_ARRAY) {
    sv_sort plain = info->kind == SV_SORT_INT ? sv_sort_int(T) : s;
    return sv_const(T, plain, *(*cells)++);
  }
  sv_term_list elements = {0};
  for (uint32_t i = 0; i < info->size; i++) {
    sv_term element = cells_term(T, info->element, cells);
    sv_push(elements, element);
  }
  sv_term out = sv_array(T, elements.at, elements.n);
  sv_vec_free(elements);
  return out;
}

static uint32_t number_of(const sv_terms *T, sv_term t) {
  sv_value v;
  bool known = sv_is_const(T, t, &v);
  REQUIRE(known, "a leaf names its queue and its slot");
  return (uint32_t)sv_small_get(v);
}

static sv_term queue_value(const trace_view *v, const sv_node *n, const sv_state *s) {
  sv_terms *T = v->c->flat->terms;
  uint32_t q = number_of(T, n->args[0]) - 1;
  assert(q < v->c->net->queues.n);
  const sv_queue_state *queue = &s->queues[q];
  uint32_t pending = queue->messages - queue->deferred, fields = 0, at = 0;
  if (n->op == SV_OP_QLEN) return sv_int_const(T, pending);
  if (n->op == SV_OP_QDEFER) return sv_int_const(T, queue->deferred);
  uint32_t slot = number_of(T, n->args[1]);
  sv_sort plain = sv_sort_get(T, n->sort)->kind == SV_SORT_INT ? sv_sort_int(T) : n->sort;
  if (slot >= pending) return sv_const(T, plain, sv_sort_default(T, n->sort));
  for (uint32_t f = 0; f < v->c->net->queues.at[q].field_count; f++) {
    at += f < n->id && sv_bits_has(&v->c->a->kept_fields[q], f);
    fields += sv_bits_has(&v->c->a->kept_fields[q], f);
  }
  return sv_const(T, plain, queue->fields.at[(queue->deferred + slot) * fields + at]);
}

static sv_term known(void *context, sv_term leaf, uint32_t time) {
  const trace_view *v = context;
  sv_node n = sv_node_of(v->c->flat->terms, sv_index(leaf));
  assert(time < v->states.n);
  if (!sv_abstraction_is_kept(v->c->a, leaf)) return SV_NONE;
  if (n.op != SV_OP_VAR) return queue_value(v, &n, v->states.at[time]);
  const sv_value *cells = v->states.at[time]->cells + v->cell_of.at[n.id];
  return cells_term(v->c->flat->terms, n.sort, &cells);
}

// ---- a trace

static bool see_states(trace_view *v, const sv_trace *trace) {
  sv_exec *exec = sv_exec_new(v->abstract);
  sv_text why = {0};
  sv_push(v->states, sv_state_new(v->abstract));
  sv_state_copy(v->abstract, v->states.at[0], trace->initial);
  bool good = sv_trace_replay(exec, trace, push_state, v, &why);
  sv_exec_free(exec);
  sv_text_free(&why);
  return good;
}

// Several actions in one: any of them that can make such a step.
static uint32_t label_step(trace_view *v, uint32_t time) {
  sv_cegar *c = v->c;
  for (uint32_t a = 0; a < c->net->actions.n; a++) {
    sv_term_list all = {0};
    sv_flat_action *x = &c->flat->actions[a];
    if (c->net->actions.at[a].cut) continue;
    sv_push(all, x->enabled);
    for (uint32_t w = 0; w < c->net->vars.n; w++) {
      sv_term leaf = sv_net_var_term(c->net, w), now = known(v, leaf, time);
      if (sv_is_none(now)) continue;
      sv_push(all, sv_eq(c->flat->terms, leaf, now));
      sv_push(all,
              sv_eq(c->flat->terms, sv_flat_after(c->flat, a, leaf), known(v, leaf, time + 1)));
    }
    bool can = !sv_query_refutes(c->query, all.at, all.n);
    sv_vec_free(all);
    if (can) return a;
  }
  return UINT32_MAX;
}

// Actions and what is kept, but not the predicates: others would make another trace of it.
static uint64_t identity(const trace_view *v, const sv_u32s *actions, uint32_t property) {
  const sv_net *net = v->c->net;
  uint64_t h = sv_hash_bytes(actions->at, actions->n * sizeof *actions->at, property);
  for (uint32_t t = 0; t <= actions->n; t++)
    for (uint32_t k = 0; k < net->vars.n; k++)
      if (v->x->variables.at[k])
        h = sv_hash_bytes(v->states.at[t]->cells + v->cell_of.at[k],
                          net->vars.at[k].cells * sizeof(sv_value), h);
  return h | 1;
}

// The net's actions along the trace, up to one that is cut: no run goes on there.
static void label_steps(trace_view *v, const sv_trace *trace, sv_u32s *actions) {
  for (uint32_t i = 0; i < trace->steps.n; i++) {
    uint32_t action = v->abstract->actions.at[trace->steps.at[i].action].action;
    uint32_t label = v->x->actions.at[action];
    if (label == UINT32_MAX) label = label_step(v, i);
    sv_push(*actions, label);
    if (label == UINT32_MAX || v->c->net->actions.at[label].cut) return;
  }
}

static void judge(trace_view *v, const sv_trace *trace, uint32_t property) {
  sv_cegar *c = v->c;
  sv_u32s actions = {0};
  assert(v->states.n == trace->steps.n + 1);
  label_steps(v, trace, &actions);
  uint32_t last = actions.n ? sv_last(actions) : 0;
  if (actions.n && last != UINT32_MAX && c->net->actions.at[last].cut) property = 0;
  bool state = property && c->net->properties.at[property].kind != SV_PROP_ASSERTION;
  sv_path_plan plan = {.actions = actions.at,
                       .n = actions.n,
                       .end = state ? sv_flat_bad(c->flat, property) : SV_TRUE,
                       .known = known,
                       .context = v,
                       .trace = identity(v, &actions, property)};
  if (actions.n && last == UINT32_MAX) sv_cegar_stop(c, SV_CAUSE_GAVE_UP, "no action fits a step");
  else sv_cegar_judge(c, &plan, property);
  sv_vec_free(actions);
}

static void take_trace(sv_cegar *c, const sv_abstract_model *x, const sv_answer *inner) {
  for (uint32_t i = 0; i < inner->findings.n; i++) {
    const sv_finding *f = &inner->findings.at[i];
    if (!f->trace) continue;
    trace_view v = {.c = c, .x = x, .abstract = inner->net};
    find_cells(&v);
    if (see_states(&v, f->trace)) judge(&v, f->trace, x->properties.at[f->property]);
    else sv_cegar_broken(c, "a trace cannot be replayed");
    for (uint32_t k = 0; k < v.states.n; k++) sv_state_free(v.abstract, v.states.at[k]);
    sv_vec_free(v.states);
    sv_vec_free(v.cell_of);
    return;
  }
  SV_UNREACHABLE();
}

// ---- a round

static sv_answer *ask_inner(sv_cegar *c, sv_model *m) {
  const sv_options *o = c->run->options;
  const char *name = sv_opt_inner_text(o->inner);
  const sv_engine *engine = sv_engine_find(name);
  REQUIRE(engine, "the option has no other words");
  sv_options options;
  sv_options_init(&options);
  options.engine = name;
  options.deadlock = SV_OPT_TRISTATE_OFF;
  options.quiet = true;
  options.seed = o->seed;
  options.depth = o->depth;
  options.reduction = SV_OPT_REDUCTION_OFF;
  sv_run run = *c->run;
  run.options = &options;
  run.own_process = false;  // it may need the package of decision diagrams
  run.net = NULL;
  sv_answer *inner = sv_engine_run(engine, m, &run);
  sv_options_free(&options);
  return inner;
}

static void look_at(sv_cegar *c, const sv_abstract_model *x, sv_answer *inner) {
  if (inner->bug) return sv_cegar_broken(c, inner->bug);
  switch (inner->verdict) {
  case SV_HOLDS: c->end = SV_CEGAR_PROVED; return;
  case SV_VIOLATED: return take_trace(c, x, inner);
  case SV_UNKNOWN:
    return sv_cegar_stop(c, inner->cause, "an abstract model of %u predicates: %s",
                         c->a->predicates.n, inner->reason ? inner->reason : "not decided");
  }
}

static void count(sv_cegar *c, const sv_eliminations *n) {
  sv_eliminations sum = *n;
  sum.models += c->eliminations.models;
  sum.samples += c->eliminations.samples;
  c->eliminations = sum;
}

static void log_model(const sv_cegar *c, const sv_abstract_model *x) {
  sv_text text = {0};
  if (!sv_log_asks(c->run->log, 3)) return;
  for (uint32_t j = 0; j < c->a->predicates.n; j++) {
    sv_text_printf(&text, "predicate.%u: ", j);
    sv_net_print_term(c->net, c->a->predicates.at[j], &text);
    sv_text_char(&text, '\n');
  }
  sv_model_print(x->model, &text);
  SV_LOG(c->run->log, 3, "cegar: the abstract model\n%s", sv_text_get(&text));
  sv_text_free(&text);
}

static void play_round(sv_cegar *c) {
  sv_monitor monitor;
  sv_text why = {0};
  sv_monitor_make(&c->refiner.words, &monitor);
  sv_abstract_question question = {c->asked.at, c->asked.n, &c->cut, &monitor};
  sv_abstract_model *x = sv_abstraction_model(c->a, &question, c->run->limits, &why);
  c->rounds++;
  if (x) {
    c->modelled = x->predicates.n;
    count(c, &x->numbers);
    SV_LOG(c->run->log, 1, "cegar: round %u, %u predicates, %u steps", c->rounds,
           c->a->predicates.n, x->model->actions.n - 1);
    sv_progress_tick(c->run->progress, &(sv_progress_report){.phase = "cegar",
                                                             .depth = c->rounds,
                                                             .depth_of = "round",
                                                             .size = c->a->predicates.n,
                                                             .size_of = "predicates"});
    log_model(c, x);
    sv_answer *inner = ask_inner(c, x->model);
    look_at(c, x, inner);
    sv_answer_free(inner);
  } else {
    sv_cegar_stop(c, SV_CAUSE_SIZE, "%s", sv_text_get(&why));
  }
  sv_abstract_model_free(x);
  sv_monitor_free(&monitor);
  sv_text_free(&why);
}

void sv_cegar_explicit(sv_cegar *c) {
  while (sv_cegar_polls(c)) play_round(c);
}
