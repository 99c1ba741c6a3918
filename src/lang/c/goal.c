// goal.c -- the options' texts: taken apart at the temporal operators. See goal.h.
//
// What the conditions say is clang's business; here are the tokens that end them.

#include "lang/c/goal.h"

#include <ctype.h>
#include <string.h>

#include "lang/unique.h"

enum { T_TEXT = SV_CONDITION_OTHER + 1 };

// Longer signs first; all that only C knows is one kind.
static const sv_spelling signs[] = {
    SV_SPELLING(SV_CONDITION_IMPLIES, "=>"), SV_SPELLING(SV_CONDITION_OTHER, "->"),
    SV_SPELLING(SV_CONDITION_OTHER, "=="),   SV_SPELLING(SV_CONDITION_OTHER, "!="),
    SV_SPELLING(SV_CONDITION_OTHER, "<="),   SV_SPELLING(SV_CONDITION_OTHER, ">="),
    SV_SPELLING(SV_CONDITION_AND, "&&"),     SV_SPELLING(SV_CONDITION_OR, "||"),
    SV_SPELLING(SV_CONDITION_OPEN, "("),     SV_SPELLING(SV_CONDITION_CLOSE, ")"),
    SV_SPELLING(SV_CONDITION_NOT, "!"),      SV_SPELLING(SV_CONDITION_OTHER, "<"),
    SV_SPELLING(SV_CONDITION_OTHER, ">"),    SV_SPELLING(SV_CONDITION_OTHER, "="),
    SV_SPELLING(SV_CONDITION_OTHER, "+"),    SV_SPELLING(SV_CONDITION_OTHER, "-"),
    SV_SPELLING(SV_CONDITION_OTHER, "*"),    SV_SPELLING(SV_CONDITION_OTHER, "/"),
    SV_SPELLING(SV_CONDITION_OTHER, "%"),    SV_SPELLING(SV_CONDITION_OTHER, "&"),
    SV_SPELLING(SV_CONDITION_OTHER, "|"),    SV_SPELLING(SV_CONDITION_OTHER, "^"),
    SV_SPELLING(SV_CONDITION_OTHER, "~"),    SV_SPELLING(SV_CONDITION_OTHER, "?"),
    SV_SPELLING(SV_CONDITION_OTHER, ":"),    SV_SPELLING(SV_CONDITION_OTHER, "."),
    SV_SPELLING(SV_CONDITION_OTHER, ","),    SV_SPELLING(SV_CONDITION_OTHER, "["),
    SV_SPELLING(SV_CONDITION_OTHER, "]"),
};

// 'x', '\n'
static bool special(sv_scanner *s) {
  if (sv_scan_peek(s, 0) != '\'') return false;
  uint32_t begin = s->at++;
  while (s->at < s->end && sv_scan_peek(s, 0) != '\'')
    s->at += sv_scan_peek(s, 0) == '\\' && s->at + 1 < s->end ? 2 : 1;
  if (s->at < s->end) s->at++;
  sv_scan_emit(s, SV_CONDITION_OTHER, begin);
  return true;
}

// 0x1f, 10u, 1e3: what it is worth is clang's business.
static void number(sv_scanner *s) {
  uint32_t begin = s->at;
  while (s->at < s->end &&
         (isalnum((unsigned char)sv_scan_peek(s, 0)) || sv_scan_peek(s, 0) == '.'))
    s->at++;
  sv_scan_emit(s, SV_TOKEN_NUMBER, begin);
}

static const char *hint(char c) {
  if (c == ';' || c == '{' || c == '}') return "a condition is one expression, without statements";
  return NULL;
}

static const sv_lexicon lexicon = {.language = "conditions about C programs",
                                   .signs = signs,
                                   .sign_count = SV_COUNT(signs),
                                   .ascii = "conditions",
                                   .text = T_TEXT,
                                   .special = special,
                                   .number = number,
                                   .hint = hint};

static const sv_condition_language language = {&lexicon, .own_not = true};

// ---- options

static const char *read_number(const char *s, uint32_t *out) {
  uint64_t n = 0;
  const char *from = s;
  for (; isdigit((unsigned char)*s) && n < UINT32_MAX; s++) n = 10 * n + (uint64_t)(*s - '0');
  if (s == from || *s != ':' || n > UINT32_MAX) return NULL;
  *out = (uint32_t)n;
  return s + 1;
}

// "12: x < 5", "12:3: x < 5", "file.c:12: x < 5": where it is asked. What stands there becomes blank.
static void read_place(c_goal *g, sv_model *m, char *text) {
  const char *s = text, *colon = strchr(s, ':'), *behind;
  uint32_t line = 0, column = 0;
  while (*s == ' ') s++;
  bool named = colon && colon > s && !isdigit((unsigned char)*s) && colon[-1] == 'c';
  for (const char *c = s; named && c < colon; c++)
    named = isalnum((unsigned char)*c) || strchr("._-+", *c);
  const char *number = named ? colon + 1 : s;
  if (!(behind = read_number(number, &line)) || !line) return;
  const char *more = read_number(behind, &column);
  if (more) behind = more;
  if (named) g->file = sv_arena_strndup(m->arena, s, (size_t)(colon - s));
  g->line = line, g->column = column;
  for (char *c = text; c < behind; c++) *c = ' ';
}

