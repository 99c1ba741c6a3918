// smt_rep.h -- how values of the net's sorts are written as SMT terms.
//
//   bool                bool
//   bv, sbv             bit vectors of the same width; or int (`integers`)
//   int, ranged or not  int
//   real                real
//   enum, loc, ref      bit vectors that are wide enough for every value
//
// Bit vectors for enumerations and locations, since those are compared and
// never added: the solver then splits on bits. A code that is no value of its
// sort occurs only where a value is free: see sv_rep_within. Everything means
// what exec (exec/exec_eval.c, expr/apply.c) says.
//
// With `integers` a bit vector is the number that it stands for, and arithmetic
// says where it wraps around (smt_view_integer.c): x <= y and x + y <= 1000 of
// 32-bit words are questions for the simplex then, and not for a SAT solver
// over the adders. Operators on single bits take the number apart and are slow.

#ifndef SV_SMT_REP_H
#define SV_SMT_REP_H

#include "model/net.h"
#include "solver/smt.h"

typedef struct {
  sv_smt *z;
  const sv_net *net;
  const sv_terms *terms;
  sv_numbers *numbers;
  bool integers;  // bit vectors are numbers; false at first
} sv_rep;

sv_rep sv_rep_make(sv_smt *, const sv_net *);
sv_smt_sort sv_rep_sort(const sv_rep *, sv_sort scalar);
sv_smt_term sv_rep_value(const sv_rep *, sv_sort scalar, sv_value);
// What a model says about a term of the sort, as a value of the sort.
sv_value sv_rep_read(const sv_rep *, sv_sort scalar, sv_value found);
// Is the term's value the number n >= 0?
sv_smt_term sv_rep_is(const sv_rep *, sv_sort scalar, sv_smt_term, uint64_t n);
// Is it a value of its sort (ranges, too many bits)?
sv_smt_term sv_rep_within(const sv_rep *, sv_sort scalar, sv_smt_term);
// A term of sort int for a number of any sort; of a real the greatest integer that is not larger.
sv_smt_term sv_rep_whole(const sv_rep *, sv_sort from, sv_smt_term);
// The number that these bits show.
sv_smt_term sv_rep_bits_as_number(const sv_rep *, sv_smt_term bits, bool is_signed);
// With `integers`: the int term modulo 2^width, as a value of the sort of bit vectors.
sv_smt_term sv_rep_wrapped(const sv_rep *, sv_sort, sv_smt_term);
sv_smt_term sv_rep_cast(const sv_rep *, sv_sort to, sv_sort from, sv_smt_term);
// The same number as a value of another sort; *fits: it is one.
sv_smt_term sv_rep_move(const sv_rep *, sv_sort to, sv_sort from, sv_smt_term, sv_smt_term *fits);

#endif
