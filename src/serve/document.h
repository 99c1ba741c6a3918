// document.h -- a text that is open in the editor, and what is known about it.

#ifndef SV_SERVE_DOCUMENT_H
#define SV_SERVE_DOCUMENT_H

#include "serve/job.h"
#include "serve/place.h"

// A declared name. Byte offsets follow the edits that came after the text was read.
typedef struct {
  char *name, *about;
  char *property;       // to be asked for by --property, or NULL
  int kind;             // SymbolKind of the protocol
  bool unnamed;         // it has no name in the text
  uint32_t from, to;    // the name
  uint32_t begin, end;  // all that belongs to it
  uint32_t around;      // 1 + the innermost symbol that it belongs to, or 0
  json_t *location;     // of one in another file; NULL: it lies here
} sv_symbol;
typedef SV_VEC(sv_symbol) sv_symbols;

typedef struct {
  char *uri, *name, *language;
  sv_text text;
  bool unknown;              // what the text is: it is too large, or an edit made no sense
  const char *words;         // of its language, each with a space behind it; or NULL
  json_t *version;           // as the editor counts; owned
  uint64_t edits;            // so far
  sv_symbols symbols;        // of the last text that could be read
  json_t *read, *found;      // diagnostics by URI: of reading, of the last check; or NULL
  sv_job *job;               // that reads it, or NULL
  double due;                // when it is to be read; 0: it has been, or is being
  double deadline;           // of the job
  SV_VEC(json_t *) waiting;  // requests that are answered when it has been read; owned
} sv_document;

sv_document *sv_document_new(const char *uri, const char *language, const char *text, size_t n);
void sv_document_free(sv_document *);
// One of contentChanges.
void sv_document_edit(sv_document *, const json_t *change);
void sv_document_learn(sv_document *, const json_t *index);  // the symbols are these now

// The name at or right before the offset; false if there is none. In some languages `$` and `#`
// are letters of names.
bool sv_document_word(const sv_document *, size_t offset, bool signs, uint32_t *from, uint32_t *to);
// The same with what it means, or NULL; the longer name goes first.
const sv_symbol *sv_document_at(const sv_document *, size_t offset, uint32_t *from, uint32_t *to);
// The declaration that a name at this offset means, or NULL.
const sv_symbol *sv_document_find(const sv_document *, uint32_t from, uint32_t to);

#endif
