// lower_process.c -- numbers, creation and death of processes.
//
// Only the youngest process can die, so the numbers of living processes are
// always 0 … n - 1 and n is all that has to be kept. A process that is never
// run has a number that follows from its proctype and instance; for others the
// number is a variable. How many instances of a proctype can be alive is plain
// where no `run` stands in a loop; else the pool grows as needed.

#include "lang/promela/lower/lower.h"

sv_term pml_running(const pml_lowering *l, sv_sort sort) {
  return sv_cast(l->terms, sort, sv_model_var(l->model, l->nr, 0));
}

// --- numbers

static void note_runs(pml_lowering *l, const pml_expr *e) {
  if (!e) return;
  if (e->op == PML_E_RUN) l->process[e->proc->index].is_run = true;
  for (uint32_t i = 0; i < e->n; i++) note_runs(l, e->arg[i]);
}

static void note_runs_in(pml_lowering *l, const pml_block *b) {
  for (uint32_t i = 0; i < b->n; i++) {
    const pml_stmt *s = b->at[i];
    note_runs(l, s->value);
    note_runs_in(l, &s->body);
    for (uint32_t k = 0; k < s->options; k++) note_runs_in(l, &s->option[k]);
  }
}

static void declare_pid(pml_lowering *l, pml_process *p) {
  sv_terms *T = l->terms;
  sv_sort byte = sv_sort_bv(T, 8, false);
  sv_term first = sv_const(T, byte, sv_small(p->base));
  if (p->proc->active > 1) first = sv_app2(T, SV_OP_ADD, first, sv_cast(T, byte, sv_self(T, 0)));
  p->pid = sv_model_variable(l->model, sv_names_cstr(l->model->names, "_pid"), byte,
                             p->template_number, first, p->proc->name_span);
  l->model->variables.at[p->pid].hidden = true;
  l->model->templates.at[p->template_number].number = p->pid;
}

void pml_number_processes(pml_lowering *l) {
  uint32_t next = 0;
  l->model->numbered = true;
  for (uint32_t i = 0; i < l->program->procs; i++) note_runs_in(l, &l->program->proc[i]->body);
  for (uint32_t i = 0; i < l->program->procs; i++) {
    pml_process *p = &l->process[i];
    if (p->proc->kind > PML_INIT) continue;
    p->base = next;
    next += (uint32_t)p->proc->active;
    // Constraints about other processes cannot compute numbers from instances.
    if (p->is_run || (l->program->uses_priority && p->proc->active > 1)) declare_pid(l, p);
    if (l->program->uses_priority) pml_declare_priority(l, p);
  }
  sv_sort byte = sv_sort_bv(l->terms, 8, false);
  l->nr = sv_model_variable(l->model, sv_names_cstr(l->model->names, "_nr_pr"), byte, SV_GLOBAL,
                            sv_const(l->terms, byte, sv_small(next)), SV_NOWHERE);
  l->model->variables.at[l->nr].hidden = true;
}

// --- bounds

// Can control come from `from` to `to`?
static bool reaches(pml_lowering *l, pml_node *from, const pml_node *to) {
  from = pml_real(from);
  if (from == to) return true;
  if (from->seen == l->walk) return false;
  from->seen = l->walk;
  for (uint32_t i = 0; i < from->arcs.n; i++)
    if (from->arcs.at[i]->to && reaches(l, from->arcs.at[i]->to, to)) return true;
  for (uint32_t i = 0; i < from->firsts.n; i++)
    if (reaches(l, from->firsts.at[i], to)) return true;
  for (uint32_t i = 0; i < from->escapes.n; i++)
    if (reaches(l, from->escapes.at[i], to)) return true;
  return false;
}

static const pml_expr *run_in(const pml_expr *e) {
  if (!e || e->op == PML_E_RUN) return e;
  for (uint32_t i = 0; i < e->n; i++) {
    const pml_expr *found = run_in(e->arg[i]);
    if (found) return found;
  }
  return NULL;
}

static uint32_t plus(uint32_t a, uint32_t b) {
  if (a == SV_UNBOUNDED || b == SV_UNBOUNDED || a + b > PML_PROCESS_MAX) return SV_UNBOUNDED;
  return a + b;
}

// What the processes of p start, added to `more` by proctype.
static void count_runs(pml_lowering *l, const pml_process *p, uint32_t *more) {
  for (uint32_t i = 0; i < p->nodes.n; i++) {
    pml_node *n = p->nodes.at[i];
    for (uint32_t k = 0; k < n->arcs.n; k++) {
      const pml_arc *a = n->arcs.at[k];
      const pml_expr *run = a->stmt && !a->is_goto ? run_in(a->stmt->value) : NULL;
      if (!run) continue;
      l->walk++;
      uint32_t times = reaches(l, a->to, n) ? SV_UNBOUNDED : p->bound;
      more[run->proc->index] = plus(more[run->proc->index], times);
    }
  }
}

