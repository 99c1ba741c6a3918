// relations.c -- conflicts, from read and write sets.

#include "analysis/access/relations.h"

static const sv_net_action *action_of(const sv_relations *r, uint32_t a) {
  return &r->all->net->actions.at[a];
}

static bool reads_from(const sv_relations *r, uint32_t writer, uint32_t reader) {
  const sv_access *b = &r->all->actions[reader];
  return sv_parts_overlap(&r->writes[writer], &b->reads) ||
         sv_parts_overlap(&r->writes[writer], &b->priority);
}

static bool data_conflict(const sv_relations *r, uint32_t a, uint32_t b) {
  return reads_from(r, a, b) || reads_from(r, b, a) ||
         sv_parts_overlap(&r->writes[a], &r->writes[b]);
}

bool sv_data_conflict(const sv_relations *r, uint32_t a, uint32_t b) {
  bool result = data_conflict(r, a, b);
  assert(result == data_conflict(r, b, a));
  return result;
}

// Conflicts with every action.
static bool is_special(const sv_relations *r, uint32_t a) {
  return sv_bits_has(&r->sections.crossing, a) || action_of(r, a)->priority;
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
    assert(!sv_parts_has(&r->writes[a], first[net->holder]));
  }
}

sv_relations *sv_relations_new(const sv_accesses *all) {
  sv_relations *r = SV_NEW(sv_relations);
  r->all = all;
  sv_sections_init(&r->sections, all);
  strip_holder(r);
  r->ends = sv_queue_ends_new(all);
  return r;
}

void sv_relations_free(sv_relations *r) {
  if (!r) return;
  for (uint32_t a = 0; a < r->all->net->actions.n; a++) sv_vec_free(r->writes[a]);
  sv_free(r->writes);
  sv_queue_ends_free(r->all, r->ends);
  sv_sections_free(&r->sections);
  sv_free(r);
}

bool sv_conflicts(const sv_relations *r, uint32_t a, uint32_t b) {
  REQUIRE(a < r->all->net->actions.n && b < r->all->net->actions.n, "no such action");
  return a == b || is_special(r, a) || is_special(r, b) ||
         sv_share_process(action_of(r, a), action_of(r, b)) || sv_data_conflict(r, a, b);
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
  if ((!x->sends.n || !y->receives.n) && (!x->receives.n || !y->sends.n)) return false;
  sv_parts common = {0}, apart = {0};
  add_common(r, a, b, &common);
  sv_parts_meet(&x->sends, &y->receives, &apart);
  sv_parts_meet(&x->receives, &y->sends, &apart);
  sv_parts_seal(&apart);
  bool result = sv_parts_subset(&common, &apart);
  assert(!common.n == !data_conflict(r, a, b));
  sv_vec_free(common);
  sv_vec_free(apart);
  return result;
}

bool sv_ends_apart(const sv_relations *r, uint32_t a, uint32_t b) {
  if (is_special(r, a) || is_special(r, b)) return false;
  return !sv_share_process(action_of(r, a), action_of(r, b)) && sv_only_ends_meet(r, a, b);
}
