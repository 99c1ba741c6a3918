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

void pml_preprocess(sv_arena *arena, sv_names *names, sv_sources *sources, uint32_t file,
                    const pml_defines *defines, sv_diags *diags, pml_pp_tokens *out) {
  pml_pp pp = {
      .arena = arena, .names = names, .sources = sources, .diags = diags, .defines = defines};
  intern_signs(&pp);
  if (defines && defines->defines) define_all(&pp);
  pml_pp_open(&pp, file, SV_NOWHERE);
  pml_pp_token t;
  do {
    t = pml_pp_next(&pp);
    sv_push(*out, t);
  } while (t.kind != PML_PP_END);
  uint32_t end = (uint32_t)sv_source_size(sources, file);
  sv_last(*out).span = (sv_span){file, end, end};
  sv_last(*out).newline = true;
  sv_vec_free(pp.files);
  sv_vec_free(pp.contexts);
  sv_vec_free(pp.conditions);
  sv_vec_free(pp.macros);
  sv_map_free(&pp.macro_of);
  sv_text_free(&pp.scratch);
}
