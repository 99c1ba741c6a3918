// goal.c -- the options' texts: taken apart at the temporal operators. See goal.h.
//
// Only what stands above the conditions is parsed here. A condition reaches up
// to the next `&&`, `||`, `=>`, binary temporal operator or parenthesis that
// is not its own; of its tokens nothing is known but parentheses and texts.

#include "lang/c/goal.h"

#include <ctype.h>
#include <string.h>

#include "lang/cursor.h"
#include "lang/unique.h"

enum { T_OPEN = SV_TOKEN_OWN, T_CLOSE, T_NOT, T_AND, T_OR, T_IMPLIES, T_OTHER, T_TEXT };
enum { MOST_DEPTH = 200 };

// Longer signs first; all that only C knows is one kind.
static const sv_spelling signs[] = {
    SV_SPELLING(T_IMPLIES, "=>"), SV_SPELLING(T_OTHER, "->"), SV_SPELLING(T_OTHER, "=="),
    SV_SPELLING(T_OTHER, "!="),   SV_SPELLING(T_OTHER, "<="), SV_SPELLING(T_OTHER, ">="),
    SV_SPELLING(T_AND, "&&"),     SV_SPELLING(T_OR, "||"),    SV_SPELLING(T_OPEN, "("),
    SV_SPELLING(T_CLOSE, ")"),    SV_SPELLING(T_NOT, "!"),    SV_SPELLING(T_OTHER, "<"),
    SV_SPELLING(T_OTHER, ">"),    SV_SPELLING(T_OTHER, "="),  SV_SPELLING(T_OTHER, "+"),
    SV_SPELLING(T_OTHER, "-"),    SV_SPELLING(T_OTHER, "*"),  SV_SPELLING(T_OTHER, "/"),
    SV_SPELLING(T_OTHER, "%"),    SV_SPELLING(T_OTHER, "&"),  SV_SPELLING(T_OTHER, "|"),
    SV_SPELLING(T_OTHER, "^"),    SV_SPELLING(T_OTHER, "~"),  SV_SPELLING(T_OTHER, "?"),
    SV_SPELLING(T_OTHER, ":"),    SV_SPELLING(T_OTHER, "."),  SV_SPELLING(T_OTHER, ","),
    SV_SPELLING(T_OTHER, "["),    SV_SPELLING(T_OTHER, "]"),
};

