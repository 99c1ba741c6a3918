// save.c -- see save.h.

#include "engine/explicit/save.h"

#include <inttypes.h>

#include "engine/checkpoint.h"
#include "engine/child_wire.h"
#include "engine/explicit/search.h"

enum { GAP = 1024, EVERY = 600, LEAST_GAPS = 8 };

void sv_saver_new(sv_search *s) {
  const sv_options *o = s->run->options;
  if (!o->checkpoint) return;
  sv_saver *k = s->saver = SV_NEW(sv_saver);
  k->every = o->every > 0 ? o->every : EVERY;
  k->next = sv_now() + k->every;
  k->stop_at = (uint64_t)o->stop_after;
  k->gap = k->stop_at ? 1 + k->stop_at % LEAST_GAPS : GAP;
  k->fingerprint = sv_checkpoint_fingerprint(s->model);
}

void sv_saver_free(sv_search *s) {
  if (s->saver) sv_free(s->saver->failed);
  sv_free(s->saver);
}

sv_tally sv_search_tally(const sv_search *s) {
  return (sv_tally){.transitions = s->transitions,
                    .depth = s->depth,
                    .expanded = s->expanded,
                    .passed = s->passed,
                    .asked = s->asked,
                    .reduced = s->reduced,
                    .covered = s->covered};
}

void sv_search_restore_tally(sv_search *s, const sv_tally *t) {
  s->transitions = t->transitions;
  s->depth = t->depth;
  s->expanded = t->expanded;
  s->passed = t->passed;
  s->asked = t->asked;
  s->reduced = t->reduced;
  s->covered = t->covered;
}

// ---- writing

static void put_findings(const sv_search *s, sv_snapshot *to) {
  sv_text wire = {0};
  for (uint32_t i = 0; i < s->answer->findings.n; i++) {
    const sv_finding *f = &s->answer->findings.at[i];
    if (!f->trace) continue;
    sv_wire_put(&wire, f->property);
    sv_wire_put_trace(&wire, s->answer->net, f->trace);
  }
  sv_snapshot_put_text(to, sv_text_get(&wire), wire.n);
  sv_text_free(&wire);
}

// What another program of the same version could have made otherwise.
static uint64_t shape_of(const sv_search *s) {
  uint64_t shape = sv_mix64(s->layout->bits) + s->words;
  shape = sv_mix64(shape) + s->net->actions.n;
  shape = sv_mix64(shape) + s->net->processes.n;
  return sv_mix64(shape) + s->net->properties.n;
}

static void put_search(const sv_search *s, sv_snapshot *to) {
  double seconds = sv_now() - s->start;
  sv_snapshot_put_u64(to, shape_of(s));
  sv_snapshot_put(to, &s->saver->tally, sizeof s->saver->tally);
  sv_snapshot_put_u64(to, s->initials);
  sv_snapshot_put_u64(to, s->cold);
  sv_snapshot_put_u64(to, s->over);
  sv_snapshot_put_u64(to, s->cut ? s->cut_action : SV_NO_STEP);
  sv_snapshot_put(to, s->fired.w, sv_bits_words(s->fired.n) * sizeof *s->fired.w);
  sv_snapshot_put(to, &seconds, sizeof seconds);
  put_findings(s, to);
}

static void note_written(sv_search *s, double start) {
  sv_saver *k = s->saver;
  k->written++;
  k->took = sv_now() - start;
  SV_LOG(s->run->log, 1, "explicit: checkpoint: %" PRIu64 " states, %" PRIu64 " bytes, %.2f s",
         k->states, k->bytes, k->took);
}

static void note_failure(sv_search *s, const char *why) {
  sv_saver *k = s->saver;
  if (!k->failed) sv_log_warning(s->run->log, "--checkpoint: %s; the search goes on", why);
  sv_free(k->failed);
  k->failed = sv_strdup(why);
}

static bool write_to(sv_search *s, sv_snapshot *to, const uint64_t *counts, sv_text *why) {
  put_search(s, to);
  sv_visited_save(&s->seen, counts, to);
  s->saver->put_order(s, to);
  s->saver->bytes = sv_snapshot_bytes(to);
  return sv_snapshot_commit(to, why);
}

static uint64_t states_at(const sv_search *s, const uint64_t *counts) {
  uint64_t n = 0;
  for (uint32_t i = 0; counts && i < SV_STORE_SHARDS; i++) n += counts[i];
  return counts ? n : sv_search_states(s);
}

// `counts`: of the shards, or NULL for everything. The tally is set.
static void save(sv_search *s, const uint64_t *counts) {
  sv_saver *k = s->saver;
  sv_text why = {0};
  double start = sv_now();
  sv_snapshot *to = sv_checkpoint_create(s->model, k->fingerprint, s->run, &why);
  if (to && write_to(s, to, counts, &why)) {
    k->states = states_at(s, counts);
    sv_free(k->failed);
    k->failed = NULL;
    k->last = sv_now();
    note_written(s, start);
  } else note_failure(s, sv_text_get(&why));
  k->next = sv_now() + k->every;
  sv_text_free(&why);
}

