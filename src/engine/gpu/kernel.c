// kernel.c -- breadth-first search on a device: one thread for each state.
//
// A thread loads a state, computes its successors with the step functions of
// the net and puts them into the table. Written as code and turned into text
// by the preprocessor.
//
// How states are stored: kernel_tree.c.
//
// Where a state is passed through (docs/model.md, "passing"), it is a link: it
// goes into a table of its own and is expanded within the same layer.

#include "engine/gpu/kernel.h"

#include "engine/gpu/job.h"

#define TEXT(...) #__VA_ARGS__
#define STRUCT_TEXT(...) TEXT(__VA_ARGS__)

const char *const sv_gpu_kernel_names[SV_GPU_KERNELS] = {"gpu_start", "gpu_expand", "gpu_pass",
                                                         "gpu_gather", "gpu_walk"};

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
    "#define GPU_OR(a, n) atomicOr((unsigned long long *)(a), (unsigned long long)(n))\n"
    "#define GPU_MIN(a, n) atomicMin((unsigned long long *)(a), (unsigned long long)(n))\n"
    "#define GPU_MAX(a, n) atomicMax((unsigned long long *)(a), (unsigned long long)(n))\n"
    "#define GPU_HIGH(a, b) __umul64hi(a, b)\n"
    "#define GPU_ROLLED _Pragma(\"unroll 1\")\n"
    "#define GPU_MEET() __syncwarp()\n"
    "#define GPU_ANY(x) __any_sync(0xffffffffu, x)\n"
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
    "static void gpu_min(u64 *a, u64 n) {\n"
    "  u64 old = __atomic_load_n(a, __ATOMIC_RELAXED);\n"
    "  while (n < old && gpu_cas(a, old, n) != old) old = __atomic_load_n(a, __ATOMIC_RELAXED);\n}\n"
    "static void gpu_max(u64 *a, u64 n) {\n"
    "  u64 old = __atomic_load_n(a, __ATOMIC_RELAXED);\n"
    "  while (n > old && gpu_cas(a, old, n) != old) old = __atomic_load_n(a, __ATOMIC_RELAXED);\n}\n"
    "#define GPU_MIN(a, n) gpu_min(a, n)\n"
    "#define GPU_MAX(a, n) gpu_max(a, n)\n"
    "#define GPU_CAS(a, old, new_) gpu_cas(a, old, new_)\n"
    "#define GPU_CAS32(a, old, new_) gpu_cas32(a, old, new_)\n"
    "#define GPU_ADD(a, n) __atomic_fetch_add(a, n, __ATOMIC_RELAXED)\n"
    "#define GPU_LOAD(a) __atomic_load_n(a, __ATOMIC_ACQUIRE)\n"
    "#define GPU_LOAD32(a) __atomic_load_n(a, __ATOMIC_RELAXED)\n"
    "#define GPU_OR(a, n) __atomic_fetch_or(a, n, __ATOMIC_RELAXED)\n"
    "#define GPU_HIGH(a, b) ((u64)((unsigned __int128)(a) * (b) >> 64))\n"
    "#define GPU_ROLLED\n"
    "#define GPU_MEET() ((void)0)\n"
    "#define GPU_ANY(x) (x)\n"
    "#endif\n"
    "#define GPU_TRIES 65536\n"
    "#define GPU_LINK 0x8000000000000000ull\n"
    "#define GPU_NOTHING 0xffffffffffffffffull\n";

static const char types[] = "typedef " STRUCT_TEXT(
    SV_GPU_SET(u32, u64)) " gpu_set;\n"
                          "typedef " STRUCT_TEXT(SV_GPU_FINDING(
                              u32, u64)) " gpu_finding;\n"
                                         "typedef " STRUCT_TEXT(SV_GPU_WALKER(
                                             u32, u64)) " gpu_walker;\n"
                                                        "typedef " STRUCT_TEXT(SV_GPU_JOB(
                                                            u32, u64, gpu_set, gpu_finding,
                                                            gpu_walker)) " gpu_job;\n";

// A state that is expanded: its packed and its stored words, and its nodes.
static const char source_text[] = TEXT(typedef struct {
  u64 where;
  u64 s[STEP_WORDS];
  u64 stored[STORE_WORDS];
  u32 nodes[TREE_NODES + 2];
} gpu_source;) "\n";

