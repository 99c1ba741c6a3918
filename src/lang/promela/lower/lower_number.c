// lower_number.c -- channels are numbers.
//
// To Spin a channel is the number of its queue: global channels are numbered
// from 1 in the order of declaration, then those of the processes alive, the
// oldest first. A `chan` variable that only ever holds channels is a reference
// here; where numbers get into it (docs/promela-meaning.md) it is such a
// number, and becomes a reference where it is used as a channel. A process
// with channels of its own then keeps the number of its first one. Since the
// youngest process dies first, a new one's number follows from who is alive.

#include "lang/promela/lower/lower.h"

static bool is_global(const pml_channel *c) { return c->leaf->root->scope == PML_GLOBAL; }

static uint32_t template_of(const pml_lowering *l, const pml_channel *c) {
  return l->model->queues.at[c->family].owner;
}

// Queues of one process of the template (or the global ones).
static uint32_t queues_of(const pml_lowering *l, uint32_t owner) {
  uint32_t n = 0;
  for (uint32_t f = 1; f < l->channels.n; f++)
    if (template_of(l, l->channels.at[f]) == owner) n += l->channels.at[f]->leaf->cells;
  return n;
}

// Queues of the same owner that are declared before.
static uint32_t place_of(const pml_lowering *l, const pml_channel *c) {
  uint32_t n = 0;
  for (uint32_t f = 1; f < c->family; f++)
    if (template_of(l, l->channels.at[f]) == template_of(l, c)) n += l->channels.at[f]->leaf->cells;
  return n;
}

// --- are numbers used?

static bool is_local_in(const pml_lowering *l, const sv_bits *families) {
  for (uint32_t f = 1; f < l->channels.n; f++)
    if (sv_bits_has(families, f) && !is_global(l->channels.at[f])) return true;
  return false;
}

static bool holds_number(pml_lowering *l, const pml_expr *e) {
  return e->op != PML_E_VAR || !pml_is_chan(e) || sv_bits_has(pml_points_of(l, pml_last_of(e)), 0);
}

static bool is_channel_place(const pml_expr *e, uint32_t i) {
  switch (e->op) {
  case PML_E_LEN:
  case PML_E_FULL:
  case PML_E_EMPTY:
  case PML_E_NFULL:
  case PML_E_NEMPTY: return true;
  case PML_E_POLL: return !i;
  case PML_E_RUN: return i < e->proc->params && e->proc->var[i]->type.kind == PML_CHAN;
  case PML_E_COND: return i > 0;
  default: return false;
  }
}

// Does the expression ask for the number of a local channel?
static bool asks_inside(pml_lowering *l, const pml_expr *e, bool as_channel) {
  if (!e) return false;
  if (e->op == PML_E_REMOTE_VAR) return pml_last_of(e->field)->type.kind == PML_CHAN;
  if (e->op == PML_E_VAR && pml_is_chan(e) && !as_channel)
    return is_local_in(l, pml_points_of(l, pml_last_of(e)));
  bool alike = (e->op == PML_E_EQ || e->op == PML_E_NE) && !holds_number(l, e->arg[0]) &&
               !holds_number(l, e->arg[1]);
  bool found = asks_inside(l, e->index, false) || asks_inside(l, e->field, as_channel);
  for (uint32_t i = 0; i < e->n; i++)
    found |= asks_inside(l, e->arg[i], alike || is_channel_place(e, i));
  return found;
}

static bool has_local_forms(pml_lowering *l, const pml_stmt *s) {
  sv_bits families;
  sv_bits_init(&families, l->channels.n + 1);
  pml_channels_of(l, s->target, &families);
  uint32_t several = 0;
  for (uint32_t f = 0; f < l->channels.n; f++) several += sv_bits_has(&families, f);
  bool found = is_local_in(l, &families) && several > 1;
  sv_bits_free(&families);
  return found;
}

static bool asks_block(pml_lowering *l, const pml_block *b);

