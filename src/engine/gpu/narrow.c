// narrow.c -- which bits of states are stored, and where. See narrow.h.
//
// The varying bits of all words, run by run from the lowest one on, are laid one
// behind the other; a run that does not fit into a word goes on in the next one.

#include "engine/gpu/narrow.h"

#include <inttypes.h>

enum { PROFILE_STATES = 20000 };

// A run of bits: from where in a packed word to where in a stored one.
typedef struct {
  uint32_t from, from_shift, to, to_shift, bits;
} run;

static uint64_t ones(uint32_t bits) { return bits ? UINT64_MAX >> (64 - bits) : 0; }

static bool next_run(const sv_gpu_narrow *n, run *r) {
  uint32_t word = r->from, shift = r->from_shift + r->bits;
  uint32_t stored = r->to * 64 + r->to_shift + r->bits;
  while (word < n->wide && (shift == 64 || !(n->varying[word] >> shift))) word++, shift = 0;
  if (word == n->wide) return false;
  while (!(n->varying[word] >> shift & 1)) shift++;
  *r = (run){word, shift, stored / 64, stored % 64, 0};
  while (shift + r->bits < 64 && r->to_shift + r->bits < 64 &&
         n->varying[word] >> (shift + r->bits) & 1)
    r->bits++;
  return true;
}

static void count_words(sv_gpu_narrow *n) {
  run r = {0};
  n->words = 1;
  while (next_run(n, &r)) n->words = r.to + 1;
  assert(n->words <= n->wide);
}

// ---- what varies

typedef struct {
  const sv_layout *layout;
  sv_gpu_narrow *narrow;
  uint64_t *words;
  bool any;
} watching;

static void watch(void *context, const sv_state *state) {
  watching *w = context;
  sv_gpu_narrow *n = w->narrow;
  sv_pack(w->layout, state, w->words);
  for (uint32_t i = 0; i < n->wide; i++) {
    if (!w->any) n->constant[i] = w->words[i];
    n->varying[i] |= w->words[i] ^ n->constant[i];
  }
  w->any = true;
}

void sv_gpu_narrow_free(sv_gpu_narrow *n) {
  sv_free(n->varying);
  sv_free(n->constant);
}

static uint64_t varying_of(const sv_gpu_narrow *n, sv_field f) {
  return n->varying[f.word] >> f.shift & ones(f.bits);
}

static void vary(sv_gpu_narrow *n, sv_field f, uint64_t bits) {
  n->varying[f.word] |= (bits & ones(f.bits)) << f.shift;
}

static uint32_t width_of(uint64_t bits) {
  uint32_t n = 0;
  for (; bits; bits >>= 1) n++;
  return n;
}

// What varies in a field may have more bits.
static void stretch(sv_gpu_narrow *n, sv_field f, uint32_t more) {
  uint32_t width = width_of(varying_of(n, f));
  if (width) vary(n, f, ones(width + more < f.bits ? width + more : f.bits));
}

// The longest queue that was seen may be longer, and every slot may hold what some slot does.
static void stretch_queue(sv_gpu_narrow *n, const sv_net_queue *q, const sv_queue_layout *l,
                          uint32_t more) {
  uint32_t fields = q->field_count, longest = 0;
  uint64_t *any = SV_NEW_ARRAY(uint64_t, fields + 1);
  for (uint32_t i = 0; i < q->capacity * fields; i++) {
    uint64_t bits = varying_of(n, l->slots[i]);
    any[i % fields] |= bits;
    if (bits) longest = i / fields + 1;
  }
  for (uint32_t i = 0; i < fields; i++)
    any[i] = ones(width_of(any[i]) ? width_of(any[i]) + more : 0);
  for (uint32_t i = 0; longest && i < q->capacity * fields && i / fields < longest + more; i++)
    vary(n, l->slots[i], any[i % fields]);
  stretch(n, l->length, more);
  stretch(n, l->deferred, more);
  sv_free(any);
}

static void stretch_all(sv_gpu_narrow *n, const sv_layout *layout, uint32_t more) {
  const sv_net *net = layout->net;
  for (uint32_t i = 0; i < net->cells; i++) stretch(n, layout->cells[i], more);
  for (uint32_t i = 0; i < net->queues.n; i++)
    stretch_queue(n, &net->queues.at[i], &layout->queues[i], more);
  count_words(n);
}

// One more bit costs nothing where the words have room for it.
static void stretch_into_room(sv_gpu_narrow *n, const sv_layout *layout) {
  uint32_t words = n->words;
  uint64_t *kept = SV_NEW_ARRAY(uint64_t, n->wide);
  memcpy(kept, n->varying, n->wide * sizeof *kept);
  stretch_all(n, layout, 1);
  if (n->words > words) memcpy(n->varying, kept, n->wide * sizeof *kept);
  count_words(n);
  sv_free(kept);
}

