// lower_number.c -- the numbers of statements as Spin counts them.
//
// Spin's trails name a statement by a number. Statements are counted over all
// processes as the parser completes them: a plain statement counts one, an `if`
// or `unless` two behind its options, a loop three, a block or section one
// behind its inside, the end of a body one. A d_step is one step, so everything
// in it has the number of the section. The numbers guide the replay of trails
// (report/trail.h) and have no meaning for the model.

#include "lang/promela/lower.h"

typedef struct {
  pml_lowering *l;
  const pml_proc *proc;
  uint32_t next;
  uint32_t section;            // not 0: all inside of this d_step have its number
  bool in_inline;
} counter;

static void count_block(counter *, const pml_block *, bool drops);

uint32_t pml_statement_number(const pml_lowering *l, const pml_stmt *s) {
  uint32_t number = sv_map_get(&l->number_of, pml_key(s));
  return number == SV_MAP_NONE ? 0 : number;
}

static void count_one(counter *c, const pml_stmt *s) {
  uint32_t number = ++c->next;
  sv_map_put(&c->l->number_of, pml_key(s), c->section ? c->section : number);
}

static void count_options(counter *c, const pml_stmt *s) {
  for (uint32_t i = 0; i < s->options; i++) count_block(c, &s->option[i], !s->implied);
}

static void count_inside(counter *c, const pml_stmt *s) {
  bool in_inline = c->in_inline;
  c->in_inline |= s->call != 0;
  count_block(c, &s->body, false);
  c->in_inline = in_inline;
}

// Its number comes behind those of what is inside: count, and do it again.
static void count_d_step(counter *c, const pml_stmt *s) {
  counter ahead = *c;
  count_inside(&ahead, s);
  if (!c->section) ahead.section = ahead.next + 1;
  uint32_t section = c->section;
  c->section = ahead.section;
  count_inside(c, s);
  c->section = section;
  count_one(c, s);
}

static void count_sugar(counter *c, const pml_stmt *s) {
  pml_block list;
  pml_expand(c->l, c->proc, s, c->in_inline, &list);
  count_block(c, &list, false);
}

// The braces around the parts of an `unless` do not count.
static void count_part(counter *c, const pml_stmt *s) {
  if (s->kind == PML_S_BLOCK && !s->call) count_inside(c, s);
  else count_block(c, &(pml_block){(pml_stmt *[]){(pml_stmt *)(uintptr_t)s}, 1}, false);
}

static void count_stmt(counter *c, const pml_stmt *s) {
  switch (s->kind) {
  case PML_S_EXCLUSIVE: break;
  case PML_S_DECL:
  case PML_S_FOR:
  case PML_S_FOR_IN:
  case PML_S_SELECT: count_sugar(c, s); break;
  case PML_S_IF: count_options(c, s), c->next += 2; break;
  case PML_S_DO: count_options(c, s), c->next += 3; break;
  case PML_S_D_STEP: count_d_step(c, s); break;
  case PML_S_ATOMIC:
  case PML_S_BLOCK: count_inside(c, s), c->next += 1; break;
  case PML_S_UNLESS:
    count_part(c, s->body.at[0]), count_part(c, s->body.at[1]), c->next += 2;
    break;
  default: count_one(c, s);
  }
}

static void count_block(counter *c, const pml_block *b, bool drops) {
  SV_UNUSED(drops);
  for (uint32_t i = 0; i < b->n; i++) count_stmt(c, b->at[i]);
}

void pml_number_statements(pml_lowering *l) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < l->program->procs; i++) {
    counter c = {.l = l, .proc = l->program->proc[i], .next = next};
    count_block(&c, &c.proc->body, false);
    next = ++c.next;
    l->process[i].end_number = next;
  }
}
