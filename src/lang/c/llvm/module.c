// module.c -- bitcode in, a small program of our own out: with its neighbours all that knows LLVM.
//
// A shared object that is loaded in a child process, because LLVM ends the
// process on corrupt bitcode. Every local scalar gets one explicit unknown
// value, then mem2reg runs and nothing else: what merges, adds or removes
// memory accesses, or takes undefined behaviour for impossible, would change
// what other threads can see. What cannot be expressed is written as an
// `unsupported` instruction with its text; the reader refuses it by its line.
// The format is described in lang/c/ir.h.

#define _GNU_SOURCE

#include "lang/c/llvm/module.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <stdint.h>
#include <stdlib.h>

enum { MOST_DIMENSIONS = 8, MOST_TEXT = 120, MOST_HEAP = 1 << 16, MOST_ELEMENTS = 16 };

__attribute__((visibility("default"))) int selvage_llvm_export(const char *const *paths,
                                                               unsigned count, FILE *out);

typedef struct {
  FILE *out;
  llvm_unit unit;
  char **files;
  unsigned file_count;
} exporter;

// ---- words

static void put_escaped(FILE *out, const char *s, size_t n) {
  if (!n) fputs("%", out);
  for (size_t i = 0; i < n; i++)
    if (s[i] <= ' ' || s[i] == '%' || s[i] == 127) fprintf(out, "%%%02x", (unsigned char)s[i]);
    else fputc(s[i], out);
}

static void put_text(FILE *out, const char *s) { put_escaped(out, s, strlen(s)); }

static void put_value_text(exporter *e, LLVMValueRef v) {
  char *text = LLVMPrintValueToString(v);
  char *from = text + strspn(text, " ");
  char *comment = strstr(from, ", !dbg");
  size_t n = comment ? (size_t)(comment - from) : strlen(from);
  put_escaped(e->out, from, n < MOST_TEXT ? n : MOST_TEXT);
  LLVMDisposeMessage(text);
}

static unsigned file_number(exporter *e, const char *directory, const char *name) {
  char path[4096];
  if (name[0] == '/' || !directory[0]) snprintf(path, sizeof path, "%s", name);
  else snprintf(path, sizeof path, "%s/%s", directory, name);
  for (unsigned i = 0; i < e->file_count; i++)
    if (!strcmp(e->files[i], path)) return i + 1;
  char **more = realloc(e->files, (e->file_count + 1) * sizeof *more);
  if (!more) abort();
  e->files = more;
  e->files[e->file_count++] = strdup(path);
  fputs("F ", e->out);
  put_text(e->out, path);
  fputc('\n', e->out);
  return e->file_count;
}

typedef struct {
  unsigned file, line, column;
} place;

// Writes a file record the first time, so it must come before the record that uses it.
static place place_of(exporter *e, LLVMValueRef v) {
  unsigned n = 0, d = 0;
  const char *name = LLVMGetDebugLocFilename(v, &n);
  const char *directory = LLVMGetDebugLocDirectory(v, &d);
  if (!name || !n) return (place){0, 0, 0};
  char full[2048], folder[2048];
  snprintf(full, sizeof full, "%.*s", (int)n, name);
  snprintf(folder, sizeof folder, "%.*s", directory ? (int)d : 0, directory ? directory : "");
  bool instruction = LLVMIsAInstruction(v);
  return (place){file_number(e, folder, full), LLVMGetDebugLocLine(v),
                 instruction ? LLVMGetDebugLocColumn(v) : 1};
}

static unsigned long long size_of(const exporter *e, LLVMTypeRef t) {
  return size_in(e->unit.layout, t);
}

// ---- operands

static bool address_of(exporter *e, LLVMValueRef v, LLVMValueRef *base, long long *offset);

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

static void step(steps *s, LLVMValueRef index, unsigned long long stride) {
  if (LLVMIsAConstantInt(index)) s->offset += LLVMConstIntGetSExtValue(index) * (long long)stride;
  else if (s->parts == MOST_DIMENSIONS) s->fits = false;
  else {
    s->part[s->parts].index = index;
    s->part[s->parts++].stride = stride;
  }
}

