// lower_data.c -- variables and channels of the model, and their initial values.
//
// A structure is spelled out into its leaves: scalars, or arrays of scalars
// with one dimension per array on the way. A channel variable that never
// changes is no variable at all: it is its channel.

#include "lang/promela/lower/lower.h"

// --- types

static sv_sort sort_of(const pml_lowering *l, const pml_type *t) {
  switch (t->kind) {
  case PML_BIT:
  case PML_BOOL: return sv_sort_bv(l->terms, 1, false);
  case PML_BYTE:
  case PML_PID:
  case PML_MTYPE: return sv_sort_bv(l->terms, 8, false);
  case PML_SHORT: return sv_sort_bv(l->terms, 16, true);
  case PML_INT: return l->number;
  case PML_UNSIGNED: return sv_sort_bv(l->terms, t->bits, false);
  case PML_CHAN: return sv_sort_ref(l->terms);
  case PML_STRUCT: break;
  }
  SV_UNREACHABLE();
}

uint32_t pml_leaf_count(const pml_type *t) {
  if (t->kind != PML_STRUCT) return 1;
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->record->fields; i++) n += pml_leaf_count(&t->record->field[i]->type);
  return n;
}

bool pml_is_chan(const pml_expr *e) {
  if (e->op != PML_E_VAR && e->op != PML_E_FIELD) return false;
  while (e->field) e = e->field;
  return e->var->type.kind == PML_CHAN;
}

static sv_words *new_words(pml_lowering *l, uint32_t count) {
  sv_words *w = SV_ARENA_NEW(l->model->arena, sv_words);
  w->names = SV_ARENA_ARRAY(l->model->arena, sv_name, count);
  w->count = count;
  return w;
}

static sv_words *words_of_bool(pml_lowering *l) {
  sv_words *w = new_words(l, 2);
  sv_name *names = (sv_name *)w->names;
  names[0] = sv_names_cstr(l->model->names, "false");
  names[1] = sv_names_cstr(l->model->names, "true");
  return w;
}

static sv_words *words_of_set(pml_lowering *l, const pml_mtype *set) {
  sv_words *w = new_words(l, PML_MTYPE_MAX + 1);
  sv_name *names = (sv_name *)w->names;
  for (uint32_t i = 0; i < set->members; i++) names[set->member[i]->value] = set->member[i]->name;
  return w;
}

const sv_words *pml_words_of(pml_lowering *l, const pml_type *t) {
  bool is_bool = t->kind == PML_BOOL;
  if (!is_bool && (t->kind != PML_MTYPE || !t->set)) return NULL;
  uint64_t key = is_bool ? 1 : pml_key(t->set);
  uint32_t known = sv_map_get(&l->words_of, key);
  if (known != SV_MAP_NONE) return l->words.at[known];
  sv_map_put(&l->words_of, key, l->words.n);
  sv_push(l->words, is_bool ? words_of_bool(l) : words_of_set(l, t->set));
  return sv_last(l->words);
}

// --- channel variables that change

static void note_assigned(pml_lowering *l, const pml_var *v) {
  if (v->type.kind == PML_CHAN) sv_map_put(&l->assigned, pml_key(v), 1);
  for (uint32_t i = 0; v->type.kind == PML_STRUCT && i < v->type.record->fields; i++)
    note_assigned(l, v->type.record->field[i]);
}

static void note_target(pml_lowering *l, const pml_expr *e) {
  if (e->op != PML_E_VAR) return;
  while (e->field) e = e->field;
  note_assigned(l, e->var);
}

static void note_stmt(pml_lowering *l, pml_proc *p, const pml_stmt *s);

static void note_block(pml_lowering *l, pml_proc *p, const pml_block *b) {
  for (uint32_t i = 0; i < b->n; i++) note_stmt(l, p, b->at[i]);
}

