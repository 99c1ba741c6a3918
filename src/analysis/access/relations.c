// relations.c -- conflicts and influences, as rows or on demand.
//
// Rows are filled object by object: only actions that use a common variable or
// queue are compared, by their parts. What the sections and priorities add is
// laid over them. Beyond SV_RELATION_ROWS actions every question is answered
// from the read and write sets.

#include "analysis/access/relations.h"

static const sv_net_action *action_of(const sv_relations *r, uint32_t a) {
  return &r->all->net->actions.at[a];
}

static bool reads_from(const sv_relations *r, uint32_t writer, uint32_t reader) {
  const sv_access *b = &r->all->actions[reader];
  return sv_parts_overlap(&r->writes[writer], &b->reads) ||
         sv_parts_overlap(&r->writes[writer], &b->priority);
}

bool sv_data_conflict(const sv_relations *r, uint32_t a, uint32_t b) {
  return reads_from(r, a, b) || reads_from(r, b, a) ||
         sv_parts_overlap(&r->writes[a], &r->writes[b]);
}

// Conflicts with everybody.
static bool is_special(const sv_relations *r, uint32_t a) {
  return sv_bits_has(&r->sections.touches, a) || action_of(r, a)->priority;
}

// Influences everybody.
static bool is_governing(const sv_relations *r, uint32_t a) {
  return sv_bits_has(&r->sections.touches, a) || sv_parts_overlap(&r->writes[a], &r->all->yielding);
}

static bool holds_back(const sv_relations *r, uint32_t a, uint32_t b) {
  return sv_parts_overlap(&r->writes[a], &r->all->lower[action_of(r, b)->priority]);
}

static bool find_conflict(const sv_relations *r, uint32_t a, uint32_t b) {
  return a == b || is_special(r, a) || is_special(r, b) ||
         sv_share_process(action_of(r, a), action_of(r, b)) || sv_data_conflict(r, a, b);
}

static bool find_influence(const sv_relations *r, uint32_t a, uint32_t b) {
  return is_governing(r, a) || reads_from(r, a, b) || holds_back(r, a, b);
}

// ---- rows

typedef struct {
  sv_u32s readers, writers;
} object_users;

static void add_users(const sv_part_map *map, const sv_parts *parts, uint32_t action,
                      object_users *users, bool writes, sv_u32s *scratch) {
  sv_clear(*scratch);
  sv_parts_objects(map, parts, scratch);
  for (uint32_t i = 0; i < scratch->n; i++) {
    object_users *u = &users[scratch->at[i]];
    sv_u32s *list = writes ? &u->writers : &u->readers;
    if (!list->n || sv_last(*list) != action) sv_push(*list, action);
  }
}

static object_users *index_users(const sv_relations *r) {
  const sv_part_map *map = &r->all->map;
  object_users *users = SV_NEW_ARRAY(object_users, map->objects + 1);
  sv_u32s scratch = {0};
  for (uint32_t a = 0; a < r->all->net->actions.n; a++) {
    add_users(map, &r->all->actions[a].reads, a, users, false, &scratch);
    add_users(map, &r->all->actions[a].priority, a, users, false, &scratch);
    add_users(map, &r->writes[a], a, users, true, &scratch);
  }
  sv_vec_free(scratch);
  return users;
}

static void free_users(const sv_relations *r, object_users *users) {
  for (uint32_t o = 0; o < r->all->map.objects; o++) {
    sv_vec_free(users[o].readers);
    sv_vec_free(users[o].writers);
  }
  sv_free(users);
}

static void relate(sv_relations *r, uint32_t writer, uint32_t other, bool reads) {
  if (!sv_bits_has(&r->conflicts[writer], other) && sv_data_conflict(r, writer, other)) {
    sv_bits_add(&r->conflicts[writer], other);
    sv_bits_add(&r->conflicts[other], writer);
  }
  if (reads && !sv_bits_has(&r->influences[writer], other) && reads_from(r, writer, other))
    sv_bits_add(&r->influences[writer], other);
}

static void relate_users(sv_relations *r, const object_users *u) {
  for (uint32_t i = 0; i < u->writers.n; i++) {
    for (uint32_t j = 0; j < u->readers.n; j++) relate(r, u->writers.at[i], u->readers.at[j], true);
    for (uint32_t j = 0; j < i; j++) relate(r, u->writers.at[i], u->writers.at[j], false);
  }
}

static void relate_process(sv_relations *r, uint32_t process) {
  uint32_t n = r->all->net->actions.n;
  sv_bits own;
  sv_bits_init(&own, n);
  for (uint32_t a = 0; a < n; a++)
    if (sv_edge_of(action_of(r, a), process)) sv_bits_add(&own, a);
  for (uint32_t a = sv_bits_next(&own, 0); a != UINT32_MAX; a = sv_bits_next(&own, a + 1))
    sv_bits_join(&r->conflicts[a], &own);
  sv_bits_free(&own);
}

static void relate_control(sv_relations *r, uint32_t a) {
  uint32_t n = r->all->net->actions.n;
  sv_bits_add(&r->conflicts[a], a);
  if (is_special(r, a)) {
    sv_bits_all(&r->conflicts[a]);
    for (uint32_t b = 0; b < n; b++) sv_bits_add(&r->conflicts[b], a);
  }
  if (is_governing(r, a)) sv_bits_all(&r->influences[a]);
  for (uint32_t b = 0; b < n && r->all->classes > 1; b++)
    if (holds_back(r, a, b)) sv_bits_add(&r->influences[a], b);
}

