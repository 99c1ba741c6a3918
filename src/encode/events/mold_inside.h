// mold_inside.h -- molds from inside. Only mold*.c include this.

#ifndef SV_MOLD_INSIDE_H
#define SV_MOLD_INSIDE_H

#include "analysis/access/access.h"
#include "encode/control/control.h"
#include "encode/events/mold.h"

typedef struct {
  bool asked, known;
  sv_mold_list list;
} sv_mold_states;

struct sv_molds {
  const sv_coding *coding;
  const sv_net *net;
  sv_aig *aig;
  sv_lits state, choices;  // state: by bit, those of observers behind those of the coding
  uint32_t choice_width;
  sv_map bit_of_input;  // node -> bit
  sv_blaster *blaster;
  sv_blasted *actions;
  sv_control *control;
  sv_accesses *accesses;
  sv_mold_terms *terms;  // or NULL
  bool *termed;          // by cell
  sv_u32s initial_atoms;
  uint32_t places;
  sv_u32s widths, first;  // by place: into bits
  sv_u32s bits;           // all bits, place by place
  sv_u32s owner;          // by bit: its place
  SV_VEC(sv_observer) observers;
  sv_u32s *writes;  // by action
  sv_map known;     // action, edge and location -> place in all
  SV_VEC(sv_mold *) all;
  sv_mold_states *about;  // by property; 0: cut; properties.n: full
  sv_aig_part initial;
  bool has_initial;
};

// A mold in the making.
typedef struct {
  sv_molds *m;
  sv_mold *out;
  sv_lits roots;
  uint32_t known;               // place of the process whose location is known, or UINT32_MAX
  const sv_net_action *action;  // or NULL
} sv_mold_maker;

// mold_make.c
sv_mold *sv_mold_of_action(sv_molds *, uint32_t action, uint32_t edge, uint32_t location);
sv_mold *sv_mold_of_states(sv_molds *, sv_lit condition);

// mold_observe.c: from now on the roots look at classes of locations where that is enough.
void sv_mold_observe(sv_mold_maker *);
// The bits that the roots depend on, appended.
void sv_mold_support(const sv_molds *, const sv_lit *roots, uint32_t n, sv_u32s *out);

// The inputs that the roots depend on and that are atoms, appended.
void sv_mold_atoms(const sv_molds *, const sv_lit *roots, uint32_t n, sv_u32s *out);
// The bits that the values depend on that are written as terms, those that are not there yet, appended.
void sv_mold_add_terms(const sv_molds *, const sv_mold *, sv_u32s *bits);

// mold_hold.c: what is only looked at while another process holds control.
void sv_mold_calm(sv_mold_maker *, uint32_t holder_place);

#endif
