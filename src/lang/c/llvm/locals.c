// locals.c -- local variables: where their lives begin, and their unknown first values.
//
// clang marks where the life of a local begins and ends. There each scalar
// gets one explicit unknown value (else two reads of what was never written
// could differ), in a loop one per round. A local whose address is stored
// somewhere stays in memory, so that an access after its end is seen.

#include "lang/c/llvm/module.h"

typedef void at_start(llvm_unit *, LLVMBuilderRef, LLVMValueRef alloca, LLVMValueRef at);

static bool is_life_start(LLVMValueRef i) {
  LLVMValueRef f = LLVMIsACallInst(i) ? callee_of(i) : NULL;
  size_t n;
  return f && !strncmp(LLVMGetValueName2(f, &n), "llvm.lifetime.start", 19);
}

// Behind the marks of the alloca, or of `v`, which is its address; how many there were.
static unsigned each_start(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef alloca, LLVMValueRef v,
                           at_start *act) {
  unsigned count = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsABitCastInst(user)) count += each_start(u, b, alloca, user, act);
    if (!is_life_start(user)) continue;
    act(u, b, alloca, LLVMGetNextInstruction(user));
    count++;
  }
  return count;
}

static void store_unknown(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef alloca, LLVMValueRef at) {
  LLVMTypeRef t = LLVMGetAllocatedType(alloca);
  char word[16], name[64];
  type_word(t, word);
  snprintf(name, sizeof name, "selvage.unknown.%s", word);
  if (word[0] == 'p') t = LLVMPointerType(LLVMInt8TypeInContext(u->context), 0);
  LLVMTypeRef signature = LLVMFunctionType(t, NULL, 0, 0);
  LLVMValueRef f = LLVMGetNamedFunction(u->module, name);
  if (!f) f = LLVMAddFunction(u->module, name, signature);
  LLVMPositionBuilderBefore(b, at);
  LLVMValueRef value = LLVMBuildCall2(b, signature, f, NULL, 0, "");
  if (word[0] == 'p') value = LLVMBuildBitCast(b, value, LLVMGetAllocatedType(alloca), "");
  LLVMBuildStore(b, value, alloca);
}

static bool is_stored(LLVMValueRef v) {
  for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v) return true;
    bool derived = LLVMIsABitCastInst(user) || LLVMIsAGetElementPtrInst(user);
    if (derived && LLVMGetOperand(user, 0) == v && is_stored(user)) return true;
  }
  return false;
}

static void keep(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef alloca) {
  LLVMTypeRef bytes = LLVMPointerType(LLVMInt8TypeInContext(u->context), 0);
  LLVMTypeRef signature = LLVMFunctionType(LLVMVoidTypeInContext(u->context), &bytes, 1, 0);
  LLVMValueRef f = LLVMGetNamedFunction(u->module, "selvage.keep");
  if (!f) f = LLVMAddFunction(u->module, "selvage.keep", signature);
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(alloca));
  LLVMValueRef address = LLVMBuildBitCast(b, alloca, bytes, "");
  LLVMBuildCall2(b, signature, f, &address, 1, "");
}

static void prepare(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef alloca) {
  bool one = LLVMIsAConstantInt(LLVMGetOperand(alloca, 0));
  if (one && is_scalar(LLVMGetAllocatedType(alloca)) &&
      !each_start(u, b, alloca, alloca, store_unknown))
    store_unknown(u, b, alloca, LLVMGetNextInstruction(alloca));
  if (is_stored(alloca)) keep(u, b, alloca);
}

void llvm_prepare_locals(llvm_unit *u) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(u->context);
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i)) prepare(u, builder, i);
  LLVMDisposeBuilder(builder);
}
