// translate.h -- UML state machines as Promela (`selvage show --promela`).
//
// A second reading of the same meaning, for Spin: every object is a process
// that works through its event step by step in an atomic sequence. Nothing is
// shared with the lowering but the checked model: where the compact form has
// guards along the hierarchy, this one computes who is enabled state by state;
// where it has one enumeration for several regions, here every region has a
// variable. Only atomic regions are translated.
//
// Names: object k has o<k>_r<n> for its regions, o<k>_x_<attribute>, o<k>_c for
// completion events, o<k>_s<n> for transitions that are still to fire, o<k>_h
// and o<k>_d for histories, o<k>_a for do-behaviours, and the channels
// o<k>_pool, o<k>_late (deferred) and o<k>_tmp.

#ifndef UML_TRANSLATE_H
#define UML_TRANSLATE_H

#include "base/bits.h"
#include "base/text.h"
#include "lang/uml/uml.h"

void uml_translate(uml_context *, sv_text *out);

// ---- inside

// A transition with its way through junctions.
typedef struct {
  const uml_transition *const *path;
  uint32_t n;
} ump_way;

typedef SV_VEC(ump_way) ump_ways;

typedef struct {
  uml_context *context;
  const uml_model *model;
  sv_text *out;
  uint32_t indent;
  const uml_object *object;  // being written
  const uml_class *class;
  const uml_transition *transition;  // whose triggers name the event's parameters
  ump_ways ways;                     // from states; numbered from 1
  SV_VEC(sv_name) inputs;            // calls without a definition
  // States being entered; gone[i] says in Promela that the i-th has been left meanwhile.
  UML_LIST(const uml_vertex) entering;
  const uml_vertex *fork;  // has been left: its targets are being entered
  uint32_t room;           // of a pool
  bool thesis;
  uint32_t loops;       // nesting of while
  const char *pending;  // scratch of step.c
} ump_writer;

void ump_line(ump_writer *, const char *format, ...) SV_PRINTF(2, 3);
const char *ump_say(ump_writer *, const char *format, ...) SV_PRINTF(2, 3);  // in the arena
// ump_open(w, "if"), ump_case(w, "x > 0"), …, ump_close(w, "fi").
void ump_open(ump_writer *, const char *word);
void ump_case(ump_writer *, const char *format, ...) SV_PRINTF(2, 3);
void ump_otherwise(ump_writer *);
void ump_close(ump_writer *, const char *word);

// names.c
uint32_t ump_parameters(const ump_writer *);  // of the longest signal
const char *ump_region(ump_writer *, const uml_region *);
uint32_t ump_index(const uml_vertex *);  // within its region, from 1
uint32_t ump_waiting(const uml_region *, const uml_vertex *join);
const char *ump_active(ump_writer *, const uml_vertex *);
const char *ump_attribute(ump_writer *, const uml_object *, const uml_variable *);
const uml_region *ump_unit(const uml_vertex *);  // the region that takes events beside others
bool ump_is_unit(const uml_region *);
bool ump_is_kept_deeply(const uml_region *);  // by the history of this region or of one around it
uint32_t ump_nesting(const uml_class *);  // states that are being entered at the same time, at most
bool ump_completes(const uml_vertex *);
uint32_t ump_completions(const uml_class *);  // most that wait at a time
const uml_region *ump_scope(const uml_transition *);
const uml_vertex *ump_main(const uml_vertex *, const uml_region *);

// expr.c
const char *ump_expr(ump_writer *, const uml_expr *);
// Lines that fail where the expression cannot be evaluated.
void ump_checks(ump_writer *, const uml_expr *, const char *when);
const char *ump_guard(ump_writer *, const uml_transition *);
void ump_block(ump_writer *, const uml_block *);
void ump_fault(ump_writer *);

// move.c
void ump_fire(ump_writer *, const ump_way *);
void ump_start(ump_writer *);
// step.c
void ump_declare(ump_writer *);
void ump_process(ump_writer *);

#endif
