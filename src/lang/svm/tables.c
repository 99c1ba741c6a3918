// tables.c -- names of a model, and what to say when there is no such name.
//
// The tables are filled from a model, so that a single term can be read against
// one of any language, and kept up to date while a file is lowered. Where a
// declaration has failed, names that are missing are not reported: they would
// only repeat that.

#include "base/suggest.h"
#include "lang/svm/reader.h"

const char *svm_name(const svm_reader *r, sv_name name) { return sv_names_get(r->m->names, name); }

// A name that does not exist. Silent if it may be one whose declaration failed.
static void unknown(svm_reader *r, sv_span span, const sv_suggestion *s, const char *format, ...)
    SV_PRINTF(4, 5);

void svm_report(svm_reader *r, sv_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag(r->diags, SV_ERROR, span, format, args);
  va_end(args);
}

const char *svm_sort_text(svm_reader *r, sv_sort sort) {
  sv_text text = {0};
  sv_model_print_sort(r->m, sort, &text);
  const char *copy = sv_arena_strndup(r->arena, sv_text_get(&text), text.n);
  sv_text_free(&text);
  return copy;
}

void svm_learn_sort(svm_reader *r, sv_sort sort) {
  const sv_sort_info *s = sv_sort_get(r->T, sort);
  for (uint32_t i = 0; s->kind == SV_SORT_ENUM && i < s->size; i++) {
    bool known = sv_map_get(&r->members, s->members[i].x) != SV_MAP_NONE;
    sv_map_put(&r->members, s->members[i].x, known ? SVM_SEVERAL : sort.x);
  }
}

static void learn_templates(svm_reader *r) {
  const sv_model *m = r->m;
  for (uint32_t t = 1; t < m->templates.n; t++) {
    sv_map_put(&r->templates, m->templates.at[t].name.x, t);
    for (uint32_t l = 1; l < m->templates.at[t].locations.n; l++)
      sv_map_put(&r->locations, svm_key(t, m->templates.at[t].locations.at[l].name), l);
  }
}

void svm_reader_begin(svm_reader *r, sv_model *m, sv_arena *arena, sv_diags *diags) {
  *r = (svm_reader){.m = m, .T = m->terms, .arena = arena, .diags = diags};
  learn_templates(r);
  for (uint32_t i = 1; i < m->variables.n; i++)
    sv_map_put(&r->variables, svm_key(m->variables.at[i].owner, m->variables.at[i].name), i);
  for (uint32_t i = 1; i < m->queues.n; i++)
    sv_map_put(&r->queues, svm_key(m->queues.at[i].owner, m->queues.at[i].name), i);
  for (uint32_t i = 1; i < m->properties.n; i++)
    sv_map_put(&r->properties, m->properties.at[i].name.x, i);
  for (uint32_t i = 1; i <= sv_sort_count(m->terms); i++) svm_learn_sort(r, (sv_sort){i});
}

void svm_reader_end(svm_reader *r) {
  sv_map_free(&r->templates);
  sv_map_free(&r->properties);
  sv_map_free(&r->variables);
  sv_map_free(&r->queues);
  sv_map_free(&r->locations);
  sv_map_free(&r->members);
  sv_vec_free(r->lets);
}

uint32_t svm_lookup(const sv_map *map, uint32_t owner, sv_name name) {
  uint32_t found = sv_map_get(map, svm_key(owner, name));
  assert(found);  // numbers begin with 1
  return found == SV_MAP_NONE ? 0 : found;
}

static void unknown(svm_reader *r, sv_span span, const sv_suggestion *s, const char *format, ...) {
  if (r->incomplete) return;
  va_list args;
  va_start(args, format);
  sv_vdiag(r->diags, SV_ERROR, span, format, args);
  va_end(args);
  if (s->best) sv_diag_hint(r->diags, "did you mean `%s`?", s->best);
}

uint32_t svm_find_template(svm_reader *r, const svm_token *t) {
  uint32_t found = svm_lookup(&r->templates, 0, t->name);
  if (found) return found;
  sv_suggestion s = sv_suggest(svm_name(r, t->name));
  for (uint32_t i = 1; i < r->m->templates.n; i++)
    sv_suggest_try(&s, svm_name(r, r->m->templates.at[i].name));
  unknown(r, t->span, &s, "there is no process `%s`", svm_name(r, t->name));
  return 0;
}

