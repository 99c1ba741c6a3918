// start.c -- what runs before main: functions with the attribute `constructor`.
//
// They become calls at the beginning of main, in their order. Functions that
// run at the end (`destructor`) are refused by name.

#include <stdlib.h>

#include "lang/c/llvm/module.h"

typedef struct {
  unsigned long long priority;
  unsigned at;
  LLVMValueRef function;
} constructor;

static int by_priority(const void *x, const void *y) {
  const constructor *a = x, *b = y;
  if (a->priority != b->priority) return a->priority < b->priority ? -1 : 1;
  return a->at < b->at ? -1 : a->at > b->at;
}

static LLVMValueRef entry_of_main(llvm_unit *u) {
  LLVMValueRef main = LLVMGetNamedFunction(u->module, "main");
  if (!main || LLVMIsDeclaration(main)) return NULL;
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(main));
  while (LLVMIsAAllocaInst(i)) i = LLVMGetNextInstruction(i);
  return i;
}

static void call_nothing(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef f) {
  LLVMTypeRef signature = LLVMFunctionType(LLVMVoidTypeInContext(u->context), NULL, 0, 0);
  LLVMBuildCall2(b, signature, f, NULL, 0, "");
}

static void call_constructors(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef list) {
  unsigned n = LLVMGetArrayLength(LLVMTypeOf(list));
  constructor *all = calloc(n + 1, sizeof *all);
  if (!all) abort();
  for (unsigned k = 0; k < n; k++) {
    LLVMValueRef entry = LLVMGetOperand(list, k);
    all[k] = (constructor){LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0)), k,
                           LLVMGetOperand(entry, 1)};
  }
  qsort(all, n, sizeof *all, by_priority);
  for (unsigned k = 0; k < n; k++)
    if (LLVMIsAFunction(all[k].function)) call_nothing(u, b, all[k].function);
  free(all);
}

static LLVMValueRef list_of(llvm_unit *u, const char *name) {
  LLVMValueRef g = LLVMGetNamedGlobal(u->module, name);
  LLVMValueRef list = g ? LLVMGetInitializer(g) : NULL;
  return list && LLVMIsAConstantArray(list) ? list : NULL;
}

void llvm_prepare_start(llvm_unit *u) {
  LLVMValueRef first = list_of(u, "llvm.global_ctors"), last = list_of(u, "llvm.global_dtors");
  LLVMValueRef at = entry_of_main(u);
  if (!at || (!first && !last)) return;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(u->context);
  LLVMPositionBuilderBefore(b, at);
  LLVMTypeRef signature = LLVMFunctionType(LLVMVoidTypeInContext(u->context), NULL, 0, 0);
  if (last)
    call_nothing(u, b, LLVMAddFunction(u->module, "__attribute__((destructor))", signature));
  if (first) call_constructors(u, b, first);
  LLVMDisposeBuilder(b);
}
