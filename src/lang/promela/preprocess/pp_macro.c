// pp_macro.c -- macro expansion.
//
// The input is a stack: below, the file; above it, expansions that have not
// been read to their end. A macro is disabled while its expansion is on the
// stack, and its name met there is painted, so nothing expands for ever.
// Arguments are expanded alone (behind a wall) before they are put in, unless
// `#` or `##` asks for them as written.

#include "lang/promela/preprocess/pp_inside.h"

pml_macro *pml_pp_find(const pml_pp *pp, sv_name name) {
  uint32_t i = sv_map_get(&pp->macro_of, name.x);
  return i < pp->macros.n ? pp->macros.at[i] : NULL;
}

// --- the stack of contexts

static void push(pml_pp *pp, const pml_pp_token *at, uint32_t n, pml_macro *m, bool wall) {
  if (m) m->disabled = true;
  sv_push(pp->contexts, (pml_context){at, n, 0, m, wall});
}

static void pop(pml_pp *pp) {
  pml_context c = sv_pop(pp->contexts);
  if (c.macro) c.macro->disabled = false;
}

static bool too_much_work(pml_pp *pp, sv_span where) {
  if (pp->stopped || pp->work++ < PML_PP_WORK_MAX) return pp->stopped;
  pp->stopped = true;
  sv_diag(pp->diags, SV_ERROR, where, "the macros expand to more than %d tokens", PML_PP_WORK_MAX);
  return true;
}

// The next token as it stands, before any expansion.
static pml_pp_token get(pml_pp *pp) {
  while (pp->contexts.n && !pp->stopped) {
    pml_context *c = &sv_last(pp->contexts);
    if (c->i < c->n) {
      pml_pp_token t = c->at[c->i++];
      return too_much_work(pp, t.span) ? (pml_pp_token){0} : t;
    }
    if (c->wall) return (pml_pp_token){0};
    pop(pp);
  }
  pml_pp_token t = {0};
  if (!sv_diags_go_on(pp->diags)) pp->stopped = true;
  if (!pp->stopped) t = pml_pp_from_file(pp);
  pp->last = t.span;
  return t;
}

static void unget(pml_pp *pp, pml_pp_token t) {
  if (t.kind == PML_PP_END) return;
  pml_pp_token *copy = SV_ARENA_NEW(pp->arena, pml_pp_token);
  *copy = t;
  push(pp, copy, 1, NULL, false);
}

// --- arguments

typedef struct {
  pml_pp_token *raw, *full;
  uint32_t raws, fulls;
  bool expanded;
} argument;

typedef SV_VEC(argument) arguments;

static void finish_argument(pml_pp *pp, pml_pp_tokens *tokens, arguments *out) {
  argument a = {.raws = tokens->n};
  a.raw = pml_pp_keep(pp, tokens);
  sv_push(*out, a);
}

// After `(`, up to the matching `)`. False if there is none.
static bool collect(pml_pp *pp, arguments *out) {
  pml_pp_tokens one = {0};
  for (uint32_t depth = 0;;) {
    pml_pp_token t = get(pp);
    if (t.kind == PML_PP_END) break;
    if (pml_pp_is(&t, pp->sign_close) && !depth) {
      finish_argument(pp, &one, out);
      return true;
    }
    if (pml_pp_is(&t, pp->sign_open)) depth++;
    if (pml_pp_is(&t, pp->sign_close)) depth--;
    t.space |= t.newline;
    t.newline = false;
    if (pml_pp_is(&t, pp->sign_comma) && !depth) finish_argument(pp, &one, out);
    else sv_push(one, t);
  }
  sv_vec_free(one);
  return false;
}

static void note_definition(pml_pp *pp, const pml_macro *m) {
  sv_diag(pp->diags, SV_NOTE, m->span, "`%s` is defined here", sv_names_get(pp->names, m->name));
}

static bool right_count(pml_pp *pp, const pml_macro *m, const pml_pp_token *use, uint32_t n) {
  if (n == m->params || (!m->params && n == 1)) return true;
  sv_diag(pp->diags, SV_ERROR, use->span, "the macro `%s` takes %u argument%s, but is given %u",
          sv_names_get(pp->names, m->name), m->params, m->params == 1 ? "" : "s", n);
  note_definition(pp, m);
  return false;
}

