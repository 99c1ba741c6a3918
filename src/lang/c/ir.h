// ir.h -- a C program as the module behind lang/c/llvm hands it over.
//
// Functions with blocks of typed instructions in SSA form, and objects in
// memory, each a list of cells: scalars, or rows of equal scalars. It comes
// as lines of words through a pipe; a word of source text has its blanks and
// percent signs as %xx, the empty text is a single %.
//
//   F path                                     file, numbered from 1
//   G number name thread-local defined constant size file line     global object
//   C offset type count stride parts           cell of the object or alloca before; the first of
//                                              so many that are one table, or 0: one of the others
//   V index operand                            first value of an element of the cell, if not 0
//   D number name type defined file line       function
//   P type name                                its parameters: values 0, 1, ...
//   B                                          its blocks: numbers 0, 1, ...
//   I value type file line column name opcode operand...
//   H size                                     bytes of what the call or alloca before makes (-1: not constant)
//   E text                                     LLVM cannot read it
//   .                                          the end
//
// Types: iN, p (pointer), v (void), x (not supported). Operands: $value,
// iN:number, p:number (an address that is one), @object+offset, &function, null, undef:type, !text (a constant
// that is not supported), or a plain number (blocks, offsets, strides).

#ifndef C_IR_H
#define C_IR_H

#include "model/model.h"

// clang-format off
#define C_OPCODES(X) \
  X(ADD, "add") X(SUB, "sub") X(MUL, "mul") X(UDIV, "udiv") X(SDIV, "sdiv") X(UREM, "urem")     \
  X(SREM, "srem") X(SHL, "shl") X(LSHR, "lshr") X(ASHR, "ashr") X(AND, "and") X(OR, "or")       \
  X(XOR, "xor") X(TRUNC, "trunc") X(ZEXT, "zext") X(SEXT, "sext") X(SELECT, "select")           \
  X(FREEZE, "freeze") X(COPY, "copy") X(EQ, "eq") X(NE, "ne") X(UGT, "ugt") X(UGE, "uge")       \
  X(ULT, "ult") X(ULE, "ule") X(SGT, "sgt") X(SGE, "sge") X(SLT, "slt") X(SLE, "sle")           \
  X(LOAD, "load") X(STORE, "store") X(GEP, "gep") X(ALLOCA, "alloca") X(RMW, "rmw")             \
  X(CMPXCHG, "cmpxchg") X(PTRTOINT, "ptrtoint") X(INTTOPTR, "inttoptr")                         \
  X(SADDO, "saddo") X(SSUBO, "ssubo") X(SMULO, "smulo") X(CALLPTR, "callptr")                   \
  X(FENCE, "fence") X(PHI, "phi") X(CALL, "call") X(BR, "br") X(SWITCH, "switch")               \
  X(RET, "ret") X(UNREACHABLE, "unreachable") X(UNSUPPORTED, "unsupported")
// clang-format on
typedef enum {
#define X(NAME, TEXT) C_##NAME,
  C_OPCODES(X)
#undef X
} c_opcode;

typedef enum { C_VOID, C_INT, C_POINTER, C_OTHER } c_type_kind;
typedef struct {
  c_type_kind kind;
  uint32_t width;  // INT
} c_type;

typedef enum {
  C_VALUE,     // number: of an instruction or parameter
  C_CONSTANT,  // type, bits
  C_ADDRESS,   // number: of an object; bits: the offset in bytes
  C_FUNCTION,  // number
  C_NULL,
  C_UNDEF,   // type
  C_NUMBER,  // bits
  C_STRANGE  // text
} c_operand_kind;
typedef struct {
  c_operand_kind kind;
  uint32_t number;
  c_type type;
  int64_t bits;
  const char *text;
} c_operand;

typedef struct {
  uint32_t index;
  c_operand value;
} c_first;
typedef struct {
  int64_t offset;
  c_type type;
  uint32_t count;
  int64_t stride;
  uint32_t parts;  // 1: alone; more: with those behind it one table; 0: in a table, not the first
  c_first *first;
  uint32_t firsts;
} c_cell;
typedef struct {
  const char *name;
  bool thread_local, defined, constant;  // constant: const, or a string literal
  int64_t size;
  c_cell *cell;
  uint32_t cells;
  sv_span span;
} c_object;

typedef struct {
  uint32_t value;
  c_type type;
  c_opcode op;
  const char *name;  // "" if it has none
  sv_span span;
  c_operand *operand;
  uint32_t operands;
  c_object *object;  // ALLOCA, or a CALL that allocates so many bytes
} c_inst;

typedef struct {
  c_inst *inst;
  uint32_t insts;
} c_block;
typedef struct {
  c_type type;
  const char *name;
} c_param;
typedef struct {
  const char *name;
  c_type result;
  bool defined;
  sv_span span;
  c_param *param;
  c_block *block;
  uint32_t params, blocks;
  uint32_t values;        // numbers in use are below
  const c_inst **define;  // by value: its instruction, NULL for parameters and gaps
} c_function;

typedef struct {
  c_object *object;
  c_function *function;
  uint32_t objects, functions;
} c_program;

// Reads the lines. NULL where they end too early or are no such lines: *why says
// so. `file` is the program's own file; others are read when they are mentioned.
c_program *c_ir_read(sv_model *, uint32_t file, const char *text, sv_text *why);

uint32_t c_first_step(const c_block *);  // behind its phis
const c_function *c_callee(const c_program *, const c_inst *);
const char *c_callee_name(const c_program *, const c_inst *);  // "" if it is no call by name

#endif
