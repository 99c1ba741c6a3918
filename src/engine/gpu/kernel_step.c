// kernel_step.c -- what a state can do, on a device: candidates, control, sections.
//
// Shared by the search (kernel.c) and the walks (kernel_walk.c).

#include "engine/gpu/kernel.h"

#define TEXT(...) #__VA_ARGS__

const char sv_gpu_step_text[] = TEXT(
    GPU_LOCAL void gpu_flag(u32 *flag) {
      if (!GPU_LOAD32(flag)) GPU_CAS32(flag, 0, 1);
    }

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
      if (o->cut != 0xffffffffu) gpu_flag(&j->cuts[o->cut]);
      if (o->overflow) gpu_flag(&j->overflow);
    }

    // Not where an action was given up that may have a successor after all.
    GPU_LOCAL int gpu_is_stuck(gpu_job *j, const u64 *s, const step_frame *o) {
      return !o->n && o->cut == 0xffffffffu && !GPU_LOAD32(&j->too_many) && !step_ended(s);
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

    // Where the holder does not go on: it gives control away, or keeps it for want of anything else.
    GPU_LOCAL void gpu_released(gpu_job *j, const u64 *s, u64 *t, step_frame *o) {
      int blocked = !o->n;
      STEP_COPY(t, s);
      gpu_forget_holder(t);
      if (blocked) {
        step_candidates(t, o);
        gpu_finish(j, t, o);
        if (o->n) STEP_COPY(t, s);
      }
      o->n = 0;
    });
