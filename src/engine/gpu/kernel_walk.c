// kernel_walk.c -- random walks on a device: a thread for each walker, no set of states.
//
// A walker has a budget of turns and spends it in runs, each from a random initial
// state until it is stuck, as long as it may be, or has found something. All that it
// draws comes from the seed, its own number and that of the run, so it does the same
// on every device, however many threads there are; and a run is known by these two numbers:
// its steps are written down only when it is walked once more. Of several findings in
// a launch the earliest counts, of equally early ones that of the first walker.

#include "engine/gpu/kernel.h"

#define TEXT(...) #__VA_ARGS__

const char sv_gpu_walk_text[] = TEXT(
    GPU_LOCAL u64 gpu_draw(gpu_walker * w) {
      u64 x = w->random += 0x9e3779b97f4a7c15ull;
      x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
      x = (x ^ x >> 27) * 0x94d049bb133111ebull;
      return x ^ x >> 31;
    }

    GPU_LOCAL u64 gpu_below(gpu_walker * w, u64 n) { return GPU_HIGH(gpu_draw(w), n); }

    // Runs of eight lengths, each twice the next one.
    GPU_LOCAL void gpu_set_out(gpu_job *j, gpu_walker *w, u64 number, u64 *s) {
      const u64 *initial;
      u64 most;
      w->random = j->seed ^ number * 0xd1b54a32d192ed03ull;
      w->random = gpu_draw(w) ^ w->run * 0xd6e8feb86659fd93ull;
      w->initial = gpu_below(w, j->initial_count);
      most = j->share >> gpu_below(w, 8);
      if (most < 16) most = 16;
      w->most = most < j->longest_run ? most : j->longest_run;
      w->step = 0;
      w->link = 0;
      w->active = 1;
      initial = j->initials + w->initial * STEP_WORDS;
      STEP_COPY(s, initial);
    }

    GPU_LOCAL void gpu_note(gpu_job *j, gpu_walker *w, u64 number, u64 turn, u32 question,
                            const step_frame *o) {
      if (o->overflow || j->log_action || j->done[question]) return;
      GPU_MIN(&j->findings[question].where, turn << 32 | number);
      w->found = 1;
    }

    GPU_LOCAL void gpu_watch(gpu_job *j, gpu_walker *w, u64 number, u64 turn, const u64 *s,
                             int passing, step_frame *o) {
      u32 i;
      for (i = 0; i < j->asked_count; i++) {
        if (passing && j->asked_stable[i]) continue;
        if (!step_holds(s, j->asked_property[i], o)) gpu_note(j, w, number, turn, j->asked[i], o);
      }
    }

    // One of the successors by an action, each with the same chance. 0: there is none.
    GPU_LOCAL int gpu_pick(gpu_job *j, gpu_walker *w, const u64 *s, u32 i, u64 *t, u64 *picked,
                           step_frame *o) {
      u64 choice = o->choice[i];
      u64 count = 0;
      u64 u[STEP_WORDS];
      if (o->kept[i]) {
        const u64 *kept = o->words + (u64)(o->kept[i] - 1) * STEP_WORDS;
        STEP_COPY(t, kept);
        *picked = choice++;
        count = 1;
      }
      while (count < 256 && gpu_fire(j, s, o->action[i], &choice, u, o)) {
        if (!gpu_below(w, ++count)) {
          STEP_COPY(t, u);
          *picked = choice;
        }
        choice++;
      }
      return count > 0;
    }

    GPU_LOCAL void gpu_take(gpu_job *j, gpu_walker *w, u32 action, u64 choice) {
      if (j->log_action && w->step >= j->log_from && w->step - j->log_from < j->log_room) {
        j->log_action[w->step - j->log_from] = action;
        j->log_choice[w->step - j->log_from] = choice;
      }
      w->step++;
    }

    // What the state can do, and what is wrong with it.
    GPU_LOCAL void gpu_arrive(gpu_job *j, gpu_walker *w, u64 number, u64 turn, u64 *s,
                              step_frame *o) {
      u64 t[STEP_WORDS];
      if (w->link) {
        if (gpu_goes_on(j, s, gpu_holder(s) - 1, o)) {
          gpu_watch(j, w, number, turn, s, 1, o);
          return;
        }
        gpu_released(j, s, t, o);
        STEP_COPY(s, t);
        w->link = 0;
        o->classes = 0;
        o->local_classes = 0;
        o->asks = 0;
        o->cut = 0xffffffffu;
      }
      gpu_watch(j, w, number, turn, s, 0, o);
      step_candidates(s, o);
      gpu_finish(j, s, o);
      if (j->deadlock && gpu_is_stuck(j, s, o)) gpu_note(j, w, number, turn, j->deadlock - 1, o);
    }

    // 0: the run is over.
    GPU_LOCAL int gpu_step(gpu_job *j, gpu_walker *w, u64 number, u64 turn, u64 *s, step_frame *o) {
      u64 t[STEP_WORDS];
      u64 choice = 0;
      u32 first;
      u32 k;
      gpu_arrive(j, w, number, turn, s, o);
      if (w->found || o->overflow || !o->n || w->step >= w->most) return 0;
      first = (u32)gpu_below(w, o->n);
      for (k = 0; k < o->n; k++) {
        u32 i = first + k < o->n ? first + k : first + k - o->n;
        if (!gpu_pick(j, w, s, i, t, &choice, o)) continue;
        if (o->overflow) return 0;
        gpu_take(j, w, o->action[i], choice);
        if (j->fails[o->action[i]]) gpu_note(j, w, number, turn, j->fails[o->action[i]] - 1, o);
        STEP_COPY(s, t);
        w->link = gpu_holder(s) != 0;
        return !w->found;
      }
      return 0;
    }

    // Who has found something waits where it is, until that has been looked at.
    GPU_LOCAL void gpu_end_run(gpu_job *j, gpu_walker *w) {
      GPU_MAX(&j->longest, w->step);
      if (w->found) return;
      w->active = 0;
      w->run++;
      GPU_ADD(&j->passed, 1);
    }

    GPU_LOCAL void gpu_wander(gpu_job *j, u64 number, u32 thread) {
      gpu_walker w = j->walkers[number];
      u64 *place = j->places + number * STEP_WORDS;
      u64 s[STEP_WORDS];
      u64 turn;
      u64 steps = 0;
      step_frame o;
      STEP_COPY(s, place);
      if (w.found) {
        w.found = 0;
        gpu_end_run(j, &w);
      }
      for (turn = 0; turn < j->turns && w.left && !w.found; turn++) {
        u64 step;
        w.left--;
        if (!w.active) gpu_set_out(j, &w, number, s);
        if (j->log_action && w.step >= j->log_end) break;
        gpu_begin(j, &o, thread);
        step = w.step;
        if (!gpu_step(j, &w, number, turn, s, &o)) gpu_end_run(j, &w);
        steps += w.step - step;
      }
      GPU_MAX(&j->longest, w.step);
      j->walkers[number] = w;
      STEP_COPY(place, s);
      if (steps) GPU_ADD(&j->transitions, steps);
    }

    GPU_KERNEL(gpu_walk) {
      u64 i;
      (void)words;
      if (GPU_THREAD >= j->threads) return;
      for (i = from + GPU_THREAD; i < to; i += j->threads) gpu_wander(j, i, GPU_THREAD);
    });
