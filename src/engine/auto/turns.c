// turns.c -- see turns.h.

#include "engine/auto/turns.h"

#include <stdio.h>

#include "engine/auto/merge.h"
#include "engine/child.h"

static const double look_every = 0.1;  // seconds between looks at the memory
static const double scarce = 0.05;     // of the machine's memory: then children are ended
static const double last_words = 0.3;  // seconds for answers at a limit
static const double patience = 2;      // until processes that were killed are gone

typedef struct {
  const sv_schedule_entry *entry;
  sv_options options;  // --engine is its name
  sv_limits limits;
  sv_run run;
  sv_answer *answer;  // filled when the child ends
  sv_child *child;    // NULL: not started, or ended
  double used, lost;  // seconds; lost: in processes that were ended for want of memory
  bool out;           // it has nothing more to say
} player;

struct sv_turns {
  const sv_schedule *schedule;
  sv_model *model;
  const sv_run *run;
  const sv_answer *question;
  player players[SV_SCHEDULE_MOST];
  uint32_t n;
  bool over;  // an answer is final
};

static const char *name_of(const player *p) { return p->entry->engine->name; }

sv_turns *sv_turns_new(const sv_schedule *s, sv_model *m, const sv_run *run,
                       const sv_answer *question) {
  sv_turns *t = SV_NEW(sv_turns);
  *t = (sv_turns){.schedule = s, .model = m, .run = run, .question = question, .n = s->n};
  for (uint32_t i = 0; i < s->n; i++) {
    player *p = &t->players[i];
    p->entry = &s->at[i];
    sv_options_copy(&p->options, run->options);
    p->options.engine = name_of(p);
    p->run = *run;
    p->run.options = &p->options;
    p->run.limits = &p->limits;
    p->run.own_process = true;
  }
  return t;
}

static void end_child(player *p) {
  sv_child_free(p->child);
  p->child = NULL;
}

void sv_turns_free(sv_turns *t) {
  if (!t) return;
  for (uint32_t i = 0; i < t->n; i++)
    if (t->players[i].child) sv_child_kill(t->players[i].child, SV_CAUSE_STOPPED);
  for (uint32_t i = 0; i < t->n; i++) {
    end_child(&t->players[i]);
    sv_answer_free(t->players[i].answer);
    sv_options_free(&t->players[i].options);
  }
  sv_free(t);
}

static player *find(sv_turns *t, const char *engine) {
  for (uint32_t i = 0; i < t->n; i++)
    if (!strcmp(name_of(&t->players[i]), engine)) return &t->players[i];
  return NULL;
}

static void leave(player *p) {
  end_child(p);
  p->out = true;
}

void sv_turns_leave_out(sv_turns *t, const char *engine) {
  player *p = find(t, engine);
  if (p) leave(p);
}

void sv_turns_only_unbounded(sv_turns *t) {
  for (uint32_t i = 0; i < t->n; i++)
    if (!t->players[i].entry->unbounded) leave(&t->players[i]);
}

// ---- memory

static size_t bytes_of_all(const sv_turns *t) {
  size_t bytes = sv_resident_bytes();
  for (uint32_t i = 0; i < t->n; i++)
    if (t->players[i].child) bytes += sv_child_bytes(t->players[i].child);
  return bytes;
}

static bool machine_is_full(void) {
  unsigned long total = 0, available = 0;
  char line[128];
  FILE *in = fopen("/proc/meminfo", "re");
  if (!in) return false;
  while (fgets(line, sizeof line, in) && !available) {
    if (sscanf(line, "MemTotal: %lu", &total) == 1) continue;
    if (sscanf(line, "MemAvailable: %lu", &available) == 1) break;
  }
  fclose(in);
  return available && (double)available < scarce * (double)total;
}

static player *largest_other(sv_turns *t, const player *but) {
  player *largest = NULL;
  for (uint32_t i = 0; i < t->n; i++) {
    player *p = &t->players[i];
    if (p == but || !p->child) continue;
    if (!largest || sv_child_bytes(p->child) > sv_child_bytes(largest->child)) largest = p;
  }
  return largest;
}

// Those that wait are ended before the one that runs.
static void make_room(sv_turns *t, const player *running) {
  size_t most = t->run->limits->memory;
  while ((most && bytes_of_all(t) > most) || machine_is_full()) {
    player *p = largest_other(t, running);
    if (!p) return;
    SV_LOG(t->run->log, 1, "auto: %s is ended for want of memory after %.2f s", name_of(p),
           p->used);
    p->lost = p->used;
    p->used = 0;
    end_child(p);
  }
}

