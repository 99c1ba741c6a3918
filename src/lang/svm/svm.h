// svm.h -- the model's own text form as a language. docs/language-svm.md.

#ifndef SVM_H
#define SVM_H

#include "lang/lang.h"

extern const sv_language sv_language_svm;

// Adds a property "the term always holds" to a model of any language. The text
// is a term in .svm syntax over the model's names; it becomes a source named
// "--invariant". False and diagnostics if it is faulty.
bool sv_model_add_invariant(sv_model *, const char *text, sv_diags *);
// The same for "the term never holds", from a source named "--reach".
bool sv_model_add_reach(sv_model *, const char *text, sv_diags *);
// The same for a formula about runs, from a source named "--ltl".
bool sv_model_add_formula(sv_model *, const char *text, sv_diags *);

#endif
