// emit_inside.h -- the writer of C text. Only emit*.c include this.

#ifndef SV_EMIT_INSIDE_H
#define SV_EMIT_INSIDE_H

#include "base/bits.h"
#include "exec/emit.h"
#include "exec/machine_inside.h"
#include "exec/step.h"

typedef struct {
  const sv_program *program;
  const sv_layout *layout;
  const sv_net *net;
  sv_text *out;
  // The piece at hand.
  const sv_bytecode *code;
  uint32_t begin, end;  // end: its DONE
  bool levels;          // it says which choices matter
  bool lined_up;        // registers are an array
  sv_bits targets;      // of jumps, from its beginning
} sv_emitter;

// A number as C has it; a template with the operands of an instruction, see emit_piece.c.
void sv_emit_number(sv_text *, int64_t);
void sv_emit_word(sv_text *, uint64_t);
void sv_emit_load(sv_text *, const char *words, sv_field);  // the number that a field holds

// emit_piece.c: the statements of a piece, behind declarations of its registers, up to its end.
void sv_emit_piece(sv_emitter *, const sv_bytecode *, uint32_t piece, uint32_t choices);
void sv_emit_condition(sv_emitter *, const sv_bytecode *, uint32_t piece, const char *name,
                       uint32_t number);  // as a function of s and o
void sv_emit_register(const sv_emitter *, uint32_t);
bool sv_emit_is_constant(const sv_emitter *, uint32_t at, uint32_t reg, int64_t *k);
// emit_queue.c
void sv_emit_tables(sv_emitter *, const sv_bytecode *guards);
bool sv_emit_queue_takes_array(const sv_emitter *, uint32_t at);
void sv_emit_queue(sv_emitter *, uint32_t at);       // QUEUE
void sv_emit_queue_fact(sv_emitter *, uint32_t at);  // QLEN, QDEFER, QFULL
void sv_emit_peek(sv_emitter *, uint32_t at);
void sv_emit_cell(sv_emitter *, const sv_ins *);  // READ, READN, WRITE
// emit_action.c
void sv_emit_location(sv_emitter *, uint32_t process, const char *words);
void sv_emit_pass(sv_emitter *, uint32_t action);  // the guard, as a condition
void sv_emit_keeps(sv_emitter *);
void sv_emit_actions(sv_emitter *);
// emit_control.c
void sv_emit_candidates(sv_emitter *);
void sv_emit_control(sv_emitter *);
// emit_property.c
void sv_emit_properties(sv_emitter *);
void sv_emit_initial(sv_emitter *);
// emit_runtime.c: what does not depend on the net.
void sv_emit_runtime(sv_text *);
void sv_emit_queue_runtime(sv_text *);  // behind the tables of queues
void sv_emit_rules(sv_text *);          // behind those of actions

#endif
