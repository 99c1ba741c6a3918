// bdd.c -- the package: start, end, hooks, limits.
//
// Memory is bounded by the number of nodes: per node there are 20 bytes of
// BuDDy's, a share of its six operation caches (24 bytes an entry), and a share
// of our memo table. BuDDy would collect garbage for every few new nodes when
// its table is full and can grow no more; we fail a little earlier instead.

#define _GNU_SOURCE

#include <stdio.h>

#include "base/limits.h"
#include "solver/bdd_inside.h"

enum {
  FIRST_NODES = 1 << 13,  // and for each variable so many more, up to a limit
  FIRST_PER_VAR = 512,
  FIRST_MOST = 1 << 18,
  NODES_PER_CACHE_ENTRY = 4,
  BYTES_PER_NODE = 20 + 6 * 24 / NODES_PER_CACHE_ENTRY + 24 / 2,
  MIN_FREE_PERCENT = 25,  // after a collection, else the table grows
  FULL_FREE_PERCENT = 4,  // of a table that cannot grow, else we fail
  PROBES_PER_SIGN = 64,
  MOST_NODES = 500 * 1000 * 1000,
};

// BuDDy is one package per process, and its hooks have no context.
static sv_bdds *the_package;

static void alive(sv_bdds *b) {
  if (b->options.alive) b->options.alive(b->options.context);
}

static SV_NORETURN void fail(const char *why) {
  sv_bdds *b = the_package;
  b->options.fail(b->options.context, why);
  sv_bug(__FILE__, __LINE__, "the failure hook of the decision diagrams returned");
}

static void on_error(int code) {
  if (code == BDD_MEMORY || code == BDD_NODENUM) fail("out of memory for decision diagrams");
  fail(bdd_errstring(code));
}

// BuDDy's collection keeps what is marked before it looks for references.
static void mark_ours(sv_bdds *b, int nodes) {
  for (uint32_t i = 0; i < b->guards.n; i++) bdd_mark(b->guards.at[i]);
  if (b->saturating && (uint32_t)nodes < b->max_nodes / 4) sv_memo_mark(b);
}

static bool can_grow(const sv_bdds *b, int nodes) {
  return (uint64_t)nodes + (uint64_t)nodes / 32 < b->max_nodes;
}

static void forget_dead_relations(sv_bdds *b) {
  for (uint32_t i = 0; i < b->relations.n; i++)
    if (sv_node_dead((int)b->relations.at[i])) sv_clear(b->relations);
}

static void on_collection(int before, bddGbcStat *s) {
  sv_bdds *b = the_package;
  if (before) {
    mark_ours(b, s->nodes);
    alive(b);
    return;
  }
  b->collections++;
  uint64_t live = (uint64_t)(s->nodes - s->freenodes);
  if (live > b->peak) b->peak = live;
  sv_memo_sweep(b);
  forget_dead_relations(b);
  bool full =
      !can_grow(b, s->nodes) && (int64_t)s->freenodes * 100 < (int64_t)s->nodes * FULL_FREE_PERCENT;
  if (b->may_leave && full) b->given_up = true;
  if (b->may_leave && sv_bdd_beyond_limit(b)) longjmp(b->out, 1);
  if (full) fail("out of memory for decision diagrams");
}

static void on_growth(int from, int to) {
  SV_UNUSED(from);
  if (!the_package->reordering) sv_memo_grow(the_package, (uint32_t)to);
  alive(the_package);
}

static void on_reordering(int before) {
  SV_UNUSED(before);
  alive(the_package);
}

int sv_bdd_probe(void) {
  if (++the_package->probes % PROBES_PER_SIGN == 0) alive(the_package);
  return bdd_getnodenum();
}

static size_t free_memory(void) {
  unsigned long long kilobytes = 0;
  char line[200];
  FILE *f = fopen("/proc/meminfo", "re");
  if (f) {
    while (fgets(line, sizeof line, f))
      if (sscanf(line, "MemAvailable: %llu", &kilobytes) == 1) break;
    fclose(f);
  }
  return kilobytes ? (size_t)kilobytes * 1024 : (size_t)1 << 30;
}

