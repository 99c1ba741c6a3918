// emit_runtime.c -- the part of the generated text that is the same for all nets.
//
// It is written as code here and turned into text by the preprocessor. Numbers
// are code_run.c's, queues code_queue.c's, control machine_control.c's.

#include "exec/emit_inside.h"

#define TEXT(...) #__VA_ARGS__
#define STRUCT_TEXT(...) TEXT(__VA_ARGS__)

static const char head[] = "#if defined(__CUDACC__)\n"
                           "#if !defined(__CUDACC_RTC__) && !defined(__noinline__)\n"
                           "#define __noinline__ __attribute__((noinline))\n"
                           "#endif\n"
                           "#define STEP_LOCAL static __device__\n"
                           "#define STEP_FUNCTION static __device__ __noinline__\n"
                           "#define STEP_ENTRY extern \"C\" __device__ __noinline__\n"
                           "#define STEP_TABLE static __device__ const\n"
                           "#else\n"
                           "#define STEP_LOCAL static inline\n"
                           "#define STEP_FUNCTION static __attribute__((noinline))\n"
                           "#define STEP_ENTRY __attribute__((visibility(\"default\")))\n"
                           "#define STEP_TABLE static const\n"
                           "#endif\n"
                           "#define STEP_RESTRICT __restrict__\n"
                           "#if defined(__UINT64_TYPE__)\n"
                           "typedef __UINT64_TYPE__ u64;\n"
                           "typedef __INT64_TYPE__ i64;\n"
                           "#else\n"
                           "typedef unsigned long long u64;\n"
                           "typedef long long i64;\n"
                           "#endif\n"
                           "typedef unsigned int u32;\n"
                           "typedef char step_u32_has_4_bytes[sizeof(u32) == 4 ? 1 : -1];\n"
                           "typedef char step_u64_has_8_bytes[sizeof(u64) == 8 ? 1 : -1];\n";

static const char types[] = "typedef " STRUCT_TEXT(SV_STEP_STRUCT(u32, u64)) " step_frame;" TEXT(
    typedef struct {
      u32 word, shift;
      u64 mask;
      i64 base;
    } step_field;
    typedef struct {
      u32 word;
      u64 keep, set;
    } step_patch;
    typedef struct {
      step_field length, deferred;
      u32 capacity, fields, slots, ranges;
    } step_queue;);

static const char numbers[] = TEXT(
    STEP_LOCAL i64 step_add(i64 a, i64 b, step_frame *o) {
      i64 r = (i64)((u64)a + (u64)b);
      o->overflow |= (u32)((u64)((a ^ r) & (b ^ r)) >> 63);
      return r;
    }

    STEP_LOCAL i64 step_sub(i64 a, i64 b, step_frame *o) {
      i64 r = (i64)((u64)a - (u64)b);
      o->overflow |= (u32)((u64)((a ^ b) & (a ^ r)) >> 63);
      return r;
    }

    STEP_LOCAL i64 step_mul(i64 a, i64 b, step_frame *o) {
      i64 r = (i64)((u64)a * (u64)b);
      if (a == -1) o->overflow |= b != 0 && r == b;
      else if (a) o->overflow |= r / a != b;
      return r;
    }

    STEP_LOCAL i64 step_mod(i64 a, i64 b) {
      i64 r;
      if (!b) return a;
      if (b == -1) return 0;
      r = a % b;
      return r >= 0 ? r : b < 0 ? r - b : r + b;
    }

    STEP_LOCAL i64 step_div(i64 a, i64 b, step_frame *o) {
      i64 q;
      if (!b) return 0;
      if (b == -1) return step_sub(0, a, o);
      q = a / b;
      if (a % b >= 0) return q;
      return b < 0 ? q + 1 : q - 1;
    }

    STEP_LOCAL i64 step_bv_div(i64 a, i64 b) { return b       ? a / b
                                                      : a < 0 ? 1
                                                              : -1; }

    STEP_LOCAL i64 step_bv_mod(i64 a, i64 b) { return b ? a % b : a; }

    STEP_LOCAL i64 step_shl(i64 a, i64 b, i64 width) {
      return b < 0 || b >= width ? 0 : (i64)((u64)a << b);
    }

    STEP_LOCAL i64 step_shr(i64 a, i64 b, i64 width) {
      return b < 0 || b >= width ? -(a < 0) : a >> b;
    }

    STEP_LOCAL i64 step_get(const u64 *s, const step_field *f) {
      return f->base + (i64)(s[f->word] >> f->shift & f->mask);
    }

    STEP_LOCAL void step_set(u64 *t, const step_field *f, i64 value) {
      u64 raw = (u64)value - (u64)f->base;
      t[f->word] = (t[f->word] & ~(f->mask << f->shift)) | raw << f->shift;
    });

