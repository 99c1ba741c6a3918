// script.c -- sets of states as scripts have them, and the questions about them.
//
// A script computes with sets: reachable states, regions, intersections. Here
// nothing is computed; a set is remembered as what it is: the states of a region
// that are reachable from another (or that reach another). Asking whether it is
// empty is then a question about reachability, whichever way the script takes.

#include "lang/hybrid/check.h"

ha_value ha_plain(ha_formula *f, sv_span span) {
  return (ha_value){.reach = HA_ALL, .region = f, .span = span};
}

ha_value ha_strange(sv_span reason) { return (ha_value){.reach = HA_STRANGE, .reason = reason}; }

ha_value ha_reached(ha_checker *c, ha_reach reach, ha_formula *other, sv_span span) {
  assert(reach == HA_REACHED || reach == HA_REACHING);
  return (ha_value){
      .reach = reach, .other = other, .region = ha_true(ha_space_of(c)), .span = span};
}

// --- set operations

static bool finds(ha_formula *f, const bool *hidden, uint32_t walk) {
  if (f->mark == walk) return false;
  f->mark = walk;
  for (uint32_t i = 0; f->kind == HA_F_ATOM && i < f->atom.sum.n; i++)
    if (hidden[f->atom.sum.part[i].var]) return true;
  for (uint32_t i = 0; i < f->n; i++)
    if (finds(f->arg[i], hidden, walk)) return true;
  return false;
}

static bool mentions(const ha_checker *c, ha_formula *f, const bool *hidden) {
  return hidden && finds(f, hidden, ha_new_walk(ha_space_of(c)));
}

// A condition on a variable that was hidden is about another one.
static bool clashes(const ha_checker *c, const ha_value *a, const ha_value *b) {
  return mentions(c, b->region, a->hidden) || mentions(c, a->region, b->hidden) ||
         (a->hidden && b->hidden);
}

static bool same_kind(const ha_value *a, const ha_value *b) {
  return a->reach == b->reach && (a->reach == HA_ALL || ha_same_formula(a->other, b->other));
}

// What both have in common but the region; the more telling name.
static ha_value merge(const ha_value *a, const ha_value *b) {
  assert(a->reach != HA_STRANGE && b->reach != HA_STRANGE);
  ha_value v = a->reach == HA_ALL ? *b : *a;
  const ha_value *named = ha_is_true(a->region) ? b : a;
  v.name = named->name;
  v.span = named->span;
  v.hidden = a->hidden ? a->hidden : b->hidden;
  v.of = a->of.x ? a->of : b->of;
  return v;
}

ha_value ha_intersection(ha_checker *c, ha_value a, ha_value b) {
  if (a.reach == HA_STRANGE) return a;
  if (b.reach == HA_STRANGE) return b;
  bool joins = a.reach == HA_ALL || b.reach == HA_ALL || same_kind(&a, &b);
  if (!joins || clashes(c, &a, &b)) return ha_strange(b.span);
  ha_value v = merge(&a, &b);
  v.region = ha_both(ha_space_of(c), a.region, b.region);
  return v;
}

ha_value ha_union(ha_checker *c, ha_value a, ha_value b) {
  if (a.reach == HA_STRANGE) return a;
  if (b.reach == HA_STRANGE) return b;
  if (!same_kind(&a, &b) || a.hidden || b.hidden) return ha_strange(b.span);
  ha_value v = a;
  v.region = ha_either(ha_space_of(c), a.region, b.region);
  v.span = sv_span_join(a.span, b.span);
  v.name = (sv_name){0};
  return v;
}

// Where `a` is everything that is reachable, the region of `b` tells more.
ha_value ha_difference(ha_checker *c, ha_value a, ha_value b) {
  if (a.reach == HA_STRANGE) return a;
  if (b.reach == HA_STRANGE) return b;
  bool removes = b.reach == HA_ALL || same_kind(&a, &b);
  if (!removes || b.hidden || clashes(c, &a, &b)) return ha_strange(b.span);
  ha_value v = a;
  if (ha_is_true(a.region)) v.name = b.name, v.span = b.span;
  v.region = ha_both(ha_space_of(c), a.region, ha_not(ha_space_of(c), b.region));
  return v;
}

// --- questions