static uint32_t nodes_in(size_t memory, uint32_t vars) {
  size_t nodes = (memory ? memory : free_memory() / 4 * 3) / BYTES_PER_NODE;
  size_t least = 4 * (size_t)vars + 1000;
  return (uint32_t)(nodes < least ? least : nodes > MOST_NODES ? MOST_NODES : nodes);
}

// What bdd_inside.h declares must be what this BuDDy has.
static void check_layout(void) {
  int x = bdd_ithvar(0), y = bdd_nithvar(bdd_varnum() - 1);
  bool same = bddnodesize == bdd_getallocnum() && sv_node_level(x) == 0 && sv_node_low(x) == 0 &&
              sv_node_high(x) == 1 && sv_node_level(y) == (unsigned)bdd_varnum() - 1 &&
              sv_node_low(y) == 1 && sv_node_high(y) == 0 && bddnodes[x].refs == 1023 &&
              sv_node_level(1) == (unsigned)bdd_varnum() && bdd_makenode(0, 0, 1) == x;
  REQUIRE(same, "this BuDDy lays out its nodes in another way than 2.4");
}

static uint32_t first_nodes(const sv_bdds *b) {
  uint64_t wish = FIRST_NODES + (uint64_t)FIRST_PER_VAR * b->vars;
  if (wish > FIRST_MOST) wish = FIRST_MOST;
  return wish < b->max_nodes / 2 ? (uint32_t)wish : b->max_nodes / 2;
}

static void start_buddy(sv_bdds *b) {
  uint32_t first = first_nodes(b);
  if (bdd_init((int)first, (int)(first / NODES_PER_CACHE_ENTRY + 1)) < 0)
    fail("out of memory for decision diagrams");
  bdd_error_hook(on_error);
  bdd_gbc_hook(on_collection);
  bdd_resize_hook(on_growth);
  bdd_reorder_hook(on_reordering);
  bdd_setmaxnodenum((int)b->max_nodes);
  bdd_setmaxincrease(MOST_NODES);
  bdd_setminfreenodes(MIN_FREE_PERCENT);
  bdd_setcacheratio(NODES_PER_CACHE_ENTRY);
  bdd_setvarnum(b->vars ? (int)b->vars : 1);
}

sv_bdds *sv_bdds_new(const sv_bdds_options *o) {
  REQUIRE(!the_package, "one package of decision diagrams at a time");
  REQUIRE(o->fail, "someone must hear that memory ran out");
  sv_bdds *b = the_package = SV_NEW(sv_bdds);
  b->options = *o;
  b->vars = 2 * o->pairs + o->singles;
  b->max_nodes = nodes_in(o->memory, b->vars);
  sv_memo_init(b, FIRST_NODES);
  start_buddy(b);
  check_layout();
  return b;
}

void sv_bdds_free(sv_bdds *b) {
  if (!b) return;
  bdd_done();
  the_package = NULL;
  sv_free(b->memo);
  sv_vec_free(b->guards);
  sv_vec_free(b->relations);
  sv_free(b);
}

uint64_t sv_bdds_used(sv_bdds *b) {
  SV_UNUSED(b);
  return (uint64_t)bdd_getnodenum();
}

sv_bdds_statistics sv_bdds_numbers(sv_bdds *b) {
  bdd_gbc();
  sv_bdds_statistics s = {.peak = b->peak, .collections = b->collections};
  s.live = (uint64_t)bdd_getnodenum();
  s.reorders = b->reorders;
  s.reorder_seconds = b->reorder_seconds;
  s.bytes = (size_t)bdd_getallocnum() * (20 + 6 * 24 / NODES_PER_CACHE_ENTRY) +
            (b->memo_mask + 1) * sizeof *b->memo;
  return s;
}
