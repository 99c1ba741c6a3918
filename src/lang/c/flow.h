// flow.h -- control and data flow of one function: loops, and which values are alive.

#ifndef C_FLOW_H
#define C_FLOW_H

#include "lang/c/ir.h"

typedef struct {
  const c_function *function;
  bool *head;         // per block: entered by an edge backwards
  bool *cyclic;       // per block: lies on a cycle
  uint32_t *entries;  // per block: edges into it
  uint8_t *live;      // per block and value: alive behind the phis of the block
} c_flow;

c_flow *c_flow_new(sv_arena *, const c_function *);
// Marks in alive[value] what is needed at instruction `at` of the block or behind it.
void c_flow_alive(const c_flow *, uint32_t block, uint32_t at, uint8_t *alive);
bool c_flow_used(const c_flow *, uint32_t value);  // by any instruction

#endif
