// goal.c -- see goal.h: reading, and conditions as disjunctions of targets.

#include "lang/tts/goal.h"

#include <stdlib.h>

#include "lang/unique.h"

enum { MOST_TARGETS = 4096 };

// A bar and a comma are a target's own.
static const sv_spelling signs[] = {
    SV_SPELLING(SV_CONDITION_IMPLIES, "=>"), SV_SPELLING(SV_CONDITION_AND, "&&"),
    SV_SPELLING(SV_CONDITION_OR, "||"),      SV_SPELLING(SV_CONDITION_OPEN, "("),
    SV_SPELLING(SV_CONDITION_CLOSE, ")"),    SV_SPELLING(SV_CONDITION_NOT, "!"),
    SV_SPELLING(SV_CONDITION_OTHER, "|"),    SV_SPELLING(SV_CONDITION_OTHER, ","),
    SV_SPELLING(SV_CONDITION_OTHER, "[]"),   SV_SPELLING(SV_CONDITION_OTHER, "<>"),
};

static const sv_lexicon lexicon = {.language = "thread transition systems",
                                   .signs = signs,
                                   .sign_count = SV_COUNT(signs),
                                   .ascii = "conditions"};
static const sv_condition_language language = {&lexicon, .words = true, .splits = true};

// ---- targets

// A number below the limit at *at, which moves behind it and the blanks.
static bool number(const char **at, const char *end, uint32_t limit, uint32_t *out) {
  const char *from = *at;
  uint64_t n = 0;
  for (; *at < end && **at >= '0' && **at <= '9'; ++*at)
    n = n < limit ? n * 10 + (uint64_t)(**at - '0') : n;
  bool good = *at > from && n < limit;
  while (*at < end && (**at == ' ' || **at == '\t')) ++*at;
  return *out = (uint32_t)n, good;
}

static bool sign(const char **at, const char *end, char c) {
  if (*at == end || **at != c) return false;
  for (++*at; *at < end && (**at == ' ' || **at == '\t');) ++*at;
  return true;
}

// False: not of the form s|l,m, or not among the states; *why is the offset of what is wrong.
static bool read_target(const tts_system *t, const char *text, sv_span span, tts_target *out,
                        uint32_t *why) {
  const char *at = text + span.begin, *end = text + span.end, *from = at;
  uint32_t local;
  bool good = number(&at, end, t->shared, &out->shared) && (from = at, sign(&at, end, '|'));
  while (good && at < end) {
    from = at;
    good = number(&at, end, t->locals, &local);
    if (good) sv_push(out->locals, local);
    if (!good || at == end) break;
    from = at;
    good = sign(&at, end, ',') && at < end;
  }
  return *why = (uint32_t)(from - text), good;
}

static bool take_target(const tts_system *t, const sv_sources *sources, sv_span span,
                        sv_diags *diags, tts_target *out) {
  uint32_t wrong;
  if (read_target(t, sv_source_text(sources, span.file), span, out, &wrong)) return true;
  sv_span place = {span.file, wrong, wrong < span.end ? span.end : wrong + 1};
  sv_diag(diags, SV_ERROR, place, "this is no target like `4|23`, or not among the states");
  sv_diag_hint(diags,
               "`4|23,7` are threads in 23 and 7 while the shared state is 4, which alone is "
               "`4|`; there are shared states 0 to %u and local ones 0 to %u",
               t->shared - 1, t->locals - 1);
  return false;
}

// ---- a condition as targets

// The shared state is this one (-1: any but the others), and threads are in all these.
typedef struct {
  int64_t shared;
  sv_u32s others, locals;
} cube;
typedef SV_VEC(cube) cubes;

typedef struct {
  sv_diags *diags;
  const tts_goal *goal;
  bool never;  // the condition is bad where it is true
} speller;

static void free_cubes(cubes *c) {
  for (uint32_t i = 0; i < c->n; i++) {
    sv_vec_free(c->at[i].others);
    sv_vec_free(c->at[i].locals);
  }
  sv_vec_free(*c);
}

