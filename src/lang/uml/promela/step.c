// step.c -- the process of an object: what it does with one event.

#include "lang/uml/promela/translate.h"

static uint32_t number(const ump_writer *w) { return w->object->number; }

static const uml_transition *first_of(const ump_writer *w, uint32_t way) {
  return w->ways.at[way].path[0];
}

static bool is_triggered(const ump_writer *w, uint32_t way) { return first_of(w, way)->triggers.n; }

enum { MOST_MERGED = 24 };  // assignments in a row, of one kind

// ---- declarations

static const char *type_of(const uml_type *t) {
  switch (t->kind) {
  case UML_BOOL: return "bool";
  case UML_INT: return "int";
  case UML_ENUM:
  case UML_REF: return "byte";
  case UML_BAD: break;
  }
  SV_UNREACHABLE();
}

static const char *channel_type(ump_writer *w) {
  const char *text = "byte";
  for (uint32_t i = 0; i < ump_parameters(w); i++) text = ump_say(w, "%s, int", text);
  return ump_say(w, "%s, short", text);
}

static void declare_region(ump_writer *w, const uml_region *r, const uml_region *history) {
  if (!history) {
    ump_line(w, "short %s;", ump_region(w, r));
    if (ump_is_unit(r)) ump_line(w, "short o%u_s%u;", number(w), r->number);
    ump_line(w, "short o%u_h%u;", number(w), r->number);
  } else {
    ump_line(w, "short o%u_d%u_%u;", number(w), history->number, r->number);
  }
  for (uint32_t i = 0; i < r->vertices.n; i++) {
    const uml_vertex *v = r->vertices.at[i];
    for (uint32_t k = 0; k < v->regions.n; k++) declare_region(w, v->regions.at[k], history);
    if (!history && v->kind == UML_DEEP_HISTORY) declare_region(w, r, r);
  }
}

static const uml_expr *initial_value(const uml_object *o, const uml_variable *v) {
  for (uint32_t i = o->slots.n; i-- > 0;)
    if (o->slots.at[i].variable == v) return o->slots.at[i].value;
  return v->init;
}

static void declare_data(ump_writer *w) {
  const uml_variables *all = &w->class->attributes;
  for (uint32_t i = 0; i < all->n; i++) {
    const uml_expr *init = initial_value(w->object, all->at[i]);
    ump_line(w, "%s %s = %s;", type_of(&all->at[i]->type), ump_attribute(w, w->object, all->at[i]),
             init ? ump_expr(w, init) : "0");
  }
  for (uint32_t i = 0; i < w->class->vertices.n; i++)
    if (uml_acts(&w->class->vertices.at[i]->activity)) ump_line(w, "short o%u_a%u;", number(w), i);
}

void ump_declare(ump_writer *w) {
  uint32_t o = number(w), completions = ump_completions(w->class);
  ump_line(w, "/* %s */", uml_text_of(w->context, w->object->name));
  const char *channels[] = {"pool", "late", "tmp"};
  for (int i = 0; i < 3; i++)
    ump_line(w, "chan o%u_%s = [%u] of { %s };", o, channels[i], w->room, channel_type(w));
  ump_line(w, "byte o%u_loc;", o);
  ump_line(w, "short o%u_c[%u];", o, completions + 1);
  for (uint32_t i = 0; i < ump_parameters(w); i++) ump_line(w, "int o%u_p%u;", o, i);
  ump_line(w, "short o%u_ev;", o);
  for (uint32_t i = 0; i < w->class->regions.n; i++)
    declare_region(w, w->class->regions.at[i], NULL);
  declare_data(w);
}

