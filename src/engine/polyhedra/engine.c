// engine.c -- the engine `polyhedra`: linear hybrid automata, and integers as if they were rational.
//
// Coarse searches first, then, if these reach too much, all polyhedra apart
// (search.h). A proof is an invariant that is shown again from
// the formulas of encode/smt; a violation is a path whose run the referee takes.
// docs/engine-polyhedra.md.

#include <inttypes.h>

#include "encode/abstract/path.h"
#include "engine/certify_terms.h"
#include "engine/polyhedra/search.h"
#include "engine/table.h"

enum { MOST_JOINED = 10 };
static const double BOX_SECONDS = 10, HULL_SECONDS = 300, FOR_EVER = 1e9;

typedef struct {
  const sv_run *run;
  sv_answer *answer;
  const sv_net *net;
  sv_flat *flat;
  sv_poly_system *system;
  sv_u32s asked;    // neither proved nor violated
  const char *cut;  // why a run is cut, if one is
  bool full;        // no other cut was met than pools that are full
  sv_cause cause;
  sv_text why;
  bool over;
  uint64_t images, joins, widenings;
  uint32_t states, parts;
} poly_run;

static void stop(poly_run *r, sv_cause cause, const char *why) {
  sv_cause hit = r->run->limits->hit;
  if (r->over) return;
  r->over = true;
  r->cause = hit ? hit : cause;
  sv_text_string(&r->why, hit ? sv_cause_text(hit) : why);
}

// ---- proofs

// False: not shown, which is said.
static bool show(poly_run *r, sv_term invariant) {
  sv_term_proof proof = {.kind = SV_PROOF_INVARIANT,
                         .net = r->net,
                         .properties = r->asked.at,
                         .property_count = r->asked.n,
                         .invariants = &invariant,
                         .invariant_count = 1};
  sv_obligations o = sv_obligations_make(r->run->log, r->run->limits, 0);
  o.cvc5 = o.cvc5 && r->run->options->certify;
  sv_certification shown = sv_certify_terms(&proof, &o);
  sv_obligations_report(&o, shown, r->answer);
  r->answer->certified = shown == SV_CERTIFIED && r->run->options->certify;
  if (shown == SV_REFUTED) stop(r, SV_CAUSE_BUG, "the invariant is none");
  if (shown == SV_NOT_DECIDED) {
    sv_text why = {0};
    sv_text_printf(&why, "an invariant of %u polyhedra could not be shown again: %s", r->parts,
                   sv_text_get(&o.trouble));
    stop(r, SV_CAUSE_GAVE_UP, sv_text_get(&why));
    sv_text_free(&why);
  }
  sv_obligations_free(&o);
  return shown == SV_CERTIFIED;
}

static void say_cut(poly_run *r) {
  sv_text why = {0};
  sv_text_printf(&why, "no violation; not covered: %s", r->cut);
  stop(r, SV_CAUSE_BOUND, sv_text_get(&why));
  r->answer->pool_full = r->full;
  sv_text_free(&why);
}

static void prove(poly_run *r, const sv_poly_search *s) {
  if (r->cut) return say_cut(r);
  if (!show(r, sv_poly_search_invariant(s))) return;
  sv_text_printf(&r->why, "inductive invariant of %u polyhedra in %u control states", r->parts,
                 r->states);
  r->over = true;
}

// ---- violations

static void drop(poly_run *r, sv_poly_search *s, uint32_t property) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < r->asked.n; i++)
    if (r->asked.at[i] != property) r->asked.at[kept++] = r->asked.at[i];
  r->asked.n = kept;
  sv_bits_remove(&s->wanted, property);
}

static void take_run(poly_run *r, sv_poly_search *s, uint32_t property, sv_trace *trace) {
  if (!trace) return stop(r, SV_CAUSE_GAVE_UP, "a witness is no rational number");
  if (!sv_answer_violated(r->answer, property, trace))
    return stop(r, SV_CAUSE_BUG, "a run is none of the net");
  drop(r, s, property);
  if (!r->run->options->keep_going || !r->asked.n)
    stop(r, SV_CAUSE_STOPPED, sv_cause_text(SV_CAUSE_STOPPED));
}

static void note_cut(poly_run *r, const sv_net_action *a) {
  if (r->cut && !(r->full && !a->full)) return;
  r->cut = a->cut;
  r->full = a->full;
}

// What was found is a path: is there a run along it? With integers, perhaps not.
static void judge(poly_run *r, sv_poly_search *s, sv_poly_finding f) {
  sv_u32s actions = {0};
  bool state = f.action == UINT32_MAX;
  if (!f.property) return note_cut(r, &r->net->actions.at[f.action]);
  sv_query *query = sv_query_new(r->net, false, r->run->limits);
  sv_poly_search_path(s, f.part, &actions);
  if (!state) sv_push(actions, f.action);
  sv_path_plan plan = {.actions = actions.at,
                       .n = actions.n,
                       .end = state ? sv_flat_bad(r->flat, f.property) : SV_TRUE};
  sv_path *path = sv_path_new(r->flat, &plan);
  if (sv_path_check(path, query) == SV_SAT_YES)
    take_run(r, s, f.property, sv_path_trace(path, query, actions.at));
  else stop(r, SV_CAUSE_INCOMPLETE, "fractions reach a violation, integers may not");
  sv_path_free(path);
  sv_query_free(query);
  sv_vec_free(actions);
}

