// temporal.c -- see temporal.h.

#include "lang/temporal.h"

#include <string.h>

static const struct {
  const char *word;
  sv_temporal op;
} words[] = {
    {"always", SV_ALWAYS},   {"eventually", SV_EVENTUALLY},
    {"next", SV_NEXT},       {"X", SV_NEXT},
    {"until", SV_UNTIL},     {"U", SV_UNTIL},
    {"W", SV_WEAK_UNTIL},    {"weakuntil", SV_WEAK_UNTIL},
    {"release", SV_RELEASE}, {"R", SV_RELEASE},
    {"V", SV_RELEASE},       {"[]", SV_ALWAYS},
    {"<>", SV_EVENTUALLY},
};

sv_temporal sv_temporal_by_word(const char *word, size_t n) {
  for (size_t i = 0; i < SV_COUNT(words); i++)
    if (strlen(words[i].word) == n && !memcmp(words[i].word, word, n)) return words[i].op;
  return SV_TEMPORAL_NONE;
}

// ---- tokens, by their text

typedef struct {
  const char *at;
  uint32_t n;
} piece;

static piece piece_at(const sv_cursor *c, uint32_t ahead) {
  sv_span span = sv_cursor_ahead(c, ahead)->span;
  if (sv_cursor_ahead(c, ahead)->kind == SV_TOKEN_END) return (piece){"", 0};
  return (piece){sv_source_text(c->sources, span.file) + span.begin, span.end - span.begin};
}

static bool is_text(piece p, const char *text) {
  return p.n == strlen(text) && !memcmp(p.at, text, p.n);
}

static bool is_word(piece p) {
  unsigned char c = p.n ? (unsigned char)p.at[0] : 0;
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

// Two tokens that touch.
static bool is_sign(const sv_cursor *c, uint32_t ahead, const char *first, const char *second) {
  piece a = piece_at(c, ahead), b = piece_at(c, ahead + 1);
  return is_text(a, first) && is_text(b, second) && a.at + a.n == b.at;
}

static bool begins_operand(const sv_cursor *, uint32_t ahead);

static sv_temporal infix_at(const sv_cursor *c, uint32_t ahead) {
  piece p = piece_at(c, ahead);
  sv_temporal op = sv_temporal_by_word(p.at, p.n);
  return sv_temporal_is_binary(op) && begins_operand(c, ahead + 1) ? op : SV_TEMPORAL_NONE;
}

// Words that stand behind an operand, in any of the languages.
static bool is_connective(piece p) {
  static const char *const all[] = {"and", "or", "imply", "implies", "then", "else"};
  for (size_t i = 0; i < SV_COUNT(all); i++)
    if (is_text(p, all[i])) return true;
  return false;
}

static bool begins_operand(const sv_cursor *c, uint32_t ahead) {
  piece p = piece_at(c, ahead);
  if (is_word(p)) return !is_connective(p) && !infix_at(c, ahead);
  if (is_sign(c, ahead, "[", "]") || is_sign(c, ahead, "<", ">")) return true;
  if (is_text(p, "<>") || is_text(p, "[]")) return true;
  return p.n && (strchr("(!~", p.at[0]) ? p.n == 1 : p.at[0] >= '0' && p.at[0] <= '9');
}

static sv_temporal prefix_at(const sv_cursor *c, uint32_t *tokens) {
  *tokens = 2;
  if (is_sign(c, 0, "[", "]")) return SV_ALWAYS;
  if (is_sign(c, 0, "<", ">")) return SV_EVENTUALLY;
  *tokens = 1;
  piece p = piece_at(c, 0);
  sv_temporal op = sv_temporal_by_word(p.at, p.n);
  bool stands = op && !sv_temporal_is_binary(op) && begins_operand(c, 1);
  return stands ? op : SV_TEMPORAL_NONE;
}

sv_temporal sv_temporal_take_letter(sv_cursor *c) {
  piece p = piece_at(c, 0);
  sv_temporal op = is_text(p, "G") ? SV_ALWAYS : is_text(p, "F") ? SV_EVENTUALLY : SV_TEMPORAL_NONE;
  if (!op || !begins_operand(c, 1)) return SV_TEMPORAL_NONE;
  sv_cursor_advance(c);
  return op;
}

sv_temporal sv_temporal_take_prefix(sv_cursor *c) {
  uint32_t tokens;
  sv_temporal op = prefix_at(c, &tokens);
  for (; op && tokens; tokens--) sv_cursor_advance(c);
  return op;
}

sv_temporal sv_temporal_take_infix(sv_cursor *c) {
  sv_temporal op = infix_at(c, 0);
  if (op) sv_cursor_advance(c);
  return op;
}

// ---- formulas

sv_formula sv_temporal_apply(sv_ltl *l, sv_temporal op, sv_formula a, sv_formula b) {
  switch (op) {
  case SV_ALWAYS: return sv_ltl_always(l, a);
  case SV_EVENTUALLY: return sv_ltl_eventually(l, a);
  case SV_NEXT: return sv_ltl_next(l, a);
  case SV_UNTIL: return sv_ltl_until(l, a, b);
  case SV_WEAK_UNTIL: return sv_ltl_weak_until(l, a, b);
  case SV_RELEASE: return sv_ltl_release(l, a, b);
  case SV_TEMPORAL_NONE: break;
  }
  SV_UNREACHABLE();
}

// Is it `always` of one condition?
static bool is_invariant(const sv_ltl *l, sv_formula f, sv_term *condition) {
  sv_ltl_node n = sv_ltl_get(l, f);
  if (n.op != SV_LTL_RELEASE) return false;
  sv_ltl_node a = sv_ltl_get(l, n.a), b = sv_ltl_get(l, n.b);
  if (a.op != SV_LTL_LEAF || !sv_same(a.leaf, SV_FALSE) || b.op != SV_LTL_LEAF) return false;
  *condition = b.leaf;
  return true;
}

static void set_automaton(sv_model *m, sv_property *p, const sv_automaton *a) {
  p->kind = SV_PROP_RECURRENCE;
  p->term = SV_NONE;
  p->automaton = sv_automaton_copy(m->arena, a);
  p->repeats = true;
}

void sv_temporal_define(sv_model *m, uint32_t property, sv_ltl *l, sv_formula f) {
  sv_property *p = &m->properties.at[property];
  p->kind = SV_PROP_INVARIANT;
  p->term = SV_TRUE;
  if (is_invariant(l, f, &p->term)) return;
  sv_arena *arena = sv_arena_new();
  const sv_automaton *a = sv_ltl_automaton(l, sv_ltl_not(l, f), arena);
  if (a) set_automaton(m, p, a), p->stutters = !sv_ltl_has_next(l);
  else p->undecided = sv_model_strdup(m, "its automaton is too large");
  sv_arena_free(arena);
}

uint32_t sv_temporal_property(sv_model *m, sv_name name, sv_ltl *l, sv_formula f, const char *text,
                              sv_span span) {
  uint32_t p = sv_model_property(m, name, SV_PROP_INVARIANT, SV_TRUE, text, span);
  sv_temporal_define(m, p, l, f);
  return p;
}