// Behind those that wait; out of their middle.
static void declare_completions(ump_writer *w) {
  uint32_t o = number(w), n = ump_completions(w->class);
  ump_line(w, "inline o%u_complete(s) {", o);
  ump_line(w, "  k = 0;");
  ump_line(w, "  do :: k < %u && o%u_c[k] != 0 -> k++ :: else -> break od;", n, o);
  ump_line(w, "  o%u_c[k] = s; k = 0", o);
  ump_line(w, "}");
  ump_line(w, "inline o%u_forget(s) {", o);
  ump_line(w, "  k = 0;");
  ump_line(w, "  do :: k < %u && o%u_c[k] != s -> k++ :: else -> break od;", n, o);
  ump_line(w, "  do :: k < %u -> o%u_c[k] = o%u_c[k+1]; k++ :: else -> break od;", n, o, o);
  ump_line(w, "  k = 0");
  ump_line(w, "}");
}

// ---- who is enabled

static const char *trigger_matches(ump_writer *w, const uml_trigger *t, uint32_t n) {
  const char *text = "false";
  for (uint32_t i = 0; i < n; i++) text = ump_say(w, "%s || ev == %u", text, t[i].signal->number);
  return ump_say(w, "(%s)", text);
}

static const char *guards_of(ump_writer *w, const ump_way *way) {
  const char *text = "true";
  for (uint32_t i = 0; i < way->n; i++)
    text = ump_say(w, "%s && %s", text, ump_guard(w, way->path[i]));
  return text;
}

static void check_guards(ump_writer *w, const ump_way *way, const char *when) {
  for (uint32_t i = 0; i < way->n; i++)
    if (way->path[i]->guard) ump_checks(w, way->path[i]->guard, when);
}

static void find_enabled(ump_writer *w) {
  for (uint32_t i = 1; i < w->ways.n; i++) {
    const uml_transition *t = first_of(w, i);
    if (!is_triggered(w, i)) continue;
    w->transition = t;
    const char *asked = ump_say(w, "%s && %s", ump_active(w, t->source),
                                trigger_matches(w, t->triggers.at, t->triggers.n));
    check_guards(w, &w->ways.at[i], asked);
    ump_line(w, "en[%u] = (%s && %s);", i, asked, guards_of(w, &w->ways.at[i]));
    w->transition = NULL;
  }
}

static void find_own(ump_writer *w, const uml_vertex *v) {
  const char *own = "0", *below = "0", *blocked = "0";
  for (uint32_t i = 1; i < w->ways.n; i++)
    if (is_triggered(w, i) && first_of(w, i)->source == v) own = ump_say(w, "%s || en[%u]", own, i);
  for (uint32_t r = 0; r < v->regions.n; r++)
    for (uint32_t k = 0; k < v->regions.at[r]->vertices.n; k++) {
      const uml_vertex *c = v->regions.at[r]->vertices.at[k];
      if (c->kind != UML_STATE) continue;
      below = ump_say(w, "%s || own[%u] || below[%u]", below, c->number, c->number);
      blocked = ump_say(w, "%s || blocked[%u]", blocked, c->number);
      if (c->deferred.n)
        blocked = ump_say(w, "%s || (%s && %s)", blocked, ump_active(w, c),
                          trigger_matches(w, c->deferred.at, c->deferred.n));
    }
  ump_line(w, "own[%u] = (%s);", v->number, own);
  ump_line(w, "below[%u] = (%s);", v->number, below);
  ump_line(w, "blocked[%u] = (%s);", v->number, blocked);
}

// The innermost state that defers the event and is not overridden holds it.
static void find_holder(ump_writer *w) {
  uint32_t deepest = 0;
  for (uint32_t i = 0; i < w->class->vertices.n; i++)
    if (w->class->vertices.at[i]->depth > deepest) deepest = w->class->vertices.at[i]->depth;
  ump_line(w, "held = 0;");
  for (uint32_t depth = deepest + 1; depth-- > 0;)
    for (uint32_t i = 0; i < w->class->vertices.n; i++) {
      const uml_vertex *v = w->class->vertices.at[i];
      if (v->depth != depth || !v->deferred.n) continue;
      ump_open(w, "if");
      const char *free = w->thesis ? "true" : ump_say(w, "!own[%u] && !below[%u]", i, i);
      ump_case(w, "held == 0 && %s && %s && %s", ump_active(w, v),
               trigger_matches(w, v->deferred.at, v->deferred.n), free);
      ump_line(w, "held = %u;", i + 1);
      ump_otherwise(w);
      ump_close(w, "fi");
    }
}

