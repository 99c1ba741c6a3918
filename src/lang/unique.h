// unique.h -- names that a lowering gives away only once.
//
// Sources use a name for several things (variables of different blocks,
// statements of one line); in a model it means one. The second one to ask for
// "x" gets "x~2" (or whatever the separator is), and so on.

#ifndef SV_UNIQUE_H
#define SV_UNIQUE_H

#include "base/map.h"
#include "model/model.h"

// `used` counts by name and kind; names of different kinds may be equal.
sv_name sv_unique_name(sv_model *, sv_map *used, uint32_t kind, const char *text, char separator);
// A name that no property of the model has yet: invariant, invariant2, …
sv_name sv_new_property_name(sv_model *, const char *first);

#endif
