// pack.c -- where every cell of a finite net lives in the packed words.
//
// Cells are placed in order: the globals and global queues, then process by
// process its pc, its variables and its queues. Each field goes to the first
// word with room among the last few of its part, so small neighbours share
// words and a process stays together. Without parts, everything is one part
// and the next process continues in the words that the last one began.

#include "exec/pack.h"

#include "base/groups.h"

enum {
  FIELD_BITS_MAX = 62,   // so that values are small numbers
  WORDS_MAX = 1 << 24,   // 128 MB
  FIELDS_MAX = 1 << 26,  // 16 bytes each, once per layout
  LOOK_BACK = 8,         // words in which room is looked for
};

typedef struct {
  sv_layout *layout;
  sv_u32s used;   // bits in use, per word
  uint32_t part;  // first word of the current part
  sv_u32s parts;  // first words of parts
} placing;

bool sv_layout_range(const sv_net *net, sv_sort sort, int64_t *lo, int64_t *hi) {
  const sv_sort_info *info = sv_sort_get(net->model->terms, sort);
  *lo = 0;
  switch (info->kind) {
  case SV_SORT_BOOL: *hi = 1; return true;
  case SV_SORT_BV:
    if (info->size > FIELD_BITS_MAX) return false;
    *hi = (INT64_C(1) << (info->size - info->is_signed)) - 1;
    if (info->is_signed) *lo = -*hi - 1;
    return true;
  case SV_SORT_ENUM: *hi = (int64_t)info->size - 1; return true;
  case SV_SORT_INT:
    *lo = info->lo, *hi = info->hi;
    return info->ranged && !(((uint64_t)info->hi - (uint64_t)info->lo) >> FIELD_BITS_MAX);
  case SV_SORT_LOC:
    *hi = (int64_t)net->model->templates.at[info->size].locations.n - 1;
    return true;
  case SV_SORT_REF: *hi = net->queues.n; return true;
  case SV_SORT_REAL:
  case SV_SORT_ARRAY: return false;
  }
  SV_UNREACHABLE();
}

static uint32_t bits_for(uint64_t most) {
  uint32_t bits = 0;
  for (; most; most >>= 1) bits++;
  return bits;
}

static uint32_t sort_bits(const sv_net *net, sv_sort sort, int64_t *base) {
  int64_t lo, hi;
  if (!sv_layout_range(net, sort, &lo, &hi)) return UINT32_MAX;
  *base = lo;
  return bits_for((uint64_t)hi - (uint64_t)lo);
}

// The first word with room for so many bits.
static uint32_t find_word(placing *p, uint32_t bits) {
  uint32_t from = p->used.n > LOOK_BACK ? p->used.n - LOOK_BACK : 0;
  if (from < p->part) from = p->part;
  for (uint32_t w = from; w < p->used.n; w++)
    if (p->used.at[w] + bits <= 64) return w;
  sv_push(p->used, 0);
  return p->used.n - 1;
}

static sv_field place(placing *p, uint32_t bits, int64_t base) {
  if (!bits) return (sv_field){.base = base};
  assert(bits <= FIELD_BITS_MAX);
  uint32_t word = find_word(p, bits);
  sv_field f = {
      .word = word, .shift = (uint8_t)p->used.at[word], .bits = (uint8_t)bits, .base = base};
  p->used.at[word] += bits;
  assert(p->used.at[word] <= 64);
  p->layout->bits += bits;
  return f;
}

static sv_field place_sort(placing *p, sv_sort sort) {
  int64_t base = 0;
  uint32_t bits = sort_bits(p->layout->net, sort, &base);
  return place(p, bits, base);
}

static void place_var(placing *p, const sv_net_var *v) {
  sv_sort scalar = sv_sort_scalar(p->layout->net->model->terms, v->sort);
  for (uint32_t i = 0; i < v->cells && p->used.n <= WORDS_MAX; i++)
    p->layout->cells[v->first_cell + i] = place_sort(p, scalar);
}