static const char *may_fire(ump_writer *w, uint32_t way) {
  uint32_t source = first_of(w, way)->source->number;
  return w->thesis ? ump_say(w, "en[%u] && !below[%u] && !blocked[%u]", way, source, source)
                   : ump_say(w, "en[%u] && !below[%u]", way, source);
}

// ---- one transition per region

typedef void region_fn(ump_writer *, const uml_region *);

static void each_unit_in(ump_writer *w, const uml_region *r, region_fn *see) {
  if (ump_is_unit(r)) see(w, r);
  for (uint32_t i = 0; i < r->vertices.n; i++)
    for (uint32_t k = 0; k < r->vertices.at[i]->regions.n; k++)
      each_unit_in(w, r->vertices.at[i]->regions.at[k], see);
}

static void each_unit(ump_writer *w, region_fn *see) {
  for (uint32_t i = 0; i < w->class->regions.n; i++) each_unit_in(w, w->class->regions.at[i], see);
}

static void pick_in(ump_writer *w, const uml_region *r) {
  ump_open(w, "if");
  for (uint32_t i = 1; i < w->ways.n; i++) {
    if (!is_triggered(w, i) || ump_unit(first_of(w, i)->source) != r) continue;
    ump_case(w, "%s", may_fire(w, i));
    ump_line(w, "o%u_s%u = %u;", number(w), r->number, i);
  }
  ump_otherwise(w);
  ump_close(w, "fi");
}

static const uml_vertex *left_by(const uml_transition *t) {
  const uml_region *scope = ump_scope(t);
  bool stays = t->kind == UML_INTERNAL || t->target->kind == UML_JOIN ||
               t->target->kind == UML_EXIT_POINT || !scope;
  if (stays || !uml_inside_region(t->source, scope)) return NULL;
  return ump_main(t->source, scope);
}

static bool are_rivals(const ump_writer *w, uint32_t a, uint32_t b) {
  const uml_transition *x = first_of(w, a), *y = first_of(w, b);
  const uml_vertex *left = left_by(x), *right = left_by(y);
  if (ump_unit(x->source) == ump_unit(y->source)) return false;
  if (uml_inside(x->source, y->source) || uml_inside(y->source, x->source)) return false;
  return (left && uml_inside(y->source, left)) || (right && uml_inside(x->source, right));
}

static bool has_rival(const ump_writer *w, uint32_t a) {
  for (uint32_t b = 1; b < w->ways.n; b++)
    if (is_triggered(w, b) && are_rivals(w, a, b)) return true;
  return false;
}

// The first one taken disables its rivals; then the next.
static void settle_rivals(ump_writer *w) {
  bool any = false;
  for (uint32_t a = 1; a < w->ways.n; a++) any |= is_triggered(w, a) && has_rival(w, a);
  if (!any) return;
  ump_open(w, "do");
  for (uint32_t a = 1; a < w->ways.n; a++) {
    if (!is_triggered(w, a) || !has_rival(w, a)) continue;
    uint32_t unit = ump_unit(first_of(w, a)->source)->number;
    ump_case(w, "o%u_s%u == %u && !won[%u]", number(w), unit, a, unit);
    ump_line(w, "won[%u] = 1;", unit);
    for (uint32_t b = 1; b < w->ways.n; b++) {
      if (!is_triggered(w, b) || !are_rivals(w, a, b)) continue;
      uint32_t other = ump_unit(first_of(w, b)->source)->number;
      ump_open(w, "if");
      ump_case(w, "o%u_s%u == %u", number(w), other, b);
      ump_line(w, "o%u_s%u = 0;", number(w), other);
      ump_otherwise(w);
      ump_close(w, "fi");
    }
  }
  ump_otherwise(w);
  ump_line(w, "break;");
  ump_close(w, "od");
}

