// queue_smt.c -- which encoding a queue gets, and its parts.

#include "encode/smt/queue_smt.h"

#include "encode/smt/queue_smt_inside.h"

enum { MOST_SLOTS = 32, WIDE_MESSAGE = 6 };

// ---- words

static const sv_queue_encoding encodings[] = {
    [SV_OPT_QUEUE_TERMS_AUTO] = {SV_LAYOUT_SHIFTING, SV_CONTENTS_EXPLICIT, SV_POINTER_ONE_HOT,
                                 SV_TAGS_WIDE},
    [SV_OPT_QUEUE_TERMS_SHIFTING] = {SV_LAYOUT_SHIFTING, SV_CONTENTS_EXPLICIT, SV_POINTER_ONE_HOT,
                                     SV_TAGS_NONE},
    [SV_OPT_QUEUE_TERMS_SHIFTING_INT] = {SV_LAYOUT_SHIFTING, SV_CONTENTS_EXPLICIT, SV_POINTER_INT,
                                         SV_TAGS_NONE},
    [SV_OPT_QUEUE_TERMS_SHIFTING_BITS] = {SV_LAYOUT_SHIFTING, SV_CONTENTS_EXPLICIT, SV_POINTER_BITS,
                                          SV_TAGS_NONE},
    [SV_OPT_QUEUE_TERMS_CYCLIC] = {SV_LAYOUT_CYCLIC, SV_CONTENTS_EXPLICIT, SV_POINTER_ONE_HOT,
                                   SV_TAGS_NONE},
    [SV_OPT_QUEUE_TERMS_CYCLIC_INT] = {SV_LAYOUT_CYCLIC, SV_CONTENTS_EXPLICIT, SV_POINTER_INT,
                                       SV_TAGS_NONE},
    [SV_OPT_QUEUE_TERMS_CYCLIC_BITS] = {SV_LAYOUT_CYCLIC, SV_CONTENTS_EXPLICIT, SV_POINTER_BITS,
                                        SV_TAGS_NONE},
    [SV_OPT_QUEUE_TERMS_CYCLIC_UIF] = {SV_LAYOUT_CYCLIC, SV_CONTENTS_UIF, SV_POINTER_INT,
                                       SV_TAGS_NONE},
    [SV_OPT_QUEUE_TERMS_CYCLIC_ARRAY] = {SV_LAYOUT_CYCLIC, SV_CONTENTS_ARRAY, SV_POINTER_INT,
                                         SV_TAGS_NONE},
    [SV_OPT_QUEUE_TERMS_LINEAR] = {SV_LAYOUT_LINEAR, SV_CONTENTS_UIF, SV_POINTER_INT, SV_TAGS_NONE},
    [SV_OPT_QUEUE_TERMS_LINEAR_ARRAY] = {SV_LAYOUT_LINEAR, SV_CONTENTS_ARRAY, SV_POINTER_INT,
                                         SV_TAGS_NONE},
    [SV_OPT_QUEUE_TERMS_UNORDERED] = {SV_LAYOUT_UNORDERED, SV_CONTENTS_EXPLICIT, SV_POINTER_ONE_HOT,
                                      SV_TAGS_NONE},
};

sv_queue_encoding sv_queue_encoding_of(sv_opt_queue_terms word, bool tags) {
  assert(word < SV_COUNT(encodings));
  sv_queue_encoding encoding = encodings[word];
  if (tags && encoding.layout != SV_LAYOUT_LINEAR) encoding.tags = SV_TAGS_ALL;
  return encoding;
}

void sv_queue_encoding_print(const sv_queue_encoding *encoding, sv_text *out) {
  for (sv_opt_queue_terms word = SV_OPT_QUEUE_TERMS_SHIFTING; word < SV_COUNT(encodings); word++)
    if (encodings[word].layout == encoding->layout &&
        encodings[word].contents == encoding->contents &&
        encodings[word].pointers == encoding->pointers) {
      sv_text_printf(out, "%s%s", sv_opt_queue_terms_text(word),
                     encoding->tags ? " with tags" : "");
      return;
    }
}

// ---- choosing

static const sv_queue_encoding shifting = {SV_LAYOUT_SHIFTING, SV_CONTENTS_EXPLICIT,
                                           SV_POINTER_ONE_HOT, SV_TAGS_NONE};