void pml_bound_pools(pml_lowering *l) {
  uint32_t n = l->program->procs;
  uint32_t *more = SV_NEW_ARRAY(uint32_t, n + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < n; i++) more[i] = (uint32_t)l->process[i].proc->active;
    for (uint32_t i = 0; i < n; i++)
      if (l->process[i].bound) count_runs(l, &l->process[i], more);
    for (uint32_t i = 0; i < n; i++) {
      changed |= more[i] != l->process[i].bound;
      l->process[i].bound = more[i];
    }
  }
  uint32_t all = 0;
  for (uint32_t i = 0; i < n; i++) {
    const pml_process *p = &l->process[i];
    if (!p->template_number) continue;
    all = plus(all, p->bound);
    l->model->templates.at[p->template_number].pool = p->bound ? p->bound : 1;
    l->model->templates.at[p->template_number].stacked = true;  // only the youngest dies
    if (p->bound == SV_UNBOUNDED) l->model->process_limit = PML_PROCESS_MAX;
  }
  l->may_overflow = all == SV_UNBOUNDED;
  sv_free(more);
}

sv_term pml_has_room(const pml_lowering *l) {
  if (!l->may_overflow) return SV_TRUE;
  return sv_app2(l->terms, SV_OP_LT, pml_running(l, l->number), pml_const32(l, PML_PROCESS_MAX));
}

// --- creation

typedef struct {
  pml_here *starter;
  const pml_process *process;
  pml_step *step;
} creation;

// A variable as the new process sees it while its initial values are computed.
static sv_term value_at_start(void *context, const pml_leaf *leaf) {
  const creation *c = context;
  pml_lowering *l = c->starter->l;
  if (leaf->root->scope == PML_GLOBAL && leaf->variable)
    return sv_model_var(l->model, leaf->variable, 0);
  for (uint32_t i = 0; i < c->step->arguments.n; i++)
    if (c->step->arguments.at[i].variable == leaf->variable) return c->step->arguments.at[i].value;
  return leaf->init;
}

static void add_argument(creation *c, uint32_t variable, sv_term value) {
  pml_lowering *l = c->starter->l;
  sv_term v = sv_cast(l->terms, l->model->variables.at[variable].sort, value);
  sv_push(c->step->arguments, (sv_argument){variable, v});
}

static void add_parameter(creation *c, const pml_var *v, const pml_expr *e) {
  pml_lowering *l = c->starter->l;
  pml_terms values = {0};
  if (v->type.kind == PML_CHAN && e->op == PML_E_COND)
    sv_push(values, pml_channel_term(c->starter, e));
  else pml_spell_out(c->starter, e, &values);
  uint32_t leaves = pml_leaf_count(&v->type);
  for (uint32_t i = 0; i < leaves && leaves == values.n; i++)
    add_argument(c, pml_leaf_at(l, v, i)->variable, values.at[i]);
  if (leaves != values.n)
    sv_diag(l->diags, SV_UNSUPPORTED, e->span,
            "a structure with arrays as an argument is not supported (nor by Spin)");
  sv_vec_free(values);
}

// A reference to the own channel means that of the new process by itself.
static bool is_own_channel(const pml_lowering *l, const pml_leaf *leaf) {
  return leaf->family && sv_sort_same(leaf->sort, sv_sort_ref(l->terms));
}

// Initial values of the new process that depend on arguments or on the state.
static void add_initial_values(creation *c, sv_term pid) {
  pml_lowering *l = c->starter->l;
  pml_here inside = pml_at(l, c->process, 0);
  inside.local = value_at_start;
  inside.local_context = c;
  inside.pid = pid;
  inside.channels = pml_next_channel(l);
  inside.when = c->starter->when;
  inside.clamp = c->starter->clamp;
  const pml_proc *proc = c->process->proc;
  for (uint32_t i = proc->params; i < proc->vars; i++) {
    const pml_var *v = proc->var[i];
    uint32_t leaves = pml_leaf_count(&v->type);
    for (uint32_t k = 0; k < leaves && !v->late; k++) {
      const pml_leaf *leaf = pml_leaf_at(l, v, k);
      if (!leaf->variable || is_own_channel(l, leaf)) continue;
      sv_term value = pml_initial(&inside, leaf);
      if (!sv_same(value, leaf->init)) add_argument(c, leaf->variable, value);
    }
  }
  for (uint32_t k = 0; k < PML_EXPR_ERRORS; k++)
    c->starter->ok[k] = sv_and(l->terms, c->starter->ok[k], inside.ok[k]);
  sv_blame_join(l->arena, &c->starter->blames, inside.blames);
}

void pml_add_start(pml_here *h, pml_step *step, const pml_expr *run) {
  pml_lowering *l = h->l;
  sv_terms *T = l->terms;
  const pml_process *p = &l->process[run->proc->index];
  creation c = {h, p, step};
  sv_term nr = pml_running(l, l->number);
  for (uint32_t i = 0; i < run->n && i < run->proc->params; i++)
    add_parameter(&c, run->proc->var[i], run->arg[i]);
  add_initial_values(&c, nr);
  add_argument(&c, p->pid, nr);
  if (p->priority) add_argument(&c, p->priority, pml_started_priority(l, run));
  if (p->channels) add_argument(&c, p->channels, pml_next_channel(l));
  step->start = (sv_start){.template_number = p->template_number,
                           .arguments = step->arguments.at,
                           .argument_count = step->arguments.n};
  pml_set(l, step, sv_model_var(l->model, l->nr, 0), sv_app2(T, SV_OP_ADD, nr, pml_const32(l, 1)));
}
