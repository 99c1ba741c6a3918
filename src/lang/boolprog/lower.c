// lower.c -- Boolean programs into the model: the driver. See lower.h.
//
// Works through the places that threads can be in, starting with main's
// entry; each place is turned into a location and the actions that leave it.
// Papers: Cook, Kroening, Sharygina 2005 (section 2) and 2007 (section 2).

#include "lang/boolprog/lower.h"
#include "lang/boolprog/lexer.h"

#include "base/suggest.h"
#include "lang/boolprog/boolprog.h"
#include "lang/boolprog/goal.h"
#include "lang/lang.h"
#include "lang/recognise.h"
#include "lang/unique.h"

#include <string.h>

#define MOST_LOCATIONS 1000000u

// ---- Contexts ----------------------------------------------------------------------------

static uint32_t add_context(bp_lowering *l, uint64_t key, bp_context c) {
  assert(c.parent == BP_NO_CONTEXT || c.parent < l->contexts.n);  // a tree
  assert(sv_map_get(&l->context_map, key) == SV_MAP_NONE);
  sv_push(l->contexts, c);
  sv_map_put(&l->context_map, key, l->contexts.n - 1);
  return l->contexts.n - 1;
}

uint32_t bp_root(bp_lowering *l, const bp_proc *p, uint32_t depth) {
  uint64_t key = UINT64_C(1) << 63 | (uint64_t)p->index << 32 | depth;
  uint32_t known = sv_map_get(&l->context_map, key);
  if (known != SV_MAP_NONE) return known;
  return add_context(l, key, (bp_context){p, depth, BP_NO_CONTEXT, 0});
}

// Activations of p among the context and its callers: the depth of the next one.
static uint32_t activations(const bp_lowering *l, uint32_t context, const bp_proc *p) {
  uint32_t n = 0;
  for (uint32_t c = context; c != BP_NO_CONTEXT; c = l->contexts.at[c].parent) {
    const bp_context *at = &l->contexts.at[c];
    if (at->proc != p) continue;
    if (at->parent == BP_NO_CONTEXT) return n + at->depth + 1;
    n++;
  }
  return n;
}

uint32_t bp_callee(const bp_here *h) {
  bp_lowering *l = h->l;
  uint32_t number = (uint32_t)(h->node - h->flow->nodes.at);
  assert(number < h->flow->nodes.n && h->at->context < l->contexts.n);
  uint64_t key = (uint64_t)h->at->context << 32 | number;
  uint32_t known = sv_map_get(&l->context_map, key);
  if (known != SV_MAP_NONE) return known;
  uint32_t depth = activations(l, h->at->context, h->stmt->proc);
  if (l->program->recursive && depth >= (uint32_t)l->options->recursion) return BP_NO_CONTEXT;
  return add_context(l, key, (bp_context){h->stmt->proc, depth, h->at->context, number});
}

// ---- Locations ---------------------------------------------------------------------------

static bool has_label(const bp_stmt *s, sv_name name) {
  for (uint32_t i = 0; s && i < s->labels; i++)
    if (s->label[i]->name.x == name.x) return true;
  return false;
}

// The property that a label of the statement violates, or 0. A location is bad for one property.
static uint32_t bad_label(bp_lowering *l, const bp_stmt *s) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < l->bad_labels.n; i++) {
    const bp_bad_label *bad = &l->bad_labels.at[i];
    if (!has_label(s, bad->name)) continue;
    if (found && !sv_diags_unsupported(l->diags))
      sv_diag(l->diags, SV_UNSUPPORTED, s->head,
              "two labels of --label at the same statement are not supported");
    found = bad->property;
  }
  return found;
}

static const char *place_name(bp_lowering *l, const bp_proc *p, const bp_node *n) {
  sv_model *m = l->model;
  const char *proc = sv_names_get(m->names, p->name);
  if (!n->stmt) return sv_arena_printf(m->arena, "%s.end", proc);
  if (n->stmt->labels)
    return sv_arena_printf(m->arena, "%s.%s", proc,
                           sv_names_get(m->names, n->stmt->label[0]->name));
  sv_place at = sv_source_place(m->sources, n->stmt->span.file, n->stmt->span.begin);
  return sv_arena_printf(m->arena, "%s:%u", proc, at.line);
}

static sv_name unique_name(bp_lowering *l, const char *text) {
  return sv_unique_name(l->model, &l->names_used, 0, text, '~');
}

