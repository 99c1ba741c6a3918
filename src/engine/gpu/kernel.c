// kernel.c -- breadth-first search on a device: one thread for each state.
//
// A thread loads a state, computes its successors with the step functions of
// the net and puts them into the table. Written as code and turned into text
// by the preprocessor.
//
// Insertion, exact and without locks on anything but one slot: a thread that
// finds a free slot claims it by compare-and-swap with its part of the
// hash, takes the next number, writes the state, and then publishes the number
// in the slot behind a fence. Who meets a claimed slot with another part of
// the hash goes on to the next one, who meets one with the same part waits
// until it is published and then compares all words. So of two threads with
// the same state, which probe the same slots in the same order, the second
// meets the slot of the first one: it cannot claim a later slot, since slots
// are never freed, and each slot is passed only once it is known to hold
// another state. Waiting ends because the one that publishes waits for nothing
// in between.
//
// Where a state is passed through (docs/model.md, "passing"), it is a link: it
// goes into a table of its own and is expanded within the same layer.

#include "engine/gpu/kernel.h"

#include "engine/gpu/job.h"

#define TEXT(...) #__VA_ARGS__
#define STRUCT_TEXT(...) TEXT(__VA_ARGS__)

const char *const sv_gpu_kernel_names[SV_GPU_KERNELS] = {"gpu_start", "gpu_expand", "gpu_pass"};

// The device's side and the host's: there a kernel is called once for each thread.
static const char head[] =
    "#if defined(__CUDACC__)\n"
    "#define GPU_LOCAL static __device__\n"
    "#define GPU_KERNEL(NAME) extern \"C\" __global__ void NAME(gpu_job *j, const u64 *words, "
    "u64 from, u64 to)\n"
    "#define GPU_THREAD (blockIdx.x * blockDim.x + threadIdx.x)\n"
    "#define GPU_CAS(a, old, new_) \\\n"
    "  ((u64)atomicCAS((unsigned long long *)(a), (unsigned long long)(old), (unsigned long "
    "long)(new_)))\n"
    "#define GPU_CAS32(a, old, new_) atomicCAS(a, old, new_)\n"
    "#define GPU_ADD(a, n) ((u64)atomicAdd((unsigned long long *)(a), (unsigned long long)(n)))\n"
    "#define GPU_LOAD(a) (*(const volatile u64 *)(a))\n"
    "#define GPU_LOAD32(a) (*(const volatile u32 *)(a))\n"
    "#define GPU_FENCE() __threadfence()\n"
    "#define GPU_PUBLISH(a, v) (__threadfence(), (void)(*(volatile u64 *)(a) = (v)))\n"
    "#define GPU_PAUSE() __nanosleep(20)\n"
    "#else\n"
    "#define GPU_LOCAL static\n"
    "#define GPU_KERNEL(NAME) __attribute__((visibility(\"default\"))) void NAME(gpu_job *j, "
    "const u64 *words, u64 from, u64 to, u32 gpu_thread_)\n"
    "#define GPU_THREAD gpu_thread_\n"
    "static u64 gpu_cas(u64 *a, u64 old, u64 value) {\n"
    "  __atomic_compare_exchange_n(a, &old, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);\n"
    "  return old;\n}\n"
    "static u32 gpu_cas32(u32 *a, u32 old, u32 value) {\n"
    "  __atomic_compare_exchange_n(a, &old, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);\n"
    "  return old;\n}\n"
    "int sched_yield(void);\n"
    "#define GPU_CAS(a, old, new_) gpu_cas(a, old, new_)\n"
    "#define GPU_CAS32(a, old, new_) gpu_cas32(a, old, new_)\n"
    "#define GPU_ADD(a, n) __atomic_fetch_add(a, n, __ATOMIC_RELAXED)\n"
    "#define GPU_LOAD(a) __atomic_load_n(a, __ATOMIC_ACQUIRE)\n"
    "#define GPU_LOAD32(a) __atomic_load_n(a, __ATOMIC_RELAXED)\n"
    "#define GPU_FENCE() ((void)0)\n"
    "#define GPU_PUBLISH(a, v) __atomic_store_n(a, v, __ATOMIC_RELEASE)\n"
    "#define GPU_PAUSE() sched_yield()\n"
    "#endif\n"
    "#define GPU_CLAIMED 0xffffffffu\n"
    "#define GPU_VOID 0xfffffffeu\n";

