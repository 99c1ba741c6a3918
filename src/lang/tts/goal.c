// goal.c -- see goal.h: reading, and conditions as disjunctions of targets.

#include "lang/tts/goal.h"

#include "lang/unique.h"

enum { T_OPEN = SV_TOKEN_OWN, T_CLOSE, T_NOT, T_AND, T_OR, T_IMPLIES, T_BAR, T_COMMA, T_TIMED };
enum { MOST_DEPTH = 200, MOST_TARGETS = 4096, MOST_LOCALS = 1000 };

static const sv_spelling signs[] = {
    SV_SPELLING(T_IMPLIES, "=>"), SV_SPELLING(T_AND, "&&"),  SV_SPELLING(T_OR, "||"),
    SV_SPELLING(T_OPEN, "("),     SV_SPELLING(T_CLOSE, ")"), SV_SPELLING(T_NOT, "!"),
    SV_SPELLING(T_BAR, "|"),      SV_SPELLING(T_COMMA, ","), SV_SPELLING(T_TIMED, "[]"),
    SV_SPELLING(T_TIMED, "<>"),
};

static const sv_lexicon lexicon = {.language = "thread transition systems",
                                   .signs = signs,
                                   .sign_count = SV_COUNT(signs),
                                   .ascii = "conditions"};

typedef struct {
  sv_cursor in;
  const tts_system *system;
} parser;

static uint32_t kind(const parser *p) { return sv_cursor_kind(&p->in); }

static tts_node *node(parser *p, tts_node n) {
  tts_node *made = SV_ARENA_NEW(p->in.arena, tts_node);
  *made = n;
  return made;
}

// ---- targets

static bool number(parser *p, uint32_t limit, const char *what, uint32_t *out) {
  int64_t n = p->in.tokens.at[p->in.at].number;
  if (kind(p) == T_TIMED) {
    sv_cursor_error_here(&p->in, "temporal operators stand in formulas (--ltl) alone");
    return p->in.stopped = true, false;
  }
  if (kind(p) != SV_TOKEN_NUMBER) {
    sv_cursor_error_here(&p->in, "expected a %s state, but found %s", what,
                         sv_cursor_found(&p->in));
    return p->in.stopped = true, false;
  }
  if (n < 0 || n >= limit) {
    if (sv_cursor_error_here(&p->in, "there is no %s state %s", what, sv_cursor_found(&p->in)))
      sv_cursor_hint(&p->in, "the %s states are 0 to %u", what, limit - 1);
    return p->in.stopped = true, false;
  }
  *out = (uint32_t)n;
  sv_cursor_advance(&p->in);
  return true;
}

static void locals(parser *p, tts_node *n) {
  sv_u32s all = {0};
  uint32_t state;
  do {
    if (all.n >= MOST_LOCALS || !number(p, p->system->locals, "local", &state)) break;
    sv_push(all, state);
  } while (sv_cursor_take(&p->in, T_COMMA));
  uint32_t *local = SV_ARENA_ARRAY(p->in.arena, uint32_t, all.n + 1);
  for (uint32_t i = 0; i < all.n; i++) local[i] = all.at[i];
  n->local = local;
  n->locals = all.n;
  sv_vec_free(all);
}

static tts_node *target(parser *p) {
  tts_node *n = node(p, (tts_node){.kind = TTS_TARGET, .span = sv_cursor_here(&p->in)});
  if (!number(p, p->system->shared, "shared", &n->shared)) return n;
  if (!sv_cursor_take(&p->in, T_BAR)) {
    if (sv_cursor_error_here(&p->in, "expected `|` behind the shared state"))
      sv_cursor_hint(&p->in, "`4|23` is a thread in 23 while the shared state is 4, which alone "
                             "is `4|`");
    p->in.stopped = true;
  } else if (kind(p) == SV_TOKEN_NUMBER) locals(p, n);
  n->span = sv_cursor_since(&p->in, n->span);
  return n;
}

// ---- the grammar of temporal.h

static tts_node *formula(parser *p, bool timed);

static tts_node *unary(parser *p, bool timed) {
  sv_span begin = sv_cursor_here(&p->in);
  if (!sv_cursor_enter(&p->in, MOST_DEPTH, NULL)) return target(p);
  sv_temporal op = timed ? sv_temporal_take_prefix(&p->in) : SV_TEMPORAL_NONE;
  tts_node *n;
  if (op) n = node(p, (tts_node){.kind = TTS_TIMED, .op = op, .a = unary(p, timed)});
  else if (sv_cursor_take(&p->in, T_NOT))
    n = node(p, (tts_node){.kind = TTS_NOT, .a = unary(p, timed)});
  else if (sv_cursor_take(&p->in, T_OPEN)) {
    n = formula(p, timed);
    if (!sv_cursor_take(&p->in, T_CLOSE)) sv_cursor_error_here(&p->in, "expected `)`");
  } else n = target(p);
  n->span = sv_cursor_since(&p->in, begin);
  sv_cursor_leave(&p->in);
  return n;
}

