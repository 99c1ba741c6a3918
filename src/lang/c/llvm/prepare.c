// prepare.c -- what is done to a module before it is written down.
//
// Locals get their unknown first values (locals.c), then mem2reg runs and
// nothing else of LLVM's passes (module.c says why). Waiting for a condition and
// passing a barrier become the steps that they are; copies of structures become
// loads and stores of scalars; a weak compare-and-exchange may fail without reason.

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Transforms/Utils.h>

#include "lang/c/llvm/module.h"

// ---- calls that are several steps

static LLVMValueRef declare(llvm_unit *u, const char *name, LLVMTypeRef result, LLVMTypeRef *types,
                            unsigned n, LLVMTypeRef *signature) {
  *signature = LLVMFunctionType(result, types, n, 0);
  LLVMValueRef f = LLVMGetNamedFunction(u->module, name);
  return f ? f : LLVMAddFunction(u->module, name, *signature);
}

static LLVMValueRef call_before(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef i, const char *name,
                                LLVMTypeRef result, LLVMValueRef *arguments, unsigned n) {
  LLVMTypeRef types[4], signature;
  for (unsigned k = 0; k < n; k++) types[k] = LLVMTypeOf(arguments[k]);
  LLVMValueRef f = declare(u, name, result, types, n, &signature);
  LLVMPositionBuilderBefore(b, i);
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);
  LLVMSetCurrentDebugLocation2(b, at);
  return LLVMBuildCall2(b, signature, f, arguments, n, "");
}

// To wait is to let the mutex go, and later to take it again.
static void split_wait(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef arguments[2] = {LLVMGetOperand(i, 0), LLVMGetOperand(i, 1)};
  call_before(u, b, i, "selvage.sleep", LLVMVoidTypeInContext(u->context), arguments, 2);
}

// To pass a barrier is to arrive, and to go on when all have.
static void split_barrier(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef i) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(u->context);
  LLVMValueRef arguments[2] = {LLVMGetOperand(i, 0), NULL};
  arguments[1] = call_before(u, b, i, "selvage.arrive", i32, arguments, 1);
  LLVMValueRef passed = call_before(u, b, i, "selvage.pass", i32, arguments, 2);
  LLVMReplaceAllUsesWith(i, passed);
  LLVMInstructionEraseFromParent(i);
}

// ---- copies of structures, scalar by scalar

enum { MOST_COPIED = 64 };
typedef enum { COPY_EACH, COPY_READS, COPY_WRITES } copy_phase;
typedef struct {
  llvm_unit *unit;
  LLVMBuilderRef builder;
  copy_phase phase;                    // memmove reads everything before it writes
  LLVMValueRef held[MOST_COPIED + 1];  // what was read
  LLVMValueRef to, from;               // from NULL: fill with the byte
  unsigned long long byte, size;
  unsigned count;
  bool builds;  // else it only looks whether it can be done
} copying;

static LLVMValueRef moved(copying *c, LLVMValueRef base, LLVMTypeRef t, unsigned long long offset) {
  LLVMTypeRef bytes = LLVMInt8TypeInContext(c->unit->context);
  LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(c->unit->context), offset, 0);
  base = LLVMBuildBitCast(c->builder, base, LLVMPointerType(bytes, 0), "");
  LLVMValueRef at = LLVMBuildGEP2(c->builder, bytes, base, &index, 1, "");
  return LLVMBuildBitCast(c->builder, at, LLVMPointerType(t, 0), "");
}

static bool copy_scalar(copying *c, LLVMTypeRef t, unsigned long long offset);

// Of the last scalar a part: its first bytes. Of an address there are none.
static bool copy_bytes(copying *c, LLVMTypeRef t, unsigned long long offset) {
  if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind) return false;
  for (; offset < c->size; offset++)
    if (!copy_scalar(c, LLVMInt8TypeInContext(c->unit->context), offset)) return false;
  return true;
}

static bool copy_scalar(copying *c, LLVMTypeRef t, unsigned long long offset) {
  if (!is_scalar(t)) return false;
  if (offset + LLVMStoreSizeOfType(c->unit->layout, t) > c->size) return copy_bytes(c, t, offset);
  if (++c->count > MOST_COPIED) return false;
  if (!c->from && LLVMGetTypeKind(t) == LLVMPointerTypeKind && c->byte) return false;
  if (!c->builds) return true;
  unsigned long long bits = 0;
  for (int k = 0; k < 8; k++) bits = bits << 8 | c->byte;
  if (c->phase == COPY_READS) {
    c->held[c->count] = LLVMBuildLoad2(c->builder, t, moved(c, c->from, t, offset), "");
    return true;
  }
  LLVMValueRef value = c->phase  ? c->held[c->count]
                       : c->from ? LLVMBuildLoad2(c->builder, t, moved(c, c->from, t, offset), "")
                       : c->byte ? LLVMConstInt(t, bits, 0)
                                 : LLVMConstNull(t);
  LLVMBuildStore(c->builder, value, moved(c, c->to, t, offset));
  return true;
}

// False: there is something that is no scalar, or too much.
static bool copy_parts(copying *c, LLVMTypeRef t, unsigned long long offset) {
  if (offset >= c->size) return true;
  if (is_struct(t)) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
      if (!copy_parts(c, LLVMStructGetTypeAtIndex(t, i),
                      offset + LLVMOffsetOfElement(c->unit->layout, t, i)))
        return false;
    return true;
  }
  if (is_array(t)) {
    LLVMTypeRef element = LLVMGetElementType(t);
    for (unsigned i = 0; i < LLVMGetArrayLength(t); i++)
      if (!copy_parts(c, element, offset + i * size_in(c->unit->layout, element))) return false;
    return true;
  }
  return copy_scalar(c, t, offset);
}

