// emit_queue.c -- arrays and queues in generated code.
//
// Cells of an array that share a word are found by a shift that is computed;
// other arrays, and queues that are not known before the run, by tables of
// fields. A queue that is known, does not defer and is used as a queue gets two
// functions of its own: a message is written behind the last one by a switch
// over the length, and all move up by one when the first is taken, whole
// stretches of a word at once.

#include "exec/emit_inside.h"

#include <inttypes.h>

enum { MOST_WRITTEN_OUT = 256 };  // fields of a queue that has functions of its own

static uint64_t mask_of(sv_field f) { return f.bits ? UINT64_MAX >> (64 - f.bits) : 0; }

// ---- arrays

static const sv_net_var *var_at(const sv_net *net, int64_t first_cell) {
  for (uint32_t i = 0; i < net->vars.n; i++)
    if (net->vars.at[i].cells && net->vars.at[i].first_cell == first_cell) return &net->vars.at[i];
  SV_UNREACHABLE();
}

// All cells lie in one word, in order.
static bool shares_word(const sv_layout *layout, const sv_net_var *v) {
  const sv_field *f = &layout->cells[v->first_cell];
  for (uint32_t i = 1; i < v->cells; i++)
    if (f[i].word != f->word || f[i].shift != f->shift + i * f->bits) return false;
  return true;
}

static void put_shift(const sv_emitter *e, sv_field f, uint32_t reg) {
  sv_text_printf(e->out, "(%u + %u * ", f.shift, f.bits);
  sv_emit_register(e, reg);
  sv_text_char(e->out, ')');
}

static void put_shared_read(const sv_emitter *e, const sv_ins *i, sv_field f, char words) {
  sv_emit_number(e->out, f.base);
  if (!f.bits) return;
  sv_text_printf(e->out, " + (i64)(%c[%u] >> ", words, f.word);
  put_shift(e, f, i->a);
  sv_text_string(e->out, " & ");
  sv_emit_word(e->out, mask_of(f));
  sv_text_char(e->out, ')');
}

static void put_read(const sv_emitter *e, const sv_ins *i) {
  const sv_net_var *v = var_at(e->net, i->k);
  char words = i->op == SV_CODE_READ ? 's' : 't';
  sv_emit_register(e, i->to);
  sv_text_string(e->out, " = ");
  sv_emit_register(e, i->a);
  sv_text_string(e->out, " < 0 ? 0 : ");
  if (shares_word(e->layout, v)) {
    put_shared_read(e, i, e->layout->cells[v->first_cell], words);
  } else {
    sv_text_printf(e->out, "step_get(%c, &step_cells[%" PRId64 " + ", words, i->k);
    sv_emit_register(e, i->a);
    sv_text_string(e->out, "])");
  }
  sv_text_char(e->out, ';');
}

static void put_shared_write(const sv_emitter *e, const sv_ins *i, sv_field f) {
  sv_text_printf(e->out, "t[%u] = (t[%u] & ~(", f.word, f.word);
  sv_emit_word(e->out, mask_of(f));
  sv_text_string(e->out, " << ");
  put_shift(e, f, i->a);
  sv_text_string(e->out, ")) | ((u64)");
  sv_emit_register(e, i->b);
  sv_text_string(e->out, " - (u64)");
  sv_emit_number(e->out, f.base);
  sv_text_string(e->out, ") << ");
  put_shift(e, f, i->a);
}

static void put_write(const sv_emitter *e, const sv_ins *i) {
  const sv_net_var *v = var_at(e->net, i->k);
  sv_field f = e->layout->cells[v->first_cell];
  bool shared = shares_word(e->layout, v);
  if (shared && !f.bits) return;
  sv_text_string(e->out, "if (");
  sv_emit_register(e, i->a);
  sv_text_string(e->out, " >= 0) ");
  if (shared) {
    put_shared_write(e, i, f);
  } else {
    sv_text_printf(e->out, "step_set(t, &step_cells[%" PRId64 " + ", i->k);
    sv_emit_register(e, i->a);
    sv_text_string(e->out, "], ");
    sv_emit_register(e, i->b);
    sv_text_char(e->out, ')');
  }
  sv_text_char(e->out, ';');
}

void sv_emit_cell(sv_emitter *e, const sv_ins *i) {
  if (i->op == SV_CODE_WRITE) put_write(e, i);
  else put_read(e, i);
}

// ---- tables

