// smt_view_inside.h -- one node being translated. Only smt_view*.c include this.

#ifndef SV_SMT_VIEW_INSIDE_H
#define SV_SMT_VIEW_INSIDE_H

#include "encode/smt/smt_view.h"

typedef struct {
  sv_smt_view *v;
  const sv_rep *rep;
  sv_node node;
} sv_view_job;

const sv_smt_term *sv_view_argument(const sv_view_job *, uint32_t a);
sv_smt_term sv_view_scalar_argument(const sv_view_job *, uint32_t a);
sv_sort sv_view_argument_sort(const sv_view_job *, uint32_t a);

void sv_view_variable(const sv_view_job *, sv_smt_terms *out);
sv_smt_term sv_view_equal(const sv_view_job *);
void sv_view_ite(const sv_view_job *, sv_smt_terms *out);
void sv_view_select(const sv_view_job *, sv_smt_terms *out);
void sv_view_store(const sv_view_job *, sv_smt_terms *out);
void sv_view_array(const sv_view_job *, sv_smt_terms *out);

// An operator of bit vectors; b is a where it has one argument.
sv_smt_term sv_view_bit_vector(const sv_view_job *, sv_smt_term a, sv_smt_term b);
// smt_view_integer.c: a term of bit vectors where these are integers.
sv_smt_term sv_view_integer(const sv_view_job *);

sv_smt_term sv_view_reference(const sv_view_job *);
sv_smt_term sv_view_queue(const sv_view_job *);
// A comparison that only asks whether a queue has a pending message; else false.
bool sv_view_length_test(const sv_view_job *, sv_smt_term *out);

#endif
