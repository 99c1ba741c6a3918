// atlas.h -- where a span lies, for an editor: a URI and a range.
//
// The text that is edited is the first source of its model. A reader may add
// the same text with something behind it (a formula of an option) as another
// source: its places are places of the first.

#ifndef SV_SERVE_ATLAS_H
#define SV_SERVE_ATLAS_H

#include "base/source.h"
#include "serve/place.h"

typedef struct {
  const sv_sources *sources;
  const char *uri;         // of the text that is edited
  SV_VEC(sv_lines) lines;  // by source, from 0; those not asked for are empty
} sv_atlas;

sv_atlas sv_atlas_of(const sv_sources *, const char *uri);
void sv_atlas_free(sv_atlas *);
// The span in the edited text, or nowhere.
sv_span sv_atlas_edited(const sv_atlas *, sv_span);
json_t *sv_atlas_location(sv_atlas *, sv_span);  // {"uri": …, "range": …}; nowhere: the beginning
json_t *sv_atlas_related(sv_atlas *, sv_span, json_t *);  // with this message, taken over
// Adds a diagnostic to notes, an object of lists by URI: severity 1 error, 2 warning, 3
// information, 4 hint. `related` may be NULL; all are taken over. Returns it, borrowed.
json_t *sv_atlas_note(sv_atlas *, json_t *notes, sv_span, int severity, json_t *message,
                      json_t *related);

#endif
