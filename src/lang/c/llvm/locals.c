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

static LLVMValueRef unknown_value(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef alloca) {
  LLVMTypeRef t = LLVMGetAllocatedType(alloca);
  char word[16], name[64];
  type_word(t, word);
  snprintf(name, sizeof name, "selvage.unknown.%s", word);
  if (word[0] == 'p') t = LLVMPointerType(LLVMInt8TypeInContext(u->context), 0);
  LLVMTypeRef signature = LLVMFunctionType(t, NULL, 0, 0);
  LLVMValueRef f = LLVMGetNamedFunction(u->module, name);
  if (!f) f = LLVMAddFunction(u->module, name, signature);
  LLVMValueRef value = LLVMBuildCall2(b, signature, f, NULL, 0, "");
  return word[0] == 'p' ? LLVMBuildBitCast(b, value, LLVMGetAllocatedType(alloca), "") : value;
}

static void store_unknown(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef alloca, LLVMValueRef at) {
  LLVMPositionBuilderBefore(b, at);
  LLVMBuildStore(b, unknown_value(u, b, alloca), alloca);
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

// What a function returns. It is unknown where the function ends without `return`, but as a first
// value the unknown one would be kept through every loop that has a `return` in it.
static bool is_result(LLVMValueRef alloca) {
  size_t n;
  if (strcmp(LLVMGetValueName2(alloca, &n), "retval") != 0) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == alloca;
    if (!store && !LLVMIsALoadInst(user)) return false;
  }
  return true;
}

static bool is_returned(LLVMValueRef alloca) {  // one of ours
  size_t n;
  return !strcmp(LLVMGetValueName2(alloca, &n), "returned") &&
         LLVMGetTypeKind(LLVMGetAllocatedType(alloca)) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(LLVMGetAllocatedType(alloca)) == 1;
}

// What is read is selvage.result(returned, value).
static void note_result(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef access,
                        LLVMValueRef returned) {
  LLVMTypeRef bit = LLVMInt1TypeInContext(u->context);
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(access));
  if (LLVMIsAStoreInst(access)) {
    LLVMBuildStore(b, LLVMConstInt(bit, 1, 0), returned);
    return;
  }
  LLVMValueRef arguments[2] = {LLVMBuildLoad2(b, bit, returned, ""),
                               LLVMGetUndef(LLVMTypeOf(access))};
  LLVMTypeRef types[2] = {bit, LLVMTypeOf(access)};
  LLVMTypeRef signature = LLVMFunctionType(types[1], types, 2, 0);
  LLVMValueRef f = LLVMGetNamedFunction(u->module, "selvage.result");
  if (!f || LLVMGlobalGetValueType(f) != signature)
    f = LLVMAddFunction(u->module, "selvage.result", signature);
  LLVMValueRef value = LLVMBuildCall2(b, signature, f, arguments, 2, "");
  LLVMReplaceAllUsesWith(access, value);
  LLVMSetOperand(value, 1, access);
}

// 0 at first, with a bit that says whether anything was returned.
static void prepare_result(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef alloca) {
  LLVMTypeRef bit = LLVMInt1TypeInContext(u->context);
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(alloca));
  LLVMValueRef returned = LLVMBuildAlloca(b, bit, "returned");
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use))
    note_result(u, b, LLVMGetUser(use), returned);
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(returned));
  LLVMBuildStore(b, LLVMConstNull(LLVMGetAllocatedType(alloca)), alloca);
  LLVMBuildStore(b, LLVMConstInt(bit, 0, 0), returned);
}

static void prepare(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef alloca) {
  bool one = LLVMIsAConstantInt(LLVMGetOperand(alloca, 0));
  if (one && is_scalar(LLVMGetAllocatedType(alloca)) && is_result(alloca)) {
    prepare_result(u, b, alloca);
    return;
  }
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
        if (LLVMIsAAllocaInst(i) && !is_returned(i)) prepare(u, builder, i);
  LLVMDisposeBuilder(builder);
}
