// conditions.c -- see conditions.h.
//
// Of a condition's tokens nothing is known but parentheses, texts, and what
// ends it.

#include "lang/conditions.h"

#include <string.h>

enum { MOST_DEPTH = 200 };

typedef struct {
  sv_cursor in;
  const sv_condition_language *language;
  const sv_names *names;
  sv_spans *conditions;
} parser;

static uint32_t kind(const parser *p) { return sv_cursor_kind(&p->in); }

static const sv_condition_node *node(parser *p, sv_condition_node n) {
  sv_condition_node *made = SV_ARENA_NEW(p->in.arena, sv_condition_node);
  *made = n;
  return made;
}

static const sv_condition_node *condition(parser *p, sv_span span) {
  sv_push(*p->conditions, span);
  return node(p, (sv_condition_node){.condition = p->conditions->n - 1});
}

// ---- what stands between two places

static bool at_word(const parser *p, const char *word) {
  sv_token t = p->in.tokens.at[p->in.at];
  return t.kind == SV_TOKEN_NAME && !strcmp(sv_names_get(p->names, t.name), word);
}

static bool at_operator(const parser *p, uint32_t sign, const char *word) {
  return kind(p) == sign || (p->language->words && at_word(p, word));
}

static bool at_implies(const parser *p) {
  return kind(p) == SV_CONDITION_IMPLIES || at_word(p, "implies");
}
static bool at_and(const parser *p) { return at_operator(p, SV_CONDITION_AND, "and"); }
static bool at_or(const parser *p) { return at_operator(p, SV_CONDITION_OR, "or"); }

// Moves behind the parenthesis that belongs to the one here; is there an operator of ours in it?
static bool skip_group(parser *p) {
  uint32_t depth = 0;
  bool found = false;
  while (kind(p) != SV_TOKEN_END) {
    if (at_implies(p) || sv_temporal_take_prefix(&p->in) || sv_temporal_take_infix(&p->in)) {
      found = true;
      if (!at_implies(p)) continue;
    }
    if (kind(p) == SV_CONDITION_OPEN) depth++;
    bool last = kind(p) == SV_CONDITION_CLOSE && !--depth;
    sv_cursor_advance(&p->in);
    if (last) return found;
  }
  return found;
}

static bool ends_condition(parser *p);

static bool group_is_formula(parser *p) {
  uint32_t at = p->in.at;
  bool found = skip_group(p) || (p->language->splits && ends_condition(p));
  p->in.at = at;
  return found;
}

static bool ends_condition(parser *p) {
  uint32_t k = kind(p), at = p->in.at;
  if (k == SV_TOKEN_END || k == SV_CONDITION_CLOSE || at_and(p) || at_or(p) || at_implies(p))
    return true;
  bool infix = sv_temporal_take_infix(&p->in) != SV_TEMPORAL_NONE;
  p->in.at = at;
  return infix;
}

static const sv_condition_node *leaf(parser *p) {
  sv_span begin = sv_cursor_here(&p->in);
  if (ends_condition(p)) {
    sv_cursor_error_here(&p->in, "expected a condition, but found %s", sv_cursor_found(&p->in));
    p->in.stopped = true;
    return condition(p, begin);
  }
  while (!ends_condition(p)) {
    if (kind(p) == SV_CONDITION_OPEN) skip_group(p);
    else sv_cursor_advance(&p->in);
  }
  return condition(p, sv_cursor_since(&p->in, begin));
}

// ---- the grammar of temporal.h

static const sv_condition_node *formula(parser *p);

static const sv_condition_node *unary(parser *p);
static const sv_condition_node *negation(parser *p);

static const sv_condition_node *group(parser *p) {
  sv_cursor_advance(&p->in);
  const sv_condition_node *n = formula(p);
  if (!sv_cursor_take(&p->in, SV_CONDITION_CLOSE)) sv_cursor_error_here(&p->in, "expected `)`");
  return n;
}

static const sv_condition_node *operand(parser *p) {
  sv_temporal op = sv_temporal_take_prefix(&p->in);
  if (op) return node(p, (sv_condition_node){.kind = SV_FORMULA_TIMED, .op = op, .a = unary(p)});
  if (at_operator(p, SV_CONDITION_NOT, "not")) return negation(p);
  bool above = kind(p) == SV_CONDITION_OPEN && group_is_formula(p);
  return above ? group(p) : leaf(p);
}

static const sv_condition_node *unary(parser *p) {
  if (!sv_cursor_enter(&p->in, MOST_DEPTH, NULL)) return condition(p, sv_cursor_here(&p->in));
  const sv_condition_node *n = operand(p);
  sv_cursor_leave(&p->in);
  return n;
}

// Of a condition it is the language's own `!`, which may bind tighter than what is in it.
static const sv_condition_node *negation(parser *p) {
  sv_span begin = sv_cursor_here(&p->in);
  sv_cursor_advance(&p->in);
  const sv_condition_node *n = unary(p);
  if (n->kind != SV_CONDITION_LEAF || !p->language->own_not)
    return node(p, (sv_condition_node){.kind = SV_FORMULA_NOT, .a = n});
  p->conditions->at[n->condition].begin = begin.begin;
  return n;
}

static const sv_condition_node *timed(parser *p) {
  const sv_condition_node *a = unary(p);
  sv_temporal op = sv_temporal_take_infix(&p->in);
  if (!op) return a;
  return node(p, (sv_condition_node){.kind = SV_FORMULA_TIMED, .op = op, .a = a, .b = timed(p)});
}

static const sv_condition_node *conjunction(parser *p) {
  const sv_condition_node *a = timed(p);
  while (at_and(p)) {
    sv_cursor_advance(&p->in);
    a = node(p, (sv_condition_node){.kind = SV_FORMULA_AND, .a = a, .b = timed(p)});
  }
  return a;
}

