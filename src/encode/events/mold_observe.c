// mold_observe.c -- locations of others, in classes.
//
// Locations that a mold cannot tell apart, as its functions are the same for both, are one
// class. Molds that make the same classes share an observer.

#include "encode/events/mold_inside.h"

enum { MOST_WORK = 300000 };  // nodes to be copied for one process

static bool is_listed(const sv_u32s *list, uint32_t x) {
  for (uint32_t i = 0; i < list->n; i++)
    if (list->at[i] == x) return true;
  return false;
}

// The bits of these cells that are not there yet, appended.
static void add_cells(const sv_molds *m, const sv_u32s *cells, sv_u32s *bits) {
  for (uint32_t i = 0; i < cells->n; i++)
    for (uint32_t k = 0; k < m->widths.at[cells->at[i]]; k++) {
      uint32_t bit = sv_molds_bits(m, cells->at[i])[k];
      if (!is_listed(bits, bit)) sv_push(*bits, bit);
    }
}

void sv_mold_support(const sv_molds *m, const sv_lit *roots, uint32_t n, sv_u32s *out) {
  sv_u32s inputs = {0};
  sv_aig_support(m->aig, roots, n, &inputs);
  for (uint32_t i = 0; i < inputs.n; i++) {
    uint32_t bit = sv_map_get(&m->bit_of_input, inputs.at[i]);
    if (bit != SV_MAP_NONE) sv_push(*out, bit);
  }
  for (uint32_t i = 0; m->terms && i < inputs.n; i++) {
    const sv_atom *atom = sv_mold_terms_atom(m->terms, inputs.at[i]);
    if (atom) add_cells(m, &atom->cells, out);
  }
  sv_vec_free(inputs);
}

void sv_mold_atoms(const sv_molds *m, const sv_lit *roots, uint32_t n, sv_u32s *out) {
  sv_u32s inputs = {0};
  sv_clear(*out);
  if (m->terms) sv_aig_support(m->aig, roots, n, &inputs);
  for (uint32_t i = 0; i < inputs.n; i++)
    if (sv_mold_terms_atom(m->terms, inputs.at[i])) sv_push(*out, inputs.at[i]);
  sv_vec_free(inputs);
}

void sv_mold_add_terms(const sv_molds *m, const sv_mold *mold, sv_u32s *bits) {
  sv_u32s cells = {0};
  for (uint32_t i = 0; i < mold->uses.n; i++)
    if (mold->uses.at[i].term.x) sv_mold_terms_cells(m->terms, mold->uses.at[i].term, &cells);
  add_cells(m, &cells, bits);
  sv_vec_free(cells);
}

static uint32_t input_of(const sv_molds *m, uint32_t place, uint32_t i) {
  return sv_lit_node(m->state.at[sv_molds_bits(m, place)[i]]);
}

// The roots while the process stands there.
static void roots_at(const sv_mold_maker *x, uint32_t process, uint32_t location, sv_lit *out) {
  const sv_molds *m = x->m;
  uint32_t place = sv_molds_place_of_process(m, process);
  sv_map by = {0};
  memcpy(out, x->roots.at, x->roots.n * sizeof *out);
  for (uint32_t i = 0; i < m->widths.at[place]; i++)
    sv_map_put(&by, input_of(m, place, i),
               sv_lit_const(sv_molds_location_bit(m, process, location, i)).x);
  sv_aig_substitute(m->aig, out, x->roots.n, &by);
  sv_map_free(&by);
}

// The classes of the locations; their number is returned.
static uint32_t classify(const sv_mold_maker *x, uint32_t process, sv_u32s *class_of) {
  uint32_t locations = sv_net_locations(x->m->net, process), n = x->roots.n, classes = 0;
  sv_lit *all = SV_NEW_ARRAY(sv_lit, (size_t)(locations + 1) * n);
  for (uint32_t l = 0; l < locations; l++) {
    sv_lit *mine = all + (size_t)classes * n;
    roots_at(x, process, l, mine);
    uint32_t k = 0;
    while (memcmp(all + (size_t)k * n, mine, n * sizeof *mine)) k++;
    if (k == classes) classes++;
    sv_push(*class_of, k);
  }
  sv_free(all);
  return classes;
}