// `for` over a channel counts in a variable of its own.
static void add_counter(pml_lowering *l, pml_proc *p, const pml_stmt *s) {
  pml_var *v = SV_ARENA_NEW(l->arena, pml_var);
  *v = (pml_var){.name = sv_names_cstr(l->model->names, "_for"),
                 .span = s->head,
                 .type = {.kind = PML_BYTE},
                 .scope = PML_LOCAL,
                 .proc = p,
                 .index = p->vars,
                 .length = 1};
  pml_var **all = SV_ARENA_ARRAY(l->arena, pml_var *, p->vars + 1);
  for (uint32_t i = 0; i < p->vars; i++) all[i] = p->var[i];
  all[p->vars] = v;
  sv_map_put(&l->counters, pml_key(s), p->vars);
  p->var = all;
  p->vars++;
}

static void note_for(pml_lowering *l, pml_proc *p, const pml_stmt *s) {
  const pml_expr *e = s->value;
  note_target(l, s->target);
  while (e->field) e = e->field;
  if (e->var->type.kind == PML_CHAN && (!e->var->is_array || e->index)) add_counter(l, p, s);
}

static void note_stmt(pml_lowering *l, pml_proc *p, const pml_stmt *s) {
  if (s->kind == PML_S_ASSIGN) note_target(l, s->target);
  if (s->kind == PML_S_FOR_IN) note_for(l, p, s);
  if (s->kind == PML_S_RECEIVE)
    for (uint32_t i = 0; i < s->messages; i++) note_target(l, s->message[i]);
  note_block(l, p, &s->body);
  for (uint32_t i = 0; i < s->options; i++) note_block(l, p, &s->option[i]);
}

void pml_find_assigned(pml_lowering *l) {
  for (uint32_t i = 0; i < l->program->procs; i++) {
    pml_proc *p = l->program->proc[i];
    note_block(l, p, &p->body);
    for (uint32_t k = 0; k < p->vars; k++)
      if (k < p->params || p->var[k]->late) note_assigned(l, p->var[k]);
  }
}

static bool is_assigned(const pml_lowering *l, const pml_var *v) {
  return sv_map_get(&l->assigned, pml_key(v)) != SV_MAP_NONE;
}

// --- channels

static uint32_t width_of(const pml_chan_init *c) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->fields; i++)
    n += c->field[i].kind == PML_STRUCT ? c->field[i].record->width : 1;
  return n;
}

// If it is the only field, Spin keeps a bit as a byte, and does not truncate it.
static sv_sort sort_of_field(const pml_lowering *l, const pml_type *t, bool alone) {
  bool bit = t->kind == PML_BIT || t->kind == PML_BOOL;
  return bit && alone ? sv_sort_bv(l->terms, 8, false) : sort_of(l, t);
}

static void push_field(pml_lowering *l, pml_channel *c, const pml_type *t, uint32_t times,
                       bool alone) {
  if (t->kind == PML_STRUCT) {
    for (uint32_t k = 0; k < times; k++)
      for (uint32_t i = 0; i < t->record->fields; i++)
        push_field(l, c, &t->record->field[i]->type, (uint32_t)t->record->field[i]->length, alone);
    return;
  }
  for (uint32_t k = 0; k < times; k++) {
    c->sort[c->fields] = sort_of_field(l, t, alone);
    c->words[c->fields] = pml_words_of(l, t);
    c->is_chan[c->fields++] = t->kind == PML_CHAN;
  }
}

static uint32_t declare_channel(pml_lowering *l, const pml_leaf *leaf, sv_name name,
                                uint32_t owner) {
  const pml_chan_init *init = leaf->last->chan;
  pml_channel *c = SV_ARENA_NEW(l->arena, pml_channel);
  uint32_t width = width_of(init);
  c->sort = SV_ARENA_ARRAY(l->arena, sv_sort, width);
  c->words = SV_ARENA_ARRAY(l->model->arena, const sv_words *, width);
  c->is_chan = SV_ARENA_ARRAY(l->arena, bool, width);
  c->leaf = leaf;
  c->capacity = (uint32_t)init->capacity;
  for (uint32_t i = 0; i < init->fields; i++) push_field(l, c, &init->field[i], 1, width == 1);
  c->family = sv_model_queue(l->model, name, owner, leaf->cells, leaf->dimensions > 0, c->capacity,
                             c->sort, c->fields, leaf->last->span);
  l->model->queues.at[c->family].words = c->words;
  sv_fill(l->channels, c->family + 1);
  l->channels.at[c->family] = c;
  return c->family;
}

