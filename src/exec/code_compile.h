// code_compile.h -- the compiler from terms to register code.
//
// It works piece by piece: sv_code_begin starts one, sv_code_plan looks at the
// terms to come (what occurs more than once is computed once, right there),
// then values, branches and stores are emitted, and sv_code_done ends it. The
// first thing that cannot be done is said in `why`; from then on everything
// emitted is worthless, and sv_compiler_failed says so.
//
// Registers are given out like a stack: a value is left in the lowest register
// that its computation used.

#ifndef SV_CODE_COMPILE_H
#define SV_CODE_COMPILE_H

#include "exec/code.h"

// What a term has become: a constant or a register, and bounds of its value.
typedef struct {
  bool constant;
  uint16_t reg;
  int64_t k, lo, hi;
} sv_operand;
typedef SV_VEC(sv_operand) sv_operands;
typedef struct {
  uint32_t head;
} sv_label;  // the last jump that waits for its target
#define SV_LABEL_NEW ((sv_label){UINT32_MAX})

// What is known about one term of the current plan.
typedef struct {
  uint32_t uses, depth;
  bool forced;  // computed at once by sv_code_plan
  bool ready;   // `value`, or for arrays `cells`, is there
  sv_operand value;
  uint32_t first_cell;  // in the compiler's `cells`
} sv_code_entry;

typedef struct {
  sv_bytecode *code;
  const sv_layout *layout;
  const sv_net *net;
  const sv_terms *terms;
  sv_text *why;
  bool failed;
  uint32_t next;    // the lowest free register
  uint32_t level;   // how many choices matter for what may fail now
  uint32_t *place;  // term index -> entry + 1 of the current plan
  sv_u32s cone;
  SV_VEC(sv_code_entry) entries;  // parallel to the cone
  sv_operands cells;              // of forced arrays
} sv_compiler;

void sv_compiler_init(sv_compiler *, sv_bytecode *, sv_text *why);
void sv_compiler_free(sv_compiler *);  // its own memory, not the code
void sv_code_fail(sv_compiler *, const char *reason);

// Starts a piece and returns its address; registers below `first` are taken:
// the choices of an action are registers 0, 1, …
uint32_t sv_code_begin(sv_compiler *, uint32_t first);
void sv_code_plan(sv_compiler *, const sv_term *roots, uint32_t n);
void sv_code_done(sv_compiler *);

sv_operand sv_code_value(sv_compiler *, sv_term);  // scalar
// Appends the cells of an array (or the one of a scalar).
void sv_code_cells(sv_compiler *, sv_term, sv_operands *out);
// Jumps to the label if the Boolean term is `sense`.
void sv_code_branch(sv_compiler *, sv_term, bool sense, sv_label *);
void sv_code_need(sv_compiler *, sv_term);     // answers false unless it holds
void sv_code_here(sv_compiler *, sv_label *);  // the label is here

// Splits SELECT … of some array into that array and a flat index, counted in
// blocks of the term's own size and negative outside the bounds.
sv_term sv_code_split(sv_compiler *, sv_term, sv_operand *block);
// Is it a variable's cell, with constant indices inside the bounds?
bool sv_code_static_cell(const sv_net *, sv_term, uint32_t *cell);
// The same, perhaps under casts that keep its value.
bool sv_code_static_number(const sv_net *, sv_term, uint32_t *cell);

// For the files of the compiler and for stores.
void sv_code_emit(sv_compiler *, sv_code_op, uint32_t to, uint32_t a, uint32_t b, int64_t k);
void sv_code_jump(sv_compiler *, sv_code_op, uint32_t a, sv_label *);
uint32_t sv_code_fresh(sv_compiler *, uint32_t n);      // the first of n new registers
uint32_t sv_code_lowest(sv_compiler *, uint32_t mark);  // gives all from mark back, takes mark
uint16_t sv_code_register(sv_compiler *, sv_operand);   // loads a constant
void sv_code_into(sv_compiler *, uint32_t to, sv_operand);
sv_operand sv_code_constant(int64_t);
sv_operand sv_code_result(sv_compiler *, uint32_t reg, int64_t lo, int64_t hi);
// A field by LOAD or LOADN, with bounds or with a sort that gives them.
sv_operand sv_code_load(sv_compiler *, sv_code_op, sv_field, int64_t lo, int64_t hi);
sv_operand sv_code_field(sv_compiler *, sv_code_op, sv_field, sv_sort);
sv_operand sv_code_number(sv_compiler *, const sv_node *);  // arithmetic: code_number.c
sv_operand sv_code_select(sv_compiler *, sv_term);          // a scalar SELECT: code_array.c
void sv_code_branch_arrays(sv_compiler *, const sv_node *, bool sense, sv_label *);  // EQ of arrays
const sv_code_entry *sv_code_ready(const sv_compiler *, sv_term);  // NULL if not computed yet

#endif
