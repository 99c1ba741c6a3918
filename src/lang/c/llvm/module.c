// module.c -- bitcode in, a small program of our own out. Only this folder includes LLVM.
//
// A shared object that is loaded in a child process, because LLVM ends the
// process on corrupt bitcode. Every local scalar gets one explicit unknown
// value, then mem2reg runs and nothing else: what merges, adds or removes
// memory accesses, or takes undefined behaviour for impossible, would change
// what other threads can see. What cannot be expressed is written as an
// `unsupported` instruction with its text; the reader refuses it by its line.
// The format is described in lang/c/ir.h.

#define _GNU_SOURCE

#include "lang/c/llvm/export.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <stdint.h>
#include <stdlib.h>

__attribute__((visibility("default"))) int selvage_llvm_export(const char *const *paths,
                                                               unsigned count, FILE *out);

// ---- instructions

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
  place at = llvm_place_of(e, i);
  type_word(LLVMTypeOf(LLVMIsAAtomicCmpXchgInst(i) ? LLVMGetOperand(i, 1) : i), word);
  if (llvm_checked_word(i) || returns_parts(i)) strcpy(word, "v");
  fprintf(e->out, "I %u %s %u %u %u ", number, word, at.file, at.line, at.column);
  llvm_put_text(e->out, name);
  llvm_put_rest(e, i);
  fputc('\n', e->out);
  if (LLVMIsAAllocaInst(i)) llvm_put_alloca_cells(e, i);
  if (llvm_allocates(i)) llvm_put_heap_cells(e, i);
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
    llvm_put_text(e->out, names[k]);
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
  place at = llvm_place_of(e, f);
  type_word(LLVMGetReturnType(LLVMGlobalGetValueType(f)), word);
  if (is_struct(LLVMGetReturnType(LLVMGlobalGetValueType(f)))) strcpy(word, "v");
  fprintf(e->out, "D %u ", number);
  llvm_put_text(e->out, LLVMGetValueName2(f, &n));
  fprintf(e->out, " %s %u %u %u\n", word, !LLVMIsDeclaration(f), at.file, at.line);
  if (!LLVMIsDeclaration(f)) put_body(e, f);
}

static void put_global(exporter *e, LLVMValueRef g, unsigned number) {
  size_t n;
  place at = llvm_place_of(e, g);
  LLVMTypeRef t = LLVMGlobalGetValueType(g);
  fprintf(e->out, "G %u ", number);
  llvm_put_text(e->out, LLVMGetValueName2(g, &n));
  fprintf(e->out, " %u %u %u %llu %u %u\n", LLVMIsThreadLocal(g) != 0, !LLVMIsDeclaration(g),
          LLVMIsGlobalConstant(g) != 0, llvm_size_of(e, t), at.file, at.line);
  llvm_put_cells(e, t, LLVMIsDeclaration(g) ? NULL : LLVMGetInitializer(g));
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
    llvm_put_text(out, why ? why : "LLVM cannot read it");
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