uint32_t bp_location(bp_lowering *l, uint32_t context, uint32_t node, bool atomic) {
  uint64_t key = (uint64_t)context << 33 | (uint64_t)node << 1 | atomic;
  uint32_t known = sv_map_get(&l->location_map, key);
  if (known != SV_MAP_NONE) return known;
  assert(context < l->contexts.n);
  const bp_proc *p = l->contexts.at[context].proc;
  assert(node < l->flows[p->index].nodes.n);
  const bp_node *n = &l->flows[p->index].nodes.at[node];
  sv_span span = n->stmt ? n->stmt->head : p->end_span;
  uint32_t location = sv_model_location(l->model, l->thread, unique_name(l, place_name(l, p, n)),
                                        atomic ? SV_LOC_BLOCKING : 0, span);
  l->model->templates.at[l->thread].locations.at[location].bad = bad_label(l, n->stmt);
  sv_map_put(&l->location_map, key, location);
  sv_push(l->work, (bp_work){context, node, location, atomic});
  l->too_large = l->too_large || location > MOST_LOCATIONS;
  return location;
}

// ---- The bad label ------------------------------------------------------------------------

static bool find_label(const bp_program *p, sv_name name, sv_span *span) {
  for (uint32_t i = 0; i < p->procs; i++)
    for (uint32_t k = 0; k < p->proc[i]->labels; k++)
      if (p->proc[i]->label[k]->name.x == name.x) return *span = p->proc[i]->label[k]->span, true;
  return false;
}

static void no_such_label(bp_lowering *l, const char *wanted) {
  const bp_program *p = l->program;
  sv_suggestion best = sv_suggest(wanted);
  for (uint32_t i = 0; i < p->procs; i++)
    for (uint32_t k = 0; k < p->proc[i]->labels; k++)
      sv_suggest_try(&best, sv_names_get(l->model->names, p->proc[i]->label[k]->name));
  sv_diag(l->diags, SV_ERROR, p->main->name_span, "there is no label `%s` (option --label)",
          wanted);
  if (best.best) sv_diag_hint(l->diags, "did you mean `%s`?", best.best);
}

static bool is_chosen(const bp_lowering *l, sv_name name) {
  for (uint32_t i = 0; i < l->bad_labels.n; i++)
    if (l->bad_labels.at[i].name.x == name.x) return true;
  return false;
}

// False if the program has no such label.
static bool choose_bad_label(bp_lowering *l, const char *wanted) {
  sv_name name = sv_names_cstr(l->model->names, wanted);
  sv_span span;
  if (is_chosen(l, name)) return true;
  if (!find_label(l->program, name, &span)) return false;
  const char *title = sv_arena_printf(l->model->arena, "label:%s", wanted);
  uint32_t property = sv_model_property(l->model, sv_names_cstr(l->model->names, title),
                                        SV_PROP_LOCATION, SV_NONE, wanted, span);
  sv_push(l->bad_labels, (bp_bad_label){name, property});
  return true;
}

// Those of --label, or SLAM's own name for the error location.
static bool choose_bad_labels(bp_lowering *l) {
  const sv_option_list *wanted = &l->options->label;
  if (!wanted->n) choose_bad_label(l, "SLIC_ERROR");
  for (uint32_t i = 0; i < wanted->n; i++)
    if (!choose_bad_label(l, wanted->at[i])) return no_such_label(l, wanted->at[i]), false;
  return true;
}

// ---- The driver -----------------------------------------------------------------------------

static void prepare(bp_lowering *l) {
  const bp_program *p = l->program;
  l->flows = SV_NEW_ARRAY(bp_flow, p->procs + 1);
  l->live = SV_NEW_ARRAY(bool *, p->procs + 1);
  l->frames = SV_NEW_ARRAY(sv_u32s, p->procs + 1);
  for (uint32_t i = 0; i < p->procs; i++) {
    bp_flow_build(p->proc[i], &l->flows[i]);
    l->live[i] = SV_NEW_ARRAY(bool, p->proc[i]->vars.n + 1);
    bp_live_at_entry(p->proc[i], &l->flows[i], l->live[i]);
  }
  bp_find_presence(l);
  sv_name name = sv_names_cstr(l->model->names, p->starts_threads ? "thread" : "main");
  l->thread = sv_model_template(l->model, name, 1, 1, p->main->name_span);
  l->stop = sv_model_location(l->model, l->thread, unique_name(l, "stop"), SV_LOC_STOP, SV_NOWHERE);
  bp_declare_globals(l);
  bp_frame(l, p->main, 0);
  if (l->stacked) bp_stack_prepare(l);
}

static void release(bp_lowering *l) {
  for (uint32_t i = 0; i < l->program->procs; i++) {
    bp_flow_free(&l->flows[i]);
    sv_free(l->live[i]);
    sv_vec_free(l->frames[i]);
  }
  sv_free(l->flows);
  sv_free(l->live);
  sv_free(l->frames);
  sv_free(l->presence);
  sv_vec_free(l->bad_labels);
  sv_free(l->globals);
  sv_free(l->holders);
  sv_map_free(&l->context_map);
  sv_map_free(&l->location_map);
  sv_map_free(&l->names_used);
  sv_map_free(&l->asserts);
  sv_vec_free(l->contexts);
  sv_vec_free(l->work);
  bp_stack_release(l);
}

