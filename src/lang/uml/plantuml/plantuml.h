// plantuml.h -- state diagrams in PlantUML's notation.
//
// A file holds one diagram, or several, each between @startuml and @enduml: the
// machine of one class. What PlantUML has no sign for stands in comment lines,
// so the file still renders:
//
//   ' signals: Go, Data(value: Boolean)      ' attributes: x: Integer = 0
//   ' objects: a: Client(peer = b)           ' enum Colour: red, green
//   ' invariant safe: !(in(a, S) && in(b, S))
//   ' environment: Go                        '! any line of the diagram
//   ' <<local>>  the next arrow              ' <<terminate>> X
//
// Two passes: the first finds blocks, regions and declared states, the second
// draws arrows and reads descriptions, since a state may be declared behind
// the first arrow that names it. A state without a declaration stands where it
// is first mentioned.

#ifndef UML_PLANTUML_H
#define UML_PLANTUML_H

#include "lang/uml/build.h"

bool uml_read_plantuml(uml_context *, uint32_t file);
// Declarations and settings that stand in a file of their own (--set @FILE).
bool uml_read_beside(uml_context *, sv_span option, const char *path);

// ---- inside

// A stretch of the file that is being read.
typedef struct {
  const char *text;  // of the whole file
  uint32_t file, at, end;
} pu_stretch;

typedef enum { PU_NAMED, PU_STAR, PU_HISTORY, PU_DEEP_HISTORY } pu_end_kind;

typedef struct {
  pu_end_kind kind;
  sv_name name;  // NAMED; histories: of the state, or 0 for the region at hand
  sv_span span;
} pu_end;

typedef struct {
  bool arrow;  // else a description of `from`
  uml_region *scope;
  pu_end from, to;
  sv_span span, label;
  bool local;
} pu_item;

typedef struct {
  uml_vertex *state;  // NULL: the machine
  uml_region *region;
  sv_span opening;
} pu_scope;

typedef struct {
  uml_context *context;
  const char *text;
  uint32_t file, size;
  uml_class *class;  // of the open diagram, or NULL
  SV_VEC(pu_scope) scopes;
  SV_VEC(pu_item) items;
  sv_map states;               // alias -> 1 + place in `named`
  UML_LIST(uml_vertex) named;  // all of the class that have an alias
  SV_VEC(sv_span) waiting;     // attributes in front of the diagram
  SV_VEC(sv_name) terminates;  // names from `' <<terminate>> X`
  bool next_is_local;
  bool failed;
  bool too_many;  // vertices: said once
} pu_reader;

// stretch.c
void pu_skip_blanks(pu_stretch *);
void pu_trim(pu_stretch *);  // at both ends
bool pu_at(const pu_stretch *, const char *);
bool pu_take(pu_stretch *, const char *);
bool pu_take_word(pu_stretch *, const char *);  // whole words, in upper or lower case
bool pu_is_empty(const pu_stretch *);
char pu_peek(const pu_stretch *, uint32_t ahead);
sv_span pu_span(const pu_stretch *);
sv_span pu_from(const pu_stretch *, uint32_t begin);  // up to here
bool pu_take_name(pu_stretch *, sv_names *, sv_name *, sv_span *);
bool pu_take_quoted(pu_stretch *, sv_names *, sv_name *, sv_span *);
// The first of these signs outside of quotes and brackets; UINT32_MAX: none.
uint32_t pu_find(const pu_stretch *, const char *sign);
sv_name pu_intern(const pu_stretch *, sv_names *);  // with single blanks

// A diagnostic; the file cannot be used.
void pu_wrong(pu_reader *, sv_span, const char *format, ...) SV_PRINTF(3, 4);
void pu_unsupported(pu_reader *, sv_span, const char *format, ...) SV_PRINTF(3, 4);

// state.c
void pu_read_state(pu_reader *, pu_stretch line);
uml_vertex *pu_find_state(const pu_reader *, sv_name alias);
// The state of that name, made in the scope if there is none.
uml_vertex *pu_state(pu_reader *, uml_region *scope, sv_name alias, sv_span);
uml_vertex *pu_vertex_of_kind(pu_reader *, uml_region *, uml_vertex_kind, sv_span);

// arrow.c
// Is there an arrow behind a name or sign? Then it is read.
bool pu_read_arrow(pu_reader *, pu_stretch line);
bool pu_read_description(pu_reader *, pu_stretch line);
void pu_draw(pu_reader *);  // all items: the second pass

// label.c
void pu_read_label(pu_reader *, pu_stretch label, uml_transition *);
void pu_describe(pu_reader *, uml_vertex *, pu_stretch text);

// comment.c
void pu_read_comment(pu_reader *, pu_stretch line);  // behind the quote
bool pu_declare(pu_reader *, pu_stretch line);       // false: this is no declaration
// reader.c
void pu_read_line(pu_reader *, pu_stretch line);

#endif
