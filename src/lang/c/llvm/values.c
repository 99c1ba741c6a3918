// values.c -- structures by value: arguments and results.
//
// What a call copies becomes a local variable of the caller. A result that
// clang returns as a pair of scalars goes through a variable that every thread
// has for itself, and is taken from there just behind the call; the function
// then returns nothing.

#include <llvm-c/DebugInfo.h>

#include "lang/c/llvm/module.h"

// ---- results

static LLVMValueRef result_variable(llvm_unit *u, LLVMTypeRef t) {
  char *text = LLVMPrintTypeToString(t), name[256];
  snprintf(name, sizeof name, "selvage.result %s", text);
  LLVMDisposeMessage(text);
  LLVMValueRef g = LLVMGetNamedGlobal(u->module, name);
  if (g) return g;
  g = LLVMAddGlobal(u->module, t, name);
  LLVMSetInitializer(g, LLVMConstNull(t));
  LLVMSetThreadLocal(g, 1);
  return g;
}

static bool has_scalars(LLVMTypeRef t) {
  unsigned n = is_struct(t) ? LLVMCountStructElementTypes(t) : 0;
  for (unsigned k = 0; k < n; k++)
    if (!is_scalar(LLVMStructGetTypeAtIndex(t, k))) return false;
  return n > 0;
}

static LLVMValueRef load_part(LLVMBuilderRef b, LLVMTypeRef t, LLVMValueRef from, unsigned k) {
  LLVMValueRef at = LLVMBuildStructGEP2(b, t, from, k, "");
  return LLVMBuildLoad2(b, LLVMStructGetTypeAtIndex(t, k), at, "");
}

// `ret (load p)`: part by part.
static void return_parts(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef ret) {
  LLVMValueRef v = LLVMGetNumOperands(ret) == 1 ? LLVMGetOperand(ret, 0) : NULL;
  LLVMTypeRef t = v ? LLVMTypeOf(v) : NULL;
  if (!v || !has_scalars(t) || !LLVMIsALoadInst(v)) return;
  LLVMValueRef to = result_variable(u, t), from = LLVMGetOperand(v, 0);
  LLVMPositionBuilderBefore(b, v);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(ret));
  for (unsigned k = 0; k < LLVMCountStructElementTypes(t); k++)
    LLVMBuildStore(b, load_part(b, t, from, k), LLVMBuildStructGEP2(b, t, to, k, ""));
  LLVMReplaceAllUsesWith(v, LLVMGetUndef(t));
  LLVMInstructionEraseFromParent(v);
}

// Is the result taken apart or stored, and that before the next call?
static bool only_taken(LLVMValueRef call) {
  unsigned uses = 0, near = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use)) uses++;
  LLVMValueRef i = LLVMGetNextInstruction(call);
  for (; i && !LLVMIsACallInst(i); i = LLVMGetNextInstruction(i)) {
    bool part = LLVMIsAExtractValueInst(i) && LLVMGetNumIndices(i) == 1;
    near += (part || LLVMIsAStoreInst(i)) && LLVMGetOperand(i, 0) == call;
  }
  return uses == near;
}

static void store_parts(LLVMBuilderRef b, LLVMTypeRef t, LLVMValueRef from, LLVMValueRef store) {
  LLVMPositionBuilderBefore(b, store);
  for (unsigned k = 0; k < LLVMCountStructElementTypes(t); k++)
    LLVMBuildStore(b, load_part(b, t, from, k),
                   LLVMBuildStructGEP2(b, t, LLVMGetOperand(store, 1), k, ""));
}

static void take_parts(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef call) {
  LLVMTypeRef t = LLVMTypeOf(call);
  LLVMValueRef f = callee_of(call), from = NULL;
  if (!has_scalars(t) || (f && LLVMIsDeclaration(f)) || !only_taken(call)) return;
  from = result_variable(u, t);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
  for (LLVMUseRef use = LLVMGetFirstUse(call), next; use; use = next) {
    LLVMValueRef user = LLVMGetUser(use);
    next = LLVMGetNextUse(use);
    LLVMPositionBuilderBefore(b, user);
    if (LLVMIsAStoreInst(user)) store_parts(b, t, from, user);
    else LLVMReplaceAllUsesWith(user, load_part(b, t, from, LLVMGetIndices(user)[0]));
    LLVMInstructionEraseFromParent(user);
  }
}

// ---- arguments

static void mark(llvm_unit *u, LLVMBuilderRef b, const char *name, LLVMValueRef v,
                 unsigned long long size) {
  LLVMTypeRef types[2] = {LLVMInt64TypeInContext(u->context),
                          LLVMPointerType(LLVMInt8TypeInContext(u->context), 0)};
  LLVMTypeRef signature = LLVMFunctionType(LLVMVoidTypeInContext(u->context), types, 2, 0);
  LLVMValueRef f = LLVMGetNamedFunction(u->module, name);
  if (!f) f = LLVMAddFunction(u->module, name, signature);
  LLVMValueRef arguments[2] = {LLVMConstInt(types[0], size, 0),
                               LLVMBuildBitCast(b, v, types[1], "")};
  LLVMBuildCall2(b, signature, f, arguments, 2, "");
}

static void copy_argument(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef call, unsigned k,
                          LLVMTypeRef t) {
  LLVMBasicBlockRef here = LLVMGetInstructionParent(call);
  LLVMValueRef from = LLVMGetOperand(call, k);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(here));
  LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef copy = LLVMBuildAlloca(b, t, "argument");
  LLVMPositionBuilderBefore(b, call);
  mark(u, b, "llvm.lifetime.start.p0i8", copy, size_in(u->layout, t));
  if (!llvm_copy_scalars(u, b, copy, from, t)) return;  // refused where it is written down
  LLVMSetOperand(call, k, copy);
  LLVMRemoveCallSiteEnumAttribute(call, k + 1, LLVMGetEnumAttributeKindForName("byval", 5));
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
  mark(u, b, "llvm.lifetime.end.p0i8", copy, size_in(u->layout, t));
}

static void copy_arguments(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef call) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, k + 1, kind);
    if (a) copy_argument(u, b, call, k, LLVMGetTypeAttributeValue(a));
  }
}

static bool uses(LLVMValueRef call, LLVMValueRef i) {
  bool takes = i && (LLVMIsAExtractValueInst(i) || LLVMIsAStoreInst(i));
  return takes && LLVMGetOperand(i, 0) == call;
}

void llvm_prepare_values(llvm_unit *u) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(u->context);
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (LLVMIsAReturnInst(i)) return_parts(u, builder, i);
        if (!LLVMIsACallInst(i)) continue;
        copy_arguments(u, builder, i);
        while (uses(i, next)) next = LLVMGetNextInstruction(next);
        take_parts(u, builder, i);
      }
  LLVMDisposeBuilder(builder);
}
