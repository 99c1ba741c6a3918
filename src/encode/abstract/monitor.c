// monitor.c -- see monitor.h.

#include "encode/abstract/monitor.h"

enum { START = UINT32_MAX - 1 };  // the letter before the first action

typedef struct {
  uint32_t parent, letter, fail;
  bool ends;        // a word that cannot be taken
  sv_u32s excused;  // properties
} node;

typedef struct {
  SV_VEC(node) nodes;  // [0] is the root
} trie;

void sv_words_free(sv_words_list *w) {
  for (uint32_t i = 0; i < w->n; i++) sv_vec_free(w->at[i].actions);
  sv_vec_free(*w);
}

static bool same_word(const sv_word *w, const uint32_t *actions, uint32_t n, bool anchored,
                      uint32_t excused) {
  return w->anchored == anchored && w->excused == excused && w->actions.n == n &&
         (!n || !memcmp(w->actions.at, actions, n * sizeof *actions));
}

bool sv_words_add(sv_words_list *w, const uint32_t *actions, uint32_t n, bool anchored,
                  uint32_t excused) {
  for (uint32_t i = 0; i < w->n; i++)
    if (same_word(&w->at[i], actions, n, anchored, excused)) return false;
  sv_word word = {.anchored = anchored, .excused = excused};
  for (uint32_t i = 0; i < n; i++) sv_push(word.actions, actions[i]);
  sv_push(*w, word);
  return true;
}

// ---- the trie

static uint32_t child(const trie *t, uint32_t at, uint32_t letter) {
  for (uint32_t i = 1; i < t->nodes.n; i++)
    if (t->nodes.at[i].parent == at && t->nodes.at[i].letter == letter) return i;
  return UINT32_MAX;
}

static uint32_t add_child(trie *t, uint32_t at, uint32_t letter) {
  uint32_t known = child(t, at, letter);
  if (known != UINT32_MAX) return known;
  node n = {.parent = at, .letter = letter};
  sv_push(t->nodes, n);
  return t->nodes.n - 1;
}

static void add_word(trie *t, const sv_word *w) {
  uint32_t at = w->anchored ? add_child(t, 0, START) : 0;
  for (uint32_t i = 0; i < w->actions.n; i++) at = add_child(t, at, w->actions.at[i]);
  assert(at < t->nodes.n);
  if (w->excused) sv_push(t->nodes.at[at].excused, w->excused);
  else t->nodes.at[at].ends = true;
}

static uint32_t follow(const trie *t, uint32_t at, uint32_t letter) {
  for (;;) {
    uint32_t to = child(t, at, letter);
    if (to != UINT32_MAX) return to;
    if (!at) return 0;
    at = t->nodes.at[at].fail;
  }
}

static uint32_t depth_of(const trie *t, uint32_t at) {
  uint32_t n = 0;
  for (; at; at = t->nodes.at[at].parent) n++;
  return n;
}

// By depth: a shorter node knows where to go on before a longer one asks.
static void link(trie *t) {
  uint32_t deepest = 0;
  for (uint32_t i = 0; i < t->nodes.n; i++)
    if (depth_of(t, i) > deepest) deepest = depth_of(t, i);
  for (uint32_t d = 2; d <= deepest; d++)
    for (uint32_t i = 1; i < t->nodes.n; i++) {
      node *n = &t->nodes.at[i];
      if (depth_of(t, i) != d) continue;
      n->fail = follow(t, t->nodes.at[n->parent].fail, n->letter);
      assert(depth_of(t, n->fail) < d);
      n->ends |= t->nodes.at[n->fail].ends;
      for (uint32_t k = 0; k < t->nodes.at[n->fail].excused.n; k++)
        sv_push(n->excused, t->nodes.at[n->fail].excused.at[k]);
    }
}

// ---- the automaton

static void list_letters(const trie *t, sv_u32s *out) {
  for (uint32_t i = 1; i < t->nodes.n; i++) {
    bool known = t->nodes.at[i].letter == START;
    for (uint32_t k = 0; k < out->n && !known; k++) known = out->at[k] == t->nodes.at[i].letter;
    if (!known) sv_push(*out, t->nodes.at[i].letter);
  }
}

static void add_steps(const trie *t, const sv_u32s *letters, sv_monitor *out) {
  for (uint32_t i = 0; i < t->nodes.n; i++)
    for (uint32_t k = 0; k < letters->n; k++) {
      uint32_t to = follow(t, i, letters->at[k]);
      if (!to) continue;
      sv_monitor_step s = {i, letters->at[k], to, t->nodes.at[to].ends};
      sv_push(out->steps, s);
    }
}

void sv_monitor_make(const sv_words_list *words, sv_monitor *out) {
  trie t = {0};
  sv_u32s letters = {0};
  *out = (sv_monitor){0};
  if (!words->n) return;
  sv_push(t.nodes, (node){0});
  for (uint32_t i = 0; i < words->n; i++) add_word(&t, &words->at[i]);
  link(&t);
  list_letters(&t, &letters);
  add_steps(&t, &letters, out);
  out->states = t.nodes.n;
  uint32_t first = child(&t, 0, START);
  out->initial = first == UINT32_MAX ? 0 : first;
  assert(out->initial < out->states);
  for (uint32_t i = 0; i < t.nodes.n; i++) {
    for (uint32_t k = 0; k < t.nodes.at[i].excused.n; k++) {
      sv_monitor_excuse e = {i, t.nodes.at[i].excused.at[k]};
      sv_push(out->excuses, e);
    }
    sv_vec_free(t.nodes.at[i].excused);
  }
  sv_vec_free(t.nodes);
  sv_vec_free(letters);
}

void sv_monitor_free(sv_monitor *m) {
  sv_vec_free(m->steps);
  sv_vec_free(m->excuses);
}