static tts_node *between(parser *p, bool timed) {
  tts_node *a = unary(p, timed);
  sv_temporal op = timed ? sv_temporal_take_infix(&p->in) : SV_TEMPORAL_NONE;
  if (!op) return a;
  return node(p, (tts_node){.kind = TTS_TIMED, .op = op, .a = a, .b = between(p, timed)});
}

static tts_node *conjunction(parser *p, bool timed) {
  tts_node *a = between(p, timed);
  while (sv_cursor_take(&p->in, T_AND))
    a = node(p, (tts_node){.kind = TTS_AND, .a = a, .b = between(p, timed)});
  return a;
}

static tts_node *formula(parser *p, bool timed) {
  tts_node *a = conjunction(p, timed);
  while (sv_cursor_take(&p->in, T_OR))
    a = node(p, (tts_node){.kind = TTS_OR, .a = a, .b = conjunction(p, timed)});
  if (!sv_cursor_take(&p->in, T_IMPLIES)) return a;
  return node(p, (tts_node){.kind = TTS_IMPLIES, .a = a, .b = formula(p, timed)});
}

// ---- a condition as targets

// The shared state is this one (-1: any but the others), and threads are in all these.
typedef struct {
  int64_t shared;
  sv_u32s others, locals;
} cube;
typedef SV_VEC(cube) cubes;

typedef struct {
  sv_diags *diags;
  const tts_system *system;
  bool never;  // the condition is bad where it is true
} speller;

static void free_cubes(cubes *c) {
  for (uint32_t i = 0; i < c->n; i++) {
    sv_vec_free(c->at[i].others);
    sv_vec_free(c->at[i].locals);
  }
  sv_vec_free(*c);
}

static uint32_t count_of(const sv_u32s *list, uint32_t x) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < list->n; i++) n += list->at[i] == x;
  return n;
}

// The threads of both, where one thread may be meant by both.
static void unite(sv_u32s *to, const sv_u32s *more) {
  for (uint32_t i = 0; i < more->n; i++)
    if (count_of(to, more->at[i]) < count_of(more, more->at[i])) sv_push(*to, more->at[i]);
}

static void both(const cube *a, const cube *b, cubes *out) {
  if (a->shared >= 0 && b->shared >= 0 && a->shared != b->shared) return;
  cube c = {.shared = a->shared >= 0 ? a->shared : b->shared};
  unite(&c.others, &a->others);
  unite(&c.others, &b->others);
  unite(&c.locals, &a->locals);
  unite(&c.locals, &b->locals);
  bool possible = c.shared < 0 || !count_of(&c.others, (uint32_t)c.shared);
  cubes one = {0};
  sv_push(one, c);
  if (possible) sv_push(*out, c), sv_vec_free(one);
  else free_cubes(&one);
}

static void spell_target(speller *s, const tts_node *n, bool positive, cubes *out) {
  cube c = {.shared = positive ? (int64_t)n->shared : -1};
  if (!positive && n->locals) {
    sv_diag(s->diags, SV_ERROR, n->span,
            s->never ? "--reach cannot ask that no thread is somewhere"
                     : "an invariant cannot ask that a thread is somewhere");
    sv_diag_hint(s->diags, s->never
                               ? "only the shared state may be negated: `!4|`"
                               : "it can forbid that: `!4|23`; of the shared state it can: `4|`");
    return;
  }
  if (!positive) sv_push(c.others, n->shared);
  for (uint32_t i = 0; i < n->locals; i++) sv_push(c.locals, n->local[i]);
  sv_push(*out, c);
}

// False: there would be too many.
static bool spell(speller *s, const tts_node *n, bool positive, cubes *out) {
  if (n->kind == TTS_TARGET) return spell_target(s, n, positive, out), true;
  if (n->kind == TTS_NOT) return spell(s, n->a, !positive, out);
  bool first = n->kind == TTS_IMPLIES ? !positive : positive;
  bool all = (n->kind == TTS_AND) == positive;
  if (!all) return spell(s, n->a, first, out) && spell(s, n->b, positive, out);
  cubes a = {0}, b = {0};
  bool good = spell(s, n->a, first, &a) && spell(s, n->b, positive, &b);
  for (uint32_t i = 0; i < a.n && good; i++)
    for (uint32_t k = 0; k < b.n && good; k++) {
      both(&a.at[i], &b.at[k], out);
      good = out->n <= MOST_TARGETS;
    }
  free_cubes(&a);
  free_cubes(&b);
  return good;
}

static void add_target(tts_system *t, uint32_t goal, uint32_t shared, const cube *c, sv_span span) {
  tts_target *target = tts_add_target(t, shared, span);
  target->goal = goal;
  for (uint32_t i = 0; i < c->locals.n; i++) sv_push(target->locals, c->locals.at[i]);
}