static void judge_all(poly_run *r, sv_poly_search *s) {
  for (uint32_t i = 0; i < s->found.n && !r->over; i++)
    if (!s->found.at[i].property || sv_bits_has(&s->wanted, s->found.at[i].property))
      judge(r, s, s->found.at[i]);
}

// ---- searches

static void add_up(poly_run *r, const sv_poly_search *s) {
  r->images += s->images, r->joins += s->joins, r->widenings += s->widenings;
  r->states = r->parts = 0;
  for (uint32_t i = 0; i < s->parts_of.n; i++)
    r->states += s->parts_of.at[i].n > 0, r->parts += s->parts_of.at[i].n;
}

// What is found by coarse searches shows nothing.
static sv_poly_result find(poly_run *r, sv_poly_search *s) {
  sv_poly_result result = sv_poly_search_run(s);
  while (result == SV_POLY_FOUND && s->mode == SV_POLY_EXACT && !r->over) {
    judge_all(r, s);
    if (!r->over) result = sv_poly_search_run(s);
  }
  return result;
}

static void log_result(const poly_run *r, const sv_poly_search *s, sv_poly_result result) {
  static const char *const modes[] = {
      [SV_POLY_BOX] = "boxes", [SV_POLY_HULL] = "hulls", [SV_POLY_EXACT] = "exact"};
  static const char *const results[] = {[SV_POLY_COMPLETE] = "complete",
                                        [SV_POLY_FOUND] = "reaches a violation",
                                        [SV_POLY_STOPPED] = "stopped"};
  SV_LOG(r->run->log, 1,
         "polyhedra: %s: %s; %u polyhedra, %u control states, %" PRIu64 " images, %" PRIu64
         " widenings",
         modes[s->mode], results[result], r->parts, r->states, s->images, s->widenings);
}

static void search(poly_run *r, sv_poly_mode mode, double seconds) {
  sv_limits part = sv_limits_part(r->run->limits, seconds);
  sv_poly_search *s = sv_poly_search_new(r->system, r->run, &part, mode, r->asked.at, r->asked.n);
  sv_poly_result result = find(r, s);
  sv_limits_end_part(r->run->limits, &part);
  add_up(r, s);
  log_result(r, s, result);
  if (r->system->refused) stop(r, SV_CAUSE_UNSUPPORTED, r->system->refused);
  else if (r->run->limits->hit) stop(r, r->run->limits->hit, "");
  else if (result == SV_POLY_COMPLETE && !r->over) prove(r, s);
  sv_poly_search_free(s);
}

// Coarse searches first, unless there are so many numbers that boxes have too many corners.
static void search_all(poly_run *r) {
  bool few = r->system->dimensions.n <= MOST_JOINED;
  if (few) search(r, SV_POLY_BOX, BOX_SECONDS);
  if (few && !r->over) search(r, SV_POLY_HULL, HULL_SECONDS);
  if (!r->over) search(r, SV_POLY_EXACT, FOR_EVER);
}

// A property whose condition cannot be written down is given up by name, the others are not.
static bool can_ask(const poly_run *r, uint32_t property) {
  if (r->net->properties.at[property].kind == SV_PROP_ASSERTION) return true;
  return !sv_is_none(sv_flat_bad(r->flat, property));
}

static void list_asked(poly_run *r) {
  for (uint32_t i = 0; i < r->answer->findings.n; i++)
    if (can_ask(r, r->answer->findings.at[i].property))
      sv_push(r->asked, r->answer->findings.at[i].property);
}

static void excuse(poly_run *r) {
  for (uint32_t i = 0; i < r->answer->findings.n; i++) {
    sv_finding *f = &r->answer->findings.at[i];
    if (!can_ask(r, f->property))
      sv_answer_undecided(r->answer, f, SV_CAUSE_SIZE, "too many choices at once");
  }
}

static void report(const poly_run *r) {
  sv_answer *a = r->answer;
  sv_answer_statistic(a, "control states", "%u", r->states);
  sv_answer_statistic(a, "polyhedra", "%u", r->parts);
  sv_answer_statistic(a, "images", "%" PRIu64 ", %" PRIu64 " joins, %" PRIu64 " widenings",
                      r->images, r->joins, r->widenings);
}

static void work(poly_run *r) {
  r->system = sv_poly_system_new(r->flat, (uint32_t)r->run->options->keep);
  list_asked(r);
  if (r->system->refused) stop(r, SV_CAUSE_UNSUPPORTED, r->system->refused);
  else if (!r->asked.n) stop(r, SV_CAUSE_NONE, "there is no property to check");
  if (!r->over) search_all(r);
  sv_answer_close(r->answer, r->cause, sv_text_get(&r->why));
  excuse(r);
  report(r);
  sv_poly_system_free(r->system);
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  if (!sv_polyhedra_there())
    return sv_answer_refuse(a, run, SV_CAUSE_UNSUPPORTED, "this Selvage was built without libppl");
  if (!sv_answer_net(a, m, run)) return;
  poly_run r = {.run = run, .answer = a, .net = a->net, .flat = sv_flat_new(a->net)};
  if (r.flat->refused) sv_answer_refuse(a, run, SV_CAUSE_UNSUPPORTED, r.flat->refused);
  else work(&r);
  sv_flat_free(r.flat);
  sv_vec_free(r.asked);
  sv_text_free(&r.why);
}

const sv_engine sv_engine_polyhedra = {
    .name = "polyhedra",
    .summary = "reachable polyhedra (linear hybrid automata, integers)",
    .options = "keep",
    .searches = SV_SEARCH(AUTO),
    .isolated = true,
    .check = check,
};