static void place_queue(placing *p, uint32_t queue, bool defers) {
  const sv_net_queue *q = &p->layout->net->queues.at[queue];
  sv_queue_layout *out = &p->layout->queues[queue];
  uint32_t n = q->capacity * q->field_count;
  sv_field *slots = SV_ARENA_ARRAY(p->layout->arena, sv_field, n + 1);
  out->length = place(p, bits_for(q->capacity), 0);
  if (defers) out->deferred = place(p, bits_for(q->capacity), 0);
  for (uint32_t i = 0; i < n && p->used.n <= WORDS_MAX; i++)
    slots[i] = place_sort(p, q->fields[i % q->field_count]);
  out->slots = slots;
}

static bool net_defers(const sv_net *net) {
  for (uint32_t i = 0; i < net->actions.n; i++)
    for (uint32_t j = 0; j < net->actions.at[i].queue_op_count; j++)
      if (net->actions.at[i].queue_ops[j].verb == SV_DEFER) return true;
  return false;
}

// Variables and queues by process; those of none are the last group.
typedef struct {
  sv_groups vars, queues;
} owners;

static owners find_owners(const sv_net *net) {
  uint32_t most = net->vars.n > net->queues.n ? net->vars.n : net->queues.n;
  uint32_t none = net->processes.n, *of = SV_NEW_ARRAY(uint32_t, most + 1);
  owners o;
  for (uint32_t i = 0; i < net->vars.n; i++)
    of[i] = net->vars.at[i].process == SV_NO_PROCESS ? none : net->vars.at[i].process;
  o.vars = sv_groups_make(of, net->vars.n, none + 1);
  for (uint32_t i = 0; i < net->queues.n; i++)
    of[i] = net->queues.at[i].process == SV_NO_PROCESS ? none : net->queues.at[i].process;
  o.queues = sv_groups_make(of, net->queues.n, none + 1);
  sv_free(of);
  return o;
}

// Everything that belongs to one group; the pc first.
static void place_owned(placing *p, const owners *o, uint32_t group, bool defers) {
  const sv_net *net = p->layout->net;
  for (uint32_t pc = 2; pc-- > 0;)
    for (uint32_t k = o->vars.first[group]; k < o->vars.first[group + 1]; k++) {
      const sv_net_var *v = &net->vars.at[o->vars.items[k]];
      if (v->is_pc == (pc == 1)) place_var(p, v);
    }
  for (uint32_t k = o->queues.first[group]; k < o->queues.first[group + 1]; k++)
    place_queue(p, o->queues.items[k], defers);
}

static void begin_part(placing *p) {
  if (p->parts.n && sv_last(p->parts) == p->used.n) return;  // no empty parts
  p->part = p->used.n;
  sv_push(p->parts, p->part);
}

static void place_all(placing *p, bool by_process) {
  const sv_net *net = p->layout->net;
  bool defers = net_defers(net);
  owners o = find_owners(net);
  begin_part(p);
  place_owned(p, &o, net->processes.n, defers);
  for (uint32_t i = 0; i < net->processes.n; i++) {
    if (by_process) begin_part(p);
    place_owned(p, &o, i, defers);
  }
  sv_groups_free(&o.vars);
  sv_groups_free(&o.queues);
  if (!p->used.n) sv_push(p->used, 0);  // even a single state has an address
  if (p->parts.n > 1 && sv_last(p->parts) == p->used.n) p->parts.n--;
}

SV_ASSERT_ONLY static bool takes(uint64_t *used, sv_field f) {
  if (!f.bits) return true;
  uint64_t mask = (UINT64_MAX >> (64 - f.bits)) << f.shift;
  bool free = !(used[f.word] & mask);
  used[f.word] |= mask;
  return free;
}

