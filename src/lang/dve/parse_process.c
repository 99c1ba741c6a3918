// parse_process.c -- processes.
//
//   process = "process" name "{" { declaration } "state" names ";"
//             { "init" name ";" | "commit" names ";" | "accept" names ";" |
//               "assert" assertions ";" | "trans" transitions [ ";" ] } "}" ;

#include "lang/dve/parse.h"

static bool read_states(dve_parser *p) {
  dve_proc *proc = p->proc;
  dve_word_vec words = {0};
  if (!dve_expect(p, DVE_T_STATE, "with the states of the process")) return false;
  bool ok = dve_read_words(p, "the name of a state", &words);
  proc->states = words.n;
  proc->state = SV_ARENA_ARRAY(p->in.arena, dve_state, words.n + 1);
  for (uint32_t i = 0; i < words.n; i++) proc->state[i].word = words.at[i];
  sv_vec_free(words);
  return ok && dve_expect(p, DVE_T_SEMICOLON, "after the states");
}

static bool read_init(dve_parser *p) {
  sv_span span = dve_here(p);
  dve_advance(p);
  if (p->proc->init.name.x) {
    dve_error(p, span, "this process has a second `init`");
    return false;
  }
  if (!dve_read_word(p, "the initial state", &p->proc->init)) return false;
  if (dve_kind(p) == DVE_T_COMMA) {
    dve_error_here(p, "a process has one initial state");
    return false;
  }
  return dve_expect(p, DVE_T_SEMICOLON, "after the initial state");
}

// "commit" or "accept", with a list of states
static bool read_marks(dve_parser *p, dve_word **at, uint32_t *n) {
  dve_word_vec words = {0};
  dve_advance(p);
  bool ok = dve_read_words(p, "the name of a state", &words);
  for (uint32_t i = 0; i < *n; i++) sv_push(words, (*at)[i]);
  SV_ARENA_KEEP(p->in.arena, words, *at, *n);
  return ok && dve_expect(p, DVE_T_SEMICOLON, "after the states");
}

// accept = "accept" [ "buchi" ] names ";" ;
static bool read_accept(dve_parser *p) {
  static const char *const other[] = {"genbuchi", "muller", "rabin", "streett"};
  const sv_token *next = dve_ahead(p, 1);
  const char *text = next->kind == DVE_T_NAME ? sv_names_get(p->names, next->name) : "";
  bool parens = dve_ahead(p, 2)->kind == DVE_T_LEFT;
  for (size_t i = 0; i < SV_COUNT(other); i++)
    if (parens && !strcmp(text, other[i])) {
      if (dve_error(p, next->span, "acceptance of kind `%s` is not supported", text))
        dve_hint(p, "only lists of accepting states are: `accept q1, q2;`");
      return false;
    }
  if (!strcmp(text, "buchi") && dve_ahead(p, 2)->kind == DVE_T_NAME) dve_advance(p);
  return read_marks(p, &p->proc->accept, &p->proc->accepts);
}

static bool read_assertions(dve_parser *p) {
  SV_VEC(dve_assertion) all = {0};
  bool ok;
  dve_advance(p);
  do {
    dve_assertion a = {0};
    ok = dve_read_word(p, "the state of an assertion", &a.state) &&
         dve_expect(p, DVE_T_COLON, "after the state of an assertion") &&
         (a.condition = dve_read_expr(p)) != NULL;
    if (ok) sv_push(all, a);
  } while (ok && dve_take(p, DVE_T_COMMA));
  for (uint32_t i = 0; i < p->proc->assertions; i++) sv_push(all, p->proc->assertion[i]);
  SV_ARENA_KEEP(p->in.arena, all, p->proc->assertion, p->proc->assertions);
  return ok && dve_expect(p, DVE_T_SEMICOLON, "after the assertions");
}

static bool unexpected_part(dve_parser *p) {
  if (dve_at_declaration(p)) {
    dve_error_here(p, "declarations come before the states of a process");
  } else if (dve_kind(p) == DVE_T_STATE) {
    if (dve_error_here(p, "this process has a second `state`"))
      dve_hint(p, "list all states behind one `state`, separated by commas");
  } else {
    if (dve_error_here(p, "expected a part of process `%s`, but found %s",
                       sv_names_get(p->names, p->proc->word.name), dve_found(p)))
      dve_hint(p, "a process has `state`, `init`, `commit`, `accept`, `assert` and `trans`");
  }
  dve_advance(p);
  return false;
}

static bool read_part(dve_parser *p) {
  switch (dve_kind(p)) {
  case DVE_T_INIT: return read_init(p);
  case DVE_T_COMMIT: return read_marks(p, &p->proc->commit, &p->proc->commits);
  case DVE_T_ACCEPT: return read_accept(p);
  case DVE_T_ASSERT: return read_assertions(p);
  case DVE_T_TRANS:
    if (p->proc->trans) return dve_error_here(p, "this process has a second `trans`"), false;
    dve_advance(p);
    dve_read_transitions(p);
    return true;
  default: return unexpected_part(p);
  }
}

static bool ends_process(const dve_parser *p) {
  dve_token_kind kind = dve_kind(p);
  return kind == DVE_T_END || kind == DVE_T_RIGHT_BRACE || kind == DVE_T_PROCESS ||
         kind == DVE_T_SYSTEM;
}

static void read_body(dve_parser *p) {
  while (dve_at_declaration(p)) {
    uint32_t from = p->in.at;
    if (!dve_read_declaration(p)) dve_skip_declaration(p, from);
  }
  dve_keep_declared(p, &p->proc->var, &p->proc->vars, &p->proc->channel, &p->proc->channels);
  if (!read_states(p)) dve_skip_declaration(p, p->in.at);
  while (!ends_process(p)) {
    uint32_t from = p->in.at;
    if (read_part(p)) continue;
    if (p->in.at == from) dve_advance(p);
    dve_skip_declaration(p, from);
  }
  dve_expect(p, DVE_T_RIGHT_BRACE, "at the end of the process");
}

dve_proc *dve_read_process(dve_parser *p) {
  dve_proc *proc = SV_ARENA_NEW(p->in.arena, dve_proc);
  dve_advance(p);
  if (!dve_read_word(p, "the name of a process", &proc->word)) return NULL;
  if (!dve_expect(p, DVE_T_LEFT_BRACE, "before the body of the process")) return NULL;
  p->proc = proc;
  read_body(p);
  p->proc = NULL;
  return proc;
}