static uint32_t count_of(const sv_u32s *list, uint32_t x) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < list->n; i++) n += list->at[i] == x;
  return n;
}

// The threads of both, where one thread may be meant by both.
static void unite(sv_u32s *to, const sv_u32s *more) {
  for (uint32_t i = 0; i < more->n; i++)
    if (count_of(to, more->at[i]) < count_of(more, more->at[i])) sv_push(*to, more->at[i]);
}

static void both(const cube *a, const cube *b, cubes *out) {
  if (a->shared >= 0 && b->shared >= 0 && a->shared != b->shared) return;
  cube c = {.shared = a->shared >= 0 ? a->shared : b->shared};
  unite(&c.others, &a->others);
  unite(&c.others, &b->others);
  unite(&c.locals, &a->locals);
  unite(&c.locals, &b->locals);
  bool possible = c.shared < 0 || !count_of(&c.others, (uint32_t)c.shared);
  cubes one = {0};
  sv_push(one, c);
  if (possible) sv_push(*out, c), sv_vec_free(one);
  else free_cubes(&one);
}

static void spell_target(speller *s, const tts_target *n, bool positive, cubes *out) {
  cube c = {.shared = positive ? (int64_t)n->shared : -1};
  if (!positive && n->locals.n) {
    sv_diag(s->diags, SV_ERROR, n->span,
            s->never ? "--reach cannot ask that no thread is somewhere"
                     : "an invariant cannot ask that a thread is somewhere");
    sv_diag_hint(s->diags, s->never
                               ? "only the shared state may be negated: `!4|`"
                               : "it can forbid that: `!4|23`; of the shared state it can: `4|`");
    return;
  }
  if (!positive) sv_push(c.others, n->shared);
  unite(&c.locals, &n->locals);
  sv_push(*out, c);
}

// False: there would be too many.
static bool spell(speller *s, const sv_condition_node *n, bool positive, cubes *out) {
  if (n->kind == SV_CONDITION_LEAF)
    return spell_target(s, &s->goal->target.at[n->condition], positive, out), true;
  if (n->kind == SV_FORMULA_NOT) return spell(s, n->a, !positive, out);
  bool first = n->kind == SV_FORMULA_IMPLIES ? !positive : positive;
  bool all = (n->kind == SV_FORMULA_AND) == positive;
  if (!all) return spell(s, n->a, first, out) && spell(s, n->b, positive, out);
  cubes a = {0}, b = {0};
  bool good = spell(s, n->a, first, &a) && spell(s, n->b, positive, &b);
  for (uint32_t i = 0; i < a.n && good; i++)
    for (uint32_t k = 0; k < b.n && good; k++) {
      both(&a.at[i], &b.at[k], out);
      good = out->n <= MOST_TARGETS;
    }
  free_cubes(&a);
  free_cubes(&b);
  return good;
}

static void add_target(tts_system *t, uint32_t goal, uint32_t shared, const cube *c, sv_span span) {
  tts_target *target = tts_add_target(t, shared, span);
  target->goal = goal;
  for (uint32_t i = 0; i < c->locals.n; i++) sv_push(target->locals, c->locals.at[i]);
}

// False: there would be too many.
static bool add_cube(tts_system *t, uint32_t goal, const cube *c, sv_span span) {
  if (c->shared >= 0) return add_target(t, goal, (uint32_t)c->shared, c, span), true;
  if (t->shared > MOST_TARGETS) return false;
  for (uint32_t s = 0; s < t->shared; s++)
    if (!count_of(&c->others, s)) add_target(t, goal, s, c, span);
  return true;
}

static void add_targets(tts_system *t, const tts_goal *g, bool never, sv_diags *diags) {
  speller s = {.diags = diags, .goal = g, .never = never};
  cubes all = {0};
  bool few = spell(&s, g->condition, never, &all);
  for (uint32_t i = 0; i < all.n && few; i++)
    few = add_cube(t, t->goals.n, &all.at[i], g->span) && t->targets.n <= MOST_TARGETS;
  if (!few)
    sv_diag(diags, SV_ERROR, g->span, "this is a condition of more than %d targets", MOST_TARGETS);
  free_cubes(&all);
}