// It may lead out of an orthogonal state that its first part does not leave.
static bool may_go_out(const uml_vertex *source, const uml_transition *t, uint32_t steps) {
  const uml_vertex *v = t->target;
  if (v->kind == UML_JOIN) return true;
  if (uml_is_history(v) || v->kind == UML_ENTRY_POINT) return false;
  for (uint32_t i = 0; v->kind != UML_STATE && steps && i < v->outgoing.n; i++) {
    const uml_transition *next = v->outgoing.at[i];
    const uml_vertex *from = v->kind == UML_EXIT_POINT ? v->owner : v;
    const uml_region *scope = ump_scope(next);
    if (scope && uml_inside_region(from, scope))
      for (const uml_vertex *s = source->owner; s && s->region; s = s->owner) {
        if (s->regions.n > 1 && uml_inside(s, ump_main(from, scope))) return true;
        if (s == ump_main(from, scope)) break;
      }
    if (may_go_out(source, next, steps - 1)) return true;
  }
  return false;
}

static bool comes_last(const ump_writer *w, uint32_t way) {
  const ump_way *x = &w->ways.at[way];
  return may_go_out(x->path[0]->source, x->path[x->n - 1], 6);
}

static void fire_in(ump_writer *w, const uml_region *r, bool last) {
  ump_open(w, "if");
  for (uint32_t i = 1; i < w->ways.n; i++) {
    if (!is_triggered(w, i) || ump_unit(first_of(w, i)->source) != r) continue;
    if (comes_last(w, i) != last) continue;
    ump_case(w, "!go && o%u_s%u == %u", number(w), r->number, i);
    ump_line(w, "go = 1;");
    ump_line(w, "o%u_s%u = 0;", number(w), r->number);
    ump_fire(w, &w->ways.at[i]);
  }
  ump_otherwise(w);
  ump_close(w, "fi");
}

// The first region in order that has one; those that may go out behind all others.
static void fire_first(ump_writer *w, const uml_region *r) { fire_in(w, r, false); }
static void fire_last(ump_writer *w, const uml_region *r) { fire_in(w, r, true); }

// ---- the event

static const char *message(ump_writer *w, const char *first, const char *last) {
  const char *text = first;
  for (uint32_t i = 0; i < ump_parameters(w); i++) text = ump_say(w, "%s, p%u", text, i);
  return ump_say(w, "%s, %s", text, last);
}

static void choose_inputs(ump_writer *w) {
  for (uint32_t i = 0; i < w->inputs.n; i++) ump_line(w, "if :: in%u = 0 :: in%u = 1 fi;", i, i);
}

static void take_event(ump_writer *w) {
  uint32_t o = number(w);
  ump_line(w, "o%u_pool?%s;", o, message(w, "ev", "_"));
  find_enabled(w);
  for (uint32_t i = w->class->vertices.n; i-- > 0;)
    if (w->class->vertices.at[i]->kind == UML_STATE) find_own(w, w->class->vertices.at[i]);
  find_holder(w);
  if (!w->thesis) {
    ump_open(w, "if");
    ump_case(w, "held != 0");
    ump_line(w, "o%u_late!%s;", o, message(w, "ev", "held"));
    ump_line(w, "goto rest_o%u;", o);
    ump_otherwise(w);
    ump_close(w, "fi");
  }
  each_unit(w, pick_in);
  settle_rivals(w);
}

static void add_pending(ump_writer *w, const uml_region *r) {
  w->pending = ump_say(w, "%s || o%u_s%u != 0", w->pending, number(w), r->number);
}

static const char *is_pending(ump_writer *w) {
  w->pending = "0";
  each_unit(w, add_pending);
  return ump_say(w, "(%s)", w->pending);
}

// Thesis: an event that nothing takes is deferred if some active state says so.
static void after_selection(ump_writer *w) {
  if (!w->thesis) return;
  ump_open(w, "if");
  ump_case(w, "held != 0 && !%s", is_pending(w));
  ump_line(w, "o%u_late!%s;", number(w), message(w, "ev", "held"));
  ump_line(w, "goto rest_o%u;", number(w));
  ump_otherwise(w);
  ump_close(w, "fi");
}