static const char queues[] = TEXT(
    STEP_LOCAL int step_exists(i64 ref) { return ref > 0 && ref <= STEP_QUEUES; }

    STEP_LOCAL i64 step_deferred(const u64 *s, i64 ref) {
      return step_exists(ref) ? step_get(s, &step_queues[ref - 1].deferred) : 0;
    }

    STEP_LOCAL i64 step_length(const u64 *s, i64 ref) {
      return step_exists(ref) ? step_get(s, &step_queues[ref - 1].length) - step_deferred(s, ref)
                              : 0;
    }

    STEP_LOCAL i64 step_full(const u64 *s, i64 ref) {
      return step_exists(ref) &&
             step_get(s, &step_queues[ref - 1].length) == step_queues[ref - 1].capacity;
    }

    STEP_LOCAL i64 step_peek(const u64 *s, i64 ref, i64 slot, u32 field, i64 lo, i64 hi,
                             i64 missing) {
      const step_queue *q;
      i64 value;
      if (!step_exists(ref)) return missing;
      q = &step_queues[ref - 1];
      if (field >= q->fields || slot < 0 || slot >= step_length(s, ref)) return missing;
      slot += step_deferred(s, ref);
      value = step_get(s, &step_slots[q->slots + slot * q->fields + field]);
      return value >= lo && value <= hi ? value : missing;
    }

    STEP_LOCAL void step_move_message(u64 *t, const step_queue *q, i64 from, i64 to) {
      u32 f;
      for (f = 0; f < q->fields; f++)
        step_set(t, &step_slots[q->slots + to * q->fields + f],
                 step_get(t, &step_slots[q->slots + from * q->fields + f]));
    }

    STEP_LOCAL void step_clear_message(u64 *t, const step_queue *q, i64 message) {
      u32 f;
      for (f = 0; f < q->fields; f++) {
        const step_field *at = &step_slots[q->slots + message * q->fields + f];
        step_set(t, at, at->base);
      }
    }

    STEP_LOCAL int step_fits(const step_queue *q, const i64 *values, u32 n) {
      u32 f;
      if (n != q->fields) return 0;
      for (f = 0; f < n; f++)
        if (values[f] < step_ranges[q->ranges + 2 * f] ||
            values[f] > step_ranges[q->ranges + 2 * f + 1])
          return 0;
      return 1;
    }

    STEP_LOCAL int step_enqueue(u64 *t, i64 ref, int given, i64 slot, const i64 *values, u32 n) {
      const step_queue *q;
      i64 length;
      i64 i;
      u32 f;
      if (!step_exists(ref)) return 0;
      q = &step_queues[ref - 1];
      length = step_get(t, &q->length);
      if (!given) slot = step_length(t, ref);
      if (length == q->capacity || slot < 0 || slot > step_length(t, ref)) return 0;
      if (!step_fits(q, values, n)) return 0;
      slot += step_deferred(t, ref);
      for (i = length; i > slot; i--) step_move_message(t, q, i - 1, i);
      for (f = 0; f < n; f++) step_set(t, &step_slots[q->slots + slot * q->fields + f], values[f]);
      step_set(t, &q->length, length + 1);
      return 1;
    }

    STEP_LOCAL int step_dequeue(u64 *t, i64 ref, int given, i64 slot) {
      const step_queue *q;
      i64 length;
      i64 i;
      if (!step_exists(ref)) return 0;
      q = &step_queues[ref - 1];
      if (!given) slot = 0;
      if (slot < 0 || slot >= step_length(t, ref)) return 0;
      length = step_get(t, &q->length) - 1;
      for (i = step_deferred(t, ref) + slot; i < length; i++) step_move_message(t, q, i + 1, i);
      step_clear_message(t, q, length);
      step_set(t, &q->length, length);
      return 1;
    }

    STEP_LOCAL int step_defer(u64 *t, i64 ref) {
      const step_queue *q;
      i64 deferred;
      if (!step_exists(ref)) return 0;
      q = &step_queues[ref - 1];
      deferred = step_get(t, &q->deferred);
      if (deferred >= step_get(t, &q->length)) return 0;
      step_set(t, &q->deferred, deferred + 1);
      return 1;
    }

    STEP_LOCAL int step_flush(u64 *t, i64 ref) {
      if (!step_exists(ref)) return 0;
      if (step_queues[ref - 1].deferred.mask) step_set(t, &step_queues[ref - 1].deferred, 0);
      return 1;
    }

    STEP_LOCAL int step_empty(u64 *t, i64 ref) {
      const step_queue *q;
      i64 length;
      if (!step_flush(t, ref)) return 0;
      q = &step_queues[ref - 1];
      for (length = step_get(t, &q->length); length; length--) step_clear_message(t, q, length - 1);
      step_set(t, &q->length, 0);
      return 1;
    });