static const char types[] = "typedef " STRUCT_TEXT(
    SV_GPU_TABLE(u32, u64)) " gpu_table;\n"
                            "typedef " STRUCT_TEXT(SV_GPU_FINDING(
                                u32, u64)) " gpu_finding;\n"
                                           "typedef " STRUCT_TEXT(SV_GPU_JOB(
                                               u32, u64, gpu_table, gpu_finding)) " gpu_job;\n";

static const char insertion[] = TEXT(
    GPU_LOCAL u64 gpu_hash(const u64 *s) {
      u64 h = 0x51ED270B8B61C5F7ull;
      u32 i;
      for (i = 0; i < STEP_WORDS; i++) {
        h = (h ^ s[i]) * 0xff51afd7ed558ccdull;
        h ^= h >> 32;
      }
      h *= 0xc4ceb9fe1a85ec53ull;
      return h ^ h >> 29;
    }

    GPU_LOCAL int gpu_same(const u64 *a, const u64 *b) {
      u32 i;
      for (i = 0; i < STEP_WORDS; i++)
        if (a[i] != b[i]) return 0;
      return 1;
    }

    GPU_LOCAL void gpu_flag(u32 *flag) {
      if (!GPU_LOAD32(flag)) GPU_CAS32(flag, 0, 1);
    }

    GPU_LOCAL int gpu_put(gpu_job *j, gpu_table *t, u64 *slot, u64 tag, const u64 *s, u32 parent,
                          u64 *number) {
      u32 i;
      *number = GPU_ADD(&t->count, 1);
      if (*number >= t->most) {
        gpu_flag(&j->full);
        GPU_PUBLISH(slot, (u64)GPU_VOID);
        return 0;
      }
      for (i = 0; i < STEP_WORDS; i++) t->words[*number * STEP_WORDS + i] = s[i];
      t->parents[*number] = parent;
      GPU_PUBLISH(slot, tag | (*number + 1));
      return 1;
    }

    GPU_LOCAL int gpu_insert(gpu_job *j, gpu_table *t, const u64 *s, u32 parent, u64 *number) {
      u64 h = gpu_hash(s);
      u64 tag = h & 0xffffffff00000000ull;
      u64 at = h & t->mask;
      u64 tried;
      if (!tag) tag = 0x100000000ull;
      for (tried = 0; tried <= t->mask; tried++) {
        u64 v = GPU_LOAD(&t->slots[at]);
        if (!v) {
          v = GPU_CAS(&t->slots[at], 0, tag | GPU_CLAIMED);
          if (!v) return gpu_put(j, t, &t->slots[at], tag, s, parent, number);
        }
        if ((v & 0xffffffff00000000ull) == tag) {
          while ((u32)v == GPU_CLAIMED) {
            GPU_PAUSE();
            v = GPU_LOAD(&t->slots[at]);
          }
          GPU_FENCE();
          if ((u32)v != GPU_VOID && gpu_same(&t->words[((u32)v - 1ull) * STEP_WORDS], s)) return 0;
        }
        at = (at + 1) & t->mask;
      }
      gpu_flag(&j->full);
      return 0;
    });

