// engine.c -- the table of engines, and what happens around every run.
//
// Which properties are asked for is decided here, once for all engines: those
// of the model, narrowed by --property, with the deadlock property added or
// dropped by --deadlock. So is what an engine refuses: the answer is then
// `unknown` and names the feature.

#include "base/suggest.h"
#include "engine/checkpoint.h"
#include "engine/child.h"
#include "engine/recurrence.h"
#include "engine/table.h"

enum { MOST_NAMES = 20 };  // that a message lists

static const sv_engine *const table[] = {
#define X(NAME) &sv_engine_##NAME,
    SV_ENGINES(X)
#undef X
};

const sv_engine *const *sv_engines(uint32_t *n) {
  *n = SV_COUNT(table);
  return table;
}

const sv_engine *sv_engine_find(const char *name) {
  REQUIRE(name, "no engine name");
  for (uint32_t i = 0; i < SV_COUNT(table); i++)
    if (!strcmp(table[i]->name, name)) return table[i];
  return NULL;
}

bool sv_engine_reads(const sv_engine *e, const char *option) {
  bool special = false;
  for (uint32_t i = 0; i < SV_COUNT(table); i++) special |= sv_is_listed(table[i]->options, option);
  return e->delegates || !special || sv_is_listed(e->options, option);
}

static bool has_deadlock(const sv_model *m) {
  for (uint32_t p = 1; p < m->properties.n; p++)
    if (m->properties.at[p].kind == SV_PROP_DEADLOCK) return true;
  return false;
}

static void add_deadlock(sv_model *m) {
  sv_model_property(m, sv_names_cstr(m->names, "deadlock"), SV_PROP_DEADLOCK, SV_NONE,
                    "no deadlock", SV_NOWHERE);
}

void sv_engine_properties(sv_model *m, const sv_options *o) {
  if (o->deadlock == SV_OPT_TRISTATE_ON && !has_deadlock(m)) add_deadlock(m);
  for (uint32_t p = 1; o->fair && p < m->properties.n; p++)
    m->properties.at[p].fair = m->properties.at[p].kind == SV_PROP_RECURRENCE;
}

// A name stands for its parts too (`ltl:p` for `ltl:p.1` and `ltl:p:end`, `ltl` for them all):
// without them the answer would be about less than what was asked.
static bool is_named(const sv_model *m, uint32_t p, const char *name) {
  const char *own = sv_names_get(m->names, m->properties.at[p].name);
  size_t n = strlen(name);
  return !strncmp(own, name, n) && (!own[n] || own[n] == '.' || own[n] == ':');
}

// Where no property is named, all are asked for.
static bool is_asked_for(const sv_model *m, uint32_t p, const sv_options *o) {
  for (uint32_t i = 0; i < o->property.n; i++)
    if (is_named(m, p, o->property.at[i])) return true;
  return !o->property.n;
}

static bool is_dropped(const sv_model *m, uint32_t p, const sv_options *o) {
  return m->properties.at[p].kind == SV_PROP_DEADLOCK && o->deadlock == SV_OPT_TRISTATE_OFF;
}

bool sv_engine_asks_for_cycles(const sv_model *m, const sv_options *o) {
  for (uint32_t p = 1; p < m->properties.n; p++)
    if (m->properties.at[p].kind == SV_PROP_RECURRENCE && is_asked_for(m, p, o)) return true;
  return false;
}

// `fine` is near `ltl:fine` too.
static void try_name(sv_suggestion *closest, const char *own, const char **best) {
  const char *colon = strchr(own, ':'), *last = colon ? colon + 1 : own;
  sv_suggest_try(closest, own);
  sv_suggest_try(closest, last);
  if (closest->best == own || closest->best == last) *best = own;
}

static void explain_name(const sv_model *m, const char *name, sv_text *why) {
  uint32_t listed = 0;
  const char *best = NULL;
  sv_suggestion closest = sv_suggest(name);
  sv_text_printf(why, "no property is named '%s'; the model has ", name);
  for (uint32_t p = 1; p < m->properties.n; p++, listed++) {
    const char *own = sv_names_get(m->names, m->properties.at[p].name);
    try_name(&closest, own, &best);
    if (listed < MOST_NAMES) sv_text_printf(why, "%s%s", listed ? ", " : "", own);
  }
  if (!listed) sv_text_string(why, "none");
  if (listed > MOST_NAMES) sv_text_printf(why, " and %u more", listed - MOST_NAMES);
  if (best) sv_text_printf(why, "; did you mean '%s'?", best);
}

