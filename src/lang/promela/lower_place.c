// lower_place.c -- control states become locations, with all steps they offer.
//
// Only what can be reached gets a location. A location offers the steps of its
// node and of the nodes that this one stands for. Where an `unless` is around,
// steps have classes: the escapes first, the outermost before the inner ones,
// then the main part, then its `else`, at last an `else` of an escape.

#include "lang/promela/lower.h"

typedef struct {
  pml_node *node;
  uint32_t class;
} escape;

typedef struct {
  pml_lowering *l;
  pml_process *process;
  SV_VEC(pml_node *) work;
  SV_VEC(escape) escapes;  // of the current location
  uint32_t main;           // class of its other steps
} placer;

// --- jumps inside of atomic

static bool is_outside(const pml_node *n) {
  for (; n->same; n = n->same)
    if (n->is_exit) return true;
  return n->is_exit || !n->region;
}

static bool keeps_control(pml_node *n) { return !is_outside(n) && pml_real(n)->keeps; }

// A jump keeps control if it leads into a section, be it the last of its own.
static void settle_jump(pml_node *n) {
  bool jumps = n->passes && (n->stmt->kind == PML_S_GOTO || n->stmt->kind == PML_S_BREAK);
  if (jumps && !n->is_late) n->keeps = n->arcs.at[0]->keeps = !is_outside(n->arcs.at[0]->to);
}

// A step goes on through jumps; one that keeps control only as far as others do.
static void pass_jumps(const pml_process *p, pml_arc *a) {
  for (uint32_t most = p->nodes.n; a->to && pml_real(a->to)->passes && most--;) {
    pml_node *goal = pml_real(a->to)->arcs.at[0]->to;
    if (a->keeps && !keeps_control(goal)) break;
    a->to = goal;
  }
}

void pml_pass_jumps(pml_process *p) {
  for (uint32_t i = 0; i < p->nodes.n; i++) settle_jump(p->nodes.at[i]);
  for (uint32_t i = 0; i < p->nodes.n; i++)
    for (uint32_t k = 0; k < p->nodes.at[i]->arcs.n; k++) pass_jumps(p, p->nodes.at[i]->arcs.at[k]);
}

// --- locations

static const char *name_of(const placer *p, const pml_node *n) {
  sv_model *m = p->l->model;
  if (n->is_death) return "end";
  if (!n->stmt) return "label";
  if (n->stmt->labels) return sv_names_get(m->names, n->stmt->label[0]->name);
  sv_place at = sv_source_place(m->sources, n->stmt->head.file, n->stmt->head.begin);
  return sv_arena_printf(m->arena, "%u", at.line);
}

// Locations and variables do not share their names.
static sv_name unique_name(placer *p, const char *text) {
  uint32_t kind = UINT32_C(1) << 31 | p->process->template_number;
  return sv_unique_name(p->l->model, &p->l->names_used, kind, text, '.');
}

static uint32_t place(placer *p, pml_node *n) {
  n = pml_real(n);
  if (n->location) return n->location;
  unsigned flags = (n->is_end ? SV_LOC_END : 0u) | (n->region ? SV_LOC_YIELDING : 0u);
  sv_span span = n->stmt ? n->stmt->head : p->process->proc->name_span;
  n->location = sv_model_location(p->l->model, p->process->template_number,
                                  unique_name(p, name_of(p, n)), flags, span);
  sv_push(p->work, n);
  return n->location;
}

// --- escapes

static bool is_known_escape(const placer *p, const pml_node *n) {
  for (uint32_t i = 0; i < p->escapes.n; i++)
    if (p->escapes.at[i].node == n) return true;
  return false;
}

// The outermost comes first. A node that is only looked into counts its own
// escapes from 0 again: they do not give way to those of the node around it.
static void find_escapes(placer *p, pml_node *n) {
  uint32_t class = 0;
  n = pml_real(n);
  if (n->seen == p->l->walk) return;
  n->seen = p->l->walk;
  for (uint32_t i = n->escapes.n; i--;) {
    pml_node *e = pml_real(n->escapes.at[i]);
    if (is_known_escape(p, e)) continue;
    sv_push(p->escapes, (escape){e, class});
    if (++class > p->main) p->main = class;
  }
  for (uint32_t i = 0; i < n->firsts.n; i++) find_escapes(p, n->firsts.at[i]);
}

// --- offers

static bool is_guarding_else(const pml_arc *a) {
  return a->stmt && !a->is_goto && a->stmt->kind == PML_S_ELSE && a->stmt->implied;
}

static void offer_arc(placer *p, const pml_arc *a, uint32_t location, uint32_t class,
                      uint32_t else_class) {
  bool is_else = is_guarding_else(a);
  pml_offer o = {
      .arc = a, .location = location, .class = is_else ? else_class : class, .is_else = is_else};
  sv_push(p->process->offers, o);
  if (a->to) place(p, a->to);
}

static void offer_node(placer *p, pml_node *n, uint32_t location, uint32_t class,
                       uint32_t else_class) {
  n = pml_real(n);
  if (n->seen == p->l->walk) return;
  n->seen = p->l->walk;
  for (uint32_t i = 0; i < n->arcs.n; i++) offer_arc(p, n->arcs.at[i], location, class, else_class);
  for (uint32_t i = 0; i < n->firsts.n; i++)
    offer_node(p, n->firsts.at[i], location, class, else_class);
}

static void offer_all(placer *p, pml_node *n) {
  uint32_t first = p->process->offers.n;
  sv_clear(p->escapes);
  p->l->walk++;
  p->main = 0;
  find_escapes(p, n);
  uint32_t main = p->main;
  p->l->walk++;
  for (uint32_t i = 0; i < p->escapes.n; i++)
    offer_node(p, p->escapes.at[i].node, n->location, p->escapes.at[i].class, main + 2);
  uint32_t own = p->process->offers.n;
  offer_node(p, n, n->location, main, main + 1);
  uint32_t last = p->process->offers.n;
  for (uint32_t i = first; i < last; i++) {
    pml_offer *o = &p->process->offers.at[i];
    o->first = first;
    o->main = own;
    o->last = last;
    o->in_d_step = pml_d_step_of(p->l, n->region) != 0;
    // An inner `else` that others follow: its guard says what a class cannot.
    if (o->is_else && i >= own && i + 1 < last) o->class = main;
  }
}

void pml_place(pml_lowering *l, pml_process *process) {
  placer p = {.l = l, .process = process};
  uint32_t entry = place(&p, process->entry);
  l->model->templates.at[process->template_number].entry = entry;
  while (p.work.n) offer_all(&p, sv_pop(p.work));
  sv_vec_free(p.work);
  sv_vec_free(p.escapes);
}
