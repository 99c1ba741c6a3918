// pp.h -- the C preprocessor of Promela models.
//
// Models are written for `cpp`: macros, conditions and included files. This
// one does what the C standard says (6.10) as far as models can tell, and
// never loses a place: every token that comes out knows where it stands in
// the text a person wrote. A token made by a macro stands where the
// outermost macro was used, and `def` says where it is spelled.
//
// Tokens are those of C but for one: `..` stands alone, so that macros are
// expanded in `1..N`. lexer.h makes Promela's tokens of them.

#ifndef PML_PP_H
#define PML_PP_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "lang/promela/promela.h"

typedef enum {
  PML_PP_END,
  PML_PP_NAME,
  PML_PP_NUMBER,    // C's pp-number, without `..`
  PML_PP_STRING,    // with its quotes
  PML_PP_CHAR,      // with its quotes
  PML_PP_SIGN,      // an operator or separator of C
  PML_PP_OTHER,     // one byte that C has no use for
  PML_PP_UNCLOSED,  // a quote without its end on the same line
  PML_PP_BAD,       // stands for something that was reported
} pml_pp_kind;

typedef struct {
  pml_pp_kind kind;
  bool newline;  // the first of its line
  bool space;    // blanks or a comment before it
  bool painted;  // a macro's own name inside its expansion: never expanded again
  sv_name text;
  sv_span span;  // in the text: of the token, or of the macro whose expansion it is
  sv_span def;   // in the definition of the macro; file 0 outside of macros
  sv_span use;   // the whole call of the outermost macro; file 0 outside of macros
} pml_pp_token;

typedef SV_VEC(pml_pp_token) pml_pp_tokens;

#define PML_PP_DEPTH_MAX 200     // of included files, and of macro calls in arguments
#define PML_PP_WORK_MAX 4000000  // tokens handled before a model is called absurd

// Appends the tokens of a file with everything expanded, the last one END.
// Included files are added to the sources. Mistakes go to the diagnostics; the
// tokens are usable then too. The caller frees *out.
void pml_preprocess(sv_arena *, sv_names *, sv_sources *, uint32_t file, const pml_defines *,
                    sv_diags *, pml_pp_tokens *out);

#endif