static void put_field(sv_text *out, sv_field f) {
  sv_text_printf(out, "{%u, %u, ", f.word, f.shift);
  sv_emit_word(out, mask_of(f));
  sv_text_string(out, ", ");
  sv_emit_number(out, f.base);
  sv_text_string(out, "}");
}

static void put_cells(const sv_emitter *e) {
  sv_text_string(e->out, "STEP_TABLE step_field step_cells[] = {\n");
  for (uint32_t i = 0; i < e->net->cells || !i; i++) {
    put_field(e->out, i < e->net->cells ? e->layout->cells[i] : (sv_field){0});
    sv_text_string(e->out, ",\n");
  }
  sv_text_string(e->out, "};\n");
}

static void put_slots(const sv_emitter *e) {
  sv_text_string(e->out, "STEP_TABLE step_field step_slots[] = {\n");
  for (uint32_t q = 0; q < e->net->queues.n; q++) {
    uint32_t n = e->net->queues.at[q].capacity * e->net->queues.at[q].field_count;
    for (uint32_t i = 0; i < n; i++) {
      put_field(e->out, e->layout->queues[q].slots[i]);
      sv_text_string(e->out, ",\n");
    }
  }
  sv_text_string(e->out, "{0, 0, 0, 0}};\nSTEP_TABLE i64 step_ranges[] = {\n");
  for (uint32_t q = 0; q < e->net->queues.n; q++)
    for (uint32_t f = 0; f < e->net->queues.at[q].field_count; f++) {
      sv_emit_number(e->out, e->program->code.fields[q][f].lo);
      sv_text_string(e->out, ", ");
      sv_emit_number(e->out, e->program->code.fields[q][f].hi);
      sv_text_string(e->out, ",\n");
    }
  sv_text_string(e->out, "0};\n");
}

static void put_queues(const sv_emitter *e) {
  uint32_t slots = 0, ranges = 0;
  sv_text_string(e->out, "STEP_TABLE step_queue step_queues[] = {\n");
  for (uint32_t q = 0; q < e->net->queues.n; q++) {
    const sv_net_queue *n = &e->net->queues.at[q];
    sv_text_char(e->out, '{');
    put_field(e->out, e->layout->queues[q].length);
    sv_text_string(e->out, ", ");
    put_field(e->out, e->layout->queues[q].deferred);
    sv_text_printf(e->out, ", %u, %u, %u, %u},\n", n->capacity, n->field_count, slots, ranges);
    slots += n->capacity * n->field_count;
    ranges += 2 * n->field_count;
  }
  sv_text_string(e->out, "{{0, 0, 0, 0}, {0, 0, 0, 0}, 0, 0, 0, 0}};\n");
  sv_text_printf(e->out, "#define STEP_QUEUES %u\n", e->net->queues.n);
}

// ---- functions of known queues

typedef struct {
  uint32_t to, from;  // words
  int shift;          // to the right
  uint64_t mask;      // at its place
} stretch;
typedef SV_VEC(stretch) stretches;

static bool has_functions(const sv_emitter *e, int64_t ref) {
  if (ref < 1 || ref > e->net->queues.n || e->layout->queues[ref - 1].deferred.bits) return false;
  const sv_net_queue *q = &e->net->queues.at[ref - 1];
  return q->capacity && (uint64_t)q->capacity * q->field_count <= MOST_WRITTEN_OUT;
}

static void add_stretch(stretches *all, sv_field to, sv_field from) {
  int shift = (int)from.shift - (int)to.shift;
  uint64_t mask = mask_of(to) << to.shift;
  for (uint32_t i = 0; i < all->n; i++)
    if (all->at[i].to == to.word && all->at[i].from == from.word && all->at[i].shift == shift) {
      all->at[i].mask |= mask;
      return;
    }
  sv_push(*all, (stretch){to.word, from.word, shift, mask});
}

// Stretches whose source is no word are what is cleared.
static void find_stretches(const sv_emitter *e, uint32_t queue, stretches *moved, stretches *all) {
  const sv_net_queue *q = &e->net->queues.at[queue];
  const sv_field *slots = e->layout->queues[queue].slots;
  uint32_t n = q->capacity * q->field_count;
  for (uint32_t i = 0; i < n; i++) {
    if (!slots[i].bits) continue;
    if (i + q->field_count < n) add_stretch(moved, slots[i], slots[i + q->field_count]);
    add_stretch(all, slots[i], (sv_field){.word = slots[i].word, .shift = slots[i].shift});
  }
}