static void complete(ump_writer *w) {
  uint32_t o = number(w);
  ump_line(w, "s = o%u_c[0];", o);
  ump_line(w, "o%u_forget(s);", o);
  for (uint32_t i = 1; i < w->ways.n; i++)
    if (!is_triggered(w, i))
      check_guards(w, &w->ways.at[i], ump_say(w, "s == %u", first_of(w, i)->source->number + 1));
  ump_open(w, "if");
  for (uint32_t i = 1; i < w->ways.n; i++) {
    if (is_triggered(w, i)) continue;
    ump_case(w, "s == %u && %s", first_of(w, i)->source->number + 1, guards_of(w, &w->ways.at[i]));
    ump_line(w, "go = 1;");
    ump_fire(w, &w->ways.at[i]);
  }
  ump_otherwise(w);
  ump_close(w, "fi");
}

// Events of states that were left come before all that wait.
static void release(ump_writer *w) {
  uint32_t o = number(w);
  const char *any = "0";
  for (uint32_t i = 0; i < w->class->vertices.n; i++)
    if (w->class->vertices.at[i]->deferred.n) any = ump_say(w, "%s || rel[%u]", any, i);
  if (w->thesis) any = "go";
  ump_open(w, "if");
  ump_case(w, "%s", any);
  ump_line(w, "s = len(o%u_late);", o);
  ump_line(w, "do :: len(o%u_pool) > 0 -> o%u_pool?%s; o%u_tmp!%s :: else -> break od;", o, o,
           message(w, "ev", "held"), o, message(w, "ev", "held"));
  ump_line(w, "do :: s > 0 -> s--; o%u_late?%s;", o, message(w, "ev", "held"));
  ump_line(w, "  if :: %s -> o%u_pool!%s", w->thesis ? "true" : "rel[held - 1]", o,
           message(w, "ev", "0"));
  ump_line(w, "  :: else -> o%u_late!%s fi", o, message(w, "ev", "held"));
  ump_line(w, ":: else -> break od;");
  ump_line(w, "do :: len(o%u_tmp) > 0 -> o%u_tmp?%s; o%u_pool!%s :: else -> break od;", o, o,
           message(w, "ev", "held"), o, message(w, "ev", "held"));
  ump_otherwise(w);
  ump_close(w, "fi");
}

// ---- the loop

// Spin makes one step of a chain of assignments, and fails where the chain is long: then a loop.
static void clear(ump_writer *w, const char *const *names, uint32_t first, uint32_t n) {
  sv_text all = {0};
  for (uint32_t i = 0; names[i]; i++) sv_text_printf(&all, " %s[k] = 0;", names[i]);
  if (n > MOST_MERGED)
    ump_line(w, "k = %u; do :: k < %u ->%s k++ :: else -> break od; k = 0;", first, n,
             sv_text_get(&all));
  for (uint32_t k = first; k < n && n <= MOST_MERGED; k++)
    for (uint32_t i = 0; names[i]; i++) ump_line(w, "%s[%u] = 0;", names[i], k);
  sv_text_free(&all);
}

static void reset(ump_writer *w) {
  static const char *const of_ways[] = {"en", NULL},
                           *const of_vertices[] = {"own", "below", "blocked", "rel", NULL},
                           *const of_regions[] = {"won", "was", NULL},
                           *const of_entries[] = {"gone", NULL};
  ump_line(w, "ev = 0; held = 0; s = 0; k = 0; go = 0;");
  for (uint32_t i = 0; i < ump_parameters(w); i++) ump_line(w, "p%u = 0;", i);
  clear(w, of_ways, 1, w->ways.n);
  clear(w, of_vertices, 0, w->class->vertices.n);
  clear(w, of_regions, 0, w->class->region_count + 1);
  clear(w, of_entries, 0, ump_nesting(w->class));
  for (uint32_t i = 0; i < w->inputs.n; i++) ump_line(w, "in%u = 0;", i);
}