bool llvm_copy_scalars(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef to, LLVMValueRef from,
                       LLVMTypeRef t) {
  copying c = {.unit = u, .builder = b, .to = to, .from = from, .size = size_in(u->layout, t)};
  if (!copy_parts(&c, t, 0)) return false;
  c.builds = true, c.count = 0;
  return copy_parts(&c, t, 0);
}

// The type behind a cast to bytes.
static LLVMTypeRef pointed_at(LLVMValueRef v) {
  bool cast =
      LLVMIsABitCastInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMBitCast);
  if (cast) v = LLVMGetOperand(v, 0);
  if (LLVMIsAGlobalVariable(v)) return LLVMGlobalGetValueType(v);
  if (LLVMIsAAllocaInst(v)) return LLVMGetAllocatedType(v);
  return LLVMGetElementType(LLVMTypeOf(v));
}

static bool split_copy(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef i, bool fills, bool moves) {
  LLVMValueRef size = LLVMGetOperand(i, 2), value = LLVMGetOperand(i, 1);
  LLVMTypeRef t = pointed_at(LLVMGetOperand(i, 0));
  if (!LLVMIsAConstantInt(size) || !LLVMTypeIsSized(t) || !size_in(u->layout, t)) return false;
  if (fills && !LLVMIsAConstantInt(value)) return false;
  copying c = {.unit = u, .builder = b, .to = LLVMGetOperand(i, 0), .from = fills ? NULL : value};
  c.size = LLVMConstIntGetZExtValue(size);
  c.byte = fills ? LLVMConstIntGetZExtValue(value) & 255 : 0;
  unsigned long long each = size_in(u->layout, t);
  LLVMTypeRef whole = LLVMArrayType(t, (unsigned)((c.size + each - 1) / each));
  if (!copy_parts(&c, whole, 0)) return false;
  c.builds = true, c.count = 0;
  LLVMPositionBuilderBefore(b, i);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
  if (moves) {
    c.phase = COPY_READS;
    copy_parts(&c, whole, 0);
    c.phase = COPY_WRITES, c.count = 0;
  }
  copy_parts(&c, whole, 0);
  LLVMInstructionEraseFromParent(i);
  return true;
}

static void split_call(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef f = callee_of(i);
  size_t n;
  const char *name = f && LLVMIsDeclaration(f) ? LLVMGetValueName2(f, &n) : "";
  if (!strcmp(name, "pthread_cond_wait") || !strcmp(name, "pthread_cond_timedwait") ||
      !strcmp(name, "cnd_wait") || !strcmp(name, "cnd_timedwait"))
    split_wait(u, b, i);
  else if (!strcmp(name, "pthread_barrier_wait")) split_barrier(u, b, i);
  else if (!strncmp(name, "llvm.memcpy.", 12)) split_copy(u, b, i, false, false);
  else if (!strncmp(name, "llvm.memmove.", 13)) split_copy(u, b, i, false, true);
  else if (!strncmp(name, "llvm.memset.", 12)) split_copy(u, b, i, true, false);
}

static void split_calls(llvm_unit *u) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(u->context);
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (LLVMIsACallInst(i)) split_call(u, builder, i);
      }
  LLVMDisposeBuilder(builder);
}

// ---- weak compare-and-exchange

static LLVMValueRef call_nothing(llvm_unit *u, LLVMBuilderRef b, const char *name, LLVMTypeRef t) {
  LLVMTypeRef signature;
  LLVMValueRef f = declare(u, name, t, NULL, 0, &signature);
  return LLVMBuildCall2(b, signature, f, NULL, 0, "");
}

// Whether it succeeded: not, where it fails without reason.
static void restrict_success(LLVMBuilderRef b, LLVMValueRef exchange, LLVMValueRef may) {
  for (LLVMUseRef use = LLVMGetFirstUse(exchange); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef part = LLVMGetUser(use);
    if (!LLVMIsAExtractValueInst(part) || LLVMGetIndices(part)[0] != 1) continue;
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(part));
    LLVMValueRef both = LLVMBuildAnd(b, may, may, "");
    LLVMReplaceAllUsesWith(part, both);
    LLVMSetOperand(both, 1, part);
  }
}

// In one atomic section: it may fail, then it writes what is there.
static void weaken(llvm_unit *u, LLVMBuilderRef b, LLVMValueRef i) {
  LLVMTypeRef nothing = LLVMVoidTypeInContext(u->context);
  LLVMPositionBuilderBefore(b, i);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
  call_nothing(u, b, "selvage.begin", nothing);
  LLVMValueRef may = call_nothing(u, b, "selvage.unknown.i1", LLVMInt1TypeInContext(u->context));
  LLVMValueRef next = LLVMBuildSelect(b, may, LLVMGetOperand(i, 2), LLVMGetOperand(i, 1), "");
  LLVMSetOperand(i, 2, next);
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(i));
  call_nothing(u, b, "selvage.end", nothing);
  restrict_success(b, i, may);
}

static void weaken_all(llvm_unit *u) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(u->context);
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAtomicCmpXchgInst(i) && LLVMGetWeak(i)) weaken(u, builder, i);
  LLVMDisposeBuilder(builder);
}

static void promote(llvm_unit *u) {
  LLVMPassManagerRef passes = LLVMCreatePassManager();
  LLVMAddPromoteMemoryToRegisterPass(passes);
  LLVMRunPassManager(passes, u->module);
  LLVMDisposePassManager(passes);
}

void llvm_prepare(llvm_unit *u) {
  llvm_prepare_start(u);
  llvm_prepare_values(u);
  llvm_prepare_locals(u);
  split_calls(u);
  weaken_all(u);
  promote(u);
  llvm_prepare_constants(u);
}
