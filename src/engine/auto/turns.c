// turns.c -- see turns.h.

#include "engine/auto/turns.h"

#include <math.h>
#include <stdio.h>

#include "base/thread_pool.h"
#include "engine/auto/merge.h"
#include "engine/board.h"
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
  sv_answer *answer;     // filled when the child ends
  sv_child *child;       // NULL: not started, or ended
  double used, lost;     // seconds; lost: in processes that were ended for want of memory
  double left;           // seconds of its turn
  uint32_t turns;        // that it has begun
  bool running;          // it has a turn
  bool out;              // it has nothing more to say
  sv_exchange exchange;  // what it tells and hears
} player;

struct sv_turns {
  const sv_schedule *schedule;
  sv_model *model;
  const sv_run *run;
  const sv_answer *question;
  player players[SV_SCHEDULE_MOST];
  uint32_t n;
  uint32_t lanes;  // so many turns at the same time
  double start;
  bool over;        // an answer is final
  sv_board *board;  // on which they tell each other facts, or NULL
};

static const char *name_of(const player *p) { return p->entry->engine->name; }

// An engine with threads of its own gets half of the processors where several engines run.
static uint32_t lanes_of(const sv_options *o) {
  uint32_t lanes = o->jobs ? (uint32_t)o->jobs : sv_processors();
  if (o->deterministic) lanes = 1;
  return lanes < SV_CHILDREN_MOST ? lanes : SV_CHILDREN_MOST;
}

// When a fact comes depends on the clock.
static bool exchanges(const sv_options *o) {
  return !o->deterministic && o->exchange == SV_OPT_ON_OFF_ON;
}

sv_turns *sv_turns_new(const sv_schedule *s, sv_model *m, const sv_run *run,
                       const sv_answer *question) {
  sv_turns *t = SV_NEW(sv_turns);
  *t = (sv_turns){.schedule = s, .model = m, .run = run, .question = question, .n = s->n};
  t->lanes = lanes_of(run->options);
  t->start = sv_now();
  if (exchanges(run->options)) t->board = sv_board_new();
  for (uint32_t i = 0; i < s->n; i++) {
    player *p = &t->players[i];
    p->entry = &s->at[i];
    sv_options_copy(&p->options, run->options);
    p->options.engine = name_of(p);
    if (p->entry->implicit && !sv_option_given(run->options, sv_option_find("--abstraction")))
      p->options.abstraction = SV_OPT_ABSTRACTION_IMPLICIT;
    if (t->lanes > 1) p->options.jobs = t->lanes / 2;
    p->run = *run;
    p->run.options = &p->options;
    p->run.limits = &p->limits;
    p->run.own_process = true;
    if (t->board) {
      p->exchange = sv_board_join(t->board, i);
      p->run.exchange = &p->exchange;
    }
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
  sv_board_free(t->board);
  sv_free(t);
}

static player *find(sv_turns *t, const char *engine) {
  for (uint32_t i = 0; i < t->n; i++)
    if (!strcmp(name_of(&t->players[i]), engine)) return &t->players[i];
  return NULL;
}

static void leave(player *p) {
  end_child(p);
  p->running = false;
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

static uint32_t running(const sv_turns *t) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->n; i++) n += t->players[i].running;
  return n;
}

static bool is_larger(const player *p, const player *than) {
  return !than || sv_child_bytes(p->child) > sv_child_bytes(than->child);
}

static player *largest(sv_turns *t, bool of_running) {
  player *found = NULL;
  for (uint32_t i = 0; i < t->n; i++) {
    player *p = &t->players[i];
    if (p->child && p->running == of_running && is_larger(p, found)) found = p;
  }
  return found;
}

// Those that wait are ended before those that run; one may run on.
static void make_room(sv_turns *t) {
  size_t most = t->run->limits->memory;
  while ((most && bytes_of_all(t) > most) || machine_is_full()) {
    player *p = largest(t, false);
    if (!p && running(t) > 1) p = largest(t, true);
    if (!p) return;
    SV_LOG(t->run->log, 1, "auto: %s is ended for want of memory after %.2f s", name_of(p),
           p->used);
    p->lost = p->used;
    p->used = 0;
    p->running = false;
    end_child(p);
  }
}

// ---- turns begin and end

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