// No bit of a state belongs to two fields.
SV_ASSERT_ONLY static bool fields_are_disjoint(const sv_layout *layout) {
  const sv_net *net = layout->net;
  uint64_t *used = SV_NEW_ARRAY(uint64_t, layout->words + 1);
  bool good = true;
  for (uint32_t i = 0; i < net->cells; i++) good &= takes(used, layout->cells[i]);
  for (uint32_t i = 0; i < net->queues.n; i++) {
    const sv_queue_layout *q = &layout->queues[i];
    good &= takes(used, q->length) && takes(used, q->deferred);
    for (uint32_t j = 0; j < net->queues.at[i].capacity * net->queues.at[i].field_count; j++)
      good &= takes(used, q->slots[j]);
  }
  sv_free(used);
  return good;
}

static void finish(placing *p) {
  sv_layout *layout = p->layout;
  layout->words = p->used.n;
  layout->parts = p->parts.n;
  layout->part_begin = SV_ARENA_ARRAY(layout->arena, uint32_t, p->parts.n + 1);
  for (uint32_t i = 0; i < p->parts.n; i++) layout->part_begin[i] = p->parts.at[i];
  layout->part_begin[p->parts.n] = layout->words;
  assert(!layout->part_begin[0] && layout->bits <= (uint64_t)layout->words * 64);
  for (uint32_t i = 0; i < layout->parts; i++)
    assert(layout->part_begin[i] <= layout->part_begin[i + 1]);
  assert(fields_are_disjoint(layout));
}

static bool check_sort(const sv_net *net, sv_sort sort, sv_name name, sv_text *why) {
  int64_t base;
  sv_sort scalar = sv_sort_scalar(net->model->terms, sort);
  uint32_t bits = sort_bits(net, scalar, &base);
  if (bits <= FIELD_BITS_MAX) return true;
  bool finite = sv_sort_finite(net->model->terms, sort);
  sv_text_printf(why, "%s %s", sv_names_get(net->model->names, name),
                 finite ? "needs more than 62 bits" : "is not of a finite sort");
  return false;
}

static bool check_queue(const sv_net *net, const sv_net_queue *q, sv_text *why) {
  if (q->capacity == SV_UNBOUNDED) {
    sv_text_printf(why, "the queue %s has no bound", sv_names_get(net->model->names, q->name));
    return false;
  }
  for (uint32_t i = 0; i < q->field_count; i++)
    if (!check_sort(net, q->fields[i], q->name, why)) return false;
  return true;
}

static bool check_size(const sv_net *net, sv_text *why) {
  uint64_t fields = net->cells;
  for (uint32_t i = 0; i < net->queues.n; i++)
    fields += 2 + (uint64_t)net->queues.at[i].capacity * net->queues.at[i].field_count;
  if (fields <= FIELDS_MAX) return true;
  sv_text_printf(why, "a state has too many cells");
  return false;
}

static bool check_net(const sv_net *net, sv_text *why) {
  for (uint32_t i = 0; i < net->vars.n; i++)
    if (!check_sort(net, net->vars.at[i].sort, net->vars.at[i].name, why)) return false;
  for (uint32_t i = 0; i < net->queues.n; i++)
    if (!check_queue(net, &net->queues.at[i], why)) return false;
  return check_size(net, why);
}

static sv_layout *new_layout(const sv_net *net) {
  sv_arena *arena = sv_arena_new();
  sv_layout *layout = SV_ARENA_NEW(arena, sv_layout);
  layout->net = net;
  layout->arena = arena;
  layout->cells = SV_ARENA_ARRAY(arena, sv_field, net->cells + 1);
  layout->queues = SV_ARENA_ARRAY(arena, sv_queue_layout, net->queues.n + 1);
  return layout;
}

sv_layout *sv_layout_new(const sv_net *net, bool by_process, sv_text *why) {
  if (!check_net(net, why)) return NULL;
  placing p = {.layout = new_layout(net)};
  place_all(&p, by_process);
  bool fits = p.used.n <= WORDS_MAX;
  if (fits) finish(&p);
  sv_vec_free(p.used);
  sv_vec_free(p.parts);
  if (fits) return p.layout;
  sv_text_printf(why, "a state needs more than %d words", WORDS_MAX);
  sv_layout_free(p.layout);
  return NULL;
}

