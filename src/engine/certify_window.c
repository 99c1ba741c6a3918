// certify_window.c -- see certify_window.h.

#include "engine/certify_window.h"

// ---- the diagram

static bool is_below(const sv_windows *k, uint32_t place, uint32_t node, uint32_t self) {
  return node < 2 || (node < self && k->place[k->d->decisions.at[node - 2].bit] > place);
}

static bool is_ordered(const sv_windows *k) {
  for (uint32_t i = 0; i < k->d->decisions.n; i++) {
    const sv_decision *x = &k->d->decisions.at[i];
    uint32_t place = k->place[x->bit];
    if (!is_below(k, place, x->low, i + 2) || !is_below(k, place, x->high, i + 2)) return false;
  }
  return true;
}

static void write_nodes(sv_windows *k) {
  sv_check *c = k->c;
  sv_push(k->in, SV_LIT_FALSE);
  sv_push(k->in, SV_LIT_TRUE);
  for (uint32_t i = 0; i < k->d->decisions.n; i++) {
    const sv_decision *x = &k->d->decisions.at[i];
    sv_push(k->in, sv_aig_ite(c->aig, c->now.at[x->bit], k->in.at[x->high], k->in.at[x->low]));
  }
  sv_fill(k->out, k->in.n);
}

// ---- asking about the window

typedef struct {
  uint32_t top, bottom;  // places: of the highest bit that matters, and the lowest that is written
  sv_u32s inputs;        // choices, then bits from the top
  SV_VEC(sv_ordered_pair) pairs;
} window;

static void note(const sv_windows *k, window *s, uint32_t input) {
  uint32_t bit = sv_map_get(&k->bits, input);
  if (bit == SV_MAP_NONE) sv_push(s->inputs, input);
  else if (k->place[bit] < s->top) s->top = k->place[bit];
}

static void find_span(const sv_windows *k, const sv_window_question *q, window *s) {
  sv_check *c = k->c;
  sv_lits roots = {0};
  sv_u32s support = {0};
  sv_push(roots, q->condition);
  for (uint32_t place = 0; q->to && place < c->coding->bits; place++) {
    uint32_t bit = k->d->order.at[place];
    if (sv_lit_same(q->to[bit], c->now.at[bit])) continue;
    sv_push(roots, q->to[bit]);
    if (place < s->top) s->top = place;
    s->bottom = place;
  }
  sv_aig_support(c->aig, roots.at, roots.n, &support);
  for (uint32_t i = 0; i < support.n; i++) note(k, s, support.at[i]);
  for (uint32_t place = s->top; place < c->coding->bits; place++)
    sv_push(s->inputs, sv_lit_node(c->now.at[k->d->order.at[place]]));
  sv_vec_free(roots);
  sv_vec_free(support);
}

// The next state, below each node that the window can reach.
static void write_next(sv_windows *k, const sv_window_question *q, const window *s) {
  k->out.at[1] = sv_lit_const(q->to);
  for (uint32_t i = 0; i < k->d->decisions.n; i++) {
    const sv_decision *x = &k->d->decisions.at[i];
    uint32_t place = k->place[x->bit];
    sv_lit *out = &k->out.at[i + 2];
    if (!q->to || place < s->top) *out = SV_LIT_FALSE;
    else if (place > s->bottom) *out = k->in.at[i + 2];
    else *out = sv_aig_ite(k->c->aig, q->to[x->bit], k->out.at[x->high], k->out.at[x->low]);
  }
}

static bool is_above(const sv_windows *k, const window *s, uint32_t node) {
  return node >= 2 && k->place[k->d->decisions.at[node - 2].bit] < s->top;
}

// Nodes that are entered from above the window, or the root.
static void list_entries(const sv_windows *k, window *s) {
  uint8_t *entered = SV_NEW_ARRAY(uint8_t, k->in.n);
  entered[k->d->root] = 1;
  for (uint32_t node = 2; node < k->in.n; node++) {
    const sv_decision *x = &k->d->decisions.at[node - 2];
    if (is_above(k, s, node)) entered[x->low] = entered[x->high] = 1;
  }
  for (uint32_t node = 0; node < k->in.n; node++) {
    sv_ordered_pair pair = {k->in.at[node], k->out.at[node]};
    if (entered[node] && !is_above(k, s, node) && !sv_lit_same(pair.in, pair.out))
      sv_push(s->pairs, pair);
  }
  sv_free(entered);
}

static bool judge(sv_windows *k, const sv_window_question *q, const window *s) {
  sv_ordered_question x = {.aig = k->c->aig,
                           .condition = q->condition,
                           .pairs = s->pairs.at,
                           .n = s->pairs.n,
                           .inputs = s->inputs.at,
                           .input_count = s->inputs.n,
                           .limits = k->c->of->limits};
  switch (sv_ordered_ask(&x, &k->numbers)) {
  case SV_SAT_NO: return true;
  case SV_SAT_YES: return sv_check_wrong(k->c, q->action, q->what);
  case SV_SAT_UNKNOWN: break;
  }
  return sv_check_unknown(k->c, sv_cause_text(k->c->of->limits->hit));
}

bool sv_windows_never(sv_windows *k, const sv_window_question *q) {
  window s = {.top = k->c->coding->bits};
  if (sv_lit_same(q->condition, SV_LIT_FALSE)) return true;
  find_span(k, q, &s);
  write_next(k, q, &s);
  list_entries(k, &s);
  bool good = judge(k, q, &s);
  sv_vec_free(s.inputs);
  sv_vec_free(s.pairs);
  return good;
}

bool sv_windows_contain(sv_windows *k, sv_lit states, const char *what) {
  sv_window_question q = {.condition = SV_LIT_TRUE, .action = UINT32_MAX, .what = what};
  window s = {0};
  sv_push(s.pairs, (sv_ordered_pair){states, k->in.at[k->d->root]});
  for (uint32_t place = 0; place < k->c->coding->bits; place++)
    sv_push(s.inputs, sv_lit_node(k->c->now.at[k->d->order.at[place]]));
  bool good = judge(k, &q, &s);
  sv_vec_free(s.inputs);
  sv_vec_free(s.pairs);
  return good;
}

// ---- setting up

void sv_windows_init(sv_windows *k, sv_check *c) {
  *k = (sv_windows){.c = c, .d = c->of->diagram};
  k->place = SV_NEW_ARRAY(uint32_t, c->coding->bits + 1);
  for (uint32_t i = 0; i < c->coding->bits; i++) {
    k->place[k->d->order.at[i]] = i;
    sv_map_put(&k->bits, sv_lit_node(c->now.at[i]), i);
  }
  REQUIRE(is_ordered(k), "a diagram must be ordered");
  write_nodes(k);
}

void sv_windows_free(sv_windows *k) {
  sv_free(k->place);
  sv_map_free(&k->bits);
  sv_vec_free(k->in);
  sv_vec_free(k->out);
}