// --- leaves

static sv_name unique_name(pml_lowering *l, uint32_t owner, const char *text) {
  return sv_unique_name(l->model, &l->names_used, owner, text, '~');
}

// A value for every cell of an array with the given dimensions.
static sv_term nest(pml_lowering *l, const pml_leaf *leaf, sv_term cell, uint32_t dimension) {
  if (dimension == leaf->dimensions) return cell;
  sv_term inner = nest(l, leaf, cell, dimension + 1);
  sv_sort sort = sv_sort_array(l->terms, leaf->length[dimension], sv_sort_of(l->terms, inner));
  return sv_array_fill(l->terms, sort, inner);
}

static bool is_ref(const pml_lowering *l, sv_sort s) {
  return sv_sort_same(s, sv_sort_ref(l->terms));
}

static sv_term nest_channels(pml_here *here, const pml_leaf *leaf, uint32_t dimension,
                             uint32_t *next) {
  pml_lowering *l = here->l;
  if (dimension == leaf->dimensions) {
    uint32_t cell = (*next)++;
    if (!is_ref(l, leaf->sort))
      return sv_cast(l->terms, leaf->sort, pml_own_number(here, leaf, cell));
    sv_term at = leaf->dimensions ? sv_int_const(l->terms, cell) : SV_NONE;
    return sv_queue(l->terms, leaf->family, 0, at);
  }
  SV_VEC(sv_term) cells = {0};
  for (uint32_t i = 0; i < leaf->length[dimension]; i++)
    sv_push(cells, nest_channels(here, leaf, dimension + 1, next));
  sv_term array = sv_array(l->terms, cells.at, cells.n);
  sv_vec_free(cells);
  return array;
}

static sv_term known_value(void *context, const pml_leaf *leaf) {
  SV_UNUSED(context);
  return leaf->init;
}

static sv_term one_value(pml_here *here, const pml_leaf *leaf, const pml_expr *e) {
  bool number = !sv_sort_same(leaf->sort, sv_sort_ref(here->l->terms));
  return sv_cast(here->l->terms, leaf->sort, number ? pml_number(here, e) : pml_value(here, e));
}

static sv_term list_value(pml_here *here, const pml_leaf *leaf) {
  pml_lowering *l = here->l;
  SV_VEC(sv_term) cells = {0};
  sv_term zero = sv_const(l->terms, leaf->sort, sv_small(0));
  for (uint32_t i = 0; i < leaf->cells; i++)
    sv_push(cells, i < leaf->last->lists ? one_value(here, leaf, leaf->last->list[i]) : zero);
  sv_term array = sv_array(l->terms, cells.at, cells.n);
  sv_vec_free(cells);
  return array;
}

sv_term pml_initial(pml_here *here, const pml_leaf *leaf) {
  pml_lowering *l = here->l;
  const pml_var *v = leaf->last;
  uint32_t next = 0;
  if (leaf->family) return nest_channels(here, leaf, 0, &next);
  if (v->list && !v->late && leaf->root == v) return list_value(here, leaf);
  sv_term cell = sv_const(l->terms, leaf->sort, sv_small(0));
  if (v->init && !v->late && !leaf->root->late) cell = one_value(here, leaf, v->init);
  return nest(l, leaf, cell, 0);
}

sv_term pml_initial_at_start(pml_lowering *l, const pml_leaf *leaf, const pml_process *p) {
  pml_here here = pml_at(l, p, 0);
  here.local = known_value;
  here.at_start = true;
  return pml_initial(&here, leaf);
}

