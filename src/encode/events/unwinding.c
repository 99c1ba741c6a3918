// unwinding.c -- see unwinding.h.

#include "encode/events/unwinding.h"

// ---- lines

static uint32_t target_of(const sv_net_edge *e, uint32_t from) {
  return e->to == SV_STAY ? from : e->to;
}

static bool is_never(const sv_unwinding *u, const sv_mold *mold) {
  return mold->never || (u->never && u->never(u->context, mold));
}

static void add_edge(sv_unwinding *u, uint32_t action, uint32_t edge) {
  const sv_net_edge *e = &u->net->actions.at[action].edges[edge];
  sv_line *line = &u->line[e->process];
  for (uint32_t i = 0; i < e->from_count; i++) {
    uint32_t from = e->from[i], to = target_of(e, from);
    if (is_never(u, sv_molds_action(u->molds, action, edge, from))) continue;
    sv_push(line->ways[from], (sv_way){action, edge, to, edge && to == from});
  }
}

// Before anybody is asked about one of them, observers are all there.
static void make_molds(const sv_unwinding *u) {
  for (uint32_t a = 0; a < u->net->actions.n; a++) {
    const sv_net_action *action = &u->net->actions.at[a];
    for (uint32_t e = 0; e < action->edge_count && !action->cut; e++)
      for (uint32_t i = 0; i < action->edges[e].from_count; i++)
        sv_molds_action(u->molds, a, e, action->edges[e].from[i]);
  }
  for (uint32_t i = 0; i < u->lone.n; i++) sv_molds_action(u->molds, u->lone.at[i], SV_NO_EDGE, 0);
}

static void list_ways(sv_unwinding *u) {
  make_molds(u);
  for (uint32_t a = 0; a < u->net->actions.n; a++) {
    const sv_net_action *action = &u->net->actions.at[a];
    if (action->cut) continue;
    for (uint32_t e = 0; e < action->edge_count; e++) add_edge(u, a, e);
  }
  for (uint32_t i = 0; i < u->lone.n; i++)
    if (!is_never(u, sv_molds_action(u->molds, u->lone.at[i], SV_NO_EDGE, 0)))
      sv_push(u->line[u->net->processes.n + i].ways[0],
              (sv_way){u->lone.at[i], SV_NO_EDGE, 0, false});
}

static void size_lines(sv_unwinding *u) {
  for (uint32_t p = 0; p < u->net->processes.n; p++) {
    u->line[p].locations = sv_net_locations(u->net, p);
    u->line[p].entry = u->net->processes.at[p].entry;
  }
  for (uint32_t i = u->net->processes.n; i < u->lines; i++) u->line[i].locations = 1;
  for (uint32_t i = 0; i < u->lines; i++) {
    u->line[i].rank = SV_NEW_ARRAY(uint32_t, u->line[i].locations + 1);
    u->line[i].ways = SV_NEW_ARRAY(sv_ways, u->line[i].locations + 1);
    u->line[i].chaos = SV_NEW_ARRAY(sv_bits, u->line[i].locations + 1);
  }
}

// ---- ranks: the reverse of the order in which a walk is done with the locations

typedef struct {
  sv_line *line;
  uint8_t *seen;
  sv_u32s path, at;
  uint32_t left;
} ranking;

static void walk(ranking *r, uint32_t root) {
  if (r->seen[root]) return;
  sv_push(r->path, root);
  sv_push(r->at, 0);
  r->seen[root] = 1;
  while (r->path.n) {
    uint32_t l = sv_last(r->path);
    const sv_ways *ways = &r->line->ways[l];
    if (sv_last(r->at) == ways->n) {
      r->line->rank[l] = --r->left;
      r->path.n--, r->at.n--;
      continue;
    }
    uint32_t to = ways->at[sv_last(r->at)++].to;
    if (r->seen[to]) continue;
    r->seen[to] = 1;
    sv_push(r->path, to);
    sv_push(r->at, 0);
  }
}

static void rank_locations(sv_line *line) {
  ranking r = {.line = line, .left = line->locations};
  r.seen = SV_NEW_ARRAY(uint8_t, line->locations + 1);
  walk(&r, line->entry);
  for (uint32_t l = 0; l < line->locations; l++) walk(&r, l);
  assert(!r.left);
  sv_free(r.seen);
  sv_vec_free(r.path);
  sv_vec_free(r.at);
}

// ---- chaos

static void number_items(sv_unwinding *u) {
  uint32_t next = u->first_location = sv_molds_places(u->molds);
  u->location_item = SV_NEW_ARRAY(uint32_t, u->net->processes.n + 1);
  for (uint32_t p = 0; p < u->net->processes.n; p++) {
    u->location_item[p] = next;
    next += u->line[p].locations;
  }
  u->first_property = next;
  u->items = next + u->net->properties.n;
}

// What one action puts anywhere. (An action in which the line only stays is none of its life: the
// partner's event looks where the line stands, and that is all.) A process that stays is not moved; but if it is the one whose
// life this is, then its token is gone, and it may be seen where it was.
static void add_action(const sv_unwinding *u, uint32_t line, uint32_t location, const sv_way *w,
                       sv_bits *out) {
  const sv_net_action *a = &u->net->actions.at[w->action];
  const sv_u32s *writes = sv_molds_writes(u->molds, w->action);
  for (uint32_t i = 0; i < writes->n; i++) sv_bits_add(out, writes->at[i]);
  for (uint32_t e = 0; e < a->edge_count; e++)
    if (a->edges[e].to != SV_STAY)
      sv_bits_add(out, sv_chaos_location(u, a->edges[e].process, a->edges[e].to));
  if (line < u->net->processes.n && w->to == location)
    sv_bits_add(out, sv_chaos_location(u, line, location));
  if (a->fails) sv_bits_add(out, u->first_property + a->fails);
}

