// pp_directive.c -- lines that start with `#`.
//
// The files that are open form a stack; reading goes on in the including file
// when one ends. Conditions that a file opens must be closed in it. While a
// group is skipped only the conditional directives are looked at.

#include <errno.h>

#include "base/suggest.h"
#include "lang/promela/preprocess/pp_inside.h"

#define UNDEFINED (UINT32_MAX - 1)

pml_pp_token *pml_pp_keep(pml_pp *pp, pml_pp_tokens *t) {
  pml_pp_token *copy = NULL;
  if (t->n) {
    copy = SV_ARENA_ARRAY(pp->arena, pml_pp_token, t->n);
    memcpy(copy, t->at, t->n * sizeof *copy);
  }
  sv_vec_free(*t);
  return copy;
}

static bool skipping(const pml_pp *pp) {
  return pp->conditions.n && !sv_last(pp->conditions).active;
}

static pml_cursor *cursor(pml_pp *pp) { return &sv_last(pp->files).cursor; }

// The next token of the line; false at its end.
static bool line_token(pml_pp *pp, pml_pp_token *out) {
  pml_cursor before = *cursor(pp);
  *out = pml_pp_scan(pp, cursor(pp));
  if (!out->newline) return true;
  *cursor(pp) = before;
  return false;
}

// The rest of the line; the caller frees it.
static void rest(pml_pp *pp, pml_pp_tokens *out) {
  for (pml_pp_token t; line_token(pp, &t);) sv_push(*out, t);
}

static void skip_rest(pml_pp *pp) {
  for (pml_pp_token t; line_token(pp, &t);) continue;
}

static void extra(pml_pp *pp, const char *directive) {
  pml_pp_token t;
  if (!line_token(pp, &t)) return;
  sv_diag(pp->diags, SV_WARNING, t.span, "this text after `#%s` has no meaning", directive);
  skip_rest(pp);
}

// --- #define and #undef

static bool same_body(const pml_macro *a, const pml_macro *b) {
  if (a->function != b->function || a->params != b->params || a->n != b->n) return false;
  for (uint32_t i = 0; i < a->params; i++)
    if (a->param[i].x != b->param[i].x) return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (a->body[i].text.x != b->body[i].text.x) return false;
  return true;
}

static void add_macro(pml_pp *pp, pml_macro *m) {
  const pml_macro *old = pml_pp_find(pp, m->name);
  if (old && !same_body(old, m)) {
    sv_diag(pp->diags, SV_WARNING, m->span, "the macro `%s` is defined again, and differently",
            sv_names_get(pp->names, m->name));
    sv_diag(pp->diags, SV_NOTE, old->span, "its first definition is here");
  }
  sv_map_put(&pp->macro_of, m->name.x, pp->macros.n);
  sv_push(pp->macros, m);
}

// [ name { "," name } ] ")"
static bool read_parameters(pml_pp *pp, pml_macro *m) {
  SV_VEC(sv_name) params = {0};
  pml_pp_token t;
  bool good = line_token(pp, &t);
  if (good && pml_pp_is(&t, pp->sign_close)) return true;
  while (good && t.kind == PML_PP_NAME) {
    sv_push(params, t.text);
    good = line_token(pp, &t);
    if (!good || !pml_pp_is(&t, pp->sign_comma)) break;
    good = line_token(pp, &t) && t.kind == PML_PP_NAME;
  }
  good = good && params.n && pml_pp_is(&t, pp->sign_close);
  m->params = params.n;
  m->param = SV_ARENA_ARRAY(pp->arena, sv_name, params.n);
  if (params.n) memcpy(m->param, params.at, params.n * sizeof *params.at);
  sv_vec_free(params);
  if (good) return true;
  sv_diag(pp->diags, SV_ERROR, m->span, "the parameters of the macro `%s` are malformed",
          sv_names_get(pp->names, m->name));
  sv_diag_hint(pp->diags, "they are names with commas between, as in `#define f(x, y) …`");
  return false;
}

static void read_body(pml_pp *pp, pml_macro *m) {
  pml_pp_tokens body = {0};
  rest(pp, &body);
  m->n = body.n;
  m->body = pml_pp_keep(pp, &body);
}

