// walk.h -- what one does with terms: evaluate, substitute, collect, print.

#ifndef SV_WALK_H
#define SV_WALK_H

#include "base/bits.h"
#include "expr/term.h"

// Indices of all subterms of the roots, ascending (children first), each once.
void sv_cone(const sv_terms *, const sv_term *roots, uint32_t n, sv_u32s *out);

// One operator on constant scalar arguments: the single definition of what
// operators mean, used by the simplifier and by exec. `to` is the result sort
// and `from` the sort of the first argument. Only for operators whose
// arguments and result are scalar (AND..CAST without SELECT, STORE, ARRAY…).
sv_value sv_apply(sv_numbers *, const sv_terms *, sv_op, sv_sort to, sv_sort from,
                  const sv_value *args, uint32_t n);

// Replaces leaves. The callback sees each leaf node (and REMOTE, FIND, QUEUE, PEEK, QLEN, QFULL,
// QDEFER, whose arguments have been replaced already, in node.args) and returns its
// replacement, or SV_NONE to keep it. Sorts must fit.
typedef sv_term sv_replace_fn(void *context, sv_terms *, uint32_t index, const sv_node *);
sv_term sv_substitute(sv_terms *, sv_term root, sv_replace_fn *, void *context);
// Replaces any terms. The callback sees every subterm, children first: its index, and the positive
// term that it has become by what was replaced below it; returns what stands for that, or SV_NONE
// to keep it. Sorts may change as long as everything above can be built again; else the result is
// SV_NONE.
typedef sv_term sv_rewrite_fn(void *context, sv_terms *, uint32_t index, sv_term rebuilt);
sv_term sv_rewrite(sv_terms *, sv_term root, sv_rewrite_fn *, void *context);

// Prefix form, much as .svm files have it: (and (= x 1) (not b)). `leaf` prints
// VAR, NEXT, CHOICE, SELF, ALIVE, QUEUE and LOC constants, and the name of a
// REMOTE or indexed QUEUE: (remote NAME index), (queue NAME index); NULL prints
// generic names. With a sort: (cast SORT x), (fill SORT x), (peek SORT queue
// slot field). A subterm that would be written twice and is not tiny is bound
// once, so printing stays linear: (let ((%1 (...)) (%2 (... %1 ...))) (...)); no
// identifier begins with %. A constant of sort bv, real or enum is written
// (as SORT value), but as the bare value where its sort follows: at the root,
// beside a sibling that is no constant (= < <= + ... ite array), and as the
// value of store and fill.
typedef void sv_leaf_printer(void *context, const sv_terms *, const sv_node *, sv_text *);
void sv_term_print(const sv_terms *, sv_term, sv_leaf_printer *, void *context, sv_text *);
// Infix form for people: `!(x & y) | z == 3`; cut with … after about 200 characters.
void sv_term_print_infix(const sv_terms *, sv_term, sv_leaf_printer *, void *context, sv_text *);

#endif