void pml_pp_expand(pml_pp *pp, const pml_pp_token *at, uint32_t n, pml_pp_tokens *out) {
  if (pp->depth >= PML_PP_DEPTH_MAX) {
    if (!pp->stopped)
      sv_diag(pp->diags, SV_ERROR, n ? at[0].span : SV_NOWHERE,
              "macro calls are nested more than %d levels deep", PML_PP_DEPTH_MAX);
    pp->stopped = true;
    return;
  }
  pp->depth++;
  bool newline = pp->pending_newline, space = pp->pending_space;
  pp->pending_newline = pp->pending_space = false;
  push(pp, at, n, NULL, true);
  uint32_t level = pp->contexts.n;
  for (pml_pp_token t; (t = pml_pp_next(pp)).kind != PML_PP_END;) sv_push(*out, t);
  while (pp->contexts.n >= level) pop(pp);
  pp->pending_newline = newline;
  pp->pending_space = space;
  pp->depth--;
}

static void expand_argument(pml_pp *pp, argument *a) {
  if (a->expanded) return;
  pml_pp_tokens full = {0};
  pml_pp_expand(pp, a->raw, a->raws, &full);
  a->fulls = full.n;
  a->full = pml_pp_keep(pp, &full);
  a->expanded = true;
}

// --- # and ##

static uint32_t parameter(const pml_macro *m, const pml_pp_token *t) {
  for (uint32_t i = 0; t->kind == PML_PP_NAME && i < m->params; i++)
    if (m->param[i].x == t->text.x) return i;
  return UINT32_MAX;
}

static pml_pp_token stringify(pml_pp *pp, const argument *a, sv_span use, sv_span def) {
  sv_text s = {0};
  sv_text_char(&s, '"');
  for (uint32_t i = 0; i < a->raws; i++) {
    const pml_pp_token *t = &a->raw[i];
    bool literal = t->kind == PML_PP_STRING || t->kind == PML_PP_CHAR;
    if (i && t->space) sv_text_char(&s, ' ');
    for (const char *c = pml_pp_text(pp, t); *c; c++) {
      if (literal && (*c == '"' || *c == '\\')) sv_text_char(&s, '\\');
      sv_text_char(&s, *c);
    }
  }
  sv_text_char(&s, '"');
  pml_pp_token t = {.kind = PML_PP_STRING, .span = use, .def = def};
  t.text = sv_names_intern(pp->names, s.at, s.n);
  sv_text_free(&s);
  return t;
}

// One token of two.
static void paste(pml_pp *pp, pml_pp_token *left, const pml_pp_token *right) {
  const char *text =
      sv_arena_printf(pp->arena, "%s%s", pml_pp_text(pp, left), pml_pp_text(pp, right));
  pml_cursor c = {.text = text, .end = (uint32_t)strlen(text)};
  pml_pp_token t = pml_pp_scan(pp, &c);
  if (c.at != c.end || t.kind == PML_PP_END) {
    sv_diag(pp->diags, SV_ERROR, left->span, "`##` makes `%s`, which is not one token", text);
    if (left->def.file) sv_diag(pp->diags, SV_NOTE, left->def, "in this macro");
    return;
  }
  left->text = t.text;
  left->kind = t.kind;
  left->painted = false;
}

typedef struct {
  pml_pp *pp;
  const pml_macro *macro;
  arguments *args;
  const pml_pp_token *use;
  pml_pp_tokens out;
  bool empty_left;  // the left side of a `##` was empty
} filling;

static void append(filling *f, const pml_pp_token *at, uint32_t n, bool space) {
  for (uint32_t i = 0; i < n; i++) {
    pml_pp_token t = at[i];
    if (!i) t.space = space;
    sv_push(f->out, t);
  }
}

// The part of the body at i, as written if it stands beside `##`.
static void part(filling *f, uint32_t i, bool raw) {
  pml_pp_token t = f->macro->body[i];
  uint32_t p = parameter(f->macro, &t);
  t.def = t.span;
  t.span = f->use->span;
  if (p == UINT32_MAX) {
    append(f, &t, 1, t.space);
    return;
  }
  argument *a = &f->args->at[p];
  if (!raw) expand_argument(f->pp, a);
  append(f, raw ? a->raw : a->full, raw ? a->raws : a->fulls, t.space);
}

static bool is_paste(const filling *f, uint32_t i) {
  return i < f->macro->n && pml_pp_is(&f->macro->body[i], f->pp->sign_paste);
}