static void fill_rows(sv_relations *r) {
  uint32_t n = r->all->net->actions.n;
  r->conflicts = SV_NEW_ARRAY(sv_bits, n + 1);
  r->influences = SV_NEW_ARRAY(sv_bits, n + 1);
  for (uint32_t a = 0; a < n; a++)
    sv_bits_init(&r->conflicts[a], n), sv_bits_init(&r->influences[a], n);
  for (uint32_t p = 0; p < r->all->net->processes.n; p++) relate_process(r, p);
  for (uint32_t a = 0; a < n; a++) relate_control(r, a);
  object_users *users = index_users(r);
  for (uint32_t o = 0; o < r->all->map.objects; o++) relate_users(r, &users[o]);
  free_users(r, users);
}

// ---- the whole

static void strip_holder(sv_relations *r) {
  const sv_net *net = r->all->net;
  const uint32_t *first = r->all->map.first;
  r->writes = SV_NEW_ARRAY(sv_parts, net->actions.n + 1);
  for (uint32_t a = 0; a < net->actions.n; a++) {
    sv_parts_append(&r->writes[a], &r->all->actions[a].writes);
    if (net->holder == SV_NO_VARIABLE) continue;
    sv_parts_minus(&r->writes[a], first[net->holder], first[net->holder + 1]);
  }
}

sv_relations *sv_relations_new(const sv_accesses *all) {
  sv_relations *r = SV_NEW(sv_relations);
  r->all = all;
  sv_sections_init(&r->sections, all);
  strip_holder(r);
  r->ends = sv_queue_ends_new(all);
  if (all->net->actions.n <= SV_RELATION_ROWS) fill_rows(r);
  return r;
}

void sv_relations_free(sv_relations *r) {
  if (!r) return;
  for (uint32_t a = 0; a < r->all->net->actions.n; a++) {
    sv_vec_free(r->writes[a]);
    if (r->conflicts) sv_bits_free(&r->conflicts[a]), sv_bits_free(&r->influences[a]);
  }
  sv_free(r->writes);
  sv_free(r->conflicts);
  sv_free(r->influences);
  sv_queue_ends_free(r->all, r->ends);
  sv_sections_free(&r->sections);
  sv_free(r);
}

bool sv_conflicts(const sv_relations *r, uint32_t a, uint32_t b) {
  REQUIRE(a < r->all->net->actions.n && b < r->all->net->actions.n, "no such action");
  return r->conflicts ? sv_bits_has(&r->conflicts[a], b) : find_conflict(r, a, b);
}

bool sv_influences(const sv_relations *r, uint32_t a, uint32_t b) {
  REQUIRE(a < r->all->net->actions.n && b < r->all->net->actions.n, "no such action");
  return r->influences ? sv_bits_has(&r->influences[a], b) : find_influence(r, a, b);
}

const sv_bits *sv_conflicts_row(const sv_relations *r, uint32_t a) {
  REQUIRE(a < r->all->net->actions.n, "no such action");
  return r->conflicts ? &r->conflicts[a] : NULL;
}

const sv_bits *sv_influences_row(const sv_relations *r, uint32_t a) {
  REQUIRE(a < r->all->net->actions.n, "no such action");
  return r->influences ? &r->influences[a] : NULL;
}

void sv_conflicts_list(const sv_relations *r, uint32_t a, sv_u32s *out) {
  for (uint32_t b = 0; b < r->all->net->actions.n; b++)
    if (sv_conflicts(r, a, b)) sv_push(*out, b);
}

void sv_influences_list(const sv_relations *r, uint32_t a, sv_u32s *out) {
  for (uint32_t b = 0; b < r->all->net->actions.n; b++)
    if (sv_influences(r, a, b)) sv_push(*out, b);
}

// ---- queue ends

static void add_common(const sv_relations *r, uint32_t a, uint32_t b, sv_parts *out) {
  sv_parts_meet(&r->writes[a], &r->writes[b], out);
  sv_parts_meet(&r->writes[a], &r->all->actions[b].reads, out);
  sv_parts_meet(&r->writes[a], &r->all->actions[b].priority, out);
  sv_parts_meet(&r->writes[b], &r->all->actions[a].reads, out);
  sv_parts_meet(&r->writes[b], &r->all->actions[a].priority, out);
  sv_parts_seal(out);
}

bool sv_only_ends_meet(const sv_relations *r, uint32_t a, uint32_t b) {
  const sv_queue_ends *x = &r->ends[a], *y = &r->ends[b];
  if ((!x->sends.n || !y->takes.n) && (!x->takes.n || !y->sends.n)) return false;
  sv_parts common = {0}, apart = {0};
  add_common(r, a, b, &common);
  sv_parts_meet(&x->sends, &y->takes, &apart);
  sv_parts_meet(&x->takes, &y->sends, &apart);
  sv_parts_seal(&apart);
  bool result = sv_parts_subset(&common, &apart);
  sv_vec_free(common);
  sv_vec_free(apart);
  return result;
}

bool sv_ends_apart(const sv_relations *r, uint32_t a, uint32_t b) {
  if (is_special(r, a) || is_special(r, b)) return false;
  return !sv_share_process(action_of(r, a), action_of(r, b)) && sv_only_ends_meet(r, a, b);
}
