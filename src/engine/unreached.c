// unreached.c -- locations that no run reaches, and other things that never happen.
//
// A location is reached by being an entry at the start or the target of an
// action that was taken; so the search only notes which actions were. It is
// counted per template, not per instance. Locations without a place in the
// source were made by a compiler and are of no interest; of several locations for
// one place (inlined procedures) it is enough to reach one. The reduction keeps
// which actions ever fire, and what is left out beforehand never moves a process,
// so neither changes the list.

#include "base/bits.h"
#include "engine/engine.h"

typedef struct {
  sv_bits *at;
  uint32_t n;
} reached;  // by template

static void mark(reached *r, uint32_t template_number, uint32_t location) {
  if (location) sv_bits_add(&r->at[template_number], location);
}

static void mark_action(const sv_model *m, uint32_t action, reached *r) {
  const sv_action *a = &m->actions.at[action];
  for (uint32_t i = 0; i < a->edge_count; i++) mark(r, a->edges[i].template_number, a->edges[i].to);
  for (uint32_t i = 0; i < a->start_count; i++) {
    uint32_t t = a->starts[i].template_number;
    mark(r, t, a->starts[i].at ? a->starts[i].at : m->templates.at[t].entry);
  }
}

static void mark_all(const sv_net *net, const sv_bits *fired, bool started, reached *r) {
  const sv_model *m = net->model;
  for (uint32_t t = 1; t < r->n; t++)
    if (m->templates.at[t].initial && started) mark(r, t, m->templates.at[t].entry);
  for (uint32_t i = 0; i < net->actions.n; i++)
    if (sv_bits_has(fired, i)) mark_action(m, net->actions.at[i].action, r);
}

static uint64_t place_key(sv_span span) {
  return (uint64_t)span.file << 40 ^ (uint64_t)span.begin << 20 ^ span.end;
}

// Places of reached locations.
static void collect_places(const sv_model *m, const reached *r, sv_map *places) {
  for (uint32_t t = 1; t < r->n; t++)
    for (uint32_t l = 1; l < r->at[t].n; l++)
      if (sv_bits_has(&r->at[t], l))
        sv_map_put(places, place_key(m->templates.at[t].locations.at[l].span), 1);
}

static void list(sv_answer *a, const sv_model *m, uint32_t template_number, uint32_t location) {
  const sv_template *t = &m->templates.at[template_number];
  const sv_location *l = &t->locations.at[location];
  sv_text name = {0};
  if (!l->span.file) return;
  sv_text_printf(&name, "%s@%s", sv_names_get(m->names, t->name), sv_names_get(m->names, l->name));
  sv_push(a->unreached, l->span);
  sv_push(a->unreached_names, sv_text_take(&name));
}

static void list_template(sv_answer *a, const sv_model *m, const reached *r, uint32_t t,
                          const sv_map *places) {
  for (uint32_t l = 1; l < r->at[t].n; l++) {
    sv_span span = m->templates.at[t].locations.at[l].span;
    bool known = sv_bits_has(&r->at[t], l) || sv_map_get(places, place_key(span)) != SV_MAP_NONE;
    if (!known) list(a, m, t, l);
  }
}

// ---- items

static void mark_items(const sv_net *net, const sv_bits *fired, sv_bits *touched) {
  for (uint32_t i = 0; i < net->actions.n; i++) {
    const sv_action *source = &net->model->actions.at[net->actions.at[i].action];
    for (uint32_t k = 0; sv_bits_has(fired, i) && k < source->item_count; k++)
      sv_bits_add(touched, source->items[k]);
  }
}

static const char *remark_on(const sv_item *item, bool touched) {
  switch (item->kind) {
  case SV_ITEM_REACHED: return touched ? NULL : "never reached";
  case SV_ITEM_FIRED: return touched ? NULL : "never fires";
  case SV_ITEM_LOST: return touched ? "lost" : NULL;
  }
  SV_UNREACHABLE();
}

static void list_items(sv_answer *a, const sv_net *net, const sv_bits *fired) {
  const sv_model *m = net->model;
  sv_bits touched;
  sv_bits_init(&touched, m->items.n + 1);
  mark_items(net, fired, &touched);
  for (uint32_t i = 0; i < m->items.n; i++) {
    const char *remark = remark_on(&m->items.at[i], sv_bits_has(&touched, i));
    if (!remark) continue;
    sv_text text = {0};
    sv_text_printf(&text, "%s: %s", remark, m->items.at[i].text);
    sv_push(a->remarked, m->items.at[i].span);
    sv_push(a->remarks, sv_text_take(&text));
  }
  sv_bits_free(&touched);
}

// ---- actions

static bool moves(const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const sv_net_edge *e = &a->edges[i];
    if (e->to != SV_STAY && (e->from_count > 1 || e->from[0] != e->to)) return true;
  }
  return false;
}

// What is left out beforehand has no guard that could be true, and moves no process.
static bool is_left_out(const sv_model *m, const sv_net_action *a) {
  return sv_same(a->guard, SV_FALSE) && !sv_same(m->actions.at[a->action].guard, SV_FALSE) &&
         !moves(a);
}

// An action of which no instance was looked at is open; one without any is never taken.
static void note_coverage(sv_answer *a, const sv_net *net, const sv_bits *fired) {
  const sv_model *m = net->model;
  if (!a->net || a->net->model != m) return;  // a model that was made for the search
  if (a->covered != m) sv_clear(a->coverage);
  a->covered = m;
  sv_bits open;
  sv_bits_init(&open, m->actions.n);
  for (uint32_t i = 0; i < net->actions.n; i++)
    if (is_left_out(m, &net->actions.at[i])) sv_bits_add(&open, net->actions.at[i].action);
  bool first = !a->coverage.n;
  sv_fill(a->coverage, m->actions.n);
  for (uint32_t i = 0; i < m->actions.n; i++)
    if (!sv_bits_has(&open, i) && (first || a->coverage.at[i] == SV_COVER_OPEN))
      a->coverage.at[i] = SV_COVER_NEVER;
  for (uint32_t i = 0; i < net->actions.n; i++)
    if (sv_bits_has(fired, i)) a->coverage.at[net->actions.at[i].action] = SV_COVER_TAKEN;
  sv_bits_free(&open);
}

void sv_answer_unreached(sv_answer *a, const sv_net *net, const sv_bits *fired, bool started) {
  const sv_model *m = net->model;
  reached r = {SV_NEW_ARRAY(sv_bits, m->templates.n + 1), m->templates.n};
  sv_map places = {0};
  for (uint32_t t = 1; t < r.n; t++) sv_bits_init(&r.at[t], m->templates.at[t].locations.n);
  mark_all(net, fired, started, &r);
  collect_places(m, &r, &places);
  for (uint32_t t = 1; t < r.n; t++) {
    list_template(a, m, &r, t, &places);
    sv_bits_free(&r.at[t]);
  }
  sv_map_free(&places);
  sv_free(r.at);
  list_items(a, net, fired);
  note_coverage(a, net, fired);
}