// False if the system allows no more processes: its answer says so.
static bool begin_turn(sv_turns *t, player *p, double seconds) {
  assert(!p->out && !p->running);
  p->turns++;
  p->left = seconds;
  return p->running = p->child || start(t, p);
}

static void end_turn(player *p) {
  if (p->child) sv_child_pause(p->child);
  p->running = false;
}

static sv_answer *take_answer(player *p) {
  sv_answer *a = p->answer;
  end_child(p);
  p->answer = NULL;
  p->running = false;
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

static void take(sv_turns *t, player *p, sv_answer **best) {
  sv_answer *a = take_answer(p);
  judge(t, a);
  *best = sv_auto_better(*best, a, t->run);
  t->over |= sv_auto_decided(*best, t->run);
}

// ---- all turns

static bool is_over(sv_turns *t) { return t->over || sv_limits_check(t->run->limits); }

// Who has had the fewest turns, in the order of the schedule, of those that come in so early.
static player *next_of(sv_turns *t, double seconds) {
  player *found = NULL;
  for (uint32_t i = 0; i < t->n; i++) {
    player *p = &t->players[i];
    if (p->out || p->running || p->entry->after > seconds) continue;
    if (!found || p->turns < found->turns) found = p;
  }
  return found;
}

// NULL: all that are left have a turn, or their time has not come. It has where no other engine is left.
static player *next(sv_turns *t) {
  player *found = next_of(t, sv_now() - t->start);
  return found || running(t) ? found : next_of(t, INFINITY);
}

static double turn_seconds(const sv_turns *t, const player *p) {
  double slice = t->schedule->first_slice;
  for (uint32_t i = 0; i < p->turns; i++) slice *= p->entry->growth;
  return slice * p->entry->share;
}

static void fill_lanes(sv_turns *t, sv_answer **best) {
  for (player *p; running(t) < t->lanes && !is_over(t) && (p = next(t));) {
    double seconds = turn_seconds(t, p);
    SV_LOG(t->run->log, 2, "auto: %s has a turn of %.2f s", name_of(p), seconds);
    if (!p->child && seconds < p->lost) p->turns++;
    else if (!begin_turn(t, p, seconds)) take(t, p, best);
  }
}

// All that have a turn run on until one of them ends or its turn is over, for so long at most.
// Who has ended, or NULL.
static player *run_lanes(sv_turns *t, double seconds) {
  sv_child *children[SV_CHILDREN_MOST];
  player *players[SV_CHILDREN_MOST];
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->n; i++) {
    player *p = &t->players[i];
    if (!p->running) continue;
    assert(n < t->lanes && p->child && p->left > 0);
    if (p->left < seconds) seconds = p->left;
    players[n] = p;
    children[n++] = p->child;
  }
  double begin = sv_now();
  uint32_t ended = sv_children_run(children, n, seconds);
  double used = sv_now() - begin;
  for (uint32_t i = 0; i < n; i++) {
    players[i]->used += used;
    players[i]->left -= used;
    if (players[i]->left <= 0 && i != ended) end_turn(players[i]);
  }
  return ended < n ? players[ended] : NULL;
}

static void end_turns(sv_turns *t) {
  for (uint32_t i = 0; i < t->n; i++)
    if (t->players[i].running) end_turn(&t->players[i]);
}

static sv_answer *hear(sv_turns *t, player *p, double until, sv_answer *best) {
  double left = until - sv_now();
  if (!p->child || !sv_child_run(p->child, left > 0 ? left : 0)) return best;
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
  for (;;) {
    fill_lanes(t, &best);
    if (is_over(t) || !running(t)) break;
    player *p = run_lanes(t, look_every);
    if (p) take(t, p, &best);
    else make_room(t);
  }
  end_turns(t);
  return t->run->limits->hit && !t->over ? take_last_words(t, best) : best;
}

sv_answer *sv_turns_extra(sv_turns *t, const char *engine, double seconds) {
  player *p = find(t, engine), *ended = NULL;
  if (!p || p->out || seconds <= 0) return NULL;
  if (!begin_turn(t, p, seconds)) return take_answer(p);
  while (p->running && !ended && !sv_limits_check(t->run->limits)) {
    ended = run_lanes(t, look_every);
    if (!ended) make_room(t);
  }
  end_turns(t);
  return ended ? take_answer(ended) : NULL;
}