static void put_moved(const sv_emitter *e, const stretches *moved, const stretch *word) {
  sv_text_printf(e->out, "  t[%u] = (w%u & ~", word->to, word->to);
  sv_emit_word(e->out, word->mask);
  sv_text_char(e->out, ')');
  for (uint32_t i = 0; i < moved->n; i++) {
    const stretch *m = &moved->at[i];
    if (m->to != word->to) continue;
    sv_text_printf(e->out, " | (w%u %s %d & ", m->from, m->shift < 0 ? "<<" : ">>",
                   m->shift < 0 ? -m->shift : m->shift);
    sv_emit_word(e->out, m->mask);
    sv_text_char(e->out, ')');
  }
  sv_text_string(e->out, ";\n");
}

static void put_take(const sv_emitter *e, uint32_t queue) {
  stretches moved = {0}, all = {0};
  sv_field length = e->layout->queues[queue].length;
  find_stretches(e, queue, &moved, &all);
  sv_text_printf(e->out, "STEP_LOCAL int step_take_%u(u64 *t) {\n  ", queue + 1);
  for (uint32_t i = 0; i < all.n; i++)
    sv_text_printf(e->out, "u64 w%u = t[%u]; ", all.at[i].to, all.at[i].to);
  sv_text_string(e->out, "\n  if (!(");
  sv_emit_load(e->out, "t", length);
  sv_text_string(e->out, ")) return 0;\n");
  for (uint32_t i = 0; i < all.n; i++) put_moved(e, &moved, &all.at[i]);
  sv_text_printf(e->out, "  t[%u] -= (u64)1 << %u;\n  return 1;\n}\n", length.word, length.shift);
  sv_vec_free(moved);
  sv_vec_free(all);
}

static void put_message(const sv_emitter *e, uint32_t queue, uint32_t slot) {
  uint32_t n = e->net->queues.at[queue].field_count;
  sv_text_printf(e->out, "  case %u:", slot);
  for (uint32_t f = 0; f < n; f++) {
    sv_field field = e->layout->queues[queue].slots[slot * n + f];
    if (!field.bits) continue;
    sv_text_printf(e->out, " t[%u] |= ((u64)f%u - (u64)", field.word, f);
    sv_emit_number(e->out, field.base);
    sv_text_printf(e->out, ") << %u;", field.shift);
  }
  sv_text_string(e->out, " break;\n");
}

static void put_check(const sv_emitter *e, uint32_t queue, uint32_t f) {
  sv_code_range range = e->program->code.fields[queue][f];
  sv_text_printf(e->out, "  if (f%u < ", f);
  sv_emit_number(e->out, range.lo);
  sv_text_printf(e->out, " || f%u > ", f);
  sv_emit_number(e->out, range.hi);
  sv_text_string(e->out, ") return 0;\n");
}

static void put_send(const sv_emitter *e, uint32_t queue) {
  const sv_net_queue *q = &e->net->queues.at[queue];
  sv_field length = e->layout->queues[queue].length;
  sv_text_printf(e->out, "STEP_LOCAL int step_send_%u(u64 *t", queue + 1);
  for (uint32_t f = 0; f < q->field_count; f++) sv_text_printf(e->out, ", i64 f%u", f);
  sv_text_string(e->out, ") {\n");
  for (uint32_t f = 0; f < q->field_count; f++) put_check(e, queue, f);
  sv_text_string(e->out, "  switch (");
  sv_emit_load(e->out, "t", length);
  sv_text_string(e->out, ") {\n");
  for (uint32_t i = 0; i < q->capacity; i++) put_message(e, queue, i);
  sv_text_printf(e->out, "  default: return 0;\n  }\n  t[%u] += (u64)1 << %u;\n  return 1;\n}\n",
                 length.word, length.shift);
}

// Does code reach cells by the table?
static bool needs_cells(const sv_emitter *e, const sv_bytecode *code) {
  for (uint32_t i = 0; code && i < code->ins.n; i++) {
    uint16_t op = code->ins.at[i].op;
    if ((op == SV_CODE_READ || op == SV_CODE_READN || op == SV_CODE_WRITE) &&
        !shares_word(e->layout, var_at(e->net, code->ins.at[i].k)))
      return true;
  }
  return false;
}

void sv_emit_tables(sv_emitter *e, const sv_bytecode *guards) {
  if (needs_cells(e, &e->program->code) || needs_cells(e, guards)) put_cells(e);
  put_slots(e);
  put_queues(e);
  for (uint32_t q = 0; q < e->net->queues.n; q++)
    if (has_functions(e, (int64_t)q + 1)) put_send(e, q), put_take(e, q);
}

