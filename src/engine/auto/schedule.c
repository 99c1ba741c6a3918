// schedule.c -- the table of engines that take turns, and how a row of it is read.
//
// A kind of model is a column: the share of each engine in a round, 0 for none.
// Engines run in the order of their shares, those with equal ones in the order
// of the table.

#include "engine/auto/schedule.h"

typedef enum {
  PLAIN,     // finite, data chosen here and there
  CHOICE,    // finite, with much to choose: explicit search tries every value
  INFINITE,  // infinitely many values or messages
  REAL,      // real numbers
  THREADS,   // any number of threads, or recursion without bound
  NOTHING,   // finite, no property: states are counted
  KINDS
} kind;

typedef struct {
  const char *name;
  double share[KINDS];
  bool unbounded;
  uint32_t processes;  // it takes part only where there are so many
  double after;        // seconds that the others have before
  double wide;         // its share of finite models with wide words, where it has none of others
  double real_growth;  // of its slices where there are real numbers; 0: that of all
} line;

// clang-format off
static const line table[] = {
  //            PLAIN CHOICE INFINITE REAL THREADS NOTHING
  {"explicit",  {2.6,  1.0,   1.0,     0,   0.9,    2.0}, false, 0, 0, 0, 0},
  {"bmc",       {1.0,  1.2,   1.2,     1.2, 0.9,    0  }, false, 0, 0, 0, 0},
  {"ic3",       {1.0,  1.0,   1.1,     1.2, 0.9,    0  }, false, 0, 0, 0, 0},
  {"bdd",       {1.0,  0.9,   0,       0,   0.9,    1.0}, false, 0, 0, 0, 0},
  {"boppo",     {0.8,  2.0,   0,       0,   0.9,    0  }, false, 0, 0, 0, 0},
  {"events",    {0.8,  0.8,   0.8,     0,   0,      0  }, false, 6, 0, 0, 0},
  {"cegar",     {0,    0,     0.8,     0,   0,      0  }, false, 0, 0, 0.8, 0},
  {"polyhedra", {0,    0,     0.6,     1.0, 0,      0  }, false, 0, 0, 0, 1.8},
  {"threads",   {0,    0,     0,       0,   2.4,    0  }, true,  0, 0, 0, 0},
  {"gpu",       {2.0,  1.0,   0,       0,   0.9,    2.0}, false, 0, 3, 0, 0},
};
// clang-format on

static const double first_slice = 0.03, growth = 1.5;
static const double walk_seconds[KINDS] = {[PLAIN] = 0.02, [CHOICE] = 0.01,   [INFINITE] = 0.01,
                                           [REAL] = 0.01,  [THREADS] = 0.004, [NOTHING] = 0.001};
static const double look_part[KINDS] = {  // of --look
    [PLAIN] = 1, [CHOICE] = 0.3, [INFINITE] = 0.3, [REAL] = 0, [THREADS] = 0.13, [NOTHING] = 1};
static const double wide_after = 0.5;  // seconds: a word need not have many values
static const double much_choice = 6;   // bits that one step chooses, or to start with

static kind kind_of(const sv_auto_features *f) {
  if (!f->asks && !f->infinite) return NOTHING;
  if (f->unbounded) return THREADS;
  if (f->real) return REAL;
  if (f->infinite) return INFINITE;
  return f->choice_bits >= much_choice || f->start_bits >= 2 * much_choice ? CHOICE : PLAIN;
}

// A GPU is used only with --device: its engine has been tried less than the others. Which run it
// finds first depends on scheduling, so it has no part where answers must be reproducible.
static bool is_here(const sv_engine *e, const sv_options *o) {
  if (!e->runs_here) return true;
  bool asked = sv_option_given(o, sv_option_find("--device"));
  return asked && !o->deterministic && e->runs_here(o);
}

static bool may_run(const sv_engine *e, const sv_model *m, const sv_options *o) {
  if (!is_here(e, o)) return false;
  bool lasting = e->cycles || e->follows || e->records || e->counts;
  if (!lasting && sv_engine_asks_for_cycles(m, o)) return false;
  return !(sv_model_features(m) & e->refuses) && sv_engine_knows_search(e, o->search);
}

static sv_schedule_entry entry_of(const line *l, const sv_engine *e, kind k, bool wide) {
  bool own_growth = k == REAL && l->real_growth > 0;
  return (sv_schedule_entry){.engine = e,
                             .share = wide ? l->wide : l->share[k],
                             .unbounded = l->unbounded,
                             .counts = k == NOTHING,
                             .after = wide ? wide_after : l->after,
                             .growth = own_growth ? l->real_growth : growth,
                             .implicit = wide};
}

// By insertion: behind all whose share is as large.
static void insert(sv_schedule *s, sv_schedule_entry e) {
  REQUIRE(s->n < SV_SCHEDULE_MOST, "no more engines than a schedule has room for");
  uint32_t i = s->n++;
  for (; i && s->at[i - 1].share < e.share; i--) s->at[i] = s->at[i - 1];
  s->at[i] = e;
}

sv_schedule sv_schedule_make(const sv_model *m, const sv_auto_features *f, const sv_options *o) {
  sv_schedule s = {.first_slice = first_slice};
  kind k = kind_of(f);
  for (uint32_t i = 0; i < SV_COUNT(table); i++) {
    const sv_engine *e = sv_engine_find(table[i].name);
    REQUIRE(e, "the schedule names engines that there are");
    bool wide = f->wide && (k == PLAIN || k == CHOICE) && table[i].wide > 0;
    if ((table[i].share[k] > 0 || wide) && f->processes >= table[i].processes && may_run(e, m, o))
      insert(&s, entry_of(&table[i], e, k, wide));
  }
  s.walk = walk_seconds[k];
  s.look = (double)o->look / 1000 * look_part[k];
  return s;
}

double sv_schedule_shorten(double spent, uint32_t steps) {
  static const double least = 0.05, each = 0.001, most = 0.2;
  double worth = least + each * steps;
  return spent + (worth < most ? worth : most);
}