// ---- one turn

static void run_engine(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_answer_adopt(a, sv_engine_run(sv_engine_find(run->options->engine), m, run));
}

static bool start(sv_turns *t, player *p) {
  sv_answer_free(p->answer);
  p->answer = sv_answer_like(t->question);
  p->answer->engine = name_of(p);
  p->limits = *t->run->limits;
  p->child = sv_child_start(run_engine, t->model, &p->run, p->answer);
  return p->child;
}

// True when it has ended (then its answer is there); otherwise it is suspended.
static bool take_turn(sv_turns *t, player *p, double seconds) {
  double end = sv_now() + seconds;
  if (!p->child && !start(t, p)) return true;
  for (bool ended = false;;) {
    double left = end - sv_now(), begin = sv_now();
    if (left <= 0 || sv_limits_check(t->run->limits)) break;
    ended = sv_child_run(p->child, left < look_every ? left : look_every);
    p->used += sv_now() - begin;
    if (ended) return end_child(p), true;
    make_room(t, p);
  }
  sv_child_pause(p->child);
  return false;
}

static sv_answer *take_answer(player *p) {
  sv_answer *a = p->answer;
  p->answer = NULL;
  p->out = true;
  return a;
}

// ---- what an answer means for the others

// The user wants to know about so many steps only, or the pools are about to grow.
static bool is_last_word(const sv_turns *t, const sv_answer *a) {
  if (sv_auto_decided(a, t->run)) return true;
  if (sv_auto_left_by(a, SV_CAUSE_DEPTH) && t->run->options->depth) return true;
  return a->pool_full && t->run->stops_when_full;
}

static void judge(sv_turns *t, const sv_answer *a) {
  SV_LOG(t->run->log, 1, "auto: %s ends: %s%s%s", a->engine, sv_verdict_text(a->verdict),
         a->reason ? ": " : "", a->reason ? a->reason : "");
  if (is_last_word(t, a)) t->over = true;
  else if (sv_auto_left_by(a, SV_CAUSE_BOUND)) sv_turns_only_unbounded(t);
}

// ---- all turns

// No engine is left that would use more time.
static bool take_round(sv_turns *t, double slice, sv_answer **best) {
  bool left = false;
  for (uint32_t i = 0; i < t->n && !t->over && !t->run->limits->hit; i++) {
    player *p = &t->players[i];
    double seconds = slice * p->entry->share;
    if (p->out) continue;
    left = true;
    if (!p->child && seconds < p->lost) continue;
    if (!take_turn(t, p, seconds)) continue;
    sv_answer *a = take_answer(p);
    judge(t, a);
    *best = sv_auto_better(*best, a, t->run);
    t->over |= sv_auto_decided(*best, t->run);
  }
  return left;
}

static sv_answer *hear(sv_turns *t, player *p, double until, sv_answer *best) {
  double left = until - sv_now();
  if (!p->child || !sv_child_run(p->child, left > 0 ? left : 0)) return best;
  end_child(p);
  return sv_auto_better(best, take_answer(p), t->run);
}

// A limit was hit: what each engine reports of how far it has come.
static sv_answer *take_last_words(sv_turns *t, sv_answer *best) {
  for (uint32_t i = 0; i < t->n; i++)
    if (t->players[i].child) sv_child_hurry(t->players[i].child, t->run->limits->hit);
  double end = sv_now() + last_words;
  for (uint32_t i = 0; i < t->n; i++) best = hear(t, &t->players[i], end, best);
  for (uint32_t i = 0; i < t->n; i++)
    if (t->players[i].child) sv_child_kill(t->players[i].child, t->run->limits->hit);
  for (uint32_t i = 0; i < t->n; i++) best = hear(t, &t->players[i], end + patience, best);
  return best;
}

sv_answer *sv_turns_run(sv_turns *t, sv_answer *best) {
  double slice = t->schedule->first_slice;
  for (; !t->over && !t->run->limits->hit; slice *= t->schedule->growth) {
    SV_LOG(t->run->log, 2, "auto: turns of %.2f s", slice);
    if (!take_round(t, slice, &best)) break;
  }
  return t->run->limits->hit && !t->over ? take_last_words(t, best) : best;
}

sv_answer *sv_turns_extra(sv_turns *t, const char *engine, double seconds) {
  player *p = find(t, engine);
  return p && !p->out && take_turn(t, p, seconds) ? take_answer(p) : NULL;
}
