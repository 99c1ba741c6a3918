// facts.c -- see facts.h.

#include "engine/events/facts.h"

#include "engine/events/facts_asked.h"

enum { PATIENCE = 2000 /* conflicts of one question */ };

static bool wants(const sv_run *run, sv_opt_facts word) {
  return run->options->facts == word || run->options->facts == SV_OPT_FACTS_ALL;
}

// ---- said of what an event sees

static void list_bits(const sv_coding *c, uint32_t item, sv_u32s *out) {
  uint32_t cells = c->net->cells;
  const sv_code_item *of = item < cells ? &c->cells[item] : &c->queues[item - cells].length;
  for (uint32_t k = 0; k < of->n; k++)
    if (!sv_code_is_const(of->at[k])) sv_push(*out, sv_code_state_bit(of->at[k]));
}

static sv_lit say(void *context, uint32_t fact, sv_aig *g, const sv_lit *state) {
  const sv_events_facts *f = context;
  sv_word_maker maker = {g, sv_arena_new()};
  sv_lit parts[2];
  sv_invariant_literals(&maker, f->coding, state, &f->all.at[fact], parts);
  sv_lit any = sv_aig_or(g, parts[0], parts[1]);
  sv_arena_free(maker.arena);
  return any;
}

static void prepare(sv_events_facts *f) {
  f->bits = SV_NEW_ARRAY(sv_u32s, f->all.n + 1);
  for (uint32_t i = 0; i < f->all.n; i++) {
    const sv_invariant_clause *c = &f->all.at[i];
    list_bits(f->coding, c->item, &f->bits[i]);
    if (c->when != SV_INVARIANT_ALWAYS) list_bits(f->coding, c->when, &f->bits[i]);
  }
  f->said = (sv_unwound_facts){f->all.n, f->bits, say, f};
}

// ---- finding them

static bool same_fact(const sv_invariant_clause *a, const sv_invariant_clause *b) {
  return a->kind == b->kind && a->when == b->when && a->item == b->item && a->is == b->is &&
         a->value == b->value;
}

static void add(sv_events_facts *f, const sv_invariants *shown, const char *by) {
  uint32_t before = f->all.n;
  for (uint32_t i = 0; i < shown->n; i++) {
    bool known = false;
    for (uint32_t k = 0; k < before; k++) known |= same_fact(&f->all.at[k], &shown->at[i]);
    if (known) continue;
    sv_push(f->all, shown->at[i]);
    sv_push(f->by, by);
  }
}

static void find_inductive(sv_events_facts *f, const sv_invariants *guesses, const sv_run *run) {
  sv_invariants shown = {0};
  for (uint32_t i = 0; i < guesses->n; i++) sv_push(shown, guesses->at[i]);
  sv_invariants_prove(f->coding, run->limits, PATIENCE, &shown);
  add(f, &shown, "induction");
  sv_vec_free(shown);
}

static void find_asked(sv_events_facts *f, sv_model *m, const sv_invariants *guesses,
                       const sv_run *run, const char *engine) {
  sv_invariants shown = {0};
  sv_events_facts_ask(m, f->coding->net, guesses, run, engine, &shown);
  add(f, &shown, engine);
  sv_vec_free(shown);
}

void sv_events_facts_find(sv_events_facts *f, sv_model *m, const sv_molds *molds,
                          const sv_run *run) {
  double start = sv_now();
  sv_invariants guesses = {0};
  const sv_coding *coding = sv_molds_coding(molds);
  *f = (sv_events_facts){.coding = coding, .molds = molds, .limits = run->limits};
  if (run->options->facts == SV_OPT_FACTS_OFF) return;
  sv_invariants_candidates(coding->net, (uint64_t)run->options->seed, run->limits, &guesses);
  if (wants(run, SV_OPT_FACTS_INDUCTION)) find_inductive(f, &guesses, run);
  if (wants(run, SV_OPT_FACTS_BDD)) find_asked(f, m, &guesses, run, "bdd");
  if (wants(run, SV_OPT_FACTS_IC3)) find_asked(f, m, &guesses, run, "ic3");
  sv_vec_free(guesses);
  prepare(f);
  sv_bits_init(&f->used, f->all.n);
  f->seconds = sv_now() - start;
}

void sv_events_facts_free(sv_events_facts *f) {
  sv_events_facts_end(f);
  sv_bits_free(&f->used);
  for (uint32_t i = 0; f->bits && i < f->all.n; i++) sv_vec_free(f->bits[i]);
  sv_free(f->bits);
  sv_vec_free(f->all);
  sv_vec_free(f->by);
}

// ---- in words

static void name_item(const sv_net *net, uint32_t item, sv_text *out) {
  const sv_names *names = net->model->names;
  if (item >= net->cells) {
    sv_text_printf(out, "messages in %s",
                   sv_names_get(names, net->queues.at[item - net->cells].name));
    return;
  }
  uint32_t v = 0;
  while (net->vars.at[v].first_cell + net->vars.at[v].cells <= item) v++;
  uint32_t process = net->vars.at[v].process;
  if (process != SV_NO_PROCESS)
    sv_text_printf(out, "%s.", sv_names_get(names, net->processes.at[process].name));
  sv_text_string(out, net->vars.at[v].is_pc ? "place" : sv_names_get(names, net->vars.at[v].name));
  if (net->vars.at[v].cells > 1) sv_text_printf(out, "[%u]", item - net->vars.at[v].first_cell);
}

void sv_events_facts_name(const sv_events_facts *f, uint32_t fact, sv_text *out) {
  static const char *const words[] = {
      [SV_INVARIANT_AT_LEAST] = ">=", [SV_INVARIANT_AT_MOST] = "<=", [SV_INVARIANT_IS_NOT] = "!="};
  const sv_invariant_clause *c = &f->all.at[fact];
  name_item(f->coding->net, c->item, out);
  sv_text_printf(out, " %s %lld", words[c->kind], (long long)c->value);
  if (c->when != SV_INVARIANT_ALWAYS) {
    sv_text_string(out, " where ");
    name_item(f->coding->net, c->when, out);
    sv_text_printf(out, " = %lld", (long long)c->is);
  }
  sv_text_printf(out, " (%s)", f->by.at[fact]);
}