static const char control[] = TEXT(
    STEP_LOCAL void step_push(step_frame *o, u32 action, u32 kept) {
      o->action[o->n] = action;
      o->choice[o->n] = 0;
      o->kept[o->n] = kept;
      o->n++;
    }

    STEP_LOCAL void step_copy(step_frame *o, u32 to, u32 from) {
      o->action[to] = o->action[from];
      o->choice[to] = o->choice[from];
      o->kept[to] = o->kept[from];
    }

    STEP_LOCAL void step_sort(step_frame *o) {
      u32 i;
      u32 j;
      for (i = 1; i < o->n; i++) {
        u32 action = o->action[i];
        u32 kept = o->kept[i];
        u64 choice = o->choice[i];
        for (j = i; j && o->action[j - 1] > action; j--) step_copy(o, j, j - 1);
        o->action[j] = action;
        o->kept[j] = kept;
        o->choice[j] = choice;
      }
    });

// The rules, for nets that have tables for them.
static const char rules[] = TEXT(
    STEP_LOCAL void step_keep_lowest_class(step_frame *o) {
      u32 lowest = 0xffffffffu;
      u32 n = 0;
      u32 i;
      for (i = 0; i < o->n; i++)
        if (step_class[o->action[i]] < lowest) lowest = step_class[o->action[i]];
      for (i = 0; i < o->n; i++)
        if (step_class[o->action[i]] == lowest) step_copy(o, n++, i);
      o->n = n;
    }

    STEP_LOCAL int step_moves(u32 action, u32 process) {
      u32 e;
      for (e = step_edges[action]; e < step_edges[action + 1]; e++)
        if (step_movers[e] == process) return 1;
      return 0;
    }

    STEP_LOCAL void step_respect_holder(step_frame *o, u32 holder) {
      u32 n = 0;
      u32 i;
      if (!holder || !o->n || step_class[o->action[0]]) return;
      for (i = 0; i < o->n; i++) n += step_moves(o->action[i], holder - 1);
      if (!n || n == o->n) return;
      for (i = n = 0; i < o->n; i++)
        if (step_moves(o->action[i], holder - 1)) step_copy(o, n++, i);
      o->n = n;
    }

    STEP_LOCAL int step_outranked(u32 action, const u32 *lowest) {
      u32 e;
      for (e = step_edges[action]; e < step_edges[action + 1]; e++)
        if (step_ranks[e] > lowest[step_movers[e]]) return 1;
      return 0;
    }

    STEP_LOCAL void step_keep_lowest_ranks(step_frame *o, u32 *lowest) {
      u32 n = 0;
      u32 i;
      u32 e;
      for (i = 0; i < o->n; i++)
        for (e = step_edges[o->action[i]]; e < step_edges[o->action[i] + 1]; e++)
          if (step_ranks[e] < lowest[step_movers[e]]) lowest[step_movers[e]] = step_ranks[e];
      for (i = 0; i < o->n; i++)
        if (!step_outranked(o->action[i], lowest)) step_copy(o, n++, i);
      o->n = n;
    }

    STEP_LOCAL void step_set_cuts_apart(step_frame *o) {
      u32 n = 0;
      u32 i;
      for (i = 0; i < o->n; i++) {
        if (!step_cuts[o->action[i]]) step_copy(o, n++, i);
        else if (o->cut == 0xffffffffu) o->cut = o->action[i];
      }
      o->n = n;
    });

// ---- printing

typedef struct {
  uint32_t depth, round;  // of braces and of parentheses
  bool fresh;             // a line begins
} printer;

static void new_line(sv_text *out, printer *p) {
  sv_text_char(out, '\n');
  p->fresh = true;
}

static void put_char(sv_text *out, printer *p, char c) {
  if (p->fresh && c == ' ') return;
  if (c == '}') p->depth--;
  for (uint32_t i = 0; p->fresh && i < p->depth; i++) sv_text_string(out, "  ");
  p->fresh = false;
  sv_text_char(out, c);
  p->round += c == '(';
  p->round -= c == ')';
  p->depth += c == '{';
  if ((c == ';' || c == '{' || c == '}') && !p->round) new_line(out, p);
}

static void put_pretty(sv_text *out, const char *code) {
  printer p = {.fresh = true};
  for (; *code; code++) put_char(out, &p, *code);
  new_line(out, &p);
}

void sv_emit_runtime(sv_text *out) {
  sv_text_string(out, head);
  put_pretty(out, types);
  put_pretty(out, numbers);
  put_pretty(out, control);
}

void sv_emit_queue_runtime(sv_text *out) { put_pretty(out, queues); }
void sv_emit_rules(sv_text *out) { put_pretty(out, rules); }