static bool macro_name(pml_pp *pp, sv_span directive, const char *word, pml_pp_token *t) {
  bool there = line_token(pp, t);
  if (there && t->kind == PML_PP_NAME && t->text.x != pp->word_defined.x) return true;
  if (there && t->kind == PML_PP_NAME)
    sv_diag(pp->diags, SV_ERROR, t->span, "`defined` cannot be the name of a macro");
  else sv_diag(pp->diags, SV_ERROR, there ? t->span : directive, "`#%s` needs a name", word);
  skip_rest(pp);
  return false;
}

// "#" "define" name [ "(" parameters ")" ] { token }; no blank before the `(`.
static void define(pml_pp *pp, sv_span directive) {
  pml_pp_token t;
  if (!macro_name(pp, directive, "define", &t)) return;
  pml_macro *m = SV_ARENA_NEW(pp->arena, pml_macro);
  m->name = t.text;
  m->span = t.span;
  pml_cursor before = *cursor(pp);
  if (line_token(pp, &t) && pml_pp_is(&t, pp->sign_open) && !t.space) {
    m->function = true;
    if (!read_parameters(pp, m)) {
      skip_rest(pp);
      return;
    }
  } else *cursor(pp) = before;
  read_body(pp, m);
  add_macro(pp, m);
}

static void undefine(pml_pp *pp, sv_span directive) {
  pml_pp_token t;
  if (!macro_name(pp, directive, "undef", &t)) return;
  if (pml_pp_find(pp, t.text)) sv_map_put(&pp->macro_of, t.text.x, UNDEFINED);
  extra(pp, "undef");
}

// --- conditions

static void open_condition(pml_pp *pp, sv_span span, bool value) {
  bool outer = !skipping(pp);
  sv_push(pp->conditions, (pml_condition){span, outer && value, !outer || value, false});
}

static void if_defined(pml_pp *pp, sv_span span, bool wanted) {
  pml_pp_token t;
  if (skipping(pp)) {
    open_condition(pp, span, false);
    skip_rest(pp);
  } else if (macro_name(pp, span, wanted ? "ifdef" : "ifndef", &t)) {
    open_condition(pp, span, (pml_pp_find(pp, t.text) != NULL) == wanted);
    extra(pp, wanted ? "ifdef" : "ifndef");
  } else open_condition(pp, span, false);
}

static bool value_of_line(pml_pp *pp, sv_span span) {
  pml_pp_tokens line = {0};
  rest(pp, &line);
  bool value = pml_pp_condition(pp, &line, span);
  sv_vec_free(line);
  return value;
}

static void if_value(pml_pp *pp, sv_span span) {
  bool outer = !skipping(pp), value = outer && value_of_line(pp, span);
  open_condition(pp, span, value);
  skip_rest(pp);
}

// The innermost condition of this file, or NULL after a message.
static pml_condition *innermost(pml_pp *pp, sv_span span, const char *word) {
  if (pp->conditions.n > sv_last(pp->files).conditions) return &sv_last(pp->conditions);
  sv_diag(pp->diags, SV_ERROR, span, "`#%s` without `#if`", word);
  skip_rest(pp);
  return NULL;
}

static bool after_else(pml_pp *pp, const pml_condition *c, sv_span span, const char *word) {
  if (!c->seen_else) return false;
  sv_diag(pp->diags, SV_ERROR, span, "`#%s` after `#else`", word);
  sv_diag(pp->diags, SV_NOTE, c->span, "the condition begins here");
  return true;
}

static void else_if(pml_pp *pp, sv_span span) {
  pml_condition *c = innermost(pp, span, "elif");
  if (!c) return;
  bool bad = after_else(pp, c, span, "elif");
  bool value = !c->done && !bad && value_of_line(pp, span);
  c = &sv_last(pp->conditions);
  c->active = value;
  c->done |= value;
  skip_rest(pp);
}

static void otherwise(pml_pp *pp, sv_span span) {
  pml_condition *c = innermost(pp, span, "else");
  if (!c) return;
  after_else(pp, c, span, "else");
  c->active = !c->done;
  c->done = c->seen_else = true;
  extra(pp, "else");
}