static steps steps_of(exporter *e, LLVMValueRef gep) {
  steps s = {.fits = true};
  LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
  step(&s, LLVMGetOperand(gep, 1), size_of(e, t));
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep) && s.fits; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (is_struct(t)) {
      unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
      s.offset += (long long)LLVMOffsetOfElement(e->unit.layout, t, member);
      t = LLVMStructGetTypeAtIndex(t, member);
    } else if (is_array(t)) {
      t = LLVMGetElementType(t);
      step(&s, index, size_of(e, t));
    } else s.fits = false;
  }
  return s;
}

static bool gep_address(exporter *e, LLVMValueRef v, LLVMValueRef *base, long long *offset) {
  steps s = steps_of(e, v);
  *offset += s.offset;
  return s.fits && !s.parts && address_of(e, LLVMGetOperand(v, 0), base, offset);
}

// A constant address: a global or a function, plus bytes.
static bool address_of(exporter *e, LLVMValueRef v, LLVMValueRef *base, long long *offset) {
  if (LLVMIsAGlobalVariable(v) || LLVMIsAFunction(v)) return *base = v, true;
  if (!LLVMIsAConstantExpr(v)) return false;
  LLVMOpcode op = LLVMGetConstOpcode(v);
  if (op == LLVMBitCast) return address_of(e, LLVMGetOperand(v, 0), base, offset);
  return op == LLVMGetElementPtr && gep_address(e, v, base, offset);
}

static unsigned number_of(LLVMValueRef v) {
  size_t n;
  const char *name = LLVMGetValueName2(v, &n);
  return name[0] == '$' ? (unsigned)strtoul(name + 1, NULL, 10) : 0;
}

static unsigned global_number(exporter *e, LLVMValueRef v) {
  unsigned n = 0;
  for (LLVMValueRef g = LLVMGetFirstGlobal(e->unit.module); g && g != v; g = LLVMGetNextGlobal(g))
    n++;
  return n;
}

static unsigned function_number(exporter *e, LLVMValueRef v) {
  unsigned n = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(e->unit.module); f && f != v;
       f = LLVMGetNextFunction(f))
    n++;
  return n;
}

// (void *)5
static bool is_numbered_address(LLVMValueRef v) {
  return LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMIntToPtr &&
         LLVMIsAConstantInt(LLVMGetOperand(v, 0));
}

static void put_constant(exporter *e, LLVMValueRef v) {
  char word[16];
  LLVMValueRef base = NULL;
  long long offset = 0;
  type_word(LLVMTypeOf(v), word);
  if (LLVMIsAConstantInt(v) && word[0] == 'i')
    fprintf(e->out, " %s:%llu", word, LLVMConstIntGetZExtValue(v));
  else if (LLVMIsUndef(v) && word[0] != 'x') fprintf(e->out, " undef:%s", word);
  else if (LLVMIsAConstantPointerNull(v)) fputs(" null", e->out);
  else if (is_numbered_address(v))
    fprintf(e->out, " p:%llu", LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0)));
  else if (!address_of(e, v, &base, &offset)) {
    fputs(" !", e->out);
    put_value_text(e, v);
  } else if (LLVMIsAFunction(base)) fprintf(e->out, " &%u", function_number(e, base));
  else fprintf(e->out, " @%u+%lld", global_number(e, base), offset);
}

static void put_operand(exporter *e, LLVMValueRef v) {
  if (LLVMIsAInstruction(v) || LLVMIsAArgument(v)) fprintf(e->out, " $%u", number_of(v));
  else put_constant(e, v);
}

// ---- memory: a type as cells, each a scalar or a row of scalars

typedef struct {
  unsigned long long count, stride;
} dimension;

typedef struct {
  LLVMTypeRef type;  // of the scalar
  LLVMValueRef init;
  dimension outer[MOST_DIMENSIONS];
  unsigned depth;
} cell_walk;

static void put_init(exporter *e, LLVMValueRef init, const unsigned *path, unsigned depth,
                     unsigned at, unsigned long long *index);

