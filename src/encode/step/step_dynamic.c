// step_dynamic.c -- dynamic dependence: array cells by the values of indices.
//
// Section 5.1.6 of the thesis. Where an action uses single cells of an array
// (analysis/access/cells.h), the condition "i is k" goes with the use of cell k.

#include "analysis/access/cells.h"
#include "encode/step/step_inside.h"

static void add_row(sv_stepper *s, sv_blaster *b, const sv_cell_uses *uses, uint32_t var,
                    bool writes, sv_lits *roots, sv_cell_rows *out) {
  sv_terms *terms = s->net->model->terms;
  uint32_t lo = s->accesses->map.first[var], n = s->net->vars.at[var].cells;
  sv_push(*out, (sv_cell_row){lo, lo + n, writes, roots->n});
  for (uint32_t k = 0; k < n; k++) {
    sv_lit when = SV_LIT_FALSE;
    for (uint32_t i = 0; i < uses->n; i++)
      if (uses->at[i].var == var && uses->at[i].writes == writes)
        when = sv_aig_or(s->aig, when, sv_blast_bool(b, sv_cell_is(terms, uses->at[i].index, k)));
    sv_push(*roots, when);
  }
}

void sv_step_rows(sv_stepper *s, sv_blaster *b, uint32_t action, sv_lits *roots,
                  sv_cell_rows *out) {
  sv_cell_uses uses = {0};
  sv_cell_uses_find(s->accesses, action, &uses);
  for (uint32_t i = 0; i < uses.n; i++) {
    if (i && uses.at[i].var == uses.at[i - 1].var) continue;
    add_row(s, b, &uses, uses.at[i].var, false, roots, out);
    add_row(s, b, &uses, uses.at[i].var, true, roots, out);
  }
  sv_vec_free(uses);
}