static const char *text_of(const ha_checker *c, sv_span span) {
  const char *text = sv_source_text(c->sources, span.file);
  return sv_arena_strndup(c->arena, text + span.begin, span.end - span.begin);
}

static bool is_same(const ha_question *a, const ha_question *b) {
  return ha_same_formula(a->from, b->from) && ha_same_formula(a->target, b->target);
}

static bool other_network(ha_checker *c, const ha_value *v, sv_span span) {
  if (!v->of.x || !c->asked.x || v->of.x == c->asked.x) return false;
  ha_refuse(c, span, "questions about two networks (`%s` and `%s`) are not supported",
            ha_text(c, c->asked), ha_text(c, v->of));
  sv_diag_hint(c->diags, "ask them in files of their own, with --question FILE");
  return true;
}

static ha_question question_of(const ha_checker *c, const ha_value *v) {
  bool forward = v->reach == HA_REACHED;
  assert(forward || v->reach == HA_REACHING);
  return (ha_question){.from = forward ? v->other : v->region,
                       .target = forward ? v->region : v->other,
                       .name = v->name.x ? ha_text(c, v->name) : "reach",
                       .text = text_of(c, v->span),
                       .span = v->span};
}

bool ha_ask(ha_checker *c, ha_value v, sv_span span) {
  if (v.reach == HA_ALL) return false;
  if (v.reach == HA_STRANGE) {
    if (!v.reason.file) return true;
    ha_refuse(c, span, "a question about this set is not supported");
    sv_diag(c->diags, SV_NOTE, v.reason, "this is what cannot be followed");
    return true;
  }
  if (other_network(c, &v, span)) return true;
  ha_question q = question_of(c, &v);
  if (v.of.x) c->asked = v.of;
  for (uint32_t i = 0; i < c->net->questions.n; i++)
    if (is_same(&c->net->questions.at[i], &q)) return true;
  sv_push(c->net->questions, q);
  return true;
}

bool ha_ask_by_printing(ha_checker *c, ha_value v) {
  if (v.reach == HA_ALL || v.reach == HA_STRANGE || ha_is_true(v.region)) return false;
  ha_question q = question_of(c, &v);
  for (uint32_t i = 0; i < c->printed.n; i++)
    if (is_same(&c->printed.at[i], &q)) return true;
  sv_push(c->printed, q);
  return true;
}

// --- names

void ha_set(ha_checker *c, ha_word word, ha_value v) {
  uint32_t k = sv_map_get(&c->regions, word.name.x);
  if (!v.name.x && v.region && !ha_is_true(v.region)) v.name = word.name;
  if (k == SV_MAP_NONE) {
    sv_map_put(&c->regions, word.name.x, c->sets.n);
    sv_push(c->sets, v);
  } else {
    c->sets.at[k] = v;
  }
}

const ha_value *ha_get(const ha_checker *c, sv_name name) {
  uint32_t k = sv_map_get(&c->regions, name.x);
  return k == SV_MAP_NONE ? NULL : &c->sets.at[k];
}

void ha_skip(ha_checker *c, ha_word word) {
  for (uint32_t i = 0; i < c->skipped.n; i++)
    if (c->skipped.at[i].name.x == word.name.x) return;
  sv_push(c->skipped, word);
}

// --- products

void ha_make_product(ha_checker *c, sv_name name, const uint32_t *members, uint32_t n) {
  assert(n > 0);
  ha_product p = {.name = name};
  for (uint32_t i = 0; i < n; i++) sv_push(p.members, members[i]);
  sv_map_put(&c->product_names, name.x, c->products.n);
  sv_push(c->products, p);
}

ha_product *ha_product_of(ha_checker *c, ha_word word) {
  uint32_t k = sv_map_get(&c->product_names, word.name.x);
  if (k != SV_MAP_NONE) return &c->products.at[k];
  ha_wrong(c, word.span, "there is no automaton `%s`", ha_text(c, word.name));
  ha_suggest(c, word.name, &c->product_names);
  return NULL;
}

ha_formula *ha_initially(ha_checker *c, const ha_product *p) {
  if (p->initially) return p->initially;
  ha_formula *all = ha_true(ha_space_of(c));
  for (uint32_t i = 0; i < p->members.n; i++) {
    ha_formula *own = c->net->automata.at[p->members.at[i]].initially;
    if (own) all = ha_both(ha_space_of(c), all, own);
  }
  return all;
}