// One row where the dimensions lie without gaps; x where they do not.
static void put_cell(exporter *e, const cell_walk *w, unsigned long long offset) {
  char word[16];
  dimension row = {1, size_of(e, w->type)};
  type_word(w->type, word);
  for (unsigned i = w->depth; i-- > 0;) {
    if (w->outer[i].count == 1) continue;
    if (row.count == 1) row = w->outer[i];
    else if (w->outer[i].stride == row.count * row.stride) row.count *= w->outer[i].count;
    else strcpy(word, "x");
  }
  fprintf(e->out, "C %llu %s %llu %llu\n", offset, word, row.count, row.stride);
}

static void cells(exporter *e, LLVMTypeRef t, cell_walk *w, unsigned *path, unsigned path_length,
                  unsigned long long offset) {
  if (is_struct(t)) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++) {
      path[path_length] = i;
      cells(e, LLVMStructGetTypeAtIndex(t, i), w, path, path_length + 1,
            offset + LLVMOffsetOfElement(e->unit.layout, t, i));
    }
  } else if (is_array(t) && w->depth < MOST_DIMENSIONS) {
    LLVMTypeRef element = LLVMGetElementType(t);
    w->outer[w->depth++] = (dimension){LLVMGetArrayLength(t), size_of(e, element)};
    path[path_length] = UINT32_MAX;
    if (LLVMGetArrayLength(t)) cells(e, element, w, path, path_length + 1, offset);
    w->depth--;
  } else {
    w->type = t;
    put_cell(e, w, offset);
    unsigned long long index = 0;
    if (w->init) put_init(e, w->init, path, path_length, 0, &index);
  }
}

static LLVMValueRef element_of(LLVMValueRef c, unsigned i) {
  if (LLVMIsAConstantDataSequential(c)) return LLVMGetElementAsConstant(c, i);
  return LLVMGetOperand(c, i);
}

// The initial values along one path of member numbers (UINT32_MAX: all elements).
static void put_init(exporter *e, LLVMValueRef init, const unsigned *path, unsigned depth,
                     unsigned at, unsigned long long *index) {
  if (LLVMIsAConstantAggregateZero(init) || LLVMIsNull(init) || LLVMIsUndef(init)) {
    unsigned long long skipped = 1;
    LLVMTypeRef t = LLVMTypeOf(init);
    for (; at < depth; at++) {
      if (path[at] == UINT32_MAX) skipped *= LLVMGetArrayLength(t);
      t = path[at] == UINT32_MAX ? LLVMGetElementType(t) : LLVMStructGetTypeAtIndex(t, path[at]);
    }
    *index += skipped;
    return;
  }
  if (at == depth) {
    fprintf(e->out, "V %llu", (*index)++);
    put_operand(e, init);
    fputc('\n', e->out);
    return;
  }
  if (path[at] != UINT32_MAX) put_init(e, element_of(init, path[at]), path, depth, at + 1, index);
  else
    for (unsigned i = 0; i < LLVMGetArrayLength(LLVMTypeOf(init)); i++)
      put_init(e, element_of(init, i), path, depth, at + 1, index);
}

static void put_cells(exporter *e, LLVMTypeRef t, LLVMValueRef init) {
  cell_walk w = {.init = init};
  unsigned path[64];
  cells(e, t, &w, path, 0, 0);
}

// ---- instructions

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
  put_value_text(e, i);
}

static void unsupported_words(exporter *e, const char *words) {
  fputs(" unsupported ", e->out);
  put_text(e->out, words);
}

static void operands(exporter *e, LLVMValueRef i, const char *word) {
  fprintf(e->out, " %s", word);
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
    put_operand(e, LLVMGetOperand(i, k));
}

static unsigned block_number(LLVMBasicBlockRef b) {
  unsigned n = 0;
  LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(LLVMGetBasicBlockParent(b));
  for (; at != b; at = LLVMGetNextBasicBlock(at)) n++;
  return n;
}

static void put_branch(exporter *e, LLVMValueRef i) {
  fputs(" br", e->out);
  if (LLVMIsConditional(i)) put_operand(e, LLVMGetCondition(i));
  for (unsigned k = 0; k < LLVMGetNumSuccessors(i); k++)
    fprintf(e->out, " %u", block_number(LLVMGetSuccessor(i, k)));
}

