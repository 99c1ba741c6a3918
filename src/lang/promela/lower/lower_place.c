// lower_place.c -- control states become locations, with all steps they offer.
//
// Only what can be reached gets a location. A location offers the steps of its
// node and of the nodes that this one stands for. Where an `unless` is around,
// steps have classes: the escapes first, mostly the outermost before the inner ones,
// then the main part, then its `else`, at last an `else` of an escape.

#include "lang/promela/lower/lower.h"

typedef struct {
  pml_node *node;
  const pml_node *with;  // it came together with this one
} escape;
typedef SV_VEC(escape) escape_vec;
typedef SV_VEC(pml_node *) node_vec;

typedef struct {
  pml_lowering *l;
  pml_process *process;
  node_vec work;
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

// Which comes first follows Spin's verifier to the letter, also where it warns (`unless` on a
// guard). It goes through the statements that are possible in a state and puts the
// steps of their escapes in front of all others, the innermost first. An escape whose own
// state has a lower number has its escapes in front of it already, and they come along.

static bool is_known_escape(const escape_vec *all, const pml_node *n) {
  for (uint32_t i = 0; i < all->n; i++)
    if (all->at[i].node == n) return true;
  return false;
}

// The node and those it stands for, in the order of the text.
static void collect_firsts(pml_node *n, node_vec *out) {
  n = pml_real(n);
  for (uint32_t i = 0; i < out->n; i++)
    if (out->at[i] == n) return;
  sv_push(*out, n);
  for (uint32_t i = 0; i < n->firsts.n; i++) collect_firsts(n->firsts.at[i], out);
}

// Braces that are no state of their own have none: then that of what is inside.
static uint32_t number_of(const placer *p, const pml_node *n) {
  while (n->stmt && !pml_state_number(p->l, n->stmt) && n->firsts.n) n = pml_real(n->firsts.at[0]);
  return pml_node_number(p->l, p->process, n);
}

// Selections and blocks have the escapes of their first statements.
static bool is_statement(const pml_node *n) {
  return n->arcs.n || (n->stmt && n->stmt->kind == PML_S_D_STEP);
}

// The last one comes first.
static void find_escapes(const placer *p, pml_node *n, escape_vec *out) {
  node_vec nodes = {0};
  collect_firsts(n, &nodes);
  for (uint32_t i = 0; i < nodes.n; i++)
    for (uint32_t k = 0; is_statement(nodes.at[i]) && k < nodes.at[i]->escapes.n; k++) {
      pml_node *e = pml_real(nodes.at[i]->escapes.at[k]);
      escape_vec along = {0};
      if (number_of(p, e) < number_of(p, n)) find_escapes(p, e, &along);
      sv_push(along, (escape){e, e});
      for (uint32_t a = 0; a < along.n; a++)
        if (!is_known_escape(out, along.at[a].node)) sv_push(*out, (escape){along.at[a].node, e});
      sv_vec_free(along);
    }
  sv_vec_free(nodes);
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

// Offers the escapes, in classes of those that came together; the number of classes.
static uint32_t offer_escapes(placer *p, pml_node *n, const escape_vec *all) {
  uint32_t class = 0, classes = all->n > 0;
  for (uint32_t i = all->n; i-- > 1;) classes += all->at[i].with != all->at[i - 1].with;
  for (uint32_t i = all->n; i--;) {
    offer_node(p, all->at[i].node, n->location, class, classes + 2);
    class += i && all->at[i].with != all->at[i - 1].with;
  }
  return classes;
}

static void offer_all(placer *p, pml_node *n) {
  uint32_t first = p->process->offers.n;
  escape_vec escapes = {0};
  find_escapes(p, n, &escapes);
  p->l->walk++;
  uint32_t main = offer_escapes(p, n, &escapes);
  sv_vec_free(escapes);
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

#ifdef NDEBUG
static void assert_offers(const pml_lowering *l, const pml_process *p) {
  SV_UNUSED(l), SV_UNUSED(p);
}
#else
// Offers of a location stand together: escapes, then its own; each leads to a place.
static void assert_offers(const pml_lowering *l, const pml_process *p) {
  uint32_t locations = l->model->templates.at[p->template_number].locations.n;
  for (uint32_t i = 0; i < p->offers.n; i++) {
    const pml_offer *o = &p->offers.at[i];
    assert(o->first <= i && i < o->last && o->last <= p->offers.n);
    assert(o->first <= o->main && o->main <= o->last);
    assert(o->location && o->location < locations);
    assert(o->location == p->offers.at[o->first].location);
    assert(!o->arc->to || pml_real(o->arc->to)->location);
    assert(!o->taken);
    // An escape comes before what it escapes from, unless it is an `else`.
    assert(i >= o->main || o->is_else || o->main == o->last ||
           o->class < p->offers.at[o->main].class);
  }
}
#endif

void pml_place(pml_lowering *l, pml_process *process) {
  placer p = {.l = l, .process = process};
  uint32_t entry = place(&p, process->entry);
  l->model->templates.at[process->template_number].entry = entry;
  while (p.work.n) offer_all(&p, sv_pop(p.work));
  assert_offers(l, process);
  sv_vec_free(p.work);
}
