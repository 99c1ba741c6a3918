// yaml.h -- as much of YAML as witnesses are written in, as a tree.
//
// Block mappings and sequences by indentation, flow ones ([a, b], {a: b}), plain and quoted
// scalars, comments. Scalars are texts, whatever they look like. No anchors, tags, texts over several lines.

#ifndef C_YAML_H
#define C_YAML_H

#include "base/arena.h"
#include "base/text.h"

typedef enum { C_YAML_SCALAR, C_YAML_SEQUENCE, C_YAML_MAPPING } c_yaml_kind;
typedef struct c_yaml c_yaml;
struct c_yaml {
  c_yaml_kind kind;
  uint32_t line;     // from 1
  const char *text;  // SCALAR
  const char *key;   // of a member of a mapping
  c_yaml *first;     // SEQUENCE, MAPPING
  c_yaml *next;      // its neighbour
};

// NULL and "path:line: what is wrong" in *why. All of it lives in the arena.
c_yaml *c_yaml_read(sv_arena *, const char *path, const char *text, size_t n, sv_text *why);
const c_yaml *c_yaml_member(const c_yaml *, const char *key);     // NULL if there is none
const char *c_yaml_text(const c_yaml *mapping, const char *key);  // of a scalar; or NULL

#endif