// ---- instructions

// Is it done by a function of its queue, which is then known?
static bool is_written_out(const sv_emitter *e, uint32_t at, int64_t *ref) {
  const sv_code_queue_op *op = &e->code->queue_ops.at[e->code->ins.at[at].k];
  int64_t slot = 0;
  if (!sv_emit_is_constant(e, at, op->queue, ref) || !has_functions(e, *ref)) return false;
  if (op->verb == SV_ENQUEUE)
    return op->slot == SV_NO_REGISTER && op->field_count == e->net->queues.at[*ref - 1].field_count;
  if (op->slot != SV_NO_REGISTER && !sv_emit_is_constant(e, at, op->slot, &slot)) return false;
  return op->verb == SV_DEQUEUE && !slot;
}

bool sv_emit_queue_takes_array(const sv_emitter *e, uint32_t at) {
  int64_t ref;
  const sv_ins *i = &e->code->ins.at[at];
  return i->op == SV_CODE_QUEUE && e->code->queue_ops.at[i->k].field_count &&
         !is_written_out(e, at, &ref);
}

static void put_written_out(const sv_emitter *e, const sv_code_queue_op *op, int64_t ref) {
  bool send = op->verb == SV_ENQUEUE;
  sv_text_printf(e->out, "step_%s_%" PRId64 "(t", send ? "send" : "take", ref);
  for (uint32_t f = 0; send && f < op->field_count; f++) {
    sv_text_string(e->out, ", ");
    sv_emit_register(e, op->fields + f);
  }
  sv_text_char(e->out, ')');
}

static const char *verb_name(sv_queue_verb verb) {
  switch (verb) {
  case SV_ENQUEUE: return "enqueue";
  case SV_DEQUEUE: return "dequeue";
  case SV_DEFER: return "defer";
  case SV_FLUSH: return "flush";
  case SV_EMPTY: return "empty";
  }
  SV_UNREACHABLE();
}

void sv_emit_queue(sv_emitter *e, uint32_t at) {
  const sv_code_queue_op *op = &e->code->queue_ops.at[e->code->ins.at[at].k];
  bool place = op->verb == SV_ENQUEUE || op->verb == SV_DEQUEUE;
  int64_t ref;
  if (is_written_out(e, at, &ref)) {
    put_written_out(e, op, ref);
    return;
  }
  sv_text_printf(e->out, "step_%s(t, ", verb_name(op->verb));
  sv_emit_register(e, op->queue);
  if (place) sv_text_printf(e->out, ", %d, ", op->slot != SV_NO_REGISTER);
  if (place && op->slot != SV_NO_REGISTER) sv_emit_register(e, op->slot);
  else if (place) sv_text_char(e->out, '0');
  if (op->verb == SV_ENQUEUE && op->field_count)
    sv_text_printf(e->out, ", r + %u, %u", op->fields, op->field_count);
  else if (op->verb == SV_ENQUEUE) sv_text_string(e->out, ", (const i64 *)0, 0");
  sv_text_char(e->out, ')');
}

void sv_emit_queue_fact(sv_emitter *e, uint32_t at) {
  const sv_ins *i = &e->code->ins.at[at];
  const char *name = i->op == SV_CODE_QLEN     ? "length"
                     : i->op == SV_CODE_QDEFER ? "deferred"
                                               : "full";
  sv_emit_register(e, i->to);
  sv_text_printf(e->out, " = step_%s(s, ", name);
  sv_emit_register(e, i->a);
  sv_text_string(e->out, ");");
}

void sv_emit_peek(sv_emitter *e, uint32_t at) {
  const sv_ins *i = &e->code->ins.at[at];
  const sv_code_peek *p = &e->code->peeks.at[i->k];
  const int64_t numbers[] = {p->lo, p->hi, p->missing};
  sv_emit_register(e, i->to);
  sv_text_string(e->out, " = step_peek(s, ");
  sv_emit_register(e, i->a);
  sv_text_string(e->out, ", ");
  sv_emit_register(e, i->b);
  sv_text_printf(e->out, ", %u", p->field);
  for (uint32_t k = 0; k < SV_COUNT(numbers); k++) {
    sv_text_string(e->out, ", ");
    sv_emit_number(e->out, numbers[k]);
  }
  sv_text_string(e->out, ");");
}
