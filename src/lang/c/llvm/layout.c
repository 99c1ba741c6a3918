// layout.c -- a type as cells of memory: scalars, and rows of scalars.
//
// Arrays in structures in arrays are rows of rows with gaps between them: such a table is
// written as several cells, one for each row or one for each column, whichever are fewer.

#include <stdint.h>

#include "lang/c/llvm/export.h"

enum { MOST_HEAP = 1 << 16, MOST_ELEMENTS = 16, MOST_PARTS = 64, MOST_PATH = 64 };

// ---- cells

typedef struct {
  unsigned long long count, stride;
} dimension;

typedef struct {
  LLVMTypeRef type;  // of the scalar
  LLVMValueRef init;
  dimension outer[MOST_DIMENSIONS];
  unsigned depth;
  unsigned path[MOST_PATH], length;  // numbers of members, UINT32_MAX: all elements
} cell_walk;

// Dimensions from the inside that lie without gaps are one; those behind the first gap another.
typedef struct {
  dimension inner, outer;
  bool fits;  // there is no second gap
} table;

static table table_of(exporter *e, const cell_walk *w) {
  table t = {{1, llvm_size_of(e, w->type)}, {1, 0}, true};
  for (unsigned i = w->depth; i-- > 0;) {
    dimension d = w->outer[i], *row = t.outer.count > 1 ? &t.outer : &t.inner;
    if (d.count == 1) continue;
    if (row->count == 1) *row = d;
    else if (d.stride == row->count * row->stride) row->count *= d.count;
    else if (row == &t.inner) t.outer = d;
    else t.fits = false;
  }
  return t;
}

// First values: those of one part of a table, with their numbers there.
typedef struct {
  exporter *e;
  table t;
  bool by_row;  // parts are rows, else columns
  unsigned long long part, next;
} first_values;

static void put_element(first_values *x, LLVMValueRef init) {
  unsigned long long n = x->next++, row = n / x->t.inner.count, column = n % x->t.inner.count;
  if ((x->by_row ? row : column) != x->part) return;
  fprintf(x->e->out, "V %llu", x->by_row ? column : row);
  llvm_put_operand(x->e, init);
  fputc('\n', x->e->out);
}

static void put_init(first_values *, LLVMValueRef init, const unsigned *path, unsigned depth,
                     unsigned at);

static void put_part(exporter *e, const cell_walk *w, table t, bool by_row, unsigned part,
                     unsigned long long offset, unsigned parts) {
  char word[16];
  type_word(w->type, word);
  if (!t.fits) strcpy(word, "x");
  dimension row = by_row ? t.inner : t.outer;
  offset += part * (by_row ? t.outer.stride : t.inner.stride);
  fprintf(e->out, "C %llu %s %llu %llu %u\n", offset, word, row.count, row.stride, parts);
  first_values x = {e, t, by_row, part, 0};
  if (w->init && t.fits) put_init(&x, w->init, w->path, w->length, 0);
}

// One cell, or where there is a gap one for each row or column: the first says how many.
static void put_cell(exporter *e, const cell_walk *w, unsigned long long offset) {
  table t = table_of(e, w);
  bool by_row = t.outer.count <= t.inner.count;
  unsigned long long parts = by_row ? t.outer.count : t.inner.count;
  if (parts > MOST_PARTS) t.fits = false;
  if (!t.fits) by_row = true, parts = 1;
  for (unsigned k = 0; k < parts; k++)
    put_part(e, w, t, by_row, k, offset, k ? 0 : (unsigned)parts);
}

static void cells(exporter *e, LLVMTypeRef t, cell_walk *w, unsigned long long offset) {
  if (is_struct(t) && w->length < MOST_PATH) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++) {
      w->path[w->length++] = i;
      cells(e, LLVMStructGetTypeAtIndex(t, i), w,
            offset + LLVMOffsetOfElement(e->unit.layout, t, i));
      w->length--;
    }
  } else if (is_array(t) && w->depth < MOST_DIMENSIONS && w->length < MOST_PATH) {
    LLVMTypeRef element = LLVMGetElementType(t);
    w->outer[w->depth++] = (dimension){LLVMGetArrayLength(t), llvm_size_of(e, element)};
    w->path[w->length++] = UINT32_MAX;
    if (LLVMGetArrayLength(t)) cells(e, element, w, offset);
    w->length--;
    w->depth--;
  } else {
    w->type = t;
    put_cell(e, w, offset);
  }
}

