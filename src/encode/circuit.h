// circuit.h -- a finite net as a sequential circuit.
//
// What proofs by SAT work on: state bits, free inputs (which action is taken,
// its choices), the next value of every state bit, and conditions. One step of
// the circuit is one step of the net (interleaving), chosen by the inputs. It is
// made once, over inputs of the graph, and never changes; engines that unroll
// with other semantics (step.h) use the state bits and properties only.
//
// `step`, `bad` and `cut` are right for codes of states as steps leave them.
// `legal` holds in every such code and says what a single bit pattern must
// obey to be one (values of their sorts, invariants of locations, unused slots
// zero), so that induction starts from states and not from any bits.

#ifndef SV_CIRCUIT_H
#define SV_CIRCUIT_H

#include "encode/control.h"

typedef struct {
  sv_aig *aig;             // owned by the circuit
  const sv_coding *coding; // must outlive it; made without a profile: nothing is outside
  sv_lits state;           // by state bit: an input of the graph
  sv_lits inputs;          // all others
  sv_lits next;            // by state bit, over state and inputs
  sv_lit initial;          // over state
  sv_lit legal;            // over state
  sv_lit step;             // over state and inputs: they name a step of the net, not a cut one
  sv_lit cut;              // over state and inputs: a cut action can be taken here
  // By property of the net: violated here (over state), or by the step that the
  // inputs name (assertions: over state and inputs).
  sv_lits bad;
  // By net action: over state and inputs, the inputs name it.
  sv_lits taken;
  struct sv_circuit_inside *inside;
} sv_circuit;

// NULL and a reason: an action has too many choices to say where others must give way.
sv_circuit *sv_circuit_new(const sv_coding *, sv_text *why);
void sv_circuit_free(sv_circuit *);  // NULL is fine

// From a model of `state`, `inputs` and `step` (a byte each): the net action and
// its choices, for a trace.
uint32_t sv_circuit_action(const sv_circuit *, const uint8_t *state, const uint8_t *inputs);
void sv_circuit_choices(const sv_circuit *, uint32_t action, const uint8_t *inputs, sv_value *out);

#endif