bp_here bp_here_at(bp_lowering *l, const bp_work *at, const bp_context *context) {
  const bp_flow *flow = &l->flows[context->proc->index];
  const bp_node *node = &flow->nodes.at[at->node];
  return (bp_here){l, at, context, flow, node, node->stmt};
}

static void lower_places(bp_lowering *l) {
  for (uint32_t i = 0; i < l->work.n && !l->too_large && sv_diags_go_on(l->diags); i++) {
    bp_work at = l->work.at[i];
    bp_context context = l->contexts.at[at.context];
    bp_here here = bp_here_at(l, &at, &context);
    bp_lower_place(&here);
  }
}

// The pool is the number of threads where that is plain and within the user's
// limit; else creation is unbounded and bounded engines cut it.
static void set_pool(bp_lowering *l, uint32_t entry) {
  enum { PLAIN = 64 };
  if (!l->program->starts_threads) return;
  uint32_t bound = bp_thread_bound(l, entry), user = (uint32_t)l->options->threads;
  bool plain = bound <= PLAIN && (!user || bound <= user);
  l->model->templates.at[l->thread].pool = plain ? bound : SV_UNBOUNDED;
}

static void lower_program(bp_lowering *l) {
  const bp_program *p = l->program;
  uint32_t root = bp_root(l, p->main, 0);
  uint32_t entry = bp_location(l, root, l->flows[p->main->index].entry, false);
  l->model->templates.at[l->thread].entry = entry;
  lower_places(l);
  if (l->too_large)
    sv_diag(l->diags, SV_UNSUPPORTED, p->main->name_span,
            "with procedures inlined this program has more than %u places", MOST_LOCATIONS);
  else set_pool(l, entry);
  bp_lower_goals(l);
}

static void note_recursion(bp_lowering *l) {
  for (uint32_t i = 0; i < l->program->procs && !l->stacked; i++) {
    if (!l->program->proc[i]->recursive) continue;
    l->model->declared_features |= SV_FEATURE_RECURSION;
    l->model->recursion = l->program->proc[i]->cycle_call;
    return;
  }
}

static void lower(sv_model *m, const bp_program *program, const sv_options *options,
                  sv_diags *diags, bool stacked) {
  bp_lowering l = {
      .model = m, .program = program, .options = options, .diags = diags, .stacked = stacked};
  prepare(&l);
  if (choose_bad_labels(&l) && !sv_diags_unsupported(diags)) lower_program(&l);
  note_recursion(&l);
  release(&l);
}

static bool is_clean(const sv_diags *diags) {
  return !sv_diags_errors(diags) && !sv_diags_unsupported(diags);
}

// A recursive program as both: with a bound for all threads, and with a stack.
static void lower_both(sv_model *m, const bp_program *program, const sv_options *options,
                       sv_diags *diags) {
  bool can = program->recursive && bp_can_stack(program);
  if (program->recursive && !can && !options->recursion)
    sv_diag(diags, SV_UNSUPPORTED, program->main->name_span,
            "recursion without a bound (--recursion 0) beside `x$` of a local variable");
  if (!is_clean(diags)) return;
  lower(m, program, options, diags, can && !options->recursion);
  if (!can || !options->recursion || !is_clean(diags)) return;
  m->unbounded = sv_model_beside(m);
  lower(m->unbounded, program, options, diags, true);
}

static bool read_program(sv_model *m, uint32_t file, const sv_options *options, sv_diags *diags) {
  sv_arena *arena = sv_arena_new();
  bp_program *program = bp_parse(arena, m->names, m->sources, file, diags);
  if (program) bp_read_goals(arena, m->names, m->sources, options, program, diags);
  if (program) bp_tell_editors(m, program);
  if (program && is_clean(diags)) lower_both(m, program, options, diags);
  sv_arena_free(arena);
  return program && is_clean(diags);
}

// The head of a procedure, `) begin`, and what can follow it.
static bool recognise(const char *text, size_t n) {
  static const char *const heads[] = {"begin w", "begin n", "begin {", "begin ;"};
  sv_glance g = sv_glance_at(text, n);
  while (sv_glance_next(&g))
    for (size_t i = 0; sv_glance_is(&g, ")") && i < SV_COUNT(heads); i++)
      if (sv_glance_follows(g, heads[i])) return true;
  return false;
}

const sv_language sv_language_boolprog = {
    .name = "boolprog",
    .options = "recursion init label ltl",
    .suffixes = ".bp .nbp .bool",
    .summary = "Boolean programs with threads (SLAM, BOPPO, SATABS, BOOM, NBP, WALi, Getafix)",
    .words = BP_WORDS(SV_LANG_WORD),
    .read = read_program,
    .own_goals = true,
    .own_formulas = true,
    .recognise = recognise,
};
