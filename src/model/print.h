// print.h -- the printer's parts: names, sorts, terms.
//
// The text form must come back byte for byte after it has been read, although
// reading numbers all terms anew. Therefore nothing printed depends on
// handles: the arguments of commutative operators are ordered by structure,
// and so are the let-bindings of shared subterms.

#ifndef SV_MODEL_PRINT_H
#define SV_MODEL_PRINT_H

#include "model/model.h"

// A name as it stands in a .svm file: plain, or 'quoted' where it must be.
void sv_model_print_name(const sv_model *, sv_name, sv_text *);
void sv_model_print_string(const char *, sv_text *);  // "with \"escapes\""
void sv_model_print_sort(const sv_model *, sv_sort, sv_text *);
// Names a member without ambiguity: no variable and no other enumeration has it.
bool sv_model_member_is_plain(const sv_model *, sv_sort, sv_name member);

// The head of a leaf, REMOTE or QUEUE: what tells it from others with the same
// arguments. `action` names choice inputs and the home of role OTHER; may be NULL.
void sv_model_print_head(const sv_model *, const sv_action *, const sv_node *, sv_text *);

typedef struct sv_term_printer sv_term_printer;
// Ranks all subterms of the roots; prints any of them after that. The model
// must not grow in between.
sv_term_printer *sv_term_printer_new(const sv_model *, const sv_term *roots, uint32_t n);
void sv_term_printer_free(sv_term_printer *);
// `known`: the reader expects the term's own sort here, so numbers need no sort.
void sv_term_printer_print(sv_term_printer *, const sv_action *, sv_term, bool known, sv_text *);

// Every term that the model mentions (features.c).
typedef SV_VEC(sv_term) sv_term_vec;
void sv_model_roots(const sv_model *, sv_term_vec *out);

#endif