static const char expansion[] = TEXT(
    GPU_LOCAL void gpu_begin(gpu_job *j, step_frame *o, u32 thread) {
      u64 at = (u64)thread * j->room;
      o->n = 0;
      o->asks = 0;
      o->classes = 0;
      o->local_classes = 0;
      o->level = 0;
      o->overflow = 0;
      o->cut = 0xffffffffu;
      o->action = j->action + at;
      o->kept = j->kept + at;
      o->choice = j->choice + at;
      o->words = j->words + at * STEP_WORDS;
    }

    GPU_LOCAL void gpu_report(gpu_job *j, u32 question, u32 where, u32 action, u64 choice) {
      gpu_finding *f = &j->findings[question];
      if (GPU_LOAD32(&f->found) || GPU_CAS32(&f->found, 0, 1)) return;
      f->where = where;
      f->action = action;
      f->choice = choice;
    }

    GPU_LOCAL void gpu_look(gpu_job *j, const u64 *s, u32 where, int passing, step_frame *o) {
      u32 i;
      for (i = 0; i < j->asked_count; i++) {
        if (passing && j->asked_stable[i]) continue;
        if (!step_holds(s, j->asked_property[i], o))
          gpu_report(j, j->asked[i], where, 0xffffffffu, 0);
      }
    }

    GPU_LOCAL void gpu_store(gpu_job *j, const u64 *s, u32 parent, step_frame *o) {
      u64 number;
      if (gpu_insert(j, &j->states, s, parent, &number)) gpu_look(j, s, (u32)number, 0, o);
    }

    GPU_LOCAL void gpu_take(gpu_job *j, const u64 *s, u32 parent, step_frame *o) {
      u64 number;
      if (gpu_holder(s)) gpu_insert(j, &j->links, s, parent, &number);
      else gpu_store(j, s, parent, o);
    }

    GPU_LOCAL int gpu_fire(gpu_job *j, const u64 *s, u32 action, u64 *choice, u64 *t,
                           step_frame *o) {
      u32 tries = 0;
      int got;
      for (;;) {
        got = step_fire(s, action, choice, t, o);
        if (got != 2) return got;
        if (tries++ > 4096) {
          gpu_flag(&j->too_many);
          return 0;
        }
      }
    }

    GPU_LOCAL void gpu_finish(gpu_job *j, const u64 *s, step_frame *o) {
      u32 n = 0;
      u32 i;
      if (o->asks) {
        for (i = 0; i < o->n; i++) {
          if (o->kept[i] == 0xffffffffu) {
            if (!gpu_fire(j, s, o->action[i], &o->choice[i], o->words + (u64)i * STEP_WORDS, o))
              continue;
            o->kept[i] = i + 1;
          }
          step_copy(o, n++, i);
        }
        o->n = n;
      }
      step_control(s, o);
      if (o->cut != 0xffffffffu) j->cuts[o->cut] = 1;
      if (o->overflow) gpu_flag(&j->overflow);
    }

    GPU_LOCAL u64 gpu_act(gpu_job *j, const u64 *s, u32 where, u32 i, step_frame *o) {
      u64 t[STEP_WORDS];
      u32 action = o->action[i];
      u64 choice = o->choice[i];
      u64 first = choice;
      u64 count = 0;
      if (o->kept[i]) {
        const u64 *kept = o->words + (u64)(o->kept[i] - 1) * STEP_WORDS;
        STEP_COPY(t, kept);
        gpu_take(j, t, where, o);
        count++;
        choice++;
      }
      for (; gpu_fire(j, s, action, &choice, t, o); choice++) {
        if (!count++) first = choice;
        gpu_take(j, t, where, o);
      }
      if (o->overflow) gpu_flag(&j->overflow);
      if (!count) return 0;
      if (!j->fired[action]) j->fired[action] = 1;
      if (j->fails[action]) gpu_report(j, j->fails[action] - 1, where, action, first);
      return count;
    }

    GPU_LOCAL void gpu_load(const gpu_table *t, u64 number, u64 *s) {
      const u64 *at = t->words + number * STEP_WORDS;
      STEP_COPY(s, at);
    });

