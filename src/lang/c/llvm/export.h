// export.h -- writing a module down: what the files that write share (inside of the folder).

#ifndef C_LLVM_EXPORT_H
#define C_LLVM_EXPORT_H

#include "lang/c/llvm/module.h"

enum { MOST_DIMENSIONS = 8 };

typedef struct {
  FILE *out;
  llvm_unit unit;
  char **files;
  unsigned file_count;
} exporter;

typedef struct {
  unsigned file, line, column;
} place;

// The part of an address that is constant, and its other parts one by one.
typedef struct {
  long long offset;
  struct {
    LLVMValueRef index;
    unsigned long long stride;
  } part[MOST_DIMENSIONS];
  unsigned parts;
  bool fits;
} steps;

// words.c
void llvm_put_text(FILE *, const char *);
void llvm_put_value_text(exporter *, LLVMValueRef);
// Writes a file record the first time, so it must come before the record that uses it.
place llvm_place_of(exporter *, LLVMValueRef);
steps llvm_steps_of(exporter *, LLVMValueRef gep);
unsigned llvm_function_number(exporter *, LLVMValueRef);
void llvm_put_operand(exporter *, LLVMValueRef);
static inline unsigned long long llvm_size_of(const exporter *e, LLVMTypeRef t) {
  return size_in(e->unit.layout, t);
}

// layout.c
void llvm_put_cells(exporter *, LLVMTypeRef, LLVMValueRef init);
bool llvm_allocates(LLVMValueRef);  // a call of malloc or one of its like
void llvm_put_heap_cells(exporter *, LLVMValueRef);
void llvm_put_alloca_cells(exporter *, LLVMValueRef);

// instruction.c
const char *llvm_checked_word(LLVMValueRef call);
void llvm_put_rest(exporter *, LLVMValueRef);  // behind number, type, place and name

#endif
