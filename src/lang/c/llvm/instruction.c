// instruction.c -- one instruction of LLVM's as a line of ours.
//
// What cannot be expressed is `unsupported`, with words that a user understands where there
// are some; the reader refuses it by its line.

#include "lang/c/llvm/export.h"

static const char *binary_word(LLVMOpcode op) {
  switch ((int)op) {
  case LLVMAdd: return "add";
  case LLVMSub: return "sub";
  case LLVMMul: return "mul";
  case LLVMUDiv: return "udiv";
  case LLVMSDiv: return "sdiv";
  case LLVMURem: return "urem";
  case LLVMSRem: return "srem";
  case LLVMShl: return "shl";
  case LLVMLShr: return "lshr";
  case LLVMAShr: return "ashr";
  case LLVMAnd: return "and";
  case LLVMOr: return "or";
  case LLVMXor: return "xor";
  case LLVMTrunc: return "trunc";
  case LLVMZExt: return "zext";
  case LLVMSExt: return "sext";
  case LLVMSelect: return "select";
  case LLVMFreeze: return "freeze";
  case LLVMLoad: return "load";
  case LLVMStore: return "store";
  case LLVMRet: return "ret";
  case LLVMUnreachable: return "unreachable";
  case LLVMFence: return "fence";
  default: return NULL;
  }
}

static const char *predicate_word(LLVMIntPredicate p) {
  switch (p) {
  case LLVMIntEQ: return "eq";
  case LLVMIntNE: return "ne";
  case LLVMIntUGT: return "ugt";
  case LLVMIntUGE: return "uge";
  case LLVMIntULT: return "ult";
  case LLVMIntULE: return "ule";
  case LLVMIntSGT: return "sgt";
  case LLVMIntSGE: return "sge";
  case LLVMIntSLT: return "slt";
  case LLVMIntSLE: return "sle";
  }
  return "x";
}

static const char *rmw_word(LLVMAtomicRMWBinOp op) {
  switch ((int)op) {
  case LLVMAtomicRMWBinOpXchg: return "xchg";
  case LLVMAtomicRMWBinOpAdd: return "add";
  case LLVMAtomicRMWBinOpSub: return "sub";
  case LLVMAtomicRMWBinOpAnd: return "and";
  case LLVMAtomicRMWBinOpOr: return "or";
  case LLVMAtomicRMWBinOpXor: return "xor";
  default: return NULL;
  }
}

// 0: an ordinary access, 1: sequentially consistent, 2: atomic with a weaker order.
static unsigned ordering_of(LLVMValueRef i) {
  LLVMAtomicOrdering o = LLVMGetOrdering(i);
  if (o == LLVMAtomicOrderingNotAtomic) return 0;
  return o == LLVMAtomicOrderingSequentiallyConsistent ? 1 : 2;
}

static void unsupported(exporter *e, LLVMValueRef i) {
  fputs(" unsupported ", e->out);
  llvm_put_value_text(e, i);
}

static void unsupported_words(exporter *e, const char *words) {
  fputs(" unsupported ", e->out);
  llvm_put_text(e->out, words);
}

static void operands(exporter *e, LLVMValueRef i, const char *word) {
  fprintf(e->out, " %s", word);
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
    llvm_put_operand(e, LLVMGetOperand(i, k));
}

static unsigned block_number(LLVMBasicBlockRef b) {
  unsigned n = 0;
  LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(LLVMGetBasicBlockParent(b));
  for (; at != b; at = LLVMGetNextBasicBlock(at)) n++;
  return n;
}

static void put_branch(exporter *e, LLVMValueRef i) {
  fputs(" br", e->out);
  if (LLVMIsConditional(i)) llvm_put_operand(e, LLVMGetCondition(i));
  for (unsigned k = 0; k < LLVMGetNumSuccessors(i); k++)
    fprintf(e->out, " %u", block_number(LLVMGetSuccessor(i, k)));
}

static void put_switch(exporter *e, LLVMValueRef i) {
  fputs(" switch", e->out);
  llvm_put_operand(e, LLVMGetOperand(i, 0));
  fprintf(e->out, " %u", block_number(LLVMGetSwitchDefaultDest(i)));
  for (unsigned k = 2; k + 1 < (unsigned)LLVMGetNumOperands(i); k += 2) {
    llvm_put_operand(e, LLVMGetOperand(i, k));
    fprintf(e->out, " %u", block_number(LLVMValueAsBasicBlock(LLVMGetOperand(i, k + 1))));
  }
}

