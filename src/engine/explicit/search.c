// search.c -- sets up a search and runs it in the order asked for.
//
// --depth and --certify switch the reduction off: it keeps verdicts, but not
// the lengths of runs ("no violation within N steps"), and the certificate is
// the set of all reachable states.

#include "engine/explicit/spread.h"

#include <inttypes.h>

#include "analysis/rewrite/constants.h"
#include "analysis/rewrite/dead.h"
#include "analysis/rewrite/slice.h"
#include "base/thread_pool.h"
#include "exec/emit.h"

static sv_visited_kind store_kind(const sv_options *o) {
  if (o->disk) return SV_VISITED_DISK;
  if (o->store == SV_OPT_STORE_TREE) return SV_VISITED_TREE;
  if (o->store == SV_OPT_STORE_COLLAPSE) return SV_VISITED_COLLAPSE;
  return o->store == SV_OPT_STORE_BITSTATE ? SV_VISITED_BITSTATE : SV_VISITED_EXACT;
}

static void ask(sv_search *s, uint32_t property) {
  switch (s->net->properties.at[property].kind) {
  case SV_PROP_LOCATION:
  case SV_PROP_INVARIANT: sv_push(s->state_properties, property); return;
  case SV_PROP_DEADLOCK: s->deadlock = property; return;
  case SV_PROP_RECURRENCE: break;
  case SV_PROP_ASSERTION:
    for (uint32_t a = 0; a < s->net->actions.n; a++)
      if (s->net->actions.at[a].fails == property) s->fails[a] = property;
    return;
  }
  SV_UNREACHABLE();
}

static void ask_all(sv_search *s) {
  s->fails = SV_NEW_ARRAY(uint32_t, s->net->actions.n + 1);
  for (uint32_t i = 0; i < s->answer->findings.n; i++) ask(s, s->answer->findings.at[i].property);
}

static void list_asked(const sv_search *s, sv_u32s *asked) {
  for (uint32_t i = 0; i < s->answer->findings.n; i++)
    sv_push(*asked, s->answer->findings.at[i].property);
}

// Lengths of runs and the set of states do not matter.
static bool may_change(const sv_search *s) {
  enum { MOST_ACTIONS = 200000 };
  const sv_options *o = s->run->options;
  return o->reduction != SV_OPT_REDUCTION_OFF && !o->depth && !o->certify &&
         s->net->actions.n <= MOST_ACTIONS;
}

static bool may_merge(const sv_search *s) {
  return may_change(s) && s->run->options->merge == SV_OPT_ON_OFF_ON;
}

// Data that can influence neither the properties nor the locations that are
// reached is left out before anything else.
static void set_slice(sv_search *s) {
  if (!may_change(s)) return;
  sv_u32s asked = {0};
  list_asked(s, &asked);
  sv_accesses *all = sv_accesses_new(s->net);
  sv_relevant *relevant = sv_relevant_control(all, asked.at, asked.n);
  s->slice = sv_slice_new(s->net, relevant);
  if (s->slice) s->net = s->slice;
  sv_relevant_free(relevant);
  sv_accesses_free(all);
  sv_vec_free(asked);
}

// Only a partial-order reduction gains by it; futures grow with the square.
static void set_constants(sv_search *s) {
  enum { MOST_ACTIONS = 8192 };
  if (!may_merge(s) || s->net->actions.n > MOST_ACTIONS || s->net->processes.n < 2) return;
  s->propagated = sv_constants_new(s->net, &s->constants);
  if (s->propagated) s->net = s->propagated;
}

static void set_dead(sv_search *s) {
  if (!may_merge(s)) return;
  s->forgetful = sv_dead_new(s->net, &s->resets);
  if (s->forgetful) s->net = s->forgetful;
}

static void set_sticky(sv_search *s) {
  sv_u32s asked = {0};
  if (!may_merge(s)) return;
  list_asked(s, &asked);
  s->merge = sv_merge_new(s->net, asked.at, asked.n);
  if (s->merge) s->sticky = &s->merge->sticky;
  sv_vec_free(asked);
}

