// scan.h -- scanners for languages of names, numbers, words and signs.
//
// A language lists its words and signs (a lexicon) and gets an array of tokens
// that ends with SV_TOKEN_END. Its own kinds of tokens come after the four
// below. Bytes that it does not know become one diagnostic and one
// SV_TOKEN_BAD, so that the parser can stay silent about the same place.

#ifndef SV_LANG_SCAN_H
#define SV_LANG_SCAN_H

#include "base/diag.h"
#include "base/map.h"

enum {
  SV_TOKEN_END,  // end of the file
  SV_TOKEN_BAD,  // already reported
  SV_TOKEN_NAME,
  SV_TOKEN_NUMBER,  // a run of digits
  SV_TOKEN_OWN,     // the first kind of the language's own
};

typedef struct {
  uint32_t kind;
  sv_span span;
  sv_name name;    // names, numbers and words; none for signs
  int64_t number;  // of a number; -1 from SV_TOKEN_NUMBERS on
} sv_token;
#define SV_TOKEN_NUMBERS (INT64_C(1) << 62)

typedef SV_VEC(sv_token) sv_tokens;

typedef struct sv_scanner sv_scanner;

typedef struct {
  uint32_t kind, length;
  const char *text;
} sv_spelling;
#define SV_SPELLING(KIND, TEXT) \
  { KIND, sizeof TEXT - 1, TEXT }

typedef struct {
  const char *language;  // as in "there are no texts in …"
  const sv_spelling *words,
      *signs;  // a sign comes before its own prefixes; words have the lower kinds
  uint32_t word_count, sign_count;
  const char *first, *later;  // what a name may begin with, or hold, besides letters, digits and _
  const char *ascii;          // where other characters are not allowed
  uint32_t text;              // the kind of a "…"; 0: there are no texts
  const char *text_hint;      // what to write instead of "…", or NULL
  bool nests_lines;           // `//` in a block comment hides a `*/` behind it
  uint32_t (*meaning)(uint32_t kind);    // one kind for several spellings; NULL: the kind
  bool (*blank)(sv_scanner *);           // skips what else is blank here; NULL: nothing
  bool (*special)(sv_scanner *);         // scans what only this language has; NULL: nothing
  void (*number)(sv_scanner *);          // scans a number, at a digit; NULL: a run of digits
  const char *(*hint)(char unexpected);  // or NULL
} sv_lexicon;

struct sv_scanner {
  const sv_lexicon *lexicon;
  sv_names *names;
  sv_diags *diags;
  sv_tokens *out;
  sv_map words;  // interned name -> kind
  const char *text;
  uint32_t file, at, end;
  void *context;  // the language's
};

// Appends the tokens of `file`. The caller frees *out.
void sv_scan(const sv_lexicon *, sv_names *, const sv_sources *, uint32_t file, sv_diags *,
             sv_tokens *out, void *context);
// The tokens of a part of a file.
void sv_scan_span(const sv_lexicon *, sv_names *, const sv_sources *, sv_span, sv_diags *,
                  sv_tokens *out, void *context);

// The text of a word or sign as it stands in a program; NULL for other kinds.
const char *sv_lexicon_text(const sv_lexicon *, uint32_t kind);
bool sv_lexicon_is_word(const sv_lexicon *, uint32_t kind);

// For `blank` and `special`.
char sv_scan_peek(const sv_scanner *, uint32_t ahead);
// A token from `begin` to here; with its text as name, or without.
void sv_scan_emit(sv_scanner *, uint32_t kind, uint32_t begin);
void sv_scan_emit_named(sv_scanner *, uint32_t kind, uint32_t begin);

#endif
