// lower_count.c -- the numbers of statements as Spin counts them.
//
// Spin's trails name a statement by a number. Statements are counted over all
// processes as the parser completes them: a plain statement counts one, an `if`
// or `unless` two behind its options, a loop three, a block or section one
// behind its inside, the end of a body one, a jump with a label that
// two are looked at, of which the second one is the step. A d_step is one step, so everything
// in it has the number of the section. The numbers guide the replay of trails
// (report/trail.h) and have no meaning for the model.

#include "lang/promela/lower/lower.h"

typedef struct {
  pml_lowering *l;
  const pml_proc *proc;
  uint32_t next;
  uint32_t section;  // not 0: all inside of this d_step have its number
} counter;

static void count_block(counter *, const pml_block *);
static void count_contents(counter *, const pml_stmt *);
static void count_itself(counter *, const pml_stmt *);

uint32_t pml_statement_number(const pml_lowering *l, const pml_stmt *s) {
  uint32_t number = sv_map_get(&l->number_of, pml_key(s));
  return number == SV_MAP_NONE ? 0 : number;
}

uint32_t pml_state_number(const pml_lowering *l, const pml_stmt *s) {
  uint32_t number = sv_map_get(&l->state_of, pml_key(s));
  return number == SV_MAP_NONE ? 0 : number;
}

static void count_state(counter *c, const pml_stmt *s, uint32_t number) {
  sv_map_put(&c->l->state_of, pml_key(s), c->section ? c->section : number);
}

static void count_one(counter *c, const pml_stmt *s) {
  uint32_t number = ++c->next;
  count_state(c, s, number);
  sv_map_put(&c->l->number_of, pml_key(s), c->section ? c->section : number);
}

// The first of several numbers is that of its control state.
static void count_several(counter *c, const pml_stmt *s, uint32_t numbers) {
  count_state(c, s, c->next + 1);
  c->next += numbers;
}

static void count_options(counter *c, const pml_stmt *s) {
  for (uint32_t i = 0; i < s->options; i++) count_block(c, &s->option[i]);
}

static void count_inside(counter *c, const pml_stmt *s) { count_block(c, &s->body); }

static void count_sugar(counter *c, const pml_stmt *s) {
  pml_block list;
  pml_expand(c->l, c->proc, s, &list);
  count_block(c, &list);
}

// Spin counts a structure too, which has nothing to assign.
static void count_declaration(counter *c, const pml_stmt *s) {
  count_sugar(c, s);
  for (uint32_t i = 0; i < s->vars; i++)
    c->next += s->var[i]->late && s->var[i]->type.kind == PML_STRUCT;
}

static bool is_braces(const pml_stmt *s) { return s->kind == PML_S_BLOCK && !s->call; }

// What is inside of both parts, then what stands for the escape, then for the
// main part; braces around a part count for nothing.
static void count_unless(counter *c, const pml_stmt *s) {
  for (uint32_t i = 0; i < 2; i++) count_contents(c, s->body.at[i]);
  for (uint32_t i = 2; i--;)
    if (!is_braces(s->body.at[i])) count_itself(c, s->body.at[i]);
  count_several(c, s, 2);
}

static void count_contents(counter *c, const pml_stmt *s) {
  switch (s->kind) {
  case PML_S_DECL: count_declaration(c, s); break;
  case PML_S_FOR:
  case PML_S_FOR_IN:
  case PML_S_SELECT: count_sugar(c, s); break;
  case PML_S_IF:
  case PML_S_DO: count_options(c, s); break;
  case PML_S_D_STEP:
  case PML_S_ATOMIC:
  case PML_S_BLOCK: count_inside(c, s); break;
  case PML_S_UNLESS: count_unless(c, s); break;
  default: break;
  }
}

// Now that its number is known, everything inside gets it.
static void count_d_step(counter *c, const pml_stmt *s) {
  count_one(c, s);
  counter again = *c;
  if (!again.section) again.section = c->next;
  count_inside(&again, s);
}

static void count_itself(counter *c, const pml_stmt *s) {
  switch (s->kind) {
  case PML_S_DECL:
  case PML_S_FOR:
  case PML_S_FOR_IN:
  case PML_S_SELECT:
  case PML_S_UNLESS:
  case PML_S_EXCLUSIVE: break;
  case PML_S_IF: count_several(c, s, 2); break;
  case PML_S_DO: count_several(c, s, 3); break;
  case PML_S_ATOMIC:
  case PML_S_BLOCK: count_several(c, s, 1); break;
  case PML_S_D_STEP: count_d_step(c, s); break;
  case PML_S_GOTO:
  case PML_S_BREAK: c->next += pml_is_marked(c->l, s), count_one(c, s); break;
  default: count_one(c, s);
  }
}

static void count_block(counter *c, const pml_block *b) {
  for (uint32_t i = 0; i < b->n; i++) {
    count_contents(c, b->at[i]);
    count_itself(c, b->at[i]);
  }
}

void pml_number_statements(pml_lowering *l) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < l->program->procs; i++) {
    counter c = {.l = l, .proc = l->program->proc[i], .next = next};
    l->process[i].first_number = next;
    count_block(&c, &c.proc->body);
    next = ++c.next;
    l->process[i].end_number = next;
  }
}
