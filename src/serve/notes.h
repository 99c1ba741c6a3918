// notes.h -- what was found, as diagnostics of an editor: lists by URI.

#ifndef SV_SERVE_NOTES_H
#define SV_SERVE_NOTES_H

#include "api/api.h"
#include "serve/atlas.h"

// What reading the text has to say.
json_t *sv_notes_of_reading(sv_atlas *, const selvage_model *);
// What a check found: violated properties where they are violated, with their runs; what is
// unknown, and what is never reached.
json_t *sv_notes_of_answer(sv_atlas *, const selvage_answer *);

#endif