// 'x', '\n'
static bool special(sv_scanner *s) {
  if (sv_scan_peek(s, 0) != '\'') return false;
  uint32_t begin = s->at++;
  while (s->at < s->end && sv_scan_peek(s, 0) != '\'')
    s->at += sv_scan_peek(s, 0) == '\\' && s->at + 1 < s->end ? 2 : 1;
  if (s->at < s->end) s->at++;
  sv_scan_emit(s, T_OTHER, begin);
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

typedef struct {
  sv_cursor in;
  c_goals *goals;
  sv_model *model;
} parser;

static uint32_t kind(const parser *p) { return sv_cursor_kind(&p->in); }

static c_goal_node *node(parser *p, c_goal_node n) {
  c_goal_node *made = SV_ARENA_NEW(p->model->arena, c_goal_node);
  *made = n;
  return made;
}

static c_goal_node *condition(parser *p, sv_span span) {
  sv_push(p->goals->conditions,
          (c_condition){.span = span, .sure = SV_TRUE, .maybe = SV_TRUE, .other = SV_TRUE});
  return node(p, (c_goal_node){.kind = C_GOAL_LEAF, .condition = p->goals->conditions.n - 1});
}

// ---- what stands between two places

static bool at_word(const parser *p, const char *word) {
  sv_token t = p->in.tokens.at[p->in.at];
  return t.kind == SV_TOKEN_NAME && !strcmp(sv_names_get(p->model->names, t.name), word);
}

static bool at_implies(const parser *p) { return kind(p) == T_IMPLIES || at_word(p, "implies"); }

// Moves behind the parenthesis that belongs to the one here; is there an operator of ours in it?
static bool skip_group(parser *p) {
  uint32_t depth = 0;
  bool found = false;
  while (kind(p) != SV_TOKEN_END) {
    if (at_implies(p) || sv_temporal_take_prefix(&p->in) || sv_temporal_take_infix(&p->in)) {
      found = true;
      if (!at_implies(p)) continue;
    }
    if (kind(p) == T_OPEN) depth++;
    bool last = kind(p) == T_CLOSE && !--depth;
    sv_cursor_advance(&p->in);
    if (last) return found;
  }
  return found;
}

static bool group_is_formula(parser *p) {
  uint32_t at = p->in.at;
  bool found = skip_group(p);
  p->in.at = at;
  return found;
}

static bool ends_condition(parser *p) {
  uint32_t k = kind(p), at = p->in.at;
  if (k == SV_TOKEN_END || k == T_CLOSE || k == T_AND || k == T_OR || at_implies(p)) return true;
  bool infix = sv_temporal_take_infix(&p->in) != SV_TEMPORAL_NONE;
  p->in.at = at;
  return infix;
}

static c_goal_node *leaf(parser *p) {
  sv_span begin = sv_cursor_here(&p->in);
  if (ends_condition(p)) {
    sv_cursor_error_here(&p->in, "expected a condition, but found %s", sv_cursor_found(&p->in));
    p->in.stopped = true;
    return condition(p, begin);
  }
  while (!ends_condition(p)) {
    if (kind(p) == T_OPEN) skip_group(p);
    else sv_cursor_advance(&p->in);
  }
  return condition(p, sv_cursor_since(&p->in, begin));
}

// ---- the grammar of temporal.h

static c_goal_node *formula(parser *p);

static c_goal_node *unary(parser *p) {
  if (!sv_cursor_enter(&p->in, MOST_DEPTH, NULL)) return condition(p, sv_cursor_here(&p->in));
  sv_temporal op = sv_temporal_take_prefix(&p->in);
  c_goal_node *n;
  uint32_t at = p->in.at;
  if (op) n = node(p, (c_goal_node){.kind = C_GOAL_TIMED, .op = op, .a = unary(p)});
  else if (kind(p) == T_OPEN && group_is_formula(p)) {
    sv_cursor_advance(&p->in);
    n = formula(p);
    if (!sv_cursor_take(&p->in, T_CLOSE)) sv_cursor_error_here(&p->in, "expected `)`");
  } else if (kind(p) == T_NOT) {
    sv_cursor_advance(&p->in);
    n = unary(p);
    if (n->kind == C_GOAL_LEAF) {  // C's own `!`
      p->goals->conditions.at[n->condition].span.begin = p->in.tokens.at[at].span.begin;
    } else n = node(p, (c_goal_node){.kind = C_GOAL_NOT, .a = n});
  } else n = leaf(p);
  sv_cursor_leave(&p->in);
  return n;
}

static c_goal_node *timed(parser *p) {
  c_goal_node *a = unary(p);
  sv_temporal op = sv_temporal_take_infix(&p->in);
  if (!op) return a;
  return node(p, (c_goal_node){.kind = C_GOAL_TIMED, .op = op, .a = a, .b = timed(p)});
}

static c_goal_node *conjunction(parser *p) {
  c_goal_node *a = timed(p);
  while (sv_cursor_take(&p->in, T_AND))
    a = node(p, (c_goal_node){.kind = C_GOAL_AND, .a = a, .b = timed(p)});
  return a;
}

static c_goal_node *disjunction(parser *p) {
  c_goal_node *a = conjunction(p);
  while (sv_cursor_take(&p->in, T_OR))
    a = node(p, (c_goal_node){.kind = C_GOAL_OR, .a = a, .b = conjunction(p)});
  return a;
}

static c_goal_node *formula(parser *p) {
  c_goal_node *a = disjunction(p);
  if (!at_implies(p)) return a;
  sv_cursor_advance(&p->in);
  return node(p, (c_goal_node){.kind = C_GOAL_IMPLIES, .a = a, .b = formula(p)});
}

// ---- options

// clang must not see parentheses that close more than the condition opens.
static void check_balance(parser *p) {
  int64_t depth = 0;
  sv_span last = SV_NOWHERE;
  for (uint32_t i = 0; p->in.tokens.at[i].kind != SV_TOKEN_END; i++) {
    const sv_token *t = &p->in.tokens.at[i];
    if (t->kind == T_OPEN && !depth++) last = t->span;
    if (t->kind == T_CLOSE && !depth--) {
      sv_diag(p->in.diags, SV_ERROR, t->span, "nothing opens with `(` before this `)`");
      return;
    }
  }
  if (depth > 0) sv_diag(p->in.diags, SV_ERROR, last, "this `(` is not closed");
}

static void read_text(parser *p, c_goal *g) {
  uint32_t before = sv_diags_errors(p->in.diags);
  sv_scan(&lexicon, p->model->names, p->model->sources, g->span.file, p->in.diags, &p->in.tokens,
          NULL);
  if (sv_diags_errors(p->in.diags) == before) check_balance(p);
  if (sv_diags_errors(p->in.diags) > before) return;
  if (g->kind == C_GOAL_LTL) g->node = formula(p);
  else {
    sv_span begin = sv_cursor_here(&p->in);
    if (kind(p) == SV_TOKEN_END) sv_cursor_error_here(&p->in, "expected a condition");
    while (kind(p) != SV_TOKEN_END) sv_cursor_advance(&p->in);
    g->node = condition(p, sv_cursor_since(&p->in, begin));
  }
  if (kind(p) != SV_TOKEN_END)
    sv_cursor_error_here(&p->in, "expected an operator, but found %s", sv_cursor_found(&p->in));
}

static void read_goal(c_goals *goals, sv_model *m, c_goal_kind kind_of, const char *option,
                      const char *text, sv_diags *diags) {
  size_t n = strlen(text);
  uint32_t file = sv_sources_add(m->sources, option, text, n);
  c_goal g = {.kind = kind_of, .text = sv_model_strdup(m, text), .span = {file, 0, (uint32_t)n}};
  parser p = {.in = {.arena = m->arena,
                     .sources = m->sources,
                     .diags = diags,
                     .end = "the end of the text"},
              .goals = goals,
              .model = m};
  read_text(&p, &g);
  sv_vec_free(p.in.tokens);
  sv_push(goals->goals, g);
}

void c_goals_read(c_goals *goals, sv_model *m, const sv_options *o, sv_diags *diags) {
  for (uint32_t i = 0; i < o->invariant.n; i++)
    read_goal(goals, m, C_GOAL_INVARIANT, "--invariant", o->invariant.at[i], diags);
  for (uint32_t i = 0; i < o->reach.n; i++)
    read_goal(goals, m, C_GOAL_REACH, "--reach", o->reach.at[i], diags);
  if (o->ltl) read_goal(goals, m, C_GOAL_LTL, "--ltl", o->ltl, diags);
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

// Where a condition cannot be evaluated the formula must not be true for that: it counts as
// false, and below an odd number of negations as true.
static sv_formula formula_of(const c_goals *goals, sv_ltl *ltl, const c_goal_node *n,
                             bool positive) {
  const c_condition *c = &goals->conditions.at[n->condition];
  if (n->kind == C_GOAL_LEAF) return sv_ltl_leaf(ltl, positive ? c->sure : c->other);
  bool flips = n->kind == C_GOAL_NOT || n->kind == C_GOAL_IMPLIES;
  sv_formula a = formula_of(goals, ltl, n->a, positive != flips);
  sv_formula b = n->b ? formula_of(goals, ltl, n->b, positive) : a;
  switch (n->kind) {
  case C_GOAL_NOT: return sv_ltl_not(ltl, a);
  case C_GOAL_AND: return sv_ltl_and(ltl, a, b);
  case C_GOAL_OR: return sv_ltl_or(ltl, a, b);
  case C_GOAL_IMPLIES: return sv_ltl_or(ltl, sv_ltl_not(ltl, a), b);
  case C_GOAL_TIMED: return sv_temporal_apply(ltl, n->op, a, b);
  case C_GOAL_LEAF: break;
  }
  SV_UNREACHABLE();
}

static void add_formula(const c_goals *goals, sv_model *m, const c_goal *g) {
  sv_ltl *ltl = sv_ltl_new(m->terms);
  sv_formula f = formula_of(goals, ltl, g->node, true);
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
    const c_condition *c = &goals->conditions.at[g->node->condition];
    bool never = g->kind == C_GOAL_REACH;
    sv_model_property(m, sv_new_property_name(m, never ? "reach" : "invariant"), SV_PROP_INVARIANT,
                      never ? sv_not(c->maybe) : c->sure, g->text, g->span);
  }
}