static void spread_chaos(sv_unwinding *u, uint32_t line) {
  sv_line *x = &u->line[line];
  for (uint32_t l = 0; l < x->locations; l++) {
    sv_bits_init(&x->chaos[l], u->items);
    for (uint32_t i = 0; i < x->ways[l].n; i++)
      if (!x->ways[l].at[i].stays) add_action(u, line, l, &x->ways[l].at[i], &x->chaos[l]);
  }
  for (bool more = true; more;) {
    more = false;
    for (uint32_t l = 0; l < x->locations; l++)
      for (uint32_t i = 0; i < x->ways[l].n; i++)
        more |= sv_bits_join(&x->chaos[l], &x->chaos[x->ways[l].at[i].to]);
  }
}

void sv_unwinding_chaos(const sv_unwinding *u, uint32_t spot, const sv_way *w, sv_bits *out) {
  const sv_spot *s = &u->spots.at[spot];
  add_action(u, s->line, s->location, w, out);
  sv_bits_join(out, &u->line[s->line].chaos[w->to]);
}

// ---- spots

static uint64_t key_of(uint32_t line, uint32_t location, uint32_t level) {
  REQUIRE(level < 1u << 16 && location < 1u << 24, "that many spots");
  return (uint64_t)line << 40 | (uint64_t)location << 16 | level;
}

uint32_t sv_unwinding_spot(const sv_unwinding *u, uint32_t line, uint32_t location,
                           uint32_t level) {
  return sv_map_get(&u->known, key_of(line, location, level));
}

static uint32_t add_spot(sv_unwinding *u, uint32_t line, uint32_t location, uint32_t level) {
  uint64_t key = key_of(line, location, level);
  uint32_t known = sv_map_get(&u->known, key);
  if (known != SV_MAP_NONE) return known;
  sv_map_put(&u->known, key, u->spots.n);
  sv_push(u->spots, (sv_spot){line, location, level, false});
  return u->spots.n - 1;
}

const sv_ways *sv_unwinding_ways(const sv_unwinding *u, uint32_t spot) {
  const sv_spot *s = &u->spots.at[spot];
  return &u->line[s->line].ways[s->location];
}

uint32_t sv_unwinding_position(const sv_unwinding *u, uint32_t spot) {
  const sv_spot *s = &u->spots.at[spot];
  const sv_line *line = &u->line[s->line];
  return s->level * line->locations + line->rank[s->location];
}

static uint32_t level_after(const sv_unwinding *u, const sv_spot *s, uint32_t to) {
  const uint32_t *rank = u->line[s->line].rank;
  return s->level + (rank[to] <= rank[s->location]);
}

uint32_t sv_unwinding_target(const sv_unwinding *u, uint32_t spot, const sv_way *w) {
  const sv_spot *s = &u->spots.at[spot];
  return sv_unwinding_spot(u, s->line, w->to, level_after(u, s, w->to));
}

void sv_unwinding_expand(sv_unwinding *u, uint32_t spot) {
  sv_u32s todo = {0};
  sv_push(todo, spot);
  while (todo.n) {
    uint32_t at = sv_pop(todo);
    if (u->spots.at[at].expanded) continue;
    u->spots.at[at].expanded = true;
    const sv_ways *ways = sv_unwinding_ways(u, at);
    for (uint32_t i = 0; i < ways->n; i++) {
      if (ways->at[i].stays) continue;
      sv_spot s = u->spots.at[at];
      uint32_t level = level_after(u, &s, ways->at[i].to);
      uint32_t next = add_spot(u, s.line, ways->at[i].to, level);
      if (level == s.level) sv_push(todo, next);
    }
  }
  sv_vec_free(todo);
}

sv_unwinding *sv_unwinding_new(sv_molds *molds, sv_never_fn *never, void *context) {
  sv_unwinding *u = SV_NEW(sv_unwinding);
  *u = (sv_unwinding){
      .molds = molds, .net = sv_molds_coding(molds)->net, .never = never, .context = context};
  for (uint32_t a = 0; a < u->net->actions.n; a++)
    if (!u->net->actions.at[a].edge_count && !u->net->actions.at[a].cut) sv_push(u->lone, a);
  u->lines = u->net->processes.n + u->lone.n;
  u->line = SV_NEW_ARRAY(sv_line, u->lines + 1);
  size_lines(u);
  list_ways(u);
  number_items(u);
  for (uint32_t i = 0; i < u->lines; i++) {
    rank_locations(&u->line[i]);
    spread_chaos(u, i);
    add_spot(u, i, u->line[i].entry, 0);
  }
  return u;
}

static void free_line(sv_line *line) {
  for (uint32_t l = 0; l < line->locations; l++) {
    sv_vec_free(line->ways[l]);
    sv_bits_free(&line->chaos[l]);
  }
  sv_free(line->rank);
  sv_free(line->ways);
  sv_free(line->chaos);
}

void sv_unwinding_free(sv_unwinding *u) {
  if (!u) return;
  for (uint32_t i = 0; i < u->lines; i++) free_line(&u->line[i]);
  sv_free(u->line);
  sv_free(u->location_item);
  sv_vec_free(u->lone);
  sv_vec_free(u->spots);
  sv_map_free(&u->known);
  sv_free(u);
}