static void put_switch(exporter *e, LLVMValueRef i) {
  fputs(" switch", e->out);
  put_operand(e, LLVMGetOperand(i, 0));
  fprintf(e->out, " %u", block_number(LLVMGetSwitchDefaultDest(i)));
  for (unsigned k = 2; k + 1 < (unsigned)LLVMGetNumOperands(i); k += 2) {
    put_operand(e, LLVMGetOperand(i, k));
    fprintf(e->out, " %u", block_number(LLVMValueAsBasicBlock(LLVMGetOperand(i, k + 1))));
  }
}

static void put_phi(exporter *e, LLVMValueRef i) {
  fputs(" phi", e->out);
  for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
    fprintf(e->out, " %u", block_number(LLVMGetIncomingBlock(i, k)));
    put_operand(e, LLVMGetIncomingValue(i, k));
  }
}

static void put_gep(exporter *e, LLVMValueRef i) {
  steps s = steps_of(e, i);
  if (!s.fits) {
    unsupported(e, i);
    return;
  }
  fputs(" gep", e->out);
  put_operand(e, LLVMGetOperand(i, 0));
  fprintf(e->out, " %lld", s.offset);
  for (unsigned k = 0; k < s.parts; k++) {
    put_operand(e, s.part[k].index);
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
  if (f) fprintf(e->out, " call %u", function_number(e, f));
  else {
    fputs(" callptr", e->out);
    put_operand(e, LLVMGetCalledValue(i));
  }
  for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++) put_operand(e, LLVMGetOperand(i, k));
}

// The name of the arithmetic that tells about overflow, or NULL: "add", "sub", "mul".
static const char *checked_word(LLVMValueRef call) {
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
  const char *word = checked_word(whole);
  bool second = LLVMGetNumIndices(i) == 1 && LLVMGetIndices(i)[0] == 1;
  if (LLVMIsAAtomicCmpXchgInst(whole)) {
    fputs(second ? " eq" : " copy", e->out);
    put_operand(e, whole);
    if (second) put_operand(e, LLVMGetOperand(whole, 1));
  } else if (word) {
    fprintf(e->out, " %s%s%s", second ? "s" : "", word, second ? "o" : "");
    put_operand(e, LLVMGetOperand(whole, 0));
    put_operand(e, LLVMGetOperand(whole, 1));
  } else unsupported_words(e, "a structure as a value");
}

static void put_cmpxchg(exporter *e, LLVMValueRef i) {
  fputs(" cmpxchg", e->out);
  for (unsigned k = 0; k < 3; k++) put_operand(e, LLVMGetOperand(i, k));
  LLVMAtomicOrdering o = LLVMGetCmpXchgSuccessOrdering(i);
  fprintf(e->out, " %d", o == LLVMAtomicOrderingSequentiallyConsistent ? 1 : 2);
}

// An array whose length is no constant: how many elements, and the bytes of one.
static void put_variable_alloca(exporter *e, LLVMValueRef i) {
  fputs(" alloca", e->out);
  put_operand(e, LLVMGetOperand(i, 0));
  fprintf(e->out, " %llu", size_of(e, LLVMGetAllocatedType(i)));
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

static void put_rest(exporter *e, LLVMValueRef i) {
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
  else if (checked_word(i)) fputs(" fence", e->out);
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
    put_operand(e, LLVMGetOperand(i, 0));
    put_operand(e, LLVMGetOperand(i, 1));
    fprintf(e->out, " %u", ordering_of(i));
  } else unsupported(e, i);
}

// ---- objects on the heap

static bool allocates(LLVMValueRef i) {
  LLVMValueRef f = LLVMIsACallInst(i) ? callee_of(i) : NULL;
  size_t n;
  const char *name = f && LLVMIsDeclaration(f) ? LLVMGetValueName2(f, &n) : "";
  return !strcmp(name, "malloc") || !strcmp(name, "calloc") || !strcmp(name, "realloc");
}