static const sv_queue_encoding linear = {SV_LAYOUT_LINEAR, SV_CONTENTS_UIF, SV_POINTER_INT,
                                         SV_TAGS_NONE};

// Functions and tags speak of what is sent where it is sent; an invariant that
// sees the queue after a step that is only thought of needs terms.
static sv_queue_encoding nearest(sv_queue_encoding encoding, const sv_queue_uses *needs,
                                 uint32_t capacity) {
  bool middle = needs->defers || needs->moves;
  if (encoding.layout == SV_LAYOUT_UNORDERED && (middle || needs->slots || needs->dequeues > 1))
    encoding = shifting;
  if (middle && encoding.layout != SV_LAYOUT_SHIFTING) encoding.layout = shifting.layout;
  if (!middle && capacity > MOST_SLOTS) encoding = linear;
  if (encoding.layout == SV_LAYOUT_SHIFTING) encoding.contents = SV_CONTENTS_EXPLICIT;
  if (needs->foresight) encoding.tags = SV_TAGS_NONE;
  if (needs->foresight && encoding.contents == SV_CONTENTS_UIF)
    encoding.contents = SV_CONTENTS_ARRAY;
  return encoding;
}

// ---- making

bool sv_queue_has_head(const sv_queue_smt *q) {
  return q->encoding.layout != SV_LAYOUT_SHIFTING || q->defers;
}

sv_smt_sort sv_queue_element_sort(const sv_queue_smt *q, uint32_t c) {
  if (q->encoding.tags) return sv_smt_named_sort(sv_queue_z(q), "Tag");
  return sv_rep_sort(&q->rep, q->net_queue->fields[c]);
}

// Begins the name of something that belongs to the queue.
static void begin_name(const sv_queue_smt *q, sv_text *out) {
  sv_clear(*out);
  sv_text_printf(out, "%s.q%u", sv_names_get(q->rep.net->model->names, q->net_queue->name),
                 q->number);
}

static void declare_decoders(sv_queue_smt *q) {
  sv_text name = {0};
  sv_smt_sort tag = sv_queue_element_sort(q, 0);
  q->decode = SV_ARENA_ARRAY(q->arena, sv_smt_function, q->net_queue->field_count + 1);
  for (uint32_t f = 0; f < q->net_queue->field_count; f++) {
    begin_name(q, &name);
    sv_text_printf(&name, ".field%u", f);
    q->decode[f] = sv_smt_declare(sv_queue_z(q), sv_text_get(&name), &tag, 1,
                                  sv_rep_sort(&q->rep, q->net_queue->fields[f]));
  }
  sv_text_free(&name);
}

// Of the slot, and in a ring of the time too.
static void declare_contents(sv_queue_smt *q) {
  sv_text name = {0};
  sv_smt_sort number = sv_smt_int(sv_queue_z(q)), domain[2] = {number, number};
  uint32_t n = q->encoding.layout == SV_LAYOUT_LINEAR ? 1 : 2;
  q->functions = SV_ARENA_ARRAY(q->arena, sv_smt_function, q->width + 1);
  for (uint32_t c = 0; c < q->width; c++) {
    begin_name(q, &name);
    sv_text_printf(&name, ".contents%u", c);
    q->functions[c] =
        sv_smt_declare(sv_queue_z(q), sv_text_get(&name), domain, n, sv_queue_element_sort(q, c));
  }
  sv_text_free(&name);
}

static uint32_t contents_parts(const sv_queue_smt *q) {
  if (q->encoding.contents == SV_CONTENTS_ARRAY) return q->width;
  return q->slots * q->width;
}

static void lay_out(sv_queue_smt *q) {
  bool unordered = q->encoding.layout == SV_LAYOUT_UNORDERED;
  uint32_t head = sv_queue_has_head(q) && !unordered ? q->pointer.parts : 0;
  q->head = 0;
  q->tail = head;
  q->contents = head + (unordered ? q->slots : q->pointer.parts);
  q->kept = q->parts = q->contents + contents_parts(q);
  if (!unordered) return;
  q->head = q->kept;
  q->parts = q->kept + q->pointer.parts;
}