// Spin keeps arrays of bits as bytes, and does not truncate what is put into them.
static sv_sort sort_of_leaf(const pml_lowering *l, const pml_var *v) {
  bool bit = v->type.kind == PML_BIT || v->type.kind == PML_BOOL;
  return bit && v->is_array ? sv_sort_bv(l->terms, 8, false) : sort_of(l, &v->type);
}

static void finish_leaf(pml_lowering *l, pml_leaf *leaf, const char *text, const pml_process *p) {
  uint32_t owner = p ? p->template_number : SV_GLOBAL;
  sv_name name = unique_name(l, owner, text);
  bool is_chan = leaf->last->type.kind == PML_CHAN;
  leaf->sort = sort_of_leaf(l, leaf->last);
  if (is_chan && leaf->last->chan) leaf->family = declare_channel(l, leaf, name, owner);
  leaf->init = pml_initial_at_start(l, leaf, p);
  if (is_chan && !is_assigned(l, leaf->last) && (leaf->family || !leaf->last->init)) return;
  if (leaf->family) name = unique_name(l, owner, sv_arena_printf(l->model->arena, "%s'", text));
  leaf->variable = sv_model_variable(l->model, name, sv_sort_of(l->terms, leaf->init), owner,
                                     leaf->init, leaf->last->span);
  l->model->variables.at[leaf->variable].words = pml_words_of(l, &leaf->last->type);
}

// The leaves of `last`, which stands in `root` below the dimensions given.
static void declare_leaves(pml_lowering *l, const pml_var *root, const pml_var *last,
                           const char *text, const sv_u32s *outer, const pml_process *p) {
  sv_u32s dimensions = {0};
  for (uint32_t i = 0; i < outer->n; i++) sv_push(dimensions, outer->at[i]);
  if (last->is_array) sv_push(dimensions, (uint32_t)last->length);
  if (last->type.kind == PML_STRUCT) {
    for (uint32_t i = 0; i < last->type.record->fields; i++) {
      const pml_var *f = last->type.record->field[i];
      const char *name = sv_names_get(l->model->names, f->name);
      // Of an array its elements have the field, `a[1].f`; `[]` says where the index stands.
      bool holes = last->is_array && f->type.kind != PML_CHAN;
      const char *path = sv_arena_printf(l->model->arena, "%s%s.%s", text, holes ? "[]" : "", name);
      declare_leaves(l, root, f, path, &dimensions, p);
    }
  } else {
    pml_leaf *leaf = SV_ARENA_NEW(l->arena, pml_leaf);
    leaf->root = root;
    leaf->last = last;
    leaf->dimensions = dimensions.n;
    leaf->length = SV_ARENA_ARRAY(l->arena, uint32_t, dimensions.n + 1);
    leaf->cells = 1;
    for (uint32_t i = 0; i < dimensions.n; i++) leaf->cells *= leaf->length[i] = dimensions.at[i];
    sv_push(l->leaves, leaf);
    finish_leaf(l, leaf, text, p);
  }
  sv_vec_free(dimensions);
}

static void declare(pml_lowering *l, const pml_var *v, const pml_process *p) {
  static const sv_u32s none = {0};
  sv_map_put(&l->leaf_of, pml_key(v), l->leaves.n);
  declare_leaves(l, v, v, sv_names_get(l->model->names, v->name), &none, p);
}

void pml_declare_globals(pml_lowering *l) {
  for (uint32_t i = 0; i < l->program->globals; i++) declare(l, l->program->global[i], NULL);
}

void pml_declare_locals(pml_lowering *l, pml_process *p) {
  for (uint32_t i = 0; i < p->proc->vars; i++) declare(l, p->proc->var[i], p);
}

const pml_leaf *pml_leaf_at(const pml_lowering *l, const pml_var *root, uint32_t offset) {
  uint32_t first = sv_map_get(&l->leaf_of, pml_key(root));
  REQUIRE(first != SV_MAP_NONE, "every variable is declared");
  return l->leaves.at[first + offset];
}
