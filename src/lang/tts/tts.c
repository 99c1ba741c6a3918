// tts.c -- thread transition systems: the language. docs/language-tts.md.
//
// The targets are, in this order: those of --label "s|l,…", that of the file
// beside it whose suffix is .prop, of the comment that SATABS writes, the last
// states.

#include "lang/tts/tts.h"

#include <unistd.h>

#include "lang/lang.h"
#include "lang/recognise.h"
#include "lang/tts/goal.h"

static void take_labels(sv_diags *diags, tts_system *t, const sv_option_list *labels) {
  tts_clear_targets(t);
  for (uint32_t i = 0; i < labels->n; i++)
    if (!tts_parse_target(labels->at[i], tts_add_target(t, 0, t->head)))
      sv_diag(diags, SV_ERROR, t->head, "`%s` (option --label) is no target like `4|23`",
              labels->at[i]);
}

// The name with another suffix, or with one more.
static const char *beside(sv_model *m, const char *path, bool replace) {
  const char *dot = strrchr(path, '.');
  size_t n = replace && dot ? (size_t)(dot - path) : strlen(path);
  return sv_arena_printf(m->arena, "%.*s.prop", (int)n, path);
}

static void take_property_file(sv_model *m, uint32_t file, sv_diags *diags, tts_system *t) {
  const char *why, *path = sv_source_path(m->sources, file);
  for (int replace = 0; replace < 2; replace++) {
    const char *other = beside(m, path, replace);
    if (access(other, R_OK)) continue;
    uint32_t found = sv_sources_read(m->sources, other, &why);
    if (!found) continue;
    sv_span span = {found, 0, (uint32_t)sv_source_size(m->sources, found)};
    tts_clear_targets(t);
    if (!tts_parse_target(sv_source_text(m->sources, found), tts_add_target(t, 0, span)))
      sv_diag(diags, SV_ERROR, span, "this is no target like `4|23`");
    return;
  }
}

static void check_target(const tts_system *t, const tts_target *target, sv_diags *diags) {
  bool good = target->shared < t->shared;
  for (uint32_t i = 0; i < target->locals.n; i++) good &= target->locals.at[i] < t->locals;
  if (!good) sv_diag(diags, SV_ERROR, target->span, "the target is not among the states");
}

static void choose_targets(sv_model *m, uint32_t file, const sv_options *o, sv_diags *diags,
                           tts_system *t) {
  if (o->label.n) take_labels(diags, t, &o->label);
  else take_property_file(m, file, diags, t);
  if (sv_diags_errors(diags)) return;
  if (!t->targets.n) {
    tts_target *last = tts_add_target(t, t->shared - 1, t->head);
    sv_push(last->locals, t->locals - 1);
  }
  for (uint32_t i = 0; i < t->targets.n; i++) check_target(t, &t->targets.at[i], diags);
}

static bool read_system(sv_model *m, uint32_t file, const sv_options *o, sv_diags *diags) {
  tts_system t = {0};
  bool good = tts_parse(m->sources, file, diags, &t);
  if (good) choose_targets(m, file, o, diags, &t);
  good = good && !sv_diags_errors(diags);
  if (good) tts_read_goals(m, o, diags, &t);
  good = good && !sv_diags_errors(diags);
  if (good) tts_lower(m, &t);
  tts_free(&t);
  return good;
}

// Two numbers, and then lines with an arrow between four.
static bool recognise(const char *text, size_t n) {
  sv_glance g = sv_glance_at(text, n);
  bool head = sv_glance_follows(g, "n n");
  return head &&
         (sv_glance_follows(g, "n n n n - > n n") || sv_glance_follows(g, "n n n n + > n n") ||
          sv_glance_follows(g, "n n n n ~ > n n"));
}

const sv_language sv_language_tts = {
    .name = "tts",
    .options = "label ltl",
    .suffixes = ".tts .ttd",
    .summary = "thread transition systems (SATABS, BFC)",
    .read = read_system,
    .own_goals = true,
    .own_formulas = true,
    .recognise = recognise,
};