static void size(sv_queue_smt *q, uint32_t capacity) {
  bool ring = q->encoding.layout == SV_LAYOUT_CYCLIC, line = q->encoding.layout == SV_LAYOUT_LINEAR;
  q->capacity = capacity;
  assert(capacity);
  if (!line && capacity > MOST_SLOTS) q->capacity = MOST_SLOTS, q->is_cut = true;
  q->slots = line ? 0 : ring ? q->capacity + 1 : q->capacity;
  uint32_t values = line                                        ? 0
                    : q->encoding.layout == SV_LAYOUT_UNORDERED ? q->slots
                                                                : q->capacity + 1;
  q->pointer = sv_pointer_make(sv_queue_z(q), q->encoding.pointers, values);
}

sv_queue_smt *sv_queue_smt_new(const sv_rep *rep, uint32_t number, sv_queue_encoding encoding,
                               sv_queue_uses needs) {
  sv_queue_smt *q = SV_NEW(sv_queue_smt);
  const sv_net_queue *nq = &rep->net->queues.at[number];
  *q = (sv_queue_smt){.rep = *rep, .number = number, .net_queue = nq, .defers = needs.defers};
  q->arena = sv_arena_new();
  if (!nq->capacity) return q;
  q->encoding = nearest(encoding, &needs, nq->capacity);
  uint32_t least = q->encoding.tags == SV_TAGS_WIDE ? WIDE_MESSAGE : 2;
  if (nq->field_count < least) q->encoding.tags = SV_TAGS_NONE;
  q->width = q->encoding.tags ? 1 : nq->field_count;
  assert(!needs.defers || q->encoding.layout == SV_LAYOUT_SHIFTING);
  assert(!needs.moves || q->encoding.layout == SV_LAYOUT_SHIFTING);
  size(q, nq->capacity);
  if (q->encoding.tags) declare_decoders(q);
  if (q->encoding.contents == SV_CONTENTS_UIF) declare_contents(q);
  lay_out(q);
  assert(q->tail <= q->contents && q->contents <= q->kept && q->kept <= q->parts);
  assert(!q->is_cut || q->capacity < nq->capacity);
  return q;
}

void sv_queue_smt_free(sv_queue_smt *q) {
  if (!q) return;
  sv_arena_free(q->arena);
  sv_free(q);
}

// ---- terms

static sv_smt_sort part_sort(const sv_queue_smt *q, uint32_t i) {
  bool contents = i >= q->contents && i < q->kept;
  if (!contents && q->encoding.layout == SV_LAYOUT_UNORDERED) return sv_smt_bool(sv_queue_z(q));
  if (!contents) return q->pointer.sort;
  if (q->encoding.contents != SV_CONTENTS_ARRAY)
    return sv_queue_element_sort(q, (i - q->contents) % q->width);
  return sv_smt_array(sv_queue_z(q), q->pointer.sort, sv_queue_element_sort(q, i - q->contents));
}

static void part_name(const sv_queue_smt *q, uint32_t i, sv_text *out) {
  begin_name(q, out);
  if (i >= q->contents && i < q->kept)
    sv_text_printf(out, ".%u.%u", (i - q->contents) / q->width, (i - q->contents) % q->width);
  else if (i >= q->tail && i < q->contents) sv_text_printf(out, ".tail%u", i - q->tail);
  else sv_text_printf(out, ".head%u", i >= q->kept ? i - q->kept : i);
}

static sv_smt_term content_at(const sv_queue_smt *q, uint32_t i, sv_smt_term time) {
  sv_smt *z = sv_queue_z(q);
  uint32_t k = (i - q->contents) / q->width, c = (i - q->contents) % q->width;
  assert(i >= q->contents && i < q->kept && k < q->slots);
  sv_smt_term slot = sv_smt_small(z, k, sv_smt_int(z));
  return sv_smt_call(z, q->functions[c], (sv_smt_term[]){time, slot}, 2);
}

void sv_queue_smt_terms(sv_queue_smt *q, sv_queue_const_fn *make, void *context, sv_smt_term time,
                        sv_smt_term *parts) {
  sv_text name = {0};
  bool functions =
      q->encoding.contents == SV_CONTENTS_UIF && q->encoding.layout == SV_LAYOUT_CYCLIC;
  for (uint32_t i = 0; i < q->parts; i++) {
    part_name(q, i, &name);
    if (functions && i >= q->contents) parts[i] = content_at(q, i, time);
    else parts[i] = make(context, sv_text_get(&name), part_sort(q, i));
  }
  if (functions && q->width && !q->first.x) q->time = time, q->first = parts[q->contents];
  sv_text_free(&name);
}