static const char kernels[] = TEXT(
    GPU_KERNEL(gpu_start) {
      u64 i;
      step_frame o;
      gpu_begin(j, &o, GPU_THREAD);
      for (i = from + GPU_THREAD; i < to; i += j->threads)
        gpu_store(j, words + i * STEP_WORDS, 0xffffffffu, &o);
    }

    GPU_KERNEL(gpu_expand) {
      u64 s[STEP_WORDS];
      u64 i;
      u64 transitions = 0;
      u32 a;
      step_frame o;
      (void)words;
      for (i = from + GPU_THREAD; i < to; i += j->threads) {
        gpu_begin(j, &o, GPU_THREAD);
        gpu_load(&j->states, i, s);
        step_candidates(s, &o);
        gpu_finish(j, s, &o);
        if (j->deadlock && !o.n && o.cut == 0xffffffffu && !step_ended(s))
          gpu_report(j, j->deadlock - 1, (u32)i, 0xffffffffu, 0);
        for (a = 0; a < o.n; a++) transitions += gpu_act(j, s, (u32)i, a, &o);
      }
      if (transitions) GPU_ADD(&j->transitions, transitions);
    }

    GPU_LOCAL int gpu_goes_on(gpu_job *j, const u64 *s, u32 process, step_frame *o) {
      u32 n = 0;
      u32 i;
      step_held(s, process, o);
      if (o->n) {
        gpu_finish(j, s, o);
        if (o->n && gpu_is_first_class(o->action[0])) return 1;
      }
      step_candidates(s, o);
      gpu_finish(j, s, o);
      for (i = 0; i < o->n; i++)
        if (gpu_is_first_class(o->action[i]) && gpu_moves(o->action[i], process))
          step_copy(o, n++, i);
      if (!n) return 0;
      o->n = n;
      return 1;
    }

    GPU_LOCAL void gpu_release(gpu_job *j, u64 *s, u32 where, step_frame *o) {
      u64 t[STEP_WORDS];
      int blocked = !o->n;
      STEP_COPY(t, s);
      gpu_forget_holder(t);
      if (blocked) {
        step_candidates(t, o);
        gpu_finish(j, t, o);
        if (o->n) STEP_COPY(t, s);
      }
      gpu_store(j, t, where, o);
    }

    GPU_KERNEL(gpu_pass) {
      u64 s[STEP_WORDS];
      u64 i;
      u64 transitions = 0;
      u64 passed = 0;
      u32 a;
      step_frame o;
      (void)words;
      for (i = from + GPU_THREAD; i < to; i += j->threads) {
        gpu_begin(j, &o, GPU_THREAD);
        gpu_load(&j->links, i, s);
        if (!gpu_goes_on(j, s, gpu_holder(s) - 1, &o)) {
          gpu_release(j, s, (u32)i | 0x80000000u, &o);
          continue;
        }
        passed++;
        gpu_look(j, s, (u32)i | 0x80000000u, 1, &o);
        for (a = 0; a < o.n; a++) transitions += gpu_act(j, s, (u32)i | 0x80000000u, a, &o);
      }
      if (transitions) GPU_ADD(&j->transitions, transitions);
      if (passed) GPU_ADD(&j->passed, passed);
    });

// ---- what depends on the net

static sv_field holder_of(const sv_layout *l) {
  const sv_net *net = l->net;
  return net->holder == SV_NO_VARIABLE ? (sv_field){0}
                                       : l->cells[net->vars.at[net->holder].first_cell];
}

static void put_holder(const sv_layout *l, sv_text *out) {
  sv_field f = holder_of(l);
  uint64_t mask = f.bits ? UINT64_MAX >> (64 - f.bits) : 0;
  sv_text_printf(out,
                 "GPU_LOCAL u32 gpu_holder(const u64 *s) { return (u32)(s[%u] >> %u & %lluull); }\n"
                 "GPU_LOCAL void gpu_forget_holder(u64 *s) { s[%u] &= ~(%lluull << %u); }\n",
                 f.word, f.shift, (unsigned long long)mask, f.word, (unsigned long long)mask,
                 f.shift);
  assert(!f.bits || !f.base);
}

// Which processes an action moves, and whether it is in the first class.
static void put_moves(const sv_net *net, sv_text *out) {
  sv_text_string(out, "GPU_LOCAL int gpu_moves(u32 action, u32 process) {\n  switch (action) {\n");
  for (uint32_t i = 0; i < net->actions.n && net->holder != SV_NO_VARIABLE; i++) {
    const sv_net_action *a = &net->actions.at[i];
    sv_text_printf(out, "  case %u: return 0", i);
    for (uint32_t e = 0; e < a->edge_count; e++)
      if (sv_edges_move(a->edges, a->edge_count, a->edges[e].process))
        sv_text_printf(out, " || process == %u", a->edges[e].process);
    sv_text_string(out, ";\n");
  }
  sv_text_string(out, "  default: return 0;\n  }\n}\n"
                      "GPU_LOCAL int gpu_is_first_class(u32 action) {\n  switch (action) {\n");
  for (uint32_t i = 0; i < net->actions.n; i++)
    if (net->actions.at[i].priority) sv_text_printf(out, "  case %u:\n", i);
  sv_text_string(out, "  case 0xffffffffu: return 0;\n  default: return 1;\n  }\n}\n");
}

void sv_gpu_text(const sv_program *p, const sv_layout *l, sv_text *out) {
  sv_emit_program(p, NULL, NULL, out);
  sv_text_string(out, head);
  sv_text_string(out, types);
  sv_text_string(out, "\n");
  sv_text_string(out, insertion);
  sv_text_string(out, "\n");
  put_holder(l, out);
  put_moves(l->net, out);
  sv_text_string(out, expansion);
  sv_text_string(out, "\n");
  sv_text_string(out, kernels);
  sv_text_string(out, "\n");
}
