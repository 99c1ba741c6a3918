// ir_read.c -- the lines of the LLVM module as a program.

#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>

#include "lang/c/goal.h"
#include "lang/c/ir.h"

typedef struct {
  sv_model *model;
  sv_arena *arena;
  uint32_t file;  // the program's own
  const char *at;
  bool bad;
  sv_text *why;
  sv_u32s files;  // of the sources, by number of the lines; [0] unused
  SV_VEC(c_object) objects;
  SV_VEC(c_function) functions;
  SV_VEC(c_cell) cells;
  SV_VEC(c_first) firsts;
  SV_VEC(c_param) params;
  SV_VEC(c_block) blocks;
  SV_VEC(c_inst) insts;
  SV_VEC(c_operand) operands;
} reader;

// ---- words

static bool at_end(const reader *r) { return *r->at == '\n' || !*r->at; }

static char *word(reader *r) {
  while (*r->at == ' ') r->at++;
  size_t n = strcspn(r->at, " \n");
  char *w = sv_arena_strndup(r->arena, r->at, n);
  r->at += n;
  r->bad |= !n;
  return w;
}

static char *text(reader *r) {
  char *w = word(r), *to = w;
  for (const char *s = w; *s; s++) {
    unsigned c = (unsigned char)*s;
    if (c == '%' && (!s[1] || !s[2])) break;
    if (c == '%') c = (unsigned)strtoul((char[]){s[1], s[2], 0}, NULL, 16), s += 2;
    *to++ = (char)c;
  }
  *to = 0;
  return w;
}

static int64_t number(reader *r) {
  char *w = word(r), *end;
  int64_t n = w[0] == '-' ? strtoll(w, &end, 10) : (int64_t)strtoull(w, &end, 10);
  r->bad |= *end != 0;
  return n;
}

static uint32_t small(reader *r) { return (uint32_t)number(r); }

static c_type type_of(const char *w) {
  if (w[0] == 'i') return (c_type){C_INT, (uint32_t)strtoul(w + 1, NULL, 10)};
  return (c_type){w[0] == 'p' ? C_POINTER : w[0] == 'v' ? C_VOID : C_OTHER, 0};
}

static c_operand operand(reader *r) {
  while (*r->at == ' ') r->at++;
  if (*r->at == '!') return r->at++, (c_operand){.kind = C_STRANGE, .text = text(r)};
  char *w = word(r), *colon = strchr(w, ':'), *plus = strchr(w, '+');
  uint32_t n = (uint32_t)strtoul(w + (w[0] != 0), NULL, 10);
  if (w[0] == '$') return (c_operand){.kind = C_VALUE, .number = n};
  if (w[0] == '&') return (c_operand){.kind = C_FUNCTION, .number = n};
  if (w[0] == '@' && plus)
    return (c_operand){.kind = C_ADDRESS, .number = n, .bits = strtoll(plus + 1, NULL, 10)};
  if (!strcmp(w, "null")) return (c_operand){.kind = C_NULL};
  if (w[0] == 'u' && colon) return (c_operand){.kind = C_UNDEF, .type = type_of(colon + 1)};
  if ((w[0] == 'i' || w[0] == 'p') && colon)
    return (c_operand){
        .kind = C_CONSTANT, .type = type_of(w), .bits = (int64_t)strtoull(colon + 1, NULL, 10)};
  return (c_operand){.kind = C_NUMBER, .bits = strtoll(w, NULL, 10)};
}

// ---- places

static uint32_t source_of(reader *r, const char *path) {
  // Lines of our own: support.c, goal.c.
  if (!strncmp(path, "/proc/self/fd/", 14) || strstr(path, "/" C_GOAL_FILE)) return 0;
  char *own = realpath(sv_source_path(r->model->sources, r->file), NULL);
  char *that = realpath(path, NULL);
  bool same = !own || !that || !strcmp(own, that);
  free(own), free(that);
  const char *why;
  if (same) return r->file;
  for (uint32_t i = 1; i <= sv_sources_count(r->model->sources); i++)
    if (!strcmp(sv_source_path(r->model->sources, i), path)) return i;
  return sv_sources_read(r->model->sources, path, &why);
}

static bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static sv_span place(reader *r, uint32_t file, uint32_t line, uint32_t column) {
  uint32_t source = file < r->files.n ? r->files.at[file] : 0;
  size_t n = 0;
  if (!source || !line) return SV_NOWHERE;
  const char *whole = sv_source_text(r->model->sources, source);
  const char *at = sv_source_line(r->model->sources, source, line, &n);
  if (!at) return SV_NOWHERE;
  size_t skip = column ? column - 1 : 0, end;
  if (skip > n) skip = n;
  for (end = skip; end < n && is_word_char(at[end]); end++) continue;
  if (end == skip && end < n) end++;
  uint32_t begin = (uint32_t)(at - whole);
  return (sv_span){source, begin + (uint32_t)skip, begin + (uint32_t)end};
}

// ---- what is collected moves to its owner

static void close_cell(reader *r) {
  if (r->cells.n)
    SV_ARENA_KEEP(r->arena, r->firsts, sv_last(r->cells).first, sv_last(r->cells).firsts);
}

static void close_object(reader *r) {
  close_cell(r);
  c_object *o = r->insts.n ? sv_last(r->insts).object : r->objects.n ? &sv_last(r->objects) : NULL;
  if (o && r->cells.n) SV_ARENA_KEEP(r->arena, r->cells, o->cell, o->cells);
}

static void close_block(reader *r) {
  close_object(r);
  if (r->blocks.n)
    SV_ARENA_KEEP(r->arena, r->insts, sv_last(r->blocks).inst, sv_last(r->blocks).insts);
}

static void index_values(reader *r, c_function *f) {
  f->define = SV_ARENA_ARRAY(r->arena, const c_inst *, f->values + 1);
  for (uint32_t b = 0; b < f->blocks; b++)
    for (uint32_t i = 0; i < f->block[b].insts; i++)
      f->define[f->block[b].inst[i].value] = &f->block[b].inst[i];
}

static void close_function(reader *r) {
  close_block(r);
  if (!r->functions.n) return;
  c_function *f = &sv_last(r->functions);
  if (r->params.n) SV_ARENA_KEEP(r->arena, r->params, f->param, f->params);
  if (r->blocks.n) SV_ARENA_KEEP(r->arena, r->blocks, f->block, f->blocks);
  if (f->values < f->params) f->values = f->params;
  index_values(r, f);
}

// ---- lines

static void read_global(reader *r) {
  close_object(r);
  r->bad |= small(r) != r->objects.n;
  c_object o = {.name = text(r)};
  o.thread_local = number(r) != 0;
  o.defined = number(r) != 0;
  o.constant = number(r) != 0;
  o.size = number(r);
  uint32_t file = small(r), line = small(r);
  o.span = place(r, file, line, 1);
  sv_push(r->objects, o);
}

static void read_function(reader *r) {
  if (r->functions.n) close_function(r);
  else close_object(r);
  r->bad |= small(r) != r->functions.n;
  c_function f = {.name = text(r)};
  f.result = type_of(word(r));
  f.defined = number(r) != 0;
  uint32_t file = small(r), line = small(r);
  f.span = place(r, file, line, 1);
  sv_push(r->functions, f);
}

static void read_cell(reader *r) {
  close_cell(r);
  c_cell c = {.offset = number(r)};
  c.type = type_of(word(r));
  c.count = small(r);
  c.stride = number(r);
  c.parts = small(r);
  sv_push(r->cells, c);
}

static c_opcode opcode(reader *r) {
  static const char *const words[] = {
#define X(NAME, TEXT) TEXT,
      C_OPCODES(X)
#undef X
  };
  char *w = word(r);
  for (uint32_t i = 0; i < SV_COUNT(words); i++)
    if (!strcmp(w, words[i])) return (c_opcode)i;
  r->bad = true;
  return C_UNSUPPORTED;
}

