// parse_inline.c -- inlines: sequences with a name and textual parameters.
//
// A definition keeps the tokens of its body. A call makes new tokens of them,
// with every parameter replaced by the tokens of its argument, and reads the
// result as a block. The new tokens stand where the body stands, those of an
// argument where the argument stands; all know the call.

#include "lang/promela/parse/parse.h"

#define EXPANDED_MAX 2000000  // tokens made by all calls together

// --- definitions

// Skips from `{` to the matching `}`; false if there is none.
static bool skip_braces(pml_parser *p) {
  sv_span opening = pml_here(p);
  for (uint32_t depth = 0; pml_kind(p) != PML_T_END; pml_advance(p)) {
    if (pml_kind(p) == PML_T_LEFT_BRACE) depth++;
    if (pml_kind(p) == PML_T_RIGHT_BRACE && !--depth) return pml_advance(p), true;
  }
  return pml_expect_close(p, PML_T_RIGHT_BRACE, opening, "{");
}

// "(" [ name { "," name } ] ")"
static bool read_parameters(pml_parser *p, pml_inline *d) {
  SV_VEC(sv_name) names = {0};
  SV_VEC(sv_span) spans = {0};
  sv_span opening = pml_here(p), span;
  bool good = pml_open_paren(p, "after the name of an inline");
  if (good && pml_kind(p) != PML_T_RIGHT) do {
      sv_name name = pml_expect_name(p, "the name of a parameter", &span);
      good = name.x != 0;
      sv_push(names, name);
      sv_push(spans, span);
    } while (good && pml_take(p, PML_T_COMMA));
  SV_ARENA_KEEP(p->arena, names, d->param, d->params);
  SV_ARENA_KEEP(p->arena, spans, d->param_span, d->params);
  return good && pml_close_paren(p, opening);
}

static void add_inline(pml_parser *p, const pml_inline *d) {
  uint32_t old = sv_map_get(&p->inlines, d->name.x);
  if (old != SV_MAP_NONE) {
    if (pml_error(p, d->span, "the inline `%s` is defined twice", pml_name_text(p, d->name)))
      pml_note(p, p->inlined.at[old].span, "its first definition is here");
    return;
  }
  sv_map_put(&p->inlines, d->name.x, p->inlined.n);
  sv_push(p->inlined, *d);
}

// "inline" name "(" parameters ")" "{" … "}"
bool pml_read_inline(pml_parser *p) {
  pml_inline d = {0};
  pml_advance(p);
  d.name = pml_expect_name(p, "a name after `inline`", &d.span);
  if (!d.name.x || !read_parameters(p, &d)) return false;
  uint32_t from = p->in.at;
  if (pml_kind(p) != PML_T_LEFT_BRACE)
    return pml_expect(p, PML_T_LEFT_BRACE, "before the body of an inline");
  if (!skip_braces(p)) return false;
  d.body = p->in.token + from;
  d.n = p->in.at - from;
  add_inline(p, &d);
  return true;
}

// --- arguments

typedef struct {
  uint32_t from, to;  // tokens
} range;

typedef SV_VEC(range) ranges;

// { token } up to `,` or `)` outside of brackets
static bool read_argument(pml_parser *p, ranges *out) {
  uint32_t from = p->in.at;
  for (uint32_t depth = 0;; pml_advance(p)) {
    switch (pml_kind(p)) {
    case PML_T_END:
    case PML_T_BAD: return false;
    case PML_T_LEFT:
    case PML_T_LEFT_SQUARE: depth++; continue;
    case PML_T_COMMA:
      if (depth) continue;
      break;
    case PML_T_RIGHT:
    case PML_T_RIGHT_SQUARE:
      if (depth--) continue;
      break;
    default: continue;
    }
    sv_push(*out, (range){from, p->in.at});
    return true;
  }
}

static bool read_arguments(pml_parser *p, ranges *out) {
  sv_span opening = pml_here(p);
  bool good = true;
  pml_advance(p);
  if (pml_kind(p) != PML_T_RIGHT) do {
      good = read_argument(p, out);
    } while (good && pml_take(p, PML_T_COMMA));
  return pml_expect_close(p, PML_T_RIGHT, opening, "(") && good;
}