static const sv_condition_node *disjunction(parser *p) {
  const sv_condition_node *a = conjunction(p);
  while (at_or(p)) {
    sv_cursor_advance(&p->in);
    a = node(p, (sv_condition_node){.kind = SV_FORMULA_OR, .a = a, .b = conjunction(p)});
  }
  return a;
}

static const sv_condition_node *formula(parser *p) {
  const sv_condition_node *a = disjunction(p);
  if (!at_implies(p)) return a;
  sv_cursor_advance(&p->in);
  return node(p, (sv_condition_node){.kind = SV_FORMULA_IMPLIES, .a = a, .b = formula(p)});
}

// ---- the whole

// Parentheses that close more than the text opens would end what it is put into.
static bool is_balanced(parser *p) {
  int64_t depth = 0;
  sv_span last = SV_NOWHERE;
  for (uint32_t i = 0; p->in.tokens.at[i].kind != SV_TOKEN_END; i++) {
    const sv_token *t = &p->in.tokens.at[i];
    if (t->kind == SV_CONDITION_OPEN && !depth++) last = t->span;
    if (t->kind == SV_CONDITION_CLOSE && !depth--) {
      sv_diag(p->in.diags, SV_ERROR, t->span, "nothing opens with `(` before this `)`");
      return false;
    }
  }
  if (depth > 0) sv_diag(p->in.diags, SV_ERROR, last, "this `(` is not closed");
  return depth == 0;
}

static const sv_condition_node *whole(parser *p) {
  sv_span begin = sv_cursor_here(&p->in);
  if (kind(p) == SV_TOKEN_END) sv_cursor_error_here(&p->in, "expected a condition");
  while (kind(p) != SV_TOKEN_END) sv_cursor_advance(&p->in);
  return condition(p, sv_cursor_since(&p->in, begin));
}

const sv_condition_node *sv_conditions_read(const sv_condition_language *language, sv_arena *arena,
                                            sv_names *names, const sv_sources *sources,
                                            uint32_t file, bool is_formula, sv_diags *diags,
                                            sv_spans *conditions) {
  uint32_t before = sv_diags_errors(diags);
  const sv_condition_node *n = NULL;
  parser p = {
      .in = {.arena = arena, .sources = sources, .diags = diags, .end = "the end of the text"},
      .language = language,
      .names = names,
      .conditions = conditions};
  sv_scan(language->lexicon, names, sources, file, diags, &p.in.tokens, NULL);
  if (sv_diags_errors(diags) == before && is_balanced(&p)) {
    n = is_formula ? formula(&p) : whole(&p);
    if (kind(&p) != SV_TOKEN_END)
      sv_cursor_error_here(&p.in, "expected an operator, but found %s", sv_cursor_found(&p.in));
  }
  sv_vec_free(p.in.tokens);
  return sv_diags_errors(diags) == before ? n : NULL;
}

// ---- formulas

typedef struct {
  sv_terms *terms;
  sv_ltl *ltl;
  sv_condition_value *value;
  void *context;
} builder;

bool sv_conditions_is_timed(const sv_condition_node *n) {
  if (n->kind == SV_FORMULA_TIMED) return true;
  return (n->a && sv_conditions_is_timed(n->a)) || (n->b && sv_conditions_is_timed(n->b));
}

static bool flips(const sv_condition_node *n) {
  return n->kind == SV_FORMULA_NOT || n->kind == SV_FORMULA_IMPLIES;
}

static sv_term term_of(const builder *b, const sv_condition_node *n, bool positive) {
  if (n->kind == SV_CONDITION_LEAF) return b->value(b->context, n->condition, positive);
  sv_term first = term_of(b, n->a, positive != flips(n));
  sv_term second = n->b ? term_of(b, n->b, positive) : first;
  switch (n->kind) {
  case SV_FORMULA_NOT: return sv_not(first);
  case SV_FORMULA_AND: return sv_and(b->terms, first, second);
  case SV_FORMULA_OR: return sv_or(b->terms, first, second);
  case SV_FORMULA_IMPLIES: return sv_or(b->terms, sv_not(first), second);
  case SV_FORMULA_TIMED:
  case SV_CONDITION_LEAF: break;
  }
  SV_UNREACHABLE();
}

static sv_formula build(const builder *b, const sv_condition_node *n, bool positive) {
  if (!sv_conditions_is_timed(n)) return sv_ltl_leaf(b->ltl, term_of(b, n, positive));
  sv_formula first = build(b, n->a, positive != flips(n));
  sv_formula second = n->b ? build(b, n->b, positive) : first;
  switch (n->kind) {
  case SV_FORMULA_NOT: return sv_ltl_not(b->ltl, first);
  case SV_FORMULA_AND: return sv_ltl_and(b->ltl, first, second);
  case SV_FORMULA_OR: return sv_ltl_or(b->ltl, first, second);
  case SV_FORMULA_IMPLIES: return sv_ltl_or(b->ltl, sv_ltl_not(b->ltl, first), second);
  case SV_FORMULA_TIMED: return sv_temporal_apply(b->ltl, n->op, first, second);
  case SV_CONDITION_LEAF: break;
  }
  SV_UNREACHABLE();
}

sv_formula sv_conditions_formula(const sv_condition_node *n, sv_terms *terms, sv_ltl *ltl,
                                 sv_condition_value *value, void *context) {
  builder b = {terms, ltl, value, context};
  return build(&b, n, true);
}

bool sv_conditions_is_always(const sv_condition_node *n) {
  return n->kind == SV_FORMULA_TIMED && n->op == SV_ALWAYS && !sv_conditions_is_timed(n->a);
}