// ---- when

void sv_search_ready(sv_search *s, void (*put_order)(sv_search *, sv_snapshot *)) {
  if (!s->saver) return;
  s->saver->put_order = put_order;
  s->saver->ready = true;
}

bool sv_search_is_unsettled(const sv_search *s) {
  return s->saver && s->ticks - s->saver->ticks >= s->saver->gap;
}

// A violation that is kept for the end of the level is not written: it is soon found again.
static bool is_due(const sv_search *s) {
  return sv_now() >= s->saver->next && !s->pending.property;
}

void sv_search_settle(sv_search *s, uint64_t at) {
  sv_saver *k = s->saver;
  if (!k || s->pending.property) return;
  k->ticks = s->ticks;
  k->at = at;
  k->tally = sv_search_tally(s);
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++)
    k->counts[i] = sv_store_shard_count(s->seen.store, i);
  if (is_due(s)) save(s, k->counts);
}

void sv_search_save_if_due(sv_search *s) {
  if (!sv_search_is_unsettled(s)) return;
  s->saver->ticks = s->ticks;
  s->saver->tally = sv_search_tally(s);
  if (is_due(s)) save(s, NULL);
}

static bool settles(const sv_search *s) { return s->breadth_first && s->seen.store; }

void sv_search_save_last(sv_search *s) {
  sv_saver *k = s->saver;
  if (!k || !k->ready || k->torn || s->end != SV_LIMITED || !s->limit) return;
  if (s->pending.property) return;
  if (!settles(s)) k->tally = sv_search_tally(s);
  save(s, settles(s) ? k->counts : NULL);
}

void sv_saver_statistics(const sv_search *s) {
  const sv_saver *k = s->saver;
  if (s->run->takes_up)
    sv_answer_statistic(s->answer, "resumed", "%u times", s->run->resumed->resumed + 1);
  if (!k) return;
  if (k->failed) sv_answer_unwritten(s->answer, k->failed);
  if (!k->written) return;
  sv_answer_statistic(s->answer, "checkpoints", "%" PRIu64, k->written);
  sv_answer_statistic(s->answer, "last checkpoint",
                      "%" PRIu64 " states, %" PRIu64 " bytes, written in %.2f s", k->states,
                      k->bytes, k->took);
}

// ---- reading

bool sv_search_takes_up(const sv_search *s) { return s->run->takes_up; }
sv_snapshot *sv_search_source(const sv_search *s) { return s->run->resumed->file; }

static bool get_findings(sv_search *s, sv_snapshot *from) {
  sv_text text = {0};
  sv_snapshot_get_text(from, &text);
  sv_wire wire = {.at = sv_text_get(&text), .n = text.n};
  while (!wire.bad && wire.next < wire.n) {
    uint32_t property = (uint32_t)sv_wire_get(&wire);
    sv_trace *trace = sv_wire_get_trace(&wire, s->answer->net);
    if (!trace) break;
    wire.bad = !sv_answer_finding(s->answer, property);
    if (wire.bad) sv_trace_free(s->answer->net, trace);
    else if (!sv_answer_violated(s->answer, property, trace)) wire.bad = true;
    else sv_search_forget(s, property);
  }
  sv_text_free(&text);
  return !wire.bad || sv_snapshot_refuse(from);
}

static void get_cut(sv_search *s, uint64_t action) {
  bool known = action < s->net->actions.n && s->net->actions.at[action].cut;
  if (known) sv_search_note_cut(s, (uint32_t)action);
}

static bool get_search(sv_search *s, sv_snapshot *from) {
  sv_tally tally;
  double seconds;
  if (sv_snapshot_get_u64(from) != shape_of(s)) return sv_snapshot_refuse(from);
  sv_snapshot_get(from, &tally, sizeof tally);
  sv_search_restore_tally(s, &tally);
  s->initials = sv_snapshot_get_u64(from);
  s->cold = sv_snapshot_get_u64(from);
  s->over = sv_snapshot_get_u64(from);
  get_cut(s, sv_snapshot_get_u64(from));
  sv_snapshot_get(from, s->fired.w, sv_bits_words(s->fired.n) * sizeof *s->fired.w);
  sv_snapshot_get(from, &seconds, sizeof seconds);
  s->start -= seconds;
  return !sv_snapshot_bad(from) && get_findings(s, from);
}

static bool cannot_read(sv_search *s) {
  sv_answer_bug(s->answer, "%s cannot be read back", s->run->resumed->path);
  return sv_search_stop(s, SV_BROKEN);
}

bool sv_search_restore(sv_search *s) {
  sv_snapshot *from = sv_search_source(s);
  if (!get_search(s, from)) return cannot_read(s);
  sv_stored got = sv_visited_restore(&s->seen, from);
  if (got == SV_STORE_FULL) return sv_search_out_of_memory(s);
  return got == SV_STORE_NEW || cannot_read(s);
}

bool sv_search_restored(sv_search *s) {
  return (!sv_snapshot_bad(sv_search_source(s)) && sv_snapshot_at_end(sv_search_source(s))) ||
         cannot_read(s);
}