static void check_invariants(ump_writer *w) {
  const uml_object *own = w->object;
  w->object = NULL;
  for (uint32_t i = 0; i < w->model->properties.n; i++) {
    const uml_property *p = w->model->properties.at[i];
    if (!p->formula) ump_line(w, "assert(%s(%s));", p->reach ? "!" : "", ump_expr(w, p->value));
  }
  w->object = own;
}

// Only while some transition of the event is still to fire.
static void keep_event(ump_writer *w) {
  uint32_t o = number(w);
  ump_open(w, "if");
  ump_case(w, "%s", is_pending(w));
  for (uint32_t i = 0; i < ump_parameters(w); i++) ump_line(w, "o%u_p%u = p%u;", o, i, i);
  if (ump_parameters(w)) ump_line(w, "o%u_ev = ev;", o);
  ump_otherwise(w);
  for (uint32_t i = 0; i < ump_parameters(w); i++) ump_line(w, "o%u_p%u = 0;", o, i);
  ump_line(w, "o%u_ev = 0;", o);
  ump_close(w, "fi");
}

static void recall_event(ump_writer *w) {
  for (uint32_t i = 0; i < ump_parameters(w); i++) ump_line(w, "p%u = o%u_p%u;", i, number(w), i);
  ump_line(w, "ev = o%u_ev;", number(w));
}

// Nothing of the machine is left.
static void clear_unit(ump_writer *w, const uml_region *r) {
  ump_line(w, "o%u_s%u = 0;", number(w), r->number);
}

static void clear_history(ump_writer *w, const uml_region *r, const uml_region *history) {
  if (history) ump_line(w, "o%u_d%u_%u = 0;", number(w), history->number, r->number);
  else ump_line(w, "o%u_h%u = 0;", number(w), r->number);
  for (uint32_t i = 0; i < r->vertices.n; i++) {
    const uml_vertex *v = r->vertices.at[i];
    for (uint32_t k = 0; k < v->regions.n; k++) clear_history(w, v->regions.at[k], history);
    if (!history && v->kind == UML_DEEP_HISTORY) clear_history(w, r, r);
  }
}

static void write_finish(ump_writer *w) {
  uint32_t o = number(w);
  const char *channels[] = {"pool", "late"};
  sv_text_printf(w->out, "finish_o%u: skip;\n", o);
  each_unit(w, clear_unit);
  for (uint32_t i = 0; i < w->class->regions.n; i++)
    clear_history(w, w->class->regions.at[i], NULL);
  for (uint32_t i = 0; i <= ump_completions(w->class); i++) ump_line(w, "o%u_c[%u] = 0;", o, i);
  for (uint32_t i = 0; i < w->class->vertices.n; i++)
    if (uml_acts(&w->class->vertices.at[i]->activity)) ump_line(w, "o%u_a%u = 0;", o, i);
  for (uint32_t i = 0; i < ump_parameters(w); i++) ump_line(w, "o%u_p%u = 0;", o, i);
  ump_line(w, "o%u_ev = 0;", o);
  for (int i = 0; i < 2; i++)
    ump_line(w, "do :: len(o%u_%s) > 0 -> o%u_%s?%s :: else -> break od;", o, channels[i], o,
             channels[i], message(w, "ev", "held"));
  check_invariants(w);
  reset(w);
  ump_line(w, "goto end_o%u }", o);
}

static void write_step(ump_writer *w) {
  uint32_t o = number(w);
  ump_case(w, "atomic { !stopped && o%u_loc == 1 && (%s || o%u_c[0] != 0 || len(o%u_pool) > 0)", o,
           is_pending(w), o, o);
  choose_inputs(w);
  ump_open(w, "if");
  ump_case(w, "%s", is_pending(w));
  recall_event(w);
  ump_case(w, "!%s && o%u_c[0] != 0", is_pending(w), o);
  complete(w);
  ump_line(w, "goto rest_o%u;", o);
  ump_otherwise(w);
  take_event(w);
  after_selection(w);
  ump_close(w, "fi");
  each_unit(w, fire_first);
  each_unit(w, fire_last);
  keep_event(w);
  sv_text_printf(w->out, "rest_o%u: skip;\n", o);
  release(w);
  check_invariants(w);
  reset(w);
  ump_line(w, "goto loop_o%u;", o);
  write_finish(w);
}