static void end_condition(pml_pp *pp, sv_span span) {
  if (!innermost(pp, span, "endif")) return;
  (void)sv_pop(pp->conditions);
  skip_rest(pp);
}

// --- #include

// *why: what is wrong with a file that is there.
static uint32_t try_open(pml_pp *pp, const char *folder, size_t n, const char *name,
                         const char **why) {
  const char *reason = NULL;
  const char *path = n ? sv_arena_printf(pp->arena, "%.*s/%s", (int)n, folder, name) : name;
  uint32_t found = sv_sources_read(pp->sources, path, &reason);
  if (found) sv_source_conceal(pp->sources, found);
  else if (strcmp(reason, strerror(ENOENT)) != 0) *why = sv_arena_printf(pp->arena, "%s", reason);
  return found;
}

static uint32_t find_file(pml_pp *pp, const char *name, bool quoted, const char **why) {
  uint32_t found = 0;
  if (name[0] == '/') return try_open(pp, "", 0, name, why);
  if (quoted) {
    const char *path = sv_source_path(pp->sources, cursor(pp)->file);
    const char *slash = strrchr(path, '/');
    found = try_open(pp, path, slash ? (size_t)(slash - path) : 0, name, why);
  }
  for (uint32_t i = 0; !found && pp->defines && i < pp->defines->includes; i++)
    found = try_open(pp, pp->defines->include[i], strlen(pp->defines->include[i]), name, why);
  return found;
}

// The name in quotes or angle brackets; NULL if the line has another form.
static const char *included_name(pml_pp *pp, const pml_pp_tokens *line, bool *quoted) {
  if (!line->n) return NULL;
  const char *text = pml_pp_text(pp, &line->at[0]);
  *quoted = line->at[0].kind == PML_PP_STRING;
  if (*quoted) return sv_arena_strndup(pp->arena, text + 1, strlen(text) - 2);
  if (strcmp(text, "<") != 0) return NULL;
  sv_text name = {0};
  uint32_t i = 1;
  for (; i < line->n && strcmp(pml_pp_text(pp, &line->at[i]), ">") != 0; i++) {
    if (i > 1 && line->at[i].space) sv_text_char(&name, ' ');
    sv_text_string(&name, pml_pp_text(pp, &line->at[i]));
  }
  const char *result = i < line->n ? sv_arena_strndup(pp->arena, name.at, name.n) : NULL;
  sv_text_free(&name);
  return result;
}

void pml_pp_open(pml_pp *pp, uint32_t file, sv_span included) {
  pml_cursor c = {sv_source_text(pp->sources, file), file, 0,
                  (uint32_t)sv_source_size(pp->sources, file)};
  sv_push(pp->files, (pml_open_file){c, pp->conditions.n, included});
}

static void include_file(pml_pp *pp, sv_span span, const char *name, bool quoted) {
  if (pp->files.n >= PML_PP_DEPTH_MAX) {
    sv_diag(pp->diags, SV_ERROR, span, "files include each other more than %d levels deep",
            PML_PP_DEPTH_MAX);
    pp->stopped = true;
    return;
  }
  const char *why = NULL;
  uint32_t file = find_file(pp, name, quoted, &why);
  if (file) {
    pml_pp_open(pp, file, span);
    return;
  }
  if (why) {
    sv_diag(pp->diags, SV_ERROR, span, "cannot read the file `%s`: %s", name, why);
    return;
  }
  sv_diag(pp->diags, SV_ERROR, span, "cannot find the file `%s`", name);
  sv_diag_hint(pp->diags, "files in quotes are looked for beside this one, then in the folders "
                          "given with -I");
}

static void include(pml_pp *pp, sv_span directive) {
  pml_pp_tokens line = {0}, full = {0};
  bool quoted = false;
  rest(pp, &line);
  const char *name = included_name(pp, &line, &quoted);
  if (!name && line.n) {
    pml_pp_expand(pp, line.at, line.n, &full);
    name = included_name(pp, &full, &quoted);
  }
  sv_span span = line.n ? sv_span_join(line.at[0].span, line.at[line.n - 1].span) : directive;
  if (name) include_file(pp, span, name, quoted);
  else sv_diag(pp->diags, SV_ERROR, span, "`#include` needs a file name in quotes");
  sv_vec_free(line);
  sv_vec_free(full);
}