// What the program takes the memory for: the type it is cast to, else bytes.
static LLVMTypeRef element_type(exporter *e, LLVMValueRef call) {
  for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsABitCastInst(user)) continue;
    LLVMTypeRef t = LLVMGetElementType(LLVMTypeOf(user));
    if (LLVMTypeIsSized(t) && size_of(e, t)) return t;
  }
  return LLVMInt8TypeInContext(e->unit.context);
}

static unsigned long long constant_of(LLVMValueRef v) {
  return LLVMIsAConstantInt(v) ? LLVMConstIntGetZExtValue(v) : 0;
}

// Where the size is not a constant, room for a few elements; -1 says so.
static void put_heap_cells(exporter *e, LLVMValueRef i) {
  LLVMValueRef first = LLVMGetOperand(i, 0);
  bool two = LLVMGetNumArgOperands(i) == 2;
  bool known = LLVMIsAConstantInt(first) && (!two || LLVMIsAConstantInt(LLVMGetOperand(i, 1)));
  unsigned long long size = constant_of(first);
  if (two) size *= constant_of(LLVMGetOperand(i, 1));
  LLVMTypeRef t = element_type(e, i);
  if (known && size < size_of(e, t)) t = LLVMInt8TypeInContext(e->unit.context);
  if (size > MOST_HEAP) return;
  unsigned long long count = known ? size / size_of(e, t) : MOST_ELEMENTS;
  fprintf(e->out, "H %lld\n", known ? (long long)size : -1);
  put_cells(e, LLVMArrayType(t, (unsigned)count), NULL);
}

static void put_alloca_cells(exporter *e, LLVMValueRef i) {
  LLVMTypeRef t = LLVMGetAllocatedType(i);
  bool one = LLVMIsAConstantInt(LLVMGetOperand(i, 0));
  if (one) fprintf(e->out, "H %llu\n", size_of(e, t));  // with what lies behind the last member
  put_cells(e, one ? t : LLVMArrayType(t, MOST_ELEMENTS), NULL);
}

static bool is_debug(LLVMValueRef i) {
  LLVMValueRef f = LLVMIsACallInst(i) ? callee_of(i) : NULL;
  size_t n;
  return f && !strncmp(LLVMGetValueName2(f, &n), "llvm.dbg.", 9);
}

// What values.c has taken apart: a call, or a function, with a structure as its result.
static bool returns_parts(LLVMValueRef call) {
  LLVMValueRef f = LLVMIsACallInst(call) ? callee_of(call) : NULL;
  bool parts = LLVMIsACallInst(call) && is_struct(LLVMTypeOf(call)) && !LLVMGetFirstUse(call);
  return parts && !(f && LLVMIsDeclaration(f));
}

static void put_instruction(exporter *e, LLVMValueRef i, unsigned number, const char *name) {
  char word[16];
  place at = place_of(e, i);
  type_word(LLVMTypeOf(LLVMIsAAtomicCmpXchgInst(i) ? LLVMGetOperand(i, 1) : i), word);
  if (checked_word(i) || returns_parts(i)) strcpy(word, "v");
  fprintf(e->out, "I %u %s %u %u %u ", number, word, at.file, at.line, at.column);
  put_text(e->out, name);
  put_rest(e, i);
  fputc('\n', e->out);
  if (LLVMIsAAllocaInst(i)) put_alloca_cells(e, i);
  if (allocates(i)) put_heap_cells(e, i);
}

// ---- functions

// Names become numbers: parameters first, then instructions. The old ones are returned.
static char **number_values(LLVMValueRef f, unsigned *count) {
  unsigned n = LLVMCountParams(f), at = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) n++;
  char **names = calloc(n + 1, sizeof *names);
  if (!names) abort();
#define RENAME(V)                                           \
  do {                                                      \
    size_t length;                                          \
    char word[16];                                          \
    names[at] = strdup(LLVMGetValueName2(V, &length));      \
    snprintf(word, sizeof word, "$%u", at++);               \
    if (LLVMGetTypeKind(LLVMTypeOf(V)) != LLVMVoidTypeKind) \
      LLVMSetValueName2(V, word, strlen(word));             \
  } while (0)
  for (unsigned k = 0; k < LLVMCountParams(f); k++) RENAME(LLVMGetParam(f, k));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) RENAME(i);
