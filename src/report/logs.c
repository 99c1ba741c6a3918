// logs.c -- see logs.h.
//
// The states and the lines between them are a finite automaton. States from
// which no run ends are left out; if a line lies on a circle of what is left,
// there are infinitely many logs. Otherwise the words are listed by walking
// through sets of states, so that a log that several runs print is listed once.

#include "report/logs.h"

#include <stdlib.h>

#include "report/numbered.h"
#include "report/show.h"

enum { MOST_STATES = 2000000, MOST_LOGS = 1000000 };

typedef struct {
  uint32_t from, to;
  uint32_t line;  // 0: nothing is printed
} edge;

typedef struct {
  const sv_net *net;
  sv_exec *exec;
  sv_limits *limits;
  sv_text *why;
  sv_numbered states;  // by node; NULL: between two lines of one step
  SV_VEC(edge) edges;
  sv_u32s first;  // by node: its first edge, once sorted
  SV_VEC(bool) ends;
  sv_u32s initial;
  sv_names *lines;
  bool failed;
} graph;

static void give_up(graph *g, const char *reason) {
  if (!g->failed) sv_text_string(g->why, reason);
  g->failed = true;
}

// ---- states

static void note_node(graph *g) {
  if (g->ends.n < g->states.at.n) sv_push(g->ends, false);
}

static uint32_t add_node(graph *g) {
  uint32_t n = sv_numbered_add(&g->states, NULL);
  return note_node(g), n;
}

static uint32_t node_of(graph *g, const sv_state *s) {
  uint32_t n = sv_numbered_find(&g->states, s);
  return note_node(g), n;
}

// ---- steps

static void add_lines(graph *g, uint32_t from, uint32_t to, const char *text) {
  while (*text) {
    size_t n = strcspn(text, "\n");
    const char *next = text[n] ? text + n + 1 : text + n;
    uint32_t at = *next ? add_node(g) : to;
    sv_push(g->edges, (edge){from, at, sv_names_intern(g->lines, text, n).x});
    from = at;
    text = next;
  }
}

static void add_step(graph *g, uint32_t node, const sv_step *step, sv_state *next) {
  sv_text text = {0};
  sv_exec_fire(g->exec, g->states.at.at[node], step, next);
  uint32_t to = node_of(g, next);
  bool prints = sv_show_output(g->exec, g->states.at.at[node], step, &text) && text.n;
  if (prints) add_lines(g, node, to, sv_text_get(&text));
  else sv_push(g->edges, (edge){node, to, 0});
  sv_text_free(&text);
}

static void expand(graph *g, uint32_t node, sv_state *next) {
  sv_steps steps = {0};
  bool infinite = false;
  if (sv_state_is_long(g->net, g->states.at.at[node])) {
    give_up(g, "the numbers grow too large");
    return;
  }
  sv_exec_steps(g->exec, g->states.at.at[node], &steps, &infinite);
  if (infinite) give_up(g, "a step chooses among infinitely many values");
  uint32_t cut = sv_exec_cut(g->exec, g->states.at.at[node]);
  if (cut != UINT32_MAX) give_up(g, g->net->actions.at[cut].cut);
  for (uint32_t i = 0; i < steps.n && !g->failed; i++) add_step(g, node, &steps.at[i], next);
  g->ends.at[node] = !steps.n;
  sv_steps_free(&steps);
}

static bool add_initial(void *context, const sv_state *s) {
  graph *g = context;
  sv_push(g->initial, node_of(g, s));
  return g->states.at.n < MOST_STATES;
}

static void explore(graph *g) {
  sv_state *next = sv_state_new(g->net);
  bool all = sv_exec_initials(g->exec, add_initial, g) == SV_EXEC_DONE;
  if (!all && !sv_exec_stopped(g->exec)) give_up(g, "there are too many initial states");
  for (uint32_t node = 0; node < g->states.at.n && !g->failed; node++) {
    sv_cause hit = sv_limits_hit(g->limits);
    if (hit != SV_CAUSE_NONE) give_up(g, sv_cause_text(hit));
    if (g->states.at.n > MOST_STATES) give_up(g, "more than 2000000 states");
    if (g->states.at.at[node] && !g->failed) expand(g, node, next);
  }
  if (!g->failed && sv_exec_stopped(g->exec)) give_up(g, sv_cause_text(g->limits->hit));
  sv_state_free(g->net, next);
}

static int by_origin(const void *a, const void *b) {
  const edge *x = a, *y = b;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  return (x->line > y->line) - (x->line < y->line);
}