// --- the others

static void message(pml_pp *pp, sv_span directive, sv_severity severity) {
  pml_pp_tokens line = {0};
  sv_text text = {0};
  rest(pp, &line);
  for (uint32_t i = 0; i < line.n; i++) {
    if (i && line.at[i].space) sv_text_char(&text, ' ');
    sv_text_string(&text, pml_pp_text(pp, &line.at[i]));
  }
  sv_diag(pp->diags, severity, directive, "%s: %s", severity == SV_ERROR ? "#error" : "#warning",
          sv_text_get(&text));
  sv_text_free(&text);
  sv_vec_free(line);
}

static void unknown(pml_pp *pp, const pml_pp_token *t) {
  static const char *const known[] = {"define", "undef",  "include", "if",     "ifdef",
                                      "ifndef", "elif",   "else",    "endif",  "error",
                                      "line",   "pragma", "ident",   "warning"};
  sv_suggestion s = sv_suggest(pml_pp_text(pp, t));
  for (size_t i = 0; i < SV_COUNT(known); i++) sv_suggest_try(&s, known[i]);
  sv_diag(pp->diags, SV_ERROR, t->span, "there is no directive `#%s`", pml_pp_text(pp, t));
  if (s.best) sv_diag_hint(pp->diags, "did you mean `#%s`?", s.best);
  skip_rest(pp);
}

static bool conditional(pml_pp *pp, const char *word, sv_span span) {
  if (!strcmp(word, "if")) if_value(pp, span);
  else if (!strcmp(word, "ifdef")) if_defined(pp, span, true);
  else if (!strcmp(word, "ifndef")) if_defined(pp, span, false);
  else if (!strcmp(word, "elif")) else_if(pp, span);
  else if (!strcmp(word, "else")) otherwise(pp, span);
  else if (!strcmp(word, "endif")) end_condition(pp, span);
  else return false;
  return true;
}

static void directive(pml_pp *pp, sv_span hash) {
  pml_pp_token t;
  if (!line_token(pp, &t)) return;
  const char *word = t.kind == PML_PP_NAME ? pml_pp_text(pp, &t) : "";
  sv_span span = sv_span_join(hash, t.span);
  if (conditional(pp, word, span)) return;
  if (skipping(pp) || t.kind == PML_PP_NUMBER) skip_rest(pp);
  else if (!strcmp(word, "define")) define(pp, span);
  else if (!strcmp(word, "undef")) undefine(pp, span);
  else if (!strcmp(word, "include")) include(pp, span);
  else if (!strcmp(word, "error")) message(pp, span, SV_ERROR);
  else if (!strcmp(word, "warning")) message(pp, span, SV_WARNING);
  else if (!strcmp(word, "line") || !strcmp(word, "pragma") || !strcmp(word, "ident"))
    skip_rest(pp);
  else unknown(pp, &t);
}

static void close_file(pml_pp *pp) {
  uint32_t level = sv_last(pp->files).conditions;
  while (pp->conditions.n > level) {
    sv_diag(pp->diags, SV_ERROR, sv_last(pp->conditions).span, "this condition has no `#endif`");
    (void)sv_pop(pp->conditions);
  }
  (void)sv_pop(pp->files);
}

pml_pp_token pml_pp_from_file(pml_pp *pp) {
  while (pp->files.n && !pp->stopped) {
    pml_pp_token t = pml_pp_scan(pp, cursor(pp));
    if (t.kind == PML_PP_END && pp->files.n == 1 && pp->conditions.n == 0) return t;
    if (t.kind == PML_PP_END) close_file(pp);
    else if (t.newline && pml_pp_is(&t, pp->sign_hash)) directive(pp, t.span);
    else if (!skipping(pp)) return t;
  }
  return (pml_pp_token){0};
}