// ---- formulas

static void check_formula(const tts_goal *g, sv_diags *diags) {
  for (uint32_t i = 0; i < g->target.n; i++) {
    if (!g->target.at[i].locals.n) continue;
    sv_diag(diags, SV_ERROR, g->target.at[i].span,
            "a formula can ask about the shared state alone");
    sv_diag_hint(diags, "write `%u|`", g->target.at[i].shared);
  }
}

typedef struct {
  const tts_goal *goal;
  tts_is_shared *is_shared;
  void *context;
} formula;

static sv_term value_of(void *context, uint32_t condition, bool positive) {
  const formula *f = context;
  SV_UNUSED(positive);
  return f->is_shared(f->context, f->goal->target.at[condition].shared);
}

void tts_add_formula(sv_model *m, const tts_goal *g, tts_is_shared *is_shared, void *context) {
  sv_ltl *ltl = sv_ltl_new(m->terms);
  formula f = {g, is_shared, context};
  sv_formula whole = sv_conditions_formula(g->condition, m->terms, ltl, value_of, &f);
  sv_temporal_property(m, sv_new_property_name(m, g->name), ltl, whole, g->text, g->span);
  sv_ltl_free(ltl);
}

// ---- options

static bool read_condition(sv_model *m, tts_goal *g, sv_diags *diags, const tts_system *t) {
  sv_spans places = {0};
  g->condition = sv_conditions_read(&language, m->arena, m->names, m->sources, g->span.file, true,
                                    diags, &places);
  bool good = g->condition;
  for (uint32_t i = 0; i < places.n && good; i++) {
    sv_push(g->target, (tts_target){.span = places.at[i]});
    good = take_target(t, m->sources, places.at[i], diags, &sv_last(g->target));
  }
  sv_vec_free(places);
  if (good && !g->is_formula && sv_conditions_is_timed(g->condition)) {
    sv_diag(diags, SV_ERROR, g->span, "temporal operators stand in formulas (--ltl) alone");
    return false;
  }
  return good;
}

static void read_goal(sv_model *m, const char *option, const char *text, sv_diags *diags,
                      tts_system *t) {
  uint32_t size = (uint32_t)strlen(text);
  tts_goal g = {.name = option + 2,
                .text = sv_model_strdup(m, text),
                .is_formula = !strcmp(option, "--ltl"),
                .span = {sv_sources_add(m->sources, option, text, size), 0, size}};
  bool good = read_condition(m, &g, diags, t);
  sv_push(t->goals, g);
  if (good && g.is_formula) check_formula(&g, diags);
  else if (good) add_targets(t, &g, !strcmp(option, "--reach"), diags);
}

void tts_free_goals(tts_system *t) {
  for (uint32_t i = 0; i < t->goals.n; i++) {
    for (uint32_t k = 0; k < t->goals.at[i].target.n; k++)
      sv_vec_free(t->goals.at[i].target.at[k].locals);
    sv_vec_free(t->goals.at[i].target);
  }
  sv_vec_free(t->goals);
}

// Threads of such a target are counted one by one, in states that no formula should see.
static void check_together(const tts_system *t, sv_diags *diags) {
  const tts_goal *last = &sv_last(t->goals);
  for (uint32_t i = 0; i < t->targets.n; i++)
    if (last->is_formula && t->targets.at[i].locals.n > 1) {
      sv_diag(diags, SV_ERROR, last->span,
              "a formula cannot be asked together with a target of several threads");
      return;
    }
}

void tts_read_goals(sv_model *m, const sv_options *o, sv_diags *diags, tts_system *t) {
  for (uint32_t i = 0; i < o->invariant.n; i++)
    read_goal(m, "--invariant", o->invariant.at[i], diags, t);
  for (uint32_t i = 0; i < o->reach.n; i++) read_goal(m, "--reach", o->reach.at[i], diags, t);
  for (uint32_t i = 0; i < o->ltl.n; i++) read_goal(m, "--ltl", o->ltl.at[i], diags, t);
  if (t->goals.n && !sv_diags_errors(diags)) check_together(t, diags);
}
