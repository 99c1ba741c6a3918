// pp_inside.h -- what the files of the preprocessor share (not for others).
//
// pp_lex.c cuts text into tokens, pp_macro.c expands macros, pp_directive.c
// obeys the lines that start with `#`, pp_if.c decides conditions.

#ifndef PML_PP_INSIDE_H
#define PML_PP_INSIDE_H

#include "lang/promela/preprocess/pp.h"

// A place in a text that is being cut into tokens.
typedef struct {
  const char *text;
  uint32_t file, at, end;  // file 0: a text of our own
} pml_cursor;

typedef struct {
  sv_name name;
  sv_span span;  // of the name where it is defined
  bool function, disabled;
  sv_name *param;
  uint32_t params;
  pml_pp_token *body;
  uint32_t n;
} pml_macro;

// Tokens to be read before those of the file.
typedef struct {
  const pml_pp_token *at;
  uint32_t n, i;
  pml_macro *macro;  // disabled while this is on the stack; may be NULL
  bool wall;         // reading stops at its end
} pml_context;

// An `#if` that is still open.
typedef struct {
  sv_span span;  // of the directive
  bool active;   // this group is read
  bool done;     // some group has been read, or none may be
  bool seen_else;
} pml_condition;

typedef struct {
  pml_cursor cursor;
  uint32_t conditions;  // open when the file began
  sv_span included;     // the directive; file 0 for the first file
} pml_open_file;

typedef struct {
  sv_arena *arena;
  sv_names *names;
  sv_sources *sources;
  sv_diags *diags;
  const pml_defines *defines;
  SV_VEC(pml_open_file) files;
  SV_VEC(pml_context) contexts;
  SV_VEC(pml_condition) conditions;
  SV_VEC(pml_macro *) macros;
  sv_map macro_of;  // name -> index in macros; UINT32_MAX - 1 when undefined
  sv_text scratch;
  uint32_t depth, work;
  bool stopped;                         // gave up: END from now on
  bool pending_newline, pending_space;  // of an expansion that has not begun
  sv_span last;                         // of the token that `get` gave last
  sv_name word_defined, word_line, word_file, sign_hash, sign_paste, sign_open, sign_close,
      sign_comma;
} pml_pp;

// --- pp_lex.c
// The next token of a text; END at its end.
pml_pp_token pml_pp_scan(pml_pp *, pml_cursor *);
static inline bool pml_pp_is(const pml_pp_token *t, sv_name text) {
  return t->text.x == text.x && t->kind == PML_PP_SIGN;
}
static inline const char *pml_pp_text(const pml_pp *pp, const pml_pp_token *t) {
  return sv_names_get(pp->names, t->text);
}

// --- pp_macro.c
pml_macro *pml_pp_find(const pml_pp *, sv_name);  // NULL if it is no macro
pml_pp_token pml_pp_next(pml_pp *);               // expanded; END at the end of everything
// Expands a list of tokens alone; appends to *out.
void pml_pp_expand(pml_pp *, const pml_pp_token *, uint32_t n, pml_pp_tokens *out);

// --- pp_directive.c
// The next token of the files, after obeying directives.
pml_pp_token pml_pp_from_file(pml_pp *);
void pml_pp_open(pml_pp *, uint32_t file, sv_span included);
pml_pp_token *pml_pp_keep(pml_pp *, pml_pp_tokens *);  // moves them into the arena

// --- pp_if.c
// The value of a condition. Mistakes are reported at `where` and give false.
bool pml_pp_condition(pml_pp *, const pml_pp_tokens *line, sv_span where);

#endif
