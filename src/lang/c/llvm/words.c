// words.c -- words of the lines: texts, places, operands, constant addresses.

#define _GNU_SOURCE

#include <llvm-c/DebugInfo.h>
#include <stdint.h>
#include <stdlib.h>

#include "lang/c/llvm/export.h"

enum { MOST_TEXT = 120 };

// ---- words

static void put_escaped(FILE *out, const char *s, size_t n) {
  if (!n) fputs("%", out);
  for (size_t i = 0; i < n; i++)
    if (s[i] <= ' ' || s[i] == '%' || s[i] == 127) fprintf(out, "%%%02x", (unsigned char)s[i]);
    else fputc(s[i], out);
}

void llvm_put_text(FILE *out, const char *s) { put_escaped(out, s, strlen(s)); }

void llvm_put_value_text(exporter *e, LLVMValueRef v) {
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
  llvm_put_text(e->out, path);
  fputc('\n', e->out);
  return e->file_count;
}

place llvm_place_of(exporter *e, LLVMValueRef v) {
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

// ---- operands

static bool address_of(exporter *e, LLVMValueRef v, LLVMValueRef *base, long long *offset);

static void step(steps *s, LLVMValueRef index, unsigned long long stride) {
  if (LLVMIsAConstantInt(index)) s->offset += LLVMConstIntGetSExtValue(index) * (long long)stride;
  else if (s->parts == MOST_DIMENSIONS) s->fits = false;
  else {
    s->part[s->parts].index = index;
    s->part[s->parts++].stride = stride;
  }
}

steps llvm_steps_of(exporter *e, LLVMValueRef gep) {
  steps s = {.fits = true};
  LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
  step(&s, LLVMGetOperand(gep, 1), llvm_size_of(e, t));
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep) && s.fits; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (is_struct(t)) {
      unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
      s.offset += (long long)LLVMOffsetOfElement(e->unit.layout, t, member);
      t = LLVMStructGetTypeAtIndex(t, member);
    } else if (is_array(t)) {
      t = LLVMGetElementType(t);
      step(&s, index, llvm_size_of(e, t));
    } else s.fits = false;
  }
  return s;
}

static bool gep_address(exporter *e, LLVMValueRef v, LLVMValueRef *base, long long *offset) {
  steps s = llvm_steps_of(e, v);
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

unsigned llvm_function_number(exporter *e, LLVMValueRef v) {
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
    llvm_put_value_text(e, v);
  } else if (LLVMIsAFunction(base)) fprintf(e->out, " &%u", llvm_function_number(e, base));
  else fprintf(e->out, " @%u+%lld", global_number(e, base), offset);
}

void llvm_put_operand(exporter *e, LLVMValueRef v) {
  if (LLVMIsAInstruction(v) || LLVMIsAArgument(v)) fprintf(e->out, " $%u", number_of(v));
  else put_constant(e, v);
}
