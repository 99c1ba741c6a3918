// json_kit.h -- pieces of JSON, shared by the reports that are made of it.

#ifndef SV_JSON_KIT_H
#define SV_JSON_KIT_H

#include <jansson.h>

#include "base/text.h"

// A source may hold any bytes: what is not UTF-8 becomes question marks.
json_t *sv_json_string(const char *);
json_t *sv_json_text(sv_text *);                                   // empties it
void sv_json_set(json_t *object, const char *key, json_t *value);  // takes the value over
void sv_json_dump(json_t *, size_t flags, sv_text *out);           // on one line; frees it

#endif