static void put_phi(exporter *e, LLVMValueRef i) {
  fputs(" phi", e->out);
  for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
    fprintf(e->out, " %u", block_number(LLVMGetIncomingBlock(i, k)));
    llvm_put_operand(e, LLVMGetIncomingValue(i, k));
  }
}

static void put_gep(exporter *e, LLVMValueRef i) {
  steps s = llvm_steps_of(e, i);
  if (!s.fits) {
    unsupported(e, i);
    return;
  }
  fputs(" gep", e->out);
  llvm_put_operand(e, LLVMGetOperand(i, 0));
  fprintf(e->out, " %lld", s.offset);
  for (unsigned k = 0; k < s.parts; k++) {
    llvm_put_operand(e, s.part[k].index);
    fprintf(e->out, " %llu", s.part[k].stride);
  }
}

static bool is_by_value(LLVMValueRef i, unsigned k) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  return LLVMGetCallSiteEnumAttribute(i, k + 1, kind) != NULL;
}

static bool has_same_types(LLVMValueRef i, LLVMValueRef f) {
  unsigned n = LLVMGetNumArgOperands(i), params = LLVMCountParams(f);
  char here[16], there[16];
  for (unsigned k = 0; k < n && k < params; k++) {
    type_word(LLVMTypeOf(LLVMGetOperand(i, k)), here);
    type_word(LLVMTypeOf(LLVMGetParam(f, k)), there);
    if (strcmp(here, there)) return false;
  }
  type_word(LLVMTypeOf(i), here);
  type_word(LLVMGetReturnType(LLVMGlobalGetValueType(f)), there);
  return n >= params && (!strcmp(here, there) || !strcmp(here, "v"));
}

// Why this call cannot be made, or NULL.
static const char *obstacle(LLVMValueRef i, LLVMValueRef f) {
  if (!f && LLVMIsAInlineAsm(LLVMGetCalledValue(i))) return "inline assembly";
  for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++)
    if (is_by_value(i, k)) return "a structure as an argument, of which the call makes a copy";
  if (!f) return NULL;
  bool same = LLVMIsDeclaration(f) || has_same_types(i, f);
  return same ? NULL : "a call with other types or fewer arguments than the function has";
}

static void put_call(exporter *e, LLVMValueRef i) {
  LLVMValueRef f = callee_of(i);
  const char *why = obstacle(i, f);
  if (why) {
    unsupported_words(e, why);
    return;
  }
  if (f) fprintf(e->out, " call %u", llvm_function_number(e, f));
  else {
    fputs(" callptr", e->out);
    llvm_put_operand(e, LLVMGetCalledValue(i));
  }
  for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++) llvm_put_operand(e, LLVMGetOperand(i, k));
}

// The name of the arithmetic that tells about overflow, or NULL: "add", "sub", "mul".
const char *llvm_checked_word(LLVMValueRef call) {
  static const char *const words[] = {"add", "sub", "mul"};
  LLVMValueRef f = LLVMIsACallInst(call) ? callee_of(call) : NULL;
  size_t n;
  char name[32];
  for (unsigned k = 0; f && k < 3; k++) {
    snprintf(name, sizeof name, "llvm.s%s.with.overflow.", words[k]);
    if (!strncmp(LLVMGetValueName2(f, &n), name, strlen(name))) return words[k];
  }
  return NULL;
}

// A part of what a compare-and-exchange or checked arithmetic yields.
static void put_extract(exporter *e, LLVMValueRef i) {
  LLVMValueRef whole = LLVMGetOperand(i, 0);
  const char *word = llvm_checked_word(whole);
  bool second = LLVMGetNumIndices(i) == 1 && LLVMGetIndices(i)[0] == 1;
  if (LLVMIsAAtomicCmpXchgInst(whole)) {
    fputs(second ? " eq" : " copy", e->out);
    llvm_put_operand(e, whole);
    if (second) llvm_put_operand(e, LLVMGetOperand(whole, 1));
  } else if (word) {
    fprintf(e->out, " %s%s%s", second ? "s" : "", word, second ? "o" : "");
    llvm_put_operand(e, LLVMGetOperand(whole, 0));
    llvm_put_operand(e, LLVMGetOperand(whole, 1));
  } else unsupported_words(e, "a structure as a value");
}