static void set_reduction(sv_search *s) {
  const sv_options *o = s->run->options;
  sv_text why = {0};
  sv_u32s asked = {0};
  if (o->reduction == SV_OPT_REDUCTION_OFF) return;
  list_asked(s, &asked);
  if (o->depth) sv_text_string(&why, "--depth counts steps");
  else if (o->certify) sv_text_string(&why, "--certify needs all states");
  else if (s->net->processes.n < 2) sv_text_string(&why, "there is one process only");
  else if ((s->guards = sv_guards_new(s->layout, &why)))
    s->reduction = sv_reduction_new(s->net, asked.at, asked.n, &why);
  if (s->reduction) s->stubborn = sv_stubborn_new(s->reduction);
  else s->unreduced = sv_strdup(sv_text_get(&why));
  sv_vec_free(asked);
  sv_text_free(&why);
}

// Where it cannot be compiled the search is the same, only slower.
static void make_generated(sv_search *s) {
  sv_text why = {0};
  const uint32_t *pieces = NULL;
  const sv_bytecode *guards = s->guards ? sv_guards_code(s->guards, &pieces) : NULL;
  if (sv_program_compile(s->program, guards, pieces, s->run->limits, &why)) {
    if (s->guards) sv_guards_generated(s->guards, sv_program_functions(s->program));
    sv_answer_statistic(s->answer, "compiled", "in %.2f s of processor time",
                        sv_program_compiled_in(s->program));
  } else {
    sv_answer_statistic(s->answer, "compiled", "no: %s", sv_text_get(&why));
    if (!s->run->stops_when_full)
      sv_log_warning(s->run->log, "--compile: the model is interpreted: %s", sv_text_get(&why));
  }
  sv_text_free(&why);
}

void sv_search_compile(sv_search *s) {
  if (!s->compile_at || clock() < s->compile_at) return;
  s->compile_at = 0;
  make_generated(s);
}

// What ends soon is not worth it.
static void set_generated(sv_search *s) {
  const sv_options *o = s->run->options;
  if (!o->compile) return;
  s->compile_at = clock() + (clock_t)(o->compile_after * (CLOCKS_PER_SEC / 1000));
  sv_search_compile(s);
}

enum { MOST_LOGGED = 1 << 19 };

static void set_options(sv_search *s) {
  const sv_options *o = s->run->options;
  s->breadth_first = o->search != SV_OPT_SEARCH_DFS;
  s->keep_going = o->keep_going;
  s->least_shared = (uint64_t)o->share_after;
  s->most_logged = MOST_LOGGED;
  s->jobs = o->jobs ? (uint32_t)o->jobs : sv_processors();
  s->folds = s->breadth_first && store_kind(o) == SV_VISITED_TREE;
  if (s->run->ranks) s->jobs = o->jobs ? (uint32_t)o->jobs : 1, s->folds = false;
  if (!s->breadth_first || (store_kind(o) != SV_VISITED_EXACT && !s->folds)) s->jobs = 1;
  s->bound = o->depth > 0 ? (uint64_t)o->depth : SV_NO_BOUND;
}

enum { MOST_LINKS = 128 };

static void set_buffers(sv_search *s) {
  s->words = s->layout->words;
  s->current = SV_NEW_ARRAY(uint64_t, s->words + 1);
  s->chosen = SV_NEW_ARRAY(uint32_t, s->net->actions.n + 1);
  s->others = SV_NEW_ARRAY(uint32_t, s->net->actions.n + 1);
  s->locations = SV_NEW_ARRAY(uint32_t, s->net->processes.n + 1);
  sv_bits_init(&s->fired, s->net->actions.n);
  sv_chain_init(&s->chain, s->layout, s->sticky);
  s->chain.most = MOST_LINKS;
}

enum { LEAST_BUDGET = 1 << 20 };

// What the memory limit leaves for stored states.
static size_t budget(const sv_run *run) {
  size_t most = run->limits->memory, used = most ? sv_resident_bytes() : 0;
  if (!most) return 0;
  return most > used + LEAST_BUDGET ? most - used : LEAST_BUDGET;
}