static void write_activity(ump_writer *w, const uml_vertex *v) {
  uint32_t o = number(w);
  for (uint32_t i = 0; i < v->activity.body.n; i++) {
    uml_block one = {&v->activity.body.at[i], 1};
    const char *all = ump_active(w, v);
    for (uint32_t r = 0; r < v->regions.n; r++) {
      const char *ended = ump_say(w, "%s == 0", ump_region(w, v->regions.at[r]));
      for (uint32_t k = 0; k < v->regions.at[r]->vertices.n; k++)
        if (v->regions.at[r]->vertices.at[k]->kind == UML_FINAL)
          ended = ump_say(w, "%s || %s", ended, ump_active(w, v->regions.at[r]->vertices.at[k]));
      all = ump_say(w, "%s && (%s)", all, ended);
    }
    ump_case(w, "atomic { !stopped && o%u_loc == 1 && %s && o%u_a%u == %u", o, ump_active(w, v), o,
             v->number, i);
    choose_inputs(w);
    ump_block(w, &one);
    ump_line(w, "o%u_a%u = %u;", o, v->number, i + 1);
    if (ump_completes(v) && i + 1 == v->activity.body.n) {
      ump_open(w, "if");
      ump_case(w, "%s", all);
      ump_line(w, "o%u_complete(%u);", o, v->number + 1);
      ump_otherwise(w);
      ump_close(w, "fi");
    }
    check_invariants(w);
    reset(w);
    ump_line(w, "goto loop_o%u }", o);
  }
}

static void write_locals(ump_writer *w) {
  uint32_t n = w->class->vertices.n + 1;
  ump_line(w, "short ev, held, s, k;");
  ump_line(w, "bit go;");
  for (uint32_t i = 0; i < ump_parameters(w); i++) ump_line(w, "int p%u;", i);
  for (int i = 0; i < 4; i++) ump_line(w, "short w%d;", i);
  ump_line(w, "bit en[%u], own[%u], below[%u], blocked[%u], rel[%u], won[%u], gone[%u];", w->ways.n,
           n, n, n, n, w->class->region_count + 1, ump_nesting(w->class));
  ump_line(w, "short was[%u];", w->class->region_count + 1);
  for (uint32_t i = 0; i < w->inputs.n; i++) ump_line(w, "bit in%u;", i);
}

static void write_body(ump_writer *w) {
  uint32_t o = number(w);
  ump_line(w, "atomic { !stopped && o%u_loc == 0 ->", o);
  choose_inputs(w);
  ump_line(w, "o%u_loc = 1;", o);
  ump_start(w);
  check_invariants(w);
  reset(w);
  ump_line(w, "goto loop_o%u };", o);
  sv_text_printf(w->out, "loop_o%u:\n", o);
  ump_open(w, "do");
  write_step(w);
  for (uint32_t i = 0; i < w->class->vertices.n; i++)
    if (uml_acts(&w->class->vertices.at[i]->activity)) write_activity(w, w->class->vertices.at[i]);
  ump_close(w, "od");
  sv_text_printf(w->out, "end_o%u: false\n", o);
}

// The inputs are known only when the body has been written: it is written twice.
void ump_process(ump_writer *w) {
  uint32_t o = number(w);
  sv_text *out = w->out, trial = {0};
  declare_completions(w);
  w->out = &trial;
  write_body(w);
  sv_text_free(&trial);
  w->out = out;
  ump_line(w, "%sproctype P%u() {", w->model->has_stimulus ? "" : "active ", o);
  w->indent++;
  write_locals(w);
  if (w->class->regions.n) write_body(w);
  else ump_line(w, "end_o%u: false", o);
  w->indent--;
  ump_line(w, "}");
}