static void read_operands(reader *r, c_inst *i) {
  if (i->op == C_UNSUPPORTED) sv_push(r->operands, (c_operand){.kind = C_STRANGE, .text = text(r)});
  if (i->op == C_RMW) sv_push(r->operands, (c_operand){.kind = C_STRANGE, .text = text(r)});
  while (!at_end(r)) sv_push(r->operands, operand(r));
  SV_ARENA_KEEP(r->arena, r->operands, i->operand, i->operands);
}

static void read_instruction(reader *r) {
  close_object(r);
  c_inst i = {.value = small(r)};
  i.type = type_of(word(r));
  uint32_t file = small(r), line = small(r), column = small(r);
  i.span = place(r, file, line, column);
  i.name = text(r);
  i.op = opcode(r);
  if (i.op == C_ALLOCA) {
    i.object = SV_ARENA_NEW(r->arena, c_object);
    *i.object = (c_object){.name = i.name, .defined = true, .span = i.span};
  }
  read_operands(r, &i);
  if (i.op == C_ALLOCA && i.operands) i.object->size = -1;
  if (!r->functions.n || !r->blocks.n) r->bad = true;
  else {
    c_function *f = &sv_last(r->functions);
    if (i.value >= f->values) f->values = i.value + 1;
    sv_push(r->insts, i);
  }
}

static void read_line(reader *r, char kind) {
  switch (kind) {
  case 'F': sv_push(r->files, source_of(r, text(r))); return;
  case 'G': read_global(r); return;
  case 'C': read_cell(r); return;
  case 'V': {
    uint32_t index = small(r);
    sv_push(r->firsts, (c_first){index, operand(r)});
    return;
  }
  case 'D': read_function(r); return;
  case 'P': {
    c_type type = type_of(word(r));
    sv_push(r->params, (c_param){type, text(r)});
    return;
  }
  case 'B':
    close_block(r);
    sv_push(r->blocks, (c_block){0});
    return;
  case 'I': read_instruction(r); return;
  case 'H': {
    if (!r->insts.n) break;
    c_object *o = sv_last(r->insts).object = SV_ARENA_NEW(r->arena, c_object);
    *o =
        (c_object){.name = sv_last(r->insts).name, .defined = true, .span = sv_last(r->insts).span};
    o->size = number(r);
    return;
  }
  case 'E': sv_text_string(r->why, text(r)); return;
  }
  r->bad = true;
}

static void release(reader *r) {
  sv_vec_free(r->files), sv_vec_free(r->objects), sv_vec_free(r->functions);
  sv_vec_free(r->cells), sv_vec_free(r->firsts), sv_vec_free(r->params);
  sv_vec_free(r->blocks), sv_vec_free(r->insts), sv_vec_free(r->operands);
}

static c_program *finish(reader *r) {
  if (r->functions.n) close_function(r);
  else close_object(r);
  c_program *p = SV_ARENA_NEW(r->arena, c_program);
  SV_ARENA_KEEP(r->arena, r->objects, p->object, p->objects);
  SV_ARENA_KEEP(r->arena, r->functions, p->function, p->functions);
  return p;
}

c_program *c_ir_read(sv_model *m, uint32_t file, const char *lines, sv_text *why) {
  reader r = {.model = m, .arena = m->arena, .file = file, .at = lines, .why = why};
  sv_push(r.files, 0);
  while (*r.at && *r.at != '.' && !r.bad) {
    char kind = *r.at++;
    read_line(&r, kind);
    r.bad |= *r.at != '\n';
    r.at += *r.at == '\n';
  }
  bool whole = *r.at == '.' && !r.bad;
  if (!whole) sv_text_string(why, "the LLVM module stopped in the middle of its output");
  c_program *p = whole && !why->n ? finish(&r) : NULL;
  release(&r);
  return p;
}

// ---- small questions

uint32_t c_first_step(const c_block *b) {
  uint32_t i = 0;
  while (i < b->insts && b->inst[i].op == C_PHI) i++;
  return i;
}

const c_function *c_callee(const c_program *p, const c_inst *i) {
  assert(i->op == C_CALL && i->operands && i->operand[0].kind == C_NUMBER);
  return &p->function[i->operand[0].bits];
}

const char *c_callee_name(const c_program *p, const c_inst *i) {
  return i->op == C_CALL ? c_callee(p, i)->name : "";
}