static const char expansion[] = TEXT(
    GPU_LOCAL void gpu_report(gpu_job *j, u32 question, u64 where, u32 action, u64 choice) {
      gpu_finding *f = &j->findings[question];
      if (GPU_LOAD32(&f->found) || GPU_CAS32(&f->found, 0, 1)) return;
      f->where = where;
      f->action = action;
      f->choice = choice;
    }

    GPU_LOCAL void gpu_look(gpu_job *j, const u64 *s, u64 where, int passing, step_frame *o) {
      u32 i;
      for (i = 0; i < j->asked_count; i++) {
        if (passing && j->asked_stable[i]) continue;
        if (!step_holds(s, j->asked_property[i], o))
          gpu_report(j, j->asked[i], where, 0xffffffffu, 0);
      }
    }

    GPU_LOCAL void gpu_store(gpu_job *j, const u64 *t, int link, const gpu_source *f,
                             step_frame *o) {
      u64 slot;
      if (gpu_insert(j, link ? &j->links : &j->states, t, f, &slot) && !link)
        gpu_look(j, t, slot, 0, o);
    }

    // Goes through the successors of a state: by action, by choice.
    typedef struct {
      u32 i;
      u32 begun;
      u64 choice;
      u64 first;
      u64 count;
      u64 transitions;
    } gpu_cursor;

    GPU_LOCAL void gpu_rewind(gpu_cursor *c) {
      c->i = 0;
      c->begun = 0;
      c->transitions = 0;
    }

    GPU_LOCAL void gpu_acted(gpu_job *j, const gpu_source *f, gpu_cursor *c, u32 action) {
      c->transitions += c->count;
      c->i++;
      c->begun = 0;
      if (!c->count) return;
      gpu_flag(&j->fired[action]);
      if (j->fails[action]) gpu_report(j, j->fails[action] - 1, f->where, action, c->first);
    }

    // 0: there is no other one.
    GPU_LOCAL int gpu_next(gpu_job *j, const gpu_source *f, gpu_cursor *c, u64 *t, step_frame *o) {
      while (c->i < o->n) {
        u32 action = o->action[c->i];
        if (!c->begun) {
          c->begun = 1;
          c->count = 0;
          c->choice = o->choice[c->i];
          c->first = c->choice;
          if (o->kept[c->i]) {
            const u64 *kept = o->words + (u64)(o->kept[c->i] - 1) * STEP_WORDS;
            STEP_COPY(t, kept);
            c->count = 1;
            c->choice++;
            return 1;
          }
        }
        if (gpu_fire(j, f->s, action, &c->choice, t, o)) {
          if (!c->count++) c->first = c->choice;
          c->choice++;
          return 1;
        }
        gpu_acted(j, f, c, action);
      }
      if (o->overflow) gpu_flag(&j->overflow);
      return 0;
    });

// The threads of a warp compute different successors, but store them together: a step is short and
// differs from state to state, storing is long and the same for all.
static const char kernels[] = TEXT(
    GPU_KERNEL(gpu_start) {
      u64 i;
      step_frame o;
      if (GPU_THREAD >= j->threads) return;
      gpu_begin(j, &o, GPU_THREAD);
      for (i = from + GPU_THREAD; i < to; i += j->threads)
        gpu_store(j, words + i * STEP_WORDS, 0, 0, &o);
    }

    // One successor of each thread at a time, until no thread of the warp has another one.
    GPU_LOCAL u64 gpu_store_all(gpu_job * j, const gpu_source *f, step_frame *o) {
      u64 t[STEP_WORDS];
      gpu_cursor c;
      gpu_rewind(&c);
      for (;;) {
        int more = gpu_next(j, f, &c, t, o);
        GPU_MEET();
        if (!GPU_ANY(more)) return c.transitions;
        if (more) gpu_store(j, t, gpu_holder(t) || gpu_sticky(t, 0), f, o);
        GPU_MEET();
      }
    }

    GPU_KERNEL(gpu_expand) {
      u64 begin;
      u64 transitions = 0;
      step_frame o;
      gpu_source f;
      if (GPU_THREAD >= j->threads) return;
      for (begin = from; begin < to; begin += j->threads) {
        u64 i = begin + GPU_THREAD;
        gpu_begin(j, &o, GPU_THREAD);
        f.where = i < to ? words[i] : GPU_NOTHING;
        if (f.where != GPU_NOTHING) {
          gpu_load(j, &j->states, f.where, &f);
          step_candidates(f.s, &o);
          gpu_finish(j, f.s, &o);
          if (j->deadlock && gpu_is_stuck(j, f.s, &o))
            gpu_report(j, j->deadlock - 1, f.where, 0xffffffffu, 0);
          if (j->last && o.n) {
            gpu_flag(&j->beyond);
            o.n = 0;
          }
        }
        transitions += gpu_store_all(j, &f, &o);
      }
      if (transitions) GPU_ADD(&j->transitions, transitions);
    }

    // Of the processes in sticky locations the first enabled one moves, and no other one.
    GPU_LOCAL int gpu_moves_on(gpu_job *j, const u64 *s, step_frame *o) {
      u32 p;
      step_candidates(s, o);
      gpu_finish(j, s, o);
      for (p = gpu_sticky(s, 0); p; p = gpu_sticky(s, p)) {
        u32 n = 0;
        u32 i;
        for (i = 0; i < o->n; i++)
          if (gpu_is_first_class(o->action[i]) && gpu_moves(o->action[i], p - 1))
            step_copy(o, n++, i);
        if (!n) continue;
        o->n = n;
        return 1;
      }
      o->n = 0;
      return 0;
    }

    GPU_LOCAL void gpu_release(gpu_job *j, const gpu_source *f, step_frame *o) {
      u64 t[STEP_WORDS];
      gpu_released(j, f->s, t, o);
      gpu_store(j, t, 0, f, o);
    }

    GPU_KERNEL(gpu_pass) {
      u64 begin;
      u64 transitions = 0;
      u64 passed = 0;
      step_frame o;
      gpu_source f;
      if (GPU_THREAD >= j->threads) return;
      for (begin = from; begin < to; begin += j->threads) {
        u64 i = begin + GPU_THREAD;
        gpu_begin(j, &o, GPU_THREAD);
        f.where = i < to ? words[i] : GPU_NOTHING;
        if (f.where != GPU_NOTHING) {
          gpu_load(j, &j->links, f.where, &f);
          f.where |= GPU_LINK;
          if (!gpu_holder(f.s)) {
            if (gpu_moves_on(j, f.s, &o)) {
              passed++;
              gpu_look(j, f.s, f.where, 0, &o);
            } else gpu_store(j, f.s, 0, &f, &o);
          } else if (gpu_goes_on(j, f.s, gpu_holder(f.s) - 1, &o)) {
            passed++;
            gpu_look(j, f.s, f.where, 1, &o);
          } else gpu_release(j, &f, &o);
        }
        transitions += gpu_store_all(j, &f, &o);
      }
      if (transitions) GPU_ADD(&j->transitions, transitions);
      if (passed) GPU_ADD(&j->passed, passed);
    }

    GPU_LOCAL u32 gpu_count(u64 v) {
      u32 n = 0;
      for (; v; v &= v - 1) n++;
      return n;
    }

    GPU_KERNEL(gpu_gather) {
      u64 i;
      (void)words;
      if (GPU_THREAD >= j->threads) return;
      for (i = from + GPU_THREAD; i < to; i += j->threads) {
        u64 v = j->bits[i];
        u64 at;
        u32 n = gpu_count(v);
        u32 k;
        if (!n) continue;
        at = GPU_ADD(&j->gathered, n);
        if (at + n > j->room_to_gather) {
          for (k = 0; k < n && at + k < j->room_to_gather; k++) j->gather[at + k] = GPU_NOTHING;
          continue;
        }
        for (k = 0; k < 64; k++)
          if (v >> k & 1) j->gather[at++] = i * 64 + k;
        j->bits[i] = 0;
      }
    });

