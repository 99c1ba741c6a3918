// certify_inside.h -- what the two ways to check a certificate share. Only certify*.c include this.

#ifndef SV_CERTIFY_INSIDE_H
#define SV_CERTIFY_INSIDE_H

#include "encode/control/control.h"
#include "encode/graph/tseitin.h"
#include "engine/certify.h"
#include "solver/sat.h"

typedef struct {
  const sv_certificate *of;
  const sv_net *net;
  const sv_coding *coding;
  sv_aig *aig;
  sv_lits now, next;  // inputs, by state bit
  sv_lits same;       // by state bit: it stays
  sv_map choices;     // k << 32 | bit -> literal
  sv_blaster *blaster;
  sv_blasted *actions;
  sv_control *control;
  sv_lit in, next_in;  // the state, the next state is in R*
  sv_sat *sat;
  sv_cnf *cnf;
  uint32_t queries;
} sv_check;

// For the caller to return: it is false.
bool sv_check_wrong(sv_check *, uint32_t action, const char *what);  // UINT32_MAX: no action
bool sv_check_unknown(sv_check *, const char *why);
// Nothing makes all of these true, says CaDiCaL; `what` is wrong if something does.
bool sv_check_never(sv_check *, const sv_lits *all, uint32_t action, const char *what);
// The property is one of those asked for.
bool sv_check_asks(const sv_check *, uint32_t property);
// The same where no process holds control.
sv_lit sv_check_without_holder(sv_check *, sv_lit);
// NULL: too many choices. The caller frees it.
sv_control *sv_check_control(sv_check *, bool holders_move);

// certify_diagram.c: the whole check of a diagram.
bool sv_check_diagram(sv_check *);

#endif