uint32_t svm_find_location(svm_reader *r, uint32_t template_number, const svm_token *t) {
  uint32_t found = svm_lookup(&r->locations, template_number, t->name);
  if (found) return found;
  const sv_template *home = &r->m->templates.at[template_number];
  sv_suggestion s = sv_suggest(svm_name(r, t->name));
  for (uint32_t i = 1; i < home->locations.n; i++)
    sv_suggest_try(&s, svm_name(r, home->locations.at[i].name));
  unknown(r, t->span, &s, "process `%s` has no location `%s`", svm_name(r, home->name),
          svm_name(r, t->name));
  return 0;
}

uint32_t svm_find_property(svm_reader *r, const svm_token *t) {
  uint32_t found = svm_lookup(&r->properties, 0, t->name);
  if (found) return found;
  sv_suggestion s = sv_suggest(svm_name(r, t->name));
  for (uint32_t i = 1; i < r->m->properties.n; i++)
    sv_suggest_try(&s, svm_name(r, r->m->properties.at[i].name));
  unknown(r, t->span, &s, "there is no property `%s`", svm_name(r, t->name));
  return 0;
}

static void try_variables(const svm_reader *r, sv_suggestion *s, uint32_t owner) {
  for (uint32_t i = 1; i < r->m->variables.n; i++)
    if (r->m->variables.at[i].owner == owner)
      sv_suggest_try(s, svm_name(r, r->m->variables.at[i].name));
}

static void try_queues(const svm_reader *r, sv_suggestion *s, uint32_t owner) {
  for (uint32_t i = 1; i < r->m->queues.n; i++)
    if (r->m->queues.at[i].owner == owner) sv_suggest_try(s, svm_name(r, r->m->queues.at[i].name));
}

static void try_members(const svm_reader *r, sv_suggestion *s) {
  for (uint32_t i = 1; i <= sv_sort_count(r->T); i++) {
    const sv_sort_info *sort = sv_sort_get(r->T, (sv_sort){i});
    for (uint32_t j = 0; sort->kind == SV_SORT_ENUM && j < sort->size; j++)
      sv_suggest_try(s, svm_name(r, sort->members[j]));
  }
}

uint32_t svm_find_local(svm_reader *r, uint32_t template_number, const svm_token *t) {
  uint32_t found = svm_lookup(&r->variables, template_number, t->name);
  if (found) return found;
  sv_suggestion s = sv_suggest(svm_name(r, t->name));
  try_variables(r, &s, template_number);
  unknown(r, t->span, &s, "process `%s` has no variable `%s`",
          svm_name(r, r->m->templates.at[template_number].name), svm_name(r, t->name));
  return 0;
}

static bool is_choice(const svm_scope *scope, sv_name name) {
  for (uint32_t i = 0; i < scope->choice_count; i++)
    if (scope->choices[i].name.x == name.x) return true;
  return false;
}

// A process that has a variable of this name, or 0.
static uint32_t owner_of(const svm_reader *r, sv_name name) {
  for (uint32_t i = 1; i < r->m->variables.n; i++)
    if (r->m->variables.at[i].name.x == name.x) return r->m->variables.at[i].owner;
  return 0;
}

void svm_unknown_name(svm_reader *r, const svm_scope *scope, const svm_token *t) {
  const char *name = svm_name(r, t->name);
  sv_suggestion s = sv_suggest(name);
  uint32_t home = svm_home(scope), owner = owner_of(r, t->name);
  if (is_choice(scope, t->name)) {
    svm_report(r, t->span, "choices are written with a question mark: `?%s`", name);
    return;
  }
  if (owner) {
    svm_report(r, t->span,
               "`%s` is a variable of process `%s`, which is not the one that acts here", name,
               svm_name(r, r->m->templates.at[owner].name));
    sv_diag_hint(r->diags, "write (remote %s %s INSTANCE)",
                 svm_name(r, r->m->templates.at[owner].name), name);
    return;
  }
  if (home) try_variables(r, &s, home), try_queues(r, &s, home);
  try_variables(r, &s, SV_GLOBAL);
  try_queues(r, &s, SV_GLOBAL);
  try_members(r, &s);
  unknown(r, t->span, &s, "there is no variable, queue or enumeration member `%s`", name);
}