static void read_goal(c_goals *goals, sv_model *m, c_goal_kind kind, const char *option,
                      const char *text, sv_diags *diags) {
  size_t n = strlen(text);
  sv_spans places = {0};
  c_goal g = {.kind = kind, .text = sv_model_strdup(m, text), .first = goals->conditions.n};
  char *condition = sv_arena_strndup(m->arena, text, n);
  if (kind == C_GOAL_INVARIANT) read_place(&g, m, condition);
  uint32_t file = sv_sources_add(m->sources, option, condition, n);
  uint32_t shown = g.line ? sv_sources_add(m->sources, option, text, n) : file;
  g.span = (sv_span){shown, 0, (uint32_t)n};
  g.node = sv_conditions_read(&language, m->arena, m->names, m->sources, file, kind == C_GOAL_LTL,
                              diags, &places);
  for (uint32_t i = 0; i < places.n; i++)
    sv_push(goals->conditions, (c_condition){places.at[i], SV_TRUE, SV_TRUE, SV_TRUE});
  sv_push(goals->goals, g);
  sv_vec_free(places);
}

void c_goals_read(c_goals *goals, sv_model *m, const sv_options *o, sv_diags *diags) {
  for (uint32_t i = 0; i < o->invariant.n; i++)
    read_goal(goals, m, C_GOAL_INVARIANT, "--invariant", o->invariant.at[i], diags);
  for (uint32_t i = 0; i < o->reach.n; i++)
    read_goal(goals, m, C_GOAL_REACH, "--reach", o->reach.at[i], diags);
  for (uint32_t i = 0; i < o->ltl.n; i++)
    read_goal(goals, m, C_GOAL_LTL, "--ltl", o->ltl.at[i], diags);
}

void c_goals_free(c_goals *goals) {
  sv_vec_free(goals->conditions);
  sv_vec_free(goals->goals);
}

// ---- clang's side

// The condition begins in the first column of a line of its own file.
void c_goals_write(const c_goals *goals, const sv_sources *sources, sv_text *out) {
  for (uint32_t i = 0; i < goals->conditions.n; i++) {
    sv_span s = goals->conditions.at[i].span;
    sv_text_printf(out,
                   "\n# 1 \"" C_GOAL_FILE "%u\"\n"
                   "__attribute__((no_sanitize(\"undefined\"))) _Bool " C_GOAL_FUNCTION
                   "%u(void) { return (\n# 1 \"" C_GOAL_FILE "%u\"\n%.*s\n); }\n",
                   i, i, i, (int)(s.end - s.begin), sv_source_text(sources, s.file) + s.begin);
  }
}

sv_span c_goals_place(const c_goals *goals, const sv_sources *sources, uint32_t number,
                      uint32_t line, uint32_t column) {
  sv_span s = goals->conditions.at[number].span;
  const char *text = sv_source_text(sources, s.file);
  uint32_t at = s.begin;
  while (line > 1 && at < s.end) line -= text[at++] == '\n';
  at += column ? column - 1 : 0;
  if (at >= s.end) return (sv_span){s.file, s.end, s.end + 1};
  uint32_t end = at + 1;
  while (end < s.end && (text[end] == '_' || isalnum((unsigned char)text[end]))) end++;
  return (sv_span){s.file, at, end};
}

// ---- properties

typedef struct {
  const c_goals *goals;
  const c_goal *goal;
} asked;

// Where a condition cannot be evaluated the formula must not be true for that: it counts as
// false, and below an odd number of negations as true.
static sv_term value_of(void *context, uint32_t condition, bool positive) {
  const asked *a = context;
  const c_condition *c = &a->goals->conditions.at[a->goal->first + condition];
  return positive ? c->sure : c->other;
}

static void add_formula(const c_goals *goals, sv_model *m, const c_goal *g) {
  sv_ltl *ltl = sv_ltl_new(m->terms);
  asked a = {goals, g};
  sv_formula f = sv_conditions_formula(g->node, m->terms, ltl, value_of, &a);
  sv_temporal_property(m, sv_new_property_name(m, "ltl"), ltl, f, g->text, g->span);
  sv_ltl_free(ltl);
}

void c_goals_add(const c_goals *goals, sv_model *m) {
  for (uint32_t i = 0; i < goals->goals.n; i++) {
    const c_goal *g = &goals->goals.at[i];
    if (g->kind == C_GOAL_LTL) {
      add_formula(goals, m, g);
      continue;
    }
    if (g->line) continue;  // place.c has asked it
    const c_condition *c = &goals->conditions.at[g->first];
    bool never = g->kind == C_GOAL_REACH;
    sv_model_property(m, sv_new_property_name(m, never ? "reach" : "invariant"), SV_PROP_INVARIANT,
                      never ? sv_not(c->maybe) : c->sure, g->text, g->span);
  }
}