static LLVMValueRef element_of(LLVMValueRef c, unsigned i) {
  if (LLVMIsAConstantDataSequential(c)) return LLVMGetElementAsConstant(c, i);
  return LLVMGetOperand(c, i);
}

// The initial values along one path of member numbers (UINT32_MAX: all elements).
static void put_init(first_values *x, LLVMValueRef init, const unsigned *path, unsigned depth,
                     unsigned at) {
  if (LLVMIsAConstantAggregateZero(init) || LLVMIsNull(init) || LLVMIsUndef(init)) {
    unsigned long long skipped = 1;
    LLVMTypeRef t = LLVMTypeOf(init);
    for (; at < depth; at++) {
      if (path[at] == UINT32_MAX) skipped *= LLVMGetArrayLength(t);
      t = path[at] == UINT32_MAX ? LLVMGetElementType(t) : LLVMStructGetTypeAtIndex(t, path[at]);
    }
    x->next += skipped;
    return;
  }
  if (at == depth) put_element(x, init);
  else if (path[at] != UINT32_MAX) put_init(x, element_of(init, path[at]), path, depth, at + 1);
  else
    for (unsigned i = 0; i < LLVMGetArrayLength(LLVMTypeOf(init)); i++)
      put_init(x, element_of(init, i), path, depth, at + 1);
}

void llvm_put_cells(exporter *e, LLVMTypeRef t, LLVMValueRef init) {
  cell_walk w = {.init = init};
  cells(e, t, &w, 0);
}

// ---- objects on the heap

bool llvm_allocates(LLVMValueRef i) {
  LLVMValueRef f = LLVMIsACallInst(i) ? callee_of(i) : NULL;
  size_t n;
  const char *name = f && LLVMIsDeclaration(f) ? LLVMGetValueName2(f, &n) : "";
  return !strcmp(name, "malloc") || !strcmp(name, "calloc") || !strcmp(name, "realloc");
}

static bool is_realloc(LLVMValueRef i) {
  size_t n;
  return !strcmp(LLVMGetValueName2(callee_of(i), &n), "realloc");
}

// What the program takes the memory for: the type it is cast to, else bytes.
static LLVMTypeRef element_type(exporter *e, LLVMValueRef call) {
  for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsABitCastInst(user)) continue;
    LLVMTypeRef t = LLVMGetElementType(LLVMTypeOf(user));
    if (LLVMTypeIsSized(t) && llvm_size_of(e, t)) return t;
  }
  return LLVMInt8TypeInContext(e->unit.context);
}

static unsigned long long constant_of(LLVMValueRef v) {
  return LLVMIsAConstantInt(v) ? LLVMConstIntGetZExtValue(v) : 0;
}

// Where the size is not a constant, room for a few elements; -1 says so.
void llvm_put_heap_cells(exporter *e, LLVMValueRef i) {
  bool again = is_realloc(i), two = LLVMGetNumArgOperands(i) == 2 && !again;
  LLVMValueRef first = LLVMGetOperand(i, again);
  bool known = LLVMIsAConstantInt(first) && (!two || LLVMIsAConstantInt(LLVMGetOperand(i, 1)));
  unsigned long long size = constant_of(first);
  if (two) size *= constant_of(LLVMGetOperand(i, 1));
  LLVMTypeRef t = element_type(e, i);
  if (known && size < llvm_size_of(e, t)) t = LLVMInt8TypeInContext(e->unit.context);
  if (size > MOST_HEAP) return;
  unsigned long long count = known ? size / llvm_size_of(e, t) : MOST_ELEMENTS;
  fprintf(e->out, "H %lld\n", known ? (long long)size : -1);
  llvm_put_cells(e, LLVMArrayType(t, (unsigned)count), NULL);
}

void llvm_put_alloca_cells(exporter *e, LLVMValueRef i) {
  LLVMTypeRef t = LLVMGetAllocatedType(i);
  bool one = LLVMIsAConstantInt(LLVMGetOperand(i, 0));
  if (one)
    fprintf(e->out, "H %llu\n", llvm_size_of(e, t));  // with what lies behind the last member
  llvm_put_cells(e, one ? t : LLVMArrayType(t, MOST_ELEMENTS), NULL);
}
