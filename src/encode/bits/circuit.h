// circuit.h -- a finite net as a sequential circuit.
//
// What proofs by SAT work on: state bits, free inputs (which action is taken,
// its choices), the next value of every state bit, and conditions. One step of
// the circuit is one step of the net (interleaving), chosen by the inputs. It is
// made once, over inputs of the graph, and never changes; engines that unroll
// with other semantics (step.h) use the state bits and properties only.
//
// A coding made from a profile (analysis/access/profile.h) may lack codes: then steps that
// would need one are no steps of the circuit, and `outside` says where they are.
//
// Everything is right for codes of states as steps leave them. `legal` holds in
// every such code and says what a single bit pattern must obey to be one
// (blast.h), so that induction starts from states and not from any bits: it is
// inductive by itself, so whoever assumes it can also prove it.

#ifndef SV_CIRCUIT_H
#define SV_CIRCUIT_H

#include "encode/control/control.h"

// How the inputs name an action: by its number, or by an input of its own (of
// several that are true the first one counts).
typedef enum { SV_SELECT_BINARY, SV_SELECT_ONE_HOT } sv_circuit_select;

typedef struct {
  sv_aig *aig;              // owned by the circuit
  const sv_coding *coding;  // must outlive it
  sv_lits state;            // by state bit: an input of the graph
  sv_lits inputs;           // all others
  sv_lits next;             // by state bit, over state and inputs; means something where `step`
  sv_lit initial;           // over state; implies `legal`
  sv_lit legal;             // over state
  sv_lit step;  // over state and inputs: they name a coded step of the net, not a cut one
  sv_lit cut;   // over state and inputs: a cut action is enabled
  // By net action, over state and inputs: they name it, and it is enabled. A cut
  // one: it is enabled with the choices that the inputs name.
  sv_lits taken;
  // By property of the net: violated here (over state), or by the step that the
  // inputs name (assertions: over state and inputs).
  sv_lits bad;
  sv_u32s lacking;  // deadlock properties without `bad`: too many choices to quantify
  // Over state and inputs: they name a step without a code, for one of these reasons (whose
  // `when` is also over the selection). A constant one: an initial value has no code.
  sv_lit outside;
  SV_VEC(sv_uncoded) uncoded_steps;
  struct sv_circuit_inside *inside;
} sv_circuit;

// NULL and a reason: an action has too many choices to say where others must give way.
sv_circuit *sv_circuit_new(const sv_coding *, sv_circuit_select, sv_text *why);
void sv_circuit_free(sv_circuit *);  // NULL is fine

// The net action that the inputs (a byte each) name, or UINT32_MAX, and its choices.
uint32_t sv_circuit_action(const sv_circuit *, const uint8_t *inputs);
void sv_circuit_choices(const sv_circuit *, uint32_t action, const uint8_t *inputs, sv_value *out);

#endif