static bool asks_stmt(pml_lowering *l, const pml_stmt *s) {
  bool message = s->kind == PML_S_SEND || s->kind == PML_S_RECEIVE;
  bool to_chan = s->kind == PML_S_ASSIGN && pml_is_chan(s->target);
  bool found = asks_inside(l, s->value, to_chan || s->kind == PML_S_FOR_IN) ||
               asks_inside(l, s->upto, false) || (message && has_local_forms(l, s));
  for (uint32_t i = 0; i < s->messages; i++)
    found |= asks_inside(l, s->message[i], message && !s->sorted);
  for (uint32_t i = 0; i < s->options; i++) found |= asks_block(l, &s->option[i]);
  return found || asks_block(l, &s->body);
}

static bool asks_block(pml_lowering *l, const pml_block *b) {
  for (uint32_t i = 0; i < b->n; i++)
    if (asks_stmt(l, b->at[i])) return true;
  return false;
}

// A cell with both numbers and local channels, or an expression that asks.
static bool are_asked_for(pml_lowering *l) {
  for (uint32_t i = 0; i < l->point_cells; i++)
    if (sv_bits_has(&l->points[i], 0) && is_local_in(l, &l->points[i])) return true;
  for (uint32_t i = 0; i < l->program->procs; i++)
    if (l->program->proc[i]->kind <= PML_INIT && asks_block(l, &l->program->proc[i]->body))
      return true;
  for (uint32_t i = 0; i < l->program->ltls; i++)
    if (asks_inside(l, l->program->ltl[i]->formula, false)) return true;
  return false;
}

// --- the number of a process's first channel

static uint32_t first_at_start(const pml_lowering *l, const pml_process *p) {
  uint32_t n = 1 + queues_of(l, SV_GLOBAL);
  for (const pml_process *q = l->process; q < p; q++)
    if (q->template_number) n += (uint32_t)q->proc->active * queues_of(l, q->template_number);
  return n;
}

// sbv 32; instances of the same proctype that are active at the start follow each other.
static sv_term first_number(const pml_lowering *l, const pml_process *p) {
  sv_terms *T = l->terms;
  sv_term first = pml_const32(l, first_at_start(l, p));
  if (p->proc->active <= 1) return first;
  sv_term before = sv_app2(T, SV_OP_MUL, sv_cast(T, l->number, sv_self(T, 0)),
                           pml_const32(l, queues_of(l, p->template_number)));
  return sv_app2(T, SV_OP_ADD, first, before);
}

static void declare_first(pml_lowering *l, pml_process *p) {
  sv_sort byte = sv_sort_bv(l->terms, 8, false);
  p->channels = sv_model_variable(l->model, sv_names_cstr(l->model->names, "_channels"), byte,
                                  p->template_number, sv_cast(l->terms, byte, first_number(l, p)),
                                  p->proc->name_span);
  l->model->variables.at[p->channels].hidden = true;
}

static void number_queues(pml_lowering *l) {
  sv_terms *T = l->terms;
  for (uint32_t f = 1; f < l->channels.n; f++) {
    const pml_channel *c = l->channels.at[f];
    if (is_global(c)) continue;
    const pml_process *p = &l->process[c->leaf->root->proc->index];
    sv_term first = pml_as_int(l, sv_model_var(l->model, p->channels, 0));
    l->model->queues.at[f].number = sv_app2(T, SV_OP_ADD, first, sv_int_const(T, place_of(l, c)));
  }
}

sv_term pml_next_channel(const pml_lowering *l) {
  sv_terms *T = l->terms;
  sv_term sum = sv_int_const(T, 1 + queues_of(l, SV_GLOBAL));
  for (uint32_t i = 0; i < l->program->procs; i++) {
    uint32_t owner = l->process[i].template_number, n = owner ? queues_of(l, owner) : 0;
    if (!n) continue;
    sv_term own = sv_app2(T, SV_OP_MUL, sv_alive(T, owner), sv_int_const(T, n));
    sum = sv_app2(T, SV_OP_ADD, sum, own);
  }
  return sv_cast(T, l->number, sum);
}

sv_term pml_own_number(pml_here *h, const pml_leaf *leaf, uint32_t cell) {
  pml_lowering *l = h->l;
  const pml_channel *c = l->channels.at[leaf->family];
  sv_term first = is_global(c)              ? pml_const32(l, 1)
                  : sv_is_none(h->channels) ? first_number(l, h->process)
                                            : h->channels;
  return sv_app2(l->terms, SV_OP_ADD, first, pml_const32(l, place_of(l, c) + cell));
}