void sv_gpu_narrow_init(sv_gpu_narrow *n, const sv_layout *layout, uint64_t seed,
                        sv_limits *limits) {
  *n = (sv_gpu_narrow){.wide = layout->words};
  n->varying = SV_NEW_ARRAY(uint64_t, n->wide);
  n->constant = SV_NEW_ARRAY(uint64_t, n->wide);
  watching w = {.layout = layout, .narrow = n, .words = SV_NEW_ARRAY(uint64_t, n->wide)};
  sv_profile_free(sv_profile_watch(layout->net, PROFILE_STATES, seed, limits, watch, &w));
  sv_free(w.words);
  stretch_all(n, layout, 0);
  stretch_into_room(n, layout);
}

void sv_gpu_narrow_set(sv_gpu_narrow *n, const sv_layout *layout, const uint64_t *varying,
                       const uint64_t *constant) {
  *n = (sv_gpu_narrow){.wide = layout->words};
  n->varying = SV_NEW_ARRAY(uint64_t, n->wide);
  n->constant = SV_NEW_ARRAY(uint64_t, n->wide);
  memcpy(n->varying, varying, n->wide * sizeof *varying);
  memcpy(n->constant, constant, n->wide * sizeof *constant);
  count_words(n);
}

void sv_gpu_narrow_widen(sv_gpu_narrow *n, const sv_layout *layout, const uint64_t *bits) {
  for (uint32_t i = 0; i < n->wide; i++) n->varying[i] |= bits[i];
  stretch_all(n, layout, 2);
  stretch_into_room(n, layout);
}

void sv_gpu_narrow_none(sv_gpu_narrow *n, const sv_layout *layout) {
  uint64_t *all = SV_NEW_ARRAY(uint64_t, n->wide);
  for (uint32_t i = 0; i < n->wide; i++) all[i] = UINT64_MAX;
  sv_gpu_narrow_widen(n, layout, all);
  sv_free(all);
}

// ---- there and back

void sv_gpu_narrow_unpack(const sv_gpu_narrow *n, const uint64_t *stored, uint64_t *packed) {
  run r = {0};
  for (uint32_t i = 0; i < n->wide; i++) packed[i] = n->constant[i] & ~n->varying[i];
  while (next_run(n, &r))
    packed[r.from] |= (stored[r.to] >> r.to_shift & ones(r.bits)) << r.from_shift;
}

// A bit of a packed word that does not vary and is not what it was taken for.
static void put_check(const sv_gpu_narrow *n, uint32_t word, sv_text *out) {
  uint64_t fixed = ~n->varying[word];
  if (!fixed) return;
  sv_text_printf(out,
                 "    d = (s[%u] ^ 0x%" PRIx64 "ull) & 0x%" PRIx64 "ull;\n"
                 "    if (d) GPU_OR(&j->misfits[%u], d), bad = 1;\n",
                 word, n->constant[word] & fixed, fixed, word);
}

// Only what a step has changed is taken from the successor.
static void put_narrow(const sv_gpu_narrow *n, sv_text *out) {
  run r = {0};
  bool more = next_run(n, &r);
  sv_text_string(out, "GPU_LOCAL int gpu_narrow(gpu_job *j, const gpu_source *f, const u64 *s, "
                      "u64 *n) {\n  u64 d;\n  u32 bad = 0;\n");
  for (uint32_t i = 0; i < n->words; i++)
    sv_text_printf(out, "  n[%u] = f ? f->stored[%u] : 0;\n", i, i);
  for (uint32_t i = 0; i < n->wide; i++) {
    sv_text_printf(out, "  if (!f || s[%u] != f->s[%u]) {\n", i, i);
    put_check(n, i, out);
    for (; more && r.from == i; more = next_run(n, &r))
      sv_text_printf(
          out, "    n[%u] = (n[%u] & 0x%" PRIx64 "ull) | (s[%u] >> %u & 0x%" PRIx64 "ull) << %u;\n",
          r.to, r.to, ~(ones(r.bits) << r.to_shift), i, r.from_shift, ones(r.bits), r.to_shift);
    sv_text_string(out, "  }\n");
  }
  sv_text_string(out, "  return !bad;\n}\n");
}

static void put_wide(const sv_gpu_narrow *n, sv_text *out) {
  run r = {0};
  sv_text_string(out, "GPU_LOCAL void gpu_wide(const u64 *n, u64 *s) {\n");
  for (uint32_t i = 0; i < n->wide; i++)
    sv_text_printf(out, "  s[%u] = 0x%" PRIx64 "ull;\n", i, n->constant[i] & ~n->varying[i]);
  while (next_run(n, &r))
    sv_text_printf(out, "  s[%u] |= (n[%u] >> %u & 0x%" PRIx64 "ull) << %u;\n", r.from, r.to,
                   r.to_shift, ones(r.bits), r.from_shift);
  sv_text_string(out, "}\n");
}

void sv_gpu_narrow_text(const sv_gpu_narrow *n, sv_text *out) {
  put_narrow(n, out);
  put_wide(n, out);
}