// What slots hold that no message is in does not matter.
void sv_queue_smt_clear(const sv_queue_smt *q, sv_smt_term *parts) {
  sv_smt *z = sv_queue_z(q);
  if (!q->parts) return;
  if (q->encoding.layout == SV_LAYOUT_UNORDERED) {
    for (uint32_t k = 0; k < q->slots; k++) parts[q->tail + k] = sv_smt_truth(z, false);
  } else if (q->encoding.layout == SV_LAYOUT_LINEAR) {
    parts[q->head] = parts[q->tail];
  } else {
    if (sv_queue_has_head(q)) sv_pointer_const(&q->pointer, 0, parts + q->head);
    sv_pointer_const(&q->pointer, 0, parts + q->tail);
  }
}

void sv_queue_smt_initial(const sv_queue_smt *q, sv_smt_term *parts) {
  if (!q->parts) return;
  if (q->encoding.layout == SV_LAYOUT_LINEAR) sv_pointer_const(&q->pointer, 0, parts + q->tail);
  sv_queue_smt_clear(q, parts);
}

sv_smt_term sv_queue_smt_always(const sv_queue_smt *q, const sv_smt_term *parts) {
  sv_smt *z = sv_queue_z(q);
  sv_smt_term any = sv_smt_truth(z, false), used = any;
  if (q->encoding.layout != SV_LAYOUT_UNORDERED || !q->parts) return sv_smt_truth(z, true);
  for (uint32_t k = 0; k < q->slots; k++) {
    used = sv_smt_or(z, used, parts[q->tail + k]);
    any = sv_smt_or(z, any, sv_smt_and(z, parts[q->tail + k], parts[q->head + k]));
  }
  return sv_smt_and(z, sv_pointer_within(&q->pointer, parts + q->head),
                    sv_smt_implies(z, used, any));
}

static sv_smt_term contents_within(const sv_queue_smt *q, const sv_smt_term *parts) {
  sv_smt *z = sv_queue_z(q);
  sv_smt_term all = sv_smt_truth(z, true);
  if (q->encoding.tags || q->encoding.contents == SV_CONTENTS_ARRAY) return all;
  for (uint32_t k = 0; k < q->slots; k++)
    for (uint32_t c = 0; c < q->width; c++)
      all = sv_smt_and(
          z, all, sv_rep_within(&q->rep, q->net_queue->fields[c], sv_queue_cell(q, parts, k, c)));
  return all;
}

sv_smt_term sv_queue_smt_within(const sv_queue_smt *q, const sv_smt_term *parts) {
  sv_smt *z = sv_queue_z(q);
  sv_smt_term ok = sv_smt_truth(z, true);
  if (!q->parts) return ok;
  if (q->encoding.layout != SV_LAYOUT_UNORDERED) {
    ok = sv_pointer_within(&q->pointer, parts + q->tail);
    if (sv_queue_has_head(q))
      ok = sv_smt_and(z, ok, sv_pointer_within(&q->pointer, parts + q->head));
  }
  if (q->encoding.layout == SV_LAYOUT_LINEAR ||
      (q->encoding.layout == SV_LAYOUT_SHIFTING && q->defers)) {
    sv_smt_term head = sv_pointer_int(&q->pointer, parts + q->head);
    sv_smt_term tail = sv_pointer_int(&q->pointer, parts + q->tail);
    ok = sv_smt_and(z, ok, sv_smt_app2(z, SV_SMT_LE, head, tail));
  }
  if (q->encoding.layout == SV_LAYOUT_LINEAR && q->capacity != SV_UNBOUNDED) {
    sv_smt_term most = sv_smt_small(z, q->capacity, sv_smt_int(z));
    ok = sv_smt_and(z, ok, sv_smt_app2(z, SV_SMT_LE, sv_queue_smt_length(q, parts), most));
  }
  return sv_smt_and(z, ok, contents_within(q, parts));
}