static bool init_seen(sv_search *s, sv_visited_kind kind, sv_text *why) {
  const sv_options *o = s->run->options;
  if (kind != SV_VISITED_DISK)
    return sv_visited_init(&s->seen, kind, s->layout, (uint32_t)o->bits, budget(s->run), why);
  sv_visited_init_disk(&s->seen, s->layout, o->disk, budget(s->run), (uint32_t)o->spill_after);
  return true;
}

static bool set_up(sv_search *s, sv_text *why) {
  sv_visited_kind kind = store_kind(s->run->options);
  set_slice(s);
  set_constants(s);
  set_dead(s);
  s->layout = sv_layout_new(s->net, kind == SV_VISITED_COLLAPSE || kind == SV_VISITED_TREE, why);
  if (!s->layout) return false;
  s->program = sv_program_new(s->layout, why);
  if (!s->program) return false;
  set_options(s);
  set_sticky(s);
  set_buffers(s);
  ask_all(s);
  set_reduction(s);
  set_generated(s);
  s->machine = sv_machine_new(s->program);
  sv_machine_stop_when(s->machine, sv_limits_stop, s->run->limits);
  return init_seen(s, kind, why);
}

sv_search *sv_search_new(sv_model *model, const sv_run *run, sv_answer *answer, sv_text *why) {
  REQUIRE(answer->net, "no net");
  sv_search *s = SV_NEW(sv_search);
  s->model = model;
  s->run = run;
  s->answer = answer;
  s->net = answer->net;
  s->start = sv_now();
  sv_saver_new(s);
  if (set_up(s, why)) return s;
  sv_search_free(s);
  return NULL;
}

void sv_search_free(sv_search *s) {
  if (!s) return;
  sv_spread_free(s->spread);
  sv_saver_free(s);
  sv_visited_free(&s->seen);
  sv_vec_free(s->batch.at);
  sv_vec_free(s->batch.words);
  sv_vec_free(s->batch.pairs);
  sv_vec_free(s->state_properties);
  sv_vec_free(s->steps);
  sv_chain_free(&s->chain);
  sv_free(s->fails);
  sv_free(s->current);
  sv_free(s->chosen);
  sv_free(s->others);
  sv_free(s->locations);
  sv_free(s->unreduced);
  sv_bits_free(&s->fired);
  sv_stubborn_free(s->stubborn);
  sv_reduction_free(s->reduction);
  sv_guards_free(s->guards);
  if (s->machine) sv_machine_free(s->machine);
  if (s->program) sv_program_free(s->program);
  if (s->layout) sv_layout_free(s->layout);
  sv_merge_free(s->merge);
  sv_net_free(s->forgetful);
  sv_net_free(s->propagated);
  sv_net_free(s->slice);
  sv_free(s);
}

void sv_search_explore(sv_search *s) {
  REQUIRE(s->end == SV_GOING && !s->expanded, "a search runs once");
  SV_LOG(s->run->log, 1, "explicit: %s, %u bits a state, %u jobs, reduction %s",
         s->breadth_first ? "breadth first" : "depth first", s->layout->bits, s->jobs,
         s->stubborn ? "on" : "off");
  if (s->run->ranks) sv_search_spread(s);
  else if (!s->breadth_first) sv_search_dfs(s);
  else if (s->seen.disk) sv_search_bfs_disk(s);
  else if (s->seen.store) sv_search_bfs(s);
  else sv_search_bfs_bits(s);
  if (s->end == SV_ENDED && !s->spread) sv_search_trusts(s);
  s->order = NULL;
  assert(s->end != SV_GOING);
  assert(s->end != SV_ENDED || !s->pending.property);
  SV_LOG(s->run->log, 1,
         "explicit: %" PRIu64 " states, %" PRIu64 " transitions, depth %" PRIu64 "%s",
         sv_search_states(s), s->transitions, s->depth,
         sv_search_complete(s) ? ": all states" : ", stopped early");
}

uint64_t sv_search_states(const sv_search *s) {
  return sv_visited_count(&s->seen) - s->surplus + s->elsewhere;
}

bool sv_search_complete(const sv_search *s) {
  return s->end == SV_ENDED && !s->over && !s->cut && sv_visited_is_exact(&s->seen);
}