// False and a reason if nothing has this name.
static bool check_name(const sv_model *m, const sv_options *o, const char *name, sv_text *why) {
  bool dropped = false;
  for (uint32_t p = 1; p < m->properties.n; p++) {
    if (!is_named(m, p, name)) continue;
    if (!is_dropped(m, p, o)) return true;
    dropped = true;
  }
  if (dropped) sv_text_printf(why, "property '%s' is switched off by --deadlock off", name);
  else explain_name(m, name, why);
  return false;
}

bool sv_engine_check_names(sv_model *m, const sv_options *o, sv_text *why) {
  sv_engine_properties(m, o);
  for (uint32_t i = 0; i < o->property.n; i++)
    if (!check_name(m, o, o->property.at[i], why)) return false;
  return true;
}

// Prepares the findings; false and a reason if a named property is not there.
static bool pick(sv_answer *a, sv_model *m, const sv_options *o, sv_text *why) {
  if (!sv_engine_check_names(m, o, why)) return false;
  for (uint32_t p = 1; p < m->properties.n; p++)
    if (is_asked_for(m, p, o) && !is_dropped(m, p, o))
      sv_push(a->findings,
              (sv_finding){.property = p, .verdict = SV_UNKNOWN, .cause = SV_CAUSE_INCOMPLETE});
  assert(!o->property.n || a->findings.n);
  return true;
}

static void add_place(const sv_model *m, sv_span span, sv_text *why) {
  if (!span.file) return;
  sv_place at = sv_source_place(m->sources, span.file, span.begin);
  sv_text_printf(why, " (%s:%u)", sv_source_path(m->sources, span.file), at.line);
}

bool sv_engine_knows_search(const sv_engine *e, sv_opt_search word) {
  return !e->searches || e->searches >> word & 1;
}

static bool knows_order(const sv_engine *e, sv_opt_order word) {
  return !e->orders || e->orders >> word & 1;
}

// "bfs|dfs"
static void list_words(uint32_t known, sv_word_list list, sv_text *why) {
  const char *before = "";
  for (uint32_t i = 0; sv_word_texts[list][i]; i++) {
    if (!(known >> i & 1)) continue;
    sv_text_printf(why, "%s%s", before, sv_word_texts[list][i]);
    before = "|";
  }
}

// False and a reason if the engine cannot search like that, or the model has a
// feature that it cannot take.
static bool takes(const sv_engine *e, const sv_model *m, const sv_options *o, sv_text *why) {
  if (!sv_engine_knows_search(e, o->search)) {
    sv_text_printf(why, "the engine '%s' knows no search '%s', only ", e->name,
                   sv_opt_search_text(o->search));
    list_words(e->searches, SV_LIST_SEARCH, why);
    return false;
  }
  if (!knows_order(e, o->order)) {
    sv_text_printf(why, "the engine '%s' knows no order '%s', only ", e->name,
                   sv_opt_order_text(o->order));
    list_words(e->orders, SV_LIST_ORDER, why);
    return false;
  }
  unsigned features = sv_model_features(m) & e->refuses;
  if (!features) return true;
  sv_text_printf(why, "the engine '%s' does not take ", e->name);
  uint32_t listed = 0;
  for (uint32_t bit = 0; bit < SV_FEATURE_COUNT; bit++)
    if (features >> bit & 1)
      sv_text_printf(why, "%s%s", listed++ ? ", " : "", sv_feature_text((sv_feature_bit)bit));
  add_place(m, sv_model_feature_place(m, features), why);
  return false;
}

static void check(const sv_engine *e, sv_model *m, const sv_run *run, sv_answer *a) {
  sv_run inner = *run;
  inner.own_process = false;
  SV_LOG(run->log, 1, "%s: starts%s", e->name, run->own_process ? " in its own process" : "");
  if (e->isolated && !run->own_process) sv_check_in_child(e->check, m, &inner, a);
  else e->check(m, &inner, a);
  SV_LOG(run->log, 1, "%s: %s%s%s", e->name, sv_verdict_text(a->verdict), a->reason ? ": " : "",
         a->reason ? a->reason : "");
}

static sv_answer *new_answer(const sv_engine *e) {
  sv_answer *a = SV_NEW(sv_answer);
  a->engine = e->name;
  a->verdict = SV_UNKNOWN;
  a->cause = SV_CAUSE_INCOMPLETE;
  return a;
}

sv_answer *sv_answer_asked(const sv_engine *e, sv_model *m, const sv_options *o) {
  sv_answer *a = new_answer(e);
  sv_text why = {0};
  pick(a, m, o, &why);
  sv_text_free(&why);
  return a;
}

