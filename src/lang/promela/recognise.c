// recognise.c -- is a text in Promela?
//
// It is if something at its top can only be a unit of a Promela model. Included
// files are not looked into, and macros are not expanded.

#include "lang/recognise.h"

#include "lang/promela/promela.h"

typedef struct {
  const char *word, *shape;
} unit;

// `proctype` counts everywhere: conditions of the preprocessor may open a brace twice.
static bool is_unit(const sv_glance *g) {
  static const unit units[] = {
      {"init", "{"},     {"init", "priority n"},  {"never", "{"},         {"never", "w {"},
      {"trace", "{"},    {"notrace", "{"},        {"ltl", "{"},           {"ltl", "w {"},
      {"mtype", "="},    {"mtype", "{"},          {"mtype", ": w"},       {"active", "["},
      {"chan", "w = ["}, {"chan", "w [ n ] = ["}, {"active", "proctype"},
  };
  if (g->kind != SV_GLANCE_WORD) return false;
  if (sv_glance_is(g, "proctype") || sv_glance_is(g, "D_proctype"))
    return sv_glance_follows(*g, "w (");
  for (size_t i = 0; !g->depth && i < SV_COUNT(units); i++)
    if (sv_glance_is(g, units[i].word) && sv_glance_follows(*g, units[i].shape)) return true;
  return false;
}

bool pml_recognise(const char *text, size_t n) {
  sv_glance g = sv_glance_at(text, n);
  while (sv_glance_next(&g))
    if (is_unit(&g)) return true;
  return false;
}
