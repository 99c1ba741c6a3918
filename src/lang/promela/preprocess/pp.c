// pp.c -- see pp.h. Sets the preprocessor up and drains it.

#include "lang/promela/preprocess/pp_inside.h"

static void intern_signs(pml_pp *pp) {
  pp->word_defined = sv_names_cstr(pp->names, "defined");
  pp->word_line = sv_names_cstr(pp->names, "__LINE__");
  pp->word_file = sv_names_cstr(pp->names, "__FILE__");
  pp->sign_hash = sv_names_cstr(pp->names, "#");
  pp->sign_paste = sv_names_cstr(pp->names, "##");
  pp->sign_open = sv_names_cstr(pp->names, "(");
  pp->sign_close = sv_names_cstr(pp->names, ")");
  pp->sign_comma = sv_names_cstr(pp->names, ",");
}

// The definitions of the command line become a file of #define lines.
static void define_all(pml_pp *pp) {
  sv_text text = {0};
  for (uint32_t i = 0; i < pp->defines->defines; i++) {
    const char *d = pp->defines->define[i], *equals = strchr(d, '=');
    int n = equals ? (int)(equals - d) : (int)strlen(d);
    sv_text_printf(&text, "#define %.*s %s\n", n, d, equals ? equals + 1 : "1");
  }
  uint32_t file = sv_sources_add(pp->sources, "<command line>", sv_text_get(&text), text.n);
  sv_text_free(&text);
  pml_pp_open(pp, file, SV_NOWHERE);
  while (pml_pp_next(pp).kind != PML_PP_END) continue;
  sv_clear(pp->files);
}

static void drain(pml_pp *pp, pml_pp_tokens *out) {
  for (pml_pp_token t = pml_pp_next(pp); t.kind != PML_PP_END; t = pml_pp_next(pp))
    sv_push(*out, t);
}

// The tokens of a text of our own, all at one place of another file.
static void add_own(pml_pp *pp, const char *text, sv_span place, pml_pp_tokens *out) {
  uint32_t first = out->n;
  sv_clear(pp->files);
  sv_push(pp->files, (pml_open_file){.cursor = {text, 0, 0, (uint32_t)strlen(text)}});
  drain(pp, out);
  for (uint32_t i = first; i < out->n; i++) out->at[i].span = place;
}

// A question of the command line stands between the words that make a formula of it.
static void add_question(pml_pp *pp, const pml_question *q, pml_pp_tokens *out) {
  uint32_t end = (uint32_t)sv_source_size(pp->sources, q->file);
  add_own(pp, q->before, (sv_span){q->file, 0, 0}, out);
  sv_clear(pp->files);
  pml_pp_open(pp, q->file, SV_NOWHERE);
  drain(pp, out);
  add_own(pp, q->after, (sv_span){q->file, end, end}, out);
}

void pml_preprocess(sv_arena *arena, sv_names *names, sv_sources *sources, uint32_t file,
                    const pml_defines *defines, sv_diags *diags, pml_pp_tokens *out) {
  pml_pp pp = {
      .arena = arena, .names = names, .sources = sources, .diags = diags, .defines = defines};
  intern_signs(&pp);
  if (defines && defines->defines) define_all(&pp);
  pml_pp_open(&pp, file, SV_NOWHERE);
  drain(&pp, out);
  for (uint32_t i = 0; defines && i < defines->questions; i++)
    add_question(&pp, &defines->question[i], out);
  uint32_t end = (uint32_t)sv_source_size(sources, file);
  sv_push(*out, (pml_pp_token){.newline = true, .span = {file, end, end}});
  sv_vec_free(pp.files);
  sv_vec_free(pp.contexts);
  sv_vec_free(pp.conditions);
  sv_vec_free(pp.macros);
  sv_map_free(&pp.macro_of);
  sv_text_free(&pp.scratch);
}