static bool right_count(pml_parser *p, const pml_inline *d, sv_span call, uint32_t n) {
  if (n == d->params) return true;
  if (pml_error(p, call, "the inline `%s` takes %u argument%s, but is given %u",
                pml_name_text(p, d->name), d->params, d->params == 1 ? "" : "s", n))
    pml_note(p, d->span, "it is defined here");
  return false;
}

// --- expansion

static uint32_t parameter(const pml_inline *d, const pml_token *t) {
  for (uint32_t i = 0; t->kind == PML_T_NAME && i < d->params; i++)
    if (d->param[i].x == t->name.x) return i;
  return UINT32_MAX;
}

static void put_argument(const pml_parser *p, range r, const pml_token *formal, uint32_t call,
                         pml_tokens *out) {
  for (uint32_t i = r.from; i < r.to; i++) {
    pml_token t = p->in.token[i];
    t.place = formal->place;
    t.call = call;
    t.newline = i == r.from && formal->newline;
    t.space = i == r.from ? formal->space : t.space;
    sv_push(*out, t);
  }
}

static void expand(const pml_parser *p, const pml_inline *d, const ranges *args, uint32_t call,
                   pml_tokens *out) {
  for (uint32_t i = 0; i < d->n; i++) {
    pml_token t = d->body[i];
    t.call = call;
    uint32_t formal = i && d->body[i - 1].kind == PML_T_DOT ? UINT32_MAX : parameter(d, &t);
    if (formal == UINT32_MAX) sv_push(*out, t);
    else put_argument(p, args->at[formal], &t, call, out);
  }
  pml_token end = d->body[d->n - 1];
  end.kind = PML_T_END;
  end.call = call;
  sv_push(*out, end);
}

// Reads the expansion as one block.
static pml_stmt *read_expansion(pml_parser *p, const pml_tokens *tokens, uint32_t call,
                                pml_expr *target) {
  pml_stream outer = p->in;
  uint32_t outer_call = p->call;
  pml_expr *outer_target = p->return_target;
  pml_opener *open = p->open;
  p->in = (pml_stream){tokens->at, tokens->n, 0, 0};
  p->call = call;
  p->return_target = target;
  p->open = NULL;
  pml_stmt *s = pml_read_braces(p, PML_S_BLOCK);
  p->in = outer;
  p->call = outer_call;
  p->return_target = outer_target;
  p->open = open;
  return s;
}

static bool may_expand(pml_parser *p, const pml_inline *d, sv_span call, uint32_t tokens) {
  if (d->busy) {
    if (pml_error(p, call, "the inline `%s` calls itself", pml_name_text(p, d->name)))
      pml_hint(p, "an inline is pasted in at each call, so this would never end");
    return false;
  }
  p->expanded += tokens;
  if (p->expanded <= EXPANDED_MAX) return true;
  pml_error(p, call, "the inlines expand to more than %d tokens", EXPANDED_MAX);
  p->stopped = true;
  return false;
}

bool pml_at_call(const pml_parser *p) {
  return pml_kind(p) == PML_T_NAME && pml_ahead(p, 1)->kind == PML_T_LEFT &&
         sv_map_get(&p->inlines, pml_now(p)->name.x) != SV_MAP_NONE;
}

pml_stmt *pml_read_call(pml_parser *p, pml_expr *target) {
  uint32_t from = p->in.at, which = sv_map_get(&p->inlines, pml_now(p)->name.x);
  ranges args = {0};
  pml_tokens tokens = {0};
  pml_stmt *s = NULL;
  pml_advance(p);
  bool good = read_arguments(p, &args);
  sv_span span = pml_since(p, from);
  pml_inline d = p->inlined.at[which];
  if (good && right_count(p, &d, span, args.n) && may_expand(p, &d, span, d.n)) {
    sv_push(p->report->calls, (pml_call){d.name, span, d.span, p->call});
    uint32_t call = p->report->calls.n;
    expand(p, &d, &args, call, &tokens);
    p->expanded += tokens.n - d.n;
    pml_token *kept = sv_arena_keep(p->arena, tokens.at, tokens.n, sizeof *tokens.at);
    tokens.at = kept;
    p->inlined.at[which].busy = true;
    s = read_expansion(p, &tokens, call, target);
    p->inlined.at[which].busy = false;
    if (s) s->call = call, s->span = s->head = pml_text_since(p, from);
  }
  sv_vec_free(args);
  return s;
}
