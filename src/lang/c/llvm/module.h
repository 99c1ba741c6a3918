// module.h -- what the files of the module share: a module, and what types and calls are.

#ifndef C_LLVM_MODULE_H
#define C_LLVM_MODULE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WIDTH = 64 };

typedef struct {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
} llvm_unit;

// prepare.c. Unknown first values of locals, then mem2reg; calls that are several steps and copies of
// structures are taken apart.
void llvm_prepare(llvm_unit *);
void llvm_prepare_locals(llvm_unit *);  // locals.c
void llvm_prepare_values(llvm_unit *);  // values.c
// Where the builder stands: loads and stores of the scalars of the type. False: it has others.
bool llvm_copy_scalars(llvm_unit *, LLVMBuilderRef, LLVMValueRef to, LLVMValueRef from,
                       LLVMTypeRef);
void llvm_prepare_start(llvm_unit *);      // start.c
void llvm_prepare_constants(llvm_unit *);  // constants.c

// i32, p, v, or x for what has no scalar form.
static inline void type_word(LLVMTypeRef t, char word[16]) {
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  if (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) <= MOST_WIDTH)
    snprintf(word, 16, "i%u", LLVMGetIntTypeWidth(t));
  else if (kind == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == 0) strcpy(word, "p");
  else strcpy(word, kind == LLVMVoidTypeKind ? "v" : "x");
}

static inline bool is_scalar(LLVMTypeRef t) {
  char word[16];
  type_word(t, word);
  return word[0] == 'i' || word[0] == 'p';
}

static inline bool is_struct(LLVMTypeRef t) { return LLVMGetTypeKind(t) == LLVMStructTypeKind; }
static inline bool is_array(LLVMTypeRef t) { return LLVMGetTypeKind(t) == LLVMArrayTypeKind; }

static inline unsigned long long size_in(LLVMTargetDataRef layout, LLVMTypeRef t) {
  return LLVMTypeIsSized(t) ? LLVMABISizeOfType(layout, t) : 0;
}

// The function called, seen through casts of its address, or NULL.
static inline LLVMValueRef callee_of(LLVMValueRef i) {
  LLVMValueRef f = LLVMGetCalledValue(i);
  while (LLVMIsAConstantExpr(f) && LLVMGetConstOpcode(f) == LLVMBitCast) f = LLVMGetOperand(f, 0);
  return LLVMIsAFunction(f) ? f : NULL;
}

#endif