// ---- what depends on the net

sv_field sv_gpu_holder(const sv_layout *l) {
  const sv_net *net = l->net;
  return net->holder == SV_NO_VARIABLE ? (sv_field){0}
                                       : l->cells[net->vars.at[net->holder].first_cell];
}

static void put_holder(const sv_layout *l, sv_text *out) {
  sv_field f = sv_gpu_holder(l);
  uint64_t mask = f.bits ? UINT64_MAX >> (64 - f.bits) : 0;
  sv_text_printf(out,
                 "GPU_LOCAL u32 gpu_holder(const u64 *s) { return (u32)(s[%u] >> %u & %lluull); }\n"
                 "GPU_LOCAL void gpu_forget_holder(u64 *s) { s[%u] &= ~(%lluull << %u); }\n",
                 f.word, f.shift, (unsigned long long)mask, f.word, (unsigned long long)mask,
                 f.shift);
  assert(!f.bits || !f.base);
}

// Which processes an action moves, if that is needed, and whether it is in the first class.
static void put_moves(const sv_net *net, bool asks, sv_text *out) {
  sv_text_string(out, "GPU_LOCAL int gpu_moves(u32 action, u32 process) {\n  switch (action) {\n");
  for (uint32_t i = 0; asks && i < net->actions.n; i++) {
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

static void put_common(const sv_program *p, const sv_layout *l, const sv_merge *merge,
                       sv_text *out) {
  sv_emit_program(p, NULL, NULL, out);
  sv_text_string(out, head);
  sv_text_string(out, types);
  sv_text_string(out, "\n");
  put_holder(l, out);
  put_moves(l->net, merge || l->net->holder != SV_NO_VARIABLE, out);
  sv_text_string(out, sv_gpu_step_text);
  sv_text_string(out, "\n");
}

void sv_gpu_search_text(const sv_program *p, const sv_layout *l, const sv_gpu_narrow *narrow,
                        const sv_merge *merge, sv_text *out) {
  put_common(p, l, merge, out);
  sv_gpu_sticky_text(l, merge, out);
  sv_text_printf(out, "#define STORE_WORDS %u\n#define TREE_NODES %uu\n#define TREE_LEVELS %uu\n",
                 narrow->words, sv_gpu_tree_nodes(narrow->words),
                 sv_gpu_tree_levels(narrow->words));
  sv_text_string(out, source_text);
  sv_gpu_narrow_text(narrow, out);
  sv_text_string(out, sv_gpu_tree_text);
  sv_text_string(out, "\n");
  sv_text_string(out, expansion);
  sv_text_string(out, "\n");
  sv_text_string(out, kernels);
  sv_text_string(out, "\n");
}

void sv_gpu_walks_text(const sv_program *p, const sv_layout *l, sv_text *out) {
  put_common(p, l, NULL, out);
  sv_text_string(out, sv_gpu_walk_text);
  sv_text_string(out, "\n");
}
