// index.h -- the names that a model declares, with what there is to say about them.
//
// One index for all languages: it is made of the names and spans that the model
// keeps of its variables, queues, processes, locations and properties, and of
// what its language noted besides (functions, macros). Names that
// lowering made up, which do not stand in the text, are left out.
//
// An entry, as JSON: name, kind (a SymbolKind of the protocol), about (for
// people, Markdown), from and to (bytes of the name in the edited text), begin
// and end (of all that belongs to it); or a location, where it lies in another file.

#ifndef SV_SERVE_INDEX_H
#define SV_SERVE_INDEX_H

#include "model/model.h"
#include "serve/atlas.h"

json_t *sv_index_of(sv_atlas *, const sv_model *);

#endif