static sv_answer *run_once(const sv_engine *e, sv_model *m, const sv_run *run) {
  sv_answer *a = new_answer(e);
  sv_text why = {0};
  if (pick(a, m, run->options, &why) && takes(e, m, run->options, &why))
    sv_recurrence_check(e, m, run, a, check);
  else sv_answer_close(a, SV_CAUSE_UNSUPPORTED, sv_text_get(&why));
  sv_text_free(&why);
  return a;
}

// ---- pools that grow

enum { FIRST_POOL = 4 };

static bool grows(const sv_model *m, const sv_options *o) {
  if (o->threads || !m->process_limit) return false;
  for (uint32_t t = 1; t < m->templates.n; t++)
    if (m->templates.at[t].pool == SV_UNBOUNDED) return true;
  return false;
}

static uint32_t first_pool(const sv_model *m) {
  uint32_t size = FIRST_POOL;
  for (uint32_t t = 1; t < m->templates.n; t++)
    if (m->templates.at[t].pool == SV_UNBOUNDED && m->templates.at[t].initial > size)
      size = m->templates.at[t].initial;
  return size < m->process_limit ? size : m->process_limit;
}

// Would larger pools tell more that is asked for? Who keeps going wants all states.
static bool wants_more(const sv_answer *a, const sv_run *run) {
  if (!a->pool_full || a->bug || run->limits->hit) return false;
  return a->verdict != SV_VIOLATED || run->options->keep_going;
}

// The later answer covers more, unless it came to nothing.
static sv_answer *better(sv_answer *before, sv_answer *after) {
  bool lost = before->verdict == SV_VIOLATED && after->verdict == SV_UNKNOWN;
  bool keep = !after->bug && (lost || !after->net);
  sv_answer_free(keep ? after : before);
  return keep ? before : after;
}

// A search that was written down is taken up with its size. Smaller pools come again before it if
// there may be violations of properties that only they found, and write nothing.
static void set_checkpoint(const sv_run *run, sv_run *sized, sv_options *o) {
  uint32_t pools = run->resumed ? run->resumed->pools : 0;
  sized->takes_up = pools && (uint32_t)o->threads == pools;
  o->checkpoint = (uint32_t)o->threads < pools ? NULL : run->options->checkpoint;
}

static sv_answer *run_growing(const sv_engine *e, sv_model *m, const sv_run *run) {
  sv_options options;
  sv_run sized = *run;
  sv_options_copy(&options, run->options);
  sized.options = &options;
  sized.own_process = false;  // one size after the other
  bool at_once = run->resumed && run->resumed->pools && !run->options->keep_going;
  options.threads = at_once ? run->resumed->pools : first_pool(m);
  sized.stops_when_full = options.threads < m->process_limit;
  set_checkpoint(run, &sized, &options);
  sv_answer *a = run_once(e, m, &sized);
  while (wants_more(a, run) && options.threads < m->process_limit) {
    options.threads *= 2;
    if (options.threads > m->process_limit) options.threads = m->process_limit;
    SV_LOG(run->log, 1, "more processes than fit: again with pools of %u",
           (unsigned)options.threads);
    sized.stops_when_full = options.threads < m->process_limit;
    set_checkpoint(run, &sized, &options);
    uint32_t tried = (uint32_t)options.threads;
    a = better(a, run_once(e, m, &sized));
    if (a->threads != tried) break;
  }
  sv_answer_name_limit(a, run->limits->hit);
  sv_options_free(&options);
  return a;
}

// What no search can show is unknown, unless a violation was found.
static void leave_undecided(sv_answer *a, const sv_model *m) {
  for (uint32_t i = 0; i < a->findings.n; i++) {
    sv_finding *f = &a->findings.at[i];
    const char *why = m->properties.at[f->property].undecided;
    if (why && f->verdict == SV_HOLDS) sv_answer_undecided(a, f, SV_CAUSE_INCOMPLETE, why);
  }
}

sv_answer *sv_engine_run(const sv_engine *e, sv_model *m, const sv_run *run) {
  REQUIRE(e && m && run && run->options && run->limits, "no engine, model, options or limits");
  sv_run inner = *run;
  inner.asked = run->options;
  inner.begun = sv_now() - (run->resumed ? run->resumed->seconds : 0);
  inner.takes_up = run->resumed;
  sv_answer *a = grows(m, run->options) ? run_growing(e, m, &inner) : run_once(e, m, &inner);
  leave_undecided(a, m);
  a->seconds = sv_now() - inner.begun;
  a->peak_before = run->resumed ? run->resumed->bytes : 0;
  return a;
}