static void put_cmpxchg(exporter *e, LLVMValueRef i) {
  fputs(" cmpxchg", e->out);
  for (unsigned k = 0; k < 3; k++) llvm_put_operand(e, LLVMGetOperand(i, k));
  LLVMAtomicOrdering o = LLVMGetCmpXchgSuccessOrdering(i);
  fprintf(e->out, " %d", o == LLVMAtomicOrderingSequentiallyConsistent ? 1 : 2);
}

// An array whose length is no constant: how many elements, and the bytes of one.
static void put_variable_alloca(exporter *e, LLVMValueRef i) {
  fputs(" alloca", e->out);
  llvm_put_operand(e, LLVMGetOperand(i, 0));
  fprintf(e->out, " %llu", llvm_size_of(e, LLVMGetAllocatedType(i)));
}

// What is not a scalar, in C's words; NULL: it is one.
static const char *strange_words(LLVMTypeRef t) {
  switch (LLVMGetTypeKind(t)) {
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMX86_FP80TypeKind: return "floating point";
  case LLVMStructTypeKind: return "a structure as a value";
  case LLVMVectorTypeKind: return "a vector";
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(t) > MOST_WIDTH ? "an integer of more than 64 bits" : NULL;
  default: return NULL;
  }
}

static const char *strange_instruction(LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  if (op == LLVMIndirectBr) return "a computed goto";
  if (op == LLVMFCmp) return "floating point";
  if (op == LLVMCall || op == LLVMAtomicCmpXchg || op == LLVMExtractValue) return NULL;
  return strange_words(LLVMTypeOf(i));
}

void llvm_put_rest(exporter *e, LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  if (strange_instruction(i)) {
    unsupported_words(e, strange_instruction(i));
    return;
  }
  const char *word = binary_word(op);
  bool parts = op == LLVMRet && LLVMGetNumOperands(i) && LLVMIsUndef(LLVMGetOperand(i, 0)) &&
               is_struct(LLVMTypeOf(LLVMGetOperand(i, 0)));
  if (parts) fputs(" ret", e->out);
  else if (word) operands(e, i, word);
  if (op == LLVMLoad || op == LLVMStore) fprintf(e->out, " %u", ordering_of(i));
  if (word) return;
  if (op == LLVMExtractValue) put_extract(e, i);
  else if (op == LLVMAtomicCmpXchg) put_cmpxchg(e, i);
  else if (llvm_checked_word(i)) fputs(" fence", e->out);
  else if (op == LLVMPtrToInt) operands(e, i, "ptrtoint");
  else if (op == LLVMIntToPtr) operands(e, i, "inttoptr");
  else if (op == LLVMICmp) operands(e, i, predicate_word(LLVMGetICmpPredicate(i)));
  else if (op == LLVMBitCast && is_scalar(LLVMTypeOf(i))) operands(e, i, "copy");
  else if (op == LLVMAlloca && LLVMIsAConstantInt(LLVMGetOperand(i, 0))) fputs(" alloca", e->out);
  else if (op == LLVMAlloca) put_variable_alloca(e, i);
  else if (op == LLVMBr) put_branch(e, i);
  else if (op == LLVMSwitch) put_switch(e, i);
  else if (op == LLVMPHI) put_phi(e, i);
  else if (op == LLVMGetElementPtr) put_gep(e, i);
  else if (op == LLVMCall) put_call(e, i);
  else if (op == LLVMAtomicRMW && rmw_word(LLVMGetAtomicRMWBinOp(i))) {
    fprintf(e->out, " rmw %s", rmw_word(LLVMGetAtomicRMWBinOp(i)));
    llvm_put_operand(e, LLVMGetOperand(i, 0));
    llvm_put_operand(e, LLVMGetOperand(i, 1));
    fprintf(e->out, " %u", ordering_of(i));
  } else unsupported(e, i);
}
