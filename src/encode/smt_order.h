// smt_order.h -- one order of independent steps, in SMT.
//
// C. Wang, Z. Yang, V. Kahlon, A. Gupta: Peephole Partial Order Reduction (TACAS
// 2008). Two steps that follow each other and have nothing to do with one another
// (encode/step_resources.h: nobody uses what the other writes) are taken in the
// order of their processes. Of the runs that differ only in such orders the one
// that is first in the order of words remains; all of them lead to the same state.
// Linear: a step leaves behind which resources it has used, not which action it was.

#ifndef SV_SMT_ORDER_H
#define SV_SMT_ORDER_H

#include "encode/smt_unroll.h"

typedef struct sv_smt_order sv_smt_order;

// Of runs that have no steps yet; both must outlive it.
sv_smt_order *sv_smt_order_new(sv_smt_net *, sv_smt_unroll *);
void sv_smt_order_free(sv_smt_order *);  // NULL is fine
void sv_smt_order_step(sv_smt_order *);  // after each sv_smt_unroll_step

#endif