static void sort_edges(graph *g) {
  uint32_t at = 0;
  if (g->edges.n) qsort(g->edges.at, g->edges.n, sizeof *g->edges.at, by_origin);
  for (uint32_t node = 0; node <= g->states.at.n; node++) {
    while (at < g->edges.n && g->edges.at[at].from < node) at++;
    sv_push(g->first, at);
  }
}

// ---- what matters

// Leaves only the edges from which an end can be reached.
static void keep_live(graph *g) {
  sv_bits live;
  sv_bits_init(&live, g->states.at.n + 1);
  for (uint32_t n = 0; n < g->states.at.n; n++)
    if (g->ends.at[n]) sv_bits_add(&live, n);
  for (bool grown = true; grown;) {
    grown = false;
    for (uint32_t i = g->edges.n; i-- > 0;) {
      const edge *e = &g->edges.at[i];
      if (!sv_bits_has(&live, e->to) || sv_bits_has(&live, e->from)) continue;
      sv_bits_add(&live, e->from);
      grown = true;
    }
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < g->edges.n; i++)
    if (sv_bits_has(&live, g->edges.at[i].to)) g->edges.at[kept++] = g->edges.at[i];
  g->edges.n = kept;
  sv_bits_free(&live);
}

// Strongly connected components, after Tarjan, without recursion.
typedef struct {
  graph *g;
  uint32_t *index, *low, *component, *next;
  sv_u32s stack, path;
  uint32_t counter, components;
} tarjan;

static void enter_node(tarjan *t, uint32_t n) {
  t->index[n] = t->low[n] = ++t->counter;
  t->next[n] = t->g->first.at[n];
  sv_push(t->stack, n);
  sv_push(t->path, n);
}

static void leave_node(tarjan *t, uint32_t n) {
  (void)sv_pop(t->path);
  if (t->path.n) {
    uint32_t *low = &t->low[sv_last(t->path)];
    if (t->low[n] < *low) *low = t->low[n];
  }
  if (t->low[n] != t->index[n]) return;
  t->components++;
  for (uint32_t m = UINT32_MAX; m != n;) t->component[m = sv_pop(t->stack)] = t->components;
}

static void visit(tarjan *t, uint32_t root) {
  enter_node(t, root);
  while (t->path.n) {
    uint32_t n = sv_last(t->path);
    if (t->next[n] == t->g->first.at[n + 1]) {
      leave_node(t, n);
      continue;
    }
    uint32_t to = t->g->edges.at[t->next[n]++].to;
    if (!t->index[to]) enter_node(t, to);
    else if (!t->component[to] && t->index[to] < t->low[n]) t->low[n] = t->index[to];
  }
}

static bool has_printing_circle(graph *g) {
  uint32_t n = g->states.at.n + 1;
  bool found = false;
  tarjan t = {.g = g,
              .index = SV_NEW_ARRAY(uint32_t, n),
              .low = SV_NEW_ARRAY(uint32_t, n),
              .component = SV_NEW_ARRAY(uint32_t, n),
              .next = SV_NEW_ARRAY(uint32_t, n)};
  for (uint32_t i = 0; i < g->states.at.n; i++)
    if (!t.index[i]) visit(&t, i);
  for (uint32_t i = 0; i < g->edges.n && !found; i++)
    found =
        g->edges.at[i].line && t.component[g->edges.at[i].from] == t.component[g->edges.at[i].to];
  sv_free(t.index);
  sv_free(t.low);
  sv_free(t.component);
  sv_free(t.next);
  sv_vec_free(t.stack);
  sv_vec_free(t.path);
  return found;
}

// ---- listing

typedef struct {
  sv_u32s nodes;     // closed under steps that print nothing
  SV_VEC(edge) out;  // edges with lines, by their text
  uint32_t next;
  uint32_t line;  // that led here
} level;

typedef struct {
  graph *g;
  SV_VEC(level) levels;
  sv_bits seen;
  sv_text *out;
  uint32_t count;
} listing;

static void close_set(listing *l, sv_u32s *nodes) {
  const graph *g = l->g;
  for (uint32_t i = 0; i < nodes->n; i++) sv_bits_add(&l->seen, nodes->at[i]);
  for (uint32_t i = 0; i < nodes->n; i++)
    for (uint32_t k = g->first.at[nodes->at[i]]; k < g->first.at[nodes->at[i] + 1]; k++) {
      const edge *e = &g->edges.at[k];
      if (e->line || sv_bits_has(&l->seen, e->to)) continue;
      sv_bits_add(&l->seen, e->to);
      sv_push(*nodes, e->to);
    }
  for (uint32_t i = 0; i < nodes->n; i++) sv_bits_remove(&l->seen, nodes->at[i]);
}

