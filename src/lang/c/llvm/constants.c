// constants.c -- arithmetic on addresses that are constant: (long)&x, a + 4 - p.
//
// LLVM has it as an expression within an operand. It becomes instructions of
// its own, so that the lines that are written have no expressions in them.

#include <llvm-c/DebugInfo.h>

#include "lang/c/llvm/module.h"

static LLVMValueRef spell_out(LLVMBuilderRef, LLVMValueRef);

static bool is_arithmetic(LLVMValueRef v) {
  if (!LLVMIsAConstantExpr(v) || !is_scalar(LLVMTypeOf(v))) return false;
  switch ((int)LLVMGetConstOpcode(v)) {
  case LLVMPtrToInt:
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMICmp: return true;
  default: return false;
  }
}

// The builder would make one expression of it again, but not where an operand is an instruction.
static LLVMValueRef as_instruction(LLVMBuilderRef b, LLVMValueRef v) {
  return is_arithmetic(v) ? spell_out(b, v) : LLVMBuildFreeze(b, v, "");
}

static LLVMValueRef spell_out(LLVMBuilderRef b, LLVMValueRef v) {
  LLVMOpcode op = LLVMGetConstOpcode(v);
  LLVMValueRef first = as_instruction(b, LLVMGetOperand(v, 0));
  if (op == LLVMPtrToInt || op == LLVMTrunc || op == LLVMZExt || op == LLVMSExt)
    return LLVMBuildCast(b, op, first, LLVMTypeOf(v), "");
  LLVMValueRef second = as_instruction(b, LLVMGetOperand(v, 1));
  if (op == LLVMICmp) return LLVMBuildICmp(b, LLVMGetICmpPredicate(v), first, second, "");
  return LLVMBuildBinOp(b, op, first, second, "");
}

static void prepare(LLVMBuilderRef b, LLVMValueRef i) {
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++) {
    LLVMValueRef v = LLVMGetOperand(i, k);
    if (!is_arithmetic(v)) continue;
    bool phi = LLVMIsAPHINode(i);
    LLVMPositionBuilderBefore(b, phi ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(i, k)) : i);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
    LLVMSetOperand(i, k, spell_out(b, v));
  }
}

void llvm_prepare_constants(llvm_unit *u) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(u->context);
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        prepare(builder, i);
  LLVMDisposeBuilder(builder);
}