static bool is_stringify(const filling *f, uint32_t i) {
  return f->macro->function && i + 1 < f->macro->n &&
         pml_pp_is(&f->macro->body[i], f->pp->sign_hash) &&
         parameter(f->macro, &f->macro->body[i + 1]) != UINT32_MAX;
}

// Joins what is now last with the part at i.
static void join(filling *f, uint32_t i) {
  uint32_t before = f->out.n;
  part(f, i, true);
  if (before == f->out.n || f->empty_left || !before) return;
  paste(f->pp, &f->out.at[before - 1], &f->out.at[before]);
  for (uint32_t k = before; k + 1 < f->out.n; k++) f->out.at[k] = f->out.at[k + 1];
  f->out.n--;
}

static void fill(filling *f) {
  const pml_macro *m = f->macro;
  for (uint32_t i = 0; i < m->n; i++) {
    uint32_t before = f->out.n;
    if (is_stringify(f, i)) {
      argument *a = &f->args->at[parameter(m, &m->body[i + 1])];
      pml_pp_token t = stringify(f->pp, a, f->use->span, m->body[i].span);
      append(f, &t, 1, m->body[i].space);
      i++;
    } else if (is_paste(f, i) && i + 1 < m->n) {
      join(f, ++i);
      before = f->empty_left && f->out.n == before ? before : 0;
    } else part(f, i, is_paste(f, i + 1));
    f->empty_left = f->out.n == before;
  }
}

static void start(pml_pp *pp, pml_macro *m, const pml_pp_token *use, arguments *args) {
  filling f = {.pp = pp, .macro = m, .args = args, .use = use};
  sv_span whole = use->use.file ? use->use : sv_span_join(use->span, pp->last);
  fill(&f);
  uint32_t n = f.out.n;
  for (uint32_t i = 0; i < n; i++) f.out.at[i].use = whole;
  if (n) f.out.at[0].space = false;
  push(pp, pml_pp_keep(pp, &f.out), n, m, false);
  pp->pending_newline |= use->newline;
  pp->pending_space |= use->space;
}

// --- uses of macros

// False: the name is not followed by `(`, so it stays.
static bool use_function(pml_pp *pp, pml_macro *m, const pml_pp_token *use) {
  pml_pp_token open = get(pp);
  if (!pml_pp_is(&open, pp->sign_open)) {
    unget(pp, open);
    return false;
  }
  arguments args = {0};
  bool good = collect(pp, &args);
  if (!good && !pp->stopped) {
    sv_diag(pp->diags, SV_ERROR, use->span, "the arguments of the macro `%s` never end",
            pml_pp_text(pp, use));
    note_definition(pp, m);
  }
  good = good && right_count(pp, m, use, args.n);
  if (good) start(pp, m, use, &args);
  else unget(pp, (pml_pp_token){.kind = PML_PP_BAD, .text = use->text, .span = use->span});
  sv_vec_free(args);
  return true;
}

static bool use_builtin(pml_pp *pp, pml_pp_token *t) {
  const char *text;
  if (t->text.x == pp->word_line.x) {
    text = sv_arena_printf(pp->arena, "%u",
                           sv_source_place(pp->sources, t->span.file, t->span.begin).line);
    t->kind = PML_PP_NUMBER;
  } else if (t->text.x == pp->word_file.x) {
    text = sv_arena_printf(pp->arena, "\"%s\"", sv_source_path(pp->sources, t->span.file));
    t->kind = PML_PP_STRING;
  } else return false;
  t->text = sv_names_cstr(pp->names, text);
  return true;
}

// True: the token is gone, its expansion comes next.
static bool expands(pml_pp *pp, pml_pp_token *t) {
  if (t->kind != PML_PP_NAME || t->painted) return false;
  pml_macro *m = pml_pp_find(pp, t->text);
  if (!m) return use_builtin(pp, t), false;
  if (m->disabled) {
    t->painted = true;
    return false;
  }
  if (m->function) return use_function(pp, m, t);
  start(pp, m, t, NULL);
  return true;
}

pml_pp_token pml_pp_next(pml_pp *pp) {
  for (;;) {
    pml_pp_token t = get(pp);
    t.newline |= pp->pending_newline;
    t.space |= pp->pending_space;
    pp->pending_newline = pp->pending_space = false;
    if (!expands(pp, &t)) return t;
  }
}