#undef RENAME
  *count = n;
  return names;
}

static void put_body(exporter *e, LLVMValueRef f) {
  unsigned count, number = LLVMCountParams(f);
  char **names = number_values(f, &count);
  for (unsigned k = 0; k < LLVMCountParams(f); k++) {
    char word[16];
    type_word(LLVMTypeOf(LLVMGetParam(f, k)), word);
    fprintf(e->out, "P %s ", word);
    put_text(e->out, names[k]);
    fputc('\n', e->out);
  }
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
    fputs("B\n", e->out);
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i), number++)
      if (!is_debug(i)) put_instruction(e, i, number, names[number]);
  }
  for (unsigned k = 0; k < count; k++) free(names[k]);
  free(names);
}

static void put_function(exporter *e, LLVMValueRef f, unsigned number) {
  size_t n;
  char word[16];
  place at = place_of(e, f);
  type_word(LLVMGetReturnType(LLVMGlobalGetValueType(f)), word);
  if (is_struct(LLVMGetReturnType(LLVMGlobalGetValueType(f)))) strcpy(word, "v");
  fprintf(e->out, "D %u ", number);
  put_text(e->out, LLVMGetValueName2(f, &n));
  fprintf(e->out, " %s %u %u %u\n", word, !LLVMIsDeclaration(f), at.file, at.line);
  if (!LLVMIsDeclaration(f)) put_body(e, f);
}

static void put_global(exporter *e, LLVMValueRef g, unsigned number) {
  size_t n;
  place at = place_of(e, g);
  LLVMTypeRef t = LLVMGlobalGetValueType(g);
  fprintf(e->out, "G %u ", number);
  put_text(e->out, LLVMGetValueName2(g, &n));
  fprintf(e->out, " %u %u %u %llu %u %u\n", LLVMIsThreadLocal(g) != 0, !LLVMIsDeclaration(g),
          LLVMIsGlobalConstant(g) != 0, size_of(e, t), at.file, at.line);
  put_cells(e, t, LLVMIsDeclaration(g) ? NULL : LLVMGetInitializer(g));
}

static LLVMModuleRef read_module(exporter *e, const char *path, char **why) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, why) ||
      LLVMParseIRInContext(e->unit.context, buffer, &module, why))
    return NULL;
  return module;
}

// Without it LLVM would end the process.
static void hear_nothing(LLVMDiagnosticInfoRef info, void *context) { (void)info, (void)context; }

// All parts as one module; the linker says no more than that they do not fit.
static bool read_all(exporter *e, const char *const *paths, unsigned n, char **why) {
  LLVMContextSetDiagnosticHandler(e->unit.context, hear_nothing, NULL);
  e->unit.module = read_module(e, paths[0], why);
  for (unsigned k = 1; k < n && e->unit.module; k++) {
    LLVMModuleRef part = read_module(e, paths[k], why);
    if (!part) return false;
    if (!LLVMLinkModules2(e->unit.module, part)) continue;
    *why = strdup("the files of the program do not fit together: two define the same name");
    return false;
  }
  return e->unit.module != NULL;
}

int selvage_llvm_export(const char *const *paths, unsigned count, FILE *out) {
  exporter e = {.out = out, .unit.context = LLVMContextCreate()};
  char *why = NULL;
  if (!read_all(&e, paths, count, &why)) {
    fputs("E ", out);
    put_text(out, why ? why : "LLVM cannot read it");
    fputs("\n.\n", out);
    return fflush(out);
  }
  e.unit.layout = LLVMGetModuleDataLayout(e.unit.module);
  llvm_prepare(&e.unit);
  unsigned n = 0;
  for (LLVMValueRef g = LLVMGetFirstGlobal(e.unit.module); g; g = LLVMGetNextGlobal(g))
    put_global(&e, g, n++);
  n = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(e.unit.module); f; f = LLVMGetNextFunction(f))
    put_function(&e, f, n++);
  fputs(".\n", out);
  return fflush(out);
}