static int compare_lines(const graph *g, uint32_t a, uint32_t b) {
  return strcmp(sv_names_get(g->lines, (sv_name){a}), sv_names_get(g->lines, (sv_name){b}));
}

// Insertion sort: few edges leave a set.
static void insert_edge(const graph *g, level *v, edge e) {
  sv_push(v->out, e);
  for (uint32_t i = v->out.n - 1; i && compare_lines(g, v->out.at[i - 1].line, e.line) > 0; i--) {
    v->out.at[i] = v->out.at[i - 1];
    v->out.at[i - 1] = e;
  }
}

static void print_log(listing *l) {
  for (uint32_t i = 1; i < l->levels.n; i++)
    sv_text_printf(l->out, "%s%s", i > 1 ? "::" : "",
                   sv_names_get(l->g->lines, (sv_name){l->levels.at[i].line}));
  sv_text_char(l->out, '\n');
  l->count++;
}

static void push_level(listing *l, sv_u32s nodes, uint32_t line) {
  level v = {.nodes = nodes, .line = line};
  bool ends = false;
  close_set(l, &v.nodes);
  for (uint32_t i = 0; i < v.nodes.n; i++) {
    uint32_t n = v.nodes.at[i];
    ends |= l->g->ends.at[n];
    for (uint32_t k = l->g->first.at[n]; k < l->g->first.at[n + 1]; k++)
      if (l->g->edges.at[k].line) insert_edge(l->g, &v, l->g->edges.at[k]);
  }
  sv_push(l->levels, v);
  if (ends) print_log(l);
}

static void pop_level(listing *l) {
  level *v = &sv_last(l->levels);
  sv_vec_free(v->nodes);
  sv_vec_free(v->out);
  l->levels.n--;
}

// The targets of the next line, each once.
static sv_u32s take_line(listing *l, level *v, uint32_t *line) {
  sv_u32s nodes = {0};
  *line = v->out.at[v->next].line;
  for (; v->next < v->out.n && v->out.at[v->next].line == *line; v->next++) {
    uint32_t to = v->out.at[v->next].to;
    if (sv_bits_has(&l->seen, to)) continue;
    sv_bits_add(&l->seen, to);
    sv_push(nodes, to);
  }
  for (uint32_t i = 0; i < nodes.n; i++) sv_bits_remove(&l->seen, nodes.at[i]);
  return nodes;
}

static void list(graph *g, sv_text *out) {
  listing l = {.g = g, .out = out};
  sv_u32s initial = {0};
  sv_bits_init(&l.seen, g->states.at.n + 1);
  for (uint32_t i = 0; i < g->initial.n; i++) sv_push(initial, g->initial.at[i]);
  push_level(&l, initial, 0);
  while (l.levels.n) {
    level *v = &sv_last(l.levels);
    sv_cause hit = sv_limits_hit(g->limits);
    if (hit != SV_CAUSE_NONE) give_up(g, sv_cause_text(hit));
    if (l.count >= MOST_LOGS) give_up(g, "more than 1000000 logs");
    if (v->next == v->out.n || g->failed) {
      pop_level(&l);
      continue;
    }
    uint32_t line;
    sv_u32s nodes = take_line(&l, v, &line);
    push_level(&l, nodes, line);
  }
  sv_vec_free(l.levels);
  sv_bits_free(&l.seen);
}

static void free_graph(graph *g) {
  sv_numbered_free(&g->states);
  sv_vec_free(g->edges);
  sv_vec_free(g->first);
  sv_vec_free(g->ends);
  sv_vec_free(g->initial);
  sv_names_free(g->lines);
  sv_exec_free(g->exec);
}

bool sv_list_logs(const sv_net *net, sv_limits *limits, sv_text *out, sv_text *why) {
  graph g = {.net = net, .limits = limits, .why = why, .states = {.net = net}};
  g.exec = sv_exec_new(net);
  sv_exec_stop_when(g.exec, sv_limits_stop, limits);
  g.lines = sv_names_new();
  explore(&g);
  if (!g.failed) {
    keep_live(&g);
    sort_edges(&g);
    if (has_printing_circle(&g)) give_up(&g, "there are infinitely many logs");
    else list(&g, out);
  }
  bool good = !g.failed;
  free_graph(&g);
  return good;
}