static const sv_observer *find_observer(const sv_molds *m, uint32_t process,
                                        const sv_u32s *classes) {
  for (uint32_t i = 0; i < m->observers.n; i++) {
    const sv_observer *o = &m->observers.at[i];
    if (o->process == process &&
        !memcmp(o->class_of.at, classes->at, classes->n * sizeof *classes->at))
      return o;
  }
  return NULL;
}

static const sv_observer *add_observer(sv_molds *m, uint32_t process, const sv_u32s *class_of,
                                       uint32_t classes) {
  const sv_observer *known = find_observer(m, process, class_of);
  if (known) return known;
  sv_observer o = {.process = process, .place = m->places++, .classes = classes};
  uint32_t width = 0;
  while (classes > UINT64_C(1) << width) width++;
  for (uint32_t l = 0; l < class_of->n; l++) sv_push(o.class_of, class_of->at[l]);
  sv_push(m->widths, width);
  sv_push(m->first, m->bits.n);
  for (uint32_t i = 0; i < width; i++) {
    sv_push(m->bits, m->owner.n);
    sv_push(m->state, sv_aig_input(m->aig));
    sv_map_put(&m->bit_of_input, sv_lit_node(sv_last(m->state)), m->owner.n);
    sv_push(m->owner, o.place);
  }
  sv_reserve(m->bits, 1);
  sv_push(m->observers, o);
  return &sv_last(m->observers);
}

static sv_lit class_is(sv_molds *m, const sv_observer *o, uint32_t class) {
  sv_lit is = SV_LIT_TRUE;
  for (uint32_t i = 0; i < m->widths.at[o->place]; i++) {
    sv_lit bit = m->state.at[sv_molds_bits(m, o->place)[i]];
    is = sv_aig_and(m->aig, is, sv_lit_not_if(bit, !(class >> i & 1)));
  }
  return is;
}

// Bit i of the first location of the class that the observer shows.
static sv_lit observed_bit(sv_molds *m, const sv_observer *o, uint32_t i) {
  sv_lit any = SV_LIT_FALSE;
  for (uint32_t class = 0; class < o->classes; class ++) {
    uint32_t l = 0;
    while (o->class_of.at[l] != class) l++;
    if (sv_molds_location_bit(m, o->process, l, i))
      any = sv_aig_or(m->aig, any, class_is(m, o, class));
  }
  return any;
}

static void look_at(sv_mold_maker *x, const sv_observer *o) {
  sv_molds *m = x->m;
  uint32_t place = sv_molds_place_of_process(m, o->process);
  sv_map by = {0};
  for (uint32_t i = 0; i < m->widths.at[place]; i++)
    sv_map_put(&by, input_of(m, place, i), observed_bit(m, o, i).x);
  sv_aig_substitute(m->aig, x->roots.at, x->roots.n, &by);
  sv_map_free(&by);
}

static bool is_moved(const sv_mold_maker *x, uint32_t process) {
  for (uint32_t e = 0; x->action && e < x->action->edge_count; e++)
    if (x->action->edges[e].process == process) return x->action->edges[e].to != SV_STAY;
  return false;
}

static bool is_seen(const sv_mold_maker *x, uint32_t place) {
  sv_u32s bits = {0};
  bool seen = false;
  sv_mold_support(x->m, x->roots.at, x->roots.n, &bits);
  for (uint32_t i = 0; i < bits.n; i++) seen |= x->m->owner.at[bits.at[i]] == place;
  sv_vec_free(bits);
  return seen;
}

static void observe_process(sv_mold_maker *x, uint32_t process) {
  sv_u32s cone = {0}, class_of = {0};
  uint32_t locations = sv_net_locations(x->m->net, process);
  sv_aig_cone(x->m->aig, x->roots.at, x->roots.n, &cone);
  if ((uint64_t)cone.n * locations <= MOST_WORK) {
    uint32_t classes = classify(x, process, &class_of);
    if (classes < locations) look_at(x, add_observer(x->m, process, &class_of, classes));
  }
  sv_vec_free(cone);
  sv_vec_free(class_of);
}

void sv_mold_observe(sv_mold_maker *x) {
  for (uint32_t p = 0; p < x->m->net->processes.n; p++) {
    uint32_t place = sv_molds_place_of_process(x->m, p);
    if (place != x->known && !is_moved(x, p) && is_seen(x, place)) observe_process(x, p);
  }
}