// False: there would be too many.
static bool add_cube(tts_system *t, uint32_t goal, const cube *c, sv_span span) {
  if (c->shared >= 0) return add_target(t, goal, (uint32_t)c->shared, c, span), true;
  if (t->shared > MOST_TARGETS) return false;
  for (uint32_t s = 0; s < t->shared; s++)
    if (!count_of(&c->others, s)) add_target(t, goal, s, c, span);
  return true;
}

static void add_targets(parser *p, tts_system *t, const tts_goal *g, const tts_node *n,
                        bool never) {
  speller s = {.diags = p->in.diags, .system = t, .never = never};
  cubes all = {0};
  bool few = spell(&s, n, never, &all);
  for (uint32_t i = 0; i < all.n && few; i++)
    few = add_cube(t, t->goals.n, &all.at[i], g->span) && t->targets.n <= MOST_TARGETS;
  if (!few)
    sv_diag(p->in.diags, SV_ERROR, g->span, "this is a condition of more than %d targets",
            MOST_TARGETS);
  free_cubes(&all);
}

// ---- formulas

static void check_formula(parser *p, const tts_node *n) {
  if (n->kind == TTS_TARGET && n->locals) {
    sv_diag(p->in.diags, SV_ERROR, n->span, "a formula can ask about the shared state alone");
    sv_diag_hint(p->in.diags, "write `%u|`", n->shared);
  }
  if (n->a) check_formula(p, n->a);
  if (n->b) check_formula(p, n->b);
}

typedef struct {
  sv_ltl *ltl;
  tts_is_shared *is_shared;
  void *context;
} formulas;

static sv_formula formula_of(const formulas *f, const tts_node *n) {
  if (n->kind == TTS_TARGET) return sv_ltl_leaf(f->ltl, f->is_shared(f->context, n->shared));
  sv_formula a = formula_of(f, n->a), b = n->b ? formula_of(f, n->b) : a;
  switch (n->kind) {
  case TTS_NOT: return sv_ltl_not(f->ltl, a);
  case TTS_AND: return sv_ltl_and(f->ltl, a, b);
  case TTS_OR: return sv_ltl_or(f->ltl, a, b);
  case TTS_IMPLIES: return sv_ltl_or(f->ltl, sv_ltl_not(f->ltl, a), b);
  case TTS_TIMED: return sv_temporal_apply(f->ltl, n->op, a, b);
  case TTS_TARGET: break;
  }
  SV_UNREACHABLE();
}

void tts_add_formula(sv_model *m, const tts_goal *g, tts_is_shared *is_shared, void *context) {
  formulas f = {sv_ltl_new(m->terms), is_shared, context};
  sv_temporal_property(m, sv_new_property_name(m, g->name), f.ltl, formula_of(&f, g->formula),
                       g->text, g->span);
  sv_ltl_free(f.ltl);
}

// ---- options

static void read_goal(sv_model *m, const char *option, const char *text, sv_diags *diags,
                      tts_system *t) {
  uint32_t size = (uint32_t)strlen(text), before = sv_diags_errors(diags);
  tts_goal g = {.name = option + 2,
                .text = sv_model_strdup(m, text),
                .span = {sv_sources_add(m->sources, option, text, size), 0, size}};
  parser p = {.in = {.arena = m->arena,
                     .sources = m->sources,
                     .diags = diags,
                     .end = "the end of the text"},
              .system = t};
  bool timed = !strcmp(option, "--ltl");
  sv_scan(&lexicon, m->names, m->sources, g.span.file, diags, &p.in.tokens, NULL);
  tts_node *n = formula(&p, timed);
  if (kind(&p) != SV_TOKEN_END)
    sv_cursor_error_here(&p.in, "expected an operator, but found %s", sv_cursor_found(&p.in));
  if (timed && sv_diags_errors(diags) == before) check_formula(&p, n);
  if (timed) g.formula = n;
  sv_push(t->goals, g);
  if (!timed && sv_diags_errors(diags) == before)
    add_targets(&p, t, &g, n, !strcmp(option, "--reach"));
  sv_vec_free(p.in.tokens);
}

// Threads of such a target are counted one by one, in states that no formula should see.
static void check_together(const tts_system *t, sv_diags *diags) {
  const tts_goal *last = &sv_last(t->goals);
  for (uint32_t i = 0; i < t->targets.n; i++)
    if (last->formula && t->targets.at[i].locals.n > 1) {
      sv_diag(diags, SV_ERROR, last->span,
              "a formula cannot be asked together with a target of several threads");
      return;
    }
}

void tts_read_goals(sv_model *m, const sv_options *o, sv_diags *diags, tts_system *t) {
  for (uint32_t i = 0; i < o->invariant.n; i++)
    read_goal(m, "--invariant", o->invariant.at[i], diags, t);
  for (uint32_t i = 0; i < o->reach.n; i++) read_goal(m, "--reach", o->reach.at[i], diags, t);
  if (o->ltl) read_goal(m, "--ltl", o->ltl, diags, t);
  if (t->goals.n && !sv_diags_errors(diags)) check_together(t, diags);
}