// --- variables and fields that hold numbers

static void mix_leaf(pml_lowering *l, pml_leaf *leaf) {
  bool local = leaf->root->scope != PML_GLOBAL;
  const pml_process *p = local ? &l->process[leaf->root->proc->index] : NULL;
  leaf->sort = sv_sort_bv(l->terms, 8, false);
  leaf->init = pml_initial_at_start(l, leaf, p);
  l->model->variables.at[leaf->variable].sort = sv_sort_of(l->terms, leaf->init);
  l->model->variables.at[leaf->variable].init = leaf->init;
}

static void mix_fields(pml_lowering *l, pml_channel *c) {
  for (uint32_t i = 0; i < c->fields; i++)
    if (c->is_chan[i] && sv_bits_has(&l->points[c->cell + i], 0))
      c->sort[i] = sv_sort_bv(l->terms, 8, false);
  sv_sort *kept = SV_ARENA_ARRAY(l->model->arena, sv_sort, c->fields + 1);
  for (uint32_t i = 0; i < c->fields; i++) kept[i] = c->sort[i];
  l->model->queues.at[c->family].fields = kept;
}

void pml_number_channels(pml_lowering *l) {
  if (l->channels.n < 2) return;
  for (uint32_t i = 0; i < l->leaves.n; i++) {
    pml_leaf *leaf = l->leaves.at[i];
    if (leaf->last->type.kind == PML_CHAN && leaf->variable &&
        sv_bits_has(pml_points_of(l, leaf->last), 0))
      mix_leaf(l, leaf);
  }
  for (uint32_t f = 1; f < l->channels.n; f++) mix_fields(l, l->channels.at[f]);
  if (!are_asked_for(l)) return;
  for (uint32_t i = 0; i < l->program->procs; i++) {
    pml_process *p = &l->process[i];
    if (p->template_number && queues_of(l, p->template_number)) declare_first(l, p);
  }
  number_queues(l);
}

// --- questions about numbers

// Is it the number of a channel of this family, in whatever process?
sv_term pml_is_of_family(pml_here *h, sv_term channel, const pml_channel *c) {
  pml_lowering *l = h->l;
  sv_terms *T = l->terms;
  sv_sort byte = sv_sort_bv(T, 8, false);
  sv_term any = SV_FALSE, zero = sv_int_const(T, 0);
  const pml_process *p = is_global(c) ? NULL : &l->process[c->leaf->root->proc->index];
  for (uint32_t i = 0; i < c->leaf->cells; i++) {
    sv_term is;
    if (p) {
      sv_term first =
          sv_app2(T, SV_OP_SUB, sv_cast(T, l->number, channel), pml_const32(l, place_of(l, c) + i));
      sv_term found = sv_find(T, p->channels, sv_cast(T, byte, first));
      is = sv_app2(T, SV_OP_LE, zero, found);
    } else {
      sv_term index = c->leaf->dimensions ? sv_int_const(T, i) : SV_NONE;
      is = sv_eq(T, channel, sv_queue(T, c->family, 0, index));
    }
    any = sv_or(T, any, is);
  }
  return any;
}

sv_term pml_is_stray(pml_here *h, const pml_expr *e) {
  pml_lowering *l = h->l;
  sv_terms *T = l->terms;
  sv_term channel = pml_channel_term(h, e);
  sv_term known = sv_eq(T, channel, sv_const(T, sv_sort_ref(T), sv_small(0)));
  sv_bits families;
  sv_bits_init(&families, l->channels.n + 1);
  pml_channels_of(l, e, &families);
  for (uint32_t f = 1; f < l->channels.n; f++)
    if (sv_bits_has(&families, f))
      known = sv_or(T, known, pml_is_of_family(h, channel, l->channels.at[f]));
  bool numbers = sv_bits_has(&families, 0);
  sv_bits_free(&families);
  return numbers ? sv_not(known) : SV_FALSE;
}