void sv_layout_free(sv_layout *layout) {
  if (layout) sv_arena_free(layout->arena);
}

static void set(const sv_layout *layout, uint64_t *words, sv_field f, sv_value value) {
  int64_t n = 0;
  bool fits = sv_number_to_i64(sv_terms_numbers(layout->net->model->terms), value, &n);
  REQUIRE(fits, "a value outside its sort");
  sv_field_set(words, f, n);
  assert(sv_field_get(words, f) == n);
}

static sv_value get(const sv_layout *layout, const uint64_t *words, sv_field f) {
  return sv_number_int(sv_terms_numbers(layout->net->model->terms), sv_field_get(words, f));
}

// The cells are still there when all of them have been written.
SV_ASSERT_ONLY static bool cells_come_back(const sv_layout *layout, const sv_state *state,
                                           const uint64_t *words) {
  const sv_numbers *numbers = sv_terms_numbers(layout->net->model->terms);
  for (uint32_t i = 0; i < layout->net->cells; i++) {
    int64_t n = 0;
    if (!sv_number_to_i64(numbers, state->cells[i], &n)) return false;
    if (sv_field_get(words, layout->cells[i]) != n) return false;
  }
  return true;
}

void sv_pack(const sv_layout *layout, const sv_state *state, uint64_t *words) {
  const sv_net *net = layout->net;
  memset(words, 0, layout->words * sizeof *words);
  for (uint32_t i = 0; i < net->cells; i++) set(layout, words, layout->cells[i], state->cells[i]);
  for (uint32_t i = 0; i < net->queues.n; i++) {
    const sv_queue_state *q = &state->queues[i];
    REQUIRE(q->messages <= net->queues.at[i].capacity, "a queue beyond its bound");
    assert(q->deferred <= q->messages);
    assert(q->fields.n >= q->messages * net->queues.at[i].field_count);
    sv_field_set(words, layout->queues[i].length, q->messages);
    if (q->deferred) sv_field_set(words, layout->queues[i].deferred, q->deferred);
    for (uint32_t j = 0; j < q->messages * net->queues.at[i].field_count; j++)
      set(layout, words, layout->queues[i].slots[j], q->fields.at[j]);
  }
  assert(cells_come_back(layout, state, words));
}

void sv_unpack(const sv_layout *layout, const uint64_t *words, sv_state *state) {
  const sv_net *net = layout->net;
  for (uint32_t i = 0; i < net->cells; i++) state->cells[i] = get(layout, words, layout->cells[i]);
  for (uint32_t i = 0; i < net->queues.n; i++) {
    sv_queue_state *q = &state->queues[i];
    q->messages = (uint32_t)sv_field_get(words, layout->queues[i].length);
    q->deferred = (uint32_t)sv_field_get(words, layout->queues[i].deferred);
    assert(q->deferred <= q->messages && q->messages <= net->queues.at[i].capacity);
    sv_clear(q->fields);
    for (uint32_t j = 0; j < q->messages * net->queues.at[i].field_count; j++)
      sv_push(q->fields, get(layout, words, layout->queues[i].slots[j]));
  }
}

// ---- bits of words

static void use(uint32_t *bits, sv_field f) {
  uint32_t end = (uint32_t)f.shift + f.bits;
  if (f.bits && end > bits[f.word]) bits[f.word] = end;
}

static void use_queue(uint32_t *bits, const sv_queue_layout *layout, const sv_net_queue *queue) {
  use(bits, layout->length);
  use(bits, layout->deferred);
  for (uint32_t i = 0; i < queue->capacity * queue->field_count; i++) use(bits, layout->slots[i]);
}

uint32_t *sv_layout_word_bits(const sv_layout *l) {
  uint32_t *bits = SV_NEW_ARRAY(uint32_t, l->words + 1);
  for (uint32_t i = 0; i < l->net->cells; i++) use(bits, l->cells[i]);
  for (uint32_t q = 0; q < l->net->queues.n; q++)
    use_queue(bits, &l->queues[q], &l->net->queues.at[q]);
  return bits;
}
