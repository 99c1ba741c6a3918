// names.c -- how things of a machine are called in Promela.

#include "lang/uml/promela/translate.h"

#include <stdarg.h>

// ---- text

const char *ump_say(ump_writer *w, const char *format, ...) {
  sv_text text = {0};
  va_list args;
  va_start(args, format);
  sv_text_vprintf(&text, format, args);
  va_end(args);
  const char *kept = sv_arena_strndup(w->context->arena, sv_text_get(&text), text.n);
  sv_text_free(&text);
  return kept;
}

static void begin_line(ump_writer *w) {
  for (uint32_t i = 0; i < w->indent; i++) sv_text_string(w->out, "  ");
}

void ump_line(ump_writer *w, const char *format, ...) {
  va_list args;
  begin_line(w);
  va_start(args, format);
  sv_text_vprintf(w->out, format, args);
  va_end(args);
  sv_text_char(w->out, '\n');
}

void ump_open(ump_writer *w, const char *word) {
  ump_line(w, "%s", word);
  w->indent++;
}

void ump_case(ump_writer *w, const char *format, ...) {
  va_list args;
  w->indent--;
  begin_line(w);
  w->indent++;
  sv_text_string(w->out, ":: ");
  va_start(args, format);
  sv_text_vprintf(w->out, format, args);
  va_end(args);
  sv_text_string(w->out, " ->\n");
  ump_line(w, "skip;");
}

void ump_otherwise(ump_writer *w) { ump_case(w, "else"); }

void ump_close(ump_writer *w, const char *word) {
  w->indent--;
  ump_line(w, "%s;", word);
}

// ---- variables

uint32_t ump_parameters(const ump_writer *w) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < w->model->signals.n; i++)
    if (w->model->signals.at[i]->parameters.n > most) most = w->model->signals.at[i]->parameters.n;
  return most;
}

const char *ump_region(ump_writer *w, const uml_region *r) {
  return ump_say(w, "o%u_r%u", w->object->number, r->number);
}

uint32_t ump_index(const uml_vertex *v) {
  uint32_t i = 0;
  while (v->region->vertices.at[i] != v) i++;
  return i + 1;
}

// Behind the vertices: the joins (and exit points) of the class, by number.
uint32_t ump_waiting(const uml_region *r, const uml_vertex *join) {
  return r->vertices.n + 1 + join->number;
}

const char *ump_active(ump_writer *w, const uml_vertex *v) {
  return ump_say(w, "(%s == %u)", ump_region(w, v->region), ump_index(v));
}

const char *ump_attribute(ump_writer *w, const uml_object *o, const uml_variable *v) {
  char *name =
      sv_arena_printf(w->context->arena, "o%u_x_%s", o->number, uml_text_of(w->context, v->name));
  for (char *c = name; *c; c++) {
    bool fine = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
    if (!fine) *c = '_';
  }
  return name;
}

// ---- structure

bool ump_is_unit(const uml_region *r) { return !r->state || r->state->regions.n > 1; }

bool ump_is_kept_deeply(const uml_region *r) {
  for (; r; r = r->state ? r->state->region : NULL)
    for (uint32_t i = 0; i < r->vertices.n; i++)
      if (r->vertices.at[i]->kind == UML_DEEP_HISTORY) return true;
  return false;
}

const uml_region *ump_unit(const uml_vertex *v) {
  const uml_region *r = v->region ? v->region : v->owner->region;
  while (!ump_is_unit(r)) r = r->state->region;
  return r;
}

// Between pseudostates every state is entered once, and no pseudostate comes twice on a way.
uint32_t ump_nesting(const uml_class *class) {
  uint32_t depth = 0, passed = 0;
  for (uint32_t i = 0; i < class->vertices.n; i++) {
    const uml_vertex *v = class->vertices.at[i];
    if (v->kind != UML_STATE) passed++;
    else if (v->depth >= depth) depth = v->depth + 1;
  }
  return (passed + 1) * (depth + 1);
}

bool ump_completes(const uml_vertex *v) {
  for (uint32_t i = 0; v->kind == UML_STATE && i < v->outgoing.n; i++)
    if (!v->outgoing.at[i]->triggers.n && v->outgoing.at[i]->kind != UML_INTERNAL) return true;
  return false;
}

uint32_t ump_completions(const uml_class *class) {
  sv_bits units;
  uint32_t n = 0;
  sv_bits_init(&units, class->region_count + 1);
  for (uint32_t i = 0; i < class->vertices.n; i++)
    if (ump_completes(class->vertices.at[i]))
      sv_bits_add(&units, ump_unit(class->vertices.at[i])->number);
  n = sv_bits_count(&units);
  sv_bits_free(&units);
  return n;
}

const uml_vertex *ump_main(const uml_vertex *v, const uml_region *r) {
  while (v && v->region != r) v = v->owner;
  return v;
}

static const uml_region *inner_region(const uml_vertex *state, const uml_vertex *v) {
  for (uint32_t i = 0; i < state->regions.n; i++)
    if (uml_inside_region(v, state->regions.at[i])) return state->regions.at[i];
  return NULL;
}

// The innermost region that the transition does not leave.
const uml_region *ump_scope(const uml_transition *t) {
  const uml_vertex *from = t->source, *to = t->target;
  if (to->kind == UML_EXIT_POINT) return inner_region(to->owner, from);
  if (from->kind == UML_ENTRY_POINT) return inner_region(from->owner, to);
  if (from->kind == UML_EXIT_POINT) from = from->owner;
  if (to->kind == UML_ENTRY_POINT) to = to->owner;
  if (t->kind == UML_LOCAL && from != to && uml_inside(to, from)) return inner_region(from, to);
  const uml_region *r = from->region;
  while (r && !uml_inside_region(to, r)) r = r->state ? r->state->region : NULL;
  return r;
}
